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
 * Writes the pictures input, luma, chroma and gray of frame 0 to a folder, which is made if it is
 * not there, and a strip that shows the four beside each other. They are PNG files, or PPM files
 * where there is no libpng.
 *
 * The picture chroma shows the chroma plane as colours of one brightness, in its own size.
 *
 * @return false iff something could not be written; this has been said on standard error
 */
bool results_write(const char *folder, const StageContext *context);

/** Says in one line which files there are. */
void results_say(const char *folder);

#endif /* PIPELINE_RESULTS_H */
