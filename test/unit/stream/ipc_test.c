/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_test.c
 * Streams that go through channels: both ends in this process, or one of them in a child.
 *
 * The part of a program at each end is a loop that answers each event with the calls that it asks
 * for. Where a peer may be gone the results of the calls do not matter, else they are asserted.
 */
#define _GNU_SOURCE

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include "nvscibuf.h"
#include "nvscistream.h"
#include "stream_inside.h"

/** Microseconds after which something that should come has failed. */
#define LIMIT_US 30000000U

/** Channels: in this process, between two, with the smallest frames. */
#define INSIDE  "INTER_THREAD up down 16 4096\n"
#define BETWEEN "INTER_PROCESS up down 16 4096\n"
#define NARROW  "INTER_THREAD up down 2 64\n"
#define TWO     "INTER_THREAD up down 16 4096\nINTER_THREAD up_2 down_2 16 4096\n"
#define WIDE    "INTER_THREAD up down 1024 4096\n"

/** Shape of a stream. 0 is the default. */
typedef struct {
    const char *table;
    /** Consumers with the producer, and behind the channel; 0: one behind it. */
    uint32_t local;
    uint32_t remote;
    uint32_t elements;
    uint32_t packets;
    /** Elements that the consumers behind the channel do not use, and that are hidden from them. */
    uint32_t unused;
    uint32_t hidden;
    /** Elements that the consumers behind the channel do not list, and do not mark as unused. */
    uint32_t unlisted;
    /** They say that they use them. */
    bool insists;
    bool crc;
    bool sends_at_once;
    /** The consumers behind the channel refuse packets. */
    bool refuses;
    /** Consumers are behind a second channel, which the first one leads to. */
    bool relays;
    /** A present-sync block stands above the consumers behind the channel. */
    bool presents;
    /** One stands above the last source. */
    bool presents_above;
    /** A limiter stands above the source, and one below the target. */
    bool limits;
    /** Multicast blocks on both sides have an output for a late consumer. */
    bool is_open;
    /** Consumers do not wait, and nobody signals. */
    bool without_sync;
    /** The producer tries an object that nobody behind the channel asked for first. */
    bool tries_another;
    /** Consumers ask for times of the second element; the producer's process sends another object
     * than the one that it announced for that. */
    bool swaps;
    /** The second element has more bytes; the producer's process sends a buffer of the first one.
     */
    bool shrinks;
    /** Results of calls do not matter. */
    bool is_lenient;
    /** Modules of the source; NULL: those of the others. */
    NvSciBufModule other_bufs;
    NvSciSyncModule other_syncs;
} Plan;

#include "stream_line.h"

/* ---------------------------------------------------------------- lists */

/** The last fault is that a function of a stream does not take a call. */
static void assert_stream_refusal(const char *function, const char *what)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_STREAM_ORDER);
    assert_string_equal(fault.function, function);
    assert_string_equal(fault.causeText, what);
}

static NvSciBufAttrList buf_list(const Line *line)
{
    return sized_list(line, 4096U, true);
}

/** Has a list of a waiter ask for times of points. */
static void ask_for_times(NvSciSyncAttrList list)
{
    const bool times = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterRequireTimestamps, &times,
                                            sizeof(times)};

    assert_status(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
}

/* ---------------------------------------------------------------- making */

static void make_up_at(Line *line, NvSciIpcEndpoint endpoint)
{
    NvSciStreamBlock block = 0U;

    NvSciBufModule bufs = line->bufs;
    NvSciSyncModule syncs = line->syncs;

    if (line->plan.other_bufs != NULL) {
        bufs = line->plan.other_bufs;
    }
    if (line->plan.other_syncs != NULL) {
        syncs = line->plan.other_syncs;
    }
    line->ends[END_UP] = endpoint;
    assert_status(NvSciStreamIpcSrcCreate(endpoint, syncs, bufs, &block), NvSciError_Success);
    line->source = add_block(line, block);
    add_producer(line);
}

static void make_up(Line *line)
{
    make_up_at(line, open_and_reset("up"));
}

/** Puts a present-sync block above another block, which it gives. */
static Seen *add_present_sync(Line *line, const Seen *below)
{
    NvSciStreamBlock block = 0U;
    Seen *sync = NULL;

    assert_status(NvSciStreamPresentSyncCreate(line->syncs, &block), NvSciError_Success);
    sync = add_block(line, block);
    link_blocks(sync, below);
    return sync;
}

static Seen *add_limiter(Line *line)
{
    NvSciStreamBlock block = 0U;

    assert_status(NvSciStreamLimiterCreate(PACKETS, &block), NvSciError_Success);
    return add_block(line, block);
}

static void link_up(Line *line)
{
    const Seen *below = line->source;

    if (line->plan.presents_above && (!line->plan.relays)) {
        below = add_present_sync(line, below);
    }
    if (line->plan.limits) {
        line->limiters[0] = add_limiter(line);
        link_blocks(line->limiters[0], below);
        below = line->limiters[0];
    }
    link_producer(line, below, line->plan.is_open);
}

static void make_down_at(Line *line, NvSciIpcEndpoint endpoint)
{
    NvSciStreamBlock block = 0U;

    line->ends[END_DOWN] = endpoint;
    assert_status(NvSciStreamIpcDstCreate(endpoint, line->syncs, line->bufs, &block),
                  NvSciError_Success);
    line->target = add_block(line, block);
    if (line->plan.relays) {
        line->ends[END_UP_2] = open_and_reset("up_2");
        line->ends[END_DOWN_2] = open_and_reset("down_2");
        assert_status(
            NvSciStreamIpcSrcCreate(line->ends[END_UP_2], line->syncs, line->bufs, &block),
            NvSciError_Success);
        line->relays[0] = add_block(line, block);
        assert_status(
            NvSciStreamIpcDstCreate(line->ends[END_DOWN_2], line->syncs, line->bufs, &block),
            NvSciError_Success);
        line->relays[1] = add_block(line, block);
    }
    add_remote(line);
}

static void make_down(Line *line)
{
    make_down_at(line, open_and_reset("down"));
}

static void link_down(Line *line)
{
    const Seen *head = line->plan.relays ? line->relays[1] : line->target;

    if (line->plan.relays) {
        link_blocks(line->target, line->plan.presents_above
                                      ? add_present_sync(line, line->relays[0])
                                      : line->relays[0]);
    }
    if (line->plan.limits) {
        line->limiters[1] = add_limiter(line);
        link_blocks(head, line->limiters[1]);
        head = line->limiters[1];
    }
    if (line->plan.presents) {
        NvSciStreamBlock block = 0U;
        const Seen *sync = NULL;

        assert_status(NvSciStreamPresentSyncCreate(line->syncs, &block), NvSciError_Success);
        sync = add_block(line, block);
        link_blocks(head, sync);
        head = sync;
    }
    link_remote(line, head, line->plan.is_open);
}

static void set_up(Line *line)
{
    if (line->is_up && line->plan.sends_at_once) {
        assert_status(NvSciStreamPacketSendSync(line->source->block), NvSciError_Success);
    }
    if (line->is_down && line->plan.sends_at_once) {
        assert_status(NvSciStreamPacketSendSync(line->target->block), NvSciError_Success);
    }
}

static Plan whole(const Plan *plan)
{
    Plan made = *plan;

    made.table = (plan->table == NULL) ? INSIDE : plan->table;
    made.remote = (plan->remote == 0U) ? 1U : plan->remote;
    made.elements = (plan->elements == 0U) ? 1U : plan->elements;
    made.packets = (plan->packets == 0U) ? 2U : plan->packets;
    return made;
}

/* ---------------------------------------------------------------- answers to events */

static void list_elements(const Line *line, const End *end)
{
    const uint32_t left_out = is_behind(line, end) ? line->plan.unlisted : 0U;
    const NvSciBufAttrList list = buf_list(line);
    const NvSciBufAttrList large = sized_list(line, 8192U, true);

    for (uint32_t e = 0U; e < line->plan.elements; e++) {
        if (((left_out >> e) & 1U) == 0U) {
            DO(line,
               NvSciStreamBlockElementAttrSet(end->seen->block, 70U + e,
                                              (line->plan.shrinks && (e == 1U)) ? large : list));
        }
    }
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(large);
    mark(line, end->seen, NvSciStreamSetup_ElementExport);
}

/** Tries a buffer that has not what the pool said, and has the process send it all the same. */
static void shrink_buffer(const Line *line, NvSciBufAttrList small)
{
    NvSciBufObj buffer = NULL;

    DO(line, NvSciBufObjAlloc(small, &buffer));
    assert_status(
        NvSciStreamPoolPacketInsertBuffer(line->pool.seen->block, line->pool.made[0], 1U, buffer),
        NvSciError_InconsistentData);
    insert_instead(1U, buffer);
    NvSciBufObjFree(buffer);
}

/** What came through the channel does not go with what was set on this side. */
static bool g_was_refused;

/** The pool is told of no list: it cannot be one of two modules. */
static void expect_no_list(NvSciStreamBlock pool)
{
    uint32_t crc = 0U;
    uint32_t type = 0U;
    NvSciBufAttrList list = NULL;

    assert_status(
        NvSciStreamBlockElementAttrGet(pool, NvSciStreamBlockType_Consumer, 0U, &type, &list),
        NvSciError_BadParameter);
    assert_status(NvSciStreamBlockElementAttrGetWithCrc(pool, NvSciStreamBlockType_Consumer, 0U,
                                                        &type, &list, &crc),
                  NvSciError_BadParameter);
    assert_null(list);
    assert_int_equal(type, 0U);
    assert_status(
        NvSciStreamBlockElementAttrGet(pool, NvSciStreamBlockType_Consumer, 0U, &type, NULL),
        NvSciError_Success);
    g_was_refused = true;
}

/** The producer is told of no list, and what it would signal suits nobody. */
static void expect_no_waiter(const Line *line, NvSciStreamBlock producer)
{
    NvSciSyncAttrList lists[] = {sync_list(line, NvSciSyncAccessPerm_SignalOnly),
                                 sync_list(line, NvSciSyncAccessPerm_WaitOnly)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncAttrList list = NULL;
    NvSciSyncObj object = NULL;
    uint32_t crc = 0U;

    assert_status(NvSciStreamBlockElementWaiterAttrGet(producer, 0U, &list),
                  NvSciError_BadParameter);
    assert_null(list);
    assert_status(NvSciStreamBlockSetupStatusSet(producer, NvSciStreamSetup_WaiterAttrImport, true),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementSignalObjSet(producer, 0U, object),
                  NvSciError_BadParameter);
    assert_status(NvSciStreamBlockElementSignalObjSetWithCrc(producer, 0U, object, &crc),
                  NvSciError_BadParameter);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    g_was_refused = true;
}

static bool was_refused(Line *line)
{
    (void)line;
    return g_was_refused;
}

static void answer_pool_elements(Line *line, Pool *pool)
{
    NvSciBufAttrList lists[ELEMENTS] = {NULL};
    const NvSciStreamBlock block = pool->seen->block;

    if (line->plan.other_bufs != NULL) {
        expect_no_list(block);
        return;
    }
    for (uint32_t e = 0U; e < line->plan.elements; e++) {
        uint32_t type = 0U;

        lists[e] = reconcile_element(line, e, &type);
        DO(line, NvSciStreamBlockElementAttrSet(block, type, lists[e]));
        if (((line->plan.hidden >> e) & 1U) == 1U) {
            DO(line, NvSciStreamBlockElementNotVisible(block, type, line->plan.local));
        }
    }
    mark(line, pool->seen, NvSciStreamSetup_ElementImport);
    mark(line, pool->seen, NvSciStreamSetup_ElementExport);
    for (uint32_t p = 0U; p < pool->packets; p++) {
        make_packet(line, pool, p, lists);
        if (line->plan.shrinks) {
            shrink_buffer(line, lists[0]);
        }
        DO(line, NvSciStreamPoolPacketComplete(block, pool->made[p]));
    }
    mark(line, pool->seen, NvSciStreamSetup_PacketExport);
    free_lists(lists);
}

static uint32_t visible_of(const Line *line, const End *end)
{
    uint32_t count = line->plan.elements;

    if (end->number == (line->plan.local + 1U)) {
        for (uint32_t e = 0U; e < line->plan.elements; e++) {
            count -= (line->plan.hidden >> e) & 1U;
        }
    }
    return count;
}

static bool uses(const Line *line, const End *end, uint32_t element)
{
    const uint32_t unused = line->plan.unused | line->plan.unlisted;

    return (!is_behind(line, end)) || (((unused >> element) & 1U) == 0U);
}

/** The checksum of an element without a list is that of its type. */
static void expect_no_list_in_checksum(const End *end, uint32_t element)
{
    const NvSciStreamBlock block = end->seen->block;
    const uint32_t faults = ipc_fault_count();
    uint32_t crcs[2] = {0U, 0U};
    NvSciBufAttrList list = NULL;
    uint32_t type = 0U;

    assert_status(NvSciStreamBlockElementAttrGetWithCrc(block, NvSciStreamBlockType_Pool, element,
                                                        &type, &list, &crcs[0]),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementAttrGetWithCrc(block, NvSciStreamBlockType_Pool, element,
                                                        &type, NULL, &crcs[1]),
                  NvSciError_Success);
    assert_int_equal(crcs[0], crcs[1]);
    assert_int_equal(ipc_fault_count(), faults);
}

/** An element that nobody behind the channel lists counts as unused there, though nobody said so.
 */
static void expect_unlisted(const Line *line, const End *end, uint32_t element)
{
    const bool is_unlisted =
        is_behind(line, end) && (((line->plan.unlisted >> element) & 1U) == 1U);
    NvSciBufAttrList list = NULL;
    uint32_t type = 0U;

    assert_status(NvSciStreamBlockElementAttrGet(end->seen->block, NvSciStreamBlockType_Pool,
                                                 element, &type, &list),
                  NvSciError_Success);
    assert_int_equal(type, 70U + element);
    assert_int_equal(list == NULL, is_unlisted);
    NvSciBufAttrListFree(list);
    if (is_unlisted) {
        expect_no_list_in_checksum(end, element);
    }
}

static void answer_elements(const Line *line, const End *end)
{
    uint32_t count = 0U;

    DO(line, NvSciStreamBlockElementCountGet(end->seen->block, NvSciStreamBlockType_Pool, &count));
    if (!line->plan.is_lenient) {
        assert_int_equal(count, visible_of(line, end));
    }
    for (uint32_t e = 0U; e < count; e++) {
        if (line->plan.unlisted != 0U) {
            expect_unlisted(line, end, e);
            if (line->plan.insists && is_behind(line, end)) {
                DO(line, NvSciStreamBlockElementUsageSet(end->seen->block, e, true));
            }
        } else if (!uses(line, end, e)) {
            DO(line, NvSciStreamBlockElementUsageSet(end->seen->block, e, false));
        } else {
            /* It is used unless something else is said. */
        }
    }
    mark(line, end->seen, NvSciStreamSetup_ElementImport);
    for (uint32_t e = 0U; (e < count) && (!line->plan.without_sync); e++) {
        const NvSciSyncAttrList list = sync_list(line, NvSciSyncAccessPerm_WaitOnly);

        if (line->plan.swaps && (e == 1U)) {
            ask_for_times(list);
        }
        if (uses(line, end, e)) {
            DO(line, NvSciStreamBlockElementWaiterAttrSet(end->seen->block, e, list));
        }
        NvSciSyncAttrListFree(list);
    }
    mark(line, end->seen, NvSciStreamSetup_WaiterAttrExport);
}

/** An object of the own lists of this process is none that the other one gets. */
static void try_another(const Line *line, const End *end, uint32_t element)
{
    NvSciSyncAttrList lists[2] = {sync_list(line, NvSciSyncAccessPerm_WaitOnly),
                                  sync_list(line, NvSciSyncAccessPerm_SignalOnly)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockElementSignalObjSet(end->seen->block, element, object),
                  NvSciError_InconsistentData);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
}

static void answer_waiters(const Line *line, End *end)
{
    if (line->plan.other_syncs != NULL) {
        if (end->number == 0U) {
            expect_no_waiter(line, end->seen->block);
        }
        return;
    }
    for (uint32_t e = 0U; e < visible_of(line, end); e++) {
        make_signal(line, end, e, uses(line, end, e));
    }
    mark(line, end->seen, NvSciStreamSetup_WaiterAttrImport);
    for (uint32_t e = 0U; e < visible_of(line, end); e++) {
        if (line->plan.tries_another) {
            try_another(line, end, e);
        }
        DO(line, NvSciStreamBlockElementSignalObjSet(end->seen->block, e, end->signals[e]));
    }
    if (line->plan.swaps && (end->number == 0U)) {
        announce_instead(1U, end->signals[0]);
    }
    mark(line, end->seen, NvSciStreamSetup_SignalObjExport);
}

static NvSciError verdict(const Line *line, const End *end)
{
    return (line->plan.refuses && is_behind(line, end)) ? NvSciError_ResourceError
                                                        : NvSciError_Success;
}

/** The word of an element that a payload is in. */
static uint64_t *word_of(const End *end, uint32_t packet, uint32_t element)
{
    return end->memory[packet][element];
}

static void wait_for_fences(Line *line, const End *end, uint32_t packet, uint32_t other)
{
    for (uint32_t e = 0U; e < visible_of(line, end); e++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        DO(line, NvSciStreamBlockPacketFenceGet(end->seen->block, end->packets[packet], other, e,
                                                &fence));
        DO(line, NvSciSyncFenceWait(&fence, line->context, 10000000));
        NvSciSyncFenceClear(&fence);
    }
}

static void write_payload(const Line *line, uint32_t packet)
{
    const End *const end = &line->producer;

    for (uint32_t e = 0U; e < line->plan.elements; e++) {
        *word_of(end, packet, e) = end->payloads + e;
    }
}

static void look(Line *line, End *end, uint32_t packet)
{
    for (uint32_t e = 0U; e < visible_of(line, end); e++) {
        const uint64_t *const word = word_of(end, packet, e);

        if ((word != NULL) && (line->plan.hidden == 0U)) {
            line->wrong += (*word == (end->payloads + e)) ? 0U : 1U;
        }
    }
}

/* ---------------------------------------------------------------- the whole way */

/** Streams through a channel, in INIT and in RUNTIME, to the last packet. */
static void stream_through(const Plan *plan)
{
    Line line;

    make_ready(&line, plan);
    stream_payloads(&line, 10U);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    stream_payloads(&line, 200U);
    end_line(&line);
}

/** @verifies RF-STREAM-080 RF-STREAM-082 RF-STREAM-083 */
static void packets_go_through_a_channel(void **state)
{
    const Plan plans[] = {{.table = INSIDE}, {.table = BETWEEN}, {.table = NARROW, .packets = 4U}};
    const uint32_t before = ipc_fault_count();

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        stream_through(&plans[i]);
    }
    assert_int_equal(ipc_fault_count(), before);
}

