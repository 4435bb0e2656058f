/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file atomic.c
 * Atomic operations as critical sections, where the core has no instructions for them.
 */
#include "port/baremetal/atomic.h"

#include "ringfence_port.h"

#if (RINGFENCE_CFG_ATOMICS == 2U)

uint32_t port_load32(const PortAtomic32 *atomic)
{
    const uint32_t state = RingfenceHookEnterCritical();
    const uint32_t value = atomic->word;

    RingfenceHookLeaveCritical(state);
    return value;
}

void port_store32(PortAtomic32 *atomic, uint32_t value)
{
    const uint32_t state = RingfenceHookEnterCritical();

    atomic->word = value;
    RingfenceHookLeaveCritical(state);
}

uint32_t port_add32(PortAtomic32 *atomic, uint32_t addend)
{
    const uint32_t state = RingfenceHookEnterCritical();
    const uint32_t value = atomic->word + addend;

    atomic->word = value;
    RingfenceHookLeaveCritical(state);
    return value;
}

bool port_swap32_if(PortAtomic32 *atomic, uint32_t expected, uint32_t next)
{
    const uint32_t state = RingfenceHookEnterCritical();
    const bool fits = (atomic->word == expected);

    if (fits) {
        atomic->word = next;
    }
    RingfenceHookLeaveCritical(state);
    return fits;
}

#endif

#if (RINGFENCE_CFG_ATOMICS >= 1U)

/** @satisfies RF-PORT-080 */
uint64_t port_load64(const PortAtomic64 *atomic)
{
    const uint32_t state = RingfenceHookEnterCritical();
    const uint64_t value = atomic->word;

    RingfenceHookLeaveCritical(state);
    return value;
}

void port_store64(PortAtomic64 *atomic, uint64_t value)
{
    const uint32_t state = RingfenceHookEnterCritical();

    atomic->word = value;
    RingfenceHookLeaveCritical(state);
}

uint64_t port_add64(PortAtomic64 *atomic, uint64_t addend)
{
    const uint32_t state = RingfenceHookEnterCritical();
    const uint64_t value = atomic->word + addend;

    atomic->word = value;
    RingfenceHookLeaveCritical(state);
    return value;
}

bool port_swap64_if(PortAtomic64 *atomic, uint64_t expected, uint64_t next)
{
    const uint32_t state = RingfenceHookEnterCritical();
    const bool fits = (atomic->word == expected);

    if (fits) {
        atomic->word = next;
    }
    RingfenceHookLeaveCritical(state);
    return fits;
}

#endif
