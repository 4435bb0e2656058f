/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "ipc_fixture.h"
#include "ringfence_cfg.h"

static uint8_t g_out[FRAME_SIZE];
static uint8_t g_in[FRAME_SIZE];

/** The same address, for functions that know no volatile. */
static void *plain(const volatile void *frame)
{
    return (void *)(uintptr_t)frame;
}

static void fill(uint8_t *bytes, size_t size, uint32_t seed)
{
    for (size_t i = 0U; i < size; i++) {
        bytes[i] = (uint8_t)((i * 7U) + seed);
    }
}

/**
 * A message of any size arrives whole and alone, the rest of its frame is zero, in both directions
 * and through both forms of the calls.
 * @verifies RF-IPC-030 RF-IPC-031
 */
static void messages_keep_their_boundaries(void **state)
{
    static const uint32_t sizes[] = {1U, 63U, 64U, 100U, FRAME_SIZE - 1U, FRAME_SIZE};
    const Pair pair = make_pair("itc_test_0", "itc_test_1");

    (void)state;
    for (uint32_t turn = 0U; turn < 40U; turn++) {
        const uint32_t size = sizes[turn % COUNT_OF(sizes)];
        const NvSciIpcEndpoint from = ((turn & 1U) == 0U) ? pair.zero : pair.one;
        const NvSciIpcEndpoint to = ((turn & 1U) == 0U) ? pair.one : pair.zero;
        uint32_t bytes = 0U;
        int32_t signed_bytes = 0;

        fill(g_out, size, turn);
        (void)memset(g_in, 0xEE, sizeof(g_in));
        assert_status(NvSciIpcWriteSafe(from, g_out, size, &bytes), NvSciError_Success);
        assert_int_equal(bytes, size);
        assert_status(NvSciIpcRead(to, g_in, FRAME_SIZE, &signed_bytes), NvSciError_Success);
        assert_int_equal(signed_bytes, FRAME_SIZE);
        assert_memory_equal(g_in, g_out, size);
        for (uint32_t i = size; i < FRAME_SIZE; i++) {
            assert_int_equal(g_in[i], 0U);
        }
        assert_status(NvSciIpcReadSafe(to, g_in, 1U, &bytes), NvSciError_InsufficientMemory);
    }
    close_pair(&pair);
}

/**
 * A read of less than was written gives the first bytes, and the rest is lost.
 * @verifies RF-IPC-030
 */
static void short_read_consumes_the_frame(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    uint32_t bytes = 0U;
    int32_t signed_bytes = 0;

    (void)state;
    for (uint32_t seed = 1U; seed <= 2U; seed++) {
        fill(g_out, 100U, seed);
        assert_status(NvSciIpcWrite(pair.zero, g_out, 100U, &signed_bytes), NvSciError_Success);
        assert_int_equal(signed_bytes, 100);
    }
    assert_status(NvSciIpcReadSafe(pair.one, g_in, 1U, &bytes), NvSciError_Success);
    assert_int_equal(bytes, 1U);
    assert_int_equal(g_in[0], 1U);
    assert_status(NvSciIpcReadSafe(pair.one, g_in, 10U, &bytes), NvSciError_Success);
    assert_int_equal(bytes, 10U);
    assert_memory_equal(g_in, g_out, 10U);
    assert_status(NvSciIpcReadSafe(pair.one, g_in, 1U, &bytes), NvSciError_InsufficientMemory);
    close_pair(&pair);
}

/**
 * A direction holds as many frames as the table says, one more is refused, and the directions do
 * not touch each other; over many turns of the ring.
 * @verifies RF-IPC-031 RF-IPC-032
 */
static void full_ring_refuses_one_more(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    uint32_t bytes = 0U;
    uint32_t sent = 0U;
    uint32_t got = 0U;

    (void)state;
    for (uint32_t round = 0U; round < 50U; round++) {
        while ((sent - got) < FRAMES) {
            fill(g_out, 64U, sent);
            assert_status(NvSciIpcWriteSafe(pair.one, g_out, 64U, &bytes), NvSciError_Success);
            sent++;
        }
        assert_status(NvSciIpcWriteSafe(pair.one, g_out, 64U, &bytes),
                      NvSciError_InsufficientMemory);
        assert_status(NvSciIpcReadSafe(pair.one, g_in, 64U, &bytes), NvSciError_InsufficientMemory);
        for (uint32_t i = 0U; i <= (round % FRAMES); i++) {
            fill(g_out, 64U, got);
            assert_status(NvSciIpcReadSafe(pair.zero, g_in, 64U, &bytes), NvSciError_Success);
            assert_memory_equal(g_in, g_out, 64U);
            got++;
        }
    }
    close_pair(&pair);
}

