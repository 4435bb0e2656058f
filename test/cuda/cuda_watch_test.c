/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_watch_test.c
 * Streams that wait for a process which dies, and the thread that notices. Each process makes its
 * context after it began, as CUDA asks for.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <pthread.h>

#include "../system/peers.h"
#include "fault.h"
#include "ringfence_cuda.h"
#include "ringfence_engine.h"

#define CU_OK(call)              CHECK((call) == CUDA_SUCCESS)
#define CU_GIVES(call, expected) CHECK((int)(call) == (int)(expected))

/** Objects of a process that has several. */
#define MANY 3U
/** Points that a process asks for before it dies. */
#define POINTS 40U
/** Points that are reached of them. */
#define REACHED 5U

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);
static bool g_no_threads;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument)
{
    return g_no_threads ? EAGAIN : __real_pthread_create(thread, attributes, run, argument);
}

/** What a process has. */
typedef struct {
    NvSciIpcEndpoint handle;
    NvSciSyncModule sync;
    CUdevice device;
    CUcontext context;
    CUstream stream;
    NvSciSyncObj object;
    CUexternalSemaphore semaphore;
} Party;

/** Whether a GPU signals, or the CPU. For the processes that a test starts. */
static bool g_gpu_signals;
/** What the reader tells the test. */
static int g_says[2];

static Party begin(const char *name)
{
    Party party;

    (void)memset(&party, 0, sizeof(party));
    CU_OK(cuInit(0U));
    CU_OK(cuDeviceGet(&party.device, 0));
    CU_OK(cuDevicePrimaryCtxRetain(&party.context, party.device));
    CU_OK(cuCtxSetCurrent(party.context));
    CU_OK(cuStreamCreate(&party.stream, CU_STREAM_NON_BLOCKING));
    party.sync = open_sync();
    party.handle = join(name);
    return party;
}

static NvSciSyncAttrList stream_list(const Party *party, int flags)
{
    NvSciSyncAttrList list = NULL;

    CHECK_OK(NvSciSyncAttrListCreate(party->sync, &list));
    CU_OK(ringfenceCuDeviceGetNvSciSyncAttributes(list, party->device, flags));
    return list;
}

/** Makes an object that this process signals, and sends it. */
static NvSciSyncObj give(const Party *party)
{
    const NvSciSyncAttrList lists[2] = {
        g_gpu_signals ? stream_list(party, CUDA_NVSCISYNC_ATTR_SIGNAL)
                      : ask_for(party->sync, NvSciSyncAccessPerm_SignalOnly, false),
        receive_list(party->sync, party->handle)};
    const NvSciSyncObj object = make_of(lists, 2U);

    send_object(party->handle, object);
    return object;
}

/** Asks for an object to wait for, and takes it. */
static NvSciSyncObj take(const Party *party)
{
    const NvSciSyncAttrList list = stream_list(party, CUDA_NVSCISYNC_ATTR_WAIT);
    NvSciSyncObj object = NULL;

    send_lists(party->handle, &list, 1U);
    object = receive_object(party->sync, party->handle, list);
    NvSciSyncAttrListFree(list);
    return object;
}

static CUresult try_import(NvSciSyncObj object, CUexternalSemaphore *semaphore)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    desc.handle.nvSciSyncObj = object;
    return ringfenceCuImportExternalSemaphore(semaphore, &desc);
}

static CUresult try_wait(const Party *party, NvSciSyncFence *fence)
{
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCuWaitExternalSemaphoresAsync(&party->semaphore, &params, 1U, party->stream);
}

static cudaError_t try_wait_runtime(const Party *party, NvSciSyncFence *fence)
{
    struct cudaExternalSemaphoreWaitParams params;
    const cudaExternalSemaphore_t semaphore = (cudaExternalSemaphore_t)party->semaphore;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCudaWaitExternalSemaphoresAsync(&semaphore, &params, 1U,
                                                    (cudaStream_t)party->stream);
}

/** Threads of the library; the driver has others. */
static uint32_t threads_now(void)
{
    uint32_t count = 0U;
    DIR *const folder = opendir("/proc/self/task");

    CHECK(folder != NULL);
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char path[300];
        char name[16] = {0};
        FILE *file = NULL;

        (void)snprintf(path, sizeof(path), "/proc/self/task/%s/comm", entry->d_name);
        file = fopen(path, "r");
        if (file != NULL) {
            count += ((fgets(name, (int)sizeof(name), file) != NULL) &&
                      (strcmp(name, "ringfence\n") == 0))
                         ? 1U
                         : 0U;
            CHECK(fclose(file) == 0);
        }
    }
    CHECK(closedir(folder) == 0);
    return count;
}

