/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file late_ipc_test.c
 * Late consumers that come through channels; both ends are in this process.
 */
#define _GNU_SOURCE

#include <stdio.h>

#include "event_fixture.h"
#include "ipc_fixture.h"
#include "port/wait.h"
#include "ringfence_cfg.h"
#include "stream_stage.h"

/** Channels to two far parts, and consumers of one. */
#define CHANNELS 2U
#define FAR_MAX  2U

#define INSIDE  "INTER_THREAD up_0 down_0 16 4096\nINTER_THREAD up_1 down_1 16 4096\n"
#define BETWEEN "INTER_PROCESS up_0 down_0 16 4096\nINTER_PROCESS up_1 down_1 16 4096\n"

/** A part of the stream behind a channel, and the source that leads to it. */
typedef struct {
    NvSciIpcEndpoint up;
    NvSciIpcEndpoint down;
    StageNode *source;
    Stage stage;
    StageNode *target;
    StageNode *fan;
    StageNode *ends[FAR_MAX];
    uint32_t count;
    /** Its events are answered. */
    bool is_there;
    /** The test drives the source, and the target, and goes on to do so. */
    NvSciEventNotifier *notifiers[2][3];
    bool source_is_driven;
    bool target_is_driven;
} Far;

/** A stream with a consumer beside the producer. */
typedef struct {
    Stage stage;
    StageNode *fan;
    StageNode *local;
    Far far[CHANNELS];
    /** Drives the ends of channels in turns of the test; NULL: threads of the library do. */
    NvSciEventLoopService *service;
} Rig;

/* ---------------------------------------------------------------- the loop */

/** Drives an end of a channel. */
static void drive(const StageNode *node)
{
    assert_status(NvSciStreamBlockHandleInternalEvents(node->block), NvSciError_Success);
}

/** Answers an event of each block of all parts. */
static void turn(Rig *rig)
{
    bool any = stage_turn(&rig->stage);

    for (uint32_t i = 0U; i < CHANNELS; i++) {
        if (rig->far[i].source_is_driven) {
            drive(rig->far[i].source);
        }
        if (rig->far[i].target_is_driven) {
            drive(rig->far[i].target);
        }
    }
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        any = (rig->far[i].is_there && stage_turn(&rig->far[i].stage)) || any;
    }
    if (!any) {
        (void)usleep(50U);
    }
}

/** Answers events until a number is at least `least`. */
static void await(Rig *rig, const uint32_t *number, uint32_t least)
{
    const uint64_t begin = ringfence_port_time_us();

    while ((*number < least) && ((ringfence_port_time_us() - begin) < STAGE_LIMIT_US)) {
        turn(rig);
    }
    assert_true(*number >= least);
}

/** Answers events until so many more payloads came to a consumer. */
static void await_more(Rig *rig, const StageNode *consumer, uint32_t more)
{
    await(rig, &consumer->payloads, consumer->payloads + more);
}

static void await_end(Rig *rig, const StageNode *node)
{
    const uint64_t begin = ringfence_port_time_us();

    while ((!node->disconnected) && ((ringfence_port_time_us() - begin) < STAGE_LIMIT_US)) {
        turn(rig);
    }
    assert_true(node->disconnected);
}

/* ---------------------------------------------------------------- making */

static NvSciIpcEndpoint open_and_reset(const char *side, uint32_t channel)
{
    char name[16] = {'\0'};
    NvSciIpcEndpoint endpoint = 0U;

    (void)snprintf(name, sizeof(name), "%s_%u", side, channel);
    endpoint = open_endpoint(name);
    reset_endpoint_of(endpoint);
    return endpoint;
}

static void open_channel(Rig *rig, uint32_t channel)
{
    rig->far[channel].up = open_and_reset("up", channel);
    rig->far[channel].down = open_and_reset("down", channel);
}

static void close_channel(Rig *rig, uint32_t channel)
{
    close_endpoint_of(rig->far[channel].up);
    close_endpoint_of(rig->far[channel].down);
}

/** Makes a stream whose multicast block has room for two more, and lets packets move; they have an
 * element that is hidden from consumers from an index on, if that is not 0. */
static void make_secret_rig(Rig *rig, const char *table, uint32_t secret_from)
{
    static const Rig empty;

    *rig = empty;
    NvSciIpcDeinit();
    own_table_use(table);
    assert_status(NvSciIpcInit(), NvSciError_Success);
    stage_begin(&rig->stage);
    rig->stage.secret_from = secret_from;
    rig->fan = stage_add_open_multicast(&rig->stage, 3U);
    rig->local = stage_add_consumer(&rig->stage);
    stage_connect(stage_add_producer(&rig->stage), rig->fan);
    stage_connect(rig->fan, rig->local);
    rig->stage.flows = true;
    await(rig, &rig->fan->ready, 1U);
    await(rig, &rig->local->payloads, 5U);
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        open_channel(rig, i);
    }
}

/** Has an end of a channel driven by turns of the test, if the rig says so. */
static bool take_over(const Rig *rig, NvSciStreamBlock block, NvSciEventNotifier **notifiers)
{
    uint32_t count = 3U;

    if (rig->service != NULL) {
        assert_status(NvSciStreamBlockInternalEventServiceSetup(block, &rig->service->EventService,
                                                                &count, notifiers),
                      NvSciError_Success);
    }
    return rig->service != NULL;
}

static void make_rig(Rig *rig, const char *table)
{
    make_secret_rig(rig, table, 0U);
}

/** Makes the source of a channel, and connects it to a block. */
static void add_source_to(Rig *rig, uint32_t channel, const StageNode *up)
{
    NvSciStreamBlock block = 0U;

    assert_status(
        NvSciStreamIpcSrcCreate(rig->far[channel].up, rig->stage.syncs, rig->stage.bufs, &block),
        NvSciError_Success);
    rig->far[channel].source = stage_add(&rig->stage, block);
    rig->far[channel].source_is_driven = take_over(rig, block, rig->far[channel].notifiers[0]);
    stage_connect(up, rig->far[channel].source);
}

static void add_source(Rig *rig, uint32_t channel)
{
    add_source_to(rig, channel, rig->fan);
}

/** Makes the part behind a channel, with so many consumers, and does not connect it. */
static void make_far(Rig *rig, uint32_t channel, uint32_t count)
{
    Far *const far = &rig->far[channel];
    NvSciStreamBlock block = 0U;

    stage_begin(&far->stage);
    far->is_there = true;
    assert_status(NvSciStreamIpcDstCreate(far->down, far->stage.syncs, far->stage.bufs, &block),
                  NvSciError_Success);
    far->target = stage_add(&far->stage, block);
    far->target_is_driven = take_over(rig, block, far->notifiers[1]);
    far->count = count;
    for (uint32_t i = 0U; i < count; i++) {
        far->ends[i] = stage_add_consumer(&far->stage);
    }
}

static void connect_far(Rig *rig, uint32_t channel)
{
    Far *const far = &rig->far[channel];
    NvSciStreamBlock block = 0U;

    if (far->count > 1U) {
        assert_status(NvSciStreamMulticastCreate(far->count, &block), NvSciError_Success);
        far->fan = stage_add(&far->stage, block);
        stage_connect(far->target, far->fan);
        for (uint32_t i = 0U; i < far->count; i++) {
            stage_connect(far->fan, far->ends[i]);
        }
    } else {
        stage_connect(far->target, far->ends[0]);
    }
}

static void add_far(Rig *rig, uint32_t channel, uint32_t count)
{
    make_far(rig, channel, count);
    connect_far(rig, channel);
}

static void mark_connect(const Rig *rig, NvSciError expected)
{
    assert_status(NvSciStreamBlockSetupStatusSet(rig->fan->block, NvSciStreamSetup_Connect, true),
                  expected);
}

static void end_far(Far *far)
{
    stage_end(&far->stage);
    far->is_there = false;
}

/** Takes the far part away, and its source; the endpoints stay. */
static void drop_far(Rig *rig, uint32_t channel)
{
    Far *const far = &rig->far[channel];

    end_far(far);
    await_end(rig, far->source);
    stage_drop(&rig->stage, far->source);
    reset_endpoint_of(far->up);
    reset_endpoint_of(far->down);
}

static void end_rig(Rig *rig)
{
    stage_end(&rig->stage);
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        close_channel(rig, i);
    }
}

/** Makes a rig whose channels are driven by turns of the test. */
static void make_driven_rig(Rig *rig)
{
    make_rig(rig, INSIDE);
    rig->service = make_service();
}

static void end_driven_rig(Rig *rig)
{
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        rig->far[i].source_is_driven = false;
        rig->far[i].target_is_driven = false;
        if (rig->far[i].is_there) {
            end_far(&rig->far[i]);
        }
    }
    stage_end(&rig->stage);
    for (uint32_t i = 0U; i < (CHANNELS * 6U); i++) {
        NvSciEventNotifier *const notifier = rig->far[i / 6U].notifiers[(i / 3U) % 2U][i % 3U];

        if (notifier != NULL) {
            notifier->Delete(notifier);
        }
    }
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        close_channel(rig, i);
    }
    delete_service_of(rig->service);
}

