/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file health.c
 * Who knows whether engines of this process work: waiters let him look.
 */
#include "sync/sync.h"

#include "core/assert.h"
#include "port/lock.h"

/** Who knows whether engines of this process work. It does not change once g_health_known is 1. */
static RingfenceEngineHealth g_health;
static PortAtomic32 g_health_known;

/** @satisfies RF-ENGINE-044 */
NvSciError health_set(const RingfenceEngineHealth *health)
{
    NvSciError status = NvSciError_Success;

    if (port_load32(&g_health_known) == 0U) {
        g_health = *health;
        port_store32(&g_health_known, 1U);
    } else if ((g_health.look != health->look) || (g_health.context != health->context)) {
        status = NvSciError_AlreadyInUse;
    } else {
        /* It was said before. */
    }
    return status;
}

/** @satisfies RF-ENGINE-044 RF-PORT-211 */
void health_look(void)
{
    if (port_load32(&g_health_known) == 1U) {
        const int32_t held = ringfence_port_cancel_hold();
        ASSERT(g_health.look != NULL);

        g_health.look(g_health.context);
        ringfence_port_cancel_resume(held);
    }
}
