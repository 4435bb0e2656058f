/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_driver_test.c
 * Sync objects that engines use: what an engine asks for, where the counter is, and how long it
 * stays.
 */
#include "sync_inside.h"

#include "ringfence_engine.h"

static const NvSciRmGpuId g_gpu = {{3U, 1U, 4U, 1U, 5U}};

static RingfenceEngineSync map_of(NvSciSyncObj object)
{
    RingfenceEngineSync map;

    (void)memset(&map, 0xA5, sizeof(map));
    assert_status(RingfenceEngineSyncMap(object, &map), NvSciError_Success);
    return map;
}

/** Whether nothing is mapped. */
static bool is_empty(const RingfenceEngineSync *map)
{
    return (map->object == NULL) && (map->counter == NULL) && (map->constCounter == NULL) &&
           (map->bytes == 0U) && (map->maxValue == 0U) && (!map->maySignal) && (!map->mayWait) &&
           (map->driver == 0U);
}

/** Bytes of a key of a list; 0: not set. */
static size_t length_of(NvSciSyncAttrList list, NvSciSyncAttrKey key, const void **value)
{
    size_t len = 0U;

    assert_status(NvSciSyncAttrListGetAttr(list, key, value, &len), NvSciError_Success);
    return len;
}

/* ---------------------------------------------------------------- what an engine needs */

/**
 * Rights and GPU stand in the list afterwards, and the lists reconcile.
 * @verifies RF-ENGINE-004
 */
static void needs_stand_in_the_list(void **state)
{
    static const NvSciSyncAccessPerm perms[] = {NvSciSyncAccessPerm_WaitOnly,
                                                NvSciSyncAccessPerm_SignalOnly,
                                                NvSciSyncAccessPerm_WaitSignal};
    const NvSciSyncModule module = open_module();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(perms); i++) {
        const NvSciSyncAttrList list = make_list(module);
        const void *value = NULL;

        assert_status(RingfenceEngineSyncNeed(list, perms[i], &g_gpu), NvSciError_Success);
        assert_int_equal(number_of(list, NvSciSyncAttrKey_RequiredPerm), perms[i]);
        assert_int_equal(length_of(list, NvSciSyncAttrKey_GpuId, &value), sizeof(g_gpu));
        assert_memory_equal(value, &g_gpu, sizeof(g_gpu));
        assert_int_equal(length_of(list, NvSciSyncAttrKey_NeedCpuAccess, &value), 0U);
        NvSciSyncAttrListFree(list);
    }
    NvSciSyncModuleClose(module);
}

/**
 * An engine that is no GPU sets the rights alone.
 * @verifies RF-ENGINE-004
 */
