/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pyramid.c
 * Pyramids: what their outputs are.
 */
#include "buf/layout.h"
#include "core/assert.h"

/** Key that an application changes to make an output of a pyramid fit. */
static BufKey cause_of(const BufMerge *merge, BufKey output)
{
    return (output == BUF_PYRAMID_LEVEL_OFFSET) ? BUF_PYRAMID_NUM_LEVELS
                                                : buf_image_cause(merge, output);
}

NvSciError buf_pyramid_compute(const BufMerge *merge, const ImageShape *shape)
{
    /* Too much for the stack of a small task. Under the lock. */
    static PyramidLayout pyramid;
    NvSciError status = NvSciError_Success;
    const uint32_t row = merge->row;
    const uint32_t levels = (uint32_t)buf_number(row, BUF_PYRAMID_NUM_LEVELS);
    PyramidLayout *const layout = &pyramid;
    const BufKey failed =
        layout_pyramid(shape, levels, (uint32_t)buf_number(row, BUF_PYRAMID_SCALE), layout);

    if (failed != BUF_KEY_COUNT) {
        status = buf_overflow(merge, failed, cause_of(merge, failed));
    } else {
        ASSERT(levels > 0U);
        ASSERT(levels <= NV_SCI_BUF_PYRAMID_MAX_LEVELS);
        buf_put_numbers(row, BUF_PYRAMID_LEVEL_OFFSET, layout->offsets, levels);
        buf_put_numbers(row, BUF_PYRAMID_LEVEL_SIZE, layout->sizes, levels);
        buf_put_number(row, BUF_PYRAMID_ALIGNMENT, shape->planes[0].base_align);
    }
    return status;
}