/** @verifies RF-STREAM-082 */
static void consumers_are_on_both_sides_of_a_channel(void **state)
{
    const Plan plans[] = {
        {.remote = 2U}, {.local = 1U}, {.local = 2U, .remote = 2U, .elements = 3U, .packets = 4U}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        stream_through(&plans[i]);
    }
}

/** @verifies RF-STREAM-082 */
static void consumers_know_their_numbers_and_all_user_infos(void **state)
{
    const Plan plan = {.local = 1U, .remote = 2U};
    Line line;
    uint32_t count = 0U;
    uint32_t value = 0U;
    uint32_t size = sizeof(value);

    (void)state;
    make_line(&line, &plan);
    line.takes = false;
    assert_true(reached(&line, all_linked));
    assert_status(NvSciStreamBlockConsumerCountGet(line.producer.seen->block, &count),
                  NvSciError_Success);
    assert_int_equal(count, 3U);
    assert_status(NvSciStreamBlockConsumerCountGet(line.source->block, &count), NvSciError_Success);
    assert_int_equal(count, 2U);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_status(NvSciStreamConsumerIndexGet(line.consumers[i].seen->block, &count),
                      NvSciError_Success);
        assert_int_equal(count, i);
        assert_status(NvSciStreamBlockUserInfoGet(line.producer.seen->block,
                                                  NvSciStreamBlockType_Consumer, i, 40U, &size,
                                                  &value),
                      NvSciError_Success);
        assert_int_equal(value, i);
        assert_status(NvSciStreamBlockUserInfoGet(line.consumers[i].seen->block,
                                                  NvSciStreamBlockType_Producer, 0U, 40U, &size,
                                                  &value),
                      NvSciError_Success);
        assert_int_equal(value, 4711U);
    }
    assert_status(NvSciStreamBlockUserInfoGet(line.consumers[2].seen->block,
                                              NvSciStreamBlockType_Consumer, 1U, 40U, &size,
                                              &value),
                  NvSciError_Success);
    assert_int_equal(value, 1U);
    /* One that is not behind the channel. */
    assert_status(NvSciStreamBlockUserInfoGet(line.consumers[2].seen->block,
                                              NvSciStreamBlockType_Consumer, 0U, 40U, &size,
                                              &value),
                  NvSciError_StreamInfoNotProvided);
    end_line(&line);
}

/** @verifies RF-STREAM-082 */
static void a_stream_goes_through_two_channels(void **state)
{
    const Plan plans[] = {
        {.table = TWO, .relays = true},
        {.table = TWO, .relays = true, .local = 1U, .remote = 2U, .elements = 2U}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        stream_through(&plans[i]);
    }
}

static bool producer_is_linked(Line *line)
{
    return line->producer.seen->connected;
}

/** @verifies RF-STREAM-082 */
static void free_outputs_are_counted_behind_a_channel(void **state)
{
    const Plan plan = {.local = 1U, .remote = 2U, .is_open = true};
    uint32_t count = 0U;
    uint32_t size = 0U;
    Line line;

    (void)state;
    make_line(&line, &plan);
    assert_true(reached(&line, producer_is_linked));
    assert_status(NvSciStreamBlockConsumerCountGet(line.producer.seen->block, &count),
                  NvSciError_Success);
    assert_int_equal(count, 5U);
    /* Those that are not there. */
    for (uint32_t i = 3U; i < count; i++) {
        assert_status(NvSciStreamBlockUserInfoGet(line.producer.seen->block,
                                                  NvSciStreamBlockType_Consumer, i, 40U, &size,
                                                  NULL),
                      NvSciError_StreamInfoNotProvided);
    }
    assert_true(reached(&line, all_ready));
    stream_payloads(&line, 10U);
    assert_status(
        NvSciStreamBlockSetupStatusSet(line.fans[1]->block, NvSciStreamSetup_Connect, true),
        NvSciError_NotYetAvailable);
    stream_payloads(&line, 10U);
    end_line(&line);
}

/** @verifies RF-STREAM-082 */
static void what_nobody_uses_stays_where_it_is(void **state)
{
    const Plan plans[] = {{.elements = 3U, .unused = 2U},
                          {.elements = 2U, .hidden = 1U},
                          {.local = 1U, .elements = 3U, .unlisted = 2U}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        stream_through(&plans[i]);
    }
}

/**
 * Lists that come through a channel are of the modules of its IPC block: where these are not those
 * of the consumers beside it, nobody is told of all in one list.
 * @verifies RF-STREAM-238
 */
static void lists_through_a_channel_are_of_its_modules(void **state)
{
    Plan plans[2] = {{.local = 1U}, {.local = 1U}};

    (void)state;
    assert_status(NvSciBufModuleOpen(&plans[0].other_bufs), NvSciError_Success);
    assert_status(NvSciSyncModuleOpen(&plans[1].other_syncs), NvSciError_Success);
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        Line line;

        g_was_refused = false;
        make_line(&line, &plans[i]);
        assert_true(reached(&line, was_refused));
        end_line(&line);
    }
    NvSciBufModuleClose(plans[0].other_bufs);
    NvSciSyncModuleClose(plans[1].other_syncs);
}

/**
 * Who says that it uses an element that nobody behind the channel has listed does not, at both
 * ends. That nobody lists it is no fault.
 * @verifies RF-STREAM-215
 */
static void what_nobody_lists_is_not_used(void **state)
{
    const Plan plans[] = {{.elements = 3U, .unlisted = 2U, .local = 1U, .insists = true},
                          {.table = TWO,
                           .elements = 3U,
                           .unlisted = 4U,
                           .local = 1U,
                           .insists = true,
                           .relays = true}};
    const uint32_t before = ipc_fault_count();

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        stream_through(&plans[i]);
    }
    assert_int_equal(ipc_fault_count(), before);
}

/**
 * A block behind a channel waits for an element that no consumer there uses: its object, which was
 * made for others, does not go there.
 *
 * @verifies RF-STREAM-082
 */
static void nothing_is_sent_for_who_waits_for_what_nobody_uses(void **state)
{
    const Plan plans[] = {{.local = 1U, .elements = 2U, .unused = 2U, .presents = true},
                          {.local = 1U, .elements = 2U, .hidden = 1U, .presents = true}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        stream_through(&plans[i]);
    }
}

/**
 * What a channel does not take at once follows when it does, and is no fault.
 * @verifies RF-STREAM-082 RF-STREAM-244
 */
static void packets_have_more_buffers_than_a_channel_takes_at_once(void **state)
{
    const Plan plan = {
        .table = WIDE, .elements = ELEMENTS, .packets = PACKETS, .without_sync = true};
    RingfenceFault before;
    RingfenceFault after;

    (void)state;
    assert_status(RingfenceGetLastFault(&before), NvSciError_Success);
    stream_through(&plan);
    assert_status(RingfenceGetLastFault(&after), NvSciError_Success);
    assert_int_equal(after.total, before.total);
}

static bool statuses_came(Line *line)
{
    return line->pool.statuses == line->plan.packets;
}

/** @verifies RF-STREAM-082 */
static void packets_are_refused_through_a_channel(void **state)
{
    const Plan plan = {.local = 1U, .refuses = true};
    Line line;
    NvSciError status = NvSciError_Success;

    (void)state;
    make_line(&line, &plan);
    assert_true(reached(&line, statuses_came));
    assert_int_equal(line.pool.accepted, 0U);
    assert_status(NvSciStreamPoolPacketStatusValueGet(line.pool.seen->block, line.pool.made[0],
                                                      NvSciStreamBlockType_Consumer, 1U, &status),
                  NvSciError_Success);
    assert_status(status, NvSciError_ResourceError);
    assert_status(NvSciStreamPoolPacketStatusValueGet(line.pool.seen->block, line.pool.made[0],
                                                      NvSciStreamBlockType_Consumer, 0U, &status),
                  NvSciError_Success);
    assert_status(status, NvSciError_Success);
    end_line(&line);
}

/** @verifies RF-STREAM-082 */
static void checksums_are_validated_through_a_channel(void **state)
{
    const Plan plan = {.crc = true, .remote = 2U};

    (void)state;
    stream_through(&plan);
}

static bool was_deleted(Line *line)
{
    return line->consumers[0].seen->deletes == 1U;
}

/** @verifies RF-STREAM-082 */
static void consumers_are_told_of_deleted_packets(void **state)
{
    const Plan plan = {.packets = 3U};
    Line line;

    (void)state;
    make_ready(&line, &plan);
    stream_payloads(&line, 5U);
    /* All are home when the consumer's last one came back. */
    line.budget++;
    assert_true(reached(&line, all_came));
    assert_status(NvSciStreamPoolPacketDelete(line.pool.seen->block, line.pool.made[0]),
                  NvSciError_Success);
    assert_true(reached(&line, was_deleted));
    stream_payloads(&line, 5U);
    end_line(&line);
}

/**
 * An object that was not made for those behind the channel is refused by the call that announces
 * it, at both ends.
 * @verifies RF-STREAM-222
 */
static void an_object_that_cannot_be_sent_is_refused(void **state)
{
    const Plan plan = {.tries_another = true, .elements = 2U};
    Line line;

    (void)state;
    make_line(&line, &plan);
    assert_true(reached(&line, all_ready));
    stream_payloads(&line, 4U);
    end_line(&line);
}

/**
 * A sync object that comes through a channel and lacks what a waiter here asked for ends the
 * channel with an error.
 * @verifies RF-STREAM-223
 */
static void an_object_that_lacks_something_is_an_error(void **state)
{
    const Plan plan = {.swaps = true, .elements = 2U};
    NvSciError error = NvSciError_Success;
    Line line;

    (void)state;
    make_line(&line, &plan);
    assert_true(reached(&line, all_disconnected));
    assert_int_equal(line.target->errors, 1U);
    assert_status(NvSciStreamBlockErrorGet(line.target->block, &error), NvSciError_Success);
    assert_status(error, NvSciError_BadParameter);
    end_line(&line);
}

/**
 * A buffer that has fewer bytes than the list of its element says is refused by the pool, and ends
 * a channel that it comes through with an error.
 * @verifies RF-STREAM-227
 * @verifies RF-STREAM-228
 */
static void a_buffer_that_is_too_small_is_an_error(void **state)
{
    const Plan plan = {.shrinks = true, .elements = 2U, .packets = 1U};
    NvSciError error = NvSciError_Success;
    Line line;

    (void)state;
    make_line(&line, &plan);
    assert_true(reached(&line, all_disconnected));
    assert_int_equal(line.target->errors, 1U);
    assert_status(NvSciStreamBlockErrorGet(line.target->block, &error), NvSciError_Success);
    assert_status(error, NvSciError_InconsistentData);
    end_line(&line);
}

