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

#include "core/phase.h"
#include "dla/hybrid/hybrid.h"
#include "dla/hybrid/row.h"

/* ---------------------------------------------------------------- memory of GPUs */

/** Imports the memory of a descriptor, and looks whether it is on the GPU that is named. */
static HybridResult share_import(const HybridDriver *driver, const HybridShare *share,
                                 int32_t device, uint64_t *handle)
{
    const uintptr_t number = (uintptr_t)share->descriptor;
    void *descriptor = NULL;
    HybridAllocation about;
    HybridResult result = HYBRID_CUDA_SUCCESS;

    (void)memset(&about, 0, sizeof(about));
    /* The driver takes the number in the bytes of a pointer. */
    (void)memcpy(&descriptor, &number, sizeof(descriptor));
    result = driver->allocation_import(handle, descriptor, HYBRID_CUDA_DESCRIPTOR);
    if (result == HYBRID_CUDA_SUCCESS) {
        result = driver->memory_about(&about, *handle);
        if ((result == HYBRID_CUDA_SUCCESS) &&
            ((about.place != HYBRID_CUDA_AT_DEVICE) || (about.device != device))) {
            result = HYBRID_CUDA_INVALID_VALUE;
        }
        if (result != HYBRID_CUDA_SUCCESS) {
            (void)driver->memory_release(*handle);
        }
    }
    return result;
}

/** Bytes of the memory that a buffer is in. */
static HybridResult share_round(const HybridDriver *driver, const HybridShare *share,
                                int32_t device, uint64_t *bytes)
{
    HybridAllocation about;
    size_t step = 0U;
    HybridResult result = HYBRID_CUDA_SUCCESS;

    (void)memset(&about, 0, sizeof(about));
    about.kind = HYBRID_CUDA_PINNED;
    about.descriptors = (uint32_t)HYBRID_CUDA_DESCRIPTOR;
    about.place = HYBRID_CUDA_AT_DEVICE;
    about.device = device;
    result = driver->memory_step(&step, &about, HYBRID_CUDA_GRANULARITY);
    if (result != HYBRID_CUDA_SUCCESS) {
        /* It is not known. */
    } else if ((step == 0U) || (share->bytes > (UINT64_MAX - step))) {
        result = HYBRID_CUDA_INVALID_VALUE;
    } else {
        *bytes = ((share->bytes + step - 1U) / step) * step;
    }
    return result;
}

/** Maps memory at addresses that are reserved. */
static HybridResult share_map(const HybridRow *row, const HybridShare *share, uint64_t handle,
                              const HybridMemory *memory)
{
    const HybridDriver *const driver = row->driver;
    const size_t bytes = (size_t)memory->bytes;
    HybridAccess access = {HYBRID_CUDA_AT_DEVICE, row->device, HYBRID_CUDA_READS};
    HybridResult result = driver->allocation_map(memory->address, bytes, 0U, handle, 0U);

    if (share->is_written) {
        access.access = HYBRID_CUDA_WRITES;
    }
    if (result == HYBRID_CUDA_SUCCESS) {
        result = driver->memory_access(memory->address, bytes, &access, 1U);
        if (result != HYBRID_CUDA_SUCCESS) {
            (void)driver->memory_unmap(memory->address, bytes);
        }
    }
    return result;
}

/** Reserves addresses, and maps memory there. */
static HybridResult share_place(const HybridRow *row, const HybridShare *share, uint64_t handle,
                                HybridMemory *memory)
{
    const HybridDriver *const driver = row->driver;
    HybridResult result =
        driver->addresses_reserve(&memory->address, (size_t)memory->bytes, 0U, 0U, 0U);

    if (result == HYBRID_CUDA_SUCCESS) {
        result = share_map(row, share, handle, memory);
        if (result != HYBRID_CUDA_SUCCESS) {
            (void)driver->addresses_free(memory->address, (size_t)memory->bytes);
        }
    }
    return result;
}

/** Maps memory of a GPU. The context of the row is current. */
static HybridResult share_bind(const HybridRow *row, const HybridShare *share, int32_t device,
                               HybridMemory *memory)
{
    const HybridDriver *const driver = row->driver;
    uint64_t handle = 0U;
    HybridResult result = share_import(driver, share, device, &handle);

    if (result == HYBRID_CUDA_SUCCESS) {
        result = share_round(driver, share, device, &memory->bytes);
        if (result == HYBRID_CUDA_SUCCESS) {
            result = share_place(row, share, handle, memory);
        }
        /* The mapping keeps the memory. */
        (void)driver->memory_release(handle);
    }
    return result;
}

