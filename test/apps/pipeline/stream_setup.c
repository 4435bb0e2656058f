/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

/*
 * Setup of the streams: one thread asks the blocks of this process for events in a loop, until each
 * of them is set up.
 */
#include <time.h>

#include "check.h"
#include "stream_parts.h"

/** How long nothing is asked when nothing came. */
#define PAUSE_NS 100000L
/** Rounds between two looks at the other process, and rounds in all: more than a minute. */
#define LOOK_ROUNDS 1000U
#define ROUNDS_MAX  600000U

NvSciError stream_mark(const char *who, NvSciStreamBlock block, NvSciStreamSetup group)
{
    return check_call(NvSciStreamBlockSetupStatusSet(block, group, true), who,
                      "NvSciStreamBlockSetupStatusSet");
}

NvSciError stream_other_event(const char *who, NvSciStreamBlock block, NvSciStreamEventType event)
{
    NvSciError status = NvSciError_Success;
    NvSciError came = NvSciError_Success;

    switch (event) {
    case NvSciStreamEventType_Disconnected:
        status = NvSciError_StreamNotConnected;
        break;
    case NvSciStreamEventType_Error:
        status =
            check_call(NvSciStreamBlockErrorGet(block, &came), who, "NvSciStreamBlockErrorGet");
        if (status == NvSciError_Success) {
            status = check_call(came, who, "the stream");
        }
        break;
    default:
        check_say(who, "an event of the stream came out of turn");
        status = NvSciError_InvalidState;
        break;
    }
    return status;
}

/** What an IPC block says: its stream ended, or something went wrong. Its setup is its own. */
static NvSciError ipc_event(const Hop *hop, NvSciStreamEventType event)
{
    const bool setup =
        (event == NvSciStreamEventType_Connected) || (event == NvSciStreamEventType_SetupComplete);

    return setup ? NvSciError_Success
                 : stream_other_event(stage_name(hop->end[0].stage), hop->ipc, event);
}

/** Asks a block, if it is here and not set up: what comes later is for the stage's thread. */
static NvSciError ask(NvSciStreamBlock block, bool ready, const char *who,
                      NvSciStreamEventType *event, bool *came)
{
    NvSciError status = NvSciError_Timeout;

    *came = false;
    if ((block != 0U) && (!ready)) {
        status = NvSciStreamBlockEventQuery(block, 0, event);
        *came = (status == NvSciError_Success);
    }
    return (status == NvSciError_Timeout) ? NvSciError_Success
                                          : check_call(status, who, "NvSciStreamBlockEventQuery");
}

/** Asks each block of a stream once. `events` counts what came. */
static NvSciError serve_hop(Streams *streams, Hop *hop, uint32_t *events)
{
    const char *const who = stage_name(hop->end[0].stage);
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    bool came = false;
    NvSciError status = ask(hop->end[0].keeper, hop->pool_ready, who, &event, &came);

    if (came) {
        status = stream_pool_event(hop, event);
        *events += 1U;
    }
    for (uint32_t e = 0U; (e < ENDS) && (status == NvSciError_Success); e++) {
        status =
            ask(hop->end[e].block, hop->end[e].ready, stage_name(hop->end[e].stage), &event, &came);
        if (came) {
            status = stream_end_event(streams, &hop->end[e], event);
            *events += 1U;
        }
    }
    if (status == NvSciError_Success) {
        status = ask(hop->ipc, false, who, &event, &came);
    }
    if (came && (status == NvSciError_Success)) {
        status = ipc_event(hop, event);
        *events += 1U;
    }
    return status;
}

/** True iff all blocks of this process are set up. */
static bool all_ready(const Streams *streams)
{
    bool ready = true;

    for (uint32_t l = 0U; l < LINKS; l++) {
        const Hop *const hop = &streams->hop[l];

        ready = ready && ((hop->end[0].keeper == 0U) || hop->pool_ready);
        for (uint32_t e = 0U; e < ENDS; e++) {
            ready = ready && ((hop->end[e].block == 0U) || hop->end[e].ready);
        }
    }
    return ready;
}

/** Looks whether there is still somebody to set up with. */
static NvSciError look_at_peer(Peer *peer)
{
    return ((peer == NULL) || (peer_lives(peer) && (!peer_gave_up(peer))))
               ? NvSciError_Success
               : NvSciError_StreamNotConnected;
}

NvSciError stream_setup(Streams *streams)
{
    static const struct timespec pause = {0, PAUSE_NS};
    NvSciError status = NvSciError_Success;
    uint32_t rounds = 0U;

    while ((!all_ready(streams)) && (status == NvSciError_Success)) {
        uint32_t events = 0U;

        for (uint32_t l = 0U; (l < LINKS) && (status == NvSciError_Success); l++) {
            status = serve_hop(streams, &streams->hop[l], &events);
        }
        if ((events == 0U) && (status == NvSciError_Success)) {
            (void)nanosleep(&pause, NULL);
            rounds += 1U;
            status = ((rounds % LOOK_ROUNDS) == 0U) ? look_at_peer(streams->run->peer) : status;
        }
        if (rounds == ROUNDS_MAX) {
            status = check_call(NvSciError_Timeout, "application", "setup of the streams");
        }
    }
    return status;
}
