/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_counts.c
 * Instructions of the functions that move the payloads of a stream: a line for each case, as
 * counts.c prints them. Streams have one element if nothing else is said; each case leaves what it
 * found. With channels, both ends of each are in this process, and one thread does all.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "own_table.h"
#include "ringfence.h"
#include "steps.h"
#include "stream_scene.h"

/** Seconds after which a run that hangs is ended. */
#define HANG_SECONDS 300U
/** Times that each case runs; the first ones do not count. */
#define ROUNDS      7U
#define WARM_ROUNDS 4U
/** Packets of most streams, and of one with many. */
#define PACKETS      3U
#define PACKETS_MANY 64U
#define BYTES        4096U
/** Elements of a stream with several. */
#define ELEMENTS_MANY 8U
/** Longer than a tick of the system's clock. */
#define TICK_NS 20000000L

/** The next call of a function counts. */
#define COUNT(function) steps_count((uintptr_t)(function), &g_sums)

/** Channels, of frames as those of the built-in table. */
#define CHANNEL(one, other) "INTER_PROCESS nvscistream_" #one " nvscistream_" #other " 16 24576\n"
#define CHANNELS                                                                                   \
    CHANNEL(0, 1) CHANNEL(2, 3) CHANNEL(4, 5) CHANNEL(6, 7) CHANNEL(8, 9) CHANNEL(10, 11)

static Steps g_sums;
static NvSciSyncModule g_syncs;
static StreamScene g_one;
static StreamScene g_many;
static StreamScene g_four;
static StreamScene g_sixteen;
/** With channels. */
static StreamScene g_joined;
static StreamScene g_joined_many;
static StreamScene g_joined_elements;
static StreamScene g_joined_four;

/** What a case counts of. */
typedef enum {
    OF_NOTHING,
    OF_READY,
    OF_GET,
    OF_FENCE_GET,
    OF_FENCE_SET,
    OF_FENCE_SET_CRC,
    OF_FENCE_GET_CRC,
    OF_PRESENT,
    OF_ACQUIRE,
    OF_RELEASE,
    OF_DRIVE,
    OF_ALL
} Of;

/** Announces a call, if the case counts it. */
#define COUNT_IF(of, kind, function)                                                               \
    do {                                                                                           \
        if (((of) == (kind)) || ((of) == OF_ALL)) {                                                \
            COUNT(function);                                                                       \
        }                                                                                          \
    } while (false)

static void need(bool good, int line)
{
    if (!good) {
        (void)fprintf(stderr, "stream_counts: line %d\n", line);
        _exit(2);
    }
}

#define NEED(condition) need((condition), __LINE__)

/** An end takes a packet. */
static uint32_t take(const StreamScene *scene, uint32_t end, Of of)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;

    COUNT_IF(of, OF_READY, NvSciStreamBlockEventQuery);
    SCENE_NEED(NvSciStreamBlockEventQuery(scene->ends[end], 0, &event));
    NEED(event == NvSciStreamEventType_PacketReady);
    if (end == 0U) {
        COUNT_IF(of, OF_GET, NvSciStreamProducerPacketGet);
        SCENE_NEED(NvSciStreamProducerPacketGet(scene->ends[0], &cookie));
    } else {
        COUNT_IF(of, OF_ACQUIRE, NvSciStreamConsumerPacketAcquire);
        SCENE_NEED(NvSciStreamConsumerPacketAcquire(scene->ends[end], &cookie));
    }
    return (uint32_t)cookie - 1U;
}

/** An end reads the fences of the others for an element, and leaves its own. */
static void element_fences(const StreamScene *scene, uint32_t end, NvSciStreamPacket handle,
                           uint32_t element, Of of)
{
    const NvSciStreamBlock block = scene->ends[end];
    const NvSciSyncObj signal = scene->signals[end][element];
    const uint32_t others = (end == 0U) ? scene->consumers : 1U;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    for (uint32_t i = 0U; i < others; i++) {
        COUNT_IF(of, OF_FENCE_GET, NvSciStreamBlockPacketFenceGet);
        SCENE_NEED(NvSciStreamBlockPacketFenceGet(block, handle, i, element, &fence));
        NvSciSyncFenceClear(&fence);
    }
    SCENE_NEED(NvSciSyncObjGenerateFence(signal, &fence));
    COUNT_IF(of, OF_FENCE_SET, NvSciStreamBlockPacketFenceSet);
    SCENE_NEED(NvSciStreamBlockPacketFenceSet(block, handle, element, &fence));
    NvSciSyncFenceClear(&fence);
}

