/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file exit.c
 * Threads that end inside a function of the program, on Linux: a cleanup handler stands on the
 * stack meanwhile.
 */
#include "port/exit.h"

#include <pthread.h>

/** @satisfies RF-PORT-360 */
void port_exit_call(PortRoutine body, PortRoutine ended)
{
    /* cppcheck-suppress misra-c2012-21.2 ; DEV-080 the macro of the C library declares its names */
    pthread_cleanup_push(ended.function, ended.argument);
    body.function(body.argument);
    pthread_cleanup_pop(0);
}
