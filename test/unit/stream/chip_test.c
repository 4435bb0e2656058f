/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file chip_test.c
 * Streams across a memory boundary: both ends in this process, or one of them in a child.
 *
 * The part of a program at each end is a loop that answers each event with the calls that it asks
 * for. A payload is a number and what a generator makes of it, up to the last bytes of the buffer,
 * which are the CRC of all before them. Where a peer may be gone the results of the calls do not
 * matter, else they are asserted.
 */
#define _GNU_SOURCE

#include <sys/wait.h>

#include "nvscibuf.h"
#include "nvscistream.h"
#include "port/descriptor.h"
#include "port/liveness.h"
#include "sync_inside.h"

/** Microseconds after which something that should come has failed. */
#define LIMIT_US 60000000U

/** Channels: with frames of the usual size, with the smallest, two in a row, and one whose ends
 * share memory before one whose ends do not. */
#define USUAL  "INTER_CHIP up down 16 4096\n"
#define NARROW "INTER_CHIP up down 2 64\n"
#define MIXED  "INTER_PROCESS up down 16 4096\nINTER_CHIP up_2 down_2 16 4096\n"

#define OTHER_LAYOUT                                                                               \
    "buffers on the two sides of a memory boundary are laid out otherwise; give both lists that "  \
    "say the same"

/** The last fault is what a stream did not take, and says why. */
static void assert_cause(const char *text)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_STREAM_ORDER);
    assert_string_equal(fault.causeText, text);
}

/** Queue of the source. */
typedef enum { QUEUE_HIDDEN = 0, QUEUE_FIFO = 1, QUEUE_MAILBOX = 2 } SourceQueue;

/** An image of one plane; 0: it is none. */
typedef struct {
    uint32_t width;
    uint32_t height;
    NvSciBufAttrValColorFmt format;
} Picture;

/** Shape of a stream. 0 is the default. */
typedef struct {
    const char *table;
    /** Consumers with the producer, and behind the boundary; 0: one behind it. */
    uint32_t local;
    uint32_t remote;
    uint32_t elements;
    /** Packets of the primary pool, and of the secondary one. */
    uint32_t packets;
    uint32_t far_packets;
    /** Bytes of an element. */
    uint32_t size;
    /** Bytes of an element that the secondary pool makes instead. */
    uint32_t far_size;
    /** Bytes of an element of the primary pool's buffers, which its list does not have. */
    uint32_t near_size;
    /** The primary pool tells of a list that is not reconciled. */
    bool is_vague;
    /** Elements are images, of so many pixels; what the secondary pool makes instead. */
    Picture picture;
    Picture far_picture;
    SourceQueue queue;
    /** Elements that the consumers behind the boundary do not use. */
    uint32_t unused;
    /** Nobody waits, nobody signals. */
    bool without_sync;
    /** The producer's fences are reached later: by signal_late(). */
    bool signals_late;
    /** The stream crosses a channel whose ends share memory before it. */
    bool relays;
    bool crc;
    /** The multicast block before the boundary has an output for a late consumer. */
    bool is_open;
    bool is_lenient;
} Plan;

#include "stream_line.h"

/* ---------------------------------------------------------------- contents */

static uint32_t crc_of(const uint8_t *bytes, size_t count)
{
    static uint32_t table[256];
    uint32_t crc = 0xFFFFFFFFU;

    if (table[1] == 0U) {
        for (uint32_t i = 0U; i < 256U; i++) {
            table[i] = i;
            for (uint32_t bit = 0U; bit < 8U; bit++) {
                table[i] =
                    ((table[i] & 1U) == 1U) ? ((table[i] >> 1U) ^ 0xEDB88320U) : (table[i] >> 1U);
            }
        }
    }
    for (size_t i = 0U; i < count; i++) {
        crc = (crc >> 8U) ^ table[(crc ^ bytes[i]) & 0xFFU];
    }
    return crc;
}

/** Writes a payload. */
static void fill(uint8_t *memory, uint32_t size, uint32_t number)
{
    const uint32_t end = size - (uint32_t)sizeof(uint32_t);
    uint32_t state = (number * 2654435761U) + 1U;
    uint32_t crc = 0U;

    (void)memcpy(memory, &number, sizeof(number));
    for (uint32_t i = sizeof(number); i < end; i++) {
        state = (state * 1664525U) + 1013904223U;
        memory[i] = (uint8_t)(state >> 24U);
    }
    crc = crc_of(memory, end);
    (void)memcpy(&memory[end], &crc, sizeof(crc));
}

/** Looks whether a payload is whole; gives its number. */
static bool is_whole(const uint8_t *memory, uint32_t size, uint32_t *number)
{
    const uint32_t end = size - (uint32_t)sizeof(uint32_t);
    const uint32_t own = crc_of(memory, end);
    uint32_t crc = 0U;

    (void)memcpy(number, memory, sizeof(*number));
    (void)memcpy(&crc, &memory[end], sizeof(crc));
    return own == crc;
}

/* ---------------------------------------------------------------- lists */

