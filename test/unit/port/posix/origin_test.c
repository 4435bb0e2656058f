/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file origin_test.c
 * Files that the process was loaded from.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "port/origin.h"

#define ROOM 256U

/** An address of the C library. */
static const void *address_elsewhere(void)
{
    return (const void *)(uintptr_t)&getppid;
}

/** @verifies RF-PORT-257 */
static void file_of_an_address_is_found(void **state)
{
    static const char own = 'x';
    const char local = 'y';
    char path[ROOM] = "?";

    (void)state;
    port_origin(address_elsewhere(), path, sizeof(path));
    assert_int_equal(path[0], '/');
    /* musl has the dynamic linker in the same file. */
    assert_true((strstr(path, "/libc.so") != NULL) || (strstr(path, "/ld-musl-") != NULL));
    port_origin(&own, path, sizeof(path));
    assert_string_equal(path, "");
    (void)memset(path, '?', sizeof(path));
    port_origin(&local, path, sizeof(path));
    assert_string_equal(path, "");
    port_origin(NULL, path, sizeof(path));
    assert_string_equal(path, "");
}

/**
 * Of a path that is longer than its place the end is there.
 * @verifies RF-PORT-257
 */
static void long_path_is_cut_at_its_beginning(void **state)
{
    char whole[ROOM] = "";
    size_t length = 0U;

    (void)state;
    port_origin(address_elsewhere(), whole, sizeof(whole));
    length = strlen(whole);
    for (size_t size = 1U; size <= (length + 2U); size++) {
        const size_t left = (size > length) ? length : (size - 1U);
        char path[ROOM];

        (void)memset(path, '?', sizeof(path));
        port_origin(address_elsewhere(), path, size);
        assert_string_equal(path, &whole[length - left]);
        assert_int_equal(path[left + 1U], '?');
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_of_an_address_is_found),
        cmocka_unit_test(long_path_is_cut_at_its_beginning),
    };

    return cmocka_run_group_tests_name("port/posix/origin", tests, NULL, NULL);
}
