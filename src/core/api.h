/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file api.h
 * The public functions: one row for each, with the phases that admit it.
 *
 * ROW(id, number, name, phases): `id` is what a function calls itself (PhaseOp), `number` and
 * `name` stand in reports and are what RingfenceGetAdmission() gives, `phases` is one of the groups
 * in phase.c. Functions in a structure of the interface have its name and a dot before theirs. The
 * order of the rows is that of RingfenceGetAdmission().
 *
 * A number stays with its function in all versions: a new row takes the next one of its group,
 * wherever it stands, and the number of a function that is gone is not used again.
 * ringfence_functions.h is written from the rows.
 */
#ifndef RINGFENCE_CORE_API_H
#define RINGFENCE_CORE_API_H

#include "ringfence_cfg.h"

#define API_SYNC(ROW)                                                                              \
    ROW(OP_SYNC_MODULE_OPEN, 101U, "NvSciSyncModuleOpen", ADMIT_INIT)                              \
    ROW(OP_SYNC_MODULE_CLOSE, 102U, "NvSciSyncModuleClose", ADMIT_FREE)                            \
    ROW(OP_SYNC_CPU_WAIT_CONTEXT_ALLOC, 103U, "NvSciSyncCpuWaitContextAlloc", ADMIT_INIT)          \
    ROW(OP_SYNC_CPU_WAIT_CONTEXT_FREE, 104U, "NvSciSyncCpuWaitContextFree", ADMIT_FREE)            \
    ROW(OP_SYNC_ATTR_LIST_CREATE, 105U, "NvSciSyncAttrListCreate", ADMIT_INIT)                     \
    ROW(OP_SYNC_ATTR_LIST_FREE, 106U, "NvSciSyncAttrListFree", ADMIT_FREE)                         \
    ROW(OP_SYNC_ATTR_LIST_IS_RECONCILED, 107U, "NvSciSyncAttrListIsReconciled", ADMIT_INIT)        \
    ROW(OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED, 108U, "NvSciSyncAttrListValidateReconciled",        \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_ATTR_LIST_SET_ATTRS, 109U, "NvSciSyncAttrListSetAttrs", ADMIT_INIT)                \
    ROW(OP_SYNC_ATTR_LIST_GET_ATTRS, 110U, "NvSciSyncAttrListGetAttrs", ADMIT_QUERY)               \
    ROW(OP_SYNC_ATTR_LIST_GET_SLOT_COUNT, 111U, "NvSciSyncAttrListGetSlotCount", ADMIT_QUERY)      \
    ROW(OP_SYNC_ATTR_LIST_APPEND_UNRECONCILED, 112U, "NvSciSyncAttrListAppendUnreconciled",        \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_ATTR_LIST_CLONE, 113U, "NvSciSyncAttrListClone", ADMIT_INIT)                       \
    ROW(OP_SYNC_ATTR_LIST_SLOT_GET_ATTRS, 114U, "NvSciSyncAttrListSlotGetAttrs", ADMIT_QUERY)      \
    ROW(OP_SYNC_ATTR_LIST_RECONCILE, 115U, "NvSciSyncAttrListReconcile", ADMIT_INIT)               \
    ROW(OP_SYNC_ATTR_LIST_DEBUG_DUMP, 116U, "NvSciSyncAttrListDebugDump", ADMIT_INIT)              \
    ROW(OP_SYNC_FENCE_CLEAR, 117U, "NvSciSyncFenceClear", ADMIT_ALWAYS)                            \
    ROW(OP_SYNC_FENCE_DUP, 118U, "NvSciSyncFenceDup", ADMIT_SIGNAL)                                \
    ROW(OP_SYNC_OBJ_ALLOC, 119U, "NvSciSyncObjAlloc", ADMIT_INIT)                                  \
    ROW(OP_SYNC_OBJ_DUP, 120U, "NvSciSyncObjDup", ADMIT_INIT)                                      \
    ROW(OP_SYNC_OBJ_GET_ATTR_LIST, 121U, "NvSciSyncObjGetAttrList", ADMIT_QUERY)                   \
    ROW(OP_SYNC_OBJ_FREE, 122U, "NvSciSyncObjFree", ADMIT_FREE)                                    \
    ROW(OP_SYNC_OBJ_GENERATE_FENCE, 123U, "NvSciSyncObjGenerateFence", ADMIT_SIGNAL)               \
    ROW(OP_SYNC_OBJ_SIGNAL, 124U, "NvSciSyncObjSignal", ADMIT_SIGNAL)                              \
    ROW(OP_SYNC_FENCE_WAIT, 125U, "NvSciSyncFenceWait", ADMIT_SIGNAL)                              \
    ROW(OP_SYNC_FENCE_GET_TIMESTAMP, 126U, "NvSciSyncFenceGetTimestamp", ADMIT_SIGNAL)             \
    ROW(OP_SYNC_ATTR_LIST_GET_ATTR, 127U, "NvSciSyncAttrListGetAttr", ADMIT_QUERY)                 \
    ROW(OP_SYNC_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC, 128U, "NvSciSyncAttrListReconcileAndObjAlloc",  \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_CHECK_VERSION_COMPATIBILITY, 129U, "NvSciSyncCheckVersionCompatibility",           \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_FENCE_EXTRACT_FENCE, 130U, "NvSciSyncFenceExtractFence", ADMIT_SIGNAL)             \
    ROW(OP_SYNC_FENCE_UPDATE_FENCE, 131U, "NvSciSyncFenceUpdateFence", ADMIT_SIGNAL)               \
    ROW(OP_SYNC_FENCE_ADD_TIMESTAMP_SLOT, 132U, "NvSciSyncFenceAddTimestampSlot", ADMIT_SIGNAL)    \
    ROW(OP_SYNC_FENCE_ADD_TASK_STATUS_SLOT, 133U, "NvSciSyncFenceAddTaskStatusSlot", ADMIT_SIGNAL) \
    ROW(OP_SYNC_FENCE_EXTRACT_TIMESTAMP_SLOT, 134U, "NvSciSyncFenceExtractTimestampSlot",          \
        ADMIT_SIGNAL)                                                                              \
    ROW(OP_SYNC_FENCE_GET_TASK_STATUS, 135U, "NvSciSyncFenceGetTaskStatus", ADMIT_SIGNAL)          \
    ROW(OP_SYNC_FILL_C2C_ATTRS, 136U, "NvSciSyncFillC2cAttrs", ADMIT_INIT)                         \
    ROW(OP_SYNC_OBJ_VALIDATE, 137U, "NvSciSyncObjValidate", ADMIT_INIT)                            \
    ROW(OP_SYNC_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS, 138U,                                 \
        "NvSciSyncAttrListValidateReconciledAgainstAttrs", ADMIT_INIT)                             \
    ROW(OP_SYNC_FENCE_WAIT_WITH_MODE, 139U, "NvSciSyncFenceWaitWithMode", ADMIT_SIGNAL)            \
    ROW(OP_SYNC_ATTR_LIST_EXPORT_UNRECONCILED, 140U, "NvSciSyncAttrListIpcExportUnreconciled",     \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_ATTR_LIST_EXPORT_RECONCILED, 141U, "NvSciSyncAttrListIpcExportReconciled",         \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_ATTR_LIST_IMPORT_UNRECONCILED, 142U, "NvSciSyncAttrListIpcImportUnreconciled",     \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_ATTR_LIST_IMPORT_RECONCILED, 143U, "NvSciSyncAttrListIpcImportReconciled",         \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_ATTR_LIST_FREE_DESC, 144U, "NvSciSyncAttrListFreeDesc", ADMIT_FREE)                \
    ROW(OP_SYNC_ATTR_LIST_AND_OBJ_FREE_DESC, 145U, "NvSciSyncAttrListAndObjFreeDesc", ADMIT_FREE)  \
    ROW(OP_SYNC_OBJ_IPC_EXPORT, 146U, "NvSciSyncObjIpcExport", ADMIT_INIT)                         \
    ROW(OP_SYNC_OBJ_IPC_IMPORT, 147U, "NvSciSyncObjIpcImport", ADMIT_INIT)                         \
    ROW(OP_SYNC_IPC_EXPORT_ATTR_LIST_AND_OBJ, 148U, "NvSciSyncIpcExportAttrListAndObj",            \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_IPC_IMPORT_ATTR_LIST_AND_OBJ, 149U, "NvSciSyncIpcImportAttrListAndObj",            \
        ADMIT_INIT)                                                                                \
    ROW(OP_SYNC_OBJ_ATTACH_PEER, 150U, "NvSciSyncObjAttachPeer", ADMIT_INIT)                       \
    ROW(OP_SYNC_IPC_EXPORT_FENCE, 151U, "NvSciSyncIpcExportFence", ADMIT_SIGNAL)                   \
    ROW(OP_SYNC_IPC_IMPORT_FENCE, 152U, "NvSciSyncIpcImportFence", ADMIT_SIGNAL)

