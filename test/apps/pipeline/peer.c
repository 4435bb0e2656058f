/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "peer.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

/** Milliseconds between two looks at whether the other process lives. */
#define LOOK_MS 200
/** Looks while another pair of processes has the channel: half a minute. */
#define BUSY_LOOKS 150U
/** Room for the name of a call with that of an endpoint. */
#define CALL_BYTES 96U

/** What each message begins with. */
typedef struct {
    uint32_t kind;
    uint32_t size;
} Head;

const char *peer_name(const Peer *peer)
{
    return (peer->self == PROCESS_FIRST) ? "process 1" : "process 2";
}

/** Says once that the other process is gone. */
static void say_lost(Peer *peer)
{
    if (!peer->lost) {
        check_say(peer_name(peer),
                  (peer->self == PROCESS_FIRST) ? "process 2 is gone" : "process 1 is gone");
        peer->lost = true;
    }
}

/** Notes the status of process 2 if it has ended. */
static void look(Peer *peer, int options)
{
    pid_t found = -1;

    do {
        found = waitpid(peer->process, &peer->status, options);
    } while ((found < 0) && (errno == EINTR));
    peer->ended = (found != 0);
}

bool peer_lives(Peer *peer)
{
    bool alive = false;

    if (peer->self == PROCESS_SECOND) {
        alive = (getppid() == peer->process);
    } else {
        if (!peer->ended) {
            look(peer, WNOHANG);
        }
        alive = !peer->ended;
    }
    return alive;
}

bool peer_start(Peer *peer)
{
    const pid_t first = getpid();
    bool good = (socketpair(AF_UNIX, SOCK_STREAM, 0, peer->turn) == 0);
    pid_t child = -1;

    if (good) {
        /* What is in the buffers would be written by both. */
        (void)fflush(stdout);
        child = fork();
        good = (child >= 0);
    }
    if (!good) {
        check_say("process 2", strerror(errno));
    } else if (child == 0) {
        peer->self = PROCESS_SECOND;
        peer->process = first;
        (void)close(peer->turn[1]);
    } else {
        peer->self = PROCESS_FIRST;
        peer->process = child;
        (void)close(peer->turn[0]);
    }
    return good;
}

bool peer_is_here(const Peer *peer, uint32_t number)
{
    return (peer == NULL) || (peer->self == number);
}

bool peer_await_turn(Peer *peer)
{
    uint8_t byte = 0U;
    ssize_t count = 1;

    if (peer->self == PROCESS_SECOND) {
        do {
            count = read(peer->turn[0], &byte, sizeof(byte));
        } while ((count < 0) && (errno == EINTR));
    }
    if (count != 1) {
        say_lost(peer);
    }
    return count == 1;
}

void peer_pass_turn(const Peer *peer)
{
    const uint8_t byte = 0U;

    if (peer->self == PROCESS_FIRST) {
        /* Fails only if the other is gone, which peer_join() finds out. */
        const ssize_t count = send(peer->turn[1], &byte, sizeof(byte), MSG_NOSIGNAL);

        (void)count;
    }
}

bool peer_join(Peer *peer)
{
    bool good = true;

    if (peer->self == PROCESS_FIRST) {
        /* It may be waiting for a turn that will not come. */
        (void)close(peer->turn[1]);
        if (!peer->ended) {
            look(peer, 0);
        }
        good = WIFEXITED(peer->status) && (WEXITSTATUS(peer->status) == EXIT_SUCCESS);
        if (!WIFEXITED(peer->status)) {
            say_lost(peer);
        }
    }
    return good;
}

/** Names this process's end of a channel: NAME_0 and NAME_1 are those of number 0. */
static void name_end(const Peer *peer, uint32_t number, char name[NVSCIIPC_MAX_ENDPOINT_NAME])
{
    (void)snprintf(name, NVSCIIPC_MAX_ENDPOINT_NAME, "%s_%u",
                   (peer->channel != NULL) ? peer->channel : "nvscistream",
                   (unsigned int)((2U * number) + ((peer->self == PROCESS_FIRST) ? 0U : 1U)));
}

/** Says which endpoint cannot be opened. */
static NvSciError check_open(const Peer *peer, NvSciError status, const char *name)
{
    char call[CALL_BYTES];

    (void)snprintf(call, sizeof(call), "NvSciIpcOpenEndpoint of %s", name);
    return check_call(status, peer_name(peer), call);
}

