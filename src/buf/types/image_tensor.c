/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file image_tensor.c
 * Images that are tensors: whether the values of both go together, and what the outputs of the
 * tensor are.
 */
#include "buf/layout.h"
#include "core/assert.h"

#define COUNT_OF(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

/** Dimensions of an image that is a tensor: images, rows, columns, channels. */
#define NHWC_DIMS 4U

/**
 * One pitch-linear, progressive plane of four channels.
 *
 * @satisfies RF-BUF-048
 */
static NvSciError validate_nhwc_image(const BufMerge *merge)
{
    static const BufCheck checks[] = {
        {BUF_IMAGE_PLANE_COUNT, RINGFENCE_RULE_SUPPORTED, BUF_GENERAL_TYPES,
         NvSciError_NotSupported},
        {BUF_IMAGE_LAYOUT, RINGFENCE_RULE_SUPPORTED, BUF_GENERAL_TYPES, NvSciError_NotSupported},
        {BUF_IMAGE_SCAN_TYPE, RINGFENCE_RULE_SUPPORTED, BUF_GENERAL_TYPES, NvSciError_NotSupported},
        {BUF_IMAGE_PLANE_COLOR_FORMAT, RINGFENCE_RULE_SUPPORTED, BUF_GENERAL_TYPES,
         NvSciError_NotSupported},
        {BUF_TENSOR_NUM_DIMS, RINGFENCE_RULE_SUPPORTED, BUF_GENERAL_TYPES,
         NvSciError_NotSupported}};
    const uint32_t row = merge->row;
    const uint64_t format = buf_number(row, BUF_IMAGE_PLANE_COLOR_FORMAT);
    const bool holds[] = {
        buf_number(row, BUF_IMAGE_PLANE_COUNT) == 1U,
        buf_number(row, BUF_IMAGE_LAYOUT) == (uint64_t)NvSciBufImage_PitchLinearType,
        buf_number(row, BUF_IMAGE_SCAN_TYPE) == (uint64_t)NvSciBufScan_ProgressiveType,
        (format == (uint64_t)NvSciColor_A8B8G8R8) ||
            (format == (uint64_t)NvSciColor_Float_A16B16G16R16),
        buf_number(row, BUF_TENSOR_NUM_DIMS) == NHWC_DIMS};

    return buf_check_all(merge, checks, holds, COUNT_OF(holds));
}

/**
 * Alignments do not exceed an element, a pixel, and what a plane can be aligned to.
 *
 * @satisfies RF-BUF-048
 */
static NvSciError validate_nhwc_alignments(const BufMerge *merge)
{
    static const BufLimit limits[] = {
        {BUF_TENSOR_ALIGNMENT_PER_DIM, UINT32_MAX, 3U, 0U, RINGFENCE_RULE_CONSISTENT,
         BUF_TENSOR_PIXEL_FORMAT, NvSciError_NotSupported},
        {BUF_TENSOR_ALIGNMENT_PER_DIM, UINT32_MAX, 2U, 0U, RINGFENCE_RULE_CONSISTENT,
         BUF_TENSOR_PIXEL_FORMAT, NvSciError_NotSupported},
        {BUF_TENSOR_BASE_ADDR_ALIGN, UINT32_MAX, 0U, 0U, RINGFENCE_RULE_RANGE,
         BUF_IMAGE_PLANE_BASE_ADDR_ALIGN, NvSciError_Overflow}};
    const BufFormat info = buf_format(buf_number(merge->row, BUF_IMAGE_PLANE_COLOR_FORMAT));
    const uint64_t element = buf_element_size((uint64_t)info.data_type);
    const uint64_t most[] = {element, element * (uint64_t)info.channels, UINT32_MAX};
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < COUNT_OF(limits)) && (status == NvSciError_Success); i++) {
        BufLimit limit = limits[i];

        limit.number = most[i];
        status = buf_check_limits(merge, &limit, 1U);
    }
    return status;
}

/**
 * The tensor's keys say the same as the image's.
 *
 * @satisfies RF-BUF-048
 */
