/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file setup.c
 * Marks of setup, and what blocks are asked about the stream.
 */
#include "stream/stream.h"

/* ---------------------------------------------------------------- endpoints */

NvSciError stream_find_side(const StreamSegment *segment, NvSciStreamBlockType type, uint32_t index,
                            uint32_t *side)
{
    NvSciError status = NvSciError_Success;

    if (type == NvSciStreamBlockType_Producer) {
        status = (index == 0U) ? NvSciError_Success : NvSciError_IndexOutOfRange;
        *side = SIDE_PRODUCER;
    } else if (type == NvSciStreamBlockType_Consumer) {
        status = (index < segment->consumers) ? NvSciError_Success : NvSciError_IndexOutOfRange;
        *side = SIDE_CONSUMER_0 + index;
    } else {
        status = NvSciError_BadParameter;
    }
    return status;
}

NvSciError stream_find_other(const StreamSegment *segment, const StreamBlock *block, uint32_t index,
                             uint32_t *side)
{
    return stream_find_side(segment,
                            stream_is(block, TYPE_PRODUCER) ? NvSciStreamBlockType_Consumer
                                                            : NvSciStreamBlockType_Producer,
                            index, side);
}

const StreamBlock *stream_end_of(const StreamSegment *segment, uint32_t side)
{
    return stream_block((side == SIDE_PRODUCER) ? segment->head
                                                : segment->leaf[side - SIDE_CONSUMER_0]);
}

/* ---------------------------------------------------------------- marks */

/** @satisfies RF-STREAM-011 RF-STREAM-012 */
NvSciError NvSciStreamBlockSetupStatusSet(NvSciStreamBlock const block,
                                          NvSciStreamSetup const setupType, bool const completed)
{
    StreamBlock *found = NULL;
    NvSciError status =
        stream_enter_connected(OP_STREAM_BLOCK_SETUP_STATUS_SET, TYPE_ALL, block, &found);

    if (status == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(found);

        if (!completed) {
            status = NvSciError_BadParameter;
        } else {
            status = protocol_mark(segment, found, setupType);
        }
        if (status == NvSciError_Success) {
            if (stream_is(found, TYPE_POOL) && (setupType == NvSciStreamSetup_ElementExport)) {
                element_number(segment);
            }
            stream_changed(segment);
        }
        stream_leave(found);
    }
    return status;
}

/* ---------------------------------------------------------------- questions */

/** @satisfies RF-STREAM-008 */
NvSciError NvSciStreamBlockConsumerCountGet(NvSciStreamBlock const block,
                                            uint32_t *const numConsumers)
{
    StreamBlock *found = NULL;
    NvSciError status =
        stream_enter_connected(OP_STREAM_BLOCK_CONSUMER_COUNT_GET, TYPE_ALL, block, &found);

    if (status == NvSciError_Success) {
        if (numConsumers == NULL) {
            status = NvSciError_BadAddress;
        } else {
            *numConsumers = found->consumers;
        }
        stream_leave(found);
    }
    return status;
}

/** @satisfies RF-STREAM-008 */
NvSciError NvSciStreamConsumerIndexGet(NvSciStreamBlock const consumer, uint32_t *const index)
{
    StreamBlock *found = NULL;
    NvSciError status =
        stream_enter_connected(OP_STREAM_CONSUMER_INDEX_GET, TYPE_CONSUMER, consumer, &found);

    if (status == NvSciError_Success) {
        if (index == NULL) {
            status = NvSciError_BadAddress;
        } else {
            *index = stream_segment_of(found)->base + found->first_consumer;
        }
        stream_leave(found);
    }
    return status;
}

/** @satisfies RF-STREAM-009 */
NvSciError NvSciStreamAttributeQuery(NvSciStreamQueryableAttrib const attr, int32_t *const value)
{
    NvSciError status = ringfence_phase_admit(OP_STREAM_ATTRIBUTE_QUERY);

    if (status == NvSciError_Success) {
        if (value == NULL) {
            status = NvSciError_BadParameter;
        } else if (attr == NvSciStreamQueryableAttrib_MaxElements) {
            *value = (int32_t)RINGFENCE_CFG_STREAM_ELEMENTS;
        } else if (attr == NvSciStreamQueryableAttrib_MaxSyncObj) {
            *value = (int32_t)RINGFENCE_CFG_STREAM_ELEMENTS;
        } else if (attr == NvSciStreamQueryableAttrib_MaxMulticastOutputs) {
            *value = (int32_t)RINGFENCE_CFG_STREAM_CONSUMERS;
        } else {
            status = NvSciError_BadParameter;
        }
    }
    return status;
}
