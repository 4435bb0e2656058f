/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file timeline_test.c
 * The timeline: its ends and wrap-around, timestamps, and waiting in several threads.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#include "port/wait.h"
#include "sync_inside.h"

#define WINDOW 0x7FFFFFFFU

/** Result of a wait without time. */
static NvSciError look(const Scene *scene, const NvSciSyncFence *fence)
{
    return NvSciSyncFenceWait(fence, scene->context, 0);
}

static void generate(const Scene *scene, NvSciSyncFence *fence)
{
    assert_status(NvSciSyncObjGenerateFence(scene->object, fence), NvSciError_Success);
}

static void signal_once(const Scene *scene)
{
    assert_status(NvSciSyncObjSignal(scene->object), NvSciError_Success);
}

static void clear_all(NvSciSyncFence *fences, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        NvSciSyncFenceClear(&fences[i]);
    }
}

/* ---------------------------------------------------------------- ends and wrap-around */

/**
 * Points of 32 bits go on behind 2^32 - 1 with 0, and expire one by one across it.
 * @verifies RF-SYNC-053
 */
static void narrow_points_wrap_around(void **state)
{
    Scene scene = scene_open((Traits){.narrow = true});
    NvSciSyncFence fences[6];

    (void)state;
    (void)memset(fences, 0, sizeof(fences));
    set_timeline(scene.object, 0xFFFFFFFDU);
    for (uint32_t i = 0U; i < COUNT_OF(fences); i++) {
        generate(&scene, &fences[i]);
        assert_int_equal(value_of(&fences[i]), (uint32_t)(0xFFFFFFFEU + i));
    }
    for (size_t signals = 0U; signals <= COUNT_OF(fences); signals++) {
        for (size_t i = 0U; i < COUNT_OF(fences); i++) {
            assert_status(look(&scene, &fences[i]),
                          (i < signals) ? NvSciError_Success : NvSciError_Timeout);
        }
        if (signals < COUNT_OF(fences)) {
            signal_once(&scene);
        }
    }
    clear_all(fences, COUNT_OF(fences));
    scene_close(&scene);
}

/**
 * A point of 32 bits is behind the timeline up to 2^31 - 1 points, else ahead, wherever the
 * timeline is.
 * @verifies RF-SYNC-053
 */
static void narrow_points_are_behind_or_ahead_by_half(void **state)
{
    static const uint64_t values[] = {0U,          1U,           0x7FFFFFFFU,  0x80000000U,
                                      0xFFFFFFFFU, 0x100000000U, 0x180000001U, 0xFFFFFFFF00000005U};
    static const struct {
        uint32_t distance;
        bool reached;
    } cases[] = {{0U, true},           {1U, true},           {0x7FFFFFFEU, true},
                 {0x7FFFFFFFU, true},  {0x80000000U, false}, {0x80000001U, false},
                 {0xFFFFFFFEU, false}, {0xFFFFFFFFU, false}};
    Scene scene = scene_open((Traits){.narrow = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(values); i++) {
        set_timeline(scene.object, values[i]);
        for (size_t j = 0U; j < COUNT_OF(cases); j++) {
            const uint32_t point = (uint32_t)values[i] - cases[j].distance;

            assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, point, &fence),
                          NvSciError_Success);
            assert_status(look(&scene, &fence),
                          cases[j].reached ? NvSciError_Success : NvSciError_Timeout);
        }
    }
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * Points of 64 bits do not wrap: a point is reached if the timeline is not before it.
 * @verifies RF-SYNC-053
 */
static void wide_points_do_not_wrap(void **state)
{
    static const uint64_t points[] = {
        0U, 1U, 0xFFFFFFFFU, 0x100000000U, 0x100000001U, 0x8000000000000000U, UINT64_MAX};
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(points); i++) {
        set_timeline(scene.object, points[i]);
        for (size_t j = 0U; j < COUNT_OF(points); j++) {
            assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, points[j], &fence),
                          NvSciError_Success);
            assert_status(look(&scene, &fence), (j <= i) ? NvSciError_Success : NvSciError_Timeout);
        }
    }
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * At the end of a timeline there is neither a fence nor a signal; nothing changes.
 * @verifies RF-SYNC-054
 */
