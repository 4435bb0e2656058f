/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_make.c
 * IPC blocks: making them, and what a program chooses for them.
 */
#include <string.h>

#include "core/feature.h"
#include "core/pool.h"
#include "ipc/ipc.h"
#include "port/lock.h"
#include "stream/ipc.h"

/** Notifiers of a block: of its channel, and of its events. */
#define NOTIFIERS 3U

/** Finds a row that is free, if the endpoint has no block. Needs the shape. */
static NvSciError find_row(NvSciIpcEndpoint endpoint, uint32_t *found)
{
    NvSciError status = NvSciError_InsufficientMemory;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_IPC_BLOCKS; i++) {
        if ((!g_stream_ipcs[i].is_taken) && (status == NvSciError_InsufficientMemory)) {
            *found = i;
            status = NvSciError_Success;
        }
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_IPC_BLOCKS; i++) {
        if (g_stream_ipcs[i].is_taken && (g_stream_ipcs[i].endpoint == endpoint)) {
            status = NvSciError_InsufficientResource;
        }
    }
    return status;
}

/** What a program hands over for an IPC block. */
typedef struct {
    bool is_source;
    NvSciIpcEndpoint endpoint;
    NvSciSyncModule sync;
    NvSciBufModule buf;
    /** Queue or pool; 0: none. */
    NvSciStreamBlock partner;
} IpcRequest;

/** Says whether an endpoint is open, and was reset. */
static NvSciError check_endpoint(PhaseOp op, NvSciIpcEndpoint handle)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = NvSciError_NotInitialized;

    if (ipc_take(op, handle, &endpoint) == NvSciError_Success) {
        if (!ipc_shares_objects(endpoint)) {
            status = NvSciError_NotSupported;
        } else if (endpoint->state == IPC_STATE_OPENED) {
            status = NvSciError_StreamInternalError;
        } else {
            status = NvSciError_Success;
        }
        ipc_leave(endpoint);
    }
    return status;
}

/** Looks at modules, and at the queue or pool: there is no endpoint across a memory boundary. */
static NvSciError check_others(PhaseOp op, const IpcRequest *request)
{
    uint32_t row = 0U;
    NvSciError status = ringfence_pool_find(op, RINGFENCE_POOL_SYNC_MODULE, request->sync, &row);

    if (status == NvSciError_Success) {
        status = ringfence_pool_find(op, RINGFENCE_POOL_BUF_MODULE, request->buf, &row);
    }
    if ((status == NvSciError_Success) && (request->partner != 0U)) {
        status = stream_find_row(op, request->partner, &row);
        status = (status == NvSciError_Success) ? NvSciError_BadParameter : status;
    }
    return status;
}

/** Looks at what a program handed over. */
static NvSciError check_channel_request(PhaseOp op, const IpcRequest *request,
                                        NvSciIpcEndpointInfo *info, int32_t *channel)
{
    NvSciError status = check_others(op, request);

    if (status == NvSciError_Success) {
        status = check_endpoint(op, request->endpoint);
    }
    if (status == NvSciError_Success) {
        status = NvSciIpcGetEndpointInfo(request->endpoint, info);
    }
    if (status == NvSciError_Success) {
        status = NvSciIpcGetLinuxEventFd(request->endpoint, channel);
    }
    return status;
}

/** Empties a row for a block. */
static void reset_row(StreamIpc *row, const IpcRequest *request, const NvSciIpcEndpointInfo *info)
{
    (void)memset(row, 0, sizeof(*row));
    row->is_taken = true;
    row->is_source = request->is_source;
    row->endpoint = request->endpoint;
    row->sync = request->sync;
    row->buf = request->buf;
    row->piece = (info->frame_size < MSG_PIECE_MAX) ? info->frame_size : MSG_PIECE_MAX;
    row->is_dirty = true;
}

/** Gives a new block its row, and a destination its segment. Needs the shape. */
static void begin_channel(const IpcRequest *request, const NvSciIpcEndpointInfo *info,
                          int32_t channel, uint32_t number, uint32_t segment, StreamBlock *block)
{
    StreamIpc *const row = &g_stream_ipcs[number];

    phase_part_take(STREAM_LOOSE);
    reset_row(row, request, info);
    row->channel = channel;
    block->more = stream_link(number);
    if (!request->is_source) {
        segment_begin(segment, block);
        stream_leave(block);
    }
    port_store32(&row->block, block->self);
    phase_part_give(STREAM_LOOSE);
}

