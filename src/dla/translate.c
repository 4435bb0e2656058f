/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file translate.c
 * Reports of statistics as text, for clients in C++.
 */
#include "dla/translate.h"

#include <string.h>

#include "dla/dla.h"
#include "dla/loadable.h"
#include "port/atomic.h"

/** Where a report says how many records it has. */
#define RECORDS_AT 16U

/** Copies a report whose size its head says; the rest stays zero. False: it has more records than a
 * loadable can have steps. The memory may be changed meanwhile: each byte is read once. */
static bool copy_report(const uint8_t *report, uint8_t copy[LOADABLE_REPORT_MOST])
{
    uint64_t records = 0U;

    (void)memcpy(copy, report, LOADABLE_REPORT_HEAD);
    port_compiler_fence();
    records = dla_get(&copy[RECORDS_AT], 4U);
    if (records <= RINGFENCE_CFG_DLA_STEPS) {
        (void)memcpy(&copy[LOADABLE_REPORT_HEAD], &report[LOADABLE_REPORT_HEAD],
                     (size_t)records * LOADABLE_REPORT_RECORD);
        port_compiler_fence();
    }
    return records <= RINGFENCE_CFG_DLA_STEPS;
}

/**
 * Writes a report as comma-separated text with a zero at its end, if there is room for all of it.
 * False: it is no report of a task.
 *
 * The report has at least LOADABLE_REPORT_HEAD bytes, and as many records as its head says. Others
 * may change it meanwhile: it is copied first. `text` may be NULL. `length` becomes what all of it
 * needs, with the zero.
 *
 * @satisfies RF-DLA-344
 */
static bool report_text(const uint8_t *report, char *text, uint64_t room, uint64_t *length)
{
    uint8_t copy[LOADABLE_REPORT_MOST];
    size_t characters = 0U;
    bool is_one = false;

    (void)memset(copy, 0, sizeof(copy));
    is_one = copy_report(report, copy);
    if (is_one) {
        is_one = loadable_statistics_csv(copy, sizeof(copy), NULL, 0U, &characters);
    }
    if (is_one) {
        *length = (uint64_t)characters + 1U;
        if ((text != NULL) && (characters < room)) {
            (void)loadable_statistics_csv(copy, sizeof(copy), text, characters, &characters);
            text[characters] = '\0';
        }
    }
    return is_one;
}

/** @satisfies RF-DLA-313 RF-DLA-344 */
cudlaStatus ringfenceDlaTranslateReport(cudlaDevHandle const devHandle, const uint8_t *const report,
                                        char *const text, uint64_t const room,
                                        uint64_t *const length)
{
    uint32_t row = 0U;
    cudlaStatus status = dla_device_find(OP_DLA_TRANSLATE_REPORT, devHandle, &row);

    if (status != cudlaSuccess) {
        /* There is no such device. */
    } else if ((report == NULL) || (length == NULL)) {
        status = cudlaErrorInvalidParam;
    } else if (!report_text(report, text, room, length)) {
        status = cudlaErrorInvalidParam;
    } else if ((text != NULL) && (*length > room)) {
        status = cudlaErrorOutOfResources;
    } else {
        status = cudlaSuccess;
    }
    return status;
}
