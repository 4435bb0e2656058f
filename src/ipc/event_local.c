/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event_local.c
 * Local events: an event of this process, and the notifier that it belongs to.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "core/pool.h"
#include "core/status.h"
#include "ipc/ipc.h"
#include "port/descriptor.h"
#include "port/lock.h"

NvSciError event_local_signal(const NvSciLocalEvent *thisLocalEvent)
{
    LocalEvent *event = NULL;
    NvSciError status = NvSciError_Success;

    port_refusal_drop();
    event_lock();
    status = event_local_find(OP_LOCAL_EVENT_SIGNAL, thisLocalEvent, &event);
    if ((status == NvSciError_Success) && (event->notifier == NULL)) {
        status = NvSciError_InvalidState;
    }
    if (status == NvSciError_Success) {
        ringfence_port_event_set(event->descriptor);
        if (fault_is_refused()) {
            /* Who waits sees it with the next turn, within a second. */
            event->notifier->is_owed = true;
            status = NvSciError_ResourceError;
        }
    }
    event_unlock();
    fault_refusals(OP_LOCAL_EVENT_SIGNAL);
    return status;
}

/** @satisfies RF-IPC-059 */
static NvSciError signal_event(NvSciLocalEvent *thisLocalEvent)
{
    const NvSciError status = ringfence_phase_admit(OP_LOCAL_EVENT_SIGNAL);

    return (status == NvSciError_Success) ? event_local_signal(thisLocalEvent) : status;
}

/** Ends a local event; its row is free when its notifier is. `is_alone`: that must be gone already;
 * else it has no event again.
 * Needs the library's lock.
 * @satisfies RF-STREAM-237 */
static void end_event(const NvSciLocalEvent *thisLocalEvent, bool is_alone)
{
    const PhaseOp op = OP_LOCAL_EVENT_DELETE;
    LocalEvent *event = NULL;

    event_lock();
    if (event_local_find(op, thisLocalEvent, &event) == NvSciError_Success) {
        if (is_alone && (event->notifier != NULL)) {
            ringfence_fault_report(op, RINGFENCE_FAULT_EVENT_IN_USE);
        }
        if ((!is_alone) && (event->notifier != NULL)) {
            event->notifier->is_owed = false;
            event->notifier->pending = false;
            ringfence_port_event_clear(event->descriptor);
        }
        event->ended = true;
        event_local_release(event);
    }
    event_unlock();
}

/** @satisfies RF-IPC-057 */
static void delete_event(NvSciLocalEvent *thisLocalEvent)
{
    if (ringfence_api_enter(OP_LOCAL_EVENT_DELETE) == NvSciError_Success) {
        end_event(thisLocalEvent, true);
        ringfence_api_leave();
    }
}

void event_local_end(const NvSciLocalEvent *thisLocalEvent)
{
    ringfence_port_lock();
    end_event(thisLocalEvent, false);
    ringfence_port_unlock();
}

/** Makes the descriptor and the notifier of a row that was taken. */
static NvSciError set_up(EventService *service, LocalEvent *event)
{
    EventNotifier *notifier = NULL;
    NvSciError status = status_of_port(ringfence_port_event_make(&event->descriptor));

    if (status == NvSciError_Success) {
        status = event_notifier_make(service, NULL, event->descriptor, &notifier);
        if (status != NvSciError_Success) {
            ringfence_port_descriptor_close(event->descriptor);
        }
    }
    if (status == NvSciError_Success) {
        ASSERT(event->service == NULL);
        ASSERT(event->notifier == NULL);
        event->face.eventNotifier = &notifier->face;
        event->face.Signal = &signal_event;
        event->face.Delete = &delete_event;
        event->service = service;
        event->notifier = notifier;
        event->ended = false;
        notifier->local = event;
        service->members++;
    }
    return status;
}

/** @satisfies RF-IPC-059 */
NvSciError event_local_create(NvSciEventService *thisEventService, NvSciLocalEvent **newLocalEvent)
{
    const PhaseOp op = OP_EVENT_SERVICE_CREATE_LOCAL;
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        uint32_t service = 0U;
        uint32_t index = 0U;

        event_lock();
        status = event_service_find(op, thisEventService, &service);
        if ((status == NvSciError_Success) && (newLocalEvent == NULL)) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = ringfence_pool_take(RINGFENCE_POOL_LOCAL_EVENT, &index);
        }
        if (status == NvSciError_Success) {
            LocalEvent *const event = &g_local_events[index];

            status = set_up(&g_event_services[service], event);
            if (status == NvSciError_Success) {
                *newLocalEvent = &event->face;
            } else {
                ringfence_pool_give(RINGFENCE_POOL_LOCAL_EVENT, index);
            }
        }
        event_unlock();
        ringfence_api_leave();
    }
    return status;
}
