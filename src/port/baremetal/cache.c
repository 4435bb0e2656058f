/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cache.c
 * Cache lines by the hook of the integrator.
 */
#include <stddef.h>

#include "port/baremetal/cache.h"
#include "port/memory.h"
#include "port/status.h"
#include "ringfence_cfg.h"
#include "ringfence_port.h"

#if (RINGFENCE_CFG_CACHE_LINE > 0U)

bool port_cache_is_coherent(void)
{
    return false;
}

PortStatus port_cache_write(const void *start, size_t size)
{
    const RingfenceHookResult result = RingfenceHookCacheFlush(start, size);

    RingfenceHookBarrier();
    return (result == RINGFENCE_HOOK_DONE) ? PORT_OK : PORT_FAILED;
}

/** @satisfies RF-PORT-088 */
PortStatus port_cache_flush(const void *base, uint64_t offset, uint64_t size)
{
    const uint8_t *const bytes = base;
    const uint64_t inside = (uint64_t)RINGFENCE_CFG_CACHE_LINE - 1U;
    const uint64_t first = offset & ~inside;
    const uint64_t end = ((offset + size) + inside) & ~inside;

    /* The memory is whole lines: nothing else is in them. */
    return port_cache_write(&bytes[first], (size_t)(end - first));
}

#else

bool port_cache_is_coherent(void)
{
    return true;
}

PortStatus port_cache_write(const void *start, size_t size)
{
    (void)start;
    (void)size;
    return PORT_OK;
}

PortStatus port_cache_flush(const void *base, uint64_t offset, uint64_t size)
{
    (void)base;
    (void)offset;
    (void)size;
    RingfenceHookBarrier();
    return PORT_OK;
}

#endif
