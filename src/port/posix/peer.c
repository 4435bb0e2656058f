/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer.c
 * Who may open an address, and who may be at the other end of a socket, on Linux.
 *
 * The kernel gives the user and the groups of a peer as numbers of this process's user namespace.
 * All who have no number there are shown as one, the overflow id: in such a namespace that number
 * says nothing, and whoever would be let in for it is refused.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include "port/posix/peer.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
/* cppcheck-suppress misra-c2012-21.5 ; DEV-030 whether a process is there is asked behind this
 * header */
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include "port/atomic.h"
#include "port/descriptor.h"
#include "port/lock.h"
#include "port/posix/refuse.h"

/** Groups that a process of Linux has at most, beside its own. */
#define GROUPS_MAX 65536U
/** Overflow id of a system that does not tell. */
#define OVERFLOW_ID 65534U
/** Ids that there are: a namespace that has numbers for all of them shows nobody as another. */
#define IDS_ALL 4294967295U
/** Fields of a line of a map: first id inside, first id outside, how many. */
#define MAP_FIELDS 3U
/** Bytes that are read at a time. */
#define CHUNK 256U

/** Users and groups have numbers of their own, and files that tell of them. */
typedef enum { ID_USER = 0, ID_GROUP = 1 } IdKind;

typedef struct {
    const char *overflow;
    const char *map;
} IdFiles;

static const IdFiles g_id_files[] = {{"/proc/sys/kernel/overflowuid", "/proc/self/uid_map"},
                                     {"/proc/sys/kernel/overflowgid", "/proc/self/gid_map"}};

/** What was read of a file of numbers. */
typedef struct {
    uint64_t number;
    bool in_number;
    uint32_t fields;
    /** The first number. */
    uint64_t first;
    /** Sum of the last fields of lines. */
    uint64_t sum;
} Numbers;

/* ---------------------------------------------------------------- files of the system */

static void take_byte(Numbers *numbers, char byte)
{
    if ((byte >= '0') && (byte <= '9')) {
        numbers->number = (numbers->number * 10U) + ((uint64_t)(uint8_t)byte - (uint64_t)'0');
        numbers->in_number = true;
    } else if (numbers->in_number) {
        if (numbers->fields == 0U) {
            numbers->first = numbers->number;
        }
        numbers->fields++;
        if ((numbers->fields % MAP_FIELDS) == 0U) {
            numbers->sum += numbers->number;
        }
        numbers->number = 0U;
        numbers->in_number = false;
    } else {
        /* Blanks. */
    }
}

static PortStatus status_of_file(int error)
{
    PortStatus status = PORT_NOT_YET;

    if ((error == EMFILE) || (error == ENFILE)) {
        status = PORT_NO_RESOURCE;
    } else if (error == ENOMEM) {
        status = PORT_NO_MEMORY;
    } else {
        status = PORT_NOT_YET;
    }
    return status;
}

/** Reads the numbers of a file. PORT_NOT_YET: the system has no such file. */
static PortStatus read_numbers(const char *path, Numbers *numbers)
{
    PortStatus status = PORT_OK;
    const int32_t held = ringfence_port_cancel_hold();
    const int file = open(path, O_RDONLY | O_CLOEXEC);

    if (file < 0) {
        const int error = errno;

        status = status_of_file(error);
        if (status != PORT_NOT_YET) {
            port_refuse(CALL_OPEN, error);
        }
    } else {
        char chunk[CHUNK];
        ssize_t count = 1;

        while (count > 0) {
            count = read(file, chunk, sizeof(chunk));
            for (ssize_t i = 0; i < count; i++) {
                take_byte(numbers, chunk[i]);
            }
        }
        take_byte(numbers, '\n');
        status = (count == 0) ? PORT_OK : PORT_NOT_YET;
        ringfence_port_descriptor_close((int32_t)file);
    }
    ringfence_port_cancel_resume(held);
    return status;
}

/** What is known of the ids of a kind, by IdKind: the overflow id in the lower half, and bits. */
static PortAtomic64 g_id_facts[2];

/** It was asked for. */
#define IDS_KNOWN ((uint64_t)1U << 63U)
/** The namespace has numbers for all: the overflow id is that of somebody. */
#define IDS_WHOLE ((uint64_t)1U << 62U)

/**
 * Asks the system for what check_id() needs. That is done when an endpoint is opened: a peer that
 * comes later opens no file here.
 *
 * @satisfies RF-PORT-233 RF-IPC-270
 */
static PortStatus learn_ids(IdKind kind)
{
    Numbers overflow = {.first = OVERFLOW_ID};
    Numbers map = {.sum = 0U};
    PortStatus status = read_numbers(g_id_files[kind].overflow, &overflow);
    bool is_whole = false;

    if (status == PORT_NOT_YET) {
        overflow.first = OVERFLOW_ID;
        status = PORT_OK;
    }
    if (status == PORT_OK) {
        status = read_numbers(g_id_files[kind].map, &map);
        is_whole = (status == PORT_OK) && (map.sum == IDS_ALL);
        status = (status == PORT_NOT_YET) ? PORT_OK : status;
    }
    if (status == PORT_OK) {
        port_store64(&g_id_facts[kind],
                     IDS_KNOWN | (is_whole ? IDS_WHOLE : 0U) | (overflow.first & UINT32_MAX));
    }
    return status;
}

/**
 * Says whether an id that the kernel gave is one user or group, and nobody else is shown as it.
 * PORT_DENIED: it may be anybody.
 *
 * @satisfies RF-PORT-230 RF-PORT-233
 */