/**
 * Frames in place: the same bytes, in order, mixed with the calls that copy; looking twice gives
 * the same frame.
 * @verifies RF-IPC-035 RF-IPC-036
 */
static void frames_in_place_are_the_same_frames(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    uint32_t bytes = 0U;

    (void)state;
    for (uint32_t turn = 0U; turn < 100U; turn++) {
        volatile void *frame = NULL;
        volatile void *again = NULL;
        const volatile void *seen = NULL;
        const volatile void *seen_again = NULL;

        fill(g_out, FRAME_SIZE, turn);
        assert_status(NvSciIpcWriteGetNextFrame(pair.zero, &frame), NvSciError_Success);
        assert_status(NvSciIpcWriteGetNextFrame(pair.zero, &again), NvSciError_Success);
        assert_ptr_equal(plain(frame), plain(again));
        (void)memcpy(plain(frame), g_out, FRAME_SIZE);
        assert_status(NvSciIpcReadGetNextFrame(pair.one, &seen), NvSciError_InsufficientMemory);
        assert_status(NvSciIpcWriteAdvance(pair.zero), NvSciError_Success);
        assert_status(NvSciIpcWriteSafe(pair.zero, g_out, 5U, &bytes), NvSciError_Success);
        assert_status(NvSciIpcReadGetNextFrame(pair.one, &seen), NvSciError_Success);
        assert_status(NvSciIpcReadGetNextFrame(pair.one, &seen_again), NvSciError_Success);
        assert_ptr_equal(plain(seen), plain(seen_again));
        assert_memory_equal(plain(seen), g_out, FRAME_SIZE);
        assert_status(NvSciIpcReadAdvance(pair.one), NvSciError_Success);
        assert_status(NvSciIpcReadSafe(pair.one, g_in, 5U, &bytes), NvSciError_Success);
        assert_memory_equal(g_in, g_out, 5U);
        assert_status(NvSciIpcReadAdvance(pair.one), NvSciError_InsufficientMemory);
    }
    for (uint32_t i = 0U; i < FRAMES; i++) {
        assert_status(NvSciIpcWriteAdvance(pair.zero), NvSciError_Success);
    }
    assert_status(NvSciIpcWriteAdvance(pair.zero), NvSciError_InsufficientMemory);
    close_pair(&pair);
}

/**
 * Wrong arguments are refused and move no frame; a length that cannot be is a fault, and one that
 * is longer than a frame says how many bytes that has.
 * @verifies RF-IPC-037 RF-IPC-044 RF-CORE-350
 */
