/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "ipc_peers.h"

#define LIMIT  RINGFENCE_CFG_PARCELS
#define ANY_OP OP_IPC_GET_EVENT_SAFE
#define RESET  NV_SCI_IPC_EVENT_CONN_RESET
#define EST    NV_SCI_IPC_EVENT_CONN_EST

/** Kinds of messages, as they stand on the link. */
#define KIND_OFFER   1U
#define KIND_ACCEPT  2U
#define KIND_WAKE    3U
#define KIND_PARCEL  5U
#define KIND_CLAIMED 6U

/** A message of the handshake as it stands on the link. */
typedef struct {
    uint32_t head[6];
    char names[2][NVSCIIPC_MAX_ENDPOINT_NAME];
} Handshake;

/** A parcel as it stands on the link. */
typedef struct {
    uint32_t kind;
    uint32_t rest;
    uint64_t token[2];
} Letter;

static NvSciError send_any(NvSciIpcEndpoint handle, IpcToken *token)
{
    const PortParcel parcel = {1U, {STDIN_FILENO}};
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_take(ANY_OP, handle, &endpoint);

    if (status == NvSciError_Success) {
        status = ipc_parcel_send(endpoint, &parcel, token);
        ipc_leave(endpoint);
    }
    return status;
}

static bool claim_parcel(NvSciIpcEndpoint handle, IpcToken token, PortParcel *parcel)
{
    IpcEndpoint *endpoint = NULL;
    bool claimed = false;

    if (ipc_take(ANY_OP, handle, &endpoint) == NvSciError_Success) {
        claimed = ipc_parcel_claim(endpoint, token, parcel);
        ipc_leave(endpoint);
    }
    return claimed;
}

/* ---------------------------------------------------------------- other processes */

/** Sends a pipe's reading end and its token, then numbers claims of what it gets, until it is told
 * to wait for its death. */
static void send_and_wait(int ready)
{
    const NvSciIpcEndpoint handle = child_connect("ipc_test_1");
    int ends[2];
    PortParcel parcel = {1U, {-1}};
    IpcToken token = {{0U, 0U}};
    IpcEndpoint *endpoint = NULL;
    uint32_t bytes = 0U;

    CHILD_CHECK(pipe(ends) == 0);
    CHILD_CHECK(write(ends[1], "abc", 3U) == 3);
    parcel.descriptors[0] = ends[0];
    CHILD_CHECK(ipc_take(ANY_OP, handle, &endpoint) == NvSciError_Success);
    CHILD_CHECK(ipc_parcel_send(endpoint, &parcel, &token) == NvSciError_Success);
    ipc_leave(endpoint);
    CHILD_CHECK(NvSciIpcWriteSafe(handle, &token, sizeof(token), &bytes) == NvSciError_Success);
    CHILD_CHECK(write(ready, "r", 1U) == 1);
    for (;;) {
        (void)pause();
    }
}

/**
 * A process that is killed leaves what it sent: it can be claimed before its end is reported, also
 * if the death came first. What was sent to it counts no more after the next connection.
 * @verifies RF-IPC-070 RF-IPC-073
 */
static void killed_peer_leaves_its_parcels(void **state)
{
    const NvSciIpcEndpoint handle = open_endpoint("ipc_test_0");

    (void)state;
    reset_endpoint_of(handle);
    for (uint32_t turn = 0U; turn < 6U; turn++) {
        PortParcel parcel = {0U, {0}};
        IpcToken token = {{0U, 0U}};
        IpcToken other = {{0U, 0U}};
        char text[3] = {0};
        char byte = 0;
        int ready[2];
        uint32_t bytes = 0U;
        pid_t child = -1;

        assert_int_equal(pipe(ready), 0);
        child = fork_child();
        if (child == 0) {
            (void)NvSciIpcCloseEndpointSafe(handle, true);
            send_and_wait(ready[1]);
        }
        (void)wait_for(handle, EST);
        assert_int_equal(read(ready[0], &byte, 1U), 1);
        for (uint32_t i = 0U; i < LIMIT; i++) {
            assert_status(send_any(handle, &other), NvSciError_Success);
        }
        assert_status(send_any(handle, &other), NvSciError_InsufficientResource);
        if ((turn & 1U) == 0U) {
            assert_int_equal(kill(child, SIGKILL), 0);
            assert_int_equal(waitpid(child, NULL, 0), child);
        }
        (void)wait_for(handle, NV_SCI_IPC_EVENT_READ);
        assert_status(NvSciIpcReadSafe(handle, &token, sizeof(token), &bytes), NvSciError_Success);
        assert_true(claim_parcel(handle, token, &parcel));
        assert_int_equal(parcel.count, 1U);
        assert_int_equal(read(parcel.descriptors[0], text, 3U), 3);
        assert_memory_equal(text, "abc", 3U);
        port_parcel_close(&parcel);
        if ((turn & 1U) != 0U) {
            assert_int_equal(kill(child, SIGKILL), 0);
            assert_int_equal(waitpid(child, NULL, 0), child);
        }
        (void)wait_for(handle, RESET);
        assert_int_equal(close(ready[0]), 0);
        assert_int_equal(close(ready[1]), 0);
    }
    close_endpoint_of(handle);
}

