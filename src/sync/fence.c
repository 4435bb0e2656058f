/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fence.c
 * Fences: 48 bytes in the caller's memory, checked at each use.
 *
 * A fence that is not all zero says the name of its object's slot, and ends with a word computed
 * of the others and of a number that only this process has.
 */
#include <string.h>

#include "core/fault.h"
#include "core/kept.h"
#include "core/pool.h"
#include "port/atomic.h"
#include "sync/fence_of.h"
#include "sync/object.h"
#include "sync/quick.h"
#include "sync/sync.h"

/**
 * Sum of name, point and slots in which each bit stands in three or four places. The words and
 * their sum are a code of distance 4: words that differ in one, two or three bits, those of the sum
 * counted, do not fit. So whatever the process's own number is, which is added to the sum. It is a
 * check, no signature: who has seen a fence of this process can compute others.
 * @satisfies RF-SYNC-201
 */
PORT_APART static uint64_t check_word(const uint64_t *words)
{
    const uint64_t slots =
        feature_enabled(SYNC_SLOTS) ? fence_spread_slots(words[FENCE_SLOTS]) : 0U;

    return fence_key(words[FENCE_OBJECT]) ^ slots ^
           fence_spread(words[FENCE_POINT], FENCE_POINT_TURN, FENCE_POINT_TURN_MORE);
}

/**
 * Takes a fence apart; false iff its bytes are not what the library wrote. The object may be gone.
 * @satisfies RF-SYNC-071 RF-SYNC-202
 */
PORT_HOT static bool decode(const NvSciSyncFence *fence, FenceView *view)
{
    const uint64_t *const words = fence->payload;
    uint64_t unused = words[FENCE_UNUSED] | words[FENCE_UNUSED + 1U];
    bool intact = false;

    if (!feature_enabled(SYNC_SLOTS)) {
        /* There is one word more. */
        unused |= words[FENCE_SLOTS];
    }
    /* The name of an object is not 0. */
    view->cleared = (words[FENCE_OBJECT] == 0U);
    if (view->cleared) {
        intact = ((words[FENCE_POINT] | words[FENCE_SLOTS] | unused | words[FENCE_CHECK]) == 0U);
    } else {
        intact = (unused == 0U) && (check_word(words) == words[FENCE_CHECK]);
        view->name = words[FENCE_OBJECT];
        view->object = pool_index_of_name(view->name);
        view->point = words[FENCE_POINT];
        view->timestamp = (uint32_t)(words[FENCE_SLOTS] & FENCE_HALF_MASK);
        view->task_status = (uint32_t)(words[FENCE_SLOTS] >> FENCE_HALF_BITS);
    }
    return intact;
}

static void encode(const FenceView *view, NvSciSyncFence *fence)
{
    (void)memset(fence, 0, sizeof(*fence));
    fence->payload[FENCE_OBJECT] = view->name;
    fence->payload[FENCE_POINT] = view->point;
    fence->payload[FENCE_SLOTS] =
        ((uint64_t)view->task_status << FENCE_HALF_BITS) | (uint64_t)view->timestamp;
    fence->payload[FENCE_CHECK] = check_word(fence->payload);
}

static bool is_live(const FenceView *view)
{
    return pool_is_named(RINGFENCE_POOL_SYNC_OBJECT, view->name);
}

bool fence_fits_object(const FenceView *view)
{
    const SyncShape *const shape = &g_sync_objects[view->object].shape;

    const uint32_t timestamps = feature_enabled(SYNC_SLOTS) ? shape->timestamp_slots : 0U;
    const uint32_t statuses = feature_enabled(SYNC_SLOTS) ? shape->task_status_slots : 0U;

    return (view->point <= shape->max_value) && (view->timestamp <= timestamps) &&
           (view->task_status <= statuses);
}

/**
 * Pins the object of a fence that is not cleared: its memory and its slot are kept for the time of
 * a call, whoever clears fences meanwhile. NULL iff it is gone.
 * @satisfies RF-SYNC-090
 */
static SyncObject *pin_live(const FenceView *view)
{
    SyncObject *kept = NULL;

    if (view->object < RINGFENCE_CFG_SYNC_OBJECTS) {
        SyncObject *const object = &g_sync_objects[view->object];

        sync_object_pin_fence(object);
        /* Whoever gives the object back makes its fences stale, and then looks at its uses. */
        if (is_live(view)) {
            kept = object;
        } else {
            sync_object_unpin_fence(object);
        }
    }
    return kept;
}

/** Keeps the memory of a fence's object for the time of a call. NULL, and a fault report, iff the
 * object is gone or has no such fences. */