#define API_BUF(ROW)                                                                               \
    ROW(OP_BUF_ATTR_LIST_CREATE, 201U, "NvSciBufAttrListCreate", ADMIT_INIT)                       \
    ROW(OP_BUF_ATTR_LIST_FREE, 202U, "NvSciBufAttrListFree", ADMIT_FREE)                           \
    ROW(OP_BUF_ATTR_LIST_SET_ATTRS, 203U, "NvSciBufAttrListSetAttrs", ADMIT_INIT)                  \
    ROW(OP_BUF_ATTR_LIST_GET_SLOT_COUNT, 204U, "NvSciBufAttrListGetSlotCount", ADMIT_QUERY)        \
    ROW(OP_BUF_ATTR_LIST_GET_ATTRS, 205U, "NvSciBufAttrListGetAttrs", ADMIT_QUERY)                 \
    ROW(OP_BUF_ATTR_LIST_SLOT_GET_ATTRS, 206U, "NvSciBufAttrListSlotGetAttrs", ADMIT_QUERY)        \
    ROW(OP_BUF_ATTR_LIST_DEBUG_DUMP, 207U, "NvSciBufAttrListDebugDump", ADMIT_INIT)                \
    ROW(OP_BUF_ATTR_LIST_RECONCILE, 208U, "NvSciBufAttrListReconcile", ADMIT_INIT)                 \
    ROW(OP_BUF_ATTR_LIST_CLONE, 209U, "NvSciBufAttrListClone", ADMIT_INIT)                         \
    ROW(OP_BUF_ATTR_LIST_APPEND_UNRECONCILED, 210U, "NvSciBufAttrListAppendUnreconciled",          \
        ADMIT_INIT)                                                                                \
    ROW(OP_BUF_ATTR_LIST_IS_RECONCILED, 211U, "NvSciBufAttrListIsReconciled", ADMIT_INIT)          \
    ROW(OP_BUF_ATTR_LIST_VALIDATE_RECONCILED, 212U, "NvSciBufAttrListValidateReconciled",          \
        ADMIT_INIT)                                                                                \
    ROW(OP_BUF_OBJ_DUP, 213U, "NvSciBufObjDup", ADMIT_INIT)                                        \
    ROW(OP_BUF_ATTR_LIST_RECONCILE_AND_OBJ_ALLOC, 214U, "NvSciBufAttrListReconcileAndObjAlloc",    \
        ADMIT_INIT)                                                                                \
    ROW(OP_BUF_OBJ_FREE, 215U, "NvSciBufObjFree", ADMIT_FREE)                                      \
    ROW(OP_BUF_OBJ_GET_ATTR_LIST, 216U, "NvSciBufObjGetAttrList", ADMIT_QUERY)                     \
    ROW(OP_BUF_OBJ_GET_CPU_PTR, 217U, "NvSciBufObjGetCpuPtr", ADMIT_QUERY)                         \
    ROW(OP_BUF_OBJ_GET_CONST_CPU_PTR, 218U, "NvSciBufObjGetConstCpuPtr", ADMIT_QUERY)              \
    ROW(OP_BUF_OBJ_FLUSH_CPU_CACHE_RANGE, 219U, "NvSciBufObjFlushCpuCacheRange", ADMIT_SIGNAL)     \
    ROW(OP_BUF_OBJ_ALLOC, 220U, "NvSciBufObjAlloc", ADMIT_INIT)                                    \
    ROW(OP_BUF_OBJ_DUP_WITH_REDUCE_PERM, 221U, "NvSciBufObjDupWithReducePerm", ADMIT_INIT)         \
    ROW(OP_BUF_MODULE_OPEN, 222U, "NvSciBufModuleOpen", ADMIT_INIT)                                \
    ROW(OP_BUF_MODULE_CLOSE, 223U, "NvSciBufModuleClose", ADMIT_FREE)                              \
    ROW(OP_BUF_CHECK_VERSION_COMPATIBILITY, 224U, "NvSciBufCheckVersionCompatibility", ADMIT_INIT) \
    ROW(OP_BUF_OBJ_GET_PIXELS, 225U, "NvSciBufObjGetPixels", ADMIT_QUERY)                          \
    ROW(OP_BUF_OBJ_PUT_PIXELS, 226U, "NvSciBufObjPutPixels", ADMIT_QUERY)                          \
    ROW(OP_BUF_OBJ_VALIDATE, 227U, "NvSciBufObjValidate", ADMIT_INIT)                              \
    ROW(OP_BUF_ATTR_LIST_VALIDATE_RECONCILED_AGAINST_ATTRS, 228U,                                  \
        "NvSciBufAttrListValidateReconciledAgainstAttrs", ADMIT_INIT)                              \
    ROW(OP_BUF_ATTR_LIST_EXPORT_UNRECONCILED, 229U, "NvSciBufAttrListIpcExportUnreconciled",       \
        ADMIT_INIT)                                                                                \
    ROW(OP_BUF_ATTR_LIST_EXPORT_RECONCILED, 230U, "NvSciBufAttrListIpcExportReconciled",           \
        ADMIT_INIT)                                                                                \
    ROW(OP_BUF_ATTR_LIST_IMPORT_UNRECONCILED, 231U, "NvSciBufAttrListIpcImportUnreconciled",       \
        ADMIT_INIT)                                                                                \
    ROW(OP_BUF_ATTR_LIST_IMPORT_RECONCILED, 232U, "NvSciBufAttrListIpcImportReconciled",           \
        ADMIT_INIT)                                                                                \
    ROW(OP_BUF_ATTR_LIST_FREE_DESC, 233U, "NvSciBufAttrListFreeDesc", ADMIT_FREE)                  \
    ROW(OP_BUF_ATTR_LIST_AND_OBJ_FREE_DESC, 234U, "NvSciBufAttrListAndObjFreeDesc", ADMIT_FREE)    \
    ROW(OP_BUF_OBJ_IPC_EXPORT, 235U, "NvSciBufObjIpcExport", ADMIT_INIT)                           \
    ROW(OP_BUF_OBJ_IPC_IMPORT, 236U, "NvSciBufObjIpcImport", ADMIT_INIT)                           \
    ROW(OP_BUF_IPC_EXPORT_ATTR_LIST_AND_OBJ, 237U, "NvSciBufIpcExportAttrListAndObj", ADMIT_INIT)  \
    ROW(OP_BUF_IPC_IMPORT_ATTR_LIST_AND_OBJ, 238U, "NvSciBufIpcImportAttrListAndObj", ADMIT_INIT)  \
    ROW(OP_BUF_OBJ_ATTACH_PEER, 239U, "NvSciBufObjAttachPeer", ADMIT_INIT)                         \
    ROW(OP_BUF_OBJ_GET_MAX_PERM, 240U, "NvSciBufObjGetMaxPerm", ADMIT_QUERY)

