/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file misuse_test.c
 * Handles and fences that are wrong: each function refuses each of them, and nothing else changes.
 */
#include "port/random.h"
#include "port/secret.h"
#include "sync/quick.h"
#include "sync_calls.h"
#include "sync_inside.h"

/* ---------------------------------------------------------------- what must not change */

/** An object that no call of a test names. */
typedef struct {
    Scene scene;
    NvSciSyncFence fences[2];
    NvSciSyncFence kept[2];
    PoolState pools;
} Witness;

static void witness_open(Witness *witness)
{
    (void)memset(witness, 0, sizeof(*witness));
    witness->scene = scene_open((Traits){.timestamps = true});
    assert_status(NvSciSyncObjGenerateFence(witness->scene.object, &witness->fences[0]),
                  NvSciError_Success);
    assert_status(NvSciSyncObjGenerateFence(witness->scene.object, &witness->fences[1]),
                  NvSciError_Success);
    assert_status(NvSciSyncObjSignal(witness->scene.object), NvSciError_Success);
    (void)memcpy(witness->kept, witness->fences, sizeof(witness->kept));
}

static void witness_check(const Witness *witness)
{
    const SyncObject *const object = object_of(witness->scene.object);

    assert_memory_equal(witness->fences, witness->kept, sizeof(witness->kept));
    assert_int_equal(fences_of(object), 2U);
    assert_int_equal(port_load64(&object->counter->value), 1U);
    assert_int_equal(port_load64(&object->issued), 2U);
    assert_status(NvSciSyncFenceWait(&witness->fences[0], witness->scene.context, 0),
                  NvSciError_Success);
    assert_status(NvSciSyncFenceWait(&witness->fences[1], witness->scene.context, 0),
                  NvSciError_Timeout);
    assert_status(NvSciSyncObjValidate(witness->scene.object), NvSciError_Success);
}

static void witness_close(Witness *witness)
{
    witness_check(witness);
    NvSciSyncFenceClear(&witness->fences[0]);
    NvSciSyncFenceClear(&witness->fences[1]);
    scene_close(&witness->scene);
}

/* ---------------------------------------------------------------- handles */

/** A call with a handle that must be refused: a fault unless it is NULL, and nothing taken. */
static void check_handle(const Call *call, World *world, void *handle)
{
    const uint32_t faults = fault_count();
    const PoolState pools = pools_now();
    const NvSciError status = call->call(world, handle);
    const uint32_t expected = faults + ((handle == NULL) ? 0U : 1U);

    if (!call->is_void) {
        assert_status(status, NvSciError_BadParameter);
    }
    if (fault_count() != expected) {
        fail_msg("%s(%p): %u faults instead of %u", call->function, handle, fault_count(),
                 expected);
    }
    if (handle != NULL) {
        assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_HANDLE);
        assert_string_equal(fault_function(), call->function);
    }
    assert_pools(&pools);
}

/**
 * NULL is refused by every function, and is no fault.
 * @verifies RF-SYNC-085
 */
static void null_is_no_handle(void **state)
{
    World world = world_open();
    Witness witness;

    (void)state;
    witness_open(&witness);
    for (size_t i = 0U; i < g_call_count; i++) {
        if (g_calls[i].takes != TAKES_NONE) {
            check_handle(&g_calls[i], &world, NULL);
        }
    }
    witness_close(&witness);
    world_close(&world);
}

/**
 * A handle that was freed is refused by every function, that which frees it included, also after
 * its slot was used again.
 * @verifies RF-SYNC-085
 */
static void a_freed_handle_is_refused(void **state)
{
    World stale = world_open();
    World freed = stale;
    Witness witness;
    World world;

    (void)state;
    world_close(&stale);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_LISTS; i++) {
        world = world_open();
        world_close(&world);
    }
    world = world_open();
    witness_open(&witness);
    for (size_t i = 0U; i < g_call_count; i++) {
        if (g_calls[i].takes != TAKES_NONE) {
            check_handle(&g_calls[i], &world, handle_for(&freed, g_calls[i].takes));
        }
    }
    check_handle(&g_calls[6], &world, freed.bound);
    assert_string_equal(g_calls[6].function, "NvSciSyncAttrListFree");
    witness_close(&witness);
    world_close(&world);
}

