/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_fence_test.c
 * Fences as bytes.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>

#include "sync_inside.h"

#include "ipc/ipc.h"
#include "native.h"
#include "nvsciipc.h"
#include "share/share.h"

#define WORD_CRC   1U
#define WORD_BOUND 2U
#define WORD_NAME  3U
#define WORD_POINT 5U
#define WORD_SLOTS 6U
#define WORD_COUNT 7U
#define HALF_BITS  32U

/** An endpoint that need not be connected. */
static NvSciIpcEndpoint g_channel;

static int begin(void **state)
{
    const int failed = case_begin(state);

    assert_int_equal(setenv("RINGFENCE_NVSCIIPC_CFG", "cfg/nvsciipc.cfg", 1), 0);
    assert_status(NvSciIpcInit(), NvSciError_Success);
    assert_status(NvSciIpcOpenEndpoint("itc_test_0", &g_channel), NvSciError_Success);
    return failed;
}

static int finish(void **state)
{
    go_to(RINGFENCE_PHASE_INIT);
    assert_status(NvSciIpcCloseEndpointSafe(g_channel, true), NvSciError_Success);
    NvSciIpcDeinit();
    return case_end(state);
}

#define fence_test(function) cmocka_unit_test_setup_teardown(function, begin, finish)

/** An object that went over the endpoint. */
static Scene went_scene(Traits traits)
{
    Scene scene = scene_open(traits);
    uint64_t identity = 0U;

    assert_status(share_endpoint(OP_SYNC_IPC_EXPORT_FENCE, g_channel, &identity),
                  NvSciError_Success);
    sync_object_note_way(object_of(scene.object), identity);
    return scene;
}

static NvSciSyncFenceIpcExportDescriptor exported(const NvSciSyncFence *fence)
{
    NvSciSyncFenceIpcExportDescriptor desc;

    assert_status(NvSciSyncIpcExportFence(fence, g_channel, &desc), NvSciError_Success);
    return desc;
}

/** Makes the CRC right after words were changed. */
static void correct_crc(NvSciSyncFenceIpcExportDescriptor *desc)
{
    const uint32_t length = (uint32_t)little_endian_64(desc->payload[WORD_CRC]);
    const uint64_t crc = wire_crc(desc, length);

    desc->payload[WORD_CRC] = little_endian_64(length | (crc << HALF_BITS));
}

/** Asserts that an import is refused with a fault and leaves the fence as it is. */
static void expect_refusal(NvSciSyncObj object, const NvSciSyncFenceIpcExportDescriptor *desc,
                           RingfenceFaultKind kind)
{
    const uint32_t faults = fault_count();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    assert_status(NvSciSyncIpcImportFence(object, desc, &fence), NvSciError_BadParameter);
    assert_memory_equal(&fence, &NvSciSyncFenceInitializer, sizeof(fence));
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), kind);
}

/**
 * A fence that went out and in is the same fence, with a reference of its own.
 * @verifies RF-SHARE-052 RF-SHARE-053
 */
static void a_fence_comes_back_as_it_was(void **state)
{
    (void)state;
    for (uint32_t narrow = 0U; narrow < 2U; narrow++) {
        Scene scene = went_scene((Traits){.narrow = (narrow == 1U), .timestamps = true});
        SyncObject *const object = object_of(scene.object);
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        NvSciSyncFence back = NvSciSyncFenceInitializer;
        NvSciSyncFenceIpcExportDescriptor desc;

        set_timeline(scene.object, 0xFFFFFFFEU);
        assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
        assert_status(NvSciSyncFenceAddTaskStatusSlot(&fence, 5U), NvSciError_Success);
        desc = exported(&fence);
        assert_int_equal(fences_of(object), 1U);
        for (uint32_t i = 0U; i < 2U; i++) {
            assert_status(NvSciSyncIpcImportFence(scene.object, &desc, &back), NvSciError_Success);
            assert_memory_equal(&back, &fence, sizeof(fence));
            assert_int_equal(fences_of(object), 2U);
        }
        NvSciSyncFenceClear(&fence);
        assert_status(NvSciSyncFenceWait(&back, scene.context, 0), NvSciError_Timeout);
        assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&back, scene.context, 0), NvSciError_Success);
        NvSciSyncFenceClear(&back);
        scene_close(&scene);
    }
}

/**
 * A cleared fence is a cleared fence for any object, and releases what the fence held.
 * @verifies RF-SHARE-054
 */