static void wrong_arguments_move_nothing(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    uint32_t bytes = 7U;
    int32_t signed_bytes = 7;
    RingfenceFault fault;

    (void)state;
    assert_status(NvSciIpcWriteSafe(pair.zero, NULL, 4U, &bytes), NvSciError_BadParameter);
    assert_status(NvSciIpcWriteSafe(pair.zero, g_out, 4U, NULL), NvSciError_BadParameter);
    assert_status(NvSciIpcWriteSafe(pair.zero, g_out, 0U, &bytes), NvSciError_BadParameter);
    assert_status(NvSciIpcWriteSafe(pair.zero, g_out, FRAME_SIZE + 1U, &bytes),
                  NvSciError_BadParameter);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_BAD_LENGTH);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_string_equal(fault.limit, "bytes of a frame");
    assert_int_equal(fault.asked, FRAME_SIZE + 1U);
    assert_int_equal(fault.allowed, FRAME_SIZE);
    assert_status(NvSciIpcWriteSafe(pair.zero, g_out, 0U, &bytes), NvSciError_BadParameter);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_BAD_LENGTH);
    assert_string_equal(fault.limit, "");
    assert_int_equal(fault.allowed, 0U);
    assert_status(NvSciIpcWrite(pair.zero, g_out, SIZE_MAX, &signed_bytes),
                  NvSciError_BadParameter);
    assert_status(NvSciIpcWriteGetNextFrame(pair.zero, NULL), NvSciError_BadParameter);
    assert_status(NvSciIpcReadSafe(pair.one, g_in, 4U, &bytes), NvSciError_InsufficientMemory);
    assert_status(NvSciIpcWriteSafe(pair.zero, g_out, 4U, &bytes), NvSciError_Success);
    bytes = 7U;
    assert_status(NvSciIpcReadSafe(pair.one, NULL, 4U, &bytes), NvSciError_BadParameter);
    assert_status(NvSciIpcReadSafe(pair.one, g_in, 4U, NULL), NvSciError_BadParameter);
    assert_status(NvSciIpcReadSafe(pair.one, g_in, 0U, &bytes), NvSciError_BadParameter);
    assert_status(NvSciIpcReadSafe(pair.one, g_in, FRAME_SIZE + 1U, &bytes),
                  NvSciError_BadParameter);
    /* Of 32 bits this is 0, else a length that has more. */
    assert_status(NvSciIpcRead(pair.one, g_in, SIZE_MAX - UINT32_MAX, &signed_bytes),
                  NvSciError_BadParameter);
    assert_status(NvSciIpcReadGetNextFrame(pair.one, NULL), NvSciError_BadParameter);
    assert_int_equal(bytes, 7U);
    assert_int_equal(signed_bytes, 7);
    assert_status(NvSciIpcReadSafe(pair.one, g_in, 4U, &bytes), NvSciError_Success);
    close_pair(&pair);
}

/**
 * Without a connection every transfer gives ConnectionReset: before the first reset, while the peer
 * is away, after a reset.
 * @verifies RF-IPC-032
 */
static void transfer_without_a_connection_is_refused(void **state)
{
    const Pair pair = {open_endpoint("itc_test_0"), open_endpoint("itc_test_1")};

    (void)state;
    for (uint32_t turn = 0U; turn < 3U; turn++) {
        uint32_t bytes = 0U;
        volatile void *frame = NULL;
        const volatile void *seen = NULL;

        if (turn == 2U) {
            reset_endpoint_of(pair.one);
            connect_pair(&pair);
            reset_endpoint_of(pair.zero);
        }
        assert_status(NvSciIpcWriteSafe(pair.zero, g_out, 1U, &bytes), NvSciError_ConnectionReset);
        assert_status(NvSciIpcReadSafe(pair.zero, g_in, 1U, &bytes), NvSciError_ConnectionReset);
        assert_status(NvSciIpcWriteGetNextFrame(pair.zero, &frame), NvSciError_ConnectionReset);
        assert_status(NvSciIpcWriteAdvance(pair.zero), NvSciError_ConnectionReset);
        assert_status(NvSciIpcReadGetNextFrame(pair.zero, &seen), NvSciError_ConnectionReset);
        assert_status(NvSciIpcReadAdvance(pair.zero), NvSciError_ConnectionReset);
        reset_endpoint_of(pair.zero);
    }
    close_pair(&pair);
}

/**
 * A transfer at an endpoint that was not reset is a fault that says so; one before the first
 * connection is too, one time.
 * @verifies RF-IPC-310 RF-IPC-324
 */
static void forgotten_reset_is_told(void **state)
{
    const NvSciIpcEndpoint endpoint = open_endpoint("itc_test_0");
    uint32_t bytes = 0U;
    uint32_t before = 0U;
    char text[200];

    (void)state;
    assert_status(NvSciIpcWriteSafe(endpoint, g_out, 1U, &bytes), NvSciError_ConnectionReset);
    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text,
                        "NvSciIpcWriteSafe: channel does not take the call as it is; endpoint "
                        "'itc_test_0': reset the endpoint first, with "
                        "NvSciIpcResetEndpointSafe()");
    assert_status(NvSciIpcReadSafe(endpoint, g_in, 1U, &bytes), NvSciError_ConnectionReset);
    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, "NvSciIpcReadSafe: channel does not take the call as it is; endpoint "
                              "'itc_test_0': reset the endpoint first, with "
                              "NvSciIpcResetEndpointSafe()");
    reset_endpoint_of(endpoint);
    before = ipc_fault_count();
    assert_status(NvSciIpcWriteSafe(endpoint, g_out, 1U, &bytes), NvSciError_ConnectionReset);
    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(
        text, "NvSciIpcWriteSafe: channel does not take the call as it is; endpoint "
              "'itc_test_0': there is no connection yet; call NvSciIpcGetEventSafe() at both ends "
              "until it gives NV_SCI_IPC_EVENT_CONN_EST");
    assert_status(NvSciIpcReadSafe(endpoint, g_in, 1U, &bytes), NvSciError_ConnectionReset);
    assert_int_equal(ipc_fault_count(), before + 1U);
    close_endpoint_of(endpoint);
}

