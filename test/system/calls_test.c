/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file calls_test.c
 * What the compiler writes of who calls whom, and of frames: of the sources of the library as they
 * are, and of copies of which one has a function that calls itself or a frame that depends on data.
 */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OUTPUT_MOST 65536U

static char g_folder[] = "/tmp/ringfence-calls-XXXXXX";
static char g_output[OUTPUT_MOST];

/** Runs a command; what it says is in g_output. */
static int run(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int run(const char *format, ...)
{
    static char command[4096];
    size_t length =
        (size_t)snprintf(command, sizeof(command), "exec 2>&1; LC_ALL=C; export LC_ALL; ");
    FILE *stream = NULL;
    size_t read = 0U;
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(&command[length], sizeof(command) - length, format, arguments);
    va_end(arguments);
    stream = popen(command, "r");
    assert_non_null(stream);
    read = fread(g_output, 1U, sizeof(g_output) - 1U, stream);
    g_output[read] = '\0';
    return pclose(stream);
}

/** What the tool says of the library. */
static char g_library[OUTPUT_MOST];

/** A copy of one source with all headers, and of the tool that looks at it. */
static int begin(void **state)
{
    (void)state;
    (void)strcpy(strrchr(g_folder, '-') + 1, "XXXXXX");
    assert_non_null(mkdtemp(g_folder));
    assert_int_equal(run("cp -r src inc cfg test %s && "
                         "find %s/src -name '*.c' ! -name pool.c -delete",
                         g_folder, g_folder),
                     0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    return run("rm -rf %s", g_folder);
}

/** Graphs of calls are written by gcc alone. */
static void leave_out_without_gcc(void)
{
    if (run("command -v gcc python3") != 0) {
        print_message("gcc and python3 are needed, which write and read who calls whom\n");
        skip();
    }
}

/** Looks at the library as it is, once for all tests. */
static void look_at_library(void)
{
    if (g_library[0] == '\0') {
        (void)run("python3 test/tools/calls.py");
        (void)strcpy(g_library, g_output);
    }
    (void)strcpy(g_output, g_library);
}

/** Looks at the copy, with some more at its end. */
static int look_with(const char *text)
{
    char path[128];
    FILE *file = NULL;

    (void)snprintf(path, sizeof(path), "%s/src/core/pool.c", g_folder);
    file = fopen(path, "a");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    return run("python3 %s/test/tools/calls.py", g_folder);
}

static void assert_said(const char *text)
{
    if (strstr(g_output, text) == NULL) {
        print_error("nobody says: %s\n", text);
        (void)fputs(g_output, stderr);
        fail();
    }
}

static void assert_not_said(const char *text)
{
    if (strstr(g_output, text) != NULL) {
        print_error("it is said: %s\n", text);
        (void)fputs(g_output, stderr);
        fail();
    }
}

/**
 * No function of the library reaches itself; one that would, by itself or over another, is named.
 * @verifies RF-CORE-311
 */
static void no_function_reaches_itself(void **state)
{
    (void)state;
    leave_out_without_gcc();
    look_at_library();
    assert_said("that RUNTIME admits");
    assert_not_said("calls itself");
    assert_int_not_equal(look_with("int down(int n);\nint up(int n);\n"
                                   "int up(int n) { return down(n - 1); }\n"
                                   "int down(int n) { return (n > 0) ? up(n) : 0; }\n"
                                   "static int self(int n) { return n ? self(n - 1) + 1 : 0; }\n"
                                   "int to_self(int n);\n"
                                   "int to_self(int n) { return self(n); }\n"),
                         0);
    assert_said("calls itself: self");
    assert_said("calls itself: down -> up");
}

/**
 * No frame of the library depends on data; arrays of a length that is not known, and alloca, are
 * named.
 * @verifies RF-CORE-312
 */
static void no_frame_depends_on_data(void **state)
{
    (void)state;
    leave_out_without_gcc();
    look_at_library();
    assert_said("that RUNTIME admits");
    assert_not_said("the frame of");
    assert_int_not_equal(
        look_with("int use(char *bytes);\nint of_length(int n);\nint of_alloca(int n);\n"
                  "int of_length(int n) { char bytes[n]; return use(bytes); }\n"
                  "int of_alloca(int n) { return use(__builtin_alloca(n)); }\n"),
        0);
    assert_said("the frame of of_length is dynamic");
    assert_said("the frame of of_alloca is dynamic");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_function_reaches_itself, begin, end),
        cmocka_unit_test_setup_teardown(no_frame_depends_on_data, begin, end),
    };

    return cmocka_run_group_tests_name("system/calls", tests, NULL, NULL);
}
