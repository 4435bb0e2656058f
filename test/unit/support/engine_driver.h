/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file engine_driver.h
 * A driver of a device without a device: its memory is a file without a name, which the library
 * cannot tell from any other descriptor.
 */
#ifndef RINGFENCE_TEST_ENGINE_DRIVER_H
#define RINGFENCE_TEST_ENGINE_DRIVER_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ringfence_engine.h"

#ifndef MFD_CLOEXEC
#error "define _GNU_SOURCE before the first header"
#endif

/** Bytes that the device reserves at a time. */
#define DEVICE_STEP 65536U

/** A device, and the last call for its memory. */
typedef struct {
    /** What the next call answers; it makes a descriptor if that is Success. */
    NvSciError answer;
    /** It forgets to make one. */
    bool without_descriptor;
    /** It gives this much less than was asked for. */
    uint64_t lacks;
    uint32_t calls;
    NvSciRmGpuId gpu;
    uint64_t bytes;
    uint64_t alignment;
    int32_t descriptor;
} Device;

static inline NvSciError device_allocate(void *context, const NvSciRmGpuId *gpu, uint64_t bytes,
                                         uint64_t alignment, int32_t *descriptor, uint64_t *rounded)
{
    Device *const device = context;

    device->calls++;
    device->gpu = *gpu;
    device->bytes = bytes;
    device->alignment = alignment;
    device->descriptor = -1;
    if (device->answer == NvSciError_Success) {
        const uint64_t size = ((bytes + DEVICE_STEP) - 1U) & ~(uint64_t)(DEVICE_STEP - 1U);

        if (!device->without_descriptor) {
            device->descriptor = memfd_create("device", MFD_CLOEXEC);
            if (ftruncate(device->descriptor, (off_t)size) != 0) {
                device->answer = NvSciError_Unknown;
            }
        }
        *descriptor = device->descriptor;
        *rounded = (device->lacks > 0U) ? (bytes - device->lacks) : size;
    }
    return device->answer;
}

/** Whether a descriptor is open. */
static inline bool is_open(int32_t descriptor)
{
    return fcntl(descriptor, F_GETFD) >= 0;
}

/** Whether two descriptors name the same memory. */
static inline bool is_same_memory(int32_t one, int32_t other)
{
    struct stat first;
    struct stat second;

    return (fstat(one, &first) == 0) && (fstat(other, &second) == 0) &&
           (first.st_ino == second.st_ino) && (first.st_dev == second.st_dev);
}

#endif /* RINGFENCE_TEST_ENGINE_DRIVER_H */
