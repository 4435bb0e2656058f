/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file object_test.c
 * Sync objects: making them, their handles, signalling, and how long they live.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#include "core/pool.h"
#include "port/lock.h"
#include "port/wait.h"
#include "sync/object.h"
#include "sync_inside.h"

/** Every kind of object that reconciliation can give. */
static const Traits g_traits[] = {
    {false, false, false, false, false}, {true, false, false, false, false},
    {false, true, false, false, false},  {true, true, false, false, false},
    {false, false, true, false, false},  {false, false, false, true, false},
    {false, false, true, true, false},   {true, false, true, true, false},
    {true, false, false, false, true},
};

/* ---------------------------------------------------------------- making */

/**
 * A new object is at value 0, has its own copy of the list with all rights, and needs the list no
 * more.
 * @verifies RF-SYNC-040
 */
static void a_new_object_is_at_zero_with_all_rights(void **state)
{
    const NvSciSyncModule module = open_module();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_traits); i++) {
        const NvSciSyncObj object = make_object(module, g_traits[i]);
        NvSciSyncAttrList own = NULL;
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_LIST), 0U);
        assert_status(NvSciSyncObjGetAttrList(object, &own), NvSciError_Success);
        assert_int_equal(number_of(own, NvSciSyncAttrKey_ActualPerm),
                         NvSciSyncAccessPerm_WaitSignal);
        assert_int_equal(number_of(own, NvSciSyncAttrKey_MaxPrimitiveValue),
                         g_traits[i].narrow ? UINT32_MAX : UINT64_MAX);
        assert_int_equal(number_of(own, NvSciSyncAttrKey_NumTimestampSlots),
                         g_traits[i].timestamps ? RINGFENCE_CFG_TIMESTAMP_SLOTS : 0U);
        assert_int_equal(port_load64(&object_of(object)->counter->value), 0U);
        assert_status(NvSciSyncFenceUpdateFence(object, 0U, 0U, &fence), NvSciError_Success);
        assert_int_equal(value_of(&fence), 0U);
        NvSciSyncFenceClear(&fence);
        NvSciSyncObjFree(object);
    }
    NvSciSyncModuleClose(module);
}

/**
 * The allocator has all rights also if the list grants less. Lists of one process never do, so the
 * list is made to.
 * @verifies RF-SYNC-040
 */
static void the_allocator_has_all_rights(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList list = make_reconciled(module);
    NvSciSyncAttrList own = NULL;
    NvSciSyncObj object = NULL;
    uint32_t row = 0U;

    (void)state;
    assert_status(list_find(OP_SYNC_OBJ_VALIDATE, &g_sync_lists, list, &row), NvSciError_Success);
    sync_list_put(row, SYNC_KEY_ACTUAL_PERM, NvSciSyncAccessPerm_WaitOnly);
    assert_status(NvSciSyncObjAlloc(list, &object), NvSciError_Success);
    assert_status(NvSciSyncObjGetAttrList(object, &own), NvSciError_Success);
    assert_int_equal(number_of(own, NvSciSyncAttrKey_ActualPerm), NvSciSyncAccessPerm_WaitSignal);
    assert_int_equal(number_of(list, NvSciSyncAttrKey_ActualPerm), NvSciSyncAccessPerm_WaitOnly);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

/**
 * Several objects of one list have nothing in common.
 * @verifies RF-SYNC-040
 */
static void objects_of_one_list_are_independent(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList list = make_reconciled(module);
    const NvSciSyncCpuWaitContext context = make_context(module);
    NvSciSyncObj objects[2] = {NULL, NULL};
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(objects); i++) {
        assert_status(NvSciSyncObjAlloc(list, &objects[i]), NvSciError_Success);
        assert_status(NvSciSyncObjGenerateFence(objects[i], &fences[i]), NvSciError_Success);
    }
    NvSciSyncAttrListFree(list);
    assert_status(NvSciSyncObjSignal(objects[1]), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fences[0], context, 0), NvSciError_Timeout);
    assert_status(NvSciSyncFenceWait(&fences[1], context, 0), NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(objects); i++) {
        NvSciSyncFenceClear(&fences[i]);
        NvSciSyncObjFree(objects[i]);
    }
    NvSciSyncCpuWaitContextFree(context);
    NvSciSyncModuleClose(module);
}

