/* SPDX-License-Identifier: Apache-2.0 */
#include "engine.h"

#include <string.h>

#include "check.h"

/**
 * A wait is made of slices. A process that was stopped for long uses up one slice, not the whole
 * time.
 */
#define WAIT_SLICE_US 5000000
#define WAIT_SLICES   12U
/** Seconds until a device is given up. */
#define DEVICE_PATIENCE_S 60.0
#define DEVICE_HURRY_S    1.0

_Static_assert(WAITS <= DEVICE_WAITS, "waits of a task");
_Static_assert((PACKETS * (INPUTS + 1U)) <= DEVICE_BUFFERS, "buffers of an engine");

NvSciError engine_wait_fence(const NvSciSyncFence *fence, NvSciSyncCpuWaitContext context)
{
    NvSciError status = NvSciError_Timeout;

    for (uint32_t i = 0U; (i < WAIT_SLICES) && (status == NvSciError_Timeout); i++) {
        status = NvSciSyncFenceWait(fence, context, WAIT_SLICE_US);
    }
    return status;
}

NvSciError engine_open(Engine *engine, NvSciSyncModule module)
{
    (void)pthread_mutex_init(&engine->lock, NULL);
    (void)pthread_cond_init(&engine->submitted, NULL);
    engine->open = true;
    return check_call(NvSciSyncCpuWaitContextAlloc(module, &engine->wait_context), engine->name,
                      "NvSciSyncCpuWaitContextAlloc");
}

void engine_attach_sync(Engine *engine, NvSciSyncObj object)
{
    engine->done = object;
}

NvSciError engine_attach_signaler(const Engine *engine, uint32_t number, NvSciSyncObj object)
{
    const bool good =
        (engine->device == NULL) || device_import_sync(engine->device, number, object);

    return good ? NvSciError_Success : NvSciError_ResourceError;
}

/** Waits for all fences of a task. */
static NvSciError await_task(const Engine *engine, const Task *task)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < task->waits) && (status == NvSciError_Success); i++) {
        status = check_call(engine_wait_fence(&task->wait[i], engine->wait_context), engine->name,
                            "NvSciSyncFenceWait");
    }
    return status;
}

static void clear_waits(Task *task)
{
    for (uint32_t i = 0U; i < task->waits; i++) {
        NvSciSyncFenceClear(&task->wait[i]);
    }
}

/** Writes caches back or drops them, where the buffer's attributes say that this is needed. */
static NvSciError flush_port(const Engine *engine, const Port *port, uint32_t packet)
{
    NvSciError status = NvSciError_Success;

    if (port->used && port->flush) {
        const Surface *const surface = &port->surface[packet];

        for (uint32_t i = 0U; (i < surface->planes) && (status == NvSciError_Success); i++) {
            const Plane *const plane = &surface->plane[i];
            const uint64_t offset = (uint64_t)(plane->read - surface->plane[0].read);

            status =
                check_call(NvSciBufObjFlushCpuCacheRange(port->object[packet], offset,
                                                         (uint64_t)plane->pitch * plane->height),
                           engine->name, "NvSciBufObjFlushCpuCacheRange");
        }
    }
    return status;
}

bool engine_do(const Engine *engine, uint64_t frame, const Places *place)
{
    Job job = {{NULL}, NULL, frame};
    NvSciError status = NvSciError_Success;
    bool good = false;

    for (uint32_t i = 0U; (i < INPUTS) && (status == NvSciError_Success); i++) {
        status = flush_port(engine, &engine->input[i], place->input[i]);
        if (engine->input[i].used) {
            job.input[i] = &engine->input[i].surface[place->input[i]];
        }
    }
    if (engine->output.used) {
        job.output = &engine->output.surface[place->output];
    }
    if (status == NvSciError_Success) {
        good = engine->work(engine->context, &job);
        status = flush_port(engine, &engine->output, place->output);
    }
    return good && (status == NvSciError_Success);
}

/**
 * Takes the next task, as soon as there is one.
 *
 * @return false iff there is none left and there will be none
 */
static bool next_task(Engine *engine, Task *task)
{
    bool taken = false;

    (void)pthread_mutex_lock(&engine->lock);
    while ((engine->count == 0U) && (!engine->stopping)) {
        (void)pthread_cond_wait(&engine->submitted, &engine->lock);
    }
    if (engine->count > 0U) {
        *task = engine->task[engine->first];
        engine->first = (engine->first + 1U) % TASKS;
        engine->count -= 1U;
        taken = true;
    }
    (void)pthread_mutex_unlock(&engine->lock);
    return taken;
}

static void note_failure(Engine *engine)
{
    (void)pthread_mutex_lock(&engine->lock);
    engine->failed = true;
    (void)pthread_mutex_unlock(&engine->lock);
}

bool engine_failed(Engine *engine)
{
    bool failed = false;

    (void)pthread_mutex_lock(&engine->lock);
    failed = engine->failed;
    (void)pthread_mutex_unlock(&engine->lock);
    return failed;
}

/**
 * Runs the engine. After a failure it does not wait and does no work, but goes on to signal, so
 * that nobody waits in vain for an engine that gave up.
 */
