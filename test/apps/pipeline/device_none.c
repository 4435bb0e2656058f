/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A build without CUDA: device_open() finds no GPU, so that none of the other functions does
 * anything.
 */
#include "device.h"

#include <stddef.h>

Device *device_open(const char **reason)
{
    *reason = NULL;
    return NULL;
}

void device_close(Device *device)
{
    (void)device;
}

const char *device_name(const Device *device)
{
    (void)device;
    return "none";
}

const NvSciRmGpuId *device_gpu(const Device *device)
{
    (void)device;
    return NULL;
}

bool device_fill_sync_list(const Device *device, NvSciSyncAttrList list, bool signals)
{
    (void)device;
    (void)list;
    (void)signals;
    return false;
}

bool device_import_sync(Device *device, uint32_t number, NvSciSyncObj object)
{
    (void)device;
    (void)number;
    (void)object;
    return false;
}

void *device_map(Device *device, NvSciBufObj object, uint64_t size)
{
    (void)device;
    (void)object;
    (void)size;
    return NULL;
}

bool device_submit(Device *device, const DeviceTask *task, NvSciSyncFence *done)
{
    (void)device;
    (void)task;
    (void)done;
    return false;
}

bool device_finish(Device *device, double seconds)
{
    (void)device;
    (void)seconds;
    return false;
}

void device_release(Device *device)
{
    (void)device;
}

bool device_gray_of_copy(Device *device, const Surface *nv12, const Surface *gray)
{
    (void)device;
    (void)nv12;
    (void)gray;
    return false;
}

void device_copies_end(Device *device)
{
    (void)device;
}
