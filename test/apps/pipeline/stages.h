/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stages.h
 * The stages of the pipeline: camera, engine A, engine B, display, and where there are streams
 * a viewer. Each is a Work of engine.h, run by a thread of its stage (stream.h), by an engine's
 * thread (ring.h) or by a thread of its own for each frame (copies.h).
 */
#ifndef PIPELINE_STAGES_H
#define PIPELINE_STAGES_H

#include "engine.h"
#include "image.h"
#include "reference.h"
#include "viewer.h"

/** Index of a stage. */
typedef enum {
    /** Makes the frames: a camera. */
    STAGE_SOURCE = 0,
    /** Engine A: RGBA to NV12. */
    STAGE_A = 1,
    /** Engine B: NV12 to gray. */
    STAGE_B = 2,
    /** Takes the results: a display, which here checks them. */
    STAGE_SINK = 3,
    /** All of the chain. */
    STAGES = 4,
    /** Looks at results beside the chain: viewer.h. */
    STAGE_VIEWER = 4,
    STAGES_AND_VIEWER = 5
} Stage;

/** Inputs of the sink. */
#define SINK_GRAY 0U
#define SINK_NV12 1U

/** How the sink checks a frame. */
typedef enum {
    /** Computes the frame again and compares all pixels, while the frame is held. */
    CHECK_PIXELS = 0,
    /** Notes a checksum of all pixels, to be compared later. */
    CHECK_SUMS = 1
} Check;

/** What the stages work with. */
typedef struct {
    /** Picture that frames are made of. */
    const Image *image;
    /** Frames are variants 0 to `variants` less one of the picture, over and over. */
    uint64_t variants;
    /** Engine A changes one byte of this frame, to show that it is found. UINT64_MAX: none. */
    uint64_t spoil;
    Check check;
    /** GPU that engine B runs on; NULL: a thread. */
    Device *device;
    /** CHECK_PIXELS: room to compute in. */
    Image expected_nv12;
    Image expected_gray;
    /** CHECK_PIXELS: frame 0 as it came out. */
    Image kept_nv12;
    Image kept_gray;
    /** CHECK_PIXELS with a viewer: what it keeps. */
    Viewer viewer;
    /** CHECK_SUMS: one for each frame. */
    uint64_t *sums;
    /** Frames that the sink has taken. */
    uint64_t taken;
    /**
     * The first frame that is not as computed, and where; mismatch.what is NULL if it came out of
     * turn. Valid iff `wrong`.
     */
    bool wrong;
    uint64_t wrong_frame;
    Mismatch mismatch;
} StageContext;

/** Name of a stage, for messages. */
const char *stage_name(Stage stage);

/** The work of a stage. Its context is a StageContext. */
Work stage_work(Stage stage);

/**
 * Takes the memory that the check needs.
 *
 * @param[out] context  to be given back with stages_close(), also on failure
 * @param[in]  frames   frames that will be streamed at most
 */
bool stages_open(StageContext *context, const Image *image, Check check, uint64_t frames,
                 uint64_t variants, Device *device);

void stages_close(StageContext *context);

/** Variant of the picture that a frame is. */
uint64_t stages_variant(const StageContext *context, uint64_t frame);

/**
 * Compares the checksums of all frames with those of the plain computation, one for each variant.
 * Says what differs.
 *
 * @return false iff a checksum differs
 */
bool stages_compare_sums(StageContext *context, const uint64_t *expected);

/** Computes the checksum of each variant of a picture plainly. */
bool stages_expected_sums(const Image *image, uint64_t variants, uint64_t *expected);

#endif /* PIPELINE_STAGES_H */
