/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file limit.c
 * Calls for which the system may send this process a signal, without the signal, on Linux.
 *
 * The system sends SIGXFSZ to the thread that makes a file too large, and the default action of
 * that ends the process. The thread blocks the signal meanwhile, and takes it back. One that waited
 * before is the program's and stays.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include "port/posix/limit.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

#include "port/lock.h"
#include "port/posix/refuse.h"

/** Without it the thread would take no signal any more.
 * @satisfies RF-PORT-352 */
void port_mask_restore(const sigset_t *before)
{
    const int error = pthread_sigmask(SIG_SETMASK, before, NULL);

    if (error != 0) {
        port_refuse(CALL_PTHREAD_SIGMASK, error);
        (void)pthread_sigmask(SIG_SETMASK, before, NULL);
    }
}

/** Takes back a signal that waits for this thread; the thread blocks it. Says whether the system
 * refused that: the signal still waits. */
static bool is_left_waiting(const sigset_t *signals)
{
    const struct timespec at_once = {0};
    const int32_t before = ringfence_port_cancel_hold();
    const int taken = sigtimedwait(signals, NULL, &at_once);
    const int error = (taken < 0) ? errno : 0;
    const bool is_refused = (error != 0) && (error != EAGAIN) && (error != EINTR);

    if (is_refused) {
        port_refuse(CALL_SIGTIMEDWAIT, error);
    }
    ringfence_port_cancel_resume(before);
    return is_refused;
}

/**
 * A signal that the system does not give back stays blocked: it would end the process.
 *
 * @satisfies RF-PORT-210 RF-PORT-352
 */
int port_file_resize(int file, uint64_t size)
{
    sigset_t signals;
    sigset_t pending;
    sigset_t before;
    int error = 0;

    (void)sigemptyset(&signals);
    (void)sigaddset(&signals, SIGXFSZ);
    (void)sigemptyset(&pending);
    error = pthread_sigmask(SIG_BLOCK, &signals, &before);
    if (error != 0) {
        port_refuse(CALL_PTHREAD_SIGMASK, error);
    } else {
        (void)sigpending(&pending);
        error = (ftruncate(file, (off_t)size) == 0) ? 0 : errno;
        if (error != 0) {
            port_refuse(CALL_FTRUNCATE, error);
        }
        if ((error != 0) && (sigismember(&pending, SIGXFSZ) == 0)) {
            if (is_left_waiting(&signals)) {
                (void)sigaddset(&before, SIGXFSZ);
            }
        }
        port_mask_restore(&before);
    }
    return error;
}
