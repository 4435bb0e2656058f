/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvscisync.h
 * Sync objects and fences: attribute lists, their reconciliation, signalling and waiting.
 *
 * What holds for all functions:
 * - A handle is live from the call that gave it to the call that frees it. A handle that is not
 *   live, or is of another kind, is detected: nothing is touched, the call fails or does nothing,
 *   and it is a fault report (RingfenceGetLastFault() of ringfence.h). NULL is no fault.
 * - If the conditions of several errors hold, one of them is returned. A call that fails changes
 *   nothing, except what its description says.
 * - Each description names the phases that admit the function; a program that never advances the
 *   phase is in INIT. A refused call is counted (RingfenceGetLastRefusal()).
 * - "Any thread": several threads may call it at once, with the same handles too. Who frees a
 *   handle, or writes a fence, must be the only one that uses it. No function may be called from a
 *   signal handler.
 * - Functions of lists, objects, modules and wait contexts take the library's lock, and first give
 *   back objects whose last fence was cleared in RUNTIME. Fences, signals and waits take no lock in
 *   RUNTIME. In INIT, who releases the last fence of an object without handles takes it, and gives
 *   the object back: O(objects), with system calls. "O(1), no system call" below is without that.
 * - No function is a cancellation point of pthread_cancel(): a cancellation that comes inside one
 * is acted on behind it, and a wait goes on to its end. It must not be asynchronous.
 * - A child of fork() calls nothing of the library: it shares the counters of its parent's objects
 *   and buffers, but not what its parent knows of them.
 * - Values and rules of the attribute keys are in docs/attributes-sync.md.
 */
/* @satisfies RF-CORE-090 RF-CORE-091 RF-CORE-092 */
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
    /** The library's own. */
    uint64_t payload[6];
} NvSciSyncFence;

/** A cleared fence. */
static const NvSciSyncFence NvSciSyncFenceInitializer = {{0U, 0U, 0U, 0U, 0U, 0U}};

/** Descriptor of an exported fence. */
typedef struct {
    /** The library's own. */
    uint64_t payload[7];
} NvSciSyncFenceIpcExportDescriptor;

