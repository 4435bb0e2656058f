/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file compute_types.c
 * Output attributes of images, pyramids, tensors and arrays. A library of raw buffers alone has
 * types_raw.c in the place of this file.
 */
#include <string.h>

#include "buf/buf.h"

/** A GOB of a block-linear image: bytes of a row, and rows. */
#define GOB_BYTES 64U
#define GOB_ROWS  8U

/** What the reconciliation of this moment computes: too much for the stack of a small task. Under
 * the lock. */
typedef struct {
    ImageShape image;
    ImageLayout image_layout;
    PyramidLayout pyramid_layout;
    TensorShape tensor;
    TensorLayout tensor_layout;
} Computed;

static Computed g_computed;

static uint64_t greater_of_two(uint64_t left, uint64_t right)
{
    return (left > right) ? left : right;
}

/** Reports that an output does not fit its width because of the key `cause`. */
static NvSciError overflow(const BufMerge *merge, BufKey output, BufKey cause)
{
    return buf_conflict(merge, NvSciError_Overflow, output, RINGFENCE_RULE_RANGE, cause);
}

/* ---------------------------------------------------------------- images */

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
static const ImageShape *image_shape(const BufMerge *merge, const BufEngineNeeds *needs)
{
    const uint32_t row = merge->row;
    const bool is_block =
        (buf_number(row, BUF_IMAGE_LAYOUT) == (uint64_t)NvSciBufImage_BlockLinearType);
    ImageShape *const shape = &g_computed.image;

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

    for (uint32_t i = 0U; i < shape->count; i++) {
        const BufFormat format = buf_format(buf_number_at(row, BUF_IMAGE_PLANE_COLOR_FORMAT, i));
        const PlaneLayout *const plane = &layout->planes[i];

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

/** The key of three whose elements are the greatest: a length, or one of its paddings. */
static BufKey longest_of(uint32_t row, BufKey length, BufKey before, BufKey after)
{
    const uint64_t inner = greatest(row, length);
    const uint64_t first = greatest(row, before);
    const uint64_t last = greatest(row, after);
    BufKey longest = length;

    if (greater_of_two(first, last) > inner) {
        longest = (first >= last) ? before : after;
    }
    return longest;
}

/**
 * Key that an application changes to make an output of an image fit: the one with the greatest
 * element of those that make up a length.
 *
 * @satisfies RF-BUF-029
 */
static BufKey cause_of(const BufMerge *merge, BufKey output)
{
    const uint32_t row = merge->row;
    BufKey cause = BUF_KEY_COUNT;

    if (output == BUF_PYRAMID_LEVEL_OFFSET) {
        cause = BUF_PYRAMID_NUM_LEVELS;
    } else if (output == BUF_IMAGE_PLANE_PITCH) {
        cause = merge->is_surface ? BUF_IMAGE_SURF_WIDTH_BASE
                                  : longest_of(row, BUF_IMAGE_PLANE_WIDTH, BUF_IMAGE_LEFT_PADDING,
                                               BUF_IMAGE_RIGHT_PADDING);
    } else {
        cause = merge->is_surface ? BUF_IMAGE_SURF_HEIGHT_BASE
                                  : longest_of(row, BUF_IMAGE_PLANE_HEIGHT, BUF_IMAGE_TOP_PADDING,
                                               BUF_IMAGE_BOTTOM_PADDING);
    }
    return cause;
}

static NvSciError compute_image(const BufMerge *merge, const ImageShape *shape)
{
    NvSciError status = NvSciError_Success;
    ImageLayout *const layout = &g_computed.image_layout;
    BufKey failed = BUF_KEY_COUNT;

    (void)memset(layout, 0, sizeof(*layout));
    failed = layout_image(shape, layout);

    if (failed != BUF_KEY_COUNT) {
        status = overflow(merge, failed, cause_of(merge, failed));
    } else {
        store_image(merge->row, shape, layout);
    }
    return status;
}

static NvSciError compute_pyramid(const BufMerge *merge, const ImageShape *shape)
{
    NvSciError status = NvSciError_Success;
    const uint32_t row = merge->row;
    const uint32_t levels = (uint32_t)buf_number(row, BUF_PYRAMID_NUM_LEVELS);
    PyramidLayout *const layout = &g_computed.pyramid_layout;
    const BufKey failed =
        layout_pyramid(shape, levels, (uint32_t)buf_number(row, BUF_PYRAMID_SCALE), layout);

    if (failed != BUF_KEY_COUNT) {
        status = overflow(merge, failed, cause_of(merge, failed));
    } else {
        buf_put_numbers(row, BUF_PYRAMID_LEVEL_OFFSET, layout->offsets, levels);
        buf_put_numbers(row, BUF_PYRAMID_LEVEL_SIZE, layout->sizes, levels);
        buf_put_number(row, BUF_PYRAMID_ALIGNMENT, shape->planes[0].base_align);
    }
    return status;
}

/* ---------------------------------------------------------------- tensors, arrays */

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
static void compute_nhwc(const BufMerge *merge)
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

    buf_put_numbers(row, BUF_TENSOR_STRIDES_PER_DIM, strides, 4U);
    buf_put_number(row, BUF_TENSOR_SIZE, buf_number(row, BUF_IMAGE_SIZE));
    buf_put_number(row, BUF_TENSOR_BASE_ADDR_ALIGN, buf_number(row, BUF_IMAGE_ALIGNMENT));
}

static NvSciError compute_tensor(const BufMerge *merge, const BufEngineNeeds *needs)
{
    NvSciError status = NvSciError_Success;
    const uint32_t row = merge->row;
    TensorShape *const shape = &g_computed.tensor;
    TensorLayout *const layout = &g_computed.tensor_layout;
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
    failed = layout_tensor(shape, layout);
    if (failed != BUF_KEY_COUNT) {
        status = overflow(merge, failed, BUF_TENSOR_SIZE_PER_DIM);
    } else {
        buf_put_numbers(row, BUF_TENSOR_STRIDES_PER_DIM, layout->strides, shape->dims);
        buf_put_number(row, BUF_TENSOR_SIZE, layout->size);
        buf_put_number(row, BUF_TENSOR_BASE_ADDR_ALIGN,
                       buf_base_align(buf_number(row, BUF_TENSOR_BASE_ADDR_ALIGN), needs));
    }
    return status;
}

static NvSciError compute_array(const BufMerge *merge, const BufEngineNeeds *needs)
{
    NvSciError status = NvSciError_Success;
    const uint32_t row = merge->row;
    uint64_t size = 0U;
    const BufKey failed =
        layout_array(buf_number(row, BUF_ARRAY_CAPACITY), buf_number(row, BUF_ARRAY_STRIDE),
                     RINGFENCE_CFG_DATA_ALIGN, &size);

    if (failed != BUF_KEY_COUNT) {
        status = overflow(merge, failed, BUF_ARRAY_CAPACITY);
    } else {
        buf_put_number(row, BUF_ARRAY_SIZE, size);
        buf_put_number(row, BUF_ARRAY_ALIGNMENT, buf_base_align(0U, needs));
    }
    return status;
}

/* ---------------------------------------------------------------- all of them */

NvSciError buf_compute_types(const BufMerge *merge, const BufEngineNeeds *needs)
{
    NvSciError status = NvSciError_Success;
    const bool has_tensor = buf_has_type(merge->types, NvSciBufType_Tensor);

    if (buf_has_image(merge->types)) {
        const ImageShape *const shape = image_shape(merge, needs);

        status = compute_image(merge, shape);
        if ((status == NvSciError_Success) && has_tensor) {
            compute_nhwc(merge);
        }
        if ((status == NvSciError_Success) && buf_has_type(merge->types, NvSciBufType_Pyramid)) {
            status = compute_pyramid(merge, shape);
        }
    } else if (has_tensor) {
        status = compute_tensor(merge, needs);
    } else {
        status = compute_array(merge, needs);
    }
    return status;
}
