/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file digits.c
 * Decimal numbers in names that the system wants.
 */
#include "port/posix/digits.h"

void port_digits(uint32_t number, char *text)
{
    static const char figures[] = "0123456789";
    char reversed[PORT_DIGITS_MAX] = {0};
    uint32_t rest = number;
    uint32_t count = 0U;

    do {
        reversed[count] = figures[rest % 10U];
        rest /= 10U;
        count++;
    } while (rest != 0U);
    for (uint32_t i = 0U; i < count; i++) {
        text[i] = reversed[(count - 1U) - i];
    }
    text[count] = '\0';
}
