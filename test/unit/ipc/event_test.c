/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include "ipc/ipc.h"
#include "ipc_fixture.h"
#include "port/atomic.h"
#include "port/channel.h"

#define READ  NV_SCI_IPC_EVENT_READ
#define WRITE NV_SCI_IPC_EVENT_WRITE
#define EMPTY NV_SCI_IPC_EVENT_WRITE_EMPTY
#define EST   NV_SCI_IPC_EVENT_CONN_EST
#define RESET NV_SCI_IPC_EVENT_CONN_RESET

static uint8_t g_bytes[64];

static void write_one(NvSciIpcEndpoint handle)
{
    uint32_t bytes = 0U;

    assert_status(NvSciIpcWriteSafe(handle, g_bytes, 64U, &bytes), NvSciError_Success);
}

static void read_one(NvSciIpcEndpoint handle)
{
    uint32_t bytes = 0U;

    assert_status(NvSciIpcReadSafe(handle, g_bytes, 64U, &bytes), NvSciError_Success);
}

/**
 * READ, WRITE and WRITE_EMPTY are reported as long as they hold; both forms of the call agree.
 * @verifies RF-IPC-040
 */
static void levels_are_reported_as_long_as_they_hold(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    uint32_t events = 0U;

    (void)state;
    for (uint32_t look = 0U; look < 3U; look++) {
        assert_int_equal(events_of(pair.zero), WRITE | EMPTY);
    }
    write_one(pair.zero);
    for (uint32_t look = 0U; look < 3U; look++) {
        assert_int_equal(events_of(pair.zero), WRITE);
        assert_int_equal(events_of(pair.one), READ | WRITE | EMPTY);
    }
    for (uint32_t i = 1U; i < FRAMES; i++) {
        write_one(pair.zero);
    }
    assert_int_equal(events_of(pair.zero), 0U);
    read_one(pair.one);
    assert_int_equal(events_of(pair.zero), WRITE);
    for (uint32_t i = 1U; i < FRAMES; i++) {
        assert_status(NvSciIpcGetEvent(pair.one, &events), NvSciError_Success);
        assert_int_equal(events, READ | WRITE | EMPTY);
        read_one(pair.one);
    }
    assert_int_equal(events_of(pair.one), WRITE | EMPTY);
    assert_int_equal(events_of(pair.zero), WRITE | EMPTY);
    assert_status(NvSciIpcGetEventSafe(pair.zero, NULL), NvSciError_BadParameter);
    assert_status(NvSciIpcGetEvent(pair.zero, NULL), NvSciError_BadParameter);
    close_pair(&pair);
}

/**
 * The descriptor wakes who found no data when data come, and who found no room when room comes; it
 * is quiet again after a look.
 * @verifies RF-IPC-034 RF-IPC-041
 */
static void descriptor_wakes_for_data_and_room(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");

    (void)state;
    for (uint32_t turn = 0U; turn < 20U; turn++) {
        (void)events_of(pair.one);
        (void)events_of(pair.one);
        assert_false(is_ready(pair.one, 0));
        write_one(pair.zero);
        assert_true(is_ready(pair.one, SLEEP_MS));
        assert_true((events_of(pair.one) & READ) != 0U);
        read_one(pair.one);
    }
    for (uint32_t turn = 0U; turn < 20U; turn++) {
        for (uint32_t i = 0U; i < FRAMES; i++) {
            write_one(pair.zero);
        }
        (void)events_of(pair.zero);
        (void)events_of(pair.zero);
        assert_false(is_ready(pair.zero, 0));
        read_one(pair.one);
        assert_true(is_ready(pair.zero, SLEEP_MS));
        assert_true((events_of(pair.zero) & WRITE) != 0U);
        for (uint32_t i = 1U; i < FRAMES; i++) {
            read_one(pair.one);
        }
    }
    close_pair(&pair);
}

