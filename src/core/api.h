/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file api.h
 * The public functions: one row for each, with the phases that admit it.
 *
 * ROW(id, name, phases): `id` is the number that a function gives itself (PhaseOp), `name` stands
 * in reports and is what RingfenceGetAdmission() gives, `phases` is one of the groups in phase.c.
 * Functions in a structure of the interface have its name and a dot before theirs. The order of the
 * rows is that of RingfenceGetAdmission().
 */
#ifndef RINGFENCE_CORE_API_H
#define RINGFENCE_CORE_API_H

#define API_SYNC(ROW)                                                                              \
    ROW(OP_SYNC_MODULE_OPEN, "NvSciSyncModuleOpen", ADMIT_INIT)                                    \
    ROW(OP_SYNC_MODULE_CLOSE, "NvSciSyncModuleClose", ADMIT_FREE)                                  \
    ROW(OP_SYNC_CPU_WAIT_CONTEXT_ALLOC, "NvSciSyncCpuWaitContextAlloc", ADMIT_INIT)                \
    ROW(OP_SYNC_CPU_WAIT_CONTEXT_FREE, "NvSciSyncCpuWaitContextFree", ADMIT_FREE)                  \
    ROW(OP_SYNC_ATTR_LIST_CREATE, "NvSciSyncAttrListCreate", ADMIT_INIT)                           \
    ROW(OP_SYNC_ATTR_LIST_FREE, "NvSciSyncAttrListFree", ADMIT_FREE)                               \
    ROW(OP_SYNC_ATTR_LIST_IS_RECONCILED, "NvSciSyncAttrListIsReconciled", ADMIT_INIT)              \
    ROW(OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED, "NvSciSyncAttrListValidateReconciled", ADMIT_INIT)  \
    ROW(OP_SYNC_ATTR_LIST_SET_ATTRS, "NvSciSyncAttrListSetAttrs", ADMIT_INIT)                      \
    ROW(OP_SYNC_ATTR_LIST_GET_ATTRS, "NvSciSyncAttrListGetAttrs", ADMIT_QUERY)                     \
    ROW(OP_SYNC_ATTR_LIST_GET_SLOT_COUNT, "NvSciSyncAttrListGetSlotCount", ADMIT_QUERY)            \
    ROW(OP_SYNC_ATTR_LIST_APPEND_UNRECONCILED, "NvSciSyncAttrListAppendUnreconciled", ADMIT_INIT)  \
    ROW(OP_SYNC_ATTR_LIST_CLONE, "NvSciSyncAttrListClone", ADMIT_INIT)                             \
    ROW(OP_SYNC_ATTR_LIST_SLOT_GET_ATTRS, "NvSciSyncAttrListSlotGetAttrs", ADMIT_QUERY)            \
    ROW(OP_SYNC_ATTR_LIST_RECONCILE, "NvSciSyncAttrListReconcile", ADMIT_INIT)                     \
    ROW(OP_SYNC_ATTR_LIST_DEBUG_DUMP, "NvSciSyncAttrListDebugDump", ADMIT_INIT)                    \
    ROW(OP_SYNC_FENCE_CLEAR, "NvSciSyncFenceClear", ADMIT_ALWAYS)                                  \
    ROW(OP_SYNC_FENCE_DUP, "NvSciSyncFenceDup", ADMIT_SIGNAL)                                      \
    ROW(OP_SYNC_OBJ_ALLOC, "NvSciSyncObjAlloc", ADMIT_INIT)                                        \
    ROW(OP_SYNC_OBJ_DUP, "NvSciSyncObjDup", ADMIT_INIT)                                            \
    ROW(OP_SYNC_OBJ_GET_ATTR_LIST, "NvSciSyncObjGetAttrList", ADMIT_QUERY)                         \
    ROW(OP_SYNC_OBJ_FREE, "NvSciSyncObjFree", ADMIT_FREE)                                          \
    ROW(OP_SYNC_OBJ_GENERATE_FENCE, "NvSciSyncObjGenerateFence", ADMIT_SIGNAL)                     \
    ROW(OP_SYNC_OBJ_SIGNAL, "NvSciSyncObjSignal", ADMIT_SIGNAL)                                    \
    ROW(OP_SYNC_FENCE_WAIT, "NvSciSyncFenceWait", ADMIT_SIGNAL)                                    \
    ROW(OP_SYNC_FENCE_GET_TIMESTAMP, "NvSciSyncFenceGetTimestamp", ADMIT_SIGNAL)                   \
    ROW(OP_SYNC_ATTR_LIST_GET_ATTR, "NvSciSyncAttrListGetAttr", ADMIT_QUERY)                       \
    ROW(OP_SYNC_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC, "NvSciSyncAttrListReconcileAndObjAlloc",        \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_CHECK_VERSION_COMPATIBILITY, "NvSciSyncCheckVersionCompatibility", ADMIT_INIT)     \
    ROW(OP_SYNC_FENCE_EXTRACT_FENCE, "NvSciSyncFenceExtractFence", ADMIT_SIGNAL)                   \
    ROW(OP_SYNC_FENCE_UPDATE_FENCE, "NvSciSyncFenceUpdateFence", ADMIT_SIGNAL)                     \
    ROW(OP_SYNC_FENCE_ADD_TIMESTAMP_SLOT, "NvSciSyncFenceAddTimestampSlot", ADMIT_SIGNAL)          \
    ROW(OP_SYNC_FENCE_ADD_TASK_STATUS_SLOT, "NvSciSyncFenceAddTaskStatusSlot", ADMIT_SIGNAL)       \
    ROW(OP_SYNC_FENCE_EXTRACT_TIMESTAMP_SLOT, "NvSciSyncFenceExtractTimestampSlot", ADMIT_SIGNAL)  \
    ROW(OP_SYNC_FENCE_GET_TASK_STATUS, "NvSciSyncFenceGetTaskStatus", ADMIT_SIGNAL)                \
    ROW(OP_SYNC_FILL_C2C_ATTRS, "NvSciSyncFillC2cAttrs", ADMIT_INIT)                               \
    ROW(OP_SYNC_OBJ_VALIDATE, "NvSciSyncObjValidate", ADMIT_INIT)                                  \
    ROW(OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS,                                       \
        "NvSciSyncAttrListValidateReconciledAgainstAttrs", ADMIT_INIT)                             \
    ROW(OP_SYNC_FENCE_WAIT_WITH_MODE, "NvSciSyncFenceWaitWithMode", ADMIT_SIGNAL)                  \
    ROW(OP_SYNC_ATTR_LIST_EXPORT_UNRECONCILED, "NvSciSyncAttrListIpcExportUnreconciled",           \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_ATTR_LIST_EXPORT_RECONCILED, "NvSciSyncAttrListIpcExportReconciled", ADMIT_INIT)   \
    ROW(OP_SYNC_ATTR_LIST_IMPORT_UNRECONCILED, "NvSciSyncAttrListIpcImportUnreconciled",           \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_ATTR_LIST_IMPORT_RECONCILED, "NvSciSyncAttrListIpcImportReconciled", ADMIT_INIT)   \
    ROW(OP_SYNC_ATTR_LIST_FREE_DESC, "NvSciSyncAttrListFreeDesc", ADMIT_FREE)                      \
    ROW(OP_SYNC_ATTR_LIST_AND_OBJ_FREE_DESC, "NvSciSyncAttrListAndObjFreeDesc", ADMIT_FREE)        \
    ROW(OP_SYNC_OBJ_IPC_EXPORT, "NvSciSyncObjIpcExport", ADMIT_INIT)                               \
    ROW(OP_SYNC_OBJ_IPC_IMPORT, "NvSciSyncObjIpcImport", ADMIT_INIT)                               \
    ROW(OP_SYNC_IPC_EXPORT_ATTR_LIST_AND_OBJ, "NvSciSyncIpcExportAttrListAndObj", ADMIT_INIT)      \
    ROW(OP_SYNC_IPC_IMPORT_ATTR_LIST_AND_OBJ, "NvSciSyncIpcImportAttrListAndObj", ADMIT_INIT)      \
    ROW(OP_SYNC_OBJ_ATTACH_PEER, "NvSciSyncObjAttachPeer", ADMIT_INIT)                             \
    ROW(OP_SYNC_IPC_EXPORT_FENCE, "NvSciSyncIpcExportFence", ADMIT_SIGNAL)                         \
    ROW(OP_SYNC_IPC_IMPORT_FENCE, "NvSciSyncIpcImportFence", ADMIT_SIGNAL)