/** The same for all elements of a packet, if there are to be fences. */
static void fences(const StreamScene *scene, uint32_t end, uint32_t packet, bool fenced, Of of)
{
    for (uint32_t i = 0U; fenced && (i < scene->elements); i++) {
        element_fences(scene, end, scene->handles[end][packet], i, of);
    }
}

/** What the fences of an end wait for has happened. */
static void signal_all(const StreamScene *scene, uint32_t end, bool fenced)
{
    for (uint32_t i = 0U; fenced && (i < scene->elements); i++) {
        SCENE_NEED(NvSciSyncObjSignal(scene->signals[end][i]));
    }
}

/** IPC blocks of one kind receive what has come. */
static void drive(const StreamScene *scene, bool sources, Of of)
{
    const uint32_t first = sources ? 0U : (scene->driven_count / 2U);

    for (uint32_t i = 0U; i < (scene->driven_count / 2U); i++) {
        COUNT_IF(of, OF_DRIVE, NvSciStreamBlockHandleInternalEvents);
        SCENE_NEED(NvSciStreamBlockHandleInternalEvents(scene->driven[first + i]));
    }
}

/** A payload goes from the producer to all consumers and back, with fences or without. */
static void exchange(const StreamScene *scene, bool fenced, Of producer, Of consumer)
{
    uint32_t packet = take(scene, 0U, producer);

    fences(scene, 0U, packet, fenced, producer);
    COUNT_IF(producer, OF_PRESENT, NvSciStreamProducerPacketPresent);
    scene_give(scene, 0U, packet);
    signal_all(scene, 0U, fenced);
    drive(scene, false, consumer);
    for (uint32_t end = 1U; end <= scene->consumers; end++) {
        packet = take(scene, end, consumer);
        fences(scene, end, packet, fenced, consumer);
        COUNT_IF(consumer, OF_RELEASE, NvSciStreamConsumerPacketRelease);
        scene_give(scene, end, packet);
        signal_all(scene, end, fenced);
    }
    drive(scene, true, producer);
}

static void payload(const StreamScene *scene, Of producer, Of consumer)
{
    exchange(scene, true, producer, consumer);
}

static void ready_one(void)
{
    payload(&g_one, OF_NOTHING, OF_READY);
}

static void nothing_due(void)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    COUNT(NvSciStreamBlockEventQuery);
    NEED(NvSciStreamBlockEventQuery(g_one.ends[1], 0, &event) == NvSciError_Timeout);
}

static void get_one(void)
{
    payload(&g_one, OF_GET, OF_NOTHING);
}

static void get_many(void)
{
    payload(&g_many, OF_GET, OF_NOTHING);
}

static void fence_get_one(void)
{
    payload(&g_one, OF_NOTHING, OF_FENCE_GET);
}

static void fence_set_one(void)
{
    payload(&g_one, OF_FENCE_SET, OF_NOTHING);
}

static void present_one(void)
{
    payload(&g_one, OF_PRESENT, OF_NOTHING);
}

static void present_many(void)
{
    payload(&g_many, OF_PRESENT, OF_NOTHING);
}

static void present_four(void)
{
    payload(&g_four, OF_PRESENT, OF_NOTHING);
}

static void present_sixteen(void)
{
    payload(&g_sixteen, OF_PRESENT, OF_NOTHING);
}

static void acquire_one(void)
{
    payload(&g_one, OF_NOTHING, OF_ACQUIRE);
}

static void release_one(void)
{
    payload(&g_one, OF_NOTHING, OF_RELEASE);
}

static void error_get(void)
{
    NvSciError error = NvSciError_Success;

    COUNT(NvSciStreamBlockErrorGet);
    SCENE_NEED(NvSciStreamBlockErrorGet(g_one.ends[0], &error));
}

/** An end of a packet that it has: with a checksum. */
static void with_crc(bool sets)
{
    const uint32_t packet = scene_take(&g_one, 0U, 0);
    const NvSciStreamPacket handle = g_one.handles[0][packet];
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t crc = 0U;

    if (sets) {
        SCENE_NEED(NvSciSyncObjGenerateFence(g_one.signals[0][0], &fence));
        COUNT(NvSciStreamBlockPacketFenceSetWithCrc);
        SCENE_NEED(NvSciStreamBlockPacketFenceSetWithCrc(g_one.ends[0], handle, 0U, &fence, &crc));
        SCENE_NEED(NvSciSyncObjSignal(g_one.signals[0][0]));
    } else {
        COUNT(NvSciStreamBlockPacketFenceGetWithCrc);
        SCENE_NEED(
            NvSciStreamBlockPacketFenceGetWithCrc(g_one.ends[0], handle, 0U, 0U, &fence, &crc));
    }
    NvSciSyncFenceClear(&fence);
    scene_give(&g_one, 0U, packet);
    scene_give(&g_one, 1U, scene_take(&g_one, 1U, 0));
}

