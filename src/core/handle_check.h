/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file handle_check.h
 * Kind, check and index in the word of a handle. The check is the sum of the rows that the bits of
 * kind and index name.
 */
#ifndef RINGFENCE_CORE_HANDLE_CHECK_H
#define RINGFENCE_CORE_HANDLE_CHECK_H

#include <stdint.h>

#include "core/feature.h"
#include "core/handle.h"

/** Bits of an index of 32-bit targets; where the kind is beside them. */
#define HANDLE_INDEX_BITS 12U
/** Where the check is in a word, above the index. */
#define HANDLE_CHECK_SHIFT ((uint32_t)(HANDLE_IS_WIDE ? 16U : 12U))

/* Rows of the lowest twelve bits of the index, of those of the kind, and of the highest four bits
 * of an index of 16. With the eleven words of one bit, any five of them are independent: words of
 * 32 bits with kind, check and index differ in six bits. In a handle of 32 bits the lowest three
 * bits of each row are alone; those of three neighbours are independent. */
#define HANDLE_ROW_0  0x017DU
#define HANDLE_ROW_1  0x00F7U
#define HANDLE_ROW_2  0x05F4U
#define HANDLE_ROW_3  0x02FAU
#define HANDLE_ROW_4  0x01E1U
#define HANDLE_ROW_5  0x04DDU
#define HANDLE_ROW_6  0x06B3U
#define HANDLE_ROW_7  0x06ECU
#define HANDLE_ROW_8  0x0376U
#define HANDLE_ROW_9  0x0463U
#define HANDLE_ROW_10 0x03C2U
#define HANDLE_ROW_11 0x01EEU
#define HANDLE_ROW_12 0x06CBU
#define HANDLE_ROW_13 0x042DU
#define HANDLE_ROW_14 0x0784U
#define HANDLE_ROW_15 0x0253U
#define HANDLE_ROW_16 0x04A6U
#define HANDLE_ROW_17 0x01BBU
#define HANDLE_ROW_18 0x03DCU
#define HANDLE_ROW_19 0x0769U
#define HANDLE_ROW_20 0x07B8U

/** Sum of the rows of the bits that are set. */
static inline uintptr_t handle_sum(const uint16_t *rows, uint32_t bits)
{
    uintptr_t sum = 0U;

    for (uint32_t bit = 0U; (bits >> bit) != 0U; bit++) {
        if (((bits >> bit) & 1U) == 1U) {
            sum ^= rows[bit];
        }
    }
    return sum;
}

/**
 * Check of kind and index.
 * @satisfies RF-CORE-027 RF-CORE-208 RF-CORE-302
 */
static inline uintptr_t handle_check(uint32_t number, uint32_t index)
{
    static const uint16_t rows[] = {
        HANDLE_ROW_0,  HANDLE_ROW_1,  HANDLE_ROW_2,  HANDLE_ROW_3,  HANDLE_ROW_4,  HANDLE_ROW_5,
        HANDLE_ROW_6,  HANDLE_ROW_7,  HANDLE_ROW_8,  HANDLE_ROW_9,  HANDLE_ROW_10, HANDLE_ROW_11,
        HANDLE_ROW_12, HANDLE_ROW_13, HANDLE_ROW_14, HANDLE_ROW_15, HANDLE_ROW_16};
    static const uint16_t high_rows[] = {HANDLE_ROW_17, HANDLE_ROW_18, HANDLE_ROW_19,
                                         HANDLE_ROW_20};
    const uint32_t low = HANDLE_IS_WIDE ? (index & 0x0FFFU) : index;
    uintptr_t check = handle_sum(rows, (number << HANDLE_INDEX_BITS) | low);

    if (feature_enabled(HANDLE_WIDE)) {
        check ^= handle_sum(high_rows, index >> HANDLE_INDEX_BITS);
    }
    return check;
}

/** Kind, check and index in their places, and a base's mark: with a loop over the bits. */
static inline uintptr_t handle_fixed_by_bits(uint32_t number, uint32_t index)
{
    const uintptr_t mark = (uintptr_t)(HANDLE_IS_WIDE ? HANDLE_MARK_BASE : 0U);
    const uintptr_t kind = number;
    const uintptr_t check = handle_check(number, index);

    return mark | (kind << HANDLE_KIND_SHIFT) | (check << HANDLE_CHECK_SHIFT) | (uintptr_t)index;
}

/* The same of the lowest and of the next six bits of an index, of its highest four, and of each
 * kind, in 64-bit targets. */
