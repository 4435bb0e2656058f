/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dla/loadable.h"
#include "leftovers.h"

#define FILLER 0xA5

static const char g_text[] = "task,step,operation,output,start_us,time_us,bytes\n"
                             "18446744073709551615,0,mix,1,0,41,12288\n"
                             "18446744073709551615,3,hang,0,50,18446744073709551615,0\n"
                             "18446744073709551615,4294967295,unknown,0,0,0,0\n";

/** A report of three steps, as the page has its bytes. */
static void make_report(uint8_t *report, uint64_t size)
{
    const DlaRecord records[3] = {{0U, 1U, 1U, 0U, 41U, 12288U},
                                  {3U, 9U, 0U, 50U, UINT64_MAX, 0U},
                                  {UINT32_MAX, 11U, 0U, 0U, 0U, 0U}};

    loadable_report_begin(report, size, UINT64_MAX);
    for (size_t i = 0U; i < 3U; i++) {
        loadable_report_add(report, size, i, &records[i]);
    }
}

/**
 * A report has its bytes where the page says, and no record that does not fit.
 * @verifies RF-DLA-213
 */
static void records_are_added_as_long_as_they_fit(void **state)
{
    static const uint8_t head[32] = {'R', 'F', 'S',  'T',  'A',  'T',  13U,  10U,  1U,   0U,  0U,
                                     0U,  32U, 0U,   0U,   0U,   1U,   0U,   0U,   0U,   40U, 0U,
                                     0U,  0U,  255U, 255U, 255U, 255U, 255U, 255U, 255U, 255U};
    static const uint8_t record[40] = {0U, 0U, 0U, 0U, 1U, 0U,    0U, 0U, 1U, 0U, 0U,  0U, 0U, 0U,
                                       0U, 0U, 0U, 0U, 0U, 0U,    0U, 0U, 0U, 0U, 41U, 0U, 0U, 0U,
                                       0U, 0U, 0U, 0U, 0U, 0x30U, 0U, 0U, 0U, 0U, 0U,  0U};
    uint8_t report[112];

    (void)state;
    (void)memset(report, FILLER, sizeof(report));
    make_report(report, sizeof(report) - 1U);
    assert_memory_equal(report, head, sizeof(head));
    assert_memory_equal(&report[32], record, sizeof(record));
    for (size_t i = 72U; i < sizeof(report); i++) {
        assert_int_equal(report[i], FILLER);
    }
    make_report(report, sizeof(report));
    assert_int_equal(report[16], 2U);
    /* What others write into a report does not say where records go. */
    loadable_report_begin(report, sizeof(report), 1U);
    report[16] = 0xFFU;
    loadable_report_add(report, sizeof(report), 0U, &(DlaRecord){0U, 1U, 1U, 0U, 41U, 12288U});
    assert_int_equal(report[16], 1U);
    assert_memory_equal(&report[32], record, sizeof(record));
    (void)memset(report, FILLER, sizeof(report));
    loadable_report_begin(report, 31U, 1U);
    assert_int_equal(report[0], FILLER);
}

/**
 * The text of a report has a line for each record, is as long as it is said to be, and is cut where
 * there is no room.
 * @verifies RF-DLA-214
 */
static void report_becomes_text(void **state)
{
    uint8_t report[152];
    char text[sizeof(g_text) + 8U];

    (void)state;
    make_report(report, sizeof(report));
    for (size_t room = 0U; room < sizeof(text); room++) {
        const size_t written = (room < (sizeof(g_text) - 1U)) ? room : (sizeof(g_text) - 1U);
        size_t length = 0U;

        (void)memset(text, FILLER, sizeof(text));
        assert_true(loadable_statistics_csv(report, sizeof(report), text, room, &length));
        assert_int_equal(length, sizeof(g_text) - 1U);
        assert_memory_equal(text, g_text, written);
        for (size_t i = written; i < sizeof(text); i++) {
            assert_int_equal((uint8_t)text[i], FILLER);
        }
        length = 0U;
        assert_true(loadable_statistics_csv(report, sizeof(report), NULL, room, &length));
        assert_int_equal(length, sizeof(g_text) - 1U);
    }
}

/**
 * Bytes that are no report, or are cut, have no text.
 * @verifies RF-DLA-214
 */
static void bytes_that_are_no_report_have_no_text(void **state)
{
    uint8_t report[152];
    size_t length = 7U;

    (void)state;
    make_report(report, sizeof(report));
    for (size_t size = 0U; size < sizeof(report); size++) {
        assert_false(loadable_statistics_csv(report, size, NULL, 0U, &length));
    }
    for (size_t at = 0U; at < 24U; at++) {
        for (uint32_t bit = 0U; bit < 8U; bit++) {
            report[at] ^= (uint8_t)(1U << bit);
            /* Fewer records are a report as well. */
            assert_int_equal(loadable_statistics_csv(report, sizeof(report), NULL, 0U, &length) &&
                                 (at != 16U),
                             false);
            report[at] ^= (uint8_t)(1U << bit);
        }
    }
    length = 7U;
    report[19] = 0xFFU;
    assert_false(loadable_statistics_csv(report, sizeof(report), NULL, 0U, &length));
    assert_int_equal(length, 7U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(records_are_added_as_long_as_they_fit, nothing_is_left),
        cmocka_unit_test_teardown(report_becomes_text, nothing_is_left),
        cmocka_unit_test_teardown(bytes_that_are_no_report_have_no_text, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
