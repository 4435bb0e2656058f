/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file liveness.c
 * Liveness lines between cores: a resource that a core keeps for as long as it lives and has the
 * line.
 */
#include "port/cores/cores.h"

#include "port/liveness.h"

/** @satisfies RF-PORT-036 RF-PORT-102 */
PortStatus port_liveness_make(PortLiveness *life)
{
    CoresDescriptor keep = {.kind = CORES_KEEP};
    PortStatus status = PORT_NO_RESOURCE;
    int32_t kept = -1;

    cores_lock();
    if (cores_join()) {
        cores_link_settle();
        if (cores_resource_take(CORES_MEMORIES + CORES_COUNTERS, CORES_LINES, &keep.name)) {
            status = cores_descriptor_make(&keep, &kept);
        }
    }
    if (status == PORT_OK) {
        CoresDescriptor watch = keep;

        watch.kind = CORES_WATCH;
        status = cores_descriptor_make(&watch, &life->watch);
        if (status == PORT_OK) {
            life->keep = kept;
        } else {
            cores_descriptor_drop(kept);
        }
    }
    cores_unlock();
    return status;
}

static bool is_end_of(int32_t descriptor, CoresKind kind)
{
    const CoresDescriptor *const row = cores_descriptor(descriptor);

    return (row != NULL) && (row->kind == kind);
}

/** @satisfies RF-PORT-047 */
bool port_liveness_fits(const PortLiveness *life)
{
    bool fits = false;

    cores_lock();
    fits = is_end_of(life->watch, CORES_WATCH) &&
           ((life->keep < 0) || is_end_of(life->keep, CORES_KEEP));
    cores_unlock();
    return fits;
}

/** @satisfies RF-PORT-036 RF-PORT-102 */
bool port_liveness_is_over(int32_t watch)
{
    const CoresDescriptor *row = NULL;
    bool over = false;

    cores_lock();
    cores_link_settle();
    row = cores_descriptor(watch);
    if ((row != NULL) && (row->kind == CORES_WATCH)) {
        over = cores_line_is_over(&row->name);
    }
    cores_unlock();
    return over;
}
