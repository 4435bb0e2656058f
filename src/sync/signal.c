/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file signal.c
 * What the CPU that signals does: it passes out fences of points to come, reaches them, and says
 * how their tasks ended.
 */
#include "sync/sync.h"

/** Admits a function, and pins an object that the CPU signals. BadParameter iff there is none. */
static NvSciError begin_signalled(PhaseOp op, NvSciSyncObj handle, SyncObject **object)
{
    NvSciError status = ringfence_phase_admit(op);

    if (status == NvSciError_Success) {
        status = sync_object_pin_for(op, handle, true, object);
    }
    return status;
}

/** @satisfies RF-SYNC-045 */
NvSciError NvSciSyncObjGenerateFence(NvSciSyncObj syncObj, NvSciSyncFence *syncFence)
{
    SyncObject *object = NULL;
    uint64_t value = 0U;
    NvSciError status = begin_signalled(OP_SYNC_OBJ_GENERATE_FENCE, syncObj, &object);

    if (status == NvSciError_Success) {
        status = fence_generate(OP_SYNC_OBJ_GENERATE_FENCE, object, syncFence, &value);
        sync_object_unpin(object);
    }
    return status;
}

/** @satisfies RF-SYNC-046 */
NvSciError NvSciSyncObjSignal(NvSciSyncObj syncObj)
{
    SyncObject *object = NULL;
    NvSciError status = begin_signalled(OP_SYNC_OBJ_SIGNAL, syncObj, &object);

    if (status == NvSciError_Success) {
        status = timeline_signal(object);
        sync_object_unpin(object);
    }
    return status;
}

/** @satisfies RF-SYNC-047 */
NvSciError RingfenceSyncObjSetTaskStatus(NvSciSyncObj syncObj, uint32_t slot,
                                         const NvSciSyncTaskStatus *taskStatus)
{
    SyncObject *object = NULL;
    NvSciError status = NvSciError_NotSupported;

    if (feature_enabled(RINGFENCE_CFG_TASK_STATUS_SLOTS)) {
        status = begin_signalled(OP_SYNC_OBJ_SET_TASK_STATUS, syncObj, &object);
    }
    if (status == NvSciError_Success) {
        if (taskStatus == NULL) {
            status = NvSciError_BadParameter;
        } else if (slot >= object->shape.task_status_slots) {
            status = NvSciError_IndexOutOfRange;
        } else {
            timeline_put_task_status(object, slot, taskStatus);
        }
        sync_object_unpin(object);
    }
    return status;
}
