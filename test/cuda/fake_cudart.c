/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_cudart.c
 * A small runtime, as an archive: what --wrap finds behind __real_cuda....
 */
#include "fake_cudart.h"

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define EXPORT  __attribute__((visibility("default")))
#define NAMES   64U
#define DEVICES 2

/** The driver's function itself, as a runtime finds it: --wrap does not see this. */
#define TEXT(name)     #name
#define EXPANDED(name) TEXT(name)
#define DRIVER(name)   (__extension__(__typeof__(&name)) driver_symbol(EXPANDED(name)))

typedef struct {
    const char *name;
    unsigned int count;
} NameCount;

/** As cuda.h declares cuGetProcAddress() of CUDA 12 and later. */
typedef CUresult (*Question)(const char *name, void **place, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *status);

/** CUDA's runtimes ask the driver in this way: for its answers, and with those for all else. */
static void *ask(Question question, const char *name, int version, cuuint64_t flags)
{
    CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
    void *found = NULL;

    return (question(name, &found, version, flags, &status) == CUDA_SUCCESS) ? found : NULL;
}

static bool ends_in(const char *name, const char *end)
{
    const size_t length = strlen(name);

    return (length > strlen(end)) && (strcmp(&name[length - strlen(end)], end) == 0);
}

/** The name of a symbol without what tells its version. */
static void *driver_symbol(const char *symbol)
{
    /* Not closed: what is found in it is called later. */
    void *const library = dlopen("libcuda.so.1", RTLD_NOW);
    const bool second = ends_in(symbol, "_v2");
    void *found = (library != NULL) ? dlsym(library, "cuGetProcAddress_v2") : NULL;
    Question question = NULL;
    char name[96];

    if ((found != NULL) && (strlen(symbol) < sizeof(name))) {
        (void)strcpy(name, symbol);
        name[strlen(name) - (second ? 3U : 0U)] = '\0';
        (void)memcpy(&question, &found, sizeof(question));
        found = ask(question, "cuGetProcAddress", 12000, CU_GET_PROC_ADDRESS_DEFAULT);
        (void)memcpy(&question, &found, sizeof(question));
        found = ask(question, name, second ? CUDA_VERSION : 12020, CU_GET_PROC_ADDRESS_DEFAULT);
    }
    return found;
}

static pthread_mutex_t g_lock = PTHREAD_MUTEX_INITIALIZER;
static NameCount g_names[NAMES];
static CUcontext g_primary[DEVICES];
static _Thread_local int t_device;

EXPORT unsigned int fake_cudart_count(const char *name)
{
    unsigned int count = 0U;

    (void)pthread_mutex_lock(&g_lock);
    for (unsigned int row = 0U; row < NAMES; row++) {
        if ((g_names[row].name != NULL) &&
            ((name == NULL) || (strcmp(g_names[row].name, name) == 0))) {
            count += g_names[row].count;
        }
    }
    (void)pthread_mutex_unlock(&g_lock);
    return count;
}

EXPORT void fake_cudart_reset(void)
{
    (void)pthread_mutex_lock(&g_lock);
    (void)memset(g_names, 0, sizeof(g_names));
    for (int device = 0; device < DEVICES; device++) {
        if (g_primary[device] != NULL) {
            (void)DRIVER(cuDevicePrimaryCtxRelease)(device);
            g_primary[device] = NULL;
        }
    }
    (void)pthread_mutex_unlock(&g_lock);
}

static void record(const char *name)
{
    unsigned int row = 0U;

    (void)pthread_mutex_lock(&g_lock);
    while ((row < (NAMES - 1U)) && (g_names[row].name != NULL) &&
           (strcmp(g_names[row].name, name) != 0)) {
        row++;
    }
    g_names[row].name = name;
    g_names[row].count++;
    (void)pthread_mutex_unlock(&g_lock);
}

/** The codes that both have, have the same numbers. */
static cudaError_t translated(CUresult status)
{
    return (cudaError_t)(int)status;
}

