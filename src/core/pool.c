/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pool.c
 * Slots, generations and handles of all pools.
 *
 * A handle is a word of these fields: a mark, the slot's generation, the kind, which is the pool, a
 * check of pool and index, the index. Generation and check carry a number that only this process
 * has. A slot keeps the word of its handle while that is valid, so a handle is found by one
 * comparison. On 64-bit targets the mark makes it an address that no object of a process has.
 *
 *   64 bits:  mark 2, generation 30, kind 5, check 11, index 16
 *   32 bits:  kind 5, generation 12, check 3, index 12
 *
 * The check is that of a BCH code of distance 6: a handle in which up to five bits were changed
 * names no other slot. On 32-bit targets the check lies over the lower bits of the generation, so
 * that this holds for one changed bit, and for up to five between slots that were taken equally
 * often. A forked child has two numbers in its handles, and it holds among those of one of them.
 *
 * The word of a slot that has no handle is a link: the number of the next free slot, plus one,
 * above the place of the index, in which it has the index of another slot.
 *
 * Chains are walked in loops, and what is of many parts stands in tables of fixed size, here and in
 * the other files: no function reaches itself, and no frame depends on data.
 * @satisfies RF-CORE-311 RF-CORE-312
 */
#include "core/pool.h"

#include <stddef.h>

#include "core/assert.h"
#include "core/bytes.h"
#include "core/count.h"
#include "core/fault.h"
#include "core/feature.h"
#include "core/handle.h"
#include "core/handle_check.h"
#include "core/kept.h"
#include "core/tables.h"
#include "port/atomic.h"
#include "port/random.h"
#include "ringfence_cfg.h"

/** Kinds that a handle tells apart. */
#define HANDLE_KINDS 31U

_Static_assert((uint32_t)RINGFENCE_POOL_COUNT <= HANDLE_KINDS, "each pool has a kind of handle");

/* Generation and check. Of 32 bits they lie one above the other, below the kind. */
#define GENERATION_MASK  ((uintptr_t)(HANDLE_IS_WIDE ? 0x3FFFFFFFU : 0x0FFFU))
#define GENERATION_SHIFT ((uint32_t)(HANDLE_IS_WIDE ? 32U : 15U))
#define CHECK_MASK       ((uintptr_t)(HANDLE_IS_WIDE ? 0x07FFU : 0x07U))
#define CHECK_BITS       ((uint32_t)(HANDLE_IS_WIDE ? 11U : 3U))

/** No slot is free. */
#define POOL_NONE 0xFFFFFFFFU
/** A slot that is taken is in no chain. More than any pool has. */
#define POOL_TAKEN 0x1FFFFU
/** Where a link is in the word of a slot: above the index. */
#define LINK_SHIFT HANDLE_CHECK_SHIFT

/** What never changes of a pool. */
typedef struct {
    const char *name;
    uint32_t capacity;
    /** With those behind the capacity that belong to objects. */
    uint32_t slot_count;
    PoolSlot *slots;
} PoolShape;

/** What changes of a pool, under the lock; the atomic words are read without it. Indices are stored
 * plus one, so that zero needs no initialisation. */
typedef struct {
    /** Slots that were taken at least once; the others are all free. */
    uint32_t fresh;
    uint32_t oldest_free;
    uint32_t newest_free;
    PortAtomic32 in_use;
    PortAtomic32 high_water;
    PortAtomic32 exhausted;
} PoolState;

#define POOL_SLOTS(pool, name, slots, capacity, macro, behind)                                     \
    static PoolSlot slots[(capacity) + (behind)];
POOLS_UNSEEN(POOL_SLOTS)

#define POOL_SLOTS_SEEN(pool, name, slots, capacity, macro, behind) PoolSlot slots[(capacity)];
POOLS_SEEN(POOL_SLOTS_SEEN)

#define POOL_SHAPE(pool, name, slots, capacity, macro, behind)                                     \
    [(pool)] = {RINGFENCE_TEXT(name), (capacity), (capacity) + (behind), (slots)},

/** @satisfies RF-CORE-020 */
static const PoolShape g_shapes[POOL_COUNT] = {POOL_TABLE(POOL_SHAPE)};

#define POOL_MACRO(pool, name, slots, capacity, macro, behind) [(pool)] = RINGFENCE_TEXT(macro),

