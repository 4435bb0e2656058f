/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "event_fixture.h"

/**
 * Each form makes a service; arguments that are out of range are refused, and nothing is written.
 * @verifies RF-IPC-050
 */
static void service_is_made_or_refused(void **state)
{
    NvSciEventLoopService *services[3] = {NULL, NULL, NULL};
    NvSciEventLoopService *none = NULL;
    int config = 0;

    (void)state;
    assert_status(NvSciEventLoopServiceCreate(1U, &services[0]), NvSciError_Success);
    assert_status(NvSciEventLoopServiceCreateSafe(1U, NULL, &services[1]), NvSciError_Success);
    assert_status(NvSciEventLoopServiceCreateSafeX(1U, NULL, &services[2]), NvSciError_Success);
    for (uint32_t i = 0U; i < 3U; i++) {
        assert_non_null(services[i]);
        assert_ptr_not_equal(services[i], services[(i + 1U) % 3U]);
        delete_service_of(services[i]);
    }
    assert_status(NvSciEventLoopServiceCreate(0U, &none), NvSciError_BadParameter);
    assert_status(NvSciEventLoopServiceCreate(2U, &none), NvSciError_NotSupported);
    assert_status(NvSciEventLoopServiceCreate(1U, NULL), NvSciError_BadParameter);
    assert_status(NvSciEventLoopServiceCreateSafe(0U, NULL, &none), NvSciError_BadParameter);
    assert_status(NvSciEventLoopServiceCreateSafe(SIZE_MAX, NULL, &none), NvSciError_NotSupported);
    assert_status(NvSciEventLoopServiceCreateSafe(1U, &config, &none), NvSciError_BadParameter);
    assert_status(NvSciEventLoopServiceCreateSafe(1U, NULL, NULL), NvSciError_BadParameter);
    assert_status(NvSciEventLoopServiceCreateSafeX(0U, NULL, &none), NvSciError_BadParameter);
    assert_status(NvSciEventLoopServiceCreateSafeX(2U, NULL, &none), NvSciError_NotSupported);
    assert_status(NvSciEventLoopServiceCreateSafeX(1U, &config, &none), NvSciError_BadParameter);
    assert_status(NvSciEventLoopServiceCreateSafeX(1U, NULL, NULL), NvSciError_BadParameter);
    assert_null(none);
}

/**
 * All services can be taken, one more is refused and counted, and one that is given back can be
 * taken again.
 * @verifies RF-IPC-050
 */
static void full_table_of_services_is_refused(void **state)
{
    NvSciEventLoopService *services[RINGFENCE_CFG_EVENT_SERVICES];
    NvSciEventLoopService *none = NULL;

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(services); i++) {
        services[i] = make_service();
    }
    assert_status(NvSciEventLoopServiceCreateSafe(1U, NULL, &none), NvSciError_InsufficientMemory);
    assert_null(none);
    delete_service_of(services[0]);
    services[0] = make_service();
    for (uint32_t i = 0U; i < COUNT_OF(services); i++) {
        delete_service_of(services[i]);
    }
}

/**
 * What is not supported says so.
 * @verifies RF-IPC-051
 */
static void what_is_not_supported_says_so(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventService *const events = &service->EventService;
    NvSciEventNotifier *notifier = NULL;
    NvSciTimerEvent *timer = NULL;
    NvSciEventLoop *loop = NULL;

    (void)state;
    assert_status(events->CreateNativeEventNotifier(events, NULL, &notifier),
                  NvSciError_NotSupported);
    assert_status(events->CreateTimerEvent(events, &timer), NvSciError_NotSupported);
    assert_status(service->CreateEventLoop(service, &loop), NvSciError_NotSupported);
    assert_status(NvSciEventInspect(events, 0U, 0U, NULL), NvSciError_NotSupported);
    assert_null(notifier);
    assert_null(timer);
    assert_null(loop);
    delete_service_of(service);
}

