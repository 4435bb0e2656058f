/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "instrumented.h"
#include "ipc/ipc.h"
#include "ipc_peers.h"

#define MESSAGES     100000U
#define KILLS        20U
#define MESSAGE_SIZE 64U
/** Messages that busy processes exchange. */
#define AWAKE_MESSAGES 4000U
/** A group that no user has of itself. */
#define GROUP 54321U

/** A message with a number, of which all other words follow. */
typedef struct {
    uint64_t words[MESSAGE_SIZE / sizeof(uint64_t)];
} Message;

static Message message_of(uint64_t number)
{
    Message message;

    for (size_t i = 0U; i < COUNT_OF(message.words); i++) {
        message.words[i] = (number * 0x9E3779B97F4A7C15ULL) + i;
    }
    return message;
}

static bool message_is(const Message *message, uint64_t number)
{
    const Message expected = message_of(number);

    return memcmp(message, &expected, sizeof(expected)) == 0;
}

/** Sends each message back until the number is reached, and closes. */
static void echo(const char *name, uint64_t count)
{
    const NvSciIpcEndpoint handle = child_connect(name);

    for (uint64_t i = 0U; i < count; i++) {
        Message message;
        uint32_t bytes = 0U;
        NvSciError status;

        do {
            status = NvSciIpcReadSafe(handle, &message, MESSAGE_SIZE, &bytes);
            if (status == NvSciError_InsufficientMemory) {
                CHILD_CHECK(child_wait(handle, NV_SCI_IPC_EVENT_READ));
            }
        } while (status == NvSciError_InsufficientMemory);
        CHILD_CHECK(status == NvSciError_Success);
        CHILD_CHECK(message_is(&message, i));
        do {
            status = NvSciIpcWriteSafe(handle, &message, MESSAGE_SIZE, &bytes);
            if (status == NvSciError_InsufficientMemory) {
                CHILD_CHECK(child_wait(handle, NV_SCI_IPC_EVENT_WRITE));
            }
        } while (status == NvSciError_InsufficientMemory);
        CHILD_CHECK(status == NvSciError_Success);
    }
    CHILD_CHECK(NvSciIpcCloseEndpointSafe(handle, true) == NvSciError_Success);
    _exit(0);
}

/** Sends numbered messages and checks that they come back in order. */
static void exchange(NvSciIpcEndpoint handle, uint64_t count)
{
    uint64_t sent = 0U;
    uint64_t got = 0U;

    while (got < count) {
        const uint32_t events =
            wait_for(handle, (sent < count) ? (NV_SCI_IPC_EVENT_READ | NV_SCI_IPC_EVENT_WRITE)
                                            : NV_SCI_IPC_EVENT_READ);
        uint32_t bytes = 0U;
        Message message;

        if (((events & NV_SCI_IPC_EVENT_WRITE) != 0U) && (sent < count) && ((sent - got) < 20U)) {
            message = message_of(sent);
            assert_status(NvSciIpcWriteSafe(handle, &message, MESSAGE_SIZE, &bytes),
                          NvSciError_Success);
            sent++;
        } else {
            (void)wait_for(handle, NV_SCI_IPC_EVENT_READ);
            assert_status(NvSciIpcReadSafe(handle, &message, MESSAGE_SIZE, &bytes),
                          NvSciError_Success);
            assert_true(message_is(&message, got));
            got++;
        }
    }
}

/**
 * Many messages go to another process and back, whole and in order, with both sides asleep in
 * between; then the peer closes. Either end may be here.
 * @verifies RF-IPC-020 RF-IPC-030 RF-IPC-031 RF-IPC-034
 */
static void messages_go_to_a_process_and_back(void **state)
{
    static const char *const names[] = {"ipc_test_0", "ipc_test_1"};

    (void)state;
    for (uint32_t end = 0U; end < 2U; end++) {
        const uint64_t count = MESSAGES / 2U;
        const pid_t child = fork_child();
        NvSciIpcEndpoint handle = 0U;

        if (child == 0) {
            echo(names[1U - end], count);
        }
        handle = open_endpoint(names[end]);
        reset_endpoint_of(handle);
        (void)wait_for(handle, NV_SCI_IPC_EVENT_CONN_EST);
        exchange(handle, count);
        (void)wait_for(handle, NV_SCI_IPC_EVENT_CONN_RESET);
        expect_success(child);
        close_endpoint_of(handle);
    }
}

/** Process that the last fault says has an endpoint. */
static uint32_t holder_of_fault(void)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_ENDPOINT_TAKEN);
    return fault.process;
}

/**
 * An endpoint that another process has is busy, and the fault says which process that is; it is
 * free again when that process is killed.
 * @verifies RF-IPC-017 RF-IPC-022 RF-IPC-242
 */
static void endpoint_of_a_process_is_busy_until_it_dies(void **state)
{
    int ready[2];
    char byte = 0;
    pid_t child;
    NvSciIpcEndpoint handle = 0U;

    (void)state;
    assert_int_equal(pipe(ready), 0);
    child = fork_child();
    if (child == 0) {
        NvSciIpcEndpoint own = 0U;

        CHILD_CHECK(NvSciIpcOpenEndpoint("ipc_test_0", &own) == NvSciError_Success);
        CHILD_CHECK(write(ready[1], &byte, 1U) == 1);
        (void)pause();
    }
    assert_int_equal(read(ready[0], &byte, 1U), 1);
    assert_status(NvSciIpcOpenEndpoint("ipc_test_0", &handle), NvSciError_Busy);
    assert_int_equal(holder_of_fault(), (uint32_t)child);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    handle = open_endpoint("ipc_test_0");
    close_endpoint_of(handle);
    assert_int_equal(close(ready[0]), 0);
    assert_int_equal(close(ready[1]), 0);
}

