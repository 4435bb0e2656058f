/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file handle_check.h
 * Kind, check and index in the word of a handle. The check is the sum of the rows that the bits of
 * kind and index name.
 */
#ifndef RINGFENCE_CORE_HANDLE_CHECK_H
#define RINGFENCE_CORE_HANDLE_CHECK_H

#include <stdint.h>

#include "core/handle.h"

/** Where the check is in a word, above the index; where the kind is beside the index. */
#define HANDLE_CHECK_SHIFT 12U

/* Rows of the bits of the index and, from the twelfth, of those of the kind. In a word of 32 bits
 * the lowest three bits of each row are alone; those of three neighbours are independent. */
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

/**
 * Check of kind and index, which stand side by side.
 * @satisfies RF-CORE-027 RF-CORE-208
 */
static inline uintptr_t handle_check(uint32_t slot)
{
    static const uint16_t rows[] = {
        HANDLE_ROW_0,  HANDLE_ROW_1,  HANDLE_ROW_2,  HANDLE_ROW_3,  HANDLE_ROW_4,  HANDLE_ROW_5,
        HANDLE_ROW_6,  HANDLE_ROW_7,  HANDLE_ROW_8,  HANDLE_ROW_9,  HANDLE_ROW_10, HANDLE_ROW_11,
        HANDLE_ROW_12, HANDLE_ROW_13, HANDLE_ROW_14, HANDLE_ROW_15, HANDLE_ROW_16};
    uintptr_t check = 0U;

    for (uint32_t bit = 0U; (slot >> bit) != 0U; bit++) {
        if (((slot >> bit) & 1U) == 1U) {
            check ^= rows[bit];
        }
    }
    return check;
}

/** Kind, check and index in their places: with a loop over the bits. */
static inline uintptr_t handle_fixed_by_bits(uint32_t number, uint32_t index)
{
    const uintptr_t kind = (uintptr_t)HANDLE_MARK + number;
    const uintptr_t check = handle_check((number << HANDLE_CHECK_SHIFT) | index);

    return (kind << HANDLE_KIND_SHIFT) | (check << HANDLE_CHECK_SHIFT) | (uintptr_t)index;
}

/* The same of each lower half of an index, of each upper half, and of each kind. */
#define HANDLE_ROW_IF(n, bit, row) ((((n) >> (bit)) & 1U) * (row))
#define HANDLE_CHECK_LOW(n)                                                                        \
    (HANDLE_ROW_IF((n), 0U, HANDLE_ROW_0) ^ HANDLE_ROW_IF((n), 1U, HANDLE_ROW_1) ^                 \
     HANDLE_ROW_IF((n), 2U, HANDLE_ROW_2) ^ HANDLE_ROW_IF((n), 3U, HANDLE_ROW_3) ^                 \
     HANDLE_ROW_IF((n), 4U, HANDLE_ROW_4) ^ HANDLE_ROW_IF((n), 5U, HANDLE_ROW_5))
#define HANDLE_CHECK_HIGH(n)                                                                       \
    (HANDLE_ROW_IF((n), 0U, HANDLE_ROW_6) ^ HANDLE_ROW_IF((n), 1U, HANDLE_ROW_7) ^                 \
     HANDLE_ROW_IF((n), 2U, HANDLE_ROW_8) ^ HANDLE_ROW_IF((n), 3U, HANDLE_ROW_9) ^                 \
     HANDLE_ROW_IF((n), 4U, HANDLE_ROW_10) ^ HANDLE_ROW_IF((n), 5U, HANDLE_ROW_11))
#define HANDLE_CHECK_KIND(n)                                                                       \
    (HANDLE_ROW_IF((n), 0U, HANDLE_ROW_12) ^ HANDLE_ROW_IF((n), 1U, HANDLE_ROW_13) ^               \
     HANDLE_ROW_IF((n), 2U, HANDLE_ROW_14) ^ HANDLE_ROW_IF((n), 3U, HANDLE_ROW_15) ^               \
     HANDLE_ROW_IF((n), 4U, HANDLE_ROW_16))
#define HANDLE_LOW(n)  ((HANDLE_CHECK_LOW(n) << HANDLE_CHECK_SHIFT) | (n))
#define HANDLE_HIGH(n) ((HANDLE_CHECK_HIGH(n) << HANDLE_CHECK_SHIFT) | ((n) << HANDLE_HALF_BITS))
#define HANDLE_KIND(n) (HANDLE_CHECK_KIND(n) << HANDLE_CHECK_SHIFT)

#define HANDLE_4(OF, n) OF(n), OF((n) + 1U), OF((n) + 2U), OF((n) + 3U)
#define HANDLE_16(OF, n)                                                                           \
    HANDLE_4(OF, (n)), HANDLE_4(OF, (n) + 4U), HANDLE_4(OF, (n) + 8U), HANDLE_4(OF, (n) + 12U)
#define HANDLE_64(OF) HANDLE_16(OF, 0U), HANDLE_16(OF, 16U), HANDLE_16(OF, 32U), HANDLE_16(OF, 48U)

#define HANDLE_HALF_BITS 6U
#define HANDLE_HALF_MASK 0x3FU

/** Kinds from 1 on that the table has. */
#define HANDLE_KINDS_QUICK 28U

/** handle_fixed_by_bits() with a table for each half of the index and for the kind. The number less
 * one is `pool`, less than HANDLE_KINDS_QUICK; the index is less than 4096. */
static inline uintptr_t handle_fixed_by_tables(uint32_t pool, uint32_t index)
{
    static const uint32_t low[] = {HANDLE_64(HANDLE_LOW)};
    static const uint32_t high[] = {HANDLE_64(HANDLE_HIGH)};
    static const uint32_t kinds[HANDLE_KINDS_QUICK] = {
        HANDLE_16(HANDLE_KIND, 1U), HANDLE_4(HANDLE_KIND, 17U), HANDLE_4(HANDLE_KIND, 21U),
        HANDLE_4(HANDLE_KIND, 25U)};

    const uintptr_t kind = (uintptr_t)pool + ((uintptr_t)HANDLE_MARK + 1U);
    const uint32_t check =
        kinds[pool] ^ low[index & HANDLE_HALF_MASK] ^ high[index >> HANDLE_HALF_BITS];

    return (kind << HANDLE_KIND_SHIFT) | check;
}

#endif /* RINGFENCE_CORE_HANDLE_CHECK_H */