static NvSciBufAttrList picture_list(const Line *line, const Picture *picture)
{
    const NvSciBufType type = NvSciBufType_Image;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const NvSciBufAttrValImageLayoutType layout = NvSciBufImage_PitchLinearType;
    const NvSciBufAttrValImageScanType scan = NvSciBufScan_ProgressiveType;
    const uint32_t planes = 1U;
    const uint32_t align = 256U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufImageAttrKey_Layout, &layout, sizeof(layout)},
        {NvSciBufImageAttrKey_ScanType, &scan, sizeof(scan)},
        {NvSciBufImageAttrKey_PlaneCount, &planes, sizeof(planes)},
        {NvSciBufImageAttrKey_PlaneColorFormat, &picture->format, sizeof(picture->format)},
        {NvSciBufImageAttrKey_PlaneWidth, &picture->width, sizeof(picture->width)},
        {NvSciBufImageAttrKey_PlaneHeight, &picture->height, sizeof(picture->height)},
        {NvSciBufImageAttrKey_PlaneBaseAddrAlign, &align, sizeof(align)}};
    NvSciBufAttrList list = NULL;

    assert_status(NvSciBufAttrListCreate(line->bufs, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

static NvSciBufAttrList buf_list(const Line *line)
{
    return (line->plan.picture.width != 0U) ? picture_list(line, &line->plan.picture)
                                            : sized_list(line, line->plan.size, true);
}

/* ---------------------------------------------------------------- making */

/** Makes the source at the boundary. */
static Seen *add_source(Line *line, uint32_t place, const char *name)
{
    NvSciStreamBlock queue = 0U;
    NvSciStreamBlock block = 0U;

    line->ends[place] = open_and_reset(name);
    if (line->plan.queue == QUEUE_FIFO) {
        assert_status(NvSciStreamFifoQueueCreate(&queue), NvSciError_Success);
    } else if (line->plan.queue == QUEUE_MAILBOX) {
        assert_status(NvSciStreamMailboxQueueCreate(&queue), NvSciError_Success);
    } else {
        queue = 0U;
    }
    assert_status(
        NvSciStreamIpcSrcCreate2(line->ends[place], line->syncs, line->bufs, queue, &block),
        NvSciError_Success);
    if (queue != 0U) {
        (void)add_block(line, queue);
    }
    return add_block(line, block);
}

/** Makes the destination at the boundary, with its pool. */
static Seen *add_target(Line *line, uint32_t place, const char *name)
{
    NvSciStreamBlock pool = 0U;
    NvSciStreamBlock block = 0U;

    line->ends[place] = open_and_reset(name);
    assert_status(NvSciStreamStaticPoolCreate(line->plan.far_packets, &pool), NvSciError_Success);
    assert_status(
        NvSciStreamIpcDstCreate2(line->ends[place], line->syncs, line->bufs, pool, &block),
        NvSciError_Success);
    line->far.seen = add_block(line, pool);
    line->far.packets = line->plan.far_packets;
    return add_block(line, block);
}

static void make_up(Line *line)
{
    NvSciStreamBlock block = 0U;

    if (line->plan.relays) {
        line->ends[END_UP] = open_and_reset("up");
        assert_status(NvSciStreamIpcSrcCreate(line->ends[END_UP], line->syncs, line->bufs, &block),
                      NvSciError_Success);
        line->source = add_block(line, block);
    } else {
        line->source = add_source(line, END_UP, "up");
    }
    add_producer(line);
}

static void set_up(Line *line)
{
    line->signals_late = line->plan.signals_late;
}

static void link_up(Line *line)
{
    link_producer(line, line->source, line->plan.is_open);
}

static void make_down(Line *line)
{
    if (line->plan.relays) {
        NvSciStreamBlock block = 0U;
        const Seen *between = NULL;
        const Seen *head = NULL;

        line->ends[END_DOWN] = open_and_reset("down");
        assert_status(
            NvSciStreamIpcDstCreate(line->ends[END_DOWN], line->syncs, line->bufs, &block),
            NvSciError_Success);
        head = add_block(line, block);
        between = add_source(line, END_UP_2, "up_2");
        link_blocks(head, between);
        line->target = add_target(line, END_DOWN_2, "down_2");
    } else {
        line->target = add_target(line, END_DOWN, "down");
    }
    add_remote(line);
}

static void link_down(Line *line)
{
    link_remote(line, line->target, false);
}

static Plan whole(const Plan *plan)
{
    Plan made = *plan;

    made.table = (plan->table == NULL) ? USUAL : plan->table;
    made.remote = (plan->remote == 0U) ? 1U : plan->remote;
    made.elements = (plan->elements == 0U) ? 1U : plan->elements;
    made.packets = (plan->packets == 0U) ? 2U : plan->packets;
    made.far_packets = (plan->far_packets == 0U) ? 2U : plan->far_packets;
    made.size = (plan->size == 0U) ? 4096U : plan->size;
    return made;
}

/* ---------------------------------------------------------------- answers of pools */

/** Makes the packets of a pool. */
static void make_packets(const Line *line, Pool *pool, const NvSciBufAttrList *lists)
{
    for (uint32_t p = 0U; p < pool->packets; p++) {
        make_packet(line, pool, p, lists);
        DO(line, NvSciStreamPoolPacketComplete(pool->seen->block, pool->made[p]));
    }
    mark(line, pool->seen, NvSciStreamSetup_PacketExport);
}

/** A list that is reconciled takes the place of one that is not. */
static NvSciBufAttrList reconciled(NvSciBufAttrList own)
{
    NvSciBufAttrList made = NULL;
    NvSciBufAttrList conflict = NULL;

    assert_status(NvSciBufAttrListReconcile(&own, 1U, &made, &conflict), NvSciError_Success);
    NvSciBufAttrListFree(own);
    return made;
}

/** Tells of the list of an element of the primary pool; gives the one that buffers are made of. */
static NvSciBufAttrList tell_layout(const Line *line, uint32_t type, NvSciBufAttrList list)
{
    const NvSciStreamBlock pool = line->pool.seen->block;
    NvSciBufAttrList made = list;

    if (line->plan.is_vague) {
        const NvSciBufAttrList own = buf_list(line);

        DO(line, NvSciStreamBlockElementAttrSet(pool, type, own));
        NvSciBufAttrListFree(own);
    } else {
        DO(line, NvSciStreamBlockElementAttrSet(pool, type, list));
    }
    if (line->plan.near_size != 0U) {
        NvSciBufAttrListFree(list);
        made = reconciled(sized_list(line, line->plan.near_size, true));
    }
    return made;
}

static void answer_primary_elements(Line *line)
{
    NvSciBufAttrList lists[ELEMENTS] = {NULL};

    for (uint32_t e = 0U; e < line->plan.elements; e++) {
        uint32_t type = 0U;

        lists[e] = reconcile_element(line, e, &type);
        lists[e] = tell_layout(line, type, lists[e]);
    }
    mark(line, line->pool.seen, NvSciStreamSetup_ElementImport);
    mark(line, line->pool.seen, NvSciStreamSetup_ElementExport);
    make_packets(line, &line->pool, lists);
    free_lists(lists);
}

/** List that the secondary pool makes buffers of: the one that it is given, or one of its own. */
static NvSciBufAttrList list_of_far(const Line *line, NvSciBufAttrList given)
{
    NvSciBufAttrList made = given;

    if (given != NULL) {
        if (line->plan.far_size != 0U) {
            made = reconciled(sized_list(line, line->plan.far_size, true));
        }
        if (line->plan.far_picture.width != 0U) {
            made = reconciled(picture_list(line, &line->plan.far_picture));
        }
        if (made != given) {
            NvSciBufAttrListFree(given);
        }
    }
    return made;
}

static void answer_secondary_elements(Line *line)
{
    const NvSciStreamBlock pool = line->far.seen->block;
    NvSciBufAttrList lists[ELEMENTS] = {NULL};
    uint32_t count = 0U;

    DO(line, NvSciStreamBlockElementCountGet(pool, NvSciStreamBlockType_Producer, &count));
    if (!line->plan.is_lenient) {
        assert_int_equal(count, line->plan.elements);
    }
    for (uint32_t e = 0U; e < count; e++) {
        uint32_t type = 0U;

        DO(line, NvSciStreamBlockElementAttrGet(pool, NvSciStreamBlockType_Consumer, e, &type,
                                                &lists[e]));
        if (!line->plan.is_lenient) {
            assert_int_equal(type, 70U + e);
            assert_int_equal(lists[e] == NULL, (line->plan.unused >> e) & 1U);
        }
        lists[e] = list_of_far(line, lists[e]);
    }
    mark(line, line->far.seen, NvSciStreamSetup_ElementImport);
    make_packets(line, &line->far, lists);
    free_lists(lists);
}

static void answer_pool_elements(Line *line, Pool *pool)
{
    if (pool == &line->pool) {
        answer_primary_elements(line);
    } else {
        answer_secondary_elements(line);
    }
}

/* ---------------------------------------------------------------- answers of endpoints */

static bool uses(const Line *line, const End *end, uint32_t element)
{
    return (!is_behind(line, end)) || (((line->plan.unused >> element) & 1U) == 0U);
}

static void list_elements(const Line *line, const End *end)
{
    const NvSciBufAttrList list = buf_list(line);

    for (uint32_t e = 0U; e < line->plan.elements; e++) {
        DO(line, NvSciStreamBlockElementAttrSet(end->seen->block, 70U + e, list));
    }
    NvSciBufAttrListFree(list);
    mark(line, end->seen, NvSciStreamSetup_ElementExport);
}

static void answer_elements(const Line *line, const End *end)
{
    for (uint32_t e = 0U; e < line->plan.elements; e++) {
        if (!uses(line, end, e)) {
            DO(line, NvSciStreamBlockElementUsageSet(end->seen->block, e, false));
        }
    }
    mark(line, end->seen, NvSciStreamSetup_ElementImport);
    for (uint32_t e = 0U; (e < line->plan.elements) && (!line->plan.without_sync); e++) {
        const NvSciSyncAttrList list = sync_list(line, NvSciSyncAccessPerm_WaitOnly);

        if (uses(line, end, e)) {
            DO(line, NvSciStreamBlockElementWaiterAttrSet(end->seen->block, e, list));
        }
        NvSciSyncAttrListFree(list);
    }
    mark(line, end->seen, NvSciStreamSetup_WaiterAttrExport);
}

static void answer_waiters(const Line *line, End *end)
{
    for (uint32_t e = 0U; e < line->plan.elements; e++) {
        make_signal(line, end, e, uses(line, end, e) && (!line->plan.without_sync));
    }
    mark(line, end->seen, NvSciStreamSetup_WaiterAttrImport);
    for (uint32_t e = 0U; e < line->plan.elements; e++) {
        DO(line, NvSciStreamBlockElementSignalObjSet(end->seen->block, e, end->signals[e]));
    }
    mark(line, end->seen, NvSciStreamSetup_SignalObjExport);
}

static NvSciError verdict(const Line *line, const End *end)
{
    (void)line;
    (void)end;
    return NvSciError_Success;
}

static uint32_t visible_of(const Line *line, const End *end)
{
    (void)end;
    return line->plan.elements;
}

static bool is_cleared(const NvSciSyncFence *fence)
{
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;

    return memcmp(fence, &cleared, sizeof(cleared)) == 0;
}

/** Waits for the fences that another endpoint left; those from over the boundary are cleared. */
static void wait_for_fences(Line *line, const End *end, uint32_t packet, uint32_t other)
{
    const bool crosses = is_behind(line, end) || (other >= line->plan.local);

    for (uint32_t e = 0U; e < line->plan.elements; e++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        DO(line, NvSciStreamBlockPacketFenceGet(end->seen->block, end->packets[packet], other, e,
                                                &fence));
        line->wrong += (crosses && (!is_cleared(&fence)) && (!line->plan.relays)) ? 1U : 0U;
        DO(line, NvSciSyncFenceWait(&fence, line->context, 10000000));
        NvSciSyncFenceClear(&fence);
    }
}

static void write_payload(const Line *line, uint32_t packet)
{
    const End *const end = &line->producer;

    for (uint32_t e = 0U; e < line->plan.elements; e++) {
        fill(end->memory[packet][e], line->plan.size, end->payloads + e);
    }
}

/** Looks at what is in a payload: it is whole, and newer than the one before. */
static void look(Line *line, End *end, uint32_t packet)
{
    uint32_t first = 0U;

    for (uint32_t e = 0U; e < line->plan.elements; e++) {
        uint32_t number = 0U;

        if (end->memory[packet][e] != NULL) {
            line->wrong += is_whole(end->memory[packet][e], line->plan.size, &number) ? 0U : 1U;
            first = number - e;
            line->wrong += ((number >= (end->last + e))) ? 0U : 1U;
        }
    }
    line->wrong +=
        ((line->plan.queue != QUEUE_MAILBOX) && (line->plan.unused == 0U) && (first != end->last))
            ? 1U
            : 0U;
    end->last = first + 1U;
}

/** Says whether a block had an error and its end. */
static bool is_told(const Seen *seen)
{
    return seen->disconnected && (seen->errors > 0U);
}

/** Goes on for some milliseconds in which nothing more is to happen. */
static void settle_for(Line *line, uint32_t milliseconds)
{
    uint32_t quiet = 0U;

    while (quiet < milliseconds) {
        quiet = turn(line) ? 0U : (quiet + 1U);
        (void)usleep(1000U);
    }
}

static void settle(Line *line)
{
    settle_for(line, 100U);
}

/* ---------------------------------------------------------------- the whole way */

/** Streams over a boundary, in INIT and in RUNTIME. */
static void stream_over(const Plan *plan)
{
    Line line;

    make_ready(&line, plan);
    stream_payloads(&line, 5U);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    stream_payloads(&line, 60U);
    end_line(&line);
}

/**
 * Payloads come over a boundary whole and in order, smaller than a frame and much larger, through
 * the smallest frames too.
 * @verifies RF-STREAM-112 RF-STREAM-114
 */
static void payloads_are_copied_over_a_boundary(void **state)
{
    const Plan plans[] = {{.size = 64U},
                          {.size = 4096U},
                          {.size = 300000U},
                          {.table = NARROW, .size = 4096U, .packets = 4U},
                          {.queue = QUEUE_FIFO, .far_packets = 1U},
                          {.elements = 3U, .size = 5000U, .far_packets = 4U},
                          {.without_sync = true}};
    const uint32_t before = ipc_fault_count();

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        stream_over(&plans[i]);
    }
    assert_int_equal(ipc_fault_count(), before);
}

/**
 * One branch of a multicast block crosses a boundary, and there is a multicast block behind it.
 * @verifies RF-STREAM-112 RF-STREAM-114
 */
static void consumers_are_on_both_sides_of_a_boundary(void **state)
{
    const Plan plans[] = {
        {.remote = 2U},
        {.local = 1U, .size = 20000U},
        {.local = 1U, .remote = 2U, .elements = 2U, .packets = 4U, .far_packets = 3U},
        {.local = 1U, .without_sync = true},
        {.crc = true}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        stream_over(&plans[i]);
    }
}

/**
 * A stream that shares memory with one process goes on over a boundary to the next.
 * @verifies RF-STREAM-112
 */
static void a_stream_crosses_a_channel_and_a_boundary(void **state)
{
    const Plan plans[] = {{.table = MIXED, .relays = true},
                          {.table = MIXED, .relays = true, .local = 1U, .remote = 2U}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        stream_over(&plans[i]);
    }
}

/**
 * User infos and numbers of consumers cross a boundary.
 * @verifies RF-STREAM-109
 */
static void infos_cross_a_boundary(void **state)
{
    const Plan plan = {.local = 1U, .remote = 2U};
    Line line;
    uint32_t value = 0U;
    uint32_t size = sizeof(value);

    (void)state;
    make_line(&line, &plan);
    line.takes = false;
    assert_true(reached(&line, all_linked));
    assert_status(NvSciStreamConsumerIndexGet(line.consumers[2].seen->block, &value),
                  NvSciError_Success);
    assert_int_equal(value, 2U);
    assert_status(NvSciStreamBlockUserInfoGet(line.producer.seen->block,
                                              NvSciStreamBlockType_Consumer, 2U, 40U, &size,
                                              &value),
                  NvSciError_Success);
    assert_int_equal(value, 2U);
    assert_status(NvSciStreamBlockUserInfoGet(line.consumers[2].seen->block,
                                              NvSciStreamBlockType_Producer, 0U, 40U, &size,
                                              &value),
                  NvSciError_Success);
    assert_int_equal(value, 4711U);
    end_line(&line);
}

/* ---------------------------------------------------------------- setup */

/** Says whether a pool waits for its elements to be taken. */
static bool far_has_elements(Line *line)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    const Seen *const far = line->far.seen;
    bool has = false;

    if (far->connected) {
        has = (NvSciStreamBlockEventQuery(far->block, 0, &event) == NvSciError_Success);
        assert_true((!has) || (event == NvSciStreamEventType_Elements));
    }
    return has;
}

