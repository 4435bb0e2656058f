/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pool.c
 * Slots, generations and handles of all pools.
 *
 * A handle is a word of four fields: what it is (a mark and the pool), the slot's generation, a
 * check of the other three, the slot's index. On 64-bit targets the mark makes it an address that
 * no object of a process has. The check is a sum without carry: a handle in which one bit, or
 * several bits that stand close together, were changed does not name the neighbour of its slot.
 *
 *              kind  generation  check  index
 *   32 bits       5          12      3     12
 *   64 bits       8          32     12     12
 */
#include "core/pool.h"

#include <stddef.h>

#include "core/list.h"
#include "port/atomic.h"
#include "ringfence_cfg.h"

#define HANDLE_IS_WIDE (sizeof(uintptr_t) > sizeof(uint32_t))
#define HANDLE_MARK    ((uint32_t)(HANDLE_IS_WIDE ? 0xA0U : 0x00U))
/** Kinds that a handle tells apart. */
#define HANDLE_KINDS 31U

_Static_assert((uint32_t)RINGFENCE_POOL_COUNT <= HANDLE_KINDS, "each pool has a kind of handle");

/* From the lowest bit: index, check, generation, kind. */
static const uint32_t g_handle_bits = (uint32_t)(HANDLE_IS_WIDE ? 64U : 32U);
static const uint32_t g_check_bits = (uint32_t)(HANDLE_IS_WIDE ? 12U : 3U);
static const uint32_t g_check_shift = 12U;
static const uint32_t g_generation_shift = (uint32_t)(HANDLE_IS_WIDE ? 24U : 15U);
static const uint32_t g_kind_shift = (uint32_t)(HANDLE_IS_WIDE ? 56U : 27U);
static const uint32_t g_index_mask = 0x0FFFU;
static const uint32_t g_check_mask = (uint32_t)(HANDLE_IS_WIDE ? 0x0FFFU : 0x0007U);
static const uint32_t g_generation_mask = (uint32_t)(HANDLE_IS_WIDE ? 0xFFFFFFFFU : 0x0FFFU);

/** No slot is free. */
#define POOL_NONE 0xFFFFFFFFU
/** A slot that is taken is in no chain. */
#define POOL_TAKEN 0xFFFFFFFFU

/** One slot. */
typedef struct {
    /** Odd while the slot's handle is valid; grows by one at each change. */
    PortAtomic32 generation;
    /** Next free slot, plus one; 0: last, or never taken; POOL_TAKEN. */
    uint32_t next;
} PoolSlot;

