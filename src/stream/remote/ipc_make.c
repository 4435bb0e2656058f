/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_make.c
 * IPC blocks: making them, and what a program chooses for them.
 */
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "core/feature.h"
#include "core/pool.h"
#include "ipc/ipc.h"
#include "port/lock.h"
#include "stream/block.h"
#include "stream/chip/chip.h"
#include "stream/tree/tree.h"

/** Notifiers of a block: of its channel, and of its events. */
#define NOTIFIERS 3U

/** Finds a row that is free, if the endpoint has no block. Needs the shape.
 * @satisfies RF-CORE-341 RF-IPC-313 */
static NvSciError find_row(PhaseOp op, NvSciIpcEndpoint endpoint, uint32_t *found)
{
    bool is_taken = false;
    NvSciError status = NvSciError_InsufficientMemory;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_IPC_BLOCKS; i++) {
        if ((!g_stream_ipcs[i].is_taken) && (status == NvSciError_InsufficientMemory)) {
            *found = i;
            status = NvSciError_Success;
        }
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_IPC_BLOCKS; i++) {
        if (g_stream_ipcs[i].is_taken && (g_stream_ipcs[i].endpoint == endpoint)) {
            is_taken = true;
        }
    }
    if (is_taken) {
        ipc_refuse_at(op, FAULT_CAUSE_HAS_BLOCK, endpoint);
        status = NvSciError_InsufficientResource;
    } else if (status == NvSciError_InsufficientMemory) {
        fault_report_limit(op, FAULT_LIMIT_STREAM_IPC_BLOCKS, RINGFENCE_CFG_STREAM_IPC_BLOCKS + 1U,
                           RINGFENCE_CFG_STREAM_IPC_BLOCKS);
    } else {
        /* There is one. */
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

/** What is known of a channel, and what a new block across a memory boundary has. */
typedef struct {
    NvSciIpcEndpointInfo info;
    int32_t descriptor;
    /** The ends share no memory. */
    bool is_chip;
    /** Row of the queue or pool, if there is one. */
    bool has_partner;
    uint32_t partner;
    StreamChip chip;
} IpcChoice;

/** Says whether an endpoint is open, and was reset.
 * @satisfies RF-STREAM-243 */
static NvSciError check_endpoint(PhaseOp op, NvSciIpcEndpoint handle, bool *is_chip)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = NvSciError_NotInitialized;

    if (ipc_take(op, handle, &endpoint) == NvSciError_Success) {
        status = NvSciError_Success;
        if (endpoint->state == IPC_STATE_OPENED) {
            ipc_refuse(op, FAULT_CAUSE_NOT_RESET, endpoint);
            status = NvSciError_StreamInternalError;
        }
        *is_chip = !ipc_shares_objects(endpoint);
        ipc_leave(endpoint);
    }
    return status;
}

/** Looks at the modules. */
static NvSciError check_modules(PhaseOp op, const IpcRequest *request)
{
    uint32_t row = 0U;
    NvSciError status = ringfence_pool_find(op, RINGFENCE_POOL_SYNC_MODULE, request->sync, &row);

    if (status == NvSciError_Success) {
        status = ringfence_pool_find(op, RINGFENCE_POOL_BUF_MODULE, request->buf, &row);
    }
    return status;
}

/** A block has no queue or pool that it needs, or one that it cannot have. */
static NvSciError refuse_partner(PhaseOp op)
{
    return stream_refuse(op, FAULT_CAUSE_BOUNDARY_PARTNER, NvSciError_BadParameter);
}

/** Looks at the queue or pool. A destination across a memory boundary has a pool, a source may have
 * a queue, and others have neither. Needs the shape.
 * @satisfies RF-STREAM-109 RF-STREAM-255 */
static NvSciError check_partner(PhaseOp op, const IpcRequest *request, IpcChoice *choice)
{
    NvSciError status = NvSciError_Success;

    choice->has_partner = (request->partner != 0U);
    if (choice->has_partner) {
        status = stream_find_row(op, request->partner, &choice->partner);
    }
    if (status == NvSciError_Success) {
        if (!choice->is_chip) {
            status = choice->has_partner ? refuse_partner(op) : NvSciError_Success;
        } else if (choice->has_partner) {
            status = stream_find_partner(op, request->is_source ? TYPE_QUEUES : TYPE_POOL,
                                         request->partner, &choice->partner);
        } else {
            status = request->is_source ? NvSciError_Success : refuse_partner(op);
        }
    }
    return status;
}

