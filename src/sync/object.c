/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file object.c
 * Sync objects: making them, their handles, and giving them back when the last handle and the last
 * fence are gone.
 *
 * Handles are counted under the lock. One word counts what needs an object without it: fences,
 * calls by fence, and one for all handles. Calls by handle are counted in another word, which who
 * signals has for himself. Whoever takes one of them to zero looks at the other one, if the object
 * is marked as one without handle. In RUNTIME, and by an interrupt handler, nothing is given back:
 * the next call that takes the lock in another phase does it.
 */
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "core/handle.h"
#include "core/pool.h"
#include "port/lock.h"
#include "sync/fence_code.h"
#include "sync/object.h"
#include "sync/sync.h"

/* What is known of an object without handle. */
#define ORPHAN_NOT 0U
#define ORPHAN_YES 1U

SyncObject g_sync_objects[RINGFENCE_CFG_SYNC_OBJECTS];
SyncHandle g_sync_handles[RINGFENCE_CFG_SYNC_HANDLES];

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
    const size_t first = offsetof(SyncObject, module);
    const size_t behind = offsetof(SyncObject, pins);
    uint8_t *const bytes = (uint8_t *)object;

    (void)memset(&bytes[first], 0, behind - first);
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

/** Takes from an object the name by which calls of the runtime path know its fences: no fence that
 * leads to this slot has the index of another one. */
static void unname_object(SyncObject *object, uint32_t index)
{
    if (feature_enabled(PORT_QUICK)) {
        port_store64(&object->name, (uint64_t)index ^ 1U);
    }
}

/** Says whether nothing needs an object any more. Calls by handle are looked at first: such a call
 * may make a fence before it ends.
 * @satisfies RF-SYNC-048 */
static bool is_unneeded(const SyncObject *object)
{
    bool unneeded = (port_load32(&object->orphan) == ORPHAN_YES);

    if (feature_enabled(PORT_QUICK) && unneeded) {
        unneeded = (port_load32(&object->pins) == 0U);
    }
    return unneeded && (port_load_pair(&object->uses) == 0U);
}

/** Says whether an object has no name any more and was not given back: a call used it then, or
 * counted a fence. */
static bool is_nameless(uint32_t index)
{
    return feature_enabled(PORT_QUICK) &&
           (port_load32(&g_sync_objects[index].orphan) == ORPHAN_YES) &&
           ((pool_generation(RINGFENCE_POOL_SYNC_OBJECT, index) & 1U) == 0U);
}

/**
 * Gives back an object without handle and fence, unless a call uses its memory; then the end of
 * that call does it. Its fences are stale first, so that no further call pins it: who pins it looks
 * at the name of the slot afterwards, so one of the two sees the other. Fences that calls made
 * meanwhile are stale too, so they are taken away; a call that makes one later sees that.
 */
static void destroy_object(uint32_t index)
{
    SyncObject *const object = &g_sync_objects[index];

    ASSERT(object->handles == 0U);
    ASSERT(object->module < RINGFENCE_CFG_SYNC_MODULES);
    port_store32(&object->orphan, ORPHAN_YES);
    ringfence_pool_revoke(RINGFENCE_POOL_SYNC_OBJECT, index);
    unname_object(object, index);
    while (sync_object_take_fence(object)) {
        /* It is one that a call counted between the last use and the end of its name. */
    }
    if (is_unneeded(object)) {
        port_store32(&object->orphan, ORPHAN_NOT);
        list_unbind(&g_sync_lists, index);
        if (feature_enabled(RINGFENCE_CFG_SHARING) && object->shape.may_signal &&
            (object->waiters != NULL)) {
            /* Who finds the life line at its end looks there. */
            port_store32(&object->waiters->given_back, 1U);
        }
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
        port_store64(&object->last_reached, value);
    }
}

