/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file tensor_test.c
 * Where the elements of a tensor lie.
 */
#include "buf_make.h"

#include <string.h>

#include "buf/layout.h"

/**
 * Numbers worked out by hand from the formulas.
 * @verifies RF-BUF-033
 */
static void strides_grow_from_the_last_dimension(void **state)
{
    static const struct {
        TensorShape shape;
        uint64_t strides[8];
        uint64_t size;
    } cases[] = {
        {{1U, 4U, {10U}, {1U}, 1U}, {4U}, 40U},
        {{1U, 1U, {10U}, {32U}, 4096U}, {32U}, 4096U},
        /* NCHW of half floats, rows at multiples of 64 bytes. */
        {{4U, 2U, {1U, 3U, 224U, 224U}, {1U, 1U, 64U, 2U}, 4096U},
         {301056U, 100352U, 448U, 2U},
         303104U},
        {{4U, 2U, {2U, 3U, 5U, 7U}, {256U, 64U, 16U, 4U}, 1U}, {768U, 192U, 32U, 4U}, 1536U},
        {{8U, 1U, {2U, 2U, 2U, 2U, 2U, 2U, 2U, 2U}, {1U, 1U, 1U, 1U, 1U, 1U, 1U, 1U}, 1U},
         {128U, 64U, 32U, 16U, 8U, 4U, 2U, 1U},
         256U}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        TensorLayout layout;

        assert_int_equal(layout_tensor(&cases[i].shape, &layout), BUF_KEY_COUNT);
        for (uint32_t d = 0U; d < cases[i].shape.dims; d++) {
            assert_int_equal(layout.strides[d], cases[i].strides[d]);
        }
        assert_int_equal(layout.size, cases[i].size);
    }
}

/**
 * In small tensors every element lies alone and inside: the bytes of all elements are counted.
 * @verifies RF-BUF-033
 */
static void elements_do_not_overlap(void **state)
{
    static uint8_t used[65536];
    uint32_t random = 2463534242U;

    (void)state;
    for (uint32_t round = 0U; round < 300U; round++) {
        TensorShape shape = {3U, 1U, {1U, 1U, 1U}, {1U, 1U, 1U}, 1U};
        TensorLayout layout;

        random ^= random << 13U;
        random ^= random >> 17U;
        random ^= random << 5U;
        shape.element_size = (uint64_t)1U << (random % 3U);
        for (uint32_t d = 0U; d < 3U; d++) {
            shape.sizes[d] = 1U + ((random >> (4U + (3U * d))) % 7U);
            shape.aligns[d] = (uint64_t)1U << ((random >> (16U + (2U * d))) % 6U);
        }
        assert_int_equal(layout_tensor(&shape, &layout), BUF_KEY_COUNT);
        assert_true(layout.size <= sizeof(used));
        memset(used, 0, sizeof(used));
        for (uint64_t a = 0U; a < shape.sizes[0]; a++) {
            for (uint64_t b = 0U; b < shape.sizes[1]; b++) {
                for (uint64_t c = 0U; c < shape.sizes[2]; c++) {
                    const uint64_t at =
                        (a * layout.strides[0]) + (b * layout.strides[1]) + (c * layout.strides[2]);

                    for (uint64_t byte = at; byte < (at + shape.element_size); byte++) {
                        assert_true(byte < layout.size);
                        assert_int_equal(used[byte], 0U);
                        used[byte] = 1U;
                    }
                }
            }
        }
        for (uint32_t d = 0U; d < 3U; d++) {
            assert_int_equal(layout.strides[d] % shape.aligns[d], 0U);
        }
    }
}

/** @verifies RF-BUF-029 */
static void overflows_are_errors(void **state)
{
    TensorLayout layout;
    const TensorShape stride = {3U, 4U, {1U, 0x80000000U, 0x80000000U}, {1U, 64U, 1U}, 1U};
    const TensorShape outer = {2U, 4U, {1U, UINT64_MAX / 4U}, {64U, 1U}, 1U};
    const TensorShape size = {1U, 4U, {UINT64_MAX / 4U}, {1U}, 4096U};
    const TensorShape fits = {1U, 4U, {UINT64_MAX / 4U}, {1U}, 1U};

    (void)state;
    assert_int_equal(layout_tensor(&stride, &layout), BUF_TENSOR_STRIDES_PER_DIM);
    assert_int_equal(layout_tensor(&outer, &layout), BUF_TENSOR_STRIDES_PER_DIM);
    assert_int_equal(layout_tensor(&size, &layout), BUF_TENSOR_SIZE);
    assert_int_equal(layout_tensor(&fits, &layout), BUF_KEY_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(strides_grow_from_the_last_dimension),
                                       cmocka_unit_test(elements_do_not_overlap),
                                       cmocka_unit_test(overflows_are_errors)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
