/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reserve.c
 * What an endpoint holds from its opening on, so that a connection asks the system for nothing.
 *
 * Side 1 holds the addresses for the peer's memory. Side 0 holds the memory that it offers, and
 * where the port has processes a second one: a process that left may go on writing what it had been
 * given. So memory goes to the process that had it, or to another one of the same user when that
 * process is gone; else the one that nobody had is offered. Both ends hold what calls are made
 * with. What was used up comes again in INIT alone.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "ipc/ipc.h"

/** Says whether a memory may be offered to a peer. */
static bool may_have(const IpcOffer *offer, const PortPeer *peer)
{
    bool may = false;

    if (offer->is_given && (offer->peer.user == peer->user)) {
        may = (peer->process != 0U) && (offer->peer.process == peer->process);
        if (!may) {
            may = port_peer_is_gone(&offer->peer);
        }
    }
    return may;
}

/** Number of a memory that nobody had; endpoint->offer_count: there is none. */
static uint32_t fresh_offer(const IpcEndpoint *endpoint)
{
    uint32_t index = 0U;

    while ((index < endpoint->offer_count) && endpoint->offers[index].is_given) {
        index++;
    }
    return index;
}

/** Number of a memory that a peer may have after somebody had it; as above. */
static uint32_t used_offer(const IpcEndpoint *endpoint, const PortPeer *peer)
{
    uint32_t found = endpoint->offer_count;

    for (uint32_t i = 0U; (i < endpoint->offer_count) && (found == endpoint->offer_count); i++) {
        if (may_have(&endpoint->offers[i], peer)) {
            found = i;
        }
    }
    return found;
}

void ipc_release(IpcEndpoint *endpoint)
{
    for (uint32_t i = 0U; i < endpoint->offer_count; i++) {
        port_memory_release(&endpoint->offers[i].memory);
    }
    if (endpoint->side == 1U) {
        port_memory_release(&endpoint->memory);
    }
    endpoint->offer_count = 0U;
    endpoint->memory.base = NULL;
    endpoint->memory.descriptor = -1;
}

/** @satisfies RF-IPC-270 */
PortStatus ipc_reserve(IpcEndpoint *endpoint)
{
    static const PortMemory none = {NULL, NULL, 0U, 0U, -1};
    const uint64_t size = ipc_memory_size(&endpoint->channel);
    PortStatus status = PORT_OK;

    ASSERT(endpoint->offer_count == 0U);
    endpoint->memory = none;
    endpoint->offered = 0U;
    endpoint->starved = false;
    if (endpoint->side == 1U) {
        status = port_va_reserve(size, false, &endpoint->memory);
    } else {
        for (uint32_t i = 0U; (i < port_va_count()) && (status == PORT_OK); i++) {
            status = port_va_reserve(size, true, &endpoint->offers[i].memory);
            if (status == PORT_OK) {
                endpoint->offers[i].is_given = false;
                endpoint->offer_count++;
                endpoint->memory = endpoint->offers[0].memory;
            }
        }
    }
    if (status == PORT_OK) {
        status = port_endpoint_stock(&endpoint->system);
    }
    if (status != PORT_OK) {
        ipc_release(endpoint);
    }
    return status;
}

/**
 * Which memory is made anew: the first one that is not in use.
 *
 * @satisfies RF-IPC-273
 */
static void stock_memory(IpcEndpoint *endpoint)
{
    const bool is_linked = (endpoint->system.link >= 0) || endpoint->orphaned;
    uint32_t index = 0U;

    if (is_linked && (endpoint->offered == 0U)) {
        index = 1U;
    }
    if ((fresh_offer(endpoint) == endpoint->offer_count) && (index < endpoint->offer_count)) {
        IpcOffer *const offer = &endpoint->offers[index];

        if (port_va_make(&offer->memory) == PORT_OK) {
            offer->is_given = false;
        }
    }
}

/** @satisfies RF-IPC-273 RF-CORE-310 */
void ipc_stock(IpcEndpoint *endpoint)
{
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_INIT) {
        (void)port_endpoint_stock(&endpoint->system);
        if (endpoint->side == 0U) {
            stock_memory(endpoint);
        }
    }
}

/** @satisfies RF-IPC-271 RF-IPC-272 */
PortStatus ipc_lend(IpcEndpoint *endpoint)
{
    const PortPeer peer = port_link_peer(&endpoint->system);
    PortStatus status = PORT_FAILED;
    uint32_t index = used_offer(endpoint, &peer);

    ASSERT(endpoint->side == 0U);
    while ((status != PORT_OK) && (index < endpoint->offer_count)) {
        status = port_va_renew(&endpoint->offers[index].memory);
        if (status != PORT_OK) {
            /* Nobody gets it again before it is made anew. */
            endpoint->offers[index].peer.process = 0U;
            index = used_offer(endpoint, &peer);
        }
    }
    if (status != PORT_OK) {
        index = fresh_offer(endpoint);
        status = (index < endpoint->offer_count) ? PORT_OK : PORT_NO_MEMORY;
    }
    if (status == PORT_OK) {
        IpcOffer *const offer = &endpoint->offers[index];

        offer->is_given = true;
        offer->peer = peer;
        endpoint->offered = index;
        endpoint->memory = offer->memory;
        endpoint->starved = false;
    } else {
        fault_report_limit(OP_IPC_GET_EVENT_SAFE, FAULT_LIMIT_IPC_MEMORIES,
                           (uint64_t)endpoint->offer_count + 1U, endpoint->offer_count);
        endpoint->starved = true;
        endpoint->starved_peer = peer;
    }
    return status;
}

/** @satisfies RF-IPC-272 */
void ipc_feed(IpcEndpoint *endpoint)
{
    if (endpoint->starved) {
        uint32_t offer = fresh_offer(endpoint);

        if (offer == endpoint->offer_count) {
            offer = used_offer(endpoint, &endpoint->starved_peer);
        }
        if (offer < endpoint->offer_count) {
            endpoint->starved = false;
            endpoint->owes_notify = true;
        }
    }
}

/** @satisfies RF-IPC-272 */
void ipc_report_calls(const IpcEndpoint *endpoint, PortStatus status)
{
    if ((status == PORT_NO_RESOURCE) && (endpoint->system.kept == 0U)) {
        fault_report_limit(OP_IPC_GET_EVENT_SAFE, FAULT_LIMIT_IPC_CALLS, PORT_CALLS_KEPT + 1U,
                           PORT_CALLS_KEPT);
    }
}
