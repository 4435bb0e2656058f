/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/fault.h"
#include "core/handle_check.h"
#include "core/pool.h"
#include "leftovers.h"
#include "ringfence_cfg.h"

/** More than any pool has in this build. */
#define SLOTS_MAX 4096U
/** Indices that a handle of 64 bits has room for, and kinds. */
#define INDICES 65536U
#define KINDS   32U
/** Steps of random takes and gives of each pool. */
#define RANDOM_STEPS 4000U
/** Bits of kind and index of 64-bit targets. */
#define CODE_BITS    21U
#define RANDOM_SEED  0x9E3779B97F4A7C15ULL
#define RANDOM_WORDS 60000U
#define POOLS        ((uint32_t)RINGFENCE_POOL_COUNT)
/** The function that the fault reports of these tests name. */
#define TEST_OP      OP_SYNC_OBJ_SIGNAL
#define TEST_OP_NAME "NvSciSyncObjSignal"

/** Name, capacity, and the macro that sets it. */
#define POOL(name, capacity)                                                                       \
    {                                                                                              \
        name, capacity, #capacity                                                                  \
    }

static const struct {
    const char *name;
    uint32_t capacity;
    const char *macro;
} g_pools[] = {
    POOL("sync modules", RINGFENCE_CFG_SYNC_MODULES),
    POOL("sync list slots", RINGFENCE_CFG_SYNC_LISTS),
    POOL("sync objects", RINGFENCE_CFG_SYNC_OBJECTS),
    POOL("sync object handles", RINGFENCE_CFG_SYNC_HANDLES),
    POOL("CPU wait contexts", RINGFENCE_CFG_SYNC_WAIT_CONTEXTS),
    POOL("stored fences", RINGFENCE_CFG_FENCES),
    POOL("stored fence descriptors", RINGFENCE_CFG_FENCE_DESCS),
    POOL("buffer modules", RINGFENCE_CFG_BUF_MODULES),
    POOL("buffer list slots", RINGFENCE_CFG_BUF_LISTS),
    POOL("buffer objects", RINGFENCE_CFG_BUF_OBJECTS),
    POOL("buffer object handles", RINGFENCE_CFG_BUF_HANDLES),
    POOL("buffer memories", RINGFENCE_CFG_BUF_MEMORIES),
    POOL("list texts", RINGFENCE_CFG_DUMPS),
    POOL("endpoints", RINGFENCE_CFG_IPC_ENDPOINTS),
    POOL("descriptors", RINGFENCE_CFG_DESCRIPTORS),
    POOL("event loop services", RINGFENCE_CFG_EVENT_SERVICES),
    POOL("event notifiers", RINGFENCE_CFG_EVENT_NOTIFIERS),
    POOL("local events", RINGFENCE_CFG_LOCAL_EVENTS),
    POOL("CUDA semaphores", RINGFENCE_CFG_CUDA_SEMAPHORES),
    POOL("CUDA memories", RINGFENCE_CFG_CUDA_MEMORIES),
    POOL("CUDA mappings", RINGFENCE_CFG_CUDA_MAPPINGS),
    POOL("stream blocks", RINGFENCE_CFG_STREAM_BLOCKS),
    POOL("stream packets", RINGFENCE_CFG_STREAM_PACKETS),
    POOL("stream user infos", RINGFENCE_CFG_STREAM_INFOS),
};

/** Slots that a test has taken of one pool. */
typedef struct {
    uint32_t index[SLOTS_MAX];
    void *handle[SLOTS_MAX];
    uint32_t count;
} Taken;

static Taken g_taken[RINGFENCE_POOL_COUNT];

static RingfencePoolUsage usage_of(uint32_t pool)
{
    RingfencePoolUsage usage;

    assert_int_equal(RingfenceGetPoolUsage((RingfencePool)pool, &usage), NvSciError_Success);
    return usage;
}

static uint32_t faults(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault.total;
}

static bool finds(uint32_t pool, const void *handle, uint32_t *index)
{
    return ringfence_pool_find(TEST_OP, (RingfencePool)pool, handle, index) == NvSciError_Success;
}

static void *pointer_of_word(uint64_t word)
{
    return (void *)(uintptr_t)word;
}

static uint64_t word_of_handle(const void *handle)
{
    return (uint64_t)(uintptr_t)handle;
}

/** Takes one more slot. */
static void take(uint32_t pool)
{
    Taken *const taken = &g_taken[pool];
    uint32_t index = UINT32_MAX;

    assert_int_equal(ringfence_pool_take((RingfencePool)pool, &index), NvSciError_Success);
    assert_true(index < usage_of(pool).capacity);
    taken->index[taken->count] = index;
    taken->handle[taken->count] = ringfence_pool_handle((RingfencePool)pool, index);
    taken->count++;
}

static void fill(uint32_t pool)
{
    while (g_taken[pool].count < usage_of(pool).capacity) {
        take(pool);
    }
}

static void give_all(uint32_t pool)
{
    for (uint32_t i = 0U; i < g_taken[pool].count; i++) {
        ringfence_pool_give((RingfencePool)pool, g_taken[pool].index[i]);
    }
    g_taken[pool].count = 0U;
}

/** Next number of a fixed sequence. */
static uint64_t next_random(uint64_t *seed)
{
    uint64_t word = *seed;

    word ^= word << 13U;
    word ^= word >> 7U;
    word ^= word << 17U;
    *seed = word;
    return word;
}

