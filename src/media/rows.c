/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file rows.c
 * The rows of devices and engines, and how they are found.
 */
#include <stddef.h>

#include "beside/beside.h"
#include "core/assert.h"
#include "core/phase_keep.h"
#include "media/media.h"
#include "port/lock.h"
#include "port/wait.h"

_Static_assert(RINGFENCE_CFG_2D_DEVICES <= WORKER_NAME_ROWS, "a name has the index");
_Static_assert(RINGFENCE_CFG_2D_ENGINES <= WORKER_NAME_ROWS, "a name has the index");

MediaDevice g_media_devices[RINGFENCE_CFG_2D_DEVICES];
MediaEngine g_media_engines[RINGFENCE_CFG_2D_ENGINES];

WorkerGauge g_media_devices_used;
WorkerGauge g_media_engines_used;
WorkerGauge g_media_images_used;

static PortAtomic32 g_media_lock;
static PortAtomic32 g_media_use_lock;

/** Process that makes and ends rows; 0: none did. */
static PortAtomic64 g_media_home;

/** A look in spite of a wake-up that was missed. */
#define AWAIT_US 1000000

/** Changes when something is over that threads wait for; how many wait. */
static PortAtomic32 g_media_changes;
static PortAtomic32 g_media_waiters;

/** @satisfies RF-MEDIA-003 */
NvMediaStatus media_admit(PhaseOp op)
{
    const NvSciError error = beside_admit(RINGFENCE_CFG_2D, op);
    NvMediaStatus status = NVMEDIA_STATUS_UNDEFINED_STATE;

    if (error == NvSciError_Success) {
        status = NVMEDIA_STATUS_OK;
    } else if (error == NvSciError_NotSupported) {
        status = NVMEDIA_STATUS_NOT_SUPPORTED;
    } else {
        status = NVMEDIA_STATUS_UNDEFINED_STATE;
    }
    return status;
}

/** @satisfies RF-MEDIA-911 */
NvMediaStatus media_enter(PhaseOp op, int32_t *held)
{
    *held = ringfence_phase_keep();
    return media_admit(op);
}

/** Says whether nobody has a lock of the rows. */
static bool rows_are_free(void)
{
    bool are_free = (port_load32(&g_media_lock) == 0U) && (port_load32(&g_media_use_lock) == 0U);

    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_ENGINES; i++) {
        are_free = are_free && (port_load32(&g_media_engines[i].lock) == 0U);
    }
    return are_free;
}

/** A lock that another thread of this process takes behind the first look is none of a parent's:
 * that thread has said before that the rows are this process's.
 * @satisfies RF-MEDIA-916 */
bool media_rows_are_ours(void)
{
    bool are_ours = worker_home_is_here(&g_media_home);

    if (!are_ours) {
        if (rows_are_free()) {
            worker_home_set(&g_media_home);
        }
        are_ours = worker_home_is_here(&g_media_home);
    }
    return are_ours;
}

NvMediaStatus media_enter_rows(PhaseOp op, int32_t *held)
{
    NvMediaStatus status = media_enter(op, held);

    if (status == NVMEDIA_STATUS_OK) {
        status = media_rows_are_ours() ? NVMEDIA_STATUS_OK : NVMEDIA_STATUS_BAD_PARAMETER;
    }
    return status;
}

void media_leave(int32_t held)
{
    ringfence_phase_let(held);
}

NvMediaStatus media_status_of(NvSciError error)
{
    NvMediaStatus status = NVMEDIA_STATUS_ERROR;

    switch (error) {
    case NvSciError_Success:
        status = NVMEDIA_STATUS_OK;
        break;
    case NvSciError_BadParameter:
        status = NVMEDIA_STATUS_BAD_PARAMETER;
        break;
    case NvSciError_InsufficientMemory:
        status = NVMEDIA_STATUS_OUT_OF_MEMORY;
        break;
    case NvSciError_NotSupported:
        status = NVMEDIA_STATUS_NOT_SUPPORTED;
        break;
    default:
        status = NVMEDIA_STATUS_ERROR;
        break;
    }
    return status;
}

/** @satisfies RF-CORE-341 */
void media_report_full(PhaseOp op, FaultLimit limit, uint32_t allowed)
{
    ringfence_fault_report_limit(op, limit, (uint64_t)allowed + 1U, allowed);
}

void media_report_busy(PhaseOp op, FaultLimit limit, uint32_t allowed)
{
    if (RingfenceCurrentPhase() != RINGFENCE_PHASE_RUNTIME) {
        media_report_full(op, limit, allowed);
    }
}

/** @satisfies RF-MEDIA-081 RF-MEDIA-082 RF-MEDIA-083 RF-MEDIA-084 RF-MEDIA-085 */
NvMediaStatus media_refuse(PhaseOp op, RingfenceFaultKind kind)
{
    ringfence_fault_report(op, kind);
    return NVMEDIA_STATUS_BAD_PARAMETER;
}

/** @satisfies RF-MEDIA-089 */
NvMediaStatus media_refuse_with(PhaseOp op, RingfenceFaultKind kind, FaultEngineCause cause)
{
    ringfence_fault_report_cause(op, kind, cause);
    return NVMEDIA_STATUS_BAD_PARAMETER;
}

