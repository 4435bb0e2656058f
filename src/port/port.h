/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file port.h
 * The only door to the outside: memory, time, sleeping, and one lock.
 *
 * core, sync and buf call these functions and memcpy, memset, memcmp; nothing else.
 */
#ifndef RINGFENCE_PORT_PORT_H
#define RINGFENCE_PORT_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "port/atomic.h"

/** Result of a port call. */
typedef enum {
    PORT_OK = 0,
    /** There is no memory left for the request. */
    PORT_NO_MEMORY = 1,
    /** Another system resource is used up. */
    PORT_NO_RESOURCE = 2,
    /** The time is over. */
    PORT_TIMED_OUT = 3,
    /** The system refused for another reason. */
    PORT_FAILED = 4
} PortStatus;

/** Memory that can be shared: zeroed, backed, page aligned at least. */
typedef struct {
    /** Writable mapping. */
    void *base;
    /** Mapping that cannot be written, of the same memory. NULL until port_memory_view(). */
    const void *view;
    /** Bytes that are mapped: a multiple of the page size. */
    uint64_t size;
    /** Alignment of both mappings. */
    uint64_t alignment;
    /** What the system calls it; -1: it has no name. */
    int32_t descriptor;
} PortMemory;

/**
 * Reserves zeroed memory and maps it writable. All of it is backed: a later access does not fail.
 *
 * @param[in]  size       bytes, not 0; rounded up to pages
 * @param[in]  alignment  power of two; less than a page counts as a page
 * @param[out] memory     what was reserved; unchanged on failure
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only. Blocks for the time
 * of clearing.
 */
PortStatus port_memory_reserve(uint64_t size, uint64_t alignment, PortMemory *memory);

/**
 * Maps reserved memory a second time, so that it cannot be written through `view`. Nothing to do if
 * it is mapped already.
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only.
 */
PortStatus port_memory_view(PortMemory *memory);

/** Gives back what port_memory_reserve() and port_memory_view() took. Init and de-init only. */
void port_memory_release(PortMemory *memory);

/** Bytes of a page: a power of two, the same at each call. */
uint64_t port_page_size(void);

/** Takes the library's lock. Not recursive. Taken in phase RUNTIME by queries alone, if they are admitted there. */
void port_lock(void);

/** Gives the library's lock back. */
void port_unlock(void);

/** Microseconds of a clock that never goes back. */
uint64_t port_time_us(void);

/**
 * Sleeps until somebody calls port_wake() for the word, as long as the word is `expected`.
 *
 * @param[in] word       what port_wake() names; other processes may have mapped it too
 * @param[in] expected   if the word differs, the call returns at once
 * @param[in] timeout_us microseconds at most; negative: no limit
 *
 * @return PORT_OK after a wake-up (which may be without cause) or if the word differs,
 * PORT_TIMED_OUT, or PORT_FAILED
 */
PortStatus port_sleep(const PortAtomic32 *word, uint32_t expected, int64_t timeout_us);

/** Wakes everybody who sleeps on the word. */
void port_wake(PortAtomic32 *word);

/** Tells the CPU that the caller spins. */
void port_relax(void);

/** Gives the CPU to others that want it. */
void port_yield(void);

/** Writes the CPU's cache lines of a range back to memory and drops them. */
void port_cache_flush(const void *start, uint64_t size);

#endif /* RINGFENCE_PORT_PORT_H */