/**
 * A service that was deleted, one that never was and a pointer into the middle of one are faults,
 * and give BadParameter; NULL is no fault.
 * @verifies RF-IPC-052
 */
static void pointer_that_is_no_service_is_refused(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventLoopService *const gone = make_service();
    NvSciEventService *const pointers[] = {&gone->EventService, ABSENT(NvSciEventService),
                                           (NvSciEventService *)(void *)&service->WaitForEvent};
    NvSciLocalEvent *event = NULL;
    NvSciIpcEndpoint handle = 0U;

    (void)state;
    delete_service_of(gone);
    for (uint32_t i = 0U; i < COUNT_OF(pointers); i++) {
        ASSERT_FAULTS(assert_status(service->EventService.CreateLocalEvent(pointers[i], &event),
                                    NvSciError_BadParameter),
                      1U, RINGFENCE_FAULT_BAD_HANDLE);
        ASSERT_FAULTS(
            assert_status(service->WaitForMultipleEventsExt(pointers[i], NULL, 0U, 0, NULL),
                          NvSciError_BadParameter),
            1U, RINGFENCE_FAULT_BAD_HANDLE);
        ASSERT_FAULTS(
            assert_status(NvSciIpcOpenEndpointWithEventService("itc_test_0", &handle, pointers[i]),
                          NvSciError_BadParameter),
            1U, RINGFENCE_FAULT_BAD_HANDLE);
        ASSERT_FAULTS(service->EventService.Delete(pointers[i]), 1U, RINGFENCE_FAULT_BAD_HANDLE);
    }
    ASSERT_FAULTS(assert_status(service->EventService.CreateLocalEvent(NULL, &event),
                                NvSciError_BadParameter),
                  0U, RINGFENCE_FAULT_NONE);
    ASSERT_FAULTS(assert_status(NvSciIpcOpenEndpointWithEventService("itc_test_0", &handle, NULL),
                                NvSciError_BadParameter),
                  0U, RINGFENCE_FAULT_NONE);
    ASSERT_FAULTS(service->EventService.Delete(NULL), 0U, RINGFENCE_FAULT_NONE);
    assert_null(event);
    assert_int_equal(handle, 0U);
    delete_service_of(service);
}

/**
 * A service that is deleted before its events is a fault and stale at once; its row is free after
 * the last of them, whichever that is.
 * @verifies RF-IPC-057
 */
static void service_with_members_is_given_back_after_them(void **state)
{
    (void)state;
    for (uint32_t order = 0U; order < 2U; order++) {
        NvSciEventLoopService *const service = make_service();
        NvSciLocalEvent *const event = make_local(service);
        NvSciEventNotifier *const notifier = event->eventNotifier;

        ASSERT_FAULTS(delete_service_of(service), 1U, RINGFENCE_FAULT_EVENT_IN_USE);
        ASSERT_FAULTS(delete_service_of(service), 1U, RINGFENCE_FAULT_BAD_HANDLE);
        assert_int_equal(in_use_of(RINGFENCE_POOL_EVENT_SERVICE), 1U);
        assert_status(service->WaitForEvent(notifier, 0), NvSciError_BadParameter);
        if (order == 0U) {
            notifier->Delete(notifier);
            assert_int_equal(in_use_of(RINGFENCE_POOL_EVENT_SERVICE), 1U);
            event->Delete(event);
        } else {
            ASSERT_FAULTS(event->Delete(event), 1U, RINGFENCE_FAULT_EVENT_IN_USE);
            assert_int_equal(in_use_of(RINGFENCE_POOL_EVENT_SERVICE), 1U);
            notifier->Delete(notifier);
        }
        assert_int_equal(in_use_of_all(), 0U);
    }
}

/**
 * A service that is deleted during a wait ends it, and its row is free after it.
 * @verifies RF-IPC-057
 */