/**
 * What no consumer behind a boundary uses has no list at the secondary pool, takes no buffer and is
 * not copied; what one of two uses is.
 * @verifies RF-STREAM-111
 */
static void what_nobody_uses_is_not_copied(void **state)
{
    const Plan plans[] = {{.elements = 3U, .unused = 2U},
                          {.elements = 2U, .unused = 1U, .remote = 2U},
                          {.elements = 2U, .unused = 3U}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        stream_over(&plans[i]);
    }
}

/**
 * A secondary pool reads the layout of the primary one, has no elements of its own, and makes
 * packets between its marks ElementImport and PacketExport. To queries it is a pool.
 * @verifies RF-STREAM-110 RF-STREAM-111
 */
static void a_secondary_pool_has_its_own_windows(void **state)
{
    const Plan plan = {.elements = 2U, .unused = 2U, .far_packets = 1U};
    Line line;
    NvSciStreamBlock far = 0U;
    NvSciStreamPacket packet = 0U;
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList given = NULL;
    NvSciBufObj buffer = NULL;
    NvSciSyncAttrList waiter = NULL;
    NvSciError answered = NvSciError_Success;
    uint32_t count = 0U;
    uint32_t type = 0U;
    bool accepted = false;
    const uint64_t begin = ringfence_port_time_us();

    (void)state;
    make_line(&line, &plan);
    far = line.far.seen->block;
    assert_status(NvSciStreamPoolPacketCreate(far, 9U, &packet), NvSciError_StreamNotConnected);
    while ((!far_has_elements(&line)) && goes_on(begin)) {
        const Seen *const seen = line.far.seen;

        if (seen->connected) {
            line.far.seen = NULL;
            line.blocks[seen - line.blocks].block = 0U;
        }
        (void)turn(&line);
        line.far.seen = &line.blocks[seen - line.blocks];
        line.far.seen->block = far;
    }
    list = buf_list(&line);
    assert_status(NvSciStreamBlockElementAttrSet(far, 70U, list), NvSciError_NotSupported);
    assert_status(NvSciStreamBlockElementNotVisible(far, 70U, 0U), NvSciError_NotSupported);
    assert_status(NvSciStreamBlockElementWaiterAttrGet(far, 0U, &waiter), NvSciError_NotSupported);
    assert_status(NvSciStreamBlockSetupStatusSet(far, NvSciStreamSetup_ElementExport, true),
                  NvSciError_NotSupported);
    assert_status(NvSciStreamBlockSetupStatusSet(far, NvSciStreamSetup_PacketExport, true),
                  NvSciError_NotYetAvailable);
    assert_status(NvSciStreamPoolPacketCreate(far, 9U, &packet), NvSciError_NotYetAvailable);
    assert_status(NvSciStreamBlockElementCountGet(far, NvSciStreamBlockType_Pool, &count),
                  NvSciError_Success);
    assert_int_equal(count, 2U);
    assert_status(NvSciStreamBlockElementCountGet(far, (NvSciStreamBlockType)99, &count),
                  NvSciError_BadParameter);
    assert_status(
        NvSciStreamBlockElementAttrGet(far, NvSciStreamBlockType_Producer, 0U, &type, &given),
        NvSciError_Success);
    assert_int_equal(type, 70U);
    NvSciBufAttrListFree(list);
    list = NULL;
    assert_status(
        NvSciStreamBlockElementAttrGet(far, NvSciStreamBlockType_Consumer, 1U, &type, &list),
        NvSciError_Success);
    assert_int_equal(type, 71U);
    assert_null(list);
    assert_status(NvSciStreamBlockElementAttrGet(far, NvSciStreamBlockType_Pool, 2U, &type, &list),
                  NvSciError_BadParameter);
    mark(&line, line.far.seen, NvSciStreamSetup_ElementImport);
    assert_status(NvSciStreamBlockElementCountGet(far, NvSciStreamBlockType_Pool, &count),
                  NvSciError_NoLongerAvailable);
    assert_status(NvSciStreamBlockSetupStatusSet(far, NvSciStreamSetup_PacketExport, true),
                  NvSciError_InsufficientData);
    assert_status(NvSciStreamPoolPacketCreate(far, 9U, &packet), NvSciError_Success);
    assert_status(NvSciStreamPoolPacketCreate(far, 10U, &packet), NvSciError_Overflow);
    assert_status(NvSciBufObjAlloc(given, &buffer), NvSciError_Success);
    assert_status(NvSciStreamPoolPacketInsertBuffer(far, packet, 1U, buffer),
                  NvSciError_InconsistentData);
    assert_cause("no consumer here uses the element; insert no buffer for it");
    assert_status(NvSciStreamPoolPacketInsertBuffer(far, packet, 2U, buffer),
                  NvSciError_IndexOutOfRange);
    assert_status(NvSciStreamPoolPacketComplete(far, packet), NvSciError_InsufficientData);
    assert_status(NvSciStreamPoolPacketStatusAcceptGet(far, packet, &accepted),
                  NvSciError_NotYetAvailable);
    assert_status(NvSciStreamPoolPacketInsertBuffer(far, packet, 0U, buffer), NvSciError_Success);
    assert_status(NvSciStreamPoolPacketComplete(far, packet), NvSciError_Success);
    mark(&line, line.far.seen, NvSciStreamSetup_PacketExport);
    assert_status(NvSciStreamPoolPacketCreate(far, 9U, &packet), NvSciError_NoLongerAvailable);
    line.far.made[0] = packet;
    assert_true(reached(&line, all_ready));
    assert_int_equal(line.far.accepted, 1U);
    assert_status(NvSciStreamPoolPacketStatusValueGet(far, packet, NvSciStreamBlockType_Producer,
                                                      0U, &answered),
                  NvSciError_NoLongerAvailable);
    NvSciBufObjFree(buffer);
    NvSciBufAttrListFree(given);
    stream_payloads(&line, 3U);
    end_line(&line);
}

/**
 * A source at a boundary does not come late.
 * @verifies RF-STREAM-109 RF-STREAM-255
 */
