/* SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "attr/attr.h"
#include "leftovers.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
/** Bytes of the largest value of these tests. */
#define ROOM  64U
#define WORDS (ROOM / 8U)
#define GUARD 0x5A5A5A5A5A5A5A5AULL
/** Elements that sets are made of. */
#define UNIVERSE 4U
/** Elements of a set's value, repetitions counted in. */
#define LIST_MAX 3U

/** A value with room, as a list keeps it: zero behind its end, and words that nobody may touch. */
typedef struct {
    uint64_t words[WORDS];
    uint64_t guard;
    uint16_t length;
} Merged;

static Merged nothing(void)
{
    Merged merged;

    (void)memset(&merged, 0, sizeof(merged));
    merged.guard = GUARD;
    return merged;
}

static AttrValue value_of(const Merged *merged)
{
    const AttrValue value = {merged->words, merged->length};

    return value;
}

/** Two results are the same bytes, with zeros behind their end and untouched guards. */
static bool same(const Merged *left, const Merged *right)
{
    const uint8_t *const bytes = (const uint8_t *)left->words;

    assert_true(left->guard == GUARD);
    assert_true(right->guard == GUARD);
    for (size_t i = left->length; i < ROOM; i++) {
        assert_int_equal(bytes[i], 0U);
    }
    return (left->length == right->length) && (memcmp(left->words, right->words, ROOM) == 0);
}

static AttrKey key_with(uint16_t element_size, uint16_t max_count, RingfenceRule rule)
{
    AttrKey key = {1U,
                   "Key",
                   0U,
                   element_size,
                   max_count,
                   0U,
                   ATTR_INPUT_OUTPUT,
                   ATTR_ANY,
                   rule,
                   ATTR_CHECK_NONE,
                   0U,
                   0U};

    return key;
}

/* ---------------------------------------------------------------- keys, lengths, domains */

/**
 * A key's index is where it stands in the table; a key that is not there has none.
 * @verifies RF-CORE-030
 */
static void key_is_found_by_its_number(void **state)
{
    AttrKey keys[3];
    const AttrTable table = {keys, 3U, 3U};

    (void)state;
    for (uint32_t i = 0U; i < 3U; i++) {
        keys[i] = key_with(1U, 1U, RINGFENCE_RULE_EQUAL);
        keys[i].key = 10U * (i + 1U);
    }
    assert_int_equal(attr_index(&table, 10U), 0U);
    assert_int_equal(attr_index(&table, 20U), 1U);
    assert_int_equal(attr_index(&table, 30U), 2U);
    assert_int_equal(attr_index(&table, 0U), 3U);
    assert_int_equal(attr_index(&table, 11U), 3U);
    assert_int_equal(attr_index(&table, UINT32_MAX), 3U);
}

/**
 * A length fits if it is one element to as many as the key holds, and no part of one.
 * @verifies RF-CORE-031
 */
static void length_must_be_whole_elements(void **state)
{
    static const uint16_t sizes[] = {1U, 2U, 4U, 8U, 16U, 17U, 20U};
    static const uint16_t counts[] = {1U, 2U, 3U, 128U};

    (void)state;
    for (size_t s = 0U; s < COUNT(sizes); s++) {
        for (size_t c = 0U; c < COUNT(counts); c++) {
            const AttrKey key = key_with(sizes[s], counts[c], RINGFENCE_RULE_EQUAL);
            const size_t most = (size_t)sizes[s] * counts[c];

            for (size_t len = 0U; len <= (most + (2U * sizes[s])); len++) {
                const bool whole = ((len % sizes[s]) == 0U);

                assert_true(attr_length_fits(&key, len) == (whole && (len > 0U) && (len <= most)));
            }
            assert_false(attr_length_fits(&key, SIZE_MAX));
            assert_false(attr_length_fits(&key, (SIZE_MAX / sizes[s]) * sizes[s]));
        }
    }
}

/** One number and whether it is in a domain. */
typedef struct {
    AttrDomain domain;
    uint64_t low;
    uint64_t high;
    uint64_t number;
    bool fits;
} DomainCase;

