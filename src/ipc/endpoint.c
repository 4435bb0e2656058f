/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file endpoint.c
 * Endpoints: opening, resetting, what they are and what they wait for. What event services have to
 * do with them, closing too, is in endpoint_events.c.
 */
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "core/pool.h"
#include "ipc/ipc.h"
#include "port/lock.h"
#include "port/random.h"
#include "port/refusal.h"

/** Steps of both ends in turn that connect them: reset, call, offer, accept. */
#define CONNECT_STEPS 4U

static IpcEndpoint g_ipc_endpoints[RINGFENCE_CFG_IPC_ENDPOINTS];

/** Handle of the pool that an endpoint's number stands for. */
static const void *pool_handle_of(NvSciIpcEndpoint handle)
{
    return (const void *)(uintptr_t)handle;
}

/** Number that stands for a slot. */
static NvSciIpcEndpoint number_of(uint32_t index)
{
    const void *const handle = ringfence_pool_handle(RINGFENCE_POOL_IPC_ENDPOINT, index);

    /* cppcheck-suppress misra-c2012-11.6 ; DEV-001 the interface has this handle as a number */
    return (NvSciIpcEndpoint)(uintptr_t)handle;
}

NvSciError ipc_find(PhaseOp op, NvSciIpcEndpoint handle, uint32_t *index)
{
    NvSciError status = NvSciError_BadParameter;

    if (handle <= UINTPTR_MAX) {
        status =
            ringfence_pool_find(op, RINGFENCE_POOL_IPC_ENDPOINT, pool_handle_of(handle), index);
    } else {
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_HANDLE);
    }
    return status;
}

IpcEndpoint *ipc_row(uint32_t index)
{
    return &g_ipc_endpoints[index];
}

bool ipc_endpoint_of(uint64_t identity, NvSciIpcEndpoint *handle, char *name)
{
    bool found = false;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_IPC_ENDPOINTS) && (!found); i++) {
        const IpcEndpoint *const endpoint = &g_ipc_endpoints[i];

        found = (identity != 0U) && (endpoint->identity == identity);
        if (found) {
            *handle = number_of(i);
            (void)memcpy(name, endpoint->channel.names[endpoint->side], NVSCIIPC_MAX_ENDPOINT_NAME);
        }
    }
    return found;
}

/** Takes the mutex of an endpoint that is open. */
static NvSciError take_mutex(PhaseOp op, NvSciIpcEndpoint handle, IpcEndpoint **endpoint)
{
    uint32_t index = 0U;
    NvSciError status = ipc_find(op, handle, &index);

    if (status == NvSciError_Success) {
        IpcEndpoint *const found = &g_ipc_endpoints[index];
        uint32_t again = 0U;

        /* Another thread may have closed it before the mutex was taken, and opened another one. */
        ringfence_port_mutex_lock(&found->mutex);
        if (number_of(index) != handle) {
            status = ipc_find(op, handle, &again);
        }
        if (status == NvSciError_Success) {
            found->op = op;
            *endpoint = found;
        } else {
            ringfence_port_mutex_unlock(&found->mutex);
        }
    }
    return status;
}

/** @satisfies RF-IPC-323 */
NvSciError ipc_refuse_uninitialised(PhaseOp op)
{
    fault_report_channel(op, FAULT_CAUSE_NO_INIT, "");
    return NvSciError_NotInitialized;
}

/** @satisfies RF-IPC-013 RF-IPC-014 RF-IPC-021 RF-IPC-025 */
NvSciError ipc_enter(PhaseOp op, NvSciIpcEndpoint handle, IpcEndpoint **endpoint)
{
    NvSciError status = ringfence_phase_admit(op);

    port_refusal_drop();
    if ((status == NvSciError_Success) && (!ipc_is_initialised())) {
        status = ipc_refuse_uninitialised(op);
    }
    if (status == NvSciError_Success) {
        status = take_mutex(op, handle, endpoint);
    }
    return status;
}

/** A step of an end towards its connection; the first one resets it. It takes what woke those that
 * wait for the end: what it leaves to tell wakes them again.
 * @satisfies RF-IPC-305 */
static void step(IpcEndpoint *endpoint)
{
    if (endpoint->state == IPC_STATE_OPENED) {
        ipc_reset(endpoint);
    }
    if (endpoint->state != IPC_STATE_ESTABLISHED) {
        ipc_drive(endpoint);
        if (endpoint->edges != 0U) {
            port_endpoint_set(&endpoint->system);
        }
    }
}

