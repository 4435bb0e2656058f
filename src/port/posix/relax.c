/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file relax.c
 * Waiting a little for a store, as the CPU can.
 *
 * UMWAIT waits until the line that UMONITOR named is stored to, an interrupt comes, or the time
 * stamp counter has a value. The state asked for is the one that is left faster (C0.1).
 */
#include "ringfence_cfg.h"

#if (RINGFENCE_CFG_SPIN_MONITOR == 1U) && defined(__x86_64__)
#include <cpuid.h>
#endif
#include <stdbool.h>
#include <stdint.h>

#include "port/atomic.h"
#include "port/posix/relax.h"
#include "port/wait.h"

/** Bit of register ECX that says it. */
#define WAITPKG_BIT 5U

/** @satisfies RF-PORT-256 */
bool port_relax_has_monitor(uint32_t features)
{
    return ((features >> WAITPKG_BIT) & 1U) != 0U;
}

#if (RINGFENCE_CFG_SPIN_MONITOR == 1U) && defined(__x86_64__)

/** Function of CPUID that says what the CPU has. */
#define FEATURES_LEAF 7U
/** Ticks of the time stamp counter that one wait takes at most: half a microsecond or less. */
#define TICKS_MAX 1000U
/** Control word of UMWAIT: state C0.1. */
#define STATE_C01 1U

/** 1: the CPU has UMWAIT. */
static PortAtomic32 g_monitors;

/** @satisfies RF-PORT-256 */
void port_relax_choose(void)
{
    uint32_t eax = 0U;
    uint32_t ebx = 0U;
    uint32_t ecx = 0U;
    uint32_t edx = 0U;

    if ((__get_cpuid_count(FEATURES_LEAF, 0U, &eax, &ebx, &ecx, &edx) != 0) &&
        port_relax_has_monitor(ecx)) {
        port_store32_relaxed(&g_monitors, 1U);
    }
}

/** @satisfies RF-PORT-256 */
void port_relax_on(const PortAtomic64 *word, uint64_t seen)
{
    if (port_load32_relaxed(&g_monitors) == 1U) {
        const uint64_t end = __builtin_ia32_rdtsc() + TICKS_MAX;

        __asm__ volatile("umonitor %0" : : "r"(word) : "memory");
        if (port_load64(word) == seen) {
            __asm__ volatile("umwait %0"
                             :
                             : "r"(STATE_C01), "a"((uint32_t)end), "d"((uint32_t)(end >> 32U))
                             : "cc", "memory");
        }
    } else {
        port_relax();
    }
}

#else

void port_relax_choose(void)
{
    /* There is nothing to choose. */
}

void port_relax_on(const PortAtomic64 *word, uint64_t seen)
{
    if (port_load64(word) == seen) {
        port_relax();
    }
}

#endif
