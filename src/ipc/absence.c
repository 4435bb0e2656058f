/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file absence.c
 * Ends that find no peer. An end does not know whether somebody is about to come, or looks for it
 * in another place; so it says where it looks when a second is over.
 */
#include "ipc/ipc.h"
#include "port/wait.h"

/** Microseconds of a search before an end says that it found nobody. */
#define ABSENCE_US 1000000U

/** Not 0: an end may search and has not said it. */
static PortAtomic32 g_ipc_searches;

void ipc_begin_search(IpcEndpoint *endpoint)
{
    endpoint->search_us = ringfence_port_time_us();
    endpoint->is_told = false;
    port_store32(&g_ipc_searches, 1U);
}

bool ipc_is_untold(const IpcEndpoint *endpoint)
{
    const bool searches =
        (endpoint->state == IPC_STATE_SEARCHING) || (endpoint->state == IPC_STATE_HANDSHAKE);

    return searches && (!endpoint->is_told) && (endpoint->lack == NvSciError_Success);
}

/** Why a search goes on. */
static FaultCause absence_cause(const IpcEndpoint *endpoint)
{
    FaultCause cause = endpoint->refused ? FAULT_CAUSE_TURNED_AWAY : FAULT_CAUSE_NOBODY;

    if (endpoint->state == IPC_STATE_HANDSHAKE) {
        cause = FAULT_CAUSE_SILENT;
    }
    return cause;
}

/** @satisfies RF-IPC-312 */
void ipc_tell_absence(PhaseOp op, IpcEndpoint *endpoint)
{
    if (ipc_is_untold(endpoint)) {
        if ((ringfence_port_time_us() - endpoint->search_us) >= ABSENCE_US) {
            FaultAbsence absence = {.cause = absence_cause(endpoint),
                                    .endpoint = endpoint->channel.names[endpoint->side],
                                    .table = endpoint->table};

            if (endpoint->channel.backend != IPC_BACKEND_THREAD) {
                absence.network = endpoint->system.network;
                absence.user = endpoint->system.user;
            }
            endpoint->is_told = true;
            fault_report_absence(op, &absence);
        }
    }
}

bool ipc_take_searches(void)
{
    const bool searches = (port_load32(&g_ipc_searches) != 0U);

    if (searches) {
        port_store32(&g_ipc_searches, 0U);
    }
    return searches;
}

void ipc_keep_searches(void)
{
    port_store32(&g_ipc_searches, 1U);
}