/**
 * An endpoint that had long frames is closed; whoever opens one of shorter frames in its place
 * finds nothing of them.
 * @verifies RF-IPC-244
 */
static void frames_of_an_endpoint_that_is_gone_count_no_more(void **state)
{
    const uint32_t before = ipc_fault_count();

    (void)state;
    NvSciIpcDeinit();
    own_table_use("INTER_THREAD long_0 long_1 4 4096\nINTER_THREAD short_0 short_1 4 64\n");
    assert_status(NvSciIpcInit(), NvSciError_Success);
    for (uint32_t turn = 0U; turn < RINGFENCE_CFG_IPC_ENDPOINTS; turn++) {
        Pair pair = make_pair("long_0", "long_1");
        volatile void *frame = NULL;

        assert_status(NvSciIpcWriteGetNextFrame(pair.zero, &frame), NvSciError_Success);
        (void)memset(plain(frame), 1, 4096U);
        assert_status(NvSciIpcWriteAdvance(pair.zero), NvSciError_Success);
        close_pair(&pair);
        pair = make_pair("short_0", "short_1");
        close_pair(&pair);
    }
    assert_int_equal(ipc_fault_count(), before);
}

/* ---------------------------------------------------------------- the end of the peer */

/** A way to try a frame. */
typedef NvSciError (*Try)(NvSciIpcEndpoint handle);

static NvSciError try_read_safe(NvSciIpcEndpoint handle)
{
    uint32_t bytes = 0U;

    return NvSciIpcReadSafe(handle, g_in, 1U, &bytes);
}

static NvSciError try_read(NvSciIpcEndpoint handle)
{
    int32_t bytes = 0;

    return NvSciIpcRead(handle, g_in, 1U, &bytes);
}

/** Looks at the frame and consumes it, as a reader in place does. */
static NvSciError try_read_in_place(NvSciIpcEndpoint handle)
{
    const volatile void *frame = NULL;
    NvSciError status = NvSciIpcReadGetNextFrame(handle, &frame);

    if (status == NvSciError_Success) {
        status = NvSciIpcReadAdvance(handle);
    }
    return status;
}

static NvSciError try_write_safe(NvSciIpcEndpoint handle)
{
    uint32_t bytes = 0U;

    return NvSciIpcWriteSafe(handle, g_out, 1U, &bytes);
}

static NvSciError try_write(NvSciIpcEndpoint handle)
{
    int32_t bytes = 0;

    return NvSciIpcWrite(handle, g_out, 1U, &bytes);
}

static NvSciError try_write_in_place(NvSciIpcEndpoint handle)
{
    volatile void *frame = NULL;
    NvSciError status = NvSciIpcWriteGetNextFrame(handle, &frame);

    if (status == NvSciError_Success) {
        status = NvSciIpcWriteAdvance(handle);
    }
    return status;
}

/** Tries until the answer is no longer that there is nothing; the case's time bounds the loop.
 * Gives the number of frames that moved before. */
static uint32_t try_until_the_end(Try move, NvSciIpcEndpoint handle, NvSciError *end)
{
    uint32_t moved = 0U;

    do {
        *end = move(handle);
        moved += (*end == NvSciError_Success) ? 1U : 0U;
    } while ((*end == NvSciError_Success) || (*end == NvSciError_InsufficientMemory));
    return moved;
}

/**
 * A loop that does nothing but one kind of read or write ends with ConnectionReset after the peer
 * closed or was reset, whatever is in the ring, and goes on giving it; what a peer wrote before it
 * closed is read first. The question for events then reports CONN_RESET once, and both ends connect
 * anew.
 * @verifies RF-IPC-210 RF-IPC-211
 */