/**
 * Objects are made of live reconciled lists, into somewhere.
 * @verifies RF-SYNC-040
 */
static void making_an_object_of_another_list_is_refused(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList writable = make_perm_list(module, NvSciSyncAccessPerm_WaitSignal, true);
    const NvSciSyncAttrList refused[] = {NULL, writable, make_conflict(module)};
    const NvSciSyncAttrList reconciled = make_reconciled(module);
    NvSciSyncObj object = NULL;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(refused); i++) {
        assert_status(NvSciSyncObjAlloc(refused[i], &object), NvSciError_BadParameter);
        NvSciSyncAttrListFree(refused[i]);
    }
    assert_status(NvSciSyncObjAlloc(reconciled, NULL), NvSciError_BadParameter);
    assert_null(object);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncModuleClose(module);
}

/**
 * As many objects as there are slots, not one more, and all again after they were freed.
 * @verifies RF-SYNC-087
 */
static void all_objects_are_made_and_no_more(void **state)
{
    static NvSciSyncObj objects[RINGFENCE_CFG_SYNC_OBJECTS];
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList input = make_perm_list(module, NvSciSyncAccessPerm_WaitSignal, true);
    const NvSciSyncAttrList list = make_reconciled(module);

    (void)state;
    for (uint32_t round = 0U; round < 2U; round++) {
        const uint32_t failures = exhausted(RINGFENCE_POOL_SYNC_OBJECT);
        NvSciSyncAttrList conflict = NULL;
        NvSciSyncObj extra = NULL;

        for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_OBJECTS; i++) {
            assert_status(NvSciSyncObjAlloc(list, &objects[i]), NvSciError_Success);
        }
        assert_status(NvSciSyncObjAlloc(list, &extra), NvSciError_InsufficientMemory);
        assert_status(NvSciSyncAttrListReconcileAndObjAlloc(&input, 1U, &extra, &conflict),
                      NvSciError_InsufficientMemory);
        assert_null(extra);
        assert_null(conflict);
        assert_int_equal(exhausted(RINGFENCE_POOL_SYNC_OBJECT), failures + 2U);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_HANDLE), RINGFENCE_CFG_SYNC_OBJECTS);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_LIST), 2U);
        for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_OBJECTS; i++) {
            NvSciSyncObjFree(objects[i]);
        }
    }
    NvSciSyncAttrListFree(input);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

/* ---------------------------------------------------------------- handles */

/**
 * A duplicate names the same object: it signals it, and keeps it when the first handle is freed.
 * @verifies RF-SYNC-041
 * @verifies RF-SYNC-042
 */
static void a_duplicate_names_the_same_object(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncObj duplicate = NULL;
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncObjDup(scene.object, &duplicate), NvSciError_Success);
    assert_ptr_not_equal(duplicate, scene.object);
    assert_ptr_equal(object_of(duplicate), object_of(scene.object));
    assert_status(NvSciSyncObjGetAttrList(scene.object, &lists[0]), NvSciError_Success);
    assert_status(NvSciSyncObjGetAttrList(duplicate, &lists[1]), NvSciError_Success);
    assert_ptr_equal(lists[0], lists[1]);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    NvSciSyncObjFree(scene.object);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_BadParameter);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Timeout);
    assert_status(NvSciSyncObjSignal(duplicate), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    scene.object = duplicate;
    scene_close(&scene);
}

/**
 * A handle is duplicated from a live one, into somewhere.
 * @verifies RF-SYNC-041
 */
static void duplicating_nothing_is_refused(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncObj duplicate = NULL;

    (void)state;
    assert_status(NvSciSyncObjDup(NULL, &duplicate), NvSciError_BadParameter);
    assert_status(NvSciSyncObjDup(scene.object, NULL), NvSciError_BadParameter);
    assert_null(duplicate);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_HANDLE), 1U);
    scene_close(&scene);
}