static PortStatus check_id(IdKind kind, uint32_t id)
{
    const uint64_t facts = port_load64(&g_id_facts[kind]);
    const bool is_one = ((uint64_t)id != (facts & UINT32_MAX)) || ((facts & IDS_WHOLE) != 0U);

    return (((facts & IDS_KNOWN) != 0U) && is_one) ? PORT_OK : PORT_DENIED;
}

/* ---------------------------------------------------------------- groups */

/** Groups of the process at the other end of a socket; of this one if there is none. */
static size_t read_groups(int file, gid_t *groups)
{
    socklen_t size = (socklen_t)(GROUPS_MAX * sizeof(gid_t));
    size_t count = 0U;

    if (file < 0) {
        const int own = getgroups((int)GROUPS_MAX, groups);

        count = (own > 0) ? (size_t)own : 0U;
        if (own < 0) {
            port_refuse(CALL_GETGROUPS, errno);
        }
    } else if (getsockopt(file, SOL_SOCKET, SO_PEERGROUPS, groups, &size) == 0) {
        count = (size_t)size / sizeof(groups[0]);
    } else {
        port_refuse(CALL_GETSOCKOPT, errno);
    }
    return count;
}

/** Room for the groups of one process, which a small stack has not; and who uses it. */
static gid_t g_groups[GROUPS_MAX];
static pthread_mutex_t g_groups_lock = PTHREAD_MUTEX_INITIALIZER;

/**
 * Says whether a process has a group among its supplementary ones.
 *
 * @satisfies RF-PORT-232 RF-IPC-270
 */
static PortStatus find_group(int file, uint32_t gid)
{
    PortStatus status = PORT_DENIED;
    size_t count = 0U;

    (void)pthread_mutex_lock(&g_groups_lock);
    count = read_groups(file, g_groups);
    for (size_t i = 0U; i < count; i++) {
        if (g_groups[i] == (gid_t)gid) {
            status = PORT_OK;
        }
    }
    (void)pthread_mutex_unlock(&g_groups_lock);
    return status;
}

/** Says whether a process that has a group of its own is a member of a group. */
static PortStatus check_group(int file, gid_t own, uint32_t gid)
{
    PortStatus status = check_id(ID_GROUP, gid);

    if ((status == PORT_OK) && (own != (gid_t)gid)) {
        status = find_group(file, gid);
    }
    return status;
}

/* ---------------------------------------------------------------- who */

/** @satisfies RF-IPC-023 RF-PORT-230 RF-PORT-231 */
PortStatus port_peer_may_take(const PortAddress *address)
{
    PortStatus status = PORT_OK;

    if (address->scope != PORT_SCOPE_PROCESS) {
        status = learn_ids(ID_USER);
    }
    if ((status == PORT_OK) && (address->scope == PORT_SCOPE_GROUP)) {
        status = learn_ids(ID_GROUP);
    }
    if (status != PORT_OK) {
        /* The system does not tell who its users and groups are. */
    } else if (address->scope == PORT_SCOPE_USER) {
        status = check_id(ID_USER, (uint32_t)geteuid());
    } else if ((address->scope == PORT_SCOPE_GROUP) && (geteuid() != 0U)) {
        status = check_group(-1, getegid(), address->gid);
    } else {
        /* The process itself, or root. */
    }
    return status;
}

/** Says whether the process at the other end of a socket has a user. */
static PortStatus check_peer_user(const struct ucred *peer, uid_t user)
{
    return (peer->uid == user) ? check_id(ID_USER, (uint32_t)user) : PORT_DENIED;
}

PortPeer port_peer_of(int file)
{
    struct ucred peer = {0};
    socklen_t size = (socklen_t)sizeof(peer);
    PortPeer found = {0U, 0U};

    if (getsockopt(file, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0) {
        found.user = (uint32_t)peer.uid;
        found.process = (uint32_t)peer.pid;
    } else {
        port_refuse(CALL_GETSOCKOPT, errno);
    }
    return found;
}

/**
 * All whose users have no number here are shown as one: what one of them had is for no other.
 *
 * @satisfies RF-IPC-271
 */
bool port_peer_is_gone(const PortPeer *peer)
{
    const bool is_one = (check_id(ID_USER, peer->user) == PORT_OK);
    bool is_gone = false;

    if (is_one && (peer->process != 0U)) {
        const int sent = kill((pid_t)peer->process, 0);

        if (sent != 0) {
            /* cppcheck-suppress misra-c2012-22.10 ; DEV-009 kill() sets errno when it fails */
            is_gone = (errno == ESRCH);
        }
    }
    return is_gone;
}

/** @satisfies RF-IPC-024 RF-PORT-230 */
PortStatus port_peer_may(int file, const PortAddress *address)
{
    struct ucred peer = {0};
    socklen_t size = (socklen_t)sizeof(peer);
    PortStatus status = PORT_DENIED;

    if (getsockopt(file, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
        port_refuse(CALL_GETSOCKOPT, errno);
        status = PORT_FAILED;
    } else if (address->scope == PORT_SCOPE_PROCESS) {
        status = (peer.pid == getpid()) ? PORT_OK : PORT_DENIED;
    } else {
        status = check_peer_user(&peer, geteuid());
        if ((status == PORT_DENIED) && (address->scope == PORT_SCOPE_GROUP)) {
            status = check_peer_user(&peer, 0U);
            if (status == PORT_DENIED) {
                status = check_group(file, peer.gid, address->gid);
            }
        }
    }
    return status;
}
