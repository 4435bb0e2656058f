/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file types.c
 * What depends on the types of a buffer: which go together, which keys they have and need, and
 * which of the files of types/ checks and computes them. A library of only raw buffers has
 * types_raw.c in the place of this file.
 */
#include "buf/types.def"
#include "buf/layout.h"
#include "core/assert.h"
#include "core/bytes.h"

#define COUNT_OF(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

/** A key that some situation demands or rules out. */
typedef struct {
    BufKey key;
    uint32_t when;
    bool is_forbidden;
} Presence;

/** Keys that a situation demands or rules out. */
static const Presence g_presence[] = {BUF_PRESENCE};

/** Sets of types that a buffer can have. */
static const uint32_t g_type_sets[] = {BUF_TYPE_SETS};

/* ---------------------------------------------------------------- keys */

bool buf_types_fit(uint32_t types)
{
    bool is_set = false;

    for (uint32_t i = 0U; i < COUNT_OF(g_type_sets); i++) {
        is_set = is_set || (types == g_type_sets[i]);
    }
    return is_set;
}

uint32_t buf_types_groups(uint32_t types)
{
    uint32_t groups = types | BUF_TYPE_BIT(NvSciBufType_General);

    if (buf_has_image(types)) {
        groups |= BUF_TYPE_BIT(NvSciBufType_Image);
    }
    return groups;
}

/**
 * 14 bits are stored as 16, which they stand for.
 *
 * @satisfies RF-BUF-036
 */
AttrValue buf_types_stored(uint32_t key, AttrValue value)
{
    static const NvSciBufSurfBPC sixteen = NvSciSurfBPC_16;
    AttrValue stored = value;

    if (key == (uint32_t)BUF_IMAGE_SURF_BPC) {
        const uint64_t depth = attr_number(&g_buf_table.keys[key], value, 0U);

        if (depth == (uint64_t)NvSciSurfBPC_14) {
            stored.bytes = &sixteen;
        }
    }
    return stored;
}

bool buf_types_pad(uint32_t key)
{
    return (key >= (uint32_t)BUF_IMAGE_TOP_PADDING) && (key <= (uint32_t)BUF_IMAGE_RIGHT_PADDING);
}

bool buf_types_per_dim(uint32_t key)
{
    return (key == (uint32_t)BUF_TENSOR_SIZE_PER_DIM) ||
           (key == (uint32_t)BUF_TENSOR_ALIGNMENT_PER_DIM);
}

/** Cuts an array to the dimensions of the tensor, which may be those of the donor. */
static void cut_to_dims(uint32_t row, BufKey key)
{
    const AttrValue value = buf_value(row, key);
    const size_t dims = (size_t)buf_number(row, BUF_TENSOR_NUM_DIMS);
    const size_t whole = dims * (size_t)g_buf_table.keys[key].element_size;

    if ((whole > 0U) && (value.len > whole)) {
        uint64_t words[NV_SCI_BUF_TENSOR_MAX_DIMS] = {0};

        ASSERT(whole <= sizeof(words));
        bytes_copy(words, value.bytes, whole);
        buf_put(row, key, words, whole);
    }
}

void buf_types_cut(uint32_t row)
{
    cut_to_dims(row, BUF_TENSOR_SIZE_PER_DIM);
    cut_to_dims(row, BUF_TENSOR_ALIGNMENT_PER_DIM);
}

/* ---------------------------------------------------------------- checks */

/**
 * An image is described by planes or as a surface, not both.
 *
 * @satisfies RF-BUF-045
 */
static NvSciError validate_family(BufMerge *merge)
{
    NvSciError status = NvSciError_Success;
    BufKey plane_key = BUF_KEY_COUNT;
    BufKey surface_key = BUF_KEY_COUNT;
    const bool has_planes = buf_has_plane_key(merge->row, &plane_key);

    merge->is_surface = buf_has_surface_key(merge->row, &surface_key);
    if (has_planes && merge->is_surface) {
        status = buf_conflict(merge, NvSciError_ReconciliationFailed, surface_key,
                              RINGFENCE_RULE_FORBIDDEN, plane_key);
    }
    return status;
}

/** What holds of the types: their bits, and those of the situations of types.def. */
static uint32_t situation_of(const BufMerge *merge)
{
    const bool has_image = buf_has_image(merge->types);
    const bool has_tensor = buf_has_type(merge->types, NvSciBufType_Tensor);
    uint32_t when = merge->types;

    if (has_image) {
        when |= BUF_TYPE_BIT(NvSciBufType_Image);
        when |= merge->is_surface ? BUF_WHEN_SURFACE : BUF_WHEN_PLANES;
        when |= has_tensor ? BUF_WHEN_IMAGE_TENSOR : 0U;
    } else {
        when |= has_tensor ? BUF_WHEN_TENSOR_ALONE : 0U;
    }
    return when;
}

