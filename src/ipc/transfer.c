/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file transfer.c
 * Reading and writing frames, with a copy or in place.
 */
#include <string.h>

#include "core/fault.h"
#include "ipc/ipc.h"

/** Reports an endpoint that is used before its first reset, or, one time, before its first
 * connection.
 * @satisfies RF-IPC-310 RF-IPC-324 */
static void report_unreset(PhaseOp op, IpcEndpoint *endpoint)
{
    if (endpoint->state == IPC_STATE_OPENED) {
        ipc_refuse(op, FAULT_CAUSE_NOT_RESET, endpoint);
    } else if (!endpoint->is_met) {
        endpoint->is_met = true;
        ipc_refuse(op, FAULT_CAUSE_NOT_CONNECTED, endpoint);
    } else {
        /* It had a connection, or that was said. */
    }
}

NvSciError ipc_has_frame(PhaseOp op, IpcEndpoint *endpoint)
{
    NvSciError status = NvSciError_ConnectionReset;

    if (endpoint->state == IPC_STATE_ESTABLISHED) {
        uint64_t frames = 0U;

        if (!ipc_ring_readable(endpoint, &frames)) {
            ipc_break(op, endpoint);
        } else if (frames > 0U) {
            status = NvSciError_Success;
        } else if (!endpoint->orphaned) {
            status = NvSciError_InsufficientMemory;
        } else {
            status = NvSciError_ConnectionReset;
        }
    } else {
        report_unreset(op, endpoint);
    }
    return status;
}

/**
 * Says whether a frame can be read. A peer whose end is noticed here may have written a frame
 * since the ring was looked at: that comes first.
 *
 * @satisfies RF-IPC-032 RF-IPC-033 RF-IPC-210 RF-IPC-211
 */
static NvSciError can_read(PhaseOp op, IpcEndpoint *endpoint)
{
    NvSciError status = ipc_has_frame(op, endpoint);

    if (status == NvSciError_InsufficientMemory) {
        if (ipc_notice_end(endpoint)) {
            status = ipc_has_frame(op, endpoint);
        } else if (fault_is_refused()) {
            status = NvSciError_ResourceError;
        } else {
            /* Nothing came. */
        }
    }
    return status;
}

NvSciError ipc_has_room_for_frame(PhaseOp op, IpcEndpoint *endpoint)
{
    NvSciError status = NvSciError_ConnectionReset;

    if ((endpoint->state == IPC_STATE_ESTABLISHED) && (!endpoint->orphaned)) {
        uint64_t frames = 0U;

        if (!ipc_ring_unread(endpoint, &frames)) {
            ipc_break(op, endpoint);
        } else if (frames < endpoint->channel.nframes) {
            status = NvSciError_Success;
        } else {
            endpoint->write_refused = true;
            status = NvSciError_InsufficientMemory;
        }
    } else {
        report_unreset(op, endpoint);
    }
    return status;
}

/**
 * Says whether a frame can be written.
 *
 * @satisfies RF-IPC-032 RF-IPC-033 RF-IPC-210
 */
static NvSciError can_write(PhaseOp op, IpcEndpoint *endpoint)
{
    NvSciError status = ipc_has_room_for_frame(op, endpoint);

    if (status == NvSciError_InsufficientMemory) {
        if (ipc_notice_end(endpoint)) {
            status = ipc_has_room_for_frame(op, endpoint);
        } else if (fault_is_refused()) {
            status = NvSciError_ResourceError;
        } else {
            /* Nothing was read. */
        }
    }
    return status;
}

/**
 * Says whether a caller's memory and size can hold a message of the channel.
 *
 * @satisfies RF-IPC-037 RF-IPC-044 RF-CORE-350
 */
static bool arguments_fit(PhaseOp op, const IpcEndpoint *endpoint, const void *buf, uint64_t size)
{
    const bool fits = (size > 0U) && (size <= endpoint->channel.frame_size);

    if (!fits) {
        fault_report_above(op, RINGFENCE_FAULT_BAD_LENGTH, FAULT_LIMIT_FRAME, size,
                           endpoint->channel.frame_size);
    }
    return fits && (buf != NULL);
}

NvSciError ipc_read_message(PhaseOp op, NvSciIpcEndpoint handle, void *buf, uint64_t size,
                            bool has_bytes)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_enter(op, handle, &endpoint);
    bool fits = false;

    if (status == NvSciError_Success) {
        status = NvSciError_BadParameter;
        if (has_bytes) {
            fits = arguments_fit(op, endpoint, buf, size);
        }
        if (fits) {
            status = can_read(op, endpoint);
        }
        if (status == NvSciError_Success) {
            (void)memcpy(buf, ipc_ring_read_frame(endpoint), (size_t)size);
            ipc_ring_consume(endpoint);
        }
        ipc_leave(endpoint);
    }
    return status;
}

