/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file task.c
 * What a task is made of: its module and its tensors.
 */
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "dla/dla.h"

static bool task_is_diagnostic(const DlaRequest *request)
{
    return (request->flags & (uint32_t)CUDLA_SUBMIT_DIAGNOSTICS_TASK) != 0U;
}

/** @satisfies RF-DLA-352 */
cudlaTask dla_task_copy(const cudlaTask *task)
{
    const cudlaTask copy = *task;

    port_compiler_fence();
    return copy;
}

/** @satisfies RF-DLA-066 */
bool dla_task_is_events(const cudlaTask *task)
{
    return (task->inputTensor == NULL) && (task->outputTensor == NULL);
}

/** Says whether the numbers of tensors of a task are those of its loadable.
 * @satisfies RF-DLA-051 */
static bool task_is_complete(const DlaRequest *request, const cudlaTask *task,
                             const DlaLoadable *loadable)
{
    const uint32_t inputs = task_is_diagnostic(request) ? 0U : loadable->inputs;
    bool complete = (task->numInputTensors == inputs);

    if (task_is_diagnostic(request)) {
        complete = complete && (task->numOutputTensors == loadable->outputs);
    } else {
        complete =
            complete && ((task->numOutputTensors == loadable->outputs) ||
                         (task->numOutputTensors == (loadable->outputs + loadable->statistics)));
    }
    return complete;
}

/** Says whether an array is missing that a task has entries of. */
static bool task_lacks_array(const cudlaTask *task)
{
    return ((task->inputTensor == NULL) && (task->numInputTensors > 0U)) ||
           ((task->outputTensor == NULL) && (task->numOutputTensors > 0U));
}

/** Finds the module of a task, and looks at the numbers of its tensors.
 * @satisfies RF-DLA-050 RF-DLA-051 RF-DLA-070 */
static cudlaStatus task_find_module(const DlaRequest *request, uint32_t device,
                                    const cudlaTask *task, DlaModule **module)
{
    uint32_t row = 0U;
    cudlaStatus status = dla_module_find(request->op, task->moduleHandle, &row);

    if (status == cudlaSuccess) {
        if (port_load32(&g_dla_modules[row].device) == device) {
            /* It stays now; if it was another device's at first, it is another one. */
            status = dla_module_find(request->op, task->moduleHandle, &row);
        } else {
            worker_name_refuse(request->op, task->moduleHandle, DLA_CAUSE_MODULE);
            status = cudlaErrorInvalidModule;
        }
    }
    if (status != cudlaSuccess) {
        /* There is none. */
    } else if (task_lacks_array(task)) {
        status = dla_refuse(request->op, DLA_CAUSE_ONE_ARRAY, cudlaErrorUnsupportedOperation);
    } else if (!task_is_complete(request, task, &g_dla_modules[row].loadable)) {
        status = dla_refuse(request->op, DLA_CAUSE_NUMBERS, cudlaErrorInvalidParam);
    } else if (task_is_diagnostic(request) && (!g_dla_modules[row].has_diagnostics)) {
        status = dla_refuse(request->op, DLA_CAUSE_DIAGNOSTICS, cudlaErrorUnsupportedOperation);
    } else {
        *module = &g_dla_modules[row];
    }
    return status;
}

/** Finds the memory of a tensor.
 * @satisfies RF-DLA-052 */
static cudlaStatus task_find_memory(const DlaRequest *request, uint32_t device, const void *cookie,
                                    const cudlaModuleTensorDescriptor *tensor,
                                    const DlaRegistration **memory)
{
    const DlaRegistration *const registration = dla_registration_find(request->op, device, cookie);
    cudlaStatus status = cudlaSuccess;

    if (cookie == NULL) {
        status = dla_refuse(request->op, DLA_CAUSE_NO_MEMORY, cudlaErrorInvalidAddress);
    } else if (registration == NULL) {
        status = cudlaErrorInvalidAddress;
    } else if (registration->kind == DLA_SYNC) {
        status = dla_refuse(request->op, DLA_CAUSE_NO_MEMORY, cudlaErrorInvalidAddress);
    } else if (registration->size < tensor->size) {
        ringfence_fault_report_cause(request->op, RINGFENCE_FAULT_OUT_OF_BUFFER, DLA_CAUSE_SMALL);
        status = cudlaErrorInvalidParam;
    } else {
        *memory = registration;
    }
    return status;
}

/** Notes the memory of a tensor.
 * @satisfies RF-DLA-322 */
