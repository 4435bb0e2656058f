/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file unclaimed.c
 * Parcels of a connection that were not claimed yet: those that came, and the number of those that
 * were sent.
 *
 * The sender counts what its peer has not claimed, and the receiver has room for as many: so what
 * comes can always be kept, and a parcel for which there is no room violates the protocol.
 */
#include "core/assert.h"
#include "ipc/ipc.h"

static bool is_same(IpcToken a, IpcToken b)
{
    return (a.words[0] == b.words[0]) && (a.words[1] == b.words[1]);
}

IpcParcel *ipc_parcel_find(IpcEndpoint *endpoint, IpcToken token)
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

/** @satisfies RF-IPC-072 */
bool ipc_parcel_store(IpcEndpoint *endpoint, IpcToken token, PortParcel *parcel)
{
    IpcParcel *const place = find_place(endpoint);
    const bool is_token = ((token.words[0] | token.words[1]) != 0U);
    const bool sound = (place != NULL) && (parcel->count > 0U) && is_token &&
                       (ipc_parcel_find(endpoint, token) == NULL);

    if (sound) {
        ASSERT(parcel->count <= PORT_PARCEL_MAX);
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

    ASSERT(endpoint->unclaimed <= RINGFENCE_CFG_PARCELS);
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

        ASSERT(parcel->count <= PORT_PARCEL_MAX);
        port_parcel_close(parcel);
    }
    ASSERT(endpoint->unclaimed <= RINGFENCE_CFG_PARCELS);
    endpoint->unclaimed = 0U;
    endpoint->untold = 0U;
}