#define API_BUF(ROW)                                                                               \
    ROW(OP_BUF_ATTR_LIST_CREATE, "NvSciBufAttrListCreate", ADMIT_INIT)                             \
    ROW(OP_BUF_ATTR_LIST_FREE, "NvSciBufAttrListFree", ADMIT_FREE)                                 \
    ROW(OP_BUF_ATTR_LIST_SET_ATTRS, "NvSciBufAttrListSetAttrs", ADMIT_INIT)                        \
    ROW(OP_BUF_ATTR_LIST_GET_SLOT_COUNT, "NvSciBufAttrListGetSlotCount", ADMIT_QUERY)              \
    ROW(OP_BUF_ATTR_LIST_GET_ATTRS, "NvSciBufAttrListGetAttrs", ADMIT_QUERY)                       \
    ROW(OP_BUF_ATTR_LIST_SLOT_GET_ATTRS, "NvSciBufAttrListSlotGetAttrs", ADMIT_QUERY)              \
    ROW(OP_BUF_ATTR_LIST_DEBUG_DUMP, "NvSciBufAttrListDebugDump", ADMIT_INIT)                      \
    ROW(OP_BUF_ATTR_LIST_RECONCILE, "NvSciBufAttrListReconcile", ADMIT_INIT)                       \
    ROW(OP_BUF_ATTR_LIST_CLONE, "NvSciBufAttrListClone", ADMIT_INIT)                               \
    ROW(OP_BUF_ATTR_LIST_APPEND_UNRECONCILED, "NvSciBufAttrListAppendUnreconciled", ADMIT_INIT)    \
    ROW(OP_BUF_ATTR_LIST_IS_RECONCILED, "NvSciBufAttrListIsReconciled", ADMIT_INIT)                \
    ROW(OP_BUF_ATTR_LIST_VALIDATE_RECONCILED, "NvSciBufAttrListValidateReconciled", ADMIT_INIT)    \
    ROW(OP_BUF_OBJ_DUP, "NvSciBufObjDup", ADMIT_INIT)                                              \
    ROW(OP_BUF_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC, "NvSciBufAttrListReconcileAndObjAlloc",          \
        ADMIT_INIT)                                                                                \
    ROW(OP_BUF_OBJ_FREE, "NvSciBufObjFree", ADMIT_FREE)                                            \
    ROW(OP_BUF_OBJ_GET_ATTR_LIST, "NvSciBufObjGetAttrList", ADMIT_QUERY)                           \
    ROW(OP_BUF_OBJ_GET_CPU_PTR, "NvSciBufObjGetCpuPtr", ADMIT_QUERY)                               \
    ROW(OP_BUF_OBJ_GET_CONST_CPU_PTR, "NvSciBufObjGetConstCpuPtr", ADMIT_QUERY)                    \
    ROW(OP_BUF_OBJ_FLUSH_CPU_CACHE_RANGE, "NvSciBufObjFlushCpuCacheRange", ADMIT_SIGNAL)           \
    ROW(OP_BUF_OBJ_ALLOC, "NvSciBufObjAlloc", ADMIT_INIT)                                          \
    ROW(OP_BUF_OBJ_DUP_WITH_REDUCE_PERM, "NvSciBufObjDupWithReducePerm", ADMIT_INIT)               \
    ROW(OP_BUF_MODULE_OPEN, "NvSciBufModuleOpen", ADMIT_INIT)                                      \
    ROW(OP_BUF_MODULE_CLOSE, "NvSciBufModuleClose", ADMIT_FREE)                                    \
    ROW(OP_BUF_CHECK_VERSION_COMPATIBILITY, "NvSciBufCheckVersionCompatibility", ADMIT_INIT)       \
    ROW(OP_BUF_OBJ_GET_PIXELS, "NvSciBufObjGetPixels", ADMIT_QUERY)                                \
    ROW(OP_BUF_OBJ_PUT_PIXELS, "NvSciBufObjPutPixels", ADMIT_QUERY)                                \
    ROW(OP_BUF_OBJ_VALIDATE, "NvSciBufObjValidate", ADMIT_INIT)                                    \
    ROW(OP_BUF_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS,                                        \
        "NvSciBufAttrListValidateReconciledAgainstAttrs", ADMIT_INIT)                              \
    ROW(OP_BUF_ATTR_LIST_EXPORT_UNRECONCILED, "NvSciBufAttrListIpcExportUnreconciled", ADMIT_INIT) \
    ROW(OP_BUF_ATTR_LIST_EXPORT_RECONCILED, "NvSciBufAttrListIpcExportReconciled", ADMIT_INIT)     \
    ROW(OP_BUF_ATTR_LIST_IMPORT_UNRECONCILED, "NvSciBufAttrListIpcImportUnreconciled", ADMIT_INIT) \
    ROW(OP_BUF_ATTR_LIST_IMPORT_RECONCILED, "NvSciBufAttrListIpcImportReconciled", ADMIT_INIT)     \
    ROW(OP_BUF_ATTR_LIST_FREE_DESC, "NvSciBufAttrListFreeDesc", ADMIT_FREE)                        \
    ROW(OP_BUF_ATTR_LIST_AND_OBJ_FREE_DESC, "NvSciBufAttrListAndObjFreeDesc", ADMIT_FREE)          \
    ROW(OP_BUF_OBJ_IPC_EXPORT, "NvSciBufObjIpcExport", ADMIT_INIT)                                 \
    ROW(OP_BUF_OBJ_IPC_IMPORT, "NvSciBufObjIpcImport", ADMIT_INIT)                                 \
    ROW(OP_BUF_IPC_EXPORT_ATTR_LIST_AND_OBJ, "NvSciBufIpcExportAttrListAndObj", ADMIT_INIT)        \
    ROW(OP_BUF_IPC_IMPORT_ATTR_LIST_AND_OBJ, "NvSciBufIpcImportAttrListAndObj", ADMIT_INIT)        \
    ROW(OP_BUF_OBJ_ATTACH_PEER, "NvSciBufObjAttachPeer", ADMIT_INIT)                               \
    ROW(OP_BUF_OBJ_GET_MAX_PERM, "NvSciBufObjGetMaxPerm", ADMIT_QUERY)

