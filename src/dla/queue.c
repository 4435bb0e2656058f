/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file queue.c
 * Queues of devices in standalone mode.
 *
 * A submission fills the places behind the last task of the queue, which is seen by nobody, then
 * makes the fences, and then hands the places to the worker, which cannot fail. What fails before
 * leaves nothing but fences that were taken back.
 */
#include <string.h>

#include "core/assert.h"
#include "dla/dla.h"
#include "nvscisync.h"
#include "port/wait.h"

/** Place that is so many behind the next one. */
static DlaEntry *queue_place(DlaDevice *device, uint32_t behind)
{
    const uint64_t sequence = worker_queue_last(&device->jobs) + 1U + behind;

    ASSERT(behind < RINGFENCE_CFG_DLA_TASKS);
    return &device->queue[worker_queue_place(sequence, RINGFENCE_CFG_DLA_TASKS)];
}

/* ---------------------------------------------------------------- in the thread of the worker */

static bool queue_host_goes_on(void *context)
{
    return worker_goes_on(context);
}

static void queue_host_pause(void *context, uint64_t us)
{
    worker_pause(context, us);
}

static uint64_t queue_host_time_us(void *context)
{
    (void)context;
    return ringfence_port_time_us();
}

static bool queue_host_is_ending(void *context)
{
    return worker_is_ending(context);
}

/** Row of a device. */
static uint32_t queue_row_of(const DlaDevice *device)
{
    uint32_t row = 0U;

    while ((row < (RINGFENCE_CFG_DLA_HANDLES - 1U)) && (&g_dla_devices[row] != device)) {
        row++;
    }
    ASSERT(device == &g_dla_devices[row]);
    return row;
}

/** Has the GPU compute a task that the CPU has no access to all tensors of.
 * @satisfies RF-DLA-322 */
static cudlaStatus queue_run_on_gpu(Worker *worker, DlaEntry *entry)
{
    const HybridHost host = {&queue_host_goes_on, &queue_host_is_ending, worker};
    HybridTask *const task = &entry->coupled;

    task->loadable = &entry->module->loadable;
    task->number = entry->number;
    task->limit_us = entry->job.limit_us;
    task->diagnoses = entry->is_diagnostic;
    return hybrid_run(queue_row_of(entry->device), task, &host);
}

/** Computes a task. */
static WorkerEnd queue_run_task(Worker *worker, WorkerJob *job)
{
    DlaEntry *const entry = job->context;
    const DlaLoadable *const loadable = &entry->module->loadable;
    const DlaHost host = {&queue_host_goes_on, &queue_host_pause, &queue_host_time_us, worker};

    ASSERT(&entry->job == job);
    ASSERT(entry->module->is_taken);
    if (entry->is_on_gpu) {
        entry->status = queue_run_on_gpu(worker, entry);
    } else if (entry->is_diagnostic) {
        entry->status = dla_diagnose(loadable, &entry->tensors, &host);
    } else {
        entry->status = loadable_run(loadable, entry->number, &entry->tensors, &host);
    }
    return (entry->status == cudlaSuccess) ? WORKER_DONE : WORKER_FAILED;
}

/** Does nothing, so that what is signalled is signalled as failed. */
static WorkerEnd queue_run_dropped(Worker *worker, WorkerJob *job)
{
    (void)worker;
    (void)job;
    return WORKER_FAILED;
}

/** What the end of a task is to who asks for the last error; one that was ended with its device is
 * none.
 * @satisfies RF-DLA-072 RF-DLA-073 RF-DLA-074 */
static cudlaStatus queue_error_of(const DlaEntry *entry, WorkerEnd end)
{
    cudlaStatus status = cudlaSuccess;

    switch (end) {
    case WORKER_FAILED:
        status = entry->status;
        break;
    case WORKER_TIMED_OUT:
        status = cudlaErrorDlaErrEngineTimeout;
        break;
    case WORKER_NOT_STARTED:
        status = cudlaErrorDlaErrInvalidPreAction;
        break;
    default:
        status = cudlaSuccess;
        break;
    }
    return status;
}

/** Notes how a task ended. Its place is free from then on.
 * @satisfies RF-DLA-072 RF-DLA-075 */
static void queue_over_task(Worker *worker, WorkerJob *job, WorkerEnd end)
{
    const DlaEntry *const entry = job->context;
    DlaDevice *const device = entry->device;
    const cudlaStatus error = queue_error_of(entry, end);
    const uint64_t sequence = entry->sequence;

    (void)worker;
    if (error != cudlaSuccess) {
        port_store32(&device->last_error, (uint32_t)error);
    }
    worker_queue_leave(&device->jobs, sequence);
}

/* ---------------------------------------------------------------- handing over */

