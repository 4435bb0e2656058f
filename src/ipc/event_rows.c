/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event_rows.c
 * Rows of event services, notifiers and local events: the mutex of all of them, finding the row of
 * a pointer, and giving back what was deleted.
 *
 * The pointers of programs are addresses of rows. A pointer is compared with the address of every
 * row before anything is read through it. A notifier has a service, and a local event has a
 * notifier: what was deleted is given back when nothing needs its row any more.
 */
#include "core/assert.h"
#include "core/pool.h"
#include "ipc/ipc.h"
#include "port/descriptor.h"
#include "port/lock.h"

EventService g_event_services[RINGFENCE_CFG_EVENT_SERVICES];
EventNotifier g_event_notifiers[RINGFENCE_CFG_EVENT_NOTIFIERS];
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

/** @satisfies RF-IPC-052 */
NvSciError event_service_find(PhaseOp op, const NvSciEventService *pointer, uint32_t *index)
{
    NvSciError status = NvSciError_BadParameter;

    for (uint32_t i = 0U; (pointer != NULL) && (i < RINGFENCE_CFG_EVENT_SERVICES); i++) {
        const uint32_t generation = pool_generation(RINGFENCE_POOL_EVENT_SERVICE, i);

        if ((pointer == &g_event_services[i].face.EventService) && ((generation & 1U) == 1U)) {
            *index = i;
            status = NvSciError_Success;
        }
    }
    if ((pointer != NULL) && (status != NvSciError_Success)) {
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_HANDLE);
    }
    return status;
}

/** @satisfies RF-IPC-052 */
NvSciError event_notifier_find(PhaseOp op, const NvSciEventNotifier *pointer,
                               EventNotifier **notifier)
{
    NvSciError status = NvSciError_BadParameter;

    for (uint32_t i = 0U;
         (pointer != NULL) && (status != NvSciError_Success) && (i < RINGFENCE_CFG_EVENT_NOTIFIERS);
         i++) {
        EventNotifier *const row = &g_event_notifiers[i];

        if ((pointer == &row->face) && (row->service != NULL) && (!row->ended)) {
            *notifier = row;
            status = NvSciError_Success;
        }
    }
    if ((pointer != NULL) && (status != NvSciError_Success)) {
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_HANDLE);
    }
    return status;
}

/** @satisfies RF-IPC-052 */
NvSciError event_local_find(PhaseOp op, const NvSciLocalEvent *pointer, LocalEvent **event)
{
    NvSciError status = NvSciError_BadParameter;

    for (uint32_t i = 0U; (pointer != NULL) && (i < RINGFENCE_CFG_LOCAL_EVENTS); i++) {
        LocalEvent *const row = &g_local_events[i];

        if ((pointer == &row->face) && (row->service != NULL) && (!row->ended)) {
            *event = row;
            status = NvSciError_Success;
        }
    }
    if ((pointer != NULL) && (status != NvSciError_Success)) {
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_HANDLE);
    }
    return status;
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

void event_local_move(const EventNotifier *notifier, EventService *service)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_LOCAL_EVENTS; i++) {
        LocalEvent *const event = &g_local_events[i];

        if (event->notifier == notifier) {
            ASSERT(event->service->members > 0U);
            ASSERT(event->service != service);
            event->service->members--;
            event->service = service;
            service->members++;
        }
    }
}

/* ---------------------------------------------------------------- what was deleted */

/** A notifier is given back: its local event has none any more. */
static void orphan_local(const EventNotifier *notifier)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_LOCAL_EVENTS; i++) {
        LocalEvent *const event = &g_local_events[i];

        if (event->notifier == notifier) {
            event->notifier = NULL;
            event->face.eventNotifier = NULL;
        }
    }
}

void event_notifier_sweep(void)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_EVENT_NOTIFIERS; i++) {
        EventNotifier *const notifier = &g_event_notifiers[i];

        if (notifier->ended && (!notifier->running)) {
            orphan_local(notifier);
            ASSERT(notifier->service->members > 0U);
            ASSERT(notifier->service->notifiers > 0U);
            notifier->service->members--;
            notifier->service->notifiers--;
            notifier->service = NULL;
            notifier->endpoint = NULL;
            notifier->ended = false;
            ringfence_pool_give(RINGFENCE_POOL_EVENT_NOTIFIER, i);
        }
    }
}

/** Gives back deleted local events whose notifiers are gone. */
static void sweep_locals(void)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_LOCAL_EVENTS; i++) {
        LocalEvent *const event = &g_local_events[i];

        if (event->ended && (event->notifier == NULL)) {
            ringfence_port_descriptor_close(event->descriptor);
            ASSERT(event->service->members > 0U);
            ASSERT(event->face.eventNotifier == NULL);
            event->service->members--;
            event->service = NULL;
            event->ended = false;
            ringfence_pool_give(RINGFENCE_POOL_LOCAL_EVENT, i);
        }
    }
}

/** Gives back deleted services that nothing needs any more. */
static void sweep_services(void)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_EVENT_SERVICES; i++) {
        EventService *const service = &g_event_services[i];

        if (service->ended && (service->members == 0U) && (!service->waiting)) {
            ASSERT(service->notifiers == 0U);
            ASSERT(!service->asleep);
            ringfence_port_descriptor_close(service->wake_event);
            service->ended = false;
            ringfence_pool_give(RINGFENCE_POOL_EVENT_SERVICE, i);
        }
    }
}

void event_sweep(void)
{
    sweep_locals();
    sweep_services();
}

void event_collect(void)
{
    ringfence_port_lock();
    event_lock();
    event_notifier_sweep();
    event_sweep();
    event_unlock();
    ringfence_port_unlock();
}
