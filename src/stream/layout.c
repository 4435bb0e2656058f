/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file layout.c
 * Whether the buffers of a packet are laid out as the list of their element says: the readers go by
 * that. At a memory boundary both sides compare theirs with it, so bytes that are copied mean the
 * same on both.
 */
#include <stdint.h>

#include "core/bytes.h"
#include "stream/element.h"

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

/* Rights of a buffer. */
#define RIGHT_WRITE 1U
#define RIGHT_CPU   2U

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

/** Says whether a buffer is laid out in another way than a reconciled list says. */
static bool layout_differs(NvSciBufAttrList said, NvSciBufAttrList list)
{
    bool is_other = are_of_other_types(said, list);

    for (uint32_t i = 0U; (i < PLACE_KEYS) && (!is_other); i++) {
        is_other = differ_in(said, list, g_places[i]);
    }
    return is_other;
}

/** @satisfies RF-STREAM-157 */
NvSciError layout_compare(NvSciBufAttrList said, NvSciBufObj buffer)
{
    NvSciBufAttrList list = NULL;
    bool is_reconciled = false;
    bool is_other = false;
    NvSciError status = NvSciBufAttrListIsReconciled(said, &is_reconciled);

    /* Of a list that is not reconciled nothing can be compared. */
    if ((status == NvSciError_Success) && (!is_reconciled)) {
        status = NvSciError_NotSupported;
    }
    if (status == NvSciError_Success) {
        status = NvSciBufObjGetAttrList(buffer, &list);
    }
    if (status == NvSciError_Success) {
        is_other = layout_differs(said, list);
    }
    return is_other ? NvSciError_InconsistentData : NvSciError_Success;
}

/* ---------------------------------------------------------------- what is there is enough */

/** The keys that say how large a buffer is, as one number: it may be larger than was said. */
static const NvSciBufAttrKey g_sizes[] = {NvSciBufRawBufferAttrKey_Size, NvSciBufImageAttrKey_Size,
                                          NvSciBufTensorAttrKey_Size, NvSciBufArrayAttrKey_Size};

#define SIZE_KEYS ((uint32_t)(sizeof(g_sizes) / sizeof(g_sizes[0])))

/** Says whether a key is one of sizes. */
static bool is_size(NvSciBufAttrKey key)
{
    bool is = false;

    for (uint32_t i = 0U; i < SIZE_KEYS; i++) {
        is = is || (g_sizes[i] == key);
    }
    return is;
}

/** Says whether a list has a smaller number than was said. */
static bool is_less(NvSciBufAttrList said, NvSciBufAttrList list, NvSciBufAttrKey key)
{
    NvSciBufAttrKeyValuePair one = {key, NULL, 0U};
    NvSciBufAttrKeyValuePair two = {key, NULL, 0U};
    uint64_t asked = 0U;
    uint64_t has = 0U;

    (void)NvSciBufAttrListGetAttrs(said, &one, 1U);
    (void)NvSciBufAttrListGetAttrs(list, &two, 1U);
    if ((one.len == sizeof(asked)) && (two.len == sizeof(has))) {
        bytes_copy(&asked, one.value, sizeof(asked));
        bytes_copy(&has, two.value, sizeof(has));
    }
    return has < asked;
}

/** Rights of a reconciled list, as bits; 0: it has none. */
static uint32_t rights_of(NvSciBufAttrList list)
{
    NvSciBufAttrKeyValuePair perm = {NvSciBufGeneralAttrKey_ActualPerm, NULL, 0U};
    NvSciBufAttrKeyValuePair cpu = {NvSciBufGeneralAttrKey_NeedCpuAccess, NULL, 0U};
    uint32_t rights = 0U;

    (void)NvSciBufAttrListGetAttrs(list, &perm, 1U);
    (void)NvSciBufAttrListGetAttrs(list, &cpu, 1U);
    if (perm.len == sizeof(NvSciBufAttrValAccessPerm)) {
        const NvSciBufAttrValAccessPerm *const given = perm.value;

        rights |= (*given == NvSciBufAccessPerm_ReadWrite) ? RIGHT_WRITE : 0U;
    }
    if (cpu.len == sizeof(bool)) {
        const bool *const given = cpu.value;

        rights |= *given ? RIGHT_CPU : 0U;
    }
    return rights;
}

/** Says whether a buffer has less than a reconciled list says: bytes, or rights; or other places.
 */
static bool lacks(NvSciBufAttrList said, NvSciBufAttrList list)
{
    const uint32_t asked = rights_of(said);
    const uint32_t given = rights_of(list);
    bool is_other = are_of_other_types(said, list);

    is_other = is_other || ((asked & ~given) != 0U);
    for (uint32_t i = 0U; (i < PLACE_KEYS) && (!is_other); i++) {
        is_other = is_size(g_places[i]) ? is_less(said, list, g_places[i])
                                        : differ_in(said, list, g_places[i]);
    }
    return is_other;
}

/** Compares the list of a buffer with one that is not reconciled. */
static NvSciError layout_validate(NvSciBufAttrList said, NvSciBufAttrList list)
{
    bool is_valid = false;
    NvSciError status = NvSciBufAttrListValidateReconciled(list, &said, 1U, &is_valid);

    if (status == NvSciError_NotSupported) {
        /* The library was built without comparisons. */
        status = NvSciError_Success;
    } else if ((status != NvSciError_Success) && (status != NvSciError_InsufficientMemory)) {
        status = NvSciError_InconsistentData;
    } else {
        /* It is valid, or there is no row to compare in. */
    }
    return status;
}

/** @satisfies RF-STREAM-227 RF-STREAM-228 */
NvSciError layout_check(NvSciBufAttrList said, NvSciBufObj buffer)
{
    NvSciBufAttrList list = NULL;
    bool is_reconciled = false;
    NvSciError status = NvSciBufObjGetAttrList(buffer, &list);

    if (status == NvSciError_Success) {
        status = NvSciBufAttrListIsReconciled(said, &is_reconciled);
    }
    if ((status == NvSciError_Success) && is_reconciled) {
        status = lacks(said, list) ? NvSciError_InconsistentData : NvSciError_Success;
    } else if (status == NvSciError_Success) {
        status = layout_validate(said, list);
    } else {
        /* The buffer does not live. */
    }
    return status;
}
