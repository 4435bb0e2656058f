/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file slot_race_test.c
 * Functions that are called with handles while another thread frees them, and takes the same slots
 * again. The thread sanitizer must find nothing.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/pool.h"
#include "leftovers.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence_cfg.h"

#define TURNS    3000U
#define KEPT_MAX 4096U

/** The handle that is free to use, and what its users saw. */
static _Atomic(void *) g_handle;
static atomic_bool g_done;
static atomic_uint g_used;
static atomic_uint g_refused;
static atomic_uint g_wrong;

static NvSciSyncObj g_object;
static NvSciSyncFence g_fence;

static void note(NvSciError status)
{
    if (status == NvSciError_Success) {
        (void)atomic_fetch_add(&g_used, 1U);
    } else if ((status == NvSciError_BadParameter) || (status == NvSciError_AlreadyInUse)) {
        (void)atomic_fetch_add(&g_refused, 1U);
    } else {
        (void)atomic_fetch_add(&g_wrong, 1U);
    }
}

static void *flush(void *argument)
{
    (void)argument;
    while (!atomic_load(&g_done)) {
        note(NvSciBufObjFlushCpuCacheRange(atomic_load(&g_handle), 0U, 64U));
    }
    return NULL;
}

static void *signal_object(void *argument)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)argument;
    while (!atomic_load(&g_done)) {
        note(NvSciSyncObjSignal(atomic_load(&g_handle)));
        note(NvSciSyncObjGenerateFence(atomic_load(&g_handle), &fence));
    }
    NvSciSyncFenceClear(&fence);
    return NULL;
}

static void *wait_for_fence(void *argument)
{
    (void)argument;
    while (!atomic_load(&g_done)) {
        note(NvSciSyncFenceWait(&g_fence, atomic_load(&g_handle), 0));
    }
    return NULL;
}

/** How many more slots of a pool can be taken. */
static uint32_t free_slots(RingfencePool pool)
{
    RingfencePoolUsage usage;

    assert_int_equal(RingfenceGetPoolUsage(pool, &usage), NvSciError_Success);
    return usage.capacity - usage.inUse;
}

/** A user beside the caller, who changes the handle until this ends. */
static void run_beside(void *(*user)(void *), void (*turn)(void *context), void *context)
{
    pthread_t thread;

    atomic_store(&g_done, false);
    atomic_store(&g_used, 0U);
    atomic_store(&g_refused, 0U);
    assert_int_equal(pthread_create(&thread, NULL, user, NULL), 0);
    for (uint32_t i = 0U; i < TURNS; i++) {
        turn(context);
    }
    atomic_store(&g_done, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(atomic_load(&g_wrong), 0U);
}

/* ---------------------------------------------------------------- buffers */

static void turn_of_buffer(void *context)
{
    NvSciBufObj next = NULL;

    NvSciBufObjFree(atomic_load(&g_handle));
    assert_int_equal(NvSciBufObjAlloc(context, &next), NvSciError_Success);
    atomic_store(&g_handle, next);
}

/**
 * A buffer is flushed while its handle is freed and its slots are taken by another one.
 * @verifies RF-BUF-206
 */
static void flush_meets_allocation_in_its_slots(void **state)
{
    static NvSciBufObj kept[KEPT_MAX];
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = 64U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)}};
    NvSciBufModule module = NULL;
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    uint32_t count = 0U;

    (void)state;
    assert_int_equal(NvSciBufModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, 3U), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcile(&list, 1U, &reconciled, &conflict),
                     NvSciError_Success);
    /* One slot of each pool is left. */
    while (free_slots(RINGFENCE_POOL_BUF_OBJECT) > 1U) {
        assert_int_equal(NvSciBufObjAlloc(reconciled, &kept[count]), NvSciError_Success);
        count++;
    }
    while (free_slots(RINGFENCE_POOL_BUF_HANDLE) > 1U) {
        assert_int_equal(NvSciBufObjDup(kept[0], &kept[count]), NvSciError_Success);
        count++;
    }
    assert_int_equal(NvSciBufObjAlloc(reconciled, &object), NvSciError_Success);
    atomic_store(&g_handle, object);
    run_beside(flush, turn_of_buffer, reconciled);
    NvSciBufObjFree(atomic_load(&g_handle));
    for (uint32_t i = 0U; i < count; i++) {
        NvSciBufObjFree(kept[i]);
    }
    NvSciBufAttrListFree(reconciled);
    NvSciBufAttrListFree(list);
    NvSciBufModuleClose(module);
}

/* ---------------------------------------------------------------- sync objects */

static NvSciSyncObj make_object(NvSciSyncModule module)
{
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitSignal;
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                               {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_int_equal(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, pairs, 2U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_Success);
    NvSciSyncAttrListFree(list);
    return object;
}

static void turn_of_handle(void *context)
{
    NvSciSyncObj next = NULL;

    (void)context;
    NvSciSyncObjFree(atomic_load(&g_handle));
    assert_int_equal(NvSciSyncObjDup(g_object, &next), NvSciError_Success);
    atomic_store(&g_handle, next);
}

static void turn_of_context(void *context)
{
    const NvSciSyncCpuWaitContext old = atomic_load(&g_handle);
    RingfencePoolUsage usage;
    NvSciSyncCpuWaitContext next = NULL;

    /* A context that is in use is not freed. */
    do {
        NvSciSyncCpuWaitContextFree(old);
        assert_int_equal(RingfenceGetPoolUsage(RINGFENCE_POOL_SYNC_WAIT_CONTEXT, &usage),
                         NvSciError_Success);
    } while (usage.inUse == usage.capacity);
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(context, &next), NvSciError_Success);
    atomic_store(&g_handle, next);
}