#define API_IPC(ROW)                                                                               \
    ROW(OP_IPC_INIT, "NvSciIpcInit", ADMIT_INIT)                                                   \
    ROW(OP_IPC_DEINIT, "NvSciIpcDeinit", ADMIT_FREE)                                               \
    ROW(OP_IPC_OPEN_ENDPOINT, "NvSciIpcOpenEndpoint", ADMIT_INIT)                                  \
    ROW(OP_IPC_CLOSE_ENDPOINT, "NvSciIpcCloseEndpoint", ADMIT_FREE)                                \
    ROW(OP_IPC_RESET_ENDPOINT, "NvSciIpcResetEndpoint", ADMIT_FREE)                                \
    ROW(OP_IPC_READ, "NvSciIpcRead", ADMIT_CHANNEL)                                                \
    ROW(OP_IPC_READ_GET_NEXT_FRAME, "NvSciIpcReadGetNextFrame", ADMIT_CHANNEL)                     \
    ROW(OP_IPC_READ_ADVANCE, "NvSciIpcReadAdvance", ADMIT_CHANNEL)                                 \
    ROW(OP_IPC_WRITE, "NvSciIpcWrite", ADMIT_CHANNEL)                                              \
    ROW(OP_IPC_WRITE_GET_NEXT_FRAME, "NvSciIpcWriteGetNextFrame", ADMIT_CHANNEL)                   \
    ROW(OP_IPC_WRITE_ADVANCE, "NvSciIpcWriteAdvance", ADMIT_CHANNEL)                               \
    ROW(OP_IPC_GET_ENDPOINT_INFO, "NvSciIpcGetEndpointInfo", ADMIT_CHANNEL)                        \
    ROW(OP_IPC_GET_LINUX_EVENT_FD, "NvSciIpcGetLinuxEventFd", ADMIT_INIT)                          \
    ROW(OP_IPC_GET_EVENT, "NvSciIpcGetEvent", ADMIT_CHANNEL)                                       \
    ROW(OP_IPC_CLOSE_ENDPOINT_SAFE, "NvSciIpcCloseEndpointSafe", ADMIT_FREE)                       \
    ROW(OP_IPC_RESET_ENDPOINT_SAFE, "NvSciIpcResetEndpointSafe", ADMIT_FREE)                       \
    ROW(OP_IPC_READ_SAFE, "NvSciIpcReadSafe", ADMIT_CHANNEL)                                       \
    ROW(OP_IPC_WRITE_SAFE, "NvSciIpcWriteSafe", ADMIT_CHANNEL)                                     \
    ROW(OP_IPC_GET_EVENT_SAFE, "NvSciIpcGetEventSafe", ADMIT_CHANNEL)                              \
    ROW(OP_IPC_CHECK_VERSION_COMPATIBILITY, "NvSciIpcCheckVersionCompatibility", ADMIT_ALWAYS)     \
    ROW(OP_IPC_OPEN_ENDPOINT_WITH_EVENT_SERVICE, "NvSciIpcOpenEndpointWithEventService",           \
        ADMIT_INIT)                                                                                \
    ROW(OP_IPC_GET_EVENT_NOTIFIER, "NvSciIpcGetEventNotifier", ADMIT_INIT)                         \
    ROW(OP_IPC_ENABLE_NOTIFICATION, "NvSciIpcEnableNotification", ADMIT_INIT)                      \
    ROW(OP_IPC_GET_ASYNC_ERRORS, "NvSciIpcGetAsyncErrors", ADMIT_ALWAYS)                           \
    ROW(OP_IPC_SET_QNX_PULSE_PARAM, "NvSciIpcSetQnxPulseParam", ADMIT_INIT)                        \
    ROW(OP_IPC_SET_QNX_PULSE_PARAM_SAFE, "NvSciIpcSetQnxPulseParamSafe", ADMIT_INIT)               \
    ROW(OP_IPC_WAIT_EVENT_QNX, "NvSciIpcWaitEventQnx", ADMIT_CHANNEL)                              \
    ROW(OP_IPC_INSPECT_EVENT_QNX, "NvSciIpcInspectEventQnx", ADMIT_CHANNEL)

