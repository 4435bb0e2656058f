/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file bound.c
 * What a buffer may need at most, and which list asked for more.
 */
#include "buf/buf.h"

/** Keys whose numbers make up the size and the alignment of a buffer. Those of raw buffers are
 * first. */
static const BufKey g_bound_keys[] = {BUF_RAW_SIZE,
                                      BUF_RAW_ALIGN,
                                      BUF_IMAGE_PLANE_BASE_ADDR_ALIGN,
                                      BUF_IMAGE_PLANE_WIDTH,
                                      BUF_IMAGE_PLANE_HEIGHT,
                                      BUF_IMAGE_TOP_PADDING,
                                      BUF_IMAGE_BOTTOM_PADDING,
                                      BUF_IMAGE_LEFT_PADDING,
                                      BUF_IMAGE_RIGHT_PADDING,
                                      BUF_IMAGE_SURF_WIDTH_BASE,
                                      BUF_IMAGE_SURF_HEIGHT_BASE,
                                      BUF_TENSOR_SIZE_PER_DIM,
                                      BUF_TENSOR_ALIGNMENT_PER_DIM,
                                      BUF_TENSOR_BASE_ADDR_ALIGN,
                                      BUF_ARRAY_STRIDE,
                                      BUF_ARRAY_CAPACITY};

#define BOUND_KEYS ((uint32_t)(sizeof(g_bound_keys) / sizeof(g_bound_keys[0])))

/** The greatest number that a list gave. */
typedef struct {
    uint64_t number;
    BufKey key;
    ListPlace place;
} Greatest;

uint64_t buf_bound(void)
{
    return (uint64_t)RINGFENCE_CFG_BUFFER_MIB * BUF_MIB;
}

uint64_t buf_most_needed(uint32_t row)
{
    uint64_t size = 0U;
    uint64_t alignment = 0U;

    buf_memory_need(row, &size, &alignment);
    return (size > alignment) ? size : alignment;
}

/** Looks at one key of one slot. */
static void look_at_key(const ListPlace *place, BufKey key, Greatest *greatest)
{
    const uint32_t count = buf_count(place->row, key);

    for (uint32_t i = 0U; i < count; i++) {
        const uint64_t number = buf_number_at(place->row, key, i);

        if (number > greatest->number) {
            greatest->number = number;
            greatest->key = key;
            greatest->place = *place;
        }
    }
}

/** The number that asks for the most: of all that the inputs say, the greatest. */
static Greatest find_greatest(const ListInputs *inputs)
{
    ListPlace place = list_first(inputs);
    Greatest greatest = {0U, BUF_RAW_SIZE, place};

    for (uint32_t i = 0U; i < inputs->slots; i++) {
        for (uint32_t k = 0U; k < BOUND_KEYS; k++) {
            look_at_key(&place, g_bound_keys[k], &greatest);
        }
        (void)list_next(&g_buf_lists, &place);
    }
    return greatest;
}

/** The key that says how large a buffer of these types is. */
static BufKey size_key(uint32_t types)
{
    BufKey key = BUF_RAW_SIZE;

    if (!part_is_in(RINGFENCE_CFG_TYPES)) {
        key = BUF_RAW_SIZE;
    } else if (buf_has_image(types)) {
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

/** @satisfies RF-BUF-200 */
NvSciError buf_check_bound(const BufMerge *merge)
{
    const uint64_t needed = part_is_in(RINGFENCE_CFG_SHARING) ? buf_most_needed(merge->row) : 0U;
    NvSciError status = NvSciError_Success;

    if (needed > buf_bound()) {
        const Greatest greatest = find_greatest(merge->inputs);

        status = buf_conflict_at(merge, NvSciError_ReconciliationFailed, greatest.key,
                                 RINGFENCE_RULE_BUFFER_BOUND, greatest.key, &greatest.place);
        buf_second_is(merge, size_key(merge->types), needed);
    }
    return status;
}