static void late_consumers_do_not_cross_a_boundary(void **state)
{
    const Plan plan = {.local = 1U, .is_open = true};
    NvSciIpcEndpoint spare = 0U;
    NvSciStreamBlock late = 0U;
    Line line;

    (void)state;
    use_table(USUAL "INTER_CHIP left right 16 4096\n");
    make_part(&line, &plan, true, true);
    link_part(&line);
    assert_true(reached(&line, all_ready));
    stream_payloads(&line, 3U);
    spare = open_and_reset("left");
    assert_status(NvSciStreamIpcSrcCreate(spare, line.syncs, line.bufs, &late), NvSciError_Success);
    assert_status(NvSciStreamBlockConnect(line.fans[0]->block, late), NvSciError_Success);
    assert_status(
        NvSciStreamBlockSetupStatusSet(line.fans[0]->block, NvSciStreamSetup_Connect, true),
        NvSciError_NotSupported);
    assert_cause("nobody comes late behind a memory boundary; connect all before the stream is "
                 "complete");
    assert_status(NvSciStreamBlockDelete(late), NvSciError_Success);
    stream_payloads(&line, 3U);
    end_line(&line);
    close_endpoint_of(spare);
}

/** Asserts what calls of a secondary pool give at a step of setup. */
static void expect_windows(NvSciStreamBlock far, NvSciStreamPacket packet, NvSciError elements,
                           NvSciError making, NvSciError answers)
{
    NvSciStreamPacket made = 0U;
    NvSciError value = NvSciError_Success;
    uint32_t count = 0U;
    bool accepted = false;

    assert_status(NvSciStreamBlockElementCountGet(far, NvSciStreamBlockType_Producer, &count),
                  elements);
    assert_status(NvSciStreamPoolPacketCreate(far, 55U, &made), making);
    assert_status(NvSciStreamPoolPacketComplete(far, packet), making);
    assert_status(NvSciStreamPoolPacketStatusAcceptGet(far, packet, &accepted), answers);
    assert_status(
        NvSciStreamPoolPacketStatusValueGet(far, packet, NvSciStreamBlockType_Consumer, 0U, &value),
        answers);
}

static bool far_is_connected(Line *line)
{
    return line->far.seen->connected;
}

/**
 * Each window of a secondary pool gives its errors before it opens and after it closes, and what
 * pools do not have is refused. A packet of it can be deleted while packets move.
 * @verifies RF-STREAM-110
 */
static void windows_of_a_secondary_pool_have_two_sides(void **state)
{
    const Plan plan = {.far_packets = 2U};
    const NvSciError before = NvSciError_NotYetAvailable;
    const NvSciError after = NvSciError_NoLongerAvailable;
    NvSciStreamCookie cookie = 0U;
    NvSciStreamBlock far = 0U;
    Line line;

    (void)state;
    make_line(&line, &plan);
    far = line.far.seen->block;
    expect_windows(far, 77U, NvSciError_StreamNotConnected, NvSciError_StreamNotConnected,
                   NvSciError_StreamNotConnected);
    line.takes = false;
    assert_true(reached(&line, far_is_connected));
    if (line.far.made[0] == 0U) {
        expect_windows(far, 77U, before, before, before);
    }
    assert_status(NvSciStreamBlockSetupStatusSet(far, NvSciStreamSetup_WaiterAttrExport, true),
                  NvSciError_NotSupported);
    assert_status(NvSciStreamProducerPacketGet(far, &cookie), NvSciError_NotSupported);
    line.takes = true;
    assert_true(reached(&line, all_ready));
    expect_windows(far, line.far.made[0], after, after, after);
    assert_status(NvSciStreamBlockSetupStatusSet(far, NvSciStreamSetup_PacketImport, true),
                  NvSciError_AlreadyDone);
    stream_payloads(&line, 5U);
    assert_status(NvSciStreamPoolPacketDelete(far, line.far.made[0]), NvSciError_Success);
    assert_status(NvSciStreamPoolPacketDelete(far, line.far.made[0]), NvSciError_StreamBadPacket);
    stream_payloads(&line, 5U);
    end_line(&line);
}

/** Makes the primary pool's packets of a list without access of the CPU. The layout is not
 * reconciled, so it goes to those who did not ask for it. */
static void make_blind_packets(Line *line)
{
    NvSciBufAttrList own = sized_list(line, line->plan.size, false);
    NvSciBufAttrList lists[ELEMENTS] = {NULL};
    NvSciBufAttrList conflict = NULL;

    assert_status(NvSciBufAttrListReconcile(&own, 1U, &lists[0], &conflict), NvSciError_Success);
    assert_status(NvSciStreamBlockElementAttrSet(line->pool.seen->block, 70U, own),
                  NvSciError_Success);
    mark(line, line->pool.seen, NvSciStreamSetup_ElementImport);
    mark(line, line->pool.seen, NvSciStreamSetup_ElementExport);
    line->is_blind = true;
    make_packets(line, &line->pool, lists);
    NvSciBufAttrListFree(own);
    free_lists(lists);
}

/**
 * A chip block answers for packets in the place of the other end, and refuses one whose memory the
 * CPU does not reach.
 * @verifies RF-STREAM-112
 */
static void memory_out_of_reach_is_refused(void **state)
{
    const Plan plan = {.packets = 1U, .is_lenient = true};
    Line line;
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    NvSciError status = NvSciError_Success;
    bool accepted = true;
    const uint64_t begin = ringfence_port_time_us();
    Seen *pool = NULL;
    NvSciStreamBlock block = 0U;

    (void)state;
    make_line(&line, &plan);
    pool = line.pool.seen;
    block = pool->block;
    /* The pool is asked here alone. */
    while ((event != NvSciStreamEventType_PacketStatus) && goes_on(begin)) {
        pool->block = 0U;
        (void)turn(&line);
        pool->block = block;
        if (NvSciStreamBlockEventQuery(block, 0, &event) == NvSciError_Success) {
            if (event == NvSciStreamEventType_Elements) {
                make_blind_packets(&line);
            }
        }
    }
    assert_status(NvSciStreamPoolPacketStatusAcceptGet(block, line.pool.made[0], &accepted),
                  NvSciError_Success);
    assert_false(accepted);
    assert_status(NvSciStreamPoolPacketStatusValueGet(block, line.pool.made[0],
                                                      NvSciStreamBlockType_Consumer, 0U, &status),
                  NvSciError_Success);
    assert_status(status, NvSciError_BadParameter);
    assert_status(NvSciStreamPoolPacketStatusValueGet(block, line.pool.made[0],
                                                      NvSciStreamBlockType_Producer, 0U, &status),
                  NvSciError_Success);
    end_line(&line);
}

/** A call that makes a block and is refused: nothing is made. */
static void expect_no_block(const Line *line, bool is_source, NvSciIpcEndpoint endpoint,
                            NvSciStreamBlock partner, NvSciError expected)
{
    NvSciStreamBlock block = 77U;

    if (is_source) {
        assert_status(NvSciStreamIpcSrcCreate2(endpoint, line->syncs, line->bufs, partner, &block),
                      expected);
    } else {
        assert_status(NvSciStreamIpcDstCreate2(endpoint, line->syncs, line->bufs, partner, &block),
                      expected);
    }
    assert_int_equal(block, 77U);
}

/**
 * A source takes a queue that is free, a destination needs a pool that is free.
 * @verifies RF-STREAM-109 RF-STREAM-255
 */
static void blocks_at_a_boundary_take_queues_and_pools(void **state)
{
    const Plan plan = {.queue = QUEUE_FIFO};
    NvSciIpcEndpoint spare[2] = {0U, 0U};
    NvSciStreamBlock block = 77U;
    NvSciStreamBlock other = 0U;
    Line line;

    (void)state;
    use_table("INTER_CHIP up down 16 4096\nINTER_CHIP left right 16 4096\n");
    make_part(&line, &plan, true, true);
    spare[0] = open_and_reset("left");
    spare[1] = open_and_reset("right");
    assert_status(NvSciStreamIpcDstCreate(spare[1], line.syncs, line.bufs, &block),
                  NvSciError_BadParameter);
    expect_no_block(&line, false, spare[1], 0U, NvSciError_BadParameter);
    assert_cause("an IPC destination across a memory boundary needs a pool, a source there may "
                 "have a queue, and others have neither");
    /* Those that are bound, those of another type, none. */
    expect_no_block(&line, true, spare[0], line.blocks[0].block, NvSciError_InsufficientResource);
    expect_no_block(&line, false, spare[1], line.pool.seen->block, NvSciError_InsufficientResource);
    expect_no_block(&line, false, spare[1], line.far.seen->block, NvSciError_BadParameter);
    expect_no_block(&line, true, spare[0], line.pool.seen->block, NvSciError_BadParameter);
    expect_no_block(&line, false, spare[1], line.blocks[0].block, NvSciError_BadParameter);
    expect_no_block(&line, true, spare[0], 4711U, NvSciError_StreamBadBlock);
    expect_no_block(&line, true, line.ends[0], 0U, NvSciError_InsufficientResource);
    /* One that was refused left its queue and its endpoint free. */
    assert_status(NvSciStreamMailboxQueueCreate(&other), NvSciError_Success);
    assert_status(NvSciStreamIpcSrcCreate2(spare[0], line.syncs, line.bufs, other, &block),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockConnect(other, block), NvSciError_AccessDenied);
    assert_status(NvSciStreamBlockConnect(line.target->block, line.far.seen->block),
                  NvSciError_AccessDenied);
    assert_status(NvSciStreamBlockDelete(block), NvSciError_Success);
    assert_status(NvSciStreamBlockDelete(other), NvSciError_Success);
    close_endpoint_of(spare[0]);
    close_endpoint_of(spare[1]);
    link_part(&line);
    assert_true(reached(&line, all_ready));
    end_line(&line);
}

