/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event.c
 * What an endpoint reports.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "ipc/ipc.h"

/** Looks without a read after which the program learns that the peer is gone, data or not. */
#define PATIENCE 16U
/** Reminders that may lie in the link while frames move. */
#define REMINDERS_MAX 8U

/** Says whether what a peer wrote before it left is still to be read. A caller that does not read
 * it learns of the end as well. */
static bool has_legacy(IpcEndpoint *endpoint)
{
    uint64_t frames = 0U;
    const bool sound = ipc_ring_readable(endpoint, &frames);

    endpoint->idle_looks = endpoint->moved ? 0U : (endpoint->idle_looks + 1U);
    return sound && (frames > 0U) && (endpoint->idle_looks < PATIENCE);
}

/** Levels of a connection; a peer that violates the protocol ends it. */
static uint32_t levels_of(PhaseOp op, IpcEndpoint *endpoint, bool announces)
{
    uint32_t events = 0U;

    if (!ipc_ring_levels(endpoint, announces, &events)) {
        events = 0U;
        ipc_break(op, endpoint);
    }
    return events;
}

/**
 * Events after the state was brought up to date.
 *
 * @satisfies RF-IPC-040 RF-IPC-043
 */
static uint32_t collect(PhaseOp op, IpcEndpoint *endpoint, bool announces)
{
    uint32_t events = 0U;

    if (endpoint->orphaned) {
        ASSERT(endpoint->state == IPC_STATE_ESTABLISHED);
        if (has_legacy(endpoint)) {
            events = NV_SCI_IPC_EVENT_READ;
        } else {
            ipc_lose(endpoint);
        }
    } else if (endpoint->state == IPC_STATE_ESTABLISHED) {
        events = levels_of(op, endpoint, announces);
    } else {
        events = 0U;
    }
    if ((endpoint->edges & NV_SCI_IPC_EVENT_CONN_RESET) != 0U) {
        events = 0U;
    }
    events |= endpoint->edges;
    endpoint->edges = 0U;
    return events;
}

/** Remembers what somebody who is not announced did not get: he looks again for it. */
static void note_refusals(IpcEndpoint *endpoint, bool announces, uint32_t events)
{
    endpoint->read_refused = (!announces) && ((events & NV_SCI_IPC_EVENT_READ) == 0U);
    endpoint->write_refused = (!announces) && ((events & NV_SCI_IPC_EVENT_WRITE) == 0U);
}

/**
 * Gives the events, without a system call if a frame moved since the last time, there is something
 * to report, and few reminders are on their way: those that nobody takes would fill the link.
 *
 * @satisfies RF-IPC-038
 */
static uint32_t events_of(PhaseOp op, IpcEndpoint *endpoint, bool announces)
{
    const bool steady = (endpoint->state == IPC_STATE_ESTABLISHED) && (!endpoint->orphaned) &&
                        (endpoint->edges == 0U);
    uint32_t events = 0U;

    if (steady && endpoint->moved && (endpoint->reminders < REMINDERS_MAX)) {
        events = levels_of(op, endpoint, announces);
    }
    if (events == 0U) {
        if ((!endpoint->orphaned) && (endpoint->edges == 0U)) {
            ipc_drive(endpoint);
        }
        events = collect(op, endpoint, announces);
    }
    endpoint->moved = false;
    note_refusals(endpoint, announces, events);
    return events;
}

/** @satisfies RF-IPC-226 RF-IPC-304 */
NvSciError ipc_get_event(PhaseOp op, NvSciIpcEndpoint handle, bool announces, uint32_t *events)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_enter(op, handle, &endpoint);

    if (status == NvSciError_Success) {
        bool was_muted = false;

        if (events == NULL) {
            status = NvSciError_BadParameter;
        } else {
            uint32_t found = 0U;

            if ((endpoint->state == IPC_STATE_OPENED) && endpoint->channel.one_name) {
                ipc_reset(endpoint);
            }
            if (endpoint->state != IPC_STATE_OPENED) {
                found = events_of(op, endpoint, announces);
            }
            if ((found == 0U) && (endpoint->state != IPC_STATE_OPENED)) {
                status = endpoint->lack;
            }
            if (status == NvSciError_Success) {
                *events = found;
            }
            was_muted = endpoint->muted;
            endpoint->muted = false;
        }
        ipc_leave(endpoint);
        if (was_muted) {
            event_notifier_unmute(endpoint);
            fault_refusals(op);
        }
    }
    return status;
}

/** @satisfies RF-IPC-040 */
NvSciError NvSciIpcGetEventSafe(NvSciIpcEndpoint handle, uint32_t *events)
{
    return ipc_get_event(OP_IPC_GET_EVENT_SAFE, handle, true, events);
}

/** @satisfies RF-IPC-040 */
NvSciError NvSciIpcGetEvent(NvSciIpcEndpoint handle, uint32_t *events)
{
    return ipc_get_event(OP_IPC_GET_EVENT, handle, true, events);
}
