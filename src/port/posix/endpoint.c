/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file endpoint.c
 * Addresses, links and readiness of endpoints on Linux.
 *
 * Addresses are names of the abstract socket namespace, so that a crash leaves nothing behind. A
 * link is a socket of sequenced packets. Reminders go over the link and not through an eventfd: a
 * write to a descriptor that the peer can fill may block.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#include "port/channel.h"
#include "port/descriptor.h"
#include "port/event.h"
#include "port/lock.h"
#include "port/posix/child.h"
#include "port/posix/closer.h"
#include "port/posix/digits.h"
#include "port/posix/peer.h"
#include "port/posix/queue.h"
#include "port/posix/refuse.h"
#include "port/posix/tick.h"
#include "port/random.h"
#include "port/status.h"

/** Descriptors that make an endpoint ready. */
#define READY_MAX 4

/** Whether a socket takes descriptors: an option of Linux 6.16, which older headers do not name. */
#define PASS_RIGHTS 83

/** Bytes of the longest name of an endpoint, with its zero. */
#define ENDPOINT_NAME_BYTES 64U

/** Who made a connection attempt. */
typedef enum {
    CALLER_PEER = 0,
    /** port_endpoint_holder() */
    CALLER_ASKS = 1,
    /** port_endpoint_decline() */
    CALLER_DECLINES = 2
} Caller;

/** Beginning of the address of a socket of port_endpoint_decline(), behind a zero. No scope is
 * called so. */
static const char g_declines[] = "ringfence/no-memory/";

/** An address as the system wants it. */
typedef struct {
    struct sockaddr_un address;
    socklen_t length;
} SocketAddress;

/** What an error of the system is to a caller of the port. */
typedef struct {
    int error;
    PortStatus status;
} SocketError;

static const SocketError g_socket_errors[] = {
    {EMFILE, PORT_NO_RESOURCE},       {ENFILE, PORT_NO_RESOURCE}, {ENOSPC, PORT_NO_RESOURCE},
    {ENOMEM, PORT_NO_MEMORY},         {ENOBUFS, PORT_NO_MEMORY},  {EADDRINUSE, PORT_BUSY},
    {EAGAIN, PORT_NOT_YET},           {EINTR, PORT_NOT_YET},      {ECONNREFUSED, PORT_NOT_YET},
    {ETOOMANYREFS, PORT_NO_RESOURCE}, {EPIPE, PORT_CLOSED},       {ECONNRESET, PORT_CLOSED},
    {ENOTCONN, PORT_CLOSED},          {EPROTOTYPE, PORT_NOT_YET}};

static PortStatus status_of_socket(int error)
{
    PortStatus status = PORT_FAILED;

    for (size_t i = 0U; i < (sizeof(g_socket_errors) / sizeof(g_socket_errors[0])); i++) {
        if (g_socket_errors[i].error == error) {
            status = g_socket_errors[i].status;
        }
    }
    return status;
}

/**
 * What an error of a call is to a caller of the port. It is noted if the system refused the call.
 *
 * @satisfies RF-PORT-350
 */
static PortStatus status_of_call(PortCall call, int error)
{
    const PortStatus status = status_of_socket(error);

    if ((status == PORT_FAILED) || (status == PORT_NO_RESOURCE) || (status == PORT_NO_MEMORY)) {
        port_refuse(call, error);
    }
    return status;
}

/* ---------------------------------------------------------------- addresses */

static void append_text(SocketAddress *socket_address, const char *text)
{
    for (size_t i = 0U;
         (text[i] != '\0') && (socket_address->length < (socklen_t)sizeof(socket_address->address));
         i++) {
        const size_t at = (size_t)socket_address->length - offsetof(struct sockaddr_un, sun_path);

        socket_address->address.sun_path[at] = text[i];
        socket_address->length++;
    }
}

static void append_number(SocketAddress *socket_address, uint32_t number)
{
    char digits[PORT_DIGITS_MAX + 1U];

    port_digits(number, digits);
    append_text(socket_address, digits);
}