/**
 * As many handles as there are slots, not one more; without one no object is made either.
 * @verifies RF-SYNC-087
 */
static void all_handles_are_made_and_no_more(void **state)
{
    static NvSciSyncObj handles[RINGFENCE_CFG_SYNC_HANDLES];
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList list = make_reconciled(module);
    NvSciSyncObj extra = NULL;

    (void)state;
    for (uint32_t round = 0U; round < 2U; round++) {
        const uint32_t failures = exhausted(RINGFENCE_POOL_SYNC_HANDLE);

        assert_status(NvSciSyncObjAlloc(list, &handles[0]), NvSciError_Success);
        for (uint32_t i = 1U; i < RINGFENCE_CFG_SYNC_HANDLES; i++) {
            assert_status(NvSciSyncObjDup(handles[0], &handles[i]), NvSciError_Success);
        }
        assert_status(NvSciSyncObjDup(handles[0], &extra), NvSciError_InsufficientMemory);
        assert_status(NvSciSyncObjAlloc(list, &extra), NvSciError_InsufficientMemory);
        assert_null(extra);
        assert_int_equal(exhausted(RINGFENCE_POOL_SYNC_HANDLE), failures + 2U);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
        for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_HANDLES; i++) {
            assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
            NvSciSyncObjFree(handles[i]);
        }
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    }
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
}

/**
 * A freed handle is stale, and freeing it again is a fault; freeing NULL is none.
 * @verifies RF-SYNC-042
 */
static void a_freed_handle_is_stale(void **state)
{
    Scene scene = scene_open((Traits){0});
    const uint32_t faults = fault_count();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    NvSciSyncObjFree(NULL);
    assert_int_equal(fault_count(), faults);
    NvSciSyncObjFree(scene.object);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_HANDLE), 0U);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_BadParameter);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_BadParameter);
    assert_int_equal(fault_count(), faults + 2U);
    scene_close(&scene);
    assert_int_equal(fault_count(), faults + 3U);
    assert_string_equal(fault_function(), "NvSciSyncObjFree");
}

/**
 * The list of an object is asked for with a live handle, into somewhere.
 * @verifies RF-SYNC-043
 */
static void the_list_of_nothing_is_refused(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncAttrList list = NULL;

    (void)state;
    assert_status(NvSciSyncObjGetAttrList(NULL, &list), NvSciError_BadParameter);
    assert_status(NvSciSyncObjGetAttrList(scene.object, NULL), NvSciError_BadParameter);
    assert_null(list);
    scene_close(&scene);
}

/**
 * The list of an object lives as long as the object, fences counted, and not longer; its text
 * goes with it.
 * @verifies RF-SYNC-043
 * @verifies RF-SYNC-048
 */
static void the_list_lives_as_long_as_the_object(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncAttrList list = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    bool reconciled = false;
    void *text = NULL;
    size_t len = 0U;

    (void)state;
    assert_status(NvSciSyncObjGetAttrList(scene.object, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListDebugDump(list, &text, &len), NvSciError_Success);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    NvSciSyncObjFree(scene.object);
    scene.object = NULL;
    assert_status(NvSciSyncAttrListIsReconciled(list, &reconciled), NvSciError_Success);
    assert_true(reconciled);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 1U);
    NvSciSyncFenceClear(&fence);
    assert_status(NvSciSyncAttrListIsReconciled(list, &reconciled), NvSciError_BadParameter);
    assert_int_equal(in_use_of(RINGFENCE_POOL_DUMP), 0U);
    scene_close(&scene);
}

/**
 * An object is valid; one whose memory or properties were changed is not.
 * @verifies RF-SYNC-044
 */
