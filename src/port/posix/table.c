/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file table.c
 * Reads the file that holds the endpoint table.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "port/channel.h"
#include "port/lock.h"
#include "port/posix/child.h"
#include "port/posix/refuse.h"
#include "port/status.h"

/** Characters that are printed, but for the blank. */
#define SPACE_FIRST '!'
#define SPACE_LAST  '~'

/** Reads until the end of the file, or until the text is full; one byte more shows that it is
 * longer. */
static PortStatus read_text(int file, char *text, uint64_t capacity, uint64_t *length)
{
    PortStatus status = PORT_OK;
    uint64_t used = 0U;
    ssize_t count = 1;
    char more = '\0';

    while ((count > 0) && (used < capacity)) {
        count = read(file, &text[used], (size_t)(capacity - used));
        if (count > 0) {
            used += (uint64_t)count;
        }
    }
    if (count > 0) {
        count = read(file, &more, sizeof(more));
    }
    if (count < 0) {
        port_refuse(CALL_READ, errno);
        status = PORT_FAILED;
    } else if (count > 0) {
        status = PORT_NO_MEMORY;
    } else {
        *length = used;
    }
    return status;
}

/** Notes that the system opens no file, whichever it is. */
static void note_unopened(int error)
{
    if ((error == EPERM) || (error == ENOSYS) || (error == EMFILE) || (error == ENFILE) ||
        (error == ENOMEM)) {
        port_refuse(CALL_OPEN, error);
    }
}

/** @satisfies RF-IPC-004 */
PortStatus port_table_read(PortTable table, char *text, uint64_t capacity, uint64_t *length)
{
    PortStatus status = PORT_NOT_YET;
    const char *path = "/etc/nvsciipc.cfg";

    if (table == PORT_TABLE_OF_ENVIRONMENT) {
        path = secure_getenv("RINGFENCE_NVSCIIPC_CFG");
    }
    if (path != NULL) {
        const int32_t held = ringfence_port_cancel_hold();
        const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        const int error = errno;

        if (file >= 0) {
            status = read_text(file, text, capacity, length);
            port_child_close_told((int32_t)file);
        } else if ((table == PORT_TABLE_OF_SYSTEM) && (error == ENOENT)) {
            status = PORT_NOT_YET;
        } else {
            note_unopened(error);
            status = PORT_FAILED;
        }
        ringfence_port_cancel_resume(held);
    }
    return status;
}

/** Says whether a byte may stand in the name of a space. */
static bool is_space_character(char byte)
{
    return (byte >= SPACE_FIRST) && (byte <= SPACE_LAST) && (byte != '/');
}

/** @satisfies RF-IPC-240 RF-IPC-241 */
PortStatus port_space_read(char *space)
{
    PortStatus status = PORT_NOT_YET;
    const char *const value = secure_getenv("RINGFENCE_NVSCIIPC_SPACE");

    if (value != NULL) {
        uint32_t length = 0U;

        while ((length < PORT_SPACE_MAX) && is_space_character(value[length])) {
            length++;
        }
        status = ((length > 0U) && (value[length] == '\0')) ? PORT_OK : PORT_FAILED;
        if (status == PORT_OK) {
            (void)memcpy(space, value, (size_t)length + 1U);
        }
    }
    return status;
}
