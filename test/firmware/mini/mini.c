/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file mini.c
 * Runs tests, and says what they said: a line for each, and the sums at the end.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#if (__STDC_HOSTED__ == 1)
#include <setjmp.h>
#endif

#include <cmocka.h>

#include "board.h"

/** Names of tests that do not run here, each between two spaces. */
#ifndef MINI_LEFT_OUT
#define MINI_LEFT_OUT " "
#endif

#define LINE_MAX   512U
#define FAILED     1
#define NAME_BYTES 120U

static const char *g_running = "group";
static bool g_skipped;

static void print(const char *format, ...)
{
    char line[LINE_MAX];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    board_print(line);
}

void print_error(const char *format, ...)
{
    char line[LINE_MAX];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    board_print(line);
}

static _Noreturn void fail_at(const char *text, MiniPlace place)
{
    print("not ok %s: %s:%d: %s\n", g_running, place.file, place.line, text);
    board_exit(FAILED);
}

void mini_assert(int holds, const char *text, MiniPlace place)
{
    if (holds == 0) {
        fail_at(text, place);
    }
}

void mini_equal(uintmax_t a, uintmax_t b, const char *text, MiniPlace place)
{
    if (a != b) {
        print("%llu (0x%llx) is not %llu (0x%llx)\n", (unsigned long long)a, (unsigned long long)a,
              (unsigned long long)b, (unsigned long long)b);
        fail_at(text, place);
    }
}

void mini_unequal(uintmax_t a, uintmax_t b, const char *text, MiniPlace place)
{
    if (a == b) {
        print("both are %llu\n", (unsigned long long)a);
        fail_at(text, place);
    }
}

void mini_range(uintmax_t value, uintmax_t low, uintmax_t high, const char *text, MiniPlace place)
{
    if ((value < low) || (value > high)) {
        print("%llu is not in %llu to %llu\n", (unsigned long long)value, (unsigned long long)low,
              (unsigned long long)high);
        fail_at(text, place);
    }
}

void mini_text(const char *a, const char *b, const char *text, MiniPlace place)
{
    if (strcmp(a, b) != 0) {
        print("'%s' is not '%s'\n", a, b);
        fail_at(text, place);
    }
}

void mini_other_text(const char *a, const char *b, const char *text, MiniPlace place)
{
    if (strcmp(a, b) == 0) {
        print("both are '%s'\n", a);
        fail_at(text, place);
    }
}

void mini_memory(const void *a, const void *b, size_t size, int equal, const char *text,
                 MiniPlace place)
{
    if ((memcmp(a, b, size) == 0) != (equal != 0)) {
        fail_at(text, place);
    }
}

void mini_skip(void)
{
    g_skipped = true;
}

#if (__STDC_HOSTED__ == 1)
static jmp_buf g_test;

_Noreturn void mini_leave(void)
{
    mini_skip();
    longjmp(g_test, 1);
}

/** Runs a test until its end, or until it is skipped. */
static void run_test(const struct CMUnitTest *test, void **state)
{
    if (setjmp(g_test) == 0) {
        test->test(state);
    }
}
#else
static void run_test(const struct CMUnitTest *test, void **state)
{
    test->test(state);
}
#endif

static bool left_out(const char *name)
{
    char word[NAME_BYTES];

    (void)snprintf(word, sizeof(word), " %s ", name);
    return strstr(MINI_LEFT_OUT, word) != NULL;
}

static void step(int (*function)(void **state), void **state, const char *what)
{
    if ((function != NULL) && (function(state) != 0)) {
        print("not ok %s: %s failed\n", g_running, what);
        board_exit(FAILED);
    }
}

int mini_run(const struct CMUnitTest *tests, size_t count, int (*setup)(void **state),
             int (*teardown)(void **state))
{
    void *group = NULL;
    unsigned passed = 0U;
    unsigned out = 0U;

    step(setup, &group, "setup");
    for (size_t i = 0U; i < count; i++) {
        void *state = group;

        g_running = tests[i].name;
        g_skipped = false;
        if (left_out(g_running)) {
            out++;
        } else {
            step(tests[i].setup, &state, "setup");
            run_test(&tests[i], &state);
            step(tests[i].teardown, &state, "teardown");
            out += g_skipped ? 1U : 0U;
            passed += g_skipped ? 0U : 1U;
        }
    }
    g_running = "group";
    step(teardown, &group, "teardown");
    print("tests: %u passed, %u left out\n", passed, out);
    return 0;
}
