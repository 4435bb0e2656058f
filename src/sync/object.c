/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file object.c
 * Sync objects: making them, their handles, and giving them back when the last handle and the last
 * fence are gone.
 *
 * Handles are counted under the lock. Fences are counted without it, so an object that loses its
 * last handle is marked first, and then whoever takes the count of fences to zero sees the mark. In
 * RUNTIME, and by an interrupt handler, nothing is given back: the next call that takes the lock in
 * another phase does it.
 */
#include <string.h>

#include "core/assert.h"
#include "core/pool.h"
#include "port/lock.h"
#include "sync/sync.h"

/** A handle. */
typedef struct {
    PortAtomic32 object;
    /** 1: it is a driver's, for an engine. */
    PortAtomic32 is_map;
} SyncHandle;

#define FENCES_MAX 0x7FFFFFFFU

/* What is known of an object without handle. */
#define ORPHAN_NOT     0U
#define ORPHAN_YES     1U
#define ORPHAN_REVOKED 2U

SyncObject g_sync_objects[RINGFENCE_CFG_SYNC_OBJECTS];
static SyncHandle g_sync_handles[RINGFENCE_CFG_SYNC_HANDLES];

/** 1: some object may be without handle and fence. */
static PortAtomic32 g_sweep_needed;

/* Calls without the lock read a row, while another thread may free the handle and take its slot
 * again; they look at the handle a second time before they trust what they read. */

/** @satisfies RF-CORE-209 */
static uint32_t object_of_handle(uint32_t row)
{
    return port_load32_relaxed(&g_sync_handles[row].object);
}

static bool is_map_handle(uint32_t row)
{
    return port_load32_relaxed(&g_sync_handles[row].is_map) == 1U;
}

/** Writes the row of a handle. */
static void name_handle(uint32_t row, uint32_t object, bool is_map)
{
    port_store32_relaxed(&g_sync_handles[row].object, object);
    port_store32_relaxed(&g_sync_handles[row].is_map, is_map ? 1U : 0U);
}

/** @satisfies RF-SYNC-085 */
NvSciError sync_object_find(PhaseOp op, NvSciSyncObj handle, SyncObject **object)
{
    uint32_t row = 0U;
    const NvSciError status = ringfence_pool_find(op, RINGFENCE_POOL_SYNC_HANDLE, handle, &row);

    if (status == NvSciError_Success) {
        *object = &g_sync_objects[object_of_handle(row)];
    }
    return status;
}

/** Clears the slot of a new object, but not what late calls touch. */
static void clear_object(SyncObject *object)
{
    const size_t kept = offsetof(SyncObject, module);
    uint8_t *const bytes = (uint8_t *)object;

    port_store32(&object->fences, 0U);
    (void)memset(&bytes[kept], 0, sizeof(*object) - kept);
    sync_backing_unnamed(&object->parts);
}

NvSciError sync_object_take(uint32_t list, uint64_t perm, SyncSlots *slots)
{
    NvSciError status = ringfence_pool_take(RINGFENCE_POOL_SYNC_OBJECT, &slots->object);

    if (status == NvSciError_Success) {
        status = ringfence_pool_take(RINGFENCE_POOL_SYNC_HANDLE, &slots->handle);
        if (status == NvSciError_Success) {
            SyncObject *const object = &g_sync_objects[slots->object];

            ASSERT(object->handles == 0U);
            ASSERT(port_load32(&object->orphan) == ORPHAN_NOT);
            clear_object(object);
            sync_object_shape(list, perm, &object->shape);
            object->module = g_sync_lists.rows[list].module;
            list_module_hold(&g_sync_lists, object->module);
        } else {
            ringfence_pool_give(RINGFENCE_POOL_SYNC_OBJECT, slots->object);
        }
    }
    return status;
}

/**
 * Gives back an object without handle and fence, unless a call uses its memory; then the end of
 * that call does it. Its fences are stale first, so that no further call pins it: who pins it looks
 * at the name of the slot afterwards, so one of the two sees the other.
 */
static void destroy_object(uint32_t index)
{
    SyncObject *const object = &g_sync_objects[index];

    ASSERT(object->handles == 0U);
    ASSERT(object->module < RINGFENCE_CFG_SYNC_MODULES);
    ringfence_pool_revoke(RINGFENCE_POOL_SYNC_OBJECT, index);
    port_store32(&object->orphan, ORPHAN_REVOKED);
    if (port_load32(&object->pins) == 0U) {
        port_store32(&object->orphan, ORPHAN_NOT);
        list_unbind(&g_sync_lists, index);
        sync_backing_release(&object->parts);
        list_module_drop(&g_sync_lists, object->module);
        ringfence_pool_give(RINGFENCE_POOL_SYNC_OBJECT, index);
    }
}

