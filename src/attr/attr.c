/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr.c
 * Domains, merge rules and checks of single values.
 *
 * Sets are kept sorted and without repetition, so that merging gives the same bytes in any order.
 * They are sorted by the bytes of their elements with the lowest byte of each number first, which
 * is the same order on all targets.
 */
#include "attr/attr.h"

#include "core/assert.h"
#include "core/bytes.h"
#include "core/feature.h"

static size_t element_count(const AttrKey *key, size_t len)
{
    return len / (size_t)key->element_size;
}

static const uint8_t *element_at(const AttrKey *key, const void *bytes, size_t index)
{
    const uint8_t *const start = bytes;

    return &start[index * (size_t)key->element_size];
}

/** Says whether numbers have their lowest byte first in memory. */
static bool is_little_endian(void)
{
    const uint16_t one = 1U;
    uint8_t first = 0U;

    bytes_copy(&first, &one, sizeof(first));
    return first == 1U;
}

/** Bytes of the number of an element that byte `at` belongs to. Each begins at a multiple of that.
 */
static size_t number_size(const AttrKey *key, size_t at)
{
    size_t size = key->element_size;

    if (key->domain == ATTR_PARTS) {
        size = (size_t)((at < (size - (size_t)key->high)) ? key->low : key->high);
    }
    return size;
}

/** Place in memory of what is byte `at` of an element with the lowest byte of each number first. */
static size_t place_of(const AttrKey *key, size_t at)
{
    const size_t size = number_size(key, at);
    const size_t within = at % size;

    return is_little_endian() ? at : ((at - within) + ((size - 1U) - within));
}

/** @satisfies RF-SHARE-027 */
void attr_copy_little_endian(const AttrKey *key, void *to, const void *from, size_t len)
{
    const size_t size = key->element_size;
    const uint8_t *const source = from;
    uint8_t *const target = to;

    if (is_little_endian()) {
        bytes_copy(target, source, len);
    } else {
        for (size_t i = 0U; i < len; i++) {
            const size_t at = i % size;

            target[i] = source[(i - at) + place_of(key, at)];
        }
    }
}

/** Orders two elements of a set: negative, zero or positive. */
static int32_t element_order(const AttrKey *key, const uint8_t *left, const uint8_t *right)
{
    const size_t size = key->element_size;
    int32_t order = is_little_endian() ? bytes_order(left, right, size) : 0;

    for (size_t at = 0U; (at < size) && (order == 0) && (!is_little_endian()); at++) {
        const size_t place = place_of(key, at);

        order = (int32_t)left[place] - (int32_t)right[place];
    }
    return order;
}

static bool same_bytes(const AttrKey *key, AttrValue left, AttrValue right)
{
    bool same = (left.len == right.len);

    if (same) {
        same = (bytes_order(element_at(key, left.bytes, 0U), element_at(key, right.bytes, 0U),
                            left.len) == 0);
    }
    return same;
}

/** @satisfies RF-CORE-030 */
uint32_t attr_index(const AttrTable *table, uint32_t key)
{
    uint32_t index = table->count;

    for (uint32_t i = 0U; (i < table->count) && (index == table->count); i++) {
        if (table->keys[i].key == key) {
            index = i;
        }
    }
    return index;
}

/** @satisfies RF-CORE-031 */
bool attr_length_fits(const AttrKey *key, size_t len)
{
    const size_t size = (size_t)key->element_size;

    return (len > 0U) && ((len % size) == 0U) && ((len / size) <= (size_t)key->max_count);
}

/** Place of the bytes of a narrow number in one of 64 bits. */
static size_t number_place(size_t size)
{
    return is_little_endian() ? 0U : (sizeof(uint64_t) - size);
}

uint64_t attr_number(const AttrKey *key, AttrValue value, size_t index)
{
    const size_t size = key->element_size;
    uint64_t number = 0U;
    uint8_t *const bytes = (uint8_t *)&number;

    bytes_copy(&bytes[number_place(size)], element_at(key, value.bytes, index), size);
    return number;
}

static bool is_power_of_two(uint64_t number)
{
    return (number != 0U) && ((number & (number - 1U)) == 0U);
}

static bool element_fits(const AttrKey *key, AttrValue value, size_t index)
{
    const uint64_t number = attr_number(key, value, index);
    bool fits = (number >= key->low) && (number <= key->high);

    if ((key->domain == ATTR_POWER_OF_TWO) || (key->domain == ATTR_POWER_OF_TWO_OR_ZERO)) {
        fits = fits && is_power_of_two(number);
    }
    if (key->domain == ATTR_POWER_OF_TWO_OR_ZERO) {
        fits = fits || (number == 0U);
    }
    return fits;
}