/**
 * Every pool has the name and the capacity that the configuration gives it.
 * @verifies RF-CORE-007
 * @verifies RF-CORE-243
 */
static void usage_tells_name_and_capacity(void **state)
{
    (void)state;
    assert_int_equal(sizeof(g_pools) / sizeof(g_pools[0]), POOLS);
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        const RingfencePoolUsage usage = usage_of(pool);

        assert_string_equal(usage.name, g_pools[pool].name);
        assert_string_equal(usage.macro, g_pools[pool].macro);
        assert_int_equal(usage.capacity, g_pools[pool].capacity);
        assert_int_equal(usage.inUse, 0U);
        assert_int_equal(pool_capacity((RingfencePool)pool), g_pools[pool].capacity);
    }
}

/**
 * Usage of no pool, and usage to nowhere, are refused, and nothing is written.
 * @verifies RF-CORE-007
 */
static void usage_of_no_pool_is_refused(void **state)
{
    static const uint32_t none[] = {POOLS, POOLS + 1U, 0x7FFFFFFFU, 0xFFFFFFFFU};
    RingfencePoolUsage usage;
    RingfencePoolUsage before;

    (void)state;
    (void)memset(&usage, 0x5A, sizeof(usage));
    (void)memcpy(&before, &usage, sizeof(usage));
    for (size_t i = 0U; i < (sizeof(none) / sizeof(none[0])); i++) {
        assert_int_equal(RingfenceGetPoolUsage((RingfencePool)none[i], &usage),
                         NvSciError_BadParameter);
        assert_memory_equal(&usage, &before, sizeof(usage));
    }
    assert_int_equal(RingfenceGetPoolUsage(RINGFENCE_POOL_SYNC_LIST, NULL),
                     NvSciError_BadParameter);
}

/** The last of so many faults is that one slot more than a pool has was asked for. A firmware
 * without channels reports none. */
static void assert_full(uint32_t pool, uint32_t reported)
{
    const RingfencePoolUsage usage = usage_of(pool);
    RingfenceFault fault;

    assert_int_equal(faults(), reported);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    if (FAULT_OF_POOLS == 1U) {
        assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
        assert_string_equal(fault.limit, usage.macro);
        assert_int_equal(fault.asked, usage.capacity + 1U);
        assert_int_equal(fault.allowed, usage.capacity);
    }
}

/**
 * Each pool gives exactly its capacity, each slot once; one more is refused, counted and reported
 * by the macro of the pool, and the high-water mark stays at the most that was ever taken.
 * @verifies RF-CORE-020 RF-CORE-021 RF-CORE-022 RF-CORE-340
 */
static void capacity_is_given_and_no_more(void **state)
{
    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        const uint32_t capacity = usage_of(pool).capacity;
        const uint32_t exhausted = usage_of(pool).exhausted;
        const uint32_t reported = faults();
        bool seen[SLOTS_MAX] = {false};
        uint32_t index = 12345U;

        for (uint32_t i = 0U; i < capacity; i++) {
            const uint32_t mark = usage_of(pool).highWater;

            take(pool);
            assert_int_equal(usage_of(pool).inUse, i + 1U);
            assert_int_equal(usage_of(pool).highWater, (mark > i) ? mark : (i + 1U));
            assert_false(seen[g_taken[pool].index[i]]);
            seen[g_taken[pool].index[i]] = true;
        }
        for (uint32_t more = 1U; more <= 3U; more++) {
            assert_int_equal(ringfence_pool_take((RingfencePool)pool, &index),
                             NvSciError_InsufficientMemory);
            assert_int_equal(index, 12345U);
            assert_int_equal(usage_of(pool).exhausted, exhausted + more);
            assert_int_equal(usage_of(pool).inUse, capacity);
            assert_full(pool, reported + (more * FAULT_OF_POOLS));
        }
        give_all(pool);
        assert_int_equal(usage_of(pool).inUse, 0U);
        assert_int_equal(usage_of(pool).highWater, capacity);
        /* Fewer than ever before move it neither up nor down. */
        take(pool);
        assert_int_equal(usage_of(pool).highWater, capacity);
        give_all(pool);
        assert_int_equal(usage_of(pool).highWater, capacity);
    }
}

/** A slot that was given back has no handle, its word is none, and it is not given back again. */
static void check_given(uint32_t pool, uint32_t slot, const void *handle)
{
    const RingfencePoolUsage before = usage_of(pool);
    const uint32_t reported = faults();
    const void *const word = ringfence_pool_handle((RingfencePool)pool, slot);
    uint32_t index = UINT32_MAX;

    assert_false(finds(pool, handle, &index));
    assert_false(finds(pool, word, &index));
    assert_int_equal(ringfence_api_enter(OP_SYNC_OBJ_FREE), NvSciError_Success);
    ringfence_pool_give((RingfencePool)pool, slot);
    ringfence_api_leave();
    /* NULL is no fault. */
    assert_int_equal(faults(), reported + ((word == NULL) ? 2U : 3U));
    assert_int_equal(usage_of(pool).inUse, before.inUse);
    assert_int_equal(usage_of(pool).highWater, before.highWater);
}

