/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media_six_test.c
 * Headers of the second generation of NvMedia 2D in a program whose include path has the first one
 * in front.
 */
#define RINGFENCE_NVMEDIA_6

#include <stddef.h>
#include <stdint.h>

#include "nvmedia_common.h"

#include "nvmedia_2d.h"
#include "nvmedia_core.h"

#include "numbers.h"

/**
 * Headers that both generations have are those of the second one where a program asks for it.
 * @verifies RF-MEDIA-906 RF-MEDIA-907
 */
static void headers_of_both_are_those_of_the_second(void **state)
{
    static const Number numbers[] = {
        NUMBER(NVMEDIA_2D_VERSION_MAJOR, 8U), NUMBER(NVMEDIA_2D_FILTER_HIGH, 4U),
        NUMBER(sizeof(NvMediaVersion), 3U),   NUMBER(sizeof(NvMedia2DComposeResult), 8U),
        NUMBER(NVMEDIA_EOFSYNCOBJ, 1U),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(headers_of_both_are_those_of_the_second, nothing_is_left),
    };

    return cmocka_run_group_tests_name("header/media_six", tests, NULL, NULL);
}
