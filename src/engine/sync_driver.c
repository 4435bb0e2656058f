/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_driver.c
 * Sync objects that engines use: what a driver asks for in a list, and where the counter is.
 *
 * A map has a handle of its own, so the count of handles keeps its object.
 */
#include <stddef.h>
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "ringfence_engine.h"
#include "sync/object.h"
#include "sync/sync.h"

_Static_assert(sizeof(RingfenceEngineTimestamp) == sizeof(SyncTimestamp), "engines write these");
_Static_assert(SYNC_SIGNALERS_ENGINE == RINGFENCE_ENGINE_SIGNALER_OTHER, "the same bit");
_Static_assert(SYNC_SIGNALERS_CPU == RINGFENCE_ENGINE_SIGNALER_CPU, "the same bit");
_Static_assert((size_t)offsetof(RingfenceEngineTimestamp, timeUs) ==
                   (size_t)offsetof(SyncTimestamp, time_us),
               "at the same places");
_Static_assert((size_t)offsetof(RingfenceEngineTimestamp, mark) ==
                   (size_t)offsetof(SyncTimestamp, mark),
               "at the same places");

/** Most keys that a driver sets at once. */
#define NEEDS_MAX 2U

/** Says whether these are rights that an engine can need. */
static bool is_need(NvSciSyncAccessPerm perm)
{
    return (perm >= NvSciSyncAccessPerm_WaitOnly) && (perm <= NvSciSyncAccessPerm_WaitSignal);
}

/** Says whether an id is one: all zero is none. */
static bool is_gpu_named(const NvSciRmGpuId *gpu)
{
    uint8_t any = 0U;

    for (uint32_t i = 0U; i < sizeof(gpu->bytes); i++) {
        any |= gpu->bytes[i];
    }
    return any != 0U;
}

