/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file tree.h
 * The shape of a segment: making blocks, numbering consumers, those that come late, and those that
 * are gone.
 */
#ifndef RINGFENCE_STREAM_TREE_H
#define RINGFENCE_STREAM_TREE_H

#include "stream/rows.h"

/* ---------------------------------------------------------------- making blocks (make.c) */

/** Gives the row of a deleted block back. Needs the shape. */
void stream_give_row(StreamBlock *block);

/** Takes a row for a block of a type. BadParameter iff there is no place for the handle. */
NvSciError stream_make(PhaseOp op, BlockType type, uint32_t outputs, uint32_t limit,
                       NvSciStreamBlock *handle);

/** Puts a block without a segment into one. Needs the shape, both segments. */
void stream_join(StreamSegment *segment, StreamBlock *block);

/** Finds the block that is to be a partner of another. Needs the shape.
 *
 * @retval NvSciError_StreamBadBlock        iff the handle names no block
 * @retval NvSciError_BadParameter          iff it is of another type
 * @retval NvSciError_InsufficientResource  iff it has a partner
 */
NvSciError stream_find_partner(PhaseOp op, uint32_t types, NvSciStreamBlock handle, uint32_t *row);

/** Binds two blocks to one another: rows. Needs the shape and the segment of blocks without one. */
void stream_bind(uint32_t row, uint32_t other);

/** Takes a row for a segment. Needs the shape. InsufficientMemory iff all are taken. */
NvSciError segment_take(PhaseOp op, uint32_t *number);

/** Empties a segment that was taken, makes a block its head, and joins it. Needs the shape and the
 * segment of blocks without one. The segment is locked then. */
void segment_begin(uint32_t number, StreamBlock *head);

/* ---------------------------------------------------------------- numbers (tree.c) */

/** Consumers at and below a block that are known. */
uint32_t tree_consumers(uint32_t top);

/** Block that a block is downstream of, and that is downstream of none. */
uint32_t tree_top(uint32_t link);

/** Numbers that those at and below a block need: consumers that are known, and outputs that late
 * ones may come to. */
uint32_t tree_places(uint32_t top);

/** Says whether a stream can have so many numbers: InsufficientResource iff not, and a fault report
 * of function `op` that names the limit. */
NvSciError tree_admit(PhaseOp op, uint32_t places);

/** Numbers consumers and leaves once all paths of a segment end, and completes it once all of the
 * stream do; the errors are those of tree_admit(). */
NvSciError tree_complete(PhaseOp op, StreamSegment *segment);

/** A block is gone: tells who is upstream and downstream of it. Needs the segment. (lose.c) */
void tree_lose(StreamSegment *segment, StreamBlock *block);

/** A block that is in no stream yet is gone: tells all that are connected with it. (lose.c) */
void tree_lose_all(const StreamBlock *block);

/** Begins the record of a consumer that a leaf is, or stands for, by its place among them. */
void tree_begin_side(StreamSegment *segment, const StreamBlock *leaf, uint32_t place);

/** Gives the leaf of a consumer to all blocks above it. */
void tree_add_leaf(const StreamSegment *segment, uint32_t consumer);

/** Gives a pool or a queue the numbers of its partner. */
void tree_number_partner(const StreamBlock *block);

/* ---------------------------------------------------------------- late consumers (late.c) */

/** The mark Connect of a multicast block. */
NvSciError late_mark(NvSciStreamBlock handle, bool completed);

/** A process at the other end of a channel is there: takes groups that were marked, and are known
 * now. InsufficientResource iff there are too few numbers for its consumers. */
NvSciError late_go_on(StreamSegment *segment);

/** Goes on with groups that waited for more than a process: for INIT, or for another group. One for
 * which there are too few numbers is told so at its leaves. */
void late_resume(StreamSegment *segment);

/** Consumers behind an IPC source came: bits of their places there. Needs INIT. */
void late_join(StreamSegment *segment, const StreamBlock *source, uint64_t places);

/** Late consumers are gone before they were set up, if they are such: bits of their numbers. */
void late_part(StreamSegment *segment, uint64_t numbers);

/** Goes on with late consumers that are set up, if all of their group are. */
void late_admit(StreamSegment *segment);

/** Branch of an open multicast block that a block is in; STREAM_NONE: it is in none. */
uint32_t late_branch(const StreamBlock *block);

/** Leaves are gone, which may be late ones. */
void late_lose(StreamSegment *segment, uint64_t leaves);

/** Says whether a block has outputs for late consumers, or one below it has. */
bool late_is_open(const StreamSegment *segment, const StreamBlock *block);

/** Gives back the blocks of a branch of late consumers that were all deleted. Needs the shape. */
void late_forget(StreamSegment *segment, const StreamBlock *block);

#endif /* RINGFENCE_STREAM_TREE_H */
