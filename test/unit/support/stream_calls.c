/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_calls.c
 * Calls of streams by name.
 */
#include "stream_calls.h"

const FlowPlan g_call_plan = {
    .consumers = 2U, .mailboxes = 1U, .limit = 2U, .waits = FLOW_CAN_WAIT};

NvSciStreamBlock block_of(const Flow *flow, Kind kind)
{
    const NvSciStreamBlock blocks[KINDS] = {
        [KIND_PRODUCER] = flow->producer,
        [KIND_CONSUMER] = flow->consumers[1],
        [KIND_POOL] = flow->pool,
        [KIND_FIFO] = flow->queues[1],
        [KIND_MAILBOX] = flow->queues[0],
        [KIND_MULTICAST] = flow->multicast,
        [KIND_LIMITER] = flow->limiters[0],
        [KIND_PRESENT_SYNC] = flow->present_syncs[0],
        [KIND_RETURN_SYNC] = flow->return_syncs[1],
    };

    return blocks[kind];
}

const char *kind_name(Kind kind)
{
    static const char *const names[KINDS] = {
        [KIND_PRODUCER] = "producer",
        [KIND_CONSUMER] = "consumer",
        [KIND_POOL] = "pool",
        [KIND_FIFO] = "FIFO",
        [KIND_MAILBOX] = "mailbox",
        [KIND_MULTICAST] = "multicast",
        [KIND_LIMITER] = "limiter",
        [KIND_PRESENT_SYNC] = "present-sync block",
        [KIND_RETURN_SYNC] = "return-sync block",
    };

    return names[kind];
}

/* ---------------------------------------------------------------- any block */

static NvSciError call_error_get(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                                 uint32_t end)
{
    NvSciError error = NvSciError_Unknown;

    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamBlockErrorGet(block, &error);
}

static NvSciError call_count_get(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                                 uint32_t end)
{
    uint32_t count = 0U;

    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamBlockConsumerCountGet(block, &count);
}

static NvSciError call_index_get(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                                 uint32_t end)
{
    uint32_t index = 0U;

    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamConsumerIndexGet(block, &index);
}

static NvSciError call_new_consumer(const Flow *flow, const CallSpares *spares,
                                    NvSciStreamBlock block, uint32_t end)
{
    bool is_new = false;

    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamNewConsumerGet(block, 0U, &is_new);
}

static NvSciError call_info_set(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                                uint32_t end)
{
    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamBlockUserInfoSet(block, 78U, 4U, "info");
}

static NvSciError call_info_get(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                                uint32_t end)
{
    uint8_t data[8];
    uint32_t size = sizeof(data);

    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamBlockUserInfoGet(block, NvSciStreamBlockType_Producer, 0U, CALL_INFO, &size,
                                       data);
}

/* ---------------------------------------------------------------- elements */

static NvSciError call_attr_set(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                                uint32_t end)
{
    (void)flow;
    (void)end;
    return NvSciStreamBlockElementAttrSet(block, 999U, spares->list);
}

static NvSciStreamBlockType asked_by(const Flow *flow, NvSciStreamBlock block)
{
    return (block == flow->pool) ? NvSciStreamBlockType_Consumer : NvSciStreamBlockType_Pool;
}

static NvSciError call_element_count(const Flow *flow, const CallSpares *spares,
                                     NvSciStreamBlock block, uint32_t end)
{
    uint32_t count = 0U;

    (void)spares;
    (void)end;
    return NvSciStreamBlockElementCountGet(block, asked_by(flow, block), &count);
}

static NvSciError call_attr_get(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                                uint32_t end)
{
    uint32_t type = 0U;
    NvSciBufAttrList list = NULL;
    const NvSciError status =
        NvSciStreamBlockElementAttrGet(block, asked_by(flow, block), 0U, &type, &list);

    (void)spares;
    (void)end;
    NvSciBufAttrListFree(list);
    return status;
}

static NvSciError call_hide(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                            uint32_t end)
{
    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamBlockElementNotVisible(block, flow_type(0U), 1U);
}

static NvSciError call_usage_set(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                                 uint32_t end)
{
    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamBlockElementUsageSet(block, 0U, true);
}

/* ---------------------------------------------------------------- packets */

static NvSciError call_packet_create(const Flow *flow, const CallSpares *spares,
                                     NvSciStreamBlock block, uint32_t end)
{
    NvSciStreamPacket packet = NvSciStreamPacket_Invalid;

    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamPoolPacketCreate(block, 0x5555U, &packet);
}