/** @verifies RF-STREAM-084 */
static void packets_are_sent_at_once(void **state)
{
    const Plan plans[] = {{.sends_at_once = true},
                          {.sends_at_once = true, .table = BETWEEN, .local = 1U}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        stream_through(&plans[i]);
    }
}

/* ---------------------------------------------------------------- ends */

/** What is deleted, of a stream that is set up or being set up. */
typedef enum { GONE_PRODUCER, GONE_CONSUMER, GONE_SOURCE, GONE_TARGET, GONE_BLOCKS } Gone;

static Seen *gone_of(const Line *line, Gone gone)
{
    Seen *const blocks[GONE_BLOCKS] = {line->producer.seen, line->consumers[0].seen, line->source,
                                       line->target};

    return blocks[gone];
}

/** Asks all blocks for their events from now on, whoever may be gone. */
static void ask_all(Line *line)
{
    line->plan.is_lenient = true;
    line->budget = 1000000U;
}

/** @verifies RF-STREAM-087 RF-STREAM-088 */
static void both_ends_are_told_of_the_end(void **state)
{
    (void)state;
    for (uint32_t gone = 0U; gone < GONE_BLOCKS; gone++) {
        const Plan plan = {.table = BETWEEN};
        Line line;

        make_ready(&line, &plan);
        stream_payloads(&line, 3U);
        ask_all(&line);
        delete_block(gone_of(&line, (Gone)gone));
        assert_true(reached(&line, all_disconnected));
        end_line(&line);
    }
}

static bool is_linked(Line *line)
{
    return line->source->connected && line->target->connected;
}

/** @verifies RF-STREAM-087 */
static void a_stream_that_is_set_up_ends_at_both_ends(void **state)
{
    (void)state;
    for (uint32_t gone = 0U; gone < GONE_BLOCKS; gone++) {
        for (uint32_t turns = 0U; turns < 12U; turns++) {
            const Plan plan = {.is_lenient = true};
            Line line;

            make_line(&line, &plan);
            ask_all(&line);
            /* Before the ends know of one another nobody misses the other one. */
            assert_true(reached(&line, is_linked));
            for (uint32_t i = 0U; i < turns; i++) {
                (void)turn(&line);
                (void)usleep(200U);
            }
            delete_block(gone_of(&line, (Gone)gone));
            assert_true(reached(&line, all_disconnected));
            end_line(&line);
        }
    }
}

/** @verifies RF-STREAM-087 */
static void a_hanging_process_is_cut_off(void **state)
{
    const Plan plan = {.local = 1U, .packets = 2U};
    Line line;
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    (void)state;
    make_line(&line, &plan);
    while (!line.source->connected) {
        (void)turn(&line);
    }
    assert_status(NvSciStreamBlockDisconnect(line.source->block), NvSciError_InvalidState);
    assert_stream_refusal("NvSciStreamBlockDisconnect",
                          "query event SetupComplete of the block first");
    assert_status(NvSciStreamBlockDisconnect(line.producer.seen->block), NvSciError_NotSupported);
    assert_true(reached(&line, all_ready));
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    /* The consumer behind the channel does not give anything back. */
    line.plan.is_lenient = true;
    line.budget = 2U;
    line.releases = false;
    while (line.consumers[1].payloads < 2U) {
        (void)turn(&line);
    }
    line.releases = true;
    while (line.consumers[0].holds > 0U) {
        release(&line, &line.consumers[0]);
    }
    assert_status(NvSciStreamBlockEventQuery(line.producer.seen->block, 20000, &event),
                  NvSciError_Timeout);
    assert_status(NvSciStreamBlockDisconnect(line.source->block), NvSciError_Success);
    assert_status(NvSciStreamBlockEventQuery(line.producer.seen->block, 0, &event),
                  NvSciError_Success);
    assert_int_equal(event, NvSciStreamEventType_PacketReady);
    while (!line.target->disconnected || !line.source->disconnected) {
        (void)turn(&line);
    }
    assert_false(line.producer.seen->disconnected);
    end_line(&line);
}

/** @verifies RF-STREAM-087 */
static void what_was_sent_is_acquired_after_the_end(void **state)
{
    const Plan plan = {.packets = 4U};
    Line line;

    (void)state;
    make_ready(&line, &plan);
    line.takes = false;
    line.budget = 4U;
    while (line.producer.payloads < 4U) {
        (void)turn(&line);
    }
    delete_block(line.producer.seen);
    delete_block(line.pool.seen);
    line.plan.is_lenient = true;
    while (!line.target->disconnected) {
        (void)turn(&line);
    }
    line.takes = true;
    assert_true(reached(&line, all_disconnected));
    assert_int_equal(line.consumers[0].payloads, 4U);
    end_line(&line);
}

/** What ends between a producer that goes on and a consumer that reads. */
typedef enum { CUT_ABOVE = 0, CUT_BELOW = 1, CUT_TARGET = 2, CUTS = 3 } Cut;

static Seen *cut_of(const Line *line, Cut cut)
{
    return (cut == CUT_TARGET) ? line->target : line->limiters[cut];
}

/** Has all but the consumer behind the channel answer what is due, until the producer has presented
 * all that it may, and for a while behind that. */
static void go_on_without_reader(Line *line)
{
    const uint64_t begin = ringfence_port_time_us();
    Seen *const reader = line->consumers[1].seen;
    const NvSciStreamBlock block = reader->block;

    reader->block = 0U;
    while ((line->producer.payloads < line->budget) && goes_on(begin)) {
        if (!turn(line)) {
            (void)usleep(50U);
        }
    }
    for (uint32_t i = 0U; i < 200U; i++) {
        (void)turn(line);
        (void)usleep(50U);
    }
    reader->block = block;
}

/** All packets come to the consumer beside the producer, which keeps them. */
static bool all_are_back(Line *line)
{
    return line->consumers[0].holds == line->plan.packets;
}

/** Makes a stream with a consumer on each side. The one behind the channel has a packet, and one in
 * its queue, when a block on the way to it ends, and the producer goes on. */
static void cut_while_read(Line *line, Cut cut)
{
    const Plan plan = {.local = 1U, .packets = 3U, .without_sync = true, .limits = true};
    End *const reader = &line->consumers[1];

    make_ready(line, &plan);
    line->releases = false;
    stream_payloads(line, 1U);
    line->releases = true;
    release(line, &line->consumers[0]);
    line->budget = 2U;
    go_on_without_reader(line);
    assert_int_equal(line->producer.payloads, 2U);
    delete_block(cut_of(line, cut));
    line->budget = 30U;
    go_on_without_reader(line);
    assert_int_equal(line->producer.payloads, 30U);
    /* Both hold what they held. */
    assert_int_equal(*word_of(reader, reader->held[0], 0U), 0U);
    line->releases = false;
    consume(line, reader);
    assert_int_equal(line->wrong, 0U);
}

/**
 * When a block between producer and consumer ends, on either side of a channel, what the consumer
 * has and what is in its queue is not written, as in one process; when it is released it comes
 * home.
 * @verifies RF-STREAM-210
 * @verifies RF-STREAM-211
 */
static void what_is_read_behind_an_end_is_not_written(void **state)
{
    (void)state;
    for (uint32_t cut = 0U; cut < CUTS; cut++) {
        Line line;

        cut_while_read(&line, (Cut)cut);
        release(&line, &line.consumers[1]);
        release(&line, &line.consumers[1]);
        line.releases = false;
        line.budget += 3U;
        assert_true(reached(&line, all_are_back));
        line.releases = true;
        line.plan.is_lenient = true;
        while (line.consumers[0].holds > 0U) {
            release(&line, &line.consumers[0]);
        }
        line.budget = 1000000U;
        while (!line.source->disconnected || !line.consumers[1].seen->disconnected) {
            (void)turn(&line);
        }
        end_line(&line);
    }
}

/**
 * What a consumer behind an end has comes home when the consumer is deleted.
 * @verifies RF-STREAM-211
 */
static void what_a_deleted_reader_has_comes_home(void **state)
{
    (void)state;
    for (uint32_t cut = 0U; cut < CUTS; cut++) {
        Line line;

        cut_while_read(&line, (Cut)cut);
        delete_block(line.consumers[1].seen);
        line.releases = false;
        line.budget += 3U;
        assert_true(reached(&line, all_are_back));
        end_line(&line);
    }
}

/** Presents payloads whose fences have not expired. */
static void present_pending(Line *line, uint32_t count)
{
    End *const end = &line->producer;
    NvSciStreamCookie cookie = 0U;

    for (uint32_t i = 0U; i < count; i++) {
        uint32_t packet = 0U;

        assert_status(NvSciStreamProducerPacketGet(end->seen->block, &cookie), NvSciError_Success);
        packet = (uint32_t)(cookie - 100U);
        leave_fences(line, end, packet);
        *word_of(end, packet, 0U) = i;
        assert_status(NvSciStreamProducerPacketPresent(end->seen->block, end->packets[packet]),
                      NvSciError_Success);
    }
}

/** Answers what is due for a while. */
static void go_on_for_a_while(Line *line)
{
    for (uint32_t i = 0U; i < 200U; i++) {
        (void)turn(line);
        (void)usleep(50U);
    }
}

/**
 * What waits for its fences before a channel when the producer is deleted comes to the consumer
 * behind the channel, and then the end.
 * @verifies RF-STREAM-077
 */
static void the_end_of_a_channel_comes_after_what_waits(void **state)
{
    const Plan plan = {.packets = 3U, .presents_above = true};
    Line line;

    (void)state;
    make_ready(&line, &plan);
    present_pending(&line, 2U);
    delete_block(line.producer.seen);
    delete_block(line.pool.seen);
    line.plan.is_lenient = true;
    go_on_for_a_while(&line);
    assert_false(line.consumers[0].seen->disconnected);
    signal_all(&line, &line.producer);
    signal_all(&line, &line.producer);
    assert_true(reached(&line, all_disconnected));
    assert_int_equal(line.consumers[0].payloads, 2U);
    assert_int_equal(line.wrong, 0U);
    end_line(&line);
}

/**
 * So does what waits in a process between, when upstream ends in RUNTIME.
 * @verifies RF-STREAM-077
 */
static void the_end_of_a_relay_comes_after_what_waits(void **state)
{
    const Plan plan = {.table = TWO, .packets = 3U, .relays = true, .presents_above = true};
    Line line;

    (void)state;
    make_ready(&line, &plan);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    present_pending(&line, 2U);
    go_on_for_a_while(&line);
    line.plan.is_lenient = true;
    assert_status(NvSciStreamBlockDisconnect(line.source->block), NvSciError_Success);
    while (!line.target->disconnected) {
        (void)turn(&line);
    }
    go_on_for_a_while(&line);
    assert_false(line.consumers[0].seen->disconnected);
    signal_all(&line, &line.producer);
    signal_all(&line, &line.producer);
    while (!line.consumers[0].seen->disconnected) {
        (void)turn(&line);
    }
    assert_int_equal(line.consumers[0].payloads, 2U);
    assert_int_equal(line.wrong, 0U);
    end_line(&line);
}

/* ---------------------------------------------------------------- the program drives */

/** @verifies RF-STREAM-085 */
static void a_service_of_the_program_drives_both_ends(void **state)
{
    const Plan plan = {.local = 1U};
    const uint64_t begin = ringfence_port_time_us();
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[6] = {NULL};
    uint32_t count = 2U;
    Line line;

    (void)state;
    use_table(INSIDE);
    make_part(&line, &plan, true, true);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.source->block, &service->EventService, &count, notifiers),
                  NvSciError_InsufficientMemory);
    assert_stream_refusal("NvSciStreamBlockInternalEventServiceSetup",
                          "array has no room for the notifiers of the block; give one of three");
    count = 6U;
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.producer.seen->block, &service->EventService, &count, notifiers),
                  NvSciError_NotSupported);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.source->block, &service->EventService, &count, notifiers),
                  NvSciError_Success);
    assert_int_equal(count, 3U);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.source->block, &service->EventService, &count, notifiers),
                  NvSciError_AlreadyDone);
    assert_stream_refusal("NvSciStreamBlockInternalEventServiceSetup",
                          "block has an event service already; set it up one time");
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.target->block, &service->EventService, &count, &notifiers[3]),
                  NvSciError_Success);
    link_part(&line);
    line.budget = 50U;
    while ((!all_came(&line)) && goes_on(begin)) {
        if (!turn(&line)) {
            (void)service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U, 1000, NULL);
        }
    }
    assert_int_equal(line.consumers[1].payloads, 50U);
    end_line(&line);
    for (uint32_t i = 0U; i < COUNT_OF(notifiers); i++) {
        notifiers[i]->Delete(notifiers[i]);
    }
    delete_service_of(service);
}

/**
 * What was presented before DEINIT, where nobody waits on the service that drives the source, goes
 * when the source is deleted.
 * @verifies RF-STREAM-085
 */
static void a_service_of_the_program_sends_at_the_end(void **state)
{
    const Plan plan = {.local = 1U};
    const uint64_t begin = ringfence_port_time_us();
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[3] = {NULL};
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciStreamCookie cookie = 0U;
    uint32_t count = 3U;
    Line line;

    (void)state;
    use_table(INSIDE);
    make_part(&line, &plan, true, true);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.source->block, &service->EventService, &count, notifiers),
                  NvSciError_Success);
    link_part(&line);
    line.budget = 10U;
    while ((!all_came(&line)) && goes_on(begin)) {
        if (!turn(&line)) {
            (void)service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U, 1000, NULL);
        }
    }
    assert_int_equal(line.consumers[1].payloads, 10U);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    while (
        (NvSciStreamProducerPacketGet(line.producer.seen->block, &cookie) != NvSciError_Success) &&
        goes_on(begin)) {
        (void)turn(&line);
        (void)service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U, 1000, NULL);
    }
    assert_status(NvSciStreamProducerPacketPresent(
                      line.producer.seen->block, line.producer.packets[(uint32_t)(cookie - 100U)]),
                  NvSciError_Success);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    for (uint32_t i = 0U; i < 20U; i++) {
        assert_status(NvSciStreamBlockEventQuery(line.consumers[1].seen->block, 5000, &event),
                      NvSciError_Timeout);
    }
    delete_block(line.source);
    assert_status(NvSciStreamBlockEventQuery(line.consumers[1].seen->block, 60000000, &event),
                  NvSciError_Success);
    assert_int_equal(event, NvSciStreamEventType_PacketReady);
    end_line(&line);
    for (uint32_t i = 0U; i < COUNT_OF(notifiers); i++) {
        notifiers[i]->Delete(notifiers[i]);
    }
    delete_service_of(service);
}