/**
 * A handle of another kind is refused by every function.
 * @verifies RF-SYNC-085
 */
static void a_handle_of_another_kind_is_refused(void **state)
{
    static const Takes kinds[] = {TAKES_MODULE, TAKES_WRITABLE, TAKES_OBJECT, TAKES_CONTEXT};
    World world = world_open();
    Witness witness;
    uint32_t checks = 0U;

    (void)state;
    witness_open(&witness);
    for (size_t i = 0U; i < g_call_count; i++) {
        const Takes takes =
            (g_calls[i].takes == TAKES_RECONCILED) ? TAKES_WRITABLE : g_calls[i].takes;

        for (size_t j = 0U; (j < COUNT_OF(kinds)) && (takes != TAKES_NONE); j++) {
            if (kinds[j] != takes) {
                check_handle(&g_calls[i], &world, handle_for(&world, kinds[j]));
                checks++;
            }
        }
        if (takes != TAKES_NONE) {
            check_handle(&g_calls[i], &world, world.stored);
            check_handle(&g_calls[i], &world, &world);
        }
    }
    assert_in_range(checks, 90U, 120U);
    witness_close(&witness);
    world_close(&world);
}

static bool is_one_of(const World *world, const Witness *witness, const void *handle)
{
    const void *const live[] = {
        world->module,         world->writable,       world->reconciled,
        world->bound,          world->object,         world->context,
        witness->scene.module, witness->scene.object, witness->scene.context};
    bool found = false;

    for (size_t i = 0U; i < COUNT_OF(live); i++) {
        found = found || (live[i] == handle);
    }
    return found;
}

/**
 * A handle with one bit changed is refused, if the result is no other live handle.
 * @verifies RF-SYNC-085
 */
static void a_handle_with_a_changed_bit_is_refused(void **state)
{
    World world = world_open();
    Witness witness;

    (void)state;
    witness_open(&witness);
    for (size_t i = 0U; i < g_call_count; i++) {
        if (g_calls[i].takes != TAKES_NONE) {
            const uintptr_t good = (uintptr_t)handle_for(&world, g_calls[i].takes);

            for (uint32_t bit = 0U; bit < (8U * sizeof(good)); bit++) {
                void *const changed = (void *)(good ^ ((uintptr_t)1U << bit));
                NvSciSyncAttrList list = NULL;
                const NvSciError listed = NvSciSyncObjGetAttrList(witness.scene.object, &list);

                assert_status(listed, NvSciError_Success);
                if ((!is_one_of(&world, &witness, changed)) && (changed != (void *)list)) {
                    check_handle(&g_calls[i], &world, changed);
                }
            }
        }
    }
    witness_close(&witness);
    world_close(&world);
}

/** Numbers that look random and are the same in every run. */
static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13U;
    *seed ^= *seed >> 7U;
    *seed ^= *seed << 17U;
    return *seed;
}

/**
 * Random bits are refused by every function. Half of them begin like a handle of the right kind.
 * @verifies RF-SYNC-085
 */
static void random_bits_are_refused(void **state)
{
    World world = world_open();
    Witness witness;
    uint64_t seed = 0x1234567887654321U;
    uint32_t checks = 0U;

    (void)state;
    witness_open(&witness);
    for (size_t i = 0U; i < g_call_count; i++) {
        for (uint32_t j = 0U; (j < 3000U) && (g_calls[i].takes != TAKES_NONE); j++) {
            const uint64_t good = (uint64_t)(uintptr_t)handle_for(&world, g_calls[i].takes);
            uint64_t word = next_random(&seed);

            if ((j % 2U) == 0U) {
                word = (good & 0xFF00000000000000U) | (word & 0x00FFFFFFFF00000FU);
            }
            if (!is_one_of(&world, &witness, (void *)(uintptr_t)word)) {
                check_handle(&g_calls[i], &world, (void *)(uintptr_t)word);
                checks++;
            }
        }
        witness_check(&witness);
    }
    assert_in_range(checks, 90000U, 120000U);
    witness_close(&witness);
    world_close(&world);
}

