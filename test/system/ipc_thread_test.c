/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <pthread.h>

#include "ipc/ipc.h"
#include "ipc_fixture.h"

#define MESSAGES 30000U

/** What a thread does with one end; assertions belong to the main thread. */
typedef struct {
    NvSciIpcEndpoint handle;
    bool failed;
} Worker;

/** Waits for an event in a thread. */
static bool worker_wait(NvSciIpcEndpoint handle, uint32_t wanted)
{
    struct pollfd entry = {.events = POLLIN};
    uint32_t events = 0U;
    bool fine = (NvSciIpcGetLinuxEventFd(handle, &entry.fd) == NvSciError_Success);

    while (fine && ((events & wanted) == 0U)) {
        fine = (NvSciIpcGetEventSafe(handle, &events) == NvSciError_Success);
        if (fine && ((events & wanted) == 0U)) {
            fine = (poll(&entry, 1U, 20000) == 1);
        }
    }
    return fine;
}

/** Sends numbers, and expects each back plus one. */
static void *ask(void *argument)
{
    Worker *const worker = argument;
    bool fine = worker_wait(worker->handle, NV_SCI_IPC_EVENT_CONN_EST);

    for (uint64_t i = 0U; fine && (i < MESSAGES); i++) {
        uint64_t answer = 0U;
        uint32_t bytes = 0U;

        fine = (NvSciIpcWriteSafe(worker->handle, &i, sizeof(i), &bytes) == NvSciError_Success) &&
               worker_wait(worker->handle, NV_SCI_IPC_EVENT_READ) &&
               (NvSciIpcReadSafe(worker->handle, &answer, sizeof(answer), &bytes) ==
                NvSciError_Success) &&
               (answer == (i + 1U));
    }
    worker->failed = !fine;
    return NULL;
}

/** Adds one to each number, in place. */
static void *answer_all(void *argument)
{
    Worker *const worker = argument;
    bool fine = worker_wait(worker->handle, NV_SCI_IPC_EVENT_CONN_EST);

    for (uint64_t i = 0U; fine && (i < MESSAGES); i++) {
        const volatile void *question = NULL;
        volatile void *answer = NULL;

        fine = worker_wait(worker->handle, NV_SCI_IPC_EVENT_READ) &&
               (NvSciIpcReadGetNextFrame(worker->handle, &question) == NvSciError_Success) &&
               (NvSciIpcWriteGetNextFrame(worker->handle, &answer) == NvSciError_Success);
        if (fine) {
            *(volatile uint64_t *)answer = *(const volatile uint64_t *)question + 1U;
            fine = (NvSciIpcReadAdvance(worker->handle) == NvSciError_Success) &&
                   (NvSciIpcWriteAdvance(worker->handle) == NvSciError_Success);
        }
    }
    worker->failed = !fine;
    return NULL;
}

/**
 * Two threads of one process talk over an INTER_THREAD channel, one asleep while the other works.
 * @verifies RF-IPC-020 RF-IPC-034
 */
static void threads_talk_over_a_channel(void **state)
{
    Worker workers[2] = {{open_endpoint("itc_test_0"), true}, {open_endpoint("itc_test_1"), true}};
    pthread_t threads[2];

    (void)state;
    reset_endpoint_of(workers[0].handle);
    reset_endpoint_of(workers[1].handle);
    assert_int_equal(pthread_create(&threads[0], NULL, ask, &workers[0]), 0);
    assert_int_equal(pthread_create(&threads[1], NULL, answer_all, &workers[1]), 0);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_false(workers[i].failed);
        close_endpoint_of(workers[i].handle);
    }
}

/** Reads frames of one end that several threads share, and counts them. */
static void *drain(void *argument)
{
    Worker *const worker = argument;
    uint64_t sum = 0U;
    uint64_t number = 0U;

    do {
        uint32_t bytes = 0U;
        uint32_t events = 0U;
        const NvSciError status = NvSciIpcReadSafe(worker->handle, &number, sizeof(number), &bytes);

        if (status == NvSciError_Success) {
            sum += number;
        } else {
            number = 0U;
            (void)NvSciIpcGetEventSafe(worker->handle, &events);
        }
    } while (number != UINT64_MAX);
    worker->failed = false;
    return (void *)(uintptr_t)(sum - UINT64_MAX);
}

/**
 * Several threads may call functions of one endpoint: each frame is read by one of them.
 * @verifies RF-IPC-025
 */
