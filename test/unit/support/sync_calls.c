/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_calls.c
 * One call of every public function that belongs to src/sync.
 */
#include "sync_calls.h"

#include "core/pool.h"

World world_open(void)
{
    World world;

    (void)memset(&world, 0, sizeof(world));
    world.module = open_module();
    world.writable = make_list(world.module);
    world.reconciled = make_reconciled(world.module);
    world.object = make_object(world.module, (Traits){.timestamps = true});
    assert_status(NvSciSyncObjGetAttrList(world.object, &world.bound), NvSciError_Success);
    world.context = make_context(world.module);
    assert_status(NvSciSyncObjGenerateFence(world.object, &world.fence), NvSciError_Success);
    assert_status(NvSciSyncFenceAddTaskStatusSlot(&world.fence, 0U), NvSciError_Success);
    assert_status(NvSciSyncObjSignal(world.object), NvSciError_Success);
    assert_status(RingfenceFenceTake(&world.stored), NvSciError_Success);
    assert_status(RingfenceFenceDescTake(&world.stored_desc), NvSciError_Success);
    return world;
}

/** Says whether a call has freed a handle already; NULL counts as freed. */
static bool is_live(RingfencePool pool, const void *handle)
{
    uint32_t index = 0U;

    return ringfence_pool_find(OP_SYNC_OBJ_VALIDATE, pool, handle, &index) == NvSciError_Success;
}

void world_close(World *world)
{
    const NvSciSyncAttrList lists[] = {world->writable, world->reconciled, world->made_list};
    const NvSciSyncObj objects[] = {world->object, world->made_object};
    const NvSciSyncCpuWaitContext contexts[] = {world->context, world->made_context};
    const NvSciSyncModule modules[] = {world->module, world->made_module};

    NvSciSyncFenceClear(&world->fence);
    NvSciSyncFenceClear(&world->target);
    RingfenceFenceGive(world->stored);
    RingfenceFenceGive(world->made_stored);
    RingfenceFenceDescGive(world->stored_desc);
    RingfenceFenceDescGive(world->made_stored_desc);
    for (size_t i = 0U; i < COUNT_OF(lists); i++) {
        if (is_live(RINGFENCE_POOL_SYNC_LIST, lists[i])) {
            NvSciSyncAttrListFree(lists[i]);
        }
    }
    for (size_t i = 0U; i < COUNT_OF(objects); i++) {
        if (is_live(RINGFENCE_POOL_SYNC_HANDLE, objects[i])) {
            NvSciSyncObjFree(objects[i]);
        }
    }
    for (size_t i = 0U; i < COUNT_OF(contexts); i++) {
        if (is_live(RINGFENCE_POOL_SYNC_WAIT_CONTEXT, contexts[i])) {
            NvSciSyncCpuWaitContextFree(contexts[i]);
        }
    }
    for (size_t i = 0U; i < COUNT_OF(modules); i++) {
        if (is_live(RINGFENCE_POOL_SYNC_MODULE, modules[i])) {
            NvSciSyncModuleClose(modules[i]);
        }
    }
}

void *handle_for(const World *world, Takes takes)
{
    void *handle = NULL;

    if (takes == TAKES_MODULE) {
        handle = world->module;
    } else if (takes == TAKES_WRITABLE) {
        handle = world->writable;
    } else if (takes == TAKES_RECONCILED) {
        handle = world->reconciled;
    } else if (takes == TAKES_OBJECT) {
        handle = world->object;
    } else if (takes == TAKES_CONTEXT) {
        handle = world->context;
    } else {
        handle = NULL;
    }
    return handle;
}

/* ---------------------------------------------------------------- modules and wait contexts */

static NvSciError call_module_open(World *world, void *handle)
{
    (void)handle;
    return NvSciSyncModuleOpen(&world->made_module);
}

static NvSciError call_module_close(World *world, void *handle)
{
    (void)world;
    NvSciSyncModuleClose(handle);
    return NvSciError_Success;
}

static NvSciError call_check_version(World *world, void *handle)
{
    bool fits = false;

    (void)world;
    (void)handle;
    return NvSciSyncCheckVersionCompatibility(2U, 8U, &fits);
}

static NvSciError call_context_alloc(World *world, void *handle)
{
    return NvSciSyncCpuWaitContextAlloc(handle, &world->made_context);
}

