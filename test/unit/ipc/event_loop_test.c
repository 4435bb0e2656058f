/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <signal.h>
#include <time.h>

#include "event_fixture.h"
#include "ipc/ipc.h"
#include "port/channel.h"
#include "port/status.h"
#include "port/wait.h"

/** Lets the handlers of a service run, for a moment. */
static void serve(NvSciEventLoopService *service, int64_t microseconds)
{
    assert_status(
        service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U, microseconds, NULL),
        NvSciError_Timeout);
}

static void set_handler_of(NvSciEventNotifier *notifier, void (*handler)(void *cookie),
                           void *cookie)
{
    assert_status(notifier->SetHandler(notifier, handler, cookie, 0U), NvSciError_Success);
}

/**
 * A wait for several says which have new events, also one that the array names twice; the events of
 * the others stay.
 * @verifies RF-IPC-060
 */
static void wait_says_which_have_new_events(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const events[] = {make_local(service), make_local(service),
                                       make_local(service)};

    (void)state;
    for (uint32_t set = 0U; set < 8U; set++) {
        NvSciEventNotifier *const array[] = {events[0]->eventNotifier, events[1]->eventNotifier,
                                             events[0]->eventNotifier};
        bool news[] = {true, false, true};
        const bool named = ((set & 3U) != 0U);

        for (uint32_t i = 0U; i < 3U; i++) {
            if ((set & (1U << i)) != 0U) {
                signal_local(events[i]);
            }
        }
        if ((set & 4U) == 0U) {
            assert_status(service->WaitForMultipleEvents(array, 3U, 0, news),
                          named ? NvSciError_Success : NvSciError_Timeout);
        } else {
            assert_status(
                service->WaitForMultipleEventsExt(&service->EventService, array, 3U, 0, news),
                named ? NvSciError_Success : NvSciError_Timeout);
            assert_status(service->WaitForEvent(events[2]->eventNotifier, 0), NvSciError_Success);
        }
        assert_int_equal(news[0], named ? ((set & 1U) != 0U) : true);
        assert_int_equal(news[1], named ? ((set & 2U) != 0U) : false);
        assert_int_equal(news[2], news[0]);
        assert_status(service->WaitForMultipleEvents(array, 3U, 0, news), NvSciError_Timeout);
    }
    for (uint32_t i = 0U; i < 3U; i++) {
        delete_local(events[i]);
    }
    delete_service_of(service);
}

/**
 * Arguments that do not fit are refused, and nothing is written.
 * @verifies RF-IPC-060 RF-IPC-064
 */
static void arguments_that_do_not_fit_are_refused(void **state)
{
    static NvSciEventNotifier *many[RINGFENCE_CFG_EVENT_NOTIFIERS + 1U];
    static bool many_news[RINGFENCE_CFG_EVENT_NOTIFIERS + 1U];
    NvSciEventLoopService *const service = make_service();
    NvSciEventLoopService *const other = make_service();
    NvSciEventService *const events = &service->EventService;
    NvSciLocalEvent *const event = make_local(service);
    NvSciLocalEvent *const foreign = make_local(other);
    NvSciEventNotifier *const one[] = {event->eventNotifier};
    NvSciEventNotifier *const mixed[] = {event->eventNotifier, foreign->eventNotifier};
    NvSciEventNotifier *const holed[] = {event->eventNotifier, NULL};
    bool news[] = {true, true};

    (void)state;
    signal_local(event);
    for (uint32_t i = 0U; i < COUNT_OF(many); i++) {
        many[i] = event->eventNotifier;
    }
    assert_status(service->WaitForEvent(NULL, 0), NvSciError_BadParameter);
    assert_status(service->WaitForEvent(event->eventNotifier, -2), NvSciError_BadParameter);
    assert_status(service->WaitForEvent(event->eventNotifier, INT64_MIN), NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEvents(NULL, 1U, 0, news), NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEvents(one, 0U, 0, news), NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEvents(one, 1U, 0, NULL), NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEvents(one, 1U, -2, news), NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEvents(mixed, 2U, 0, news), NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEvents(holed, 2U, 0, news), NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEvents(many, COUNT_OF(many), 0, many_news),
                  NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEventsExt(NULL, one, 1U, 0, news),
                  NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEventsExt(events, NULL, 1U, 0, news),
                  NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEventsExt(events, one, 0U, 0, NULL),
                  NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEventsExt(events, NULL, 0U, 0, news),
                  NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEventsExt(events, one, 1U, 0, NULL),
                  NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEventsExt(events, many, COUNT_OF(many), 0, many_news),
                  NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEventsExt(&other->EventService, one, 1U, 0, news),
                  NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEventsExt(events, NULL, 0U, -2, NULL),
                  NvSciError_BadParameter);
    assert_true(news[0] && news[1]);
    assert_status(service->WaitForMultipleEvents(many, COUNT_OF(many) - 1U, 0, many_news),
                  NvSciError_Success);
    assert_true(many_news[COUNT_OF(many) - 2U]);
    delete_local(event);
    delete_local(foreign);
    delete_service_of(other);
    delete_service_of(service);
}