static const DomainCase g_domain_cases[] = {
    {ATTR_ANY, 0U, 0U, 0U, true},
    {ATTR_ANY, 0U, 0U, 255U, true},
    {ATTR_BOOL, 0U, 1U, 0U, true},
    {ATTR_BOOL, 0U, 1U, 1U, true},
    {ATTR_BOOL, 0U, 1U, 2U, false},
    {ATTR_BOOL, 0U, 1U, 255U, false},
    {ATTR_IN_RANGE, 2U, 5U, 1U, false},
    {ATTR_IN_RANGE, 2U, 5U, 2U, true},
    {ATTR_IN_RANGE, 2U, 5U, 5U, true},
    {ATTR_IN_RANGE, 2U, 5U, 6U, false},
    {ATTR_IN_RANGE, 0U, 0U, 0U, true},
    {ATTR_IN_RANGE, 0U, 0U, 1U, false},
    {ATTR_IN_RANGE, 1U, UINT64_MAX, 0U, false},
    {ATTR_IN_RANGE, 1U, UINT64_MAX, 255U, true},
    {ATTR_POWER_OF_TWO, 1U, 128U, 0U, false},
    {ATTR_POWER_OF_TWO, 1U, 128U, 1U, true},
    {ATTR_POWER_OF_TWO, 1U, 128U, 2U, true},
    {ATTR_POWER_OF_TWO, 1U, 128U, 3U, false},
    {ATTR_POWER_OF_TWO, 1U, 128U, 127U, false},
    {ATTR_POWER_OF_TWO, 1U, 128U, 128U, true},
    {ATTR_POWER_OF_TWO, 1U, 128U, 129U, false},
    {ATTR_POWER_OF_TWO, 1U, 64U, 128U, false},
    {ATTR_POWER_OF_TWO, 4U, 64U, 2U, false},
    {ATTR_POWER_OF_TWO, 0U, 64U, 0U, false},
    {ATTR_POWER_OF_TWO_OR_ZERO, 4U, 64U, 0U, true},
    {ATTR_POWER_OF_TWO_OR_ZERO, 4U, 64U, 2U, false},
    {ATTR_POWER_OF_TWO_OR_ZERO, 4U, 64U, 4U, true},
    {ATTR_POWER_OF_TWO_OR_ZERO, 4U, 64U, 6U, false},
    {ATTR_POWER_OF_TWO_OR_ZERO, 4U, 64U, 64U, true},
    {ATTR_POWER_OF_TWO_OR_ZERO, 4U, 64U, 128U, false},
};

/** Lays a number out as an element of 1, 2, 4 or 8 bytes. */
static void put_number(uint8_t *place, uint16_t size, uint64_t number)
{
    const uint8_t byte = (uint8_t)number;
    const uint16_t half = (uint16_t)number;
    const uint32_t word = (uint32_t)number;

    switch (size) {
    case 1U:
        (void)memcpy(place, &byte, sizeof(byte));
        break;
    case 2U:
        (void)memcpy(place, &half, sizeof(half));
        break;
    case 4U:
        (void)memcpy(place, &word, sizeof(word));
        break;
    default:
        (void)memcpy(place, &number, sizeof(number));
        break;
    }
}

static const uint16_t g_number_sizes[] = {1U, 2U, 4U, 8U};

/**
 * An element is judged by the key's domain at its borders, whatever its size and wherever it
 * stands; one element out of the domain refuses the value.
 * @verifies RF-CORE-032
 */
