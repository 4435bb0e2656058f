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

/** Mark, kind, check and index in their places. `number` is that of the pool, plus one. */
static inline uintptr_t handle_fixed(uint32_t number, uint32_t index)
{
    const uint64_t marks = HANDLE_MARK_LOW | HANDLE_MARK_HIGH;
    const uintptr_t mark = (uintptr_t)(HANDLE_IS_WIDE ? marks : 0U);
    const uintptr_t kind = number;
    const uintptr_t check = handle_check(number, index);

    return mark | (kind << HANDLE_KIND_SHIFT) | (check << HANDLE_CHECK_SHIFT) | (uintptr_t)index;
}

#endif /* RINGFENCE_CORE_HANDLE_CHECK_H */
