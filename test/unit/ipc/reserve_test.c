/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reserve_test.c
 * What an endpoint holds for connections of RUNTIME, and what becomes of it.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>

#include "instrumented.h"
#include "ipc_peers.h"

#define EST   NV_SCI_IPC_EVENT_CONN_EST
#define RESET NV_SCI_IPC_EVENT_CONN_RESET
#define ANY   OP_IPC_GET_EVENT_SAFE
/** Bytes of a line of /proc. */
#define LINE_BYTES 512U

/** Children here make a thread, as their parent has; the thread sanitizer ends such children. */
static void leave_out_where_children_die(void)
{
    if (THREADS_ARE_INSTRUMENTED) {
        print_message("the thread sanitizer ends children that make threads as their parent did\n");
        skip();
    }
}

/** What the process has of the system: descriptors, and bytes of addresses. */
typedef struct {
    uint32_t descriptors;
    uint64_t memories;
    uint64_t addresses;
} Holdings;

static Holdings holdings_now(void)
{
    FILE *const file = fopen("/proc/self/maps", "r");
    Holdings held = {open_descriptors() - ((file != NULL) ? 1U : 0U), 0U, 0U};
    char line[LINE_BYTES];

    assert_non_null(file);
    while (fgets(line, (int)sizeof(line), file) != NULL) {
        unsigned long first = 0UL;
        unsigned long last = 0UL;

        assert_int_equal(sscanf(line, "%lx-%lx", &first, &last), 2);
        held.memories += (strstr(line, "memfd:ringfence") != NULL) ? 1U : 0U;
        /* What instruments a program maps memory of its own at any time. */
        if ((!IS_INSTRUMENTED) && (strstr(line, "[heap]") == NULL)) {
            held.addresses += (uint64_t)(last - first);
        }
    }
    assert_int_equal(fclose(file), 0);
    return held;
}

/** The row of an endpoint that is open. */
static IpcEndpoint *row_of(NvSciIpcEndpoint handle)
{
    IpcEndpoint *endpoint = NULL;

    assert_status(ipc_take(ANY, handle, &endpoint), NvSciError_Success);
    ipc_leave(endpoint);
    return endpoint;
}

/** Descriptor of the endpoint, which RUNTIME does not give. */
static int g_descriptor = -1;

/** Opens and resets an endpoint, where peers of it can live. */
static NvSciIpcEndpoint begin(const char *name)
{
    NvSciIpcEndpoint handle = 0U;

    leave_out_where_children_die();
    handle = open_endpoint(name);

    assert_status(NvSciIpcGetLinuxEventFd(handle, &g_descriptor), NvSciError_Success);
    reset_endpoint_of(handle);
    return handle;
}

/** Sleeps until the endpoint is ready. */
static bool sleep_for_it(void)
{
    struct pollfd entry = {.fd = g_descriptor, .events = POLLIN};

    return poll(&entry, 1U, SLEEP_MS) == 1;
}

/** Asks for events until those that are wanted are there. */
static void meet(NvSciIpcEndpoint handle, uint32_t wanted)
{
    uint32_t events = events_of(handle);

    while ((events & wanted) == 0U) {
        assert_true(sleep_for_it());
        events = events_of(handle);
    }
}

/** Connects in a child, which begins in the phase of the test. */
static NvSciIpcEndpoint connect_in_child(const char *name)
{
    while (RingfenceCurrentPhase() != RINGFENCE_PHASE_INIT) {
        const bool is_runtime = (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME);

        CHILD_CHECK(RingfenceAdvancePhase(is_runtime ? RINGFENCE_PHASE_DEINIT
                                                     : RINGFENCE_PHASE_INIT) == NvSciError_Success);
    }
    return child_connect(name);
}

/** A peer that connects, leaves the channel and goes on writing into what it was given. */
static void hold_on(const char *name, int go, int told)
{
    const NvSciIpcEndpoint handle = connect_in_child(name);
    IpcEndpoint *endpoint = NULL;
    uint8_t *kept = NULL;
    uint64_t size = 0U;
    char byte = 0;

    CHILD_CHECK(ipc_take(ANY, handle, &endpoint) == NvSciError_Success);
    size = endpoint->memory.size;
    kept = mremap(endpoint->memory.base, 0U, (size_t)size, MREMAP_MAYMOVE);
    ipc_leave(endpoint);
    CHILD_CHECK(kept != MAP_FAILED);
    CHILD_CHECK(read(go, &byte, 1U) == 1);
    CHILD_CHECK(NvSciIpcCloseEndpointSafe(handle, true) == NvSciError_Success);
    CHILD_CHECK(write(told, "x", 1U) == 1);
    for (;;) {
        (void)memset(kept, 0xA5, (size_t)size);
        (void)usleep(100U);
    }
}

