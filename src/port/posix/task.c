/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file task.c
 * A thread of a library that waits beside the program, on Linux.
 *
 * It takes no signal of the process. A child that the process forked has no such thread: each
 * thread is known together with the process that it belongs to.
 */
/* cppcheck-suppress misra-c2012-21.1 ; DEV-004 the C library names Linux calls
 * on this word alone */
#define _GNU_SOURCE

#include <errno.h>
#include <link.h>
#include <pthread.h>
/* cppcheck-suppress misra-c2012-21.5 ; DEV-030 the mask of signals is behind this header */
#include <signal.h>
#include <unistd.h>

#include "port/lock.h"
#include "port/posix/limit.h"
#include "port/posix/refuse.h"
#include "port/status.h"
#include "port/task.h"

/** Bytes of a thread's stack: what it needs is less, and there is room for what the C library keeps
 * there for objects that are loaded later. */
#define STACK_BYTES 262144U

/** Adds the bytes that an object has for each thread: the C library keeps them on the stack. */
static int add_thread_data(struct dl_phdr_info *info, size_t size, void *data)
{
    size_t *const bytes = data;

    (void)size;
    for (uint32_t i = 0U; i < (uint32_t)info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == (uint32_t)PT_TLS) {
            *bytes += (size_t)info->dlpi_phdr[i].p_memsz + (size_t)info->dlpi_phdr[i].p_align;
        }
    }
    return 0;
}

/** Bytes of a stack in this program. */
static size_t stack_bytes(void)
{
    const long least = sysconf(_SC_THREAD_STACK_MIN);
    size_t bytes = STACK_BYTES + ((least > 0) ? (size_t)least : 0U);

    (void)dl_iterate_phdr(&add_thread_data, &bytes);
    return bytes;
}

/** Runs in the new thread. It gives itself its name: for that the system needs no /proc. */
static void *run_task(void *argument)
{
    const PortTask *const task = argument;

    (void)pthread_setname_np(pthread_self(), task->name);
    task->run(task->context);
    return NULL;
}

/** Starts the thread with the caller's mask of signals.
 * @satisfies RF-PORT-340 */
static int start_thread(PortTask *task)
{
    pthread_attr_t attributes;
    pthread_t thread = (pthread_t)0;
    int error = pthread_attr_init(&attributes);

    if (error == 0) {
        error = pthread_attr_setstacksize(&attributes, stack_bytes());
        if (error == 0) {
            error = pthread_create(&thread, &attributes, &run_task, task);
        }
        (void)pthread_attr_destroy(&attributes);
    }
    if (error == 0) {
        task->thread = (uint64_t)thread;
    }
    return error;
}

/** @satisfies RF-PORT-070 RF-PORT-071 */
PortStatus ringfence_port_task_start(PortTask *task)
{
    PortStatus status = PORT_FAILED;
    sigset_t all;
    sigset_t before;
    int masked = 0;

    (void)sigfillset(&all);
    masked = pthread_sigmask(SIG_SETMASK, &all, &before);
    if (masked != 0) {
        port_refuse(CALL_PTHREAD_SIGMASK, masked);
    } else {
        const int error = start_thread(task);

        if (error == 0) {
            task->process = (int64_t)getpid();
            status = PORT_OK;
        } else {
            port_refuse(CALL_PTHREAD_CREATE, error);
            status = ((error == EAGAIN) || (error == ENOMEM)) ? PORT_NO_RESOURCE : PORT_FAILED;
        }
        port_mask_restore(&before);
    }
    return status;
}

/** @satisfies RF-PORT-071 */
bool ringfence_port_task_is_here(const PortTask *task)
{
    return (task->process != 0) && (task->process == (int64_t)getpid());
}

/** @satisfies RF-PORT-071 */
int64_t ringfence_port_task_process(void)
{
    return (int64_t)getpid();
}

/** @satisfies RF-PORT-070 RF-PORT-071 */
void ringfence_port_task_join(PortTask *task)
{
    if (ringfence_port_task_is_here(task)) {
        const int32_t held = ringfence_port_cancel_hold();

        (void)pthread_join((pthread_t)task->thread, NULL);
        ringfence_port_cancel_resume(held);
    }
    task->process = 0;
}
