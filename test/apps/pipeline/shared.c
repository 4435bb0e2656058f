/* SPDX-License-Identifier: Apache-2.0 */
#include "shared.h"

#include <string.h>

#include "check.h"
#include "clock.h"
#include "report.h"
#include "ringfence.h"

/**
 * The application's part of the pipeline: it owns the engines and the fences that it passes on. An
 * engine of the other process has nothing here but its sync object, if somebody here waits for it.
 */
typedef struct {
    Peer *peer;
    NvSciBufModule buf_module;
    NvSciSyncModule sync_module;
    NvSciSyncCpuWaitContext wait_context;
    Engine engine[STAGES];
    /** Fence of each stage for the last TASKS frames. */
    NvSciSyncFence done[STAGES][TASKS];
    /** Frames of which the other process's fences are here. */
    uint64_t received;
} Pipeline;

/** The fences of one frame that the other process waits for. */
typedef struct {
    uint64_t frame;
    NvSciSyncFenceIpcExportDescriptor fence[STAGES];
} FrameMessage;

static const char who[] = "application";

static bool is_here(const Pipeline *pipeline, uint32_t stage)
{
    return links_is_here(pipeline->peer, (Stage)stage);
}

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
        pipeline->engine[i].self = i;
    }
    if (is_here(pipeline, STAGE_B)) {
        pipeline->engine[STAGE_B].device = context->device;
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
        if (is_here(pipeline, i)) {
            status = engine_open(&pipeline->engine[i], pipeline->sync_module);
        }
    }
    return status;
}

/** Tells the engines of this process whose fences they will be given. */
static NvSciError introduce(const Pipeline *pipeline)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; i < (uint32_t)STAGES; i++) {
        for (uint32_t j = 0U; (j < (uint32_t)STAGES) && (status == NvSciError_Success); j++) {
            if (is_here(pipeline, i) && ((i == j) || links_joined((Stage)i, (Stage)j))) {
                status = engine_attach_signaler(&pipeline->engine[i], j, pipeline->engine[j].done);
            }
        }
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
        status = negotiate_buffers(run->peer, pipeline->buf_module, &links[i], &size,
                                   pipeline->engine, &result->ring[i]);
        result->buffer_bytes += result->ring[i].bytes;
    }
    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        status = negotiate_sync(run->peer, pipeline->sync_module, (Stage)i, pipeline->engine);
    }
    if (status == NvSciError_Success) {
        status = introduce(pipeline);
    }
    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        const bool started = (!is_here(pipeline, i)) || engine_start(&pipeline->engine[i]);

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

/** Takes the fences of the next frame of the other process. */
static NvSciError take_fences(Pipeline *pipeline)
{
    FrameMessage message;
    NvSciError status = NvSciError_Success;

    if (!peer_receive_into(pipeline->peer, MESSAGE_FENCES, &message, sizeof(message))) {
        status = NvSciError_ConnectionReset;
    } else if (message.frame != pipeline->received) {
        check_say(who, "the fences of a frame came out of turn");
        status = NvSciError_InconsistentData;
    } else {
        /* They are those of the frame. */
    }
    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        if ((!is_here(pipeline, i)) && links_fence_crosses(pipeline->peer, (Stage)i)) {
            status = check_call(NvSciSyncIpcImportFence(pipeline->engine[i].done, &message.fence[i],
                                                        &pipeline->done[i][message.frame % TASKS]),
                                who, "NvSciSyncIpcImportFence");
        }
    }
    pipeline->received += 1U;
    return status;
}

/** Sends the fences of a frame to the other process, if there is one. */
static NvSciError send_fences(const Pipeline *pipeline, uint64_t frame)
{
    FrameMessage message;
    NvSciError status = NvSciError_Success;

    (void)memset(&message, 0, sizeof(message));
    message.frame = frame;
    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        if (is_here(pipeline, i) && links_fence_crosses(pipeline->peer, (Stage)i)) {
            status =
                check_call(NvSciSyncIpcExportFence(&pipeline->done[i][frame % TASKS],
                                                   pipeline->peer->endpoint, &message.fence[i]),
                           who, "NvSciSyncIpcExportFence");
        }
    }
    if ((pipeline->peer != NULL) && (status == NvSciError_Success)) {
        const bool sent = peer_send(pipeline->peer, MESSAGE_FENCES, &message, sizeof(message));

        status = sent ? NvSciError_Success : NvSciError_ConnectionReset;
    }
    return status;
}

