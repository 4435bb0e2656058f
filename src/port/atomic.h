/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file atomic.h
 * The atomic operations of the library. No other file names <stdatomic.h>.
 *
 * Orders are part of the names: relaxed, acquire, release; no suffix is sequentially consistent.
 *
 * Where the core has no such instructions, RINGFENCE_CFG_ATOMICS makes the operations short
 * critical sections, whatever their order.
 * @satisfies RF-PORT-031 RF-PORT-080
 */
#ifndef RINGFENCE_PORT_ATOMIC_H
#define RINGFENCE_PORT_ATOMIC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "port/baremetal/atomic.h"
#include "ringfence_cfg.h"

/* Else operations are calls of functions that the core's library lacks, or that other processes are
 * not kept out by. */
#if defined(__GCC_ATOMIC_INT_LOCK_FREE) && defined(__GCC_ATOMIC_LLONG_LOCK_FREE)
#if (RINGFENCE_CFG_ATOMICS <= 1U) && (__GCC_ATOMIC_INT_LOCK_FREE != 2)
#error "RINGFENCE_CFG_ATOMICS must be 2: the core has no atomic instructions"
#elif (RINGFENCE_CFG_ATOMICS == 0U) && (__GCC_ATOMIC_LLONG_LOCK_FREE != 2)
#error "RINGFENCE_CFG_ATOMICS must be 1 or 2: the core has no atomic instructions of 64 bits"
#endif
#endif

/** Functions that a signal and a wait go through: they stand together, so that fewer pages of code
 * are asked for. */
#if defined(__linux__)
#define PORT_HOT __attribute__((hot))
#else
#define PORT_HOT
#endif

/** Functions that are not longer than a call of them. */
#define PORT_SHORT static inline __attribute__((always_inline))

/** Data that only the library's own files name: an access needs no table of addresses. */
#if defined(__linux__)
#define PORT_INSIDE __attribute__((visibility("hidden")))
#else
#define PORT_INSIDE
#endif

/** First of what one side writes: it begins a line of the cache. */
#if (RINGFENCE_CFG_LINE_BYTES > 8U)
#define PORT_OWN_LINE __attribute__((aligned(RINGFENCE_CFG_LINE_BYTES)))
#else
#define PORT_OWN_LINE
#endif

/** 1: calls of the runtime path are carried out without a call of another function where all is as
 * usual. 0: code is to be small. */
#if defined(__linux__) && (RINGFENCE_CFG_ATOMICS == 0U)
#define PORT_QUICK 1U
#else
#define PORT_QUICK 0U
#endif

/** Full forms of functions that are carried out without them where all is as usual. */
#if (PORT_QUICK == 1U)
#define PORT_BEHIND __attribute__((noinline))
/* And take the parameters of the function that calls them, so that a call is a jump. */
#define PORT_BEHIND_WHOLE __attribute__((noinline, used))
#else
#define PORT_BEHIND
#define PORT_BEHIND_WHOLE
#endif

/** Functions whose variables do not stand in the frame of who calls them: it calls others too,
 * which go deeper. */
#define PORT_APART __attribute__((noinline))

/** Sequentially consistent fence. */
static inline void port_fence(void)
{
    atomic_thread_fence(memory_order_seq_cst);
}

/** Loads before it are complete before loads and stores behind it begin. An acquire load does not
 * do that: plain loads before it may come after it. */
static inline void port_fence_loads(void)
{
    atomic_thread_fence(memory_order_acquire);
}

/** The compiler moves no access over it. */
static inline void port_compiler_fence(void)
{
    atomic_signal_fence(memory_order_seq_cst);
}

/** The line of an address will be read soon. Changes nothing. */
static inline void port_prefetch(const void *address)
{
    __builtin_prefetch(address);
}

/** The line of an address will be written soon: it is fetched as for a store, while other lines are
 * on their way. Changes nothing. */
PORT_SHORT void port_prefetch_write(const void *address)
{
#if defined(__x86_64__)
    /* Compilers take the load's instruction for it, unless they are told that the CPU has this one;
     * CPUs that do not have it take it for none. */
    __asm__ volatile("prefetchw (%0)" : : "r"(address));
#else
    __builtin_prefetch(address, 1);
#endif
}

/* ---------------------------------------------------------------- 32 bits */

#if (RINGFENCE_CFG_ATOMICS <= 1U)

/** 32-bit word that several threads or processes change. */
typedef struct {
    _Atomic uint32_t word;
} PortAtomic32;

PORT_SHORT uint32_t port_load32_relaxed(const PortAtomic32 *atomic)
{
    return atomic_load_explicit(&atomic->word, memory_order_relaxed);
}

static inline uint32_t port_load32_acquire(const PortAtomic32 *atomic)
{
    return atomic_load_explicit(&atomic->word, memory_order_acquire);
}