/** A step of the other end of a channel, if this process has it open. */
static void step_peer(PhaseOp op, const IpcChannel *channel, uint32_t side)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_IPC_ENDPOINTS; i++) {
        IpcEndpoint *const peer = &g_ipc_endpoints[i];

        ringfence_port_mutex_lock(&peer->mutex);
        if ((peer->identity != 0U) && (peer->side != side) &&
            (memcmp(peer->channel.names, channel->names, sizeof(channel->names)) == 0)) {
            peer->op = op;
            step(peer);
        }
        ringfence_port_mutex_unlock(&peer->mutex);
    }
}

/** Connects an end of a line with one name, whose programs need not reset it nor ask for events;
 * the other end too, if this process has it. One mutex is held at a time.
 * @satisfies RF-IPC-304 */
static NvSciError connect_ends(PhaseOp op, NvSciIpcEndpoint handle, IpcEndpoint **endpoint)
{
    uint32_t steps = 0U;
    NvSciError status = NvSciError_Success;

    /* Exports and imports of RUNTIME make no system call. */
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_INIT) {
        steps = CONNECT_STEPS;
    }
    for (uint32_t i = 0U; (i < steps) && (status == NvSciError_Success) &&
                          ((*endpoint)->state != IPC_STATE_ESTABLISHED);
         i++) {
        const IpcChannel channel = (*endpoint)->channel;
        const uint32_t side = (*endpoint)->side;

        step(*endpoint);
        ringfence_port_mutex_unlock(&(*endpoint)->mutex);
        step_peer(op, &channel, side);
        status = take_mutex(op, handle, endpoint);
    }
    return status;
}

NvSciError ipc_take(PhaseOp op, NvSciIpcEndpoint handle, IpcEndpoint **endpoint)
{
    NvSciError status = NvSciError_BadParameter;

    if (ipc_is_initialised()) {
        status = take_mutex(op, handle, endpoint);
    }
    if (status == NvSciError_Success) {
        if ((*endpoint)->channel.one_name) {
            status = connect_ends(op, handle, endpoint);
        }
    }
    return status;
}

void ipc_refuse_at(PhaseOp op, FaultCause cause, NvSciIpcEndpoint handle)
{
    uint32_t index = 0U;

    if (ipc_find(op, handle, &index) == NvSciError_Success) {
        ipc_refuse(op, cause, &g_ipc_endpoints[index]);
    } else {
        fault_report_channel(op, cause, "");
    }
}

void ipc_leave(IpcEndpoint *endpoint)
{
    const PhaseOp op = endpoint->op;

    ringfence_port_mutex_unlock(&endpoint->mutex);
    fault_refusals(op);
}

/** What an open that the system refused is to a program; `holder` is the process that has the
 * address, if it can be told. */
static NvSciError status_of_open(PortStatus port, uint32_t holder)
{
    NvSciError status = NvSciError_ResourceError;

    switch (port) {
    case PORT_OK:
        status = NvSciError_Success;
        break;
    case PORT_BUSY:
        fault_report_taken(OP_IPC_OPEN_ENDPOINT, holder);
        status = NvSciError_Busy;
        break;
    case PORT_DENIED:
        status = NvSciError_NotPermitted;
        break;
    case PORT_NO_MEMORY:
        status = NvSciError_InsufficientMemory;
        break;
    default:
        status = NvSciError_ResourceError;
        break;
    }
    return status;
}

/**
 * Draws the number by which all processes know the endpoint.
 *
 * @satisfies RF-IPC-075
 */
static PortStatus draw_identity(uint64_t *identity)
{
    uint64_t number = 0U;
    const PortStatus status = port_random(&number, sizeof(number));

    if (status == PORT_OK) {
        *identity = (number == 0U) ? 1U : number;
    }
    return status;
}

/** Reports that what the line of a channel asks for does not fit into memory.
 * @satisfies RF-IPC-311 */
static void report_rings(PortStatus port, const IpcEndpoint *endpoint)
{
    if (port == PORT_NO_MEMORY) {
        ipc_refuse(OP_IPC_OPEN_ENDPOINT, FAULT_CAUSE_RINGS, endpoint);
    }
}

/** Takes the address of an end, and what it reserves.
 * @satisfies RF-IPC-314 */
static PortStatus take_side(IpcEndpoint *endpoint, uint32_t side)
{
    const PortAddress own = ipc_address(&endpoint->channel, side);
    PortStatus port = port_endpoint_open(&own, &endpoint->system);
    bool is_lack = false;

    endpoint->side = side;
    endpoint->owes_notify = (side == 0U);
    if (port == PORT_OK) {
        port = ipc_reserve(endpoint);
        if (port != PORT_OK) {
            report_rings(port, endpoint);
            port_endpoint_close(&endpoint->system);
        }
    }
    /* What the system does not let this process ask is no lack of memory. */
    is_lack = port_refusal_is_lack();
    if ((port == PORT_NO_MEMORY) && is_lack) {
        const PortAddress peer = ipc_address(&endpoint->channel, 1U - side);

        port_endpoint_decline(&peer);
    }
    return port;
}

