/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cmocka.h
 * The part of cmocka's interface that the unit tests use, for targets for which no cmocka is built.
 *
 * An assertion that fails prints its place and ends the program with a status, so no test runs in
 * the state that a failed one left. Nothing jumps but skip(), under Linux.
 */
#ifndef RINGFENCE_FIRMWARE_CMOCKA_H
#define RINGFENCE_FIRMWARE_CMOCKA_H

#include <stddef.h>
#include <stdint.h>

/** One test, with what goes before and after it. */
struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
    int (*setup)(void **state);
    int (*teardown)(void **state);
};

/** Where an assertion stands. */
typedef struct {
    const char *file;
    int line;
} MiniPlace;

/* clang-format off */
#define MINI_HERE ((MiniPlace){__FILE__, __LINE__})
#define MINI_NUMBER(value) ((uintmax_t)(value))

#define cmocka_unit_test(function) {#function, (function), NULL, NULL}
#define cmocka_unit_test_setup_teardown(function, setup, teardown) {#function, (function), (setup), (teardown)}
#define cmocka_unit_test_setup(function, setup) {#function, (function), (setup), NULL}
#define cmocka_unit_test_teardown(function, teardown) {#function, (function), NULL, (teardown)}
#define cmocka_run_group_tests(tests, setup, teardown) \
    mini_run((tests), sizeof(tests) / sizeof((tests)[0]), (setup), (teardown))
#define cmocka_run_group_tests_name(name, tests, setup, teardown) cmocka_run_group_tests(tests, setup, teardown)

#define assert_true(value) mini_assert((value) ? 1 : 0, #value, MINI_HERE)
#define assert_false(value) mini_assert((value) ? 0 : 1, "!(" #value ")", MINI_HERE)
#define assert_null(value) mini_assert(((value) == NULL) ? 1 : 0, #value " == NULL", MINI_HERE)
#define assert_non_null(value) mini_assert(((value) != NULL) ? 1 : 0, #value " != NULL", MINI_HERE)
#define assert_ptr_equal(a, b) mini_equal((uintmax_t)(uintptr_t)(a), (uintmax_t)(uintptr_t)(b), #a " == " #b, MINI_HERE)
#define assert_ptr_not_equal(a, b) mini_unequal((uintmax_t)(uintptr_t)(a), (uintmax_t)(uintptr_t)(b), #a " != " #b, MINI_HERE)
#define assert_int_equal(a, b) mini_equal(MINI_NUMBER(a), MINI_NUMBER(b), #a " == " #b, MINI_HERE)
#define assert_int_not_equal(a, b) mini_unequal(MINI_NUMBER(a), MINI_NUMBER(b), #a " != " #b, MINI_HERE)
#define assert_in_range(value, low, high) \
    mini_range(MINI_NUMBER(value), MINI_NUMBER(low), MINI_NUMBER(high), #value, MINI_HERE)
#define assert_string_equal(a, b) mini_text((a), (b), #a " == " #b, MINI_HERE)
#define assert_string_not_equal(a, b) mini_other_text((a), (b), #a " != " #b, MINI_HERE)
#define assert_memory_equal(a, b, size) mini_memory((a), (b), (size_t)(size), 1, #a " == " #b, MINI_HERE)
#define assert_memory_not_equal(a, b, size) mini_memory((a), (b), (size_t)(size), 0, #a " != " #b, MINI_HERE)
/* With setjmp.h a test ends here. Without, it stands in the function of a test, as the last statement that is carried out. */
#if (__STDC_HOSTED__ == 1)
#define skip() mini_leave()
#else
#define skip() do { mini_skip(); return; } while (0)
#endif
#define fail() mini_assert(0, "fail", MINI_HERE)
#define fail_msg(...) do { print_error(__VA_ARGS__); mini_assert(0, "fail_msg", MINI_HERE); } while (0)
/* clang-format on */

/** Runs tests one after the other. Returns 0: who fails does not return. */
int mini_run(const struct CMUnitTest *tests, size_t count, int (*setup)(void **state),
             int (*teardown)(void **state));

void mini_assert(int holds, const char *text, MiniPlace place);
void mini_equal(uintmax_t a, uintmax_t b, const char *text, MiniPlace place);
void mini_unequal(uintmax_t a, uintmax_t b, const char *text, MiniPlace place);
void mini_range(uintmax_t value, uintmax_t low, uintmax_t high, const char *text, MiniPlace place);
void mini_text(const char *a, const char *b, const char *text, MiniPlace place);
void mini_other_text(const char *a, const char *b, const char *text, MiniPlace place);
void mini_memory(const void *a, const void *b, size_t size, int equal, const char *text,
                 MiniPlace place);
void mini_skip(void);
#if (__STDC_HOSTED__ == 1)
_Noreturn void mini_leave(void);
#endif

__attribute__((format(printf, 1, 2))) void print_error(const char *format, ...);

#define print_message print_error

#endif /* RINGFENCE_FIRMWARE_CMOCKA_H */
