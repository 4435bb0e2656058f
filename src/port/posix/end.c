/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file end.c
 * The end of the process at the other end of a link, on Linux.
 *
 * The socket of a process is closed before all else that it had is given back: the driver of a GPU
 * stops what the process had still to do later, and closing its files is part of the end of the
 * process. A descriptor of the process becomes readable behind that.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "port/channel.h"
#include "port/lock.h"
#include "port/posix/child.h"
#include "port/posix/refuse.h"
#include "port/status.h"

/** SO_PEERPIDFD of Linux 6.5, which headers of older systems do not have. */
#define PEER_PIDFD 77

/** What an error of opening says. Systems have several for a process that was waited for. */
static PortStatus status_of_process(int error)
{
    PortStatus status = PORT_FAILED;

    if ((error == ESRCH) || (error == EINVAL) || (error == ENOENT)) {
        status = PORT_CLOSED;
    } else if ((error == EMFILE) || (error == ENFILE)) {
        status = PORT_NO_RESOURCE;
    } else if (error == ENOMEM) {
        status = PORT_NO_MEMORY;
    } else {
        status = PORT_FAILED;
    }
    return status;
}

/** Opens a descriptor of a peer: of the process itself, or by its number where the system is older.
 * Gives 0, or the error of the system. */
static int open_peer(int link, pid_t number, int *file)
{
    socklen_t size = (socklen_t)sizeof(*file);
    int error = 0;

    if (getsockopt(link, SOL_SOCKET, PEER_PIDFD, file, &size) != 0) {
        error = errno;
        if ((error != ENOPROTOOPT) && (status_of_process(error) != PORT_CLOSED)) {
            port_refuse(CALL_GETSOCKOPT, error);
        }
    }
    if ((error == ENOPROTOOPT) && (number > 0)) {
        const long opened = syscall(SYS_pidfd_open, number, 0U);

        if (opened >= 0) {
            *file = (int)opened;
            error = 0;
        } else {
            error = errno;
            /* Older systems do not have it. */
            if ((error != ENOSYS) && (status_of_process(error) != PORT_CLOSED)) {
                port_refuse(CALL_PIDFD_OPEN, error);
            }
        }
    }
    return error;
}

/** @satisfies RF-PORT-320 */
PortStatus port_link_process(const PortEndpoint *endpoint, int32_t *process)
{
    struct ucred peer = {0};
    socklen_t size = (socklen_t)sizeof(peer);
    PortStatus status = PORT_OK;
    const int link = (int)endpoint->link;

    if (getsockopt(link, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
        port_refuse(CALL_GETSOCKOPT, errno);
        status = PORT_FAILED;
    } else if (peer.pid == getpid()) {
        status = PORT_CLOSED;
    } else {
        int file = -1;
        int error = 0;

        port_child_hold();
        error = open_peer(link, peer.pid, &file);
        if (error == 0) {
            port_child_note((int32_t)file);
        }
        port_child_let();
        if (error == 0) {
            *process = (int32_t)file;
        } else {
            status = status_of_process(error);
        }
    }
    return status;
}

/** @satisfies RF-PORT-320 */
bool port_process_is_over(int32_t process)
{
    struct pollfd look = {.fd = (int)process, .events = POLLIN, .revents = 0};
    const int32_t held = ringfence_port_cancel_hold();
    const int count = poll(&look, 1U, 0);
    const int error = (count < 0) ? errno : 0;

    if ((error != 0) && (error != EINTR)) {
        port_refuse(CALL_POLL, error);
    }
    ringfence_port_cancel_resume(held);
    return (count == 1) && (((uint32_t)look.revents & (uint32_t)POLLIN) != 0U);
}

/** @satisfies RF-PORT-321 */
void port_endpoint_expect(const PortEndpoint *endpoint, int32_t process)
{
    struct epoll_event event = {.events = (uint32_t)EPOLLIN, .data = {.u32 = 0U}};

    const int result = epoll_ctl((int)endpoint->waiter, EPOLL_CTL_ADD, (int)process, &event);
    const int error = (result != 0) ? errno : 0;

    /* It may be there already. */
    if ((error != 0) && (error != EEXIST)) {
        port_refuse(CALL_EPOLL_CTL, error);
    }
}
