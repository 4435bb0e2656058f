/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stamps_test.c
 * Timestamps that an engine writes: when an object has them, where they are, whose they are, and
 * what becomes of them when the engine fails. Both ends of the channel are in this process.
 */
#define _GNU_SOURCE

#include <stdatomic.h>

#include "ipc_fixture.h"
#include "nvscisync.h"
#include "ringfence_cfg.h"
#include "ringfence_engine.h"

#define WAIT   NvSciSyncAccessPerm_WaitOnly
#define SIGNAL NvSciSyncAccessPerm_SignalOnly
#define AUTO   NvSciSyncAccessPerm_Auto
#define SLOTS  RINGFENCE_CFG_TIMESTAMP_SLOTS

static const NvSciRmGpuId g_gpu = {{1U, 6U, 1U, 8U}};

/** A list of the engine that signals. */
static NvSciSyncAttrList engine_list(NvSciSyncModule module, bool stamps)
{
    NvSciSyncAttrList list = NULL;

    assert_status(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_status(RingfenceEngineSyncNeed(list, SIGNAL, &g_gpu), NvSciError_Success);
    if (stamps) {
        assert_status(RingfenceEngineSyncStamps(list), NvSciError_Success);
    }
    return list;
}

/** A list of a CPU that waits, for points of 32 bits if `narrow`. */
static NvSciSyncAttrList cpu_list(NvSciSyncModule module, bool timestamps, bool narrow)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = WAIT;
    const NvSciSyncAttrValPrimitiveType wide =
        NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b;
    const NvSciSyncAttrValPrimitiveType small = NvSciSyncAttrValPrimitiveType_SysmemSemaphore;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciSyncAttrKey_PrimitiveInfo, narrow ? &small : &wide, sizeof(wide)},
        {NvSciSyncAttrKey_WaiterRequireTimestamps, &timestamps, sizeof(timestamps)}};
    NvSciSyncAttrList list = NULL;

    assert_status(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

/** An object that an engine signals, its map, and what of it was passed out. */
typedef struct {
    NvSciSyncModule module;
    NvSciSyncObj object;
    RingfenceEngineSync map;
} Engine;

static NvSciSyncObj object_of_two(NvSciSyncAttrList first, NvSciSyncAttrList second)
{
    const NvSciSyncAttrList lists[] = {first, second};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(first);
    NvSciSyncAttrListFree(second);
    return object;
}

static Engine open_engine(bool timestamps, bool narrow)
{
    Engine engine;

    (void)memset(&engine, 0, sizeof(engine));
    assert_status(NvSciSyncModuleOpen(&engine.module), NvSciError_Success);
    engine.object = object_of_two(engine_list(engine.module, true),
                                  cpu_list(engine.module, timestamps, narrow));
    assert_status(RingfenceEngineSyncMap(engine.object, &engine.map), NvSciError_Success);
    return engine;
}

static void close_engine(Engine *engine)
{
    RingfenceEngineSyncUnmap(&engine->map);
    NvSciSyncObjFree(engine->object);
    NvSciSyncModuleClose(engine->module);
}

static void store(void *place, uint64_t value)
{
    _Atomic(uint64_t) *const word = place;

    atomic_store(word, value);
}

static RingfenceEngineTimestamp *slot_of_point(const RingfenceEngineSync *map, uint64_t point)
{
    return &map->timestamps[(point & map->maxValue) % map->timestampSlots];
}

/** What an engine does before it stores a point. */
static void stamp(const RingfenceEngineSync *map, uint64_t point, uint64_t time_us)
{
    RingfenceEngineTimestamp *const slot = slot_of_point(map, point);

    store(&slot->mark, RINGFENCE_ENGINE_STAMPING);
    store(&slot->timeUs, time_us);
    store(&slot->mark, ~(point & map->maxValue));
}

/** Passes out a point and signals it, with a time. */
static uint64_t signal_at(const RingfenceEngineSync *map, NvSciSyncFence *fence, uint64_t time_us)
{
    uint64_t point = 0U;

    assert_status(RingfenceEngineFenceGenerate(map->object, fence, &point), NvSciError_Success);
    stamp(map, point, time_us);
    store(map->counter, point);
    return point;
}

static void assert_time(const NvSciSyncFence *fence, uint64_t expected)
{
    uint64_t time = 0U;

    assert_status(NvSciSyncFenceGetTimestamp(fence, &time), NvSciError_Success);
    assert_true(time == expected);
}

static void assert_no_time(const NvSciSyncFence *fence, NvSciError status)
{
    uint64_t time = 7U;

    assert_status(NvSciSyncFenceGetTimestamp(fence, &time), status);
    assert_true(time == 7U);
}

/**
 * A CPU that waits gets timestamps of an engine that writes them; one that does not is refused,
 * with the wish and the signaller as the reason. Nobody gets what he does not ask for.
 * @verifies RF-SYNC-038
 * @verifies RF-ENGINE-053
 */
static void an_engine_that_stamps_gives_timestamps(void **state)
{
    NvSciSyncModule module = NULL;

    (void)state;
    assert_status(NvSciSyncModuleOpen(&module), NvSciError_Success);
    for (uint32_t i = 0U; i < 4U; i++) {
        const bool stamps = ((i & 1U) != 0U);
        const bool wants = ((i & 2U) != 0U);
        const NvSciSyncAttrList lists[] = {cpu_list(module, wants, false),
                                           engine_list(module, stamps)};
        NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_WaiterRequireTimestamps, NULL, 0U},
                                             {NvSciSyncAttrKey_NumTimestampSlots, NULL, 0U}};
        NvSciSyncAttrList list = NULL;
        NvSciSyncAttrList conflict = NULL;

        if (wants && (!stamps)) {
            RingfenceConflict why;

            assert_status(NvSciSyncAttrListReconcile(lists, 2U, &list, &conflict),
                          NvSciError_UnsupportedConfig);
            assert_status(RingfenceExplainConflict(conflict, &why), NvSciError_Success);
            assert_int_equal(why.key, NvSciSyncAttrKey_WaiterRequireTimestamps);
            assert_int_equal(why.rule, RINGFENCE_RULE_SUPPORTED);
            assert_int_equal(why.first.list, 0U);
            assert_int_equal(why.second.list, 1U);
            NvSciSyncAttrListFree(conflict);
        } else {
            assert_status(NvSciSyncAttrListReconcile(lists, 2U, &list, &conflict),
                          NvSciError_Success);
            assert_status(NvSciSyncAttrListGetAttrs(list, pairs, 2U), NvSciError_Success);
            assert_int_equal(*(const bool *)pairs[0].value, wants);
            assert_int_equal(*(const uint32_t *)pairs[1].value, wants ? SLOTS : 0U);
            NvSciSyncAttrListFree(list);
        }
        NvSciSyncAttrListFree(lists[0]);
        NvSciSyncAttrListFree(lists[1]);
    }
    NvSciSyncModuleClose(module);
}