#define API_IPC(ROW)                                                                               \
    ROW(OP_IPC_INIT, 301U, "NvSciIpcInit", ADMIT_INIT)                                             \
    ROW(OP_IPC_DEINIT, 302U, "NvSciIpcDeinit", ADMIT_FREE)                                         \
    ROW(OP_IPC_OPEN_ENDPOINT, 303U, "NvSciIpcOpenEndpoint", ADMIT_INIT)                            \
    ROW(OP_IPC_CLOSE_ENDPOINT, 304U, "NvSciIpcCloseEndpoint", ADMIT_FREE)                          \
    ROW(OP_IPC_RESET_ENDPOINT, 305U, "NvSciIpcResetEndpoint", ADMIT_FREE)                          \
    ROW(OP_IPC_READ, 306U, "NvSciIpcRead", ADMIT_CHANNEL)                                          \
    ROW(OP_IPC_READ_GET_NEXT_FRAME, 307U, "NvSciIpcReadGetNextFrame", ADMIT_CHANNEL)               \
    ROW(OP_IPC_READ_ADVANCE, 308U, "NvSciIpcReadAdvance", ADMIT_CHANNEL)                           \
    ROW(OP_IPC_WRITE, 309U, "NvSciIpcWrite", ADMIT_CHANNEL)                                        \
    ROW(OP_IPC_WRITE_GET_NEXT_FRAME, 310U, "NvSciIpcWriteGetNextFrame", ADMIT_CHANNEL)             \
    ROW(OP_IPC_WRITE_ADVANCE, 311U, "NvSciIpcWriteAdvance", ADMIT_CHANNEL)                         \
    ROW(OP_IPC_GET_ENDPOINT_INFO, 312U, "NvSciIpcGetEndpointInfo", ADMIT_CHANNEL)                  \
    ROW(OP_IPC_GET_LINUX_EVENT_FD, 313U, "NvSciIpcGetLinuxEventFd", ADMIT_INIT)                    \
    ROW(OP_IPC_GET_EVENT, 314U, "NvSciIpcGetEvent", ADMIT_CHANNEL)                                 \
    ROW(OP_IPC_CLOSE_ENDPOINT_SAFE, 315U, "NvSciIpcCloseEndpointSafe", ADMIT_FREE)                 \
    ROW(OP_IPC_RESET_ENDPOINT_SAFE, 316U, "NvSciIpcResetEndpointSafe", ADMIT_FREE)                 \
    ROW(OP_IPC_READ_SAFE, 317U, "NvSciIpcReadSafe", ADMIT_CHANNEL)                                 \
    ROW(OP_IPC_WRITE_SAFE, 318U, "NvSciIpcWriteSafe", ADMIT_CHANNEL)                               \
    ROW(OP_IPC_GET_EVENT_SAFE, 319U, "NvSciIpcGetEventSafe", ADMIT_CHANNEL)                        \
    ROW(OP_IPC_CHECK_VERSION_COMPATIBILITY, 320U, "NvSciIpcCheckVersionCompatibility",             \
        ADMIT_ALWAYS)                                                                              \
    ROW(OP_IPC_OPEN_ENDPOINT_WITH_EVENT_SERVICE, 321U, "NvSciIpcOpenEndpointWithEventService",     \
        ADMIT_INIT)                                                                                \
    ROW(OP_IPC_GET_EVENT_NOTIFIER, 322U, "NvSciIpcGetEventNotifier", ADMIT_INIT)                   \
    ROW(OP_IPC_ENABLE_NOTIFICATION, 323U, "NvSciIpcEnableNotification", ADMIT_INIT)                \
    ROW(OP_IPC_GET_ASYNC_ERRORS, 324U, "NvSciIpcGetAsyncErrors", ADMIT_ALWAYS)                     \
    ROW(OP_IPC_SET_QNX_PULSE_PARAM, 325U, "NvSciIpcSetQnxPulseParam", ADMIT_INIT)                  \
    ROW(OP_IPC_SET_QNX_PULSE_PARAM_SAFE, 326U, "NvSciIpcSetQnxPulseParamSafe", ADMIT_INIT)         \
    ROW(OP_IPC_WAIT_EVENT_QNX, 327U, "NvSciIpcWaitEventQnx", ADMIT_CHANNEL)                        \
    ROW(OP_IPC_INSPECT_EVENT_QNX, 328U, "NvSciIpcInspectEventQnx", ADMIT_CHANNEL)

#define API_EVENT(ROW)                                                                             \
    ROW(OP_EVENT_LOOP_SERVICE_CREATE, 401U, "NvSciEventLoopServiceCreate", ADMIT_INIT)             \
    ROW(OP_EVENT_LOOP_SERVICE_CREATE_SAFE, 402U, "NvSciEventLoopServiceCreateSafe", ADMIT_INIT)    \
    ROW(OP_EVENT_LOOP_SERVICE_CREATE_SAFE_X, 403U, "NvSciEventLoopServiceCreateSafeX", ADMIT_INIT) \
    ROW(OP_EVENT_INSPECT, 404U, "NvSciEventInspect", ADMIT_CHANNEL)                                \
    ROW(OP_EVENT_MOVE_NOTIFIER, 405U, "NvSciEventMoveNotifier", ADMIT_INIT)                        \
    ROW(OP_EVENT_CHECK_VERSION_COMPATIBILITY, 406U, "NvSciEventCheckVersionCompatibility",         \
        ADMIT_ALWAYS)                                                                              \
    ROW(OP_EVENT_SERVICE_CREATE_NATIVE, 407U, "NvSciEventService.CreateNativeEventNotifier",       \
        ADMIT_INIT)                                                                                \
    ROW(OP_EVENT_SERVICE_CREATE_LOCAL, 408U, "NvSciEventService.CreateLocalEvent", ADMIT_INIT)     \
    ROW(OP_EVENT_SERVICE_CREATE_TIMER, 409U, "NvSciEventService.CreateTimerEvent", ADMIT_INIT)     \
    ROW(OP_EVENT_SERVICE_DELETE, 410U, "NvSciEventService.Delete", ADMIT_FREE)                     \
    ROW(OP_EVENT_NOTIFIER_SET_HANDLER, 411U, "NvSciEventNotifier.SetHandler", ADMIT_INIT)          \
    ROW(OP_EVENT_NOTIFIER_DELETE, 412U, "NvSciEventNotifier.Delete", ADMIT_FREE)                   \
    ROW(OP_LOCAL_EVENT_SIGNAL, 413U, "NvSciLocalEvent.Signal", ADMIT_CHANNEL)                      \
    ROW(OP_LOCAL_EVENT_DELETE, 414U, "NvSciLocalEvent.Delete", ADMIT_FREE)                         \
    ROW(OP_EVENT_LOOP_CREATE, 415U, "NvSciEventLoopService.CreateEventLoop", ADMIT_INIT)           \
    ROW(OP_EVENT_WAIT, 416U, "NvSciEventLoopService.WaitForEvent", ADMIT_CHANNEL)                  \
    ROW(OP_EVENT_WAIT_MULTIPLE, 417U, "NvSciEventLoopService.WaitForMultipleEvents",               \
        ADMIT_CHANNEL)                                                                             \
    ROW(OP_EVENT_WAIT_MULTIPLE_EXT, 418U, "NvSciEventLoopService.WaitForMultipleEventsExt",        \
        ADMIT_CHANNEL)

