/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else that nvcc compiles and links: CUDA's names lead to the wrappers. It runs without a GPU. */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "nvscisync.h"
#include "ringfence.h"

__global__ void fill(int *place)
{
    *place = 7;
}

/** Launches the kernel where there is a GPU. */
static bool cuda_works(void)
{
    int count = 0;
    int *place = NULL;
    int seen = 0;
    bool works = true;

    if ((cudaGetDeviceCount(&count) == cudaSuccess) && (count > 0)) {
        works = (cudaMalloc((void **)&place, sizeof(*place)) == cudaSuccess);
        fill<<<1, 1>>>(place);
        works = works && (cudaMemcpy(&seen, place, sizeof(seen), cudaMemcpyDeviceToHost) == cudaSuccess);
        works = works && (cudaFree(place) == cudaSuccess) && (seen == 7);
    }
    return works;
}

/**
 * A list is no semaphore; the wrapper refuses it in RUNTIME before CUDA is asked.
 * @verifies RF-CUDA-040
 */
static bool names_are_wrapped(void)
{
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList list = NULL;
    bool works = (NvSciSyncModuleOpen(&module) == NvSciError_Success) &&
                 (NvSciSyncAttrListCreate(module, &list) == NvSciError_Success) &&
                 (RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME) == NvSciError_Success);

    works = works && (cudaDestroyExternalSemaphore((cudaExternalSemaphore_t)(void *)list) == cudaErrorNotPermitted);
    works = works && (RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT) == NvSciError_Success);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
    return works;
}

int main(void)
{
    const bool works = cuda_works() && names_are_wrapped();

    puts(works ? "nvcc links" : "nvcc does not link");
    return works ? EXIT_SUCCESS : EXIT_FAILURE;
}
