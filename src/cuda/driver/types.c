/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file types.c
 * The numbers and structures of CUDA that src/gpu declares without CUDA's headers, beside those of
 * the headers: a difference ends the build.
 */
#include <stddef.h>
#include <stdint.h>

#include "cuda/cuda_api.h"
#include "gpu/driver.h"
#include "gpu/gpu.h"

/* clang-format off */

/** A number. */
#define SAME_NUMBER(ours, cuda) _Static_assert((int64_t)(ours) == (int64_t)(cuda), "number")
/** A type, by its size. */
#define SAME_SIZE(ours, cuda) _Static_assert(sizeof(ours) == sizeof(cuda), "size")
/** A member, by its place. */
#define SAME_PLACE(ours, mine, cuda, theirs)                                                       \
    _Static_assert((size_t)offsetof(ours, mine) == (size_t)offsetof(cuda, theirs), "place")

SAME_NUMBER(GPU_CUDA_SUCCESS, CUDA_SUCCESS);
SAME_NUMBER(GPU_CUDA_INVALID_VALUE, CUDA_ERROR_INVALID_VALUE);
SAME_NUMBER(GPU_CUDA_OUT_OF_MEMORY, CUDA_ERROR_OUT_OF_MEMORY);
SAME_NUMBER(GPU_CUDA_INVALID_DEVICE, CUDA_ERROR_INVALID_DEVICE);
SAME_NUMBER(GPU_CUDA_NO_BINARY, CUDA_ERROR_NO_BINARY_FOR_GPU);
SAME_NUMBER(GPU_CUDA_NO_PEER, CUDA_ERROR_PEER_ACCESS_UNSUPPORTED);
SAME_NUMBER(GPU_CUDA_NOT_READY, CUDA_ERROR_NOT_READY);
SAME_NUMBER(GPU_CUDA_NOT_SUPPORTED, CUDA_ERROR_NOT_SUPPORTED);
SAME_NUMBER(GPU_CUDA_CAPTURE_IMPLICIT, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
SAME_NUMBER(GPU_CUDA_STREAM_NON_BLOCKING, CU_STREAM_NON_BLOCKING);
SAME_NUMBER(GPU_CUDA_EVENT_NO_TIMING, CU_EVENT_DISABLE_TIMING);
SAME_NUMBER(GPU_CUDA_CAPTURE_RELAXED, CU_STREAM_CAPTURE_MODE_RELAXED);
SAME_NUMBER(GPU_CUDA_REGISTER_PORTABLE, CU_MEMHOSTREGISTER_PORTABLE);
SAME_NUMBER(GPU_CUDA_REGISTER_MAPPED, CU_MEMHOSTREGISTER_DEVICEMAP);
SAME_NUMBER(GPU_CUDA_REGISTER_READ_ONLY, CU_MEMHOSTREGISTER_READ_ONLY);
SAME_NUMBER(GPU_CUDA_MEMORY_DESCRIPTOR, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
SAME_NUMBER(GPU_CUDA_MEMORY_AT_DEVICE, CU_MEM_LOCATION_TYPE_DEVICE);
SAME_NUMBER(GPU_CUDA_MEMORY_PINNED, CU_MEM_ALLOCATION_TYPE_PINNED);
SAME_NUMBER(GPU_CUDA_MEMORY_MINIMUM, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
SAME_NUMBER(GPU_CUDA_MEMORY_READS, CU_MEM_ACCESS_FLAGS_PROT_READ);
SAME_NUMBER(GPU_CUDA_MEMORY_WRITES, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
SAME_NUMBER(GPU_UUID_BYTES, sizeof(CUuuid));
/* GpuResource is one of an array if its type is 0. */
SAME_NUMBER(0, CU_RESOURCE_TYPE_ARRAY);

SAME_SIZE(GpuResult, CUresult);
SAME_SIZE(int32_t, CUdevice);
SAME_SIZE(int32_t, CUstreamCaptureStatus);
SAME_SIZE(int32_t, CUstreamCaptureMode);
SAME_SIZE(int32_t, CUpointer_attribute);
SAME_SIZE(uint64_t, CUdeviceptr);
SAME_SIZE(uint64_t, CUmemGenericAllocationHandle);
SAME_SIZE(uint64_t, CUsurfObject);
SAME_SIZE(void *, CUcontext);

SAME_SIZE(GpuLocation, CUmemLocation);
SAME_PLACE(GpuLocation, type, CUmemLocation, type);
SAME_PLACE(GpuLocation, id, CUmemLocation, id);

SAME_SIZE(GpuProperties, CUmemAllocationProp);
SAME_PLACE(GpuProperties, type, CUmemAllocationProp, type);
SAME_PLACE(GpuProperties, handle_types, CUmemAllocationProp, requestedHandleTypes);
SAME_PLACE(GpuProperties, location, CUmemAllocationProp, location);
SAME_PLACE(GpuProperties, meta, CUmemAllocationProp, win32HandleMetaData);
SAME_PLACE(GpuProperties, flags, CUmemAllocationProp, allocFlags);

SAME_SIZE(GpuAccess, CUmemAccessDesc);
SAME_PLACE(GpuAccess, location, CUmemAccessDesc, location);
SAME_PLACE(GpuAccess, flags, CUmemAccessDesc, flags);

SAME_SIZE(GpuExternal, CUDA_EXTERNAL_MEMORY_HANDLE_DESC);
SAME_PLACE(GpuExternal, type, CUDA_EXTERNAL_MEMORY_HANDLE_DESC, type);
SAME_PLACE(GpuExternal, descriptor, CUDA_EXTERNAL_MEMORY_HANDLE_DESC, handle.fd);
SAME_PLACE(GpuExternal, size, CUDA_EXTERNAL_MEMORY_HANDLE_DESC, size);
SAME_PLACE(GpuExternal, flags, CUDA_EXTERNAL_MEMORY_HANDLE_DESC, flags);

SAME_SIZE(GpuArray, CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC);
SAME_PLACE(GpuArray, offset, CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, offset);
SAME_PLACE(GpuArray, width, CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, arrayDesc.Width);
SAME_PLACE(GpuArray, height, CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, arrayDesc.Height);
SAME_PLACE(GpuArray, depth, CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, arrayDesc.Depth);
SAME_PLACE(GpuArray, format, CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, arrayDesc.Format);
SAME_PLACE(GpuArray, channels, CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, arrayDesc.NumChannels);
SAME_PLACE(GpuArray, array_flags, CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, arrayDesc.Flags);
SAME_PLACE(GpuArray, levels, CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, numLevels);

SAME_SIZE(GpuResource, CUDA_RESOURCE_DESC);
SAME_PLACE(GpuResource, type, CUDA_RESOURCE_DESC, resType);
SAME_PLACE(GpuResource, array, CUDA_RESOURCE_DESC, res.array.hArray);
SAME_PLACE(GpuResource, flags, CUDA_RESOURCE_DESC, flags);

SAME_SIZE(GpuCopy, CUDA_MEMCPY2D);
SAME_PLACE(GpuCopy, from.x_bytes, CUDA_MEMCPY2D, srcXInBytes);
SAME_PLACE(GpuCopy, from.y, CUDA_MEMCPY2D, srcY);
SAME_PLACE(GpuCopy, from.type, CUDA_MEMCPY2D, srcMemoryType);
SAME_PLACE(GpuCopy, from.host, CUDA_MEMCPY2D, srcHost);
SAME_PLACE(GpuCopy, from.device, CUDA_MEMCPY2D, srcDevice);
SAME_PLACE(GpuCopy, from.array, CUDA_MEMCPY2D, srcArray);
SAME_PLACE(GpuCopy, from.pitch, CUDA_MEMCPY2D, srcPitch);
SAME_PLACE(GpuCopy, to.x_bytes, CUDA_MEMCPY2D, dstXInBytes);
SAME_PLACE(GpuCopy, to.y, CUDA_MEMCPY2D, dstY);
SAME_PLACE(GpuCopy, to.type, CUDA_MEMCPY2D, dstMemoryType);
SAME_PLACE(GpuCopy, to.host, CUDA_MEMCPY2D, dstHost);
SAME_PLACE(GpuCopy, to.device, CUDA_MEMCPY2D, dstDevice);
SAME_PLACE(GpuCopy, to.array, CUDA_MEMCPY2D, dstArray);
SAME_PLACE(GpuCopy, to.pitch, CUDA_MEMCPY2D, dstPitch);
SAME_PLACE(GpuCopy, width_bytes, CUDA_MEMCPY2D, WidthInBytes);
SAME_PLACE(GpuCopy, height, CUDA_MEMCPY2D, Height);
/* clang-format on */
