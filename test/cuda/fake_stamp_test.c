/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_stamp_test.c
 * Clocks that drift, GPUs that are busy, and libraries without a kernel, where signals are to have
 * timestamps.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"

#include <time.h>

#include "fake.h"
#include "fake_hold.h"
#include "port/lock.h"
#include "ringfence_engine.h"

/** How much faster the GPU's clock runs, in millionths: more than any does. */
#define FAST 900
/** What the clocks may differ by when they were compared more than once. */
#define ERROR_US 500U
/** Signals in a row that show that, and how long they are waited for. */
#define CALM        8U
#define PATIENCE_MS 30000U
#define PAUSE_MS    100U

/** Without nvcc this is what the library has. */
static bool g_built = true;

const void *__real_graph_image(size_t *length);
const void *__wrap_graph_image(size_t *length);

const void *__wrap_graph_image(size_t *length)
{
    *length = 0U;
    return g_built ? __real_graph_image(length) : NULL;
}

/** The word of a clock whose import this thread ends; NULL: none. And how long the thread of the
 * clocks is waited for, which looks each second at least. */
static _Thread_local const uint64_t *t_ending_word;
#define LOOK_MS 1600U

static uint64_t now_us(void);
static void pause_ms(long ms);

void __real_ringfence_port_mutex_unlock(PortAtomic32 *mutex);
void __wrap_ringfence_port_mutex_unlock(PortAtomic32 *mutex);

/** Gives a lock back. The first one behind the end of a registration is followed by a pause, in
 * which the thread of the clocks may ask. */
void __wrap_ringfence_port_mutex_unlock(PortAtomic32 *mutex)
{
    const uint64_t *const word = t_ending_word;

    __real_ringfence_port_mutex_unlock(mutex);
    if ((word != NULL) && (fake_control()->count("cuMemHostUnregister") > 0U)) {
        const uint64_t begin_us = now_us();

        t_ending_word = NULL;
        while ((now_us() < (begin_us + (1000U * LOOK_MS))) &&
               (__atomic_load_n(word, __ATOMIC_ACQUIRE) != 0U)) {
            pause_ms(1);
        }
    }
}

static int fake_up(void **state)
{
    const int status = scene_up(state);

    g_built = true;
    assert_non_null(fake_control());
    fake_control()->reset();
    return status;
}

#define fake_test(function) cmocka_unit_test_setup_teardown(function, fake_up, scene_down)

static uint64_t now_us(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return ((uint64_t)now.tv_sec * 1000000U) + ((uint64_t)now.tv_nsec / 1000U);
}

static void pause_ms(long ms)
{
    const struct timespec pause = {0, ms * 1000000L};

    (void)nanosleep(&pause, NULL);
}

/** Lists of a GPU that signals and of a CPU that waits, with timestamps. */
static void make_lists(NvSciSyncAttrList lists[2], int flags)
{
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterRequireTimestamps, &yes,
                                            sizeof(yes)};

    lists[0] = side(flags, NvSciSyncAccessPerm_SignalOnly);
    lists[1] = side(CPU_SIDE, NvSciSyncAccessPerm_WaitOnly);
    assert_int_equal(NvSciSyncAttrListSetAttrs(lists[1], &pair, 1U), NvSciError_Success);
}

static NvSciSyncObj stamped_object(int flags)
{
    NvSciSyncAttrList lists[2];
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    make_lists(lists, flags);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

/**
 * Signals once and waits. Gives what the time is behind the end of the wait; the call that signals
 * is never behind it, and the time before neither.
 */
static uint64_t ahead_of_cpu(CUexternalSemaphore semaphore, uint64_t *last_us)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const uint64_t begin_us = now_us();
    uint64_t end_us = 0U;
    uint64_t time_us = 0U;

    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_expires(&fence);
    end_us = now_us();
    assert_int_equal(NvSciSyncFenceGetTimestamp(&fence, &time_us), NvSciError_Success);
    assert_true(time_us >= begin_us);
    assert_true(time_us >= *last_us);
    *last_us = time_us;
    NvSciSyncFenceClear(&fence);
    return (time_us > end_us) ? (time_us - end_us) : 0U;
}

