/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file engine.c
 * Engines of both generations: each has a queue, and a thread that takes from it.
 */
#include <stddef.h>

#include "core/assert.h"
#include "media/media.h"
#include "port/lock.h"

static WorkerEngines g_media_made;

/** A row that is free; NULL: none is. */
static MediaEngine *engine_free_row(void)
{
    MediaEngine *found = NULL;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_2D_ENGINES) && (found == NULL); i++) {
        if (!g_media_engines[i].is_taken) {
            found = &g_media_engines[i];
            found->index = i;
        }
    }
    return found;
}

/** Fills a row whose thread was started. */
static void engine_begin(MediaEngine *engine, uint32_t device)
{
    ASSERT(device <= RINGFENCE_CFG_2D_DEVICES);
    ASSERT(worker_queue_has_left(&engine->jobs, worker_queue_last(&engine->jobs)));
    engine->is_taken = true;
    worker_gauge_take(&g_media_engines_used);
    engine->device = device;
    engine->sync_count = 0U;
    engine->image_count = 0U;
    worker_gauge_set(&engine->images_used, 0U);
    engine->buffer_count = 0U;
    engine->max_syncs = RINGFENCE_CFG_2D_REGISTRATIONS;
    engine->max_buffers = RINGFENCE_CFG_2D_REGISTRATIONS;
    engine->max_composes = RINGFENCE_CFG_2D_TASKS;
    engine->max_filters = MEDIA_FILTER_BUFFERS;
    media_events_begin(&engine->next);
}

/** @satisfies RF-MEDIA-020 */
NvMediaStatus media_engine_open(PhaseOp op, WorkerNameKind kind, uint32_t device,
                                MediaEngine **made, void *place)
{
    MediaEngine *const engine = engine_free_row();
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    ASSERT(media_is_locked());
    if (worker_engines_are_parents(&g_media_made)) {
        status = NVMEDIA_STATUS_ERROR;
    } else if (engine == NULL) {
        media_report_full(op, FAULT_LIMIT_2D_ENGINES, RINGFENCE_CFG_2D_ENGINES);
        status = NVMEDIA_STATUS_OUT_OF_MEMORY;
    } else {
        worker_engines_add(&g_media_made);
        if (worker_queue_start(&engine->jobs, "nvmedia2d")) {
            engine_begin(engine, device);
            *made = engine;
            worker_handle_give(kind, engine->index, &engine->handle, place);
        } else {
            worker_engines_remove(&g_media_made);
            status = NVMEDIA_STATUS_ERROR;
        }
    }
    return status;
}

/** Gives the graphs back, if no engine is left. */
static void engine_forget_graphs(void)
{
    bool is_last = true;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_ENGINES; i++) {
        is_last = is_last && (!g_media_engines[i].is_taken);
    }
    if (is_last) {
        blit_forget();
    }
}

/** Makes the tokens of an engine stale. */
static void engine_end_tokens(MediaEngine *engine)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_TASKS; i++) {
        engine->composes[i].is_taken = false;
    }
    worker_gauge_set(&engine->tokens_used, 0U);
    for (uint32_t i = 0U; i < MEDIA_FILTER_BUFFERS; i++) {
        engine->filters[i].is_taken = false;
    }
}

/** @satisfies RF-MEDIA-021 */
NvMediaStatus media_engine_close(PhaseOp op, WorkerNameKind kind, const void *handle)
{
    MediaEngine *engine = NULL;

    media_lock();
    engine = media_engine_take(op, kind, handle);
    if (engine != NULL) {
        worker_name_end(&engine->handle.name);
        media_engine_give(engine);
        worker_stop(&engine->jobs.worker);
        media_queue_forget(engine, MEDIA_NONE);
        media_sync_end_all(engine);
        media_image_leave_all(engine);
        worker_gauge_set(&engine->images_used, 0U);
        media_buffer_end_all(engine);
        engine_end_tokens(engine);
        ASSERT(worker_queue_has_left(&engine->jobs, worker_queue_last(&engine->jobs)));
        ASSERT(engine->sync_count == 0U);
        ASSERT(engine->buffer_count == 0U);
        blit_gpu_close(engine->index);
        if (engine->device < RINGFENCE_CFG_2D_DEVICES) {
            ASSERT(g_media_devices[engine->device].users > 0U);
            g_media_devices[engine->device].users--;
        }
        engine->is_taken = false;
        worker_gauge_give(&g_media_engines_used);
        engine_forget_graphs();
        worker_engines_remove(&g_media_made);
    }
    media_unlock();
    return (engine != NULL) ? NVMEDIA_STATUS_OK : NVMEDIA_STATUS_BAD_PARAMETER;
}
