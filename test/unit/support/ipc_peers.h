/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_peers.h
 * Other ends of a channel: processes that end with a status, and impostors that speak by hand.
 */
#ifndef RINGFENCE_TEST_IPC_PEERS_H
#define RINGFENCE_TEST_IPC_PEERS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "ipc/ipc.h"
#include "ipc_fixture.h"

/** Seconds that a child may take. */
#define CHILD_LIMIT 360U

/** Ends a child with the line at which it failed, cut to what a status holds. */
#define CHILD_CHECK(condition)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            (void)fprintf(stderr, "child failed at line %d\n", __LINE__);                          \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

/** Waits in a child, where no assertion of cmocka may be used. */
static inline bool child_wait(NvSciIpcEndpoint handle, uint32_t wanted)
{
    struct pollfd entry = {.events = POLLIN};
    uint32_t events = 0U;
    bool fine = (NvSciIpcGetLinuxEventFd(handle, &entry.fd) == NvSciError_Success);

    while (fine && ((events & wanted) == 0U)) {
        fine = (NvSciIpcGetEventSafe(handle, &events) == NvSciError_Success);
        if (fine && ((events & wanted) == 0U)) {
            fine = (poll(&entry, 1U, 20000) == 1);
        }
    }
    return fine;
}

/** Opens, resets and connects an endpoint in a child. */
static inline NvSciIpcEndpoint child_connect(const char *name)
{
    NvSciIpcEndpoint handle = 0U;

    (void)alarm(CHILD_LIMIT);
    CHILD_CHECK(NvSciIpcInit() == NvSciError_Success);
    CHILD_CHECK(NvSciIpcOpenEndpoint(name, &handle) == NvSciError_Success);
    CHILD_CHECK(NvSciIpcResetEndpointSafe(handle) == NvSciError_Success);
    CHILD_CHECK(child_wait(handle, NV_SCI_IPC_EVENT_CONN_EST));
    return handle;
}

static inline void expect_success(pid_t child)
{
    int status = -1;

    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static inline pid_t fork_child(void)
{
    const pid_t child = fork();

    assert_true(child >= 0);
    return child;
}

/** The names in a handshake on the channel that impostors take. */
static inline void name_ends(char names[2][NVSCIIPC_MAX_ENDPOINT_NAME])
{
    (void)strncpy(names[0], "ipc_test_0", NVSCIIPC_MAX_ENDPOINT_NAME - 1U);
    (void)strncpy(names[1], "ipc_test_1", NVSCIIPC_MAX_ENDPOINT_NAME - 1U);
}

/** A socket at the address of an endpoint. */
static inline int impostor_of(const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const int file = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0);
    const int length = snprintf(&address.sun_path[1], sizeof(address.sun_path) - 1U,
                                "ringfence/user-%u/%s/%s", geteuid(), own_space(), name);
    const void *const generic = &address;

    assert_true(file >= 0);
    assert_int_equal(
        bind(file, (const struct sockaddr *)generic,
             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1U + (size_t)length)),
        0);
    assert_int_equal(listen(file, 16), 0);
    return file;
}

/** Sends bytes and a descriptor over a socket. */
static inline void send_to(int file, const void *bytes, size_t size, int descriptor)
{
    const PortEndpoint raw = {-1, -1, -1, file, {-1}, 0U, 0U, 0U, 0U};
    const PortParcel parcel = {1U, {descriptor}};

    assert_int_equal(port_link_send(&raw, bytes, size, (descriptor >= 0) ? &parcel : NULL),
                     PORT_OK);
}

#endif /* RINGFENCE_TEST_IPC_PEERS_H */
