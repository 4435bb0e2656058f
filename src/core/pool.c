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
 * The word of a slot that has no handle is a link. In place of the index it has that of another
 * slot. Of a free slot it says which one is the next: where words have 64 bits, the index of that
 * one; where they have 32, above the place of the index its number, plus one.
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
#include "core/feature.h"
#include "core/handle.h"
#include "core/handle_check.h"
#include "port/atomic.h"
#include "port/random.h"
#include "ringfence_cfg.h"

/** Kinds that a handle tells apart. */
#define HANDLE_KINDS 31U

_Static_assert(((uint32_t)RINGFENCE_POOL_COUNT <= HANDLE_KINDS) &&
                   ((uint32_t)RINGFENCE_POOL_COUNT <= HANDLE_KINDS_QUICK),
               "each pool has a kind of handle");

/* Of 32 bits, from the lowest bit: index, check, generation, kind. The two in the middle are the
 * tag. */
#define TAG_CHECK_BITS 3U
#define TAG_SHIFT      12U
/** Bits above the tag, were it the lowest field. */
#define TAG_ROOM 17U

/* Where 64 bits have the number of the process: in the generation, and what is left in the check.
 */
#define NUMBER_LOW_MASK   0x3FFFFFFFU
#define NUMBER_LOW_BITS   30U
#define NUMBER_LOW_SHIFT  32U
#define NUMBER_HIGH_MASK  0x7FFU
#define NUMBER_HIGH_SHIFT 16U

/** No slot is free. */
#define POOL_NONE 0xFFFFFFFFU
/** A slot that is taken is in no chain. More than any pool has. */
#define POOL_TAKEN ((uint32_t)(HANDLE_IS_WIDE ? 0x20000U : 0xFFFFU))
/** Of 64 bits: the link of the last slot of the chain. */
#define LINK_LAST 0x10000U
/** Of 64 bits: the highest bit of handles, and of links of slots that are taken. */
#define WORD_TAKEN_SHIFT 63U
/** Sign of a number of 32 bits. */
#define SIGN_SHIFT 31U
/** Of 64 bits: below the generation. */
#define GENERATION_SHIFT 31U

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
    /** Slots in use, and those that may be taken the short way: slots_in_use(). */
    PortAtomic32 in_use;
    PortAtomic32 high_water;
    PortAtomic32 exhausted;
} PoolState;

/*
 * The pools: ROW(pool, name, slots, capacity, macro of the capacity, objects). Each of the objects
 * has a slot behind the capacity (LIST_ROWS_OF). A pool of a feature that is left out has no slots.
 */
#define POOLS_ALWAYS(ROW)                                                                          \
    ROW(RINGFENCE_POOL_SYNC_MODULE, "sync modules", g_sync_module_slots,                           \
        RINGFENCE_CFG_SYNC_MODULES, "RINGFENCE_CFG_SYNC_MODULES", 0U)                              \
    ROW(RINGFENCE_POOL_SYNC_LIST, "sync list slots", g_sync_list_slots, RINGFENCE_CFG_SYNC_LISTS,  \
        "RINGFENCE_CFG_SYNC_LISTS", RINGFENCE_CFG_SYNC_OBJECTS)                                    \
    ROW(RINGFENCE_POOL_SYNC_OBJECT, "sync objects", g_sync_object_slots,                           \
        RINGFENCE_CFG_SYNC_OBJECTS, "RINGFENCE_CFG_SYNC_OBJECTS", 0U)                              \
    ROW(RINGFENCE_POOL_SYNC_WAIT_CONTEXT, "CPU wait contexts", g_sync_context_slots,               \
        RINGFENCE_CFG_SYNC_WAIT_CONTEXTS, "RINGFENCE_CFG_SYNC_WAIT_CONTEXTS", 0U)                  \
    ROW(RINGFENCE_POOL_BUF_MODULE, "buffer modules", g_buf_module_slots,                           \
        RINGFENCE_CFG_BUF_MODULES, "RINGFENCE_CFG_BUF_MODULES", 0U)                                \
    ROW(RINGFENCE_POOL_BUF_LIST, "buffer list slots", g_buf_list_slots, RINGFENCE_CFG_BUF_LISTS,   \
        "RINGFENCE_CFG_BUF_LISTS", RINGFENCE_CFG_BUF_OBJECTS)                                      \
    ROW(RINGFENCE_POOL_BUF_OBJECT, "buffer objects", g_buf_object_slots,                           \
        RINGFENCE_CFG_BUF_OBJECTS, "RINGFENCE_CFG_BUF_OBJECTS", 0U)                                \
    ROW(RINGFENCE_POOL_BUF_HANDLE, "buffer object handles", g_buf_handle_slots,                    \
        RINGFENCE_CFG_BUF_HANDLES, "RINGFENCE_CFG_BUF_HANDLES", 0U)                                \
    ROW(RINGFENCE_POOL_BUF_MEMORY, "buffer memories", g_buf_memory_slots,                          \
        RINGFENCE_CFG_BUF_MEMORIES, "RINGFENCE_CFG_BUF_MEMORIES", 0U)