/**
 * A clock of the GPU that runs faster is compared again: after seconds in which it gained
 * milliseconds, times are still those of the CPU, and none is before another one. So it is when it
 * runs slower again.
 * @verifies RF-CUDA-123
 */
static void clocks_are_compared_again(void **state)
{
    const NvSciSyncObj object = stamped_object(SIGNALS);
    const CUexternalSemaphore semaphore = import_sync(object);
    uint64_t last_us = 0U;

    (void)state;
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t i = 0U; i < 2U; i++) {
        uint32_t calm = 0U;
        uint32_t passed_ms = 0U;

        fake_control()->clock((i == 0U) ? FAST : -FAST);
        /* So long that a single comparison would be wrong by more. */
        while ((passed_ms < (3U * 1000U)) || (calm < CALM)) {
            calm = (ahead_of_cpu(semaphore, &last_us) <= ERROR_US) ? (calm + 1U) : 0U;
            pause_ms(PAUSE_MS);
            passed_ms += PAUSE_MS;
            assert_true(passed_ms < PATIENCE_MS);
        }
    }
    fake_control()->clock(0);
    go_to(RINGFENCE_PHASE_DEINIT);
    destroy_sync(semaphore);
    go_to(RINGFENCE_PHASE_INIT);
    NvSciSyncObjFree(object);
}

/**
 * A GPU that takes so long that its clock cannot be told is no signaller with timestamps; nothing
 * is left, and later it is one.
 * @verifies RF-CUDA-122
 */
static void a_busy_gpu_is_not_ready(void **state)
{
    const NvSciSyncObj object = stamped_object(SIGNALS);
    CUexternalSemaphore semaphore = NULL;
    uint64_t last_us = 0U;

    (void)state;
    fake_control()->slow(3000U);
    assert_cu(try_import(object, 0U, &semaphore), CUDA_ERROR_NOT_READY);
    assert_int_equal(fake_control()->live(FAKE_REGISTRATIONS), 0U);
    assert_int_equal(fake_control()->live(FAKE_STREAMS), 1U);
    fake_control()->slow(0U);
    semaphore = import_sync(object);
    (void)ahead_of_cpu(semaphore, &last_us);
    destroy_sync(semaphore);
    assert_int_equal(fake_control()->live(FAKE_STREAMS), 1U);
    NvSciSyncObjFree(object);
}

/**
 * The end of an import waits until the GPU has answered: it would write into pages that are gone.
 * @verifies RF-CUDA-123
 */
static void a_late_answer_finds_its_word(void **state)
{
    const NvSciSyncObj object = stamped_object(SIGNALS);
    const CUexternalSemaphore semaphore = import_sync(object);
    unsigned int waits = 0U;

    (void)state;
    fake_control()->slow(300000U);
    /* The thread asks a quarter of a second after the import. */
    for (uint32_t i = 0U; i < 35U; i++) {
        pause_ms(10);
    }
    waits = fake_control()->count("cuEventSynchronize");
    destroy_sync(semaphore);
    assert_int_equal(fake_control()->count("cuEventSynchronize"), waits + 1U);
    assert_int_equal(fake_control()->live(FAKE_REGISTRATIONS), 0U);
    assert_int_equal(fake_control()->live(FAKE_STREAMS), 1U);
    NvSciSyncObjFree(object);
}

/**
 * Clocks are compared, also by a GPU that is slow, while a tool makes questions about streams wait
 * for the stream NULL, on which the program has work that does not end.
 * @verifies RF-CUDA-255
 */