/** Starts such a peer, and meets it; the endpoint has lost it again then. */
static pid_t meet_one_that_holds_on(NvSciIpcEndpoint handle, const char *name)
{
    int go[2] = {-1, -1};
    int told[2] = {-1, -1};
    char byte = 0;
    pid_t child;

    assert_int_equal(pipe(go), 0);
    assert_int_equal(pipe(told), 0);
    child = fork_child();
    if (child == 0) {
        hold_on(name, go[0], told[1]);
    }
    meet(handle, EST);
    assert_int_equal(write(go[1], "x", 1U), 1);
    assert_int_equal(read(told[0], &byte, 1U), 1);
    meet(handle, RESET);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_int_equal(close(go[i]), 0);
        assert_int_equal(close(told[i]), 0);
    }
    return child;
}

static void end_child(pid_t child)
{
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

/** A peer that connects, gets one frame of zeros behind its first byte, and ends. */
static pid_t start_reader(const char *name)
{
    const pid_t child = fork_child();

    if (child == 0) {
        const NvSciIpcEndpoint handle = connect_in_child(name);
        uint8_t frame[64] = {0};
        uint32_t bytes = 0U;

        CHILD_CHECK(child_wait(handle, NV_SCI_IPC_EVENT_READ));
        CHILD_CHECK(NvSciIpcReadSafe(handle, frame, sizeof(frame), &bytes) == NvSciError_Success);
        CHILD_CHECK((frame[0] == 7U) && (frame[63] == 7U));
        _exit(0);
    }
    return child;
}

/** Sends that frame to a peer, which ends then. */
static void serve_reader(NvSciIpcEndpoint handle, pid_t child)
{
    uint8_t frame[64];
    uint32_t bytes = 0U;

    (void)memset(frame, 7, sizeof(frame));
    assert_status(NvSciIpcWriteSafe(handle, frame, sizeof(frame), &bytes), NvSciError_Success);
    expect_success(child);
    meet(handle, RESET);
}

/** Says whether all of a memory but its first words is zero. */
static bool is_clear(const PortMemory *memory)
{
    const uint8_t *const bytes = memory->base;
    bool clear = true;

    for (uint64_t i = sizeof(IpcShared); i < memory->size; i++) {
        clear = clear && (bytes[i] == 0U);
    }
    return clear;
}

/**
 * An endpoint of either side that is open has what a connection needs: connections of RUNTIME, the
 * first one and those after the end of a peer, leave it with the same memories, addresses and
 * descriptors.
 * @verifies RF-IPC-270
 */
static void connections_of_runtime_take_nothing(void **state)
{
    static const char *const names[] = {"ipc_test_0", "ipc_test_1"};

    (void)state;
    for (uint32_t side = 0U; side < 2U; side++) {
        const NvSciIpcEndpoint handle = begin(names[side]);
        Holdings before;

        assert_int_equal(events_of(handle), 0U);
        assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
        before = holdings_now();
        for (uint32_t turn = 0U; turn < PORT_CALLS_KEPT; turn++) {
            const pid_t child = start_reader(names[1U - side]);
            Holdings now;

            meet(handle, EST);
            now = holdings_now();
            assert_int_equal(now.memories, before.memories + side);
            assert_int_equal(now.addresses, before.addresses);
            /* A call that is kept becomes the link; a side that is called is given one. */
            assert_int_equal(now.descriptors,
                             before.descriptors + 1U - side - ((side == 1U) ? turn : 0U));
            serve_reader(handle, child);
        }
        go_to_init();
        close_endpoint_of(handle);
    }
}

/**
 * Memory that a peer had is given to nobody else while the process lives: its writes reach no other
 * connection. When there is no other memory, a peer is turned away in RUNTIME with a fault that
 * says so; it is called when the process is gone, and gets memory that is zero.
 * @verifies RF-IPC-271 RF-IPC-272
 */
static void memory_of_a_peer_that_lives_is_not_given_to_another(void **state)
{
    const NvSciIpcEndpoint handle = begin("ipc_test_0");
    const IpcEndpoint *const row = row_of(handle);
    const uint8_t *first = NULL;
    pid_t holders[2] = {-1, -1};
    pid_t reader = -1;
    uint32_t events = 0U;
    NvSciError status = NvSciError_Success;
    RingfenceFault fault;

    (void)state;
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    holders[0] = meet_one_that_holds_on(handle, "ipc_test_1");
    first = row->memory.base;
    /* Another process: the other memory, and the frame comes as it was written. */
    reader = start_reader("ipc_test_1");
    meet(handle, EST);
    assert_ptr_not_equal(row->memory.base, first);
    assert_true(is_clear(&row->memory));
    serve_reader(handle, reader);
    /* That one is gone: its memory is given again, zero. */
    holders[1] = meet_one_that_holds_on(handle, "ipc_test_1");
    assert_ptr_not_equal(row->memory.base, first);
    reader = start_reader("ipc_test_1");
    while (status == NvSciError_Success) {
        assert_true(sleep_for_it());
        status = NvSciIpcGetEventSafe(handle, &events);
        assert_int_equal(events & EST, 0U);
    }
    assert_status(status, NvSciError_InsufficientMemory);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, "memories that an endpoint keeps for RUNTIME");
    assert_int_equal(fault.asked, PORT_VA_MOST + 1U);
    assert_int_equal(fault.allowed, PORT_VA_MOST);
    end_child(holders[0]);
    meet(handle, EST);
    assert_ptr_equal(row->memory.base, first);
    assert_true(is_clear(&row->memory));
    serve_reader(handle, reader);
    end_child(holders[1]);
    go_to_init();
    close_endpoint_of(handle);
}

