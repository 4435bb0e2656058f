/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file surface.c
 * The planes of a YUV surface.
 */
#include "buf/layout.h"
#include "core/assert.h"

#define PLANES_MAX NV_SCI_BUF_IMAGE_MAX_PLANES

/** Formats of a component by its depth. */
typedef struct {
    NvSciBufAttrValColorFmt luma;
    /** U and V, one plane each. */
    NvSciBufAttrValColorFmt u;
    NvSciBufAttrValColorFmt v;
    /** Both in one plane: U in the low half, V in the low half. */
    NvSciBufAttrValColorFmt u_low;
    NvSciBufAttrValColorFmt v_low;
} DepthFormats;

/* clang-format off */
/** By NvSciBufSurfBPC: luma of the first number, chroma of the second. */
static const DepthFormats g_depths[NvSciSurfBPC_MaxValid] = {
    [NvSciSurfBPC_Layout_16_8_8] = {NvSciColor_Y16, NvSciColor_U8,  NvSciColor_V8,  NvSciColor_V8U8,   NvSciColor_U8V8},
    [NvSciSurfBPC_Layout_10_8_8] = {NvSciColor_Y10, NvSciColor_U8,  NvSciColor_V8,  NvSciColor_V8U8,   NvSciColor_U8V8},
    [NvSciSurfBPC_8] =             {NvSciColor_Y8,  NvSciColor_U8,  NvSciColor_V8,  NvSciColor_V8U8,   NvSciColor_U8V8},
    [NvSciSurfBPC_10] =            {NvSciColor_Y10, NvSciColor_U10, NvSciColor_V10, NvSciColor_V10U10, NvSciColor_U10V10},
    [NvSciSurfBPC_12] =            {NvSciColor_Y12, NvSciColor_U12, NvSciColor_V12, NvSciColor_V12U12, NvSciColor_U12V12},
    [NvSciSurfBPC_14] =            {NvSciColor_Y16, NvSciColor_U16, NvSciColor_V16, NvSciColor_V16U16, NvSciColor_U16V16},
    [NvSciSurfBPC_16] =            {NvSciColor_Y16, NvSciColor_U16, NvSciColor_V16, NvSciColor_V16U16, NvSciColor_U16V16}
};
/* clang-format on */

/** By NvSciBufSurfSampleType; 4:0:0 has no chroma. */
static const Subsampling g_samplings[NvSciSurfSampleType_MaxValid] = {
    [NvSciSurfSampleType_420] = {2U, 2U},
    [NvSciSurfSampleType_422] = {2U, 1U},
    [NvSciSurfSampleType_444] = {1U, 1U},
    [NvSciSurfSampleType_422R] = {1U, 2U},
    [NvSciSurfSampleType_400] = {1U, 1U}};

/** A surface without chroma is packed and in the order Luma; no other surface is. */
static NvSciError check_combination(const BufMerge *merge)
{
    static const BufCheck checks[] = {{BUF_IMAGE_SURF_MEM_LAYOUT, RINGFENCE_RULE_CONSISTENT,
                                       BUF_IMAGE_SURF_SAMPLE_TYPE, NvSciError_NotSupported},
                                      {BUF_IMAGE_SURF_COMPONENT_ORDER, RINGFENCE_RULE_CONSISTENT,
                                       BUF_IMAGE_SURF_SAMPLE_TYPE, NvSciError_NotSupported}};
    const uint64_t sampling = buf_number(merge->row, BUF_IMAGE_SURF_SAMPLE_TYPE);
    const uint64_t order = buf_number(merge->row, BUF_IMAGE_SURF_COMPONENT_ORDER);
    const uint64_t layout = buf_number(merge->row, BUF_IMAGE_SURF_MEM_LAYOUT);
    const bool is_luma = (sampling == (uint64_t)NvSciSurfSampleType_400);
    const bool holds[] = {(layout == (uint64_t)NvSciSurfMemLayout_Packed) == is_luma,
                          (order == (uint64_t)NvSciSurfComponentOrder_Luma) == is_luma};

    return buf_check_all(merge, checks, holds, (uint32_t)(sizeof(holds) / sizeof(holds[0])));
}

/** Formats of the planes; gives their number. */
static uint32_t plane_formats(uint32_t row, uint64_t *formats)
{
    const DepthFormats *const depth = &g_depths[buf_number(row, BUF_IMAGE_SURF_BPC)];
    const uint64_t layout = buf_number(row, BUF_IMAGE_SURF_MEM_LAYOUT);
    const bool is_yuv =
        (buf_number(row, BUF_IMAGE_SURF_COMPONENT_ORDER) == (uint64_t)NvSciSurfComponentOrder_YUV);
    uint32_t count = 1U;

    formats[0] = (uint64_t)depth->luma;
    if (layout == (uint64_t)NvSciSurfMemLayout_SemiPlanar) {
        formats[1] = (uint64_t)(is_yuv ? depth->u_low : depth->v_low);
        count = 2U;
    } else if (layout == (uint64_t)NvSciSurfMemLayout_Planar) {
        formats[1] = (uint64_t)(is_yuv ? depth->u : depth->v);
        formats[2] = (uint64_t)(is_yuv ? depth->v : depth->u);
        count = 3U;
    } else {
        count = 1U;
    }
    return count;
}

Subsampling buf_surface_sampling(uint32_t row)
{
    return g_samplings[buf_number(row, BUF_IMAGE_SURF_SAMPLE_TYPE)];
}

/** Stores a number of the plane of luma and one of those of chroma. */
static void put_planes(uint32_t row, BufKey key, uint64_t luma, uint64_t chroma, uint32_t count)
{
    const uint64_t numbers[PLANES_MAX] = {luma, chroma, chroma};

    buf_put_numbers(row, key, numbers, count);
}

/**
 * Plane 0 is luma in full size. Chroma planes have the width and height divided by the sampling,
 * rounded up. Semi-planar: plane 1 holds both components, the first one of the order in its low
 * half. Planar: planes 1 and 2 hold them in the order's order.
 *
 * @satisfies RF-BUF-036
 */
NvSciError buf_surface_expand(const BufMerge *merge)
{
    const NvSciError status = check_combination(merge);

    if (status == NvSciError_Success) {
        const uint32_t row = merge->row;
        const Subsampling by = buf_surface_sampling(row);
        const uint64_t width = buf_number(row, BUF_IMAGE_SURF_WIDTH_BASE);
        const uint64_t height = buf_number(row, BUF_IMAGE_SURF_HEIGHT_BASE);
        uint64_t formats[PLANES_MAX] = {0U, 0U, 0U};
        const uint32_t count = plane_formats(row, formats);

        ASSERT(count <= PLANES_MAX);
        ASSERT(by.width > 0U);
        ASSERT(by.height > 0U);
        buf_put_number(row, BUF_IMAGE_PLANE_COUNT, count);
        buf_put_numbers(row, BUF_IMAGE_PLANE_COLOR_FORMAT, formats, count);
        put_planes(row, BUF_IMAGE_PLANE_WIDTH, width, checked_divide(width, by.width), count);
        put_planes(row, BUF_IMAGE_PLANE_HEIGHT, height, checked_divide(height, by.height), count);
        if (buf_is_set(row, BUF_IMAGE_SURF_COLOR_STD)) {
            const uint64_t standard = buf_number(row, BUF_IMAGE_SURF_COLOR_STD);

            put_planes(row, BUF_IMAGE_PLANE_COLOR_STD, standard, standard, count);
        }
    }
    return status;
}