/** Records the call; makes the primary context current if the thread has none. */
static CUresult enter(const char *name)
{
    CUcontext context = NULL;
    CUresult status = DRIVER(cuInit)(0U);

    record(name);
    if (status == CUDA_SUCCESS) {
        status = DRIVER(cuCtxGetCurrent)(&context);
    }
    if ((status == CUDA_SUCCESS) && (context == NULL)) {
        (void)pthread_mutex_lock(&g_lock);
        if (g_primary[t_device] == NULL) {
            status = DRIVER(cuDevicePrimaryCtxRetain)(&g_primary[t_device], t_device);
        }
        context = g_primary[t_device];
        (void)pthread_mutex_unlock(&g_lock);
        if (status == CUDA_SUCCESS) {
            status = DRIVER(cuCtxSetCurrent)(context);
        }
    }
    return status;
}

/** The handles of the runtime are those of the driver. */
static void *word(void *handle)
{
    return handle;
}

/* ---------------------------------------------------------------- what tests need */

EXPORT cudaError_t cudaSetDevice(int device)
{
    cudaError_t status = cudaErrorInvalidDevice;

    if ((device >= 0) && (device < DEVICES)) {
        t_device = device;
        (void)DRIVER(cuCtxSetCurrent)(NULL);
        status = translated(enter("cudaSetDevice"));
    }
    return status;
}

EXPORT cudaError_t cudaGetDevice(int *device)
{
    record("cudaGetDevice");
    *device = t_device;
    return cudaSuccess;
}

EXPORT cudaError_t cudaMalloc(void **address, size_t bytes)
{
    CUdeviceptr made = 0U;
    CUresult status = enter("cudaMalloc");

    if (status == CUDA_SUCCESS) {
        status = DRIVER(cuMemAlloc)(&made, bytes);
    }
    if (status == CUDA_SUCCESS) {
        *address = (void *)(uintptr_t)made;
    }
    return translated(status);
}

EXPORT cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                                   enum cudaMemcpyKind kind, cudaStream_t stream)
{
    CUresult status = enter("cudaMemcpyAsync");

    if (status == CUDA_SUCCESS) {
        status = CUDA_ERROR_NOT_SUPPORTED;
        if (kind == cudaMemcpyHostToDevice) {
            status = DRIVER(cuMemcpyHtoDAsync)((CUdeviceptr)(uintptr_t)to, from, bytes, stream);
        }
        if (kind == cudaMemcpyDeviceToHost) {
            status = DRIVER(cuMemcpyDtoHAsync)(to, (CUdeviceptr)(uintptr_t)from, bytes, stream);
        }
    }
    return translated(status);
}

EXPORT cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream)
{
    const CUresult status = enter("cudaMemsetAsync");

    return translated((status == CUDA_SUCCESS)
                          ? DRIVER(cuMemsetD8Async)((CUdeviceptr)(uintptr_t)to,
                                                    (unsigned char)value, bytes, stream)
                          : status);
}

EXPORT cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    const CUresult status = enter("cudaStreamCreate");

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuStreamCreate)(stream, CU_STREAM_DEFAULT)
                                               : status);
}

EXPORT cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    const CUresult status = enter("cudaStreamSynchronize");

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuStreamSynchronize)(stream) : status);
}

EXPORT const char *cudaGetErrorName(cudaError_t error)
{
    const char *name = "unrecognized error code";

    (void)DRIVER(cuGetErrorName)((CUresult)(int)error, &name);
    return name;
}

EXPORT cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    const CUresult status = enter("cudaStreamDestroy");

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuStreamDestroy)(stream) : status);
}

/* ---------------------------------------------------------------- what is wrapped */

EXPORT cudaError_t cudaDeviceGetNvSciSyncAttributes(void *list, int device, int flags)
{
    const CUresult status = enter("cudaDeviceGetNvSciSyncAttributes");

    return translated((status == CUDA_SUCCESS)
                          ? DRIVER(cuDeviceGetNvSciSyncAttributes)(list, device, flags)
                          : status);
}

EXPORT cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t *semaphore,
                                               const struct cudaExternalSemaphoreHandleDesc *about)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC native;
    CUexternalSemaphore made = NULL;
    CUresult status = enter("cudaImportExternalSemaphore");

    if ((status == CUDA_SUCCESS) && (about == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        (void)memset(&native, 0, sizeof(native));
        native.type = (CUexternalSemaphoreHandleType)about->type;
        (void)memcpy(&native.handle, &about->handle, sizeof(native.handle));
        native.flags = about->flags;
        status = DRIVER(cuImportExternalSemaphore)(&made, &native);
    }
    if (status == CUDA_SUCCESS) {
        *semaphore = word(made);
    }
    return translated(status);
}