/** Looks at what a program handed over. Needs the shape. */
static NvSciError check_channel_request(PhaseOp op, const IpcRequest *request, IpcChoice *choice)
{
    NvSciError status = check_modules(op, request);

    if (status == NvSciError_Success) {
        status = check_endpoint(op, request->endpoint, &choice->is_chip);
    }
    if (status == NvSciError_Success) {
        status = check_partner(op, request, choice);
    }
    if (status == NvSciError_Success) {
        status = NvSciIpcGetEndpointInfo(request->endpoint, &choice->info);
    }
    if (status == NvSciError_Success) {
        status = NvSciIpcGetLinuxEventFd(request->endpoint, &choice->descriptor);
    }
    return status;
}

/** Empties a row for a block. */
static void reset_row(StreamIpc *row, const IpcRequest *request, const IpcChoice *choice)
{
    const NvSciIpcEndpointInfo *const info = &choice->info;
    const uint32_t life = row->life;

    ASSERT(!row->is_taken);
    (void)memset(row, 0, sizeof(*row));
    /* A cookie has room for both the turn and the row, also in a word of 32 bits. */
    row->life = (life + 1U) % (UINT32_MAX / RINGFENCE_CFG_STREAM_IPC_BLOCKS);
    row->channel = -1;
    row->wake = -1;
    row->is_taken = true;
    row->is_source = request->is_source;
    row->is_chip = choice->is_chip;
    row->turn = choice->is_chip ? CHIP_TURN : TURN_ANY;
    row->endpoint = request->endpoint;
    row->process = -1;
    row->sync = request->sync;
    row->buf = request->buf;
    row->piece = (info->frame_size < MSG_PIECE_MAX) ? info->frame_size : MSG_PIECE_MAX;
    row->is_dirty = true;
}

/** Begins the segment of a destination, with its pool if it has one. Needs the shape and the
 * segment of blocks without one. */
static void begin_segment(const IpcChoice *choice, uint32_t number, StreamBlock *block)
{
    segment_begin(number, block);
    if (choice->has_partner) {
        StreamBlock *const pool = &g_stream_blocks[choice->partner];

        ASSERT(stream_is(pool, TYPE_POOL));
        ASSERT(pool->limit <= RINGFENCE_CFG_STREAM_PACKETS);
        pool->type = BLOCK_SECONDARY;
        g_stream_segments[number].packet_limit = pool->limit;
        stream_join(&g_stream_segments[number], pool);
    }
    stream_leave(block);
}

/** Gives a new block its row, and a destination its segment. Needs the shape. */
static void begin_channel(const IpcRequest *request, const IpcChoice *choice, uint32_t number,
                          uint32_t segment, StreamBlock *block)
{
    StreamIpc *const row = &g_stream_ipcs[number];

    phase_part_take(STREAM_LOOSE);
    reset_row(row, request, choice);
    ASSERT(block->more == STREAM_NONE);
    row->chip = choice->chip;
    row->channel = choice->descriptor;
    block->more = stream_link(number);
    if (choice->has_partner) {
        stream_bind(stream_row(block->self), choice->partner);
    }
    if (!request->is_source) {
        begin_segment(choice, segment, block);
    }
    port_store32(&row->block, block->self);
    phase_part_give(STREAM_LOOSE);
}

/** Takes rows for a block, and for its segment if it is a destination. Needs the shape. */
static NvSciError take_rows(PhaseOp op, const IpcRequest *request, NvSciStreamBlock *made,
                            uint32_t *number, uint32_t *segment)
{
    NvSciError status = find_row(op, request->endpoint, number);

    if ((status == NvSciError_Success) && (!request->is_source)) {
        status = segment_take(op, segment);
    }
    if (status == NvSciError_Success) {
        status = stream_make(op, request->is_source ? BLOCK_IPC_SRC : BLOCK_IPC_DST,
                             request->is_source ? 0U : 1U, 0U, made);
        if ((status != NvSciError_Success) && (!request->is_source)) {
            segment_give(&g_stream_segments[*segment]);
        }
    }
    return status;
}

