/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file result.h
 * Results of the library as those of CUDA, and the admission of callers.
 */
#ifndef RINGFENCE_CUDA_RESULT_H
#define RINGFENCE_CUDA_RESULT_H

#include "beside/beside.h"
#include "cuda/cuda_api.h"
#include "cuda/driver/cuda_driver.h"
#include "nvscierror.h"
#include "ringfence_cfg.h"

/** Result of CUDA for any result of the library. */
static inline CUresult result_of(NvSciError status)
{
    return (status == NvSciError_Success) ? CUDA_SUCCESS : result_of_error(status);
}

/** Success, or CUDA_ERROR_NOT_PERMITTED iff the phase refuses the caller, counted, or libringfence
 * is of another build.
 * @satisfies RF-CUDA-005 */
static inline CUresult caller_admit(const CudaCaller *caller)
{
    return result_of(beside_admit(RINGFENCE_CFG_CUDA, caller->op));
}

/** What a caller is told that names nothing, or has no place for what it asks for:
 * CUDA_ERROR_NOT_PERMITTED as caller_admit(), else CUDA_ERROR_INVALID_VALUE.
 * @satisfies RF-CUDA-239 */
static inline CUresult caller_lacks(const CudaCaller *caller)
{
    const CUresult result = caller_admit(caller);

    return (result == CUDA_SUCCESS) ? CUDA_ERROR_INVALID_VALUE : result;
}

#endif /* RINGFENCE_CUDA_RESULT_H */