static void loops_of_one_kind_find_the_end(void **state)
{
    static const struct {
        Try move;
        bool reads;
    } kinds[] = {{try_read_safe, true},       {try_read, true},
                 {try_read_in_place, true},   {NvSciIpcReadAdvance, true},
                 {try_write_safe, false},     {try_write, false},
                 {try_write_in_place, false}, {NvSciIpcWriteAdvance, false}};
    static const uint32_t fills[] = {0U, 1U, FRAMES};
    static const char *const names[] = {"itc_test_0", "itc_test_1"};

    (void)state;
    for (uint32_t i = 0U; i < (4U * COUNT_OF(kinds) * COUNT_OF(fills)); i++) {
        const bool closes = ((i & 1U) == 0U);
        const uint32_t side = (i >> 1U) & 1U;
        const Try move = kinds[(i >> 2U) % COUNT_OF(kinds)].move;
        const bool reads = kinds[(i >> 2U) % COUNT_OF(kinds)].reads;
        const uint32_t filled = fills[(i >> 2U) / COUNT_OF(kinds)];
        Pair pair = make_pair(names[0], names[1]);
        NvSciIpcEndpoint *const goes = (side == 0U) ? &pair.zero : &pair.one;
        const NvSciIpcEndpoint stays = (side == 0U) ? pair.one : pair.zero;
        NvSciError end = NvSciError_Success;
        uint32_t moved = 0U;

        for (uint32_t k = 0U; k < filled; k++) {
            assert_status(try_write_safe(reads ? *goes : stays), NvSciError_Success);
        }
        /* This look is before the end. */
        (void)try_read_safe(reads ? *goes : stays);
        if (closes) {
            close_endpoint_of(*goes);
        } else {
            reset_endpoint_of(*goes);
        }
        moved = try_until_the_end(move, stays, &end);
        assert_status(end, NvSciError_ConnectionReset);
        assert_int_equal(moved, reads ? filled : (FRAMES - filled));
        assert_status(move(stays), NvSciError_ConnectionReset);
        assert_status(try_write_safe(stays), NvSciError_ConnectionReset);
        assert_true(is_ready(stays, 0));
        assert_int_equal(wait_for(stays, NV_SCI_IPC_EVENT_CONN_RESET), NV_SCI_IPC_EVENT_CONN_RESET);
        if (closes) {
            *goes = open_endpoint(names[side]);
            reset_endpoint_of(*goes);
        } else {
            assert_int_equal(events_of(*goes), NV_SCI_IPC_EVENT_CONN_RESET);
        }
        connect_pair(&pair);
        close_pair(&pair);
    }
}

/**
 * A writer that notices the end takes nothing from the reader of the same endpoint: what the peer
 * wrote before it closed can still be read.
 * @verifies RF-IPC-211
 */
static void writer_that_notices_the_end_leaves_the_frames(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    NvSciError end = NvSciError_Success;

    (void)state;
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_status(try_write_safe(pair.one), NvSciError_Success);
    }
    close_endpoint_of(pair.one);
    assert_int_equal(try_until_the_end(try_write_safe, pair.zero, &end), FRAMES);
    assert_status(end, NvSciError_ConnectionReset);
    assert_int_equal(try_until_the_end(try_read_safe, pair.zero, &end), 3U);
    assert_status(end, NvSciError_ConnectionReset);
    close_endpoint_of(pair.zero);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(messages_keep_their_boundaries),
        ipc_test(short_read_consumes_the_frame),
        ipc_test(full_ring_refuses_one_more),
        ipc_test(frames_in_place_are_the_same_frames),
        ipc_test(wrong_arguments_move_nothing),
        ipc_test(forgotten_reset_is_told),
        ipc_test(transfer_without_a_connection_is_refused),
        ipc_test(frames_of_an_endpoint_that_is_gone_count_no_more),
        ipc_test(loops_of_one_kind_find_the_end),
        ipc_test(writer_that_notices_the_end_leaves_the_frames),
    };

    return cmocka_run_group_tests_name("ipc/transfer", tests, NULL, NULL);
}
