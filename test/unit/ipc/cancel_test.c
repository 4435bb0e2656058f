/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cancel_test.c
 * Threads that are cancelled while they wait on a service, or while a handler runs.
 */
#define _GNU_SOURCE

#include "event_fixture.h"

/** Waits, and says what came of it before the cancellation is acted on. */
static void *wait_and_be_cancelled(void *cookie)
{
    (void)wait_in_thread(cookie);
    for (;;) {
        pthread_testcancel();
    }
    return NULL;
}

/** As begin_wait(), with a thread that ends by its cancellation. */
static void begin_wait_that_is_cancelled(Waiter *waiter)
{
    NvSciError status = NvSciError_Success;

    assert_int_equal(pthread_create(&waiter->thread, NULL, wait_and_be_cancelled, waiter), 0);
    for (uint32_t i = 0U; (i < 100000U) && (status != NvSciError_NotSupported); i++) {
        status = waiter->service->WaitForMultipleEventsExt(&waiter->service->EventService, NULL, 0U,
                                                           0, NULL);
        (void)usleep(100U);
    }
    assert_status(status, NvSciError_NotSupported);
}

static void expect_cancelled(const Waiter *waiter)
{
    void *result = NULL;

    assert_int_equal(pthread_join(waiter->thread, &result), 0);
    assert_ptr_equal(result, PTHREAD_CANCELED);
}

/**
 * A thread that is cancelled in a wait for an event waits on; then others wait on the service.
 * @verifies RF-PORT-211
 */
static void a_cancelled_wait_goes_on(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const event = make_local(service);
    Waiter waiter = {.service = service, .notifier = event->eventNotifier, .microseconds = LONG_US};

    (void)state;
    begin_wait_that_is_cancelled(&waiter);
    assert_int_equal(pthread_cancel(waiter.thread), 0);
    (void)usleep(SHORT_US);
    signal_local(event);
    expect_cancelled(&waiter);
    assert_status(waiter.status, NvSciError_Success);
    assert_status(service->WaitForEvent(event->eventNotifier, 0), NvSciError_Timeout);
    signal_local(event);
    assert_status(service->WaitForEvent(event->eventNotifier, LONG_US), NvSciError_Success);
    delete_local(event);
    delete_service_of(service);
}

static atomic_uint g_handler_runs;
static atomic_uint g_handler_ends;

/** A handler that is a cancellation point. */
static void dwell(void *cookie)
{
    (void)cookie;
    atomic_store(&g_handler_runs, 1U);
    while (atomic_load(&g_handler_ends) == 0U) {
        pthread_testcancel();
        (void)usleep(100U);
    }
}

/**
 * A thread that is cancelled while it calls a handler comes back from it; then others wait on the
 * service.
 * @verifies RF-PORT-211
 */
static void a_cancelled_handler_goes_on(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const watched = make_local(service);
    NvSciLocalEvent *const wanted = make_local(service);
    Waiter waiter = {
        .service = service, .notifier = wanted->eventNotifier, .microseconds = LONG_US};

    (void)state;
    atomic_store(&g_handler_runs, 0U);
    atomic_store(&g_handler_ends, 0U);
    assert_status(watched->eventNotifier->SetHandler(watched->eventNotifier, dwell, NULL, 0U),
                  NvSciError_Success);
    begin_wait_that_is_cancelled(&waiter);
    signal_local(watched);
    while (atomic_load(&g_handler_runs) == 0U) {
        (void)usleep(100U);
    }
    assert_int_equal(pthread_cancel(waiter.thread), 0);
    (void)usleep(SHORT_US);
    atomic_store(&g_handler_ends, 1U);
    signal_local(wanted);
    expect_cancelled(&waiter);
    assert_status(waiter.status, NvSciError_Success);
    signal_local(wanted);
    assert_status(service->WaitForEvent(wanted->eventNotifier, LONG_US), NvSciError_Success);
    delete_local(watched);
    delete_local(wanted);
    delete_service_of(service);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        ipc_test(a_cancelled_wait_goes_on),
        ipc_test(a_cancelled_handler_goes_on),
    };

    return cmocka_run_group_tests_name("ipc/cancel", tests, NULL, NULL);
}