static void an_engine_need_be_no_gpu(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList list = make_list(module);
    const void *value = NULL;

    (void)state;
    assert_status(RingfenceEngineSyncNeed(list, NvSciSyncAccessPerm_WaitOnly, NULL),
                  NvSciError_Success);
    assert_int_equal(number_of(list, NvSciSyncAttrKey_RequiredPerm), NvSciSyncAccessPerm_WaitOnly);
    assert_int_equal(length_of(list, NvSciSyncAttrKey_GpuId, &value), 0U);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

/**
 * Lists that have a key already, or can have none any more, rights that there are not, and no GPU:
 * the list stays as it is.
 * @verifies RF-ENGINE-004
 */
static void needs_that_do_not_fit_change_nothing(void **state)
{
    static const NvSciRmGpuId none = {{0U}};
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList empty = make_list(module);
    const NvSciSyncAttrList with_gpu = make_list(module);
    const NvSciSyncAttrList with_perm = make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, false);
    const NvSciSyncAttrList reconciled = make_reconciled(module);
    const NvSciSyncAttrList stale = make_list(module);
    NvSciSyncAttrList appended = NULL;
    const NvSciSyncAccessPerm wait = NvSciSyncAccessPerm_WaitOnly;
    const void *value = NULL;

    (void)state;
    NvSciSyncAttrListFree(stale);
    set_key(with_gpu, NvSciSyncAttrKey_GpuId, &g_gpu, sizeof(g_gpu));
    assert_status(NvSciSyncAttrListAppendUnreconciled(&empty, 1U, &appended), NvSciError_Success);
    const struct {
        NvSciSyncAttrList list;
        NvSciSyncAccessPerm perm;
        const NvSciRmGpuId *gpu;
    } cases[] = {
        {with_gpu, wait, &g_gpu},
        {with_perm, wait, &g_gpu},
        {with_perm, wait, NULL},
        {reconciled, wait, &g_gpu},
        {stale, wait, &g_gpu},
        {NULL, wait, &g_gpu},
        {empty, 0U, &g_gpu},
        {empty, 4U, &g_gpu},
        {empty, NvSciSyncAccessPerm_Auto, &g_gpu},
        {appended, wait, &g_gpu},
        {empty, wait, &none},
    };

    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        assert_status(RingfenceEngineSyncNeed(cases[i].list, cases[i].perm, cases[i].gpu),
                      NvSciError_BadParameter);
    }
    assert_int_equal(length_of(empty, NvSciSyncAttrKey_RequiredPerm, &value), 0U);
    assert_int_equal(length_of(empty, NvSciSyncAttrKey_GpuId, &value), 0U);
    assert_int_equal(length_of(with_gpu, NvSciSyncAttrKey_RequiredPerm, &value), 0U);
    assert_int_equal(length_of(with_perm, NvSciSyncAttrKey_GpuId, &value), 0U);
    NvSciSyncAttrListFree(empty);
    NvSciSyncAttrListFree(with_gpu);
    NvSciSyncAttrListFree(with_perm);
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncAttrListFree(appended);
    NvSciSyncModuleClose(module);
}

/* ---------------------------------------------------------------- where */

/**
 * The counter is the first word of a page, and counts the object's signals.
 * @verifies RF-ENGINE-003
 * @verifies RF-ENGINE-005
 */
static void a_map_says_where_the_counter_is(void **state)
{
    static const Traits traits[] = {{.engines = true},
                                    {.engines = true, .narrow = true},
                                    {.engines = true, .timestamps = true}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(traits); i++) {
        Scene scene = scene_open(traits[i]);
        RingfenceEngineSync map = map_of(scene.object);
        uint64_t value = 0U;

        assert_non_null(map.object);
        assert_ptr_not_equal(map.object, scene.object);
        assert_ptr_equal(map.counter, map.constCounter);
        assert_int_equal((uintptr_t)map.counter % port_page_size(), 0U);
        assert_int_equal(map.bytes % port_page_size(), 0U);
        assert_true(map.bytes >= port_page_size());
        assert_int_equal(map.maxValue, traits[i].narrow ? UINT32_MAX : UINT64_MAX);
        assert_true(map.maySignal);
        assert_true(map.mayWait);
        assert_status(NvSciSyncObjSignal(map.object), NvSciError_Success);
        (void)memcpy(&value, map.constCounter, sizeof(value));
        assert_int_equal(value, 1U);
        RingfenceEngineSyncUnmap(&map);
        assert_true(is_empty(&map));
        scene_close(&scene);
    }
}

/**
 * An engine may signal whether or not the CPU does; it may do neither where the list or the rights
 * say so.
 * @verifies RF-ENGINE-005
 */
static void rights_of_an_engine_are_those_of_the_object(void **state)
{
    static const Traits traits[] = {
        {.engine_signals = true, .engines = true},
        {.engine_waits = true, .engines = true},
        {.engine_signals = true, .engines = true, .engine_waits = true}};
    static const struct {
        uint64_t perm;
        bool signals;
        bool waits;
    } cases[] = {{NvSciSyncAccessPerm_WaitSignal, true, true},
                 {NvSciSyncAccessPerm_SignalOnly, true, false},
                 {NvSciSyncAccessPerm_WaitOnly, false, true}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(traits); i++) {
        Scene scene = scene_open(traits[i]);
        RingfenceEngineSync map = map_of(scene.object);

        assert_true(map.maySignal);
        assert_true(map.mayWait);
        assert_non_null(map.counter);
        RingfenceEngineSyncUnmap(&map);
        scene_close(&scene);
    }
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        Scene scene = scene_open((Traits){.engines = true});
        SyncObject *const object = object_of(scene.object);
        RingfenceEngineSync map;

        sync_object_shape(object->list, cases[i].perm, &object->shape);
        map = map_of(scene.object);
        assert_int_equal(map.maySignal, cases[i].signals);
        assert_int_equal(map.mayWait, cases[i].waits);
        assert_int_equal(map.counter != NULL, cases[i].signals);
        assert_non_null(map.constCounter);
        RingfenceEngineSyncUnmap(&map);
        scene_close(&scene);
    }
}

