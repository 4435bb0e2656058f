/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_death_test.c
 * Processes that are killed while others rely on them.
 */
#define _GNU_SOURCE

#include "peers.h"
#include "port/wait.h"

/** Microseconds from a death to the end of a wait that are tolerated; the machine may be busy. */
#define LATENCY_MAX_US 2000000U
/** Microseconds after which a process that is about to wait does so. */
#define SETTLE_US 40000U

/** How a waiter waits, and whether it comes again and again without time. */
static NvSciSyncWaitMode g_mode;
static bool g_polls;

/** Lines between the test and its children: what a waiter says, and what it hears. */
static int g_says[2];
static int g_hears[2];

static int death_begin(void **state)
{
    assert_int_equal(pipe(g_says), 0);
    assert_int_equal(pipe(g_hears), 0);
    return peers_begin(state);
}

static int death_end(void **state)
{
    for (size_t i = 0U; i < 2U; i++) {
        assert_int_equal(close(g_says[i]), 0);
        assert_int_equal(close(g_hears[i]), 0);
    }
    return nothing_is_left(state);
}

#define death_test(function) cmocka_unit_test_setup_teardown(function, death_begin, death_end)

static void say(uint64_t word)
{
    CHECK(write(g_says[1], &word, sizeof(word)) == (ssize_t)sizeof(word));
}

static uint64_t hear(void)
{
    uint64_t word = 0U;

    CHECK(read(g_hears[0], &word, sizeof(word)) == (ssize_t)sizeof(word));
    return word;
}

static uint64_t said(void)
{
    uint64_t word = 0U;

    assert_int_equal(read(g_says[0], &word, sizeof(word)), sizeof(word));
    return word;
}

static void go_on(void)
{
    const uint64_t word = 1U;

    assert_int_equal(write(g_hears[1], &word, sizeof(word)), sizeof(word));
}

/** Waits for a process that is not there any more. */
static void wait_for_nobody(const Side *side)
{
    NvSciSyncFence reached = NvSciSyncFenceInitializer;
    NvSciSyncFence pending = NvSciSyncFenceInitializer;
    RingfenceFault fault;
    NvSciError status = NvSciError_Timeout;
    uint32_t faults = 0U;
    uint64_t begin = 0U;

    CHECK_OK(RingfenceGetLastFault(&fault));
    faults = fault.total;
    receive_fence(side->channel, side->object, &reached);
    receive_fence(side->channel, side->object, &pending);
    CHECK_OK(NvSciSyncFenceWait(&reached, side->context, -1));
    say(1U);
    (void)hear();
    do {
        status = NvSciSyncFenceWaitWithMode(&pending, side->context, g_polls ? 0 : -1, g_mode);
    } while (g_polls && (status == NvSciError_Timeout));
    CHECK_STATUS(status, NvSciError_NoSuchProcess);
    say(ringfence_port_time_us());
    begin = ringfence_port_time_us();
    for (uint32_t i = 0U; i < 1000U; i++) {
        CHECK_STATUS(NvSciSyncFenceWait(&pending, side->context, -1), NvSciError_NoSuchProcess);
        CHECK_OK(NvSciSyncFenceWait(&reached, side->context, 0));
    }
    CHECK((ringfence_port_time_us() - begin) < LATENCY_MAX_US);
    CHECK_OK(RingfenceGetLastFault(&fault));
    CHECK((fault.kind == RINGFENCE_FAULT_SIGNALER_GONE) && (fault.total == (faults + 1U)));
    NvSciSyncFenceClear(&reached);
    NvSciSyncFenceClear(&pending);
}

/** Signals one of two points. */
static void signal_half(const Side *side)
{
    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        CHECK_OK(NvSciSyncObjGenerateFence(side->object, &fence));
        send_fence(side->channel, &fence);
        NvSciSyncFenceClear(&fence);
    }
    CHECK_OK(NvSciSyncObjSignal(side->object));
    (void)pause();
}

static void doomed_signaler(void)
{
    const Side side = open_signaler();

    signal_half(&side);
}

static void bereft_waiter(void)
{
    const Side side = open_waiter();

    wait_for_nobody(&side);
    close_side(&side);
}

/** The peer that got the right to signal. */
static void doomed_peer(void)
{
    Side side = {open_sync(), join(A_1), NULL, NULL};
    const NvSciSyncAttrList list = ask_for(side.module, NvSciSyncAccessPerm_SignalOnly, false);

    send_lists(side.channel, &list, 1U);
    side.object = receive_object_and_right(side.module, side.channel, list);
    signal_half(&side);
}

/** Makes an object that a peer signals. */
static Side open_host(void)
{
    Side side = {open_sync(), join(A_0), NULL, NULL};
    NvSciSyncAttrList lists[2] = {ask_for(side.module, NvSciSyncAccessPerm_WaitOnly, false), NULL};

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(side.module, &side.context));
    lists[1] = receive_list(side.module, side.channel);
    side.object = make_of(lists, 2U);
    send_object_and_right(side.channel, side.object);
    return side;
}