/**
 * Memory that a peer took pages of is offered no more in RUNTIME; INIT makes it anew.
 * @verifies RF-IPC-271 RF-IPC-273
 */
static void memory_that_lacks_pages_is_not_given_again(void **state)
{
    const NvSciIpcEndpoint handle = begin("ipc_test_0");
    const IpcEndpoint *const row = row_of(handle);
    const uint8_t *first = NULL;

    (void)state;
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    for (uint32_t turn = 0U; turn < 4U; turn++) {
        const pid_t reader = start_reader("ipc_test_1");

        if (turn == 2U) {
            /* INIT makes a memory anew when none is left that nobody had. */
            go_to_init();
        }
        meet(handle, EST);
        assert_int_equal(row->state, IPC_STATE_ESTABLISHED);
        if (turn == 0U) {
            first = row->memory.base;
            assert_int_equal(fallocate(row->memory.descriptor,
                                       FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 8192, 65536),
                             0);
        } else if (turn == 1U) {
            assert_ptr_not_equal(row->memory.base, first);
        } else {
            assert_true(is_clear(&row->memory));
        }
        serve_reader(handle, reader);
    }
    go_to_init();
    close_endpoint_of(handle);
}

/**
 * An endpoint that has used the calls that it keeps calls nobody in RUNTIME, and says so; INIT has
 * them ready again.
 * @verifies RF-IPC-272 RF-IPC-273
 */
static void calls_that_are_used_up_come_again_in_init(void **state)
{
    const NvSciIpcEndpoint handle = begin("ipc_test_1");

    (void)state;
    assert_int_equal(events_of(handle), 0U);
    for (uint32_t round = 0U; round < 2U; round++) {
        pid_t reader = -1;
        NvSciError status = NvSciError_Success;
        uint32_t events = 0U;
        RingfenceFault fault;

        assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
        for (uint32_t call = 0U; call < PORT_CALLS_KEPT; call++) {
            reader = start_reader("ipc_test_0");
            meet(handle, EST);
            serve_reader(handle, reader);
        }
        reader = start_reader("ipc_test_0");
        while (status == NvSciError_Success) {
            status = NvSciIpcGetEventSafe(handle, &events);
            assert_int_equal(events, 0U);
        }
        assert_status(status, NvSciError_ResourceError);
        assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
        assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
        assert_string_equal(fault.limit, "calls that an endpoint keeps for RUNTIME");
        assert_int_equal(fault.allowed, PORT_CALLS_KEPT);
        go_to_init();
        meet(handle, EST);
        serve_reader(handle, reader);
    }
    close_endpoint_of(handle);
}

/**
 * An endpoint that cannot call its peer, as it has used its calls, is ready when the peer calls: to
 * accept takes none.
 * @verifies RF-IPC-020 RF-IPC-272
 */
static void who_has_no_calls_left_can_be_called(void **state)
{
    const NvSciIpcEndpoint handle = begin("ipc_test_0");
    IpcEndpoint *const row = row_of(handle);
    struct pollfd entry = {.fd = g_descriptor, .events = POLLIN};
    NvSciIpcEndpoint peer = 0U;
    uint32_t events = 0U;

    (void)state;
    assert_int_equal(events_of(handle), 0U);
    peer = open_endpoint("ipc_test_1");
    reset_endpoint_of(peer);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    while (row->system.kept > 0U) {
        row->owes_notify = true;
        assert_int_equal(events_of(handle), 0U);
    }
    row->owes_notify = true;
    assert_status(NvSciIpcGetEventSafe(handle, &events), NvSciError_ResourceError);
    assert_int_equal(poll(&entry, 1U, 0), 0);
    assert_int_equal(events_of(peer), 0U);
    assert_int_equal(poll(&entry, 1U, 0), 1);
    while ((events & EST) == 0U) {
        events = events_of(handle);
        (void)events_of(peer);
    }
    go_to_init();
    close_endpoint_of(peer);
    close_endpoint_of(handle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(connections_of_runtime_take_nothing),
        ipc_test(memory_of_a_peer_that_lives_is_not_given_to_another),
        ipc_test(memory_that_lacks_pages_is_not_given_again),
        ipc_test(calls_that_are_used_up_come_again_in_init),
        ipc_test(who_has_no_calls_left_can_be_called),
    };

    return cmocka_run_group_tests_name("ipc/reserve", tests, NULL, NULL);
}
