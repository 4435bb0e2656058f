/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.h
 * The functions of CUDA's driver that blits use, with their parameters declared here by what CUDA
 * documents, so that the library is built without CUDA's headers; and the rows of engines.
 */
#ifndef RINGFENCE_BLIT_CUDA_DRIVER_H
#define RINGFENCE_BLIT_CUDA_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "blit/cuda/blit_cuda.h"
#include "blit/cuda/work.h"
#include "gpu/gpu.h"

#define BLIT_CUDA_SUCCESS       GPU_CUDA_SUCCESS
#define BLIT_CUDA_OUT_OF_MEMORY 2
#define BLIT_CUDA_NO_BINARY     GPU_CUDA_NO_BINARY
/** CUDA_ERROR_INVALID_DEVICE and CUDA_ERROR_PEER_ACCESS_UNSUPPORTED. */
#define BLIT_CUDA_INVALID_DEVICE 101
#define BLIT_CUDA_NO_PEER        217
/** CU_STREAM_NON_BLOCKING. */
#define BLIT_CUDA_STREAM_NON_BLOCKING 1U
/** CU_MEMHOSTREGISTER_DEVICEMAP and CU_MEMHOSTREGISTER_READ_ONLY. */
#define BLIT_CUDA_REGISTER_MAPPED    2U
#define BLIT_CUDA_REGISTER_READ_ONLY 8U
/** CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, CU_MEM_LOCATION_TYPE_DEVICE,
 * CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_ALLOC_GRANULARITY_MINIMUM. */
#define BLIT_CUDA_HANDLE_FD       1
#define BLIT_CUDA_LOCATION_DEVICE 1
#define BLIT_CUDA_PINNED          1
#define BLIT_CUDA_MINIMUM         0
/** CU_MEM_ACCESS_FLAGS_PROT_READ and CU_MEM_ACCESS_FLAGS_PROT_READWRITE. */
#define BLIT_CUDA_ACCESS_READ  1
#define BLIT_CUDA_ACCESS_WRITE 3
/** CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD. */
#define BLIT_CUDA_OPAQUE_FD 1
/** CU_AD_FORMAT_UNSIGNED_INT8 and CU_AD_FORMAT_UNSIGNED_INT16. */
#define BLIT_CUDA_UINT8  1
#define BLIT_CUDA_UINT16 2
/** CUDA_ARRAY3D_SURFACE_LDST. */
#define BLIT_CUDA_ARRAY_SURFACE 2U
/** CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE and CU_MEMORYTYPE_ARRAY. */
#define BLIT_CUDA_SIDE_HOST   1
#define BLIT_CUDA_SIDE_DEVICE 2
#define BLIT_CUDA_SIDE_ARRAY  3

/** CUmemLocation. */
typedef struct {
    int32_t type;
    int32_t id;
} BlitCudaLocation;

/** CUmemAllocationProp. */
typedef struct {
    int32_t type;
    int32_t handle_types;
    BlitCudaLocation location;
    void *meta;
    uint8_t flags[8];
} BlitCudaProperties;

/** CUmemAccessDesc. */
typedef struct {
    BlitCudaLocation location;
    int32_t flags;
} BlitCudaAccess;

/** CUDA_EXTERNAL_MEMORY_HANDLE_DESC, with the descriptor of its union. */
typedef struct {
    int32_t type;
    uint32_t gap;
    int32_t descriptor;
    uint32_t rest[3];
    uint64_t size;
    uint32_t flags;
    uint32_t reserved[16];
} BlitCudaMemory;

/** CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, with the CUDA_ARRAY3D_DESCRIPTOR in it. */
typedef struct {
    uint64_t offset;
    size_t width;
    size_t height;
    size_t depth;
    int32_t format;
    uint32_t channels;
    uint32_t array_flags;
    uint32_t gap;
    uint32_t levels;
    uint32_t reserved[16];
} BlitCudaArray;

/** CUDA_RESOURCE_DESC, with the array of its union; type 0 is CU_RESOURCE_TYPE_ARRAY. */
typedef struct {
    int32_t type;
    uint32_t gap;
    void *array;
    uint32_t rest[30];
    uint32_t flags;
    uint32_t end;
} BlitCudaResource;

/** A side of CUDA_MEMCPY2D. */
typedef struct {
    size_t x_bytes;
    size_t y;
    int32_t type;
    uint32_t gap;
    void *host;
    uint64_t device;
    void *array;
    size_t pitch;
} BlitCudaSide;

