/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cores_m33.c
 * Two Cortex-M33 of board MPS2 with image AN521. Core 1 waits in reset until core 0 lets it go;
 * later nothing resets it alone: it says that it is off, and waits for a word.
 *
 * The cores have no atomic operations of 64 bits, so a section excludes the other core as well: by
 * a lock in shared memory.
 */
#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "cores_board.h"
#include "ringfence_port.h"

/** Where core 1 begins after its reset, and which cores wait in reset. */
#define VECTORS_1 (*(volatile uint32_t *)0x50021114U)
#define WAITING   (*(volatile uint32_t *)0x50021118U)
#define CORE_1    2U

/** Words of CoresBoard: start, which core 1 takes back, whether it is on, and the lock: the core
 * that has it, plus one. */
#define START 0U
#define IS_ON 1U
#define LOCK  2U

/** Sections of this core that are open, one in the other. */
static uint32_t g_depth;

/* ---------------------------------------------------------------- sections */

static void take_lock(void)
{
    volatile uint32_t *const lock = &cores_board()->words[LOCK];
    bool taken = false;

    while (!taken) {
        uint32_t seen = 0U;

        taken = __atomic_compare_exchange_n(lock, &seen, BOARD_CORE + 1U, false, __ATOMIC_SEQ_CST,
                                            __ATOMIC_RELAXED);
    }
}

static void give_lock(void)
{
    __atomic_store_n(&cores_board()->words[LOCK], 0U, __ATOMIC_SEQ_CST);
}

uint32_t RingfenceHookEnterCritical(void)
{
    uint32_t state = 0U;

    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(state)::"memory");
    if (g_depth == 0U) {
        take_lock();
    }
    g_depth++;
    return state;
}

void RingfenceHookLeaveCritical(uint32_t state)
{
    g_depth--;
    if (g_depth == 0U) {
        give_lock();
    }
    __asm__ volatile("msr primask, %0" ::"r"(state) : "memory");
}

/** The other core enters sections meanwhile. A wake-up that it sends does not end WFI; the next
 * tick does. */
RingfenceHookResult RingfenceHookIdle(uint32_t longest_us)
{
    (void)longest_us;
    give_lock();
    __asm__ volatile("dsb\n\twfi" ::: "memory");
    take_lock();
    return RINGFENCE_HOOK_DONE;
}

/* ---------------------------------------------------------------- cores */

void board_core_start(uint32_t core)
{
    CoresBoard *const board = cores_board();

    while (board->words[IS_ON] != 0U) {
        __asm__ volatile("wfi" ::: "memory");
    }
    if (board->words[LOCK] == (core + 1U)) {
        give_lock();
    }
    board->starts[core]++;
    board->words[IS_ON] = 1U;
    RingfenceHookBarrier();
    if ((WAITING & CORE_1) != 0U) {
        VECTORS_1 = (uint32_t)(uintptr_t)image_other;
        WAITING &= ~CORE_1;
    } else {
        board->words[START] = 1U;
    }
}

/** Begins anew as after a reset: with the stack and the handler of the vector table. */
_Noreturn void board_core_off(void)
{
    const volatile uint32_t *const vectors = (const volatile uint32_t *)(void *)image_other;
    CoresBoard *const board = cores_board();

    __asm__ volatile("cpsid i" ::: "memory");
    RingfenceHookBarrier();
    board->words[IS_ON] = 0U;
    while (board->words[START] == 0U) {
    }
    board->words[START] = 0U;
    __asm__ volatile("msr msp, %0\n\tcpsie i\n\tbx %1" ::"r"(vectors[0]), "r"(vectors[1])
                     : "memory");
    for (;;) {
    }
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