/** Those whose slots the runtime path reads. */
#define POOLS_SEEN(ROW)                                                                            \
    ROW(RINGFENCE_POOL_SYNC_HANDLE, "sync object handles", g_sync_handle_slots,                    \
        RINGFENCE_CFG_SYNC_HANDLES, "RINGFENCE_CFG_SYNC_HANDLES", 0U)

#define POOLS_OF_EXTRAS(ROW)                                                                       \
    ROW(RINGFENCE_POOL_FENCE, "stored fences", g_fence_slots, RINGFENCE_CFG_FENCES,                \
        "RINGFENCE_CFG_FENCES", 0U)                                                                \
    ROW(RINGFENCE_POOL_FENCE_DESC, "stored fence descriptors", g_fence_desc_slots,                 \
        RINGFENCE_CFG_FENCE_DESCS, "RINGFENCE_CFG_FENCE_DESCS", 0U)

#define POOLS_OF_TEXTS(ROW)                                                                        \
    ROW(RINGFENCE_POOL_DUMP, "list texts", g_dump_slots, RINGFENCE_CFG_DUMPS,                      \
        "RINGFENCE_CFG_DUMPS", 0U)

#define POOLS_OF_CHANNELS(ROW)                                                                     \
    ROW(RINGFENCE_POOL_IPC_ENDPOINT, "endpoints", g_ipc_endpoint_slots,                            \
        RINGFENCE_CFG_IPC_ENDPOINTS, "RINGFENCE_CFG_IPC_ENDPOINTS", 0U)                            \
    ROW(RINGFENCE_POOL_DESCRIPTOR, "descriptors", g_descriptor_slots, RINGFENCE_CFG_DESCRIPTORS,   \
        "RINGFENCE_CFG_DESCRIPTORS", 0U)                                                           \
    ROW(RINGFENCE_POOL_EVENT_SERVICE, "event loop services", g_event_service_slots,                \
        RINGFENCE_CFG_EVENT_SERVICES, "RINGFENCE_CFG_EVENT_SERVICES", 0U)                          \
    ROW(RINGFENCE_POOL_EVENT_NOTIFIER, "event notifiers", g_event_notifier_slots,                  \
        RINGFENCE_CFG_EVENT_NOTIFIERS, "RINGFENCE_CFG_EVENT_NOTIFIERS", 0U)                        \
    ROW(RINGFENCE_POOL_LOCAL_EVENT, "local events", g_local_event_slots,                           \
        RINGFENCE_CFG_LOCAL_EVENTS, "RINGFENCE_CFG_LOCAL_EVENTS", 0U)

#define POOLS_OF_CUDA(ROW)                                                                         \
    ROW(RINGFENCE_POOL_CUDA_SEMAPHORE, "CUDA semaphores", g_cuda_semaphore_slots,                  \
        RINGFENCE_CFG_CUDA_SEMAPHORES, "RINGFENCE_CFG_CUDA_SEMAPHORES", 0U)                        \
    ROW(RINGFENCE_POOL_CUDA_MEMORY, "CUDA memories", g_cuda_memory_slots,                          \
        RINGFENCE_CFG_CUDA_MEMORIES, "RINGFENCE_CFG_CUDA_MEMORIES", 0U)                            \
    ROW(RINGFENCE_POOL_CUDA_MAPPING, "CUDA mappings", g_cuda_mapping_slots,                        \
        RINGFENCE_CFG_CUDA_MAPPINGS, "RINGFENCE_CFG_CUDA_MAPPINGS", 0U)

