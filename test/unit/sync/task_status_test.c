/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file task_status_test.c
 * Task statuses that are read while others are written.
 */
#include <pthread.h>

#include "sync_inside.h"

#define READS 200000U

/** What writes statuses, each of which has one number in all its parts. */
typedef struct {
    NvSciSyncObj object;
    PortAtomic32 stops;
    PortAtomic32 written;
} Writer;

static void *write_on(void *argument)
{
    Writer *const writer = argument;
    bool fine = true;

    for (uint32_t i = 1U; port_load32(&writer->stops) == 0U; i++) {
        const NvSciSyncTaskStatus status = {i, i, 0U, (uint16_t)(i & 0xFFU)};

        fine = fine &&
               (RingfenceSyncObjSetTaskStatus(writer->object, 0U, &status) == NvSciError_Success);
        port_store32(&writer->written, i);
    }
    return fine ? argument : NULL;
}

/**
 * A status that is read while others are written is one of them, or is not there yet.
 * @verifies RF-SYNC-332
 */
static void a_status_is_not_mixed_of_two(void **state)
{
    Scene scene = scene_open((Traits){0});
    Writer writer = {.object = scene.object};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    pthread_t thread;
    void *fine = NULL;
    uint32_t read = 0U;

    (void)state;
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 0U, &fence), NvSciError_Success);
    assert_int_equal(pthread_create(&thread, NULL, write_on, &writer), 0);
    while (port_load32(&writer.written) == 0U) {
        /* It begins. */
    }
    for (uint32_t i = 0U; i < READS; i++) {
        NvSciSyncTaskStatus status = {0U, 0U, 0U, 0U};
        const NvSciError result = NvSciSyncFenceGetTaskStatus(&fence, &status);

        if (result == NvSciError_Success) {
            assert_int_equal(status.timestamp, status.statusEngine);
            assert_int_equal(status.timestamp & 0xFFU, status.status);
            read++;
        } else {
            assert_status(result, NvSciError_NotYetAvailable);
        }
    }
    assert_true(read > 0U);
    port_store32(&writer.stops, 1U);
    assert_int_equal(pthread_join(thread, &fine), 0);
    assert_non_null(fine);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A status that is being written is not there yet, and who writes another one leaves it; a status
 * that looks like that is refused.
 * @verifies RF-SYNC-332
 */
static void a_status_that_is_written_is_left(void **state)
{
    static const NvSciSyncTaskStatus all_ones = {5U, UINT32_MAX, UINT16_MAX, UINT16_MAX};
    static const NvSciSyncTaskStatus reported = {5U, 6U, 7U, 3U};
    Scene scene = scene_open((Traits){0});
    SyncTaskStatus *const slot = &object_of(scene.object)->writable.task_statuses[0];
    NvSciSyncTaskStatus status = {1U, 2U, 3U, 4U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 0U, &fence), NvSciError_Success);
    assert_status(RingfenceSyncObjSetTaskStatus(scene.object, 0U, &all_ones),
                  NvSciError_BadParameter);
    assert_status(RingfenceSyncObjSetTaskStatus(scene.object, 0U, &reported), NvSciError_Success);
    port_store64(&slot->rest, UINT64_MAX);
    assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_NotYetAvailable);
    assert_int_equal(status.timestamp, 1U);
    assert_status(RingfenceSyncObjSetTaskStatus(scene.object, 0U, &reported), NvSciError_Success);
    assert_true(port_load64(&slot->rest) == UINT64_MAX);
    port_store64(&slot->rest, 0U);
    assert_status(RingfenceSyncObjSetTaskStatus(scene.object, 0U, &reported), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_Success);
    assert_memory_equal(&status, &reported, sizeof(status));
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(a_status_is_not_mixed_of_two),
        sync_test(a_status_that_is_written_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
