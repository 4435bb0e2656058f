/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fence_driver_test.c
 * Fences of engines: which values they stand for, giving them back, and waiting for an engine on
 * the CPU. A thread or the test itself is the engine: it stores a value and wakes nobody.
 */
#define _POSIX_C_SOURCE 200809L

#include "sync/quick.h"
#include "sync_inside.h"

#include <pthread.h>
#include <time.h>

#include "port/lock.h"
#include "port/wait.h"
#include "ringfence_engine.h"

/** A point that is as far ahead as an engine can tell. */
#define FARTHEST 0x3FFFFFFFFFFFFFFFULL

/** Objects that an engine signals. */
static const Traits g_wide = {.engine_signals = true, .engines = true};
static const Traits g_narrow = {.engine_signals = true, .engines = true, .narrow = true};

/** What an engine does at a signal. */
static void store(const RingfenceEngineSync *map, uint64_t value)
{
    PortAtomic64 *const counter = map->counter;

    port_store64(counter, value);
}

static RingfenceEngineSync map_of(NvSciSyncObj object)
{
    RingfenceEngineSync map;

    assert_status(RingfenceEngineSyncMap(object, &map), NvSciError_Success);
    return map;
}

/** Next point of an object. */
static uint64_t next_of(NvSciSyncObj object, NvSciSyncFence *fence)
{
    uint64_t point = 0U;

    assert_status(RingfenceEngineFenceGenerate(object, fence, &point), NvSciError_Success);
    return point;
}

static RingfenceEngineFence read_of(NvSciSyncObj object, const NvSciSyncFence *fence)
{
    RingfenceEngineFence view;

    (void)memset(&view, 0xA5, sizeof(view));
    assert_status(RingfenceEngineFenceRead(object, fence, &view), NvSciError_Success);
    return view;
}

/** Whether all bytes of a fence are zero. */
static bool is_clear(const NvSciSyncFence *fence)
{
    const NvSciSyncFence none = NvSciSyncFenceInitializer;

    return memcmp(fence, &none, sizeof(none)) == 0;
}

/* ---------------------------------------------------------------- generating */

/**
 * Each fence has the next value of the counter, of 64 bits also where a point has 32, and expires
 * when the engine has stored it.
 * @verifies RF-ENGINE-006
 */
static void each_fence_has_the_next_value(void **state)
{
    static const struct {
        Traits traits;
        uint64_t start;
    } cases[] = {{{.engine_signals = true, .engines = true}, 0U},
                 {{.engine_signals = true, .engines = true}, 0xFFFFFFFEU},
                 {{.engine_signals = true, .engines = true, .narrow = true}, 0U},
                 {{.engine_signals = true, .engines = true, .narrow = true}, 0xFFFFFFFEU},
                 {{.engine_signals = true, .engines = true, .narrow = true}, 0x5FFFFFFFFU},
                 {{.engines = true}, 7U}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        Scene scene = scene_open(cases[i].traits);
        RingfenceEngineSync map = map_of(scene.object);
        NvSciSyncFence fences[3];

        (void)memset(fences, 0, sizeof(fences));
        set_timeline(scene.object, cases[i].start);
        for (uint32_t j = 0U; j < COUNT_OF(fences); j++) {
            const uint64_t point = next_of(map.object, &fences[j]);

            assert_int_equal(point, cases[i].start + j + 1U);
            assert_int_equal(value_of(&fences[j]), point & map.maxValue);
            assert_status(NvSciSyncFenceWait(&fences[j], scene.context, 0), NvSciError_Timeout);
        }
        store(&map, cases[i].start + 2U);
        assert_status(NvSciSyncFenceWait(&fences[0], scene.context, 0), NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&fences[1], scene.context, 0), NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&fences[2], scene.context, 0), NvSciError_Timeout);
        store(&map, cases[i].start + 3U);
        assert_status(NvSciSyncFenceWait(&fences[2], scene.context, 0), NvSciError_Success);
        for (uint32_t j = 0U; j < COUNT_OF(fences); j++) {
            NvSciSyncFenceClear(&fences[j]);
        }
        RingfenceEngineSyncUnmap(&map);
        scene_close(&scene);
    }
}

/**
 * What a fence held is released, and it holds the new object.
 * @verifies RF-ENGINE-006
 */
static void a_fence_is_overwritten(void **state)
{
    Scene first = scene_open(g_wide);
    Scene second = scene_open(g_wide);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(next_of(first.object, &fence), 1U);
    NvSciSyncObjFree(first.object);
    first.object = NULL;
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 2U);
    assert_int_equal(next_of(second.object, &fence), 1U);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_OBJECT), 1U);
    NvSciSyncFenceClear(&fence);
    scene_close(&second);
    scene_close(&first);
}

/**
 * Without the right to signal, without a place for the result, and at the end of the timeline there
 * is no fence, and nothing changes.
 * @verifies RF-ENGINE-007
 */
