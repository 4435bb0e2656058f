/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reference.h
 * The results as a plain computation gives them, pixel by pixel, on one thread. It shares no code
 * with the stages.
 */
#ifndef PIPELINE_REFERENCE_H
#define PIPELINE_REFERENCE_H

#include <stdbool.h>

#include "image.h"
#include "surface.h"

/** First pixel that is not as computed. */
typedef struct {
    /** "luma", "chroma" or "gray". */
    const char *what;
    uint32_t x;
    uint32_t y;
    uint32_t expected;
    uint32_t found;
} Mismatch;

/**
 * Computes what the stages must make of frame `frame` of a picture, by the formulas of pixels.h.
 */
void reference_compute(const Image *image, uint64_t frame, const Image *nv12, const Image *gray);

/**
 * Compares all pixels of a surface with what was computed.
 *
 * @return true iff all are equal; otherwise `mismatch` is the first that is not
 */
bool reference_compare(const Image *expected, const Surface *found, Mismatch *mismatch);

/**
 * Makes a 64-bit checksum of all pixels of a surface, not of the bytes between the rows. The order
 * of the pixels counts. `seed` is the checksum of what came before, or 0.
 */
uint64_t reference_checksum(const Surface *surface, uint64_t seed);

#endif /* PIPELINE_REFERENCE_H */