#define HANDLE_ROW_IF(n, bit, row) ((((n) >> (bit)) & 1U) * (row))
#define HANDLE_CHECK_LOW(n)                                                                        \
    (HANDLE_ROW_IF((n), 0U, HANDLE_ROW_0) ^ HANDLE_ROW_IF((n), 1U, HANDLE_ROW_1) ^                 \
     HANDLE_ROW_IF((n), 2U, HANDLE_ROW_2) ^ HANDLE_ROW_IF((n), 3U, HANDLE_ROW_3) ^                 \
     HANDLE_ROW_IF((n), 4U, HANDLE_ROW_4) ^ HANDLE_ROW_IF((n), 5U, HANDLE_ROW_5))
#define HANDLE_CHECK_MID(n)                                                                        \
    (HANDLE_ROW_IF((n), 0U, HANDLE_ROW_6) ^ HANDLE_ROW_IF((n), 1U, HANDLE_ROW_7) ^                 \
     HANDLE_ROW_IF((n), 2U, HANDLE_ROW_8) ^ HANDLE_ROW_IF((n), 3U, HANDLE_ROW_9) ^                 \
     HANDLE_ROW_IF((n), 4U, HANDLE_ROW_10) ^ HANDLE_ROW_IF((n), 5U, HANDLE_ROW_11))
#define HANDLE_CHECK_HIGH(n)                                                                       \
    (HANDLE_ROW_IF((n), 0U, HANDLE_ROW_17) ^ HANDLE_ROW_IF((n), 1U, HANDLE_ROW_18) ^               \
     HANDLE_ROW_IF((n), 2U, HANDLE_ROW_19) ^ HANDLE_ROW_IF((n), 3U, HANDLE_ROW_20))
#define HANDLE_CHECK_KIND(n)                                                                       \
    (HANDLE_ROW_IF((n), 0U, HANDLE_ROW_12) ^ HANDLE_ROW_IF((n), 1U, HANDLE_ROW_13) ^               \
     HANDLE_ROW_IF((n), 2U, HANDLE_ROW_14) ^ HANDLE_ROW_IF((n), 3U, HANDLE_ROW_15) ^               \
     HANDLE_ROW_IF((n), 4U, HANDLE_ROW_16))
#define HANDLE_MID_SHIFT 6U

#define HANDLE_4(OF, n) OF(n), OF((n) + 1U), OF((n) + 2U), OF((n) + 3U)
#define HANDLE_16(OF, n)                                                                           \
    HANDLE_4(OF, (n)), HANDLE_4(OF, (n) + 4U), HANDLE_4(OF, (n) + 8U), HANDLE_4(OF, (n) + 12U)
#define HANDLE_64(OF) HANDLE_16(OF, 0U), HANDLE_16(OF, 16U), HANDLE_16(OF, 32U), HANDLE_16(OF, 48U)

#define HANDLE_SIX_BITS 0x3FU

/** Kinds from 1 on that the table has. */
#define HANDLE_KINDS_QUICK 28U

/** handle_fixed_by_bits() with a table for each part of the index and for the kind, in 64-bit
 * targets. The number less one is `pool`, less than HANDLE_KINDS_QUICK; the index has 16 bits. */
static inline uintptr_t handle_fixed_by_tables(uint32_t pool, uint32_t index)
{
    static const uint16_t low[] = {HANDLE_64(HANDLE_CHECK_LOW)};
    static const uint16_t mid[] = {HANDLE_64(HANDLE_CHECK_MID)};
    static const uint16_t high[] = {HANDLE_16(HANDLE_CHECK_HIGH, 0U)};
    static const uint16_t kinds[HANDLE_KINDS_QUICK] = {
        HANDLE_16(HANDLE_CHECK_KIND, 1U), HANDLE_4(HANDLE_CHECK_KIND, 17U),
        HANDLE_4(HANDLE_CHECK_KIND, 21U), HANDLE_4(HANDLE_CHECK_KIND, 25U)};
    const uint64_t kind = (uint64_t)pool + 1U;
    uint64_t check = kinds[pool];

    check ^= low[index & HANDLE_SIX_BITS];
    check ^= mid[(index >> HANDLE_MID_SHIFT) & HANDLE_SIX_BITS];
    check ^= high[index >> HANDLE_INDEX_BITS];
    return (uintptr_t)(HANDLE_MARK_BASE | (kind << HANDLE_KIND_SHIFT) |
                       (check << HANDLE_CHECK_SHIFT) | index);
}

#endif /* RINGFENCE_CORE_HANDLE_CHECK_H */
