/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file phase.c
 * One word for the phase, one table that says which function it admits, one record of refusals and
 * faults.
 */
#include "core/phase.h"

#include <stddef.h>

#include "port/port.h"
#include "ringfence_cfg.h"

#define PHASE_ALL                                                                                  \
    ((uint32_t)RINGFENCE_PHASE_INIT | (uint32_t)RINGFENCE_PHASE_RUNTIME |                          \
     (uint32_t)RINGFENCE_PHASE_DEINIT)

/** Creating, reconciling, allocating. */
#define ADMIT_INIT ((uint32_t)RINGFENCE_PHASE_INIT)
/** Freeing and closing. */
#define ADMIT_FREE ((uint32_t)RINGFENCE_PHASE_INIT | (uint32_t)RINGFENCE_PHASE_DEINIT)
/** Clearing a fence; what only reads the library's own state. */
#define ADMIT_ALWAYS (PHASE_ALL)
/**
 * Waiting and signalling, and what they need.
 * @satisfies RF-CORE-017
 */
#define ADMIT_SIGNAL                                                                               \
    ((uint32_t)RINGFENCE_PHASE_RUNTIME |                                                           \
     ((RINGFENCE_CFG_STRICT_INIT == 1U) ? 0U : (uint32_t)RINGFENCE_PHASE_INIT))
/** Frames and events of a channel: before RUNTIME they carry what is negotiated. */
#define ADMIT_CHANNEL ((uint32_t)RINGFENCE_PHASE_INIT | (uint32_t)RINGFENCE_PHASE_RUNTIME)
/**
 * Queries of lists and objects, pixel copies.
 * @satisfies RF-CORE-018
 */
#define ADMIT_QUERY                                                                                \
    ((uint32_t)RINGFENCE_PHASE_INIT |                                                              \
     ((RINGFENCE_CFG_RUNTIME_QUERIES == 1U) ? (uint32_t)RINGFENCE_PHASE_RUNTIME : 0U))

/** Row of the table of admissions. */
typedef struct {
    const char *function;
    uint32_t phases;
} Admission;

/**
 * The table of admissions, in the order of PhaseOp.
 * @satisfies RF-CORE-012 RF-CORE-013 RF-CORE-014
 */
