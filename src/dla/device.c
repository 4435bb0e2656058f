/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device.c
 * Device handles: each has a queue, and in standalone mode a thread that takes from it.
 */

#include "core/assert.h"
#include "core/phase_keep.h"
#include "dla/dla.h"
#include "port/lock.h"

/** What the header has: 1.2.1. */
#define DEVICE_API_VERSION 1002001U
/** The generation of the engine. */
#define DEVICE_GENERATION 2U
#define DEFAULT_LIMIT_MS  30000U
#define LIMIT_MS_MAX      1000000U
#define US_PER_MS         1000U

/* ---------------------------------------------------------------- what there is */

/** @satisfies RF-DLA-001 */
cudlaStatus cudlaGetVersion(uint64_t *const version)
{
    cudlaStatus status = dla_admit(OP_DLA_GET_VERSION);

    if ((status == cudlaSuccess) && (version == NULL)) {
        status = dla_refuse(OP_DLA_GET_VERSION, DLA_CAUSE_NULL, cudlaErrorInvalidParam);
    }
    if (status == cudlaSuccess) {
        *version = DEVICE_API_VERSION;
    }
    return status;
}

/** @satisfies RF-DLA-001 */
cudlaStatus cudlaDeviceGetCount(uint64_t *const pNumDevices)
{
    cudlaStatus status = dla_admit(OP_DLA_DEVICE_GET_COUNT);

    if ((status == cudlaSuccess) && (pNumDevices == NULL)) {
        status = dla_refuse(OP_DLA_DEVICE_GET_COUNT, DLA_CAUSE_NULL, cudlaErrorInvalidParam);
    }
    if (status == cudlaSuccess) {
        *pNumDevices = RINGFENCE_CFG_DLA_ENGINES;
    }
    return status;
}

/** @satisfies RF-DLA-012 */
cudlaStatus cudlaDeviceGetAttribute(cudlaDevHandle const devHandle,
                                    cudlaDevAttributeType const attrib,
                                    cudlaDevAttribute *const pAttribute)
{
    DlaCall call = {OP_DLA_DEVICE_GET_ATTRIBUTE, DLA_LOCK_DEVICE, 0U, 0};
    cudlaStatus status = dla_enter(&call, devHandle);

    if (status == cudlaSuccess) {
        const bool is_hybrid = g_dla_devices[call.row].is_hybrid;

        dla_leave(&call);
        if (pAttribute == NULL) {
            status = dla_refuse(call.op, DLA_CAUSE_NULL, cudlaErrorInvalidParam);
        } else if (attrib == CUDLA_UNIFIED_ADDRESSING) {
            pAttribute->unifiedAddressingSupported = (uint8_t)(is_hybrid ? 1U : 0U);
        } else if (attrib == CUDLA_DEVICE_VERSION) {
            pAttribute->deviceVersion = DEVICE_GENERATION;
        } else {
            status = dla_refuse(call.op, DLA_CAUSE_ATTRIBUTE, cudlaErrorInvalidAttribute);
        }
    }
    return status;
}

/** @satisfies RF-DLA-072 */
cudlaStatus cudlaGetLastError(cudlaDevHandle const devHandle)
{
    DlaCall call = {OP_DLA_GET_LAST_ERROR, DLA_LOCK_DEVICE, 0U, 0};
    cudlaStatus status = dla_enter(&call, devHandle);

    if (status == cudlaSuccess) {
        const DlaDevice *const device = &g_dla_devices[call.row];
        const uint32_t error = port_load32(&device->last_error);

        status = device->is_hybrid ? hybrid_last_error(call.row) : (cudlaStatus)error;
        dla_leave(&call);
    }
    return status;
}

