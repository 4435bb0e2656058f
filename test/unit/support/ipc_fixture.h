/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_fixture.h
 * What the tests of channels share: pairs of endpoints, waiting with a limit, what must not be
 * left.
 */
#ifndef RINGFENCE_TEST_IPC_FIXTURE_H
#define RINGFENCE_TEST_IPC_FIXTURE_H

#include <dirent.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "closed.h"
#include "leftovers.h"
#include "nvsciipc.h"
#include "own_table.h"
#include "ringfence.h"

/** Seconds that a test may take. */
#define CASE_SECONDS 400U
/** Looks for events before a wait is given up. */
#define LOOKS_MAX 200U
/** Milliseconds of one sleep on the descriptor. */
#define SLEEP_MS 5000
/** Bytes of a frame of the built-in table, and frames of a direction. */
#define FRAME_SIZE 24576U
#define FRAMES     16U

/** Asserts the result of a call; a failure shows the names of both codes. */
#define assert_status(call, expected)                                                              \
    assert_string_equal(RingfenceErrorName(call), RingfenceErrorName(expected))

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/** A test with the setup and the teardown that all tests of channels have. */
#define ipc_test(function) cmocka_unit_test_setup_teardown(function, ipc_begin, ipc_end)

/** Descriptors that are open when a test begins. */
static uint32_t g_descriptors;

static inline uint32_t open_descriptors(void)
{
    uint32_t count = 0U;
    DIR *folder = NULL;

    await_closer();
    folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder) != NULL) {
        count++;
    }
    assert_int_equal(closedir(folder), 0);
    return count;
}

/** A limit against hanging; the channels are those that are built in. */
static inline int ipc_begin(void **state)
{
    (void)state;
    (void)alarm(CASE_SECONDS);
    own_table_begin();
    g_descriptors = open_descriptors();
    assert_status(NvSciIpcInit(), NvSciError_Success);
    return 0;
}

static inline int ipc_end(void **state)
{
    go_to_init();
    NvSciIpcDeinit();
    assert_int_equal(open_descriptors(), g_descriptors);
    (void)alarm(0U);
    return nothing_is_left(state);
}

static inline uint32_t ipc_fault_count(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault.total;
}

static inline RingfenceFaultKind ipc_fault_kind(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault.kind;
}

/** The last fault is that a function of a channel, or of no endpoint, does not take a call. */
static inline void assert_refusal(const char *function, const char *endpoint, const char *what)
{
    RingfenceFault fault;

    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_CHANNEL_ORDER);
    assert_string_equal(fault.function, function);
    assert_string_equal(fault.endpoint, endpoint);
    assert_string_equal(fault.causeText, what);
}

static inline NvSciIpcEndpoint open_endpoint(const char *name)
{
    NvSciIpcEndpoint handle = 0U;

    assert_status(NvSciIpcOpenEndpoint(name, &handle), NvSciError_Success);
    assert_true(handle != 0U);
    return handle;
}

static inline void close_endpoint_of(NvSciIpcEndpoint handle)
{
    assert_status(NvSciIpcCloseEndpointSafe(handle, true), NvSciError_Success);
}

static inline void reset_endpoint_of(NvSciIpcEndpoint handle)
{
    assert_status(NvSciIpcResetEndpointSafe(handle), NvSciError_Success);
}

static inline uint32_t events_of(NvSciIpcEndpoint handle)
{
    uint32_t events = 0xFFFFFFFFU;

    assert_status(NvSciIpcGetEventSafe(handle, &events), NvSciError_Success);
    return events;
}

/** Whether the endpoint's descriptor becomes readable within a time. */
static inline bool is_ready(NvSciIpcEndpoint handle, int milliseconds)
{
    struct pollfd entry = {.events = POLLIN};

    assert_status(NvSciIpcGetLinuxEventFd(handle, &entry.fd), NvSciError_Success);
    return poll(&entry, 1U, milliseconds) == 1;
}

/** Waits for one of the events, asleep in between, and gives all events of that moment. */
static inline uint32_t wait_for(NvSciIpcEndpoint handle, uint32_t wanted)
{
    uint32_t events = events_of(handle);

    for (uint32_t i = 0U; (i < LOOKS_MAX) && ((events & wanted) == 0U); i++) {
        assert_true(is_ready(handle, SLEEP_MS));
        events = events_of(handle);
    }
    assert_true((events & wanted) != 0U);
    return events;
}

/** Two ends in this process. */
typedef struct {
    NvSciIpcEndpoint zero;
    NvSciIpcEndpoint one;
} Pair;

/** Calls both ends in turn until each has reported CONN_EST. */
static inline void connect_pair(const Pair *pair)
{
    uint32_t seen_zero = 0U;
    uint32_t seen_one = 0U;

    for (uint32_t i = 0U;
         (i < LOOKS_MAX) && (((seen_zero & seen_one) & NV_SCI_IPC_EVENT_CONN_EST) == 0U); i++) {
        seen_zero |= events_of(pair->zero);
        seen_one |= events_of(pair->one);
    }
    assert_true((seen_zero & NV_SCI_IPC_EVENT_CONN_EST) != 0U);
    assert_true((seen_one & NV_SCI_IPC_EVENT_CONN_EST) != 0U);
}

/** Opens two ends, resets them and connects them. */
static inline Pair make_pair(const char *zero, const char *one)
{
    const Pair pair = {open_endpoint(zero), open_endpoint(one)};

    reset_endpoint_of(pair.zero);
    reset_endpoint_of(pair.one);
    connect_pair(&pair);
    return pair;
}

static inline void close_pair(const Pair *pair)
{
    close_endpoint_of(pair->zero);
    close_endpoint_of(pair->one);
}

#endif /* RINGFENCE_TEST_IPC_FIXTURE_H */
