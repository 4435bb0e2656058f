/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file frames_test.c
 * Frames are whole, whoever waits: endpoints with and without lists of waiters, here and behind
 * channels, with and without blocks that wait. Both ends of the channels are in this process.
 *
 * The producer presents before it writes wherever it may signal, and consumers release before they
 * have read wherever they may. So a frame that somebody could look at too early is looked at.
 */
#define _GNU_SOURCE

#include <stdio.h>

#include "event_fixture.h"
#include "ipc_fixture.h"
#include "port/wait.h"
#include "stream_stage.h"

#define CONSUMERS 2U

#define BETWEEN "INTER_PROCESS up_0 down_0 16 4096\nINTER_PROCESS up_1 down_1 16 4096\n"

/** Looks at what should not come yet. */
#define LOOKS 8U

/** Where the consumers are. */
typedef enum {
    BOTH_HERE = 0,
    /** The second one is behind a channel. */
    ONE_FAR = 1,
    /** Behind one channel, and a multicast block. */
    BOTH_FAR = 2,
    /** Each behind its own channel. */
    APART = 3,
    PLACES = 4
} Place;

/** Where a block waits. */
typedef enum {
    NOWHERE = 0,
    /** Behind the producer, for all. */
    FOR_ALL = 1,
    /** Before the second consumer, and before the channel that leads to it. */
    BEFORE = 2,
    /** Before the second consumer, behind the channel. */
    BEHIND = 3,
    STANDS = 4
} Stand;

/** A stream. */
typedef struct {
    /** The producer and consumers have lists. */
    bool waits[1U + CONSUMERS];
    Place place;
    Stand present;
    Stand back;
} Shape;

typedef struct {
    Shape shape;
    Stage near;
    Stage far;
    bool has_far;
    NvSciIpcEndpoint ends[4];
    uint32_t end_count;
    StageNode *producer;
    StageNode *consumers[CONSUMERS];
    /** Number of the frame. */
    uint64_t frame;
    /** Packet that each one has, and whether an engine of a consumer reads. */
    uint32_t held[CONSUMERS];
    bool has[CONSUMERS];
    bool reads[CONSUMERS];
} Scene;

/* ---------------------------------------------------------------- making */

static NvSciIpcEndpoint open_and_reset(Scene *scene, const char *side, uint32_t channel)
{
    char name[16] = {'\0'};
    NvSciIpcEndpoint endpoint = 0U;

    (void)snprintf(name, sizeof(name), "%s_%u", side, channel);
    endpoint = open_endpoint(name);
    reset_endpoint_of(endpoint);
    scene->ends[scene->end_count] = endpoint;
    scene->end_count++;
    return endpoint;
}

/** Goes on below a block through a channel. */
static const StageNode *cross(Scene *scene, const StageNode *up, uint32_t channel)
{
    NvSciStreamBlock block = 0U;
    const StageNode *source = NULL;

    assert_status(NvSciStreamIpcSrcCreate(open_and_reset(scene, "up", channel), scene->near.syncs,
                                          scene->near.bufs, &block),
                  NvSciError_Success);
    source = stage_add(&scene->near, block);
    stage_connect(up, source);
    if (!scene->has_far) {
        stage_begin(&scene->far);
        scene->has_far = true;
    }
    assert_status(NvSciStreamIpcDstCreate(open_and_reset(scene, "down", channel), scene->far.syncs,
                                          scene->far.bufs, &block),
                  NvSciError_Success);
    return stage_add(&scene->far, block);
}

/** Goes on through the blocks that wait at a stand. */
static const StageNode *wait_at(const Scene *scene, Stage *stage, const StageNode *up, Stand stand)
{
    const StageNode *at = up;
    NvSciStreamBlock block = 0U;

    if (scene->shape.present == stand) {
        StageNode *const sync =
            (NvSciStreamPresentSyncCreate(stage->syncs, &block) == NvSciError_Success)
                ? stage_add(stage, block)
                : NULL;

        assert_non_null(sync);
        stage_connect(at, sync);
        at = sync;
    }
    if (scene->shape.back == stand) {
        StageNode *const sync =
            (NvSciStreamReturnSyncCreate(stage->syncs, &block) == NvSciError_Success)
                ? stage_add(stage, block)
                : NULL;

        assert_non_null(sync);
        stage_connect(at, sync);
        at = sync;
    }
    return at;
}

