/* SPDX-License-Identifier: Apache-2.0 */
#include "stream_fixture.h"

/** What checksums begin with. */
#define CRC_START 0xFFFFFFFFU
/** CRC-32, bits reflected. */
#define CRC_POLYNOMIAL 0xEDB88320U
#define INFO_TYPE      5U

/** Folds bytes, as the manual says. */
static uint32_t folded(uint32_t crc, const void *data, size_t count)
{
    const uint8_t *const bytes = data;

    for (size_t i = 0U; i < count; i++) {
        crc ^= bytes[i];
        for (uint32_t bit = 0U; bit < 8U; bit++) {
            crc = (crc >> 1U) ^ (CRC_POLYNOMIAL & (0U - (crc & 1U)));
        }
    }
    return crc;
}

/**
 * The checksum of a user info is CRC-32 of its type, its size and its bytes, at the end that sets
 * it and at the one that gets it.
 * @verifies RF-STREAM-104
 */
static void info_has_the_checksum_of_its_bytes(void **state)
{
    const uint8_t data[5] = {1U, 2U, 3U, 4U, 200U};
    const uint64_t type = INFO_TYPE;
    const uint64_t size = sizeof(data);
    uint32_t expected = folded(CRC_START, &type, sizeof(type));
    const FlowPlan plan = {0};
    uint8_t got[8] = {0U};
    uint32_t room = sizeof(got);
    uint32_t near = CRC_START;
    uint32_t far = CRC_START;
    Flow flow;

    (void)state;
    expected = folded(expected, &size, sizeof(size));
    expected = folded(expected, data, sizeof(data));
    flow_begin(&flow, &plan);
    assert_status(
        NvSciStreamBlockUserInfoSetWithCrc(flow.producer, INFO_TYPE, sizeof(data), data, &near),
        NvSciError_Success);
    assert_int_equal(near, expected);
    flow_go(&flow, FLOW_CONNECTED);
    assert_status(NvSciStreamBlockUserInfoGetWithCrc(flow.consumers[0],
                                                     NvSciStreamBlockType_Producer, 0U, INFO_TYPE,
                                                     &room, got, &far),
                  NvSciError_Success);
    assert_int_equal(far, expected);
    flow_end(&flow);
}

/** Sets the list of an element with a checksum, and gives that. */
static uint32_t crc_of_list(const Flow *flow, uint32_t element, NvSciBufAttrList list)
{
    uint32_t crc = CRC_START;

    assert_status(
        NvSciStreamBlockElementAttrSetWithCrc(flow->producer, flow_type(element), list, &crc),
        NvSciError_Success);
    return crc;
}

/** Gets it at the pool. */
static uint32_t crc_at_pool(const Flow *flow)
{
    NvSciBufAttrList list = NULL;
    uint32_t type = 0U;
    uint32_t crc = CRC_START;

    assert_status(NvSciStreamBlockElementAttrGetWithCrc(flow->pool, NvSciStreamBlockType_Producer,
                                                        0U, &type, &list, &crc),
                  NvSciError_Success);
    NvSciBufAttrListFree(list);
    return crc;
}

/** What flow_buf_list() makes, for more bytes. */
static NvSciBufAttrList wide_list(const Flow *flow)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = 4096U;
    const bool cpu = true;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)}};
    NvSciBufAttrList list = NULL;

    assert_status(NvSciBufAttrListCreate(flow->bufs, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])),
                  NvSciError_Success);
    return list;
}

/**
 * An element has one checksum at the end that sets it and at the one that gets it; another type, or
 * another layout, has another one.
 * @verifies RF-STREAM-104
 */
static void elements_have_checksums_of_type_and_layout(void **state)
{
    const FlowPlan plan = {.elements = 1U};
    NvSciBufAttrList list = NULL;
    uint32_t near = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &plan, FLOW_CONNECTED);
    list = flow_buf_list(&flow);
    near = crc_of_list(&flow, 0U, list);
    assert_int_not_equal(near, crc_of_list(&flow, 1U, list));
    NvSciBufAttrListFree(list);
    list = wide_list(&flow);
    assert_int_not_equal(near, crc_of_list(&flow, 2U, list));
    assert_status(NvSciStreamBlockElementAttrSet(flow.consumers[0], flow_type(0U), list),
                  NvSciError_Success);
    NvSciBufAttrListFree(list);
    flow_mark(flow.producer, NvSciStreamSetup_ElementExport);
    flow_mark(flow.consumers[0], NvSciStreamSetup_ElementExport);
    assert_event(flow.pool, NvSciStreamEventType_Elements);
    assert_int_equal(crc_at_pool(&flow), near);
    flow_end(&flow);
}