static void task_use(DlaEntry *entry, const DlaRegistration *memory)
{
    dla_registration_use(entry, memory);
    entry->is_on_gpu = entry->is_on_gpu || memory->buffer.isDevice;
}

/** @satisfies RF-DLA-052 */
static cudlaStatus task_fill_inputs(const DlaRequest *request, uint32_t device,
                                    const cudlaTask *task, DlaEntry *entry)
{
    const DlaLoadable *const loadable = &entry->module->loadable;
    cudlaStatus status = cudlaSuccess;

    ASSERT(task->numInputTensors <= loadable->inputs);
    for (uint32_t i = 0U; (i < task->numInputTensors) && (status == cudlaSuccess); i++) {
        const DlaRegistration *memory = NULL;

        status =
            task_find_memory(request, device, task->inputTensor[i], &loadable->tensors[i], &memory);
        if (status != cudlaSuccess) {
            /* There is no memory. */
        } else if (memory->takes_statistics) {
            status = dla_refuse(request->op, DLA_CAUSE_NO_STATISTICS, cudlaErrorInvalidParam);
        } else {
            entry->tensors.inputs[i] = memory->const_base;
            entry->coupled.inputs[i] = memory->address;
            task_use(entry, memory);
        }
    }
    return status;
}

/** Fills a place with an output, or with a statistics tensor, which follow the outputs.
 * @satisfies RF-DLA-052 RF-DLA-053 */
static cudlaStatus task_fill_output(const DlaRequest *request, uint32_t device,
                                    const cudlaTask *task, uint32_t index, DlaEntry *entry)
{
    const DlaLoadable *const loadable = &entry->module->loadable;
    const bool is_statistics = (index >= loadable->outputs);
    const DlaRegistration *memory = NULL;
    cudlaStatus status = task_find_memory(request, device, task->outputTensor[index],
                                          &loadable->tensors[loadable->inputs + index], &memory);

    ASSERT(index < (loadable->outputs + loadable->statistics));
    if (status != cudlaSuccess) {
        /* There is no memory. */
    } else if (memory->takes_statistics != is_statistics) {
        ringfence_fault_report_cause(request->op, RINGFENCE_FAULT_NO_RIGHT, DLA_CAUSE_STATISTICS);
        status = cudlaErrorInvalidParam;
    } else if ((memory->kind == DLA_BUFFER) && (!memory->is_written)) {
        ringfence_fault_report_cause(request->op, RINGFENCE_FAULT_NO_RIGHT, DLA_CAUSE_OUTPUT);
        status = cudlaErrorInvalidParam;
    } else if (is_statistics) {
        entry->tensors.statistics[index - loadable->outputs] = memory->base;
        entry->coupled.statistics[index - loadable->outputs] = memory->address;
        task_use(entry, memory);
    } else {
        entry->tensors.outputs[index] = memory->base;
        entry->coupled.outputs[index] = memory->address;
        task_use(entry, memory);
    }
    return status;
}

/** Says whether a task is one that its engine can compute: networks are computed by the CPU, which
 * does not reach the memory of a GPU.
 * @satisfies RF-DLA-229 */
static cudlaStatus task_look(const DlaRequest *request, const DlaEntry *entry)
{
    cudlaStatus status = cudlaSuccess;

    if (entry->is_on_gpu && entry->module->loadable.has_network && (!entry->is_diagnostic)) {
        ringfence_fault_report(request->op, RINGFENCE_FAULT_NETWORK_ON_GPU);
        status = cudlaErrorUnsupportedOperation;
    }
    return status;
}

/** @satisfies RF-DLA-050 RF-DLA-052 */
cudlaStatus dla_task_fill(const DlaRequest *request, uint32_t device, const cudlaTask *task,
                          DlaEntry *entry)
{
    cudlaStatus status = task_find_module(request, device, task, &entry->module);

    entry->use_count = 0U;
    entry->is_on_gpu = false;
    entry->is_diagnostic = task_is_diagnostic(request);
    (void)memset(&entry->tensors, 0, sizeof(entry->tensors));
    (void)memset(&entry->coupled, 0, sizeof(entry->coupled));
    if (status == cudlaSuccess) {
        status = task_fill_inputs(request, device, task, entry);
    }
    if (status == cudlaSuccess) {
        for (uint32_t i = 0U; (i < task->numOutputTensors) && (status == cudlaSuccess); i++) {
            status = task_fill_output(request, device, task, i, entry);
        }
    }
    if (status == cudlaSuccess) {
        status = task_look(request, entry);
    }
    return status;
}
