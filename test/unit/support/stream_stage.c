/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "stream_stage.h"

#include <unistd.h>

#include "leftovers.h"
#include "port/wait.h"
#include "ringfence.h"
#include "ringfence_cfg.h"

/** Type of the element that some consumers do not see. */
#define STAGE_SECRET (STAGE_TYPE + 1U)
/** Bytes of a buffer. */
#define STAGE_BYTES 4096U
/** Most consumers that a producer is asked about. */
#define STAGE_CONSUMERS RINGFENCE_CFG_STREAM_CONSUMERS

#define assert_name(call, expected)                                                                \
    assert_string_equal(RingfenceErrorName(call), RingfenceErrorName(expected))

/** A call that must succeed where nobody is gone. */
#define DO(stage, call)                                                                            \
    do {                                                                                           \
        const NvSciError done_ = (call);                                                           \
        if (!(stage)->is_lenient) {                                                                \
            assert_name(done_, NvSciError_Success);                                                \
        }                                                                                          \
    } while (0)

/* ---------------------------------------------------------------- blocks */

void stage_begin(Stage *stage)
{
    static const Stage empty;

    *stage = empty;
    assert_name(NvSciBufModuleOpen(&stage->bufs), NvSciError_Success);
    assert_name(NvSciSyncModuleOpen(&stage->syncs), NvSciError_Success);
    assert_name(NvSciSyncCpuWaitContextAlloc(stage->syncs, &stage->context), NvSciError_Success);
}

void stage_end(Stage *stage)
{
    go_to_init();
    for (uint32_t i = 0U; i < stage->count; i++) {
        if (stage->nodes[i].block != 0U) {
            assert_name(NvSciStreamBlockDelete(stage->nodes[i].block), NvSciError_Success);
        }
        NvSciSyncObjFree(stage->nodes[i].signal);
    }
    NvSciSyncCpuWaitContextFree(stage->context);
    NvSciSyncModuleClose(stage->syncs);
    NvSciBufModuleClose(stage->bufs);
}

StageNode *stage_add(Stage *stage, NvSciStreamBlock block)
{
    static const StageNode empty;
    uint32_t place = 0U;

    while ((place < stage->count) && (stage->nodes[place].block != 0U)) {
        place++;
    }
    assert_true(place < STAGE_BLOCKS);
    if (place == stage->count) {
        stage->count++;
    }
    stage->nodes[place] = empty;
    stage->nodes[place].block = block;
    return &stage->nodes[place];
}

StageNode *stage_add_producer(Stage *stage)
{
    NvSciStreamBlock pool = 0U;
    NvSciStreamBlock block = 0U;

    assert_name(NvSciStreamStaticPoolCreate(STAGE_PACKETS, &pool), NvSciError_Success);
    assert_name(NvSciStreamProducerCreate(pool, &block), NvSciError_Success);
    stage->pool = stage_add(stage, pool);
    stage->pool->role = STAGE_POOL;
    stage->producer = stage_add(stage, block);
    stage->producer->role = STAGE_PRODUCER;
    return stage->producer;
}

StageNode *stage_add_consumer(Stage *stage)
{
    NvSciStreamBlock queue = 0U;
    NvSciStreamBlock block = 0U;
    StageNode *node = NULL;

    assert_name(NvSciStreamFifoQueueCreate(&queue), NvSciError_Success);
    assert_name(NvSciStreamConsumerCreate(queue, &block), NvSciError_Success);
    (void)stage_add(stage, queue);
    node = stage_add(stage, block);
    node->role = STAGE_CONSUMER;
    return node;
}

StageNode *stage_add_open_multicast(Stage *stage, uint32_t outputs)
{
    NvSciStreamBlock block = 0U;

    assert_name(NvSciStreamMulticastCreate(outputs, &block), NvSciError_Success);
    assert_name(NvSciStreamBlockSetupStatusSet(block, NvSciStreamSetup_Connect, true),
                NvSciError_Success);
    return stage_add(stage, block);
}

