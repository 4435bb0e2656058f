/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file entry_runtime.c
 * Entry points of the runtime API, only on the driver's functions: a program that uses them
 * needs no runtime library.
 */
#include "ringfence_cuda.h"

#include <string.h>

#include "core/handle.h"
#include "cuda/driver/cuda_driver.h"
#include "cuda/driver/result.h"
#include "cuda/memory/cuda_memory.h"
#include "cuda/sync/cuda_sync.h"
#include "port/atomic.h"

static CudaCaller runtime_caller(PhaseOp op)
{
    const CudaCaller caller = {op, true};

    return caller;
}

/**
 * Code of the runtime for one of the driver: both have the same numbers, but for a driver that is
 * missing. One that is there says CUDA_ERROR_NOT_INITIALIZED in a child of a process that used it.
 * @satisfies RF-CUDA-003 RF-CUDA-006 RF-CUDA-253
 */
static cudaError_t error_of(CUresult result)
{
    const uint32_t number = (uint32_t)result;
    cudaError_t error = (cudaError_t)number;

    if ((result == CUDA_ERROR_NOT_INITIALIZED) && (!driver_is_there())) {
        error = cudaErrorInsufficientDriver;
    }
    return error;
}

static void *pointer_of(CUdeviceptr number)
{
    return (void *)(uintptr_t)number;
}

/** @satisfies RF-CUDA-008 RF-CUDA-009 */
cudaError_t ringfenceCudaDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, int device,
                                                      int flags)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_DEVICE_GET_NVSCISYNC_ATTRIBUTES);
    const CudaDriver *driver = NULL;
    CUdevice handle = 0;
    CUresult result = caller_admit(&caller);

    if (result == CUDA_SUCCESS) {
        result = driver_open(&driver);
    }
    if (result == CUDA_SUCCESS) {
        result = result_of_gpu(driver->gpu->init(0U));
    }
    if (result == CUDA_SUCCESS) {
        result = device_result(&caller, result_of_gpu(driver->gpu->device_get(&handle, device)));
    }
    if (result == CUDA_SUCCESS) {
        result = semaphore_attributes(&caller, nvSciSyncAttrList, handle, flags);
    }
    return error_of(result);
}

/** Imports a semaphore that is not ours. */
static CUresult import_foreign_semaphore(const CudaCaller *caller,
                                         const struct cudaExternalSemaphoreHandleDesc *desc,
                                         void **handle)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC same;
    CUexternalSemaphore semaphore = NULL;
    const CudaDriver *driver = NULL;
    CUresult result = context_begin(caller, &driver);

    (void)memset(&same, 0, sizeof(same));
    same.type = (CUexternalSemaphoreHandleType)(uint32_t)desc->type;
    (void)memcpy(&same.handle, &desc->handle, sizeof(desc->handle));
    same.flags = desc->flags;
    if (result == CUDA_SUCCESS) {
        result = driver->import_semaphore(&semaphore, &same);
        *handle = semaphore;
    }
    return result;
}

/** @satisfies RF-CUDA-010 RF-CUDA-020 */
cudaError_t
ringfenceCudaImportExternalSemaphore(cudaExternalSemaphore_t *extSem_out,
                                     const struct cudaExternalSemaphoreHandleDesc *semHandleDesc)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_IMPORT_EXTERNAL_SEMAPHORE);
    CUresult result = CUDA_SUCCESS;

    if ((extSem_out == NULL) || (semHandleDesc == NULL)) {
        result = caller_lacks(&caller);
    } else {
        void *handle = NULL;

        if (semHandleDesc->type == cudaExternalSemaphoreHandleTypeNvSciSync) {
            result = semaphore_import(&caller, semHandleDesc->handle.nvSciSyncObj,
                                      semHandleDesc->flags, &handle);
        } else {
            result = import_foreign_semaphore(&caller, semHandleDesc, &handle);
        }
        if (result == CUDA_SUCCESS) {
            *extSem_out = handle;
        }
    }
    return error_of(result);
}

