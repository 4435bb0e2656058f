/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file packets_test.c
 * Packets while a stream is set up: making, filling, taking, answering for and deleting them.
 */
#include "stream_fixture.h"

/** Values that a call must leave as they are. */
#define NO_PACKET ((NvSciStreamPacket)0xA5A5U)
#define NO_COOKIE ((NvSciStreamCookie)0x5A5AU)

static NvSciBufObj make_buffer(const Flow *flow)
{
    NvSciBufObj buffer = NULL;

    assert_status(NvSciBufObjAlloc(flow->layout[0], &buffer), NvSciError_Success);
    return buffer;
}

static const void *memory_of(NvSciBufObj buffer)
{
    const void *memory = NULL;

    assert_status(NvSciBufObjGetConstCpuPtr(buffer, &memory), NvSciError_Success);
    return memory;
}

static NvSciStreamPacket make_packet(const Flow *flow, NvSciStreamCookie cookie)
{
    NvSciStreamPacket packet = NvSciStreamPacket_Invalid;

    assert_status(NvSciStreamPoolPacketCreate(flow->pool, cookie, &packet), NvSciError_Success);
    return packet;
}

/** Deletes a packet; nothing of it is a fault. */
static void delete_packet(const Flow *flow, NvSciStreamPacket packet)
{
    const uint32_t faults = fault_count();

    assert_status(NvSciStreamPoolPacketDelete(flow->pool, packet), NvSciError_Success);
    assert_int_equal(fault_count(), faults);
}

static NvSciError answer(const Flow *flow, uint32_t end, uint32_t packet, NvSciStreamCookie cookie,
                         NvSciError status)
{
    return NvSciStreamBlockPacketStatusSet(flow_endpoint(flow, end), flow->taken[end][packet],
                                           cookie, status);
}

/** The pool's calls for a packet that is none of its. */
static void assert_stale(const Flow *flow, NvSciStreamPacket packet)
{
    const NvSciBufObj buffer = make_buffer(flow);
    NvSciError status = NvSciError_Unknown;
    bool accepted = false;

    assert_status(NvSciStreamPoolPacketInsertBuffer(flow->pool, packet, 0U, buffer),
                  NvSciError_StreamBadPacket);
    assert_status(NvSciStreamPoolPacketComplete(flow->pool, packet), NvSciError_StreamBadPacket);
    assert_status(NvSciStreamPoolPacketStatusAcceptGet(flow->pool, packet, &accepted),
                  NvSciError_StreamBadPacket);
    assert_status(NvSciStreamPoolPacketStatusValueGet(flow->pool, packet,
                                                      NvSciStreamBlockType_Producer, 0U, &status),
                  NvSciError_StreamBadPacket);
    assert_status(NvSciStreamPoolPacketDelete(flow->pool, packet), NvSciError_StreamBadPacket);
    assert_status(status, NvSciError_Unknown);
    NvSciBufObjFree(buffer);
}

/* ---------------------------------------------------------------- making */

/**
 * A packet needs a valid cookie that no other packet of the pool has, and a place for its handle.
 * @verifies RF-STREAM-030
 */
static void wrong_cookies_are_refused(void **state)
{
    NvSciStreamPacket packet = NO_PACKET;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.packets = 2U}, FLOW_POOL_EXPORTED);
    assert_status(NvSciStreamPoolPacketCreate(flow.pool, 1U, NULL), NvSciError_BadAddress);
    assert_status(NvSciStreamPoolPacketCreate(flow.pool, NvSciStreamCookie_Invalid, &packet),
                  NvSciError_StreamBadCookie);
    flow.made[0] = make_packet(&flow, 1U);
    assert_status(NvSciStreamPoolPacketCreate(flow.pool, 1U, &packet), NvSciError_AlreadyInUse);
    flow.made[1] = make_packet(&flow, 2U);
    assert_status(NvSciStreamPoolPacketCreate(flow.pool, 3U, &packet), NvSciError_Overflow);
    assert_true(packet == NO_PACKET);
    assert_true(flow.made[0] != flow.made[1]);
    flow_end(&flow);
}

#define NOT_HELD                                                                                   \
    "block does not have the packet; get or acquire it first, and give it back one time"

/**
 * What is wrong with a packet, its cookie or its status is a fault that says what to do.
 * @verifies RF-STREAM-247
 */