static void clocks_wait_for_their_own_work(void **state)
{
    const NvSciSyncObj object = stamped_object(SIGNALS);
    CUexternalSemaphore semaphore = NULL;
    uint64_t last_us = 0U;
    Hold hold;

    (void)state;
    hold_begin(&hold);
    /* So late that the GPU is waited for, and not only looked at. */
    fake_control()->slow(700U);
    semaphore = import_sync(object);
    fake_control()->slow(0U);
    (void)ahead_of_cpu(semaphore, &last_us);
    assert_true(hold_end(&hold));
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * When the end of an import has given the pages back, the GPU is asked nothing any more: it would
 * write its time into pages that are gone.
 * @verifies RF-CUDA-238
 */
static void a_clock_ends_before_its_pages(void **state)
{
    const NvSciSyncObj object = stamped_object(SIGNALS);
    const CUexternalSemaphore semaphore = import_sync(object);
    const uint64_t *words = NULL;
    RingfenceEngineSync map;

    (void)state;
    (void)memset(&map, 0, sizeof(map));
    assert_int_equal(RingfenceEngineSyncMap(object, &map), NvSciError_Success);
    words = map.constCounter;
    fake_control()->reset();
    t_ending_word = &words[1];
    destroy_sync(semaphore);
    assert_null(t_ending_word);
    /* Who asks clears the word before. */
    assert_int_not_equal(__atomic_load_n(&words[1], __ATOMIC_ACQUIRE), 0U);
    RingfenceEngineSyncUnmap(&map);
    NvSciSyncObjFree(object);
}

/**
 * A library without a kernel says at reconciliation that its GPUs have no timestamps; an object
 * that was reconciled elsewhere is refused when it is imported by who signals. Who waits needs no
 * kernel.
 * @verifies RF-CUDA-120
 * @verifies RF-CUDA-124
 */
static void without_a_kernel_there_are_no_times(void **state)
{
    const NvSciSyncObj object = stamped_object(SIGNALS);
    NvSciSyncAttrList lists[2];
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;
    CUexternalSemaphore semaphore = NULL;
    RingfenceConflict why;

    (void)state;
    g_built = false;
    assert_cu(try_import(object, 0U, &semaphore), CUDA_ERROR_NOT_SUPPORTED);
    assert_null(semaphore);
    assert_int_equal(fake_control()->live(FAKE_REGISTRATIONS), 0U);
    make_lists(lists, SIGNALS);
    assert_int_equal(NvSciSyncAttrListReconcile(lists, 2U, &reconciled, &conflict),
                     NvSciError_UnsupportedConfig);
    assert_int_equal(RingfenceExplainConflict(conflict, &why), NvSciError_Success);
    assert_int_equal(why.key, NvSciSyncAttrKey_WaiterRequireTimestamps);
    assert_int_equal(why.rule, RINGFENCE_RULE_SUPPORTED);
    NvSciSyncAttrListFree(conflict);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncObjFree(object);
}

/**
 * A driver that has no code for its GPU says so when the kernels are loaded or launched; no import
 * without timestamps comes of it.
 * @verifies RF-CUDA-124
 */
static void a_gpu_without_a_binary_has_no_times(void **state)
{
    static const char *const names[] = {"cuLibraryLoadData", "cuLibraryGetKernel",
                                        "cuLaunchKernel"};
    const NvSciSyncObj object = stamped_object(SIGNALS);
    CUexternalSemaphore semaphore = NULL;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(names); i++) {
        /* What is loaded stays loaded: without a call there is nothing to refuse. */
        fake_control()->reset();
        assert_true(fake_control()->refuse(names[i], 1U, CUDA_ERROR_NO_BINARY_FOR_GPU));
        const CUresult result = try_import(object, 0U, &semaphore);

        if (fake_control()->count(names[i]) > 0U) {
            assert_cu(result, CUDA_ERROR_NOT_SUPPORTED);
            assert_null(semaphore);
        } else {
            assert_cu(result, CUDA_SUCCESS);
            destroy_sync(semaphore);
            semaphore = NULL;
        }
        assert_int_equal(fake_control()->live(FAKE_REGISTRATIONS), 0U);
    }
    NvSciSyncObjFree(object);
}

/** What objects without timestamps, and who waits, must not call. */
static void assert_no_kernel(void)
{
    static const char *const names[] = {"cuLibraryLoadData", "cuLibraryGetKernel", "cuLaunchKernel",
                                        "cuStreamCreate", "cuStreamGetCtx"};

    for (size_t i = 0U; i < COUNT_OF(names); i++) {
        assert_int_equal(fake_control()->count(names[i]), 0U);
    }
}

