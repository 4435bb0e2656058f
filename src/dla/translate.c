/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file translate.c
 * Reports of statistics as text, for clients in C++.
 */
#include "dla/translate.h"

#include "dla/arithmetic.h"
#include "dla/dla.h"
#include "dla/loadable.h"

/** Where a report says how many records it has. */
#define RECORDS_OFFSET 16U

/** Bytes of a report by its head, which each statistics tensor has room for; 0: it has more records
 * than a loadable can have steps. */
static size_t report_bytes_of(const uint8_t *report)
{
    const uint64_t records = dla_get(&report[RECORDS_OFFSET], 4U);

    return (records <= RINGFENCE_CFG_DLA_STEPS)
               ? (size_t)(LOADABLE_REPORT_HEAD + (records * LOADABLE_REPORT_RECORD))
               : 0U;
}

/** @satisfies RF-DLA-313 */
cudlaStatus ringfenceDlaTranslateStatistics(cudlaDevHandle const devHandle,
                                            const uint8_t *const report, uint64_t *const length,
                                            char *const text)
{
    uint32_t row = 0U;
    size_t characters = 0U;
    cudlaStatus status = dla_device_find(OP_DLA_DEVICE_GET_ATTRIBUTE, devHandle, &row);

    if (status != cudlaSuccess) {
        /* There is no such device. */
    } else if ((report == NULL) || (length == NULL)) {
        status = cudlaErrorInvalidParam;
    } else if (!loadable_statistics_csv(report, report_bytes_of(report), NULL, 0U, &characters)) {
        status = cudlaErrorInvalidParam;
    } else {
        *length = (uint64_t)characters + 1U;
        if (text != NULL) {
            (void)loadable_statistics_csv(report, report_bytes_of(report), text, characters,
                                          &characters);
            text[characters] = '\0';
        }
    }
    return status;
}