/** What never changes of a pool. */
typedef struct {
    const char *name;
    uint32_t capacity;
    /** Slots behind the capacity that belong to objects. */
    uint32_t reserved;
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

static PoolSlot g_sync_module_slots[RINGFENCE_CFG_SYNC_MODULES];
static PoolSlot
    g_sync_list_slots[RINGFENCE_CFG_SYNC_LISTS + LIST_ROWS_OF(RINGFENCE_CFG_SYNC_OBJECTS)];
static PoolSlot g_sync_object_slots[RINGFENCE_CFG_SYNC_OBJECTS];
static PoolSlot g_sync_handle_slots[RINGFENCE_CFG_SYNC_HANDLES];
static PoolSlot g_sync_context_slots[RINGFENCE_CFG_SYNC_WAIT_CONTEXTS];
static PoolSlot g_fence_slots[RINGFENCE_CFG_FENCES];
static PoolSlot g_fence_desc_slots[RINGFENCE_CFG_FENCE_DESCS];
static PoolSlot g_buf_module_slots[RINGFENCE_CFG_BUF_MODULES];
static PoolSlot g_buf_list_slots[RINGFENCE_CFG_BUF_LISTS + LIST_ROWS_OF(RINGFENCE_CFG_BUF_OBJECTS)];
static PoolSlot g_buf_object_slots[RINGFENCE_CFG_BUF_OBJECTS];
static PoolSlot g_buf_handle_slots[RINGFENCE_CFG_BUF_HANDLES];
static PoolSlot g_buf_memory_slots[RINGFENCE_CFG_BUF_MEMORIES];
static PoolSlot g_dump_slots[RINGFENCE_CFG_DUMPS];
static PoolSlot g_ipc_endpoint_slots[RINGFENCE_CFG_IPC_ENDPOINTS];
static PoolSlot g_descriptor_slots[RINGFENCE_CFG_DESCRIPTORS];
static PoolSlot g_event_service_slots[RINGFENCE_CFG_EVENT_SERVICES];
static PoolSlot g_event_notifier_slots[RINGFENCE_CFG_EVENT_NOTIFIERS];
static PoolSlot g_local_event_slots[RINGFENCE_CFG_LOCAL_EVENTS];
static PoolSlot g_cuda_semaphore_slots[RINGFENCE_CFG_CUDA_SEMAPHORES];
static PoolSlot g_cuda_memory_slots[RINGFENCE_CFG_CUDA_MEMORIES];
static PoolSlot g_cuda_mapping_slots[RINGFENCE_CFG_CUDA_MAPPINGS];

/**
 * In the order of RingfencePool.
 * @satisfies RF-CORE-020
 */
static const PoolShape g_shapes[RINGFENCE_POOL_COUNT] = {
    {RINGFENCE_TEXT("sync modules"), RINGFENCE_CFG_SYNC_MODULES, 0U, g_sync_module_slots},
    {RINGFENCE_TEXT("sync list slots"), RINGFENCE_CFG_SYNC_LISTS,
     LIST_ROWS_OF(RINGFENCE_CFG_SYNC_OBJECTS), g_sync_list_slots},
    {RINGFENCE_TEXT("sync objects"), RINGFENCE_CFG_SYNC_OBJECTS, 0U, g_sync_object_slots},
    {RINGFENCE_TEXT("sync object handles"), RINGFENCE_CFG_SYNC_HANDLES, 0U, g_sync_handle_slots},
    {RINGFENCE_TEXT("CPU wait contexts"), RINGFENCE_CFG_SYNC_WAIT_CONTEXTS, 0U,
     g_sync_context_slots},
    {RINGFENCE_TEXT("stored fences"), RINGFENCE_CFG_FENCES, 0U, g_fence_slots},
    {RINGFENCE_TEXT("stored fence descriptors"), RINGFENCE_CFG_FENCE_DESCS, 0U, g_fence_desc_slots},
    {RINGFENCE_TEXT("buffer modules"), RINGFENCE_CFG_BUF_MODULES, 0U, g_buf_module_slots},
    {RINGFENCE_TEXT("buffer list slots"), RINGFENCE_CFG_BUF_LISTS,
     LIST_ROWS_OF(RINGFENCE_CFG_BUF_OBJECTS), g_buf_list_slots},
    {RINGFENCE_TEXT("buffer objects"), RINGFENCE_CFG_BUF_OBJECTS, 0U, g_buf_object_slots},
    {RINGFENCE_TEXT("buffer object handles"), RINGFENCE_CFG_BUF_HANDLES, 0U, g_buf_handle_slots},
    {RINGFENCE_TEXT("buffer memories"), RINGFENCE_CFG_BUF_MEMORIES, 0U, g_buf_memory_slots},
    {RINGFENCE_TEXT("list texts"), RINGFENCE_CFG_DUMPS, 0U, g_dump_slots},
    {RINGFENCE_TEXT("endpoints"), RINGFENCE_CFG_IPC_ENDPOINTS, 0U, g_ipc_endpoint_slots},
    {RINGFENCE_TEXT("descriptors"), RINGFENCE_CFG_DESCRIPTORS, 0U, g_descriptor_slots},
    {RINGFENCE_TEXT("event loop services"), RINGFENCE_CFG_EVENT_SERVICES, 0U,
     g_event_service_slots},
    {RINGFENCE_TEXT("event notifiers"), RINGFENCE_CFG_EVENT_NOTIFIERS, 0U, g_event_notifier_slots},
    {RINGFENCE_TEXT("local events"), RINGFENCE_CFG_LOCAL_EVENTS, 0U, g_local_event_slots},
    {RINGFENCE_TEXT("CUDA semaphores"), RINGFENCE_CFG_CUDA_SEMAPHORES, 0U, g_cuda_semaphore_slots},
    {RINGFENCE_TEXT("CUDA memories"), RINGFENCE_CFG_CUDA_MEMORIES, 0U, g_cuda_memory_slots},
    {RINGFENCE_TEXT("CUDA mappings"), RINGFENCE_CFG_CUDA_MAPPINGS, 0U, g_cuda_mapping_slots},
};

static PoolState g_states[RINGFENCE_POOL_COUNT];

static PoolSlot *slot_of(RingfencePool pool, uint32_t index)
{
    return &g_shapes[pool].slots[index];
}

static void advance_generation(PoolSlot *slot)
{
    (void)port_add32(&slot->generation, 1U);
}

static bool is_valid(const PoolSlot *slot)
{
    return (port_load32_acquire(&slot->generation) & 1U) == 1U;
}

/**
 * Index of the slot to take, or POOL_NONE.
 * @satisfies RF-CORE-023
 */
static uint32_t next_free(const PoolShape *shape, PoolState *state)
{
    uint32_t index = POOL_NONE;

    if (state->fresh < shape->capacity) {
        index = state->fresh;
        state->fresh++;
    } else if (state->oldest_free != 0U) {
        index = state->oldest_free - 1U;
        state->oldest_free = shape->slots[index].next;
        if (state->oldest_free == 0U) {
            state->newest_free = 0U;
        }
    } else {
        index = POOL_NONE;
    }
    return index;
}

/** @satisfies RF-CORE-020 RF-CORE-021 RF-CORE-022 */
NvSciError pool_take(RingfencePool pool, uint32_t *index)
{
    NvSciError status = NvSciError_Success;
    const PoolShape *const shape = &g_shapes[pool];
    PoolState *const state = &g_states[pool];
    const uint32_t free_index = next_free(shape, state);

    if (free_index == POOL_NONE) {
        port_store32_relaxed(&state->exhausted, port_load32_relaxed(&state->exhausted) + 1U);
        status = NvSciError_InsufficientMemory;
    } else {
        PoolSlot *const slot = slot_of(pool, free_index);
        const uint32_t in_use = port_load32_relaxed(&state->in_use) + 1U;

        port_store32_relaxed(&state->in_use, in_use);
        if (in_use > port_load32_relaxed(&state->high_water)) {
            port_store32_relaxed(&state->high_water, in_use);
        }
        slot->next = POOL_TAKEN;
        advance_generation(slot);
        *index = free_index;
    }
    return status;
}

/** @satisfies RF-CORE-026 */
void pool_revoke(RingfencePool pool, uint32_t index)
{
    PoolSlot *const slot = slot_of(pool, index);

    if (is_valid(slot)) {
        advance_generation(slot);
    }
}

/** @satisfies RF-CORE-026 RF-CORE-029 */
void pool_give(RingfencePool pool, uint32_t index)
{
    PoolSlot *const slot = slot_of(pool, index);
    PoolState *const state = &g_states[pool];
    const bool taken = fault_check(slot->next == POOL_TAKEN);

    if (taken) {
        pool_revoke(pool, index);
        slot->next = 0U;
        if (state->newest_free == 0U) {
            state->oldest_free = index + 1U;
        } else {
            PoolSlot *const last = slot_of(pool, state->newest_free - 1U);

            last->next = index + 1U;
        }
        state->newest_free = index + 1U;
        port_store32_relaxed(&state->in_use, port_load32_relaxed(&state->in_use) - 1U);
    }
}

/** @satisfies RF-CORE-028 */
void pool_bind(RingfencePool pool, uint32_t index)
{
    PoolSlot *const slot = slot_of(pool, index);

    if (!is_valid(slot)) {
        advance_generation(slot);
    }
}

uint32_t pool_capacity(RingfencePool pool)
{
    return g_shapes[pool].capacity;
}

/**
 * Word of the handle of a slot in an odd generation.
 * @satisfies RF-CORE-027
 */
static uintptr_t handle_word(RingfencePool pool, uint32_t index, uint32_t generation)
{
    const uintptr_t kind = (uintptr_t)HANDLE_MARK + (uintptr_t)pool + 1U;
    const uintptr_t turn = ((uintptr_t)generation >> 1U) & g_generation_mask;
    const uintptr_t word = (kind << g_kind_shift) | (turn << g_generation_shift) | (uintptr_t)index;
    uintptr_t check = word;

    /* Folds: twice as many parts of the word are in the lowest one after each step. */
    for (uint32_t shift = g_check_bits; shift < g_handle_bits; shift *= 2U) {
        check ^= check >> shift;
    }
    return word | ((check & g_check_mask) << g_check_shift);
}

void *pool_handle(RingfencePool pool, uint32_t index)
{
    const uintptr_t word = handle_word(pool, index, pool_generation(pool, index));

    return (void *)(uintptr_t)word;
}

PORT_HOT RingfencePool pool_of_handle(const void *handle)
{
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-001 a handle is a word in the shape of a pointer */
    const uintptr_t kind = (uintptr_t)handle >> g_kind_shift;
    RingfencePool pool = RINGFENCE_POOL_COUNT;

    if ((kind > HANDLE_MARK) &&
        (kind <= ((uintptr_t)HANDLE_MARK + (uintptr_t)RINGFENCE_POOL_COUNT))) {
        pool = (RingfencePool)(uint32_t)(kind - HANDLE_MARK - 1U);
    }
    return pool;
}

/** Name of the slot of a handle in reports; 0: it is none of ours. */
static uint32_t name_of(const void *handle)
{
    const RingfencePool pool = pool_of_handle(handle);
    /* cppcheck-suppress misra-c2012-11.6 ; DEV-001 a handle is a word in the shape of a pointer */
    const uint32_t slot = (uint32_t)((uintptr_t)handle & g_index_mask);

    return (pool == RINGFENCE_POOL_COUNT) ? 0U
                                          : ((((uint32_t)pool + 1U) << PHASE_NAME_SHIFT) | slot);
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
PORT_HOT NvSciError pool_find(PhaseOp op, RingfencePool pool, const void *handle, uint32_t *index)
{
    NvSciError status = NvSciError_BadParameter;

    if (handle != NULL) {
        const PoolShape *const shape = &g_shapes[pool];
        /* cppcheck-suppress misra-c2012-11.6 ; DEV-001 a handle is a word in the shape of a pointer
         */
        const uintptr_t word = (uintptr_t)handle;
        const uint32_t slot_index = (uint32_t)(word & g_index_mask);

        if (slot_index < (shape->capacity + shape->reserved)) {
            const uint32_t generation = pool_generation(pool, slot_index);
            const bool valid = ((generation & 1U) == 1U);

            if (valid && (handle_word(pool, slot_index, generation) == word)) {
                *index = slot_index;
                status = NvSciError_Success;
            }
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

    return port_load32(&slot->generation);
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

/** Macros of the capacities, in the order of RingfencePool.
 * @satisfies RF-CORE-243 */
static const char *const g_pool_macros[RINGFENCE_POOL_COUNT] = {
    RINGFENCE_TEXT("RINGFENCE_CFG_SYNC_MODULES"),
    RINGFENCE_TEXT("RINGFENCE_CFG_SYNC_LISTS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_SYNC_OBJECTS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_SYNC_HANDLES"),
    RINGFENCE_TEXT("RINGFENCE_CFG_SYNC_WAIT_CONTEXTS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_FENCES"),
    RINGFENCE_TEXT("RINGFENCE_CFG_FENCE_DESCS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_BUF_MODULES"),
    RINGFENCE_TEXT("RINGFENCE_CFG_BUF_LISTS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_BUF_OBJECTS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_BUF_HANDLES"),
    RINGFENCE_TEXT("RINGFENCE_CFG_BUF_MEMORIES"),
    RINGFENCE_TEXT("RINGFENCE_CFG_DUMPS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_IPC_ENDPOINTS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_DESCRIPTORS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_EVENT_SERVICES"),
    RINGFENCE_TEXT("RINGFENCE_CFG_EVENT_NOTIFIERS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_LOCAL_EVENTS"),
    RINGFENCE_TEXT("RINGFENCE_CFG_CUDA_SEMAPHORES"),
    RINGFENCE_TEXT("RINGFENCE_CFG_CUDA_MEMORIES"),
    RINGFENCE_TEXT("RINGFENCE_CFG_CUDA_MAPPINGS")};

/** @satisfies RF-CORE-007 */
NvSciError RingfenceGetPoolUsage(RingfencePool pool, RingfencePoolUsage *usage)
{
    NvSciError status = NvSciError_Success;

    if ((usage == NULL) || ((uint32_t)pool >= (uint32_t)RINGFENCE_POOL_COUNT)) {
        status = NvSciError_BadParameter;
    } else {
        const PoolState *const state = &g_states[pool];

        usage->name = g_shapes[pool].name;
        usage->capacity = g_shapes[pool].capacity;
        usage->inUse = port_load32_relaxed(&state->in_use);
        usage->highWater = port_load32_relaxed(&state->high_water);
        usage->exhausted = port_load32_relaxed(&state->exhausted);
        usage->macro = g_pool_macros[pool];
    }
    return status;
}
