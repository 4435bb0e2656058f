/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file checked.c
 * Arithmetic that remembers an overflow. A number that once did not fit never fits again.
 */
#include "buf/buf.h"

Checked checked(uint64_t value)
{
    const Checked number = {value, true};

    return number;
}

/** @satisfies RF-BUF-029 */
Checked checked_add(Checked left, Checked right)
{
    Checked sum = {0U, false};

    if (left.fits && right.fits && (left.value <= (UINT64_MAX - right.value))) {
        sum = checked(left.value + right.value);
    }
    return sum;
}

/** @satisfies RF-BUF-029 */
Checked checked_multiply(Checked left, Checked right)
{
    Checked product = {0U, false};

    if (left.fits && right.fits) {
        if ((right.value == 0U) || (left.value <= (UINT64_MAX / right.value))) {
            product = checked(left.value * right.value);
        }
    }
    return product;
}

Checked checked_align(Checked number, uint64_t alignment)
{
    const uint64_t mask = alignment - 1U;
    Checked aligned = checked_add(number, checked(mask));

    aligned.value &= ~mask;
    return aligned;
}

Checked checked_divide(Checked number, uint64_t divisor)
{
    Checked quotient = number;
    const uint64_t rest = number.value % divisor;

    quotient.value = number.value / divisor;
    if (rest != 0U) {
        quotient.value++;
    }
    return quotient;
}

/** @satisfies RF-BUF-029 */
Checked checked_limit(Checked number, uint64_t limit)
{
    Checked limited = number;

    limited.fits = number.fits && (number.value <= limit);
    return limited;
}
