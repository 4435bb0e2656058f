/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "ipc/ipc.h"
#include "ipc_fixture.h"

#define LIMIT RINGFENCE_CFG_PARCELS
#define RESET NV_SCI_IPC_EVENT_CONN_RESET

/** Any function that the phase admits. */
#define ANY_OP OP_IPC_GET_EVENT_SAFE

static NvSciError send_parcel(NvSciIpcEndpoint handle, const PortParcel *parcel, IpcToken *token)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status;

    assert_status(ipc_take(ANY_OP, handle, &endpoint), NvSciError_Success);
    status = ipc_parcel_send(endpoint, parcel, token);
    ipc_leave(endpoint);
    return status;
}

static bool claim_parcel(NvSciIpcEndpoint handle, IpcToken token, PortParcel *parcel)
{
    IpcEndpoint *endpoint = NULL;
    bool claimed;

    assert_status(ipc_take(ANY_OP, handle, &endpoint), NvSciError_Success);
    claimed = ipc_parcel_claim(endpoint, token, parcel);
    ipc_leave(endpoint);
    return claimed;
}

/** Sends `count` different files, and keeps none of them. */
static IpcToken send_files(NvSciIpcEndpoint handle, uint32_t count, ino_t files[PORT_PARCEL_MAX])
{
    PortParcel parcel = {0U, {0}};
    IpcToken token = {{0U, 0U}};

    for (uint32_t i = 0U; i < count; i++) {
        int ends[2];
        struct stat file;

        assert_int_equal(pipe(ends), 0);
        assert_int_equal(close(ends[1]), 0);
        assert_int_equal(fstat(ends[0], &file), 0);
        files[i] = file.st_ino;
        parcel.descriptors[i] = ends[0];
        parcel.count++;
    }
    assert_status(send_parcel(handle, &parcel, &token), NvSciError_Success);
    port_parcel_close(&parcel);
    return token;
}

/** Sends a file of no meaning. */
static NvSciError send_any(NvSciIpcEndpoint handle, IpcToken *token)
{
    const PortParcel parcel = {1U, {0}};

    return send_parcel(handle, &parcel, token);
}

/** Claims, and closes what was claimed. */
static bool claim_any(NvSciIpcEndpoint handle, IpcToken token)
{
    PortParcel parcel = {0U, {0}};
    const bool claimed = claim_parcel(handle, token, &parcel);

    assert_int_equal(parcel.count, claimed ? 1U : 0U);
    port_parcel_close(&parcel);
    return claimed;
}

/**
 * What is sent is claimed with its token, whole and in order, in both directions, whatever the
 * order of the claims.
 * @verifies RF-IPC-070
 */
