/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file readiness.c
 * What a wait must know of an endpoint besides its descriptor, and what it leaves there. Each
 * function takes the mutex of an endpoint that the mutex of events keeps open.
 */
#include "ipc/ipc.h"

#include "port/lock.h"

/** @satisfies RF-IPC-062 */
IpcNews ipc_news(IpcEndpoint *endpoint, bool wanted)
{
    IpcNews news = IPC_NEWS_LATER;

    ringfence_port_mutex_lock(&endpoint->mutex);
    if (endpoint->muted && (!wanted)) {
        news = IPC_NEWS_MUTED;
    } else if ((endpoint->state == IPC_STATE_ESTABLISHED) && (!endpoint->orphaned)) {
        bool found = false;
        const bool sound = ipc_ring_await(endpoint, &found);

        /* A peer that violates the protocol is dealt with where the events are asked for. */
        news = (found || (!sound)) ? IPC_NEWS_NOW : IPC_NEWS_LATER;
    } else {
        news = IPC_NEWS_LATER;
    }
    ringfence_port_mutex_unlock(&endpoint->mutex);
    return news;
}

/** @satisfies RF-IPC-312 */
void ipc_tell_absences(PhaseOp op)
{
    /* A search that begins meanwhile is seen by the next one who comes here. */
    if (ipc_take_searches()) {
        bool goes_on = false;

        for (uint32_t i = 0U; i < RINGFENCE_CFG_IPC_ENDPOINTS; i++) {
            IpcEndpoint *const endpoint = ipc_row(i);

            ringfence_port_mutex_lock(&endpoint->mutex);
            if (endpoint->identity != 0U) {
                ipc_tell_absence(op, endpoint);
                if (ipc_is_untold(endpoint)) {
                    goes_on = true;
                }
            }
            ringfence_port_mutex_unlock(&endpoint->mutex);
        }
        if (goes_on) {
            ipc_keep_searches();
        }
    }
}

/** @satisfies RF-IPC-216 */
void ipc_report_anew(IpcEndpoint *endpoint)
{
    ringfence_port_mutex_lock(&endpoint->mutex);
    if ((endpoint->state == IPC_STATE_ESTABLISHED) && (!endpoint->orphaned)) {
        endpoint->edges |= NV_SCI_IPC_EVENT_CONN_EST;
    }
    endpoint->muted = false;
    port_endpoint_set(&endpoint->system);
    ringfence_port_mutex_unlock(&endpoint->mutex);
}

/** @satisfies RF-IPC-067 */
void ipc_mute(IpcEndpoint *endpoint)
{
    ringfence_port_mutex_lock(&endpoint->mutex);
    endpoint->muted = true;
    ringfence_port_mutex_unlock(&endpoint->mutex);
}

/** @satisfies RF-IPC-290 */
void ipc_unmute(IpcEndpoint *endpoint)
{
    ringfence_port_mutex_lock(&endpoint->mutex);
    endpoint->muted = false;
    ringfence_port_mutex_unlock(&endpoint->mutex);
}
