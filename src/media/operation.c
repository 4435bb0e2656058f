/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file operation.c
 * What an operation needs: graphs on the CPU, imports on a GPU.
 */
#include "media/operation.h"

#include "core/fault.h"

#include <stddef.h>
#include <string.h>

#include "core/assert.h"
#include "port/lock.h"

/** Graphs are built by one thread at a time. */
static PortAtomic32 g_operation_builder;

/** @satisfies RF-MEDIA-934 */
BlitRect media_operation_rect(const NvMediaRect *rect, const MediaSurface *surface)
{
    const volatile NvMediaRect *const place = rect;
    BlitRect read = {0U, 0U, surface->width, surface->height};

    if (place != NULL) {
        read.x0 = place->x0;
        read.y0 = place->y0;
        read.x1 = place->x1;
        read.y1 = place->y1;
    }
    return read;
}

BlitFilter media_operation_filter(uint32_t number)
{
    static const BlitFilter filters[] = {BLIT_FILTER_OFF, BLIT_FILTER_LOW, BLIT_FILTER_MEDIUM,
                                         BLIT_FILTER_HIGH};

    ASSERT((number - (uint32_t)BLIT_FILTER_OFF) < (uint32_t)(sizeof(filters) / sizeof(filters[0])));
    return filters[number - (uint32_t)BLIT_FILTER_OFF];
}

BlitTransform media_operation_transform(uint32_t number)
{
    static const BlitTransform transforms[] = {
        BLIT_TRANSFORM_NONE,          BLIT_TRANSFORM_ROTATE_90,       BLIT_TRANSFORM_ROTATE_180,
        BLIT_TRANSFORM_ROTATE_270,    BLIT_TRANSFORM_FLIP_HORIZONTAL, BLIT_TRANSFORM_INV_TRANSPOSE,
        BLIT_TRANSFORM_FLIP_VERTICAL, BLIT_TRANSFORM_TRANSPOSE};

    ASSERT(number < (sizeof(transforms) / sizeof(transforms[0])));
    return transforms[number];
}

BlitBlend media_operation_blend(uint32_t number)
{
    static const BlitBlend blends[] = {BLIT_BLEND_DISABLED, BLIT_BLEND_CONSTANT,
                                       BLIT_BLEND_STRAIGHT, BLIT_BLEND_PREMULTIPLIED};

    ASSERT((number - (uint32_t)BLIT_BLEND_DISABLED) <
           (uint32_t)(sizeof(blends) / sizeof(blends[0])));
    return blends[number - (uint32_t)BLIT_BLEND_DISABLED];
}

void media_operation_begin(MediaEntry *entry, const MediaMemory *memory, MediaUse *use)
{
    entry->is_copy = false;
    entry->on_gpu = memory->map.isDevice;
    entry->operation.destination = media_planes_image(&memory->surface, memory->base);
    entry->operation.layers = 0U;
    entry->sides[0].memory = memory;
    entry->sides[0].use = use;
}

BlitLayer *media_operation_add(MediaEntry *entry, const MediaMemory *memory, MediaUse *use)
{
    const uint32_t number = entry->operation.layers;
    BlitLayer *layer = NULL;

    if (number < BLIT_LAYERS) {
        layer = &entry->operation.layer[number];
        layer->source = media_planes_image(&memory->surface, memory->const_base);
        entry->on_gpu = entry->on_gpu || memory->map.isDevice;
        entry->sides[number + 1U].memory = memory;
        entry->sides[number + 1U].use = use;
        entry->operation.layers = number + 1U;
    }
    return layer;
}

/** Faults of what there is against a blit; the table of graphs is a limit. */
static const RingfenceFaultKind g_operation_faults[(uint32_t)BLIT_NO_MEMORY + 1U] = {
    [BLIT_OK] = RINGFENCE_FAULT_NONE,
    [BLIT_BAD_RECT] = RINGFENCE_FAULT_2D_RECTANGLE,
    [BLIT_BAD_SCALE] = RINGFENCE_FAULT_2D_SCALE,
    [BLIT_BAD_FORMAT] = RINGFENCE_FAULT_2D_FORMAT,
    [BLIT_NOT_PREPARED] = RINGFENCE_FAULT_NO_GRAPH,
    [BLIT_NO_GRAPH] = RINGFENCE_FAULT_NONE,
    [BLIT_STOPPED] = RINGFENCE_FAULT_NONE,
    [BLIT_BAD_PARAMETER] = RINGFENCE_FAULT_2D_ATTRIBUTE,
    [BLIT_OVERLAP] = RINGFENCE_FAULT_OVERLAP,
    [BLIT_NO_MEMORY] = RINGFENCE_FAULT_NONE};

