/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_flow.c
 * Streams of any shape for tests.
 */
#include "stream_flow.h"

#include <ctype.h>
#include <stdlib.h>

/** Number that the program gives the first element. */
#define FIRST_TYPE 100U

/* ---------------------------------------------------------------- shapes */

static uint32_t add_block(Flow *flow, FlowKind kind, uint32_t up, uint32_t number)
{
    const uint32_t index = flow->block_count;

    assert_in_range(index, 0U, FLOW_BLOCKS - 1U);
    flow->blocks[index] =
        (FlowBlock){.kind = kind, .up = up, .partner = FLOW_NONE, .number = number};
    flow->block_count++;
    return index;
}

static void bind(Flow *flow, uint32_t one, uint32_t other)
{
    flow->blocks[one].partner = other;
    flow->blocks[other].partner = one;
}

static void add_consumer(Flow *flow, bool is_mailbox, uint32_t up)
{
    const uint32_t queue = add_block(flow, is_mailbox ? FLOW_MAILBOX : FLOW_FIFO, FLOW_NONE, 0U);
    const uint32_t end = add_block(flow, FLOW_END, up, flow->consumers);

    bind(flow, queue, end);
    assert_in_range(flow->consumers, 0U, FLOW_CONSUMERS - 1U);
    flow->ends[FLOW_CONSUMER(flow->consumers)] = end;
    flow->consumers++;
}

/** Block that what follows in the text is connected to. */
static uint32_t behind(const Flow *flow, uint32_t up)
{
    uint32_t at = up;

    while (flow->blocks[at].kind == FLOW_LIMITER) {
        at = flow->blocks[at].up;
    }
    return at;
}

void flow_plan(Flow *flow, const FlowShape *shape)
{
    const char *text = shape->tree;
    uint32_t up = 0U;

    *flow = (Flow){.shape = *shape};
    assert_in_range(shape->packets, 1U, FLOW_PACKETS);
    assert_in_range(shape->elements, 1U, FLOW_ELEMENTS);
    (void)add_block(flow, FLOW_POOL, FLOW_NONE, 0U);
    up = add_block(flow, FLOW_PRODUCER, FLOW_NONE, 0U);
    bind(flow, 0U, up);
    flow->ends[0] = up;
    while (*text != '\0') {
        char *rest = NULL;

        if ((*text == 'F') || (*text == 'B')) {
            add_consumer(flow, *text == 'B', up);
            up = behind(flow, up);
            text++;
        } else if (*text == 'L') {
            up = add_block(flow, FLOW_LIMITER, up, (uint32_t)strtoul(&text[1], &rest, 10));
            text = rest;
        } else if (isdigit((unsigned char)*text) != 0) {
            up = add_block(flow, FLOW_MULTICAST, up, (uint32_t)strtoul(text, &rest, 10));
            text = rest;
        } else {
            if (*text == ')') {
                up = behind(flow, flow->blocks[up].up);
            }
            text++;
        }
    }
}

/* ---------------------------------------------------------------- lists */

