/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file digits.h
 * Decimal numbers in names that the system wants.
 */
#ifndef RINGFENCE_PORT_POSIX_DIGITS_H
#define RINGFENCE_PORT_POSIX_DIGITS_H

#include <stdint.h>

/** Digits of a number of 32 bits. */
#define PORT_DIGITS_MAX 10U

/** Writes a number and a zero behind it: PORT_DIGITS_MAX + 1 characters at most. */
void port_digits(uint32_t number, char *text);

#endif /* RINGFENCE_PORT_POSIX_DIGITS_H */