/** Reports what there is against a blit. */
static void operation_report(PhaseOp op, BlitStatus blit)
{
    const RingfenceFaultKind fault = g_operation_faults[blit];

    if (fault == RINGFENCE_FAULT_2D_ATTRIBUTE) {
        ringfence_fault_report_cause(op, fault, MEDIA_CAUSE_PARAMS);
    } else if (fault != RINGFENCE_FAULT_NONE) {
        ringfence_fault_report(op, fault);
    } else {
        /* There is nothing against it. */
    }
    if (blit == BLIT_NO_GRAPH) {
        media_report_full(op, FAULT_LIMIT_2D_GRAPHS, RINGFENCE_CFG_2D_GRAPHS);
    }
}

/** What a refusal of a blit is to the caller.
 * @satisfies RF-MEDIA-058 RF-MEDIA-082 */
static NvMediaStatus operation_status(PhaseOp op, BlitStatus blit)
{
    NvMediaStatus status = NVMEDIA_STATUS_NOT_SUPPORTED;

    operation_report(op, blit);
    switch (blit) {
    case BLIT_OK:
        status = NVMEDIA_STATUS_OK;
        break;
    case BLIT_BAD_RECT:
    case BLIT_BAD_PARAMETER:
    case BLIT_OVERLAP:
        status = NVMEDIA_STATUS_BAD_PARAMETER;
        break;
    case BLIT_NO_MEMORY:
    case BLIT_NO_GRAPH:
        status = NVMEDIA_STATUS_OUT_OF_MEMORY;
        break;
    default:
        status = NVMEDIA_STATUS_NOT_SUPPORTED;
        break;
    }
    return status;
}

/** Sees to it that the graphs of an operation are there.
 * @satisfies RF-MEDIA-059 */
static NvMediaStatus operation_graphs(PhaseOp op, const MediaEntry *entry)
{
    BlitStatus blit = blit_is_prepared(&entry->operation);

    if ((blit != BLIT_OK) && (RingfenceCurrentPhase() == RINGFENCE_PHASE_INIT)) {
        ringfence_port_mutex_lock(&g_operation_builder);
        blit = blit_prepare(&entry->operation);
        ringfence_port_mutex_unlock(&g_operation_builder);
    }
    return operation_status(op, blit);
}

/** Sees to it that the GPU of an engine has all images of an operation.
 * @satisfies RF-MEDIA-019 */
static NvMediaStatus operation_imports(PhaseOp op, const MediaEngine *engine,
                                       const MediaEntry *entry)
{
    const bool is_init = (RingfenceCurrentPhase() == RINGFENCE_PHASE_INIT);
    const uint32_t sides = entry->operation.layers + 1U;
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    ASSERT(sides <= MEDIA_USES);
    ASSERT(entry->on_gpu);
    /* The first look opens the GPU that the memory is of; the second one has it. */
    for (uint32_t i = 0U; (i < (2U * sides)) && is_init && (status == NVMEDIA_STATUS_OK); i++) {
        const MediaMemory *const memory = entry->sides[i % sides].memory;
        MediaUse *const use = entry->sides[i % sides].use;

        status = media_memory_import(op, engine, memory, use);
    }
    for (uint32_t i = 0U; (i < sides) && (status == NVMEDIA_STATUS_OK); i++) {
        if (!entry->sides[i].use->gpu.is_there) {
            ringfence_fault_report(op, RINGFENCE_FAULT_NO_GRAPH);
            status = NVMEDIA_STATUS_NOT_SUPPORTED;
        }
    }
    return status;
}

/** Says whether a layer reads what it writes: images of one memory can have other addresses, or
 * none. Where samples of one with blocks are is the GPU's to know.
 * @satisfies RF-MEDIA-930 */
static bool operation_overlaps(const MediaEntry *entry, uint32_t number)
{
    const MediaMemory *const to = entry->sides[0].memory;
    const MediaMemory *const from = entry->sides[number + 1U].memory;
    bool overlaps = (to->map.memory == from->map.memory);

    if (overlaps && (!to->has_blocks) && (!from->has_blocks)) {
        overlaps = blit_layer_overlaps(&entry->operation.destination, to->surface.offset,
                                       &entry->operation.layer[number], from->surface.offset);
    }
    return overlaps;
}

/** Says whether an operation can be done. */
static BlitStatus operation_check(const MediaEntry *entry)
{
    BlitStatus blit = blit_check(&entry->operation);

    for (uint32_t i = 0U; (i < entry->operation.layers) && (blit == BLIT_OK); i++) {
        blit = operation_overlaps(entry, i) ? BLIT_OVERLAP : BLIT_OK;
    }
    return blit;
}

/** @satisfies RF-MEDIA-058 RF-MEDIA-059 RF-MEDIA-019 */
NvMediaStatus media_operation_ready(PhaseOp op, const MediaEngine *engine, const MediaEntry *entry)
{
    NvMediaStatus status = operation_status(op, operation_check(entry));

    if (status != NVMEDIA_STATUS_OK) {
        /* It cannot be done. */
    } else if (entry->on_gpu) {
        status = operation_imports(op, engine, entry);
    } else {
        status = operation_graphs(op, entry);
    }
    return status;
}
