/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file entry_driver.c
 * Entry points of the driver API. What is not ours goes to the driver as it came.
 */
#include "ringfence_cuda.h"

#include "cuda/driver/cuda_driver.h"
#include "cuda/driver/result.h"
#include "cuda/memory/cuda_memory.h"
#include "cuda/sync/cuda_sync.h"
#include "port/atomic.h"

static CudaCaller driver_caller(PhaseOp op)
{
    const CudaCaller caller = {op, false};

    return caller;
}

/** @satisfies RF-CUDA-008 */
CUresult ringfenceCuDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, CUdevice dev, int flags)
{
    const CudaCaller caller = driver_caller(OP_CU_DEVICE_GET_NVSCISYNC_ATTRIBUTES);

    return semaphore_attributes(&caller, nvSciSyncAttrList, dev, flags);
}

/** @satisfies RF-CUDA-010 RF-CUDA-020 */
CUresult
ringfenceCuImportExternalSemaphore(CUexternalSemaphore *extSem_out,
                                   const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc)
{
    const CudaCaller caller = driver_caller(OP_CU_IMPORT_EXTERNAL_SEMAPHORE);
    CUresult result = CUDA_SUCCESS;

    if ((semHandleDesc == NULL) || (extSem_out == NULL)) {
        result = caller_lacks(&caller);
    } else if (semHandleDesc->type == CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC) {
        void *handle = NULL;

        result = semaphore_import(&caller, semHandleDesc->handle.nvSciSyncObj, semHandleDesc->flags,
                                  &handle);
        *extSem_out = (result == CUDA_SUCCESS) ? handle : *extSem_out;
    } else {
        const CudaDriver *driver = NULL;

        result = driver_open(&driver);
        if (result == CUDA_SUCCESS) {
            result = driver->import_semaphore(extSem_out, semHandleDesc);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-014 */
PORT_HOT CUresult
ringfenceCuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                         const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                                         unsigned int numExtSems, CUstream stream)
/* cppcheck-suppress misra-c2012-5.5 ; DEV-022 programs may ask for another function */
{
    return stream_signal(extSemArray, paramsArray, numExtSems, stream,
                         driver_caller(OP_CU_SIGNAL_EXTERNAL_SEMAPHORES));
}

/** @satisfies RF-CUDA-050 */
CUresult ringfenceCuSignalExternalSemaphoresAsync_ptsz(
    const CUexternalSemaphore *extSemArray,
    const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems,
    CUstream stream)
{
    return stream_signal(extSemArray, paramsArray, numExtSems, stream_of_thread(stream),
                         driver_caller(OP_CU_SIGNAL_EXTERNAL_SEMAPHORES));
}

/** @satisfies RF-CUDA-015 */
PORT_HOT CUresult ringfenceCuWaitExternalSemaphoresAsync(
    const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
    unsigned int numExtSems, CUstream stream)
/* cppcheck-suppress misra-c2012-5.5 ; DEV-022 programs may ask for another function */
{
    return stream_wait(extSemArray, paramsArray, numExtSems, stream,
                       driver_caller(OP_CU_WAIT_EXTERNAL_SEMAPHORES));
}

/** @satisfies RF-CUDA-050 */
CUresult
ringfenceCuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray,
                                            const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                            unsigned int numExtSems, CUstream stream)
{
    return stream_wait(extSemArray, paramsArray, numExtSems, stream_of_thread(stream),
                       driver_caller(OP_CU_WAIT_EXTERNAL_SEMAPHORES));
}

/** @satisfies RF-CUDA-013 RF-CUDA-020 */
CUresult ringfenceCuDestroyExternalSemaphore(CUexternalSemaphore extSem)
{
    const CudaDriver *driver = NULL;
    CUresult result = CUDA_SUCCESS;

    if (semaphore_is_ours(extSem)) {
        const CudaCaller caller = driver_caller(OP_CU_DESTROY_EXTERNAL_SEMAPHORE);

        result = semaphore_destroy(&caller, extSem);
    } else {
        result = driver_open(&driver);
        if (result == CUDA_SUCCESS) {
            result = driver->destroy_semaphore(extSem);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-030 RF-CUDA-036 */
CUresult ringfenceCuImportExternalMemory(CUexternalMemory *extMem_out,
                                         const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc)
{
    const CudaCaller caller = driver_caller(OP_CU_IMPORT_EXTERNAL_MEMORY);
    CUresult result = CUDA_SUCCESS;

    if ((memHandleDesc == NULL) || (extMem_out == NULL)) {
        result = caller_lacks(&caller);
    } else if (memHandleDesc->type == CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF) {
        const MemoryRequest request = {memHandleDesc->handle.nvSciBufObject,
                                       (uint64_t)memHandleDesc->size, memHandleDesc->flags};
        void *handle = NULL;

        result = memory_import(&caller, &request, &handle);
        *extMem_out = (result == CUDA_SUCCESS) ? handle : *extMem_out;
    } else {
        const CudaDriver *driver = NULL;

        result = driver_open(&driver);
        if (result == CUDA_SUCCESS) {
            result = driver->import_memory(extMem_out, memHandleDesc);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-034 RF-CUDA-036 */
CUresult
ringfenceCuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc)
{
    const CudaDriver *driver = NULL;
    CUresult result = CUDA_ERROR_INVALID_VALUE;

    if ((devPtr != NULL) && (bufferDesc != NULL)) {
        if (memory_is_ours(extMem)) {
            const CudaCaller caller = driver_caller(OP_CU_EXTERNAL_MEMORY_GET_MAPPED_BUFFER);

            result = memory_map(&caller, extMem, bufferDesc, devPtr);
        } else {
            result = driver_open(&driver);
            if (result == CUDA_SUCCESS) {
                result = driver->memory_buffer(devPtr, extMem, bufferDesc);
            }
        }
    }
    return result;
}

/** @satisfies RF-CUDA-036 RF-CUDA-037 */
CUresult ringfenceCuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *mipmap, CUexternalMemory extMem,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc)
{
    const CudaDriver *driver = NULL;
    CUresult result = CUDA_SUCCESS;

    if (memory_is_ours(extMem)) {
        const CudaCaller caller = driver_caller(OP_CU_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY);
        const bool complete = (mipmap != NULL) && (mipmapDesc != NULL);
        const ArrayRequest request = {complete ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE,
                                      mipmapDesc};

        result = memory_map_array(&caller, extMem, &request, mipmap);
    } else {
        result = driver_open(&driver);
        if (result == CUDA_SUCCESS) {
            result = driver->memory_array(mipmap, extMem, mipmapDesc);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-035 RF-CUDA-036 */
CUresult ringfenceCuDestroyExternalMemory(CUexternalMemory extMem)
{
    const CudaDriver *driver = NULL;
    CUresult result = CUDA_SUCCESS;

    if (memory_is_ours(extMem)) {
        const CudaCaller caller = driver_caller(OP_CU_DESTROY_EXTERNAL_MEMORY);

        result = memory_destroy(&caller, extMem);
    } else {
        result = driver_open(&driver);
        if (result == CUDA_SUCCESS) {
            result = driver->destroy_memory(extMem);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-035 RF-CUDA-036 */
CUresult ringfenceCuMemFree(CUdeviceptr dptr)
{
    const CudaDriver *driver = NULL;
    CUresult result = CUDA_SUCCESS;

    if (memory_is_mapped(dptr)) {
        const CudaCaller caller = driver_caller(OP_CU_FREE);

        result = memory_free(&caller, dptr);
    } else {
        result = driver_open(&driver);
        if (result == CUDA_SUCCESS) {
            result = driver->free(dptr);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-036 */
CUresult ringfenceCuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray)
{
    const CudaDriver *driver = NULL;
    CUresult result = CUDA_SUCCESS;

    if (memory_is_array(hMipmappedArray)) {
        const CudaCaller caller = driver_caller(OP_CU_FREE_MIPMAPPED_ARRAY);

        result = memory_free_array(&caller, hMipmappedArray);
    } else {
        result = driver_open(&driver);
        if (result == CUDA_SUCCESS) {
            result = driver->array_destroy(hMipmappedArray);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-036 */
CUresult ringfenceCuMipmappedArrayGetLevel(CUarray *pLevelArray, CUmipmappedArray hMipmappedArray,
                                           unsigned int level)
{
    const CudaDriver *driver = NULL;
    CUresult result = driver_open(&driver);

    if (result == CUDA_SUCCESS) {
        result = driver->array_level(pLevelArray, hMipmappedArray, level);
    }
    return result;
}

/* ---------------------------------------------------------------- graphs */

/** @satisfies RF-CUDA-053 */
CUresult ringfenceCuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
    size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
    const CudaCaller caller = driver_caller(OP_CU_GRAPH_ADD_SIGNAL);
    const GraphTarget target = {GRAPH_ADD,       phGraphNode, hGraph, dependencies,
                                numDependencies, NULL,        NULL,   nodeParams};

    return graph_run(&caller, true, &target);
}

/** @satisfies RF-CUDA-053 */
CUresult ringfenceCuGraphAddExternalSemaphoresWaitNode(
    CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
    size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
    const CudaCaller caller = driver_caller(OP_CU_GRAPH_ADD_WAIT);
    const GraphTarget target = {GRAPH_ADD,       phGraphNode, hGraph, dependencies,
                                numDependencies, NULL,        NULL,   nodeParams};

    return graph_run(&caller, false, &target);
}

/** @satisfies RF-CUDA-053 */
CUresult ringfenceCuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
    const CudaCaller caller = driver_caller(OP_CU_GRAPH_SET_SIGNAL);
    const GraphTarget target = {GRAPH_SET, NULL, NULL, NULL, 0U, NULL, hNode, nodeParams};

    return graph_run(&caller, true, &target);
}

/** @satisfies RF-CUDA-053 */
CUresult
ringfenceCuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode,
                                                    const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
    const CudaCaller caller = driver_caller(OP_CU_GRAPH_SET_WAIT);
    const GraphTarget target = {GRAPH_SET, NULL, NULL, NULL, 0U, NULL, hNode, nodeParams};

    return graph_run(&caller, false, &target);
}

/** @satisfies RF-CUDA-053 */
CUresult ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
    const CudaCaller caller = driver_caller(OP_CU_GRAPH_SET_EXEC_SIGNAL);
    const GraphTarget target = {GRAPH_SET_EXEC, NULL,  NULL,      NULL, 0U,
                                hGraphExec,     hNode, nodeParams};

    return graph_run(&caller, true, &target);
}

/** @satisfies RF-CUDA-053 */
CUresult ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
    const CudaCaller caller = driver_caller(OP_CU_GRAPH_SET_EXEC_WAIT);
    const GraphTarget target = {GRAPH_SET_EXEC, NULL,  NULL,      NULL, 0U,
                                hGraphExec,     hNode, nodeParams};

    return graph_run(&caller, false, &target);
}
