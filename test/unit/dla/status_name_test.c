/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file status_name_test.c
 * Names of results.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cudla.h"

/**
 * Each result has its name, and a number that is none has a text too.
 * @verifies RF-DLA-394
 */
static void every_result_has_its_name(void **state)
{
    static const struct {
        cudlaStatus status;
        const char *name;
    } rows[] = {
        {cudlaSuccess, "cudlaSuccess"},
        {cudlaErrorInvalidParam, "cudlaErrorInvalidParam"},
        {cudlaErrorOutOfResources, "cudlaErrorOutOfResources"},
        {cudlaErrorCreationFailed, "cudlaErrorCreationFailed"},
        {cudlaErrorInvalidAddress, "cudlaErrorInvalidAddress"},
        {cudlaErrorOs, "cudlaErrorOs"},
        {cudlaErrorCuda, "cudlaErrorCuda"},
        {cudlaErrorUmd, "cudlaErrorUmd"},
        {cudlaErrorInvalidDevice, "cudlaErrorInvalidDevice"},
        {cudlaErrorInvalidAttribute, "cudlaErrorInvalidAttribute"},
        {cudlaErrorIncompatibleDlaSWVersion, "cudlaErrorIncompatibleDlaSWVersion"},
        {cudlaErrorMemoryRegistered, "cudlaErrorMemoryRegistered"},
        {cudlaErrorInvalidModule, "cudlaErrorInvalidModule"},
        {cudlaErrorUnsupportedOperation, "cudlaErrorUnsupportedOperation"},
        {cudlaErrorNvSci, "cudlaErrorNvSci"},
        {cudlaErrorDlaErrInvalidInput, "cudlaErrorDlaErrInvalidInput"},
        {cudlaErrorDlaErrInvalidPreAction, "cudlaErrorDlaErrInvalidPreAction"},
        {cudlaErrorDlaErrNoMem, "cudlaErrorDlaErrNoMem"},
        {cudlaErrorDlaErrProcessorBusy, "cudlaErrorDlaErrProcessorBusy"},
        {cudlaErrorDlaErrTaskStatusMismatch, "cudlaErrorDlaErrTaskStatusMismatch"},
        {cudlaErrorDlaErrEngineTimeout, "cudlaErrorDlaErrEngineTimeout"},
        {cudlaErrorDlaErrDataMismatch, "cudlaErrorDlaErrDataMismatch"},
        {cudlaErrorUnknown, "cudlaErrorUnknown"},
    };
    const size_t count = sizeof(rows) / sizeof(rows[0]);

    (void)state;
    for (size_t i = 0U; i < count; i++) {
        assert_string_equal(ringfenceDlaStatusName(rows[i].status), rows[i].name);
    }
    for (uint32_t number = 0U; number < 64U; number++) {
        uint32_t is_result = 0U;

        for (size_t i = 0U; i < count; i++) {
            is_result |= ((uint32_t)rows[i].status == number) ? 1U : 0U;
        }
        if (is_result == 0U) {
            assert_string_equal(ringfenceDlaStatusName((cudlaStatus)number),
                                "cudlaStatus_(unknown)");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_result_has_its_name)};

    return cmocka_run_group_tests_name("dla/status_name", tests, NULL, NULL);
}
