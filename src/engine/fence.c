/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fence.c
 * Fences as engines see them: values of a counter.
 *
 * Like the CPU's signals and waits these take no lock: they pin the object for the time of a call.
 */
#include "ringfence_engine.h"
#include "sync/sync.h"

/** A gate that was opened is ahead of points up to here; a comparison that wraps around takes what
 * is twice as far for something behind. */
#define AHEAD_MAX 0x3FFFFFFFFFFFFFFFULL

/** Pins an object that this process signals. BadParameter iff there is none. */
static NvSciError pin_signaller(PhaseOp op, NvSciSyncObj handle, uint32_t *index)
{
    NvSciError status = sync_object_pin_handle(op, handle, index);

    if ((status == NvSciError_Success) && (!g_sync_objects[*index].shape.may_signal)) {
        sync_object_unpin(*index);
        status = NvSciError_BadParameter;
    }
    return status;
}

/** @satisfies RF-ENGINE-006 RF-ENGINE-007 RF-ENGINE-012 RF-ENGINE-030 */
NvSciError RingfenceEngineFenceGenerate(NvSciSyncObj object, NvSciSyncFence *fence, uint64_t *point)
{
    const PhaseOp op = OP_ENGINE_FENCE_GENERATE;
    uint32_t index = 0U;
    NvSciError status = phase_admit(op);

    if ((status == NvSciError_Success) && (point == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = pin_signaller(op, object, &index);
    }
    if (status == NvSciError_Success) {
        status = fence_generate(op, index, fence, point);
        sync_object_unpin(index);
    }
    return status;
}

/** An engine will wait for a value. NoSuchProcess iff nobody is left who signals. */
static NvSciError expect_point(PhaseOp op, SyncObject *object, uint64_t value)
{
    NvSciError status = NvSciError_Success;

    gate_expect(object, value);
    if (port_load32(&object->gone) != 0U) {
        gate_report(op, object);
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
        const SyncDistance distance = timeline_distance(object, fence->threshold);

        if (distance.ahead > AHEAD_MAX) {
            status = NvSciError_Overflow;
        } else {
            if (distance.ahead > 0U) {
                status = expect_point(op, object, distance.value);
            }
            if (status == NvSciError_Success) {
                view->cleared = false;
                view->reached = distance.reached;
                view->point = distance.value;
            }
        }
    }
    return status;
}

/** The same of an object that is pinned. BadParameter iff the fence is not the object's. */
static NvSciError read_fence(PhaseOp op, uint32_t index, const NvSciSyncFence *fence,
                             RingfenceEngineFence *view)
{
    FenceView found = {true, 0U, 0U, 0U, 0U, 0U};
    NvSciError status = fence_read(op, fence, &found);

    if (status == NvSciError_Success) {
        if ((!found.cleared) && (found.object != index)) {
            status = NvSciError_BadParameter;
        } else {
            status = read_point(op, &g_sync_objects[index], &found, view);
        }
    }
    if (!found.cleared) {
        sync_object_unpin(found.object);
    }
    return status;
}

/** @satisfies RF-ENGINE-008 RF-ENGINE-009 RF-ENGINE-012 RF-ENGINE-030 */
NvSciError RingfenceEngineFenceRead(NvSciSyncObj object, const NvSciSyncFence *fence,
                                    RingfenceEngineFence *view)
{
    const PhaseOp op = OP_ENGINE_FENCE_READ;
    uint32_t index = 0U;
    NvSciError status = phase_admit(op);

    if ((status == NvSciError_Success) && (view == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = sync_object_pin_handle(op, object, &index);
    }
    if (status == NvSciError_Success) {
        if (g_sync_objects[index].shape.may_wait) {
            status = read_fence(op, index, fence, view);
        } else {
            status = NvSciError_BadParameter;
        }
        sync_object_unpin(index);
    }
    return status;
}

/** @satisfies RF-ENGINE-010 RF-ENGINE-011 RF-ENGINE-012 RF-ENGINE-030 */
NvSciError RingfenceEngineFenceAbandon(NvSciSyncObj object, NvSciSyncFence *fence)
{
    const PhaseOp op = OP_ENGINE_FENCE_ABANDON;
    uint32_t index = 0U;
    NvSciError status = phase_admit(op);

    if (status == NvSciError_Success) {
        status = pin_signaller(op, object, &index);
    }
    if (status == NvSciError_Success) {
        status = fence_abandon(op, index, fence);
        sync_object_unpin(index);
    }
    return status;
}
