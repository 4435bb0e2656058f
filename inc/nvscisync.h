/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvscisync.h
 * Sync objects and fences: attribute lists, their reconciliation, signalling and waiting.
 */
#ifndef NVSCISYNC_H
#define NVSCISYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if defined(__STDC_HOSTED__) && (__STDC_HOSTED__ == 1)
#include <stdlib.h>
#include <string.h>
#endif

#include "nvscibuf.h"
#include "nvscierror.h"
#include "nvsciipc.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Major version of this interface. */
static const uint32_t NvSciSyncMajorVersion = 2U;
/** Minor version of this interface. */
static const uint32_t NvSciSyncMinorVersion = 8U;

/** Longest time-out in microseconds; it counts as infinite. */
static const int64_t NvSciSyncFenceMaxTimeout = (0x7fffffffffffffffLL / 1000);

/** Instance of the library that lists, objects and wait contexts belong to. */
typedef struct NvSciSyncModuleRec *NvSciSyncModule;
/** What one CPU wait at a time needs. */
typedef struct NvSciSyncCpuWaitContextRec *NvSciSyncCpuWaitContext;
/** Sync object. */
typedef struct NvSciSyncObjRec *NvSciSyncObj;
/** Sync object that the callee does not change. */
typedef const struct NvSciSyncObjRec *NvSciSyncObjConst;
/** Attribute list. */
typedef struct NvSciSyncAttrListRec *NvSciSyncAttrList;

/**
 * A point on a sync object's timeline. All zero: cleared.
 *
 * It lives in the caller's memory, must be zero before its first use, and is duplicated with
 * NvSciSyncFenceDup(). A plain copy may be read and waited on, but holds no reference.
 */
typedef struct NvSciSyncFence {
    uint64_t payload[6];
} NvSciSyncFence;

/** A cleared fence. */
static const NvSciSyncFence NvSciSyncFenceInitializer = {{0U, 0U, 0U, 0U, 0U, 0U}};

/** Descriptor of an exported fence. */
typedef struct {
    uint64_t payload[7];
} NvSciSyncFenceIpcExportDescriptor;

/** Descriptor of an exported object. */
typedef struct {
    uint64_t payload[128];
} NvSciSyncObjIpcExportDescriptor;

/** What the signaller reported of a task. */
typedef struct {
    /** Time of the report in microseconds. */
    uint64_t timestamp;
    /** Not used. */
    uint32_t statusEngine;
    /** Not used. */
    uint16_t subframe;
    /** One of NvSciSyncTaskStatusVal, or an engine's own code. */
    uint16_t status;
} __attribute__((packed)) NvSciSyncTaskStatus;

/** Meaning of NvSciSyncTaskStatus.status. */
typedef enum {
    NvSciSyncTaskStatus_Success = 0,
    NvSciSyncTaskStatus_Failure = 1,
    /** Nothing was reported yet. */
    NvSciSyncTaskStatus_Invalid = 65535
} NvSciSyncTaskStatusVal;

/** Rights on a sync object: a set of bits. */
typedef uint64_t NvSciSyncAccessPerm;
/** May wait. */
#define NvSciSyncAccessPerm_WaitOnly ((uint64_t)1U << 0U)
/** May signal. */
#define NvSciSyncAccessPerm_SignalOnly ((uint64_t)1U << 1U)
/** May wait and signal. */
#define NvSciSyncAccessPerm_WaitSignal ((uint64_t)3U)
/** As reconciled; for export and import alone. */
#define NvSciSyncAccessPerm_Auto ((uint64_t)1U << 63U)

/** What a sync object is made of. */
typedef enum {
    NvSciSyncAttrValPrimitiveType_LowerBound = 0,
    /** Hardware counter; not supported. */
    NvSciSyncAttrValPrimitiveType_Syncpoint = 1,
    /** 32-bit counter in system memory. */
    NvSciSyncAttrValPrimitiveType_SysmemSemaphore = 2,
    /** Not supported. */
    NvSciSyncAttrValPrimitiveType_VidmemSemaphore = 3,
    /** 64-bit counter in system memory. */
    NvSciSyncAttrValPrimitiveType_SysmemSemaphorePayload64b = 4,
    /** Not supported. */
    NvSciSyncAttrValPrimitiveType_VidmemSemaphorePayload64b = 5,
    NvSciSyncAttrValPrimitiveType_UpperBound = 6
} NvSciSyncAttrValPrimitiveType;