/** @satisfies RF-DLA-013 */
cudlaStatus cudlaSetTaskTimeoutInMs(cudlaDevHandle const devHandle, uint32_t const timeout)
{
    DlaCall call = {OP_DLA_SET_TIMEOUT, DLA_LOCK_DEVICE, 0U, 0};
    cudlaStatus status = dla_enter(&call, devHandle);

    if (status == cudlaSuccess) {
        if ((timeout == 0U) || (timeout > LIMIT_MS_MAX)) {
            status = dla_refuse(call.op, DLA_CAUSE_TIMEOUT, cudlaErrorInvalidParam);
        } else {
            g_dla_devices[call.row].limit_us = (uint64_t)timeout * US_PER_MS;
        }
        dla_leave(&call);
    }
    return status;
}

/* ---------------------------------------------------------------- life */

static WorkerEngines g_dla_made;

/** A row that is free; RINGFENCE_CFG_DLA_HANDLES: none is. */
static uint32_t device_free_row(void)
{
    uint32_t row = RINGFENCE_CFG_DLA_HANDLES;

    for (uint32_t i = RINGFENCE_CFG_DLA_HANDLES; i > 0U; i--) {
        if (!g_dla_devices[i - 1U].is_taken) {
            row = i - 1U;
        }
    }
    return row;
}

/** Starts who computes for a row that is free. */
static cudlaStatus device_start(uint32_t row, bool is_hybrid)
{
    cudlaStatus status = cudlaSuccess;

    if (is_hybrid) {
        status = hybrid_open(row);
    } else {
        status = worker_queue_start(&g_dla_devices[row].jobs, "cudla") ? cudlaSuccess
                                                                       : cudlaErrorCreationFailed;
    }
    return status;
}

/** Makes a row that is free a device. Its name is given last. */
static cudlaStatus device_open(uint32_t row, bool is_hybrid, cudlaDevHandle *handle)
{
    DlaDevice *const device = &g_dla_devices[row];
    const cudlaStatus status = device_start(row, is_hybrid);

    ASSERT(dla_is_locked());
    ASSERT(!device->is_taken);
    if (status == cudlaSuccess) {
        device->is_taken = true;
        worker_gauge_take(&g_dla_devices_used);
        device->is_hybrid = is_hybrid;
        port_store32(&device->is_to_end, 0U);
        device->pending = NULL;
        for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_TASKS; i++) {
            device->queue[i].module = NULL;
            device->queue[i].use_count = 0U;
        }
        device->limit_us = (uint64_t)DEFAULT_LIMIT_MS * US_PER_MS;
        port_store32(&device->last_error, (uint32_t)cudlaSuccess);
        worker_handle_give(WORKER_NAME_DLA_DEVICE, row, &device->handle, handle);
    }
    return status;
}

/** Makes a device of a row that is free, if one is.
 * @satisfies RF-CORE-341 */
static cudlaStatus device_open_free(bool is_hybrid, cudlaDevHandle *handle)
{
    cudlaStatus status = cudlaErrorOutOfResources;
    uint32_t row = 0U;

    dla_lock();
    row = device_free_row();
    if (row < RINGFENCE_CFG_DLA_HANDLES) {
        status = device_open(row, is_hybrid, handle);
    } else {
        ringfence_fault_report_limit(OP_DLA_CREATE_DEVICE, FAULT_LIMIT_DLA_HANDLES,
                                     RINGFENCE_CFG_DLA_HANDLES + 1U, RINGFENCE_CFG_DLA_HANDLES);
    }
    dla_unlock();
    return status;
}

/** Says whether there is such an engine; reports one that is above the configuration.
 * @satisfies RF-CORE-341 */
static bool device_is_there(uint64_t device)
{
    const bool is_there = (device < RINGFENCE_CFG_DLA_ENGINES);

    if (!is_there) {
        uint64_t asked = device;

        if (asked < UINT64_MAX) {
            asked++;
        }
        ringfence_fault_report_limit(OP_DLA_CREATE_DEVICE, FAULT_LIMIT_DLA_ENGINES, asked,
                                     RINGFENCE_CFG_DLA_ENGINES);
    }
    return is_there;
}