/** One list of an object. */
typedef struct {
    uint64_t perm;
    bool cpu;
    bool gpu;
} Asks;

/**
 * A right belongs to the list that asked for it: an engine has no part in what the lists of CPUs
 * asked for, nor the CPU in what an engine's did.
 * @verifies RF-ENGINE-200
 * @verifies RF-SYNC-220
 */
static void an_engine_has_the_rights_of_its_lists(void **state)
{
    static const uint64_t wait = NvSciSyncAccessPerm_WaitOnly;
    static const uint64_t signal = NvSciSyncAccessPerm_SignalOnly;
    static const uint64_t both = NvSciSyncAccessPerm_WaitSignal;
    static const struct {
        Asks lists[2];
        uint32_t signalers;
        bool waits;
        bool cpu_signals;
    } cases[] = {
        {{{signal, true, false}, {wait, true, false}}, 0U, false, true},
        {{{signal, true, false}, {wait, false, true}}, 0U, true, true},
        {{{signal, true, false}, {wait, false, false}}, 0U, true, true},
        {{{signal, false, true}, {wait, true, false}}, 1U, false, false},
        {{{signal, true, true}, {wait, true, false}},
         1U | RINGFENCE_ENGINE_SIGNALER_CPU,
         false,
         true},
        {{{both, true, true}, {wait, true, false}}, 1U | RINGFENCE_ENGINE_SIGNALER_CPU, true, true},
        {{{signal, false, false}, {wait, true, false}},
         RINGFENCE_ENGINE_SIGNALER_OTHER,
         false,
         false},
        {{{both, false, false}, {wait, true, false}}, RINGFENCE_ENGINE_SIGNALER_OTHER, true, false},
    };
    const NvSciSyncModule module = open_module();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        RingfenceEngineFence view;
        RingfenceEngineSync map;
        NvSciSyncAttrList lists[2];
        NvSciSyncAttrList conflict = NULL;
        NvSciSyncObj object = NULL;
        uint64_t point = 0U;
        const bool signals = (cases[i].signalers != 0U);

        for (size_t k = 0U; k < 2U; k++) {
            lists[k] = make_perm_list(module, cases[i].lists[k].perm, cases[i].lists[k].cpu);
            if (cases[i].lists[k].gpu) {
                set_key(lists[k], NvSciSyncAttrKey_GpuId, &g_gpu, sizeof(g_gpu));
            }
        }
        assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                      NvSciError_Success);
        map = map_of(object);
        assert_int_equal(map.maySignal, signals);
        assert_int_equal(map.counter != NULL, signals);
        assert_int_equal(map.mayWait, cases[i].waits);
        assert_int_equal(map.signalers, cases[i].signalers);
        assert_status(RingfenceEngineFenceGenerate(map.object, &fence, &point),
                      signals ? NvSciError_Success : NvSciError_BadParameter);
        assert_status(RingfenceEngineFenceRead(map.object, &fence, &view),
                      cases[i].waits ? NvSciError_Success : NvSciError_BadParameter);
        NvSciSyncFenceClear(&fence);
        assert_status(NvSciSyncObjSignal(object),
                      cases[i].cpu_signals ? NvSciError_Success : NvSciError_BadParameter);
        RingfenceEngineSyncUnmap(&map);
        NvSciSyncObjFree(object);
        NvSciSyncAttrListFree(lists[0]);
        NvSciSyncAttrListFree(lists[1]);
    }
    NvSciSyncModuleClose(module);
}

