/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file evidence.h
 * What a test program tells about its tests: which ran, and how many assertions each of them carried out.
 *
 * Included by cmocka.h of this folder. With RINGFENCE_EVIDENCE=FILE in the environment the program appends
 * a line for each test to FILE: source, test, `returned` or `left` (by a failure, by a skip, or never begun),
 * number of assertions. Assertions of set-up and tear-down do not count, nor do those of a child process:
 * its parent asserts how it ended. With RINGFENCE_TESTS=NAME,NAME only these tests run, with
 * RINGFENCE_TESTS=-NAME,NAME only the others.
 */
#ifndef RINGFENCE_TEST_EVIDENCE_H
#define RINGFENCE_TEST_EVIDENCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EVIDENCE_TESTS 256U

/** One of each in a program, whatever number of its sources include this header. */
__attribute__((weak)) atomic_uint g_evidence_assertions;
__attribute__((weak)) size_t g_evidence_begun;
__attribute__((weak)) const struct CMUnitTest *g_evidence_tests[EVIDENCE_TESTS];
__attribute__((weak)) unsigned int g_evidence_counts[EVIDENCE_TESTS];
__attribute__((weak)) bool g_evidence_returned[EVIDENCE_TESTS];

static inline void evidence_assert(void)
{
    (void)atomic_fetch_add(&g_evidence_assertions, 1U);
}

/** Goes before each test: cmocka runs them in their order. */
static inline int evidence_begin(void **state)
{
    const struct CMUnitTest *test = g_evidence_tests[g_evidence_begun];

    g_evidence_begun++;
    return (test->setup_func != NULL) ? test->setup_func(state) : 0;
}

/** In the place of each test. */
static inline void evidence_test(void **state)
{
    const size_t index = g_evidence_begun - 1U;
    const unsigned int before = atomic_load(&g_evidence_assertions);

    g_evidence_tests[index]->test_func(state);
    g_evidence_counts[index] = atomic_load(&g_evidence_assertions) - before;
    g_evidence_returned[index] = true;
}

/** Whether RINGFENCE_TESTS admits a test. */
static inline bool evidence_admits(const char *name)
{
    const char *list = getenv("RINGFENCE_TESTS");
    const bool others = (list != NULL) && (*list == '-');
    const size_t length = strlen(name);
    bool named = false;

    if (list != NULL) {
        for (const char *at = list + (others ? 1 : 0); (at != NULL) && !named;
             at = (strchr(at, ',') != NULL) ? (strchr(at, ',') + 1) : NULL) {
            named = (strncmp(at, name, length) == 0) && ((at[length] == ',') || (at[length] == '\0'));
        }
    }
    return (list == NULL) || (named != others);
}

/** Appends a line to the file of evidence, if there is one. */
static inline void evidence_write(const char *source, const char *name, bool returned, unsigned int count)
{
    const char *path = getenv("RINGFENCE_EVIDENCE");
    FILE *file = (path != NULL) ? fopen(path, "a") : NULL;

    if (file != NULL) {
        (void)fprintf(file, "%s\t%s\t%s\t%u\n", source, name, returned ? "returned" : "left", count);
        (void)fclose(file);
    }
}

static inline int evidence_run(const char *source, const char *group, const struct CMUnitTest *tests,
                               size_t count, CMFixtureFunction setup, CMFixtureFunction teardown)
{
    struct CMUnitTest run[EVIDENCE_TESTS];
    size_t admitted = 0U;
    int failed;

    if (count > EVIDENCE_TESTS) {
        (void)fprintf(stderr, "%s: more than %u tests\n", source, EVIDENCE_TESTS);
        abort();
    }
    for (size_t i = 0U; i < count; i++) {
        if (evidence_admits(tests[i].name)) {
            g_evidence_tests[admitted] = &tests[i];
            run[admitted] = tests[i];
            run[admitted].test_func = evidence_test;
            run[admitted].setup_func = evidence_begin;
            admitted++;
        }
    }
    failed = _cmocka_run_group_tests(group, run, admitted, setup, teardown);
    for (size_t i = 0U; i < admitted; i++) {
        evidence_write(source, g_evidence_tests[i]->name, g_evidence_returned[i],
                       g_evidence_counts[i]);
    }
    return failed;
}

/* The functions of which cmocka's macros are made; a name is not replaced a second time in its own replacement. */
/* clang-format off */
#define _cmocka_run_group_tests(group, tests, count, setup, teardown) \
    evidence_run(__FILE__, (group), (tests), (count), (setup), (teardown))
#define _assert_true(...)             (evidence_assert(), _assert_true(__VA_ARGS__))
#define _assert_return_code(...)      (evidence_assert(), _assert_return_code(__VA_ARGS__))
#define _assert_int_equal(...)        (evidence_assert(), _assert_int_equal(__VA_ARGS__))
#define _assert_int_not_equal(...)    (evidence_assert(), _assert_int_not_equal(__VA_ARGS__))
#define _assert_uint_equal(...)       (evidence_assert(), _assert_uint_equal(__VA_ARGS__))
#define _assert_uint_not_equal(...)   (evidence_assert(), _assert_uint_not_equal(__VA_ARGS__))
#define _assert_ptr_equal_msg(...)    (evidence_assert(), _assert_ptr_equal_msg(__VA_ARGS__))
#define _assert_ptr_not_equal_msg(...) (evidence_assert(), _assert_ptr_not_equal_msg(__VA_ARGS__))
#define _assert_float_equal(...)      (evidence_assert(), _assert_float_equal(__VA_ARGS__))
#define _assert_float_not_equal(...)  (evidence_assert(), _assert_float_not_equal(__VA_ARGS__))
#define _assert_double_equal(...)     (evidence_assert(), _assert_double_equal(__VA_ARGS__))
#define _assert_double_not_equal(...) (evidence_assert(), _assert_double_not_equal(__VA_ARGS__))
#define _assert_string_equal(...)     (evidence_assert(), _assert_string_equal(__VA_ARGS__))
#define _assert_string_not_equal(...) (evidence_assert(), _assert_string_not_equal(__VA_ARGS__))
#define _assert_memory_equal(...)     (evidence_assert(), _assert_memory_equal(__VA_ARGS__))
#define _assert_memory_not_equal(...) (evidence_assert(), _assert_memory_not_equal(__VA_ARGS__))
#define _assert_in_range(...)         (evidence_assert(), _assert_in_range(__VA_ARGS__))
#define _assert_not_in_range(...)     (evidence_assert(), _assert_not_in_range(__VA_ARGS__))
#define _assert_in_set(...)           (evidence_assert(), _assert_in_set(__VA_ARGS__))
#define _assert_not_in_set(...)       (evidence_assert(), _assert_not_in_set(__VA_ARGS__))
/* clang-format on */

#endif /* RINGFENCE_TEST_EVIDENCE_H */