/** Streams over two endpoints that a service of the program drives; all that it has is gone then.
 */
static void stream_with_service(const NvSciIpcEndpoint ends[2])
{
    const uint64_t begin = ringfence_port_time_us();
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[6] = {NULL};
    uint32_t count = 3U;
    Line line;

    begin_line(&line, &(Plan){.local = 1U});
    make_up_at(&line, ends[0]);
    make_down_at(&line, ends[1]);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.source->block, &service->EventService, &count, notifiers),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.target->block, &service->EventService, &count, &notifiers[3]),
                  NvSciError_Success);
    link_part(&line);
    line.budget = 5U;
    while ((!all_came(&line)) && goes_on(begin)) {
        if (!turn(&line)) {
            (void)service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U, 1000, NULL);
        }
    }
    assert_int_equal(line.consumers[1].payloads, 5U);
    line.ends[END_UP] = 0U;
    line.ends[END_DOWN] = 0U;
    end_line(&line);
    for (uint32_t i = 0U; i < COUNT_OF(notifiers); i++) {
        notifiers[i]->Delete(notifiers[i]);
    }
    delete_service_of(service);
}

/**
 * Endpoints whose service is gone have another one with the next stream, also if they were opened
 * with a service. One that has a notifier of another service is refused.
 * @verifies RF-STREAM-159
 */
static void endpoints_have_one_service_after_another(void **state)
{
    NvSciEventLoopService *services[2] = {NULL, NULL};
    NvSciEventNotifier *notifier = NULL;
    NvSciEventNotifier *notifiers[3] = {NULL};
    NvSciIpcEndpoint ends[2] = {0U, 0U};
    NvSciStreamBlock block = 0U;
    uint32_t count = 3U;
    Line line;

    (void)state;
    use_table(INSIDE);
    services[0] = make_service();
    assert_status(NvSciIpcOpenEndpointWithEventService("up", &ends[0], &services[0]->EventService),
                  NvSciError_Success);
    ends[1] = open_endpoint("down");
    assert_status(NvSciIpcGetEventNotifier(ends[0], &notifier), NvSciError_Success);
    reset_endpoint_of(ends[0]);
    services[1] = make_service();
    begin_line(&line, &(Plan){.local = 1U});
    assert_status(NvSciStreamIpcSrcCreate(ends[0], line.syncs, line.bufs, &block),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(block, &services[1]->EventService,
                                                            &count, notifiers),
                  NvSciError_InvalidState);
    assert_refusal(
        "NvSciStreamBlockInternalEventServiceSetup", "up",
        "its notifier is of another event service; give that one, or delete the notifier "
        "first");
    assert_status(NvSciStreamBlockDelete(block), NvSciError_Success);
    end_line(&line);
    notifier->Delete(notifier);
    delete_service_of(services[0]);
    delete_service_of(services[1]);
    for (uint32_t i = 0U; i < 3U; i++) {
        reset_endpoint_of(ends[0]);
        reset_endpoint_of(ends[1]);
        stream_with_service(ends);
    }
    close_endpoint_of(ends[0]);
    close_endpoint_of(ends[1]);
}

/**
 * A setup of notifiers that fails as local events are short leaves the program the notifier of the
 * endpoint that it had.
 * @verifies RF-STREAM-236
 */
static void a_failed_setup_leaves_the_notifier_of_the_program(void **state)
{
    static NvSciLocalEvent *events[RINGFENCE_CFG_LOCAL_EVENTS];
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifier = NULL;
    NvSciEventNotifier *notifiers[3] = {NULL};
    NvSciIpcEndpoint end = 0U;
    NvSciStreamBlock block = 0U;
    uint32_t count = 3U;
    Line line;

    (void)state;
    use_table(INSIDE);
    assert_status(NvSciIpcOpenEndpointWithEventService("up", &end, &service->EventService),
                  NvSciError_Success);
    assert_status(NvSciIpcGetEventNotifier(end, &notifier), NvSciError_Success);
    reset_endpoint_of(end);
    begin_line(&line, &(Plan){.local = 1U});
    assert_status(NvSciStreamIpcSrcCreate(end, line.syncs, line.bufs, &block), NvSciError_Success);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_LOCAL_EVENTS; i++) {
        events[i] = make_local(service);
    }
    assert_status(
        NvSciStreamBlockInternalEventServiceSetup(block, &service->EventService, &count, notifiers),
        NvSciError_InsufficientMemory);
    assert_null(notifiers[0]);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_LOCAL_EVENTS; i++) {
        delete_local(events[i]);
    }
    assert_status(notifier->SetHandler(notifier, NULL, NULL, 0U), NvSciError_Success);
    assert_status(
        NvSciStreamBlockInternalEventServiceSetup(block, &service->EventService, &count, notifiers),
        NvSciError_Success);
    assert_ptr_equal(notifiers[0], notifier);
    assert_status(NvSciStreamBlockDelete(block), NvSciError_Success);
    end_line(&line);
    for (uint32_t i = 0U; i < COUNT_OF(notifiers); i++) {
        notifiers[i]->Delete(notifiers[i]);
    }
    delete_service_of(service);
    close_endpoint_of(end);
}

/** Answers what is due, and has the service call its handlers, until something is so. */
static bool reached_with(Line *line, NvSciEventLoopService *service, Goal *goal)
{
    const uint64_t begin = ringfence_port_time_us();

    while ((!goal(line)) && goes_on(begin)) {
        if (!turn(line)) {
            (void)service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U, 1000, NULL);
        }
    }
    return goal(line);
}

/** Makes a stream whose destination a service of the program drives. */
static void make_served(Line *line, const Plan *plan, NvSciEventLoopService *service,
                        NvSciEventNotifier *notifiers[3])
{
    uint32_t count = 3U;

    use_table(INSIDE);
    make_part(line, plan, true, true);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line->target->block, &service->EventService, &count, notifiers),
                  NvSciError_Success);
    link_part(line);
}

/** The consumer behind the channel has a packet, and all that was presented was taken. */
static bool both_hold(Line *line)
{
    return (line->consumers[0].holds == 1U) && (line->consumers[1].holds == 1U);
}

static bool two_are_back(Line *line)
{
    return line->consumers[0].holds == 2U;
}

/**
 * A destination that the program drives gives back what a consumer below it has when it is
 * released, although the block was deleted.
 * @verifies RF-STREAM-211
 */
static void a_service_drives_a_deleted_destination(void **state)
{
    const Plan plan = {.local = 1U, .packets = 3U, .without_sync = true};
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[3] = {NULL};
    Line line;

    (void)state;
    make_served(&line, &plan, service, notifiers);
    assert_true(reached_with(&line, service, all_ready));
    line.releases = false;
    line.budget = 1U;
    assert_true(reached_with(&line, service, both_hold));
    delete_block(line.target);
    line.budget = 3U;
    assert_true(reached_with(&line, service, all_are_back));
    while (line.consumers[0].holds > 0U) {
        release(&line, &line.consumers[0]);
    }
    /* The two others come home, and go to the consumer beside the producer. */
    line.budget = 5U;
    assert_true(reached_with(&line, service, two_are_back));
    assert_int_equal(*word_of(&line.consumers[1], line.consumers[1].held[0], 0U), 0U);
    release(&line, &line.consumers[1]);
    line.budget = 6U;
    assert_true(reached_with(&line, service, all_are_back));
    for (uint32_t i = 0U; i < COUNT_OF(notifiers); i++) {
        notifiers[i]->Delete(notifiers[i]);
    }
    end_line(&line);
    delete_service_of(service);
}

/** Makes a stream whose destination the program drives, and deletes the consumer behind it when the
 * producer is set up. Gives whether the consumer was not set up yet; then the producer presents
 * what it has, and must be told of the end. */
static bool end_before_ready(NvSciEventLoopService *service)
{
    const Plan plan = {.packets = 2U, .without_sync = true};
    const uint64_t begin = ringfence_port_time_us();
    NvSciEventNotifier *notifiers[3] = {NULL};
    bool is_early = false;
    Line line;

    make_served(&line, &plan, service, notifiers);
    while ((!line.producer.seen->ready) && goes_on(begin)) {
        /* The source has time to say all that it has to, before the destination reads more. */
        for (uint32_t i = 0U; (i < 40U) && (!line.producer.seen->ready); i++) {
            if (!turn(&line)) {
                (void)usleep(50U);
            }
        }
        if (!line.producer.seen->ready) {
            (void)service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U, 0, NULL);
        }
    }
    is_early = !line.consumers[0].seen->ready;
    ask_all(&line);
    delete_block(line.consumers[0].seen);
    assert_true(reached_with(&line, service, all_disconnected));
    for (uint32_t i = 0U; i < COUNT_OF(notifiers); i++) {
        notifiers[i]->Delete(notifiers[i]);
    }
    end_line(&line);
    return is_early;
}

/**
 * A consumer ends when the other end is set up and its own is not: what the producer presents comes
 * back, and the end is told.
 * @verifies RF-STREAM-234
 */
static void a_payload_for_what_ended_early_goes_back(void **state)
{
    NvSciEventLoopService *const service = make_service();
    uint32_t early = 0U;

    (void)state;
    for (uint32_t i = 0U; (i < 100U) && (early < 3U); i++) {
        early += end_before_ready(service) ? 1U : 0U;
    }
    assert_int_equal(early, 3U);
    delete_service_of(service);
}

/** Makes a destination at an endpoint. */
static NvSciStreamBlock make_destination(const Line *line, NvSciIpcEndpoint endpoint)
{
    NvSciStreamBlock block = 0U;

    assert_status(NvSciStreamIpcDstCreate(endpoint, line->syncs, line->bufs, &block),
                  NvSciError_Success);
    return block;
}

/** Puts an event in the place of descriptor 0, which it gives. */
static int replace_first_descriptor(void)
{
    const int kept = dup(STDIN_FILENO);
    const int event = eventfd(0U, EFD_CLOEXEC | EFD_NONBLOCK);

    assert_true(kept >= 0);
    assert_int_equal(dup2(event, STDIN_FILENO), STDIN_FILENO);
    assert_int_equal(close(event), 0);
    return kept;
}

/** Puts descriptor 0 back. Nobody has written to what was there. */
static void put_first_descriptor_back(int kept)
{
    uint64_t value = 0U;

    assert_int_equal(read(STDIN_FILENO, &value, sizeof(value)), -1);
    assert_int_equal(dup2(kept, STDIN_FILENO), STDIN_FILENO);
    assert_int_equal(close(kept), 0);
}

/**
 * The notifiers of a block that was deleted drive no block that has its row, and nobody writes to
 * descriptor 0.
 * @verifies RF-STREAM-212
 */
static void handlers_of_a_deleted_block_drive_no_other(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[3] = {NULL};
    const int kept = replace_first_descriptor();
    NvSciIpcEndpoint ends[2] = {0U, 0U};
    NvSciStreamBlock block = 0U;
    const uint32_t hello[] = {12U, (2U << 16U) | 1U, 4U, 1U};
    uint32_t frame[1024] = {0U};
    uint32_t count = 3U;
    Line line;

    (void)state;
    use_table(INSIDE);
    begin_line(&line, &(Plan){.local = 1U});
    ends[0] = open_and_reset("up");
    ends[1] = open_and_reset("down");
    block = make_destination(&line, ends[1]);
    assert_status(
        NvSciStreamBlockInternalEventServiceSetup(block, &service->EventService, &count, notifiers),
        NvSciError_Success);
    assert_status(NvSciStreamBlockDelete(block), NvSciError_Success);
    for (uint32_t i = 0U; i < 2U; i++) {
        reset_endpoint_of(ends[i]);
    }
    for (uint32_t i = 0U; i < 100U; i++) {
        uint32_t events = 0U;

        assert_status(NvSciIpcGetEventSafe(ends[i % 2U], &events), NvSciError_Success);
    }
    block = make_destination(&line, ends[1]);
    assert_status(NvSciIpcWriteSafe(ends[0], &hello, sizeof(hello), &count), NvSciError_Success);
    for (uint32_t i = 0U; i < 50U; i++) {
        (void)service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U, 1000, NULL);
    }
    /* The new block is not connected, so nobody drives it. */
    assert_status(NvSciIpcReadSafe(ends[0], frame, sizeof(frame), &count),
                  NvSciError_InsufficientMemory);
    assert_status(NvSciStreamBlockHandleInternalEvents(block), NvSciError_Success);
    (void)wait_for(ends[0], NV_SCI_IPC_EVENT_READ);
    assert_status(NvSciStreamBlockDelete(block), NvSciError_Success);
    put_first_descriptor_back(kept);
    for (uint32_t i = 0U; i < COUNT_OF(notifiers); i++) {
        notifiers[i]->Delete(notifiers[i]);
    }
    delete_service_of(service);
    end_line(&line);
    close_endpoint_of(ends[0]);
    close_endpoint_of(ends[1]);
}

/** The last fault is the `total`th, and says that a block is of another kind. */
static void assert_other_block(uint32_t total)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.total, total);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_STREAM_ORDER);
    assert_string_equal(fault.causeText,
                        "block is of a kind without this call or mark; give the block that has it");
}

/** @verifies RF-STREAM-085 */
static void a_loop_of_the_program_drives_both_ends(void **state)
{
    uint32_t faults = 0U;
    const Plan plan = {.remote = 2U};
    const uint64_t begin = ringfence_port_time_us();
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[6] = {NULL};
    uint32_t count = 3U;
    Line line;

    (void)state;
    use_table(INSIDE);
    make_part(&line, &plan, true, true);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.source->block, &service->EventService, &count, notifiers),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.target->block, &service->EventService, &count, &notifiers[3]),
                  NvSciError_Success);
    link_part(&line);
    faults = ipc_fault_count();
    assert_status(NvSciStreamBlockHandleInternalEvents(line.pool.seen->block),
                  NvSciError_NotSupported);
    assert_other_block(++faults);
    assert_status(NvSciStreamPacketSendSync(line.pool.seen->block), NvSciError_NotSupported);
    assert_other_block(++faults);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.pool.seen->block, &service->EventService, &count, notifiers),
                  NvSciError_NotSupported);
    assert_other_block(++faults);
    line.budget = 50U;
    while ((!all_came(&line)) && goes_on(begin)) {
        (void)turn(&line);
        assert_status(NvSciStreamBlockHandleInternalEvents(line.source->block), NvSciError_Success);
        assert_status(NvSciStreamBlockHandleInternalEvents(line.target->block), NvSciError_Success);
    }
    assert_int_equal(line.consumers[1].payloads, 50U);
    end_line(&line);
    for (uint32_t i = 0U; i < COUNT_OF(notifiers); i++) {
        notifiers[i]->Delete(notifiers[i]);
    }
    delete_service_of(service);
}

