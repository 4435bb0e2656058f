/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file string.h
 * Memory and text, for images without a C library. The library needs the first three alone.
 */
#ifndef RINGFENCE_FIRMWARE_STRING_H
#define RINGFENCE_FIRMWARE_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *to, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);

size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
char *strstr(const char *text, const char *part);

#endif /* RINGFENCE_FIRMWARE_STRING_H */
