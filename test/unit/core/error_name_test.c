/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdint.h>

#include "leftovers.h"
#include "ringfence.h"

#define UNKNOWN "NvSciError_(unknown)"

/** Every code of the API, in rising order. */
static const struct {
    uint32_t code;
    const char *name;
} g_codes[] = {
    {0x00000000U, "NvSciError_Success"},
    {0x00000001U, "NvSciError_Unknown"},
    {0x00000010U, "NvSciError_NotImplemented"},
    {0x00000011U, "NvSciError_NotSupported"},
    {0x00000020U, "NvSciError_AccessDenied"},
    {0x00000021U, "NvSciError_NotPermitted"},
    {0x00000022U, "NvSciError_InvalidState"},
    {0x00000023U, "NvSciError_InvalidOperation"},
    {0x00000024U, "NvSciError_NotInitialized"},
    {0x00000025U, "NvSciError_AlreadyInUse"},
    {0x00000026U, "NvSciError_AlreadyDone"},
    {0x00000027U, "NvSciError_NotYetAvailable"},
    {0x00000028U, "NvSciError_NoLongerAvailable"},
    {0x00000030U, "NvSciError_InsufficientMemory"},
    {0x00000031U, "NvSciError_InsufficientResource"},
    {0x00000032U, "NvSciError_ResourceError"},
    {0x00000100U, "NvSciError_BadParameter"},
    {0x00000101U, "NvSciError_BadAddress"},
    {0x00000102U, "NvSciError_TooBig"},
    {0x00000103U, "NvSciError_Overflow"},
    {0x00000104U, "NvSciError_InconsistentData"},
    {0x00000105U, "NvSciError_InsufficientData"},
    {0x00000106U, "NvSciError_IndexOutOfRange"},
    {0x00000107U, "NvSciError_ValueOutOfRange"},
    {0x00000108U, "NvSciError_Revalidation_Success"},
    {0x00000200U, "NvSciError_Timeout"},
    {0x00000201U, "NvSciError_TryItAgain"},
    {0x00000202U, "NvSciError_Busy"},
    {0x00000203U, "NvSciError_InterruptedCall"},
    {0x00001000U, "NvSciError_NoSuchDevice"},
    {0x00001001U, "NvSciError_NoSpace"},
    {0x00001002U, "NvSciError_NoSuchDevAddr"},
    {0x00001003U, "NvSciError_IO"},
    {0x00001004U, "NvSciError_InvalidIoctlNum"},
    {0x00001100U, "NvSciError_NoSuchEntry"},
    {0x00001101U, "NvSciError_BadFileDesc"},
    {0x00001102U, "NvSciError_CorruptedFileSys"},
    {0x00001103U, "NvSciError_FileExists"},
    {0x00001104U, "NvSciError_IsDirectory"},
    {0x00001105U, "NvSciError_ReadOnlyFileSys"},
    {0x00001106U, "NvSciError_TextFileBusy"},
    {0x00001107U, "NvSciError_FileNameTooLong"},
    {0x00001108U, "NvSciError_FileTooBig"},
    {0x00001109U, "NvSciError_TooManySymbolLinks"},
    {0x0000110AU, "NvSciError_TooManyOpenFiles"},
    {0x0000110BU, "NvSciError_FileTableOverflow"},
    {0x0000110CU, "NvSciError_EndOfFile"},
    {0x00001200U, "NvSciError_ConnectionReset"},
    {0x00001201U, "NvSciError_AlreadyInProgress"},
    {0x00001202U, "NvSciError_NoData"},
    {0x00001203U, "NvSciError_NoDesiredMessage"},
    {0x00001204U, "NvSciError_MessageSize"},
    {0x00001205U, "NvSciError_NoRemote"},
    {0x00002000U, "NvSciError_NoSuchProcess"},
    {0x00002100U, "NvSciError_MutexNotRecoverable"},
    {0x00002101U, "NvSciError_LockOwnerDead"},
    {0x00002102U, "NvSciError_ResourceDeadlock"},
    {0x00010100U, "NvSciError_ReconciliationFailed"},
    {0x00010101U, "NvSciError_AttrListValidationFailed"},
    {0x00010102U, "NvSciError_ObjValidationFailed"},
    {0x00FFFFFFU, "NvSciError_CommonEnd"},
    {0x01000000U, "NvSciError_NvSciBufUnknown"},
    {0x01FFFFFFU, "NvSciError_NvSciBufEnd"},
    {0x02000000U, "NvSciError_NvSciSyncUnknown"},
    {0x02000001U, "NvSciError_UnsupportedConfig"},
    {0x02000002U, "NvSciError_ClearedFence"},
    {0x02FFFFFFU, "NvSciError_NvSciSyncEnd"},
    {0x03000000U, "NvSciError_NvSciStreamUnknown"},
    {0x03000001U, "NvSciError_StreamInternalError"},
    {0x03000100U, "NvSciError_StreamBadBlock"},
    {0x03000101U, "NvSciError_StreamBadPacket"},
    {0x03000102U, "NvSciError_StreamBadCookie"},
    {0x03000200U, "NvSciError_StreamNotConnected"},
    {0x03000201U, "NvSciError_StreamNotSetupPhase"},
    {0x03000202U, "NvSciError_StreamNotSafetyPhase"},
    {0x03001000U, "NvSciError_NoStreamPacket"},
    {0x03001001U, "NvSciError_StreamPacketInaccessible"},
    {0x03001002U, "NvSciError_StreamPacketDeleted"},
    {0x03003000U, "NvSciError_StreamInfoNotProvided"},
    {0x03400000U, "NvSciError_StreamLockFailed"},
    {0x03800000U, "NvSciError_StreamBadSrcIndex"},
    {0x03800001U, "NvSciError_StreamBadDstIndex"},
    {0x03FFFFFFU, "NvSciError_NvSciStreamEnd"},
    {0x04000000U, "NvSciError_NvSciIpcUnknown"},
    {0x04000001U, "NvSciError_PcieUncorrectableFatal"},
    {0x04000002U, "NvSciError_PcieUncorrectableNonFatal"},
    {0x04000003U, "NvSciError_PcieEdmaTransferErr"},
    {0x04000004U, "NvSciError_PcieValidationError"},
    {0x04FFFFFFU, "NvSciError_NvSciIpcEnd"},
    {0x05000000U, "NvSciError_NvSciEventUnknown"},
    {0x05FFFFFFU, "NvSciError_NvSciEventEnd"},
};