static void wrong_packets_say_why(void **state)
{
    static const char no_cookie[] = "cookie is NvSciStreamCookie_Invalid; give another number";
    static const char other_cookie[] =
        "another packet of the block has that cookie; give each packet its own";
    static const char complete[] =
        "packet is complete; insert its buffers before, and complete it one time";
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciStreamPacket packet = NO_PACKET;
    NvSciBufObj buffer = NULL;
    NvSciBufObj got = NULL;
    uint32_t at = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.packets = 2U}, FLOW_POOL_EXPORTED);
    assert_refused_for(NvSciStreamPoolPacketCreate(flow.pool, NvSciStreamCookie_Invalid, &packet),
                       NvSciError_StreamBadCookie, no_cookie);
    flow_go(&flow, FLOW_PACKETS_MADE);
    assert_refused_for(NvSciStreamPoolPacketCreate(flow.pool, flow_pool_cookie(0U), &packet),
                       NvSciError_AlreadyInUse, other_cookie);
    assert_refused_for(NvSciStreamPoolPacketCreate(flow.pool, 77U, &packet), NvSciError_Overflow,
                       "pool has all its packets; delete one, or make a pool of more");
    flow_go(&flow, FLOW_PACKETS_COMPLETE);
    buffer = make_buffer(&flow);
    assert_refused_for(NvSciStreamPoolPacketInsertBuffer(flow.pool, flow.made[0], 0U, buffer),
                       NvSciError_NoLongerAvailable, complete);
    assert_refused_for(NvSciStreamPoolPacketComplete(flow.pool, flow.made[0]),
                       NvSciError_AlreadyDone, complete);
    NvSciBufObjFree(buffer);
    flow_go(&flow, FLOW_PACKETS_TOLD);
    assert_refused_for(
        NvSciStreamBlockPacketBufferGet(flow.producer, flow.made[0], 0U, &got),
        NvSciError_StreamBadPacket,
        "take the handle of the packet with NvSciStreamBlockPacketNewHandleGet() first");
    flow_go(&flow, FLOW_PACKETS_TAKEN);
    assert_refused_for(answer(&flow, 0U, 0U, 1U, NvSciError_StreamInternalError),
                       NvSciError_BadParameter,
                       "StreamInternalError is no status of a packet; give another error");
    assert_refused_for(answer(&flow, 0U, 0U, NvSciStreamCookie_Invalid, NvSciError_Success),
                       NvSciError_StreamBadCookie, no_cookie);
    assert_status(answer(&flow, 0U, 0U, flow_cookie(0U, 0U), NvSciError_Success),
                  NvSciError_Success);
    assert_refused_for(answer(&flow, 0U, 0U, 5U, NvSciError_Success), NvSciError_AlreadyDone,
                       "packet has a status of the block; set it one time");
    assert_refused_for(answer(&flow, 0U, 1U, flow_cookie(0U, 0U), NvSciError_Success),
                       NvSciError_AlreadyInUse, other_cookie);
    flow_end(&flow);
    flow_make(&flow, &(FlowPlan){.packets = 2U}, FLOW_COMPLETE);
    assert_refused_for(NvSciStreamProducerPacketPresent(flow.producer, flow.taken[0][0]),
                       NvSciError_StreamPacketInaccessible, NOT_HELD);
    assert_refused_for(NvSciStreamConsumerPacketRelease(flow.consumers[0], flow.taken[1][0]),
                       NvSciError_StreamPacketInaccessible, NOT_HELD);
    assert_refused_for(NvSciStreamBlockPacketFenceSet(flow.producer, flow.taken[0][0], 0U, &fence),
                       NvSciError_StreamPacketInaccessible, NOT_HELD);
    at = flow_get(&flow);
    assert_status(NvSciSyncObjGenerateFence(flow.signals[1][0], &fence), NvSciError_Success);
    assert_refused_for(
        NvSciStreamBlockPacketFenceSet(flow.producer, flow.taken[0][at], 0U, &fence),
        NvSciError_InconsistentData,
        "fence is of no object that the block signals for the element; set that object, or a "
        "cleared fence");
    assert_status(NvSciSyncObjSignal(flow.signals[1][0]), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    flow_end(&flow);
}

/**
 * All packets of the library can be taken; one more, of another pool, is refused, and made when one
 * was given back.
 * @verifies RF-STREAM-030
 * @verifies RF-STREAM-063
 */
