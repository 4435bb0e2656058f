/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake.h
 * What a test may ask of the driver without a GPU. It is found by dlsym, so that a test links and
 * runs with a real driver too: fake_control() is NULL there.
 *
 * A function is named by its symbol: "cuMemHostRegister_v2".
 */
#ifndef FAKE_H
#define FAKE_H

#include <cuda.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define FAKE_DEVICES   2U
#define FAKE_ARGUMENTS 4U
#define FAKE_SYMBOL    "ringfence_fake_control"

/** What can be left behind. */
typedef enum {
    FAKE_CONTEXTS = 0,     /**< retained primary contexts and others */
    FAKE_STREAMS,          /**< that a program made */
    FAKE_EVENTS,           /**< that were not destroyed */
    FAKE_REGISTRATIONS,    /**< of host memory */
    FAKE_BUFFERS,          /**< of cuMemAlloc() */
    FAKE_ALLOCATIONS,      /**< of cuMemCreate(), or imported */
    FAKE_RESERVATIONS,     /**< of addresses */
    FAKE_MAPPINGS,         /**< of allocations */
    FAKE_EXTERNAL_MEMORY,  /**< imports */
    FAKE_EXTERNAL_BUFFERS, /**< mapped from imports */
    FAKE_ARRAYS,           /**< mapped from imports */
    FAKE_SURFACES,         /**< objects of arrays */
    FAKE_SEMAPHORES,       /**< imports */
    FAKE_GRAPHS,           /**< of both kinds */
    FAKE_KINDS
} FakeKind;

/** A call, with its first arguments as numbers; those that it has not are 0. */
typedef struct {
    const char *name;
    uint64_t arguments[FAKE_ARGUMENTS];
} FakeCall;

typedef struct {
    /** Forgets calls, failures and changed attributes. What is alive stays. */
    void (*reset)(void);
    /** How many calls of a function there were; of any if the name is NULL. */
    unsigned int (*count)(const char *name);
    /** A call since the reset, in order, of the first 4096. */
    bool (*call)(unsigned int index, FakeCall *call);
    /**
     * Makes a call of a function fail: the nth from now, counted from 1, or all with 0. A name of
     * NULL means any function. It fails before it has done anything. Eight such orders at a time;
     * true if there was room.
     */
    bool (*refuse)(const char *name, unsigned int nth, CUresult code);
    /** Gives a device another value of an attribute. */
    void (*attribute)(CUdevice device, CUdevice_attribute attribute, int value);
    /** How many devices there are from now on, up to FAKE_DEVICES. */
    void (*devices)(unsigned int count);
    /** Says whether devices can use each other's memory from now on. They can after a reset. */
    void (*reach)(bool can);
    /** Whether each stream says from now on that it is being captured; nothing else changes. */
    void (*capture)(bool active);
    /** How many objects of a kind are alive. */
    unsigned int (*live)(FakeKind kind);
    /** Makes the current context fail for good, as after a kernel's illegal access: calls that need
     * it give this code, and what its streams have still to do is dropped. It ends with the
     * context. */
    void (*doom)(CUresult code);
    /** How much faster than the CPU's the clock of the devices runs from now on, in millionths. It
     * goes on from where it is. */
    void (*clock)(int64_t millionths);
    /** How long a kernel takes from now on before it does anything. */
    void (*slow)(unsigned int us);
    /** How often since the reset a call was given a stream or an event that is none any more, or a
     * context that is gone was popped, by any thread: a driver ends the process then. */
    unsigned int (*dead)(void);
    /** Whether from now on a wait for a stream and a question about one wait for the stream NULL of
     * its context as well, as under compute-sanitizer; events are as ever. */
    void (*sanitize)(bool on);
} FakeControl;

/** Calls of a thread of this name are neither counted nor made to fail: they come at any time. */
#define FAKE_UNSEEN "ringfence clock"

static inline const FakeControl *fake_control(void)
{
    const void *const found = dlsym(RTLD_DEFAULT, FAKE_SYMBOL);

    return found;
}

/** The sum over all kinds. */
static inline unsigned int fake_live(const FakeControl *control)
{
    unsigned int sum = 0U;

    for (int kind = 0; kind < (int)FAKE_KINDS; kind++) {
        sum += control->live((FakeKind)kind);
    }
    return sum;
}

#endif