static void an_object_that_was_changed_is_not_valid(void **state)
{
    const NvSciSyncModule module = open_module();

    (void)state;
    assert_status(NvSciSyncObjValidate(NULL), NvSciError_BadParameter);
    for (size_t i = 0U; i < COUNT_OF(g_traits); i++) {
        const NvSciSyncObj handle = make_object(module, g_traits[i]);
        SyncObject *const object = object_of(handle);
        const SyncObject kept = *object;

        assert_status(NvSciSyncObjValidate(handle), NvSciError_Success);
        object->shape.max_value--;
        assert_status(NvSciSyncObjValidate(handle), NvSciError_BadParameter);
        object->shape = kept.shape;
        object->shape.cpu_signals = !kept.shape.cpu_signals;
        assert_status(NvSciSyncObjValidate(handle), NvSciError_BadParameter);
        object->shape = kept.shape;
        object->shape.cpu_waits = !kept.shape.cpu_waits;
        assert_status(NvSciSyncObjValidate(handle), NvSciError_BadParameter);
        object->shape = kept.shape;
        object->parts.memory.size -= port_page_size();
        assert_status(NvSciSyncObjValidate(handle), NvSciError_BadParameter);
        object->parts.memory.size = kept.parts.memory.size;
        assert_status(NvSciSyncObjValidate(handle), NvSciError_Success);
        NvSciSyncObjFree(handle);
    }
    NvSciSyncModuleClose(module);
}

/* ---------------------------------------------------------------- signalling */

/**
 * Fences are the points of the timeline in their order; signals reach them one by one.
 * @verifies RF-SYNC-045
 * @verifies RF-SYNC-046
 */
static void signals_reach_fences_one_by_one(void **state)
{
    (void)state;
    for (uint32_t narrow = 0U; narrow < 2U; narrow++) {
        Scene scene = scene_open((Traits){.narrow = (narrow == 1U)});
        NvSciSyncFence fences[8];

        (void)memset(fences, 0, sizeof(fences));
        for (size_t i = 0U; i < COUNT_OF(fences); i++) {
            assert_status(NvSciSyncObjGenerateFence(scene.object, &fences[i]), NvSciError_Success);
            assert_int_equal(value_of(&fences[i]), i + 1U);
        }
        for (size_t signals = 0U; signals <= COUNT_OF(fences); signals++) {
            for (size_t i = 0U; i < COUNT_OF(fences); i++) {
                assert_status(NvSciSyncFenceWait(&fences[i], scene.context, 0),
                              (i < signals) ? NvSciError_Success : NvSciError_Timeout);
            }
            if (signals < COUNT_OF(fences)) {
                assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
            }
        }
        for (size_t i = 0U; i < COUNT_OF(fences); i++) {
            NvSciSyncFenceClear(&fences[i]);
        }
        scene_close(&scene);
    }
}

/**
 * A fence made after signals without fences is pending: it is the point behind them.
 * @verifies RF-SYNC-045
 */
static void signals_without_fences_are_counted(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    for (uint32_t i = 0U; i < 5U; i++) {
        assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    }
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_int_equal(value_of(&fence), 6U);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Timeout);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * What an engine signals, the CPU cannot: no fence, no signal, no task status.
 * @verifies RF-SYNC-045
 * @verifies RF-SYNC-046
 * @verifies RF-SYNC-047
 * @verifies RF-CORE-343
 */
static void the_cpu_does_not_signal_for_an_engine(void **state)
{
    Scene scene = scene_open((Traits){.engine_signals = true});
    const NvSciSyncTaskStatus status = {0U, 0U, 0U, 0U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const uint32_t faults = fault_count();
    char text[200];

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_BadParameter);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_BadParameter);
    assert_status(RingfenceSyncObjSetTaskStatus(scene.object, 0U, &status),
                  NvSciError_BadParameter);
    assert_memory_equal(&fence, &NvSciSyncFenceInitializer, sizeof(fence));
    assert_int_equal(port_load64(&object_of(scene.object)->counter->value), 0U);
    assert_int_equal(fault_count(), faults + 3U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_ACCESS);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_BadParameter);
    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, "NvSciSyncObjSignal: reconciled lists do not give that access: set "
                              "NvSciSyncAttrKey_NeedCpuAccess in the list that signals before it "
                              "is reconciled");
    scene_close(&scene);
}

/**
 * Signalling needs an object, a fence somewhere to be put.
 * @verifies RF-SYNC-045
 * @verifies RF-SYNC-046
 */