/** @satisfies RF-CUDA-014 */
PORT_HOT cudaError_t ringfenceCudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream)
/* cppcheck-suppress misra-c2012-5.5 ; DEV-022 programs may ask for another function */
{
    return error_of(stream_signal(extSemArray, paramsArray, numExtSems, stream,
                                  runtime_caller(OP_CUDA_SIGNAL_EXTERNAL_SEMAPHORES)));
}

/** @satisfies RF-CUDA-050 */
cudaError_t ringfenceCudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream)
{
    return error_of(stream_signal(extSemArray, paramsArray, numExtSems, stream_of_thread(stream),
                                  runtime_caller(OP_CUDA_SIGNAL_EXTERNAL_SEMAPHORES)));
}

/** @satisfies RF-CUDA-015 */
PORT_HOT cudaError_t
ringfenceCudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
                                         const struct cudaExternalSemaphoreWaitParams *paramsArray,
                                         unsigned int numExtSems, cudaStream_t stream)
/* cppcheck-suppress misra-c2012-5.5 ; DEV-022 programs may ask for another function */
{
    return error_of(stream_wait(extSemArray, paramsArray, numExtSems, stream,
                                runtime_caller(OP_CUDA_WAIT_EXTERNAL_SEMAPHORES)));
}

/** @satisfies RF-CUDA-050 */
cudaError_t ringfenceCudaWaitExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream)
{
    return error_of(stream_wait(extSemArray, paramsArray, numExtSems, stream_of_thread(stream),
                                runtime_caller(OP_CUDA_WAIT_EXTERNAL_SEMAPHORES)));
}

/** @satisfies RF-CUDA-013 RF-CUDA-020 */
cudaError_t ringfenceCudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_DESTROY_EXTERNAL_SEMAPHORE);
    const CudaDriver *driver = NULL;
    CUresult result = CUDA_SUCCESS;

    if (semaphore_is_ours(extSem)) {
        result = semaphore_destroy(&caller, extSem);
    } else {
        result = context_begin(&caller, &driver);
        if (result == CUDA_SUCCESS) {
            void *const same = extSem;

            result = driver->destroy_semaphore(same);
        }
    }
    return error_of(result);
}

/** Imports memory that is not ours. */
static CUresult import_foreign_memory(const CudaCaller *caller,
                                      const struct cudaExternalMemoryHandleDesc *desc,
                                      void **handle)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC same;
    CUexternalMemory memory = NULL;
    const CudaDriver *driver = NULL;
    CUresult result = context_begin(caller, &driver);

    (void)memset(&same, 0, sizeof(same));
    same.type = (CUexternalMemoryHandleType)(uint32_t)desc->type;
    (void)memcpy(&same.handle, &desc->handle, sizeof(desc->handle));
    same.size = desc->size;
    same.flags = desc->flags;
    if (result == CUDA_SUCCESS) {
        result = driver->import_memory(&memory, &same);
        *handle = memory;
    }
    return result;
}

/** @satisfies RF-CUDA-030 RF-CUDA-036 */
cudaError_t
ringfenceCudaImportExternalMemory(cudaExternalMemory_t *extMem_out,
                                  const struct cudaExternalMemoryHandleDesc *memHandleDesc)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_IMPORT_EXTERNAL_MEMORY);
    CUresult result = CUDA_SUCCESS;

    if ((extMem_out == NULL) || (memHandleDesc == NULL)) {
        result = caller_lacks(&caller);
    } else {
        void *handle = NULL;

        if (memHandleDesc->type == cudaExternalMemoryHandleTypeNvSciBuf) {
            const MemoryRequest request = {memHandleDesc->handle.nvSciBufObject,
                                           (uint64_t)memHandleDesc->size, memHandleDesc->flags};

            result = memory_import(&caller, &request, &handle);
        } else {
            result = import_foreign_memory(&caller, memHandleDesc, &handle);
        }
        if (result == CUDA_SUCCESS) {
            *extMem_out = handle;
        }
    }
    return error_of(result);
}

