/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file viewer.h
 * Somebody who looks on: gets the newest gray picture whenever it has time, and shows one of each
 * ten frames, by a line with the frame's number and the checksum of its pixels.
 */
#ifndef PIPELINE_VIEWER_H
#define PIPELINE_VIEWER_H

#include "engine.h"
#include "image.h"

/** Of so many frames one is shown: the first that comes. */
#define VIEWER_STEP 10U

/** What a viewer keeps. All zero: one that shows nothing. */
typedef struct {
    /** Picture that frames are made of; NULL: nothing is shown. */
    const Image *image;
    /** Room to compute in. */
    Image nv12;
    Image gray;
    /** Milliseconds that each picture is kept, as by somebody who looks for longer. */
    uint32_t hold;
    /** The first frame that may be shown next. */
    uint64_t next;
} Viewer;

/**
 * Takes the memory that a viewer needs.
 *
 * @param[out] viewer  to be given back with viewer_close(), also on failure
 *
 * @return false iff there is not enough
 */
bool viewer_open(Viewer *viewer, const Image *image, uint32_t hold);

void viewer_close(Viewer *viewer);

/** True iff a frame is to be shown. */
bool viewer_wants(const Viewer *viewer, uint64_t frame);

/**
 * Shows a frame if it is to be shown.
 *
 * @param[in] variant  variant of the picture that the frame is
 *
 * @return false iff it is not as computed; this has been said on standard error
 */
bool viewer_look(Viewer *viewer, const Job *job, uint64_t variant);

#endif /* PIPELINE_VIEWER_H */