static NvSciError call_context_free(World *world, void *handle)
{
    (void)world;
    NvSciSyncCpuWaitContextFree(handle);
    return NvSciError_Success;
}

/* ---------------------------------------------------------------- lists */

static NvSciError call_list_create(World *world, void *handle)
{
    return NvSciSyncAttrListCreate(handle, &world->made_list);
}

static NvSciError call_list_free(World *world, void *handle)
{
    (void)world;
    NvSciSyncAttrListFree(handle);
    return NvSciError_Success;
}

static NvSciError call_is_reconciled(World *world, void *handle)
{
    bool reconciled = false;

    (void)world;
    return NvSciSyncAttrListIsReconciled(handle, &reconciled);
}

static NvSciError call_validate(World *world, void *handle)
{
    bool valid = false;

    return NvSciSyncAttrListValidateReconciled(handle, &world->writable, 1U, &valid);
}

static NvSciError call_validate_input(World *world, void *handle)
{
    const NvSciSyncAttrList input = handle;
    bool valid = false;

    return NvSciSyncAttrListValidateReconciled(world->reconciled, &input, 1U, &valid);
}

static NvSciError call_validate_attrs(World *world, void *handle)
{
    (void)world;
    return NvSciSyncAttrListValidateReconciledAgainstAttrs(handle, NULL, 0U,
                                                           NvSciSyncAccessPerm_WaitOnly);
}

static NvSciError call_set(World *world, void *handle)
{
    const bool flag = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_NeedCpuAccess, &flag, sizeof(flag)};

    (void)world;
    return NvSciSyncAttrListSetAttrs(handle, &pair, 1U);
}

static NvSciError call_get(World *world, void *handle)
{
    NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_NeedCpuAccess, NULL, 0U};

    (void)world;
    return NvSciSyncAttrListGetAttrs(handle, &pair, 1U);
}

static NvSciError call_slot_get(World *world, void *handle)
{
    NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_NeedCpuAccess, NULL, 0U};

    (void)world;
    return NvSciSyncAttrListSlotGetAttrs(handle, 0U, &pair, 1U);
}

static NvSciError call_get_one(World *world, void *handle)
{
    const void *value = NULL;
    size_t len = 0U;

    (void)world;
    return NvSciSyncAttrListGetAttr(handle, NvSciSyncAttrKey_NeedCpuAccess, &value, &len);
}

static NvSciError call_slot_count(World *world, void *handle)
{
    (void)world;
    return (NvSciSyncAttrListGetSlotCount(handle) == 1U) ? NvSciError_Success
                                                         : NvSciError_BadParameter;
}

static NvSciError call_is_local(World *world, void *handle)
{
    bool local = false;

    (void)world;
    return RingfenceSyncAttrListIsLocal(handle, &local);
}

static NvSciError call_append(World *world, void *handle)
{
    const NvSciSyncAttrList input = handle;

    return NvSciSyncAttrListAppendUnreconciled(&input, 1U, &world->made_list);
}

static NvSciError call_clone(World *world, void *handle)
{
    return NvSciSyncAttrListClone(handle, &world->made_list);
}

/** The writable list has no rights, so the reconciliation fails once it is admitted. */
static NvSciError status_of_conflict(NvSciError status, NvSciSyncAttrList conflict)
{
    const bool reconciled = (status == NvSciError_UnsupportedConfig) && (conflict != NULL);

    return reconciled ? NvSciError_Success : status;
}

static NvSciError call_reconcile(World *world, void *handle)
{
    const NvSciSyncAttrList input = handle;
    NvSciSyncAttrList none = NULL;
    const NvSciError status = NvSciSyncAttrListReconcile(&input, 1U, &none, &world->made_list);

    return status_of_conflict(status, world->made_list);
}

static NvSciError call_reconcile_alloc(World *world, void *handle)
{
    const NvSciSyncAttrList input = handle;
    const NvSciError status =
        NvSciSyncAttrListReconcileAndObjAlloc(&input, 1U, &world->made_object, &world->made_list);

    return status_of_conflict(status, world->made_list);
}

static NvSciError call_dump(World *world, void *handle)
{
    void *text = NULL;
    size_t len = 0U;

    (void)world;
    return NvSciSyncAttrListDebugDump(handle, &text, &len);
}

static NvSciError call_fill(World *world, void *handle)
{
    (void)world;
    return NvSciSyncFillC2cAttrs(handle, NvSciSyncAccessPerm_WaitOnly);
}