/* ---------------------------------------------------------------- fences */

/** A call with a fence whose bytes are wrong: BadParameter, a fault, nothing taken or dropped. */
static void check_corrupted(const FenceCall *call, World *world, const NvSciSyncFence *corrupted)
{
    NvSciSyncFence fence = *corrupted;
    const SyncObject *const object = object_of(world->object);
    const uint32_t references = fences_of(object);
    const uint64_t issued = port_load64(&object->issued);
    const uint32_t faults = fault_count();
    const NvSciError status = call->call(world, &fence);

    if (call->is_void) {
        assert_memory_equal(&fence, &NvSciSyncFenceInitializer, sizeof(fence));
    } else {
        assert_status(status, NvSciError_BadParameter);
        assert_memory_equal(&fence, corrupted, sizeof(fence));
    }
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_FENCE);
    assert_string_equal(fault_function(), call->function);
    assert_int_equal(fences_of(object), references);
    assert_int_equal(port_load64(&object->issued), issued);
    assert_memory_equal(&world->target, &NvSciSyncFenceInitializer, sizeof(world->target));
}

/**
 * A fence of which any one bit was changed is refused by every function.
 * @verifies RF-SYNC-071
 */
static void a_fence_with_a_changed_bit_is_refused(void **state)
{
    World world = world_open();
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    const NvSciSyncFence *const good[] = {&world.fence, &cleared};
    Witness witness;

    (void)state;
    witness_open(&witness);
    for (size_t i = 0U; i < COUNT_OF(good); i++) {
        for (uint32_t bit = 0U; bit < (8U * sizeof(NvSciSyncFence)); bit++) {
            NvSciSyncFence corrupted = *good[i];

            corrupted.payload[bit / 64U] ^= (uint64_t)1U << (bit % 64U);
            for (size_t j = 0U; j < g_fence_call_count; j++) {
                check_corrupted(&g_fence_calls[j], &world, &corrupted);
            }
        }
    }
    witness_close(&witness);
    world_close(&world);
}

/**
 * A fence of random bytes is refused by every function, also if it begins like one of a live
 * object.
 * @verifies RF-SYNC-071
 */
static void a_fence_of_random_bytes_is_refused(void **state)
{
    World world = world_open();
    uint64_t seed = 0x0123456789ABCDEFU;
    Witness witness;

    (void)state;
    witness_open(&witness);
    for (uint32_t i = 0U; i < 1000U; i++) {
        NvSciSyncFence random;

        for (size_t word = 0U; word < COUNT_OF(random.payload); word++) {
            random.payload[word] = next_random(&seed);
        }
        if ((i % 2U) == 0U) {
            random.payload[0] = world.fence.payload[0];
        }
        for (size_t j = 0U; j < g_fence_call_count; j++) {
            check_corrupted(&g_fence_calls[j], &world, &random);
        }
    }
    witness_close(&witness);
    world_close(&world);
}

static uint64_t turned(uint64_t word, uint32_t bits)
{
    return (word << bits) | (word >> (64U - bits));
}

/** A word in which each bit stands in three places. */
static uint64_t spread(uint64_t word, uint32_t first, uint32_t second)
{
    return word ^ turned(word, first) ^ turned(word, second);
}

