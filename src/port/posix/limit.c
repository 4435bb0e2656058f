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
/* cppcheck-suppress misra-c2012-21.5 ; DEV-030 the mask of signals is behind this header */
#include <signal.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

#include "port/lock.h"
#include "port/posix/refuse.h"

/** Takes back a signal that waits for this thread; the thread blocks it. */
static void take_back(const sigset_t *signals)
{
    const struct timespec at_once = {0};
    const int32_t before = ringfence_port_cancel_hold();

    (void)sigtimedwait(signals, NULL, &at_once);
    ringfence_port_cancel_resume(before);
}

/** @satisfies RF-PORT-210 */
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
            take_back(&signals);
        }
        (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    return error;
}
