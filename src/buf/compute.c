/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file compute.c
 * Output attributes of validated values; how much memory a reconciled list asks for.
 */
#include "buf/buf.h"

/** A GOB of a block-linear image: bytes of a row, and rows. */
#define GOB_BYTES 64U
#define GOB_ROWS  8U

static uint64_t greater(uint64_t left, uint64_t right)
{
    return (left > right) ? left : right;
}

/** Reports that an output does not fit its width because of the key `cause`. */
static NvSciError overflow(const BufMerge *merge, BufKey output, BufKey cause)
{
    return buf_conflict(merge, NvSciError_Overflow, output, RINGFENCE_RULE_RANGE, cause);
}

/* ---------------------------------------------------------------- general keys */

/**
 * Software keeps the CPU's caches coherent only if the CPU uses them and an engine does not see
 * them, or no engine of the machine does.
 *
 * @satisfies RF-BUF-050 RF-BUF-053 RF-BUF-054
 */
static void compute_general(const BufMerge *merge, const BufEngineNeeds *needs)
{
    const uint32_t row = merge->row;
    const bool has_cpu = (buf_number(row, BUF_GENERAL_NEED_CPU_ACCESS, 0U) == 1U);
    const bool is_cached = (buf_number(row, BUF_GENERAL_ENABLE_CPU_CACHE, 0U) == 1U);
    const uint64_t required = buf_number(row, BUF_GENERAL_REQUIRED_PERM, 0U);
    const bool unseen = needs->is_incoherent || (!port_cache_is_coherent());
    const bool flush = has_cpu && is_cached && unseen;

    buf_put_number(row, BUF_GENERAL_NEED_CPU_ACCESS, has_cpu ? 1U : 0U);
    buf_put_number(row, BUF_GENERAL_ENABLE_CPU_CACHE, is_cached ? 1U : 0U);
    buf_put_number(row, BUF_GENERAL_CPU_NEED_SW_CACHE_COHERENCY, flush ? 1U : 0U);
    buf_put_number(row, BUF_GENERAL_ACTUAL_PERM,
                   greater(required, (uint64_t)NvSciBufAccessPerm_Readonly));
    list_unset(&g_buf_lists, row, (uint32_t)BUF_GENERAL_REQUIRED_PERM);
    buf_gpu_compute(row, RINGFENCE_CFG_INTEGRATED_GPU == 1U, needs->is_used);
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
static ImageShape image_shape(const BufMerge *merge, const BufEngineNeeds *needs)
{
    const uint32_t row = merge->row;
    const bool is_block =
        (buf_number(row, BUF_IMAGE_LAYOUT, 0U) == (uint64_t)NvSciBufImage_BlockLinearType);
    ImageShape shape = {0};

    shape.count = (uint32_t)buf_number(row, BUF_IMAGE_PLANE_COUNT, 0U);
    shape.fields = buf_number(row, BUF_IMAGE_SCAN_TYPE, 0U) + 1U;
    shape.pitch_align =
        greater(is_block ? GOB_BYTES : RINGFENCE_CFG_PITCH_ALIGN,
                greater(needs->pitch_align, buf_number(row, BUF_TENSOR_ALIGNMENT_PER_DIM, 1U)));
    shape.height_align = is_block ? ((uint64_t)GOB_ROWS * RINGFENCE_CFG_BLOCK_HEIGHT) : 1U;
    shape.size_align =
        greater(is_block ? RINGFENCE_CFG_BLOCK_SIZE_ALIGN : RINGFENCE_CFG_PLANE_SIZE_ALIGN,
                buf_number(row, BUF_TENSOR_ALIGNMENT_PER_DIM, 0U));
    for (uint32_t i = 0U; i < shape.count; i++) {
        PlaneShape *const plane = &shape.planes[i];
        const uint64_t asked = greater(buf_number(row, BUF_IMAGE_PLANE_BASE_ADDR_ALIGN, i),
                                       buf_number(row, BUF_TENSOR_BASE_ADDR_ALIGN, 0U));

        plane->width = buf_number(row, BUF_IMAGE_PLANE_WIDTH, i);
        plane->height = buf_number(row, BUF_IMAGE_PLANE_HEIGHT, i);
        plane->left = buf_number(row, BUF_IMAGE_LEFT_PADDING, i);
        plane->right = buf_number(row, BUF_IMAGE_RIGHT_PADDING, i);
        plane->top = buf_number(row, BUF_IMAGE_TOP_PADDING, i);
        plane->bottom = buf_number(row, BUF_IMAGE_BOTTOM_PADDING, i);
        plane->bits = buf_format(buf_number(row, BUF_IMAGE_PLANE_COLOR_FORMAT, i)).bits;
        plane->base_align = greater(asked, greater(needs->base_align, RINGFENCE_CFG_PLANE_ALIGN));
    }
    follow_luma(merge, &shape);
    return shape;
}

static void store_image(uint32_t row, const ImageShape *shape, const ImageLayout *layout)
{
    uint64_t numbers[9][NV_SCI_BUF_IMAGE_MAX_PLANES] = {0};
    static const BufKey keys[9] = {
        BUF_IMAGE_PLANE_BASE_ADDR_ALIGN, BUF_IMAGE_PLANE_BITS_PER_PIXEL,
        BUF_IMAGE_PLANE_OFFSET,          BUF_IMAGE_PLANE_DATATYPE,
        BUF_IMAGE_PLANE_CHANNEL_COUNT,   BUF_IMAGE_PLANE_SECOND_FIELD_OFFSET,
        BUF_IMAGE_PLANE_PITCH,           BUF_IMAGE_PLANE_ALIGNED_HEIGHT,
        BUF_IMAGE_PLANE_ALIGNED_SIZE};

    for (uint32_t i = 0U; i < shape->count; i++) {
        const BufFormat format = buf_format(buf_number(row, BUF_IMAGE_PLANE_COLOR_FORMAT, i));
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

/** Key that an application changes to make an output of an image fit. */
static BufKey cause_of(const BufMerge *merge, BufKey output)
{
    BufKey cause = BUF_KEY_COUNT;

    if (output == BUF_IMAGE_PLANE_PITCH) {
        cause = merge->is_surface ? BUF_IMAGE_SURF_WIDTH_BASE : BUF_IMAGE_PLANE_WIDTH;
    } else if (output == BUF_PYRAMID_LEVEL_OFFSET) {
        cause = BUF_PYRAMID_NUM_LEVELS;
    } else {
        cause = merge->is_surface ? BUF_IMAGE_SURF_HEIGHT_BASE : BUF_IMAGE_PLANE_HEIGHT;
    }
    return cause;
}

static NvSciError compute_image(const BufMerge *merge, const ImageShape *shape)
{
    NvSciError status = NvSciError_Success;
    ImageLayout layout = {0};
    const BufKey failed = layout_image(shape, &layout);

    if (failed != BUF_KEY_COUNT) {
        status = overflow(merge, failed, cause_of(merge, failed));
    } else {
        store_image(merge->row, shape, &layout);
    }
    return status;
}

static NvSciError compute_pyramid(const BufMerge *merge, const ImageShape *shape)
{
    NvSciError status = NvSciError_Success;
    const uint32_t row = merge->row;
    const uint32_t levels = (uint32_t)buf_number(row, BUF_PYRAMID_NUM_LEVELS, 0U);
    PyramidLayout layout = {0};
    const BufKey failed =
        layout_pyramid(shape, levels, (uint32_t)buf_number(row, BUF_PYRAMID_SCALE, 0U), &layout);

    if (failed != BUF_KEY_COUNT) {
        status = overflow(merge, failed, cause_of(merge, failed));
    } else {
        buf_put_numbers(row, BUF_PYRAMID_LEVEL_OFFSET, layout.offsets, levels);
        buf_put_numbers(row, BUF_PYRAMID_LEVEL_SIZE, layout.sizes, levels);
        buf_put_number(row, BUF_PYRAMID_ALIGNMENT, shape->planes[0].base_align);
    }
    return status;
}

/* ---------------------------------------------------------------- tensors, arrays, raw buffers */

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
    const BufFormat format = buf_format(buf_number(row, BUF_IMAGE_PLANE_COLOR_FORMAT, 0U));
    const uint64_t element = buf_element_size((uint64_t)format.data_type);
    const uint64_t pitch = buf_number(row, BUF_IMAGE_PLANE_PITCH, 0U);
    const uint64_t rows = buf_number(row, BUF_IMAGE_PLANE_ALIGNED_HEIGHT, 0U);
    const uint64_t align = greater(buf_number(row, BUF_TENSOR_ALIGNMENT_PER_DIM, 0U), 1U);
    const uint64_t strides[] = {checked_align(checked(pitch * rows), align).value, pitch,
                                element * (uint64_t)format.channels, element};

    buf_put_numbers(row, BUF_TENSOR_STRIDES_PER_DIM, strides, 4U);
    buf_put_number(row, BUF_TENSOR_SIZE, buf_number(row, BUF_IMAGE_SIZE, 0U));
    buf_put_number(row, BUF_TENSOR_BASE_ADDR_ALIGN, buf_number(row, BUF_IMAGE_ALIGNMENT, 0U));
}

/**
 * Alignment of a buffer that is no image: the greatest asked for, else the configured one; at least
 * that of the engines.
 *
 * @satisfies RF-BUF-051
 */
static uint64_t base_align_of(uint64_t asked, const BufEngineNeeds *needs)
{
    return greater((asked > 0U) ? asked : RINGFENCE_CFG_BASE_ALIGN, needs->base_align);
}

static NvSciError compute_tensor(const BufMerge *merge, const BufEngineNeeds *needs)
{
    NvSciError status = NvSciError_Success;
    const uint32_t row = merge->row;
    TensorShape shape = {0};
    TensorLayout layout = {0};
    BufKey failed = BUF_KEY_COUNT;

    shape.dims = (uint32_t)buf_number(row, BUF_TENSOR_NUM_DIMS, 0U);
    shape.element_size = buf_element_size(buf_number(row, BUF_TENSOR_DATA_TYPE, 0U));
    shape.size_align = RINGFENCE_CFG_DATA_ALIGN;
    for (uint32_t d = 0U; d < shape.dims; d++) {
        shape.sizes[d] = buf_number(row, BUF_TENSOR_SIZE_PER_DIM, d);
        shape.aligns[d] = buf_number(row, BUF_TENSOR_ALIGNMENT_PER_DIM, d);
    }
    failed = layout_tensor(&shape, &layout);
    if (failed != BUF_KEY_COUNT) {
        status = overflow(merge, failed, BUF_TENSOR_SIZE_PER_DIM);
    } else {
        buf_put_numbers(row, BUF_TENSOR_STRIDES_PER_DIM, layout.strides, shape.dims);
        buf_put_number(row, BUF_TENSOR_SIZE, layout.size);
        buf_put_number(row, BUF_TENSOR_BASE_ADDR_ALIGN,
                       base_align_of(buf_number(row, BUF_TENSOR_BASE_ADDR_ALIGN, 0U), needs));
    }
    return status;
}

static NvSciError compute_array(const BufMerge *merge, const BufEngineNeeds *needs)
{
    NvSciError status = NvSciError_Success;
    const uint32_t row = merge->row;
    uint64_t size = 0U;
    const BufKey failed =
        layout_array(buf_number(row, BUF_ARRAY_CAPACITY, 0U), buf_number(row, BUF_ARRAY_STRIDE, 0U),
                     RINGFENCE_CFG_DATA_ALIGN, &size);

    if (failed != BUF_KEY_COUNT) {
        status = overflow(merge, failed, BUF_ARRAY_CAPACITY);
    } else {
        buf_put_number(row, BUF_ARRAY_SIZE, size);
        buf_put_number(row, BUF_ARRAY_ALIGNMENT, base_align_of(0U, needs));
    }
    return status;
}

/* ---------------------------------------------------------------- all of them */

NvSciError buf_compute(const BufMerge *merge)
{
    NvSciError status = NvSciError_Success;
    const BufEngineNeeds needs = buf_engine_of_row(merge->row);
    const bool has_image = buf_has_image(merge->types);
    const bool has_tensor = buf_has_type(merge->types, NvSciBufType_Tensor);

    compute_general(merge, &needs);
    if (has_image) {
        const ImageShape shape = image_shape(merge, &needs);

        status = compute_image(merge, &shape);
        if ((status == NvSciError_Success) && has_tensor) {
            compute_nhwc(merge);
        }
        if ((status == NvSciError_Success) && buf_has_type(merge->types, NvSciBufType_Pyramid)) {
            status = compute_pyramid(merge, &shape);
        }
    } else if (has_tensor) {
        status = compute_tensor(merge, &needs);
    } else if (buf_has_type(merge->types, NvSciBufType_Array)) {
        status = compute_array(merge, &needs);
    } else {
        buf_put_number(merge->row, BUF_RAW_ALIGN,
                       base_align_of(buf_number(merge->row, BUF_RAW_ALIGN, 0U), &needs));
    }
    return status;
}

/** Where the last of `levels` levels of a pyramid ends; 0 if there is none. */
static uint64_t level_end(uint32_t row, uint32_t levels)
{
    uint64_t end = 0U;

    if (levels > 0U) {
        end = buf_number(row, BUF_PYRAMID_LEVEL_OFFSET, levels - 1U) +
              buf_number(row, BUF_PYRAMID_LEVEL_SIZE, levels - 1U);
    }
    return end;
}

/**
 * A buffer of several types has the size of the greatest one. A pyramid ends with its last level.
 * Memory is aligned for everything that lies in it.
 */
void buf_memory_need(uint32_t row, uint64_t *size, uint64_t *alignment)
{
    const uint32_t levels = buf_count(row, BUF_PYRAMID_LEVEL_SIZE);
    const uint64_t pyramid = level_end(row, levels);
    const uint64_t sizes[] = {
        buf_number(row, BUF_RAW_SIZE, 0U), buf_number(row, BUF_IMAGE_SIZE, 0U),
        buf_number(row, BUF_TENSOR_SIZE, 0U), buf_number(row, BUF_ARRAY_SIZE, 0U), pyramid};
    const uint64_t aligns[] = {buf_number(row, BUF_RAW_ALIGN, 0U),
                               buf_number(row, BUF_TENSOR_BASE_ADDR_ALIGN, 0U),
                               buf_number(row, BUF_ARRAY_ALIGNMENT, 0U),
                               buf_number(row, BUF_IMAGE_PLANE_BASE_ADDR_ALIGN, 0U),
                               buf_number(row, BUF_IMAGE_PLANE_BASE_ADDR_ALIGN, 1U),
                               buf_number(row, BUF_IMAGE_PLANE_BASE_ADDR_ALIGN, 2U)};

    *size = 0U;
    *alignment = 1U;
    for (uint32_t i = 0U; i < (sizeof(sizes) / sizeof(sizes[0])); i++) {
        *size = greater(*size, sizes[i]);
    }
    for (uint32_t i = 0U; i < (sizeof(aligns) / sizeof(aligns[0])); i++) {
        *alignment = greater(*alignment, aligns[i]);
    }
}