/* ---------------------------------------------------------------- objects */

static NvSciError call_obj_alloc(World *world, void *handle)
{
    return NvSciSyncObjAlloc(handle, &world->made_object);
}

static NvSciError call_obj_dup(World *world, void *handle)
{
    return NvSciSyncObjDup(handle, &world->made_object);
}

static NvSciError call_obj_free(World *world, void *handle)
{
    (void)world;
    NvSciSyncObjFree(handle);
    return NvSciError_Success;
}

static NvSciError call_obj_list(World *world, void *handle)
{
    NvSciSyncAttrList list = NULL;

    (void)world;
    return NvSciSyncObjGetAttrList(handle, &list);
}

static NvSciError call_obj_validate(World *world, void *handle)
{
    (void)world;
    return NvSciSyncObjValidate(handle);
}

static NvSciError call_generate(World *world, void *handle)
{
    return NvSciSyncObjGenerateFence(handle, &world->target);
}

static NvSciError call_signal(World *world, void *handle)
{
    (void)world;
    return NvSciSyncObjSignal(handle);
}

static NvSciError call_set_status(World *world, void *handle)
{
    const NvSciSyncTaskStatus status = {0U, 0U, 0U, 0U};

    (void)world;
    return RingfenceSyncObjSetTaskStatus(handle, 0U, &status);
}

static NvSciError call_update(World *world, void *handle)
{
    return NvSciSyncFenceUpdateFence(handle, 0U, 1U, &world->target);
}

/* ---------------------------------------------------------------- fences */

static NvSciError call_wait(World *world, void *handle)
{
    return NvSciSyncFenceWait(&world->fence, handle, 0);
}

static NvSciError call_wait_mode(World *world, void *handle)
{
    return NvSciSyncFenceWaitWithMode(&world->fence, handle, 0, NvSciSyncWaitMode_BusyNoYield);
}

static NvSciError fence_clear(World *world, NvSciSyncFence *fence)
{
    (void)world;
    NvSciSyncFenceClear(fence);
    return NvSciError_Success;
}

static NvSciError fence_dup_from(World *world, NvSciSyncFence *fence)
{
    return NvSciSyncFenceDup(fence, &world->target);
}

static NvSciError fence_dup_to(World *world, NvSciSyncFence *fence)
{
    return NvSciSyncFenceDup(&world->fence, fence);
}

static NvSciError fence_generate_to(World *world, NvSciSyncFence *fence)
{
    return NvSciSyncObjGenerateFence(world->object, fence);
}

static NvSciError fence_update_to(World *world, NvSciSyncFence *fence)
{
    return NvSciSyncFenceUpdateFence(world->object, 0U, 1U, fence);
}

static NvSciError fence_wait(World *world, NvSciSyncFence *fence)
{
    return NvSciSyncFenceWait(fence, world->context, 0);
}

static NvSciError fence_wait_mode(World *world, NvSciSyncFence *fence)
{
    return NvSciSyncFenceWaitWithMode(fence, world->context, 0, NvSciSyncWaitMode_BusyWithYield);
}

static NvSciError fence_extract(World *world, NvSciSyncFence *fence)
{
    uint64_t id = 0U;
    uint64_t value = 0U;

    (void)world;
    return NvSciSyncFenceExtractFence(fence, &id, &value);
}

static NvSciError fence_timestamp(World *world, NvSciSyncFence *fence)
{
    uint64_t time = 0U;

    (void)world;
    return NvSciSyncFenceGetTimestamp(fence, &time);
}

static NvSciError fence_add_timestamp(World *world, NvSciSyncFence *fence)
{
    (void)world;
    return NvSciSyncFenceAddTimestampSlot(fence, 1U);
}

static NvSciError fence_timestamp_slot(World *world, NvSciSyncFence *fence)
{
    uint32_t slot = 0U;

    (void)world;
    return NvSciSyncFenceExtractTimestampSlot(fence, &slot);
}

static NvSciError fence_add_status(World *world, NvSciSyncFence *fence)
{
    (void)world;
    return NvSciSyncFenceAddTaskStatusSlot(fence, 1U);
}

static NvSciError fence_status(World *world, NvSciSyncFence *fence)
{
    NvSciSyncTaskStatus status;

    (void)world;
    return NvSciSyncFenceGetTaskStatus(fence, &status);
}

