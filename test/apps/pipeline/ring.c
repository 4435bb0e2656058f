/* SPDX-License-Identifier: Apache-2.0 */
#include "ring.h"

#include <string.h>

#include "check.h"
#include "clock.h"
#include "machine.h"
#include "report.h"

/** The application's part of the pipeline: it owns the engines and the fences that it passes on. */
typedef struct {
    Machine machine;
    NvSciSyncCpuWaitContext wait_context;
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
    return machine_has(&pipeline->machine, stage);
}

/** Tells the engines of this process whose fences they will be given. */
static NvSciError introduce(const Pipeline *pipeline)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; i < (uint32_t)STAGES; i++) {
        for (uint32_t j = 0U; (j < (uint32_t)STAGES) && (status == NvSciError_Success); j++) {
            if (is_here(pipeline, i) && ((i == j) || links_joined((Stage)i, (Stage)j))) {
                status = engine_attach_signaler(&pipeline->machine.engine[i], j,
                                                pipeline->machine.engine[j].done);
            }
        }
    }
    return status;
}

/** Init: everything that costs resources happens here. */
static NvSciError open_pipeline(Pipeline *pipeline, const Run *run, RunResult *result)
{
    const Plane *const picture = &run->context->image->surface.plane[0];
    const PictureSize size = {picture->width, picture->height};
    NvSciError status = NvSciError_Success;

    machine_describe(&pipeline->machine, run->context);
    status = machine_open(&pipeline->machine, STAGES);
    if (status == NvSciError_Success) {
        status = check_call(
            NvSciSyncCpuWaitContextAlloc(pipeline->machine.sync_module, &pipeline->wait_context),
            who, "NvSciSyncCpuWaitContextAlloc");
    }
    for (uint32_t i = 0U; (i < LINKS) && (status == NvSciError_Success); i++) {
        status = negotiate_buffers(run->peer, pipeline->machine.buf_module, &links[i], &size,
                                   pipeline->machine.engine, &result->ring[i]);
        result->buffer_bytes += result->ring[i].bytes;
    }
    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        status = negotiate_sync(run->peer, pipeline->machine.sync_module, (Stage)i,
                                pipeline->machine.engine);
    }
    if (status == NvSciError_Success) {
        status = introduce(pipeline);
    }
    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        const bool started = (!is_here(pipeline, i)) || engine_start(&pipeline->machine.engine[i]);

        status = started ? NvSciError_Success : NvSciError_InsufficientResource;
    }
    return status;
}

/** Clears the fences of all frames. */
static void clear_fences(Pipeline *pipeline)
{
    for (uint32_t i = 0U; i < (uint32_t)STAGES; i++) {
        for (uint32_t j = 0U; j < TASKS; j++) {
            NvSciSyncFenceClear(&pipeline->done[i][j]);
        }
    }
}

/** Gives everything back that was taken, be it all or less. */
static void close_pipeline(Pipeline *pipeline)
{
    machine_stop(&pipeline->machine, false);
    clear_fences(pipeline);
    if (pipeline->wait_context != NULL) {
        NvSciSyncCpuWaitContextFree(pipeline->wait_context);
    }
    machine_close(&pipeline->machine);
}

/** Takes the fences of the next frame of the other process. */
static NvSciError take_fences(Pipeline *pipeline)
{
    FrameMessage message;
    NvSciError status = NvSciError_Success;

    if (!peer_receive_into(pipeline->machine.peer, MESSAGE_FENCES, &message, sizeof(message))) {
        status = NvSciError_ConnectionReset;
    } else if (message.frame != pipeline->received) {
        check_say(who, "the fences of a frame came out of turn");
        status = NvSciError_InconsistentData;
    } else {
        /* They are those of the frame. */
    }
    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && (status == NvSciError_Success); i++) {
        if ((!is_here(pipeline, i)) && links_fence_crosses(pipeline->machine.peer, (Stage)i)) {
            status = check_call(NvSciSyncIpcImportFence(pipeline->machine.engine[i].done,
                                                        &message.fence[i],
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
        if (is_here(pipeline, i) && links_fence_crosses(pipeline->machine.peer, (Stage)i)) {
            status = check_call(NvSciSyncIpcExportFence(&pipeline->done[i][frame % TASKS],
                                                        pipeline->machine.peer->endpoint,
                                                        &message.fence[i]),
                                who, "NvSciSyncIpcExportFence");
        }
    }
    if ((pipeline->machine.peer != NULL) && (status == NvSciError_Success)) {
        const bool sent =
            peer_send(pipeline->machine.peer, MESSAGE_FENCES, &message, sizeof(message));

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
    const uint32_t packet = (uint32_t)(frame % PACKETS);
    Request request = {frame, {{packet, packet}, packet}, {NULL}, {0U}, 0U};
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
        status = engine_submit(&pipeline->machine.engine[stage], &request,
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

/** Waits until the sink is done with a frame. */
static NvSciError await_frame(Pipeline *pipeline, const Run *run, uint64_t frame)
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

/**
 * Streams all frames. The process that waits for the sink lets no more than `in_flight` be on their
 * way at a time; the other follows it.
 */
static NvSciError stream(Pipeline *pipeline, const Run *run)
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
        going = (submitted < run->frames) && (!machine_failed(&pipeline->machine, STAGES));
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
static NvSciError run_pipeline(Pipeline *pipeline, const Run *run)
{
    NvSciError status = NvSciError_Success;

    if (run->try_refused) {
        status = machine_try_refused(&pipeline->machine);
    }
    if (status == NvSciError_Success) {
        status = stream(pipeline, run);
    }
    report_progress_end();
    /* Before RUNTIME ends: after a failure, tasks may be left that are yet to be signalled. */
    machine_stop(&pipeline->machine, status != NvSciError_Success);
    clear_fences(pipeline);
    return status;
}

bool ring_run(const Run *run, RunResult *result)
{
    Pipeline pipeline;
    bool failed = false;
    NvSciError status = NvSciError_Success;
    NvSciError back = NvSciError_Success;
    double start = clock_seconds();

    (void)memset(&pipeline, 0, sizeof(pipeline));
    (void)memset(result, 0, sizeof(*result));
    pipeline.machine.peer = run->peer;
    status = open_pipeline(&pipeline, run, result);
    result->init_seconds = clock_seconds() - start;
    if ((status == NvSciError_Success) && (run->announce != NULL)) {
        run->announce(result);
    }
    if (status == NvSciError_Success) {
        status = machine_advance(RINGFENCE_PHASE_RUNTIME);
    }
    if (status == NvSciError_Success) {
        start = clock_seconds();
        status = run_pipeline(&pipeline, run);
        result->stream_seconds = clock_seconds() - start;
        failed = machine_failed(&pipeline.machine, STAGES);
        result->broken =
            machine_failed(&pipeline.machine, STAGE_SINK) || (status != NvSciError_Success);
        back = machine_advance(RINGFENCE_PHASE_DEINIT);
    }
    start = clock_seconds();
    close_pipeline(&pipeline);
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT) {
        back = machine_advance(RINGFENCE_PHASE_INIT);
    }
    result->deinit_seconds = clock_seconds() - start;
    return (status == NvSciError_Success) && (back == NvSciError_Success) && (!failed);
}