/**
 * A service of the third kind takes no infinite wait; finite ones are as on others.
 * @verifies RF-IPC-064
 */
static void service_of_the_third_kind_takes_no_infinite_wait(void **state)
{
    NvSciEventLoopService *service = NULL;
    NvSciLocalEvent *event;
    bool news = false;

    (void)state;
    assert_status(NvSciEventLoopServiceCreateSafeX(1U, NULL, &service), NvSciError_Success);
    event = make_local(service);
    signal_local(event);
    assert_status(service->WaitForEvent(event->eventNotifier, NV_SCI_EVENT_INFINITE_WAIT),
                  NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEvents(&event->eventNotifier, 1U,
                                                 NV_SCI_EVENT_INFINITE_WAIT, &news),
                  NvSciError_BadParameter);
    assert_status(service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U,
                                                    NV_SCI_EVENT_INFINITE_WAIT, NULL),
                  NvSciError_BadParameter);
    assert_status(service->WaitForEvent(event->eventNotifier, INT64_MAX), NvSciError_Success);
    delete_local(event);
    delete_service_of(service);
}

static void ignore_signal(int number)
{
    (void)number;
}

/**
 * A wait takes its whole time, though signals interrupt it; without events it ends with Timeout.
 * @verifies RF-IPC-065
 */
static void wait_takes_its_time(void **state)
{
    static const int64_t times[] = {0, 1, 999, 20000, 150000};
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const event = make_local(service);
    const struct sigaction action = {.sa_handler = ignore_signal};
    timer_t timer = NULL;
    struct sigevent notice = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    const struct itimerspec often = {{0, 3000000L}, {0, 3000000L}};

    (void)state;
    assert_int_equal(sigaction(SIGUSR1, &action, NULL), 0);
    assert_int_equal(timer_create(CLOCK_MONOTONIC, &notice, &timer), 0);
    assert_int_equal(timer_settime(timer, 0, &often, NULL), 0);
    for (uint32_t i = 0U; i < COUNT_OF(times); i++) {
        const uint64_t begin = ringfence_port_time_us();

        assert_status(service->WaitForEvent(event->eventNotifier, times[i]), NvSciError_Timeout);
        assert_true((ringfence_port_time_us() - begin) >= (uint64_t)times[i]);
    }
    assert_int_equal(timer_delete(timer), 0);
    delete_local(event);
    delete_service_of(service);
}

/** A handler that waits. */
typedef struct {
    NvSciEventLoopService *services[2];
    NvSciEventNotifier *notifiers[2];
    NvSciError status[4];
    uint32_t calls;
} Nested;

static void wait_in_handler(void *cookie)
{
    Nested *const nested = cookie;
    bool news = false;

    nested->calls++;
    for (uint32_t i = 0U; i < 2U; i++) {
        nested->status[i] =
            nested->services[i]->WaitForEvent(nested->notifiers[i], NV_SCI_EVENT_INFINITE_WAIT);
    }
    nested->status[2] =
        nested->services[0]->WaitForMultipleEvents(&nested->notifiers[0], 1U, 0, &news);
    nested->status[3] = nested->services[0]->WaitForMultipleEventsExt(
        &nested->services[0]->EventService, NULL, 0U, 0, NULL);
}

