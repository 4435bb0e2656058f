/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event_fixture.h
 * What the tests of event services share: services, local events, endpoints with notifiers,
 * handlers that count, a thread that waits.
 */
#ifndef RINGFENCE_TEST_EVENT_FIXTURE_H
#define RINGFENCE_TEST_EVENT_FIXTURE_H

#include <pthread.h>
#include <stdatomic.h>

#include "ipc_fixture.h"
#include "nvscievent.h"
#include "ringfence_cfg.h"

/** Microseconds after which a wait that should have ended has failed. */
#define LONG_US 20000000
/** Microseconds of a wait that nothing ends. */
#define SHORT_US 20000

/** A pointer that is no object. */
#define ABSENT(type) ((type *)(void *)&g_absent)

static uint64_t g_absent[32];

static inline NvSciEventLoopService *make_service(void)
{
    NvSciEventLoopService *service = NULL;

    (void)g_absent;
    assert_status(NvSciEventLoopServiceCreateSafe(1U, NULL, &service), NvSciError_Success);
    assert_non_null(service);
    return service;
}

static inline void delete_service_of(NvSciEventLoopService *service)
{
    service->EventService.Delete(&service->EventService);
}

static inline NvSciLocalEvent *make_local(NvSciEventLoopService *service)
{
    NvSciLocalEvent *event = NULL;

    assert_status(service->EventService.CreateLocalEvent(&service->EventService, &event),
                  NvSciError_Success);
    assert_non_null(event);
    return event;
}

static inline void delete_local(NvSciLocalEvent *event)
{
    event->eventNotifier->Delete(event->eventNotifier);
    assert_null(event->eventNotifier);
    event->Delete(event);
}

static inline void signal_local(NvSciLocalEvent *event)
{
    assert_status(event->Signal(event), NvSciError_Success);
}

/** Two ends in this process: the first with a notifier, both reset and connected. */
typedef struct {
    Pair pair;
    NvSciEventNotifier *notifier;
} Watched;

static inline NvSciIpcEndpoint open_with(const char *name, NvSciEventLoopService *service)
{
    NvSciIpcEndpoint handle = 0U;

    assert_status(NvSciIpcOpenEndpointWithEventService(name, &handle, &service->EventService),
                  NvSciError_Success);
    return handle;
}

static inline NvSciEventNotifier *notifier_of(NvSciIpcEndpoint handle)
{
    NvSciEventNotifier *notifier = NULL;

    assert_status(NvSciIpcGetEventNotifier(handle, &notifier), NvSciError_Success);
    assert_non_null(notifier);
    return notifier;
}

static inline Watched make_watched(NvSciEventLoopService *service)
{
    Watched watched;

    watched.pair.zero = open_with("itc_test_0", service);
    watched.pair.one = open_endpoint("itc_test_1");
    watched.notifier = notifier_of(watched.pair.zero);
    reset_endpoint_of(watched.pair.zero);
    reset_endpoint_of(watched.pair.one);
    connect_pair(&watched.pair);
    return watched;
}

/** Asks for events until the descriptor is quiet. */
static inline void quieten(NvSciIpcEndpoint handle)
{
    for (uint32_t i = 0U; (i < LOOKS_MAX) && is_ready(handle, 0); i++) {
        (void)events_of(handle);
    }
    (void)events_of(handle);
    assert_false(is_ready(handle, 0));
}

static inline void drop_watched(const Watched *watched)
{
    watched->notifier->Delete(watched->notifier);
    close_pair(&watched->pair);
}

static inline void write_frame(NvSciIpcEndpoint handle)
{
    const uint64_t word = 7U;
    uint32_t bytes = 0U;

    assert_status(NvSciIpcWriteSafe(handle, &word, sizeof(word), &bytes), NvSciError_Success);
}

static inline NvSciError read_frame(NvSciIpcEndpoint handle)
{
    uint64_t word = 0U;
    uint32_t bytes = 0U;

    return NvSciIpcReadSafe(handle, &word, sizeof(word), &bytes);
}

/** Handler that counts its calls. */
static inline void count_call(void *cookie)
{
    (void)atomic_fetch_add((atomic_uint *)cookie, 1U);
}

/** A wait that another thread does. */
typedef struct {
    NvSciEventLoopService *service;
    NvSciEventNotifier *notifier;
    int64_t microseconds;
    NvSciError status;
    pthread_t thread;
} Waiter;

static inline void *wait_in_thread(void *cookie)
{
    Waiter *const waiter = cookie;

    /* The thread that looks whether this one waits may wait itself for a moment. */
    do {
        waiter->status = waiter->service->WaitForEvent(waiter->notifier, waiter->microseconds);
    } while (waiter->status == NvSciError_NotSupported);
    return NULL;
}

/** Begins a wait, and returns when it is certain that the thread waits: it is refused meanwhile. */
static inline void begin_wait(Waiter *waiter)
{
    NvSciError status = NvSciError_Success;

    assert_int_equal(pthread_create(&waiter->thread, NULL, wait_in_thread, waiter), 0);
    for (uint32_t i = 0U; (i < 100000U) && (status != NvSciError_NotSupported); i++) {
        status = waiter->service->WaitForMultipleEventsExt(&waiter->service->EventService, NULL, 0U,
                                                           0, NULL);
        (void)usleep(100U);
    }
    assert_status(status, NvSciError_NotSupported);
}

static inline NvSciError end_wait(Waiter *waiter)
{
    assert_int_equal(pthread_join(waiter->thread, NULL), 0);
    return waiter->status;
}

/** Asserts that a call made this many faults, the last of this kind. */
#define ASSERT_FAULTS(call, faults, kind)                                                          \
    do {                                                                                           \
        const uint32_t before_call = ipc_fault_count();                                            \
        call;                                                                                      \
        assert_int_equal(ipc_fault_count() - before_call, (faults));                               \
        if ((faults) > 0U) {                                                                       \
            assert_int_equal(ipc_fault_kind(), (kind));                                            \
        }                                                                                          \
    } while (0)

#endif /* RINGFENCE_TEST_EVENT_FIXTURE_H */
