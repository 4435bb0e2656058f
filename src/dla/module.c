/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file module.c
 * Modules: loadables that were read for a device handle.
 */
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "core/phase_keep.h"
#include "dla/dla.h"
#include "port/lock.h"
#include "port/memory.h"
#include "port/wait.h"

/** Finds a module, for a function that is given no device; one of the parent process is none.
 * @satisfies RF-DLA-006 */
static cudlaStatus module_find_here(PhaseOp op, const void *handle, uint32_t *row)
{
    cudlaStatus status = dla_module_find(op, handle, row);

    if (status == cudlaSuccess) {
        if (!worker_home_is_here(
                &g_dla_devices[port_load32(&g_dla_modules[*row].device)].handle.home)) {
            worker_name_refuse(op, handle, DLA_CAUSE_MODULE);
            status = cudlaErrorInvalidModule;
        }
    }
    return status;
}

/** Begins a call as dla_enter() does, with dla_lock() alone: the module is there before
 * module_leave(). */
static cudlaStatus module_enter(PhaseOp op, const void *handle, DlaModule **module, int32_t *held)
{
    cudlaStatus status = cudlaSuccess;
    uint32_t row = 0U;

    *held = ringfence_phase_keep();
    status = dla_admit(op);
    if (status == cudlaSuccess) {
        status = module_find_here(op, handle, &row);
    }
    if (status == cudlaSuccess) {
        dla_lock();
        /* Another thread may have ended it meanwhile. */
        status = module_find_here(op, handle, &row);
        *module = &g_dla_modules[row];
        if (status != cudlaSuccess) {
            dla_unlock();
        }
    }
    if (status != cudlaSuccess) {
        ringfence_phase_let(*held);
    }
    return status;
}

static void module_leave(int32_t held)
{
    dla_unlock();
    ringfence_phase_let(held);
}

/** A row that is free; RINGFENCE_CFG_DLA_MODULES: none is. */
static uint32_t module_free_row(void)
{
    uint32_t row = RINGFENCE_CFG_DLA_MODULES;

    for (uint32_t i = RINGFENCE_CFG_DLA_MODULES; i > 0U; i--) {
        if (!g_dla_modules[i - 1U].is_taken) {
            row = i - 1U;
        }
    }
    return row;
}

/** Reports what a loadable has more of than the configuration allows.
 * @satisfies RF-CORE-341 */
static void module_report_many(PhaseOp op, const uint8_t *bytes)
{
    uint64_t tensors = 0U;
    uint64_t steps = 0U;

    loadable_records(bytes, &tensors, &steps);
    if (tensors > RINGFENCE_CFG_DLA_TENSORS) {
        ringfence_fault_report_limit(op, FAULT_LIMIT_DLA_TENSORS, tensors,
                                     RINGFENCE_CFG_DLA_TENSORS);
    } else if (steps > RINGFENCE_CFG_DLA_STEPS) {
        ringfence_fault_report_limit(op, FAULT_LIMIT_DLA_STEPS, steps, RINGFENCE_CFG_DLA_STEPS);
    } else {
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_LOADABLE);
    }
}

/** What a loadable that cannot be read is to the caller.
 * @satisfies RF-DLA-021 RF-DLA-022 */
static cudlaStatus module_fault_status(PhaseOp op, DlaLoadableFault fault, const uint8_t *bytes)
{
    cudlaStatus status = cudlaErrorUmd;

    if (fault == DLA_LOADABLE_OK) {
        status = cudlaSuccess;
    } else if (fault == DLA_LOADABLE_FOREIGN) {
        ringfence_fault_report(op, RINGFENCE_FAULT_OTHER_LOADABLE);
    } else if (fault == DLA_LOADABLE_TOO_MANY) {
        module_report_many(op, bytes);
        status = cudlaErrorOutOfResources;
    } else {
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_LOADABLE);
    }
    return status;
}

/** Makes a row that is free and has its loadable a module. Needs dla_lock(). */
static void module_open(uint32_t row, uint32_t device, uint32_t flags, cudlaModule *handle)
{
    DlaModule *const module = &g_dla_modules[row];

    ASSERT(dla_is_locked());
    ASSERT(!module->is_taken);
    module->is_taken = true;
    worker_gauge_take(&g_dla_modules_used);
    module->has_diagnostics = (flags == (uint32_t)CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS);
    port_store32(&module->device, device);
    module->tasks = 0U;
    module->last_use = 0U;
    worker_name_give(WORKER_NAME_DLA_MODULE, row, &module->name, handle);
}