/**
 * A handler may not wait, on its own service or another one.
 * @verifies RF-IPC-063 RF-IPC-313
 */
static void wait_in_a_handler_is_refused(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventLoopService *const other = make_service();
    NvSciLocalEvent *const event = make_local(service);
    NvSciLocalEvent *const foreign = make_local(other);
    Nested nested = {
        {service, other}, {event->eventNotifier, foreign->eventNotifier}, {NvSciError_Success}, 0U};

    (void)state;
    set_handler_of(event->eventNotifier, wait_in_handler, &nested);
    signal_local(event);
    serve(service, 0);
    assert_int_equal(nested.calls, 1U);
    for (uint32_t i = 0U; i < COUNT_OF(nested.status); i++) {
        assert_status(nested.status[i], NvSciError_InvalidState);
    }
    assert_refusal("NvSciEventLoopService.WaitForMultipleEventsExt", "",
                   "a handler waits; wait where no handler is running");
    delete_local(event);
    delete_local(foreign);
    delete_service_of(other);
    delete_service_of(service);
}

/**
 * While a thread waits on a service, others are refused there, and may wait on another service.
 * @verifies RF-IPC-063
 */
static void second_thread_is_refused(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventLoopService *const other = make_service();
    NvSciLocalEvent *const event = make_local(service);
    NvSciLocalEvent *const foreign = make_local(other);
    Waiter waiter = {service, event->eventNotifier, LONG_US, NvSciError_Timeout, 0};
    bool news = true;

    (void)state;
    begin_wait(&waiter);
    assert_status(service->WaitForEvent(event->eventNotifier, 0), NvSciError_NotSupported);
    assert_refusal("NvSciEventLoopService.WaitForEvent", "",
                   "another thread waits on the event service; make a service for each");
    assert_status(service->WaitForMultipleEvents(&event->eventNotifier, 1U, 0, &news),
                  NvSciError_NotSupported);
    assert_true(news);
    assert_status(other->WaitForEvent(foreign->eventNotifier, SHORT_US), NvSciError_Timeout);
    signal_local(event);
    assert_status(end_wait(&waiter), NvSciError_Success);
    signal_local(event);
    assert_status(service->WaitForEvent(event->eventNotifier, 0), NvSciError_Success);
    delete_local(event);
    delete_local(foreign);
    delete_service_of(other);
    delete_service_of(service);
}

/** A handler that signals. */
typedef struct {
    NvSciLocalEvent *own;
    NvSciLocalEvent *other;
    uint32_t calls;
    uint32_t limit;
} Signals;

static void signal_in_handler(void *cookie)
{
    Signals *const signals = cookie;

    signals->calls++;
    if (signals->calls < signals->limit) {
        (void)signals->own->Signal(signals->own);
    } else {
        (void)signals->other->Signal(signals->other);
    }
}

/**
 * Handlers of other notifiers are called during a wait, again for each new event, and the handler
 * of the one that is named is not; a handler that signals it ends the wait.
 * @verifies RF-IPC-061
 */
static void handlers_are_called_during_a_wait(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const named = make_local(service);
    NvSciLocalEvent *const other = make_local(service);
    Signals signals = {other, named, 0U, 1000U};
    atomic_uint calls = 0U;

    (void)state;
    set_handler_of(named->eventNotifier, count_call, &calls);
    set_handler_of(other->eventNotifier, signal_in_handler, &signals);
    signal_local(other);
    assert_status(service->WaitForEvent(named->eventNotifier, NV_SCI_EVENT_INFINITE_WAIT),
                  NvSciError_Success);
    assert_int_equal(signals.calls, 1000U);
    assert_int_equal(atomic_load(&calls), 0U);
    delete_local(other);
    delete_local(named);
    delete_service_of(service);
}

/**
 * A handler that makes itself due again and again does not outlast the time, and does not keep
 * another handler from being called.
 * @verifies RF-IPC-065 RF-IPC-066
 */
