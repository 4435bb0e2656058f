/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_stream_ipc.c
 * Messages of a hostile peer to an IPC block of a stream.
 *
 * The first byte of the input says which block reads: 0 a source whose peer said hello and that it
 * is complete, 1 a destination with a consumer whose peer said hello, 2 and 3 the same without a
 * word before; 4 more put the block beside a consumer, or above it, with a multicast block that has
 * outputs for late ones. Then come messages: kind, number of bytes of the body, body. A byte of the
 * kind above 127 leaves the head to the body.
 */
#define _GNU_SOURCE

#include "fuzz.h"
#include "fuzz_channel.h"
#include "nvscibuf.h"
#include "nvscistream.h"
#include "nvscisync.h"
#include "stream/remote/ipc.h"

/** Bytes of a frame that are used. */
#define ROOM 256U
/** Looks of one end at the other. */
#define LOOKS  64U
#define BLOCKS 5U

static NvSciSyncModule g_syncs;
static NvSciBufModule g_bufs;
static NvSciIpcEndpoint g_near;
static NvSciIpcEndpoint g_peer;
static NvSciEventLoopService *g_service;

/** The stream of a run. */
typedef struct {
    NvSciStreamBlock ipc;
    NvSciStreamBlock blocks[BLOCKS];
    NvSciEventNotifier *notifiers[3];
} Run;

static void put32(uint8_t *to, uint32_t value)
{
    for (uint32_t i = 0U; i < sizeof(value); i++) {
        to[i] = (uint8_t)(value >> (8U * i));
    }
}

/** Sends a frame; one that finds no room is lost. */
static void send_frame(const uint8_t *message, uint32_t size)
{
    uint8_t frame[ROOM + MSG_FRAME_HEAD];
    uint32_t written = 0U;

    put32(frame, size);
    (void)memcpy(&frame[MSG_FRAME_HEAD], message, size);
    (void)NvSciIpcWriteSafe(g_peer, frame, MSG_FRAME_HEAD + size, &written);
}

static void send_message(uint32_t kind, const void *body, uint32_t size)
{
    uint8_t message[ROOM];

    put32(message, (MSG_VERSION << 16U) | kind);
    put32(&message[4], size);
    (void)memcpy(&message[MSG_HEAD], body, size);
    send_frame(message, MSG_HEAD + size);
}

/** The block reads, and its events are taken. */
static void read_all(const Run *run)
{
    for (uint32_t i = 0U; i < LOOKS; i++) {
        NvSciStreamEventType event = NvSciStreamEventType_Error;
        uint32_t events = 0U;
        uint8_t frame[ROOM];
        uint32_t count = 0U;

        FUZZ_CHECK(NvSciStreamBlockHandleInternalEvents(run->ipc) == NvSciError_Success);
        FUZZ_CHECK(NvSciIpcGetEventSafe(g_peer, &events) == NvSciError_Success);
        (void)NvSciIpcReadSafe(g_peer, frame, sizeof(frame), &count);
        (void)NvSciStreamBlockEventQuery(run->ipc, 0, &event);
        for (uint32_t b = 0U; b < BLOCKS; b++) {
            if (run->blocks[b] != 0U) {
                (void)NvSciStreamBlockEventQuery(run->blocks[b], 0, &event);
            }
        }
    }
}

static void drive_by_hand(Run *run)
{
    uint32_t count = 3U;

    FUZZ_CHECK(NvSciStreamBlockInternalEventServiceSetup(run->ipc, &g_service->EventService, &count,
                                                         run->notifiers) == NvSciError_Success);
}

/** Makes a multicast block with free outputs, and a consumer below it. */
static void make_open(Run *run, uint32_t outputs)
{
    NvSciStreamBlock *const blocks = &run->blocks[2];

    FUZZ_CHECK(NvSciStreamMulticastCreate(outputs, &blocks[0]) == NvSciError_Success);
    FUZZ_CHECK(NvSciStreamBlockSetupStatusSet(blocks[0], NvSciStreamSetup_Connect, true) ==
               NvSciError_Success);
    FUZZ_CHECK(NvSciStreamFifoQueueCreate(&blocks[1]) == NvSciError_Success);
    FUZZ_CHECK(NvSciStreamConsumerCreate(blocks[1], &blocks[2]) == NvSciError_Success);
    FUZZ_CHECK(NvSciStreamBlockConnect(blocks[0], blocks[2]) == NvSciError_Success);
}