/** Writes numbered messages until it is killed. */
static void write_for_ever(const char *name)
{
    const NvSciIpcEndpoint handle = child_connect(name);

    for (uint64_t i = 0U; true; i++) {
        const Message message = message_of(i);
        uint32_t bytes = 0U;
        NvSciError status;

        do {
            status = NvSciIpcWriteSafe(handle, &message, MESSAGE_SIZE, &bytes);
            if (status == NvSciError_InsufficientMemory) {
                CHILD_CHECK(child_wait(handle, NV_SCI_IPC_EVENT_WRITE));
            }
        } while (status == NvSciError_InsufficientMemory);
        CHILD_CHECK(status == NvSciError_Success);
    }
}

/**
 * A peer that is killed while it writes: what it posted is whole and in order, then comes
 * CONN_RESET; the next process with that endpoint connects. Either end may be killed.
 * @verifies RF-IPC-022 RF-IPC-043
 */
static void killed_peer_leaves_whole_messages(void **state)
{
    static const char *const names[] = {"ipc_test_0", "ipc_test_1"};

    (void)state;
    for (uint32_t end = 0U; end < 2U; end++) {
        const NvSciIpcEndpoint handle = open_endpoint(names[end]);

        reset_endpoint_of(handle);
        for (uint32_t turn = 0U; turn < KILLS; turn++) {
            const pid_t child = fork_child();
            uint64_t number = 0U;
            uint32_t events = 0U;

            if (child == 0) {
                (void)NvSciIpcCloseEndpointSafe(handle, true);
                write_for_ever(names[1U - end]);
            }
            (void)wait_for(handle, NV_SCI_IPC_EVENT_CONN_EST);
            do {
                Message message;
                uint32_t bytes = 0U;

                events = wait_for(handle, NV_SCI_IPC_EVENT_READ | NV_SCI_IPC_EVENT_CONN_RESET);
                if ((events & NV_SCI_IPC_EVENT_READ) != 0U) {
                    assert_status(NvSciIpcReadSafe(handle, &message, MESSAGE_SIZE, &bytes),
                                  NvSciError_Success);
                    assert_true(message_is(&message, number));
                    number++;
                    if (number == (100U + (turn * 37U))) {
                        assert_int_equal(kill(child, SIGKILL), 0);
                    }
                }
            } while ((events & NV_SCI_IPC_EVENT_CONN_RESET) == 0U);
            assert_int_equal(waitpid(child, NULL, 0), child);
        }
        close_endpoint_of(handle);
    }
}

/** Reads in order until it is killed. */
static void read_for_ever(const char *name)
{
    const NvSciIpcEndpoint handle = child_connect(name);

    for (uint64_t i = 0U; true; i++) {
        Message message;
        uint32_t bytes = 0U;
        NvSciError status;

        do {
            status = NvSciIpcReadSafe(handle, &message, MESSAGE_SIZE, &bytes);
        } while (status == NvSciError_InsufficientMemory);
        CHILD_CHECK((status == NvSciError_Success) && message_is(&message, i));
    }
}

/** Reads or writes, and nothing else, until there is no connection; kills the peer after so many
 * frames, which may be more than come. Gives the number of frames. */
static uint64_t move_alone(NvSciIpcEndpoint handle, bool reads, pid_t peer, uint64_t frames)
{
    NvSciError status = NvSciError_Success;
    uint64_t number = 0U;

    while (status != NvSciError_ConnectionReset) {
        Message message = message_of(number);
        uint32_t bytes = 0U;

        if (number == frames) {
            assert_int_equal(kill(peer, SIGKILL), 0);
        }
        status = reads ? NvSciIpcReadSafe(handle, &message, MESSAGE_SIZE, &bytes)
                       : NvSciIpcWriteSafe(handle, &message, MESSAGE_SIZE, &bytes);
        if (status == NvSciError_Success) {
            assert_true(message_is(&message, number));
            number++;
        } else {
            assert_true((status == NvSciError_InsufficientMemory) ||
                        (status == NvSciError_ConnectionReset));
        }
    }
    return number;
}

/**
 * A program that reads alone, or writes alone, and never asks for events: a peer that is killed at
 * any time ends its loop with ConnectionReset; what was read is whole and in order. Asked for
 * events, the endpoint reports CONN_RESET and connects to the next process. A writer kills after
 * the ring is full, or before.
 * @verifies RF-IPC-210 RF-IPC-211 RF-IPC-022
 */
static void loops_that_read_or_write_alone_find_a_killed_peer(void **state)
{
    static const char *const names[] = {"ipc_test_0", "ipc_test_1"};

    (void)state;
    for (uint32_t i = 0U; i < 4U; i++) {
        const bool reads = ((i & 1U) == 0U);
        const uint32_t end = i >> 1U;
        const NvSciIpcEndpoint handle = open_endpoint(names[end]);

        reset_endpoint_of(handle);
        for (uint32_t turn = 0U; turn < KILLS; turn++) {
            const uint64_t frames = 1U + ((uint64_t)turn * 7U);
            const pid_t child = fork_child();

            if (child == 0) {
                (void)NvSciIpcCloseEndpointSafe(handle, true);
                if (reads) {
                    write_for_ever(names[1U - end]);
                } else {
                    read_for_ever(names[1U - end]);
                }
            }
            (void)wait_for(handle, NV_SCI_IPC_EVENT_CONN_EST);
            assert_true(move_alone(handle, reads, child, frames) >= frames);
            assert_int_equal(waitpid(child, NULL, 0), child);
            assert_int_equal(wait_for(handle, NV_SCI_IPC_EVENT_CONN_RESET),
                             NV_SCI_IPC_EVENT_CONN_RESET);
        }
        close_endpoint_of(handle);
    }
}

/* ---------------------------------------------------------------- hostile peers */

/** The memory of the only channel that this process has mapped. */
static IpcShared *mapped_channel(void)
{
    FILE *const maps = fopen("/proc/self/maps", "r");
    IpcShared *shared = NULL;
    char line[512];

    CHILD_CHECK(maps != NULL);
    while (fgets(line, (int)sizeof(line), maps) != NULL) {
        unsigned long start = 0U;

        if ((strstr(line, "memfd:ringfence") != NULL) && (sscanf(line, "%lx-", &start) == 1)) {
            shared = (IpcShared *)start;
        }
    }
    CHILD_CHECK(fclose(maps) == 0);
    CHILD_CHECK(shared != NULL);
    return shared;
}

