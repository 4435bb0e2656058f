/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file vmm_mapping.h
 * Memory of a device at addresses of the library's.
 */
#ifndef RINGFENCE_CUDA_VMM_MAPPING_H
#define RINGFENCE_CUDA_VMM_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda/cuda_api.h"
#include "cuda/driver/cuda_driver.h"
#include "gpu/driver.h"

/** Memory of a device at addresses of our own. */
typedef struct {
    /** No bytes: there are no addresses. */
    GpuSpan place;
    /** Context whose work is waited for before the mapping ends. */
    CudaContext context;
    /** The memory is mapped there. */
    bool mapped;
} CudaSpan;

/**
 * Maps memory of a device, so that one device can use it, for reading only if it may not be
 * written. Needs a current context.
 *
 * @return CUDA_SUCCESS; CUDA_ERROR_PEER_ACCESS_UNSUPPORTED iff the device cannot reach the memory;
 * CUDA_ERROR_INVALID_VALUE iff the memory is not of `home`; CUDA_ERROR_NOT_SUPPORTED, or another
 * code of the driver, iff it has another size than `bytes` needs. On failure nothing stays mapped
 */
CUresult vmm_map(const CudaDriver *driver, const GpuShare *share, CudaSpan *span);

/**
 * Maps memory by the handle of its reservation, which the mapping keeps: `home` is the device of
 * the memory, the descriptor is not looked at.
 */
CUresult vmm_map_handle(const CudaDriver *driver, const GpuShare *share,
                        CUmemGenericAllocationHandle handle, CudaSpan *span);

/** Gives a mapping and its addresses back at once, for memory that no work uses any more; stays as
 * for vmm_unmap(), and false before. */
CUresult vmm_release(const CudaDriver *driver, CudaSpan *span, bool *stays);

/** Finds out what vmm_map() would say. */
CUresult vmm_check(const CudaDriver *driver, const GpuShare *share);

/**
 * Ends a mapping, after the work of the context that it was made in.
 *
 * @param[out] stays  the driver refused, though its context works: the mapping stays, or at least
 *                    its addresses, which another call gives back
 */
CUresult vmm_unmap(const CudaDriver *driver, CudaSpan *span, bool *stays);

#endif /* RINGFENCE_CUDA_VMM_MAPPING_H */
