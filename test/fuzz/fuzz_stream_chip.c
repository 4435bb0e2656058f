/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_stream_chip.c
 * Messages of a hostile end across a memory boundary, while packets move.
 *
 * Both ends of a stream are in this process, and set up. The first byte of the input says who lies:
 * 0 the source to the destination, 1 the other way. Then come steps: a kind, a number of bytes, and
 * as many bytes. A kind above 127 is none: the producer presents a payload, and the consumer takes
 * and gives back what there is.
 */
#define _GNU_SOURCE

#include "fuzz.h"
#include "nvscibuf.h"
#include "nvsciipc.h"
#include "nvscistream.h"
#include "nvscisync.h"
#include "stream/chip/chip.h"

/** Bytes of a frame that are used, and of a buffer. */
#define ROOM  256U
#define BYTES 128U
/** Looks of one end at the other. */
#define LOOKS 64U
/** Blocks of a stream, by their place. */
#define POOL     0U
#define PRODUCER 1U
#define SOURCE   2U
#define FAR_POOL 3U
#define TARGET   4U
#define QUEUE    5U
#define CONSUMER 6U
#define BLOCKS   7U

static NvSciSyncModule g_syncs;
static NvSciBufModule g_bufs;
static NvSciIpcEndpoint g_ends[2];
static NvSciEventLoopService *g_service;

/** The stream of a run. */
typedef struct {
    NvSciStreamBlock blocks[BLOCKS];
    NvSciEventNotifier *notifiers[6];
    NvSciStreamPacket packets[BLOCKS];
    uint32_t ready;
} Run;

/** A call that must succeed. */
#define MUST(call) FUZZ_CHECK((call) == NvSciError_Success)

static void put32(uint8_t *to, uint32_t value)
{
    for (uint32_t i = 0U; i < sizeof(value); i++) {
        to[i] = (uint8_t)(value >> (8U * i));
    }
}

/** Sends a message; one that finds no room is lost. */
static void send_message(NvSciIpcEndpoint end, uint32_t kind, const void *body, uint32_t size)
{
    uint8_t frame[MSG_FRAME_HEAD + MSG_HEAD + ROOM] = {0};
    uint32_t written = 0U;

    put32(frame, MSG_HEAD + size);
    put32(&frame[MSG_FRAME_HEAD], (MSG_VERSION << 16U) | kind);
    put32(&frame[MSG_FRAME_HEAD + 4U], size);
    (void)memcpy(&frame[MSG_FRAME_HEAD + MSG_HEAD], body, size);
    (void)NvSciIpcWriteSafe(end, frame, sizeof(frame), &written);
}

static NvSciBufAttrList raw_list(void)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const uint64_t size = BYTES;
    const uint64_t align = 64U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciBufAttrList list = NULL;

    MUST(NvSciBufAttrListCreate(g_bufs, &list));
    MUST(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])));
    return list;
}

static void mark(const Run *run, uint32_t block, NvSciStreamSetup group)
{
    MUST(NvSciStreamBlockSetupStatusSet(run->blocks[block], group, true));
}

/** Makes the packet of a pool of a list, which is given back. */
static void make_packet(Run *run, uint32_t pool, NvSciBufAttrList list)
{
    NvSciBufObj buffer = NULL;

    MUST(NvSciStreamPoolPacketCreate(run->blocks[pool], 1U, &run->packets[pool]));
    MUST(NvSciBufObjAlloc(list, &buffer));
    MUST(NvSciStreamPoolPacketInsertBuffer(run->blocks[pool], run->packets[pool], 0U, buffer));
    MUST(NvSciStreamPoolPacketComplete(run->blocks[pool], run->packets[pool]));
    mark(run, pool, NvSciStreamSetup_PacketExport);
    NvSciBufObjFree(buffer);
    NvSciBufAttrListFree(list);
}

