/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file submit.c
 * Submissions: what holds for both modes, and hybrid mode, in which CUDA has the queue.
 */
#include "core/assert.h"
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

/** @satisfies RF-DLA-353 */
bool dla_streams_leave(uint32_t row, const DlaModule *module, const DlaRegistration *registration)
{
    bool is_free = true;

    hybrid_look(row);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_TASKS; i++) {
        const DlaEntry *const entry = &g_dla_devices[row].queue[i];

        if (!hybrid_is_free(row, i)) {
            is_free = is_free && ((module == NULL) || (entry->module != module));
            for (uint32_t use = 0U; use < entry->use_count; use++) {
                is_free = is_free &&
                          ((registration == NULL) || (entry->uses[use] != registration->index));
            }
        }
    }
    return is_free;
}

/** Fills the place of a task of hybrid mode. */
static cudlaStatus submit_fill_coupled(const DlaRequest *request, uint32_t row, uint32_t index,
                                       uint32_t place)
{
    DlaEntry *const entry = &g_dla_devices[row].queue[place];
    const cudlaTask task = dla_task_copy(&request->tasks[index]);
    cudlaStatus status = cudlaSuccess;

    if (submit_is_standalone(request, &task)) {
        status = dla_refuse(request->op, DLA_CAUSE_STREAM_ALONE, cudlaErrorUnsupportedOperation);
    } else {
        status = dla_task_fill(request, row, &task, entry);
    }
    entry->is_filled = (status == cudlaSuccess);
    return status;
}

/** Puts a task that was filled into a stream. */
static cudlaStatus submit_put_coupled(const DlaRequest *request, uint32_t row, uint32_t place,
                                      void *stream)
{
    DlaEntry *const entry = &g_dla_devices[row].queue[place];
    HybridTask *const coupled = &entry->coupled;
    cudlaStatus status = cudlaSuccess;

    ASSERT(entry->is_filled);
    ASSERT(entry->module->is_taken);
    coupled->loadable = &entry->module->loadable;
    coupled->noop = (request->flags & (uint32_t)CUDLA_SUBMIT_NOOP) != 0U;
    coupled->number = entry->module->tasks + 1U;
    coupled->limit_us = g_dla_devices[row].limit_us;
    coupled->place = place + 1U;
    status = hybrid_submit(row, coupled, stream);
    if ((status == cudlaSuccess) && (!coupled->noop)) {
        entry->module->tasks++;
    }
    return status;
}

/** Fills places that are free, in their order, with the tasks of a submission. There is room. */
static cudlaStatus submit_fill_all(const DlaRequest *request, uint32_t row)
{
    uint32_t filled = 0U;
    cudlaStatus status = cudlaSuccess;

    ASSERT(request->count <= RINGFENCE_CFG_DLA_TASKS);
    for (uint32_t i = 0U; (i < RINGFENCE_CFG_DLA_TASKS) && (status == cudlaSuccess); i++) {
        if ((filled < request->count) && hybrid_is_free(row, i)) {
            status = submit_fill_coupled(request, row, filled, i);
            filled++;
        }
    }
    return status;
}

/** Puts tasks that were filled into a stream, in their order; those behind one that is refused are
 * forgotten. Places that are taken count, `taken` before.
 * @satisfies RF-DLA-395 */
static cudlaStatus submit_put_all(const DlaRequest *request, uint32_t device, void *stream,
                                  uint32_t taken)
{
    uint32_t in_use = taken;
    cudlaStatus status = cudlaSuccess;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_TASKS; i++) {
        if (g_dla_devices[device].queue[i].is_filled && (status == cudlaSuccess)) {
            status = submit_put_coupled(request, device, i, stream);
            /* One that was begun and could not be put whole has its place, too. */
            if ((status == cudlaSuccess) || (!hybrid_is_free(device, i))) {
                in_use++;
                worker_gauge_note(&g_dla_devices[device].jobs.places, in_use);
            }
        }
    }
    return status;
}

static cudlaStatus submit_all_coupled(const DlaRequest *request, uint32_t device, void *stream)
{
    const uint32_t room = hybrid_room(device);
    cudlaStatus status = (request->count <= room) ? cudlaSuccess : cudlaErrorOutOfResources;

    if (status == cudlaSuccess) {
        status = submit_fill_all(request, device);
    } else {
        dla_report_tasks(request->op, request->count);
    }
    if (status == cudlaSuccess) {
        status = submit_put_all(request, device, stream, RINGFENCE_CFG_DLA_TASKS - room);
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_TASKS; i++) {
        g_dla_devices[device].queue[i].is_filled = false;
    }
    return status;
}

/** Submits to a device. Needs its lock. */
static cudlaStatus submit_to(const DlaRequest *request, uint32_t row, void *stream)
{
    cudlaStatus status = cudlaSuccess;

    ASSERT(port_load32(&g_dla_devices[row].lock) != 0U);
    if (g_dla_devices[row].is_hybrid) {
        status = submit_all_coupled(request, row, stream);
    } else if (stream != NULL) {
        status = dla_refuse(request->op, DLA_CAUSE_STREAM, cudlaErrorInvalidParam);
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
        if ((ptrToTasks == NULL) || (numTasks == 0U)) {
            status = dla_refuse(call.op, DLA_CAUSE_NO_TASKS, cudlaErrorInvalidParam);
        } else if ((flags & ~FLAGS_ALL) != 0U) {
            status = dla_refuse(call.op, DLA_CAUSE_FLAGS, cudlaErrorInvalidParam);
        } else {
            status = submit_to(&request, call.row, stream);
        }
        dla_leave(&call);
    }
    return status;
}
