/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file native.h
 * Numbers of 1, 2, 4 and 8 bytes in memory, whichever byte comes first on the target, and those of
 * descriptors.
 */
#ifndef RINGFENCE_TEST_NATIVE_H
#define RINGFENCE_TEST_NATIVE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** Where a number of that size lies in one of 64 bits that has the same value. */
static inline size_t native_offset(size_t size)
{
    const uint16_t one = 1U;
    uint8_t first = 0U;

    (void)memcpy(&first, &one, sizeof(first));
    return (first == 1U) ? 0U : (sizeof(uint64_t) - size);
}

/** Reads a number of 8 bytes at most. */
static inline uint64_t native_number(const void *bytes, size_t size)
{
    uint64_t number = 0U;

    (void)memcpy((uint8_t *)&number + native_offset(size), bytes, size);
    return number;
}

/** Where the bytes of a number of that size lie in one of 64 bits that has the same value. */
static inline const void *native_bytes(const uint64_t *number, size_t size)
{
    return (const uint8_t *)number + native_offset(size);
}

/** Reads a number whose lowest byte is the first, whatever the target's is. */
static inline uint64_t little_endian(const void *bytes, size_t size)
{
    const uint8_t *const start = bytes;
    uint64_t number = 0U;

    for (size_t i = size; i > 0U; i--) {
        number = (number << 8U) | start[i - 1U];
    }
    return number;
}

/** The number that has the bytes of this one in the order with the lowest first; and back. */
static inline uint64_t little_endian_64(uint64_t number)
{
    return little_endian(&number, sizeof(number));
}

static inline uint32_t little_endian_32(uint32_t number)
{
    return (uint32_t)little_endian(&number, sizeof(number));
}

#endif /* RINGFENCE_TEST_NATIVE_H */
