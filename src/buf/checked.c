/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file checked.c
 * Arithmetic that remembers an overflow: what once did not fit never fits again.
 */
#include "buf/buf.h"

/** @satisfies RF-BUF-029 */
uint64_t checked_add(uint64_t left, uint64_t right, bool *fits)
{
    const bool fit = (left <= (UINT64_MAX - right));
    uint64_t result = 0U;

    *fits = (*fits) && fit;
    if (*fits) {
        result = left + right;
    }
    return result;
}

/** @satisfies RF-BUF-029 */
uint64_t checked_multiply(uint64_t left, uint64_t right, bool *fits)
{
    const bool fit = (right == 0U) || (left <= (UINT64_MAX / right));
    uint64_t result = 0U;

    *fits = (*fits) && fit;
    if (*fits) {
        result = left * right;
    }
    return result;
}

/** @satisfies RF-BUF-029 */
uint64_t checked_align(uint64_t number, uint64_t alignment, bool *fits)
{
    return checked_add(number, alignment - 1U, fits) & ~(alignment - 1U);
}

uint64_t checked_divide(uint64_t number, uint64_t divisor)
{
    const uint64_t rest = number % divisor;

    return (number / divisor) + ((rest != 0U) ? 1U : 0U);
}