const FenceCall g_fence_calls[] = {
    {"NvSciSyncFenceClear", fence_clear, true, true},
    {"NvSciSyncFenceDup", fence_dup_from, false, false},
    {"NvSciSyncFenceDup", fence_dup_to, true, false},
    {"NvSciSyncObjGenerateFence", fence_generate_to, true, false},
    {"NvSciSyncFenceUpdateFence", fence_update_to, true, false},
    {"NvSciSyncFenceWait", fence_wait, false, false},
    {"NvSciSyncFenceWaitWithMode", fence_wait_mode, false, false},
    {"NvSciSyncFenceExtractFence", fence_extract, false, false},
    {"NvSciSyncFenceGetTimestamp", fence_timestamp, false, false},
    {"NvSciSyncFenceAddTimestampSlot", fence_add_timestamp, false, false},
    {"NvSciSyncFenceExtractTimestampSlot", fence_timestamp_slot, false, false},
    {"NvSciSyncFenceAddTaskStatusSlot", fence_add_status, false, false},
    {"NvSciSyncFenceGetTaskStatus", fence_status, false, false},
};

const size_t g_fence_call_count = COUNT_OF(g_fence_calls);

static NvSciError call_clear(World *world, void *handle)
{
    (void)handle;
    return fence_clear(world, &world->fence);
}

static NvSciError call_dup(World *world, void *handle)
{
    (void)handle;
    return fence_dup_from(world, &world->fence);
}

static NvSciError call_extract(World *world, void *handle)
{
    (void)handle;
    return fence_extract(world, &world->fence);
}

static NvSciError call_timestamp(World *world, void *handle)
{
    (void)handle;
    return fence_timestamp(world, &world->fence);
}

static NvSciError call_add_timestamp(World *world, void *handle)
{
    (void)handle;
    return fence_add_timestamp(world, &world->fence);
}

static NvSciError call_timestamp_slot(World *world, void *handle)
{
    (void)handle;
    return fence_timestamp_slot(world, &world->fence);
}

static NvSciError call_add_status(World *world, void *handle)
{
    (void)handle;
    return fence_add_status(world, &world->fence);
}

static NvSciError call_status(World *world, void *handle)
{
    (void)handle;
    return fence_status(world, &world->fence);
}

/* ---------------------------------------------------------------- stored fences */

static NvSciError call_take(World *world, void *handle)
{
    (void)handle;
    return RingfenceFenceTake(&world->made_stored);
}

static NvSciError call_give(World *world, void *handle)
{
    (void)handle;
    RingfenceFenceGive(world->stored);
    return NvSciError_Success;
}

static NvSciError call_desc_take(World *world, void *handle)
{
    (void)handle;
    return RingfenceFenceDescTake(&world->made_stored_desc);
}

static NvSciError call_desc_give(World *world, void *handle)
{
    (void)handle;
    RingfenceFenceDescGive(world->stored_desc);
    return NvSciError_Success;
}

/* ---------------------------------------------------------------- the table */

#define INIT    ((uint32_t)RINGFENCE_PHASE_INIT)
#define RUNTIME ((uint32_t)RINGFENCE_PHASE_RUNTIME)
#define DEINIT  ((uint32_t)RINGFENCE_PHASE_DEINIT)
#define FREES   (INIT | DEINIT)
#define SIGNALS (INIT | RUNTIME)
#if (RINGFENCE_CFG_RUNTIME_QUERIES == 1U)
#define QUERIES (INIT | RUNTIME)
#else
#define QUERIES INIT
#endif