/* A stream in this process, both IPC blocks of which the program drives, and that sends at once. */
typedef struct {
    Line line;
    NvSciEventLoopService *service;
    NvSciEventNotifier *notifiers[6];
} Driven;

static void drive_both(const Driven *driven)
{
    const Line *const line = &driven->line;

    assert_status(NvSciStreamBlockHandleInternalEvents(line->source->block), NvSciError_Success);
    assert_status(NvSciStreamBlockHandleInternalEvents(line->target->block), NvSciError_Success);
}

static void make_driven(Driven *driven)
{
    const Plan plan = {.sends_at_once = true, .packets = 4U};
    const uint64_t begin = ringfence_port_time_us();
    Line *const line = &driven->line;
    uint32_t count = 3U;

    driven->service = make_service();
    use_table(INSIDE);
    make_part(line, &plan, true, true);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(line->source->block,
                                                            &driven->service->EventService, &count,
                                                            driven->notifiers),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(line->target->block,
                                                            &driven->service->EventService, &count,
                                                            &driven->notifiers[3]),
                  NvSciError_Success);
    link_part(line);
    while ((!all_ready(line)) && goes_on(begin)) {
        (void)turn(line);
        drive_both(driven);
    }
    assert_true(all_ready(line));
}

static void end_driven(Driven *driven)
{
    end_line(&driven->line);
    for (uint32_t i = 0U; i < COUNT_OF(driven->notifiers); i++) {
        driven->notifiers[i]->Delete(driven->notifiers[i]);
    }
    delete_service_of(driven->service);
}

/** Says whether something lies in the link of one of the endpoints. */
static bool is_reminded(const Line *line)
{
    const NvSciIpcEndpoint endpoints[] = {line->ends[END_UP], line->ends[END_DOWN]};
    bool is_reminded = false;

    for (uint32_t i = 0U; i < COUNT_OF(endpoints); i++) {
        struct pollfd look = {.events = POLLIN};

        assert_status(NvSciIpcGetLinuxEventFd(endpoints[i], &look.fd), NvSciError_Success);
        is_reminded = is_reminded || (poll(&look, 1U, 0) != 0);
    }
    return is_reminded;
}

/**
 * While the program looks at both ends again and again, neither of them sends the other a reminder.
 * @verifies RF-STREAM-145
 */
static void nobody_is_reminded_while_the_program_looks(void **state)
{
    const uint64_t begin = ringfence_port_time_us();
    Driven driven = {0};
    Line *const line = &driven.line;

    (void)state;
    make_driven(&driven);
    /* What was said before lies in the link yet. */
    (void)driven.service->WaitForMultipleEventsExt(&driven.service->EventService, NULL, 0U,
                                                   SHORT_US, NULL);
    drive_both(&driven);
    line->budget = 1U;
    while ((!all_came(line)) && goes_on(begin)) {
        (void)turn(line);
        drive_both(&driven);
    }
    line->budget = 100U;
    while ((!all_came(line)) && goes_on(begin)) {
        (void)turn(line);
        drive_both(&driven);
        assert_false(is_reminded(line));
    }
    assert_int_equal(line->consumers[0].payloads, 100U);
    end_driven(&driven);
}

/**
 * Who looked in vain, and then sleeps, is woken by what came between.
 * @verifies RF-STREAM-145
 */
static void who_sleeps_after_a_look_is_told_of_what_came_between(void **state)
{
    const uint64_t begin = ringfence_port_time_us();
    Driven driven = {0};
    Line *const line = &driven.line;

    (void)state;
    make_driven(&driven);
    for (uint32_t i = 1U; i <= 5U; i++) {
        /* All has come, and nothing is there. */
        for (uint32_t looks = 0U; looks < 3U; looks++) {
            drive_both(&driven);
        }
        line->budget = i;
        while ((line->producer.payloads < i) && goes_on(begin)) {
            (void)turn(line);
        }
        assert_int_equal(line->consumers[0].payloads, i - 1U);
        (void)driven.service->WaitForMultipleEventsExt(&driven.service->EventService, NULL, 0U,
                                                       SHORT_US, NULL);
        (void)turn(line);
        assert_int_equal(line->consumers[0].payloads, i);
    }
    end_driven(&driven);
}

/* ---------------------------------------------------------------- who waits looks itself */

/* What the stand-ins of system calls do. Threads of blocks, when they are about to sleep: */
static PortAtomic32 g_holds_threads;
static PortAtomic32 g_sleeps_without_limit;
/** Those that are held, and sleeps that have no limit of their own. */
static PortAtomic32 g_held;
static PortAtomic32 g_endless;
/** 1 while a test of this part runs; its main thread is the one with this mark. */
static PortAtomic32 g_is_looked_at;
static _Thread_local bool g_is_main;
/** Time of the main thread, which moves with each look; 0: it is the system's. A payload is
 * presented with the second look. The main thread alone reads and writes these. */
static uint64_t g_now_us;
static uint32_t g_time_looks;
static Line *g_presents;

/** Stands in for the system's own. */
int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *mask)
{
    struct timespec left = {0};
    const bool is_endless = ((timeout == NULL) || (timeout->tv_sec > 0));
    const bool is_sleep = is_endless || (timeout->tv_sec != 0) || (timeout->tv_nsec != 0);
    const bool is_of_block = is_sleep && (port_load32(&g_is_looked_at) != 0U) && (!g_is_main);

    if (is_of_block) {
        (void)port_add32(&g_held, 1U);
        while (port_load32(&g_holds_threads) != 0U) {
            (void)usleep(100U);
        }
        (void)port_sub32(&g_held, 1U);
        (void)port_add32(&g_endless, is_endless ? 1U : 0U);
    }
    if (!is_endless) {
        left = *timeout;
    }
    return (int)syscall(
        SYS_ppoll, files, count,
        (is_endless || (is_of_block && (port_load32(&g_sleeps_without_limit) != 0U))) ? NULL
                                                                                      : &left,
        mask, 8U);
}

/** Stands in for the system's own. */
int clock_gettime(clockid_t id, struct timespec *time)
{
    int result = 0;

    if ((!g_is_main) || (id != CLOCK_MONOTONIC) || (g_now_us == 0U)) {
        result = (int)syscall(SYS_clock_gettime, id, time);
    } else {
        g_now_us++;
        g_time_looks++;
        if ((g_time_looks == 2U) && (g_presents != NULL)) {
            produce(g_presents);
        }
        time->tv_sec = (time_t)(g_now_us / 1000000U);
        time->tv_nsec = (long)((g_now_us % 1000000U) * 1000U);
    }
    return result;
}

/** Waits until a number is as large as it should be. */
static void await(const PortAtomic32 *number, uint32_t least)
{
    const uint64_t begin = ringfence_port_time_us();

    while ((port_load32(number) < least) && goes_on(begin)) {
        (void)usleep(100U);
    }
    assert_true(port_load32(number) >= least);
}

/** A stream that is set up; the threads of its blocks sleep. */
static void make_looked_at(Line *line)
{
    const Plan plan = {.sends_at_once = true, .packets = PACKETS, .without_sync = true};

    g_is_main = true;
    port_store32(&g_is_looked_at, 1U);
    port_store32(&g_holds_threads, 0U);
    port_store32(&g_sleeps_without_limit, 0U);
    make_ready(line, &plan);
    stream_payloads(line, 3U);
}

static void end_looked_at(Line *line)
{
    port_store32(&g_holds_threads, 0U);
    port_store32(&g_sleeps_without_limit, 0U);
    g_now_us = 0U;
    g_presents = NULL;
    end_line(line);
    port_store32(&g_is_looked_at, 0U);
    g_is_main = false;
}

/** Waits at a consumer for nothing: the threads of the blocks that it looks after are woken. */
static void wait_in_vain(const Line *line)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    assert_status(NvSciStreamBlockEventQuery(line->consumers[0].seen->block,
                                             2 * RINGFENCE_CFG_SPIN_US, &event),
                  NvSciError_Timeout);
}

/** Waits at a consumer for a payload that comes while it spins; gives the time of the wait. */
static uint64_t wait_by_a_spin(Line *line)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    uint64_t took = 0U;

    g_now_us = 1000000U;
    g_time_looks = 0U;
    g_presents = line;
    assert_status(NvSciStreamBlockEventQuery(line->consumers[0].seen->block, -1, &event),
                  NvSciError_Success);
    took = g_now_us - 1000000U;
    g_now_us = 0U;
    g_presents = NULL;
    assert_int_equal(event, NvSciStreamEventType_PacketReady);
    consume(line, &line->consumers[0]);
    return took;
}

/**
 * A payload that comes while the only endpoint of a process spins is taken by the thread that
 * waits: those of the blocks sleep meanwhile, and are not reminded.
 * @verifies RF-STREAM-146
 */
static void who_spins_takes_what_comes(void **state)
{
    Line line;

    (void)state;
    make_looked_at(&line);
    port_store32(&g_holds_threads, 1U);
    wait_in_vain(&line);
    await(&g_held, 1U);
    for (uint32_t i = 0U; i < 5U; i++) {
        assert_in_range(wait_by_a_spin(&line), 1U, RINGFENCE_CFG_SPIN_US - 1U);
    }
    assert_int_equal(line.consumers[0].payloads, 8U);
    end_looked_at(&line);
}

static void *present_later(void *context)
{
    (void)usleep(20000U);
    produce(context);
    return NULL;
}

/**
 * A wait that goes on to sleep leaves the channel to the thread of the block, which is reminded of
 * what comes: it needs no limit of its sleep for that.
 * @verifies RF-STREAM-147
 */
static void who_sleeps_leaves_the_channel_to_the_thread(void **state)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    uint64_t begin = 0U;
    pthread_t thread;
    Line line;

    (void)state;
    make_looked_at(&line);
    port_store32(&g_sleeps_without_limit, 1U);
    assert_in_range(wait_by_a_spin(&line), 1U, RINGFENCE_CFG_SPIN_US - 1U);
    assert_int_equal(pthread_create(&thread, NULL, present_later, &line), 0);
    begin = ringfence_port_time_us();
    assert_status(
        NvSciStreamBlockEventQuery(line.consumers[0].seen->block, (int64_t)LIMIT_US / 2, &event),
        NvSciError_Success);
    /* The wait looks once more when its time is over. */
    assert_true((ringfence_port_time_us() - begin) < (LIMIT_US / 2U));
    assert_int_equal(pthread_join(thread, NULL), 0);
    consume(&line, &line.consumers[0]);
    end_looked_at(&line);
}

/**
 * What comes while nobody waits is taken by the thread of the block after a while, which then
 * sleeps without a limit again.
 * @verifies RF-STREAM-148
 */
static void what_nobody_looks_at_is_taken_by_the_thread(void **state)
{
    const uint64_t begin = ringfence_port_time_us();
    NvSciStreamCookie cookie = NvSciStreamCookie_Invalid;
    uint32_t endless = 0U;
    Line line;

    (void)state;
    make_looked_at(&line);
    /* Threads are asleep by then, else the last lines say nothing. */
    (void)usleep(20000U);
    endless = port_load32(&g_endless);
    /* Nothing goes back: the thread of the producer's block has nothing to do. */
    line.releases = false;
    (void)wait_by_a_spin(&line);
    produce(&line);
    while ((NvSciStreamConsumerPacketAcquire(line.consumers[0].seen->block, &cookie) ==
            NvSciError_NoStreamPacket) &&
           goes_on(begin)) {
        (void)usleep(100U);
    }
    assert_true(cookie != NvSciStreamCookie_Invalid);
    await(&g_endless, endless + 1U);
    end_looked_at(&line);
}

/** @verifies RF-STREAM-084 */
static void packets_that_find_no_room_are_refused(void **state)
{
    const Plan plan = {.table = NARROW, .packets = 8U, .sends_at_once = true, .without_sync = true};
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[3] = {NULL};
    uint32_t count = 3U;
    uint32_t presented = 0U;
    NvSciError status = NvSciError_Success;
    Line line;

    (void)state;
    use_table(plan.table);
    make_part(&line, &plan, true, true);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.target->block, &service->EventService, &count, notifiers),
                  NvSciError_Success);
    link_part(&line);
    while (!all_ready(&line)) {
        (void)turn(&line);
        assert_status(NvSciStreamBlockHandleInternalEvents(line.target->block), NvSciError_Success);
    }
    /* From now on nobody reads at the other end. */
    while (status == NvSciError_Success) {
        NvSciStreamCookie cookie = 0U;

        assert_status(NvSciStreamProducerPacketGet(line.producer.seen->block, &cookie),
                      NvSciError_Success);
        status = NvSciStreamProducerPacketPresent(line.producer.seen->block,
                                                  line.producer.packets[cookie - 100U]);
        presented += (status == NvSciError_Success) ? 1U : 0U;
    }
    assert_status(status, NvSciError_InsufficientResource);
    assert_int_equal(presented, 2U);
    end_line(&line);
    for (uint32_t i = 0U; i < COUNT_OF(notifiers); i++) {
        notifiers[i]->Delete(notifiers[i]);
    }
    delete_service_of(service);
}

/**
 * A program that drives a source whose channel is full goes on when there is room again.
 * @verifies RF-STREAM-085
 */
static void a_full_channel_is_driven_on(void **state)
{
    const Plan plan = {.table = NARROW, .packets = 8U, .without_sync = true};
    const uint64_t begin = ringfence_port_time_us();
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[6] = {NULL};
    uint32_t count = 3U;
    Line line;

    (void)state;
    use_table(plan.table);
    make_part(&line, &plan, true, true);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.source->block, &service->EventService, &count, notifiers),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line.target->block, &service->EventService, &count, &notifiers[3]),
                  NvSciError_Success);
    link_part(&line);
    while (!all_came(&line) || !all_ready(&line)) {
        (void)turn(&line);
        /* The target reads when all is presented, and the source has met a full channel. */
        for (uint32_t i = 0U; i < 3U; i++) {
            assert_status(NvSciStreamBlockHandleInternalEvents(line.source->block),
                          NvSciError_Success);
        }
        if (line.producer.payloads == line.budget) {
            assert_status(NvSciStreamBlockHandleInternalEvents(line.target->block),
                          NvSciError_Success);
        }
        line.budget = all_ready(&line) ? 8U : 0U;
        assert_true(goes_on(begin));
    }
    assert_int_equal(line.source->errors, 0U);
    assert_int_equal(line.consumers[0].payloads, 8U);
    end_line(&line);
    for (uint32_t i = 0U; i < COUNT_OF(notifiers); i++) {
        notifiers[i]->Delete(notifiers[i]);
    }
    delete_service_of(service);
}

