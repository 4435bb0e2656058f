/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The stages at work: a thread for each. Nothing in here takes or gives back a resource.
 */
#include <string.h>

#include "check.h"
#include "clock.h"
#include "report.h"
#include "stream_parts.h"

/** A wait for a packet is made of slices: a stage looks whether others go on. More than a minute.
 */
#define SLICE_US 100000
#define SLICES   700U

/** What a thread has. */
typedef struct {
    Streams *streams;
    Stage stage;
    Engine *engine;
    /** Its ends: by the numbers of the engine's inputs, NULL for those that it does not have. */
    End *input[INPUTS];
    End *output;
    /** Frames that it has done. */
    uint64_t frames;
    /** Fences of the packets that it has, and where the time is added that they are awaited. */
    NvSciSyncFence fence[WAITS];
    double *seconds[WAITS];
    bool running;
    pthread_t thread;
} Worker;

static bool is_stopped(Streams *streams)
{
    bool stopped = false;

    (void)pthread_mutex_lock(&streams->lock);
    stopped = streams->stopped;
    (void)pthread_mutex_unlock(&streams->lock);
    return stopped;
}

/** Stops all stages, for a call that failed, which was said, or because the stream has ended. */
static void stop(Streams *streams, NvSciError status)
{
    (void)pthread_mutex_lock(&streams->lock);
    streams->failed = streams->failed || (status != NvSciError_StreamNotConnected);
    streams->stopped = true;
    (void)pthread_mutex_unlock(&streams->lock);
}

/** Waits until an end can have a packet. */
static NvSciError await_packet(Streams *streams, const End *end)
{
    const double start = clock_seconds();
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciError status = NvSciError_Timeout;
    bool stopped = false;

    for (uint32_t i = 0U; (i < SLICES) && (status == NvSciError_Timeout) && (!stopped); i++) {
        status = NvSciStreamBlockEventQuery(end->block, SLICE_US, &event);
        stopped = is_stopped(streams);
    }
    end->figures->packet_seconds += clock_seconds() - start;
    if (stopped) {
        status = NvSciError_StreamNotConnected;
    } else if (status != NvSciError_Success) {
        (void)check_call(status, end->engine->name, "NvSciStreamBlockEventQuery for PacketReady");
    } else if (event != NvSciStreamEventType_PacketReady) {
        status = stream_other_event(end->engine->name, end->block, event);
    } else {
        /* There is one. */
    }
    return status;
}

/** Waits for a packet and takes it: its place among the packets. */
static NvSciError take(Streams *streams, const End *end, uint32_t *place)
{
    NvSciStreamCookie cookie = 0U;
    NvSciError status = await_packet(streams, end);

    if ((status == NvSciError_Success) && end->writes) {
        status = check_call(NvSciStreamProducerPacketGet(end->block, &cookie), end->engine->name,
                            "NvSciStreamProducerPacketGet");
    } else if (status == NvSciError_Success) {
        status = check_call(NvSciStreamConsumerPacketAcquire(end->block, &cookie),
                            end->engine->name, "NvSciStreamConsumerPacketAcquire");
    } else {
        /* There is none. */
    }
    if (status == NvSciError_Success) {
        *place = (uint32_t)cookie - 1U;
    }
    return status;
}

/** Takes a packet at each end, and reads which frame it is. */
static NvSciError take_all(Worker *worker, Request *request)
{
    Streams *const streams = worker->streams;
    NvSciError status = NvSciError_Success;
    bool first = true;

    request->frame = worker->frames;
    for (uint32_t i = 0U; (i < INPUTS) && (status == NvSciError_Success); i++) {
        const End *const end = worker->input[i];

        if (end != NULL) {
            status = take(streams, end, &request->place.input[i]);
        }
        if ((end != NULL) && (status == NvSciError_Success)) {
            const uint64_t frame = *end->number[request->place.input[i]];

            if ((!first) && (frame != request->frame)) {
                check_say(worker->engine->name, "its inputs are of different frames");
                status = NvSciError_InconsistentData;
            }
            request->frame = frame;
            first = false;
        }
    }
    if ((worker->output != NULL) && (status == NvSciError_Success)) {
        status = take(streams, worker->output, &request->place.output);
        if (status == NvSciError_Success) {
            *worker->output->number_to_write[request->place.output] = request->frame;
        }
    }
    return status;
}

