/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file loadable_report.c
 * Statistics of a task: written as records, read as comma-separated text.
 */
#include <string.h>

#include "dla/loadable.h"

#define MAJOR_OFFSET   8U
#define MINOR_OFFSET   10U
#define HEAD_OFFSET    12U
#define RECORDS_OFFSET 16U
#define RECORD_OFFSET  20U
#define TASK_OFFSET    24U
/** Digits of the largest number. */
#define DIGITS 20U

static const uint8_t g_report_magic[8] = {0x52U, 0x46U, 0x53U, 0x54U, 0x41U, 0x54U, 0x0DU, 0x0AU};

/** By operation. */
static const char *const g_step_names[] = {"unknown", "mix",   "stamp", "copy", "fill",   "affine",
                                           "add",     "delay", "fail",  "hang", "network"};

static const char g_report_digits[] = "0123456789";

#define NAMES ((uint32_t)(sizeof(g_step_names) / sizeof(g_step_names[0])))

/* ---------------------------------------------------------------- records */

/** @satisfies RF-DLA-213 */
void loadable_report_begin(uint8_t *report, uint64_t size, uint64_t task)
{
    if (size >= LOADABLE_REPORT_HEAD) {
        (void)memcpy(report, g_report_magic, sizeof(g_report_magic));
        dla_put(&report[MAJOR_OFFSET], 1U, 2U);
        dla_put(&report[MINOR_OFFSET], 0U, 2U);
        dla_put(&report[HEAD_OFFSET], LOADABLE_REPORT_HEAD, 4U);
        dla_put(&report[RECORDS_OFFSET], 0U, 4U);
        dla_put(&report[RECORD_OFFSET], LOADABLE_REPORT_RECORD, 4U);
        dla_put(&report[TASK_OFFSET], task, 8U);
    }
}

/** @satisfies RF-DLA-213 */
void loadable_report_add(uint8_t *report, uint64_t size, uint64_t count, const DlaRecord *record)
{
    const uint64_t at = LOADABLE_REPORT_HEAD + (count * LOADABLE_REPORT_RECORD);

    if ((at + LOADABLE_REPORT_RECORD) <= size) {
        uint8_t *const to = &report[at];

        dla_put(&to[0], record->index, 4U);
        dla_put(&to[4], record->operation, 4U);
        dla_put(&to[8], record->output, 4U);
        dla_put(&to[12], 0U, 4U);
        dla_put(&to[16], record->start_us, 8U);
        dla_put(&to[24], record->time_us, 8U);
        dla_put(&to[32], record->bytes, 8U);
        dla_put(&report[RECORDS_OFFSET], count + 1U, 4U);
    }
}

/* ---------------------------------------------------------------- text */

/** Text that is written as far as there is room, and counted as a whole. */
typedef struct {
    char *text;
    size_t room;
    size_t used;
} ReportText;

static void put_char(ReportText *text, char one)
{
    if ((text->text != NULL) && (text->used < text->room)) {
        text->text[text->used] = one;
    }
    text->used++;
}

static void put_string(ReportText *text, const char *string)
{
    for (size_t i = 0U; string[i] != '\0'; i++) {
        put_char(text, string[i]);
    }
}

static void put_number(ReportText *text, uint64_t number)
{
    char digits[DIGITS];
    uint32_t first = 0U;
    uint64_t rest = number;

    (void)memset(digits, 0, sizeof(digits));
    for (uint32_t i = DIGITS; i > 0U; i--) {
        digits[i - 1U] = g_report_digits[rest % 10U];
        rest /= 10U;
    }
    while ((first < (DIGITS - 1U)) && (digits[first] == '0')) {
        first++;
    }
    for (uint32_t i = first; i < DIGITS; i++) {
        put_char(text, digits[i]);
    }
}

/** Writes the line of a record. */
static void put_line(ReportText *text, uint64_t task, const uint8_t *from)
{
    const uint64_t operation = dla_get(&from[4], 4U);

    put_number(text, task);
    put_char(text, ',');
    put_number(text, dla_get(&from[0], 4U));
    put_char(text, ',');
    put_string(text, g_step_names[(operation < NAMES) ? operation : 0U]);
    put_char(text, ',');
    put_number(text, dla_get(&from[8], 4U));
    put_char(text, ',');
    put_number(text, dla_get(&from[16], 8U));
    put_char(text, ',');
    put_number(text, dla_get(&from[24], 8U));
    put_char(text, ',');
    put_number(text, dla_get(&from[32], 8U));
    put_char(text, '\n');
}

/** Says whether bytes are a report of this version whose records are all there. */
static bool is_report(const uint8_t *report, size_t size)
{
    bool is_one = (size >= LOADABLE_REPORT_HEAD) &&
                  (memcmp(report, g_report_magic, sizeof(g_report_magic)) == 0);

    if (is_one) {
        const uint64_t end =
            LOADABLE_REPORT_HEAD + (dla_get(&report[RECORDS_OFFSET], 4U) * LOADABLE_REPORT_RECORD);

        is_one = (dla_get(&report[MAJOR_OFFSET], 2U) == 1U) &&
                 (dla_get(&report[MINOR_OFFSET], 2U) == 0U) &&
                 (dla_get(&report[HEAD_OFFSET], 4U) == LOADABLE_REPORT_HEAD) &&
                 (dla_get(&report[RECORD_OFFSET], 4U) == LOADABLE_REPORT_RECORD) && (end <= size);
    }
    return is_one;
}

/** @satisfies RF-DLA-214 */
bool loadable_statistics_csv(const uint8_t *report, size_t size, char *text, size_t room,
                             size_t *length)
{
    const bool is_one = is_report(report, size);

    if (is_one) {
        const uint64_t task = dla_get(&report[TASK_OFFSET], 8U);
        const uint64_t records = dla_get(&report[RECORDS_OFFSET], 4U);
        ReportText out = {text, room, 0U};

        put_string(&out, "task,step,operation,output,start_us,time_us,bytes\n");
        for (uint64_t i = 0U; i < records; i++) {
            put_line(&out, task, &report[LOADABLE_REPORT_HEAD + (i * LOADABLE_REPORT_RECORD)]);
        }
        *length = out.used;
    }
    return is_one;
}