/**
 * The high-water mark stays at the most slots that were in use at one time while others are taken
 * for the first time, one after another, and again; a slot that was given back is free then. Before
 * any other test, as each slot is taken for the first time once.
 * @verifies RF-CORE-022 RF-CORE-024 RF-CORE-029
 */
static void mark_stays_while_slots_are_taken_for_the_first_time(void **state)
{
    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        const uint32_t capacity = usage_of(pool).capacity;
        const uint32_t most = (capacity < 3U) ? capacity : 3U;
        uint32_t next = most;

        for (uint32_t i = 0U; i < most; i++) {
            take(pool);
        }
        give_all(pool);
        /* Two at a time, if there are so many: one is in use when the other is given back. */
        for (uint32_t i = 0U; i < (2U * capacity); i++) {
            Taken *const taken = &g_taken[pool];

            while ((taken->count < 2U) && (taken->count < most)) {
                take(pool);
                assert_int_equal(taken->index[taken->count - 1U], next % capacity);
                next++;
            }
            assert_int_equal(usage_of(pool).inUse, taken->count);
            assert_int_equal(usage_of(pool).highWater, most);
            ringfence_pool_give((RingfencePool)pool, taken->index[0]);
            check_given(pool, taken->index[0], taken->handle[0]);
            taken->count--;
            taken->index[0] = taken->index[taken->count];
            taken->handle[0] = taken->handle[taken->count];
        }
        give_all(pool);
    }
}

/**
 * Slots are taken again in the order in which they were given back, in any order of giving and with
 * takes in between.
 * @verifies RF-CORE-023
 */
static void oldest_free_slot_is_taken_first(void **state)
{
    static const uint32_t strides[] = {1U, 3U, 5U, 7U};

    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        const uint32_t capacity = usage_of(pool).capacity;

        for (size_t s = 0U; s < (sizeof(strides) / sizeof(strides[0])); s++) {
            uint32_t order[SLOTS_MAX];
            uint32_t count = 0U;

            fill(pool);
            for (uint32_t start = 0U; start < strides[s]; start++) {
                for (uint32_t i = start; i < capacity; i += strides[s]) {
                    order[count] = g_taken[pool].index[i];
                    ringfence_pool_give((RingfencePool)pool, order[count]);
                    count++;
                }
            }
            assert_int_equal(count, capacity);
            g_taken[pool].count = 0U;
            for (uint32_t i = 0U; i < capacity; i++) {
                take(pool);
                assert_int_equal(g_taken[pool].index[i], order[i]);
            }
            give_all(pool);
        }
    }
}

/**
 * A pool that runs empty and is filled again in small steps stays in order.
 * @verifies RF-CORE-023
 */
static void full_pool_turns_slot_by_slot(void **state)
{
    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        fill(pool);
        for (uint32_t i = 0U; i < (2U * usage_of(pool).capacity); i++) {
            const uint32_t given = g_taken[pool].index[i % usage_of(pool).capacity];
            uint32_t index = UINT32_MAX;

            ringfence_pool_give((RingfencePool)pool, given);
            assert_int_equal(ringfence_pool_take((RingfencePool)pool, &index), NvSciError_Success);
            assert_int_equal(index, given);
        }
        give_all(pool);
    }
}

/**
 * A handle finds its own slot, in its own pool, and no other pool knows it.
 * @verifies RF-CORE-024
 */
static void handle_of_each_kind_is_found_in_its_own_pool_alone(void **state)
{
    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        take(pool);
        if (usage_of(pool).capacity > 1U) {
            take(pool);
        }
    }
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        for (uint32_t kind = 0U; kind < POOLS; kind++) {
            for (uint32_t i = 0U; i < g_taken[kind].count; i++) {
                uint32_t index = UINT32_MAX;
                const uint32_t before = faults();
                const bool found = finds(pool, g_taken[kind].handle[i], &index);

                assert_true(found == (pool == kind));
                assert_int_equal(index, found ? g_taken[kind].index[i] : UINT32_MAX);
                assert_int_equal(faults(), found ? before : (before + 1U));
                assert_int_equal(pool_of_handle(g_taken[kind].handle[i]), kind);
            }
        }
    }
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        give_all(pool);
    }
}

/**
 * A handle that names nothing is recorded as a fault of the function that got it; NULL is refused
 * without a record.
 * @verifies RF-CORE-005 RF-CORE-024 RF-CORE-025
 */
static void bad_handle_is_a_fault_and_null_is_not(void **state)
{
    RingfenceFault fault;
    uint32_t index = 77U;
    const uint32_t before = faults();

    (void)state;
    assert_int_equal(ringfence_pool_find(TEST_OP, RINGFENCE_POOL_SYNC_OBJECT, NULL, &index),
                     NvSciError_BadParameter);
    assert_int_equal(faults(), before);
    assert_int_equal(
        ringfence_pool_find(TEST_OP, RINGFENCE_POOL_SYNC_OBJECT, pointer_of_word(0x1234U), &index),
        NvSciError_BadParameter);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_BAD_HANDLE);
    assert_string_equal(fault.function, TEST_OP_NAME);
    assert_int_equal(fault.total, before + 1U);
    assert_int_equal(index, 77U);
}

/**
 * A handle is stale from the moment when its slot is given back, also after the slot was taken
 * again, many times.
 * @verifies RF-CORE-026
 */
