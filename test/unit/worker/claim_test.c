/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file claim_test.c
 * Which engine signals a sync object.
 */
#define _POSIX_C_SOURCE 200809L

#include <sys/wait.h>
#include <unistd.h>

#include "sync_fixture.h"
#include "worker/claim.h"

/** Rows of engines. */
typedef struct {
    uint8_t bytes[64];
} Row;

static Row g_rows[2];

/** Objects that an engine signals, and that the CPU signals. */
static const Traits g_signals = {.engine_signals = true, .engines = true};
static const Traits g_waits = {.engines = false};

static RingfenceEngineSync map_of(NvSciSyncObj object)
{
    RingfenceEngineSync map;

    assert_status(RingfenceEngineSyncMap(object, &map), NvSciError_Success);
    return map;
}

/**
 * The first engine has an object, also through another map of it, until it gives it back; others
 * are refused, and give nothing back.
 * @verifies RF-WORKER-011
 * @verifies RF-WORKER-013
 */
static void the_first_engine_has_an_object(void **state)
{
    Scene scene = scene_open(g_signals);
    RingfenceEngineSync first = map_of(scene.object);
    RingfenceEngineSync second = map_of(scene.object);
    bool is_first = false;

    (void)state;
    assert_false(worker_is_claimed(&first, &g_rows[0]));
    assert_true(worker_claim(&first, &g_rows[0], &is_first));
    assert_true(is_first);
    assert_true(worker_claim(&second, &g_rows[0], &is_first));
    assert_false(is_first);
    assert_false(worker_claim(&second, &g_rows[1], &is_first));
    assert_false(is_first);
    assert_true(worker_is_claimed(&second, &g_rows[1]));
    assert_false(worker_is_claimed(&second, &g_rows[0]));
    worker_give_claim(&second, &g_rows[1]);
    assert_false(worker_claim(&second, &g_rows[1], &is_first));
    worker_give_claim(&first, &g_rows[0]);
    assert_true(worker_claim(&second, &g_rows[1], &is_first));
    assert_true(is_first);
    worker_give_claim(&second, &g_rows[1]);
    RingfenceEngineSyncUnmap(&first);
    RingfenceEngineSyncUnmap(&second);
    scene_close(&scene);
}

/**
 * What an engine of a process that is gone had, is had by the next one.
 * @verifies RF-WORKER-012
 */
static void claims_of_a_process_that_is_gone_do_not_count(void **state)
{
    Scene scene = scene_open(g_signals);
    RingfenceEngineSync map = map_of(scene.object);
    bool is_first = false;
    int result = -1;
    pid_t child = 0;

    (void)state;
    child = fork();
    if (child == 0) {
        const bool claimed = worker_claim(&map, &g_rows[0], &is_first);

        _exit((claimed && is_first) ? 0 : 1);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0);
    assert_false(worker_is_claimed(&map, &g_rows[1]));
    assert_true(worker_claim(&map, &g_rows[1], &is_first));
    assert_true(is_first);
    worker_give_claim(&map, &g_rows[1]);
    RingfenceEngineSyncUnmap(&map);
    scene_close(&scene);
}

/**
 * An object that engines of this process may not signal is had by none.
 * @verifies RF-WORKER-011
 */
static void objects_of_others_are_not_claimed(void **state)
{
    Scene scene = scene_open(g_waits);
    RingfenceEngineSync map = map_of(scene.object);
    bool is_first = true;

    (void)state;
    assert_null(map.counter);
    assert_false(worker_claim(&map, &g_rows[0], &is_first));
    assert_false(is_first);
    assert_false(worker_is_claimed(&map, &g_rows[0]));
    worker_give_claim(&map, &g_rows[0]);
    RingfenceEngineSyncUnmap(&map);
    scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(the_first_engine_has_an_object),
                                       sync_test(claims_of_a_process_that_is_gone_do_not_count),
                                       sync_test(objects_of_others_are_not_claimed)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
