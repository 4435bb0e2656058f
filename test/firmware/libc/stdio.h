/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stdio.h
 * Texts of numbers, for images without a C library, and files, which no image has.
 */
#ifndef RINGFENCE_FIRMWARE_STDIO_H
#define RINGFENCE_FIRMWARE_STDIO_H

#include <stdarg.h>
#include <stddef.h>

/** Knows %%, c, d, p, s, u, x, the lengths l, ll, z, and the precision .* of s. */
__attribute__((format(printf, 3, 0))) int vsnprintf(char *text, size_t size, const char *format,
                                                    va_list arguments);
__attribute__((format(printf, 3, 4))) int snprintf(char *text, size_t size, const char *format,
                                                   ...);

/** Lines of up to 255 characters. */
__attribute__((format(printf, 1, 2))) int printf(const char *format, ...);

typedef struct {
    int unused;
} FILE;

FILE *fopen(const char *path, const char *mode);
size_t fread(void *to, size_t size, size_t count, FILE *file);
int fclose(FILE *file);

#endif /* RINGFENCE_FIRMWARE_STDIO_H */
