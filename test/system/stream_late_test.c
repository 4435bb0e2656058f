/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_late_test.c
 * Processes that come late to a stream, and are killed.
 *
 * A process that is forked before the library is used forks those that come: they are as new as if
 * they were started by somebody else.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "event_fixture.h"
#include "ipc_fixture.h"
#include "peers.h"
#include "port/descriptor.h"
#include "port/wait.h"
#include "stream_stage.h"

/* The fixture has a function of this name. */
#define ipc_end ipc_end_of_stream
#include "stream/remote/ipc.h"
#undef ipc_end

/** Channels, each with processes of its own. */
#define CHANNELS 2U
#define TABLE    "INTER_PROCESS up_0 down_0 16 4096\nINTER_PROCESS up_1 down_1 16 4096\n"

/** What a process is to do: be killed behind so many events; ORDER_STAYS: stay to the end. */
typedef struct {
    uint32_t events;
} Order;

#define ORDER_STAYS 0xFFFFFFFFU
/** When it has all packets, it gives back all descriptors, and does not end. */
#define ORDER_LINGERS 0xFFFFFFFEU
/** It gives back all packets, and then all descriptors when it is told to, and does not end. */
#define ORDER_OBEYS 0xFFFFFFFDU
/** It is killed before it has a block. */
#define ORDER_OPENS 0U
/** Payloads that who stays gets at least. */
#define LEAST 20U

/** Number of the process that lingers: memory of all processes; LINGER_NOW: it is to begin. */
#define LINGER_NOW 0xFFFFFFFFU
static PortAtomic32 *g_lingers;

/** Who starts the processes of a channel. */
typedef struct {
    pid_t pid;
    int orders[2];
    int results[2];
} Nursery;

/** The stream at the producer. */
typedef struct {
    Stage stage;
    StageNode *fan;
    StageNode *local;
    StageNode *sources[CHANNELS];
    NvSciIpcEndpoint ends[CHANNELS];
    Nursery nurseries[CHANNELS];
    /** Drives the channel, instead of a thread of the library; NULL: there is none. */
    NvSciEventLoopService *service;
    NvSciEventNotifier *notifiers[3];
    PortAtomic32 stops;
} Rig;

/* ---------------------------------------------------------------- those that come */

static void name_of(char name[16], const char *side, uint32_t channel)
{
    (void)snprintf(name, 16U, "%s_%u", side, channel);
}

/** Waits until no packet is left for others, and does what the system does first when a process was
 * killed. The rest is for the test to do. */
static void linger(void)
{
    (void)usleep(200000U);
    for (int i = 3; i < 1024; i++) {
        /* Other threads use them: a sanitizer that knows close() would say so. */
        (void)syscall(SYS_close, i);
    }
    port_store32(g_lingers, (uint32_t)getpid());
    (void)alarm(PEER_SECONDS);
    for (;;) {
        (void)pause();
    }
}

static bool is_to_linger(const Order *order, const StageNode *consumer)
{
    return ((order->events == ORDER_LINGERS) && (consumer->payloads >= LEAST)) ||
           ((order->events == ORDER_OBEYS) && (port_load32(g_lingers) == LINGER_NOW));
}

/** A process with a consumer. */
static void come(uint32_t channel, const Order *order)
{
    static Stage stage;
    char name[16] = {'\0'};
    NvSciIpcEndpoint end = 0U;
    NvSciStreamBlock block = 0U;
    StageNode *target = NULL;
    StageNode *consumer = NULL;

    name_of(name, "down", channel);
    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciIpcOpenEndpoint(name, &end));
    CHECK_OK(NvSciIpcResetEndpointSafe(end));
    if (order->events == ORDER_OPENS) {
        (void)raise(SIGKILL);
    }
    stage_begin(&stage);
    stage.is_lenient = (order->events == ORDER_STAYS);
    CHECK_OK(NvSciStreamIpcDstCreate(end, stage.syncs, stage.bufs, &block));
    target = stage_add(&stage, block);
    consumer = stage_add_consumer(&stage);
    stage_connect(target, consumer);
    while (!consumer->disconnected) {
        if (!stage_turn(&stage)) {
            (void)usleep(50U);
        }
        if (is_to_linger(order, consumer)) {
            linger();
        } else if (stage.answered >= order->events) {
            (void)raise(SIGKILL);
        } else {
            /* It goes on. */
        }
    }
    CHECK(consumer->wrong == 0U);
    CHECK(consumer->payloads >= LEAST);
    stage_end(&stage);
    CHECK_OK(NvSciIpcCloseEndpointSafe(end, true));
}

