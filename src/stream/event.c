/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event.c
 * Events of blocks: asking for them, waiting for them, and who is told.
 */
#include "core/fault.h"
#include "core/feature.h"
#include "ipc/ipc.h"
#include "port/wait.h"
#include "stream/block.h"
#include "stream/protocol.h"
#include "stream/remote.h"

/** Time-out that never ends. */
#define WAIT_FOREVER (-1)

/* ---------------------------------------------------------------- asking */

/** What follows if nothing is due. */
typedef enum {
    THEN_NOTHING = 0,
    /** The program waits, which a block with an event service refuses. */
    THEN_SPINS = 1,
    THEN_SLEEPS = 2,
    /** The time of a wait is over. */
    THEN_ENDS = 3
} LookThen;

/** Gives the first event of a block that is due. Needs the segment. */
static bool take_due(StreamSegment *segment, StreamBlock *block, NvSciStreamEventType *event)
{
    const bool is_due = protocol_due(segment, block, event);

    if (is_due) {
        protocol_told(segment, block, *event);
    }
    return is_due;
}

/** Gives the first event of a block that is due, after a look at the channels if that makes one
 * due; Timeout: none is. Needs the segment. */
static NvSciError take_due_event(StreamBlock *block, LookThen then, NvSciStreamEventType *event)
{
    StreamSegment *const segment = stream_segment_of(block);
    bool is_due = take_due(segment, block, event);

    if ((!is_due) && segment->is_looked_at) {
        if (then == THEN_SLEEPS) {
            ipc_look_end(segment);
        } else {
            ipc_look(segment);
        }
        is_due = take_due(segment, block, event);
    }
    if (!is_due) {
        /* Who looks at channels looks at them again before it is told anything. */
        const bool rests = (!segment->is_looked_at) || (then == THEN_SPINS);

        block->signalled = false;
        port_store32_relaxed(&g_stream_wakes[stream_row(block->self)].quiet, rests ? 1U : 0U);
    }
    return is_due ? NvSciError_Success : NvSciError_Timeout;
}

/** Time that is left of a wait; negative: it has no end. */
static int64_t wait_left(int64_t timeout, uint64_t begin)
{
    int64_t left = timeout;

    if (timeout > 0) {
        const uint64_t passed = ringfence_port_time_us() - begin;

        left = (passed < (uint64_t)timeout) ? (timeout - (int64_t)passed) : 0;
    }
    return left;
}

/** Looks once. Timeout: nothing is due; if a sleep follows, `seen` is what the block's changes are
 * then, and the caller is counted among the sleepers of row `row`. */
static NvSciError look_for_event(NvSciStreamBlock handle, LookThen then,
                                 NvSciStreamEventType *event, uint32_t *row, uint32_t *seen)
{
    StreamBlock *block = NULL;
    NvSciError status = stream_enter(OP_STREAM_BLOCK_EVENT_QUERY, handle, &block);

    if (status == NvSciError_Success) {
        if ((then != THEN_NOTHING) && (block->event != NULL)) {
            status = stream_refuse(OP_STREAM_BLOCK_EVENT_QUERY, FAULT_CAUSE_SERVICE_WAITS,
                                   NvSciError_BadParameter);
        } else {
            status = take_due_event(block, then, event);
            if ((FAULT_OF_WAITS == 1U) && (status == NvSciError_Timeout) && (then == THEN_ENDS)) {
                protocol_waited(stream_segment_of(block), block);
            }
        }
        *row = stream_row(block->self);
        if ((status == NvSciError_Timeout) && (then == THEN_SLEEPS)) {
            *seen = port_load32(&g_stream_wakes[*row].changes);
            (void)port_add32(&g_stream_wakes[*row].sleepers, 1U);
        }
        stream_leave(block);
    }
    return status;
}

/** Looks once, and does not wait. Who looks in vain leaves the segment to those who have something
 * to do: whoever makes an event due tells the block.
 * @satisfies RF-STREAM-108 RF-STREAM-153 */
static NvSciError look_only(NvSciStreamBlock handle, NvSciStreamEventType *event)
{
    const PhaseOp op = OP_STREAM_BLOCK_EVENT_QUERY;
    uint32_t row = stream_row_of(handle);
    uint32_t seen = 0U;
    NvSciError status = NvSciError_Success;

    /* With DEINIT an event can be due that was not before. */
    if ((port_load32_acquire(&g_stream_wakes[row].quiet) == 0U) ||
        (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT)) {
        status = look_for_event(handle, THEN_NOTHING, event, &row, &seen);
    } else {
        status = phase_admit_thread(op);
        if (status == NvSciError_Success) {
            status = stream_find_row(op, handle, &row);
        }
        if (status == NvSciError_Success) {
            status = NvSciError_Timeout;
        }
    }
    return status;
}

