/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file null_calls_test.c
 * What a phase does not admit is refused and counted whatever the arguments are.
 */
#include "null_calls.h"
#include "nvscibuf.h"
#include "nvscievent.h"
#include "nvsciipc.h"
#include "nvscistream.h"
#include "nvscisync.h"
#include "ringfence_engine.h"

/** What has functions in structures; made in INIT. */
static NvSciEventLoopService *g_service;
static NvSciEventNotifier *g_notifier;
static NvSciLocalEvent *g_event;

static void call_sync(void)
{
    NULL_STATUS(NvSciSyncModuleOpen, (NULL));
    NULL_SILENT(NvSciSyncModuleClose, (NULL));
    NULL_STATUS(NvSciSyncCpuWaitContextAlloc, (NULL, NULL));
    NULL_SILENT(NvSciSyncCpuWaitContextFree, (NULL));
    NULL_STATUS(NvSciSyncAttrListCreate, (NULL, NULL));
    NULL_SILENT(NvSciSyncAttrListFree, (NULL));
    NULL_STATUS(NvSciSyncAttrListIsReconciled, (NULL, NULL));
    NULL_STATUS(NvSciSyncAttrListValidateReconciled, (NULL, NULL, 0U, NULL));
    NULL_STATUS(NvSciSyncAttrListSetAttrs, (NULL, NULL, 0U));
    NULL_STATUS(NvSciSyncAttrListGetAttrs, (NULL, NULL, 0U));
    NULL_RESULT(NvSciSyncAttrListGetSlotCount, (NULL), 0U);
    NULL_STATUS(NvSciSyncAttrListAppendUnreconciled, (NULL, 0U, NULL));
    NULL_STATUS(NvSciSyncAttrListClone, (NULL, NULL));
    NULL_STATUS(NvSciSyncAttrListSlotGetAttrs, (NULL, 0U, NULL, 0U));
    NULL_STATUS(NvSciSyncAttrListReconcile, (NULL, 0U, NULL, NULL));
    NULL_STATUS(NvSciSyncAttrListDebugDump, (NULL, NULL, NULL));
    NULL_SILENT(NvSciSyncFenceClear, (NULL));
    NULL_STATUS(NvSciSyncFenceDup, (NULL, NULL));
    NULL_STATUS(NvSciSyncObjAlloc, (NULL, NULL));
    NULL_STATUS(NvSciSyncObjDup, (NULL, NULL));
    NULL_STATUS(NvSciSyncObjGetAttrList, (NULL, NULL));
    NULL_SILENT(NvSciSyncObjFree, (NULL));
    NULL_STATUS(NvSciSyncObjGenerateFence, (NULL, NULL));
    NULL_STATUS(NvSciSyncObjSignal, (NULL));
    NULL_STATUS(NvSciSyncFenceWait, (NULL, NULL, 0));
    NULL_STATUS(NvSciSyncFenceGetTimestamp, (NULL, NULL));
    NULL_STATUS(NvSciSyncAttrListGetAttr, (NULL, (NvSciSyncAttrKey)0, NULL, NULL));
    NULL_STATUS(NvSciSyncAttrListReconcileAndObjAlloc, (NULL, 0U, NULL, NULL));
    NULL_STATUS(NvSciSyncCheckVersionCompatibility, (0U, 0U, NULL));
    NULL_STATUS(NvSciSyncFenceExtractFence, (NULL, NULL, NULL));
    NULL_STATUS(NvSciSyncFenceUpdateFence, (NULL, 0U, 0U, NULL));
    NULL_STATUS(NvSciSyncFenceAddTimestampSlot, (NULL, 0U));
    NULL_STATUS(NvSciSyncFenceAddTaskStatusSlot, (NULL, 0U));
    NULL_STATUS(NvSciSyncFenceExtractTimestampSlot, (NULL, NULL));
    NULL_STATUS(NvSciSyncFenceGetTaskStatus, (NULL, NULL));
    NULL_STATUS(NvSciSyncFillC2cAttrs, (NULL, (NvSciSyncAccessPerm)0));
    NULL_STATUS(NvSciSyncObjValidate, (NULL));
    NULL_STATUS(NvSciSyncAttrListValidateReconciledAgainstAttrs,
                (NULL, NULL, 0U, (NvSciSyncAccessPerm)0));
    NULL_STATUS(NvSciSyncFenceWaitWithMode, (NULL, NULL, 0, (NvSciSyncWaitMode)0));
    NULL_STATUS(NvSciSyncAttrListIpcExportUnreconciled, (NULL, 0U, 0U, NULL, NULL));
    NULL_STATUS(NvSciSyncAttrListIpcExportReconciled, (NULL, 0U, NULL, NULL));
    NULL_STATUS(NvSciSyncAttrListIpcImportUnreconciled, (NULL, 0U, NULL, 0U, NULL));
    NULL_STATUS(NvSciSyncAttrListIpcImportReconciled, (NULL, 0U, NULL, 0U, NULL, 0U, NULL));
    NULL_SILENT(NvSciSyncAttrListFreeDesc, (NULL));
    NULL_SILENT(NvSciSyncAttrListAndObjFreeDesc, (NULL));
    NULL_STATUS(NvSciSyncObjIpcExport, (NULL, (NvSciSyncAccessPerm)0, 0U, NULL));
    NULL_STATUS(NvSciSyncObjIpcImport, (0U, NULL, NULL, (NvSciSyncAccessPerm)0, 0, NULL));
    NULL_STATUS(NvSciSyncIpcExportAttrListAndObj, (NULL, (NvSciSyncAccessPerm)0, 0U, NULL, NULL));
    NULL_STATUS(NvSciSyncIpcImportAttrListAndObj,
                (NULL, 0U, NULL, 0U, NULL, 0U, (NvSciSyncAccessPerm)0, 0, NULL));
    NULL_STATUS(NvSciSyncObjAttachPeer, (NULL, NULL, 0U));
    NULL_STATUS(NvSciSyncIpcExportFence, (NULL, 0U, NULL));
    NULL_STATUS(NvSciSyncIpcImportFence, (NULL, NULL, NULL));
}