static SyncObject *pin_object(PhaseOp op, const FenceView *view)
{
    SyncObject *kept = pin_live(view);

    if (kept == NULL) {
        ringfence_fault_report(op, RINGFENCE_FAULT_STALE_FENCE);
    } else if (!fence_fits_object(view)) {
        sync_object_unpin_fence(kept);
        kept = NULL;
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_FENCE);
    } else {
        /* It is kept. */
    }
    return kept;
}

/** Reads a fence, and pins nothing. BadParameter iff it is NULL or its bytes are not what the
 * library wrote. */
static NvSciError read_target(PhaseOp op, const NvSciSyncFence *fence, FenceView *view)
{
    NvSciError status = NvSciError_BadParameter;

    if (fence != NULL) {
        if (decode(fence, view)) {
            status = NvSciError_Success;
        } else {
            ringfence_fault_report(op, RINGFENCE_FAULT_BAD_FENCE);
        }
    }
    return status;
}

/** @satisfies RF-SYNC-072 */
NvSciError fence_read(PhaseOp op, const NvSciSyncFence *fence, FenceView *view)
{
    NvSciError status = read_target(op, fence, view);

    if (status != NvSciError_Success) {
        view->cleared = true;
    } else if (!view->cleared) {
        if (pin_object(op, view) == NULL) {
            view->cleared = true;
            status = NvSciError_BadParameter;
        }
    } else {
        /* There is nothing to pin. */
    }
    return status;
}

bool sync_fence_is_of(const NvSciSyncFence *fence, NvSciSyncObj kept)
{
    const uint32_t row = pool_row(handle_bits(kept), RINGFENCE_CFG_SYNC_HANDLES);
    bool names = false;

    if (row < RINGFENCE_CFG_SYNC_HANDLES) {
        const uint32_t object = port_load32_relaxed(&g_sync_handles[row].object);

        names = (fence->payload[FENCE_OBJECT] == pool_name(RINGFENCE_POOL_SYNC_OBJECT, object));
    }
    return names;
}

/** fence_read_kept() of any object. */
PORT_BEHIND static bool read_kept_fully(const SyncObject *object, const NvSciSyncFence *fence,
                                        FenceView *view)
{
    return decode(fence, view) && (!view->cleared) && (view->object == sync_object_index(object)) &&
           is_live(view) && fence_fits_object(view);
}

PORT_HOT bool fence_read_kept(const SyncObject *object, const NvSciSyncFence *fence,
                              FenceView *view)
{
    bool kept = false;

    if (fence != NULL) {
        const uint64_t *const words = fence->payload;
        const uint64_t slots = words[FENCE_SLOTS];

        if (feature_enabled(PORT_QUICK) && (port_load64(&object->name) == words[FENCE_OBJECT]) &&
            ((words[FENCE_UNUSED] | words[FENCE_UNUSED + 1U]) == 0U) &&
            ((quick_check(object, words[FENCE_POINT]) ^ fence_spread_slots(slots)) ==
             words[FENCE_CHECK])) {
            view->cleared = false;
            view->object = sync_object_index(object);
            view->name = words[FENCE_OBJECT];
            view->point = words[FENCE_POINT];
            view->timestamp = (uint32_t)(slots & FENCE_HALF_MASK);
            view->task_status = (uint32_t)(slots >> FENCE_HALF_BITS);
            kept = fence_fits_object(view);
        } else {
            kept = read_kept_fully(object, fence, view);
        }
    }
    return kept;
}

void fence_read_end(const FenceView *view)
{
    if (!view->cleared) {
        sync_object_unpin_fence(&g_sync_objects[view->object]);
    }
}

/** Reads a fence that must not be cleared. ClearedFence if it is. */
static NvSciError read_bound(PhaseOp op, const NvSciSyncFence *fence, FenceView *view)
{
    NvSciError status = fence_read(op, fence, view);

    if ((status == NvSciError_Success) && view->cleared) {
        status = NvSciError_ClearedFence;
    }
    return status;
}

/**
 * Drops what a fence held, if that is there still. The object is pinned meanwhile: another thread
 * may have freed the last handle when the fence was made, and must not give the slot to another
 * object.
 * @satisfies RF-SYNC-090
 */
static void release(PhaseOp op, const FenceView *view)
{
    if (!view->cleared) {
        SyncObject *const object = pin_live(view);

        if (object != NULL) {
            sync_object_drop(op, object);
            sync_object_unpin_fence(object);
        }
    }
}

