/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file translate.h
 * What inc/cudlaExternalEtbl.hpp, which is for C++, has of the library.
 */
#ifndef RINGFENCE_DLA_TRANSLATE_H
#define RINGFENCE_DLA_TRANSLATE_H

#include <stdbool.h>
#include <stdint.h>

#include "cudla.h"

/**
 * Writes a report as comma-separated text with a zero at its end, if there is room for all of it.
 * False: it is no report of a task.
 *
 * The report has at least LOADABLE_REPORT_HEAD bytes, and as many records as its head says. Others
 * may change it meanwhile: it is copied first. `text` may be NULL. `length` becomes what all of it
 * needs, with the zero. O(records).
 */
bool dla_report_text(const uint8_t *report, char *text, uint64_t room, uint64_t *length);

/** Translates a report of statistics. */
cudlaStatus ringfenceDlaTranslateReport(cudlaDevHandle const devHandle, const uint8_t *const report,
                                        char *const text, uint64_t const room,
                                        uint64_t *const length);

#endif /* RINGFENCE_DLA_TRANSLATE_H */