static void sent_descriptors_are_claimed_with_their_token(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    ino_t files[2U * PORT_PARCEL_MAX][PORT_PARCEL_MAX];
    IpcToken tokens[2U * PORT_PARCEL_MAX];

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(tokens); i++) {
        tokens[i] = send_files(((i & 1U) == 0U) ? pair.zero : pair.one, (i / 2U) + 1U, files[i]);
        assert_true((tokens[i].words[0] | tokens[i].words[1]) != 0U);
    }
    for (uint32_t i = COUNT_OF(tokens); i > 0U; i--) {
        const uint32_t k = i - 1U;
        PortParcel parcel = {0U, {0}};

        assert_true(claim_parcel(((k & 1U) == 0U) ? pair.one : pair.zero, tokens[k], &parcel));
        assert_int_equal(parcel.count, (k / 2U) + 1U);
        for (uint32_t n = 0U; n < parcel.count; n++) {
            struct stat file;

            assert_int_equal(fstat(parcel.descriptors[n], &file), 0);
            assert_int_equal(file.st_ino, files[k][n]);
            assert_int_equal(fcntl(parcel.descriptors[n], F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
        }
        port_parcel_close(&parcel);
    }
    close_pair(&pair);
}

/**
 * A parcel is claimed once, with its own token, over the endpoint to which it was sent.
 * @verifies RF-IPC-070
 */
static void parcel_is_claimed_once(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    const Pair other = make_pair("ipc_test_0", "ipc_test_1");
    IpcToken token = {{0U, 0U}};
    IpcToken wrong;

    (void)state;
    assert_status(send_any(pair.zero, &token), NvSciError_Success);
    wrong = token;
    wrong.words[1] ^= 1U;
    assert_false(claim_any(pair.one, wrong));
    assert_false(claim_any(pair.one, (IpcToken){{0U, 0U}}));
    assert_false(claim_any(pair.zero, token));
    assert_false(claim_any(other.zero, token));
    assert_false(claim_any(other.one, token));
    assert_true(claim_any(pair.one, token));
    assert_false(claim_any(pair.one, token));
    close_pair(&pair);
    close_pair(&other);
}

/**
 * As many parcels may be unclaimed as the configuration says, in each direction; each claim makes
 * room for one more.
 * @verifies RF-IPC-071
 */
static void unclaimed_parcels_have_a_limit(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    static IpcToken tokens[2U][LIMIT];
    IpcToken more = {{0U, 0U}};
    RingfenceFault fault;

    (void)state;
    for (uint32_t i = 0U; i < LIMIT; i++) {
        assert_status(send_any(pair.zero, &tokens[0][i]), NvSciError_Success);
        assert_status(send_any(pair.one, &tokens[1][i]), NvSciError_Success);
    }
    for (uint32_t turn = 0U; turn < 3U; turn++) {
        assert_status(send_any(pair.zero, &more), NvSciError_InsufficientResource);
        assert_status(send_any(pair.one, &more), NvSciError_InsufficientResource);
        assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
        assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
        assert_string_equal(fault.limit, "RINGFENCE_CFG_PARCELS");
        assert_int_equal(fault.allowed, RINGFENCE_CFG_PARCELS);
        (void)events_of(pair.one);
    }
    assert_int_equal(more.words[0] | more.words[1], 0U);
    for (uint32_t i = 0U; i < LIMIT; i++) {
        assert_true(claim_any(pair.one, tokens[0][i]));
        assert_status(send_any(pair.zero, &tokens[0][i]), NvSciError_Success);
        assert_status(send_any(pair.zero, &more), NvSciError_InsufficientResource);
    }
    for (uint32_t i = 0U; i < LIMIT; i++) {
        assert_true(claim_any(pair.zero, tokens[1][i]));
        assert_true(claim_any(pair.one, tokens[0][i]));
    }
    assert_int_equal(events_of(pair.zero) & RESET, 0U);
    assert_int_equal(events_of(pair.one) & RESET, 0U);
    close_pair(&pair);
}

/**
 * Without a connection nothing is sent: before the first reset, and after one.
 * @verifies RF-IPC-071
 */
static void parcel_needs_a_connection(void **state)
{
    const Pair pair = {open_endpoint("itc_test_0"), open_endpoint("itc_test_1")};
    IpcToken token = {{0U, 0U}};

    (void)state;
    assert_status(send_any(pair.zero, &token), NvSciError_ConnectionReset);
    assert_false(claim_any(pair.zero, token));
    reset_endpoint_of(pair.zero);
    assert_status(send_any(pair.zero, &token), NvSciError_ConnectionReset);
    assert_false(claim_any(pair.zero, token));
    reset_endpoint_of(pair.one);
    connect_pair(&pair);
    assert_status(send_any(pair.zero, &token), NvSciError_Success);
    close_pair(&pair);
}

/**
 * An endpoint that is closed closes what came and was not claimed.
 * @verifies RF-IPC-073
 */
static void close_drops_what_was_not_claimed(void **state)
{
    const uint32_t before = open_descriptors();
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    const IpcToken wrong = {{1U, 1U}};
    IpcToken token = {{0U, 0U}};
    uint32_t connected = 0U;

    (void)state;
    connected = open_descriptors();
    for (uint32_t i = 0U; i < LIMIT; i++) {
        assert_status(send_any(pair.zero, &token), NvSciError_Success);
    }
    assert_false(claim_any(pair.one, wrong));
    assert_int_equal(open_descriptors(), connected + LIMIT);
    close_pair(&pair);
    assert_int_equal(open_descriptors(), before);
}

/**
 * A reset of either side drops what was not claimed, arrived or not, and counts from zero; nothing
 * stays open.
 * @verifies RF-IPC-073
 */
static void reset_drops_what_was_not_claimed(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    const uint32_t before = open_descriptors();

    (void)state;
    for (uint32_t turn = 0U; turn < 8U; turn++) {
        static IpcToken tokens[LIMIT];

        for (uint32_t i = 0U; i < LIMIT; i++) {
            assert_status(send_any(pair.zero, &tokens[i]), NvSciError_Success);
        }
        if ((turn & 1U) != 0U) {
            assert_true(claim_any(pair.one, tokens[0]));
            assert_true(open_descriptors() > before);
        }
        reset_endpoint_of(((turn & 2U) != 0U) ? pair.zero : pair.one);
        if ((turn & 4U) != 0U) {
            /* Who was reset by its peer may still claim what came before the reset. */
            assert_int_equal(claim_any(pair.one, tokens[1]), turn == 7U);
            assert_status(send_any(pair.zero, &tokens[1]), NvSciError_ConnectionReset);
        }
        connect_pair(&pair);
        assert_int_equal(open_descriptors(), before);
        assert_false(claim_any(pair.one, tokens[1]));
    }
    close_pair(&pair);
}

/**
 * A reset that is met by a claim is reported afterwards, and the descriptor says so.
 * @verifies RF-IPC-074
 */
static void reset_met_by_a_claim_is_reported(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    IpcToken token = {{0U, 0U}};

    (void)state;
    assert_status(send_any(pair.zero, &token), NvSciError_Success);
    while (is_ready(pair.one, 0)) {
        (void)events_of(pair.one);
    }
    reset_endpoint_of(pair.zero);
    token.words[0] ^= 1U;
    assert_false(claim_any(pair.one, token));
    assert_true(is_ready(pair.one, SLEEP_MS));
    assert_int_equal(events_of(pair.one), RESET);
    close_pair(&pair);
}

/**
 * A reminder that is met by a claim or by a sending still makes the descriptor ready.
 * @verifies RF-IPC-074
 */
static void reminder_met_on_the_way_still_wakes(void **state)
{
    static const uint8_t frame[64] = {1};

    (void)state;
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        const Pair pair = make_pair("itc_test_0", "itc_test_1");
        IpcToken token = {{1U, 1U}};
        uint32_t bytes = 0U;

        (void)events_of(pair.one);
        (void)events_of(pair.one);
        assert_false(is_ready(pair.one, 0));
        assert_status(NvSciIpcWriteSafe(pair.zero, frame, sizeof(frame), &bytes),
                      NvSciError_Success);
        if (turn == 0U) {
            assert_false(claim_any(pair.one, token));
        } else {
            assert_status(send_any(pair.one, &token), NvSciError_Success);
        }
        assert_true(is_ready(pair.one, SLEEP_MS));
        assert_int_equal(events_of(pair.one) & NV_SCI_IPC_EVENT_READ, NV_SCI_IPC_EVENT_READ);
        close_pair(&pair);
    }
}

