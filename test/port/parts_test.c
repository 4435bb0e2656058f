/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A library from which parts were left out: their functions say so, the others work.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hooks_host.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence.h"
#include "ringfence_cfg.h"
#include "ringfence_engine.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define GONE(call)   assert_int_equal((call), NvSciError_NotSupported)

static NvSciSyncModule g_sync;
static NvSciBufModule g_buf;

static NvSciSyncAttrList sync_list(NvSciSyncAccessPerm perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    assert_int_equal(NvSciSyncAttrListCreate(g_sync, &list), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, pairs, COUNT(pairs)), NvSciError_Success);
    return list;
}

static NvSciBufAttrList raw_list(uint64_t size)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const uint64_t align = 16U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)}};
    NvSciBufAttrList list = NULL;

    assert_int_equal(NvSciBufAttrListCreate(g_buf, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, COUNT(pairs)), NvSciError_Success);
    return list;
}

static int up(void **state)
{
    (void)state;
    assert_int_equal(NvSciSyncModuleOpen(&g_sync), NvSciError_Success);
    assert_int_equal(NvSciBufModuleOpen(&g_buf), NvSciError_Success);
    return 0;
}

/** Nothing is left in any pool. */
static int down(void **state)
{
    (void)state;
    NvSciSyncModuleClose(g_sync);
    NvSciBufModuleClose(g_buf);
    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        RingfencePoolUsage usage;

        assert_int_equal(RingfenceGetPoolUsage((RingfencePool)pool, &usage), NvSciError_Success);
        assert_int_equal(usage.inUse, 0U);
    }
    return 0;
}

/* ---------------------------------------------------------------- what is there */

/**
 * What every configuration has: objects are made, signalled, waited for and freed.
 * @verifies RF-CORE-119
 */
static void signals_and_waits(void **state)
{
    NvSciSyncAttrList lists[] = {sync_list(NvSciSyncAccessPerm_SignalOnly),
                                 sync_list(NvSciSyncAccessPerm_WaitOnly)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence copy = NvSciSyncFenceInitializer;
    bool compatible = false;

    (void)state;
    assert_int_equal(NvSciSyncCheckVersionCompatibility(NvSciSyncMajorVersion,
                                                        NvSciSyncMinorVersion, &compatible),
                     NvSciError_Success);
    assert_true(compatible);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(g_sync, &context), NvSciError_Success);
    for (uint32_t i = 0U; i < 5U; i++) {
        assert_int_equal(NvSciSyncObjGenerateFence(object, &fence), NvSciError_Success);
        assert_int_equal(NvSciSyncFenceDup(&fence, &copy), NvSciError_Success);
        assert_int_equal(NvSciSyncFenceWait(&copy, context, 1), NvSciError_Timeout);
        assert_int_equal(NvSciSyncObjSignal(object), NvSciError_Success);
        assert_int_equal(NvSciSyncFenceWait(&fence, context, 1000), NvSciError_Success);
        assert_int_equal(NvSciSyncFenceWait(&copy, context, 0), NvSciError_Success);
    }
    NvSciSyncFenceClear(&copy);
    NvSciSyncFenceClear(&fence);
    NvSciSyncCpuWaitContextFree(context);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
}

/** @verifies RF-CORE-119 */
static void buffers_are_made(void **state)
{
    NvSciBufAttrList lists[] = {raw_list(256U), raw_list(256U)};
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    void *bytes = NULL;
    const void *same = NULL;
    bool compatible = false;

    (void)state;
    assert_int_equal(
        NvSciBufCheckVersionCompatibility(NvSciBufMajorVersion, NvSciBufMinorVersion, &compatible),
        NvSciError_Success);
    assert_true(compatible);
    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    assert_int_equal(NvSciBufObjGetCpuPtr(object, &bytes), NvSciError_Success);
    assert_int_equal((uintptr_t)bytes % 16U, 0U);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(object, &same), NvSciError_Success);
    assert_ptr_equal(same, bytes);
    (void)memset(bytes, 0x5A, 256U);
    assert_int_equal(NvSciBufObjFlushCpuCacheRange(object, 0U, 256U), NvSciError_Success);
    assert_int_equal(NvSciBufObjFlushCpuCacheRange(object, 1U, 256U), NvSciError_BadParameter);
    NvSciBufObjFree(object);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
}