static void a_fence_that_cannot_be_made_changes_nothing(void **state)
{
    Scene scene = scene_open(g_wide);
    Scene narrow = scene_open(g_narrow);
    const NvSciSyncObj stale = make_object(scene.module, g_wide);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence bad = {{1U, 2U, 3U}};
    uint64_t point = 99U;

    (void)state;
    NvSciSyncObjFree(stale);
    assert_status(RingfenceEngineFenceGenerate(NULL, &fence, &point), NvSciError_BadParameter);
    assert_status(RingfenceEngineFenceGenerate(stale, &fence, &point), NvSciError_BadParameter);
    assert_status(RingfenceEngineFenceGenerate(scene.object, NULL, &point),
                  NvSciError_BadParameter);
    assert_status(RingfenceEngineFenceGenerate(scene.object, &fence, NULL),
                  NvSciError_BadParameter);
    assert_status(RingfenceEngineFenceGenerate(scene.object, &bad, &point),
                  NvSciError_BadParameter);
    object_of(scene.object)->shape.engine_signals = false;
    assert_status(RingfenceEngineFenceGenerate(scene.object, &fence, &point),
                  NvSciError_BadParameter);
    object_of(scene.object)->shape.engine_signals = true;
    set_timeline(scene.object, UINT64_MAX);
    assert_status(RingfenceEngineFenceGenerate(scene.object, &fence, &point), NvSciError_Overflow);
    port_store64(&object_of(narrow.object)->issued, 0x7FFFFFFFU);
    assert_status(RingfenceEngineFenceGenerate(narrow.object, &fence, &point), NvSciError_Overflow);
    assert_int_equal(point, 99U);
    assert_true(is_clear(&fence));
    assert_int_equal(fences_of(object_of(scene.object)), 0U);
    assert_int_equal(pins_of(object_of(scene.object)), 0U);
    assert_int_equal(fences_of(object_of(narrow.object)), 0U);
    scene_close(&narrow);
    scene_close(&scene);
}

/* ---------------------------------------------------------------- reading */

/**
 * An engine waits for the value of 64 bits that the counter has at the point, wherever the counter
 * is.
 * @verifies RF-ENGINE-008
 */
static void a_fence_stands_for_a_value(void **state)
{
    static const struct {
        bool narrow;
        uint64_t counter;
        uint64_t value;
        bool reached;
        uint64_t point;
    } cases[] = {
        {false, 0U, 0U, true, 0U},
        {false, 0U, 1U, false, 1U},
        {false, 5U, 5U, true, 5U},
        {false, 6U, 5U, true, 5U},
        {false, 0U, FARTHEST, false, FARTHEST},
        {false, 9U, FARTHEST + 9U, false, FARTHEST + 9U},
        {false, UINT64_MAX, 1U, true, 1U},
        {true, 0U, 0U, true, 0U},
        {true, 0U, 1U, false, 1U},
        {true, 3U, 1U, true, 1U},
        {true, 0U, 0x7FFFFFFFU, false, 0x7FFFFFFFU},
        {true, 0xFFFFFFFFU, 0U, false, 0x100000000U},
        {true, 0x100000000U, 0xFFFFFFFFU, true, 0xFFFFFFFFU},
        {true, 0x5FFFFFFFFU, 2U, false, 0x600000002U},
        {true, 0x600000002U, 2U, true, 0x600000002U},
    };

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        Scene scene = scene_open(cases[i].narrow ? g_narrow : g_wide);
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        RingfenceEngineFence view;

        assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, cases[i].value, &fence),
                      NvSciError_Success);
        set_timeline(scene.object, cases[i].counter);
        view = read_of(scene.object, &fence);
        assert_false(view.cleared);
        assert_int_equal(view.reached, cases[i].reached);
        assert_int_equal(view.point, cases[i].point);
        NvSciSyncFenceClear(&fence);
        scene_close(&scene);
    }
}

/**
 * For a cleared fence there is nothing to wait for, whichever the object.
 * @verifies RF-ENGINE-008
 */
static void a_cleared_fence_is_none(void **state)
{
    Scene scene = scene_open(g_wide);
    const NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const RingfenceEngineFence view = read_of(scene.object, &fence);

    (void)state;
    assert_true(view.cleared);
    assert_false(view.reached);
    assert_int_equal(view.point, 0U);
    scene_close(&scene);
}

/**
 * A fence is read and generated through a map when the program has no handle any more.
 * @verifies RF-ENGINE-006
 * @verifies RF-ENGINE-008
 */
