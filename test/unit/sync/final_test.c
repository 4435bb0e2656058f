/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file final_test.c
 * Answers about points whose signaller is gone, when its engine still stores: they stay what they
 * were. One process has the signaller's object and two others of the same timeline, as two
 * processes have that wait; the signaller's line is closed, and its memory stays mapped, as that of
 * a GPU does.
 */
#define _GNU_SOURCE

#include "ipc_fixture.h"
#include "nvscisync.h"
#include "port/descriptor.h"
#include "ringfence_engine.h"
#include "sync/sync.h"

#define WAITERS 2U
#define POINTS  3U

static const NvSciRmGpuId g_gpu = {{1U, 6U, 1U, 8U}};

/** One who waits. */
typedef struct {
    NvSciSyncObj object;
    SyncObject *row;
    NvSciSyncFence fences[POINTS];
} Waiter;

typedef struct {
    NvSciSyncModule module;
    NvSciSyncCpuWaitContext context;
    Pair pair;
    NvSciSyncObj near;
    RingfenceEngineSync map;
    Waiter waiters[WAITERS];
} Ends;

static NvSciSyncAttrList list_of_waiter(NvSciSyncModule module, bool narrow)
{
    static const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitOnly;
    static const NvSciSyncAttrValPrimitiveType kind = NvSciSyncAttrValPrimitiveType_SysmemSemaphore;
    static const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_PrimitiveInfo, &kind, sizeof(kind)}};
    NvSciSyncAttrList list = NULL;

    assert_status(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_status(RingfenceEngineSyncNeed(list, perm, &g_gpu), NvSciError_Success);
    assert_status(NvSciSyncAttrListSetAttrs(list, pairs, narrow ? 2U : 1U), NvSciError_Success);
    return list;
}