/** Finds the fence of a frame at a stage. Waits for the message with it, not for the fence. */
static NvSciError find_fence(Pipeline *pipeline, Stage stage, uint64_t frame,
                             const NvSciSyncFence **fence)
{
    NvSciError status = NvSciError_Success;

    while ((!is_here(pipeline, (uint32_t)stage)) && (pipeline->received <= frame) &&
           (status == NvSciError_Success)) {
        status = take_fences(pipeline);
    }
    *fence = &pipeline->done[stage][frame % TASKS];
    return status;
}

/** Has a request wait for a stage to be done with a frame. */
static NvSciError add_wait(Pipeline *pipeline, Request *request, Stage stage, uint64_t frame)
{
    const NvSciError status = find_fence(pipeline, stage, frame, &request->wait[request->waits]);

    request->signaler[request->waits] = (uint32_t)stage;
    request->waits += 1U;
    return status;
}

/** Submits one frame to one stage, with the fences that it has to wait for. */
static NvSciError submit(Pipeline *pipeline, Stage stage, uint64_t frame)
{
    Request request = {frame, (uint32_t)(frame % PACKETS), {NULL}, {0U}, 0U};
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; i < LINKS; i++) {
        for (uint32_t j = 0U; (j < links[i].readers) && (status == NvSciError_Success); j++) {
            const Stage reader = links[i].reader[j].stage;

            if (reader == stage) {
                /* The frame is ready. */
                status = add_wait(pipeline, &request, links[i].writer, frame);
            } else if ((links[i].writer == stage) && (frame >= PACKETS)) {
                /* The packet is free: its last reader was PACKETS frames before. */
                status = add_wait(pipeline, &request, reader, frame - PACKETS);
            } else {
                /* The ring is not of this stage, or is still unused. */
            }
        }
    }
    if (status == NvSciError_Success) {
        status = engine_submit(&pipeline->engine[stage], &request,
                               &pipeline->done[stage][frame % TASKS]);
    }
    return status;
}

/** Submits one frame to all stages of this process. */
static NvSciError submit_frame(Pipeline *pipeline, uint64_t frame)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        if (is_here(pipeline, i)) {
            status = submit(pipeline, (Stage)i, frame);
        }
    }
    if (status == NvSciError_Success) {
        status = send_fences(pipeline, frame);
    }
    return status;
}

/** True iff some stage of this process before `end` gave up. */
static bool any_failed(Pipeline *pipeline, uint32_t end)
{
    bool failed = false;

    for (uint32_t i = 0U; i < end; i++) {
        const bool one = is_here(pipeline, i) && engine_failed(&pipeline->engine[i]);

        failed = failed || one;
    }
    return failed;
}

/** Waits until the sink is done with a frame. */
static NvSciError await_frame(Pipeline *pipeline, const SharedRun *run, uint64_t frame)
{
    const NvSciSyncFence *fence = NULL;
    NvSciError status = find_fence(pipeline, STAGE_SINK, frame, &fence);

    if (status == NvSciError_Success) {
        status =
            check_call(engine_wait_fence(fence, pipeline->wait_context), who, "NvSciSyncFenceWait");
    }
    report_progress(run->label, frame + 1U, run->frames);
    return status;
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

/**
 * Streams all frames. The process that waits for the sink lets no more than `in_flight` be on their
 * way at a time; the other follows it.
 */
static NvSciError stream(Pipeline *pipeline, const SharedRun *run)
{
    const bool awaits = peer_is_here(run->peer, AWAITING_PROCESS);
    NvSciError status = NvSciError_Success;
    uint64_t submitted = 0U;
    uint64_t awaited = 0U;
    bool going = true;

    while (going && (status == NvSciError_Success)) {
        status = submit_frame(pipeline, submitted);
        submitted += 1U;
        if (awaits && (status == NvSciError_Success) && (submitted >= run->in_flight)) {
            status = await_frame(pipeline, run, awaited);
            awaited += 1U;
        }
        going = (submitted < run->frames) && (!any_failed(pipeline, STAGES));
    }
    while (awaits && (awaited < submitted) && (status == NvSciError_Success)) {
        status = await_frame(pipeline, run, awaited);
        awaited += 1U;
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
        pipeline->engine[i].hurry = (status != NvSciError_Success);
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
    pipeline.peer = run->peer;
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
