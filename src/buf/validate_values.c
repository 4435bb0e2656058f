/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file validate_values.c
 * Whether merged values make a buffer, type by type; defaults of what may be left out. A library of
 * raw buffers alone has types_raw.c in the place of this file.
 */
#include "buf/buf.h"

#define COUNT_OF(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

/** Dimensions of an image that is a tensor: images, rows, columns, channels. */
#define NHWC_DIMS 4U

static const BufKey g_exact_keys[] = {BUF_IMAGE_PLANE_COLOR_FORMAT, BUF_IMAGE_PLANE_WIDTH,
                                      BUF_IMAGE_PLANE_HEIGHT};

static const BufKey g_optional_keys[] = {
    BUF_IMAGE_TOP_PADDING,   BUF_IMAGE_BOTTOM_PADDING,  BUF_IMAGE_LEFT_PADDING,
    BUF_IMAGE_RIGHT_PADDING, BUF_IMAGE_PLANE_COLOR_STD, BUF_IMAGE_PLANE_BASE_ADDR_ALIGN};

static const BufKey g_padding_keys[] = {BUF_IMAGE_TOP_PADDING, BUF_IMAGE_BOTTOM_PADDING,
                                        BUF_IMAGE_LEFT_PADDING, BUF_IMAGE_RIGHT_PADDING};

/* ---------------------------------------------------------------- images */

/**
 * Mandatory plane arrays have an element for each plane, the others no more than that.
 *
 * @satisfies RF-BUF-049
 */
static NvSciError check_counts(const BufMerge *merge)
{
    NvSciError status = NvSciError_Success;
    const uint32_t planes = (uint32_t)buf_number(merge->row, BUF_IMAGE_PLANE_COUNT);

    for (uint32_t i = 0U; (i < COUNT_OF(g_exact_keys)) && (status == NvSciError_Success); i++) {
        if (buf_count(merge->row, g_exact_keys[i]) != planes) {
            status = buf_conflict(merge, NvSciError_BadParameter, g_exact_keys[i],
                                  RINGFENCE_RULE_COUNT, BUF_IMAGE_PLANE_COUNT);
        }
    }
    for (uint32_t i = 0U; (i < COUNT_OF(g_optional_keys)) && (status == NvSciError_Success); i++) {
        const BufLimit limit = {g_optional_keys[i],
                                planes,
                                0U,
                                UINT64_MAX,
                                RINGFENCE_RULE_COUNT,
                                BUF_IMAGE_PLANE_COUNT,
                                NvSciError_BadParameter};

        status = buf_check_limits(merge, &limit, 1U);
    }
    return status;
}

/** @satisfies RF-BUF-049 */
static NvSciError check_formats(const BufMerge *merge)
{
    NvSciError status = NvSciError_Success;
    const uint32_t planes = (uint32_t)buf_number(merge->row, BUF_IMAGE_PLANE_COUNT);

    for (uint32_t i = 0U; (i < planes) && (status == NvSciError_Success); i++) {
        const BufFormat format =
            buf_format(buf_number_at(merge->row, BUF_IMAGE_PLANE_COLOR_FORMAT, i));

        if (format.bits == 0U) {
            status = buf_conflict(merge, NvSciError_BadParameter, BUF_IMAGE_PLANE_COLOR_FORMAT,
                                  RINGFENCE_RULE_SUPPORTED, BUF_IMAGE_PLANE_COLOR_FORMAT);
        }
    }
    return status;
}

/** Blames the first list whose engines alone rule out the choice that `key` holds. */
static NvSciError report_engines(const BufMerge *merge, BufKey key, uint32_t choice)
{
    NvSciError status =
        buf_conflict(merge, NvSciError_NotSupported, BUF_GENERAL_PEER_HW_ENGINE_ARRAY,
                     RINGFENCE_RULE_CONSISTENT, key);
    ListPlace place = list_first(merge->inputs);
    bool is_found = false;

    for (uint32_t i = 0U; (i < merge->inputs->slots) && (!is_found); i++) {
        const BufEngineNeeds needs =
            buf_engine_needs(buf_value(place.row, BUF_GENERAL_PEER_HW_ENGINE_ARRAY));
        const uint32_t admitted = (key == BUF_IMAGE_LAYOUT) ? needs.layouts : needs.scans;

        is_found = ((admitted & choice) == 0U);
        if (is_found) {
            status =
                buf_conflict_at(merge, NvSciError_NotSupported, BUF_GENERAL_PEER_HW_ENGINE_ARRAY,
                                RINGFENCE_RULE_CONSISTENT, key, &place);
        }
        (void)list_next(&g_buf_lists, &place);
    }
    return status;
}

