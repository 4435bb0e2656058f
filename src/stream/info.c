/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file info.c
 * User infos: what endpoints tell the others before the stream is set up.
 */
#include "stream/info.h"
#include "core/assert.h"
#include "core/bytes.h"
#include "core/fault.h"
#include "core/pool.h"
#include "port/lock.h"
#include "stream/block.h"
#include "stream/protocol.h"

/** A user info. */
typedef struct {
    /** Next one of the block: a link. */
    uint32_t next;
    /** Consumer behind an IPC source that it is of; 0 at other blocks. */
    uint32_t owner;
    uint32_t type;
    uint32_t size;
    uint8_t data[RINGFENCE_CFG_STREAM_INFO_BYTES];
} StreamInfo;

static StreamInfo g_stream_infos[RINGFENCE_CFG_STREAM_INFOS];

/** Info by its owner and type; STREAM_NONE: there is none. A link. */
static uint32_t find(const StreamBlock *block, uint32_t owner, uint32_t type)
{
    uint32_t found = STREAM_NONE;

    for (uint32_t link = block->infos; link != STREAM_NONE;
         link = g_stream_infos[stream_row(link)].next) {
        const StreamInfo *const info = &g_stream_infos[stream_row(link)];

        if ((info->owner == owner) && (info->type == type)) {
            found = link;
        }
    }
    return found;
}

/** Takes the info that a link leads to out of its list, and gives it back. */
static void info_give_back(uint32_t *link)
{
    const uint32_t row = stream_row(*link);

    ASSERT(row < RINGFENCE_CFG_STREAM_INFOS);
    *link = g_stream_infos[row].next;
    ringfence_port_lock();
    ringfence_pool_give(RINGFENCE_POOL_STREAM_INFO, row);
    ringfence_port_unlock();
}

void info_free(StreamBlock *block)
{
    while (block->infos != STREAM_NONE) {
        info_give_back(&block->infos);
    }
}

void info_forget(StreamBlock *block, uint32_t owner)
{
    uint32_t *link = &block->infos;

    while (*link != STREAM_NONE) {
        if (g_stream_infos[stream_row(*link)].owner == owner) {
            info_give_back(link);
        } else {
            link = &g_stream_infos[stream_row(*link)].next;
        }
    }
}

/** @satisfies RF-CORE-341 */
NvSciError info_add(PhaseOp op, StreamBlock *block, uint32_t owner, uint32_t type, uint32_t size,
                    const void *data)
{
    uint32_t row = 0U;
    NvSciError status = NvSciError_Success;

    if (find(block, owner, type) != STREAM_NONE) {
        status = NvSciError_AlreadyInUse;
    } else if (size > RINGFENCE_CFG_STREAM_INFO_BYTES) {
        fault_report_capacity(op, FAULT_LIMIT_STREAM_INFO_BYTES, size,
                              RINGFENCE_CFG_STREAM_INFO_BYTES);
        status = NvSciError_InsufficientMemory;
    } else {
        status = ringfence_api_enter(op);
        if (status == NvSciError_Success) {
            status = ringfence_pool_take(RINGFENCE_POOL_STREAM_INFO, &row);
            ringfence_api_leave();
        }
    }
    if (status == NvSciError_Success) {
        StreamInfo *const info = &g_stream_infos[row];

        ASSERT(row < RINGFENCE_CFG_STREAM_INFOS);
        info->owner = owner;
        info->type = type;
        info->size = size;
        bytes_copy(info->data, data, size);
        info->next = block->infos;
        block->infos = stream_link(row);
    }
    return status;
}

/** Number of an endpoint among those that its block stands for. */
static uint32_t owner_of(const StreamBlock *block, uint32_t side)
{
    return stream_is(block, TYPE_OF(BLOCK_IPC_SRC))
               ? ((side - SIDE_CONSUMER_0) - block->first_consumer)
               : 0U;
}

/** Info of an endpoint by its type; STREAM_NONE: it has none, or is not there. A link. */
static uint32_t find_of(const StreamSegment *segment, uint32_t side, uint32_t type)
{
    uint32_t link = STREAM_NONE;

    if (segment->sides[side].is_present) {
        const StreamBlock *const end = stream_end_of(segment, side);

        link = find(end, owner_of(end, side), type);
    }
    return link;
}

