/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file translate.h
 * What inc/cudlaExternalEtbl.hpp, which is for C++, has of the library.
 */
#ifndef RINGFENCE_DLA_TRANSLATE_H
#define RINGFENCE_DLA_TRANSLATE_H

#include <stdint.h>

#include "cudla.h"

/** Translates a report of statistics. */
cudlaStatus ringfenceDlaTranslateReport(cudlaDevHandle const devHandle, const uint8_t *const report,
                                        char *const text, uint64_t const room,
                                        uint64_t *const length);

#endif /* RINGFENCE_DLA_TRANSLATE_H */
