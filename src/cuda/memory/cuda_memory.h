/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_memory.h
 * Buffers for CUDA, as the entry points use them.
 */
#ifndef RINGFENCE_CUDA_CUDA_MEMORY_H
#define RINGFENCE_CUDA_CUDA_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda/cuda_api.h"
#include "cuda/driver/cuda_driver.h"

/** What is to be imported. */
typedef struct {
    const void *object;
    uint64_t size;
    unsigned int flags;
} MemoryRequest;

/** Says whether a handle is none for the driver: it has the mark of ours, of whatever kind, and may
 * be stale. */
bool memory_is_ours(const void *handle);

/** Says whether a pointer was given out by memory_map() and not freed yet. No lock. */
bool memory_is_mapped(CUdeviceptr pointer);

/** Imports a buffer. */
CUresult memory_import(const CudaCaller *caller, const MemoryRequest *request, void **handle);

/** Gives the pointer to a range of an imported buffer. */
CUresult memory_map(const CudaCaller *caller, const void *handle,
                    const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *desc, CUdeviceptr *pointer);

/** An array that is wanted. */
typedef struct {
    /** What the description deserves by itself. */
    CUresult result;
    /** The description, if that is success. */
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *desc;
} ArrayRequest;

/** Gives an array in an imported buffer of memory of the device; CUDA_ERROR_NOT_SUPPORTED for
 * others. */
CUresult memory_map_array(const CudaCaller *caller, const void *handle, const ArrayRequest *request,
                          CUmipmappedArray *array);

/** Says whether an array was given out by memory_map_array() and not freed yet. No lock. */
bool memory_is_array(const void *array);

/** Ends an array. */
CUresult memory_free_array(const CudaCaller *caller, CUmipmappedArray array);

/** Ends a mapping. */
CUresult memory_free(const CudaCaller *caller, CUdeviceptr pointer);

/** Ends an import; its pages stay registered until the last mapping is freed. */
CUresult memory_destroy(const CudaCaller *caller, const void *handle);

#endif /* RINGFENCE_CUDA_CUDA_MEMORY_H */
