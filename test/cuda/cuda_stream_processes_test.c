/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_stream_processes_test.c
 * NvSciStreams whose producer and consumers, each the CPU or a stream of CUDA, are in different
 * processes. Each process makes its context after it began, as CUDA asks for.
 */
#define _GNU_SOURCE

#include "../system/peers.h"

/** Asserts in the test itself. */
static void assert_fine(bool fine)
{
    assert_true(fine);
}

/* What is asserted below is asserted in a child, which ends where it fails. */
#undef assert_true
#undef assert_non_null
#undef assert_int_equal
#undef assert_in_range
#undef assert_memory_equal
#define assert_true(condition)          CHECK(condition)
#define assert_non_null(pointer)        CHECK((pointer) != NULL)
#define assert_int_equal(one, other)    CHECK((one) == (other))
#define assert_in_range(one, from, to)  CHECK(((one) >= (from)) && ((one) <= (to)))
#define assert_memory_equal(a, b, size) CHECK(memcmp(a, b, size) == 0)

#include "cuda_reel.h"
#include "fake.h"

/** What a plan does with the device. */
typedef enum {
    /** A process with the producer also has consumers of CUDA, or a stream is held up. */
    WAITS_FOR_ITSELF,
    WAITS_FOR_OTHERS
} PlanKind;

/** A copy from one memory of the host to another ends before the call returns, on a GPU: a process
 * that copies so is not to wait for what comes behind the call. */
static bool is_for_this_driver(const ReelPlan *plan, PlanKind kind)
{
    return (fake_control() != NULL) || plan->video || (kind == WAITS_FOR_OTHERS);
}

/** For the processes that a test starts: the stream, and what a process has of it. */
static const ReelPlan *g_plan;
static Reel g_reel;

/** Microseconds in which what is held up does not happen. */
#define MOMENT_US 2000

/** What a process waits for that is to end: a byte. */
static int g_line[2];

/* ---------------------------------------------------------------- parts of a process */

/** What is in a process, set up, in INIT. */
static void begin_part(char here)
{
    CHECK(scene_up(NULL) == 0);
    assert_ok(NvSciIpcInit());
    reel_open_part(&g_reel, g_plan, here);
}

/** The same, in RUNTIME. */
static void open_part(char here)
{
    begin_part(here);
    go_to(RINGFENCE_PHASE_RUNTIME);
}

/** Waits for the end of all that is downstream. */
static void await_end(NvSciStreamBlock block)
{
    NvSciStreamEventType event = NvSciStreamEventType_PacketReady;

    while (event == NvSciStreamEventType_PacketReady) {
        assert_ok(NvSciStreamBlockEventQuery(block, PATIENCE_US, &event));
    }
    assert_int_equal(event, NvSciStreamEventType_Disconnected);
}

/** Deletes the blocks that are here, first the consumers. */
static void delete_part(void)
{
    for (uint32_t i = 1U; i < g_reel.count; i++) {
        if (g_reel.ends[i].block != 0U) {
            assert_ok(NvSciStreamBlockDelete(g_reel.ends[i].block));
        }
        if (g_reel.ends[i].queue != 0U) {
            assert_ok(NvSciStreamBlockDelete(g_reel.ends[i].queue));
        }
    }
    if (g_reel.pool != 0U) {
        assert_ok(NvSciStreamBlockDelete(g_reel.ends[0].block));
        assert_ok(NvSciStreamBlockDelete(g_reel.pool));
    }
    if (g_reel.multicast != 0U) {
        assert_ok(NvSciStreamBlockDelete(g_reel.multicast));
    }
    for (uint32_t i = 1U; i < g_reel.count; i++) {
        if (g_reel.ends[i].ipc != 0U) {
            assert_ok(NvSciStreamBlockDelete(g_reel.ends[i].ipc));
        }
    }
}

/** Ends what is in a process, in DEINIT; nothing is left. */
static void end_part(void)
{
    delete_part();
    reel_give_back(&g_reel, CUDA_SUCCESS);
    NvSciIpcDeinit();
    CHECK(scene_down(NULL) == 0);
    /* The library keeps primary contexts. */
    CHECK((fake_control() == NULL) ||
          (fake_live(fake_control()) == fake_control()->live(FAKE_CONTEXTS)));
}

/** The same behind the last frame: the producer stays until all consumers are gone. */
static void close_part(void)
{
    go_to(RINGFENCE_PHASE_DEINIT);
    for (uint32_t i = 1U; (i < g_reel.count) && (g_reel.pool != 0U); i++) {
        ReelEnd *const end = &g_reel.ends[i];

        if (!end->away) {
            assert_ok(NvSciStreamBlockDelete(end->block));
            end->block = 0U;
        }
    }
    if (g_reel.pool != 0U) {
        await_end(g_reel.ends[0].block);
    }
    end_part();
}

