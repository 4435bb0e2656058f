/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file bytes.h
 * Copying and comparing values as bytes, whatever their types.
 */
#ifndef RINGFENCE_CORE_BYTES_H
#define RINGFENCE_CORE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** Copies bytes between places that do not overlap. */
static inline void bytes_copy(void *to, const void *from, size_t count)
{
    (void)memcpy(to, from, count);
}

/** Orders two rows of bytes as memcmp() does: negative, zero or positive. */
static inline int32_t bytes_order(const uint8_t *left, const uint8_t *right, size_t count)
{
    return (int32_t)memcmp(left, right, count);
}

#endif /* RINGFENCE_CORE_BYTES_H */
