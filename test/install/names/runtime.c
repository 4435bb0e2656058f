/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else with CUDA's runtime: a stream signals, the CPU waits. */
#include <cuda_runtime_api.h>
#include <string.h>

#include "sync.h"

int main(void);

static int fill(NvSciSyncAttrList list)
{
    return (int)cudaDeviceGetNvSciSyncAttributes(list, 0, cudaNvSciSyncAttrSignal);
}

/**
 * A stream signals an object of NvSci, and the CPU waits.
 * @verifies RF-CUDA-210
 * @verifies RF-CUDA-211
 */
static bool stream_signals(void)
{
    Sync sync = {NULL, NULL, NULL};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    struct cudaExternalSemaphoreHandleDesc desc;
    struct cudaExternalSemaphoreSignalParams signal;
    cudaExternalSemaphore_t semaphore = NULL;
    cudaStream_t stream = NULL;
    bool works = GOOD(cudaStreamCreate(&stream)) && sync_make(&sync, fill);

    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&signal, 0, sizeof(signal));
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = sync.object;
    signal.params.nvSciSync.fence = &fence;
    works = works && GOOD(cudaImportExternalSemaphore(&semaphore, &desc)) &&
            GOOD(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1U, stream)) &&
            sync_wait(&sync, &fence) && GOOD(cudaStreamSynchronize(stream)) &&
            GOOD(cudaDestroyExternalSemaphore(semaphore)) && GOOD(cudaStreamDestroy(stream));
    sync_free(&sync);
    return works;
}

/** What is CUDA's own reaches CUDA: it knows what it gave, and what it did not. */
static bool cuda_frees_its_own(void)
{
    int on_stack = 0;
    void *memory = NULL;

    return GOOD(cudaMalloc(&memory, 4096U)) && GOOD(cudaFree(memory)) && GOOD(cudaFree(NULL)) &&
           (cudaFree(&on_stack) == cudaErrorInvalidValue);
}

int main(void)
{
    const bool works = cuda_frees_its_own() && stream_signals();

    (void)puts(works ? "the runtime's names work" : "the runtime's names do not work");
    return works ? 0 : 1;
}
