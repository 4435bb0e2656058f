/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file queue.c
 * Queues of engines.
 *
 * A submission fills the place behind the last operation, which is seen by nobody, then notes who
 * is used, then makes the fence, and then hands the place to the worker, which cannot fail. What
 * fails before leaves nothing.
 */
#include <stddef.h>
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "media/media.h"
#include "nvscisync.h"
#include "worker/claim.h"

/** Bits of the name of an operation that are its number; those above are the engine's. */
#define NAME_SEQUENCE_BITS 58U

_Static_assert(RINGFENCE_CFG_2D_ENGINES <= (1U << (64U - NAME_SEQUENCE_BITS)),
               "a name has the engine");

/* ---------------------------------------------------------------- in the thread of the worker */

static bool queue_goes_on(void *context)
{
    return worker_goes_on(context);
}

/** Copies a plane that the CPU reaches. */
static BlitStatus queue_copy(Worker *worker, const MediaEntry *entry)
{
    const MediaCopy *const copy = &entry->copy;
    const MediaMemory *const to = entry->sides[0].memory;
    const MediaMemory *const from = entry->sides[1].memory;
    uint8_t *const to_plane = &to->base[to->surface.offset[copy->destination]];
    const uint8_t *const from_plane = &from->const_base[from->surface.offset[copy->source]];
    const size_t to_pitch = to->surface.pitch[copy->destination];
    const size_t from_pitch = from->surface.pitch[copy->source];
    BlitStatus status = BLIT_OK;

    ASSERT(copy->destination < BLIT_PLANES);
    ASSERT(copy->source < BLIT_PLANES);
    ASSERT(copy->row_bytes <= to_pitch);
    ASSERT(copy->row_bytes <= from_pitch);
    for (uint32_t y = 0U; (y < copy->rows) && (status == BLIT_OK); y++) {
        (void)memcpy(&to_plane[to_pitch * y], &from_plane[from_pitch * y], copy->row_bytes);
        if (!worker_goes_on(worker)) {
            status = BLIT_STOPPED;
        }
    }
    return status;
}

/** Does an operation on the GPU of its engine. */
static bool queue_run_gpu(Worker *worker, const MediaEntry *entry)
{
    const BlitGpuImage *sources[BLIT_LAYERS];

    ASSERT(entry->sides[0].use->gpu.is_there);
    (void)memset(sources, 0, sizeof(sources));
    for (uint32_t i = 0U; i < entry->operation.layers; i++) {
        sources[i] = &entry->sides[i + 1U].use->gpu;
    }
    return blit_gpu_run(entry->engine->index, &entry->operation, &entry->sides[0].use->gpu, sources,
                        &queue_goes_on, worker) == BLIT_GPU_OK;
}

/** Says whether a call copies to what an operation uses, or from what it writes. Needs
 * media_use_lock(). */
static bool queue_is_copied(const MediaEntry *entry)
{
    bool is_copied = (entry->sides[0].memory->copies > 0U);

    for (uint32_t i = 1U; i <= entry->operation.layers; i++) {
        is_copied = is_copied || entry->sides[i].memory->is_put;
    }
    return is_copied;
}

/** Waits for calls that copy since before an operation was submitted. Others wait for it.
 * @satisfies RF-MEDIA-912 */
static void queue_await_copies(const MediaEntry *entry)
{
    bool is_copied = true;

    while (is_copied) {
        const uint32_t seen = media_changes();

        media_use_lock();
        is_copied = queue_is_copied(entry);
        media_use_unlock();
        if (is_copied) {
            media_await_change(seen);
        }
    }
}

/** Does an operation.
 * @satisfies RF-MEDIA-050 */
static WorkerEnd queue_run(Worker *worker, WorkerJob *job)
{
    const MediaEntry *const entry = job->context;
    bool is_done = false;

    ASSERT(&entry->job == job);
    queue_await_copies(entry);
    if (entry->is_copy) {
        is_done = (queue_copy(worker, entry) == BLIT_OK);
    } else if (entry->on_gpu) {
        is_done = queue_run_gpu(worker, entry);
    } else {
        is_done = (blit_run(&entry->operation, blit_scratch(entry->engine->index), &queue_goes_on,
                            worker) == BLIT_OK);
    }
    return is_done ? WORKER_DONE : WORKER_FAILED;
}