/** Takes what the system gives to an endpoint.
 * @satisfies RF-IPC-244 RF-IPC-303 RF-IPC-313 */
static NvSciError open_slot(const IpcChannel *channel, uint32_t side, IpcEndpoint *endpoint)
{
    uint32_t holder = 0U;
    PortStatus port = draw_identity(&endpoint->identity);

    ASSERT(endpoint->state == IPC_STATE_OPENED);
    ASSERT(endpoint->unclaimed == 0U);
    ASSERT(endpoint->untold == 0U);
    endpoint->state = IPC_STATE_OPENED;
    endpoint->orphaned = false;
    endpoint->edges = 0U;
    endpoint->moved = false;
    endpoint->refused = false;
    endpoint->attempts = 0U;
    endpoint->longest = 0U;
    endpoint->recalled = false;
    endpoint->is_met = false;
    endpoint->lack = NvSciError_Success;
    endpoint->owes_wake = false;
    endpoint->read_refused = false;
    endpoint->write_refused = false;
    endpoint->quiet = false;
    endpoint->muted = false;
    endpoint->service = 0U;
    endpoint->channel = *channel;
    endpoint->table = ipc_table_source();
    endpoint->is_told = false;
    if (port == PORT_OK) {
        port = take_side(endpoint, side);
        if ((port == PORT_BUSY) && channel->one_name && (side == 0U)) {
            port = take_side(endpoint, 1U);
        }
    }
    if (port == PORT_OK) {
        /* What that lacks is reported by the first step of the search, which tries again. */
        ASSERT(endpoint->identity != 0U);
        ASSERT(endpoint->system.link < 0);
        (void)ipc_notify_peer(endpoint);
        (void)port_endpoint_stock(&endpoint->system);
    }
    if (port == PORT_DENIED) {
        fault_report_channel(OP_IPC_OPEN_ENDPOINT, FAULT_CAUSE_NO_MEMBER, channel->names[side]);
    }
    if (port == PORT_BUSY) {
        const PortAddress taken = ipc_address(channel, side);

        holder = port_endpoint_holder(&taken);
    }
    return status_of_open(port, holder);
}

/** Finds the channel of a name that can be opened.
 *
 * @satisfies RF-IPC-261 RF-IPC-313
 */
static NvSciError find_channel(const char *name, IpcChannel *channel, uint32_t *side)
{
    NvSciError status = NvSciError_Success;

    if (!ipc_is_initialised()) {
        status = ipc_refuse_uninitialised(OP_IPC_OPEN_ENDPOINT);
    } else if (!ipc_channel_find(name, channel, side)) {
        fault_report_endpoint(OP_IPC_OPEN_ENDPOINT, name, ipc_table_source());
        status = NvSciError_NoSuchEntry;
    } else if (channel->nframes == 0U) {
        fault_report_channel(OP_IPC_OPEN_ENDPOINT, FAULT_CAUSE_AWAY, channel->names[*side]);
        status = NvSciError_NotSupported;
    } else {
        status = NvSciError_Success;
    }
    return status;
}

/** @satisfies RF-IPC-218 */
NvSciError ipc_open(const char *name, NvSciIpcEndpoint *handle, IpcEndpoint **opened)
{
    IpcChannel channel = {0};
    uint32_t side = 0U;
    uint32_t index = 0U;
    NvSciError status = NvSciError_BadParameter;

    if ((name != NULL) && (handle != NULL)) {
        status = find_channel(name, &channel, &side);
    }
    if (status == NvSciError_Success) {
        status = ringfence_pool_take(RINGFENCE_POOL_IPC_ENDPOINT, &index);
    }
    if (status == NvSciError_Success) {
        IpcEndpoint *const row = &g_ipc_endpoints[index];

        /* Another thread may look meanwhile whether the row is the other end of its channel. */
        ringfence_port_mutex_lock(&row->mutex);
        status = open_slot(&channel, side, row);
        if (status != NvSciError_Success) {
            row->identity = 0U;
        }
        ringfence_port_mutex_unlock(&row->mutex);
        if (status == NvSciError_Success) {
            ASSERT(side < IPC_SIDES);
            ASSERT(channel.nframes > 0U);
            *opened = row;
            *handle = number_of(index);
        } else {
            ringfence_pool_give(RINGFENCE_POOL_IPC_ENDPOINT, index);
        }
    }
    return status;
}