/** How a CPU waits. */
typedef enum {
    /** Spin for a bounded time, then sleep in the kernel. */
    NvSciSyncWaitMode_Default = 0,
    /** Spin, giving the CPU to others in between. */
    NvSciSyncWaitMode_BusyWithYield = 1,
    /** Spin. */
    NvSciSyncWaitMode_BusyNoYield = 2,
    /** For primitives that interrupt; no semaphore supports it. */
    NvSciSyncWaitMode_Blocking = 3
} NvSciSyncWaitMode;

/** Name of an attribute. The value type, the direction and the merge rule of each key are in docs/attributes-sync.md. */
typedef enum {
    NvSciSyncAttrKey_LowerBound = 0,
    /** bool */
    NvSciSyncAttrKey_NeedCpuAccess = 1,
    /** NvSciSyncAccessPerm */
    NvSciSyncAttrKey_RequiredPerm = 2,
    /** NvSciSyncAccessPerm */
    NvSciSyncAttrKey_ActualPerm = 3,
    /** bool */
    NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports = 4,
    /** bool */
    NvSciSyncAttrKey_WaiterRequireTimestamps = 5,
    /** bool */
    NvSciSyncAttrKey_RequireDeterministicFences = 6,
    /** uint32_t */
    NvSciSyncAttrKey_NumTimestampSlots = 7,
    /** uint32_t */
    NvSciSyncAttrKey_NumTaskStatusSlots = 8,
    /** uint64_t */
    NvSciSyncAttrKey_MaxPrimitiveValue = 9,
    /** NvSciSyncAttrValPrimitiveType[] */
    NvSciSyncAttrKey_PrimitiveInfo = 10,
    /** NvSciBufPeerLocationInfo[] */
    NvSciSyncAttrKey_PeerLocationInfo = 11,
    /** NvSciRmGpuId[] */
    NvSciSyncAttrKey_GpuId = 12,
    /** NvSciBufPeerHwEngine[] */
    NvSciSyncAttrKey_PeerHwEngineArray = 13,
    NvSciSyncAttrKey_UpperBound = 14
} NvSciSyncAttrKey;

/** One attribute: a key, and a value of `len` bytes. */
typedef struct {
    NvSciSyncAttrKey attrKey;
    const void *value;
    size_t len;
} NvSciSyncAttrKeyValuePair;

NvSciError NvSciSyncModuleOpen(NvSciSyncModule *newModule);

void NvSciSyncModuleClose(NvSciSyncModule module);

NvSciError NvSciSyncCpuWaitContextAlloc(NvSciSyncModule module,
                                        NvSciSyncCpuWaitContext *newContext);

void NvSciSyncCpuWaitContextFree(NvSciSyncCpuWaitContext context);

NvSciError NvSciSyncAttrListCreate(NvSciSyncModule module, NvSciSyncAttrList *attrList);

void NvSciSyncAttrListFree(NvSciSyncAttrList attrList);

NvSciError NvSciSyncAttrListIsReconciled(NvSciSyncAttrList attrList, bool *isReconciled);

NvSciError NvSciSyncAttrListValidateReconciled(NvSciSyncAttrList reconciledAttrList,
                                               const NvSciSyncAttrList inputUnreconciledAttrListArray[],
                                               size_t inputUnreconciledAttrListCount,
                                               bool *isReconciledListValid);

NvSciError NvSciSyncAttrListSetAttrs(NvSciSyncAttrList attrList,
                                     const NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount);

NvSciError NvSciSyncAttrListGetAttrs(NvSciSyncAttrList attrList,
                                     NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount);

size_t NvSciSyncAttrListGetSlotCount(NvSciSyncAttrList attrList);

NvSciError NvSciSyncAttrListAppendUnreconciled(const NvSciSyncAttrList inputUnreconciledAttrListArray[],
                                               size_t inputUnreconciledAttrListCount,
                                               NvSciSyncAttrList *newUnreconciledAttrList);