static void answer_pool(Run *run, uint32_t pool, NvSciStreamEventType event)
{
    if ((event == NvSciStreamEventType_Elements) && (pool == POOL)) {
        NvSciBufAttrList lists[2] = {NULL, NULL};
        NvSciBufAttrList made = NULL;
        NvSciBufAttrList conflict = NULL;

        MUST(NvSciStreamBlockElementAttrGet(run->blocks[pool], NvSciStreamBlockType_Producer, 0U,
                                            NULL, &lists[0]));
        MUST(NvSciStreamBlockElementAttrGet(run->blocks[pool], NvSciStreamBlockType_Consumer, 0U,
                                            NULL, &lists[1]));
        MUST(NvSciBufAttrListReconcile(lists, 2U, &made, &conflict));
        MUST(NvSciStreamBlockElementAttrSet(run->blocks[pool], 1U, made));
        mark(run, pool, NvSciStreamSetup_ElementImport);
        mark(run, pool, NvSciStreamSetup_ElementExport);
        NvSciBufAttrListFree(lists[0]);
        NvSciBufAttrListFree(lists[1]);
        make_packet(run, pool, made);
    } else if (event == NvSciStreamEventType_Elements) {
        NvSciBufAttrList list = NULL;

        MUST(NvSciStreamBlockElementAttrGet(run->blocks[pool], NvSciStreamBlockType_Pool, 0U, NULL,
                                            &list));
        mark(run, pool, NvSciStreamSetup_ElementImport);
        make_packet(run, pool, list);
    } else if (event == NvSciStreamEventType_PacketStatus) {
        mark(run, pool, NvSciStreamSetup_PacketImport);
    } else {
        /* Nothing to answer. */
    }
}

static void answer_end(Run *run, uint32_t end, NvSciStreamEventType event)
{
    NvSciBufAttrList list = NULL;

    switch (event) {
    case NvSciStreamEventType_Connected:
        list = raw_list();
        MUST(NvSciStreamBlockElementAttrSet(run->blocks[end], 1U, list));
        mark(run, end, NvSciStreamSetup_ElementExport);
        NvSciBufAttrListFree(list);
        break;
    case NvSciStreamEventType_Elements:
        mark(run, end, NvSciStreamSetup_ElementImport);
        mark(run, end, NvSciStreamSetup_WaiterAttrExport);
        break;
    case NvSciStreamEventType_PacketCreate:
        MUST(NvSciStreamBlockPacketNewHandleGet(run->blocks[end], &run->packets[end]));
        MUST(NvSciStreamBlockPacketStatusSet(run->blocks[end], run->packets[end], 1U,
                                             NvSciError_Success));
        break;
    case NvSciStreamEventType_PacketsComplete:
        mark(run, end, NvSciStreamSetup_PacketImport);
        break;
    case NvSciStreamEventType_WaiterAttr:
        mark(run, end, NvSciStreamSetup_WaiterAttrImport);
        mark(run, end, NvSciStreamSetup_SignalObjExport);
        break;
    case NvSciStreamEventType_SignalObj:
        mark(run, end, NvSciStreamSetup_SignalObjImport);
        break;
    default:
        break;
    }
}

/** Both ends read and write, and events are taken; in setup they are answered. */
static void look(Run *run, bool answers)
{
    MUST(NvSciStreamBlockHandleInternalEvents(run->blocks[SOURCE]));
    MUST(NvSciStreamBlockHandleInternalEvents(run->blocks[TARGET]));
    for (uint32_t i = 0U; i < BLOCKS; i++) {
        NvSciStreamEventType event = NvSciStreamEventType_Error;

        if (NvSciStreamBlockEventQuery(run->blocks[i], 0, &event) == NvSciError_Success) {
            run->ready += (event == NvSciStreamEventType_SetupComplete) ? 1U : 0U;
            if (answers && ((i == POOL) || (i == FAR_POOL))) {
                answer_pool(run, i, event);
            } else if (answers && ((i == PRODUCER) || (i == CONSUMER))) {
                answer_end(run, i, event);
            } else {
                /* Nothing to answer. */
            }
        }
    }
}

static void drive_by_hand(Run *run, uint32_t block, NvSciEventNotifier **notifiers)
{
    uint32_t count = 3U;

    MUST(NvSciStreamBlockInternalEventServiceSetup(run->blocks[block], &g_service->EventService,
                                                   &count, notifiers));
}