static void no_packet_is_left(void **state)
{
    const FlowPlan plan = {.room = RINGFENCE_CFG_STREAM_PACKETS, .packets = 1U};
    NvSciStreamPacket packet = NO_PACKET;
    Flow large;
    Flow flow;

    (void)state;
    flow_make(&large, &plan, FLOW_POOL_EXPORTED);
    flow_make(&flow, &(FlowPlan){.packets = 1U}, FLOW_POOL_EXPORTED);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_PACKETS; i++) {
        large.made[0] = make_packet(&large, flow_pool_cookie(i));
    }
    assert_status(NvSciStreamPoolPacketCreate(flow.pool, 1U, &packet),
                  NvSciError_InsufficientMemory);
    assert_status(NvSciStreamPoolPacketCreate(large.pool, 1U, &packet), NvSciError_Overflow);
    assert_true(packet == NO_PACKET);
    delete_packet(&large, large.made[0]);
    (void)make_packet(&flow, 1U);
    assert_status(NvSciStreamPoolPacketCreate(large.pool, 1U, &packet),
                  NvSciError_InsufficientMemory);
    flow_end(&large);
    flow_end(&flow);
}

/**
 * PacketExport needs as many complete packets as the pool has room for.
 * @verifies RF-STREAM-012
 */
static void the_pool_is_filled_before_it_is_exported(void **state)
{
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.room = 3U, .packets = 2U}, FLOW_PACKETS_COMPLETE);
    assert_status(NvSciStreamBlockSetupStatusSet(flow.pool, NvSciStreamSetup_PacketExport, true),
                  NvSciError_InsufficientData);
    flow.made[0] = make_packet(&flow, 1U);
    assert_status(NvSciStreamBlockSetupStatusSet(flow.pool, NvSciStreamSetup_PacketExport, true),
                  NvSciError_InsufficientData);
    flow.plan.packets = 1U;
    flow_do(&flow, FLOW_PACKETS_FILLED);
    flow_do(&flow, FLOW_PACKETS_COMPLETE);
    flow_mark(flow.pool, NvSciStreamSetup_PacketExport);
    flow_end(&flow);
}

/* ---------------------------------------------------------------- filling */

/**
 * A packet takes a buffer for each element, the last one that is inserted; it is complete once,
 * with all of them. It has references of its own.
 * @verifies RF-STREAM-031
 * @verifies RF-STREAM-032
 */
static void a_packet_has_the_last_buffer(void **state)
{
    const void *memory = NULL;
    NvSciBufObj got = NULL;
    NvSciBufObj buffers[3];
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.packets = 1U, .elements = 2U}, FLOW_PACKETS_MADE);
    for (uint32_t i = 0U; i < 3U; i++) {
        buffers[i] = make_buffer(&flow);
    }
    memory = memory_of(buffers[1]);
    assert_status(NvSciStreamPoolPacketComplete(flow.pool, flow.made[0]),
                  NvSciError_InsufficientData);
    assert_status(NvSciStreamPoolPacketInsertBuffer(flow.pool, flow.made[0], 0U, buffers[0]),
                  NvSciError_Success);
    assert_status(NvSciStreamPoolPacketInsertBuffer(flow.pool, flow.made[0], 0U, buffers[1]),
                  NvSciError_Success);
    assert_status(NvSciStreamPoolPacketComplete(flow.pool, flow.made[0]),
                  NvSciError_InsufficientData);
    assert_status(NvSciStreamPoolPacketInsertBuffer(flow.pool, flow.made[0], 2U, buffers[2]),
                  NvSciError_IndexOutOfRange);
    assert_status(NvSciStreamPoolPacketInsertBuffer(flow.pool, flow.made[0], 1U, NULL),
                  NvSciError_BadParameter);
    assert_status(NvSciStreamPoolPacketInsertBuffer(flow.pool, flow.made[0], 1U, buffers[2]),
                  NvSciError_Success);
    for (uint32_t i = 0U; i < 3U; i++) {
        NvSciBufObjFree(buffers[i]);
    }
    assert_status(NvSciStreamPoolPacketInsertBuffer(flow.pool, flow.made[0], 0U, buffers[0]),
                  NvSciError_BadParameter);
    flow_do(&flow, FLOW_PACKETS_COMPLETE);
    assert_status(NvSciStreamPoolPacketComplete(flow.pool, flow.made[0]), NvSciError_AlreadyDone);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), 2U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_HANDLE), 2U);
    flow_do(&flow, FLOW_PACKETS_EXPORTED);
    flow_do(&flow, FLOW_PACKETS_TOLD);
    flow_do(&flow, FLOW_PACKETS_TAKEN);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_status(
            NvSciStreamBlockPacketBufferGet(flow_endpoint(&flow, i), flow.taken[i][0], 0U, &got),
            NvSciError_Success);
        assert_ptr_equal(memory_of(got), memory);
        NvSciBufObjFree(got);
    }
    flow_end(&flow);
}