static void *engine_main(void *argument)
{
    Engine *const engine = argument;
    Task task;
    bool good = true;
    bool taken = next_task(engine, &task);

    while (taken) {
        NvSciError status = NvSciError_Success;

        if (good) {
            status = await_task(engine, &task);
            good = (status == NvSciError_Success);
        }
        if (good) {
            good = engine_do(engine, task.frame, &task.place);
        }
        clear_waits(&task);
        if (!good) {
            /* Before the signal: who waits for it asks for failures next. */
            note_failure(engine);
        }
        status = check_call(NvSciSyncObjSignal(engine->done), engine->name, "NvSciSyncObjSignal");
        if (status != NvSciError_Success) {
            good = false;
            note_failure(engine);
        }
        taken = next_task(engine, &task);
    }
    return NULL;
}

bool engine_start(Engine *engine)
{
    engine->running = (engine->device != NULL) ||
                      (pthread_create(&engine->thread, NULL, engine_main, engine) == 0);
    if (!engine->running) {
        check_say(engine->name, "cannot start a thread");
    }
    return engine->running;
}

/** Appends a task to the queue; false iff the queue is full. The fences move along with it. */
static bool push_task(Engine *engine, const Task *task)
{
    bool pushed = false;

    (void)pthread_mutex_lock(&engine->lock);
    if (engine->count < TASKS) {
        engine->task[(engine->first + engine->count) % TASKS] = *task;
        engine->count += 1U;
        pushed = true;
        (void)pthread_cond_signal(&engine->submitted);
    }
    (void)pthread_mutex_unlock(&engine->lock);
    return pushed;
}

/** Duplicates the fences of a request. On failure there are as many as `task->waits` says. */
static NvSciError keep_fences(const Engine *engine, const Request *request, Task *task)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < request->waits) && (status == NvSciError_Success); i++) {
        status = check_call(NvSciSyncFenceDup(request->wait[i], &task->wait[i]), engine->name,
                            "NvSciSyncFenceDup");
        task->waits = i + 1U;
    }
    return status;
}

/** Enqueues a task. */
static NvSciError submit_to_device(const Engine *engine, const Request *request,
                                   NvSciSyncFence *done)
{
    DeviceTask task = {&engine->input[0].surface[request->place.input[0]],
                       &engine->output.surface[request->place.output],
                       {NULL},
                       {0U},
                       request->waits,
                       engine->self};

    for (uint32_t i = 0U; i < request->waits; i++) {
        task.wait[i] = request->wait[i];
        task.signaler[i] = request->signaler[i];
    }
    return device_submit(engine->device, &task, done) ? NvSciError_Success
                                                      : NvSciError_ResourceError;
}

/** Hands a task to the engine's thread. */
static NvSciError submit_to_thread(Engine *engine, const Request *request, NvSciSyncFence *done)
{
    NvSciError status = NvSciError_Success;
    Task task;

    (void)memset(&task, 0, sizeof(task));
    task.frame = request->frame;
    task.place = request->place;
    status = keep_fences(engine, request, &task);
    if (status == NvSciError_Success) {
        NvSciSyncFenceClear(done);
        status = check_call(NvSciSyncObjGenerateFence(engine->done, done), engine->name,
                            "NvSciSyncObjGenerateFence");
    }
    if (status == NvSciError_Success) {
        const bool pushed = push_task(engine, &task);

        if (!pushed) {
            check_say(engine->name, "more tasks than the queue holds");
            status = NvSciError_InsufficientResource;
        }
    }
    if (status != NvSciError_Success) {
        clear_waits(&task);
    }
    return status;
}

NvSciError engine_submit(Engine *engine, const Request *request, NvSciSyncFence *done)
{
    return (engine->device != NULL) ? submit_to_device(engine, request, done)
                                    : submit_to_thread(engine, request, done);
}

void engine_stop(Engine *engine)
{
    if (engine->running && (engine->device != NULL)) {
        if (!device_finish(engine->device, engine->hurry ? DEVICE_HURRY_S : DEVICE_PATIENCE_S)) {
            note_failure(engine);
        }
        engine->running = false;
    } else if (engine->running) {
        (void)pthread_mutex_lock(&engine->lock);
        engine->stopping = true;
        (void)pthread_cond_signal(&engine->submitted);
        (void)pthread_mutex_unlock(&engine->lock);
        (void)pthread_join(engine->thread, NULL);
        engine->running = false;
    } else {
        /* It was not started. */
    }
}

static void close_port(Port *port)
{
    for (uint32_t i = 0U; i < PACKETS; i++) {
        if (port->object[i] != NULL) {
            NvSciBufObjFree(port->object[i]);
            port->object[i] = NULL;
        }
    }
}

void engine_close(Engine *engine)
{
    if (engine->device != NULL) {
        device_release(engine->device);
    }
    close_port(&engine->output);
    for (uint32_t i = 0U; i < INPUTS; i++) {
        close_port(&engine->input[i]);
    }
    if (engine->done != NULL) {
        NvSciSyncObjFree(engine->done);
        engine->done = NULL;
    }
    if (engine->wait_context != NULL) {
        NvSciSyncCpuWaitContextFree(engine->wait_context);
        engine->wait_context = NULL;
    }
    if (engine->open) {
        (void)pthread_cond_destroy(&engine->submitted);
        (void)pthread_mutex_destroy(&engine->lock);
        engine->open = false;
    }
}
