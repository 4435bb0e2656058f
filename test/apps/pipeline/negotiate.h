/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file negotiate.h
 * Init: asks the engines at both ends of a ring what they need, reconciles it, allocates, and hands
 * out.
 */
#ifndef PIPELINE_NEGOTIATE_H
#define PIPELINE_NEGOTIATE_H

#include "engine.h"
#include "links.h"

/**
 * Reconciles and allocates the buffers of a ring, and attaches them to the engines at its ends.
 *
 * @param[in,out] bytes  the ring's size is added
 */
NvSciError negotiate_buffers(NvSciBufModule module, const Link *link, const PictureSize *size,
                             Engine engines[STAGES], uint64_t *bytes);

/**
 * Reconciles and allocates the sync object of a stage, for all stages that are linked with it and,
 * at the sink, for the application. Attaches it to the stage's engine.
 */
NvSciError negotiate_sync(NvSciSyncModule module, Stage stage, Engine engines[STAGES]);

#endif /* PIPELINE_NEGOTIATE_H */
