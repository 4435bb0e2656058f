/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file compose.h
 * Operations of the second generation that are prepared under a token.
 */
#ifndef RINGFENCE_MEDIA_COMPOSE_H
#define RINGFENCE_MEDIA_COMPOSE_H

#include <stdint.h>

#include "media/media.h"

/** Finds an engine and an operation of it that is prepared; the engine is locked then, and else
 * nothing is. Looks whether the phase admits the function. */
NvMediaStatus media_compose_take(PhaseOp op, const void *handle, uint32_t token,
                                 MediaEngine **engine, MediaCompose **compose);

/** The same for a layer of it. */
NvMediaStatus media_compose_layer(PhaseOp op, const void *handle, uint32_t token, uint32_t index,
                                  MediaEngine **engine, MediaLayer **layer);

/** Buffer of a reference; NULL: it is not registered any more, or none is named. */
MediaBuffer *media_buffer_of(MediaEngine *engine, MediaRef ref);

#endif /* RINGFENCE_MEDIA_COMPOSE_H */
