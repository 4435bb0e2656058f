/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file memory.h
 * Memory: of buffers, of sync objects, of channels, and the cache of the CPU.
 */
#ifndef RINGFENCE_PORT_MEMORY_H
#define RINGFENCE_PORT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "port/status.h"
#include "ringfence_cfg.h"

/** MiB of one buffer at most. An address space of 32 bits has room for few that are larger, and its
 * files are shorter than 2 GiB. */
#if defined(__SIZEOF_POINTER__) && (__SIZEOF_POINTER__ < 8) && (RINGFENCE_CFG_BUFFER_MIB > 1024U)
#define PORT_BUFFER_MIB 1024U
#else
#define PORT_BUFFER_MIB RINGFENCE_CFG_BUFFER_MIB
#endif

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
 * Bytes by which the memory that buffers are taken from is smaller than the configuration says; 0:
 * none, or buffers come from the system. Init only.
 */
uint64_t port_memory_missing(void);

/** Bytes that the system has left for memory of buffers at this moment, as far as it tells. */
uint64_t port_memory_left(void);

/** Bytes that a reservation of so many can have of that: besides what the tables of its pages and
 * the rest of the process take, and what others reserve at this moment. `size` or more: there are
 * enough. */
uint64_t port_memory_spare(uint64_t size);

/**
 * Bytes that this process may still take for itself at this moment, besides what the tables of
 * their pages and the rest of the process take: what the system has left, and what the limits of
 * the process leave of its data and its addresses. `is_mapped`: the bytes have addresses, and only
 * their pages are wanted, so that the limits count them already. Linux only. UINT64_MAX: nothing
 * says. Init only.
 */
uint64_t ringfence_port_memory_room(bool is_mapped);

/**
 * Maps reserved memory a second time, so that it cannot be written through `view`. Nothing to do if
 * it is mapped already.
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only.
 */
PortStatus port_memory_view(PortMemory *memory);

/**
 * Maps memory that another process reserved: writable, or only as `view`. The descriptor belongs
 * to the memory on success, else still to the caller.
 *
 * @return PORT_OK; PORT_FAILED: it is no such memory, has another size, lacks its pages, or could
 * shrink or grow; PORT_DENIED: it may not be written; PORT_NO_MEMORY or PORT_NO_RESOURCE. Init
 * only.
 */
PortStatus port_memory_adopt(int32_t descriptor, uint64_t size, uint64_t alignment, bool writable,
                             PortMemory *memory);

/**
 * Makes a descriptor of reserved or adopted memory for another process. One that is not writable
 * cannot be mapped for writing. It belongs to the caller.
 *
 * @return PORT_OK; PORT_DENIED: this process may not write it either; PORT_NO_RESOURCE or
 * PORT_FAILED. Init only.
 */
PortStatus port_memory_share(const PortMemory *memory, bool writable, int32_t *descriptor);

/**
 * Ends the making of writable mappings, in all processes and through every descriptor; those that
 * are there stay. Nothing to do if it was done before.
 *
 * @return PORT_OK or PORT_FAILED. Init only.
 */
PortStatus port_memory_seal(const PortMemory *memory);

/**
 * Ends the sealing of reserved memory, in all processes: who gets it writable can map it for
 * writing for ever.
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only.
 */
PortStatus port_memory_keep_open(const PortMemory *memory);

/** Bytes of the largest parts of a sync object's memory: what stands before the timestamps, one
 * timestamp, one task status; what waiters write. */
#define PORT_COUNTER_BYTES     64U
#define PORT_TIMESTAMP_BYTES   16U
#define PORT_TASK_STATUS_BYTES 16U
#define PORT_WAITERS_BYTES     72U

/**
 * Reserves memory of a sync object as port_memory_reserve() does: all its counter, timestamps and
 * task statuses, or what its waiters write. Aligned for 64-bit words at least.
 *
 * @return as port_memory_reserve(). Init only.
 */
PortStatus port_counter_reserve(uint64_t size, PortMemory *memory);

/** Gives back what port_memory_reserve(), port_memory_adopt() and port_memory_view() took. Init and
 * de-init only. */
void port_memory_release(PortMemory *memory);

/** Bytes of a page: a power of two, the same at each call. */
uint64_t port_page_size(void);

/** Says whether engines see the CPU's cache. False: software keeps it coherent. */
bool port_cache_is_coherent(void);

/**
 * Writes the CPU's cache lines of a range back to memory and drops them.
 *
 * @param[in] base    first byte of reserved memory
 * @param[in] offset  where the range begins in it
 * @param[in] size    bytes, not 0
 *
 * @return PORT_OK or PORT_FAILED
 */
PortStatus port_cache_flush(const void *base, uint64_t offset, uint64_t size);

/**
 * Maps pages of shared memory of this process a second time, with the access that they have. A
 * driver registers an address once, for whoever asks first: what is mapped anew is nobody's yet.
 * For ports with drivers beside this library.
 *
 * @return NULL: there is no room, or the system refused it
 */
void *ringfence_port_pages_again(const void *pages, size_t bytes);

/** Ends such a mapping. */
void ringfence_port_pages_end(void *pages, size_t bytes);

/** Memories of a channel that an end has, to offer another one to a peer while one that left may
 * still have what it was given: 1 or PORT_VA_MOST. */
#define PORT_VA_MOST 2U
uint32_t port_va_count(void);

/**
 * Reserves what an end of a channel needs of memory. Who `makes` it has it from now on: zeroed, it
 * can neither shrink nor grow, and has a descriptor for the peer. The other end has the addresses
 * for it; they stay the same until port_memory_release(). Where there are no addresses to reserve,
 * its memory has the address at which it comes.
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only.
 */
PortStatus port_va_reserve(uint64_t size, bool makes, PortMemory *memory);

/**
 * Puts new memory in the place of what port_va_reserve() made. What was there stays on failure.
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only.
 */
PortStatus port_va_make(PortMemory *memory);

/**
 * Makes memory that a peer had zero again, for another connection.
 *
 * @return PORT_OK; PORT_FAILED: the peer took pages of it away, or the right to write it
 */
PortStatus port_va_renew(const PortMemory *memory);

/**
 * Puts memory that another process made at reserved addresses. What was there stays on failure.
 *
 * @return PORT_OK; PORT_FAILED: it is no such memory, has another size, lacks its pages, could
 * shrink or grow, or may not be written; PORT_NO_MEMORY
 */
PortStatus port_va_adopt(PortMemory *memory, int32_t descriptor);

#endif /* RINGFENCE_PORT_MEMORY_H */
