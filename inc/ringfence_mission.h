/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ringfence_mission.h
 * For sources that run in phase RUNTIME: a function that RUNTIME does not admit is an error of the
 * compiler, which names the phases that admit it.
 *
 * It brings the headers of NvSci and ringfence.h, and stands behind those of engines, whose functions
 * it knows if they were declared before; -include puts it before a source that has none of these.
 * RINGFENCE_MISSION_QUERIES is defined for libraries with RINGFENCE_CFG_RUNTIME_QUERIES 1. Compilers
 * other than gcc and clang see no difference. libringfence_mission.a refuses the same functions when
 * objects are linked, whatever they include: docs/mission.md.
 *
 * Written by test/tools/phases_table.py.
 */
/* @satisfies RF-CORE-380 RF-CORE-381 RF-CORE-382 */
#ifndef RINGFENCE_MISSION_H
#define RINGFENCE_MISSION_H

#include "nvscibuf.h"
#include "nvscievent.h"
#include "nvsciipc.h"
#include "nvscistream.h"
#include "nvscisync.h"
#include "ringfence.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @cond */
#if defined(__clang__) || (defined(__GNUC__) && (__GNUC__ >= 12))
#define RINGFENCE_MISSION_ERROR(text) __attribute__((unavailable(text)))
#elif defined(__GNUC__)
#define RINGFENCE_MISSION_ERROR(text) __attribute__((error(text)))
#else
#define RINGFENCE_MISSION_ERROR(text)
#endif
#define RINGFENCE_NOT_IN_RUNTIME(function, phases)                                                 \
    extern __typeof__(function) function RINGFENCE_MISSION_ERROR(                                  \
        #function " is admitted in " phases ", not in RUNTIME");

RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListAndObjFreeDesc, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListAppendUnreconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListClone, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListDebugDump, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListFree, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListFreeDesc, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListIpcExportReconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListIpcExportUnreconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListIpcImportReconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListIpcImportUnreconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListIsReconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListReconcile, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListReconcileAndObjAlloc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListSetAttrs, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListValidateReconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListValidateReconciledAgainstAttrs, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufCheckVersionCompatibility, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufIpcExportAttrListAndObj, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufIpcImportAttrListAndObj, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufModuleClose, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufModuleOpen, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjAlloc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjAttachPeer, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjDup, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjDupWithReducePerm, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjFree, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjIpcExport, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjIpcImport, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjValidate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciEventCheckVersionCompatibility, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciEventLoopServiceCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciEventLoopServiceCreateSafe, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciEventLoopServiceCreateSafeX, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciEventMoveNotifier, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcCheckVersionCompatibility, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcCloseEndpoint, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcCloseEndpointSafe, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcDeinit, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcEnableNotification, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcGetEventNotifier, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcGetLinuxEventFd, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcInit, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcOpenEndpoint, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcOpenEndpointWithEventService, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcResetEndpoint, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcResetEndpointSafe, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcSetQnxPulseParam, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciIpcSetQnxPulseParamSafe, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamAttributeQuery, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockConnect, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockConsumerCountGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockDelete, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementAttrGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementAttrGetWithCrc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementAttrSet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementAttrSetWithCrc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementCountGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementNotVisible, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementSignalObjGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementSignalObjGetWithCrc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementSignalObjSet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementSignalObjSetWithCrc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementUsageSet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementWaiterAttrGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockElementWaiterAttrSet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockEventServiceSetup, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockInternalEventServiceSetup, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockPacketBufferGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockPacketBufferGetWithCrc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockPacketNewHandleGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockPacketOldCookieGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockPacketStatusSet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockSetupStatusSet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockUserInfoGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockUserInfoGetWithCrc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockUserInfoSet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamBlockUserInfoSetWithCrc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamConsumerCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamConsumerCreate2, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamConsumerIndexGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamFifoQueueCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamIpcDstCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamIpcDstCreate2, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamIpcSrcCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamIpcSrcCreate2, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamLimiterCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamMailboxQueueCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamMulticastCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamNewConsumerGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamPacketSendSync, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamPoolPacketComplete, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamPoolPacketCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamPoolPacketDelete, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamPoolPacketInsertBuffer, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamPoolPacketInsertBufferWithCrc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamPoolPacketStatusAcceptGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamPoolPacketStatusValueGet, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamPresentSyncCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamProducerCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamProducerCreate2, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamReturnSyncCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciStreamStaticPoolCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListAndObjFreeDesc, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListAppendUnreconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListClone, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListDebugDump, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListFree, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListFreeDesc, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListIpcExportReconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListIpcExportUnreconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListIpcImportReconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListIpcImportUnreconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListIsReconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListReconcile, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListReconcileAndObjAlloc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListSetAttrs, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListValidateReconciled, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListValidateReconciledAgainstAttrs, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncCheckVersionCompatibility, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncCpuWaitContextAlloc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncCpuWaitContextFree, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncFillC2cAttrs, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncIpcExportAttrListAndObj, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncIpcImportAttrListAndObj, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncModuleClose, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncModuleOpen, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncObjAlloc, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncObjAttachPeer, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncObjDup, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncObjFree, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncObjIpcExport, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncObjIpcImport, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncObjValidate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceDescriptorFree, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceExplainConflict, "INIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceFenceDescGive, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceFenceDescTake, "INIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceFenceGive, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceFenceTake, "INIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceSyncAttrListIsLocal, "INIT")

#ifndef RINGFENCE_MISSION_QUERIES
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListGetAttrs, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListGetSlotCount, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufAttrListSlotGetAttrs, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjGetAttrList, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjGetConstCpuPtr, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjGetCpuPtr, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjGetMaxPerm, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjGetPixels, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciBufObjPutPixels, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListGetAttr, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListGetAttrs, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListGetSlotCount, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncAttrListSlotGetAttrs, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvSciSyncObjGetAttrList, "INIT")
#endif