static void a_map_is_enough(void **state)
{
    Scene scene = scene_open(g_wide);
    RingfenceEngineSync map = map_of(scene.object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    RingfenceEngineFence view;

    (void)state;
    NvSciSyncObjFree(scene.object);
    scene.object = NULL;
    assert_int_equal(next_of(map.object, &fence), 1U);
    view = read_of(map.object, &fence);
    assert_false(view.reached);
    store(&map, 1U);
    view = read_of(map.object, &fence);
    assert_true(view.reached);
    assert_int_equal(view.point, 1U);
    NvSciSyncFenceClear(&fence);
    RingfenceEngineSyncUnmap(&map);
    scene_close(&scene);
}

/** Reads; the test fails if that works, gives another error, or changes the result. */
static void expect_unread(NvSciSyncObj object, const NvSciSyncFence *fence, NvSciError error)
{
    RingfenceEngineFence view;
    RingfenceEngineFence before;

    (void)memset(&view, 0xA5, sizeof(view));
    (void)memset(&before, 0xA5, sizeof(before));
    assert_status(RingfenceEngineFenceRead(object, fence, &view), error);
    assert_memory_equal(&view, &before, sizeof(view));
}

static uint64_t spread_twice(uint64_t word, uint32_t first, uint32_t second)
{
    return word ^ fence_turned(word, first) ^ fence_turned(word, second);
}

/** Check of a fence for bytes that the library never writes. */
static uint64_t check_for(const NvSciSyncFence *fence)
{
    const uint64_t *const words = fence->payload;

    return fence_key(words[0]) ^ spread_twice(words[1], 45U, 13U) ^
           spread_twice(words[2], 8U, 20U) ^ (words[2] << 32U);
}

/** Reads a fence of which bits were changed, by the handle of a map. */
static void expect_changed(NvSciSyncObj object, const NvSciSyncFence *fence)
{
    const uint32_t faults = fault_count();

    expect_unread(object, fence, NvSciError_BadParameter);
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_FENCE);
}

/**
 * By the handle of a map, a fence of which one or two bits were changed is refused, and one with
 * slots that the object does not have; so is the handle with one or two changed bits.
 * @verifies RF-ENGINE-009
 * @verifies RF-SYNC-240
 */
static void changed_bits_are_refused_by_a_map_too(void **state)
{
    Scene scene = scene_open(g_wide);
    RingfenceEngineSync map = map_of(scene.object);
    const uintptr_t handle = (uintptr_t)map.object;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence good = NvSciSyncFenceInitializer;

    (void)state;
    (void)next_of(map.object, &fence);
    good = fence;
    assert_false(read_of(map.object, &fence).reached);
    for (uint32_t i = 0U; i < 384U; i++) {
        fence.payload[i / 64U] ^= (uint64_t)1U << (i % 64U);
        expect_changed(map.object, &fence);
        for (uint32_t j = 0U; j < i; j++) {
            fence.payload[j / 64U] ^= (uint64_t)1U << (j % 64U);
            expect_changed(map.object, &fence);
            fence.payload[j / 64U] ^= (uint64_t)1U << (j % 64U);
        }
        fence.payload[i / 64U] ^= (uint64_t)1U << (i % 64U);
    }
    assert_memory_equal(&fence, &good, sizeof(fence));
    /* Handles of 32 bits: one changed bit. */
    for (uint32_t i = 0U; i < (8U * (uint32_t)sizeof(handle)); i++) {
        for (uint32_t j = (sizeof(handle) > 4U) ? 0U : i; j <= i; j++) {
            const uintptr_t second = (j < i) ? ((uintptr_t)1U << j) : 0U;
            const uintptr_t changed = handle ^ ((uintptr_t)1U << i) ^ second;

            expect_unread((NvSciSyncObj)changed, &fence, NvSciError_BadParameter);
            assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_HANDLE);
        }
    }
    /* As the library would seal it. */
    fence.payload[2] = (uint64_t)RINGFENCE_CFG_TASK_STATUS_SLOTS + 1U;
    fence.payload[2] <<= 32U;
    fence.payload[5] = check_for(&fence);
    expect_changed(map.object, &fence);
    NvSciSyncFenceClear(&good);
    RingfenceEngineSyncUnmap(&map);
    scene_close(&scene);
}

/**
 * Fences of others, points that an engine would take for past, no right to wait, and a signaller
 * that is known to be gone.
 * @verifies RF-ENGINE-009
 */
