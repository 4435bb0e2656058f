/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stdlib.h
 * For the tests, not for the library: memory, one piece at a time, of an array; and numbers.
 */
#ifndef RINGFENCE_FIRMWARE_STDLIB_H
#define RINGFENCE_FIRMWARE_STDLIB_H

#include <stddef.h>

void *calloc(size_t count, size_t size);
void free(void *memory);

/** Decimal digits alone: no blanks, no sign. The base is 10. */
unsigned long strtoul(const char *text, char **rest, int base);

#endif /* RINGFENCE_FIRMWARE_STDLIB_H */