/** Takes rows for a block, and for its segment if it is a destination. Needs the shape. */
static NvSciError take_rows(PhaseOp op, const IpcRequest *request, NvSciStreamBlock *made,
                            uint32_t *number, uint32_t *segment)
{
    NvSciError status = find_row(request->endpoint, number);

    if ((status == NvSciError_Success) && (!request->is_source)) {
        status = segment_take(segment);
    }
    if (status == NvSciError_Success) {
        status = stream_make(op, request->is_source ? BLOCK_IPC_SRC : BLOCK_IPC_DST,
                             request->is_source ? 0U : 1U, 0U, made);
        if ((status != NvSciError_Success) && (!request->is_source)) {
            g_stream_segments[*segment].is_taken = false;
        }
    }
    return status;
}

/** Makes an IPC block. */
static NvSciError make(PhaseOp op, const IpcRequest *request, NvSciStreamBlock *handle)
{
    NvSciIpcEndpointInfo info = {0U, 0U};
    int32_t channel = -1;
    uint32_t number = 0U;
    uint32_t segment = STREAM_LOOSE;
    uint32_t row = 0U;
    NvSciStreamBlock made = 0U;
    NvSciError status = NvSciError_Success;

    phase_hold();
    status = feature_admit(RINGFENCE_CFG_CHANNELS, op);
    if ((status == NvSciError_Success) && (handle == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        status = check_channel_request(op, request, &info, &channel);
    }
    if (status == NvSciError_Success) {
        status = take_rows(op, request, &made, &number, &segment);
    }
    if (status == NvSciError_Success) {
        (void)stream_find_row(op, made, &row);
        begin_channel(request, &info, channel, number, segment, &g_stream_blocks[row]);
        *handle = made;
    }
    phase_release();
    return status;
}

/** @satisfies RF-STREAM-080 */
NvSciError NvSciStreamIpcSrcCreate(NvSciIpcEndpoint const ipcEndpoint,
                                   NvSciSyncModule const syncModule, NvSciBufModule const bufModule,
                                   NvSciStreamBlock *const ipc)
{
    const IpcRequest request = {true, ipcEndpoint, syncModule, bufModule, 0U};

    return make(OP_STREAM_IPC_SRC_CREATE, &request, ipc);
}

/** @satisfies RF-STREAM-080 */
NvSciError NvSciStreamIpcSrcCreate2(NvSciIpcEndpoint const ipcEndpoint,
                                    NvSciSyncModule const syncModule,
                                    NvSciBufModule const bufModule, NvSciStreamBlock const queue,
                                    NvSciStreamBlock *const ipc)
{
    const IpcRequest request = {true, ipcEndpoint, syncModule, bufModule, queue};

    return make(OP_STREAM_IPC_SRC_CREATE2, &request, ipc);
}

/** @satisfies RF-STREAM-080 */
NvSciError NvSciStreamIpcDstCreate(NvSciIpcEndpoint const ipcEndpoint,
                                   NvSciSyncModule const syncModule, NvSciBufModule const bufModule,
                                   NvSciStreamBlock *const ipc)
{
    const IpcRequest request = {false, ipcEndpoint, syncModule, bufModule, 0U};

    return make(OP_STREAM_IPC_DST_CREATE, &request, ipc);
}

/** @satisfies RF-STREAM-080 */
NvSciError NvSciStreamIpcDstCreate2(NvSciIpcEndpoint const ipcEndpoint,
                                    NvSciSyncModule const syncModule,
                                    NvSciBufModule const bufModule, NvSciStreamBlock const pool,
                                    NvSciStreamBlock *const ipc)
{
    const IpcRequest request = {false, ipcEndpoint, syncModule, bufModule, pool};

    return make(OP_STREAM_IPC_DST_CREATE2, &request, ipc);
}

/* ---------------------------------------------------------------- the program's choices */

/** Makes the notifiers of a block: its channel's, and those of its events. The array is unchanged
 * on error. */
static NvSciError make_notifiers(PhaseOp op, StreamIpc *row, NvSciEventService *service,
                                 NvSciEventNotifier **notifiers)
{
    NvSciEventNotifier *first = NULL;
    NvSciError status = event_notifier_at(op, row->endpoint, service, &first);

    if (status == NvSciError_Success) {
        status = event_local_create(service, &row->events[IPC_EVENT_WRITE]);
        if (status == NvSciError_Success) {
            status = event_local_create(service, &row->events[IPC_EVENT_END]);
            if (status != NvSciError_Success) {
                NvSciEventNotifier *const notifier = row->events[IPC_EVENT_WRITE]->eventNotifier;

                event_local_end(row->events[IPC_EVENT_WRITE]);
                notifier->Delete(notifier);
            }
        }
        if (status != NvSciError_Success) {
            first->Delete(first);
        }
    }
    if (status == NvSciError_Success) {
        notifiers[0] = first;
        notifiers[1] = row->events[IPC_EVENT_WRITE]->eventNotifier;
        notifiers[2] = row->events[IPC_EVENT_END]->eventNotifier;
        (void)notifiers[0]->SetHandler(notifiers[0], &ipc_on_event, row, 0U);
        (void)notifiers[1]->SetHandler(notifiers[1], &ipc_on_event, row, 0U);
        (void)notifiers[2]->SetHandler(notifiers[2], &ipc_on_event, row, 0U);
    }
    return status;
}

/** Sets the notifiers of a block up, in an array with room for some. */
static NvSciError set_notifiers_up(PhaseOp op, const StreamBlock *block, NvSciEventService *service,
                                   uint32_t room, NvSciEventNotifier **notifiers)
{
    StreamIpc *const row = ipc_of(block);
    NvSciError status = NvSciError_Success;

    if (row->has_service) {
        status = NvSciError_AlreadyDone;
    } else if (block->has_input || (block->connected > 0U)) {
        status = NvSciError_InvalidState;
    } else if (room < NOTIFIERS) {
        status = NvSciError_InsufficientMemory;
    } else {
        status = make_notifiers(op, row, service, notifiers);
    }
    if (status == NvSciError_Success) {
        row->has_service = true;
        ipc_wake(row);
    }
    return status;
}

/** @satisfies RF-STREAM-085 */
NvSciError NvSciStreamBlockInternalEventServiceSetup(NvSciStreamBlock const block,
                                                     NvSciEventService *const eventService,
                                                     uint32_t *const notifierCount,
                                                     NvSciEventNotifier **const eventNotifierArray)
{
    const PhaseOp op = OP_STREAM_BLOCK_INTERNAL_EVENT_SERVICE_SETUP;
    StreamBlock *found = NULL;
    NvSciError status = stream_enter(op, block, &found);

    if (status == NvSciError_Success) {
        if ((eventService == NULL) || (notifierCount == NULL) || (eventNotifierArray == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (!ipc_has_row(found)) {
            status = NvSciError_NotSupported;
        }
        if (status == NvSciError_Success) {
            status = set_notifiers_up(op, found, eventService, *notifierCount, eventNotifierArray);
        }
        if (status == NvSciError_Success) {
            *notifierCount = NOTIFIERS;
        }
        stream_leave(found);
    }
    return status;
}

/** @satisfies RF-STREAM-084 */
NvSciError NvSciStreamPacketSendSync(NvSciStreamBlock const block)
{
    StreamBlock *found = NULL;
    NvSciError status = stream_enter(OP_STREAM_PACKET_SEND_SYNC, block, &found);

    if (status == NvSciError_Success) {
        if (!ipc_has_row(found)) {
            status = NvSciError_NotSupported;
        } else if (found->used || ipc_of(found)->sends_at_once) {
            status = NvSciError_InvalidState;
        } else {
            ipc_of(found)->sends_at_once = true;
        }
        stream_leave(found);
    }
    return status;
}

/** @satisfies RF-STREAM-085 */
NvSciError NvSciStreamBlockHandleInternalEvents(NvSciStreamBlock const block)
{
    StreamBlock *found = NULL;
    NvSciError status = stream_enter(OP_STREAM_BLOCK_HANDLE_INTERNAL_EVENTS, block, &found);

    if (status == NvSciError_Success) {
        if (!ipc_has_row(found)) {
            status = NvSciError_NotSupported;
        } else {
            ipc_of(found)->signalled = false;
            ipc_take_turn(ipc_of(found), stream_segment_of(found), found);
        }
        stream_leave(found);
    }
    return status;
}

/** @satisfies RF-STREAM-087 */
NvSciError NvSciStreamBlockDisconnect(NvSciStreamBlock const block)
{
    StreamBlock *found = NULL;
    NvSciError status =
        stream_enter_connected(OP_STREAM_BLOCK_DISCONNECT, TYPE_OF(BLOCK_IPC_SRC), block, &found);

    if (status == NvSciError_Success) {
        if ((found->done & DONE_SETUP_COMPLETE) == 0U) {
            status = NvSciError_InvalidState;
        } else if (ipc_has_row(found) && (!ipc_of(found)->is_over)) {
            StreamIpc *const row = ipc_of(found);

            row->is_over = true;
            tree_lose(stream_segment_of(found), found);
            ipc_wake(row);
        } else {
            /* It is over already. */
        }
        stream_leave(found);
    }
    return status;
}