/** Maps a range of memory of either kind. */
static CUresult map_buffer(void *handle, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *desc,
                           CUdeviceptr *pointer)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_EXTERNAL_MEMORY_GET_MAPPED_BUFFER);
    const CudaDriver *driver = NULL;
    CUresult result = CUDA_SUCCESS;

    if (memory_is_ours(handle)) {
        result = memory_map(&caller, handle, desc, pointer);
    } else {
        result = context_begin(&caller, &driver);
        if (result == CUDA_SUCCESS) {
            result = driver->memory_buffer(pointer, handle, desc);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-034 RF-CUDA-036 */
cudaError_t
ringfenceCudaExternalMemoryGetMappedBuffer(void **devPtr, cudaExternalMemory_t extMem,
                                           const struct cudaExternalMemoryBufferDesc *bufferDesc)
{
    CUresult result = CUDA_ERROR_INVALID_VALUE;

    if ((devPtr != NULL) && (bufferDesc != NULL)) {
        CUDA_EXTERNAL_MEMORY_BUFFER_DESC same;
        CUdeviceptr pointer = 0U;

        (void)memset(&same, 0, sizeof(same));
        same.offset = bufferDesc->offset;
        same.size = bufferDesc->size;
        same.flags = bufferDesc->flags;
        result = map_buffer(extMem, &same, &pointer);
        if (result == CUDA_SUCCESS) {
            *devPtr = pointer_of(pointer);
        }
    }
    return error_of(result);
}

/* ---------------------------------------------------------------- arrays */

/** A format of arrays in both APIs. */
typedef struct {
    enum cudaChannelFormatKind kind;
    /** Bits of the channels: x in the lowest byte, then y, z and w; of kinds that take 1, 2 or 4
     * channels those of x alone. */
    uint32_t bits;
    /** Channels; 0: 1, 2 or 4 of them. */
    uint32_t channels;
    CUarray_format format;
} FormatRow;

static const FormatRow g_channel_formats[] = {
    {cudaChannelFormatKindUnsigned, 0x00000008U, 0U, CU_AD_FORMAT_UNSIGNED_INT8},
    {cudaChannelFormatKindUnsigned, 0x00000010U, 0U, CU_AD_FORMAT_UNSIGNED_INT16},
    {cudaChannelFormatKindUnsigned, 0x00000020U, 0U, CU_AD_FORMAT_UNSIGNED_INT32},
    {cudaChannelFormatKindSigned, 0x00000008U, 0U, CU_AD_FORMAT_SIGNED_INT8},
    {cudaChannelFormatKindSigned, 0x00000010U, 0U, CU_AD_FORMAT_SIGNED_INT16},
    {cudaChannelFormatKindSigned, 0x00000020U, 0U, CU_AD_FORMAT_SIGNED_INT32},
    {cudaChannelFormatKindFloat, 0x00000010U, 0U, CU_AD_FORMAT_HALF},
    {cudaChannelFormatKindFloat, 0x00000020U, 0U, CU_AD_FORMAT_FLOAT},
    {cudaChannelFormatKindNV12, 0x00080808U, 3U, CU_AD_FORMAT_NV12},
    {cudaChannelFormatKindUnsignedNormalized8X1, 0x00000008U, 1U, CU_AD_FORMAT_UNORM_INT8X1},
    {cudaChannelFormatKindUnsignedNormalized8X2, 0x00000808U, 2U, CU_AD_FORMAT_UNORM_INT8X2},
    {cudaChannelFormatKindUnsignedNormalized8X4, 0x08080808U, 4U, CU_AD_FORMAT_UNORM_INT8X4},
    {cudaChannelFormatKindUnsignedNormalized16X1, 0x00000010U, 1U, CU_AD_FORMAT_UNORM_INT16X1},
    {cudaChannelFormatKindUnsignedNormalized16X2, 0x00001010U, 2U, CU_AD_FORMAT_UNORM_INT16X2},
    {cudaChannelFormatKindUnsignedNormalized16X4, 0x10101010U, 4U, CU_AD_FORMAT_UNORM_INT16X4},
    {cudaChannelFormatKindSignedNormalized8X1, 0x00000008U, 1U, CU_AD_FORMAT_SNORM_INT8X1},
    {cudaChannelFormatKindSignedNormalized8X2, 0x00000808U, 2U, CU_AD_FORMAT_SNORM_INT8X2},
    {cudaChannelFormatKindSignedNormalized8X4, 0x08080808U, 4U, CU_AD_FORMAT_SNORM_INT8X4},
    {cudaChannelFormatKindSignedNormalized16X1, 0x00000010U, 1U, CU_AD_FORMAT_SNORM_INT16X1},
    {cudaChannelFormatKindSignedNormalized16X2, 0x00001010U, 2U, CU_AD_FORMAT_SNORM_INT16X2},
    {cudaChannelFormatKindSignedNormalized16X4, 0x10101010U, 4U, CU_AD_FORMAT_SNORM_INT16X4},
    {cudaChannelFormatKindUnsignedBlockCompressed1, 0x08080808U, 4U, CU_AD_FORMAT_BC1_UNORM},
    {cudaChannelFormatKindUnsignedBlockCompressed1SRGB, 0x08080808U, 4U,
     CU_AD_FORMAT_BC1_UNORM_SRGB},
    {cudaChannelFormatKindUnsignedBlockCompressed2, 0x08080808U, 4U, CU_AD_FORMAT_BC2_UNORM},
    {cudaChannelFormatKindUnsignedBlockCompressed2SRGB, 0x08080808U, 4U,
     CU_AD_FORMAT_BC2_UNORM_SRGB},
    {cudaChannelFormatKindUnsignedBlockCompressed3, 0x08080808U, 4U, CU_AD_FORMAT_BC3_UNORM},
    {cudaChannelFormatKindUnsignedBlockCompressed3SRGB, 0x08080808U, 4U,
     CU_AD_FORMAT_BC3_UNORM_SRGB},
    {cudaChannelFormatKindUnsignedBlockCompressed4, 0x00000008U, 1U, CU_AD_FORMAT_BC4_UNORM},
    {cudaChannelFormatKindSignedBlockCompressed4, 0x00000008U, 1U, CU_AD_FORMAT_BC4_SNORM},
    {cudaChannelFormatKindUnsignedBlockCompressed5, 0x00000808U, 2U, CU_AD_FORMAT_BC5_UNORM},
    {cudaChannelFormatKindSignedBlockCompressed5, 0x00000808U, 2U, CU_AD_FORMAT_BC5_SNORM},
    {cudaChannelFormatKindUnsignedBlockCompressed6H, 0x00101010U, 3U, CU_AD_FORMAT_BC6H_UF16},
    {cudaChannelFormatKindSignedBlockCompressed6H, 0x00101010U, 3U, CU_AD_FORMAT_BC6H_SF16},
    {cudaChannelFormatKindUnsignedBlockCompressed7, 0x08080808U, 4U, CU_AD_FORMAT_BC7_UNORM},
    {cudaChannelFormatKindUnsignedBlockCompressed7SRGB, 0x08080808U, 4U,
     CU_AD_FORMAT_BC7_UNORM_SRGB},
    {cudaChannelFormatKindUnsignedNormalized1010102, 0x020A0A0AU, 4U,
     CU_AD_FORMAT_UNORM_INT_101010_2},
};

/** Number of channels: those behind the last one have no bits, the others as many as the first. 0:
 * there is no such format. */
static uint32_t channels_of(const struct cudaChannelFormatDesc *format)
{
    const int bits[] = {format->x, format->y, format->z, format->w};
    uint32_t channels = 0U;
    uint32_t with_bits = 0U;

    for (uint32_t i = 0U; i < 4U; i++) {
        if ((bits[i] == bits[0]) && (channels == i)) {
            channels++;
        }
        if (bits[i] != 0) {
            with_bits++;
        }
    }
    return ((channels == with_bits) && (channels != 3U)) ? channels : 0U;
}

/** Bits of the channels as a row has them; what no row has if one is no number of a byte. */
static uint32_t bits_of(const struct cudaChannelFormatDesc *format)
{
    const int channels[] = {format->x, format->y, format->z, format->w};
    uint32_t bits = 0U;

    for (uint32_t i = 0U; i < 4U; i++) {
        const uint32_t one = (uint32_t)channels[i];

        bits = (one > UINT8_MAX) ? UINT32_MAX : (bits | (one << (8U * i)));
    }
    return bits;
}

/** Number of channels of a format if it is that of a row, else 0. */
static uint32_t channels_by_row(const FormatRow *row, const struct cudaChannelFormatDesc *format)
{
    uint32_t channels = 0U;

    if (row->kind != format->f) {
        channels = 0U;
    } else if (row->channels == 0U) {
        channels = (row->bits == (uint32_t)format->x) ? channels_of(format) : 0U;
    } else {
        channels = (row->bits == bits_of(format)) ? row->channels : 0U;
    }
    return channels;
}

/** Format of an array for the driver. CUDA_ERROR_NOT_SUPPORTED iff arrays have no such format.
 * @satisfies RF-CUDA-045 */
static CUresult format_of(const struct cudaChannelFormatDesc *format, CUDA_ARRAY3D_DESCRIPTOR *desc)
{
    CUresult result = CUDA_ERROR_NOT_SUPPORTED;

    for (uint32_t i = 0U; i < (sizeof(g_channel_formats) / sizeof(g_channel_formats[0])); i++) {
        const FormatRow *const row = &g_channel_formats[i];
        const uint32_t channels = channels_by_row(row, format);

        if (channels != 0U) {
            desc->Format = row->format;
            desc->NumChannels = channels;
            result = CUDA_SUCCESS;
        }
    }
    return result;
}

/** Description of an array for the driver.
 * @satisfies RF-CUDA-045 */
static CUresult array_desc_of(const struct cudaExternalMemoryMipmappedArrayDesc *desc,
                              CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *same)
{
    CUresult result = CUDA_ERROR_INVALID_VALUE;

    (void)memset(same, 0, sizeof(*same));
    if (desc != NULL) {
        result = format_of(&desc->formatDesc, &same->arrayDesc);
        same->offset = desc->offset;
        same->arrayDesc.Width = desc->extent.width;
        same->arrayDesc.Height = desc->extent.height;
        same->arrayDesc.Depth = desc->extent.depth;
        same->arrayDesc.Flags = desc->flags;
        same->numLevels = desc->numLevels;
    }
    return result;
}

/** Maps an array of memory that is not ours. */
static CUresult map_foreign_array(const CudaCaller *caller, void *memory,
                                  const ArrayRequest *request, CUmipmappedArray *array)
{
    const CudaDriver *driver = NULL;
    CUresult result = request->result;

    if (result == CUDA_SUCCESS) {
        result = context_begin(caller, &driver);
    }
    if (result == CUDA_SUCCESS) {
        result = driver->memory_array(array, memory, request->desc);
    }
    return result;
}

/** @satisfies RF-CUDA-036 RF-CUDA-037 */
cudaError_t ringfenceCudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *mipmap, cudaExternalMemory_t extMem,
    const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY);
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC same;
    const CUresult described = array_desc_of(mipmapDesc, &same);
    ArrayRequest request = {described, &same};
    CUmipmappedArray array = NULL;
    CUresult result = CUDA_SUCCESS;

    if (mipmap == NULL) {
        request.result = CUDA_ERROR_INVALID_VALUE;
    }
    if (memory_is_ours(extMem)) {
        result = memory_map_array(&caller, extMem, &request, &array);
    } else {
        result = map_foreign_array(&caller, extMem, &request, &array);
    }
    if (result == CUDA_SUCCESS) {
        void *const handle = array;

        *mipmap = handle;
    }
    return error_of(result);
}