/** Puts buffers into the packets with checksums; gives the sum of all. */
static uint32_t crc_of_buffers(const Flow *flow)
{
    uint32_t crc = CRC_START;

    for (uint32_t p = 0U; p < flow->plan.packets; p++) {
        NvSciBufObj buffer = NULL;

        assert_status(NvSciBufObjAlloc(flow->layout[0], &buffer), NvSciError_Success);
        assert_status(
            NvSciStreamPoolPacketInsertBufferWithCrc(flow->pool, flow->made[p], 0U, buffer, &crc),
            NvSciError_Success);
        NvSciBufObjFree(buffer);
    }
    return crc;
}

/**
 * Buffers and sync objects have the same checksums at both ends; several checksums are folded at
 * one time.
 * @verifies RF-STREAM-104
 */
static void buffers_and_signals_have_checksums(void **state)
{
    const FlowPlan plan = {0};
    uint32_t near = 0U;
    uint32_t far[3] = {CRC_START, CRC_START, 0U};
    uint32_t signal = CRC_START;
    uint32_t got = CRC_START;
    NvSciBufObj buffer = NULL;
    NvSciSyncObj object = NULL;
    Flow flow;

    (void)state;
    flow_make(&flow, &plan, FLOW_PACKETS_MADE);
    near = crc_of_buffers(&flow);
    flow.step = FLOW_PACKETS_FILLED;
    flow_go(&flow, FLOW_PACKETS_TAKEN);
    for (uint32_t p = 0U; p < flow.plan.packets; p++) {
        assert_status(NvSciStreamBlockPacketBufferGetWithCrc(flow.consumers[0], flow.taken[1][p],
                                                             0U, &buffer, 2U, far),
                      NvSciError_Success);
        NvSciBufObjFree(buffer);
    }
    assert_int_equal(far[0], near);
    assert_int_equal(far[1], near);
    assert_int_equal(far[2], 0U);
    flow_go(&flow, FLOW_WAITERS_IMPORTED);
    assert_status(
        NvSciStreamBlockElementSignalObjSetWithCrc(flow.producer, 0U, flow.signals[0][0], &signal),
        NvSciError_Success);
    flow_go(&flow, FLOW_SIGNALS_TOLD);
    assert_status(
        NvSciStreamBlockElementSignalObjGetWithCrc(flow.consumers[0], 0U, 0U, &object, &got),
        NvSciError_Success);
    NvSciSyncObjFree(object);
    assert_int_equal(got, signal);
    assert_int_not_equal(got, CRC_START);
    flow_end(&flow);
}

/**
 * A fence has the same checksum at both ends, and the next point another one.
 * @verifies RF-STREAM-104
 */
static void fences_have_checksums_of_their_points(void **state)
{
    const FlowPlan plan = {0};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t last = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &plan, FLOW_COMPLETE);
    for (uint32_t i = 0U; i < 3U; i++) {
        const uint32_t packet = flow_get(&flow);
        uint32_t near = CRC_START;
        uint32_t far = CRC_START;

        assert_status(NvSciSyncObjGenerateFence(flow.signals[0][0], &fence), NvSciError_Success);
        assert_status(NvSciStreamBlockPacketFenceSetWithCrc(flow.producer, flow.taken[0][packet],
                                                            0U, &fence, &near),
                      NvSciError_Success);
        flow_present(&flow, packet);
        (void)flow_acquire(&flow, 0U);
        assert_status(NvSciStreamBlockPacketFenceGetWithCrc(
                          flow.consumers[0], flow.taken[1][packet], 0U, 0U, &fence, &far),
                      NvSciError_Success);
        assert_int_equal(near, far);
        assert_int_not_equal(near, last);
        last = near;
        flow_release(&flow, 0U, packet);
        assert_status(NvSciSyncObjSignal(flow.signals[0][0]), NvSciError_Success);
    }
    NvSciSyncFenceClear(&fence);
    flow_end(&flow);
}

/** The first consumer acquires a packet that a thread of the library passes on. */
static void acquire_soon(const Flow *flow)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciStreamCookie cookie = 0U;

    assert_status(NvSciStreamBlockEventQuery(flow->consumers[0], 10000000, &event),
                  NvSciError_Success);
    assert_int_equal(event, NvSciStreamEventType_PacketReady);
    assert_status(NvSciStreamConsumerPacketAcquire(flow->consumers[0], &cookie),
                  NvSciError_Success);
}

/**
 * A fence that a present-sync block has waited for is folded as one that is cleared: the number of
 * its element alone.
 * @verifies RF-STREAM-217
 */
