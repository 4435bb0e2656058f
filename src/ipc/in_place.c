/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file in_place.c
 * Frames in place for those in the library that know how much of a frame is used, and that look for
 * frames again and again without a question for events.
 */
#include "ipc/ipc.h"

NvSciError ipc_begin_read(PhaseOp op, NvSciIpcEndpoint handle, IpcEndpoint **endpoint,
                          const uint8_t **frame)
{
    IpcEndpoint *found = NULL;
    NvSciError status = ipc_enter(op, handle, &found);

    if (status == NvSciError_Success) {
        status = ipc_has_frame(op, found);
        if (status == NvSciError_Success) {
            *endpoint = found;
            *frame = ipc_ring_read_frame(found);
        } else {
            ipc_leave(found);
        }
    }
    return status;
}

void ipc_end_read(IpcEndpoint *endpoint)
{
    ipc_ring_consume(endpoint);
    ipc_leave(endpoint);
}

NvSciError ipc_begin_write(PhaseOp op, NvSciIpcEndpoint handle, IpcEndpoint **endpoint,
                           uint8_t **frame)
{
    IpcEndpoint *found = NULL;
    NvSciError status = ipc_enter(op, handle, &found);

    if (status == NvSciError_Success) {
        status = ipc_has_room_for_frame(op, found);
        if (status == NvSciError_Success) {
            *endpoint = found;
            *frame = ipc_ring_write_frame(found);
        } else {
            ipc_leave(found);
        }
    }
    return status;
}

void ipc_end_write(IpcEndpoint *endpoint, uint32_t size)
{
    if (endpoint->longest < size) {
        endpoint->longest = size;
    }
    ipc_ring_post(endpoint);
    ipc_leave(endpoint);
}

NvSciError ipc_count_room(PhaseOp op, NvSciIpcEndpoint handle, uint32_t *frames)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_enter(op, handle, &endpoint);

    if (status == NvSciError_Success) {
        status = ipc_has_room_for_frame(op, endpoint);
        if (status == NvSciError_Success) {
            uint64_t unread = 0U;

            /* The peer has read no less than a moment ago, if its counter is still true. */
            (void)ipc_ring_unread(endpoint, &unread);
            *frames = (unread < endpoint->channel.nframes)
                          ? (uint32_t)(endpoint->channel.nframes - unread)
                          : 1U;
        }
        ipc_leave(endpoint);
    }
    return status;
}

/** Says whether nothing that a question for events would report is there, but frames. */
static bool is_plain(const IpcEndpoint *endpoint)
{
    return (endpoint->state == IPC_STATE_ESTABLISHED) && (!endpoint->orphaned) &&
           (endpoint->edges == 0U) && (endpoint->reminders == 0U) && (!endpoint->muted) &&
           (!endpoint->reader_waits) && (!endpoint->writer_waits);
}

bool ipc_is_steady(PhaseOp op, NvSciIpcEndpoint handle, uint32_t *frames)
{
    IpcEndpoint *endpoint = NULL;
    bool is_steady = false;

    if (ipc_enter(op, handle, &endpoint) == NvSciError_Success) {
        is_steady = is_plain(endpoint);
        if (is_steady) {
            uint64_t readable = 0U;

            is_steady = ipc_ring_readable(endpoint, &readable);
            *frames = (uint32_t)readable;
            if (is_steady && (readable == 0U)) {
                is_steady = !ipc_notice_end(endpoint);
            }
        }
        ipc_leave(endpoint);
    }
    return is_steady;
}
