/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file resource.c
 * Resources that several cores use: who takes a row first changes its generation, then looks
 * whether somebody uses it; who wants to use it first says so, then looks at the generation. One of
 * the two sees the other, and steps back.
 */
#include "port/cores/cores.h"

CoresResource *cores_resource(const CoresName *name)
{
    return &cores_record(name->core)->resources[name->index];
}

/** Says whether a mark is that of a core that lives. */
static bool is_marked(const PortAtomic32 *mark, uint32_t core)
{
    const uint32_t life = port_load32(mark);

    return (life != 0U) && (life == cores_life(core));
}

bool cores_resource_is_used(uint32_t index)
{
    const CoresResource *const resource = &cores_record(cores_own())->resources[index];
    bool used = false;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_CORES; i++) {
        used = used || is_marked(&resource->uses[i], i) || is_marked(&resource->keeps[i], i);
    }
    return used;
}

/** @satisfies RF-PORT-102 */
bool cores_line_is_over(const CoresName *line)
{
    const CoresResource *const resource = cores_resource(line);
    bool over = true;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_CORES; i++) {
        over = over && (!is_marked(&resource->keeps[i], i));
    }
    return over;
}

/** Takes a row, unless somebody turns out to use it after all. */
static bool take_row(uint32_t index)
{
    CoresResource *const resource = &cores_record(cores_own())->resources[index];
    bool taken = !cores_resource_is_used(index);

    if (taken) {
        const uint32_t before = port_load32(&resource->generation);

        port_store32(&resource->generation, before + 1U);
        port_fence();
        taken = !cores_resource_is_used(index);
        if (taken) {
            port_store32(&resource->sealed, 0U);
            port_store32(&resource->size, 0U);
        } else {
            port_store32(&resource->generation, before);
        }
    }
    return taken;
}

/** @satisfies RF-PORT-102 */
bool cores_resource_take(uint32_t first, uint32_t count, CoresName *name)
{
    bool taken = false;

    for (uint32_t i = first; (i < (first + count)) && (!taken); i++) {
        taken = take_row(i);
        if (taken) {
            name->core = cores_own();
            name->index = i;
            name->generation = port_load32(&cores_record(cores_own())->resources[i].generation);
        }
    }
    return taken;
}