static const StageNode *fan_out(Stage *stage, const StageNode *up)
{
    NvSciStreamBlock block = 0U;
    const StageNode *fan = NULL;

    assert_status(NvSciStreamMulticastCreate(CONSUMERS, &block), NvSciError_Success);
    fan = stage_add(stage, block);
    stage_connect(up, fan);
    return fan;
}

static void add_end(Scene *scene, uint32_t number, Stage *stage, const StageNode *up)
{
    StageNode *const end = stage_add_consumer(stage);

    end->is_blind = !scene->shape.waits[1U + number];
    scene->consumers[number] = end;
    stage_connect(up, end);
}

/** The second consumer, below a block here. */
static void add_second(Scene *scene, const StageNode *up)
{
    const StageNode *at = wait_at(scene, &scene->near, up, BEFORE);

    if (scene->shape.place == BOTH_HERE) {
        at = wait_at(scene, &scene->near, at, BEHIND);
        add_end(scene, 1U, &scene->near, at);
    } else {
        at = cross(scene, at, 1U);
        at = wait_at(scene, &scene->far, at, BEHIND);
        add_end(scene, 1U, &scene->far, at);
    }
}

static void open_scene(Scene *scene, const Shape *shape)
{
    static const Scene empty;
    const StageNode *at = NULL;

    *scene = empty;
    scene->shape = *shape;
    stage_begin(&scene->near);
    scene->producer = stage_add_producer(&scene->near);
    scene->producer->is_blind = !shape->waits[0];
    at = wait_at(scene, &scene->near, scene->producer, FOR_ALL);
    if (shape->place == BOTH_FAR) {
        at = wait_at(scene, &scene->near, at, BEFORE);
        at = fan_out(&scene->far, cross(scene, at, 0U));
        add_end(scene, 0U, &scene->far, at);
        at = wait_at(scene, &scene->far, at, BEHIND);
        add_end(scene, 1U, &scene->far, at);
    } else {
        const StageNode *const fan = fan_out(&scene->near, at);

        if (shape->place == APART) {
            add_end(scene, 0U, &scene->far, cross(scene, fan, 0U));
        } else {
            add_end(scene, 0U, &scene->near, fan);
        }
        add_second(scene, fan);
    }
    for (uint32_t i = 0U; i < CONSUMERS; i++) {
        assert_true(stage_until(&scene->near, scene->has_far ? &scene->far : NULL,
                                &scene->consumers[i]->ready, 1U));
    }
    assert_true(stage_until(&scene->near, scene->has_far ? &scene->far : NULL,
                            &scene->producer->ready, 1U));
}

static void close_scene(Scene *scene)
{
    stage_end(&scene->near);
    if (scene->has_far) {
        stage_end(&scene->far);
    }
    for (uint32_t i = 0U; i < scene->end_count; i++) {
        close_endpoint_of(scene->ends[i]);
    }
}

/* ---------------------------------------------------------------- fences */

/** Leaves a fence of the next point of an endpoint that signals. */
static void leave_fence(const StageNode *node, uint32_t packet)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    if (node->signal != NULL) {
        assert_status(NvSciSyncObjGenerateFence(node->signal, &fence), NvSciError_Success);
        assert_status(
            NvSciStreamBlockPacketFenceSet(node->block, node->packets[packet], 0U, &fence),
            NvSciError_Success);
        NvSciSyncFenceClear(&fence);
    }
}

static void reach(const StageNode *node)
{
    if (node->signal != NULL) {
        assert_status(NvSciSyncObjSignal(node->signal), NvSciError_Success);
    }
}

/** Says whether a packet has a fence that is pending. */
static bool is_pending(const Stage *stage, const StageNode *node, uint32_t packet, uint32_t other)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError status = NvSciError_Success;

    assert_status(
        NvSciStreamBlockPacketFenceGet(node->block, node->packets[packet], other, 0U, &fence),
        NvSciError_Success);
    status = NvSciSyncFenceWait(&fence, stage->context, 0);
    NvSciSyncFenceClear(&fence);
    assert_true((status == NvSciError_Success) || (status == NvSciError_Timeout));
    return status == NvSciError_Timeout;
}

