/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fence_driver.c
 * Fences as drivers see them: values of a counter.
 *
 * Like the CPU's signals and waits these take no lock: they pin the object for the time of a call,
 * unless the handle is a map's, which is not undone during a call.
 */
#include "core/fault.h"
#include "core/handle.h"
#include "ringfence_engine.h"
#include "sync/object.h"
#include "sync/quick.h"
#include "sync/sync.h"

/** A waiter counter that was opened is ahead of points up to here; a comparison that wraps around
 * takes what is twice as far for something behind. */
#define AHEAD_MAX 0x3FFFFFFFFFFFFFFFULL

/** An object for the time of a call. */
typedef struct {
    SyncObject *object;
    /** It is pinned; the handle of a map keeps it without that. */
    bool pinned;
} PinnedObject;

static void end_use(const PinnedObject *kept)
{
    SyncObject *const object = kept->object;

    if (kept->pinned) {
        sync_object_unpin(object);
    }
}

/** Keeps an object that engines of this process signal. BadParameter iff there is none.
 * @satisfies RF-ENGINE-200 */
static NvSciError keep_signaller(PhaseOp op, NvSciSyncObj handle, PinnedObject *kept)
{
    NvSciError status = sync_object_pin_unless_map(op, handle, &kept->object, &kept->pinned);

    if ((status == NvSciError_Success) && (!kept->object->shape.engine_signals)) {
        end_use(kept);
        status = NvSciError_BadParameter;
    }
    return status;
}

/** RingfenceEngineFenceGenerate() of any object, into any fence.
 * @satisfies RF-ENGINE-006 RF-ENGINE-007 RF-ENGINE-012 RF-ENGINE-030 */
