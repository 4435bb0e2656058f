/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file endpoint_events.c
 * Endpoints and event services: opening with a service, the notifier of an endpoint, and closing,
 * after which the notifier speaks for none.
 */
#include "core/assert.h"
#include "core/pool.h"
#include "ipc/ipc.h"

/** @satisfies RF-IPC-015 RF-IPC-053 */
NvSciError NvSciIpcOpenEndpointWithEventService(const char *endpoint, NvSciIpcEndpoint *handle,
                                                NvSciEventService *eventService)
{
    const PhaseOp op = OP_IPC_OPEN_ENDPOINT_WITH_EVENT_SERVICE;
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        uint32_t service = 0U;
        IpcEndpoint *opened = NULL;

        event_lock();
        status = event_service_find(op, eventService, &service);
        event_unlock();
        if (status == NvSciError_Success) {
            status = ipc_open(endpoint, handle, &opened);
        }
        if (status == NvSciError_Success) {
            ASSERT(opened->service == 0U);
            ASSERT(service < RINGFENCE_CFG_EVENT_SERVICES);
            opened->service = service + 1U;
            opened->service_generation = pool_generation(RINGFENCE_POOL_EVENT_SERVICE, service);
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-IPC-053 */
NvSciError NvSciIpcGetEventNotifier(NvSciIpcEndpoint handle, NvSciEventNotifier **eventNotifier)
{
    const PhaseOp op = OP_IPC_GET_EVENT_NOTIFIER;
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = ipc_is_initialised() ? ipc_find(op, handle, &index) : ipc_refuse_uninitialised(op);
        if ((status == NvSciError_Success) && (eventNotifier == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = event_notifier_of(op, ipc_row(index), eventNotifier);
        }
        ringfence_api_leave();
    }
    return status;
}

/** Gives an endpoint without a notifier to a service, also one that had another service before.
 * @satisfies RF-STREAM-159 */
static NvSciError bind_endpoint(PhaseOp op, IpcEndpoint *endpoint, uint32_t service)
{
    NvSciError status = NvSciError_Success;

    event_lock();
    if (endpoint->notifier == NULL) {
        endpoint->service = service + 1U;
        endpoint->service_generation = pool_generation(RINGFENCE_POOL_EVENT_SERVICE, service);
    } else if (endpoint->notifier->service != &g_event_services[service]) {
        ipc_refuse(op, FAULT_CAUSE_OTHER_SERVICE, endpoint);
        status = NvSciError_InvalidState;
    } else {
        /* It is the one that there is. */
    }
    event_unlock();
    return status;
}

NvSciError event_notifier_at(PhaseOp op, NvSciIpcEndpoint handle,
                             const NvSciEventService *eventService, NvSciEventNotifier **pointer,
                             bool *is_new)
{
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;
        uint32_t service = 0U;

        event_lock();
        status = event_service_find(op, eventService, &service);
        event_unlock();
        if (status == NvSciError_Success) {
            status = ipc_find(op, handle, &index);
        }
        if (status == NvSciError_Success) {
            IpcEndpoint *const endpoint = ipc_row(index);

            *is_new = (endpoint->notifier == NULL);
            status = bind_endpoint(op, endpoint, service);
            if (status == NvSciError_Success) {
                status = event_notifier_of(op, endpoint, pointer);
            }
        }
        ringfence_api_leave();
    }
    return status;
}

/** Closes an endpoint, also after NvSciIpcDeinit(): what is open can always be given back. */
static NvSciError close_endpoint(PhaseOp op, NvSciIpcEndpoint handle)
{
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = ipc_find(op, handle, &index);
        if (status == NvSciError_Success) {
            event_notifier_detach(op, ipc_row(index));
            ipc_close(index);
        } else if (!ipc_is_initialised()) {
            status = NvSciError_NotInitialized;
        } else {
            /* The handle is bad. */
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-IPC-018 */
NvSciError NvSciIpcCloseEndpointSafe(NvSciIpcEndpoint handle, bool clear)
{
    (void)clear;
    return close_endpoint(OP_IPC_CLOSE_ENDPOINT_SAFE, handle);
}

/** @satisfies RF-IPC-018 */
void NvSciIpcCloseEndpoint(NvSciIpcEndpoint handle)
{
    (void)close_endpoint(OP_IPC_CLOSE_ENDPOINT, handle);
}
