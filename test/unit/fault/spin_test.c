/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file spin_test.c
 * How waits of a context learn whether to spin. The clock of this program moves when it is read.
 */
#define _GNU_SOURCE

#include "sync_inside.h"

#include <sched.h>
#include <time.h>

#include "fault.h"
#include "port/wait.h"

/** Waits that sleep between two spins at most. */
#define PAUSE_MAX 4095U

/** Microseconds of the clock, and how often it was read. */
static uint64_t g_now_us = 1000000U;

static NvSciSyncObj g_awaited;
/** Looks at the clock until the system takes the CPU, while the other side signals; 0: not. */
static uint32_t g_looks_left;

/** Stands in for the system's own: a microsecond passes with each look. */
int clock_gettime(clockid_t id, struct timespec *time)
{
    (void)id;
    g_now_us++;
    if (g_looks_left > 0U) {
        g_looks_left--;
        if (g_looks_left == 0U) {
            g_now_us += 3U * RINGFENCE_CFG_SPIN_US;
            (void)NvSciSyncObjSignal(g_awaited);
        }
    }
    time->tv_sec = (time_t)(g_now_us / 1000000U);
    time->tv_nsec = (long)((g_now_us % 1000000U) * 1000U);
    return 0;
}

/** What the other side does while the CPU is given away. */
static bool g_answers;
static uint64_t g_away_us;
static uint32_t g_yields;
static uint32_t g_sleeps;

/** Stands in for the system's own. */
int sched_yield(void)
{
    g_yields++;
    g_now_us += g_away_us;
    if (g_answers) {
        (void)NvSciSyncObjSignal(g_awaited);
    }
    return 0;
}

static void signal_each_sleep(void)
{
    g_sleeps++;
    assert_status(NvSciSyncObjSignal(g_awaited), NvSciError_Success);
}

static void begin(const Scene *scene)
{
    g_awaited = scene->object;
    g_answers = false;
    g_away_us = 0U;
    g_yields = 0U;
    g_sleeps = 0U;
    fault_before_sleep(signal_each_sleep);
}

/** Waits once for a point that is signalled when the wait gives way or sleeps; gives the time of
 * the wait. */
static uint64_t wait_once(const Scene *scene)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t start = 0U;

    assert_status(NvSciSyncObjGenerateFence(scene->object, &fence), NvSciError_Success);
    start = g_now_us;
    assert_status(NvSciSyncFenceWait(&fence, scene->context, -1), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    return g_now_us - start;
}

static bool is_power_of_two(uint32_t number)
{
    return (number & (number - 1U)) == 0U;
}

/**
 * Spins that do not pay become rare: a second one follows the first, and after each further one
 * twice as many waits sleep at once, up to a limit. Each spin ends with its time, and every second
 * kind gives the CPU away.
 * @verifies RF-SYNC-262 RF-SYNC-263
 */
static void spins_that_do_not_pay_become_rare(void **state)
{
    Scene scene = scene_open((Traits){0});
    uint32_t spins = 0U;

    (void)state;
    begin(&scene);
    for (uint32_t i = 1U; i <= (4U * (PAUSE_MAX + 1U)); i++) {
        const bool due = is_power_of_two(i) || ((i % (PAUSE_MAX + 1U)) == 0U);
        const uint32_t yields = g_yields;
        const uint64_t took = wait_once(&scene);

        if (due) {
            /* The first two look; then it is each kind's turn. */
            const bool gives_way = (spins >= 2U) && ((spins % 2U) == 0U);

            spins++;
            assert_int_equal(g_yields - yields, gives_way ? RINGFENCE_CFG_SPIN_YIELDS : 0U);
            assert_in_range(took, gives_way ? 1U : RINGFENCE_CFG_SPIN_US,
                            RINGFENCE_CFG_SPIN_US + 4U);
        } else {
            assert_int_equal(g_yields, yields);
            /* Nobody else has the object, and the wait has no end: no look at the clock. */
            assert_int_equal(took, 0U);
        }
        assert_int_equal(g_sleeps, i);
    }
    assert_int_equal(spins, 13U + 3U);
    fault_before_sleep(NULL);
    scene_close(&scene);
}

/**
 * A kind of spin that pays stays. One that pays no more is left after two in vain.
 * @verifies RF-SYNC-262 RF-SYNC-263
 */
