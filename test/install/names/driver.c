/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else with CUDA's driver: a stream signals, the CPU waits, a GPU fills a
 * buffer. */
#include <cuda.h>
#include <string.h>

#include "nvscibuf.h"
#include "sync.h"

#define BYTES 4096U

static int fill(NvSciSyncAttrList list)
{
    return (int)cuDeviceGetNvSciSyncAttributes(list, 0, CUDA_NVSCISYNC_ATTR_SIGNAL);
}

/**
 * A stream signals an object of NvSci, and the CPU waits.
 * @verifies RF-CUDA-213
 */
static bool stream_signals(CUstream stream)
{
    Sync sync = {NULL, NULL, NULL};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal;
    CUexternalSemaphore semaphore = NULL;
    bool works = sync_make(&sync, fill);

    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&signal, 0, sizeof(signal));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    desc.handle.nvSciSyncObj = sync.object;
    signal.params.nvSciSync.fence = &fence;
    works = works && GOOD(cuImportExternalSemaphore(&semaphore, &desc)) &&
            GOOD(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1U, stream)) &&
            sync_wait(&sync, &fence) && GOOD(cuStreamSynchronize(stream)) &&
            GOOD(cuDestroyExternalSemaphore(semaphore));
    sync_free(&sync);
    return works;
}

/** A buffer that CPU and GPU see. */
static NvSciBufObj make_buffer(NvSciBufModule module)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = BYTES;
    const bool cpu = true;
    NvSciRmGpuId gpu;
    CUuuid uuid;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_GpuId, &gpu, sizeof(gpu)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    (void)memset(&gpu, 0, sizeof(gpu));
    if (GOOD(cuDeviceGetUuid_v2(&uuid, 0))) {
        (void)memcpy(gpu.bytes, uuid.bytes, sizeof(gpu.bytes));
    }
    if (GOOD(NvSciBufAttrListCreate(module, &list)) &&
        GOOD(NvSciBufAttrListSetAttrs(list, pairs, 4U)) &&
        GOOD(NvSciBufAttrListReconcile(&list, 1U, &reconciled, &conflict))) {
        (void)GOOD(NvSciBufObjAlloc(reconciled, &object));
    }
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(reconciled);
    NvSciBufAttrListFree(conflict);
    return object;
}

/** What the GPU writes into a buffer of NvSci the CPU reads. */
static bool gpu_fills(CUstream stream)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC part;
    NvSciBufModule module = NULL;
    NvSciBufObj buffer = NULL;
    CUexternalMemory memory = NULL;
    CUdeviceptr place = 0U;
    void *bytes = NULL;
    bool works = GOOD(NvSciBufModuleOpen(&module));

    buffer = works ? make_buffer(module) : NULL;
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&part, 0, sizeof(part));
    desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
    desc.handle.nvSciBufObject = buffer;
    desc.size = BYTES;
    part.size = BYTES;
    works = works && (buffer != NULL) && GOOD(NvSciBufObjGetCpuPtr(buffer, &bytes)) &&
            GOOD(cuImportExternalMemory(&memory, &desc)) &&
            GOOD(cuExternalMemoryGetMappedBuffer(&place, memory, &part)) &&
            GOOD(cuMemsetD8Async(place, 7U, BYTES, stream)) && GOOD(cuStreamSynchronize(stream)) &&
            (((const unsigned char *)bytes)[BYTES - 1U] == 7U) && GOOD(cuMemFree(place)) &&
            GOOD(cuDestroyExternalMemory(memory));
    NvSciBufObjFree(buffer);
    NvSciBufModuleClose(module);
    return works;
}

/** What is CUDA's own reaches CUDA: it knows what it gave, and what it did not. */
static bool cuda_frees_its_own(void)
{
    int on_stack = 0;
    CUdeviceptr memory = 0U;

    return GOOD(cuMemAlloc(&memory, BYTES)) && GOOD(cuMemFree(memory)) &&
           (cuMemFree((CUdeviceptr)(uintptr_t)&on_stack) == CUDA_ERROR_INVALID_VALUE);
}

int main(void)
{
    CUcontext context = NULL;
    CUstream stream = NULL;
    const bool works = GOOD(cuInit(0U)) && GOOD(cuDevicePrimaryCtxRetain(&context, 0)) &&
                       GOOD(cuCtxSetCurrent(context)) &&
                       GOOD(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING)) &&
                       cuda_frees_its_own() && stream_signals(stream) && gpu_fills(stream);

    (void)puts(works ? "the driver's names work" : "the driver's names do not work");
    return works ? 0 : 1;
}
