/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fence.c
 * Fences of packets: what an endpoint leaves for the others, and what they left.
 */
#include "stream/block.h"
#include "stream/protocol.h"
#include "stream/sync.h"
#include "sync/fence_of.h"

/** Says whether a fence is cleared. */
static bool is_cleared(const NvSciSyncFence *fence)
{
    const uint32_t words = (uint32_t)(sizeof(fence->payload) / sizeof(fence->payload[0]));
    uint64_t sum = 0U;

    for (uint32_t i = 0U; i < words; i++) {
        sum |= fence->payload[i];
    }
    return sum == 0U;
}

/** Says whether an endpoint has a packet. */
static bool has_packet(const StreamBlock *block, const StreamPacket *packet)
{
    bool has = ((packet->held & block->leaves) != 0U);

    if (stream_is(block, TYPE_PRODUCER)) {
        has = (packet->place == PACKET_PRODUCED);
    }
    return has;
}

/** Enters a call about a packet that an endpoint has. Success: stream_leave() must follow. */
static NvSciError enter_held(PhaseOp op, NvSciStreamBlock handle, NvSciStreamPacket packet,
                             StreamBlock **block, StreamPacket **row)
{
    NvSciError status = stream_enter_window(op, WINDOW_FENCE, handle, block);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = packet_find(op, stream_segment_of(*block), packet, &index);
        if ((status == NvSciError_Success) && (!has_packet(*block, &g_stream_packets[index]))) {
            status = stream_refuse(op, FAULT_CAUSE_NOT_HELD, NvSciError_StreamPacketInaccessible);
        }
        if (status == NvSciError_Success) {
            *row = &g_stream_packets[index];
        } else {
            stream_leave(*block);
        }
    }
    return status;
}

/** Says why a fence is not one that an endpoint can leave: its bytes are not the library's, or it
 * is of no object that the endpoint signals. */
static NvSciError refuse_fence(const NvSciSyncFence *fence)
{
    NvSciSyncFence copy = NvSciSyncFenceInitializer;
    const NvSciError status = NvSciSyncFenceDup(fence, &copy);

    NvSciSyncFenceClear(&copy);
    return (status == NvSciError_Success) ? NvSciError_InconsistentData : status;
}

/** Keeps a copy of a fence, in place of the one that is there: one of the object that the endpoint
 * signals, or a cleared one.
 * @satisfies RF-STREAM-221 */
static NvSciError keep(StreamPacket *packet, const StreamSide *from, uint32_t side,
                       uint32_t element, const NvSciSyncFence *fence)
{
    NvSciSyncObj const signals = from->signals[element];
    const bool is_own = (signals != NULL) && sync_fence_is_of(fence, signals);
    NvSciError status = NvSciError_Success;

    if (is_own || is_cleared(fence)) {
        status = NvSciSyncFenceDup(fence, &packet->fences[side].fences[element]);
        if (status == NvSciError_Success) {
            payload_fence(packet, side, element);
        }
    } else {
        status = refuse_fence(fence);
    }
    return status;
}

/** What NvSciStreamBlockPacketFenceSet() does, under the name of `op`. */
NvSciError fence_set(PhaseOp op, NvSciStreamBlock handle, NvSciStreamPacket packet, uint32_t index,
                     const NvSciSyncFence *fence)
{
    StreamBlock *block = NULL;
    StreamPacket *row = NULL;
    NvSciError status = enter_held(op, handle, packet, &block, &row);

    if (status == NvSciError_Success) {
        const uint32_t number = stream_side_number(block);
        const StreamSide *const side = &stream_segment_of(block)->sides[number];
        uint32_t element = 0U;

        status = element_find(op, side, index, &element);
        if ((status == NvSciError_Success) && (fence == NULL)) {
            status = NvSciError_BadAddress;
        }
        if ((status == NvSciError_Success) && (((side->unused >> element) & 1U) == 1U) &&
            (!is_cleared(fence))) {
            status = NvSciError_InconsistentData;
        }
        if (status == NvSciError_Success) {
            status = keep(row, side, number, element, fence);
        }
        if (status == NvSciError_InconsistentData) {
            (void)stream_refuse(op, FAULT_CAUSE_OTHER_FENCE, status);
        }
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-045 */
NvSciError NvSciStreamBlockPacketFenceSet(NvSciStreamBlock const block,
                                          NvSciStreamPacket const handle, uint32_t const elemIndex,
                                          NvSciSyncFence const *const postfence)
{
    return fence_set(OP_STREAM_BLOCK_PACKET_FENCE_SET, block, handle, elemIndex, postfence);
}

/** What NvSciStreamBlockPacketFenceGet() does, under the name of `op`. */
NvSciError fence_get(PhaseOp op, NvSciStreamBlock handle, NvSciStreamPacket packet, uint32_t other,
                     uint32_t index, NvSciSyncFence *fence)
{
    StreamBlock *block = NULL;
    StreamPacket *row = NULL;
    NvSciError status = enter_held(op, handle, packet, &block, &row);

    if (status == NvSciError_Success) {
        const StreamSegment *const segment = stream_segment_of(block);
        uint32_t element = 0U;
        uint32_t side = 0U;

        status = stream_ask_other(op, segment, block, other, &side);
        if (status == NvSciError_Success) {
            status = element_find(op, &segment->sides[stream_side_number(block)], index, &element);
        }
        if ((status == NvSciError_Success) && (fence == NULL)) {
            status = NvSciError_BadAddress;
        }
        if (status == NvSciError_Success) {
            if (((row->fences[side].set >> element) & 1U) == 1U) {
                status = NvSciSyncFenceDup(&row->fences[side].fences[element], fence);
            } else {
                NvSciSyncFenceClear(fence);
            }
        }
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-046 */
NvSciError NvSciStreamBlockPacketFenceGet(NvSciStreamBlock const block,
                                          NvSciStreamPacket const handle,
                                          uint32_t const queryBlockIndex, uint32_t const elemIndex,
                                          NvSciSyncFence *const prefence)
{
    return fence_get(OP_STREAM_BLOCK_PACKET_FENCE_GET, block, handle, queryBlockIndex, elemIndex,
                     prefence);
}