/** Says whether there are so many threads, or soon are: a new one gives itself its name. */
static bool threads_become(uint32_t count)
{
    for (uint32_t i = 0U; (i < 20000U) && (threads_now() != count); i++) {
        (void)usleep(1000U);
    }
    return threads_now() == count;
}

static uint32_t faults_now(void)
{
    RingfenceFault fault;

    CHECK_OK(RingfenceGetLastFault(&fault));
    return fault.total;
}

static void end(const Party *party)
{
    part(party->sync, party->handle);
    CU_OK(cuStreamDestroy(party->stream));
    CU_OK(cuDevicePrimaryCtxRelease(party->device));
}

/* ---------------------------------------------------------------- death */

/** A word of the GPU that nobody writes. */
static CUdeviceptr dead_word(void)
{
    static uint64_t page[512] __attribute__((aligned(4096)));
    CUdeviceptr pointer = 0U;

    CU_OK(cuMemHostRegister(page, sizeof(page), CU_MEMHOSTREGISTER_DEVICEMAP));
    CU_OK(cuMemHostGetDevicePointer(&pointer, page, 0U));
    return pointer;
}

/** Passes points out of which it reaches a few, and dies with the others in its queue. */
static void doomed_signaller(void)
{
    Party party = begin(A_0);

    party.object = give(&party);
    if (g_gpu_signals) {
        CU_OK(try_import(party.object, &party.semaphore));
    }
    for (uint32_t i = 1U; i <= POINTS; i++) {
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        (void)memset(&params, 0, sizeof(params));
        params.params.nvSciSync.fence = &fence;
        if (g_gpu_signals && (i == (REACHED + 1U))) {
            CU_OK(cuStreamWaitValue64(party.stream, dead_word(), 1U, CU_STREAM_WAIT_VALUE_GEQ));
        }
        if (g_gpu_signals) {
            CU_OK(ringfenceCuSignalExternalSemaphoresAsync(&party.semaphore, &params, 1U,
                                                           party.stream));
        } else {
            CHECK_OK(NvSciSyncObjGenerateFence(party.object, &fence));
        }
        send_fence(party.handle, &fence);
    }
    for (uint32_t i = 0U; (i < REACHED) && (!g_gpu_signals); i++) {
        CHECK_OK(NvSciSyncObjSignal(party.object));
    }
    (void)pause();
}

/** Waits in a stream for points that are reached and for others, and goes on when the peer died. */
static void bereft_reader(void)
{
    static NvSciSyncFence fences[POINTS];
    const uint8_t byte = 1U;
    Party party = begin(A_1);
    RingfenceFault fault;
    uint32_t faults = 0U;
    uint32_t threads = 0U;

    party.object = take(&party);
    threads = threads_now();
    CU_OK(try_import(party.object, &party.semaphore));
    CHECK((threads == 0U) && threads_become(1U));
    faults = faults_now();
    for (uint32_t i = 0U; i < POINTS; i++) {
        receive_fence(party.handle, party.object, &fences[i]);
    }
    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    for (uint32_t i = 0U; i < REACHED; i++) {
        CU_OK(try_wait(&party, &fences[i]));
    }
    CU_OK(cuStreamSynchronize(party.stream));
    for (uint32_t i = REACHED; i < POINTS; i++) {
        CU_OK(try_wait(&party, &fences[i]));
    }
    (void)usleep(20000U);
    CU_GIVES(cuStreamQuery(party.stream), CUDA_ERROR_NOT_READY);
    CHECK(faults_now() == faults);
    CHECK(write(g_says[1], &byte, sizeof(byte)) == (ssize_t)sizeof(byte));
    CU_OK(cuStreamSynchronize(party.stream));
    for (uint32_t i = 0U; i < POINTS; i++) {
        const CUresult expected = (i < REACHED) ? CUDA_SUCCESS : CUDA_ERROR_EXTERNAL_DEVICE;

        CU_GIVES(try_wait(&party, &fences[i]), expected);
        CU_GIVES(try_wait_runtime(&party, &fences[i]),
                 (i < REACHED) ? cudaSuccess : cudaErrorExternalDevice);
    }
    /* The waiter counter is opened before the fault is told: the stream may be ahead of it. */
    for (uint32_t i = 0U; (i < 20000U) && (faults_now() == faults); i++) {
        (void)usleep(1000U);
    }
    for (uint32_t i = 0U; i < POINTS; i++) {
        NvSciSyncFenceClear(&fences[i]);
    }
    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT));
    CU_OK(ringfenceCuDestroyExternalSemaphore(party.semaphore));
    /* Nobody watches any more. */
    CHECK_OK(RingfenceGetLastFault(&fault));
    CHECK((fault.kind == RINGFENCE_FAULT_SIGNALER_GONE) && (fault.total == (faults + 1U)));
    NvSciSyncObjFree(party.object);
    end(&party);
}