/** Connects, writes a number into its counters, and waits for the end. */
static void lie(uint64_t written, uint64_t read_frames)
{
    const NvSciIpcEndpoint handle = child_connect("ipc_test_1");
    IpcShared *const shared = mapped_channel();

    port_store64(&shared->directions[1].written.frames, written);
    port_store64(&shared->directions[0].read.frames, read_frames);
    CHILD_CHECK(child_wait(handle, NV_SCI_IPC_EVENT_CONN_RESET));
    _exit(0);
}

/**
 * Counters that cannot be true end the connection with CONN_RESET and a fault, and nothing outside
 * the frames is touched.
 * @verifies RF-IPC-033
 */
static void counters_that_lie_end_the_connection(void **state)
{
    static const uint64_t lies[] = {FRAMES + 1U, 1000U, UINT64_MAX, 1ULL << 63U,
                                    UINT64_MAX - FRAMES};

    (void)state;
    for (size_t i = 0U; i < (2U * COUNT_OF(lies)); i++) {
        const uint64_t number = lies[i / 2U];
        const bool writer = ((i & 1U) == 0U);
        const uint32_t faults = ipc_fault_count();
        const pid_t child = fork_child();
        NvSciIpcEndpoint handle = 0U;
        uint32_t seen = 0U;

        if (child == 0) {
            lie(writer ? number : 0U, writer ? 0U : number);
        }
        handle = open_endpoint("ipc_test_0");
        reset_endpoint_of(handle);
        for (uint32_t look = 0U; (look < 10000U) && ((seen & NV_SCI_IPC_EVENT_CONN_RESET) == 0U);
             look++) {
            seen |= events_of(handle);
            (void)usleep(500U);
        }
        assert_int_equal(seen & NV_SCI_IPC_EVENT_CONN_RESET, NV_SCI_IPC_EVENT_CONN_RESET);
        assert_int_equal(ipc_fault_count(), faults + 1U);
        assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_BAD_PEER);
        expect_success(child);
        close_endpoint_of(handle);
    }
}

/** Whether the addresses of an endpoint's memory are all its own: mapped, or kept free. */
static bool is_reserved(NvSciIpcEndpoint handle)
{
    IpcEndpoint *endpoint = NULL;
    static unsigned char resident[1024];
    bool reserved = false;

    assert_status(ipc_take(OP_IPC_GET_EVENT_SAFE, handle, &endpoint), NvSciError_Success);
    assert_true((endpoint->memory.size / port_page_size()) <= sizeof(resident));
    /* Fails if a page of the range is not mapped. */
    reserved = (mincore(endpoint->memory.base, (size_t)endpoint->memory.size, resident) == 0);
    ipc_leave(endpoint);
    return reserved;
}

/**
 * Side 1 of a channel takes nothing from an impostor that is not what the table says: wrong bytes,
 * no memory, memory that can shrink, memory of another size, memory with another head.
 * @verifies RF-IPC-024
 */
static void offers_that_do_not_fit_are_refused(void **state)
{
    struct {
        uint32_t head[6];
        char names[2][NVSCIIPC_MAX_ENDPOINT_NAME];
    } offer = {{1U, IPC_MAGIC, IPC_VERSION, FRAMES, FRAME_SIZE, RINGFENCE_CFG_PARCELS}, {{0}}};
    const uint64_t size =
        ((sizeof(IpcShared) + (2U * FRAMES * (uint64_t)FRAME_SIZE)) + 4095U) & ~4095ULL;
    const int listener = impostor_of("ipc_test_0");
    const NvSciIpcEndpoint handle = open_endpoint("ipc_test_1");
    static uint8_t garbage[4096];

    (void)state;
    name_ends(offer.names);
    (void)memset(garbage, 0xA5, sizeof(garbage));
    reset_endpoint_of(handle);
    for (uint32_t turn = 0U; turn < 12U; turn++) {
        const uint32_t faults = ipc_fault_count();
        const int memory = memfd_create("hostile", MFD_ALLOW_SEALING);
        int link = -1;

        assert_int_equal(events_of(handle), 0U);
        link = accept(listener, NULL, NULL);
        assert_true(link >= 0);
        assert_int_equal(ftruncate(memory, (off_t)((turn == 3U) ? (size / 2U) : size)), 0);
        assert_int_equal(fallocate(memory, FALLOC_FL_KEEP_SIZE, 0, (off_t)size), 0);
        if (turn != 4U) {
            assert_int_equal(pwrite(memory, &offer.head[1], 16U, 0), 16);
        }
        if (turn != 2U) {
            assert_int_equal(fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW), 0);
        }
        if (turn == 0U) {
            send_to(link, garbage, sizeof(garbage), memory);
        } else if (turn == 1U) {
            send_to(link, &offer, sizeof(offer), -1);
        } else if (turn == 5U) {
            offer.head[3] = FRAMES + 1U;
            send_to(link, &offer, sizeof(offer), memory);
            offer.head[3] = FRAMES;
        } else if (turn == 6U) {
            send_to(link, &offer, sizeof(offer) - 1U, memory);
        } else if (turn == 7U) {
            offer.names[1][63] = 'x';
            send_to(link, &offer, sizeof(offer), memory);
            offer.names[1][63] = '\0';
        } else if (turn == 8U) {
            send_to(link, &offer, sizeof(offer), listener);
        } else if (turn >= 10U) {
            assert_int_equal(
                fcntl(memory, F_ADD_SEALS, (turn == 10U) ? F_SEAL_WRITE : F_SEAL_FUTURE_WRITE), 0);
            send_to(link, &offer, sizeof(offer), memory);
        } else if (turn == 9U) {
            offer.head[5] = RINGFENCE_CFG_PARCELS + 1U;
            send_to(link, &offer, sizeof(offer), memory);
        } else {
            send_to(link, &offer, sizeof(offer), memory);
        }
        assert_int_equal(events_of(handle) & NV_SCI_IPC_EVENT_CONN_EST, 0U);
        assert_int_equal(ipc_fault_count(), faults + 1U);
        assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_BAD_PEER);
        assert_true(is_reserved(handle));
        assert_int_equal(close(link), 0);
        assert_int_equal(close(memory), 0);
        reset_endpoint_of(handle);
    }
    close_endpoint_of(handle);
    assert_int_equal(close(listener), 0);
}