/** One more fence of a view needs its object, which is pinned. */
static NvSciError hold_again(PhaseOp op, const FenceView *view)
{
    SyncObject *const object = &g_sync_objects[view->object];
    NvSciError status = sync_object_hold(object);

    if ((status == NvSciError_Success) && (!is_live(view))) {
        /* Whoever gave the object back may have taken it away already. */
        (void)sync_object_take_fence(object);
        ringfence_fault_report(op, RINGFENCE_FAULT_STALE_FENCE);
        status = NvSciError_BadParameter;
    }
    return status;
}

/** A fence of a point of an object, with the timestamp slot that the object's signals write. */
static FenceView view_of_point(const SyncObject *object, uint64_t point)
{
    FenceView view = {false, 0U, 0U, 0U, 0U, 0U};

    view.object = sync_object_index(object);
    view.name = pool_name(RINGFENCE_POOL_SYNC_OBJECT, view.object);
    view.point = point;
    if (feature_enabled(RINGFENCE_CFG_TIMESTAMP_SLOTS) && (object->shape.timestamp_slots > 0U)) {
        view.timestamp = timeline_timestamp_slot(object, point) + 1U;
    }
    return view;
}

/** Says whether a fence holds an object; no fence of another one, and none that is stale. */
static bool is_of(const FenceView *view, const SyncObject *object)
{
    return (!view->cleared) && (view->object == sync_object_index(object)) && is_live(view);
}

/** Writes the fence of a point that was reserved. */
static void put_point(SyncObject *object, uint64_t point, NvSciSyncFence *fence)
{
    FenceView view = view_of_point(object, point & object->shape.max_value);

    if (feature_enabled(RINGFENCE_CFG_ENGINES) &&
        feature_enabled(RINGFENCE_CFG_TASK_STATUS_SLOTS) && (!object->shape.cpu_signals)) {
        /* The driver of the engine may have to say that it failed. */
        view.task_status = timeline_renew_task_status(object, point) + 1U;
    }
    encode(&view, fence);
}

PORT_HOT NvSciError fence_generate(PhaseOp op, SyncObject *object, NvSciSyncFence *fence,
                                   uint64_t *value)
{
    FenceView old;
    bool holds = false;
    NvSciError status = read_target(op, fence, &old);

    if (status == NvSciError_Success) {
        /* A fence that will be of the same object goes on to hold it. */
        holds = is_of(&old, object);
        status = holds ? NvSciError_Success : sync_object_hold(object);
    }
    if (status == NvSciError_Success) {
        const uint64_t point = timeline_reserve(object);

        if (point != 0U) {
            put_point(object, point, fence);
            *value = point;
            if (!holds) {
                release(op, &old);
            }
        } else {
            /* The fence stays as it is. */
            if (!holds) {
                (void)sync_object_take_fence(object);
            }
            status = NvSciError_Overflow;
        }
    }
    return status;
}

NvSciError fence_abandon(PhaseOp op, SyncObject *object, NvSciSyncFence *fence)
{
    FenceView view = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status = fence_read(op, fence, &view);

    if ((status == NvSciError_Success) &&
        (view.cleared || (view.object != sync_object_index(object)))) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = timeline_unreserve(object, view.point);
    }
    if (status == NvSciError_Success) {
        release(op, &view);
        (void)memset(fence, 0, sizeof(*fence));
    }
    fence_read_end(&view);
    return status;
}

/** NvSciSyncFenceClear() of any fence. */
PORT_BEHIND static void clear_fully(NvSciSyncFence *syncFence)
{
    if (ringfence_phase_admit(OP_SYNC_FENCE_CLEAR) == NvSciError_Success) {
        if (syncFence != NULL) {
            FenceView view;

            if (read_target(OP_SYNC_FENCE_CLEAR, syncFence, &view) == NvSciError_Success) {
                release(OP_SYNC_FENCE_CLEAR, &view);
            }
            (void)memset(syncFence, 0, sizeof(*syncFence));
        }
    }
}

/** clear_fully() for a fence that may be cleared already. */
PORT_BEHIND static void clear_unusual(NvSciSyncFence *syncFence)
{
    if ((syncFence == NULL) || (quick_content(0U, syncFence) != 0U)) {
        clear_fully(syncFence);
    }
}

/** clear_fully(), once a pin is taken back. */
PORT_BEHIND static void clear_after(NvSciSyncFence *syncFence, SyncObject *object)
{
    sync_object_unpin_fence(object);
    clear_fully(syncFence);
}