/* ---------------------------------------------------------------- hostile peers */

/** Connects an endpoint of this process to an impostor, and gives the impostor's end. */
static int connect_impostor(int listener, NvSciIpcEndpoint handle)
{
    Handshake offer = {
        {KIND_OFFER, IPC_MAGIC, IPC_VERSION, FRAMES, FRAME_SIZE, RINGFENCE_CFG_PARCELS}, {{0}}};
    const uint64_t size =
        ((sizeof(IpcShared) + (2U * FRAMES * (uint64_t)FRAME_SIZE)) + 4095U) & ~4095ULL;
    const int memory = memfd_create("hostile", MFD_ALLOW_SEALING);
    Handshake answer = {.head = {0U}};
    int link = -1;

    name_ends(offer.names);
    assert_int_equal(ftruncate(memory, (off_t)size), 0);
    assert_int_equal(fallocate(memory, 0, 0, (off_t)size), 0);
    assert_int_equal(pwrite(memory, &offer.head[1], 16U, 0), 16);
    assert_int_equal(fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW), 0);
    assert_int_equal(events_of(handle), 0U);
    link = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
    assert_true(link >= 0);
    send_to(link, &offer, sizeof(offer), memory);
    assert_int_equal(events_of(handle) & EST, EST);
    assert_int_equal(recv(link, &answer, sizeof(answer), 0), sizeof(answer));
    assert_int_equal(answer.head[0], KIND_ACCEPT);
    assert_int_equal(answer.head[5], RINGFENCE_CFG_PARCELS);
    assert_int_equal(close(memory), 0);
    return link;
}

/** Sends a parcel with a token of its own and more descriptors than one has room for. */
static void send_many(int link, uint32_t count)
{
    const Letter letter = {KIND_PARCEL, 0U, {9U, 9U}};
    union {
        struct cmsghdr head;
        uint8_t bytes[CMSG_SPACE(16U * sizeof(int))];
    } control = {.bytes = {0}};
    struct iovec part = {.iov_len = sizeof(letter)};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1U};
    Letter copy = letter;
    int files[16] = {0};

    part.iov_base = &copy;
    control.head.cmsg_level = SOL_SOCKET;
    control.head.cmsg_type = SCM_RIGHTS;
    control.head.cmsg_len = (socklen_t)CMSG_LEN(count * sizeof(int));
    (void)memcpy(CMSG_DATA(&control.head), files, count * sizeof(int));
    message.msg_control = &control;
    message.msg_controllen = (socklen_t)CMSG_SPACE(count * sizeof(int));
    assert_int_equal(sendmsg(link, &message, 0), sizeof(letter));
}

static void send_letter(int link, uint64_t token, int descriptor)
{
    const Letter letter = {KIND_PARCEL, 0U, {token, 0U}};

    send_to(link, &letter, sizeof(letter), descriptor);
}

static void send_word(int link, uint32_t word)
{
    send_to(link, &word, sizeof(word), -1);
}

/** Ways to lie about parcels. */
typedef enum {
    LIE_NO_DESCRIPTORS,
    LIE_NO_TOKEN,
    LIE_TOKEN_TWICE,
    LIE_TOO_MANY,
    LIE_CLAIM_OF_NOTHING,
    LIE_CLAIM_TWICE,
    LIE_LENGTH,
    LIE_PARCEL_AS_WORD,
    LIE_UNKNOWN_WORD,
    LIE_SECOND_GREETING,
    LIE_TOO_MANY_DESCRIPTORS,
    LIE_COUNT
} Lie;

/** Says the last sentence of a lie, after what makes it one. */
static void tell(int link, NvSciIpcEndpoint handle, Lie lie)
{
    const Letter letter = {KIND_PARCEL, 0U, {5U, 5U}};
    static const Handshake handshake = {.head = {KIND_OFFER}};
    IpcToken token = {{0U, 0U}};

    switch (lie) {
    case LIE_NO_DESCRIPTORS:
        send_letter(link, 1U, -1);
        break;
    case LIE_NO_TOKEN:
        send_letter(link, 0U, STDIN_FILENO);
        break;
    case LIE_TOKEN_TWICE:
        send_letter(link, 1U, STDIN_FILENO);
        send_letter(link, 2U, STDIN_FILENO);
        send_letter(link, 1U, STDIN_FILENO);
        break;
    case LIE_TOO_MANY:
        for (uint32_t i = 0U; i <= LIMIT; i++) {
            send_letter(link, i + 1U, STDIN_FILENO);
        }
        break;
    case LIE_CLAIM_OF_NOTHING:
        send_word(link, KIND_CLAIMED);
        break;
    case LIE_CLAIM_TWICE:
        assert_status(send_any(handle, &token), NvSciError_Success);
        send_word(link, KIND_CLAIMED);
        send_word(link, KIND_CLAIMED);
        break;
    case LIE_LENGTH:
        send_to(link, &letter, sizeof(letter) - 1U, STDIN_FILENO);
        break;
    case LIE_PARCEL_AS_WORD:
        send_to(link, &letter, sizeof(uint32_t), STDIN_FILENO);
        break;
    case LIE_UNKNOWN_WORD:
        send_word(link, KIND_CLAIMED + 1U);
        break;
    case LIE_SECOND_GREETING:
        send_to(link, &handshake, sizeof(handshake), STDIN_FILENO);
        break;
    default:
        send_many(link, PORT_PARCEL_MAX + 1U);
        break;
    }
}