static const Admission g_admissions[OP_COUNT] = {
    {"NvSciSyncModuleOpen", ADMIT_INIT},
    {"NvSciSyncModuleClose", ADMIT_FREE},
    {"NvSciSyncCpuWaitContextAlloc", ADMIT_INIT},
    {"NvSciSyncCpuWaitContextFree", ADMIT_FREE},
    {"NvSciSyncAttrListCreate", ADMIT_INIT},
    {"NvSciSyncAttrListFree", ADMIT_FREE},
    {"NvSciSyncAttrListIsReconciled", ADMIT_INIT},
    {"NvSciSyncAttrListValidateReconciled", ADMIT_INIT},
    {"NvSciSyncAttrListSetAttrs", ADMIT_INIT},
    {"NvSciSyncAttrListGetAttrs", ADMIT_QUERY},
    {"NvSciSyncAttrListGetSlotCount", ADMIT_QUERY},
    {"NvSciSyncAttrListAppendUnreconciled", ADMIT_INIT},
    {"NvSciSyncAttrListClone", ADMIT_INIT},
    {"NvSciSyncAttrListSlotGetAttrs", ADMIT_QUERY},
    {"NvSciSyncAttrListReconcile", ADMIT_INIT},
    {"NvSciSyncAttrListDebugDump", ADMIT_INIT},
    {"NvSciSyncFenceClear", ADMIT_ALWAYS},
    {"NvSciSyncFenceDup", ADMIT_SIGNAL},
    {"NvSciSyncObjAlloc", ADMIT_INIT},
    {"NvSciSyncObjDup", ADMIT_INIT},
    {"NvSciSyncObjGetAttrList", ADMIT_QUERY},
    {"NvSciSyncObjFree", ADMIT_FREE},
    {"NvSciSyncObjGenerateFence", ADMIT_SIGNAL},
    {"NvSciSyncObjSignal", ADMIT_SIGNAL},
    {"NvSciSyncFenceWait", ADMIT_SIGNAL},
    {"NvSciSyncFenceGetTimestamp", ADMIT_SIGNAL},
    {"NvSciSyncAttrListGetAttr", ADMIT_QUERY},
    {"NvSciSyncAttrListReconcileAndObjAlloc", ADMIT_INIT},
    {"NvSciSyncCheckVersionCompatibility", ADMIT_INIT},
    {"NvSciSyncFenceExtractFence", ADMIT_SIGNAL},
    {"NvSciSyncFenceUpdateFence", ADMIT_SIGNAL},
    {"NvSciSyncFenceAddTimestampSlot", ADMIT_SIGNAL},
    {"NvSciSyncFenceAddTaskStatusSlot", ADMIT_SIGNAL},
    {"NvSciSyncFenceExtractTimestampSlot", ADMIT_SIGNAL},
    {"NvSciSyncFenceGetTaskStatus", ADMIT_SIGNAL},
    {"NvSciSyncFillC2cAttrs", ADMIT_INIT},
    {"NvSciSyncObjValidate", ADMIT_INIT},
    {"NvSciSyncAttrListValidateReconciledAgainstAttrs", ADMIT_INIT},
    {"NvSciSyncFenceWaitWithMode", ADMIT_SIGNAL},
    {"NvSciSyncAttrListIpcExportUnreconciled", ADMIT_INIT},
    {"NvSciSyncAttrListIpcExportReconciled", ADMIT_INIT},
    {"NvSciSyncAttrListIpcImportUnreconciled", ADMIT_INIT},
    {"NvSciSyncAttrListIpcImportReconciled", ADMIT_INIT},
    {"NvSciSyncAttrListFreeDesc", ADMIT_FREE},
    {"NvSciSyncAttrListAndObjFreeDesc", ADMIT_FREE},
    {"NvSciSyncObjIpcExport", ADMIT_INIT},
    {"NvSciSyncObjIpcImport", ADMIT_INIT},
    {"NvSciSyncIpcExportAttrListAndObj", ADMIT_INIT},
    {"NvSciSyncIpcImportAttrListAndObj", ADMIT_INIT},
    {"NvSciSyncObjAttachPeer", ADMIT_INIT},
    {"NvSciSyncIpcExportFence", ADMIT_SIGNAL},
    {"NvSciSyncIpcImportFence", ADMIT_SIGNAL},
    {"NvSciBufAttrListCreate", ADMIT_INIT},
    {"NvSciBufAttrListFree", ADMIT_FREE},
    {"NvSciBufAttrListSetAttrs", ADMIT_INIT},
    {"NvSciBufAttrListGetSlotCount", ADMIT_QUERY},
    {"NvSciBufAttrListGetAttrs", ADMIT_QUERY},
    {"NvSciBufAttrListSlotGetAttrs", ADMIT_QUERY},
    {"NvSciBufAttrListDebugDump", ADMIT_INIT},
    {"NvSciBufAttrListReconcile", ADMIT_INIT},
    {"NvSciBufAttrListClone", ADMIT_INIT},
    {"NvSciBufAttrListAppendUnreconciled", ADMIT_INIT},
    {"NvSciBufAttrListIsReconciled", ADMIT_INIT},
    {"NvSciBufAttrListValidateReconciled", ADMIT_INIT},
    {"NvSciBufObjDup", ADMIT_INIT},
    {"NvSciBufAttrListReconcileAndObjAlloc", ADMIT_INIT},
    {"NvSciBufObjFree", ADMIT_FREE},
    {"NvSciBufObjGetAttrList", ADMIT_QUERY},
    {"NvSciBufObjGetCpuPtr", ADMIT_QUERY},
    {"NvSciBufObjGetConstCpuPtr", ADMIT_QUERY},
    {"NvSciBufObjFlushCpuCacheRange", ADMIT_SIGNAL},
    {"NvSciBufObjAlloc", ADMIT_INIT},
    {"NvSciBufObjDupWithReducePerm", ADMIT_INIT},
    {"NvSciBufModuleOpen", ADMIT_INIT},
    {"NvSciBufModuleClose", ADMIT_FREE},
    {"NvSciBufCheckVersionCompatibility", ADMIT_INIT},
    {"NvSciBufObjGetPixels", ADMIT_QUERY},
    {"NvSciBufObjPutPixels", ADMIT_QUERY},
    {"NvSciBufObjValidate", ADMIT_INIT},
    {"NvSciBufAttrListValidateReconciledAgainstAttrs", ADMIT_INIT},
    {"NvSciBufAttrListIpcExportUnreconciled", ADMIT_INIT},
    {"NvSciBufAttrListIpcExportReconciled", ADMIT_INIT},
    {"NvSciBufAttrListIpcImportUnreconciled", ADMIT_INIT},
    {"NvSciBufAttrListIpcImportReconciled", ADMIT_INIT},
    {"NvSciBufAttrListFreeDesc", ADMIT_FREE},
    {"NvSciBufAttrListAndObjFreeDesc", ADMIT_FREE},
    {"NvSciBufObjIpcExport", ADMIT_INIT},
    {"NvSciBufObjIpcImport", ADMIT_INIT},
    {"NvSciBufIpcExportAttrListAndObj", ADMIT_INIT},
    {"NvSciBufIpcImportAttrListAndObj", ADMIT_INIT},
    {"NvSciBufObjAttachPeer", ADMIT_INIT},
    {"NvSciBufObjGetMaxPerm", ADMIT_QUERY},
    {"NvSciIpcInit", ADMIT_INIT},
    {"NvSciIpcDeinit", ADMIT_FREE},
    {"NvSciIpcOpenEndpoint", ADMIT_INIT},
    {"NvSciIpcCloseEndpoint", ADMIT_FREE},
    {"NvSciIpcResetEndpoint", ADMIT_FREE},
    {"NvSciIpcRead", ADMIT_CHANNEL},
    {"NvSciIpcReadGetNextFrame", ADMIT_CHANNEL},
    {"NvSciIpcReadAdvance", ADMIT_CHANNEL},
    {"NvSciIpcWrite", ADMIT_CHANNEL},
    {"NvSciIpcWriteGetNextFrame", ADMIT_CHANNEL},
    {"NvSciIpcWriteAdvance", ADMIT_CHANNEL},
    {"NvSciIpcGetEndpointInfo", ADMIT_CHANNEL},
    {"NvSciIpcGetLinuxEventFd", ADMIT_INIT},
    {"NvSciIpcGetEvent", ADMIT_CHANNEL},
    {"NvSciIpcCloseEndpointSafe", ADMIT_FREE},
    {"NvSciIpcResetEndpointSafe", ADMIT_FREE},
    {"NvSciIpcReadSafe", ADMIT_CHANNEL},
    {"NvSciIpcWriteSafe", ADMIT_CHANNEL},
    {"NvSciIpcGetEventSafe", ADMIT_CHANNEL},
    {"NvSciIpcCheckVersionCompatibility", ADMIT_ALWAYS},
    {"NvSciIpcOpenEndpointWithEventService", ADMIT_INIT},
    {"NvSciIpcGetEventNotifier", ADMIT_INIT},
    {"NvSciEventLoopServiceCreate", ADMIT_INIT},
    {"NvSciEventLoopServiceCreateSafe", ADMIT_INIT},
    {"NvSciEventLoopServiceCreateSafeX", ADMIT_INIT},
    {"NvSciEventInspect", ADMIT_CHANNEL},
    {"NvSciEventMoveNotifier", ADMIT_INIT},
    {"NvSciEventCheckVersionCompatibility", ADMIT_ALWAYS},
    {"NvSciEventService.CreateNativeEventNotifier", ADMIT_INIT},
    {"NvSciEventService.CreateLocalEvent", ADMIT_INIT},
    {"NvSciEventService.CreateTimerEvent", ADMIT_INIT},
    {"NvSciEventService.Delete", ADMIT_FREE},
    {"NvSciEventNotifier.SetHandler", ADMIT_INIT},
    {"NvSciEventNotifier.Delete", ADMIT_FREE},
    {"NvSciLocalEvent.Signal", ADMIT_CHANNEL},
    {"NvSciLocalEvent.Delete", ADMIT_FREE},
    {"NvSciEventLoopService.CreateEventLoop", ADMIT_INIT},
    {"NvSciEventLoopService.WaitForEvent", ADMIT_CHANNEL},
    {"NvSciEventLoopService.WaitForMultipleEvents", ADMIT_CHANNEL},
    {"NvSciEventLoopService.WaitForMultipleEventsExt", ADMIT_CHANNEL},
    {"RingfenceGetIpcTableError", ADMIT_ALWAYS},
    {"RingfenceAdvancePhase", ADMIT_ALWAYS},
    {"RingfenceCurrentPhase", ADMIT_ALWAYS},
    {"RingfenceGetAdmission", ADMIT_ALWAYS},
    {"RingfenceGetLastRefusal", ADMIT_ALWAYS},
    {"RingfenceGetPoolUsage", ADMIT_ALWAYS},
    {"RingfenceGetLastFault", ADMIT_ALWAYS},
    {"RingfenceExplainConflict", ADMIT_INIT},
    {"RingfenceFormatConflict", ADMIT_ALWAYS},
    {"RingfenceFenceTake", ADMIT_INIT},
    {"RingfenceFenceGive", ADMIT_FREE},
    {"RingfenceFenceDescTake", ADMIT_INIT},
    {"RingfenceFenceDescGive", ADMIT_FREE},
    {"RingfenceSyncObjSetTaskStatus", ADMIT_SIGNAL},
    {"RingfenceErrorName", ADMIT_ALWAYS},
    {"RingfenceDescriptorFree", ADMIT_FREE},
    {"RingfenceSyncAttrListIsLocal", ADMIT_INIT},
    {"RingfenceEngineSyncNeed", ADMIT_INIT},
    {"RingfenceEngineSyncMark", ADMIT_INIT},
    {"RingfenceEngineSyncStamps", ADMIT_INIT},
    {"RingfenceEngineSyncMap", ADMIT_INIT},
    {"RingfenceEngineSyncUnmap", ADMIT_FREE},
    {"RingfenceEngineSyncCheck", ADMIT_ALWAYS},
    {"RingfenceEngineFenceGenerate", ADMIT_SIGNAL},
    {"RingfenceEngineFenceRead", ADMIT_SIGNAL},
    {"RingfenceEngineFenceAbandon", ADMIT_SIGNAL},
    {"RingfenceEngineSyncFail", ADMIT_ALWAYS},
    {"RingfenceEngineSetHealth", ADMIT_INIT},
    {"RingfenceEngineBufMap", ADMIT_INIT},
    {"RingfenceEngineBufUnmap", ADMIT_FREE},
    {"RingfenceEngineSetMemory", ADMIT_INIT},
    {"ringfenceCuDeviceGetNvSciSyncAttributes", ADMIT_INIT},
    {"ringfenceCuImportExternalSemaphore", ADMIT_INIT},
    {"ringfenceCuSignalExternalSemaphoresAsync", ADMIT_SIGNAL},
    {"ringfenceCuWaitExternalSemaphoresAsync", ADMIT_SIGNAL},
    {"ringfenceCuDestroyExternalSemaphore", ADMIT_FREE},
    {"ringfenceCuImportExternalMemory", ADMIT_INIT},
    {"ringfenceCuExternalMemoryGetMappedBuffer", ADMIT_INIT},
    {"ringfenceCuExternalMemoryGetMappedMipmappedArray", ADMIT_INIT},
    {"ringfenceCuDestroyExternalMemory", ADMIT_FREE},
    {"ringfenceCuMemFree", ADMIT_FREE},
    {"ringfenceCuMipmappedArrayDestroy", ADMIT_ALWAYS},
    {"ringfenceCuMipmappedArrayGetLevel", ADMIT_ALWAYS},
    {"ringfenceCudaDeviceGetNvSciSyncAttributes", ADMIT_INIT},
    {"ringfenceCudaImportExternalSemaphore", ADMIT_INIT},
    {"ringfenceCudaSignalExternalSemaphoresAsync", ADMIT_SIGNAL},
    {"ringfenceCudaWaitExternalSemaphoresAsync", ADMIT_SIGNAL},
    {"ringfenceCudaDestroyExternalSemaphore", ADMIT_FREE},
    {"ringfenceCudaImportExternalMemory", ADMIT_INIT},
    {"ringfenceCudaExternalMemoryGetMappedBuffer", ADMIT_INIT},
    {"ringfenceCudaExternalMemoryGetMappedMipmappedArray", ADMIT_INIT},
    {"ringfenceCudaDestroyExternalMemory", ADMIT_FREE},
    {"ringfenceCudaFree", ADMIT_FREE},
    {"ringfenceCudaFreeMipmappedArray", ADMIT_ALWAYS},
    {"ringfenceCudaGetMipmappedArrayLevel", ADMIT_ALWAYS},
    {"ringfenceCudaOwnsHandle", ADMIT_ALWAYS},
    {"ringfenceCudaOwnsPointer", ADMIT_ALWAYS},
    {"ringfenceCuGraphAddExternalSemaphoresSignalNode", ADMIT_INIT},
    {"ringfenceCuGraphAddExternalSemaphoresWaitNode", ADMIT_INIT},
    {"ringfenceCuGraphExternalSemaphoresSignalNodeSetParams", ADMIT_INIT},
    {"ringfenceCuGraphExternalSemaphoresWaitNodeSetParams", ADMIT_INIT},
    {"ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams", ADMIT_SIGNAL},
    {"ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams", ADMIT_SIGNAL},
    {"ringfenceCudaGraphAddExternalSemaphoresSignalNode", ADMIT_INIT},
    {"ringfenceCudaGraphAddExternalSemaphoresWaitNode", ADMIT_INIT},
    {"ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams", ADMIT_INIT},
    {"ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams", ADMIT_INIT},
    {"ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams", ADMIT_SIGNAL},
    {"ringfenceCudaGraphExecExternalSemaphoresWaitNodeSetParams", ADMIT_SIGNAL}};