void stage_connect(const StageNode *up, const StageNode *down)
{
    assert_name(NvSciStreamBlockConnect(up->block, down->block), NvSciError_Success);
}

void stage_drop(Stage *stage, StageNode *node)
{
    (void)stage;
    assert_name(NvSciStreamBlockDelete(node->block), NvSciError_Success);
    node->block = 0U;
    NvSciSyncObjFree(node->signal);
    node->signal = NULL;
    if (node->role == STAGE_CONSUMER) {
        StageNode *const queue = node - 1;

        assert_name(NvSciStreamBlockDelete(queue->block), NvSciError_Success);
        queue->block = 0U;
    }
}

/* ---------------------------------------------------------------- lists */

static NvSciBufAttrList buf_list(const Stage *stage, const StageNode *node)
{
    NvSciBufType type = NvSciBufType_RawBuffer;
    NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_Readonly;
    uint64_t size = node->is_greedy ? (2U * STAGE_BYTES) : STAGE_BYTES;
    uint64_t align = 64U;
    bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciBufAttrList list = NULL;

    perm = ((node->role == STAGE_PRODUCER) || node->writes) ? NvSciBufAccessPerm_ReadWrite : perm;
    assert_name(NvSciBufAttrListCreate(stage->bufs, &list), NvSciError_Success);
    assert_name(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])),
                NvSciError_Success);
    return list;
}

NvSciBufAttrList stage_reconciled_list(const Stage *stage)
{
    static const StageNode node;
    NvSciBufAttrList list = buf_list(stage, &node);
    NvSciBufAttrList made = NULL;
    NvSciBufAttrList conflict = NULL;

    assert_name(NvSciBufAttrListReconcile(&list, 1U, &made, &conflict), NvSciError_Success);
    NvSciBufAttrListFree(list);
    return made;
}

static NvSciSyncAttrList sync_list(const Stage *stage, NvSciSyncAccessPerm perm)
{
    bool cpu = true;
    NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                         {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};
    NvSciSyncAttrList list = NULL;

    assert_name(NvSciSyncAttrListCreate(stage->syncs, &list), NvSciError_Success);
    assert_name(NvSciSyncAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])),
                NvSciError_Success);
    return list;
}

/* ---------------------------------------------------------------- setup */

static void mark(const Stage *stage, const StageNode *node, NvSciStreamSetup group)
{
    DO(stage, NvSciStreamBlockSetupStatusSet(node->block, group, true));
}

/** Adds an element to the packets that some consumers do not see. */
static void add_secret(const Stage *stage, NvSciBufAttrList list)
{
    const NvSciStreamBlock pool = stage->pool->block;
    uint32_t count = 0U;

    DO(stage, NvSciStreamBlockElementAttrSet(pool, STAGE_SECRET, list));
    DO(stage, NvSciStreamBlockConsumerCountGet(pool, &count));
    for (uint32_t i = stage->secret_from; i < count; i++) {
        DO(stage, NvSciStreamBlockElementNotVisible(pool, STAGE_SECRET, i));
    }
}

/** Puts a buffer into a packet. */
static void insert_buffer(const Stage *stage, NvSciStreamPacket packet, uint32_t element,
                          NvSciBufAttrList list)
{
    NvSciBufObj buffer = NULL;

    DO(stage, NvSciBufObjAlloc(list, &buffer));
    DO(stage, NvSciStreamPoolPacketInsertBuffer(stage->pool->block, packet, element, buffer));
    NvSciBufObjFree(buffer);
}

