/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event_loop.c
 * Waiting for notifiers.
 *
 * A wait goes in turns: gather what to look at, sleep, note what is ready, call handlers. The mutex
 * of events is free during sleep and in handlers. Whoever changes a notifier then says so, and
 * sets the event of the service if the thread sleeps; the result of that sleep counts for nothing,
 * and the next turn looks anew. All sources are levels, so nothing is lost by that.
 *
 * A turn looks at the notifiers of the service alone, in their order. A notifier whose handler is
 * called becomes the last, so that none waits for its turn for longer than each other one has one.
 */
#include "core/fault.h"
#include "ipc/ipc.h"

#include "core/assert.h"
#include "port/exit.h"
#include "port/lock.h"
#include "port/task.h"
#include "port/wait.h"

/** What a wait is asked for. */
typedef struct {
    PhaseOp op;
    NvSciEventNotifier *const *notifiers;
    size_t count;
    int64_t timeout_us;
} Request;

/** First of the services whose threads are in handlers; NULL: none. */
static EventService *g_first_busy;

/* ---------------------------------------------------------------- one turn */

/** Notes whether a notifier has news, or is to be watched, in this turn. */
static void look_at(EventService *service, EventNotifier *notifier)
{
    bool watched = notifier->wanted || (notifier->handler != NULL);

    notifier->pending = notifier->is_owed && (notifier->wanted || (notifier->handler != NULL));
    notifier->watch = 0U;
    if (notifier->ended || (notifier->descriptor < 0)) {
        watched = false;
    }
    if (watched && (notifier->endpoint != NULL)) {
        const IpcNews news = ipc_news(notifier->endpoint, notifier->wanted);

        notifier->pending = (news == IPC_NEWS_NOW);
        watched = (news != IPC_NEWS_MUTED);
    }
    if (watched) {
        PortWatch *const watch = &service->watches[service->watch_count];

        ASSERT(service->watch_count <= RINGFENCE_CFG_EVENT_NOTIFIERS);
        ASSERT(notifier->descriptor >= 0);
        watch->descriptor = notifier->descriptor;
        notifier->watch = service->watch_count;
        service->watch_count++;
    }
}

/** Gathers what to look at; says whether something has news already. */
static bool gather(EventService *service)
{
    bool pending = false;
    uint32_t seen = 0U;

    service->changed = false;
    service->watches[0].descriptor = service->wake_event;
    service->watch_count = 1U;
    for (EventNotifier *next = service->first; next != NULL; next = next->next) {
        look_at(service, next);
        pending = pending || next->pending;
        seen++;
    }
    ASSERT(seen == service->notifiers);
    return pending;
}

/** Sleeps until something is ready or the time is over. A failure counts for nothing if notifiers
 * changed meanwhile: a descriptor of one that went may have been closed before the sleep. */
static NvSciError sleep_on(EventService *service, int64_t timeout_us)
{
    PortStatus port = PORT_OK;
    NvSciError status = NvSciError_Success;

    ASSERT(!service->asleep);
    ASSERT(service->waiting);
    service->asleep = true;
    event_unlock();
    port = port_watch(service->watches, service->watch_count, timeout_us);
    event_lock();
    service->asleep = false;
    if (service->watches[0].ready) {
        ringfence_port_event_clear(service->wake_event);
    }
    if ((port != PORT_OK) && (port != PORT_TIMED_OUT) && (!service->changed)) {
        status = NvSciError_ResourceError;
    }
    return status;
}

/**
 * Notes what is ready. The event of a local event that the wait names is taken back.
 *
 * @satisfies RF-IPC-060 RF-IPC-062
 */
static void note_ready(EventService *service)
{
    for (EventNotifier *next = service->first; next != NULL; next = next->next) {
        if (next->watch != 0U) {
            next->pending = next->pending || service->watches[next->watch].ready;
        }
        if (next->wanted && next->pending) {
            service->fired = true;
            if (next->endpoint == NULL) {
                next->is_owed = false;
                ringfence_port_event_clear(next->descriptor);
            }
        }
    }
}

/** Takes the library's lock besides the mutex of events, which is free meanwhile. */
static void lock_library(void)
{
    event_unlock();
    ringfence_port_lock();
    event_lock();
}

/** The thread of a service returned from a handler. */
static void leave_handler(EventService *service)
{
    EventService **place = &g_first_busy;

    while (*place != service) {
        place = &(*place)->next_busy;
    }
    *place = service->next_busy;
}

/** The thread of a service is out of a handler. */
static void end_handler(EventService *service)
{
    EventNotifier *const notifier = service->busy;

    leave_handler(service);
    if (notifier->ended) {
        /* It was deleted meanwhile, and this thread uses it last. */
        lock_library();
        notifier->running = false;
        event_notifier_release(notifier);
        ringfence_port_unlock();
    } else {
        notifier->running = false;
    }
}

/** Ends a wait, or takes back what a wait that did not begin had marked. */
static void forget_wanted(const EventService *service)
{
    for (EventNotifier *next = service->first; next != NULL; next = next->next) {
        next->wanted = false;
    }
}

