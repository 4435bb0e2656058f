/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file builds_test.c
 * Programs whose libraries are of two builds: mk/mixed.mk makes them, and test/system/mixed has
 * what they do.
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

/** What each function gives that is refused: the error, and nothing that was changed; three faults
 * of three calls. */
#define REFUSED "13 7 13 1 1 3 a library beside libringfence is of another build; "

static char g_build[PATH_MOST];
static char g_line[LINE_MOST];

static int begin(void **state)
{
    (void)state;
    assert_true(readlink("/proc/self/exe", g_build, sizeof(g_build) - 1U) > 0);
    for (uint32_t i = 0U; i < 3U; i++) {
        *strrchr(g_build, '/') = '\0';
    }
    return 0;
}

/** Runs a program with libraries of folders of the build; its line is in g_line. */
static void run(const char *program, const char *first, const char *preload)
{
    static char command[8U * PATH_MOST];
    FILE *stream = NULL;

    (void)snprintf(command, sizeof(command), "%s/mixed/%s", g_build, program);
    if (access(command, X_OK) != 0) {
        skip();
    }
    (void)snprintf(command, sizeof(command),
                   "LD_LIBRARY_PATH=%s/%s:%s/lib:$LD_LIBRARY_PATH LD_PRELOAD=\"%s%s\" %s/mixed/%s",
                   g_build, first, g_build, (preload[0] == '\0') ? "" : g_build, preload, g_build,
                   program);
    stream = popen(command, "r");
    assert_non_null(stream);
    assert_non_null(fgets(g_line, (int)sizeof(g_line), stream));
    assert_int_equal(pclose(stream), 0);
}

/** The line says what differs, as a number of the library and one of libringfence, and the files of
 * both. */
static void assert_difference(const char *name, const char *library, const char *ringfence)
{
    static const char refused[] = REFUSED;
    char part[LINE_MOST];

    if (strncmp(g_line, refused, sizeof(refused) - 1U) != 0) {
        print_error("%s", g_line);
        fail();
    }
    (void)snprintf(part, sizeof(part), "%s: library in %s%s has ", name,
                   (library[0] == '/') ? g_build : "", library);
    assert_non_null(strstr(g_line, part));
    (void)snprintf(part, sizeof(part), ", libringfence in %s%s has ",
                   (ringfence[0] == '/') ? g_build : "", ringfence);
    assert_non_null(strstr(g_line, part));
}

/** @verifies RF-CORE-315 */
static void libraries_of_one_build_work(void **state)
{
    (void)state;
    run("shared", "lib", "");
    assert_int_equal(strncmp(g_line, "0 2 13 1 1 0 no fault", 21U), 0);
}

/**
 * With a row more in the table of functions no function is admitted in place of another one.
 * @verifies RF-CORE-316
 * @verifies RF-CORE-317
 */
static void another_libringfence_is_refused(void **state)
{
    (void)state;
    run("shared", "mixed/row", "");
    assert_difference("number of functions", "/lib/libringfence_dla.so.0",
                      "/mixed/row/libringfence.so.0");
    run("shared", "lib", "/mixed/row/libringfence.so.0");
    assert_difference("number of functions", "/lib/libringfence_dla.so.0",
                      "/mixed/row/libringfence.so.0");
}

/**
 * @verifies RF-CORE-316
 * @verifies RF-CORE-317
 */
static void another_capacity_is_refused(void **state)
{
    (void)state;
    run("shared", "mixed/tasks", "");
    assert_difference("RINGFENCE_CFG_DLA_TASKS", "/mixed/tasks/libringfence_dla.so.0",
                      "/lib/libringfence.so.0");
    assert_non_null(strstr(g_line, "libringfence_dla.so.0 has 63, "));
    assert_non_null(strstr(g_line, "libringfence.so.0 has 64\n"));
}

/** @verifies RF-CORE-317 */
static void libraries_in_the_program_are_refused(void **state)
{
    (void)state;
    run("static", "lib", "");
    assert_difference("RINGFENCE_CFG_DLA_TASKS", "the program", "the program");
}

/**
 * Of two libringfence in a process the one counts that the library calls.
 * @verifies RF-CORE-317
 */
static void one_of_two_libringfence_is_refused(void **state)
{
    (void)state;
    run("two", "lib", "");
    assert_difference("number of functions", "/lib/libringfence_dla.so.0", "the program");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(libraries_of_one_build_work),
        cmocka_unit_test(another_libringfence_is_refused),
        cmocka_unit_test(another_capacity_is_refused),
        cmocka_unit_test(libraries_in_the_program_are_refused),
        cmocka_unit_test(one_of_two_libringfence_is_refused),
    };

    return cmocka_run_group_tests_name("system/builds", tests, begin, NULL);
}