/** Goes to RUNTIME, and has payloads move there. */
static void run(Rig *rig)
{
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    await(rig, &rig->local->payloads, rig->local->payloads + 20U);
}

/* ---------------------------------------------------------------- coming */

/** Answers events until a far part and the producer are set up, for the `time`th time. */
static void await_join(Rig *rig, uint32_t channel, uint32_t time)
{
    Far *const far = &rig->far[channel];

    for (uint32_t i = 0U; i < far->count; i++) {
        await(rig, &far->ends[i]->ready, 1U);
    }
    await(rig, &far->target->ready, 1U);
    await(rig, &far->source->ready, 1U);
    await(rig, &rig->stage.producer->ready, time + 1U);
    await(rig, &rig->fan->ready, time + 1U);
}

/** Payloads go to the consumer here, and to those of a far part. */
static void assert_flow(Rig *rig, uint32_t channel)
{
    Far *const far = &rig->far[channel];

    await_more(rig, rig->local, 10U);
    for (uint32_t i = 0U; i < far->count; i++) {
        await_more(rig, far->ends[i], 10U);
        assert_int_equal(far->ends[i]->wrong, 0U);
    }
    assert_int_equal(rig->local->wrong, 0U);
}

/** A far part comes whole. */
static void join(Rig *rig, uint32_t channel, uint32_t count, uint32_t time)
{
    add_source(rig, channel);
    add_far(rig, channel, count);
    mark_connect(rig, NvSciError_Success);
    await_join(rig, channel, time);
}

/**
 * A far part comes through a channel while the consumer here gets payloads, whoever is first: the
 * mark or the part.
 * @verifies RF-STREAM-121 RF-STREAM-122
 */
static void late_consumers_come_through_a_channel(void **state)
{
    const char *const tables[] = {INSIDE, BETWEEN};
    static Rig rig;

    (void)state;
    for (uint32_t i = 0U; i < 4U; i++) {
        const uint32_t count = 1U + (i / 2U);
        uint32_t index = 0U;
        uint32_t total = 0U;
        bool is_new = false;

        make_rig(&rig, tables[i % 2U]);
        add_source(&rig, 0U);
        if (i < 2U) {
            mark_connect(&rig, NvSciError_Success);
            await(&rig, &rig.local->payloads, 20U);
            assert_int_equal(rig.stage.producer->connected, 1U);
            add_far(&rig, 0U, count);
        } else {
            add_far(&rig, 0U, count);
            await(&rig, &rig.local->payloads, 20U);
            assert_int_equal(rig.far[0].target->connected, 0U);
            mark_connect(&rig, NvSciError_Success);
        }
        await_join(&rig, 0U, 1U);
        assert_int_equal(rig.stage.producer->connected, 2U);
        assert_int_equal(rig.stage.producer->given, count);
        assert_status(NvSciStreamNewConsumerGet(rig.stage.producer->block, 0U, &is_new),
                      NvSciError_Success);
        assert_false(is_new);
        for (uint32_t n = 0U; n < count; n++) {
            assert_status(NvSciStreamNewConsumerGet(rig.stage.producer->block, n + 1U, &is_new),
                          NvSciError_Success);
            assert_true(is_new);
            assert_status(NvSciStreamConsumerIndexGet(rig.far[0].ends[n]->block, &index),
                          NvSciError_Success);
            assert_int_equal(index, n + 1U);
        }
        assert_status(NvSciStreamBlockConsumerCountGet(rig.stage.producer->block, &total),
                      NvSciError_Success);
        assert_int_equal(total, 3U);
        assert_flow(&rig, 0U);
        end_far(&rig.far[0]);
        end_rig(&rig);
    }
}

/**
 * Two parts come one after the other, then both with one mark.
 * @verifies RF-STREAM-121
 */
static void far_parts_come_together(void **state)
{
    static Rig rig;

    (void)state;
    make_rig(&rig, INSIDE);
    join(&rig, 0U, 2U, 1U);
    join(&rig, 1U, 1U, 2U);
    assert_flow(&rig, 0U);
    assert_flow(&rig, 1U);
    drop_far(&rig, 1U);
    drop_far(&rig, 0U);
    add_source(&rig, 0U);
    add_source(&rig, 1U);
    add_far(&rig, 0U, 1U);
    mark_connect(&rig, NvSciError_Success);
    await_more(&rig, rig.local, 10U);
    assert_int_equal(rig.far[0].target->connected, 0U);
    add_far(&rig, 1U, 2U);
    await(&rig, &rig.far[0].ends[0]->ready, 1U);
    await(&rig, &rig.far[1].ends[1]->ready, 1U);
    await(&rig, &rig.stage.producer->ready, 4U);
    assert_int_equal(rig.stage.producer->given, 3U);
    end_far(&rig.far[0]);
    end_far(&rig.far[1]);
    end_rig(&rig);
}

/** Has all packets come home, and nothing more goes out. */
static void stop(Rig *rig)
{
    rig->stage.flows = false;
    await(rig, &rig->stage.producer->owed, STAGE_PACKETS);
}

/** Has all packets go out once and come home: fences of those who are gone are forgotten. */
static void rest(Rig *rig)
{
    stop(rig);
    rig->stage.flows = true;
    await_more(rig, rig->local, STAGE_PACKETS);
    stop(rig);
}

/** Slots that are taken of each pool. */
static void pools_in_use(uint32_t used[RINGFENCE_POOL_COUNT])
{
    for (uint32_t i = 0U; i < RINGFENCE_POOL_COUNT; i++) {
        used[i] = in_use_of((RingfencePool)i);
    }
}

/**
 * Parts come and go through the same channel, another one, and one that was opened anew, as often
 * as they like, and nothing is used up.
 * @verifies RF-STREAM-102 RF-STREAM-124
 */
static void far_parts_come_and_go(void **state)
{
    static Rig rig;
    uint32_t before[RINGFENCE_POOL_COUNT];
    uint32_t after[RINGFENCE_POOL_COUNT];

    (void)state;
    make_rig(&rig, INSIDE);
    rest(&rig);
    pools_in_use(before);
    for (uint32_t i = 0U; i < 200U; i++) {
        const uint32_t channel = (i / 2U) % 2U;

        rig.stage.flows = true;
        if ((i % 5U) == 4U) {
            close_channel(&rig, channel);
            open_channel(&rig, channel);
        }
        join(&rig, channel, 1U + (i % 2U), i + 1U);
        await_more(&rig, rig.far[channel].ends[0], 3U);
        drop_far(&rig, channel);
        rest(&rig);
        pools_in_use(after);
        assert_memory_equal(after, before, sizeof(before));
    }
    end_rig(&rig);
}

/* ---------------------------------------------------------------- going early */

/**
 * A part that goes at any event of its setup, with any of its blocks, takes nothing from the
 * others; the next one comes.
 * @verifies RF-STREAM-120
 */
static void a_far_part_goes_at_any_event(void **state)
{
    static Rig rig;
    uint32_t time = 0U;
    uint32_t joined = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    rig.stage.is_lenient = true;
    for (uint32_t events = 0U; events < 20U; events++) {
        Far *const far = &rig.far[0];

        add_source(&rig, 0U);
        add_far(&rig, 0U, 1U);
        far->stage.is_lenient = true;
        far->is_there = false;
        mark_connect(&rig, NvSciError_Success);
        /* All parts know of one another then. */
        await(&rig, &rig.stage.producer->connected, time + 2U);
        far->is_there = true;
        await(&rig, &far->stage.answered, events);
        stage_drop(&far->stage, ((events % 2U) == 0U) ? far->target : far->ends[0]);
        joined += far->target->ready;
        drop_far(&rig, 0U);
        await(&rig, &rig.stage.producer->ready, time + 2U);
        await(&rig, &rig.fan->ready, time + 2U);
        await_more(&rig, rig.local, 10U);
        time++;
    }
    /* Some were set up, some were not. */
    assert_in_range(joined, 1U, 19U);
    rig.stage.is_lenient = false;
    join(&rig, 0U, 1U, time + 1U);
    assert_flow(&rig, 0U);
    end_far(&rig.far[0]);
    end_rig(&rig);
}

/**
 * The source of a part is deleted before the part is there, or is set up: the others go on, and
 * what was marked is forgotten. A mark that is set again says so.
 * @verifies RF-STREAM-120 RF-STREAM-121 RF-STREAM-249
 */
