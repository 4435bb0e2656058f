/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.h
 * The functions of CUDA's driver that hybrid mode uses, declared here by what CUDA documents, so
 * that the library is built without CUDA's headers; and the image of the kernels.
 */
#ifndef RINGFENCE_DLA_HYBRID_DRIVER_H
#define RINGFENCE_DLA_HYBRID_DRIVER_H

#include <stddef.h>
#include <stdint.h>

#include "dla/hybrid/work.h"
#include "gpu/gpu.h"

typedef GpuResult HybridResult;

#define HYBRID_CUDA_SUCCESS          GPU_CUDA_SUCCESS
#define HYBRID_CUDA_INVALID_VALUE    1
#define HYBRID_CUDA_OUT_OF_MEMORY    2
#define HYBRID_CUDA_INVALID_DEVICE   101
#define HYBRID_CUDA_NO_BINARY        GPU_CUDA_NO_BINARY
#define HYBRID_CUDA_NO_PEER          217
#define HYBRID_CUDA_NOT_READY        600
#define HYBRID_CUDA_CAPTURE_IMPLICIT 906
/** CU_MEMHOSTREGISTER_PORTABLE and CU_MEMHOSTREGISTER_DEVICEMAP. */
#define HYBRID_CUDA_REGISTER_FLAGS 3U
/** CU_MEMHOSTREGISTER_READ_ONLY. */
#define HYBRID_CUDA_REGISTER_READ_ONLY 8U
/** CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
 * CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_ALLOC_GRANULARITY_MINIMUM. */
#define HYBRID_CUDA_PINNED      1U
#define HYBRID_CUDA_DESCRIPTOR  1
#define HYBRID_CUDA_AT_DEVICE   1U
#define HYBRID_CUDA_GRANULARITY 0
/** CU_MEM_ACCESS_FLAGS_PROT_READ and CU_MEM_ACCESS_FLAGS_PROT_READWRITE. */
#define HYBRID_CUDA_READS  1U
#define HYBRID_CUDA_WRITES 3U
/** CU_POINTER_ATTRIBUTE_MEMORY_TYPE, and CU_MEMORYTYPE_DEVICE. */
#define HYBRID_CUDA_ATTRIBUTE_TYPE 2
#define HYBRID_CUDA_TYPE_DEVICE    2U
/** CU_POINTER_ATTRIBUTE_IS_MANAGED. */
#define HYBRID_CUDA_ATTRIBUTE_MANAGED 8
/** CU_STREAM_NON_BLOCKING. */
#define HYBRID_CUDA_STREAM_NON_BLOCKING 1U
/** CU_STREAM_LEGACY and CU_STREAM_PER_THREAD, as numbers. */
#define HYBRID_CUDA_STREAM_LEGACY     1U
#define HYBRID_CUDA_STREAM_PER_THREAD 2U

/** CUmemAllocationProp: memory of a device that has a descriptor. */
typedef struct {
    uint32_t kind;
    uint32_t descriptors;
    uint32_t place;
    int32_t device;
    const void *windows;
    uint8_t flags[8];
} HybridAllocation;

/** CUmemAccessDesc: what a device may do with a mapping. */
typedef struct {
    uint32_t place;
    int32_t device;
    uint32_t access;
} HybridAccess;

/** Functions of the driver, with the parameters that the symbols in driver.c have. */
typedef struct {
    HybridResult (*init)(uint32_t flags);
    HybridResult (*device_count)(int32_t *count);
    HybridResult (*device_get)(int32_t *device, int32_t index);
    HybridResult (*device_uuid)(uint8_t *uuid, int32_t device);
    HybridResult (*device_reaches)(int32_t *can, int32_t device, int32_t other);
    HybridResult (*context_get)(void **context);
    HybridResult (*context_push)(void *context);
    HybridResult (*context_pop)(void **context);
    HybridResult (*primary_retain)(void **context, int32_t device);
    HybridResult (*primary_release)(int32_t device);
    HybridResult (*host_register)(void *address, size_t bytes, uint32_t flags);
    HybridResult (*host_unregister)(void *address);
    HybridResult (*host_pointer)(uint64_t *pointer, void *address, uint32_t flags);
    HybridResult (*allocation_import)(uint64_t *handle, void *descriptor, int32_t type);
    HybridResult (*memory_about)(HybridAllocation *about, uint64_t handle);
    HybridResult (*memory_step)(size_t *step, const HybridAllocation *about, int32_t option);
    HybridResult (*allocation_map)(uint64_t address, size_t bytes, size_t offset, uint64_t handle,
                                   uint64_t flags);
    HybridResult (*memory_access)(uint64_t address, size_t bytes, const HybridAccess *access,
                                  size_t count);
    HybridResult (*memory_unmap)(uint64_t address, size_t bytes);
    HybridResult (*memory_release)(uint64_t handle);
    HybridResult (*addresses_reserve)(uint64_t *address, size_t bytes, size_t alignment,
                                      uint64_t hint, uint64_t flags);
    HybridResult (*addresses_free)(uint64_t address, size_t bytes);
    HybridResult (*pointer_attribute)(void *value, int32_t attribute, uint64_t pointer);
    HybridResult (*address_range)(uint64_t *base, size_t *bytes, uint64_t pointer);
    HybridResult (*stream_create)(void **stream, uint32_t flags);
    HybridResult (*stream_synchronize)(void *stream);
    HybridResult (*stream_query)(void *stream);
    HybridResult (*stream_destroy)(void *stream);
    HybridResult (*stream_context)(void *stream, void **context);
    HybridResult (*is_capturing)(void *stream, int32_t *capture);
    HybridResult (*launch)(void *kernel, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z,
                           uint32_t block_x, uint32_t block_y, uint32_t block_z, uint32_t shared,
                           void *stream, void **arguments, void **extra);
} HybridDriver;

/** The driver's functions; the first call that finds them loads the driver. NULL: there is no
 * driver that has them all. */
const HybridDriver *hybrid_driver(void);

/** Kernels of the image. */
typedef enum {
    /** Of one thread. */
    HYBRID_SINGLE = 0,
    /** Of many threads. */
    HYBRID_BULK = 1,
    HYBRID_KERNELS = 2
} HybridKernel;

/** Kernels, which belong to no context and stay loaded. `result` becomes HYBRID_CUDA_NO_BINARY iff
 * there are none. */
void *const *hybrid_kernels(HybridResult *result);

/**
 * The kernels of behaviours.cu, compiled for several architectures: a fat binary, which the build
 * makes.
 *
 * @param[out] length  its bytes; 0: there was no nvcc
 */
const void *hybrid_image(size_t *length);

#endif /* RINGFENCE_DLA_HYBRID_DRIVER_H */
