/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "core/phase.h"
#include "event_fixture.h"
#include "ipc/ipc.h"

/**
 * An endpoint with an event service has one notifier, until it is deleted; one without has none.
 * @verifies RF-IPC-053 RF-IPC-313
 */
static void endpoint_has_one_notifier(void **state)
{
    static const char needs_service[] = "open it with NvSciIpcOpenEndpointWithEventService() and a "
                                        "service that is not deleted";
    NvSciEventLoopService *const service = make_service();
    const NvSciIpcEndpoint with = open_with("itc_test_0", service);
    const NvSciIpcEndpoint without = open_endpoint("itc_test_1");
    NvSciEventNotifier *const first = notifier_of(with);
    NvSciEventNotifier *none = NULL;

    (void)state;
    assert_ptr_equal(notifier_of(with), first);
    assert_int_equal(in_use_of(RINGFENCE_POOL_EVENT_NOTIFIER), 1U);
    first->Delete(first);
    assert_int_equal(in_use_of(RINGFENCE_POOL_EVENT_NOTIFIER), 0U);
    assert_ptr_not_equal(notifier_of(with), first);
    assert_status(NvSciIpcGetEventNotifier(without, &none), NvSciError_NotSupported);
    assert_refusal("NvSciIpcGetEventNotifier", "itc_test_1", needs_service);
    assert_status(NvSciIpcGetEventNotifier(with, NULL), NvSciError_BadParameter);
    assert_status(NvSciIpcGetEventNotifier(0U, &none), NvSciError_BadParameter);
    assert_status(NvSciIpcGetEventNotifier(with ^ 1U, &none), NvSciError_BadParameter);
    assert_null(none);
    notifier_of(with)->Delete(notifier_of(with));
    delete_service_of(service);
    assert_status(NvSciIpcGetEventNotifier(with, &none), NvSciError_InvalidState);
    assert_refusal("NvSciIpcGetEventNotifier", "itc_test_0", needs_service);
    NvSciIpcDeinit();
    assert_status(NvSciIpcGetEventNotifier(with, &none), NvSciError_NotInitialized);
    assert_null(none);
    close_endpoint_of(with);
    close_endpoint_of(without);
    assert_status(NvSciIpcInit(), NvSciError_Success);
}

/**
 * Opening with a service fails as opening without does, and nothing is left.
 * @verifies RF-IPC-015 RF-IPC-053
 */
static void endpoint_with_service_opens_as_others(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventService *const events = &service->EventService;
    const NvSciIpcEndpoint open = open_with("itc_test_0", service);
    NvSciIpcEndpoint handle = 0U;

    (void)state;
    assert_status(NvSciIpcOpenEndpointWithEventService(NULL, &handle, events),
                  NvSciError_BadParameter);
    assert_status(NvSciIpcOpenEndpointWithEventService("itc_test_1", NULL, events),
                  NvSciError_BadParameter);
    assert_status(NvSciIpcOpenEndpointWithEventService("nowhere", &handle, events),
                  NvSciError_NoSuchEntry);
    assert_status(NvSciIpcOpenEndpointWithEventService("itc_test_0", &handle, events),
                  NvSciError_Busy);
    NvSciIpcDeinit();
    assert_status(NvSciIpcOpenEndpointWithEventService("itc_test_1", &handle, events),
                  NvSciError_NotInitialized);
    assert_int_equal(handle, 0U);
    close_endpoint_of(open);
    delete_service_of(service);
    assert_status(NvSciIpcInit(), NvSciError_Success);
}

/**
 * A notifier that was deleted, one that never was and a pointer into one are faults; NULL is none.
 * @verifies RF-IPC-052
 */