static void busy_handler_does_not_outlast_the_time(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const busy = make_local(service);
    NvSciLocalEvent *const other = make_local(service);
    Signals signals = {busy, other, 0U, UINT32_MAX};
    atomic_uint calls = 0U;

    (void)state;
    set_handler_of(busy->eventNotifier, signal_in_handler, &signals);
    set_handler_of(other->eventNotifier, count_call, &calls);
    signal_local(busy);
    signal_local(other);
    serve(service, SHORT_US);
    assert_true(signals.calls > 0U);
    assert_int_equal(atomic_load(&calls), 1U);
    delete_local(busy);
    delete_local(other);
    delete_service_of(service);
}

#define TURNS 5U

/** A handler that makes itself due again, and changes its notifier. */
typedef struct {
    NvSciLocalEvent *event;
    uint32_t calls;
} Restless;

static void change_in_handler(void *cookie)
{
    Restless *const restless = cookie;
    NvSciEventNotifier *const notifier = restless->event->eventNotifier;

    restless->calls++;
    (void)restless->event->Signal(restless->event);
    (void)notifier->SetHandler(notifier, change_in_handler, cookie, 0U);
}

/**
 * Handlers that are due take turns, also where each of them ends its turn by a change.
 * @verifies RF-IPC-260
 */
static void handlers_take_turns(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const named = make_local(service);
    Restless restless[3];

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(restless); i++) {
        restless[i] = (Restless){make_local(service), 0U};
        set_handler_of(restless[i].event->eventNotifier, change_in_handler, &restless[i]);
        signal_local(restless[i].event);
    }
    for (uint32_t turn = 0U; turn < (TURNS * COUNT_OF(restless)); turn++) {
        signal_local(named);
        assert_status(service->WaitForEvent(named->eventNotifier, LONG_US), NvSciError_Success);
    }
    for (uint32_t i = 0U; i < COUNT_OF(restless); i++) {
        assert_int_equal(restless[i].calls, TURNS);
        delete_local(restless[i].event);
    }
    delete_local(named);
    delete_service_of(service);
}

/** A handler that stays until it is told to go on, and tries to wait then. */
typedef struct {
    NvSciEventLoopService *service;
    NvSciLocalEvent *event;
    atomic_uint inside;
    atomic_uint go_on;
    NvSciError status;
    pthread_t thread;
} Stay;

static void stay_in_handler(void *cookie)
{
    Stay *const stay = cookie;

    atomic_store(&stay->inside, 1U);
    while (atomic_load(&stay->go_on) == 0U) {
        ringfence_port_yield();
    }
    stay->status = stay->service->WaitForEvent(stay->event->eventNotifier, 0);
}

static void *serve_in_thread(void *cookie)
{
    Stay *const stay = cookie;

    serve(stay->service, 0);
    /* The handler is over, so this thread may wait again. */
    assert_status(stay->service->WaitForEvent(stay->event->eventNotifier, 0), NvSciError_Timeout);
    return NULL;
}

/**
 * Threads are in handlers of several services at a time, and leave them in any order: each may not
 * wait as long as it is in one.
 * @verifies RF-IPC-063
 */
static void handlers_of_services_end_in_any_order(void **state)
{
    static const uint32_t orders[][3] = {{0U, 1U, 2U}, {1U, 0U, 2U}, {2U, 0U, 1U}, {1U, 2U, 0U}};
    Stay stays[3];

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(stays); i++) {
        stays[i].service = make_service();
        stays[i].event = make_local(stays[i].service);
        set_handler_of(stays[i].event->eventNotifier, stay_in_handler, &stays[i]);
    }
    for (uint32_t order = 0U; order < COUNT_OF(orders); order++) {
        for (uint32_t i = 0U; i < COUNT_OF(stays); i++) {
            atomic_store(&stays[i].inside, 0U);
            atomic_store(&stays[i].go_on, 0U);
            stays[i].status = NvSciError_Success;
            signal_local(stays[i].event);
            assert_int_equal(pthread_create(&stays[i].thread, NULL, serve_in_thread, &stays[i]), 0);
            while (atomic_load(&stays[i].inside) == 0U) {
                ringfence_port_yield();
            }
        }
        for (uint32_t i = 0U; i < COUNT_OF(stays); i++) {
            Stay *const stay = &stays[orders[order][i]];

            atomic_store(&stay->go_on, 1U);
            assert_int_equal(pthread_join(stay->thread, NULL), 0);
            assert_status(stay->status, NvSciError_InvalidState);
        }
    }
    for (uint32_t i = 0U; i < COUNT_OF(stays); i++) {
        delete_local(stays[i].event);
        delete_service_of(stays[i].service);
    }
}