/** What is to be loaded. */
typedef struct {
    const uint8_t *bytes;
    size_t size;
    uint32_t device;
    uint32_t flags;
} DlaLoad;

/** What a network that cannot be opened is to the caller.
 * @satisfies RF-DLA-227 RF-DLA-228 RF-DLA-370 RF-DLA-372 RF-DLA-373 */
static cudlaStatus module_network_status(PhaseOp op, NetworkStatus opened,
                                         const NetworkLedger *ledger)
{
    cudlaStatus status = cudlaErrorUmd;

    switch (opened) {
    case NETWORK_DONE:
        status = cudlaSuccess;
        break;
    case NETWORK_NO_LIBRARY:
        ringfence_fault_report(op, RINGFENCE_FAULT_NO_NETWORKS);
        break;
    case NETWORK_NO_MEMORY:
        status = cudlaErrorOutOfResources;
        break;
    case NETWORK_NO_ROOM:
        ringfence_fault_report_limit(op, FAULT_LIMIT_SYSTEM_MEMORY, ledger->asked, ledger->allowed);
        status = cudlaErrorOutOfResources;
        break;
    case NETWORK_TOO_LONG:
        ringfence_fault_report_limit(op, FAULT_LIMIT_LAYER_OPERATIONS, ledger->asked,
                                     ledger->allowed);
        status = cudlaErrorOutOfResources;
        break;
    case NETWORK_CHANGED:
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_LOADABLE);
        break;
    default:
        ringfence_fault_report(op, RINGFENCE_FAULT_NO_LAYER);
        break;
    }
    return status;
}

/** A network that is opened and rehearsed. */
typedef struct {
    uint32_t row;
    const DlaDevice *device;
    /** How long it may take from its start on, and when it is too late. */
    uint64_t limit_us;
    uint64_t until_us;
    NetworkLedger ledger;
    NetworkHost host;
    NetworkStatus status;
} DlaRehearsal;

/** A load takes no longer than a task may, and ends when its device does.
 * @satisfies RF-DLA-373 */
static bool module_goes_on(void *context)
{
    const DlaRehearsal *const rehearsal = context;

    return (port_load32(&rehearsal->device->is_to_end) == 0U) &&
           (ringfence_port_time_us() < rehearsal->until_us);
}

/** Rehearses, in the thread of the worker, which may have been busy before.
 * @satisfies RF-DLA-393 */
static void module_do_rehearse(void *context)
{
    DlaRehearsal *const rehearsal = context;

    rehearsal->until_us = ringfence_port_time_us() + rehearsal->limit_us;
    rehearsal->status = network_rehearse(rehearsal->row, &rehearsal->host);
}

/** Has the thread that will compute the tasks of a module compute its network, so that tasks ask
 * the system for nothing. The time-out may be set meanwhile by another thread.
 * @satisfies RF-DLA-346 RF-DLA-392 */
static void module_rehearse(DlaDevice *device, DlaRehearsal *rehearsal)
{
    ASSERT(rehearsal->row < RINGFENCE_CFG_DLA_MODULES);
    ASSERT(!device->is_hybrid);
    rehearsal->status = NETWORK_REFUSED;
    ringfence_port_mutex_lock(&device->lock);
    rehearsal->limit_us = device->limit_us;
    ringfence_port_mutex_unlock(&device->lock);
    (void)worker_call(&device->jobs.worker, &module_do_rehearse, rehearsal);
    if (rehearsal->status != NETWORK_DONE) {
        network_close(rehearsal->row);
    }
}

/** Opens the network of a loadable that was read into a row, if it has one; kernels compute none.
 * @satisfies RF-DLA-228 RF-DLA-229 */
