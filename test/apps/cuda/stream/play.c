/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "clock.h"
#include "kernels.h"
#include "show.h"

/** Microseconds after which an end looks whether another one has failed. */
#define SLICE_US 100000

/** What a thread has. */
typedef struct {
    Show *show;
    ShowEnd *end;
    bool started;
    pthread_t thread;
} Player;

/* ---------------------------------------------------------------- parts of a turn */

/** Waits for the next event, but not for ever. */
static bool next_event(Show *show, const ShowEnd *end, NvSciStreamEventType *event)
{
    const double until = clock_seconds() + SHOW_PATIENCE_S;
    NvSciError status = NvSciError_Timeout;

    while ((status == NvSciError_Timeout) && (clock_seconds() < until) &&
           (!atomic_load(&show->failed))) {
        status = NvSciStreamBlockEventQuery(end->block, SLICE_US, event);
    }
    return (!atomic_load(&show->failed)) &&
           show_ok(status, "NvSciStreamBlockEventQuery for PacketReady");
}

/** Waits for a packet. */
static bool packet_ready(Show *show, const ShowEnd *end)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    return next_event(show, end, &event) && show_is(event, NvSciStreamEventType_PacketReady);
}

/** What a failed wait means to an end: a consumer that is gone uses no packet any more, so the
 * producer goes on. Without its producer a consumer has nothing to go on with. */
static bool may_go_on(ShowEnd *end, uint32_t other)
{
    const uint32_t bit = 1U << other;

    if ((end->number == SHOW_PRODUCER) && ((end->gone & bit) == 0U)) {
        (void)fprintf(stderr, "stream: %s: the process of consumer %u has ended\n", show_who(),
                      other + 1U);
        end->gone |= bit;
    }
    return end->number == SHOW_PRODUCER;
}

