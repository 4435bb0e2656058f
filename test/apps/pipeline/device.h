/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device.h
 * A GPU that engine B runs on. device_none.c is for builds without CUDA; test/apps/cuda/device.c is
 * for those with it.
 *
 * A task of a device is enqueued by the thread that submits it: the waits for its fences, the work,
 * and the signal of its own fence follow each other in a stream, and the CPU waits for none of
 * them.
 */
#ifndef PIPELINE_DEVICE_H
#define PIPELINE_DEVICE_H

#include <stdbool.h>

#include "nvscibuf.h"
#include "nvscisync.h"

#include "surface.h"

/** Sync objects that a device knows at one time; each has a number below that. */
#define DEVICE_SYNCS 4U
/** Buffers that a device knows at one time. */
#define DEVICE_BUFFERS 16U
/** Fences that a task waits for at most. */
#define DEVICE_WAITS 4U

typedef struct Device Device;

/** What a device is asked to do. */
typedef struct {
    /** The surfaces' pointers are those of device_map(). */
    const Surface *nv12;
    const Surface *gray;
    /** Fences to wait for, and the numbers of their sync objects. */
    const NvSciSyncFence *wait[DEVICE_WAITS];
    uint32_t signaler[DEVICE_WAITS];
    uint32_t waits;
    /** Number of the sync object to signal. */
    uint32_t done;
} DeviceTask;

/**
 * Looks for a GPU. No CUDA function has been called in this process before, and it is not forked
 * any more.
 *
 * @param[out] reason  NULL, or one line that says why there is none
 *
 * @return NULL iff there is none that can be used
 */
Device *device_open(const char **reason);

/** Gives the stream back. What is imported has been released. NULL is a no-op. */
void device_close(Device *device);

/** Name of the GPU. */
const char *device_name(const Device *device);

/** Id of the GPU, for lists of buffers. */
const NvSciRmGpuId *device_gpu(const Device *device);

/** Sets in a list what the device needs of a sync object that it signals, or waits for. */
bool device_fill_sync_list(const Device *device, NvSciSyncAttrList list, bool signals);

/** Imports a sync object, as number `number`. */
bool device_import_sync(Device *device, uint32_t number, NvSciSyncObj object);

/** Imports all `size` bytes of a buffer. NULL iff that fails; else a pointer for the device. */
void *device_map(Device *device, NvSciBufObj object, uint64_t size);

/** Enqueues a task and makes the fence that expires when it is done. */
bool device_submit(Device *device, const DeviceTask *task, NvSciSyncFence *done);

/**
 * Waits until all that was enqueued is done.
 *
 * @param[in] seconds  bound. After it the device is left as it is, until the process ends: the
 * stream waits for a fence that nobody signals any more
 */
bool device_finish(Device *device, double seconds);

/** Ends all imports. */
void device_release(Device *device);

/**
 * Does the same work on surfaces of the CPU: copies luma to the GPU, waits for the kernel, copies
 * gray back. The GPU's own memory is taken by the first call and kept until device_copies_end().
 */
bool device_gray_of_copy(Device *device, const Surface *nv12, const Surface *gray);

/** Gives back what device_gray_of_copy() took. NULL is a no-op. */
void device_copies_end(Device *device);

#endif /* PIPELINE_DEVICE_H */