static void service_that_is_deleted_ends_its_wait(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const event = make_local(service);
    Waiter waiter = {service, event->eventNotifier, NV_SCI_EVENT_INFINITE_WAIT, NvSciError_Success,
                     0};

    (void)state;
    begin_wait(&waiter);
    ASSERT_FAULTS(delete_service_of(service), 1U, RINGFENCE_FAULT_EVENT_IN_USE);
    assert_status(end_wait(&waiter), NvSciError_BadParameter);
    delete_local(event);
    assert_int_equal(in_use_of_all(), 0U);
}

static void *serve_without_end(void *cookie)
{
    NvSciEventLoopService *const service = cookie;
    NvSciError status = NvSciError_NotSupported;

    while (status == NvSciError_NotSupported) {
        status = service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U,
                                                   NV_SCI_EVENT_INFINITE_WAIT, NULL);
    }
    assert_status(status, NvSciError_BadParameter);
    return NULL;
}

/**
 * The same without members: the wait is the last that needs the row.
 * @verifies RF-IPC-057
 */
static void service_without_members_is_given_back_by_its_wait(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventService *const events = &service->EventService;
    pthread_t thread;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, serve_without_end, service), 0);
    while (service->WaitForMultipleEventsExt(events, NULL, 0U, 0, NULL) !=
           NvSciError_NotSupported) {
    }
    ASSERT_FAULTS(delete_service_of(service), 1U, RINGFENCE_FAULT_EVENT_IN_USE);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(in_use_of_all(), 0U);
}

static void delete_in_handler(void *cookie)
{
    NvSciEventLoopService *const service = cookie;

    delete_service_of(service);
}

/**
 * A handler may delete the service on which it is called, and all that it has.
 * @verifies RF-IPC-057
 */
static void handler_may_delete_its_service(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const event = make_local(service);

    (void)state;
    assert_status(
        event->eventNotifier->SetHandler(event->eventNotifier, delete_in_handler, service, 0U),
        NvSciError_Success);
    signal_local(event);
    assert_status(
        service->WaitForMultipleEventsExt(&service->EventService, NULL, 0U, LONG_US, NULL),
        NvSciError_BadParameter);
    delete_local(event);
    assert_int_equal(in_use_of_all(), 0U);
}

/**
 * The version is compatible as others are.
 * @verifies RF-IPC-012
 */
static void version_is_checked(void **state)
{
    static const struct {
        uint32_t major;
        uint32_t minor;
        bool fits;
    } cases[] = {{1U, 4U, true},  {1U, 0U, true},  {1U, 5U, false},
                 {0U, 4U, false}, {2U, 0U, false}, {UINT32_MAX, UINT32_MAX, false}};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(cases); i++) {
        bool fits = !cases[i].fits;

        assert_status(NvSciEventCheckVersionCompatibility(cases[i].major, cases[i].minor, &fits),
                      NvSciError_Success);
        assert_int_equal(fits, cases[i].fits);
    }
    assert_status(NvSciEventCheckVersionCompatibility(1U, 4U, NULL), NvSciError_BadParameter);
}

