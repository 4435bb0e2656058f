/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file signal.c
 * What the CPU that signals does: it passes out fences of points to come, reaches them, and says
 * how their tasks ended.
 */
#include "core/fault.h"
#include "core/handle.h"
#include "sync/object.h"
#include "sync/quick.h"
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

/** NvSciSyncObjGenerateFence() of any object, into any fence. */
PORT_BEHIND static NvSciError generate_fully(NvSciSyncObj syncObj, NvSciSyncFence *syncFence)
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

/** generate_fully(), once a pin is taken back. */
PORT_BEHIND static NvSciError generate_after(NvSciSyncObj syncObj, NvSciSyncFence *syncFence,
                                             SyncObject *object)
{
    sync_object_unpin_fence(object);
    return generate_fully(syncObj, syncFence);
}

/** Here the pin becomes what the fence holds.
 * @satisfies RF-SYNC-045 RF-SYNC-240 */
PORT_HOT NvSciError NvSciSyncObjGenerateFence(NvSciSyncObj syncObj, NvSciSyncFence *syncFence)
{
    NvSciError status = NvSciError_Success;

    if (feature_enabled(PORT_QUICK) && (syncFence != NULL) &&
        (quick_content(phase_refuses_signals(), syncFence) == 0U)) {
        const uintptr_t word = handle_bits(syncObj);
        const uint32_t row = sync_handle_row(word);
        SyncObject *const object = quick_object_of_handle(row);
        const PortPair uses = port_add_pair(&object->uses, SYNC_PIN);
        uint64_t point = 0U;

        if (sync_is_handle(row, word) && object->is_plain &&
            ((uses + SYNC_FENCE) < SYNC_TOO_MANY)) {
            point = quick_take(object);
        }
        if (point != 0U) {
            (void)port_add_pair(&object->uses, SYNC_FENCE - SYNC_PIN);
            syncFence->payload[FENCE_OBJECT] = port_load64(&object->name);
            syncFence->payload[FENCE_POINT] = point;
            syncFence->payload[FENCE_CHECK] = quick_check(object, point);
        } else {
            status = generate_after(syncObj, syncFence, object);
        }
    } else {
        status = generate_fully(syncObj, syncFence);
    }
    return status;
}

/** NvSciSyncObjSignal() of any object. */
PORT_BEHIND static NvSciError signal_fully(NvSciSyncObj syncObj)
{
    SyncObject *object = NULL;
    NvSciError status = begin_signalled(OP_SYNC_OBJ_SIGNAL, syncObj, &object);

    if (status == NvSciError_Success) {
        status = timeline_signal(object);
        sync_object_unpin(object);
    }
    return status;
}

/** signal_fully(), once a pin is taken back. */
PORT_BEHIND static NvSciError signal_after(NvSciSyncObj syncObj, SyncObject *object)
{
    sync_object_unpin(object);
    return signal_fully(syncObj);
}

/** Wakes who waits for an object that was signalled, and takes a pin back. */
PORT_BEHIND static NvSciError wake_and_end(SyncObject *object)
{
    port_refusal_drop();
    timeline_wake_all(object);
    sync_object_unpin(object);
    fault_refusals(OP_SYNC_OBJ_SIGNAL);
    return NvSciError_Success;
}

/** @satisfies RF-SYNC-046 RF-SYNC-240 */
PORT_HOT NvSciError NvSciSyncObjSignal(NvSciSyncObj syncObj)
{
    NvSciError status = NvSciError_Success;

    if (feature_enabled(PORT_QUICK) && (phase_refuses_signals() == 0U)) {
        const uintptr_t word = handle_bits(syncObj);
        const uint32_t row = sync_handle_row(word);
        SyncObject *const object = quick_object_of_handle(row);
        bool reached = false;

        sync_object_pin(object);
        if (sync_is_handle(row, word) && object->is_plain) {
            /* Who sleeps has written this line, and its CPU may rest: both lines come at one time.
             */
            port_prefetch_write(&object->waiters->asleep);
            reached = quick_reach(object);
        }
        if (!reached) {
            status = signal_after(syncObj, object);
        } else if (port_load32(&object->waiters->asleep) != 0U) {
            status = wake_and_end(object);
        } else {
            sync_object_unpin(object);
        }
    } else {
        status = signal_fully(syncObj);
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
        } else if (!timeline_is_task_status(taskStatus)) {
            status = NvSciError_BadParameter;
        } else {
            timeline_put_task_status(object, slot, taskStatus);
        }
        sync_object_unpin(object);
    }
    return status;
}
