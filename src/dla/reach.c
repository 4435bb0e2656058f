/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reach.c
 * Buffers of devices in standalone mode that the GPU uses.
 *
 * A device has a GPU from its first buffer in the memory of one on: that GPU runs the tasks which
 * use such a buffer. Its other buffers are mapped for the GPU when they are registered, or when it
 * gets its GPU, so that a submission maps nothing.
 */
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "dla/dla.h"
#include "nvscibuf.h"

/** GPU in whose memory a buffer is; false: its list names none. */
static bool reach_home(const RingfenceEngineBuf *map, HybridGpu *gpu)
{
    const NvSciBufObj object = map->object;
    NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_VidMem_GpuId, NULL, 0U};
    NvSciBufAttrList list = NULL;
    NvSciError error = NvSciBufObjGetAttrList(object, &list);
    bool found = false;

    if (error == NvSciError_Success) {
        error = NvSciBufAttrListGetAttrs(list, &pair, 1U);
    }
    if (error == NvSciError_Success) {
        found = (pair.value != NULL) && (pair.len == sizeof(*gpu));
    }
    if (found) {
        (void)memcpy(gpu, pair.value, sizeof(*gpu));
    }
    return found;
}

/** Says whether a row is a buffer of a device. */
static bool reach_is_buffer(const DlaRegistration *row, uint32_t device)
{
    return (row->kind == DLA_BUFFER) && (row->device == device);
}

/** Says whether a device has a buffer in the memory of a GPU besides a row. */
static bool reach_has_gpu(uint32_t device, const DlaRegistration *but)
{
    bool found = false;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_REGISTRATIONS; i++) {
        const DlaRegistration *const row = &g_dla_registrations[i];

        found = found || ((row != but) && reach_is_buffer(row, device) && row->buffer.isDevice);
    }
    return found;
}

/** Maps a buffer that the CPU reaches for the GPU of its device, unless it is. */
static cudlaStatus reach_pages(DlaRegistration *row)
{
    const RingfenceEngineBuf *const map = &row->buffer;
    const void *pages = map->constBase;
    bool is_written = false;
    cudlaStatus status = cudlaSuccess;

    ASSERT(!map->isDevice);
    if (row->base != NULL) {
        pages = row->base;
        is_written = true;
    } else if (map->base != NULL) {
        /* Not each GPU takes pages that cannot be written. */
        pages = map->base;
        is_written = true;
    } else {
        is_written = false;
    }
    if (row->address == 0U) {
        status = hybrid_map_pages(row->device, pages, map->bytes, is_written, &row->on_gpu);
        row->address = row->on_gpu.address;
    }
    return status;
}

/** Gives the device of a buffer in the memory of a GPU its GPU, maps all that it has there, and the
 * buffer. */
static cudlaStatus reach_share(PhaseOp op, DlaRegistration *row)
{
    HybridShare share;
    cudlaStatus status = cudlaErrorUnsupportedOperation;

    ASSERT(row->address == 0U);
    (void)memset(&share, 0, sizeof(share));
    share.descriptor = row->buffer.descriptor;
    share.bytes = row->buffer.size;
    share.is_written = row->is_written;
    if (reach_home(&row->buffer, &share.gpu)) {
        status = hybrid_open_alone(row->device, op, &share.gpu);
    } else {
        ringfence_fault_report(op, RINGFENCE_FAULT_NO_CPU_ACCESS);
    }
    for (uint32_t i = 0U; (i < RINGFENCE_CFG_DLA_REGISTRATIONS) && (status == cudlaSuccess); i++) {
        DlaRegistration *const other = &g_dla_registrations[i];

        if (reach_is_buffer(other, row->device) && (!other->buffer.isDevice)) {
            status = reach_pages(other);
        }
    }
    if (status == cudlaSuccess) {
        status = hybrid_map_share(row->device, op, &share, &row->on_gpu);
        row->address = row->on_gpu.address;
    }
    return status;
}

/** @satisfies RF-DLA-320 RF-DLA-326 */
cudlaStatus dla_reach(PhaseOp op, DlaRegistration *row)
{
    cudlaStatus status = cudlaSuccess;

    ASSERT(dla_is_locked());
    if (row->buffer.isDevice) {
        status = reach_share(op, row);
    } else if (reach_has_gpu(row->device, NULL)) {
        status = reach_pages(row);
    } else {
        status = cudlaSuccess;
    }
    return status;
}

/** Ends the use of a buffer by the GPU of its device. */
static void reach_end(DlaRegistration *row)
{
    hybrid_unmap(row->device, &row->on_gpu);
    row->address = 0U;
}

/** @satisfies RF-DLA-327 */
void dla_unreach(DlaRegistration *row)
{
    if (row->kind == DLA_BUFFER) {
        reach_end(row);
    }
    if (row->buffer.isDevice && (!reach_has_gpu(row->device, row))) {
        for (uint32_t i = 0U; i < RINGFENCE_CFG_DLA_REGISTRATIONS; i++) {
            if (reach_is_buffer(&g_dla_registrations[i], row->device)) {
                reach_end(&g_dla_registrations[i]);
            }
        }
        hybrid_close(row->device);
    }
}