/* ---------------------------------------------------------------- a frame */

/** A consumer takes a packet if there is one, and looks at it as soon as it may. */
static void look(Scene *scene, uint32_t number)
{
    const StageNode *const node = scene->consumers[number];
    const bool is_far = scene->has_far && (node >= &scene->far.nodes[0]) &&
                        (node < &scene->far.nodes[STAGE_BLOCKS]);
    NvSciStreamCookie cookie = 0U;

    if (!scene->has[number]) {
        if (NvSciStreamConsumerPacketAcquire(node->block, &cookie) == NvSciError_Success) {
            scene->held[number] = (uint32_t)(cookie - STAGE_COOKIE_0);
            scene->has[number] = true;
            scene->reads[number] = !scene->shape.waits[1U + number];
        }
    }
    if (scene->has[number] && (!scene->reads[number])) {
        scene->reads[number] =
            !is_pending(is_far ? &scene->far : &scene->near, node, scene->held[number], 0U);
    }
    if (scene->reads[number]) {
        assert_int_equal(*node->memory[scene->held[number]], scene->frame);
    }
}

static bool all_read(const Scene *scene)
{
    return scene->reads[0] && scene->reads[1];
}

/** The producer writes a frame, behind the presentation if it signals; consumers look at it. */
static void go_down(Scene *scene, uint32_t packet)
{
    const StageNode *const producer = scene->producer;
    const bool is_late = (producer->signal != NULL);
    const uint64_t begin = ringfence_port_time_us();

    scene->frame++;
    if (!is_late) {
        *producer->memory[packet] = scene->frame;
    }
    leave_fence(producer, packet);
    assert_status(NvSciStreamProducerPacketPresent(producer->block, producer->packets[packet]),
                  NvSciError_Success);
    for (uint32_t i = 0U; is_late && (i < LOOKS); i++) {
        look(scene, 0U);
        look(scene, 1U);
        (void)usleep(100U);
    }
    if (is_late) {
        *producer->memory[packet] = scene->frame;
        reach(producer);
    }
    while ((!all_read(scene)) && ((ringfence_port_time_us() - begin) < STAGE_LIMIT_US)) {
        look(scene, 0U);
        look(scene, 1U);
    }
    assert_true(all_read(scene));
}

/** The producer takes a packet if there is one; it may not write what is read. */
static bool take(const Scene *scene, uint32_t *packet)
{
    NvSciStreamCookie cookie = 0U;
    const bool is_there =
        (NvSciStreamProducerPacketGet(scene->producer->block, &cookie) == NvSciError_Success);

    if (is_there) {
        *packet = (uint32_t)(cookie - STAGE_COOKIE_0);
        for (uint32_t i = 0U; i < CONSUMERS; i++) {
            if (scene->reads[i]) {
                assert_true(scene->shape.waits[0]);
                assert_true(is_pending(&scene->near, scene->producer, *packet, i));
            }
        }
    }
    return is_there;
}

/** Consumers give the packet back, before they have read it if they signal; the producer looks when
 * it may write it. */
static void go_up(Scene *scene, uint32_t *packet)
{
    const uint64_t begin = ringfence_port_time_us();
    bool is_there = false;

    for (uint32_t i = 0U; i < CONSUMERS; i++) {
        const StageNode *const node = scene->consumers[i];

        scene->reads[i] = (node->signal != NULL);
        leave_fence(node, scene->held[i]);
        assert_status(NvSciStreamConsumerPacketRelease(node->block, node->packets[scene->held[i]]),
                      NvSciError_Success);
        scene->has[i] = false;
    }
    for (uint32_t i = 0U; (i < LOOKS) && (!is_there) && (scene->reads[0] || scene->reads[1]); i++) {
        is_there = take(scene, packet);
        (void)usleep(100U);
    }
    for (uint32_t i = 0U; i < CONSUMERS; i++) {
        scene->reads[i] = false;
        reach(scene->consumers[i]);
    }
    while ((!is_there) && ((ringfence_port_time_us() - begin) < STAGE_LIMIT_US)) {
        is_there = take(scene, packet);
    }
    assert_true(is_there);
    for (uint32_t i = 0U; i < CONSUMERS; i++) {
        assert_false(is_pending(&scene->near, scene->producer, *packet, i));
    }
}