static NvSciError call_insert(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                              uint32_t end)
{
    (void)end;
    return NvSciStreamPoolPacketInsertBuffer(block, flow->made[0], 0U, spares->buffer);
}

static NvSciError call_packet_complete(const Flow *flow, const CallSpares *spares,
                                       NvSciStreamBlock block, uint32_t end)
{
    (void)spares;
    (void)end;
    return NvSciStreamPoolPacketComplete(block, flow->made[0]);
}

static NvSciError call_accept_get(const Flow *flow, const CallSpares *spares,
                                  NvSciStreamBlock block, uint32_t end)
{
    bool accepted = false;

    (void)spares;
    (void)end;
    return NvSciStreamPoolPacketStatusAcceptGet(block, flow->made[0], &accepted);
}

static NvSciError call_value_get(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                                 uint32_t end)
{
    NvSciError value = NvSciError_Unknown;

    (void)spares;
    (void)end;
    return NvSciStreamPoolPacketStatusValueGet(block, flow->made[0], NvSciStreamBlockType_Consumer,
                                               1U, &value);
}

static NvSciError call_packet_delete(const Flow *flow, const CallSpares *spares,
                                     NvSciStreamBlock block, uint32_t end)
{
    (void)spares;
    (void)end;
    return NvSciStreamPoolPacketDelete(block, flow->made[0]);
}

static NvSciError call_new_handle(const Flow *flow, const CallSpares *spares,
                                  NvSciStreamBlock block, uint32_t end)
{
    NvSciStreamPacket packet = NvSciStreamPacket_Invalid;

    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamBlockPacketNewHandleGet(block, &packet);
}

static NvSciError call_buffer_get(const Flow *flow, const CallSpares *spares,
                                  NvSciStreamBlock block, uint32_t end)
{
    NvSciBufObj buffer = NULL;
    const NvSciError status =
        NvSciStreamBlockPacketBufferGet(block, flow->taken[end][0], 0U, &buffer);

    (void)spares;
    NvSciBufObjFree(buffer);
    return status;
}

static NvSciError call_status_set(const Flow *flow, const CallSpares *spares,
                                  NvSciStreamBlock block, uint32_t end)
{
    (void)spares;
    return NvSciStreamBlockPacketStatusSet(block, flow->taken[end][0], 0x7777U, NvSciError_Success);
}

static NvSciError call_old_cookie(const Flow *flow, const CallSpares *spares,
                                  NvSciStreamBlock block, uint32_t end)
{
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;

    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamBlockPacketOldCookieGet(block, &cookie);
}

/* ---------------------------------------------------------------- sync objects */

static NvSciError call_waiter_set(const Flow *flow, const CallSpares *spares,
                                  NvSciStreamBlock block, uint32_t end)
{
    (void)flow;
    (void)end;
    return NvSciStreamBlockElementWaiterAttrSet(block, 0U, spares->waiter);
}

static NvSciError call_waiter_get(const Flow *flow, const CallSpares *spares,
                                  NvSciStreamBlock block, uint32_t end)
{
    NvSciSyncAttrList list = NULL;
    const NvSciError status = NvSciStreamBlockElementWaiterAttrGet(block, 0U, &list);

    (void)flow;
    (void)spares;
    (void)end;
    NvSciSyncAttrListFree(list);
    return status;
}

static NvSciError call_signal_set(const Flow *flow, const CallSpares *spares,
                                  NvSciStreamBlock block, uint32_t end)
{
    (void)spares;
    return NvSciStreamBlockElementSignalObjSet(block, 0U, flow->signals[end][0]);
}

static NvSciError call_signal_get(const Flow *flow, const CallSpares *spares,
                                  NvSciStreamBlock block, uint32_t end)
{
    NvSciSyncObj object = NULL;
    const NvSciError status = NvSciStreamBlockElementSignalObjGet(block, 0U, 0U, &object);

    (void)flow;
    (void)spares;
    (void)end;
    NvSciSyncObjFree(object);
    return status;
}

/* ---------------------------------------------------------------- streaming */

static NvSciError call_get(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                           uint32_t end)
{
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;

    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamProducerPacketGet(block, &cookie);
}

static NvSciError call_present(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                               uint32_t end)
{
    (void)spares;
    return NvSciStreamProducerPacketPresent(block, flow->taken[end][0]);
}

static NvSciError call_acquire(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                               uint32_t end)
{
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;

    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamConsumerPacketAcquire(block, &cookie);
}

