/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_test.c
 * Every call of channels to the system fails in turn: opening, connecting, sending and claiming.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "fault.h"
#include "ipc/ipc.h"
#include "ipc_fixture.h"
#include "port/random.h"
#include "port/wait.h"
#include "process_maps.h"

#define EST NV_SCI_IPC_EVENT_CONN_EST
#define ANY OP_IPC_GET_EVENT_SAFE
/** Calls that no scenario reaches. */
#define CALLS_MAX 1000U

static const int g_errors[] = {EMFILE, ENFILE, ENOMEM, ENOBUFS, EACCES, EIO};

static bool is_one_of(const char *name, const char *const names[], size_t count)
{
    bool found = false;

    for (size_t i = 0U; i < count; i++) {
        found = found || (strcmp(name, names[i]) == 0);
    }
    return found;
}

/** What an opening gives if a call fails for a reason. */
static NvSciError result_of_open(const char *name, int error)
{
    /* For these an address that is used up is one thing, and memory another. */
    static const char *const sockets[] = {"socket",        "bind",    "listen",
                                          "epoll_create1", "eventfd", "epoll_ctl"};
    NvSciError result = NvSciError_ResourceError;

    if (strcmp(name, "sysinfo") == 0) {
        result = NvSciError_InsufficientMemory;
    } else if ((strcmp(name, "getrandom") == 0) || (strcmp(name, "pthread_create") == 0)) {
        result = NvSciError_ResourceError;
    } else if (error == ENOMEM) {
        result = NvSciError_InsufficientMemory;
    } else if ((error == ENOBUFS) && is_one_of(name, sockets, COUNT_OF(sockets))) {
        result = NvSciError_InsufficientMemory;
    } else {
        result = NvSciError_ResourceError;
    }
    return result;
}

/**
 * Whichever call of an opening fails, and why, the result says the reason, the handle is as it was
 * and nothing is left; the same opening then succeeds.
 * @verifies RF-IPC-015 RF-IPC-075 RF-PORT-035
 */
static void open_fails_cleanly_at_every_call(void **state)
{
    static const char *const sockets[] = {
#if !defined(__SANITIZE_THREAD__)
        /* The thread that closes is not there under this sanitizer. */
        "pthread_create",
#endif
        "socket",
        "bind",
        "epoll_create1",
        "eventfd",
        "epoll_ctl",
        "epoll_ctl",
        "listen"
    };
    static const char *const calls[] = {"socket", "socket", "socket", "socket", "socket",
                                        "socket", "socket", "socket", "connect"};
    /* What a reservation of memory does without. */
    static const char *const idle[] = {"open", "read", "close", "madvise", "connect"};

    (void)state;
    /* The first opening draws the number of the process. */
    close_endpoint_of(open_endpoint("itc_test_0"));
    for (size_t r = 0U; r < COUNT_OF(g_errors); r++) {
        bool failed = true;
        uint32_t last = 0U;

        for (uint32_t call = 0U; failed && (call < CALLS_MAX); call++) {
            const Held before = held_now();
            NvSciIpcEndpoint handle = 77U;
            NvSciError status;

            fault_arm_system(call + 1U, g_errors[r]);
            status = NvSciIpcOpenEndpoint("itc_test_0", &handle);
            failed = fault_disarm();
            if (failed) {
                const bool is_idle = is_one_of(fault_name(), idle, COUNT_OF(idle));

                if ((call > 0U) && (call <= COUNT_OF(sockets))) {
                    assert_string_equal(fault_name(), sockets[call - 1U]);
                }
                last =
                    (strcmp(fault_name(), calls[last % COUNT_OF(calls)]) == 0) ? (last + 1U) : 0U;
                assert_status(status, is_idle ? NvSciError_Success
                                              : result_of_open(fault_name(), g_errors[r]));
            }
            if (status == NvSciError_Success) {
                close_endpoint_of(handle);
            } else {
                assert_int_equal(handle, 77U);
                assert_int_equal(in_use_of(RINGFENCE_POOL_IPC_ENDPOINT), 0U);
            }
            assert_held(before);
        }
        /* The calls that are kept come last, and one is tried at the peer. */
        assert_int_equal(last, COUNT_OF(calls));
    }
}

/**
 * An address that is taken is busy, and one that the system forbids is refused.
 * @verifies RF-IPC-015 RF-IPC-017
 */