/** Starts processes one after the other, as it is told. */
static void nurse(uint32_t channel, const Nursery *nursery)
{
    Order order = {0U};

    while (read(nursery->orders[0], &order, sizeof(order)) == (ssize_t)sizeof(order)) {
        int status = -1;
        const pid_t child = fork();

        CHECK(child >= 0);
        if (child == 0) {
            (void)alarm(PEER_SECONDS);
            come(channel, &order);
            leave_child();
        }
        CHECK(waitpid(child, &status, 0) == child);
        CHECK(write(nursery->results[1], &status, sizeof(status)) == (ssize_t)sizeof(status));
    }
}

static void start_nursery(Rig *rig, uint32_t channel)
{
    Nursery *const nursery = &rig->nurseries[channel];

    assert_int_equal(pipe(nursery->orders), 0);
    assert_int_equal(pipe(nursery->results), 0);
    (void)fflush(NULL);
    nursery->pid = fork();
    assert_true(nursery->pid >= 0);
    if (nursery->pid == 0) {
        /* Its end is that nobody can write orders any more. */
        for (uint32_t i = 0U; i <= channel; i++) {
            (void)close(rig->nurseries[i].orders[1]);
        }
        nurse(channel, nursery);
        leave_child();
    }
}

static void end_nursery(const Nursery *nursery)
{
    int status = -1;

    assert_int_equal(close(nursery->orders[1]), 0);
    assert_int_equal(waitpid(nursery->pid, &status, 0), nursery->pid);
    assert_int_equal(status, 0);
    assert_int_equal(close(nursery->orders[0]), 0);
    assert_int_equal(close(nursery->results[0]), 0);
    assert_int_equal(close(nursery->results[1]), 0);
}

static void start_process(const Rig *rig, uint32_t channel, uint32_t events)
{
    const Order order = {events};

    assert_int_equal(write(rig->nurseries[channel].orders[1], &order, sizeof(order)),
                     sizeof(order));
}

/** How a process ended. */
static int result_of(const Rig *rig, uint32_t channel)
{
    int status = -1;

    assert_int_equal(read(rig->nurseries[channel].results[0], &status, sizeof(status)),
                     sizeof(status));
    return status;
}

/* ---------------------------------------------------------------- the producer */

static void await(Rig *rig, const uint32_t *number, uint32_t least)
{
    assert_true(stage_until(&rig->stage, NULL, number, least));
}

static void await_more(Rig *rig, uint32_t more)
{
    await(rig, &rig->local->payloads, rig->local->payloads + more);
}

static void make_rig(Rig *rig)
{
    static const Rig empty;

    *rig = empty;
    NvSciIpcDeinit();
    own_table_use(TABLE);
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        start_nursery(rig, i);
    }
    assert_status(NvSciIpcInit(), NvSciError_Success);
    stage_begin(&rig->stage);
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        char name[16] = {'\0'};

        name_of(name, "up", i);
        rig->ends[i] = open_endpoint(name);
    }
    rig->fan = stage_add_open_multicast(&rig->stage, 1U + CHANNELS);
    rig->local = stage_add_consumer(&rig->stage);
    stage_connect(stage_add_producer(&rig->stage), rig->fan);
    stage_connect(rig->fan, rig->local);
    rig->stage.flows = true;
    await(rig, &rig->fan->ready, 1U);
    await_more(rig, 5U);
}

static void end_rig(Rig *rig)
{
    stage_end(&rig->stage);
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        close_endpoint_of(rig->ends[i]);
        end_nursery(&rig->nurseries[i]);
    }
}