static void fence_set_crc(void)
{
    with_crc(true);
}

static void fence_get_crc(void)
{
    with_crc(false);
}

static void payload_one(void)
{
    payload(&g_one, OF_ALL, OF_ALL);
}

static void payload_many(void)
{
    payload(&g_many, OF_ALL, OF_ALL);
}

static void payload_four(void)
{
    payload(&g_four, OF_ALL, OF_ALL);
}

static void payload_sixteen(void)
{
    payload(&g_sixteen, OF_ALL, OF_ALL);
}

static void present_joined(void)
{
    exchange(&g_joined, false, OF_PRESENT, OF_NOTHING);
}

static void release_joined(void)
{
    exchange(&g_joined, false, OF_NOTHING, OF_RELEASE);
}

static void drive_down(void)
{
    exchange(&g_joined, false, OF_NOTHING, OF_DRIVE);
}

static void drive_down_fenced(void)
{
    exchange(&g_joined, true, OF_NOTHING, OF_DRIVE);
}

static void drive_up(void)
{
    exchange(&g_joined, false, OF_DRIVE, OF_NOTHING);
}

/** The clock has gone on since the last look at the system. */
static void drive_nothing(void)
{
    const struct timespec tick = {0, TICK_NS};

    (void)nanosleep(&tick, NULL);
    COUNT(NvSciStreamBlockHandleInternalEvents);
    SCENE_NEED(NvSciStreamBlockHandleInternalEvents(g_joined.driven[0]));
}

static void joined_plain(void)
{
    exchange(&g_joined, false, OF_ALL, OF_ALL);
}

static void joined_fenced(void)
{
    exchange(&g_joined, true, OF_ALL, OF_ALL);
}

static void joined_elements_plain(void)
{
    exchange(&g_joined_elements, false, OF_ALL, OF_ALL);
}

static void joined_elements_fenced(void)
{
    exchange(&g_joined_elements, true, OF_ALL, OF_ALL);
}

static void joined_four_plain(void)
{
    exchange(&g_joined_four, false, OF_ALL, OF_ALL);
}

static void joined_four_fenced(void)
{
    exchange(&g_joined_four, true, OF_ALL, OF_ALL);
}

static void joined_many_plain(void)
{
    exchange(&g_joined_many, false, OF_ALL, OF_ALL);
}

static void joined_many_fenced(void)
{
    exchange(&g_joined_many, true, OF_ALL, OF_ALL);
}

/** Streams of one process without channels. */
static const StepsCase g_within[] = {
    {"NvSciStreamBlockEventQuery, packet ready", ready_one},
    {"NvSciStreamBlockEventQuery, nothing", nothing_due},
    {"NvSciStreamBlockErrorGet", error_get},
    {"NvSciStreamProducerPacketGet", get_one},
    {"NvSciStreamProducerPacketGet, 64 packets", get_many},
    {"NvSciStreamBlockPacketFenceGet", fence_get_one},
    {"NvSciStreamBlockPacketFenceSet", fence_set_one},
    {"NvSciStreamBlockPacketFenceGetWithCrc", fence_get_crc},
    {"NvSciStreamBlockPacketFenceSetWithCrc", fence_set_crc},
    {"NvSciStreamProducerPacketPresent", present_one},
    {"NvSciStreamProducerPacketPresent, 64 packets", present_many},
    {"NvSciStreamProducerPacketPresent, 4 consumers", present_four},
    {"NvSciStreamProducerPacketPresent, 16 consumers", present_sixteen},
    {"NvSciStreamConsumerPacketAcquire", acquire_one},
    {"NvSciStreamConsumerPacketRelease", release_one},
    {"payload: producer, FIFO, consumer and back", payload_one},
    {"payload: the same, 64 packets", payload_many},
    {"payload: multicast of 4 and back", payload_four},
    {"payload: multicast of 16 and back", payload_sixteen},
};