static void element_must_be_in_the_domain(void **state)
{
    (void)state;
    for (size_t c = 0U; c < COUNT(g_domain_cases); c++) {
        const DomainCase *const one = &g_domain_cases[c];

        for (size_t s = 0U; s < COUNT(g_number_sizes); s++) {
            const uint16_t size = g_number_sizes[s];
            AttrKey key = key_with(size, 3U, RINGFENCE_RULE_EQUAL);
            const uint64_t good = (one->low == 0U) ? ((one->high == 0U) ? 0U : 1U) : one->low;

            key.domain = one->domain;
            key.low = one->low;
            key.high = one->high;
            for (uint32_t place = 0U; place < 3U; place++) {
                uint8_t bytes[(3U * 8U) + 1U];
                const AttrValue value = {&bytes[1], 3U * (size_t)size};

                for (uint32_t i = 0U; i < 3U; i++) {
                    put_number(&bytes[1U + (i * size)], size, (i == place) ? one->number : good);
                }
                assert_true(attr_value_fits(&key, value) == one->fits);
                assert_int_equal(attr_number(&key, value, place), one->number);
            }
        }
    }
}

/**
 * Borders that only wide elements reach are judged too.
 * @verifies RF-CORE-032
 */
static void wide_element_must_be_in_the_domain(void **state)
{
    static const struct {
        AttrDomain domain;
        uint64_t low;
        uint64_t high;
        uint64_t number;
        bool fits;
    } cases[] = {
        {ATTR_IN_RANGE, 1U, UINT64_MAX, UINT64_MAX, true},
        {ATTR_IN_RANGE, 1U, UINT64_MAX - 1U, UINT64_MAX, false},
        {ATTR_POWER_OF_TWO, 1U, 1ULL << 63U, 1ULL << 63U, true},
        {ATTR_POWER_OF_TWO, 1U, 1ULL << 63U, (1ULL << 63U) + 1U, false},
        {ATTR_POWER_OF_TWO, 1U, 1ULL << 62U, 1ULL << 63U, false},
        {ATTR_POWER_OF_TWO_OR_ZERO, 1U, 1ULL << 63U, UINT64_MAX, false},
        {ATTR_BOOL, 0U, 1U, 1ULL << 32U, false},
    };

    (void)state;
    for (size_t c = 0U; c < COUNT(cases); c++) {
        AttrKey key = key_with(8U, 1U, RINGFENCE_RULE_EQUAL);
        const AttrValue value = {&cases[c].number, sizeof(uint64_t)};

        key.domain = cases[c].domain;
        key.low = cases[c].low;
        key.high = cases[c].high;
        assert_true(attr_value_fits(&key, value) == cases[c].fits);
    }
}

/**
 * A scale is above 0 and at most 1; what is no number is no scale.
 * @verifies RF-CORE-032
 */
static void scale_must_be_above_zero_and_at_most_one(void **state)
{
    static const struct {
        float scale;
        bool fits;
    } cases[] = {
        {0.0F, false},        {-0.0F, false},
        {FLT_TRUE_MIN, true}, {FLT_MIN, true},
        {0.5F, true},         {1.0F - (FLT_EPSILON / 2.0F), true},
        {1.0F, true},         {1.0F + FLT_EPSILON, false},
        {2.0F, false},        {FLT_MAX, false},
        {-0.5F, false},       {-FLT_TRUE_MIN, false},
        {NAN, false},         {INFINITY, false},
        {-INFINITY, false},
    };

    (void)state;
    for (size_t c = 0U; c < COUNT(cases); c++) {
        AttrKey key = key_with(sizeof(float), 1U, RINGFENCE_RULE_EQUAL);
        const AttrValue value = {&cases[c].scale, sizeof(float)};

        /* A float is in the range of its bits, those of the least one and of 1. */
        key.domain = ATTR_IN_RANGE;
        key.low = 1U;
        key.high = 0x3F800000U;
        assert_true(attr_value_fits(&key, value) == cases[c].fits);
    }
}

/* ---------------------------------------------------------------- merging numbers */

static const RingfenceRule g_number_rules[] = {RINGFENCE_RULE_MAXIMUM, RINGFENCE_RULE_OR,
                                               RINGFENCE_RULE_BIT_OR, RINGFENCE_RULE_AND};

/** A value of one or two small numbers. */
typedef struct {
    uint8_t bytes[16];
    AttrValue value;
} Numbers;

#define NUMBER_VALUES 20U
static Numbers g_numbers[NUMBER_VALUES];