/**
 * Two processes whose tables differ do not connect; the one that notices reports a fault.
 * @verifies RF-IPC-024
 */
static void tables_that_differ_do_not_connect(void **state)
{
    const NvSciIpcEndpoint handle = open_endpoint("ipc_test_0");
    const pid_t child = fork_child();

    (void)state;
    if (child == 0) {
        NvSciIpcEndpoint own = 0U;
        uint32_t events = 0U;

        (void)NvSciIpcCloseEndpointSafe(handle, true);
        NvSciIpcDeinit();
        own_table_use("INTER_PROCESS ipc_test_0 ipc_test_1 16 4096\n");
        CHILD_CHECK(NvSciIpcInit() == NvSciError_Success);
        CHILD_CHECK(NvSciIpcOpenEndpoint("ipc_test_1", &own) == NvSciError_Success);
        CHILD_CHECK(NvSciIpcResetEndpointSafe(own) == NvSciError_Success);
        for (uint32_t i = 0U; (i < 5000U) && (ipc_fault_kind() != RINGFENCE_FAULT_BAD_PEER); i++) {
            CHILD_CHECK(NvSciIpcGetEventSafe(own, &events) == NvSciError_Success);
            CHILD_CHECK((events & NV_SCI_IPC_EVENT_CONN_EST) == 0U);
            (void)usleep(1000U);
        }
        CHILD_CHECK(ipc_fault_kind() == RINGFENCE_FAULT_BAD_PEER);
        _exit(0);
    }
    reset_endpoint_of(handle);
    for (uint32_t i = 0U; i < 10000U; i++) {
        int status = -1;

        assert_int_equal(events_of(handle), 0U);
        (void)usleep(500U);
        if (waitpid(child, &status, WNOHANG) == child) {
            assert_true(WIFEXITED(status));
            assert_int_equal(WEXITSTATUS(status), 0);
            break;
        }
        assert_true(i < 9999U);
    }
    close_endpoint_of(handle);
}

/** Notifies an address as an endpoint that was opened does. */
static void notify(const PortAddress *address)
{
    PortEndpoint caller = {-1, -1, -1, -1, {-1}, 0U, 0U, 0U, 0U};

    assert_int_equal(port_endpoint_stock(&caller), PORT_OK);
    assert_int_equal(port_link_notify(&caller, address), PORT_OK);
    port_endpoint_close(&caller);
}

/**
 * Who refused an offer does not call again by itself, however often the program asks for events: it
 * waits for a notification or a reset.
 * @verifies RF-IPC-024
 */
static void refused_peer_is_not_called_again(void **state)
{
    static const uint8_t garbage[64] = {0xA5};
    const int listener = impostor_of("ipc_test_0");
    const NvSciIpcEndpoint handle = open_endpoint("ipc_test_1");

    (void)state;
    for (uint32_t turn = 0U; turn < 3U; turn++) {
        int link = -1;

        if (turn == 1U) {
            const PortAddress notified = {"ipc_test_1", PORT_SCOPE_USER, 0U, own_space()};

            notify(&notified);
            assert_true(is_ready(handle, SLEEP_MS));
        } else {
            reset_endpoint_of(handle);
        }
        assert_int_equal(events_of(handle), 0U);
        link = accept(listener, NULL, NULL);
        assert_true(link >= 0);
        send_to(link, garbage, sizeof(garbage), -1);
        for (uint32_t look = 0U; look < 5U; look++) {
            assert_int_equal(events_of(handle), 0U);
        }
        assert_int_equal(accept(listener, NULL, NULL), -1);
        assert_false(is_ready(handle, 0));
        assert_int_equal(close(link), 0);
    }
    close_endpoint_of(handle);
    assert_int_equal(close(listener), 0);
}

/**
 * Who opens an endpoint that is open already does not call it: an end that refused its peer stays
 * at rest, and one that searches makes nothing, neither memory nor a call of its own.
 * @verifies RF-IPC-243
 */
static void a_second_open_calls_nobody(void **state)
{
    static const uint8_t garbage[64] = {0xA5};
    const int listener = impostor_of("ipc_test_0");
    const NvSciIpcEndpoint one = open_endpoint("ipc_test_1");
    NvSciIpcEndpoint again = 0U;
    int link = -1;
    int called = -1;
    NvSciIpcEndpoint zero = 0U;

    (void)state;
    reset_endpoint_of(one);
    assert_int_equal(events_of(one), 0U);
    link = accept(listener, NULL, NULL);
    assert_true(link >= 0);
    send_to(link, garbage, sizeof(garbage), -1);
    assert_int_equal(events_of(one), 0U);
    for (uint32_t look = 0U; look < 5U; look++) {
        assert_status(NvSciIpcOpenEndpoint("ipc_test_1", &again), NvSciError_Busy);
        assert_int_equal(holder_of_fault(), (uint32_t)getpid());
        assert_int_equal(events_of(one), 0U);
        assert_int_equal(accept(listener, NULL, NULL), -1);
        assert_false(is_ready(one, 0));
    }
    close_endpoint_of(one);
    assert_int_equal(close(link), 0);
    assert_int_equal(close(listener), 0);
    called = impostor_of("ipc_test_1");
    zero = open_endpoint("ipc_test_0");
    reset_endpoint_of(zero);
    assert_int_equal(events_of(zero), 0U);
    link = accept(called, NULL, NULL);
    assert_true(link >= 0);
    for (uint32_t look = 0U; look < 5U; look++) {
        const uint32_t faults = ipc_fault_count();

        assert_status(NvSciIpcOpenEndpoint("ipc_test_0", &again), NvSciError_Busy);
        assert_int_equal(holder_of_fault(), (uint32_t)getpid());
        assert_int_equal(events_of(zero), 0U);
        assert_int_equal(ipc_fault_count(), faults + 1U);
        assert_int_equal(accept(called, NULL, NULL), -1);
        assert_false(is_ready(zero, 0));
    }
    close_endpoint_of(zero);
    assert_int_equal(close(link), 0);
    assert_int_equal(close(called), 0);
}