static void a_source_goes_early(void **state)
{
    static Rig rig;
    uint32_t faults = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    add_source(&rig, 0U);
    mark_connect(&rig, NvSciError_Success);
    faults = ipc_fault_count();
    mark_connect(&rig, NvSciError_AlreadyDone);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_STREAM_ORDER);
    stage_drop(&rig.stage, rig.far[0].source);
    mark_connect(&rig, NvSciError_NotYetAvailable);
    /* Of two that were marked one goes, then the other one comes alone. */
    add_source(&rig, 0U);
    add_source(&rig, 1U);
    add_far(&rig, 1U, 1U);
    mark_connect(&rig, NvSciError_Success);
    await_more(&rig, rig.local, 10U);
    assert_int_equal(rig.stage.producer->connected, 1U);
    stage_drop(&rig.stage, rig.far[0].source);
    await_join(&rig, 1U, 1U);
    assert_flow(&rig, 1U);
    /* One that is being set up. */
    add_source(&rig, 0U);
    add_far(&rig, 0U, 1U);
    rig.far[0].stage.is_lenient = true;
    mark_connect(&rig, NvSciError_Success);
    await(&rig, &rig.far[0].ends[0]->taken, 1U);
    stage_drop(&rig.stage, rig.far[0].source);
    await_end(&rig, rig.far[0].ends[0]);
    await(&rig, &rig.stage.producer->ready, 3U);
    assert_flow(&rig, 1U);
    end_far(&rig.far[0]);
    end_far(&rig.far[1]);
    end_rig(&rig);
}

/**
 * While a group is on its way, no other block is connected to the multicast block.
 * @verifies RF-STREAM-121
 */
static void a_group_is_closed_by_its_mark(void **state)
{
    static Rig rig;
    NvSciStreamBlock queue = 0U;
    NvSciStreamBlock consumer = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    add_source(&rig, 0U);
    mark_connect(&rig, NvSciError_Success);
    assert_status(NvSciStreamFifoQueueCreate(&queue), NvSciError_Success);
    assert_status(NvSciStreamConsumerCreate(queue, &consumer), NvSciError_Success);
    assert_status(NvSciStreamBlockConnect(rig.fan->block, consumer), NvSciError_InvalidState);
    assert_status(NvSciStreamBlockDelete(consumer), NvSciError_Success);
    assert_status(NvSciStreamBlockDelete(queue), NvSciError_Success);
    end_rig(&rig);
}

/**
 * Nor to a block with free outputs in the group: nobody would have looked at it.
 * @verifies RF-STREAM-121
 */
static void what_is_in_a_marked_group_is_closed_too(void **state)
{
    static Rig rig;
    StageNode *inner = NULL;
    NvSciStreamBlock fan = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    inner = stage_add_open_multicast(&rig.stage, 2U);
    add_source_to(&rig, 0U, inner);
    stage_connect(rig.fan, inner);
    mark_connect(&rig, NvSciError_Success);
    assert_status(NvSciStreamMulticastCreate(2U, &fan), NvSciError_Success);
    assert_status(NvSciStreamBlockConnect(inner->block, fan), NvSciError_InvalidState);
    assert_status(NvSciStreamBlockDelete(fan), NvSciError_Success);
    end_rig(&rig);
}

/* ---------------------------------------------------------------- what does not suit */

/** A part is told of an error at its source and at its target, and goes; the next one comes. */
static void assert_refused(Rig *rig, NvSciError expected)
{
    Far *const far = &rig->far[0];

    far->stage.is_lenient = true;
    await_end(rig, far->source);
    assert_status(far->source->error, expected);
    await_end(rig, far->target);
    assert_status(far->target->error, expected);
    assert_int_equal(far->target->ready, 0U);
    drop_far(rig, 0U);
    await(rig, &rig->fan->ready, rig->stage.producer->connected);
    join(rig, 0U, 1U, rig->stage.producer->connected);
    assert_flow(rig, 0U);
    end_far(far);
    end_rig(rig);
}

/** @verifies RF-STREAM-123 RF-STREAM-235 */
static void a_late_consumer_refuses_packets(void **state)
{
    static Rig rig;

    (void)state;
    make_rig(&rig, INSIDE);
    add_source(&rig, 0U);
    add_far(&rig, 0U, 1U);
    rig.far[0].ends[0]->refuses = true;
    mark_connect(&rig, NvSciError_Success);
    assert_refused(&rig, NvSciError_ResourceError);
}

/** @verifies RF-STREAM-122 */
static void buffers_do_not_suit_a_late_consumer(void **state)
{
    static Rig rig;

    (void)state;
    make_rig(&rig, INSIDE);
    add_source(&rig, 0U);
    add_far(&rig, 0U, 1U);
    rig.far[0].ends[0]->is_greedy = true;
    mark_connect(&rig, NvSciError_Success);
    assert_refused(&rig, NvSciError_ReconciliationFailed);
}

/** What both ends say of a late consumer that is refused. */
typedef struct {
    NvSciError error;
    uint32_t key;
    const char *name;
    const char *why;
    uint64_t asked;
    uint64_t has;
} LateRefusal;

#define NO_BUFFERS "the buffers of the stream do not give what its list asks for"
#define NO_NUMBERS                                                                                 \
    "it has more consumers than there are free indices in a row; delete late consumers that "      \
    "ended, or raise RINGFENCE_CFG_STREAM_CONSUMERS"
#define NO_SIGNALS "the producer's sync objects do not give what its list of a waiter asks for"

/** The last fault is the `total`th, and says why a late consumer is refused. */
static void assert_told(uint32_t total, const LateRefusal *refusal)
{
    RingfenceFault fault;
    char text[256] = {'\0'};

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.total, total);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LATE_REFUSED);
    assert_string_equal(fault.text, "late consumer is refused");
    assert_int_equal(fault.key, refusal->key);
    assert_string_equal(fault.keyName, refusal->name);
    assert_int_equal(fault.asked, refusal->asked);
    assert_int_equal(fault.allowed, refusal->has);
    assert_string_equal(fault.causeText, refusal->why);
    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_non_null(strstr(text, "late consumer is refused"));
    assert_non_null(strstr(text, refusal->name));
    assert_non_null(strstr(text, refusal->why));
}

/** The part of a channel, which was made, comes to a multicast block and is refused: the source
 * says why, and then the target does, each with one fault. */
static void expect_refusal_at(Rig *rig, uint32_t channel, const StageNode *fan,
                              const LateRefusal *refusal)
{
    const uint32_t faults = ipc_fault_count();
    const uint64_t begin = ringfence_port_time_us();
    Far *const far = &rig->far[channel];

    far->stage.is_lenient = true;
    /* The target is driven here, so that the faults come one after the other. */
    far->target_is_driven = false;
    assert_status(NvSciStreamBlockSetupStatusSet(fan->block, NvSciStreamSetup_Connect, true),
                  NvSciError_Success);
    while ((ipc_fault_count() == faults) && ((ringfence_port_time_us() - begin) < STAGE_LIMIT_US)) {
        turn(rig);
        if (ipc_fault_count() == faults) {
            drive(far->target);
        }
    }
    assert_told(faults + 1U, refusal);
    await_end(rig, far->source);
    assert_status(far->source->error, refusal->error);
    assert_told(faults + 1U, refusal);
    far->target_is_driven = true;
    await_end(rig, far->target);
    assert_status(far->target->error, refusal->error);
    assert_int_equal(far->target->ready, 0U);
    assert_told(faults + 2U, refusal);
    await_more(rig, rig->local, 10U);
}

/** The same, of a part that comes to the multicast block of the producer's part. */
static void expect_late_refusal(Rig *rig, uint32_t channel, const LateRefusal *refusal)
{
    expect_refusal_at(rig, channel, rig->fan, refusal);
    /* The others go on. */
    await(rig, &rig->fan->ready, rig->stage.producer->connected);
}

/**
 * Both ends can ask why a late consumer does not come: which attribute of which list does not suit,
 * what it asks for and what there is, that it has no list, or that it refuses a packet.
 * @verifies RF-STREAM-245 RF-STREAM-251
 */
static void both_ends_say_why_a_late_consumer_is_refused(void **state)
{
    const LateRefusal refusals[] = {
        {NvSciError_ReconciliationFailed, (uint32_t)NvSciBufRawBufferAttrKey_Size,
         "NvSciBufRawBufferAttrKey_Size", NO_BUFFERS, 8192U, 4096U},
        {NvSciError_BadParameter, (uint32_t)NvSciSyncAttrKey_WaiterRequireTimestamps,
         "NvSciSyncAttrKey_WaiterRequireTimestamps", NO_SIGNALS, 1U, 0U},
        {NvSciError_InsufficientData, 0U, "",
         "it has no list of a waiter for an element that it uses and the producer signals", 0U, 0U},
        {NvSciError_ResourceError, 0U, "", "it refused a packet; a late consumer has to accept all",
         0U, 0U}};

    (void)state;
    for (uint32_t i = 0U; i < (sizeof(refusals) / sizeof(refusals[0])); i++) {
        static Rig rig;
        StageNode *end = NULL;

        make_driven_rig(&rig);
        add_source(&rig, 0U);
        add_far(&rig, 0U, 1U);
        end = rig.far[0].ends[0];
        end->is_greedy = (i == 0U);
        end->is_timed = (i == 1U);
        end->is_blind = (i == 2U);
        end->refuses = (i == 3U);
        expect_late_refusal(&rig, 0U, &refusals[i]);
        end_driven_rig(&rig);
    }
}