/**
 * A payload for a buffer of another size is an error of the destination, and the end of both.
 * @verifies RF-STREAM-117 RF-STREAM-255
 */
static void buffers_of_other_sizes_are_an_error(void **state)
{
    const Plan plan = {.size = 4096U, .far_size = 8192U, .is_vague = true};
    NvSciError error = NvSciError_Success;
    Line line;

    (void)state;
    make_ready(&line, &plan);
    line.plan.is_lenient = true;
    line.budget = 100U;
    assert_true(reached(&line, all_disconnected));
    assert_int_equal(line.target->errors, 1U);
    assert_status(NvSciStreamBlockErrorGet(line.target->block, &error), NvSciError_Success);
    assert_status(error, NvSciError_InconsistentData);
    assert_cause(OTHER_LAYOUT);
    assert_int_equal(line.consumers[0].payloads, 0U);
    end_line(&line);
}

/** Pictures: two of as many bytes, and one of another format. */
#define WIDE_PICTURE                                                                               \
    {                                                                                              \
        128U, 64U, NvSciColor_A8B8G8R8                                                             \
    }
#define HIGH_PICTURE                                                                               \
    {                                                                                              \
        64U, 128U, NvSciColor_A8B8G8R8                                                             \
    }
#define OTHER_PICTURE                                                                              \
    {                                                                                              \
        128U, 64U, NvSciColor_A8R8G8B8                                                             \
    }
/** Bytes of each. */
#define PICTURE_BYTES (128U * 64U * 4U)

static bool far_answered(Line *line)
{
    return line->far.statuses == line->far.packets;
}

static bool near_answered(Line *line)
{
    return line->pool.statuses == line->pool.packets;
}

/** A block says that the buffers on its side are laid out otherwise, and takes no packet. */
static void expect_other_layout(const Plan *plan, bool is_near)
{
    NvSciError error = NvSciError_Success;
    const Seen *block = NULL;
    const Pool *pool = NULL;
    Line line;

    make_line(&line, plan);
    block = is_near ? line.source : line.target;
    pool = is_near ? &line.pool : &line.far;
    assert_true(reached(&line, is_near ? &near_answered : &far_answered));
    assert_int_equal(pool->accepted, 0U);
    for (uint32_t p = 0U; p < pool->packets; p++) {
        assert_status(NvSciStreamPoolPacketStatusValueGet(pool->seen->block, pool->made[p],
                                                          is_near ? NvSciStreamBlockType_Consumer
                                                                  : NvSciStreamBlockType_Producer,
                                                          0U, &error),
                      NvSciError_Success);
        assert_status(error, NvSciError_InconsistentData);
    }
    settle_for(&line, 20U);
    assert_int_equal(block->errors, 1U);
    assert_status(NvSciStreamBlockErrorGet(block->block, &error), NvSciError_Success);
    assert_status(error, NvSciError_InconsistentData);
    assert_cause(OTHER_LAYOUT);
    assert_int_equal(is_near ? line.target->errors : line.source->errors, 0U);
    assert_false(all_ready(&line));
    end_line(&line);
}

/**
 * Buffers that are not laid out as the list of the primary pool says are refused before a payload
 * is copied: other sizes, other pictures of the same size, another format, another type.
 * @verifies RF-STREAM-157
 */
static void buffers_of_other_layouts_are_refused(void **state)
{
    const Plan far[] = {
        {.size = 4096U, .far_size = 8192U},
        {.picture = WIDE_PICTURE, .far_picture = HIGH_PICTURE},
        {.picture = WIDE_PICTURE, .far_picture = OTHER_PICTURE, .elements = 2U, .unused = 1U},
        {.picture = WIDE_PICTURE, .far_size = PICTURE_BYTES},
        {.size = PICTURE_BYTES, .far_picture = WIDE_PICTURE}};
    const Plan near = {.size = 4096U, .near_size = 8192U};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(far); i++) {
        expect_other_layout(&far[i], false);
    }
    expect_other_layout(&near, true);
}

/**
 * Pictures that both sides make of the same values are copied.
 * @verifies RF-STREAM-157
 */
static void pictures_of_the_same_layout_are_copied(void **state)
{
    const Plan plan = {.size = 4096U, .picture = WIDE_PICTURE, .far_picture = WIDE_PICTURE};
    Line line;

    (void)state;
    make_ready(&line, &plan);
    stream_payloads(&line, 5U);
    assert_int_equal(line.target->errors, 0U);
    end_line(&line);
}

/* ---------------------------------------------------------------- hostile peers */

/** A message of a peer that fits into one frame. */
typedef struct {
    uint32_t kind;
    uint32_t length;
    uint32_t body[6];
} Message;

/** Most messages that a peer sends. */
#define MESSAGES 8U

/** Sends a message as a peer would. */
static void speak(NvSciIpcEndpoint peer, const Message *message)
{
    uint32_t frame[9] = {8U + message->length, (3U << 16U) | message->kind, message->length};
    const uint64_t begin = ringfence_port_time_us();
    NvSciError status = NvSciError_InsufficientMemory;
    uint32_t bytes = 0U;

    (void)memcpy(&frame[3], message->body, sizeof(message->body));
    while ((status == NvSciError_InsufficientMemory) && goes_on(begin)) {
        status = NvSciIpcWriteSafe(peer, frame, sizeof(frame), &bytes);
        if (status == NvSciError_InsufficientMemory) {
            uint8_t rest[64];

            (void)NvSciIpcReadSafe(peer, rest, sizeof(rest), &bytes);
        }
    }
}

/** The block at one end, whose peer says some things, tells of an error and is disconnected. The
 * consumer sees nothing. */
static void expect_error_of(bool is_source, const Message *messages, uint32_t count)
{
    const Plan plan = {.is_lenient = true, .without_sync = true};
    const uint64_t begin = ringfence_port_time_us();
    NvSciIpcEndpoint peer = 0U;
    NvSciError error = NvSciError_Success;
    Seen *seen = NULL;
    Line line;

    use_table(USUAL);
    make_part(&line, &plan, is_source, !is_source);
    link_part(&line);
    line.budget = 100U;
    seen = is_source ? line.source : line.target;
    peer = open_and_reset(is_source ? "down" : "up");
    (void)wait_for(peer, NV_SCI_IPC_EVENT_CONN_EST);
    for (uint32_t i = 0U; i < count; i++) {
        /* What goes before has its effect first. */
        for (uint32_t k = 0U; k < 20U; k++) {
            uint8_t rest[4096];
            uint32_t bytes = 0U;

            (void)turn(&line);
            (void)NvSciIpcReadSafe(peer, rest, sizeof(rest), &bytes);
            (void)usleep(200U);
        }
        speak(peer, &messages[i]);
    }
    while ((!is_told(seen)) && goes_on(begin)) {
        (void)turn(&line);
        (void)usleep(50U);
    }
    assert_true(seen->disconnected);
    assert_status(NvSciStreamBlockErrorGet(seen->block, &error), NvSciError_Success);
    assert_status(error, NvSciError_StreamInternalError);
    assert_int_equal(line.consumers[0].payloads, 0U);
    end_line(&line);
    close_endpoint_of(peer);
}

#define HELLO_OF_SOURCE                                                                            \
    {                                                                                              \
        1U, 4U,                                                                                    \
        {                                                                                          \
            3U                                                                                     \
        }                                                                                          \
    }
#define HELLO_OF_TARGET                                                                            \
    {                                                                                              \
        1U, 4U,                                                                                    \
        {                                                                                          \
            2U                                                                                     \
        }                                                                                          \
    }
#define COMPLETE                                                                                   \
    {                                                                                              \
        2U, 20U,                                                                                   \
        {                                                                                          \
            1U, 0U, 0U, 1U, 0U                                                                     \
        }                                                                                          \
    }
#define CONNECTED                                                                                  \
    {                                                                                              \
        3U, 12U,                                                                                   \
        {                                                                                          \
            0U, 1U, 0U                                                                             \
        }                                                                                          \
    }

/**
 * Messages that other ends have, that come too early, or that cannot be true, end the connection.
 * @verifies RF-STREAM-117
 */
static void what_cannot_be_true_ends_the_connection(void **state)
{
    const Message up[] = {
        /* Ends that share memory; one that is a source as well; a payload for a source; what ends
         * that share memory have; credits before there is a stream. */
        {1U, 4U, {0U}},
        {1U, 4U, {3U}},
        {18U, 4U, {0U}},
        {15U, 8U, {0U, 0U}},
        {9U, 16U, {0U, 0U, 0U, 0U}},
        {10U, 16U, {0U, 0U, 0U, 0U}},
        {11U, 16U, {0U, 0U}},
        {20U, 4U, {1U}},
        {21U, 4U, {1U}}};
    const Message down[] = {{1U, 4U, {1U}},      {1U, 4U, {2U}},      {20U, 4U, {1U}},
                            {14U, 8U, {0U, 0U}}, {7U, 12U, {0U, 0U}}, {8U, 8U, {0U, 0U}},
                            {16U, 4U, {0U}},     {18U, 4U, {1U}},     {19U, 8U, {1U, 1U}},
                            {13U, 0U, {0U}}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(up); i++) {
        const Message behind[] = {HELLO_OF_TARGET, COMPLETE, up[i]};

        expect_error_of(true, &up[i], 1U);
        if (up[i].kind != 1U) {
            expect_error_of(true, behind, 3U);
        }
    }
    for (uint32_t i = 0U; i < COUNT_OF(down); i++) {
        const Message behind[] = {HELLO_OF_SOURCE, CONNECTED, down[i]};

        expect_error_of(false, &down[i], 1U);
        if (down[i].kind != 1U) {
            expect_error_of(false, behind, 3U);
        }
    }
}