/**
 * An endpoint that is connected takes no calls: more second opens than its queue holds do not learn
 * who has it, and harm neither the connection nor the next one.
 * @verifies RF-IPC-242 RF-IPC-243
 */
static void second_opens_fill_the_queue_of_calls(void **state)
{
    const Pair pair = make_pair("ipc_test_0", "ipc_test_1");
    static const char *const names[] = {"ipc_test_0", "ipc_test_1"};
    NvSciIpcEndpoint again = 0U;

    (void)state;
    for (size_t end = 0U; end < COUNT_OF(names); end++) {
        for (uint32_t look = 0U; look < (PORT_BACKLOG_MAX + 8U); look++) {
            const bool room = (look < PORT_BACKLOG_MAX);

            assert_status(NvSciIpcOpenEndpoint(names[end], &again), NvSciError_Busy);
            if (room) {
                assert_int_equal(holder_of_fault(), (uint32_t)getpid());
            }
        }
        assert_int_equal(holder_of_fault(), 0U);
    }
    assert_int_equal(events_of(pair.zero) & NV_SCI_IPC_EVENT_CONN_RESET, 0U);
    assert_int_equal(events_of(pair.one) & NV_SCI_IPC_EVENT_CONN_RESET, 0U);
    reset_endpoint_of(pair.zero);
    (void)wait_for(pair.one, NV_SCI_IPC_EVENT_CONN_RESET);
    connect_pair(&pair);
    close_pair(&pair);
}

/** Both ends of a channel sleep on their descriptors until they are connected. */
static void sleep_until_connected(const Pair *pair)
{
    uint32_t seen_zero = 0U;
    uint32_t seen_one = 0U;

    for (uint32_t i = 0U;
         (i < LOOKS_MAX) && (((seen_zero & seen_one) & NV_SCI_IPC_EVENT_CONN_EST) == 0U); i++) {
        struct pollfd entries[2] = {{.events = POLLIN}, {.events = POLLIN}};

        assert_status(NvSciIpcGetLinuxEventFd(pair->zero, &entries[0].fd), NvSciError_Success);
        assert_status(NvSciIpcGetLinuxEventFd(pair->one, &entries[1].fd), NvSciError_Success);
        assert_true(poll(entries, 2U, SLEEP_MS) > 0);
        seen_zero |= (entries[0].revents != 0) ? events_of(pair->zero) : 0U;
        seen_one |= (entries[1].revents != 0) ? events_of(pair->one) : 0U;
    }
    assert_true((seen_zero & seen_one & NV_SCI_IPC_EVENT_CONN_EST) != 0U);
}

/** Calls an endpoint of root by hand in a child. Says whether there was room for the call. */
static bool call_root(const char *name)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    const size_t length = (size_t)snprintf(&at.sun_path[1], sizeof(at.sun_path) - 1U,
                                           "ringfence/user-0/%s/%s", own_space(), name);
    const void *const generic = &at;
    const int file = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0);
    bool called = false;

    CHILD_CHECK(file >= 0);
    called = (connect(file, (const struct sockaddr *)generic,
                      (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1U + length)) == 0);
    CHILD_CHECK(called || (errno == EAGAIN));
    return called;
}

/** Calls an address until it takes no more calls. */
static void fill_calls(const char *name)
{
    for (uint32_t i = 0U; i < 100U; i++) {
        if (!call_root(name)) {
            _exit(0);
        }
    }
    _exit(2);
}

/**
 * A stranger who fills the queue of calls is hung up on, and the ends of the channel connect by
 * waiting on their descriptors alone.
 * @verifies RF-IPC-020 RF-IPC-024
 */
static void calls_of_a_stranger_delay_nobody(void **state)
{
    const Pair pair = {open_endpoint("ipc_test_0"), open_endpoint("ipc_test_1")};
    pid_t child = -1;

    (void)state;
    if (geteuid() != 0U) {
        close_pair(&pair);
        skip();
    }
    child = fork_child();
    if (child == 0) {
        CHILD_CHECK(setuid(12345U) == 0);
        fill_calls("ipc_test_0");
    }
    expect_success(child);
    reset_endpoint_of(pair.one);
    assert_int_equal(events_of(pair.one), 0U);
    while (is_ready(pair.one, 0)) {
        assert_int_equal(events_of(pair.one), 0U);
    }
    reset_endpoint_of(pair.zero);
    sleep_until_connected(&pair);
    close_pair(&pair);
}

/* ---------------------------------------------------------------- ends that refuse each other */

/**
 * Who was refused is not asked to connect again: one fault, and no notification.
 * @verifies RF-IPC-024 RF-IPC-228
 */
static void refused_caller_is_not_asked_again(void **state)
{
    const int listener = impostor_of("ipc_test_1");
    const NvSciIpcEndpoint handle = open_endpoint("ipc_test_0");
    const uint32_t faults = ipc_fault_count();
    pid_t child = -1;
    int notice = -1;

    (void)state;
    notice = accept(listener, NULL, NULL);
    assert_true(notice >= 0);
    assert_int_equal(close(notice), 0);
    reset_endpoint_of(handle);
    assert_int_equal(events_of(handle), 0U);
    if (geteuid() != 0U) {
        close_endpoint_of(handle);
        assert_int_equal(close(listener), 0);
        skip();
    }
    child = fork_child();
    if (child == 0) {
        CHILD_CHECK(setuid(12345U) == 0);
        CHILD_CHECK(call_root("ipc_test_0"));
        _exit(0);
    }
    expect_success(child);
    assert_true(is_ready(handle, 0));
    assert_int_equal(events_of(handle), 0U);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_BAD_PEER);
    assert_false(is_ready(handle, 0));
    assert_int_equal(accept(listener, NULL, NULL), -1);
    close_endpoint_of(handle);
    assert_int_equal(close(listener), 0);
}