/**
 * The guide's loop: wait, ask for events until nothing that is wanted is left, read. Every frame
 * comes, and the thread sleeps in between.
 * @verifies RF-IPC-060 RF-IPC-062
 */
static void loop_of_the_guide_gets_every_frame(void **state)
{
    NvSciEventLoopService *const service = make_service();
    const Watched watched = make_watched(service);

    (void)state;
    quieten(watched.pair.zero);
    for (uint32_t turn = 0U; turn < 50U; turn++) {
        const uint32_t frames = (turn % FRAMES) + 1U;
        uint32_t got = 0U;

        assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Timeout);
        for (uint32_t i = 0U; i < frames; i++) {
            write_frame(watched.pair.one);
        }
        while (got < frames) {
            assert_status(service->WaitForEvent(watched.notifier, LONG_US), NvSciError_Success);
            while ((events_of(watched.pair.zero) & NV_SCI_IPC_EVENT_READ) != 0U) {
                assert_status(read_frame(watched.pair.zero), NvSciError_Success);
                got++;
            }
        }
        assert_int_equal(got, frames);
        quieten(watched.pair.zero);
    }
    drop_watched(&watched);
    delete_service_of(service);
}

/**
 * A program that does not ask for events once more before it waits misses nothing: what it left
 * unread, what came after a read found nothing, and room after a write found none.
 * @verifies RF-IPC-062
 */
static void nothing_is_missed_without_a_last_question(void **state)
{
    NvSciEventLoopService *const service = make_service();
    const Watched watched = make_watched(service);
    const NvSciIpcEndpoint zero = watched.pair.zero;
    uint32_t bytes = 0U;

    (void)state;
    /* One frame of two is read. */
    write_frame(watched.pair.one);
    write_frame(watched.pair.one);
    quieten(zero);
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Timeout);
    assert_status(read_frame(zero), NvSciError_Success);
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Success);
    /* All is read, one read finds nothing, then a frame comes before the wait. */
    quieten(zero);
    assert_status(read_frame(zero), NvSciError_Success);
    assert_status(read_frame(zero), NvSciError_InsufficientMemory);
    write_frame(watched.pair.one);
    assert_status(service->WaitForEvent(watched.notifier, LONG_US), NvSciError_Success);
    /* The same, and the frame comes during the wait: the wait was announced. */
    quieten(zero);
    assert_status(read_frame(zero), NvSciError_Success);
    assert_status(service->WaitForEvent(watched.notifier, SHORT_US), NvSciError_Timeout);
    write_frame(watched.pair.one);
    assert_status(service->WaitForEvent(watched.notifier, LONG_US), NvSciError_Success);
    quieten(zero);
    assert_status(read_frame(zero), NvSciError_Success);
    /* A write finds no room, and room comes before the wait, or during it. */
    for (uint32_t turn = 0U; turn < 2U; turn++) {
        quieten(zero);
        while (NvSciIpcWriteSafe(zero, &bytes, sizeof(bytes), &bytes) == NvSciError_Success) {
        }
        if (turn == 1U) {
            assert_status(service->WaitForEvent(watched.notifier, SHORT_US), NvSciError_Timeout);
        }
        assert_status(read_frame(watched.pair.one), NvSciError_Success);
        assert_status(service->WaitForEvent(watched.notifier, LONG_US), NvSciError_Success);
    }
    /* A write that found room makes no event. */
    quieten(zero);
    write_frame(zero);
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Timeout);
    drop_watched(&watched);
    delete_service_of(service);
}

/** Fills what an end can write, with no write that is refused. */
static void fill(NvSciIpcEndpoint handle)
{
    NvSciIpcEndpointInfo info = {0U, 0U};

    assert_status(NvSciIpcGetEndpointInfo(handle, &info), NvSciError_Success);
    for (uint32_t i = 0U; i < info.nframes; i++) {
        write_frame(handle);
    }
}