static cudlaStatus module_open_network(PhaseOp op, const DlaLoad *what, uint32_t row)
{
    DlaLoadable *const loadable = &g_dla_modules[row].loadable;
    cudlaStatus status = cudlaSuccess;

    if (!loadable->has_network) {
        /* There is nothing to open. */
    } else if (g_dla_devices[what->device].is_hybrid) {
        ringfence_fault_report(op, RINGFENCE_FAULT_NETWORK_ON_GPU);
        status = cudlaErrorUnsupportedOperation;
    } else {
        DlaDevice *const device = &g_dla_devices[what->device];
        NetworkView view = loadable_network(what->bytes, what->size, loadable);
        DlaRehearsal rehearsal;

        (void)memset(&rehearsal, 0, sizeof(rehearsal));
        rehearsal.row = row;
        rehearsal.device = device;
        rehearsal.until_us = UINT64_MAX;
        rehearsal.ledger.room = &ringfence_port_memory_room;
        rehearsal.host = (NetworkHost){&module_goes_on, &rehearsal, &rehearsal.ledger};
        view.host = &rehearsal.host;
        rehearsal.status = network_open(row, &view);
        loadable->network = row;
        if (rehearsal.status == NETWORK_DONE) {
            module_rehearse(device, &rehearsal);
        }
        if (port_load32(&device->is_to_end) == 0U) {
            status = module_network_status(op, rehearsal.status, &rehearsal.ledger);
        } else {
            network_close(row);
            status = cudlaErrorInvalidDevice;
        }
    }
    return status;
}

/** Makes the row of a module free, and ends its network. */
static void module_free(DlaModule *module)
{
    ASSERT(module->is_taken);
    worker_name_end(&module->name);
    if (module->loadable.has_network) {
        network_close(module->loadable.network);
    }
    module->is_taken = false;
    worker_gauge_give(&g_dla_modules_used);
}

/** Reads a loadable into a row that is free, if one is. Needs dla_lock().
 * @satisfies RF-CORE-341 */
static cudlaStatus module_load(PhaseOp op, const DlaLoad *what, cudlaModule *handle)
{
    cudlaStatus status = cudlaErrorOutOfResources;
    const uint32_t row = module_free_row();

    if (row < RINGFENCE_CFG_DLA_MODULES) {
        status = module_fault_status(
            op, loadable_read(what->bytes, what->size, &g_dla_modules[row].loadable), what->bytes);
        if (status == cudlaSuccess) {
            status = module_open_network(op, what, row);
        }
        if (status == cudlaSuccess) {
            module_open(row, what->device, what->flags, handle);
        }
    } else {
        ringfence_fault_report_limit(op, FAULT_LIMIT_DLA_MODULES, RINGFENCE_CFG_DLA_MODULES + 1U,
                                     RINGFENCE_CFG_DLA_MODULES);
    }
    return status;
}

/** @satisfies RF-DLA-020 RF-DLA-021 RF-DLA-022 */
cudlaStatus cudlaModuleLoadFromMemory(cudlaDevHandle const devHandle, const uint8_t *const pModule,
                                      size_t const moduleSize, cudlaModule *const hModule,
                                      uint32_t const flags)
{
    DlaCall call = {OP_DLA_MODULE_LOAD, DLA_LOCK_ROWS, 0U, 0};
    cudlaStatus status = dla_enter(&call, devHandle);

    if (status == cudlaSuccess) {
        const DlaLoad what = {pModule, moduleSize, call.row, flags};

        if ((pModule == NULL) || (moduleSize == 0U)) {
            status = dla_refuse(call.op, DLA_CAUSE_NO_BYTES, cudlaErrorInvalidParam);
        } else if (hModule == NULL) {
            status = dla_refuse(call.op, DLA_CAUSE_NULL, cudlaErrorInvalidParam);
        } else if (flags > (uint32_t)CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS) {
            status = dla_refuse(call.op, DLA_CAUSE_FLAGS, cudlaErrorInvalidParam);
        } else {
            status = module_load(call.op, &what, hModule);
        }
        dla_leave(&call);
    }
    return status;
}

/** Copies descriptors to an array of the caller.
 * @satisfies RF-DLA-023 */
static cudlaStatus module_copy_tensors(const DlaLoadable *loadable, uint32_t first, uint32_t count,
                                       cudlaModuleTensorDescriptor *place)
{
    cudlaStatus status = cudlaSuccess;

    ASSERT((first + count) <= (loadable->inputs + loadable->outputs + loadable->statistics));
    if (count > 0U) {
        if (place == NULL) {
            status = dla_refuse(OP_DLA_MODULE_GET_ATTRIBUTES, DLA_CAUSE_NO_ARRAY,
                                cudlaErrorInvalidParam);
        } else {
            (void)memcpy(place, &loadable->tensors[first], (size_t)count * sizeof(*place));
        }
    }
    return status;
}

