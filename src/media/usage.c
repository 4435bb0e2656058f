/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file usage.c
 * How full the tables of the library are.
 */
#include <stddef.h>

#include "core/feature.h"
#include "media/media.h"

/** What does not change of a table. */
typedef struct {
    const char *name;
    const char *macro;
    uint32_t capacity;
} MediaTableShape;

#define REGISTRATIONS_MACRO RINGFENCE_TEXT("RINGFENCE_CFG_2D_REGISTRATIONS")
#define TASKS_MACRO         RINGFENCE_TEXT("RINGFENCE_CFG_2D_TASKS")

static const MediaTableShape g_media_tables[] = {
    {RINGFENCE_TEXT("devices"), RINGFENCE_TEXT("RINGFENCE_CFG_2D_DEVICES"),
     RINGFENCE_CFG_2D_DEVICES},
    {RINGFENCE_TEXT("engines"), RINGFENCE_TEXT("RINGFENCE_CFG_2D_ENGINES"),
     RINGFENCE_CFG_2D_ENGINES},
    {RINGFENCE_TEXT("images"), RINGFENCE_TEXT("RINGFENCE_CFG_2D_IMAGES"), RINGFENCE_CFG_2D_IMAGES},
    {RINGFENCE_TEXT("graphs"), RINGFENCE_TEXT("RINGFENCE_CFG_2D_GRAPHS"), RINGFENCE_CFG_2D_GRAPHS},
    {RINGFENCE_TEXT("registered images of an engine"), REGISTRATIONS_MACRO,
     RINGFENCE_CFG_2D_REGISTRATIONS},
    {RINGFENCE_TEXT("registered buffers of an engine"), REGISTRATIONS_MACRO,
     RINGFENCE_CFG_2D_REGISTRATIONS},
    {RINGFENCE_TEXT("registered sync objects of an engine"), REGISTRATIONS_MACRO,
     RINGFENCE_CFG_2D_REGISTRATIONS},
    {RINGFENCE_TEXT("operations of an engine"), TASKS_MACRO, RINGFENCE_CFG_2D_TASKS},
    {RINGFENCE_TEXT("compose parameters of an engine"), TASKS_MACRO, RINGFENCE_CFG_2D_TASKS}};

_Static_assert((sizeof(g_media_tables) / sizeof(g_media_tables[0])) ==
                   (size_t)RINGFENCE_MEDIA_TABLE_COUNT,
               "each table has a row");

/** Adds what a gauge says: of several, the highest counts. */
static void usage_note(const WorkerGauge *gauge, RingfenceMediaUsage *usage)
{
    const uint32_t in_use = port_load32_relaxed(&gauge->in_use);
    const uint32_t most = port_load32_relaxed(&gauge->most);

    usage->inUse = (in_use > usage->inUse) ? in_use : usage->inUse;
    usage->highWater = (most > usage->highWater) ? most : usage->highWater;
}

/** Gauge of a table that each engine has. */
static const WorkerGauge *usage_gauge(RingfenceMediaTable table, const MediaEngine *engine)
{
    const WorkerGauge *gauge = &engine->jobs.places;

    switch (table) {
    case RINGFENCE_MEDIA_TABLE_REGISTERED_IMAGES:
        gauge = &engine->images_used;
        break;
    case RINGFENCE_MEDIA_TABLE_REGISTERED_BUFFERS:
        gauge = &engine->buffers_used;
        break;
    case RINGFENCE_MEDIA_TABLE_REGISTERED_SYNCS:
        gauge = &engine->syncs_used;
        break;
    case RINGFENCE_MEDIA_TABLE_TOKENS:
        gauge = &engine->tokens_used;
        break;
    default:
        gauge = &engine->jobs.places;
        break;
    }
    return gauge;
}

/** Reads a table. */
static void usage_read(RingfenceMediaTable table, RingfenceMediaUsage *usage)
{
    switch (table) {
    case RINGFENCE_MEDIA_TABLE_DEVICES:
        usage_note(&g_media_devices_used, usage);
        break;
    case RINGFENCE_MEDIA_TABLE_ENGINES:
        usage_note(&g_media_engines_used, usage);
        break;
    case RINGFENCE_MEDIA_TABLE_IMAGES:
        usage_note(&g_media_images_used, usage);
        break;
    case RINGFENCE_MEDIA_TABLE_GRAPHS:
        usage->inUse = blit_graphs(&usage->highWater);
        break;
    default:
        for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_ENGINES; i++) {
            usage_note(usage_gauge(table, &g_media_engines[i]), usage);
        }
        break;
    }
}

/** @satisfies RF-MEDIA-086 */
NvMediaStatus ringfenceMediaGetUsage(RingfenceMediaTable table, RingfenceMediaUsage *usage)
{
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    if ((usage == NULL) || ((uint32_t)table >= (uint32_t)RINGFENCE_MEDIA_TABLE_COUNT)) {
        status = NVMEDIA_STATUS_BAD_PARAMETER;
    } else {
        usage->name = g_media_tables[table].name;
        usage->macro = g_media_tables[table].macro;
        usage->capacity = g_media_tables[table].capacity;
        usage->inUse = 0U;
        usage->highWater = 0U;
        usage_read(table, usage);
    }
    return status;
}