/** Info of a block by its owner and its place among those of that. False: there are not so many. */
static bool find_at(const StreamBlock *block, uint32_t owner, uint32_t place, InfoView *view)
{
    uint32_t count = 0U;

    for (uint32_t link = block->infos; link != STREAM_NONE;
         link = g_stream_infos[stream_row(link)].next) {
        const StreamInfo *const info = &g_stream_infos[stream_row(link)];

        if (info->owner == owner) {
            if (count == place) {
                view->type = info->type;
                view->size = info->size;
                view->data = info->data;
            }
            count++;
        }
    }
    return place < count;
}

bool info_at(const StreamSegment *segment, uint32_t side, uint32_t place, InfoView *view)
{
    bool is_there = segment->sides[side].is_present;

    if (is_there) {
        const StreamBlock *const end = stream_end_of(segment, side);

        is_there = find_at(end, owner_of(end, side), place, view);
    }
    return is_there;
}

NvSciError info_set(PhaseOp op, NvSciStreamBlock handle, uint32_t type, uint32_t size,
                    const void *data)
{
    StreamBlock *block = NULL;
    NvSciError status = stream_enter(op, handle, &block);

    if (status == NvSciError_Success) {
        if (!stream_is(block, TYPE_ENDS)) {
            status = stream_refuse(op, FAULT_CAUSE_OTHER_BLOCK, NvSciError_NotSupported);
        } else if (block->has_input || (block->connected > 0U)) {
            status = stream_refuse(op, FAULT_CAUSE_INFO_LATE, NvSciError_NoLongerAvailable);
        } else if (data == NULL) {
            status = NvSciError_BadParameter;
        } else {
            status = info_add(op, block, 0U, type, size, data);
            if (status == NvSciError_AlreadyInUse) {
                (void)stream_refuse(op, FAULT_CAUSE_INFO_TWICE, status);
            }
        }
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-007 */
NvSciError NvSciStreamBlockUserInfoSet(NvSciStreamBlock const block, uint32_t const userType,
                                       uint32_t const dataSize, void const *const data)
{
    return info_set(OP_STREAM_BLOCK_USER_INFO_SET, block, userType, dataSize, data);
}

/** Copies an info to the caller, as much as there is room for; the size is that of the whole. */
static NvSciError info_give(const StreamInfo *info, uint32_t *size, void *data)
{
    const uint32_t room = *size;
    NvSciError status = NvSciError_Success;

    if ((data == NULL) && (room != 0U)) {
        status = NvSciError_BadAddress;
    } else {
        *size = info->size;
        if (data != NULL) {
            bytes_copy(data, info->data, (info->size < room) ? info->size : room);
        }
    }
    return status;
}

NvSciError info_get(PhaseOp op, NvSciStreamBlock handle, NvSciStreamBlockType block_type,
                    uint32_t index, uint32_t type, uint32_t *size, void *data)
{
    StreamBlock *block = NULL;
    NvSciError status = stream_enter_window(op, WINDOW_INFO_GET, handle, &block);

    if (status == NvSciError_Success) {
        const StreamSegment *const segment = stream_segment_of(block);
        uint32_t side = 0U;

        status = stream_find_side(segment, block_type, index, &side);
        if ((status == NvSciError_IndexOutOfRange) && (index < segment->total) &&
            (block_type == NvSciStreamBlockType_Consumer)) {
            /* A consumer of another process that is not behind this one. */
            status = NvSciError_StreamInfoNotProvided;
        } else if (status != NvSciError_Success) {
            (void)stream_ask_side(op, segment, block_type, index, &side);
        } else {
            /* It is here. */
        }
        if ((status == NvSciError_Success) && (size == NULL)) {
            status = NvSciError_BadAddress;
        }
        if (status == NvSciError_Success) {
            const uint32_t link = find_of(segment, side, type);

            if (link == STREAM_NONE) {
                status = NvSciError_StreamInfoNotProvided;
            } else {
                status = info_give(&g_stream_infos[stream_row(link)], size, data);
            }
        }
        stream_leave(block);
    }
    return status;
}

/** @satisfies RF-STREAM-007 */
NvSciError NvSciStreamBlockUserInfoGet(NvSciStreamBlock const block,
                                       NvSciStreamBlockType const queryBlockType,
                                       uint32_t const queryBlockIndex, uint32_t const userType,
                                       uint32_t *const dataSize, void *const data)
{
    return info_get(OP_STREAM_BLOCK_USER_INFO_GET, block, queryBlockType, queryBlockIndex, userType,
                    dataSize, data);
}