#ifdef RINGFENCE_CUDA_H
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuDestroyExternalMemory, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuDestroyExternalSemaphore, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuDeviceGetNvSciSyncAttributes, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuExternalMemoryGetMappedBuffer, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuExternalMemoryGetMappedMipmappedArray, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuGraphAddExternalSemaphoresSignalNode, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuGraphAddExternalSemaphoresWaitNode, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuGraphExternalSemaphoresSignalNodeSetParams, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuGraphExternalSemaphoresWaitNodeSetParams, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuImportExternalMemory, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuImportExternalSemaphore, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuMemFree, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCuMipmappedArrayDestroy, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaDestroyExternalMemory, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaDestroyExternalSemaphore, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaDeviceGetNvSciSyncAttributes, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaExternalMemoryGetMappedBuffer, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaExternalMemoryGetMappedMipmappedArray, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaFree, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaFreeMipmappedArray, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaGraphAddExternalSemaphoresSignalNode, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaGraphAddExternalSemaphoresWaitNode, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaImportExternalMemory, "INIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceCudaImportExternalSemaphore, "INIT")
#endif

#ifdef RINGFENCE_CUDLA_H
RINGFENCE_NOT_IN_RUNTIME(cudlaCreateDevice, "INIT")
RINGFENCE_NOT_IN_RUNTIME(cudlaDestroyDevice, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(cudlaDeviceGetCount, "INIT")
RINGFENCE_NOT_IN_RUNTIME(cudlaGetNvSciSyncAttributes, "INIT")
RINGFENCE_NOT_IN_RUNTIME(cudlaGetVersion, "INIT")
RINGFENCE_NOT_IN_RUNTIME(cudlaImportExternalMemory, "INIT")
RINGFENCE_NOT_IN_RUNTIME(cudlaImportExternalSemaphore, "INIT")
RINGFENCE_NOT_IN_RUNTIME(cudlaMemRegister, "INIT")
RINGFENCE_NOT_IN_RUNTIME(cudlaMemUnregister, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(cudlaModuleLoadFromMemory, "INIT")
RINGFENCE_NOT_IN_RUNTIME(cudlaModuleUnload, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(cudlaSetTaskTimeoutInMs, "INIT")
#endif

#ifdef RINGFENCE_ENGINE_H
RINGFENCE_NOT_IN_RUNTIME(RingfenceEngineBufMap, "INIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceEngineBufUnmap, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceEngineSetHealth, "INIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceEngineSetMemory, "INIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceEngineSyncMap, "INIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceEngineSyncMark, "INIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceEngineSyncNeed, "INIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceEngineSyncStamps, "INIT")
RINGFENCE_NOT_IN_RUNTIME(RingfenceEngineSyncUnmap, "INIT and DEINIT")
#endif

#ifdef RINGFENCE_NVMEDIA6_2D_H
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DCreateFilterBuffer, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DCreate_v6, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DDestroyFilterBuffer, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DDestroy_v6, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DGetVersion_v6, "INIT")
#endif

#ifdef RINGFENCE_NVMEDIA6_2D_SCI_H
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DFillNvSciBufAttrList, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DFillNvSciSyncAttrList_v6, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DRegisterNvSciBufObj, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DRegisterNvSciSyncObj_v6, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DUnregisterNvSciBufObj, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DUnregisterNvSciSyncObj_v6, "INIT and DEINIT")
#endif

#ifdef RINGFENCE_NVMEDIA_2D_H
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DDestroy, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DDestroyEx, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DGetVersion, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DImageRegister, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DImageUnRegister, "INIT and DEINIT")
#endif

#ifdef RINGFENCE_NVMEDIA_2D_NVSCISYNC_H
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DFillNvSciSyncAttrList, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DNvSciSyncGetVersion, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DRegisterNvSciSyncObj, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMedia2DUnregisterNvSciSyncObj, "INIT and DEINIT")
#endif

#ifdef RINGFENCE_NVMEDIA_H
RINGFENCE_NOT_IN_RUNTIME(NvMediaDeviceCreate, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMediaDeviceDestroy, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(ringfenceMediaFillNvSciSyncAttrList, "INIT")
#endif

#ifdef RINGFENCE_NVMEDIA_IMAGE_H
RINGFENCE_NOT_IN_RUNTIME(NvMediaImageCreateNew, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMediaImageDestroy, "INIT and DEINIT")
#endif

#ifdef RINGFENCE_NVMEDIA_IMAGE_NVSCIBUF_H
RINGFENCE_NOT_IN_RUNTIME(NvMediaImageCreateFromNvSciBuf, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMediaImageFillNvSciBufAttrs, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMediaImageNvSciBufDeinit, "INIT and DEINIT")
RINGFENCE_NOT_IN_RUNTIME(NvMediaImageNvSciBufGetVersion, "INIT")
RINGFENCE_NOT_IN_RUNTIME(NvMediaImageNvSciBufInit, "INIT")
#endif

/** @endcond */

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_MISSION_H */
