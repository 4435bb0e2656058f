/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file point.h
 * What engines that the CPU runs wait for and signal: points on the timelines of sync objects; and
 * where they write.
 */
#ifndef RINGFENCE_WORKER_POINT_H
#define RINGFENCE_WORKER_POINT_H

#include <stdbool.h>
#include <stdint.h>

#include "ringfence_engine.h"

/** A point on the timeline of a sync object, by the handle of its map. */
typedef struct {
    NvSciSyncObj object;
    uint64_t point;
} WorkerPoint;

/** Finishes a point as failed. Where it is not next on its timeline, others store points before it
 * still. */
void worker_point_fail(const WorkerPoint *point);

/** Copy of a fence that its program may change meanwhile: it is read once. */
NvSciSyncFence worker_fence_copy(const NvSciSyncFence *fence);

/** Says whether a fence has nothing to be waited for, and no object. */
bool worker_fence_is_cleared(const NvSciSyncFence *fence);

/** Reads the point of a fence of an object. False: it is not to be waited for, or `error` says why
 * it cannot be read. */
bool worker_fence_read(NvSciSyncObj object, const NvSciSyncFence *fence, WorkerPoint *point,
                       NvSciError *error);

/** Says whether an engine may signal an object that is mapped. One that the CPU or a GPU may signal
 * as well is not signalled. */
bool worker_may_signal(const RingfenceEngineSync *map);

/** First byte of a buffer for writing; NULL: there is none. The list that asks for writing may be
 * the CPU's, which is this engine. */
void *worker_writable(const RingfenceEngineBuf *map);

#endif /* RINGFENCE_WORKER_POINT_H */