/** The check word of a fence, computed as the library does, for bytes that it never writes. */
static void seal(NvSciSyncFence *fence)
{
    const uint64_t *const words = fence->payload;
    uint64_t sum = port_first_secret() ^ (words[0] >> 16U) ^ (words[2] << 32U);

    sum ^= spread(words[0], 41U, 9U) ^ spread(words[1], 45U, 13U) ^ spread(words[2], 8U, 20U);
    fence->payload[5] = sum;
}

/** Flips that a function accepted, of those that were tried. */
typedef struct {
    uint64_t tried;
    uint64_t accepted;
} Flips;

static void flip(NvSciSyncFence *fence, uint32_t bit)
{
    fence->payload[bit / 64U] ^= (uint64_t)1U << (bit % 64U);
}

/** Looks whether a fence is refused for its bytes. */
static void try_flipped(const NvSciSyncFence *fence, Flips *flips)
{
    static uint32_t faults;
    RingfenceFault fault;
    FenceView view;
    const SyncObject *const object = quick_object_of_fence(fence);
    const NvSciError status = fence_read(OP_SYNC_FENCE_WAIT, fence, &view);

    (void)RingfenceGetLastFault(&fault);
    flips->tried++;
    if ((status != NvSciError_BadParameter) || (fault.total == faults) ||
        (fault.kind != RINGFENCE_FAULT_BAD_FENCE)) {
        flips->accepted++;
    }
    /* Calls that find all as usual ask for no more. */
    if ((fence->payload[0] != 0U) && (quick_slots(0U, fence) == 0U) && quick_is_of(object, fence)) {
        flips->accepted++;
    }
    faults = fault.total;
}

/** Tries all changes of one bit, of two, and of three if `deep`. */
static void try_flips(const NvSciSyncFence *good, bool deep, Flips *flips)
{
    const uint32_t bits = 8U * (uint32_t)sizeof(*good);
    NvSciSyncFence fence = *good;

    for (uint32_t i = 0U; i < bits; i++) {
        flip(&fence, i);
        try_flipped(&fence, flips);
        for (uint32_t j = 0U; j < i; j++) {
            flip(&fence, j);
            try_flipped(&fence, flips);
            for (uint32_t k = 0U; deep && (k < j); k++) {
                flip(&fence, k);
                try_flipped(&fence, flips);
                flip(&fence, k);
            }
            flip(&fence, j);
        }
        flip(&fence, i);
    }
    assert_memory_equal(&fence, good, sizeof(fence));
}

/* A sanitizer takes several times as long, and so does an emulated core. Boards try one bit and
 * two: which sums three change is arithmetic of 64 bits, the same everywhere. */
#if (__STDC_HOSTED__ != 1)
#define DEEP_KEYS 0U
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||                             \
    defined(RINGFENCE_FIRMWARE_CMOCKA_H)
#define DEEP_KEYS 1U
#else
#define DEEP_KEYS 3U
#endif

/**
 * All changes of one, two and three bits of a fence are refused for its bytes, whichever number the
 * process has: 9 437 504 changes of each fence, 73 920 of them of one bit or two.
 * @verifies RF-SYNC-201
 */
static void up_to_three_changed_bits_of_a_fence_are_refused(void **state)
{
    const uint64_t keys[] = {port_first_secret(), 0U, UINT64_MAX, 0x8000000000000001U, 1U};
    World world = world_open();
    SyncObject *const object = object_of(world.object);
    Flips flips = {0U, 0U};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(keys); i++) {
        const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
        NvSciSyncFence fence = world.fence;

        port_once64_put(&g_port_first_secret, (i == 0U) ? port_first_secret() : keys[i]);
        object->key = fence_key(fence.payload[0]);
        fence.payload[1] = (i == 2U) ? UINT64_MAX : (0x0123456789ABCDEFU * i);
        fence.payload[2] = (i == 1U) ? 0U : (((uint64_t)i << 32U) | (i % 2U));
        seal(&fence);
        assert_true((PORT_QUICK == 0U) || (quick_slots(0U, &fence) != 0U) ||
                    quick_is_of(object, &fence));
        try_flips(&fence, (i + 1U) <= DEEP_KEYS, &flips);
        try_flips(&cleared, false, &flips);
    }
    port_once64_put(&g_port_first_secret, keys[0]);
    object->key = fence_key(world.fence.payload[0]);
    print_message("%llu changes of up to three bits, %llu accepted\n",
                  (unsigned long long)flips.tried, (unsigned long long)flips.accepted);
    assert_int_equal(flips.accepted, 0U);
    assert_true(flips.tried == ((DEEP_KEYS * 9363584ULL) + (2U * COUNT_OF(keys) * 73920ULL)));
    world_close(&world);
}