/**
 * When all handles of buffers are taken none is inserted and none is given, and what was there
 * stays.
 * @verifies RF-STREAM-031
 * @verifies RF-STREAM-033
 */
static void no_handle_is_left_for_a_buffer(void **state)
{
    static NvSciBufObj handles[RINGFENCE_CFG_BUF_HANDLES];
    NvSciBufObj buffer = NULL;
    NvSciBufObj got = NULL;
    uint32_t count = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.packets = 1U}, FLOW_PACKETS_FILLED);
    buffer = make_buffer(&flow);
    while (NvSciBufObjDup(buffer, &handles[count]) == NvSciError_Success) {
        count++;
    }
    assert_status(NvSciStreamPoolPacketInsertBuffer(flow.pool, flow.made[0], 0U, buffer),
                  NvSciError_InsufficientMemory);
    flow_go(&flow, FLOW_PACKETS_TAKEN);
    assert_status(NvSciStreamBlockPacketBufferGet(flow.producer, flow.taken[0][0], 0U, &got),
                  NvSciError_InsufficientMemory);
    assert_null(got);
    for (uint32_t i = 0U; i < count; i++) {
        NvSciBufObjFree(handles[i]);
    }
    assert_status(NvSciStreamBlockPacketBufferGet(flow.producer, flow.taken[0][0], 0U, &got),
                  NvSciError_Success);
    assert_ptr_not_equal(memory_of(got), memory_of(buffer));
    NvSciBufObjFree(got);
    NvSciBufObjFree(buffer);
    flow_end(&flow);
}

/**
 * Handles of packets that are none of the pool's are refused: 0, a number, a stale one, one of
 * another stream, a block.
 * @verifies RF-STREAM-036
 */
static void handles_of_no_packet_are_refused(void **state)
{
    NvSciStreamPacket stale = NvSciStreamPacket_Invalid;
    NvSciBufObj got = NULL;
    Flow other;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.packets = 2U}, FLOW_POOL_EXPORTED);
    flow_make(&other, &(FlowPlan){.packets = 2U}, FLOW_PACKETS_TAKEN);
    stale = make_packet(&flow, 5U);
    delete_packet(&flow, stale);
    assert_stale(&flow, 0U);
    assert_stale(&flow, 1U);
    assert_stale(&flow, stale);
    assert_stale(&flow, other.made[0]);
    assert_stale(&flow, flow.pool);
    flow_go(&flow, FLOW_PACKETS_TOLD);
    for (uint32_t i = 0U; i < 2U; i++) {
        const NvSciStreamPacket handles[] = {0U,        1U,          stale, other.taken[i][0],
                                             flow.pool, flow.made[0]};

        for (size_t h = 0U; h < COUNT_OF(handles); h++) {
            assert_status(
                NvSciStreamBlockPacketBufferGet(flow_endpoint(&flow, i), handles[h], 0U, &got),
                NvSciError_StreamBadPacket);
            assert_status(NvSciStreamBlockPacketStatusSet(flow_endpoint(&flow, i), handles[h], 1U,
                                                          NvSciError_Success),
                          NvSciError_StreamBadPacket);
        }
    }
    assert_null(got);
    flow_go(&flow, FLOW_COMPLETE);
    flow_end(&other);
    flow_end(&flow);
}

/* ---------------------------------------------------------------- taking */

/**
 * An endpoint takes one packet for each PacketCreate that it was told, the oldest first.
 * @verifies RF-STREAM-032
 * @verifies RF-STREAM-033
 */