static void a_timeline_has_an_end(void **state)
{
    (void)state;
    for (uint32_t narrow = 0U; narrow < 2U; narrow++) {
        Scene scene = scene_open((Traits){.narrow = (narrow == 1U)});
        SyncObject *const object = object_of(scene.object);
        NvSciSyncFence last = NvSciSyncFenceInitializer;
        NvSciSyncFence kept;

        set_timeline(scene.object, UINT64_MAX - 1U);
        generate(&scene, &last);
        kept = last;
        assert_int_equal(value_of(&last), (narrow == 1U) ? UINT32_MAX : UINT64_MAX);
        assert_status(NvSciSyncObjGenerateFence(scene.object, &last), NvSciError_Overflow);
        assert_memory_equal(&last, &kept, sizeof(kept));
        assert_int_equal(fences_of(object), 1U);
        assert_status(look(&scene, &last), NvSciError_Timeout);
        signal_once(&scene);
        assert_status(look(&scene, &last), NvSciError_Success);
        assert_status(NvSciSyncObjSignal(scene.object), NvSciError_Overflow);
        assert_int_equal(port_load64(&object->counter->value), UINT64_MAX);
        NvSciSyncFenceClear(&last);
        scene_close(&scene);
    }
}

/**
 * With 2^31 - 1 points pending, a timeline of 32 bits gives no further fence until one is reached.
 * One of 64 bits does.
 * @verifies RF-SYNC-055
 */
static void narrow_timelines_have_a_window(void **state)
{
    (void)state;
    for (uint32_t narrow = 0U; narrow < 2U; narrow++) {
        Scene scene = scene_open((Traits){.narrow = (narrow == 1U)});
        SyncObject *const object = object_of(scene.object);
        NvSciSyncFence fences[3];

        (void)memset(fences, 0, sizeof(fences));
        set_timeline(scene.object, 0xFFFFFFF0U);
        port_store64(&object->issued, 0xFFFFFFF0U + (uint64_t)WINDOW - 1U);
        generate(&scene, &fences[0]);
        assert_status(look(&scene, &fences[0]), NvSciError_Timeout);
        assert_status(NvSciSyncObjGenerateFence(scene.object, &fences[1]),
                      (narrow == 1U) ? NvSciError_Overflow : NvSciError_Success);
        signal_once(&scene);
        generate(&scene, &fences[2]);
        assert_status(look(&scene, &fences[2]), NvSciError_Timeout);
        clear_all(fences, COUNT_OF(fences));
        scene_close(&scene);
    }
}

/* ---------------------------------------------------------------- timestamps */

static uint64_t time_of(const NvSciSyncFence *fence)
{
    uint64_t time = 0U;

    assert_status(NvSciSyncFenceGetTimestamp(fence, &time), NvSciError_Success);
    return time;
}

/** Lets the clock go on. */
static void let_time_pass(void)
{
    const uint64_t start = ringfence_port_time_us();

    while (ringfence_port_time_us() < (start + 20U)) {
        port_relax();
    }
}

/**
 * Each signal stores its own time, in the order of the signals, across a wrap-around too.
 * @verifies RF-SYNC-056
 * @verifies RF-SYNC-066
 */
static void timestamps_are_in_order(void **state)
{
    (void)state;
    for (uint32_t narrow = 0U; narrow < 2U; narrow++) {
        Scene scene = scene_open((Traits){.narrow = (narrow == 1U), .timestamps = true});
        NvSciSyncFence fences[8];
        uint64_t earlier = 0U;

        (void)memset(fences, 0, sizeof(fences));
        set_timeline(scene.object, 0xFFFFFFFCU);
        for (size_t i = 0U; i < COUNT_OF(fences); i++) {
            generate(&scene, &fences[i]);
        }
        earlier = ringfence_port_time_us();
        for (size_t i = 0U; i < COUNT_OF(fences); i++) {
            let_time_pass();
            signal_once(&scene);
            assert_in_range(time_of(&fences[i]), earlier + 20U, ringfence_port_time_us());
            earlier = time_of(&fences[i]);
        }
        for (size_t i = 1U; i < COUNT_OF(fences); i++) {
            assert_true(time_of(&fences[i - 1U]) < time_of(&fences[i]));
        }
        clear_all(fences, COUNT_OF(fences));
        scene_close(&scene);
    }
}