#define API_STREAM(ROW)                                                                            \
    ROW(OP_STREAM_ATTRIBUTE_QUERY, 801U, "NvSciStreamAttributeQuery", ADMIT_INIT)                  \
    ROW(OP_STREAM_PRODUCER_CREATE, 802U, "NvSciStreamProducerCreate", ADMIT_INIT)                  \
    ROW(OP_STREAM_PRODUCER_CREATE2, 803U, "NvSciStreamProducerCreate2", ADMIT_INIT)                \
    ROW(OP_STREAM_CONSUMER_CREATE, 804U, "NvSciStreamConsumerCreate", ADMIT_INIT)                  \
    ROW(OP_STREAM_CONSUMER_CREATE2, 805U, "NvSciStreamConsumerCreate2", ADMIT_INIT)                \
    ROW(OP_STREAM_STATIC_POOL_CREATE, 806U, "NvSciStreamStaticPoolCreate", ADMIT_INIT)             \
    ROW(OP_STREAM_FIFO_QUEUE_CREATE, 807U, "NvSciStreamFifoQueueCreate", ADMIT_INIT)               \
    ROW(OP_STREAM_MAILBOX_QUEUE_CREATE, 808U, "NvSciStreamMailboxQueueCreate", ADMIT_INIT)         \
    ROW(OP_STREAM_MULTICAST_CREATE, 809U, "NvSciStreamMulticastCreate", ADMIT_INIT)                \
    ROW(OP_STREAM_LIMITER_CREATE, 810U, "NvSciStreamLimiterCreate", ADMIT_INIT)                    \
    ROW(OP_STREAM_PRESENT_SYNC_CREATE, 811U, "NvSciStreamPresentSyncCreate", ADMIT_INIT)           \
    ROW(OP_STREAM_RETURN_SYNC_CREATE, 812U, "NvSciStreamReturnSyncCreate", ADMIT_INIT)             \
    ROW(OP_STREAM_IPC_SRC_CREATE, 813U, "NvSciStreamIpcSrcCreate", ADMIT_INIT)                     \
    ROW(OP_STREAM_IPC_SRC_CREATE2, 814U, "NvSciStreamIpcSrcCreate2", ADMIT_INIT)                   \
    ROW(OP_STREAM_IPC_DST_CREATE, 815U, "NvSciStreamIpcDstCreate", ADMIT_INIT)                     \
    ROW(OP_STREAM_IPC_DST_CREATE2, 816U, "NvSciStreamIpcDstCreate2", ADMIT_INIT)                   \
    ROW(OP_STREAM_BLOCK_EVENT_SERVICE_SETUP, 817U, "NvSciStreamBlockEventServiceSetup",            \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_BLOCK_INTERNAL_EVENT_SERVICE_SETUP, 818U,                                        \
        "NvSciStreamBlockInternalEventServiceSetup", ADMIT_INIT)                                   \
    ROW(OP_STREAM_PACKET_SEND_SYNC, 819U, "NvSciStreamPacketSendSync", ADMIT_INIT)                 \
    ROW(OP_STREAM_BLOCK_USER_INFO_SET, 820U, "NvSciStreamBlockUserInfoSet", ADMIT_INIT)            \
    ROW(OP_STREAM_BLOCK_CONNECT, 821U, "NvSciStreamBlockConnect", ADMIT_INIT)                      \
    ROW(OP_STREAM_BLOCK_EVENT_QUERY, 822U, "NvSciStreamBlockEventQuery", ADMIT_ALWAYS)             \
    ROW(OP_STREAM_BLOCK_ERROR_GET, 823U, "NvSciStreamBlockErrorGet", ADMIT_CHANNEL)                \
    ROW(OP_STREAM_BLOCK_HANDLE_INTERNAL_EVENTS, 824U, "NvSciStreamBlockHandleInternalEvents",      \
        ADMIT_CHANNEL)                                                                             \
    ROW(OP_STREAM_BLOCK_CONSUMER_COUNT_GET, 825U, "NvSciStreamBlockConsumerCountGet", ADMIT_INIT)  \
    ROW(OP_STREAM_CONSUMER_INDEX_GET, 826U, "NvSciStreamConsumerIndexGet", ADMIT_INIT)             \
    ROW(OP_STREAM_NEW_CONSUMER_GET, 827U, "NvSciStreamNewConsumerGet", ADMIT_INIT)                 \
    ROW(OP_STREAM_BLOCK_USER_INFO_GET, 828U, "NvSciStreamBlockUserInfoGet", ADMIT_INIT)            \
    ROW(OP_STREAM_BLOCK_SETUP_STATUS_SET, 829U, "NvSciStreamBlockSetupStatusSet", ADMIT_INIT)      \
    ROW(OP_STREAM_BLOCK_ELEMENT_ATTR_SET, 830U, "NvSciStreamBlockElementAttrSet", ADMIT_INIT)      \
    ROW(OP_STREAM_BLOCK_ELEMENT_COUNT_GET, 831U, "NvSciStreamBlockElementCountGet", ADMIT_INIT)    \
    ROW(OP_STREAM_BLOCK_ELEMENT_ATTR_GET, 832U, "NvSciStreamBlockElementAttrGet", ADMIT_INIT)      \
    ROW(OP_STREAM_BLOCK_ELEMENT_NOT_VISIBLE, 833U, "NvSciStreamBlockElementNotVisible",            \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_BLOCK_ELEMENT_USAGE_SET, 834U, "NvSciStreamBlockElementUsageSet", ADMIT_INIT)    \
    ROW(OP_STREAM_POOL_PACKET_CREATE, 835U, "NvSciStreamPoolPacketCreate", ADMIT_INIT)             \
    ROW(OP_STREAM_POOL_PACKET_INSERT_BUFFER, 836U, "NvSciStreamPoolPacketInsertBuffer",            \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_POOL_PACKET_COMPLETE, 837U, "NvSciStreamPoolPacketComplete", ADMIT_INIT)         \
    ROW(OP_STREAM_BLOCK_PACKET_NEW_HANDLE_GET, 838U, "NvSciStreamBlockPacketNewHandleGet",         \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_BLOCK_PACKET_BUFFER_GET, 839U, "NvSciStreamBlockPacketBufferGet", ADMIT_INIT)    \
    ROW(OP_STREAM_BLOCK_PACKET_STATUS_SET, 840U, "NvSciStreamBlockPacketStatusSet", ADMIT_INIT)    \
    ROW(OP_STREAM_POOL_PACKET_STATUS_ACCEPT_GET, 841U, "NvSciStreamPoolPacketStatusAcceptGet",     \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_POOL_PACKET_STATUS_VALUE_GET, 842U, "NvSciStreamPoolPacketStatusValueGet",       \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_POOL_PACKET_DELETE, 843U, "NvSciStreamPoolPacketDelete", ADMIT_INIT)             \
    ROW(OP_STREAM_BLOCK_PACKET_OLD_COOKIE_GET, 844U, "NvSciStreamBlockPacketOldCookieGet",         \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_BLOCK_ELEMENT_WAITER_ATTR_SET, 845U, "NvSciStreamBlockElementWaiterAttrSet",     \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_BLOCK_ELEMENT_WAITER_ATTR_GET, 846U, "NvSciStreamBlockElementWaiterAttrGet",     \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_BLOCK_ELEMENT_SIGNAL_OBJ_SET, 847U, "NvSciStreamBlockElementSignalObjSet",       \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_BLOCK_ELEMENT_SIGNAL_OBJ_GET, 848U, "NvSciStreamBlockElementSignalObjGet",       \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_PRODUCER_PACKET_GET, 849U, "NvSciStreamProducerPacketGet", ADMIT_CHANNEL)        \
    ROW(OP_STREAM_PRODUCER_PACKET_PRESENT, 850U, "NvSciStreamProducerPacketPresent",               \
        ADMIT_CHANNEL)                                                                             \
    ROW(OP_STREAM_CONSUMER_PACKET_ACQUIRE, 851U, "NvSciStreamConsumerPacketAcquire",               \
        ADMIT_CHANNEL)                                                                             \
    ROW(OP_STREAM_CONSUMER_PACKET_RELEASE, 852U, "NvSciStreamConsumerPacketRelease",               \
        ADMIT_CHANNEL)                                                                             \
    ROW(OP_STREAM_BLOCK_PACKET_FENCE_SET, 853U, "NvSciStreamBlockPacketFenceSet", ADMIT_CHANNEL)   \
    ROW(OP_STREAM_BLOCK_PACKET_FENCE_GET, 854U, "NvSciStreamBlockPacketFenceGet", ADMIT_CHANNEL)   \
    ROW(OP_STREAM_BLOCK_DISCONNECT, 855U, "NvSciStreamBlockDisconnect", ADMIT_CHANNEL)             \
    ROW(OP_STREAM_BLOCK_DELETE, 856U, "NvSciStreamBlockDelete", ADMIT_FREE)                        \
    ROW(OP_STREAM_BLOCK_USER_INFO_SET_WITH_CRC, 857U, "NvSciStreamBlockUserInfoSetWithCrc",        \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_BLOCK_USER_INFO_GET_WITH_CRC, 858U, "NvSciStreamBlockUserInfoGetWithCrc",        \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_BLOCK_ELEMENT_ATTR_SET_WITH_CRC, 859U, "NvSciStreamBlockElementAttrSetWithCrc",  \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_BLOCK_ELEMENT_ATTR_GET_WITH_CRC, 860U, "NvSciStreamBlockElementAttrGetWithCrc",  \
        ADMIT_INIT)                                                                                \
    ROW(OP_STREAM_POOL_PACKET_INSERT_BUFFER_WITH_CRC, 861U,                                        \
        "NvSciStreamPoolPacketInsertBufferWithCrc", ADMIT_INIT)                                    \
    ROW(OP_STREAM_BLOCK_PACKET_BUFFER_GET_WITH_CRC, 862U,                                          \
        "NvSciStreamBlockPacketBufferGetWithCrc", ADMIT_INIT)                                      \
    ROW(OP_STREAM_BLOCK_ELEMENT_SIGNAL_OBJ_SET_WITH_CRC, 863U,                                     \
        "NvSciStreamBlockElementSignalObjSetWithCrc", ADMIT_INIT)                                  \
    ROW(OP_STREAM_BLOCK_ELEMENT_SIGNAL_OBJ_GET_WITH_CRC, 864U,                                     \
        "NvSciStreamBlockElementSignalObjGetWithCrc", ADMIT_INIT)                                  \
    ROW(OP_STREAM_BLOCK_PACKET_FENCE_SET_WITH_CRC, 865U, "NvSciStreamBlockPacketFenceSetWithCrc",  \
        ADMIT_CHANNEL)                                                                             \
    ROW(OP_STREAM_BLOCK_PACKET_FENCE_GET_WITH_CRC, 866U, "NvSciStreamBlockPacketFenceGetWithCrc",  \
        ADMIT_CHANNEL)

