/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event.c
 * Events of a process, and waiting for several descriptors, on Linux.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/types.h>

#include "port/event.h"
#include "port/lock.h"
#include "port/posix/refuse.h"
#include "port/status.h"
#include "port/task.h"
#include "ringfence_cfg.h"

/** Descriptors of one wait: every notifier, and the event of the service. */
#define WATCHES_MAX (RINGFENCE_CFG_EVENT_NOTIFIERS + 1U)
#define US_PER_S    1000000
#define NS_PER_US   1000
/** Seconds of a longer wait, which ends without cause then: an event that the system did not let
 * another thread set is late, not lost. */
#define SLEEP_MOST_S  1
#define SLEEP_MOST_US ((int64_t)SLEEP_MOST_S * US_PER_S)

/** @satisfies RF-PORT-040 */
PortStatus ringfence_port_event_make(int32_t *event)
{
    PortStatus status = PORT_FAILED;
    const int file = eventfd(0U, EFD_CLOEXEC | EFD_NONBLOCK);

    if (file >= 0) {
        *event = (int32_t)file;
        status = PORT_OK;
    } else {
        const int error = errno;

        port_refuse(CALL_EVENTFD, error);
        if (error == ENOMEM) {
            status = PORT_NO_MEMORY;
        } else if ((error == EMFILE) || (error == ENFILE)) {
            status = PORT_NO_RESOURCE;
        } else {
            status = PORT_FAILED;
        }
    }
    return status;
}

/** Notes that a call failed, unless the event was as it should be, or a signal came. */
static void note_refusal(PortCall call, int error)
{
    if ((error != EAGAIN) && (error != EINTR)) {
        port_refuse(call, error);
    }
}

/** @satisfies RF-PORT-041 */
void ringfence_port_event_set(int32_t event)
{
    const int32_t held = ringfence_port_cancel_hold();

    if (eventfd_write((int)event, 1U) != 0) {
        note_refusal(CALL_WRITE, errno);
    }
    ringfence_port_cancel_resume(held);
}

/** @satisfies RF-PORT-041 */
void ringfence_port_event_clear(int32_t event)
{
    const int32_t held = ringfence_port_cancel_hold();
    eventfd_t count = 0U;

    if (eventfd_read((int)event, &count) != 0) {
        note_refusal(CALL_READ, errno);
    }
    ringfence_port_cancel_resume(held);
}

/** Says whether a wait is one of the system, which ends with the time. */
static bool ends_with_time(int64_t timeout_us)
{
    return (timeout_us >= 0) && (timeout_us <= SLEEP_MOST_US);
}

/** Waits as the system has it; gives the number of entries that it wrote, or a negative number. */
static int sleep_on_files(struct pollfd *files, uint32_t count, int64_t timeout_us)
{
    struct timespec limit = {SLEEP_MOST_S, 0};
    int32_t held = 0;
    int found = 0;

    if (ends_with_time(timeout_us)) {
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

/** Copies what is ready; says whether every descriptor can be waited for. */
static bool copy_ready(const struct pollfd *files, uint32_t count, PortWatch *watches)
{
    bool sound = true;

    for (uint32_t i = 0U; i < count; i++) {
        const uint32_t seen = (uint32_t)files[i].revents;

        watches[i].ready = ((seen & (uint32_t)POLLIN) != 0U);
        sound = sound && ((seen & ~(uint32_t)POLLIN) == 0U);
    }
    return sound;
}

/** @satisfies RF-PORT-042 RF-PORT-043 RF-PORT-351 */
PortStatus port_watch(PortWatch *watches, uint32_t count, int64_t timeout_us)
{
    PortStatus status = PORT_OK;
    struct pollfd files[WATCHES_MAX];

    for (uint32_t i = 0U; i < count; i++) {
        watches[i].ready = false;
    }
    if (count > WATCHES_MAX) {
        status = PORT_FAILED;
    } else {
        int found = 0;

        for (uint32_t i = 0U; i < count; i++) {
            files[i].fd = (int)watches[i].descriptor;
            files[i].events = (short)POLLIN;
            files[i].revents = 0;
        }
        found = sleep_on_files(files, count, timeout_us);
        if (found == 0) {
            status = ends_with_time(timeout_us) ? PORT_TIMED_OUT : PORT_OK;
        } else if (found > 0) {
            status = copy_ready(files, count, watches) ? PORT_OK : PORT_FAILED;
        } else {
            const int error = errno;

            note_refusal(CALL_PPOLL, error);
            status = (error == EINTR) ? PORT_OK : PORT_FAILED;
        }
    }
    return status;
}

/** @satisfies RF-PORT-044 */
uint64_t port_thread(void)
{
    return (uint64_t)pthread_self();
}
