/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "numbers.h"
#include "nvscisync.h"

/**
 * Every constant, enumerator and key has the value of the API.
 * @verifies RF-CORE-090
 */
static void constants_have_the_values_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(NvSciSyncMajorVersion, 2U),
        NUMBER(NvSciSyncMinorVersion, 8U),
        NUMBER(NvSciSyncFenceMaxTimeout, 9223372036854775U),
        NUMBER(NvSciSyncAccessPerm_WaitOnly, 1U),
        NUMBER(NvSciSyncAccessPerm_SignalOnly, 2U),
        NUMBER(NvSciSyncAccessPerm_WaitSignal, 3U),
        NUMBER(NvSciSyncAccessPerm_Auto, 0x8000000000000000U),
        NUMBER(NvSciSyncAttrValPrimitiveType_LowerBound, 0U),
        NUMBER(NvSciSyncAttrValPrimitiveType_Syncpoint, 1U),
        NUMBER(NvSciSyncAttrValPrimitiveType_SysmemSemaphore, 2U),
        NUMBER(NvSciSyncAttrValPrimitiveType_VidmemSemaphore, 3U),
        NUMBER(NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b, 4U),
        NUMBER(NvSciSyncAttrValPrimitiveType_VidmemSemaphorePayload64b, 5U),
        NUMBER(NvSciSyncAttrValPrimitiveType_UpperBound, 6U),
        NUMBER(NvSciSyncTaskStatus_Success, 0U),
        NUMBER(NvSciSyncTaskStatus_Failure, 1U),
        NUMBER(NvSciSyncTaskStatus_Invalid, 65535U),
        NUMBER(NvSciSyncWaitMode_Default, 0U),
        NUMBER(NvSciSyncWaitMode_BusyWithYield, 1U),
        NUMBER(NvSciSyncWaitMode_BusyNoYield, 2U),
        NUMBER(NvSciSyncWaitMode_Blocking, 3U),
        NUMBER(NvSciSyncAttrKey_LowerBound, 0U),
        NUMBER(NvSciSyncAttrKey_NeedCpuAccess, 1U),
        NUMBER(NvSciSyncAttrKey_RequiredPerm, 2U),
        NUMBER(NvSciSyncAttrKey_ActualPerm, 3U),
        NUMBER(NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports, 4U),
        NUMBER(NvSciSyncAttrKey_WaiterRequireTimestamps, 5U),
        NUMBER(NvSciSyncAttrKey_RequireDeterministicFences, 6U),
        NUMBER(NvSciSyncAttrKey_NumTimestampSlots, 7U),
        NUMBER(NvSciSyncAttrKey_NumTaskStatusSlots, 8U),
        NUMBER(NvSciSyncAttrKey_MaxPrimitiveValue, 9U),
        NUMBER(NvSciSyncAttrKey_PrimitiveInfo, 10U),
        NUMBER(NvSciSyncAttrKey_PeerLocationInfo, 11U),
        NUMBER(NvSciSyncAttrKey_GpuId, 12U),
        NUMBER(NvSciSyncAttrKey_PeerHwEngineArray, 13U),
        NUMBER(NvSciSyncAttrKey_UpperBound, 14U),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

/**
 * Every type has the size, the alignment and the offsets of the API.
 * @verifies RF-CORE-091
 */
static void types_have_the_layout_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(sizeof(NvSciSyncFence), 48U),
        NUMBER(sizeof(NvSciSyncFenceIpcExportDescriptor), 56U),
        NUMBER(sizeof(NvSciSyncObjIpcExportDescriptor), 1024U),
        NUMBER(sizeof(NvSciSyncTaskStatus), 16U),
        NUMBER(_Alignof(NvSciSyncTaskStatus), 1U),
        NUMBER(offsetof(NvSciSyncTaskStatus, timestamp), 0U),
        NUMBER(offsetof(NvSciSyncTaskStatus, statusEngine), 8U),
        NUMBER(offsetof(NvSciSyncTaskStatus, subframe), 12U),
        NUMBER(offsetof(NvSciSyncTaskStatus, status), 14U),
        NUMBER(sizeof(NvSciSyncAccessPerm), 8U),
        NUMBER(sizeof(NvSciSyncAttrKey), 4U),
        NUMBER(sizeof(NvSciSyncAttrValPrimitiveType), 4U),
        NUMBER(sizeof(NvSciSyncWaitMode), 4U),
        NUMBER(offsetof(NvSciSyncAttrKeyValuePair, attrKey), 0U),
        NUMBER(offsetof(NvSciSyncAttrKeyValuePair, value), sizeof(void *)),
        NUMBER(offsetof(NvSciSyncAttrKeyValuePair, len), 2U * sizeof(void *)),
        NUMBER(sizeof(NvSciSyncAttrKeyValuePair), 3U * sizeof(void *)),
        NUMBER(sizeof(NvSciSyncModule), sizeof(void *)),
        NUMBER(sizeof(NvSciSyncCpuWaitContext), sizeof(void *)),
        NUMBER(sizeof(NvSciSyncObj), sizeof(void *)),
        NUMBER(sizeof(NvSciSyncObjConst), sizeof(void *)),
        NUMBER(sizeof(NvSciSyncAttrList), sizeof(void *)),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