/** Notes that an operation is over. Its place is free from then on. */
static void queue_over(Worker *worker, WorkerJob *job, WorkerEnd end)
{
    const MediaEntry *const entry = job->context;
    MediaEngine *const engine = entry->engine;

    (void)worker;
    (void)end;
    worker_queue_leave(&engine->jobs, entry->sequence);
    media_changed();
}

/* ---------------------------------------------------------------- fences */

/** @satisfies RF-MEDIA-084 */
uint64_t media_queue_name(const MediaEngine *engine, uint64_t sequence)
{
    ASSERT(sequence < ((uint64_t)1U << NAME_SEQUENCE_BITS));
    return ((uint64_t)engine->index << NAME_SEQUENCE_BITS) | sequence;
}

/** @satisfies RF-MEDIA-084 */
uint64_t media_queue_number(const MediaEngine *engine, uint64_t name)
{
    const bool is_ours = (name >> NAME_SEQUENCE_BITS) == engine->index;

    return is_ours ? (name & (((uint64_t)1U << NAME_SEQUENCE_BITS) - 1U)) : 0U;
}

/** @satisfies RF-MEDIA-056 */
const MediaEntry *media_queue_find(const MediaEngine *engine, uint64_t sequence)
{
    const MediaEntry *found = NULL;

    if ((sequence > engine->jobs.before) && (sequence <= worker_queue_last(&engine->jobs))) {
        const uint32_t place = worker_queue_place(sequence, RINGFENCE_CFG_2D_TASKS);
        const MediaEntry *const entry = &engine->queue[place];

        found = (entry->sequence == sequence) ? entry : NULL;
    }
    return found;
}

/** @satisfies RF-MEDIA-055 */
NvMediaStatus media_queue_fence(const MediaEntry *entry, NvSciSyncFence *fence)
{
    return media_status_of(NvSciSyncFenceDup(&entry->fence, fence));
}

void media_queue_forget(MediaEngine *engine, uint32_t sync)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_TASKS; i++) {
        MediaEntry *const entry = &engine->queue[i];

        if ((sync == MEDIA_NONE) || (entry->eof.index == sync)) {
            NvSciSyncFenceClear(&entry->fence);
            entry->eof.index = MEDIA_NONE;
        }
    }
}

/* ---------------------------------------------------------------- submitting */

/** @satisfies RF-MEDIA-052 */
MediaEntry *media_queue_place(MediaEngine *engine)
{
    MediaEntry *entry = NULL;

    if (worker_queue_has_room(&engine->jobs, 1U, RINGFENCE_CFG_2D_TASKS)) {
        const uint64_t sequence = worker_queue_last(&engine->jobs) + 1U;

        entry = &engine->queue[worker_queue_place(sequence, RINGFENCE_CFG_2D_TASKS)];
        ASSERT(worker_queue_has_left(&engine->jobs, entry->sequence));
    }
    return entry;
}

/** Sides of an operation that are filled. */
static uint32_t queue_sides(const MediaEntry *entry)
{
    return entry->operation.layers + 1U;
}

/** Notes that what an operation uses is used by it; false: the program has some of it, and nothing
 * is noted. All of it stays meanwhile: calls are counted in images, and buffers are the engine's.
 * @satisfies RF-MEDIA-042 RF-MEDIA-043 */
static bool queue_mark(const MediaEngine *engine, MediaEntry *entry)
{
    const uint32_t count = queue_sides(entry);
    bool is_free = true;

    ASSERT(count <= MEDIA_USES);
    media_use_lock();
    for (uint32_t i = 0U; i < count; i++) {
        const MediaMemory *const memory = entry->sides[i].memory;

        is_free = is_free && (!memory->is_locked);
    }
    for (uint32_t i = 0U; (i < count) && is_free; i++) {
        MediaUse *const use = entry->sides[i].use;

        entry->sides[i].before = use->last_use;
        use->last_use = worker_queue_last(&engine->jobs) + 1U;
    }
    media_use_unlock();
    return is_free;
}

/** Takes back what queue_mark() noted. A thread may wait for the operation that it saw there.
 * @satisfies RF-MEDIA-913 */