/** Macros of the capacities.
 * @satisfies RF-CORE-243 */
static const char *const g_pool_macros[POOL_COUNT] = {POOL_TABLE(POOL_MACRO)};

static PoolState g_states[POOL_COUNT];

#define POOL_FITS(pool, name, slots, capacity, macro, behind)                                      \
    _Static_assert(((capacity) + (behind)) <= POOL_SLOTS_MOST,                                     \
                   macro ": a handle has no room for the index of each slot");
POOL_TABLE(POOL_FITS)

static PoolSlot *slot_of(RingfencePool pool, uint32_t index)
{
    return &g_shapes[pool].slots[index];
}

/** Number of this process in its handles. Without sharing there is no other process. */
static uintptr_t secret_of_process(void)
{
    return feature_enabled(RINGFENCE_CFG_SHARING) ? (uintptr_t)port_secret() : (uintptr_t)0U;
}

/** Word of the handle of a slot in the odd generation behind `before`: half of that is counted.
 * @satisfies RF-CORE-205 RF-CORE-206 RF-CORE-301 */
static uintptr_t handle_word(RingfencePool pool, uint32_t index, uintptr_t before)
{
    const uintptr_t secret = secret_of_process();
    const uintptr_t turn = ((before >> 1U) ^ (secret >> CHECK_BITS)) & GENERATION_MASK;
    const uintptr_t check = secret & CHECK_MASK;

    return handle_fixed((uint32_t)pool + 1U, index) ^ (turn << GENERATION_SHIFT) ^
           (check << HANDLE_CHECK_SHIFT);
}

/** Makes the handle of a slot valid. Who holds the lock is the only one who writes generations:
 * adding needs no atomic operation. */
static void make_valid(RingfencePool pool, uint32_t index)
{
    PoolSlot *const slot = slot_of(pool, index);
    const uintptr_t before = port_load_word_relaxed(&slot->turn);

    port_store_word_release(&slot->turn, before + 1U);
    port_store_word(&slot->word, handle_word(pool, index, before));
}

/** Says whether the handle of a slot is valid. Who holds the lock is the only one who changes that.
 */
PORT_SHORT bool is_valid(const PoolSlot *slot)
{
    return (port_load_word_relaxed(&slot->turn) & 1U) == 1U;
}

/** Link of a slot whose handle is not valid: to the next free slot, plus one; 0: it is the last;
 * POOL_TAKEN: it is in no chain. */
PORT_SHORT uintptr_t link_to(uint32_t index, uint32_t next)
{
    return ((uintptr_t)next << LINK_SHIFT) | ((uintptr_t)index ^ 1U);
}

/** What link_to() was told of a slot whose handle is not valid; more than any pool has, if the
 * handle is valid. One that was never taken is linked to some slot. */
PORT_SHORT uintptr_t link_of(const PoolSlot *slot)
{
    return port_load_word_relaxed(&slot->word) >> LINK_SHIFT;
}

/* ---------------------------------------------------------------- take */

/**
 * Index of the slot to take, or POOL_NONE.
 * @satisfies RF-CORE-023
 */
PORT_SHORT uint32_t next_free(const PoolShape *shape, const PoolState *state)
{
    uint32_t index = POOL_NONE;

    if (state->fresh < shape->capacity) {
        index = state->fresh;
    } else if ((state->fresh == shape->capacity) && (state->oldest_free != 0U)) {
        index = state->oldest_free - 1U;
    } else {
        index = POOL_NONE;
    }
    return index;
}

/** Counts one slot more in use.
 * @satisfies RF-CORE-022 RF-CORE-300 */
PORT_SHORT void count_taken(PoolState *state)
{
    const uint32_t in_use = port_load32_relaxed(&state->in_use) + 1U;

    port_store32_relaxed(&state->in_use, in_use);
    if (in_use > port_load32_relaxed(&state->high_water)) {
        port_store32_relaxed(&state->high_water, in_use);
    }
}

/** Takes the slot that next_free() names. Its handle is not valid yet. */
PORT_SHORT void take_slot(const PoolShape *shape, PoolState *state, const PoolSlot *slot)
{
    if (state->fresh < shape->capacity) {
        state->fresh = state->fresh + 1U;
    } else {
        state->oldest_free = (uint32_t)link_of(slot);
        if (state->oldest_free == 0U) {
            state->newest_free = 0U;
        }
    }
    count_taken(state);
}