/**
 * A peer that closes the link without a word is connected to again when it notifies, and not
 * before.
 * @verifies RF-IPC-227
 */
static void who_closes_is_connected_to_when_it_notifies(void **state)
{
    const PortAddress notified = {"ipc_test_1", PORT_SCOPE_USER, 0U, own_space()};
    const int listener = impostor_of("ipc_test_0");
    const NvSciIpcEndpoint handle = open_endpoint("ipc_test_1");

    (void)state;
    reset_endpoint_of(handle);
    assert_int_equal(events_of(handle), 0U);
    for (uint32_t turn = 0U; turn < 3U; turn++) {
        const int link = accept(listener, NULL, NULL);

        assert_true(link >= 0);
        assert_int_equal(close(link), 0);
        for (uint32_t look = 0U; look < 5U; look++) {
            assert_int_equal(events_of(handle), 0U);
        }
        assert_int_equal(accept(listener, NULL, NULL), -1);
        assert_false(is_ready(handle, 0));
        notify(&notified);
        assert_true(is_ready(handle, SLEEP_MS));
        assert_int_equal(events_of(handle), 0U);
    }
    close_endpoint_of(handle);
    assert_int_equal(close(listener), 0);
}

/** Opens an endpoint as one user, becomes another one, and follows the descriptor until it is not
 * ready for long. Adds the faults that it saw. */
static void refuse_in_child(const char *name, uid_t before, uid_t after, atomic_uint *faults)
{
    NvSciIpcEndpoint handle = 0U;
    struct pollfd entry = {.events = POLLIN};
    const uint32_t earlier = ipc_fault_count();
    uint32_t looks = 0U;

    (void)alarm(CHILD_LIMIT);
    CHILD_CHECK(seteuid(before) == 0);
    CHILD_CHECK(NvSciIpcInit() == NvSciError_Success);
    CHILD_CHECK(NvSciIpcOpenEndpoint(name, &handle) == NvSciError_Success);
    CHILD_CHECK(seteuid(0) == 0);
    CHILD_CHECK(seteuid(after) == 0);
    CHILD_CHECK(NvSciIpcResetEndpointSafe(handle) == NvSciError_Success);
    CHILD_CHECK(NvSciIpcGetLinuxEventFd(handle, &entry.fd) == NvSciError_Success);
    while ((looks < LOOKS_MAX) && (poll(&entry, 1U, 5000) == 1)) {
        uint32_t events = 0U;

        CHILD_CHECK(NvSciIpcGetEventSafe(handle, &events) == NvSciError_Success);
        CHILD_CHECK((events & NV_SCI_IPC_EVENT_CONN_EST) == 0U);
        looks++;
    }
    CHILD_CHECK(looks < LOOKS_MAX);
    (void)atomic_fetch_add(faults, ipc_fault_count() - earlier);
    _exit(0);
}

/**
 * Two ends of which one changed its user, and refuses the other, come to rest: their descriptors
 * are not ready for ever, and there is a fault for each call that was refused, a few at most.
 * @verifies RF-IPC-024 RF-IPC-227 RF-IPC-228
 */