/** Makes a way for the next process of a channel. */
static void open_way(Rig *rig, uint32_t channel)
{
    NvSciStreamBlock block = 0U;

    reset_endpoint_of(rig->ends[channel]);
    assert_status(
        NvSciStreamIpcSrcCreate(rig->ends[channel], rig->stage.syncs, rig->stage.bufs, &block),
        NvSciError_Success);
    if (rig->service != NULL) {
        uint32_t count = COUNT_OF(rig->notifiers);

        assert_status(NvSciStreamBlockInternalEventServiceSetup(block, &rig->service->EventService,
                                                                &count, rig->notifiers),
                      NvSciError_Success);
    }
    rig->sources[channel] = stage_add(&rig->stage, block);
    stage_connect(rig->fan, rig->sources[channel]);
    assert_status(NvSciStreamBlockSetupStatusSet(rig->fan->block, NvSciStreamSetup_Connect, true),
                  NvSciError_Success);
}

/** A process comes, and gets payloads. */
static void await_process(Rig *rig, uint32_t channel)
{
    await(rig, &rig->sources[channel]->ready, 1U);
    await(rig, &rig->fan->ready, rig->stage.producer->connected);
    await(rig, &rig->stage.producer->ready, rig->stage.producer->connected);
    await_more(rig, LEAST + STAGE_PACKETS);
}

/* ---------------------------------------------------------------- tests */

/**
 * Processes come, and the stream ends for all of them.
 * @verifies RF-STREAM-121 RF-STREAM-122
 */
static void processes_come_late(void **state)
{
    static Rig rig;

    (void)state;
    make_rig(&rig);
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        open_way(&rig, i);
        start_process(&rig, i, ORDER_STAYS);
        await_process(&rig, i);
        assert_int_equal(rig.stage.producer->given, 1U);
    }
    stage_end(&rig.stage);
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        assert_int_equal(result_of(&rig, i), 0);
    }
    stage_begin(&rig.stage);
    end_rig(&rig);
}

/**
 * A process that is killed at any event of its setup, or while packets move, takes nothing from the
 * consumer beside the producer and from another process; it comes back, again and again.
 * @verifies RF-STREAM-120
 */
static void a_late_process_is_killed_at_any_event(void **state)
{
    static Rig rig;
    uint32_t joined = 0U;

    (void)state;
    make_rig(&rig);
    rig.stage.is_lenient = true;
    open_way(&rig, 1U);
    start_process(&rig, 1U, ORDER_STAYS);
    await_process(&rig, 1U);
    for (uint32_t events = 1U; events < 20U; events++) {
        const uint32_t time = rig.stage.producer->connected + 1U;
        StageNode *source = NULL;

        open_way(&rig, 0U);
        start_process(&rig, 0U, events);
        source = rig.sources[0];
        assert_true(stage_until_set(&rig.stage, NULL, &source->disconnected));
        assert_int_equal(result_of(&rig, 0U), SIGKILL);
        joined += source->ready;
        assert_int_equal(rig.stage.producer->connected, time);
        stage_drop(&rig.stage, source);
        await(&rig, &rig.stage.producer->ready, time);
        await(&rig, &rig.fan->ready, time);
        await_more(&rig, 2U * STAGE_PACKETS);
    }
    /* Some were set up, some were not. */
    assert_in_range(joined, 1U, 18U);
    open_way(&rig, 0U);
    start_process(&rig, 0U, ORDER_STAYS);
    await_process(&rig, 0U);
    stage_end(&rig.stage);
    for (uint32_t i = 0U; i < CHANNELS; i++) {
        assert_int_equal(result_of(&rig, i), 0);
    }
    stage_begin(&rig.stage);
    end_rig(&rig);
}

/**
 * A process that ends before it has a block leaves its place to the next one.
 * @verifies RF-STREAM-121
 */
static void the_next_process_takes_the_place(void **state)
{
    static Rig rig;

    (void)state;
    make_rig(&rig);
    open_way(&rig, 0U);
    for (uint32_t i = 0U; i < 3U; i++) {
        start_process(&rig, 0U, ORDER_OPENS);
        assert_int_equal(result_of(&rig, 0U), SIGKILL);
        await_more(&rig, 5U);
    }
    assert_int_equal(rig.stage.producer->connected, 1U);
    start_process(&rig, 0U, ORDER_STAYS);
    await_process(&rig, 0U);
    stage_end(&rig.stage);
    assert_int_equal(result_of(&rig, 0U), 0);
    stage_begin(&rig.stage);
    end_rig(&rig);
}

