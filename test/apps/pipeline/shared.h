/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file shared.h
 * The pipeline with sharing: every stage is an engine, its output a ring of NvSciBuf objects that
 * the next stage reads in place, and its progress an NvSciSync object.
 *
 *     source --RGBA--> engine A --NV12--> engine B --gray--> sink
 *                          `----------------NV12-------------^   (to be checked)
 *
 * A task of a stage waits for two kinds of fences: "the frame is ready", of the stages that it
 * reads from, and "the packet is free", of the stages that read what it will overwrite. The
 * application hands tasks and fences to the engines ahead of time, and waits for the sink alone.
 *
 * With two processes each has some of the stages, as links.h says. For each frame each process
 * sends one message, with the fences that the other waits for; nobody waits for a fence but the
 * engines, and the application for the sink.
 */
#ifndef PIPELINE_SHARED_H
#define PIPELINE_SHARED_H

#include <stdbool.h>

#include "links.h"
#include "negotiate.h"
#include "stages.h"

/** A run to do. */
typedef struct {
    StageContext *context;
    /** The other process, which does the same run at the same time; NULL: there is none. */
    Peer *peer;
    uint64_t frames;
    /** Frames that are submitted before the first of them is awaited: 1 to TASKS. */
    uint32_t in_flight;
    /** Try a call in RUNTIME that only INIT admits. */
    bool try_refused;
    /** What the progress bar says. */
    const char *label;
} SharedRun;

/** What a run took. */
typedef struct {
    /** Negotiation, allocation, start of the threads. */
    double init_seconds;
    /** From the first task until the last frame is done. */
    double stream_seconds;
    /** End of the threads, giving everything back. */
    double deinit_seconds;
    /** Bytes of all buffers, in both processes. */
    uint64_t buffer_bytes;
    /** A call failed before the sink's work, so what the sink found wrong says nothing. */
    bool broken;
    /** How each ring is laid out, as reconciled. */
    RingFigures ring[LINKS];
} RunResult;

/**
 * Goes through INIT, RUNTIME and DEINIT, and back to INIT.
 *
 * @return false iff a call failed, or a frame was not as computed; what failed has been said on
 * standard error
 */
bool shared_run(const SharedRun *run, RunResult *result);

#endif /* PIPELINE_SHARED_H */
