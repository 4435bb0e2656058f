/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attr.h
 * What an attribute key is, and what may be done with one value or two.
 *
 * Everything here is a pure function of a constant row and of values. Lists of values are in
 * list.h.
 */
#ifndef RINGFENCE_ATTR_ATTR_H
#define RINGFENCE_ATTR_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvscierror.h"
#include "ringfence.h"

/** Who writes a key. */
typedef enum {
    /** The application; readable from unreconciled lists only. */
    ATTR_INPUT = 1,
    /** The library; readable from reconciled lists only. */
    ATTR_OUTPUT = 2,
    /** The application; readable from both. */
    ATTR_INPUT_OUTPUT = 3,
    /** The library, in lists of both kinds; hidden from the application. */
    ATTR_INTERNAL = 4,
    /** Nobody: the key's feature is left out. */
    ATTR_LEFT_OUT = 5
} AttrDirection;

/** Of keys of a feature; `choice` is its macro, 0 if it is left out. */
#define ATTR_INPUT_OUTPUT_IF(choice) (((choice) == 1U) ? ATTR_INPUT_OUTPUT : ATTR_LEFT_OUT)

/** Which values an element may have. It is one number of 1, 2, 4 or 8 bytes, which counts as
 * unsigned, but for ATTR_PARTS. */
typedef enum {
    ATTR_ANY = 0,
    /** 0 or 1, which are `low` and `high`. */
    ATTR_BOOL = 1,
    /** At least `low`, at most `high`. */
    ATTR_IN_RANGE = 2,
    /** A power of two from `low` to `high`. */
    ATTR_POWER_OF_TWO = 3,
    /** 0, for the default, or a power of two from `low` to `high`. */
    ATTR_POWER_OF_TWO_OR_ZERO = 4,
    /** Any numbers: of `low` bytes each, and as the last one, unless that is 0, of `high` bytes. */
    ATTR_PARTS = 5
} AttrDomain;

/** How a reconciled value must relate to the one that the same inputs give now. */
typedef enum {
    ATTR_CHECK_NONE = 0,
    /** Equal. */
    ATTR_CHECK_EQUAL = 1,
    /** Each element at least as great. */
    ATTR_CHECK_AT_LEAST = 2,
    /** True if the other is. */
    ATTR_CHECK_IMPLIED = 3,
    /** All elements of the other. */
    ATTR_CHECK_SUPERSET = 4,
    /** All bits of the other. */
    ATTR_CHECK_BITS = 5,
    /** Only elements of the other. */
    ATTR_CHECK_SUBSET = 6
} AttrCheck;

/** One key. */
typedef struct {
    /** NvSciBufAttrKey or NvSciSyncAttrKey. */
    uint32_t key;
    const char *name;
    /** What the key belongs to: a buffer type, 0 for general keys. */
    uint32_t group;
    /** Bytes of an element. */
    uint16_t element_size;
    /** Elements at most; 1: exactly one. */
    uint16_t max_count;
    /** Where the value stands in a list's words. */
    uint16_t first_word;
    AttrDirection direction;
    AttrDomain domain;
    RingfenceRule rule;
    AttrCheck check;
    uint64_t low;
    uint64_t high;
} AttrKey;

/** All keys of a kind of list, in the order in which they are merged. */
typedef struct {
    const AttrKey *keys;
    uint32_t count;
    /** Words that the values of a slot take. */
    uint32_t words;
} AttrTable;

/** Words of a value of `count` elements. */
#define ATTR_WORDS(element_size, count) ((((element_size) * (count)) + 7U) / 8U)

/** A value: `len` bytes; len 0: not set. */
typedef struct {
    const void *bytes;
    size_t len;
} AttrValue;

/** Bytes of the longest value of a key. */
static inline size_t attr_room(const AttrKey *key)
{
    return (size_t)key->element_size * (size_t)key->max_count;
}

/** Index of a key in the table; the table's count if it has no such key. */
uint32_t attr_index(const AttrTable *table, uint32_t key);

/** Says whether `len` bytes are whole elements, neither none nor too many. */
bool attr_length_fits(const AttrKey *key, size_t len);

/** Says whether every element is in the key's domain. The length must fit. */
bool attr_value_fits(const AttrKey *key, AttrValue value);

/** Reads element `index` of a value as a number. The element must be 1, 2, 4 or 8 bytes. */
uint64_t attr_number(const AttrKey *key, AttrValue value, size_t index);

/** The value of one element that is a number. It stands where the number stands. The element must
 * be 1, 2, 4 or 8 bytes, and the number must fit. */
AttrValue attr_of_number(const AttrKey *key, const uint64_t *number);

/** Writes element `index` of a value that is a number. The element must be 1, 2, 4 or 8 bytes. */
void attr_put_number(const AttrKey *key, void *bytes, size_t index, uint64_t number);

/**
 * Copies a value from the order of bytes of this target to the one with the lowest byte of each
 * number first, or back: both are the same. The two do not overlap, and may stand anywhere.
 *
 * @param[in]  key   key
 * @param[out] to    room for the value
 * @param[in]  from  value
 * @param[in]  len   bytes of both: whole elements
 */
void attr_copy_little_endian(const AttrKey *key, void *to, const void *from, size_t len);

/**
 * Merges `value` into what `words` hold, by the key's rule. Both must be in the key's domain.
 *
 * @param[in]     key     key
 * @param[in,out] words   merged value so far; zero behind its end
 * @param[in,out] length  its bytes; 0: nothing was merged yet
 * @param[in]     value   value to merge; not empty
 *
 * @return false iff the two cannot be merged; then nothing changes
 */
bool attr_merge(const AttrKey *key, uint64_t *words, uint16_t *length, AttrValue value);

/** Says whether a reconciled value satisfies what the same inputs give now, by the key's check. */
bool attr_satisfied(const AttrKey *key, AttrValue reconciled, AttrValue recomputed);

#endif /* RINGFENCE_ATTR_ATTR_H */
