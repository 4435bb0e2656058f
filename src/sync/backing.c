/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file backing.c
 * What the system has of a sync object: memory of the timeline, page of the waiters, liveness pipe.
 */
#include <string.h>

#include "core/assert.h"
#include "core/status.h"
#include "port/descriptor.h"
#include "port/random.h"
#include "port/wait.h"
#include "sync/sync.h"

void sync_backing_unnamed(SyncBacking *parts)
{
    parts->memory.descriptor = -1;
    parts->waiting.descriptor = -1;
    if (feature_enabled(RINGFENCE_CFG_SHARING)) {
        parts->life.keep = -1;
        parts->life.watch = -1;
    }
}

/** @satisfies RF-SYNC-088 RF-SYNC-094 RF-SHARE-056 */
NvSciError sync_backing_make(const SyncShape *shape, SyncBacking *parts)
{
    PortStatus status = PORT_OK;

    ASSERT(parts->memory.base == NULL);
    ASSERT(parts->waiting.base == NULL);
    if (feature_enabled(RINGFENCE_CFG_SHARING)) {
        status = port_random(parts->identity, sizeof(parts->identity));
        if (parts->gate && (!shape->may_signal) && (status == PORT_OK)) {
            /* Engines may be told to wait before the right to signal is passed on. */
            status = port_liveness_make(&parts->life);
        }
    }
    if (status == PORT_OK) {
        status = port_counter_reserve(timeline_size(shape), &parts->memory);
    }
    if (status == PORT_OK) {
        status = port_counter_reserve((uint64_t)sizeof(SyncWaiters), &parts->waiting);
    }
    if (feature_enabled(RINGFENCE_CFG_SHARING) && (status == PORT_OK)) {
        /* A waiter could seal the page, and keep the process that signals from importing. */
        status = port_memory_keep_open(&parts->waiting);
    }
    return status_of_port(status);
}

/* ---------------------------------------------------------------- from another process */

/** Descriptors of a parcel, in this order; the last one goes along with the right to signal. */
#define PARCEL_MEMORY  0U
#define PARCEL_WAITING 1U
#define PARCEL_WATCH   2U
#define PARCEL_KEEP    3U
/** Number of descriptors without the right to signal, and with it. */
#define PARCEL_WAITS   3U
#define PARCEL_SIGNALS 4U
/** Number of descriptors that are made for the parcel. */
#define PARCEL_MADE 2U

static bool may_signal(uint64_t perm)
{
    return (perm & NvSciSyncAccessPerm_SignalOnly) != 0U;
}

/** Descriptors that go along with rights. */
static uint32_t parcel_size(uint64_t perm)
{
    const bool signals = may_signal(perm);

    return signals ? PARCEL_SIGNALS : PARCEL_WAITS;
}

/** Takes a descriptor out of a parcel. */
static int32_t take_out(PortParcel *parcel, uint32_t place)
{
    const int32_t descriptor = parcel->descriptors[place];

    ASSERT(place < PORT_PARCEL_MAX);
    parcel->descriptors[place] = -1;
    return descriptor;
}

/** Maps a memory of a parcel. */
static PortStatus adopt_one(PortParcel *parcel, uint32_t place, uint64_t size, bool writable,
                            PortMemory *memory)
{
    const PortStatus status =
        port_memory_adopt(parcel->descriptors[place], size, port_page_size(), writable, memory);

    if (status == PORT_OK) {
        parcel->descriptors[place] = -1;
    }
    return status;
}

/** Says whether a parcel is one that goes along with rights, with ends of a liveness pipe in it. */
static bool is_parcel(const PortParcel *parcel, uint64_t granted)
{
    bool is = (parcel->count == parcel_size(granted));

    if (is) {
        const PortLiveness line = {may_signal(granted) ? parcel->descriptors[PARCEL_KEEP] : -1,
                                   parcel->descriptors[PARCEL_WATCH]};

        is = port_liveness_fits(&line);
    }
    return is;
}

/** What a peer sent is to blame, unless the system is short of something. */
static NvSciError status_of_adoption(PortStatus port)
{
    NvSciError status = NvSciError_BadParameter;

    if ((port != PORT_FAILED) && (port != PORT_DENIED)) {
        status = status_of_port(port);
    }
    return status;
}

