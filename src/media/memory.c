/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file memory.c
 * Memory of images and buffers: how the CPU and a GPU reach it.
 */
#include <stddef.h>
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "media/media.h"
#include "nvscibuf.h"

/** An image in the memory of a GPU is drawn by that GPU alone. */
static bool memory_needs_gpu(const MediaMemory *memory)
{
    return memory->map.isDevice;
}

/** Says whether a blit could have the image as its destination, and so as its source. Needs
 * media_lock().
 * @satisfies RF-MEDIA-017 */
static bool memory_has_blits(const MediaSurface *surface)
{
    static BlitOperation probe;

    ASSERT(media_is_locked());
    (void)memset(&probe, 0, sizeof(probe));
    probe.destination = media_planes_image(surface, NULL);
    return (surface->width <= RINGFENCE_CFG_2D_WIDTH) && (blit_check(&probe) == BLIT_OK);
}

/** Reports an image that is wider than all.
 * @satisfies RF-CORE-341 */
static void memory_report_width(PhaseOp op, const MediaSurface *surface)
{
    if (surface->width > RINGFENCE_CFG_2D_WIDTH) {
        ringfence_fault_report_limit(op, FAULT_LIMIT_2D_WIDTH, surface->width,
                                     RINGFENCE_CFG_2D_WIDTH);
    }
}

/** Reads what there is in a buffer that is mapped.
 * @satisfies RF-MEDIA-017 RF-MEDIA-018 RF-MEDIA-080 RF-MEDIA-083 */
static NvMediaStatus memory_look(PhaseOp op, MediaMemory *memory)
{
    const RingfenceEngineBuf *const map = &memory->map;
    const NvSciBufObj object = map->object;
    const MediaPlanes planes = media_planes_read(object, &memory->surface);
    const bool needs_gpu = memory_needs_gpu(memory);
    NvMediaStatus status = NVMEDIA_STATUS_OK;
    bool has_blits = false;
    bool has_gpu = false;

    if (planes == MEDIA_PLANES_OK) {
        memory_report_width(op, &memory->surface);
        has_blits = memory_has_blits(&memory->surface);
    }
    if (planes == MEDIA_PLANES_ODD) {
        ringfence_fault_report(op, RINGFENCE_FAULT_ODD_IMAGE);
    } else if ((!has_blits) && (memory->surface.width <= RINGFENCE_CFG_2D_WIDTH)) {
        ringfence_fault_report(op, RINGFENCE_FAULT_2D_FORMAT);
    } else {
        /* Blits have it, or it is wider than all, which was reported. */
    }
    if (has_blits && needs_gpu) {
        has_gpu = blit_gpu_is_there();
    }
    if (!has_blits) {
        status = NVMEDIA_STATUS_NOT_SUPPORTED;
    } else if (needs_gpu && (!has_gpu)) {
        ringfence_fault_report(op, RINGFENCE_FAULT_NO_KERNELS);
        ringfence_fault_report(op, RINGFENCE_FAULT_NO_CPU_ACCESS);
        status = NVMEDIA_STATUS_NOT_SUPPORTED;
    } else {
        status = NVMEDIA_STATUS_OK;
    }
    return status;
}

/** Writes down where the CPU reads and writes a buffer. No GPU has an array in memory of the CPU,
 * so a block-linear image has rows there.
 * @satisfies RF-MEDIA-044 */
static void memory_fill(MediaMemory *memory)
{
    const RingfenceEngineBuf *const map = &memory->map;

    memory->base = worker_writable(map);
    memory->const_base = map->constBase;
    memory->may_write = map->isDevice ? map->writable : (memory->base != NULL);
    memory->has_blocks = map->isDevice && memory->surface.is_block_linear;
}

/** @satisfies RF-MEDIA-040 RF-MEDIA-018 */
NvMediaStatus media_memory_map(PhaseOp op, NvSciBufObj object, MediaMemory *memory)
{
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    (void)memset(memory, 0, sizeof(*memory));
    status = media_status_for(op, RingfenceEngineBufMap(object, &memory->map), object,
                              MEDIA_CAUSE_BUFFER);
    if (status == NVMEDIA_STATUS_OK) {
        status = memory_look(op, memory);
        if (status == NVMEDIA_STATUS_OK) {
            memory_fill(memory);
        } else {
            RingfenceEngineBufUnmap(&memory->map);
        }
    }
    return status;
}