static void what_an_engine_cannot_wait_for_is_refused(void **state)
{
    Scene scene = scene_open(g_wide);
    Scene other = scene_open(g_wide);
    SyncObject *const object = object_of(scene.object);
    const NvSciSyncObj stale = make_object(scene.module, g_wide);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence far_ahead = NvSciSyncFenceInitializer;
    const NvSciSyncFence bad = {{1U, 2U, 3U}};
    RingfenceFault fault;

    (void)state;
    NvSciSyncObjFree(stale);
    assert_int_equal(next_of(scene.object, &fence), 1U);
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, FARTHEST + 1U, &far_ahead),
                  NvSciError_Success);
    expect_unread(NULL, &fence, NvSciError_BadParameter);
    expect_unread(stale, &fence, NvSciError_BadParameter);
    expect_unread(other.object, &fence, NvSciError_BadParameter);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_OTHER_OBJECT);
    expect_unread(scene.object, NULL, NvSciError_BadParameter);
    expect_unread(scene.object, &bad, NvSciError_BadParameter);
    expect_unread(scene.object, &far_ahead, NvSciError_Overflow);
    assert_status(RingfenceEngineFenceRead(scene.object, &fence, NULL), NvSciError_BadParameter);
    object->shape.engine_waits = false;
    expect_unread(scene.object, &fence, NvSciError_BadParameter);
    object->shape.engine_waits = true;
    /* Where another process signals. */
    object->shape.engine_signals = false;
    port_store32(&object->peer_dead, 1U);
    expect_unread(scene.object, &fence, NvSciError_NoSuchProcess);
    object->shape.engine_signals = true;
    set_timeline(scene.object, 1U);
    assert_true(read_of(scene.object, &fence).reached);
    assert_int_equal(pins_of(object), 0U);
    assert_int_equal(pins_of(object_of(other.object)), 0U);
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&far_ahead);
    scene_close(&other);
    scene_close(&scene);
}

/* ---------------------------------------------------------------- giving back */

/**
 * The newest point goes back, again and again, and the next fence gets it.
 * @verifies RF-ENGINE-010
 */
static void the_newest_point_goes_back(void **state)
{
    static const uint64_t starts[] = {0U, 0xFFFFFFFEU, 0xFFFFFFFFU};

    (void)state;
    for (size_t i = 0U; i < (2U * COUNT_OF(starts)); i++) {
        const uint64_t start = starts[i / 2U];
        Scene scene = scene_open(((i % 2U) == 0U) ? g_wide : g_narrow);
        NvSciSyncFence fences[2];

        (void)memset(fences, 0, sizeof(fences));
        set_timeline(scene.object, start);
        assert_int_equal(next_of(scene.object, &fences[0]), start + 1U);
        assert_int_equal(next_of(scene.object, &fences[1]), start + 2U);
        assert_status(RingfenceEngineFenceAbandon(scene.object, &fences[1]), NvSciError_Success);
        assert_true(is_clear(&fences[1]));
        assert_int_equal(next_of(scene.object, &fences[1]), start + 2U);
        assert_status(RingfenceEngineFenceAbandon(scene.object, &fences[1]), NvSciError_Success);
        assert_status(RingfenceEngineFenceAbandon(scene.object, &fences[0]), NvSciError_Success);
        assert_int_equal(fences_of(object_of(scene.object)), 0U);
        assert_int_equal(next_of(scene.object, &fences[0]), start + 1U);
        NvSciSyncFenceClear(&fences[0]);
        scene_close(&scene);
    }
}

/** Gives back; the test fails if that works, gives another error, or changes the fence. */
static void expect_kept(NvSciSyncObj object, NvSciSyncFence *fence, NvSciError error)
{
    const NvSciSyncFence before = *fence;

    assert_status(RingfenceEngineFenceAbandon(object, fence), error);
    assert_memory_equal(fence, &before, sizeof(before));
}

/**
 * A point behind another one, or that is reached, cannot be given back; nor can what is no point of
 * this object, or of an object that others signal.
 * @verifies RF-ENGINE-011
 */
static void other_points_stay(void **state)
{
    Scene scene = scene_open(g_wide);
    Scene other = scene_open(g_wide);
    RingfenceEngineSync map = map_of(scene.object);
    NvSciSyncFence first = NvSciSyncFenceInitializer;
    NvSciSyncFence second = NvSciSyncFenceInitializer;
    NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    NvSciSyncFence bad = {{1U, 2U, 3U}};

    (void)state;
    assert_int_equal(next_of(scene.object, &first), 1U);
    assert_int_equal(next_of(scene.object, &second), 2U);
    expect_kept(scene.object, &first, NvSciError_InvalidState);
    expect_kept(other.object, &second, NvSciError_BadParameter);
    expect_kept(NULL, &second, NvSciError_BadParameter);
    expect_kept(scene.object, &cleared, NvSciError_BadParameter);
    expect_kept(scene.object, &bad, NvSciError_BadParameter);
    assert_status(RingfenceEngineFenceAbandon(scene.object, NULL), NvSciError_BadParameter);
    object_of(scene.object)->shape.engine_signals = false;
    expect_kept(scene.object, &second, NvSciError_BadParameter);
    object_of(scene.object)->shape.engine_signals = true;
    store(&map, 2U);
    expect_kept(scene.object, &first, NvSciError_InvalidState);
    expect_kept(scene.object, &second, NvSciError_InvalidState);
    assert_int_equal(pins_of(object_of(scene.object)), 0U);
    assert_int_equal(fences_of(object_of(scene.object)), 2U);
    NvSciSyncFenceClear(&first);
    NvSciSyncFenceClear(&second);
    RingfenceEngineSyncUnmap(&map);
    scene_close(&other);
    scene_close(&scene);
}