static void an_endpoint_takes_what_it_was_told(void **state)
{
    NvSciStreamPacket packet = NO_PACKET;
    NvSciBufObj got = NULL;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 2U, .packets = 3U}, FLOW_PACKETS_COMPLETE);
    for (uint32_t i = 0U; i < 3U; i++) {
        const NvSciStreamBlock block = flow_endpoint(&flow, i);

        assert_status(NvSciStreamBlockPacketNewHandleGet(block, NULL), NvSciError_BadAddress);
        assert_status(NvSciStreamBlockPacketNewHandleGet(block, &packet),
                      NvSciError_NoStreamPacket);
        assert_true(packet == NO_PACKET);
        assert_event(block, NvSciStreamEventType_PacketCreate);
        assert_status(NvSciStreamBlockPacketNewHandleGet(block, &flow.taken[i][0]),
                      NvSciError_Success);
        assert_status(NvSciStreamBlockPacketNewHandleGet(block, &packet),
                      NvSciError_NoStreamPacket);
        assert_event(block, NvSciStreamEventType_PacketCreate);
        assert_event(block, NvSciStreamEventType_PacketCreate);
        for (uint32_t p = 1U; p < 3U; p++) {
            assert_status(NvSciStreamBlockPacketNewHandleGet(block, &flow.taken[i][p]),
                          NvSciError_Success);
        }
        for (uint32_t p = 0U; p < 3U; p++) {
            assert_true(flow.taken[i][p] == flow.made[p]);
        }
        assert_status(NvSciStreamBlockPacketBufferGet(block, flow.taken[i][0], 0U, NULL),
                      NvSciError_BadAddress);
        assert_status(NvSciStreamBlockPacketBufferGet(block, flow.taken[i][0], 1U, &got),
                      NvSciError_IndexOutOfRange);
        packet = NO_PACKET;
    }
    assert_null(got);
    flow_end(&flow);
}

/**
 * An endpoint that marks ElementImport late is told then of the packets that are complete.
 * @verifies RF-STREAM-032
 */
static void a_late_endpoint_is_told_of_all_packets(void **state)
{
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.packets = 2U}, FLOW_ENDS_ELEMENTS);
    flow_mark(flow.producer, NvSciStreamSetup_ElementImport);
    flow_do(&flow, FLOW_PACKETS_MADE);
    flow_do(&flow, FLOW_PACKETS_FILLED);
    flow_do(&flow, FLOW_PACKETS_COMPLETE);
    flow_do(&flow, FLOW_PACKETS_EXPORTED);
    assert_event(flow.producer, NvSciStreamEventType_PacketCreate);
    assert_event(flow.producer, NvSciStreamEventType_PacketCreate);
    assert_event(flow.producer, NvSciStreamEventType_PacketsComplete);
    assert_no_event(flow.consumers[0]);
    flow_mark(flow.consumers[0], NvSciStreamSetup_ElementImport);
    assert_event(flow.consumers[0], NvSciStreamEventType_PacketCreate);
    assert_event(flow.consumers[0], NvSciStreamEventType_PacketCreate);
    assert_event(flow.consumers[0], NvSciStreamEventType_PacketsComplete);
    assert_no_event(flow.consumers[0]);
    flow_end(&flow);
}

/* ---------------------------------------------------------------- answering */

/**
 * An endpoint answers once for a packet, with a cookie of its own if it takes it.
 * @verifies RF-STREAM-033
 */
static void wrong_answers_are_refused(void **state)
{
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.packets = 3U}, FLOW_PACKETS_TAKEN);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_status(answer(&flow, i, 0U, 1U, NvSciError_StreamInternalError),
                      NvSciError_BadParameter);
        assert_status(answer(&flow, i, 0U, NvSciStreamCookie_Invalid, NvSciError_Success),
                      NvSciError_StreamBadCookie);
        assert_status(answer(&flow, i, 0U, 1U, NvSciError_Success), NvSciError_Success);
        assert_status(answer(&flow, i, 0U, 2U, NvSciError_Success), NvSciError_AlreadyDone);
        assert_status(answer(&flow, i, 1U, 1U, NvSciError_Success), NvSciError_AlreadyInUse);
        /* A packet that is not taken needs no cookie, and has none. */
        assert_status(answer(&flow, i, 1U, 1U, NvSciError_Busy), NvSciError_Success);
        assert_status(answer(&flow, i, 1U, 2U, NvSciError_Success), NvSciError_AlreadyDone);
        assert_status(
            answer(&flow, i, 2U, NvSciStreamCookie_Invalid, NvSciError_InsufficientMemory),
            NvSciError_Success);
    }
    flow_end(&flow);
}

/**
 * The pool reads what each endpoint said, when all have, for each packet.
 * @verifies RF-STREAM-034
 */
