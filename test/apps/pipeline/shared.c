/* SPDX-License-Identifier: Apache-2.0 */
#include "shared.h"

#include <string.h>

#include "check.h"
#include "clock.h"
#include "links.h"
#include "negotiate.h"
#include "report.h"
#include "ringfence.h"

/** The application's part of the pipeline: it owns the engines and the fences that it passes on. */
typedef struct {
    NvSciBufModule buf_module;
    NvSciSyncModule sync_module;
    NvSciSyncCpuWaitContext wait_context;
    Engine engine[STAGES];
    /** Fence of each stage for the last TASKS frames. */
    NvSciSyncFence done[STAGES][TASKS];
} Pipeline;

static const char who[] = "application";

/** Tells the engines what they are and which ends of which rings they have. */
static void describe_engines(Pipeline *pipeline, StageContext *context)
{
    /* Different wishes, so that there is something to reconcile: the greatest holds. */
    static const uint32_t alignments[STAGES] = {64U, 256U, 128U, 64U};

    for (uint32_t i = 0U; i < (uint32_t)STAGES; i++) {
        pipeline->engine[i].name = stage_name((Stage)i);
        pipeline->engine[i].work = stage_work((Stage)i);
        pipeline->engine[i].context = context;
        pipeline->engine[i].alignment = alignments[i];
    }
    for (uint32_t i = 0U; i < LINKS; i++) {
        Port *const output = &pipeline->engine[links[i].writer].output;

        output->used = true;
        output->format = links[i].format;
        output->perm = NvSciBufAccessPerm_ReadWrite;
        for (uint32_t j = 0U; j < links[i].readers; j++) {
            const Reader *const reader = &links[i].reader[j];
            Port *const input = &pipeline->engine[reader->stage].input[reader->input];

            input->used = true;
            input->format = links[i].format;
            input->perm = NvSciBufAccessPerm_Readonly;
        }
    }
}

static NvSciError open_modules(Pipeline *pipeline)
{
    NvSciError status =
        check_call(NvSciBufModuleOpen(&pipeline->buf_module), who, "NvSciBufModuleOpen");

    if (status == NvSciError_Success) {
        status =
            check_call(NvSciSyncModuleOpen(&pipeline->sync_module), who, "NvSciSyncModuleOpen");
    }
    if (status == NvSciError_Success) {
        status =
            check_call(NvSciSyncCpuWaitContextAlloc(pipeline->sync_module, &pipeline->wait_context),
                       who, "NvSciSyncCpuWaitContextAlloc");
    }
    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        status = engine_open(&pipeline->engine[i], pipeline->sync_module);
    }
    return status;
}

/** Init: everything that costs resources happens here. */
static NvSciError open_pipeline(Pipeline *pipeline, const SharedRun *run, RunResult *result)
{
    const Plane *const picture = &run->context->image->surface.plane[0];
    const PictureSize size = {picture->width, picture->height};
    NvSciError status = NvSciError_Success;

    describe_engines(pipeline, run->context);
    status = open_modules(pipeline);
    for (uint32_t i = 0U; (i < LINKS) && (status == NvSciError_Success); i++) {
        status = negotiate_buffers(pipeline->buf_module, &links[i], &size, pipeline->engine,
                                   &result->buffer_bytes);
    }
    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        status = negotiate_sync(pipeline->sync_module, (Stage)i, pipeline->engine);
        result->output[i] = pipeline->engine[i].output.surface[0];
    }
    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        const bool started = engine_start(&pipeline->engine[i]);

        status = started ? NvSciError_Success : NvSciError_InsufficientResource;
    }
    return status;
}

/** Gives everything back that was taken, be it all or less. */
static void close_pipeline(Pipeline *pipeline)
{
    for (uint32_t i = 0U; i < (uint32_t)STAGES; i++) {
        engine_stop(&pipeline->engine[i]);
    }
    for (uint32_t i = 0U; i < (uint32_t)STAGES; i++) {
        engine_close(&pipeline->engine[i]);
        for (uint32_t j = 0U; j < TASKS; j++) {
            NvSciSyncFenceClear(&pipeline->done[i][j]);
        }
    }
    if (pipeline->wait_context != NULL) {
        NvSciSyncCpuWaitContextFree(pipeline->wait_context);
    }
    if (pipeline->sync_module != NULL) {
        NvSciSyncModuleClose(pipeline->sync_module);
    }
    if (pipeline->buf_module != NULL) {
        NvSciBufModuleClose(pipeline->buf_module);
    }
}

static void add_wait(Request *request, const NvSciSyncFence *fence)
{
    request->wait[request->waits] = fence;
    request->waits += 1U;
}