/** @satisfies RF-CUDA-036 RF-CUDA-106 */
cudaError_t ringfenceCudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_FREE_MIPMAPPED_ARRAY);
    const CudaDriver *driver = NULL;
    CUresult result = CUDA_SUCCESS;

    if (memory_is_array(mipmappedArray)) {
        result = memory_free_array(&caller, without_const(mipmappedArray));
    } else {
        result = context_begin(&caller, &driver);
        if ((result == CUDA_SUCCESS) && (mipmappedArray != NULL)) {
            result = driver->array_destroy(without_const(mipmappedArray));
        }
    }
    return error_of(result);
}

/** @satisfies RF-CUDA-036 */
cudaError_t ringfenceCudaGetMipmappedArrayLevel(cudaArray_t *levelArray,
                                                cudaMipmappedArray_const_t mipmappedArray,
                                                unsigned int level)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_GET_MIPMAPPED_ARRAY_LEVEL);
    const CudaDriver *driver = NULL;
    CUarray array = NULL;
    CUresult result = context_begin(&caller, &driver);

    if ((result == CUDA_SUCCESS) && (levelArray == NULL)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (result == CUDA_SUCCESS) {
        result = driver->array_level(&array, without_const(mipmappedArray), level);
    }
    if (result == CUDA_SUCCESS) {
        void *const same = array;

        *levelArray = same;
    }
    return error_of(result);
}