/** @satisfies RF-SYNC-060 RF-SYNC-240 */
PORT_HOT void NvSciSyncFenceClear(NvSciSyncFence *syncFence)
{
    if (feature_enabled(PORT_QUICK) && (syncFence != NULL) &&
        (syncFence->payload[FENCE_OBJECT] != 0U) && (quick_slots(0U, syncFence) == 0U)) {
        const PortPair least = SYNC_FENCE + SYNC_PIN;
        SyncObject *const object = quick_object_of_fence(syncFence);
        const PortPair uses = port_add_pair(&object->uses, SYNC_PIN);
        bool taken = false;

        /* The fence and the pin go in one step, unless they are the last use. */
        if (quick_is_of(object, syncFence) && (uses > least)) {
            taken = port_swap_pair_if(&object->uses, uses, uses - least);
        }
        if (taken) {
            syncFence->payload[FENCE_OBJECT] = 0U;
            syncFence->payload[FENCE_POINT] = 0U;
            syncFence->payload[FENCE_CHECK] = 0U;
        } else {
            clear_after(syncFence, object);
        }
    } else if (feature_enabled(PORT_QUICK)) {
        clear_unusual(syncFence);
    } else {
        clear_fully(syncFence);
    }
}

/** NvSciSyncFenceDup() of any fences. */
PORT_BEHIND static NvSciError dup_fully(const NvSciSyncFence *srcSyncFence,
                                        NvSciSyncFence *dstSyncFence)
{
    FenceView source = {true, 0U, 0U, 0U, 0U, 0U};
    FenceView old = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status = ringfence_phase_admit(OP_SYNC_FENCE_DUP);

    if ((status == NvSciError_Success) && (srcSyncFence == dstSyncFence)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = fence_read(OP_SYNC_FENCE_DUP, srcSyncFence, &source);
    }
    if (status == NvSciError_Success) {
        status = read_target(OP_SYNC_FENCE_DUP, dstSyncFence, &old);
    }
    if ((status == NvSciError_Success) && (!source.cleared)) {
        status = hold_again(OP_SYNC_FENCE_DUP, &source);
    }
    if (status == NvSciError_Success) {
        *dstSyncFence = *srcSyncFence;
        release(OP_SYNC_FENCE_DUP, &old);
    }
    fence_read_end(&source);
    return status;
}

/** dup_fully(), once a pin is taken back. */
PORT_BEHIND static NvSciError dup_after(const NvSciSyncFence *srcSyncFence,
                                        NvSciSyncFence *dstSyncFence, SyncObject *object)
{
    sync_object_unpin_fence(object);
    return dup_fully(srcSyncFence, dstSyncFence);
}

/** dup_after(), once a fence is taken back that was counted: the object has too many. */
PORT_BEHIND static NvSciError dup_uncounted(const NvSciSyncFence *srcSyncFence,
                                            NvSciSyncFence *dstSyncFence, SyncObject *object)
{
    sync_object_pin_fence(object);
    (void)sync_object_take_fence(object);
    return dup_after(srcSyncFence, dstSyncFence, object);
}

/**
 * dup_fully(), when a fence was counted of an object without name. Whoever gives that object back
 * takes the fence away, or did: the slot may be another object's by now, which keeps its fences.
 */
PORT_BEHIND static NvSciError dup_late(const NvSciSyncFence *srcSyncFence,
                                       NvSciSyncFence *dstSyncFence)
{
    sync_object_settle();
    return dup_fully(srcSyncFence, dstSyncFence);
}

/** @satisfies RF-SYNC-061 RF-SYNC-240 */
PORT_HOT NvSciError NvSciSyncFenceDup(const NvSciSyncFence *srcSyncFence,
                                      NvSciSyncFence *dstSyncFence)
{
    NvSciError status = NvSciError_Success;

    if (feature_enabled(PORT_QUICK) && (srcSyncFence != NULL) && (dstSyncFence != NULL) &&
        (srcSyncFence->payload[FENCE_OBJECT] != 0U) &&
        (quick_content(quick_slots(phase_refuses_signals(), srcSyncFence), dstSyncFence) == 0U)) {
        SyncObject *const object = quick_object_of_fence(srcSyncFence);

        sync_object_pin_fence(object);
        if (!quick_is_of(object, srcSyncFence)) {
            status = dup_after(srcSyncFence, dstSyncFence, object);
        } else if (port_add_pair(&object->uses, SYNC_FENCE - SYNC_PIN) >= SYNC_TOO_MANY) {
            status = dup_uncounted(srcSyncFence, dstSyncFence, object);
        } else if (port_load64(&object->name) != srcSyncFence->payload[FENCE_OBJECT]) {
            status = dup_late(srcSyncFence, dstSyncFence);
        } else {
            dstSyncFence->payload[FENCE_OBJECT] = srcSyncFence->payload[FENCE_OBJECT];
            dstSyncFence->payload[FENCE_POINT] = srcSyncFence->payload[FENCE_POINT];
            dstSyncFence->payload[FENCE_CHECK] = srcSyncFence->payload[FENCE_CHECK];
        }
    } else {
        status = dup_fully(srcSyncFence, dstSyncFence);
    }
    return status;
}

