/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cores.h
 * What the files of this port share: several images, each on a core of its own, and the memory that
 * all of them reach.
 *
 * Each core has a record in the shared memory. A word of it has one writer: the record's own core,
 * except for the words that say who uses what, of which each core writes its own. So no core waits
 * for another one, a core that is reset at any instruction holds nothing, and no operation between
 * cores needs more than loads and stores of 32 bits.
 *
 * What a core uses it marks with the number of its life. When the core is started again it has
 * another number, and the marks mean nothing any more.
 */
#ifndef RINGFENCE_PORT_CORES_CORES_H
#define RINGFENCE_PORT_CORES_CORES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "port/atomic.h"
#include "port/baremetal/first_fit.h"
#include "port/channel.h"
#include "port/status.h"
#include "ringfence_cfg.h"

/* ---------------------------------------------------------------- shared memory */

/** Version of what lies in the shared memory. */
#define CORES_VERSION 4U
/** Words of what must be the same in all images. */
#define CORES_WORDS 14U
/** Bytes of a name with its end. */
#define CORES_NAME 64U
/** Bytes of the longest message. */
#define CORES_BYTES 160U
/** Messages that may be on their way to one endpoint: claims and parcels of both sides, and
 * reminders, which are sixteen at most. A power of two. */
#if (RINGFENCE_CFG_PARCELS <= 8U)
#define CORES_MESSAGES 32U
#elif (RINGFENCE_CFG_PARCELS <= 24U)
#define CORES_MESSAGES 64U
#elif (RINGFENCE_CFG_PARCELS <= 56U)
#define CORES_MESSAGES 128U
#elif (RINGFENCE_CFG_PARCELS <= 120U)
#define CORES_MESSAGES 256U
#elif (RINGFENCE_CFG_PARCELS <= 248U)
#define CORES_MESSAGES 512U
#elif (RINGFENCE_CFG_PARCELS <= 504U)
#define CORES_MESSAGES 1024U
#elif (RINGFENCE_CFG_PARCELS <= 1016U)
#define CORES_MESSAGES 2048U
#else
#define CORES_MESSAGES 4096U
#endif

/** Resources of each core that others can use: memory of buffers and channels, memory of sync
 * objects, liveness lines. In this order. */
#define CORES_MEMORIES  (RINGFENCE_CFG_BUF_MEMORIES + RINGFENCE_CFG_IPC_ENDPOINTS)
#define CORES_COUNTERS  (2U * RINGFENCE_CFG_SYNC_OBJECTS)
#define CORES_LINES     RINGFENCE_CFG_SYNC_OBJECTS
#define CORES_RESOURCES (CORES_MEMORIES + CORES_COUNTERS + CORES_LINES)

/** A resource. Written by its core when nobody uses it, except as said. */
typedef struct {
    /** Changes each time the row is taken. */
    PortAtomic32 generation;
    /** Where its memory lies in the memory of its core, and its bytes. */
    PortAtomic32 place;
    PortAtomic32 size;
    /** Not 0: nobody else may map it for writing. Set by any core. */
    PortAtomic32 sealed;
    /** Each core's own: its life if it uses the resource. */
    PortAtomic32 uses[RINGFENCE_CFG_CORES];
    /** Each core's own: its life if it keeps the line alive. */
    PortAtomic32 keeps[RINGFENCE_CFG_CORES];
} CoresResource;

/** How a core names a resource to another one. */
typedef struct {
    uint32_t core;
    uint32_t index;
    uint32_t generation;
} CoresName;

/** A descriptor in a message. */
typedef struct {
    CoresName name;
    uint32_t kind;
    uint32_t writable;
} CoresReference;

/** A message, and for which link of whom it is. */
typedef struct {
    uint32_t link;
    uint32_t to;
    uint32_t length;
    uint32_t count;
    CoresReference references[PORT_PARCEL_MAX];
    uint8_t bytes[CORES_BYTES];
} CoresMessage;

/** An endpoint. All of it is its core's. */
typedef struct {
    /** Not 0: it is open. */
    PortAtomic32 open;
    /** Times that this row was opened, in all lives of the core. */
    PortAtomic32 opened;
    /** Times that it tried to connect, in all lives of the core: the number of its last link. */
    PortAtomic32 attempts;
    /** Number of its link; 0: none. */
    PortAtomic32 link;
    /** To whom. */
    PortAtomic32 peer;
    /** Which opening of that endpoint it connects to. */
    PortAtomic32 target;
    /** Its messages that belong to its link begin with this one. */
    PortAtomic32 first;
    /** Last attempt that it accepted: its number, and whose it was. */
    PortAtomic32 accepted;
    PortAtomic32 accepted_from;
    /** Messages that were ever written here, and messages of the peer that were read. */
    PortAtomic32 written;
    PortAtomic32 read;
    char name[CORES_NAME];
    CoresMessage messages[CORES_MESSAGES];
} CoresEndpoint;

/** What must be the same in all images. */
typedef struct {
    PortAtomic32 words[CORES_WORDS];
} CoresLayout;

