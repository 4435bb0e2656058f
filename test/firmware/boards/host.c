/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file host.c
 * A program of Linux in the place of an image.
 */
#include <stdio.h>
#include <stdlib.h>

#include "board.h"

void board_print(const char *text)
{
    (void)fputs(text, stdout);
    (void)fflush(stdout);
}

_Noreturn void board_exit(int status)
{
    _Exit(status);
}