#define API_EVENT(ROW)                                                                             \
    ROW(OP_EVENT_LOOP_SERVICE_CREATE, "NvSciEventLoopServiceCreate", ADMIT_INIT)                   \
    ROW(OP_EVENT_LOOP_SERVICE_CREATE_SAFE, "NvSciEventLoopServiceCreateSafe", ADMIT_INIT)          \
    ROW(OP_EVENT_LOOP_SERVICE_CREATE_SAFE_X, "NvSciEventLoopServiceCreateSafeX", ADMIT_INIT)       \
    ROW(OP_EVENT_INSPECT, "NvSciEventInspect", ADMIT_CHANNEL)                                      \
    ROW(OP_EVENT_MOVE_NOTIFIER, "NvSciEventMoveNotifier", ADMIT_INIT)                              \
    ROW(OP_EVENT_CHECK_VERSION_COMPATIBILITY, "NvSciEventCheckVersionCompatibility", ADMIT_ALWAYS) \
    ROW(OP_EVENT_SERVICE_CREATE_NATIVE, "NvSciEventService.CreateNativeEventNotifier", ADMIT_INIT) \
    ROW(OP_EVENT_SERVICE_CREATE_LOCAL, "NvSciEventService.CreateLocalEvent", ADMIT_INIT)           \
    ROW(OP_EVENT_SERVICE_CREATE_TIMER, "NvSciEventService.CreateTimerEvent", ADMIT_INIT)           \
    ROW(OP_EVENT_SERVICE_DELETE, "NvSciEventService.Delete", ADMIT_FREE)                           \
    ROW(OP_EVENT_NOTIFIER_SET_HANDLER, "NvSciEventNotifier.SetHandler", ADMIT_INIT)                \
    ROW(OP_EVENT_NOTIFIER_DELETE, "NvSciEventNotifier.Delete", ADMIT_FREE)                         \
    ROW(OP_LOCAL_EVENT_SIGNAL, "NvSciLocalEvent.Signal", ADMIT_CHANNEL)                            \
    ROW(OP_LOCAL_EVENT_DELETE, "NvSciLocalEvent.Delete", ADMIT_FREE)                               \
    ROW(OP_EVENT_LOOP_CREATE, "NvSciEventLoopService.CreateEventLoop", ADMIT_INIT)                 \
    ROW(OP_EVENT_WAIT, "NvSciEventLoopService.WaitForEvent", ADMIT_CHANNEL)                        \
    ROW(OP_EVENT_WAIT_MULTIPLE, "NvSciEventLoopService.WaitForMultipleEvents", ADMIT_CHANNEL)      \
    ROW(OP_EVENT_WAIT_MULTIPLE_EXT, "NvSciEventLoopService.WaitForMultipleEventsExt", ADMIT_CHANNEL)

