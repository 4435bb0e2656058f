/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stdlib.h
 * Memory for the tests, not for the library: one piece at a time, of an array.
 */
#ifndef RINGFENCE_FIRMWARE_STDLIB_H
#define RINGFENCE_FIRMWARE_STDLIB_H

#include <stddef.h>

void *calloc(size_t count, size_t size);
void free(void *memory);

#endif /* RINGFENCE_FIRMWARE_STDLIB_H */