/* ---------------------------------------------------------------- all of them */

/** What of a stream is allowed to run ahead. */
typedef struct {
    uint32_t producers;
    uint32_t consumers;
} Ahead;

static void play(const Shape *shape, Ahead *ahead)
{
    static Scene scene;
    uint32_t packet = 0U;
    uint32_t kept[STAGE_PACKETS] = {0U};

    open_scene(&scene, shape);
    /* One packet alone is played with, so that what comes back is what was there. */
    for (uint32_t i = 0U; i < STAGE_PACKETS; i++) {
        NvSciStreamCookie cookie = 0U;

        assert_status(NvSciStreamProducerPacketGet(scene.producer->block, &cookie),
                      NvSciError_Success);
        kept[i] = (uint32_t)(cookie - STAGE_COOKIE_0);
    }
    packet = kept[0];
    for (uint32_t i = 0U; i < 2U; i++) {
        go_down(&scene, packet);
        go_up(&scene, &packet);
        assert_int_equal(packet, kept[0]);
    }
    ahead->producers += (scene.producer->signal != NULL) ? 1U : 0U;
    for (uint32_t i = 0U; i < CONSUMERS; i++) {
        ahead->consumers += (scene.consumers[i]->signal != NULL) ? 1U : 0U;
    }
    close_scene(&scene);
}

/** Plays the streams of one place of the consumers. */
static void play_all(Place place, Ahead expected)
{
    Ahead ahead = {0U, 0U};
    uint32_t count = 0U;

    NvSciIpcDeinit();
    own_table_use(BETWEEN);
    assert_status(NvSciIpcInit(), NvSciError_Success);
    for (uint32_t lists = 0U; lists < 8U; lists++) {
        for (uint32_t present = 0U; present < STANDS; present++) {
            for (uint32_t back = 0U; back < STANDS; back++) {
                const Shape shape = {{(lists & 1U) != 0U, (lists & 2U) != 0U, (lists & 4U) != 0U},
                                     place,
                                     (Stand)present,
                                     (Stand)back};

                play(&shape, &ahead);
                count++;
            }
        }
    }
    /* Who may run ahead does: a producer whose consumers wait, or have a block before them that
     * does, and consumers whose producer waits, or that have such a block above. */
    assert_int_equal(count, 128U);
    assert_int_equal(ahead.producers, expected.producers);
    assert_int_equal(ahead.consumers, expected.consumers);
}

/**
 * Frames are whole where both consumers are in the process of the producer.
 * @verifies RF-STREAM-224
 */
static void frames_here_are_whole(void **state)
{
    (void)state;
    play_all(BOTH_HERE, (Ahead){72U, 192U});
}

/**
 * Frames are whole where one consumer is behind a channel.
 * @verifies RF-STREAM-224
 */
static void frames_here_and_behind_a_channel_are_whole(void **state)
{
    (void)state;
    play_all(ONE_FAR, (Ahead){72U, 192U});
}

/**
 * Frames are whole where both consumers are behind one channel.
 * @verifies RF-STREAM-224
 */
static void frames_behind_a_channel_are_whole(void **state)
{
    (void)state;
    play_all(BOTH_FAR, (Ahead){88U, 208U});
}

/**
 * Frames are whole where each consumer is behind a channel of its own.
 * @verifies RF-STREAM-224
 */
static void frames_behind_two_channels_are_whole(void **state)
{
    (void)state;
    play_all(APART, (Ahead){72U, 192U});
}

/* ---------------------------------------------------------------- late consumers */