/** Number of phases. The phase word is an index; zero stands for INIT, so that it needs no
 * initialisation. */
#define PHASE_WORDS 3U

/** Records hold an operation's index plus one, so that zero means none. */
static PortAtomic32 g_phase_word;
static PortAtomic32 g_refused[OP_COUNT];
static PortAtomic32 g_refused_total;
static PortAtomic32 g_refused_op;
static PortAtomic32 g_refused_word;
static PortAtomic32 g_fault_total;
static PortAtomic32 g_fault_op;
static PortAtomic32 g_fault_kind;
static PortAtomic32 g_fault_missing;
/** Function that holds the lock. Under the lock. */
static uint32_t g_entered_op;

static const RingfencePhase g_phase_of_word[PHASE_WORDS] = {
    RINGFENCE_PHASE_INIT, RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT};

static const char *const g_fault_texts[] = {
    "no fault",
    "handle is stale, freed, of another kind, or no handle",
    "fence bytes are not what the library wrote",
    "object of the fence is gone",
    "fence was cleared more often than it was made",
    "storage given back was not taken",
    "an assertion of the library does not hold",
    "a wait context was freed during its wait",
    "endpoint table has a broken line or cannot be read",
    "peer of a channel is not who or what it must be",
    "endpoints are still open",
    "bytes to import are no descriptor of this kind, or damaged",
    "bytes to import are of another version",
    "object was not offered over this channel, or was imported before",
    "process that signals the object is gone",
    "name is not in the endpoint table",
    "endpoint is open already",
    "message has no byte, or more than a frame",
    "an event object was deleted or closed while others use it",
    "list of the object does not name this GPU",
    "size or range is not in the buffer",
    "no right to signal or to wait for the object",
    "engine failed before it reached points",
    "memory for buffers is smaller than the configuration says"};