NvSciError NvSciSyncAttrListClone(NvSciSyncAttrList origAttrList, NvSciSyncAttrList *newAttrList);

NvSciError NvSciSyncAttrListSlotGetAttrs(NvSciSyncAttrList attrList, size_t slotIndex,
                                         NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount);

NvSciError NvSciSyncAttrListReconcile(const NvSciSyncAttrList inputArray[], size_t inputCount,
                                      NvSciSyncAttrList *newReconciledList,
                                      NvSciSyncAttrList *newConflictList);

NvSciError NvSciSyncAttrListDebugDump(NvSciSyncAttrList attrList, void **buf, size_t *len);

void NvSciSyncFenceClear(NvSciSyncFence *syncFence);

NvSciError NvSciSyncFenceDup(const NvSciSyncFence *srcSyncFence, NvSciSyncFence *dstSyncFence);

NvSciError NvSciSyncObjAlloc(NvSciSyncAttrList reconciledList, NvSciSyncObj *syncObj);

NvSciError NvSciSyncObjDup(NvSciSyncObj syncObj, NvSciSyncObj *dupObj);

NvSciError NvSciSyncObjGetAttrList(NvSciSyncObj syncObj, NvSciSyncAttrList *syncAttrList);

void NvSciSyncObjFree(NvSciSyncObj syncObj);

NvSciError NvSciSyncObjGenerateFence(NvSciSyncObj syncObj, NvSciSyncFence *syncFence);

NvSciError NvSciSyncObjSignal(NvSciSyncObj syncObj);

NvSciError NvSciSyncFenceWait(const NvSciSyncFence *syncFence, NvSciSyncCpuWaitContext context,
                              int64_t timeoutUs);

NvSciError NvSciSyncFenceGetTimestamp(const NvSciSyncFence *syncFence, uint64_t *timestampUS);

NvSciError NvSciSyncAttrListGetAttr(NvSciSyncAttrList attrList, NvSciSyncAttrKey key,
                                    const void **value, size_t *len);

NvSciError NvSciSyncAttrListReconcileAndObjAlloc(const NvSciSyncAttrList inputArray[],
                                                 size_t inputCount, NvSciSyncObj *syncObj,
                                                 NvSciSyncAttrList *newConflictList);

NvSciError NvSciSyncCheckVersionCompatibility(uint32_t majorVer, uint32_t minorVer,
                                              bool *isCompatible);

NvSciError NvSciSyncFenceExtractFence(const NvSciSyncFence *syncFence, uint64_t *id,
                                      uint64_t *value);

NvSciError NvSciSyncFenceUpdateFence(NvSciSyncObj syncObj, uint64_t id, uint64_t value,
                                     NvSciSyncFence *syncFence);

NvSciError NvSciSyncFenceAddTimestampSlot(NvSciSyncFence *syncFence, uint32_t timestampSlot);

NvSciError NvSciSyncFenceAddTaskStatusSlot(NvSciSyncFence *syncFence, uint32_t taskStatusSlot);

NvSciError NvSciSyncFenceExtractTimestampSlot(NvSciSyncFence *syncFence, uint32_t *timeStampSlot);

NvSciError NvSciSyncFenceGetTaskStatus(const NvSciSyncFence *syncFence,
                                       NvSciSyncTaskStatus *taskStatus);

NvSciError NvSciSyncFillC2cAttrs(NvSciSyncAttrList unrecAttrList, NvSciSyncAccessPerm permissions);

NvSciError NvSciSyncObjValidate(NvSciSyncObj syncObj);

NvSciError NvSciSyncAttrListValidateReconciledAgainstAttrs(NvSciSyncAttrList reconciledAttrList,
                                                           const NvSciSyncAttrKeyValuePair *pairArray,
                                                           size_t pairCount,
                                                           NvSciSyncAccessPerm permissions);

NvSciError NvSciSyncFenceWaitWithMode(const NvSciSyncFence *syncFence,
                                      NvSciSyncCpuWaitContext context, int64_t timeoutUs,
                                      NvSciSyncWaitMode waitMode);

#ifdef __cplusplus
}
#endif

#endif /* NVSCISYNC_H */
