/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file image.c
 * Images: whether values make one, and what its outputs are.
 */
#include <string.h>

#include "buf/layout.h"
#include "core/assert.h"

#define COUNT_OF(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

/** A length, and the paddings before and behind it. */
#define LENGTH_KEYS 3U

/** A GOB of a block-linear image: bytes of a row, and rows. */
#define GOB_BYTES 64U
#define GOB_ROWS  8U

static const BufKey g_exact_keys[] = {BUF_IMAGE_PLANE_COLOR_FORMAT, BUF_IMAGE_PLANE_WIDTH,
                                      BUF_IMAGE_PLANE_HEIGHT};

static const BufKey g_optional_keys[] = {
    BUF_IMAGE_TOP_PADDING,   BUF_IMAGE_BOTTOM_PADDING,  BUF_IMAGE_LEFT_PADDING,
    BUF_IMAGE_RIGHT_PADDING, BUF_IMAGE_PLANE_COLOR_STD, BUF_IMAGE_PLANE_BASE_ADDR_ALIGN};

static const BufKey g_padding_keys[] = {BUF_IMAGE_TOP_PADDING, BUF_IMAGE_BOTTOM_PADDING,
                                        BUF_IMAGE_LEFT_PADDING, BUF_IMAGE_RIGHT_PADDING};

/* ---------------------------------------------------------------- values */

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

