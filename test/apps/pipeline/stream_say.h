/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_say.h
 * What is printed of streams: packets and drops of each queue, and who waited for whom.
 */
#ifndef PIPELINE_STREAM_SAY_H
#define PIPELINE_STREAM_SAY_H

#include "run.h"

/**
 * Prints both tables of a run that went well.
 *
 * @param[in] device  GPU that engine B runs on, so that its waits for fences are not known; or NULL
 */
void stream_say(const RunResult *result, const Device *device);

#endif /* PIPELINE_STREAM_SAY_H */