static void pointer_that_is_no_notifier_is_refused(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const event = make_local(service);
    NvSciLocalEvent *const other = make_local(service);
    NvSciEventNotifier *const live = event->eventNotifier;
    NvSciEventNotifier *const pointers[] = {other->eventNotifier, ABSENT(NvSciEventNotifier),
                                            (NvSciEventNotifier *)(void *)&live->Delete};

    (void)state;
    delete_local(other);
    for (uint32_t i = 0U; i < COUNT_OF(pointers); i++) {
        NvSciEventNotifier *const pair[] = {live, pointers[i]};
        bool news[] = {true, true};

        ASSERT_FAULTS(assert_status(live->SetHandler(pointers[i], count_call, NULL, 0U),
                                    NvSciError_BadParameter),
                      1U, RINGFENCE_FAULT_BAD_HANDLE);
        ASSERT_FAULTS(live->Delete(pointers[i]), 1U, RINGFENCE_FAULT_BAD_HANDLE);
        ASSERT_FAULTS(assert_status(service->WaitForEvent(pointers[i], 0), NvSciError_BadParameter),
                      1U, RINGFENCE_FAULT_BAD_HANDLE);
        ASSERT_FAULTS(assert_status(service->WaitForMultipleEvents(pair, 2U, 0, news),
                                    NvSciError_BadParameter),
                      1U, RINGFENCE_FAULT_BAD_HANDLE);
        assert_true(news[0] && news[1]);
        ASSERT_FAULTS(assert_status(NvSciEventMoveNotifier(&service->EventService,
                                                           &service->EventService, pointers[i]),
                                    NvSciError_BadParameter),
                      1U, RINGFENCE_FAULT_BAD_HANDLE);
    }
    ASSERT_FAULTS(live->Delete(NULL), 0U, RINGFENCE_FAULT_NONE);
    ASSERT_FAULTS(assert_status(live->SetHandler(NULL, NULL, NULL, 0U), NvSciError_BadParameter),
                  0U, RINGFENCE_FAULT_NONE);
    /* A refused wait leaves no mark: the notifier can still be waited for. */
    signal_local(event);
    assert_status(service->WaitForEvent(live, 0), NvSciError_Success);
    delete_local(event);
    delete_service_of(service);
}

/** The last fault is that a function found no notifier left. */
static void assert_no_notifier_left(const char *function)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
    assert_string_equal(fault.limit, "RINGFENCE_CFG_EVENT_NOTIFIERS");
    assert_string_equal(fault.function, function);
    assert_int_equal(fault.asked, RINGFENCE_CFG_EVENT_NOTIFIERS + 1U);
    assert_int_equal(fault.allowed, RINGFENCE_CFG_EVENT_NOTIFIERS);
}

/**
 * All notifiers can be taken. One more is refused for an endpoint and for a local event, with a
 * fault that names the limit, and nothing of either is left.
 * @verifies RF-IPC-053 RF-IPC-059 RF-IPC-218
 */
static void full_table_of_notifiers_is_refused(void **state)
{
    static EventNotifier *made[RINGFENCE_CFG_EVENT_NOTIFIERS];
    NvSciEventLoopService *const service = make_service();
    const NvSciIpcEndpoint endpoint = open_with("itc_test_0", service);
    NvSciEventNotifier *none = NULL;
    NvSciLocalEvent *event = NULL;
    uint32_t descriptors;
    uint32_t service_index = 0U;

    (void)state;
    assert_status(ringfence_api_enter(OP_IPC_GET_EVENT_NOTIFIER), NvSciError_Success);
    event_lock();
    assert_status(
        event_service_find(OP_IPC_GET_EVENT_NOTIFIER, &service->EventService, &service_index),
        NvSciError_Success);
    for (uint32_t i = 0U; i < COUNT_OF(made); i++) {
        assert_status(event_notifier_make(&g_event_services[service_index], NULL, -1, &made[i]),
                      NvSciError_Success);
    }
    event_unlock();
    ringfence_api_leave();
    descriptors = open_descriptors();
    assert_status(NvSciIpcGetEventNotifier(endpoint, &none), NvSciError_InsufficientMemory);
    assert_no_notifier_left("NvSciIpcGetEventNotifier");
    assert_status(service->EventService.CreateLocalEvent(&service->EventService, &event),
                  NvSciError_InsufficientMemory);
    assert_no_notifier_left("NvSciEventService.CreateLocalEvent");
    assert_null(none);
    assert_null(event);
    assert_int_equal(open_descriptors(), descriptors);
    assert_int_equal(in_use_of(RINGFENCE_POOL_LOCAL_EVENT), 0U);
    for (uint32_t i = 0U; i < COUNT_OF(made); i++) {
        made[i]->face.Delete(&made[i]->face);
    }
    close_endpoint_of(endpoint);
    delete_service_of(service);
}

/**
 * Notifiers of a service are deleted in any order; the others go on, and so does one that is made
 * then.
 * @verifies RF-IPC-055 RF-IPC-061
 */