/** What two threads did to one object. */
typedef struct {
    NvSciSyncObj object;
    uint64_t kept;
    bool failed;
} Worker;

#define ROUNDS 20000U

/** Makes fences, and gives back every other one if it can. */
static void *make_and_give_back(void *argument)
{
    Worker *const worker = argument;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    for (uint32_t i = 0U; i < ROUNDS; i++) {
        uint64_t point = 0U;
        NvSciError status = RingfenceEngineFenceGenerate(worker->object, &fence, &point);

        worker->failed = worker->failed || (status != NvSciError_Success);
        worker->kept++;
        if ((i % 2U) == 0U) {
            status = RingfenceEngineFenceAbandon(worker->object, &fence);
            worker->kept -= (status == NvSciError_Success) ? 1U : 0U;
            worker->failed = worker->failed || ((status != NvSciError_Success) &&
                                                (status != NvSciError_InvalidState));
        }
    }
    NvSciSyncFenceClear(&fence);
    return NULL;
}

/**
 * Threads that make and give back points at one time lose none.
 * @verifies RF-ENGINE-010
 * @verifies RF-ENGINE-011
 */
static void threads_share_the_points(void **state)
{
    Scene scene = scene_open(g_wide);
    Worker workers[2] = {{scene.object, 0U, false}, {scene.object, 0U, false}};
    pthread_t threads[2];

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(threads); i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, make_and_give_back, &workers[i]), 0);
    }
    for (size_t i = 0U; i < COUNT_OF(threads); i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_false(workers[i].failed);
    }
    assert_int_equal(port_load64(&object_of(scene.object)->issued),
                     workers[0].kept + workers[1].kept);
    assert_int_equal(fences_of(object_of(scene.object)), 0U);
    scene_close(&scene);
}

/* ---------------------------------------------------------------- phases */

/**
 * In RUNTIME an engine's fences need no lock; in DEINIT there are none.
 * @verifies RF-ENGINE-012
 * @verifies RF-ENGINE-030
 */
static void runtime_calls_take_no_lock(void **state)
{
    Scene scene = scene_open(g_wide);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    RingfenceEngineFence view;
    uint64_t point = 0U;
    NvSciError made = NvSciError_Unknown;
    NvSciError looked = NvSciError_Unknown;
    NvSciError gave = NvSciError_Unknown;

    (void)state;
    go_to(RINGFENCE_PHASE_RUNTIME);
    ringfence_port_lock();
    made = RingfenceEngineFenceGenerate(scene.object, &fence, &point);
    looked = RingfenceEngineFenceRead(scene.object, &fence, &view);
    gave = RingfenceEngineFenceAbandon(scene.object, &fence);
    ringfence_port_unlock();
    assert_status(made, NvSciError_Success);
    assert_status(looked, NvSciError_Success);
    assert_status(gave, NvSciError_Success);
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_status(RingfenceEngineFenceGenerate(scene.object, &fence, &point),
                  NvSciError_InvalidState);
    assert_status(RingfenceEngineFenceRead(scene.object, &fence, &view), NvSciError_InvalidState);
    assert_status(RingfenceEngineFenceAbandon(scene.object, &fence), NvSciError_InvalidState);
    assert_true(is_clear(&fence));
    go_to(RINGFENCE_PHASE_INIT);
    scene_close(&scene);
}

/* ---------------------------------------------------------------- waiting on the CPU */

/** An engine: stores values, a while after each other. */
static void *engine(void *argument)
{
    const RingfenceEngineSync *const map = argument;
    const struct timespec while_ = {0, 3000000};

    for (uint64_t value = 1U; value <= 3U; value++) {
        (void)nanosleep(&while_, NULL);
        store(map, value);
    }
    return NULL;
}

