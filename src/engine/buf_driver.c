/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_driver.c
 * Buffers that engines use, and who reserves those that only an engine can reach.
 *
 * A map has a handle of its own, so the count of handles keeps its buffer.
 */
#include <string.h>

#include "buf/buf.h"
#include "core/assert.h"
#include "ringfence_engine.h"

/** Writes down what an engine needs of a buffer.
 * @satisfies RF-ENGINE-201 */
static void fill_buf_map(const BufObject *object, NvSciBufObj own, RingfenceEngineBuf *map)
{
    const PortMemory *const memory = buf_object_memory(object);

    map->writable = buf_object_engines_write(object);
    map->cpuWritable = object->has_cpu_access && (buf_object_writable(object) != NULL);
    map->object = own;
    map->base = map->writable ? buf_object_writable(object) : NULL;
    map->constBase = buf_object_base(object);
    map->bytes = memory->size;
    map->size = object->size;
    map->descriptor = memory->descriptor;
    map->memory = buf_object_number(object);
    map->isDevice = buf_object_is_device(object);
    ASSERT(map->bytes >= map->size);
    ASSERT((map->constBase == NULL) == map->isDevice);
}

/** @satisfies RF-ENGINE-014 RF-ENGINE-016 RF-ENGINE-017 RF-ENGINE-030 */
NvSciError RingfenceEngineBufMap(NvSciBufObj object, RingfenceEngineBuf *map)
{
    const PhaseOp op = OP_ENGINE_BUF_MAP;
    NvSciError status = feature_enter(RINGFENCE_CFG_ENGINES, op);

    if (status == NvSciError_Success) {
        const BufObject *found = NULL;
        NvSciBufObj own = NULL;

        status = buf_object_find(op, object, &found);
        if (map == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = buf_object_map(op, object, &own);
        }
        if (status == NvSciError_Success) {
            (void)memset(map, 0, sizeof(*map));
            fill_buf_map(found, own, map);
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-ENGINE-015 RF-ENGINE-030 */
void RingfenceEngineBufUnmap(RingfenceEngineBuf *map)
{
    const PhaseOp op = OP_ENGINE_BUF_UNMAP;

    if (feature_enter(RINGFENCE_CFG_ENGINES, op) == NvSciError_Success) {
        if ((map != NULL) && (map->object != NULL)) {
            if (buf_object_unmap(op, map->object) == NvSciError_Success) {
                (void)memset(map, 0, sizeof(*map));
            }
        }
        ringfence_api_leave();
    }
}

/** @satisfies RF-ENGINE-020 RF-ENGINE-030 */
NvSciError RingfenceEngineSetMemory(const RingfenceEngineMemory *memory)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_ENGINES, OP_ENGINE_SET_MEMORY);

    if (status == NvSciError_Success) {
        if (memory == NULL) {
            status = NvSciError_BadParameter;
        } else if (memory->allocate == NULL) {
            status = NvSciError_BadParameter;
        } else {
            status = buf_device_set(memory);
        }
        ringfence_api_leave();
    }
    return status;
}
