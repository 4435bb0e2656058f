/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

#include "event_fixture.h"

#define MESSAGES    20000U
#define KILLS       10U
#define CHILD_LIMIT 360U

/** Ends a child with the line at which it failed. */
#define CHILD_CHECK(condition)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            (void)fprintf(stderr, "child failed at line %d\n", __LINE__);                          \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

static pid_t fork_child(void)
{
    const pid_t child = fork();

    assert_true(child >= 0);
    return child;
}

static void expect_success(pid_t child)
{
    int status = -1;

    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/** An endpoint of a child, with a service and a notifier of its own. */
typedef struct {
    NvSciEventLoopService *service;
    NvSciIpcEndpoint handle;
    NvSciEventNotifier *notifier;
} Child;

/** Waits in a child for one of the events, by the notifier alone. */
static void child_wait(const Child *child, uint32_t wanted)
{
    uint32_t events = 0U;

    CHILD_CHECK(NvSciIpcGetEventSafe(child->handle, &events) == NvSciError_Success);
    while ((events & wanted) == 0U) {
        CHILD_CHECK(child->service->WaitForEvent(child->notifier, LONG_US) == NvSciError_Success);
        CHILD_CHECK(NvSciIpcGetEventSafe(child->handle, &events) == NvSciError_Success);
    }
}

static Child child_connect(const char *name)
{
    Child child = {NULL, 0U, NULL};

    (void)alarm(CHILD_LIMIT);
    CHILD_CHECK(NvSciEventLoopServiceCreateSafe(1U, NULL, &child.service) == NvSciError_Success);
    CHILD_CHECK(NvSciIpcInit() == NvSciError_Success);
    CHILD_CHECK(NvSciIpcOpenEndpointWithEventService(
                    name, &child.handle, &child.service->EventService) == NvSciError_Success);
    CHILD_CHECK(NvSciIpcGetEventNotifier(child.handle, &child.notifier) == NvSciError_Success);
    CHILD_CHECK(NvSciIpcResetEndpointSafe(child.handle) == NvSciError_Success);
    child_wait(&child, NV_SCI_IPC_EVENT_CONN_EST);
    CHILD_CHECK(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME) == NvSciError_Success);
    return child;
}

/** Writes numbers in order, and waits for room when there is none; then closes. */
static void write_numbers(const char *name, uint32_t count)
{
    const Child child = child_connect(name);

    for (uint32_t i = 0U; i < count; i++) {
        uint32_t bytes = 0U;
        NvSciError status = NvSciIpcWriteSafe(child.handle, &i, sizeof(i), &bytes);

        while (status == NvSciError_InsufficientMemory) {
            /* Room that comes before the wait is an event too. */
            CHILD_CHECK(child.service->WaitForEvent(child.notifier, LONG_US) == NvSciError_Success);
            CHILD_CHECK(NvSciIpcGetEventSafe(child.handle, &bytes) == NvSciError_Success);
            status = NvSciIpcWriteSafe(child.handle, &i, sizeof(i), &bytes);
        }
        CHILD_CHECK(status == NvSciError_Success);
    }
    CHILD_CHECK(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT) == NvSciError_Success);
    child.notifier->Delete(child.notifier);
    CHILD_CHECK(NvSciIpcCloseEndpointSafe(child.handle, false) == NvSciError_Success);
    child.service->EventService.Delete(&child.service->EventService);
    CHILD_CHECK(in_use_of_all() == 0U);
    _exit(0);
}

/** What a reader saw. */
typedef struct {
    NvSciIpcEndpoint handle;
    uint32_t next;
    uint32_t seen;
    bool in_order;
    NvSciLocalEvent *end;
} Reader;

/** Asks for events until there is nothing to read, and reads. */
static void read_numbers(void *cookie)
{
    Reader *const reader = cookie;
    uint32_t events = NV_SCI_IPC_EVENT_READ;

    while ((events & NV_SCI_IPC_EVENT_READ) != 0U) {
        uint32_t number = 0U;
        uint32_t bytes = 0U;

        if (NvSciIpcGetEventSafe(reader->handle, &events) != NvSciError_Success) {
            events = 0U;
        }
        reader->seen |= events;
        if (((events & NV_SCI_IPC_EVENT_READ) != 0U) &&
            (NvSciIpcReadSafe(reader->handle, &number, sizeof(number), &bytes) ==
             NvSciError_Success)) {
            reader->in_order = reader->in_order && (number == reader->next);
            reader->next++;
        }
    }
    if ((reader->end != NULL) && ((reader->seen & NV_SCI_IPC_EVENT_CONN_RESET) != 0U)) {
        (void)reader->end->Signal(reader->end);
    }
}

/**
 * A process writes, and the notifier of this one's end wakes it for every message and for the end
 * of the peer, by waits that name it. Either end may be here, and both are in RUNTIME meanwhile.
 * @verifies RF-IPC-060 RF-IPC-062
 */
static void waits_get_all_that_a_process_writes(void **state)
{
    static const char *const names[] = {"ipc_test_0", "ipc_test_1"};

    (void)state;
    for (uint32_t end = 0U; end < 2U; end++) {
        const pid_t child = fork_child();
        Reader reader = {.in_order = true};
        NvSciEventLoopService *service;
        NvSciEventNotifier *notifier;

        if (child == 0) {
            write_numbers(names[1U - end], MESSAGES);
        }
        service = make_service();
        reader.handle = open_with(names[end], service);
        notifier = notifier_of(reader.handle);
        reset_endpoint_of(reader.handle);
        assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
        while ((reader.seen & NV_SCI_IPC_EVENT_CONN_RESET) == 0U) {
            assert_status(service->WaitForEvent(notifier, LONG_US), NvSciError_Success);
            read_numbers(&reader);
        }
        assert_int_equal(reader.next, MESSAGES);
        assert_true(reader.in_order);
        expect_success(child);
        assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
        notifier->Delete(notifier);
        close_endpoint_of(reader.handle);
        delete_service_of(service);
        go_to_init();
    }
}

