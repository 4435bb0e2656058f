/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file quick.h
 * What the functions of the runtime path do by themselves where all is as usual: the phase admits
 * them, handles and fences are good, and an object has neither slots nor points of 32 bits.
 *
 * Each looks at all that its full form looks at. Whatever is not as usual is left to that one,
 * which begins anew, so that each refusal and each report is made in one place.
 */
#ifndef RINGFENCE_SYNC_QUICK_H
#define RINGFENCE_SYNC_QUICK_H

#include "core/handle.h"
#include "core/pool.h"
#include "sync/fence_code.h"
#include "sync/sync.h"

/* What each word of the payload of a fence holds. */
#define FENCE_OBJECT 0U
#define FENCE_POINT  1U
#define FENCE_SLOTS  2U
/** Two words that are zero. */
#define FENCE_UNUSED 3U
#define FENCE_CHECK  5U

/** Sum of a number and of the words of a fence that are zero if it has no slots: 0 iff all are. */
static inline uint64_t quick_slots(uint64_t sum, const NvSciSyncFence *fence)
{
    const uint64_t *const words = fence->payload;

    return sum | words[FENCE_SLOTS] | words[FENCE_UNUSED] | words[FENCE_UNUSED + 1U];
}

/** Sum of a number and of all words of a fence: 0 iff the number is, and the fence is cleared. */
static inline uint64_t quick_content(uint64_t sum, const NvSciSyncFence *fence)
{
    const uint64_t *const words = fence->payload;

    return quick_slots(sum | words[FENCE_OBJECT] | words[FENCE_POINT], fence) | words[FENCE_CHECK];
}

/** Check of a fence without slots, of a point of an object.
 * @satisfies RF-SYNC-201 */
static inline uint64_t quick_check(const SyncObject *object, uint64_t point)
{
    return object->key ^ fence_spread(point, FENCE_POINT_TURN, FENCE_POINT_TURN_MORE);
}

/** Says whether the name in a fence is none that an object without name has: of one object alone
 * that leads to it too, as in sync_is_handle(). */
static inline bool quick_has_name(const NvSciSyncFence *fence)
{
    return (RINGFENCE_CFG_SYNC_OBJECTS > 1U) ||
           (pool_index_of_name(fence->payload[FENCE_OBJECT]) == 0U);
}

/** Says whether a fence without slots is one of an object that is pinned: its name is the object's,
 * and its check fits. */
static inline bool quick_is_of(const SyncObject *object, const NvSciSyncFence *fence)
{
    const uint64_t *const words = fence->payload;

    return (port_load64(&object->name) == words[FENCE_OBJECT]) &&
           (quick_check(object, words[FENCE_POINT]) == words[FENCE_CHECK]) && quick_has_name(fence);
}

/** quick_is_of() for a fence that may have slots: also what they say fits. */
static inline bool quick_is_any_of(const SyncObject *object, const NvSciSyncFence *fence)
{
    const uint64_t *const words = fence->payload;
    bool fits = (port_load64(&object->name) == words[FENCE_OBJECT]) &&
                ((words[FENCE_UNUSED] | words[FENCE_UNUSED + 1U]) == 0U) && quick_has_name(fence);

    if (fits) {
        const uint64_t slots = words[FENCE_SLOTS];
        const uint64_t check = quick_check(object, words[FENCE_POINT]) ^ words[FENCE_CHECK];

        if (slots == 0U) {
            fits = (check == 0U);
        } else {
            fits = (check == fence_spread_slots(slots)) &&
                   ((uint32_t)slots <= object->shape.timestamp_slots) &&
                   ((slots >> FENCE_HALF_BITS) <= object->shape.task_status_slots);
        }
    }
    return fits;
}

