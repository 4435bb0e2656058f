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

/** @satisfies RF-PORT-256 */
bool port_can_monitor(void)
{
    uint32_t eax = 0U;
    uint32_t ebx = 0U;
    uint32_t ecx = 0U;
    uint32_t edx = 0U;
    /* Function 7 says what the CPU has. */
    const int known = __get_cpuid_count(7U, 0U, &eax, &ebx, &ecx, &edx);

    return (known != 0) && port_relax_has_monitor(ecx);
}

/** @satisfies RF-PORT-256 */
void port_monitor(const PortAtomic64 *word, uint64_t seen)
{
    /* The state that is left faster. */
    const uint32_t state_c01 = 1U;
    /* Half a microsecond or less. */
    const uint64_t ticks_max = 1000U;
    const uint64_t end = __builtin_ia32_rdtsc() + ticks_max;

    __asm__ volatile("umonitor %0" : : "r"(word) : "memory");
    if (port_load64(word) == seen) {
        const uint32_t high = (uint32_t)(end >> 32U);

        __asm__ volatile("umwait %0"
                         :
                         : "r"(state_c01), "a"((uint32_t)end), "d"(high)
                         : "cc", "memory");
    }
}

#else

bool port_can_monitor(void)
{
    return false;
}

void port_monitor(const PortAtomic64 *word, uint64_t seen)
{
    (void)word;
    (void)seen;
    port_relax();
}

#endif