/** Checks one key. */
static NvSciError check_presence(const BufMerge *merge, uint32_t when, const Presence *presence)
{
    NvSciError status = NvSciError_Success;
    const bool applies = ((presence->when & when) != 0U);
    const bool is_set = buf_is_set(merge->row, presence->key);

    if (applies && (is_set == presence->is_forbidden)) {
        status = buf_conflict(
            merge, is_set ? NvSciError_NotSupported : NvSciError_BadParameter, presence->key,
            is_set ? RINGFENCE_RULE_FORBIDDEN : RINGFENCE_RULE_MANDATORY, BUF_GENERAL_TYPES);
    }
    return status;
}

/** @satisfies RF-BUF-047 RF-BUF-048 */
static NvSciError validate_presence(const BufMerge *merge)
{
    const uint32_t when = situation_of(merge);
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; (i < COUNT_OF(g_presence)) && (status == NvSciError_Success); i++) {
        status = check_presence(merge, when, &g_presence[i]);
    }
    return status;
}

static NvSciError validate_values(const BufMerge *merge)
{
    const bool has_image = buf_has_image(merge->types);
    const bool has_tensor = buf_has_type(merge->types, NvSciBufType_Tensor);
    NvSciError status = NvSciError_Success;

    if (has_image) {
        status = buf_image_validate(merge);
    }
    if ((status == NvSciError_Success) && has_tensor) {
        status = buf_tensor_validate(merge);
    }
    if ((status == NvSciError_Success) && has_image && has_tensor) {
        status = buf_image_tensor_validate(merge);
    }
    if ((status == NvSciError_Success) && buf_has_type(merge->types, NvSciBufType_Array)) {
        status = buf_array_validate(merge);
    }
    return status;
}

NvSciError buf_types_validate(BufMerge *merge)
{
    NvSciError status = validate_family(merge);

    if (status == NvSciError_Success) {
        status = validate_presence(merge);
    }
    if ((status == NvSciError_Success) && merge->is_surface) {
        status = buf_surface_expand(merge);
    }
    if (status == NvSciError_Success) {
        status = validate_values(merge);
    }
    return status;
}

/* ---------------------------------------------------------------- outputs */

NvSciError buf_types_compute(const BufMerge *merge, const BufEngineNeeds *needs)
{
    NvSciError status = NvSciError_Success;
    const bool has_tensor = buf_has_type(merge->types, NvSciBufType_Tensor);

    if (buf_has_image(merge->types)) {
        const ImageShape *shape = NULL;

        status = buf_image_compute(merge, needs, &shape);
        if ((status == NvSciError_Success) && has_tensor) {
            buf_image_tensor_compute(merge);
        }
        if ((status == NvSciError_Success) && buf_has_type(merge->types, NvSciBufType_Pyramid)) {
            status = buf_pyramid_compute(merge, shape);
        }
    } else if (has_tensor) {
        status = buf_tensor_compute(merge, needs);
    } else {
        status = buf_array_compute(merge, needs);
    }
    return status;
}

/** Where the last of `levels` levels of a pyramid ends; 0 if there is none. */
static uint64_t level_end(uint32_t row, uint32_t levels)
{
    uint64_t end = 0U;

    if (levels > 0U) {
        end = buf_number_at(row, BUF_PYRAMID_LEVEL_OFFSET, levels - 1U) +
              buf_number_at(row, BUF_PYRAMID_LEVEL_SIZE, levels - 1U);
    }
    return end;
}

/**
 * A buffer of several types has the size of the greatest one. A pyramid ends with its last level.
 * Memory is aligned for everything that lies in it.
 */
void buf_memory_need(uint32_t row, uint64_t *size, uint64_t *alignment)
{
    static const BufKey sizes[] = {BUF_SIZE_KEYS};
    static const BufKey aligns[] = {BUF_ALIGNMENT_KEYS};

    *size = buf_number(row, BUF_RAW_SIZE);
    *alignment = greater_of_two(buf_number(row, BUF_RAW_ALIGN), 1U);
    for (uint32_t i = 0U; i < (sizeof(sizes) / sizeof(sizes[0])); i++) {
        *size = greater_of_two(*size, buf_number(row, sizes[i]));
    }
    *size = greater_of_two(*size, level_end(row, buf_count(row, BUF_PYRAMID_LEVEL_SIZE)));
    for (uint32_t i = 0U; i < (sizeof(aligns) / sizeof(aligns[0])); i++) {
        *alignment = greater_of_two(*alignment, buf_number(row, aligns[i]));
    }
    for (uint32_t i = 0U; i < NV_SCI_BUF_IMAGE_MAX_PLANES; i++) {
        *alignment =
            greater_of_two(*alignment, buf_number_at(row, BUF_IMAGE_PLANE_BASE_ADDR_ALIGN, i));
    }
}

BufKey buf_types_size_key(uint32_t types)
{
    BufKey key = BUF_RAW_SIZE;

    if (buf_has_image(types)) {
        key = BUF_IMAGE_SIZE;
    } else if (buf_has_type(types, NvSciBufType_Tensor)) {
        key = BUF_TENSOR_SIZE;
    } else if (buf_has_type(types, NvSciBufType_Array)) {
        key = BUF_ARRAY_SIZE;
    } else {
        key = BUF_RAW_SIZE;
    }
    return key;
}
