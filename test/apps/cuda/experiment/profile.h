/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file profile.h
 * Where the time of a process's frames goes: what its CPU does one after another, and what its
 * stream does between marks, which are CUDA events. A NULL profile takes nothing.
 */
#ifndef EXPERIMENT_PROFILE_H
#define EXPERIMENT_PROFILE_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

/** What the CPU does for a frame. */
typedef enum {
    /** It waits for a fence of the other process, as a message. */
    PART_RECEIVE = 0,
    PART_IMPORT = 1,
    PART_WAIT = 2,
    PART_LAUNCH = 3,
    PART_SIGNAL = 4,
    /** It exports a fence and sends it. */
    PART_SEND = 5,
    PARTS = 6
} Part;

/** Marks in the stream, for each frame. */
typedef enum { MARK_BEGIN = 0, MARK_READY = 1, MARK_DONE = 2, MARK_SIGNALLED = 3, MARKS = 4 } Mark;

/** Seconds of all frames. */
typedef struct {
    double host[PARTS];
    /** Between a mark and the next. */
    double stream[MARKS - 1U];
    /** From the first mark of the first frame to the last of the last one. */
    double all;
} Figures;

typedef struct Profile Profile;

/** Makes the events for so many frames. NULL, and a line on standard error, iff it fails. */
Profile *profile_new(uint32_t frames);

/** Begins to take times of the CPU. */
void profile_start(Profile *profile);

/** The time since the last lap was this part's. */
void profile_lap(Profile *profile, Part part);

/** Puts a mark into a stream. */
bool profile_mark(Profile *profile, uint32_t frame, Mark mark, cudaStream_t stream);

/** Adds up, once the stream is done. */
bool profile_end(Profile *profile, Figures *figures);

void profile_free(Profile *profile);

#endif /* EXPERIMENT_PROFILE_H */
