/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_lists.c
 * Recipes of buffers.
 */
#include "buf_lists.h"

#define PAIRS_MAX 40U
#define IMG(name) NvSciBufImageAttrKey_##name
#define TEN(name) NvSciBufTensorAttrKey_##name

static const BufPair g_raw[] = {TYPES(NvSciBufType_RawBuffer),
                                PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, 1000U)};

static const BufPair g_image[] = {
    TYPES(NvSciBufType_Image),
    PAIR(IMG(Layout), uint32_t, NvSciBufImage_PitchLinearType),
    PAIR(IMG(ScanType), uint32_t, NvSciBufScan_ProgressiveType),
    PAIR(IMG(PlaneCount), uint32_t, 2U),
    PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_Y8, NvSciColor_V8U8),
    PAIR(IMG(PlaneWidth), uint32_t, 640U, 320U),
    PAIR(IMG(PlaneHeight), uint32_t, 480U, 240U)};

static const BufPair g_surface[] = {
    TYPES(NvSciBufType_Image),
    PAIR(IMG(Layout), uint32_t, NvSciBufImage_PitchLinearType),
    PAIR(IMG(ScanType), uint32_t, NvSciBufScan_ProgressiveType),
    PAIR(IMG(SurfType), uint32_t, NvSciSurfType_YUV),
    PAIR(IMG(SurfMemLayout), uint32_t, NvSciSurfMemLayout_SemiPlanar),
    PAIR(IMG(SurfSampleType), uint32_t, NvSciSurfSampleType_420),
    PAIR(IMG(SurfBPC), uint32_t, NvSciSurfBPC_8),
    PAIR(IMG(SurfComponentOrder), uint32_t, NvSciSurfComponentOrder_YUV),
    PAIR(IMG(SurfWidthBase), uint32_t, 640U),
    PAIR(IMG(SurfHeightBase), uint32_t, 480U)};

static const BufPair g_tensor[] = {
    TYPES(NvSciBufType_Tensor), PAIR(TEN(DataType), uint32_t, NvSciDataType_Float16),
    PAIR(TEN(NumDims), uint32_t, 4U), PAIR(TEN(SizePerDim), uint64_t, 1U, 3U, 224U, 224U),
    PAIR(TEN(AlignmentPerDim), uint32_t, 1U, 1U, 64U, 2U)};

static const BufPair g_image_tensor[] = {
    TYPES(NvSciBufType_Image, NvSciBufType_Tensor),
    PAIR(IMG(Layout), uint32_t, NvSciBufImage_PitchLinearType),
    PAIR(IMG(ScanType), uint32_t, NvSciBufScan_ProgressiveType),
    PAIR(IMG(PlaneCount), uint32_t, 1U),
    PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_A8B8G8R8),
    PAIR(IMG(PlaneWidth), uint32_t, 100U),
    PAIR(IMG(PlaneHeight), uint32_t, 50U),
    PAIR(IMG(ImageCount), uint64_t, 1U),
    PAIR(TEN(DataType), uint32_t, NvSciDataType_Uint8),
    PAIR(TEN(NumDims), uint32_t, 4U),
    PAIR(TEN(SizePerDim), uint64_t, 1U, 50U, 100U, 4U),
    PAIR(TEN(PixelFormat), uint32_t, NvSciColor_A8B8G8R8)};

static const BufPair g_array[] = {
    TYPES(NvSciBufType_Array), PAIR(NvSciBufArrayAttrKey_DataType, uint32_t, NvSciDataType_Uint32),
    PAIR(NvSciBufArrayAttrKey_Stride, uint64_t, 4U),
    PAIR(NvSciBufArrayAttrKey_Capacity, uint64_t, 5000U)};

static const BufPair g_pyramid[] = {TYPES(NvSciBufType_Image, NvSciBufType_Pyramid),
                                    PAIR(IMG(Layout), uint32_t, NvSciBufImage_PitchLinearType),
                                    PAIR(IMG(ScanType), uint32_t, NvSciBufScan_ProgressiveType),
                                    PAIR(IMG(PlaneCount), uint32_t, 1U),
                                    PAIR(IMG(PlaneColorFormat), uint32_t, NvSciColor_Y8),
                                    PAIR(IMG(PlaneWidth), uint32_t, 640U),
                                    PAIR(IMG(PlaneHeight), uint32_t, 480U),
                                    PAIR(NvSciBufPyramidAttrKey_NumLevels, uint32_t, 3U),
                                    PAIR(NvSciBufPyramidAttrKey_Scale, float, 0.5F)};

const BufRecipe g_recipes[RECIPE_COUNT] = {
    [RECIPE_RAW] = {"raw", g_raw, COUNT_OF(g_raw)},
    [RECIPE_IMAGE] = {"image", g_image, COUNT_OF(g_image)},
    [RECIPE_SURFACE] = {"surface", g_surface, COUNT_OF(g_surface)},
    [RECIPE_TENSOR] = {"tensor", g_tensor, COUNT_OF(g_tensor)},
    [RECIPE_IMAGE_TENSOR] = {"image and tensor", g_image_tensor, COUNT_OF(g_image_tensor)},
    [RECIPE_ARRAY] = {"array", g_array, COUNT_OF(g_array)},
    [RECIPE_PYRAMID] = {"pyramid", g_pyramid, COUNT_OF(g_pyramid)}};

static const BufPair *find(const BufPair *pairs, size_t count, NvSciBufAttrKey key)
{
    const BufPair *found = NULL;

    for (size_t i = 0U; i < count; i++) {
        if (pairs[i].key == key) {
            found = &pairs[i];
        }
    }
    return found;
}

NvSciBufAttrList buf_recipe_with(BufRecipeIndex index, const BufPair *changes, size_t count)
{
    const BufRecipe *const recipe = &g_recipes[index];
    BufPair pairs[PAIRS_MAX];
    size_t used = 0U;

    for (size_t i = 0U; i < recipe->count; i++) {
        const BufPair *const change = find(changes, count, recipe->pairs[i].key);

        if (change == NULL) {
            pairs[used++] = recipe->pairs[i];
        } else if (change->value != NULL) {
            pairs[used++] = *change;
        }
    }
    for (size_t i = 0U; i < count; i++) {
        const BufPair *const known = find(recipe->pairs, recipe->count, changes[i].key);

        if ((known == NULL) && (changes[i].value != NULL)) {
            pairs[used++] = changes[i];
        }
    }
    return buf_list_of(pairs, used);
}

NvSciBufAttrList buf_recipe(BufRecipeIndex index)
{
    return buf_recipe_with(index, NULL, 0U);
}
