/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>

#include "numbers.h"
#include "nvscierror.h"

/**
 * Every error code has the value that programs were compiled with.
 * @verifies RF-CORE-090
 */
static void codes_have_the_values_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(NvSciError_Success, 0x00000000U),
        NUMBER(NvSciError_Unknown, 0x00000001U),
        NUMBER(NvSciError_NotImplemented, 0x00000010U),
        NUMBER(NvSciError_NotSupported, 0x00000011U),
        NUMBER(NvSciError_AccessDenied, 0x00000020U),
        NUMBER(NvSciError_NotPermitted, 0x00000021U),
        NUMBER(NvSciError_InvalidState, 0x00000022U),
        NUMBER(NvSciError_InvalidOperation, 0x00000023U),
        NUMBER(NvSciError_NotInitialized, 0x00000024U),
        NUMBER(NvSciError_AlreadyInUse, 0x00000025U),
        NUMBER(NvSciError_AlreadyDone, 0x00000026U),
        NUMBER(NvSciError_NotYetAvailable, 0x00000027U),
        NUMBER(NvSciError_NoLongerAvailable, 0x00000028U),
        NUMBER(NvSciError_InsufficientMemory, 0x00000030U),
        NUMBER(NvSciError_InsufficientResource, 0x00000031U),
        NUMBER(NvSciError_ResourceError, 0x00000032U),
        NUMBER(NvSciError_BadParameter, 0x00000100U),
        NUMBER(NvSciError_BadAddress, 0x00000101U),
        NUMBER(NvSciError_TooBig, 0x00000102U),
        NUMBER(NvSciError_Overflow, 0x00000103U),
        NUMBER(NvSciError_InconsistentData, 0x00000104U),
        NUMBER(NvSciError_InsufficientData, 0x00000105U),
        NUMBER(NvSciError_IndexOutOfRange, 0x00000106U),
        NUMBER(NvSciError_ValueOutOfRange, 0x00000107U),
        NUMBER(NvSciError_Revalidation_Success, 0x00000108U),
        NUMBER(NvSciError_Timeout, 0x00000200U),
        NUMBER(NvSciError_TryItAgain, 0x00000201U),
        NUMBER(NvSciError_Busy, 0x00000202U),
        NUMBER(NvSciError_InterruptedCall, 0x00000203U),
        NUMBER(NvSciError_NoSuchDevice, 0x00001000U),
        NUMBER(NvSciError_NoSpace, 0x00001001U),
        NUMBER(NvSciError_NoSuchDevAddr, 0x00001002U),
        NUMBER(NvSciError_IO, 0x00001003U),
        NUMBER(NvSciError_InvalidIoctlNum, 0x00001004U),
        NUMBER(NvSciError_NoSuchEntry, 0x00001100U),
        NUMBER(NvSciError_BadFileDesc, 0x00001101U),
        NUMBER(NvSciError_CorruptedFileSys, 0x00001102U),
        NUMBER(NvSciError_FileExists, 0x00001103U),
        NUMBER(NvSciError_IsDirectory, 0x00001104U),
        NUMBER(NvSciError_ReadOnlyFileSys, 0x00001105U),
        NUMBER(NvSciError_TextFileBusy, 0x00001106U),
        NUMBER(NvSciError_FileNameTooLong, 0x00001107U),
        NUMBER(NvSciError_FileTooBig, 0x00001108U),
        NUMBER(NvSciError_TooManySymbolLinks, 0x00001109U),
        NUMBER(NvSciError_TooManyOpenFiles, 0x0000110AU),
        NUMBER(NvSciError_FileTableOverflow, 0x0000110BU),
        NUMBER(NvSciError_EndOfFile, 0x0000110CU),
        NUMBER(NvSciError_ConnectionReset, 0x00001200U),
        NUMBER(NvSciError_AlreadyInProgress, 0x00001201U),
        NUMBER(NvSciError_NoData, 0x00001202U),
        NUMBER(NvSciError_NoDesiredMessage, 0x00001203U),
        NUMBER(NvSciError_MessageSize, 0x00001204U),
        NUMBER(NvSciError_NoRemote, 0x00001205U),
        NUMBER(NvSciError_NoSuchProcess, 0x00002000U),
        NUMBER(NvSciError_MutexNotRecoverable, 0x00002100U),
        NUMBER(NvSciError_LockOwnerDead, 0x00002101U),
        NUMBER(NvSciError_ResourceDeadlock, 0x00002102U),
        NUMBER(NvSciError_ReconciliationFailed, 0x00010100U),
        NUMBER(NvSciError_AttrListValidationFailed, 0x00010101U),
        NUMBER(NvSciError_ObjValidationFailed, 0x00010102U),
        NUMBER(NvSciError_CommonEnd, 0x00FFFFFFU),
        NUMBER(NvSciError_NvSciBufUnknown, 0x01000000U),
        NUMBER(NvSciError_NvSciBufEnd, 0x01FFFFFFU),
        NUMBER(NvSciError_NvSciSyncUnknown, 0x02000000U),
        NUMBER(NvSciError_UnsupportedConfig, 0x02000001U),
        NUMBER(NvSciError_ClearedFence, 0x02000002U),
        NUMBER(NvSciError_NvSciSyncEnd, 0x02FFFFFFU),
        NUMBER(NvSciError_NvSciStreamUnknown, 0x03000000U),
        NUMBER(NvSciError_StreamInternalError, 0x03000001U),
        NUMBER(NvSciError_StreamBadBlock, 0x03000100U),
        NUMBER(NvSciError_StreamBadPacket, 0x03000101U),
        NUMBER(NvSciError_StreamBadCookie, 0x03000102U),
        NUMBER(NvSciError_StreamNotConnected, 0x03000200U),
        NUMBER(NvSciError_StreamNotSetupPhase, 0x03000201U),
        NUMBER(NvSciError_StreamNotSafetyPhase, 0x03000202U),
        NUMBER(NvSciError_NoStreamPacket, 0x03001000U),
        NUMBER(NvSciError_StreamPacketInaccessible, 0x03001001U),
        NUMBER(NvSciError_StreamPacketDeleted, 0x03001002U),
        NUMBER(NvSciError_StreamInfoNotProvided, 0x03003000U),
        NUMBER(NvSciError_StreamLockFailed, 0x03400000U),
        NUMBER(NvSciError_StreamBadSrcIndex, 0x03800000U),
        NUMBER(NvSciError_StreamBadDstIndex, 0x03800001U),
        NUMBER(NvSciError_NvSciStreamEnd, 0x03FFFFFFU),
        NUMBER(NvSciError_NvSciIpcUnknown, 0x04000000U),
        NUMBER(NvSciError_PcieUncorrectableFatal, 0x04000001U),
        NUMBER(NvSciError_PcieUncorrectableNonFatal, 0x04000002U),
        NUMBER(NvSciError_PcieEdmaTransferErr, 0x04000003U),
        NUMBER(NvSciError_PcieValidationError, 0x04000004U),
        NUMBER(NvSciError_NvSciIpcEnd, 0x04FFFFFFU),
        NUMBER(NvSciError_NvSciEventUnknown, 0x05000000U),
        NUMBER(NvSciError_NvSciEventEnd, 0x05FFFFFFU),
    };

    (void)state;
    assert_int_equal(sizeof(numbers) / sizeof(numbers[0]), 91U);
    assert_int_equal(sizeof(NvSciError), 4U);
    ASSERT_NUMBERS(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(codes_have_the_values_of_the_api, nothing_is_left),
    };

    return cmocka_run_group_tests_name("header/error", tests, NULL, NULL);
}