/* Each name of signalling and waiting as programs of every release call it. */
#undef cudaSignalExternalSemaphoresAsync
#undef cudaWaitExternalSemaphoresAsync

static CUstream stream_of(cudaStream_t stream, bool per_thread)
{
    return (per_thread && (stream == NULL)) ? CU_STREAM_PER_THREAD : stream;
}

static cudaError_t signal_all(const char *name, const cudaExternalSemaphore_t *semaphores,
                              const struct cudaExternalSemaphoreSignalParams *parameters,
                              unsigned int count, CUstream stream)
{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS native[16];
    CUexternalSemaphore handles[16];
    CUresult status = enter(name);

    if ((status == CUDA_SUCCESS) &&
        ((semaphores == NULL) || (parameters == NULL) || (count > 16U))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        (void)memset(native, 0, sizeof(native));
        for (unsigned int row = 0U; row < count; row++) {
            handles[row] = word(semaphores[row]);
            native[row].params.fence.value = parameters[row].params.fence.value;
            native[row].params.nvSciSync.fence = parameters[row].params.nvSciSync.fence;
            native[row].flags = parameters[row].flags;
        }
        status = DRIVER(cuSignalExternalSemaphoresAsync)(handles, native, count, stream);
    }
    return translated(status);
}

static cudaError_t wait_all(const char *name, const cudaExternalSemaphore_t *semaphores,
                            const struct cudaExternalSemaphoreWaitParams *parameters,
                            unsigned int count, CUstream stream)
{
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS native[16];
    CUexternalSemaphore handles[16];
    CUresult status = enter(name);

    if ((status == CUDA_SUCCESS) &&
        ((semaphores == NULL) || (parameters == NULL) || (count > 16U))) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        (void)memset(native, 0, sizeof(native));
        for (unsigned int row = 0U; row < count; row++) {
            handles[row] = word(semaphores[row]);
            native[row].params.fence.value = parameters[row].params.fence.value;
            native[row].params.nvSciSync.fence = parameters[row].params.nvSciSync.fence;
            native[row].flags = parameters[row].flags;
        }
        status = DRIVER(cuWaitExternalSemaphoresAsync)(handles, native, count, stream);
    }
    return translated(status);
}

#define SIGNAL(name, per_thread)                                                                   \
    EXPORT cudaError_t name(const cudaExternalSemaphore_t *semaphores,                             \
                            const struct cudaExternalSemaphoreSignalParams *parameters,            \
                            unsigned int count, cudaStream_t stream);                              \
    EXPORT cudaError_t name(const cudaExternalSemaphore_t *semaphores,                             \
                            const struct cudaExternalSemaphoreSignalParams *parameters,            \
                            unsigned int count, cudaStream_t stream)                               \
    {                                                                                              \
        return signal_all(#name, semaphores, parameters, count, stream_of(stream, per_thread));    \
    }
#define WAIT(name, per_thread)                                                                     \
    EXPORT cudaError_t name(const cudaExternalSemaphore_t *semaphores,                             \
                            const struct cudaExternalSemaphoreWaitParams *parameters,              \
                            unsigned int count, cudaStream_t stream);                              \
    EXPORT cudaError_t name(const cudaExternalSemaphore_t *semaphores,                             \
                            const struct cudaExternalSemaphoreWaitParams *parameters,              \
                            unsigned int count, cudaStream_t stream)                               \
    {                                                                                              \
        return wait_all(#name, semaphores, parameters, count, stream_of(stream, per_thread));      \
    }

SIGNAL(cudaSignalExternalSemaphoresAsync, false)
SIGNAL(cudaSignalExternalSemaphoresAsync_v2, false)
SIGNAL(cudaSignalExternalSemaphoresAsync_ptsz, true)
SIGNAL(cudaSignalExternalSemaphoresAsync_v2_ptsz, true)
WAIT(cudaWaitExternalSemaphoresAsync, false)
WAIT(cudaWaitExternalSemaphoresAsync_v2, false)
WAIT(cudaWaitExternalSemaphoresAsync_ptsz, true)
WAIT(cudaWaitExternalSemaphoresAsync_v2_ptsz, true)

/** For programs that are compiled for per-thread default streams. */
EXPORT cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream);
EXPORT cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream)
{
    return cudaStreamSynchronize(stream_of(stream, true));
}