/**
 * An endpoint that always has something to do is reminded of room again and again; the reminders do
 * not fill its link, so that its peer can send other things.
 * @verifies RF-IPC-034 RF-IPC-071
 */
static void reminders_do_not_fill_the_link(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    const PortParcel parcel = {1U, {0}};
    IpcEndpoint *endpoint = NULL;
    IpcToken token = {{0U, 0U}};

    (void)state;
    for (uint32_t i = 0U; i < FRAMES; i++) {
        write_one(pair.one);
    }
    for (uint32_t turn = 0U; turn < 2000U; turn++) {
        write_one(pair.zero);
        assert_int_equal(events_of(pair.one), READ);
        read_one(pair.zero);
        read_one(pair.one);
        write_one(pair.one);
    }
    assert_status(ipc_take(OP_IPC_GET_EVENT_SAFE, pair.zero, &endpoint), NvSciError_Success);
    assert_status(ipc_parcel_send(endpoint, &parcel, &token), NvSciError_Success);
    ipc_leave(endpoint);
    close_pair(&pair);
}

/**
 * Either side may be opened and reset first, and both connect by waiting on their descriptors
 * alone.
 * @verifies RF-IPC-020 RF-IPC-041
 */
static void either_side_may_start_first(void **state)
{
    static const char *const names[] = {"itc_test_0", "itc_test_1"};

    (void)state;
    for (uint32_t order = 0U; order < 8U; order++) {
        const uint32_t first = order & 1U;
        const bool reset_early = (order & 2U) != 0U;
        const bool look_early = (order & 4U) != 0U;
        NvSciIpcEndpoint early = open_endpoint(names[first]);
        NvSciIpcEndpoint late = 0U;
        uint32_t seen = 0U;

        assert_int_equal(events_of(early), 0U);
        if (reset_early) {
            reset_endpoint_of(early);
        }
        for (uint32_t i = 0U; look_early && (i < 3U); i++) {
            assert_int_equal(events_of(early), 0U);
        }
        late = open_endpoint(names[1U - first]);
        reset_endpoint_of(late);
        if (!reset_early) {
            reset_endpoint_of(early);
        }
        for (uint32_t i = 0U; (i < LOOKS_MAX) && (seen != 3U); i++) {
            if (((seen & 1U) == 0U) && is_ready(early, 0) && ((events_of(early) & EST) != 0U)) {
                seen |= 1U;
            }
            if (((seen & 2U) == 0U) && is_ready(late, 0) && ((events_of(late) & EST) != 0U)) {
                seen |= 2U;
            }
        }
        assert_int_equal(seen, 3U);
        close_endpoint_of(early);
        close_endpoint_of(late);
    }
}

/**
 * A reset from either side, whatever is in the channel: both see CONN_RESET alone, then CONN_EST,
 * and the data are gone.
 * @verifies RF-IPC-042
 */
static void reset_is_seen_by_both_and_discards(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");

    (void)state;
    for (uint32_t turn = 0U; turn < 10U; turn++) {
        const NvSciIpcEndpoint self = ((turn & 1U) == 0U) ? pair.zero : pair.one;
        const NvSciIpcEndpoint peer = ((turn & 1U) == 0U) ? pair.one : pair.zero;

        write_one(self);
        write_one(peer);
        (void)events_of(peer);
        if ((turn & 2U) == 0U) {
            NvSciIpcResetEndpoint(self);
        } else {
            reset_endpoint_of(self);
        }
        assert_true(is_ready(self, 0));
        assert_int_equal(events_of(self), RESET);
        assert_true(is_ready(peer, 0));
        assert_int_equal(events_of(peer), RESET);
        if ((turn & 4U) != 0U) {
            reset_endpoint_of(peer);
        }
        connect_pair(&pair);
        assert_int_equal(events_of(self), WRITE | EMPTY);
        assert_int_equal(events_of(peer), WRITE | EMPTY);
    }
    close_pair(&pair);
}

