/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file token.h
 * Operations of the second generation that are prepared under a token.
 */
#ifndef RINGFENCE_MEDIA_TOKEN_H
#define RINGFENCE_MEDIA_TOKEN_H

#include <stdint.h>

#include "media/media.h"

/** First row of filter buffers. */
#define MEDIA_TOKEN_FILTERS RINGFENCE_CFG_2D_TASKS

/** Token of a row of an engine that was taken so often. */
uint32_t media_token(const MediaEngine *engine, uint32_t row, uint32_t turn);

/** Row of a token. */
uint32_t media_token_row(uint32_t token);

/** Finds an engine and an operation of it that is prepared; the engine is locked then, and else
 * nothing is. Looks whether the phase admits the function. */
NvMediaStatus media_compose_take(PhaseOp op, const void *handle, uint32_t token,
                                 MediaEngine **engine, MediaCompose **compose);

/** The same for a layer of it. */
NvMediaStatus media_compose_layer(PhaseOp op, const void *handle, uint32_t token, uint32_t index,
                                  MediaEngine **engine, MediaLayer **layer);

#endif /* RINGFENCE_MEDIA_TOKEN_H */