/**
 * A peer that lies about parcels loses the connection with a fault, and nothing that it sent stays
 * open, whether a look for events or a claim meets the lie.
 * @verifies RF-IPC-072 RF-IPC-074
 */
static void lies_about_parcels_end_the_connection(void **state)
{
    const int listener = impostor_of("ipc_test_0");
    const NvSciIpcEndpoint handle = open_endpoint("ipc_test_1");
    const uint32_t before = open_descriptors();

    (void)state;
    for (uint32_t turn = 0U; turn < (2U * (uint32_t)LIE_COUNT); turn++) {
        const uint32_t faults = ipc_fault_count();
        int link = -1;
        uint32_t seen = 0U;
        PortParcel parcel = {0U, {0}};

        reset_endpoint_of(handle);
        link = connect_impostor(listener, handle);
        tell(link, handle, (Lie)(turn / 2U));
        if ((turn & 1U) != 0U) {
            assert_false(claim_parcel(handle, (IpcToken){{77U, 77U}}, &parcel));
            assert_true(is_ready(handle, SLEEP_MS));
        }
        for (uint32_t look = 0U; (look < LOOKS_MAX) && ((seen & RESET) == 0U); look++) {
            seen |= events_of(handle);
        }
        assert_int_equal(seen & RESET, RESET);
        assert_int_equal(ipc_fault_count(), faults + 1U);
        assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_BAD_PEER);
        assert_int_equal(close(link), 0);
        assert_int_equal(open_descriptors(), before);
    }
    close_endpoint_of(handle);
    assert_int_equal(close(listener), 0);
}

/**
 * A peer that fills the link with reminders, and reads nothing, delays nobody: claims and sendings
 * return, what is claimed is told when there is room, and the connection stays.
 * @verifies RF-IPC-071 RF-IPC-074
 */
static void flooded_link_is_survived(void **state)
{
    const int listener = impostor_of("ipc_test_0");
    const NvSciIpcEndpoint handle = open_endpoint("ipc_test_1");
    IpcToken token = {{0U, 0U}};
    PortParcel parcel = {0U, {0}};
    const uint32_t wake = KIND_WAKE;
    uint32_t claims = 0U;
    uint32_t word = 0U;
    Letter letter;
    int link = -1;

    (void)state;
    reset_endpoint_of(handle);
    link = connect_impostor(listener, handle);
    for (uint32_t i = 0U; i < 4U; i++) {
        send_letter(link, i + 1U, STDIN_FILENO);
    }
    while (send(link, &wake, sizeof(wake), 0) == (ssize_t)sizeof(wake)) {
        word++;
    }
    assert_int_equal(errno, EAGAIN);
    assert_true(word > 0U);
    assert_false(claim_parcel(handle, (IpcToken){{77U, 77U}}, &parcel));
    /* Fills the other direction with reminders: this peer sets its flag again and again. */
    {
        IpcEndpoint *endpoint = NULL;
        bool full = false;

        assert_status(ipc_take(ANY_OP, handle, &endpoint), NvSciError_Success);
        for (uint32_t i = 0U; i < 100000U; i++) {
            ipc_wake_peer(endpoint);
        }
        full = (port_link_send(&endpoint->system, &wake, sizeof(wake), NULL) == PORT_NOT_YET);
        ipc_leave(endpoint);
        assert_true(full);
    }
    assert_status(send_any(handle, &token), NvSciError_InsufficientResource);
    for (uint32_t i = 0U; i < 4U; i++) {
        assert_true(claim_parcel(handle, (IpcToken){{i + 1U, 0U}}, &parcel));
        port_parcel_close(&parcel);
    }
    while (recv(link, &letter, sizeof(letter), 0) > 0) {
        assert_int_equal(letter.kind, KIND_WAKE);
    }
    assert_int_equal(events_of(handle) & RESET, 0U);
    while (recv(link, &letter, sizeof(letter), 0) > 0) {
        claims += (letter.kind == KIND_CLAIMED) ? 1U : 0U;
    }
    assert_int_equal(claims, 4U);
    assert_status(send_any(handle, &token), NvSciError_Success);
    close_endpoint_of(handle);
    assert_int_equal(close(link), 0);
    assert_int_equal(close(listener), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(killed_peer_leaves_its_parcels),
        ipc_test(lies_about_parcels_end_the_connection),
        ipc_test(flooded_link_is_survived),
    };

    return cmocka_run_group_tests_name("ipc_parcel_process", tests, NULL, NULL);
}