NvSciError ipc_write_message(PhaseOp op, NvSciIpcEndpoint handle, const void *buf, uint64_t size,
                             bool has_bytes)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_enter(op, handle, &endpoint);
    bool fits = false;

    if (status == NvSciError_Success) {
        status = NvSciError_BadParameter;
        if (has_bytes) {
            fits = arguments_fit(op, endpoint, buf, size);
        }
        if (fits) {
            status = can_write(op, endpoint);
        }
        if (status == NvSciError_Success) {
            uint8_t *const frame = ipc_ring_write_frame(endpoint);

            (void)memcpy(frame, buf, (size_t)size);
            if (size < endpoint->longest) {
                const size_t rest = (size_t)endpoint->longest - (size_t)size;

                (void)memset(&frame[size], 0, rest);
            } else {
                endpoint->longest = size;
            }
            ipc_ring_post(endpoint);
        }
        ipc_leave(endpoint);
    }
    return status;
}

/** @satisfies RF-IPC-030 */
NvSciError NvSciIpcReadSafe(NvSciIpcEndpoint handle, void *buf, uint32_t size, uint32_t *bytes)
{
    const NvSciError status = ipc_read_message(OP_IPC_READ_SAFE, handle, buf, size, bytes != NULL);

    if (status == NvSciError_Success) {
        *bytes = size;
    }
    return status;
}

/** @satisfies RF-IPC-030 */
NvSciError NvSciIpcRead(NvSciIpcEndpoint handle, void *buf, size_t size, int32_t *bytes)
{
    const NvSciError status = ipc_read_message(OP_IPC_READ, handle, buf, size, bytes != NULL);

    if (status == NvSciError_Success) {
        *bytes = (int32_t)size;
    }
    return status;
}

/** @satisfies RF-IPC-031 */
NvSciError NvSciIpcWriteSafe(NvSciIpcEndpoint handle, const void *buf, uint32_t size,
                             uint32_t *bytes)
{
    const NvSciError status =
        ipc_write_message(OP_IPC_WRITE_SAFE, handle, buf, size, bytes != NULL);

    if (status == NvSciError_Success) {
        *bytes = size;
    }
    return status;
}

/** @satisfies RF-IPC-031 */
NvSciError NvSciIpcWrite(NvSciIpcEndpoint handle, const void *buf, size_t size, int32_t *bytes)
{
    const NvSciError status = ipc_write_message(OP_IPC_WRITE, handle, buf, size, bytes != NULL);

    if (status == NvSciError_Success) {
        *bytes = (int32_t)size;
    }
    return status;
}

/** @satisfies RF-IPC-035 */
NvSciError NvSciIpcReadGetNextFrame(NvSciIpcEndpoint handle, const volatile void **buf)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_enter(OP_IPC_READ_GET_NEXT_FRAME, handle, &endpoint);

    if (status == NvSciError_Success) {
        if (buf == NULL) {
            status = NvSciError_BadParameter;
        } else {
            status = can_read(OP_IPC_READ_GET_NEXT_FRAME, endpoint);
        }
        if (status == NvSciError_Success) {
            *buf = ipc_ring_read_frame(endpoint);
        }
        ipc_leave(endpoint);
    }
    return status;
}

/** @satisfies RF-IPC-035 */
NvSciError NvSciIpcReadAdvance(NvSciIpcEndpoint handle)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_enter(OP_IPC_READ_ADVANCE, handle, &endpoint);

    if (status == NvSciError_Success) {
        status = can_read(OP_IPC_READ_ADVANCE, endpoint);
        if (status == NvSciError_Success) {
            ipc_ring_consume(endpoint);
        }
        ipc_leave(endpoint);
    }
    return status;
}

/** @satisfies RF-IPC-036 */
NvSciError NvSciIpcWriteGetNextFrame(NvSciIpcEndpoint handle, volatile void **buf)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_enter(OP_IPC_WRITE_GET_NEXT_FRAME, handle, &endpoint);

    if (status == NvSciError_Success) {
        if (buf == NULL) {
            status = NvSciError_BadParameter;
        } else {
            status = can_write(OP_IPC_WRITE_GET_NEXT_FRAME, endpoint);
        }
        if (status == NvSciError_Success) {
            *buf = ipc_ring_write_frame(endpoint);
            endpoint->longest = endpoint->channel.frame_size;
        }
        ipc_leave(endpoint);
    }
    return status;
}

/** @satisfies RF-IPC-036 */
NvSciError NvSciIpcWriteAdvance(NvSciIpcEndpoint handle)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_enter(OP_IPC_WRITE_ADVANCE, handle, &endpoint);

    if (status == NvSciError_Success) {
        status = can_write(OP_IPC_WRITE_ADVANCE, endpoint);
        if (status == NvSciError_Success) {
            ipc_ring_post(endpoint);
        }
        ipc_leave(endpoint);
    }
    return status;
}
