/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file engine.h
 * An engine: a thread that does one kind of work on buffers that it shares with others.
 *
 * An engine stands for a piece of hardware with its driver. It does not know what is in front of it
 * or behind it. What it is given:
 *
 *  - in init: its end of each buffer (engine_attach_buffer()) and its own sync object
 *    (engine_attach_sync()). Before that it is asked what it needs of them: engine_buffer_list(),
 *    engine_signal_list(), engine_wait_list().
 *  - in runtime: tasks (engine_submit()). A task names the buffers, the fences to wait for, and
 *    gets a fence that expires when the task is done.
 *
 * One thread submits. Tasks of an engine are done in the order in which they were submitted.
 *
 * An engine with a Device has no thread: its tasks are enqueued when they are submitted.
 */
#ifndef PIPELINE_ENGINE_H
#define PIPELINE_ENGINE_H

#include <pthread.h>
#include <stdbool.h>

#include "nvscibuf.h"
#include "nvscisync.h"

#include "device.h"
#include "surface.h"

/** Buffers in each ring: so many frames can be in a stage's output. */
#define PACKETS 4U
/** Tasks of an engine that can be waiting at one time. */
#define TASKS 8U
/** Rings that an engine reads at most. */
#define INPUTS 2U
/** Fences that a task waits for at most. */
#define WAITS 4U

/** What the work of an engine is done on. */
typedef struct {
    const Surface *input[INPUTS];
    /** NULL for an engine that ends the pipeline. */
    const Surface *output;
    uint64_t frame;
} Job;

/**
 * The work itself. Runs on the engine's thread.
 *
 * @return false iff the result is no good; the engine then does no more work
 */
typedef bool (*Work)(void *context, const Job *job);

/** An engine's end of a ring of buffers. */
typedef struct {
    bool used;
    Format format;
    NvSciBufAttrValAccessPerm perm;
    /** Caches must be written back or dropped by hand around accesses. */
    bool flush;
    NvSciBufObj object[PACKETS];
    Surface surface[PACKETS];
} Port;

/** Which buffers a task is done on: numbers in the ring of each port. */
typedef struct {
    uint32_t input[INPUTS];
    uint32_t output;
} Places;

/** A task to submit. */
typedef struct {
    uint64_t frame;
    Places place;
    /** Fences to wait for; they remain the submitter's. */
    const NvSciSyncFence *wait[WAITS];
    /** Numbers that engine_attach_signaler() gave those who signal them. */
    uint32_t signaler[WAITS];
    uint32_t waits;
} Request;

/** A task that was submitted. */
typedef struct {
    uint64_t frame;
    Places place;
    /** Duplicates that the engine owns and clears. */
    NvSciSyncFence wait[WAITS];
    uint32_t waits;
} Task;

/** One engine. Zero it before engine_open(). */
typedef struct {
    const char *name;
    Work work;
    void *context;
    /** Bytes that the engine wants the first pixel of each plane aligned to. */
    uint32_t alignment;
    Port input[INPUTS];
    Port output;
    /** Signalled once for each task. */
    NvSciSyncObj done;
    /** GPU that does the work, instead of a thread that calls `work`; NULL: none. */
    Device *device;
    /** Number of `done` among the device's sync objects. */
    uint32_t self;
    /** Work that is not done yet is not to be expected: somebody else failed. */
    bool hurry;
    NvSciSyncCpuWaitContext wait_context;
    pthread_t thread;
    bool open;
    bool running;
    pthread_mutex_t lock;
    pthread_cond_t submitted;
    /** Ring of tasks, guarded by `lock`. */
    Task task[TASKS];
    uint32_t first;
    uint32_t count;
    /** No more tasks will come. Guarded by `lock`. */
    bool stopping;
    /** Guarded by `lock`. */
    bool failed;
} Engine;

/** Size of the pictures that all buffers are made for. */
typedef struct {
    uint32_t width;
    uint32_t height;
} PictureSize;

/** Takes what the engine needs to wait with. */
NvSciError engine_open(Engine *engine, NvSciSyncModule module);

/** Makes a list of what the engine needs of a buffer that it reads or writes. */
NvSciError engine_buffer_list(const Engine *engine, const Port *port, const PictureSize *size,
                              NvSciBufModule module, NvSciBufAttrList *list);

/** Makes a list with these attributes; on failure, which is said, there is no list. */
NvSciError engine_list_of(const char *who, NvSciBufModule module, NvSciBufAttrKeyValuePair *pairs,
                          size_t count, NvSciBufAttrList *list);

/** Makes a list of what the engine needs of the sync object that it signals. */
NvSciError engine_signal_list(const Engine *engine, NvSciSyncModule module,
                              NvSciSyncAttrList *list);

/** Makes a list of what the engine needs of a sync object that it waits for. */
NvSciError engine_wait_list(const Engine *engine, NvSciSyncModule module, NvSciSyncAttrList *list);

/** Makes a list of what a CPU thread needs that waits; `who` is for messages. */
NvSciError engine_cpu_wait_list(const char *who, NvSciSyncModule module, NvSciSyncAttrList *list);

/**
 * Makes `object` the port's buffer number `packet`. The engine keeps a handle of its own, with no
 * more rights than it asked for, and reads from the object where the pixels are.
 */
NvSciError engine_attach_buffer(const Engine *engine, Port *port, uint32_t packet,
                                NvSciBufObj object);

/** Makes `object` what the engine signals. The engine owns it from here on. */
void engine_attach_sync(Engine *engine, NvSciSyncObj object);

/**
 * Tells the engine whose fences it will be given: `object` is signalled by number `number`, which
 * is below DEVICE_SYNCS. The engine's own object has the number `self`.
 */
NvSciError engine_attach_signaler(const Engine *engine, uint32_t number, NvSciSyncObj object);

/** Starts the thread. */
bool engine_start(Engine *engine);

/**
 * Hands over a task, and makes the fence that expires when it is done.
 *
 * @param[in]  engine   engine that runs
 * @param[in]  request  what to do
 * @param[out] done     fence; what it held is cleared first
 */
NvSciError engine_submit(Engine *engine, const Request *request, NvSciSyncFence *done);

/**
 * Does the work of a task on the calling thread, which has waited for its fences. For an engine
 * without a thread and a Device.
 *
 * @return false iff it failed
 */
bool engine_do(const Engine *engine, uint64_t frame, const Places *place);

/** True iff a task failed. */
bool engine_failed(Engine *engine);

/** Has the engine finish what was submitted, and ends its thread. */
void engine_stop(Engine *engine);

/** Gives back everything that the engine holds. Its thread has been stopped. */
void engine_close(Engine *engine);

/**
 * Waits for a fence with a bound of one minute.
 *
 * @retval NvSciError_Timeout  iff the fence did not expire
 */
NvSciError engine_wait_fence(const NvSciSyncFence *fence, NvSciSyncCpuWaitContext context);

#endif /* PIPELINE_ENGINE_H */