/**
 * A late part that leads to another one is refused: the process behind it is told why as well.
 * @verifies RF-STREAM-245 RF-STREAM-250
 */
static void who_is_behind_a_late_part_is_told_why_it_is_refused(void **state)
{
    const LateRefusal refusal = {NvSciError_ReconciliationFailed,
                                 (uint32_t)NvSciBufRawBufferAttrKey_Size,
                                 "NvSciBufRawBufferAttrKey_Size",
                                 NO_BUFFERS,
                                 8192U,
                                 4096U};
    static Rig rig;
    Far *const near = &rig.far[0];
    Far *const far = &rig.far[1];
    NvSciStreamBlock block = 0U;
    uint32_t faults = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    add_source(&rig, 0U);
    make_far(&rig, 0U, 0U);
    near->stage.is_lenient = true;
    assert_status(NvSciStreamIpcSrcCreate(far->up, near->stage.syncs, near->stage.bufs, &block),
                  NvSciError_Success);
    far->source = stage_add(&near->stage, block);
    stage_connect(near->target, far->source);
    add_far(&rig, 1U, 1U);
    far->stage.is_lenient = true;
    far->ends[0]->is_greedy = true;
    faults = ipc_fault_count();
    mark_connect(&rig, NvSciError_Success);
    await_end(&rig, far->target);
    assert_status(far->target->error, NvSciError_ReconciliationFailed);
    await_end(&rig, near->target);
    assert_status(near->target->error, NvSciError_ReconciliationFailed);
    /* One in each of the three. */
    assert_told(faults + 3U, &refusal);
    await_more(&rig, rig.local, 10U);
    end_far(far);
    end_far(near);
    end_rig(&rig);
}

/**
 * A late consumer that asks to write what is sealed for a reader is told so by the key of rights.
 * @verifies RF-STREAM-245
 */
static void both_ends_say_that_buffers_are_sealed(void **state)
{
    const LateRefusal refusal = {
        NvSciError_ReconciliationFailed,        (uint32_t)NvSciBufGeneralAttrKey_RequiredPerm,
        "NvSciBufGeneralAttrKey_RequiredPerm",  NO_BUFFERS,
        (uint64_t)NvSciBufAccessPerm_ReadWrite, (uint64_t)NvSciBufAccessPerm_Readonly};
    static Rig rig;

    (void)state;
    make_rig(&rig, BETWEEN);
    rig.service = make_service();
    join(&rig, 0U, 1U, 1U);
    add_source(&rig, 1U);
    add_far(&rig, 1U, 1U);
    rig.far[1].ends[0]->writes = true;
    expect_late_refusal(&rig, 1U, &refusal);
    assert_flow(&rig, 0U);
    end_driven_rig(&rig);
}

/** A part cannot come as a table is full, of which its target tells; the next one comes. */
static void assert_no_room(Rig *rig)
{
    Far *const far = &rig->far[0];

    add_source(rig, 0U);
    add_far(rig, 0U, 1U);
    far->stage.is_lenient = true;
    mark_connect(rig, NvSciError_Success);
    await_end(rig, far->target);
    assert_status(far->target->error, NvSciError_InsufficientMemory);
    await_end(rig, far->source);
    await_more(rig, rig->local, 10U);
    drop_far(rig, 0U);
    await(rig, &rig->fan->ready, rig->stage.producer->connected);
}

/**
 * Where all descriptors are taken, nothing is exported: the channel ends, and nobody waits for
 * room.
 * @verifies RF-STREAM-125
 */
static void a_full_table_ends_the_channel_of_who_sends(void **state)
{
    static Rig rig;
    static void *taken[RINGFENCE_CFG_DESCRIPTORS];
    NvSciSyncAttrList list = NULL;
    size_t size = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    assert_status(NvSciSyncAttrListCreate(rig.stage.syncs, &list), NvSciError_Success);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DESCRIPTORS; i++) {
        assert_status(
            NvSciSyncAttrListIpcExportUnreconciled(&list, 1U, rig.far[1].up, &taken[i], &size),
            NvSciError_Success);
    }
    assert_no_room(&rig);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DESCRIPTORS; i++) {
        NvSciSyncAttrListFreeDesc(taken[i]);
    }
    NvSciSyncAttrListFree(list);
    join(&rig, 0U, 1U, rig.stage.producer->connected);
    assert_flow(&rig, 0U);
    end_far(&rig.far[0]);
    end_rig(&rig);
}

/**
 * Where all objects are taken, no buffer is imported: the channel ends, and no consumer finds a
 * packet without it.
 * @verifies RF-STREAM-125
 */
static void a_full_table_ends_the_channel_of_who_reads(void **state)
{
    static Rig rig;
    static NvSciBufObj taken[RINGFENCE_CFG_BUF_OBJECTS];
    NvSciBufAttrList list = NULL;
    NvSciError status = NvSciError_Success;
    uint32_t count = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    list = stage_reconciled_list(&rig.stage);
    while ((status == NvSciError_Success) && (count < RINGFENCE_CFG_BUF_OBJECTS)) {
        status = NvSciBufObjAlloc(list, &taken[count]);
        count += (status == NvSciError_Success) ? 1U : 0U;
    }
    assert_no_room(&rig);
    for (uint32_t i = 0U; i < count; i++) {
        NvSciBufObjFree(taken[i]);
    }
    NvSciBufAttrListFree(list);
    join(&rig, 0U, 1U, rig.stage.producer->connected);
    assert_flow(&rig, 0U);
    end_far(&rig.far[0]);
    end_rig(&rig);
}

/**
 * More consumers than there are numbers do not come, and the limit is named.
 * @verifies RF-STREAM-121 RF-STREAM-200
 */
static void too_many_late_consumers_do_not_come(void **state)
{
    static Rig rig;
    Far *const far = &rig.far[0];
    StageNode *fan = NULL;
    uint32_t faults = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    add_source(&rig, 0U);
    make_far(&rig, 0U, 1U);
    fan = stage_add_open_multicast(&far->stage, RINGFENCE_CFG_STREAM_CONSUMERS);
    faults = ipc_fault_count();
    far->stage.is_lenient = true;
    /* Before it is known how many there are; the blocks' threads may end it from here on. */
    mark_connect(&rig, NvSciError_Success);
    stage_connect(far->target, fan);
    stage_connect(fan, far->ends[0]);
    await_end(&rig, far->source);
    await_end(&rig, far->target);
    /* The limit is named where the producer is, and that there are too few is known to both. */
    assert_int_equal(ipc_fault_count(), faults + 2U);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_LATE_REFUSED);
    assert_refused(&rig, NvSciError_InsufficientResource);
}

/**
 * A limiter and a multicast block come with the source, and with a consumer beside it.
 * @verifies RF-STREAM-121
 */
static void blocks_come_with_a_source(void **state)
{
    static Rig rig;
    NvSciStreamBlock block = 0U;
    StageNode *limiter = NULL;
    StageNode *fan = NULL;
    StageNode *beside = NULL;
    uint32_t count = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    assert_status(NvSciStreamLimiterCreate(1U, &block), NvSciError_Success);
    limiter = stage_add(&rig.stage, block);
    assert_status(NvSciStreamMulticastCreate(2U, &block), NvSciError_Success);
    fan = stage_add(&rig.stage, block);
    beside = stage_add_consumer(&rig.stage);
    stage_connect(rig.fan, limiter);
    stage_connect(limiter, fan);
    add_source_to(&rig, 0U, fan);
    mark_connect(&rig, NvSciError_NotYetAvailable);
    stage_connect(fan, beside);
    mark_connect(&rig, NvSciError_Success);
    add_far(&rig, 0U, 2U);
    await_join(&rig, 0U, 1U);
    assert_status(NvSciStreamBlockConsumerCountGet(limiter->block, &count), NvSciError_Success);
    assert_int_equal(count, 3U);
    /* One more than there could be. */
    assert_status(NvSciStreamBlockConsumerCountGet(rig.fan->block, &count), NvSciError_Success);
    assert_int_equal(count, 4U);
    assert_flow(&rig, 0U);
    await(&rig, &beside->payloads, 5U);
    end_far(&rig.far[0]);
    await_end(&rig, rig.far[0].source);
    assert_false(limiter->disconnected);
    await_more(&rig, beside, 5U);
    end_rig(&rig);
}