static void assert_refused(NvSciError status, const char *function)
{
    RingfenceRefusal refusal;

    assert_status(status, NvSciError_InvalidState);
    assert_status(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    assert_string_equal(refusal.function, function);
}

/** Calls what returns nothing. */
#define ASSERT_REFUSED_VOID(call, function)                                                        \
    do {                                                                                           \
        call;                                                                                      \
        assert_refused(NvSciError_InvalidState, (function));                                       \
    } while (0)

/**
 * Each function, and each member, is refused in the phases that do not admit it, under its name.
 * @verifies RF-CORE-015
 */
static void phases_refuse_members_by_name(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventService *const events = &service->EventService;
    NvSciLocalEvent *const event = make_local(service);
    NvSciEventNotifier *const notifier = event->eventNotifier;
    NvSciIpcEndpoint endpoint = open_with("itc_test_0", service);
    NvSciEventLoopService *other = NULL;
    NvSciLocalEvent *local = NULL;
    NvSciEventNotifier *made = NULL;
    NvSciIpcEndpoint opened = 0U;
    bool news = false;

    (void)state;
    for (uint32_t phase = 0U; phase < 2U; phase++) {
        assert_status(
            RingfenceAdvancePhase((phase == 0U) ? RINGFENCE_PHASE_RUNTIME : RINGFENCE_PHASE_DEINIT),
            NvSciError_Success);
        assert_refused(NvSciEventLoopServiceCreate(1U, &other), "NvSciEventLoopServiceCreate");
        assert_refused(NvSciEventLoopServiceCreateSafe(1U, NULL, &other),
                       "NvSciEventLoopServiceCreateSafe");
        assert_refused(NvSciEventLoopServiceCreateSafeX(1U, NULL, &other),
                       "NvSciEventLoopServiceCreateSafeX");
        assert_refused(NvSciEventMoveNotifier(events, events, notifier), "NvSciEventMoveNotifier");
        assert_refused(events->CreateNativeEventNotifier(events, NULL, &made),
                       "NvSciEventService.CreateNativeEventNotifier");
        assert_refused(events->CreateTimerEvent(events, NULL),
                       "NvSciEventService.CreateTimerEvent");
        assert_refused(events->CreateLocalEvent(events, &local),
                       "NvSciEventService.CreateLocalEvent");
        assert_refused(service->CreateEventLoop(service, NULL),
                       "NvSciEventLoopService.CreateEventLoop");
        assert_refused(notifier->SetHandler(notifier, count_call, NULL, 0U),
                       "NvSciEventNotifier.SetHandler");
        assert_refused(NvSciIpcOpenEndpointWithEventService("itc_test_1", &opened, events),
                       "NvSciIpcOpenEndpointWithEventService");
        assert_refused(NvSciIpcGetEventNotifier(endpoint, &made), "NvSciIpcGetEventNotifier");
        if (phase == 0U) {
            ASSERT_REFUSED_VOID(events->Delete(events), "NvSciEventService.Delete");
            ASSERT_REFUSED_VOID(notifier->Delete(notifier), "NvSciEventNotifier.Delete");
            ASSERT_REFUSED_VOID(event->Delete(event), "NvSciLocalEvent.Delete");
            assert_status(event->Signal(event), NvSciError_Success);
            assert_status(service->WaitForEvent(notifier, 0), NvSciError_Success);
        } else {
            assert_refused(event->Signal(event), "NvSciLocalEvent.Signal");
            assert_refused(service->WaitForEvent(notifier, 0),
                           "NvSciEventLoopService.WaitForEvent");
            assert_refused(service->WaitForMultipleEvents(&notifier, 1U, 0, &news),
                           "NvSciEventLoopService.WaitForMultipleEvents");
            assert_refused(service->WaitForMultipleEvents(NULL, 0U, 0, NULL),
                           "NvSciEventLoopService.WaitForMultipleEvents");
            assert_refused(service->WaitForMultipleEventsExt(events, NULL, 0U, 0, NULL),
                           "NvSciEventLoopService.WaitForMultipleEventsExt");
            assert_refused(NvSciEventInspect(events, 0U, 0U, NULL), "NvSciEventInspect");
        }
    }
    assert_null(other);
    assert_null(local);
    assert_null(made);
    close_endpoint_of(endpoint);
    delete_local(event);
    delete_service_of(service);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(service_is_made_or_refused),
        ipc_test(full_table_of_services_is_refused),
        ipc_test(what_is_not_supported_says_so),
        ipc_test(pointer_that_is_no_service_is_refused),
        ipc_test(service_with_members_is_given_back_after_them),
        ipc_test(service_that_is_deleted_ends_its_wait),
        ipc_test(service_without_members_is_given_back_by_its_wait),
        ipc_test(handler_may_delete_its_service),
        ipc_test(version_is_checked),
        ipc_test(phases_refuse_members_by_name),
    };

    return cmocka_run_group_tests_name("ipc/event_service", tests, NULL, NULL);
}
