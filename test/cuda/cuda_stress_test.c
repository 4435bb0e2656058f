/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_stress_test.c
 * Three threads that make, use and end everything of CUDA at once, with plain streams and others.
 * RINGFENCE_STRESS_SECONDS says for how long.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"
#include "cuda_stress.h"

#define SECONDS 2U

static unsigned int seconds_of_each(void)
{
    const char *const wish = getenv("RINGFENCE_STRESS_SECONDS");
    const unsigned long seconds = (wish != NULL) ? strtoul(wish, NULL, 10) : SECONDS;

    return (unsigned int)seconds;
}

static void stress(bool phases)
{
    const unsigned int seconds = seconds_of_each();

    (void)alarm(HANG_SECONDS + seconds);
    g_stress.device = g_scene.device;
    g_stress.context = g_scene.context;
    g_stress.gpu = g_scene.gpu;
    g_stress.sync = g_scene.sync;
    g_stress.buf = g_scene.buf;
    if (!stress_run(seconds, phases)) {
        fail_msg("line %d of cuda_stress.h: code %d, %d failures", g_stress.line, g_stress.code,
                 g_stress.failures);
    }
    assert_true(g_stress.rounds > 0U);
    print_message("%lu rounds\n", (unsigned long)g_stress.rounds);
}

/**
 * Nothing fails, hangs or is left, whatever other threads do meanwhile.
 * @verifies RF-CUDA-252
 */
static void everything_at_once(void **state)
{
    (void)state;
    stress(false);
}

/**
 * Nor where the phase changes meanwhile.
 * @verifies RF-CUDA-252
 */
static void everything_at_once_in_all_phases(void **state)
{
    (void)state;
    stress(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(everything_at_once),
        cuda_test(everything_at_once_in_all_phases),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