/** An object whose signaller is a GPU that has the CPU's access, too. */
static NvSciSyncObj gpu_object(NvSciSyncModule module)
{
    static const NvSciRmGpuId gpu = {{5U}};
    const NvSciSyncAttrList lists[] = {make_list(module),
                                       make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, true)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_status(RingfenceEngineSyncNeed(lists[0], NvSciSyncAccessPerm_SignalOnly, &gpu),
                  NvSciError_Success);
    set_flag(lists[0], NvSciSyncAttrKey_NeedCpuAccess, true);
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

/**
 * A waiter that nobody wakes sees the engine's stores, in every mode; also where the CPU could
 * signal as well.
 * @verifies RF-ENGINE-013
 */
static void the_cpu_waits_for_an_engine(void **state)
{
    static const NvSciSyncWaitMode modes[] = {
        NvSciSyncWaitMode_Default, NvSciSyncWaitMode_BusyWithYield, NvSciSyncWaitMode_BusyNoYield};

    (void)state;
    for (size_t i = 0U; i < (3U * COUNT_OF(modes)); i++) {
        Scene scene = scene_open(g_narrow);
        RingfenceEngineSync map;
        NvSciSyncFence fences[3];
        pthread_t thread;

        if ((i / COUNT_OF(modes)) > 0U) {
            NvSciSyncObjFree(scene.object);
            scene.object = ((i / COUNT_OF(modes)) == 1U) ? make_object(scene.module, g_wide)
                                                         : gpu_object(scene.module);
        }
        map = map_of(scene.object);
        (void)memset(fences, 0, sizeof(fences));
        for (size_t j = 0U; j < COUNT_OF(fences); j++) {
            (void)next_of(scene.object, &fences[j]);
        }
        assert_int_equal(pthread_create(&thread, NULL, engine, &map), 0);
        for (size_t j = 0U; j < COUNT_OF(fences); j++) {
            assert_status(NvSciSyncFenceWaitWithMode(&fences[j], scene.context, -1,
                                                     modes[i % COUNT_OF(modes)]),
                          NvSciError_Success);
            NvSciSyncFenceClear(&fences[j]);
        }
        assert_int_equal(pthread_join(thread, NULL), 0);
        RingfenceEngineSyncUnmap(&map);
        scene_close(&scene);
    }
}

/**
 * A wait for an engine that stores nothing ends with its time, and not before.
 * @verifies RF-ENGINE-013
 */
static void a_wait_for_an_engine_ends_with_its_time(void **state)
{
    static const int64_t times[] = {0, 1, 500, 5000};
    Scene scene = scene_open(g_wide);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    (void)next_of(scene.object, &fence);
    for (size_t i = 0U; i < COUNT_OF(times); i++) {
        const uint64_t start = ringfence_port_time_us();

        assert_status(NvSciSyncFenceWait(&fence, scene.context, times[i]), NvSciError_Timeout);
        assert_true((ringfence_port_time_us() - start) >= (uint64_t)times[i]);
    }
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/* ---------------------------------------------------------------- by the handle of a map */

/** Makes a fence; the test fails if that works, gives another error, or changes something. */
static void expect_unmade(NvSciSyncObj object, NvSciSyncFence *fence, NvSciError error)
{
    const NvSciSyncFence before = *fence;
    uint64_t point = 99U;

    assert_status(RingfenceEngineFenceGenerate(object, fence, &point), error);
    assert_int_equal(point, 99U);
    assert_memory_equal(fence, &before, sizeof(before));
}

/**
 * A fence in which one bit was changed is refused, with a task status and without one; so is a
 * cleared one that is not all zero.
 * @verifies RF-ENGINE-007
 * @verifies RF-ENGINE-009
 */
static void damaged_fences_are_refused_by_a_map(void **state)
{
    static const Traits traits[] = {{.engine_signals = true, .engines = true}, {.engines = true}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(traits); i++) {
        Scene scene = scene_open(traits[i]);
        RingfenceEngineSync map = map_of(scene.object);
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        if (traits[i].engine_signals) {
            assert_int_equal(next_of(map.object, &fence), 1U);
        } else {
            assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
        }
        for (uint32_t bit = 0U; bit < (8U * sizeof(fence)); bit++) {
            NvSciSyncFence damaged = fence;
            NvSciSyncFence cleared = NvSciSyncFenceInitializer;

            damaged.payload[bit / 64U] ^= 1ULL << (bit % 64U);
            cleared.payload[bit / 64U] ^= 1ULL << (bit % 64U);
            expect_unread(map.object, &damaged, NvSciError_BadParameter);
            expect_unread(map.object, &cleared, NvSciError_BadParameter);
            assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_FENCE);
            if (traits[i].engine_signals) {
                expect_unmade(map.object, &damaged, NvSciError_BadParameter);
                expect_unmade(map.object, &cleared, NvSciError_BadParameter);
            }
        }
        assert_false(read_of(map.object, &fence).cleared);
        assert_int_equal(fences_of(object_of(scene.object)), 1U);
        NvSciSyncFenceClear(&fence);
        RingfenceEngineSyncUnmap(&map);
        scene_close(&scene);
    }
}

/**
 * Slots that the object does not have are refused.
 * @verifies RF-ENGINE-009
 */
static void slots_that_are_not_there_are_refused_by_a_map(void **state)
{
    static const Traits traits = {.timestamps = true, .engines = true};
    Scene scene = scene_open(g_wide);
    Scene stamped = scene_open(traits);
    RingfenceEngineSync map = map_of(scene.object);
    RingfenceEngineSync stamped_map = map_of(stamped.object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence timed = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(next_of(map.object, &fence), 1U);
    object_of(scene.object)->shape.task_status_slots = 1U;
    expect_unread(map.object, &fence, NvSciError_BadParameter);
    assert_status(NvSciSyncObjGenerateFence(stamped.object, &timed), NvSciError_Success);
    assert_false(read_of(stamped_map.object, &timed).reached);
    object_of(stamped.object)->shape.timestamp_slots = 0U;
    expect_unread(stamped_map.object, &timed, NvSciError_BadParameter);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_FENCE);
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&timed);
    RingfenceEngineSyncUnmap(&stamped_map);
    RingfenceEngineSyncUnmap(&map);
    scene_close(&stamped);
    scene_close(&scene);
}