/** Bytes of the longest address: that of a group in a space. */
#define ADDRESS_BYTES_MAX                                                                          \
    (sizeof("ringfence/group-4294967295//") + PORT_SPACE_MAX + (ENDPOINT_NAME_BYTES - 1U))

_Static_assert(ADDRESS_BYTES_MAX <=
                   (sizeof(struct sockaddr_un) - offsetof(struct sockaddr_un, sun_path)),
               "an address is never cut");

static void append_scope(SocketAddress *socket_address, const PortAddress *address)
{
    if (address->scope == PORT_SCOPE_GROUP) {
        append_text(socket_address, "group-");
        append_number(socket_address, address->gid);
    } else if (address->scope == PORT_SCOPE_PROCESS) {
        const uint64_t number = port_child_number();

        append_text(socket_address, "process-");
        append_number(socket_address, (uint32_t)(number >> 32U));
        append_text(socket_address, "-");
        append_number(socket_address, (uint32_t)(number & UINT32_MAX));
    } else {
        append_text(socket_address, "user-");
        append_number(socket_address, (uint32_t)geteuid());
    }
}

/** An address that has the zero alone with which all of them begin. */
static SocketAddress begin_address(void)
{
    SocketAddress result;

    (void)memset(&result, 0, sizeof(result));
    result.address.sun_family = AF_UNIX;
    result.length = (socklen_t)offsetof(struct sockaddr_un, sun_path) + 1U;
    return result;
}

/**
 * A zero, "ringfence/ipc/", the scope, "/", the name. Processes of several PID namespaces may have
 * one number, and share the names: a process is named by a random one. In a space it is a zero,
 * "ringfence/", the scope, "/", the space, "/", the name: no name of a scope is "ipc".
 *
 * @satisfies RF-PORT-221 RF-IPC-240
 */
static SocketAddress socket_address_of(const PortAddress *address)
{
    SocketAddress result = begin_address();
    const bool in_space = (address->scope != PORT_SCOPE_PROCESS) && (address->space[0] != '\0');

    append_text(&result, in_space ? "ringfence/" : "ringfence/ipc/");
    append_scope(&result, address);
    append_text(&result, "/");
    if (in_space) {
        append_text(&result, address->space);
        append_text(&result, "/");
    }
    append_text(&result, address->name);
    return result;
}

/* ---------------------------------------------------------------- sockets */

static int new_socket(void)
{
    int file = -1;

    port_child_hold();
    file = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    port_child_note((int32_t)file);
    port_child_let();
    return file;
}

/**
 * Sets whether a socket takes descriptors; attempts have it of the socket that listens. Where the
 * system does not know that, they come, and closing them is the closer's affair.
 *
 * @satisfies RF-PORT-282
 */
static void pass_rights(int file, bool passes)
{
    int value = 0;

    if (passes) {
        value = 1;
    }
    (void)setsockopt(file, SOL_SOCKET, PASS_RIGHTS, &value, (socklen_t)sizeof(value));
}

/** Makes a socket that has an address. Nobody reaches it before it listens. */
static PortStatus bind_to(const PortAddress *own, int32_t *name)
{
    PortStatus status = PORT_OK;
    const SocketAddress at = socket_address_of(own);
    const void *const generic = &at.address;
    const struct sockaddr *const address = generic;
    const int file = new_socket();

    if (file >= 0) {
        pass_rights(file, false);
    }
    if (file < 0) {
        status = status_of_call(CALL_SOCKET, errno);
    } else if (bind(file, address, at.length) != 0) {
        status = status_of_call(CALL_BIND, errno);
    } else {
        *name = (int32_t)file;
    }
    if (status != PORT_OK) {
        ringfence_port_descriptor_close((int32_t)file);
    }
    return status;
}

/** Makes a socket that asks once and takes no descriptors, while there is room for one. */
static int new_outgoing(void)
{
    int file = -1;

    if (port_closer_is_full()) {
        errno = EMFILE;
    } else {
        file = new_socket();
        if (file >= 0) {
            pass_rights(file, false);
        }
    }
    return file;
}

