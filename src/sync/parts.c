/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file parts.c
 * What the system has of a sync object: memory of the timeline, page of the waiters, life line.
 */
#include <string.h>

#include "core/status.h"
#include "sync/sync.h"

SyncParts sync_parts_none(void)
{
    SyncParts parts;

    (void)memset(&parts, 0, sizeof(parts));
    parts.memory.descriptor = -1;
    parts.waiting.descriptor = -1;
    parts.life.keep = -1;
    parts.life.watch = -1;
    return parts;
}

/** @satisfies RF-SYNC-088 RF-SYNC-094 */
NvSciError sync_parts_make(const SyncShape *shape, SyncParts *parts)
{
    const uint64_t page = port_page_size();
    SyncParts made = sync_parts_none();
    PortStatus status = port_random(made.identity, sizeof(made.identity));

    if (status == PORT_OK) {
        status = port_memory_reserve(timeline_size(shape), page, &made.memory);
    }
    if (status == PORT_OK) {
        status = port_memory_reserve((uint64_t)sizeof(SyncWaiters), page, &made.waiting);
    }
    if (status == PORT_OK) {
        *parts = made;
    } else {
        sync_parts_release(&made);
    }
    return status_of_port(status);
}

/** @satisfies RF-SYNC-095 */
void sync_parts_release(SyncParts *parts)
{
    port_memory_release(&parts->memory);
    port_memory_release(&parts->waiting);
    port_descriptor_close(parts->life.keep);
    port_descriptor_close(parts->life.watch);
    *parts = sync_parts_none();
}
