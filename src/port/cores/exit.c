/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file exit.c
 * Without an operating system no thread ends.
 */
#include "port/exit.h"

void port_exit_call(PortRoutine body, PortRoutine ended)
{
    (void)ended;
    body.function(body.argument);
}
