/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file rows.c
 * The rows of device handles, modules and registrations, and how they are found.
 */
#include "core/feature.h"
#include "dla/dla.h"
#include "port/lock.h"
#include "port/task.h"
#include "port/wait.h"
#include "worker/claim.h"

/** The end of a task is signalled by a few stores and a call of the system; a thread that is kept
 * from running takes longer. */
#define SIGNAL_US_MAX 1000000U
#define NAP_US        50

_Static_assert(RINGFENCE_CFG_DLA_REGISTRATIONS <= WORKER_NAME_ROWS, "a name has the index");

DlaDevice g_dla_devices[RINGFENCE_CFG_DLA_HANDLES];
DlaModule g_dla_modules[RINGFENCE_CFG_DLA_MODULES];
DlaRegistration g_dla_registrations[RINGFENCE_CFG_DLA_REGISTRATIONS];
PortAtomic32 g_dla_registrations_end;

static PortAtomic32 g_dla_lock;
/** Whether who has the lock could be cancelled before. */
static int32_t g_dla_held;

/** @satisfies RF-DLA-003 */
cudlaStatus dla_admit(PhaseOp op)
{
    return (feature_admit(RINGFENCE_CFG_DLA, op) == NvSciError_Success)
               ? cudlaSuccess
               : cudlaErrorUnsupportedOperation;
}

/** Functions of CUDA are called under the lock: they are no place to end the thread.
 * @satisfies RF-DLA-007 */
void dla_lock(void)
{
    const int32_t held = ringfence_port_cancel_hold();

    ringfence_port_mutex_lock(&g_dla_lock);
    g_dla_held = held;
}

void dla_unlock(void)
{
    const int32_t held = g_dla_held;

    ringfence_port_mutex_unlock(&g_dla_lock);
    ringfence_port_cancel_resume(held);
}

/** @satisfies RF-DLA-006 */
bool dla_device_is_here(const DlaDevice *device)
{
    return port_load64(&device->home) == (uint64_t)ringfence_port_task_process();
}

/** @satisfies RF-DLA-005 RF-DLA-006 */
cudlaStatus dla_device_find(PhaseOp op, const void *handle, uint32_t *row)
{
    bool found = worker_name_row(WORKER_NAME_DLA_DEVICE, handle, RINGFENCE_CFG_DLA_HANDLES, row);

    if (found) {
        found = worker_name_fits(&g_dla_devices[*row].name, handle);
    }
    if (found) {
        found = dla_device_is_here(&g_dla_devices[*row]);
    }
    if (!found) {
        worker_name_refuse(op, handle);
    }
    return found ? cudlaSuccess : cudlaErrorInvalidDevice;
}

/** @satisfies RF-DLA-042 */
bool dla_device_has_done(const DlaDevice *device, uint64_t tasks)
{
    const PortAtomic32 nobody = {0};
    const uint64_t deadline = ringfence_port_time_us() + SIGNAL_US_MAX;
    bool is_late = false;

    while ((port_load64(&device->worker.over) < tasks) && (port_load64(&device->done) >= tasks) &&
           (!is_late)) {
        (void)ringfence_port_sleep(&nobody, 0U, NAP_US);
        is_late = (ringfence_port_time_us() > deadline);
    }
    return port_load64(&device->worker.over) >= tasks;
}

/** @satisfies RF-DLA-005 */
cudlaStatus dla_module_find(PhaseOp op, const void *handle, uint32_t *row)
{
    bool found = worker_name_row(WORKER_NAME_DLA_MODULE, handle, RINGFENCE_CFG_DLA_MODULES, row);

    if (found) {
        found = worker_name_fits(&g_dla_modules[*row].name, handle);
    }
    if (!found) {
        worker_name_refuse(op, handle);
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
        }
    }
    if (found == NULL) {
        worker_name_refuse(op, cookie);
    }
    return found;
}

/** @satisfies RF-DLA-036 */
bool dla_registration_claim(const DlaRegistration *registration, bool *is_first)
{
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
    entry->uses[entry->use_count] = registration->index;
    entry->use_count++;
}
