/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file result.c
 * Results: what those of the library are to a caller of CUDA, and what those of the driver say of a
 * device or a context.
 */
#include "cuda/driver/cuda_driver.h"

/** A result of the library, and what it is to a caller of CUDA. */
typedef struct {
    NvSciError status;
    CUresult result;
} ResultRow;

/** What is not here is CUDA_ERROR_OPERATING_SYSTEM. */
static const ResultRow g_results[] = {
    {NvSciError_BadParameter, CUDA_ERROR_INVALID_VALUE},
    {NvSciError_Overflow, CUDA_ERROR_INVALID_VALUE},
    {NvSciError_InvalidState, CUDA_ERROR_NOT_PERMITTED},
    {NvSciError_InsufficientMemory, CUDA_ERROR_OUT_OF_MEMORY},
    {NvSciError_InsufficientResource, CUDA_ERROR_OUT_OF_MEMORY},
    {NvSciError_NotSupported, CUDA_ERROR_NOT_SUPPORTED},
    {NvSciError_NoSuchProcess, CUDA_ERROR_EXTERNAL_DEVICE},
};

/** @satisfies RF-CUDA-006 RF-CUDA-061 */
CUresult result_of_error(NvSciError status)
{
    CUresult result = CUDA_ERROR_OPERATING_SYSTEM;

    for (uint32_t i = 0U; i < (sizeof(g_results) / sizeof(g_results[0])); i++) {
        if (g_results[i].status == status) {
            result = g_results[i].result;
        }
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

/** Results after which each call of the context fails, and nothing of its queues is done. */
static const CUresult g_final_results[] = {
    CUDA_ERROR_ECC_UNCORRECTABLE,    CUDA_ERROR_NVLINK_UNCORRECTABLE,
    CUDA_ERROR_ILLEGAL_ADDRESS,      CUDA_ERROR_LAUNCH_TIMEOUT,
    CUDA_ERROR_CONTEXT_IS_DESTROYED, CUDA_ERROR_ASSERT,
    CUDA_ERROR_HARDWARE_STACK_ERROR, CUDA_ERROR_ILLEGAL_INSTRUCTION,
    CUDA_ERROR_MISALIGNED_ADDRESS,   CUDA_ERROR_INVALID_ADDRESS_SPACE,
    CUDA_ERROR_INVALID_PC,           CUDA_ERROR_LAUNCH_FAILED,
    CUDA_ERROR_MPS_CLIENT_TERMINATED};

bool result_is_final(CUresult result)
{
    bool final = false;

    for (uint32_t i = 0U; i < (sizeof(g_final_results) / sizeof(g_final_results[0])); i++) {
        final = final || (g_final_results[i] == result);
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