void sync_object_give(const SyncSlots *slots)
{
    ASSERT(g_sync_objects[slots->object].handles == 0U);
    ringfence_pool_give(RINGFENCE_POOL_SYNC_HANDLE, slots->handle);
    destroy_object(slots->object);
}

/** Notes how far the timeline of a new object is, and who has the object already. */
static void note_sharing(SyncObject *object)
{
    if (feature_enabled(RINGFENCE_CFG_SHARING)) {
        const PortLiveness *const life = &object->parts.life;
        const uint64_t value = timeline_value(object);

        port_store32(&object->shared, (life->watch >= 0) ? 1U : 0U);
        port_store32(&object->watched, ((life->watch >= 0) && (life->keep < 0)) ? 1U : 0U);
        port_store64(&object->issued, value);
        port_store64(&object->signalled, value);
    }
}

NvSciSyncObj sync_object_finish(const SyncSlots *slots, uint32_t list, uint64_t perm)
{
    SyncObject *const object = &g_sync_objects[slots->object];

    ASSERT(object->handles == 0U);
    ASSERT(object->module == g_sync_lists.rows[list].module);
    object->list = RINGFENCE_CFG_SYNC_LISTS + slots->object;
    if (feature_enabled(LIST_READERS)) {
        (void)list_bind(&g_sync_lists, list, slots->object);
        sync_list_put(object->list, SYNC_KEY_ACTUAL_PERM, perm);
    }
    object->handles = 1U;
    timeline_map(object);
    ASSERT(object->counter != NULL);
    ASSERT(object->waiters != NULL);
    note_sharing(object);
    name_handle(slots->handle, slots->object, false);
    return ringfence_pool_handle(RINGFENCE_POOL_SYNC_HANDLE, slots->handle);
}

/** @satisfies RF-SYNC-087 RF-SYNC-088 */
PORT_APART NvSciError sync_object_alloc(uint32_t list, NvSciSyncObj *handle)
{
    const uint64_t perm = (uint64_t)NvSciSyncAccessPerm_WaitSignal;
    SyncSlots slots = {0U, 0U};
    NvSciError status = sync_object_take(list, perm, &slots);

    if (status == NvSciError_Success) {
        SyncObject *const object = &g_sync_objects[slots.object];

        if (feature_enabled(RINGFENCE_CFG_ENGINES)) {
            object->parts.gate = sync_list_wants_gate(list);
        }
        status = sync_backing_make(&object->shape, &object->parts);
        if (status == NvSciError_Success) {
            *handle = sync_object_finish(&slots, list, perm);
            timeline_clear(object);
        } else {
            sync_object_give(&slots);
        }
    }
    return status;
}

/** @satisfies RF-SYNC-074 */
PORT_HOT NvSciError sync_object_hold(PhaseOp op, SyncObject *object)
{
    NvSciError status = NvSciError_Success;

    if (port_add32(&object->fences, 1U) > FENCES_MAX) {
        sync_object_drop(op, object);
        status = NvSciError_InvalidState;
    }
    return status;
}

/**
 * Says whether nothing needs an object any more, calls that use its memory excepted. An object
 * whose fences are stale needs none of them, though a call that pinned it may have counted one
 * more.
 */
static bool is_unneeded(const SyncObject *object)
{
    uint32_t orphan = port_load32(&object->orphan);

    if ((orphan == ORPHAN_YES) && (port_load32(&object->fences) == 0U)) {
        orphan = ORPHAN_REVOKED;
    }
    return orphan == ORPHAN_REVOKED;
}

/** Nothing needs some object any more: gives it back, or notes that somebody must. An interrupt
 * handler cannot wait for the lock: the next call that takes it gives back. */
static void settle(void)
{
    port_store32(&g_sweep_needed, 1U);
    if ((RingfenceCurrentPhase() != RINGFENCE_PHASE_RUNTIME) && port_may_block()) {
        ringfence_port_lock();
        sync_object_sweep();
        ringfence_port_unlock();
    }
}

/** @satisfies RF-SYNC-048 RF-SYNC-073 RF-SYNC-089 */
void sync_object_drop(PhaseOp op, SyncObject *object)
{
    uint32_t count = port_load32(&object->fences);
    bool taken = false;

    while ((count > 0U) && (!taken)) {
        taken = port_swap32_if(&object->fences, count, count - 1U);
        if (!taken) {
            count = port_load32(&object->fences);
        }
    }
    if (!taken) {
        /* A copy of a fence was cleared as well as the fence. */
        ringfence_fault_report(op, RINGFENCE_FAULT_FENCE_OVERCLEARED);
    } else if (is_unneeded(object)) {
        settle();
    } else {
        /* The object is needed still. */
    }
}