/** Adds points that were made to what a job signals. */
static void queue_add_points(WorkerPoint *rows, uint32_t *count, const DlaEntry *entry,
                             uint32_t first, uint32_t end)
{
    ASSERT(end <= RINGFENCE_CFG_DLA_EVENTS);
    ASSERT((*count + (end - first)) <= DLA_TASK_EVENTS);
    for (uint32_t i = first; i < end; i++) {
        rows[*count] = entry->made[i].point;
        (*count)++;
    }
}

/** Adds what a task signals itself to what its job signals. */
static void queue_add_signals(DlaEntry *entry, const DlaEntry *from)
{
    WorkerJob *const job = &entry->job;

    ASSERT(from->made_starts <= from->made_count);
    queue_add_points(entry->starts, &job->starts.count, from, 0U, from->made_starts);
    queue_add_points(entry->ends, &job->ends.count, from, from->made_starts, from->made_count);
}

/** Notes that the registrations of a task are in use until it is over. */
static void queue_note_uses(const DlaEntry *entry, uint64_t sequence)
{
    ASSERT(entry->use_count <= DLA_TASK_USES);
    for (uint32_t i = 0U; i < entry->use_count; i++) {
        g_dla_registrations[entry->uses[i]].last_use = sequence;
    }
}

/** Begins the job of the next place. */
static void queue_begin_job(DlaDevice *device, DlaEntry *entry,
                            WorkerEnd (*run)(Worker *worker, WorkerJob *job))
{
    WorkerJob *const job = &entry->job;

    ASSERT(worker_queue_has_left(&device->jobs, entry->sequence));
    (void)memset(job, 0, sizeof(*job));
    job->waits.rows = entry->waits;
    job->starts.rows = entry->starts;
    job->ends.rows = entry->ends;
    job->run = run;
    job->over = &queue_over_task;
    job->context = entry;
    job->limit_us = device->limit_us;
    entry->device = device;
    entry->status = cudlaSuccess;
    entry->sequence = worker_queue_last(&device->jobs) + 1U;
}

/** Counts a task of its module, and says what it computes.
 * @satisfies RF-DLA-054 RF-DLA-065 */
static void queue_begin_task(const DlaRequest *request, DlaDevice *device, DlaEntry *entry)
{
    const bool computes = (request->flags & (uint32_t)CUDLA_SUBMIT_NOOP) == 0U;

    queue_begin_job(device, entry, computes ? &queue_run_task : NULL);
    ASSERT(entry->module->is_taken);
    ASSERT(entry->module->last_use <= entry->sequence);
    entry->module->last_use = entry->sequence;
    if (computes && (!entry->is_diagnostic)) {
        entry->module->tasks++;
        entry->number = entry->module->tasks;
    }
}

/** Adds the waits of an event-only submission to those of a task. */
static void queue_add_waits(DlaEntry *entry, const DlaEntry *pending)
{
    ASSERT((entry->wait_count + pending->wait_count) <= DLA_TASK_EVENTS);
    for (uint32_t i = 0U; i < pending->wait_count; i++) {
        entry->waits[entry->wait_count] = pending->waits[i];
        entry->wait_count++;
    }
}

/** Clears the fences that the program computes itself. */
static void queue_clear_own(DlaEntry *entry)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_EVENTS; i++) {
        NvSciSyncFenceClear(&entry->own[i]);
    }
}

/** Hands a task over that was filled and whose fences were made. The points of an event-only
 * submission are earlier ones than those of the same time.
 * @satisfies RF-DLA-066 */
static void queue_put_task(const DlaRequest *request, DlaDevice *device, uint32_t index)
{
    DlaEntry *const entry = queue_place(device, 0U);
    const DlaEntry *const pending = device->pending;
    const bool is_last = (index == (request->count - 1U));

    ASSERT(index < request->count);
    ASSERT(entry->made_count == entry->signal_count);
    queue_begin_task(request, device, entry);
    if ((pending != NULL) && (index == 0U)) {
        queue_add_waits(entry, pending);
    }
    if ((pending != NULL) && is_last) {
        queue_add_signals(entry, pending);
        queue_note_uses(pending, entry->sequence);
        device->pending = NULL;
    }
    queue_add_signals(entry, entry);
    entry->job.waits.count = entry->wait_count;
    queue_note_uses(entry, entry->sequence);
    queue_clear_own(entry);
    worker_queue_put(&device->jobs, &entry->job);
}

/* ---------------------------------------------------------------- event-only submissions */

/** Signals as failed what an event-only submission was to signal, as another one replaces it.
 * There is a free place.
 * @satisfies RF-DLA-068 */
static void queue_drop_pending(DlaDevice *device)
{
    const DlaEntry *const pending = device->pending;

    ASSERT(pending != NULL);
    device->pending = NULL;
    if (pending->made_count > 0U) {
        DlaEntry *const entry = queue_place(device, 0U);

        queue_begin_job(device, entry, &queue_run_dropped);
        queue_add_points(entry->ends, &entry->job.ends.count, pending, 0U, pending->made_count);
        queue_note_uses(pending, entry->sequence);
        worker_queue_put(&device->jobs, &entry->job);
    }
}