static void make_source(Run *run, bool is_open)
{
    FUZZ_CHECK(NvSciStreamIpcSrcCreate(g_near, g_syncs, g_bufs, &run->ipc) == NvSciError_Success);
    drive_by_hand(run);
    FUZZ_CHECK(NvSciStreamStaticPoolCreate(1U, &run->blocks[0]) == NvSciError_Success);
    FUZZ_CHECK(NvSciStreamProducerCreate(run->blocks[0], &run->blocks[1]) == NvSciError_Success);
    if (is_open) {
        make_open(run, RINGFENCE_CFG_STREAM_CONSUMERS);
        FUZZ_CHECK(NvSciStreamBlockConnect(run->blocks[2], run->ipc) == NvSciError_Success);
        FUZZ_CHECK(NvSciStreamBlockConnect(run->blocks[1], run->blocks[2]) == NvSciError_Success);
    } else {
        FUZZ_CHECK(NvSciStreamBlockConnect(run->blocks[1], run->ipc) == NvSciError_Success);
    }
}

static void make_destination(Run *run, bool is_open)
{
    FUZZ_CHECK(NvSciStreamIpcDstCreate(g_near, g_syncs, g_bufs, &run->ipc) == NvSciError_Success);
    drive_by_hand(run);
    if (is_open) {
        make_open(run, 2U);
        FUZZ_CHECK(NvSciStreamBlockConnect(run->ipc, run->blocks[2]) == NvSciError_Success);
    } else {
        FUZZ_CHECK(NvSciStreamFifoQueueCreate(&run->blocks[0]) == NvSciError_Success);
        FUZZ_CHECK(NvSciStreamConsumerCreate(run->blocks[0], &run->blocks[1]) ==
                   NvSciError_Success);
        FUZZ_CHECK(NvSciStreamBlockConnect(run->ipc, run->blocks[1]) == NvSciError_Success);
    }
}

/** What a true peer says first. */
static void begin(const Run *run, bool is_source)
{
    const uint32_t hello = is_source ? 0U : 1U;
    const uint32_t complete[5] = {1U, 0U, 0U, 1U, 0U};
    const uint32_t connected[3] = {0U, 2U, 0U};

    send_message((uint32_t)MSG_HELLO, &hello, sizeof(hello));
    read_all(run);
    if (is_source) {
        send_message((uint32_t)MSG_COMPLETE, complete, sizeof(complete));
    } else {
        send_message((uint32_t)MSG_CONNECTED, connected, sizeof(connected));
    }
    read_all(run);
}

static void end(const Run *run)
{
    FUZZ_CHECK(NvSciStreamBlockDelete(run->ipc) == NvSciError_Success);
    for (uint32_t b = 0U; b < BLOCKS; b++) {
        if (run->blocks[b] != 0U) {
            FUZZ_CHECK(NvSciStreamBlockDelete(run->blocks[b]) == NvSciError_Success);
        }
    }
    for (uint32_t i = 0U; i < 3U; i++) {
        run->notifiers[i]->Delete(run->notifiers[i]);
    }
    FUZZ_CHECK(NvSciIpcResetEndpointSafe(g_near) == NvSciError_Success);
    FUZZ_CHECK(NvSciIpcResetEndpointSafe(g_peer) == NvSciError_Success);
}

/** Sends the messages of the input. */
static void send_input(const Run *run, const uint8_t *data, size_t size)
{
    size_t at = 0U;

    while ((at + 2U) <= size) {
        const uint32_t kind = data[at];
        const size_t left = size - (at + 2U);
        const size_t most = ROOM - MSG_HEAD;
        size_t count = data[at + 1U];

        count = (count < left) ? count : left;
        count = (count < most) ? count : most;
        if (kind > 127U) {
            send_frame(&data[at + 2U], (uint32_t)count);
        } else {
            send_message(kind, &data[at + 2U], (uint32_t)count);
        }
        at += 2U + count;
        FUZZ_CHECK(NvSciStreamBlockHandleInternalEvents(run->ipc) == NvSciError_Success);
    }
}

static void set_up(void)
{
    fuzz_connect(&g_near, &g_peer);
    FUZZ_CHECK(NvSciSyncModuleOpen(&g_syncs) == NvSciError_Success);
    FUZZ_CHECK(NvSciBufModuleOpen(&g_bufs) == NvSciError_Success);
    FUZZ_CHECK(NvSciEventLoopServiceCreateSafe(1U, NULL, &g_service) == NvSciError_Success);
    FUZZ_CHECK(NvSciIpcResetEndpointSafe(g_near) == NvSciError_Success);
    FUZZ_CHECK(NvSciIpcResetEndpointSafe(g_peer) == NvSciError_Success);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (fuzz_is_first()) {
        set_up();
    }
    fuzz_begin();
    if (size > 0U) {
        Run run = {0U, {0U}, {NULL, NULL, NULL}};
        const bool is_source = ((data[0] & 1U) == 0U);
        const bool is_open = ((data[0] & 4U) != 0U);

        if (is_source) {
            make_source(&run, is_open);
        } else {
            make_destination(&run, is_open);
        }
        read_all(&run);
        if ((data[0] & 2U) == 0U) {
            begin(&run, is_source);
        }
        send_input(&run, &data[1], size - 1U);
        read_all(&run);
        end(&run);
    }
    fuzz_end();
    return 0;
}