#define API_RINGFENCE(ROW)                                                                         \
    ROW(OP_GET_IPC_TABLE_ERROR, 501U, "RingfenceGetIpcTableError", ADMIT_ALWAYS)                   \
    ROW(OP_ADVANCE_PHASE, 502U, "RingfenceAdvancePhase", ADMIT_ALWAYS)                             \
    ROW(OP_CURRENT_PHASE, 503U, "RingfenceCurrentPhase", ADMIT_ALWAYS)                             \
    ROW(OP_GET_ADMISSION, 504U, "RingfenceGetAdmission", ADMIT_ALWAYS)                             \
    ROW(OP_GET_LAST_REFUSAL, 505U, "RingfenceGetLastRefusal", ADMIT_ALWAYS)                        \
    ROW(OP_GET_POOL_USAGE, 506U, "RingfenceGetPoolUsage", ADMIT_ALWAYS)                            \
    ROW(OP_GET_LAST_FAULT, 507U, "RingfenceGetLastFault", ADMIT_ALWAYS)                            \
    ROW(OP_FORMAT_FAULT, 518U, "RingfenceFormatFault", ADMIT_ALWAYS)                               \
    ROW(OP_EXPLAIN_CONFLICT, 508U, "RingfenceExplainConflict", ADMIT_INIT)                         \
    ROW(OP_FORMAT_CONFLICT, 509U, "RingfenceFormatConflict", ADMIT_ALWAYS)                         \
    ROW(OP_FENCE_TAKE, 510U, "RingfenceFenceTake", ADMIT_INIT)                                     \
    ROW(OP_FENCE_GIVE, 511U, "RingfenceFenceGive", ADMIT_FREE)                                     \
    ROW(OP_FENCE_DESC_TAKE, 512U, "RingfenceFenceDescTake", ADMIT_INIT)                            \
    ROW(OP_FENCE_DESC_GIVE, 513U, "RingfenceFenceDescGive", ADMIT_FREE)                            \
    ROW(OP_SYNC_OBJ_SET_TASK_STATUS, 514U, "RingfenceSyncObjSetTaskStatus", ADMIT_SIGNAL)          \
    ROW(OP_ERROR_NAME, 515U, "RingfenceErrorName", ADMIT_ALWAYS)                                   \
    ROW(OP_DESCRIPTOR_FREE, 516U, "RingfenceDescriptorFree", ADMIT_FREE)                           \
    ROW(OP_SYNC_ATTR_LIST_IS_LOCAL, 517U, "RingfenceSyncAttrListIsLocal", ADMIT_INIT)