static void a_cleared_fence_stays_cleared(void **state)
{
    Scene scene = went_scene((Traits){0});
    const NvSciSyncObj other = make_object(scene.module, (Traits){.narrow = true});
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    const NvSciSyncFenceIpcExportDescriptor desc = exported(&cleared);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(NvSciSyncIpcImportFence(other, &desc, &fence), NvSciError_Success);
    assert_memory_equal(&fence, &cleared, sizeof(fence));
    assert_int_equal(fences_of(object_of(scene.object)), 0U);
    assert_int_equal(fences_of(object_of(other)), 0U);
    for (uint32_t word = WORD_BOUND; word < WORD_COUNT; word++) {
        NvSciSyncFenceIpcExportDescriptor changed = desc;

        changed.payload[word] = little_endian_64(2U);
        correct_crc(&changed);
        expect_refusal(scene.object, &changed, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    }
    NvSciSyncObjFree(other);
    scene_close(&scene);
}

/**
 * Bytes that were changed, or that are of another object, or of a point or slot that the object
 * does not have, are refused.
 * @verifies RF-SHARE-053
 */
static void other_bytes_are_refused(void **state)
{
    Scene scene = went_scene((Traits){.narrow = true, .timestamps = true});
    const NvSciSyncObj other = make_object(scene.module, (Traits){.narrow = true});
    const struct {
        uint32_t word;
        uint64_t value;
    } cases[] = {{WORD_POINT, 0x100000000U},
                 {WORD_POINT, UINT64_MAX},
                 {WORD_SLOTS, (uint64_t)RINGFENCE_CFG_TIMESTAMP_SLOTS + 1U},
                 {WORD_SLOTS, 0xFFFFFFFFU},
                 {WORD_SLOTS, ((uint64_t)RINGFENCE_CFG_TASK_STATUS_SLOTS + 1U) << HALF_BITS},
                 {WORD_BOUND, 0U},
                 {WORD_BOUND, 3U},
                 {WORD_NAME, 0U},
                 {WORD_NAME + 1U, 0U}};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    desc = exported(&fence);
    expect_refusal(other, &desc, RINGFENCE_FAULT_OTHER_OBJECT);
    for (size_t i = 0U; i < sizeof(desc); i++) {
        NvSciSyncFenceIpcExportDescriptor changed = desc;
        uint8_t *const bytes = (uint8_t *)&changed;

        bytes[i] ^= 0x80U;
        expect_refusal(scene.object, &changed,
                       ((i == 4U) || (i == 5U)) ? RINGFENCE_FAULT_OTHER_VERSION
                                                : RINGFENCE_FAULT_BAD_DESCRIPTOR);
    }
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        NvSciSyncFenceIpcExportDescriptor changed = desc;

        changed.payload[cases[i].word] = little_endian_64(cases[i].value);
        correct_crc(&changed);
        expect_refusal(scene.object, &changed,
                       ((cases[i].word == WORD_NAME) || (cases[i].word == (WORD_NAME + 1U)))
                           ? RINGFENCE_FAULT_OTHER_OBJECT
                           : RINGFENCE_FAULT_BAD_DESCRIPTOR);
    }
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(other);
    scene_close(&scene);
}

/**
 * Arguments are checked, and a fence that is not one is neither read nor overwritten.
 * @verifies RF-SHARE-052 RF-SHARE-053
 */