/**
 * Connects a socket that is kept to an address, while there is room for what the connection may
 * bring. One that could not be connected is kept on. `takes` says whether it takes descriptors: who
 * accepts may send some before this side has looked who that is.
 *
 * @satisfies RF-IPC-270
 */
static PortStatus connect_to(PortEndpoint *endpoint, const PortAddress *peer, bool takes, int *link)
{
    PortStatus status = PORT_NO_RESOURCE;

    if ((endpoint->kept > 0U) && (!port_closer_is_full())) {
        const SocketAddress at = socket_address_of(peer);
        const void *const generic = &at.address;
        const struct sockaddr *const address = generic;
        const int32_t held = ringfence_port_cancel_hold();
        const int file = (int)endpoint->calls[endpoint->kept - 1U];

        pass_rights(file, takes);
        if (connect(file, address, at.length) != 0) {
            status = status_of_call(CALL_CONNECT, errno);
        } else {
            status = PORT_OK;
            endpoint->kept--;
            *link = file;
        }
        ringfence_port_cancel_resume(held);
    }
    return status;
}

/** Who calls from an address. Those that call to connect have none.
 * @satisfies RF-IPC-243 */
static Caller caller_of(const struct sockaddr_un *from, socklen_t length)
{
    const size_t size = sizeof(g_declines) - 1U;
    const size_t path = offsetof(struct sockaddr_un, sun_path);
    Caller caller = CALLER_PEER;

    if ((size_t)length > path) {
        caller = CALLER_ASKS;
        if ((size_t)length > (path + 1U + size)) {
            if (strncmp(&from->sun_path[1], g_declines, size) == 0) {
                caller = CALLER_DECLINES;
            }
        }
    }
    return caller;
}