/**
 * A peer that closed: what it wrote is read first, writing is refused, then comes CONN_RESET;
 * reopened, it connects again.
 * @verifies RF-IPC-043 RF-IPC-022
 */
static void closed_peer_leaves_its_data(void **state)
{
    static const char *const names[] = {"itc_test_0", "itc_test_1"};
    Pair pair = make_pair(names[0], names[1]);

    (void)state;
    for (uint32_t turn = 0U; turn < 10U; turn++) {
        NvSciIpcEndpoint *const goes = ((turn & 1U) == 0U) ? &pair.zero : &pair.one;
        const NvSciIpcEndpoint stays = ((turn & 1U) == 0U) ? pair.one : pair.zero;
        uint32_t bytes = 0U;

        for (uint32_t i = 0U; i < turn; i++) {
            write_one(*goes);
        }
        close_endpoint_of(*goes);
        assert_true(is_ready(stays, SLEEP_MS));
        for (uint32_t i = 0U; i < turn; i++) {
            assert_int_equal(events_of(stays), READ);
            assert_true(is_ready(stays, 0));
            assert_status(NvSciIpcWriteSafe(stays, g_bytes, 1U, &bytes),
                          NvSciError_ConnectionReset);
            read_one(stays);
        }
        assert_int_equal(events_of(stays), RESET);
        assert_status(NvSciIpcReadSafe(stays, g_bytes, 1U, &bytes), NvSciError_ConnectionReset);
        *goes = open_endpoint(names[turn & 1U]);
        reset_endpoint_of(*goes);
        connect_pair(&pair);
    }
    close_pair(&pair);
}

/**
 * Data of a peer that closed do not hide its end from who does not read them.
 * @verifies RF-IPC-043
 */
static void unread_data_do_not_hide_the_end(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");

    (void)state;
    write_one(pair.zero);
    close_endpoint_of(pair.zero);
    for (uint32_t look = 0U; look < 16U; look++) {
        assert_int_equal(events_of(pair.one), READ);
    }
    assert_int_equal(events_of(pair.one), RESET);
    close_endpoint_of(pair.one);
}

/**
 * A side that is opened, reset and closed many times while the other does not look still connects
 * in the end.
 * @verifies RF-IPC-020 RF-IPC-022
 */
static void calls_that_were_given_up_do_no_harm(void **state)
{
    NvSciIpcEndpoint zero = open_endpoint("itc_test_0");
    Pair pair;

    (void)state;
    reset_endpoint_of(zero);
    for (uint32_t i = 0U; i < 50U; i++) {
        const NvSciIpcEndpoint one = open_endpoint("itc_test_1");

        reset_endpoint_of(one);
        (void)events_of(one);
        close_endpoint_of(one);
    }
    pair.zero = zero;
    pair.one = open_endpoint("itc_test_1");
    reset_endpoint_of(pair.one);
    for (uint32_t i = 0U; i < 50U; i++) {
        (void)events_of(pair.one);
        close_endpoint_of(pair.zero);
        pair.zero = open_endpoint("itc_test_0");
    }
    reset_endpoint_of(pair.zero);
    connect_pair(&pair);
    close_pair(&pair);
}

/**
 * Frames that move at an endpoint whose notification is off do not wake a peer that waits for them
 * or for their room; turned on again, it does, for what moved meanwhile and what moves then. The
 * end of the connection wakes as ever.
 * @verifies RF-IPC-220
 */
