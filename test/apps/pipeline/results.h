/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file results.h
 * The images that the program leaves behind.
 */
#ifndef PIPELINE_RESULTS_H
#define PIPELINE_RESULTS_H

#include <stdbool.h>

#include "stages.h"

/**
 * Writes input.png, luma.png, chroma.png and gray.png of frame 0 to a folder, which is made if it
 * is not there.
 *
 * chroma.png shows the chroma plane as colours of one brightness, in its own size.
 *
 * @return false iff something could not be written; this has been said on standard error
 */
bool results_write(const char *folder, const StageContext *context);

#endif /* PIPELINE_RESULTS_H */