#define API_RINGFENCE(ROW)                                                                         \
    ROW(OP_GET_IPC_TABLE_ERROR, "RingfenceGetIpcTableError", ADMIT_ALWAYS)                         \
    ROW(OP_ADVANCE_PHASE, "RingfenceAdvancePhase", ADMIT_ALWAYS)                                   \
    ROW(OP_CURRENT_PHASE, "RingfenceCurrentPhase", ADMIT_ALWAYS)                                   \
    ROW(OP_GET_ADMISSION, "RingfenceGetAdmission", ADMIT_ALWAYS)                                   \
    ROW(OP_GET_LAST_REFUSAL, "RingfenceGetLastRefusal", ADMIT_ALWAYS)                              \
    ROW(OP_GET_POOL_USAGE, "RingfenceGetPoolUsage", ADMIT_ALWAYS)                                  \
    ROW(OP_GET_LAST_FAULT, "RingfenceGetLastFault", ADMIT_ALWAYS)                                  \
    ROW(OP_EXPLAIN_CONFLICT, "RingfenceExplainConflict", ADMIT_INIT)                               \
    ROW(OP_FORMAT_CONFLICT, "RingfenceFormatConflict", ADMIT_ALWAYS)                               \
    ROW(OP_FENCE_TAKE, "RingfenceFenceTake", ADMIT_INIT)                                           \
    ROW(OP_FENCE_GIVE, "RingfenceFenceGive", ADMIT_FREE)                                           \
    ROW(OP_FENCE_DESC_TAKE, "RingfenceFenceDescTake", ADMIT_INIT)                                  \
    ROW(OP_FENCE_DESC_GIVE, "RingfenceFenceDescGive", ADMIT_FREE)                                  \
    ROW(OP_SYNC_OBJ_SET_TASK_STATUS, "RingfenceSyncObjSetTaskStatus", ADMIT_SIGNAL)                \
    ROW(OP_ERROR_NAME, "RingfenceErrorName", ADMIT_ALWAYS)                                         \
    ROW(OP_DESCRIPTOR_FREE, "RingfenceDescriptorFree", ADMIT_FREE)                                 \
    ROW(OP_SYNC_ATTR_LIST_IS_LOCAL, "RingfenceSyncAttrListIsLocal", ADMIT_INIT)