/* ---------------------------------------------------------------- frames */

/** All frames go through what is in a process; streaming takes nothing from a table. */
static void play_part(char here)
{
    uint32_t taken = 0U;

    open_part(here);
    for (uint32_t frame = 0U; frame < REEL_FRAMES; frame++) {
        reel_play(&g_reel, frame);
        taken = (frame == 0U) ? in_use_of_all() : taken;
    }
    assert_int_equal(in_use_of_all(), taken);
    reel_assert_album(&g_reel, REEL_FRAMES);
    close_part();
}

static void play_a(void)
{
    play_part('a');
}

static void play_b(void)
{
    play_part('b');
}

static void play_c(void)
{
    play_part('c');
}

/** Runs the processes of each plan. */
static void run_plans(const ReelPlan *plans, size_t count, PlanKind kind, const Role *roles,
                      size_t processes)
{
    for (size_t i = 0U; i < count; i++) {
        if (is_for_this_driver(&plans[i], kind)) {
            g_plan = &plans[i];
            run_roles(roles, processes);
        }
    }
}

static const Role g_players[] = {play_a, play_b, play_c};

/**
 * Frames come to a consumer in another process, each byte, in their order, whichever end is a
 * stream of CUDA: in memory of the CPU, and where both are streams in that of the GPU.
 * @verifies RF-STREAM-082
 * @verifies RF-CUDA-014
 * @verifies RF-CUDA-015
 */
static void frames_come_to_another_process(void **state)
{
    static const ReelPlan plans[] = {{.ends = "GG", .where = "ab"},
                                     {.ends = "GG", .where = "ab", .video = true},
                                     {.ends = "CG", .where = "ab"},
                                     {.ends = "GC", .where = "ab"}};

    (void)state;
    run_plans(plans, COUNT_OF(plans), WAITS_FOR_OTHERS, g_players, 2U);
}

/**
 * A producer serves consumers of both kinds in its process and in another one.
 * @verifies RF-STREAM-082
 * @verifies RF-CUDA-014
 * @verifies RF-CUDA-015
 */
static void frames_come_to_both_processes(void **state)
{
    static const ReelPlan plans[] = {{.ends = "CGC", .where = "aab"},
                                     {.ends = "CCG", .where = "aab"},
                                     {.ends = "GCG", .where = "aab"},
                                     {.ends = "GGG", .where = "aab", .video = true},
                                     {.ends = "CCGG", .where = "aabb"}};

    (void)state;
    run_plans(plans, COUNT_OF(plans), WAITS_FOR_ITSELF, g_players, 2U);
}

/**
 * A camera serves a consumer of the CPU in a second process and one of CUDA in a third; a stream
 * serves two streams.
 * @verifies RF-STREAM-082
 * @verifies RF-CUDA-014
 * @verifies RF-CUDA-015
 */
static void frames_come_to_three_processes(void **state)
{
    static const ReelPlan plans[] = {{.ends = "CCG", .where = "abc"},
                                     {.ends = "GGG", .where = "abc", .video = true},
                                     {.ends = "GGGC", .where = "abcb"}};

    (void)state;
    run_plans(plans, COUNT_OF(plans), WAITS_FOR_OTHERS, g_players, 3U);
}

/* ---------------------------------------------------------------- rights */

/** A consumer that asked to read; its part asserts that its buffers say so. */
static void try_to_write(void)
{
    open_part('b');
    for (uint32_t p = 0U; (p < REEL_PACKETS) && g_reel.ends[1].gpu; p++) {
        assert_cu(cuMemsetD8(g_reel.ends[1].pointers[p], 1U, 1U), CUDA_ERROR_INVALID_VALUE);
    }
    reel_play(&g_reel, 0U);
    reel_assert_album(&g_reel, 1U);
    close_part();
}

static void play_once(void)
{
    open_part('a');
    reel_play(&g_reel, 0U);
    close_part();
}

/**
 * An end in another process that asked to read cannot write what the producer has, whether that is
 * memory of the CPU or of the GPU.
 * @verifies RF-STREAM-140
 * @verifies RF-CUDA-032
 * @verifies RF-CUDA-041
 */