/** Makes the object of the near end, of what both ends ask for. */
static void make_near(Ends *ends, bool narrow)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList asked = list_of_waiter(ends->module, narrow);
    NvSciSyncAttrList conflict = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    assert_status(NvSciSyncAttrListCreate(ends->module, &lists[0]), NvSciError_Success);
    assert_status(RingfenceEngineSyncNeed(lists[0], NvSciSyncAccessPerm_SignalOnly, &g_gpu),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcExportUnreconciled(&asked, 1U, ends->pair.one, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcImportUnreconciled(ends->module, ends->pair.zero, bytes, size,
                                                         &lists[1]),
                  NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &ends->near, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(asked);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
}

/** Takes the object of the near end to one who waits. */
static void carry_object(const Ends *ends, Waiter *waiter)
{
    NvSciSyncObjIpcExportDescriptor desc;
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList carried = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    assert_status(NvSciSyncObjGetAttrList(ends->near, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcExportReconciled(list, ends->pair.zero, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcImportReconciled(ends->module, ends->pair.one, bytes, size,
                                                       NULL, 0U, &carried),
                  NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    assert_status(
        NvSciSyncObjIpcExport(ends->near, NvSciSyncAccessPerm_Auto, ends->pair.zero, &desc),
        NvSciError_Success);
    assert_status(NvSciSyncObjIpcImport(ends->pair.one, &desc, carried, NvSciSyncAccessPerm_Auto, 0,
                                        &waiter->object),
                  NvSciError_Success);
    NvSciSyncAttrListFree(carried);
    assert_status(sync_object_find(OP_SYNC_OBJ_VALIDATE, waiter->object, &waiter->row),
                  NvSciError_Success);
    assert_int_equal(port_load32(&waiter->row->watched), 1U);
}

/** Passes points out, and takes their fences to those who wait. */
static void pass_out(Ends *ends)
{
    for (uint32_t i = 0U; i < POINTS; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        NvSciSyncFenceIpcExportDescriptor desc;
        uint64_t point = 0U;

        assert_status(RingfenceEngineFenceGenerate(ends->near, &fence, &point), NvSciError_Success);
        assert_int_equal(point, i + 1U);
        assert_status(NvSciSyncIpcExportFence(&fence, ends->pair.zero, &desc), NvSciError_Success);
        for (uint32_t w = 0U; w < WAITERS; w++) {
            assert_status(NvSciSyncIpcImportFence(ends->waiters[w].object, &desc,
                                                  &ends->waiters[w].fences[i]),
                          NvSciError_Success);
        }
        NvSciSyncFenceClear(&fence);
    }
}

static Ends ends_open(bool narrow)
{
    Ends ends;

    (void)memset(&ends, 0, sizeof(ends));
    assert_status(NvSciSyncModuleOpen(&ends.module), NvSciError_Success);
    assert_status(NvSciSyncCpuWaitContextAlloc(ends.module, &ends.context), NvSciError_Success);
    ends.pair = make_pair("ipc_test_0", "ipc_test_1");
    make_near(&ends, narrow);
    for (uint32_t w = 0U; w < WAITERS; w++) {
        carry_object(&ends, &ends.waiters[w]);
    }
    assert_status(RingfenceEngineSyncMap(ends.near, &ends.map), NvSciError_Success);
    pass_out(&ends);
    return ends;
}

static void ends_close(Ends *ends)
{
    for (uint32_t w = 0U; w < WAITERS; w++) {
        for (uint32_t i = 0U; i < POINTS; i++) {
            NvSciSyncFenceClear(&ends->waiters[w].fences[i]);
        }
        NvSciSyncObjFree(ends->waiters[w].object);
    }
    RingfenceEngineSyncUnmap(&ends->map);
    NvSciSyncObjFree(ends->near);
    NvSciSyncCpuWaitContextFree(ends->context);
    close_pair(&ends->pair);
    NvSciSyncModuleClose(ends->module);
}

/** The engine of the near end stores a point. */
static void store(const Ends *ends, uint64_t point)
{
    PortAtomic64 *const counter = ends->map.counter;

    port_store64(counter, point);
}

/** The process of the near end ends; its engine does not. */
static void kill_near(const Ends *ends)
{
    SyncObject *row = NULL;

    assert_status(sync_object_find(OP_SYNC_OBJ_VALIDATE, ends->near, &row), NvSciError_Success);
    ringfence_port_descriptor_close(row->parts.life.keep);
    row->parts.life.keep = -1;
}

/** What a wait without time says, in each mode, and what a driver of an engine is told. */
static void expect_answer(const Ends *ends, uint32_t w, uint64_t point, NvSciError expected)
{
    const NvSciSyncFence *const fence = &ends->waiters[w].fences[point - 1U];
    const bool reached = (expected == NvSciError_Success);
    RingfenceEngineFence view = {false, false, 0U};
    NvSciSyncTaskStatus status;

    assert_status(NvSciSyncFenceWait(fence, ends->context, 0), expected);
    assert_status(NvSciSyncFenceWait(fence, ends->context, -1), expected);
    for (uint32_t mode = 0U; mode < 2U; mode++) {
        assert_status(NvSciSyncFenceWaitWithMode(fence, ends->context, 100000,
                                                 (mode == 0U) ? NvSciSyncWaitMode_Default
                                                              : NvSciSyncWaitMode_BusyNoYield),
                      expected);
    }
    assert_status(RingfenceEngineFenceRead(ends->waiters[w].object, fence, &view), expected);
    assert_int_equal(view.reached, reached);
    assert_status(NvSciSyncFenceGetTaskStatus(fence, &status),
                  reached ? NvSciError_Success : NvSciError_NotYetAvailable);
}

/**
 * A point that was refused stays refused, for who was told so and for every other process, when the
 * engine of the dead signaller stores it and later ones; what was reached before is reached.
 * @verifies RF-SYNC-330
 */
static void a_late_store_changes_no_answer(void **state)
{
    (void)state;
    for (uint32_t narrow = 0U; narrow < 2U; narrow++) {
        Ends ends = ends_open(narrow == 1U);

        store(&ends, 1U);
        kill_near(&ends);
        assert_status(NvSciSyncFenceWait(&ends.waiters[0].fences[1], ends.context, -1),
                      NvSciError_NoSuchProcess);
        store(&ends, 3U);
        for (uint32_t w = 0U; w < WAITERS; w++) {
            expect_answer(&ends, w, 1U, NvSciError_Success);
            expect_answer(&ends, w, 2U, NvSciError_NoSuchProcess);
            expect_answer(&ends, w, 3U, NvSciError_NoSuchProcess);
        }
        ends_close(&ends);
    }
}

/**
 * A driver of an engine that was refused is refused later, too, and so is the CPU.
 * @verifies RF-SYNC-330
 */
static void what_an_engine_was_told_holds_for_the_cpu(void **state)
{
    Ends ends = ends_open(false);
    bool over = false;

    (void)state;
    kill_near(&ends);
    assert_status(RingfenceEngineSyncCheck(ends.waiters[1].object, &over), NvSciError_Success);
    assert_true(over);
    store(&ends, 1U);
    expect_answer(&ends, 0U, 1U, NvSciError_NoSuchProcess);
    expect_answer(&ends, 1U, 1U, NvSciError_NoSuchProcess);
    ends_close(&ends);
}

/**
 * A driver of an engine is told to wait for no point that another process was refused, though its
 * own has not looked yet.
 * @verifies RF-ENGINE-290
 */
static void an_engine_waits_for_no_point_that_another_process_was_refused(void **state)
{
    Ends ends = ends_open(false);
    RingfenceEngineFence view = {false, false, 0U};
    const NvSciSyncFence *const fence = &ends.waiters[1].fences[0];

    (void)state;
    kill_near(&ends);
    assert_status(RingfenceEngineFenceRead(ends.waiters[1].object, fence, &view),
                  NvSciError_Success);
    assert_false(view.reached);
    assert_status(NvSciSyncFenceWait(&ends.waiters[0].fences[0], ends.context, -1),
                  NvSciError_NoSuchProcess);
    assert_status(RingfenceEngineFenceRead(ends.waiters[1].object, fence, &view),
                  NvSciError_NoSuchProcess);
    ends_close(&ends);
}

/**
 * A point that was given as reached stays reached for all, though the signaller was dead then and
 * nobody had asked.
 * @verifies RF-SYNC-330
 */
static void what_was_said_to_be_reached_stays_reached(void **state)
{
    Ends ends = ends_open(false);

    (void)state;
    kill_near(&ends);
    store(&ends, 1U);
    assert_status(NvSciSyncFenceWait(&ends.waiters[0].fences[0], ends.context, 0),
                  NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&ends.waiters[1].fences[1], ends.context, -1),
                  NvSciError_NoSuchProcess);
    store(&ends, 2U);
    for (uint32_t w = 0U; w < WAITERS; w++) {
        expect_answer(&ends, w, 1U, NvSciError_Success);
        expect_answer(&ends, w, 2U, NvSciError_NoSuchProcess);
    }
    ends_close(&ends);
}

/**
 * A waiter that says that a living signaller is gone, and where, changes no answer; nor does one
 * that says of a dead one that it reached more than it had.
 * @verifies RF-SYNC-331
 */
static void a_waiter_that_lies_makes_no_point_reached(void **state)
{
    Ends ends = ends_open(false);
    SyncWaiters *const page = ends.waiters[0].row->waiters;

    (void)state;
    store(&ends, 1U);
    port_store64(&page->end, ~(uint64_t)2U);
    port_store32(&page->over, 1U);
    for (uint32_t w = 0U; w < WAITERS; w++) {
        expect_answer(&ends, w, 1U, NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&ends.waiters[w].fences[1], ends.context, 0),
                      NvSciError_Timeout);
    }
    kill_near(&ends);
    expect_answer(&ends, 1U, 1U, NvSciError_Success);
    expect_answer(&ends, 1U, 2U, NvSciError_NoSuchProcess);
    store(&ends, 3U);
    expect_answer(&ends, 1U, 2U, NvSciError_NoSuchProcess);
    ends_close(&ends);
}

/**
 * What a process found when the signaller was gone it keeps, whoever changes the page of waiters.
 * @verifies RF-SYNC-331
 */
static void a_process_keeps_what_it_found(void **state)
{
    Ends ends = ends_open(false);
    SyncWaiters *const page = ends.waiters[1].row->waiters;

    (void)state;
    store(&ends, 1U);
    kill_near(&ends);
    expect_answer(&ends, 0U, 2U, NvSciError_NoSuchProcess);
    store(&ends, 3U);
    port_store32(&page->over, 0U);
    port_store64(&page->end, ~(uint64_t)3U);
    expect_answer(&ends, 0U, 1U, NvSciError_Success);
    expect_answer(&ends, 0U, 2U, NvSciError_NoSuchProcess);
    port_store64(&page->end, ~(uint64_t)0U);
    expect_answer(&ends, 0U, 1U, NvSciError_Success);
    ends_close(&ends);
}

/**
 * The process that signals believes nobody that it is gone.
 * @verifies RF-SYNC-331
 */
static void who_signals_believes_its_counter(void **state)
{
    Ends ends = ends_open(false);
    SyncObject *row = NULL;

    (void)state;
    assert_status(sync_object_find(OP_SYNC_OBJ_VALIDATE, ends.near, &row), NvSciError_Success);
    port_store64(&row->waiters->end, ~(uint64_t)1U);
    port_store32(&row->waiters->over, 1U);
    store(&ends, 2U);
    assert_true(timeline_reached(row, 2U));
    assert_false(timeline_reached(row, 3U));
    assert_true(timeline_distance(row, 2U).reached);
    ends_close(&ends);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(a_late_store_changes_no_answer),
        ipc_test(what_an_engine_was_told_holds_for_the_cpu),
        ipc_test(an_engine_waits_for_no_point_that_another_process_was_refused),
        ipc_test(what_was_said_to_be_reached_stays_reached),
        ipc_test(a_waiter_that_lies_makes_no_point_reached),
        ipc_test(a_process_keeps_what_it_found),
        ipc_test(who_signals_believes_its_counter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
