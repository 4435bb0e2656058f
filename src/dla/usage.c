/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file usage.c
 * How full the tables of the library are.
 */
#include <stddef.h>

#include "core/feature.h"
#include "dla/dla.h"

/** What does not change of a table. */
typedef struct {
    const char *name;
    const char *macro;
    uint32_t capacity;
} DlaTableShape;

static const DlaTableShape g_dla_tables[] = {
    {RINGFENCE_TEXT("device handles"), RINGFENCE_TEXT("RINGFENCE_CFG_DLA_HANDLES"),
     RINGFENCE_CFG_DLA_HANDLES},
    {RINGFENCE_TEXT("modules"), RINGFENCE_TEXT("RINGFENCE_CFG_DLA_MODULES"),
     RINGFENCE_CFG_DLA_MODULES},
    {RINGFENCE_TEXT("registrations"), RINGFENCE_TEXT("RINGFENCE_CFG_DLA_REGISTRATIONS"),
     RINGFENCE_CFG_DLA_REGISTRATIONS},
    {RINGFENCE_TEXT("tasks of a device handle"), RINGFENCE_TEXT("RINGFENCE_CFG_DLA_TASKS"),
     RINGFENCE_CFG_DLA_TASKS}};

_Static_assert((sizeof(g_dla_tables) / sizeof(g_dla_tables[0])) ==
                   (size_t)RINGFENCE_DLA_TABLE_COUNT,
               "each table has a row");

/** Adds what a gauge says: of several, the highest counts. */
static void usage_add(const WorkerGauge *gauge, RingfenceDlaUsage *usage)
{
    const uint32_t in_use = port_load32_relaxed(&gauge->in_use);
    const uint32_t most = port_load32_relaxed(&gauge->most);

    usage->inUse = (in_use > usage->inUse) ? in_use : usage->inUse;
    usage->highWater = (most > usage->highWater) ? most : usage->highWater;
}

/** Queues of all rows: in hybrid mode the places are those of CUDA's streams. */
static void usage_of_tasks(RingfenceDlaUsage *usage)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_HANDLES; i++) {
        const uint32_t coupled = RINGFENCE_CFG_DLA_TASKS - hybrid_room(i);

        usage_add(&g_dla_devices[i].jobs.places, usage);
        usage->inUse = (coupled > usage->inUse) ? coupled : usage->inUse;
    }
}

/** @satisfies RF-DLA-395 */
cudlaStatus ringfenceDlaGetUsage(RingfenceDlaTable table, RingfenceDlaUsage *usage)
{
    cudlaStatus status = cudlaSuccess;

    if ((usage == NULL) || ((uint32_t)table >= (uint32_t)RINGFENCE_DLA_TABLE_COUNT)) {
        status = cudlaErrorInvalidParam;
    } else {
        usage->name = g_dla_tables[table].name;
        usage->macro = g_dla_tables[table].macro;
        usage->capacity = g_dla_tables[table].capacity;
        usage->inUse = 0U;
        usage->highWater = 0U;
        switch (table) {
        case RINGFENCE_DLA_TABLE_HANDLES:
            usage_add(&g_dla_devices_used, usage);
            break;
        case RINGFENCE_DLA_TABLE_MODULES:
            usage_add(&g_dla_modules_used, usage);
            break;
        case RINGFENCE_DLA_TABLE_REGISTRATIONS:
            usage_add(&g_dla_registrations_used, usage);
            break;
        default:
            usage_of_tasks(usage);
            break;
        }
    }
    return status;
}