/**
 * A frame to read is news where the last question found none, or a frame was read or written since;
 * a frame behind one that was found and not read is none. A free frame is news where the last
 * question or a wait found none free; one that is used up without a refused write is none.
 * @verifies RF-IPC-062 RF-IPC-041
 */
static void frames_behind_one_that_was_found_are_no_news(void **state)
{
    NvSciEventLoopService *const service = make_service();
    const Watched watched = make_watched(service);
    const NvSciIpcEndpoint zero = watched.pair.zero;
    const NvSciIpcEndpoint one = watched.pair.one;

    (void)state;
    quieten(zero);
    /* The last question found no frame. */
    write_frame(one);
    assert_true(is_ready(zero, 0));
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Success);
    quieten(zero);
    /* It found one, which is not read: what comes behind it is no news. */
    write_frame(one);
    assert_false(is_ready(zero, 0));
    assert_status(service->WaitForEvent(watched.notifier, SHORT_US), NvSciError_Timeout);
    assert_int_equal(events_of(zero) & NV_SCI_IPC_EVENT_READ, NV_SCI_IPC_EVENT_READ);
    assert_false(is_ready(zero, 0));
    /* A frame was written since: what is unread is news again, without the descriptor. */
    write_frame(zero);
    assert_false(is_ready(zero, 0));
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Success);
    quieten(zero);
    /* A frame was read since. */
    assert_status(read_frame(zero), NvSciError_Success);
    assert_false(is_ready(zero, 0));
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Success);
    quieten(zero);
    assert_status(read_frame(zero), NvSciError_Success);
    /* All was read since, without a question that found none: the descriptor is not told. */
    write_frame(one);
    assert_false(is_ready(zero, 0));
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Success);
    quieten(zero);
    assert_status(read_frame(zero), NvSciError_Success);
    assert_status(read_frame(one), NvSciError_Success);
    quieten(zero);
    /* Free frames are used up, and no write was refused: a free one is news from the next wait on.
     */
    fill(zero);
    assert_status(read_frame(one), NvSciError_Success);
    assert_false(is_ready(zero, 0));
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Timeout);
    write_frame(zero);
    assert_status(service->WaitForEvent(watched.notifier, SHORT_US), NvSciError_Timeout);
    assert_status(read_frame(one), NvSciError_Success);
    assert_true(is_ready(zero, 0));
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Success);
    quieten(zero);
    /* A second one behind that is none. */
    assert_status(read_frame(one), NvSciError_Success);
    assert_false(is_ready(zero, 0));
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Timeout);
    /* The last question found none free. */
    write_frame(zero);
    write_frame(zero);
    assert_int_equal(events_of(zero) & NV_SCI_IPC_EVENT_WRITE, 0U);
    assert_status(read_frame(one), NvSciError_Success);
    assert_true(is_ready(zero, 0));
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Success);
    quieten(zero);
    /* That the peer has read all is no news. */
    while (read_frame(one) == NvSciError_Success) {
    }
    assert_false(is_ready(zero, 0));
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Timeout);
    assert_int_equal(events_of(zero), NV_SCI_IPC_EVENT_WRITE | NV_SCI_IPC_EVENT_WRITE_EMPTY);
    drop_watched(&watched);
    delete_service_of(service);
}

/**
 * A frame whose reminder has not come yet is an event, as often as it is waited for, until a
 * question finds it: so it does not matter what the writer does between posting and reminding.
 * @verifies RF-IPC-062
 */
static void frame_without_reminder_is_an_event(void **state)
{
    NvSciEventLoopService *const service = make_service();
    const Watched watched = make_watched(service);
    IpcEndpoint *endpoint = NULL;
    uint8_t reminder[16];
    uint64_t length = 0U;
    PortParcel parcel;

    (void)state;
    quieten(watched.pair.zero);
    write_frame(watched.pair.one);
    assert_status(ipc_enter(OP_IPC_GET_EVENT, watched.pair.zero, &endpoint), NvSciError_Success);
    assert_int_equal(
        port_link_receive(&endpoint->system, reminder, sizeof(reminder), &length, &parcel),
        PORT_OK);
    ipc_leave(endpoint);
    assert_false(is_ready(watched.pair.zero, 0));
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Success);
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Success);
    assert_true((events_of(watched.pair.zero) & NV_SCI_IPC_EVENT_READ) != 0U);
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Timeout);
    drop_watched(&watched);
    delete_service_of(service);
}

