/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.h
 * The functions of CUDA's driver that engines use, with their parameters declared here by what CUDA
 * documents, so that libraries are built without CUDA's headers; and what is done with them for
 * more than one engine.
 */
#ifndef RINGFENCE_GPU_DRIVER_H
#define RINGFENCE_GPU_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpu/gpu.h"

/** Codes of CUDA's, by their names. */
#define GPU_CUDA_INVALID_VALUE    1
#define GPU_CUDA_OUT_OF_MEMORY    2
#define GPU_CUDA_INVALID_DEVICE   101
#define GPU_CUDA_NO_PEER          217
#define GPU_CUDA_NOT_READY        600
#define GPU_CUDA_NOT_SUPPORTED    801
#define GPU_CUDA_CAPTURE_IMPLICIT 906
/** CU_STREAM_NON_BLOCKING, CU_EVENT_DISABLE_TIMING and CU_STREAM_CAPTURE_MODE_RELAXED. */
#define GPU_CUDA_STREAM_NON_BLOCKING 1U
#define GPU_CUDA_EVENT_NO_TIMING     2U
#define GPU_CUDA_CAPTURE_RELAXED     2
/** CU_MEMHOSTREGISTER_PORTABLE, CU_MEMHOSTREGISTER_DEVICEMAP and CU_MEMHOSTREGISTER_READ_ONLY. */
#define GPU_CUDA_REGISTER_PORTABLE  1U
#define GPU_CUDA_REGISTER_MAPPED    2U
#define GPU_CUDA_REGISTER_READ_ONLY 8U
/** CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, CU_MEM_LOCATION_TYPE_DEVICE,
 * CU_MEM_ALLOCATION_TYPE_PINNED, CU_MEM_ALLOC_GRANULARITY_MINIMUM. */
#define GPU_CUDA_MEMORY_DESCRIPTOR 1
#define GPU_CUDA_MEMORY_AT_DEVICE  1
#define GPU_CUDA_MEMORY_PINNED     1
#define GPU_CUDA_MEMORY_MINIMUM    0
/** CU_MEM_ACCESS_FLAGS_PROT_READ and CU_MEM_ACCESS_FLAGS_PROT_READWRITE. */
#define GPU_CUDA_MEMORY_READS  1
#define GPU_CUDA_MEMORY_WRITES 3

/** CUmemLocation. */
typedef struct {
    int32_t type;
    int32_t id;
} GpuLocation;

/** CUmemAllocationProp. */
typedef struct {
    int32_t type;
    int32_t handle_types;
    GpuLocation location;
    void *meta;
    uint8_t flags[8];
} GpuProperties;

/** CUmemAccessDesc. */
typedef struct {
    GpuLocation location;
    int32_t flags;
} GpuAccess;

/** CUDA_EXTERNAL_MEMORY_HANDLE_DESC, with the descriptor of its union. */
typedef struct {
    int32_t type;
    uint32_t gap;
    int32_t descriptor;
    uint32_t rest[3];
    uint64_t size;
    uint32_t flags;
    uint32_t reserved[16];
} GpuExternal;

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
} GpuArray;

/** CUDA_RESOURCE_DESC, with the array of its union; type 0 is CU_RESOURCE_TYPE_ARRAY. */
typedef struct {
    int32_t type;
    uint32_t gap;
    void *array;
    uint32_t rest[30];
    uint32_t flags;
    uint32_t end;
} GpuResource;

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
} GpuSide;

/** CUDA_MEMCPY2D. */
typedef struct {
    GpuSide from;
    GpuSide to;
    size_t width_bytes;
    size_t height;
} GpuCopy;

