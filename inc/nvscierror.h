/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvscierror.h
 * Error codes that every NvSci function returns.
 *
 * A code says what went wrong; each function's own description says when it returns which code.
 * RingfenceErrorName() (ringfence.h) gives a code's name as text.
 *
 * Ranges: 0x00 common, 0x01 buffers, 0x02 sync objects, 0x03 streams, 0x04 channels, 0x05 events.
 */
/* @satisfies RF-CORE-090 */
#ifndef NVSCIERROR_H
#define NVSCIERROR_H

#ifdef __cplusplus
extern "C" {
#endif

/** Result of a call; 0 is success. 32 bits. */
typedef enum {
    /** No error (EOK) */
    NvSciError_Success = 0x00000000,
    /** Unspecified */
    NvSciError_Unknown = 0x00000001,
    /** ENOSYS */
    NvSciError_NotImplemented = 0x00000010,
    /** ENOTSUP */
    NvSciError_NotSupported = 0x00000011,
    /** EACCES */
    NvSciError_AccessDenied = 0x00000020,
    /** EPERM */
    NvSciError_NotPermitted = 0x00000021,
    /** Resource in wrong state */
    NvSciError_InvalidState = 0x00000022,
    /** Operation not legal */
    NvSciError_InvalidOperation = 0x00000023,
    /** Required resource not initialised */
    NvSciError_NotInitialized = 0x00000024,
    /** Resource already used */
    NvSciError_AlreadyInUse = 0x00000025,
    /** Operation was done before */
    NvSciError_AlreadyDone = 0x00000026,
    /** Not available yet */
    NvSciError_NotYetAvailable = 0x00000027,
    /** Not available any more */
    NvSciError_NoLongerAvailable = 0x00000028,
    /** ENOMEM */
    NvSciError_InsufficientMemory = 0x00000030,
    /** Non-memory resource short */
    NvSciError_InsufficientResource = 0x00000031,
    /** A resource failed */
    NvSciError_ResourceError = 0x00000032,
    /** EINVAL */
    NvSciError_BadParameter = 0x00000100,
    /** EFAULT */
    NvSciError_BadAddress = 0x00000101,
    /** E2BIG */
    NvSciError_TooBig = 0x00000102,
    /** EOVERFLOW */
    NvSciError_Overflow = 0x00000103,
    /** Parameters inconsistent with each other/earlier settings */
    NvSciError_InconsistentData = 0x00000104,
    /** Not enough settings given */
    NvSciError_InsufficientData = 0x00000105,
    /** Index range */
    NvSciError_IndexOutOfRange = 0x00000106,
    /** Value range */
    NvSciError_ValueOutOfRange = 0x00000107,
    /** Object validated again successfully */
    NvSciError_Revalidation_Success = 0x00000108,
    /** ETIMEDOUT */
    NvSciError_Timeout = 0x00000200,
    /** EAGAIN */
    NvSciError_TryItAgain = 0x00000201,
    /** EBUSY */
    NvSciError_Busy = 0x00000202,
    /** EINTR */
    NvSciError_InterruptedCall = 0x00000203,
    /** ENODEV */
    NvSciError_NoSuchDevice = 0x00001000,
    /** ENOSPC */
    NvSciError_NoSpace = 0x00001001,
    /** ENXIO */
    NvSciError_NoSuchDevAddr = 0x00001002,
    /** EIO */
    NvSciError_IO = 0x00001003,
    /** ENOTTY */
    NvSciError_InvalidIoctlNum = 0x00001004,
    /** ENOENT */
    NvSciError_NoSuchEntry = 0x00001100,
    /** EBADF */
    NvSciError_BadFileDesc = 0x00001101,
    /** EBADFSYS */
    NvSciError_CorruptedFileSys = 0x00001102,
    /** EEXIST */
    NvSciError_FileExists = 0x00001103,
    /** EISDIR */
    NvSciError_IsDirectory = 0x00001104,
    /** EROFS */
    NvSciError_ReadOnlyFileSys = 0x00001105,
    /** ETXTBSY */
    NvSciError_TextFileBusy = 0x00001106,
    /** ENAMETOOLONG */
    NvSciError_FileNameTooLong = 0x00001107,
    /** EFBIG */
    NvSciError_FileTooBig = 0x00001108,
    /** ELOOP */
    NvSciError_TooManySymbolLinks = 0x00001109,
    /** EMFILE */
    NvSciError_TooManyOpenFiles = 0x0000110A,
    /** ENFILE */
    NvSciError_FileTableOverflow = 0x0000110B,
    /** End of file */
    NvSciError_EndOfFile = 0x0000110C,
    /** ECONNRESET */
    NvSciError_ConnectionReset = 0x00001200,
    /** EALREADY */
    NvSciError_AlreadyInProgress = 0x00001201,
    /** ENODATA */
    NvSciError_NoData = 0x00001202,
    /** ENOMSG */
    NvSciError_NoDesiredMessage = 0x00001203,
    /** EMSGSIZE */
    NvSciError_MessageSize = 0x00001204,
    /** ENOREMOTE */
    NvSciError_NoRemote = 0x00001205,
    /** ESRCH */
    NvSciError_NoSuchProcess = 0x00002000,
    /** ENOTRECOVERABLE */
    NvSciError_MutexNotRecoverable = 0x00002100,
    /** EOWNERDEAD */
    NvSciError_LockOwnerDead = 0x00002101,
    /** EDEADLK */
    NvSciError_ResourceDeadlock = 0x00002102,
    /** Attributes cannot be reconciled */
    NvSciError_ReconciliationFailed = 0x00010100,
    /** Attributes do not validate */
    NvSciError_AttrListValidationFailed = 0x00010101,
    /** Object does not validate */
    NvSciError_ObjValidationFailed = 0x00010102,
    /** End of common range */
    NvSciError_CommonEnd = 0x00FFFFFF,
    /** Lower bound of its range */
    NvSciError_NvSciBufUnknown = 0x01000000,
    /** Upper bound of its range */
    NvSciError_NvSciBufEnd = 0x01FFFFFF,
    /** Lower bound of its range */
    NvSciError_NvSciSyncUnknown = 0x02000000,
    /** Sync: unsupported configuration */
    NvSciError_UnsupportedConfig = 0x02000001,
    /** Sync: fence is cleared */
    NvSciError_ClearedFence = 0x02000002,
    /** Upper bound of its range */
    NvSciError_NvSciSyncEnd = 0x02FFFFFF,
    /** Lower bound of its range */
    NvSciError_NvSciStreamUnknown = 0x03000000,
    /** Internal stream failure */
    NvSciError_StreamInternalError = 0x03000001,
    /** Unknown block handle */
    NvSciError_StreamBadBlock = 0x03000100,
    /** Unknown packet handle */
    NvSciError_StreamBadPacket = 0x03000101,
    /** Invalid cookie */
    NvSciError_StreamBadCookie = 0x03000102,
    /** Stream not fully connected */
    NvSciError_StreamNotConnected = 0x03000200,
    /** Only legal in setup phase */
    NvSciError_StreamNotSetupPhase = 0x03000201,
    /** Only legal in safety phase */
    NvSciError_StreamNotSafetyPhase = 0x03000202,
    /** No packet available */
    NvSciError_NoStreamPacket = 0x03001000,
    /** Packet is not where the operation needs it */
    NvSciError_StreamPacketInaccessible = 0x03001001,
    /** Packet deleted */
    NvSciError_StreamPacketDeleted = 0x03001002,
    /** Queried user info absent */
    NvSciError_StreamInfoNotProvided = 0x03003000,
    /** Lower level: mutex lock failed */
    NvSciError_StreamLockFailed = 0x03400000,
    /** Internal test only */
    NvSciError_StreamBadSrcIndex = 0x03800000,
    /** Internal test only */
    NvSciError_StreamBadDstIndex = 0x03800001,
    /** Upper bound of its range */
    NvSciError_NvSciStreamEnd = 0x03FFFFFF,
    /** Lower bound of its range */
    NvSciError_NvSciIpcUnknown = 0x04000000,
    /** C2C PCIe */
    NvSciError_PcieUncorrectableFatal = 0x04000001,
    /** C2C PCIe */
    NvSciError_PcieUncorrectableNonFatal = 0x04000002,
    /** C2C eDMA */
    NvSciError_PcieEdmaTransferErr = 0x04000003,
    /** C2C */
    NvSciError_PcieValidationError = 0x04000004,
    /** Upper bound of its range */
    NvSciError_NvSciIpcEnd = 0x04FFFFFF,
    /** Lower bound of its range */
    NvSciError_NvSciEventUnknown = 0x05000000,
    /** Upper bound of its range */
    NvSciError_NvSciEventEnd = 0x05FFFFFF
} NvSciError;

#ifdef __cplusplus
}
#endif

#endif /* NVSCIERROR_H */
