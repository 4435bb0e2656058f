/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file channels.h
 * Ways to send messages from one process to another, as test/bench/channels.c measures them.
 */
#ifndef RINGFENCE_BENCH_CHANNELS_H
#define RINGFENCE_BENCH_CHANNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Bytes of the largest message: a frame of the built-in table. */
#define MESSAGE_MAX 24576U

/** One of two ends. Messages of each direction have numbers, from 1 on. */
typedef struct {
    /** 0 is the parent, which begins. */
    uint32_t index;
    /** Number of the connection, another one each time. */
    uint32_t run;
    /** Bytes of each message. */
    size_t size;
    uint64_t sent;
    uint64_t received;
    _Alignas(64) unsigned char bytes[MESSAGE_MAX];
} End;

/** A way to send. Functions return whether all went well; NULL: nothing to do. */
typedef struct {
    const char *name;
    /** Before there are two processes. False: messages of this size cannot be sent. */
    bool (*open)(uint32_t run, size_t size);
    /** In each process, both at the same time. */
    bool (*join)(End *end);
    /** Sends the next number in a message. */
    bool (*send)(End *end);
    /** Takes a message, and looks at its number. */
    bool (*receive)(End *end);
    void (*leave)(End *end);
} Way;

/** iceoryx, where there is one; NULL where not. */
extern const Way *const way_iceoryx;

#endif /* RINGFENCE_BENCH_CHANNELS_H */