/** A row of messages that comes while packets move, from the end of a block that is silent itself,
 * and what the other block tells of. */
typedef struct {
    NvSciError error;
    uint32_t count;
    Message messages[MESSAGES];
} Lie;

/** Asserts that a block tells of an error, and that the consumer saw no more payloads than came
 * whole. */
static void expect_lie(bool to_source, const Lie *lie, uint32_t whole)
{
    const Plan plan = {.size = 64U, .without_sync = true};
    const uint64_t begin = ringfence_port_time_us();
    NvSciError error = NvSciError_Success;
    const Seen *seen = NULL;
    Line line;

    make_ready(&line, &plan);
    seen = to_source ? line.source : line.target;
    line.plan.is_lenient = true;
    line.releases = false;
    settle_for(&line, 10U);
    for (uint32_t i = 0U; i < lie->count; i++) {
        speak(line.ends[to_source ? 1U : 0U], &lie->messages[i]);
    }
    line.budget = 100U;
    while ((!is_told(seen)) && goes_on(begin)) {
        line.budget = line.producer.payloads;
        (void)turn(&line);
        (void)usleep(50U);
    }
    assert_true(seen->disconnected);
    settle_for(&line, 5U);
    assert_status(NvSciStreamBlockErrorGet(seen->block, &error), NvSciError_Success);
    assert_status(error, lie->error);
    assert_int_equal(line.consumers[0].payloads, whole);
    end_line(&line);
}

#define UNTRUE NvSciError_StreamInternalError
#define PAYLOAD                                                                                    \
    {                                                                                              \
        18U, 12U,                                                                                  \
        {                                                                                          \
            1U, 64U, 0U                                                                            \
        }                                                                                          \
    }
#define DATA                                                                                       \
    {                                                                                              \
        19U, 24U,                                                                                  \
        {                                                                                          \
            0U                                                                                     \
        }                                                                                          \
    }

/**
 * Payloads without room, of other elements or sizes, bytes that are none of a payload or more than
 * it has, and credits that there cannot be, end the connection. What did not come whole is not
 * seen.
 * @verifies RF-STREAM-117
 */
static void payloads_that_lie_end_the_connection(void **state)
{
    const Lie down[] = {{UNTRUE, 1U, {{18U, 12U, {2U, 64U, 0U}}}},
                        {UNTRUE, 1U, {{18U, 4U, {0U}}}},
                        {UNTRUE, 1U, {{18U, 4U, {1U}}}},
                        {UNTRUE, 1U, {{18U, 20U, {1U, 64U, 0U, 64U, 0U}}}},
                        {NvSciError_InconsistentData, 1U, {{18U, 12U, {1U, 65U, 0U}}}},
                        {NvSciError_InconsistentData, 1U, {{18U, 12U, {1U, 64U, 1U}}}},
                        {UNTRUE, 1U, {DATA}},
                        {UNTRUE, 2U, {PAYLOAD, PAYLOAD}},
                        {UNTRUE, 4U, {PAYLOAD, DATA, DATA, DATA}},
                        {UNTRUE, 2U, {PAYLOAD, {19U, 0U, {0U}}}}};
    const Lie full = {UNTRUE,
                      7U,
                      {{18U, 12U, {1U, 64U, 0U}},
                       DATA,
                       DATA,
                       {19U, 16U, {0U}},
                       PAYLOAD,
                       {19U, 16U, {0U}},
                       PAYLOAD}};
    const Lie up[] = {{UNTRUE, 1U, {{20U, 4U, {0U}}}},
                      {UNTRUE, 1U, {{20U, 4U, {65536U}}}},
                      {UNTRUE, 1U, {{20U, 4U, {65535U}}}},
                      {UNTRUE, 2U, {{20U, 4U, {65000U}}, {20U, 4U, {65000U}}}}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(down); i++) {
        expect_lie(false, &down[i], 0U);
    }
    expect_lie(false, &full, 1U);
    for (uint32_t i = 0U; i < COUNT_OF(up); i++) {
        expect_lie(true, &up[i], 0U);
    }
}

/* ---------------------------------------------------------------- payloads */

/**
 * Originals go back when they are copied, while consumers hold the copies; then they wait at the
 * source, and all come over when copies are free.
 * @verifies RF-STREAM-114 RF-STREAM-115
 */
static void payloads_wait_until_there_is_room(void **state)
{
    const Plan plan = {.packets = 3U, .far_packets = 2U, .size = 10000U};
    Line line;

    (void)state;
    make_ready(&line, &plan);
    line.releases = false;
    line.budget = 100U;
    settle(&line);
    /* Two are copied, three wait. */
    assert_int_equal(line.producer.payloads, 5U);
    assert_int_equal(line.consumers[0].payloads, 2U);
    assert_int_equal(line.consumers[0].holds, 2U);
    release(&line, &line.consumers[0]);
    settle(&line);
    assert_int_equal(line.producer.payloads, 6U);
    assert_int_equal(line.consumers[0].payloads, 3U);
    line.releases = true;
    while (line.consumers[0].holds > 0U) {
        release(&line, &line.consumers[0]);
    }
    assert_true(reached(&line, all_came));
    end_line(&line);
}

/**
 * With a mailbox the newest payload waits at the source, and the one before it goes back.
 * @verifies RF-STREAM-116
 */
static void a_mailbox_keeps_the_newest(void **state)
{
    const Plan plan = {
        .packets = 3U, .far_packets = 1U, .queue = QUEUE_MAILBOX, .without_sync = true};
    Line line;

    (void)state;
    make_ready(&line, &plan);
    line.releases = false;
    line.budget = 50U;
    settle(&line);
    assert_int_equal(line.producer.payloads, 50U);
    assert_int_equal(line.consumers[0].payloads, 1U);
    release(&line, &line.consumers[0]);
    settle(&line);
    assert_int_equal(line.consumers[0].payloads, 2U);
    assert_int_equal(line.consumers[0].last, 50U);
    end_line(&line);
}

/**
 * A payload is not copied before the producer's fences are reached.
 * @verifies RF-STREAM-113 RF-STREAM-114
 */
static void a_source_waits_for_the_producer(void **state)
{
    const Plan plan = {.signals_late = true, .elements = 2U};
    Line line;

    (void)state;
    make_ready(&line, &plan);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    for (uint32_t i = 0U; i < 5U; i++) {
        line.budget = i + 1U;
        settle(&line);
        assert_int_equal(line.producer.payloads, i + 1U);
        assert_int_equal(line.consumers[0].payloads, i);
        signal_all(&line, &line.producer);
        assert_true(reached(&line, all_came));
    }
    end_line(&line);
}

/**
 * A copy is not overwritten before the fences of the consumer who had it are reached.
 * @verifies RF-STREAM-113 RF-STREAM-115
 */
static void a_destination_waits_for_the_consumer(void **state)
{
    const Plan plan = {.far_packets = 1U};
    Line line;
    End *end = NULL;

    (void)state;
    make_ready(&line, &plan);
    end = &line.consumers[0];
    line.releases = false;
    line.budget = 2U;
    settle(&line);
    assert_int_equal(end->payloads, 1U);
    /* Released, with a fence that is pending. */
    leave_fences(&line, end, end->held[0]);
    assert_status(NvSciStreamConsumerPacketRelease(end->seen->block, end->packets[end->held[0]]),
                  NvSciError_Success);
    end->holds = 0U;
    settle(&line);
    assert_int_equal(end->payloads, 1U);
    signal_all(&line, end);
    assert_true(reached(&line, all_came));
    end_line(&line);
}

/** Makes what the producer signals an object of another process; gives the end that keeps that one
 * alive. */
static int32_t leave_to_another_process(NvSciSyncObj handle)
{
    SyncObject *const object = object_of(handle);
    PortLiveness life = {-1, -1};

    assert_int_equal(port_liveness_make(&life), PORT_OK);
    object->parts.life.watch = life.watch;
    port_store32(&object->shared, 1U);
    port_store32(&object->watched, 1U);
    return life.keep;
}

/** Presents a payload with a fence that nobody will reach. */
static void present_with_fence_of(const Line *line, NvSciSyncObj object)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciStreamCookie cookie = 0U;
    const NvSciStreamBlock producer = line->producer.seen->block;
    NvSciStreamPacket packet = 0U;

    assert_status(NvSciStreamProducerPacketGet(producer, &cookie), NvSciError_Success);
    packet = line->producer.packets[cookie - 100U];
    assert_status(NvSciSyncObjGenerateFence(object, &fence), NvSciError_Success);
    assert_status(NvSciStreamBlockPacketFenceSet(producer, packet, 0U, &fence), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    assert_status(NvSciStreamProducerPacketPresent(producer, packet), NvSciError_Success);
}

static bool source_has_error(Line *line)
{
    return line->source->errors > 0U;
}

/**
 * A payload whose fence cannot be waited for is not copied and goes back; the source tells of the
 * error, and the next payload comes.
 * @verifies RF-STREAM-113
 */
