/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file board.h
 * What each board gives to the images that run on it. The hooks of the library's port are beside
 * it.
 */
#ifndef RINGFENCE_FIRMWARE_BOARD_H
#define RINGFENCE_FIRMWARE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

/** Microseconds between two ticks. */
#define BOARD_TICK_US 1000U

/** Writes a text to the host, through semihosting. */
void board_print(const char *text);

/** Ends the image; the host's exit status is 0 to 255. */
_Noreturn void board_exit(int status);

/** Calls a function at each tick, from the interrupt handler of the board's timer; NULL: no more.
 */
void board_on_tick(void (*function)(void));

/** Counts instructions, or steps of a timer, of board_counter_step instructions each. */
uint64_t board_counter(void);

extern const uint32_t board_counter_step;

#endif /* RINGFENCE_FIRMWARE_BOARD_H */