/**
 * A timestamp is there until its slot is used again; then the old fence says so, and the new one
 * has its own.
 * @verifies RF-SYNC-057
 */
static void a_reused_slot_has_the_later_time(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    NvSciSyncFence first = NvSciSyncFenceInitializer;
    NvSciSyncFence later = NvSciSyncFenceInitializer;
    uint64_t time = 7U;

    (void)state;
    generate(&scene, &first);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_TIMESTAMP_SLOTS; i++) {
        signal_once(&scene);
        assert_true(time_of(&first) > 0U);
    }
    signal_once(&scene);
    assert_status(NvSciSyncFenceGetTimestamp(&first, &time), NvSciError_NoLongerAvailable);
    assert_int_equal(time, 7U);
    assert_status(
        NvSciSyncFenceUpdateFence(scene.object, 0U, RINGFENCE_CFG_TIMESTAMP_SLOTS + 1U, &later),
        NvSciError_Success);
    assert_true(time_of(&later) > 0U);
    NvSciSyncFenceClear(&first);
    NvSciSyncFenceClear(&later);
    scene_close(&scene);
}

/**
 * A point that no signal reached has no time, and a slot with an earlier point's has not either.
 * @verifies RF-SYNC-057
 */
static void a_point_without_a_signal_has_no_time(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t time = 7U;

    (void)state;
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 0U, &fence), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTimestamp(&fence, &time), NvSciError_NotYetAvailable);
    signal_once(&scene);
    signal_once(&scene);
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 2U, &fence), NvSciError_Success);
    assert_status(NvSciSyncFenceAddTimestampSlot(&fence, 1U), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTimestamp(&fence, &time), NvSciError_NotYetAvailable);
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, 1U, &fence), NvSciError_Success);
    assert_status(NvSciSyncFenceAddTimestampSlot(&fence, 2U), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTimestamp(&fence, &time), NvSciError_NoLongerAvailable);
    assert_int_equal(time, 7U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A signal leaves a slot that another signal writes, or that holds a later point's time; the
 * timeline goes on.
 * @verifies RF-SYNC-056
 * @verifies RF-SYNC-057
 */
static void a_slot_in_use_is_left(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    SyncTimestamp *const slots = object_of(scene.object)->writable.timestamps;
    NvSciSyncFence fences[2];
    uint64_t time = 7U;

    (void)state;
    (void)memset(fences, 0, sizeof(fences));
    generate(&scene, &fences[0]);
    generate(&scene, &fences[1]);
    port_store64(&slots[1].mark, 1U);
    port_store64(&slots[2].mark, ~((uint64_t)RINGFENCE_CFG_TIMESTAMP_SLOTS + 2U));
    port_store64(&slots[2].time_us, 99U);
    signal_once(&scene);
    signal_once(&scene);
    assert_status(look(&scene, &fences[1]), NvSciError_Success);
    assert_int_equal(port_load64(&slots[1].mark), 1U);
    assert_int_equal(port_load64(&slots[2].time_us), 99U);
    assert_status(NvSciSyncFenceGetTimestamp(&fences[0], &time), NvSciError_NotYetAvailable);
    assert_status(NvSciSyncFenceGetTimestamp(&fences[1], &time), NvSciError_NoLongerAvailable);
    clear_all(fences, COUNT_OF(fences));
    scene_close(&scene);
}

/**
 * The last two points of 64 bits have no time: their marks mean that there is none.
 * @verifies RF-SYNC-057
 */
static void the_last_points_have_no_time(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    NvSciSyncFence fences[3];
    uint64_t time = 7U;

    (void)state;
    (void)memset(fences, 0, sizeof(fences));
    set_timeline(scene.object, UINT64_MAX - 3U);
    for (size_t i = 0U; i < COUNT_OF(fences); i++) {
        generate(&scene, &fences[i]);
        signal_once(&scene);
    }
    assert_true(time_of(&fences[0]) > 0U);
    assert_status(NvSciSyncFenceGetTimestamp(&fences[1], &time), NvSciError_NotYetAvailable);
    assert_status(NvSciSyncFenceGetTimestamp(&fences[2], &time), NvSciError_NotYetAvailable);
    clear_all(fences, COUNT_OF(fences));
    scene_close(&scene);
}

/* ---------------------------------------------------------------- threads */

#define SIGNALERS 4U
/** All threads together use each timestamp slot once at most. */
#define TIMED_SIGNALS (RINGFENCE_CFG_TIMESTAMP_SLOTS / SIGNALERS)
/** Enough for threads to meet. */
#define MANY_SIGNALS 20000U

/** A thread that signals. */
typedef struct {
    NvSciSyncObj object;
    uint32_t signals;
    NvSciError status;
} Signaler;

static void *signal_often(void *argument)
{
    Signaler *const signaler = argument;

    for (uint32_t i = 0U; i < signaler->signals; i++) {
        const NvSciError status = NvSciSyncObjSignal(signaler->object);

        if (status != NvSciError_Success) {
            signaler->status = status;
        }
    }
    return NULL;
}

/** Signals an object in several threads; all signals must count. */
static void signal_in_threads(NvSciSyncObj object, uint32_t signals)
{
    const uint64_t all = (uint64_t)SIGNALERS * signals;
    Signaler signalers[SIGNALERS];
    pthread_t threads[SIGNALERS];

    for (size_t i = 0U; i < SIGNALERS; i++) {
        const Signaler signaler = {object, signals, NvSciError_Success};

        signalers[i] = signaler;
        assert_int_equal(pthread_create(&threads[i], NULL, signal_often, &signalers[i]), 0);
    }
    for (size_t i = 0U; i < SIGNALERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_status(signalers[i].status, NvSciError_Success);
    }
    assert_int_equal(port_load64(&object_of(object)->counter->value), all);
    assert_int_equal(port_load64(&object_of(object)->issued), all);
}

/**
 * Several threads that signal one object advance it by one each time.
 * @verifies RF-SYNC-046
 */
static void signals_of_several_threads_all_count(void **state)
{
    Scene scene = scene_open((Traits){.narrow = true});

    (void)state;
    signal_in_threads(scene.object, MANY_SIGNALS);
    scene_close(&scene);
}

/**
 * If several threads signal one object, every point has its time.
 * @verifies RF-SYNC-056
 */
static void signals_of_several_threads_all_have_times(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    signal_in_threads(scene.object, TIMED_SIGNALS);
    for (uint64_t point = 1U; point <= ((uint64_t)SIGNALERS * TIMED_SIGNALS); point++) {
        assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, point, &fence),
                      NvSciError_Success);
        assert_true(time_of(&fence) > 0U);
    }
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A time that is read while its slot is used again is that of its point or none: times of later
 * points are never earlier.
 * @verifies RF-SYNC-057
 */