/**
 * What a peer sent before it closed can be claimed until the end is reported, whether it was
 * looked for before or not.
 * @verifies RF-IPC-073
 */
static void parcel_of_a_closed_peer_can_be_claimed(void **state)
{
    (void)state;
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        static const uint8_t frame[64] = {1};
        const Pair pair = make_pair("itc_test_0", "itc_test_1");
        IpcToken token = {{0U, 0U}};
        IpcToken late = {{0U, 0U}};
        uint8_t in[64];
        uint32_t bytes = 0U;

        assert_status(send_any(pair.one, &token), NvSciError_Success);
        assert_status(send_any(pair.one, &late), NvSciError_Success);
        assert_status(NvSciIpcWriteSafe(pair.one, frame, sizeof(frame), &bytes),
                      NvSciError_Success);
        close_endpoint_of(pair.one);
        if (turn == 1U) {
            assert_int_equal(wait_for(pair.zero, NV_SCI_IPC_EVENT_READ) & RESET, 0U);
        }
        assert_true(claim_any(pair.zero, token));
        assert_status(send_any(pair.zero, &token), NvSciError_ConnectionReset);
        assert_status(NvSciIpcReadSafe(pair.zero, in, sizeof(in), &bytes), NvSciError_Success);
        (void)wait_for(pair.zero, RESET);
        assert_false(claim_any(pair.zero, late));
        close_endpoint_of(pair.zero);
    }
}

