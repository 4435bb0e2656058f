/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cores_rv64.c
 * Two harts of board virt. Nothing resets one of them alone: hart 1 says that it is off, and waits
 * in its start-up code for a word.
 */
#include <stdint.h>

#include "board.h"
#include "cores_board.h"
#include "ringfence_port.h"

/** Words of CoresBoard: start, which the start-up code takes back, and whether hart 1 is on. */
#define START 0U
#define IS_ON 1U
/** Interrupts that harts make for one another, a word for each hart. */
#define CALLS ((volatile uint32_t *)0x02000000U)

_Noreturn void board_core_park(void);

void board_core_start(uint32_t core)
{
    CoresBoard *const board = cores_board();

    while (board->words[IS_ON] != 0U) {
    }
    board->starts[core]++;
    board->words[IS_ON] = 1U;
    RingfenceHookBarrier();
    board->words[START] = 1U;
    RingfenceHookBarrier();
    CALLS[core] = 1U;
}

_Noreturn void board_core_off(void)
{
    (void)RingfenceHookEnterCritical();
    RingfenceHookBarrier();
    cores_board()->words[IS_ON] = 0U;
    board_core_park();
}

/** Core 0 runs as long as the board does, since its first start. */
uint32_t RingfenceHookCoreLife(uint32_t core)
{
    uint32_t life = 1U;

    if (core != 0U) {
        life = (cores_board()->words[IS_ON] == 0U) ? 0U : cores_board()->starts[core];
    }
    return life;
}
