/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file single.c
 * A float as text, without a float: its bits are a whole number and a power of two.
 */
#include "attr/single.h"

#include <stdbool.h>

#define TEXT_FRACTION_BITS 23U
#define TEXT_FRACTION_MASK 0x7FFFFFU
#define TEXT_EXPONENT_MASK 0xFFU
#define TEXT_HIDDEN_BIT    0x800000U
#define TEXT_SIGN_BIT      0x80000000U
/** A float is whole x 2^(exponent - TEXT_BIAS). */
#define TEXT_BIAS 150U
/** Exponents of floats that are written with a point: digits behind it are products of 64 bits. */
#define TEXT_POINT_FIRST 112U
#define TEXT_POINT_LAST  148U
/** Digits behind the point that tell all those floats apart. */
#define TEXT_PLACES_MAX 12U

/** A fraction in decimal. */
typedef struct {
    uint64_t digits;
    uint32_t places;
} TextFraction;

/** Distance of two numbers. */
static uint64_t text_distance(uint64_t left, uint64_t right)
{
    uint64_t distance = left - right;

    if (left < right) {
        distance = right - left;
    }
    return distance;
}

/**
 * The shortest fraction that is nearer to rest / 2^shift than 1 / (2^shift x parts).
 *
 * rest has 24 bits and 10^12 has 40, so that their product has 64.
 */
static TextFraction text_fraction(uint64_t rest, uint32_t shift, uint64_t parts)
{
    const uint64_t half = ((uint64_t)1U << shift) / 2U;
    TextFraction fraction = {0U, 0U};
    uint64_t power = 1U;
    bool is_near = false;

    while ((!is_near) && (fraction.places < TEXT_PLACES_MAX)) {
        fraction.places++;
        power *= 10U;
        fraction.digits = ((rest * power) + half) >> shift;
        is_near = (text_distance(fraction.digits << shift, rest * power) * parts) < power;
    }
    return fraction;
}

/** Appends a fraction with the zeros before its digits. */
static void text_places(TextOut *out, TextFraction fraction)
{
    uint64_t power = 1U;

    text_string(out, ".");
    for (uint32_t i = 1U; i < fraction.places; i++) {
        power *= 10U;
    }
    while ((power > 1U) && (fraction.digits < power)) {
        text_string(out, "0");
        power /= 10U;
    }
    text_number(out, fraction.digits);
}

/** Appends whole x 2^(exponent - TEXT_BIAS) as that. */
static void text_power(TextOut *out, uint32_t whole, uint32_t exponent)
{
    text_number(out, whole);
    text_string(out, " x 2^");
    if (exponent < TEXT_BIAS) {
        text_string(out, "-");
    }
    text_number(out, text_distance(exponent, TEXT_BIAS));
}

/** @satisfies RF-CORE-347 */
void text_single(TextOut *out, uint32_t bits)
{
    const uint32_t exponent = (bits >> TEXT_FRACTION_BITS) & TEXT_EXPONENT_MASK;
    const uint32_t fraction = bits & TEXT_FRACTION_MASK;
    uint32_t whole = fraction;

    if (exponent > 0U) {
        whole += TEXT_HIDDEN_BIT;
    }
    if ((bits & TEXT_SIGN_BIT) != 0U) {
        text_string(out, "-");
    }
    if (exponent == TEXT_EXPONENT_MASK) {
        text_string(out, (fraction == 0U) ? "infinity" : "NaN");
    } else if (whole == 0U) {
        text_string(out, "0.0");
    } else if ((exponent < TEXT_POINT_FIRST) || (exponent > TEXT_POINT_LAST)) {
        text_power(out, whole, (exponent > 0U) ? exponent : 1U);
    } else {
        const uint32_t shift = TEXT_BIAS - exponent;
        const uint64_t above = (uint64_t)whole >> shift;
        uint64_t parts = 2U;

        if (fraction == 0U) {
            /* The float below a power of two is half as far away as the one above. */
            parts = 4U;
        }
        text_number(out, above);
        text_places(out, text_fraction((uint64_t)whole - (above << shift), shift, parts));
    }
}
