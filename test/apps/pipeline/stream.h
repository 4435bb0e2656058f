/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream.h
 * The pipeline with streams: what is between two stages is an NvSciStream, so a stage in the middle
 * is a consumer of one stream and the producer of the next.
 *
 *     source ==RGBA==> engine A ==NV12==> engine B ==gray==> sink
 *                          `==============NV12===============^     (to be checked)
 *                                                   `==gray==> viewer
 *
 * Blocks, packets and fences are set up once, from what the stages ask for. Then each stage has a
 * thread, which takes packets, passes them on with a fence, works, and signals. It waits for two
 * things: for packets, and for the fences that come with them. Both are timed.
 *
 * With two processes the stream from engine A goes through IPC blocks. The processes talk to each
 * other beside it, to begin and to end together.
 */
#ifndef PIPELINE_STREAM_H
#define PIPELINE_STREAM_H

#include "run.h"

/**
 * Goes through INIT, RUNTIME and DEINIT, and back to INIT.
 *
 * @return false iff a call failed, a frame was not as computed, or the other process ended; what
 * failed here has been said on standard error
 */
bool stream_run(const Run *run, RunResult *result);

#endif /* PIPELINE_STREAM_H */