#define POOLS_OF_STREAMS(ROW)                                                                      \
    ROW(RINGFENCE_POOL_STREAM_BLOCK, "stream blocks", g_stream_block_slots,                        \
        RINGFENCE_CFG_STREAM_BLOCKS, "RINGFENCE_CFG_STREAM_BLOCKS", 0U)                            \
    ROW(RINGFENCE_POOL_STREAM_PACKET, "stream packets", g_stream_packet_slots,                     \
        RINGFENCE_CFG_STREAM_PACKETS, "RINGFENCE_CFG_STREAM_PACKETS", 0U)                          \
    ROW(RINGFENCE_POOL_STREAM_INFO, "stream user infos", g_stream_info_slots,                      \
        RINGFENCE_CFG_STREAM_INFOS, "RINGFENCE_CFG_STREAM_INFOS", 0U)

/** Those that the library has besides. */
#define POOLS_UNSEEN(ROW)                                                                          \
    POOLS_ALWAYS(ROW)                                                                              \
    RINGFENCE_OF_EXTRAS(POOLS_OF_EXTRAS(ROW))                                                      \
    RINGFENCE_OF_TEXTS(POOLS_OF_TEXTS(ROW))                                                        \
    RINGFENCE_OF_CHANNELS(POOLS_OF_CHANNELS(ROW))                                                  \
    RINGFENCE_OF_CUDA(POOLS_OF_CUDA(ROW))                                                          \
    RINGFENCE_OF_STREAMS(POOLS_OF_STREAMS(ROW))

/** Those that the library has. */
#define POOL_TABLE(ROW)                                                                            \
    POOLS_SEEN(ROW)                                                                                \
    POOLS_UNSEEN(ROW)

#define POOL_SLOTS(pool, name, slots, capacity, macro, objects)                                    \
    static PoolSlot slots[(capacity) + LIST_ROWS_OF(objects)];
POOLS_UNSEEN(POOL_SLOTS)

PoolSlot g_sync_handle_slots[RINGFENCE_CFG_SYNC_HANDLES];

#define POOL_SHAPE(pool, name, slots, capacity, macro, objects)                                    \
    [(pool)] = {RINGFENCE_TEXT(name), (capacity), (capacity) + LIST_ROWS_OF(objects), (slots)},

/** @satisfies RF-CORE-020 */
static const PoolShape g_shapes[POOL_COUNT] = {POOL_TABLE(POOL_SHAPE)};

static PoolState g_states[POOL_COUNT];

#define POOL_ROW(pool, name, slots, capacity, macro, objects)                                      \
    [(pool)] = {(slots), NULL, NULL, 0U, HANDLE_TURN, {0U}, (pool)},

PoolRow g_pool_rows[POOL_COUNT] = {POOL_TABLE(POOL_ROW)};