PORT_APART static NvSciError make_fully(NvSciSyncObj object, NvSciSyncFence *fence, uint64_t *point)
{
    const PhaseOp op = OP_ENGINE_FENCE_GENERATE;
    PinnedObject kept = {NULL, false};
    NvSciError status = feature_admit(RINGFENCE_CFG_ENGINES, op);

    if ((status == NvSciError_Success) && (point == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = keep_signaller(op, object, &kept);
    }
    if (status == NvSciError_Success) {
        status = fence_generate(op, kept.object, fence, point);
        end_use(&kept);
    }
    return status;
}

/** Object of a map's handle, which keeps it during a call; NULL: it is no such handle. */
static inline SyncObject *object_of_map(NvSciSyncObj handle)
{
    const uintptr_t word = handle_bits(handle);
    const uint32_t row = sync_handle_row(word);
    SyncObject *object = NULL;

    if (quick_is_map(row) && sync_is_handle(row, word)) {
        object = quick_object_of_handle(row);
    }
    return object;
}

/** Slots of the task statuses of an object that is_engine_plain; 1 if there are none. */
#define STATUS_SLOTS                                                                               \
    ((RINGFENCE_CFG_TASK_STATUS_SLOTS > 0U) ? (uint64_t)RINGFENCE_CFG_TASK_STATUS_SLOTS : 1U)

/** make_fully(), once what a cleared fence was counted to hold of an object is taken back. */
PORT_APART static NvSciError make_after(NvSciSyncObj object, NvSciSyncFence *fence, uint64_t *point,
                                        SyncObject *kept)
{
    if (quick_content(0U, fence) == 0U) {
        sync_object_drop(OP_ENGINE_FENCE_GENERATE, kept);
    }
    return make_fully(object, fence, point);
}

/** Makes the task status of a point that was passed out invalid. */
PORT_APART static NvSciError renew_status(SyncObject *object, uint64_t point)
{
    (void)timeline_renew_task_status(object, point);
    return NvSciError_Success;
}

/** Has a fence hold an object that is_engine_plain, and takes a point for it; 0: the fence holds
 * something else, too many hold the object, or another thread takes the point. A cleared fence was
 * counted even then. */
static inline uint64_t take_quickly(SyncObject *object, const NvSciSyncFence *fence)
{
    uint64_t point = 0U;
    bool holds = false;

    if (fence->payload[FENCE_OBJECT] != 0U) {
        holds = quick_is_any_of(object, fence);
    } else if (quick_content(0U, fence) == 0U) {
        holds = (port_add_pair(&object->uses, SYNC_FENCE) < SYNC_TOO_MANY);
    } else {
        /* It is damaged. */
    }
    if (holds) {
        point = quick_take(object);
    }
    return point;
}

/** Writes the fence of a point of an object that is_engine_plain. */
static inline void put_quickly(const SyncObject *object, uint64_t point, NvSciSyncFence *fence)
{
    uint64_t slots = 0U;

    /* The driver of the engine may have to say that it failed. */
    if (feature_enabled(RINGFENCE_CFG_TASK_STATUS_SLOTS)) {
        slots = ((point % STATUS_SLOTS) + 1U) << FENCE_HALF_BITS;
    }
    fence->payload[FENCE_OBJECT] = port_load64(&object->name);
    fence->payload[FENCE_POINT] = point;
    fence->payload[FENCE_SLOTS] = slots;
    fence->payload[FENCE_CHECK] = quick_check(object, point) ^ fence_spread_slots(slots);
}

/** @satisfies RF-ENGINE-006 RF-ENGINE-012 RF-ENGINE-042 */
PORT_HOT NvSciError RingfenceEngineFenceGenerate(NvSciSyncObj object, NvSciSyncFence *fence,
                                                 uint64_t *point)
{
    NvSciError status = NvSciError_Success;
    SyncObject *kept = NULL;

    if (feature_enabled(RINGFENCE_CFG_ENGINES) && (fence != NULL) && (point != NULL) &&
        (phase_refuses_signals() == 0U)) {
        kept = object_of_map(object);
    }
    if ((kept != NULL) && kept->is_engine_plain) {
        const uint64_t next = take_quickly(kept, fence);

        if (next == 0U) {
            status = make_after(object, fence, point, kept);
        } else {
            put_quickly(kept, next, fence);
            *point = next;
            if (port_load32(&kept->has_failures) != 0U) {
                status = renew_status(kept, next);
            }
        }
    } else {
        status = make_fully(object, fence, point);
    }
    return status;
}

/** Says whether nobody is left who signals, as this process knows, or sees once another one has
 * said so.
 * @satisfies RF-ENGINE-290 */
static bool is_known_gone(SyncObject *object)
{
    bool gone = false;

    if (!final_is_open(object)) {
        gone = timeline_is_abandoned(object);
    }
    return gone;
}

/** An engine will wait for a value. NoSuchProcess iff nobody is left who signals. */
static NvSciError expect_point(PhaseOp op, SyncObject *object, uint64_t value)
{
    NvSciError status = NvSciError_Success;

    if (!object->shape.may_signal) {
        /* Another process signals, and can be gone. */
        waiter_counter_expect(object, value);
    }
    if (is_known_gone(object)) {
        waiter_counter_report(op, object);
        status = NvSciError_NoSuchProcess;
    }
    return status;
}

/** Says what an engine has to wait for. */
static NvSciError read_point(PhaseOp op, SyncObject *object, const FenceView *fence,
                             RingfenceEngineFence *view)
{
    NvSciError status = NvSciError_Success;

    if (fence->cleared) {
        view->cleared = true;
        view->reached = false;
        view->point = 0U;
    } else {
        const SyncDistance distance = timeline_distance(object, fence->point);

        if (distance.ahead > AHEAD_MAX) {
            status = NvSciError_Overflow;
        } else {
            if (!distance.reached) {
                status = expect_point(op, object, distance.point);
            }
            if (status == NvSciError_Success) {
                view->cleared = false;
                view->reached = distance.reached;
                view->point = distance.point;
            }
        }
    }
    return status;
}

/** Reads a fence, cleared or not, for a driver; the object is kept. BadParameter iff the fence is
 * not the object's. */
static NvSciError read_fence(PhaseOp op, SyncObject *object, const NvSciSyncFence *fence,
                             RingfenceEngineFence *view)
{
    FenceView found = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status = fence_read(op, fence, &found);

    if (status == NvSciError_Success) {
        if ((!found.cleared) && (found.object != sync_object_index(object))) {
            ringfence_fault_report(op, RINGFENCE_FAULT_OTHER_OBJECT);
            status = NvSciError_BadParameter;
        } else {
            status = read_point(op, object, &found, view);
        }
    }
    fence_read_end(&found);
    return status;
}

/** RingfenceEngineFenceRead() of any object and any fence.
 * @satisfies RF-ENGINE-008 RF-ENGINE-009 RF-ENGINE-012 RF-ENGINE-030 */
PORT_APART static NvSciError read_fully(NvSciSyncObj object, const NvSciSyncFence *fence,
                                        RingfenceEngineFence *view)
{
    const PhaseOp op = OP_ENGINE_FENCE_READ;
    PinnedObject kept = {NULL, false};
    FenceView found = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status = feature_admit(RINGFENCE_CFG_ENGINES, op);

    if ((status == NvSciError_Success) && (view == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = sync_object_pin_unless_map(op, object, &kept.object, &kept.pinned);
    }
    if (status == NvSciError_Success) {
        if (!kept.object->shape.engine_waits) {
            status = NvSciError_BadParameter;
        } else if (fence_read_kept(kept.object, fence, &found)) {
            status = read_point(op, kept.object, &found, view);
        } else {
            status = read_fence(op, kept.object, fence, view);
        }
        end_use(&kept);
    }
    return status;
}

/** read_quickly() where another process signals, or the point is too far away. */
PORT_APART static NvSciError read_expected(SyncObject *object, uint64_t point,
                                           RingfenceEngineFence *view)
{
    const FenceView fence = {false, 0U, 0U, point, 0U, 0U};

    return read_point(OP_ENGINE_FENCE_READ, object, &fence, view);
}

/** Says what an engine has to wait for, of a fence of an object that has points of 64 bits. */
static inline NvSciError read_quickly(SyncObject *object, const NvSciSyncFence *fence,
                                      RingfenceEngineFence *view)
{
    const uint64_t point = fence->payload[FENCE_POINT];
    const uint64_t value = port_load64(&object->counter->value);
    const bool reached = (value >= point);
    NvSciError status = NvSciError_Success;

    if ((reached && final_is_open(object)) ||
        ((!reached) && object->shape.may_signal && (port_load32(&object->peer_dead) == 0U) &&
         ((point - value) <= AHEAD_MAX))) {
        view->cleared = false;
        view->reached = reached;
        view->point = point;
    } else {
        status = read_expected(object, point, view);
    }
    return status;
}

/** @satisfies RF-ENGINE-008 RF-ENGINE-012 */
PORT_HOT NvSciError RingfenceEngineFenceRead(NvSciSyncObj object, const NvSciSyncFence *fence,
                                             RingfenceEngineFence *view)
{
    NvSciError status = NvSciError_Success;
    SyncObject *kept = NULL;

    if (feature_enabled(RINGFENCE_CFG_ENGINES) && (fence != NULL) && (view != NULL) &&
        (phase_refuses_signals() == 0U)) {
        kept = object_of_map(object);
    }
    if ((kept != NULL) && kept->shape.engine_waits && quick_is_any_of(kept, fence)) {
        status = read_quickly(kept, fence, view);
    } else {
        status = read_fully(object, fence, view);
    }
    return status;
}

/** Checks that ranges rise and do not meet. */
static NvSciError check_ranges(const RingfenceEngineRange *ranges, uint32_t count)
{
    NvSciError status = (ranges == NULL) ? NvSciError_BadParameter : NvSciError_Success;

    for (uint32_t i = 0U; (i < count) && (status == NvSciError_Success); i++) {
        const bool rises = (i == 0U) || (ranges[i].first > ranges[i - 1U].last);

        if ((!rises) || (ranges[i].first > ranges[i].last)) {
            status = NvSciError_BadParameter;
        }
    }
    return status;
}

/** @satisfies RF-ENGINE-043 RF-ENGINE-060 */
NvSciError RingfenceEngineSyncFail(NvSciSyncObj object, const RingfenceEngineRange *ranges,
                                   uint32_t count, uint64_t *points)
{
    const PhaseOp op = OP_ENGINE_SYNC_FAIL;
    PinnedObject kept = {NULL, false};
    NvSciError status =
        (points != NULL) ? feature_admit(RINGFENCE_CFG_ENGINES, op) : NvSciError_BadParameter;

    if (status == NvSciError_Success) {
        status = check_ranges(ranges, count);
    }

    if (status == NvSciError_Success) {
        status = keep_signaller(op, object, &kept);
    }
    if (status == NvSciError_Success) {
        if (kept.object->shape.cpu_signals) {
            status = NvSciError_BadParameter;
        } else {
            *points = timeline_fail_points(kept.object, ranges, count);
            if (*points > 0U) {
                ringfence_fault_report(op, RINGFENCE_FAULT_ENGINE_FAILED);
            }
        }
        end_use(&kept);
    }
    return status;
}

/** @satisfies RF-ENGINE-010 RF-ENGINE-011 RF-ENGINE-012 RF-ENGINE-030 */
NvSciError RingfenceEngineFenceAbandon(NvSciSyncObj object, NvSciSyncFence *fence)
{
    const PhaseOp op = OP_ENGINE_FENCE_ABANDON;
    PinnedObject kept = {NULL, false};
    NvSciError status = feature_admit(RINGFENCE_CFG_ENGINES, op);

    if (status == NvSciError_Success) {
        status = keep_signaller(op, object, &kept);
    }
    if (status == NvSciError_Success) {
        status = fence_abandon(op, kept.object, fence);
        end_use(&kept);
    }
    return status;
}

/** Says whether an engine that is no GPU signals, and nobody else. */
static bool is_signalled_by_other(const SyncObject *object)
{
    return sync_list_number(object->list, SYNC_KEY_SIGNALERS) == (uint64_t)SYNC_SIGNALERS_ENGINE;
}

/** @satisfies RF-ENGINE-061 RF-ENGINE-064 */
NvSciError RingfenceEngineSyncSignal(NvSciSyncObj object, uint64_t point)
{
    const PhaseOp op = OP_ENGINE_SYNC_SIGNAL;
    PinnedObject kept = {NULL, false};
    NvSciError status = feature_admit(RINGFENCE_CFG_ENGINES & RINGFENCE_CPU_ENGINES, op);

    if (status == NvSciError_Success) {
        status = keep_signaller(op, object, &kept);
    }
    if (status == NvSciError_Success) {
        if (is_signalled_by_other(kept.object)) {
            status = timeline_reach_point(kept.object, point);
        } else {
            status = NvSciError_BadParameter;
        }
        end_use(&kept);
    }
    return status;
}

/** Waits for a point of an object that is kept. */
static NvSciError wait_for_point(PhaseOp op, SyncObject *object, uint64_t point, int64_t timeout_us)
{
    NvSciError status = NvSciError_Success;

    if (!object->shape.engine_waits) {
        status = NvSciError_BadParameter;
    } else if (!timeline_reached(object, point)) {
        port_refusal_drop();
        status = timeline_wait_asleep(object, point, timeout_us);
        fault_refusals(op);
    } else {
        /* It is reached. */
    }
    if (feature_enabled(RINGFENCE_CFG_SHARING) && (status == NvSciError_NoSuchProcess)) {
        waiter_counter_report(op, object);
    }
    return status;
}

/** @satisfies RF-ENGINE-062 */
NvSciError RingfenceEngineSyncWait(NvSciSyncObj object, uint64_t point, int64_t timeoutUs)
{
    const PhaseOp op = OP_ENGINE_SYNC_WAIT;
    PinnedObject kept = {NULL, false};
    NvSciError status = feature_admit(RINGFENCE_CFG_ENGINES & RINGFENCE_CPU_ENGINES, op);

    if ((timeoutUs < -1) || (timeoutUs > NvSciSyncFenceMaxTimeout)) {
        status = (status == NvSciError_Success) ? NvSciError_BadParameter : status;
    }
    if (status == NvSciError_Success) {
        status = sync_object_pin_unless_map(op, object, &kept.object, &kept.pinned);
    }
    if (status == NvSciError_Success) {
        status = wait_for_point(op, kept.object, point, timeoutUs);
        end_use(&kept);
    }
    return status;
}