/** A stream with a consumer that waits, whose multicast block has room; its producer signals. */
static const StageNode *open_for_late(Scene *scene)
{
    static const Scene empty;
    const StageNode *fan = NULL;

    *scene = empty;
    NvSciIpcDeinit();
    own_table_use(BETWEEN);
    assert_status(NvSciIpcInit(), NvSciError_Success);
    scene->shape.waits[1] = true;
    stage_begin(&scene->near);
    fan = stage_add_open_multicast(&scene->near, 2U);
    scene->producer = stage_add_producer(&scene->near);
    stage_connect(scene->producer, fan);
    add_end(scene, 0U, &scene->near, fan);
    assert_true(stage_until(&scene->near, NULL, &scene->producer->ready, 1U));
    assert_true(stage_until(&scene->near, NULL, &fan->ready, 1U));
    assert_non_null(scene->producer->signal);
    return fan;
}

static NvSciError mark_waiters(const StageNode *node)
{
    return NvSciStreamBlockSetupStatusSet(node->block, NvSciStreamSetup_WaiterAttrExport, true);
}

/** Gives a consumer a list. */
static void give_list(const Stage *stage, const StageNode *node)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                               {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};
    NvSciSyncAttrList list = NULL;

    assert_status(NvSciSyncAttrListCreate(stage->syncs, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    assert_status(NvSciStreamBlockElementWaiterAttrSet(node->block, 0U, list), NvSciError_Success);
    NvSciSyncAttrListFree(list);
}

/**
 * A late consumer that does not wait for what the producer signals is refused when it says so, and
 * comes when it waits.
 * @verifies RF-STREAM-225
 */
static void a_late_consumer_here_has_to_wait(void **state)
{
    static Scene scene;
    const StageNode *fan = NULL;

    (void)state;
    fan = open_for_late(&scene);
    scene.near.is_lenient = true;
    add_end(&scene, 1U, &scene.near, fan);
    assert_status(NvSciStreamBlockSetupStatusSet(fan->block, NvSciStreamSetup_Connect, true),
                  NvSciError_Success);
    assert_true(stage_until(&scene.near, NULL, &scene.consumers[1]->taken, STAGE_PACKETS));
    assert_status(mark_waiters(scene.consumers[1]), NvSciError_InsufficientData);
    give_list(&scene.near, scene.consumers[1]);
    assert_status(mark_waiters(scene.consumers[1]), NvSciError_Success);
    assert_true(stage_until(&scene.near, NULL, &scene.consumers[1]->ready, 1U));
    assert_true(stage_until(&scene.near, NULL, &scene.producer->ready, 2U));
    close_scene(&scene);
}

/**
 * The channel of a late consumer that does not wait for what the producer signals ends with an
 * error; the others go on.
 * @verifies RF-STREAM-225
 */
static void a_late_consumer_behind_a_channel_has_to_wait(void **state)
{
    static Scene scene;
    const StageNode *fan = NULL;
    const StageNode *target = NULL;
    const StageNode *source = NULL;

    (void)state;
    fan = open_for_late(&scene);
    target = cross(&scene, fan, 0U);
    source = &scene.near.nodes[scene.near.count - 1U];
    add_end(&scene, 1U, &scene.far, target);
    assert_status(NvSciStreamBlockSetupStatusSet(fan->block, NvSciStreamSetup_Connect, true),
                  NvSciError_Success);
    scene.near.is_lenient = true;
    scene.far.is_lenient = true;
    assert_true(stage_until_set(&scene.near, &scene.far, &target->disconnected));
    assert_true(stage_until_set(&scene.near, &scene.far, &source->disconnected));
    assert_status(source->error, NvSciError_InsufficientData);
    assert_int_equal(scene.consumers[1]->ready, 0U);
    assert_true(stage_until(&scene.near, &scene.far, &scene.producer->ready, 2U));
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(frames_here_are_whole),
        ipc_test(frames_here_and_behind_a_channel_are_whole),
        ipc_test(frames_behind_a_channel_are_whole),
        ipc_test(frames_behind_two_channels_are_whole),
        ipc_test(a_late_consumer_here_has_to_wait),
        ipc_test(a_late_consumer_behind_a_channel_has_to_wait),
    };

    return cmocka_run_group_tests_name("stream/frames", tests, NULL, NULL);
}