/** All values of one or two elements below 4. */
static void make_numbers(uint16_t size)
{
    uint32_t at = 0U;

    for (uint32_t count = 1U; count <= 2U; count++) {
        for (uint32_t digits = 0U; digits < ((count == 1U) ? 4U : 16U); digits++) {
            Numbers *const numbers = &g_numbers[at];

            put_number(numbers->bytes, size, digits % 4U);
            put_number(&numbers->bytes[size], size, digits / 4U);
            numbers->value.bytes = numbers->bytes;
            numbers->value.len = (size_t)count * size;
            at++;
        }
    }
    assert_int_equal(at, NUMBER_VALUES);
}

static uint64_t expected_number(RingfenceRule rule, uint64_t left, uint64_t right)
{
    uint64_t expected = 0U;

    if (rule == RINGFENCE_RULE_MAXIMUM) {
        expected = (left > right) ? left : right;
    } else if (rule == RINGFENCE_RULE_AND) {
        expected = left & right;
    } else {
        expected = left | right;
    }
    return expected;
}

/** Merges two values from nothing. */
static bool merge_two(const AttrKey *key, AttrValue left, AttrValue right, Merged *merged)
{
    *merged = nothing();
    return attr_merge(key, merged->words, &merged->length, left) &&
           attr_merge(key, merged->words, &merged->length, right);
}

/** Asserts that a merge of three gives the same whichever two are merged first. */
static void assert_associative(const AttrKey *key, AttrValue a, AttrValue b, AttrValue c)
{
    Merged left;
    Merged inner;
    Merged right = nothing();
    bool left_merged = merge_two(key, a, b, &left);
    bool right_merged = merge_two(key, b, c, &inner);

    if (left_merged) {
        left_merged = attr_merge(key, left.words, &left.length, c);
    }
    if (right_merged) {
        right_merged = attr_merge(key, right.words, &right.length, a) &&
                       attr_merge(key, right.words, &right.length, value_of(&inner));
    }
    assert_true(left_merged == right_merged);
    if (left_merged) {
        assert_true(same(&left, &right));
    }
}

/**
 * Maximum, or and and work element by element, an element that one side lacks being the other's;
 * they always merge, in any order and grouping, and a value merged with itself is itself.
 * @verifies RF-CORE-033 RF-CORE-037
 */
static void numbers_merge_element_by_element(void **state)
{
    (void)state;
    for (size_t s = 0U; s < COUNT(g_number_sizes); s++) {
        make_numbers(g_number_sizes[s]);
        for (size_t r = 0U; r < COUNT(g_number_rules); r++) {
            const AttrKey key = key_with(g_number_sizes[s], 2U, g_number_rules[r]);

            for (size_t i = 0U; i < NUMBER_VALUES; i++) {
                const AttrValue a = g_numbers[i].value;

                for (size_t j = 0U; j < NUMBER_VALUES; j++) {
                    const AttrValue b = g_numbers[j].value;
                    const size_t longer = (a.len > b.len) ? a.len : b.len;
                    Merged forward;
                    Merged backward;

                    assert_true(merge_two(&key, a, b, &forward));
                    assert_true(merge_two(&key, b, a, &backward));
                    assert_true(same(&forward, &backward));
                    assert_int_equal(forward.length, longer);
                    for (size_t e = 0U; e < (longer / g_number_sizes[s]); e++) {
                        const bool in_a = ((e + 1U) * g_number_sizes[s]) <= a.len;
                        const bool in_b = ((e + 1U) * g_number_sizes[s]) <= b.len;
                        const uint64_t x = attr_number(&key, in_a ? a : b, e);
                        const uint64_t y = attr_number(&key, in_b ? b : a, e);

                        assert_int_equal(attr_number(&key, value_of(&forward), e),
                                         expected_number(key.rule, x, y));
                    }
                    if (i == j) {
                        assert_int_equal(forward.length, a.len);
                        assert_memory_equal(forward.words, a.bytes, a.len);
                    }
                    for (size_t k = 0U; k < NUMBER_VALUES; k++) {
                        assert_associative(&key, a, b, g_numbers[k].value);
                    }
                }
            }
        }
    }
}