static void ends_that_refuse_come_to_rest(void **state)
{
    static const char *const names[] = {"ipc_test_0", "ipc_test_1"};
    pid_t children[COUNT_OF(names)];
    atomic_uint *const faults =
        mmap(NULL, sizeof(*faults), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    (void)state;
    assert_true(faults != MAP_FAILED);
    if (geteuid() != 0U) {
        assert_int_equal(munmap(faults, sizeof(*faults)), 0);
        skip();
    }
    for (size_t end = 0U; end < COUNT_OF(names); end++) {
        children[end] = fork_child();
        if (children[end] == 0) {
            refuse_in_child(names[end], 12345U, (end == 0U) ? 12346U : 12345U, faults);
        }
    }
    for (size_t end = 0U; end < COUNT_OF(names); end++) {
        expect_success(children[end]);
    }
    assert_in_range(atomic_load(faults), 1U, 4U);
    assert_int_equal(munmap(faults, sizeof(*faults)), 0);
}

/* ---------------------------------------------------------------- groups */

static void use_table(const char *text)
{
    NvSciIpcDeinit();
    own_table_use(text);
    assert_status(NvSciIpcInit(), NvSciError_Success);
}

/** Becomes another user who is a member of one group, and exchanges a message. */
static void talk_as_member(const char *name, uid_t user)
{
    const gid_t group = GROUP;
    const Message mine = message_of(1U);
    Message other;
    NvSciIpcEndpoint handle = 0U;
    uint32_t bytes = 0U;

    if (user != 0U) {
        CHILD_CHECK(setgroups(1U, &group) == 0);
        CHILD_CHECK(setregid(user, user) == 0);
        CHILD_CHECK(setreuid(user, user) == 0);
    }
    handle = child_connect(name);
    CHILD_CHECK(NvSciIpcWriteSafe(handle, &mine, MESSAGE_SIZE, &bytes) == NvSciError_Success);
    CHILD_CHECK(child_wait(handle, NV_SCI_IPC_EVENT_READ));
    CHILD_CHECK(NvSciIpcReadSafe(handle, &other, MESSAGE_SIZE, &bytes) == NvSciError_Success);
    CHILD_CHECK(message_is(&other, 1U));
    CHILD_CHECK(NvSciIpcCloseEndpointSafe(handle, true) == NvSciError_Success);
    _exit(0);
}

/**
 * Members of the group of a channel talk to one another and to root, whoever they are.
 * @verifies RF-IPC-020 RF-IPC-024
 */
static void members_of_a_group_connect(void **state)
{
    static const uid_t users[][2] = {{12345U, 12346U}, {0U, 12345U}, {12345U, 0U}};

    (void)state;
    if (geteuid() != 0U) {
        skip();
    }
    use_table("INTER_PROCESS group_0 group_1 4 64 54321\n");
    for (size_t i = 0U; i < COUNT_OF(users); i++) {
        const pid_t one = fork_child();
        pid_t other = 0;

        if (one == 0) {
            talk_as_member("group_0", users[i][0]);
        }
        other = fork_child();
        if (other == 0) {
            talk_as_member("group_1", users[i][1]);
        }
        expect_success(one);
        expect_success(other);
    }
}

/* ---------------------------------------------------------------- no system call */

#if !defined(__SANITIZE_THREAD__)
/** From now on each system call kills the process, but its end and a look at the link. */
static void forbid_system_calls(void)
{
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ppoll, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {(unsigned short)COUNT_OF(rules), rules};

    CHILD_CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    CHILD_CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
}
#endif

/** Sends and receives so many messages, and never sleeps. */
static bool exchange_awake(NvSciIpcEndpoint handle, uint64_t count)
{
    uint64_t sent = 0U;
    uint64_t got = 0U;
    bool fine = true;

    while (fine && ((sent < count) || (got < count))) {
        const Message mine = message_of(sent);
        Message other;
        uint32_t bytes = 0U;
        NvSciError status = NvSciError_InsufficientMemory;

        if (sent < count) {
            status = NvSciIpcWriteSafe(handle, &mine, MESSAGE_SIZE, &bytes);
            sent += (status == NvSciError_Success) ? 1U : 0U;
        }
        fine = (status == NvSciError_Success) || (status == NvSciError_InsufficientMemory);
        if (fine && (got < count)) {
            status = NvSciIpcReadSafe(handle, &other, MESSAGE_SIZE, &bytes);
            fine = (status == NvSciError_InsufficientMemory) ||
                   ((status == NvSciError_Success) && message_is(&other, got));
            got += (status == NvSciError_Success) ? 1U : 0U;
        }
    }
    return fine;
}

/** Waits for the other process, by the one system call that is left. A look at the link that meets
 * the end of the other one takes what came over it, which is more than a look. */
static void leave_together(atomic_uint *done)
{
    static const struct timespec moment = {.tv_nsec = 1000000};

    (void)atomic_fetch_add(done, 1U);
    while (atomic_load(done) < IPC_SIDES) {
        (void)syscall(SYS_ppoll, NULL, 0, &moment, NULL, 0);
    }
}

/** Is refused what belongs to INIT, and works in RUNTIME without the system. A call that finds
 * nothing may look at the link. */
static void work_in_runtime(const char *name, atomic_uint *done)
{
    bool fine = false;
    const NvSciIpcEndpoint handle = child_connect(name);
    NvSciIpcEndpoint another = 0U;
    int32_t file = -1;

    /* Who slept until the connection was there is awake after the first messages. */
    CHILD_CHECK(exchange_awake(handle, 2U));
    CHILD_CHECK(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME) == NvSciError_Success);
    CHILD_CHECK(NvSciIpcOpenEndpoint("nvscistream_0", &another) == NvSciError_InvalidState);
    CHILD_CHECK(NvSciIpcGetLinuxEventFd(handle, &file) == NvSciError_InvalidState);
    CHILD_CHECK(NvSciIpcResetEndpointSafe(handle) == NvSciError_InvalidState);
    CHILD_CHECK(NvSciIpcCloseEndpointSafe(handle, true) == NvSciError_InvalidState);
#if !defined(__SANITIZE_THREAD__)
    /* The sanitizer of threads maps memory of its own at any time. */
    forbid_system_calls();
#endif
    fine = exchange_awake(handle, AWAKE_MESSAGES);
    leave_together(done);
    (void)syscall(SYS_exit_group, fine ? 0 : 2);
}

/**
 * Two processes that are busy at the same time exchange messages without a system call but the look
 * of a call that finds nothing, in RUNTIME; what belongs to INIT is refused in both.
 * @verifies RF-IPC-021 RF-IPC-034 RF-IPC-038 RF-IPC-212
 */
static void busy_processes_make_no_system_call(void **state)
{
    static const char *const names[] = {"ipc_test_0", "ipc_test_1"};
    pid_t children[COUNT_OF(names)];
    atomic_uint *const done =
        mmap(NULL, sizeof(*done), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    (void)state;
    assert_true(done != MAP_FAILED);
    for (size_t i = 0U; i < COUNT_OF(names); i++) {
        children[i] = fork_child();
        if (children[i] == 0) {
            work_in_runtime(names[i], done);
        }
    }
    for (size_t i = 0U; i < COUNT_OF(names); i++) {
        expect_success(children[i]);
    }
    assert_int_equal(munmap(done, sizeof(*done)), 0);
}

/* ---------------------------------------------------------------- processes of little memory */

/** Bytes of what a process may have beside what it has, less than a channel of the table takes. */
#define LITTLE 2097152U

/** An end that opens in a process with a limit, and what that limits. */
typedef struct {
    const char *opens;
    const char *waits;
    bool of_addresses;
} Little;

/** Opens an end in a process that may not have the memory of the channel. */
static void open_with_little(const Little *little)
{
    struct rlimit limit = {0U, 0U};
    NvSciIpcEndpoint handle = 0U;

    if (getrlimit(little->of_addresses ? RLIMIT_AS : RLIMIT_FSIZE, &limit) != 0) {
        _exit(3);
    }
    limit.rlim_cur = LITTLE;
    if (little->of_addresses) {
        FILE *const file = fopen("/proc/self/statm", "r");
        unsigned long pages = 0U;

        if ((file == NULL) || (fscanf(file, "%lu", &pages) != 1) || (fclose(file) != 0)) {
            _exit(4);
        }
        limit.rlim_cur += (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
    }
    if ((setrlimit(little->of_addresses ? RLIMIT_AS : RLIMIT_FSIZE, &limit) != 0) ||
        (NvSciIpcInit() != NvSciError_Success)) {
        _exit(5);
    }
    _exit((NvSciIpcOpenEndpoint(little->opens, &handle) == NvSciError_InsufficientMemory) ? 0 : 6);
}

/** Asks an end for events until it has an error. */
static NvSciError ask_until_error(NvSciIpcEndpoint handle)
{
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < LOOKS_MAX) && (status == NvSciError_Success); i++) {
        uint32_t events = 77U;

        status = NvSciIpcGetEventSafe(handle, &events);
        if (status == NvSciError_Success) {
            assert_int_equal(events, 0U);
            assert_true(is_ready(handle, SLEEP_MS));
        } else {
            assert_int_equal(events, 77U);
        }
    }
    return status;
}

