/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file layout_tensor.c
 * Where the elements of a tensor lie.
 */
#include "buf/buf.h"

/**
 * Strides and size, dimension 0 being the outermost:
 *
 *   stride[last] = align_up(element size, align[last])
 *   stride[d]    = align_up(stride[d + 1] x size[d + 1], align[d])
 *   size         = align_up(stride[0] x size[0], size_align)
 *
 * @satisfies RF-BUF-033
 */
BufKey layout_tensor(const TensorShape *shape, TensorLayout *layout)
{
    BufKey failed = BUF_KEY_COUNT;
    bool fits = true;
    uint64_t span = shape->element_size;

    for (uint32_t left = shape->dims; left > 0U; left--) {
        const uint32_t d = left - 1U;
        const uint64_t stride = checked_align(span, shape->aligns[d], &fits);

        layout->strides[d] = stride;
        if (!fits) {
            failed = BUF_TENSOR_STRIDES_PER_DIM;
        }
        span = checked_multiply(stride, shape->sizes[d], &fits);
    }
    layout->size = checked_align(span, shape->size_align, &fits);
    if ((failed == BUF_KEY_COUNT) && (!fits)) {
        failed = BUF_TENSOR_SIZE;
    }
    return failed;
}