static void a_payload_whose_fence_fails_goes_back(void **state)
{
    const Plan plan = {.packets = 1U, .elements = 1U};
    NvSciSyncObj object = NULL;
    NvSciError error = NvSciError_Success;
    int32_t keep = -1;
    Line line;

    (void)state;
    make_ready(&line, &plan);
    object = line.producer.signals[0];
    keep = leave_to_another_process(object);
    present_with_fence_of(&line, object);
    ringfence_port_descriptor_close(keep);
    assert_true(reached(&line, source_has_error));
    assert_status(NvSciStreamBlockErrorGet(line.source->block, &error), NvSciError_Success);
    assert_status(error, NvSciError_NoSuchProcess);
    assert_int_equal(line.consumers[0].payloads, 0U);
    /* The next ones come without fences. */
    line.producer.signals[0] = NULL;
    line.plan.without_sync = true;
    stream_payloads(&line, 3U);
    NvSciSyncObjFree(object);
    end_line(&line);
}

/* ---------------------------------------------------------------- drivers */

/** Gives both ends to a service of the program. */
static void serve(const Line *line, NvSciEventLoopService *service, NvSciEventNotifier **notifiers)
{
    uint32_t count = 3U;

    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line->source->block, &service->EventService, &count, notifiers),
                  NvSciError_Success);
    assert_status(NvSciStreamBlockInternalEventServiceSetup(
                      line->target->block, &service->EventService, &count, &notifiers[3]),
                  NvSciError_Success);
}

static void end_service(NvSciEventLoopService *service, NvSciEventNotifier **notifiers)
{
    for (uint32_t i = 0U; i < 6U; i++) {
        notifiers[i]->Delete(notifiers[i]);
    }
    delete_service_of(service);
}

/**
 * An event service of the program copies, and waits for fences, without a thread of the library.
 * @verifies RF-STREAM-118
 */
static void a_service_of_the_program_copies(void **state)
{
    const Plan plan = {.size = 200000U, .signals_late = true};
    const uint64_t begin = ringfence_port_time_us();
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[6] = {NULL};
    uint32_t looks = 0U;
    Line line;

    (void)state;
    use_table(USUAL);
    make_part(&line, &plan, true, true);
    serve(&line, service, notifiers);
    link_part(&line);
    line.budget = 10U;
    while ((!all_came(&line)) && goes_on(begin)) {
        if (!turn(&line)) {
            (void)service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U, 1000, NULL);
        }
        looks++;
        if ((line.unsignalled > 0U) && ((looks % 8U) == 0U)) {
            signal_all(&line, &line.producer);
            line.unsignalled--;
        }
    }
    assert_int_equal(line.consumers[0].payloads, 10U);
    end_line(&line);
    end_service(service, notifiers);
}

/**
 * A loop of the program copies by NvSciStreamBlockHandleInternalEvents() alone.
 * @verifies RF-STREAM-118
 */
static void a_loop_of_the_program_copies(void **state)
{
    const Plan plan = {.remote = 2U, .size = 200000U};
    const uint64_t begin = ringfence_port_time_us();
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[6] = {NULL};
    Line line;

    (void)state;
    use_table(USUAL);
    make_part(&line, &plan, true, true);
    serve(&line, service, notifiers);
    link_part(&line);
    line.budget = 10U;
    while ((!all_came(&line)) && goes_on(begin)) {
        (void)turn(&line);
        assert_status(NvSciStreamBlockHandleInternalEvents(line.source->block), NvSciError_Success);
        assert_status(NvSciStreamBlockHandleInternalEvents(line.target->block), NvSciError_Success);
    }
    assert_int_equal(line.consumers[1].payloads, 10U);
    end_line(&line);
    end_service(service, notifiers);
}

/**
 * A call copies no more than a bounded number of frames, however large the payload is.
 * @verifies RF-STREAM-118
 */
static void a_call_copies_a_bounded_number_of_bytes(void **state)
{
    const Plan plan = {
        .table = "INTER_CHIP up down 4096 4096\n", .size = 1000000U, .without_sync = true};
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[6] = {NULL};
    uint32_t calls = 0U;
    const uint64_t begin = ringfence_port_time_us();
    Line line;

    (void)state;
    use_table(plan.table);
    make_part(&line, &plan, true, true);
    serve(&line, service, notifiers);
    link_part(&line);
    while ((!all_ready(&line)) && goes_on(begin)) {
        (void)turn(&line);
        assert_status(NvSciStreamBlockHandleInternalEvents(line.source->block), NvSciError_Success);
        assert_status(NvSciStreamBlockHandleInternalEvents(line.target->block), NvSciError_Success);
    }
    /* The channel has room for all of it. */
    line.budget = 1U;
    while ((line.producer.payloads == 0U) && goes_on(begin)) {
        (void)turn(&line);
        assert_status(NvSciStreamBlockHandleInternalEvents(line.source->block), NvSciError_Success);
        assert_status(NvSciStreamBlockHandleInternalEvents(line.target->block), NvSciError_Success);
    }
    while ((line.consumers[0].payloads == 0U) && goes_on(begin)) {
        (void)turn(&line);
        assert_status(NvSciStreamBlockHandleInternalEvents(line.source->block), NvSciError_Success);
        assert_status(NvSciStreamBlockHandleInternalEvents(line.target->block), NvSciError_Success);
        calls++;
    }
    assert_in_range(calls, 1000000U / 1024U / 64U, 1000U);
    end_line(&line);
    end_service(service, notifiers);
}

/* ---------------------------------------------------------------- ends */

/**
 * Whichever block is deleted in whichever state, all others are told, and all can be deleted.
 * @verifies RF-STREAM-119
 */
static void the_end_of_a_block_crosses_a_boundary(void **state)
{
    const Plan plan = {.size = 30000U, .queue = QUEUE_FIFO};

    (void)state;
    for (uint32_t i = 0U; i < 8U; i++) {
        /* With the first event both ends know one another. */
        for (uint32_t events = 1U; events < 45U; events += 4U) {
            Line line;
            const uint64_t begin = ringfence_port_time_us();

            make_line(&line, &plan);
            assert_int_equal(line.count, 8U);
            line.budget = 1000000U;
            while ((line.answered < events) && goes_on(begin)) {
                (void)turn(&line);
            }
            line.plan.is_lenient = true;
            delete_block(&line.blocks[i]);
            assert_true(reached(&line, all_disconnected));
            assert_int_equal(line.wrong, 0U);
            end_line(&line);
        }
    }
}

/** All that was presented came. */
static bool all_presented_came(Line *line)
{
    return line->consumers[0].payloads == line->producer.payloads;
}

/**
 * What waits at the source when the producer goes is copied still, then both ends are told.
 * @verifies RF-STREAM-119
 */
static void what_was_presented_comes_after_the_end(void **state)
{
    const Plan plan = {.packets = 4U, .far_packets = 1U, .size = 50000U};
    Line line;

    (void)state;
    make_ready(&line, &plan);
    line.releases = false;
    line.budget = 4U;
    assert_true(reached(&line, all_presented));
    settle(&line);
    assert_int_equal(line.consumers[0].payloads, 1U);
    delete_block(line.producer.seen);
    settle(&line);
    assert_false(line.source->disconnected);
    line.releases = true;
    release(&line, &line.consumers[0]);
    assert_true(reached(&line, all_presented_came));
    line.plan.is_lenient = true;
    line.budget += 100U;
    assert_true(reached(&line, all_disconnected));
    end_line(&line);
}

/**
 * A consumer that hangs behind a boundary is cut off; the others go on.
 * @verifies RF-STREAM-119
 */
static void a_hanging_consumer_is_cut_off(void **state)
{
    const Plan plan = {.local = 1U, .packets = 3U, .size = 30000U};
    Line line;

    (void)state;
    make_ready(&line, &plan);
    stream_payloads(&line, 3U);
    line.consumers[1].seen->disconnected = true;
    line.budget += 100U;
    settle(&line);
    assert_true(line.producer.payloads < line.budget);
    assert_status(NvSciStreamBlockDisconnect(line.source->block), NvSciError_Success);
    assert_true(reached(&line, all_presented));
    line.consumers[1].seen->disconnected = false;
    line.plan.is_lenient = true;
    line.budget += 100U;
    delete_block(line.consumers[0].seen);
    assert_true(reached(&line, all_disconnected));
    end_line(&line);
}

/* ---------------------------------------------------------------- two processes */

/** A child with the consumer, which ends when it was told that the stream did. */
static void run_consumer(const Plan *plan, uint32_t payloads)
{
    Line line;

    (void)alarm(CHILD_SECONDS);
    if (NvSciIpcInit() != NvSciError_Success) {
        _exit(9);
    }
    make_part(&line, plan, false, true);
    line.plan.is_lenient = true;
    link_part(&line);
    if (!reached(&line, all_disconnected)) {
        _exit(7);
    }
    _exit(((line.wrong == 0U) && (line.consumers[0].payloads == payloads)) ? 0 : 6);
}

/** All packets came back from the source. */
static bool all_home(Line *line)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    const NvSciStreamBlock producer = line->producer.seen->block;
    const bool any = (NvSciStreamBlockEventQuery(producer, 0, &event) == NvSciError_Success) &&
                     (event == NvSciStreamEventType_PacketReady);

    line->unsignalled += any ? 1U : 0U;
    return line->unsignalled == line->plan.packets;
}