/** User info of a consumer, by its index; 0: it has none. */
static uint32_t info_of(StageNode *node, uint32_t index, NvSciError expected)
{
    uint32_t value = 0U;
    uint32_t size = sizeof(value);

    assert_status(NvSciStreamBlockUserInfoGet(node->block, NvSciStreamBlockType_Consumer, index, 7U,
                                              &size, &value),
                  expected);
    return value;
}

/**
 * The producer and its pool read what late consumers say of themselves, until they are set up.
 * @verifies RF-STREAM-126
 */
static void infos_of_late_consumers_are_read(void **state)
{
    static Rig rig;
    const uint32_t info = 815U;

    (void)state;
    make_rig(&rig, INSIDE);
    (void)info_of(rig.stage.producer, 0U, NvSciError_NoLongerAvailable);
    add_source(&rig, 0U);
    make_far(&rig, 0U, 2U);
    assert_status(NvSciStreamBlockUserInfoSet(rig.far[0].ends[1]->block, 7U, sizeof(info), &info),
                  NvSciError_Success);
    connect_far(&rig, 0U);
    mark_connect(&rig, NvSciError_Success);
    await(&rig, &rig.stage.producer->connected, 2U);
    assert_int_equal(info_of(rig.stage.producer, 2U, NvSciError_Success), info);
    assert_int_equal(info_of(rig.stage.pool, 2U, NvSciError_Success), info);
    (void)info_of(rig.stage.producer, 1U, NvSciError_StreamInfoNotProvided);
    (void)info_of(rig.local, 2U, NvSciError_NoLongerAvailable);
    await_join(&rig, 0U, 1U);
    (void)info_of(rig.stage.producer, 2U, NvSciError_NoLongerAvailable);
    end_far(&rig.far[0]);
    end_rig(&rig);
}

/**
 * A late part whose consumer is behind a second channel comes as a whole.
 * @verifies RF-STREAM-121 RF-STREAM-122
 */
static void a_late_part_leads_to_another_one(void **state)
{
    static Rig rig;
    Far *const near = &rig.far[0];
    Far *const far = &rig.far[1];
    NvSciStreamBlock block = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    for (uint32_t time = 1U; time < 4U; time++) {
        add_source(&rig, 0U);
        make_far(&rig, 0U, 0U);
        assert_status(NvSciStreamIpcSrcCreate(far->up, near->stage.syncs, near->stage.bufs, &block),
                      NvSciError_Success);
        far->source = stage_add(&near->stage, block);
        stage_connect(near->target, far->source);
        mark_connect(&rig, NvSciError_Success);
        add_far(&rig, 1U, 2U);
        await(&rig, &far->ends[1]->ready, 1U);
        await(&rig, &rig.stage.producer->ready, time + 1U);
        await(&rig, &rig.fan->ready, time + 1U);
        assert_int_equal(rig.stage.producer->given, 2U);
        assert_flow(&rig, 1U);
        end_far(far);
        drop_far(&rig, 0U);
        reset_endpoint_of(far->up);
        reset_endpoint_of(far->down);
    }
    end_rig(&rig);
}

/**
 * The producer goes while a late part is set up: all are told.
 * @verifies RF-STREAM-120
 */
static void the_producer_goes_while_a_part_comes(void **state)
{
    static Rig rig;

    (void)state;
    for (uint32_t events = 0U; events < 12U; events++) {
        make_rig(&rig, INSIDE);
        rig.stage.is_lenient = true;
        add_source(&rig, 0U);
        add_far(&rig, 0U, 1U);
        rig.far[0].stage.is_lenient = true;
        rig.far[0].is_there = false;
        mark_connect(&rig, NvSciError_Success);
        await(&rig, &rig.stage.producer->connected, 2U);
        rig.far[0].is_there = true;
        await(&rig, &rig.far[0].stage.answered, events);
        stage_drop(&rig.stage, rig.stage.producer);
        await_end(&rig, rig.far[0].ends[0]);
        await_end(&rig, rig.far[0].source);
        await_end(&rig, rig.fan);
        await_end(&rig, rig.local);
        end_far(&rig.far[0]);
        end_rig(&rig);
    }
}

/**
 * A packet that is deleted while a part comes is not the part's.
 * @verifies RF-STREAM-121
 */
static void a_packet_goes_while_a_part_comes(void **state)
{
    static Rig rig;

    (void)state;
    for (uint32_t taken = 0U; taken < (STAGE_PACKETS + 1U); taken++) {
        make_rig(&rig, INSIDE);
        add_source(&rig, 0U);
        add_far(&rig, 0U, 1U);
        /* It may look at the packet that goes. */
        rig.far[0].stage.is_lenient = true;
        rig.far[0].is_there = false;
        mark_connect(&rig, NvSciError_Success);
        await(&rig, &rig.stage.producer->connected, 2U);
        rig.far[0].is_there = true;
        await(&rig, &rig.far[0].ends[0]->taken, taken);
        assert_status(NvSciStreamPoolPacketDelete(rig.stage.pool->block, rig.stage.made[1]),
                      NvSciError_Success);
        await_join(&rig, 0U, 1U);
        assert_flow(&rig, 0U);
        end_far(&rig.far[0]);
        end_rig(&rig);
    }
}

/* ---------------------------------------------------------------- behind a channel */

/** User info of a consumer that is on its way; nobody answers events meanwhile. */
static uint32_t info_that_comes(const StageNode *node, uint32_t index)
{
    const uint64_t begin = ringfence_port_time_us();
    NvSciError status = NvSciError_StreamInfoNotProvided;
    uint32_t value = 0U;
    uint32_t size = sizeof(value);

    while ((status == NvSciError_StreamInfoNotProvided) &&
           ((ringfence_port_time_us() - begin) < STAGE_LIMIT_US)) {
        status = NvSciStreamBlockUserInfoGet(node->block, NvSciStreamBlockType_Consumer, index, 7U,
                                             &size, &value);
    }
    assert_status(status, NvSciError_Success);
    return value;
}

/** Adds a source behind a block that waits for the producer. */
static void add_patient_source(Rig *rig, uint32_t channel)
{
    NvSciStreamBlock block = 0U;
    const StageNode *sync = NULL;

    assert_status(NvSciStreamPresentSyncCreate(rig->stage.syncs, &block), NvSciError_Success);
    sync = stage_add(&rig->stage, block);
    stage_connect(rig->fan, sync);
    add_source_to(rig, channel, sync);
}

/** Makes a part behind a channel whose multicast block has room for more consumers. Where its
 * consumer does not wait, a block before the channel does. */
static void join_open(Rig *rig, uint32_t channel, bool is_blind)
{
    Far *const far = &rig->far[channel];
    const uint32_t time = rig->stage.producer->ready + 1U;
    const uint32_t joins = rig->fan->ready + 1U;

    if (is_blind) {
        add_patient_source(rig, channel);
    } else {
        add_source(rig, channel);
    }
    make_far(rig, channel, 1U);
    far->ends[0]->is_blind = is_blind;
    far->fan = stage_add_open_multicast(&far->stage, 3U);
    stage_connect(far->target, far->fan);
    stage_connect(far->fan, far->ends[0]);
    mark_connect(rig, NvSciError_Success);
    await(rig, &far->fan->ready, 1U);
    await(rig, &far->ends[0]->ready, 1U);
    await(rig, &far->source->ready, 1U);
    await(rig, &rig->stage.producer->ready, time);
    await(rig, &rig->fan->ready, joins);
}

/** Connects a consumer to the multicast block behind a channel, and marks that. */
static StageNode *come_behind(Far *far)
{
    StageNode *const late = stage_add_consumer(&far->stage);

    stage_connect(far->fan, late);
    assert_status(NvSciStreamBlockSetupStatusSet(far->fan->block, NvSciStreamSetup_Connect, true),
                  NvSciError_Success);
    return late;
}

/** A consumer behind a channel is set up, for the `time`th time that one came in all. */
static void await_behind(Rig *rig, const Far *far, const StageNode *late, uint32_t time)
{
    await(rig, &late->ready, 1U);
    await(rig, &rig->stage.producer->ready, time + 1U);
    await(rig, &far->fan->ready, time);
}

/**
 * Behind a channel a consumer comes late, with what is there; the producer is told, and who waits
 * for the producer gets its sync object, whether or not somebody had it there before.
 * @verifies RF-STREAM-127
 */
