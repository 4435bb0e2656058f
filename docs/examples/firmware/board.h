/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file board.h
 * What each board gives to the images that run on it: whoever brings the example, or the checks of
 * `make port-test`, to a board of his own writes these functions. The hooks of the library's port
 * are beside them.
 */
#ifndef RINGFENCE_FIRMWARE_BOARD_H
#define RINGFENCE_FIRMWARE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

/** Microseconds between two ticks. */
#define BOARD_TICK_US 1000U

/** Writes a text to whoever watches: through semihosting, or a serial line. */
void board_print(const char *text);

/** Ends the image with a status of 0 to 255: through semihosting, or by stopping. */
/* cppcheck-suppress misra-c2012-1.4 ; DEV-071 callers end with it, which the compiler must know */
_Noreturn void board_exit(int status);

/** Calls a function at each tick, from the interrupt handler of the board's timer; NULL: no more.
 */
void board_on_tick(void (*function)(void));

/** Counts instructions, or steps of a timer, of board_counter_step instructions each. */
uint64_t board_counter(void);

extern const uint32_t board_counter_step;

#endif /* RINGFENCE_FIRMWARE_BOARD_H */
