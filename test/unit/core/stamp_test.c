/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stamp_test.c
 * Stamps of libraries beside this one: what is compared, and what is said of a difference.
 */
#define _GNU_SOURCE

#include <link.h>
#include <string.h>

#include "core/stamp.h"
#include "leftovers.h"
#include "port/origin.h"

#define ROOM 200U
/** Files that are kept. */
#define KEPT 4U
/** Files that this program looks at. */
#define FILES 32U

/** Places of values: the last one is that of the last macro. */
#define PLACE_VERSION 0U
#define PLACE_SUM     3U
#define PLACE_LAST    (STAMP_SIZE - 1U)

static const uint64_t g_same[STAMP_SIZE] = STAMP_VALUES;

static RingfenceFault last_fault(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault;
}

/** The stamp of a library that differs in one value. */
static const uint64_t *stamp_with(uint32_t place, uint64_t value)
{
    static uint64_t other[STAMP_SIZE];

    (void)memcpy(other, g_same, sizeof(other));
    other[place] = value;
    return other;
}

/** @verifies RF-CORE-315 */
static void same_build_fits(void **state)
{
    const uint32_t total = last_fault().total;

    (void)state;
    assert_int_equal(ringfence_stamp_check(g_same), NvSciError_Success);
    assert_int_equal(last_fault().total, total);
}

/**
 * The report names the first difference, both values, and the file of the library; there is no
 * function whose name could be another one's.
 * @verifies RF-CORE-316
 */
static void first_difference_is_said(void **state)
{
    static const struct {
        uint32_t place;
        const char *name;
    } cases[] = {{PLACE_VERSION, "version of the interface"},
                 {PLACE_SUM, "sum of functions by their places"},
                 {PLACE_LAST, "RINGFENCE_CFG_BUFFER_REGION"}};

    (void)state;
    for (size_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        const uint64_t own = g_same[cases[i].place];

        for (uint32_t again = 0U; again < 2U; again++) {
            const uint32_t total = last_fault().total;

            assert_int_equal(ringfence_stamp_check(stamp_with(cases[i].place, own + 1U)),
                             NvSciError_InvalidState);
            assert_int_equal(last_fault().kind, RINGFENCE_FAULT_OTHER_BUILD);
            assert_int_equal(last_fault().total, total + 1U);
            assert_null(last_fault().function);
            assert_int_equal(last_fault().functionId, RINGFENCE_FUNCTION_NONE);
            assert_int_equal(last_fault().missing, 0U);
            assert_string_equal(last_fault().limit, cases[i].name);
            assert_int_equal(last_fault().asked, own + 1U);
            assert_int_equal(last_fault().allowed, own);
            assert_string_equal(last_fault().file, "");
        }
    }
}

/**
 * Of a stamp with another number of values no other value is read.
 * @verifies RF-CORE-315
 */
static void other_stamp_is_not_read(void **state)
{
    static const uint64_t other[2] = {STAMP_INTERFACE, STAMP_SIZE + 1U};
    RingfenceFault fault;
    char text[ROOM];

    (void)state;
    assert_int_equal(ringfence_stamp_check(other), NvSciError_InvalidState);
    fault = last_fault();
    assert_string_equal(fault.limit, "number of values of the stamp");
    fault.asked = 7U;
    fault.allowed = 8U;
    assert_int_equal(RingfenceFormatFault(&fault, text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, "a library beside libringfence is of another build; number of values "
                              "of the stamp: library in the program has 7, libringfence in the "
                              "program has 8");
}

/** @verifies RF-CORE-315 */
static void each_value_is_compared(void **state)
{
    (void)state;
    for (uint32_t place = 0U; place < STAMP_SIZE; place++) {
        assert_int_equal(ringfence_stamp_check(stamp_with(place, g_same[place] + 2U)),
                         NvSciError_InvalidState);
        assert_int_equal(last_fault().asked, g_same[place] + 2U);
        assert_int_equal(last_fault().allowed, g_same[place]);
    }
    assert_int_equal(ringfence_stamp_check(g_same), NvSciError_Success);
}

/**
 * Libraries in one file take one place among the files that are kept, however many they are.
 * @verifies RF-CORE-315 RF-CORE-316
 */
static void libraries_of_one_file_have_its_path(void **state)
{
    static uint64_t others[8][STAMP_SIZE];

    (void)state;
    for (size_t i = 0U; i < (sizeof(others) / sizeof(others[0])); i++) {
        (void)memcpy(others[i], stamp_with(PLACE_LAST, 5U), sizeof(others[i]));
        assert_int_equal(ringfence_stamp_check(others[i]), NvSciError_InvalidState);
        assert_string_equal(last_fault().limit, "RINGFENCE_CFG_BUFFER_REGION");
        assert_string_equal(last_fault().file, "");
    }
    assert_int_equal(ringfence_stamp_check(g_same), NvSciError_Success);
}

/** Where the files of this process begin in its memory: none of them begins as a stamp does. */
typedef struct {
    const uint64_t *begins[FILES];
    size_t count;
} Files;

static int note_file(struct dl_phdr_info *info, size_t size, void *data)
{
    Files *const files = data;

    (void)size;
    for (size_t i = 0U; i < (size_t)info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const part = &info->dlpi_phdr[i];

        if ((part->p_type == (uint32_t)PT_LOAD) && (part->p_offset == 0U) &&
            (files->count < FILES)) {
            const uintptr_t begin = (uintptr_t)info->dlpi_addr + (uintptr_t)part->p_vaddr;

            (void)memcpy(&files->begins[files->count], &begin, sizeof(begin));
            files->count++;
        }
    }
    return 0;
}

/**
 * As many files are kept as there is room for, the program's among them; those that come then are
 * not known, and the first ones stay.
 * @verifies RF-CORE-315 RF-CORE-316
 */
static void files_without_room_are_not_known(void **state)
{
    Files files = {.count = 0U};

    (void)state;
    (void)dl_iterate_phdr(&note_file, &files);
    assert_int_not_equal(files.count, 0U);
    for (uint32_t again = 0U; again < 2U; again++) {
        for (size_t i = 0U; i < files.count; i++) {
            char path[STAMP_PATH] = "";

            port_origin(files.begins[i], path, sizeof(path));
            assert_int_equal(ringfence_stamp_check(files.begins[i]), NvSciError_InvalidState);
            assert_string_equal(last_fault().limit, "version of the interface");
            assert_string_equal(last_fault().file, (i < KEPT) ? path : "a file that is not known");
        }
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(same_build_fits, nothing_is_left),
        cmocka_unit_test_teardown(first_difference_is_said, nothing_is_left),
        cmocka_unit_test_teardown(other_stamp_is_not_read, nothing_is_left),
        cmocka_unit_test_teardown(each_value_is_compared, nothing_is_left),
        cmocka_unit_test_teardown(libraries_of_one_file_have_its_path, nothing_is_left),
        cmocka_unit_test_teardown(files_without_room_are_not_known, nothing_is_left),
    };

    return cmocka_run_group_tests_name("core/stamp", tests, NULL, NULL);
}