/** @satisfies RF-MEDIA-089 */
NvMediaStatus media_refuse_now(PhaseOp op, FaultEngineCause cause, NvMediaStatus status)
{
    ringfence_fault_report_cause(op, RINGFENCE_FAULT_2D_ORDER, cause);
    return status;
}

/** @satisfies RF-MEDIA-089 */
NvMediaStatus media_status_for(PhaseOp op, NvSciError error, const void *object,
                               FaultEngineCause cause)
{
    if ((error == NvSciError_BadParameter) && (object != NULL)) {
        ringfence_fault_report_cause(op, RINGFENCE_FAULT_BAD_HANDLE, cause);
    }
    return media_status_of(error);
}

NvMediaStatus media_refuse_object(PhaseOp op, const void *object)
{
    if (object != NULL) {
        ringfence_fault_report(op, RINGFENCE_FAULT_2D_REGISTRATION);
    }
    return NVMEDIA_STATUS_BAD_PARAMETER;
}

void media_lock(void)
{
    ringfence_port_mutex_lock(&g_media_lock);
}

bool media_is_locked(void)
{
    return port_load32(&g_media_lock) != 0U;
}

void media_unlock(void)
{
    ASSERT(media_is_locked());
    ringfence_port_mutex_unlock(&g_media_lock);
}

void media_use_lock(void)
{
    ringfence_port_mutex_lock(&g_media_use_lock);
}

void media_use_unlock(void)
{
    ASSERT(port_load32(&g_media_use_lock) != 0U);
    ringfence_port_mutex_unlock(&g_media_use_lock);
}

uint32_t media_changes(void)
{
    return port_load32(&g_media_changes);
}

void media_changed(void)
{
    (void)port_add32(&g_media_changes, 1U);
    if (port_load32(&g_media_waiters) != 0U) {
        ringfence_port_wake(&g_media_changes);
    }
}

void media_await_change(uint32_t seen)
{
    (void)port_add32(&g_media_waiters, 1U);
    /* A sleep that fails is a look. */
    (void)ringfence_port_sleep(&g_media_changes, seen, AWAIT_US);
    ASSERT(port_load32(&g_media_waiters) > 0U);
    (void)port_sub32(&g_media_waiters, 1U);
}

/** @satisfies RF-MEDIA-005 RF-MEDIA-006 */
MediaDevice *media_device_find(PhaseOp op, const void *handle)
{
    MediaDevice *found = NULL;
    uint32_t row = 0U;

    ASSERT(media_is_locked());
    if (worker_name_row(WORKER_NAME_MEDIA_DEVICE, handle, RINGFENCE_CFG_2D_DEVICES, &row)) {
        MediaDevice *const device = &g_media_devices[row];

        found = worker_handle_fits(&device->handle, handle) ? device : NULL;
    }
    if (found == NULL) {
        worker_name_refuse(op, handle, MEDIA_CAUSE_DEVICE);
    }
    return found;
}

/** @satisfies RF-MEDIA-005 RF-MEDIA-006 */
MediaEngine *media_engine_take(PhaseOp op, WorkerNameKind kind, const void *handle)
{
    MediaEngine *found = NULL;
    uint32_t row = 0U;

    if (worker_name_row(kind, handle, RINGFENCE_CFG_2D_ENGINES, &row)) {
        MediaEngine *const engine = &g_media_engines[row];

        /* A lock that a parent held when it forked is never given back here. */
        if (worker_handle_fits(&engine->handle, handle)) {
            ringfence_port_mutex_lock(&engine->lock);
            found = engine;
        }
    }
    if (found != NULL) {
        /* Another thread may have ended it meanwhile. */
        if (!worker_name_fits(&found->handle.name, handle)) {
            ringfence_port_mutex_unlock(&found->lock);
            found = NULL;
        } else {
            ASSERT(found->is_taken);
        }
    }
    if (found == NULL) {
        worker_name_refuse(op, handle, MEDIA_CAUSE_ENGINE);
    }
    return found;
}

void media_engine_give(MediaEngine *engine)
{
    ASSERT(port_load32(&engine->lock) != 0U);
    ringfence_port_mutex_unlock(&engine->lock);
}

/* ---------------------------------------------------------------- registrations */

MediaSync *media_sync_of(MediaEngine *engine, MediaRef ref)
{
    MediaSync *found = NULL;

    if (ref.index < RINGFENCE_CFG_2D_REGISTRATIONS) {
        MediaSync *const row = &engine->syncs[ref.index];

        if (row->is_taken && (row->turn == ref.turn)) {
            found = row;
        }
    }
    return found;
}

MediaBuffer *media_buffer_of(MediaEngine *engine, MediaRef ref)
{
    MediaBuffer *found = NULL;

    if (ref.index < RINGFENCE_CFG_2D_REGISTRATIONS) {
        MediaBuffer *const row = &engine->buffers[ref.index];

        if (row->is_taken && (row->turn == ref.turn)) {
            found = row;
        }
    }
    return found;
}
