/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer_end.c
 * The end of the process at the other end of a channel, for who has something that it may still
 * write to when the connection has ended.
 */
#include "core/status.h"
#include "ipc/ipc.h"

PortStatus ipc_open_process(PhaseOp op, NvSciIpcEndpoint handle, int32_t *process)
{
    IpcEndpoint *endpoint = NULL;
    PortStatus status = PORT_FAILED;

    if (ipc_enter(op, handle, &endpoint) == NvSciError_Success) {
        if (endpoint->system.link >= 0) {
            status = port_link_process(&endpoint->system, process);
        }
        ipc_leave(endpoint);
    }
    return status;
}

void ipc_expect_process(PhaseOp op, NvSciIpcEndpoint handle, int32_t process)
{
    IpcEndpoint *endpoint = NULL;

    if (ipc_enter(op, handle, &endpoint) == NvSciError_Success) {
        const bool was_muted = endpoint->muted;

        /* What else made it ready is for who looks for events, and nobody does. */
        port_endpoint_clear(&endpoint->system);
        port_endpoint_listen(&endpoint->system, false);
        port_endpoint_expect(&endpoint->system, process);
        endpoint->muted = false;
        ipc_leave(endpoint);
        if (was_muted) {
            event_notifier_unmute(endpoint);
        }
    }
}

void ipc_forget_process(PhaseOp op, NvSciIpcEndpoint handle)
{
    IpcEndpoint *endpoint = NULL;

    if (ipc_enter(op, handle, &endpoint) == NvSciError_Success) {
        port_endpoint_listen(&endpoint->system, endpoint->state == IPC_STATE_SEARCHING);
        ipc_leave(endpoint);
    }
}