#define API_ENGINE(ROW)                                                                            \
    ROW(OP_ENGINE_SYNC_NEED, "RingfenceEngineSyncNeed", ADMIT_INIT)                                \
    ROW(OP_ENGINE_SYNC_MARK, "RingfenceEngineSyncMark", ADMIT_INIT)                                \
    ROW(OP_ENGINE_SYNC_STAMPS, "RingfenceEngineSyncStamps", ADMIT_INIT)                            \
    ROW(OP_ENGINE_SYNC_MAP, "RingfenceEngineSyncMap", ADMIT_INIT)                                  \
    ROW(OP_ENGINE_SYNC_UNMAP, "RingfenceEngineSyncUnmap", ADMIT_FREE)                              \
    ROW(OP_ENGINE_SYNC_CHECK, "RingfenceEngineSyncCheck", ADMIT_ALWAYS)                            \
    ROW(OP_ENGINE_FENCE_GENERATE, "RingfenceEngineFenceGenerate", ADMIT_SIGNAL)                    \
    ROW(OP_ENGINE_FENCE_READ, "RingfenceEngineFenceRead", ADMIT_SIGNAL)                            \
    ROW(OP_ENGINE_FENCE_ABANDON, "RingfenceEngineFenceAbandon", ADMIT_SIGNAL)                      \
    ROW(OP_ENGINE_SYNC_FAIL, "RingfenceEngineSyncFail", ADMIT_ALWAYS)                              \
    ROW(OP_ENGINE_SET_HEALTH, "RingfenceEngineSetHealth", ADMIT_INIT)                              \
    ROW(OP_ENGINE_BUF_MAP, "RingfenceEngineBufMap", ADMIT_INIT)                                    \
    ROW(OP_ENGINE_BUF_UNMAP, "RingfenceEngineBufUnmap", ADMIT_FREE)                                \
    ROW(OP_ENGINE_SET_MEMORY, "RingfenceEngineSetMemory", ADMIT_INIT)