static void notifiers_are_deleted_in_any_order(void **state)
{
    static const uint32_t orders[][3] = {{0U, 1U, 2U}, {0U, 2U, 1U}, {1U, 0U, 2U},
                                         {1U, 2U, 0U}, {2U, 0U, 1U}, {2U, 1U, 0U}};
    NvSciEventLoopService *const service = make_service();
    NvSciEventService *const face = &service->EventService;

    (void)state;
    for (uint32_t order = 0U; order < COUNT_OF(orders); order++) {
        NvSciLocalEvent *events[4] = {make_local(service), make_local(service), make_local(service),
                                      NULL};
        atomic_uint calls[4] = {0U, 0U, 0U, 0U};

        for (uint32_t gone = 0U; gone < 3U; gone++) {
            delete_local(events[orders[order][gone]]);
            events[orders[order][gone]] = NULL;
            events[3] = make_local(service);
            for (uint32_t i = 0U; i < 4U; i++) {
                atomic_store(&calls[i], 0U);
                if (events[i] != NULL) {
                    NvSciEventNotifier *const notifier = events[i]->eventNotifier;

                    assert_status(notifier->SetHandler(notifier, count_call, &calls[i], 0U),
                                  NvSciError_Success);
                    signal_local(events[i]);
                }
            }
            assert_status(service->WaitForMultipleEventsExt(face, NULL, 0U, 0, NULL),
                          NvSciError_Timeout);
            for (uint32_t i = 0U; i < 4U; i++) {
                assert_int_equal(atomic_load(&calls[i]), (events[i] != NULL) ? 1U : 0U);
            }
            delete_local(events[3]);
            events[3] = NULL;
        }
    }
    delete_service_of(service);
}

/**
 * A handler that is set is called with its cookie, another one replaces it, and NULL ends it.
 * @verifies RF-IPC-054 RF-IPC-061
 */
static void handler_is_set_and_removed(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventService *const events = &service->EventService;
    NvSciLocalEvent *const event = make_local(service);
    NvSciEventNotifier *const notifier = event->eventNotifier;
    atomic_uint calls[2] = {0U, 0U};

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_status(notifier->SetHandler(notifier, count_call, &calls[i], UINT32_MAX * i),
                      NvSciError_Success);
        signal_local(event);
        assert_status(service->WaitForMultipleEventsExt(events, NULL, 0U, 0, NULL),
                      NvSciError_Timeout);
        assert_int_equal(atomic_load(&calls[0]), 1U);
        assert_int_equal(atomic_load(&calls[1]), i);
    }
    assert_status(notifier->SetHandler(notifier, NULL, NULL, 0U), NvSciError_Success);
    signal_local(event);
    assert_status(service->WaitForMultipleEventsExt(events, NULL, 0U, 0, NULL), NvSciError_Timeout);
    assert_int_equal(atomic_load(&calls[0]) + atomic_load(&calls[1]), 2U);
    /* Nobody took the event: it is still there. */
    assert_status(service->WaitForEvent(notifier, 0), NvSciError_Success);
    delete_local(event);
    delete_service_of(service);
}

/**
 * A handler that is set during a wait is called by it.
 * @verifies RF-IPC-054
 */
static void handler_that_is_set_during_a_wait_is_called(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const end = make_local(service);
    NvSciLocalEvent *const event = make_local(service);
    Waiter waiter = {service, end->eventNotifier, NV_SCI_EVENT_INFINITE_WAIT, NvSciError_Timeout,
                     0};
    atomic_uint calls = 0U;

    (void)state;
    begin_wait(&waiter);
    signal_local(event);
    assert_status(event->eventNotifier->SetHandler(event->eventNotifier, count_call, &calls, 0U),
                  NvSciError_Success);
    for (uint32_t i = 0U; (i < 100000U) && (atomic_load(&calls) == 0U); i++) {
        (void)usleep(100U);
    }
    assert_int_equal(atomic_load(&calls), 1U);
    signal_local(end);
    assert_status(end_wait(&waiter), NvSciError_Success);
    delete_local(event);
    delete_local(end);
    delete_service_of(service);
}

/**
 * A notifier that is deleted during a wait that names it ends the wait; one that it does not name
 * does not.
 * @verifies RF-IPC-055
 */
static void notifier_that_is_deleted_ends_its_wait(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const event = make_local(service);
    NvSciLocalEvent *const other = make_local(service);
    Waiter waiter = {service, event->eventNotifier, NV_SCI_EVENT_INFINITE_WAIT, NvSciError_Timeout,
                     0};
    NvSciLocalEvent *again;

    (void)state;
    begin_wait(&waiter);
    delete_local(other);
    again = make_local(service);
    signal_local(again);
    event->eventNotifier->Delete(event->eventNotifier);
    assert_status(end_wait(&waiter), NvSciError_BadParameter);
    event->Delete(event);
    delete_local(again);
    delete_service_of(service);
}