/** Of the shared memory. */
#if (PLACE_LINE > 16U)
#define CORES_ALIGNMENT PLACE_LINE
#else
#define CORES_ALIGNMENT 16U
#endif

/** Bytes of the memory of the channels of one core. */
#define CORES_CHANNEL_BYTES                                                                        \
    (((RINGFENCE_CFG_CHANNEL_BYTES + CORES_ALIGNMENT) - 1U) & ~(CORES_ALIGNMENT - 1U))

/** A core. */
typedef struct {
    /** Number of the life that set up the record. */
    PortAtomic32 life;
    CoresLayout layout;
    /** Times that this core notified an endpoint of each core. */
    PortAtomic32 notifications[RINGFENCE_CFG_CORES][RINGFENCE_CFG_IPC_ENDPOINTS];
    CoresResource resources[CORES_RESOURCES];
    CoresEndpoint endpoints[RINGFENCE_CFG_IPC_ENDPOINTS];
    /** Memory of its sync objects. */
    PlaceCounters counters[RINGFENCE_CFG_SYNC_OBJECTS] __attribute__((aligned(CORES_ALIGNMENT)));
    /** Memory of the channels that it makes. */
    uint8_t channels[CORES_CHANNEL_BYTES] __attribute__((aligned(CORES_ALIGNMENT)));
} CoresRecord;

/** The shared memory, buffers excepted. Caches see each other's writes to it. */
typedef struct {
    CoresRecord records[RINGFENCE_CFG_CORES];
} CoresShared;

/** Bytes of the buffers of one core. */
#define CORES_BUFFER_BYTES                                                                         \
    (((RINGFENCE_CFG_BUFFER_BYTES + PLACE_BUFFERS) - 1U) & ~(PLACE_BUFFERS - 1U))

/* ---------------------------------------------------------------- cores (shared.c) */

/** Begins to use the shared memory, once; says whether there is any. */
bool cores_join(void);

/** Bytes of shared memory that the last join asked for and did not get. */
uint64_t cores_refused(void);

/** Number of this core, and of its life. */
uint32_t cores_own(void);
uint32_t cores_own_life(void);

/** Number of the life of a core that runs and shares the same memory in the same way; 0: it does
 * not. */
uint32_t cores_life(uint32_t core);

/** Record of a core, which must be less than RINGFENCE_CFG_CORES. Only after cores_join(). */
CoresRecord *cores_record(uint32_t core);

/** Memory of the buffers of a core. */
uint8_t *cores_buffers(uint32_t core);

/** Takes the lock of this image's tables. */
void cores_lock(void);
void cores_unlock(void);

/* ---------------------------------------------------------------- resources (resource.c) */

/** The resource of a name. */
CoresResource *cores_resource(const CoresName *name);

/** Takes one of this core's rows that nobody uses, from `first` on, `count` of them. Nobody uses it
 * before the caller makes a descriptor of it. False: there is none. What links have given up is
 * free after cores_link_settle(). */
bool cores_resource_take(uint32_t first, uint32_t count, CoresName *name);

/** Says whether a core that lives uses or keeps one of this core's resources. */
bool cores_resource_is_used(uint32_t index);

/** Says whether a line is kept by nobody any more. */
bool cores_line_is_over(const CoresName *line);

/* ---------------------------------------------------------------- descriptors (descriptor.c) */

/** What a descriptor is. */
typedef enum {
    CORES_FREE = 0,
    CORES_MEMORY = 1,
    /** Ends of a liveness line. */
    CORES_KEEP = 2,
    CORES_WATCH = 3,
    CORES_EVENT = 4,
    CORES_WAITER = 5
} CoresKind;

/** A descriptor of this image. */
typedef struct {
    CoresKind kind;
    bool writable;
    /** The resource; of a waiter the index of the endpoint. */
    CoresName name;
    /** An event that is set. */
    PortAtomic32 is_set;
} CoresDescriptor;

/** Row of a descriptor; NULL: it is none. */
CoresDescriptor *cores_descriptor(int32_t descriptor);

/** Makes a descriptor, and uses or keeps what it names. PORT_NO_RESOURCE: there is no row;
 * PORT_FAILED: the resource is not there any more. */
PortStatus cores_descriptor_make(const CoresDescriptor *made, int32_t *descriptor);

/** Makes a descriptor of an event or a waiter, or of what the caller holds already. */
PortStatus cores_descriptor_take(const CoresDescriptor *made, int32_t *descriptor);

/** Closes a descriptor that is not negative. */
void cores_descriptor_drop(int32_t descriptor);

/** Uses or keeps a resource once more; PORT_FAILED: it is not there any more. */
PortStatus cores_hold(CoresKind kind, const CoresName *name);

/** Ends one use or keep of a resource that cores_hold() began. */
void cores_let_go(CoresKind kind, const CoresName *name);

/* ---------------------------------------------------------------- links (link.c) */

/** Says what is ready at an endpoint. Needs no lock. */
uint32_t cores_link_look(uint32_t slot);

/** Gives up what went over links and was taken by the peers. */
void cores_link_settle(void);

#endif /* RINGFENCE_PORT_CORES_CORES_H */
