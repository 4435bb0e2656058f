/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_kernels.c
 * What the program of make stream-cuda takes from nvcc and from CUDA's runtime, for the driver
 * without a GPU: its kernels are copies to and from the host and host functions, in their stream.
 */
#include <cuda.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

/** A frame on its way through a stream. */
typedef struct {
    size_t bytes;
    uint64_t frame;
    uint64_t same;
    uint8_t data[];
} Work;

static cudaError_t result_of(CUresult status)
{
    return (cudaError_t)(int)status;
}

/* ---------------------------------------------------------------- kernels */

static Work *make_work(size_t bytes, uint64_t frame)
{
    Work *const work = calloc(1U, sizeof(*work) + bytes);

    if (work != NULL) {
        work->bytes = bytes;
        work->frame = frame;
    }
    return work;
}

static void draw(void *data)
{
    Work *const work = data;

    for (size_t i = 0U; i < work->bytes; i++) {
        work->data[i] = KERNELS_BYTE(work->frame, i);
    }
}

static void compare(void *data)
{
    Work *const work = data;

    for (size_t i = 0U; i < work->bytes; i++) {
        work->same += (work->data[i] == KERNELS_BYTE(work->frame, i)) ? 1U : 0U;
    }
}

cudaError_t kernels_usable(void)
{
    return cudaSuccess;
}

cudaError_t kernels_draw(uint8_t *to, size_t bytes, uint64_t frame, cudaStream_t stream)
{
    Work *const work = make_work(bytes, frame);
    CUresult status = (work != NULL) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;

    if (status == CUDA_SUCCESS) {
        status = cuLaunchHostFunc(stream, draw, work);
    }
    if (status == CUDA_SUCCESS) {
        status = cuMemcpyHtoDAsync((CUdeviceptr)(uintptr_t)to, work->data, bytes, stream);
    }
    if (status == CUDA_SUCCESS) {
        status = cuLaunchHostFunc(stream, free, work);
    }
    return result_of(status);
}

cudaError_t kernels_compare(const uint8_t *from, size_t bytes, uint64_t frame, uint64_t *same,
                            cudaStream_t stream)
{
    Work *const work = make_work(bytes, frame);
    const CUdeviceptr sum = (CUdeviceptr)(uintptr_t)same;
    CUresult status = (work != NULL) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;

    if (status == CUDA_SUCCESS) {
        status = cuMemcpyDtoHAsync(work->data, (CUdeviceptr)(uintptr_t)from, bytes, stream);
    }
    if (status == CUDA_SUCCESS) {
        status = cuMemcpyDtoHAsync(&work->same, sum, sizeof(work->same), stream);
    }
    if (status == CUDA_SUCCESS) {
        status = cuLaunchHostFunc(stream, compare, work);
    }
    if (status == CUDA_SUCCESS) {
        status = cuMemcpyHtoDAsync(sum, &work->same, sizeof(work->same), stream);
    }
    if (status == CUDA_SUCCESS) {
        status = cuLaunchHostFunc(stream, free, work);
    }
    return result_of(status);
}

/* ---------------------------------------------------------------- the runtime */

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    const cudaError_t status = cudaSetDevice(device);
    CUuuid uuid;

    (void)memset(properties, 0, sizeof(*properties));
    if ((status == cudaSuccess) && (cuDeviceGetUuid_v2(&uuid, device) == CUDA_SUCCESS)) {
        (void)memcpy(&properties->uuid, &uuid, sizeof(uuid));
    }
    return status;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    (void)flags;
    return cudaStreamCreate(stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    return result_of(cuStreamQuery(stream));
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    return (kind == cudaMemcpyDeviceToHost)
               ? result_of(cuMemcpyDtoH(to, (CUdeviceptr)(uintptr_t)from, bytes))
               : cudaErrorInvalidValue;
}

const char *cudaGetErrorString(cudaError_t error)
{
    const char *text = "no error of CUDA";

    (void)cuGetErrorString((CUresult)(int)error, &text);
    return text;
}