static NvSciError call_release(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                               uint32_t end)
{
    (void)spares;
    return NvSciStreamConsumerPacketRelease(block, flow->taken[end][0]);
}

static NvSciError call_fence_set(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                                 uint32_t end)
{
    const NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)spares;
    return NvSciStreamBlockPacketFenceSet(block, flow->taken[end][0], 0U, &fence);
}

static NvSciError call_fence_get(const Flow *flow, const CallSpares *spares, NvSciStreamBlock block,
                                 uint32_t end)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const NvSciError status =
        NvSciStreamBlockPacketFenceGet(block, flow->taken[end][0], 0U, 0U, &fence);

    (void)spares;
    NvSciSyncFenceClear(&fence);
    return status;
}

/* ---------------------------------------------------------------- with a checksum */

static NvSciError call_info_set_crc(const Flow *flow, const CallSpares *spares,
                                    NvSciStreamBlock block, uint32_t end)
{
    uint32_t crc = 0U;

    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamBlockUserInfoSetWithCrc(block, 79U, 4U, "info", &crc);
}

static NvSciError call_info_get_crc(const Flow *flow, const CallSpares *spares,
                                    NvSciStreamBlock block, uint32_t end)
{
    uint8_t data[8];
    uint32_t size = sizeof(data);
    uint32_t crc = 0U;

    (void)flow;
    (void)spares;
    (void)end;
    return NvSciStreamBlockUserInfoGetWithCrc(block, NvSciStreamBlockType_Producer, 0U, CALL_INFO,
                                              &size, data, &crc);
}

static NvSciError call_attr_set_crc(const Flow *flow, const CallSpares *spares,
                                    NvSciStreamBlock block, uint32_t end)
{
    uint32_t crc = 0U;

    (void)flow;
    (void)end;
    return NvSciStreamBlockElementAttrSetWithCrc(block, 998U, spares->list, &crc);
}

static NvSciError call_attr_get_crc(const Flow *flow, const CallSpares *spares,
                                    NvSciStreamBlock block, uint32_t end)
{
    uint32_t type = 0U;
    uint32_t crc = 0U;
    NvSciBufAttrList list = NULL;
    const NvSciError status =
        NvSciStreamBlockElementAttrGetWithCrc(block, asked_by(flow, block), 0U, &type, &list, &crc);

    (void)spares;
    (void)end;
    NvSciBufAttrListFree(list);
    return status;
}

static NvSciError call_insert_crc(const Flow *flow, const CallSpares *spares,
                                  NvSciStreamBlock block, uint32_t end)
{
    uint32_t crc = 0U;

    (void)end;
    return NvSciStreamPoolPacketInsertBufferWithCrc(block, flow->made[0], 0U, spares->buffer, &crc);
}

static NvSciError call_buffer_get_crc(const Flow *flow, const CallSpares *spares,
                                      NvSciStreamBlock block, uint32_t end)
{
    uint32_t crc = 0U;
    NvSciBufObj buffer = NULL;
    const NvSciError status =
        NvSciStreamBlockPacketBufferGetWithCrc(block, flow->taken[end][0], 0U, &buffer, 1U, &crc);

    (void)spares;
    NvSciBufObjFree(buffer);
    return status;
}

static NvSciError call_signal_set_crc(const Flow *flow, const CallSpares *spares,
                                      NvSciStreamBlock block, uint32_t end)
{
    uint32_t crc = 0U;

    (void)spares;
    return NvSciStreamBlockElementSignalObjSetWithCrc(block, 0U, flow->signals[end][0], &crc);
}

static NvSciError call_signal_get_crc(const Flow *flow, const CallSpares *spares,
                                      NvSciStreamBlock block, uint32_t end)
{
    uint32_t crc = 0U;
    NvSciSyncObj object = NULL;
    const NvSciError status =
        NvSciStreamBlockElementSignalObjGetWithCrc(block, 0U, 0U, &object, &crc);

    (void)flow;
    (void)spares;
    (void)end;
    NvSciSyncObjFree(object);
    return status;
}

static NvSciError call_fence_set_crc(const Flow *flow, const CallSpares *spares,
                                     NvSciStreamBlock block, uint32_t end)
{
    const NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t crc = 0U;

    (void)spares;
    return NvSciStreamBlockPacketFenceSetWithCrc(block, flow->taken[end][0], 0U, &fence, &crc);
}