/** What a handler deletes, and what it saw. */
typedef struct {
    NvSciEventNotifier *notifier;
    uint32_t calls;
    uint32_t left;
} Deletion;

static void delete_notifier_in_handler(void *cookie)
{
    Deletion *const deletion = cookie;

    deletion->calls++;
    deletion->notifier->Delete(deletion->notifier);
    deletion->left = in_use_of(RINGFENCE_POOL_EVENT_NOTIFIER);
}

/**
 * A handler may delete its own notifier, whose row is free when it returns; or one whose handler is
 * due, which is then not called.
 * @verifies RF-IPC-055
 */
static void handler_may_delete_notifiers(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventService *const events = &service->EventService;

    (void)state;
    for (uint32_t own = 0U; own < 2U; own++) {
        NvSciLocalEvent *const first = make_local(service);
        NvSciLocalEvent *const second = make_local(service);
        Deletion deletions[2] = {{second->eventNotifier, 0U, 0U}, {first->eventNotifier, 0U, 0U}};

        if (own == 1U) {
            deletions[0].notifier = first->eventNotifier;
            deletions[1].notifier = second->eventNotifier;
        }
        assert_status(first->eventNotifier->SetHandler(
                          first->eventNotifier, delete_notifier_in_handler, &deletions[0], 0U),
                      NvSciError_Success);
        assert_status(second->eventNotifier->SetHandler(
                          second->eventNotifier, delete_notifier_in_handler, &deletions[1], 0U),
                      NvSciError_Success);
        signal_local(first);
        signal_local(second);
        assert_status(service->WaitForMultipleEventsExt(events, NULL, 0U, 0, NULL),
                      NvSciError_Timeout);
        if (own == 1U) {
            /* While a handler runs, its row is taken. */
            assert_int_equal(deletions[0].calls + deletions[1].calls, 2U);
            assert_int_equal(deletions[0].left + deletions[1].left, 3U);
        } else {
            assert_int_equal(deletions[0].calls + deletions[1].calls, 1U);
        }
        assert_int_equal(in_use_of(RINGFENCE_POOL_EVENT_NOTIFIER), 1U - own);
        for (uint32_t i = 0U; i < 2U; i++) {
            NvSciLocalEvent *const event = (i == 0U) ? first : second;

            if (event->eventNotifier != NULL) {
                event->eventNotifier->Delete(event->eventNotifier);
            }
            event->Delete(event);
        }
    }
    delete_service_of(service);
}

/**
 * An endpoint that is closed before its notifier is a fault. The notifier never has an event again,
 * and can still be deleted; a wait for it ends.
 * @verifies RF-IPC-056
 */
static void endpoint_that_is_closed_leaves_its_notifier(void **state)
{
    NvSciEventLoopService *const service = make_service();
    const Watched watched = make_watched(service);
    Waiter waiter = {service, watched.notifier, NV_SCI_EVENT_INFINITE_WAIT, NvSciError_Timeout, 0};
    atomic_uint calls = 0U;

    (void)state;
    quieten(watched.pair.zero);
    begin_wait(&waiter);
    ASSERT_FAULTS(close_endpoint_of(watched.pair.zero), 1U, RINGFENCE_FAULT_EVENT_IN_USE);
    assert_status(end_wait(&waiter), NvSciError_BadParameter);
    assert_status(service->WaitForEvent(watched.notifier, 0), NvSciError_BadParameter);
    assert_status(
        NvSciEventMoveNotifier(&service->EventService, &service->EventService, watched.notifier),
        NvSciError_BadParameter);
    assert_status(watched.notifier->SetHandler(watched.notifier, count_call, &calls, 0U),
                  NvSciError_Success);
    assert_status(service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U, 0, NULL),
                  NvSciError_Timeout);
    assert_int_equal(atomic_load(&calls), 0U);
    /* Until an endpoint has the row of the one that was closed. */
    for (uint32_t i = 0U; i < RINGFENCE_CFG_IPC_ENDPOINTS; i++) {
        const NvSciIpcEndpoint again = open_with("itc_test_0", service);

        assert_ptr_not_equal(notifier_of(again), watched.notifier);
        notifier_of(again)->Delete(notifier_of(again));
        close_endpoint_of(again);
    }
    watched.notifier->Delete(watched.notifier);
    ASSERT_FAULTS(watched.notifier->Delete(watched.notifier), 1U, RINGFENCE_FAULT_BAD_HANDLE);
    close_endpoint_of(watched.pair.one);
    delete_service_of(service);
}