static void the_pool_reads_all_answers(void **state)
{
    static const NvSciError answers[2][3] = {
        {NvSciError_Success, NvSciError_Success, NvSciError_Success},
        {NvSciError_Success, NvSciError_Busy, NvSciError_BadParameter}};
    NvSciError value = NvSciError_Unknown;
    bool accepted = false;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 2U, .packets = 2U}, FLOW_PACKETS_TAKEN);
    for (uint32_t p = 0U; p < 2U; p++) {
        for (uint32_t i = 0U; i < 3U; i++) {
            assert_status(NvSciStreamPoolPacketStatusAcceptGet(flow.pool, flow.made[p], &accepted),
                          NvSciError_NotYetAvailable);
            assert_status(NvSciStreamPoolPacketStatusValueGet(
                              flow.pool, flow.made[p], NvSciStreamBlockType_Producer, 0U, &value),
                          NvSciError_NotYetAvailable);
            assert_status(answer(&flow, i, p, flow_cookie(i, p), answers[p][i]),
                          NvSciError_Success);
        }
    }
    assert_status(value, NvSciError_Unknown);
    for (uint32_t p = 0U; p < 2U; p++) {
        accepted = (p == 1U);
        assert_status(NvSciStreamPoolPacketStatusAcceptGet(flow.pool, flow.made[p], &accepted),
                      NvSciError_Success);
        assert_int_equal(accepted, p == 0U);
        for (uint32_t i = 0U; i < 3U; i++) {
            assert_status(NvSciStreamPoolPacketStatusValueGet(flow.pool, flow.made[p],
                                                              (i == 0U)
                                                                  ? NvSciStreamBlockType_Producer
                                                                  : NvSciStreamBlockType_Consumer,
                                                              (i == 0U) ? 0U : (i - 1U), &value),
                          NvSciError_Success);
            assert_status(value, answers[p][i]);
        }
    }
    assert_status(NvSciStreamPoolPacketStatusAcceptGet(flow.pool, flow.made[0], NULL),
                  NvSciError_BadAddress);
    assert_status(NvSciStreamPoolPacketStatusValueGet(flow.pool, flow.made[0],
                                                      NvSciStreamBlockType_Producer, 0U, NULL),
                  NvSciError_BadAddress);
    value = NvSciError_Unknown;
    assert_status(NvSciStreamPoolPacketStatusValueGet(flow.pool, flow.made[0],
                                                      NvSciStreamBlockType_Pool, 0U, &value),
                  NvSciError_BadParameter);
    assert_status(NvSciStreamPoolPacketStatusValueGet(flow.pool, flow.made[0],
                                                      NvSciStreamBlockType_Producer, 1U, &value),
                  NvSciError_IndexOutOfRange);
    assert_status(NvSciStreamPoolPacketStatusValueGet(flow.pool, flow.made[0],
                                                      NvSciStreamBlockType_Consumer, 2U, &value),
                  NvSciError_IndexOutOfRange);
    assert_status(value, NvSciError_Unknown);
    flow_end(&flow);
}

/* ---------------------------------------------------------------- deleting */

/** An endpoint is told that a packet is deleted, and asks for its cookie. */
static void assert_deleted(NvSciStreamBlock block, NvSciStreamCookie expected)
{
    NvSciStreamCookie cookie = NO_COOKIE;
    const uint32_t faults = fault_count();

    assert_status(NvSciStreamBlockPacketOldCookieGet(block, &cookie), NvSciError_NoStreamPacket);
    assert_event(block, NvSciStreamEventType_PacketDelete);
    assert_no_event(block);
    assert_status(NvSciStreamBlockPacketOldCookieGet(block, NULL), NvSciError_BadAddress);
    assert_status(NvSciStreamBlockPacketOldCookieGet(block, &cookie), NvSciError_Success);
    assert_true(cookie == expected);
    assert_status(NvSciStreamBlockPacketOldCookieGet(block, &cookie), NvSciError_NoStreamPacket);
    assert_int_equal(fault_count(), faults);
}

/**
 * A packet that is deleted before an endpoint took it leaves no event; one that was taken comes
 * back to each endpoint with the cookie that this one gave it, or none. Its buffers are given back
 * at once, its row with the last endpoint. Another one takes its place.
 * @verifies RF-STREAM-035
 */