static NvSciError call_fence_get_crc(const Flow *flow, const CallSpares *spares,
                                     NvSciStreamBlock block, uint32_t end)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t crc = 0U;
    const NvSciError status =
        NvSciStreamBlockPacketFenceGetWithCrc(block, flow->taken[end][0], 0U, 0U, &fence, &crc);

    (void)spares;
    NvSciSyncFenceClear(&fence);
    return status;
}

/* ---------------------------------------------------------------- by name */

const NamedCall g_stream_calls[] = {
    {"BlockErrorGet", &call_error_get, true, true, false},
    {"BlockConsumerCountGet", &call_count_get, true, false, false},
    {"ConsumerIndexGet", &call_index_get, true, false, false},
    {"BlockUserInfoSet", &call_info_set, false, false, false},
    {"BlockUserInfoGet", &call_info_get, true, false, false},
    {"BlockElementAttrSet", &call_attr_set, false, false, false},
    {"BlockElementCountGet", &call_element_count, true, false, false},
    {"BlockElementAttrGet", &call_attr_get, true, false, false},
    {"BlockElementNotVisible", &call_hide, false, false, false},
    {"BlockElementUsageSet", &call_usage_set, true, false, false},
    {"PoolPacketCreate", &call_packet_create, false, false, false},
    {"PoolPacketInsertBuffer", &call_insert, false, false, false},
    {"PoolPacketComplete", &call_packet_complete, false, false, false},
    {"PoolPacketStatusAcceptGet", &call_accept_get, true, false, false},
    {"PoolPacketStatusValueGet", &call_value_get, true, false, false},
    {"PoolPacketDelete", &call_packet_delete, false, false, false},
    {"BlockPacketNewHandleGet", &call_new_handle, false, false, false},
    {"BlockPacketBufferGet", &call_buffer_get, true, false, false},
    {"BlockPacketStatusSet", &call_status_set, false, false, false},
    {"BlockPacketOldCookieGet", &call_old_cookie, false, false, false},
    {"BlockElementWaiterAttrSet", &call_waiter_set, false, false, false},
    {"BlockElementWaiterAttrGet", &call_waiter_get, true, false, false},
    {"BlockElementSignalObjSet", &call_signal_set, false, false, false},
    {"BlockElementSignalObjGet", &call_signal_get, true, false, false},
    {"ProducerPacketGet", &call_get, false, true, false},
    {"ProducerPacketPresent", &call_present, false, true, false},
    {"ConsumerPacketAcquire", &call_acquire, false, true, false},
    {"ConsumerPacketRelease", &call_release, false, true, false},
    {"BlockPacketFenceSet", &call_fence_set, false, true, false},
    {"BlockPacketFenceGet", &call_fence_get, false, true, false},
    {"NewConsumerGet", &call_new_consumer, true, false, false},
    {"BlockUserInfoSetWithCrc", &call_info_set_crc, false, false, false},
    {"BlockUserInfoGetWithCrc", &call_info_get_crc, true, false, false},
    {"BlockElementAttrSetWithCrc", &call_attr_set_crc, false, false, false},
    {"BlockElementAttrGetWithCrc", &call_attr_get_crc, true, false, false},
    {"PoolPacketInsertBufferWithCrc", &call_insert_crc, false, false, false},
    {"BlockPacketBufferGetWithCrc", &call_buffer_get_crc, true, false, false},
    {"BlockElementSignalObjSetWithCrc", &call_signal_set_crc, false, false, false},
    {"BlockElementSignalObjGetWithCrc", &call_signal_get_crc, true, false, false},
    {"BlockPacketFenceSetWithCrc", &call_fence_set_crc, false, true, false},
    {"BlockPacketFenceGetWithCrc", &call_fence_get_crc, false, true, false},
};

const size_t g_stream_call_count = COUNT_OF(g_stream_calls);

CallSpares make_spares(const Flow *flow)
{
    CallSpares spares = {flow_buf_list(flow), NULL, flow_wait_list(flow)};
    const NvSciBufAttrList layout = flow_reconciled(flow);

    assert_status(NvSciBufObjAlloc(layout, &spares.buffer), NvSciError_Success);
    NvSciBufAttrListFree(layout);
    return spares;
}

void free_spares(const CallSpares *spares)
{
    NvSciBufAttrListFree(spares->list);
    NvSciBufObjFree(spares->buffer);
    NvSciSyncAttrListFree(spares->waiter);
}

NvSciError call_kind(const Flow *flow, const CallSpares *spares, const NamedCall *call, Kind kind)
{
    return call->call(flow, spares, block_of(flow, kind), (kind == KIND_CONSUMER) ? 2U : 0U);
}
