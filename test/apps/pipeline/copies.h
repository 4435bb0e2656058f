/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file copies.h
 * The pipeline without sharing: every stage has input and output buffers of its own, a frame is
 * copied from one to the next, and a stage is over when its thread has been joined.
 */
#ifndef PIPELINE_COPIES_H
#define PIPELINE_COPIES_H

#include "run.h"

/**
 * Streams frames through the same stages as ring_run(), one after the other.
 *
 * @return false iff memory or a thread could not be had; this has been said on standard error
 */
bool copies_run(StageContext *context, uint64_t frames, const char *label, RunResult *result);

#endif /* PIPELINE_COPIES_H */
