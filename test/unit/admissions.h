/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file admissions.h
 * Which group of functions each public function is in, and which phases admit a group.
 */
#ifndef RINGFENCE_TEST_ADMISSIONS_H
#define RINGFENCE_TEST_ADMISSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/phase.h"

/** What functions do, as far as phases are concerned. */
typedef enum {
    /** Creating, reconciling, allocating, validating. */
    GROUP_INIT,
    /** Freeing and closing. */
    GROUP_FREE,
    /** Waiting and signalling, and what they need. */
    GROUP_SIGNAL,
    /** Queries of lists and objects, pixel copies. */
    GROUP_QUERY,
    /** Frames and events of a channel. */
    GROUP_CHANNEL,
    /** Clearing a fence; reading the library's own state. */
    GROUP_ALWAYS
} Group;

/** A public function. */
typedef struct {
    PhaseOp op;
    /** A number that was published once stays as it is. */
    uint32_t number;
    const char *name;
    Group group;
} Function;

static const Function g_functions[] = {
    {OP_SYNC_MODULE_OPEN, 101U, "NvSciSyncModuleOpen", GROUP_INIT},
    {OP_SYNC_MODULE_CLOSE, 102U, "NvSciSyncModuleClose", GROUP_FREE},
    {OP_SYNC_CPU_WAIT_CONTEXT_ALLOC, 103U, "NvSciSyncCpuWaitContextAlloc", GROUP_INIT},
    {OP_SYNC_CPU_WAIT_CONTEXT_FREE, 104U, "NvSciSyncCpuWaitContextFree", GROUP_FREE},
    {OP_SYNC_ATTR_LIST_CREATE, 105U, "NvSciSyncAttrListCreate", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_FREE, 106U, "NvSciSyncAttrListFree", GROUP_FREE},
    {OP_SYNC_ATTR_LIST_IS_RECONCILED, 107U, "NvSciSyncAttrListIsReconciled", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED, 108U, "NvSciSyncAttrListValidateReconciled",
     GROUP_INIT},
    {OP_SYNC_ATTR_LIST_SET_ATTRS, 109U, "NvSciSyncAttrListSetAttrs", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_GET_ATTRS, 110U, "NvSciSyncAttrListGetAttrs", GROUP_QUERY},
    {OP_SYNC_ATTR_LIST_GET_SLOT_COUNT, 111U, "NvSciSyncAttrListGetSlotCount", GROUP_QUERY},
    {OP_SYNC_ATTR_LIST_APPEND_UNRECONCILED, 112U, "NvSciSyncAttrListAppendUnreconciled",
     GROUP_INIT},
    {OP_SYNC_ATTR_LIST_CLONE, 113U, "NvSciSyncAttrListClone", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_SLOT_GET_ATTRS, 114U, "NvSciSyncAttrListSlotGetAttrs", GROUP_QUERY},
    {OP_SYNC_ATTR_LIST_RECONCILE, 115U, "NvSciSyncAttrListReconcile", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_DEBUG_DUMP, 116U, "NvSciSyncAttrListDebugDump", GROUP_INIT},
    {OP_SYNC_FENCE_CLEAR, 117U, "NvSciSyncFenceClear", GROUP_ALWAYS},
    {OP_SYNC_FENCE_DUP, 118U, "NvSciSyncFenceDup", GROUP_SIGNAL},
    {OP_SYNC_OBJ_ALLOC, 119U, "NvSciSyncObjAlloc", GROUP_INIT},
    {OP_SYNC_OBJ_DUP, 120U, "NvSciSyncObjDup", GROUP_INIT},
    {OP_SYNC_OBJ_GET_ATTR_LIST, 121U, "NvSciSyncObjGetAttrList", GROUP_QUERY},
    {OP_SYNC_OBJ_FREE, 122U, "NvSciSyncObjFree", GROUP_FREE},
    {OP_SYNC_OBJ_GENERATE_FENCE, 123U, "NvSciSyncObjGenerateFence", GROUP_SIGNAL},
    {OP_SYNC_OBJ_SIGNAL, 124U, "NvSciSyncObjSignal", GROUP_SIGNAL},
    {OP_SYNC_FENCE_WAIT, 125U, "NvSciSyncFenceWait", GROUP_SIGNAL},
    {OP_SYNC_FENCE_GET_TIMESTAMP, 126U, "NvSciSyncFenceGetTimestamp", GROUP_SIGNAL},
    {OP_SYNC_ATTR_LIST_GET_ATTR, 127U, "NvSciSyncAttrListGetAttr", GROUP_QUERY},
    {OP_SYNC_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC, 128U, "NvSciSyncAttrListReconcileAndObjAlloc",
     GROUP_INIT},
    {OP_SYNC_CHECK_VERSION_COMPATIBILITY, 129U, "NvSciSyncCheckVersionCompatibility", GROUP_INIT},
    {OP_SYNC_FENCE_EXTRACT_FENCE, 130U, "NvSciSyncFenceExtractFence", GROUP_SIGNAL},
    {OP_SYNC_FENCE_UPDATE_FENCE, 131U, "NvSciSyncFenceUpdateFence", GROUP_SIGNAL},
    {OP_SYNC_FENCE_ADD_TIMESTAMP_SLOT, 132U, "NvSciSyncFenceAddTimestampSlot", GROUP_SIGNAL},
    {OP_SYNC_FENCE_ADD_TASK_STATUS_SLOT, 133U, "NvSciSyncFenceAddTaskStatusSlot", GROUP_SIGNAL},
    {OP_SYNC_FENCE_EXTRACT_TIMESTAMP_SLOT, 134U, "NvSciSyncFenceExtractTimestampSlot",
     GROUP_SIGNAL},
    {OP_SYNC_FENCE_GET_TASK_STATUS, 135U, "NvSciSyncFenceGetTaskStatus", GROUP_SIGNAL},
    {OP_SYNC_FILL_C2C_ATTRS, 136U, "NvSciSyncFillC2cAttrs", GROUP_INIT},
    {OP_SYNC_OBJ_VALIDATE, 137U, "NvSciSyncObjValidate", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS, 138U,
     "NvSciSyncAttrListValidateReconciledAgainstAttrs", GROUP_INIT},
    {OP_SYNC_FENCE_WAIT_WITH_MODE, 139U, "NvSciSyncFenceWaitWithMode", GROUP_SIGNAL},
    {OP_SYNC_ATTR_LIST_EXPORT_UNRECONCILED, 140U, "NvSciSyncAttrListIpcExportUnreconciled",
     GROUP_INIT},
    {OP_SYNC_ATTR_LIST_EXPORT_RECONCILED, 141U, "NvSciSyncAttrListIpcExportReconciled", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_IMPORT_UNRECONCILED, 142U, "NvSciSyncAttrListIpcImportUnreconciled",
     GROUP_INIT},
    {OP_SYNC_ATTR_LIST_IMPORT_RECONCILED, 143U, "NvSciSyncAttrListIpcImportReconciled", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_FREE_DESC, 144U, "NvSciSyncAttrListFreeDesc", GROUP_FREE},
    {OP_SYNC_ATTR_LIST_AND_OBJ_FREE_DESC, 145U, "NvSciSyncAttrListAndObjFreeDesc", GROUP_FREE},
    {OP_SYNC_OBJ_IPC_EXPORT, 146U, "NvSciSyncObjIpcExport", GROUP_INIT},
    {OP_SYNC_OBJ_IPC_IMPORT, 147U, "NvSciSyncObjIpcImport", GROUP_INIT},
    {OP_SYNC_IPC_EXPORT_ATTR_LIST_AND_OBJ, 148U, "NvSciSyncIpcExportAttrListAndObj", GROUP_INIT},
    {OP_SYNC_IPC_IMPORT_ATTR_LIST_AND_OBJ, 149U, "NvSciSyncIpcImportAttrListAndObj", GROUP_INIT},
    {OP_SYNC_OBJ_ATTACH_PEER, 150U, "NvSciSyncObjAttachPeer", GROUP_INIT},
    {OP_SYNC_IPC_EXPORT_FENCE, 151U, "NvSciSyncIpcExportFence", GROUP_SIGNAL},
    {OP_SYNC_IPC_IMPORT_FENCE, 152U, "NvSciSyncIpcImportFence", GROUP_SIGNAL},
    {OP_BUF_ATTR_LIST_CREATE, 201U, "NvSciBufAttrListCreate", GROUP_INIT},
    {OP_BUF_ATTR_LIST_FREE, 202U, "NvSciBufAttrListFree", GROUP_FREE},
    {OP_BUF_ATTR_LIST_SET_ATTRS, 203U, "NvSciBufAttrListSetAttrs", GROUP_INIT},
    {OP_BUF_ATTR_LIST_GET_SLOT_COUNT, 204U, "NvSciBufAttrListGetSlotCount", GROUP_QUERY},
    {OP_BUF_ATTR_LIST_GET_ATTRS, 205U, "NvSciBufAttrListGetAttrs", GROUP_QUERY},
    {OP_BUF_ATTR_LIST_SLOT_GET_ATTRS, 206U, "NvSciBufAttrListSlotGetAttrs", GROUP_QUERY},
    {OP_BUF_ATTR_LIST_DEBUG_DUMP, 207U, "NvSciBufAttrListDebugDump", GROUP_INIT},
    {OP_BUF_ATTR_LIST_RECONCILE, 208U, "NvSciBufAttrListReconcile", GROUP_INIT},
    {OP_BUF_ATTR_LIST_CLONE, 209U, "NvSciBufAttrListClone", GROUP_INIT},
    {OP_BUF_ATTR_LIST_APPEND_UNRECONCILED, 210U, "NvSciBufAttrListAppendUnreconciled", GROUP_INIT},
    {OP_BUF_ATTR_LIST_IS_RECONCILED, 211U, "NvSciBufAttrListIsReconciled", GROUP_INIT},
    {OP_BUF_ATTR_LIST_VALIDATE_RECONCILED, 212U, "NvSciBufAttrListValidateReconciled", GROUP_INIT},
    {OP_BUF_OBJ_DUP, 213U, "NvSciBufObjDup", GROUP_INIT},
    {OP_BUF_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC, 214U, "NvSciBufAttrListReconcileAndObjAlloc",
     GROUP_INIT},
    {OP_BUF_OBJ_FREE, 215U, "NvSciBufObjFree", GROUP_FREE},
    {OP_BUF_OBJ_GET_ATTR_LIST, 216U, "NvSciBufObjGetAttrList", GROUP_QUERY},
    {OP_BUF_OBJ_GET_CPU_PTR, 217U, "NvSciBufObjGetCpuPtr", GROUP_QUERY},
    {OP_BUF_OBJ_GET_CONST_CPU_PTR, 218U, "NvSciBufObjGetConstCpuPtr", GROUP_QUERY},
    {OP_BUF_OBJ_FLUSH_CPU_CACHE_RANGE, 219U, "NvSciBufObjFlushCpuCacheRange", GROUP_SIGNAL},
    {OP_BUF_OBJ_ALLOC, 220U, "NvSciBufObjAlloc", GROUP_INIT},
    {OP_BUF_OBJ_DUP_WITH_REDUCE_PERM, 221U, "NvSciBufObjDupWithReducePerm", GROUP_INIT},
    {OP_BUF_MODULE_OPEN, 222U, "NvSciBufModuleOpen", GROUP_INIT},
    {OP_BUF_MODULE_CLOSE, 223U, "NvSciBufModuleClose", GROUP_FREE},
    {OP_BUF_CHECK_VERSION_COMPATIBILITY, 224U, "NvSciBufCheckVersionCompatibility", GROUP_INIT},
    {OP_BUF_OBJ_GET_PIXELS, 225U, "NvSciBufObjGetPixels", GROUP_QUERY},
    {OP_BUF_OBJ_PUT_PIXELS, 226U, "NvSciBufObjPutPixels", GROUP_QUERY},
    {OP_BUF_OBJ_VALIDATE, 227U, "NvSciBufObjValidate", GROUP_INIT},
    {OP_BUF_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS, 228U,
     "NvSciBufAttrListValidateReconciledAgainstAttrs", GROUP_INIT},
    {OP_BUF_ATTR_LIST_EXPORT_UNRECONCILED, 229U, "NvSciBufAttrListIpcExportUnreconciled",
     GROUP_INIT},
    {OP_BUF_ATTR_LIST_EXPORT_RECONCILED, 230U, "NvSciBufAttrListIpcExportReconciled", GROUP_INIT},
    {OP_BUF_ATTR_LIST_IMPORT_UNRECONCILED, 231U, "NvSciBufAttrListIpcImportUnreconciled",
     GROUP_INIT},
    {OP_BUF_ATTR_LIST_IMPORT_RECONCILED, 232U, "NvSciBufAttrListIpcImportReconciled", GROUP_INIT},
    {OP_BUF_ATTR_LIST_FREE_DESC, 233U, "NvSciBufAttrListFreeDesc", GROUP_FREE},
    {OP_BUF_ATTR_LIST_AND_OBJ_FREE_DESC, 234U, "NvSciBufAttrListAndObjFreeDesc", GROUP_FREE},
    {OP_BUF_OBJ_IPC_EXPORT, 235U, "NvSciBufObjIpcExport", GROUP_INIT},
    {OP_BUF_OBJ_IPC_IMPORT, 236U, "NvSciBufObjIpcImport", GROUP_INIT},
    {OP_BUF_IPC_EXPORT_ATTR_LIST_AND_OBJ, 237U, "NvSciBufIpcExportAttrListAndObj", GROUP_INIT},
    {OP_BUF_IPC_IMPORT_ATTR_LIST_AND_OBJ, 238U, "NvSciBufIpcImportAttrListAndObj", GROUP_INIT},
    {OP_BUF_OBJ_ATTACH_PEER, 239U, "NvSciBufObjAttachPeer", GROUP_INIT},
    {OP_BUF_OBJ_GET_MAX_PERM, 240U, "NvSciBufObjGetMaxPerm", GROUP_QUERY},
    {OP_IPC_INIT, 301U, "NvSciIpcInit", GROUP_INIT},
    {OP_IPC_DEINIT, 302U, "NvSciIpcDeinit", GROUP_FREE},
    {OP_IPC_OPEN_ENDPOINT, 303U, "NvSciIpcOpenEndpoint", GROUP_INIT},
    {OP_IPC_CLOSE_ENDPOINT, 304U, "NvSciIpcCloseEndpoint", GROUP_FREE},
    {OP_IPC_RESET_ENDPOINT, 305U, "NvSciIpcResetEndpoint", GROUP_FREE},
    {OP_IPC_READ, 306U, "NvSciIpcRead", GROUP_CHANNEL},
    {OP_IPC_READ_GET_NEXT_FRAME, 307U, "NvSciIpcReadGetNextFrame", GROUP_CHANNEL},
    {OP_IPC_READ_ADVANCE, 308U, "NvSciIpcReadAdvance", GROUP_CHANNEL},
    {OP_IPC_WRITE, 309U, "NvSciIpcWrite", GROUP_CHANNEL},
    {OP_IPC_WRITE_GET_NEXT_FRAME, 310U, "NvSciIpcWriteGetNextFrame", GROUP_CHANNEL},
    {OP_IPC_WRITE_ADVANCE, 311U, "NvSciIpcWriteAdvance", GROUP_CHANNEL},
    {OP_IPC_GET_ENDPOINT_INFO, 312U, "NvSciIpcGetEndpointInfo", GROUP_CHANNEL},
    {OP_IPC_GET_LINUX_EVENT_FD, 313U, "NvSciIpcGetLinuxEventFd", GROUP_INIT},
    {OP_IPC_GET_EVENT, 314U, "NvSciIpcGetEvent", GROUP_CHANNEL},
    {OP_IPC_CLOSE_ENDPOINT_SAFE, 315U, "NvSciIpcCloseEndpointSafe", GROUP_FREE},
    {OP_IPC_RESET_ENDPOINT_SAFE, 316U, "NvSciIpcResetEndpointSafe", GROUP_FREE},
    {OP_IPC_READ_SAFE, 317U, "NvSciIpcReadSafe", GROUP_CHANNEL},
    {OP_IPC_WRITE_SAFE, 318U, "NvSciIpcWriteSafe", GROUP_CHANNEL},
    {OP_IPC_GET_EVENT_SAFE, 319U, "NvSciIpcGetEventSafe", GROUP_CHANNEL},
    {OP_IPC_CHECK_VERSION_COMPATIBILITY, 320U, "NvSciIpcCheckVersionCompatibility", GROUP_ALWAYS},
    {OP_IPC_OPEN_ENDPOINT_WITH_EVENT_SERVICE, 321U, "NvSciIpcOpenEndpointWithEventService",
     GROUP_INIT},
    {OP_IPC_GET_EVENT_NOTIFIER, 322U, "NvSciIpcGetEventNotifier", GROUP_INIT},
    {OP_IPC_ENABLE_NOTIFICATION, 323U, "NvSciIpcEnableNotification", GROUP_INIT},
    {OP_IPC_GET_ASYNC_ERRORS, 324U, "NvSciIpcGetAsyncErrors", GROUP_ALWAYS},
    {OP_IPC_SET_QNX_PULSE_PARAM, 325U, "NvSciIpcSetQnxPulseParam", GROUP_INIT},
    {OP_IPC_SET_QNX_PULSE_PARAM_SAFE, 326U, "NvSciIpcSetQnxPulseParamSafe", GROUP_INIT},
    {OP_IPC_WAIT_EVENT_QNX, 327U, "NvSciIpcWaitEventQnx", GROUP_CHANNEL},
    {OP_IPC_INSPECT_EVENT_QNX, 328U, "NvSciIpcInspectEventQnx", GROUP_CHANNEL},
    {OP_EVENT_LOOP_SERVICE_CREATE, 401U, "NvSciEventLoopServiceCreate", GROUP_INIT},
    {OP_EVENT_LOOP_SERVICE_CREATE_SAFE, 402U, "NvSciEventLoopServiceCreateSafe", GROUP_INIT},
    {OP_EVENT_LOOP_SERVICE_CREATE_SAFE_X, 403U, "NvSciEventLoopServiceCreateSafeX", GROUP_INIT},
    {OP_EVENT_INSPECT, 404U, "NvSciEventInspect", GROUP_CHANNEL},
    {OP_EVENT_MOVE_NOTIFIER, 405U, "NvSciEventMoveNotifier", GROUP_INIT},
    {OP_EVENT_CHECK_VERSION_COMPATIBILITY, 406U, "NvSciEventCheckVersionCompatibility",
     GROUP_ALWAYS},
    {OP_EVENT_SERVICE_CREATE_NATIVE, 407U, "NvSciEventService.CreateNativeEventNotifier",
     GROUP_INIT},
    {OP_EVENT_SERVICE_CREATE_LOCAL, 408U, "NvSciEventService.CreateLocalEvent", GROUP_INIT},
    {OP_EVENT_SERVICE_CREATE_TIMER, 409U, "NvSciEventService.CreateTimerEvent", GROUP_INIT},
    {OP_EVENT_SERVICE_DELETE, 410U, "NvSciEventService.Delete", GROUP_FREE},
    {OP_EVENT_NOTIFIER_SET_HANDLER, 411U, "NvSciEventNotifier.SetHandler", GROUP_INIT},
    {OP_EVENT_NOTIFIER_DELETE, 412U, "NvSciEventNotifier.Delete", GROUP_FREE},
    {OP_LOCAL_EVENT_SIGNAL, 413U, "NvSciLocalEvent.Signal", GROUP_CHANNEL},
    {OP_LOCAL_EVENT_DELETE, 414U, "NvSciLocalEvent.Delete", GROUP_FREE},
    {OP_EVENT_LOOP_CREATE, 415U, "NvSciEventLoopService.CreateEventLoop", GROUP_INIT},
    {OP_EVENT_WAIT, 416U, "NvSciEventLoopService.WaitForEvent", GROUP_CHANNEL},
    {OP_EVENT_WAIT_MULTIPLE, 417U, "NvSciEventLoopService.WaitForMultipleEvents", GROUP_CHANNEL},
    {OP_EVENT_WAIT_MULTIPLE_EXT, 418U, "NvSciEventLoopService.WaitForMultipleEventsExt",
     GROUP_CHANNEL},
    {OP_GET_IPC_TABLE_ERROR, 501U, "RingfenceGetIpcTableError", GROUP_ALWAYS},
    {OP_ADVANCE_PHASE, 502U, "RingfenceAdvancePhase", GROUP_ALWAYS},
    {OP_CURRENT_PHASE, 503U, "RingfenceCurrentPhase", GROUP_ALWAYS},
    {OP_GET_ADMISSION, 504U, "RingfenceGetAdmission", GROUP_ALWAYS},
    {OP_GET_LAST_REFUSAL, 505U, "RingfenceGetLastRefusal", GROUP_ALWAYS},
    {OP_GET_POOL_USAGE, 506U, "RingfenceGetPoolUsage", GROUP_ALWAYS},
    {OP_GET_LAST_FAULT, 507U, "RingfenceGetLastFault", GROUP_ALWAYS},
    {OP_FORMAT_FAULT, 518U, "RingfenceFormatFault", GROUP_ALWAYS},
    {OP_EXPLAIN_CONFLICT, 508U, "RingfenceExplainConflict", GROUP_INIT},
    {OP_FORMAT_CONFLICT, 509U, "RingfenceFormatConflict", GROUP_ALWAYS},
    {OP_FENCE_TAKE, 510U, "RingfenceFenceTake", GROUP_INIT},
    {OP_FENCE_GIVE, 511U, "RingfenceFenceGive", GROUP_FREE},
    {OP_FENCE_DESC_TAKE, 512U, "RingfenceFenceDescTake", GROUP_INIT},
    {OP_FENCE_DESC_GIVE, 513U, "RingfenceFenceDescGive", GROUP_FREE},
    {OP_SYNC_OBJ_SET_TASK_STATUS, 514U, "RingfenceSyncObjSetTaskStatus", GROUP_SIGNAL},
    {OP_ERROR_NAME, 515U, "RingfenceErrorName", GROUP_ALWAYS},
    {OP_DESCRIPTOR_FREE, 516U, "RingfenceDescriptorFree", GROUP_FREE},
    {OP_SYNC_ATTR_LIST_IS_LOCAL, 517U, "RingfenceSyncAttrListIsLocal", GROUP_INIT},
    {OP_ENGINE_SYNC_NEED, 601U, "RingfenceEngineSyncNeed", GROUP_INIT},
    {OP_ENGINE_SYNC_MARK, 602U, "RingfenceEngineSyncMark", GROUP_INIT},
    {OP_ENGINE_SYNC_STAMPS, 603U, "RingfenceEngineSyncStamps", GROUP_INIT},
    {OP_ENGINE_SYNC_MAP, 604U, "RingfenceEngineSyncMap", GROUP_INIT},
    {OP_ENGINE_SYNC_UNMAP, 605U, "RingfenceEngineSyncUnmap", GROUP_FREE},
    {OP_ENGINE_SYNC_CHECK, 606U, "RingfenceEngineSyncCheck", GROUP_ALWAYS},
    {OP_ENGINE_FENCE_GENERATE, 607U, "RingfenceEngineFenceGenerate", GROUP_SIGNAL},
    {OP_ENGINE_FENCE_READ, 608U, "RingfenceEngineFenceRead", GROUP_SIGNAL},
    {OP_ENGINE_FENCE_ABANDON, 609U, "RingfenceEngineFenceAbandon", GROUP_SIGNAL},
    {OP_ENGINE_SYNC_FAIL, 610U, "RingfenceEngineSyncFail", GROUP_ALWAYS},
    {OP_ENGINE_SET_HEALTH, 611U, "RingfenceEngineSetHealth", GROUP_INIT},
    {OP_ENGINE_BUF_MAP, 612U, "RingfenceEngineBufMap", GROUP_INIT},
    {OP_ENGINE_BUF_UNMAP, 613U, "RingfenceEngineBufUnmap", GROUP_FREE},
    {OP_ENGINE_SET_MEMORY, 614U, "RingfenceEngineSetMemory", GROUP_INIT},
    {OP_CU_DEVICE_GET_NVSCISYNC_ATTRIBUTES, 701U, "ringfenceCuDeviceGetNvSciSyncAttributes",
     GROUP_INIT},
    {OP_CU_IMPORT_EXTERNAL_SEMAPHORE, 702U, "ringfenceCuImportExternalSemaphore", GROUP_INIT},
    {OP_CU_SIGNAL_EXTERNAL_SEMAPHORES, 703U, "ringfenceCuSignalExternalSemaphoresAsync",
     GROUP_SIGNAL},
    {OP_CU_WAIT_EXTERNAL_SEMAPHORES, 704U, "ringfenceCuWaitExternalSemaphoresAsync", GROUP_SIGNAL},
    {OP_CU_DESTROY_EXTERNAL_SEMAPHORE, 705U, "ringfenceCuDestroyExternalSemaphore", GROUP_FREE},
    {OP_CU_IMPORT_EXTERNAL_MEMORY, 706U, "ringfenceCuImportExternalMemory", GROUP_INIT},
    {OP_CU_EXTERNAL_MEMORY_GET_MAPPED_BUFFER, 707U, "ringfenceCuExternalMemoryGetMappedBuffer",
     GROUP_INIT},
    {OP_CU_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY, 708U,
     "ringfenceCuExternalMemoryGetMappedMipmappedArray", GROUP_INIT},
    {OP_CU_DESTROY_EXTERNAL_MEMORY, 709U, "ringfenceCuDestroyExternalMemory", GROUP_FREE},
    {OP_CU_FREE, 710U, "ringfenceCuMemFree", GROUP_FREE},
    {OP_CU_FREE_MIPMAPPED_ARRAY, 711U, "ringfenceCuMipmappedArrayDestroy", GROUP_FREE},
    {OP_CU_GET_MIPMAPPED_ARRAY_LEVEL, 712U, "ringfenceCuMipmappedArrayGetLevel", GROUP_ALWAYS},
    {OP_CUDA_DEVICE_GET_NVSCISYNC_ATTRIBUTES, 713U, "ringfenceCudaDeviceGetNvSciSyncAttributes",
     GROUP_INIT},
    {OP_CUDA_IMPORT_EXTERNAL_SEMAPHORE, 714U, "ringfenceCudaImportExternalSemaphore", GROUP_INIT},
    {OP_CUDA_SIGNAL_EXTERNAL_SEMAPHORES, 715U, "ringfenceCudaSignalExternalSemaphoresAsync",
     GROUP_SIGNAL},
    {OP_CUDA_WAIT_EXTERNAL_SEMAPHORES, 716U, "ringfenceCudaWaitExternalSemaphoresAsync",
     GROUP_SIGNAL},
    {OP_CUDA_DESTROY_EXTERNAL_SEMAPHORE, 717U, "ringfenceCudaDestroyExternalSemaphore", GROUP_FREE},
    {OP_CUDA_IMPORT_EXTERNAL_MEMORY, 718U, "ringfenceCudaImportExternalMemory", GROUP_INIT},
    {OP_CUDA_EXTERNAL_MEMORY_GET_MAPPED_BUFFER, 719U, "ringfenceCudaExternalMemoryGetMappedBuffer",
     GROUP_INIT},
    {OP_CUDA_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY, 720U,
     "ringfenceCudaExternalMemoryGetMappedMipmappedArray", GROUP_INIT},
    {OP_CUDA_DESTROY_EXTERNAL_MEMORY, 721U, "ringfenceCudaDestroyExternalMemory", GROUP_FREE},
    {OP_CUDA_FREE, 722U, "ringfenceCudaFree", GROUP_FREE},
    {OP_CUDA_FREE_MIPMAPPED_ARRAY, 723U, "ringfenceCudaFreeMipmappedArray", GROUP_FREE},
    {OP_CUDA_GET_MIPMAPPED_ARRAY_LEVEL, 724U, "ringfenceCudaGetMipmappedArrayLevel", GROUP_ALWAYS},
    {OP_CUDA_OWNS_HANDLE, 725U, "ringfenceCudaOwnsHandle", GROUP_ALWAYS},
    {OP_CUDA_OWNS_POINTER, 726U, "ringfenceCudaOwnsPointer", GROUP_ALWAYS},
    {OP_CU_GRAPH_ADD_SIGNAL, 727U, "ringfenceCuGraphAddExternalSemaphoresSignalNode", GROUP_INIT},
    {OP_CU_GRAPH_ADD_WAIT, 728U, "ringfenceCuGraphAddExternalSemaphoresWaitNode", GROUP_INIT},
    {OP_CU_GRAPH_SET_SIGNAL, 729U, "ringfenceCuGraphExternalSemaphoresSignalNodeSetParams",
     GROUP_INIT},
    {OP_CU_GRAPH_SET_WAIT, 730U, "ringfenceCuGraphExternalSemaphoresWaitNodeSetParams", GROUP_INIT},
    {OP_CU_GRAPH_SET_EXEC_SIGNAL, 731U, "ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams",
     GROUP_SIGNAL},
    {OP_CU_GRAPH_SET_EXEC_WAIT, 732U, "ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams",
     GROUP_SIGNAL},
    {OP_CUDA_GRAPH_ADD_SIGNAL, 733U, "ringfenceCudaGraphAddExternalSemaphoresSignalNode",
     GROUP_INIT},
    {OP_CUDA_GRAPH_ADD_WAIT, 734U, "ringfenceCudaGraphAddExternalSemaphoresWaitNode", GROUP_INIT},
    {OP_CUDA_GRAPH_SET_SIGNAL, 735U, "ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams",
     GROUP_INIT},
    {OP_CUDA_GRAPH_SET_WAIT, 736U, "ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams",
     GROUP_INIT},
    {OP_CUDA_GRAPH_SET_EXEC_SIGNAL, 737U,
     "ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams", GROUP_SIGNAL},
    {OP_CUDA_GRAPH_SET_EXEC_WAIT, 738U, "ringfenceCudaGraphExecExternalSemaphoresWaitNodeSetParams",
     GROUP_SIGNAL},
};

#define FUNCTIONS (sizeof(g_functions) / sizeof(g_functions[0]))

/** Phases that admit a group, under the two choices of the configuration. */
static inline uint32_t phases_of_group(Group group, bool strict_init, bool runtime_queries)
{
    const uint32_t init = RINGFENCE_PHASE_INIT;
    const uint32_t runtime = RINGFENCE_PHASE_RUNTIME;
    const uint32_t deinit = RINGFENCE_PHASE_DEINIT;
    uint32_t phases = 0U;

    switch (group) {
    case GROUP_INIT:
        phases = init;
        break;
    case GROUP_FREE:
        phases = init | deinit;
        break;
    case GROUP_SIGNAL:
        phases = strict_init ? runtime : (init | runtime);
        break;
    case GROUP_CHANNEL:
        phases = init | runtime;
        break;
    case GROUP_QUERY:
        phases = runtime_queries ? (init | runtime) : init;
        break;
    case GROUP_ALWAYS:
    default:
        phases = init | runtime | deinit;
        break;
    }
    return phases;
}

#endif /* RINGFENCE_TEST_ADMISSIONS_H */
