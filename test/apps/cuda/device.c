/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Engine B on a GPU: device.h with CUDA.
 */
#define _POSIX_C_SOURCE 200809L

#include "device.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "clock.h"
#include "interop.h"
#include "kernels.h"

/** Nanoseconds between two looks at a stream. */
#define LOOK_NS 50000L

struct Device {
    char name[sizeof(((struct cudaDeviceProp *)NULL)->name)];
    NvSciRmGpuId gpu;
    cudaStream_t stream;
    cudaExternalSemaphore_t semaphore[DEVICE_SYNCS];
    Mapped buffer[DEVICE_BUFFERS];
    uint32_t buffers;
    /** The stream did not end. */
    bool stuck;
    /** Memory for device_gray_of_copy(). */
    Rows luma;
    Rows gray;
};

static Device the_device;

Device *device_open(const char **reason)
{
    struct cudaDeviceProp properties;
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);

    (void)memset(&the_device, 0, sizeof(the_device));
    if ((error == cudaSuccess) && (count > 0)) {
        error = cudaSetDevice(0);
    }
    if (error == cudaSuccess) {
        error = cudaGetDeviceProperties(&properties, 0);
    }
    if (error == cudaSuccess) {
        (void)memcpy(the_device.name, properties.name, sizeof(the_device.name));
        (void)memcpy(the_device.gpu.bytes, properties.uuid.bytes, sizeof(the_device.gpu.bytes));
        error = kernels_usable();
    }
    if (error == cudaSuccess) {
        error = cudaStreamCreateWithFlags(&the_device.stream, cudaStreamNonBlocking);
    }
    *reason = (error == cudaSuccess) ? NULL : cudaGetErrorString(error);
    return (error == cudaSuccess) ? &the_device : NULL;
}

void device_close(Device *device)
{
    if ((device != NULL) && (!device->stuck)) {
        (void)cudaStreamDestroy(device->stream);
    }
}

const char *device_name(const Device *device)
{
    return device->name;
}

const NvSciRmGpuId *device_gpu(const Device *device)
{
    return &device->gpu;
}

bool device_fill_sync_list(const Device *device, NvSciSyncAttrList list, bool signals)
{
    (void)device;
    return interop_check(cudaDeviceGetNvSciSyncAttributes(
                             list, 0, signals ? cudaNvSciSyncAttrSignal : cudaNvSciSyncAttrWait),
                         "cudaDeviceGetNvSciSyncAttributes");
}

bool device_import_sync(Device *device, uint32_t number, NvSciSyncObj object)
{
    return interop_import_sync(object, &device->semaphore[number]);
}

void *device_map(Device *device, NvSciBufObj object, uint64_t size)
{
    Mapped *const buffer = &device->buffer[device->buffers];
    bool good = (device->buffers < DEVICE_BUFFERS);

    if (good) {
        device->buffers += 1U;
        good = interop_import_buffer(object, size, buffer);
    }
    return good ? buffer->pointer : NULL;
}

/** A plane as a kernel takes it. */
static Rows rows_of(const Plane *plane)
{
    /* A plane that is only read is only read by the kernels. */
    union {
        const uint8_t *read;
        uint8_t *write;
    } first = {.read = plane->read};
    const Rows rows = {first.write, plane->pitch, plane->width, plane->height};

    return rows;
}

bool device_submit(Device *device, const DeviceTask *task, NvSciSyncFence *done)
{
    const Rows luma = rows_of(&task->nv12->plane[0]);
    const Rows gray = rows_of(&task->gray->plane[0]);
    bool good = true;

    for (uint32_t i = 0U; (i < task->waits) && good; i++) {
        good = interop_check(
            interop_wait(device->semaphore[task->signaler[i]], task->wait[i], device->stream),
            "cudaWaitExternalSemaphoresAsync");
    }
    if (good) {
        good = interop_check(kernels_gray(&luma, &gray, device->stream), "gray kernel");
    }
    if (good) {
        good = interop_check(interop_signal(device->semaphore[task->done], done, device->stream),
                             "cudaSignalExternalSemaphoresAsync");
    }
    return good;
}

bool device_finish(Device *device, double seconds)
{
    const struct timespec pause = {0, LOOK_NS};
    const double end = clock_seconds() + seconds;
    cudaError_t error = cudaStreamQuery(device->stream);

    /* A stream has no wait with a bound. */
    while ((error == cudaErrorNotReady) && (clock_seconds() < end)) {
        (void)nanosleep(&pause, NULL);
        error = cudaStreamQuery(device->stream);
    }
    device->stuck = (error != cudaSuccess);
    return interop_check(error, "cudaStreamQuery");
}

void device_release(Device *device)
{
    for (uint32_t i = 0U; (i < device->buffers) && (!device->stuck); i++) {
        interop_destroy_buffer(&device->buffer[i]);
    }
    device->buffers = 0U;
    for (uint32_t i = 0U; (i < DEVICE_SYNCS) && (!device->stuck); i++) {
        interop_destroy_sync(&device->semaphore[i]);
    }
}

/** Takes memory of the GPU for rows of this size. */
static bool take_rows(Rows *rows, const Plane *plane)
{
    void *first = NULL;
    size_t pitch = 0U;
    const bool good = interop_check(cudaMallocPitch(&first, &pitch, plane->width, plane->height),
                                    "cudaMallocPitch");

    if (good) {
        rows->first = first;
        rows->pitch = (uint32_t)pitch;
        rows->width = plane->width;
        rows->height = plane->height;
    }
    return good;
}

bool device_gray_of_copy(Device *device, const Surface *nv12, const Surface *gray)
{
    const Plane *const from = &nv12->plane[0];
    const Plane *const to = &gray->plane[0];
    bool good = true;

    if (device->luma.first == NULL) {
        good = take_rows(&device->luma, from) && take_rows(&device->gray, to);
    }
    if (good) {
        good = interop_check(cudaMemcpy2D(device->luma.first, device->luma.pitch, from->read,
                                          from->pitch, from->width, from->height,
                                          cudaMemcpyHostToDevice),
                             "cudaMemcpy2D");
    }
    if (good) {
        good = interop_check(kernels_gray(&device->luma, &device->gray, NULL), "gray kernel");
    }
    if (good) {
        /* It waits for the kernel. */
        good =
            interop_check(cudaMemcpy2D(to->write, to->pitch, device->gray.first, device->gray.pitch,
                                       to->width, to->height, cudaMemcpyDeviceToHost),
                          "cudaMemcpy2D");
    }
    return good;
}

void device_copies_end(Device *device)
{
    if (device != NULL) {
        (void)cudaFree(device->luma.first);
        (void)cudaFree(device->gray.first);
        device->luma.first = NULL;
        device->gray.first = NULL;
    }
}