/** Says whether not all numbers are values of the key. */
static bool is_limited(const AttrKey *key)
{
    return (key->domain != ATTR_ANY) && (key->domain < ATTR_PARTS);
}

/** @satisfies RF-CORE-032 */
bool attr_value_fits(const AttrKey *key, AttrValue value)
{
    const size_t count = is_limited(key) ? element_count(key, value.len) : 0U;
    bool fits = true;

    for (size_t i = 0U; (i < count) && fits; i++) {
        fits = element_fits(key, value, i);
    }
    return fits;
}

static bool set_has(const AttrKey *key, AttrValue set, const uint8_t *element)
{
    const size_t size = (size_t)key->element_size;
    const size_t count = element_count(key, set.len);
    bool has = false;

    for (size_t i = 0U; (i < count) && !has; i++) {
        has = (bytes_order(element_at(key, set.bytes, i), element, size) == 0);
    }
    return has;
}

/** Puts an element into its place in a sorted set, unless the set has it. There must be room. */
static void set_insert(const AttrKey *key, uint64_t *words, uint16_t *length,
                       const uint8_t *element)
{
    const size_t size = (size_t)key->element_size;
    uint8_t *const bytes = (uint8_t *)words;
    size_t end = (size_t)*length;
    size_t start = 0U;
    int32_t order = -1;

    while ((start < end) && (order < 0)) {
        order = element_order(key, &bytes[start], element);
        if (order < 0) {
            start += size;
        }
    }
    if (order != 0) {
        ASSERT((end + size) <= attr_room(key));
        *length = (uint16_t)(end + size);
        while (end > start) {
            end--;
            bytes[end + size] = bytes[end];
        }
        bytes_copy(&bytes[start], element, size);
    }
}

/** Elements that the union of the set and the value has. */
static size_t union_count(const AttrKey *key, AttrValue set, AttrValue value)
{
    const size_t count = element_count(key, value.len);
    size_t total = element_count(key, set.len);

    for (size_t i = 0U; i < count; i++) {
        const uint8_t *const element = element_at(key, value.bytes, i);
        const AttrValue before = {value.bytes, i * (size_t)key->element_size};
        const bool known = set_has(key, set, element);
        const bool repeated = set_has(key, before, element);

        if ((!known) && (!repeated)) {
            total++;
        }
    }
    return total;
}

/** @satisfies RF-CORE-035 */
static bool merge_union(const AttrKey *key, uint64_t *words, uint16_t *length, AttrValue value)
{
    const AttrValue set = {words, *length};
    const size_t count = element_count(key, value.len);
    /* Of the keys that join sets, only those of engines may find more elements than there is room
     * for: the others have room for all that their domains have. Without the part such keys come
     * from other processes at most. The rows could say so, but constants leave the count out of
     * small profiles. */
    const bool may_outgrow =
        feature_enabled(RINGFENCE_CFG_ENGINES) || feature_enabled(RINGFENCE_CFG_SHARING);
    const bool fits = (!may_outgrow) || (union_count(key, set, value) <= (size_t)key->max_count);

    for (size_t i = 0U; (i < count) && fits; i++) {
        set_insert(key, words, length, element_at(key, value.bytes, i));
    }
    return fits;
}

/** @satisfies RF-CORE-036 */
static bool merge_intersection(const AttrKey *key, uint64_t *words, uint16_t *length,
                               AttrValue value)
{
    const size_t size = (size_t)key->element_size;
    const AttrValue set = {words, *length};
    const size_t count = element_count(key, set.len);
    uint8_t *const bytes = (uint8_t *)words;
    size_t kept = 0U;

    for (size_t i = 0U; i < count; i++) {
        const uint8_t *const element = &bytes[i * size];

        if (set_has(key, value, element)) {
            if (kept != i) {
                bytes_copy(&bytes[kept * size], element, size);
            }
            kept++;
        }
    }
    if (kept > 0U) {
        (void)memset(&bytes[kept * size], 0, (count - kept) * size);
        *length = (uint16_t)(kept * size);
    }
    return kept > 0U;
}