static void make_stream(Run *run)
{
    NvSciStreamBlock *const blocks = run->blocks;

    MUST(NvSciStreamStaticPoolCreate(1U, &blocks[POOL]));
    MUST(NvSciStreamProducerCreate(blocks[POOL], &blocks[PRODUCER]));
    MUST(NvSciStreamIpcSrcCreate2(g_ends[0], g_syncs, g_bufs, 0U, &blocks[SOURCE]));
    MUST(NvSciStreamStaticPoolCreate(1U, &blocks[FAR_POOL]));
    MUST(NvSciStreamIpcDstCreate2(g_ends[1], g_syncs, g_bufs, blocks[FAR_POOL], &blocks[TARGET]));
    MUST(NvSciStreamFifoQueueCreate(&blocks[QUEUE]));
    MUST(NvSciStreamConsumerCreate(blocks[QUEUE], &blocks[CONSUMER]));
    drive_by_hand(run, SOURCE, run->notifiers);
    drive_by_hand(run, TARGET, &run->notifiers[3]);
    MUST(NvSciStreamBlockConnect(blocks[PRODUCER], blocks[SOURCE]));
    MUST(NvSciStreamBlockConnect(blocks[TARGET], blocks[CONSUMER]));
    for (uint32_t i = 0U; (i < (LOOKS * 4U)) && (run->ready < BLOCKS); i++) {
        look(run, true);
    }
    FUZZ_CHECK(run->ready == BLOCKS);
}

/** A payload is presented, and what has come is taken and given back. */
static void play(Run *run)
{
    NvSciStreamCookie cookie = 0U;

    if (NvSciStreamProducerPacketGet(run->blocks[PRODUCER], &cookie) == NvSciError_Success) {
        (void)NvSciStreamProducerPacketPresent(run->blocks[PRODUCER], run->packets[PRODUCER]);
    }
    look(run, false);
    if (NvSciStreamConsumerPacketAcquire(run->blocks[CONSUMER], &cookie) == NvSciError_Success) {
        FUZZ_CHECK(cookie == 1U);
        (void)NvSciStreamConsumerPacketRelease(run->blocks[CONSUMER], run->packets[CONSUMER]);
    }
}

static void take_steps(Run *run, NvSciIpcEndpoint end, const uint8_t *data, size_t size)
{
    size_t at = 0U;

    while ((at + 2U) <= size) {
        const uint32_t kind = data[at];
        const size_t left = size - (at + 2U);
        size_t count = data[at + 1U];

        count = (count < left) ? count : left;
        if (kind > 127U) {
            play(run);
        } else {
            send_message(end, kind, &data[at + 2U], (uint32_t)count);
        }
        at += 2U + count;
        look(run, false);
    }
    for (uint32_t i = 0U; i < LOOKS; i++) {
        look(run, false);
    }
}

static void end_stream(const Run *run)
{
    for (uint32_t i = 0U; i < BLOCKS; i++) {
        MUST(NvSciStreamBlockDelete(run->blocks[i]));
    }
    for (uint32_t i = 0U; i < 6U; i++) {
        run->notifiers[i]->Delete(run->notifiers[i]);
    }
    MUST(NvSciIpcResetEndpointSafe(g_ends[0]));
    MUST(NvSciIpcResetEndpointSafe(g_ends[1]));
}

/** Opens what all runs have, and runs once: the channel keeps what its first connection took. */
static void set_up(void)
{
    Run run = {{0U}, {NULL}, {0U}, 0U};

    MUST(NvSciIpcInit());
    MUST(NvSciIpcOpenEndpoint("nvscic2c_pcie_s0_c5_1", &g_ends[0]));
    MUST(NvSciIpcOpenEndpoint("nvscic2c_pcie_s0_c6_1", &g_ends[1]));
    MUST(NvSciSyncModuleOpen(&g_syncs));
    MUST(NvSciBufModuleOpen(&g_bufs));
    MUST(NvSciEventLoopServiceCreateSafe(1U, NULL, &g_service));
    MUST(NvSciIpcResetEndpointSafe(g_ends[0]));
    MUST(NvSciIpcResetEndpointSafe(g_ends[1]));
    make_stream(&run);
    end_stream(&run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (fuzz_is_first()) {
        set_up();
    }
    fuzz_begin();
    if (size > 0U) {
        Run run = {{0U}, {NULL}, {0U}, 0U};

        make_stream(&run);
        take_steps(&run, g_ends[data[0] & 1U], &data[1], size - 1U);
        end_stream(&run);
    }
    fuzz_end();
    return 0;
}