#define POOL_FITS(pool, name, slots, capacity, macro, objects)                                     \
    _Static_assert(((capacity) + LIST_ROWS_OF(objects)) <= POOL_SLOTS_MOST,                        \
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

/** Word of 32 bits of the handle of a slot in the odd generation behind `before`.
 * @satisfies RF-CORE-205 RF-CORE-206 */
PORT_SHORT uintptr_t handle_word(RingfencePool pool, uint32_t index, uintptr_t before)
{
    const uint32_t turn_shift = TAG_CHECK_BITS - 1U;
    const uint32_t tag_back = TAG_ROOM - TAG_SHIFT;
    /* Half of the even number, above the check. */
    const uintptr_t turn = before << turn_shift;
    const uintptr_t tag = ((turn ^ secret_of_process()) << TAG_ROOM) >> tag_back;

    return handle_fixed_by_bits((uint32_t)pool + 1U, index) ^ tag;
}

/** The number of this process in its places in a word of 64 bits.
 * @satisfies RF-CORE-205 RF-CORE-206 */
static uint64_t number_of_process(void)
{
    uint64_t number = port_kept();

    if (number == 0U) {
        const uint64_t secret = secret_of_process();

        number = HANDLE_MARK_OWN | ((secret & NUMBER_LOW_MASK) << NUMBER_LOW_SHIFT) |
                 (((secret >> NUMBER_LOW_BITS) & NUMBER_HIGH_MASK) << NUMBER_HIGH_SHIFT);
        port_keep(number);
    }
    return number;
}

/** Base of the next handle of a slot whose last one had this base.
 * @satisfies RF-CORE-301 */
static uint64_t base_behind(RingfencePool pool, uint32_t index, uint64_t before)
{
    uint64_t base = before + HANDLE_TURN;

    /* The first one, or the first one again. */
    if ((before == 0U) || ((base >> HANDLE_MARK_SHIFT) != 1U)) {
        base = feature_enabled(PORT_QUICK) ? handle_fixed_by_tables((uint32_t)pool, index)
                                           : handle_fixed_by_bits((uint32_t)pool + 1U, index);
    }
    return base;
}

/** Makes the handle of a slot valid. Who holds the lock is the only one who writes generations:
 * adding needs no atomic operation. */
static void make_valid(RingfencePool pool, uint32_t index)
{
    PoolSlot *const slot = slot_of(pool, index);
    const uintptr_t before = port_load_word_relaxed(&slot->turn);

    if (feature_enabled(HANDLE_WIDE)) {
        const uint64_t base = base_behind(pool, index, before);

        port_store_word_relaxed(&slot->turn, (uintptr_t)base);
        port_store_word(&slot->word, (uintptr_t)(base ^ number_of_process()));
    } else {
        port_store_word_release(&slot->turn, before + 1U);
        port_store_word(&slot->word, handle_word(pool, index, before));
    }
}

/** Says whether the handle of a slot is valid. Who holds the lock is the only one who changes that.
 */
PORT_SHORT bool is_valid(const PoolSlot *slot)
{
    return HANDLE_IS_WIDE ? handle_has_mark(port_load_word_relaxed(&slot->word))
                          : ((port_load_word_relaxed(&slot->turn) & 1U) == 1U);
}

/** Link of a slot whose handle is not valid: to the next free slot, plus one; 0: it is the last;
 * POOL_TAKEN: it is in no chain. */
static inline uintptr_t link_to(uint32_t index, uint32_t next)
{
    const uintptr_t other = (uintptr_t)index ^ 1U;
    uintptr_t link = ((uintptr_t)next << TAG_SHIFT) | other;

    if (feature_enabled(HANDLE_WIDE)) {
        if (next == POOL_TAKEN) {
            link = (uintptr_t)HANDLE_MARK_OWN | other;
        } else {
            link = (next == 0U) ? (LINK_LAST | other) : ((uintptr_t)next - 1U);
        }
    }
    return link;
}

/** What link_to() was told of a slot whose handle is not valid; more than any pool has, if the
 * handle is valid. One that was never taken is linked to some slot. */
PORT_SHORT uintptr_t link_of(const PoolSlot *slot)
{
    const uintptr_t word = port_load_word_relaxed(&slot->word);
    uintptr_t link = word >> TAG_SHIFT;

    if (feature_enabled(HANDLE_WIDE)) {
        if (((uint64_t)word >> WORD_TAKEN_SHIFT) != 0U) {
            link = POOL_TAKEN;
        } else {
            link = ((word & LINK_LAST) != 0U) ? 0U : (word + 1U);
        }
    }
    return link;
}

/* ---------------------------------------------------------------- the short ways */

PoolRow *ringfence_pool_row(RingfencePool pool)
{
    return &g_pool_rows[pool];
}

/** Slots that may be taken the short way. */
static inline uint32_t room_of(const PoolRow *row)
{
    return feature_enabled(POOL_QUICK) ? port_load32_acquire(&row->room) : 0U;
}

/**
 * Slots in use. Without the lock too: the room was read before, so that it is a number of slots
 * that were in use since then.
 * @satisfies RF-CORE-300
 */
PORT_SHORT uint32_t slots_in_use(const PoolState *state, uint32_t room)
{
    return port_load32_relaxed(&state->in_use) - room;
}

/** Number of a slot that was taken before, plus one. */
static uint32_t number_of_slot(const PoolSlot *slot)
{
    return ((uint32_t)port_load_word_relaxed(&slot->turn) & POOL_INDEX_MASK) + 1U;
}

/** Takes the chain over from the short ways. */
static inline void chain_begin(RingfencePool pool)
{
    if (feature_enabled(POOL_QUICK)) {
        const PoolRow *const row = &g_pool_rows[pool];

        if (row->rows != 0U) {
            g_states[pool].oldest_free = number_of_slot(row->oldest);
            g_states[pool].newest_free = number_of_slot(row->newest);
        }
    }
}

/** Leaves the chain to the short ways, if they can go on with it. */
static inline void chain_end(RingfencePool pool)
{
    if (feature_enabled(POOL_QUICK)) {
        PoolRow *const row = &g_pool_rows[pool];
        const PoolState *const state = &g_states[pool];
        const uint32_t capacity = g_shapes[pool].capacity;

        if ((state->fresh == capacity) && (port_load32_relaxed(&state->in_use) < capacity)) {
            row->oldest = slot_of(pool, state->oldest_free - 1U);
            row->newest = slot_of(pool, state->newest_free - 1U);
            row->rows = capacity;
        } else {
            row->rows = 0U;
        }
    }
}

/**
 * Takes a slot that was never taken and is not the last such one, in a process that has kept its
 * number. Says whether it did.
 */
static bool take_first(RingfencePool pool, uint32_t *index)
{
    PoolState *const state = &g_states[pool];
    const uint64_t number = port_kept();
    const uint32_t fresh = state->fresh;
    const uint32_t in_use = port_load32_relaxed(&state->in_use) + 1U;
    bool is_taken = false;

    if ((number != 0U) && ((fresh + 1U) < g_shapes[pool].capacity) && (in_use <= (fresh + 1U))) {
        PoolSlot *const slot = slot_of(pool, fresh);

        if (port_load_word_relaxed(&slot->turn) == 0U) {
            const uint64_t base = handle_fixed_by_tables((uint32_t)pool, fresh);

            state->fresh = fresh + 1U;
            port_store32_relaxed(&state->in_use, in_use);
            if (in_use > port_load32_relaxed(&state->high_water)) {
                port_store32_relaxed(&state->high_water, in_use);
            }
            port_store_word_relaxed(&slot->turn, (uintptr_t)base);
            *index = fresh;
            port_store_word(&slot->word, (uintptr_t)(base ^ number));
            is_taken = true;
        }
    }
    return is_taken;
}

/** Gives a slot back while there is one that was never taken. Says whether it did. */
static bool give_early(RingfencePool pool, uint32_t index)
{
    PoolState *const state = &g_states[pool];
    const uint32_t in_use = port_load32_relaxed(&state->in_use);
    bool is_given = false;

    if ((state->fresh < g_shapes[pool].capacity) && (index < state->fresh) && (in_use > 0U)) {
        PoolSlot *const slots = g_shapes[pool].slots;

        if (((uint64_t)port_load_word_relaxed(&slots[index].word) >> WORD_TAKEN_SHIFT) != 0U) {
            port_store_word(&slots[index].word, (uintptr_t)index ^ (LINK_LAST | 1U));
            if (state->newest_free == 0U) {
                state->oldest_free = index + 1U;
            } else {
                port_store_word_relaxed(&slots[state->newest_free - 1U].word, index);
            }
            state->newest_free = index + 1U;
            port_store32_relaxed(&state->in_use, in_use - 1U);
            is_given = true;
        }
    }
    return is_given;
}

/** pool_take() where it has no short way. */
PORT_BEHIND static NvSciError take_else(RingfencePool pool, uint32_t *index)
{
    return take_first(pool, index) ? NvSciError_Success : pool_take_fully(pool, index);
}

/** pool_give() where it has no short way. */
PORT_BEHIND static void give_else(RingfencePool pool, uint32_t index)
{
    if (!give_early(pool, index)) {
        pool_give_fully(pool, index);
    }
}

/**
 * pool_take() of a slot that was taken before, of a pool that has another free one and has had as
 * many in use since each slot was taken, in a process that has kept its number. A base that cannot
 * count further, and no number, take the highest bit from the word.
 * @satisfies RF-CORE-023
 */
NvSciError ringfence_pool_take(PoolRow *row, uint32_t *index)
{
    const uint32_t left = port_load32_relaxed(&row->room) - 1U;
    bool is_taken = false;

    if ((left >> SIGN_SHIFT) == 0U) {
        PoolSlot *const slot = row->oldest;
        const uintptr_t next = port_load_word_relaxed(&slot->word);

        /* The slot is free, and another one is behind it. */
        if (next < row->rows) {
            uintptr_t word = port_load_word_relaxed(&slot->turn) + (uintptr_t)row->step;

            /* A generation is left out if the handle is not made. */
            port_store_word_relaxed(&slot->turn, word);
            word ^= (uintptr_t)port_kept();
            if (((uint64_t)word >> WORD_TAKEN_SHIFT) != 0U) {
                row->oldest = &row->slots[next];
                port_store32_relaxed(&row->room, left);
                *index = (uint32_t)word & POOL_INDEX_MASK;
                port_store_word(&slot->word, word);
                is_taken = true;
            }
        }
    }
    return is_taken ? NvSciError_Success : take_else(row->pool, index);
}

/**
 * pool_give() where each slot of the pool was taken before, and one at least is free.
 * @satisfies RF-CORE-026
 */
void ringfence_pool_give(PoolRow *row, uint32_t index)
{
    bool is_given = false;

    if (index < row->rows) {
        PoolSlot *const slot = &row->slots[index];

        if (((uint64_t)port_load_word_relaxed(&slot->word) >> WORD_TAKEN_SHIFT) != 0U) {
            port_store_word_relaxed(&row->newest->word, index);
            row->newest = slot;
            port_store32_release(&row->room, port_load32_relaxed(&row->room) + 1U);
            port_store_word(&slot->word, (uintptr_t)index ^ (LINK_LAST | 1U));
            is_given = true;
        }
    }
    if (!is_given) {
        give_else(row->pool, index);
    }
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

/** Counts one slot more in use. */
static inline void count_taken(PoolRow *row, PoolState *state)
{
    const uint32_t room = room_of(row);

    if (feature_enabled(POOL_QUICK) && (room > 0U)) {
        port_store32_relaxed(&row->room, room - 1U);
    } else {
        const uint32_t in_use = port_load32_relaxed(&state->in_use) + 1U;

        port_store32_relaxed(&state->in_use, in_use);
        if (in_use > port_load32_relaxed(&state->high_water)) {
            port_store32_relaxed(&state->high_water, in_use);
        }
    }
}

/** Takes the slot that next_free() names. Its handle is not valid yet. */
PORT_SHORT void take_slot(RingfencePool pool, PoolState *state, const PoolSlot *slot)
{
    if (state->fresh < g_shapes[pool].capacity) {
        state->fresh = state->fresh + 1U;
    } else {
        state->oldest_free = (uint32_t)link_of(slot);
        if (state->oldest_free == 0U) {
            state->newest_free = 0U;
        }
    }
    count_taken(&g_pool_rows[pool], state);
}

/** pool_take() in any state of the pool.
 * @satisfies RF-CORE-020 RF-CORE-021 RF-CORE-022 */
PORT_BEHIND NvSciError pool_take_fully(RingfencePool pool, uint32_t *index)
{
    NvSciError status = NvSciError_Success;
    const PoolShape *const shape = &g_shapes[pool];
    PoolState *const state = &g_states[pool];
    uint32_t free_index = POOL_NONE;

    chain_begin(pool);
    free_index = next_free(shape, state);
    ASSERT(state->fresh <= shape->capacity);
    ASSERT((state->oldest_free == 0U) == (state->newest_free == 0U));
    if (free_index == POOL_NONE) {
        core_count(&state->exhausted);
        status = NvSciError_InsufficientMemory;
    } else {
        const PoolSlot *const slot = &shape->slots[free_index];

        ASSERT(free_index < shape->capacity);
        ASSERT(slots_in_use(state, room_of(&g_pool_rows[pool])) < shape->capacity);
        ASSERT(link_of(slot) <= shape->capacity);
        ASSERT(!is_valid(slot));
        take_slot(pool, state, slot);
        make_valid(pool, free_index);
        *index = free_index;
    }
    chain_end(pool);
    return status;
}

/* ---------------------------------------------------------------- give */

/** @satisfies RF-CORE-026 */
static inline void take_handle(PoolSlot *slot, uintptr_t link)
{
    /* Who asks for the word or the generation after that finds no valid handle; who asked before
     * that has said so where the caller looks next. */
    port_store_word(&slot->word, link);
    if (!feature_enabled(HANDLE_WIDE)) {
        const uintptr_t generation = port_load_word_relaxed(&slot->turn);

        port_store_word(&slot->turn, generation + (generation & 1U));
    }
}

/** @satisfies RF-CORE-026 */
void ringfence_pool_revoke(RingfencePool pool, uint32_t index)
{
    ASSERT(index < g_shapes[pool].slot_count);
    if (is_valid(slot_of(pool, index))) {
        take_handle(slot_of(pool, index), link_to(index, POOL_TAKEN));
    }
}

/** Counts one slot less in use. */
static inline void count_given(PoolRow *row, PoolState *state)
{
    if (feature_enabled(POOL_QUICK) && (row->rows != 0U)) {
        port_store32_release(&row->room, port_load32_relaxed(&row->room) + 1U);
    } else {
        port_store32_relaxed(&state->in_use, port_load32_relaxed(&state->in_use) - 1U);
    }
}

/** Gives back a slot that is taken. */
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
    count_given(&g_pool_rows[pool], state);
}

/** pool_give() of any slot.
 * @satisfies RF-CORE-026 RF-CORE-029 */
PORT_BEHIND void pool_give_fully(RingfencePool pool, uint32_t index)
{
    const PoolShape *const shape = &g_shapes[pool];
    PoolState *const state = &g_states[pool];
    const uint32_t capacity = shape->capacity;
    const bool taken =
        ASSERT_CHECK((index < capacity) && (link_of(&shape->slots[index]) > capacity));

    if (taken) {
        ASSERT(index < state->fresh);
        ASSERT(slots_in_use(state, room_of(&g_pool_rows[pool])) > 0U);
        chain_begin(pool);
        give_slot(pool, state, index);
        chain_end(pool);
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
            name = (((uint32_t)pool + 1U) << PHASE_NAME_SHIFT) | slot;
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
    const PoolSlot *const slot = slot_of(pool, index);
    uint32_t generation = 0U;

    if (feature_enabled(HANDLE_WIDE)) {
        const uint64_t word = port_load_word(&slot->word);

        /* Above the kind. */
        generation = handle_has_mark(word) ? ((uint32_t)(word >> GENERATION_SHIFT) | 1U) : 0U;
    } else {
        generation = (uint32_t)port_load_word(&slot->turn);
    }
    return generation;
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

#define POOL_MACRO(pool, name, slots, capacity, macro, objects) [(pool)] = RINGFENCE_TEXT(macro),

/** Macros of the capacities.
 * @satisfies RF-CORE-243 */
static const char *const g_pool_macros[POOL_COUNT] = {POOL_TABLE(POOL_MACRO)};

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
        const uint32_t room = is_there ? room_of(&g_pool_rows[pool]) : 0U;
        const bool is_named = (RINGFENCE_CFG_TEXTS == 1U) && (shape->slots != NULL);

        usage->name = is_named ? shape->name : "";
        usage->capacity = shape->capacity;
        usage->inUse = slots_in_use(state, room);
        usage->highWater = port_load32_relaxed(&state->high_water);
        usage->exhausted = port_load32_relaxed(&state->exhausted);
        usage->macro = is_named ? g_pool_macros[pool] : "";
    }
    return status;
}
