/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file task.h
 * Threads: those of the library, and the one that calls.
 */
#ifndef RINGFENCE_PORT_TASK_H
#define RINGFENCE_PORT_TASK_H

#include <stdbool.h>
#include <stdint.h>

#include "port/status.h"

/** 1: the library can have threads. 0: of this header there is port_thread() alone. A compiler for
 * Linux builds images without an operating system too. */
#if defined(__linux__) && (__STDC_HOSTED__ == 1)
#define PORT_HAS_TASKS 1U
#else
#define PORT_HAS_TASKS 0U
#endif

/** What a thread does. */
typedef struct {
    /** Runs in the thread; the thread ends with it. */
    void (*run)(void *context);
    void *context;
    /** Name for who looks at the process, of at most 15 characters. */
    const char *name;
    /** The port's own: what the system calls the thread, and the process that it belongs to; 0:
     * there is none. */
    uint64_t thread;
    int64_t process;
} PortTask;

/**
 * Starts a thread that takes no signals of the process. The task must last until
 * ringfence_port_task_join(). A child that the process forks has no such thread.
 *
 * @return PORT_OK, PORT_NO_RESOURCE: there are too many threads, or no memory for one; PORT_FAILED.
 * Init only.
 */
PortStatus ringfence_port_task_start(PortTask *task);

/** Says whether the thread was started by this process. */
bool ringfence_port_task_is_here(const PortTask *task);

/** Number of this process, as PortTask.process has it; no other process that lives has it. */
int64_t ringfence_port_task_process(void);

/** Waits for the end of the thread, if this process started it. Init and de-init only. */
void ringfence_port_task_join(PortTask *task);

/** Number of the calling thread, different from those of all other threads that run. No system
 * call. */
uint64_t port_thread(void);

#endif /* RINGFENCE_PORT_TASK_H */