static void taken_address_is_busy(void **state)
{
    NvSciIpcEndpoint handle = 77U;

    (void)state;
    for (uint32_t call = 3U; call <= 4U; call++) {
        fault_arm_system(call, EADDRINUSE);
        assert_status(NvSciIpcOpenEndpoint("itc_test_1", &handle), NvSciError_Busy);
        assert_true(fault_disarm());
        assert_int_equal(handle, 77U);
    }
}

/** Looks for events; notes a call that says what the process lacks. */
static uint32_t look_for_events(NvSciIpcEndpoint handle, uint32_t *lacks)
{
    uint32_t events = 0U;
    const NvSciError status = NvSciIpcGetEventSafe(handle, &events);

    if (status != NvSciError_Success) {
        assert_true((status == NvSciError_ResourceError) ||
                    (status == NvSciError_InsufficientMemory));
        assert_int_equal(events, 0U);
        (*lacks)++;
    }
    return events;
}

/** Looks at both ends until both were connected; says whether they were. */
static bool try_to_connect(const Pair *pair, uint32_t *lacks)
{
    uint32_t zero = 0U;
    uint32_t one = 0U;

    for (uint32_t i = 0U; (i < LOOKS_MAX) && (((zero & one) & EST) == 0U); i++) {
        zero |= look_for_events(pair->zero, lacks);
        one |= look_for_events(pair->one, lacks);
        /* What one end has of a connection that the other end lost does not count. */
        zero = ((zero & NV_SCI_IPC_EVENT_CONN_RESET) != 0U) ? 0U : zero;
        one = ((one & NV_SCI_IPC_EVENT_CONN_RESET) != 0U) ? 0U : one;
    }
    return ((zero & one) & EST) != 0U;
}

/**
 * Whichever call fails once while two ends connect, they connect nevertheless, at once or by the
 * next try; only a peer whose memory or handshake could not be checked, or of whom the system says
 * that he hung up, waits for a reset or a call. Nothing is left.
 * One that says that descriptors or memory are used up, or that the peer could not be answered, is
 * told once by the question for events.
 * @verifies RF-IPC-020 RF-IPC-022 RF-IPC-226 RF-IPC-229
 */
static void connecting_survives_each_failure(void **state)
{
    static const int errors[] = {EMFILE, ENOMEM, EAGAIN, EINTR, EPIPE, ECONNRESET, EIO};
    /* Failures of these are taken for a peer that does not fit. */
    static const char *const checks[] = {"fcntl", "mmap", "recvmsg"};

    (void)state;
    for (size_t r = 0U; r < COUNT_OF(errors); r++) {
        const bool is_lack = (errors[r] == EMFILE) || (errors[r] == ENOMEM);
        bool failed = true;
        uint32_t n = 1U;
        uint32_t sum = 0U;

        for (; failed && (n < CALLS_MAX); n++) {
            const Held before = held_now();
            const uint32_t faults = ipc_fault_count();
            const Pair pair = {open_endpoint("itc_test_0"), open_endpoint("itc_test_1")};
            static const uint8_t frame[64] = {1};
            uint8_t in[64] = {0};
            uint32_t bytes = 0U;
            bool connected = false;
            uint32_t lacks = 0U;

            reset_endpoint_of(pair.zero);
            reset_endpoint_of(pair.one);
            fault_arm_system(n, errors[r]);
            connected = try_to_connect(&pair, &lacks);
            failed = fault_disarm();
            /* Whatever it was, an answer that fails is told once. */
            assert_true(lacks <= (failed ? 1U : 0U));
            sum += is_lack ? lacks : 0U;
            if (!connected) {
                const bool is_end = (strcmp(fault_name(), "recvmsg") == 0) &&
                                    ((errors[r] == EPIPE) || (errors[r] == ECONNRESET));

                assert_true(failed);
                assert_true(is_one_of(fault_name(), checks, COUNT_OF(checks)));
                assert_int_equal(ipc_fault_count(), faults + (is_end ? 0U : 1U));
                reset_endpoint_of(pair.zero);
                reset_endpoint_of(pair.one);
                connect_pair(&pair);
            }
            assert_status(NvSciIpcWriteSafe(pair.zero, frame, sizeof(frame), &bytes),
                          NvSciError_Success);
            assert_status(NvSciIpcReadSafe(pair.one, in, sizeof(in), &bytes), NvSciError_Success);
            assert_memory_equal(in, frame, sizeof(in));
            close_pair(&pair);
            assert_held(before);
        }
        assert_true((sum > 0U) || (!is_lack));
        /* An offer alone takes more calls than this. */
        assert_in_range(n, 15U, CALLS_MAX - 1U);
    }
}