const Call g_calls[] = {
    {"NvSciSyncModuleOpen", TAKES_NONE, INIT, call_module_open, false},
    {"NvSciSyncModuleClose", TAKES_MODULE, FREES, call_module_close, true},
    {"NvSciSyncCheckVersionCompatibility", TAKES_NONE, INIT, call_check_version, false},
    {"NvSciSyncCpuWaitContextAlloc", TAKES_MODULE, INIT, call_context_alloc, false},
    {"NvSciSyncCpuWaitContextFree", TAKES_CONTEXT, FREES, call_context_free, true},
    {"NvSciSyncAttrListCreate", TAKES_MODULE, INIT, call_list_create, false},
    {"NvSciSyncAttrListFree", TAKES_WRITABLE, FREES, call_list_free, true},
    {"NvSciSyncAttrListIsReconciled", TAKES_WRITABLE, INIT, call_is_reconciled, false},
    {"NvSciSyncAttrListValidateReconciled", TAKES_RECONCILED, INIT, call_validate, false},
    {"NvSciSyncAttrListValidateReconciled", TAKES_WRITABLE, INIT, call_validate_input, false},
    {"NvSciSyncAttrListValidateReconciledAgainstAttrs", TAKES_RECONCILED, INIT, call_validate_attrs,
     false},
    {"NvSciSyncAttrListSetAttrs", TAKES_WRITABLE, INIT, call_set, false},
    {"NvSciSyncAttrListGetAttrs", TAKES_WRITABLE, QUERIES, call_get, false},
    {"NvSciSyncAttrListSlotGetAttrs", TAKES_WRITABLE, QUERIES, call_slot_get, false},
    {"NvSciSyncAttrListGetAttr", TAKES_WRITABLE, QUERIES, call_get_one, false},
    {"NvSciSyncAttrListGetSlotCount", TAKES_WRITABLE, QUERIES, call_slot_count, true},
    {"NvSciSyncAttrListAppendUnreconciled", TAKES_WRITABLE, INIT, call_append, false},
    {"NvSciSyncAttrListClone", TAKES_WRITABLE, INIT, call_clone, false},
    {"NvSciSyncAttrListReconcile", TAKES_WRITABLE, INIT, call_reconcile, false},
    {"NvSciSyncAttrListReconcileAndObjAlloc", TAKES_WRITABLE, INIT, call_reconcile_alloc, false},
    {"NvSciSyncAttrListDebugDump", TAKES_WRITABLE, INIT, call_dump, false},
    {"NvSciSyncFillC2cAttrs", TAKES_WRITABLE, INIT, call_fill, false},
    {"RingfenceSyncAttrListIsLocal", TAKES_RECONCILED, INIT, call_is_local, false},
    {"NvSciSyncObjAlloc", TAKES_RECONCILED, INIT, call_obj_alloc, false},
    {"NvSciSyncObjDup", TAKES_OBJECT, INIT, call_obj_dup, false},
    {"NvSciSyncObjFree", TAKES_OBJECT, FREES, call_obj_free, true},
    {"NvSciSyncObjGetAttrList", TAKES_OBJECT, QUERIES, call_obj_list, false},
    {"NvSciSyncObjValidate", TAKES_OBJECT, INIT, call_obj_validate, false},
    {"NvSciSyncObjGenerateFence", TAKES_OBJECT, SIGNALS, call_generate, false},
    {"NvSciSyncObjSignal", TAKES_OBJECT, SIGNALS, call_signal, false},
    {"RingfenceSyncObjSetTaskStatus", TAKES_OBJECT, SIGNALS, call_set_status, false},
    {"NvSciSyncFenceUpdateFence", TAKES_OBJECT, SIGNALS, call_update, false},
    {"NvSciSyncFenceWait", TAKES_CONTEXT, SIGNALS, call_wait, false},
    {"NvSciSyncFenceWaitWithMode", TAKES_CONTEXT, SIGNALS, call_wait_mode, false},
    {"NvSciSyncFenceClear", TAKES_NONE, INIT | RUNTIME | DEINIT, call_clear, true},
    {"NvSciSyncFenceDup", TAKES_NONE, SIGNALS, call_dup, false},
    {"NvSciSyncFenceExtractFence", TAKES_NONE, SIGNALS, call_extract, false},
    {"NvSciSyncFenceGetTimestamp", TAKES_NONE, SIGNALS, call_timestamp, false},
    {"NvSciSyncFenceAddTimestampSlot", TAKES_NONE, SIGNALS, call_add_timestamp, false},
    {"NvSciSyncFenceExtractTimestampSlot", TAKES_NONE, SIGNALS, call_timestamp_slot, false},
    {"NvSciSyncFenceAddTaskStatusSlot", TAKES_NONE, SIGNALS, call_add_status, false},
    {"NvSciSyncFenceGetTaskStatus", TAKES_NONE, SIGNALS, call_status, false},
    {"RingfenceFenceTake", TAKES_NONE, INIT, call_take, false},
    {"RingfenceFenceGive", TAKES_NONE, FREES, call_give, true},
    {"RingfenceFenceDescTake", TAKES_NONE, INIT, call_desc_take, false},
    {"RingfenceFenceDescGive", TAKES_NONE, FREES, call_desc_give, true},
};

const size_t g_call_count = COUNT_OF(g_calls);