NvSciError sync_object_pin_for(PhaseOp op, NvSciSyncObj handle, bool signals, SyncObject **object)
{
    NvSciError status = sync_object_find(op, handle, object);

    if (status == NvSciError_Success) {
        uint32_t row = 0U;

        (void)port_add32(&(*object)->pins, 1U);
        /* The handle may have been freed before that. */
        status = ringfence_pool_find(op, RINGFENCE_POOL_SYNC_HANDLE, handle, &row);
        if ((status == NvSciError_Success) && signals && (!(*object)->shape.cpu_signals)) {
            status = NvSciError_BadParameter;
        }
        if (status != NvSciError_Success) {
            sync_object_unpin(*object);
        }
    }
    return status;
}

/** @satisfies RF-SYNC-090 */
NvSciError sync_object_pin_handle(PhaseOp op, NvSciSyncObj handle, SyncObject **object)
{
    return sync_object_pin_for(op, handle, false, object);
}

PORT_HOT NvSciError sync_object_pin_unless_map(PhaseOp op, NvSciSyncObj handle, SyncObject **object,
                                               bool *pinned)
{
    uint32_t row = 0U;
    NvSciError status = ringfence_pool_find(op, RINGFENCE_POOL_SYNC_HANDLE, handle, &row);

    *pinned = false;
    if (status == NvSciError_Success) {
        if (is_map_handle(row)) {
            *object = &g_sync_objects[object_of_handle(row)];
        } else {
            status = sync_object_pin_handle(op, handle, object);
            *pinned = (status == NvSciError_Success);
        }
    }
    return status;
}

void sync_object_unpin(SyncObject *object)
{
    if (port_sub32(&object->pins, 1U) == 0U) {
        if (is_unneeded(object)) {
            settle();
        }
    }
}

/**
 * An identity is a random number, of which neighbours on the way learn the whole; half of the bits
 * of a product tells endpoints apart.
 */
uint32_t sync_object_context(const SyncObject *object, uint64_t identity)
{
    uint32_t context = (uint32_t)((identity * 0x9E3779B97F4A7C15ULL) >> 32U);

    if (identity == object->came_over) {
        context = object->context;
    }
    return (context != 0U) ? context : 1U;
}

void sync_object_note_way(SyncObject *object, uint64_t identity)
{
    const uint32_t context = sync_object_context(object, identity);
    bool noted = false;

    for (uint32_t i = 0U; (i < SYNC_WAYS) && (!noted); i++) {
        const uint32_t way = port_load32(&object->ways[i]);

        if (way == 0U) {
            port_store32(&object->ways[i], context);
        }
        noted = (way == 0U) || (way == context);
    }
    ASSERT(noted);
}

/** @satisfies RF-SHARE-222 RF-SHARE-223 */
bool sync_object_knows_way(const SyncObject *object, uint32_t context)
{
    bool known = object->shape.any_way;

    if (context != 0U) {
        known = known || (context == object->context);
        for (uint32_t i = 0U; (i < SYNC_WAYS) && (!known); i++) {
            known = (port_load32(&object->ways[i]) == context);
        }
    }
    return known;
}

/** @satisfies RF-SYNC-049 */
void sync_object_sweep(void)
{
    const bool runtime = (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME);

    if ((!runtime) && (port_load32(&g_sweep_needed) == 1U)) {
        port_store32(&g_sweep_needed, 0U);
        for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_OBJECTS; i++) {
            if (is_unneeded(&g_sync_objects[i])) {
                destroy_object(i);
            }
        }
    }
}

/** @satisfies RF-SYNC-086 */
NvSciError sync_enter(PhaseOp op)
{
    const NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        sync_object_sweep();
    }
    return status;
}

/** @satisfies RF-SYNC-040 */
NvSciError NvSciSyncObjAlloc(NvSciSyncAttrList reconciledList, NvSciSyncObj *syncObj)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_SYNC_OBJ_ALLOC);

    if (status == NvSciError_Success) {
        uint32_t list = 0U;

        status = list_find_reconciled(OP_SYNC_OBJ_ALLOC, &g_sync_lists, reconciledList, &list);
        if ((status == NvSciError_Success) && (syncObj == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = sync_object_alloc(list, syncObj);
        }
        ringfence_api_leave();
    }
    return status;
}