/** An object that the CPU signals, with timestamps, for a GPU and a CPU that wait. */
static NvSciSyncObj stamped_by_cpu(void)
{
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_WaiterRequireTimestamps, &yes,
                                            sizeof(yes)};
    NvSciSyncAttrList lists[3] = {side(CPU_SIDE, NvSciSyncAccessPerm_SignalOnly),
                                  side(CPU_SIDE, NvSciSyncAccessPerm_WaitOnly),
                                  side(WAITS, NvSciSyncAccessPerm_WaitOnly)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_int_equal(NvSciSyncAttrListSetAttrs(lists[1], &pair, 1U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 3U, &object, &conflict),
                     NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(lists); i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    return object;
}

/**
 * A GPU that waits for a CPU whose signals have timestamps needs no kernel and no clock.
 * @verifies RF-CUDA-124
 * @verifies RF-CUDA-126
 */
static void who_waits_for_the_cpu_needs_no_kernel(void **state)
{
    const NvSciSyncObj object = stamped_by_cpu();
    CUexternalSemaphore semaphore = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t time_us = 0U;

    (void)state;
    g_built = false;
    fake_control()->reset();
    semaphore = import_sync(object);
    assert_int_equal(NvSciSyncObjGenerateFence(object, &fence), NvSciError_Success);
    assert_cu(try_wait(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncObjSignal(object), NvSciError_Success);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    assert_int_equal(NvSciSyncFenceGetTimestamp(&fence, &time_us), NvSciError_Success);
    assert_no_kernel();
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/**
 * An object without timestamps is imported and signalled without a kernel and without a clock.
 * @verifies RF-CUDA-126
 */
static void who_does_not_ask_pays_nothing(void **state)
{
    const NvSciSyncObj object = sync_object(SIGNALS, CPU_SIDE);
    CUexternalSemaphore semaphore = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    fake_control()->reset();
    semaphore = import_sync(object);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_expires(&fence);
    assert_int_equal(fake_control()->count("cuStreamWriteValue64_v2"), 1U);
    assert_no_kernel();
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

/** Says whether one of the first calls launched the same kernel as another call. */
static bool is_known(const FakeCall *launch, unsigned int before)
{
    FakeCall call;
    bool known = false;

    for (unsigned int i = 0U; i < before; i++) {
        assert_true(fake_control()->call(i, &call));
        known = known || ((strcmp(call.name, "cuLaunchKernel") == 0) &&
                          (call.arguments[1] == launch->arguments[1]));
    }
    return known;
}

/**
 * A signal launches no kernel for the first time: CUDA may wait for all streams when it loads one.
 * @verifies RF-CUDA-254
 */
static void kernels_run_before_the_first_signal(void **state)
{
    const NvSciSyncObj object = stamped_object(SIGNALS);
    CUexternalSemaphore semaphore = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    unsigned int begin = 0U;
    unsigned int launches = 0U;
    FakeCall call;

    (void)state;
    fake_control()->reset();
    semaphore = import_sync(object);
    begin = fake_control()->count(NULL);
    assert_cu(try_signal(semaphore, &fence, 0U), CUDA_SUCCESS);
    assert_expires(&fence);
    for (unsigned int i = begin; i < fake_control()->count(NULL); i++) {
        assert_true(fake_control()->call(i, &call));
        if (strcmp(call.name, "cuLaunchKernel") == 0) {
            assert_true(is_known(&call, begin));
            launches++;
        }
    }
    assert_true(launches > 0U);
    NvSciSyncFenceClear(&fence);
    destroy_sync(semaphore);
    NvSciSyncObjFree(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fake_test(a_gpu_without_a_binary_has_no_times),
        fake_test(clocks_are_compared_again),
        fake_test(a_busy_gpu_is_not_ready),
        fake_test(a_late_answer_finds_its_word),
        fake_test(clocks_wait_for_their_own_work),
        fake_test(a_clock_ends_before_its_pages),
        fake_test(without_a_kernel_there_are_no_times),
        fake_test(who_waits_for_the_cpu_needs_no_kernel),
        fake_test(who_does_not_ask_pays_nothing),
        fake_test(kernels_run_before_the_first_signal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