static void deleted_packets_are_told_to_those_who_took_them(void **state)
{
    uint32_t packets = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.packets = 2U}, FLOW_PACKETS_FILLED);
    packets = in_use_of(RINGFENCE_POOL_STREAM_PACKET);
    /* Not complete; its cookie is free again. */
    delete_packet(&flow, flow.made[0]);
    assert_stale(&flow, flow.made[0]);
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_PACKET), packets - 1U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), 1U);
    flow.made[0] = make_packet(&flow, flow_pool_cookie(0U));
    flow_do(&flow, FLOW_PACKETS_FILLED);
    flow_do(&flow, FLOW_PACKETS_COMPLETE);
    /* Told to the producer, not to the consumer, taken by none. */
    assert_event(flow.producer, NvSciStreamEventType_PacketCreate);
    delete_packet(&flow, flow.made[0]);
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_PACKET), packets - 1U);
    delete_packet(&flow, flow.made[1]);
    assert_no_event(flow.producer);
    assert_no_event(flow.consumers[0]);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), 0U);
    flow_do(&flow, FLOW_PACKETS_MADE);
    flow_do(&flow, FLOW_PACKETS_FILLED);
    flow_do(&flow, FLOW_PACKETS_COMPLETE);
    flow_do(&flow, FLOW_PACKETS_EXPORTED);
    flow_do(&flow, FLOW_PACKETS_TOLD);
    flow_do(&flow, FLOW_PACKETS_TAKEN);
    assert_status(answer(&flow, 0U, 0U, 70U, NvSciError_Success), NvSciError_Success);
    assert_status(answer(&flow, 1U, 0U, 71U, NvSciError_Busy), NvSciError_Success);
    assert_status(answer(&flow, 1U, 1U, 72U, NvSciError_Success), NvSciError_Success);
    delete_packet(&flow, flow.made[0]);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), 1U);
    assert_no_event(flow.pool);
    assert_deleted(flow.producer, 70U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_PACKET), packets);
    assert_deleted(flow.consumers[0], NvSciStreamCookie_Invalid);
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_PACKET), packets - 1U);
    delete_packet(&flow, flow.made[1]);
    assert_deleted(flow.producer, NvSciStreamCookie_Invalid);
    assert_deleted(flow.consumers[0], 72U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_STREAM_PACKET), 0U);
    flow_end(&flow);
}

/**
 * A packet that is with the producer or downstream is deleted when it is back; deleting it again is
 * refused, and it is not given to the producer any more.
 * @verifies RF-STREAM-035 RF-STREAM-255
 * @verifies RF-STREAM-015
 */
static void a_packet_under_way_is_deleted_when_it_returns(void **state)
{
    NvSciStreamCookie cookie = NO_COOKIE;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.packets = 2U}, FLOW_COMPLETE);
    assert_int_equal(flow_get(&flow), 0U);
    delete_packet(&flow, flow.made[0]);
    assert_refused_for(NvSciStreamPoolPacketDelete(flow.pool, flow.made[0]),
                       NvSciError_StreamBadPacket, "packet is deleted already; delete it one time");
    assert_no_event(flow.consumers[0]);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), 2U);
    flow_present(&flow, 0U);
    assert_status(NvSciStreamProducerPacketPresent(flow.producer, flow.taken[0][0]),
                  NvSciError_StreamPacketInaccessible);
    assert_int_equal(flow_acquire(&flow, 0U), 0U);
    flow_release(&flow, 0U, 0U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_OBJECT), 1U);
    assert_deleted(flow.consumers[0], flow_cookie(1U, 0U));
    assert_status(NvSciStreamConsumerPacketRelease(flow.consumers[0], flow.taken[1][0]),
                  NvSciError_StreamBadPacket);
    assert_event(flow.producer, NvSciStreamEventType_PacketReady);
    assert_event(flow.producer, NvSciStreamEventType_PacketDelete);
    assert_status(NvSciStreamBlockPacketOldCookieGet(flow.producer, &cookie), NvSciError_Success);
    assert_true(cookie == flow_cookie(0U, 0U));
    assert_status(NvSciStreamProducerPacketPresent(flow.producer, flow.taken[0][0]),
                  NvSciError_StreamBadPacket);
    assert_status(NvSciStreamProducerPacketGet(flow.producer, &cookie), NvSciError_Success);
    assert_int_equal(flow_packet_of(cookie), 1U);
    flow_present(&flow, 1U);
    assert_status(NvSciStreamProducerPacketGet(flow.producer, &cookie), NvSciError_NoStreamPacket);
    flow_end(&flow);
}

/**
 * A consumer that ends gives back what it has and what waits for it; the other one goes on.
 * @verifies RF-STREAM-061
 */
static void packets_of_a_consumer_that_ends_come_back(void **state)
{
    uint32_t seen = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &(FlowPlan){.consumers = 2U, .packets = 2U}, FLOW_COMPLETE);
    flow_present(&flow, flow_get(&flow));
    flow_present(&flow, flow_get(&flow));
    assert_int_equal(flow_acquire(&flow, 0U), 0U);
    for (uint32_t p = 0U; p < 2U; p++) {
        assert_int_equal(flow_acquire(&flow, 1U), p);
        flow_release(&flow, 1U, p);
    }
    assert_no_event(flow.producer);
    flow_delete(&flow.consumers[0]);
    for (uint32_t p = 0U; p < 2U; p++) {
        const uint32_t packet = flow_get(&flow);

        seen |= 1U << packet;
        flow_present(&flow, packet);
        assert_int_equal(flow_acquire(&flow, 1U), packet);
    }
    assert_int_equal(seen, 3U);
    assert_no_event(flow.consumers[1]);
    flow_end(&flow);
}