/** Accepts the oldest connection attempt. Gives its socket; negative: there is none. */
static int accept_oldest(const PortEndpoint *endpoint, Caller *caller)
{
    struct sockaddr_un from = {0};
    void *const generic = &from;
    struct sockaddr *const address = generic;
    socklen_t length = (socklen_t)sizeof(from);
    const int32_t held = ringfence_port_cancel_hold();
    int file = -1;

    if (port_closer_is_full()) {
        errno = EMFILE;
    } else {
        port_child_hold();
        file = accept4((int)endpoint->name, address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        port_child_note((int32_t)file);
        port_child_let();
    }
    ringfence_port_cancel_resume(held);
    *caller = (file >= 0) ? caller_of(&from, length) : CALLER_PEER;
    return file;
}

/** Adds a descriptor to those that make the endpoint ready. */
static PortStatus watch(const PortEndpoint *endpoint, int32_t file, uint32_t events, uint32_t bit)
{
    struct epoll_event event = {.events = events, .data = {.u32 = bit}};

    return (epoll_ctl((int)endpoint->waiter, EPOLL_CTL_ADD, (int)file, &event) == 0)
               ? PORT_OK
               : status_of_call(CALL_EPOLL_CTL, errno);
}

/** Makes a socket the endpoint's link, if its other end may be there. */
static PortStatus take_link(PortEndpoint *endpoint, int file, const PortAddress *address)
{
    PortStatus status = port_peer_may(file, address);

    if (status == PORT_OK) {
        status = watch(endpoint, (int32_t)file, (uint32_t)EPOLLIN | (uint32_t)EPOLLRDHUP,
                       PORT_READY_LINK);
    }
    if (status == PORT_OK) {
        pass_rights(file, true);
        endpoint->link = (int32_t)file;
    } else {
        port_queue_drop((int32_t)file, false);
    }
    return status;
}

/* ---------------------------------------------------------------- endpoints */

/** Makes what is ready while something waits for the endpoint, and its event. */
static PortStatus make_waiter(PortEndpoint *endpoint)
{
    PortStatus status = PORT_OK;

    port_child_hold();
    endpoint->waiter = (int32_t)epoll_create1(EPOLL_CLOEXEC);
    if (endpoint->waiter < 0) {
        status = status_of_call(CALL_EPOLL_CREATE1, errno);
    } else {
        port_child_note(endpoint->waiter);
        endpoint->event = (int32_t)eventfd(0U, EFD_CLOEXEC | EFD_NONBLOCK);
        if (endpoint->event < 0) {
            status = status_of_call(CALL_EVENTFD, errno);
        }
        port_child_note(endpoint->event);
    }
    port_child_let();
    return status;
}

/** Makes sure that forked children can be told what is not theirs, and that a name of this process
 * is its own. */
static PortStatus begin_process(PortScope scope)
{
    return (scope == PORT_SCOPE_PROCESS) ? port_child_draw() : port_child_begin();
}

/** Makes what the system has of an endpoint. What was made is in it also if something failed. */
static PortStatus make_endpoint(const PortAddress *own, PortEndpoint *made)
{
    PortStatus status = bind_to(own, &made->name);

    if (status == PORT_OK) {
        status = make_waiter(made);
    }
    if (status == PORT_OK) {
        status = watch(made, made->event, (uint32_t)EPOLLIN, PORT_READY_EVENT);
    }
    if (status == PORT_OK) {
        status = watch(made, made->name, 0U, PORT_READY_CONNECT);
    }
    if (status == PORT_OK) {
        if (listen((int)made->name, (int)PORT_BACKLOG_MAX) != 0) {
            status = status_of_call(CALL_LISTEN, errno);
        }
    }
    return status;
}

/**
 * Number of the network namespace of this thread, in which its addresses are; 0: the system does
 * not tell.
 *
 * @satisfies RF-IPC-312
 */
static uint64_t network_namespace(void)
{
    struct stat about = {0};
    const int32_t held = ringfence_port_cancel_hold();
    const int result = stat("/proc/thread-self/ns/net", &about);

    ringfence_port_cancel_resume(held);
    return (result == 0) ? (uint64_t)about.st_ino : 0U;
}

PortStatus port_endpoint_open(const PortAddress *own, PortEndpoint *endpoint)
{
    PortEndpoint made = {-1, -1, -1, -1, {-1, -1, -1, -1, -1, -1, -1, -1}, 0U, 0U, 0U, 0U};
    PortStatus status = port_peer_may_take(own);

    if (status == PORT_OK) {
        status = begin_process(own->scope);
    }
    if (status == PORT_OK) {
        status = port_closer_begin();
        if (status == PORT_OK) {
            status = make_endpoint(own, &made);
            if (status == PORT_OK) {
                made.network = network_namespace();
                made.user = (uint32_t)geteuid();
                *endpoint = made;
            } else {
                port_endpoint_close(&made);
            }
        }
    }
    return status;
}

/**
 * Asks the system who listens. The kernel gives the socket that asks an address of its own, so that
 * who listens does not take it for a peer.
 *
 * @satisfies RF-IPC-242
 */
uint32_t port_endpoint_holder(const PortAddress *own)
{
    const SocketAddress at = socket_address_of(own);
    const void *const generic = &at.address;
    const struct sockaddr *const address = generic;
    const int32_t held = ringfence_port_cancel_hold();
    const int file = new_outgoing();
    struct ucred holder = {0};
    socklen_t size = (socklen_t)sizeof(holder);
    int result = -1;
    uint32_t process = 0U;

    if (file >= 0) {
        result = bind(file, address, (socklen_t)sizeof(sa_family_t));
    }
    if (result == 0) {
        result = connect(file, address, at.length);
    }
    if (result == 0) {
        result = getsockopt(file, SOL_SOCKET, SO_PEERCRED, &holder, &size);
    }
    if ((result == 0) && (holder.pid > 0)) {
        process = (uint32_t)holder.pid;
    }
    port_queue_drop((int32_t)file, false);
    ringfence_port_cancel_resume(held);
    return process;
}

/**
 * The address of the socket says what it is for: who listens takes it for no peer. Each has its own
 * number, as an address belongs to one socket.
 *
 * @satisfies RF-IPC-314
 */
void port_endpoint_decline(const PortAddress *peer)
{
    uint32_t numbers[2] = {0U, 0U};

    if (port_random(numbers, sizeof(numbers)) == PORT_OK) {
        const SocketAddress at = socket_address_of(peer);
        const void *const generic = &at.address;
        const struct sockaddr *const address = generic;
        const int32_t held = ringfence_port_cancel_hold();
        const int file = new_outgoing();

        if (file >= 0) {
            SocketAddress own = begin_address();
            const void *const generic_own = &own.address;
            const struct sockaddr *const own_address = generic_own;

            append_text(&own, g_declines);
            append_number(&own, numbers[0]);
            append_text(&own, "-");
            append_number(&own, numbers[1]);
            if (bind(file, own_address, own.length) == 0) {
                /* Nobody may be there. */
                (void)connect(file, address, at.length);
            }
        }
        port_queue_drop((int32_t)file, false);
        ringfence_port_cancel_resume(held);
    }
}

/** Says whether a socket listens: one that does not has no queue. */
static bool is_listening(int file)
{
    int answer = 1;
    socklen_t size = (socklen_t)sizeof(answer);

    (void)getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &answer, &size);
    return answer != 0;
}