/** With channels. */
static const StepsCase g_over_channels[] = {
    {"NvSciStreamProducerPacketPresent, IPC block", present_joined},
    {"NvSciStreamConsumerPacketRelease, IPC block", release_joined},
    {"NvSciStreamBlockHandleInternalEvents, payload", drive_down},
    {"NvSciStreamBlockHandleInternalEvents, payload with a fence", drive_down_fenced},
    {"NvSciStreamBlockHandleInternalEvents, packet back", drive_up},
    {"NvSciStreamBlockHandleInternalEvents, nothing, after a tick", drive_nothing},
    {"payload: IPC blocks and back, without fences", joined_plain},
    {"payload: IPC blocks and back", joined_fenced},
    {"payload: IPC blocks and back, 8 elements, without fences", joined_elements_plain},
    {"payload: IPC blocks and back, 8 elements", joined_elements_fenced},
    {"payload: IPC blocks, multicast of 4 and back, without fences", joined_four_plain},
    {"payload: IPC blocks, multicast of 4 and back", joined_four_fenced},
};

/** With channels and all packets that there are. */
static const StepsCase g_over_channels_many[] = {
    {"payload: IPC blocks and back, 64 packets, without fences", joined_many_plain},
    {"payload: IPC blocks and back, 64 packets", joined_many_fenced},
};

static void make_within(NvSciBufModule bufs)
{
    scene_make(&g_one, bufs, g_syncs, 1U, PACKETS, BYTES);
    scene_make(&g_many, bufs, g_syncs, 1U, PACKETS_MANY, BYTES);
    scene_make(&g_four, bufs, g_syncs, 4U, PACKETS, BYTES);
    scene_make(&g_sixteen, bufs, g_syncs, 16U, PACKETS, BYTES);
}

/** Makes a stream with channels from one of the table on. */
static void join(StreamScene *scene, NvSciBufModule bufs, uint32_t channel, uint32_t consumers,
                 uint32_t packets, uint32_t elements)
{
    scene->consumers = consumers;
    scene->packets = packets;
    scene->elements = elements;
    scene_make_joined(scene, bufs, g_syncs, 2U * channel, BYTES);
}

static void make_over_channels(NvSciBufModule bufs)
{
    join(&g_joined, bufs, 0U, 1U, 1U, 1U);
    join(&g_joined_elements, bufs, 1U, 1U, 1U, ELEMENTS_MANY);
    join(&g_joined_four, bufs, 2U, 4U, 1U, 1U);
}

static void make_over_channels_many(NvSciBufModule bufs)
{
    join(&g_joined_many, bufs, 0U, 1U, PACKETS_MANY, 1U);
}

/** Streams that are in one process together, and their cases. */
typedef struct {
    void (*make)(NvSciBufModule bufs);
    const StepsCase *cases;
    size_t count;
} Group;

#define GROUP(make, cases)                                                                         \
    {                                                                                              \
        (make), (cases), sizeof(cases) / sizeof((cases)[0])                                        \
    }

static const Group g_groups[] = {
    GROUP(make_within, g_within),
    GROUP(make_over_channels, g_over_channels),
    GROUP(make_over_channels_many, g_over_channels_many),
};

static void count_group(const Group *group)
{
    NvSciBufModule bufs = NULL;

    (void)alarm(HANG_SECONDS);
    SCENE_NEED(NvSciBufModuleOpen(&bufs));
    SCENE_NEED(NvSciSyncModuleOpen(&g_syncs));
    SCENE_NEED(NvSciIpcInit());
    group->make(bufs);
    SCENE_NEED(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    NEED(steps_begin((uintptr_t)NvSciSyncObjSignal));
    for (size_t i = 0U; i < group->count; i++) {
        NEED(steps_run_case(&group->cases[i], &g_sums, ROUNDS, WARM_ROUNDS));
    }
}

/** Each group has a process of its own: together they are more than the tables take. */
int main(void)
{
    bool good = true;

    own_table_use(CHANNELS);
    steps_print_compiler();
    for (size_t i = 0U; (i < (sizeof(g_groups) / sizeof(g_groups[0]))) && good; i++) {
        int status = 1;
        pid_t child = 0;

        (void)fflush(stdout);
        child = fork();
        if (child == 0) {
            count_group(&g_groups[i]);
            (void)fflush(stdout);
            _exit(0);
        }
        good = (child > 0) && (waitpid(child, &status, 0) == child) && (status == 0);
    }
    return good ? 0 : 2;
}
