/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file string.h
 * What the library takes of a C library, for compilers that come without one.
 */
#ifndef RINGFENCE_BAREMETAL_STRING_H
#define RINGFENCE_BAREMETAL_STRING_H

#include <stddef.h>

/* cppcheck-suppress misra-c2012-21.2 ; DEV-048 the C library is not there */
void *memcpy(void *to, const void *from, size_t size);
/* cppcheck-suppress misra-c2012-21.2 ; DEV-048 the C library is not there */
void *memset(void *to, int byte, size_t size);
/* cppcheck-suppress misra-c2012-21.2 ; DEV-048 the C library is not there */
int memcmp(const void *left, const void *right, size_t size);

#endif /* RINGFENCE_BAREMETAL_STRING_H */