/**
 * Of several GPUs those signal that the list which signals names.
 * @verifies RF-SYNC-220
 */
static void each_gpu_has_the_right_of_its_list(void **state)
{
    static const NvSciRmGpuId gpus[3] = {{{3U}}, {{2U}}, {{1U}}};
    const NvSciSyncModule module = open_module();
    NvSciSyncAttrList lists[2] = {make_perm_list(module, NvSciSyncAccessPerm_SignalOnly, false),
                                  make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, false)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncAttrList list = NULL;
    NvSciSyncObj object = NULL;
    NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_GpuId, NULL, 0U};
    RingfenceEngineSync map;

    (void)state;
    set_key(lists[0], NvSciSyncAttrKey_GpuId, &gpus[0], 2U * sizeof(gpus[0]));
    set_key(lists[1], NvSciSyncAttrKey_GpuId, &gpus[2], sizeof(gpus[2]));
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                  NvSciError_Success);
    assert_status(NvSciSyncObjGetAttrList(object, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListGetAttrs(list, &pair, 1U), NvSciError_Success);
    assert_int_equal(pair.len, sizeof(gpus));
    map = map_of(object);
    for (uint32_t i = 0U; i < 3U; i++) {
        const NvSciRmGpuId *const named = pair.value;
        const bool signals = (named[i].bytes[0] != 1U);

        assert_int_equal((map.signalers >> i) & 1U, signals ? 1U : 0U);
    }
    assert_int_equal(map.signalers >> 3U, 0U);
    RingfenceEngineSyncUnmap(&map);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncModuleClose(module);
}

/* ---------------------------------------------------------------- how long */

/**
 * Object and pages stay as long as a map, whichever handle goes first, and fences go on.
 * @verifies RF-ENGINE-001
 */