EXPORT cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore)
{
    const CUresult status = enter("cudaDestroyExternalSemaphore");

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuDestroyExternalSemaphore)(word(semaphore))
                                               : status);
}

EXPORT cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *memory,
                                            const struct cudaExternalMemoryHandleDesc *about)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC native;
    CUexternalMemory made = NULL;
    CUresult status = enter("cudaImportExternalMemory");

    if ((status == CUDA_SUCCESS) && (about == NULL)) {
        status = CUDA_ERROR_INVALID_VALUE;
    }
    if (status == CUDA_SUCCESS) {
        (void)memset(&native, 0, sizeof(native));
        native.type = (CUexternalMemoryHandleType)about->type;
        (void)memcpy(&native.handle, &about->handle, sizeof(native.handle));
        native.size = about->size;
        native.flags = about->flags;
        status = DRIVER(cuImportExternalMemory)(&made, &native);
    }
    if (status == CUDA_SUCCESS) {
        *memory = word(made);
    }
    return translated(status);
}

EXPORT cudaError_t cudaExternalMemoryGetMappedBuffer(
    void **address, cudaExternalMemory_t memory, const struct cudaExternalMemoryBufferDesc *about)
{
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC native;
    CUdeviceptr made = 0U;
    CUresult status = enter("cudaExternalMemoryGetMappedBuffer");

    if (status == CUDA_SUCCESS) {
        (void)memset(&native, 0, sizeof(native));
        native.offset = about->offset;
        native.size = about->size;
        native.flags = about->flags;
        status = DRIVER(cuExternalMemoryGetMappedBuffer)(&made, word(memory), &native);
    }
    if (status == CUDA_SUCCESS) {
        *address = (void *)(uintptr_t)made;
    }
    return translated(status);
}

/** The format of the elements is not passed on: the driver without a GPU does not look at it. */
EXPORT cudaError_t
cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t *array, cudaExternalMemory_t memory,
                                          const struct cudaExternalMemoryMipmappedArrayDesc *about)
{
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC native;
    CUmipmappedArray made = NULL;
    CUresult status = enter("cudaExternalMemoryGetMappedMipmappedArray");

    if (status == CUDA_SUCCESS) {
        (void)memset(&native, 0, sizeof(native));
        native.offset = about->offset;
        native.arrayDesc.Width = about->extent.width;
        native.arrayDesc.Height = about->extent.height;
        native.arrayDesc.Depth = about->extent.depth;
        native.arrayDesc.Format = (about->formatDesc.x == 32)   ? CU_AD_FORMAT_UNSIGNED_INT32
                                  : (about->formatDesc.x == 16) ? CU_AD_FORMAT_UNSIGNED_INT16
                                                                : CU_AD_FORMAT_UNSIGNED_INT8;
        native.arrayDesc.NumChannels = (about->formatDesc.w != 0)   ? 4U
                                       : (about->formatDesc.y != 0) ? 2U
                                                                    : 1U;
        native.numLevels = about->numLevels;
        status = DRIVER(cuExternalMemoryGetMappedMipmappedArray)(&made, word(memory), &native);
    }
    if (status == CUDA_SUCCESS) {
        *array = word(made);
    }
    return translated(status);
}

EXPORT cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory)
{
    const CUresult status = enter("cudaDestroyExternalMemory");

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuDestroyExternalMemory)(word(memory))
                                               : status);
}

EXPORT cudaError_t cudaFree(void *address)
{
    const CUresult status = enter("cudaFree");

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuMemFree)((CUdeviceptr)(uintptr_t)address)
                                               : status);
}

EXPORT cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array)
{
    const CUresult status = enter("cudaFreeMipmappedArray");

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuMipmappedArrayDestroy)(word(array))
                                               : status);
}