static void signalling_nothing_is_refused(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncObjSignal(NULL), NvSciError_BadParameter);
    assert_status(NvSciSyncObjGenerateFence(NULL, &fence), NvSciError_BadParameter);
    assert_status(NvSciSyncObjGenerateFence(scene.object, NULL), NvSciError_BadParameter);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_int_equal(value_of(&fence), 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A fence that is generated again drops what it held.
 * @verifies RF-SYNC-045
 */
static void generating_into_a_fence_releases_it(void **state)
{
    Scene scene = scene_open((Traits){0});
    const NvSciSyncObj other = make_object(scene.module, (Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    for (uint32_t i = 1U; i <= 3U; i++) {
        assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
        assert_int_equal(value_of(&fence), i);
        assert_int_equal(fences_of(object_of(scene.object)), 1U);
    }
    assert_status(NvSciSyncObjGenerateFence(other, &fence), NvSciError_Success);
    assert_int_equal(fences_of(object_of(scene.object)), 0U);
    assert_int_equal(fences_of(object_of(other)), 1U);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(other);
    scene_close(&scene);
}

/* ---------------------------------------------------------------- task status */

/**
 * All task statuses of a new object are invalid: nothing was reported.
 * @verifies RF-SYNC-059
 */
static void new_task_statuses_are_invalid(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 0U, &fence), NvSciError_Success);
    for (uint32_t slot = 0U; slot < RINGFENCE_CFG_TASK_STATUS_SLOTS; slot++) {
        NvSciSyncTaskStatus status = {1U, 1U, 1U, 1U};

        assert_status(NvSciSyncFenceAddTaskStatusSlot(&fence, slot), NvSciError_Success);
        assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_Success);
        assert_int_equal(status.status, NvSciSyncTaskStatus_Invalid);
        assert_int_equal(status.timestamp, 0U);
    }
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A task status is stored in its slot, all fields of it, and in no other.
 * @verifies RF-SYNC-047
 * @verifies RF-SYNC-070
 */
static void a_task_status_is_read_back(void **state)
{
    Scene scene = scene_open((Traits){0});
    const NvSciSyncTaskStatus reported = {0x0123456789ABCDEFU, 0xA5A5A5A5U, 0x1234U, 0x8001U};
    const uint32_t last = RINGFENCE_CFG_TASK_STATUS_SLOTS - 1U;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncTaskStatus status;

    (void)state;
    assert_status(RingfenceSyncObjSetTaskStatus(scene.object, last, &reported), NvSciError_Success);
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 0U, &fence), NvSciError_Success);
    assert_status(NvSciSyncFenceAddTaskStatusSlot(&fence, last), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_Success);
    assert_memory_equal(&status, &reported, sizeof(status));
    assert_status(NvSciSyncFenceAddTaskStatusSlot(&fence, last - 1U), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_Success);
    assert_int_equal(status.status, NvSciSyncTaskStatus_Invalid);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A task status needs an object that the CPU signals, a slot that exists, and a status.
 * @verifies RF-SYNC-047
 */
static void reporting_nowhere_is_refused(void **state)
{
    Scene scene = scene_open((Traits){0});
    const NvSciSyncTaskStatus status = {0U, 0U, 0U, 0U};

    (void)state;
    assert_status(RingfenceSyncObjSetTaskStatus(NULL, 0U, &status), NvSciError_BadParameter);
    assert_status(RingfenceSyncObjSetTaskStatus(scene.object, 0U, NULL), NvSciError_BadParameter);
    assert_status(
        RingfenceSyncObjSetTaskStatus(scene.object, RINGFENCE_CFG_TASK_STATUS_SLOTS, &status),
        NvSciError_IndexOutOfRange);
    assert_status(RingfenceSyncObjSetTaskStatus(scene.object, UINT32_MAX, &status),
                  NvSciError_IndexOutOfRange);
    scene_close(&scene);
}

/* ---------------------------------------------------------------- life */

/**
 * A fence keeps its object, and the module, after the object, its list and the module were freed;
 * the last one to be cleared gives them back.
 * @verifies RF-SYNC-048
 */