#define API_CUDA(ROW)                                                                              \
    ROW(OP_CU_DEVICE_GET_NVSCISYNC_ATTRIBUTES, "ringfenceCuDeviceGetNvSciSyncAttributes",          \
        ADMIT_INIT)                                                                                \
    ROW(OP_CU_IMPORT_EXTERNAL_SEMAPHORE, "ringfenceCuImportExternalSemaphore", ADMIT_INIT)         \
    ROW(OP_CU_SIGNAL_EXTERNAL_SEMAPHORES, "ringfenceCuSignalExternalSemaphoresAsync",              \
        ADMIT_SIGNAL)                                                                              \
    ROW(OP_CU_WAIT_EXTERNAL_SEMAPHORES, "ringfenceCuWaitExternalSemaphoresAsync", ADMIT_SIGNAL)    \
    ROW(OP_CU_DESTROY_EXTERNAL_SEMAPHORE, "ringfenceCuDestroyExternalSemaphore", ADMIT_FREE)       \
    ROW(OP_CU_IMPORT_EXTERNAL_MEMORY, "ringfenceCuImportExternalMemory", ADMIT_INIT)               \
    ROW(OP_CU_EXTERNAL_MEMORY_GET_MAPPED_BUFFER, "ringfenceCuExternalMemoryGetMappedBuffer",       \
        ADMIT_INIT)                                                                                \
    ROW(OP_CU_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY,                                          \
        "ringfenceCuExternalMemoryGetMappedMipmappedArray", ADMIT_INIT)                            \
    ROW(OP_CU_DESTROY_EXTERNAL_MEMORY, "ringfenceCuDestroyExternalMemory", ADMIT_FREE)             \
    ROW(OP_CU_FREE, "ringfenceCuMemFree", ADMIT_FREE)                                              \
    ROW(OP_CU_FREE_MIPMAPPED_ARRAY, "ringfenceCuMipmappedArrayDestroy", ADMIT_FREE)                \
    ROW(OP_CU_GET_MIPMAPPED_ARRAY_LEVEL, "ringfenceCuMipmappedArrayGetLevel", ADMIT_ALWAYS)        \
    ROW(OP_CUDA_DEVICE_GET_NVSCISYNC_ATTRIBUTES, "ringfenceCudaDeviceGetNvSciSyncAttributes",      \
        ADMIT_INIT)                                                                                \
    ROW(OP_CUDA_IMPORT_EXTERNAL_SEMAPHORE, "ringfenceCudaImportExternalSemaphore", ADMIT_INIT)     \
    ROW(OP_CUDA_SIGNAL_EXTERNAL_SEMAPHORES, "ringfenceCudaSignalExternalSemaphoresAsync",          \
        ADMIT_SIGNAL)                                                                              \
    ROW(OP_CUDA_WAIT_EXTERNAL_SEMAPHORES, "ringfenceCudaWaitExternalSemaphoresAsync",              \
        ADMIT_SIGNAL)                                                                              \
    ROW(OP_CUDA_DESTROY_EXTERNAL_SEMAPHORE, "ringfenceCudaDestroyExternalSemaphore", ADMIT_FREE)   \
    ROW(OP_CUDA_IMPORT_EXTERNAL_MEMORY, "ringfenceCudaImportExternalMemory", ADMIT_INIT)           \
    ROW(OP_CUDA_EXTERNAL_MEMORY_GET_MAPPED_BUFFER, "ringfenceCudaExternalMemoryGetMappedBuffer",   \
        ADMIT_INIT)                                                                                \
    ROW(OP_CUDA_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY,                                        \
        "ringfenceCudaExternalMemoryGetMappedMipmappedArray", ADMIT_INIT)                          \
    ROW(OP_CUDA_DESTROY_EXTERNAL_MEMORY, "ringfenceCudaDestroyExternalMemory", ADMIT_FREE)         \
    ROW(OP_CUDA_FREE, "ringfenceCudaFree", ADMIT_FREE)                                             \
    ROW(OP_CUDA_FREE_MIPMAPPED_ARRAY, "ringfenceCudaFreeMipmappedArray", ADMIT_FREE)               \
    ROW(OP_CUDA_GET_MIPMAPPED_ARRAY_LEVEL, "ringfenceCudaGetMipmappedArrayLevel", ADMIT_ALWAYS)    \
    ROW(OP_CUDA_OWNS_HANDLE, "ringfenceCudaOwnsHandle", ADMIT_ALWAYS)                              \
    ROW(OP_CUDA_OWNS_POINTER, "ringfenceCudaOwnsPointer", ADMIT_ALWAYS)                            \
    ROW(OP_CU_GRAPH_ADD_SIGNAL, "ringfenceCuGraphAddExternalSemaphoresSignalNode", ADMIT_INIT)     \
    ROW(OP_CU_GRAPH_ADD_WAIT, "ringfenceCuGraphAddExternalSemaphoresWaitNode", ADMIT_INIT)         \
    ROW(OP_CU_GRAPH_SET_SIGNAL, "ringfenceCuGraphExternalSemaphoresSignalNodeSetParams",           \
        ADMIT_INIT)                                                                                \
    ROW(OP_CU_GRAPH_SET_WAIT, "ringfenceCuGraphExternalSemaphoresWaitNodeSetParams", ADMIT_INIT)   \
    ROW(OP_CU_GRAPH_SET_EXEC_SIGNAL, "ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams",  \
        ADMIT_SIGNAL)                                                                              \
    ROW(OP_CU_GRAPH_SET_EXEC_WAIT, "ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams",      \
        ADMIT_SIGNAL)                                                                              \
    ROW(OP_CUDA_GRAPH_ADD_SIGNAL, "ringfenceCudaGraphAddExternalSemaphoresSignalNode", ADMIT_INIT) \
    ROW(OP_CUDA_GRAPH_ADD_WAIT, "ringfenceCudaGraphAddExternalSemaphoresWaitNode", ADMIT_INIT)     \
    ROW(OP_CUDA_GRAPH_SET_SIGNAL, "ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams",       \
        ADMIT_INIT)                                                                                \
    ROW(OP_CUDA_GRAPH_SET_WAIT, "ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams",           \
        ADMIT_INIT)                                                                                \
    ROW(OP_CUDA_GRAPH_SET_EXEC_SIGNAL,                                                             \
        "ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams", ADMIT_SIGNAL)               \
    ROW(OP_CUDA_GRAPH_SET_EXEC_WAIT, "ringfenceCudaGraphExecExternalSemaphoresWaitNodeSetParams",  \
        ADMIT_SIGNAL)

/** All of them. */
#define API_TABLE(ROW)                                                                             \
    API_SYNC(ROW)                                                                                  \
    API_BUF(ROW)                                                                                   \
    API_IPC(ROW)                                                                                   \
    API_EVENT(ROW)                                                                                 \
    API_RINGFENCE(ROW)                                                                             \
    API_ENGINE(ROW)                                                                                \
    API_CUDA(ROW)

#endif /* RINGFENCE_CORE_API_H */