static void handle_of_a_slot_given_back_stays_stale(void **state)
{
    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        void *old[64];
        uint32_t index = UINT32_MAX;

        fill(pool);
        for (uint32_t turn = 0U; turn < 64U; turn++) {
            const uint32_t slot = g_taken[pool].index[0];

            old[turn] = ringfence_pool_handle((RingfencePool)pool, slot);
            assert_true(finds(pool, old[turn], &index));
            ringfence_pool_give((RingfencePool)pool, slot);
            assert_false(finds(pool, old[turn], &index));
            assert_int_equal(ringfence_pool_take((RingfencePool)pool, &index), NvSciError_Success);
            assert_int_equal(index, slot);
            for (uint32_t past = 0U; past <= turn; past++) {
                assert_false(finds(pool, old[past], &index));
            }
        }
        give_all(pool);
    }
}

/**
 * A handle that is kept stays stale while its slot is taken 4095 times more. On 32-bit targets the
 * next one is the same word, and not before: that is as often as a generation of 12 bits can count.
 * @verifies RF-CORE-026
 */
static void handle_stays_stale_as_long_as_its_generation_counts(void **state)
{
    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        uint32_t index = UINT32_MAX;
        uint32_t slot;
        void *kept;

        fill(pool);
        slot = g_taken[pool].index[0];
        kept = g_taken[pool].handle[0];
        for (uint32_t turn = 1U; turn <= 4096U; turn++) {
            const bool comes_again = (sizeof(uintptr_t) == 4U) && (turn == 4096U);

            ringfence_pool_give((RingfencePool)pool, slot);
            assert_int_equal(ringfence_pool_take((RingfencePool)pool, &index), NvSciError_Success);
            assert_int_equal(index, slot);
            assert_true(finds(pool, kept, &index) == comes_again);
        }
        give_all(pool);
    }
}

/**
 * A revoked slot stays taken but its handle is stale; giving it back makes it free once.
 * @verifies RF-CORE-026
 */
static void revoked_handle_is_stale_while_its_slot_is_taken(void **state)
{
    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        uint32_t index = UINT32_MAX;
        uint32_t slot;

        take(pool);
        slot = g_taken[pool].index[0];
        ringfence_pool_revoke((RingfencePool)pool, slot);
        assert_false(finds(pool, g_taken[pool].handle[0], &index));
        assert_false(finds(pool, ringfence_pool_handle((RingfencePool)pool, slot), &index));
        ringfence_pool_revoke((RingfencePool)pool, slot);
        assert_false(finds(pool, g_taken[pool].handle[0], &index));
        assert_int_equal(usage_of(pool).inUse, 1U);
        give_all(pool);
        fill(pool);
        assert_int_equal(usage_of(pool).inUse, usage_of(pool).capacity);
        give_all(pool);
    }
}

/**
 * A slot that is not taken cannot be given back: it is an internal fault of the function that holds
 * the lock, and the pool stays as it is.
 * @verifies RF-CORE-029
 */
static void slot_is_given_back_once(void **state)
{
    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        const RingfencePool kind = (RingfencePool)pool;
        RingfenceFault fault;
        uint32_t slot;
        uint32_t before;

        take(pool);
        slot = g_taken[pool].index[0];
        before = faults();
        assert_int_equal(ringfence_api_enter(OP_SYNC_OBJ_FREE), NvSciError_Success);
        ringfence_pool_give(kind, slot);
        assert_int_equal(faults(), before);
        ringfence_pool_give(kind, slot);
        ringfence_api_leave();
        assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
        assert_int_equal(fault.kind, RINGFENCE_FAULT_INTERNAL);
        assert_string_equal(fault.function, "NvSciSyncObjFree");
        assert_int_equal(fault.total, before + 1U);
        ringfence_pool_give(kind, slot);
        assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
        assert_null(fault.function);
        assert_int_equal(usage_of(pool).inUse, 0U);
        g_taken[pool].count = 0U;
        fill(pool);
        give_all(pool);
    }
}

/**
 * With every slot of every pool taken, a handle in which one bit was changed names nothing,
 * whichever the bit.
 * @verifies RF-CORE-027
 */
static void changed_bit_never_names_another_slot(void **state)
{
    const uint32_t bits = (uint32_t)sizeof(uintptr_t) * 8U;

    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        fill(pool);
    }
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        for (uint32_t i = 0U; i < g_taken[pool].count; i++) {
            const uint64_t word = word_of_handle(g_taken[pool].handle[i]);

            for (uint32_t bit = 0U; bit < bits; bit++) {
                void *const changed = pointer_of_word(word ^ ((uint64_t)1U << bit));
                const RingfencePool kind = pool_of_handle(changed);
                uint32_t index = UINT32_MAX;

                assert_false(finds(pool, changed, &index));
                if (kind != RINGFENCE_POOL_COUNT) {
                    assert_false(finds((uint32_t)kind, changed, &index));
                }
            }
        }
    }
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        give_all(pool);
    }
}

/** Bits that differ. */
static uint32_t bits_in(uint64_t word)
{
    uint32_t count = 0U;

    for (uint64_t left = word; left != 0U; left &= left - 1U) {
        count++;
    }
    return count;
}

/**
 * So is a handle in which several bits were changed that stand within as many as its check has:
 * up to five of twelve on 64-bit targets, three on 32-bit targets.
 * @verifies RF-CORE-027 RF-CORE-208
 */