/** Reads an attribute of a loadable.
 * @satisfies RF-DLA-023 */
static cudlaStatus module_read_attribute(const DlaLoadable *loadable, cudlaModuleAttributeType type,
                                         cudlaModuleAttribute *attribute)
{
    cudlaStatus status = cudlaSuccess;

    switch (type) {
    case CUDLA_NUM_INPUT_TENSORS:
        attribute->numInputTensors = loadable->inputs;
        break;
    case CUDLA_NUM_OUTPUT_TENSORS:
        attribute->numOutputTensors = loadable->outputs;
        break;
    case CUDLA_NUM_OUTPUT_TASK_STATISTICS:
        attribute->numOutputTensors = loadable->statistics;
        break;
    case CUDLA_INPUT_TENSOR_DESCRIPTORS:
        status = module_copy_tensors(loadable, 0U, loadable->inputs, attribute->inputTensorDesc);
        break;
    case CUDLA_OUTPUT_TENSOR_DESCRIPTORS:
        status = module_copy_tensors(loadable, loadable->inputs, loadable->outputs,
                                     attribute->outputTensorDesc);
        break;
    case CUDLA_OUTPUT_TASK_STATISTICS_DESCRIPTORS:
        status = module_copy_tensors(loadable, loadable->inputs + loadable->outputs,
                                     loadable->statistics, attribute->outputTensorDesc);
        break;
    default:
        status = dla_refuse(OP_DLA_MODULE_GET_ATTRIBUTES, DLA_CAUSE_ATTRIBUTE,
                            cudlaErrorInvalidAttribute);
        break;
    }
    return status;
}

/** @satisfies RF-DLA-023 */
cudlaStatus cudlaModuleGetAttributes(cudlaModule const hModule,
                                     cudlaModuleAttributeType const attrType,
                                     cudlaModuleAttribute *const attribute)
{
    DlaModule *module = NULL;
    int32_t held = 0;
    cudlaStatus status = module_enter(OP_DLA_MODULE_GET_ATTRIBUTES, hModule, &module, &held);

    if (status == cudlaSuccess) {
        if (attribute != NULL) {
            status = module_read_attribute(&module->loadable, attrType, attribute);
        } else {
            status =
                dla_refuse(OP_DLA_MODULE_GET_ATTRIBUTES, DLA_CAUSE_NULL, cudlaErrorInvalidParam);
        }
        module_leave(held);
    }
    return status;
}

/** Ends a module that no task uses. Needs dla_lock().
 * @satisfies RF-DLA-353 */
static cudlaStatus module_unload(DlaModule *module)
{
    const uint32_t row = port_load32(&module->device);
    DlaDevice *const device = &g_dla_devices[row];
    cudlaStatus status = cudlaSuccess;
    bool is_free = false;

    ASSERT(dla_is_locked());
    ASSERT(row < RINGFENCE_CFG_DLA_HANDLES);
    ringfence_port_mutex_lock(&device->lock);
    if (device->is_hybrid) {
        is_free = dla_streams_leave(row, module, NULL);
    } else {
        is_free = worker_queue_has_done(&device->jobs, module->last_use);
    }
    if (is_free) {
        module_free(module);
    } else {
        status = dla_refuse(OP_DLA_MODULE_UNLOAD, DLA_CAUSE_MODULE_USED, cudlaErrorUmd);
    }
    ringfence_port_mutex_unlock(&device->lock);
    return status;
}

/** @satisfies RF-DLA-024 */
cudlaStatus cudlaModuleUnload(cudlaModule const hModule, uint32_t const flags)
{
    DlaModule *module = NULL;
    int32_t held = 0;
    cudlaStatus status = module_enter(OP_DLA_MODULE_UNLOAD, hModule, &module, &held);

    if (status == cudlaSuccess) {
        if (flags == 0U) {
            status = module_unload(module);
        } else {
            status = dla_refuse(OP_DLA_MODULE_UNLOAD, DLA_CAUSE_FLAGS, cudlaErrorInvalidParam);
        }
        module_leave(held);
    }
    return status;
}

/** @satisfies RF-DLA-011 */
void dla_module_end_all(uint32_t device)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_MODULES; i++) {
        DlaModule *const module = &g_dla_modules[i];

        if (module->is_taken && (port_load32(&module->device) == device)) {
            module_free(module);
        }
    }
}