/** Records that a function was refused in the phase that the word stands for. */
static void record_refusal(PhaseOp op, uint32_t word)
{
    (void)port_add32_relaxed(&g_refused[op], 1U);
    (void)port_add32_relaxed(&g_refused_total, 1U);
    port_store32_relaxed(&g_refused_word, word);
    port_store32_release(&g_refused_op, (uint32_t)op + 1U);
}

/** @satisfies RF-CORE-015 */
PORT_HOT NvSciError phase_admit(PhaseOp op)
{
    NvSciError status = NvSciError_Success;
    const uint32_t word = port_load32_acquire(&g_phase_word);

    if ((g_admissions[op].phases & (uint32_t)g_phase_of_word[word]) == 0U) {
        record_refusal(op, word);
        status = NvSciError_InvalidState;
    }
    return status;
}

/** @satisfies RF-CORE-015 RF-CORE-016 RF-CORE-084 RF-CORE-105 */
NvSciError core_enter(PhaseOp op)
{
    NvSciError status = NvSciError_InvalidState;

    if (port_may_block()) {
        port_lock();
        status = phase_admit(op);
        if (status == NvSciError_Success) {
            g_entered_op = (uint32_t)op + 1U;
        } else {
            port_unlock();
        }
    } else {
        record_refusal(op, port_load32_acquire(&g_phase_word));
    }
    return status;
}