/**
 * Software keeps caches coherent in every configuration, where the hardware does not.
 * @verifies RF-CORE-119
 */
static void caches_are_flushed(void **state)
{
    const bool cached = true;
    NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_EnableCpuCache, &cached,
                                     sizeof(cached)};
    NvSciBufAttrList list = raw_list(256U);
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    const void *bytes = NULL;

    (void)state;
    assert_int_equal(NvSciBufAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_Success);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(object, &bytes), NvSciError_Success);
    assert_int_equal(NvSciBufObjFlushCpuCacheRange(object, 0U, 256U), NvSciError_Success);
    assert_ptr_equal(g_host_hooks.flushed, bytes);
    assert_int_equal(g_host_hooks.flushed_size, 256U);
    NvSciBufObjFree(object);
    NvSciBufAttrListFree(list);
}

/**
 * Why something could not be made is said in every configuration, in numbers.
 * @verifies RF-CORE-119
 */
static void conflicts_are_explained(void **state)
{
    NvSciBufAttrList bufs[] = {raw_list(256U), raw_list(512U)};
    NvSciSyncAttrList syncs[] = {sync_list(NvSciSyncAccessPerm_SignalOnly),
                                 sync_list(NvSciSyncAccessPerm_SignalOnly)};
    NvSciBufAttrList buf_conflict = NULL;
    NvSciSyncAttrList sync_conflict = NULL;
    NvSciBufObj buf = NULL;
    NvSciSyncObj sync = NULL;
    RingfenceConflict why;
    uint64_t second = 0U;

    (void)state;
    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(bufs, 2U, &buf, &buf_conflict),
                     NvSciError_ReconciliationFailed);
    assert_int_equal(RingfenceExplainConflict(buf_conflict, &why), NvSciError_Success);
    assert_int_equal(why.key, NvSciBufRawBufferAttrKey_Size);
    assert_int_equal(why.rule, RINGFENCE_RULE_EQUAL);
    assert_int_equal(why.first.list, 0U);
    assert_int_equal(why.second.list, 1U);
    (void)memcpy(&second, why.second.value, sizeof(second));
    assert_int_equal(second, 512U);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(syncs, 2U, &sync, &sync_conflict),
                     NvSciError_UnsupportedConfig);
    assert_int_equal(RingfenceExplainConflict(sync_conflict, &why), NvSciError_Success);
    assert_int_equal(why.key, NvSciSyncAttrKey_RequiredPerm);
    assert_int_equal(why.rule, RINGFENCE_RULE_ONE_SIGNALER);
    NvSciBufAttrListFree(buf_conflict);
    NvSciSyncAttrListFree(sync_conflict);
    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciBufAttrListFree(bufs[i]);
        NvSciSyncAttrListFree(syncs[i]);
    }
}

/* ---------------------------------------------------------------- what is not */

/** @verifies RF-CORE-119 */
static void functions_of_parts_say_so(void **state)
{
    bool answer = false;
    void *text = NULL;
    size_t len = 0U;
    char line[8];
    RingfenceConflict why;
    RingfenceFault fault;
    RingfenceEngineSync sync_map;
    RingfenceEngineBuf buf_map;

    (void)state;
    (void)memset(&why, 0, sizeof(why));
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    GONE(NvSciSyncAttrListDebugDump(NULL, &text, &len));
    GONE(NvSciBufAttrListDebugDump(NULL, &text, &len));
    GONE(RingfenceFormatConflict(&why, line, sizeof(line)));
    GONE(RingfenceFormatFault(&fault, line, sizeof(line)));
    assert_string_equal(RingfenceErrorName(NvSciError_Timeout), "");
    GONE(NvSciSyncObjValidate(NULL));
    GONE(NvSciBufObjValidate(NULL));
    GONE(NvSciSyncAttrListValidateReconciled(NULL, NULL, 0U, &answer));
    GONE(NvSciBufAttrListValidateReconciled(NULL, NULL, 0U, &answer));
    GONE(NvSciBufAttrListValidateReconciledAgainstAttrs(NULL, NULL, 0U));
    GONE(NvSciSyncObjAttachPeer(NULL, NULL, 0U));
    GONE(NvSciBufObjAttachPeer(NULL, NULL, 0U));
    GONE(RingfenceSyncAttrListIsLocal(NULL, &answer));
    GONE(RingfenceEngineSyncMap(NULL, &sync_map));
    GONE(RingfenceEngineBufMap(NULL, &buf_map));
    GONE(RingfenceEngineSyncNeed(NULL, NvSciSyncAccessPerm_WaitOnly, NULL));
    GONE(RingfenceEngineSyncSignal(NULL, 1U));
    GONE(RingfenceEngineSyncWait(NULL, 1U, 0));
}