static void run_death(void)
{
    pid_t reader = -1;
    pid_t signaller = -1;
    uint8_t byte = 0U;

    assert_int_equal(pipe(g_says), 0);
    reader = start_role(bereft_reader);
    signaller = start_role(doomed_signaller);
    assert_int_equal(close(g_says[1]), 0);
    assert_int_equal(read(g_says[0], &byte, sizeof(byte)), 1);
    assert_int_equal(kill(signaller, SIGKILL), 0);
    assert_true(ended_by(signaller, SIGKILL));
    assert_true(ended_by(reader, 0));
    assert_int_equal(close(g_says[0]), 0);
}

/**
 * A stream that waits for the CPU of another process goes on when that is killed; the next wait
 * says why.
 * @verifies RF-CUDA-061 RF-CUDA-062 RF-SYNC-097
 */
static void a_stream_outlives_the_cpu_that_signals(void **state)
{
    (void)state;
    g_gpu_signals = false;
    run_death();
}

/**
 * The same if a stream of the process that is killed had the signals in its queue.
 * @verifies RF-CUDA-061 RF-CUDA-062 RF-SYNC-097
 */
static void a_stream_outlives_the_stream_that_signals(void **state)
{
    (void)state;
    g_gpu_signals = true;
    run_death();
}

/* ---------------------------------------------------------------- an end in order */

/** Signals all points and ends. */
static void orderly_signaller(void)
{
    Party party = begin(A_0);

    party.object = give(&party);
    for (uint32_t i = 0U; i < POINTS; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        CHECK_OK(NvSciSyncObjGenerateFence(party.object, &fence));
        send_fence(party.handle, &fence);
        NvSciSyncFenceClear(&fence);
        CHECK_OK(NvSciSyncObjSignal(party.object));
    }
    listen_to(party.handle);
    NvSciSyncObjFree(party.object);
    tell(party.handle);
    end(&party);
}

/** Waits for all; when the peer has given the object up, that is no fault. */
static void orderly_reader(void)
{
    NvSciSyncFence fences[POINTS];
    Party party = begin(A_1);
    uint32_t faults = 0U;
    bool over = false;

    (void)memset(fences, 0, sizeof(fences));
    party.object = take(&party);
    CU_OK(try_import(party.object, &party.semaphore));
    faults = faults_now();
    for (uint32_t i = 0U; i < POINTS; i++) {
        receive_fence(party.handle, party.object, &fences[i]);
        CU_OK(try_wait(&party, &fences[i]));
    }
    CU_OK(cuStreamSynchronize(party.stream));
    tell(party.handle);
    listen_to(party.handle);
    while (!over) {
        CHECK_OK(RingfenceEngineSyncCheck(party.object, &over));
    }
    for (uint32_t i = 0U; i < POINTS; i++) {
        CU_OK(try_wait(&party, &fences[i]));
        NvSciSyncFenceClear(&fences[i]);
    }
    (void)usleep(20000U);
    CHECK(faults_now() == faults);
    CU_OK(ringfenceCuDestroyExternalSemaphore(party.semaphore));
    NvSciSyncObjFree(party.object);
    end(&party);
}

/**
 * A process that gives its object up when all was signalled leaves neither errors nor faults.
 * @verifies RF-CUDA-061
 */
