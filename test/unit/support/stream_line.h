/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_line.h
 * A stream of which both ends are in this process, or one of them is in a child. The part of a
 * program at each end is a loop that answers each event with the calls that it asks for. Where a
 * peer may be gone the results of the calls do not matter, else they are asserted.
 *
 * A test that includes this has before it LIMIT_US, the microseconds after which something that
 * should come has failed, and Plan, the shape of its streams, which has at least table, local,
 * remote, elements, packets, without_sync, crc and is_lenient.
 */
#ifndef RINGFENCE_TEST_STREAM_LINE_H
#define RINGFENCE_TEST_STREAM_LINE_H

#include <unistd.h>

#include "event_fixture.h"
#include "ipc_fixture.h"
#include "nvscibuf.h"
#include "nvscistream.h"
#include "port/wait.h"

/** Most consumers, elements, packets of a test, and blocks of it. */
#define LANES    4U
#define ELEMENTS 8U
#define PACKETS  16U
#define BLOCKS   16U

/** Seconds that a child may take. */
#define CHILD_SECONDS 360U

/** Endpoints of a stream: of its source and its target, and of those of a second channel. */
enum { END_UP = 0, END_DOWN = 1, END_UP_2 = 2, END_DOWN_2 = 3, END_COUNT = 4 };

/** What became of a block. */
typedef struct {
    NvSciStreamBlock block;
    bool connected;
    bool ready;
    bool disconnected;
    uint32_t errors;
    uint32_t deletes;
} Seen;

/** An endpoint of a stream. */
typedef struct {
    Seen *seen;
    uint32_t number;
    NvSciStreamPacket packets[PACKETS];
    void *memory[PACKETS][ELEMENTS];
    uint32_t taken;
    NvSciSyncObj signals[ELEMENTS];
    bool has_packets;
    bool has_signals;
    uint32_t payloads;
    /** Number of the last payload, plus one. */
    uint32_t last;
    /** Packets that it holds. */
    uint32_t held[PACKETS];
    uint32_t holds;
} End;

/** A pool. */
typedef struct {
    Seen *seen;
    uint32_t packets;
    NvSciStreamPacket made[PACKETS];
    uint32_t statuses;
    uint32_t accepted;
} Pool;

/** A stream, or the part of it at one end. */
typedef struct {
    Plan plan;
    bool is_up;
    bool is_down;
    NvSciBufModule bufs;
    NvSciSyncModule syncs;
    NvSciSyncCpuWaitContext context;
    NvSciIpcEndpoint ends[END_COUNT];
    Seen blocks[BLOCKS];
    uint32_t count;
    Pool pool;
    /** Pool of the target, if it has one. */
    Pool far;
    Seen *source;
    Seen *target;
    /** Source and target of the second channel. */
    Seen *relays[2];
    /** Multicast blocks on both sides, and limiters, if there are any. */
    Seen *fans[2];
    Seen *limiters[2];
    End producer;
    End consumers[LANES];
    /** Payloads that the producer may present; whether consumers acquire, and release. */
    uint32_t budget;
    bool takes;
    bool releases;
    /** The CPU does not reach the buffers. */
    bool is_blind;
    /** The producer's fences are reached later: of so many payloads they are not yet. */
    bool signals_late;
    uint32_t unsignalled;
    /** Events that were answered, and payloads that were not what was presented. */
    uint32_t answered;
    uint32_t wrong;
} Line;

/** A call that must succeed where nobody is gone. */
#define DO(line, call)                                                                             \
    do {                                                                                           \
        const NvSciError done_ = (call);                                                           \
        if (!(line)->plan.is_lenient) {                                                            \
            assert_status(done_, NvSciError_Success);                                              \
        }                                                                                          \
    } while (0)

/* ---------------------------------------------------------------- what a test has */

/** A plan with the defaults where it has 0. */
static Plan whole(const Plan *plan);

/** Make the blocks at an end. */
static void make_up(Line *line);
static void make_down(Line *line);

/** Says what else there is to say of them before they are connected. */
static void set_up(Line *line);

/** Connect the blocks at an end. */
static void link_up(Line *line);
static void link_down(Line *line);

/** Answers of an endpoint to what it is told: its list of elements, what it does with those of the
 * pool, and lists of who waits. */
