/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file builds_test.c
 * A program whose libringfence_cuda is of another build than its libringfence; test/cuda/mixed has
 * what it does.
 */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define PATH_MOST 512U
#define LINE_MOST 2048U

#define REFUSED                                                                                    \
    "800 1 a library beside libringfence is of another build; "                                    \
    "RINGFENCE_CFG_CUDA_SEMAPHORES: library in "

static char g_build[PATH_MOST];
static char g_line[LINE_MOST];

static int begin(void **state)
{
    (void)state;
    assert_true(readlink("/proc/self/exe", g_build, sizeof(g_build) - 1U) > 0);
    for (uint32_t i = 0U; i < 4U; i++) {
        *strrchr(g_build, '/') = '\0';
    }
    return 0;
}

/** Runs the program with a libringfence_cuda of a folder of the build. */
static void run(const char *folder, const char *preload)
{
    static char command[8U * PATH_MOST];
    FILE *stream = NULL;

    (void)snprintf(command, sizeof(command),
                   "LD_LIBRARY_PATH=%s/%s:$LD_LIBRARY_PATH LD_PRELOAD=%s %s/mixed/cuda", g_build,
                   folder, preload, g_build);
    stream = popen(command, "r");
    assert_non_null(stream);
    assert_non_null(fgets(g_line, (int)sizeof(g_line), stream));
    assert_int_equal(pclose(stream), 0);
}

/** @verifies RF-CORE-315 */
static void libraries_of_one_build_work(void **state)
{
    (void)state;
    run("lib", "");
    assert_non_null(strstr(g_line, "no fault"));
    assert_null(strstr(g_line, "800 "));
}

/**
 * Tables that are as long as another build says are not used, also where the preload library is the
 * one that brings the library.
 * @verifies RF-CORE-317
 */
static void another_capacity_is_refused(void **state)
{
    static const char refused[] = REFUSED;
    static const char *const preloads[] = {"", "libringfence_cuda_preload.so"};

    (void)state;
    for (size_t i = 0U; i < (sizeof(preloads) / sizeof(preloads[0])); i++) {
        run("mixed/cuda_lib", preloads[i]);
        assert_int_equal(strncmp(g_line, refused, sizeof(refused) - 1U), 0);
        assert_non_null(strstr(g_line, "/mixed/cuda_lib/libringfence_cuda.so.0 has 255, "));
        assert_non_null(strstr(g_line, "/libringfence.so.0 has 256\n"));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(libraries_of_one_build_work),
        cmocka_unit_test(another_capacity_is_refused),
    };

    return cmocka_run_group_tests_name("cuda/builds", tests, begin, NULL);
}
