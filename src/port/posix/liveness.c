/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file liveness.c
 * Whether a process lives that others rely on, on Linux.
 *
 * A line is a pipe that nobody writes to: when the last descriptor of its writing end is closed, by
 * whatever end of its process, the reading end reports the end of file. Nobody can open the pipe
 * again by the name that /proc gives it, but its owner and root.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "port/descriptor.h"
#include "port/liveness.h"
#include "port/lock.h"
#include "port/posix/child.h"
#include "port/posix/refuse.h"
#include "port/status.h"
#include "ringfence_cfg.h"

/** Descriptors of one sleep: all liveness pipes, and the event. */
#define LINES_MAX RINGFENCE_CFG_CUDA_SEMAPHORES
#define US_PER_S  1000000
#define NS_PER_US 1000
/** Seconds of a longer sleep, which ends without cause then. */
#define SLEEP_MOST_S  1
#define SLEEP_MOST_US ((int64_t)SLEEP_MOST_S * US_PER_S)

static PortStatus status_of_pipe(int error)
{
    return ((error == EMFILE) || (error == ENFILE)) ? PORT_NO_RESOURCE : PORT_FAILED;
}

/** Makes a pipe that a forked child does not keep. */
static int make_pipe(int ends[2])
{
    int error = 0;

    port_child_hold();
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0) {
        port_child_note((int32_t)ends[0]);
        port_child_note((int32_t)ends[1]);
    } else {
        error = errno;
        port_refuse(CALL_PIPE2, error);
    }
    port_child_let();
    return error;
}

/** @satisfies RF-PORT-036 RF-PORT-220 */
PortStatus port_liveness_make(PortLiveness *life)
{
    PortStatus status = port_child_begin();
    int ends[2] = {-1, -1};

    if (status == PORT_OK) {
        const int error = make_pipe(ends);

        if (error != 0) {
            status = status_of_pipe(error);
        } else if (fchmod(ends[0], 0U) != 0) {
            port_refuse(CALL_FCHMOD, errno);
            ringfence_port_descriptor_close((int32_t)ends[0]);
            ringfence_port_descriptor_close((int32_t)ends[1]);
            status = PORT_FAILED;
        } else {
            life->watch = (int32_t)ends[0];
            life->keep = (int32_t)ends[1];
        }
    }
    return status;
}

/** Says whether a descriptor is one end of a pipe. No file system is asked: one that a process
 * serves could block. */
static bool is_end(int32_t end, int mode)
{
    const int flags = fcntl((int)end, F_GETFL);
    const int flags_error = (flags < 0) ? errno : 0;
    const bool is_pipe = (fcntl((int)end, F_GETPIPE_SZ) >= 0);
    const int size_error = is_pipe ? 0 : errno;
    const int error = (flags_error != 0) ? flags_error : size_error;

    /* What is no pipe has no size. */
    if ((error != 0) && (error != EBADF)) {
        port_refuse(CALL_FCNTL, error);
    }
    return is_pipe && (error == 0) && ((flags & O_ACCMODE) == mode);
}

/** @satisfies RF-PORT-047 */
bool port_liveness_fits(const PortLiveness *life)
{
    bool fits = is_end(life->watch, O_RDONLY);

    if (fits && (life->keep >= 0)) {
        fits = is_end(life->keep, O_WRONLY);
    }
    return fits;
}

/** @satisfies RF-PORT-036 */
bool port_liveness_is_over(int32_t watch)
{
    struct pollfd look = {.fd = (int)watch, .events = 0, .revents = 0};
    const int32_t held = ringfence_port_cancel_hold();
    const int count = poll(&look, 1U, 0);
    const int error = (count < 0) ? errno : 0;

    if ((error != 0) && (error != EINTR)) {
        port_refuse(CALL_POLL, error);
    }
    ringfence_port_cancel_resume(held);
    return (count == 1) && (((uint32_t)look.revents & (uint32_t)POLLHUP) != 0U);
}

/** Says whether a sleep is one of the system, which ends with the time. */
static bool line_sleep_is_whole(int64_t timeout_us)
{
    return (timeout_us >= 0) && (timeout_us <= SLEEP_MOST_US);
}

/** Waits as the system has it; a line is over when the pipe reports its end (POLLHUP), for which
 * nobody has to ask. */
static int sleep_on_lines(struct pollfd *files, uint32_t count, int64_t timeout_us)
{
    struct timespec limit = {SLEEP_MOST_S, 0};
    int32_t held = 0;
    int found = 0;

    if (line_sleep_is_whole(timeout_us)) {
        const int64_t whole_s = timeout_us / (int64_t)US_PER_S;
        const int64_t rest_us = timeout_us % (int64_t)US_PER_S;

        limit.tv_sec = (time_t)whole_s;
        limit.tv_nsec = (long)rest_us * (long)NS_PER_US;
    }
    held = ringfence_port_cancel_hold();
    found = ppoll(files, (nfds_t)count, &limit, NULL);
    ringfence_port_cancel_resume(held);
    return found;
}

/** No function of the library ends in the thread that calls it.
 * @satisfies RF-PORT-072 RF-PORT-351 RF-PORT-353 */
PortStatus ringfence_port_liveness_sleep(const int32_t *lines, uint32_t count, int32_t event,
                                         int64_t timeout_us)
{
    PortStatus status = PORT_FAILED;
    struct pollfd files[LINES_MAX + 1U];

    if (count <= LINES_MAX) {
        int found = 0;

        files[0].fd = (int)event;
        files[0].events = (short)POLLIN;
        files[0].revents = 0;
        for (uint32_t i = 0U; i < count; i++) {
            files[i + 1U].fd = (int)lines[i];
            files[i + 1U].events = 0;
            files[i + 1U].revents = 0;
        }
        found = sleep_on_lines(files, count + 1U, timeout_us);
        if (found == 0) {
            status = line_sleep_is_whole(timeout_us) ? PORT_TIMED_OUT : PORT_OK;
        } else if (found > 0) {
            status = PORT_OK;
        } else {
            const int error = errno;

            status = (error == EINTR) ? PORT_OK : PORT_FAILED;
            if (error != EINTR) {
                port_refuse_beside(CALL_PPOLL, error);
            }
        }
    }
    return status;
}