/** @verifies RF-STREAM-114 RF-STREAM-119 */
static void two_processes_stream_over_a_boundary(void **state)
{
    const Plan plan = {.elements = 2U, .packets = 3U, .size = 60000U};
    const uint32_t payloads = 100U;
    Line line;
    pid_t child = 0;
    int status = 0;

    (void)state;
    NvSciIpcDeinit();
    own_table_use(USUAL);
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
    line.unsignalled = 0U;
    line.producer.seen->disconnected = true;
    assert_true(reached(&line, all_home));
    (void)usleep(300000U);
    end_line(&line);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/** A child with one end, which dies when it has answered so many events. */
static void run_and_die(const Plan *plan, bool is_up, uint32_t events)
{
    Line line;
    const uint64_t begin = ringfence_port_time_us();

    (void)alarm(CHILD_SECONDS);
    if (NvSciIpcInit() != NvSciError_Success) {
        _exit(9);
    }
    make_part(&line, plan, is_up, !is_up);
    line.plan.is_lenient = true;
    link_part(&line);
    line.budget = 1000000U;
    while ((line.answered < events) && goes_on(begin)) {
        (void)turn(&line);
    }
    _exit((line.answered >= events) ? 0 : 5);
}

/** The end that is left is told, and gives all back. */
static void survive(bool is_up, uint32_t events, uint32_t *streamed)
{
    const Plan plan = {.size = 30000U, .is_lenient = true};
    Line line;
    pid_t child = 0;
    int status = 0;

    NvSciIpcDeinit();
    own_table_use(USUAL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        run_and_die(&plan, !is_up, events);
    }
    assert_status(NvSciIpcInit(), NvSciError_Success);
    make_part(&line, &plan, is_up, !is_up);
    link_part(&line);
    line.budget = 1000000U;
    assert_true(reached(&line, all_disconnected));
    assert_int_equal(line.wrong, 0U);
    *streamed += line.blocks[0].ready ? 1U : 0U;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    end_line(&line);
}

/**
 * Either end may die at any event: the other one is told, and shows no payload that did not come
 * whole.
 * @verifies RF-STREAM-119
 */
static void either_end_survives_the_death_of_the_other(void **state)
{
    uint32_t streamed = 0U;

    (void)state;
    for (uint32_t events = 1U; events < 36U; events += 2U) {
        survive(true, events, &streamed);
        survive(false, events, &streamed);
    }
    /* Some died in setup, some while packets moved. */
    assert_in_range(streamed, 2U, 34U);
}

/* ---------------------------------------------------------------- sending at once */

/** Drives one end, and asks all blocks for their events, so often as it takes. */
static void drive_one(Line *line, const Seen *end)
{
    for (uint32_t i = 0U; i < 50U; i++) {
        (void)turn(line);
        assert_status(NvSciStreamBlockHandleInternalEvents(end->block), NvSciError_Success);
    }
}

static void drive_to(Line *line, Goal *goal)
{
    const uint64_t begin = ringfence_port_time_us();

    while ((!goal(line)) && goes_on(begin)) {
        drive_one(line, line->source);
        drive_one(line, line->target);
    }
    assert_true(goal(line));
}

/** Makes a stream whose program drives both ends; the ends send at once or not. */
static void make_driven(Line *line, const Plan *plan, bool at_once, NvSciEventLoopService *service,
                        NvSciEventNotifier **notifiers)
{
    use_table(whole(plan).table);
    make_part(line, plan, true, true);
    if (at_once) {
        assert_status(NvSciStreamPacketSendSync(line->source->block), NvSciError_Success);
        assert_status(NvSciStreamPacketSendSync(line->target->block), NvSciError_Success);
        assert_status(NvSciStreamPacketSendSync(line->target->block), NvSciError_InvalidState);
    }
    serve(line, service, notifiers);
    link_part(line);
    drive_to(line, all_ready);
    for (uint32_t i = 1U; i <= 2U; i++) {
        line->budget = i;
        drive_to(line, all_came);
    }
    /* The source learns that there is room again. */
    drive_one(line, line->target);
    drive_one(line, line->source);
}

/**
 * Who presents copies the payload: it comes though nobody drives the source any more. Who releases
 * says that there is room: nobody drives the destination then.
 * @verifies RF-STREAM-160
 */
static void payloads_are_copied_at_once(void **state)
{
    const Plan plan = {.without_sync = true, .size = 4096U, .packets = 4U, .far_packets = 1U};

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        const bool at_once = (i == 1U);
        NvSciEventLoopService *const service = make_service();
        NvSciEventNotifier *notifiers[6] = {NULL};
        Line line;

        make_driven(&line, &plan, at_once, service, notifiers);
        line.releases = false;
        line.budget = 3U;
        drive_one(&line, line.target);
        assert_int_equal(line.producer.payloads, 3U);
        assert_int_equal(line.consumers[0].payloads, at_once ? 3U : 2U);
        /* The next one waits for the packet that the consumer has. */
        line.budget = 4U;
        drive_one(&line, line.source);
        drive_one(&line, line.target);
        assert_int_equal(line.consumers[0].payloads, 3U);
        line.releases = true;
        while (line.consumers[0].holds > 0U) {
            release(&line, &line.consumers[0]);
        }
        for (uint32_t k = 0U; k < 50U; k++) {
            assert_status(NvSciStreamBlockHandleInternalEvents(line.source->block),
                          NvSciError_Success);
        }
        line.takes = false;
        drive_one(&line, line.target);
        line.takes = true;
        (void)turn(&line);
        assert_int_equal(line.consumers[0].payloads, at_once ? 4U : 3U);
        drive_to(&line, all_came);
        end_line(&line);
        end_service(service, notifiers);
    }
}

/**
 * While a payload has gone in part, as the channel was full, the next one is refused.
 * @verifies RF-STREAM-160
 */
static void a_full_channel_refuses_the_next_payload(void **state)
{
    const Plan plan = {.table = NARROW, .without_sync = true, .size = 4096U, .packets = 4U};
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifiers[6] = {NULL};
    End *producer = NULL;
    NvSciStreamCookie cookie = 0U;
    uint32_t packet = 0U;
    Line line;

    (void)state;
    make_driven(&line, &plan, true, service, notifiers);
    producer = &line.producer;
    line.budget = 3U;
    (void)turn(&line);
    assert_int_equal(producer->payloads, 3U);
    assert_status(NvSciStreamProducerPacketGet(producer->seen->block, &cookie), NvSciError_Success);
    packet = (uint32_t)(cookie - 100U);
    fill(producer->memory[packet][0], line.plan.size, producer->payloads);
    assert_status(
        NvSciStreamProducerPacketPresent(producer->seen->block, producer->packets[packet]),
        NvSciError_InsufficientResource);
    drive_to(&line, all_came);
    assert_status(
        NvSciStreamProducerPacketPresent(producer->seen->block, producer->packets[packet]),
        NvSciError_Success);
    producer->payloads++;
    line.budget++;
    drive_to(&line, all_came);
    end_line(&line);
    end_service(service, notifiers);
}

/**
 * What does not fit, or waits for a fence, follows by who drives the block.
 * @verifies RF-STREAM-160
 */
static void the_rest_of_a_payload_follows(void **state)
{
    const Plan plans[] = {{.size = 200000U, .without_sync = true},
                          {.table = NARROW, .size = 4096U, .without_sync = true},
                          {.size = 4096U, .elements = 2U},
                          {.table = NARROW, .size = 4096U, .queue = QUEUE_MAILBOX}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(plans); i++) {
        Line line;

        use_table(whole(&plans[i]).table);
        make_part(&line, &plans[i], true, true);
        assert_status(NvSciStreamPacketSendSync(line.source->block), NvSciError_Success);
        assert_status(NvSciStreamPacketSendSync(line.target->block), NvSciError_Success);
        link_part(&line);
        assert_true(reached(&line, all_ready));
        for (uint32_t k = 0U; k < 20U; k++) {
            stream_payloads(&line, 1U);
        }
        assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
        for (uint32_t k = 0U; k < 20U; k++) {
            stream_payloads(&line, 1U);
        }
        end_line(&line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(payloads_are_copied_over_a_boundary),
        ipc_test(consumers_are_on_both_sides_of_a_boundary),
        ipc_test(a_stream_crosses_a_channel_and_a_boundary),
        ipc_test(infos_cross_a_boundary),
        ipc_test(what_nobody_uses_is_not_copied),
        ipc_test(a_secondary_pool_has_its_own_windows),
        ipc_test(windows_of_a_secondary_pool_have_two_sides),
        ipc_test(memory_out_of_reach_is_refused),
        ipc_test(blocks_at_a_boundary_take_queues_and_pools),
        ipc_test(late_consumers_do_not_cross_a_boundary),
        ipc_test(buffers_of_other_sizes_are_an_error),
        ipc_test(buffers_of_other_layouts_are_refused),
        ipc_test(pictures_of_the_same_layout_are_copied),
        ipc_test(what_cannot_be_true_ends_the_connection),
        ipc_test(payloads_that_lie_end_the_connection),
        ipc_test(payloads_wait_until_there_is_room),
        ipc_test(a_mailbox_keeps_the_newest),
        ipc_test(a_source_waits_for_the_producer),
        ipc_test(a_destination_waits_for_the_consumer),
        ipc_test(a_payload_whose_fence_fails_goes_back),
        ipc_test(a_service_of_the_program_copies),
        ipc_test(a_loop_of_the_program_copies),
        ipc_test(payloads_are_copied_at_once),
        ipc_test(a_full_channel_refuses_the_next_payload),
        ipc_test(the_rest_of_a_payload_follows),
        ipc_test(a_call_copies_a_bounded_number_of_bytes),
        ipc_test(the_end_of_a_block_crosses_a_boundary),
        ipc_test(what_was_presented_comes_after_the_end),
        ipc_test(a_hanging_consumer_is_cut_off),
        ipc_test(two_processes_stream_over_a_boundary),
        ipc_test(either_end_survives_the_death_of_the_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