static void call_buf(void)
{
    NULL_STATUS(NvSciBufAttrListCreate, (NULL, NULL));
    NULL_SILENT(NvSciBufAttrListFree, (NULL));
    NULL_STATUS(NvSciBufAttrListSetAttrs, (NULL, NULL, 0U));
    NULL_RESULT(NvSciBufAttrListGetSlotCount, (NULL), 0U);
    NULL_STATUS(NvSciBufAttrListGetAttrs, (NULL, NULL, 0U));
    NULL_STATUS(NvSciBufAttrListSlotGetAttrs, (NULL, 0U, NULL, 0U));
    NULL_STATUS(NvSciBufAttrListDebugDump, (NULL, NULL, NULL));
    NULL_STATUS(NvSciBufAttrListReconcile, (NULL, 0U, NULL, NULL));
    NULL_STATUS(NvSciBufAttrListClone, (NULL, NULL));
    NULL_STATUS(NvSciBufAttrListAppendUnreconciled, (NULL, 0U, NULL));
    NULL_STATUS(NvSciBufAttrListIsReconciled, (NULL, NULL));
    NULL_STATUS(NvSciBufAttrListValidateReconciled, (NULL, NULL, 0U, NULL));
    NULL_STATUS(NvSciBufObjDup, (NULL, NULL));
    NULL_STATUS(NvSciBufAttrListReconcileAndObjAlloc, (NULL, 0U, NULL, NULL));
    NULL_SILENT(NvSciBufObjFree, (NULL));
    NULL_STATUS(NvSciBufObjGetAttrList, (NULL, NULL));
    NULL_STATUS(NvSciBufObjGetCpuPtr, (NULL, NULL));
    NULL_STATUS(NvSciBufObjGetConstCpuPtr, (NULL, NULL));
    NULL_STATUS(NvSciBufObjFlushCpuCacheRange, (NULL, 0U, 0U));
    NULL_STATUS(NvSciBufObjAlloc, (NULL, NULL));
    NULL_STATUS(NvSciBufObjDupWithReducePerm, (NULL, (NvSciBufAttrValAccessPerm)0, NULL));
    NULL_STATUS(NvSciBufModuleOpen, (NULL));
    NULL_SILENT(NvSciBufModuleClose, (NULL));
    NULL_STATUS(NvSciBufCheckVersionCompatibility, (0U, 0U, NULL));
    NULL_STATUS(NvSciBufObjGetPixels, (NULL, NULL, NULL, NULL, NULL));
    NULL_STATUS(NvSciBufObjPutPixels, (NULL, NULL, NULL, NULL, NULL));
    NULL_STATUS(NvSciBufObjValidate, (NULL));
    NULL_STATUS(NvSciBufAttrListValidateReconciledAgainstAttrs, (NULL, NULL, 0U));
    NULL_STATUS(NvSciBufAttrListIpcExportUnreconciled, (NULL, 0U, 0U, NULL, NULL));
    NULL_STATUS(NvSciBufAttrListIpcExportReconciled, (NULL, 0U, NULL, NULL));
    NULL_STATUS(NvSciBufAttrListIpcImportUnreconciled, (NULL, 0U, NULL, 0U, NULL));
    NULL_STATUS(NvSciBufAttrListIpcImportReconciled, (NULL, 0U, NULL, 0U, NULL, 0U, NULL));
    NULL_SILENT(NvSciBufAttrListFreeDesc, (NULL));
    NULL_SILENT(NvSciBufAttrListAndObjFreeDesc, (NULL));
    NULL_STATUS(NvSciBufObjIpcExport, (NULL, (NvSciBufAttrValAccessPerm)0, 0U, NULL));
    NULL_STATUS(NvSciBufObjIpcImport, (0U, NULL, NULL, (NvSciBufAttrValAccessPerm)0, 0, NULL));
    NULL_STATUS(NvSciBufIpcExportAttrListAndObj,
                (NULL, (NvSciBufAttrValAccessPerm)0, 0U, NULL, NULL));
    NULL_STATUS(NvSciBufIpcImportAttrListAndObj,
                (NULL, 0U, NULL, 0U, NULL, 0U, (NvSciBufAttrValAccessPerm)0, 0, NULL));
    NULL_STATUS(NvSciBufObjAttachPeer, (NULL, NULL, 0U));
    NULL_STATUS(NvSciBufObjGetMaxPerm, (NULL, 0U, NULL));
}