static void fences_outlive_object_list_and_module(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncCpuWaitContext context = make_context(module);
    const NvSciSyncAttrList list = make_reconciled(module);
    NvSciSyncFence fences[3];
    NvSciSyncObj object = NULL;

    (void)state;
    (void)memset(fences, 0, sizeof(fences));
    assert_status(NvSciSyncObjAlloc(list, &object), NvSciError_Success);
    assert_status(NvSciSyncObjGenerateFence(object, &fences[0]), NvSciError_Success);
    assert_status(NvSciSyncObjGenerateFence(object, &fences[1]), NvSciError_Success);
    assert_status(NvSciSyncFenceDup(&fences[0], &fences[2]), NvSciError_Success);
    assert_status(NvSciSyncObjSignal(object), NvSciError_Success);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
    assert_status(NvSciSyncFenceWait(&fences[0], context, 0), NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&fences[1], context, 0), NvSciError_Timeout);
    assert_status(NvSciSyncFenceWait(&fences[2], context, 0), NvSciError_Success);
    NvSciSyncCpuWaitContextFree(context);
    for (size_t i = 0U; i < COUNT_OF(fences); i++) {
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_MODULE), 1U);
        NvSciSyncFenceClear(&fences[i]);
    }
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_MODULE), 0U);
}

/**
 * In RUNTIME the last fence of an object without handles gives nothing back; the next call that
 * takes the lock in DEINIT, or in INIT, does.
 * @verifies RF-SYNC-049
 */
static void an_orphan_is_given_back_after_runtime(void **state)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_DEINIT, RINGFENCE_PHASE_INIT};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(phases); i++) {
        Scene scene = scene_open((Traits){0});
        const NvSciSyncObj kept = make_object(scene.module, (Traits){0});
        NvSciSyncFence fences[3];

        (void)memset(fences, 0, sizeof(fences));
        assert_status(NvSciSyncObjGenerateFence(scene.object, &fences[0]), NvSciError_Success);
        assert_status(NvSciSyncObjGenerateFence(kept, &fences[1]), NvSciError_Success);
        NvSciSyncObjFree(scene.object);
        scene.object = make_object(scene.module, (Traits){0});
        assert_status(NvSciSyncObjGenerateFence(scene.object, &fences[2]), NvSciError_Success);
        NvSciSyncObjFree(scene.object);
        scene.object = NULL;
        go_to(RINGFENCE_PHASE_RUNTIME);
        NvSciSyncFenceClear(&fences[0]);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 3U);
        /* What a query would do, if RINGFENCE_CFG_RUNTIME_QUERIES admitted it. */
        sync_object_sweep();
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 3U);
        go_to(phases[i]);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 3U);
        NvSciSyncObjFree(NULL);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 2U);
        NvSciSyncFenceClear(&fences[2]);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
        NvSciSyncFenceClear(&fences[1]);
        NvSciSyncObjFree(kept);
        scene_close(&scene);
        go_to(RINGFENCE_PHASE_INIT);
    }
}

/**
 * Using a fence of an object without handles takes no lock, as long as the object is needed.
 * @verifies RF-SYNC-048
 */
static void using_a_fence_of_an_orphan_takes_no_lock(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    NvSciError statuses[3] = {NvSciError_Unknown, NvSciError_Unknown, NvSciError_Unknown};
    uint64_t time = 0U;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fences[0]), NvSciError_Success);
    assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
    NvSciSyncObjFree(scene.object);
    scene.object = NULL;
    ringfence_port_lock();
    statuses[0] = NvSciSyncFenceWait(&fences[0], scene.context, 0);
    statuses[1] = NvSciSyncFenceGetTimestamp(&fences[0], &time);
    statuses[2] = NvSciSyncFenceDup(&fences[0], &fences[1]);
    NvSciSyncFenceClear(&fences[0]);
    ringfence_port_unlock();
    for (size_t i = 0U; i < COUNT_OF(statuses); i++) {
        assert_status(statuses[i], NvSciError_Success);
    }
    NvSciSyncFenceClear(&fences[1]);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    scene_close(&scene);
}

