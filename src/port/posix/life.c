/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file life.c
 * Whether a process lives that others rely on, and random bytes, on Linux.
 *
 * A line is a pipe that nobody writes to: when the last descriptor of its writing end is closed, by
 * whatever end of its process, the reading end hangs up. Nobody can open the pipe again by the name
 * that /proc gives it, but its owner and root.
 */
/* cppcheck-suppress [misra-c2012-21.1, misra-c2012-2.5] ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "port/port.h"

/** Bytes that the system gives whole. */
#define RANDOM_MAX 256U

/** @satisfies RF-PORT-035 */
PortStatus port_random(void *bytes, uint64_t size)
{
    PortStatus status = PORT_FAILED;

    if (size <= RANDOM_MAX) {
        const ssize_t count = getrandom(bytes, (size_t)size, 0U);

        status = (count == (ssize_t)size) ? PORT_OK : PORT_FAILED;
    }
    return status;
}

static PortStatus status_of_pipe(int error)
{
    return ((error == EMFILE) || (error == ENFILE)) ? PORT_NO_RESOURCE : PORT_FAILED;
}

/** @satisfies RF-PORT-036 */
PortStatus port_life_make(PortLife *life)
{
    PortStatus status = PORT_FAILED;
    int ends[2] = {-1, -1};

    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
        status = status_of_pipe(errno);
    } else if (fchmod(ends[0], 0U) != 0) {
        (void)close(ends[0]);
        (void)close(ends[1]);
    } else {
        life->watch = (int32_t)ends[0];
        life->keep = (int32_t)ends[1];
        status = PORT_OK;
    }
    return status;
}

/** Says whether a descriptor is one end of a pipe. No file system is asked: one that a process
 * serves could block. */
static bool is_end(int32_t end, int mode)
{
    const int flags = fcntl((int)end, F_GETFL);

    return (fcntl((int)end, F_GETPIPE_SZ) >= 0) && ((flags & O_ACCMODE) == mode);
}

/** @satisfies RF-PORT-047 */
bool port_life_fits(const PortLife *life)
{
    return is_end(life->watch, O_RDONLY) && ((life->keep < 0) || is_end(life->keep, O_WRONLY));
}

/** @satisfies RF-PORT-036 */
bool port_life_is_over(int32_t watch)
{
    struct pollfd look = {.fd = (int)watch, .events = 0, .revents = 0};
    const int count = poll(&look, 1U, 0);

    return (count == 1) && (((uint32_t)look.revents & (uint32_t)POLLHUP) != 0U);
}