static NvSciError g_moved;
static NvSciEventLoopService *g_target;

static void move_in_handler(void *cookie)
{
    NvSciEventLoopService *const service = g_target;

    g_moved = NvSciEventMoveNotifier(&service->EventService, &service->EventService, cookie);
}

/**
 * A notifier moves with its event and its handler, and the old service can then be deleted; a
 * wait for it, or its handler, keeps it from moving.
 * @verifies RF-IPC-058
 */
static void notifier_moves_with_its_event(void **state)
{
    NvSciEventLoopService *const from = make_service();
    NvSciEventLoopService *const to = make_service();
    const Watched watched = make_watched(from);
    NvSciLocalEvent *const event = make_local(from);
    NvSciEventNotifier *const local = event->eventNotifier;
    Waiter waiter = {from, local, NV_SCI_EVENT_INFINITE_WAIT, NvSciError_Timeout, 0};
    NvSciEventNotifier *both[] = {local, watched.notifier};
    bool news[] = {false, false};

    (void)state;
    quieten(watched.pair.zero);
    begin_wait(&waiter);
    assert_status(NvSciEventMoveNotifier(&from->EventService, &to->EventService, local),
                  NvSciError_InvalidState);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_EVENT_IN_USE);
    signal_local(event);
    assert_status(end_wait(&waiter), NvSciError_Success);
    assert_status(NvSciEventMoveNotifier(&to->EventService, &from->EventService, local),
                  NvSciError_BadParameter);
    assert_status(NvSciEventMoveNotifier(NULL, &to->EventService, local), NvSciError_BadParameter);
    assert_status(NvSciEventMoveNotifier(&from->EventService, NULL, local),
                  NvSciError_BadParameter);
    assert_status(NvSciEventMoveNotifier(&from->EventService, &to->EventService, NULL),
                  NvSciError_BadParameter);
    g_target = from;
    assert_status(local->SetHandler(local, move_in_handler, local, 0U), NvSciError_Success);
    signal_local(event);
    assert_status(from->WaitForMultipleEventsExt(&from->EventService, NULL, 0U, 0, NULL),
                  NvSciError_Timeout);
    assert_status(g_moved, NvSciError_InvalidState);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_EVENT_IN_USE);
    signal_local(event);
    write_frame(watched.pair.one);
    assert_status(NvSciEventMoveNotifier(&from->EventService, &to->EventService, local),
                  NvSciError_Success);
    assert_status(from->WaitForMultipleEvents(both, 2U, 0, news), NvSciError_BadParameter);
    assert_status(NvSciEventMoveNotifier(&from->EventService, &to->EventService, watched.notifier),
                  NvSciError_Success);
    ASSERT_FAULTS(delete_service_of(from), 0U, RINGFENCE_FAULT_NONE);
    assert_int_equal(in_use_of(RINGFENCE_POOL_EVENT_SERVICE), 1U);
    assert_status(to->WaitForMultipleEvents(both, 2U, LONG_US, news), NvSciError_Success);
    assert_true(news[0]);
    assert_true(news[1]);
    watched.notifier->Delete(watched.notifier);
    assert_ptr_not_equal(notifier_of(watched.pair.zero), NULL);
    notifier_of(watched.pair.zero)->Delete(notifier_of(watched.pair.zero));
    close_pair(&watched.pair);
    delete_local(event);
    delete_service_of(to);
}

/**
 * A move of the notifier of a connected endpoint is followed by a new event, and CONN_EST is
 * reported once more with what else holds; a handler that rests is called again. An endpoint
 * without a connection has no CONN_EST, and the end of one is reported alone. Frames stay.
 * @verifies RF-IPC-216
 */