/** Descriptor of an exported object. */
typedef struct {
    /** The library's own. */
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
/** As reconciled; only for export and import. */
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

/** Name of an attribute. docs/attributes-sync.md has the direction and the rules of each key. */
typedef enum {
    NvSciSyncAttrKey_LowerBound = 0,
    /** bool: the CPU waits, or signals if RequiredPerm says so */
    NvSciSyncAttrKey_NeedCpuAccess = 1,
    /** NvSciSyncAccessPerm: rights that are needed; not Auto */
    NvSciSyncAttrKey_RequiredPerm = 2,
    /** NvSciSyncAccessPerm: rights that were granted; output */
    NvSciSyncAttrKey_ActualPerm = 3,
    /** bool: exported fences may take another path than their object */
    NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports = 4,
    /** bool: a waiting CPU reads the time at which a fence expired */
    NvSciSyncAttrKey_WaiterRequireTimestamps = 5,
    /** bool: the signaller adds 1 for each task, so that waiters can make fences themselves */
    NvSciSyncAttrKey_RequireDeterministicFences = 6,
    /** uint32_t: timestamps that an object keeps; output */
    NvSciSyncAttrKey_NumTimestampSlots = 7,
    /** uint32_t: task statuses that an object keeps; output */
    NvSciSyncAttrKey_NumTaskStatusSlots = 8,
    /** uint64_t: greatest value of a fence; output */
    NvSciSyncAttrKey_MaxPrimitiveValue = 9,
    /** NvSciSyncAttrValPrimitiveType[]: primitives that may be used; the chosen one */
    NvSciSyncAttrKey_PrimitiveInfo = 10,
    /** NvSciBufPeerLocationInfo[]: where late peers run */
    NvSciSyncAttrKey_PeerLocationInfo = 11,
    /** NvSciRmGpuId[]: GPUs that use the object */
    NvSciSyncAttrKey_GpuId = 12,
    /** NvSciBufPeerHwEngine[]: engines of late peers */
    NvSciSyncAttrKey_PeerHwEngineArray = 13,
    NvSciSyncAttrKey_UpperBound = 14
} NvSciSyncAttrKey;

/** One attribute: a key, and a value of `len` bytes. */
typedef struct {
    /** Which attribute. */
    NvSciSyncAttrKey attrKey;
    /** Its value. */
    const void *value;
    /** Bytes of the value. */
    size_t len;
} NvSciSyncAttrKeyValuePair;

/**
 * Opens an instance of the library.
 *
 * @param[out] newModule  module, owned by the caller until NvSciSyncModuleClose()
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff newModule is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_MODULES are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciSyncModuleOpen(NvSciSyncModule *newModule);

/**
 * Closes a module. NULL is a no-op.
 *
 * The handle ends at once. The module itself lives on until the last of its lists, wait contexts
 * and objects is gone, and those work as before.
 *
 * @param[in] module  live module
 *
 * Phases INIT DEINIT. Any thread. O(1).
 */
void NvSciSyncModuleClose(NvSciSyncModule module);

/**
 * Makes what one CPU wait at a time needs.
 *
 * @param[in]  module      live module; the context serves fences of its objects
 * @param[out] newContext  context, owned by the caller until NvSciSyncCpuWaitContextFree()
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff module is no live module, or newContext is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_WAIT_CONTEXTS are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciSyncCpuWaitContextAlloc(NvSciSyncModule module,
                                        NvSciSyncCpuWaitContext *newContext);

/**
 * Frees a wait context. NULL is a no-op.
 *
 * @param[in] context  live context; one that a wait uses is a fault report and stays
 *
 * Phases INIT DEINIT. Any thread. O(1).
 */
void NvSciSyncCpuWaitContextFree(NvSciSyncCpuWaitContext context);

/**
 * Makes an empty unreconciled list of one slot, whose keys can be set.
 *
 * @param[in]  module    live module
 * @param[out] attrList  list, owned by the caller until NvSciSyncAttrListFree()
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff module is no live module, or attrList is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_LISTS list slots are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciSyncAttrListCreate(NvSciSyncModule module, NvSciSyncAttrList *attrList);

/**
 * Frees a list of any kind. NULL is a no-op.
 *
 * Values that were read from the list, and its text, end with it.
 *
 * @param[in] attrList  live list that was created, appended, cloned or reconciled, or a conflict
 *                      list; the list of an object is a fault report and stays
 *
 * Phases INIT DEINIT. Any thread. O(slots of the list).
 */
void NvSciSyncAttrListFree(NvSciSyncAttrList attrList);

/**
 * Says whether a list is reconciled. A conflict list is not.
 *
 * @param[in]  attrList      live list
 * @param[out] isReconciled  answer
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter  iff attrList is no live list, or isReconciled is NULL
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciSyncAttrListIsReconciled(NvSciSyncAttrList attrList, bool *isReconciled);

/**
 * Says whether a reconciled list gives others what they ask for.
 *
 * It does if, key by key, it satisfies what merging the others gives now (docs/attributes-sync.md,
 * column 'check'). The others need not be all lists that it was made of, and need not have a
 * signaller.
 *
 * @param[in]  reconciledAttrList              live reconciled list
 * @param[in]  inputUnreconciledAttrListArray  live unreconciled lists of the same module, each
 *                                             once
 * @param[in]  inputUnreconciledAttrListCount  their number
 * @param[out] isReconciledListValid           answer; false on every error but InvalidState
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_CHECKS is 0
 * @retval NvSciError_BadParameter        iff reconciledAttrList is no live reconciled list, the
 *                                        array is NULL or empty, one of its lists is no live
 *                                        unreconciled list, belongs to another module or is there
 *                                        twice, isReconciledListValid is NULL, the lists
 *                                        contradict each other, or the answer is no
 * @retval NvSciError_InsufficientMemory  iff no list slot is free for the comparison
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of the lists).
 */
NvSciError NvSciSyncAttrListValidateReconciled(
    NvSciSyncAttrList reconciledAttrList, const NvSciSyncAttrList inputUnreconciledAttrListArray[],
    size_t inputUnreconciledAttrListCount, bool *isReconciledListValid);

/**
 * Sets keys of an unreconciled list, each once in the life of the list. The values are copied. A
 * pair that cannot be set is a fault report, RINGFENCE_FAULT_BAD_PAIR, which says which one and why.
 *
 * @param[in] attrList   live list that was created, or cloned from an unreconciled one
 * @param[in] pairArray  keys and values
 * @param[in] pairCount  their number
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff attrList is no live list or its keys cannot be set (it is
 *                                  appended, reconciled, a conflict list), pairArray is NULL,
 *                                  pairCount is 0, or for one of the pairs: the key is unknown,
 *                                  only for output, set before, or twice in the array; the value
 *                                  is NULL, its length is 0 or not one of the key, or an element
 *                                  is not in the key's range
 * @retval NvSciError_NotSupported  iff a pair's key is one of GPUs, engines or late peers, and
 *                                  RINGFENCE_CFG_ENGINES is 0
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(pairCount).
 */
NvSciError NvSciSyncAttrListSetAttrs(NvSciSyncAttrList attrList,
                                     const NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount);

/**
 * Reads keys of a list's first slot. A key that is not set gives NULL and 0.
 *
 * The values are the list's own and stay where they are as long as it lives. They are aligned to 8
 * bytes, and zero up to a multiple of 8 bytes.
 *
 * @param[in]     attrList   live list, conflict lists excepted
 * @param[in,out] pairArray  keys; value and length of each are filled in
 * @param[in]     pairCount  their number
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter  iff attrList is no live list or a conflict list, pairArray is
 *                                  NULL, pairCount is 0, or a key is unknown
 * @retval NvSciError_InvalidState  iff the current phase does not admit queries
 *
 * Phase INIT (RUNTIME too, if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread. O(pairCount).
 */
NvSciError NvSciSyncAttrListGetAttrs(NvSciSyncAttrList attrList,
                                     NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount);

/**
 * Gives the number of slots of a list: 1, or as many as the appended lists had together.
 *
 * @param[in] attrList  live list, conflict lists excepted
 *
 * @return slots; 0 iff attrList is no live list or a conflict list, or the current phase does not
 *         admit queries
 *
 * Phase INIT (RUNTIME too, if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread. O(1).
 */
size_t NvSciSyncAttrListGetSlotCount(NvSciSyncAttrList attrList);

/**
 * Makes one unreconciled list of all slots of others, in their order. Its keys cannot be set.
 *
 * @param[in]  inputUnreconciledAttrListArray  live unreconciled lists of one module, each once
 * @param[in]  inputUnreconciledAttrListCount  their number
 * @param[out] newUnreconciledAttrList         list, owned by the caller until
 *                                             NvSciSyncAttrListFree()
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter        iff the array is NULL or empty, one of its lists is no
 *                                        live unreconciled list, belongs to another module or is
 *                                        there twice, or newUnreconciledAttrList is NULL
 * @retval NvSciError_InsufficientMemory  iff fewer list slots are free than the lists have
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of the lists).
 */
NvSciError
NvSciSyncAttrListAppendUnreconciled(const NvSciSyncAttrList inputUnreconciledAttrListArray[],
                                    size_t inputUnreconciledAttrListCount,
                                    NvSciSyncAttrList *newUnreconciledAttrList);

/**
 * Copies a list with all its slots. All keys of a copy of an unreconciled list can be set again,
 * in its first slot. A copy of a list that came from a peer counts as that peer's in a
 * reconciliation, with the keys that were set in it too: rights and CPU access are for the peer.
 *
 * @param[in]  origAttrList  live list, conflict lists excepted
 * @param[out] newAttrList   copy, owned by the caller until NvSciSyncAttrListFree()
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter        iff origAttrList is no live list or a conflict list, or
 *                                        newAttrList is NULL
 * @retval NvSciError_InsufficientMemory  iff fewer list slots are free than the list has
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of the list).
 */
NvSciError NvSciSyncAttrListClone(NvSciSyncAttrList origAttrList, NvSciSyncAttrList *newAttrList);

/**
 * Reads keys of one slot of a list, as NvSciSyncAttrListGetAttrs() does of the first.
 *
 * @param[in]     attrList   live list, conflict lists excepted
 * @param[in]     slotIndex  0 to the number of slots less one
 * @param[in,out] pairArray  keys; value and length of each are filled in
 * @param[in]     pairCount  their number
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter  iff attrList is no live list or a conflict list, it has no such
 *                                  slot, pairArray is NULL, pairCount is 0, or a key is unknown
 * @retval NvSciError_InvalidState  iff the current phase does not admit queries
 *
 * Phase INIT (RUNTIME too, if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread. O(slotIndex +
 * pairCount).
 */
NvSciError NvSciSyncAttrListSlotGetAttrs(NvSciSyncAttrList attrList, size_t slotIndex,
                                         NvSciSyncAttrKeyValuePair *pairArray, size_t pairCount);

/**
 * Merges unreconciled lists into a reconciled one, or says why they cannot be.
 *
 * All lists together must have one slot that signals, and one at least that waits.
 * RingfenceExplainConflict() of ringfence.h reads the conflict list.
 *
 * @param[in]  inputArray         live unreconciled lists of one module, each once; they stay the
 *                                caller's
 * @param[in]  inputCount         their number
 * @param[out] newReconciledList  list, owned by the caller until NvSciSyncAttrListFree(); NULL on
 *                                every error
 * @param[out] newConflictList    conflict list, owned in the same way, on ReconciliationFailed,
 *                                UnsupportedConfig and InsufficientResource; NULL else
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported          iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter          iff the array is NULL or empty, one of its lists is no
 *                                          live unreconciled list, belongs to another module or is
 *                                          there twice, or newReconciledList or newConflictList is
 *                                          NULL
 * @retval NvSciError_ReconciliationFailed  iff the values of a key have no common one that the
 *                                          library supports, or do not fit together into the key
 * @retval NvSciError_UnsupportedConfig     iff no slot or more than one signals, none waits, or a
 *                                          CPU that waits wants timestamps and the CPU does not
 *                                          signal
 * @retval NvSciError_InsufficientResource  iff the lists come from more than RINGFENCE_CFG_ROUTES
 *                                          processes, this one included
 * @retval NvSciError_InsufficientMemory    iff all RINGFENCE_CFG_SYNC_LISTS list slots are taken
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of the lists).
 */
NvSciError NvSciSyncAttrListReconcile(const NvSciSyncAttrList inputArray[], size_t inputCount,
                                      NvSciSyncAttrList *newReconciledList,
                                      NvSciSyncAttrList *newConflictList);

/**
 * Writes a list as text, one line for each value, or the reason of a conflict.
 *
 * The text belongs to the list: it ends when the list is freed or written as text again, or with
 * RingfenceDescriptorFree(), not with free(). It is cut at RINGFENCE_CFG_DUMP_BYTES.
 *
 * @param[in]  attrList  live list of any kind
 * @param[out] buf       text that ends with a zero
 * @param[out] len       its bytes, the zero counted in
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_TEXTS is 0
 * @retval NvSciError_BadParameter        iff attrList is no live list, or buf or len is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_DUMPS are taken by other lists
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(length of the text).
 */
NvSciError NvSciSyncAttrListDebugDump(NvSciSyncAttrList attrList, void **buf, size_t *len);

/**
 * Makes a fence all zero, and drops its reference on its object. NULL, and a cleared fence, is a
 * no-op.
 *
 * An object without a handle goes with its last reference; in RUNTIME, on the first call after it
 * that takes the lock. A fence whose object is gone is made zero. A fence whose bytes are not what
 * the library wrote is made zero too, and is a fault report. A plain copy counts as the fence that
 * it was copied from: clear only one of them. Clearing more than was made is a fault report once
 * the count is used up.
 *
 * @param[in,out] syncFence  fence
 *
 * Phases INIT RUNTIME DEINIT. Any thread. O(1), no system call; in INIT and DEINIT,
 * O(RINGFENCE_CFG_SYNC_OBJECTS) if an object goes.
 */
void NvSciSyncFenceClear(NvSciSyncFence *syncFence);

/**
 * Duplicates a fence, with a reference of its own. What the target held is released.
 *
 * @param[in]  srcSyncFence  fence; a cleared one makes the target cleared
 * @param[out] dstSyncFence  fence to overwrite, which must have been zeroed once
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff one of them is NULL, both are the same, the bytes of one
 *                                  are not what the library wrote, or the object of srcSyncFence
 *                                  is gone; the latter two are fault reports
 * @retval NvSciError_InvalidState  iff the current phase does not admit waiting and signalling, or
 *                                  2^31 - 1 fences need the object already, or 2^19 - 1 if
 *                                  RINGFENCE_CFG_ATOMICS is not 0
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciSyncFenceDup(const NvSciSyncFence *srcSyncFence, NvSciSyncFence *dstSyncFence);

/**
 * Makes a sync object: a timeline in shared memory, with its own copy of the list.
 *
 * @param[in]  reconciledList  live reconciled list; stays the caller's and may be freed
 * @param[out] syncObj         handle with all rights, owned by the caller until NvSciSyncObjFree()
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter        iff reconciledList is no live list, or not reconciled, a
 *                                        fault report: RINGFENCE_FAULT_NOT_RECONCILED; or syncObj
 *                                        is NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_OBJECTS or all
 *                                        RINGFENCE_CFG_SYNC_HANDLES are taken, or the system has
 *                                        no memory
 * @retval NvSciError_ResourceError       iff the system refuses shared memory for another reason
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(size of the timeline).
 */
NvSciError NvSciSyncObjAlloc(NvSciSyncAttrList reconciledList, NvSciSyncObj *syncObj);

/**
 * Makes a further handle of an object. Either is freed for itself.
 *
 * @param[in]  syncObj  live handle
 * @param[out] dupObj   handle, owned by the caller until NvSciSyncObjFree()
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported        iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter        iff syncObj is no live handle of an object, or dupObj is
 *                                        NULL
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_HANDLES are taken
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciSyncObjDup(NvSciSyncObj syncObj, NvSciSyncObj *dupObj);

/**
 * Gives the list of an object. It lives as long as the object, and must not be freed.
 *
 * @param[in]  syncObj       live handle
 * @param[out] syncAttrList  reconciled list, in which ActualPerm are the rights on the object:
 *                           WaitSignal if it was made in this process
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter  iff syncObj is no live handle of an object, or syncAttrList is
 *                                  NULL
 * @retval NvSciError_InvalidState  iff the current phase does not admit queries
 *
 * Phase INIT (RUNTIME too, if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread. O(1).
 */
NvSciError NvSciSyncObjGetAttrList(NvSciSyncObj syncObj, NvSciSyncAttrList *syncAttrList);

/**
 * Frees a handle. NULL is a no-op.
 *
 * The object goes with its last handle, or with the last fence that needs it if that is later.
 *
 * @param[in] syncObj  live handle
 *
 * Phases INIT DEINIT. Any thread. O(1), and the system's time to unmap the timeline if the object
 * goes.
 */
void NvSciSyncObjFree(NvSciSyncObj syncObj);

/**
 * Makes the fence of the next point on an object's timeline.
 *
 * The fences of an object are reached in the order in which they were made, one by each signal that
 * follows. A signal that comes when no fence is pending reaches none, and does not count for a fence
 * that is made later. If the object has timestamps, the fence names the slot that the signal will
 * write: its value modulo NumTimestampSlots. What the fence held is released.
 *
 * @param[in]  syncObj    live handle of an object that the CPU signals
 * @param[out] syncFence  fence to overwrite, which must have been zeroed once
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff syncObj is no live handle of an object, syncFence is NULL,
 *                                  the CPU does not signal the object, a fault report:
 *                                  RINGFENCE_FAULT_NO_ACCESS; or the bytes of syncFence are not
 *                                  what the library wrote, a fault report too
 * @retval NvSciError_Overflow      iff the timeline has no next value, or, of 32 bits, 2^31 - 1
 *                                  points are pending
 * @retval NvSciError_InvalidState  iff the current phase does not admit waiting and signalling, or
 *                                  2^31 - 1 fences need the object already, or 2^19 - 1 if
 *                                  RINGFENCE_CFG_ATOMICS is not 0
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciSyncObjGenerateFence(NvSciSyncObj syncObj, NvSciSyncFence *syncFence);

/**
 * Advances an object's timeline by one point, and wakes who waits for it.
 *
 * Everything that the caller wrote before is visible to who has waited. If the object has
 * timestamps, the time of the point is stored before. If several threads signal one object at
 * once, the timestamp of a point may be missing: NvSciSyncFenceGetTimestamp() gives
 * NotYetAvailable for it.
 *
 * @param[in] syncObj  live handle of an object that the CPU signals
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff syncObj is no live handle of an object, or the CPU does not
 *                                  signal the object, a fault report: RINGFENCE_FAULT_NO_ACCESS
 * @retval NvSciError_Overflow      iff the object was signalled 2^64 - 1 times
 * @retval NvSciError_InvalidState  iff the current phase does not admit waiting and signalling
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call unless somebody sleeps.
 */
NvSciError NvSciSyncObjSignal(NvSciSyncObj syncObj);

/**
 * Waits on the CPU until a fence expires: RINGFENCE_CFG_SPIN_US microseconds spinning at most, then
 * sleeping. A context leaves spins out that did not pay lately, or gives the CPU to others instead.
 *
 * @param[in] syncFence  fence; a cleared one has expired
 * @param[in] context    live context of the same module, which no other wait uses
 * @param[in] timeoutUs  microseconds; 0 looks once, -1 and NvSciSyncFenceMaxTimeout wait for ever
 *
 * @retval NvSciError_Success        the fence has expired
 * @retval NvSciError_Timeout        iff it has not when the time ends
 * @retval NvSciError_BadParameter   iff syncFence is NULL, its bytes are not what the library
 *                                   wrote or its object is gone (fault reports), context is no
 *                                   live context or belongs to another module than the object,
 *                                   timeoutUs is less than -1 or greater than
 *                                   NvSciSyncFenceMaxTimeout, or no list of the object asked for
 *                                   CPU access, a fault report: RINGFENCE_FAULT_NO_ACCESS
 * @retval NvSciError_NoSuchProcess  iff the fence has not expired and the process that signals its
 *                                   object ended or gave the object back, and this wait or an
 *                                   earlier look found that; the first time is a fault report
 * @retval NvSciError_AlreadyInUse   iff the fence is not cleared and another wait uses the context
 * @retval NvSciError_ResourceError  iff the system cannot put the caller to sleep
 * @retval NvSciError_InvalidState   iff the current phase does not admit waiting and signalling
 *
 * The end of the process that signals is noticed within RINGFENCE_CFG_LIFE_CHECK_US microseconds,
 * by a wait that lasts as long, or by waits for the object that follow one another, also with
 * timeoutUs 0: waits look for it before they sleep and when their time is over, if none of this
 * process for the object has for so long, and each time as long has passed. It has ended when the system has
 * closed its descriptors: behind a core dump, if it leaves one. Once noticed, every wait for a
 * point that was not reached fails at once. A child of fork() does not keep it alive.
 *
 * Phases INIT RUNTIME. Any thread. No system call if the fence has expired, or expires while the
 * caller spins without giving the CPU away. With timeoutUs 0 none but that look.
 */
NvSciError NvSciSyncFenceWait(const NvSciSyncFence *syncFence, NvSciSyncCpuWaitContext context,
                              int64_t timeoutUs);

/**
 * Reads the time at which a fence expired, of the port's clock, which never goes back.
 *
 * @param[in]  syncFence    fence of an object with timestamps
 * @param[out] timestampUS  microseconds
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported       iff RINGFENCE_CFG_TIMESTAMP_SLOTS is 0
 * @retval NvSciError_ClearedFence       iff the fence is cleared
 * @retval NvSciError_BadParameter       iff syncFence is NULL, its bytes are not what the library
 *                                       wrote or its object is gone (fault reports), the fence
 *                                       names no timestamp slot, or timestampUS is NULL
 * @retval NvSciError_NotYetAvailable    iff the fence has not expired, or its slot holds no or an
 *                                       earlier point's time: for good, if the engine that signals
 *                                       failed before the point
 * @retval NvSciError_NoLongerAvailable  iff its slot holds a later point's time
 * @retval NvSciError_InvalidState       iff the current phase does not admit waiting and
 *                                       signalling
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciSyncFenceGetTimestamp(const NvSciSyncFence *syncFence, uint64_t *timestampUS);

/**
 * Reads one key of a list's first slot, as NvSciSyncAttrListGetAttrs() does.
 *
 * @param[in]  attrList  live list, conflict lists excepted
 * @param[in]  key       key
 * @param[out] value     the list's own value; NULL if the key is not set
 * @param[out] len       its bytes; 0 if the key is not set
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter  iff attrList is no live list or a conflict list, key is
 *                                  unknown, or value or len is NULL
 * @retval NvSciError_InvalidState  iff the current phase does not admit queries
 *
 * Phase INIT (RUNTIME too, if RINGFENCE_CFG_RUNTIME_QUERIES is 1). Any thread. O(1).
 */
NvSciError NvSciSyncAttrListGetAttr(NvSciSyncAttrList attrList, NvSciSyncAttrKey key,
                                    const void **value, size_t *len);

/**
 * Does what NvSciSyncAttrListReconcile() and NvSciSyncObjAlloc() do, without a list for the
 * caller.
 *
 * @param[in]  inputArray       live unreconciled lists of one module, each once; they stay the
 *                              caller's
 * @param[in]  inputCount       their number
 * @param[out] syncObj          handle with all rights, owned by the caller until
 *                              NvSciSyncObjFree(); NULL on every error
 * @param[out] newConflictList  conflict list, owned by the caller until NvSciSyncAttrListFree(),
 *                              on ReconciliationFailed, UnsupportedConfig and
 *                              InsufficientResource; NULL else
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter          iff the array is NULL or empty, one of its lists is no
 *                                          live unreconciled list, belongs to another module or is
 *                                          there twice, or syncObj or newConflictList is NULL
 * @retval NvSciError_ReconciliationFailed  as NvSciSyncAttrListReconcile()
 * @retval NvSciError_UnsupportedConfig     as NvSciSyncAttrListReconcile()
 * @retval NvSciError_InsufficientResource  as NvSciSyncAttrListReconcile()
 * @retval NvSciError_InsufficientMemory    iff all list slots, objects or handles are taken, or
 *                                          the system has no memory; one list slot is needed for
 *                                          the time of the call
 * @retval NvSciError_ResourceError         iff the system refuses shared memory for another reason
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of the lists + size of the timeline).
 */
NvSciError NvSciSyncAttrListReconcileAndObjAlloc(const NvSciSyncAttrList inputArray[],
                                                 size_t inputCount, NvSciSyncObj *syncObj,
                                                 NvSciSyncAttrList *newConflictList);

/**
 * Says whether a program that was built against a version runs with this library.
 *
 * @param[in]  majorVer      NvSciSyncMajorVersion at build time
 * @param[in]  minorVer      NvSciSyncMinorVersion at build time
 * @param[out] isCompatible  true iff the major versions are equal and minorVer is not greater than
 *                           the library's
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff isCompatible is NULL
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciSyncCheckVersionCompatibility(uint32_t majorVer, uint32_t minorVer,
                                              bool *isCompatible);

/**
 * Reads the point of a fence.
 *
 * @param[in]  syncFence  fence
 * @param[out] id         number of the primitive in its object: always 0
 * @param[out] value      value of the primitive at which the fence expires
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_ClearedFence  iff the fence is cleared
 * @retval NvSciError_BadParameter  iff syncFence is NULL, its bytes are not what the library wrote
 *                                  or its object is gone (fault reports), or id or value is NULL
 * @retval NvSciError_InvalidState  iff the current phase does not admit waiting and signalling
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciSyncFenceExtractFence(const NvSciSyncFence *syncFence, uint64_t *id,
                                      uint64_t *value);

/**
 * Makes the fence of any point of an object, for waiters that know what the signaller will do.
 *
 * The fence names task status slot 0, and, if the object has timestamps, slot value modulo
 * NumTimestampSlots. What it held is released. Values of 32 bits wrap: those up to 2^31 - 1 behind
 * the timeline have expired, the others are ahead.
 *
 * @param[in]  syncObj    live handle
 * @param[in]  id         number of the primitive in its object: 0
 * @param[in]  value      value of the primitive at which the fence expires
 * @param[out] syncFence  fence to overwrite, which must have been zeroed once
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter  iff syncObj is no live handle of an object, syncFence is NULL,
 *                                  or its bytes are not what the library wrote; the latter is a
 *                                  fault report
 * @retval NvSciError_Overflow      iff id is not 0, or value is greater than MaxPrimitiveValue of
 *                                  the object's list
 * @retval NvSciError_InvalidState  iff the current phase does not admit waiting and signalling, or
 *                                  2^31 - 1 fences need the object already, or 2^19 - 1 if
 *                                  RINGFENCE_CFG_ATOMICS is not 0
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciSyncFenceUpdateFence(NvSciSyncObj syncObj, uint64_t id, uint64_t value,
                                     NvSciSyncFence *syncFence);

/**
 * Makes a fence name another timestamp slot.
 *
 * A CPU signaller writes slot value modulo NumTimestampSlots, which its fences name already. This
 * is for signallers that choose slots themselves.
 *
 * @param[in,out] syncFence      fence of an object with timestamps
 * @param[in]     timestampSlot  0 to NumTimestampSlots of the object's list less one
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_TIMESTAMP_SLOTS is 0
 * @retval NvSciError_ClearedFence  iff the fence is cleared
 * @retval NvSciError_BadParameter  iff syncFence is NULL, its bytes are not what the library wrote
 *                                  or its object is gone (fault reports), or the object has no
 *                                  such slot; RINGFENCE_FAULT_LIMIT says how many it has, if any
 * @retval NvSciError_InvalidState  iff the current phase does not admit waiting and signalling
 *
 * Phases INIT RUNTIME. One thread at a time for each fence. O(1), no system call.
 */
NvSciError NvSciSyncFenceAddTimestampSlot(NvSciSyncFence *syncFence, uint32_t timestampSlot);

/**
 * Makes a fence name a task status slot, whose status the signaller reports with
 * RingfenceSyncObjSetTaskStatus().
 *
 * @param[in,out] syncFence       fence
 * @param[in]     taskStatusSlot  0 to NumTaskStatusSlots of the object's list less one
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_TASK_STATUS_SLOTS is 0
 * @retval NvSciError_ClearedFence  iff the fence is cleared
 * @retval NvSciError_BadParameter  iff syncFence is NULL, its bytes are not what the library wrote
 *                                  or its object is gone (fault reports), or the object has no
 *                                  such slot; RINGFENCE_FAULT_LIMIT says how many it has, if any
 * @retval NvSciError_InvalidState  iff the current phase does not admit waiting and signalling
 *
 * Phases INIT RUNTIME. One thread at a time for each fence. O(1), no system call.
 */
NvSciError NvSciSyncFenceAddTaskStatusSlot(NvSciSyncFence *syncFence, uint32_t taskStatusSlot);

/**
 * Reads which timestamp slot a fence names.
 *
 * @param[in]  syncFence      fence of an object with timestamps
 * @param[out] timeStampSlot  slot
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_TIMESTAMP_SLOTS is 0
 * @retval NvSciError_ClearedFence  iff the fence is cleared
 * @retval NvSciError_BadParameter  iff syncFence is NULL, its bytes are not what the library wrote
 *                                  or its object is gone (fault reports), the fence names no
 *                                  timestamp slot, or timeStampSlot is NULL
 * @retval NvSciError_InvalidState  iff the current phase does not admit waiting and signalling
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciSyncFenceExtractTimestampSlot(NvSciSyncFence *syncFence, uint32_t *timeStampSlot);

/**
 * Reads what the signaller reported in the task status slot that an expired fence names. A slot in
 * which nothing was reported yet has status NvSciSyncTaskStatus_Invalid.
 *
 * @param[in]  syncFence   fence that names a task status slot
 * @param[out] taskStatus  status
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported     iff RINGFENCE_CFG_TASK_STATUS_SLOTS is 0
 * @retval NvSciError_ClearedFence     iff the fence is cleared
 * @retval NvSciError_BadParameter     iff syncFence is NULL, its bytes are not what the library
 *                                     wrote or its object is gone (fault reports), the fence names
 *                                     no task status slot, or taskStatus is NULL
 * @retval NvSciError_NotYetAvailable  iff the fence has not expired, or the signaller writes the slot
 *                                     now
 * @retval NvSciError_InvalidState     iff the current phase does not admit waiting and signalling
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciSyncFenceGetTaskStatus(const NvSciSyncFence *syncFence,
                                       NvSciSyncTaskStatus *taskStatus);

/**
 * Sets the keys that a copy engine between chips needs: RequiredPerm, and both semaphores as
 * PrimitiveInfo.
 *
 * @param[in] unrecAttrList  live list whose keys can be set
 * @param[in] permissions    WaitOnly, SignalOnly or WaitSignal
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_BadParameter  iff unrecAttrList is no live list or its keys cannot be set,
 *                                  permissions are none of the three, or RequiredPerm or
 *                                  PrimitiveInfo was set before
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciSyncFillC2cAttrs(NvSciSyncAttrList unrecAttrList, NvSciSyncAccessPerm permissions);

/**
 * Compares an object with its list.
 *
 * @param[in] syncObj  live handle
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported  iff RINGFENCE_CFG_CHECKS is 0
 * @retval NvSciError_BadParameter  iff syncObj is no live handle of an object, or the object is
 *                                  not what its list says
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciSyncObjValidate(NvSciSyncObj syncObj);

/**
 * Says whether a reconciled list gives what an application asked for: keys, and rights.
 *
 * The pairs count as a list that sets them, compared as NvSciSyncAttrListValidateReconciled() does.
 *
 * @param[in] reconciledAttrList  live reconciled list
 * @param[in] pairArray           keys and values; may be NULL if there are none
 * @param[in] pairCount           their number
 * @param[in] permissions         WaitOnly, SignalOnly or WaitSignal
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported              iff RINGFENCE_CFG_CHECKS is 0
 * @retval NvSciError_BadParameter              iff reconciledAttrList is no live reconciled list,
 *                                              pairArray is NULL and pairCount is not 0,
 *                                              permissions are none of the three, or one list
 *                                              could not set all the pairs
 * @retval NvSciError_AttrListValidationFailed  iff the list does not satisfy the pairs, or
 *                                              ActualPerm lacks one of the rights
 * @retval NvSciError_InsufficientMemory        iff there are pairs, and fewer than two list slots
 *                                              are free for the comparison
 * @retval NvSciError_InvalidState              iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(pairCount).
 */
NvSciError
NvSciSyncAttrListValidateReconciledAgainstAttrs(NvSciSyncAttrList reconciledAttrList,
                                                const NvSciSyncAttrKeyValuePair *pairArray,
                                                size_t pairCount, NvSciSyncAccessPerm permissions);

/**
 * Waits on the CPU until a fence expires, in a given way.
 *
 * @param[in] syncFence  fence; a cleared one has expired
 * @param[in] context    live context of the same module, which no other wait uses
 * @param[in] timeoutUs  microseconds; 0 looks once, -1 and NvSciSyncFenceMaxTimeout wait for ever
 * @param[in] waitMode   Default as NvSciSyncFenceWait(); BusyWithYield spins, and gives the CPU to
 *                       others in between; BusyNoYield spins
 *
 * @retval NvSciError_Success            the fence has expired
 * @retval NvSciError_NotSupported       iff RINGFENCE_CFG_EXTRAS is 0
 * @retval NvSciError_Timeout            iff it has not when the time ends
 * @retval NvSciError_BadParameter       iff syncFence is NULL, its bytes are not what the library
 *                                       wrote or its object is gone (fault reports), context is no
 *                                       live context or belongs to another module than the object,
 *                                       timeoutUs is less than -1 or greater than
 *                                       NvSciSyncFenceMaxTimeout, waitMode is no mode, or no list
 *                                       of the object asked for CPU access
 * @retval NvSciError_NoSuchProcess      iff the fence has not expired and the process that signals
 *                                       its object ended or gave the object back, and this wait or
 *                                       an earlier look found that; the first time is a fault report
 * @retval NvSciError_AlreadyInUse       iff the fence is not cleared and another wait uses the
 *                                       context
 * @retval NvSciError_ResourceError      iff the system cannot put the caller to sleep
 * @retval NvSciError_UnsupportedConfig  iff waitMode is Blocking
 * @retval NvSciError_InvalidState       iff the current phase does not admit waiting and signalling
 *
 * The busy modes notice the end of the process that signals within RINGFENCE_CFG_LIFE_CHECK_US
 * microseconds, as NvSciSyncFenceWait() says, which also says when it has ended.
 *
 * Phases INIT RUNTIME. Any thread. The busy modes make no system call but for giving the CPU to
 * others, reading the clock, and looking for the end of the process that signals.
 */
NvSciError NvSciSyncFenceWaitWithMode(const NvSciSyncFence *syncFence,
                                      NvSciSyncCpuWaitContext context, int64_t timeoutUs,
                                      NvSciSyncWaitMode waitMode);

/**
 * Writes unreconciled lists as bytes for the peer of a channel. The peer reads one list, with a
 * slot for each slot of them.
 *
 * The channel need not be connected. The application sends the bytes.
 *
 * @param[in]  unreconciledAttrListArray  live unreconciled lists of one module, each once
 * @param[in]  unreconciledAttrListCount  their number
 * @param[in]  ipcEndpoint                open endpoint over which the bytes will be sent
 * @param[out] descBuf                    bytes of the library, until NvSciSyncAttrListFreeDesc();
 *                                        unchanged on error
 * @param[out] descLen                    number of bytes, at most RINGFENCE_CFG_DESCRIPTOR_BYTES;
 *                                        unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff the array is NULL or empty, one of its lists is no
 * live unreconciled list, belongs to another module or is there twice, ipcEndpoint is no open
 * endpoint, or descBuf or descLen is NULL
 * @retval NvSciError_InsufficientMemory  iff RINGFENCE_CFG_DESCRIPTORS are not freed yet, or the
 *                                        lists need more than RINGFENCE_CFG_DESCRIPTOR_BYTES, a
 *                                        fault report
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of the lists + RINGFENCE_CFG_DESCRIPTOR_BYTES).
 */
NvSciError NvSciSyncAttrListIpcExportUnreconciled(
    const NvSciSyncAttrList unreconciledAttrListArray[], size_t unreconciledAttrListCount,
    NvSciIpcEndpoint ipcEndpoint, void **descBuf, size_t *descLen);

/**
 * Writes a reconciled list as bytes for the peer of a channel: ActualPerm and NeedCpuAccess are
 * what that peer asked for, and those whose lists came through it.
 *
 * The channel need not be connected. The application sends the bytes.
 *
 * NvSciBuf has other errors for some of these cases, as the interface names them; docs/sharing.md
 * has both.
 *
 * @param[in]  reconciledAttrList  live reconciled list
 * @param[in]  ipcEndpoint         open endpoint over which the bytes will be sent; an input of the
 *                                 reconciliation came over it
 * @param[out] descBuf             bytes of the library, until NvSciSyncAttrListFreeDesc();
 * unchanged on error
 * @param[out] descLen             number of bytes, at most RINGFENCE_CFG_DESCRIPTOR_BYTES;
 * unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff reconciledAttrList is no live reconciled list,
 *                                        ipcEndpoint is no open endpoint, nobody who is reached
 *                                        over it signals or waits, or descBuf or descLen is NULL
 * @retval NvSciError_InsufficientMemory  iff RINGFENCE_CFG_DESCRIPTORS are not freed yet, or the
 * list needs more than RINGFENCE_CFG_DESCRIPTOR_BYTES, a fault report
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(RINGFENCE_CFG_DESCRIPTOR_BYTES).
 */
NvSciError NvSciSyncAttrListIpcExportReconciled(const NvSciSyncAttrList reconciledAttrList,
                                                NvSciIpcEndpoint ipcEndpoint, void **descBuf,
                                                size_t *descLen);

/**
 * Makes an unreconciled list of the bytes that a peer exported. No key of it can be set, its slots
 * are those of the lists that were exported, and it remembers the channel over which it came.
 *
 * The bytes are copied first, and checked as if an application set each key.
 *
 * @param[in]  module                        live module of the new list
 * @param[in]  ipcEndpoint                   open endpoint over which the bytes came
 * @param[in]  descBuf                       the bytes
 * @param[in]  descLen                       their number; more than were exported do not matter
 * @param[out] importedUnreconciledAttrList  new list, to be freed by the caller; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff module is no live module, ipcEndpoint is no open
 *                                        endpoint, descBuf or importedUnreconciledAttrList is NULL,
 *                                        descLen is 0, or the bytes are no unreconciled list, were
 *                                        damaged, or hold what an application cannot set (the last
 *                                        three are fault reports)
 * @retval NvSciError_NotSupported        iff the bytes are of another version of the library, or a
 *                                        key is twice in a slot; a fault report
 * @retval NvSciError_Overflow            iff a slot has come through RINGFENCE_CFG_HOPS channels
 *                                        already; a fault report
 * @retval NvSciError_InsufficientMemory  iff fewer list slots are free than the list has, or the
 *                                        endpoint would hold more than RINGFENCE_CFG_PEER_LISTS of
 *                                        them, a fault report
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(descLen + list slots).
 */
NvSciError NvSciSyncAttrListIpcImportUnreconciled(NvSciSyncModule module,
                                                  NvSciIpcEndpoint ipcEndpoint, const void *descBuf,
                                                  size_t descLen,
                                                  NvSciSyncAttrList *importedUnreconciledAttrList);

/**
 * Makes a reconciled list of the bytes that a peer exported, and checks that it gives the
 * caller's own lists what they ask for, as NvSciSyncAttrListValidateReconciled() does.
 *
 * The bytes are copied first. A list that no reconciliation can have made is refused: it has all
 * keys of one, a primitive that the library supports with its greatest value, and slots in their
 * bounds.
 *
 * NvSciBuf has other errors for some of these cases, as the interface names them; docs/sharing.md
 * has both.
 *
 * @param[in]  module                          live module of the new list
 * @param[in]  ipcEndpoint                     open endpoint over which the bytes came
 * @param[in]  descBuf                         the bytes
 * @param[in]  descLen                         their number; more than were exported do not matter
 * @param[in]  inputUnreconciledAttrListArray  live unreconciled lists of the module, each once;
 *                                             not read if their number is 0
 * @param[in]  inputUnreconciledAttrListCount  their number
 * @param[out] importedReconciledAttrList      new list, to be freed by the caller; unchanged on
 *                                             error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter              iff module is no live module, ipcEndpoint is no open
 *                                              endpoint, descBuf or importedReconciledAttrList is
 *                                              NULL, descLen is 0, the array is NULL and its number
 *                                              is not 0, one of its lists is no live unreconciled
 *                                              list, belongs to another module or is there twice,
 *                                              or the bytes are no reconciled list, were damaged,
 * or no reconciliation can have made them (the last three are fault reports)
 * @retval NvSciError_NotSupported              iff the bytes are of another version of the library,
 *                                              or a key is there twice; a fault report
 * @retval NvSciError_AttrListValidationFailed  iff the list does not satisfy the caller's lists, or
 *                                              they contradict each other
 * @retval NvSciError_InsufficientMemory        iff fewer than one (two with lists to check) list
 * slots are free, or the endpoint would hold more than RINGFENCE_CFG_PEER_LISTS, a fault report
 * @retval NvSciError_InvalidState              iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(descLen + slots of the lists).
 */
NvSciError NvSciSyncAttrListIpcImportReconciled(
    NvSciSyncModule module, NvSciIpcEndpoint ipcEndpoint, const void *descBuf, size_t descLen,
    const NvSciSyncAttrList inputUnreconciledAttrListArray[], size_t inputUnreconciledAttrListCount,
    NvSciSyncAttrList *importedReconciledAttrList);

/**
 * Frees the bytes of an exported list. NULL is a no-op.
 *
 * @param[in] descBuf  bytes that one of the two export functions of lists gave; anything else is a
 *                     fault report and stays as it is
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread. O(1).
 */
void NvSciSyncAttrListFreeDesc(void *descBuf);

/**
 * Frees the bytes of an exported list and object. NULL is a no-op.
 *
 * @param[in] attrListAndObjDescBuf  bytes that NvSciSyncIpcExportAttrListAndObj() gave; anything
 * else is a fault report and stays as it is
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread. O(1).
 */
void NvSciSyncAttrListAndObjFreeDesc(void *attrListAndObjDescBuf);

/**
 * Offers an object to the peer of an endpoint. The peer takes it with NvSciSyncObjIpcImport(),
 * once; how the descriptor comes to it is the program's business.
 *
 * The peer must have asked: an unreconciled list of the object came over this endpoint, before the
 * reconciliation or in NvSciSyncObjAttachPeer(). The peer's timeline is this one: it sees each
 * signal, and its waits end with NvSciError_NoSuchProcess if the process that signals is gone.
 *
 * A peer without the right to signal cannot write the timeline. docs/sharing.md has the limit of
 * that. The right to signal is passed on with the object, once; afterwards this process waits for
 * the peer like any other. If the peer never imports the object, it counts as gone when it resets
 * or closes its endpoint.
 *
 * NvSciBuf has other errors for some of these cases, as the interface names them; docs/sharing.md
 * has both.
 *
 * @param[in]  syncObj      live handle
 * @param[in]  permissions  WaitOnly, SignalOnly, WaitSignal, or Auto: what all that are reached
 * over the endpoint asked for
 * @param[in]  ipcEndpoint  open endpoint with a connection
 * @param[out] desc         descriptor; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter          iff syncObj is no live handle of an object, ipcEndpoint
 *                                          is no open endpoint or nobody behind it asked for the
 *                                          object, permissions are another value, less than the
 *                                          peer itself asked for, more than all behind the endpoint
 *                                          asked for or more than this process has, the right to
 *                                          signal was passed on before, or desc is NULL
 * @retval NvSciError_NotSupported          iff the endpoint is one of an INTER_CHIP line, whose
 *                                          peer shares no memory; a fault report,
 *                                          RINGFENCE_FAULT_MEMORY_BOUNDARY
 * @retval NvSciError_ConnectionReset       iff the endpoint has no connection
 * @retval NvSciError_InsufficientResource  iff the peer has RINGFENCE_CFG_PARCELS objects to take
 *                                          already, or did not read what was sent before
 * @retval NvSciError_InsufficientMemory    iff the system has no memory
 * @retval NvSciError_ResourceError         iff the system refuses for another reason
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(RINGFENCE_CFG_ROUTES), and some system calls.
 */
NvSciError NvSciSyncObjIpcExport(NvSciSyncObj syncObj, NvSciSyncAccessPerm permissions,
                                 NvSciIpcEndpoint ipcEndpoint,
                                 NvSciSyncObjIpcExportDescriptor *desc);

/**
 * Takes an object that the peer of an endpoint offers.
 *
 * The object has a list of its own: a copy of inputAttrList, with the rights that are taken up as
 * ActualPerm. One that may not be signalled has no writable mapping of the timeline. The timeline
 * of one that may be signalled goes on where it is. Who declines the right to signal leaves the
 * object without anybody to signal it.
 *
 * All that the bytes say is checked before the object is claimed; a call that fails then changes
 * nothing. From there on the descriptor is spent, also if the call fails: because what came is no
 * memory that fits the list, or because memory or another resource of the system is short.
 *
 * NvSciBuf has other errors for some of these cases, as the interface names them; docs/sharing.md
 * has both.
 *
 * @param[in]  ipcEndpoint    open endpoint over which the object was exported
 * @param[in]  desc           descriptor; copied before it is looked at
 * @param[in]  inputAttrList  reconciled list of the object; it stays the caller's
 * @param[in]  permissions    WaitOnly, SignalOnly, WaitSignal, or Auto: what was passed on
 * @param[in]  timeoutUs      not used
 * @param[out] syncObj        handle, owned by the caller until NvSciSyncObjFree(); unchanged on
 *                            error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff ipcEndpoint is no open endpoint, inputAttrList is no
 *                                        live reconciled list or not the object's, permissions are
 *                                        another value or more than was passed on, or are Auto and
 *                                        ActualPerm of the list is more, desc or syncObj is NULL,
 *                                        desc is no descriptor of an object, damaged or of another
 *                                        version of the library, or the object did not come over
 *                                        this endpoint and its connection, was imported before, or
 *                                        does not fit the list; the last five are fault reports
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_SYNC_OBJECTS or all
 *                                        RINGFENCE_CFG_SYNC_HANDLES are taken, or the system has no
 *                                        memory
 * @retval NvSciError_ResourceError       iff another resource of the system is short
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), and two mappings.
 */
NvSciError NvSciSyncObjIpcImport(NvSciIpcEndpoint ipcEndpoint,
                                 const NvSciSyncObjIpcExportDescriptor *desc,
                                 NvSciSyncAttrList inputAttrList, NvSciSyncAccessPerm permissions,
                                 int64_t timeoutUs, NvSciSyncObj *syncObj);

/**
 * Offers an object and its list together to a peer that waits: NvSciSyncObjIpcExport(), and the
 * list as NvSciSyncAttrListIpcExportReconciled() gives it to this peer.
 *
 * NvSciBuf has other errors for some of these cases, as the interface names them; docs/sharing.md
 * has both.
 *
 * @param[in]  syncObj                 live handle
 * @param[in]  permissions             WaitOnly, or Auto
 * @param[in]  ipcEndpoint             open endpoint with a connection
 * @param[out] attrListAndObjDesc      descriptor, owned by the caller until
 *                                     NvSciSyncAttrListAndObjFreeDesc(); unchanged on error
 * @param[out] attrListAndObjDescSize  bytes of the descriptor; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter          iff permissions are neither of the two, or are Auto and
 *                                          somebody behind the endpoint signals, one of the
 * pointers is NULL, or NvSciSyncObjIpcExport() would return it
 * @retval NvSciError_NotSupported          as NvSciSyncObjIpcExport()
 * @retval NvSciError_ConnectionReset       as NvSciSyncObjIpcExport()
 * @retval NvSciError_InsufficientResource  as NvSciSyncObjIpcExport()
 * @retval NvSciError_InsufficientMemory    iff all RINGFENCE_CFG_DESCRIPTORS are taken, the
 *                                          descriptor is longer than
 * RINGFENCE_CFG_DESCRIPTOR_BYTES, or the system has no memory
 * @retval NvSciError_ResourceError         iff the system refuses for another reason
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(keys + RINGFENCE_CFG_ROUTES), and some system calls.
 */
NvSciError NvSciSyncIpcExportAttrListAndObj(NvSciSyncObj syncObj, NvSciSyncAccessPerm permissions,
                                            NvSciIpcEndpoint ipcEndpoint, void **attrListAndObjDesc,
                                            size_t *attrListAndObjDescSize);

/**
 * Takes an object and its list. The list is the object's own: NvSciSyncObjGetAttrList() gives it.
 *
 * The list is checked as NvSciSyncAttrListIpcImportReconciled() does, the object as
 * NvSciSyncObjIpcImport() does; when the descriptor is spent is said there.
 *
 * NvSciBuf has other errors for some of these cases, as the interface names them; docs/sharing.md
 * has both.
 *
 * @param[in]  module                  live module that the object belongs to
 * @param[in]  ipcEndpoint             open endpoint over which the object was exported
 * @param[in]  attrListAndObjDesc      descriptor; copied before it is looked at
 * @param[in]  attrListAndObjDescSize  bytes of the descriptor; more than were exported do not
 * matter
 * @param[in]  attrList                live unreconciled lists of the module that the list must
 *                                     satisfy, each once; not read if their number is 0
 * @param[in]  attrListCount           their number
 * @param[in]  minPermissions          WaitOnly, or Auto: what was passed on
 * @param[in]  timeoutUs               not used
 * @param[out] syncObj                 handle, owned by the caller until NvSciSyncObjFree();
 *                                     unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff module is no live module, attrList is NULL and its
 *                                        number not 0, one of its lists is no live unreconciled
 *                                        list, belongs to another module or is there twice, the
 * list does not satisfy them or is none that a reconciliation can have made, minPermissions are
 * neither of the two, attrListAndObjDesc is NULL, or NvSciSyncObjIpcImport() would return it
 * @retval NvSciError_InsufficientMemory  iff no list slot is free to read in, or none to compare
 *                                        with, or NvSciSyncObjIpcImport() would return it
 * @retval NvSciError_ResourceError       as NvSciSyncObjIpcImport()
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(attrListAndObjDescSize + slots of the lists), and two mappings.
 */
NvSciError NvSciSyncIpcImportAttrListAndObj(
    NvSciSyncModule module, NvSciIpcEndpoint ipcEndpoint, const void *attrListAndObjDesc,
    size_t attrListAndObjDescSize, NvSciSyncAttrList const attrList[], size_t attrListCount,
    NvSciSyncAccessPerm minPermissions, int64_t timeoutUs, NvSciSyncObj *syncObj);

/**
 * Lets late peers have an object: it is checked against their lists as
 * NvSciSyncAttrListValidateReconciled() does, then it can be exported over the endpoints that the
 * lists came from. All lists count, or none.
 *
 * @param[in] syncObj     live handle
 * @param[in] inputArray  live unreconciled lists of the object's module, each once; they stay the
 *                        caller's
 * @param[in] inputCount  their number
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotSupported          iff RINGFENCE_CFG_SHARING is 0
 * @retval NvSciError_BadParameter          iff syncObj is no live handle of an object, the array is
 *                                          NULL or empty, one of its lists is no live unreconciled
 *                                          list, belongs to another module, is there twice or asks
 *                                          to signal, the object does not satisfy them, they alone
 *                                          come from more than RINGFENCE_CFG_ROUTES peers, or one
 *                                          came from a peer and the object is left to the driver of
 *                                          an engine (RingfenceSyncAttrListIsLocal())
 * @retval NvSciError_InsufficientResource  iff with them more than RINGFENCE_CFG_ROUTES peers of
 *                                          the object would be known
 * @retval NvSciError_InsufficientMemory    iff no list slot is free to compute in
 * @retval NvSciError_InvalidState          iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(slots of the lists).
 */
NvSciError NvSciSyncObjAttachPeer(NvSciSyncObj syncObj, const NvSciSyncAttrList inputArray[],
                                  size_t inputCount);

/**
 * Describes a fence for the peer of an endpoint, which must have the fence's object. The bytes are
 * good where the object goes, or came, over that channel. If the object's list has
 * NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports, they are good in every process that has
 * the object, whatever way they take.
 *
 * @param[in]  syncFence    fence; a cleared one gives the descriptor of a cleared fence
 * @param[in]  ipcEndpoint  open endpoint
 * @param[out] desc         descriptor; unchanged on error. It holds no reference
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff syncFence is NULL, its bytes are not what the library wrote
 *                                  or its object is gone (fault reports), ipcEndpoint is no open
 *                                  endpoint, or desc is NULL
 * @retval NvSciError_InvalidState  iff the current phase does not admit waiting and signalling
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call unless another thread uses the endpoint at
 * the same time; in INIT an end of a line with one name that has no connection is connected first.
 */
NvSciError NvSciSyncIpcExportFence(const NvSciSyncFence *syncFence, NvSciIpcEndpoint ipcEndpoint,
                                   NvSciSyncFenceIpcExportDescriptor *desc);

/**
 * Makes the fence that a descriptor describes. What the fence held is released.
 *
 * @param[in]  syncObj    live handle of the object that the exported fence was bound to
 * @param[in]  desc       descriptor; copied before it is looked at. That of a cleared fence is good
 *                        for any object
 * @param[out] syncFence  fence to overwrite, which must have been zeroed once; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff syncObj is no live handle of an object, desc or syncFence is
 *                                  NULL, the bytes of syncFence are not what the library wrote, or
 *                                  desc is no descriptor of a fence, damaged, of another version of
 *                                  the library, of another object, exported for another channel
 * than one over which the object came or went, unless its list has
 *                                  NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports, or of a
 *                                  point or slot that the object does not have; the last seven are
 *                                  fault reports
 * @retval NvSciError_InvalidState  iff the current phase does not admit waiting and signalling, or
 *                                  2^31 - 1 fences need the object already, or 2^19 - 1 if
 *                                  RINGFENCE_CFG_ATOMICS is not 0
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciSyncIpcImportFence(NvSciSyncObj syncObj,
                                   const NvSciSyncFenceIpcExportDescriptor *desc,
                                   NvSciSyncFence *syncFence);

#ifdef __cplusplus
}
#endif

#endif /* NVSCISYNC_H */
