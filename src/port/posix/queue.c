/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file queue.c
 * What waits in the queue of a socket, on Linux.
 *
 * A message can hold descriptors of any kind. The system closes those that nobody takes: with the
 * message if it is read without room for them, with the socket if it is not read. That happens in
 * the thread that does it, and may take long. So what is read is looked at first, and a socket
 * whose queue holds more than memory and pipes goes to the closer.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include "port/posix/queue.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "port/descriptor.h"
#include "port/lock.h"
#include "port/posix/child.h"
#include "port/posix/closer.h"

/** Messages that are read at most to empty a queue: more than a link holds of reminders. */
#define UNREAD_MAX 512U
/** Bytes of one that is read: as many as a message has, and more. What it says is of no meaning. */
#define UNREAD_BYTES 256U

/** Takes the descriptors of a message; they are the caller's now. The length of the message is
 * rounded up, that in the head is not. */
static void read_control(const PortControl *control, const struct msghdr *message,
                         PortParcel *parcel)
{
    const size_t length = (size_t)message->msg_controllen;
    struct cmsghdr head = {0};
    const void *const from = control->head;
    void *const to = &head;

    (void)memcpy(to, from, sizeof(head));
    parcel->count = 0U;
    if ((length > CMSG_LEN(0U)) && (head.cmsg_len > CMSG_LEN(0U)) &&
        (head.cmsg_level == SOL_SOCKET) && (head.cmsg_type == SCM_RIGHTS)) {
        const size_t held = ((size_t)head.cmsg_len - CMSG_LEN(0U)) / sizeof(int);

        for (size_t i = 0U; (i < held) && (i < PORT_PARCEL_MAX); i++) {
            parcel->descriptors[i] = (int32_t)control->files[i];
            port_child_note_foreign(parcel->descriptors[i]);
            parcel->count++;
        }
    }
}

/** Says whether the descriptors of a message came whole. Those that are missing although there was
 * room for them could not be opened. */
static PortStatus status_of_descriptors(const struct msghdr *message, const PortParcel *parcel)
{
    const uint32_t flags = (uint32_t)message->msg_flags;
    PortStatus status = PORT_OK;

    if ((flags & (uint32_t)MSG_CTRUNC) == 0U) {
        status = PORT_OK;
    } else if (parcel->count < PORT_PARCEL_MAX) {
        status = PORT_NO_RESOURCE;
    } else {
        status = PORT_FAILED;
    }
    return status;
}

/** Looks at the oldest message of a link. Gives its bytes, or a negative number. */
static ssize_t peek_at(int link, struct msghdr *message)
{
    ssize_t count = recvmsg(link, message, MSG_DONTWAIT | MSG_PEEK | MSG_CMSG_CLOEXEC);
    const int error = (count < 0) ? errno : 0;

    if (error == ECONNRESET) {
        /* The peer closed without reading all. This is said once, before what it sent itself. */
        count = recvmsg(link, message, MSG_DONTWAIT | MSG_PEEK | MSG_CMSG_CLOEXEC);
    }
    return count;
}

/**
 * Takes the descriptors of the oldest message. The message keeps them too: for what finds no room
 * here that is not the last close. Gives the error of the system, or 0.
 */
static int take_descriptors(int link, PortParcel *parcel, PortStatus *status)
{
    char byte = '\0';
    struct iovec part = {&byte, sizeof(byte)};
    PortControl control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1U};
    int error = 0;

    (void)memset(&control, 0, sizeof(control));
    message.msg_control = &control;
    message.msg_controllen = CMSG_LEN(sizeof(control.files));
    port_child_hold();
    if (peek_at(link, &message) >= 0) {
        read_control(&control, &message, parcel);
        *status = status_of_descriptors(&message, parcel);
    } else {
        error = errno;
    }
    port_child_let();
    return error;
}

/** Says what a message is that was looked at, and takes its descriptors if it has some and may.
 * Gives the error of the system, or 0. */