void core_leave(void)
{
    g_entered_op = 0U;
    port_unlock();
}

/** Records a fault of a function; 0: of none. */
static void record_fault(uint32_t op_record, RingfenceFaultKind kind, uint32_t missing)
{
    (void)port_add32_relaxed(&g_fault_total, 1U);
    port_store32_relaxed(&g_fault_missing, missing);
    port_store32_relaxed(&g_fault_kind, (uint32_t)kind);
    port_store32_release(&g_fault_op, op_record);
}

void fault_report(PhaseOp op, RingfenceFaultKind kind)
{
    record_fault((uint32_t)op + 1U, kind, 0U);
}

/** @satisfies RF-CORE-106 */
void fault_report_missing(PhaseOp op, RingfenceFaultKind kind, uint64_t bytes)
{
    const uint64_t told = (bytes > (uint64_t)UINT32_MAX) ? (uint64_t)UINT32_MAX : bytes;

    record_fault((uint32_t)op + 1U, kind, (uint32_t)told);
}

/** @satisfies RF-CORE-029 */
bool fault_check(bool holds)
{
    if (!holds) {
        record_fault(g_entered_op, RINGFENCE_FAULT_INTERNAL, 0U);
    }
    return holds;
}

/** @satisfies RF-CORE-001 RF-CORE-010 RF-CORE-011 RF-CORE-016 */
NvSciError RingfenceAdvancePhase(RingfencePhase next)
{
    NvSciError status = NvSciError_BadParameter;
    uint32_t next_word = 0U;

    for (uint32_t word = 0U; word < PHASE_WORDS; word++) {
        if (g_phase_of_word[word] == next) {
            next_word = word;
            status = NvSciError_Success;
        }
    }
    if ((status == NvSciError_Success) && (!port_may_block())) {
        status = NvSciError_InvalidState;
    }
    if (status == NvSciError_Success) {
        port_lock();
        if (next_word == ((port_load32_relaxed(&g_phase_word) + 1U) % PHASE_WORDS)) {
            port_store32_release(&g_phase_word, next_word);
        } else {
            status = NvSciError_InvalidState;
        }
        port_unlock();
    }
    return status;
}