/** Blames the first list whose engines by themselves rule out the choice that `key` holds. */
static NvSciError report_engines(const BufMerge *merge, BufKey key, uint32_t choice)
{
    NvSciError status =
        buf_conflict(merge, NvSciError_NotSupported, BUF_GENERAL_PEER_HW_ENGINE_ARRAY,
                     RINGFENCE_RULE_CONSISTENT, key);
    ListCursor cursor = list_first(merge->inputs);
    bool is_found = false;

    for (uint32_t i = 0U; (i < merge->inputs->slots) && (!is_found); i++) {
        const BufEngineNeeds needs =
            buf_engine_needs(buf_value(cursor.row, BUF_GENERAL_PEER_HW_ENGINE_ARRAY));
        const uint32_t admitted = (key == BUF_IMAGE_LAYOUT) ? needs.layouts : needs.scans;

        is_found = ((admitted & choice) == 0U);
        if (is_found) {
            status =
                buf_conflict_at(merge, NvSciError_NotSupported, BUF_GENERAL_PEER_HW_ENGINE_ARRAY,
                                RINGFENCE_RULE_CONSISTENT, key, &cursor);
        }
        (void)list_next(&g_buf_lists, &cursor);
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

NvSciError buf_image_validate(const BufMerge *merge)
{
    NvSciError status = check_counts(merge);

    if (status == NvSciError_Success) {
        status = check_formats(merge);
    }
    if (status == NvSciError_Success) {
        status = feature_enabled(RINGFENCE_CFG_ENGINES) ? check_engines(merge) : NvSciError_Success;
    }
    if (status == NvSciError_Success) {
        status = check_protection(merge);
    }
    if (status == NvSciError_Success) {
        complete_image(merge);
    }
    return status;
}

/* ---------------------------------------------------------------- outputs */

/** Planes of chroma follow luma in all levels of a pyramid. */
static void follow_luma(const BufMerge *merge, ImageShape *shape)
{
    if (merge->is_surface) {
        const Subsampling by = buf_surface_sampling(merge->row);

        for (uint32_t i = 1U; i < shape->count; i++) {
            shape->planes[i].width_divisor = by.width;
            shape->planes[i].height_divisor = by.height;
        }
    }
}

/** What the values of a row, and engines, ask of the image. */
static const ImageShape *shape_of(const BufMerge *merge, const BufEngineNeeds *needs)
{
    /* Too much for the stack of a small task. Under the lock. */
    static ImageShape image;
    ImageShape *const shape = &image;
    const uint32_t row = merge->row;
    const bool is_block =
        (buf_number(row, BUF_IMAGE_LAYOUT) == (uint64_t)NvSciBufImage_BlockLinearType);

    (void)memset(shape, 0, sizeof(*shape));
    shape->count = (uint32_t)buf_number(row, BUF_IMAGE_PLANE_COUNT);
    shape->fields = buf_number(row, BUF_IMAGE_SCAN_TYPE) + 1U;
    shape->pitch_align = greater_of_two(
        is_block ? GOB_BYTES : RINGFENCE_CFG_PITCH_ALIGN,
        greater_of_two(needs->pitch_align, buf_number_at(row, BUF_TENSOR_ALIGNMENT_PER_DIM, 1U)));
    shape->height_align = is_block ? ((uint64_t)GOB_ROWS * RINGFENCE_CFG_BLOCK_HEIGHT) : 1U;
    shape->size_align =
        greater_of_two(is_block ? RINGFENCE_CFG_BLOCK_SIZE_ALIGN : RINGFENCE_CFG_PLANE_SIZE_ALIGN,
                       buf_number(row, BUF_TENSOR_ALIGNMENT_PER_DIM));
    for (uint32_t i = 0U; i < shape->count; i++) {
        PlaneShape *const plane = &shape->planes[i];
        const uint64_t asked =
            greater_of_two(buf_number_at(row, BUF_IMAGE_PLANE_BASE_ADDR_ALIGN, i),
                           buf_number(row, BUF_TENSOR_BASE_ADDR_ALIGN));

        plane->width = buf_number_at(row, BUF_IMAGE_PLANE_WIDTH, i);
        plane->height = buf_number_at(row, BUF_IMAGE_PLANE_HEIGHT, i);
        plane->left = buf_number_at(row, BUF_IMAGE_LEFT_PADDING, i);
        plane->right = buf_number_at(row, BUF_IMAGE_RIGHT_PADDING, i);
        plane->top = buf_number_at(row, BUF_IMAGE_TOP_PADDING, i);
        plane->bottom = buf_number_at(row, BUF_IMAGE_BOTTOM_PADDING, i);
        plane->bits = buf_format(buf_number_at(row, BUF_IMAGE_PLANE_COLOR_FORMAT, i)).bits;
        plane->base_align =
            greater_of_two(asked, greater_of_two(needs->base_align, RINGFENCE_CFG_PLANE_ALIGN));
    }
    follow_luma(merge, shape);
    return shape;
}

static void store_image(uint32_t row, const ImageShape *shape, const ImageLayout *layout)
{
    /* Under the lock. */
    static uint64_t numbers[9][NV_SCI_BUF_IMAGE_MAX_PLANES];
    static const BufKey keys[9] = {
        BUF_IMAGE_PLANE_BASE_ADDR_ALIGN, BUF_IMAGE_PLANE_BITS_PER_PIXEL,
        BUF_IMAGE_PLANE_OFFSET,          BUF_IMAGE_PLANE_DATATYPE,
        BUF_IMAGE_PLANE_CHANNEL_COUNT,   BUF_IMAGE_PLANE_SECOND_FIELD_OFFSET,
        BUF_IMAGE_PLANE_PITCH,           BUF_IMAGE_PLANE_ALIGNED_HEIGHT,
        BUF_IMAGE_PLANE_ALIGNED_SIZE};

    ASSERT(shape->count <= NV_SCI_BUF_IMAGE_MAX_PLANES);
    for (uint32_t i = 0U; i < shape->count; i++) {
        const BufFormat format = buf_format(buf_number_at(row, BUF_IMAGE_PLANE_COLOR_FORMAT, i));
        const PlaneLayout *const plane = &layout->planes[i];
        ASSERT((plane->offset + plane->size) <= layout->size);
        ASSERT(plane->second_field <= plane->size);

        numbers[0][i] = shape->planes[i].base_align;
        numbers[1][i] = format.bits;
        numbers[2][i] = plane->offset;
        numbers[3][i] = (uint64_t)format.data_type;
        numbers[4][i] = format.channels;
        numbers[5][i] = plane->second_field;
        numbers[6][i] = plane->pitch;
        numbers[7][i] = plane->height;
        numbers[8][i] = plane->size;
    }
    for (uint32_t key = 0U; key < 9U; key++) {
        buf_put_numbers(row, keys[key], numbers[key], shape->count);
    }
    buf_put_number(row, BUF_IMAGE_SIZE, layout->size);
    buf_put_number(row, BUF_IMAGE_ALIGNMENT, shape->planes[0].base_align);
}

/** Greatest element of a key; 0 if the key is not set. */
static uint64_t greatest(uint32_t row, BufKey key)
{
    const uint32_t count = buf_count(row, key);
    uint64_t most = 0U;

    for (uint32_t i = 0U; i < count; i++) {
        most = greater_of_two(most, buf_number_at(row, key, i));
    }
    return most;
}

/** The key whose elements are the greatest; of equal ones the first. */
static BufKey longest_of(uint32_t row, const BufKey keys[LENGTH_KEYS])
{
    BufKey longest = keys[0];
    uint64_t most = greatest(row, longest);

    for (uint32_t i = 1U; i < LENGTH_KEYS; i++) {
        const uint64_t number = greatest(row, keys[i]);

        if (number > most) {
            most = number;
            longest = keys[i];
        }
    }
    return longest;
}

/**
 * The key to change has the greatest element of those that make up a length: the length itself, and
 * its paddings.
 *
 * @satisfies RF-BUF-029
 */
BufKey buf_image_cause(const BufMerge *merge, BufKey output)
{
    static const BufKey across[LENGTH_KEYS] = {BUF_IMAGE_PLANE_WIDTH, BUF_IMAGE_LEFT_PADDING,
                                               BUF_IMAGE_RIGHT_PADDING};
    static const BufKey down[LENGTH_KEYS] = {BUF_IMAGE_PLANE_HEIGHT, BUF_IMAGE_TOP_PADDING,
                                             BUF_IMAGE_BOTTOM_PADDING};
    const bool is_across = (output == BUF_IMAGE_PLANE_PITCH);
    BufKey cause = is_across ? BUF_IMAGE_SURF_WIDTH_BASE : BUF_IMAGE_SURF_HEIGHT_BASE;

    if (!merge->is_surface) {
        cause = longest_of(merge->row, is_across ? across : down);
    }
    return cause;
}

NvSciError buf_image_compute(const BufMerge *merge, const BufEngineNeeds *needs,
                             const ImageShape **shape)
{
    /* Too much for the stack of a small task. Under the lock. */
    static ImageLayout image;
    NvSciError status = NvSciError_Success;
    ImageLayout *const layout = &image;
    BufKey failed = BUF_KEY_COUNT;

    *shape = shape_of(merge, needs);
    (void)memset(layout, 0, sizeof(*layout));
    failed = layout_image(*shape, layout);

    if (failed != BUF_KEY_COUNT) {
        status = buf_overflow(merge, failed, buf_image_cause(merge, failed));
    } else {
        store_image(merge->row, *shape, layout);
    }
    return status;
}
