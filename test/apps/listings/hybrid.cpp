/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The listings of a guide for cuDLA in a stream of CUDA, as they are printed: a device, its module,
 * memory of CUDA that is registered, a task between two copies, and errors that come later. What
 * "handle error" stands for is a line that says where.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime_api.h>
#include <unistd.h>

#include "cudla.hpp"

/** Bytes of a tensor: what the listing registers. */
#define TENSOR 100U

/** The listing of registrations, for each of two buffers: it has one, and says that all are made
 * so. */
static uint64_t *make_buffer(cudlaDevHandle devHandle, void **made)
{
    void *inputBufferGPU = nullptr;
    cudaError_t result;
    cudlaStatus err;
#include "hybrid_register.inc"
    *made = inputBufferGPU;
    return bufferRegisteredPtr;
}

static void run(uint8_t *loadableData, size_t file_size)
{
    uint8_t inputBuffer[TENSOR];
    uint8_t outputBuffer[TENSOR] = {0U};
    void *inputBufferGPU = nullptr;
    void *outputBufferGPU = nullptr;
    cudaStream_t stream = nullptr;
    cudlaModule moduleHandle = nullptr;
    cudaError_t result;
    cudlaStatus err;

    for (unsigned i = 0U; i < TENSOR; i++) {
        inputBuffer[i] = (uint8_t)(i * 3U);
    }
    check(cudaStreamCreate(&stream) == cudaSuccess, "cudaStreamCreate");
#include "hybrid_device.inc"
    check(ret == cudlaSuccess, "cudlaCreateDevice");
#include "hybrid_module.inc"
    check((numInputTensors == 1U) && (inputTensorDesc[0].size == TENSOR), "tensors");
    uint64_t *inputBufferRegisteredPtr = make_buffer(devHandle, &inputBufferGPU);
    uint64_t *outputBufferRegisteredPtr = make_buffer(devHandle, &outputBufferGPU);
#include "hybrid_task.inc"
    check(g_failed == 0, "a call of the listing");
#include "hybrid_errors.inc"
    check(result == cudaSuccess, "cudaStreamSynchronize");
    check(cudlaGetLastError(devHandle) == cudlaSuccess, "cudlaGetLastError");
    check(model_holds(inputBuffer, TENSOR, 0U, outputBuffer, TENSOR), "what the task computed");
    check(cudlaMemUnregister(devHandle, inputBufferRegisteredPtr) == cudlaSuccess, "input");
    check(cudlaMemUnregister(devHandle, outputBufferRegisteredPtr) == cudlaSuccess, "output");
    check(cudaFree(inputBufferGPU) == cudaSuccess, "cudaFree of the input");
    check(cudaFree(outputBufferGPU) == cudaSuccess, "cudaFree of the output");
    check(cudlaModuleUnload(moduleHandle, 0U) == cudlaSuccess, "cudlaModuleUnload");
    check(cudlaDestroyDevice(devHandle) == cudlaSuccess, "cudlaDestroyDevice");
    check(cudaStreamDestroy(stream) == cudaSuccess, "cudaStreamDestroy");
    std::free(inputTensorDesc);
    std::free(outputTensorDesc);
}

int main()
{
    static Loadable loadable;

    (void)alarm(300U);
    loadable_simple(&loadable, STEP_MIX, TENSOR);
    run(loadable.bytes, loadable.size);
    if (g_failed == 0) {
        (void)std::printf("hybrid: the listings of cuDLA in a stream of CUDA\n");
    }
    return (g_failed == 0) ? 0 : 1;
}