static void move_is_followed_by_the_connection(void **state)
{
    NvSciEventLoopService *const services[] = {make_service(), make_service()};
    const Watched watched = make_watched(services[0]);
    const NvSciIpcEndpoint handle = watched.pair.zero;
    atomic_uint calls = 0U;

    (void)state;
    for (uint32_t turn = 0U; turn < 6U; turn++) {
        NvSciEventLoopService *const from = services[turn & 1U];
        NvSciEventLoopService *const to = services[1U - (turn & 1U)];
        const bool has_frame = ((turn & 2U) != 0U);
        const uint32_t expected =
            NV_SCI_IPC_EVENT_CONN_EST_ALL & ~(has_frame ? 0U : NV_SCI_IPC_EVENT_READ);

        if (turn < 4U) {
            quieten(handle);
        }
        if (has_frame) {
            write_frame(watched.pair.one);
        }
        assert_status(
            NvSciEventMoveNotifier(&from->EventService, &to->EventService, watched.notifier),
            NvSciError_Success);
        assert_status(from->WaitForMultipleEventsExt(&from->EventService, NULL, 0U, 0, NULL),
                      NvSciError_Timeout);
        assert_true(is_ready(handle, 0));
        assert_status(to->WaitForEvent(watched.notifier, LONG_US), NvSciError_Success);
        assert_int_equal(events_of(handle), expected);
        assert_int_equal(events_of(handle), expected & ~NV_SCI_IPC_EVENT_CONN_EST);
        if (has_frame) {
            assert_status(read_frame(handle), NvSciError_Success);
        }
    }
    assert_status(watched.notifier->SetHandler(watched.notifier, count_call, &calls, 0U),
                  NvSciError_Success);
    write_frame(watched.pair.one);
    for (uint32_t i = 1U; i <= 2U; i++) {
        NvSciEventLoopService *const now = services[i - 1U];

        assert_status(now->WaitForMultipleEventsExt(&now->EventService, NULL, 0U, 0, NULL),
                      NvSciError_Timeout);
        assert_int_equal(atomic_load(&calls), i);
        assert_status(NvSciEventMoveNotifier(&now->EventService, &services[i & 1U]->EventService,
                                             watched.notifier),
                      NvSciError_Success);
    }
    reset_endpoint_of(watched.pair.one);
    (void)wait_for(watched.pair.one, NV_SCI_IPC_EVENT_CONN_RESET);
    assert_int_equal(wait_for(handle, NV_SCI_IPC_EVENT_CONN_RESET), NV_SCI_IPC_EVENT_CONN_RESET);
    assert_status(NvSciEventMoveNotifier(&services[0]->EventService, &services[1]->EventService,
                                         watched.notifier),
                  NvSciError_Success);
    assert_int_equal(events_of(handle) & NV_SCI_IPC_EVENT_CONN_EST, 0U);
    drop_watched(&watched);
    delete_service_of(services[0]);
    delete_service_of(services[1]);
}

static void count_in_handler(void *cookie)
{
    (*(uint32_t *)cookie)++;
}

/**
 * A handler that ignored its event and went with its notifier does not keep the handler of the next
 * notifier of the endpoint from being called.
 * @verifies RF-IPC-290
 */
static void next_notifier_is_called(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventService *const events = &service->EventService;
    Watched watched = make_watched(service);

    (void)state;
    quieten(watched.pair.zero);
    write_frame(watched.pair.one);
    for (uint32_t turn = 0U; turn < 3U; turn++) {
        uint32_t calls = 0U;

        assert_status(watched.notifier->SetHandler(watched.notifier, count_in_handler, &calls, 0U),
                      NvSciError_Success);
        for (uint32_t i = 0U; i < 2U; i++) {
            assert_status(service->WaitForMultipleEventsExt(events, NULL, 0U, 0, NULL),
                          NvSciError_Timeout);
        }
        assert_int_equal(calls, 1U);
        watched.notifier->Delete(watched.notifier);
        watched.notifier = notifier_of(watched.pair.zero);
    }
    drop_watched(&watched);
    delete_service_of(service);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(full_table_of_notifiers_is_refused),
        ipc_test(endpoint_has_one_notifier),
        ipc_test(endpoint_with_service_opens_as_others),
        ipc_test(pointer_that_is_no_notifier_is_refused),
        ipc_test(notifiers_are_deleted_in_any_order),
        ipc_test(handler_is_set_and_removed),
        ipc_test(handler_that_is_set_during_a_wait_is_called),
        ipc_test(notifier_that_is_deleted_ends_its_wait),
        ipc_test(handler_may_delete_notifiers),
        ipc_test(endpoint_that_is_closed_leaves_its_notifier),
        ipc_test(notifier_moves_with_its_event),
        ipc_test(move_is_followed_by_the_connection),
        ipc_test(next_notifier_is_called),
    };

    return cmocka_run_group_tests_name("ipc/event_notifier", tests, NULL, NULL);
}
