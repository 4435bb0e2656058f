/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file values.c
 * The rows of lists; reading and storing their values by the name of the key.
 */
#include "buf/buf.h"

#include "core/assert.h"
#include "core/bytes.h"

/** Rows behind RINGFENCE_CFG_BUF_LISTS belong to objects. */
#define LIST_ROWS (RINGFENCE_CFG_BUF_LISTS + LIST_ROWS_OF(RINGFENCE_CFG_BUF_OBJECTS))

static ListRow g_buf_list_rows[LIST_ROWS];
static uint16_t g_buf_list_lengths[LIST_ROWS * BUF_KEYS];
static uint64_t g_buf_list_words[LIST_ROWS * BUF_WORDS];
static uint32_t g_buf_module_needs[RINGFENCE_CFG_BUF_MODULES];

/** A library of raw buffers alone does not know the keys of other types. */
#define UNKNOWN_KEY                                                                                \
    ((RINGFENCE_CFG_TYPES == 1U) ? NvSciError_BadParameter : NvSciError_NotSupported)

const ListClass g_buf_lists = {RINGFENCE_POOL_BUF_LIST,
                               &g_buf_table,
                               g_buf_list_rows,
                               g_buf_list_lengths,
                               g_buf_list_words,
                               RINGFENCE_POOL_BUF_MODULE,
                               g_buf_module_needs,
                               (uint32_t)BUF_GENERAL_REQUIRED_PERM,
                               (uint32_t)BUF_GENERAL_ACTUAL_PERM,
                               (uint32_t)BUF_GENERAL_NEED_CPU_ACCESS,
                               (uint32_t)BUF_GENERAL_GPU_ID,
                               (uint32_t)BUF_GENERAL_PEER_HW_ENGINE_ARRAY,
                               (uint64_t)NvSciBufAccessPerm_Readonly,
                               BUF_KEYS,
                               UNKNOWN_KEY};

/** Says whether a row has a place for a key: a library of raw buffers has none for those of other
 * types. */
static bool has_place(BufKey key)
{
    return feature_enabled(RINGFENCE_CFG_TYPES) || ((uint32_t)key < BUF_KEYS);
}

AttrValue buf_value(uint32_t row, BufKey key)
{
    AttrValue value = {NULL, 0U};

    if (has_place(key)) {
        value = list_value(&g_buf_lists, row, (uint32_t)key);
    }
    return value;
}

/** Bytes of a value. */
static size_t bytes_of(uint32_t row, BufKey key)
{
    size_t len = 0U;

    if (has_place(key)) {
        len = (size_t)g_buf_lists.lengths[(row * BUF_KEYS) + (uint32_t)key];
    }
    return len;
}

bool buf_is_set(uint32_t row, BufKey key)
{
    return bytes_of(row, key) > 0U;
}

uint32_t buf_count(uint32_t row, BufKey key)
{
    return has_place(key)
               ? (uint32_t)(bytes_of(row, key) / (size_t)g_buf_table.keys[key].element_size)
               : 0U;
}

uint64_t buf_number(uint32_t row, BufKey key)
{
    return has_place(key) ? list_number(&g_buf_lists, row, (uint32_t)key) : 0U;
}

uint64_t buf_number_at(uint32_t row, BufKey key, uint32_t index)
{
    uint64_t number = 0U;

    if (index < buf_count(row, key)) {
        number = attr_number(&g_buf_table.keys[key], buf_value(row, key), (size_t)index);
    }
    return number;
}

bool buf_flag(uint32_t row, BufKey key)
{
    return buf_number(row, key) == 1U;
}

void buf_put(uint32_t row, BufKey key, const void *bytes, size_t len)
{
    const AttrValue value = {bytes, len};

    ASSERT(has_place(key));
    list_put(&g_buf_lists, row, (uint32_t)key, value);
}

