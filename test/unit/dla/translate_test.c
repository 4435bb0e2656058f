/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file translate_test.c
 * Reports of statistics as text.
 */
#include "leftovers.h"

#include <string.h>

#include "dla/loadable.h"
#include "dla/translate.h"

#define NAMES_LINE "task,step,operation,output,start_us,time_us,bytes\n"

/** A report of task 7 with so many records of steps that copy. */
static void make_report(uint8_t *report, size_t size, uint32_t records)
{
    loadable_report_begin(report, size, 7U);
    for (uint32_t i = 0U; i < records; i++) {
        const DlaRecord record = {i, DLA_COPY, 0U, 10U, 20U, 30U};

        loadable_report_add(report, size, &record);
    }
}

/**
 * A report is translated to text with a zero at its end; the length alone can be asked for.
 * @verifies RF-DLA-313
 */
static void report_becomes_text(void **state)
{
    static const char s_text[] = NAMES_LINE "7,0,copy,0,10,20,30\n7,1,copy,0,10,20,30\n";
    cudlaDevHandle device = NULL;
    uint8_t report[200];
    char text[sizeof(s_text) + 1U];
    uint64_t length = 0U;

    (void)state;
    (void)memset(report, 0xA5, sizeof(report));
    (void)memset(text, 'x', sizeof(text));
    make_report(report, sizeof(report), 2U);
    assert_int_equal(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE), cudlaSuccess);
    assert_int_equal(ringfenceDlaTranslateStatistics(device, report, &length, NULL), cudlaSuccess);
    assert_int_equal(length, sizeof(s_text));
    assert_int_equal(ringfenceDlaTranslateStatistics(device, report, &length, text), cudlaSuccess);
    assert_string_equal(text, s_text);
    assert_int_equal(text[sizeof(s_text)], 'x');
    assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
}

/**
 * What is no report, or of no device, is refused; bytes behind the records that there can be are
 * not looked at.
 * @verifies RF-DLA-313
 */
static void other_bytes_are_refused(void **state)
{
    cudlaDevHandle device = NULL;
    uint8_t report[LOADABLE_REPORT_HEAD];
    uint64_t length = 5U;

    (void)state;
    make_report(report, sizeof(report), 0U);
    assert_int_equal(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE), cudlaSuccess);
    assert_int_equal(ringfenceDlaTranslateStatistics(device, NULL, &length, NULL),
                     cudlaErrorInvalidParam);
    assert_int_equal(ringfenceDlaTranslateStatistics(device, report, NULL, NULL),
                     cudlaErrorInvalidParam);
    report[18] = 1U;
    assert_int_equal(ringfenceDlaTranslateStatistics(device, report, &length, NULL),
                     cudlaErrorInvalidParam);
    report[18] = 0U;
    report[0] = 0U;
    assert_int_equal(ringfenceDlaTranslateStatistics(device, report, &length, NULL),
                     cudlaErrorInvalidParam);
    assert_int_equal(length, 5U);
    make_report(report, sizeof(report), 0U);
    assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
    assert_int_equal(ringfenceDlaTranslateStatistics(device, report, &length, NULL),
                     cudlaErrorInvalidDevice);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(report_becomes_text, nothing_is_left),
        cmocka_unit_test_teardown(other_bytes_are_refused, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
