/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pool.h
 * Fixed tables of slots, and the handles that name them.
 *
 * A pool holds no payload: the components keep rows of their own, by slot index. Taking, giving
 * back and finding are O(1). The oldest free slot is taken first, so that a stale handle stays
 * recognisable as long as possible. Take, give, revoke and bind need the library's lock; find,
 * named and live do not.
 */
#ifndef RINGFENCE_CORE_POOL_H
#define RINGFENCE_CORE_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/feature.h"
#include "core/handle.h"
#include "core/phase.h"
#include "core/tables.h"
#include "nvscierror.h"
#include "port/atomic.h"
#include "ringfence.h"
#include "ringfence_cfg.h"

/** Where the index is in a handle, and in a name. */
#define POOL_INDEX_MASK ((uint32_t)(HANDLE_IS_WIDE ? 0xFFFFU : 0x0FFFU))
/** Slots that a pool can have. */
#define POOL_SLOTS_MOST ((uint32_t)(HANDLE_IS_WIDE ? 65536U : 4095U))

/** One slot. */
typedef struct {
    /** The handle, while it is valid. Else a link, in which the place of the index has that of
     * another slot, so that it is nobody's handle (pool.c). */
    PortAtomicWord word;
    /** The generation: odd while the slot's handle is valid; grows by one at each change. */
    PortAtomicWord turn;
} PoolSlot;

#define POOL_SLOTS_SHOWN(pool, name, slots, capacity, macro, behind)                               \
    extern PORT_INSIDE PoolSlot slots[(capacity)];

/* Slots of the handles that the runtime path takes; whoever reads them there asks for nothing but
 * whether the word of one is a handle. */
POOLS_SEEN(POOL_SLOTS_SHOWN)

/**
 * Takes a free slot; its handle becomes valid.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_InsufficientMemory  iff all slots are taken; counted, and a fault report of
 * the function that holds the lock
 */
NvSciError ringfence_pool_take(RingfencePool pool, uint32_t *index);

/** Makes the handle of a taken slot stale; the slot stays taken. */
void ringfence_pool_revoke(RingfencePool pool, uint32_t index);

/** Gives a taken slot back; its handle becomes stale if it is not yet. A slot that is not taken is
 * an internal fault, and nothing changes. */
void ringfence_pool_give(RingfencePool pool, uint32_t index);

/** Makes the handle of a reserved slot valid: one behind the capacity, which
 * ringfence_pool_take() never gives. */
void pool_bind(RingfencePool pool, uint32_t index);

/** Index of the first reserved slot: the capacity. */
uint32_t pool_capacity(RingfencePool pool);

/** Slots that were ever taken: those before this index. What belongs to the others is untouched,
 * and has no memory yet where the system gives it when it is touched. Under the lock. */
uint32_t pool_ever_taken(RingfencePool pool);

/** Handle of a slot whose handle is valid. */
void *ringfence_pool_handle(RingfencePool pool, uint32_t index);

/** Writes the handle to a place for one, which is a pointer to some structure. */
void pool_put_handle(RingfencePool pool, uint32_t index, void *place);

/**
 * Gives the slot that a handle names. A handle that names none is a fault report, NULL excepted.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff the handle is NULL or names no slot of this pool that is
 * valid
 */
NvSciError ringfence_pool_find(PhaseOp op, RingfencePool pool, const void *handle, uint32_t *index);

/** Pool that a handle's word names; RINGFENCE_POOL_COUNT if none. The slot may be stale. */
RingfencePool pool_of_handle(const void *handle);

/** Reports a handle that a function does not take, with the slot that it names. */
void fault_report_handle(PhaseOp op, const void *handle);

/** A function that the phase refused was to give back what a handle names: notes the slot, which
 * stays. */
void phase_note_kept(const void *handle);

/** Name of a taken slot: it keeps what the handle says and, on 32-bit targets, the whole generation
 * too. Not 0. */
uint64_t pool_name(RingfencePool pool, uint32_t index);

/** Index in the name of a slot; it may be that of none. */
static inline uint32_t pool_index_of_name(uint64_t name)
{
    return (uint32_t)(name & POOL_INDEX_MASK);
}

/** Row of a table of so many rows that the index in a word leads to. It may be none: where their
 * number is a power of two, it is always one. */
static inline uint32_t pool_row(uint64_t word, uint32_t rows)
{
    uint32_t mask = rows - 1U;

    mask |= mask >> 1U;
    mask |= mask >> 2U;
    mask |= mask >> 4U;
    mask |= mask >> 8U;
    return (uint32_t)word & mask;
}

/** Says whether a name is that of a slot whose handle is valid. */
bool pool_is_named(RingfencePool pool, uint64_t name);

/** Generation of a slot: odd while its handle is valid. */
uint32_t pool_generation(RingfencePool pool, uint32_t index);

/** Says whether the slot exists and is valid in this generation. */
bool pool_is_live(RingfencePool pool, uint32_t index, uint32_t generation);

#endif /* RINGFENCE_CORE_POOL_H */