static void call_channels(void)
{
    NULL_STATUS(NvSciIpcInit, ());
    NULL_SILENT(NvSciIpcDeinit, ());
    NULL_STATUS(NvSciIpcOpenEndpoint, (NULL, NULL));
    NULL_SILENT(NvSciIpcCloseEndpoint, (0U));
    NULL_SILENT(NvSciIpcResetEndpoint, (0U));
    NULL_STATUS(NvSciIpcRead, (0U, NULL, 0U, NULL));
    NULL_STATUS(NvSciIpcReadGetNextFrame, (0U, NULL));
    NULL_STATUS(NvSciIpcReadAdvance, (0U));
    NULL_STATUS(NvSciIpcWrite, (0U, NULL, 0U, NULL));
    NULL_STATUS(NvSciIpcWriteGetNextFrame, (0U, NULL));
    NULL_STATUS(NvSciIpcWriteAdvance, (0U));
    NULL_STATUS(NvSciIpcGetEndpointInfo, (0U, NULL));
    NULL_STATUS(NvSciIpcGetLinuxEventFd, (0U, NULL));
    NULL_STATUS(NvSciIpcGetEvent, (0U, NULL));
    NULL_STATUS(NvSciIpcCloseEndpointSafe, (0U, false));
    NULL_STATUS(NvSciIpcResetEndpointSafe, (0U));
    NULL_STATUS(NvSciIpcReadSafe, (0U, NULL, 0U, NULL));
    NULL_STATUS(NvSciIpcWriteSafe, (0U, NULL, 0U, NULL));
    NULL_STATUS(NvSciIpcGetEventSafe, (0U, NULL));
    NULL_STATUS(NvSciIpcCheckVersionCompatibility, (0U, 0U, NULL));
    NULL_STATUS(NvSciIpcOpenEndpointWithEventService, (NULL, NULL, NULL));
    NULL_STATUS(NvSciIpcGetEventNotifier, (0U, NULL));
    NULL_STATUS(NvSciIpcEnableNotification, (0U, false));
    NULL_STATUS(NvSciIpcGetAsyncErrors, (0U, NULL));
    NULL_STATUS(NvSciIpcSetQnxPulseParam, (0U, 0, 0, 0, NULL));
    NULL_STATUS(NvSciIpcSetQnxPulseParamSafe, (0U, 0, 0, 0));
    NULL_RESULT(NvSciIpcWaitEventQnx, (0, 0, 0U, NULL), (int32_t)NvSciError_InvalidState);
    NULL_STATUS(NvSciIpcInspectEventQnx, (0, 0U, 0U, NULL));
    NULL_STATUS(NvSciEventLoopServiceCreate, (0U, NULL));
    NULL_STATUS(NvSciEventLoopServiceCreateSafe, (0U, NULL, NULL));
    NULL_STATUS(NvSciEventLoopServiceCreateSafeX, (0U, NULL, NULL));
    NULL_STATUS(NvSciEventInspect, (NULL, 0U, 0U, NULL));
    NULL_STATUS(NvSciEventMoveNotifier, (NULL, NULL, NULL));
    NULL_STATUS(NvSciEventCheckVersionCompatibility, (0U, 0U, NULL));
}