static void changed_bits_close_together_never_name_another_slot(void **state)
{
    const uint32_t bits = (uint32_t)sizeof(uintptr_t) * 8U;
    const uint32_t near = (bits == 64U) ? 12U : 3U;

    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        fill(pool);
    }
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        const uint64_t word = word_of_handle(g_taken[pool].handle[0]);

        for (uint32_t shift = 0U; shift <= (bits - near); shift++) {
            for (uint64_t pattern = 1U; pattern < ((uint64_t)1U << near); pattern++) {
                void *const changed = pointer_of_word(word ^ (pattern << shift));
                const RingfencePool kind = pool_of_handle(changed);
                uint32_t index = UINT32_MAX;

                if (bits_in(pattern) <= 5U) {
                    assert_false(finds(pool, changed, &index));
                    if (kind != RINGFENCE_POOL_COUNT) {
                        assert_false(finds((uint32_t)kind, changed, &index));
                    }
                }
            }
        }
    }
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        give_all(pool);
    }
}

/** Words of two slots differ in six bits, unless they are short and the slots were not taken
 * equally often. */
static void check_distance(uint32_t pool, uint32_t i, uint32_t other_pool, uint32_t k)
{
    const uint64_t one = word_of_handle(g_taken[pool].handle[i]);
    const uint64_t other = word_of_handle(g_taken[other_pool].handle[k]);
    const bool equal = pool_generation((RingfencePool)pool, g_taken[pool].index[i]) ==
                       pool_generation((RingfencePool)other_pool, g_taken[other_pool].index[k]);

    assert_true((bits_in(one ^ other) >= 6U) || ((sizeof(uintptr_t) == 4U) && (!equal)));
}

/** Tries all changes of up to three bits of a handle in its pool. */
static void try_changes(uint32_t pool, uint64_t word, uint64_t *tried, uint64_t *accepted)
{
    const uint32_t bits = (uint32_t)sizeof(uintptr_t) * 8U;

    for (uint32_t a = 0U; a < bits; a++) {
        for (uint32_t b = 0U; b <= a; b++) {
            for (uint32_t c = 0U; c <= b; c++) {
                const uint64_t change =
                    ((uint64_t)1U << a) ^ ((uint64_t)1U << b) ^ ((uint64_t)1U << c);
                uint32_t index = UINT32_MAX;

                (*tried)++;
                *accepted += finds(pool, pointer_of_word(word ^ change), &index) ? 1U : 0U;
            }
        }
    }
}

/**
 * With every slot of every pool taken, the words of two of them differ in six bits at least, of
 * whichever pools, and however often each was taken; so no change of up to three bits of a handle
 * names another slot. All of them are tried with the first slots of each pool. On 32-bit targets it
 * is so between slots that were taken equally often.
 * @verifies RF-CORE-208
 */
static void up_to_three_changed_bits_never_name_another_slot(void **state)
{
    uint64_t tried = 0U;
    uint64_t accepted = 0U;

    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        fill(pool);
    }
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        for (uint32_t i = 0U; i < g_taken[pool].count; i++) {
            for (uint32_t k = 0U; k < i; k++) {
                check_distance(pool, i, pool, k);
            }
            for (uint32_t other = 0U; other < pool; other++) {
                check_distance(pool, i, other, i % g_taken[other].count);
            }
        }
        for (uint32_t i = 0U; (sizeof(uintptr_t) == 8U) && (i < 2U) && (i < g_taken[pool].count);
             i++) {
            try_changes(pool, word_of_handle(g_taken[pool].handle[i]), &tried, &accepted);
        }
    }
    print_message("%llu changes of up to three bits, %llu accepted\n", (unsigned long long)tried,
                  (unsigned long long)accepted);
    assert_int_equal(accepted, 0U);
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        give_all(pool);
    }
}

/**
 * Kind, check and index of 64-bit targets are a linear code in which no word has fewer than six
 * bits, but the one of zeroes: so two slots of whichever pools, of up to 65536 slots each, have
 * handles that differ in six bits. Each word of the code is made, by a change of one bit of kind
 * and index at a time.
 * @verifies RF-CORE-208 RF-CORE-302
 */
static void all_indices_of_all_kinds_differ_in_six_bits(void **state)
{
    const uint64_t none = handle_fixed(0U, 0U);
    uint64_t seed = RANDOM_SEED;
    uint64_t of_bit[CODE_BITS];
    uint64_t word = 0U;
    uint32_t least = 64U;

    (void)state;
    for (uint32_t bit = 0U; bit < CODE_BITS; bit++) {
        const uint32_t slot = (uint32_t)1U << bit;

        of_bit[bit] = handle_fixed(slot >> 16U, slot & 0xFFFFU) ^ none;
    }
    for (uint32_t i = 1U; HANDLE_IS_WIDE && (i < ((uint32_t)1U << CODE_BITS)); i++) {
        const uint32_t lowest = bits_in((i & (0U - i)) - 1U);
        uint32_t bits = 0U;

        word ^= of_bit[lowest];
        bits = bits_in(word);
        least = (bits < least) ? bits : least;
    }
    assert_int_equal(least, HANDLE_IS_WIDE ? 6U : 64U);
    /* The words are those of the slots. */
    for (uint32_t i = 0U; HANDLE_IS_WIDE && (i < INDICES); i++) {
        const uint32_t slot = (uint32_t)next_random(&seed) & (((uint32_t)1U << CODE_BITS) - 1U);

        word = none;
        for (uint32_t bit = 0U; bit < CODE_BITS; bit++) {
            word ^= (((slot >> bit) & 1U) == 1U) ? of_bit[bit] : 0U;
        }
        assert_true(handle_fixed(slot >> 16U, slot & 0xFFFFU) == word);
        assert_int_equal(word & POOL_INDEX_MASK, slot & 0xFFFFU);
        assert_int_equal((word >> 27U) & (KINDS - 1U), slot >> 16U);
    }
}

