/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file concurrency_test.c
 * Threads that make, copy, use and free lists, objects and fences, and threads that watch, while
 * the phase goes round. Nothing may be lost, and the thread sanitizer must find nothing.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/pool.h"
#include "leftovers.h"
#include "nvscisync.h"

#define WORKERS  4U
#define WATCHERS 2U
#define TURNS    100U

/** What went wrong in a thread, where cmocka cannot fail; and what was done. */
static atomic_uint g_mistakes;
static atomic_uint g_frees;
static atomic_uint g_objects;
static atomic_uint g_rounds;
static atomic_bool g_done;

static void expect(bool holds)
{
    if (!holds) {
        (void)atomic_fetch_add(&g_mistakes, 1U);
    }
}

static uint32_t fault_total(void)
{
    RingfenceFault fault;

    expect(RingfenceGetLastFault(&fault) == NvSciError_Success);
    return fault.total;
}

/** Says whether a handle is live. One that is not is a fault, which g_frees counts. */
static bool is_live(RingfencePool pool, const void *handle)
{
    uint32_t index = 0U;

    return ringfence_pool_find(OP_SYNC_OBJ_FREE, pool, handle, &index) == NvSciError_Success;
}

/* Freeing is refused in RUNTIME: it is tried until the handle is stale. */

static void free_list(NvSciSyncAttrList list)
{
    if (list != NULL) {
        while (is_live(RINGFENCE_POOL_SYNC_LIST, list)) {
            NvSciSyncAttrListFree(list);
            (void)sched_yield();
        }
        (void)atomic_fetch_add(&g_frees, 1U);
    }
}

static void free_object(NvSciSyncObj object)
{
    if (object != NULL) {
        while (is_live(RINGFENCE_POOL_SYNC_HANDLE, object)) {
            NvSciSyncObjFree(object);
            (void)sched_yield();
        }
        (void)atomic_fetch_add(&g_frees, 1U);
    }
}

static void close_module(NvSciSyncModule module)
{
    if (module != NULL) {
        while (is_live(RINGFENCE_POOL_SYNC_MODULE, module)) {
            NvSciSyncModuleClose(module);
            (void)sched_yield();
        }
        (void)atomic_fetch_add(&g_frees, 1U);
    }
}

static bool done_or_refused(NvSciError status)
{
    return (status == NvSciError_Success) || (status == NvSciError_InvalidState);
}

/** Generates, signals, duplicates, waits for and clears fences of an object, in whatever phase. */
static void use_object(NvSciSyncObj object)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence copy = NvSciSyncFenceInitializer;
    NvSciSyncObj second = NULL;

    (void)atomic_fetch_add(&g_objects, 1U);
    expect(done_or_refused(NvSciSyncObjDup(object, &second)));
    if (NvSciSyncObjGenerateFence(object, &fence) == NvSciError_Success) {
        expect(done_or_refused(NvSciSyncFenceDup(&fence, &copy)));
    }
    expect(done_or_refused(NvSciSyncObjSignal(object)));
    NvSciSyncFenceClear(&copy);
    NvSciSyncFenceClear(&fence);
    free_object(second);
}

/** Reconciles two lists and uses the object that comes of it. */
static void reconcile_and_use(const NvSciSyncAttrList lists[], size_t count)
{
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    expect(done_or_refused(NvSciSyncAttrListReconcile(lists, count, &reconciled, &conflict)));
    expect(conflict == NULL);
    if (reconciled != NULL) {
        expect(done_or_refused(NvSciSyncObjAlloc(reconciled, &object)));
    }
    if (object != NULL) {
        use_object(object);
    }
    free_object(object);
    free_list(reconciled);
}

static NvSciSyncAttrList make_list(NvSciSyncModule module, uint64_t perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                               {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};
    NvSciSyncAttrList list = NULL;

    expect(done_or_refused(NvSciSyncAttrListCreate(module, &list)));
    if (list != NULL) {
        if (NvSciSyncAttrListSetAttrs(list, pairs, 2U) != NvSciError_Success) {
            free_list(list);
            list = NULL;
        }
    }
    return list;
}