static void fences_that_were_waited_for_fold_their_element(void **state)
{
    const FlowPlan plan = {.waits = true};
    const uint64_t element = 0U;
    const uint32_t expected = folded(CRC_START, &element, sizeof(element));
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t near = CRC_START;
    uint32_t far = CRC_START;
    uint32_t packet = 0U;
    Flow flow;

    (void)state;
    flow_make(&flow, &plan, FLOW_COMPLETE);
    packet = flow_get(&flow);
    assert_status(NvSciStreamBlockPacketFenceSetWithCrc(flow.producer, flow.taken[0][packet], 0U,
                                                        &fence, &near),
                  NvSciError_Success);
    assert_int_equal(near, expected);
    assert_status(NvSciSyncObjGenerateFence(flow.signals[0][0], &fence), NvSciError_Success);
    assert_status(NvSciStreamBlockPacketFenceSetWithCrc(flow.producer, flow.taken[0][packet], 0U,
                                                        &fence, &near),
                  NvSciError_Success);
    assert_int_not_equal(near, folded(expected, &element, sizeof(element)));
    flow_present(&flow, packet);
    assert_status(NvSciSyncObjSignal(flow.signals[0][0]), NvSciError_Success);
    acquire_soon(&flow);
    assert_status(NvSciStreamBlockPacketFenceGetWithCrc(flow.consumers[0], flow.taken[1][packet],
                                                        0U, 0U, &fence, &far),
                  NvSciError_Success);
    assert_int_equal(far, expected);
    NvSciSyncFenceClear(&fence);
    flow_release(&flow, 0U, packet);
    flow_end(&flow);
}

/**
 * A function that fails leaves the checksum as it was; without a place for it nothing is done.
 * @verifies RF-STREAM-105
 */
static void failures_leave_checksums(void **state)
{
    const FlowPlan plan = {0};
    uint32_t crc = CRC_START;
    uint32_t type = 0U;
    NvSciBufObj buffer = NULL;
    NvSciSyncObj object = NULL;
    Flow flow;

    (void)state;
    flow_make(&flow, &plan, FLOW_CONNECTED);
    assert_status(NvSciStreamBlockUserInfoSetWithCrc(flow.producer, 1U, 1U, "a", &crc),
                  NvSciError_NoLongerAvailable);
    assert_status(NvSciStreamBlockUserInfoSetWithCrc(flow.producer, 1U, 1U, "a", NULL),
                  NvSciError_BadAddress);
    assert_status(NvSciStreamBlockElementAttrSetWithCrc(flow.producer, 1U, NULL, &crc),
                  NvSciError_BadParameter);
    assert_status(NvSciStreamBlockElementAttrGetWithCrc(flow.pool, NvSciStreamBlockType_Producer,
                                                        0U, &type, NULL, &crc),
                  NvSciError_NotYetAvailable);
    assert_status(NvSciStreamPoolPacketInsertBufferWithCrc(flow.pool, 1U, 0U, NULL, &crc),
                  NvSciError_NotYetAvailable);
    assert_status(NvSciStreamBlockPacketBufferGetWithCrc(flow.producer, 1U, 0U, &buffer, 1U, &crc),
                  NvSciError_NotYetAvailable);
    assert_status(NvSciStreamBlockElementSignalObjSetWithCrc(flow.producer, 0U, NULL, &crc),
                  NvSciError_NotYetAvailable);
    assert_status(NvSciStreamBlockElementSignalObjGetWithCrc(flow.producer, 0U, 0U, &object, &crc),
                  NvSciError_NotYetAvailable);
    assert_int_equal(crc, CRC_START);
    flow_end(&flow);
}

/**
 * Without a place for the checksum no function does anything, and RUNTIME refuses those of setup
 * before it looks for one.
 * @verifies RF-STREAM-105
 */
