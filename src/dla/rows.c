/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file rows.c
 * The rows of device handles, modules and registrations, and how they are found.
 */
#include "beside/beside.h"
#include "core/assert.h"
#include "core/phase_keep.h"
#include "dla/dla.h"
#include "port/lock.h"
#include "worker/claim.h"

_Static_assert(RINGFENCE_CFG_DLA_REGISTRATIONS <= WORKER_NAME_ROWS, "a name has the index");

DlaDevice g_dla_devices[RINGFENCE_CFG_DLA_HANDLES];
DlaModule g_dla_modules[RINGFENCE_CFG_DLA_MODULES];
DlaRegistration g_dla_registrations[RINGFENCE_CFG_DLA_REGISTRATIONS];
PortAtomic32 g_dla_registrations_end;

WorkerGauge g_dla_devices_used;
WorkerGauge g_dla_modules_used;
WorkerGauge g_dla_registrations_used;

static PortAtomic32 g_dla_lock;

/** @satisfies RF-DLA-003 */
cudlaStatus dla_admit(PhaseOp op)
{
    return (beside_admit(RINGFENCE_CFG_DLA, op) == NvSciError_Success)
               ? cudlaSuccess
               : cudlaErrorUnsupportedOperation;
}

/** @satisfies RF-DLA-396 */
cudlaStatus dla_refuse(PhaseOp op, FaultEngineCause cause, cudlaStatus status)
{
    ringfence_fault_report_cause(op, RINGFENCE_FAULT_DLA_CALL, cause);
    return status;
}

/** @satisfies RF-CORE-341 */
void dla_report_tasks(PhaseOp op, uint32_t count)
{
    const uint32_t most = RINGFENCE_CFG_DLA_TASKS;
    const RingfencePhase phase = RingfenceCurrentPhase();

    if ((count > most) || (phase != RINGFENCE_PHASE_RUNTIME)) {
        ringfence_fault_report_limit(op, FAULT_LIMIT_DLA_TASKS, (uint64_t)most + 1U, most);
    }
}

void dla_lock(void)
{
    ringfence_port_mutex_lock(&g_dla_lock);
}

bool dla_is_locked(void)
{
    return port_load32(&g_dla_lock) != 0U;
}

void dla_unlock(void)
{
    ASSERT(dla_is_locked());
    ringfence_port_mutex_unlock(&g_dla_lock);
}

/** @satisfies RF-DLA-005 RF-DLA-006 */
cudlaStatus dla_device_find(PhaseOp op, const void *handle, uint32_t *row)
{
    bool found = worker_name_row(WORKER_NAME_DLA_DEVICE, handle, RINGFENCE_CFG_DLA_HANDLES, row);

    if (found) {
        found = worker_handle_fits(&g_dla_devices[*row].handle, handle);
    }
    if (!found) {
        worker_name_refuse(op, handle, DLA_CAUSE_DEVICE);
    }
    return found ? cudlaSuccess : cudlaErrorInvalidDevice;
}

static void take_locks(const DlaCall *call)
{
    ASSERT(call->row < RINGFENCE_CFG_DLA_HANDLES);
    if (call->locks != DLA_LOCK_DEVICE) {
        dla_lock();
    }
    if (call->locks != DLA_LOCK_ROWS) {
        ringfence_port_mutex_lock(&g_dla_devices[call->row].lock);
    }
}

static void give_locks(const DlaCall *call)
{
    if (call->locks != DLA_LOCK_ROWS) {
        ASSERT(port_load32(&g_dla_devices[call->row].lock) != 0U);
        ringfence_port_mutex_unlock(&g_dla_devices[call->row].lock);
    }
    if (call->locks != DLA_LOCK_DEVICE) {
        dla_unlock();
    }
}

/** The handle is looked at before the locks, too: those of a parent process may be taken for ever.
 * @satisfies RF-DLA-007 RF-DLA-350 RF-DLA-351 */
cudlaStatus dla_enter(DlaCall *call, const void *handle)
{
    cudlaStatus status = cudlaSuccess;

    call->held = ringfence_phase_keep();
    status = dla_admit(call->op);
    if (status == cudlaSuccess) {
        status = dla_device_find(call->op, handle, &call->row);
    }
    if (status == cudlaSuccess) {
        take_locks(call);
        /* Another thread may have ended it meanwhile. */
        status = dla_device_find(call->op, handle, &call->row);
        if (status != cudlaSuccess) {
            give_locks(call);
        }
    }
    if (status != cudlaSuccess) {
        ringfence_phase_let(call->held);
    }
    return status;
}

void dla_leave(const DlaCall *call)
{
    give_locks(call);
    ringfence_phase_let(call->held);
}

/** @satisfies RF-DLA-005 */
cudlaStatus dla_module_find(PhaseOp op, const void *handle, uint32_t *row)
{
    bool found = worker_name_row(WORKER_NAME_DLA_MODULE, handle, RINGFENCE_CFG_DLA_MODULES, row);

    if (found) {
        found = worker_name_fits(&g_dla_modules[*row].name, handle);
    }
    if (!found) {
        worker_name_refuse(op, handle, DLA_CAUSE_MODULE);
    }
    return found ? cudlaSuccess : cudlaErrorInvalidModule;
}

/** @satisfies RF-DLA-005 */
DlaRegistration *dla_registration_find(PhaseOp op, uint32_t device, const void *cookie)
{
    DlaRegistration *found = NULL;
    uint32_t row = 0U;

    if (worker_name_row(WORKER_NAME_DLA_REGISTRATION, cookie, RINGFENCE_CFG_DLA_REGISTRATIONS,
                        &row)) {
        DlaRegistration *const registration = &g_dla_registrations[row];

        if ((port_load32(&registration->owner) == (device + 1U)) &&
            worker_name_fits(&registration->name, cookie)) {
            found = registration;
            ASSERT(found->index == row);
            ASSERT(found->kind != DLA_NOTHING);
        }
    }
    if (found == NULL) {
        worker_name_refuse(op, cookie, DLA_CAUSE_COOKIE);
    }
    return found;
}

/** @satisfies RF-DLA-036 */
bool dla_registration_claim(const DlaRegistration *registration, bool *is_first)
{
    ASSERT(registration->kind == DLA_SYNC);
    return worker_claim(&registration->sync, &g_dla_devices[registration->device], is_first);
}

/** @satisfies RF-DLA-064 */
void dla_registration_give_claim(const DlaRegistration *registration)
{
    worker_give_claim(&registration->sync, &g_dla_devices[registration->device]);
}

/** @satisfies RF-DLA-060 */
DlaRegistration *dla_registration_of_fence(uint32_t device, const NvSciSyncFence *fence)
{
    const uint32_t end = port_load32(&g_dla_registrations_end);
    DlaRegistration *found = NULL;

    ASSERT(end <= RINGFENCE_CFG_DLA_REGISTRATIONS);
    for (uint32_t i = 0U; (i < end) && (found == NULL); i++) {
        DlaRegistration *const row = &g_dla_registrations[i];

        if (port_load32(&row->owner) == (device + 1U)) {
            if ((row->kind == DLA_SYNC) && (row->sync.name == fence->payload[0])) {
                found = row;
            }
        }
    }
    return found;
}

void dla_registration_use(DlaEntry *entry, const DlaRegistration *registration)
{
    ASSERT(entry->use_count < DLA_TASK_USES);
    ASSERT(registration == &g_dla_registrations[registration->index]);
    entry->uses[entry->use_count] = registration->index;
    entry->use_count++;
}
