/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file handle.h
 * The kind of a handle: a mark, and the pool, in its highest bits.
 */
#ifndef RINGFENCE_CORE_HANDLE_H
#define RINGFENCE_CORE_HANDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "port/atomic.h"
#include "ringfence.h"

#define HANDLE_IS_WIDE (sizeof(uintptr_t) > sizeof(uint32_t))
/** Added to the number of the pool, plus one. */
#define HANDLE_MARK ((uint32_t)(HANDLE_IS_WIDE ? 0xA0U : 0x00U))
/** Where the kind is. */
#define HANDLE_KIND_SHIFT ((uint32_t)(HANDLE_IS_WIDE ? 56U : 27U))

/** The word that a handle is. */
PORT_SHORT uintptr_t handle_bits(const void *handle)
{
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-001 a handle is a word in the shape of a pointer */
    return (uintptr_t)handle;
}

/** Handle that a word is. */
PORT_SHORT const void *handle_of_word(uintptr_t word)
{
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-001 a handle is a word in the shape of a pointer */
    return (const void *)word;
}

/** Number of the pool that a handle's word names; RINGFENCE_POOL_COUNT or more: it names none. The
 * slot may be stale. */
PORT_SHORT uintptr_t handle_pool_number(const void *handle)
{
    const uintptr_t kind = handle_bits(handle) >> HANDLE_KIND_SHIFT;

    return kind - ((uintptr_t)HANDLE_MARK + 1U);
}

/** Says whether a handle names a pool of the library. */
PORT_SHORT bool handle_is_ours(const void *handle)
{
    return handle_pool_number(handle) < (uintptr_t)RINGFENCE_POOL_COUNT;
}

#endif /* RINGFENCE_CORE_HANDLE_H */
