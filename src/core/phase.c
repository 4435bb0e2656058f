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
     ((uint32_t)RINGFENCE_PHASE_INIT * (1U - RINGFENCE_CFG_STRICT_INIT)))
/** Frames and events of a channel: before RUNTIME they carry what is negotiated. */
#define ADMIT_CHANNEL ((uint32_t)RINGFENCE_PHASE_INIT | (uint32_t)RINGFENCE_PHASE_RUNTIME)
/**
 * Queries of lists and objects, pixel copies.
 * @satisfies RF-CORE-018
 */
#define ADMIT_QUERY                                                                                \
    ((uint32_t)RINGFENCE_PHASE_INIT |                                                              \
     ((uint32_t)RINGFENCE_PHASE_RUNTIME * RINGFENCE_CFG_RUNTIME_QUERIES))

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
    {RINGFENCE_TEXT("NvSciSyncModuleOpen"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncModuleClose"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciSyncCpuWaitContextAlloc"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncCpuWaitContextFree"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciSyncAttrListCreate"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncAttrListFree"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciSyncAttrListIsReconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncAttrListValidateReconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncAttrListSetAttrs"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncAttrListGetAttrs"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciSyncAttrListGetSlotCount"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciSyncAttrListAppendUnreconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncAttrListClone"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncAttrListSlotGetAttrs"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciSyncAttrListReconcile"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncAttrListDebugDump"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncFenceClear"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("NvSciSyncFenceDup"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncObjAlloc"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncObjDup"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncObjGetAttrList"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciSyncObjFree"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciSyncObjGenerateFence"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncObjSignal"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncFenceWait"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncFenceGetTimestamp"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncAttrListGetAttr"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciSyncAttrListReconcileAndObjAlloc"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncCheckVersionCompatibility"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncFenceExtractFence"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncFenceUpdateFence"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncFenceAddTimestampSlot"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncFenceAddTaskStatusSlot"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncFenceExtractTimestampSlot"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncFenceGetTaskStatus"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncFillC2cAttrs"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncObjValidate"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncAttrListValidateReconciledAgainstAttrs"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncFenceWaitWithMode"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncAttrListIpcExportUnreconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncAttrListIpcExportReconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncAttrListIpcImportUnreconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncAttrListIpcImportReconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncAttrListFreeDesc"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciSyncAttrListAndObjFreeDesc"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciSyncObjIpcExport"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncObjIpcImport"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncIpcExportAttrListAndObj"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncIpcImportAttrListAndObj"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncObjAttachPeer"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciSyncIpcExportFence"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciSyncIpcImportFence"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciBufAttrListCreate"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListFree"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciBufAttrListSetAttrs"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListGetSlotCount"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciBufAttrListGetAttrs"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciBufAttrListSlotGetAttrs"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciBufAttrListDebugDump"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListReconcile"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListClone"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListAppendUnreconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListIsReconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListValidateReconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufObjDup"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListReconcileAndObjAlloc"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufObjFree"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciBufObjGetAttrList"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciBufObjGetCpuPtr"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciBufObjGetConstCpuPtr"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciBufObjFlushCpuCacheRange"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("NvSciBufObjAlloc"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufObjDupWithReducePerm"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufModuleOpen"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufModuleClose"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciBufCheckVersionCompatibility"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufObjGetPixels"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciBufObjPutPixels"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciBufObjValidate"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListValidateReconciledAgainstAttrs"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListIpcExportUnreconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListIpcExportReconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListIpcImportUnreconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListIpcImportReconciled"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufAttrListFreeDesc"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciBufAttrListAndObjFreeDesc"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciBufObjIpcExport"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufObjIpcImport"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufIpcExportAttrListAndObj"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufIpcImportAttrListAndObj"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufObjAttachPeer"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciBufObjGetMaxPerm"), ADMIT_QUERY},
    {RINGFENCE_TEXT("NvSciIpcInit"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciIpcDeinit"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciIpcOpenEndpoint"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciIpcCloseEndpoint"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciIpcResetEndpoint"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciIpcRead"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciIpcReadGetNextFrame"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciIpcReadAdvance"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciIpcWrite"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciIpcWriteGetNextFrame"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciIpcWriteAdvance"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciIpcGetEndpointInfo"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciIpcGetLinuxEventFd"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciIpcGetEvent"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciIpcCloseEndpointSafe"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciIpcResetEndpointSafe"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciIpcReadSafe"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciIpcWriteSafe"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciIpcGetEventSafe"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciIpcCheckVersionCompatibility"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("NvSciIpcOpenEndpointWithEventService"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciIpcGetEventNotifier"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciIpcEnableNotification"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciIpcGetAsyncErrors"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("NvSciIpcSetQnxPulseParam"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciIpcSetQnxPulseParamSafe"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciIpcWaitEventQnx"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciIpcInspectEventQnx"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciEventLoopServiceCreate"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciEventLoopServiceCreateSafe"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciEventLoopServiceCreateSafeX"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciEventInspect"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciEventMoveNotifier"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciEventCheckVersionCompatibility"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("NvSciEventService.CreateNativeEventNotifier"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciEventService.CreateLocalEvent"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciEventService.CreateTimerEvent"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciEventService.Delete"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciEventNotifier.SetHandler"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciEventNotifier.Delete"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciLocalEvent.Signal"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciLocalEvent.Delete"), ADMIT_FREE},
    {RINGFENCE_TEXT("NvSciEventLoopService.CreateEventLoop"), ADMIT_INIT},
    {RINGFENCE_TEXT("NvSciEventLoopService.WaitForEvent"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciEventLoopService.WaitForMultipleEvents"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("NvSciEventLoopService.WaitForMultipleEventsExt"), ADMIT_CHANNEL},
    {RINGFENCE_TEXT("RingfenceGetIpcTableError"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("RingfenceAdvancePhase"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("RingfenceCurrentPhase"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("RingfenceGetAdmission"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("RingfenceGetLastRefusal"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("RingfenceGetPoolUsage"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("RingfenceGetLastFault"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("RingfenceExplainConflict"), ADMIT_INIT},
    {RINGFENCE_TEXT("RingfenceFormatConflict"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("RingfenceFenceTake"), ADMIT_INIT},
    {RINGFENCE_TEXT("RingfenceFenceGive"), ADMIT_FREE},
    {RINGFENCE_TEXT("RingfenceFenceDescTake"), ADMIT_INIT},
    {RINGFENCE_TEXT("RingfenceFenceDescGive"), ADMIT_FREE},
    {RINGFENCE_TEXT("RingfenceSyncObjSetTaskStatus"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("RingfenceErrorName"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("RingfenceDescriptorFree"), ADMIT_FREE},
    {RINGFENCE_TEXT("RingfenceSyncAttrListIsLocal"), ADMIT_INIT},
    {RINGFENCE_TEXT("RingfenceEngineSyncNeed"), ADMIT_INIT},
    {RINGFENCE_TEXT("RingfenceEngineSyncMark"), ADMIT_INIT},
    {RINGFENCE_TEXT("RingfenceEngineSyncStamps"), ADMIT_INIT},
    {RINGFENCE_TEXT("RingfenceEngineSyncMap"), ADMIT_INIT},
    {RINGFENCE_TEXT("RingfenceEngineSyncUnmap"), ADMIT_FREE},
    {RINGFENCE_TEXT("RingfenceEngineSyncCheck"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("RingfenceEngineFenceGenerate"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("RingfenceEngineFenceRead"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("RingfenceEngineFenceAbandon"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("RingfenceEngineSyncFail"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("RingfenceEngineSetHealth"), ADMIT_INIT},
    {RINGFENCE_TEXT("RingfenceEngineBufMap"), ADMIT_INIT},
    {RINGFENCE_TEXT("RingfenceEngineBufUnmap"), ADMIT_FREE},
    {RINGFENCE_TEXT("RingfenceEngineSetMemory"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCuDeviceGetNvSciSyncAttributes"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCuImportExternalSemaphore"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCuSignalExternalSemaphoresAsync"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("ringfenceCuWaitExternalSemaphoresAsync"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("ringfenceCuDestroyExternalSemaphore"), ADMIT_FREE},
    {RINGFENCE_TEXT("ringfenceCuImportExternalMemory"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCuExternalMemoryGetMappedBuffer"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCuExternalMemoryGetMappedMipmappedArray"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCuDestroyExternalMemory"), ADMIT_FREE},
    {RINGFENCE_TEXT("ringfenceCuMemFree"), ADMIT_FREE},
    {RINGFENCE_TEXT("ringfenceCuMipmappedArrayDestroy"), ADMIT_FREE},
    {RINGFENCE_TEXT("ringfenceCuMipmappedArrayGetLevel"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("ringfenceCudaDeviceGetNvSciSyncAttributes"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCudaImportExternalSemaphore"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCudaSignalExternalSemaphoresAsync"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("ringfenceCudaWaitExternalSemaphoresAsync"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("ringfenceCudaDestroyExternalSemaphore"), ADMIT_FREE},
    {RINGFENCE_TEXT("ringfenceCudaImportExternalMemory"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCudaExternalMemoryGetMappedBuffer"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCudaExternalMemoryGetMappedMipmappedArray"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCudaDestroyExternalMemory"), ADMIT_FREE},
    {RINGFENCE_TEXT("ringfenceCudaFree"), ADMIT_FREE},
    {RINGFENCE_TEXT("ringfenceCudaFreeMipmappedArray"), ADMIT_FREE},
    {RINGFENCE_TEXT("ringfenceCudaGetMipmappedArrayLevel"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("ringfenceCudaOwnsHandle"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("ringfenceCudaOwnsPointer"), ADMIT_ALWAYS},
    {RINGFENCE_TEXT("ringfenceCuGraphAddExternalSemaphoresSignalNode"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCuGraphAddExternalSemaphoresWaitNode"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCuGraphExternalSemaphoresSignalNodeSetParams"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCuGraphExternalSemaphoresWaitNodeSetParams"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("ringfenceCudaGraphAddExternalSemaphoresSignalNode"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCudaGraphAddExternalSemaphoresWaitNode"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams"), ADMIT_INIT},
    {RINGFENCE_TEXT("ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams"), ADMIT_SIGNAL},
    {RINGFENCE_TEXT("ringfenceCudaGraphExecExternalSemaphoresWaitNodeSetParams"), ADMIT_SIGNAL}};

/** Number of phases. The phase word is an index; zero stands for INIT, so that it needs no
 * initialisation. */
#define PHASE_WORDS 3U

/** Records hold an operation's index plus one, so that zero means none. */
typedef struct {
    PortAtomic32 phase_word;
    PortAtomic32 refused_total;
    PortAtomic32 refused_op;
    PortAtomic32 refused_word;
    /** What stays because of it. */
    PortAtomic32 refused_name;
    PortAtomic32 fault_total;
    PortAtomic32 fault_op;
    PortAtomic32 fault_kind;
    PortAtomic32 fault_missing;
    /** What a handle named that was not taken. */
    PortAtomic32 fault_name;
    PortAtomic32 fault_limit;
    PortAtomic64 fault_asked;
    PortAtomic64 fault_allowed;
    /** Function that holds the lock. Under the lock. */
    uint32_t entered_op;
    PortAtomic32 refused[OP_COUNT];
} PhaseState;

static PhaseState g_phase;

static const RingfencePhase g_phase_of_word[PHASE_WORDS] = {
    RINGFENCE_PHASE_INIT, RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT};

static const char *const g_fault_texts[] = {
    RINGFENCE_TEXT("no fault"),
    RINGFENCE_TEXT("handle is stale, freed, of another kind, or no handle"),
    RINGFENCE_TEXT("fence bytes are not what the library wrote"),
    RINGFENCE_TEXT("object of the fence is gone"),
    RINGFENCE_TEXT("fence was cleared more often than it was made"),
    RINGFENCE_TEXT("storage given back was not taken"),
    RINGFENCE_TEXT("an assertion of the library does not hold"),
    RINGFENCE_TEXT("a wait context was freed during its wait"),
    RINGFENCE_TEXT("endpoint table has a broken line or cannot be read"),
    RINGFENCE_TEXT("peer of a channel is not who or what it must be"),
    RINGFENCE_TEXT("endpoints are still open"),
    RINGFENCE_TEXT("bytes to import are no descriptor of this kind, or damaged"),
    RINGFENCE_TEXT("bytes to import are of another version"),
    RINGFENCE_TEXT("object was not offered over this channel, or was imported before"),
    RINGFENCE_TEXT("process that signals the object is gone"),
    RINGFENCE_TEXT("name is not in the endpoint table"),
    RINGFENCE_TEXT("endpoint is open already"),
    RINGFENCE_TEXT("message has no byte, or more than a frame"),
    RINGFENCE_TEXT("an event object was deleted or closed while others use it"),
    RINGFENCE_TEXT("list of the object does not name this GPU"),
    RINGFENCE_TEXT("size or range is not in the buffer"),
    RINGFENCE_TEXT("no right to signal or to wait for the object"),
    RINGFENCE_TEXT("engine failed before it reached points"),
    RINGFENCE_TEXT("memory for buffers is smaller than the configuration says"),
    RINGFENCE_TEXT("fence is another object's"),
    RINGFENCE_TEXT("there is no such device"),
    RINGFENCE_TEXT("a limit was reached")};

/** In the order of FaultLimit. */
static const char *const g_limit_texts[FAULT_LIMIT_COUNT] = {
    "",
    RINGFENCE_TEXT("RINGFENCE_CFG_BUFFER_MIB"),
    RINGFENCE_TEXT("RINGFENCE_CFG_ALL_BUFFERS_MIB"),
    RINGFENCE_TEXT("memory of the system"),
    RINGFENCE_TEXT("RINGFENCE_CFG_PEER_LISTS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_ROUTES"),
    RINGFENCE_TEXT("RINGFENCE_CFG_DESCRIPTOR_BYTES"),
    RINGFENCE_TEXT("RINGFENCE_CFG_IPC_ENDPOINTS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_EVENT_NOTIFIERS")};

/** Records that a function was refused in the phase that the word stands for. */
static void record_refusal(PhaseOp op, uint32_t word)
{
    (void)port_add32(&g_phase.refused[op], 1U);
    (void)port_add32(&g_phase.refused_total, 1U);
    port_store32_relaxed(&g_phase.refused_word, word);
    port_store32_relaxed(&g_phase.refused_name, 0U);
    port_store32_release(&g_phase.refused_op, (uint32_t)op + 1U);
}

/** @satisfies RF-CORE-015 */
PORT_HOT NvSciError phase_admit(PhaseOp op)
{
    NvSciError status = NvSciError_Success;
    const uint32_t word = port_load32_acquire(&g_phase.phase_word);

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
            g_phase.entered_op = (uint32_t)op + 1U;
        } else {
            port_unlock();
        }
    } else {
        record_refusal(op, port_load32_acquire(&g_phase.phase_word));
    }
    return status;
}

void core_leave(void)
{
    g_phase.entered_op = 0U;
    port_unlock();
}

/** Where the lock guards the port's own tables of memory too, it is kept.
 * @satisfies RF-CORE-201 */
int32_t core_memory_begin(void)
{
    int32_t held = 0;

    if (RINGFENCE_CFG_ATOMICS == 0U) {
        g_phase.entered_op = 0U;
        held = port_memory_begin();
    }
    return held;
}

/** @satisfies RF-CORE-201 */
void core_memory_end(PhaseOp op, int32_t held)
{
    if (RINGFENCE_CFG_ATOMICS == 0U) {
        port_memory_end(held);
        g_phase.entered_op = (uint32_t)op + 1U;
    }
}

/** Name of a slot that was kept; 0 where names are left out. */
static uint32_t read_kept_name(const PortAtomic32 *kept)
{
    return (RINGFENCE_CFG_EXTRAS == 1U) ? port_load32_relaxed(kept) : 0U;
}

/** Table of a name. */
static RingfencePool pool_of_name(uint32_t name)
{
    RingfencePool pool = RINGFENCE_POOL_COUNT;

    if (name != 0U) {
        const uint32_t number = (name >> PHASE_NAME_SHIFT) - 1U;

        pool = (RingfencePool)number;
    }
    return pool;
}

/** @satisfies RF-CORE-244 */
void phase_note_name(uint32_t name)
{
    if (RINGFENCE_CFG_EXTRAS == 1U) {
        port_store32_relaxed(&g_phase.refused_name, name);
    }
}

/** Records a fault of a function; 0: of none. */
static void record_fault(uint32_t op_record, RingfenceFaultKind kind, uint32_t missing,
                         uint32_t name)
{
    (void)port_add32(&g_phase.fault_total, 1U);
    if (RINGFENCE_CFG_EXTRAS == 1U) {
        port_store32_relaxed(&g_phase.fault_name, name);
    }
    port_store32_relaxed(&g_phase.fault_missing, missing);
    port_store32_relaxed(&g_phase.fault_kind, (uint32_t)kind);
    port_store32_release(&g_phase.fault_op, op_record);
}

void fault_report(PhaseOp op, RingfenceFaultKind kind)
{
    record_fault((uint32_t)op + 1U, kind, 0U, 0U);
}

/** @satisfies RF-CORE-244 */
void fault_report_name(PhaseOp op, uint32_t name)
{
    record_fault((uint32_t)op + 1U, RINGFENCE_FAULT_BAD_HANDLE, 0U, name);
}

/** @satisfies RF-CORE-106 */
void fault_report_missing(PhaseOp op, RingfenceFaultKind kind, uint64_t bytes)
{
    const uint64_t told = (bytes > (uint64_t)UINT32_MAX) ? (uint64_t)UINT32_MAX : bytes;

    record_fault((uint32_t)op + 1U, kind, (uint32_t)told, 0U);
}

/** @satisfies RF-CORE-200 */
void fault_report_limit(PhaseOp op, FaultLimit limit, uint64_t asked, uint64_t allowed)
{
    port_store64_relaxed(&g_phase.fault_asked, asked);
    port_store64_relaxed(&g_phase.fault_allowed, allowed);
    port_store32_relaxed(&g_phase.fault_limit, (uint32_t)limit);
    record_fault((uint32_t)op + 1U, RINGFENCE_FAULT_LIMIT, 0U, 0U);
}

/** @satisfies RF-CORE-029 */
bool fault_check(bool holds)
{
    if (!holds) {
        record_fault(g_phase.entered_op, RINGFENCE_FAULT_INTERNAL, 0U, 0U);
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
        port_lock_alone();
        if (next_word == ((port_load32_relaxed(&g_phase.phase_word) + 1U) % PHASE_WORDS)) {
            port_store32_release(&g_phase.phase_word, next_word);
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
    return g_phase_of_word[port_load32_acquire(&g_phase.phase_word)];
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
        admission->refused = port_load32_relaxed(&g_phase.refused[index]);
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
        const uint32_t op = port_load32_acquire(&g_phase.refused_op);

        refusal->function = NULL;
        refusal->phase = g_phase_of_word[port_load32_relaxed(&g_phase.refused_word)];
        refusal->count = 0U;
        refusal->total = port_load32_relaxed(&g_phase.refused_total);
        refusal->pool = pool_of_name(read_kept_name(&g_phase.refused_name));
        refusal->slot = read_kept_name(&g_phase.refused_name) & PHASE_NAME_SLOT;
        if (op != 0U) {
            refusal->function = g_admissions[op - 1U].function;
            refusal->count = port_load32_relaxed(&g_phase.refused[op - 1U]);
        }
    }
    return status;
}

/** What a fault of a limit says of it; nothing for all others. The limits are for what other
 * processes ask for. */
static void read_limit(RingfenceFault *fault)
{
    const bool is_limit = (RINGFENCE_CFG_SHARING == 1U) && (fault->kind == RINGFENCE_FAULT_LIMIT);

    fault->limit = is_limit ? g_limit_texts[port_load32_relaxed(&g_phase.fault_limit)] : "";
    fault->asked = is_limit ? port_load64_relaxed(&g_phase.fault_asked) : 0U;
    fault->allowed = is_limit ? port_load64_relaxed(&g_phase.fault_allowed) : 0U;
}

/** @satisfies RF-CORE-005 RF-CORE-200 */
NvSciError RingfenceGetLastFault(RingfenceFault *fault)
{
    NvSciError status = NvSciError_Success;

    if (fault == NULL) {
        status = NvSciError_BadParameter;
    } else {
        const uint32_t op = port_load32_acquire(&g_phase.fault_op);
        const uint32_t kind = port_load32_relaxed(&g_phase.fault_kind);

        fault->kind = (RingfenceFaultKind)kind;
        fault->text = g_fault_texts[kind];
        fault->function = (op == 0U) ? NULL : g_admissions[op - 1U].function;
        fault->total = port_load32_relaxed(&g_phase.fault_total);
        fault->missing = port_load32_relaxed(&g_phase.fault_missing);
        fault->pool = pool_of_name(read_kept_name(&g_phase.fault_name));
        fault->slot = read_kept_name(&g_phase.fault_name) & PHASE_NAME_SLOT;
        read_limit(fault);
    }
    return status;
}