/**
 * Numbers that need all bits of their element merge without loss.
 * @verifies RF-CORE-033
 */
static void numbers_merge_at_full_width(void **state)
{
    (void)state;
    for (size_t s = 0U; s < COUNT(g_number_sizes); s++) {
        const uint16_t size = g_number_sizes[s];
        const uint64_t most = UINT64_MAX >> (64U - (8U * size));
        const uint64_t numbers[] = {0U, 1U, most - 1U, most, most / 2U, (most / 2U) + 1U};

        for (size_t r = 0U; r < COUNT(g_number_rules); r++) {
            const AttrKey key = key_with(size, 1U, g_number_rules[r]);

            for (size_t i = 0U; i < COUNT(numbers); i++) {
                for (size_t j = 0U; j < COUNT(numbers); j++) {
                    uint8_t left[8] = {0U};
                    uint8_t right[8] = {0U};
                    const AttrValue a = {left, size};
                    const AttrValue b = {right, size};
                    Merged merged;

                    put_number(left, size, numbers[i]);
                    put_number(right, size, numbers[j]);
                    assert_true(merge_two(&key, a, b, &merged));
                    assert_int_equal(attr_number(&key, value_of(&merged), 0U),
                                     expected_number(key.rule, numbers[i], numbers[j]));
                }
            }
        }
    }
}

/**
 * Equal merges values of the same bytes alone; a conflict changes nothing.
 * @verifies RF-CORE-034 RF-CORE-037
 */
static void equal_merges_the_same_bytes_alone(void **state)
{
    static const uint16_t sizes[] = {1U, 2U, 4U, 8U};

    (void)state;
    for (size_t s = 0U; s < COUNT(sizes); s++) {
        const AttrKey key = key_with(sizes[s], 2U, RINGFENCE_RULE_EQUAL);

        make_numbers(sizes[s]);
        for (size_t i = 0U; i < NUMBER_VALUES; i++) {
            for (size_t j = 0U; j < NUMBER_VALUES; j++) {
                const AttrValue a = g_numbers[i].value;
                Merged alone = nothing();
                Merged both;

                assert_true(attr_merge(&key, alone.words, &alone.length, a));
                assert_int_equal(alone.length, a.len);
                assert_memory_equal(alone.words, a.bytes, a.len);
                assert_true(merge_two(&key, a, g_numbers[j].value, &both) == (i == j));
                assert_true(same(&both, &alone));
                for (size_t k = 0U; k < NUMBER_VALUES; k++) {
                    assert_associative(&key, a, g_numbers[j].value, g_numbers[k].value);
                }
            }
        }
    }
}

/* ---------------------------------------------------------------- merging sets */

/** A value of elements of the universe, in some order, with repetitions; and its set as bits. */
typedef struct {
    uint8_t bytes[LIST_MAX * 16U];
    AttrValue value;
    uint32_t set;
} Elements;

/** 4 + 16 + 64 lists of one, two and three elements. */
#define ELEMENT_VALUES 84U
static Elements g_elements[ELEMENT_VALUES];

static const uint16_t g_set_sizes[] = {1U, 2U, 4U, 8U, 16U};

/** Element of the universe: all bytes differ from those of the others, the last one most. */
static void put_element(uint8_t *place, uint16_t size, uint32_t element)
{
    for (uint32_t i = 0U; i < size; i++) {
        place[i] = (uint8_t)((0xF0U * (element % 2U)) + element + i);
    }
}

static void make_elements(uint16_t size)
{
    uint32_t at = 0U;

    for (uint32_t count = 1U; count <= LIST_MAX; count++) {
        uint32_t lists = 1U;

        for (uint32_t i = 0U; i < count; i++) {
            lists *= UNIVERSE;
        }
        for (uint32_t digits = 0U; digits < lists; digits++) {
            Elements *const elements = &g_elements[at];
            uint32_t rest = digits;

            elements->set = 0U;
            for (uint32_t i = 0U; i < count; i++) {
                put_element(&elements->bytes[i * size], size, rest % UNIVERSE);
                elements->set |= 1U << (rest % UNIVERSE);
                rest /= UNIVERSE;
            }
            elements->value.bytes = elements->bytes;
            elements->value.len = (size_t)count * size;
            at++;
        }
    }
    assert_int_equal(at, ELEMENT_VALUES);
}

