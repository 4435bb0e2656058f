/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file error_name.c
 * Names of the error codes.
 */
#include <stddef.h>

#include "ringfence.h"

/** A code and its name. */
typedef struct {
    NvSciError error;
    const char *name;
} ErrorName;

static const ErrorName g_error_names[] = {
    {NvSciError_Success, "NvSciError_Success"},
    {NvSciError_Unknown, "NvSciError_Unknown"},
    {NvSciError_NotImplemented, "NvSciError_NotImplemented"},
    {NvSciError_NotSupported, "NvSciError_NotSupported"},
    {NvSciError_AccessDenied, "NvSciError_AccessDenied"},
    {NvSciError_NotPermitted, "NvSciError_NotPermitted"},
    {NvSciError_InvalidState, "NvSciError_InvalidState"},
    {NvSciError_InvalidOperation, "NvSciError_InvalidOperation"},
    {NvSciError_NotInitialized, "NvSciError_NotInitialized"},
    {NvSciError_AlreadyInUse, "NvSciError_AlreadyInUse"},
    {NvSciError_AlreadyDone, "NvSciError_AlreadyDone"},
    {NvSciError_NotYetAvailable, "NvSciError_NotYetAvailable"},
    {NvSciError_NoLongerAvailable, "NvSciError_NoLongerAvailable"},
    {NvSciError_InsufficientMemory, "NvSciError_InsufficientMemory"},
    {NvSciError_InsufficientResource, "NvSciError_InsufficientResource"},
    {NvSciError_ResourceError, "NvSciError_ResourceError"},
    {NvSciError_BadParameter, "NvSciError_BadParameter"},
    {NvSciError_BadAddress, "NvSciError_BadAddress"},
    {NvSciError_TooBig, "NvSciError_TooBig"},
    {NvSciError_Overflow, "NvSciError_Overflow"},
    {NvSciError_InconsistentData, "NvSciError_InconsistentData"},
    {NvSciError_InsufficientData, "NvSciError_InsufficientData"},
    {NvSciError_IndexOutOfRange, "NvSciError_IndexOutOfRange"},
    {NvSciError_ValueOutOfRange, "NvSciError_ValueOutOfRange"},
    {NvSciError_Revalidation_Success, "NvSciError_Revalidation_Success"},
    {NvSciError_Timeout, "NvSciError_Timeout"},
    {NvSciError_TryItAgain, "NvSciError_TryItAgain"},
    {NvSciError_Busy, "NvSciError_Busy"},
    {NvSciError_InterruptedCall, "NvSciError_InterruptedCall"},
    {NvSciError_NoSuchDevice, "NvSciError_NoSuchDevice"},
    {NvSciError_NoSpace, "NvSciError_NoSpace"},
    {NvSciError_NoSuchDevAddr, "NvSciError_NoSuchDevAddr"},
    {NvSciError_IO, "NvSciError_IO"},
    {NvSciError_InvalidIoctlNum, "NvSciError_InvalidIoctlNum"},
    {NvSciError_NoSuchEntry, "NvSciError_NoSuchEntry"},
    {NvSciError_BadFileDesc, "NvSciError_BadFileDesc"},
    {NvSciError_CorruptedFileSys, "NvSciError_CorruptedFileSys"},
    {NvSciError_FileExists, "NvSciError_FileExists"},
    {NvSciError_IsDirectory, "NvSciError_IsDirectory"},
    {NvSciError_ReadOnlyFileSys, "NvSciError_ReadOnlyFileSys"},
    {NvSciError_TextFileBusy, "NvSciError_TextFileBusy"},
    {NvSciError_FileNameTooLong, "NvSciError_FileNameTooLong"},
    {NvSciError_FileTooBig, "NvSciError_FileTooBig"},
    {NvSciError_TooManySymbolLinks, "NvSciError_TooManySymbolLinks"},
    {NvSciError_TooManyOpenFiles, "NvSciError_TooManyOpenFiles"},
    {NvSciError_FileTableOverflow, "NvSciError_FileTableOverflow"},
    {NvSciError_EndOfFile, "NvSciError_EndOfFile"},
    {NvSciError_ConnectionReset, "NvSciError_ConnectionReset"},
    {NvSciError_AlreadyInProgress, "NvSciError_AlreadyInProgress"},
    {NvSciError_NoData, "NvSciError_NoData"},
    {NvSciError_NoDesiredMessage, "NvSciError_NoDesiredMessage"},
    {NvSciError_MessageSize, "NvSciError_MessageSize"},
    {NvSciError_NoRemote, "NvSciError_NoRemote"},
    {NvSciError_NoSuchProcess, "NvSciError_NoSuchProcess"},
    {NvSciError_MutexNotRecoverable, "NvSciError_MutexNotRecoverable"},
    {NvSciError_LockOwnerDead, "NvSciError_LockOwnerDead"},
    {NvSciError_ResourceDeadlock, "NvSciError_ResourceDeadlock"},
    {NvSciError_ReconciliationFailed, "NvSciError_ReconciliationFailed"},
    {NvSciError_AttrListValidationFailed, "NvSciError_AttrListValidationFailed"},
    {NvSciError_ObjValidationFailed, "NvSciError_ObjValidationFailed"},
    {NvSciError_CommonEnd, "NvSciError_CommonEnd"},
    {NvSciError_NvSciBufUnknown, "NvSciError_NvSciBufUnknown"},
    {NvSciError_NvSciBufEnd, "NvSciError_NvSciBufEnd"},
    {NvSciError_NvSciSyncUnknown, "NvSciError_NvSciSyncUnknown"},
    {NvSciError_UnsupportedConfig, "NvSciError_UnsupportedConfig"},
    {NvSciError_ClearedFence, "NvSciError_ClearedFence"},
    {NvSciError_NvSciSyncEnd, "NvSciError_NvSciSyncEnd"},
    {NvSciError_NvSciStreamUnknown, "NvSciError_NvSciStreamUnknown"},
    {NvSciError_StreamInternalError, "NvSciError_StreamInternalError"},
    {NvSciError_StreamBadBlock, "NvSciError_StreamBadBlock"},
    {NvSciError_StreamBadPacket, "NvSciError_StreamBadPacket"},
    {NvSciError_StreamBadCookie, "NvSciError_StreamBadCookie"},
    {NvSciError_StreamNotConnected, "NvSciError_StreamNotConnected"},
    {NvSciError_StreamNotSetupPhase, "NvSciError_StreamNotSetupPhase"},
    {NvSciError_StreamNotSafetyPhase, "NvSciError_StreamNotSafetyPhase"},
    {NvSciError_NoStreamPacket, "NvSciError_NoStreamPacket"},
    {NvSciError_StreamPacketInaccessible, "NvSciError_StreamPacketInaccessible"},
    {NvSciError_StreamPacketDeleted, "NvSciError_StreamPacketDeleted"},
    {NvSciError_StreamInfoNotProvided, "NvSciError_StreamInfoNotProvided"},
    {NvSciError_StreamLockFailed, "NvSciError_StreamLockFailed"},
    {NvSciError_StreamBadSrcIndex, "NvSciError_StreamBadSrcIndex"},
    {NvSciError_StreamBadDstIndex, "NvSciError_StreamBadDstIndex"},
    {NvSciError_NvSciStreamEnd, "NvSciError_NvSciStreamEnd"},
    {NvSciError_NvSciIpcUnknown, "NvSciError_NvSciIpcUnknown"},
    {NvSciError_PcieUncorrectableFatal, "NvSciError_PcieUncorrectableFatal"},
    {NvSciError_PcieUncorrectableNonFatal, "NvSciError_PcieUncorrectableNonFatal"},
    {NvSciError_PcieEdmaTransferErr, "NvSciError_PcieEdmaTransferErr"},
    {NvSciError_PcieValidationError, "NvSciError_PcieValidationError"},
    {NvSciError_NvSciIpcEnd, "NvSciError_NvSciIpcEnd"},
    {NvSciError_NvSciEventUnknown, "NvSciError_NvSciEventUnknown"},
    {NvSciError_NvSciEventEnd, "NvSciError_NvSciEventEnd"}};

/** @satisfies RF-CORE-006 */
const char *RingfenceErrorName(NvSciError error)
{
    const size_t count = sizeof(g_error_names) / sizeof(g_error_names[0]);
    const char *name = "NvSciError_(unknown)";

    for (size_t i = 0U; i < count; i++) {
        if (g_error_names[i].error == error) {
            name = g_error_names[i].name;
        }
    }
    return name;
}