static inline uint32_t port_load32(const PortAtomic32 *atomic)
{
    return atomic_load_explicit(&atomic->word, memory_order_seq_cst);
}

PORT_SHORT void port_store32_relaxed(PortAtomic32 *atomic, uint32_t value)
{
    atomic_store_explicit(&atomic->word, value, memory_order_relaxed);
}

static inline void port_store32_release(PortAtomic32 *atomic, uint32_t value)
{
    atomic_store_explicit(&atomic->word, value, memory_order_release);
}

static inline void port_store32(PortAtomic32 *atomic, uint32_t value)
{
    atomic_store_explicit(&atomic->word, value, memory_order_seq_cst);
}

/** Adds and gives the new value. */
static inline uint32_t port_add32(PortAtomic32 *atomic, uint32_t addend)
{
    return atomic_fetch_add_explicit(&atomic->word, addend, memory_order_seq_cst) + addend;
}

/** Subtracts and gives the new value. */
static inline uint32_t port_sub32(PortAtomic32 *atomic, uint32_t subtrahend)
{
    return atomic_fetch_sub_explicit(&atomic->word, subtrahend, memory_order_seq_cst) - subtrahend;
}

/** Stores `next` if the word is `expected`; says whether it did. */
static inline bool port_swap32_if(PortAtomic32 *atomic, uint32_t expected, uint32_t next)
{
    uint32_t seen = expected;
    return atomic_compare_exchange_strong_explicit(&atomic->word, &seen, next, memory_order_seq_cst,
                                                   memory_order_seq_cst);
}

#else

PORT_SHORT uint32_t port_load32_relaxed(const PortAtomic32 *atomic)
{
    return port_load32(atomic);
}

static inline uint32_t port_load32_acquire(const PortAtomic32 *atomic)
{
    return port_load32(atomic);
}

PORT_SHORT void port_store32_relaxed(PortAtomic32 *atomic, uint32_t value)
{
    port_store32(atomic, value);
}

static inline void port_store32_release(PortAtomic32 *atomic, uint32_t value)
{
    port_store32(atomic, value);
}

static inline uint32_t port_sub32(PortAtomic32 *atomic, uint32_t subtrahend)
{
    return port_add32(atomic, 0U - subtrahend);
}

#endif

/* ---------------------------------------------------------------- 64 bits */

#if (RINGFENCE_CFG_ATOMICS == 0U)

/** 64-bit word that several threads or processes change. */
typedef struct {
    _Atomic uint64_t word __attribute__((aligned(8)));
} PortAtomic64;

PORT_SHORT uint64_t port_load64_relaxed(const PortAtomic64 *atomic)
{
    return atomic_load_explicit(&atomic->word, memory_order_relaxed);
}

static inline uint64_t port_load64_acquire(const PortAtomic64 *atomic)
{
    return atomic_load_explicit(&atomic->word, memory_order_acquire);
}

static inline uint64_t port_load64(const PortAtomic64 *atomic)
{
    return atomic_load_explicit(&atomic->word, memory_order_seq_cst);
}

static inline void port_store64_relaxed(PortAtomic64 *atomic, uint64_t value)
{
    atomic_store_explicit(&atomic->word, value, memory_order_relaxed);
}

static inline void port_store64_release(PortAtomic64 *atomic, uint64_t value)
{
    atomic_store_explicit(&atomic->word, value, memory_order_release);
}

static inline void port_store64(PortAtomic64 *atomic, uint64_t value)
{
    atomic_store_explicit(&atomic->word, value, memory_order_seq_cst);
}

/** Adds and gives the new value. */
static inline uint64_t port_add64(PortAtomic64 *atomic, uint64_t addend)
{
    return atomic_fetch_add_explicit(&atomic->word, addend, memory_order_seq_cst) + addend;
}

/** Stores `next` if the word is `expected`; says whether it did. */
static inline bool port_swap64_if(PortAtomic64 *atomic, uint64_t expected, uint64_t next)
{
    uint64_t seen = expected;
    return atomic_compare_exchange_strong_explicit(&atomic->word, &seen, next, memory_order_seq_cst,
                                                   memory_order_seq_cst);
}

#else

static inline uint64_t port_load64_relaxed(const PortAtomic64 *atomic)
{
    return port_load64(atomic);
}

static inline uint64_t port_load64_acquire(const PortAtomic64 *atomic)
{
    return port_load64(atomic);
}

static inline void port_store64_relaxed(PortAtomic64 *atomic, uint64_t value)
{
    port_store64(atomic, value);
}

static inline void port_store64_release(PortAtomic64 *atomic, uint64_t value)
{
    port_store64(atomic, value);
}

#endif