static uint32_t members(uint32_t set)
{
    uint32_t count = 0U;

    for (uint32_t element = 0U; element < UNIVERSE; element++) {
        count += (set >> element) & 1U;
    }
    return count;
}

/** Asserts that a value is the set, sorted as bytes with the lowest first, without repetition. */
static void assert_set(const Merged *merged, uint16_t size, uint32_t set)
{
    const AttrKey key = key_with(size, UNIVERSE, RINGFENCE_RULE_UNION);
    const uint8_t *const bytes = (const uint8_t *)merged->words;
    const uint32_t count = members(set);
    uint8_t ordered[ROOM];

    assert_int_equal(merged->length, count * size);
    attr_copy_little_endian(&key, ordered, bytes, merged->length);
    for (uint32_t i = 0U; i < count; i++) {
        bool found = false;

        for (uint32_t element = 0U; element < UNIVERSE; element++) {
            uint8_t expected[16];

            put_element(expected, size, element);
            if (((set >> element) & 1U) == 1U) {
                found = found || (memcmp(&bytes[i * size], expected, size) == 0);
            }
        }
        assert_true(found);
        if (i > 0U) {
            assert_true(memcmp(&ordered[(i - 1U) * size], &ordered[i * size], size) < 0);
        }
    }
}

/**
 * What an element is made of decides which of its bytes change their places on targets with the
 * lowest byte last; on others none does. Back and forth is as before.
 * @verifies RF-SHARE-027
 */
static void numbers_change_their_order_each_for_itself(void **state)
{
    /* Place from which each byte of an element comes, with the lowest byte last. */
    static const struct {
        AttrDomain domain;
        uint16_t size;
        uint64_t low;
        uint64_t high;
        uint8_t from[20];
    } cases[] = {
        {ATTR_BOOL, 1U, 0U, 1U, {0}},
        {ATTR_ANY, 2U, 0U, 0U, {1, 0}},
        {ATTR_IN_RANGE, 4U, 1U, 2U, {3, 2, 1, 0}},
        {ATTR_ANY, 8U, 0U, 0U, {7, 6, 5, 4, 3, 2, 1, 0}},
        {ATTR_PARTS, 17U, 1U, 0U, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}},
        {ATTR_PARTS, 20U, 1U, 4U, {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
                                   10, 11, 12, 13, 14, 15, 19, 18, 17, 16}},
        {ATTR_PARTS, 8U, 4U, 0U, {3, 2, 1, 0, 7, 6, 5, 4}},
        {ATTR_PARTS, 16U, 4U, 8U, {3, 2, 1, 0, 7, 6, 5, 4, 15, 14, 13, 12, 11, 10, 9, 8}}};
    const uint16_t one = 1U;
    const bool is_lowest_last = (*(const uint8_t *)&one == 0U);
    uint8_t bytes[ROOM];
    uint8_t there[ROOM];
    uint8_t back[ROOM];

    (void)state;
    for (uint8_t i = 0U; i < ROOM; i++) {
        bytes[i] = i;
    }
    for (size_t i = 0U; i < COUNT(cases); i++) {
        const uint16_t size = cases[i].size;
        const size_t len = 3U * (size_t)size;
        AttrKey key = key_with(size, 3U, RINGFENCE_RULE_UNION);

        key.domain = cases[i].domain;
        key.low = cases[i].low;
        key.high = cases[i].high;
        attr_copy_little_endian(&key, there, bytes, len);
        attr_copy_little_endian(&key, back, there, len);
        assert_memory_equal(back, bytes, len);
        for (size_t at = 0U; at < len; at++) {
            const size_t begin = at - (at % size);
            const size_t from = is_lowest_last ? (begin + cases[i].from[at - begin]) : at;

            assert_int_equal(there[at], from);
        }
    }
}

