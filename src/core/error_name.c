/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file error_name.c
 * Names of the error codes and of the phases.
 */
#include <stddef.h>

#include "core/feature.h"
#include "ringfence.h"
#include "ringfence_cfg.h"

/** A code and its name. */
typedef struct {
    NvSciError error;
    const char *name;
} ErrorName;

static const ErrorName g_error_names[] = {
    {NvSciError_Success, RINGFENCE_TEXT("NvSciError_Success")},
    {NvSciError_Unknown, RINGFENCE_TEXT("NvSciError_Unknown")},
    {NvSciError_NotImplemented, RINGFENCE_TEXT("NvSciError_NotImplemented")},
    {NvSciError_NotSupported, RINGFENCE_TEXT("NvSciError_NotSupported")},
    {NvSciError_AccessDenied, RINGFENCE_TEXT("NvSciError_AccessDenied")},
    {NvSciError_NotPermitted, RINGFENCE_TEXT("NvSciError_NotPermitted")},
    {NvSciError_InvalidState, RINGFENCE_TEXT("NvSciError_InvalidState")},
    {NvSciError_InvalidOperation, RINGFENCE_TEXT("NvSciError_InvalidOperation")},
    {NvSciError_NotInitialized, RINGFENCE_TEXT("NvSciError_NotInitialized")},
    {NvSciError_AlreadyInUse, RINGFENCE_TEXT("NvSciError_AlreadyInUse")},
    {NvSciError_AlreadyDone, RINGFENCE_TEXT("NvSciError_AlreadyDone")},
    {NvSciError_NotYetAvailable, RINGFENCE_TEXT("NvSciError_NotYetAvailable")},
    {NvSciError_NoLongerAvailable, RINGFENCE_TEXT("NvSciError_NoLongerAvailable")},
    {NvSciError_InsufficientMemory, RINGFENCE_TEXT("NvSciError_InsufficientMemory")},
    {NvSciError_InsufficientResource, RINGFENCE_TEXT("NvSciError_InsufficientResource")},
    {NvSciError_ResourceError, RINGFENCE_TEXT("NvSciError_ResourceError")},
    {NvSciError_BadParameter, RINGFENCE_TEXT("NvSciError_BadParameter")},
    {NvSciError_BadAddress, RINGFENCE_TEXT("NvSciError_BadAddress")},
    {NvSciError_TooBig, RINGFENCE_TEXT("NvSciError_TooBig")},
    {NvSciError_Overflow, RINGFENCE_TEXT("NvSciError_Overflow")},
    {NvSciError_InconsistentData, RINGFENCE_TEXT("NvSciError_InconsistentData")},
    {NvSciError_InsufficientData, RINGFENCE_TEXT("NvSciError_InsufficientData")},
    {NvSciError_IndexOutOfRange, RINGFENCE_TEXT("NvSciError_IndexOutOfRange")},
    {NvSciError_ValueOutOfRange, RINGFENCE_TEXT("NvSciError_ValueOutOfRange")},
    {NvSciError_Revalidation_Success, RINGFENCE_TEXT("NvSciError_Revalidation_Success")},
    {NvSciError_Timeout, RINGFENCE_TEXT("NvSciError_Timeout")},
    {NvSciError_TryItAgain, RINGFENCE_TEXT("NvSciError_TryItAgain")},
    {NvSciError_Busy, RINGFENCE_TEXT("NvSciError_Busy")},
    {NvSciError_InterruptedCall, RINGFENCE_TEXT("NvSciError_InterruptedCall")},
    {NvSciError_NoSuchDevice, RINGFENCE_TEXT("NvSciError_NoSuchDevice")},
    {NvSciError_NoSpace, RINGFENCE_TEXT("NvSciError_NoSpace")},
    {NvSciError_NoSuchDevAddr, RINGFENCE_TEXT("NvSciError_NoSuchDevAddr")},
    {NvSciError_IO, RINGFENCE_TEXT("NvSciError_IO")},
    {NvSciError_InvalidIoctlNum, RINGFENCE_TEXT("NvSciError_InvalidIoctlNum")},
    {NvSciError_NoSuchEntry, RINGFENCE_TEXT("NvSciError_NoSuchEntry")},
    {NvSciError_BadFileDesc, RINGFENCE_TEXT("NvSciError_BadFileDesc")},
    {NvSciError_CorruptedFileSys, RINGFENCE_TEXT("NvSciError_CorruptedFileSys")},
    {NvSciError_FileExists, RINGFENCE_TEXT("NvSciError_FileExists")},
    {NvSciError_IsDirectory, RINGFENCE_TEXT("NvSciError_IsDirectory")},
    {NvSciError_ReadOnlyFileSys, RINGFENCE_TEXT("NvSciError_ReadOnlyFileSys")},
    {NvSciError_TextFileBusy, RINGFENCE_TEXT("NvSciError_TextFileBusy")},
    {NvSciError_FileNameTooLong, RINGFENCE_TEXT("NvSciError_FileNameTooLong")},
    {NvSciError_FileTooBig, RINGFENCE_TEXT("NvSciError_FileTooBig")},
    {NvSciError_TooManySymbolLinks, RINGFENCE_TEXT("NvSciError_TooManySymbolLinks")},
    {NvSciError_TooManyOpenFiles, RINGFENCE_TEXT("NvSciError_TooManyOpenFiles")},
    {NvSciError_FileTableOverflow, RINGFENCE_TEXT("NvSciError_FileTableOverflow")},
    {NvSciError_EndOfFile, RINGFENCE_TEXT("NvSciError_EndOfFile")},
    {NvSciError_ConnectionReset, RINGFENCE_TEXT("NvSciError_ConnectionReset")},
    {NvSciError_AlreadyInProgress, RINGFENCE_TEXT("NvSciError_AlreadyInProgress")},
    {NvSciError_NoData, RINGFENCE_TEXT("NvSciError_NoData")},
    {NvSciError_NoDesiredMessage, RINGFENCE_TEXT("NvSciError_NoDesiredMessage")},
    {NvSciError_MessageSize, RINGFENCE_TEXT("NvSciError_MessageSize")},
    {NvSciError_NoRemote, RINGFENCE_TEXT("NvSciError_NoRemote")},
    {NvSciError_NoSuchProcess, RINGFENCE_TEXT("NvSciError_NoSuchProcess")},
    {NvSciError_MutexNotRecoverable, RINGFENCE_TEXT("NvSciError_MutexNotRecoverable")},
    {NvSciError_LockOwnerDead, RINGFENCE_TEXT("NvSciError_LockOwnerDead")},
    {NvSciError_ResourceDeadlock, RINGFENCE_TEXT("NvSciError_ResourceDeadlock")},
    {NvSciError_ReconciliationFailed, RINGFENCE_TEXT("NvSciError_ReconciliationFailed")},
    {NvSciError_AttrListValidationFailed, RINGFENCE_TEXT("NvSciError_AttrListValidationFailed")},
    {NvSciError_ObjValidationFailed, RINGFENCE_TEXT("NvSciError_ObjValidationFailed")},
    {NvSciError_CommonEnd, RINGFENCE_TEXT("NvSciError_CommonEnd")},
    {NvSciError_NvSciBufUnknown, RINGFENCE_TEXT("NvSciError_NvSciBufUnknown")},
    {NvSciError_NvSciBufEnd, RINGFENCE_TEXT("NvSciError_NvSciBufEnd")},
    {NvSciError_NvSciSyncUnknown, RINGFENCE_TEXT("NvSciError_NvSciSyncUnknown")},
    {NvSciError_UnsupportedConfig, RINGFENCE_TEXT("NvSciError_UnsupportedConfig")},
    {NvSciError_ClearedFence, RINGFENCE_TEXT("NvSciError_ClearedFence")},
    {NvSciError_NvSciSyncEnd, RINGFENCE_TEXT("NvSciError_NvSciSyncEnd")},
    {NvSciError_NvSciStreamUnknown, RINGFENCE_TEXT("NvSciError_NvSciStreamUnknown")},
    {NvSciError_StreamInternalError, RINGFENCE_TEXT("NvSciError_StreamInternalError")},
    {NvSciError_StreamBadBlock, RINGFENCE_TEXT("NvSciError_StreamBadBlock")},
    {NvSciError_StreamBadPacket, RINGFENCE_TEXT("NvSciError_StreamBadPacket")},
    {NvSciError_StreamBadCookie, RINGFENCE_TEXT("NvSciError_StreamBadCookie")},
    {NvSciError_StreamNotConnected, RINGFENCE_TEXT("NvSciError_StreamNotConnected")},
    {NvSciError_StreamNotSetupPhase, RINGFENCE_TEXT("NvSciError_StreamNotSetupPhase")},
    {NvSciError_StreamNotSafetyPhase, RINGFENCE_TEXT("NvSciError_StreamNotSafetyPhase")},
    {NvSciError_NoStreamPacket, RINGFENCE_TEXT("NvSciError_NoStreamPacket")},
    {NvSciError_StreamPacketInaccessible, RINGFENCE_TEXT("NvSciError_StreamPacketInaccessible")},
    {NvSciError_StreamPacketDeleted, RINGFENCE_TEXT("NvSciError_StreamPacketDeleted")},
    {NvSciError_StreamInfoNotProvided, RINGFENCE_TEXT("NvSciError_StreamInfoNotProvided")},
    {NvSciError_StreamLockFailed, RINGFENCE_TEXT("NvSciError_StreamLockFailed")},
    {NvSciError_StreamBadSrcIndex, RINGFENCE_TEXT("NvSciError_StreamBadSrcIndex")},
    {NvSciError_StreamBadDstIndex, RINGFENCE_TEXT("NvSciError_StreamBadDstIndex")},
    {NvSciError_NvSciStreamEnd, RINGFENCE_TEXT("NvSciError_NvSciStreamEnd")},
    {NvSciError_NvSciIpcUnknown, RINGFENCE_TEXT("NvSciError_NvSciIpcUnknown")},
    {NvSciError_PcieUncorrectableFatal, RINGFENCE_TEXT("NvSciError_PcieUncorrectableFatal")},
    {NvSciError_PcieUncorrectableNonFatal, RINGFENCE_TEXT("NvSciError_PcieUncorrectableNonFatal")},
    {NvSciError_PcieEdmaTransferErr, RINGFENCE_TEXT("NvSciError_PcieEdmaTransferErr")},
    {NvSciError_PcieValidationError, RINGFENCE_TEXT("NvSciError_PcieValidationError")},
    {NvSciError_NvSciIpcEnd, RINGFENCE_TEXT("NvSciError_NvSciIpcEnd")},
    {NvSciError_NvSciEventUnknown, RINGFENCE_TEXT("NvSciError_NvSciEventUnknown")},
    {NvSciError_NvSciEventEnd, RINGFENCE_TEXT("NvSciError_NvSciEventEnd")}};

/** @satisfies RF-CORE-006 */
const char *RingfenceErrorName(NvSciError error)
{
    const size_t count = sizeof(g_error_names) / sizeof(g_error_names[0]);
    const char *name = RINGFENCE_TEXT("NvSciError_(unknown)");

    for (size_t i = 0U; (i < count) && feature_enabled(RINGFENCE_CFG_TEXTS); i++) {
        if (g_error_names[i].error == error) {
            name = g_error_names[i].name;
        }
    }
    return name;
}

/** @satisfies RF-CORE-334 */
const char *RingfencePhaseName(RingfencePhase phase)
{
    const char *name = RINGFENCE_TEXT("RINGFENCE_PHASE_(unknown)");

    if (phase == RINGFENCE_PHASE_INIT) {
        name = RINGFENCE_TEXT("RINGFENCE_PHASE_INIT");
    } else if (phase == RINGFENCE_PHASE_RUNTIME) {
        name = RINGFENCE_TEXT("RINGFENCE_PHASE_RUNTIME");
    } else if (phase == RINGFENCE_PHASE_DEINIT) {
        name = RINGFENCE_TEXT("RINGFENCE_PHASE_DEINIT");
    } else {
        /* It is no phase. */
    }
    return name;
}