/** @satisfies RF-DLA-010 RF-DLA-006 RF-DLA-351 */
cudlaStatus cudlaCreateDevice(uint64_t const device, cudlaDevHandle *const devHandle,
                              uint32_t const flags)
{
    const int32_t held = ringfence_phase_keep();
    cudlaStatus status = dla_admit(OP_DLA_CREATE_DEVICE);

    if (status != cudlaSuccess) {
        /* Not now. */
    } else if (flags > (uint32_t)CUDLA_STANDALONE) {
        status = dla_refuse(OP_DLA_CREATE_DEVICE, DLA_CAUSE_MODE, cudlaErrorInvalidParam);
    } else if (devHandle == NULL) {
        status = dla_refuse(OP_DLA_CREATE_DEVICE, DLA_CAUSE_NULL, cudlaErrorInvalidParam);
    } else if (!device_is_there(device)) {
        status = cudlaErrorInvalidParam;
    } else if (worker_engines_are_parents(&g_dla_made)) {
        status = dla_refuse(OP_DLA_CREATE_DEVICE, DLA_CAUSE_PARENT, cudlaErrorCreationFailed);
    } else {
        /* Before anything is locked for it, which a child would wait for. */
        worker_engines_add(&g_dla_made);
        status = device_open_free(flags == (uint32_t)CUDLA_CUDA_DLA, devHandle);
        if (status != cudlaSuccess) {
            worker_engines_remove(&g_dla_made);
        }
    }
    ringfence_phase_let(held);
    return status;
}

/** Ends the tasks of a device. */
static void device_end_work(uint32_t row)
{
    DlaDevice *const device = &g_dla_devices[row];

    if (device->is_hybrid) {
        hybrid_close(row);
    } else {
        worker_stop(&device->jobs.worker);
        dla_queue_end(device);
        hybrid_settle(row);
    }
}

/** Says that a device is to end, before the locks are taken: a load that has them ends then. The
 * phase admits the destroy, and is kept.
 * @satisfies RF-DLA-373 */
static void device_say_end(const void *handle)
{
    uint32_t row = 0U;

    if (worker_name_row(WORKER_NAME_DLA_DEVICE, handle, RINGFENCE_CFG_DLA_HANDLES, &row)) {
        DlaDevice *const device = &g_dla_devices[row];

        if (worker_home_is_here(&device->handle.home)) {
            /* The name ends under this lock, so that it is not the next device of the row. */
            ringfence_port_mutex_lock(&device->lock);
            if (worker_name_fits(&device->handle.name, handle)) {
                port_store32(&device->is_to_end, 1U);
            }
            ringfence_port_mutex_unlock(&device->lock);
        }
    }
}

/** A destroy that is refused changes nothing.
 * @satisfies RF-DLA-011 RF-DLA-390 */
cudlaStatus cudlaDestroyDevice(cudlaDevHandle const devHandle)
{
    DlaCall call = {OP_DLA_DESTROY_DEVICE, DLA_LOCK_ROWS, 0U, 0};
    const int32_t held = ringfence_phase_keep();
    cudlaStatus status = dla_admit(call.op);

    if (status == cudlaSuccess) {
        device_say_end(devHandle);
        status = dla_enter(&call, devHandle);
    }
    if (status == cudlaSuccess) {
        DlaDevice *const device = &g_dla_devices[call.row];

        /* Who has the lock of the device found the handle. */
        ringfence_port_mutex_lock(&device->lock);
        worker_name_end(&device->handle.name);
        ringfence_port_mutex_unlock(&device->lock);
        ASSERT(device->is_taken);
        device_end_work(call.row);
        dla_registration_end_all(call.row);
        dla_module_end_all(call.row);
        hybrid_close(call.row);
        ASSERT(device->pending == NULL);
        device->is_taken = false;
        worker_gauge_give(&g_dla_devices_used);
        dla_leave(&call);
        worker_engines_remove(&g_dla_made);
    }
    ringfence_phase_let(held);
    return status;
}