/** Merges all pairs and triples of values by a rule of sets, and compares with sets of bits. */
static void merge_all_sets(RingfenceRule rule, uint16_t size, uint16_t max_count)
{
    const AttrKey key = key_with(size, max_count, rule);
    const bool is_union = (rule == RINGFENCE_RULE_UNION);

    for (size_t i = 0U; i < ELEMENT_VALUES; i++) {
        const Elements *const a = &g_elements[i];
        Merged alone = nothing();

        if (a->value.len > ((size_t)size * max_count)) {
            continue;
        }
        assert_true(attr_merge(&key, alone.words, &alone.length, a->value));
        assert_set(&alone, size, a->set);
        for (size_t j = 0U; j < ELEMENT_VALUES; j++) {
            const Elements *const b = &g_elements[j];
            const uint32_t expected = is_union ? (a->set | b->set) : (a->set & b->set);
            const bool merges = is_union ? (members(expected) <= max_count) : (expected != 0U);
            Merged forward;
            Merged backward;

            if (b->value.len > ((size_t)size * max_count)) {
                continue;
            }
            assert_true(merge_two(&key, a->value, b->value, &forward) == merges);
            assert_true(merge_two(&key, b->value, a->value, &backward) == merges);
            if (merges) {
                assert_set(&forward, size, expected);
                assert_true(same(&forward, &backward));
            } else {
                assert_true(same(&forward, &alone));
            }
            for (size_t k = 0U; k < ELEMENT_VALUES; k += 5U) {
                if (g_elements[k].value.len <= ((size_t)size * max_count)) {
                    assert_associative(&key, a->value, b->value, g_elements[k].value);
                }
            }
        }
    }
}

/**
 * A union holds the elements of all values, sorted and once each, whatever their order and
 * repetition; more elements than the key holds do not merge, and change nothing.
 * @verifies RF-CORE-035 RF-CORE-037
 */
static void union_holds_all_elements_that_fit(void **state)
{
    (void)state;
    for (size_t s = 0U; s < COUNT(g_set_sizes); s++) {
        make_elements(g_set_sizes[s]);
        for (uint16_t most = 1U; most <= UNIVERSE; most++) {
            merge_all_sets(RINGFENCE_RULE_UNION, g_set_sizes[s], most);
        }
    }
}

/**
 * An intersection holds the elements that all values have; values without a common element do not
 * merge, and change nothing.
 * @verifies RF-CORE-036 RF-CORE-037
 */
static void intersection_holds_common_elements(void **state)
{
    (void)state;
    for (size_t s = 0U; s < COUNT(g_set_sizes); s++) {
        make_elements(g_set_sizes[s]);
        merge_all_sets(RINGFENCE_RULE_INTERSECTION, g_set_sizes[s], UNIVERSE);
    }
}

/* ---------------------------------------------------------------- checks */

/** Whether numbers satisfy a check, by its meaning. */
static bool expected_check(const AttrKey *key, AttrValue have, AttrValue need)
{
    const size_t size = key->element_size;
    bool satisfied = (have.len >= need.len);

    for (size_t i = 0U; satisfied && (i < (need.len / size)); i++) {
        const uint64_t x = attr_number(key, have, i);
        const uint64_t y = attr_number(key, need, i);

        satisfied = (key->check == ATTR_CHECK_BITS) ? ((x & y) == y) : (x >= y);
    }
    return satisfied;
}

/**
 * Numbers satisfy at-least, implied, bits and equal by their meaning; a value that is not set
 * satisfies none of them; what nobody asks for is always satisfied.
 * @verifies RF-CORE-038
 */