/**
 * A fence is refused if a word that the library leaves zero is not, or if two words that were zero
 * are overwritten by ones.
 * @verifies RF-SYNC-202
 */
static void a_fence_with_overwritten_words_is_refused(void **state)
{
    World world = world_open();
    NvSciSyncFence fence;
    Flips flips = {0U, 0U};

    (void)state;
    for (uint32_t word = 3U; word <= 4U; word++) {
        for (uint32_t bit = 0U; bit < 64U; bit++) {
            fence = world.fence;
            fence.payload[word] = (uint64_t)1U << bit;
            seal(&fence);
            try_flipped(&fence, &flips);
        }
    }
    for (uint32_t first = 0U; first < 3U; first++) {
        for (uint32_t second = 0U; second < first; second++) {
            fence = world.fence;
            fence.payload[first] ^= UINT64_MAX;
            fence.payload[second] ^= UINT64_MAX;
            try_flipped(&fence, &flips);
        }
    }
    for (uint32_t word = 0U; word < 6U; word++) {
        uint64_t seed = 0x0123456789ABCDEFU + word;

        for (uint32_t i = 0U; i < 1000U; i++) {
            fence = world.fence;
            fence.payload[word] ^= next_random(&seed);
            try_flipped(&fence, &flips);
        }
    }
    assert_int_equal(flips.tried, 128U + 3U + 6000U);
    assert_int_equal(flips.accepted, 0U);
    world_close(&world);
}

/**
 * A fence with a right check word that names no object, or what its object does not have, is
 * refused by every function that uses the object.
 * @verifies RF-SYNC-071
 * @verifies RF-SYNC-072
 */
static void a_fence_that_fits_no_object_is_refused(void **state)
{
    World world = world_open();
    const uint64_t live = world.fence.payload[0];
    const NvSciSyncObj narrow = make_object(world.module, (Traits){.narrow = true});
    const uint64_t generation = ((uint64_t)1U << 32U);
    NvSciSyncFence bound = NvSciSyncFenceInitializer;
    Witness witness;

    (void)state;
    witness_open(&witness);
    assert_status(NvSciSyncFenceUpdateFence(narrow, 0U, 0U, &bound), NvSciError_Success);
    {
        const struct {
            uint64_t words[3];
            RingfenceFaultKind kind;
        } cases[] = {
            {{generation | RINGFENCE_CFG_SYNC_OBJECTS, 0U, 0U}, RINGFENCE_FAULT_STALE_FENCE},
            {{live | 0xFFFU, 0U, 0U}, RINGFENCE_FAULT_STALE_FENCE},
            {{UINT64_MAX, 0U, 0U}, RINGFENCE_FAULT_STALE_FENCE},
            {{live ^ generation, 0U, 0U}, RINGFENCE_FAULT_STALE_FENCE},
            {{live, 0U, RINGFENCE_CFG_TIMESTAMP_SLOTS + 1U}, RINGFENCE_FAULT_BAD_FENCE},
            {{live, 0U, ((uint64_t)RINGFENCE_CFG_TASK_STATUS_SLOTS + 1U) << 32U},
             RINGFENCE_FAULT_BAD_FENCE},
            {{bound.payload[0], (uint64_t)UINT32_MAX + 1U, 0U}, RINGFENCE_FAULT_BAD_FENCE},
            {{bound.payload[0], 0U, 1U}, RINGFENCE_FAULT_BAD_FENCE},
        };

        for (size_t i = 0U; i < COUNT_OF(cases); i++) {
            NvSciSyncFence made = NvSciSyncFenceInitializer;

            (void)memcpy(made.payload, cases[i].words, sizeof(cases[i].words));
            seal(&made);
            for (size_t j = 0U; j < g_fence_call_count; j++) {
                if (!g_fence_calls[j].overwrites) {
                    const uint32_t faults = fault_count();
                    NvSciSyncFence fence = made;

                    assert_status(g_fence_calls[j].call(&world, &fence), NvSciError_BadParameter);
                    assert_memory_equal(&fence, &made, sizeof(fence));
                    assert_int_equal(fault_count(), faults + 1U);
                    assert_int_equal(fault_kind(), cases[i].kind);
                }
            }
            assert_int_equal(pins_of(object_of(world.object)), 0U);
            assert_int_equal(pins_of(object_of(narrow)), 0U);
        }
    }
    seal(&bound);
    NvSciSyncFenceClear(&bound);
    assert_int_equal(fences_of(object_of(narrow)), 0U);
    NvSciSyncObjFree(narrow);
    witness_close(&witness);
    world_close(&world);
}