static void notification_can_be_turned_off(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");

    (void)state;
    for (uint32_t turn = 0U; turn < 4U; turn++) {
        const bool quiet = ((turn & 1U) == 0U);
        const bool room = ((turn & 2U) != 0U);

        assert_status(NvSciIpcEnableNotification(pair.zero, !quiet), NvSciError_Success);
        for (uint32_t i = 0U; room && (i < FRAMES); i++) {
            write_one(pair.one);
        }
        for (uint32_t i = 0U; (i < LOOKS_MAX) && is_ready(pair.one, 0); i++) {
            (void)events_of(pair.one);
        }
        (void)events_of(pair.one);
        assert_false(is_ready(pair.one, 0));
        if (room) {
            read_one(pair.zero);
        } else {
            write_one(pair.zero);
        }
        assert_int_equal(is_ready(pair.one, 0), !quiet);
        assert_status(NvSciIpcEnableNotification(pair.zero, true), NvSciError_Success);
        assert_true(is_ready(pair.one, 0));
        assert_int_equal(events_of(pair.one) & (room ? WRITE : READ), room ? WRITE : READ);
        for (uint32_t i = 1U; room && (i < FRAMES); i++) {
            read_one(pair.zero);
        }
        if (!room) {
            read_one(pair.one);
        }
    }
    assert_status(NvSciIpcEnableNotification(pair.zero, false), NvSciError_Success);
    for (uint32_t i = 0U; (i < LOOKS_MAX) && is_ready(pair.one, 0); i++) {
        (void)events_of(pair.one);
    }
    reset_endpoint_of(pair.zero);
    assert_true(is_ready(pair.one, 0));
    close_pair(&pair);
}

/* ---------------------------------------------------------------- lack of descriptors and memory
 */

/** Asks for events as often as the descriptor says, and notes what is told; says whether the
 * descriptor becomes quiet. */
static bool follow_descriptors(const Pair *pair, uint32_t *errors, uint32_t *connected)
{
    const NvSciIpcEndpoint ends[] = {pair->zero, pair->one};
    bool is_quiet = false;

    for (uint32_t i = 0U; (i < LOOKS_MAX) && (!is_quiet); i++) {
        is_quiet = true;
        for (uint32_t end = 0U; end < 2U; end++) {
            if (is_ready(ends[end], 0)) {
                uint32_t events = 0U;
                const NvSciError status = NvSciIpcGetEventSafe(ends[end], &events);

                is_quiet = false;
                if (status == NvSciError_ResourceError) {
                    (*errors)++;
                } else {
                    assert_status(status, NvSciError_Success);
                }
                *connected |= ((events & EST) != 0U) ? (1U << end) : 0U;
                *connected &= ~(((events & RESET) != 0U) ? (1U << end) : 0U);
            }
        }
    }
    return is_quiet;
}

static void limit_descriptors(rlim_t limit)
{
    struct rlimit files = {0U, 0U};

    assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = limit;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
}

/**
 * With few descriptors left, or none, an endpoint that finds its peer says ResourceError, and its
 * descriptor is quiet then: a loop that follows it comes to rest. Reads and writes say
 * ConnectionReset. With enough of them again, the next questions for events connect.
 * @verifies RF-IPC-226
 */
static void lack_of_descriptors_is_told(void **state)
{
    struct rlimit before = {0U, 0U};
    uint32_t told = 0U;
    uint32_t joined = 0U;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    for (uint32_t left = 0U; left < 6U; left++) {
        const Pair pair = {open_endpoint("itc_test_0"), open_endpoint("itc_test_1")};
        const int lowest = dup(STDERR_FILENO);
        uint32_t connected = 0U;
        uint32_t errors = 0U;
        uint32_t bytes = 0U;

        assert_true(lowest >= 0);
        assert_int_equal(close(lowest), 0);
        limit_descriptors((rlim_t)lowest + left);
        reset_endpoint_of(pair.zero);
        reset_endpoint_of(pair.one);
        assert_true(follow_descriptors(&pair, &errors, &connected));
        if (connected != 3U) {
            assert_true(errors > 0U);
            told++;
            assert_status(NvSciIpcReadSafe(pair.zero, g_bytes, 1U, &bytes),
                          NvSciError_ConnectionReset);
            assert_status(NvSciIpcWriteSafe(pair.one, g_bytes, 1U, &bytes),
                          NvSciError_ConnectionReset);
        } else {
            joined++;
        }
        limit_descriptors(before.rlim_cur);
        for (uint32_t i = 0U; (i < LOOKS_MAX) && (connected != 3U); i++) {
            connected |= ((events_of(pair.zero) & EST) != 0U) ? 1U : 0U;
            connected |= ((events_of(pair.one) & EST) != 0U) ? 2U : 0U;
        }
        assert_int_equal(connected, 3U);
        close_pair(&pair);
    }
    /* The side that is called needs one, and the memory on its way another one. */
    assert_int_equal(told, 2U);
    assert_int_equal(told + joined, 6U);
}