/** @satisfies RF-CORE-020 RF-CORE-021 RF-CORE-340 */
NvSciError ringfence_pool_take(RingfencePool pool, uint32_t *index)
{
    NvSciError status = NvSciError_Success;
    const PoolShape *const shape = &g_shapes[pool];
    PoolState *const state = &g_states[pool];
    const uint32_t free_index = next_free(shape, state);

    ASSERT(state->fresh <= shape->capacity);
    ASSERT((state->oldest_free == 0U) == (state->newest_free == 0U));
    if (free_index == POOL_NONE) {
        core_count(&state->exhausted);
        if (feature_enabled(FAULT_OF_POOLS)) {
            fault_report_full(g_pool_macros[pool], shape->capacity);
        }
        status = NvSciError_InsufficientMemory;
    } else {
        const PoolSlot *const slot = &shape->slots[free_index];

        ASSERT(free_index < shape->capacity);
        ASSERT(port_load32_relaxed(&state->in_use) < shape->capacity);
        ASSERT(link_of(slot) <= shape->capacity);
        ASSERT(!is_valid(slot));
        take_slot(shape, state, slot);
        make_valid(pool, free_index);
        *index = free_index;
    }
    return status;
}

/* ---------------------------------------------------------------- give */

/**
 * Makes the handle of a slot stale. Who asks for the word or the generation after that finds no
 * valid handle; who asked before that has said so where the caller looks next.
 * @satisfies RF-CORE-026
 */
static inline void take_handle(PoolSlot *slot, uintptr_t link)
{
    const uintptr_t generation = port_load_word_relaxed(&slot->turn);

    port_store_word(&slot->word, link);
    port_store_word(&slot->turn, generation + (generation & 1U));
}

/** @satisfies RF-CORE-026 */
void ringfence_pool_revoke(RingfencePool pool, uint32_t index)
{
    ASSERT(index < g_shapes[pool].slot_count);
    if (is_valid(slot_of(pool, index))) {
        take_handle(slot_of(pool, index), link_to(index, POOL_TAKEN));
    }
}

/** Gives back a slot that is taken.
 * @satisfies RF-CORE-023 RF-CORE-300 */
PORT_SHORT void give_slot(RingfencePool pool, PoolState *state, uint32_t index)
{
    take_handle(slot_of(pool, index), link_to(index, 0U));
    if (state->newest_free == 0U) {
        state->oldest_free = index + 1U;
    } else {
        const uint32_t last = state->newest_free - 1U;

        /* Neither word is a handle. */
        port_store_word_relaxed(&slot_of(pool, last)->word, link_to(last, index + 1U));
    }
    state->newest_free = index + 1U;
    port_store32_relaxed(&state->in_use, port_load32_relaxed(&state->in_use) - 1U);
}

/** @satisfies RF-CORE-026 RF-CORE-029 */
void ringfence_pool_give(RingfencePool pool, uint32_t index)
{
    const PoolShape *const shape = &g_shapes[pool];
    PoolState *const state = &g_states[pool];
    const uint32_t capacity = shape->capacity;
    const bool taken =
        ASSERT_CHECK((index < capacity) && (link_of(&shape->slots[index]) > capacity));

    if (taken) {
        ASSERT(index < state->fresh);
        ASSERT(port_load32_relaxed(&state->in_use) > 0U);
        give_slot(pool, state, index);
    }
}

/** @satisfies RF-CORE-028 */
void pool_bind(RingfencePool pool, uint32_t index)
{
    ASSERT(index >= g_shapes[pool].capacity);
    ASSERT(index < g_shapes[pool].slot_count);
    if (!is_valid(slot_of(pool, index))) {
        make_valid(pool, index);
    }
}

uint32_t pool_capacity(RingfencePool pool)
{
    return g_shapes[pool].capacity;
}

uint32_t pool_ever_taken(RingfencePool pool)
{
    return g_states[pool].fresh;
}

void *ringfence_pool_handle(RingfencePool pool, uint32_t index)
{
    return (void *)port_load_word(&slot_of(pool, index)->word);
}

void pool_put_handle(RingfencePool pool, uint32_t index, void *place)
{
    const void *const handle = ringfence_pool_handle(pool, index);

    bytes_copy(place, &handle, sizeof(handle));
}