/**
 * Sync objects are signalled by a handle, and fences waited for with a wait context, while these
 * are freed and their slots taken again.
 * @verifies RF-CORE-209
 */
static void signals_and_waits_meet_takes_of_their_slots(void **state)
{
    static NvSciSyncObj kept[KEPT_MAX];
    static NvSciSyncCpuWaitContext contexts[KEPT_MAX];
    NvSciSyncModule module = NULL;
    uint32_t handles = 0U;
    uint32_t count = 0U;
    NvSciSyncObj object = NULL;
    NvSciSyncCpuWaitContext context = NULL;

    (void)state;
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    g_object = make_object(module);
    while (free_slots(RINGFENCE_POOL_SYNC_HANDLE) > 1U) {
        assert_int_equal(NvSciSyncObjDup(g_object, &kept[handles]), NvSciError_Success);
        handles++;
    }
    assert_int_equal(NvSciSyncObjDup(g_object, &object), NvSciError_Success);
    atomic_store(&g_handle, object);
    run_beside(signal_object, turn_of_handle, NULL);
    NvSciSyncObjFree(atomic_load(&g_handle));

    g_fence = NvSciSyncFenceInitializer;
    object = make_object(module);
    assert_int_equal(NvSciSyncObjGenerateFence(object, &g_fence), NvSciError_Success);
    assert_int_equal(NvSciSyncObjSignal(object), NvSciError_Success);
    while (free_slots(RINGFENCE_POOL_SYNC_WAIT_CONTEXT) > 1U) {
        assert_int_equal(NvSciSyncCpuWaitContextAlloc(module, &contexts[count]),
                         NvSciError_Success);
        count++;
    }
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(module, &context), NvSciError_Success);
    atomic_store(&g_handle, context);
    run_beside(wait_for_fence, turn_of_context, module);
    NvSciSyncCpuWaitContextFree(atomic_load(&g_handle));
    NvSciSyncFenceClear(&g_fence);
    NvSciSyncObjFree(object);
    for (uint32_t i = 0U; i < count; i++) {
        NvSciSyncCpuWaitContextFree(contexts[i]);
    }
    for (uint32_t i = 0U; i < handles; i++) {
        NvSciSyncObjFree(kept[i]);
    }
    NvSciSyncObjFree(g_object);
    NvSciSyncModuleClose(module);
}

/** Slots of a pool that a thread keeps at least, and at most. */
#define FEW  3U
#define SOME 9U

static _Atomic(RingfencePool) g_pool;

/** Looks at the slots in use, without the lock. */
static void *look_at_usage(void *argument)
{
    (void)argument;
    while (!atomic_load(&g_done)) {
        RingfencePoolUsage usage;

        if (RingfenceGetPoolUsage(atomic_load(&g_pool), &usage) != NvSciError_Success) {
            (void)atomic_fetch_add(&g_wrong, 1U);
        } else if ((usage.inUse < FEW) || (usage.inUse > SOME)) {
            (void)atomic_fetch_add(&g_wrong, 1U);
        } else {
            (void)atomic_fetch_add(&g_used, 1U);
        }
    }
    return NULL;
}

/** Takes slots until there are so many, and gives back until there are few. */
static void turn_of_slots(void *context)
{
    uint32_t *const slots = context;

    assert_int_equal(ringfence_api_enter(OP_SYNC_OBJ_FREE), NvSciError_Success);
    for (uint32_t i = FEW; i < SOME; i++) {
        assert_int_equal(ringfence_pool_take(atomic_load(&g_pool), &slots[i]), NvSciError_Success);
    }
    for (uint32_t i = FEW; i < SOME; i++) {
        ringfence_pool_give(atomic_load(&g_pool), slots[i]);
    }
    ringfence_api_leave();
}

/**
 * Who asks how many slots of a pool are in use while another thread takes and gives back gets a
 * number that was in use meanwhile: while slots are taken for the first time, and again.
 * @verifies RF-CORE-300
 */
static void usage_is_a_number_that_was_in_use(void **state)
{
    static const RingfencePool pools[] = {RINGFENCE_POOL_FENCE, RINGFENCE_POOL_BUF_MODULE,
                                          RINGFENCE_POOL_SYNC_HANDLE};
    uint32_t slots[SOME] = {0U};

    (void)state;
    for (size_t i = 0U; i < (sizeof(pools) / sizeof(pools[0])); i++) {
        atomic_store(&g_pool, pools[i]);
        for (uint32_t k = 0U; k < FEW; k++) {
            assert_int_equal(ringfence_pool_take(pools[i], &slots[k]), NvSciError_Success);
        }
        run_beside(look_at_usage, turn_of_slots, slots);
        for (uint32_t k = 0U; k < FEW; k++) {
            ringfence_pool_give(pools[i], slots[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(flush_meets_allocation_in_its_slots, nothing_is_left),
        cmocka_unit_test_teardown(usage_is_a_number_that_was_in_use, nothing_is_left),
        cmocka_unit_test_teardown(signals_and_waits_meet_takes_of_their_slots, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/slot_race", tests, NULL, NULL);
}