static int take_rights(int link, bool takes, const struct msghdr *message, PortParcel *parcel,
                       PortStatus *status)
{
    const uint32_t flags = (uint32_t)message->msg_flags;
    const bool is_whole = ((flags & (uint32_t)MSG_TRUNC) == 0U);
    const bool has_rights = ((flags & (uint32_t)MSG_CTRUNC) != 0U);
    int error = 0;

    if (!has_rights) {
        *status = is_whole ? PORT_OK : PORT_FAILED;
    } else if (is_whole && takes) {
        error = take_descriptors(link, parcel, status);
    } else {
        *status = PORT_FAILED;
    }
    return error;
}

/**
 * Takes the oldest message, as port_queue_receive() does; `takes` says whether one with descriptors
 * is taken.
 */
static int take_or_look(int link, bool takes, struct iovec part, PortParcel *parcel,
                        uint64_t *length, PortStatus *status)
{
    struct iovec room = part;
    struct msghdr message = {.msg_iov = &room, .msg_iovlen = 1U};
    const ssize_t count = peek_at(link, &message);
    int error = (count < 0) ? errno : 0;

    parcel->count = 0U;
    *status = PORT_FAILED;
    if (error == 0) {
        error = take_rights(link, takes, &message, parcel, status);
    }
    if ((error == 0) && (*status == PORT_OK)) {
        if ((count == 0) && (parcel->count == 0U)) {
            *status = PORT_CLOSED;
        } else {
            *length = (uint64_t)count;
            error = (recvmsg(link, &message, MSG_DONTWAIT) < 0) ? errno : 0;
        }
    }
    if ((*status != PORT_OK) || (error != 0)) {
        port_parcel_close(parcel);
    }
    return error;
}

/**
 * A message is looked at first, and consumed when its descriptors are here. One that has more than
 * a parcel, or more than this process has room for, stays in the queue.
 *
 * @satisfies RF-PORT-280
 */
int port_queue_receive(int link, void *bytes, uint64_t size, uint64_t *length, PortParcel *parcel,
                       PortStatus *status)
{
    const struct iovec part = {bytes, (size_t)size};

    return take_or_look(link, true, part, parcel, length, status);
}

/** Says whether nothing waits in the queue of a socket that takes no more. With the credentials of
 * who sent it, which do not fit, a message that has no bytes differs from none. */
static bool is_empty(int file)
{
    const int on = 1;
    char byte = '\0';
    struct iovec part = {&byte, sizeof(byte)};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1U};
    ssize_t count = -1;

    if (setsockopt(file, SOL_SOCKET, SO_PASSCRED, &on, (socklen_t)sizeof(on)) == 0) {
        count = recvmsg(file, &message, MSG_DONTWAIT | MSG_PEEK);
    }
    return (count == 0) && (((uint32_t)message.msg_flags & (uint32_t)MSG_CTRUNC) == 0U);
}

/**
 * Reads what waits in the queue of a socket that takes no more, and closes what came with it. Says
 * whether the queue is empty then. It is left as soon as one of its descriptors goes to the closer:
 * the others would fill this process's table.
 */
static bool empty(int file, bool takes)
{
    uint8_t bytes[UNREAD_BYTES] = {0};
    const struct iovec part = {bytes, sizeof(bytes)};
    const uint32_t before = port_child_given();
    PortStatus status = PORT_OK;
    bool emptied = false;
    int error = 0;

    for (uint32_t i = 0U;
         (i < UNREAD_MAX) && (error == 0) && (status == PORT_OK) && (port_child_given() <= before);
         i++) {
        uint64_t length = 0U;
        PortParcel parcel = {.count = 0U};

        error = take_or_look(file, takes, part, &parcel, &length, &status);
        port_parcel_close(&parcel);
    }
    if ((error == 0) && (status == PORT_CLOSED)) {
        emptied = is_empty(file);
    } else {
        /* What was not connected has no queue. */
        emptied = (error == ENOTCONN);
    }
    return emptied;
}

/**
 * A child that was not made by fork() may have the socket too: closing alone would not end it.
 *
 * @satisfies RF-PORT-280
 */
void port_queue_drop(int32_t socket, bool takes)
{
    if (socket >= 0) {
        const int32_t held = ringfence_port_cancel_hold();

        (void)shutdown((int)socket, SHUT_RDWR);
        if (empty((int)socket, takes)) {
            ringfence_port_descriptor_close(socket);
        } else {
            port_closer_give(socket);
        }
        ringfence_port_cancel_resume(held);
    }
}