/** @satisfies RF-SYNC-062 */
NvSciError NvSciSyncFenceExtractFence(const NvSciSyncFence *syncFence, uint64_t *id,
                                      uint64_t *value)
{
    FenceView view = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status = feature_admit(RINGFENCE_CFG_EXTRAS, OP_SYNC_FENCE_EXTRACT_FENCE);

    if ((status == NvSciError_Success) && ((id == NULL) || (value == NULL))) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = read_bound(OP_SYNC_FENCE_EXTRACT_FENCE, syncFence, &view);
    }
    if (status == NvSciError_Success) {
        *id = 0U;
        *value = view.point;
    }
    fence_read_end(&view);
    return status;
}

NvSciError fence_bind(PhaseOp op, const FenceView *view, NvSciSyncFence *fence)
{
    FenceView old = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status = read_target(op, fence, &old);

    if ((status == NvSciError_Success) && (!view->cleared)) {
        status = sync_object_hold(&g_sync_objects[view->object]);
    }
    if (status == NvSciError_Success) {
        if (view->cleared) {
            (void)memset(fence, 0, sizeof(*fence));
        } else {
            encode(view, fence);
        }
        release(op, &old);
    }
    return status;
}

/** Overwrites a fence with a point of an object that is pinned. */
static NvSciError fence_update(PhaseOp op, const SyncObject *object, uint64_t id, uint64_t value,
                               NvSciSyncFence *fence)
{
    FenceView old = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status = read_target(op, fence, &old);

    if ((status == NvSciError_Success) && ((id != 0U) || (value > object->shape.max_value))) {
        status = NvSciError_Overflow;
    }
    if (status == NvSciError_Success) {
        FenceView view = view_of_point(object, value);

        view.task_status = feature_enabled(RINGFENCE_CFG_TASK_STATUS_SLOTS) ? 1U : 0U;
        status = fence_bind(op, &view, fence);
    }
    return status;
}

/** @satisfies RF-SYNC-063 */
NvSciError NvSciSyncFenceUpdateFence(NvSciSyncObj syncObj, uint64_t id, uint64_t value,
                                     NvSciSyncFence *syncFence)
{
    SyncObject *object = NULL;
    NvSciError status = feature_admit(RINGFENCE_CFG_EXTRAS, OP_SYNC_FENCE_UPDATE_FENCE);

    if (status == NvSciError_Success) {
        status = sync_object_pin_handle(OP_SYNC_FENCE_UPDATE_FENCE, syncObj, &object);
    }
    if (status == NvSciError_Success) {
        status = fence_update(OP_SYNC_FENCE_UPDATE_FENCE, object, id, value, syncFence);
        sync_object_unpin(object);
    }
    return status;
}

/* ---------------------------------------------------------------- waiting */

/** No usual time-out has as many bits. */
#define TIMEOUT_USUAL_BITS 52U

_Static_assert(((uint64_t)1U << TIMEOUT_USUAL_BITS) < (0x7FFFFFFFFFFFFFFFU / 1000U),
               "a usual time-out fits");

/** @satisfies RF-SYNC-075 */
static bool timeout_fits(int64_t timeout_us)
{
    return (timeout_us >= -1) && (timeout_us <= NvSciSyncFenceMaxTimeout);
}

/** Reports a wait context of another module than the object.
 * @satisfies RF-SYNC-341 */
static void report_context(PhaseOp op, uint32_t context)
{
    if (FAULT_OF_WAITS == 1U) {
        fault_report_name(op, kept_slot(RINGFENCE_POOL_SYNC_WAIT_CONTEXT, context));
    }
}

/**
 * Waits for a point of an object that is pinned, with a context that belongs to the same module.
 * @satisfies RF-SYNC-093
 */
