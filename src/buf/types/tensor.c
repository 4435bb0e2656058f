/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file tensor.c
 * Tensors: whether values make one, and what its outputs are.
 */
#include <string.h>

#include "buf/layout.h"
#include "core/assert.h"

#define COUNT_OF(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

/**
 * Arrays have an element for each dimension; those that count are not 0.
 *
 * @satisfies RF-BUF-049
 */
NvSciError buf_tensor_validate(const BufMerge *merge)
{
    static const BufCheck checks[] = {{BUF_TENSOR_SIZE_PER_DIM, RINGFENCE_RULE_COUNT,
                                       BUF_TENSOR_NUM_DIMS, NvSciError_BadParameter},
                                      {BUF_TENSOR_ALIGNMENT_PER_DIM, RINGFENCE_RULE_COUNT,
                                       BUF_TENSOR_NUM_DIMS, NvSciError_BadParameter},
                                      {BUF_TENSOR_SIZE_PER_DIM, RINGFENCE_RULE_SUPPORTED,
                                       BUF_TENSOR_SIZE_PER_DIM, NvSciError_BadParameter}};
    const uint32_t row = merge->row;
    const uint32_t dims = (uint32_t)buf_number(row, BUF_TENSOR_NUM_DIMS);
    const bool has_aligns = buf_is_set(row, BUF_TENSOR_ALIGNMENT_PER_DIM);
    bool are_sizes_given = true;

    for (uint32_t d = 0U; d < dims; d++) {
        const uint64_t size = buf_number_at(row, BUF_TENSOR_SIZE_PER_DIM, d);

        are_sizes_given = are_sizes_given && (size != 0U);
    }
    const bool holds[] = {buf_count(row, BUF_TENSOR_SIZE_PER_DIM) >= dims,
                          (!has_aligns) || (buf_count(row, BUF_TENSOR_ALIGNMENT_PER_DIM) >= dims),
                          are_sizes_given};

    return buf_check_all(merge, checks, holds, COUNT_OF(holds));
}

NvSciError buf_tensor_compute(const BufMerge *merge, const BufEngineNeeds *needs)
{
    /* Too much for the stack of a small task. Under the lock. */
    static TensorShape asked;
    static TensorLayout made;
    NvSciError status = NvSciError_Success;
    const uint32_t row = merge->row;
    TensorShape *const shape = &asked;
    TensorLayout *const layout = &made;
    BufKey failed = BUF_KEY_COUNT;

    (void)memset(shape, 0, sizeof(*shape));
    (void)memset(layout, 0, sizeof(*layout));
    shape->dims = (uint32_t)buf_number(row, BUF_TENSOR_NUM_DIMS);
    shape->element_size = buf_element_size(buf_number(row, BUF_TENSOR_DATA_TYPE));
    shape->size_align = RINGFENCE_CFG_DATA_ALIGN;
    for (uint32_t d = 0U; d < shape->dims; d++) {
        shape->sizes[d] = buf_number_at(row, BUF_TENSOR_SIZE_PER_DIM, d);
        shape->aligns[d] = buf_number_at(row, BUF_TENSOR_ALIGNMENT_PER_DIM, d);
    }
    ASSERT(shape->dims > 0U);
    ASSERT(shape->dims <= NV_SCI_BUF_TENSOR_MAX_DIMS);
    ASSERT(shape->element_size > 0U);
    failed = layout_tensor(shape, layout);
    if (failed != BUF_KEY_COUNT) {
        status = buf_overflow(merge, failed, BUF_TENSOR_SIZE_PER_DIM);
    } else {
        buf_put_numbers(row, BUF_TENSOR_STRIDES_PER_DIM, layout->strides, shape->dims);
        buf_put_number(row, BUF_TENSOR_SIZE, layout->size);
        buf_put_number(row, BUF_TENSOR_BASE_ADDR_ALIGN,
                       buf_base_align(buf_number(row, BUF_TENSOR_BASE_ADDR_ALIGN), needs));
    }
    return status;
}