/**
 * Lists that no engine signals, or that are not its own to fill, are refused.
 * @verifies RF-ENGINE-053
 * @verifies RF-ENGINE-030
 * @verifies RF-CORE-343
 */
static void lists_that_cannot_be_noted_are_refused(void **state)
{
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList appended = NULL;
    NvSciSyncAttrList own = NULL;
    NvSciSyncObj object = NULL;
    RingfenceFault fault;

    (void)state;
    assert_status(NvSciSyncModuleOpen(&module), NvSciError_Success);
    const NvSciSyncAttrList signals = engine_list(module, true);
    const NvSciSyncAttrList waits = cpu_list(module, true, false);
    assert_status(NvSciSyncAttrListAppendUnreconciled(&signals, 1U, &appended), NvSciError_Success);
    object = object_of_two(engine_list(module, true), cpu_list(module, true, false));
    assert_status(NvSciSyncObjGetAttrList(object, &own), NvSciError_Success);
    assert_status(RingfenceEngineSyncStamps(NULL), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncStamps(waits), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncStamps(appended), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncStamps(own), NvSciError_BadParameter);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIST_ORDER);
    assert_string_equal(fault.function, "RingfenceEngineSyncStamps");
    assert_string_equal(fault.causeText,
                        "it takes no keys any more; give one that was created and not appended");
    assert_status(RingfenceEngineSyncMark(own, 1U), NvSciError_BadParameter);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIST_ORDER);
    assert_string_equal(fault.function, "RingfenceEngineSyncMark");
    assert_status(RingfenceEngineSyncStamps(signals), NvSciError_Success);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_status(RingfenceEngineSyncStamps(signals), NvSciError_InvalidState);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), NvSciError_Success);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(appended);
    NvSciSyncAttrListFree(signals);
    NvSciSyncAttrListFree(waits);
    NvSciSyncModuleClose(module);
}

/**
 * The timestamps are in the counter's pages, behind it; an object without them has none.
 * @verifies RF-ENGINE-054
 */