/** Waits for what another end does with a packet: in the stream, or on the CPU. */
static bool wait_for(ShowEnd *end, uint32_t other, uint32_t p)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    bool good = OK(
        NvSciStreamBlockPacketFenceGet(end->block, end->packets[p], other, SHOW_ELEMENT, &fence));

    if (good && end->gpu) {
        const cudaError_t error = interop_wait(end->others[other], &fence, end->stream);

        good = ((error == cudaErrorExternalDevice) && may_go_on(end, other)) ||
               interop_check(error, "cudaWaitExternalSemaphoresAsync");
    } else if (good) {
        const NvSciError error = NvSciSyncFenceWait(&fence, end->wait, SHOW_PATIENCE_US);

        good = ((error == NvSciError_NoSuchProcess) && may_go_on(end, other)) ||
               show_ok(error, "NvSciSyncFenceWait");
    } else {
        /* It has been said. */
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

/** The producer takes a packet that is ready, and waits until nobody uses it. */
static bool take(const Show *show, ShowEnd *end, uint32_t *p)
{
    NvSciStreamCookie cookie = 1U;
    bool good = OK(NvSciStreamProducerPacketGet(end->block, &cookie));

    *p = (uint32_t)cookie - 1U;
    for (uint32_t i = 0U; ((i + 1U) < show->plan->ends) && good; i++) {
        good = wait_for(end, i, *p);
    }
    return good;
}

/** The producer takes a packet, draws a frame, and presents it. */
static bool produce(Show *show, ShowEnd *end, uint32_t frame)
{
    uint32_t p = 0U;
    bool good = packet_ready(show, end) && take(show, end, &p);

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

/** Number of bytes that are those of a frame. */
static uint64_t compare(const uint8_t *bytes, uint64_t count, uint32_t frame)
{
    uint64_t same = 0U;

    for (uint64_t i = 0U; i < count; i++) {
        same += (bytes[i] == KERNELS_BYTE(frame, i)) ? 1U : 0U;
    }
    return same;
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
    if (good && (!end->gpu)) {
        end->result->checked += compare(end->read[p], show->bytes, frame);
    }
    good = good && set_fence(end, p) && done(end);
    return good && OK(NvSciStreamConsumerPacketRelease(end->block, end->packets[p]));
}

/** A frame of an end. */
static bool play_frame(Show *show, ShowEnd *end, uint32_t frame)
{
    if (show->dies && (frame == (show->frames / 2U))) {
        (void)kill(getpid(), SIGKILL);
    }
    return (end->number == SHOW_PRODUCER) ? produce(show, end, frame) : consume(show, end, frame);
}

/** Behind the last frame the producer stays until all packets are back, or all consumers are gone:
 * they take what was presented. */
static bool play_out(Show *show, ShowEnd *end)
{
    NvSciStreamEventType event = NvSciStreamEventType_PacketReady;
    uint32_t p = 0U;
    bool good = true;

    for (uint32_t i = 0U;
         (i < SHOW_PACKETS) && good && (event != NvSciStreamEventType_Disconnected); i++) {
        good = next_event(show, end, &event) &&
               ((event == NvSciStreamEventType_Disconnected) ||
                (show_is(event, NvSciStreamEventType_PacketReady) && take(show, end, &p)));
    }
    return good;
}

/** Waits for a stream, and takes what it counted. */
static bool collect(const ShowEnd *end)
{
    bool good = finish(end);

    if (good && (end->number != SHOW_PRODUCER)) {
        good = interop_check(cudaMemcpy(&end->result->checked, end->count,
                                        sizeof(end->result->checked), cudaMemcpyDeviceToHost),
                             "cudaMemcpy");
    }
    return good;
}

/** All frames of an end. */
static void *play(void *argument)
{
    const Player *const player = argument;
    Show *const show = player->show;
    ShowEnd *const end = player->end;
    const double start = clock_seconds();
    bool good = interop_check(cudaSetDevice(0), "cudaSetDevice");

    for (uint32_t frame = 0U; (frame < show->frames) && good; frame++) {
        good = play_frame(show, end, frame);
    }
    if (good && (end->number == SHOW_PRODUCER)) {
        good = play_out(show, end);
    }
    if (end->gpu) {
        good = collect(end) && good;
    }
    end->result->seconds = clock_seconds() - start;
    if ((!good) && (!atomic_exchange(&show->failed, true))) {
        (void)fprintf(stderr, "stream: %s: %s gives up\n", show_who(), end->name);
    }
    end->good = good;
    return NULL;
}

/** Says whether a consumer found each byte as it was written. */
static bool is_whole(const Show *show, const ShowEnd *end)
{
    const uint64_t expected = show->bytes * show->frames;

    if (end->result->checked != expected) {
        (void)fprintf(stderr, "stream: %s: %s: %llu bytes of %llu are wrong\n", show_who(),
                      end->name, (unsigned long long)(expected - end->result->checked),
                      (unsigned long long)expected);
    }
    return end->result->checked == expected;
}

bool show_play(Show *show)
{
    Player players[SHOW_ENDS];
    bool good = true;

    for (uint32_t i = 0U; i < show->count; i++) {
        const Player player = {.show = show, .end = &show->ends[i]};

        players[i] = player;
        players[i].started =
            good && (pthread_create(&players[i].thread, NULL, play, &players[i]) == 0);
        if (!players[i].started) {
            (void)fprintf(stderr, "stream: %s: a thread cannot be started\n", show_who());
            atomic_store(&show->failed, true);
            good = false;
        }
    }
    for (uint32_t i = 0U; i < show->count; i++) {
        if (players[i].started) {
            (void)pthread_join(players[i].thread, NULL);
            good = show->ends[i].good && good;
        }
    }
    for (uint32_t i = 0U; (i < show->count) && good; i++) {
        good = (show->ends[i].number == SHOW_PRODUCER) || is_whole(show, &show->ends[i]);
    }
    return good;
}