/** Says what calls of the runtime path need not ask for. */
static void shape_quick(SyncObject *object, uint32_t index)
{
    const SyncShape *const shape = &object->shape;
    const bool is_wide = (shape->max_value == UINT64_MAX);

    unname_object(object, index);
    if (feature_enabled(PORT_QUICK) && is_wide) {
        const uint64_t name = pool_name(RINGFENCE_POOL_SYNC_OBJECT, index);

        object->key = fence_key(name);
        object->far_tag = shape->cpu_waits ? wait_context_tag(object->module) : 0U;
        object->wait_tag = shape->may_signal ? object->far_tag : 0U;
        object->is_plain =
            shape->cpu_signals && (shape->timestamp_slots == 0U) && (!has_gate(object));
        object->is_engine_plain = shape->engine_signals && (!shape->cpu_signals) &&
                                  (shape->timestamp_slots == 0U) &&
                                  (shape->task_status_slots == RINGFENCE_CFG_TASK_STATUS_SLOTS);
        port_store64(&object->name, name);
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
    shape_quick(object, slots->object);
    (void)port_add_pair(&object->uses, SYNC_HAS_HANDLES);
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
PORT_APART NvSciError sync_object_hold(SyncObject *object)
{
    NvSciError status = NvSciError_Success;

    if (port_add_pair(&object->uses, SYNC_FENCE) >= SYNC_TOO_MANY) {
        (void)sync_object_take_fence(object);
        status = NvSciError_InvalidState;
    }
    return status;
}

/** An interrupt handler cannot wait for the lock: the next call that takes it gives back.
 * @satisfies RF-SYNC-089 */
void sync_object_settle(void)
{
    port_store32(&g_sweep_needed, 1U);
    if ((RingfenceCurrentPhase() != RINGFENCE_PHASE_RUNTIME) && port_may_block()) {
        ringfence_port_lock();
        sync_object_sweep();
        ringfence_port_unlock();
    }
}

PORT_APART void sync_object_look(const SyncObject *object)
{
    if (is_unneeded(object)) {
        sync_object_settle();
    }
}

/** Each failed exchange means that another thread changed the word, so the loop ends. */
bool sync_object_take_fence(SyncObject *object)
{
    bool has = true;
    bool taken = false;

    while (has && (!taken)) {
        const PortPair uses = port_load_pair(&object->uses);

        has = (uses >= SYNC_FENCE);
        if (has) {
            taken = port_swap_pair_if(&object->uses, uses, uses - SYNC_FENCE);
        }
    }
    return taken;
}

/** @satisfies RF-SYNC-073 */
void sync_object_drop(PhaseOp op, SyncObject *object)
{
    if (!sync_object_take_fence(object)) {
        /* A copy of a fence was cleared as well as the fence. */
        ringfence_fault_report(op, RINGFENCE_FAULT_FENCE_OVERCLEARED);
    }
}

NvSciError sync_object_pin_for(PhaseOp op, NvSciSyncObj handle, bool signals, SyncObject **object)
{
    NvSciError status = sync_object_find(op, handle, object);

    if (status == NvSciError_Success) {
        uint32_t row = 0U;

        sync_object_pin(*object);
        /* The handle may have been freed before that. */
        status = ringfence_pool_find(op, RINGFENCE_POOL_SYNC_HANDLE, handle, &row);
        if ((status == NvSciError_Success) && signals && (!(*object)->shape.cpu_signals)) {
            status = fault_of_access(op, ACCESS_CAUSE_SIGNAL);
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
    const uintptr_t word = handle_bits(handle);
    uint32_t row = sync_handle_row(word);
    NvSciError status = NvSciError_Success;

    if ((!feature_enabled(PORT_QUICK)) || (handle == NULL) || (!sync_is_handle(row, word))) {
        status = ringfence_pool_find(op, RINGFENCE_POOL_SYNC_HANDLE, handle, &row);
    }

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
            if (is_unneeded(&g_sync_objects[i]) || is_nameless(i)) {
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
            (void)port_add_pair(&object->uses, (PortPair)0U - SYNC_HAS_HANDLES);
            if (is_unneeded(object)) {
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