/** Stops to listen. Attempts that wait are ended first, each by itself: their queues would be
 * closed with this one. Where there is no room to accept them it is closed like them. */
static void drop_name(const PortEndpoint *endpoint)
{
    if (endpoint->name >= 0) {
        Caller caller = CALLER_PEER;
        bool emptied = !is_listening((int)endpoint->name);
        int file = -1;

        if (!emptied) {
            file = 0;
        }
        (void)shutdown((int)endpoint->name, SHUT_RDWR);
        for (uint32_t i = 0U; (i <= (PORT_BACKLOG_MAX + 1U)) && (file >= 0); i++) {
            file = accept_oldest(endpoint, &caller);
            emptied = (file < 0) && (status_of_socket(errno) == PORT_NOT_YET);
            port_queue_drop((int32_t)file, false);
        }
        if (emptied) {
            ringfence_port_descriptor_close(endpoint->name);
        } else {
            port_closer_give(endpoint->name);
        }
    }
}

/** @satisfies RF-IPC-270 */
PortStatus port_endpoint_stock(PortEndpoint *endpoint)
{
    PortStatus status = PORT_OK;

    while ((status == PORT_OK) && (endpoint->kept < PORT_CALLS_KEPT)) {
        const int file = new_socket();

        if (file < 0) {
            status = status_of_call(CALL_SOCKET, errno);
        } else {
            endpoint->calls[endpoint->kept] = (int32_t)file;
            endpoint->kept++;
        }
    }
    return status;
}

/** Nobody is let in from here on: a peer that sees the end of the link finds nobody to call. */
void port_endpoint_close(PortEndpoint *endpoint)
{
    if (endpoint->name >= 0) {
        (void)shutdown((int)endpoint->name, SHUT_RDWR);
    }
    port_link_drop(endpoint);
    for (uint32_t i = 0U; i < endpoint->kept; i++) {
        ringfence_port_descriptor_close(endpoint->calls[i]);
    }
    endpoint->kept = 0U;
    ringfence_port_descriptor_close(endpoint->event);
    ringfence_port_descriptor_close(endpoint->waiter);
    drop_name(endpoint);
    endpoint->name = -1;
    endpoint->event = -1;
    endpoint->waiter = -1;
    port_closer_end();
}

int32_t port_endpoint_descriptor(const PortEndpoint *endpoint)
{
    return endpoint->waiter;
}

void port_endpoint_listen(const PortEndpoint *endpoint, bool listens)
{
    struct epoll_event event = {.events = listens ? (uint32_t)EPOLLIN : 0U,
                                .data = {.u32 = PORT_READY_CONNECT}};

    if (epoll_ctl((int)endpoint->waiter, EPOLL_CTL_MOD, (int)endpoint->name, &event) != 0) {
        port_refuse(CALL_EPOLL_CTL, errno);
    }
}