/**
 * The same by a handler, while the thread waits for a local event that the handler signals at the
 * end.
 * @verifies RF-IPC-061 RF-IPC-062
 */
static void handler_gets_all_that_a_process_writes(void **state)
{
    const pid_t child = fork_child();
    Reader reader = {.in_order = true};
    NvSciEventLoopService *service;
    NvSciEventNotifier *notifier;

    (void)state;
    if (child == 0) {
        write_numbers("ipc_test_1", MESSAGES);
    }
    service = make_service();
    reader.handle = open_with("ipc_test_0", service);
    reader.end = make_local(service);
    notifier = notifier_of(reader.handle);
    assert_status(notifier->SetHandler(notifier, read_numbers, &reader, 0U), NvSciError_Success);
    reset_endpoint_of(reader.handle);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_status(service->WaitForEvent(reader.end->eventNotifier, CASE_SECONDS * 1000000LL),
                  NvSciError_Success);
    assert_int_equal(reader.next, MESSAGES);
    assert_true(reader.in_order);
    expect_success(child);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    notifier->Delete(notifier);
    close_endpoint_of(reader.handle);
    delete_local(reader.end);
    delete_service_of(service);
    go_to_init();
}

/**
 * A peer that is killed wakes the waiter, which sees CONN_RESET; the next peer connects to the same
 * notifier.
 * @verifies RF-IPC-060 RF-IPC-043
 */
static void killed_peer_wakes_the_waiter(void **state)
{
    NvSciEventLoopService *const service = make_service();
    const NvSciIpcEndpoint handle = open_with("ipc_test_0", service);
    NvSciEventNotifier *const notifier = notifier_of(handle);

    (void)state;
    reset_endpoint_of(handle);
    for (uint32_t i = 0U; i < KILLS; i++) {
        const pid_t child = fork_child();
        uint32_t events = 0U;

        if (child == 0) {
            /* What the parent has open is not the child's. */
            NvSciIpcCloseEndpoint(handle);
            (void)child_connect("ipc_test_1");
            (void)pause();
            _exit(0);
        }
        while ((events & NV_SCI_IPC_EVENT_CONN_EST) == 0U) {
            assert_status(service->WaitForEvent(notifier, LONG_US), NvSciError_Success);
            events = events_of(handle);
        }
        quieten(handle);
        assert_status(service->WaitForEvent(notifier, SHORT_US), NvSciError_Timeout);
        assert_int_equal(kill(child, SIGKILL), 0);
        events = 0U;
        while ((events & NV_SCI_IPC_EVENT_CONN_RESET) == 0U) {
            assert_status(service->WaitForEvent(notifier, LONG_US), NvSciError_Success);
            events = events_of(handle);
        }
        assert_int_equal(events, NV_SCI_IPC_EVENT_CONN_RESET);
        assert_int_equal(waitpid(child, NULL, 0), child);
    }
    notifier->Delete(notifier);
    close_endpoint_of(handle);
    delete_service_of(service);
}

/** A handler that ends its thread. */
static void leave_the_thread(void *cookie)
{
    NvSciLocalEvent *const event = *(NvSciLocalEvent **)cookie;

    /* It is gone when nobody uses it any more. */
    event->eventNotifier->Delete(event->eventNotifier);
    event->Delete(event);
    pthread_exit(NULL);
}

static NvSciEventLoopService *g_left_service;

static void *wait_and_end(void *context)
{
    bool *const came_back = context;

    (void)g_left_service->WaitForMultipleEventsExt(&g_left_service->EventService, NULL, 0U, LONG_US,
                                                   NULL);
    *came_back = true;
    return NULL;
}

/**
 * A thread that ends in a handler ends its wait: another thread can wait on the service, and what
 * the handler deleted is given back.
 * @verifies RF-IPC-302 RF-PORT-360
 */
static void thread_that_ends_in_a_handler_ends_its_wait(void **state)
{
    bool came_back = false;
    NvSciLocalEvent *doomed = NULL;
    NvSciLocalEvent *other = NULL;
    pthread_t thread;

    (void)state;
    g_left_service = make_service();
    doomed = make_local(g_left_service);
    other = make_local(g_left_service);
    assert_status(
        doomed->eventNotifier->SetHandler(doomed->eventNotifier, leave_the_thread, &doomed, 0U),
        NvSciError_Success);
    signal_local(doomed);
    assert_int_equal(pthread_create(&thread, NULL, wait_and_end, &came_back), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_false(came_back);
    assert_int_equal(in_use_of(RINGFENCE_POOL_LOCAL_EVENT), 1U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_EVENT_NOTIFIER), 1U);
    signal_local(other);
    assert_status(g_left_service->WaitForEvent(other->eventNotifier, LONG_US), NvSciError_Success);
    delete_local(other);
    delete_service_of(g_left_service);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(waits_get_all_that_a_process_writes),
        ipc_test(handler_gets_all_that_a_process_writes),
        ipc_test(killed_peer_wakes_the_waiter),
        ipc_test(thread_that_ends_in_a_handler_ends_its_wait),
    };

    return cmocka_run_group_tests_name("ipc_event_service", tests, NULL, NULL);
}