/* ---------------------------------------------------------------- making */

/**
 * What cannot make an IPC block is refused; of an endpoint that was not reset, or that a block has
 * already, a fault says so.
 * @verifies RF-STREAM-080 RF-STREAM-243 RF-IPC-313
 */
static void making_is_refused(void **state)
{
    char text[200];
    NvSciSyncModule syncs = NULL;
    NvSciBufModule bufs = NULL;
    NvSciStreamBlock block = 0U;
    NvSciStreamBlock other = 0U;
    NvSciStreamBlock queue = 0U;
    NvSciIpcEndpoint endpoint = 0U;

    (void)state;
    use_table(INSIDE);
    assert_status(NvSciBufModuleOpen(&bufs), NvSciError_Success);
    assert_status(NvSciSyncModuleOpen(&syncs), NvSciError_Success);
    endpoint = open_endpoint("up");
    assert_status(NvSciStreamIpcSrcCreate(endpoint, syncs, bufs, &block),
                  NvSciError_StreamInternalError);
    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(
        text, "NvSciStreamIpcSrcCreate: channel does not take the call as it is; "
              "endpoint 'up': reset the endpoint first, with NvSciIpcResetEndpointSafe()");
    reset_endpoint_of(endpoint);
    assert_status(NvSciStreamIpcSrcCreate(endpoint, syncs, bufs, NULL), NvSciError_BadParameter);
    assert_status(NvSciStreamIpcSrcCreate(endpoint, NULL, bufs, &block), NvSciError_BadParameter);
    assert_status(NvSciStreamIpcDstCreate(endpoint, syncs, NULL, &block), NvSciError_BadParameter);
    assert_status(NvSciStreamIpcDstCreate(0U, syncs, bufs, &block), NvSciError_NotInitialized);
    assert_status(NvSciStreamFifoQueueCreate(&queue), NvSciError_Success);
    assert_status(NvSciStreamIpcSrcCreate2(endpoint, syncs, bufs, queue, &block),
                  NvSciError_BadParameter);
    assert_status(NvSciStreamIpcDstCreate2(endpoint, syncs, bufs, queue, &block),
                  NvSciError_BadParameter);
    assert_status(NvSciStreamIpcDstCreate2(endpoint, syncs, bufs, 1U, &block),
                  NvSciError_StreamBadBlock);
    assert_int_equal(block, 0U);
    assert_status(NvSciStreamIpcSrcCreate2(endpoint, syncs, bufs, 0U, &block), NvSciError_Success);
    assert_status(NvSciStreamIpcDstCreate2(endpoint, syncs, bufs, 0U, &other),
                  NvSciError_InsufficientResource);
    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, "NvSciStreamIpcDstCreate2: channel does not take the call as it is; "
                              "endpoint 'up': an IPC block has the endpoint already; delete that "
                              "first, or open another endpoint");
    assert_status(NvSciStreamBlockDelete(block), NvSciError_Success);
    assert_status(NvSciStreamIpcDstCreate2(endpoint, syncs, bufs, 0U, &other), NvSciError_Success);
    assert_status(NvSciStreamPacketSendSync(other), NvSciError_Success);
    assert_status(NvSciStreamPacketSendSync(other), NvSciError_InvalidState);
    assert_stream_refusal("NvSciStreamPacketSendSync",
                          "call it one time, before any other call for the block");
    assert_status(NvSciStreamPacketSendSync(queue), NvSciError_NotSupported);
    assert_status(NvSciStreamBlockDelete(other), NvSciError_Success);
    assert_status(NvSciStreamBlockDelete(queue), NvSciError_Success);
    close_endpoint_of(endpoint);
    NvSciSyncModuleClose(syncs);
    NvSciBufModuleClose(bufs);
}

/**
 * A question for an event that waits in vain says which endpoint has found no peer.
 * @verifies RF-IPC-312
 */
static void a_question_in_vain_names_the_endpoint(void **state)
{
    NvSciSyncModule syncs = NULL;
    NvSciBufModule bufs = NULL;
    NvSciStreamBlock block = 0U;
    NvSciIpcEndpoint endpoint = 0U;
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    RingfenceFault fault;
    uint32_t faults = 0U;

    (void)state;
    use_table(INSIDE);
    assert_status(NvSciBufModuleOpen(&bufs), NvSciError_Success);
    assert_status(NvSciSyncModuleOpen(&syncs), NvSciError_Success);
    endpoint = open_endpoint("up");
    reset_endpoint_of(endpoint);
    faults = ipc_fault_count();
    assert_status(NvSciStreamIpcSrcCreate(endpoint, syncs, bufs, &block), NvSciError_Success);
    assert_status(NvSciStreamBlockEventQuery(block, 1200000, &event), NvSciError_Timeout);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_NO_PEER);
    assert_string_equal(fault.function, "NvSciStreamBlockEventQuery");
    assert_string_equal(fault.endpoint, "up");
    assert_status(NvSciStreamBlockEventQuery(block, 1, &event), NvSciError_Timeout);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    assert_status(NvSciStreamBlockDelete(block), NvSciError_Success);
    close_endpoint_of(endpoint);
    NvSciSyncModuleClose(syncs);
    NvSciBufModuleClose(bufs);
}

/* ---------------------------------------------------------------- deaths */

/** A child with the consumers ends at once after some events; 0: it stays to the end. */
static void run_child(const Plan *plan, uint32_t events)
{
    Line line;

    (void)alarm(CHILD_SECONDS);
    if (NvSciIpcInit() != NvSciError_Success) {
        _exit(9);
    }
    make_part(&line, plan, false, true);
    link_part(&line);
    while (!all_disconnected(&line)) {
        if (!turn(&line)) {
            (void)usleep(50U);
        }
        if ((events > 0U) && (line.answered >= events)) {
            _exit(0);
        }
    }
    _exit(0);
}

/** A child with the consumer gets all payloads, then the end. */
static void run_consumer(const Plan *plan, uint32_t payloads)
{
    Plan own = *plan;
    Line line;

    own.is_lenient = true;
    (void)alarm(CHILD_SECONDS);
    if (NvSciIpcInit() != NvSciError_Success) {
        _exit(9);
    }
    make_part(&line, &own, false, true);
    link_part(&line);
    if (!reached(&line, all_ready) ||
        (RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME) != NvSciError_Success)) {
        _exit(8);
    }
    if (!reached(&line, all_disconnected)) {
        _exit(7);
    }
    _exit(((line.wrong == 0U) && (line.consumers[0].payloads == payloads)) ? 0 : 6);
}

/** @verifies RF-STREAM-082 RF-STREAM-087 */
static void two_processes_stream_to_the_end(void **state)
{
    const Plan plan = {.table = BETWEEN, .elements = 2U, .packets = 3U};
    const uint32_t payloads = 300U;
    Line line;
    pid_t child = 0;
    int status = 0;

    (void)state;
    NvSciIpcDeinit();
    own_table_use(plan.table);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        run_consumer(&plan, payloads);
    }
    assert_status(NvSciIpcInit(), NvSciError_Success);
    make_part(&line, &plan, true, false);
    link_part(&line);
    assert_true(reached(&line, all_ready));
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    line.budget = payloads;
    assert_true(reached(&line, all_presented));
    end_line(&line);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/** @verifies RF-STREAM-087 */
static void the_producer_is_told_of_a_death_at_any_event(void **state)
{
    const Plan plan = {.table = BETWEEN, .is_lenient = true};
    uint32_t survived = 0U;

    (void)state;
    for (uint32_t events = 1U; events < 24U; events++) {
        Line line;
        pid_t child = 0;
        int status = 0;

        NvSciIpcDeinit();
        own_table_use(plan.table);
        child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            run_child(&plan, events);
        }
        assert_status(NvSciIpcInit(), NvSciError_Success);
        make_part(&line, &plan, true, false);
        link_part(&line);
        line.budget = 1000000U;
        assert_true(reached(&line, all_disconnected));
        survived += line.producer.seen->ready ? 1U : 0U;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        end_line(&line);
    }
    /* Some died in setup, some while packets moved. */
    assert_in_range(survived, 1U, 22U);
}

/* ---------------------------------------------------------------- hostile peers */

/** Bytes that a peer sends in one frame: length of the piece, then version and kind, then length of
 * the body, then the body. */
typedef struct {
    uint32_t piece;
    uint32_t head;
    uint32_t length;
    uint32_t body[8];
} Frame;

#define HEAD(kind) ((3U << 16U) | (kind))

/** Takes turns of a part until its end has said something of a kind to a peer. */
static void await_word(Line *line, NvSciIpcEndpoint peer, uint32_t kind)
{
    const uint64_t begin = ringfence_port_time_us();
    uint32_t said = 0U;

    while ((said != HEAD(kind)) && goes_on(begin)) {
        uint32_t frame[1024] = {0U};
        uint32_t count = 0U;
        uint32_t events = 0U;

        (void)turn(line);
        assert_status(NvSciIpcGetEventSafe(peer, &events), NvSciError_Success);
        if (NvSciIpcReadSafe(peer, frame, sizeof(frame), &count) == NvSciError_Success) {
            said = frame[1];
        }
    }
    assert_int_equal(said, HEAD(kind));
}

/** A block whose peer sends some frames, then nothing, tells of an error and is disconnected; the
 * last frame follows a word of the block, if that says one. */
static void send_frames(const Plan *plan, bool is_source, const Frame *frames, uint32_t count,
                        uint32_t word, NvSciError expected)
{
    Line line;
    const uint64_t begin = ringfence_port_time_us();
    NvSciIpcEndpoint peer = 0U;
    NvSciError error = NvSciError_Success;
    Seen *seen = NULL;

    use_table(INSIDE);
    peer = open_and_reset(is_source ? "down" : "up");
    make_part(&line, plan, is_source, !is_source);
    link_part(&line);
    seen = is_source ? line.source : line.target;
    (void)wait_for(peer, NV_SCI_IPC_EVENT_CONN_EST);
    for (uint32_t i = 0U; i < count; i++) {
        uint32_t written = 0U;

        if ((word != 0U) && ((i + 1U) == count)) {
            await_word(&line, peer, word);
        }
        assert_status(NvSciIpcWriteSafe(peer, &frames[i], sizeof(frames[i]), &written),
                      NvSciError_Success);
    }
    while ((seen->errors == 0U) && (!seen->disconnected) && goes_on(begin)) {
        uint32_t events = 0U;

        (void)turn(&line);
        assert_status(NvSciIpcGetEventSafe(peer, &events), NvSciError_Success);
    }
    assert_int_equal(seen->errors, 1U);
    assert_status(NvSciStreamBlockErrorGet(seen->block, &error), NvSciError_Success);
    assert_status(error, expected);
    assert_true(reached(&line, all_disconnected));
    end_line(&line);
    close_endpoint_of(peer);
}

static void send_hostile(bool is_source, const Frame *frames, uint32_t count)
{
    const Plan plan = {.is_lenient = true};

    send_frames(&plan, is_source, frames, count, 0U, NvSciError_StreamInternalError);
}

/**
 * A message of the program that its peer had not read is a fault that says so; two IPC sources at
 * one channel are another one.
 * @verifies RF-STREAM-242
 */
static void unread_message_is_named(void **state)
{
    const Frame hello_up = {12U, HEAD(1U), 4U, {1U, 0U, 0U, 0U}};
    const Frame own[] = {{0x6C6C6568U, 0x6F77206FU, 0x00646C72U, {0U, 0U, 0U, 0U}},
                         {12U, HEAD(2U), 4U, {0U, 0U, 0U, 0U}}};
    char text[200];

    (void)state;
    for (uint32_t i = 0U; i < (2U * COUNT_OF(own)); i++) {
        send_hostile((i % 2U) == 1U, &own[i / 2U], 1U);
        assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
        assert_non_null(strstr(text, ": a message came "
                                     "that is none of a stream; read all before a block gets the "
                                     "endpoint"));
    }
    send_hostile(true, &hello_up, 1U);
    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_non_null(strstr(text, "the other end is no IPC block that fits; make one IPC source and "
                                 "one IPC destination"));
}

/**
 * The first message of an end of another version of the messages is a fault that says so; what only
 * looks like it is a message of the program.
 * @verifies RF-STREAM-254
 */
static void other_version_is_named(void **state)
{
    const Frame old = {12U, (2U << 16U) | 1U, 4U, {1U, 0U, 0U, 0U}};
    const Frame next = {12U, (4U << 16U) | 1U, 4U, {0U, 0U, 0U, 0U}};
    const Frame own[] = {{12U, 1U, 4U, {1U, 0U, 0U, 0U}},
                         {12U, (2U << 16U) | 2U, 4U, {1U, 0U, 0U, 0U}},
                         {16U, (2U << 16U) | 1U, 8U, {1U, 0U, 0U, 0U}}};
    char text[200];

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        send_hostile(i == 1U, (i == 0U) ? &old : &next, 1U);
        assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
        assert_non_null(strstr(text, ": channel does not take the call as it is; endpoint '"));
        assert_non_null(strstr(text, ": the other end is of a build with other messages; build "
                                     "both programs with one library"));
    }
    for (uint32_t i = 0U; i < COUNT_OF(own); i++) {
        send_hostile(false, &own[i], 1U);
        assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
        assert_non_null(strstr(text, "a message came that is none of a stream"));
    }
}