/** The program's loop. */
static void *serve(void *argument)
{
    Rig *const rig = argument;

    while (port_load32(&rig->stops) == 0U) {
        (void)rig->service->WaitForMultipleEventsExt(&rig->service->EventService, NULL, 0U, 100000,
                                                     NULL);
    }
    return NULL;
}

/** Answers events for a while, in which no packet comes back. */
static void expect_nothing(Rig *rig)
{
    const uint32_t before = rig->local->payloads;

    for (uint32_t i = 0U; i < 200U; i++) {
        (void)stage_turn(&rig->stage);
        (void)usleep(1000U);
    }
    assert_int_equal(rig->local->payloads, before);
}

/** The system does not tell when the process behind a source is gone. */
static void hide_processes(void)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_IPC_BLOCKS; i++) {
        StreamIpc *const row = &g_stream_ipcs[i];

        if (row->is_taken && (row->process >= 0)) {
            ringfence_port_descriptor_close(row->process);
            row->process = -1;
            row->is_unknown = true;
        }
    }
}

/** A process has all packets when its connection ends, and lives on. */
static void outlive_the_connection(Rig *rig, bool is_hidden)
{
    port_store32(g_lingers, 0U);
    open_way(rig, 0U);
    start_process(rig, 0U, ORDER_LINGERS);
    if (is_hidden) {
        await(rig, &rig->sources[0]->ready, 1U);
        hide_processes();
    }
    assert_true(stage_until_set(&rig->stage, NULL, &rig->sources[0]->disconnected));
    while (port_load32(g_lingers) == 0U) {
        (void)usleep(1000U);
    }
    expect_nothing(rig);
}

static void kill_who_lingers(const Rig *rig)
{
    assert_int_equal(kill((pid_t)port_load32(g_lingers), SIGKILL), 0);
    assert_int_equal(result_of(rig, 0U), SIGKILL);
}

/**
 * Packets that a process had whose connection ended are not handed out before it is gone, though
 * its consumer is told to be gone at once; then they are, and nothing else is lost.
 * @verifies RF-STREAM-230 RF-STREAM-231
 */
static void packets_wait_for_the_end_of_the_process(void **state)
{
    static Rig rig;

    (void)state;
    make_rig(&rig);
    outlive_the_connection(&rig, false);
    kill_who_lingers(&rig);
    await_more(&rig, 10U * STAGE_PACKETS);
    end_rig(&rig);
}

/** Answers events of all but the producer until nothing moves. */
static void rest_without_the_producer(Rig *rig)
{
    StageNode *const producer = rig->stage.producer;
    const NvSciStreamBlock block = producer->block;

    producer->block = 0U;
    for (uint32_t i = 0U; i < 200U; i++) {
        (void)stage_turn(&rig->stage);
        (void)usleep(1000U);
    }
    producer->block = block;
}

/** Asks the producer for an event. */
static bool is_told(const Rig *rig, int64_t timeout)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    const NvSciError status =
        NvSciStreamBlockEventQuery(rig->stage.producer->block, timeout, &event);

    if (status == NvSciError_Success) {
        assert_int_equal(event, NvSciStreamEventType_PacketReady);
    }
    return status == NvSciError_Success;
}

static void expect_get(const Rig *rig, NvSciError expected)
{
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;

    assert_status(NvSciStreamProducerPacketGet(rig->stage.producer->block, &cookie), expected);
}

/**
 * The producer gets as many packets as it was told of when a process ends that left fences for all
 * of them. Those that it was not told of come when the process is gone, each with its event.
 * @verifies RF-STREAM-154 RF-STREAM-230 RF-STREAM-231
 */