/** Bytes that the lists of a flow say. */
#define SAID_BYTES 64U

/** A list of the kind of a flow's, with so many bytes. */
static NvSciBufAttrList list_with(const Flow *flow, uint64_t size)
{
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t align = 64U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)}};
    NvSciBufAttrList list = NULL;

    assert_status(NvSciBufAttrListCreate(flow->bufs, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

/** A buffer with so many bytes; `reads`: it may be read alone. */
static NvSciBufObj buffer_with(const Flow *flow, uint64_t size, bool reads)
{
    NvSciBufAttrList list = list_with(flow, size);
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj buffer = NULL;

    assert_status(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &buffer, &conflict),
                  NvSciError_Success);
    NvSciBufAttrListFree(list);
    if (reads) {
        NvSciBufObj reduced = NULL;

        assert_status(NvSciBufObjDupWithReducePerm(buffer, NvSciBufAccessPerm_Readonly, &reduced),
                      NvSciError_Success);
        NvSciBufObjFree(buffer);
        buffer = reduced;
    }
    return buffer;
}

/**
 * A buffer is refused that has fewer bytes than the list of its element says, or not the rights,
 * whether or not that list is reconciled; one with more bytes is not, if the list is.
 * @verifies RF-STREAM-227
 */
static void buffers_that_lack_what_was_said_are_refused(void **state)
{
    static const struct {
        uint64_t size;
        bool reads;
        NvSciError expected[2];
    } cases[] = {
        {SAID_BYTES, false, {NvSciError_Success, NvSciError_Success}},
        {SAID_BYTES / 2U, false, {NvSciError_InconsistentData, NvSciError_InconsistentData}},
        {SAID_BYTES, true, {NvSciError_InconsistentData, NvSciError_InconsistentData}},
        {SAID_BYTES * 2U, false, {NvSciError_Success, NvSciError_InconsistentData}}};

    (void)state;
    for (uint32_t form = 0U; form < 2U; form++) {
        Flow flow;

        flow_make(&flow, &(FlowPlan){.packets = 1U, .elements = 1U},
                  (form == 0U) ? FLOW_PACKETS_MADE : FLOW_POOL_IMPORTED);
        if (form == 1U) {
            const NvSciBufAttrList said = list_with(&flow, SAID_BYTES);

            assert_status(NvSciStreamBlockElementAttrSet(flow.pool, flow_type(0U), said),
                          NvSciError_Success);
            NvSciBufAttrListFree(said);
            flow_mark(flow.pool, NvSciStreamSetup_ElementExport);
            assert_status(NvSciStreamPoolPacketCreate(flow.pool, 7U, &flow.made[0]),
                          NvSciError_Success);
        }
        for (uint32_t i = 0U; i < COUNT_OF(cases); i++) {
            const NvSciBufObj buffer = buffer_with(&flow, cases[i].size, cases[i].reads);

            assert_status(NvSciStreamPoolPacketInsertBuffer(flow.pool, flow.made[0], 0U, buffer),
                          cases[i].expected[form]);
            if (cases[i].expected[form] == NvSciError_InconsistentData) {
                flow_assert_cause(
                    "buffer is not as the list of its element says; allocate it from that list");
            }
            NvSciBufObjFree(buffer);
        }
        flow_end(&flow);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(wrong_cookies_are_refused),
        stream_test(wrong_packets_say_why),
        stream_test(no_packet_is_left),
        stream_test(the_pool_is_filled_before_it_is_exported),
        stream_test(a_packet_has_the_last_buffer),
        stream_test(buffers_that_lack_what_was_said_are_refused),
        stream_test(no_handle_is_left_for_a_buffer),
        stream_test(handles_of_no_packet_are_refused),
        stream_test(an_endpoint_takes_what_it_was_told),
        stream_test(a_late_endpoint_is_told_of_all_packets),
        stream_test(wrong_answers_are_refused),
        stream_test(the_pool_reads_all_answers),
        stream_test(deleted_packets_are_told_to_those_who_took_them),
        stream_test(a_packet_under_way_is_deleted_when_it_returns),
        stream_test(packets_of_a_consumer_that_ends_come_back),
    };

    return cmocka_run_group_tests_name("stream/packets", tests, NULL, NULL);
}