static void late_consumers_come_behind_a_channel(void **state)
{
    static Rig rig;
    Far *const far = &rig.far[0];

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        const uint32_t info = 99U;
        StageNode *late = NULL;
        uint32_t index = 0U;
        bool is_new = false;

        make_rig(&rig, (i == 0U) ? INSIDE : BETWEEN);
        join_open(&rig, 0U, i == 0U);
        late = stage_add_consumer(&far->stage);
        assert_status(NvSciStreamBlockUserInfoSet(late->block, 7U, sizeof(info), &info),
                      NvSciError_Success);
        stage_connect(far->fan, late);
        assert_status(
            NvSciStreamBlockSetupStatusSet(far->fan->block, NvSciStreamSetup_Connect, true),
            NvSciError_Success);
        await(&rig, &late->connected, 1U);
        assert_status(NvSciStreamConsumerIndexGet(late->block, &index), NvSciError_Success);
        assert_int_equal(index, 2U);
        await(&rig, &rig.stage.producer->connected, 3U);
        assert_status(NvSciStreamNewConsumerGet(rig.stage.producer->block, 2U, &is_new),
                      NvSciError_Success);
        assert_true(is_new);
        assert_status(NvSciStreamNewConsumerGet(rig.stage.producer->block, 1U, &is_new),
                      NvSciError_Success);
        assert_false(is_new);
        assert_int_equal(info_that_comes(rig.stage.producer, 2U), info);
        await_behind(&rig, far, late, 2U);
        assert_int_equal(far->fan->ready, 2U);
        assert_int_equal(late->given, 1U);
        assert_int_equal(rig.stage.producer->given, 1U);
        await_more(&rig, late, 10U);
        assert_int_equal(late->wrong, 0U);
        assert_flow(&rig, 0U);
        end_far(far);
        end_rig(&rig);
    }
}

/**
 * Behind two channels a consumer comes late: the process between asks on.
 * @verifies RF-STREAM-127 RF-STREAM-128
 */
static void late_consumers_come_behind_two_channels(void **state)
{
    static Rig rig;
    Far *const near = &rig.far[0];
    Far *const far = &rig.far[1];
    NvSciStreamBlock block = 0U;
    StageNode *late = NULL;

    (void)state;
    make_rig(&rig, INSIDE);
    add_source(&rig, 0U);
    make_far(&rig, 0U, 0U);
    assert_status(NvSciStreamIpcSrcCreate(far->up, near->stage.syncs, near->stage.bufs, &block),
                  NvSciError_Success);
    far->source = stage_add(&near->stage, block);
    stage_connect(near->target, far->source);
    make_far(&rig, 1U, 1U);
    far->fan = stage_add_open_multicast(&far->stage, 2U);
    stage_connect(far->target, far->fan);
    stage_connect(far->fan, far->ends[0]);
    mark_connect(&rig, NvSciError_Success);
    await(&rig, &far->fan->ready, 1U);
    await(&rig, &rig.stage.producer->ready, 2U);
    for (uint32_t time = 2U; time < 10U; time++) {
        late = come_behind(far);
        if ((time % 2U) == 1U) {
            /* It goes before it is set up. */
            await(&rig, &rig.stage.producer->connected, time + 1U);
            stage_drop(&far->stage, late);
            late = NULL;
        }
        await(&rig, &far->fan->ready, time);
        await(&rig, &rig.stage.producer->ready, time + 1U);
        if (late != NULL) {
            await_more(&rig, late, 5U);
            assert_int_equal(late->wrong, 0U);
            stage_drop(&far->stage, late);
        }
    }
    assert_flow(&rig, 1U);
    end_far(far);
    end_far(near);
    end_rig(&rig);
}

/** Connects the source of the second channel to the multicast block behind the first one. */
static void add_source_behind(Rig *rig)
{
    Far *const near = &rig->far[0];
    Far *const far = &rig->far[1];
    NvSciStreamBlock block = 0U;

    assert_status(NvSciStreamIpcSrcCreate(far->up, near->stage.syncs, near->stage.bufs, &block),
                  NvSciError_Success);
    far->source = stage_add(&near->stage, block);
    far->source_is_driven = take_over(rig, block, far->notifiers[0]);
    stage_connect(near->fan, far->source);
}

/**
 * A process that is itself behind a channel compares what a late consumer behind a further one asks
 * for: both ends of that channel say why it is refused, and the others go on.
 * @verifies RF-STREAM-245 RF-STREAM-251
 */
static void who_is_between_says_why_a_late_consumer_is_refused(void **state)
{
    const LateRefusal refusals[] = {
        {NvSciError_ReconciliationFailed, (uint32_t)NvSciBufRawBufferAttrKey_Size,
         "NvSciBufRawBufferAttrKey_Size", NO_BUFFERS, 8192U, 4096U},
        {NvSciError_BadParameter, (uint32_t)NvSciSyncAttrKey_WaiterRequireTimestamps,
         "NvSciSyncAttrKey_WaiterRequireTimestamps", NO_SIGNALS, 1U, 0U}};

    (void)state;
    for (uint32_t i = 0U; i < (sizeof(refusals) / sizeof(refusals[0])); i++) {
        static Rig rig;

        make_driven_rig(&rig);
        join_open(&rig, 0U, false);
        add_source_behind(&rig);
        add_far(&rig, 1U, 1U);
        rig.far[1].ends[0]->is_greedy = (i == 0U);
        rig.far[1].ends[0]->is_timed = (i == 1U);
        expect_refusal_at(&rig, 1U, rig.far[0].fan, &refusals[i]);
        assert_flow(&rig, 0U);
        end_driven_rig(&rig);
    }
}

/** Asks for an element with buffers of so many bytes, as a consumer. */
static NvSciError list_element(const Far *far, const StageNode *node, uint64_t size)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)}};
    NvSciBufAttrList list = NULL;
    NvSciError status = NvSciError_Success;

    assert_status(NvSciBufAttrListCreate(far->stage.bufs, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    status = NvSciStreamBlockElementAttrSet(node->block, STAGE_TYPE, list);
    NvSciBufAttrListFree(list);
    return status;
}

/**
 * A late consumer behind an IPC destination is told by its own call that a list does not fit the
 * buffers, with the key and both values; it may set another list, and comes.
 * @verifies RF-STREAM-252
 */
static void who_comes_behind_a_channel_is_told_what_does_not_fit(void **state)
{
    const LateRefusal refusal = {NvSciError_ReconciliationFailed,
                                 (uint32_t)NvSciBufRawBufferAttrKey_Size,
                                 "NvSciBufRawBufferAttrKey_Size",
                                 NO_BUFFERS,
                                 5000U,
                                 4096U};
    static Rig rig;
    Far *const far = &rig.far[0];
    StageNode *late = NULL;
    uint32_t faults = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    join_open(&rig, 0U, false);
    late = come_behind(far);
    /* The test answers its event. */
    late->role = STAGE_OTHER;
    await(&rig, &late->connected, 1U);
    await(&rig, &rig.stage.producer->connected, 3U);
    faults = ipc_fault_count();
    assert_status(list_element(far, late, 5000U), NvSciError_ReconciliationFailed);
    assert_told(faults + 1U, &refusal);
    assert_status(list_element(far, late, 4096U), NvSciError_Success);
    assert_status(list_element(far, late, 4096U), NvSciError_AlreadyInUse);
    assert_status(NvSciStreamBlockSetupStatusSet(late->block, NvSciStreamSetup_ElementExport, true),
                  NvSciError_Success);
    late->role = STAGE_CONSUMER;
    await_behind(&rig, far, late, 2U);
    await_more(&rig, late, 10U);
    assert_flow(&rig, 0U);
    end_far(far);
    end_rig(&rig);
}

/**
 * Behind an IPC destination there are as many indices as there were outputs: a group with more
 * consumers is refused by its mark, which says so.
 * @verifies RF-STREAM-253
 */
static void a_group_behind_a_channel_needs_indices(void **state)
{
    static Rig rig;
    Far *const far = &rig.far[0];
    RingfenceFault fault;
    StageNode *fan = NULL;
    NvSciStreamBlock block = 0U;
    uint32_t faults = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    join_open(&rig, 0U, false);
    assert_status(NvSciStreamMulticastCreate(3U, &block), NvSciError_Success);
    fan = stage_add(&far->stage, block);
    for (uint32_t i = 0U; i < 3U; i++) {
        stage_connect(fan, stage_add_consumer(&far->stage));
    }
    stage_connect(far->fan, fan);
    faults = ipc_fault_count();
    assert_status(NvSciStreamBlockSetupStatusSet(far->fan->block, NvSciStreamSetup_Connect, true),
                  NvSciError_InsufficientResource);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.total, faults + 1U);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LATE_REFUSED);
    assert_string_equal(fault.function, "NvSciStreamBlockSetupStatusSet");
    assert_string_equal(fault.causeText, NO_NUMBERS);
    end_far(far);
    end_rig(&rig);
}

/**
 * Indices that are free and not in a row are no room for a part with more consumers: both ends of
 * its channel say so.
 * @verifies RF-STREAM-253
 */