/** A word that looks like a handle: its fields are small numbers or those of a handle. */
static uint64_t likely_word(uint64_t *seed, uint64_t handle)
{
    const uint64_t mask = next_random(seed) & next_random(seed) & next_random(seed);

    return handle ^ mask;
}

/**
 * Random words, and words that differ from a live handle in random bits, are found only if they are
 * live handles.
 * @verifies RF-CORE-024
 */
static void random_words_are_found_only_if_they_are_handles(void **state)
{
    uint64_t seed = RANDOM_SEED;

    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        take(pool);
    }
    for (uint32_t i = 0U; i < RANDOM_WORDS; i++) {
        const uint32_t kind = i % POOLS;
        const uint64_t live = word_of_handle(g_taken[kind].handle[0]);
        const uint64_t word = ((i % 2U) == 0U) ? next_random(&seed) : likely_word(&seed, live);
        void *const handle = pointer_of_word(word);

        for (uint32_t pool = 0U; pool < POOLS; pool++) {
            uint32_t index = UINT32_MAX;
            const bool found = finds(pool, handle, &index);

            assert_true(found == (handle == g_taken[pool].handle[0]));
        }
    }
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        give_all(pool);
    }
}

/**
 * Words that name no pool are told from those that do, at their borders; of 64 bits both bits of
 * the mark are needed.
 * @verifies RF-CORE-024
 */
static void kind_of_a_word_is_known_at_its_borders(void **state)
{
    const uint64_t marks = HANDLE_IS_WIDE ? 4U : 1U;
    uint32_t known = 0U;

    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        take(pool);
        assert_int_equal((word_of_handle(g_taken[pool].handle[0]) >> 27U) & (KINDS - 1U),
                         pool + 1U);
        assert_true((!HANDLE_IS_WIDE) || ((word_of_handle(g_taken[pool].handle[0]) >> 62U) == 3U));
        give_all(pool);
    }
    for (uint64_t mark = 0U; mark < marks; mark++) {
        for (uint64_t kind = 0U; kind < KINDS; kind++) {
            const uint64_t word = (HANDLE_IS_WIDE ? (mark << 62U) : 0U) | (kind << 27U);
            const RingfencePool pool = pool_of_handle(pointer_of_word(word));
            const bool inside = (mark == (marks - 1U)) && (kind >= 1U) && (kind <= POOLS);

            assert_int_equal(pool, inside ? (kind - 1U) : POOLS);
            known += inside ? 1U : 0U;
        }
    }
    assert_int_equal(known, POOLS);
}

/** Free slots of a pool, the one that was given back first at the front. */
typedef struct {
    uint32_t index[SLOTS_MAX];
    uint32_t first;
    uint32_t count;
} Queue;

/** Says that a pool has as many slots in use as the test has, and that the mark is where it was. */
static void check_usage(uint32_t pool, uint32_t most, uint32_t exhausted)
{
    const RingfencePoolUsage usage = usage_of(pool);

    assert_int_equal(usage.inUse, g_taken[pool].count);
    assert_int_equal(usage.highWater, most);
    assert_int_equal(usage.exhausted, exhausted);
}

/** Gives back one of the slots that are taken, at random; its handle is stale then. */
static void give_any(uint32_t pool, Queue *queue, uint64_t *seed)
{
    Taken *const taken = &g_taken[pool];
    const uint32_t place = (uint32_t)(next_random(seed) % taken->count);
    uint32_t found = UINT32_MAX;

    assert_true(finds(pool, taken->handle[place], &found));
    assert_int_equal(found, taken->index[place]);
    if ((next_random(seed) % 8U) == 0U) {
        ringfence_pool_revoke((RingfencePool)pool, taken->index[place]);
        assert_false(finds(pool, taken->handle[place], &found));
    }
    ringfence_pool_give((RingfencePool)pool, taken->index[place]);
    assert_false(finds(pool, taken->handle[place], &found));
    queue->index[(queue->first + queue->count) % usage_of(pool).capacity] = taken->index[place];
    queue->count++;
    taken->count--;
    taken->index[place] = taken->index[taken->count];
    taken->handle[place] = taken->handle[taken->count];
}

/** Takes the slot that has been free for the longest time; its handle is none that it had before.
 */
static void take_oldest(uint32_t pool, Queue *queue, void *last[SLOTS_MAX])
{
    Taken *const taken = &g_taken[pool];
    const uint32_t expected = queue->index[queue->first];

    take(pool);
    assert_int_equal(taken->index[taken->count - 1U], expected);
    assert_ptr_not_equal(taken->handle[taken->count - 1U], last[expected]);
    last[expected] = taken->handle[taken->count - 1U];
    queue->first = (queue->first + 1U) % usage_of(pool).capacity;
    queue->count--;
}

