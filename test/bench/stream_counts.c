/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_counts.c
 * Instructions of the functions that move the payloads of a stream: a line for each case, as
 * counts.c prints them. Streams have one element; each case leaves what it found.
 */
#include <stdio.h>
#include <unistd.h>

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

/** The next call of a function counts. */
#define COUNT(function) steps_count((uintptr_t)(function), &g_sums)

static Steps g_sums;
static NvSciSyncModule g_syncs;
static StreamScene g_one;
static StreamScene g_many;
static StreamScene g_four;
static StreamScene g_sixteen;

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

/** An end reads the fences of the others, and leaves its own. */
static void fences(const StreamScene *scene, uint32_t end, uint32_t packet, Of of)
{
    const NvSciStreamBlock block = scene->ends[end];
    const NvSciStreamPacket handle = scene->handles[end][packet];
    const uint32_t others = (end == 0U) ? scene->consumers : 1U;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    for (uint32_t i = 0U; i < others; i++) {
        COUNT_IF(of, OF_FENCE_GET, NvSciStreamBlockPacketFenceGet);
        SCENE_NEED(NvSciStreamBlockPacketFenceGet(block, handle, i, 0U, &fence));
        NvSciSyncFenceClear(&fence);
    }
    SCENE_NEED(NvSciSyncObjGenerateFence(scene->signals[end], &fence));
    COUNT_IF(of, OF_FENCE_SET, NvSciStreamBlockPacketFenceSet);
    SCENE_NEED(NvSciStreamBlockPacketFenceSet(block, handle, 0U, &fence));
    NvSciSyncFenceClear(&fence);
}

/** A payload goes from the producer to all consumers and back. */
static void payload(const StreamScene *scene, Of producer, Of consumer)
{
    uint32_t packet = take(scene, 0U, producer);

    fences(scene, 0U, packet, producer);
    COUNT_IF(producer, OF_PRESENT, NvSciStreamProducerPacketPresent);
    scene_give(scene, 0U, packet);
    SCENE_NEED(NvSciSyncObjSignal(scene->signals[0]));
    for (uint32_t end = 1U; end <= scene->consumers; end++) {
        packet = take(scene, end, consumer);
        fences(scene, end, packet, consumer);
        COUNT_IF(consumer, OF_RELEASE, NvSciStreamConsumerPacketRelease);
        scene_give(scene, end, packet);
        SCENE_NEED(NvSciSyncObjSignal(scene->signals[end]));
    }
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
        SCENE_NEED(NvSciSyncObjGenerateFence(g_one.signals[0], &fence));
        COUNT(NvSciStreamBlockPacketFenceSetWithCrc);
        SCENE_NEED(NvSciStreamBlockPacketFenceSetWithCrc(g_one.ends[0], handle, 0U, &fence, &crc));
        SCENE_NEED(NvSciSyncObjSignal(g_one.signals[0]));
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

typedef struct {
    const char *name;
    void (*run)(void);
} Case;

static const Case g_cases[] = {
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

/** The dearest run of a case. Prints a line. */
static void count_case(const Case *item)
{
    Steps dearest = {0U, 0U, 0U};
    uint64_t fewest = UINT64_MAX;

    for (uint32_t i = 0U; i < ROUNDS; i++) {
        g_sums = (Steps){0U, 0U, 0U};
        item->run();
        NEED(steps_are_over() && (g_sums.instructions > 0U));
        if (i >= WARM_ROUNDS) {
            fewest = (g_sums.instructions < fewest) ? g_sums.instructions : fewest;
            dearest = (g_sums.instructions > dearest.instructions) ? g_sums : dearest;
        }
    }
    (void)printf("%s\t%llu\t%llu\t%llu\t%llu\n", item->name,
                 (unsigned long long)dearest.instructions, (unsigned long long)fewest,
                 (unsigned long long)dearest.calls, (unsigned long long)dearest.system_calls);
}

int main(void)
{
    NvSciBufModule bufs = NULL;

    (void)alarm(HANG_SECONDS);
    steps_print_compiler();
    SCENE_NEED(NvSciBufModuleOpen(&bufs));
    SCENE_NEED(NvSciSyncModuleOpen(&g_syncs));
    scene_make(&g_one, bufs, g_syncs, 1U, PACKETS, BYTES);
    scene_make(&g_many, bufs, g_syncs, 1U, PACKETS_MANY, BYTES);
    scene_make(&g_four, bufs, g_syncs, 4U, PACKETS, BYTES);
    scene_make(&g_sixteen, bufs, g_syncs, 16U, PACKETS, BYTES);
    SCENE_NEED(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    NEED(steps_begin((uintptr_t)NvSciSyncObjSignal));
    for (size_t i = 0U; i < (sizeof(g_cases) / sizeof(g_cases[0])); i++) {
        count_case(&g_cases[i]);
    }
    return 0;
}