static NvSciError wait_bound(PhaseOp op, SyncObject *object, uint64_t point, uint32_t context,
                             int64_t timeout_us, NvSciSyncWaitMode mode)
{
    NvSciError status = NvSciError_Success;

    if (!object->shape.cpu_waits) {
        status = fault_of_access(op, ACCESS_CAUSE_WAIT);
    } else if (wait_context_module(context) != object->module) {
        report_context(op, context);
        status = NvSciError_BadParameter;
    } else {
        /* The CPU waits, with a context of the same module. */
    }
    if (status == NvSciError_Success) {
        status = wait_context_begin(context);
        if ((FAULT_OF_WAITS == 1U) && (status != NvSciError_Success)) {
            ringfence_fault_report(op, RINGFENCE_FAULT_IN_USE);
        }
    }
    if (status == NvSciError_Success) {
        if (!timeline_reached(object, point)) {
            port_refusal_drop();
            status = timeline_wait(object, point, timeout_us, mode, context);
            fault_refusals(op);
        }
        wait_context_end(context);
    }
    if (feature_enabled(RINGFENCE_CFG_SHARING) && (status == NvSciError_NoSuchProcess)) {
        waiter_counter_report(op, object);
    }
    return status;
}

static NvSciError wait_fence(PhaseOp op, const NvSciSyncFence *fence,
                             NvSciSyncCpuWaitContext context, int64_t timeout_us,
                             NvSciSyncWaitMode mode)
{
    uint32_t index = 0U;
    NvSciError status = wait_context_find(op, context, &index);

    if ((status == NvSciError_Success) && (!timeout_fits(timeout_us))) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        FenceView view;

        status = read_target(op, fence, &view);
        if ((status == NvSciError_Success) && (!view.cleared)) {
            SyncObject *const object = pin_object(op, &view);

            status = NvSciError_BadParameter;
            if (object != NULL) {
                status = wait_bound(op, object, view.point, index, timeout_us, mode);
                sync_object_unpin_fence(object);
            }
        }
    }
    return status;
}

/** NvSciSyncFenceWait() for any fence. */
PORT_BEHIND static NvSciError wait_fully(const NvSciSyncFence *syncFence,
                                         NvSciSyncCpuWaitContext context, int64_t timeoutUs)
{
    NvSciError status = ringfence_phase_admit(OP_SYNC_FENCE_WAIT);

    if (status == NvSciError_Success) {
        status = wait_fence(OP_SYNC_FENCE_WAIT, syncFence, context, timeoutUs,
                            NvSciSyncWaitMode_Default);
    }
    return status;
}

/** NvSciSyncFenceWait() for a point that was not reached, of an object that is pinned, with a
 * context that was found. */
PORT_BEHIND_WHOLE static NvSciError wait_pinned(const NvSciSyncFence *syncFence,
                                                NvSciSyncCpuWaitContext context, int64_t timeoutUs,
                                                SyncObject *object)
{
    NvSciError status = NvSciError_BadParameter;

    if (feature_enabled(PORT_QUICK)) {
        const uint32_t row = quick_context_row(context);

        status = wait_bound(OP_SYNC_FENCE_WAIT, object, syncFence->payload[FENCE_POINT], row,
                            timeoutUs, NvSciSyncWaitMode_Default);
    }
    sync_object_unpin_fence(object);
    return status;
}

/** NvSciSyncFenceWait() for an object that is pinned, which another process signals, or of which
 * the fence or the context is none. */
PORT_BEHIND_WHOLE static NvSciError wait_after(const NvSciSyncFence *syncFence,
                                               NvSciSyncCpuWaitContext context, int64_t timeoutUs,
                                               SyncObject *object)
{
    NvSciError status = NvSciError_Success;

    if (!(feature_enabled(RINGFENCE_CFG_SHARING) && quick_is_far(object, syncFence, context))) {
        sync_object_unpin_fence(object);
        status = wait_fully(syncFence, context, timeoutUs);
    } else if (quick_is_reached_far(object, syncFence)) {
        sync_object_unpin_fence(object);
    } else {
        status = wait_pinned(syncFence, context, timeoutUs, object);
    }
    return status;
}

/** 0: a time-out fits, and is not one of years. */
static inline uint64_t is_unusual(int64_t timeout_us)
{
    return ((uint64_t)timeout_us + 1U) >> TIMEOUT_USUAL_BITS;
}

/** A wait that finds its point reached needs its context for nothing but to be no other's.
 * @satisfies RF-SYNC-064 RF-SYNC-240 */
PORT_HOT NvSciError NvSciSyncFenceWait(const NvSciSyncFence *syncFence,
                                       NvSciSyncCpuWaitContext context, int64_t timeoutUs)
{
    NvSciError status = NvSciError_Success;

    if (feature_enabled(PORT_QUICK) && (syncFence != NULL) && (is_unusual(timeoutUs) == 0U) &&
        (quick_slots(phase_refuses_signals(), syncFence) == 0U)) {
        SyncObject *const object = quick_object_of_fence(syncFence);

        sync_object_pin_fence(object);
        if (!(quick_is_of(object, syncFence) && quick_is_context(object, context))) {
            status = wait_after(syncFence, context, timeoutUs, object);
        } else if (port_load64(&object->counter->value) >= syncFence->payload[FENCE_POINT]) {
            sync_object_unpin_fence(object);
        } else {
            status = wait_pinned(syncFence, context, timeoutUs, object);
        }
    } else {
        status = wait_fully(syncFence, context, timeoutUs);
    }
    return status;
}

