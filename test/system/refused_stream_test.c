/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file refused_stream_test.c
 * Each system call that a stream over a channel makes while payloads flow is refused.
 *
 * Producer and consumer have blocks of their own, and the library's threads between them. In phase
 * RUNTIME a call is refused: once, wherever it stands, or from one on.
 */
#define _GNU_SOURCE

#include "nvscibuf.h"
#include "port/wait.h"
#include "refused.h"
#include "stream_stage.h"

/** Payloads before a call is refused, and behind that. */
#define PAYLOADS_BEFORE 20U
#define PAYLOADS_BEHIND 12U
/** Payloads within which a call comes. */
#define PAYLOADS_MOST 20000U
/** Places of a call, and those that are tried with other errors. */
#define PLACES      8U
#define PLACES_MORE 1U
/** Instead of a place: all calls are refused. */
#define FOR_EVER 0U

/** What the stream calls while payloads flow. */
static const Row g_stream_rows[] = {
    {"epoll_wait", SYS_epoll_pwait,
#ifdef SYS_epoll_wait
     SYS_epoll_wait,
#else
     -1,
#endif
     "epoll_wait", OUT_TOLD, false, NULL},
    {"syscall", SYS_futex, -1, "futex", OUT_TOLD, false, NULL},
    {"ppoll", SYS_ppoll, -1, "ppoll", OUT_TOLD, false, NULL},
    {"eventfd_read", SYS_read, -1, "read", OUT_TOLD, false, NULL},
    {"recvmsg", SYS_recvmsg, -1, "recvmsg", OUT_TOLD, false, NULL},
    {"sendmsg", SYS_sendmsg, -1, "sendmsg", OUT_TOLD, false, NULL},
    {"eventfd_write", SYS_write, -1, "write", OUT_TOLD, false, NULL}};

static const int g_stream_errors[] = {EPERM, ENOSYS, EMFILE};

/** A stream over a channel. */
typedef struct {
    NvSciIpcEndpoint ends[2];
    Stage up;
    Stage down;
    StageNode *producer;
    StageNode *consumer;
    StageNode *links[2];
    /** Waits on the CPU for what the producer signals. */
    StageNode *waiter;
} Flow;

/** Makes the stream, and has payloads flow. */
static void begin_flow(Flow *flow)
{
    NvSciStreamBlock blocks[3] = {0U, 0U, 0U};

    DO(NvSciIpcInit());
    DO(NvSciIpcOpenEndpoint(A_0, &flow->ends[0]));
    DO(NvSciIpcOpenEndpoint(A_1, &flow->ends[1]));
    DO(NvSciIpcResetEndpointSafe(flow->ends[0]));
    DO(NvSciIpcResetEndpointSafe(flow->ends[1]));
    stage_begin(&flow->up);
    stage_begin(&flow->down);
    DO(NvSciStreamIpcSrcCreate(flow->ends[0], flow->up.syncs, flow->up.bufs, &blocks[0]));
    DO(NvSciStreamIpcDstCreate(flow->ends[1], flow->down.syncs, flow->down.bufs, &blocks[1]));
    DO(NvSciStreamPresentSyncCreate(flow->up.syncs, &blocks[2]));
    flow->links[0] = stage_add(&flow->up, blocks[0]);
    flow->producer = stage_add_producer(&flow->up);
    flow->waiter = stage_add(&flow->up, blocks[2]);
    stage_connect(flow->producer, flow->waiter);
    stage_connect(flow->waiter, flow->links[0]);
    flow->links[1] = stage_add(&flow->down, blocks[1]);
    flow->consumer = stage_add_consumer(&flow->down);
    stage_connect(flow->links[1], flow->consumer);
    flow->up.flows = true;
    flow->up.consumers = 1U;
    CHECK(stage_until(&flow->up, &flow->down, &flow->consumer->payloads, PAYLOADS_BEFORE));
    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    CHECK(stage_until(&flow->up, &flow->down, &flow->consumer->payloads, 2U * PAYLOADS_BEFORE));
}