/** Makes the packets of what both sides list. */
static void answer_pool(Stage *stage)
{
    const NvSciStreamBlock pool = stage->pool->block;
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList made = NULL;
    NvSciBufAttrList conflict = NULL;
    uint32_t type = 0U;

    DO(stage,
       NvSciStreamBlockElementAttrGet(pool, NvSciStreamBlockType_Producer, 0U, &type, &lists[0]));
    DO(stage,
       NvSciStreamBlockElementAttrGet(pool, NvSciStreamBlockType_Consumer, 0U, &type, &lists[1]));
    DO(stage, NvSciBufAttrListReconcile(lists, 2U, &made, &conflict));
    mark(stage, stage->pool, NvSciStreamSetup_ElementImport);
    DO(stage, NvSciStreamBlockElementAttrSet(pool, type, made));
    if (stage->secret_from > 0U) {
        add_secret(stage, made);
    }
    mark(stage, stage->pool, NvSciStreamSetup_ElementExport);
    for (uint32_t p = 0U; p < STAGE_PACKETS; p++) {
        DO(stage, NvSciStreamPoolPacketCreate(pool, p + 1U, &stage->made[p]));
        insert_buffer(stage, stage->made[p], 0U, made);
        if (stage->secret_from > 0U) {
            insert_buffer(stage, stage->made[p], 1U, made);
        }
        DO(stage, NvSciStreamPoolPacketComplete(pool, stage->made[p]));
    }
    mark(stage, stage->pool, NvSciStreamSetup_PacketExport);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(made);
    NvSciBufAttrListFree(conflict);
}

static void answer_connected(const Stage *stage, StageNode *node)
{
    node->connected++;
    if ((node->connected == 1U) &&
        ((node->role == STAGE_PRODUCER) || (node->role == STAGE_CONSUMER))) {
        const NvSciBufAttrList list = buf_list(stage, node);

        DO(stage, NvSciStreamBlockElementAttrSet(node->block, STAGE_TYPE, list));
        if (node->is_curious) {
            DO(stage, NvSciStreamBlockElementAttrSet(node->block, STAGE_SECRET, list));
        }
        NvSciBufAttrListFree(list);
        mark(stage, node, NvSciStreamSetup_ElementExport);
    }
}

static void answer_elements(const Stage *stage, StageNode *node)
{
    const NvSciSyncAttrList list = sync_list(stage, NvSciSyncAccessPerm_WaitOnly);

    DO(stage,
       NvSciStreamBlockElementCountGet(node->block, NvSciStreamBlockType_Pool, &node->elements));
    mark(stage, node, NvSciStreamSetup_ElementImport);
    if (node->is_timed) {
        const bool timed = true;
        const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterRequireTimestamps, &timed,
                                                sizeof(timed)};

        assert_name(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
    }
    if (!node->is_blind) {
        DO(stage, NvSciStreamBlockElementWaiterAttrSet(node->block, 0U, list));
    }
    NvSciSyncAttrListFree(list);
    mark(stage, node, NvSciStreamSetup_WaiterAttrExport);
}

static void answer_create(const Stage *stage, StageNode *node)
{
    const uint32_t place = node->taken;
    NvSciBufObj buffer = NULL;
    const void *memory = NULL;

    DO(stage, NvSciStreamBlockPacketNewHandleGet(node->block, &node->packets[place]));
    DO(stage, NvSciStreamBlockPacketBufferGet(node->block, node->packets[place], 0U, &buffer));
    if (buffer != NULL) {
        assert_name(NvSciBufObjGetConstCpuPtr(buffer, &memory), NvSciError_Success);
        if (node->role == STAGE_PRODUCER) {
            void *writable = NULL;

            assert_name(NvSciBufObjGetCpuPtr(buffer, &writable), NvSciError_Success);
            memory = writable;
        }
    }
    node->memory[place] = (uint64_t *)(uintptr_t)memory;
    NvSciBufObjFree(buffer);
    DO(stage, NvSciStreamBlockPacketStatusSet(
                  node->block, node->packets[place], STAGE_COOKIE_0 + place,
                  node->refuses ? NvSciError_ResourceError : NvSciError_Success));
    node->taken++;
}