/** @satisfies RF-BUF-038 */
static NvSciError check_engines(const BufMerge *merge)
{
    NvSciError status = NvSciError_Success;
    const BufEngineNeeds needs = buf_engine_of_row(merge->row);
    const uint32_t layout = (uint32_t)1U << buf_number(merge->row, BUF_IMAGE_LAYOUT);
    const uint32_t scan = (uint32_t)1U << buf_number(merge->row, BUF_IMAGE_SCAN_TYPE);

    if ((needs.layouts & layout) == 0U) {
        status = report_engines(merge, BUF_IMAGE_LAYOUT, layout);
    } else if ((needs.scans & scan) == 0U) {
        status = report_engines(merge, BUF_IMAGE_SCAN_TYPE, scan);
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/**
 * Protected memory is not to be had.
 *
 * @satisfies RF-BUF-060
 */
static NvSciError check_protection(const BufMerge *merge)
{
    const BufLimit limit = {
        BUF_IMAGE_VPR_FLAG,     1U, 0U, 0U, RINGFENCE_RULE_SUPPORTED, BUF_IMAGE_VPR_FLAG,
        NvSciError_NotSupported};

    return buf_check_limits(merge, &limit, 1U);
}

/** Colour standard of a plane of which no list says it. */
static uint64_t default_standard(uint64_t format)
{
    const BufFormatFamily family = buf_format(format).family;
    NvSciBufAttrValColorStd standard = NvSciColorStd_SRGB;

    if (family == BUF_FORMAT_YUV) {
        standard = NvSciColorStd_REC601_SR;
    } else if (family == BUF_FORMAT_RAW) {
        standard = NvSciColorStd_SENSOR_RGBA;
    } else {
        standard = NvSciColorStd_SRGB;
    }
    return (uint64_t)standard;
}

/**
 * Stores what no list says: no padding, a colour standard, one image, no protected memory.
 *
 * @satisfies RF-BUF-050
 */
static void complete_image(const BufMerge *merge)
{
    const uint32_t row = merge->row;
    const uint32_t planes = (uint32_t)buf_number(row, BUF_IMAGE_PLANE_COUNT);
    const uint32_t given = buf_count(row, BUF_IMAGE_PLANE_COLOR_STD);
    uint64_t numbers[NV_SCI_BUF_IMAGE_MAX_PLANES] = {0U, 0U, 0U};

    for (uint32_t i = 0U; i < planes; i++) {
        numbers[i] = (i < given)
                         ? buf_number_at(row, BUF_IMAGE_PLANE_COLOR_STD, i)
                         : default_standard(buf_number_at(row, BUF_IMAGE_PLANE_COLOR_FORMAT, i));
    }
    buf_put_numbers(row, BUF_IMAGE_PLANE_COLOR_STD, numbers, planes);
    if (!buf_has_type(merge->types, NvSciBufType_Tensor)) {
        for (uint32_t key = 0U; key < COUNT_OF(g_padding_keys); key++) {
            for (uint32_t i = 0U; i < planes; i++) {
                numbers[i] = buf_number_at(row, g_padding_keys[key], i);
            }
            buf_put_numbers(row, g_padding_keys[key], numbers, planes);
        }
    }
    buf_put_number(row, BUF_IMAGE_IMAGE_COUNT, 1U);
    buf_put_number(row, BUF_IMAGE_VPR_FLAG, 0U);
}

static NvSciError validate_image(const BufMerge *merge)
{
    NvSciError status = check_counts(merge);

    if (status == NvSciError_Success) {
        status = check_formats(merge);
    }
    if (status == NvSciError_Success) {
        status = part_is_in(RINGFENCE_CFG_ENGINES) ? check_engines(merge) : NvSciError_Success;
    }
    if (status == NvSciError_Success) {
        status = check_protection(merge);
    }
    if (status == NvSciError_Success) {
        complete_image(merge);
    }
    return status;
}

/* ---------------------------------------------------------------- tensors */

/**
 * Arrays have an element for each dimension; those that count are not 0.
 *
 * @satisfies RF-BUF-049
 */
static NvSciError validate_tensor(const BufMerge *merge)
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

/* ---------------------------------------------------------------- images that are tensors */

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

/* ---------------------------------------------------------------- arrays */

/** @satisfies RF-BUF-049 */
static NvSciError validate_array(const BufMerge *merge)
{
    static const BufCheck check = {BUF_ARRAY_STRIDE, RINGFENCE_RULE_CONSISTENT, BUF_ARRAY_DATA_TYPE,
                                   NvSciError_BadParameter};
    const uint64_t element = buf_element_size(buf_number(merge->row, BUF_ARRAY_DATA_TYPE));
    const bool holds = (buf_number(merge->row, BUF_ARRAY_STRIDE) >= element);

    return buf_check_all(merge, &check, &holds, 1U);
}

/* ---------------------------------------------------------------- all of them */

/** An image that is a tensor. */
static NvSciError validate_nhwc(const BufMerge *merge)
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

NvSciError buf_validate_values(const BufMerge *merge)
{
    const bool has_image = buf_has_image(merge->types);
    const bool has_tensor = buf_has_type(merge->types, NvSciBufType_Tensor);
    NvSciError status = NvSciError_Success;

    if (has_image) {
        status = validate_image(merge);
    }
    if ((status == NvSciError_Success) && has_tensor) {
        status = validate_tensor(merge);
    }
    if ((status == NvSciError_Success) && has_image && has_tensor) {
        status = validate_nhwc(merge);
    }
    if ((status == NvSciError_Success) && buf_has_type(merge->types, NvSciBufType_Array)) {
        status = validate_array(merge);
    }
    return status;
}