/**
 * An end that is opened when no descriptor is left to tell its peer of it tells it when it is asked
 * for events: the ends connect by following their descriptors.
 * @verifies RF-IPC-020 RF-IPC-229
 */
static void peer_is_told_when_there_are_descriptors(void **state)
{
    struct rlimit before = {0U, 0U};
    uint32_t joined = 0U;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    for (uint32_t left = 0U; left < 16U; left++) {
        const NvSciIpcEndpoint one = open_endpoint("itc_test_1");
        const int lowest = dup(STDERR_FILENO);
        NvSciIpcEndpoint zero = 0U;
        NvSciError status;

        reset_endpoint_of(one);
        assert_int_equal(events_of(one), 0U);
        assert_true(lowest >= 0);
        assert_int_equal(close(lowest), 0);
        limit_descriptors((rlim_t)lowest + left);
        status = NvSciIpcOpenEndpoint("itc_test_0", &zero);
        limit_descriptors(before.rlim_cur);
        if (status == NvSciError_Success) {
            const Pair pair = {zero, one};
            uint32_t connected = 0U;
            uint32_t errors = 0U;

            reset_endpoint_of(zero);
            assert_true(follow_descriptors(&pair, &errors, &connected));
            assert_int_equal(connected, 3U);
            assert_int_equal(errors, 0U);
            joined++;
            close_endpoint_of(zero);
        } else {
            assert_status(status, NvSciError_ResourceError);
        }
        close_endpoint_of(one);
    }
    assert_in_range(joined, 2U, 15U);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/** Lets the process have so many channels' worth of addresses more. */
static void limit_addresses(rlim_t halves)
{
    FILE *const file = fopen("/proc/self/statm", "r");
    struct rlimit limit = {0U, 0U};
    unsigned long pages = 0U;

    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu", &pages), 1);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(getrlimit(RLIMIT_AS, &limit), 0);
    limit.rlim_cur =
        ((rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE)) + (halves * FRAMES * (rlim_t)FRAME_SIZE);
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
}

/**
 * Opening fails where the process may not have the addresses of the channel. An end that is open has
 * them: two ends connect in a process that may have no address more.
 * @verifies RF-IPC-225 RF-IPC-270
 */
static void lack_of_addresses_is_told(void **state)
{
    static const char *const names[] = {"ipc_test_0", "ipc_test_1"};
    const Pair pair = {open_endpoint("itc_test_0"), open_endpoint("itc_test_1")};
    struct rlimit before = {0U, 0U};

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    for (size_t i = 0U; i < 2U; i++) {
        NvSciIpcEndpoint more = 0U;

        limit_addresses(1U);
        assert_status(NvSciIpcOpenEndpoint(names[i], &more), NvSciError_InsufficientMemory);
        assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    }
    limit_addresses(0U);
    reset_endpoint_of(pair.zero);
    reset_endpoint_of(pair.one);
    connect_pair(&pair);
    for (uint32_t i = 0U; i < 3U; i++) {
        reset_endpoint_of((i == 1U) ? pair.one : pair.zero);
        connect_pair(&pair);
    }
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    close_endpoint_of(open_endpoint("ipc_test_0"));
    close_pair(&pair);
}
#endif

/* ---------------------------------------------------------------- no system call */

/** Runs in a process that may do nothing but compute: any other system call ends it. */
static void compute_only(const Pair *pair, bool sleeps, PortAtomic32 *done)
{
    bool fine = true;
    uint32_t bytes = 0U;
    uint32_t events = 0U;

    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0) {
        fine = false;
    }
    for (uint32_t i = 0U; fine && (i < 5000U); i++) {
        const volatile void *seen = NULL;
        volatile void *frame = NULL;

        fine = (NvSciIpcWriteSafe(pair->zero, g_bytes, 64U, &bytes) == NvSciError_Success) &&
               (NvSciIpcGetEventSafe(pair->one, &events) == NvSciError_Success) &&
               ((events & READ) != 0U) &&
               (NvSciIpcReadSafe(pair->one, g_bytes, 64U, &bytes) == NvSciError_Success) &&
               (NvSciIpcWriteGetNextFrame(pair->one, &frame) == NvSciError_Success) &&
               (NvSciIpcWriteAdvance(pair->one) == NvSciError_Success) &&
               (NvSciIpcGetEventSafe(pair->zero, &events) == NvSciError_Success) &&
               (NvSciIpcReadGetNextFrame(pair->zero, &seen) == NvSciError_Success) &&
               (NvSciIpcReadAdvance(pair->zero) == NvSciError_Success);
    }
    if (sleeps) {
        /* Finds nothing and may sleep: this needs the system. */
        fine = fine && (NvSciIpcGetEventSafe(pair->zero, &events) == NvSciError_Success) &&
               (NvSciIpcGetEventSafe(pair->zero, &events) == NvSciError_Success);
    }
    port_store32(done, fine ? 1U : 2U);
    (void)syscall(SYS_exit, 0);
}