/** @satisfies RF-ENGINE-004 RF-ENGINE-030 */
NvSciError RingfenceEngineSyncNeed(NvSciSyncAttrList list, NvSciSyncAccessPerm perm,
                                   const NvSciRmGpuId *gpu)
{
    const PhaseOp op = OP_ENGINE_SYNC_NEED;
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_ENGINES, op);

    if (status == NvSciError_Success) {
        const NvSciSyncAttrKeyValuePair pairs[NEEDS_MAX] = {
            {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
            {NvSciSyncAttrKey_GpuId, gpu, sizeof(*gpu)}};
        uint32_t index = 0U;

        status = list_find(op, &g_sync_lists, list, &index);
        if (!is_need(perm)) {
            status = NvSciError_BadParameter;
        }
        if ((status == NvSciError_Success) && (gpu != NULL)) {
            status = is_gpu_named(gpu) ? NvSciError_Success : NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = sync_list_set(op, index, pairs, (gpu != NULL) ? NEEDS_MAX : (NEEDS_MAX - 1U));
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-ENGINE-050 RF-ENGINE-030 */
NvSciError RingfenceEngineSyncMark(NvSciSyncAttrList list, uint64_t driver)
{
    const PhaseOp op = OP_ENGINE_SYNC_MARK;
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_ENGINES, op);

    if (status == NvSciError_Success) {
        const AttrValue value = {&driver, sizeof(driver)};
        uint32_t index = 0U;

        status = list_find(op, &g_sync_lists, list, &index);
        if (status == NvSciError_Success) {
            const bool named =
                (list_value(&g_sync_lists, index, (uint32_t)SYNC_KEY_GPU_ID).len > 0U);

            if (g_sync_lists.rows[index].state != LIST_WRITABLE) {
                status = fault_of_list(op, LIST_CAUSE_CLOSED);
            } else if ((!named) || (driver == 0U)) {
                status = NvSciError_BadParameter;
            } else {
                list_put(&g_sync_lists, index, (uint32_t)SYNC_KEY_DRIVER, value);
            }
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-ENGINE-053 RF-ENGINE-030 */
NvSciError RingfenceEngineSyncStamps(NvSciSyncAttrList list)
{
    const PhaseOp op = OP_ENGINE_SYNC_STAMPS;
    NvSciError status = sync_enter(op);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = list_find(op, &g_sync_lists, list, &index);
        if (status == NvSciError_Success) {
            const uint64_t perm = sync_list_number(index, SYNC_KEY_REQUIRED_PERM);
            const bool signals = ((perm & NvSciSyncAccessPerm_SignalOnly) != 0U);

            if (g_sync_lists.rows[index].state != LIST_WRITABLE) {
                status = fault_of_list(op, LIST_CAUSE_CLOSED);
            } else if (!signals) {
                status = NvSciError_BadParameter;
            } else {
                sync_list_put_flag(index, SYNC_KEY_ENGINE_STAMPS, true);
            }
        }
        ringfence_api_leave();
    }
    return status;
}

/** Writes down where the timestamps are that the engine of this process writes, if it does.
 * @satisfies RF-ENGINE-054 */
static void fill_timestamps(const SyncObject *object, RingfenceEngineSync *map)
{
    if (object->shape.engine_signals && (object->shape.timestamp_slots > 0U) &&
        sync_list_flag(object->list, SYNC_KEY_ENGINE_STAMPS)) {
        void *const first = object->writable.timestamps;

        ASSERT(first != NULL);
        map->timestamps = first;
        map->timestampSlots = object->shape.timestamp_slots;
        map->timestampOffset = (uint64_t)sizeof(SyncCounter);
    }
}

/** Engines of this process that may signal, and the CPU beside them.
 * @satisfies RF-ENGINE-064 */
static uint32_t signallers_of(const SyncObject *object)
{
    const uint32_t all = (uint32_t)sync_list_number(object->list, SYNC_KEY_SIGNALERS);

    return object->shape.engine_signals ? all : 0U;
}

/** Writes down where the waiter counter is, for an engine that signals, or that waits for another
 * process. One that waits for this process looks at the counter, which no other process writes.
 * @satisfies RF-SYNC-098 */
static void fill_gate(const SyncObject *object, RingfenceEngineSync *map)
{
    const SyncShape *const shape = &object->shape;

    if (object->parts.gate && (shape->engine_signals || (!shape->may_signal))) {
        ASSERT(object->waiters != NULL);
        map->gate = &object->waiters->gate;
        map->gateBytes = object->parts.waiting.size;
    }
}

/** Writes down what an engine needs of an object.
 * @satisfies RF-ENGINE-050 */
static void fill_sync_map(const SyncObject *object, NvSciSyncObj own, RingfenceEngineSync *map)
{
    const AttrValue gpu = list_value(&g_sync_lists, object->list, (uint32_t)SYNC_KEY_SIGNALER_GPU);

    ASSERT(object->counter != NULL);
    ASSERT(object->handles > 1U);
    map->object = own;
    map->counter = object->shape.engine_signals ? object->writable.counter : NULL;
    map->constCounter = object->counter;
    map->bytes = object->parts.memory.size;
    fill_timestamps(object, map);
    fill_gate(object, map);
    map->life = object->shape.may_signal ? -1 : object->parts.life.watch;
    map->maxValue = object->shape.max_value;
    map->maySignal = object->shape.engine_signals;
    map->mayWait = object->shape.engine_waits;
    map->signalers = signallers_of(object);
    map->driver = sync_exclusive_driver(object->list);
    map->name = pool_name(RINGFENCE_POOL_SYNC_OBJECT, sync_object_index(object));
    if (gpu.len == sizeof(map->signaler)) {
        (void)memcpy(&map->signaler, gpu.bytes, sizeof(map->signaler));
    }
}

/** @satisfies RF-ENGINE-001 RF-ENGINE-003 RF-ENGINE-005 RF-ENGINE-040 RF-ENGINE-030 RF-ENGINE-200
 */
NvSciError RingfenceEngineSyncMap(NvSciSyncObj object, RingfenceEngineSync *map)
{
    const PhaseOp op = OP_ENGINE_SYNC_MAP;
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_ENGINES, op);

    if (status == NvSciError_Success) {
        SyncObject *found = NULL;
        NvSciSyncObj own = NULL;

        status = sync_object_find(op, object, &found);
        if (map == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = sync_object_map(op, object, &own);
        }
        if (status == NvSciError_Success) {
            (void)memset(map, 0, sizeof(*map));
            fill_sync_map(found, own, map);
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-ENGINE-041 */
NvSciError RingfenceEngineSyncCheck(NvSciSyncObj object, bool *over)
{
    const PhaseOp op = OP_ENGINE_SYNC_CHECK;
    SyncObject *found = NULL;
    NvSciError status =
        (over != NULL) ? feature_admit(RINGFENCE_CFG_ENGINES, op) : NvSciError_BadParameter;

    if (status == NvSciError_Success) {
        status = sync_object_pin_handle(op, object, &found);
    }
    if (status == NvSciError_Success) {
        *over = waiter_counter_check(op, found);
        sync_object_unpin(found);
    }
    return status;
}

/** @satisfies RF-ENGINE-044 RF-ENGINE-030 */
NvSciError RingfenceEngineSetHealth(const RingfenceEngineHealth *health)
{
    NvSciError status = feature_enter(RINGFENCE_CFG_ENGINES, OP_ENGINE_SET_HEALTH);

    if (status == NvSciError_Success) {
        if (health == NULL) {
            status = NvSciError_BadParameter;
        } else if (health->look == NULL) {
            status = NvSciError_BadParameter;
        } else {
            status = health_set(health);
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-ENGINE-002 RF-ENGINE-030 */
void RingfenceEngineSyncUnmap(RingfenceEngineSync *map)
{
    const PhaseOp op = OP_ENGINE_SYNC_UNMAP;

    if (sync_enter_feature(RINGFENCE_CFG_ENGINES, op) == NvSciError_Success) {
        if ((map != NULL) && (map->object != NULL)) {
            if (sync_object_unmap(op, map->object) == NvSciError_Success) {
                (void)memset(map, 0, sizeof(*map));
            }
        }
        ringfence_api_leave();
    }
}
