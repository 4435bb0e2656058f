/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>

#include "check.h"
#include "clock.h"
#include "kernels.h"
#include "show.h"

/** Microseconds after which an end looks whether another one has failed. */
#define SLICE_US 100000

static const char who[] = "stream";

/** What a thread has. */
typedef struct {
    Show *show;
    uint32_t number;
    bool started;
    pthread_t thread;
} Player;

/* ---------------------------------------------------------------- parts of a turn */

/** Waits for a packet, but not for ever. */
static bool packet_ready(Show *show, const ShowEnd *end)
{
    const double until = clock_seconds() + SHOW_PATIENCE_S;
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciError status = NvSciError_Timeout;

    while ((status == NvSciError_Timeout) && (clock_seconds() < until) &&
           (!atomic_load(&show->failed))) {
        status = NvSciStreamBlockEventQuery(end->block, SLICE_US, &event);
    }
    return (!atomic_load(&show->failed)) &&
           show_ok(status, "NvSciStreamBlockEventQuery for PacketReady") &&
           ((event == NvSciStreamEventType_PacketReady) ||
            show_ok(NvSciError_StreamInternalError, "an event that is not PacketReady"));
}

/** Waits for what another end does with a packet: in the stream, or on the CPU. */
static bool wait_for(const ShowEnd *end, uint32_t other, uint32_t p)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    bool good = OK(
        NvSciStreamBlockPacketFenceGet(end->block, end->packets[p], other, SHOW_ELEMENT, &fence));

    if (end->gpu) {
        good = good && interop_check(interop_wait(end->others[other], &fence, end->stream),
                                     "cudaWaitExternalSemaphoresAsync");
    } else {
        good = good && OK(NvSciSyncFenceWait(&fence, end->wait, SHOW_PATIENCE_US));
    }
    NvSciSyncFenceClear(&fence);
    return good;
}

/** Gives a packet the fence of what an end does with it. A stream signals it when all that is
 * enqueued is done; the CPU signals it in done(). */
static bool set_fence(const ShowEnd *end, uint32_t p)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    bool good = false;

    if (end->gpu) {
        good = interop_check(interop_signal(end->signal, &fence, end->stream),
                             "cudaSignalExternalSemaphoresAsync");
    } else {
        good = OK(NvSciSyncObjGenerateFence(end->object, &fence));
    }
    good = good &&
           OK(NvSciStreamBlockPacketFenceSet(end->block, end->packets[p], SHOW_ELEMENT, &fence));
    NvSciSyncFenceClear(&fence);
    return good;
}

static bool done(const ShowEnd *end)
{
    return end->gpu || OK(NvSciSyncObjSignal(end->object));
}

/** Waits until a stream has done all, but not for ever. */
static bool finish(const ShowEnd *end)
{
    const double until = clock_seconds() + SHOW_PATIENCE_S;
    cudaError_t error = cudaStreamQuery(end->stream);

    while ((error == cudaErrorNotReady) && (clock_seconds() < until)) {
        error = cudaStreamQuery(end->stream);
    }
    return interop_check(error, "cudaStreamQuery");
}

/* ---------------------------------------------------------------- ends */

/** The producer takes a packet, draws a frame, and presents it. */
static bool produce(Show *show, uint32_t frame)
{
    const ShowEnd *const end = &show->ends[END_PRODUCER];
    NvSciStreamCookie cookie = 1U;
    bool good = packet_ready(show, end) && OK(NvSciStreamProducerPacketGet(end->block, &cookie));
    const uint32_t p = (uint32_t)cookie - 1U;

    for (uint32_t i = 0U; (i < SHOW_CONSUMERS) && good; i++) {
        good = wait_for(end, i, p);
    }
    if (good && end->gpu) {
        good = interop_check(kernels_draw(end->mapped[p].pointer, show->bytes, frame, end->stream),
                             "draw kernel");
    }
    /* The CPU draws behind its fence, as a camera does. */
    good = good && set_fence(end, p) &&
           OK(NvSciStreamProducerPacketPresent(end->block, end->packets[p]));
    for (uint64_t i = 0U; (i < show->bytes) && (!end->gpu) && good; i++) {
        end->written[p][i] = KERNELS_BYTE(frame, i);
    }
    return good && done(end);
}

/** A consumer takes a packet, compares all bytes, and gives it back. */
static bool consume(Show *show, ShowEnd *end, uint32_t frame)
{
    NvSciStreamCookie cookie = 1U;
    bool good =
        packet_ready(show, end) && OK(NvSciStreamConsumerPacketAcquire(end->block, &cookie));
    const uint32_t p = (uint32_t)cookie - 1U;

    good = good && wait_for(end, 0U, p);
    if (good && end->gpu) {
        good = interop_check(
            kernels_compare(end->mapped[p].pointer, show->bytes, frame, end->count, end->stream),
            "compare kernel");
    }
    for (uint64_t i = 0U; (i < show->bytes) && (!end->gpu) && good; i++) {
        end->checked += (end->read[p][i] == KERNELS_BYTE(frame, i)) ? 1U : 0U;
    }
    good = good && set_fence(end, p) && done(end);
    return good && OK(NvSciStreamConsumerPacketRelease(end->block, end->packets[p]));
}

/** All frames of an end. */
static void *play(void *argument)
{
    const Player *const player = argument;
    Show *const show = player->show;
    ShowEnd *const end = &show->ends[player->number];
    bool good = interop_check(cudaSetDevice(0), "cudaSetDevice");

    for (uint32_t frame = 0U; (frame < show->frames) && good; frame++) {
        good = (player->number == END_PRODUCER) ? produce(show, frame) : consume(show, end, frame);
    }
    if (end->gpu) {
        good = finish(end) && good;
        good = good && interop_check(cudaMemcpy(&end->checked, end->count, sizeof(end->checked),
                                                cudaMemcpyDeviceToHost),
                                     "cudaMemcpy");
    }
    if ((!good) && (!atomic_exchange(&show->failed, true))) {
        check_say(who, end->name);
    }
    end->good = good;
    return NULL;
}

/** Says whether a consumer found each byte as it was written. */
static bool is_whole(const Show *show, const ShowEnd *end)
{
    const uint64_t expected = show->bytes * show->frames;

    if (end->checked != expected) {
        (void)fprintf(stderr, "stream: %s: %llu bytes of %llu are wrong\n", end->name,
                      (unsigned long long)(expected - end->checked), (unsigned long long)expected);
    }
    return end->checked == expected;
}

bool show_play(Show *show)
{
    Player players[SHOW_ENDS];
    const double start = clock_seconds();
    bool good = true;

    for (uint32_t i = 0U; i < SHOW_ENDS; i++) {
        const Player player = {.show = show, .number = i};

        players[i] = player;
        players[i].started =
            good && (pthread_create(&players[i].thread, NULL, play, &players[i]) == 0);
        if (!players[i].started) {
            check_say(who, "a thread cannot be started");
            atomic_store(&show->failed, true);
            good = false;
        }
    }
    for (uint32_t i = 0U; i < SHOW_ENDS; i++) {
        if (players[i].started) {
            (void)pthread_join(players[i].thread, NULL);
            good = show->ends[i].good && good;
        }
    }
    show->seconds = clock_seconds() - start;
    for (uint32_t i = END_CPU; (i < SHOW_ENDS) && good; i++) {
        good = is_whole(show, &show->ends[i]);
    }
    return good;
}
