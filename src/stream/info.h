/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file info.h
 * User infos.
 */
#ifndef RINGFENCE_STREAM_INFO_H
#define RINGFENCE_STREAM_INFO_H

#include "stream/rows.h"

/** A user info. */
typedef struct {
    uint32_t type;
    uint32_t size;
    const uint8_t *data;
} InfoView;

/** Adds an info of an endpoint to a block: its own, or that of consumer `owner` behind an IPC
 * source. */
NvSciError info_add(PhaseOp op, StreamBlock *block, uint32_t owner, uint32_t type, uint32_t size,
                    const void *data);

/** Info of an endpoint, by its place among them. False: there are not so many. */
bool info_at(const StreamSegment *segment, uint32_t side, uint32_t place, InfoView *view);

/** User infos of consumer `owner` behind an IPC source are given back. */
void info_forget(StreamBlock *block, uint32_t owner);

/** User infos of a block are given back. */
void info_free(StreamBlock *block);

/* What the functions of these names do, counted under the name of `op`. */
NvSciError info_set(PhaseOp op, NvSciStreamBlock handle, uint32_t type, uint32_t size,
                    const void *data);
NvSciError info_get(PhaseOp op, NvSciStreamBlock handle, NvSciStreamBlockType block_type,
                    uint32_t index, uint32_t type, uint32_t *size, void *data);

#endif /* RINGFENCE_STREAM_INFO_H */