/** @verifies RF-STREAM-081 RF-STREAM-086 */
static void what_cannot_be_true_is_an_error(void **state)
{
    const Frame hello_up = {12U, HEAD(1U), 4U, {1U, 0U, 0U, 0U}};
    const Frame hello_down = {12U, HEAD(1U), 4U, {0U, 0U, 0U, 0U}};
    const Frame complete = {28U, HEAD(2U), 20U, {1U, 0U, 0U, 1U}};
    const Frame bad[] = {
        /* Pieces: none, more than a frame has, shorter than a head; a body that is too long. */
        {0U, HEAD(1U), 4U, {0U, 0U, 0U, 0U}},
        {5000U, HEAD(1U), 4U, {0U, 0U, 0U, 0U}},
        {7U, HEAD(1U), 4U, {0U, 0U, 0U, 0U}},
        {12U, HEAD(1U), 0xFFFFFFF8U, {0U, 0U, 0U, 0U}},
        /* Another version, no kind, a kind that is too short. */
        {12U, (1U << 16U) | 1U, 4U, {0U, 0U, 0U, 0U}},
        {12U, HEAD(0U), 4U, {0U, 0U, 0U, 0U}},
        {12U, HEAD(77U), 4U, {0U, 0U, 0U, 0U}},
        {10U, HEAD(1U), 2U, {0U, 0U, 0U, 0U}},
        /* Before the hello. */
        {28U, HEAD(2U), 20U, {1U, 0U, 0U, 1U}},
        /* Packets before there are any. */
        {16U, HEAD(14U), 8U, {0U, 0U, 0U, 0U}},
        {16U, HEAD(15U), 8U, {0U, 0U, 0U, 0U}}};
    const Frame behind_up[] = {
        /* A second hello, two sources, no consumers, what goes the other way. */
        {12U, HEAD(1U), 4U, {0U, 0U, 0U, 0U}},
        {28U, HEAD(2U), 20U, {0U, 0U, 0U, 0U}},
        {20U, HEAD(3U), 12U, {0U, 1U, 0U, 0U}},
        {20U, HEAD(4U), 12U, {RINGFENCE_CFG_STREAM_CONSUMERS, 0U, 0U, 0U}}};
    const Frame behind_connected[] = {
        /* A consumer that there is not, marks that no consumer has, unused elements before there
         * are any, an answer for no packet, lists and objects that are none. */
        {24U, HEAD(12U), 16U, {1U, 0U, 0U, 0U}}, {24U, HEAD(12U), 16U, {0U, 1U, 0U, 0U}},
        {24U, HEAD(12U), 16U, {0U, 0U, 1U, 0U}}, {24U, HEAD(12U), 16U, {0U, 0U, 0U, 1U}},
        {24U, HEAD(9U), 16U, {0U, 0U, 0U, 0U}},  {24U, HEAD(9U), 16U, {0U, 0xFFFFFFFFU, 0U, 0U}},
        {24U, HEAD(9U), 16U, {0U, 0U, 1U, 0U}},  {24U, HEAD(10U), 16U, {0U, 0U, 0U, 0U}},
        {24U, HEAD(11U), 16U, {0U, 0U, 0U, 0U}}, {24U, HEAD(18U), 16U, {1U, 0U, 0U, 0U}},
        {24U, HEAD(19U), 16U, {1U, 0U, 0U, 0U}}, {12U, HEAD(16U), 4U, {0U, 0U, 0U, 0U}}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(bad); i++) {
        send_hostile(true, &bad[i], 1U);
        send_hostile(false, &bad[i], 1U);
    }
    send_hostile(true, &hello_up, 1U);
    send_hostile(false, &hello_down, 1U);
    for (uint32_t i = 0U; i < COUNT_OF(behind_up); i++) {
        const Frame frames[] = {hello_down, behind_up[i]};

        send_hostile(true, frames, 2U);
    }
    for (uint32_t i = 0U; i < COUNT_OF(behind_connected); i++) {
        const Frame frames[] = {hello_down, complete, behind_connected[i]};

        send_hostile(true, frames, 3U);
    }
}

/** A hello of a source, and why late consumers are refused. */
#define REASON_FRAMES(size, ...)                                                                   \
    {                                                                                              \
        {12U, HEAD(1U), 4U, {1U, 0U, 0U, 0U}},                                                     \
        {                                                                                          \
            8U + (size), HEAD(23U), (size),                                                        \
            {                                                                                      \
                __VA_ARGS__                                                                        \
            }                                                                                      \
        }                                                                                          \
    }

/** The last fault when an end was sent some frames; its total is that of new ones. */
static RingfenceFault told_of(bool is_source, const Frame *frames, uint32_t count,
                              NvSciError expected)
{
    const Plan plan = {.is_lenient = true};
    const uint32_t faults = ipc_fault_count();
    RingfenceFault fault;

    send_frames(&plan, is_source, frames, count, 0U, expected);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    fault.total -= faults;
    return fault;
}

/**
 * Why late consumers are refused is taken if there is such a reason and such a key: else it is an
 * error of the channel, and no fault names anything. It is taken once, from a source.
 * @verifies RF-STREAM-245 RF-STREAM-081
 */
static void reasons_that_lie_are_refused(void **state)
{
    const uint32_t failed = (uint32_t)NvSciError_ReconciliationFailed;
    const uint32_t of_buf = (uint32_t)NvSciBufRawBufferAttrKey_Size;
    const uint32_t of_sync = (uint32_t)NvSciSyncAttrKey_WaiterRequireTimestamps;
    const Frame lies[][2] = {
        /* No error; no such reason; keys that there are not, or not in lists of that kind, or where
         * no list is to blame. */
        REASON_FRAMES(28U, 0U, 1U, of_buf, 0U), REASON_FRAMES(28U, failed, 7U, 0U, 0U),
        REASON_FRAMES(28U, failed, UINT32_MAX, of_buf, 0U),
        REASON_FRAMES(28U, failed, 1U, 0x7FFFFFFFU, 0U),
        REASON_FRAMES(28U, failed, 1U, UINT32_MAX, 0U), REASON_FRAMES(28U, failed, 2U, of_buf, 0U),
        REASON_FRAMES(28U, failed, 2U, UINT32_MAX, 0U), REASON_FRAMES(28U, failed, 0U, of_buf, 0U),
        REASON_FRAMES(28U, failed, 3U, of_sync, 0U), REASON_FRAMES(28U, failed, 4U, of_buf, 0U),
        REASON_FRAMES(28U, failed, 5U, of_buf, 0U), REASON_FRAMES(28U, failed, 6U, of_buf, 0U),
        /* Too short, or too long. */
        REASON_FRAMES(4U, failed, 0U, 0U, 0U), REASON_FRAMES(12U, failed, 1U, of_buf, 0U),
        REASON_FRAMES(32U, failed, 1U, of_buf, 0U)};
    const Frame twice[] = {{12U, HEAD(1U), 4U, {1U, 0U, 0U, 0U}},
                           {36U, HEAD(23U), 28U, {failed, 1U, of_buf, 8192U, 1U, 4096U, 0U}},
                           {36U, HEAD(23U), 28U, {failed, 4U, 0U, 0U}}};
    const Frame to_source[] = {{12U, HEAD(1U), 4U, {0U, 0U, 0U, 0U}},
                               {36U, HEAD(23U), 28U, {failed, 1U, of_buf, 0U}}};
    const Frame of_signals[] = {{12U, HEAD(1U), 4U, {1U, 0U, 0U, 0U}},
                                {36U, HEAD(23U), 28U, {failed, 2U, of_sync, 0U}},
                                {8U, HEAD(17U), 0U, {0U, 0U, 0U, 0U}}};
    RingfenceFault fault;

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(lies); i++) {
        assert_int_equal(told_of(false, lies[i], 2U, NvSciError_StreamInternalError).total, 0U);
    }
    assert_int_equal(told_of(true, to_source, 2U, NvSciError_StreamInternalError).total, 0U);
    fault = told_of(false, twice, 3U, NvSciError_ReconciliationFailed);
    assert_int_equal(fault.total, 1U);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LATE_REFUSED);
    assert_int_equal(fault.key, of_buf);
    assert_int_equal(fault.asked, 0x100002000U);
    assert_int_equal(fault.allowed, 4096U);
    fault = told_of(false, of_signals, 3U, NvSciError_ReconciliationFailed);
    assert_int_equal(fault.total, 1U);
    assert_int_equal(fault.key, of_sync);
    assert_string_equal(fault.keyName, "NvSciSyncAttrKey_WaiterRequireTimestamps");
}

/**
 * That lists came through too many channels, or that there are no numbers for late consumers, is
 * told by the other end, and is a fault here.
 * @verifies RF-STREAM-250 RF-STREAM-253
 */
static void reasons_of_limits_are_told(void **state)
{
    const uint32_t over = (uint32_t)NvSciError_Overflow;
    const uint32_t most = (uint32_t)NvSciError_InsufficientResource;
    const Frame hops[] = {{12U, HEAD(1U), 4U, {0U, 0U, 0U, 0U}},
                          {36U, HEAD(23U), 28U, {over, 6U, 0U, 9U, 0U, 8U, 0U}},
                          {8U, HEAD(17U), 0U, {0U, 0U, 0U, 0U}}};
    const Frame numbers[] = {{12U, HEAD(1U), 4U, {1U, 0U, 0U, 0U}},
                             {36U, HEAD(23U), 28U, {most, 5U, 0U, 0U, 0U, 0U, 0U}},
                             {8U, HEAD(17U), 0U, {0U, 0U, 0U, 0U}}};
    RingfenceFault fault;

    (void)state;
    fault = told_of(true, hops, 3U, NvSciError_Overflow);
    assert_int_equal(fault.total, 1U);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, "RINGFENCE_CFG_HOPS");
    assert_int_equal(fault.asked, 9U);
    assert_int_equal(fault.allowed, 8U);
    fault = told_of(false, numbers, 3U, NvSciError_InsufficientResource);
    assert_int_equal(fault.total, 1U);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LATE_REFUSED);
    assert_non_null(strstr(fault.causeText, "free indices in a row"));
}

/** Says that an end has so many consumers, of which some are there, and what the other end answers:
 * that there are more than a stream can have. */
static void say_too_many(const Plan *plan, uint32_t consumers, uint64_t asked)
{
    const Frame frames[] = {{12U, HEAD(1U), 4U, {0U, 0U, 0U, 0U}},
                            {28U, HEAD(2U), 20U, {consumers, 0U, 0U, 0U}}};
    const uint32_t faults = ipc_fault_count();
    RingfenceFault fault;

    send_frames(plan, true, frames, 2U, 0U, NvSciError_InsufficientResource);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.total, faults + 1U);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, "RINGFENCE_CFG_STREAM_CONSUMERS");
    assert_int_equal(fault.asked, asked);
    assert_int_equal(fault.allowed, RINGFENCE_CFG_STREAM_CONSUMERS);
}

/**
 * A peer with more consumers than the stream has places for, of a library with a larger limit or
 * hostile, is refused, and the limit is named; outputs for late consumers are places too.
 * @verifies RF-STREAM-200
 */
static void more_consumers_than_places_are_refused(void **state)
{
    const uint32_t most = RINGFENCE_CFG_STREAM_CONSUMERS;
    const Plan alone = {.is_lenient = true};
    const Plan open = {.local = 1U, .is_open = true, .is_lenient = true};
    const Frame larger[] = {{12U, HEAD(1U), 4U, {1U, 0U, 0U, 0U}},
                            {20U, HEAD(3U), 12U, {0U, RINGFENCE_CFG_STREAM_CONSUMERS + 1U, 0U}}};

    (void)state;
    say_too_many(&alone, most + 1U, (uint64_t)most + 1U);
    say_too_many(&alone, UINT32_MAX, UINT32_MAX);
    /* One consumer is here, and one output is free. */
    say_too_many(&open, most - 1U, (uint64_t)most + 1U);
    say_too_many(&open, most, (uint64_t)most + 2U);
    /* The whole stream is larger. */
    send_frames(&alone, false, larger, 2U, 2U, NvSciError_InsufficientResource);
}

/* ---------------------------------------------------------------- answers that come late */

/** A test that speaks as the end downstream, and asks the pool itself. */
typedef struct {
    Line line;
    NvSciIpcEndpoint peer;
    NvSciStreamBlock pool;
    NvSciBufAttrList layout;
    /** Bytes that are left of a message of the source. */
    uint32_t left;
} Mock;

/** A packet that the source has offered. */
typedef struct {
    uint32_t number;
    uint32_t generation;
} Offer;

/** Says a message that begins with numbers, and goes on with bytes. */
static void say(const Mock *mock, uint32_t kind, const uint32_t *numbers, uint32_t count,
                const void *bytes, size_t size)
{
    uint32_t frame[256] = {0U};
    const uint32_t body = (count * 4U) + (uint32_t)size;
    uint32_t written = 0U;

    assert_true((12U + body) <= sizeof(frame));
    frame[0] = 8U + body;
    frame[1] = HEAD(kind);
    frame[2] = body;
    (void)memcpy(&frame[3], numbers, count * 4U);
    if (size > 0U) {
        (void)memcpy(&frame[3U + count], bytes, size);
    }
    assert_status(NvSciIpcWriteSafe(mock->peer, frame, 12U + body, &written), NvSciError_Success);
}

/** Reads what the source has said; true: it has offered a packet. */
static bool read_offer(Mock *mock, Offer *offer)
{
    uint32_t frame[1024] = {0U};
    uint32_t bytes = 0U;
    bool is_offer = false;

    while ((!is_offer) &&
           (NvSciIpcReadSafe(mock->peer, frame, sizeof(frame), &bytes) == NvSciError_Success)) {
        if (mock->left == 0U) {
            mock->left = 8U + frame[2];
            is_offer = (frame[1] == HEAD(8U));
            offer->number = frame[3];
            offer->generation = frame[4];
        }
        mock->left -= frame[0];
    }
    return is_offer;
}

/** Has all but the pool answer what is due. */
static void go_on(Mock *mock)
{
    uint32_t events = 0U;

    mock->line.pool.seen->block = 0U;
    if (!turn(&mock->line)) {
        (void)usleep(50U);
    }
    mock->line.pool.seen->block = mock->pool;
    assert_status(NvSciIpcGetEventSafe(mock->peer, &events), NvSciError_Success);
}

/** Waits for an event of the pool. */
static void await_pool(Mock *mock, NvSciStreamEventType expected)
{
    const uint64_t begin = ringfence_port_time_us();
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    while ((NvSciStreamBlockEventQuery(mock->pool, 0, &event) != NvSciError_Success) &&
           goes_on(begin)) {
        go_on(mock);
    }
    assert_int_equal(event, expected);
}

static void await_offer(Mock *mock, Offer *offer)
{
    const uint64_t begin = ringfence_port_time_us();
    bool is_offer = false;

    while ((!is_offer) && goes_on(begin)) {
        go_on(mock);
        is_offer = read_offer(mock, offer);
    }
    assert_true(is_offer);
}

/** The pool makes a packet; the producer takes it. */
static NvSciStreamPacket offer_packet(Mock *mock, Offer *offer)
{
    const uint64_t begin = ringfence_port_time_us();
    NvSciStreamPacket packet = 0U;
    NvSciBufObj buffer = NULL;

    mock->line.producer.taken = 0U;
    assert_status(NvSciStreamPoolPacketCreate(mock->pool, 1U, &packet), NvSciError_Success);
    assert_status(NvSciBufObjAlloc(mock->layout, &buffer), NvSciError_Success);
    assert_status(NvSciStreamPoolPacketInsertBuffer(mock->pool, packet, 0U, buffer),
                  NvSciError_Success);
    NvSciBufObjFree(buffer);
    assert_status(NvSciStreamPoolPacketComplete(mock->pool, packet), NvSciError_Success);
    await_offer(mock, offer);
    while ((mock->line.producer.taken == 0U) && goes_on(begin)) {
        go_on(mock);
    }
    assert_int_equal(mock->line.producer.taken, 1U);
    return packet;
}

