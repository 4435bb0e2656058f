/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file array.c
 * Arrays: whether values make one, and what its outputs are.
 */
#include "buf/layout.h"
#include "core/assert.h"

/** @satisfies RF-BUF-049 */
NvSciError buf_array_validate(const BufMerge *merge)
{
    static const BufCheck check = {BUF_ARRAY_STRIDE, RINGFENCE_RULE_CONSISTENT, BUF_ARRAY_DATA_TYPE,
                                   NvSciError_BadParameter};
    const uint64_t element = buf_element_size(buf_number(merge->row, BUF_ARRAY_DATA_TYPE));
    const bool holds = (buf_number(merge->row, BUF_ARRAY_STRIDE) >= element);

    return buf_check_all(merge, &check, &holds, 1U);
}

NvSciError buf_array_compute(const BufMerge *merge, const BufEngineNeeds *needs)
{
    NvSciError status = NvSciError_Success;
    const uint32_t row = merge->row;
    uint64_t size = 0U;
    const BufKey failed =
        layout_array(buf_number(row, BUF_ARRAY_CAPACITY), buf_number(row, BUF_ARRAY_STRIDE),
                     RINGFENCE_CFG_DATA_ALIGN, &size);

    if (failed != BUF_KEY_COUNT) {
        status = buf_overflow(merge, failed, BUF_ARRAY_CAPACITY);
    } else {
        ASSERT(size >= buf_number(row, BUF_ARRAY_STRIDE));
        buf_put_number(row, BUF_ARRAY_SIZE, size);
        buf_put_number(row, BUF_ARRAY_ALIGNMENT, buf_base_align(0U, needs));
    }
    return status;
}
