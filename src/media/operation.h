/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file operation.h
 * Operations of both generations on their way into the queue.
 */
#ifndef RINGFENCE_MEDIA_OPERATION_H
#define RINGFENCE_MEDIA_OPERATION_H

#include "media/media.h"

/** Rectangle of a call, which is read once; NULL: all of an image. */
BlitRect media_operation_rect(const NvMediaRect *rect, const MediaSurface *surface);

/** A filter by its number, which is one. */
BlitFilter media_operation_filter(uint32_t number);

/** A transform by its number, which is one. */
BlitTransform media_operation_transform(uint32_t number);

/** A way of blending by its number, which is one. */
BlitBlend media_operation_blend(uint32_t number);

/** Begins an operation in a place that is free: its destination. */
void media_operation_begin(MediaEntry *entry, const MediaMemory *memory, MediaUse *use);

/** Adds a layer with its source; the rest of the layer is the caller's to fill. NULL: there are
 * BLIT_LAYERS. */
BlitLayer *media_operation_add(MediaEntry *entry, const MediaMemory *memory, MediaUse *use);

/**
 * Looks whether an operation that is filled can be done, and sees to it that what it needs is
 * there: in INIT it is built, later it must have been. Needs the engine's lock.
 */
NvMediaStatus media_operation_ready(PhaseOp op, const MediaEngine *engine, const MediaEntry *entry);

#endif /* RINGFENCE_MEDIA_OPERATION_H */