/**
 * Reports name no function, and have its number.
 * @verifies RF-CORE-275
 */
static void reports_have_numbers(void **state)
{
    RingfenceAdmission row;
    RingfenceFault fault;
    RingfenceRefusal refusal;

    (void)state;
    NvSciSyncObjFree((NvSciSyncObj)g_sync);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_string_equal(fault.function, "");
    assert_int_equal(fault.functionId, RINGFENCE_FUNCTION_SYNC_OBJ_FREE);
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    NvSciBufModuleClose(g_buf);
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), NvSciError_Success);
    assert_int_equal(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    assert_string_equal(refusal.function, "");
    assert_int_equal(refusal.functionId, RINGFENCE_FUNCTION_BUF_MODULE_CLOSE);
    assert_int_equal(RingfenceGetAdmission(0U, &row), NvSciError_Success);
    assert_string_equal(row.function, "");
    assert_int_equal(row.functionId, RINGFENCE_FUNCTION_SYNC_MODULE_OPEN);
}

/**
 * Channels and CUDA are in no library for one image: their tables have no slots, and the table of
 * admissions has none of their functions.
 * @verifies RF-CORE-276
 */
static void tables_of_parts_are_gone(void **state)
{
    RingfencePoolUsage usage;
    RingfenceAdmission row;

    (void)state;
    for (uint32_t pool = (uint32_t)RINGFENCE_POOL_IPC_ENDPOINT;
         pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        (void)memset(&usage, 0xFF, sizeof(usage));
        assert_int_equal(RingfenceGetPoolUsage((RingfencePool)pool, &usage), NvSciError_Success);
        assert_string_equal(usage.name, "");
        assert_string_equal(usage.macro, "");
        assert_int_equal(usage.capacity, 0U);
        assert_int_equal(usage.inUse, 0U);
        assert_int_equal(usage.highWater, 0U);
        assert_int_equal(usage.exhausted, 0U);
    }
    assert_int_equal(RingfenceGetPoolUsage(RINGFENCE_POOL_DUMP, &usage), NvSciError_Success);
    assert_int_equal(usage.capacity, 0U);
    assert_int_equal(RingfenceGetPoolUsage(RINGFENCE_POOL_FENCE, &usage), NvSciError_Success);
    assert_int_equal(usage.capacity, (RINGFENCE_CFG_EXTRAS == 1U) ? RINGFENCE_CFG_FENCES : 0U);
    for (size_t i = 0U; RingfenceGetAdmission(i, &row) == NvSciError_Success; i++) {
        assert_int_not_equal(row.functionId / 100U, RINGFENCE_FUNCTION_IPC_INIT / 100U);
        assert_int_not_equal(row.functionId / 100U, RINGFENCE_FUNCTION_EVENT_INSPECT / 100U);
        assert_int_not_equal(row.functionId / 100U,
                             RINGFENCE_FUNCTION_CU_DEVICE_GET_NVSCISYNC_ATTRIBUTES / 100U);
        assert_int_not_equal(row.functionId / 100U,
                             RINGFENCE_FUNCTION_STREAM_ATTRIBUTE_QUERY / 100U);
    }
}

