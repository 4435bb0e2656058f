/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

#include "event_fixture.h"
#include "port/wait.h"

/** Microseconds after which a search says that it found nobody, and more than that. */
#define SEARCH_US 1000000U
#define PAST_US   1200000U

#define NOBODY                                                                                     \
    "nobody calls from the other end; both ends need one network namespace, user, table and "      \
    "RINGFENCE_NVSCIIPC_SPACE, and each has to be open, reset and asked for events"

/** Events of an endpoint, which is not connected. */
static void look_in_vain(NvSciIpcEndpoint handle)
{
    uint32_t events = 77U;

    assert_status(NvSciIpcGetEventSafe(handle, &events), NvSciError_Success);
    assert_int_equal(events, 0U);
}

/** The last fault says that an endpoint found no peer, where it looked, and why. */
static void assert_absent(const char *function, const char *name, bool has_place, const char *cause)
{
    struct stat about = {0};
    RingfenceFault fault;
    char text[512];
    char place[128] = "";
    char expected[512];

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_NO_PEER);
    assert_string_equal(fault.endpoint, name);
    assert_string_equal(fault.causeText, cause);
    if (has_place) {
        assert_int_equal(stat("/proc/self/ns/net", &about), 0);
        assert_int_equal(fault.asked, about.st_ino);
        assert_int_equal(fault.allowed, geteuid());
        (void)snprintf(place, sizeof(place), ", network namespace %" PRIu64 ", user %u",
                       (uint64_t)about.st_ino, (unsigned)geteuid());
    } else {
        assert_int_equal(fault.asked, 0U);
        assert_int_equal(fault.allowed, 0U);
    }
    (void)snprintf(expected, sizeof(expected),
                   "%s: channel has found no peer yet; endpoint '%s', table: "
                   "RINGFENCE_NVSCIIPC_CFG%s: %s",
                   function, name, place, cause);
    assert_status(RingfenceDescribeLastFault(text, sizeof(text)), NvSciError_Success);
    assert_string_equal(text, expected);
}

/** An end, and where it waits. */
typedef struct {
    NvSciEventLoopService *service;
    NvSciEventNotifier *notifier;
    NvSciIpcEndpoint handle;
} Waiting;

static Waiting open_waiting(const char *name)
{
    Waiting waiting = {make_service(), NULL, 0U};

    assert_status(
        NvSciIpcOpenEndpointWithEventService(name, &waiting.handle, &waiting.service->EventService),
        NvSciError_Success);
    assert_status(NvSciIpcGetEventNotifier(waiting.handle, &waiting.notifier), NvSciError_Success);
    return waiting;
}

static void close_waiting(const Waiting *waiting)
{
    waiting->notifier->Delete(waiting->notifier);
    close_endpoint_of(waiting->handle);
    delete_service_of(waiting->service);
}

static void wait_in_vain(const Waiting *waiting)
{
    assert_status(waiting->service->WaitForEvent(waiting->notifier, 1), NvSciError_Timeout);
}

/**
 * An end whose peer does not come says so when a second is over and a wait has ended in vain, once
 * for each reset, with the place where it looks. A question for events that finds none is no error,
 * and says nothing.
 * @verifies RF-IPC-312
 */
static void search_in_vain_is_told_once(void **state)
{
    static const char *const names[] = {"ipc_test_0", "itc_test_0"};

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(names); i++) {
        const Waiting waiting = open_waiting(names[i]);
        const uint32_t faults = ipc_fault_count();

        for (uint32_t reset = 1U; reset <= (2U - i); reset++) {
            const uint64_t begin = ringfence_port_time_us();

            reset_endpoint_of(waiting.handle);
            look_in_vain(waiting.handle);
            wait_in_vain(&waiting);
            if ((ringfence_port_time_us() - begin) < SEARCH_US) {
                assert_int_equal(ipc_fault_count(), faults + reset - 1U);
            }
            (void)usleep(PAST_US);
            look_in_vain(waiting.handle);
            assert_int_equal(ipc_fault_count(), faults + reset - 1U);
            wait_in_vain(&waiting);
            assert_int_equal(ipc_fault_count(), faults + reset);
            assert_absent("NvSciEventLoopService.WaitForEvent", names[i], i == 0U, NOBODY);
            wait_in_vain(&waiting);
            assert_int_equal(ipc_fault_count(), faults + reset);
        }
        close_waiting(&waiting);
    }
}