/** A wait is over. */
static void end_wait(EventService *service)
{
    forget_wanted(service);
    ASSERT(service->waiting);
    ASSERT(!service->asleep);
    if (service->ended) {
        /* It was deleted meanwhile, and this thread uses it last. */
        lock_library();
        service->waiting = false;
        event_service_release(service);
        ringfence_port_unlock();
    } else {
        service->waiting = false;
    }
}

/** The thread of a service ends in a handler, and with it the wait.
 * @satisfies RF-IPC-302 */
static void end_thread(void *context)
{
    EventService *const service = context;

    event_lock();
    end_handler(service);
    end_wait(service);
    event_unlock();
}

/**
 * Calls a handler, with the mutex free.
 *
 * @satisfies RF-IPC-061
 */
static void call_handler(EventService *service, EventNotifier *notifier)
{
    const PortRoutine handler = {.function = notifier->handler, .argument = notifier->cookie};
    const PortRoutine ended = {.function = &end_thread, .argument = service};

    ASSERT(handler.function != NULL);
    ASSERT(!notifier->running);
    if (notifier->endpoint != NULL) {
        ipc_mute(notifier->endpoint);
    } else {
        notifier->is_owed = false;
        ringfence_port_event_clear(notifier->descriptor);
    }
    notifier->pending = false;
    notifier->running = true;
    service->next_busy = g_first_busy;
    service->busy = notifier;
    g_first_busy = service;
    event_unlock();
    port_exit_call(handler, ended);
    event_lock();
    end_handler(service);
}

/**
 * Calls the handlers of what is ready, each at most once. Ends early if a notifier was changed: the
 * next turn looks anew.
 *
 * @satisfies RF-IPC-260
 */
static void call_handlers(EventService *service)
{
    EventNotifier *next = service->first;

    while ((next != NULL) && (!service->changed)) {
        EventNotifier *const notifier = next;

        next = notifier->next;
        if (notifier->pending && (!notifier->wanted)) {
            event_notifier_leave(notifier);
            event_notifier_join(service, notifier);
            call_handler(service, notifier);
        }
    }
}

/* ---------------------------------------------------------------- a wait */

/** Microseconds that are left; negative: no limit. */
static int64_t time_left(uint64_t start_us, int64_t timeout_us)
{
    int64_t left = timeout_us;

    if (timeout_us > 0) {
        const uint64_t passed = ringfence_port_time_us() - start_us;

        left = (passed < (uint64_t)timeout_us) ? (timeout_us - (int64_t)passed) : 0;
    }
    return left;
}

/**
 * Takes turns until the wait has its end. The last turn begins when the time is over, so handlers
 * that are due by then are called.
 *
 * @satisfies RF-IPC-060 RF-IPC-065
 */
static NvSciError take_turns(EventService *service, int64_t timeout_us)
{
    const uint64_t start_us = ringfence_port_time_us();
    NvSciError status = NvSciError_Success;
    bool done = false;

    while (!done) {
        const int64_t left_us = time_left(start_us, timeout_us);
        const bool pending = gather(service);

        status = sleep_on(service, pending ? 0 : left_us);
        if ((status == NvSciError_Success) && (!service->changed)) {
            note_ready(service);
            call_handlers(service);
        }
        if (status != NvSciError_Success) {
            done = true;
        } else if (service->lost) {
            status = NvSciError_BadParameter;
            done = true;
        } else if (service->fired) {
            done = true;
        } else if ((left_us == 0) && (!service->changed)) {
            status = NvSciError_Timeout;
            done = true;
        } else {
            /* Another turn. */
        }
    }
    return status;
}

/** Says whether the calling thread is in a handler of any service. */
static bool is_in_handler(uint64_t thread)
{
    const EventService *service = g_first_busy;

    while ((service != NULL) && (service->thread != thread)) {
        service = service->next_busy;
    }
    return service != NULL;
}

/** Marks what the wait names; all of it must be of the service, and able to have events. */
static NvSciError mark_wanted(const Request *request, const EventService *service)
{
    NvSciError status = NvSciError_Success;

    for (size_t i = 0U; (i < request->count) && (status == NvSciError_Success); i++) {
        EventNotifier *notifier = NULL;

        status = event_notifier_find(request->op, request->notifiers[i], &notifier);
        if (status == NvSciError_Success) {
            if ((notifier->service == service) && (notifier->descriptor >= 0)) {
                notifier->wanted = true;
            } else {
                status = NvSciError_BadParameter;
            }
        }
    }
    return status;
}

/**
 * Begins a wait, if this thread may wait on the service.
 *
 * @satisfies RF-IPC-063 RF-IPC-064 RF-IPC-313
 */