/** Object that the name in a fence leads to; of the first row, if there is no such row. */
static inline SyncObject *quick_object_of_fence(const NvSciSyncFence *fence)
{
    const uint32_t row = pool_row(fence->payload[FENCE_OBJECT], RINGFENCE_CFG_SYNC_OBJECTS);

    return &g_sync_objects[(row < RINGFENCE_CFG_SYNC_OBJECTS) ? row : 0U];
}

/** Row of wait contexts that a handle leads to. It may be none. */
static inline uint32_t quick_context_row(NvSciSyncCpuWaitContext context)
{
    return pool_row(handle_bits(context), RINGFENCE_CFG_SYNC_WAIT_CONTEXTS);
}

/** Says whether a handle is none that a row without an idle context has: of one row alone that
 * leads to it too, as in sync_is_handle(). */
static inline bool quick_has_context(NvSciSyncCpuWaitContext context)
{
    return (RINGFENCE_CFG_SYNC_WAIT_CONTEXTS > 1U) ||
           (((uint32_t)handle_bits(context) & POOL_INDEX_MASK) == 0U);
}

/** Says whether a handle is that of a context that no wait uses, and with which an object that is
 * pinned can be waited for.
 * @satisfies RF-SYNC-240 */
static inline bool quick_is_context(const SyncObject *object, NvSciSyncCpuWaitContext context)
{
    const uint64_t word = handle_bits(context);
    const uint32_t row = quick_context_row(context);

    return (row < RINGFENCE_CFG_SYNC_WAIT_CONTEXTS) &&
           ((port_load64(&g_sync_contexts[row].idle) ^ object->wait_tag) == word) &&
           quick_has_context(context);
}

/** Says whether a fence without slots is one of an object that is pinned, and the context one that
 * quick_is_context() has, or would have if this process signalled. */
static inline bool quick_is_far(const SyncObject *object, const NvSciSyncFence *fence,
                                NvSciSyncCpuWaitContext context)
{
    const uint64_t word = handle_bits(context);
    const uint32_t row = quick_context_row(context);

    return quick_is_of(object, fence) && (row < RINGFENCE_CFG_SYNC_WAIT_CONTEXTS) &&
           ((port_load64(&g_sync_contexts[row].idle) ^ object->far_tag) == word) &&
           quick_has_context(context);
}

/** Says whether the point of a fence for which quick_is_far() is true is reached, and nobody said
 * that its signaller is gone.
 * @satisfies RF-SYNC-240 RF-SYNC-330 */
static inline bool quick_is_reached_far(const SyncObject *object, const NvSciSyncFence *fence)
{
    return (port_load64(&object->counter->value) >= fence->payload[FENCE_POINT]) &&
           final_is_open(object);
}

/** Object that a row of handles names. */
static inline SyncObject *quick_object_of_handle(uint32_t row)
{
    return &g_sync_objects[port_load32_relaxed(&g_sync_handles[row].object)];
}

/** Says whether a row of handles is a driver's: such a handle keeps its object without a pin. */
static inline bool quick_is_map(uint32_t row)
{
    return port_load32_relaxed(&g_sync_handles[row].is_map) == 1U;
}

/** Takes the next point, unless another thread does; 0: it did, or there is none.
 * @satisfies RF-SYNC-054 */
static inline uint64_t quick_take(SyncObject *object)
{
    const uint64_t seen = port_load64(&object->issued);
    uint64_t point = 0U;

    if (seen < UINT64_MAX) {
        if (port_swap64_if(&object->issued, seen, seen + 1U)) {
            point = seen + 1U;
        }
    }
    return point;
}

/**
 * Reaches the next point, if it was passed out and no other thread reaches it. The counter is not
 * read before: waiters look at its line, so a read would fetch the line, and the exchange would ask
 * for it again.
 */
static inline bool quick_reach(SyncObject *object)
{
    const uint64_t seen = port_load64_relaxed(&object->last_reached);

    bool reached = false;

    if (port_load64(&object->issued) > seen) {
        reached = timeline_reach(object, seen);
    }
    return reached;
}

#endif /* RINGFENCE_SYNC_QUICK_H */