/** Finds the GPU that memory is on. HYBRID_CUDA_NO_PEER: the row's cannot use it. */
static HybridResult share_find_gpu(const HybridRow *row, const HybridShare *share, int32_t *device)
{
    int32_t can = 1;
    HybridResult result = hybrid_find_gpu(row->driver, &share->gpu, device);

    if ((result == HYBRID_CUDA_SUCCESS) && (*device != row->device)) {
        result = row->driver->device_reaches(&can, row->device, *device);
    }
    if ((result == HYBRID_CUDA_INVALID_DEVICE) || (can == 0)) {
        result = HYBRID_CUDA_NO_PEER;
    }
    return result;
}

/** @satisfies RF-DLA-320 RF-DLA-325 */
cudlaStatus hybrid_map_share(uint32_t row, PhaseOp op, const HybridShare *share,
                             HybridMemory *memory)
{
    const HybridRow *const had = hybrid_row(row);
    HybridMemory made = {0U, 0U, NULL};
    HybridResult result = HYBRID_CUDA_INVALID_VALUE;
    int32_t device = 0;

    if (had != NULL) {
        result = had->driver->context_push(had->context);
        if (result == HYBRID_CUDA_SUCCESS) {
            void *popped = NULL;

            result = share_find_gpu(had, share, &device);
            if (result == HYBRID_CUDA_SUCCESS) {
                result = share_bind(had, share, device, &made);
            }
            (void)had->driver->context_pop(&popped);
        }
    }
    if (result == HYBRID_CUDA_SUCCESS) {
        *memory = made;
    } else if (result == HYBRID_CUDA_NO_PEER) {
        ringfence_fault_report(op, RINGFENCE_FAULT_NO_CPU_ACCESS);
    } else {
        /* The status says it. */
    }
    return (result == HYBRID_CUDA_NO_PEER) ? cudlaErrorUnsupportedOperation : hybrid_status(result);
}

/* ---------------------------------------------------------------- pages of the CPU */

/** Registers pages. The context of the row is current. */
static HybridResult pages_register(const HybridDriver *driver, bool is_written,
                                   HybridMemory *memory)
{
    uint32_t flags = HYBRID_CUDA_REGISTER_FLAGS;
    HybridResult result = HYBRID_CUDA_SUCCESS;

    if (!is_written) {
        flags |= HYBRID_CUDA_REGISTER_READ_ONLY;
    }
    result = driver->host_register(memory->host, (size_t)memory->bytes, flags);
    if (result == HYBRID_CUDA_SUCCESS) {
        result = driver->host_pointer(&memory->address, memory->host, 0U);
        if (result != HYBRID_CUDA_SUCCESS) {
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
    HybridResult result = HYBRID_CUDA_INVALID_VALUE;

    made.host = gpu_pages_again(pages, (size_t)bytes);
    if (made.host == NULL) {
        result = HYBRID_CUDA_OUT_OF_MEMORY;
    } else if (had != NULL) {
        result = had->driver->context_push(had->context);
        if (result == HYBRID_CUDA_SUCCESS) {
            void *popped = NULL;

            result = pages_register(had->driver, is_written, &made);
            (void)had->driver->context_pop(&popped);
        }
    } else {
        result = HYBRID_CUDA_INVALID_VALUE;
    }
    if (result == HYBRID_CUDA_SUCCESS) {
        *memory = made;
    } else if (made.host != NULL) {
        gpu_pages_end(made.host, (size_t)bytes);
    } else {
        /* Nothing was made. */
    }
    return hybrid_status(result);
}

/* ---------------------------------------------------------------- ends */

/** Gives a mapping back. The context of the row is current. */
static HybridResult memory_end(const HybridDriver *driver, const HybridMemory *memory)
{
    HybridResult result = HYBRID_CUDA_SUCCESS;

    if (memory->host != NULL) {
        result = driver->host_unregister(memory->host);
    } else {
        result = driver->memory_unmap(memory->address, (size_t)memory->bytes);
        if (result == HYBRID_CUDA_SUCCESS) {
            result = driver->addresses_free(memory->address, (size_t)memory->bytes);
        }
    }
    return result;
}

/** @satisfies RF-DLA-327 */
void hybrid_unmap(uint32_t row, HybridMemory *memory)
{
    const HybridRow *const had = hybrid_row(row);

    if ((had != NULL) && (memory->bytes > 0U)) {
        HybridResult result = had->driver->context_push(had->context);
        bool is_left = false;

        if (result == HYBRID_CUDA_SUCCESS) {
            void *popped = NULL;

            result = memory_end(had->driver, memory);
            (void)had->driver->context_pop(&popped);
        }
        if (result != HYBRID_CUDA_SUCCESS) {
            is_left = !hybrid_is_lost(had->driver, row);
        }
        /* Pages that CUDA keeps stay where they are, so that nothing else comes there. */
        if ((memory->host != NULL) && (!is_left)) {
            gpu_pages_end(memory->host, (size_t)memory->bytes);
        }
    }
    (void)memset(memory, 0, sizeof(*memory));
}