/** NvSciSyncFenceWaitWithMode() for any fence. */
PORT_BEHIND static NvSciError wait_in_mode(const NvSciSyncFence *syncFence,
                                           NvSciSyncCpuWaitContext context, int64_t timeoutUs,
                                           NvSciSyncWaitMode waitMode)
{
    NvSciError status = feature_admit(RINGFENCE_CFG_EXTRAS, OP_SYNC_FENCE_WAIT_WITH_MODE);

    if (status == NvSciError_Success) {
        if ((waitMode == NvSciSyncWaitMode_Default) ||
            (waitMode == NvSciSyncWaitMode_BusyWithYield) ||
            (waitMode == NvSciSyncWaitMode_BusyNoYield)) {
            status =
                wait_fence(OP_SYNC_FENCE_WAIT_WITH_MODE, syncFence, context, timeoutUs, waitMode);
        } else if (waitMode == NvSciSyncWaitMode_Blocking) {
            status = NvSciError_UnsupportedConfig;
        } else {
            status = NvSciError_BadParameter;
        }
    }
    return status;
}

/** Says whether a wait finds its point reached, and all as usual. */
PORT_SHORT bool wait_is_over(const NvSciSyncFence *fence, NvSciSyncCpuWaitContext context)
{
    SyncObject *const object = quick_object_of_fence(fence);
    bool over = false;

    sync_object_pin_fence(object);
    over = quick_is_of(object, fence) && quick_is_context(object, context) &&
           (port_load64(&object->counter->value) >= fence->payload[FENCE_POINT]);
    if (feature_enabled(RINGFENCE_CFG_SHARING) && (!over)) {
        over = quick_is_far(object, fence, context) && quick_is_reached_far(object, fence);
    }
    sync_object_unpin_fence(object);
    return over;
}

/** @satisfies RF-SYNC-065 RF-SYNC-240 */
NvSciError NvSciSyncFenceWaitWithMode(const NvSciSyncFence *syncFence,
                                      NvSciSyncCpuWaitContext context, int64_t timeoutUs,
                                      NvSciSyncWaitMode waitMode)
{
    NvSciError status = NvSciError_Success;
    bool over = false;
    const bool taken = (waitMode == NvSciSyncWaitMode_Default) ||
                       (waitMode == NvSciSyncWaitMode_BusyWithYield) ||
                       (waitMode == NvSciSyncWaitMode_BusyNoYield);

    if (feature_enabled(PORT_QUICK) && feature_enabled(RINGFENCE_CFG_EXTRAS) && taken &&
        (syncFence != NULL) && (is_unusual(timeoutUs) == 0U) &&
        (quick_slots(phase_refuses_signals(), syncFence) == 0U)) {
        /* Whatever the mode, there is nothing to wait for then. */
        over = wait_is_over(syncFence, context);
    }
    if (!over) {
        status = wait_in_mode(syncFence, context, timeoutUs, waitMode);
    }
    return status;
}

/* ---------------------------------------------------------------- timestamps and task status */

/** Refuses a fence that names no slot of timestamps: no list asked for them. BadParameter.
 * @satisfies RF-SYNC-341 */
static NvSciError refuse_stamps(PhaseOp op)
{
    return (FAULT_OF_WAITS == 1U) ? fault_of_access(op, ACCESS_CAUSE_STAMPS)
                                  : NvSciError_BadParameter;
}

/** @satisfies RF-SYNC-066 */
NvSciError NvSciSyncFenceGetTimestamp(const NvSciSyncFence *syncFence, uint64_t *timestampUS)
{
    FenceView view = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status = feature_admit(RINGFENCE_CFG_TIMESTAMP_SLOTS, OP_SYNC_FENCE_GET_TIMESTAMP);

    if (status == NvSciError_Success) {
        status = read_bound(OP_SYNC_FENCE_GET_TIMESTAMP, syncFence, &view);
    }
    if (status == NvSciError_Success) {
        SyncObject *const object = &g_sync_objects[view.object];

        if (timestampUS == NULL) {
            status = NvSciError_BadParameter;
        } else if (view.timestamp == 0U) {
            status = refuse_stamps(OP_SYNC_FENCE_GET_TIMESTAMP);
        } else if (!timeline_reached(object, view.point)) {
            status = NvSciError_NotYetAvailable;
        } else {
            status = timeline_timestamp(object, view.timestamp - 1U, view.point, timestampUS);
        }
    }
    fence_read_end(&view);
    return status;
}