void port_endpoint_set(const PortEndpoint *endpoint)
{
    ringfence_port_event_set(endpoint->event);
}

void port_endpoint_clear(const PortEndpoint *endpoint)
{
    ringfence_port_event_clear(endpoint->event);
}

uint32_t port_endpoint_look(const PortEndpoint *endpoint)
{
    struct epoll_event events[READY_MAX] = {0};
    const int32_t held = ringfence_port_cancel_hold();
    const int count = epoll_wait((int)endpoint->waiter, events, READY_MAX, 0);
    uint32_t ready = 0U;

    if (count < 0) {
        (void)status_of_call(CALL_EPOLL_WAIT, errno);
    }
    ringfence_port_cancel_resume(held);
    for (int i = 0; i < count; i++) {
        ready |= events[i].data.u32;
    }
    return ready;
}

/**
 * Ends what was accepted. Says whether it was of an end that could not be opened, and that may be
 * the peer.
 *
 * @satisfies RF-IPC-314
 */
static bool end_attempt(int file, Caller caller, const PortAddress *own)
{
    bool declines = false;

    if (caller == CALLER_DECLINES) {
        declines = (port_peer_may(file, own) == PORT_OK);
    }
    port_queue_drop((int32_t)file, false);
    return declines;
}

bool port_endpoint_drop_backlog(const PortEndpoint *endpoint, const PortAddress *own,
                                bool *declined)
{
    int file = 0;
    uint32_t accepted = 0U;
    bool called = false;

    *declined = false;
    for (uint32_t i = 0U; (i < PORT_BACKLOG_MAX) && (file >= 0); i++) {
        Caller caller = CALLER_PEER;

        file = accept_oldest(endpoint, &caller);
        if (file >= 0) {
            called = called || (caller == CALLER_PEER);
            accepted++;
            if (end_attempt(file, caller, own)) {
                *declined = true;
            }
        } else {
            called = called || (status_of_socket(errno) != PORT_NOT_YET);
        }
    }
    /* One that was full may have turned a call away. */
    return called || (accepted == PORT_BACKLOG_MAX);
}

/* ---------------------------------------------------------------- links */

PortStatus port_link_notify(PortEndpoint *endpoint, const PortAddress *peer)
{
    int file = -1;
    PortStatus status = connect_to(endpoint, peer, false, &file);

    if (status == PORT_OK) {
        port_queue_drop((int32_t)file, false);
    } else if ((status == PORT_NOT_YET) || (status == PORT_CLOSED)) {
        /* Nobody is there, or has connection attempts enough to notice. */
        status = PORT_OK;
    } else {
        /* It is to be tried again. */
    }
    return status;
}

PortStatus port_link_connect(PortEndpoint *endpoint, const PortAddress *peer)
{
    int file = -1;
    PortStatus status = connect_to(endpoint, peer, true, &file);

    if (status == PORT_OK) {
        status = take_link(endpoint, file, peer);
    }
    return status;
}

/** Says whether a connection attempt waits: without a descriptor to accept it with, the system does
 * not tell. */
static bool is_attempted(const PortEndpoint *endpoint)
{
    const struct timespec at_once = {0};
    struct pollfd look = {.fd = (int)endpoint->name, .events = POLLIN};
    const int32_t held = ringfence_port_cancel_hold();
    const int count = ppoll(&look, 1U, &at_once, NULL);

    if (count < 0) {
        (void)status_of_call(CALL_PPOLL, errno);
    }
    ringfence_port_cancel_resume(held);
    return (count > 0);
}

PortStatus port_link_accept(PortEndpoint *endpoint, const PortAddress *own)
{
    PortStatus status = PORT_OK;
    Caller caller = CALLER_PEER;
    const int file = accept_oldest(endpoint, &caller);

    if (caller != CALLER_PEER) {
        status = end_attempt(file, caller, own) ? PORT_DECLINED : PORT_BUSY;
    } else if (file >= 0) {
        status = take_link(endpoint, file, own);
        if (status == PORT_NOT_YET) {
            /* The attempt was accepted. */
            status = PORT_FAILED;
        }
    } else {
        const int error = errno;

        status = status_of_socket(error);
        if (status == PORT_NO_RESOURCE) {
            status = is_attempted(endpoint) ? PORT_NO_RESOURCE : PORT_NOT_YET;
        }
        if ((status != PORT_NOT_YET) && (!port_closer_is_full())) {
            (void)status_of_call(CALL_ACCEPT4, error);
        }
    }
    return status;
}