/**
 * Taking and giving back at random, between an empty pool and a full one, the pool says each time
 * how many slots are in use, gives the one that has been free for the longest time, and keeps the
 * mark of the most that ever were.
 * @verifies RF-CORE-022 RF-CORE-023 RF-CORE-300
 */
static void random_takes_and_gives_keep_order_and_counts(void **state)
{
    static Queue queue;
    static void *last[SLOTS_MAX];
    uint64_t seed = RANDOM_SEED;

    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        const uint32_t capacity = usage_of(pool).capacity;
        const uint32_t most = usage_of(pool).highWater;
        const uint32_t before = usage_of(pool).exhausted;
        uint32_t refused = 0U;
        uint32_t index = UINT32_MAX;

        (void)memset(&queue, 0, sizeof(queue));
        fill(pool);
        while (g_taken[pool].count > 0U) {
            give_any(pool, &queue, &seed);
        }
        for (uint32_t i = 0U; i < RANDOM_STEPS; i++) {
            /* More of the one, then more of the other. */
            const bool takes = (next_random(&seed) % 8U) < ((((i / 500U) % 2U) == 0U) ? 5U : 3U);

            if (takes && (queue.count > 0U)) {
                take_oldest(pool, &queue, last);
            } else if (takes) {
                assert_int_equal(ringfence_pool_take((RingfencePool)pool, &index),
                                 NvSciError_InsufficientMemory);
                refused++;
            } else if (g_taken[pool].count > 0U) {
                give_any(pool, &queue, &seed);
            } else {
                assert_int_equal(queue.count, capacity);
            }
            check_usage(pool, (most > capacity) ? most : capacity, before + refused);
        }
        give_all(pool);
    }
}

/**
 * A slot whose generation is the last one gets the first one again, and its handle stays one of its
 * pool and its index: nothing goes over into the fields beside it.
 * @verifies RF-CORE-301
 */
static void generation_begins_again_behind_the_last_one(void **state)
{
    const uint32_t pool = (uint32_t)RINGFENCE_POOL_SYNC_HANDLE;
    /* It is even while the handle is not valid, and a handle has half of it. */
    const uint32_t last = HANDLE_IS_WIDE ? 0x7FFFFFFEU : 0xFFFFFFFEU;

    (void)state;
    /* With one slot in use, with two, and with all of them. */
    for (uint32_t others = 0U; others < RINGFENCE_CFG_SYNC_HANDLES; others++) {
        uint32_t index = UINT32_MAX;
        uint32_t slot;
        void *handle;
        void *before;

        fill(pool);
        give_all(pool);
        for (uint32_t i = 0U; i < others; i++) {
            take(pool);
        }
        take(pool);
        /* Given back before the others, so that it is not the last one to be taken. */
        slot = g_taken[pool].index[0];
        before = g_taken[pool].handle[0];
        assert_int_equal(pool_of_handle(before), pool);
        give_all(pool);
        port_store_word(&g_sync_handle_slots[slot].turn,
                        port_load_word(&g_sync_handle_slots[slot].turn) | (uintptr_t)last);
        do {
            take(pool);
            index = g_taken[pool].index[g_taken[pool].count - 1U];
        } while (index != slot);
        handle = g_taken[pool].handle[g_taken[pool].count - 1U];
        assert_true(finds(pool, handle, &index));
        assert_int_equal(index, slot);
        assert_int_equal(pool_of_handle(handle), pool);
        assert_false(finds(pool, before, &index));
        if (HANDLE_IS_WIDE) {
            /* Kind, check and index are as they were. */
            assert_int_equal((uint32_t)word_of_handle(handle), (uint32_t)word_of_handle(before));
        }
        give_all(pool);
        others += (others > 2U) ? 97U : 0U;
    }
}

/**
 * The slots behind the capacity that belong to objects are found when bound, stale when revoked,
 * and never taken from the pool.
 * @verifies RF-CORE-028
 */
static void reserved_slots_are_bound_not_taken(void **state)
{
    static const struct {
        RingfencePool pool;
        uint32_t reserved;
    } cases[] = {{RINGFENCE_POOL_SYNC_LIST, RINGFENCE_CFG_SYNC_OBJECTS},
                 {RINGFENCE_POOL_BUF_LIST, RINGFENCE_CFG_BUF_OBJECTS}};

    (void)state;
    for (size_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        const uint32_t first = pool_capacity(cases[i].pool);

        for (uint32_t slot = first; slot < (first + cases[i].reserved); slot++) {
            void *handle;
            uint32_t index = UINT32_MAX;

            pool_bind(cases[i].pool, slot);
            handle = ringfence_pool_handle(cases[i].pool, slot);
            pool_bind(cases[i].pool, slot);
            assert_ptr_equal(ringfence_pool_handle(cases[i].pool, slot), handle);
            assert_true(finds((uint32_t)cases[i].pool, handle, &index));
            assert_int_equal(index, slot);
            ringfence_pool_give(cases[i].pool, slot);
            assert_true(finds((uint32_t)cases[i].pool, handle, &index));
            ringfence_pool_revoke(cases[i].pool, slot);
            assert_false(finds((uint32_t)cases[i].pool, handle, &index));
        }
        fill((uint32_t)cases[i].pool);
        for (uint32_t slot = 0U; slot < g_taken[cases[i].pool].count; slot++) {
            assert_true(g_taken[cases[i].pool].index[slot] < first);
        }
        give_all((uint32_t)cases[i].pool);
        assert_int_equal(usage_of((uint32_t)cases[i].pool).inUse, 0U);
    }
}

