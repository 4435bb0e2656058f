/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file semihosting.h
 * Operations that a debugger, or QEMU, carries out for an image.
 */
#ifndef RINGFENCE_FIRMWARE_SEMIHOSTING_H
#define RINGFENCE_FIRMWARE_SEMIHOSTING_H

#include <stdint.h>

#include "board.h"

#define SYS_WRITE0        0x04U
#define SYS_EXIT_EXTENDED 0x20U
#define EXIT_APPLICATION  0x20026U

/** Carries one operation out. */
static void semihosting(uintptr_t operation, const void *argument);

void board_print(const char *text)
{
    semihosting(SYS_WRITE0, text);
}

_Noreturn void board_exit(int status)
{
    const uintptr_t block[2] = {EXIT_APPLICATION, (uintptr_t)(unsigned int)status};

    semihosting(SYS_EXIT_EXTENDED, block);
    for (;;) {
    }
}

#endif /* RINGFENCE_FIRMWARE_SEMIHOSTING_H */