/** A handler of an endpoint. */
typedef struct {
    NvSciIpcEndpoint handle;
    uint32_t calls;
    uint32_t frames;
    uint32_t most;
    uint32_t seen;
} Reader;

/** Asks once, and reads some frames: the simplest handler. */
static void read_in_handler(void *cookie)
{
    Reader *const reader = cookie;
    uint32_t events = 0U;
    uint32_t read = 0U;

    reader->calls++;
    (void)NvSciIpcGetEventSafe(reader->handle, &events);
    reader->seen |= events;
    while (((events & NV_SCI_IPC_EVENT_READ) != 0U) && (read < reader->most) &&
           (read_frame(reader->handle) == NvSciError_Success)) {
        read++;
    }
    reader->frames += read;
}

/**
 * A handler that asks for events once and reads one frame, or all, is called until all is read, and
 * not more often than there is something; it sees the end of the peer.
 * @verifies RF-IPC-061 RF-IPC-062
 */
static void handler_of_an_endpoint_gets_every_frame(void **state)
{
    static const uint32_t most[] = {1U, 3U, UINT32_MAX};

    (void)state;
    for (uint32_t m = 0U; m < COUNT_OF(most); m++) {
        NvSciEventLoopService *const service = make_service();
        const Watched watched = make_watched(service);
        Reader reader = {watched.pair.zero, 0U, 0U, most[m], 0U};
        uint32_t written = 0U;

        quieten(watched.pair.zero);
        set_handler_of(watched.notifier, read_in_handler, &reader);
        serve(service, 0);
        assert_int_equal(reader.calls, 0U);
        for (uint32_t turn = 1U; turn <= FRAMES; turn++) {
            for (uint32_t i = 0U; i < turn; i++) {
                write_frame(watched.pair.one);
                written++;
            }
            serve(service, SHORT_US / 4);
            assert_int_equal(reader.frames, written);
        }
        assert_true(reader.calls <= (2U * written));
        close_endpoint_of(watched.pair.one);
        reader.seen = 0U;
        serve(service, SHORT_US);
        assert_int_equal(reader.seen, NV_SCI_IPC_EVENT_CONN_RESET);
        watched.notifier->Delete(watched.notifier);
        close_endpoint_of(watched.pair.zero);
        delete_service_of(service);
    }
}

/**
 * A handler that leaves its event alone is called once, not over and over, also by the next wait; a
 * wait that names the notifier ends at once. After a question for events the handler is called for
 * what comes then.
 * @verifies RF-IPC-067
 */
static void handler_that_ignores_its_event_rests(void **state)
{
    NvSciEventLoopService *const service = make_service();
    const Watched watched = make_watched(service);
    const NvSciIpcEndpoint zero = watched.pair.zero;
    atomic_uint calls = 0U;

    (void)state;
    quieten(zero);
    set_handler_of(watched.notifier, count_call, &calls);
    write_frame(watched.pair.one);
    serve(service, SHORT_US);
    assert_int_equal(atomic_load(&calls), 1U);
    serve(service, SHORT_US);
    assert_int_equal(atomic_load(&calls), 1U);
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Success);
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_Success);
    quieten(zero);
    serve(service, 0);
    assert_int_equal(atomic_load(&calls), 1U);
    assert_status(read_frame(zero), NvSciError_Success);
    quieten(zero);
    write_frame(watched.pair.one);
    serve(service, 0);
    assert_int_equal(atomic_load(&calls), 2U);
    drop_watched(&watched);
    delete_service_of(service);
}

/** A thread that asks, then has a frame written. */
static void *ask_and_write(void *cookie)
{
    const Pair *const pair = cookie;
    uint32_t events = 0U;
    uint32_t bytes = 0U;

    (void)usleep(SHORT_US);
    for (uint32_t i = 0U; i < 3U; i++) {
        (void)NvSciIpcGetEventSafe(pair->zero, &events);
    }
    (void)NvSciIpcWriteSafe(pair->one, &events, sizeof(events), &bytes);
    return NULL;
}

