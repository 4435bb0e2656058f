/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media_common_test.c
 * The header of what all of NvMedia has, alone.
 */
#include <stddef.h>
#include <stdint.h>

#include "nvmedia_common.h"

#include "numbers.h"

/**
 * The common header alone has the types of the core and those of surfaces.
 * @verifies RF-MEDIA-906
 */
static void common_header_has_core_and_surfaces(void **state)
{
    static const Number numbers[] = {
        NUMBER(NVMEDIA_STATUS_OK, 0U),
        NUMBER(NVMEDIA_EOFSYNCOBJ, 1U),
        NUMBER(NVMEDIA_SIGNALER_WAITER, 2U),
        NUMBER(NVM_SURF_ATTR_LAYOUT_BL, 1U),
        NUMBER(sizeof(NvMediaVersion), 2U),
        NUMBER(sizeof(NvMediaRect), 8U),
        NUMBER(sizeof(NvMediaTime), sizeof(struct timespec)),
        NUMBER(sizeof(NvMediaSurfaceType), sizeof(unsigned int)),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(common_header_has_core_and_surfaces, nothing_is_left),
    };

    return cmocka_run_group_tests_name("header/media_common", tests, NULL, NULL);
}