/** A thread that waits for a fence, or signals an object. */
typedef struct {
    const NvSciSyncFence *fence;
    NvSciSyncCpuWaitContext context;
    NvSciSyncObj object;
    NvSciError status;
} Waiting;

static void *wait_for_ever(void *argument)
{
    Waiting *const waiting = argument;

    waiting->status = NvSciSyncFenceWait(waiting->fence, waiting->context, -1);
    return NULL;
}

/**
 * While a thread waits on a copy of a fence, clearing the fence and freeing the object give nothing
 * back; the fences are stale at once, and the end of the wait gives the object back.
 * @verifies RF-SYNC-072
 * @verifies RF-SYNC-090
 */
static void an_object_stays_as_long_as_a_call_uses_it(void **state)
{
    Scene scene = scene_open((Traits){0});
    SyncObject *const object = object_of(scene.object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence copy;
    Waiting waiting = {&copy, scene.context, NULL, NvSciError_Unknown};
    pthread_t thread;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    copy = fence;
    assert_int_equal(pthread_create(&thread, NULL, wait_for_ever, &waiting), 0);
    while (port_load32(&object->waiters->asleep) == 0U) {
        ringfence_port_yield();
    }
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(scene.object);
    scene.object = NULL;
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    assert_status(NvSciSyncFenceWait(&copy, scene.context, 0), NvSciError_AlreadyInUse);
    /* Nobody can signal any more but the signaller's memory itself. */
    (void)port_add64(&object->writable.counter->value, 1U);
    (void)port_add32(&object->waiters->wakeups, 1U);
    port_wake_within(&object->waiters->wakeups);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_status(waiting.status, NvSciError_Success);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    assert_status(NvSciSyncFenceWait(&copy, scene.context, 0), NvSciError_BadParameter);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_STALE_FENCE);
    scene_close(&scene);
}

/**
 * An object that is freed while another call makes a fence of it stays with that fence, and goes
 * with that call if it makes none.
 * @verifies RF-SYNC-090
 */
static void an_object_that_is_freed_during_a_call_goes(void **state)
{
    Scene scene = scene_open((Traits){0});
    SyncObject *object = NULL;

    (void)state;
    assert_status(sync_object_pin_handle(OP_SYNC_OBJ_GENERATE_FENCE, scene.object, &object),
                  NvSciError_Success);
    NvSciSyncObjFree(scene.object);
    scene.object = NULL;
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    assert_status(sync_object_hold(object), NvSciError_Success);
    sync_object_unpin(object);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    sync_object_pin_fence(object);
    sync_object_drop(OP_SYNC_FENCE_CLEAR, object);
    sync_object_unpin_fence(object);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    scene_close(&scene);
}

/**
 * An object that is given back while a call uses it has no name from then on: its fences are stale,
 * and nothing else is made of them. The end of the call gives it back.
 * @verifies RF-SYNC-072
 * @verifies RF-SYNC-090
 */
static void an_object_that_is_given_back_during_a_call_has_no_name(void **state)
{
    Scene scene = scene_open((Traits){0});
    SyncObject *const object = object_of(scene.object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence other = NvSciSyncFenceInitializer;
    SyncSlots slots = {slot_of(scene.object), 0U};

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(ringfence_pool_find(OP_SYNC_OBJ_FREE, RINGFENCE_POOL_SYNC_HANDLE, scene.object,
                                      &slots.handle),
                  NvSciError_Success);
    scene.object = NULL;
    /* A call that uses the memory, and what the last free finds that looked before. */
    sync_object_pin_fence(object);
    object->handles = 0U;
    (void)port_add_pair(&object->uses, (PortPair)0U - SYNC_HAS_HANDLES);
    sync_object_give(&slots);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    assert_int_equal(fences_of(object), 0U);
    assert_status(NvSciSyncFenceDup(&fence, &other), NvSciError_BadParameter);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_STALE_FENCE);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_BadParameter);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(port_load_pair(&object->uses), SYNC_PIN);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    sync_object_unpin_fence(object);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    scene_close(&scene);
}