static void indices_that_are_apart_are_a_reason(void **state)
{
    const LateRefusal refusal = {NvSciError_InsufficientResource, 0U, "", NO_NUMBERS, 0U, 0U};
    static Rig rig;
    StageNode *second = NULL;
    StageNode *gone = NULL;

    (void)state;
    make_driven_rig(&rig);
    second = stage_add_open_multicast(&rig.stage, 2U);
    gone = stage_add_consumer(&rig.stage);
    stage_connect(rig.fan, second);
    stage_connect(second, gone);
    mark_connect(&rig, NvSciError_Success);
    await(&rig, &second->ready, 1U);
    await(&rig, &rig.fan->ready, 2U);
    /* All indices but the last one. */
    add_source(&rig, 0U);
    make_far(&rig, 0U, 1U);
    rig.far[0].fan =
        stage_add_open_multicast(&rig.far[0].stage, RINGFENCE_CFG_STREAM_CONSUMERS - 3U);
    stage_connect(rig.far[0].target, rig.far[0].fan);
    stage_connect(rig.far[0].fan, rig.far[0].ends[0]);
    mark_connect(&rig, NvSciError_Success);
    await_join(&rig, 0U, 2U);
    stage_drop(&rig.stage, gone);
    add_source_to(&rig, 1U, second);
    add_far(&rig, 1U, 2U);
    expect_refusal_at(&rig, 1U, second, &refusal);
    assert_flow(&rig, 0U);
    end_driven_rig(&rig);
}

/**
 * While a consumer comes late in a process between, one comes behind it: each is set up, the second
 * one after the first, as upstream is asked of one group at a time.
 * @verifies RF-STREAM-207
 */
static void who_comes_behind_a_group_waits_for_it(void **state)
{
    static Rig rig;
    Far *const near = &rig.far[0];
    Far *const far = &rig.far[1];
    NvSciStreamBlock block = 0U;
    StageNode *first = NULL;
    StageNode *second = NULL;

    (void)state;
    make_rig(&rig, INSIDE);
    add_source(&rig, 0U);
    make_far(&rig, 0U, 0U);
    near->fan = stage_add_open_multicast(&near->stage, 2U);
    stage_connect(near->target, near->fan);
    assert_status(NvSciStreamIpcSrcCreate(far->up, near->stage.syncs, near->stage.bufs, &block),
                  NvSciError_Success);
    far->source = stage_add(&near->stage, block);
    stage_connect(near->fan, far->source);
    make_far(&rig, 1U, 1U);
    far->fan = stage_add_open_multicast(&far->stage, 2U);
    stage_connect(far->target, far->fan);
    stage_connect(far->fan, far->ends[0]);
    mark_connect(&rig, NvSciError_Success);
    await(&rig, &far->fan->ready, 1U);
    await(&rig, &near->fan->ready, 1U);
    await(&rig, &rig.stage.producer->ready, 2U);
    first = come_behind(near);
    second = come_behind(far);
    /* The second question comes while nobody answers for the first group. */
    for (uint32_t i = 0U; i < 200U; i++) {
        (void)stage_turn(&far->stage);
        (void)usleep(100U);
    }
    assert_int_equal(second->ready, 0U);
    await(&rig, &first->ready, 1U);
    await(&rig, &second->ready, 1U);
    /* SetupComplete of the first group may not be queried before the second one comes. */
    await(&rig, &rig.stage.producer->ready, 3U);
    assert_int_equal(rig.stage.producer->connected, 4U);
    await_more(&rig, first, 5U);
    await_more(&rig, second, 5U);
    assert_int_equal(first->wrong, 0U);
    assert_int_equal(second->wrong, 0U);
    assert_flow(&rig, 1U);
    end_far(far);
    end_far(near);
    end_rig(&rig);
}

/**
 * Consumers behind a channel come and go, as often as they like, and nothing is used up.
 * @verifies RF-STREAM-127
 */
static void consumers_behind_a_channel_come_and_go(void **state)
{
    static Rig rig;
    Far *const far = &rig.far[0];
    uint32_t before[RINGFENCE_POOL_COUNT];
    uint32_t after[RINGFENCE_POOL_COUNT];

    (void)state;
    make_rig(&rig, INSIDE);
    join_open(&rig, 0U, false);
    for (uint32_t i = 0U; i < 60U; i++) {
        StageNode *late[2] = {come_behind(far), NULL};
        const bool is_two = (i % 3U) == 2U;

        await_behind(&rig, far, late[0], i + 2U + (i / 3U));
        if (is_two) {
            late[1] = come_behind(far);
            await_behind(&rig, far, late[1], i + 3U + (i / 3U));
            await_more(&rig, late[1], 3U);
            stage_drop(&far->stage, late[1]);
        }
        await_more(&rig, late[0], 3U);
        assert_int_equal(late[0]->wrong, 0U);
        stage_drop(&far->stage, late[0]);
        rest(&rig);
        if (i == 2U) {
            pools_in_use(before);
        } else if (is_two) {
            pools_in_use(after);
            assert_memory_equal(after, before, sizeof(before));
        } else {
            /* There was another number of consumers. */
        }
        rig.stage.flows = true;
    }
    end_far(far);
    end_rig(&rig);
}

/**
 * One who comes behind a channel goes at any event of its setup, by itself or with its process: the
 * others go on.
 * @verifies RF-STREAM-128
 */
static void one_behind_a_channel_goes_at_any_event(void **state)
{
    static Rig rig;
    Far *const far = &rig.far[0];

    (void)state;
    for (uint32_t whole = 0U; whole < 2U; whole++) {
        make_rig(&rig, INSIDE);
        rig.stage.is_lenient = true;
        for (uint32_t events = 0U; events < 30U; events++) {
            StageNode *late = NULL;
            uint32_t time = 0U;

            if (far->is_there == false) {
                join_open(&rig, 0U, false);
                far->stage.is_lenient = true;
            }
            time = rig.stage.producer->connected + 1U;
            late = come_behind(far);
            await(&rig, &rig.stage.producer->connected, time);
            far->stage.answered = 0U;
            await(&rig, &far->stage.answered, events);
            if (whole == 1U) {
                drop_far(&rig, 0U);
            } else {
                stage_drop(&far->stage, late);
                await(&rig, &far->fan->ready, time - 1U);
                await_more(&rig, far->ends[0], 5U);
            }
            await(&rig, &rig.stage.producer->ready, time);
            await_more(&rig, rig.local, 5U);
        }
        if (far->is_there) {
            end_far(far);
        }
        end_rig(&rig);
    }
}

/* ---------------------------------------------------------------- what is hidden */

/** A curious consumer comes through a channel, goes, and comes back. Gives how many buffers that
 * takes, and how many elements it sees. */
static uint32_t come_twice(const char *table, uint32_t secret_from, uint32_t *elements)
{
    static Rig rig;
    uint32_t taken[2] = {0U, 0U};

    make_secret_rig(&rig, table, secret_from);
    for (uint32_t i = 0U; i < 2U; i++) {
        const uint32_t before = in_use_of(RINGFENCE_POOL_BUF_OBJECT);

        add_source(&rig, 0U);
        make_far(&rig, 0U, 1U);
        rig.far[0].ends[0]->is_curious = true;
        connect_far(&rig, 0U);
        mark_connect(&rig, NvSciError_Success);
        await_join(&rig, 0U, i + 1U);
        assert_flow(&rig, 0U);
        *elements = rig.far[0].ends[0]->elements;
        taken[i] = in_use_of(RINGFENCE_POOL_BUF_OBJECT) - before;
        drop_far(&rig, 0U);
    }
    assert_int_equal(taken[0], taken[1]);
    end_rig(&rig);
    return taken[0];
}

/**
 * An element that is hidden from an index is hidden from who comes late with it through a channel,
 * and from who comes back: its buffers stay where they are.
 * @verifies RF-STREAM-204
 */
static void what_is_hidden_does_not_go_through_a_channel(void **state)
{
    const char *const tables[] = {INSIDE, BETWEEN};

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        uint32_t elements = 0U;
        const uint32_t buffers = come_twice(tables[i], 0U, &elements);

        assert_int_equal(elements, 1U);
        assert_int_equal(come_twice(tables[i], 1U, &elements), buffers);
        assert_int_equal(elements, 1U);
        /* That one sees it. */
        assert_int_equal(come_twice(tables[i], 2U, &elements), 2U * buffers);
        assert_int_equal(elements, 2U);
    }
}

/**
 * An element that is hidden from an index is hidden from who comes late with it behind an IPC
 * destination.
 * @verifies RF-STREAM-204
 */
static void what_is_hidden_stays_so_behind_a_channel(void **state)
{
    static Rig rig;
    StageNode *late = NULL;

    (void)state;
    make_secret_rig(&rig, INSIDE, 2U);
    join_open(&rig, 0U, false);
    assert_int_equal(rig.far[0].ends[0]->elements, 2U);
    late = come_behind(&rig.far[0]);
    await_behind(&rig, &rig.far[0], late, 2U);
    assert_int_equal(late->elements, 1U);
    await_more(&rig, late, 10U);
    end_far(&rig.far[0]);
    end_rig(&rig);
}

/* ---------------------------------------------------------------- outside INIT */

