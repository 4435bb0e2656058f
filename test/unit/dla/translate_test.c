/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file translate_test.c
 * Reports of statistics as text.
 */
#include "leftovers.h"

#include <string.h>

#include "dla/loadable.h"
#include "dla/translate.h"

bool __real_loadable_statistics_csv(const uint8_t *report, size_t size, char *text, size_t room,
                                    size_t *length);
bool __wrap_loadable_statistics_csv(const uint8_t *report, size_t size, char *text, size_t room,
                                    size_t *length);

/** A report that its device goes on with while it is translated; NULL: none. */
static uint8_t *g_live;

bool __wrap_loadable_statistics_csv(const uint8_t *report, size_t size, char *text, size_t room,
                                    size_t *length)
{
    if (g_live != NULL) {
        g_live[16]++;
        g_live[36] = (uint8_t)DLA_NETWORK;
    }
    return __real_loadable_statistics_csv(report, size, text, room, length);
}

#define NAMES_LINE "task,step,operation,output,start_us,time_us,bytes\n"

/** A report of task 7 with so many records of steps that copy. */
static void make_report(uint8_t *report, size_t size, uint32_t records)
{
    loadable_report_begin(report, size, 7U);
    for (uint32_t i = 0U; i < records; i++) {
        const DlaRecord record = {i, DLA_COPY, 0U, 10U, 20U, 30U};

        loadable_report_add(report, size, i, &record);
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
    assert_int_equal(ringfenceDlaTranslateReport(device, report, NULL, 0U, &length), cudlaSuccess);
    assert_int_equal(length, sizeof(s_text));
    length = 0U;
    assert_int_equal(ringfenceDlaTranslateReport(device, report, text, sizeof(s_text), &length),
                     cudlaSuccess);
    assert_int_equal(length, sizeof(s_text));
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
    assert_int_equal(ringfenceDlaTranslateReport(device, NULL, NULL, 0U, &length),
                     cudlaErrorInvalidParam);
    assert_int_equal(ringfenceDlaTranslateReport(device, report, NULL, 0U, NULL),
                     cudlaErrorInvalidParam);
    report[18] = 1U;
    assert_int_equal(ringfenceDlaTranslateReport(device, report, NULL, 0U, &length),
                     cudlaErrorInvalidParam);
    report[18] = 0U;
    report[0] = 0U;
    assert_int_equal(ringfenceDlaTranslateReport(device, report, NULL, 0U, &length),
                     cudlaErrorInvalidParam);
    assert_int_equal(length, 5U);
    make_report(report, sizeof(report), 0U);
    assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
    assert_int_equal(ringfenceDlaTranslateReport(device, report, NULL, 0U, &length),
                     cudlaErrorInvalidDevice);
}

/**
 * A text that does not fit the room is told to be as long as it is, and nothing is written.
 * @verifies RF-DLA-344
 */
static void text_stays_within_its_room(void **state)
{
    cudlaDevHandle device = NULL;
    uint8_t report[200];
    char text[200];
    uint64_t length = 0U;
    uint64_t needed = 0U;

    (void)state;
    make_report(report, sizeof(report), 3U);
    assert_int_equal(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE), cudlaSuccess);
    assert_int_equal(ringfenceDlaTranslateReport(device, report, NULL, 0U, &needed), cudlaSuccess);
    for (uint64_t room = 0U; room < needed; room++) {
        (void)memset(text, 'x', sizeof(text));
        length = 0U;
        assert_int_equal(ringfenceDlaTranslateReport(device, report, text, room, &length),
                         cudlaErrorOutOfResources);
        assert_int_equal(length, needed);
        for (size_t i = 0U; i < sizeof(text); i++) {
            assert_int_equal(text[i], 'x');
        }
    }
    assert_int_equal(ringfenceDlaTranslateReport(device, report, text, needed, &length),
                     cudlaSuccess);
    assert_int_equal(strlen(text), needed - 1U);
    assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
}

/**
 * A report that changes between the look at it and its text has the text that was looked at.
 * @verifies RF-DLA-344
 */
static void a_report_that_changes_is_the_one_that_was_looked_at(void **state)
{
    static const char s_text[] = NAMES_LINE "7,0,copy,0,10,20,30\n";
    cudlaDevHandle device = NULL;
    uint8_t report[LOADABLE_REPORT_HEAD + (8U * LOADABLE_REPORT_RECORD)];
    char text[sizeof(s_text) + 64U];
    uint64_t length = 0U;

    (void)state;
    (void)memset(report, 0, sizeof(report));
    (void)memset(text, 'x', sizeof(text));
    make_report(report, sizeof(report), 1U);
    assert_int_equal(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE), cudlaSuccess);
    g_live = report;
    assert_int_equal(ringfenceDlaTranslateReport(device, report, text, sizeof(s_text), &length),
                     cudlaSuccess);
    g_live = NULL;
    assert_true(report[16] > 1U);
    assert_int_equal(length, sizeof(s_text));
    assert_string_equal(text, s_text);
    assert_int_equal(text[sizeof(s_text)], 'x');
    assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(report_becomes_text, nothing_is_left),
        cmocka_unit_test_teardown(other_bytes_are_refused, nothing_is_left),
        cmocka_unit_test_teardown(text_stays_within_its_room, nothing_is_left),
        cmocka_unit_test_teardown(a_report_that_changes_is_the_one_that_was_looked_at,
                                  nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
