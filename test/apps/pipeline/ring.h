/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ring.h
 * The pipeline without streams: every stage is an engine, its output a ring of NvSciBuf objects
 * that the next stage reads in place, and its progress an NvSciSync object.
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
#ifndef PIPELINE_RING_H
#define PIPELINE_RING_H

#include "run.h"

/**
 * Goes through INIT, RUNTIME and DEINIT, and back to INIT.
 *
 * @return false iff a call failed, or a frame was not as computed; what failed has been said on
 * standard error
 */
bool ring_run(const Run *run, RunResult *result);

#endif /* PIPELINE_RING_H */
