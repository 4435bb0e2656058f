/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phase_test.c
 * Which phase admits which function of sync, and that a refused call changes nothing.
 */
#include "port/lock.h"
#include "sync_calls.h"
#include "sync_inside.h"

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/** Says whether a function is one of src/share, which has tests of its own. */
static bool is_of_share(const char *function)
{
    return (strstr(function, "Ipc") != NULL) || (strstr(function, "FreeDesc") != NULL) ||
           (strstr(function, "AttachPeer") != NULL);
}

/** Says whether a row of the table of admissions is of a function of src/sync. */
static bool is_of_sync(const char *function)
{
    return (begins_with(function, "NvSciSync") && (!is_of_share(function))) ||
           begins_with(function, "RingfenceFence") || begins_with(function, "RingfenceSync");
}

static RingfenceAdmission admission_of(const char *function)
{
    RingfenceAdmission admission = {.function = NULL};
    bool found = false;

    for (size_t i = 0U; RingfenceGetAdmission(i, &admission) == NvSciError_Success; i++) {
        if (strcmp(admission.function, function) == 0) {
            found = true;
            break;
        }
    }
    assert_true(found);
    return admission;
}

/**
 * The table of admissions has each function of sync, with the phases that the API groups give.
 * @verifies RF-SYNC-086
 */
static void every_function_has_its_phases(void **state)
{
    RingfenceAdmission admission = {.function = NULL};
    uint32_t functions = 0U;

    (void)state;
    for (size_t i = 0U; RingfenceGetAdmission(i, &admission) == NvSciError_Success; i++) {
        if (is_of_sync(admission.function)) {
            bool called = false;

            for (size_t j = 0U; j < g_call_count; j++) {
                if (strcmp(g_calls[j].function, admission.function) == 0) {
                    called = true;
                    assert_int_equal(admission.phases, g_calls[j].phases);
                }
            }
            if (!called) {
                fail_msg("no call of %s", admission.function);
            }
            functions++;
        }
    }
    assert_int_equal(functions, 45U);
}

/** Everything that a refused call must leave as it is. */
typedef struct {
    PoolState pools;
    World world;
    NvSciSyncFence stored;
    uint64_t value;
    uint64_t issued;
    uint32_t references;
    uint32_t faults;
} Snapshot;

static Snapshot snapshot_of(const World *world, const SyncObject *object)
{
    Snapshot snapshot;

    (void)memset(&snapshot, 0, sizeof(snapshot));
    snapshot.pools = pools_now();
    snapshot.world = *world;
    snapshot.stored = *world->stored;
    snapshot.value = port_load64(&object->counter->value);
    snapshot.issued = port_load64(&object->issued);
    snapshot.references = fences_of(object);
    snapshot.faults = fault_count();
    return snapshot;
}

static void check_refused(const Call *call, World *world, RingfencePhase phase,
                          const SyncObject *object)
{
    const uint32_t refused = admission_of(call->function).refused;
    const Snapshot before = snapshot_of(world, object);
    const NvSciError status = call->call(world, handle_for(world, call->takes));
    const Snapshot after = snapshot_of(world, object);
    RingfenceRefusal refusal;

    if (!call->is_void) {
        assert_status(status, NvSciError_InvalidState);
    }
    assert_memory_equal(&after, &before, sizeof(after));
    assert_status(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    assert_string_equal(refusal.function, call->function);
    assert_int_equal(refusal.phase, phase);
    assert_int_equal(refusal.count, refused + 1U);
    assert_int_equal(admission_of(call->function).refused, refused + 1U);
}

/**
 * Every function does its work in the phases that admit it. In the others it gives InvalidState,
 * changes nothing, and is counted under its name.
 * @verifies RF-SYNC-086
 */
static void refused_calls_change_nothing_and_are_counted(void **state)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_INIT, RINGFENCE_PHASE_RUNTIME,
                                            RINGFENCE_PHASE_DEINIT};
    uint32_t refused = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(phases); i++) {
        for (size_t j = 0U; j < g_call_count; j++) {
            const Call *const call = &g_calls[j];
            World world = world_open();
            const SyncObject *const object = object_of(world.object);

            go_to(phases[i]);
            if ((call->phases & (uint32_t)phases[i]) == 0U) {
                check_refused(call, &world, phases[i], object);
                refused++;
            } else {
                const uint32_t count = admission_of(call->function).refused;

                assert_status(call->call(&world, handle_for(&world, call->takes)),
                              NvSciError_Success);
                assert_int_equal(admission_of(call->function).refused, count);
            }
            if (phases[i] != RINGFENCE_PHASE_INIT) {
                go_to(RINGFENCE_PHASE_DEINIT);
            }
            world_close(&world);
            go_to(RINGFENCE_PHASE_INIT);
        }
    }
    assert_in_range(refused, 50U, 80U);
}

/**
 * In RUNTIME no function that the phase admits takes the library's lock: they work while it is
 * held. Clearing the last fence of an object without handles is one of them.
 * @verifies RF-SYNC-089
 */
static void runtime_calls_take_no_lock(void **state)
{
    uint32_t admitted = 0U;

    (void)state;
    for (size_t i = 0U; i < g_call_count; i++) {
        const Call *const call = &g_calls[i];
        const bool query = (strstr(call->function, "AttrList") != NULL);

        if (((call->phases & (uint32_t)RINGFENCE_PHASE_RUNTIME) != 0U) && (!query)) {
            World world = world_open();
            void *const handle = handle_for(&world, call->takes);
            NvSciError status = NvSciError_Unknown;

            if (call->takes != TAKES_OBJECT) {
                NvSciSyncObjFree(world.object);
            }
            go_to(RINGFENCE_PHASE_RUNTIME);
            ringfence_port_lock();
            status = call->call(&world, handle);
            NvSciSyncFenceClear(&world.fence);
            NvSciSyncFenceClear(&world.target);
            ringfence_port_unlock();
            assert_status(status, NvSciError_Success);
            go_to(RINGFENCE_PHASE_DEINIT);
            world_close(&world);
            go_to(RINGFENCE_PHASE_INIT);
            admitted++;
        }
    }
    assert_in_range(admitted, 14U, 20U);
}

/**
 * A refused reconciliation leaves NULL for its results, so that a program may free them.
 * @verifies RF-SYNC-037
 * @verifies RF-SYNC-086
 */
static void a_refused_reconciliation_leaves_no_results(void **state)
{
    World world = world_open();
    NvSciSyncAttrList list = world.writable;
    NvSciSyncAttrList conflict = world.writable;

    (void)state;
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_status(NvSciSyncAttrListReconcile(&world.writable, 1U, &list, &conflict),
                  NvSciError_InvalidState);
    assert_null(list);
    assert_null(conflict);
    conflict = world.writable;
    assert_status(
        NvSciSyncAttrListReconcileAndObjAlloc(&world.writable, 1U, &world.made_object, &conflict),
        NvSciError_InvalidState);
    assert_null(conflict);
    go_to(RINGFENCE_PHASE_DEINIT);
    world_close(&world);
    go_to(RINGFENCE_PHASE_INIT);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(every_function_has_its_phases),
        sync_test(refused_calls_change_nothing_and_are_counted),
        sync_test(runtime_calls_take_no_lock),
        sync_test(a_refused_reconciliation_leaves_no_results),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
