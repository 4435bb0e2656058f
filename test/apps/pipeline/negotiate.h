/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file negotiate.h
 * Init: asks the engines at both ends of a ring what they need, reconciles it, allocates, and hands
 * out.
 *
 * With two processes both make the same calls. The process of the stage that writes, or signals,
 * takes in the lists of the other, reconciles and allocates; the other takes what is its share.
 */
#ifndef PIPELINE_NEGOTIATE_H
#define PIPELINE_NEGOTIATE_H

#include "engine.h"
#include "links.h"

/** What is printed of a ring. */
typedef struct {
    /** Bytes of all its buffers. */
    uint64_t bytes;
    /** Bytes from row to row, and from the buffer's begin to the plane. */
    uint32_t pitch[SURFACE_PLANES];
    uint64_t offset[SURFACE_PLANES];
} RingFigures;

/**
 * Reconciles and allocates the buffers of a ring, and attaches them to the engines at its ends that
 * are in this process.
 *
 * @param[out] figures  what came of it, also if the ring is not in this process
 */
NvSciError negotiate_buffers(Peer *peer, NvSciBufModule module, const Link *link,
                             const PictureSize *size, Engine engines[STAGES], RingFigures *figures);

/** Asks a reconciled list for the size of all buffers of a ring or stream. */
NvSciError negotiate_bytes(NvSciBufAttrList reconciled, uint64_t *bytes);

/** Reads pitches and offsets of a buffer. */
void negotiate_layout(const Surface *surface, RingFigures *figures);

/** Lets the other process know the figures of a ring that was made here, or learns them from it. */
NvSciError negotiate_tell_figures(Peer *peer, bool made_here, RingFigures *figures);

/**
 * Reconciles and allocates the sync object of a stage, for all stages that are linked with it and,
 * at the sink, for the application. Attaches it to the stage's engine, which in the process of the
 * waiters stands for the engine in the other.
 */
NvSciError negotiate_sync(Peer *peer, NvSciSyncModule module, Stage stage, Engine engines[STAGES]);

#endif /* PIPELINE_NEGOTIATE_H */