/** Makes the sync object of an endpoint. A producer that goes on with late consumers has one. */
static void answer_waiters(const Stage *stage, StageNode *node)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    const bool has_signal = (node->signal != NULL);

    DO(stage, NvSciStreamBlockElementWaiterAttrGet(node->block, 0U, &lists[0]));
    if ((!has_signal) && (lists[0] != NULL)) {
        lists[1] = sync_list(stage, NvSciSyncAccessPerm_SignalOnly);
        DO(stage, NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &node->signal, &conflict));
        NvSciSyncAttrListFree(lists[1]);
        NvSciSyncAttrListFree(conflict);
    }
    NvSciSyncAttrListFree(lists[0]);
    mark(stage, node, NvSciStreamSetup_WaiterAttrImport);
    if (!has_signal) {
        DO(stage, NvSciStreamBlockElementSignalObjSet(node->block, 0U, node->signal));
        mark(stage, node, NvSciStreamSetup_SignalObjExport);
    }
}

static void answer_signals(const Stage *stage, StageNode *node)
{
    const uint32_t most = (node->role == STAGE_PRODUCER) ? STAGE_CONSUMERS : 1U;

    node->given = 0U;
    for (uint32_t i = 0U; i < most; i++) {
        NvSciSyncObj object = NULL;

        if (NvSciStreamBlockElementSignalObjGet(node->block, i, 0U, &object) ==
            NvSciError_Success) {
            node->given += (object != NULL) ? 1U : 0U;
            NvSciSyncObjFree(object);
        }
    }
    mark(stage, node, NvSciStreamSetup_SignalObjImport);
}

static void answer_status(Stage *stage)
{
    stage->statuses++;
    if (stage->statuses == STAGE_PACKETS) {
        mark(stage, stage->pool, NvSciStreamSetup_PacketImport);
    }
}

/* ---------------------------------------------------------------- payloads */

/** Waits for the fences of the other side. One whose process is gone ends with an error. */
static void wait_for_fences(const Stage *stage, const StageNode *node, NvSciStreamPacket packet)
{
    const uint32_t consumers = (stage->consumers > 0U) ? stage->consumers : STAGE_CONSUMERS;
    const uint32_t most = (node->role == STAGE_PRODUCER) ? consumers : 1U;

    for (uint32_t i = 0U; i < most; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        if (NvSciStreamBlockPacketFenceGet(node->block, packet, i, 0U, &fence) ==
            NvSciError_Success) {
            const NvSciError status = NvSciSyncFenceWait(&fence, stage->context, 20000000);

            assert_true((status == NvSciError_Success) || (status == NvSciError_NoSuchProcess));
        }
        NvSciSyncFenceClear(&fence);
    }
}

/** Leaves a fence for the others. */
static void leave_fence(const Stage *stage, const StageNode *node, NvSciStreamPacket packet)
{
    if (node->signal != NULL) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        DO(stage, NvSciSyncObjGenerateFence(node->signal, &fence));
        DO(stage, NvSciStreamBlockPacketFenceSet(node->block, packet, 0U, &fence));
        NvSciSyncFenceClear(&fence);
    }
}

/** Reaches the fence that was left. */
static void reach_fence(const Stage *stage, const StageNode *node)
{
    if (node->signal != NULL) {
        DO(stage, NvSciSyncObjSignal(node->signal));
    }
}

static void produce(const Stage *stage, StageNode *node)
{
    NvSciStreamCookie cookie = STAGE_COOKIE_0;

    if (NvSciStreamProducerPacketGet(node->block, &cookie) == NvSciError_Success) {
        const uint32_t place = (uint32_t)(cookie - STAGE_COOKIE_0);

        wait_for_fences(stage, node, node->packets[place]);
        leave_fence(stage, node, node->packets[place]);
        node->payloads++;
        *node->memory[place] = node->payloads;
        DO(stage, NvSciStreamProducerPacketPresent(node->block, node->packets[place]));
        reach_fence(stage, node);
    }
}