static void nothing_is_done_without_a_checksum(void **state)
{
    const FlowPlan plan = {0};
    const NvSciError bad = NvSciError_BadAddress;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t number = 0U;
    NvSciBufAttrList list = NULL;
    NvSciBufObj buffer = NULL;
    NvSciSyncObj object = NULL;
    Flow flow;

    (void)state;
    flow_make(&flow, &plan, FLOW_COMPLETE);
    assert_status(NvSciStreamBlockUserInfoSetWithCrc(flow.producer, 1U, 1U, "a", NULL), bad);
    assert_status(NvSciStreamBlockUserInfoGetWithCrc(flow.producer, NvSciStreamBlockType_Producer,
                                                     0U, 1U, &number, NULL, NULL),
                  bad);
    assert_status(NvSciStreamBlockElementAttrSetWithCrc(flow.producer, 1U, NULL, NULL), bad);
    assert_status(NvSciStreamBlockElementAttrGetWithCrc(flow.pool, NvSciStreamBlockType_Producer,
                                                        0U, &number, &list, NULL),
                  bad);
    assert_status(NvSciStreamPoolPacketInsertBufferWithCrc(flow.pool, flow.made[0], 0U, NULL, NULL),
                  bad);
    assert_status(NvSciStreamBlockPacketBufferGetWithCrc(flow.producer, flow.taken[0][0], 0U,
                                                         &buffer, 1U, NULL),
                  bad);
    assert_status(NvSciStreamBlockElementSignalObjSetWithCrc(flow.producer, 0U, NULL, NULL), bad);
    assert_status(NvSciStreamBlockElementSignalObjGetWithCrc(flow.producer, 0U, 0U, &object, NULL),
                  bad);
    assert_status(
        NvSciStreamBlockPacketFenceSetWithCrc(flow.producer, flow.taken[0][0], 0U, &fence, NULL),
        bad);
    assert_status(NvSciStreamBlockPacketFenceGetWithCrc(flow.producer, flow.taken[0][0], 0U, 0U,
                                                        &fence, NULL),
                  bad);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_status(NvSciStreamBlockUserInfoSetWithCrc(flow.producer, 1U, 1U, "a", NULL),
                  NvSciError_InvalidState);
    flow_end(&flow);
}

/**
 * What was not asked for is not folded: a type without its list, a list without its type, the size
 * of an info without its bytes; a fence that is cleared has no point.
 * @verifies RF-STREAM-104
 */
static void parts_have_checksums_of_their_own(void **state)
{
    const FlowPlan plan = {0};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciBufAttrList list = NULL;
    uint32_t number = 0U;
    uint8_t data[2] = {0U};
    uint32_t crcs[6] = {CRC_START, CRC_START, CRC_START, CRC_START, CRC_START, CRC_START};
    Flow flow;

    (void)state;
    flow_begin(&flow, &plan);
    assert_status(NvSciStreamBlockUserInfoSet(flow.producer, INFO_TYPE, 4U, "abc"),
                  NvSciError_Success);
    flow_go(&flow, FLOW_POOL_ELEMENTS);
    assert_status(NvSciStreamBlockUserInfoGetWithCrc(flow.pool, NvSciStreamBlockType_Producer, 0U,
                                                     INFO_TYPE, &number, NULL, &crcs[0]),
                  NvSciError_Success);
    number = sizeof(data);
    assert_status(NvSciStreamBlockUserInfoGetWithCrc(flow.pool, NvSciStreamBlockType_Producer, 0U,
                                                     INFO_TYPE, &number, data, &crcs[1]),
                  NvSciError_Success);
    assert_int_equal(number, 4U);
    assert_status(NvSciStreamBlockElementAttrGetWithCrc(flow.pool, NvSciStreamBlockType_Producer,
                                                        0U, &number, NULL, &crcs[2]),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementAttrGetWithCrc(flow.pool, NvSciStreamBlockType_Producer,
                                                        0U, NULL, &list, &crcs[3]),
                  NvSciError_Success);
    NvSciBufAttrListFree(list);
    for (uint32_t i = 0U; i < 4U; i++) {
        assert_int_not_equal(crcs[i], CRC_START);
        assert_int_not_equal(crcs[i], crcs[(i + 1U) % 4U]);
    }
    flow_go(&flow, FLOW_COMPLETE);
    number = flow_get(&flow);
    assert_status(NvSciStreamBlockPacketFenceGetWithCrc(flow.producer, flow.taken[0][number], 0U,
                                                        0U, &fence, &crcs[4]),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockPacketFenceSetWithCrc(flow.producer, flow.taken[0][number], 9U,
                                                        &fence, &crcs[5]),
                  NvSciError_IndexOutOfRange);
    assert_int_not_equal(crcs[4], CRC_START);
    assert_int_equal(crcs[5], CRC_START);
    flow_present(&flow, number);
    flow_end(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        stream_test(info_has_the_checksum_of_its_bytes),
        stream_test(elements_have_checksums_of_type_and_layout),
        stream_test(buffers_and_signals_have_checksums),
        stream_test(fences_have_checksums_of_their_points),
        stream_test(fences_that_were_waited_for_fold_their_element),
        stream_test(failures_leave_checksums),
        stream_test(nothing_is_done_without_a_checksum),
        stream_test(parts_have_checksums_of_their_own),
    };

    return cmocka_run_group_tests_name("stream/crc", tests, NULL, NULL);
}