static NvSciError send_any(NvSciIpcEndpoint handle, IpcToken *token)
{
    const PortParcel parcel = {1U, {STDIN_FILENO}};
    IpcEndpoint *endpoint = NULL;
    NvSciError status;

    assert_status(ipc_take(ANY, handle, &endpoint), NvSciError_Success);
    status = ipc_parcel_send(endpoint, &parcel, token);
    ipc_leave(endpoint);
    return status;
}

static bool claim_any(NvSciIpcEndpoint handle, IpcToken token)
{
    PortParcel parcel = {0U, {0}};
    IpcEndpoint *endpoint = NULL;
    bool claimed;

    assert_status(ipc_take(ANY, handle, &endpoint), NvSciError_Success);
    claimed = ipc_parcel_claim(endpoint, token, &parcel);
    ipc_leave(endpoint);
    port_parcel_close(&parcel);
    return claimed;
}

/**
 * Whichever call of a sending fails, the result says the reason, and the parcel does not count;
 * what came and cannot be read keeps nobody from sending; a claim whose word cannot be sent
 * succeeds, and is told later.
 * @verifies RF-IPC-070 RF-IPC-071 RF-PORT-035
 */
static void parcels_survive_each_failure(void **state)
{
    static const struct {
        uint32_t call;
        const char *name;
        int error;
        NvSciError status;
    } cases[] = {
        {1U, "recvmsg", EINTR, NvSciError_Success},
        {1U, "recvmsg", ENOMEM, NvSciError_Success},
        {1U, "recvmsg", EIO, NvSciError_Success},
        {2U, "getrandom", ENOSYS, NvSciError_ResourceError},
        {3U, "sendmsg", ETOOMANYREFS, NvSciError_ResourceError},
        {3U, "sendmsg", ENOBUFS, NvSciError_ResourceError},
        {3U, "sendmsg", EIO, NvSciError_ResourceError},
        {3U, "sendmsg", EAGAIN, NvSciError_InsufficientResource},
        {3U, "sendmsg", EPIPE, NvSciError_ConnectionReset},
    };

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const Pair pair = make_pair("itc_test_0", "itc_test_1");
        const uint32_t before = open_descriptors();
        IpcToken token = {{0U, 0U}};
        NvSciError status;

        fault_arm_system(cases[i].call, cases[i].error);
        status = send_any(pair.zero, &token);
        assert_true(fault_disarm());
        assert_string_equal(fault_name(), cases[i].name);
        assert_status(status, cases[i].status);
        if (status != NvSciError_Success) {
            assert_int_equal(token.words[0] | token.words[1], 0U);
        }
        if (cases[i].call == 1U) {
            reset_endpoint_of(pair.zero);
            connect_pair(&pair);
        }
        for (uint32_t k = 0U; k < RINGFENCE_CFG_PARCELS; k++) {
            assert_status(send_any(pair.zero, &token), NvSciError_Success);
        }
        assert_status(send_any(pair.zero, &token), NvSciError_InsufficientResource);
        (void)claim_any(pair.one, (IpcToken){{1U, 1U}});
        fault_arm_system(1U, EAGAIN);
        assert_true(claim_any(pair.one, token));
        assert_true(fault_disarm());
        assert_string_equal(fault_name(), "sendmsg");
        assert_status(send_any(pair.zero, &token), NvSciError_InsufficientResource);
        (void)events_of(pair.one);
        assert_status(send_any(pair.zero, &token), NvSciError_Success);
        reset_endpoint_of(pair.one);
        assert_int_equal(wait_for(pair.zero, NV_SCI_IPC_EVENT_CONN_RESET),
                         NV_SCI_IPC_EVENT_CONN_RESET);
        assert_true(open_descriptors() <= before);
        close_pair(&pair);
    }
}

/* ---------------------------------------------------------------- the end of the peer */

static const uint8_t g_last[64] = {42U};
static NvSciIpcEndpoint g_peer;

/** The peer's last frame, and its end, between two looks of this side. */
static void write_and_close(void)
{
    uint32_t bytes = 0U;

    fault_before_look(NULL);
    assert_status(NvSciIpcWriteSafe(g_peer, g_last, sizeof(g_last), &bytes), NvSciError_Success);
    close_endpoint_of(g_peer);
}

/**
 * A frame that comes after the ring was found empty, and before the end of the peer is seen, is
 * read; then comes the end.
 * @verifies RF-IPC-211
 */
