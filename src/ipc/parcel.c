/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file parcel.c
 * Descriptors on their way between the ends of a connection: sending and claiming them.
 *
 * Both look into the link first: what came meanwhile may be the parcel, or make room for one. A
 * claim is reported to the sender by a word. unclaimed.c keeps what came, and counts.
 */
#include "ipc/ipc.h"

#include "core/assert.h"
#include "port/random.h"

static bool is_connected(const IpcEndpoint *endpoint)
{
    return (endpoint->state == IPC_STATE_ESTABLISHED) && (!endpoint->orphaned);
}

static NvSciError status_of_send(PortStatus port)
{
    NvSciError status = NvSciError_ResourceError;

    switch (port) {
    case PORT_OK:
        status = NvSciError_Success;
        break;
    case PORT_NOT_YET:
        status = NvSciError_InsufficientResource;
        break;
    case PORT_CLOSED:
        status = NvSciError_ConnectionReset;
        break;
    default:
        status = NvSciError_ResourceError;
        break;
    }
    return status;
}

/** Draws a token and sends. */
static NvSciError send_one(IpcEndpoint *endpoint, const PortParcel *parcel, IpcToken *token)
{
    IpcToken drawn = {{0U, 0U}};
    NvSciError status = NvSciError_ResourceError;

    if (port_random(&drawn, sizeof(drawn)) == PORT_OK) {
        if ((drawn.words[0] | drawn.words[1]) == 0U) {
            drawn.words[0] = 1U;
        }
        status = status_of_send(ipc_send_parcel(endpoint, drawn, parcel));
    }
    if (status == NvSciError_Success) {
        ASSERT(endpoint->unclaimed < RINGFENCE_CFG_PARCELS);
        endpoint->unclaimed++;
        *token = drawn;
    }
    return status;
}

/** Says whether the peer has to claim parcels before one more can be sent. */
static bool has_all_parcels(const IpcEndpoint *endpoint)
{
    return endpoint->unclaimed >= RINGFENCE_CFG_PARCELS;
}

/** @satisfies RF-IPC-070 RF-IPC-071 RF-CORE-341 */
NvSciError ipc_parcel_send(IpcEndpoint *endpoint, const PortParcel *parcel, IpcToken *token)
{
    NvSciError status = NvSciError_ConnectionReset;

    if (is_connected(endpoint)) {
        ipc_drain(endpoint);
        ipc_tell_claims(endpoint);
    }
    if (!is_connected(endpoint)) {
        status = NvSciError_ConnectionReset;
    } else if (has_all_parcels(endpoint)) {
        fault_report_limit(endpoint->op, FAULT_LIMIT_PARCELS, RINGFENCE_CFG_PARCELS + 1U,
                           RINGFENCE_CFG_PARCELS);
        status = NvSciError_InsufficientResource;
    } else {
        ASSERT(parcel->count > 0U);
        status = send_one(endpoint, parcel, token);
    }
    return status;
}

/** @satisfies RF-STREAM-244 */
bool ipc_parcels_are_full(PhaseOp op, NvSciIpcEndpoint handle)
{
    IpcEndpoint *endpoint = NULL;
    bool full = false;

    if (ipc_take(op, handle, &endpoint) == NvSciError_Success) {
        if (has_all_parcels(endpoint) && is_connected(endpoint)) {
            ipc_drain(endpoint);
        }
        full = has_all_parcels(endpoint) && is_connected(endpoint);
        ipc_leave(endpoint);
    }
    return full;
}

/** @satisfies RF-IPC-070 RF-IPC-073 */
bool ipc_parcel_claim(IpcEndpoint *endpoint, IpcToken token, PortParcel *parcel)
{
    IpcParcel *stored = ipc_parcel_find(endpoint, token);

    if ((stored == NULL) && is_connected(endpoint)) {
        ipc_drain(endpoint);
        stored = ipc_parcel_find(endpoint, token);
    }
    if (stored != NULL) {
        ASSERT(parcel->count == 0U);
        *parcel = stored->parcel;
        stored->parcel.count = 0U;
        endpoint->untold++;
        ipc_tell_claims(endpoint);
    }
    return stored != NULL;
}
