/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_fixture.c
 * What the tests of src/sync share.
 */
#define _POSIX_C_SOURCE 200809L

#include "sync_fixture.h"

#include <unistd.h>

#include "native.h"
#include "sync_inside.h"

/** Seconds after which a test that hangs is ended. */
#define HANG_SECONDS 400U

int case_begin(void **state)
{
    (void)alarm(HANG_SECONDS);
    return nothing_is_left(state);
}

int case_end(void **state)
{
    (void)alarm(0U);
    return nothing_is_left(state);
}

/* ---------------------------------------------------------------- library counters */

static RingfencePoolUsage usage_of(RingfencePool pool)
{
    RingfencePoolUsage usage;

    assert_status(RingfenceGetPoolUsage(pool, &usage), NvSciError_Success);
    return usage;
}

uint32_t exhausted(RingfencePool pool)
{
    return usage_of(pool).exhausted;
}

PoolState pools_now(void)
{
    PoolState state;

    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        state.taken[pool] = in_use_of((RingfencePool)pool);
    }
    return state;
}

void assert_pools(const PoolState *expected)
{
    const PoolState now = pools_now();

    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        if (now.taken[pool] != expected->taken[pool]) {
            fail_msg("%s: %u in use, %u before", usage_of((RingfencePool)pool).name,
                     now.taken[pool], expected->taken[pool]);
        }
    }
}

static RingfenceFault last_fault(void)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault;
}

uint32_t fault_count(void)
{
    return last_fault().total;
}

RingfenceFaultKind fault_kind(void)
{
    return last_fault().kind;
}

const char *fault_function(void)
{
    return last_fault().function;
}

void go_to(RingfencePhase phase)
{
    while (RingfenceCurrentPhase() != phase) {
        const RingfencePhase now = RingfenceCurrentPhase();
        RingfencePhase next = RINGFENCE_PHASE_INIT;

        if (now == RINGFENCE_PHASE_INIT) {
            next = RINGFENCE_PHASE_RUNTIME;
        } else if (now == RINGFENCE_PHASE_RUNTIME) {
            next = RINGFENCE_PHASE_DEINIT;
        } else {
            next = RINGFENCE_PHASE_INIT;
        }
        assert_status(RingfenceAdvancePhase(next), NvSciError_Success);
    }
}

/* ---------------------------------------------------------------- lists and objects */

NvSciSyncModule open_module(void)
{
    NvSciSyncModule module = NULL;

    assert_status(NvSciSyncModuleOpen(&module), NvSciError_Success);
    return module;
}

NvSciSyncCpuWaitContext make_context(NvSciSyncModule module)
{
    NvSciSyncCpuWaitContext context = NULL;

    assert_status(NvSciSyncCpuWaitContextAlloc(module, &context), NvSciError_Success);
    return context;
}

NvSciSyncAttrList make_list(NvSciSyncModule module)
{
    NvSciSyncAttrList list = NULL;

    assert_status(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    return list;
}

void set_key(NvSciSyncAttrList list, NvSciSyncAttrKey key, const void *value, size_t len)
{
    const NvSciSyncAttrKeyValuePair pair = {key, value, len};

    assert_status(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
}

void set_flag(NvSciSyncAttrList list, NvSciSyncAttrKey key, bool flag)
{
    set_key(list, key, &flag, sizeof(flag));
}

NvSciSyncAttrList make_perm_list(NvSciSyncModule module, NvSciSyncAccessPerm perm, bool cpu)
{
    const NvSciSyncAttrList list = make_list(module);

    set_key(list, NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm));
    if (cpu) {
        set_flag(list, NvSciSyncAttrKey_NeedCpuAccess, true);
    }
    return list;
}

void name_engine(NvSciSyncAttrList list)
{
    static const NvSciBufPeerHwEngine engine = {NvSciBufHwEngName_DLA, NvSciBufPlatformName_Orin};

    set_key(list, NvSciSyncAttrKey_PeerHwEngineArray, &engine, sizeof(engine));
}

NvSciSyncAttrList make_reconciled(NvSciSyncModule module)
{
    const NvSciSyncAttrList input = make_perm_list(module, NvSciSyncAccessPerm_WaitSignal, true);
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;

    assert_status(NvSciSyncAttrListReconcile(&input, 1U, &reconciled, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(input);
    return reconciled;
}

NvSciSyncAttrList make_conflict(NvSciSyncModule module)
{
    const NvSciSyncAttrList input = make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, true);
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;

    assert_status(NvSciSyncAttrListReconcile(&input, 1U, &reconciled, &conflict),
                  NvSciError_UnsupportedConfig);
    assert_non_null(conflict);
    NvSciSyncAttrListFree(input);
    return conflict;
}

NvSciSyncObj make_object(NvSciSyncModule module, Traits traits)
{
    const NvSciSyncAttrValPrimitiveType narrow = NvSciSyncAttrValPrimitiveType_SysmemSemaphore;
    const NvSciSyncAttrList lists[] = {
        make_perm_list(module, NvSciSyncAccessPerm_SignalOnly, !traits.engine_signals),
        make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, !traits.engine_waits)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    if (traits.engines) {
        name_engine(lists[0]);
        name_engine(lists[1]);
    }
    if (traits.narrow) {
        set_key(lists[1], NvSciSyncAttrKey_PrimitiveInfo, &narrow, sizeof(narrow));
    }
    if (traits.timestamps) {
        set_flag(lists[1], NvSciSyncAttrKey_WaiterRequireTimestamps, true);
    }
    if (traits.timestamps && traits.engine_signals) {
        assert_status(RingfenceEngineSyncStamps(lists[0]), NvSciError_Success);
    }
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

uint32_t slot_of(NvSciSyncObj handle)
{
    SyncObject *object = NULL;

    assert_status(sync_object_find(OP_SYNC_OBJ_VALIDATE, handle, &object), NvSciError_Success);
    return sync_object_index(object);
}

NvSciSyncObj make_object_in_slot(NvSciSyncModule module, Traits traits, uint32_t slot)
{
    NvSciSyncObj object = make_object(module, traits);

    while (slot_of(object) != slot) {
        NvSciSyncObjFree(object);
        object = make_object(module, traits);
    }
    return object;
}

SyncObject *object_of(NvSciSyncObj handle)
{
    return &g_sync_objects[slot_of(handle)];
}

void set_timeline(NvSciSyncObj handle, uint64_t value)
{
    SyncObject *const object = object_of(handle);

    port_store64(&object->issued, value);
    port_store64(&object->writable.counter->value, value);
}

uint64_t number_of(NvSciSyncAttrList list, NvSciSyncAttrKey key)
{
    const void *value = NULL;
    size_t len = 0U;

    assert_status(NvSciSyncAttrListGetAttr(list, key, &value, &len), NvSciError_Success);
    assert_in_range(len, 1U, sizeof(uint64_t));
    return native_number(value, len);
}

uint64_t value_of(const NvSciSyncFence *fence)
{
    uint64_t id = 1U;
    uint64_t value = 0U;

    assert_status(NvSciSyncFenceExtractFence(fence, &id, &value), NvSciError_Success);
    assert_int_equal(id, 0U);
    return value;
}

Scene scene_open(Traits traits)
{
    Scene scene = {NULL, NULL, NULL};

    scene.module = open_module();
    scene.context = make_context(scene.module);
    scene.object = make_object(scene.module, traits);
    return scene;
}

void scene_close(Scene *scene)
{
    NvSciSyncObjFree(scene->object);
    NvSciSyncCpuWaitContextFree(scene->context);
    NvSciSyncModuleClose(scene->module);
}