/** Takes the fences of a packet: of the writer, or of each reader. Who watches sets none. */
static NvSciError take_fences(Worker *worker, const End *end, uint32_t place, Request *request)
{
    const uint32_t others = end->writes ? end->link->readers : 1U;
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < others) && (status == NvSciError_Success); i++) {
        const uint32_t number = request->waits;

        status = check_call(NvSciStreamBlockPacketFenceGet(end->block, end->packet[place], i,
                                                           ELEMENT_PICTURE, &worker->fence[number]),
                            end->engine->name, "NvSciStreamBlockPacketFenceGet");
        request->wait[number] = &worker->fence[number];
        request->signaler[number] =
            (uint32_t)(end->writes ? end->link->reader[i].stage : end->link->writer);
        worker->seconds[number] = &end->figures->fence_seconds[i];
        request->waits = number + 1U;
    }
    return status;
}

/** Takes the fences of all packets. */
static NvSciError take_all_fences(Worker *worker, Request *request)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < INPUTS) && (status == NvSciError_Success); i++) {
        if (worker->input[i] != NULL) {
            status = take_fences(worker, worker->input[i], request->place.input[i], request);
        }
    }
    if ((worker->output != NULL) && (status == NvSciError_Success)) {
        status = take_fences(worker, worker->output, request->place.output, request);
    }
    return status;
}

/** Passes a packet on; with a fence unless the work on it is done. */
static NvSciError pass(const End *end, uint32_t place, const NvSciSyncFence *done)
{
    const char *const who = end->engine->name;
    const NvSciStreamPacket packet = end->packet[place];
    NvSciError status = NvSciError_Success;

    if (done != NULL) {
        status =
            check_call(NvSciStreamBlockPacketFenceSet(end->block, packet, ELEMENT_PICTURE, done),
                       who, "NvSciStreamBlockPacketFenceSet");
    }
    if ((status == NvSciError_Success) && end->writes) {
        status = NvSciStreamProducerPacketPresent(end->block, packet);
    } else if (status == NvSciError_Success) {
        status = NvSciStreamConsumerPacketRelease(end->block, packet);
    } else {
        /* It was said. */
    }
    /* The end of the stream is no failure of this stage. */
    if ((status != NvSciError_Success) && (status != NvSciError_StreamNotConnected)) {
        (void)check_call(status, who, "to pass a packet on");
    }
    end->figures->moved += 1U;
    return status;
}

/** Passes all packets on. */
static NvSciError pass_all(const Worker *worker, const Request *request, const NvSciSyncFence *done)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < INPUTS) && (status == NvSciError_Success); i++) {
        if (worker->input[i] != NULL) {
            status = pass(worker->input[i], request->place.input[i], done);
        }
    }
    if ((worker->output != NULL) && (status == NvSciError_Success)) {
        status = pass(worker->output, request->place.output, done);
    }
    return status;
}

/** Waits for the fences of all packets, and notes for how long. */
static NvSciError await_fences(const Worker *worker, const Request *request)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < request->waits) && (status == NvSciError_Success); i++) {
        const double start = clock_seconds();

        status = engine_wait_fence(request->wait[i], worker->engine->wait_context);
        *worker->seconds[i] += clock_seconds() - start;
    }
    if (status == NvSciError_NoSuchProcess) {
        /* The other process is gone, which is said elsewhere. */
        status = NvSciError_StreamNotConnected;
    } else {
        status = check_call(status, worker->engine->name, "NvSciSyncFenceWait");
    }
    return status;
}

/** Waits for the fences of a task, and does it, unless it is in vain: a stage before has failed. */
static NvSciError do_work(const Worker *worker, const Request *request)
{
    NvSciError status = await_fences(worker, request);

    if ((status == NvSciError_Success) && is_stopped(worker->streams)) {
        status = NvSciError_StreamNotConnected;
    }
    if ((status == NvSciError_Success) &&
        (!engine_do(worker->engine, request->frame, &request->place))) {
        status = NvSciError_InconsistentData;
    }
    return status;
}

/** An engine's turn: passes the packets on with a fence, works, and signals, whatever happens. */
static NvSciError do_with_fence(const Worker *worker, const Request *request)
{
    const char *const who = worker->engine->name;
    NvSciSyncFence done = NvSciSyncFenceInitializer;
    NvSciError status = check_call(NvSciSyncObjGenerateFence(worker->engine->done, &done), who,
                                   "NvSciSyncObjGenerateFence");

    if (status == NvSciError_Success) {
        NvSciError signalled = NvSciError_Success;

        status = pass_all(worker, request, &done);
        if (status == NvSciError_Success) {
            status = do_work(worker, request);
        }
        if (status != NvSciError_Success) {
            /* Before the signal: who waits for it looks next whether all goes well. */
            stop(worker->streams, status);
        }
        signalled = check_call(NvSciSyncObjSignal(worker->engine->done), who, "NvSciSyncObjSignal");
        status = (status == NvSciError_Success) ? signalled : status;
    }
    NvSciSyncFenceClear(&done);
    return status;
}