/** Opens the endpoint. Waits for a while if another pair of processes has it. */
static NvSciError open_endpoint(Peer *peer)
{
    static const struct timespec pause = {0, LOOK_MS * 1000000L};
    char name[NVSCIIPC_MAX_ENDPOINT_NAME];
    NvSciError status = NvSciError_Busy;

    name_end(peer, 0U, name);
    status = NvSciIpcOpenEndpoint(name, &peer->endpoint);
    for (uint32_t i = 0U; (i < BUSY_LOOKS) && (status == NvSciError_Busy) && peer_lives(peer);
         i++) {
        (void)nanosleep(&pause, NULL);
        status = NvSciIpcOpenEndpoint(name, &peer->endpoint);
    }
    peer->open = (status == NvSciError_Success);
    return check_open(peer, status, name);
}

/** Opens the endpoint and asks what it is like. */
static NvSciError open_channel(Peer *peer)
{
    NvSciIpcEndpointInfo info = {0U, 0U};
    NvSciError status = check_call(NvSciIpcInit(), peer_name(peer), "NvSciIpcInit");

    if (status == NvSciError_Success) {
        status = open_endpoint(peer);
    }
    if (status == NvSciError_Success) {
        status = check_call(NvSciIpcGetLinuxEventFd(peer->endpoint, &peer->event), peer_name(peer),
                            "NvSciIpcGetLinuxEventFd");
    }
    if (status == NvSciError_Success) {
        status = check_call(NvSciIpcGetEndpointInfo(peer->endpoint, &info), peer_name(peer),
                            "NvSciIpcGetEndpointInfo");
    }
    if (status == NvSciError_Success) {
        peer->frame = malloc(info.frame_size);
        peer->frame_size = info.frame_size;
        if (peer->frame == NULL) {
            check_say(peer_name(peer), "not enough memory");
            status = NvSciError_InsufficientMemory;
        }
    }
    if (status == NvSciError_Success) {
        status = check_call(NvSciIpcResetEndpointSafe(peer->endpoint), peer_name(peer),
                            "NvSciIpcResetEndpointSafe");
    }
    return status;
}

/**
 * Waits for an event of the channel; the end of a connection is one as well.
 *
 * @return false iff the other process is gone and the event is not there
 */
static bool await_event(Peer *peer, uint32_t wanted)
{
    struct pollfd entry = {peer->event, POLLIN, 0};
    uint32_t events = 0U;
    bool alive = true;
    bool found = false;
    NvSciError status = NvSciError_Success;

    while (alive && (!found) && (status == NvSciError_Success)) {
        /* First: what it wrote before it ended is there now. */
        alive = peer_lives(peer);
        status = check_call(NvSciIpcGetEventSafe(peer->endpoint, &events), peer_name(peer),
                            "NvSciIpcGetEventSafe");
        found = ((events & wanted) != 0U);
        if (alive && (!found) && (status == NvSciError_Success)) {
            (void)poll(&entry, 1U, LOOK_MS);
        }
    }
    if ((!found) && (status == NvSciError_Success)) {
        say_lost(peer);
    }
    return found;
}

bool peer_open(Peer *peer)
{
    bool good = true;

    if (peer != NULL) {
        /*
         * Process 1 has its endpoint before process 2 tries to have its own. So two pairs cannot
         * take one endpoint each.
         */
        good = peer_await_turn(peer);
        if (good) {
            good = (open_channel(peer) == NvSciError_Success);
        }
        if (good) {
            peer_pass_turn(peer);
            good = await_event(peer, NV_SCI_IPC_EVENT_CONN_EST);
        }
    }
    return good;
}

NvSciError peer_open_further(const Peer *peer, uint32_t number, NvSciIpcEndpoint *endpoint)
{
    char name[NVSCIIPC_MAX_ENDPOINT_NAME];
    NvSciError status = NvSciError_Success;

    name_end(peer, number, name);
    status = check_open(peer, NvSciIpcOpenEndpoint(name, endpoint), name);
    if (status == NvSciError_Success) {
        status = check_call(NvSciIpcResetEndpointSafe(*endpoint), peer_name(peer),
                            "NvSciIpcResetEndpointSafe");
        if (status != NvSciError_Success) {
            (void)NvSciIpcCloseEndpointSafe(*endpoint, false);
        }
    }
    return status;
}

void peer_close(Peer *peer)
{
    if (peer != NULL) {
        if (peer->open) {
            (void)check_call(NvSciIpcCloseEndpointSafe(peer->endpoint, false), peer_name(peer),
                             "NvSciIpcCloseEndpointSafe");
            peer->open = false;
        }
        NvSciIpcDeinit();
        free(peer->frame);
        peer->frame = NULL;
    }
}

/** Says what is wrong with the channel. An end of the connection is the end of the other process.
 */
static bool broken(Peer *peer, NvSciError status, const char *call)
{
    if (status == NvSciError_ConnectionReset) {
        say_lost(peer);
    } else {
        (void)check_call(status, peer_name(peer), call);
    }
    return false;
}