/* ---------------------------------------------------------------- two counts in a word */

#if (RINGFENCE_CFG_ATOMICS == 0U)
/** Where the upper count begins. */
#define PORT_PAIR_SHIFT 32U
typedef uint64_t PortPair;
/** Word of two counts. */
typedef PortAtomic64 PortAtomicPair;

static inline PortPair port_load_pair(const PortAtomicPair *atomic)
{
    return port_load64(atomic);
}

/** Adds and gives the new value. */
static inline PortPair port_add_pair(PortAtomicPair *atomic, PortPair addend)
{
    return port_add64(atomic, addend);
}

/** Stores `next` if the word is `expected`; says whether it did. */
static inline bool port_swap_pair_if(PortAtomicPair *atomic, PortPair expected, PortPair next)
{
    return port_swap64_if(atomic, expected, next);
}
#else
/** Where the upper count begins. */
#define PORT_PAIR_SHIFT 12U
typedef uint32_t PortPair;
/** Word of two counts. */
typedef PortAtomic32 PortAtomicPair;

static inline PortPair port_load_pair(const PortAtomicPair *atomic)
{
    return port_load32(atomic);
}

/** Adds and gives the new value. */
static inline PortPair port_add_pair(PortAtomicPair *atomic, PortPair addend)
{
    return port_add32(atomic, addend);
}

/** Stores `next` if the word is `expected`; says whether it did. */
static inline bool port_swap_pair_if(PortAtomicPair *atomic, PortPair expected, PortPair next)
{
    return port_swap32_if(atomic, expected, next);
}
#endif

/* ---------------------------------------------------------------- the width of a handle */

#if defined(UINTPTR_MAX) && (UINTPTR_MAX > 0xFFFFFFFFU)
/** Word that a handle fits in. */
typedef PortAtomic64 PortAtomicWord;

static inline uintptr_t port_load_word(const PortAtomicWord *atomic)
{
    return (uintptr_t)port_load64(atomic);
}

static inline void port_store_word(PortAtomicWord *atomic, uintptr_t value)
{
    port_store64(atomic, (uint64_t)value);
}

static inline void port_store_word_release(PortAtomicWord *atomic, uintptr_t value)
{
    port_store64_release(atomic, (uint64_t)value);
}

PORT_SHORT uintptr_t port_load_word_relaxed(const PortAtomicWord *atomic)
{
    return (uintptr_t)port_load64_relaxed(atomic);
}

static inline void port_store_word_relaxed(PortAtomicWord *atomic, uintptr_t value)
{
    port_store64_relaxed(atomic, (uint64_t)value);
}
#else
/** Word that a handle fits in. */
typedef PortAtomic32 PortAtomicWord;

static inline uintptr_t port_load_word(const PortAtomicWord *atomic)
{
    return (uintptr_t)port_load32(atomic);
}

static inline void port_store_word(PortAtomicWord *atomic, uintptr_t value)
{
    port_store32(atomic, (uint32_t)value);
}

static inline void port_store_word_release(PortAtomicWord *atomic, uintptr_t value)
{
    port_store32_release(atomic, (uint32_t)value);
}

PORT_SHORT uintptr_t port_load_word_relaxed(const PortAtomicWord *atomic)
{
    return (uintptr_t)port_load32_relaxed(atomic);
}

static inline void port_store_word_relaxed(PortAtomicWord *atomic, uintptr_t value)
{
    port_store32_relaxed(atomic, (uint32_t)value);
}
#endif

/* ---------------------------------------------------------------- 64 bits that are written once */

/** Number that is 0 until it is written, once; who reads meanwhile gets neither. Reading is cheaper
 * than an atomic operation of 64 bits where that is a critical section. */
typedef struct {
#if (RINGFENCE_CFG_ATOMICS == 0U)
    PortAtomic64 whole;
#else
    PortAtomic32 half[2];
#endif
} PortOnce64;

PORT_SHORT uint64_t port_once64_get(const PortOnce64 *once)
{
#if (RINGFENCE_CFG_ATOMICS == 0U)
    return port_load64_relaxed(&once->whole);
#else
    return ((uint64_t)port_load32_relaxed(&once->half[1]) << 32U) |
           port_load32_relaxed(&once->half[0]);
#endif
}

PORT_SHORT void port_once64_put(PortOnce64 *once, uint64_t value)
{
#if (RINGFENCE_CFG_ATOMICS == 0U)
    port_store64_relaxed(&once->whole, value);
#else
    port_store32_relaxed(&once->half[0], (uint32_t)(value & 0xFFFFFFFFU));
    port_store32_relaxed(&once->half[1], (uint32_t)(value >> 32U));
#endif
}

#endif /* RINGFENCE_PORT_ATOMIC_H */
