/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file message.c
 * Sending messages over the link: words, and parcels with their token. Handshakes, and what comes
 * of messages, are connect.c's.
 */
#include "ipc/message.h"

#include "core/assert.h"

PortStatus ipc_send_word(const IpcEndpoint *endpoint, MessageKind kind)
{
    const uint32_t word = (uint32_t)kind;

    return port_link_send(&endpoint->system, &word, sizeof(word), NULL);
}

/** A peer that did not read the reminders that it has needs none.
 * @satisfies RF-IPC-301 */
void ipc_wake_peer(IpcEndpoint *endpoint)
{
    if (endpoint->system.link >= 0) {
        const PortStatus status = ipc_send_word(endpoint, MESSAGE_WAKE);

        if ((status != PORT_OK) && (status != PORT_NOT_YET) && (status != PORT_CLOSED)) {
            endpoint->owes_wake = true;
            port_endpoint_set(&endpoint->system);
        }
    }
}

PortStatus ipc_send_parcel(const IpcEndpoint *endpoint, IpcToken token, const PortParcel *parcel)
{
    ParcelMessage message;

    ASSERT((token.words[0] | token.words[1]) != 0U);
    ASSERT(parcel->count > 0U);
    message.kind = (uint32_t)MESSAGE_PARCEL;
    message.rest = 0U;
    message.token = token;
    return port_link_send(&endpoint->system, &message, sizeof(message), parcel);
}

void ipc_tell_claims(IpcEndpoint *endpoint)
{
    PortStatus status = PORT_OK;

    while ((endpoint->untold > 0U) && (status == PORT_OK) && (endpoint->system.link >= 0)) {
        status = ipc_send_word(endpoint, MESSAGE_CLAIMED);
        if (status == PORT_OK) {
            endpoint->untold--;
        }
    }
}