AttrValue attr_of_number(const AttrKey *key, const uint64_t *number)
{
    const size_t size = key->element_size;
    const uint8_t *const bytes = (const uint8_t *)number;
    const AttrValue value = {&bytes[number_place(size)], size};

    return value;
}

void attr_put_number(const AttrKey *key, void *bytes, size_t index, uint64_t number)
{
    const AttrValue value = attr_of_number(key, &number);
    uint8_t *const start = bytes;

    bytes_copy(&start[index * value.len], value.bytes, value.len);
}

/** Merges two numbers by a rule that works on numbers. */
static uint64_t merge_numbers(RingfenceRule rule, uint64_t left, uint64_t right)
{
    uint64_t merged = left | right;

    if (rule == RINGFENCE_RULE_MAXIMUM) {
        merged = (left > right) ? left : right;
    }
    if (rule == RINGFENCE_RULE_AND) {
        merged = left & right;
    }
    return merged;
}

/**
 * Element by element; an element that one side lacks counts as the other side's.
 * @satisfies RF-CORE-033
 */
static void merge_elements(const AttrKey *key, uint64_t *words, uint16_t *length, AttrValue value)
{
    const AttrValue old = {words, *length};
    const size_t old_count = element_count(key, old.len);
    const size_t count = element_count(key, value.len);

    for (size_t i = 0U; i < count; i++) {
        uint64_t number = attr_number(key, value, i);

        if (i < old_count) {
            number = merge_numbers(key->rule, attr_number(key, old, i), number);
        }
        attr_put_number(key, words, i, number);
    }
    if (value.len > old.len) {
        *length = (uint16_t)value.len;
    }
}

/** @satisfies RF-CORE-034 RF-CORE-037 */
bool attr_merge(const AttrKey *key, uint64_t *words, uint16_t *length, AttrValue value)
{
    const AttrValue old = {words, (size_t)*length};
    const bool is_set =
        (key->rule == RINGFENCE_RULE_UNION) || (key->rule == RINGFENCE_RULE_INTERSECTION);
    bool merged = true;

    ASSERT(value.len > 0U);
    ASSERT(old.len <= attr_room(key));
    if ((key->rule == RINGFENCE_RULE_UNION) || (is_set && (old.len == 0U))) {
        merged = merge_union(key, words, length, value);
    } else if (old.len == 0U) {
        bytes_copy(words, value.bytes, value.len);
        *length = (uint16_t)value.len;
    } else if (key->rule == RINGFENCE_RULE_INTERSECTION) {
        merged = merge_intersection(key, words, length, value);
    } else if (key->rule == RINGFENCE_RULE_EQUAL) {
        merged = same_bytes(key, old, value);
    } else {
        merge_elements(key, words, length, value);
    }
    return merged;
}

static bool set_includes(const AttrKey *key, AttrValue whole, AttrValue part)
{
    const size_t count = element_count(key, part.len);
    bool includes = true;

    for (size_t i = 0U; (i < count) && includes; i++) {
        includes = set_has(key, whole, element_at(key, part.bytes, i));
    }
    return includes;
}

static bool numbers_satisfied(const AttrKey *key, AttrValue reconciled, AttrValue recomputed)
{
    const size_t count = element_count(key, recomputed.len);
    bool satisfied = (reconciled.len >= recomputed.len);

    for (size_t i = 0U; (i < count) && satisfied; i++) {
        const uint64_t have = attr_number(key, reconciled, i);
        const uint64_t need = attr_number(key, recomputed, i);

        if (key->check == ATTR_CHECK_BITS) {
            satisfied = ((have & need) == need);
        } else {
            satisfied = (have >= need);
        }
    }
    return satisfied;
}

/** @satisfies RF-CORE-038 */
bool attr_satisfied(const AttrKey *key, AttrValue reconciled, AttrValue recomputed)
{
    bool satisfied = true;

    if ((key->check == ATTR_CHECK_NONE) || (recomputed.len == 0U)) {
        satisfied = true;
    } else if (key->check == ATTR_CHECK_EQUAL) {
        satisfied = same_bytes(key, reconciled, recomputed);
    } else if (key->check == ATTR_CHECK_SUPERSET) {
        satisfied = set_includes(key, reconciled, recomputed);
    } else if (key->check == ATTR_CHECK_SUBSET) {
        satisfied = (reconciled.len > 0U) && set_includes(key, recomputed, reconciled);
    } else {
        satisfied = numbers_satisfied(key, reconciled, recomputed);
    }
    return satisfied;
}