/* ---------------------------------------------------------------- ends */

/** @satisfies RF-CUDA-035 RF-CUDA-036 */
cudaError_t ringfenceCudaDestroyExternalMemory(cudaExternalMemory_t extMem)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_DESTROY_EXTERNAL_MEMORY);
    const CudaDriver *driver = NULL;
    CUresult result = CUDA_SUCCESS;

    if (memory_is_ours(extMem)) {
        result = memory_destroy(&caller, extMem);
    } else {
        result = context_begin(&caller, &driver);
        if (result == CUDA_SUCCESS) {
            void *const same = extMem;

            result = driver->destroy_memory(same);
        }
    }
    return error_of(result);
}

/** @satisfies RF-CUDA-035 RF-CUDA-036 */
cudaError_t ringfenceCudaFree(void *devPtr)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_FREE);
    const CUdeviceptr pointer = device_number_of(devPtr);
    const CudaDriver *driver = NULL;
    CUresult result = CUDA_SUCCESS;

    if (memory_is_mapped(pointer)) {
        result = memory_free(&caller, pointer);
    } else {
        result = context_begin(&caller, &driver);
        if ((result == CUDA_SUCCESS) && (devPtr != NULL)) {
            result = driver->free(pointer);
        }
    }
    return error_of(result);
}