/** Signals the cookie on its second call. */
static void end_on_second_call(void *cookie)
{
    Signals *const signals = cookie;

    signals->calls++;
    if (signals->calls == 2U) {
        (void)signals->other->Signal(signals->other);
    }
}

/**
 * A thread that sleeps takes a notifier up again when another thread has asked for the events that
 * its handler left alone.
 * @verifies RF-IPC-067
 */
static void question_of_another_thread_ends_the_rest(void **state)
{
    NvSciEventLoopService *const service = make_service();
    Watched watched = make_watched(service);
    NvSciLocalEvent *const end = make_local(service);
    Signals signals = {end, end, 0U, 0U};
    pthread_t thread;

    (void)state;
    quieten(watched.pair.zero);
    set_handler_of(watched.notifier, end_on_second_call, &signals);
    write_frame(watched.pair.one);
    serve(service, SHORT_US);
    assert_int_equal(signals.calls, 1U);
    assert_status(read_frame(watched.pair.zero), NvSciError_Success);
    assert_int_equal(pthread_create(&thread, NULL, ask_and_write, &watched.pair), 0);
    assert_status(service->WaitForEvent(end->eventNotifier, LONG_US), NvSciError_Success);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(signals.calls, 2U);
    delete_local(end);
    drop_watched(&watched);
    delete_service_of(service);
}

/**
 * Two ends connect by waiting on their notifiers and asking alone.
 * @verifies RF-IPC-060
 */
static void notifiers_lead_to_a_connection(void **state)
{
    NvSciEventLoopService *const service = make_service();
    const NvSciIpcEndpoint ends[] = {open_with("itc_test_0", service),
                                     open_with("itc_test_1", service)};
    NvSciEventNotifier *const notifiers[] = {notifier_of(ends[0]), notifier_of(ends[1])};
    uint32_t seen[] = {0U, 0U};

    (void)state;
    reset_endpoint_of(ends[0]);
    reset_endpoint_of(ends[1]);
    for (uint32_t i = 0U;
         (i < LOOKS_MAX) && ((seen[0] & seen[1] & NV_SCI_IPC_EVENT_CONN_EST) == 0U); i++) {
        bool news[] = {false, false};

        assert_status(service->WaitForMultipleEvents(notifiers, 2U, LONG_US, news),
                      NvSciError_Success);
        for (uint32_t end = 0U; end < 2U; end++) {
            seen[end] |= news[end] ? events_of(ends[end]) : 0U;
        }
    }
    assert_true((seen[0] & seen[1] & NV_SCI_IPC_EVENT_CONN_EST) != 0U);
    for (uint32_t end = 0U; end < 2U; end++) {
        notifiers[end]->Delete(notifiers[end]);
        close_endpoint_of(ends[end]);
    }
    delete_service_of(service);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(wait_says_which_have_new_events),
        ipc_test(arguments_that_do_not_fit_are_refused),
        ipc_test(service_of_the_third_kind_takes_no_infinite_wait),
        ipc_test(wait_takes_its_time),
        ipc_test(wait_in_a_handler_is_refused),
        ipc_test(second_thread_is_refused),
        ipc_test(handlers_are_called_during_a_wait),
        ipc_test(busy_handler_does_not_outlast_the_time),
        ipc_test(handlers_take_turns),
        ipc_test(handlers_of_services_end_in_any_order),
        ipc_test(loop_of_the_guide_gets_every_frame),
        ipc_test(nothing_is_missed_without_a_last_question),
        ipc_test(frames_behind_one_that_was_found_are_no_news),
        ipc_test(frame_without_reminder_is_an_event),
        ipc_test(handler_of_an_endpoint_gets_every_frame),
        ipc_test(handler_that_ignores_its_event_rests),
        ipc_test(question_of_another_thread_ends_the_rest),
        ipc_test(notifiers_lead_to_a_connection),
    };

    return cmocka_run_group_tests_name("ipc/event_loop", tests, NULL, NULL);
}