void media_memory_unmap(MediaMemory *memory)
{
    ASSERT(!memory->is_locked);
    ASSERT(memory->copies == 0U);
    RingfenceEngineBufUnmap(&memory->map);
    (void)memset(memory, 0, sizeof(*memory));
}

/* ---------------------------------------------------------------- GPUs */

/** What a refusal of a GPU is to the caller. */
static NvMediaStatus memory_gpu_status(PhaseOp op, BlitGpuStatus gpu)
{
    NvMediaStatus status = NVMEDIA_STATUS_ERROR;

    switch (gpu) {
    case BLIT_GPU_OK:
        status = NVMEDIA_STATUS_OK;
        break;
    case BLIT_GPU_NONE:
    case BLIT_GPU_UNKNOWN:
        ringfence_fault_report(op, RINGFENCE_FAULT_NO_KERNELS);
        status = NVMEDIA_STATUS_NOT_SUPPORTED;
        break;
    case BLIT_GPU_UNREACHABLE:
        ringfence_fault_report(op, RINGFENCE_FAULT_OTHER_GPU);
        status = NVMEDIA_STATUS_NOT_SUPPORTED;
        break;
    case BLIT_GPU_NO_ROOM:
        status = NVMEDIA_STATUS_OUT_OF_MEMORY;
        break;
    default:
        status = NVMEDIA_STATUS_ERROR;
        break;
    }
    return status;
}

/** Imports memory for the GPU of an engine, which is open. */
static BlitGpuStatus memory_import_for(const MediaEngine *engine, const MediaMemory *memory,
                                       MediaUse *use)
{
    const MediaSurface *const surface = &memory->surface;
    const BlitImage image = media_planes_image(surface, NULL);
    BlitGpuMemory where;
    BlitGpuImage made;
    BlitGpuStatus status = BLIT_GPU_FAILED;

    ASSERT(!use->gpu.is_there);
    (void)memset(&made, 0, sizeof(made));
    (void)memset(&where, 0, sizeof(where));
    where.is_device = memory->map.isDevice;
    (void)memcpy(where.home, surface->home.bytes, sizeof(where.home));
    where.descriptor = memory->map.descriptor;
    where.base = memory->const_base;
    where.size = where.is_device ? memory->map.size : memory->map.bytes;
    where.writable = memory->may_write;
    where.is_block_linear = memory->has_blocks;
    (void)memcpy(where.offset, surface->offset, sizeof(where.offset));
    status = blit_gpu_import(engine->index, &where, &image, &made);
    if (status == BLIT_GPU_OK) {
        media_use_lock();
        use->gpu = made;
        media_use_unlock();
    }
    return status;
}

/** @satisfies RF-MEDIA-019 */
NvMediaStatus media_memory_import(PhaseOp op, const MediaEngine *engine, const MediaMemory *memory,
                                  MediaUse *use)
{
    BlitGpuStatus status = BLIT_GPU_OK;

    if (!use->gpu.is_there) {
        if (memory_needs_gpu(memory)) {
            uint8_t home[BLIT_GPU_UUID_BYTES];

            (void)memcpy(home, memory->surface.home.bytes, sizeof(home));
            status = blit_gpu_open(engine->index, home);
        }
        if ((status == BLIT_GPU_OK) && blit_gpu_is_open(engine->index)) {
            status = memory_import_for(engine, memory, use);
        }
    }
    return memory_gpu_status(op, status);
}

/** Takes what an engine has of an image or a buffer away from others; false: a call copies with it,
 * and no other begins.
 * @satisfies RF-MEDIA-952 */
static bool memory_take_gpu(MediaUse *use, BlitGpuImage *gpu)
{
    bool is_free = false;

    media_use_lock();
    use->is_registered = false;
    use->writes = false;
    use->is_ending = true;
    is_free = (use->copies == 0U);
    if (is_free) {
        *gpu = use->gpu;
        (void)memset(&use->gpu, 0, sizeof(use->gpu));
        use->is_ending = false;
    }
    media_use_unlock();
    return is_free;
}

/** @satisfies RF-MEDIA-914 */
void media_use_end(const MediaEngine *engine, MediaUse *use)
{
    BlitGpuImage gpu;
    bool is_free = false;

    (void)memset(&gpu, 0, sizeof(gpu));
    while (!is_free) {
        const uint32_t seen = media_changes();

        is_free = memory_take_gpu(use, &gpu);
        if (!is_free) {
            media_await_change(seen);
        }
    }
    /* An engine that has nothing of it may be opening its GPU now. */
    if (gpu.is_there) {
        blit_gpu_unimport(engine->index, &gpu);
    }
}