/** Takes all that a block needs. Needs the shape. */
static NvSciError take_all(PhaseOp op, const IpcRequest *request, IpcChoice *choice,
                           NvSciStreamBlock *made, uint32_t *number, uint32_t *segment)
{
    NvSciSyncModule const module = request->sync;
    NvSciError status = NvSciError_Success;

    if (choice->is_chip) {
        status = chip_take_parts(module, &choice->chip);
    }
    if (status == NvSciError_Success) {
        status = take_rows(op, request, made, number, segment);
        if ((status != NvSciError_Success) && choice->is_chip) {
            chip_give_parts(&choice->chip);
        }
    }
    return status;
}

/** Makes an IPC block. */
static NvSciError make(PhaseOp op, const IpcRequest *request, NvSciStreamBlock *handle)
{
    IpcChoice choice = {0};
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
        status = check_channel_request(op, request, &choice);
    }
    if (status == NvSciError_Success) {
        status = take_all(op, request, &choice, &made, &number, &segment);
    }
    if (status == NvSciError_Success) {
        (void)stream_find_row(op, made, &row);
        begin_channel(request, &choice, number, segment, &g_stream_blocks[row]);
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

/** Makes the notifiers of a block: its channel's, unless the program has that already, and those of
 * its events. The array is unchanged on error, and the program has what it had.
 * @satisfies RF-STREAM-236 */
static NvSciError make_notifiers(PhaseOp op, StreamIpc *row, NvSciEventService *service,
                                 NvSciEventNotifier **notifiers)
{
    NvSciEventNotifier *first = NULL;
    bool is_new = false;
    NvSciError status = event_notifier_at(op, row->endpoint, service, &first, &is_new);

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
        if ((status != NvSciError_Success) && is_new) {
            first->Delete(first);
        }
    }
    if (status == NvSciError_Success) {
        notifiers[0] = first;
        notifiers[1] = row->events[IPC_EVENT_WRITE]->eventNotifier;
        notifiers[2] = row->events[IPC_EVENT_END]->eventNotifier;
        for (uint32_t i = 0U; i < NOTIFIERS; i++) {
            (void)notifiers[i]->SetHandler(notifiers[i], &ipc_on_event, ipc_cookie(row), 0U);
        }
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
        status = stream_refuse(op, FAULT_CAUSE_SERVICE_TWICE, NvSciError_AlreadyDone);
    } else if (block->has_input || (block->connected > 0U)) {
        status = stream_refuse(op, FAULT_CAUSE_SERVICE_LATE, NvSciError_InvalidState);
    } else if (room < NOTIFIERS) {
        status = stream_refuse(op, FAULT_CAUSE_FEW_NOTIFIERS, NvSciError_InsufficientMemory);
    } else {
        status = make_notifiers(op, row, service, notifiers);
    }
    if (status == NvSciError_Success) {
        row->has_service = true;
        ipc_wake(row);
    }
    return status;
}

/** A block is no IPC block.
 * @satisfies RF-STREAM-246 */
static NvSciError refuse_kind(PhaseOp op)
{
    return stream_refuse(op, FAULT_CAUSE_OTHER_BLOCK, NvSciError_NotSupported);
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
            status = refuse_kind(op);
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

/** @satisfies RF-STREAM-084 RF-STREAM-160 */
NvSciError NvSciStreamPacketSendSync(NvSciStreamBlock const block)
{
    StreamBlock *found = NULL;
    NvSciError status = stream_enter(OP_STREAM_PACKET_SEND_SYNC, block, &found);

    if (status == NvSciError_Success) {
        if (!ipc_has_row(found)) {
            status = refuse_kind(OP_STREAM_PACKET_SEND_SYNC);
        } else if (found->used || ipc_of(found)->sends_at_once) {
            status = stream_refuse(OP_STREAM_PACKET_SEND_SYNC, FAULT_CAUSE_SENDS_LATE,
                                   NvSciError_InvalidState);
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
            status = refuse_kind(OP_STREAM_BLOCK_HANDLE_INTERNAL_EVENTS);
        } else {
            ipc_of(found)->signalled = false;
            ipc_take_turn(ipc_of(found), stream_segment_of(found), found);
            if (chip_then(ipc_of(found), NULL) != CHIP_THEN_SLEEPS) {
                ipc_wake(ipc_of(found));
            }
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
            status = stream_refuse(OP_STREAM_BLOCK_DISCONNECT, FAULT_CAUSE_EVENT_SETUP_COMPLETE,
                                   NvSciError_InvalidState);
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