static void a_map_says_where_the_timestamps_are(void **state)
{
    Engine engine = open_engine(true, false);
    const uintptr_t first = (uintptr_t)engine.map.timestamps;
    const uintptr_t counter = (uintptr_t)engine.map.counter;

    (void)state;
    assert_int_equal(engine.map.timestampSlots, SLOTS);
    assert_true(first == (counter + engine.map.timestampOffset));
    assert_true(first > counter);
    assert_true((first + (SLOTS * sizeof(RingfenceEngineTimestamp))) <=
                (counter + engine.map.bytes));
    close_engine(&engine);
    engine = open_engine(false, false);
    assert_null(engine.map.timestamps);
    assert_int_equal(engine.map.timestampSlots, 0U);
    close_engine(&engine);
}

/**
 * An object whose timestamps the CPU writes shows none to an engine, which may only wait for it.
 * @verifies RF-ENGINE-054
 */
static void timestamps_of_the_cpu_are_no_engines(void **state)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = SIGNAL;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;
    Engine engine;

    (void)state;
    (void)memset(&engine, 0, sizeof(engine));
    assert_status(NvSciSyncModuleOpen(&engine.module), NvSciError_Success);
    assert_status(NvSciSyncAttrListCreate(engine.module, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    engine.object = object_of_two(list, cpu_list(engine.module, true, false));
    assert_status(RingfenceEngineSyncMap(engine.object, &engine.map), NvSciError_Success);
    assert_null(engine.map.timestamps);
    assert_int_equal(engine.map.timestampSlots, 0U);
    close_engine(&engine);
}

/**
 * A fence of an engine gives the time that the engine wrote for its point, of 64 and of 32 bits,
 * until a later point has the slot; a time that is being written is nobody's.
 * @verifies RF-ENGINE-054
 * @verifies RF-SYNC-057
 */
static void a_fence_has_the_time_of_its_point(void **state)
{
    (void)state;
    for (uint32_t narrow = 0U; narrow < 2U; narrow++) {
        Engine engine = open_engine(true, narrow == 1U);
        NvSciSyncFence first = NvSciSyncFenceInitializer;
        NvSciSyncFence last = NvSciSyncFenceInitializer;
        uint32_t slot = 0U;
        uint64_t point = 0U;

        point = signal_at(&engine.map, &first, 1000U);
        assert_status(NvSciSyncFenceExtractTimestampSlot(&first, &slot), NvSciError_Success);
        assert_int_equal(slot, point % SLOTS);
        assert_time(&first, 1000U);
        for (uint32_t i = 1U; i < SLOTS; i++) {
            (void)signal_at(&engine.map, &last, 1000U + i);
        }
        assert_time(&first, 1000U);
        assert_time(&last, 1000U + SLOTS - 1U);
        store(&slot_of_point(&engine.map, point)->mark, RINGFENCE_ENGINE_STAMPING);
        assert_no_time(&first, NvSciError_NotYetAvailable);
        (void)signal_at(&engine.map, &last, 5000U);
        assert_no_time(&first, NvSciError_NoLongerAvailable);
        assert_time(&last, 5000U);
        NvSciSyncFenceClear(&first);
        NvSciSyncFenceClear(&last);
        close_engine(&engine);
    }
}

/**
 * Points that are finished because their engine failed have no time, though it wrote that of the
 * first before it failed; those before keep theirs.
 * @verifies RF-ENGINE-055
 */
static void points_of_a_failed_engine_have_no_time(void **state)
{
    static const RingfenceEngineRange all = {1U, UINT64_MAX};
    Engine engine = open_engine(true, false);
    NvSciSyncFence fences[4];
    uint64_t point = 0U;
    uint64_t points = 0U;

    (void)state;
    (void)memset(fences, 0, sizeof(fences));
    (void)signal_at(&engine.map, &fences[0], 1000U);
    for (uint32_t i = 1U; i < COUNT_OF(fences); i++) {
        assert_status(RingfenceEngineFenceGenerate(engine.object, &fences[i], &point),
                      NvSciError_Success);
        if (i == 1U) {
            stamp(&engine.map, point, 1001U);
        }
    }
    assert_no_time(&fences[1], NvSciError_NotYetAvailable);
    assert_status(RingfenceEngineSyncFail(engine.object, &all, 1U, &points), NvSciError_Success);
    assert_int_equal(points, 3U);
    assert_time(&fences[0], 1000U);
    for (uint32_t i = 1U; i < COUNT_OF(fences); i++) {
        assert_no_time(&fences[i], NvSciError_NotYetAvailable);
    }
    for (uint32_t i = 0U; i < COUNT_OF(fences); i++) {
        NvSciSyncFenceClear(&fences[i]);
    }
    close_engine(&engine);
}

/* ---------------------------------------------------------------- another process */

/** Takes an unreconciled list to the other end, and frees it. */
static NvSciSyncAttrList carry_list(NvSciSyncModule module, const Pair *pair,
                                    NvSciSyncAttrList list)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciSyncAttrList carried = NULL;

    assert_status(NvSciSyncAttrListIpcExportUnreconciled(&list, 1U, pair->one, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcImportUnreconciled(module, pair->zero, bytes, size, &carried),
                  NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    NvSciSyncAttrListFree(list);
    return carried;
}

/** Takes an object to the other end. */
static NvSciSyncObj carry_object(NvSciSyncModule module, const Pair *pair, NvSciSyncObj object)
{
    NvSciSyncObjIpcExportDescriptor desc;
    void *bytes = NULL;
    size_t size = 0U;
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList carried = NULL;
    NvSciSyncObj other = NULL;

    assert_status(NvSciSyncObjGetAttrList(object, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcExportReconciled(list, pair->zero, &bytes, &size),
                  NvSciError_Success);
    assert_status(
        NvSciSyncAttrListIpcImportReconciled(module, pair->one, bytes, size, NULL, 0U, &carried),
        NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    assert_status(NvSciSyncObjIpcExport(object, AUTO, pair->zero, &desc), NvSciError_Success);
    assert_status(NvSciSyncObjIpcImport(pair->one, &desc, carried, AUTO, 0, &other),
                  NvSciError_Success);
    NvSciSyncAttrListFree(carried);
    return other;
}

/**
 * The note travels with the list of the engine, and timestamps with the object: who signals at the
 * far end finds where they are, who waits at the near end reads them and cannot write. Without the
 * note the lists do not reconcile here either.
 * @verifies RF-ENGINE-053
 * @verifies RF-ENGINE-054
 */
static void timestamps_come_from_another_process(void **state)
{
    const Pair pair = make_pair("ipc_test_0", "ipc_test_1");
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence carried = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList lists[2];
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;
    RingfenceEngineSync far_map;
    RingfenceEngineSync near_map;

    (void)state;
    assert_status(NvSciSyncModuleOpen(&module), NvSciError_Success);
    lists[0] = cpu_list(module, true, false);
    lists[1] = carry_list(module, &pair, engine_list(module, false));
    assert_status(NvSciSyncAttrListReconcile(lists, 2U, &list, &conflict),
                  NvSciError_UnsupportedConfig);
    NvSciSyncAttrListFree(conflict);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    lists[0] = cpu_list(module, true, false);
    lists[1] = carry_list(module, &pair, engine_list(module, true));
    const NvSciSyncObj near = object_of_two(lists[0], lists[1]);
    const NvSciSyncObj far = carry_object(module, &pair, near);
    assert_status(RingfenceEngineSyncMap(near, &near_map), NvSciError_Success);
    assert_status(RingfenceEngineSyncMap(far, &far_map), NvSciError_Success);
    assert_null(near_map.timestamps);
    assert_non_null(far_map.timestamps);
    assert_int_equal(far_map.timestampSlots, SLOTS);
    (void)signal_at(&far_map, &fence, 4711U);
    assert_status(NvSciSyncIpcExportFence(&fence, pair.one, &desc), NvSciError_Success);
    assert_status(NvSciSyncIpcImportFence(near, &desc, &carried), NvSciError_Success);
    assert_time(&carried, 4711U);
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&carried);
    RingfenceEngineSyncUnmap(&near_map);
    RingfenceEngineSyncUnmap(&far_map);
    NvSciSyncObjFree(far);
    NvSciSyncObjFree(near);
    close_pair(&pair);
    NvSciSyncModuleClose(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(an_engine_that_stamps_gives_timestamps),
        ipc_test(lists_that_cannot_be_noted_are_refused),
        ipc_test(a_map_says_where_the_timestamps_are),
        ipc_test(timestamps_of_the_cpu_are_no_engines),
        ipc_test(a_fence_has_the_time_of_its_point),
        ipc_test(points_of_a_failed_engine_have_no_time),
        ipc_test(timestamps_come_from_another_process),
    };

    return cmocka_run_group_tests_name("engine/stamps", tests, NULL, NULL);
}