static NvSciError begin_wait(const Request *request, EventService *service)
{
    const uint64_t thread = port_thread();
    NvSciError status = NvSciError_Success;

    if (is_in_handler(thread)) {
        fault_report_channel(request->op, FAULT_CAUSE_IN_HANDLER, "");
        status = NvSciError_InvalidState;
    } else if (service->waiting) {
        fault_report_channel(request->op, FAULT_CAUSE_WAITS, "");
        status = NvSciError_NotSupported;
    } else if ((request->timeout_us < NV_SCI_EVENT_INFINITE_WAIT) || service->ended) {
        status = NvSciError_BadParameter;
    } else if ((request->timeout_us < 0) && service->is_safe_x) {
        status = NvSciError_BadParameter;
    } else {
        status = mark_wanted(request, service);
        if (status == NvSciError_Success) {
            service->waiting = true;
            service->thread = thread;
            service->lost = false;
            service->fired = false;
        } else {
            forget_wanted(service);
        }
    }
    return status;
}

/** Says of each notifier of a wait that ended well whether it has a new event. */
static void tell(const Request *request, bool *news)
{
    for (size_t i = 0U; i < request->count; i++) {
        EventNotifier *notifier = NULL;

        news[i] = false;
        if (event_notifier_find(request->op, request->notifiers[i], &notifier) ==
            NvSciError_Success) {
            news[i] = notifier->wanted && notifier->pending;
        }
    }
}

/**
 * Waits on a service. Needs the mutex of events. A thread that is cancelled in a handler would
 * leave the service waiting for ever.
 *
 * @satisfies RF-PORT-211
 */
static NvSciError wait_on(const Request *request, EventService *service, bool *news)
{
    const int32_t held = ringfence_port_cancel_hold();
    NvSciError status = begin_wait(request, service);

    if (status == NvSciError_Success) {
        status = take_turns(service, request->timeout_us);
        if ((status == NvSciError_Success) && (news != NULL)) {
            tell(request, news);
        }
        end_wait(service);
    }
    ringfence_port_cancel_resume(held);
    return status;
}

/** A wait that was in vain says which ends search.
 * @satisfies RF-IPC-312 */
static void tell_absences(const Request *request, NvSciError status)
{
    if ((status == NvSciError_Timeout) && (request->timeout_us > 0)) {
        ipc_tell_absences(request->op);
    }
}

/** Waits for notifiers, on the service of the first. */
static NvSciError wait_on_first(const Request *request, bool *news)
{
    NvSciError status = ringfence_phase_admit(request->op);

    if (status == NvSciError_Success) {
        EventNotifier *first = NULL;

        port_refusal_drop();
        event_lock();
        status = event_notifier_find(request->op, request->notifiers[0], &first);
        if (status == NvSciError_Success) {
            status = wait_on(request, first->service, news);
        }
        event_unlock();
        tell_absences(request, status);
        fault_refusals(request->op);
    }
    return status;
}

/** @satisfies RF-IPC-060 */
NvSciError event_wait_one(NvSciEventNotifier *eventNotifier, int64_t microseconds)
{
    NvSciEventNotifier *const notifiers[1] = {eventNotifier};
    const Request request = {OP_EVENT_WAIT, notifiers, 1U, microseconds};

    return wait_on_first(&request, NULL);
}

/** @satisfies RF-IPC-060 */
NvSciError event_wait_several(NvSciEventNotifier *const *eventNotifierArray,
                              size_t eventNotifierCount, int64_t microseconds, bool *newEventArray)
{
    const Request request = {OP_EVENT_WAIT_MULTIPLE, eventNotifierArray, eventNotifierCount,
                             microseconds};
    NvSciError status = NvSciError_BadParameter;

    if ((eventNotifierArray != NULL) && (newEventArray != NULL) && (eventNotifierCount > 0U) &&
        (eventNotifierCount <= RINGFENCE_CFG_EVENT_NOTIFIERS)) {
        status = wait_on_first(&request, newEventArray);
    } else {
        const NvSciError admitted = ringfence_phase_admit(request.op);

        status = (admitted == NvSciError_Success) ? NvSciError_BadParameter : admitted;
    }
    return status;
}

/** Says whether the array of notifiers, their number and the array of results agree. */
static bool request_fits(const Request *request, const bool *news)
{
    bool fits = (request->count <= RINGFENCE_CFG_EVENT_NOTIFIERS);

    if (request->count == 0U) {
        fits = (request->notifiers == NULL) && (news == NULL);
    } else if ((request->notifiers == NULL) || (news == NULL)) {
        fits = false;
    } else {
        /* There are all three. */
    }
    return fits;
}

/** @satisfies RF-IPC-060 RF-IPC-066 */
NvSciError event_wait_service(NvSciEventService *eventService,
                              NvSciEventNotifier *const *eventNotifierArray,
                              size_t eventNotifierCount, int64_t microseconds, bool *newEventArray)
{
    const Request request = {OP_EVENT_WAIT_MULTIPLE_EXT, eventNotifierArray, eventNotifierCount,
                             microseconds};
    NvSciError status = ringfence_phase_admit(request.op);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        port_refusal_drop();
        event_lock();
        status = event_service_find(request.op, eventService, &index);
        if ((status == NvSciError_Success) && (!request_fits(&request, newEventArray))) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = wait_on(&request, &g_event_services[index], newEventArray);
        }
        event_unlock();
        tell_absences(&request, status);
        fault_refusals(request.op);
    }
    return status;
}
