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
    const char *name;
    Group group;
} Function;

static const Function g_functions[] = {
    {OP_SYNC_MODULE_OPEN, "NvSciSyncModuleOpen", GROUP_INIT},
    {OP_SYNC_MODULE_CLOSE, "NvSciSyncModuleClose", GROUP_FREE},
    {OP_SYNC_CPU_WAIT_CONTEXT_ALLOC, "NvSciSyncCpuWaitContextAlloc", GROUP_INIT},
    {OP_SYNC_CPU_WAIT_CONTEXT_FREE, "NvSciSyncCpuWaitContextFree", GROUP_FREE},
    {OP_SYNC_ATTR_LIST_CREATE, "NvSciSyncAttrListCreate", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_FREE, "NvSciSyncAttrListFree", GROUP_FREE},
    {OP_SYNC_ATTR_LIST_IS_RECONCILED, "NvSciSyncAttrListIsReconciled", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED, "NvSciSyncAttrListValidateReconciled", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_SET_ATTRS, "NvSciSyncAttrListSetAttrs", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_GET_ATTRS, "NvSciSyncAttrListGetAttrs", GROUP_QUERY},
    {OP_SYNC_ATTR_LIST_GET_SLOT_COUNT, "NvSciSyncAttrListGetSlotCount", GROUP_QUERY},
    {OP_SYNC_ATTR_LIST_APPEND_UNRECONCILED, "NvSciSyncAttrListAppendUnreconciled", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_CLONE, "NvSciSyncAttrListClone", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_SLOT_GET_ATTRS, "NvSciSyncAttrListSlotGetAttrs", GROUP_QUERY},
    {OP_SYNC_ATTR_LIST_RECONCILE, "NvSciSyncAttrListReconcile", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_DEBUG_DUMP, "NvSciSyncAttrListDebugDump", GROUP_INIT},
    {OP_SYNC_FENCE_CLEAR, "NvSciSyncFenceClear", GROUP_ALWAYS},
    {OP_SYNC_FENCE_DUP, "NvSciSyncFenceDup", GROUP_SIGNAL},
    {OP_SYNC_OBJ_ALLOC, "NvSciSyncObjAlloc", GROUP_INIT},
    {OP_SYNC_OBJ_DUP, "NvSciSyncObjDup", GROUP_INIT},
    {OP_SYNC_OBJ_GET_ATTR_LIST, "NvSciSyncObjGetAttrList", GROUP_QUERY},
    {OP_SYNC_OBJ_FREE, "NvSciSyncObjFree", GROUP_FREE},
    {OP_SYNC_OBJ_GENERATE_FENCE, "NvSciSyncObjGenerateFence", GROUP_SIGNAL},
    {OP_SYNC_OBJ_SIGNAL, "NvSciSyncObjSignal", GROUP_SIGNAL},
    {OP_SYNC_FENCE_WAIT, "NvSciSyncFenceWait", GROUP_SIGNAL},
    {OP_SYNC_FENCE_GET_TIMESTAMP, "NvSciSyncFenceGetTimestamp", GROUP_SIGNAL},
    {OP_SYNC_ATTR_LIST_GET_ATTR, "NvSciSyncAttrListGetAttr", GROUP_QUERY},
    {OP_SYNC_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC, "NvSciSyncAttrListReconcileAndObjAlloc",
     GROUP_INIT},
    {OP_SYNC_CHECK_VERSION_COMPATIBILITY, "NvSciSyncCheckVersionCompatibility", GROUP_INIT},
    {OP_SYNC_FENCE_EXTRACT_FENCE, "NvSciSyncFenceExtractFence", GROUP_SIGNAL},
    {OP_SYNC_FENCE_UPDATE_FENCE, "NvSciSyncFenceUpdateFence", GROUP_SIGNAL},
    {OP_SYNC_FENCE_ADD_TIMESTAMP_SLOT, "NvSciSyncFenceAddTimestampSlot", GROUP_SIGNAL},
    {OP_SYNC_FENCE_ADD_TASK_STATUS_SLOT, "NvSciSyncFenceAddTaskStatusSlot", GROUP_SIGNAL},
    {OP_SYNC_FENCE_EXTRACT_TIMESTAMP_SLOT, "NvSciSyncFenceExtractTimestampSlot", GROUP_SIGNAL},
    {OP_SYNC_FENCE_GET_TASK_STATUS, "NvSciSyncFenceGetTaskStatus", GROUP_SIGNAL},
    {OP_SYNC_FILL_C2C_ATTRS, "NvSciSyncFillC2cAttrs", GROUP_INIT},
    {OP_SYNC_OBJ_VALIDATE, "NvSciSyncObjValidate", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS,
     "NvSciSyncAttrListValidateReconciledAgainstAttrs", GROUP_INIT},
    {OP_SYNC_FENCE_WAIT_WITH_MODE, "NvSciSyncFenceWaitWithMode", GROUP_SIGNAL},
    {OP_SYNC_ATTR_LIST_EXPORT_UNRECONCILED, "NvSciSyncAttrListIpcExportUnreconciled", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_EXPORT_RECONCILED, "NvSciSyncAttrListIpcExportReconciled", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_IMPORT_UNRECONCILED, "NvSciSyncAttrListIpcImportUnreconciled", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_IMPORT_RECONCILED, "NvSciSyncAttrListIpcImportReconciled", GROUP_INIT},
    {OP_SYNC_ATTR_LIST_FREE_DESC, "NvSciSyncAttrListFreeDesc", GROUP_FREE},
    {OP_SYNC_ATTR_LIST_AND_OBJ_FREE_DESC, "NvSciSyncAttrListAndObjFreeDesc", GROUP_FREE},
    {OP_SYNC_OBJ_IPC_EXPORT, "NvSciSyncObjIpcExport", GROUP_INIT},
    {OP_SYNC_OBJ_IPC_IMPORT, "NvSciSyncObjIpcImport", GROUP_INIT},
    {OP_SYNC_IPC_EXPORT_ATTR_LIST_AND_OBJ, "NvSciSyncIpcExportAttrListAndObj", GROUP_INIT},
    {OP_SYNC_IPC_IMPORT_ATTR_LIST_AND_OBJ, "NvSciSyncIpcImportAttrListAndObj", GROUP_INIT},
    {OP_SYNC_OBJ_ATTACH_PEER, "NvSciSyncObjAttachPeer", GROUP_INIT},
    {OP_SYNC_IPC_EXPORT_FENCE, "NvSciSyncIpcExportFence", GROUP_SIGNAL},
    {OP_SYNC_IPC_IMPORT_FENCE, "NvSciSyncIpcImportFence", GROUP_SIGNAL},
    {OP_BUF_ATTR_LIST_CREATE, "NvSciBufAttrListCreate", GROUP_INIT},
    {OP_BUF_ATTR_LIST_FREE, "NvSciBufAttrListFree", GROUP_FREE},
    {OP_BUF_ATTR_LIST_SET_ATTRS, "NvSciBufAttrListSetAttrs", GROUP_INIT},
    {OP_BUF_ATTR_LIST_GET_SLOT_COUNT, "NvSciBufAttrListGetSlotCount", GROUP_QUERY},
    {OP_BUF_ATTR_LIST_GET_ATTRS, "NvSciBufAttrListGetAttrs", GROUP_QUERY},
    {OP_BUF_ATTR_LIST_SLOT_GET_ATTRS, "NvSciBufAttrListSlotGetAttrs", GROUP_QUERY},
    {OP_BUF_ATTR_LIST_DEBUG_DUMP, "NvSciBufAttrListDebugDump", GROUP_INIT},
    {OP_BUF_ATTR_LIST_RECONCILE, "NvSciBufAttrListReconcile", GROUP_INIT},
    {OP_BUF_ATTR_LIST_CLONE, "NvSciBufAttrListClone", GROUP_INIT},
    {OP_BUF_ATTR_LIST_APPEND_UNRECONCILED, "NvSciBufAttrListAppendUnreconciled", GROUP_INIT},
    {OP_BUF_ATTR_LIST_IS_RECONCILED, "NvSciBufAttrListIsReconciled", GROUP_INIT},
    {OP_BUF_ATTR_LIST_VALIDATE_RECONCILED, "NvSciBufAttrListValidateReconciled", GROUP_INIT},
    {OP_BUF_OBJ_DUP, "NvSciBufObjDup", GROUP_INIT},
    {OP_BUF_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC, "NvSciBufAttrListReconcileAndObjAlloc", GROUP_INIT},
    {OP_BUF_OBJ_FREE, "NvSciBufObjFree", GROUP_FREE},
    {OP_BUF_OBJ_GET_ATTR_LIST, "NvSciBufObjGetAttrList", GROUP_QUERY},
    {OP_BUF_OBJ_GET_CPU_PTR, "NvSciBufObjGetCpuPtr", GROUP_QUERY},
    {OP_BUF_OBJ_GET_CONST_CPU_PTR, "NvSciBufObjGetConstCpuPtr", GROUP_QUERY},
    {OP_BUF_OBJ_FLUSH_CPU_CACHE_RANGE, "NvSciBufObjFlushCpuCacheRange", GROUP_SIGNAL},
    {OP_BUF_OBJ_ALLOC, "NvSciBufObjAlloc", GROUP_INIT},
    {OP_BUF_OBJ_DUP_WITH_REDUCE_PERM, "NvSciBufObjDupWithReducePerm", GROUP_INIT},
    {OP_BUF_MODULE_OPEN, "NvSciBufModuleOpen", GROUP_INIT},
    {OP_BUF_MODULE_CLOSE, "NvSciBufModuleClose", GROUP_FREE},
    {OP_BUF_CHECK_VERSION_COMPATIBILITY, "NvSciBufCheckVersionCompatibility", GROUP_INIT},
    {OP_BUF_OBJ_GET_PIXELS, "NvSciBufObjGetPixels", GROUP_QUERY},
    {OP_BUF_OBJ_PUT_PIXELS, "NvSciBufObjPutPixels", GROUP_QUERY},
    {OP_BUF_OBJ_VALIDATE, "NvSciBufObjValidate", GROUP_INIT},
    {OP_BUF_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS,
     "NvSciBufAttrListValidateReconciledAgainstAttrs", GROUP_INIT},
    {OP_BUF_ATTR_LIST_EXPORT_UNRECONCILED, "NvSciBufAttrListIpcExportUnreconciled", GROUP_INIT},
    {OP_BUF_ATTR_LIST_EXPORT_RECONCILED, "NvSciBufAttrListIpcExportReconciled", GROUP_INIT},
    {OP_BUF_ATTR_LIST_IMPORT_UNRECONCILED, "NvSciBufAttrListIpcImportUnreconciled", GROUP_INIT},
    {OP_BUF_ATTR_LIST_IMPORT_RECONCILED, "NvSciBufAttrListIpcImportReconciled", GROUP_INIT},
    {OP_BUF_ATTR_LIST_FREE_DESC, "NvSciBufAttrListFreeDesc", GROUP_FREE},
    {OP_BUF_ATTR_LIST_AND_OBJ_FREE_DESC, "NvSciBufAttrListAndObjFreeDesc", GROUP_FREE},
    {OP_BUF_OBJ_IPC_EXPORT, "NvSciBufObjIpcExport", GROUP_INIT},
    {OP_BUF_OBJ_IPC_IMPORT, "NvSciBufObjIpcImport", GROUP_INIT},
    {OP_BUF_IPC_EXPORT_ATTR_LIST_AND_OBJ, "NvSciBufIpcExportAttrListAndObj", GROUP_INIT},
    {OP_BUF_IPC_IMPORT_ATTR_LIST_AND_OBJ, "NvSciBufIpcImportAttrListAndObj", GROUP_INIT},
    {OP_BUF_OBJ_ATTACH_PEER, "NvSciBufObjAttachPeer", GROUP_INIT},
    {OP_BUF_OBJ_GET_MAX_PERM, "NvSciBufObjGetMaxPerm", GROUP_QUERY},
    {OP_IPC_INIT, "NvSciIpcInit", GROUP_INIT},
    {OP_IPC_DEINIT, "NvSciIpcDeinit", GROUP_FREE},
    {OP_IPC_OPEN_ENDPOINT, "NvSciIpcOpenEndpoint", GROUP_INIT},
    {OP_IPC_CLOSE_ENDPOINT, "NvSciIpcCloseEndpoint", GROUP_FREE},
    {OP_IPC_RESET_ENDPOINT, "NvSciIpcResetEndpoint", GROUP_FREE},
    {OP_IPC_READ, "NvSciIpcRead", GROUP_CHANNEL},
    {OP_IPC_READ_GET_NEXT_FRAME, "NvSciIpcReadGetNextFrame", GROUP_CHANNEL},
    {OP_IPC_READ_ADVANCE, "NvSciIpcReadAdvance", GROUP_CHANNEL},
    {OP_IPC_WRITE, "NvSciIpcWrite", GROUP_CHANNEL},
    {OP_IPC_WRITE_GET_NEXT_FRAME, "NvSciIpcWriteGetNextFrame", GROUP_CHANNEL},
    {OP_IPC_WRITE_ADVANCE, "NvSciIpcWriteAdvance", GROUP_CHANNEL},
    {OP_IPC_GET_ENDPOINT_INFO, "NvSciIpcGetEndpointInfo", GROUP_CHANNEL},
    {OP_IPC_GET_LINUX_EVENT_FD, "NvSciIpcGetLinuxEventFd", GROUP_INIT},
    {OP_IPC_GET_EVENT, "NvSciIpcGetEvent", GROUP_CHANNEL},
    {OP_IPC_CLOSE_ENDPOINT_SAFE, "NvSciIpcCloseEndpointSafe", GROUP_FREE},
    {OP_IPC_RESET_ENDPOINT_SAFE, "NvSciIpcResetEndpointSafe", GROUP_FREE},
    {OP_IPC_READ_SAFE, "NvSciIpcReadSafe", GROUP_CHANNEL},
    {OP_IPC_WRITE_SAFE, "NvSciIpcWriteSafe", GROUP_CHANNEL},
    {OP_IPC_GET_EVENT_SAFE, "NvSciIpcGetEventSafe", GROUP_CHANNEL},
    {OP_IPC_CHECK_VERSION_COMPATIBILITY, "NvSciIpcCheckVersionCompatibility", GROUP_ALWAYS},
    {OP_IPC_OPEN_ENDPOINT_WITH_EVENT_SERVICE, "NvSciIpcOpenEndpointWithEventService", GROUP_INIT},
    {OP_IPC_GET_EVENT_NOTIFIER, "NvSciIpcGetEventNotifier", GROUP_INIT},
    {OP_IPC_ENABLE_NOTIFICATION, "NvSciIpcEnableNotification", GROUP_INIT},
    {OP_IPC_GET_ASYNC_ERRORS, "NvSciIpcGetAsyncErrors", GROUP_ALWAYS},
    {OP_IPC_SET_QNX_PULSE_PARAM, "NvSciIpcSetQnxPulseParam", GROUP_INIT},
    {OP_IPC_SET_QNX_PULSE_PARAM_SAFE, "NvSciIpcSetQnxPulseParamSafe", GROUP_INIT},
    {OP_IPC_WAIT_EVENT_QNX, "NvSciIpcWaitEventQnx", GROUP_CHANNEL},
    {OP_IPC_INSPECT_EVENT_QNX, "NvSciIpcInspectEventQnx", GROUP_CHANNEL},
    {OP_EVENT_LOOP_SERVICE_CREATE, "NvSciEventLoopServiceCreate", GROUP_INIT},
    {OP_EVENT_LOOP_SERVICE_CREATE_SAFE, "NvSciEventLoopServiceCreateSafe", GROUP_INIT},
    {OP_EVENT_LOOP_SERVICE_CREATE_SAFE_X, "NvSciEventLoopServiceCreateSafeX", GROUP_INIT},
    {OP_EVENT_INSPECT, "NvSciEventInspect", GROUP_CHANNEL},
    {OP_EVENT_MOVE_NOTIFIER, "NvSciEventMoveNotifier", GROUP_INIT},
    {OP_EVENT_CHECK_VERSION_COMPATIBILITY, "NvSciEventCheckVersionCompatibility", GROUP_ALWAYS},
    {OP_EVENT_SERVICE_CREATE_NATIVE, "NvSciEventService.CreateNativeEventNotifier", GROUP_INIT},
    {OP_EVENT_SERVICE_CREATE_LOCAL, "NvSciEventService.CreateLocalEvent", GROUP_INIT},
    {OP_EVENT_SERVICE_CREATE_TIMER, "NvSciEventService.CreateTimerEvent", GROUP_INIT},
    {OP_EVENT_SERVICE_DELETE, "NvSciEventService.Delete", GROUP_FREE},
    {OP_EVENT_NOTIFIER_SET_HANDLER, "NvSciEventNotifier.SetHandler", GROUP_INIT},
    {OP_EVENT_NOTIFIER_DELETE, "NvSciEventNotifier.Delete", GROUP_FREE},
    {OP_LOCAL_EVENT_SIGNAL, "NvSciLocalEvent.Signal", GROUP_CHANNEL},
    {OP_LOCAL_EVENT_DELETE, "NvSciLocalEvent.Delete", GROUP_FREE},
    {OP_EVENT_LOOP_CREATE, "NvSciEventLoopService.CreateEventLoop", GROUP_INIT},
    {OP_EVENT_WAIT, "NvSciEventLoopService.WaitForEvent", GROUP_CHANNEL},
    {OP_EVENT_WAIT_MULTIPLE, "NvSciEventLoopService.WaitForMultipleEvents", GROUP_CHANNEL},
    {OP_EVENT_WAIT_MULTIPLE_EXT, "NvSciEventLoopService.WaitForMultipleEventsExt", GROUP_CHANNEL},
    {OP_GET_IPC_TABLE_ERROR, "RingfenceGetIpcTableError", GROUP_ALWAYS},
    {OP_ADVANCE_PHASE, "RingfenceAdvancePhase", GROUP_ALWAYS},
    {OP_CURRENT_PHASE, "RingfenceCurrentPhase", GROUP_ALWAYS},
    {OP_GET_ADMISSION, "RingfenceGetAdmission", GROUP_ALWAYS},
    {OP_GET_LAST_REFUSAL, "RingfenceGetLastRefusal", GROUP_ALWAYS},
    {OP_GET_POOL_USAGE, "RingfenceGetPoolUsage", GROUP_ALWAYS},
    {OP_GET_LAST_FAULT, "RingfenceGetLastFault", GROUP_ALWAYS},
    {OP_EXPLAIN_CONFLICT, "RingfenceExplainConflict", GROUP_INIT},
    {OP_FORMAT_CONFLICT, "RingfenceFormatConflict", GROUP_ALWAYS},
    {OP_FENCE_TAKE, "RingfenceFenceTake", GROUP_INIT},
    {OP_FENCE_GIVE, "RingfenceFenceGive", GROUP_FREE},
    {OP_FENCE_DESC_TAKE, "RingfenceFenceDescTake", GROUP_INIT},
    {OP_FENCE_DESC_GIVE, "RingfenceFenceDescGive", GROUP_FREE},
    {OP_SYNC_OBJ_SET_TASK_STATUS, "RingfenceSyncObjSetTaskStatus", GROUP_SIGNAL},
    {OP_ERROR_NAME, "RingfenceErrorName", GROUP_ALWAYS},
    {OP_DESCRIPTOR_FREE, "RingfenceDescriptorFree", GROUP_FREE},
    {OP_SYNC_ATTR_LIST_IS_LOCAL, "RingfenceSyncAttrListIsLocal", GROUP_INIT},
    {OP_ENGINE_SYNC_NEED, "RingfenceEngineSyncNeed", GROUP_INIT},
    {OP_ENGINE_SYNC_MARK, "RingfenceEngineSyncMark", GROUP_INIT},
    {OP_ENGINE_SYNC_STAMPS, "RingfenceEngineSyncStamps", GROUP_INIT},
    {OP_ENGINE_SYNC_MAP, "RingfenceEngineSyncMap", GROUP_INIT},
    {OP_ENGINE_SYNC_UNMAP, "RingfenceEngineSyncUnmap", GROUP_FREE},
    {OP_ENGINE_SYNC_CHECK, "RingfenceEngineSyncCheck", GROUP_ALWAYS},
    {OP_ENGINE_FENCE_GENERATE, "RingfenceEngineFenceGenerate", GROUP_SIGNAL},
    {OP_ENGINE_FENCE_READ, "RingfenceEngineFenceRead", GROUP_SIGNAL},
    {OP_ENGINE_FENCE_ABANDON, "RingfenceEngineFenceAbandon", GROUP_SIGNAL},
    {OP_ENGINE_SYNC_FAIL, "RingfenceEngineSyncFail", GROUP_ALWAYS},
    {OP_ENGINE_SET_HEALTH, "RingfenceEngineSetHealth", GROUP_INIT},
    {OP_ENGINE_BUF_MAP, "RingfenceEngineBufMap", GROUP_INIT},
    {OP_ENGINE_BUF_UNMAP, "RingfenceEngineBufUnmap", GROUP_FREE},
    {OP_ENGINE_SET_MEMORY, "RingfenceEngineSetMemory", GROUP_INIT},
    {OP_CU_DEVICE_GET_NVSCISYNC_ATTRIBUTES, "ringfenceCuDeviceGetNvSciSyncAttributes", GROUP_INIT},
    {OP_CU_IMPORT_EXTERNAL_SEMAPHORE, "ringfenceCuImportExternalSemaphore", GROUP_INIT},
    {OP_CU_SIGNAL_EXTERNAL_SEMAPHORES, "ringfenceCuSignalExternalSemaphoresAsync", GROUP_SIGNAL},
    {OP_CU_WAIT_EXTERNAL_SEMAPHORES, "ringfenceCuWaitExternalSemaphoresAsync", GROUP_SIGNAL},
    {OP_CU_DESTROY_EXTERNAL_SEMAPHORE, "ringfenceCuDestroyExternalSemaphore", GROUP_FREE},
    {OP_CU_IMPORT_EXTERNAL_MEMORY, "ringfenceCuImportExternalMemory", GROUP_INIT},
    {OP_CU_EXTERNAL_MEMORY_GET_MAPPED_BUFFER, "ringfenceCuExternalMemoryGetMappedBuffer",
     GROUP_INIT},
    {OP_CU_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY,
     "ringfenceCuExternalMemoryGetMappedMipmappedArray", GROUP_INIT},
    {OP_CU_DESTROY_EXTERNAL_MEMORY, "ringfenceCuDestroyExternalMemory", GROUP_FREE},
    {OP_CU_FREE, "ringfenceCuMemFree", GROUP_FREE},
    {OP_CU_FREE_MIPMAPPED_ARRAY, "ringfenceCuMipmappedArrayDestroy", GROUP_FREE},
    {OP_CU_GET_MIPMAPPED_ARRAY_LEVEL, "ringfenceCuMipmappedArrayGetLevel", GROUP_ALWAYS},
    {OP_CUDA_DEVICE_GET_NVSCISYNC_ATTRIBUTES, "ringfenceCudaDeviceGetNvSciSyncAttributes",
     GROUP_INIT},
    {OP_CUDA_IMPORT_EXTERNAL_SEMAPHORE, "ringfenceCudaImportExternalSemaphore", GROUP_INIT},
    {OP_CUDA_SIGNAL_EXTERNAL_SEMAPHORES, "ringfenceCudaSignalExternalSemaphoresAsync",
     GROUP_SIGNAL},
    {OP_CUDA_WAIT_EXTERNAL_SEMAPHORES, "ringfenceCudaWaitExternalSemaphoresAsync", GROUP_SIGNAL},
    {OP_CUDA_DESTROY_EXTERNAL_SEMAPHORE, "ringfenceCudaDestroyExternalSemaphore", GROUP_FREE},
    {OP_CUDA_IMPORT_EXTERNAL_MEMORY, "ringfenceCudaImportExternalMemory", GROUP_INIT},
    {OP_CUDA_EXTERNAL_MEMORY_GET_MAPPED_BUFFER, "ringfenceCudaExternalMemoryGetMappedBuffer",
     GROUP_INIT},
    {OP_CUDA_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY,
     "ringfenceCudaExternalMemoryGetMappedMipmappedArray", GROUP_INIT},
    {OP_CUDA_DESTROY_EXTERNAL_MEMORY, "ringfenceCudaDestroyExternalMemory", GROUP_FREE},
    {OP_CUDA_FREE, "ringfenceCudaFree", GROUP_FREE},
    {OP_CUDA_FREE_MIPMAPPED_ARRAY, "ringfenceCudaFreeMipmappedArray", GROUP_FREE},
    {OP_CUDA_GET_MIPMAPPED_ARRAY_LEVEL, "ringfenceCudaGetMipmappedArrayLevel", GROUP_ALWAYS},
    {OP_CUDA_OWNS_HANDLE, "ringfenceCudaOwnsHandle", GROUP_ALWAYS},
    {OP_CUDA_OWNS_POINTER, "ringfenceCudaOwnsPointer", GROUP_ALWAYS},
    {OP_CU_GRAPH_ADD_SIGNAL, "ringfenceCuGraphAddExternalSemaphoresSignalNode", GROUP_INIT},
    {OP_CU_GRAPH_ADD_WAIT, "ringfenceCuGraphAddExternalSemaphoresWaitNode", GROUP_INIT},
    {OP_CU_GRAPH_SET_SIGNAL, "ringfenceCuGraphExternalSemaphoresSignalNodeSetParams", GROUP_INIT},
    {OP_CU_GRAPH_SET_WAIT, "ringfenceCuGraphExternalSemaphoresWaitNodeSetParams", GROUP_INIT},
    {OP_CU_GRAPH_SET_EXEC_SIGNAL, "ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams",
     GROUP_SIGNAL},
    {OP_CU_GRAPH_SET_EXEC_WAIT, "ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams",
     GROUP_SIGNAL},
    {OP_CUDA_GRAPH_ADD_SIGNAL, "ringfenceCudaGraphAddExternalSemaphoresSignalNode", GROUP_INIT},
    {OP_CUDA_GRAPH_ADD_WAIT, "ringfenceCudaGraphAddExternalSemaphoresWaitNode", GROUP_INIT},
    {OP_CUDA_GRAPH_SET_SIGNAL, "ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams",
     GROUP_INIT},
    {OP_CUDA_GRAPH_SET_WAIT, "ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams", GROUP_INIT},
    {OP_CUDA_GRAPH_SET_EXEC_SIGNAL, "ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams",
     GROUP_SIGNAL},
    {OP_CUDA_GRAPH_SET_EXEC_WAIT, "ringfenceCudaGraphExecExternalSemaphoresWaitNodeSetParams",
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
