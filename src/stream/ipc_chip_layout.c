/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_chip_layout.c
 * Chip blocks: whether the buffers of a packet are laid out as the list of the primary pool says.
 * Both sides compare theirs with it, so bytes that are copied mean the same on both.
 */
#include <stdint.h>

#include "core/bytes.h"
#include "stream/chip.h"

/** The keys that say where in a buffer is what: for each type of buffers. Alignments are left out,
 * as each side has its own, and what follows from them is there. */
static const NvSciBufAttrKey g_places[] = {NvSciBufRawBufferAttrKey_Size,
                                           NvSciBufImageAttrKey_Layout,
                                           NvSciBufImageAttrKey_TopPadding,
                                           NvSciBufImageAttrKey_BottomPadding,
                                           NvSciBufImageAttrKey_LeftPadding,
                                           NvSciBufImageAttrKey_RightPadding,
                                           NvSciBufImageAttrKey_Size,
                                           NvSciBufImageAttrKey_PlaneCount,
                                           NvSciBufImageAttrKey_PlaneColorFormat,
                                           NvSciBufImageAttrKey_PlaneColorStd,
                                           NvSciBufImageAttrKey_PlaneWidth,
                                           NvSciBufImageAttrKey_PlaneHeight,
                                           NvSciBufImageAttrKey_ScanType,
                                           NvSciBufImageAttrKey_PlaneOffset,
                                           NvSciBufImageAttrKey_PlaneSecondFieldOffset,
                                           NvSciBufImageAttrKey_PlanePitch,
                                           NvSciBufImageAttrKey_PlaneAlignedHeight,
                                           NvSciBufImageAttrKey_PlaneAlignedSize,
                                           NvSciBufImageAttrKey_ImageCount,
                                           NvSciBufTensorAttrKey_DataType,
                                           NvSciBufTensorAttrKey_NumDims,
                                           NvSciBufTensorAttrKey_SizePerDim,
                                           NvSciBufTensorAttrKey_StridesPerDim,
                                           NvSciBufTensorAttrKey_PixelFormat,
                                           NvSciBufTensorAttrKey_Size,
                                           NvSciBufArrayAttrKey_DataType,
                                           NvSciBufArrayAttrKey_Stride,
                                           NvSciBufArrayAttrKey_Capacity,
                                           NvSciBufArrayAttrKey_Size,
                                           NvSciBufPyramidAttrKey_NumLevels,
                                           NvSciBufPyramidAttrKey_Scale,
                                           NvSciBufPyramidAttrKey_LevelOffset,
                                           NvSciBufPyramidAttrKey_LevelSize};

#define PLACE_KEYS ((uint32_t)(sizeof(g_places) / sizeof(g_places[0])))

/** Says whether two reconciled lists give a key different values. One that a list does not have
 * says nothing. */
static bool differ_in(NvSciBufAttrList list, NvSciBufAttrList other, NvSciBufAttrKey key)
{
    NvSciBufAttrKeyValuePair one = {key, NULL, 0U};
    NvSciBufAttrKeyValuePair two = {key, NULL, 0U};
    bool differ = false;

    /* A key that the list does not have leaves the pair as it was. */
    (void)NvSciBufAttrListGetAttrs(list, &one, 1U);
    (void)NvSciBufAttrListGetAttrs(other, &two, 1U);
    if ((one.len > 0U) && (two.len > 0U)) {
        const uint8_t *const left = one.value;
        const uint8_t *const right = two.value;

        differ = (one.len != two.len) || (bytes_order(left, right, one.len) != 0);
    }
    return differ;
}

/** Says whether two reconciled lists have no type of buffers in common. */
static bool are_of_other_types(NvSciBufAttrList list, NvSciBufAttrList other)
{
    NvSciBufAttrKeyValuePair one = {NvSciBufGeneralAttrKey_Types, NULL, 0U};
    NvSciBufAttrKeyValuePair two = {NvSciBufGeneralAttrKey_Types, NULL, 0U};
    bool are_other = false;

    (void)NvSciBufAttrListGetAttrs(list, &one, 1U);
    (void)NvSciBufAttrListGetAttrs(other, &two, 1U);
    if ((one.len > 0U) && (two.len > 0U)) {
        const NvSciBufType *const types = one.value;
        const NvSciBufType *const others = two.value;
        const size_t count = one.len / sizeof(*types);
        const size_t other_count = two.len / sizeof(*others);

        are_other = true;
        for (size_t i = 0U; i < count; i++) {
            for (size_t k = 0U; k < other_count; k++) {
                are_other = are_other && (types[i] != others[k]);
            }
        }
    }
    return are_other;
}

/** @satisfies RF-STREAM-157 */
NvSciError chip_compare_layout(NvSciBufAttrList said, NvSciBufObj buffer)
{
    NvSciBufAttrList list = NULL;
    bool is_reconciled = false;
    bool differ = false;
    NvSciError status = NvSciBufAttrListIsReconciled(said, &is_reconciled);

    /* Of a list that is not reconciled nothing can be compared. */
    if ((status == NvSciError_Success) && (!is_reconciled)) {
        status = NvSciError_NotSupported;
    }
    if (status == NvSciError_Success) {
        status = NvSciBufObjGetAttrList(buffer, &list);
    }
    if (status == NvSciError_Success) {
        differ = are_of_other_types(said, list);
        for (uint32_t i = 0U; (i < PLACE_KEYS) && (!differ); i++) {
            differ = differ_in(said, list, g_places[i]);
        }
    }
    return differ ? NvSciError_InconsistentData : NvSciError_Success;
}