/** The pool deletes a packet, and the producer is told. */
static void delete_offered(Mock *mock, NvSciStreamPacket packet)
{
    const uint64_t begin = ringfence_port_time_us();
    const uint32_t deletes = mock->line.producer.seen->deletes;

    assert_status(NvSciStreamPoolPacketDelete(mock->pool, packet), NvSciError_Success);
    while ((mock->line.producer.seen->deletes == deletes) && goes_on(begin)) {
        go_on(mock);
    }
}

/** Goes on to where packets are made. The consumer does not use the element, so no buffer is to be
 * taken. */
static void begin_mock_at(Mock *mock, const char *up, const char *down)
{
    const Plan plan = {.packets = 2U};
    const uint32_t hello[] = {0U};
    const uint32_t complete[] = {1U, 0U, 0U, 1U, 0U};
    const uint32_t element[] = {0U, 70U};
    const uint32_t exported[] = {0U, 0x100U, 0U, 0U};
    const uint32_t imported[] = {0U, 0x300U, 0U, 1U};
    NvSciBufAttrList list = NULL;
    void *bytes = NULL;
    size_t size = 0U;
    uint32_t type = 0U;

    mock->left = 0U;
    mock->peer = open_and_reset(down);
    begin_line(&mock->line, &plan);
    mock->line.is_down = false;
    make_up_at(&mock->line, open_and_reset(up));
    link_part(&mock->line);
    mock->pool = mock->line.pool.seen->block;
    (void)wait_for(mock->peer, NV_SCI_IPC_EVENT_CONN_EST);
    say(mock, 1U, hello, COUNT_OF(hello), NULL, 0U);
    say(mock, 2U, complete, COUNT_OF(complete), NULL, 0U);
    await_pool(mock, NvSciStreamEventType_Connected);
    list = buf_list(&mock->line);
    assert_status(NvSciBufAttrListIpcExportUnreconciled(&list, 1U, mock->peer, &bytes, &size),
                  NvSciError_Success);
    say(mock, 5U, element, COUNT_OF(element), bytes, size);
    NvSciBufAttrListFreeDesc(bytes);
    NvSciBufAttrListFree(list);
    say(mock, 12U, exported, COUNT_OF(exported), NULL, 0U);
    await_pool(mock, NvSciStreamEventType_Elements);
    mock->layout = reconcile_element(&mock->line, 0U, &type);
    assert_status(NvSciStreamBlockElementAttrSet(mock->pool, type, mock->layout),
                  NvSciError_Success);
    mark(&mock->line, mock->line.pool.seen, NvSciStreamSetup_ElementImport);
    mark(&mock->line, mock->line.pool.seen, NvSciStreamSetup_ElementExport);
    say(mock, 12U, imported, COUNT_OF(imported), NULL, 0U);
}

static void begin_mock(Mock *mock)
{
    use_table(INSIDE);
    begin_mock_at(mock, "up", "down");
}

static void answer_offer(Mock *mock, const Offer *offer, uint32_t generation, NvSciError answer)
{
    const uint32_t numbers[] = {0U, offer->number, generation, (uint32_t)answer};

    say(mock, 9U, numbers, COUNT_OF(numbers), NULL, 0U);
    for (uint32_t i = 0U; i < 100U; i++) {
        go_on(mock);
    }
}

/**
 * A packet is deleted before PacketExport while the answer for it is on its way, and its number is
 * taken by the next one: the answer is not that one's. One for a packet that there was not is
 * untrue.
 * @verifies RF-STREAM-158
 */
static void an_answer_for_a_deleted_packet_is_nobodys(void **state)
{
    static Mock mock;
    Offer first = {0U, 0U};
    Offer second = {0U, 0U};
    NvSciStreamPacket packet = 0U;
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    bool is_accepted = false;
    const uint64_t begin = ringfence_port_time_us();

    (void)state;
    begin_mock(&mock);
    packet = offer_packet(&mock, &first);
    delete_offered(&mock, packet);
    packet = offer_packet(&mock, &second);
    while ((second.number != first.number) && goes_on(begin)) {
        delete_offered(&mock, packet);
        packet = offer_packet(&mock, &second);
    }
    assert_int_equal(second.number, first.number);
    answer_offer(&mock, &second, first.generation, NvSciError_ResourceError);
    assert_status(NvSciStreamBlockEventQuery(mock.pool, 0, &event), NvSciError_Timeout);
    answer_offer(&mock, &second, second.generation, NvSciError_Success);
    await_pool(&mock, NvSciStreamEventType_PacketStatus);
    assert_status(NvSciStreamPoolPacketStatusAcceptGet(mock.pool, packet, &is_accepted),
                  NvSciError_Success);
    assert_true(is_accepted);
    assert_int_equal(mock.line.source->errors, 0U);
    answer_offer(&mock, &second, second.generation + 1U, NvSciError_Success);
    assert_int_equal(mock.line.source->errors, 1U);
    NvSciBufAttrListFree(mock.layout);
    end_line(&mock.line);
    close_endpoint_of(mock.peer);
}

/**
 * Packets are called by numbers of their stream, whatever else its process streams.
 * @verifies RF-STREAM-213
 */
static void packets_have_numbers_of_their_stream(void **state)
{
    static Mock mock;
    const Plan plan = {.table = TWO, .packets = 8U};
    Line other;
    Offer first = {77U, 0U};
    Offer second = {77U, 0U};
    NvSciStreamPacket packet = 0U;

    (void)state;
    make_ready(&other, &plan);
    begin_mock_at(&mock, "up_2", "down_2");
    packet = offer_packet(&mock, &first);
    assert_int_equal(first.number, 0U);
    delete_offered(&mock, packet);
    (void)offer_packet(&mock, &second);
    assert_int_equal(second.number, 0U);
    NvSciBufAttrListFree(mock.layout);
    end_line(&mock.line);
    close_endpoint_of(mock.peer);
    end_line(&other);
}

/* ---------------------------------------------------------------- a peer upstream */

/** Reads what the destination has said until all its paths end. */
static void await_complete(Mock *mock)
{
    const uint64_t begin = ringfence_port_time_us();
    bool is_complete = false;

    while ((!is_complete) && goes_on(begin)) {
        uint32_t frame[1024] = {0U};
        uint32_t bytes = 0U;
        uint32_t events = 0U;

        (void)turn(&mock->line);
        assert_status(NvSciIpcGetEventSafe(mock->peer, &events), NvSciError_Success);
        if (NvSciIpcReadSafe(mock->peer, frame, sizeof(frame), &bytes) == NvSciError_Success) {
            is_complete = (frame[1] == HEAD(2U));
        }
    }
    assert_true(is_complete);
}

/** A test speaks as the end upstream. */
static void begin_upper_mock(Mock *mock)
{
    const Plan plan = {.is_lenient = true};
    const uint32_t hello[] = {1U};

    mock->left = 0U;
    use_table(INSIDE);
    mock->peer = open_and_reset("up");
    make_part(&mock->line, &plan, false, true);
    link_part(&mock->line);
    (void)wait_for(mock->peer, NV_SCI_IPC_EVENT_CONN_EST);
    say(mock, 1U, hello, COUNT_OF(hello), NULL, 0U);
    await_complete(mock);
}

/** What was said last is refused with an error. */
static void expect_refused(Mock *mock, NvSciError expected)
{
    const uint64_t begin = ringfence_port_time_us();
    NvSciError error = NvSciError_Success;

    while ((mock->line.target->errors == 0U) && goes_on(begin)) {
        uint32_t events = 0U;

        (void)turn(&mock->line);
        assert_status(NvSciIpcGetEventSafe(mock->peer, &events), NvSciError_Success);
    }
    assert_int_equal(mock->line.target->errors, 1U);
    assert_status(NvSciStreamBlockErrorGet(mock->line.target->block, &error), NvSciError_Success);
    assert_status(error, expected);
    assert_true(reached(&mock->line, all_disconnected));
    end_line(&mock->line);
    close_endpoint_of(mock->peer);
}

/** What was said last is more than a limit of this library. */
static void expect_limit(Mock *mock, NvSciError expected, const char *limit)
{
    RingfenceFault fault;

    expect_refused(mock, expected);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, limit);
}

/** Says an element of the packets: without a list, or with that of the tests. */
static void say_layout(Mock *mock, uint32_t element, bool has_list)
{
    const uint32_t layout[] = {element, 70U + element, 0U, 0U, has_list ? 2U : 0U};
    void *bytes = NULL;
    size_t size = 0U;

    if (has_list) {
        const NvSciBufAttrList list = buf_list(&mock->line);

        assert_status(NvSciBufAttrListIpcExportUnreconciled(&list, 1U, mock->peer, &bytes, &size),
                      NvSciError_Success);
        NvSciBufAttrListFree(list);
    }
    say(mock, 6U, layout, COUNT_OF(layout), bytes, size);
    NvSciBufAttrListFreeDesc(bytes);
}

/**
 * A process whose library has larger limits is refused with the name of the limit.
 * @verifies RF-STREAM-214
 */
static void what_does_not_fit_names_its_limit(void **state)
{
    static Mock mock;
    static const uint8_t info[RINGFENCE_CFG_STREAM_INFO_BYTES + 1U];
    const uint32_t connected[] = {0U, 1U, 0U};
    const uint32_t about[] = {0U, 40U};
    const uint32_t buffer[] = {RINGFENCE_CFG_STREAM_PACKETS, 0U, 1U};

    (void)state;
    begin_upper_mock(&mock);
    say(&mock, 4U, about, COUNT_OF(about), info, sizeof(info));
    expect_limit(&mock, NvSciError_InsufficientMemory, "RINGFENCE_CFG_STREAM_INFO_BYTES");
    begin_upper_mock(&mock);
    say(&mock, 3U, connected, COUNT_OF(connected), NULL, 0U);
    for (uint32_t i = 0U; i <= RINGFENCE_CFG_STREAM_ELEMENTS; i++) {
        say_layout(&mock, i, false);
    }
    expect_limit(&mock, NvSciError_Overflow, "RINGFENCE_CFG_STREAM_ELEMENTS");
    begin_upper_mock(&mock);
    say(&mock, 3U, connected, COUNT_OF(connected), NULL, 0U);
    say_layout(&mock, 0U, false);
    say(&mock, 7U, buffer, COUNT_OF(buffer), NULL, 0U);
    expect_limit(&mock, NvSciError_InsufficientMemory, "RINGFENCE_CFG_STREAM_PACKETS");
}

/**
 * A packet that is offered without a buffer that a consumer uses is refused.
 * @verifies RF-STREAM-216
 */
static void packets_without_their_buffers_are_refused(void **state)
{
    static Mock mock;
    const uint32_t connected[] = {0U, 1U, 0U};
    const uint32_t marks[] = {0U, 0x100U, 0x100U, 0U};
    const uint32_t offer[] = {0U, 0U};

    (void)state;
    begin_upper_mock(&mock);
    say(&mock, 3U, connected, COUNT_OF(connected), NULL, 0U);
    say_layout(&mock, 0U, true);
    say(&mock, 12U, marks, COUNT_OF(marks), NULL, 0U);
    say(&mock, 8U, offer, COUNT_OF(offer), NULL, 0U);
    expect_refused(&mock, NvSciError_StreamInternalError);
    assert_int_equal(mock.line.consumers[0].taken, 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(packets_go_through_a_channel),
        ipc_test(consumers_are_on_both_sides_of_a_channel),
        ipc_test(consumers_know_their_numbers_and_all_user_infos),
        ipc_test(a_stream_goes_through_two_channels),
        ipc_test(free_outputs_are_counted_behind_a_channel),
        ipc_test(what_nobody_uses_stays_where_it_is),
        ipc_test(what_nobody_lists_is_not_used),
        ipc_test(lists_through_a_channel_are_of_its_modules),
        ipc_test(nothing_is_sent_for_who_waits_for_what_nobody_uses),
        ipc_test(packets_have_more_buffers_than_a_channel_takes_at_once),
        ipc_test(packets_are_refused_through_a_channel),
        ipc_test(checksums_are_validated_through_a_channel),
        ipc_test(consumers_are_told_of_deleted_packets),
        ipc_test(an_object_that_cannot_be_sent_is_refused),
        ipc_test(an_object_that_lacks_something_is_an_error),
        ipc_test(a_buffer_that_is_too_small_is_an_error),
        ipc_test(packets_are_sent_at_once),
        ipc_test(both_ends_are_told_of_the_end),
        ipc_test(a_stream_that_is_set_up_ends_at_both_ends),
        ipc_test(a_hanging_process_is_cut_off),
        ipc_test(what_was_sent_is_acquired_after_the_end),
        ipc_test(what_is_read_behind_an_end_is_not_written),
        ipc_test(what_a_deleted_reader_has_comes_home),
        ipc_test(the_end_of_a_channel_comes_after_what_waits),
        ipc_test(the_end_of_a_relay_comes_after_what_waits),
        ipc_test(a_service_of_the_program_drives_both_ends),
        ipc_test(a_service_of_the_program_sends_at_the_end),
        ipc_test(endpoints_have_one_service_after_another),
        ipc_test(a_failed_setup_leaves_the_notifier_of_the_program),
        ipc_test(a_service_drives_a_deleted_destination),
        ipc_test(a_payload_for_what_ended_early_goes_back),
        ipc_test(handlers_of_a_deleted_block_drive_no_other),
        ipc_test(a_loop_of_the_program_drives_both_ends),
        ipc_test(nobody_is_reminded_while_the_program_looks),
        ipc_test(who_sleeps_after_a_look_is_told_of_what_came_between),
        ipc_test(who_spins_takes_what_comes),
        ipc_test(who_sleeps_leaves_the_channel_to_the_thread),
        ipc_test(what_nobody_looks_at_is_taken_by_the_thread),
        ipc_test(packets_that_find_no_room_are_refused),
        ipc_test(a_full_channel_is_driven_on),
        ipc_test(making_is_refused),
        ipc_test(a_question_in_vain_names_the_endpoint),
        ipc_test(two_processes_stream_to_the_end),
        ipc_test(the_producer_is_told_of_a_death_at_any_event),
        ipc_test(unread_message_is_named),
        ipc_test(other_version_is_named),
        ipc_test(what_cannot_be_true_is_an_error),
        ipc_test(reasons_that_lie_are_refused),
        ipc_test(reasons_of_limits_are_told),
        ipc_test(more_consumers_than_places_are_refused),
        ipc_test(an_answer_for_a_deleted_packet_is_nobodys),
        ipc_test(packets_have_numbers_of_their_stream),
        ipc_test(what_does_not_fit_names_its_limit),
        ipc_test(packets_without_their_buffers_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