/** CUDA_MEMCPY2D. */
typedef struct {
    BlitCudaSide from;
    BlitCudaSide to;
    size_t width_bytes;
    size_t height;
} BlitCudaCopy;

/** Functions of the driver, with the parameters that the symbols in driver.c have. */
typedef struct {
    GpuResult (*init)(uint32_t flags);
    GpuResult (*device_count)(int32_t *count);
    GpuResult (*device_get)(int32_t *device, int32_t ordinal);
    GpuResult (*device_uuid)(uint8_t *uuid, int32_t device);
    GpuResult (*primary_retain)(void **context, int32_t device);
    GpuResult (*primary_release)(int32_t device);
    GpuResult (*context_push)(void *context);
    GpuResult (*context_pop)(void **context);
    GpuResult (*stream_create)(void **stream, uint32_t flags);
    GpuResult (*stream_synchronize)(void *stream);
    GpuResult (*stream_destroy)(void *stream);
    GpuResult (*host_register)(void *address, size_t bytes, uint32_t flags);
    GpuResult (*host_unregister)(void *address);
    GpuResult (*host_pointer)(uint64_t *pointer, void *address, uint32_t flags);
    GpuResult (*import_handle)(uint64_t *handle, void *descriptor, int32_t type);
    GpuResult (*handle_properties)(BlitCudaProperties *properties, uint64_t handle);
    GpuResult (*granularity)(size_t *step, const BlitCudaProperties *properties, int32_t option);
    GpuResult (*reserve)(uint64_t *address, size_t bytes, size_t alignment, uint64_t hint,
                         uint64_t flags);
    GpuResult (*unreserve)(uint64_t address, size_t bytes);
    GpuResult (*map)(uint64_t address, size_t bytes, size_t offset, uint64_t handle,
                     uint64_t flags);
    GpuResult (*unmap)(uint64_t address, size_t bytes);
    GpuResult (*set_access)(uint64_t address, size_t bytes, const BlitCudaAccess *access,
                            size_t count);
    GpuResult (*release)(uint64_t handle);
    GpuResult (*import_memory)(void **memory, const BlitCudaMemory *about);
    GpuResult (*destroy_memory)(void *memory);
    GpuResult (*memory_array)(void **mipmap, void *memory, const BlitCudaArray *about);
    GpuResult (*array_level)(void **array, void *mipmap, uint32_t level);
    GpuResult (*destroy_array)(void *mipmap);
    GpuResult (*surface_create)(uint64_t *surface, const BlitCudaResource *about);
    GpuResult (*surface_destroy)(uint64_t surface);
    GpuResult (*copy)(const BlitCudaCopy *copy, void *stream);
    GpuResult (*launch)(void *kernel, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z,
                        uint32_t block_x, uint32_t block_y, uint32_t block_z, uint32_t shared,
                        void *stream, void **arguments, void **extra);
} BlitCudaDriver;

/** The driver's functions; the first call that finds them loads the driver. NULL: there is no
 * driver that has them all. */
const BlitCudaDriver *blit_cuda_driver(void);

/** The kernels of blit.cu, as BlitKernelKind numbers them; `result` becomes BLIT_CUDA_NO_BINARY iff
 * there are none. */
void *const *blit_cuda_kernels(GpuResult *result);

/**
 * The kernels of blit.cu, compiled for several architectures: a fat binary, which the build makes.
 *
 * @param[out] length  its bytes; 0: there was no nvcc
 */
const void *blit_image(size_t *length);

/** Finds the GPU of a UUID. Needs a driver that is initialised. */
GpuResult blit_cuda_find_device(const BlitCudaDriver *driver, const uint8_t *uuid, int32_t *device);

/** What a result of the driver is to callers. */
BlitGpuStatus blit_gpu_status(GpuResult result);

/** An engine. */
typedef struct {
    bool is_open;
    int32_t device;
    const BlitCudaDriver *driver;
    void *const *kernels;
    void *context;
    void *stream;
} BlitGpuRow;

/** Launches a kernel, a BlitKernelKind, in the stream of an engine, whose context is current. */
GpuResult blit_cuda_launch(const BlitGpuRow *row, uint32_t kind, BlitWork *work, uint32_t planes);

/** Row of an engine that is open; NULL: it is not. */
const BlitGpuRow *blit_gpu_row(uint32_t engine);

#endif /* RINGFENCE_BLIT_CUDA_DRIVER_H */
