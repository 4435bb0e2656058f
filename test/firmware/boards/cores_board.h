/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cores_board.h
 * What a board with several cores gives besides board.h. BOARD_CORE is the core that an image is
 * built for.
 */
#ifndef RINGFENCE_FIRMWARE_CORES_BOARD_H
#define RINGFENCE_FIRMWARE_CORES_BOARD_H

#include <stdint.h>

/** Set by the linker script: memory that all cores reach, and where the image of core 1 begins. */
extern uint8_t image_shared_begin[];
extern uint8_t image_shared_end[];
extern uint8_t image_other[];

/** Starts a core that is off, with its image. */
void board_core_start(uint32_t core);

/** Turns the caller's core off. */
_Noreturn void board_core_off(void);

/** First words of the shared memory. All zero before core 0 starts. */
typedef struct {
    /** Times that each core was started. */
    volatile uint32_t starts[8];
    /** What the cores say to one another while they start and stop, and their lock. */
    volatile uint32_t words[24];
} CoresBoard;

static inline CoresBoard *cores_board(void)
{
    return (CoresBoard *)(void *)image_shared_begin;
}

#endif /* RINGFENCE_FIRMWARE_CORES_BOARD_H */