#define CODES (sizeof(g_codes) / sizeof(g_codes[0]))

/**
 * Every code has its name.
 * @verifies RF-CORE-006
 */
static void every_code_has_its_name(void **state)
{
    (void)state;
    assert_int_equal(CODES, 91);
    for (size_t i = 0U; i < CODES; i++) {
        assert_string_equal(RingfenceErrorName((NvSciError)g_codes[i].code), g_codes[i].name);
    }
}

static bool is_code(uint32_t number)
{
    bool found = false;

    for (size_t i = 0U; i < CODES; i++) {
        found = found || (g_codes[i].code == number);
    }
    return found;
}

/**
 * A number that is no code has a text too: all small numbers, and the neighbours of each code.
 * @verifies RF-CORE-006
 */
static void other_numbers_are_unknown(void **state)
{
    (void)state;
    for (uint32_t number = 0U; number < 0x2200U; number++) {
        if (!is_code(number)) {
            assert_string_equal(RingfenceErrorName((NvSciError)number), UNKNOWN);
        }
    }
    for (size_t i = 0U; i < CODES; i++) {
        const uint32_t neighbours[] = {g_codes[i].code - 1U, g_codes[i].code + 1U,
                                       g_codes[i].code | 0x80000000U};

        for (size_t n = 0U; n < (sizeof(neighbours) / sizeof(neighbours[0])); n++) {
            if (!is_code(neighbours[n])) {
                assert_string_equal(RingfenceErrorName((NvSciError)neighbours[n]), UNKNOWN);
            }
        }
    }
}

/**
 * Each phase has its name, and a number that is none has a text too.
 * @verifies RF-CORE-334
 */
static void every_phase_has_its_name(void **state)
{
    (void)state;
    assert_string_equal(RingfencePhaseName(RINGFENCE_PHASE_INIT), "RINGFENCE_PHASE_INIT");
    assert_string_equal(RingfencePhaseName(RINGFENCE_PHASE_RUNTIME), "RINGFENCE_PHASE_RUNTIME");
    assert_string_equal(RingfencePhaseName(RINGFENCE_PHASE_DEINIT), "RINGFENCE_PHASE_DEINIT");
    for (uint32_t number = 0U; number < 256U; number++) {
        if ((number != 1U) && (number != 2U) && (number != 4U)) {
            assert_string_equal(RingfencePhaseName((RingfencePhase)number),
                                "RINGFENCE_PHASE_(unknown)");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_code_has_its_name, nothing_is_left),
        cmocka_unit_test_teardown(other_numbers_are_unknown, nothing_is_left),
        cmocka_unit_test_teardown(every_phase_has_its_name, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/error_name", tests, NULL, NULL);
}