/** @verifies RF-CORE-119 */
static void keys_of_engines_are_gone(void **state)
{
    const NvSciRmGpuId gpu = {{1U}};
    const NvSciSyncAttrKeyValuePair sync_pair = {NvSciSyncAttrKey_GpuId, &gpu, sizeof(gpu)};
    NvSciBufAttrKeyValuePair buf_pair = {NvSciBufGeneralAttrKey_GpuId, &gpu, sizeof(gpu)};
    NvSciSyncAttrList sync = sync_list(NvSciSyncAccessPerm_WaitOnly);
    NvSciBufAttrList buf = raw_list(16U);

    (void)state;
    GONE(NvSciSyncAttrListSetAttrs(sync, &sync_pair, 1U));
    GONE(NvSciBufAttrListSetAttrs(buf, &buf_pair, 1U));
    NvSciSyncAttrListFree(sync);
    NvSciBufAttrListFree(buf);
}

#if (RINGFENCE_CFG_TIMESTAMP_SLOTS == 0U)
/**
 * Nobody can have timestamps where there are no slots for them.
 * @verifies RF-CORE-119
 */
static void timestamps_are_a_conflict(void **state)
{
    const bool wanted = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterRequireTimestamps, &wanted,
                                            sizeof(wanted)};
    NvSciSyncAttrList list = sync_list(NvSciSyncAccessPerm_WaitSignal);
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    RingfenceConflict why;

    (void)state;
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_UnsupportedConfig);
    assert_int_equal(RingfenceExplainConflict(conflict, &why), NvSciError_Success);
    assert_int_equal(why.key, NvSciSyncAttrKey_WaiterRequireTimestamps);
    NvSciSyncAttrListFree(conflict);
    NvSciSyncAttrListFree(list);
}
#else
/**
 * A waiter that wants the time of a signal has it.
 * @verifies RF-CORE-119
 */
static void timestamps_are_there(void **state)
{
    const bool wanted = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterRequireTimestamps, &wanted,
                                            sizeof(wanted)};
    NvSciSyncAttrList list = sync_list(NvSciSyncAccessPerm_WaitSignal);
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t time_us = UINT64_MAX;

    (void)state;
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_Success);
    assert_int_equal(NvSciSyncObjGenerateFence(object, &fence), NvSciError_Success);
    assert_int_equal(NvSciSyncFenceGetTimestamp(&fence, &time_us), NvSciError_NotYetAvailable);
    assert_int_equal(NvSciSyncObjSignal(object), NvSciError_Success);
    assert_int_equal(NvSciSyncFenceGetTimestamp(&fence, &time_us), NvSciError_Success);
    assert_true(time_us != UINT64_MAX);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(list);
}
#endif

#if (RINGFENCE_CFG_TASK_STATUS_SLOTS == 0U)
/** @verifies RF-CORE-119 */
static void slots_of_fences_are_gone(void **state)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncTaskStatus status;
    uint64_t number = 0U;
    uint32_t slot = 0U;

    (void)state;
    GONE(NvSciSyncFenceGetTimestamp(&fence, &number));
    GONE(NvSciSyncFenceAddTimestampSlot(&fence, 0U));
    GONE(NvSciSyncFenceExtractTimestampSlot(&fence, &slot));
    GONE(NvSciSyncFenceAddTaskStatusSlot(&fence, 0U));
    GONE(NvSciSyncFenceGetTaskStatus(&fence, &status));
    (void)memset(&status, 0, sizeof(status));
    GONE(RingfenceSyncObjSetTaskStatus(NULL, 0U, &status));
}
#else
/**
 * Who signals can say how the task ended.
 * @verifies RF-CORE-119
 */
static void task_statuses_are_there(void **state)
{
    NvSciSyncAttrList list = sync_list(NvSciSyncAccessPerm_WaitSignal);
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncTaskStatus told;
    NvSciSyncTaskStatus heard;

    (void)state;
    (void)memset(&told, 0, sizeof(told));
    (void)memset(&heard, 0, sizeof(heard));
    told.status = (uint16_t)NvSciSyncTaskStatus_Failure;
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_Success);
    assert_int_equal(NvSciSyncObjGenerateFence(object, &fence), NvSciError_Success);
    assert_int_equal(NvSciSyncFenceAddTaskStatusSlot(&fence, 1U), NvSciError_Success);
    assert_int_equal(RingfenceSyncObjSetTaskStatus(object, 1U, &told), NvSciError_Success);
    assert_int_equal(NvSciSyncObjSignal(object), NvSciError_Success);
    assert_int_equal(NvSciSyncFenceGetTaskStatus(&fence, &heard), NvSciError_Success);
    assert_int_equal(heard.status, NvSciSyncTaskStatus_Failure);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(list);
}
#endif