static void an_end_in_order_is_no_fault(void **state)
{
    static const Role roles[] = {orderly_signaller, orderly_reader};

    (void)state;
    g_gpu_signals = false;
    run_roles(roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- the thread */

/** Offers objects, and keeps them until the peer is done. */
static void many_giver(void)
{
    Party party = begin(A_0);
    NvSciSyncObj objects[MANY];

    for (uint32_t i = 0U; i < MANY; i++) {
        objects[i] = give(&party);
    }
    listen_to(party.handle);
    for (uint32_t i = 0U; i < MANY; i++) {
        NvSciSyncObjFree(objects[i]);
    }
    end(&party);
}

/** Imports fail for want of a thread, or of an event, and leave nothing; then there is one thread
 * for all, until the last semaphore goes, and again for the next ones. */
static void many_taker(void)
{
    Party party = begin(A_1);
    NvSciSyncObj objects[MANY];
    CUexternalSemaphore semaphores[MANY];
    uint32_t threads = 0U;

    for (uint32_t i = 0U; i < MANY; i++) {
        objects[i] = take(&party);
    }
    threads = threads_now();
    for (uint32_t i = 0U; i < 4U; i++) {
        g_no_threads = ((i % 2U) == 0U);
        fault_arm(g_no_threads ? 0U : 1U, EMFILE);
        semaphores[0] = NULL;
        CU_GIVES(try_import(objects[0], &semaphores[0]), CUDA_ERROR_OPERATING_SYSTEM);
        CHECK(semaphores[0] == NULL);
        CHECK(threads_now() == threads);
        CHECK(fault_disarm() == !g_no_threads);
    }
    g_no_threads = false;
    for (uint32_t round = 0U; round < 3U; round++) {
        for (uint32_t i = 0U; i < MANY; i++) {
            CU_OK(try_import(objects[i], &semaphores[i]));
            CHECK(threads_become(threads + 1U));
        }
        for (uint32_t i = 0U; i < MANY; i++) {
            CHECK(threads_become(threads + 1U));
            CU_OK(ringfenceCuDestroyExternalSemaphore(semaphores[i]));
        }
        CHECK(threads_now() == threads);
    }
    for (uint32_t i = 0U; i < MANY; i++) {
        NvSciSyncObjFree(objects[i]);
    }
    tell(party.handle);
    end(&party);
}

/**
 * One thread serves all semaphores whose signaller is another process. It is there as long as one
 * of them; an import that cannot have it fails.
 * @verifies RF-CUDA-062
 * @verifies RF-CUDA-063
 */
static void one_thread_serves_all_semaphores(void **state)
{
    static const Role roles[] = {many_giver, many_taker};

    (void)state;
    g_gpu_signals = false;
    run_roles(roles, COUNT_OF(roles));
}

/** Imports what it signals itself: nobody has to be watched. */
static void own_signaller(void)
{
    Party party = begin(A_0);
    const uint32_t threads = threads_now();

    g_gpu_signals = true;
    party.object = give(&party);
    CU_OK(try_import(party.object, &party.semaphore));
    CHECK(threads_now() == threads);
    CU_OK(ringfenceCuDestroyExternalSemaphore(party.semaphore));
    listen_to(party.handle);
    NvSciSyncObjFree(party.object);
    end(&party);
}

/** Imports, and forks a child that destroys what it inherited. */
static void parent_of_a_child(void)
{
    Party party = begin(A_1);
    const uint32_t threads = threads_now();
    pid_t child = -1;

    party.object = take(&party);
    CU_OK(try_import(party.object, &party.semaphore));
    child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        /* CUDA serves no child; the library comes back all the same. */
        (void)ringfenceCuDestroyExternalSemaphore(party.semaphore);
        _exit(7);
    } else {
        int status = -1;

        CHECK(waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && (WEXITSTATUS(status) == 7));
    }
    CHECK(threads_become(threads + 1U));
    tell(party.handle);
    CU_OK(ringfenceCuDestroyExternalSemaphore(party.semaphore));
    CHECK(threads_now() == threads);
    NvSciSyncObjFree(party.object);
    end(&party);
}

/**
 * A process that signals itself has no thread; nor has a forked child, which can still destroy.
 * @verifies RF-CUDA-062
 */
static void who_has_no_thread_needs_none(void **state)
{
    static const Role roles[] = {own_signaller, parent_of_a_child};

    (void)state;
    g_gpu_signals = true;
    run_roles(roles, COUNT_OF(roles));
}

int main(void)
{
    const struct CMUnitTest tests[] = {peers_test(a_stream_outlives_the_cpu_that_signals),
                                       peers_test(a_stream_outlives_the_stream_that_signals),
                                       peers_test(an_end_in_order_is_no_fault),
                                       peers_test(one_thread_serves_all_semaphores),
                                       peers_test(who_has_no_thread_needs_none)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