static void *work(void *unused)
{
    (void)unused;
    for (uint32_t turn = 0U; turn < TURNS; turn++) {
        NvSciSyncModule module = NULL;
        NvSciSyncAttrList lists[2] = {NULL, NULL};
        NvSciSyncAttrList copy = NULL;
        NvSciSyncAttrList all = NULL;

        while (NvSciSyncModuleOpen(&module) != NvSciError_Success) {
            (void)sched_yield();
        }
        lists[0] = make_list(module, NvSciSyncAccessPerm_SignalOnly);
        lists[1] = make_list(module, NvSciSyncAccessPerm_WaitOnly);
        if ((lists[0] != NULL) && (lists[1] != NULL)) {
            expect(done_or_refused(NvSciSyncAttrListClone(lists[0], &copy)));
            expect(done_or_refused(NvSciSyncAttrListAppendUnreconciled(lists, 2U, &all)));
            reconcile_and_use(lists, 2U);
        }
        free_list(lists[0]);
        free_list(all);
        close_module(module);
        free_list(copy);
        free_list(lists[1]);
    }
    return NULL;
}

/** Reads everything that may be read at any time. */
static void *watch(void *unused)
{
    (void)unused;
    while (!atomic_load(&g_done)) {
        for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
            RingfencePoolUsage usage;

            expect(RingfenceGetPoolUsage((RingfencePool)pool, &usage) == NvSciError_Success);
            expect(usage.inUse <= usage.capacity);
            expect(usage.highWater <= usage.capacity);
        }
        for (size_t row = 0U; row < (size_t)OP_COUNT; row++) {
            RingfenceAdmission admission;

            expect(RingfenceGetAdmission(row, &admission) == NvSciError_Success);
        }
        {
            RingfenceRefusal refusal;

            expect(RingfenceGetLastRefusal(&refusal) == NvSciError_Success);
            expect((refusal.function != NULL) || (refusal.count == 0U));
        }
        (void)fault_total();
        (void)sched_yield();
    }
    return NULL;
}

/** Takes the phase round and round, and ends in INIT. */
static void *advance(void *unused)
{
    static const RingfencePhase next[] = {RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT,
                                          RINGFENCE_PHASE_INIT};

    (void)unused;
    while (!atomic_load(&g_done)) {
        for (uint32_t i = 0U; i < 3U; i++) {
            expect(RingfenceAdvancePhase(next[i]) == NvSciError_Success);
            (void)sched_yield();
        }
        (void)atomic_fetch_add(&g_rounds, 1U);
        for (uint32_t pause = 0U; pause < 20U; pause++) {
            (void)sched_yield();
        }
    }
    return NULL;
}

static uint32_t sum_of_refusals(void)
{
    uint32_t sum = 0U;

    for (size_t row = 0U; row < (size_t)OP_COUNT; row++) {
        RingfenceAdmission admission;

        assert_int_equal(RingfenceGetAdmission(row, &admission), NvSciError_Success);
        sum += admission.refused;
    }
    return sum;
}

/**
 * Whatever threads make and free while the phase goes round, every call is done or refused as a
 * whole, every handle goes stale once, every refusal is counted, and in the end nothing is left.
 * @verifies RF-CORE-015 RF-CORE-016 RF-CORE-026 RF-CORE-084
 */
static void threads_lose_nothing(void **state)
{
    pthread_t workers[WORKERS];
    pthread_t watchers[WATCHERS];
    pthread_t advancer;
    RingfenceRefusal refusal;
    const uint32_t faults = fault_total();

    (void)state;
    assert_int_equal(pthread_create(&advancer, NULL, advance, NULL), 0);
    for (uint32_t i = 0U; i < WATCHERS; i++) {
        assert_int_equal(pthread_create(&watchers[i], NULL, watch, NULL), 0);
    }
    for (uint32_t i = 0U; i < WORKERS; i++) {
        assert_int_equal(pthread_create(&workers[i], NULL, work, NULL), 0);
    }
    for (uint32_t i = 0U; i < WORKERS; i++) {
        assert_int_equal(pthread_join(workers[i], NULL), 0);
    }
    atomic_store(&g_done, true);
    assert_int_equal(pthread_join(advancer, NULL), 0);
    for (uint32_t i = 0U; i < WATCHERS; i++) {
        assert_int_equal(pthread_join(watchers[i], NULL), 0);
    }
    assert_int_equal(atomic_load(&g_mistakes), 0U);
    assert_true(atomic_load(&g_objects) > 0U);
    assert_true(atomic_load(&g_rounds) > 0U);
    assert_int_equal(fault_total() - faults, atomic_load(&g_frees));
    assert_int_equal(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    assert_int_equal(refusal.total, sum_of_refusals());
    /* A call in INIT gives back the objects whose last fence was cleared in RUNTIME. */
    assert_int_equal(RingfenceCurrentPhase(), RINGFENCE_PHASE_INIT);
    NvSciSyncAttrListFree(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(threads_lose_nothing, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/concurrency", tests, NULL, NULL);
}