/**
 * A handle of which one bit was changed, one of a map that was undone, and none are refused; so is
 * a place that is not there.
 * @verifies RF-ENGINE-007
 * @verifies RF-ENGINE-009
 */
static void handles_of_maps_are_checked(void **state)
{
    Scene scene = scene_open(g_wide);
    RingfenceEngineSync map = map_of(scene.object);
    const NvSciSyncObj own = map.object;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t point = 99U;

    (void)state;
    assert_int_equal(next_of(own, &fence), 1U);
    for (uint32_t bit = 0U; bit < (8U * (uint32_t)sizeof(own)); bit++) {
        const uintptr_t word = (uintptr_t)own ^ ((uintptr_t)1U << bit);
        NvSciSyncObj other = NULL;

        (void)memcpy(&other, &word, sizeof(other));
        expect_unmade(other, &fence, NvSciError_BadParameter);
        expect_unread(other, &fence, NvSciError_BadParameter);
    }
    assert_status(RingfenceEngineFenceGenerate(own, NULL, &point), NvSciError_BadParameter);
    assert_status(RingfenceEngineFenceGenerate(own, &fence, NULL), NvSciError_BadParameter);
    expect_unread(own, NULL, NvSciError_BadParameter);
    assert_status(RingfenceEngineFenceRead(own, &fence, NULL), NvSciError_BadParameter);
    RingfenceEngineSyncUnmap(&map);
    expect_unmade(own, &fence, NvSciError_BadParameter);
    expect_unread(own, &fence, NvSciError_BadParameter);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_HANDLE);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/** Fences that an object can have. */
#define MOST_FENCES ((RINGFENCE_CFG_ATOMICS == 0U) ? 0x7FFFFFFFU : 0x7FFFFU)

/**
 * The phase, the end of the timeline and the most fences of an object count, and refuse what would
 * be made without a change.
 * @verifies RF-ENGINE-007
 * @verifies RF-ENGINE-030
 */
