/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event_test.c
 * Every call of event services to the system fails in turn.
 */
#define _GNU_SOURCE

#include <errno.h>

#include "event_fixture.h"
#include "fault.h"
#include "port/descriptor.h"
#include "port/event.h"
#include "port/liveness.h"
#include "port/random.h"
#include "port/status.h"

/** Reasons, and what they are to the port and to a program. */
static const struct {
    int error;
    PortStatus port;
    NvSciError status;
} g_reasons[] = {
    {ENOMEM, PORT_NO_MEMORY, NvSciError_InsufficientMemory},
    {EMFILE, PORT_NO_RESOURCE, NvSciError_ResourceError},
    {ENFILE, PORT_NO_RESOURCE, NvSciError_ResourceError},
    {ENODEV, PORT_FAILED, NvSciError_ResourceError},
    {EINVAL, PORT_FAILED, NvSciError_ResourceError},
};

/**
 * An event that the system refuses is told by its reason, and nothing is written.
 * @verifies RF-PORT-040
 */
static void bell_that_is_refused_is_told(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(g_reasons); i++) {
        int32_t event = -7;

        fault_arm(1U, g_reasons[i].error);
        assert_int_equal(ringfence_port_event_make(&event), g_reasons[i].port);
        assert_true(fault_disarm());
        assert_string_equal(fault_name(), "eventfd");
        assert_int_equal(event, -7);
    }
}

/**
 * A wait that the system refuses fails, one that a signal ends does not.
 * @verifies RF-PORT-043
 */
static void refused_wait_is_told_from_an_interrupted_one(void **state)
{
    PortWatch watch = {-1, false};

    (void)state;
    assert_int_equal(ringfence_port_event_make(&watch.descriptor), PORT_OK);
    fault_arm(1U, ENOMEM);
    assert_int_equal(port_watch(&watch, 1U, -1), PORT_FAILED);
    assert_true(fault_disarm());
    assert_string_equal(fault_name(), "ppoll");
    fault_arm(1U, EINTR);
    watch.ready = true;
    assert_int_equal(port_watch(&watch, 1U, -1), PORT_OK);
    assert_true(fault_disarm());
    assert_false(watch.ready);
    ringfence_port_descriptor_close(watch.descriptor);
}

/**
 * The same for a sleep on life lines.
 * @verifies RF-PORT-072
 */
static void refused_sleep_is_told_from_an_interrupted_one(void **state)
{
    int32_t event = -1;

    (void)state;
    assert_int_equal(ringfence_port_event_make(&event), PORT_OK);
    fault_arm(1U, ENOMEM);
    assert_int_equal(ringfence_port_liveness_sleep(NULL, 0U, event, -1), PORT_FAILED);
    assert_true(fault_disarm());
    assert_string_equal(fault_name(), "ppoll");
    fault_arm(1U, EINTR);
    assert_int_equal(ringfence_port_liveness_sleep(NULL, 0U, event, -1), PORT_OK);
    assert_true(fault_disarm());
    ringfence_port_descriptor_close(event);
}

/**
 * A service, or a local event, whose event is refused is not made; nothing of it is left, and the
 * next one is made.
 * @verifies RF-IPC-050 RF-IPC-059
 */
static void object_without_bell_is_not_made(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(g_reasons); i++) {
        NvSciEventLoopService *service = NULL;
        NvSciLocalEvent *event = NULL;

        fault_arm(1U, g_reasons[i].error);
        assert_status(NvSciEventLoopServiceCreateSafe(1U, NULL, &service), g_reasons[i].status);
        assert_true(fault_disarm());
        assert_null(service);
        assert_int_equal(in_use_of_all(), 0U);
        service = make_service();
        fault_arm(1U, g_reasons[i].error);
        assert_status(service->EventService.CreateLocalEvent(&service->EventService, &event),
                      g_reasons[i].status);
        assert_true(fault_disarm());
        assert_null(event);
        assert_int_equal(in_use_of_all(), 1U);
        delete_local(make_local(service));
        ASSERT_FAULTS(delete_service_of(service), 0U, RINGFENCE_FAULT_NONE);
        assert_int_equal(in_use_of_all(), 0U);
    }
}

/** The last fault names the call that the system refused. */
static void assert_told(const char *call, int error)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_CALL_REFUSED);
    assert_string_equal(fault.limit, call);
    assert_int_equal(fault.asked, error);
}

/**
 * A wait that the system refuses gives ResourceError, one that a signal interrupts goes on; neither
 * takes the event, and the service can be waited on afterwards.
 * @verifies RF-IPC-060 RF-IPC-065
 */
static void refused_wait_leaves_the_event(void **state)
{
    NvSciEventLoopService *const service = make_service();
    NvSciLocalEvent *const event = make_local(service);
    const Watched watched = make_watched(service);
    NvSciEventNotifier *const notifiers[] = {event->eventNotifier, watched.notifier};
    bool news[] = {false, false};
    atomic_uint calls = 0U;

    (void)state;
    quieten(watched.pair.zero);
    signal_local(event);
    fault_arm(1U, ENOMEM);
    assert_status(service->WaitForEvent(event->eventNotifier, LONG_US), NvSciError_ResourceError);
    assert_true(fault_disarm());
    assert_told("ppoll", ENOMEM);
    fault_arm(1U, EINTR);
    assert_status(service->WaitForMultipleEvents(notifiers, 2U, LONG_US, news), NvSciError_Success);
    assert_true(fault_disarm());
    assert_true(news[0]);
    assert_false(news[1]);
    assert_status(watched.notifier->SetHandler(watched.notifier, count_call, &calls, 0U),
                  NvSciError_Success);
    write_frame(watched.pair.one);
    fault_arm(1U, EIO);
    assert_status(service->WaitForEvent(event->eventNotifier, 0), NvSciError_ResourceError);
    assert_true(fault_disarm());
    assert_told("ppoll", EIO);
    assert_int_equal(atomic_load(&calls), 0U);
    assert_status(service->WaitForEvent(event->eventNotifier, 0), NvSciError_Timeout);
    assert_int_equal(atomic_load(&calls), 1U);
    drop_watched(&watched);
    delete_local(event);
    delete_service_of(service);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(bell_that_is_refused_is_told),
        ipc_test(refused_wait_is_told_from_an_interrupted_one),
        ipc_test(refused_sleep_is_told_from_an_interrupted_one),
        ipc_test(object_without_bell_is_not_made),
        ipc_test(refused_wait_leaves_the_event),
    };

    /* The first handle draws the number of the process: not in a call that is made to fail. */
    (void)port_secret();
    return cmocka_run_group_tests_name("fault/event", tests, NULL, NULL);
}