static NvSciError validate_nhwc_tensor(const BufMerge *merge)
{
    static const BufCheck checks[] = {
        {BUF_TENSOR_PIXEL_FORMAT, RINGFENCE_RULE_CONSISTENT, BUF_IMAGE_PLANE_COLOR_FORMAT,
         NvSciError_ReconciliationFailed},
        {BUF_TENSOR_DATA_TYPE, RINGFENCE_RULE_CONSISTENT, BUF_IMAGE_PLANE_COLOR_FORMAT,
         NvSciError_ReconciliationFailed},
        {BUF_TENSOR_SIZE_PER_DIM, RINGFENCE_RULE_CONSISTENT, BUF_IMAGE_IMAGE_COUNT,
         NvSciError_ReconciliationFailed},
        {BUF_TENSOR_SIZE_PER_DIM, RINGFENCE_RULE_CONSISTENT, BUF_IMAGE_PLANE_HEIGHT,
         NvSciError_ReconciliationFailed},
        {BUF_TENSOR_SIZE_PER_DIM, RINGFENCE_RULE_CONSISTENT, BUF_IMAGE_PLANE_WIDTH,
         NvSciError_ReconciliationFailed},
        {BUF_TENSOR_SIZE_PER_DIM, RINGFENCE_RULE_CONSISTENT, BUF_TENSOR_PIXEL_FORMAT,
         NvSciError_ReconciliationFailed}};
    const uint32_t row = merge->row;
    const uint64_t format = buf_number(row, BUF_IMAGE_PLANE_COLOR_FORMAT);
    const BufFormat info = buf_format(format);
    const uint64_t element = buf_element_size((uint64_t)info.data_type);
    const uint64_t height = buf_number(row, BUF_IMAGE_PLANE_HEIGHT);
    const uint64_t width = buf_number(row, BUF_IMAGE_PLANE_WIDTH);
    const bool holds[] = {buf_number(row, BUF_TENSOR_PIXEL_FORMAT) == format,
                          buf_element_size(buf_number(row, BUF_TENSOR_DATA_TYPE)) == element,
                          buf_number(row, BUF_TENSOR_SIZE_PER_DIM) == 1U,
                          buf_number_at(row, BUF_TENSOR_SIZE_PER_DIM, 1U) == height,
                          buf_number_at(row, BUF_TENSOR_SIZE_PER_DIM, 2U) == width,
                          buf_number_at(row, BUF_TENSOR_SIZE_PER_DIM, 3U) ==
                              (uint64_t)info.channels};

    return buf_check_all(merge, checks, holds, COUNT_OF(holds));
}

/** An image that is a tensor. */
NvSciError buf_image_tensor_validate(const BufMerge *merge)
{
    NvSciError status = validate_nhwc_image(merge);

    if (status == NvSciError_Success) {
        status = validate_nhwc_tensor(merge);
    }
    if (status == NvSciError_Success) {
        status = validate_nhwc_alignments(merge);
    }
    return status;
}

/**
 * A tensor that is an image has the image's strides:
 *
 *   stride = {align_up(pitch x height, align[0]), pitch, channels x element size, element size}
 *   size   = image size
 *
 * The image was laid out with a pitch that is a multiple of align[1] and a size that is a multiple
 * of align[0].
 *
 * @satisfies RF-BUF-052
 */
void buf_image_tensor_compute(const BufMerge *merge)
{
    const uint32_t row = merge->row;
    const BufFormat format = buf_format(buf_number(row, BUF_IMAGE_PLANE_COLOR_FORMAT));
    const uint64_t element = buf_element_size((uint64_t)format.data_type);
    const uint64_t pitch = buf_number(row, BUF_IMAGE_PLANE_PITCH);
    const uint64_t rows = buf_number(row, BUF_IMAGE_PLANE_ALIGNED_HEIGHT);
    const uint64_t align = greater_of_two(buf_number(row, BUF_TENSOR_ALIGNMENT_PER_DIM), 1U);
    bool fits = true;
    const uint64_t outer = checked_align(pitch * rows, align, &fits);
    const uint64_t strides[] = {outer, pitch, element * (uint64_t)format.channels, element};

    ASSERT(fits);
    ASSERT(outer <= buf_number(row, BUF_IMAGE_SIZE));
    buf_put_numbers(row, BUF_TENSOR_STRIDES_PER_DIM, strides, 4U);
    buf_put_number(row, BUF_TENSOR_SIZE, buf_number(row, BUF_IMAGE_SIZE));
    buf_put_number(row, BUF_TENSOR_BASE_ADDR_ALIGN, buf_number(row, BUF_IMAGE_ALIGNMENT));
}