static void arguments_are_checked(void **state)
{
    Scene scene = went_scene((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence broken = {{1U, 2U, 3U, 4U, 5U, 6U}};
    NvSciSyncFenceIpcExportDescriptor desc;
    NvSciSyncFenceIpcExportDescriptor kept;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    desc = exported(&fence);
    kept = desc;
    assert_status(NvSciSyncIpcExportFence(NULL, g_channel, &desc), NvSciError_BadParameter);
    assert_status(NvSciSyncIpcExportFence(&fence, 0U, &desc), NvSciError_BadParameter);
    assert_status(NvSciSyncIpcExportFence(&fence, g_channel, NULL), NvSciError_BadParameter);
    assert_status(NvSciSyncIpcExportFence(&broken, g_channel, &desc), NvSciError_BadParameter);
    assert_memory_equal(&desc, &kept, sizeof(desc));
    assert_status(NvSciSyncIpcImportFence(NULL, &desc, &fence), NvSciError_BadParameter);
    assert_status(NvSciSyncIpcImportFence(scene.object, NULL, &fence), NvSciError_BadParameter);
    assert_status(NvSciSyncIpcImportFence(scene.object, &desc, NULL), NvSciError_BadParameter);
    assert_status(NvSciSyncIpcImportFence(scene.object, &desc, &broken), NvSciError_BadParameter);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_FENCE);
    assert_int_equal(broken.payload[5], 6U);
    assert_int_equal(fences_of(object_of(scene.object)), 1U);
    assert_int_equal(pins_of(object_of(scene.object)), 0U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * Fences go out and in in INIT and RUNTIME, where waiting is admitted, not in DEINIT.
 * @verifies RF-SHARE-055
 */
static void fences_travel_in_runtime(void **state)
{
    Scene scene = went_scene((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;

    (void)state;
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    desc = exported(&fence);
    assert_status(NvSciSyncIpcImportFence(scene.object, &desc, &fence), NvSciError_Success);
    assert_int_equal(fences_of(object_of(scene.object)), 1U);
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_status(NvSciSyncIpcExportFence(&fence, g_channel, &desc), NvSciError_InvalidState);
    assert_status(NvSciSyncIpcImportFence(scene.object, &desc, &fence), NvSciError_InvalidState);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/** Asserts that words are refused with a fault and leave the fence as it is. */
static void expect_no_fence(NvSciSyncObj object, const ShareFence *packed, RingfenceFaultKind kind)
{
    const uint32_t faults = fault_count();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    assert_status(share_unpack_fence(OP_SYNC_IPC_IMPORT_FENCE, object, packed, &fence),
                  NvSciError_BadParameter);
    assert_memory_equal(&fence, &NvSciSyncFenceInitializer, sizeof(fence));
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), kind);
}

/**
 * The words of a fence without the head of a descriptor are that fence, and are refused wherever a
 * descriptor is.
 * @verifies RF-SHARE-053 RF-SHARE-054
 */
static void words_are_looked_at_as_descriptors_are(void **state)
{
    const PhaseOp op = OP_SYNC_IPC_IMPORT_FENCE;
    Scene scene = went_scene((Traits){.narrow = true, .timestamps = true});
    const NvSciSyncObj other = make_object(scene.module, (Traits){.narrow = true});
    const struct {
        uint32_t word;
        uint64_t value;
    } cases[] = {{3U, 0x100000000U},
                 {3U, UINT64_MAX},
                 {4U, (uint64_t)RINGFENCE_CFG_TIMESTAMP_SLOTS + 1U},
                 {4U, ((uint64_t)RINGFENCE_CFG_TASK_STATUS_SLOTS + 1U) << HALF_BITS},
                 {0U, 0U},
                 {0U, 3U}};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence back = NvSciSyncFenceInitializer;
    ShareFence packed = {{0U}};
    uint64_t identity = 0U;

    (void)state;
    assert_status(share_endpoint(op, g_channel, &identity), NvSciError_Success);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    assert_status(share_pack_fence(op, &fence, identity, &packed), NvSciError_Success);
    assert_status(share_unpack_fence(op, scene.object, &packed, &back), NvSciError_Success);
    assert_memory_equal(&back, &fence, sizeof(fence));
    expect_no_fence(other, &packed, RINGFENCE_FAULT_OTHER_OBJECT);
    for (uint32_t bit = 0U; bit < 192U; bit++) {
        ShareFence changed = packed;

        changed.words[bit / 64U] ^= (uint64_t)1U << (bit % 64U);
        expect_no_fence(scene.object, &changed,
                        (bit >= 64U) ? RINGFENCE_FAULT_OTHER_OBJECT
                                     : RINGFENCE_FAULT_BAD_DESCRIPTOR);
    }
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        ShareFence changed = packed;

        changed.words[cases[i].word] = cases[i].value;
        expect_no_fence(scene.object, &changed, RINGFENCE_FAULT_BAD_DESCRIPTOR);
    }
    NvSciSyncFenceClear(&fence);
    assert_status(share_pack_fence(op, &fence, identity, &packed), NvSciError_Success);
    assert_status(share_unpack_fence(op, scene.object, &packed, &back), NvSciError_Success);
    assert_memory_equal(&back, &fence, sizeof(fence));
    NvSciSyncObjFree(other);
    scene_close(&scene);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        fence_test(a_fence_comes_back_as_it_was),
        fence_test(a_cleared_fence_stays_cleared),
        fence_test(other_bytes_are_refused),
        fence_test(words_are_looked_at_as_descriptors_are),
        fence_test(arguments_are_checked),
        fence_test(fences_travel_in_runtime),
    };

    return cmocka_run_group_tests_name("share/sync_fence", tests, NULL, NULL);
}
