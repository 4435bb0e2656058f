/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file submit.c
 * Submissions: what holds for both modes, and hybrid mode, in which CUDA has the queue.
 */
#include "dla/dla.h"

#define FLAGS_ALL                                                                                  \
    ((uint32_t)CUDLA_SUBMIT_NOOP | (uint32_t)CUDLA_SUBMIT_SKIP_LOCK_ACQUIRE |                      \
     (uint32_t)CUDLA_SUBMIT_DIAGNOSTICS_TASK)

/** What a task of hybrid mode may not have.
 * @satisfies RF-DLA-015 */
static bool submit_is_standalone(const DlaRequest *request, const cudlaTask *task)
{
    return (task->waitEvents != NULL) || (task->signalEvents != NULL) || dla_task_is_events(task) ||
           ((request->flags & (uint32_t)CUDLA_SUBMIT_DIAGNOSTICS_TASK) != 0U);
}

/** Fills the place of a task of hybrid mode. */
static cudlaStatus submit_fill_coupled(const DlaRequest *request, uint32_t row, uint32_t index)
{
    DlaEntry *const entry = &g_dla_devices[row].queue[index];
    cudlaStatus status = cudlaErrorUnsupportedOperation;

    if (!submit_is_standalone(request, &request->tasks[index])) {
        status = dla_task_fill(request, row, &request->tasks[index], entry);
    }
    return status;
}

/** Puts a task that was filled into a stream. */
static cudlaStatus submit_put_coupled(const DlaRequest *request, uint32_t row, uint32_t index,
                                      void *stream)
{
    DlaEntry *const entry = &g_dla_devices[row].queue[index];
    HybridTask *const coupled = &entry->coupled;
    cudlaStatus status = cudlaSuccess;

    coupled->loadable = &entry->module->loadable;
    coupled->noop = (request->flags & (uint32_t)CUDLA_SUBMIT_NOOP) != 0U;
    coupled->number = entry->module->tasks + 1U;
    coupled->limit_us = g_dla_devices[row].limit_us;
    status = hybrid_submit(row, coupled, stream);
    if ((status == cudlaSuccess) && (!coupled->noop)) {
        entry->module->tasks++;
    }
    return status;
}

static cudlaStatus submit_all_coupled(const DlaRequest *request, uint32_t device, void *stream)
{
    cudlaStatus status =
        (request->count <= hybrid_room(device)) ? cudlaSuccess : cudlaErrorOutOfResources;

    for (uint32_t i = 0U; (i < request->count) && (status == cudlaSuccess); i++) {
        status = submit_fill_coupled(request, device, i);
    }
    for (uint32_t i = 0U; (i < request->count) && (status == cudlaSuccess); i++) {
        status = submit_put_coupled(request, device, i, stream);
    }
    return status;
}

/** Submits to a device. Needs its lock. */
static cudlaStatus submit_to(const DlaRequest *request, uint32_t row, void *stream)
{
    cudlaStatus status = cudlaSuccess;

    if (g_dla_devices[row].is_hybrid) {
        status = submit_all_coupled(request, row, stream);
    } else if (stream != NULL) {
        status = cudlaErrorInvalidParam;
    } else {
        status = dla_queue_put(request, row);
    }
    return status;
}

/** @satisfies RF-DLA-007 RF-DLA-050 RF-DLA-056 RF-DLA-057 */
cudlaStatus cudlaSubmitTask(cudlaDevHandle const devHandle, const cudlaTask *const ptrToTasks,
                            uint32_t const numTasks, void *const stream, uint32_t const flags)
{
    const DlaRequest request = {OP_DLA_SUBMIT_TASK, ptrToTasks, numTasks, flags};
    DlaCall call = {OP_DLA_SUBMIT_TASK, DLA_LOCK_DEVICE, 0U, 0};
    cudlaStatus status = dla_enter(&call, devHandle);

    if (status == cudlaSuccess) {
        if ((ptrToTasks == NULL) || (numTasks == 0U) || ((flags & ~FLAGS_ALL) != 0U)) {
            status = cudlaErrorInvalidParam;
        } else {
            status = submit_to(&request, call.row, stream);
        }
        dla_leave(&call);
    }
    return status;
}
