/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync.h
 * What those who wait need, what is signalled, and fences.
 */
#ifndef RINGFENCE_STREAM_SYNC_H
#define RINGFENCE_STREAM_SYNC_H

#include "stream/rows.h"

/** Makes the list of one who waits on the CPU. Who gets a list frees it, also one with an error. */
NvSciError stream_cpu_waiter_list(NvSciSyncModule module, NvSciSyncAttrList *list);

/** All consumers: bits. */
#define SYNC_OF_ALL (~(uint64_t)0U)

/** Makes the list of all that wait for an element with a block: some of the consumers, or the
 * producer if it is none of them, and what is between; NULL: nobody does. The caller frees it. */
NvSciError sync_gather(const StreamSegment *segment, const StreamBlock *block, uint64_t consumers,
                       uint32_t element, NvSciSyncAttrList *list);

/** Says whether all that wait for an element are of one module: some of the consumers, or the
 * producer if it is none of them, and what is between. sync_gather() then makes one list. */
bool sync_waiters_agree(PhaseOp op, const StreamSegment *segment, uint64_t consumers,
                        uint32_t element);

/** Makes the list that who signals is told of: that of sync_gather(), or NULL if one of the
 * consumers uses the element, and neither waits for it nor has a block before it that does. */
NvSciError sync_combine(const StreamSegment *segment, const StreamBlock *block, uint64_t consumers,
                        uint32_t element, NvSciSyncAttrList *list);

/** Says whether an endpoint is there, uses an element and waits for it. */
bool sync_side_waits_for(const StreamSide *side, uint32_t element);

/** Leaves with consumers that use one of some elements and do not wait for it: bits. */
uint64_t sync_blind(const StreamSegment *segment, uint32_t elements);

/** Says whether late consumers have a list for each element that they use and the producer signals,
 * or a block waits for them. */
bool sync_suits_late(const StreamSegment *segment, uint64_t consumers);

/** Gives back the lists and objects of an endpoint. */
void sync_free(StreamSide *side);

/* What the functions of these names do, counted under the name of `op`. */
NvSciError fence_set(PhaseOp op, NvSciStreamBlock handle, NvSciStreamPacket packet, uint32_t index,
                     const NvSciSyncFence *fence);
NvSciError fence_get(PhaseOp op, NvSciStreamBlock handle, NvSciStreamPacket packet, uint32_t other,
                     uint32_t index, NvSciSyncFence *fence);
NvSciError signal_set(PhaseOp op, NvSciStreamBlock handle, uint32_t index, NvSciSyncObj object);
NvSciError signal_get(PhaseOp op, NvSciStreamBlock handle, uint32_t other, uint32_t index,
                      NvSciSyncObj *object);

#endif /* RINGFENCE_STREAM_SYNC_H */
