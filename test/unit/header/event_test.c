/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <stdint.h>

#include "numbers.h"
#include "nvscievent.h"

/**
 * Every constant of events has the value of the API, and every struct has its members in the order
 * of the API.
 * @verifies RF-CORE-090 RF-CORE-091
 */
static void constants_have_the_values_of_the_api(void **state)
{
    static const Number numbers[] = {
        NUMBER(NvSciEventMajorVersion, 1U),
        NUMBER(NvSciEventMinorVersion, 4U),
        NUMBER(NV_SCI_EVENT_INFINITE_WAIT, UINT64_MAX),
        NUMBER(NV_SCI_EVENT_PRIORITIES, 4U),
        NUMBER(offsetof(NvSciLocalEvent, eventNotifier), 0U),
        NUMBER(offsetof(NvSciLocalEvent, Signal), sizeof(void *)),
        NUMBER(offsetof(NvSciLocalEvent, Delete), 2U * sizeof(void *)),
        NUMBER(offsetof(NvSciEventService, CreateNativeEventNotifier), 0U),
        NUMBER(offsetof(NvSciEventService, CreateLocalEvent), sizeof(void *)),
        NUMBER(offsetof(NvSciEventService, CreateTimerEvent), 2U * sizeof(void *)),
        NUMBER(offsetof(NvSciEventService, Delete), 3U * sizeof(void *)),
        NUMBER(offsetof(NvSciEventNotifier, SetHandler), 0U),
        NUMBER(offsetof(NvSciEventNotifier, Delete), sizeof(void *)),
        NUMBER(offsetof(NvSciEventLoopService, EventService), 0U),
        NUMBER(offsetof(NvSciEventLoopService, CreateEventLoop), 4U * sizeof(void *)),
        NUMBER(offsetof(NvSciEventLoopService, WaitForEvent), 5U * sizeof(void *)),
        NUMBER(offsetof(NvSciEventLoopService, WaitForMultipleEvents), 6U * sizeof(void *)),
        NUMBER(offsetof(NvSciEventLoopService, WaitForMultipleEventsExt), 7U * sizeof(void *)),
    };

    (void)state;
    ASSERT_NUMBERS(numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(constants_have_the_values_of_the_api, nothing_is_left),
    };

    return cmocka_run_group_tests_name("header/event", tests, NULL, NULL);
}