bool peer_send(Peer *peer, MessageKind kind, const void *bytes, size_t size)
{
    const Head head = {(uint32_t)kind, (uint32_t)size};
    const size_t all = sizeof(head) + size;
    uint32_t written = 0U;
    NvSciError status = NvSciError_InsufficientMemory;
    bool good = (!peer->lost) && peer->open;

    if (good && (all > peer->frame_size)) {
        check_say(peer_name(peer), "a message is longer than a frame of the channel");
        good = false;
    }
    if (good) {
        (void)memcpy(peer->frame, &head, sizeof(head));
        if (size > 0U) {
            (void)memcpy(&peer->frame[sizeof(head)], bytes, size);
        }
    }
    while (good && (status == NvSciError_InsufficientMemory)) {
        status = NvSciIpcWriteSafe(peer->endpoint, peer->frame, (uint32_t)all, &written);
        if (status == NvSciError_InsufficientMemory) {
            good = await_event(peer, NV_SCI_IPC_EVENT_WRITE | NV_SCI_IPC_EVENT_CONN_RESET);
        } else if (status != NvSciError_Success) {
            good = broken(peer, status, "NvSciIpcWriteSafe");
        } else {
            /* It is sent. */
        }
    }
    return good;
}

/** Waits for the next message, of any kind. */
static bool next_message(Peer *peer, size_t most, Head *head)
{
    const size_t room = sizeof(*head) + ((most > sizeof(bool)) ? most : sizeof(bool));
    const uint32_t size = (room < peer->frame_size) ? (uint32_t)room : peer->frame_size;
    uint32_t read = 0U;
    NvSciError status = NvSciError_InsufficientMemory;
    bool good = (!peer->lost) && peer->open;

    while (good && (status == NvSciError_InsufficientMemory)) {
        status = NvSciIpcReadSafe(peer->endpoint, peer->frame, size, &read);
        if (status == NvSciError_InsufficientMemory) {
            good = await_event(peer, NV_SCI_IPC_EVENT_READ | NV_SCI_IPC_EVENT_CONN_RESET);
        } else if (status != NvSciError_Success) {
            good = broken(peer, status, "NvSciIpcReadSafe");
        } else {
            (void)memcpy(head, peer->frame, sizeof(*head));
        }
    }
    return good;
}

/** Takes a message if it is a verdict. */
static void take_verdict(Peer *peer, const Head *head)
{
    if (head->kind == (uint32_t)MESSAGE_VERDICT) {
        peer->told = true;
        peer->verdict = (peer->frame[sizeof(*head)] != 0U);
    }
}

bool peer_gave_up(Peer *peer)
{
    Head head = {0U, 0U};
    uint32_t events = 0U;

    if (!peer->told) {
        const NvSciError status = check_call(NvSciIpcGetEventSafe(peer->endpoint, &events),
                                             peer_name(peer), "NvSciIpcGetEventSafe");

        if ((status == NvSciError_Success) &&
            ((events & (NV_SCI_IPC_EVENT_READ | NV_SCI_IPC_EVENT_CONN_RESET)) != 0U) &&
            next_message(peer, 0U, &head)) {
            take_verdict(peer, &head);
        }
    }
    return peer->lost || (peer->told && (!peer->verdict));
}

bool peer_receive(Peer *peer, MessageKind kind, size_t most, const void **bytes, size_t *size)
{
    Head head = {0U, 0U};
    bool good = (!peer->told) && next_message(peer, most, &head);

    if (good) {
        take_verdict(peer, &head);
        good = (head.kind == (uint32_t)kind) && (head.size <= most);
        if ((!good) && (!peer->told)) {
            check_say(peer_name(peer), "a message came out of turn");
        }
        *bytes = &peer->frame[sizeof(head)];
        *size = head.size;
    }
    return good;
}

bool peer_receive_into(Peer *peer, MessageKind kind, void *bytes, size_t size)
{
    const void *found = NULL;
    size_t length = 0U;
    bool good = peer_receive(peer, kind, size, &found, &length);

    if (good) {
        good = (length == size);
        if (good) {
            (void)memcpy(bytes, found, size);
        } else {
            check_say(peer_name(peer), "a message has a wrong length");
        }
    }
    return good;
}

bool peer_agree(Peer *peer, bool good)
{
    bool both = good;

    if (peer != NULL) {
        const uint8_t mine = good ? 1U : 0U;
        Head head = {0U, 0U};
        bool going = peer_send(peer, MESSAGE_VERDICT, &mine, sizeof(mine));

        /* What was sent for work that is not done any more is dropped. */
        while (going && (!peer->told)) {
            going = next_message(peer, 0U, &head);
            if (going) {
                take_verdict(peer, &head);
            }
        }
        both = good && peer->told && peer->verdict;
        peer->told = false;
    }
    return both;
}