static void queue_unmark(MediaEntry *entry)
{
    media_use_lock();
    for (uint32_t i = queue_sides(entry); i > 0U; i--) {
        ASSERT(entry->sides[i - 1U].use->last_use >= entry->sides[i - 1U].before);
        entry->sides[i - 1U].use->last_use = entry->sides[i - 1U].before;
    }
    media_use_unlock();
    media_changed();
}

/** Makes the fence of what an operation signals, if it signals.
 * @satisfies RF-MEDIA-054 RF-MEDIA-035 */
static NvMediaStatus queue_make_fence(PhaseOp op, const MediaEngine *engine, MediaEntry *entry,
                                      const MediaSync *eof)
{
    const NvSciSyncObj object = eof->sync.object;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvMediaStatus status = NVMEDIA_STATUS_BAD_PARAMETER;
    bool is_first = false;

    if (worker_claim(&eof->sync, engine, &is_first)) {
        status = media_status_of(RingfenceEngineFenceGenerate(object, &fence, &entry->end.point));
        if ((status != NVMEDIA_STATUS_OK) && is_first) {
            worker_give_claim(&eof->sync, engine);
        }
    } else {
        ringfence_fault_report_cause(op, RINGFENCE_FAULT_NO_RIGHT, MEDIA_CAUSE_CLAIMED);
    }
    if (status == NVMEDIA_STATUS_OK) {
        NvSciSyncFenceClear(&entry->fence);
        entry->fence = fence;
        entry->end.object = object;
    }
    return status;
}

/** Says whether all that an operation waits for and signals is registered still. */
static bool queue_events_hold(MediaEngine *engine, const MediaEvents *events)
{
    bool holds = (events->eof.index == MEDIA_NONE) || (media_sync_of(engine, events->eof) != NULL);

    for (uint32_t i = 0U; i < events->wait_count; i++) {
        holds = holds && (media_sync_of(engine, events->objects[i]) != NULL);
    }
    return holds;
}

/** Fills the job of a place, and notes the sync objects that it uses.
 * @satisfies RF-MEDIA-051 */
static void queue_fill_job(MediaEngine *engine, MediaEntry *entry, const MediaEvents *events)
{
    WorkerJob *const job = &entry->job;
    MediaSync *const eof = media_sync_of(engine, events->eof);
    const uint64_t sequence = worker_queue_last(&engine->jobs) + 1U;

    ASSERT(events->wait_count <= MEDIA_WAITS);
    (void)memset(job, 0, sizeof(*job));
    for (uint32_t i = 0U; i < events->wait_count; i++) {
        entry->waits[i] = events->waits[i];
        media_sync_of(engine, events->objects[i])->last_use = sequence;
    }
    job->waits.rows = entry->waits;
    job->waits.count = events->wait_count;
    job->ends.rows = &entry->end;
    job->ends.count = 0U;
    job->run = &queue_run;
    job->over = &queue_over;
    job->context = entry;
    job->limit_us = UINT64_MAX;
    if (eof != NULL) {
        job->ends.count = 1U;
        eof->last_use = sequence;
    } else {
        NvSciSyncFenceClear(&entry->fence);
    }
    entry->eof = events->eof;
    entry->engine = engine;
    entry->sequence = sequence;
}

/** @satisfies RF-MEDIA-050 RF-MEDIA-053 RF-MEDIA-054 RF-MEDIA-081 */
NvMediaStatus media_queue_put(PhaseOp op, MediaEngine *engine, MediaEntry *entry,
                              const MediaEvents *events)
{
    const MediaSync *const eof = media_sync_of(engine, events->eof);
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    ASSERT(port_load32(&engine->lock) != 0U);
    ASSERT(entry == media_queue_place(engine));
    if (!queue_events_hold(engine, events)) {
        status = media_refuse(op, RINGFENCE_FAULT_2D_REGISTRATION);
    } else if (!queue_mark(engine, entry)) {
        status = media_refuse(op, RINGFENCE_FAULT_IMAGE_IN_USE);
    } else if (eof != NULL) {
        status = queue_make_fence(op, engine, entry, eof);
        if (status != NVMEDIA_STATUS_OK) {
            queue_unmark(entry);
        }
    } else {
        status = NVMEDIA_STATUS_OK;
    }
    if (status == NVMEDIA_STATUS_OK) {
        queue_fill_job(engine, entry, events);
        worker_queue_put(&engine->jobs, &entry->job);
    }
    return status;
}