static void list_elements(const Line *line, const End *end);
static void answer_elements(const Line *line, const End *end);
static void answer_waiters(const Line *line, End *end);

/** Answers the elements of both sides with packets. */
static void answer_pool_elements(Line *line, Pool *pool);

/** Elements that an endpoint is told of. */
static uint32_t visible_of(const Line *line, const End *end);

/** Whether an endpoint uses an element. */
static bool uses(const Line *line, const End *end, uint32_t element);

/** What an endpoint says of a packet. */
static NvSciError verdict(const Line *line, const End *end);

/** Waits for the fences that another endpoint left. */
static void wait_for_fences(Line *line, const End *end, uint32_t packet, uint32_t other);

/** Writes the next payload of the producer, and counts in `wrong` what another one than expected
 * has. */
static void write_payload(const Line *line, uint32_t packet);
static void look(Line *line, End *end, uint32_t packet);

/* ---------------------------------------------------------------- lists */

static NvSciBufAttrList sized_list(const Line *line, uint64_t size, bool cpu)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const uint64_t align = 64U;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};
    NvSciBufAttrList list = NULL;

    assert_status(NvSciBufAttrListCreate(line->bufs, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

static NvSciSyncAttrList sync_list(const Line *line, NvSciSyncAccessPerm perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                               {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};
    NvSciSyncAttrList list = NULL;

    assert_status(NvSciSyncAttrListCreate(line->syncs, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

/* ---------------------------------------------------------------- making */

static Seen *add_block(Line *line, NvSciStreamBlock block)
{
    Seen *const seen = &line->blocks[line->count];

    assert_true(line->count < BLOCKS);
    line->count++;
    seen->block = block;
    return seen;
}

static void link_blocks(const Seen *up, const Seen *down)
{
    assert_status(NvSciStreamBlockConnect(up->block, down->block), NvSciError_Success);
}

/** A multicast block; an open one has an output for a late consumer. */
static Seen *add_multicast(Line *line, uint32_t outputs, bool is_open)
{
    NvSciStreamBlock block = 0U;

    assert_status(NvSciStreamMulticastCreate(outputs + (is_open ? 1U : 0U), &block),
                  NvSciError_Success);
    if (is_open) {
        assert_status(NvSciStreamBlockSetupStatusSet(block, NvSciStreamSetup_Connect, true),
                      NvSciError_Success);
    }
    return add_block(line, block);
}

static void add_consumer(Line *line, uint32_t lane)
{
    NvSciStreamBlock queue = 0U;
    NvSciStreamBlock block = 0U;

    assert_status(NvSciStreamFifoQueueCreate(&queue), NvSciError_Success);
    assert_status(NvSciStreamConsumerCreate2(queue, line->plan.crc, &block), NvSciError_Success);
    (void)add_block(line, queue);
    line->consumers[lane].seen = add_block(line, block);
    line->consumers[lane].number = lane + 1U;
    assert_status(NvSciStreamBlockUserInfoSet(block, 40U, sizeof(lane), &lane), NvSciError_Success);
}

static NvSciIpcEndpoint open_and_reset(const char *name)
{
    const NvSciIpcEndpoint endpoint = open_endpoint(name);

    reset_endpoint_of(endpoint);
    return endpoint;
}

/** Makes the producer with its pool, and the consumers before the channel. */
static void add_producer(Line *line)
{
    const uint32_t info = 4711U;
    NvSciStreamBlock block = 0U;
    NvSciStreamBlock pool = 0U;

    assert_status(NvSciStreamStaticPoolCreate(line->plan.packets, &pool), NvSciError_Success);
    assert_status(NvSciStreamProducerCreate2(pool, line->plan.crc, &block), NvSciError_Success);
    assert_status(NvSciStreamBlockUserInfoSet(block, 40U, sizeof(info), &info), NvSciError_Success);
    line->pool.seen = add_block(line, pool);
    line->pool.packets = line->plan.packets;
    line->producer.seen = add_block(line, block);
    for (uint32_t i = 0U; i < line->plan.local; i++) {
        add_consumer(line, i);
    }
}

/** Makes the consumers behind the channel. */
static void add_remote(Line *line)
{
    for (uint32_t i = 0U; i < line->plan.remote; i++) {
        add_consumer(line, line->plan.local + i);
    }
}

/** Connects the producer and the consumers before the channel to what is above the source. */
static void link_producer(Line *line, const Seen *below, bool is_open)
{
    if (line->plan.local > 0U) {
        Seen *const fan = add_multicast(line, line->plan.local + 1U, is_open);

        for (uint32_t i = 0U; i < line->plan.local; i++) {
            link_blocks(fan, line->consumers[i].seen);
        }
        link_blocks(fan, below);
        link_blocks(line->producer.seen, fan);
        line->fans[0] = fan;
    } else {
        link_blocks(line->producer.seen, below);
    }
}

/** Connects the consumers behind the channel to what is below the target. */
static void link_remote(Line *line, const Seen *head, bool is_open)
{
    if (line->plan.remote > 1U) {
        Seen *const fan = add_multicast(line, line->plan.remote, is_open);

        line->fans[1] = fan;
        for (uint32_t i = 0U; i < line->plan.remote; i++) {
            link_blocks(fan, line->consumers[line->plan.local + i].seen);
        }
        link_blocks(head, fan);
    } else {
        link_blocks(head, line->consumers[line->plan.local].seen);
    }
}

/** Begins a stream with both ends; blocks are to be made. */
static void begin_line(Line *line, const Plan *plan)
{
    static const Line empty;

    *line = empty;
    line->plan = whole(plan);
    line->is_up = true;
    line->is_down = true;
    line->takes = true;
    line->releases = true;
    assert_status(NvSciBufModuleOpen(&line->bufs), NvSciError_Success);
    assert_status(NvSciSyncModuleOpen(&line->syncs), NvSciError_Success);
    assert_status(NvSciSyncCpuWaitContextAlloc(line->syncs, &line->context), NvSciError_Success);
}

/** Makes the blocks of one end, or of both; the table was set. */
static void make_part(Line *line, const Plan *plan, bool is_up, bool is_down)
{
    begin_line(line, plan);
    line->is_up = is_up;
    line->is_down = is_down;
    if (is_up) {
        make_up(line);
    }
    if (is_down) {
        make_down(line);
    }
    set_up(line);
}

static void link_part(Line *line)
{
    if (line->is_up) {
        link_up(line);
    }
    if (line->is_down) {
        link_down(line);
    }
}

static void use_table(const char *text)
{
    NvSciIpcDeinit();
    own_table_use(text);
    assert_status(NvSciIpcInit(), NvSciError_Success);
}

static void make_line(Line *line, const Plan *plan)
{
    const Plan made = whole(plan);

    use_table(made.table);
    make_part(line, plan, true, true);
    link_part(line);
}

static void delete_block(Seen *seen)
{
    if (seen->block != 0U) {
        assert_status(NvSciStreamBlockDelete(seen->block), NvSciError_Success);
        seen->block = 0U;
    }
}

static void free_end(End *end)
{
    for (uint32_t e = 0U; e < ELEMENTS; e++) {
        NvSciSyncObjFree(end->signals[e]);
        end->signals[e] = NULL;
    }
}

/** Ends a stream: all blocks that are there, and the endpoints that it opened. */
static void end_line(Line *line)
{
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    }
    for (uint32_t i = 0U; i < line->count; i++) {
        delete_block(&line->blocks[i]);
    }
    free_end(&line->producer);
    for (uint32_t i = 0U; i < LANES; i++) {
        free_end(&line->consumers[i]);
    }
    for (uint32_t i = 0U; i < COUNT_OF(line->ends); i++) {
        if (line->ends[i] != 0U) {
            close_endpoint_of(line->ends[i]);
        }
    }
    NvSciSyncCpuWaitContextFree(line->context);
    NvSciSyncModuleClose(line->syncs);
    NvSciBufModuleClose(line->bufs);
    go_to_init();
}

/* ---------------------------------------------------------------- answers of pools */

static void mark(const Line *line, const Seen *seen, NvSciStreamSetup group)
{
    DO(line, NvSciStreamBlockSetupStatusSet(seen->block, group, true));
}

/** Makes what the packets have of what both sides need. */
static NvSciBufAttrList reconcile_element(const Line *line, uint32_t place, uint32_t *type)
{
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList made = NULL;
    NvSciBufAttrList conflict = NULL;
    const NvSciStreamBlock pool = line->pool.seen->block;

    DO(line,
       NvSciStreamBlockElementAttrGet(pool, NvSciStreamBlockType_Producer, place, type, &lists[0]));
    DO(line,
       NvSciStreamBlockElementAttrGet(pool, NvSciStreamBlockType_Consumer, place, type, &lists[1]));
    DO(line, NvSciBufAttrListReconcile(lists, 2U, &made, &conflict));
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(conflict);
    return made;
}

/** Makes a packet of a pool; an element without a list has no buffer. */
static void make_packet(const Line *line, Pool *pool, uint32_t p, const NvSciBufAttrList *lists)
{
    const NvSciStreamBlock block = pool->seen->block;

    DO(line, NvSciStreamPoolPacketCreate(block, p + 1U, &pool->made[p]));
    for (uint32_t e = 0U; e < line->plan.elements; e++) {
        NvSciBufObj buffer = NULL;

        if (lists[e] != NULL) {
            DO(line, NvSciBufObjAlloc(lists[e], &buffer));
            DO(line, NvSciStreamPoolPacketInsertBuffer(block, pool->made[p], e, buffer));
            NvSciBufObjFree(buffer);
        }
    }
}

static void free_lists(NvSciBufAttrList *lists)
{
    for (uint32_t e = 0U; e < ELEMENTS; e++) {
        NvSciBufAttrListFree(lists[e]);
    }
}

static void answer_status(const Line *line, Pool *pool)
{
    pool->statuses++;
    if (pool->statuses == pool->packets) {
        for (uint32_t p = 0U; p < pool->packets; p++) {
            bool accepted = false;

            DO(line,
               NvSciStreamPoolPacketStatusAcceptGet(pool->seen->block, pool->made[p], &accepted));
            pool->accepted += accepted ? 1U : 0U;
        }
        if (pool->accepted == pool->packets) {
            mark(line, pool->seen, NvSciStreamSetup_PacketImport);
        }
    }
}

static void answer_pool(Line *line, Pool *pool, NvSciStreamEventType event)
{
    if (event == NvSciStreamEventType_Elements) {
        answer_pool_elements(line, pool);
    } else if (event == NvSciStreamEventType_PacketStatus) {
        answer_status(line, pool);
    } else {
        /* Noted. */
    }
}

/* ---------------------------------------------------------------- answers of endpoints */

static bool is_behind(const Line *line, const End *end)
{
    return end->number > line->plan.local;
}

static void answer_create(const Line *line, End *end)
{
    NvSciStreamPacket packet = 0U;

    DO(line, NvSciStreamBlockPacketNewHandleGet(end->seen->block, &packet));
    end->packets[end->taken] = packet;
    for (uint32_t e = 0U; e < visible_of(line, end); e++) {
        NvSciBufObj buffer = NULL;
        void *memory = NULL;

        DO(line, NvSciStreamBlockPacketBufferGet(end->seen->block, packet, e, &buffer));
        if (!line->plan.is_lenient) {
            assert_int_equal(buffer != NULL, uses(line, end, e));
        }
        if (buffer != NULL) {
            assert_status(NvSciBufObjGetCpuPtr(buffer, &memory),
                          line->is_blind ? NvSciError_BadParameter : NvSciError_Success);
        }
        end->memory[end->taken][e] = memory;
        NvSciBufObjFree(buffer);
    }
    DO(line, NvSciStreamBlockPacketStatusSet(end->seen->block, packet, 100U + end->taken,
                                             verdict(line, end)));
    end->taken++;
}

/** Makes the object with which an endpoint signals an element, if it is wanted and somebody waits.
 */
static void make_signal(const Line *line, End *end, uint32_t element, bool wanted)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList made = NULL;
    NvSciSyncAttrList conflict = NULL;

    DO(line, NvSciStreamBlockElementWaiterAttrGet(end->seen->block, element, &lists[0]));
    if ((lists[0] != NULL) && wanted) {
        lists[1] = sync_list(line, NvSciSyncAccessPerm_SignalOnly);
        DO(line, NvSciSyncAttrListReconcile(lists, 2U, &made, &conflict));
        DO(line, NvSciSyncObjAlloc(made, &end->signals[element]));
    }
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncAttrListFree(made);
    NvSciSyncAttrListFree(conflict);
}

static void mark_crc(const Line *line, const End *end)
{
    if (line->plan.crc && (end->number > 0U) && end->has_packets && end->has_signals) {
        mark(line, end->seen, NvSciStreamSetup_CrcExport);
    }
}

/** Sets a fence for each element that the endpoint signals. */
static void leave_fences(const Line *line, const End *end, uint32_t packet)
{
    for (uint32_t e = 0U; e < visible_of(line, end); e++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        if (end->signals[e] != NULL) {
            DO(line, NvSciSyncObjGenerateFence(end->signals[e], &fence));
            DO(line,
               NvSciStreamBlockPacketFenceSet(end->seen->block, end->packets[packet], e, &fence));
            NvSciSyncFenceClear(&fence);
        }
    }
}

static void signal_all(const Line *line, const End *end)
{
    for (uint32_t e = 0U; e < ELEMENTS; e++) {
        if (end->signals[e] != NULL) {
            DO(line, NvSciSyncObjSignal(end->signals[e]));
        }
    }
}

/** Presents a payload, whose bytes are written behind that; then the fences are reached. */
static void produce(Line *line)
{
    End *const end = &line->producer;
    NvSciStreamCookie cookie = 0U;
    uint32_t packet = 0U;

    DO(line, NvSciStreamProducerPacketGet(end->seen->block, &cookie));
    packet = (cookie >= 100U) ? (uint32_t)(cookie - 100U) : 0U;
    for (uint32_t i = 0U; i < (line->plan.local + line->plan.remote); i++) {
        wait_for_fences(line, end, packet, i);
    }
    leave_fences(line, end, packet);
    if (line->plan.without_sync) {
        write_payload(line, packet);
    }
    DO(line, NvSciStreamProducerPacketPresent(end->seen->block, end->packets[packet]));
    if (!line->plan.without_sync) {
        write_payload(line, packet);
    }
    if (line->signals_late) {
        line->unsignalled++;
    } else {
        signal_all(line, end);
    }
    end->payloads++;
}

static void release(const Line *line, End *end)
{
    const uint32_t packet = end->held[0];

    end->holds--;
    for (uint32_t i = 0U; i < end->holds; i++) {
        end->held[i] = end->held[i + 1U];
    }
    leave_fences(line, end, packet);
    DO(line, NvSciStreamConsumerPacketRelease(end->seen->block, end->packets[packet]));
    signal_all(line, end);
}

/** Acquires a payload. */
static void consume(Line *line, End *end)
{
    NvSciStreamCookie cookie = 0U;
    uint32_t packet = 0U;

    DO(line, NvSciStreamConsumerPacketAcquire(end->seen->block, &cookie));
    packet = (cookie >= 100U) ? (uint32_t)(cookie - 100U) : 0U;
    wait_for_fences(line, end, packet, 0U);
    look(line, end, packet);
    if (!line->plan.is_lenient) {
        assert_int_equal(line->wrong, 0U);
    }
    end->payloads++;
    end->held[end->holds] = packet;
    end->holds++;
    if (line->releases) {
        release(line, end);
    }
}

static void answer_setup(const Line *line, End *end, NvSciStreamEventType event)
{
    switch (event) {
    case NvSciStreamEventType_Connected:
        list_elements(line, end);
        break;
    case NvSciStreamEventType_Elements:
        answer_elements(line, end);
        break;
    case NvSciStreamEventType_PacketCreate:
        answer_create(line, end);
        break;
    case NvSciStreamEventType_PacketsComplete:
        mark(line, end->seen, NvSciStreamSetup_PacketImport);
        end->has_packets = true;
        mark_crc(line, end);
        break;
    case NvSciStreamEventType_WaiterAttr:
        answer_waiters(line, end);
        break;
    case NvSciStreamEventType_SignalObj:
        mark(line, end->seen, NvSciStreamSetup_SignalObjImport);
        end->has_signals = true;
        mark_crc(line, end);
        break;
    case NvSciStreamEventType_Validate:
        mark(line, end->seen, NvSciStreamSetup_CrcImport);
        break;
    default:
        break;
    }
}

/* ---------------------------------------------------------------- the loop */

static End *end_of(Line *line, const Seen *seen)
{
    End *end = (line->producer.seen == seen) ? &line->producer : NULL;

    for (uint32_t i = 0U; i < LANES; i++) {
        end = (line->consumers[i].seen == seen) ? &line->consumers[i] : end;
    }
    return end;
}

static void note(Seen *seen, NvSciStreamEventType event)
{
    NvSciStreamCookie cookie = 0U;

    seen->connected = seen->connected || (event == NvSciStreamEventType_Connected);
    seen->ready = seen->ready || (event == NvSciStreamEventType_SetupComplete);
    seen->disconnected = seen->disconnected || (event == NvSciStreamEventType_Disconnected);
    seen->errors += (event == NvSciStreamEventType_Error) ? 1U : 0U;
    if (event == NvSciStreamEventType_PacketDelete) {
        assert_status(NvSciStreamBlockPacketOldCookieGet(seen->block, &cookie), NvSciError_Success);
        seen->deletes++;
    }
}

/** Answers an event. */
static void answer(Line *line, Seen *seen, NvSciStreamEventType event)
{
    End *const end = end_of(line, seen);

    line->answered++;
    note(seen, event);
    if (seen == line->pool.seen) {
        answer_pool(line, &line->pool, event);
    } else if (seen == line->far.seen) {
        answer_pool(line, &line->far, event);
    } else if ((end != NULL) && (event == NvSciStreamEventType_PacketReady)) {
        if (end->number == 0U) {
            produce(line);
        } else {
            consume(line, end);
        }
    } else if (end != NULL) {
        answer_setup(line, end, event);
    } else {
        /* Noted. */
    }
}

/** Says whether a block is asked for its events now. */
static bool is_asked(Line *line, const Seen *seen)
{
    const End *const end = end_of(line, seen);
    bool asked = (seen->block != 0U) && (!seen->disconnected);

    if (asked && (end != NULL) && seen->ready) {
        asked = (end->number == 0U) ? (line->producer.payloads < line->budget) : line->takes;
    }
    return asked;
}

/** Answers one event of each block. */
static bool turn(Line *line)
{
    bool any = false;

    for (uint32_t i = 0U; i < line->count; i++) {
        Seen *const seen = &line->blocks[i];
        NvSciStreamEventType event = NvSciStreamEventType_Error;

        if (is_asked(line, seen) &&
            (NvSciStreamBlockEventQuery(seen->block, 0, &event) == NvSciError_Success)) {
            answer(line, seen, event);
            any = true;
        }
    }
    return any;
}

/* What a test waits for. */
typedef bool Goal(Line *line);

/** Says whether a wait that began at a time may go on. */
static bool goes_on(uint64_t begin)
{
    return (ringfence_port_time_us() - begin) < LIMIT_US;
}

static bool reached(Line *line, Goal *goal)
{
    const uint64_t begin = ringfence_port_time_us();

    while ((!goal(line)) && goes_on(begin)) {
        if (!turn(line)) {
            (void)usleep(50U);
        }
    }
    return goal(line);
}

static bool all_linked(Line *line)
{
    bool linked = true;

    for (uint32_t i = 0U; i < line->count; i++) {
        linked = linked && line->blocks[i].connected;
    }
    return linked;
}

static bool all_ready(Line *line)
{
    bool ready = true;

    for (uint32_t i = 0U; i < line->count; i++) {
        ready = ready && (line->blocks[i].ready || (line->blocks[i].block == 0U));
    }
    return ready;
}

static bool all_disconnected(Line *line)
{
    bool gone = true;

    for (uint32_t i = 0U; i < line->count; i++) {
        gone = gone && (line->blocks[i].disconnected || (line->blocks[i].block == 0U));
    }
    return gone;
}

/** Each payload came to each consumer. */
static bool all_came(Line *line)
{
    bool came = (line->producer.payloads == line->budget);

    for (uint32_t i = 0U; i < (line->plan.local + line->plan.remote); i++) {
        came = came && (line->consumers[i].payloads == line->budget);
    }
    return came;
}

static bool all_presented(Line *line)
{
    return line->producer.payloads == line->budget;
}

static void stream_payloads(Line *line, uint32_t count)
{
    line->budget += count;
    assert_true(reached(line, all_came));
}

static void make_ready(Line *line, const Plan *plan)
{
    make_line(line, plan);
    assert_true(reached(line, all_ready));
}

#endif