#define API_ENGINE(ROW)                                                                            \
    ROW(OP_ENGINE_SYNC_NEED, 601U, "RingfenceEngineSyncNeed", ADMIT_INIT)                          \
    ROW(OP_ENGINE_SYNC_MARK, 602U, "RingfenceEngineSyncMark", ADMIT_INIT)                          \
    ROW(OP_ENGINE_SYNC_STAMPS, 603U, "RingfenceEngineSyncStamps", ADMIT_INIT)                      \
    ROW(OP_ENGINE_SYNC_MAP, 604U, "RingfenceEngineSyncMap", ADMIT_INIT)                            \
    ROW(OP_ENGINE_SYNC_UNMAP, 605U, "RingfenceEngineSyncUnmap", ADMIT_FREE)                        \
    ROW(OP_ENGINE_SYNC_CHECK, 606U, "RingfenceEngineSyncCheck", ADMIT_ALWAYS)                      \
    ROW(OP_ENGINE_FENCE_GENERATE, 607U, "RingfenceEngineFenceGenerate", ADMIT_SIGNAL)              \
    ROW(OP_ENGINE_FENCE_READ, 608U, "RingfenceEngineFenceRead", ADMIT_SIGNAL)                      \
    ROW(OP_ENGINE_FENCE_ABANDON, 609U, "RingfenceEngineFenceAbandon", ADMIT_SIGNAL)                \
    ROW(OP_ENGINE_SYNC_FAIL, 610U, "RingfenceEngineSyncFail", ADMIT_ALWAYS)                        \
    ROW(OP_ENGINE_SET_HEALTH, 611U, "RingfenceEngineSetHealth", ADMIT_INIT)                        \
    ROW(OP_ENGINE_BUF_MAP, 612U, "RingfenceEngineBufMap", ADMIT_INIT)                              \
    ROW(OP_ENGINE_BUF_UNMAP, 613U, "RingfenceEngineBufUnmap", ADMIT_FREE)                          \
    ROW(OP_ENGINE_SET_MEMORY, 614U, "RingfenceEngineSetMemory", ADMIT_INIT)

/* Engines that the CPU runs. */
#define API_ENGINE_CPU(ROW)                                                                        \
    ROW(OP_ENGINE_SYNC_SIGNAL, 615U, "RingfenceEngineSyncSignal", ADMIT_ALWAYS)                    \
    ROW(OP_ENGINE_SYNC_WAIT, 616U, "RingfenceEngineSyncWait", ADMIT_ALWAYS)

#define API_CUDA(ROW)                                                                              \
    ROW(OP_CU_DEVICE_GET_NVSCISYNC_ATTRIBUTES, 701U, "ringfenceCuDeviceGetNvSciSyncAttributes",    \
        ADMIT_INIT)                                                                                \
    ROW(OP_CU_IMPORT_EXTERNAL_SEMAPHORE, 702U, "ringfenceCuImportExternalSemaphore", ADMIT_INIT)   \
    ROW(OP_CU_SIGNAL_EXTERNAL_SEMAPHORES, 703U, "ringfenceCuSignalExternalSemaphoresAsync",        \
        ADMIT_SIGNAL)                                                                              \
    ROW(OP_CU_WAIT_EXTERNAL_SEMAPHORES, 704U, "ringfenceCuWaitExternalSemaphoresAsync",            \
        ADMIT_SIGNAL)                                                                              \
    ROW(OP_CU_DESTROY_EXTERNAL_SEMAPHORE, 705U, "ringfenceCuDestroyExternalSemaphore", ADMIT_FREE) \
    ROW(OP_CU_IMPORT_EXTERNAL_MEMORY, 706U, "ringfenceCuImportExternalMemory", ADMIT_INIT)         \
    ROW(OP_CU_EXTERNAL_MEMORY_GET_MAPPED_BUFFER, 707U, "ringfenceCuExternalMemoryGetMappedBuffer", \
        ADMIT_INIT)                                                                                \
    ROW(OP_CU_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY, 708U,                                    \
        "ringfenceCuExternalMemoryGetMappedMipmappedArray", ADMIT_INIT)                            \
    ROW(OP_CU_DESTROY_EXTERNAL_MEMORY, 709U, "ringfenceCuDestroyExternalMemory", ADMIT_FREE)       \
    ROW(OP_CU_FREE, 710U, "ringfenceCuMemFree", ADMIT_FREE)                                        \
    ROW(OP_CU_FREE_MIPMAPPED_ARRAY, 711U, "ringfenceCuMipmappedArrayDestroy", ADMIT_FREE)          \
    ROW(OP_CU_GET_MIPMAPPED_ARRAY_LEVEL, 712U, "ringfenceCuMipmappedArrayGetLevel", ADMIT_ALWAYS)  \
    ROW(OP_CUDA_DEVICE_GET_NVSCISYNC_ATTRIBUTES, 713U,                                             \
        "ringfenceCudaDeviceGetNvSciSyncAttributes", ADMIT_INIT)                                   \
    ROW(OP_CUDA_IMPORT_EXTERNAL_SEMAPHORE, 714U, "ringfenceCudaImportExternalSemaphore",           \
        ADMIT_INIT)                                                                                \
    ROW(OP_CUDA_SIGNAL_EXTERNAL_SEMAPHORES, 715U, "ringfenceCudaSignalExternalSemaphoresAsync",    \
        ADMIT_SIGNAL)                                                                              \
    ROW(OP_CUDA_WAIT_EXTERNAL_SEMAPHORES, 716U, "ringfenceCudaWaitExternalSemaphoresAsync",        \
        ADMIT_SIGNAL)                                                                              \
    ROW(OP_CUDA_DESTROY_EXTERNAL_SEMAPHORE, 717U, "ringfenceCudaDestroyExternalSemaphore",         \
        ADMIT_FREE)                                                                                \
    ROW(OP_CUDA_IMPORT_EXTERNAL_MEMORY, 718U, "ringfenceCudaImportExternalMemory", ADMIT_INIT)     \
    ROW(OP_CUDA_EXTERNAL_MEMORY_GET_MAPPED_BUFFER, 719U,                                           \
        "ringfenceCudaExternalMemoryGetMappedBuffer", ADMIT_INIT)                                  \
    ROW(OP_CUDA_EXTERNAL_MEMORY_GET_MAPPED_MIPMAPPED_ARRAY, 720U,                                  \
        "ringfenceCudaExternalMemoryGetMappedMipmappedArray", ADMIT_INIT)                          \
    ROW(OP_CUDA_DESTROY_EXTERNAL_MEMORY, 721U, "ringfenceCudaDestroyExternalMemory", ADMIT_FREE)   \
    ROW(OP_CUDA_FREE, 722U, "ringfenceCudaFree", ADMIT_FREE)                                       \
    ROW(OP_CUDA_FREE_MIPMAPPED_ARRAY, 723U, "ringfenceCudaFreeMipmappedArray", ADMIT_FREE)         \
    ROW(OP_CUDA_GET_MIPMAPPED_ARRAY_LEVEL, 724U, "ringfenceCudaGetMipmappedArrayLevel",            \
        ADMIT_ALWAYS)                                                                              \
    ROW(OP_CUDA_OWNS_HANDLE, 725U, "ringfenceCudaOwnsHandle", ADMIT_ALWAYS)                        \
    ROW(OP_CUDA_OWNS_POINTER, 726U, "ringfenceCudaOwnsPointer", ADMIT_ALWAYS)                      \
    ROW(OP_CU_GRAPH_ADD_SIGNAL, 727U, "ringfenceCuGraphAddExternalSemaphoresSignalNode",           \
        ADMIT_INIT)                                                                                \
    ROW(OP_CU_GRAPH_ADD_WAIT, 728U, "ringfenceCuGraphAddExternalSemaphoresWaitNode", ADMIT_INIT)   \
    ROW(OP_CU_GRAPH_SET_SIGNAL, 729U, "ringfenceCuGraphExternalSemaphoresSignalNodeSetParams",     \
        ADMIT_INIT)                                                                                \
    ROW(OP_CU_GRAPH_SET_WAIT, 730U, "ringfenceCuGraphExternalSemaphoresWaitNodeSetParams",         \
        ADMIT_INIT)                                                                                \
    ROW(OP_CU_GRAPH_SET_EXEC_SIGNAL, 731U,                                                         \
        "ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams", ADMIT_SIGNAL)                 \
    ROW(OP_CU_GRAPH_SET_EXEC_WAIT, 732U,                                                           \
        "ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams", ADMIT_SIGNAL)                   \
    ROW(OP_CUDA_GRAPH_ADD_SIGNAL, 733U, "ringfenceCudaGraphAddExternalSemaphoresSignalNode",       \
        ADMIT_INIT)                                                                                \
    ROW(OP_CUDA_GRAPH_ADD_WAIT, 734U, "ringfenceCudaGraphAddExternalSemaphoresWaitNode",           \
        ADMIT_INIT)                                                                                \
    ROW(OP_CUDA_GRAPH_SET_SIGNAL, 735U, "ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams", \
        ADMIT_INIT)                                                                                \
    ROW(OP_CUDA_GRAPH_SET_WAIT, 736U, "ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams",     \
        ADMIT_INIT)                                                                                \
    ROW(OP_CUDA_GRAPH_SET_EXEC_SIGNAL, 737U,                                                       \
        "ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams", ADMIT_SIGNAL)               \
    ROW(OP_CUDA_GRAPH_SET_EXEC_WAIT, 738U,                                                         \
        "ringfenceCudaGraphExecExternalSemaphoresWaitNodeSetParams", ADMIT_SIGNAL)