/**
 * A process that says how many consumers it has while the producer's is in RUNTIME comes when that
 * is in INIT again.
 * @verifies RF-STREAM-201
 */
static void a_group_that_is_known_in_runtime_comes_in_init(void **state)
{
    static Rig rig;

    (void)state;
    make_driven_rig(&rig);
    add_source(&rig, 0U);
    mark_connect(&rig, NvSciError_Success);
    add_far(&rig, 0U, 1U);
    run(&rig);
    assert_int_equal(rig.stage.producer->connected, 1U);
    mark_connect(&rig, NvSciError_InvalidState);
    go_to_init();
    await_join(&rig, 0U, 1U);
    assert_flow(&rig, 0U);
    end_driven_rig(&rig);
}

/**
 * Two groups wait for INIT, and there are numbers for one: the source of the other one tells of an
 * error, and the stream goes on.
 * @verifies RF-STREAM-201
 */
static void a_group_without_numbers_is_told_in_init(void **state)
{
    static Rig rig;
    StageNode *second = NULL;
    uint32_t told = 0U;

    (void)state;
    make_driven_rig(&rig);
    second = stage_add_open_multicast(&rig.stage, 2U);
    stage_connect(rig.fan, second);
    stage_connect(second, stage_add_consumer(&rig.stage));
    mark_connect(&rig, NvSciError_Success);
    await(&rig, &second->ready, 1U);
    await(&rig, &rig.fan->ready, 2U);
    add_source_to(&rig, 0U, second);
    add_source(&rig, 1U);
    assert_status(NvSciStreamBlockSetupStatusSet(second->block, NvSciStreamSetup_Connect, true),
                  NvSciError_Success);
    mark_connect(&rig, NvSciError_Success);
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        Far *const far = &rig.far[i];

        make_far(&rig, i, 1U);
        far->fan = stage_add_open_multicast(&far->stage, RINGFENCE_CFG_STREAM_CONSUMERS / 2U);
        stage_connect(far->target, far->fan);
        stage_connect(far->fan, far->ends[0]);
    }
    run(&rig);
    go_to_init();
    told = (rig.far[0].source->error == NvSciError_Success) ? 1U : 0U;
    await(&rig, &rig.far[1U - told].ends[0]->ready, 1U);
    await(&rig, &rig.stage.producer->ready, 3U);
    await_more(&rig, rig.local, 10U);
    assert_status(rig.far[told].source->error, NvSciError_InsufficientResource);
    assert_int_equal(rig.far[told].ends[0]->connected, 0U);
    /* It can be taken away. */
    rig.far[told].source_is_driven = false;
    stage_drop(&rig.stage, rig.far[told].source);
    await_end(&rig, rig.far[told].target);
    end_driven_rig(&rig);
}

/** A late consumer answers all events that need nobody at the other end. */
static void answer_what_is_here(Rig *rig)
{
    for (uint32_t i = 0U; i < 20U; i++) {
        turn(rig);
    }
}

/**
 * A consumer that comes behind a channel while the producer's process is in RUNTIME is not
 * forgotten: it is set up when that is in INIT again.
 * @verifies RF-STREAM-202
 */
static void a_question_in_runtime_is_answered_in_init(void **state)
{
    static Rig rig;
    Far *const far = &rig.far[0];
    StageNode *late = NULL;

    (void)state;
    make_driven_rig(&rig);
    join_open(&rig, 0U, true);
    far->source_is_driven = false;
    late = come_behind(far);
    answer_what_is_here(&rig);
    assert_int_equal(late->connected, 1U);
    far->source_is_driven = true;
    run(&rig);
    assert_int_equal(rig.stage.producer->connected, 2U);
    assert_int_equal(far->source->error, NvSciError_Success);
    go_to_init();
    await_behind(&rig, far, late, 2U);
    await_more(&rig, late, 10U);
    assert_flow(&rig, 0U);
    end_driven_rig(&rig);
}

/**
 * The checksum of a consumer that comes behind a channel is waited for, as it said with the
 * question.
 * @verifies RF-STREAM-127
 */
static void checksums_of_late_consumers_are_waited_for(void **state)
{
    static Rig rig;
    Far *const far = &rig.far[0];
    NvSciStreamBlock queue = 0U;
    NvSciStreamBlock block = 0U;
    StageNode *late = NULL;
    uint32_t ready = 0U;

    (void)state;
    make_rig(&rig, INSIDE);
    join_open(&rig, 0U, true);
    ready = rig.stage.producer->ready;
    assert_status(NvSciStreamFifoQueueCreate(&queue), NvSciError_Success);
    assert_status(NvSciStreamConsumerCreate2(queue, true, &block), NvSciError_Success);
    (void)stage_add(&far->stage, queue);
    late = stage_add(&far->stage, block);
    late->role = STAGE_CONSUMER;
    stage_connect(far->fan, late);
    assert_status(NvSciStreamBlockSetupStatusSet(far->fan->block, NvSciStreamSetup_Connect, true),
                  NvSciError_Success);
    await(&rig, &late->given, 1U);
    await_more(&rig, rig.local, 300U);
    assert_int_equal(rig.stage.producer->ready, ready);
    assert_int_equal(late->ready, 0U);
    assert_status(NvSciStreamBlockSetupStatusSet(block, NvSciStreamSetup_CrcExport, true),
                  NvSciError_Success);
    await_behind(&rig, far, late, 2U);
    end_far(far);
    end_rig(&rig);
}

/**
 * The answer that comes while the process of the late consumer is in RUNTIME waits there for INIT;
 * the others stream on.
 * @verifies RF-STREAM-202
 */
static void an_answer_in_runtime_waits_for_init(void **state)
{
    static Rig rig;
    Far *const far = &rig.far[0];
    StageNode *late = NULL;

    (void)state;
    make_driven_rig(&rig);
    join_open(&rig, 0U, true);
    late = come_behind(far);
    far->source_is_driven = false;
    answer_what_is_here(&rig);
    assert_int_equal(late->connected, 1U);
    far->target_is_driven = false;
    far->source_is_driven = true;
    await(&rig, &rig.stage.producer->connected, 3U);
    /* The source has said so. */
    answer_what_is_here(&rig);
    far->target_is_driven = true;
    run(&rig);
    assert_int_equal(far->target->error, NvSciError_Success);
    assert_false(far->target->disconnected);
    go_to_init();
    await_behind(&rig, far, late, 2U);
    await_more(&rig, late, 10U);
    assert_flow(&rig, 0U);
    end_driven_rig(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(late_consumers_come_through_a_channel),
        ipc_test(far_parts_come_together),
        ipc_test(far_parts_come_and_go),
        ipc_test(a_far_part_goes_at_any_event),
        ipc_test(a_source_goes_early),
        ipc_test(a_group_is_closed_by_its_mark),
        ipc_test(what_is_in_a_marked_group_is_closed_too),
        ipc_test(a_late_consumer_refuses_packets),
        ipc_test(buffers_do_not_suit_a_late_consumer),
        ipc_test(both_ends_say_why_a_late_consumer_is_refused),
        ipc_test(both_ends_say_that_buffers_are_sealed),
        ipc_test(who_is_behind_a_late_part_is_told_why_it_is_refused),
        ipc_test(a_full_table_ends_the_channel_of_who_sends),
        ipc_test(a_full_table_ends_the_channel_of_who_reads),
        ipc_test(too_many_late_consumers_do_not_come),
        ipc_test(blocks_come_with_a_source),
        ipc_test(infos_of_late_consumers_are_read),
        ipc_test(a_late_part_leads_to_another_one),
        ipc_test(the_producer_goes_while_a_part_comes),
        ipc_test(a_packet_goes_while_a_part_comes),
        ipc_test(late_consumers_come_behind_a_channel),
        ipc_test(late_consumers_come_behind_two_channels),
        ipc_test(who_is_between_says_why_a_late_consumer_is_refused),
        ipc_test(who_comes_behind_a_channel_is_told_what_does_not_fit),
        ipc_test(a_group_behind_a_channel_needs_indices),
        ipc_test(indices_that_are_apart_are_a_reason),
        ipc_test(who_comes_behind_a_group_waits_for_it),
        ipc_test(consumers_behind_a_channel_come_and_go),
        ipc_test(one_behind_a_channel_goes_at_any_event),
        ipc_test(what_is_hidden_does_not_go_through_a_channel),
        ipc_test(what_is_hidden_stays_so_behind_a_channel),
        ipc_test(a_group_that_is_known_in_runtime_comes_in_init),
        ipc_test(a_group_without_numbers_is_told_in_init),
        ipc_test(a_question_in_runtime_is_answered_in_init),
        ipc_test(checksums_of_late_consumers_are_waited_for),
        ipc_test(an_answer_in_runtime_waits_for_init),
    };

    return cmocka_run_group_tests_name("stream/late_ipc", tests, NULL, NULL);
}