/** Makes one more handle of an object, for the program or for a driver. */
static NvSciError add_sync_handle(PhaseOp op, NvSciSyncObj source, bool is_map,
                                  NvSciSyncObj *handle)
{
    SyncObject *object = NULL;
    uint32_t row = 0U;
    NvSciError status = sync_object_find(op, source, &object);

    if ((status == NvSciError_Success) && (handle == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = ringfence_pool_take(RINGFENCE_POOL_SYNC_HANDLE, &row);
    }
    if (status == NvSciError_Success) {
        ASSERT(object->handles > 0U);
        ASSERT(object->handles < RINGFENCE_CFG_SYNC_HANDLES);
        ASSERT(port_load32(&object->orphan) == ORPHAN_NOT);
        name_handle(row, sync_object_index(object), is_map);
        object->handles++;
        *handle = ringfence_pool_handle(RINGFENCE_POOL_SYNC_HANDLE, row);
    }
    return status;
}

/** Gives a handle back, and with the last one the object. BadParameter iff it is none of this
 * kind. */
static NvSciError drop_sync_handle(PhaseOp op, NvSciSyncObj handle, bool is_map)
{
    uint32_t row = 0U;
    NvSciError status = ringfence_pool_find(op, RINGFENCE_POOL_SYNC_HANDLE, handle, &row);

    if (feature_enabled(RINGFENCE_CFG_ENGINES) && (status == NvSciError_Success) &&
        (is_map_handle(row) != is_map)) {
        fault_report_handle(op, handle);
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        const uint32_t index = object_of_handle(row);
        SyncObject *const object = &g_sync_objects[index];

        ASSERT(index < RINGFENCE_CFG_SYNC_OBJECTS);
        ASSERT(object->handles > 0U);
        ASSERT(port_load32(&object->orphan) == ORPHAN_NOT);
        ringfence_pool_give(RINGFENCE_POOL_SYNC_HANDLE, row);
        object->handles--;
        if (object->handles == 0U) {
            port_store32(&object->orphan, ORPHAN_YES);
            if (port_load32(&object->fences) == 0U) {
                destroy_object(index);
            }
        }
    }
    return status;
}

/** @satisfies RF-ENGINE-001 */
NvSciError sync_object_map(PhaseOp op, NvSciSyncObj handle, NvSciSyncObj *own)
{
    return add_sync_handle(op, handle, true, own);
}

/** @satisfies RF-ENGINE-002 */
NvSciError sync_object_unmap(PhaseOp op, NvSciSyncObj own)
{
    return drop_sync_handle(op, own, true);
}

/** @satisfies RF-SYNC-041 */
NvSciError NvSciSyncObjDup(NvSciSyncObj syncObj, NvSciSyncObj *dupObj)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_SYNC_OBJ_DUP);

    if (status == NvSciError_Success) {
        status = add_sync_handle(OP_SYNC_OBJ_DUP, syncObj, false, dupObj);
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-042 RF-ENGINE-002 */
void NvSciSyncObjFree(NvSciSyncObj syncObj)
{
    if (sync_enter(OP_SYNC_OBJ_FREE) == NvSciError_Success) {
        (void)drop_sync_handle(OP_SYNC_OBJ_FREE, syncObj, false);
        ringfence_api_leave();
    } else {
        phase_note_kept(syncObj);
    }
}

/** @satisfies RF-SYNC-043 */
NvSciError NvSciSyncObjGetAttrList(NvSciSyncObj syncObj, NvSciSyncAttrList *syncAttrList)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_SYNC_OBJ_GET_ATTR_LIST);

    if (status == NvSciError_Success) {
        SyncObject *object = NULL;

        status = sync_object_find(OP_SYNC_OBJ_GET_ATTR_LIST, syncObj, &object);
        if ((status == NvSciError_Success) && (syncAttrList == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            *syncAttrList = ringfence_pool_handle(RINGFENCE_POOL_SYNC_LIST, object->list);
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-044 */
NvSciError NvSciSyncObjValidate(NvSciSyncObj syncObj)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_CHECKS, OP_SYNC_OBJ_VALIDATE);

    if (status == NvSciError_Success) {
        SyncObject *object = NULL;

        status = sync_object_find(OP_SYNC_OBJ_VALIDATE, syncObj, &object);
        if (status == NvSciError_Success) {
            SyncShape shape;

            sync_object_shape(object->list, sync_list_number(object->list, SYNC_KEY_ACTUAL_PERM),
                              &shape);
            if ((shape.max_value != object->shape.max_value) ||
                (shape.cpu_signals != object->shape.cpu_signals) ||
                (shape.cpu_waits != object->shape.cpu_waits) ||
                (timeline_size(&shape) > object->parts.memory.size)) {
                status = NvSciError_BadParameter;
            }
        }
        ringfence_api_leave();
    }
    return status;
}