PortPeer port_link_peer(const PortEndpoint *endpoint)
{
    return port_peer_of((int)endpoint->link);
}

/** @satisfies RF-IPC-212 */
bool port_link_is_over(PortEndpoint *endpoint)
{
    const uint64_t now_ns = port_tick_ns();
    bool is_over = false;

    if (now_ns != endpoint->looked_ns) {
        const struct timespec at_once = {0};
        struct pollfd look = {.fd = (int)endpoint->link, .events = POLLRDHUP};
        const int32_t held = ringfence_port_cancel_hold();
        const int count = ppoll(&look, 1U, &at_once, NULL);

        endpoint->looked_ns = now_ns;
        is_over = (count > 0);
        if (count < 0) {
            (void)status_of_call(CALL_PPOLL, errno);
        }
        ringfence_port_cancel_resume(held);
    }
    return is_over;
}

void port_link_drop(PortEndpoint *endpoint)
{
    if (endpoint->link >= 0) {
        (void)epoll_ctl((int)endpoint->waiter, EPOLL_CTL_DEL, (int)endpoint->link, NULL);
        port_queue_drop(endpoint->link, true);
        endpoint->link = -1;
    }
}

/** Head of a control message that carries descriptors. */
static void write_control(PortControl *control, struct msghdr *message, const PortParcel *parcel)
{
    struct cmsghdr head = {0};
    const void *const from = &head;
    void *const to = control->head;
    /* Some C libraries have less room for lengths than for sizes. */
    const socklen_t length = (socklen_t)CMSG_LEN((size_t)parcel->count * sizeof(int));

    head.cmsg_level = SOL_SOCKET;
    head.cmsg_type = SCM_RIGHTS;
    head.cmsg_len = length;
    (void)memcpy(to, from, sizeof(head));
    for (uint32_t i = 0U; i < parcel->count; i++) {
        control->files[i] = (int)parcel->descriptors[i];
    }
    message->msg_control = control;
    message->msg_controllen = length;
}

PortStatus port_link_send(const PortEndpoint *endpoint, const void *bytes, uint64_t size,
                          const PortParcel *parcel)
{
    struct iovec part = {0};
    struct msghdr message = {0};
    PortControl control;
    const int32_t held = ringfence_port_cancel_hold();
    ssize_t count = 0;

    (void)memset(&control, 0, sizeof(control));
    /* The system's type has no const; the bytes are not written. */
    (void)memcpy(&part.iov_base, &bytes, sizeof(bytes));
    part.iov_len = (size_t)size;
    message.msg_iov = &part;
    message.msg_iovlen = 1U;
    if (parcel != NULL) {
        write_control(&control, &message, parcel);
    }
    count = sendmsg((int)endpoint->link, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    ringfence_port_cancel_resume(held);
    return (count >= 0) ? PORT_OK : status_of_call(CALL_SENDMSG, errno);
}

PortStatus port_link_receive(const PortEndpoint *endpoint, void *bytes, uint64_t size,
                             uint64_t *length, PortParcel *parcel)
{
    PortStatus status = PORT_OK;
    const int32_t held = ringfence_port_cancel_hold();
    const int error = port_queue_receive((int)endpoint->link, bytes, size, length, parcel, &status);

    if (error != 0) {
        status = status_of_call(CALL_RECVMSG, error);
    } else if (status == PORT_NO_RESOURCE) {
        /* The system does not say it: descriptors found no number here. */
        port_refuse(CALL_RECVMSG, EMFILE);
    } else {
        /* It is here, or was not as it must be. */
    }
    ringfence_port_cancel_resume(held);
    return status;
}