/** Waits without a sleep. Timeout: nothing is due yet. */
static NvSciError look_busily(NvSciStreamBlock handle, int64_t timeout, NvSciStreamEventType *event)
{
    uint32_t row = 0U;
    uint32_t seen = 0U;
    NvSciError status = NvSciError_Timeout;

    if (feature_enabled(RINGFENCE_CFG_SPIN_US)) {
        status = look_for_event(handle, THEN_SPINS, event, &row, &seen);
        if (status == NvSciError_Timeout) {
            const bool told = stream_spin(handle, row, timeout);

            if (told) {
                status = look_for_event(handle, THEN_SPINS, event, &row, &seen);
            }
        }
    }
    return status;
}

/** Waits until an event is due. */
static NvSciError wait_until_due(NvSciStreamBlock handle, int64_t timeout,
                                 NvSciStreamEventType *event)
{
    const uint64_t begin = (timeout > 0) ? ringfence_port_time_us() : 0U;
    int64_t left = timeout;
    uint32_t row = 0U;
    uint32_t seen = 0U;
    NvSciError status = look_busily(handle, timeout, event);

    if (status == NvSciError_Timeout) {
        left = wait_left(timeout, begin);
        status = look_for_event(handle, (left != 0) ? THEN_SLEEPS : THEN_ENDS, event, &row, &seen);
    }
    while ((status == NvSciError_Timeout) && (left != 0)) {
        PortStatus slept = PORT_OK;

        port_refusal_drop();
        slept = port_sleep_within(&g_stream_wakes[row].changes, seen, left);
        (void)port_sub32(&g_stream_wakes[row].sleepers, 1U);
        if (slept == PORT_FAILED) {
            fault_refusals(OP_STREAM_BLOCK_EVENT_QUERY);
            status = NvSciError_ResourceError;
        } else {
            left = wait_left(timeout, begin);
            status =
                look_for_event(handle, (left != 0) ? THEN_SLEEPS : THEN_ENDS, event, &row, &seen);
        }
    }
    return status;
}

/** @satisfies RF-STREAM-050 RF-STREAM-051 RF-IPC-312 */
NvSciError NvSciStreamBlockEventQuery(NvSciStreamBlock const block, int64_t const timeoutUsec,
                                      NvSciStreamEventType *const event)
{
    NvSciStreamEventType due = NvSciStreamEventType_Error;
    NvSciError status = NvSciError_Success;

    if ((event == NULL) || (timeoutUsec < WAIT_FOREVER)) {
        status = phase_admit_thread(OP_STREAM_BLOCK_EVENT_QUERY);
        if (status == NvSciError_Success) {
            status = NvSciError_BadParameter;
            if (event != NULL) {
                (void)stream_refuse(OP_STREAM_BLOCK_EVENT_QUERY, FAULT_CAUSE_BAD_NUMBER, status);
            }
        }
    } else if (timeoutUsec == 0) {
        status = look_only(block, &due);
    } else {
        status = wait_until_due(block, timeoutUsec, &due);
        if (feature_enabled(RINGFENCE_CFG_CHANNELS) && (status == NvSciError_Timeout)) {
            ipc_tell_absences(OP_STREAM_BLOCK_EVENT_QUERY);
        }
    }
    if (status == NvSciError_Success) {
        *event = due;
    }
    return status;
}

/** @satisfies RF-STREAM-053 */
NvSciError NvSciStreamBlockErrorGet(NvSciStreamBlock const block, NvSciError *const status)
{
    StreamBlock *found = NULL;
    NvSciError result = stream_enter(OP_STREAM_BLOCK_ERROR_GET, block, &found);

    if (result == NvSciError_Success) {
        if (status == NULL) {
            result = NvSciError_BadAddress;
        } else {
            *status = found->error;
            found->error = NvSciError_Success;
            found->error_told = false;
        }
        stream_leave(found);
    }
    return result;
}

/* ---------------------------------------------------------------- event services */

/** Binds a block to a service; gives the notifier. */
static NvSciError bind_service(StreamBlock *block, NvSciEventService *service,
                               NvSciEventNotifier **notifier)
{
    const NvSciError status = event_local_create(service, &block->event);

    if (status == NvSciError_Success) {
        *notifier = block->event->eventNotifier;
        /* What is due already is told. */
        stream_tell(block);
    }
    return status;
}

/** @satisfies RF-STREAM-052 */
NvSciError NvSciStreamBlockEventServiceSetup(NvSciStreamBlock const block,
                                             NvSciEventService *const eventService,
                                             NvSciEventNotifier **const eventNotifier)
{
    StreamBlock *found = NULL;
    NvSciError status = stream_enter(OP_STREAM_BLOCK_EVENT_SERVICE_SETUP, block, &found);

    if (status == NvSciError_Success) {
        if (!feature_enabled(RINGFENCE_CFG_CHANNELS)) {
            status = NvSciError_NotSupported;
        } else if ((eventService == NULL) || (eventNotifier == NULL)) {
            status = NvSciError_BadParameter;
        } else if (found->used || (found->event != NULL)) {
            status = stream_refuse(OP_STREAM_BLOCK_EVENT_SERVICE_SETUP, FAULT_CAUSE_SERVICE_LATE,
                                   NvSciError_InvalidState);
        } else {
            status = bind_service(found, eventService, eventNotifier);
        }
        stream_leave(found);
    }
    return status;
}
