/* SPDX-License-Identifier: Apache-2.0 */
#include "stream.h"

#include <string.h>

#include "check.h"
#include "clock.h"
#include "stream_parts.h"

/** True iff all went well here and in the other process, if there is one. */
static NvSciError agree(const Streams *streams, NvSciError status)
{
    const bool good = peer_agree(streams->run->peer, status == NvSciError_Success);

    return (good || (status != NvSciError_Success)) ? status : NvSciError_StreamNotConnected;
}

/** Reads how pictures are laid out, and tells the other process. */
static NvSciError tell_layouts(Streams *streams)
{
    Machine *const machine = &streams->machine;
    NvSciError status = NvSciError_Success;

    for (uint32_t l = 0U; (l < LINKS) && (status == NvSciError_Success); l++) {
        RingFigures *const figures = &streams->result->ring[l];
        const bool made_here = machine_has(machine, (uint32_t)links[l].writer);

        if (made_here) {
            negotiate_layout(&machine->engine[links[l].writer].output.surface[0], figures);
        }
        status = negotiate_tell_figures(machine->peer, made_here, figures);
        streams->result->buffer_bytes += figures->bytes;
    }
    return status;
}

/** Lets process 1 know what the ends in process 2 did. */
static NvSciError tell_ends(const Streams *streams)
{
    Peer *const peer = streams->machine.peer;
    EndFigures theirs[LINKS][ENDS];
    bool good = true;

    if ((peer != NULL) && (peer->self == PROCESS_SECOND)) {
        good = peer_send(peer, MESSAGE_FIGURES, streams->result->end, sizeof(theirs));
    } else if (peer != NULL) {
        good = peer_receive_into(peer, MESSAGE_FIGURES, theirs, sizeof(theirs));
        for (uint32_t i = 0U; good && (i < (LINKS * ENDS)); i++) {
            if (streams->hop[i / ENDS].end[i % ENDS].block == 0U) {
                streams->result->end[i / ENDS][i % ENDS] = theirs[i / ENDS][i % ENDS];
            }
        }
    } else {
        /* All of them are here. */
    }
    return good ? NvSciError_Success : NvSciError_ConnectionReset;
}

/** Starts the device, if there is one: it has no thread. */
static NvSciError start_devices(Streams *streams)
{
    bool started = true;

    for (uint32_t i = 0U; i < (uint32_t)STAGES_AND_VIEWER; i++) {
        Engine *const engine = &streams->machine.engine[i];

        started = started && ((engine->device == NULL) || engine_start(engine));
    }
    return started ? NvSciError_Success : NvSciError_ResourceError;
}

/** De-init, and back to init: gives everything back. Who is at the other ends is told so. */
static NvSciError close_streams(Streams *streams)
{
    NvSciError status = NvSciError_Success;

    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        status = machine_advance(RINGFENCE_PHASE_DEINIT);
    }
    stream_delete_blocks(streams);
    machine_stop(&streams->machine, true);
    machine_close(&streams->machine);
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT) {
        status = machine_advance(RINGFENCE_PHASE_INIT);
    }
    return status;
}

/**
 * Init: modules and blocks, then setup with what is at the other ends. After each step the two
 * processes wait for one another; one that fails deletes its blocks first, so that the other does
 * not wait for what does not come.
 */
static NvSciError open_streams(Streams *streams)
{
    NvSciError status = NvSciError_Success;

    machine_describe(&streams->machine, streams->run->context);
    status = machine_open(&streams->machine, STAGES_AND_VIEWER);
    if (status == NvSciError_Success) {
        status = stream_make_blocks(streams);
    }
    status = agree(streams, status);
    if (status == NvSciError_Success) {
        status = stream_setup(streams);
        if (status == NvSciError_Success) {
            status = start_devices(streams);
        }
        if (status != NvSciError_Success) {
            (void)close_streams(streams);
        }
        status = agree(streams, status);
    }
    if (status == NvSciError_Success) {
        status = tell_layouts(streams);
    }
    return status;
}

/** Runtime: no call in here takes or gives back a resource, but for the one that shows that none
 * may. */
static NvSciError run_streams(Streams *streams)
{
    const Run *const run = streams->run;
    NvSciError status = NvSciError_Success;

    if (run->try_refused) {
        status = machine_try_refused(&streams->machine);
    }
    if (status == NvSciError_Success) {
        const double start = clock_seconds();

        status = stream_work(streams);
        streams->result->stream_seconds = clock_seconds() - start;
    }
    /* Before RUNTIME ends: after a failure, tasks may be left that are yet to be signalled. */
    machine_stop(&streams->machine, status != NvSciError_Success);
    return status;
}

/** Runtime and its end, which is the same for both processes only if all went well. */
static NvSciError stream_frames(Streams *streams)
{
    NvSciError status = machine_advance(RINGFENCE_PHASE_RUNTIME);

    if (status == NvSciError_Success) {
        status = run_streams(streams);
    }
    if (status != NvSciError_Success) {
        (void)close_streams(streams);
    }
    status = agree(streams, status);
    if (status == NvSciError_Success) {
        status = tell_ends(streams);
    }
    return status;
}

/** Says that a stream has ended, unless it is known why. */
static void say_cut(const Streams *streams, NvSciError status)
{
    const Peer *const peer = streams->run->peer;

    if ((status == NvSciError_StreamNotConnected) && (!streams->failed) &&
        ((peer == NULL) || ((!peer->lost) && peer->verdict))) {
        check_say("application", "a stream ended before its last frame");
    }
}

bool stream_run(const Run *run, RunResult *result)
{
    const Plane *const picture = &run->context->image->surface.plane[0];
    Streams streams;
    NvSciError status = NvSciError_Success;
    NvSciError back = NvSciError_Success;
    double start = clock_seconds();

    (void)memset(&streams, 0, sizeof(streams));
    (void)memset(result, 0, sizeof(*result));
    (void)pthread_mutex_init(&streams.lock, NULL);
    streams.machine.peer = run->peer;
    streams.run = run;
    streams.result = result;
    streams.size.width = picture->width;
    streams.size.height = picture->height;
    status = open_streams(&streams);
    result->init_seconds = clock_seconds() - start;
    if ((status == NvSciError_Success) && (run->announce != NULL)) {
        run->announce(result);
    }
    if (status == NvSciError_Success) {
        status = stream_frames(&streams);
    }
    start = clock_seconds();
    back = close_streams(&streams);
    say_cut(&streams, status);
    result->deinit_seconds = clock_seconds() - start;
    (void)pthread_mutex_destroy(&streams.lock);
    return (status == NvSciError_Success) && (back == NvSciError_Success);
}