static void consume(const Stage *stage, StageNode *node)
{
    NvSciStreamCookie cookie = STAGE_COOKIE_0;

    if (NvSciStreamConsumerPacketAcquire(node->block, &cookie) == NvSciError_Success) {
        const uint32_t place = (uint32_t)(cookie - STAGE_COOKIE_0);

        wait_for_fences(stage, node, node->packets[place]);
        node->wrong += (*node->memory[place] > node->last) ? 0U : 1U;
        node->last = *node->memory[place];
        node->payloads++;
        leave_fence(stage, node, node->packets[place]);
        DO(stage, NvSciStreamConsumerPacketRelease(node->block, node->packets[place]));
        reach_fence(stage, node);
    }
}

/* ---------------------------------------------------------------- the loop */

/** Answers what an endpoint is told. */
static void answer_end(const Stage *stage, StageNode *node, NvSciStreamEventType event)
{
    switch (event) {
    case NvSciStreamEventType_Elements:
        answer_elements(stage, node);
        break;
    case NvSciStreamEventType_PacketCreate:
        answer_create(stage, node);
        break;
    case NvSciStreamEventType_PacketsComplete:
        mark(stage, node, NvSciStreamSetup_PacketImport);
        break;
    case NvSciStreamEventType_WaiterAttr:
        answer_waiters(stage, node);
        break;
    case NvSciStreamEventType_SignalObj:
        answer_signals(stage, node);
        break;
    case NvSciStreamEventType_PacketReady:
        if (node->role == STAGE_PRODUCER) {
            node->owed++;
        } else {
            consume(stage, node);
        }
        break;
    default:
        break;
    }
}

static void answer(Stage *stage, StageNode *node, NvSciStreamEventType event)
{
    stage->answered++;
    switch (event) {
    case NvSciStreamEventType_Connected:
        answer_connected(stage, node);
        break;
    case NvSciStreamEventType_SetupComplete:
        node->ready++;
        break;
    case NvSciStreamEventType_Disconnected:
        node->disconnected = true;
        break;
    case NvSciStreamEventType_Error:
        assert_name(NvSciStreamBlockErrorGet(node->block, &node->error), NvSciError_Success);
        break;
    default:
        if (node->role != STAGE_POOL) {
            answer_end(stage, node, event);
        } else if (event == NvSciStreamEventType_Elements) {
            answer_pool(stage);
        } else {
            answer_status(stage);
        }
        break;
    }
}

bool stage_turn(Stage *stage)
{
    bool any = false;

    for (uint32_t i = 0U; i < stage->count; i++) {
        StageNode *const node = &stage->nodes[i];
        NvSciStreamEventType event = NvSciStreamEventType_Error;

        if ((node->block != 0U) && (node->role == STAGE_PRODUCER) && stage->flows &&
            (node->owed > 0U)) {
            node->owed--;
            produce(stage, node);
            any = true;
        }
        if ((node->block != 0U) && (!node->disconnected) &&
            (NvSciStreamBlockEventQuery(node->block, 0, &event) == NvSciError_Success)) {
            answer(stage, node, event);
            any = true;
        }
    }
    return any;
}

/** Takes a turn of each stage, and rests if nothing was to be done. */
static void turn_both(Stage *stage, Stage *other)
{
    bool any = stage_turn(stage);

    if (other != NULL) {
        any = stage_turn(other) || any;
    }
    if (!any) {
        (void)usleep(50U);
    }
}

bool stage_until(Stage *stage, Stage *other, const uint32_t *number, uint32_t least)
{
    const uint64_t begin = ringfence_port_time_us();

    while ((*number < least) && ((ringfence_port_time_us() - begin) < STAGE_LIMIT_US)) {
        turn_both(stage, other);
    }
    return *number >= least;
}

bool stage_until_set(Stage *stage, Stage *other, const bool *flag)
{
    const uint64_t begin = ringfence_port_time_us();

    while ((!*flag) && ((ringfence_port_time_us() - begin) < STAGE_LIMIT_US)) {
        turn_both(stage, other);
    }
    return *flag;
}