#define API_DLA(ROW)                                                                               \
    ROW(OP_DLA_GET_VERSION, 901U, "cudlaGetVersion", ADMIT_ALWAYS)                                 \
    ROW(OP_DLA_DEVICE_GET_COUNT, 902U, "cudlaDeviceGetCount", ADMIT_ALWAYS)                        \
    ROW(OP_DLA_CREATE_DEVICE, 903U, "cudlaCreateDevice", ADMIT_INIT)                               \
    ROW(OP_DLA_DESTROY_DEVICE, 904U, "cudlaDestroyDevice", ADMIT_FREE)                             \
    ROW(OP_DLA_DEVICE_GET_ATTRIBUTE, 905U, "cudlaDeviceGetAttribute", ADMIT_ALWAYS)                \
    ROW(OP_DLA_MODULE_LOAD, 906U, "cudlaModuleLoadFromMemory", ADMIT_INIT)                         \
    ROW(OP_DLA_MODULE_GET_ATTRIBUTES, 907U, "cudlaModuleGetAttributes", ADMIT_ALWAYS)              \
    ROW(OP_DLA_MODULE_UNLOAD, 908U, "cudlaModuleUnload", ADMIT_FREE)                               \
    ROW(OP_DLA_MEM_REGISTER, 909U, "cudlaMemRegister", ADMIT_INIT)                                 \
    ROW(OP_DLA_MEM_UNREGISTER, 910U, "cudlaMemUnregister", ADMIT_FREE)                             \
    ROW(OP_DLA_IMPORT_MEMORY, 911U, "cudlaImportExternalMemory", ADMIT_INIT)                       \
    ROW(OP_DLA_IMPORT_SEMAPHORE, 912U, "cudlaImportExternalSemaphore", ADMIT_INIT)                 \
    ROW(OP_DLA_GET_SYNC_ATTRIBUTES, 913U, "cudlaGetNvSciSyncAttributes", ADMIT_INIT)               \
    ROW(OP_DLA_SUBMIT_TASK, 914U, "cudlaSubmitTask", ADMIT_SIGNAL)                                 \
    ROW(OP_DLA_GET_LAST_ERROR, 915U, "cudlaGetLastError", ADMIT_ALWAYS)                            \
    ROW(OP_DLA_SET_TIMEOUT, 916U, "cudlaSetTaskTimeoutInMs", ADMIT_INIT)