static void limits_hold_by_a_map(void **state)
{
    Scene scene = scene_open(g_wide);
    RingfenceEngineSync map = map_of(scene.object);
    SyncObject *const object = object_of(scene.object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence none = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(next_of(map.object, &fence), 1U);
    put_fences(object, MOST_FENCES);
    expect_unmade(map.object, &none, NvSciError_InvalidState);
    assert_int_equal(fences_of(object), MOST_FENCES);
    assert_int_equal(next_of(map.object, &fence), 2U);
    put_fences(object, 1U);
    set_timeline(scene.object, UINT64_MAX);
    expect_unmade(map.object, &none, NvSciError_Overflow);
    expect_unmade(map.object, &fence, NvSciError_Overflow);
    assert_int_equal(fences_of(object), 1U);
    set_timeline(scene.object, 0U);
    go_to(RINGFENCE_PHASE_DEINIT);
    expect_unmade(map.object, &fence, NvSciError_InvalidState);
    expect_unmade(map.object, &none, NvSciError_InvalidState);
    expect_unread(map.object, &fence, NvSciError_InvalidState);
    assert_int_equal(port_load64(&object->issued), 0U);
    go_to(RINGFENCE_PHASE_INIT);
    NvSciSyncFenceClear(&fence);
    RingfenceEngineSyncUnmap(&map);
    scene_close(&scene);
}

/**
 * By a map an engine waits for what it may wait for: not without the right, not for a point that is
 * too far away, and not for a signaller that is gone; where another process signals, the point is
 * noted.
 * @verifies RF-ENGINE-008
 * @verifies RF-ENGINE-009
 */
static void waits_by_a_map_are_checked(void **state)
{
    Scene scene = scene_open(g_wide);
    RingfenceEngineSync map = map_of(scene.object);
    SyncObject *const object = object_of(scene.object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence far_ahead = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(next_of(map.object, &fence), 1U);
    assert_status(NvSciSyncFenceUpdateFence(scene.object, 0U, FARTHEST + 1U, &far_ahead),
                  NvSciError_Success);
    expect_unread(map.object, &far_ahead, NvSciError_Overflow);
    object->shape.engine_waits = false;
    expect_unread(map.object, &fence, NvSciError_BadParameter);
    object->shape.engine_waits = true;
    object->shape.may_signal = false;
    assert_int_equal(read_of(map.object, &fence).point, 1U);
    assert_int_equal(port_load64(&object->awaited), 1U);
    object->shape.may_signal = true;
    port_store32(&object->peer_dead, 1U);
    expect_unread(map.object, &fence, NvSciError_NoSuchProcess);
    port_store32(&object->peer_dead, 0U);
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&far_ahead);
    RingfenceEngineSyncUnmap(&map);
    scene_close(&scene);
}

/**
 * A map's handle makes fences of the same points, slots and holders as another one, with timestamps
 * and with points of 32 bits too; only an engine that signals makes some.
 * @verifies RF-ENGINE-006
 * @verifies RF-ENGINE-200
 */
static void a_map_makes_what_another_handle_makes(void **state)
{
    static const Traits traits[] = {{.engine_signals = true, .engines = true},
                                    {.engine_signals = true, .engines = true, .narrow = true},
                                    {.engine_signals = true, .engines = true, .timestamps = true}};
    Scene waits = scene_open((Traits){.engines = true});
    RingfenceEngineSync waits_map = map_of(waits.object);
    NvSciSyncFence none = NvSciSyncFenceInitializer;

    (void)state;
    object_of(waits.object)->shape.engine_signals = false;
    expect_unmade(waits_map.object, &none, NvSciError_BadParameter);
    for (size_t i = 0U; i < COUNT_OF(traits); i++) {
        Scene scene = scene_open(traits[i]);
        RingfenceEngineSync map = map_of(scene.object);
        NvSciSyncFence first = NvSciSyncFenceInitializer;
        NvSciSyncFence second = NvSciSyncFenceInitializer;

        assert_int_equal(next_of(scene.object, &first), 1U);
        set_timeline(scene.object, 0U);
        assert_int_equal(next_of(map.object, &second), 1U);
        assert_memory_equal(&first, &second, sizeof(first));
        assert_int_equal(fences_of(object_of(scene.object)), 2U);
        assert_int_equal(next_of(map.object, &second), 2U);
        assert_int_equal(fences_of(object_of(scene.object)), 2U);
        NvSciSyncFenceClear(&first);
        NvSciSyncFenceClear(&second);
        RingfenceEngineSyncUnmap(&map);
        scene_close(&scene);
    }
    RingfenceEngineSyncUnmap(&waits_map);
    scene_close(&waits);
}

/**
 * A task status that says Failure is gone when its slot stands for another point.
 * @verifies RF-ENGINE-042
 */
static void a_map_makes_task_statuses_anew(void **state)
{
    static const RingfenceEngineRange all = {1U, UINT64_MAX};
    Scene scene = scene_open(g_wide);
    RingfenceEngineSync map = map_of(scene.object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncTaskStatus status;
    uint64_t points = 0U;

    (void)state;
    assert_int_equal(next_of(map.object, &fence), 1U);
    assert_status(RingfenceEngineSyncFail(map.object, &all, 1U, &points), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_Success);
    assert_int_equal(status.status, NvSciSyncTaskStatus_Failure);
    set_timeline(scene.object, RINGFENCE_CFG_TASK_STATUS_SLOTS);
    assert_int_equal(next_of(map.object, &fence), RINGFENCE_CFG_TASK_STATUS_SLOTS + 1U);
    store(&map, RINGFENCE_CFG_TASK_STATUS_SLOTS + 1U);
    assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_Success);
    assert_int_equal(status.status, NvSciSyncTaskStatus_Invalid);
    NvSciSyncFenceClear(&fence);
    RingfenceEngineSyncUnmap(&map);
    scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(each_fence_has_the_next_value),
        sync_test(a_fence_is_overwritten),
        sync_test(a_fence_that_cannot_be_made_changes_nothing),
        sync_test(a_fence_stands_for_a_value),
        sync_test(a_cleared_fence_is_none),
        sync_test(a_map_is_enough),
        sync_test(changed_bits_are_refused_by_a_map_too),
        sync_test(what_an_engine_cannot_wait_for_is_refused),
        sync_test(the_newest_point_goes_back),
        sync_test(other_points_stay),
        sync_test(threads_share_the_points),
        sync_test(runtime_calls_take_no_lock),
        sync_test(the_cpu_waits_for_an_engine),
        sync_test(a_wait_for_an_engine_ends_with_its_time),
        sync_test(damaged_fences_are_refused_by_a_map),
        sync_test(slots_that_are_not_there_are_refused_by_a_map),
        sync_test(handles_of_maps_are_checked),
        sync_test(limits_hold_by_a_map),
        sync_test(waits_by_a_map_are_checked),
        sync_test(a_map_makes_what_another_handle_makes),
        sync_test(a_map_makes_task_statuses_anew),
    };

    return cmocka_run_group_tests_name("engine/fence_driver", tests, NULL, NULL);
}