RingfencePool pool_of_handle(const void *handle)
{
    const uintptr_t number = handle_pool_number(handle);
    RingfencePool pool = RINGFENCE_POOL_COUNT;

    if (number < (uintptr_t)RINGFENCE_POOL_COUNT) {
        pool = (RingfencePool)(uint32_t)number;
    }
    return pool;
}

/** Name of the slot of a handle in reports; 0: it is none of ours. */
static uint32_t name_of(const void *handle)
{
    uint32_t name = 0U;

    if (feature_enabled(RINGFENCE_CFG_EXTRAS)) {
        const RingfencePool pool = pool_of_handle(handle);
        const uint32_t slot = (uint32_t)(handle_bits(handle) & POOL_INDEX_MASK);

        if (pool != RINGFENCE_POOL_COUNT) {
            name = kept_slot(pool, slot);
        }
    }
    return name;
}

void fault_report_handle(PhaseOp op, const void *handle)
{
    fault_report_name(op, name_of(handle));
}

void phase_note_kept(const void *handle)
{
    phase_note_name(name_of(handle));
}

/** @satisfies RF-CORE-024 RF-CORE-025 */
PORT_HOT NvSciError ringfence_pool_find(PhaseOp op, RingfencePool pool, const void *handle,
                                        uint32_t *index)
{
    NvSciError status = NvSciError_BadParameter;

    if (handle != NULL) {
        const PoolShape *const shape = &g_shapes[pool];
        const uintptr_t word = handle_bits(handle);
        const uint32_t slot = (uint32_t)(word & POOL_INDEX_MASK);

        if ((slot < shape->slot_count) && (port_load_word(&shape->slots[slot].word) == word)) {
            *index = slot;
            status = NvSciError_Success;
        }
        if (status != NvSciError_Success) {
            fault_report_handle(op, handle);
        }
    }
    return status;
}

PORT_HOT uint32_t pool_generation(RingfencePool pool, uint32_t index)
{
    return (uint32_t)port_load_word(&slot_of(pool, index)->turn);
}

/** @satisfies RF-CORE-026 */
PORT_HOT bool pool_is_live(RingfencePool pool, uint32_t index, uint32_t generation)
{
    bool live = false;

    if ((index < g_shapes[pool].capacity) && ((generation & 1U) == 1U)) {
        live = (pool_generation(pool, index) == generation);
    }
    return live;
}

PORT_HOT uint64_t pool_name(RingfencePool pool, uint32_t index)
{
    const uint64_t word = port_load_word(&slot_of(pool, index)->word);

    return HANDLE_IS_WIDE ? word : (((uint64_t)pool_generation(pool, index) << 32U) | word);
}

/** @satisfies RF-CORE-026 */
PORT_HOT bool pool_is_named(RingfencePool pool, uint64_t name)
{
    const uint32_t index = pool_index_of_name(name);
    bool named = false;

    if (index < g_shapes[pool].capacity) {
        named = (pool_name(pool, index) == name);
    }
    return named;
}

/** What a library without a pool says of it. */
static const PoolShape g_no_shape = {"", 0U, 0U, NULL};
static const PoolState g_no_state;

/** Says whether the library has a row for a pool. */
static bool has_pool(uint32_t pool)
{
    return pool < POOL_COUNT;
}

/** @satisfies RF-CORE-007 RF-CORE-276 */
NvSciError RingfenceGetPoolUsage(RingfencePool pool, RingfencePoolUsage *usage)
{
    NvSciError status = NvSciError_Success;

    if ((usage == NULL) || ((uint32_t)pool >= (uint32_t)RINGFENCE_POOL_COUNT)) {
        status = NvSciError_BadParameter;
    } else {
        const bool is_there = has_pool((uint32_t)pool);
        const PoolShape *const shape = is_there ? &g_shapes[pool] : &g_no_shape;
        const PoolState *const state = is_there ? &g_states[pool] : &g_no_state;
        const bool is_named = (RINGFENCE_CFG_TEXTS == 1U) && (shape->slots != NULL);

        usage->name = is_named ? shape->name : "";
        usage->capacity = shape->capacity;
        usage->inUse = port_load32_relaxed(&state->in_use);
        usage->highWater = port_load32_relaxed(&state->high_water);
        usage->exhausted = port_load32_relaxed(&state->exhausted);
        usage->macro = is_named ? g_pool_macros[pool] : "";
    }
    return status;
}