/** A device's turn: it gets the task with all fences, and the CPU waits for nothing. */
static NvSciError do_on_device(const Worker *worker, const Request *request)
{
    NvSciSyncFence done = NvSciSyncFenceInitializer;
    NvSciError status = engine_submit(worker->engine, request, &done);

    if (status == NvSciError_Success) {
        status = pass_all(worker, request, &done);
    }
    NvSciSyncFenceClear(&done);
    return status;
}

/** The turn of somebody who signals nothing: it is done with the packets when it passes them on. */
static NvSciError do_without_fence(const Worker *worker, const Request *request)
{
    NvSciError status = do_work(worker, request);

    if (status == NvSciError_Success) {
        status = pass_all(worker, request, NULL);
    }
    return status;
}

/** One frame of a stage. */
static NvSciError do_turn(Worker *worker, uint64_t *frame)
{
    Request request = {0U, {{0U}, 0U}, {NULL}, {0U}, 0U};
    NvSciError status = take_all(worker, &request);

    if (status == NvSciError_Success) {
        status = take_all_fences(worker, &request);
    }
    if (status != NvSciError_Success) {
        /* There is no task. */
    } else if (worker->engine->done == NULL) {
        status = do_without_fence(worker, &request);
    } else if (worker->engine->device != NULL) {
        status = do_on_device(worker, &request);
    } else {
        status = do_with_fence(worker, &request);
    }
    for (uint32_t i = 0U; i < request.waits; i++) {
        NvSciSyncFenceClear(&worker->fence[i]);
    }
    *frame = request.frame;
    return status;
}

/** True iff a stage tells how far the run is: one of process 1, the last of the chain. */
static bool tells(const Worker *worker)
{
    const Peer *const peer = worker->streams->machine.peer;

    return peer_is_here(peer, PROCESS_FIRST) &&
           (worker->stage == ((peer == NULL) ? STAGE_SINK : STAGE_A));
}

static void *worker_main(void *argument)
{
    Worker *const worker = argument;
    Streams *const streams = worker->streams;
    const bool shows = tells(worker);
    NvSciError status = NvSciError_Success;
    bool going = true;

    while (going) {
        uint64_t frame = 0U;

        status = do_turn(worker, &frame);
        worker->frames += 1U;
        if (shows) {
            report_progress(streams->run->label, worker->frames, streams->run->frames);
        }
        /* A mailbox skips frames, but the last one is never skipped. */
        going = (status == NvSciError_Success) && ((frame + 1U) < streams->run->frames);
    }
    if (status != NvSciError_Success) {
        stop(streams, status);
    }
    return NULL;
}

/** Finds the ends of a stage. */
static void find_ends(Worker *worker)
{
    for (uint32_t l = 0U; l < LINKS; l++) {
        const Link *const link = &links[l];
        Hop *const hop = &worker->streams->hop[l];

        if (link->writer == worker->stage) {
            worker->output = &hop->end[0];
        }
        for (uint32_t i = 0U; i < links_all_readers(link); i++) {
            if (link->reader[i].stage == worker->stage) {
                worker->input[link->reader[i].input] = &hop->end[1U + i];
            }
        }
    }
}

static bool start(Worker *worker)
{
    worker->running = (pthread_create(&worker->thread, NULL, worker_main, worker) == 0);
    if (!worker->running) {
        check_say(worker->engine->name, "cannot start a thread");
    }
    return worker->running;
}

NvSciError stream_work(Streams *streams)
{
    Worker workers[STAGES_AND_VIEWER];
    bool started = true;

    (void)memset(workers, 0, sizeof(workers));
    for (uint32_t i = 0U; i < (uint32_t)STAGES_AND_VIEWER; i++) {
        workers[i].streams = streams;
        workers[i].stage = (Stage)i;
        workers[i].engine = &streams->machine.engine[i];
        find_ends(&workers[i]);
        if (started && machine_has(&streams->machine, i)) {
            started = start(&workers[i]);
        }
    }
    if (!started) {
        stop(streams, NvSciError_InsufficientResource);
    }
    for (uint32_t i = 0U; i < (uint32_t)STAGES_AND_VIEWER; i++) {
        if (workers[i].running) {
            (void)pthread_join(workers[i].thread, NULL);
        }
    }
    report_progress_end();
    return streams->stopped ? NvSciError_StreamNotConnected : NvSciError_Success;
}