EXPORT cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t array,
                                              unsigned int index)
{
    CUmipmappedArray native = NULL;
    CUarray made = NULL;
    CUresult status = enter("cudaGetMipmappedArrayLevel");

    if (status == CUDA_SUCCESS) {
        (void)memcpy(&native, &array, sizeof(native));
        status = DRIVER(cuMipmappedArrayGetLevel)(&made, native, index);
    }
    if (status == CUDA_SUCCESS) {
        *level = word(made);
    }
    return translated(status);
}

/* ---------------------------------------------------------------- graphs */

EXPORT cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
    const CUresult status = enter("cudaGraphCreate");

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuGraphCreate)(graph, flags) : status);
}

EXPORT cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                        unsigned long long flags)
{
    const CUresult status = enter("cudaGraphInstantiate");

    return translated((status == CUDA_SUCCESS)
                          ? DRIVER(cuGraphInstantiateWithFlags)(exec, graph, flags)
                          : status);
}

EXPORT cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    const CUresult status = enter("cudaGraphLaunch");

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuGraphLaunch)(exec, stream) : status);
}

EXPORT cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    const CUresult status = enter("cudaGraphExecDestroy");

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuGraphExecDestroy)(exec) : status);
}

EXPORT cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    const CUresult status = enter("cudaGraphDestroy");

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuGraphDestroy)(graph) : status);
}

/* What a node of semaphores has is the same in both APIs. */

EXPORT cudaError_t cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    const struct cudaExternalSemaphoreSignalNodeParams *parameters)
{
    const CUresult status = enter("cudaGraphAddExternalSemaphoresSignalNode");
    const void *const same = parameters;

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuGraphAddExternalSemaphoresSignalNode)(
                                                     node, graph, dependencies, count, same)
                                               : status);
}

EXPORT cudaError_t cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    const struct cudaExternalSemaphoreWaitNodeParams *parameters)
{
    const CUresult status = enter("cudaGraphAddExternalSemaphoresWaitNode");
    const void *const same = parameters;

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuGraphAddExternalSemaphoresWaitNode)(
                                                     node, graph, dependencies, count, same)
                                               : status);
}

EXPORT cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t node, const struct cudaExternalSemaphoreSignalNodeParams *parameters)
{
    const CUresult status = enter("cudaGraphExternalSemaphoresSignalNodeSetParams");
    const void *const same = parameters;

    return translated((status == CUDA_SUCCESS)
                          ? DRIVER(cuGraphExternalSemaphoresSignalNodeSetParams)(node, same)
                          : status);
}

EXPORT cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t node, const struct cudaExternalSemaphoreWaitNodeParams *parameters)
{
    const CUresult status = enter("cudaGraphExternalSemaphoresWaitNodeSetParams");
    const void *const same = parameters;

    return translated((status == CUDA_SUCCESS)
                          ? DRIVER(cuGraphExternalSemaphoresWaitNodeSetParams)(node, same)
                          : status);
}

EXPORT cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const struct cudaExternalSemaphoreSignalNodeParams *parameters)
{
    const CUresult status = enter("cudaGraphExecExternalSemaphoresSignalNodeSetParams");
    const void *const same = parameters;

    return translated(
        (status == CUDA_SUCCESS)
            ? DRIVER(cuGraphExecExternalSemaphoresSignalNodeSetParams)(exec, node, same)
            : status);
}

EXPORT cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const struct cudaExternalSemaphoreWaitNodeParams *parameters)
{
    const CUresult status = enter("cudaGraphExecExternalSemaphoresWaitNodeSetParams");
    const void *const same = parameters;

    return translated((status == CUDA_SUCCESS)
                          ? DRIVER(cuGraphExecExternalSemaphoresWaitNodeSetParams)(exec, node, same)
                          : status);
}

EXPORT cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node,
                                          struct cudaGraphNodeParams *parameters)
{
    const CUresult status = enter("cudaGraphNodeSetParams");
    void *const same = parameters;

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuGraphNodeSetParams)(node, same) : status);
}

EXPORT cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                              struct cudaGraphNodeParams *parameters)
{
    const CUresult status = enter("cudaGraphExecNodeSetParams");
    void *const same = parameters;

    return translated((status == CUDA_SUCCESS) ? DRIVER(cuGraphExecNodeSetParams)(exec, node, same)
                                               : status);
}
