/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include "event_fixture.h"

/**
 * Signals before a wait are one event; the wait takes it, and the next signal is a new one.
 * @verifies RF-IPC-059 RF-IPC-060
 */
static void signals_before_a_report_are_one_event(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const event = make_local(service);

    (void)state;
    for (uint32_t signals = 1U; signals < 4U; signals++) {
        assert_status(service->WaitForEvent(event->eventNotifier, 0), NvSciError_Timeout);
        for (uint32_t i = 0U; i < signals; i++) {
            signal_local(event);
        }
        assert_status(service->WaitForEvent(event->eventNotifier, LONG_US), NvSciError_Success);
    }
    assert_status(service->WaitForEvent(event->eventNotifier, 0), NvSciError_Timeout);
    delete_local(event);
    delete_service_of(service);
}

/**
 * A signal of another thread ends a wait that has no end.
 * @verifies RF-IPC-059 RF-IPC-060
 */
static void signal_ends_a_wait(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const event = make_local(service);
    Waiter waiter = {service, event->eventNotifier, NV_SCI_EVENT_INFINITE_WAIT, NvSciError_Timeout,
                     0};

    (void)state;
    begin_wait(&waiter);
    signal_local(event);
    assert_status(end_wait(&waiter), NvSciError_Success);
    delete_local(event);
    delete_service_of(service);
}

/**
 * An event without notifier cannot be signalled; a deleted one, one that never was and a pointer
 * into one are faults; NULL is none.
 * @verifies RF-IPC-052 RF-IPC-059
 */
static void event_that_is_none_is_refused(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const event = make_local(service);
    NvSciLocalEvent *const gone = make_local(service);
    NvSciLocalEvent *const pointers[] = {gone, ABSENT(NvSciLocalEvent),
                                         (NvSciLocalEvent *)(void *)&event->Signal};

    (void)state;
    delete_local(gone);
    for (uint32_t i = 0U; i < COUNT_OF(pointers); i++) {
        ASSERT_FAULTS(assert_status(event->Signal(pointers[i]), NvSciError_BadParameter), 1U,
                      RINGFENCE_FAULT_BAD_HANDLE);
        ASSERT_FAULTS(event->Delete(pointers[i]), 1U, RINGFENCE_FAULT_BAD_HANDLE);
    }
    ASSERT_FAULTS(assert_status(event->Signal(NULL), NvSciError_BadParameter), 0U,
                  RINGFENCE_FAULT_NONE);
    ASSERT_FAULTS(event->Delete(NULL), 0U, RINGFENCE_FAULT_NONE);
    assert_status(service->EventService.CreateLocalEvent(&service->EventService, NULL),
                  NvSciError_BadParameter);
    event->eventNotifier->Delete(event->eventNotifier);
    assert_null(event->eventNotifier);
    assert_status(event->Signal(event), NvSciError_InvalidState);
    event->Delete(event);
    delete_service_of(service);
}

/**
 * An event that is deleted before its notifier is a fault and stale at once; its row is free after
 * the notifier.
 * @verifies RF-IPC-057
 */
static void event_is_given_back_after_its_notifier(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const event = make_local(service);
    NvSciEventNotifier *const notifier = event->eventNotifier;

    (void)state;
    signal_local(event);
    ASSERT_FAULTS(event->Delete(event), 1U, RINGFENCE_FAULT_EVENT_IN_USE);
    ASSERT_FAULTS(assert_status(event->Signal(event), NvSciError_BadParameter), 1U,
                  RINGFENCE_FAULT_BAD_HANDLE);
    assert_int_equal(in_use_of(RINGFENCE_POOL_LOCAL_EVENT), 1U);
    /* What was signalled before is still reported. */
    assert_status(service->WaitForEvent(notifier, 0), NvSciError_Success);
    notifier->Delete(notifier);
    assert_int_equal(in_use_of(RINGFENCE_POOL_LOCAL_EVENT), 0U);
    delete_service_of(service);
}

/**
 * All local events can be taken; one more is refused, and nothing of it is left.
 * @verifies RF-IPC-059
 */
static void full_table_of_local_events_is_refused(void **state)
{
    static NvSciLocalEvent *events[RINGFENCE_CFG_LOCAL_EVENTS];
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *none = NULL;
    uint32_t descriptors;

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(events); i++) {
        events[i] = make_local(service);
    }
    descriptors = open_descriptors();
    assert_status(service->EventService.CreateLocalEvent(&service->EventService, &none),
                  NvSciError_InsufficientMemory);
    assert_null(none);
    assert_int_equal(open_descriptors(), descriptors);
    for (uint32_t i = 0U; i < COUNT_OF(events); i++) {
        delete_local(events[i]);
    }
    delete_service_of(service);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(signals_before_a_report_are_one_event),
        ipc_test(signal_ends_a_wait),
        ipc_test(event_that_is_none_is_refused),
        ipc_test(event_is_given_back_after_its_notifier),
        ipc_test(full_table_of_local_events_is_refused),
    };

    return cmocka_run_group_tests_name("ipc/event_local", tests, NULL, NULL);
}