static void a_reader_of_another_process_cannot_write(void **state)
{
    static const ReelPlan plans[] = {{.ends = "CG", .where = "ab"},
                                     {.ends = "GC", .where = "ab"},
                                     {.ends = "GG", .where = "ab", .video = true}};
    static const Role roles[] = {play_once, try_to_write};

    (void)state;
    run_plans(plans, COUNT_OF(plans), WAITS_FOR_OTHERS, roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- fences */

/** An object that holds up a stream until the CPU signals it. */
typedef struct {
    NvSciSyncObj object;
    NvSciSyncFence fence;
    CUexternalSemaphore semaphore;
} Gate;

/** Holds up the stream of an end. In INIT. */
static Gate close_gate(const ReelEnd *end)
{
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;
    Gate gate = {.object = sync_object(CPU_SIDE, WAITS)};

    gate.semaphore = import_sync(gate.object);
    assert_ok(NvSciSyncObjGenerateFence(gate.object, &gate.fence));
    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = &gate.fence;
    assert_cu(ringfenceCuWaitExternalSemaphoresAsync(&gate.semaphore, &params, 1U, end->stream),
              CUDA_SUCCESS);
    return gate;
}

/** Gives back a gate that was opened. In DEINIT. */
static void drop_gate(Gate *gate)
{
    NvSciSyncFenceClear(&gate->fence);
    destroy_sync(gate->semaphore);
    NvSciSyncObjFree(gate->object);
}

/** Frames that go through while the producer's stream is held up. */
#define AHEAD (3U * REEL_PACKETS)

/** Opens a part in INIT, holds up a stream, and goes to RUNTIME. */
static Gate open_held_up(char here, uint32_t number)
{
    Gate gate;

    begin_part(here);
    gate = close_gate(&g_reel.ends[number]);
    go_to(RINGFENCE_PHASE_RUNTIME);
    return gate;
}

/** Presents all before its stream has drawn any of it. */
static void run_ahead(void)
{
    Gate gate = open_held_up('a', 0U);

    for (uint32_t frame = 0U; frame < AHEAD; frame++) {
        reel_play(&g_reel, frame);
    }
    assert_cu(cuStreamQuery(g_reel.ends[0].stream), CUDA_ERROR_NOT_READY);
    assert_ok(NvSciSyncObjSignal(gate.object));
    reel_assert_album(&g_reel, AHEAD);
    go_to(RINGFENCE_PHASE_DEINIT);
    drop_gate(&gate);
    await_end(g_reel.ends[0].block);
    end_part();
}

/** Takes all, and sees none of it done: the producer goes on when the first of the last round is
 * back. */
static void follow(void)
{
    const ReelEnd *const end = &g_reel.ends[1];

    open_part('b');
    for (uint32_t frame = 0U; frame < AHEAD; frame++) {
        if (frame < (AHEAD - REEL_PACKETS)) {
            assert_cu(cuStreamQuery(end->stream),
                      (frame == 0U) ? CUDA_SUCCESS : CUDA_ERROR_NOT_READY);
            assert_true(end->pictures[0] != reel_byte(0U, 0U));
        }
        reel_play(&g_reel, frame);
    }
    reel_assert_album(&g_reel, AHEAD);
    close_part();
}

/**
 * Packets go to another process and back before any stream has done anything, with fences: streams
 * of both processes do all in its order when the first one goes on.
 * @verifies RF-STREAM-141
 * @verifies RF-CUDA-014
 * @verifies RF-CUDA-060
 */
static void packets_run_ahead_of_streams_of_two_processes(void **state)
{
    static const ReelPlan plans[] = {{.ends = "GG", .where = "ab"},
                                     {.ends = "GG", .where = "ab", .video = true}};
    static const Role roles[] = {run_ahead, follow};

    (void)state;
    run_plans(plans, COUNT_OF(plans), WAITS_FOR_ITSELF, roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- deaths */

/** Runs two processes, of which the second one is told to end itself by the first. */
static void run_to_death(Role survivor, Role dying)
{
    pid_t children[2] = {-1, -1};
    bool fine = true;

    fine = (pipe(g_line) == 0);
    children[0] = start_role(survivor);
    children[1] = start_role(dying);
    (void)close(g_line[0]);
    (void)close(g_line[1]);
    fine = ended_by(children[0], 0) && fine;
    fine = ended_by(children[1], SIGKILL) && fine;
    assert_fine(fine);
}

/** The other process is to end. */
static void tell_to_die(void)
{
    const uint8_t byte = 1U;

    CHECK(write(g_line[1], &byte, sizeof(byte)) == (ssize_t)sizeof(byte));
}

/** Ends this process when it is told to, or the other one has failed. */
static void die_when_told(void)
{
    uint8_t byte = 0U;

    (void)close(g_line[1]);
    CHECK(read(g_line[0], &byte, sizeof(byte)) == (ssize_t)sizeof(byte));
    (void)raise(SIGKILL);
}

/** A consumer whose stream does not come to an end gives a packet back. */
static void consume_and_die(void)
{
    (void)open_held_up('b', 1U);
    reel_consume(&g_reel, 1U, 0U);
    die_when_told();
}

/** The producer has a packet that is back; its fence is one of a consumer that is gone then. */
static void outlive_consumer(void)
{
    const ReelEnd *const end = &g_reel.ends[0];
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciStreamCookie cookie = 0U;

    open_part('a');
    for (uint32_t p = 0U; p < REEL_PACKETS; p++) {
        assert_int_equal(reel_get(&g_reel), p);
    }
    reel_present(&g_reel, 0U, 0U);
    reel_await(end->block, PATIENCE_US, NvSciStreamEventType_PacketReady);
    assert_ok(NvSciStreamProducerPacketGet(end->block, &cookie));
    assert_int_equal(reel_packet(cookie), 0U);
    fence = reel_prefence(&g_reel, 0U, 0U, 0U);
    assert_cu(reel_wait(end, 0U, &fence), CUDA_SUCCESS);
    NvSciSyncFenceClear(&fence);
    (void)usleep(MOMENT_US);
    assert_cu(cuStreamQuery(end->stream), CUDA_ERROR_NOT_READY);
    tell_to_die();
    await_end(end->block);
    assert_cu(cuStreamSynchronize(end->stream), CUDA_SUCCESS);
    fence = reel_prefence(&g_reel, 0U, 0U, 0U);
    assert_cu(reel_wait(end, 0U, &fence), CUDA_ERROR_EXTERNAL_DEVICE);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(NvSciStreamProducerPacketPresent(end->block, end->packets[0]),
                     NvSciError_StreamNotConnected);
    go_to(RINGFENCE_PHASE_DEINIT);
    end_part();
}

/**
 * The process of a consumer is killed, whose stream still uses a packet that it gave back: the
 * producer's stream goes on, the fence of the packet says that the process is gone, and the stream
 * ends.
 * @verifies RF-STREAM-142
 * @verifies RF-STREAM-087
 * @verifies RF-CUDA-061
 * @verifies RF-CUDA-062
 */
static void a_consumer_dies_while_its_stream_has_a_packet(void **state)
{
    static const ReelPlan plans[] = {{.ends = "GG", .where = "ab"},
                                     {.ends = "GG", .where = "ab", .video = true}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(plans); i++) {
        if (is_for_this_driver(&plans[i], WAITS_FOR_ITSELF)) {
            g_plan = &plans[i];
            run_to_death(outlive_consumer, consume_and_die);
        }
    }
}

/** A producer whose stream does not come to an end presents a packet. */
static void present_and_die(void)
{
    (void)open_held_up('a', 0U);
    assert_int_equal(reel_get(&g_reel), 0U);
    reel_present(&g_reel, 0U, 0U);
    die_when_told();
}

/** The consumer has the packet; it can be released until the end was told. */
static void outlive_producer(void)
{
    ReelEnd *const end = &g_reel.ends[1];
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    open_part('b');
    assert_int_equal(reel_acquire(&g_reel, 1U), 0U);
    fence = reel_prefence(&g_reel, 1U, 0U, 0U);
    assert_cu(reel_wait(end, 0U, &fence), CUDA_SUCCESS);
    (void)usleep(MOMENT_US);
    assert_cu(cuStreamQuery(end->stream), CUDA_ERROR_NOT_READY);
    tell_to_die();
    assert_cu(cuStreamSynchronize(end->stream), CUDA_SUCCESS);
    assert_cu(reel_wait(end, 0U, &fence), CUDA_ERROR_EXTERNAL_DEVICE);
    NvSciSyncFenceClear(&fence);
    reel_release(&g_reel, 1U, 0U, &fence);
    reel_await(end->block, PATIENCE_US, NvSciStreamEventType_Disconnected);
    go_to(RINGFENCE_PHASE_DEINIT);
    end_part();
}

/**
 * The process of a producer is killed, whose stream has not drawn a packet that it presented: the
 * consumer's stream goes on, the fence says that the process is gone, and the stream ends.
 * @verifies RF-STREAM-087
 * @verifies RF-CUDA-061
 * @verifies RF-CUDA-062
 */
static void a_producer_dies_before_its_stream_has_drawn(void **state)
{
    static const ReelPlan plans[] = {{.ends = "GG", .where = "ab"},
                                     {.ends = "GG", .where = "ab", .video = true}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(plans); i++) {
        if (is_for_this_driver(&plans[i], WAITS_FOR_ITSELF)) {
            g_plan = &plans[i];
            run_to_death(outlive_producer, present_and_die);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {peers_test(frames_come_to_another_process),
                                       peers_test(frames_come_to_both_processes),
                                       peers_test(frames_come_to_three_processes),
                                       peers_test(a_reader_of_another_process_cannot_write),
                                       peers_test(packets_run_ahead_of_streams_of_two_processes),
                                       peers_test(a_consumer_dies_while_its_stream_has_a_packet),
                                       peers_test(a_producer_dies_before_its_stream_has_drawn)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