/** Says whether the loop came to its end without a system call. */
static bool computes_to_the_end(bool sleeps)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    PortAtomic32 *const done =
        mmap(NULL, 4096U, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const struct timespec pause = {.tv_nsec = 10000000};
    bool finished = false;
    bool ended = false;
    pid_t child;
    int status = 0;

    assert_ptr_not_equal(done, MAP_FAILED);
    write_one(pair.zero);
    read_one(pair.one);
    write_one(pair.one);
    read_one(pair.zero);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        compute_only(&pair, sleeps, done);
    }
    for (uint32_t i = 0U; (i < 500U) && (port_load32(done) == 0U) && (!ended); i++) {
        ended = (waitpid(child, &status, WNOHANG) == child);
        (void)nanosleep(&pause, NULL);
    }
    if (!ended) {
        /* A sanitizer's own thread may keep the process alive. */
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
    }
    assert_int_not_equal(port_load32(done), 2U);
    finished = (port_load32(done) == 1U);
    assert_int_equal(munmap(done, 4096U), 0);
    close_pair(&pair);
    return finished;
}

/**
 * A loop that reads, writes and looks, in which nobody sleeps, makes no system call; a look that
 * finds nothing makes one, which shows that the guard works.
 * @verifies RF-IPC-034 RF-IPC-038
 */
static void busy_loop_makes_no_system_call(void **state)
{
    (void)state;
    assert_true(computes_to_the_end(false));
    assert_false(computes_to_the_end(true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(levels_are_reported_as_long_as_they_hold),
        ipc_test(descriptor_wakes_for_data_and_room),
        ipc_test(reminders_do_not_fill_the_link),
        ipc_test(either_side_may_start_first),
        ipc_test(reset_is_seen_by_both_and_discards),
        ipc_test(closed_peer_leaves_its_data),
        ipc_test(unread_data_do_not_hide_the_end),
        ipc_test(calls_that_were_given_up_do_no_harm),
        ipc_test(notification_can_be_turned_off),
        ipc_test(lack_of_descriptors_is_told),
        ipc_test(peer_is_told_when_there_are_descriptors),
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        ipc_test(lack_of_addresses_is_told),
#endif
        ipc_test(busy_loop_makes_no_system_call),
    };

    return cmocka_run_group_tests_name("ipc/event", tests, NULL, NULL);
}