#if (RINGFENCE_CFG_PIXELS == 0U)
/** @verifies RF-CORE-119 RF-BUF-070 */
static void pixels_are_gone(void **state)
{
    (void)state;
    GONE(NvSciBufObjGetPixels(NULL, NULL, NULL, NULL, NULL));
    GONE(NvSciBufObjPutPixels(NULL, NULL, NULL, NULL, NULL));
}
#endif

#if (RINGFENCE_CFG_EXTRAS == 0U)
/** @verifies RF-CORE-119 */
static void extras_are_gone(void **state)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence *stored = NULL;
    NvSciSyncAttrList sync = NULL;
    NvSciBufAttrList buf = NULL;
    NvSciSyncObj sync_object = NULL;
    NvSciBufObj buf_object = NULL;
    uint64_t number = 0U;
    bool answer = false;

    (void)state;
    GONE(NvSciSyncAttrListIsReconciled(NULL, &answer));
    GONE(NvSciBufAttrListIsReconciled(NULL, &answer));
    GONE(NvSciSyncAttrListGetAttrs(NULL, NULL, 0U));
    GONE(NvSciBufAttrListGetAttrs(NULL, NULL, 0U));
    assert_int_equal(NvSciSyncAttrListGetSlotCount(NULL), 0U);
    GONE(NvSciSyncAttrListClone(NULL, &sync));
    GONE(NvSciBufAttrListClone(NULL, &buf));
    GONE(NvSciSyncAttrListReconcile(NULL, 0U, &sync, &sync));
    GONE(NvSciBufAttrListReconcile(NULL, 0U, &buf, &buf));
    GONE(NvSciSyncObjAlloc(NULL, &sync_object));
    GONE(NvSciBufObjAlloc(NULL, &buf_object));
    GONE(NvSciSyncObjDup(NULL, &sync_object));
    GONE(NvSciBufObjDup(NULL, &buf_object));
    GONE(NvSciSyncFenceExtractFence(&fence, &number, &number));
    GONE(NvSciSyncFenceWaitWithMode(&fence, NULL, 0, NvSciSyncWaitMode_BusyNoYield));
    GONE(RingfenceFenceTake(&stored));
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(signals_and_waits, up, down),
        cmocka_unit_test_setup_teardown(buffers_are_made, up, down),
        cmocka_unit_test_setup_teardown(caches_are_flushed, up, down),
        cmocka_unit_test_setup_teardown(conflicts_are_explained, up, down),
        cmocka_unit_test_setup_teardown(functions_of_parts_say_so, up, down),
        cmocka_unit_test_setup_teardown(reports_have_numbers, up, down),
        cmocka_unit_test_setup_teardown(tables_of_parts_are_gone, up, down),
        cmocka_unit_test_setup_teardown(keys_of_engines_are_gone, up, down),
#if (RINGFENCE_CFG_TIMESTAMP_SLOTS == 0U)
        cmocka_unit_test_setup_teardown(timestamps_are_a_conflict, up, down),
#else
        cmocka_unit_test_setup_teardown(timestamps_are_there, up, down),
#endif
#if (RINGFENCE_CFG_TASK_STATUS_SLOTS == 0U)
        cmocka_unit_test_setup_teardown(slots_of_fences_are_gone, up, down),
#else
        cmocka_unit_test_setup_teardown(task_statuses_are_there, up, down),
#endif
#if (RINGFENCE_CFG_PIXELS == 0U)
        cmocka_unit_test_setup_teardown(pixels_are_gone, up, down),
#endif
#if (RINGFENCE_CFG_EXTRAS == 0U)
        cmocka_unit_test_setup_teardown(extras_are_gone, up, down),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
