/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file no_ipc.c
 * IPC blocks where there are none: the library without an operating system has this file in the
 * place of remote/, and streams end in their own image. remote.h says what each answers.
 */
#include "stream/block.h"
#include "stream/remote.h"

/* ---------------------------------------------------------------- what the segment asks */

uint32_t ipc_consumers(const StreamBlock *block)
{
    (void)block;
    return 0U;
}

bool ipc_consumer_is_present(const StreamBlock *block, uint32_t consumer)
{
    (void)block;
    (void)consumer;
    return false;
}

bool ipc_consumer_has_crc(const StreamBlock *block, uint32_t consumer)
{
    (void)block;
    (void)consumer;
    return false;
}

void ipc_changed(const StreamBlock *block)
{
    (void)block;
}

void ipc_packet_gone(const StreamSegment *segment, uint32_t packet)
{
    (void)segment;
    (void)packet;
}

void ipc_join(const StreamBlock *block, uint64_t numbers)
{
    (void)block;
    (void)numbers;
}

void ipc_part(const StreamBlock *block, uint64_t numbers)
{
    (void)block;
    (void)numbers;
}

void ipc_joined(const StreamBlock *block)
{
    (void)block;
}

void ipc_ask_again(StreamSegment *segment)
{
    (void)segment;
}

bool ipc_can_send(const StreamBlock *block, NvSciSyncObj object)
{
    (void)block;
    (void)object;
    return true;
}

bool ipc_sends_at_once(const StreamBlock *block)
{
    (void)block;
    return false;
}

void ipc_send_soon(StreamBlock *block)
{
    (void)block;
}

bool ipc_has_room(const StreamSegment *segment, bool is_down)
{
    (void)segment;
    (void)is_down;
    return true;
}

void ipc_look_begin(StreamSegment *segment)
{
    (void)segment;
}

void ipc_look(StreamSegment *segment)
{
    (void)segment;
}

void ipc_look_end(StreamSegment *segment)
{
    (void)segment;
}

NvSciError ipc_start(const StreamBlock *block)
{
    (void)block;
    return NvSciError_Success;
}

void ipc_end(StreamBlock *block, bool is_last)
{
    (void)block;
    (void)is_last;
}

/* ---------------------------------------------------------------- functions of IPC blocks */

/** @satisfies RF-STREAM-150 */
NvSciError NvSciStreamIpcSrcCreate(NvSciIpcEndpoint const ipcEndpoint,
                                   NvSciSyncModule const syncModule, NvSciBufModule const bufModule,
                                   NvSciStreamBlock *const ipc)
{
    (void)ipcEndpoint;
    (void)syncModule;
    (void)bufModule;
    (void)ipc;
    return NvSciError_NotSupported;
}

/** @satisfies RF-STREAM-150 */
NvSciError NvSciStreamIpcSrcCreate2(NvSciIpcEndpoint const ipcEndpoint,
                                    NvSciSyncModule const syncModule,
                                    NvSciBufModule const bufModule, NvSciStreamBlock const queue,
                                    NvSciStreamBlock *const ipc)
{
    (void)ipcEndpoint;
    (void)syncModule;
    (void)bufModule;
    (void)queue;
    (void)ipc;
    return NvSciError_NotSupported;
}

/** @satisfies RF-STREAM-150 */
NvSciError NvSciStreamIpcDstCreate(NvSciIpcEndpoint const ipcEndpoint,
                                   NvSciSyncModule const syncModule, NvSciBufModule const bufModule,
                                   NvSciStreamBlock *const ipc)
{
    (void)ipcEndpoint;
    (void)syncModule;
    (void)bufModule;
    (void)ipc;
    return NvSciError_NotSupported;
}

/** @satisfies RF-STREAM-150 */
NvSciError NvSciStreamIpcDstCreate2(NvSciIpcEndpoint const ipcEndpoint,
                                    NvSciSyncModule const syncModule,
                                    NvSciBufModule const bufModule, NvSciStreamBlock const pool,
                                    NvSciStreamBlock *const ipc)
{
    (void)ipcEndpoint;
    (void)syncModule;
    (void)bufModule;
    (void)pool;
    (void)ipc;
    return NvSciError_NotSupported;
}

/** A function that IPC blocks alone have: the block is another one. */
static NvSciError refuse_block(PhaseOp op, NvSciStreamBlock handle)
{
    StreamBlock *found = NULL;
    NvSciError status = stream_enter(op, handle, &found);

    if (status == NvSciError_Success) {
        stream_leave(found);
        status = NvSciError_NotSupported;
    }
    return status;
}

/** @satisfies RF-STREAM-150 */
NvSciError NvSciStreamBlockInternalEventServiceSetup(NvSciStreamBlock const block,
                                                     NvSciEventService *const eventService,
                                                     uint32_t *const notifierCount,
                                                     NvSciEventNotifier **const eventNotifierArray)
{
    (void)eventService;
    (void)notifierCount;
    (void)eventNotifierArray;
    return refuse_block(OP_STREAM_BLOCK_INTERNAL_EVENT_SERVICE_SETUP, block);
}

/** @satisfies RF-STREAM-150 */
NvSciError NvSciStreamPacketSendSync(NvSciStreamBlock const block)
{
    return refuse_block(OP_STREAM_PACKET_SEND_SYNC, block);
}

/** @satisfies RF-STREAM-150 */
NvSciError NvSciStreamBlockHandleInternalEvents(NvSciStreamBlock const block)
{
    return refuse_block(OP_STREAM_BLOCK_HANDLE_INTERNAL_EVENTS, block);
}

/** @satisfies RF-STREAM-150 */
NvSciError NvSciStreamBlockDisconnect(NvSciStreamBlock const block)
{
    StreamBlock *found = NULL;

    /* No block is of that type, so none is entered. */
    return stream_enter_connected(OP_STREAM_BLOCK_DISCONNECT, TYPE_OF(BLOCK_IPC_SRC), block,
                                  &found);
}
