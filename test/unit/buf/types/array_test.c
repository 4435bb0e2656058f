/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file array_test.c
 * How many bytes an array takes.
 */
#include "buf_make.h"

#include "buf/layout.h"

/**
 * Size is capacity times stride, rounded up; what does not fit 64 bits is an error.
 * @verifies RF-BUF-034
 * @verifies RF-BUF-029
 */
static void size_is_capacity_times_stride(void **state)
{
    static const struct {
        uint64_t capacity, stride, align, size;
        BufKey failed;
    } cases[] = {{10U, 4U, 1U, 40U, BUF_KEY_COUNT},
                 {10U, 4U, 4096U, 4096U, BUF_KEY_COUNT},
                 {1024U, 4U, 4096U, 4096U, BUF_KEY_COUNT},
                 {1025U, 4U, 4096U, 8192U, BUF_KEY_COUNT},
                 {UINT64_MAX, 1U, 1U, UINT64_MAX, BUF_KEY_COUNT},
                 {UINT64_MAX, 1U, 2U, 0U, BUF_ARRAY_SIZE},
                 {UINT64_MAX, 2U, 1U, 0U, BUF_ARRAY_SIZE},
                 {0x100000000U, 0x100000000U, 1U, 0U, BUF_ARRAY_SIZE}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        uint64_t size = 1U;

        assert_int_equal(layout_array(cases[i].capacity, cases[i].stride, cases[i].align, &size),
                         cases[i].failed);
        if (cases[i].failed == BUF_KEY_COUNT) {
            assert_int_equal(size, cases[i].size);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(size_is_capacity_times_stride)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
