/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fence_pool_test.c
 * Fences and fence descriptors of the library's own storage.
 */
#include "sync_inside.h"

static NvSciSyncFence *take_fence(void)
{
    NvSciSyncFence *fence = NULL;

    assert_status(RingfenceFenceTake(&fence), NvSciError_Success);
    assert_non_null(fence);
    return fence;
}

static NvSciSyncFenceIpcExportDescriptor *take_desc(void)
{
    NvSciSyncFenceIpcExportDescriptor *desc = NULL;

    assert_status(RingfenceFenceDescTake(&desc), NvSciError_Success);
    assert_non_null(desc);
    return desc;
}

/**
 * All stored fences can be taken, each once and cleared, not one more, and all again after they
 * were given back.
 * @verifies RF-SYNC-080
 * @verifies RF-SYNC-081
 * @verifies RF-SYNC-087
 */
static void all_fences_are_taken_and_no_more(void **state)
{
    static NvSciSyncFence *fences[RINGFENCE_CFG_FENCES];
    Scene scene = scene_open((Traits){0});

    (void)state;
    for (uint32_t round = 0U; round < 2U; round++) {
        const uint32_t failures = exhausted(RINGFENCE_POOL_FENCE);
        NvSciSyncFence *extra = NULL;

        for (uint32_t i = 0U; i < RINGFENCE_CFG_FENCES; i++) {
            fences[i] = take_fence();
            assert_memory_equal(fences[i], &NvSciSyncFenceInitializer, sizeof(*fences[i]));
            assert_status(NvSciSyncObjGenerateFence(scene.object, fences[i]), NvSciError_Success);
        }
        assert_int_equal(fences_of(object_of(scene.object)), RINGFENCE_CFG_FENCES);
        assert_status(RingfenceFenceTake(&extra), NvSciError_InsufficientResource);
        assert_null(extra);
        assert_int_equal(exhausted(RINGFENCE_POOL_FENCE), failures + 1U);
        for (uint32_t i = 0U; i < RINGFENCE_CFG_FENCES; i++) {
            assert_int_equal(value_of(fences[i]), (round * RINGFENCE_CFG_FENCES) + i + 1U);
            RingfenceFenceGive(fences[i]);
            /* What is written to storage that nobody has is not passed on. */
            fences[i]->payload[2] = 5U;
        }
        assert_int_equal(in_use_of(RINGFENCE_POOL_FENCE), 0U);
        assert_int_equal(fences_of(object_of(scene.object)), 0U);
    }
    scene_close(&scene);
}

/**
 * All stored descriptors can be taken, each once and zeroed, not one more, and all again after
 * they were given back.
 * @verifies RF-SYNC-082
 * @verifies RF-SYNC-083
 * @verifies RF-SYNC-087
 */
static void all_descriptors_are_taken_and_no_more(void **state)
{
    static const NvSciSyncFenceIpcExportDescriptor zero;
    static NvSciSyncFenceIpcExportDescriptor *descs[RINGFENCE_CFG_FENCE_DESCS];

    (void)state;
    for (uint32_t round = 0U; round < 2U; round++) {
        const uint32_t failures = exhausted(RINGFENCE_POOL_FENCE_DESC);
        NvSciSyncFenceIpcExportDescriptor *extra = NULL;

        for (uint32_t i = 0U; i < RINGFENCE_CFG_FENCE_DESCS; i++) {
            descs[i] = take_desc();
            assert_memory_equal(descs[i], &zero, sizeof(zero));
            (void)memset(descs[i], (int)(i + 1U), sizeof(*descs[i]));
        }
        assert_status(RingfenceFenceDescTake(&extra), NvSciError_InsufficientResource);
        assert_null(extra);
        assert_int_equal(exhausted(RINGFENCE_POOL_FENCE_DESC), failures + 1U);
        for (uint32_t i = 0U; i < RINGFENCE_CFG_FENCE_DESCS; i++) {
            assert_int_equal(descs[i]->payload[6] & 0xFFU, (i + 1U) & 0xFFU);
            RingfenceFenceDescGive(descs[i]);
            assert_memory_equal(descs[i], &zero, sizeof(zero));
            /* What is written to storage that nobody has is not passed on. */
            descs[i]->payload[2] = 5U;
        }
        assert_int_equal(in_use_of(RINGFENCE_POOL_FENCE_DESC), 0U);
    }
}

/**
 * Taking needs somewhere to put the storage; giving NULL back does nothing.
 * @verifies RF-SYNC-080
 * @verifies RF-SYNC-082
 */