static void call_events(void)
{
    NvSciEventService *const service = &g_service->EventService;

    NULL_INSIDE(NvSciEventService, service, CreateNativeEventNotifier, (NULL, NULL, NULL));
    NULL_INSIDE(NvSciEventService, service, CreateLocalEvent, (NULL, NULL));
    NULL_INSIDE(NvSciEventService, service, CreateTimerEvent, (NULL, NULL));
    NULL_INSIDE_SILENT(NvSciEventService, service, Delete, (NULL));
    NULL_INSIDE(NvSciEventNotifier, g_notifier, SetHandler, (NULL, NULL, NULL, 0U));
    NULL_INSIDE_SILENT(NvSciEventNotifier, g_notifier, Delete, (NULL));
    NULL_INSIDE(NvSciLocalEvent, g_event, Signal, (NULL));
    NULL_INSIDE_SILENT(NvSciLocalEvent, g_event, Delete, (NULL));
    NULL_INSIDE(NvSciEventLoopService, g_service, CreateEventLoop, (NULL, NULL));
    NULL_INSIDE(NvSciEventLoopService, g_service, WaitForEvent, (NULL, 0));
    NULL_INSIDE(NvSciEventLoopService, g_service, WaitForMultipleEvents, (NULL, 0U, 0, NULL));
    NULL_INSIDE(NvSciEventLoopService, g_service, WaitForMultipleEventsExt,
                (NULL, NULL, 0U, 0, NULL));
}