/** @satisfies RF-SHARE-047 RF-SHARE-050 */
NvSciError sync_backing_adopt(const SyncShape *shape, uint64_t granted, uint64_t perm,
                              PortParcel *parcel, SyncBacking *parts)
{
    SyncBacking made;
    PortStatus status = PORT_FAILED;

    (void)memset(&made, 0, sizeof(made));
    sync_backing_unnamed(&made);
    if (is_parcel(parcel, granted)) {
        status =
            adopt_one(parcel, PARCEL_MEMORY, timeline_size(shape), may_signal(perm), &made.memory);
    }
    if (status == PORT_OK) {
        status =
            adopt_one(parcel, PARCEL_WAITING, (uint64_t)sizeof(SyncWaiters), true, &made.waiting);
    }
    if (status == PORT_OK) {
        made.identity[0] = parts->identity[0];
        made.identity[1] = parts->identity[1];
        made.gate = parts->gate;
        ASSERT(made.memory.size >= timeline_size(shape));
        ASSERT((made.memory.base != NULL) == may_signal(perm));
        ASSERT(made.waiting.base != NULL);
        made.life.watch = take_out(parcel, PARCEL_WATCH);
        if (may_signal(perm)) {
            made.life.keep = take_out(parcel, PARCEL_KEEP);
        }
        ASSERT(made.life.watch >= 0);
        *parts = made;
    } else {
        sync_backing_release(&made);
    }
    port_parcel_close(parcel);
    return status_of_adoption(status);
}

/* ---------------------------------------------------------------- to another process */

/** Makes the line of an object that leaves its process for the first time. */
static NvSciError make_life(PortLiveness *life)
{
    NvSciError status = NvSciError_Success;

    if (life->watch < 0) {
        status = status_of_port(port_liveness_make(life));
    }
    return status;
}

/** Says whether this process signals an object itself. */
static bool signals_itself(const SyncObject *object)
{
    const ListGrant own = list_grant(&g_sync_lists, object->list, 0U);

    return may_signal(own.perm) && (object->parts.memory.base != NULL);
}

NvSciError sync_backing_seal(const SyncBacking *parts)
{
    return status_of_port(port_memory_seal(&parts->memory));
}

/** Makes the descriptors of a parcel. */
static NvSciError fill_parcel(const SyncBacking *parts, uint64_t perm, PortParcel *parcel)
{
    PortStatus status =
        port_memory_share(&parts->memory, may_signal(perm), &parcel->descriptors[PARCEL_MEMORY]);

    if (status == PORT_OK) {
        status = port_memory_share(&parts->waiting, true, &parcel->descriptors[PARCEL_WAITING]);
    }
    if (status == PORT_OK) {
        ASSERT(parcel->count == 0U);
        ASSERT(parts->life.watch >= 0);
        parcel->count = parcel_size(perm);
        parcel->descriptors[PARCEL_WATCH] = parts->life.watch;
        parcel->descriptors[PARCEL_KEEP] = may_signal(perm) ? parts->life.keep : -1;
    } else {
        sync_parcel_close(parcel);
    }
    return status_of_port(status);
}

/** @satisfies RF-SHARE-044 RF-SHARE-045 */
NvSciError sync_parcel_make(SyncObject *object, uint64_t perm, PortParcel *parcel)
{
    PortLiveness *const life = &object->parts.life;
    NvSciError status = make_life(life);

    if ((status == NvSciError_Success) && may_signal(perm) && (life->keep < 0)) {
        status = NvSciError_BadParameter;
    }
    if ((status == NvSciError_Success) && signals_itself(object)) {
        status = sync_backing_seal(&object->parts);
    }
    if (status == NvSciError_Success) {
        status = fill_parcel(&object->parts, perm, parcel);
    }
    return status;
}

void sync_parcel_close(PortParcel *parcel)
{
    for (uint32_t i = 0U; i < PARCEL_MADE; i++) {
        ringfence_port_descriptor_close(take_out(parcel, i));
    }
    parcel->count = 0U;
}

/** @satisfies RF-SHARE-046 RF-SYNC-261 */
void sync_parcel_sent(SyncObject *object, uint64_t perm)
{
    ASSERT(object->parts.life.watch >= 0);
    port_store32(&object->shared, 1U);
    if (may_signal(perm)) {
        ASSERT(object->parts.life.keep >= 0);
        ringfence_port_descriptor_close(object->parts.life.keep);
        object->parts.life.keep = -1;
        port_store32(&object->watched, 1U);
    }
    /* Who sleeps already did not know, and sleeps within this process. */
    timeline_wake_all(object);
    if (feature_enabled(PORT_HAS_KERNEL)) {
        port_wake_within(&object->waiters->wakeups);
    }
}

/** @satisfies RF-SYNC-095 */
void sync_backing_release(SyncBacking *parts)
{
    port_memory_release(&parts->memory);
    port_memory_release(&parts->waiting);
    ASSERT(parts->memory.base == NULL);
    ASSERT(parts->waiting.base == NULL);
    if (feature_enabled(RINGFENCE_CFG_SHARING)) {
        ringfence_port_descriptor_close(parts->life.keep);
        ringfence_port_descriptor_close(parts->life.watch);
    }
}
