/* SPDX-License-Identifier: Apache-2.0 */
#include "dla/loadable.h"
#include "leftovers.h"
#include "loadable_bytes.h"

#define N 2U
#define C 5U
#define H 3U
#define W 4U

/** A tensor of int16 with gaps; strides as the format has them. */
static cudlaModuleTensorDescriptor tensor_of(uint8_t format, const uint32_t strides[4],
                                             uint64_t size)
{
    static const uint32_t dims[4] = {N, C, H, W};
    cudlaModuleTensorDescriptor tensor = lb_packed("t", CUDLA_DATA_TYPE_INT16, 2U, dims);

    tensor.dataFormat = format;
    (void)memcpy(tensor.stride, strides, 4U * sizeof(strides[0]));
    tensor.size = size;
    return tensor;
}

static bool has_layout(const cudlaModuleTensorDescriptor *tensor)
{
    DlaLayout layout;

    return loadable_layout(tensor, &layout);
}

/** Sees that all elements are where steps[] of n, c, h, w say, c in groups. */
static void assert_places(const cudlaModuleTensorDescriptor *tensor, const uint64_t steps[4],
                          uint64_t group)
{
    DlaLayout layout;

    assert_true(loadable_layout(tensor, &layout));
    for (uint64_t i = 0U; i < ((uint64_t)N * C * H * W); i++) {
        const uint64_t w = i % W;
        const uint64_t h = (i / W) % H;
        const uint64_t c = (i / (W * H)) % C;
        const uint64_t n = i / (W * H * C);
        const uint64_t place = (n * steps[0]) + ((c / group) * steps[1]) + ((c % group) * 2U) +
                               (h * steps[2]) + (w * steps[3]);

        assert_int_equal(dla_offset(&layout, n, c, h, w), place);
    }
}

/**
 * Each format has its elements where its strides say, up to the last byte of the tensor.
 * @verifies RF-DLA-205
 */
static void elements_are_where_strides_say(void **state)
{
    static const uint32_t nchw[4] = {3U, 20U, 64U, 400U};
    static const uint32_t nhwc[4] = {2U, 12U, 50U, 200U};
    static const uint32_t grouped[4] = {4U, 16U, 48U, 150U};
    const uint64_t of_nchw[4] = {400U, 64U, 20U, 3U};
    const uint64_t of_nhwc[4] = {200U, 2U, 50U, 12U};
    const uint64_t of_grouped[4] = {150U, 48U, 16U, 4U};
    cudlaModuleTensorDescriptor tensor =
        tensor_of(CUDLA_DATA_FORMAT_NCHW, nchw, 400U + (4U * 64U) + 40U + 9U + 2U);

    (void)state;
    assert_places(&tensor, of_nchw, 1U);
    tensor.size--;
    assert_false(has_layout(&tensor));
    tensor = tensor_of(CUDLA_DATA_FORMAT_NHWC, nhwc, 200U + 100U + 36U + 10U);
    assert_places(&tensor, of_nhwc, 1U);
    tensor.size--;
    assert_false(has_layout(&tensor));
    tensor = tensor_of(CUDLA_DATA_FORMAT_NCxHWx, grouped, 150U + 96U + 32U + 12U + 4U);
    assert_places(&tensor, of_grouped, 2U);
    tensor.size--;
    assert_false(has_layout(&tensor));
}

/**
 * Elements that overlap are refused, in each format and with each stride.
 * @verifies RF-DLA-205
 */