static void call_streams(void)
{
    NULL_STATUS(NvSciStreamAttributeQuery, ((NvSciStreamQueryableAttrib)0, NULL));
    NULL_STATUS(NvSciStreamProducerCreate, (0U, NULL));
    NULL_STATUS(NvSciStreamProducerCreate2, (0U, false, NULL));
    NULL_STATUS(NvSciStreamConsumerCreate, (0U, NULL));
    NULL_STATUS(NvSciStreamConsumerCreate2, (0U, false, NULL));
    NULL_STATUS(NvSciStreamStaticPoolCreate, (0U, NULL));
    NULL_STATUS(NvSciStreamFifoQueueCreate, (NULL));
    NULL_STATUS(NvSciStreamMailboxQueueCreate, (NULL));
    NULL_STATUS(NvSciStreamMulticastCreate, (0U, NULL));
    NULL_STATUS(NvSciStreamLimiterCreate, (0U, NULL));
    NULL_STATUS(NvSciStreamPresentSyncCreate, (NULL, NULL));
    NULL_STATUS(NvSciStreamReturnSyncCreate, (NULL, NULL));
    NULL_STATUS(NvSciStreamIpcSrcCreate, (0U, NULL, NULL, NULL));
    NULL_STATUS(NvSciStreamIpcSrcCreate2, (0U, NULL, NULL, 0U, NULL));
    NULL_STATUS(NvSciStreamIpcDstCreate, (0U, NULL, NULL, NULL));
    NULL_STATUS(NvSciStreamIpcDstCreate2, (0U, NULL, NULL, 0U, NULL));
    NULL_STATUS(NvSciStreamBlockEventServiceSetup, (0U, NULL, NULL));
    NULL_STATUS(NvSciStreamBlockInternalEventServiceSetup, (0U, NULL, NULL, NULL));
    NULL_STATUS(NvSciStreamPacketSendSync, (0U));
    NULL_STATUS(NvSciStreamBlockUserInfoSet, (0U, 0U, 0U, NULL));
    NULL_STATUS(NvSciStreamBlockConnect, (0U, 0U));
    NULL_STATUS(NvSciStreamBlockEventQuery, (0U, 0, NULL));
    NULL_STATUS(NvSciStreamBlockErrorGet, (0U, NULL));
    NULL_STATUS(NvSciStreamBlockHandleInternalEvents, (0U));
    NULL_STATUS(NvSciStreamBlockConsumerCountGet, (0U, NULL));
    NULL_STATUS(NvSciStreamConsumerIndexGet, (0U, NULL));
    NULL_STATUS(NvSciStreamNewConsumerGet, (0U, 0U, NULL));
    NULL_STATUS(NvSciStreamBlockUserInfoGet, (0U, (NvSciStreamBlockType)0, 0U, 0U, NULL, NULL));
    NULL_STATUS(NvSciStreamBlockSetupStatusSet, (0U, (NvSciStreamSetup)0, false));
    NULL_STATUS(NvSciStreamBlockElementAttrSet, (0U, 0U, NULL));
    NULL_STATUS(NvSciStreamBlockElementCountGet, (0U, (NvSciStreamBlockType)0, NULL));
    NULL_STATUS(NvSciStreamBlockElementAttrGet, (0U, (NvSciStreamBlockType)0, 0U, NULL, NULL));
    NULL_STATUS(NvSciStreamBlockElementNotVisible, (0U, 0U, 0U));
    NULL_STATUS(NvSciStreamBlockElementUsageSet, (0U, 0U, false));
    NULL_STATUS(NvSciStreamPoolPacketCreate, (0U, 0U, NULL));
    NULL_STATUS(NvSciStreamPoolPacketInsertBuffer, (0U, 0U, 0U, NULL));
    NULL_STATUS(NvSciStreamPoolPacketComplete, (0U, 0U));
    NULL_STATUS(NvSciStreamBlockPacketNewHandleGet, (0U, NULL));
    NULL_STATUS(NvSciStreamBlockPacketBufferGet, (0U, 0U, 0U, NULL));
    NULL_STATUS(NvSciStreamBlockPacketStatusSet, (0U, 0U, 0U, (NvSciError)0));
    NULL_STATUS(NvSciStreamPoolPacketStatusAcceptGet, (0U, 0U, NULL));
    NULL_STATUS(NvSciStreamPoolPacketStatusValueGet, (0U, 0U, (NvSciStreamBlockType)0, 0U, NULL));
    NULL_STATUS(NvSciStreamPoolPacketDelete, (0U, 0U));
    NULL_STATUS(NvSciStreamBlockPacketOldCookieGet, (0U, NULL));
    NULL_STATUS(NvSciStreamBlockElementWaiterAttrSet, (0U, 0U, NULL));
    NULL_STATUS(NvSciStreamBlockElementWaiterAttrGet, (0U, 0U, NULL));
    NULL_STATUS(NvSciStreamBlockElementSignalObjSet, (0U, 0U, NULL));
    NULL_STATUS(NvSciStreamBlockElementSignalObjGet, (0U, 0U, 0U, NULL));
    NULL_STATUS(NvSciStreamProducerPacketGet, (0U, NULL));
    NULL_STATUS(NvSciStreamProducerPacketPresent, (0U, 0U));
    NULL_STATUS(NvSciStreamConsumerPacketAcquire, (0U, NULL));
    NULL_STATUS(NvSciStreamConsumerPacketRelease, (0U, 0U));
    NULL_STATUS(NvSciStreamBlockPacketFenceSet, (0U, 0U, 0U, NULL));
    NULL_STATUS(NvSciStreamBlockPacketFenceGet, (0U, 0U, 0U, 0U, NULL));
    NULL_STATUS(NvSciStreamBlockDisconnect, (0U));
    NULL_STATUS(NvSciStreamBlockDelete, (0U));
    NULL_STATUS(NvSciStreamBlockUserInfoSetWithCrc, (0U, 0U, 0U, NULL, NULL));
    NULL_STATUS(NvSciStreamBlockUserInfoGetWithCrc,
                (0U, (NvSciStreamBlockType)0, 0U, 0U, NULL, NULL, NULL));
    NULL_STATUS(NvSciStreamBlockElementAttrSetWithCrc, (0U, 0U, NULL, NULL));
    NULL_STATUS(NvSciStreamBlockElementAttrGetWithCrc,
                (0U, (NvSciStreamBlockType)0, 0U, NULL, NULL, NULL));
    NULL_STATUS(NvSciStreamPoolPacketInsertBufferWithCrc, (0U, 0U, 0U, NULL, NULL));
    NULL_STATUS(NvSciStreamBlockPacketBufferGetWithCrc, (0U, 0U, 0U, NULL, 0U, NULL));
    NULL_STATUS(NvSciStreamBlockElementSignalObjSetWithCrc, (0U, 0U, NULL, NULL));
    NULL_STATUS(NvSciStreamBlockElementSignalObjGetWithCrc, (0U, 0U, 0U, NULL, NULL));
    NULL_STATUS(NvSciStreamBlockPacketFenceSetWithCrc, (0U, 0U, 0U, NULL, NULL));
    NULL_STATUS(NvSciStreamBlockPacketFenceGetWithCrc, (0U, 0U, 0U, 0U, NULL, NULL));
}

