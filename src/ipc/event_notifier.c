/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event_notifier.c
 * Notifiers: making, deleting and moving them, and their handlers.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "core/pool.h"
#include "ipc/ipc.h"

/** The source of a notifier is gone, or moves away: a wait that names it ends. */
static void withdraw(EventNotifier *notifier)
{
    if (notifier->wanted) {
        notifier->service->lost = true;
    }
    event_service_change(notifier->service);
}

/** @satisfies RF-IPC-054 */
static NvSciError set_handler(NvSciEventNotifier *thisEventNotifier, void (*callback)(void *cookie),
                              void *cookie, uint32_t priority)
{
    NvSciError status = ringfence_api_enter(OP_EVENT_NOTIFIER_SET_HANDLER);

    (void)priority;
    if (status == NvSciError_Success) {
        EventNotifier *notifier = NULL;

        event_lock();
        status = event_notifier_find(OP_EVENT_NOTIFIER_SET_HANDLER, thisEventNotifier, &notifier);
        if (status == NvSciError_Success) {
            notifier->handler = callback;
            notifier->cookie = cookie;
            event_service_change(notifier->service);
        }
        event_unlock();
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-IPC-055 */
static void delete_notifier(NvSciEventNotifier *thisEventNotifier)
{
    const PhaseOp op = OP_EVENT_NOTIFIER_DELETE;

    if (ringfence_api_enter(op) == NvSciError_Success) {
        EventNotifier *notifier = NULL;

        event_lock();
        if (event_notifier_find(op, thisEventNotifier, &notifier) == NvSciError_Success) {
            withdraw(notifier);
            notifier->ended = true;
            if (notifier->endpoint != NULL) {
                notifier->endpoint->notifier = NULL;
                notifier->endpoint = NULL;
            }
            event_notifier_release(notifier);
        }
        event_unlock();
        ringfence_api_leave();
    }
}

/** @satisfies RF-IPC-218 */
NvSciError event_notifier_make(EventService *service, IpcEndpoint *endpoint, int32_t descriptor,
                               EventNotifier **notifier)
{
    static const NvSciEventNotifier face = {&set_handler, &delete_notifier};
    uint32_t index = 0U;
    const NvSciError status = ringfence_pool_take(RINGFENCE_POOL_EVENT_NOTIFIER, &index);

    if (status == NvSciError_Success) {
        EventNotifier *const made = &g_event_notifiers[index];

        ASSERT(made->service == NULL);
        ASSERT(!made->running);
        ASSERT(!service->ended);
        made->face = face;
        made->endpoint = endpoint;
        made->local = NULL;
        made->descriptor = descriptor;
        made->watch = 0U;
        made->handler = NULL;
        made->cookie = NULL;
        made->running = false;
        made->ended = false;
        made->wanted = false;
        made->pending = false;
        made->is_owed = false;
        event_notifier_join(service, made);
        ASSERT(service->notifiers <= RINGFENCE_CFG_EVENT_NOTIFIERS);
        *notifier = made;
    }
    return status;
}

/** @satisfies RF-IPC-053 RF-IPC-313 */
NvSciError event_notifier_of(PhaseOp op, IpcEndpoint *endpoint, NvSciEventNotifier **pointer)
{
    NvSciError status = NvSciError_Success;
    EventNotifier *notifier = NULL;

    event_lock();
    notifier = endpoint->notifier;
    ASSERT(endpoint->service <= RINGFENCE_CFG_EVENT_SERVICES);
    if (endpoint->service == 0U) {
        ipc_refuse(op, FAULT_CAUSE_NO_SERVICE, endpoint);
        status = NvSciError_NotSupported;
    } else if (notifier != NULL) {
        status = NvSciError_Success;
    } else if (!pool_is_live(RINGFENCE_POOL_EVENT_SERVICE, endpoint->service - 1U,
                             endpoint->service_generation)) {
        ipc_refuse(op, FAULT_CAUSE_NO_SERVICE, endpoint);
        status = NvSciError_InvalidState;
    } else {
        status = event_notifier_make(&g_event_services[endpoint->service - 1U], endpoint,
                                     endpoint->system.waiter, &notifier);
        endpoint->notifier = notifier;
        /* The handler of an earlier notifier rests no more. */
        ipc_unmute(endpoint);
    }
    if (status == NvSciError_Success) {
        *pointer = &notifier->face;
    }
    event_unlock();
    return status;
}

/** @satisfies RF-IPC-056 */
void event_notifier_detach(PhaseOp op, IpcEndpoint *endpoint)
{
    EventNotifier *notifier = NULL;

    event_lock();
    notifier = endpoint->notifier;
    if (notifier != NULL) {
        ringfence_fault_report(op, RINGFENCE_FAULT_EVENT_IN_USE);
        ASSERT(notifier->service != NULL);
        withdraw(notifier);
        notifier->endpoint = NULL;
        notifier->descriptor = -1;
        endpoint->notifier = NULL;
    }
    event_unlock();
}

void event_notifier_unmute(const IpcEndpoint *endpoint)
{
    const EventNotifier *notifier = NULL;

    event_lock();
    notifier = endpoint->notifier;
    if ((notifier != NULL) && notifier->service->asleep) {
        ringfence_port_event_set(notifier->service->wake_event);
    }
    event_unlock();
}

/** Moves a notifier between services, both of which are live. */
static NvSciError move_to(EventNotifier *notifier, uint32_t index)
{
    NvSciError status = NvSciError_Success;
    EventService *const service = &g_event_services[index];

    if (notifier->wanted || notifier->running) {
        ringfence_fault_report(OP_EVENT_MOVE_NOTIFIER, RINGFENCE_FAULT_EVENT_IN_USE);
        status = NvSciError_InvalidState;
    } else if (notifier->descriptor < 0) {
        status = NvSciError_BadParameter;
    } else {
        event_service_change(notifier->service);
        ASSERT(!service->ended);
        if (notifier->local != NULL) {
            notifier->local->service = service;
            notifier->service->members--;
            service->members++;
        }
        event_notifier_leave(notifier);
        event_notifier_join(service, notifier);
        event_service_change(service);
        if (notifier->endpoint != NULL) {
            IpcEndpoint *const endpoint = notifier->endpoint;

            endpoint->service = index + 1U;
            endpoint->service_generation = pool_generation(RINGFENCE_POOL_EVENT_SERVICE, index);
            ipc_report_anew(endpoint);
        }
    }
    return status;
}

/** @satisfies RF-IPC-058 */
NvSciError NvSciEventMoveNotifier(NvSciEventService *oldEventService,
                                  NvSciEventService *newEventService,
                                  NvSciEventNotifier *eventNotifier)
{
    const PhaseOp op = OP_EVENT_MOVE_NOTIFIER;
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        uint32_t from = 0U;
        uint32_t to = 0U;
        EventNotifier *notifier = NULL;

        event_lock();
        status = event_service_find(op, oldEventService, &from);
        if (status == NvSciError_Success) {
            status = event_service_find(op, newEventService, &to);
        }
        if (status == NvSciError_Success) {
            status = event_notifier_find(op, eventNotifier, &notifier);
        }
        if (status == NvSciError_Success) {
            status = (notifier->service == &g_event_services[from]) ? move_to(notifier, to)
                                                                    : NvSciError_BadParameter;
        }
        event_unlock();
        ringfence_api_leave();
    }
    return status;
}
