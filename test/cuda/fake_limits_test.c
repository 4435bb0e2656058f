/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_limits_test.c
 * Each capacity of libringfence_cuda is used up by calls of the API, and the report of that names
 * its macro; one thing that is given back can be had again. The other macros are those of
 * test/system/limits_test.c, whose profile this library has too.
 */
#include "cuda_fixture.h"

#include "../system/limits/limits.h"
#include "ringfence_cfg.h"

#define CU(call)     HOLDS((call) == CUDA_SUCCESS)
#define LIMIT_BUFFER 4096U

/** Each row has a process, and what it needs of CUDA in it. */
static void begin(void)
{
    HOLDS(scene_up(NULL) == 0);
}

/** An object each: one that is imported again has the same row. */
static void semaphores(void)
{
    CUexternalSemaphore made[RINGFENCE_CFG_CUDA_SEMAPHORES] = {NULL};
    CUexternalSemaphore more = NULL;
    NvSciSyncObj object = NULL;

    begin();
    for (uint32_t i = 0U; i < RINGFENCE_CFG_CUDA_SEMAPHORES; i++) {
        CU(try_import(sync_object(SIGNALS, CPU_SIDE), 0U, &made[i]));
    }
    object = sync_object(SIGNALS, CPU_SIDE);
    limit_is_named(try_import(object, 0U, &more) != CUDA_SUCCESS);
    destroy_sync(made[0]);
    limit_goes_on(try_import(object, 0U, &more) == CUDA_SUCCESS);
}

/** Imports of one buffer. */
static void memories(void)
{
    static CUexternalMemory made[RINGFENCE_CFG_CUDA_MEMORIES];
    CUexternalMemory more = NULL;
    NvSciBufObj object = NULL;

    begin();
    object = raw_buffer(LIMIT_BUFFER, true, &g_scene.gpu);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_CUDA_MEMORIES; i++) {
        CU(try_import_buffer(object, LIMIT_BUFFER, &made[i]));
    }
    limit_is_named(try_import_buffer(object, LIMIT_BUFFER, &more) != CUDA_SUCCESS);
    CU(ringfenceCuDestroyExternalMemory(made[0]));
    limit_goes_on(try_import_buffer(object, LIMIT_BUFFER, &more) == CUDA_SUCCESS);
}

/** Pointers into one buffer. */
static void mappings(void)
{
    static CUdeviceptr made[RINGFENCE_CFG_CUDA_MAPPINGS];
    CUexternalMemory memory = NULL;
    CUdeviceptr more = 0U;

    begin();
    memory = import_buffer(raw_buffer(LIMIT_BUFFER, true, &g_scene.gpu), LIMIT_BUFFER);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_CUDA_MAPPINGS; i++) {
        CU(try_map(memory, 0U, LIMIT_BUFFER, &made[i]));
    }
    limit_is_named(try_map(memory, 0U, LIMIT_BUFFER, &more) != CUDA_SUCCESS);
    CU(ringfenceCuMemFree(made[0]));
    limit_goes_on(try_map(memory, 0U, LIMIT_BUFFER, &more) == CUDA_SUCCESS);
}

/** Who has used all events waits for the oldest: no signal is refused. */
static void events(void)
{
    CUexternalSemaphore semaphore = NULL;
    NvSciSyncObj object = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    begin();
    object = sync_object(SIGNALS, WAITS);
    HOLDS(is_local(object));
    semaphore = import_sync(object);
    for (uint32_t i = 0U; i < (2U * RINGFENCE_CFG_CUDA_EVENTS); i++) {
        CU(try_signal(semaphore, &fence, 0U));
    }
    limit_is_not_met(try_signal(semaphore, &fence, 0U) == CUDA_SUCCESS);
    limit_goes_on(try_wait(semaphore, &fence, 0U) == CUDA_SUCCESS);
    CU(cuStreamSynchronize(g_scene.stream));
}

static const LimitRow g_cuda_rows[] = {
    USED(CUDA_SEMAPHORES, semaphores),
    USED(CUDA_MEMORIES, memories),
    USED(CUDA_MAPPINGS, mappings),
    USED(CUDA_EVENTS, events),
};

static const LimitRows g_all = {g_cuda_rows, sizeof(g_cuda_rows) / sizeof(g_cuda_rows[0])};

/**
 * Each macro of CUDA has a row.
 * @verifies RF-CORE-341
 */
static void each_macro_has_a_row(void **state)
{
    static const char *const none[] = {NULL};
    uint32_t macros = 0U;

    (void)state;
    assert_int_equal(limit_unknown(&g_all, 1U, "RINGFENCE_CFG_CUDA_", none, &macros), 0U);
    assert_true(macros >= 4U);
}

/**
 * What is refused because a capacity is used up is reported with the macro, what was asked for and
 * what is allowed, also as text; when one thing is given back, the call works again.
 * @verifies RF-CORE-340
 */
static void each_capacity_names_itself(void **state)
{
    (void)state;
    assert_int_equal(limit_run(&g_all), 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_macro_has_a_row),
        cmocka_unit_test(each_capacity_names_itself),
    };

    return cmocka_run_group_tests_name("cuda/fake_limits", tests, NULL, NULL);
}