/** Reports a slot that an object has not, if it has any.
 * @satisfies RF-CORE-341 */
static void report_slot(PhaseOp op, FaultLimit limit, uint32_t slot, uint32_t slots)
{
    if (slots > 0U) {
        fault_report_capacity(op, limit, (uint64_t)slot + 1U, slots);
    }
}

/** @satisfies RF-SYNC-067 */
NvSciError NvSciSyncFenceAddTimestampSlot(NvSciSyncFence *syncFence, uint32_t timestampSlot)
{
    FenceView view = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status =
        feature_admit(RINGFENCE_CFG_TIMESTAMP_SLOTS, OP_SYNC_FENCE_ADD_TIMESTAMP_SLOT);

    if (status == NvSciError_Success) {
        status = read_bound(OP_SYNC_FENCE_ADD_TIMESTAMP_SLOT, syncFence, &view);
    }
    if (status == NvSciError_Success) {
        const uint32_t slots = g_sync_objects[view.object].shape.timestamp_slots;

        if (timestampSlot >= slots) {
            report_slot(OP_SYNC_FENCE_ADD_TIMESTAMP_SLOT, FAULT_LIMIT_TIMESTAMP_SLOTS,
                        timestampSlot, slots);
            status = NvSciError_BadParameter;
        } else {
            view.timestamp = timestampSlot + 1U;
            encode(&view, syncFence);
        }
    }
    fence_read_end(&view);
    return status;
}

/** @satisfies RF-SYNC-068 */
NvSciError NvSciSyncFenceExtractTimestampSlot(NvSciSyncFence *syncFence, uint32_t *timeStampSlot)
{
    FenceView view = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status =
        feature_admit(RINGFENCE_CFG_TIMESTAMP_SLOTS, OP_SYNC_FENCE_EXTRACT_TIMESTAMP_SLOT);

    if (status == NvSciError_Success) {
        status = read_bound(OP_SYNC_FENCE_EXTRACT_TIMESTAMP_SLOT, syncFence, &view);
    }
    if (status == NvSciError_Success) {
        if ((timeStampSlot == NULL) || (view.timestamp == 0U)) {
            status = NvSciError_BadParameter;
        } else {
            *timeStampSlot = view.timestamp - 1U;
        }
    }
    fence_read_end(&view);
    return status;
}

/** @satisfies RF-SYNC-069 */
NvSciError NvSciSyncFenceAddTaskStatusSlot(NvSciSyncFence *syncFence, uint32_t taskStatusSlot)
{
    FenceView view = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status =
        feature_admit(RINGFENCE_CFG_TASK_STATUS_SLOTS, OP_SYNC_FENCE_ADD_TASK_STATUS_SLOT);

    if (status == NvSciError_Success) {
        status = read_bound(OP_SYNC_FENCE_ADD_TASK_STATUS_SLOT, syncFence, &view);
    }
    if (status == NvSciError_Success) {
        const uint32_t slots = g_sync_objects[view.object].shape.task_status_slots;

        if (taskStatusSlot >= slots) {
            report_slot(OP_SYNC_FENCE_ADD_TASK_STATUS_SLOT, FAULT_LIMIT_TASK_STATUS_SLOTS,
                        taskStatusSlot, slots);
            status = NvSciError_BadParameter;
        } else {
            view.task_status = taskStatusSlot + 1U;
            encode(&view, syncFence);
        }
    }
    fence_read_end(&view);
    return status;
}

/** @satisfies RF-SYNC-070 */
NvSciError NvSciSyncFenceGetTaskStatus(const NvSciSyncFence *syncFence,
                                       NvSciSyncTaskStatus *taskStatus)
{
    FenceView view = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status =
        feature_admit(RINGFENCE_CFG_TASK_STATUS_SLOTS, OP_SYNC_FENCE_GET_TASK_STATUS);

    if (status == NvSciError_Success) {
        status = read_bound(OP_SYNC_FENCE_GET_TASK_STATUS, syncFence, &view);
    }
    if (status == NvSciError_Success) {
        SyncObject *const object = &g_sync_objects[view.object];

        if ((taskStatus == NULL) || (view.task_status == 0U)) {
            status = NvSciError_BadParameter;
        } else if (!timeline_reached(object, view.point)) {
            status = NvSciError_NotYetAvailable;
        } else {
            status = timeline_get_task_status(object, view.task_status - 1U, taskStatus);
        }
    }
    fence_read_end(&view);
    return status;
}