static void end_flow(Flow *flow)
{
    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT));
    stage_end(&flow->up);
    stage_end(&flow->down);
    DO(NvSciIpcCloseEndpointSafe(flow->ends[0], true));
    DO(NvSciIpcCloseEndpointSafe(flow->ends[1], true));
    NvSciIpcDeinit();
}

/** Takes turns until the call was refused, and payloads came behind that. */
static void flow_on(Flow *flow)
{
    const uint32_t most = flow->consumer->payloads + PAYLOADS_MOST;

    while ((port_load32(&g_was_refused) == 0U) && (flow->consumer->payloads < most)) {
        CHECK(stage_until(&flow->up, &flow->down, &flow->consumer->payloads,
                          flow->consumer->payloads + 1U));
    }
    CHECK(port_load32(&g_was_refused) != 0U);
    CHECK(stage_until(&flow->up, &flow->down, &flow->consumer->payloads,
                      flow->consumer->payloads + PAYLOADS_BEHIND));
}

/** Says whether no payload was lost, and nobody was told that the stream ended. */
static bool is_sound(const Flow *flow)
{
    const StageNode *const nodes[] = {flow->producer, flow->consumer, flow->links[0],
                                      flow->links[1]};
    bool sound = (flow->consumer->wrong == 0U) &&
                 (flow->consumer->last == (uint64_t)flow->consumer->payloads);

    for (size_t i = 0U; i < COUNT_OF(nodes); i++) {
        sound = sound && (!nodes[i]->disconnected) && (nodes[i]->error == NvSciError_Success);
    }
    return sound;
}

/** Place of the call, and errno. */
static uint32_t g_place;
static int g_error;

/** A stream of which a call is refused. */
static void refuse_flow(void)
{
    static Flow flow;
    RingfenceFault fault;
    uint32_t faults = 0U;

    name_space();
    /* The library's threads are asked for as well. */
    filter_calls(g_row);
    begin_flow(&flow);
    faults = last_fault().total;
    port_store32(&g_errno, (uint32_t)g_error);
    port_store32(&g_left, g_place);
    port_store32(&g_for_ever, (g_place == FOR_EVER) ? 1U : 0U);
    flow_on(&flow);
    port_store32(&g_for_ever, 0U);
    port_store32(&g_left, 0U);
    CHECK(is_sound(&flow));
    CHECK(stage_until(&flow.up, &flow.down, &flow.consumer->payloads,
                      flow.consumer->payloads + PAYLOADS_BEFORE));
    CHECK(is_sound(&flow));
    fault = last_fault();
    CHECK(fault.total > faults);
    if (!names_call(&fault)) {
        char text[256] = "";

        (void)RingfenceFormatFault(&fault, text, sizeof(text));
        (void)fprintf(stderr, "last fault: %s\n", text);
        _exit(1);
    }
    end_flow(&flow);
}

/** Refuses the calls of a row, each of a stream of its own. Gives how many of these failed. */
static uint32_t refuse_places(int error, uint32_t places)
{
    pid_t children[PLACES + 1U] = {0};
    uint32_t failed = 0U;

    g_error = error;
    for (g_place = FOR_EVER; g_place <= places; g_place++) {
        children[g_place] = start_role(refuse_flow);
    }
    for (uint32_t i = 0U; i <= places; i++) {
        if (!ended_by(children[i], 0)) {
            print_error("%s, errno %d, place %u\n", g_row->call, error, i);
            failed++;
        }
    }
    return failed;
}

/**
 * Payloads of a stream over a channel go on, in order and whole, whatever call of either side or of
 * the library's threads the system refuses in phase RUNTIME: the fault names the call.
 * @verifies RF-CORE-320 RF-PORT-350 RF-PORT-351 RF-PORT-353
 */
static void stream_goes_on_where_calls_are_refused(void **state)
{
    uint32_t failed = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_stream_rows); i++) {
        g_row = &g_stream_rows[i];
        for (size_t e = 0U; e < COUNT_OF(g_stream_errors); e++) {
            failed += refuse_places(g_stream_errors[e], (e == 0U) ? PLACES : PLACES_MORE);
        }
    }
    assert_int_equal(failed, 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {peers_test(stream_goes_on_where_calls_are_refused)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