static void times_read_while_slots_are_reused_are_in_order(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    const SyncObject *const object = object_of(scene.object);
    Signaler signaler = {scene.object, MANY_SIGNALS, NvSciError_Success};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t latest = 0U;
    uint64_t value = 0U;
    pthread_t thread;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, signal_often, &signaler), 0);
    while (value < MANY_SIGNALS) {
        value = port_load64(&object->counter->value);
        if (value >= RINGFENCE_CFG_TIMESTAMP_SLOTS) {
            /* The next signals overwrite the slot of this point. */
            const uint64_t point = value - (RINGFENCE_CFG_TIMESTAMP_SLOTS - 1U);
            uint64_t time = 0U;
            NvSciError status = NvSciSyncFenceUpdateFence(scene.object, 0U, point, &fence);

            assert_status(status, NvSciError_Success);
            status = NvSciSyncFenceGetTimestamp(&fence, &time);
            if (status == NvSciError_Success) {
                assert_true(time >= latest);
                latest = time;
            } else {
                assert_true((status == NvSciError_NoLongerAvailable) ||
                            (status == NvSciError_NotYetAvailable));
            }
        }
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_status(signaler.status, NvSciError_Success);
    assert_true(latest > 0U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/** A thread that makes fences of one object. */
typedef struct {
    NvSciSyncObj object;
    NvSciSyncFence fences[64];
    NvSciError status;
} Generator;

static void *generate_often(void *argument)
{
    Generator *const generator = argument;

    for (size_t i = 0U; i < COUNT_OF(generator->fences); i++) {
        const NvSciError status =
            NvSciSyncObjGenerateFence(generator->object, &generator->fences[i]);

        if (status != NvSciError_Success) {
            generator->status = status;
        }
    }
    return NULL;
}

/**
 * Several threads that make fences of one object get each point once.
 * @verifies RF-SYNC-045
 */
static void fences_of_several_threads_are_different_points(void **state)
{
    static Generator generators[3];
    Scene scene = scene_open((Traits){.narrow = true});
    pthread_t threads[COUNT_OF(generators)];
    bool seen[(COUNT_OF(generators) * COUNT_OF(generators[0].fences)) + 1U] = {false};

    (void)state;
    (void)memset(generators, 0, sizeof(generators));
    for (size_t i = 0U; i < COUNT_OF(generators); i++) {
        generators[i].object = scene.object;
        assert_int_equal(pthread_create(&threads[i], NULL, generate_often, &generators[i]), 0);
    }
    for (size_t i = 0U; i < COUNT_OF(generators); i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_status(generators[i].status, NvSciError_Success);
        for (size_t j = 0U; j < COUNT_OF(generators[i].fences); j++) {
            const uint64_t point = value_of(&generators[i].fences[j]);

            assert_in_range(point, 1U, COUNT_OF(seen) - 1U);
            assert_false(seen[point]);
            seen[point] = true;
        }
        clear_all(generators[i].fences, COUNT_OF(generators[i].fences));
    }
    scene_close(&scene);
}

#define MANY_DUPLICATES 20000U

/** A thread that duplicates a fence and clears the duplicate. */
typedef struct {
    const NvSciSyncFence *fence;
    NvSciError status;
} Duplicator;

static void *duplicate_often(void *argument)
{
    Duplicator *const duplicator = argument;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    for (uint32_t i = 0U; i < MANY_DUPLICATES; i++) {
        const NvSciError status = NvSciSyncFenceDup(duplicator->fence, &fence);

        if (status != NvSciError_Success) {
            duplicator->status = status;
        }
        NvSciSyncFenceClear(&fence);
    }
    return NULL;
}

/**
 * References that several threads take and drop are all counted.
 * @verifies RF-SYNC-060
 * @verifies RF-SYNC-061
 */
static void references_of_several_threads_all_count(void **state)
{
    Scene scene = scene_open((Traits){0});
    const uint32_t faults = fault_count();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Duplicator duplicators[3];
    pthread_t threads[COUNT_OF(duplicators)];

    (void)state;
    generate(&scene, &fence);
    for (size_t i = 0U; i < COUNT_OF(threads); i++) {
        const Duplicator duplicator = {&fence, NvSciError_Success};

        duplicators[i] = duplicator;
        assert_int_equal(pthread_create(&threads[i], NULL, duplicate_often, &duplicators[i]), 0);
    }
    for (size_t i = 0U; i < COUNT_OF(threads); i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_status(duplicators[i].status, NvSciError_Success);
    }
    assert_int_equal(fences_of(object_of(scene.object)), 1U);
    assert_int_equal(pins_of(object_of(scene.object)), 0U);
    assert_int_equal(fault_count(), faults);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/** A thread that waits for a fence. */
typedef struct {
    const NvSciSyncFence *fence;
    NvSciSyncCpuWaitContext context;
    int64_t timeout;
    NvSciSyncWaitMode mode;
    NvSciError status;
    pthread_t thread;
} Waiter;

static void *wait_in_thread(void *argument)
{
    Waiter *const waiter = argument;

    waiter->status =
        NvSciSyncFenceWaitWithMode(waiter->fence, waiter->context, waiter->timeout, waiter->mode);
    return NULL;
}

static void start(Waiter *waiter)
{
    assert_int_equal(pthread_create(&waiter->thread, NULL, wait_in_thread, waiter), 0);
}

static NvSciError result_of(Waiter *waiter)
{
    assert_int_equal(pthread_join(waiter->thread, NULL), 0);
    return waiter->status;
}

/** Waits until so many waits use the object and the last one of them is about to sleep. */
static void await_sleepers(NvSciSyncObj object, uint32_t count)
{
    const SyncObject *const waited = object_of(object);

    while (pins_of(waited) != count) {
        ringfence_port_yield();
    }
    port_store32(&waited->waiters->asleep, 0U);
    port_wake_within(&waited->waiters->wakeups);
    while (port_load32(&waited->waiters->asleep) == 0U) {
        port_wake_within(&waited->waiters->wakeups);
        ringfence_port_yield();
    }
}

#define WAITERS 12U

/**
 * Many threads that sleep for one fence are all woken by one signal, and nobody is left asleep.
 * @verifies RF-SYNC-058
 * @verifies RF-SYNC-064
 */
static void one_signal_wakes_all_sleepers(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Waiter waiters[WAITERS];

    (void)state;
    generate(&scene, &fence);
    for (size_t i = 0U; i < WAITERS; i++) {
        const int64_t timeout = ((i % 2U) == 0U) ? -1 : NvSciSyncFenceMaxTimeout;
        const Waiter waiter = {.fence = &fence,
                               .context = make_context(scene.module),
                               .timeout = timeout,
                               .mode = NvSciSyncWaitMode_Default,
                               .status = NvSciError_Unknown};

        waiters[i] = waiter;
        start(&waiters[i]);
    }
    await_sleepers(scene.object, WAITERS);
    signal_once(&scene);
    for (size_t i = 0U; i < WAITERS; i++) {
        assert_status(result_of(&waiters[i]), NvSciError_Success);
        NvSciSyncCpuWaitContextFree(waiters[i].context);
    }
    assert_int_equal(port_load32(&object_of(scene.object)->waiters->wakeups), 1U);
    /* Who was late may have said that he sleeps, and then have seen the signal: the next one takes
     * that back. */
    signal_once(&scene);
    assert_int_equal(port_load32(&object_of(scene.object)->waiters->asleep), 0U);
    assert_int_equal(pins_of(object_of(scene.object)), 0U);
    assert_int_equal(fences_of(object_of(scene.object)), 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * Each mode waits for a fence that is signalled while the caller waits.
 * @verifies RF-SYNC-058
 * @verifies RF-SYNC-065
 */
static void each_mode_waits_for_a_signal_to_come(void **state)
{
    static const NvSciSyncWaitMode modes[] = {
        NvSciSyncWaitMode_Default, NvSciSyncWaitMode_BusyWithYield, NvSciSyncWaitMode_BusyNoYield};
    static const int64_t timeouts[] = {-1, 30000000, 0x7fffffffffffffffLL / 1000};
    Scene scene = scene_open((Traits){.narrow = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(modes); i++) {
        for (size_t j = 0U; j < COUNT_OF(timeouts); j++) {
            Waiter waiter = {.fence = &fence,
                             .context = scene.context,
                             .timeout = timeouts[j],
                             .mode = modes[i],
                             .status = NvSciError_Unknown};

            generate(&scene, &fence);
            start(&waiter);
            while (pins_of(object_of(scene.object)) < 1U) {
                ringfence_port_yield();
            }
            let_time_pass();
            signal_once(&scene);
            assert_status(result_of(&waiter), NvSciError_Success);
        }
    }
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A wait ends when its time is over, not before, in each mode, whether it is shorter or longer
 * than the time of spinning.
 * @verifies RF-SYNC-064
 * @verifies RF-SYNC-065
 */
static void a_wait_ends_when_its_time_is_over(void **state)
{
    static const NvSciSyncWaitMode modes[] = {
        NvSciSyncWaitMode_Default, NvSciSyncWaitMode_BusyWithYield, NvSciSyncWaitMode_BusyNoYield};
    static const int64_t timeouts[] = {1, 10, (int64_t)RINGFENCE_CFG_SPIN_US,
                                       (int64_t)RINGFENCE_CFG_SPIN_US + 1, 5000};
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    generate(&scene, &fence);
    for (size_t i = 0U; i < COUNT_OF(modes); i++) {
        for (size_t j = 0U; j < COUNT_OF(timeouts); j++) {
            const uint64_t begin = ringfence_port_time_us();

            assert_status(NvSciSyncFenceWaitWithMode(&fence, scene.context, timeouts[j], modes[i]),
                          NvSciError_Timeout);
            assert_true((ringfence_port_time_us() - begin) >= (uint64_t)timeouts[j]);
        }
    }
    assert_int_equal(port_load32(&object_of(scene.object)->waiters->wakeups), 0U);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A sleeper that is woken without its point being reached sleeps on.
 * @verifies RF-SYNC-064
 */
static void a_wake_up_without_cause_ends_no_wait(void **state)
{
    Scene scene = scene_open((Traits){0});
    NvSciSyncFence fences[2];
    Waiter waiter = {.fence = &fences[1],
                     .context = scene.context,
                     .timeout = -1,
                     .mode = NvSciSyncWaitMode_Default,
                     .status = NvSciError_Unknown};

    (void)state;
    (void)memset(fences, 0, sizeof(fences));
    generate(&scene, &fences[0]);
    generate(&scene, &fences[1]);
    start(&waiter);
    await_sleepers(scene.object, 1U);
    for (uint32_t i = 0U; i < 50U; i++) {
        port_wake_within(&object_of(scene.object)->waiters->wakeups);
        ringfence_port_yield();
    }
    signal_once(&scene);
    for (uint32_t i = 0U; i < 50U; i++) {
        let_time_pass();
        assert_int_equal(pins_of(object_of(scene.object)), 1U);
    }
    signal_once(&scene);
    assert_status(result_of(&waiter), NvSciError_Success);
    clear_all(fences, COUNT_OF(fences));
    scene_close(&scene);
}

#define ROUNDS 2000U

/** The other side of a game of ping-pong: it waits for the n-th ping and signals the n-th pong. */
typedef struct {
    NvSciSyncObj ping;
    NvSciSyncObj pong;
    NvSciSyncCpuWaitContext context;
    NvSciSyncWaitMode mode;
    uint32_t failures;
} Player;

static uint32_t wait_for_point(NvSciSyncObj object, uint64_t point, const Player *player,
                               NvSciSyncFence *fence)
{
    uint32_t failures = 0U;

    if (NvSciSyncFenceUpdateFence(object, 0U, point, fence) != NvSciError_Success) {
        failures++;
    }
    if (NvSciSyncFenceWaitWithMode(fence, player->context, -1, player->mode) !=
        NvSciError_Success) {
        failures++;
    }
    return failures;
}

static void *answer(void *argument)
{
    Player *const player = argument;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    for (uint64_t round = 1U; round <= ROUNDS; round++) {
        player->failures += wait_for_point(player->ping, round, player, &fence);
        if (NvSciSyncObjSignal(player->pong) != NvSciError_Success) {
            player->failures++;
        }
    }
    NvSciSyncFenceClear(&fence);
    return NULL;
}

/**
 * Two threads that signal and wait in turn never lose a wake-up.
 * @verifies RF-SYNC-058
 * @verifies RF-SYNC-063
 */
static void two_threads_in_turn_lose_no_wake_up(void **state)
{
    static const NvSciSyncWaitMode modes[] = {NvSciSyncWaitMode_Default,
                                              NvSciSyncWaitMode_BusyWithYield};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(modes); i++) {
        Scene scene = scene_open((Traits){0});
        Player mine = {NULL, NULL, scene.context, modes[i], 0U};
        Player other = {scene.object, make_object(scene.module, (Traits){.narrow = true}),
                        make_context(scene.module), modes[i], 0U};
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        pthread_t thread;

        assert_int_equal(pthread_create(&thread, NULL, answer, &other), 0);
        for (uint64_t round = 1U; round <= ROUNDS; round++) {
            signal_once(&scene);
            mine.failures += wait_for_point(other.pong, round, &mine, &fence);
        }
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(mine.failures + other.failures, 0U);
        NvSciSyncFenceClear(&fence);
        NvSciSyncObjFree(other.pong);
        NvSciSyncCpuWaitContextFree(other.context);
        scene_close(&scene);
    }
}

#define IN_FLIGHT 64U

/** Fences that a producer fills and a consumer waits for. */
typedef struct {
    NvSciSyncObj object;
    NvSciSyncFence fences[IN_FLIGHT];
} Stream;

static void *signal_slowly(void *argument)
{
    const Stream *const stream = argument;
    NvSciError status = NvSciError_Success;

    for (size_t i = 0U; i < IN_FLIGHT; i++) {
        const uint64_t start_us = ringfence_port_time_us();

        while (ringfence_port_time_us() < (start_us + ((i % 4U) * 50U))) {
            port_relax();
        }
        if (NvSciSyncObjSignal(stream->object) != NvSciError_Success) {
            status = NvSciError_Unknown;
        }
    }
    return (status == NvSciError_Success) ? NULL : argument;
}

/**
 * Many fences in flight are waited for in any order; what was written before the signal is read
 * after the wait.
 * @verifies RF-SYNC-046
 * @verifies RF-SYNC-064
 */
static void many_fences_in_flight_expire_in_order(void **state)
{
    static Stream stream;
    Scene scene = scene_open((Traits){.timestamps = true});
    pthread_t thread;
    void *failed = &stream;

    (void)state;
    (void)memset(&stream, 0, sizeof(stream));
    stream.object = scene.object;
    for (size_t i = 0U; i < IN_FLIGHT; i++) {
        generate(&scene, &stream.fences[i]);
    }
    assert_int_equal(pthread_create(&thread, NULL, signal_slowly, &stream), 0);
    for (size_t i = 0U; i < IN_FLIGHT; i++) {
        const size_t place = (i % 2U == 0U) ? (i + 1U) : (i - 1U);

        assert_status(NvSciSyncFenceWait(&stream.fences[place], scene.context, -1),
                      NvSciError_Success);
        assert_status(look(&scene, &stream.fences[place - (place % 2U)]), NvSciError_Success);
        assert_true(time_of(&stream.fences[place]) > 0U);
    }
    assert_int_equal(pthread_join(thread, &failed), 0);
    assert_null(failed);
    clear_all(stream.fences, IN_FLIGHT);
    scene_close(&scene);
}

/**
 * Waiting and signalling work in RUNTIME, with objects made before.
 * @verifies RF-SYNC-086
 */
static void waiting_and_signalling_work_in_runtime(void **state)
{
    Scene scene = scene_open((Traits){.timestamps = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Waiter waiter = {.fence = &fence,
                     .context = scene.context,
                     .timeout = -1,
                     .mode = NvSciSyncWaitMode_Default,
                     .status = NvSciError_Unknown};

    (void)state;
    go_to(RINGFENCE_PHASE_RUNTIME);
    generate(&scene, &fence);
    start(&waiter);
    await_sleepers(scene.object, 1U);
    signal_once(&scene);
    assert_status(result_of(&waiter), NvSciError_Success);
    assert_true(time_of(&fence) > 0U);
    NvSciSyncFenceClear(&fence);
    go_to(RINGFENCE_PHASE_DEINIT);
    scene_close(&scene);
    go_to(RINGFENCE_PHASE_INIT);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        sync_test(narrow_points_wrap_around),
        sync_test(narrow_points_are_behind_or_ahead_by_half),
        sync_test(wide_points_do_not_wrap),
        sync_test(a_timeline_has_an_end),
        sync_test(narrow_timelines_have_a_window),
        sync_test(timestamps_are_in_order),
        sync_test(a_reused_slot_has_the_later_time),
        sync_test(a_point_without_a_signal_has_no_time),
        sync_test(a_slot_in_use_is_left),
        sync_test(the_last_points_have_no_time),
        sync_test(signals_of_several_threads_all_count),
        sync_test(signals_of_several_threads_all_have_times),
        sync_test(times_read_while_slots_are_reused_are_in_order),
        sync_test(fences_of_several_threads_are_different_points),
        sync_test(references_of_several_threads_all_count),
        sync_test(one_signal_wakes_all_sleepers),
        sync_test(each_mode_waits_for_a_signal_to_come),
        sync_test(a_wait_ends_when_its_time_is_over),
        sync_test(a_wake_up_without_cause_ends_no_wait),
        sync_test(two_threads_in_turn_lose_no_wake_up),
        sync_test(many_fences_in_flight_expire_in_order),
        sync_test(waiting_and_signalling_work_in_runtime),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