/* ---------------------------------------------------------------- graphs */

/** @satisfies RF-CUDA-053 */
cudaError_t ringfenceCudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_GRAPH_ADD_SIGNAL);
    const GraphTarget target = {GRAPH_ADD,       pGraphNode, graph, pDependencies,
                                numDependencies, NULL,       NULL,  nodeParams};

    return error_of(graph_run(&caller, true, &target));
}

/** @satisfies RF-CUDA-053 */
cudaError_t ringfenceCudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_GRAPH_ADD_WAIT);
    const GraphTarget target = {GRAPH_ADD,       pGraphNode, graph, pDependencies,
                                numDependencies, NULL,       NULL,  nodeParams};

    return error_of(graph_run(&caller, false, &target));
}

/** @satisfies RF-CUDA-053 */
cudaError_t ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_GRAPH_SET_SIGNAL);
    const GraphTarget target = {GRAPH_SET, NULL, NULL, NULL, 0U, NULL, hNode, nodeParams};

    return error_of(graph_run(&caller, true, &target));
}

/** @satisfies RF-CUDA-053 */
cudaError_t ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_GRAPH_SET_WAIT);
    const GraphTarget target = {GRAPH_SET, NULL, NULL, NULL, 0U, NULL, hNode, nodeParams};

    return error_of(graph_run(&caller, false, &target));
}

/** @satisfies RF-CUDA-053 */
cudaError_t ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_GRAPH_SET_EXEC_SIGNAL);
    const GraphTarget target = {GRAPH_SET_EXEC, NULL,  NULL,      NULL, 0U,
                                hGraphExec,     hNode, nodeParams};

    return error_of(graph_run(&caller, true, &target));
}

/** @satisfies RF-CUDA-053 */
cudaError_t ringfenceCudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
    const CudaCaller caller = runtime_caller(OP_CUDA_GRAPH_SET_EXEC_WAIT);
    const GraphTarget target = {GRAPH_SET_EXEC, NULL,  NULL,      NULL, 0U,
                                hGraphExec,     hNode, nodeParams};

    return error_of(graph_run(&caller, false, &target));
}

/* ---------------------------------------------------------------- whose it is */

/** @satisfies RF-CUDA-007 */
PORT_HOT bool ringfenceCudaOwnsHandle(const void *handle)
{
    return handle_is_ours(handle);
}

/** @satisfies RF-CUDA-036 */
bool ringfenceCudaOwnsPointer(const void *devPtr)
{
    return memory_is_mapped(device_number_of(devPtr));
}