static void numbers_satisfy_their_check(void **state)
{
    static const AttrCheck checks[] = {ATTR_CHECK_AT_LEAST, ATTR_CHECK_IMPLIED, ATTR_CHECK_BITS};
    const AttrValue unset = {NULL, 0U};

    (void)state;
    for (size_t s = 0U; s < COUNT(g_number_sizes); s++) {
        AttrKey key = key_with(g_number_sizes[s], 2U, RINGFENCE_RULE_MAXIMUM);

        make_numbers(g_number_sizes[s]);
        for (size_t i = 0U; i < NUMBER_VALUES; i++) {
            for (size_t j = 0U; j < NUMBER_VALUES; j++) {
                const AttrValue have = g_numbers[i].value;
                const AttrValue need = g_numbers[j].value;

                for (size_t c = 0U; c < COUNT(checks); c++) {
                    key.check = checks[c];
                    assert_true(attr_satisfied(&key, have, need) ==
                                expected_check(&key, have, need));
                    assert_false(attr_satisfied(&key, unset, need));
                    assert_true(attr_satisfied(&key, have, unset));
                    assert_true(attr_satisfied(&key, unset, unset));
                }
                key.check = ATTR_CHECK_EQUAL;
                assert_true(attr_satisfied(&key, have, need) == (i == j));
                assert_false(attr_satisfied(&key, unset, need));
                assert_true(attr_satisfied(&key, have, unset));
                key.check = ATTR_CHECK_NONE;
                assert_true(attr_satisfied(&key, have, need));
                assert_true(attr_satisfied(&key, unset, need));
            }
        }
    }
}

/**
 * Sets satisfy superset and subset by their meaning, whatever their order and repetition.
 * @verifies RF-CORE-038
 */
static void sets_satisfy_their_check(void **state)
{
    const AttrValue unset = {NULL, 0U};

    (void)state;
    for (size_t s = 0U; s < COUNT(g_set_sizes); s++) {
        AttrKey key = key_with(g_set_sizes[s], UNIVERSE, RINGFENCE_RULE_UNION);

        make_elements(g_set_sizes[s]);
        for (size_t i = 0U; i < ELEMENT_VALUES; i++) {
            for (size_t j = 0U; j < ELEMENT_VALUES; j++) {
                const uint32_t have = g_elements[i].set;
                const uint32_t need = g_elements[j].set;

                key.check = ATTR_CHECK_SUPERSET;
                assert_true(attr_satisfied(&key, g_elements[i].value, g_elements[j].value) ==
                            ((have & need) == need));
                assert_false(attr_satisfied(&key, unset, g_elements[j].value));
                assert_true(attr_satisfied(&key, g_elements[i].value, unset));
                key.check = ATTR_CHECK_SUBSET;
                assert_true(attr_satisfied(&key, g_elements[i].value, g_elements[j].value) ==
                            ((have & need) == have));
                assert_false(attr_satisfied(&key, unset, g_elements[j].value));
                assert_true(attr_satisfied(&key, g_elements[i].value, unset));
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(key_is_found_by_its_number, nothing_is_left),
        cmocka_unit_test_teardown(length_must_be_whole_elements, nothing_is_left),
        cmocka_unit_test_teardown(element_must_be_in_the_domain, nothing_is_left),
        cmocka_unit_test_teardown(wide_element_must_be_in_the_domain, nothing_is_left),
        cmocka_unit_test_teardown(scale_must_be_above_zero_and_at_most_one, nothing_is_left),
        cmocka_unit_test_teardown(numbers_merge_element_by_element, nothing_is_left),
        cmocka_unit_test_teardown(numbers_merge_at_full_width, nothing_is_left),
        cmocka_unit_test_teardown(equal_merges_the_same_bytes_alone, nothing_is_left),
        cmocka_unit_test_teardown(numbers_change_their_order_each_for_itself, nothing_is_left),
        cmocka_unit_test_teardown(union_holds_all_elements_that_fit, nothing_is_left),
        cmocka_unit_test_teardown(intersection_holds_common_elements, nothing_is_left),
        cmocka_unit_test_teardown(numbers_satisfy_their_check, nothing_is_left),
        cmocka_unit_test_teardown(sets_satisfy_their_check, nothing_is_left),
    };

    return cmocka_run_group_tests_name("attr/attr", tests, NULL, NULL);
}