static void told_packets_stay_when_a_process_ends(void **state)
{
    static Rig rig;

    (void)state;
    for (uint32_t least = 0U; least <= STAGE_PACKETS; least++) {
        uint32_t told = least;

        make_rig(&rig);
        port_store32(g_lingers, 0U);
        open_way(&rig, 0U);
        start_process(&rig, 0U, ORDER_OBEYS);
        await_process(&rig, 0U);
        rest_without_the_producer(&rig);
        while (rig.stage.producer->owed < told) {
            assert_true(is_told(&rig, 0));
            rig.stage.producer->owed++;
        }
        /* It may have been told of one already. */
        told = rig.stage.producer->owed;
        port_store32(g_lingers, LINGER_NOW);
        while (port_load32(g_lingers) == LINGER_NOW) {
            (void)usleep(1000U);
        }
        rest_without_the_producer(&rig);
        assert_true(rig.sources[0]->disconnected);
        assert_false(is_told(&rig, 0));
        for (uint32_t i = 0U; i < told; i++) {
            expect_get(&rig, NvSciError_Success);
        }
        expect_get(&rig, NvSciError_NoStreamPacket);
        kill_who_lingers(&rig);
        for (uint32_t i = told; i < STAGE_PACKETS; i++) {
            assert_true(is_told(&rig, STAGE_LIMIT_US));
            expect_get(&rig, NvSciError_Success);
        }
        assert_false(is_told(&rig, 0));
        end_rig(&rig);
    }
}

/** Kills the process a little later. */
static void *kill_later(void *argument)
{
    (void)usleep(20000U);
    kill_who_lingers(argument);
    return NULL;
}

/**
 * A source that is deleted waits until the process is gone: no packet is lost.
 * @verifies RF-STREAM-233
 */
static void deleting_the_source_waits_for_the_process(void **state)
{
    static Rig rig;
    pthread_t thread;

    (void)state;
    make_rig(&rig);
    outlive_the_connection(&rig, false);
    assert_int_equal(pthread_create(&thread, NULL, kill_later, &rig), 0);
    stage_drop(&rig.stage, rig.sources[0]);
    assert_int_equal(pthread_join(thread, NULL), 0);
    await_more(&rig, 10U * STAGE_PACKETS);
    end_rig(&rig);
}

/**
 * Packets are not handed out again where the system does not tell when the process is gone, or the
 * block is deleted before.
 * @verifies RF-STREAM-232
 */
static void packets_stay_where_nobody_tells(void **state)
{
    static Rig rig;

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        make_rig(&rig);
        outlive_the_connection(&rig, i == 0U);
        if (i == 1U) {
            stage_drop(&rig.stage, rig.sources[0]);
        }
        kill_who_lingers(&rig);
        expect_nothing(&rig);
        end_rig(&rig);
    }
}

/**
 * So it is where an event service of the program drives the channel: it sleeps until then.
 * @verifies RF-STREAM-231 RF-PORT-321
 */
static void a_service_sleeps_until_the_process_is_gone(void **state)
{
    static Rig rig;
    pthread_t thread;
    const clock_t start = clock();

    (void)state;
    make_rig(&rig);
    rig.service = make_service();
    assert_int_equal(pthread_create(&thread, NULL, serve, &rig), 0);
    outlive_the_connection(&rig, false);
    kill_who_lingers(&rig);
    await_more(&rig, 10U * STAGE_PACKETS);
    port_store32(&rig.stops, 1U);
    assert_int_equal(pthread_join(thread, NULL), 0);
    /* A loop that does not sleep takes the time of a CPU. */
    assert_true((clock() - start) < (CLOCKS_PER_SEC / 4));
    for (size_t i = 0U; i < COUNT_OF(rig.notifiers); i++) {
        rig.notifiers[i]->Delete(rig.notifiers[i]);
    }
    end_rig(&rig);
    delete_service_of(rig.service);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(processes_come_late),
        ipc_test(a_late_process_is_killed_at_any_event),
        ipc_test(the_next_process_takes_the_place),
        ipc_test(packets_wait_for_the_end_of_the_process),
        ipc_test(told_packets_stay_when_a_process_ends),
        ipc_test(deleting_the_source_waits_for_the_process),
        ipc_test(packets_stay_where_nobody_tells),
        ipc_test(a_service_sleeps_until_the_process_is_gone),
    };

    g_lingers =
        mmap(NULL, sizeof(*g_lingers), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return (g_lingers == MAP_FAILED)
               ? EXIT_FAILURE
               : cmocka_run_group_tests_name("stream_late", tests, NULL, NULL);
}