static void threads_may_share_an_endpoint(void **state)
{
    const Pair pair = make_pair("itc_test_0", "itc_test_1");
    Worker workers[2] = {{pair.one, true}, {pair.one, true}};
    pthread_t threads[2];
    uint64_t expected = 0U;
    uint64_t sum = 0U;

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, drain, &workers[i]), 0);
    }
    for (uint64_t i = 1U; i <= (MESSAGES + 2U); i++) {
        const uint64_t number = (i <= MESSAGES) ? i : UINT64_MAX;
        uint32_t bytes = 0U;
        NvSciError status = NvSciError_InsufficientMemory;

        expected += (i <= MESSAGES) ? i : 0U;
        while (status == NvSciError_InsufficientMemory) {
            status = NvSciIpcWriteSafe(pair.zero, &number, sizeof(number), &bytes);
            if (status == NvSciError_InsufficientMemory) {
                (void)wait_for(pair.zero, NV_SCI_IPC_EVENT_WRITE);
            }
        }
        assert_status(status, NvSciError_Success);
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        void *result = NULL;

        assert_int_equal(pthread_join(threads[i], &result), 0);
        sum += (uint64_t)(uintptr_t)result;
    }
    assert_int_equal(sum, expected);
    close_pair(&pair);
}

/** What threads that know no rest have in common. */
typedef struct {
    /** The endpoint of this moment; it may be closed already. */
    PortAtomic64 handle;
    PortAtomic32 done;
    PortAtomic32 wrong;
} Storm;

/** Says whether a result is one that an endpoint may give whose other users close and reset it. */
static bool may_be(NvSciError status)
{
    return (status == NvSciError_Success) || (status == NvSciError_BadParameter) ||
           (status == NvSciError_ConnectionReset) || (status == NvSciError_InsufficientMemory) ||
           (status == NvSciError_InsufficientResource);
}

/** Sends a parcel, and claims one that is not there. */
static bool use_parcels(NvSciIpcEndpoint handle)
{
    const PortParcel parcel = {1U, {STDIN_FILENO}};
    PortParcel claimed = {0U, {0}};
    IpcToken token = {{1U, 1U}};
    IpcEndpoint *endpoint = NULL;
    NvSciError status = ipc_take(OP_IPC_GET_EVENT_SAFE, handle, &endpoint);
    bool fine = may_be(status);

    if (status == NvSciError_Success) {
        fine = !ipc_parcel_claim(endpoint, token, &claimed);
        status = ipc_parcel_send(endpoint, &parcel, &token);
        fine = fine && may_be(status);
        ipc_leave(endpoint);
    }
    return fine;
}

/** Calls all functions of an endpoint until the end. */
static void *use_endpoint(void *argument)
{
    Storm *const storm = argument;

    while (port_load32(&storm->done) == 0U) {
        const NvSciIpcEndpoint handle = port_load64(&storm->handle);
        uint64_t number = 1U;
        uint32_t bytes = 0U;
        uint32_t events = 0U;
        NvSciIpcEndpointInfo info;
        const bool fine = may_be(NvSciIpcWriteSafe(handle, &number, sizeof(number), &bytes)) &&
                          may_be(NvSciIpcReadSafe(handle, &number, sizeof(number), &bytes)) &&
                          may_be(NvSciIpcGetEventSafe(handle, &events)) &&
                          may_be(NvSciIpcGetEndpointInfo(handle, &info)) && use_parcels(handle);

        if (!fine) {
            port_store32(&storm->wrong, 1U);
        }
    }
    return NULL;
}

/**
 * An endpoint is closed, opened and reset while other threads are in its calls: each call gives one
 * of its documented results, the ends connect again afterwards, and nothing is left.
 * @verifies RF-IPC-013 RF-IPC-018 RF-IPC-025 RF-IPC-073
 */
static void endpoint_is_closed_under_its_users(void **state)
{
    Storm storm;
    Pair pair = {open_endpoint("itc_test_0"), open_endpoint("itc_test_1")};
    pthread_t threads[2];

    (void)state;
    port_store64(&storm.handle, pair.one);
    port_store32(&storm.done, 0U);
    port_store32(&storm.wrong, 0U);
    for (uint32_t i = 0U; i < COUNT_OF(threads); i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, use_endpoint, &storm), 0);
    }
    for (uint32_t turn = 0U; turn < 2000U; turn++) {
        reset_endpoint_of(pair.zero);
        reset_endpoint_of(pair.one);
        for (uint32_t look = 0U; look < (turn % 8U); look++) {
            (void)events_of(pair.zero);
        }
        if ((turn % 4U) == 3U) {
            close_endpoint_of(pair.one);
            pair.one = open_endpoint("itc_test_1");
            port_store64(&storm.handle, pair.one);
        }
    }
    port_store32(&storm.done, 1U);
    for (uint32_t i = 0U; i < COUNT_OF(threads); i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(port_load32(&storm.wrong), 0U);
    reset_endpoint_of(pair.zero);
    reset_endpoint_of(pair.one);
    connect_pair(&pair);
    close_pair(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(threads_talk_over_a_channel),
        ipc_test(threads_may_share_an_endpoint),
        ipc_test(endpoint_is_closed_under_its_users),
    };

    return cmocka_run_group_tests_name("ipc_thread", tests, NULL, NULL);
}