static NvSciBufAttrList buffer_list(const Flow *flow)
{
    static const NvSciBufType type = NvSciBufType_RawBuffer;
    static const uint64_t size = 4096U;
    static const uint64_t align = 64U;
    static const bool cpu = true;
    static const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciBufAttrList list = NULL;

    assert_status(NvSciBufAttrListCreate(flow->buffers, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

/* ---------------------------------------------------------------- setup */

NvSciStreamBlock flow_end(const Flow *flow, uint32_t end)
{
    return flow->blocks[flow->ends[end]].block;
}

static NvSciStreamBlock pool_of(const Flow *flow)
{
    return flow->blocks[0].block;
}

static void mark(NvSciStreamBlock block, NvSciStreamSetup setup)
{
    assert_status(NvSciStreamBlockSetupStatusSet(block, setup, true), NvSciError_Success);
}

/** Elements that an endpoint sees, and those of them that it uses. */
static uint32_t seen_by(const Flow *flow, uint32_t end)
{
    const uint32_t all = (1U << flow->shape.elements) - 1U;

    return (end == 0U) ? all : (all & ~flow->shape.hidden[end - 1U]);
}

static uint32_t used_by(const Flow *flow, uint32_t end)
{
    return (end == 0U) ? seen_by(flow, end) : (seen_by(flow, end) & ~flow->shape.unused[end - 1U]);
}

static void make_one(Flow *flow, uint32_t index)
{
    FlowBlock *const row = &flow->blocks[index];
    NvSciStreamBlock partner = 0U;
    NvSciError status = NvSciError_NotSupported;

    if (row->partner != FLOW_NONE) {
        partner = flow->blocks[row->partner].block;
    }
    switch (row->kind) {
    case FLOW_POOL:
        status = NvSciStreamStaticPoolCreate(flow->shape.packets, &row->block);
        break;
    case FLOW_PRODUCER:
        status = NvSciStreamProducerCreate(partner, &row->block);
        break;
    case FLOW_FIFO:
        status = NvSciStreamFifoQueueCreate(&row->block);
        break;
    case FLOW_MAILBOX:
        status = NvSciStreamMailboxQueueCreate(&row->block);
        break;
    case FLOW_END:
        status = NvSciStreamConsumerCreate(partner, &row->block);
        break;
    case FLOW_LIMITER:
        status = NvSciStreamLimiterCreate(row->number, &row->block);
        break;
    default:
        status = NvSciStreamMulticastCreate(row->number, &row->block);
        break;
    }
    assert_status(status, NvSciError_Success);
    row->is_there = true;
}

static void make_all(Flow *flow)
{
    for (uint32_t i = 0U; i < flow->block_count; i++) {
        make_one(flow, i);
    }
}

static void join(Flow *flow)
{
    for (uint32_t i = 0U; i < flow->block_count; i++) {
        if (flow->blocks[i].up != FLOW_NONE) {
            assert_status(NvSciStreamBlockConnect(flow->blocks[flow->blocks[i].up].block,
                                                  flow->blocks[i].block),
                          NvSciError_Success);
        }
    }
}

static void see_connected(Flow *flow)
{
    for (uint32_t i = 0U; i < flow->block_count; i++) {
        flow_expect(flow->blocks[i].block, NvSciStreamEventType_Connected);
    }
}

static void send_elements(Flow *flow)
{
    const NvSciBufAttrList list = buffer_list(flow);

    for (uint32_t i = 0U; i <= flow->consumers; i++) {
        for (uint32_t e = 0U; e < flow->shape.elements; e++) {
            assert_status(NvSciStreamBlockElementAttrSet(flow_end(flow, i), FIRST_TYPE + e, list),
                          NvSciError_Success);
        }
        mark(flow_end(flow, i), NvSciStreamSetup_ElementExport);
    }
    NvSciBufAttrListFree(list);
}

static void choose_element(Flow *flow, uint32_t element)
{
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList conflict = NULL;
    uint32_t type = 0U;

    assert_status(NvSciStreamBlockElementAttrGet(pool_of(flow), NvSciStreamBlockType_Producer,
                                                 element, &type, &lists[0]),
                  NvSciError_Success);
    assert_int_equal(type, FIRST_TYPE + element);
    assert_status(NvSciStreamBlockElementAttrGet(pool_of(flow), NvSciStreamBlockType_Consumer,
                                                 element, &type, &lists[1]),
                  NvSciError_Success);
    assert_status(NvSciBufAttrListReconcile(lists, 2U, &flow->lists[element], &conflict),
                  NvSciError_Success);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
}

static void choose_elements(Flow *flow)
{
    flow_expect(pool_of(flow), NvSciStreamEventType_Elements);
    for (uint32_t e = 0U; e < flow->shape.elements; e++) {
        choose_element(flow, e);
    }
    mark(pool_of(flow), NvSciStreamSetup_ElementImport);
    for (uint32_t e = 0U; e < flow->shape.elements; e++) {
        assert_status(NvSciStreamBlockElementAttrSet(pool_of(flow), FIRST_TYPE + e, flow->lists[e]),
                      NvSciError_Success);
        for (uint32_t i = 0U; i < flow->consumers; i++) {
            if (((flow->shape.hidden[i] >> e) & 1U) == 1U) {
                assert_status(NvSciStreamBlockElementNotVisible(pool_of(flow), FIRST_TYPE + e, i),
                              NvSciError_Success);
            }
        }
    }
    mark(pool_of(flow), NvSciStreamSetup_ElementExport);
}

static void take_elements(Flow *flow)
{
    for (uint32_t i = 0U; i <= flow->consumers; i++) {
        uint32_t index = 0U;

        flow_expect(flow_end(flow, i), NvSciStreamEventType_Elements);
        for (uint32_t e = 0U; e < flow->shape.elements; e++) {
            const uint32_t bit = 1U << e;

            if (((seen_by(flow, i) & bit) != 0U) && ((used_by(flow, i) & bit) == 0U)) {
                assert_status(NvSciStreamBlockElementUsageSet(flow_end(flow, i), index, false),
                              NvSciError_Success);
            }
            index += ((seen_by(flow, i) & bit) != 0U) ? 1U : 0U;
        }
        mark(flow_end(flow, i), NvSciStreamSetup_ElementImport);
    }
}

static void offer_packets(Flow *flow)
{
    for (uint32_t p = 0U; p < flow->shape.packets; p++) {
        assert_status(NvSciStreamPoolPacketCreate(pool_of(flow), p + 1U, &flow->made[p]),
                      NvSciError_Success);
        for (uint32_t e = 0U; e < flow->shape.elements; e++) {
            NvSciBufObj object = NULL;

            assert_status(NvSciBufObjAlloc(flow->lists[e], &object), NvSciError_Success);
            assert_status(
                NvSciStreamPoolPacketInsertBuffer(pool_of(flow), flow->made[p], e, object),
                NvSciError_Success);
            NvSciBufObjFree(object);
        }
        assert_status(NvSciStreamPoolPacketComplete(pool_of(flow), flow->made[p]),
                      NvSciError_Success);
    }
}

static void send_packets(Flow *flow)
{
    mark(pool_of(flow), NvSciStreamSetup_PacketExport);
}

static void take_packets(Flow *flow)
{
    for (uint32_t i = 0U; i <= flow->consumers; i++) {
        const NvSciStreamBlock end = flow_end(flow, i);

        for (uint32_t p = 0U; p < flow->shape.packets; p++) {
            flow_expect(end, NvSciStreamEventType_PacketCreate);
            assert_status(NvSciStreamBlockPacketNewHandleGet(end, &flow->packets[i][p]),
                          NvSciError_Success);
            assert_status(NvSciStreamBlockPacketStatusSet(end, flow->packets[i][p],
                                                          flow_cookie(i, p), NvSciError_Success),
                          NvSciError_Success);
        }
        flow_expect(end, NvSciStreamEventType_PacketsComplete);
        mark(end, NvSciStreamSetup_PacketImport);
    }
}

static void admit_packets(Flow *flow)
{
    for (uint32_t p = 0U; p < flow->shape.packets; p++) {
        flow_expect(pool_of(flow), NvSciStreamEventType_PacketStatus);
    }
    mark(pool_of(flow), NvSciStreamSetup_PacketImport);
}

static void send_waiters(Flow *flow)
{
    const NvSciSyncAttrList list = make_perm_list(flow->module, NvSciSyncAccessPerm_WaitOnly, true);

    for (uint32_t i = 0U; i <= flow->consumers; i++) {
        for (uint32_t index = 0U; index < flow->shape.elements; index++) {
            if ((seen_by(flow, i) >> index) != 0U) {
                const NvSciError status =
                    NvSciStreamBlockElementWaiterAttrSet(flow_end(flow, i), index, list);

                assert_true((status == NvSciError_Success) ||
                            (status == NvSciError_IndexOutOfRange));
            }
        }
        mark(flow_end(flow, i), NvSciStreamSetup_WaiterAttrExport);
    }
    NvSciSyncAttrListFree(list);
}

/** An object that an endpoint signals for all of its elements: of what waits for the first one. */
static void take_waiter(Flow *flow, uint32_t end)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;

    assert_status(NvSciStreamBlockElementWaiterAttrGet(flow_end(flow, end), 0U, &lists[0]),
                  NvSciError_Success);
    assert_non_null(lists[0]);
    lists[1] = make_perm_list(flow->module, NvSciSyncAccessPerm_SignalOnly, true);
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &flow->objects[end], &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
}

static void take_waiters(Flow *flow)
{
    for (uint32_t i = 0U; i <= flow->consumers; i++) {
        flow_expect(flow_end(flow, i), NvSciStreamEventType_WaiterAttr);
        take_waiter(flow, i);
        mark(flow_end(flow, i), NvSciStreamSetup_WaiterAttrImport);
    }
}

static void send_signals(Flow *flow)
{
    for (uint32_t i = 0U; i <= flow->consumers; i++) {
        uint32_t index = 0U;

        for (uint32_t e = 0U; e < flow->shape.elements; e++) {
            const uint32_t bit = 1U << e;

            if ((used_by(flow, i) & bit) != 0U) {
                assert_status(
                    NvSciStreamBlockElementSignalObjSet(flow_end(flow, i), index, flow->objects[i]),
                    NvSciError_Success);
            }
            index += ((seen_by(flow, i) & bit) != 0U) ? 1U : 0U;
        }
        mark(flow_end(flow, i), NvSciStreamSetup_SignalObjExport);
    }
}

static void take_signals(Flow *flow)
{
    for (uint32_t i = 0U; i <= flow->consumers; i++) {
        flow_expect(flow_end(flow, i), NvSciStreamEventType_SignalObj);
        mark(flow_end(flow, i), NvSciStreamSetup_SignalObjImport);
    }
}

static void see_ready(Flow *flow)
{
    for (uint32_t i = 0U; i < flow->block_count; i++) {
        flow_expect(flow->blocks[i].block, NvSciStreamEventType_SetupComplete);
    }
}

void flow_go_to(Flow *flow, FlowStep step)
{
    static void (*const steps[])(Flow *) = {[FLOW_MADE] = make_all,
                                            [FLOW_JOINED] = join,
                                            [FLOW_CONNECTED] = see_connected,
                                            [FLOW_ELEMENTS_SENT] = send_elements,
                                            [FLOW_ELEMENTS_CHOSEN] = choose_elements,
                                            [FLOW_ELEMENTS_TAKEN] = take_elements,
                                            [FLOW_PACKETS_OFFERED] = offer_packets,
                                            [FLOW_PACKETS_SENT] = send_packets,
                                            [FLOW_PACKETS_TAKEN] = take_packets,
                                            [FLOW_PACKETS_ADMITTED] = admit_packets,
                                            [FLOW_WAITERS_SENT] = send_waiters,
                                            [FLOW_WAITERS_TAKEN] = take_waiters,
                                            [FLOW_SIGNALS_SENT] = send_signals,
                                            [FLOW_SIGNALS_TAKEN] = take_signals,
                                            [FLOW_READY] = see_ready};

    if (flow->module == NULL) {
        flow->module = open_module();
        flow->context = make_context(flow->module);
        assert_status(NvSciBufModuleOpen(&flow->buffers), NvSciError_Success);
    }
    while (flow->step < step) {
        flow->step++;
        steps[flow->step](flow);
    }
}

void flow_open(Flow *flow, const FlowShape *shape)
{
    flow_plan(flow, shape);
    flow_go_to(flow, FLOW_READY);
}

/* ---------------------------------------------------------------- ends */

void flow_delete(Flow *flow, uint32_t block)
{
    assert_true(flow->blocks[block].is_there);
    assert_status(NvSciStreamBlockDelete(flow->blocks[block].block), NvSciError_Success);
    flow->blocks[block].is_there = false;
}

void flow_forget(Flow *flow)
{
    for (uint32_t e = 0U; e < FLOW_ELEMENTS; e++) {
        NvSciBufAttrListFree(flow->lists[e]);
        flow->lists[e] = NULL;
    }
    for (uint32_t i = 0U; i < FLOW_ENDS; i++) {
        NvSciSyncObjFree(flow->objects[i]);
        flow->objects[i] = NULL;
    }
    NvSciSyncCpuWaitContextFree(flow->context);
    NvSciSyncModuleClose(flow->module);
    NvSciBufModuleClose(flow->buffers);
    flow->module = NULL;
}

void flow_close(Flow *flow)
{
    for (uint32_t i = 0U; i < flow->block_count; i++) {
        if (flow->blocks[i].is_there) {
            flow_delete(flow, i);
        }
    }
    flow_forget(flow);
}

/* ---------------------------------------------------------------- events */

uint32_t flow_event(NvSciStreamBlock block)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    const NvSciError status = NvSciStreamBlockEventQuery(block, 0, &event);

    if (status != NvSciError_Success) {
        assert_status(status, NvSciError_Timeout);
    }
    return (status == NvSciError_Success) ? (uint32_t)event : 0U;
}

void flow_expect(NvSciStreamBlock block, NvSciStreamEventType event)
{
    assert_int_equal(flow_event(block), event);
}

void flow_expect_none(NvSciStreamBlock block)
{
    assert_int_equal(flow_event(block), 0U);
}

/* ---------------------------------------------------------------- packets */

NvSciStreamCookie flow_cookie(uint32_t end, uint32_t packet)
{
    return (1000U * (end + 1U)) + packet;
}

uint32_t flow_packet(uint32_t end, NvSciStreamCookie cookie)
{
    const uint32_t packet = (uint32_t)(cookie - flow_cookie(end, 0U));

    assert_in_range(packet, 0U, FLOW_PACKETS - 1U);
    return packet;
}

uint32_t flow_get(const Flow *flow)
{
    NvSciStreamCookie cookie = 0U;

    assert_status(NvSciStreamProducerPacketGet(flow_end(flow, 0U), &cookie), NvSciError_Success);
    return flow_packet(0U, cookie);
}

void flow_present(const Flow *flow, uint32_t packet)
{
    assert_status(NvSciStreamProducerPacketPresent(flow_end(flow, 0U), flow->packets[0][packet]),
                  NvSciError_Success);
}

uint32_t flow_send(const Flow *flow)
{
    const uint32_t packet = flow_get(flow);

    flow_present(flow, packet);
    return packet;
}

uint32_t flow_acquire(const Flow *flow, uint32_t consumer)
{
    const uint32_t end = FLOW_CONSUMER(consumer);
    NvSciStreamCookie cookie = 0U;

    assert_status(NvSciStreamConsumerPacketAcquire(flow_end(flow, end), &cookie),
                  NvSciError_Success);
    return flow_packet(end, cookie);
}

void flow_release(const Flow *flow, uint32_t consumer, uint32_t packet)
{
    const uint32_t end = FLOW_CONSUMER(consumer);

    assert_status(NvSciStreamConsumerPacketRelease(flow_end(flow, end), flow->packets[end][packet]),
                  NvSciError_Success);
}

void flow_expect_empty(const Flow *flow, uint32_t consumer)
{
    NvSciStreamCookie cookie = 7U;

    assert_status(
        NvSciStreamConsumerPacketAcquire(flow_end(flow, FLOW_CONSUMER(consumer)), &cookie),
        NvSciError_NoStreamPacket);
    assert_int_equal(cookie, 7U);
}