static void last_frame_comes_before_the_end(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    NvSciError status = NvSciError_InsufficientMemory;
    uint8_t in[64] = {0};
    uint32_t bytes = 0U;

    (void)state;
    g_peer = pair.one;
    fault_before_look(write_and_close);
    while (status == NvSciError_InsufficientMemory) {
        status = NvSciIpcReadSafe(pair.zero, in, sizeof(in), &bytes);
    }
    assert_status(status, NvSciError_Success);
    assert_memory_equal(in, g_last, sizeof(in));
    assert_status(NvSciIpcReadSafe(pair.zero, in, sizeof(in), &bytes), NvSciError_ConnectionReset);
    close_endpoint_of(pair.zero);
}

/** A time that goes in whole milliseconds. */
static uint64_t milliseconds_now(void)
{
    return ringfence_port_time_us() / 1000U;
}

/**
 * Calls that find nothing while the peer lives look at the system at most once in each tick of its
 * clock, of a millisecond at least; a look that fails says nothing, and the end is found by the
 * next one.
 * @verifies RF-IPC-212
 */
static void looks_are_as_rare_as_ticks(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    const uint32_t before = fault_looks();
    const uint64_t start_ms = milliseconds_now();
    NvSciError status = NvSciError_InsufficientMemory;
    uint8_t in[64] = {0};
    uint32_t bytes = 0U;
    uint64_t passed_ms = 0U;

    (void)state;
    for (uint32_t i = 0U; i < 200000U; i++) {
        assert_status(NvSciIpcReadSafe(pair.zero, in, sizeof(in), &bytes),
                      NvSciError_InsufficientMemory);
    }
    passed_ms = milliseconds_now() - start_ms;
    assert_in_range(fault_looks() - before, 1U, passed_ms + 2U);
    close_endpoint_of(pair.one);
    fault_arm_system(1U, EINTR);
    while (!fault_disarm()) {
        fault_arm_system(1U, EINTR);
        assert_status(NvSciIpcReadSafe(pair.zero, in, sizeof(in), &bytes),
                      NvSciError_InsufficientMemory);
    }
    assert_string_equal(fault_name(), "ppoll");
    while (status == NvSciError_InsufficientMemory) {
        status = NvSciIpcReadSafe(pair.zero, in, sizeof(in), &bytes);
    }
    assert_status(status, NvSciError_ConnectionReset);
    close_endpoint_of(pair.zero);
}

/* ---------------------------------------------------------------- the table */

/**
 * Without a variable the file of the system is opened, and only if there is none the built-in table
 * is read. A file that is there and cannot be opened, or the variable's that is not there, does not
 * make way.
 * @verifies RF-IPC-004 RF-IPC-005
 */
static void tables_are_looked_for_in_order(void **state)
{
    static const char environment[] = "RINGFENCE_NVSCIIPC_CFG";
    static const char system[] = "/etc/nvsciipc.cfg";
    static const struct {
        bool is_set;
        int error;
        NvSciError status;
        const char *source;
    } rows[] = {{false, ENOENT, NvSciError_Success, "built-in table"},
                {false, EACCES, NvSciError_NotPermitted, system},
                {false, EMFILE, NvSciError_NotPermitted, system},
                {true, ENOENT, NvSciError_NotPermitted, environment},
                {true, EACCES, NvSciError_NotPermitted, environment}};

    (void)state;
    NvSciIpcDeinit();
    for (size_t i = 0U; i < COUNT_OF(rows); i++) {
        RingfenceIpcTableError error;

        if (rows[i].is_set) {
            assert_int_equal(setenv(environment, "cfg/nvsciipc.cfg", 1), 0);
        } else {
            assert_int_equal(unsetenv(environment), 0);
        }
        fault_arm_system(1U, rows[i].error);
        assert_status(NvSciIpcInit(), rows[i].status);
        assert_true(fault_disarm());
        assert_string_equal(fault_name(), "open");
        assert_status(RingfenceGetIpcTableError(&error), NvSciError_Success);
        assert_string_equal(error.source, rows[i].source);
        assert_int_equal(error.line, 0U);
        NvSciIpcDeinit();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(open_fails_cleanly_at_every_call), ipc_test(taken_address_is_busy),
        ipc_test(connecting_survives_each_failure), ipc_test(parcels_survive_each_failure),
        ipc_test(last_frame_comes_before_the_end),  ipc_test(looks_are_as_rare_as_ticks),
        ipc_test(tables_are_looked_for_in_order),
    };

    /* The first handle draws the number of the process: not in a call that is made to fail. */
    (void)port_secret();
    return cmocka_run_group_tests_name("fault/ipc", tests, NULL, NULL);
}