/** @satisfies RF-IPC-015 RF-IPC-016 RF-IPC-017 */
NvSciError NvSciIpcOpenEndpoint(const char *endpoint, NvSciIpcEndpoint *handle)
{
    NvSciError status = ringfence_api_enter(OP_IPC_OPEN_ENDPOINT);

    if (status == NvSciError_Success) {
        IpcEndpoint *opened = NULL;

        status = ipc_open(endpoint, handle, &opened);
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-IPC-306 */
void ipc_close(uint32_t index)
{
    IpcEndpoint *const endpoint = &g_ipc_endpoints[index];

    ringfence_pool_revoke(RINGFENCE_POOL_IPC_ENDPOINT, index);
    ringfence_port_mutex_lock(&endpoint->mutex);
    endpoint->identity = 0U;
    /* What nobody claimed may be slow to close: that is for the thread that the last endpoint ends.
     */
    ipc_parcel_drop_all(endpoint);
    port_endpoint_close(&endpoint->system);
    ASSERT(endpoint->system.link < 0);
    ipc_release(endpoint);
    ASSERT(endpoint->memory.base == NULL);
    endpoint->state = IPC_STATE_OPENED;
    ringfence_port_mutex_unlock(&endpoint->mutex);
    ringfence_pool_give(RINGFENCE_POOL_IPC_ENDPOINT, index);
}

static NvSciError reset_endpoint(PhaseOp op, NvSciIpcEndpoint handle)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_enter(op, handle, &endpoint);

    if (status == NvSciError_Success) {
        ipc_reset(endpoint);
        if (fault_is_refused()) {
            /* Who waits for the descriptor of the endpoint may not be told. */
            status = NvSciError_ResourceError;
        }
        ipc_leave(endpoint);
    }
    return status;
}

/** @satisfies RF-IPC-042 */
NvSciError NvSciIpcResetEndpointSafe(NvSciIpcEndpoint handle)
{
    return reset_endpoint(OP_IPC_RESET_ENDPOINT_SAFE, handle);
}

/** @satisfies RF-IPC-042 */
void NvSciIpcResetEndpoint(NvSciIpcEndpoint handle)
{
    (void)reset_endpoint(OP_IPC_RESET_ENDPOINT, handle);
}

/** @satisfies RF-IPC-019 */
NvSciError NvSciIpcGetEndpointInfo(NvSciIpcEndpoint handle, NvSciIpcEndpointInfo *info)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_enter(OP_IPC_GET_ENDPOINT_INFO, handle, &endpoint);

    if (status == NvSciError_Success) {
        if (info == NULL) {
            status = NvSciError_BadParameter;
        } else {
            info->nframes = endpoint->channel.nframes;
            info->frame_size = endpoint->channel.frame_size;
        }
        ipc_leave(endpoint);
    }
    return status;
}

/** @satisfies RF-IPC-041 */
NvSciError NvSciIpcGetLinuxEventFd(NvSciIpcEndpoint handle, int32_t *fd)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_enter(OP_IPC_GET_LINUX_EVENT_FD, handle, &endpoint);

    if (status == NvSciError_Success) {
        const int32_t descriptor = port_endpoint_descriptor(&endpoint->system);

        if (fd == NULL) {
            status = NvSciError_BadParameter;
        } else if (descriptor < 0) {
            status = NvSciError_NotSupported;
        } else {
            *fd = descriptor;
        }
        ipc_leave(endpoint);
    }
    return status;
}

/** @satisfies RF-IPC-220 */
NvSciError NvSciIpcEnableNotification(NvSciIpcEndpoint handle, bool flag)
{
    IpcEndpoint *endpoint = NULL;
    const NvSciError status = ipc_enter(OP_IPC_ENABLE_NOTIFICATION, handle, &endpoint);

    if (status == NvSciError_Success) {
        endpoint->quiet = !flag;
        if (flag && (endpoint->state == IPC_STATE_ESTABLISHED)) {
            ipc_ring_wake_waiting(endpoint);
        }
        ipc_leave(endpoint);
    }
    return status;
}

/** @satisfies RF-IPC-221 */
NvSciError NvSciIpcGetAsyncErrors(NvSciIpcEndpoint handle, uint32_t *errors)
{
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_enter(OP_IPC_GET_ASYNC_ERRORS, handle, &endpoint);

    (void)errors;
    if (status == NvSciError_Success) {
        status = NvSciError_NotSupported;
        ipc_leave(endpoint);
    }
    return status;
}