/**
 * A process that may open no more descriptors is told that, and does not take it for a lie: the
 * parcel waits in the link, and comes when there is room for it.
 * @verifies RF-IPC-072 RF-IPC-300
 */
static void parcel_without_room_waits(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    const uint32_t faults = ipc_fault_count();
    IpcToken token = {{0U, 0U}};
    struct rlimit before;
    struct rlimit none;
    uint32_t events = 0U;

    (void)state;
    assert_status(send_any(pair.zero, &token), NvSciError_Success);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = before;
    none.rlim_cur = 0U;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    (void)NvSciIpcGetEventSafe(pair.one, &events);
    assert_int_equal(events & RESET, 0U);
    assert_false(claim_any(pair.one, token));
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(ipc_fault_count(), faults + 2U);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_CALL_REFUSED);
    assert_true(claim_any(pair.one, token));
    close_pair(&pair);
}

/**
 * Endpoints have identities that differ, at each opening, and none is 0. A handle of nothing is
 * refused.
 * @verifies RF-IPC-075 RF-IPC-014
 */
static void identities_differ(void **state)
{
    uint64_t seen[8];
    NvSciIpcEndpoint handle = 0U;
    IpcEndpoint *endpoint = NULL;

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(seen); i++) {
        handle = open_endpoint("itc_test_0");
        assert_status(ipc_take(ANY_OP, handle, &endpoint), NvSciError_Success);
        seen[i] = endpoint->identity;
        ipc_leave(endpoint);
        assert_true(seen[i] != 0U);
        for (uint32_t k = 0U; k < i; k++) {
            assert_true(seen[i] != seen[k]);
        }
        close_endpoint_of(handle);
    }
    assert_status(ipc_take(ANY_OP, handle, &endpoint), NvSciError_BadParameter);
    assert_status(ipc_take(ANY_OP, 0U, &endpoint), NvSciError_BadParameter);
    handle = open_endpoint("itc_test_0");
    NvSciIpcDeinit();
    assert_status(ipc_take(ANY_OP, handle, &endpoint), NvSciError_BadParameter);
    close_endpoint_of(handle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(sent_descriptors_are_claimed_with_their_token),
        ipc_test(parcel_is_claimed_once),
        ipc_test(unclaimed_parcels_have_a_limit),
        ipc_test(parcel_needs_a_connection),
        ipc_test(close_drops_what_was_not_claimed),
        ipc_test(reset_drops_what_was_not_claimed),
        ipc_test(reset_met_by_a_claim_is_reported),
        ipc_test(reminder_met_on_the_way_still_wakes),
        ipc_test(parcel_of_a_closed_peer_can_be_claimed),
        ipc_test(parcel_without_room_waits),
        ipc_test(identities_differ),
    };

    return cmocka_run_group_tests_name("ipc/parcel", tests, NULL, NULL);
}