/**
 * The initializer of a fence is all zero, which is a cleared fence.
 * @verifies RF-CORE-091
 */
static void initializer_is_all_zero(void **state)
{
    const NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence zero;

    (void)state;
    (void)memset(&zero, 0, sizeof(zero));
    assert_memory_equal(&fence, &zero, sizeof(fence));
}

/**
 * Every function of nvscisync.h has the parameters and the result of the API.
 * @verifies RF-CORE-092
 */
static void functions_have_their_prototypes(void **state)
{
    static const Prototype prototypes[] = {
        PROTOTYPE(NvSciSyncModuleOpen, NvSciError, NvSciSyncModule * newModule),
        PROTOTYPE(NvSciSyncModuleClose, void, NvSciSyncModule module),
        PROTOTYPE(NvSciSyncCpuWaitContextAlloc, NvSciError, NvSciSyncModule module,
                  NvSciSyncCpuWaitContext * newContext),
        PROTOTYPE(NvSciSyncCpuWaitContextFree, void, NvSciSyncCpuWaitContext context),
        PROTOTYPE(NvSciSyncAttrListCreate, NvSciError, NvSciSyncModule module,
                  NvSciSyncAttrList * attrList),
        PROTOTYPE(NvSciSyncAttrListFree, void, NvSciSyncAttrList attrList),
        PROTOTYPE(NvSciSyncAttrListIsReconciled, NvSciError, NvSciSyncAttrList attrList,
                  bool *isReconciled),
        PROTOTYPE(NvSciSyncAttrListValidateReconciled, NvSciError,
                  NvSciSyncAttrList reconciledAttrList,
                  const NvSciSyncAttrList inputUnreconciledAttrListArray[],
                  size_t inputUnreconciledAttrListCount, bool *isReconciledListValid),
        PROTOTYPE(NvSciSyncAttrListSetAttrs, NvSciError, NvSciSyncAttrList attrList,
                  const NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount),
        PROTOTYPE(NvSciSyncAttrListGetAttrs, NvSciError, NvSciSyncAttrList attrList,
                  NvSciSyncAttrKeyValuePair * pairArray, size_t pairCount),
        PROTOTYPE(NvSciSyncAttrListGetSlotCount, size_t, NvSciSyncAttrList attrList),
        PROTOTYPE(NvSciSyncAttrListAppendUnreconciled, NvSciError,
                  const NvSciSyncAttrList inputUnreconciledAttrListArray[],
                  size_t inputUnreconciledAttrListCount,
                  NvSciSyncAttrList *newUnreconciledAttrList),
        PROTOTYPE(NvSciSyncAttrListClone, NvSciError, NvSciSyncAttrList origAttrList,
                  NvSciSyncAttrList * newAttrList),
        PROTOTYPE(NvSciSyncAttrListSlotGetAttrs, NvSciError, NvSciSyncAttrList attrList,
                  size_t slotIndex, NvSciSyncAttrKeyValuePair * pairArray, size_t pairCount),
        PROTOTYPE(NvSciSyncAttrListReconcile, NvSciError, const NvSciSyncAttrList inputArray[],
                  size_t inputCount, NvSciSyncAttrList *newReconciledList,
                  NvSciSyncAttrList *newConflictList),
        PROTOTYPE(NvSciSyncAttrListDebugDump, NvSciError, NvSciSyncAttrList attrList, void **buf,
                  size_t *len),
        PROTOTYPE(NvSciSyncFenceClear, void, NvSciSyncFence *syncFence),
        PROTOTYPE(NvSciSyncFenceDup, NvSciError, const NvSciSyncFence *srcSyncFence,
                  NvSciSyncFence *dstSyncFence),
        PROTOTYPE(NvSciSyncObjAlloc, NvSciError, NvSciSyncAttrList reconciledList,
                  NvSciSyncObj * syncObj),
        PROTOTYPE(NvSciSyncObjDup, NvSciError, NvSciSyncObj syncObj, NvSciSyncObj * dupObj),
        PROTOTYPE(NvSciSyncObjGetAttrList, NvSciError, NvSciSyncObj syncObj,
                  NvSciSyncAttrList * syncAttrList),
        PROTOTYPE(NvSciSyncObjFree, void, NvSciSyncObj syncObj),
        PROTOTYPE(NvSciSyncObjGenerateFence, NvSciError, NvSciSyncObj syncObj,
                  NvSciSyncFence * syncFence),
        PROTOTYPE(NvSciSyncObjSignal, NvSciError, NvSciSyncObj syncObj),
        PROTOTYPE(NvSciSyncFenceWait, NvSciError, const NvSciSyncFence *syncFence,
                  NvSciSyncCpuWaitContext context, int64_t timeoutUs),
        PROTOTYPE(NvSciSyncFenceGetTimestamp, NvSciError, const NvSciSyncFence *syncFence,
                  uint64_t *timestampUS),
        PROTOTYPE(NvSciSyncAttrListGetAttr, NvSciError, NvSciSyncAttrList attrList,
                  NvSciSyncAttrKey key, const void **value, size_t *len),
        PROTOTYPE(NvSciSyncAttrListReconcileAndObjAlloc, NvSciError,
                  const NvSciSyncAttrList inputArray[], size_t inputCount, NvSciSyncObj *syncObj,
                  NvSciSyncAttrList *newConflictList),
        PROTOTYPE(NvSciSyncCheckVersionCompatibility, NvSciError, uint32_t majorVer,
                  uint32_t minorVer, bool *isCompatible),
        PROTOTYPE(NvSciSyncFenceExtractFence, NvSciError, const NvSciSyncFence *syncFence,
                  uint64_t *id, uint64_t *value),
        PROTOTYPE(NvSciSyncFenceUpdateFence, NvSciError, NvSciSyncObj syncObj, uint64_t id,
                  uint64_t value, NvSciSyncFence * syncFence),
        PROTOTYPE(NvSciSyncFenceAddTimestampSlot, NvSciError, NvSciSyncFence * syncFence,
                  uint32_t timestampSlot),
        PROTOTYPE(NvSciSyncFenceAddTaskStatusSlot, NvSciError, NvSciSyncFence * syncFence,
                  uint32_t taskStatusSlot),
        PROTOTYPE(NvSciSyncFenceExtractTimestampSlot, NvSciError, NvSciSyncFence * syncFence,
                  uint32_t * timeStampSlot),
        PROTOTYPE(NvSciSyncFenceGetTaskStatus, NvSciError, const NvSciSyncFence *syncFence,
                  NvSciSyncTaskStatus *taskStatus),
        PROTOTYPE(NvSciSyncFillC2cAttrs, NvSciError, NvSciSyncAttrList unrecAttrList,
                  NvSciSyncAccessPerm permissions),
        PROTOTYPE(NvSciSyncObjValidate, NvSciError, NvSciSyncObj syncObj),
        PROTOTYPE(NvSciSyncAttrListValidateReconciledAgainstAttrs, NvSciError,
                  NvSciSyncAttrList reconciledAttrList, const NvSciSyncAttrKeyValuePair *pairArray,
                  size_t pairCount, NvSciSyncAccessPerm permissions),
        PROTOTYPE(NvSciSyncFenceWaitWithMode, NvSciError, const NvSciSyncFence *syncFence,
                  NvSciSyncCpuWaitContext context, int64_t timeoutUs, NvSciSyncWaitMode waitMode),
        PROTOTYPE(NvSciSyncObjIpcExport, NvSciError, NvSciSyncObj syncObj,
                  NvSciSyncAccessPerm permissions, NvSciIpcEndpoint ipcEndpoint,
                  NvSciSyncObjIpcExportDescriptor * desc),
        PROTOTYPE(NvSciSyncObjIpcImport, NvSciError, NvSciIpcEndpoint ipcEndpoint,
                  const NvSciSyncObjIpcExportDescriptor *desc, NvSciSyncAttrList inputAttrList,
                  NvSciSyncAccessPerm permissions, int64_t timeoutUs, NvSciSyncObj *syncObj),
        PROTOTYPE(NvSciSyncIpcExportAttrListAndObj, NvSciError, NvSciSyncObj syncObj,
                  NvSciSyncAccessPerm permissions, NvSciIpcEndpoint ipcEndpoint,
                  void **attrListAndObjDesc, size_t *attrListAndObjDescSize),
        PROTOTYPE(NvSciSyncIpcImportAttrListAndObj, NvSciError, NvSciSyncModule module,
                  NvSciIpcEndpoint ipcEndpoint, const void *attrListAndObjDesc,
                  size_t attrListAndObjDescSize, NvSciSyncAttrList const attrList[],
                  size_t attrListCount, NvSciSyncAccessPerm minPermissions, int64_t timeoutUs,
                  NvSciSyncObj *syncObj),
        PROTOTYPE(NvSciSyncObjAttachPeer, NvSciError, NvSciSyncObj syncObj,
                  const NvSciSyncAttrList inputArray[], size_t inputCount),
        PROTOTYPE(NvSciSyncIpcExportFence, NvSciError, const NvSciSyncFence *syncFence,
                  NvSciIpcEndpoint ipcEndpoint, NvSciSyncFenceIpcExportDescriptor *desc),
        PROTOTYPE(NvSciSyncIpcImportFence, NvSciError, NvSciSyncObj syncObj,
                  const NvSciSyncFenceIpcExportDescriptor *desc, NvSciSyncFence *syncFence),
    };

    (void)state;
    assert_int_equal(sizeof(prototypes) / sizeof(prototypes[0]), 46U);
    assert_prototypes(prototypes, sizeof(prototypes) / sizeof(prototypes[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(constants_have_the_values_of_the_api, nothing_is_left),
        cmocka_unit_test_teardown(types_have_the_layout_of_the_api, nothing_is_left),
        cmocka_unit_test_teardown(initializer_is_all_zero, nothing_is_left),
        cmocka_unit_test_teardown(functions_have_their_prototypes, nothing_is_left),
    };

    return cmocka_run_group_tests_name("header/sync", tests, NULL, NULL);
}
