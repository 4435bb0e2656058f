/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file setup.c
 * Marks of setup, and what blocks are asked about the stream.
 */
#include "stream/block.h"
#include "stream/element.h"
#include "stream/protocol.h"
#include "stream/remote.h"
#include "stream/tree/payload.h"
#include "stream/tree/tree.h"

/* ---------------------------------------------------------------- marks */

/** @satisfies RF-STREAM-014 */
void stream_changed(StreamSegment *segment)
{
    chip_answer(segment);
    if (segment->stage >= SEGMENT_READY) {
        late_admit(segment);
        /* Who came behind a channel may have waited for that. */
        if (RingfenceCurrentPhase() == RINGFENCE_PHASE_INIT) {
            ipc_ask_again(segment);
        }
    } else if (protocol_ready(segment)) {
        segment_go(segment, SEGMENT_READY);
        payload_admit(segment);
    } else {
        /* Somebody is not done yet. */
    }
    stream_tell_due(segment);
}

/** A mark of any group but Connect. */
static NvSciError set_mark(NvSciStreamBlock handle, NvSciStreamSetup setup, bool completed)
{
    StreamBlock *found = NULL;
    NvSciError status =
        stream_enter_connected(OP_STREAM_BLOCK_SETUP_STATUS_SET, TYPE_ALL, handle, &found);

    if (status == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(found);

        if (!completed) {
            status = stream_refuse(OP_STREAM_BLOCK_SETUP_STATUS_SET, FAULT_CAUSE_NOT_COMPLETED,
                                   NvSciError_BadParameter);
        } else if (stream_has_ended(found)) {
            status = NvSciError_StreamNotConnected;
        } else {
            status = protocol_mark(segment, found, setup);
        }
        if (status == NvSciError_Success) {
            if (stream_is(found, TYPE_POOL) && (setup == NvSciStreamSetup_ElementExport)) {
                element_number(segment);
            }
            stream_changed(segment);
        }
        stream_leave(found);
    }
    return status;
}

/** @satisfies RF-STREAM-011 RF-STREAM-012 */
NvSciError NvSciStreamBlockSetupStatusSet(NvSciStreamBlock const block,
                                          NvSciStreamSetup const setupType, bool const completed)
{
    return (setupType == NvSciStreamSetup_Connect) ? late_mark(block, completed)
                                                   : set_mark(block, setupType, completed);
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
    NvSciError status = phase_admit_thread(OP_STREAM_ATTRIBUTE_QUERY);

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
            status = stream_refuse(OP_STREAM_ATTRIBUTE_QUERY, FAULT_CAUSE_BAD_NUMBER,
                                   NvSciError_BadParameter);
        }
    }
    return status;
}