/**
 * A slot is live in the generation in which it was taken, and in no other.
 * @verifies RF-CORE-026
 */
static void slot_is_live_in_its_generation_alone(void **state)
{
    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        const RingfencePool kind = (RingfencePool)pool;
        uint32_t slot;
        uint32_t generation;

        take(pool);
        slot = g_taken[pool].index[0];
        generation = pool_generation(kind, slot);
        assert_true(pool_is_live(kind, slot, generation));
        assert_false(pool_is_live(kind, slot, generation + 1U));
        assert_false(pool_is_live(kind, slot, generation + 2U));
        assert_false(pool_is_live(kind, slot, generation - 2U));
        assert_false(pool_is_live(kind, pool_capacity(kind), generation));
        assert_false(pool_is_live(kind, UINT32_MAX, generation));
        give_all(pool);
        assert_false(pool_is_live(kind, slot, generation));
        assert_false(pool_is_live(kind, slot, generation + 1U));
        assert_false(pool_is_live(kind, slot, generation + 2U));
    }
}

/**
 * The name of a slot is that of its handle's time, and of no other; a link of the pool is nobody's
 * handle, also if a program passes its word.
 * @verifies RF-CORE-024 RF-CORE-026
 */
static void slot_is_named_while_its_handle_is_valid(void **state)
{
    (void)state;
    for (uint32_t pool = 0U; pool < POOLS; pool++) {
        const RingfencePool kind = (RingfencePool)pool;
        uint32_t found = UINT32_MAX;
        uint32_t slot;
        uint64_t name;

        fill(pool);
        slot = g_taken[pool].index[0];
        name = pool_name(kind, slot);
        assert_int_equal(pool_index_of_name(name), slot);
        assert_true(pool_is_named(kind, name));
        assert_false(pool_is_named(kind, 0U));
        assert_false(pool_is_named(kind, name ^ ((uint64_t)1U << 40U)));
        assert_false(pool_is_named(kind, name | POOL_INDEX_MASK) &&
                     (pool_capacity(kind) <= POOL_INDEX_MASK));
        ringfence_pool_revoke(kind, slot);
        assert_false(pool_is_named(kind, name));
        give_all(pool);
        for (uint32_t i = 0U; i < pool_capacity(kind); i++) {
            assert_false(finds(pool, ringfence_pool_handle(kind, i), &found));
            assert_false(pool_is_named(kind, pool_name(kind, i)));
            assert_false(finds(pool, pointer_of_word(i), &found));
        }
        assert_false(pool_is_named(kind, name));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(mark_stays_while_slots_are_taken_for_the_first_time,
                                  nothing_is_left),
        cmocka_unit_test_teardown(usage_tells_name_and_capacity, nothing_is_left),
        cmocka_unit_test_teardown(usage_of_no_pool_is_refused, nothing_is_left),
        cmocka_unit_test_teardown(capacity_is_given_and_no_more, nothing_is_left),
        cmocka_unit_test_teardown(oldest_free_slot_is_taken_first, nothing_is_left),
        cmocka_unit_test_teardown(full_pool_turns_slot_by_slot, nothing_is_left),
        cmocka_unit_test_teardown(handle_of_each_kind_is_found_in_its_own_pool_alone,
                                  nothing_is_left),
        cmocka_unit_test_teardown(bad_handle_is_a_fault_and_null_is_not, nothing_is_left),
        cmocka_unit_test_teardown(handle_of_a_slot_given_back_stays_stale, nothing_is_left),
        cmocka_unit_test_teardown(handle_stays_stale_as_long_as_its_generation_counts,
                                  nothing_is_left),
        cmocka_unit_test_teardown(revoked_handle_is_stale_while_its_slot_is_taken, nothing_is_left),
        cmocka_unit_test_teardown(slot_is_given_back_once, nothing_is_left),
        cmocka_unit_test_teardown(changed_bit_never_names_another_slot, nothing_is_left),
        cmocka_unit_test_teardown(changed_bits_close_together_never_name_another_slot,
                                  nothing_is_left),
        cmocka_unit_test_teardown(all_indices_of_all_kinds_differ_in_six_bits, nothing_is_left),
        cmocka_unit_test_teardown(up_to_three_changed_bits_never_name_another_slot,
                                  nothing_is_left),
        cmocka_unit_test_teardown(random_words_are_found_only_if_they_are_handles, nothing_is_left),
        cmocka_unit_test_teardown(kind_of_a_word_is_known_at_its_borders, nothing_is_left),
        cmocka_unit_test_teardown(random_takes_and_gives_keep_order_and_counts, nothing_is_left),
        cmocka_unit_test_teardown(generation_begins_again_behind_the_last_one, nothing_is_left),
        cmocka_unit_test_teardown(reserved_slots_are_bound_not_taken, nothing_is_left),
        cmocka_unit_test_teardown(slot_is_live_in_its_generation_alone, nothing_is_left),
        cmocka_unit_test_teardown(slot_is_named_while_its_handle_is_valid, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/pool", tests, NULL, NULL);
}