/** @satisfies RF-CORE-002 */
RingfencePhase RingfenceCurrentPhase(void)
{
    return g_phase_of_word[port_load32_acquire(&g_phase_word)];
}

/** @satisfies RF-CORE-003 */
NvSciError RingfenceGetAdmission(size_t index, RingfenceAdmission *admission)
{
    NvSciError status = NvSciError_Success;

    if (admission == NULL) {
        status = NvSciError_BadParameter;
    } else if (index >= (size_t)OP_COUNT) {
        status = NvSciError_IndexOutOfRange;
    } else {
        admission->function = g_admissions[index].function;
        admission->phases = g_admissions[index].phases;
        admission->refused = port_load32_relaxed(&g_refused[index]);
    }
    return status;
}

/** @satisfies RF-CORE-004 */
NvSciError RingfenceGetLastRefusal(RingfenceRefusal *refusal)
{
    NvSciError status = NvSciError_Success;

    if (refusal == NULL) {
        status = NvSciError_BadParameter;
    } else {
        const uint32_t op = port_load32_acquire(&g_refused_op);

        refusal->function = NULL;
        refusal->phase = g_phase_of_word[port_load32_relaxed(&g_refused_word)];
        refusal->count = 0U;
        refusal->total = port_load32_relaxed(&g_refused_total);
        if (op != 0U) {
            refusal->function = g_admissions[op - 1U].function;
            refusal->count = port_load32_relaxed(&g_refused[op - 1U]);
        }
    }
    return status;
}

/** @satisfies RF-CORE-005 */
NvSciError RingfenceGetLastFault(RingfenceFault *fault)
{
    NvSciError status = NvSciError_Success;

    if (fault == NULL) {
        status = NvSciError_BadParameter;
    } else {
        const uint32_t op = port_load32_acquire(&g_fault_op);
        const uint32_t kind = port_load32_relaxed(&g_fault_kind);

        fault->kind = (RingfenceFaultKind)kind;
        fault->text = g_fault_texts[kind];
        fault->function = (op == 0U) ? NULL : g_admissions[op - 1U].function;
        fault->total = port_load32_relaxed(&g_fault_total);
        fault->missing = port_load32_relaxed(&g_fault_missing);
    }
    return status;
}
