/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event_rows.c
 * Rows of event services, notifiers and local events: the mutex of all of them, finding the row of
 * a pointer, and giving back what was deleted.
 *
 * The pointers of programs are addresses of rows. How far a pointer is from the first row says
 * which row it can be of; it is compared with the address of that row before anything is read
 * through it. A notifier has a service, and a local event has a notifier: what was deleted is given
 * back when nothing needs its row any more.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "core/handle.h"
#include "core/pool.h"
#include "ipc/ipc.h"
#include "port/descriptor.h"
#include "port/lock.h"

EventService g_event_services[RINGFENCE_CFG_EVENT_SERVICES];
EventNotifier g_event_notifiers[RINGFENCE_CFG_EVENT_NOTIFIERS];
/** As many as all blocks of streams may need, where the default is.
 * @satisfies RF-CORE-342 */
LocalEvent g_local_events[RINGFENCE_CFG_LOCAL_EVENTS];
static PortAtomic32 g_event_mutex;

void event_lock(void)
{
    ringfence_port_mutex_lock(&g_event_mutex);
}

void event_unlock(void)
{
    ringfence_port_mutex_unlock(&g_event_mutex);
}

/* ---------------------------------------------------------------- rows of pointers */

/** Index of the row that a pointer can be of, in a table with rows of so many bytes. It may be that
 * of none. */
static uint32_t index_of_row(const void *pointer, const void *first, size_t size)
{
    const uintptr_t distance = handle_bits(pointer) - handle_bits(first);

    return (uint32_t)(distance / size);
}

/** Result of a look for a row. A pointer that is none is reported, NULL excepted. */
static NvSciError found_or_not(PhaseOp op, const void *pointer, bool found)
{
    if ((pointer != NULL) && (!found)) {
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_HANDLE);
    }
    return found ? NvSciError_Success : NvSciError_BadParameter;
}

/** @satisfies RF-IPC-052 */
NvSciError event_service_find(PhaseOp op, const NvSciEventService *pointer, uint32_t *index)
{
    const uint32_t row = index_of_row(pointer, g_event_services, sizeof(g_event_services[0]));
    bool found = false;

    if (row < RINGFENCE_CFG_EVENT_SERVICES) {
        const uint32_t generation = pool_generation(RINGFENCE_POOL_EVENT_SERVICE, row);

        found = (pointer == &g_event_services[row].face.EventService) && ((generation & 1U) == 1U);
        if (found) {
            *index = row;
        }
    }
    return found_or_not(op, pointer, found);
}

/** @satisfies RF-IPC-052 */
NvSciError event_notifier_find(PhaseOp op, const NvSciEventNotifier *pointer,
                               EventNotifier **notifier)
{
    const uint32_t index = index_of_row(pointer, g_event_notifiers, sizeof(g_event_notifiers[0]));
    bool found = false;

    if (index < RINGFENCE_CFG_EVENT_NOTIFIERS) {
        EventNotifier *const row = &g_event_notifiers[index];

        found = (pointer == &row->face) && (row->service != NULL) && (!row->ended);
        if (found) {
            *notifier = row;
        }
    }
    return found_or_not(op, pointer, found);
}

/** @satisfies RF-IPC-052 */
NvSciError event_local_find(PhaseOp op, const NvSciLocalEvent *pointer, LocalEvent **event)
{
    const uint32_t index = index_of_row(pointer, g_local_events, sizeof(g_local_events[0]));
    bool found = false;

    if (index < RINGFENCE_CFG_LOCAL_EVENTS) {
        LocalEvent *const row = &g_local_events[index];

        found = (pointer == &row->face) && (row->service != NULL) && (!row->ended);
        if (found) {
            *event = row;
        }
    }
    return found_or_not(op, pointer, found);
}

/* ---------------------------------------------------------------- changes of rows */

void event_service_change(EventService *service)
{
    ASSERT(service->members >= service->notifiers);
    service->changed = true;
    if (service->asleep) {
        ringfence_port_event_set(service->wake_event);
    }
}

void event_notifier_join(EventService *service, EventNotifier *notifier)
{
    EventNotifier *const last = service->last;

    notifier->service = service;
    notifier->previous = last;
    notifier->next = NULL;
    if (last == NULL) {
        service->first = notifier;
    } else {
        last->next = notifier;
    }
    service->last = notifier;
    service->members++;
    service->notifiers++;
}

void event_notifier_leave(EventNotifier *notifier)
{
    EventService *const service = notifier->service;
    EventNotifier *const previous = notifier->previous;
    EventNotifier *const next = notifier->next;

    ASSERT(service->members > 0U);
    ASSERT(service->notifiers > 0U);
    if (previous == NULL) {
        service->first = next;
    } else {
        previous->next = next;
    }
    if (next == NULL) {
        service->last = previous;
    } else {
        next->previous = previous;
    }
    service->members--;
    service->notifiers--;
}

/* ---------------------------------------------------------------- what was deleted */

void event_service_release(EventService *service)
{
    if (service->ended && (service->members == 0U) && (!service->waiting)) {
        ASSERT(service->notifiers == 0U);
        ASSERT(!service->asleep);
        ringfence_port_descriptor_close(service->wake_event);
        service->wake_event = -1;
        service->ended = false;
        ringfence_pool_give(RINGFENCE_POOL_EVENT_SERVICE,
                            index_of_row(service, g_event_services, sizeof(g_event_services[0])));
    }
}

void event_local_release(LocalEvent *event)
{
    if (event->ended && (event->notifier == NULL)) {
        EventService *const service = event->service;

        ringfence_port_descriptor_close(event->descriptor);
        ASSERT(service->members > 0U);
        ASSERT(event->face.eventNotifier == NULL);
        service->members--;
        event->service = NULL;
        event->ended = false;
        ringfence_pool_give(RINGFENCE_POOL_LOCAL_EVENT,
                            index_of_row(event, g_local_events, sizeof(g_local_events[0])));
        event_service_release(service);
    }
}

void event_notifier_release(EventNotifier *notifier)
{
    if (notifier->ended && (!notifier->running)) {
        EventService *const service = notifier->service;
        LocalEvent *const local = notifier->local;

        event_notifier_leave(notifier);
        notifier->service = NULL;
        notifier->local = NULL;
        notifier->ended = false;
        ringfence_pool_give(
            RINGFENCE_POOL_EVENT_NOTIFIER,
            index_of_row(notifier, g_event_notifiers, sizeof(g_event_notifiers[0])));
        if (local != NULL) {
            local->notifier = NULL;
            local->face.eventNotifier = NULL;
            event_local_release(local);
        }
        event_service_release(service);
    }
}
