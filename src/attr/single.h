/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file single.h
 * A float as text, without a float.
 */
#ifndef RINGFENCE_ATTR_SINGLE_H
#define RINGFENCE_ATTR_SINGLE_H

#include <stdint.h>

#include "core/text.h"

/**
 * Appends the float of 32 bits that has these bits: "0.5", with the fewest digits behind the point,
 * one at least, that no other float is as near to. Below 2^-15 and from 2^22 up its whole number
 * and its power of two, "8388608 x 2^-40"; a minus sign before a negative one; "infinity" and
 * "NaN".
 */
void text_single(TextOut *out, uint32_t bits);

#endif /* RINGFENCE_ATTR_SINGLE_H */
