/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file handle.h
 * The mark and the kind of a handle: that it is one, and of which pool.
 */
#ifndef RINGFENCE_CORE_HANDLE_H
#define RINGFENCE_CORE_HANDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "port/atomic.h"
#include "ringfence.h"

#define HANDLE_IS_WIDE (sizeof(uintptr_t) > sizeof(uint32_t))
/** The same, for feature_enabled(). */
#define HANDLE_WIDE ((uint32_t)(HANDLE_IS_WIDE ? 1U : 0U))
/** Where the kind is, and its bits: the number of the pool, plus one. */
#define HANDLE_KIND_SHIFT 27U
#define HANDLE_KIND_MASK  0x1FU

/* Of 64 bits only: the mark, which is both bits. */
#define HANDLE_MARK_SHIFT 62U
#define HANDLE_MARK       3U
#define HANDLE_MARK_LOW   ((uint64_t)1U << 62U)
#define HANDLE_MARK_HIGH  ((uint64_t)1U << 63U)

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

/** Cookie that a word is: who is given one gives it back as it is. */
PORT_SHORT void *handle_cookie(uintptr_t word)
{
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-001 a cookie is a word in the shape of a pointer */
    return (void *)word;
}

/** Says whether a word of 64 bits has the mark of a handle. */
PORT_SHORT bool handle_has_mark(uint64_t word)
{
    return (word >> HANDLE_MARK_SHIFT) == HANDLE_MARK;
}

/** Number of the pool that a handle's word names; RINGFENCE_POOL_COUNT or more: it names none. The
 * slot may be stale. */
PORT_SHORT uintptr_t handle_pool_number(const void *handle)
{
    const uintptr_t word = handle_bits(handle);
    const uintptr_t kind = (word >> HANDLE_KIND_SHIFT) & HANDLE_KIND_MASK;

    uintptr_t number = (uintptr_t)RINGFENCE_POOL_COUNT;

    if ((!HANDLE_IS_WIDE) || handle_has_mark(word)) {
        number = kind - 1U;
    }
    return number;
}

/** Says whether a handle is for the library to look at: of 64 bits the mark says so, which is in no
 * address of a process; of 32 bits it names a pool. */
PORT_SHORT bool handle_is_ours(const void *handle)
{
    return HANDLE_IS_WIDE ? handle_has_mark(handle_bits(handle))
                          : (handle_pool_number(handle) < (uintptr_t)RINGFENCE_POOL_COUNT);
}

#endif /* RINGFENCE_CORE_HANDLE_H */
