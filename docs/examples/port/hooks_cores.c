/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hooks_cores.c
 * Skeleton of the hooks that images on two cores need besides those of hooks.c, where the cores have no atomic
 * operations of 64 bits. Each image is built with a THIS_CORE of its own.
 *
 * Build: arm-none-eabi-gcc -mcpu=cortex-m33 -mthumb -ffreestanding -fno-short-enums -Iinc -DTHIS_CORE=0 -c hooks_cores.c
 */
#include "ringfence_port.h"

#ifndef THIS_CORE
#define THIS_CORE 0
#endif

/** Memory that both cores reach: sections that both linker scripts place at the same addresses, before they take the
 * rest of .bss. Zero when the board starts, and not cleared by start-up code. As many bytes as the fault report of
 * NvSciBufModuleOpen() asks for. What the library and channels need is not cached; buffers may be, where
 * RINGFENCE_CFG_CACHE_LINE is not 0. */
#define CONTROL_BYTES 262144U
#define BUFFERS_BYTES 131072U

typedef struct {
    /** The core that has the lock, plus one; 0: nobody. */
    volatile uint32_t lock;
    /** Counted up by the start-up code of each core. */
    volatile uint32_t starts[2];
    /** Not 0 from the start of a core to its reset; whoever resets it clears the word, and the lock if that core has it. */
    volatile uint32_t runs[2];
} Words;

static Words g_words __attribute__((section(".bss.shared.words")));
static uint8_t g_control[CONTROL_BYTES] __attribute__((section(".bss.shared.control"), aligned(64)));
static uint8_t g_buffers[BUFFERS_BYTES] __attribute__((section(".bss.shared.buffers"), aligned(64)));

void cores_lock_take(void);
void cores_lock_give(void);

/** For RingfenceHookEnterCritical(), in the outermost section, when interrupts are masked; and for RingfenceHookIdle(),
 * which gives the lock while the core rests and takes it again. */
void cores_lock_take(void)
{
    uint32_t nobody = 0U;

    while (!__atomic_compare_exchange_n(&g_words.lock, &nobody, (uint32_t)THIS_CORE + 1U, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
        nobody = 0U;
    }
}

/** For RingfenceHookLeaveCritical(), in the outermost section, before interrupts are restored. */
void cores_lock_give(void)
{
    __atomic_store_n(&g_words.lock, 0U, __ATOMIC_SEQ_CST);
}

uint32_t RingfenceHookCore(void)
{
    return THIS_CORE;
}

uint32_t RingfenceHookCoreLife(uint32_t core)
{
    return (g_words.runs[core] != 0U) ? g_words.starts[core] : 0U;
}

void *RingfenceHookSharedMemory(RingfenceArena arena, size_t size)
{
    const size_t room = (arena == RINGFENCE_ARENA_BUFFERS) ? sizeof(g_buffers) : sizeof(g_control);
    uint8_t *const first = (arena == RINGFENCE_ARENA_BUFFERS) ? g_buffers : g_control;

    return (size <= room) ? first : NULL;
}

/** There is no scheduler. */
uint32_t RingfenceHookThread(void)
{
    return 0U;
}
