/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file parcel.c
 * Descriptors on their way between the ends of a connection.
 *
 * The sender counts what its peer has not claimed, and the receiver has room for as many: so what
 * comes can always be kept, and a parcel for which there is no room is a lie. A claim is told to
 * the sender by a word.
 */
#include "ipc/ipc.h"

static bool is_same(IpcToken a, IpcToken b)
{
    return (a.words[0] == b.words[0]) && (a.words[1] == b.words[1]);
}

static bool is_connected(const IpcEndpoint *endpoint)
{
    return (endpoint->state == IPC_STATE_ESTABLISHED) && (!endpoint->orphaned);
}

/** Parcel of a token; NULL: there is none. */
static IpcParcel *find_parcel(IpcEndpoint *endpoint, IpcToken token)
{
    IpcParcel *found = NULL;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_PARCELS; i++) {
        IpcParcel *const stored = &endpoint->parcels[i];

        if ((stored->parcel.count > 0U) && is_same(stored->token, token)) {
            found = stored;
        }
    }
    return found;
}

/** Place for a parcel; NULL: there is none. */
static IpcParcel *find_place(IpcEndpoint *endpoint)
{
    IpcParcel *found = NULL;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_PARCELS; i++) {
        if (endpoint->parcels[i].parcel.count == 0U) {
            found = &endpoint->parcels[i];
        }
    }
    return found;
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
        endpoint->unclaimed++;
        *token = drawn;
    }
    return status;
}

/** @satisfies RF-IPC-070 RF-IPC-071 */
NvSciError ipc_parcel_send(IpcEndpoint *endpoint, const PortParcel *parcel, IpcToken *token)
{
    NvSciError status = NvSciError_ConnectionReset;

    if (is_connected(endpoint)) {
        ipc_drain(endpoint);
        ipc_tell_claims(endpoint);
    }
    if (!is_connected(endpoint)) {
        status = NvSciError_ConnectionReset;
    } else if (endpoint->unclaimed >= RINGFENCE_CFG_PARCELS) {
        status = NvSciError_InsufficientResource;
    } else {
        status = send_one(endpoint, parcel, token);
    }
    return status;
}

/** @satisfies RF-IPC-070 RF-IPC-073 */
bool ipc_parcel_claim(IpcEndpoint *endpoint, IpcToken token, PortParcel *parcel)
{
    IpcParcel *stored = find_parcel(endpoint, token);

    if ((stored == NULL) && is_connected(endpoint)) {
        ipc_drain(endpoint);
        stored = find_parcel(endpoint, token);
    }
    if (stored != NULL) {
        *parcel = stored->parcel;
        stored->parcel.count = 0U;
        endpoint->untold++;
        ipc_tell_claims(endpoint);
    }
    return stored != NULL;
}

/** @satisfies RF-IPC-072 */
bool ipc_parcel_store(IpcEndpoint *endpoint, IpcToken token, PortParcel *parcel)
{
    IpcParcel *const place = find_place(endpoint);
    const bool is_token = ((token.words[0] | token.words[1]) != 0U);
    const bool sound = (place != NULL) && (parcel->count > 0U) && is_token &&
                       (find_parcel(endpoint, token) == NULL);

    if (sound) {
        place->token = token;
        place->parcel = *parcel;
        parcel->count = 0U;
    }
    return sound;
}

/** @satisfies RF-IPC-072 */
bool ipc_parcel_settle(IpcEndpoint *endpoint)
{
    const bool sound = (endpoint->unclaimed > 0U);

    if (sound) {
        endpoint->unclaimed--;
    }
    return sound;
}

/** @satisfies RF-IPC-073 */
void ipc_parcel_drop_all(IpcEndpoint *endpoint)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_PARCELS; i++) {
        PortParcel *const parcel = &endpoint->parcels[i].parcel;

        port_parcel_close(parcel);
    }
    endpoint->unclaimed = 0U;
    endpoint->untold = 0U;
}
