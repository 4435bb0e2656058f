/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file scale.c
 * Lengths times the scale of a pyramid.
 *
 * The scale is a float, but no float is computed with: its bits are an integer and a power of two,
 * so the result is the same on every machine.
 */
#include "buf/layout.h"

#define SINGLE_FRACTION_BITS 23U
#define SINGLE_FRACTION_MASK 0x7FFFFFU
#define HIDDEN_BIT           0x800000ULL
/** A single is mantissa x 2^(exponent - SINGLE_BIAS). */
#define SINGLE_BIAS 150U
/** Bits of a length times a mantissa. */
#define PRODUCT_BITS 56U

/**
 * scale = mantissa x 2^-shift, so length x scale = (length x mantissa) / 2^shift; half of the
 * divisor is added to round to the nearest. Lengths have 32 bits, mantissas 24.
 *
 * @satisfies RF-BUF-032
 */
uint64_t layout_scale(uint64_t length, uint32_t scale_bits)
{
    const uint32_t exponent = scale_bits >> SINGLE_FRACTION_BITS;
    const uint32_t fraction = scale_bits & SINGLE_FRACTION_MASK;
    const bool is_normal = (exponent > 0U);
    const uint64_t mantissa = (uint64_t)fraction + (is_normal ? HIDDEN_BIT : 0ULL);
    const uint32_t shift = SINGLE_BIAS - (is_normal ? exponent : 1U);
    uint64_t scaled = 0U;

    if (shift <= PRODUCT_BITS) {
        const uint64_t half = ((uint64_t)1U << shift) >> 1U;

        scaled = ((length * mantissa) + half) >> shift;
    }
    return (scaled > 0U) ? scaled : 1U;
}