/**
 * A call that duplicates a plain copy can count a fence when the object has no name any more, and
 * ends its pin with that. The object goes when no other call uses it, and not in RUNTIME.
 * @verifies RF-SYNC-048
 * @verifies RF-SYNC-090
 */
static void a_fence_that_was_counted_too_late_keeps_nothing(void **state)
{
    Scene scene = scene_open((Traits){0});
    SyncObject *const object = object_of(scene.object);
    const uint32_t slot = slot_of(scene.object);

    (void)state;
    sync_object_pin_fence(object);
    sync_object_pin_fence(object);
    NvSciSyncObjFree(scene.object);
    scene.object = NULL;
    /* What another thread does that looked before these calls. */
    ringfence_pool_revoke(RINGFENCE_POOL_SYNC_OBJECT, slot);
    (void)port_add_pair(&object->uses, SYNC_FENCE - SYNC_PIN);
    go_to(RINGFENCE_PHASE_RUNTIME);
    sync_object_settle();
    assert_int_equal(fences_of(object), 1U);
    go_to(RINGFENCE_PHASE_DEINIT);
    sync_object_settle();
    assert_int_equal(fences_of(object), 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    sync_object_unpin_fence(object);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    go_to(RINGFENCE_PHASE_INIT);
    scene_close(&scene);
}

static void *signal_until_refused(void *argument)
{
    Waiting *const signaler = argument;

    do {
        signaler->status = NvSciSyncObjSignal(signaler->object);
    } while (signaler->status == NvSciError_Success);
    return NULL;
}

#define FREEING_ROUNDS 50U

/**
 * A handle that is freed while another thread signals with it: each signal is carried out or
 * refused, and the object goes.
 * @verifies RF-SYNC-042
 * @verifies RF-SYNC-085
 */
static void freeing_while_another_thread_signals_is_survived(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});

    (void)state;
    for (uint32_t round = 0U; round < FREEING_ROUNDS; round++) {
        const NvSciSyncObj object = make_object(scene.module, (Traits){0});
        const SyncCounter *const counter = object_of(object)->counter;
        Waiting signaler = {NULL, NULL, object, NvSciError_Unknown};
        pthread_t thread;

        assert_int_equal(pthread_create(&thread, NULL, signal_until_refused, &signaler), 0);
        while (port_load64(&counter->value) == 0U) {
            ringfence_port_yield();
        }
        NvSciSyncObjFree(object);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_status(signaler.status, NvSciError_BadParameter);
        assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    }
    scene_close(&scene);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(a_new_object_is_at_zero_with_all_rights),
        sync_test(the_allocator_has_all_rights),
        sync_test(objects_of_one_list_are_independent),
        sync_test(making_an_object_of_another_list_is_refused),
        sync_test(all_objects_are_made_and_no_more),
        sync_test(a_duplicate_names_the_same_object),
        sync_test(duplicating_nothing_is_refused),
        sync_test(all_handles_are_made_and_no_more),
        sync_test(a_freed_handle_is_stale),
        sync_test(the_list_of_nothing_is_refused),
        sync_test(the_list_lives_as_long_as_the_object),
        sync_test(an_object_that_was_changed_is_not_valid),
        sync_test(signals_reach_fences_one_by_one),
        sync_test(signals_without_fences_are_counted),
        sync_test(the_cpu_does_not_signal_for_an_engine),
        sync_test(signalling_nothing_is_refused),
        sync_test(generating_into_a_fence_releases_it),
        sync_test(new_task_statuses_are_invalid),
        sync_test(a_task_status_is_read_back),
        sync_test(reporting_nowhere_is_refused),
        sync_test(fences_outlive_object_list_and_module),
        sync_test(an_orphan_is_given_back_after_runtime),
        sync_test(using_a_fence_of_an_orphan_takes_no_lock),
        sync_test(an_object_stays_as_long_as_a_call_uses_it),
        sync_test(an_object_that_is_freed_during_a_call_goes),
        sync_test(an_object_that_is_given_back_during_a_call_has_no_name),
        sync_test(a_fence_that_was_counted_too_late_keeps_nothing),
        sync_test(freeing_while_another_thread_signals_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