/** @satisfies RF-DLA-066 RF-DLA-068 */
static cudlaStatus queue_put_events(const DlaRequest *request, uint32_t row, const cudlaTask *task)
{
    DlaDevice *const device = &g_dla_devices[row];
    DlaEntry *const entry = &device->events[(device->pending == &device->events[0]) ? 1U : 0U];
    cudlaStatus status = cudlaSuccess;

    if ((request->count != 1U) ||
        ((request->flags & (uint32_t)CUDLA_SUBMIT_DIAGNOSTICS_TASK) != 0U)) {
        status = dla_refuse(request->op, DLA_CAUSE_EVENTS_ALONE, cudlaErrorUnsupportedOperation);
    }
    if (status == cudlaSuccess) {
        entry->use_count = 0U;
        status = dla_events_fill(request, row, task, entry);
    }
    if (status == cudlaSuccess) {
        status = dla_events_make(request, entry);
        if (status != cudlaSuccess) {
            dla_events_abandon(entry);
        }
        queue_clear_own(entry);
    }
    if (status == cudlaSuccess) {
        if (device->pending != NULL) {
            queue_drop_pending(device);
        }
        device->pending = entry;
    }
    return status;
}

/** @satisfies RF-DLA-011 */
void dla_queue_end(DlaDevice *device)
{
    const DlaEntry *const pending = device->pending;

    if (pending != NULL) {
        for (uint32_t i = 0U; i < pending->made_count; i++) {
            worker_point_fail(&pending->made[i].point);
        }
    }
    device->pending = NULL;
}

/* ---------------------------------------------------------------- tasks */

/** Fills the place of a task, which is not handed over yet. */
static cudlaStatus queue_fill_task(const DlaRequest *request, uint32_t row, const cudlaTask *task,
                                   uint32_t index)
{
    DlaDevice *const device = &g_dla_devices[row];
    DlaEntry *const entry = queue_place(device, index);
    const bool is_last = (index == (request->count - 1U));
    cudlaStatus status = dla_task_fill(request, row, task, entry);

    if (status == cudlaSuccess) {
        status = dla_events_fill(request, row, task, entry);
    }
    if ((status == cudlaSuccess) && (device->pending != NULL) &&
        (!dla_events_fit(entry, device->pending, is_last))) {
        status = dla_refuse(request->op, DLA_CAUSE_EVENT_ORDER, cudlaErrorInvalidParam);
    }
    return status;
}

/** Makes the fences of all tasks that were filled, or none.
 * @satisfies RF-DLA-064 */
static cudlaStatus queue_make_all(const DlaRequest *request, DlaDevice *device)
{
    uint32_t made = 0U;
    cudlaStatus status = cudlaSuccess;

    while ((made < request->count) && (status == cudlaSuccess)) {
        status = dla_events_make(request, queue_place(device, made));
        made++;
    }
    while ((made > 0U) && (status != cudlaSuccess)) {
        DlaEntry *const entry = queue_place(device, made - 1U);

        dla_events_abandon(entry);
        queue_clear_own(entry);
        made--;
    }
    return status;
}

/** Hands over all tasks that were filled, or none.
 * @satisfies RF-DLA-050 RF-DLA-064 */
static cudlaStatus queue_put_tasks(const DlaRequest *request, DlaDevice *device)
{
    const cudlaStatus status = queue_make_all(request, device);

    if (status == cudlaSuccess) {
        for (uint32_t i = 0U; i < request->count; i++) {
            queue_put_task(request, device, i);
        }
    }
    return status;
}

/** @satisfies RF-DLA-055 RF-DLA-056 RF-DLA-066 RF-DLA-352 RF-CORE-341 */
cudlaStatus dla_queue_put(const DlaRequest *request, uint32_t device)
{
    DlaDevice *const to = &g_dla_devices[device];
    bool is_events = false;
    cudlaStatus status = worker_queue_has_room(&to->jobs, request->count, RINGFENCE_CFG_DLA_TASKS)
                             ? cudlaSuccess
                             : cudlaErrorOutOfResources;

    ASSERT(port_load32(&to->lock) != 0U);
    ASSERT(!to->is_hybrid);
    if (status != cudlaSuccess) {
        dla_report_tasks(request->op, request->count);
    }
    for (uint32_t i = 0U; (i < request->count) && (status == cudlaSuccess); i++) {
        const cudlaTask task = dla_task_copy(&request->tasks[i]);

        is_events = dla_task_is_events(&task);
        status = is_events ? queue_put_events(request, device, &task)
                           : queue_fill_task(request, device, &task, i);
    }
    if ((status == cudlaSuccess) && (!is_events)) {
        status = queue_put_tasks(request, to);
    }
    return status;
}