/** Functions of the driver, with the parameters that the symbols in driver.c have. */
typedef struct {
    GpuResult (*init)(uint32_t flags);
    GpuResult (*device_count)(int32_t *count);
    GpuResult (*device_get)(int32_t *device, int32_t ordinal);
    GpuResult (*device_uuid)(uint8_t *uuid, int32_t device);
    GpuResult (*device_reaches)(int32_t *can, int32_t device, int32_t other);
    GpuResult (*primary_retain)(void **context, int32_t device);
    GpuResult (*primary_release)(int32_t device);
    GpuResult (*context_get)(void **context);
    GpuResult (*context_push)(void *context);
    GpuResult (*context_pop)(void **context);
    GpuResult (*stream_create)(void **stream, uint32_t flags);
    GpuResult (*stream_synchronize)(void *stream);
    GpuResult (*stream_query)(void *stream);
    GpuResult (*stream_destroy)(void *stream);
    GpuResult (*stream_context)(void *stream, void **context);
    GpuResult (*is_capturing)(void *stream, int32_t *capture);
    GpuResult (*capture_mode)(int32_t *mode);
    GpuResult (*event_create)(void **event, uint32_t flags);
    GpuResult (*event_destroy)(void *event);
    GpuResult (*event_record)(void *event, void *stream);
    GpuResult (*event_query)(void *event);
    GpuResult (*event_synchronize)(void *event);
    GpuResult (*host_register)(void *address, size_t bytes, uint32_t flags);
    GpuResult (*host_unregister)(void *address);
    GpuResult (*host_pointer)(uint64_t *pointer, void *address, uint32_t flags);
    GpuResult (*pointer_attribute)(void *value, int32_t attribute, uint64_t pointer);
    GpuResult (*address_range)(uint64_t *base, size_t *bytes, uint64_t pointer);
    GpuResult (*import_handle)(uint64_t *handle, void *descriptor, int32_t type);
    GpuResult (*handle_properties)(GpuProperties *properties, uint64_t handle);
    GpuResult (*granularity)(size_t *step, const GpuProperties *properties, int32_t option);
    GpuResult (*reserve_addresses)(uint64_t *address, size_t bytes, size_t alignment, uint64_t hint,
                                   uint64_t flags);
    GpuResult (*free_addresses)(uint64_t address, size_t bytes);
    GpuResult (*map)(uint64_t address, size_t bytes, size_t offset, uint64_t handle,
                     uint64_t flags);
    GpuResult (*unmap)(uint64_t address, size_t bytes);
    GpuResult (*set_access)(uint64_t address, size_t bytes, const GpuAccess *access, size_t count);
    GpuResult (*release)(uint64_t handle);
    GpuResult (*import_memory)(void **memory, const GpuExternal *about);
    GpuResult (*destroy_memory)(void *memory);
    GpuResult (*memory_array)(void **mipmap, void *memory, const GpuArray *about);
    GpuResult (*array_level)(void **array, void *mipmap, uint32_t level);
    GpuResult (*destroy_array)(void *mipmap);
    GpuResult (*surface_create)(uint64_t *surface, const GpuResource *about);
    GpuResult (*surface_destroy)(uint64_t surface);
    GpuResult (*copy)(const GpuCopy *copy, void *stream);
    GpuResult (*launch)(void *kernel, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z,
                        uint32_t block_x, uint32_t block_y, uint32_t block_z, uint32_t shared,
                        void *stream, void **arguments, void **extra);
} GpuDriver;

/** The driver's functions; the first call that finds them loads the driver. NULL: there is no
 * driver that has them all. Any thread. */
const GpuDriver *gpu_driver(void);

/** Bytes of the UUID of a GPU. */
#define GPU_UUID_BYTES 16U

/** Finds the GPU of a UUID; GPU_CUDA_INVALID_DEVICE iff there is none, or what the driver says.
 * Needs a driver that is initialised. */
GpuResult gpu_find_device(const GpuDriver *driver, const uint8_t *uuid, int32_t *device);

/** Memory of a GPU, as a buffer says. */
typedef struct {
    /** The caller's; it is not needed after the call. */
    int32_t descriptor;
    uint64_t bytes;
    /** The GPU that has the memory, and the one that is to use it. */
    int32_t home;
    int32_t device;
    /** It may be written: the GPU keeps to that. */
    bool is_written;
} GpuShare;

/** Memory of a GPU at addresses of the library's. */
typedef struct {
    uint64_t address;
    uint64_t bytes;
} GpuSpan;

/**
 * Imports a descriptor, and maps its memory. Of the descriptor nothing is believed: CUDA says whose
 * memory it is, and maps it in its whole size alone. The context that is current is the one of
 * `device`.
 *
 * @param[out] span   where it is; unchanged on failure
 * @param[out] other  it is not the memory that it was said to be, or the GPU cannot use it: the
 *                    driver did not import or map it, or another GPU has it
 *
 * @return GPU_CUDA_SUCCESS; GPU_CUDA_INVALID_VALUE iff another GPU has it, or no such size is
 * possible; or what the driver says. Nothing is left of a call that failed
 */
GpuResult gpu_map(const GpuDriver *driver, const GpuShare *share, GpuSpan *span, bool *other);

/**
 * Maps memory by the handle of its reservation, which the mapping keeps: what it is, is believed,
 * and the descriptor is not looked at.
 *
 * @param[out] other  the driver did not map it, or no such size is possible; else unchanged
 *
 * @return as gpu_map()
 */
GpuResult gpu_map_handle(const GpuDriver *driver, const GpuShare *share, uint64_t handle,
                         GpuSpan *span, bool *other);

/** Bytes of which memory of a GPU is a multiple, and properties to reserve it with.
 * GPU_CUDA_NOT_SUPPORTED iff the driver has no such number, or what it says. */
GpuResult gpu_step(const GpuDriver *driver, int32_t device, GpuProperties *properties,
                   size_t *step);

/** Ends a mapping, and gives its addresses back unless the driver keeps it. */
GpuResult gpu_unmap(const GpuDriver *driver, const GpuSpan *span);

#endif /* RINGFENCE_GPU_DRIVER_H */
