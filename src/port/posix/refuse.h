/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file refuse.h
 * Noting calls that the system refused, on Linux.
 */
#ifndef RINGFENCE_PORT_POSIX_REFUSE_H
#define RINGFENCE_PORT_POSIX_REFUSE_H

/**
 * The calls that are noted: a row for each, with the name that a fault has. What the library can do
 * without is not noted: it goes on.
 */
#define PORT_CALLS(ROW)                                                                            \
    ROW(CALL_ACCEPT4, "accept4")                                                                   \
    ROW(CALL_BIND, "bind")                                                                         \
    ROW(CALL_CLOSE, "close")                                                                       \
    ROW(CALL_CONNECT, "connect")                                                                   \
    ROW(CALL_EPOLL_CREATE1, "epoll_create1")                                                       \
    ROW(CALL_EPOLL_CTL, "epoll_ctl")                                                               \
    ROW(CALL_EPOLL_WAIT, "epoll_wait")                                                             \
    ROW(CALL_EVENTFD, "eventfd")                                                                   \
    ROW(CALL_FALLOCATE, "fallocate")                                                               \
    ROW(CALL_FCHMOD, "fchmod")                                                                     \
    ROW(CALL_FCNTL, "fcntl")                                                                       \
    ROW(CALL_FSTAT, "fstat")                                                                       \
    ROW(CALL_FSTATFS, "fstatfs")                                                                   \
    ROW(CALL_FTRUNCATE, "ftruncate")                                                               \
    ROW(CALL_FUTEX, "futex")                                                                       \
    ROW(CALL_GETGROUPS, "getgroups")                                                               \
    ROW(CALL_GETRANDOM, "getrandom")                                                               \
    ROW(CALL_GETSOCKOPT, "getsockopt")                                                             \
    ROW(CALL_LISTEN, "listen")                                                                     \
    ROW(CALL_MEMFD_CREATE, "memfd_create")                                                         \
    ROW(CALL_MMAP, "mmap")                                                                         \
    ROW(CALL_MREMAP, "mremap")                                                                     \
    ROW(CALL_MUNMAP, "munmap")                                                                     \
    ROW(CALL_OPEN, "open")                                                                         \
    ROW(CALL_PIDFD_OPEN, "pidfd_open")                                                             \
    ROW(CALL_PIPE2, "pipe2")                                                                       \
    ROW(CALL_POLL, "poll")                                                                         \
    ROW(CALL_PPOLL, "ppoll")                                                                       \
    ROW(CALL_PTHREAD_CREATE, "pthread_create")                                                     \
    ROW(CALL_PTHREAD_SIGMASK, "pthread_sigmask")                                                   \
    ROW(CALL_READ, "read")                                                                         \
    ROW(CALL_RECVMSG, "recvmsg")                                                                   \
    ROW(CALL_SENDMSG, "sendmsg")                                                                   \
    ROW(CALL_SIGTIMEDWAIT, "sigtimedwait")                                                         \
    ROW(CALL_SOCKET, "socket")                                                                     \
    ROW(CALL_SYSINFO, "sysinfo")                                                                   \
    ROW(CALL_WRITE, "write")

#define PORT_CALL_ID(id, name) id,

/** A call. */
typedef enum { PORT_CALLS(PORT_CALL_ID) CALL_COUNT } PortCall;

/** Notes that the system refused a call to the calling thread. */
void port_refuse(PortCall call, int error);

/** Notes a call without which the function of the calling thread goes on, and which may come behind
 * its end: the next thread takes the note that asks and has none of its own. */
void port_refuse_beside(PortCall call, int error);

#endif /* RINGFENCE_PORT_POSIX_REFUSE_H */