static void elements_that_overlap_are_refused(void **state)
{
    static const uint32_t nchw[4] = {2U, 8U, 24U, 120U};
    static const uint32_t nhwc[4] = {2U, 10U, 40U, 120U};
    static const uint32_t grouped[4] = {4U, 16U, 48U, 144U};
    static const struct {
        uint8_t format;
        const uint32_t *strides;
    } formats[] = {{CUDLA_DATA_FORMAT_NCHW, nchw},
                   {CUDLA_DATA_FORMAT_NHWC, nhwc},
                   {CUDLA_DATA_FORMAT_NCxHWx, grouped}};

    (void)state;
    for (size_t i = 0U; i < 3U; i++) {
        cudlaModuleTensorDescriptor tensor =
            tensor_of(formats[i].format, formats[i].strides, 4096U);

        assert_true(has_layout(&tensor));
        for (size_t k = 0U; k < 4U; k++) {
            tensor.stride[k]--;
            assert_false(has_layout(&tensor));
            tensor.stride[k] = 0U;
            assert_false(has_layout(&tensor));
            tensor.stride[k] = formats[i].strides[k];
        }
    }
}

/**
 * A dimension of one needs no stride.
 * @verifies RF-DLA-205
 */
static void single_elements_need_no_stride(void **state)
{
    cudlaModuleTensorDescriptor tensor = lb_raw("t", 1U);

    (void)state;
    (void)memset(tensor.stride, 0, sizeof(tensor.stride));
    assert_true(has_layout(&tensor));
    tensor.w = 2U;
    tensor.size = 2U;
    assert_false(has_layout(&tensor));
    tensor.stride[0] = 1U;
    assert_true(has_layout(&tensor));
    tensor.dataType = CUDLA_DATA_TYPE_HALF;
    tensor.w = 1U;
    assert_true(has_layout(&tensor));
    tensor.size = 1U;
    assert_false(has_layout(&tensor));
}

/**
 * Sizes of 0 and of more than 32 bits are refused, types and formats that there are not, and sizes
 * that overflow when they are multiplied.
 * @verifies RF-DLA-205
 */
static void tensors_without_elements_are_refused(void **state)
{
    static const uint32_t strides[4] = {2U, 8U, 24U, 120U};
    const cudlaModuleTensorDescriptor right = tensor_of(CUDLA_DATA_FORMAT_NCHW, strides, 4096U);
    cudlaModuleTensorDescriptor tensor = right;
    uint64_t *const dims[4] = {&tensor.n, &tensor.c, &tensor.h, &tensor.w};

    (void)state;
    for (size_t i = 0U; i < 4U; i++) {
        *dims[i] = 0U;
        assert_false(has_layout(&tensor));
        *dims[i] = 0x100000001U;
        assert_false(has_layout(&tensor));
        *dims[i] = UINT32_MAX;
        assert_false(has_layout(&tensor));
        tensor = right;
    }
    for (uint32_t type = 0U; type < 256U; type++) {
        tensor.dataType = (uint8_t)type;
        tensor.stride[0] = 4U;
        tensor.stride[1] = 16U;
        tensor.stride[2] = 48U;
        tensor.stride[3] = 240U;
        assert_int_equal(has_layout(&tensor), (type >= 1U) && (type <= 6U));
    }
    tensor = right;
    for (uint32_t format = 0U; format < 256U; format++) {
        tensor.dataFormat = (uint8_t)format;
        tensor.c = 1U;
        tensor.stride[2] = 32U;
        assert_int_equal(has_layout(&tensor), (format >= 1U) && (format <= 3U));
    }
    /* All factors have 32 bits. */
    tensor = right;
    (void)memset(tensor.stride, 0xFF, sizeof(tensor.stride));
    tensor.n = UINT32_MAX;
    tensor.size = (uint64_t)1U << 48U;
    assert_false(has_layout(&tensor));
    tensor = right;
    tensor.dataFormat = CUDLA_DATA_FORMAT_NCxHWx;
    tensor.stride[0] = UINT32_MAX - 1U;
    assert_false(has_layout(&tensor));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(elements_are_where_strides_say, nothing_is_left),
        cmocka_unit_test_teardown(elements_that_overlap_are_refused, nothing_is_left),
        cmocka_unit_test_teardown(single_elements_need_no_stride, nothing_is_left),
        cmocka_unit_test_teardown(tensors_without_elements_are_refused, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