/**
 * A fence whose object is gone is refused by every function that needs the object, though another
 * object has its slot; clearing and overwriting it are no fault and touch no object.
 * @verifies RF-SYNC-072
 */
static void a_fence_whose_object_is_gone_is_refused(void **state)
{
    World world = world_open();
    NvSciSyncFence stale = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncObj objects[2] = {NULL, NULL};
    uint32_t slot = 0U;
    Witness witness;

    (void)state;
    witness_open(&witness);
    objects[0] = make_object(world.module, (Traits){.timestamps = true});
    slot = slot_of(objects[0]);
    assert_status(NvSciSyncObjGenerateFence(objects[0], &fence), NvSciError_Success);
    stale = fence;
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(objects[0]);
    objects[1] = make_object_in_slot(world.module, (Traits){.timestamps = true}, slot);
    for (size_t i = 0U; i < g_fence_call_count; i++) {
        const FenceCall *const call = &g_fence_calls[i];
        const uint32_t faults = fault_count();
        NvSciError status = NvSciError_Success;

        fence = stale;
        status = call->call(&world, &fence);
        if (call->overwrites) {
            assert_status(status, NvSciError_Success);
            assert_int_equal(fault_count(), faults);
            assert_memory_not_equal(&fence, &stale, sizeof(fence));
            NvSciSyncFenceClear(&fence);
        } else {
            assert_status(status, NvSciError_BadParameter);
            assert_memory_equal(&fence, &stale, sizeof(fence));
            assert_int_equal(fault_count(), faults + 1U);
            assert_int_equal(fault_kind(), RINGFENCE_FAULT_STALE_FENCE);
            assert_string_equal(fault_function(), call->function);
        }
        assert_int_equal(fences_of(object_of(objects[1])), 0U);
        assert_int_equal(fences_of(object_of(world.object)), 1U);
    }
    NvSciSyncObjFree(objects[1]);
    witness_close(&witness);
    world_close(&world);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(null_is_no_handle),
        sync_test(a_freed_handle_is_refused),
        sync_test(a_handle_of_another_kind_is_refused),
        sync_test(a_handle_with_a_changed_bit_is_refused),
        sync_test(random_bits_are_refused),
        sync_test(a_fence_with_a_changed_bit_is_refused),
        sync_test(a_fence_of_random_bytes_is_refused),
        sync_test(up_to_three_changed_bits_of_a_fence_are_refused),
        sync_test(a_fence_with_overwritten_words_is_refused),
        sync_test(a_fence_that_fits_no_object_is_refused),
        sync_test(a_fence_whose_object_is_gone_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