#define API_MEDIA(ROW)                                                                             \
    ROW(OP_MEDIA_DEVICE_CREATE, 1001U, "NvMediaDeviceCreate", ADMIT_INIT)                          \
    ROW(OP_MEDIA_DEVICE_DESTROY, 1002U, "NvMediaDeviceDestroy", ADMIT_FREE)                        \
    ROW(OP_MEDIA_SURFACE_GET_TYPE, 1003U, "NvMediaSurfaceFormatGetType", ADMIT_ALWAYS)             \
    ROW(OP_MEDIA_SURFACE_GET_ATTRS, 1004U, "NvMediaSurfaceFormatGetAttrs", ADMIT_ALWAYS)           \
    ROW(OP_MEDIA_IMAGE_INIT, 1005U, "NvMediaImageNvSciBufInit", ADMIT_INIT)                        \
    ROW(OP_MEDIA_IMAGE_DEINIT, 1006U, "NvMediaImageNvSciBufDeinit", ADMIT_FREE)                    \
    ROW(OP_MEDIA_IMAGE_GET_VERSION, 1007U, "NvMediaImageNvSciBufGetVersion", ADMIT_ALWAYS)         \
    ROW(OP_MEDIA_IMAGE_FILL_BUF, 1008U, "NvMediaImageFillNvSciBufAttrs", ADMIT_INIT)               \
    ROW(OP_MEDIA_IMAGE_CREATE_FROM_BUF, 1009U, "NvMediaImageCreateFromNvSciBuf", ADMIT_INIT)       \
    ROW(OP_MEDIA_IMAGE_CREATE, 1010U, "NvMediaImageCreateNew", ADMIT_INIT)                         \
    ROW(OP_MEDIA_IMAGE_DESTROY, 1011U, "NvMediaImageDestroy", ADMIT_FREE)                          \
    ROW(OP_MEDIA_IMAGE_LOCK, 1012U, "NvMediaImageLock", ADMIT_CHANNEL)                             \
    ROW(OP_MEDIA_IMAGE_UNLOCK, 1013U, "NvMediaImageUnlock", ADMIT_CHANNEL)                         \
    ROW(OP_MEDIA_IMAGE_PUT_BITS, 1014U, "NvMediaImagePutBits", ADMIT_CHANNEL)                      \
    ROW(OP_MEDIA_IMAGE_GET_BITS, 1015U, "NvMediaImageGetBits", ADMIT_CHANNEL)                      \
    ROW(OP_MEDIA_GET_VERSION, 1016U, "NvMedia2DGetVersion", ADMIT_ALWAYS)                          \
    ROW(OP_MEDIA_CREATE, 1017U, "NvMedia2DCreate", ADMIT_INIT)                                     \
    ROW(OP_MEDIA_DESTROY, 1018U, "NvMedia2DDestroy", ADMIT_FREE)                                   \
    ROW(OP_MEDIA_DESTROY_EX, 1019U, "NvMedia2DDestroyEx", ADMIT_FREE)                              \
    ROW(OP_MEDIA_BLIT, 1020U, "NvMedia2DBlitEx", ADMIT_CHANNEL)                                    \
    ROW(OP_MEDIA_COPY_PLANE, 1021U, "NvMedia2DCopyPlaneNew", ADMIT_CHANNEL)                        \
    ROW(OP_MEDIA_REGISTER_IMAGE, 1022U, "NvMedia2DImageRegister", ADMIT_INIT)                      \
    ROW(OP_MEDIA_UNREGISTER_IMAGE, 1023U, "NvMedia2DImageUnRegister", ADMIT_FREE)                  \
    ROW(OP_MEDIA_SYNC_GET_VERSION, 1024U, "NvMedia2DNvSciSyncGetVersion", ADMIT_ALWAYS)            \
    ROW(OP_MEDIA_FILL_SYNC, 1025U, "NvMedia2DFillNvSciSyncAttrList", ADMIT_INIT)                   \
    ROW(OP_MEDIA_REGISTER_SYNC, 1026U, "NvMedia2DRegisterNvSciSyncObj", ADMIT_INIT)                \
    ROW(OP_MEDIA_UNREGISTER_SYNC, 1027U, "NvMedia2DUnregisterNvSciSyncObj", ADMIT_FREE)            \
    ROW(OP_MEDIA_SET_EOF, 1028U, "NvMedia2DSetNvSciSyncObjforEOF", ADMIT_SIGNAL)                   \
    ROW(OP_MEDIA_INSERT_PRE, 1029U, "NvMedia2DInsertPreNvSciSyncFence", ADMIT_SIGNAL)              \
    ROW(OP_MEDIA_GET_EOF, 1030U, "NvMedia2DGetEOFNvSciSyncFence", ADMIT_SIGNAL)                    \
    ROW(OP_MEDIA_FILL_SYNC_OF_ALL, 1031U, "ringfenceMediaFillNvSciSyncAttrList", ADMIT_INIT)       \
    ROW(OP_MEDIA6_GET_VERSION, 1101U, "NvMedia2DGetVersion_v6", ADMIT_ALWAYS)                      \
    ROW(OP_MEDIA6_CREATE, 1102U, "NvMedia2DCreate_v6", ADMIT_INIT)                                 \
    ROW(OP_MEDIA6_DESTROY, 1103U, "NvMedia2DDestroy_v6", ADMIT_FREE)                               \
    ROW(OP_MEDIA6_GET_PARAMETERS, 1104U, "NvMedia2DGetComposeParameters", ADMIT_CHANNEL)           \
    ROW(OP_MEDIA6_SET_FILTER, 1105U, "NvMedia2DSetSrcFilter", ADMIT_CHANNEL)                       \
    ROW(OP_MEDIA6_SET_GEOMETRY, 1106U, "NvMedia2DSetSrcGeometry", ADMIT_CHANNEL)                   \
    ROW(OP_MEDIA6_SET_BLEND_MODE, 1107U, "NvMedia2DSetSrcBlendMode", ADMIT_CHANNEL)                \
    ROW(OP_MEDIA6_CREATE_FILTER_BUFFER, 1108U, "NvMedia2DCreateFilterBuffer", ADMIT_INIT)          \
    ROW(OP_MEDIA6_DESTROY_FILTER_BUFFER, 1109U, "NvMedia2DDestroyFilterBuffer", ADMIT_FREE)        \
    ROW(OP_MEDIA6_COMPOSE, 1110U, "NvMedia2DCompose", ADMIT_CHANNEL)                               \
    ROW(OP_MEDIA6_FILL_BUF, 1111U, "NvMedia2DFillNvSciBufAttrList", ADMIT_INIT)                    \
    ROW(OP_MEDIA6_FILL_SYNC, 1112U, "NvMedia2DFillNvSciSyncAttrList_v6", ADMIT_INIT)               \
    ROW(OP_MEDIA6_REGISTER_BUF, 1113U, "NvMedia2DRegisterNvSciBufObj", ADMIT_INIT)                 \
    ROW(OP_MEDIA6_REGISTER_SYNC, 1114U, "NvMedia2DRegisterNvSciSyncObj_v6", ADMIT_INIT)            \
    ROW(OP_MEDIA6_UNREGISTER_BUF, 1115U, "NvMedia2DUnregisterNvSciBufObj", ADMIT_FREE)             \
    ROW(OP_MEDIA6_UNREGISTER_SYNC, 1116U, "NvMedia2DUnregisterNvSciSyncObj_v6", ADMIT_FREE)        \
    ROW(OP_MEDIA6_SET_EOF, 1117U, "NvMedia2DSetNvSciSyncObjforEOF_v6", ADMIT_SIGNAL)               \
    ROW(OP_MEDIA6_INSERT_PRE, 1118U, "NvMedia2DInsertPreNvSciSyncFence_v6", ADMIT_SIGNAL)          \
    ROW(OP_MEDIA6_GET_EOF, 1119U, "NvMedia2DGetEOFNvSciSyncFence_v6", ADMIT_SIGNAL)                \
    ROW(OP_MEDIA6_SET_SOURCE, 1120U, "NvMedia2DSetSrcNvSciBufObj", ADMIT_CHANNEL)                  \
    ROW(OP_MEDIA6_SET_DESTINATION, 1121U, "NvMedia2DSetDstNvSciBufObj", ADMIT_CHANNEL)

/** Those that the library has. */
#define API_TABLE(ROW)                                                                             \
    API_SYNC(ROW)                                                                                  \
    API_BUF(ROW)                                                                                   \
    RINGFENCE_OF_CHANNELS(API_IPC(ROW) API_EVENT(ROW))                                             \
    RINGFENCE_OF_STREAMS(API_STREAM(ROW))                                                          \
    API_RINGFENCE(ROW)                                                                             \
    API_ENGINE(ROW)                                                                                \
    RINGFENCE_OF_CPU_ENGINES(API_ENGINE_CPU(ROW))                                                  \
    RINGFENCE_OF_CUDA(API_CUDA(ROW))                                                               \
    RINGFENCE_OF_DLA(API_DLA(ROW))                                                                 \
    RINGFENCE_OF_2D(API_MEDIA(ROW))

/** Those that it has not, though sources name them: they say that they are left out. */
#define API_LEFT_OUT(ROW)                                                                          \
    RINGFENCE_OF_NO_CPU_ENGINES(API_ENGINE_CPU(ROW))                                               \
    RINGFENCE_OF_NO_DLA(API_DLA(ROW)) RINGFENCE_OF_NO_2D(API_MEDIA(ROW))

#endif /* RINGFENCE_CORE_API_H */