static void taking_into_nothing_is_refused(void **state)
{
    const uint32_t faults = fault_count();

    (void)state;
    assert_status(RingfenceFenceTake(NULL), NvSciError_BadParameter);
    assert_status(RingfenceFenceDescTake(NULL), NvSciError_BadParameter);
    RingfenceFenceGive(NULL);
    RingfenceFenceDescGive(NULL);
    assert_int_equal(fault_count(), faults);
}

/**
 * Storage that is not taken is not given back: the caller's own, a place inside, a second time.
 * Each is a fault and nothing changes.
 * @verifies RF-SYNC-084
 */
static void giving_back_what_was_not_taken_is_a_fault(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence *const taken = take_fence();
    NvSciSyncFence *const again = take_fence();
    NvSciSyncFenceIpcExportDescriptor *const desc = take_desc();
    NvSciSyncFence own = NvSciSyncFenceInitializer;
    NvSciSyncFence inside = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor own_desc;
    const uint32_t faults = fault_count();
    const PoolState before = pools_now();

    (void)state;
    (void)memset(&own_desc, 0x11, sizeof(own_desc));
    assert_status(NvSciSyncObjGenerateFence(scene.object, &own), NvSciError_Success);
    inside = own;
    RingfenceFenceGive(&own);
    assert_memory_equal(&own, &inside, sizeof(own));
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_RETURN);
    assert_string_equal(fault_function(), "RingfenceFenceGive");
    RingfenceFenceGive((NvSciSyncFence *)(void *)&taken->payload[1]);
    RingfenceFenceDescGive(&own_desc);
    assert_int_equal(own_desc.payload[0], 0x1111111111111111U);
    RingfenceFenceDescGive((NvSciSyncFenceIpcExportDescriptor *)(void *)&desc->payload[1]);
    assert_int_equal(fault_count(), faults + 4U);
    assert_string_equal(fault_function(), "RingfenceFenceDescGive");
    assert_pools(&before);
    RingfenceFenceDescGive(desc);
    RingfenceFenceDescGive(desc);
    assert_int_equal(fault_count(), faults + 5U);
    RingfenceFenceGive(again);
    *again = own;
    RingfenceFenceGive(again);
    assert_int_equal(fault_count(), faults + 6U);
    assert_memory_equal(again, &own, sizeof(own));
    assert_int_equal(fences_of(object_of(scene.object)), 1U);
    NvSciSyncFenceClear(again);
    RingfenceFenceGive(taken);
    scene_close(&scene);
}

/**
 * Storage is taken in INIT, and given back in INIT and DEINIT, with the last fence of an object
 * too.
 * @verifies RF-SYNC-081
 * @verifies RF-SYNC-083
 */
static void storage_is_given_back_in_deinit(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence *const fence = take_fence();
    NvSciSyncFenceIpcExportDescriptor *const desc = take_desc();
    NvSciSyncFence kept;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, fence), NvSciError_Success);
    kept = *fence;
    go_to(RINGFENCE_PHASE_RUNTIME);
    RingfenceFenceGive(fence);
    RingfenceFenceDescGive(desc);
    assert_memory_equal(fence, &kept, sizeof(kept));
    assert_int_equal(in_use_of(RINGFENCE_POOL_FENCE), 1U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_FENCE_DESC), 1U);
    go_to(RINGFENCE_PHASE_DEINIT);
    scene_close(&scene);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    RingfenceFenceGive(fence);
    RingfenceFenceDescGive(desc);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 0U);
    go_to(RINGFENCE_PHASE_INIT);
}

/**
 * A stored fence whose bytes were changed is given back, and the change is a fault.
 * @verifies RF-SYNC-071
 * @verifies RF-SYNC-081
 */
static void a_corrupted_stored_fence_is_given_back(void **state)
{
    NvSciSyncFence *const fence = take_fence();
    const uint32_t faults = fault_count();

    (void)state;
    fence->payload[3] = 1U;
    RingfenceFenceGive(fence);
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_FENCE);
    assert_int_equal(in_use_of(RINGFENCE_POOL_FENCE), 0U);
    assert_memory_equal(fence, &NvSciSyncFenceInitializer, sizeof(*fence));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(all_fences_are_taken_and_no_more),
        sync_test(all_descriptors_are_taken_and_no_more),
        sync_test(taking_into_nothing_is_refused),
        sync_test(giving_back_what_was_not_taken_is_a_fault),
        sync_test(storage_is_given_back_in_deinit),
        sync_test(a_corrupted_stored_fence_is_given_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