static void bereft_host(void)
{
    const Side side = open_host();

    wait_for_nobody(&side);
    close_side(&side);
}

/** Kills who signals while the other one waits, or before. */
static void kill_signaler(Role signaler, Role waiter, bool before, const char *name)
{
    const pid_t doomed = start_role(signaler);
    const pid_t other = start_role(waiter);
    uint64_t death = 0U;
    uint64_t end = 0U;

    assert_int_equal(said(), 1U);
    if (before) {
        death = ringfence_port_time_us();
        assert_int_equal(kill(doomed, SIGKILL), 0);
        assert_true(ended_by(doomed, SIGKILL));
        go_on();
    } else {
        go_on();
        (void)usleep(SETTLE_US);
        death = ringfence_port_time_us();
        assert_int_equal(kill(doomed, SIGKILL), 0);
    }
    end = said();
    print_message("%s%s, mode %d: %llu us from death to NoSuchProcess\n", name,
                  g_polls ? ", polls" : "", (int)g_mode, (unsigned long long)(end - death));
    assert_true(end >= death);
    assert_true((end - death) < LATENCY_MAX_US);
    if (!before) {
        assert_true(ended_by(doomed, SIGKILL));
    }
    assert_true(ended_by(other, 0));
}

static const NvSciSyncWaitMode g_modes[] = {
    NvSciSyncWaitMode_Default, NvSciSyncWaitMode_BusyWithYield, NvSciSyncWaitMode_BusyNoYield};

/**
 * A wait for a process that is killed ends with NoSuchProcess, whether the waiter sleeps, spins,
 * polls, or comes later; a point that was reached is reached. Either process may have made the
 * object.
 * @verifies RF-SYNC-093 RF-SHARE-046
 */
static void a_killed_signaler_ends_waits(void **state)
{
    (void)state;
    for (size_t i = 0U; i < (2U * COUNT_OF(g_modes)); i++) {
        g_mode = g_modes[i / 2U];
        g_polls = ((i % 2U) == 1U);
        kill_signaler(doomed_signaler, bereft_waiter, false, "waits");
        kill_signaler(doomed_signaler, bereft_waiter, true, "comes later");
        kill_signaler(doomed_peer, bereft_host, false, "peer signals");
        kill_signaler(doomed_peer, bereft_host, true, "peer signalled");
    }
}

/** Asks for the right to signal, and never takes the object. */
static void absent_peer(void)
{
    Side side = {open_sync(), join(A_1), NULL, NULL};
    const NvSciSyncAttrList list = ask_for(side.module, NvSciSyncAccessPerm_SignalOnly, false);

    send_lists(side.channel, &list, 1U);
    (void)pause();
}

static void host_of_absent_peer(void)
{
    const Side side = open_host();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    CHECK_OK(NvSciSyncFenceUpdateFence(side.object, 0U, 1U, &fence));
    CHECK_STATUS(NvSciSyncFenceWait(&fence, side.context, 100000), NvSciError_Timeout);
    say(1U);
    CHECK_STATUS(NvSciSyncFenceWait(&fence, side.context, -1), NvSciError_NoSuchProcess);
    NvSciSyncFenceClear(&fence);
    close_side(&side);
}

/**
 * A process that is killed before it takes the object that it should signal counts as gone.
 * @verifies RF-SYNC-093 RF-SHARE-046
 */
static void a_signaler_that_never_came_is_gone(void **state)
{
    const pid_t doomed = start_role(absent_peer);
    const pid_t other = start_role(host_of_absent_peer);

    (void)state;
    assert_int_equal(said(), 1U);
    assert_int_equal(kill(doomed, SIGKILL), 0);
    assert_true(ended_by(doomed, SIGKILL));
    assert_true(ended_by(other, 0));
}

static void sleeper(void)
{
    const Side side = open_waiter();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    CHECK_OK(NvSciSyncFenceUpdateFence(side.object, 0U, 1000U, &fence));
    say(1U);
    (void)NvSciSyncFenceWait(&fence, side.context, -1);
    CHECK(false);
}

static void steady_signaler(void)
{
    const Side side = open_signaler();
    const SyncWaiters *const waiters = inside(side.object)->waiters;
    uint32_t wakeups = 0U;

    (void)hear();
    /* What was announced when the sleeper died is there still. */
    wakeups = port_load32(&waiters->wakeups);
    for (uint32_t i = 0U; i < 100U; i++) {
        CHECK_OK(NvSciSyncObjSignal(side.object));
    }
    CHECK((port_load32(&waiters->wakeups) - wakeups) <= 1U);
    CHECK(port_load32(&waiters->asleep) == 0U);
    close_side(&side);
}

/**
 * A waiter that is killed in its sleep costs who signals one needless wake-up at most.
 * @verifies RF-SYNC-092
 */