/** Submits one frame to one stage, with the fences that it has to wait for. */
static NvSciError submit(Pipeline *pipeline, Stage stage, uint64_t frame)
{
    Request request = {frame, (uint32_t)(frame % PACKETS), {NULL}, 0U};
    const size_t now = (size_t)(frame % TASKS);

    for (uint32_t i = 0U; i < LINKS; i++) {
        for (uint32_t j = 0U; j < links[i].readers; j++) {
            const Stage reader = links[i].reader[j].stage;

            if (reader == stage) {
                /* The frame is ready. */
                add_wait(&request, &pipeline->done[links[i].writer][now]);
            }
            if ((links[i].writer == stage) && (frame >= PACKETS)) {
                /* The packet is free: its last reader was PACKETS frames before. */
                add_wait(&request, &pipeline->done[reader][(frame - PACKETS) % TASKS]);
            }
        }
    }
    return engine_submit(&pipeline->engine[stage], &request, &pipeline->done[stage][now]);
}

/** True iff some stage before `end` gave up. */
static bool any_failed(Pipeline *pipeline, uint32_t end)
{
    bool failed = false;

    for (uint32_t i = 0U; i < end; i++) {
        const bool one = engine_failed(&pipeline->engine[i]);

        failed = failed || one;
    }
    return failed;
}

/** Waits until the sink is done with a frame. */
static NvSciError await_frame(const Pipeline *pipeline, uint64_t frame)
{
    return check_call(
        engine_wait_fence(&pipeline->done[STAGE_SINK][frame % TASKS], pipeline->wait_context), who,
        "NvSciSyncFenceWait");
}

/** Makes a list in RUNTIME, which must be refused. */
static NvSciError try_refused(const Pipeline *pipeline)
{
    NvSciBufAttrList list = NULL;
    NvSciError status = NvSciBufAttrListCreate(pipeline->buf_module, &list);

    if (status == NvSciError_InvalidState) {
        status = NvSciError_Success;
    } else if (status == NvSciError_Success) {
        check_say(who, "NvSciBufAttrListCreate was admitted in RUNTIME");
        NvSciBufAttrListFree(list);
        status = NvSciError_InvalidState;
    } else {
        (void)check_call(status, who, "NvSciBufAttrListCreate in RUNTIME");
    }
    return status;
}

/** Streams all frames. No more than `in_flight` are on their way at a time. */
static NvSciError stream(Pipeline *pipeline, const SharedRun *run)
{
    NvSciError status = NvSciError_Success;
    uint64_t submitted = 0U;
    uint64_t awaited = 0U;
    bool going = true;

    while (going && (status == NvSciError_Success)) {
        for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
            status = submit(pipeline, (Stage)i, submitted);
        }
        submitted += 1U;
        if ((status == NvSciError_Success) && (submitted >= run->in_flight)) {
            status = await_frame(pipeline, awaited);
            awaited += 1U;
            report_progress(run->label, awaited, run->frames);
        }
        going = (submitted < run->frames) && (!any_failed(pipeline, STAGES));
    }
    while ((awaited < submitted) && (status == NvSciError_Success)) {
        status = await_frame(pipeline, awaited);
        awaited += 1U;
        report_progress(run->label, awaited, run->frames);
    }
    return status;
}

/**
 * Runtime: no call in here takes or gives back a resource, but for the one that shows that none
 * may.
 */
static NvSciError run_pipeline(Pipeline *pipeline, const SharedRun *run)
{
    NvSciError status = NvSciError_Success;

    if (run->try_refused) {
        status = try_refused(pipeline);
    }
    if (status == NvSciError_Success) {
        status = stream(pipeline, run);
    }
    report_progress_end();
    for (uint32_t i = 0U; i < (uint32_t)STAGES; i++) {
        /* Before RUNTIME ends: after a failure, tasks may be left that are yet to be signalled. */
        engine_stop(&pipeline->engine[i]);
    }
    for (uint32_t i = 0U; i < (uint32_t)STAGES; i++) {
        for (uint32_t j = 0U; j < TASKS; j++) {
            NvSciSyncFenceClear(&pipeline->done[i][j]);
        }
    }
    return status;
}

/** Goes on to a phase. */
static NvSciError advance(RingfencePhase phase)
{
    return check_call(RingfenceAdvancePhase(phase), who, "RingfenceAdvancePhase");
}

bool shared_run(const SharedRun *run, RunResult *result)
{
    Pipeline pipeline;
    bool failed = false;
    NvSciError status = NvSciError_Success;
    NvSciError back = NvSciError_Success;
    double start = clock_seconds();

    (void)memset(&pipeline, 0, sizeof(pipeline));
    (void)memset(result, 0, sizeof(*result));
    status = open_pipeline(&pipeline, run, result);
    result->init_seconds = clock_seconds() - start;
    if (status == NvSciError_Success) {
        status = advance(RINGFENCE_PHASE_RUNTIME);
    }
    if (status == NvSciError_Success) {
        start = clock_seconds();
        status = run_pipeline(&pipeline, run);
        result->stream_seconds = clock_seconds() - start;
        failed = any_failed(&pipeline, STAGES);
        result->broken = any_failed(&pipeline, STAGE_SINK) || (status != NvSciError_Success);
        back = advance(RINGFENCE_PHASE_DEINIT);
    }
    start = clock_seconds();
    close_pipeline(&pipeline);
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT) {
        back = advance(RINGFENCE_PHASE_INIT);
    }
    result->deinit_seconds = clock_seconds() - start;
    return (status == NvSciError_Success) && (back == NvSciError_Success) && (!failed);
}