static void a_spin_that_pays_stays(void **state)
{
    Scene scene = scene_open((Traits){0});

    (void)state;
    begin(&scene);
    g_answers = true;
    for (uint32_t i = 0U; i < 3U; i++) {
        (void)wait_once(&scene);
    }
    assert_int_equal(g_sleeps, 3U);
    for (uint32_t i = 1U; i <= 1000U; i++) {
        (void)wait_once(&scene);
        assert_int_equal(g_yields, i);
    }
    assert_int_equal(g_sleeps, 3U);
    g_answers = false;
    for (uint32_t i = 1U; i <= 3U; i++) {
        (void)wait_once(&scene);
    }
    assert_int_equal(g_yields, 1000U + (2U * RINGFENCE_CFG_SPIN_YIELDS));
    assert_int_equal(g_sleeps, 6U);
    assert_in_range(wait_once(&scene), RINGFENCE_CFG_SPIN_US, RINGFENCE_CFG_SPIN_US + 4U);
    assert_int_equal(g_yields, 1000U + (2U * RINGFENCE_CFG_SPIN_YIELDS));
    fault_before_sleep(NULL);
    scene_close(&scene);
}

/**
 * If others keep the CPU that a wait gave away, the next waits sleep at once, though the point was
 * reached. A new context knows nothing of that.
 * @verifies RF-SYNC-263
 */
static void a_cpu_that_is_lost_is_not_given_away_again(void **state)
{
    Scene scene = scene_open((Traits){0});
    uint32_t yields = 0U;

    (void)state;
    begin(&scene);
    g_answers = true;
    for (uint32_t i = 0U; i < 10U; i++) {
        (void)wait_once(&scene);
    }
    g_away_us = (2U * RINGFENCE_CFG_SPIN_US) + 1U;
    yields = g_yields;
    g_sleeps = 0U;
    (void)wait_once(&scene);
    assert_int_equal(g_yields, yields + 1U);
    for (uint32_t i = 1U; i <= PAUSE_MAX; i++) {
        assert_int_equal(wait_once(&scene), 0U);
        assert_int_equal(g_sleeps, i);
    }
    assert_int_equal(g_yields, yields + 1U);
    NvSciSyncCpuWaitContextFree(scene.context);
    assert_status(NvSciSyncCpuWaitContextAlloc(scene.module, &scene.context), NvSciError_Success);
    for (uint32_t i = 1U; i <= 2U; i++) {
        assert_in_range(wait_once(&scene), RINGFENCE_CFG_SPIN_US, RINGFENCE_CFG_SPIN_US + 4U);
    }
    fault_before_sleep(NULL);
    scene_close(&scene);
}

/**
 * A spin from which the system takes the CPU is one in vain, no more: the next wait spins again.
 * @verifies RF-SYNC-262 RF-SYNC-263
 */
static void a_cpu_that_the_system_takes_is_no_reason(void **state)
{
    Scene scene = scene_open((Traits){0});

    (void)state;
    begin(&scene);
    g_looks_left = 2U;
    assert_in_range(wait_once(&scene), 3U * RINGFENCE_CFG_SPIN_US, 4U * RINGFENCE_CFG_SPIN_US);
    assert_int_equal(g_sleeps, 0U);
    assert_in_range(wait_once(&scene), RINGFENCE_CFG_SPIN_US, RINGFENCE_CFG_SPIN_US + 4U);
    assert_int_equal(g_sleeps, 1U);
    fault_before_sleep(NULL);
    scene_close(&scene);
}

/**
 * A wait that ends before its spin does says nothing of spins, and one that only looks does not
 * spin.
 * @verifies RF-SYNC-262
 */
static void short_waits_teach_nothing(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    begin(&scene);
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    for (uint32_t i = 0U; i < 100U; i++) {
        const uint64_t start = g_now_us;

        assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Timeout);
        assert_int_equal(g_now_us, start);
        assert_status(NvSciSyncFenceWait(&fence, scene.context, 3), NvSciError_Timeout);
        assert_in_range(g_now_us - start, 3U, 5U);
    }
    assert_int_equal(g_yields + g_sleeps, 0U);
    fault_before_sleep(NULL);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(spins_that_do_not_pay_become_rare),
        sync_test(a_spin_that_pays_stays),
        sync_test(a_cpu_that_is_lost_is_not_given_away_again),
        sync_test(a_cpu_that_the_system_takes_is_no_reason),
        sync_test(short_waits_teach_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
