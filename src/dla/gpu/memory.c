/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file memory.c
 * Memory that tasks of standalone mode use on a GPU: that of GPUs, which is mapped with the access
 * that tasks have, and pages of the CPU, which CUDA registers.
 *
 * Of a descriptor nothing is believed: CUDA says whose memory it is, and maps it in its whole size
 * alone. Pages of the CPU are mapped at another address, as CUDA may know theirs.
 */
#include <string.h>

#include "core/fault.h"
#include "core/phase.h"
#include "dla/gpu/hybrid.h"
#include "dla/gpu/row.h"
#include "port/memory.h"

/* ---------------------------------------------------------------- memory of GPUs */

/** Finds the GPU that memory is on. GPU_CUDA_NO_PEER: the row's cannot use it. */
static GpuResult share_find_gpu(const HybridRow *row, const HybridShare *share, int32_t *device)
{
    int32_t can = 1;
    GpuResult result = gpu_find_device(row->driver, share->gpu.bytes, device);

    if ((result == GPU_CUDA_SUCCESS) && (*device != row->device)) {
        result = row->driver->device_reaches(&can, row->device, *device);
    }
    if ((result == GPU_CUDA_INVALID_DEVICE) || (can == 0)) {
        result = GPU_CUDA_NO_PEER;
    }
    return result;
}

/** Maps memory of a GPU. The context of the row is current. */
static GpuResult share_bind(const HybridRow *row, const HybridShare *share, int32_t device,
                            HybridMemory *memory)
{
    const GpuShare asked = {share->descriptor, share->bytes, device, row->device,
                            share->is_written};
    GpuSpan span = {0U, 0U};
    bool other = false;
    const GpuResult result = gpu_map(row->driver, &asked, &span, &other);

    memory->address = span.address;
    memory->bytes = span.bytes;
    return result;
}

/** @satisfies RF-DLA-320 RF-DLA-325 */
cudlaStatus hybrid_map_share(uint32_t row, PhaseOp op, const HybridShare *share,
                             HybridMemory *memory)
{
    const HybridRow *const had = hybrid_row(row);
    HybridMemory made = {0U, 0U, NULL};
    GpuResult result = GPU_CUDA_INVALID_VALUE;
    int32_t device = 0;

    if (had != NULL) {
        result = had->driver->context_push(had->context);
        if (result == GPU_CUDA_SUCCESS) {
            void *popped = NULL;

            result = share_find_gpu(had, share, &device);
            if (result == GPU_CUDA_SUCCESS) {
                result = share_bind(had, share, device, &made);
            }
            (void)had->driver->context_pop(&popped);
        }
    }
    if (result == GPU_CUDA_SUCCESS) {
        *memory = made;
    } else if (result == GPU_CUDA_NO_PEER) {
        ringfence_fault_report(op, RINGFENCE_FAULT_NO_CPU_ACCESS);
    } else {
        /* The status says it. */
    }
    return (result == GPU_CUDA_NO_PEER) ? cudlaErrorUnsupportedOperation : hybrid_status(result);
}

/* ---------------------------------------------------------------- pages of the CPU */

/** Registers pages. The context of the row is current. */
static GpuResult pages_register(const GpuDriver *driver, bool is_written, HybridMemory *memory)
{
    uint32_t flags = HYBRID_REGISTER_FLAGS;
    GpuResult result = GPU_CUDA_SUCCESS;

    if (!is_written) {
        flags |= GPU_CUDA_REGISTER_READ_ONLY;
    }
    result = driver->host_register(memory->host, (size_t)memory->bytes, flags);
    if (result == GPU_CUDA_SUCCESS) {
        result = driver->host_pointer(&memory->address, memory->host, 0U);
        if (result != GPU_CUDA_SUCCESS) {
            (void)driver->host_unregister(memory->host);
        }
    }
    return result;
}

/** @satisfies RF-DLA-326 */
cudlaStatus hybrid_map_pages(uint32_t row, const void *pages, uint64_t bytes, bool is_written,
                             HybridMemory *memory)
{
    const HybridRow *const had = hybrid_row(row);
    HybridMemory made = {0U, bytes, NULL};
    GpuResult result = GPU_CUDA_INVALID_VALUE;

    made.host = ringfence_port_pages_again(pages, (size_t)bytes);
    if (made.host == NULL) {
        result = GPU_CUDA_OUT_OF_MEMORY;
    } else if (had != NULL) {
        result = had->driver->context_push(had->context);
        if (result == GPU_CUDA_SUCCESS) {
            void *popped = NULL;

            result = pages_register(had->driver, is_written, &made);
            (void)had->driver->context_pop(&popped);
        }
    } else {
        result = GPU_CUDA_INVALID_VALUE;
    }
    if (result == GPU_CUDA_SUCCESS) {
        *memory = made;
    } else if (made.host != NULL) {
        ringfence_port_pages_end(made.host, (size_t)bytes);
    } else {
        /* Nothing was made. */
    }
    return hybrid_status(result);
}

/* ---------------------------------------------------------------- ends */

/** Gives a mapping back. The context of the row is current. */
static GpuResult memory_end(const GpuDriver *driver, const HybridMemory *memory)
{
    GpuResult result = GPU_CUDA_SUCCESS;

    if (memory->host != NULL) {
        result = driver->host_unregister(memory->host);
    } else {
        const GpuSpan span = {memory->address, memory->bytes};

        result = gpu_unmap(driver, &span);
    }
    return result;
}

/** @satisfies RF-DLA-327 */
void hybrid_unmap(uint32_t row, HybridMemory *memory)
{
    const HybridRow *const had = hybrid_row(row);

    if ((had != NULL) && (memory->bytes > 0U)) {
        GpuResult result = had->driver->context_push(had->context);
        bool is_left = false;

        if (result == GPU_CUDA_SUCCESS) {
            void *popped = NULL;

            result = memory_end(had->driver, memory);
            (void)had->driver->context_pop(&popped);
        }
        if (result != GPU_CUDA_SUCCESS) {
            is_left = !hybrid_is_lost(had->driver, row);
        }
        /* Pages that CUDA keeps stay where they are, so that nothing else comes there. */
        if ((memory->host != NULL) && (!is_left)) {
            ringfence_port_pages_end(memory->host, (size_t)memory->bytes);
        }
    }
    (void)memset(memory, 0, sizeof(*memory));
}