/** Connects the end that did not open before, in a process without a limit, until the other end is
 * closed. */
static void open_with_enough(const char *name)
{
    const NvSciIpcEndpoint handle = child_connect(name);
    uint32_t bytes = 0U;

    CHILD_CHECK(NvSciIpcWriteSafe(handle, &bytes, sizeof(bytes), &bytes) == NvSciError_Success);
    CHILD_CHECK(child_wait(handle, NV_SCI_IPC_EVENT_CONN_RESET));
    _exit(0);
}

/**
 * An end that waits is told that the process of the other one has not the memory for the channel,
 * once and woken by its descriptor; it connects when a process opens the other end that has.
 * @verifies RF-IPC-314
 */
static void end_is_told_that_its_peer_has_no_memory(void **state)
{
    static const Little cases[] = {
        {"big_0", "big_1", true}, {"big_0", "big_1", false}, {"big_1", "big_0", true}};

    (void)state;
    NvSciIpcDeinit();
    own_table_use("INTER_PROCESS big_0 big_1 8 1048576\n");
    assert_status(NvSciIpcInit(), NvSciError_Success);
    for (uint32_t i = IS_INSTRUMENTED ? 1U : 0U; i < (IS_INSTRUMENTED ? 2U : 3U); i++) {
        const NvSciIpcEndpoint handle = open_endpoint(cases[i].waits);
        pid_t child = -1;
        uint32_t events = 0U;

        reset_endpoint_of(handle);
        child = fork_child();
        if (child == 0) {
            open_with_little(&cases[i]);
        }
        assert_status(ask_until_error(handle), NvSciError_InsufficientMemory);
        assert_refusal("NvSciIpcGetEventSafe", cases[i].waits,
                       "the process of the other end has not the memory for the channel; raise its "
                       "limits, or give the line fewer or smaller frames");
        expect_success(child);
        assert_status(NvSciIpcGetEventSafe(handle, &events), NvSciError_Success);
        assert_int_equal(events, 0U);
        child = fork_child();
        if (child == 0) {
            open_with_enough(cases[i].opens);
        }
        (void)wait_for(handle, NV_SCI_IPC_EVENT_READ);
        close_endpoint_of(handle);
        expect_success(child);
    }
}

/** Says to an end by hand that its peer has no memory, as a user. */
static void decline_by_hand(uid_t user)
{
    struct sockaddr_un own = {.sun_family = AF_UNIX};
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    const size_t path = offsetof(struct sockaddr_un, sun_path) + 1U;
    const int own_length =
        snprintf(&own.sun_path[1], sizeof(own.sun_path) - 1U, "ringfence/no-memory/%u", user);
    const int length = snprintf(&to.sun_path[1], sizeof(to.sun_path) - 1U,
                                "ringfence/user-%u/%s/ipc_test_1", geteuid(), own_space());
    const int file = socket(AF_UNIX, SOCK_SEQPACKET, 0);

    CHILD_CHECK((user == geteuid()) || (setresuid(user, user, user) == 0));
    CHILD_CHECK(bind(file, (const struct sockaddr *)&own, (socklen_t)(path + (size_t)own_length)) ==
                0);
    CHILD_CHECK(connect(file, (const struct sockaddr *)&to, (socklen_t)(path + (size_t)length)) ==
                0);
    _exit(0);
}

/**
 * Who may not be the peer cannot say that it has no memory.
 * @verifies RF-IPC-314
 */
static void stranger_tells_nothing_of_memory(void **state)
{
    const uid_t users[] = {GROUP, geteuid()};
    const NvSciIpcEndpoint handle = open_endpoint("ipc_test_1");

    (void)state;
    reset_endpoint_of(handle);
    for (uint32_t i = (geteuid() == 0U) ? 0U : 1U; i < COUNT_OF(users); i++) {
        uint32_t events = 77U;
        const pid_t child = fork_child();

        if (child == 0) {
            decline_by_hand(users[i]);
        }
        expect_success(child);
        assert_status(NvSciIpcGetEventSafe(handle, &events),
                      (i == 0U) ? NvSciError_Success : NvSciError_InsufficientMemory);
    }
    close_endpoint_of(handle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(messages_go_to_a_process_and_back),
        ipc_test(endpoint_of_a_process_is_busy_until_it_dies),
        ipc_test(killed_peer_leaves_whole_messages),
        ipc_test(loops_that_read_or_write_alone_find_a_killed_peer),
        ipc_test(counters_that_lie_end_the_connection),
        ipc_test(offers_that_do_not_fit_are_refused),
        ipc_test(tables_that_differ_do_not_connect),
        ipc_test(refused_peer_is_not_called_again),
        ipc_test(a_second_open_calls_nobody),
        ipc_test(second_opens_fill_the_queue_of_calls),
        ipc_test(calls_of_a_stranger_delay_nobody),
        ipc_test(refused_caller_is_not_asked_again),
        ipc_test(who_closes_is_connected_to_when_it_notifies),
        ipc_test(ends_that_refuse_come_to_rest),
        ipc_test(members_of_a_group_connect),
        ipc_test(busy_processes_make_no_system_call),
        ipc_test(end_is_told_that_its_peer_has_no_memory),
        ipc_test(stranger_tells_nothing_of_memory),
    };

    return cmocka_run_group_tests_name("ipc_process", tests, NULL, NULL);
}