static void call_own(void)
{
    NULL_STATUS(RingfenceGetIpcTableError, (NULL));
    NULL_STATUS(RingfenceAdvancePhase, ((RingfencePhase)0));
    NULL_RESULT(RingfenceCurrentPhase, (), 0);
    NULL_STATUS(RingfenceGetAdmission, (0U, NULL));
    NULL_STATUS(RingfenceGetLastRefusal, (NULL));
    NULL_STATUS(RingfenceGetPoolUsage, ((RingfencePool)0, NULL));
    NULL_STATUS(RingfenceGetLastFault, (NULL));
    NULL_STATUS(RingfenceFormatFault, (NULL, NULL, 0U));
    NULL_STATUS(RingfenceDescribeLastFault, (NULL, 0U));
    NULL_STATUS(RingfenceExplainConflict, (NULL, NULL));
    NULL_STATUS(RingfenceFormatConflict, (NULL, NULL, 0U));
    NULL_STATUS(RingfenceFenceTake, (NULL));
    NULL_SILENT(RingfenceFenceGive, (NULL));
    NULL_STATUS(RingfenceFenceDescTake, (NULL));
    NULL_SILENT(RingfenceFenceDescGive, (NULL));
    NULL_STATUS(RingfenceSyncObjSetTaskStatus, (NULL, 0U, NULL));
    NULL_RESULT(RingfenceErrorName, ((NvSciError)0), NULL);
    NULL_RESULT(RingfencePhaseName, ((RingfencePhase)0), NULL);
    NULL_STATUS(RingfenceDescribeLastRefusal, (NULL, 0U));
    /* A program may pass all that it frees. */
    NULL_FOREIGN(RingfenceDescriptorFree, (NULL), NvSciError_BadParameter);
    NULL_STATUS(RingfenceSyncAttrListIsLocal, (NULL, NULL));
}

static void call_engine(void)
{
    NULL_STATUS(RingfenceEngineSyncNeed, (NULL, (NvSciSyncAccessPerm)0, NULL));
    NULL_STATUS(RingfenceEngineSyncMark, (NULL, 0U));
    NULL_STATUS(RingfenceEngineSyncStamps, (NULL));
    NULL_STATUS(RingfenceEngineSyncMap, (NULL, NULL));
    NULL_SILENT(RingfenceEngineSyncUnmap, (NULL));
    NULL_STATUS(RingfenceEngineSyncCheck, (NULL, NULL));
    NULL_STATUS(RingfenceEngineFenceGenerate, (NULL, NULL, NULL));
    NULL_STATUS(RingfenceEngineFenceRead, (NULL, NULL, NULL));
    NULL_STATUS(RingfenceEngineFenceAbandon, (NULL, NULL));
    NULL_STATUS(RingfenceEngineSyncFail, (NULL, NULL, 0U, NULL));
    NULL_STATUS(RingfenceEngineSetHealth, (NULL));
    NULL_STATUS(RingfenceEngineBufMap, (NULL, NULL));
    NULL_SILENT(RingfenceEngineBufUnmap, (NULL));
    NULL_STATUS(RingfenceEngineSetMemory, (NULL));
    NULL_STATUS(RingfenceEngineSyncSignal, (NULL, 0U));
    NULL_STATUS(RingfenceEngineSyncWait, (NULL, 0U, 0));
}

static void call_all(void)
{
    call_sync();
    call_buf();
    call_channels();
    call_events();
    call_streams();
    call_own();
    call_engine();
}

/**
 * Each function of libringfence, called with NULL and zero: one that RUNTIME does not admit says so
 * and is counted once, one that it admits is not counted; and the same in DEINIT.
 * @verifies RF-CORE-015
 */
static void refusals_do_not_depend_on_arguments(void **state)
{
    (void)state;
    assert_int_equal(NvSciEventLoopServiceCreateSafe(1U, NULL, &g_service), NvSciError_Success);
    assert_int_equal(g_service->EventService.CreateLocalEvent(&g_service->EventService, &g_event),
                     NvSciError_Success);
    g_notifier = g_event->eventNotifier;
    null_walk(call_all, 0U, 700U, (uint32_t)NvSciError_InvalidState);
    g_notifier->Delete(g_notifier);
    g_event->Delete(g_event);
    g_service->EventService.Delete(&g_service->EventService);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refusals_do_not_depend_on_arguments)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