static void a_map_keeps_its_object(void **state)
{
    Scene scene = scene_open((Traits){.engines = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    RingfenceEngineSync first = map_of(scene.object);
    RingfenceEngineSync second = map_of(first.object);
    uint64_t value = 0U;

    (void)state;
    assert_ptr_equal(first.counter, second.counter);
    assert_ptr_not_equal(first.object, second.object);
    NvSciSyncObjFree(scene.object);
    scene.object = NULL;
    RingfenceEngineSyncUnmap(&first);
    assert_status(NvSciSyncObjGenerateFence(second.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncObjSignal(second.object), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Success);
    (void)memcpy(&value, second.constCounter, sizeof(value));
    assert_int_equal(value, 1U);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    RingfenceEngineSyncUnmap(&second);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    scene_close(&scene);
}

/**
 * An object that lost its last handle with a map goes with its last fence, as others do.
 * @verifies RF-ENGINE-001
 */
static void a_fence_keeps_an_object_that_is_unmapped(void **state)
{
    Scene scene = scene_open((Traits){.engines = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    RingfenceEngineSync map = map_of(scene.object);

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    NvSciSyncObjFree(scene.object);
    scene.object = NULL;
    RingfenceEngineSyncUnmap(&map);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    scene_close(&scene);
}

/**
 * Neither kind of handle can be given back as the other.
 * @verifies RF-ENGINE-002
 */
static void handles_of_maps_are_no_handles_of_programs(void **state)
{
    Scene scene = scene_open((Traits){.engines = true});
    RingfenceEngineSync map = map_of(scene.object);
    RingfenceEngineSync wrong = map;
    const RingfenceEngineSync kept = map;
    const uint32_t faults = fault_count();

    (void)state;
    NvSciSyncObjFree(map.object);
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_HANDLE);
    assert_string_equal(fault_function(), "NvSciSyncObjFree");
    assert_status(NvSciSyncObjValidate(map.object), NvSciError_Success);
    wrong.object = scene.object;
    RingfenceEngineSyncUnmap(&wrong);
    assert_int_equal(fault_count(), faults + 2U);
    assert_string_equal(fault_function(), "RingfenceEngineSyncUnmap");
    assert_ptr_equal(wrong.object, scene.object);
    assert_status(NvSciSyncObjValidate(scene.object), NvSciError_Success);
    RingfenceEngineSyncUnmap(&map);
    wrong = kept;
    RingfenceEngineSyncUnmap(&wrong);
    assert_int_equal(fault_count(), faults + 3U);
    assert_ptr_equal(wrong.object, kept.object);
    RingfenceEngineSyncUnmap(&map);
    RingfenceEngineSyncUnmap(NULL);
    assert_int_equal(fault_count(), faults + 3U);
    scene_close(&scene);
}

/**
 * What is no object, and a full table, change nothing.
 * @verifies RF-ENGINE-001
 * @verifies RF-SYNC-087
 */
static void what_cannot_be_mapped_is_refused(void **state)
{
    static NvSciSyncObj taken[RINGFENCE_CFG_SYNC_HANDLES];
    Scene scene = scene_open((Traits){.engines = true});
    const NvSciSyncObj stale = make_object(scene.module, (Traits){.engines = true});
    RingfenceEngineSync map = {0};
    uint32_t count = 0U;

    (void)state;
    NvSciSyncObjFree(stale);
    assert_status(RingfenceEngineSyncMap(scene.object, NULL), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncMap(NULL, &map), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncMap(stale, &map), NvSciError_BadParameter);
    while (NvSciSyncObjDup(scene.object, &taken[count]) == NvSciError_Success) {
        count++;
    }
    assert_status(RingfenceEngineSyncMap(scene.object, &map), NvSciError_InsufficientMemory);
    while (count > 0U) {
        count--;
        NvSciSyncObjFree(taken[count]);
    }
    assert_true(is_empty(&map));
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_HANDLE), 1U);
    scene_close(&scene);
}

/**
 * Mapping and asking are for INIT, unmapping for INIT and DEINIT.
 * @verifies RF-ENGINE-030
 */
static void phases_are_kept(void **state)
{
    Scene scene = scene_open((Traits){.engines = true});
    const NvSciSyncAttrList list = make_list(scene.module);
    RingfenceEngineSync map = map_of(scene.object);
    RingfenceEngineSync other = {0};
    RingfenceRefusal before;
    RingfenceRefusal after;

    (void)state;
    assert_status(RingfenceGetLastRefusal(&before), NvSciError_Success);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_status(RingfenceEngineSyncMap(scene.object, &other), NvSciError_InvalidState);
    assert_status(RingfenceEngineSyncNeed(list, NvSciSyncAccessPerm_WaitOnly, &g_gpu),
                  NvSciError_InvalidState);
    RingfenceEngineSyncUnmap(&map);
    assert_non_null(map.object);
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_status(RingfenceEngineSyncMap(scene.object, &other), NvSciError_InvalidState);
    assert_status(RingfenceEngineSyncNeed(list, NvSciSyncAccessPerm_WaitOnly, &g_gpu),
                  NvSciError_InvalidState);
    RingfenceEngineSyncUnmap(&map);
    assert_true(is_empty(&map));
    assert_true(is_empty(&other));
    assert_status(RingfenceGetLastRefusal(&after), NvSciError_Success);
    assert_int_equal(after.total, before.total + 5U);
    go_to(RINGFENCE_PHASE_INIT);
    assert_status(RingfenceEngineSyncNeed(list, NvSciSyncAccessPerm_WaitOnly, &g_gpu),
                  NvSciError_Success);
    NvSciSyncAttrListFree(list);
    scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(needs_stand_in_the_list),
        sync_test(an_engine_need_be_no_gpu),
        sync_test(needs_that_do_not_fit_change_nothing),
        sync_test(a_map_says_where_the_counter_is),
        sync_test(rights_of_an_engine_are_those_of_the_object),
        sync_test(an_engine_has_the_rights_of_its_lists),
        sync_test(each_gpu_has_the_right_of_its_list),
        sync_test(a_map_keeps_its_object),
        sync_test(a_fence_keeps_an_object_that_is_unmapped),
        sync_test(handles_of_maps_are_no_handles_of_programs),
        sync_test(what_cannot_be_mapped_is_refused),
        sync_test(phases_are_kept),
    };

    return cmocka_run_group_tests_name("engine/sync_driver", tests, NULL, NULL);
}
