/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file info.c
 * User infos: what endpoints tell the others before the stream is set up.
 */
#include "core/bytes.h"
#include "core/pool.h"
#include "port/lock.h"
#include "stream/stream.h"

/** A user info. */
typedef struct {
    /** Next one of the block: a link. */
    uint32_t next;
    uint32_t type;
    uint32_t size;
    uint8_t data[RINGFENCE_CFG_STREAM_INFO_BYTES];
} StreamInfo;

static StreamInfo g_stream_infos[RINGFENCE_CFG_STREAM_INFOS];

/** Info of a block by its type; STREAM_NONE: it has none. A link. */
static uint32_t find(const StreamBlock *block, uint32_t type)
{
    uint32_t found = STREAM_NONE;

    for (uint32_t link = block->infos; link != STREAM_NONE;
         link = g_stream_infos[stream_row(link)].next) {
        if (g_stream_infos[stream_row(link)].type == type) {
            found = link;
        }
    }
    return found;
}

void info_free(StreamBlock *block)
{
    while (block->infos != STREAM_NONE) {
        const uint32_t row = stream_row(block->infos);

        block->infos = g_stream_infos[row].next;
        ringfence_port_lock();
        pool_give(RINGFENCE_POOL_STREAM_INFO, row);
        ringfence_port_unlock();
    }
}

/** Adds an info to a block. */
static NvSciError info_add(PhaseOp op, StreamBlock *block, uint32_t type, uint32_t size,
                           const void *data)
{
    uint32_t row = 0U;
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        status = pool_take(RINGFENCE_POOL_STREAM_INFO, &row);
        ringfence_api_leave();
    }
    if (status == NvSciError_Success) {
        StreamInfo *const info = &g_stream_infos[row];

        info->type = type;
        info->size = size;
        bytes_copy(info->data, data, size);
        info->next = block->infos;
        block->infos = stream_link(row);
    }
    return status;
}

NvSciError info_set(PhaseOp op, NvSciStreamBlock handle, uint32_t type, uint32_t size,
                    const void *data)
{
    StreamBlock *block = NULL;
    NvSciError status = stream_enter(op, handle, &block);

    if (status == NvSciError_Success) {
        if (!stream_is(block, TYPE_ENDS)) {
            status = NvSciError_NotSupported;
        } else if (block->has_input || (block->connected > 0U)) {
            status = NvSciError_NoLongerAvailable;
        } else if (data == NULL) {
            status = NvSciError_BadParameter;
        } else if (find(block, type) != STREAM_NONE) {
            status = NvSciError_AlreadyInUse;
        } else if (size > RINGFENCE_CFG_STREAM_INFO_BYTES) {
            status = NvSciError_InsufficientMemory;
        } else {
            status = info_add(op, block, type, size, data);
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
        if ((status == NvSciError_Success) && (size == NULL)) {
            status = NvSciError_BadAddress;
        }
        if (status == NvSciError_Success) {
            const uint32_t link = find(stream_end_of(segment, side), type);

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
