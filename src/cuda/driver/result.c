/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file result.c
 * Results: what those of the library are to a caller of CUDA, and what those of the driver say of a
 * device or a context.
 */
#include "cuda/driver/result.h"
#include "core/fault.h"
#include "cuda/driver/cuda_driver.h"

/** @satisfies RF-CUDA-006 RF-CUDA-061 */
CUresult result_of_error(NvSciError status)
{
    CUresult result = CUDA_ERROR_OPERATING_SYSTEM;

    switch (status) {
    case NvSciError_BadParameter:
    case NvSciError_Overflow:
        result = CUDA_ERROR_INVALID_VALUE;
        break;
    case NvSciError_InvalidState:
        result = CUDA_ERROR_NOT_PERMITTED;
        break;
    case NvSciError_InsufficientMemory:
    case NvSciError_InsufficientResource:
        result = CUDA_ERROR_OUT_OF_MEMORY;
        break;
    case NvSciError_NotSupported:
        result = CUDA_ERROR_NOT_SUPPORTED;
        break;
    case NvSciError_NoSuchProcess:
        result = CUDA_ERROR_EXTERNAL_DEVICE;
        break;
    default:
        result = CUDA_ERROR_OPERATING_SYSTEM;
        break;
    }
    return result;
}

/** @satisfies RF-CUDA-006 */
CUresult result_of_handle(NvSciError status)
{
    return (status == NvSciError_BadParameter) ? CUDA_ERROR_INVALID_HANDLE : result_of(status);
}

/** @satisfies RF-CUDA-105 */
CUresult device_result(const CudaCaller *caller, CUresult result)
{
    if (result == CUDA_ERROR_INVALID_DEVICE) {
        ringfence_fault_report(caller->op, RINGFENCE_FAULT_NO_DEVICE);
    }
    return result;
}

/** Codes that headers of CUDA 12 have not from the first on: an error that the GPU contained, and a
 * kernel that left memory for tensors behind. */
#define CODE_CONTAINED          226U
#define CODE_TENSOR_MEMORY_LEAK 721U

/** Results after which each call of the context fails, and nothing of its queues is done. */
static const uint32_t g_final_results[] = {(uint32_t)CUDA_ERROR_DEINITIALIZED,
                                           (uint32_t)CUDA_ERROR_ECC_UNCORRECTABLE,
                                           (uint32_t)CUDA_ERROR_NVLINK_UNCORRECTABLE,
                                           CODE_CONTAINED,
                                           (uint32_t)CUDA_ERROR_ILLEGAL_ADDRESS,
                                           (uint32_t)CUDA_ERROR_LAUNCH_TIMEOUT,
                                           (uint32_t)CUDA_ERROR_CONTEXT_IS_DESTROYED,
                                           (uint32_t)CUDA_ERROR_ASSERT,
                                           (uint32_t)CUDA_ERROR_HARDWARE_STACK_ERROR,
                                           (uint32_t)CUDA_ERROR_ILLEGAL_INSTRUCTION,
                                           (uint32_t)CUDA_ERROR_MISALIGNED_ADDRESS,
                                           (uint32_t)CUDA_ERROR_INVALID_ADDRESS_SPACE,
                                           (uint32_t)CUDA_ERROR_INVALID_PC,
                                           (uint32_t)CUDA_ERROR_LAUNCH_FAILED,
                                           CODE_TENSOR_MEMORY_LEAK,
                                           (uint32_t)CUDA_ERROR_MPS_CLIENT_TERMINATED,
                                           (uint32_t)CUDA_ERROR_EXTERNAL_DEVICE};

/** @satisfies RF-CUDA-230 */
bool result_is_final(CUresult result)
{
    bool final = false;

    for (uint32_t i = 0U; i < (sizeof(g_final_results) / sizeof(g_final_results[0])); i++) {
        final = final || (g_final_results[i] == (uint32_t)result);
    }
    return final;
}

bool result_keeps(CUresult result)
{
    return (result != CUDA_SUCCESS) && (result != CUDA_ERROR_INVALID_VALUE) &&
           (!result_is_final(result));
}

bool result_is_lost(CUresult result)
{
    return result_is_final(result) || (result == CUDA_ERROR_INVALID_CONTEXT) ||
           (result == CUDA_ERROR_INVALID_VALUE) ||
           (result == CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED);
}