static void a_killed_waiter_costs_one_wake_up(void **state)
{
    const pid_t other = start_role(steady_signaler);
    const pid_t doomed = start_role(sleeper);

    (void)state;
    assert_int_equal(said(), 1U);
    (void)usleep(SETTLE_US);
    assert_int_equal(kill(doomed, SIGKILL), 0);
    assert_true(ended_by(doomed, SIGKILL));
    go_on();
    assert_true(ended_by(other, 0));
}

/* ---------------------------------------------------------------- a process between */

/** Passes lists, the object and two fences on; then it waits too, or does nothing more. */
static void pass_on(bool waits)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint near = join(A_1);
    const NvSciIpcEndpoint far = join(B_0);
    const NvSciSyncAttrList lists[2] = {ask_for(module, NvSciSyncAccessPerm_WaitOnly, false),
                                        receive_list(module, far)};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncObj object = NULL;

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(module, &context));
    send_lists(near, lists, 2U);
    object = receive_object(module, near, lists[0]);
    send_object(far, object);
    for (uint32_t i = 0U; i < 2U; i++) {
        receive_fence(near, object, &fence);
        send_fence(far, &fence);
    }
    if (!waits) {
        (void)pause();
    }
    CHECK_STATUS(NvSciSyncFenceWait(&fence, context, -1), NvSciError_NoSuchProcess);
    NvSciSyncFenceClear(&fence);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    CHECK_OK(NvSciIpcCloseEndpointSafe(far, true));
    part(module, near);
}

static void bereft_relay(void)
{
    pass_on(true);
}

static void doomed_relay(void)
{
    pass_on(false);
}

/** Takes the object from the process between. */
static Side open_last(void)
{
    Side side = {open_sync(), join(B_1), NULL, NULL};
    const NvSciSyncAttrList list = ask_for(side.module, NvSciSyncAccessPerm_WaitOnly, false);

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(side.module, &side.context));
    send_lists(side.channel, &list, 1U);
    side.object = receive_object(side.module, side.channel, list);
    NvSciSyncAttrListFree(list);
    return side;
}

static void bereft_last(void)
{
    const Side side = open_last();

    wait_for_nobody(&side);
    close_side(&side);
}

/** Waits for two signals; the process between is gone before the second. */
static void patient_last(void)
{
    const Side side = open_last();
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};

    receive_fence(side.channel, side.object, &fences[0]);
    receive_fence(side.channel, side.object, &fences[1]);
    CHECK_OK(NvSciSyncFenceWait(&fences[0], side.context, -1));
    CHECK_STATUS(NvSciSyncFenceWait(&fences[1], side.context, 0), NvSciError_Timeout);
    say(1U);
    CHECK_OK(NvSciSyncFenceWait(&fences[1], side.context, -1));
    NvSciSyncFenceClear(&fences[0]);
    NvSciSyncFenceClear(&fences[1]);
    close_side(&side);
}

/** Signals one of two points, and the other one when it is told to. */
static void patient_signaler(void)
{
    const Side side = open_signaler();

    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        CHECK_OK(NvSciSyncObjGenerateFence(side.object, &fence));
        send_fence(side.channel, &fence);
        NvSciSyncFenceClear(&fence);
    }
    CHECK_OK(NvSciSyncObjSignal(side.object));
    (void)hear();
    CHECK_OK(NvSciSyncObjSignal(side.object));
    close_side(&side);
}

/**
 * The end of who signals is seen by all who wait, also behind a process between.
 * @verifies RF-SYNC-093 RF-SHARE-046
 */
static void a_death_is_seen_through_a_process_between(void **state)
{
    pid_t between = -1;

    (void)state;
    g_mode = NvSciSyncWaitMode_Default;
    g_polls = false;
    between = start_role(bereft_relay);
    kill_signaler(doomed_signaler, bereft_last, false, "behind another");
    assert_true(ended_by(between, 0));
}

/**
 * The end of a process between takes no signal from who is behind it.
 * @verifies RF-SHARE-047
 */
static void a_killed_process_between_is_not_missed(void **state)
{
    const pid_t first = start_role(patient_signaler);
    const pid_t doomed = start_role(doomed_relay);
    const pid_t last = start_role(patient_last);

    (void)state;
    assert_int_equal(said(), 1U);
    (void)usleep(SETTLE_US);
    assert_int_equal(kill(doomed, SIGKILL), 0);
    assert_true(ended_by(doomed, SIGKILL));
    (void)usleep(SETTLE_US);
    go_on();
    assert_true(ended_by(last, 0));
    assert_true(ended_by(first, 0));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        death_test(a_killed_signaler_ends_waits),
        death_test(a_signaler_that_never_came_is_gone),
        death_test(a_killed_waiter_costs_one_wake_up),
        death_test(a_death_is_seen_through_a_process_between),
        death_test(a_killed_process_between_is_not_missed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
