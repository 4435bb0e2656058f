/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file run.h
 * What a run of the pipeline is asked to do, and what is told of it, whichever way it is done.
 */
#ifndef PIPELINE_RUN_H
#define PIPELINE_RUN_H

#include <stdbool.h>

#include "links.h"
#include "negotiate.h"
#include "stages.h"

/** Ends of a link at most: the writer, and the readers behind it. */
#define ENDS (1U + READERS)

/** What an end of a stream did. Times are in seconds. */
typedef struct {
    /** Packets that it presented or acquired. */
    uint64_t moved;
    /** How long there was no packet: the queue was empty, or, at the writer, none was free. */
    double packet_seconds;
    /** How long the fences of packets that it had were awaited: of the writer, or of each reader.
     */
    double fence_seconds[READERS];
} EndFigures;

/** What a run took. */
typedef struct {
    /** Negotiation, allocation, start of the threads. */
    double init_seconds;
    /** From the first task until the last frame is done. */
    double stream_seconds;
    /** End of the threads, giving everything back. */
    double deinit_seconds;
    /** Bytes of all buffers of pictures, in both processes. */
    uint64_t buffer_bytes;
    /** A call failed before the sink's work, so what the sink found wrong says nothing. */
    bool broken;
    /** How the buffers of each link are laid out, as reconciled. */
    RingFigures ring[LINKS];
    /** Streams alone: the writer of each link, then its readers. */
    EndFigures end[LINKS][ENDS];
} RunResult;

/** Tells of what was made in INIT, before the first frame. */
typedef void (*Announce)(const RunResult *result);

/** A run to do. */
typedef struct {
    StageContext *context;
    /** The other process, which does the same run at the same time; NULL: there is none. */
    Peer *peer;
    uint64_t frames;
    /** Rings alone: frames that are submitted before the first of them is awaited: 1 to TASKS. */
    uint32_t in_flight;
    /** Try a call in RUNTIME that only INIT admits. */
    bool try_refused;
    /** What the progress bar says. */
    const char *label;
    /** Called in process 1; NULL: nobody is told. */
    Announce announce;
} Run;

#endif /* PIPELINE_RUN_H */
