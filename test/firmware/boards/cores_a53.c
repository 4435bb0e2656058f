/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cores_a53.c
 * Three cores of board virt, with the caches that see each other: PSCI starts and stops them, and
 * tells which of them run.
 */
#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "cores_board.h"
#include "ringfence_port.h"

#define PSCI_CPU_OFF       0x84000002U
#define PSCI_CPU_ON        0xc4000003U
#define PSCI_AFFINITY_INFO 0xc4000004U
#define IS_OFF             1U
/** Bytes from the image of core 1 to that of core 2. */
#define IMAGE_STEP 0x800000U

static uint64_t psci(uint64_t function, uint64_t first, uint64_t second)
{
    register uint64_t x0 __asm__("x0") = function;
    register uint64_t x1 __asm__("x1") = first;
    register uint64_t x2 __asm__("x2") = second;
    register uint64_t x3 __asm__("x3") = 0U;

    __asm__ volatile("hvc #0" : "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3)::"memory");
    return x0;
}

void board_core_start(uint32_t core)
{
    while (psci(PSCI_AFFINITY_INFO, core, 0U) != IS_OFF) {
    }
    cores_board()->starts[core]++;
    RingfenceHookBarrier();
    (void)psci(PSCI_CPU_ON, core,
               (uint64_t)(uintptr_t)image_other + ((core - 1U) * (uint64_t)IMAGE_STEP));
}

_Noreturn void board_core_off(void)
{
    RingfenceHookBarrier();
    (void)psci(PSCI_CPU_OFF, 0U, 0U);
    for (;;) {
    }
}

/** Core 0 runs as long as the board does, since its first start. */
uint32_t RingfenceHookCoreLife(uint32_t core)
{
    uint32_t life = 1U;

    if (core != 0U) {
        life = (psci(PSCI_AFFINITY_INFO, core, 0U) == IS_OFF) ? 0U : cores_board()->starts[core];
    }
    return life;
}