/**
 * A wait that ends with Timeout says which end has found no peer; one that only looks does not.
 * @verifies RF-IPC-312
 */
static void wait_in_vain_names_the_endpoint(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciEventNotifier *notifier = NULL;
    NvSciIpcEndpoint handle = 0U;
    uint32_t faults = 0U;
    bool news = false;

    (void)state;
    assert_status(
        NvSciIpcOpenEndpointWithEventService("ipc_test_0", &handle, &service->EventService),
        NvSciError_Success);
    assert_status(NvSciIpcGetEventNotifier(handle, &notifier), NvSciError_Success);
    reset_endpoint_of(handle);
    look_in_vain(handle);
    faults = ipc_fault_count();
    (void)usleep(PAST_US);
    assert_status(service->WaitForEvent(notifier, 0), NvSciError_Timeout);
    assert_int_equal(ipc_fault_count(), faults);
    assert_status(service->WaitForEvent(notifier, 1), NvSciError_Timeout);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    assert_absent("NvSciEventLoopService.WaitForEvent", "ipc_test_0", true, NOBODY);
    assert_status(service->WaitForEvent(notifier, 1), NvSciError_Timeout);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    reset_endpoint_of(handle);
    look_in_vain(handle);
    assert_status(
        service->WaitForMultipleEventsExt(&service->EventService, &notifier, 1U, PAST_US, &news),
        NvSciError_Timeout);
    assert_int_equal(ipc_fault_count(), faults + 2U);
    assert_absent("NvSciEventLoopService.WaitForMultipleEventsExt", "ipc_test_0", true, NOBODY);
    notifier->Delete(notifier);
    close_endpoint_of(handle);
    delete_service_of(service);
}

/**
 * An end that has called says that the other one is there and does not answer. One that is
 * connected then, or whose peer has left, says nothing.
 * @verifies RF-IPC-312
 */
static void silent_peer_is_told_apart(void **state)
{
    const Waiting one = open_waiting("ipc_test_1");
    const Pair pair = {open_endpoint("ipc_test_0"), one.handle};
    uint32_t faults = ipc_fault_count();
    uint32_t events = 0U;

    (void)state;
    reset_endpoint_of(pair.one);
    look_in_vain(pair.one);
    (void)usleep(PAST_US);
    wait_in_vain(&one);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    assert_absent("NvSciEventLoopService.WaitForEvent", "ipc_test_1", true,
                  "the other end is open and does not answer; it has to be reset and asked for "
                  "events");
    reset_endpoint_of(pair.zero);
    connect_pair(&pair);
    faults = ipc_fault_count();
    close_endpoint_of(pair.zero);
    for (uint32_t i = 0U; (i < LOOKS_MAX) && ((events & NV_SCI_IPC_EVENT_CONN_RESET) == 0U); i++) {
        assert_status(NvSciIpcGetEventSafe(pair.one, &events), NvSciError_Success);
    }
    assert_int_equal(events, NV_SCI_IPC_EVENT_CONN_RESET);
    (void)usleep(PAST_US);
    /* The end of the connection may be news once more. */
    (void)one.service->WaitForEvent(one.notifier, 1);
    look_in_vain(pair.one);
    wait_in_vain(&one);
    assert_int_equal(ipc_fault_count(), faults);
    close_waiting(&one);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        ipc_test(search_in_vain_is_told_once),
        ipc_test(wait_in_vain_names_the_endpoint),
        ipc_test(silent_peer_is_told_apart),
    };

    return cmocka_run_group_tests_name("ipc/absence", tests, NULL, NULL);
}
