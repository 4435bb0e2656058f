/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file device.c
 * Memory of devices: which buffers are in it, and reserving it through the driver of the device.
 *
 * The library knows such memory by a descriptor alone. It maps nothing, and cannot tell what stands
 * behind a descriptor that comes from another process.
 */
#include "buf/buf.h"
#include "core/bytes.h"
#include "ringfence_engine.h"

/** Who reserves; allocate is NULL as long as nobody does. Under the lock. */
static RingfenceEngineMemory g_device_memory;

/** @satisfies RF-ENGINE-020 */
NvSciError buf_device_set(const RingfenceEngineMemory *memory)
{
    NvSciError status = NvSciError_Success;

    if (g_device_memory.allocate == NULL) {
        g_device_memory = *memory;
    } else if ((g_device_memory.allocate != memory->allocate) ||
               (g_device_memory.context != memory->context)) {
        status = NvSciError_AlreadyInUse;
    } else {
        /* It was said before. */
    }
    return status;
}

bool buf_device_is_wanted(uint32_t list)
{
    return buf_is_gpu(buf_value(list, BUF_GENERAL_VIDMEM_GPU_ID));
}

/** @satisfies RF-ENGINE-019 */
bool buf_device_can_be(uint32_t list)
{
    return buf_device_is_wanted(list) && (buf_number(list, BUF_GENERAL_NEED_CPU_ACCESS, 0U) == 0U);
}

void buf_device_adopt(int32_t descriptor, uint64_t size, uint64_t alignment, PortMemory *memory)
{
    memory->base = NULL;
    memory->view = NULL;
    memory->size = size;
    memory->alignment = alignment;
    memory->descriptor = descriptor;
}

/** Asks the driver, and believes it no more than needed. */
static NvSciError ask_driver(const NvSciRmGpuId *gpu, uint64_t size, uint64_t alignment,
                             PortMemory *memory)
{
    int32_t descriptor = -1;
    uint64_t rounded = 0U;
    NvSciError status = g_device_memory.allocate(g_device_memory.context, gpu, size, alignment,
                                                 &descriptor, &rounded);

    if (status == NvSciError_Success) {
        if ((descriptor < 0) || (rounded < size)) {
            port_descriptor_close(descriptor);
            status = NvSciError_ResourceError;
        } else {
            buf_device_adopt(descriptor, rounded, alignment, memory);
        }
    } else if (status != NvSciError_InsufficientMemory) {
        status = NvSciError_ResourceError;
    } else {
        /* The device has no memory left. */
    }
    return status;
}

/** @satisfies RF-ENGINE-018 RF-ENGINE-019 RF-ENGINE-021 */
NvSciError buf_device_reserve(uint32_t list, uint64_t size, uint64_t alignment, PortMemory *memory)
{
    NvSciError status = NvSciError_ResourceError;

    if (buf_device_can_be(list) && (g_device_memory.allocate != NULL)) {
        const AttrValue value = buf_value(list, BUF_GENERAL_VIDMEM_GPU_ID);
        NvSciRmGpuId gpu;

        bytes_copy(&gpu, value.bytes, sizeof(gpu));
        status = ask_driver(&gpu, size, alignment, memory);
    }
    return status;
}