void buf_put_numbers(uint32_t row, BufKey key, const uint64_t *numbers, uint32_t count)
{
    /* Under the lock. */
    static uint8_t bytes[sizeof(uint64_t) * NV_SCI_BUF_PYRAMID_MAX_LEVELS];
    const AttrKey *const attr = &g_buf_table.keys[key];

    ASSERT(((size_t)count * (size_t)attr->element_size) <= sizeof(bytes));
    for (uint32_t i = 0U; i < count; i++) {
        attr_put_number(attr, bytes, (size_t)i, numbers[i]);
    }
    buf_put(row, key, bytes, (size_t)count * (size_t)attr->element_size);
}

void buf_put_number(uint32_t row, BufKey key, uint64_t number)
{
    list_put_number(&g_buf_lists, row, (uint32_t)key, number);
}

uint32_t buf_types_of(AttrValue value)
{
    const uint8_t *const bytes = value.bytes;
    uint32_t types = 0U;

    for (size_t at = 0U; at < value.len; at += sizeof(NvSciBufType)) {
        NvSciBufType type;

        bytes_copy(&type, &bytes[at], sizeof(type));
        types |= (uint32_t)1U << (uint32_t)type;
    }
    return types;
}

uint32_t buf_types(uint32_t row)
{
    return buf_types_of(buf_value(row, BUF_GENERAL_TYPES));
}

bool buf_has_type(uint32_t types, NvSciBufType type)
{
    return ((types >> (uint32_t)type) & 1U) == 1U;
}

bool buf_has_image(uint32_t types)
{
    return buf_has_type(types, NvSciBufType_Image) || buf_has_type(types, NvSciBufType_Pyramid);
}

/* ---------------------------------------------------------------- families of image keys */

static const BufKey g_plane_keys[] = {BUF_IMAGE_PLANE_COUNT,     BUF_IMAGE_PLANE_COLOR_FORMAT,
                                      BUF_IMAGE_PLANE_COLOR_STD, BUF_IMAGE_PLANE_BASE_ADDR_ALIGN,
                                      BUF_IMAGE_PLANE_WIDTH,     BUF_IMAGE_PLANE_HEIGHT,
                                      BUF_IMAGE_TOP_PADDING,     BUF_IMAGE_BOTTOM_PADDING,
                                      BUF_IMAGE_LEFT_PADDING,    BUF_IMAGE_RIGHT_PADDING};

static const BufKey g_surface_keys[] = {
    BUF_IMAGE_SURF_TYPE,        BUF_IMAGE_SURF_MEM_LAYOUT,      BUF_IMAGE_SURF_SAMPLE_TYPE,
    BUF_IMAGE_SURF_BPC,         BUF_IMAGE_SURF_COMPONENT_ORDER, BUF_IMAGE_SURF_WIDTH_BASE,
    BUF_IMAGE_SURF_HEIGHT_BASE, BUF_IMAGE_SURF_COLOR_STD};

#define COUNT_OF(table) ((uint32_t)(sizeof(table) / sizeof((table)[0])))

static bool contains(const BufKey *keys, uint32_t count, BufKey key)
{
    bool has = false;

    for (uint32_t i = 0U; i < count; i++) {
        has = has || (keys[i] == key);
    }
    return has;
}

static bool find_set(uint32_t row, const BufKey *keys, uint32_t count, BufKey *found)
{
    bool has = false;

    for (uint32_t i = 0U; (i < count) && (!has); i++) {
        has = buf_is_set(row, keys[i]);
        if (has) {
            *found = keys[i];
        }
    }
    return has;
}

bool buf_is_plane_key(BufKey key)
{
    return contains(g_plane_keys, COUNT_OF(g_plane_keys), key);
}

bool buf_is_surface_key(BufKey key)
{
    return contains(g_surface_keys, COUNT_OF(g_surface_keys), key);
}

bool buf_has_plane_key(uint32_t row, BufKey *found)
{
    return find_set(row, g_plane_keys, COUNT_OF(g_plane_keys), found);
}

bool buf_has_surface_key(uint32_t row, BufKey *found)
{
    return find_set(row, g_surface_keys, COUNT_OF(g_surface_keys), found);
}
