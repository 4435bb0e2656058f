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

#include "nvmedia_core.h"

/**
 * Each result has its name, and a number that is none has a text too.
 * @verifies RF-MEDIA-954
 */
static void every_result_has_its_name(void **state)
{
    static const struct {
        NvMediaStatus status;
        const char *name;
    } rows[] = {
        {NVMEDIA_STATUS_OK, "NVMEDIA_STATUS_OK"},
        {NVMEDIA_STATUS_BAD_PARAMETER, "NVMEDIA_STATUS_BAD_PARAMETER"},
        {NVMEDIA_STATUS_PENDING, "NVMEDIA_STATUS_PENDING"},
        {NVMEDIA_STATUS_TIMED_OUT, "NVMEDIA_STATUS_TIMED_OUT"},
        {NVMEDIA_STATUS_OUT_OF_MEMORY, "NVMEDIA_STATUS_OUT_OF_MEMORY"},
        {NVMEDIA_STATUS_NOT_INITIALIZED, "NVMEDIA_STATUS_NOT_INITIALIZED"},
        {NVMEDIA_STATUS_NOT_SUPPORTED, "NVMEDIA_STATUS_NOT_SUPPORTED"},
        {NVMEDIA_STATUS_ERROR, "NVMEDIA_STATUS_ERROR"},
        {NVMEDIA_STATUS_NONE_PENDING, "NVMEDIA_STATUS_NONE_PENDING"},
        {NVMEDIA_STATUS_INSUFFICIENT_BUFFERING, "NVMEDIA_STATUS_INSUFFICIENT_BUFFERING"},
        {NVMEDIA_STATUS_INVALID_SIZE, "NVMEDIA_STATUS_INVALID_SIZE"},
        {NVMEDIA_STATUS_INCOMPATIBLE_VERSION, "NVMEDIA_STATUS_INCOMPATIBLE_VERSION"},
        {NVMEDIA_STATUS_UNDEFINED_STATE, "NVMEDIA_STATUS_UNDEFINED_STATE"},
        {NVMEDIA_STATUS_PFSD_ERROR, "NVMEDIA_STATUS_PFSD_ERROR"},
        {NVMEDIA_STATUS_INVALID_STATE, "NVMEDIA_STATUS_INVALID_STATE"},
    };
    const size_t count = sizeof(rows) / sizeof(rows[0]);

    (void)state;
    for (size_t i = 0U; i < count; i++) {
        assert_string_equal(ringfenceMediaStatusName(rows[i].status), rows[i].name);
    }
    for (uint32_t number = 0U; number < 64U; number++) {
        uint32_t is_result = 0U;

        for (size_t i = 0U; i < count; i++) {
            is_result |= ((uint32_t)rows[i].status == number) ? 1U : 0U;
        }
        if (is_result == 0U) {
            assert_string_equal(ringfenceMediaStatusName((NvMediaStatus)number),
                                "NVMEDIA_STATUS_(unknown)");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_result_has_its_name)};

    return cmocka_run_group_tests_name("media/status_name", tests, NULL, NULL);
}
