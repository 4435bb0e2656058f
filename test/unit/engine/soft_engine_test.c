/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file soft_engine_test.c
 * Engines that the CPU runs: signals that wake, waits without a wait context, and who may do which.
 * Where two processes are needed, both ends of a channel are in this one.
 */
#define _GNU_SOURCE

#include <pthread.h>

#include "ipc_fixture.h"
#include "nvscisync.h"
#include "port/wait.h"
#include "ringfence_engine.h"
#include "sync/sync.h"

#define WAIT   NvSciSyncAccessPerm_WaitOnly
#define SIGNAL NvSciSyncAccessPerm_SignalOnly
#define BOTH   NvSciSyncAccessPerm_WaitSignal
#define AUTO   NvSciSyncAccessPerm_Auto

/** A wait of a test that is to end with its time. */
#define SHORT_US 3000

static const NvSciRmGpuId g_gpu = {{2U, 7U, 1U, 8U}};

/** What a list asks for. */
typedef struct {
    NvSciSyncAccessPerm perm;
    /** The CPU has a part; else an engine alone. */
    bool cpu;
    bool gpu;
    /** Names an engine that is no GPU. */
    bool engine;
} Ask;

/** An engine of the CPU that signals, one that waits, and a CPU that waits. */
static const Ask g_signals = {SIGNAL, false, false, false};
static const Ask g_waits = {WAIT, false, false, false};
static const Ask g_cpu_waits = {WAIT, true, false, false};

static NvSciSyncAttrList list_of(NvSciSyncModule module, Ask ask)
{
    static const NvSciBufPeerHwEngine dla = {NvSciBufHwEngName_DLA, NvSciBufPlatformName_Orin};
    const NvSciSyncAttrKeyValuePair cpu = {NvSciSyncAttrKey_NeedCpuAccess, &ask.cpu, sizeof(bool)};
    const NvSciSyncAttrKeyValuePair engine = {NvSciSyncAttrKey_PeerHwEngineArray, &dla,
                                              sizeof(dla)};
    NvSciSyncAttrList list = NULL;

    assert_status(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_status(RingfenceEngineSyncNeed(list, ask.perm, ask.gpu ? &g_gpu : NULL),
                  NvSciError_Success);
    if (ask.cpu) {
        assert_status(NvSciSyncAttrListSetAttrs(list, &cpu, 1U), NvSciError_Success);
    }
    if (ask.engine) {
        assert_status(NvSciSyncAttrListSetAttrs(list, &engine, 1U), NvSciError_Success);
    }
    return list;
}

/** Makes an object of lists, and frees them. */
static NvSciSyncObj object_of_lists(NvSciSyncAttrList *lists, size_t count)
{
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, count, &object, &conflict),
                  NvSciError_Success);
    for (size_t i = 0U; i < count; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    return object;
}

static RingfenceEngineSync map_of(NvSciSyncObj object)
{
    RingfenceEngineSync map;

    assert_status(RingfenceEngineSyncMap(object, &map), NvSciError_Success);
    return map;
}

/** An object of this process alone, and its map. */
typedef struct {
    NvSciSyncModule module;
    NvSciSyncCpuWaitContext context;
    NvSciSyncObj object;
    RingfenceEngineSync map;
} Scene;

/** Opens an object that a CPU and an engine wait for, of 32 bits if `narrow`. */
static Scene open_scene(Ask signals, bool narrow)
{
    const NvSciSyncAttrValPrimitiveType small = NvSciSyncAttrValPrimitiveType_SysmemSemaphore;
    const bool stamped = true;
    const NvSciSyncAttrKeyValuePair primitive = {NvSciSyncAttrKey_PrimitiveInfo, &small,
                                                 sizeof(small)};
    const NvSciSyncAttrKeyValuePair timed = {NvSciSyncAttrKey_WaiterRequireTimestamps, &stamped,
                                             sizeof(stamped)};
    NvSciSyncAttrList lists[3];
    Scene scene;

    (void)memset(&scene, 0, sizeof(scene));
    assert_status(NvSciSyncModuleOpen(&scene.module), NvSciError_Success);
    assert_status(NvSciSyncCpuWaitContextAlloc(scene.module, &scene.context), NvSciError_Success);
    lists[0] = list_of(scene.module, signals);
    lists[1] = list_of(scene.module, g_cpu_waits);
    lists[2] = list_of(scene.module, g_waits);
    assert_status(RingfenceEngineSyncStamps(lists[0]), NvSciError_Success);
    assert_status(NvSciSyncAttrListSetAttrs(lists[1], &timed, 1U), NvSciError_Success);
    if (narrow) {
        assert_status(NvSciSyncAttrListSetAttrs(lists[1], &primitive, 1U), NvSciError_Success);
    }
    scene.object = object_of_lists(lists, COUNT_OF(lists));
    scene.map = map_of(scene.object);
    return scene;
}

static void close_scene(Scene *scene)
{
    RingfenceEngineSyncUnmap(&scene->map);
    NvSciSyncObjFree(scene->object);
    NvSciSyncCpuWaitContextFree(scene->context);
    NvSciSyncModuleClose(scene->module);
}

/** An object and its copy at the other end of a channel. */
typedef struct {
    NvSciSyncModule module;
    Pair pair;
    NvSciSyncObj near;
    NvSciSyncObj far;
    RingfenceEngineSync near_map;
    RingfenceEngineSync far_map;
} Ends;

/** Takes an unreconciled list to the near end, and frees it. */
static NvSciSyncAttrList carry_list(const Ends *ends, NvSciSyncAttrList list)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciSyncAttrList carried = NULL;

    assert_status(NvSciSyncAttrListIpcExportUnreconciled(&list, 1U, ends->pair.one, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcImportUnreconciled(ends->module, ends->pair.zero, bytes, size,
                                                         &carried),
                  NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    NvSciSyncAttrListFree(list);
    return carried;
}

/** Opens an object whose near end an engine of the CPU signals, and whose far end waits. */
static Ends open_ends(Ask waits)
{
    NvSciSyncObjIpcExportDescriptor desc;
    NvSciSyncAttrList lists[2];
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList carried = NULL;
    void *bytes = NULL;
    size_t size = 0U;
    Ends ends;

    (void)memset(&ends, 0, sizeof(ends));
    assert_status(NvSciSyncModuleOpen(&ends.module), NvSciError_Success);
    ends.pair = make_pair("ipc_test_0", "ipc_test_1");
    lists[0] = list_of(ends.module, g_signals);
    lists[1] = carry_list(&ends, list_of(ends.module, waits));
    ends.near = object_of_lists(lists, COUNT_OF(lists));
    assert_status(NvSciSyncObjGetAttrList(ends.near, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcExportReconciled(list, ends.pair.zero, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcImportReconciled(ends.module, ends.pair.one, bytes, size,
                                                       NULL, 0U, &carried),
                  NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    assert_status(NvSciSyncObjIpcExport(ends.near, AUTO, ends.pair.zero, &desc),
                  NvSciError_Success);
    assert_status(NvSciSyncObjIpcImport(ends.pair.one, &desc, carried, AUTO, 0, &ends.far),
                  NvSciError_Success);
    NvSciSyncAttrListFree(carried);
    ends.near_map = map_of(ends.near);
    ends.far_map = map_of(ends.far);
    return ends;
}

/** The signaller at the near end gives its object up. */
static void end_near(Ends *ends)
{
    RingfenceEngineSyncUnmap(&ends->near_map);
    NvSciSyncObjFree(ends->near);
    ends->near = NULL;
}

static void close_ends(Ends *ends)
{
    if (ends->near != NULL) {
        end_near(ends);
    }
    RingfenceEngineSyncUnmap(&ends->far_map);
    NvSciSyncObjFree(ends->far);
    close_pair(&ends->pair);
    NvSciSyncModuleClose(ends->module);
}

static SyncObject *inside(NvSciSyncObj handle)
{
    SyncObject *object = NULL;

    assert_status(sync_object_find(OP_SYNC_OBJ_DUP, handle, &object), NvSciError_Success);
    return object;
}

/** Passes out the next point of an object, and keeps no fence of it. */
static uint64_t pass_out(NvSciSyncObj object)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t point = 0U;

    assert_status(RingfenceEngineFenceGenerate(object, &fence, &point), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    return point;
}

/* ---------------------------------------------------------------- signals */

/**
 * A signal reaches its point and those before it, no other, and gives it its time; a point that is
 * reached is one still when it is signalled again.
 * @verifies RF-ENGINE-061
 */
static void a_signal_reaches_its_point(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < 4U; i++) {
        Scene scene = open_scene(g_signals, (i % 2U) == 1U);
        const NvSciSyncObj handle = ((i / 2U) == 1U) ? scene.object : scene.map.object;
        NvSciSyncFence fences[3];
        uint64_t points[3] = {0U, 0U, 0U};
        uint64_t time = 0U;
        const uint64_t before = ringfence_port_time_us();

        (void)memset(fences, 0, sizeof(fences));
        for (size_t k = 0U; k < COUNT_OF(fences); k++) {
            assert_status(RingfenceEngineFenceGenerate(handle, &fences[k], &points[k]),
                          NvSciError_Success);
        }
        assert_status(RingfenceEngineSyncSignal(handle, points[1]), NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&fences[0], scene.context, 0), NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&fences[1], scene.context, 0), NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&fences[2], scene.context, 0), NvSciError_Timeout);
        assert_status(NvSciSyncFenceGetTimestamp(&fences[1], &time), NvSciError_Success);
        assert_true((time >= before) && (time <= ringfence_port_time_us()));
        assert_status(RingfenceEngineSyncSignal(handle, points[0]), NvSciError_Success);
        assert_true(timeline_value(inside(scene.object)) == points[1]);
        assert_status(RingfenceEngineSyncSignal(handle, points[2]), NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&fences[2], scene.context, 0), NvSciError_Success);
        for (size_t k = 0U; k < COUNT_OF(fences); k++) {
            NvSciSyncFenceClear(&fences[k]);
        }
        close_scene(&scene);
    }
}

/**
 * Points of 32 bits go on where they wrap around.
 * @verifies RF-ENGINE-061
 */
static void points_of_32_bits_wrap(void **state)
{
    Scene scene = open_scene(g_signals, true);
    SyncObject *const object = inside(scene.object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t point = 0U;
    uint64_t time = 0U;

    (void)state;
    port_store64(&object->issued, (uint64_t)UINT32_MAX - 1U);
    port_store64(&object->writable.counter->value, (uint64_t)UINT32_MAX - 1U);
    port_store64(&object->window_end, (uint64_t)UINT32_MAX + 100U);
    for (uint64_t i = 0U; i < 3U; i++) {
        assert_status(RingfenceEngineFenceGenerate(scene.map.object, &fence, &point),
                      NvSciError_Success);
        assert_true(point == ((uint64_t)UINT32_MAX + i));
        assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Timeout);
        assert_status(RingfenceEngineSyncSignal(scene.map.object, point), NvSciError_Success);
        assert_status(NvSciSyncFenceWait(&fence, scene.context, 0), NvSciError_Success);
        assert_status(RingfenceEngineSyncWait(scene.map.object, point, 0), NvSciError_Success);
        assert_status(NvSciSyncFenceGetTimestamp(&fence, &time), NvSciError_Success);
    }
    NvSciSyncFenceClear(&fence);
    close_scene(&scene);
}

/**
 * The waiter counter of engines in other processes follows.
 * @verifies RF-ENGINE-061
 */
static void a_signal_moves_the_waiter_counter(void **state)
{
    static const Ask gpu_waits = {WAIT, false, true, false};
    Ends ends = open_ends(gpu_waits);
    const PortAtomic64 *const gate = ends.far_map.gate;

    (void)state;
    assert_non_null(gate);
    for (uint64_t i = 1U; i <= 3U; i++) {
        assert_status(RingfenceEngineSyncSignal(ends.near_map.object, pass_out(ends.near)),
                      NvSciError_Success);
        assert_true(port_load64(gate) == i);
    }
    close_ends(&ends);
}

/** Somebody who sleeps until he is woken, without a limit. */
typedef struct {
    SyncWaiters *waiters;
    /** As threads of one process do it. */
    bool within;
    uint32_t ticket;
} Sleeper;

static void *sleep_for_ever(void *argument)
{
    Sleeper *const sleeper = argument;
    PortAtomic32 *const wakeups = &sleeper->waiters->wakeups;

    while (port_load32(wakeups) == sleeper->ticket) {
        if (sleeper->within) {
            (void)port_sleep_within(wakeups, sleeper->ticket, -1);
        } else {
            (void)ringfence_port_sleep(wakeups, sleeper->ticket, -1);
        }
    }
    return NULL;
}

/** Who said that he sleeps is woken by a signal; where nobody does, there is no wake-up. */
static void expect_woken(const RingfenceEngineSync *map, SyncWaiters *waiters, bool within)
{
    Sleeper sleeper = {waiters, within, port_load32(&waiters->wakeups)};
    pthread_t thread;

    assert_status(RingfenceEngineSyncSignal(map->object, pass_out(map->object)),
                  NvSciError_Success);
    assert_int_equal(port_load32(&waiters->wakeups), sleeper.ticket);
    port_store32(&waiters->asleep, 1U);
    assert_int_equal(pthread_create(&thread, NULL, sleep_for_ever, &sleeper), 0);
    assert_status(RingfenceEngineSyncSignal(map->object, pass_out(map->object)),
                  NvSciError_Success);
    assert_int_not_equal(port_load32(&waiters->wakeups), sleeper.ticket);
    assert_int_equal(port_load32(&waiters->asleep), 0U);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/**
 * A signal wakes who sleeps, in this process and in another one, so no nap has to end.
 * @verifies RF-ENGINE-063
 */
static void a_signal_wakes_who_sleeps(void **state)
{
    Scene scene = open_scene(g_signals, false);
    Ends ends = open_ends(g_cpu_waits);

    (void)state;
    expect_woken(&scene.map, inside(scene.object)->waiters, true);
    expect_woken(&ends.near_map, inside(ends.far)->waiters, false);
    close_ends(&ends);
    close_scene(&scene);
}

/** A wait in a thread. */
typedef struct {
    NvSciSyncObj object;
    uint64_t point;
    NvSciError status;
} Waiting;

static void *wait_for_ever(void *argument)
{
    Waiting *const waiting = argument;

    waiting->status = RingfenceEngineSyncWait(waiting->object, waiting->point, -1);
    return NULL;
}

/**
 * Signals come from the one engine that signals the object, for points that were passed out.
 * @verifies RF-ENGINE-064
 */
static void what_cannot_be_signalled_is_refused(void **state)
{
    static const Ask signallers[] = {
        {SIGNAL, true, false, false}, {SIGNAL, true, false, true}, {SIGNAL, false, true, false},
        {SIGNAL, false, true, true},  {SIGNAL, true, true, true},
    };
    static const uint32_t signalers[] = {
        0U,
        RINGFENCE_ENGINE_SIGNALER_CPU | RINGFENCE_ENGINE_SIGNALER_OTHER,
        1U,
        1U | RINGFENCE_ENGINE_SIGNALER_OTHER,
        1U | RINGFENCE_ENGINE_SIGNALER_OTHER | RINGFENCE_ENGINE_SIGNALER_CPU,
    };
    static const Ask named = {SIGNAL, false, false, true};
    Scene scene = open_scene(named, false);
    Ends ends = open_ends(g_waits);
    uint64_t point = 0U;

    (void)state;
    assert_int_equal(scene.map.signalers, RINGFENCE_ENGINE_SIGNALER_OTHER);
    assert_status(RingfenceEngineSyncSignal(scene.object, 0U), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncSignal(scene.object, 1U), NvSciError_BadParameter);
    point = pass_out(scene.object);
    assert_status(RingfenceEngineSyncSignal(scene.object, point + 1U), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncSignal(NULL, point), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncSignal(ends.far, 1U), NvSciError_BadParameter);
    assert_true(timeline_value(inside(scene.object)) == 0U);
    assert_status(RingfenceEngineSyncSignal(scene.object, point), NvSciError_Success);
    close_ends(&ends);
    close_scene(&scene);
    for (size_t i = 0U; i < COUNT_OF(signallers); i++) {
        Scene other = open_scene(signallers[i], false);

        assert_int_equal(other.map.signalers, signalers[i]);
        if (other.map.maySignal) {
            point = pass_out(other.object);
        }
        assert_status(RingfenceEngineSyncSignal(other.object, point), NvSciError_BadParameter);
        assert_true(timeline_value(inside(other.object)) == 0U);
        close_scene(&other);
    }
}

/* ---------------------------------------------------------------- waits */

/**
 * A wait ends with the point, whoever signals it, or with its time.
 * @verifies RF-ENGINE-062
 */
static void a_wait_ends_with_the_point_or_its_time(void **state)
{
    static const Ask cpu_signals = {SIGNAL, true, false, false};

    (void)state;
    for (uint32_t i = 0U; i < 4U; i++) {
        const bool cpu = ((i % 2U) == 1U);
        Scene scene = open_scene(cpu ? cpu_signals : g_signals, false);
        const NvSciSyncObj handle = ((i / 2U) == 1U) ? scene.object : scene.map.object;
        SyncObject *const object = inside(scene.object);
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        Waiting waiting = {handle, 1U, NvSciError_Unknown};
        uint64_t start = 0U;
        pthread_t thread;

        if (cpu) {
            assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
        } else {
            assert_int_equal(pass_out(scene.object), 1U);
        }
        assert_status(RingfenceEngineSyncWait(handle, 1U, 0), NvSciError_Timeout);
        start = ringfence_port_time_us();
        assert_status(RingfenceEngineSyncWait(handle, 1U, SHORT_US), NvSciError_Timeout);
        assert_true((ringfence_port_time_us() - start) >= (uint64_t)SHORT_US);
        port_store32(&object->waiters->asleep, 0U);
        assert_int_equal(pthread_create(&thread, NULL, wait_for_ever, &waiting), 0);
        while (port_load32(&object->waiters->asleep) == 0U) {
            ringfence_port_yield();
        }
        assert_status(cpu ? NvSciSyncObjSignal(scene.object)
                          : RingfenceEngineSyncSignal(scene.object, 1U),
                      NvSciError_Success);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_status(waiting.status, NvSciError_Success);
        assert_status(RingfenceEngineSyncWait(handle, 1U, 0), NvSciError_Success);
        assert_status(RingfenceEngineSyncWait(handle, 1U, -1), NvSciError_Success);
        NvSciSyncFenceClear(&fence);
        close_scene(&scene);
    }
}

/**
 * No wait for what is no object, what engines may not wait for, or with a time that there is not.
 * @verifies RF-ENGINE-062
 */
static void waits_are_checked(void **state)
{
    Scene scene = open_scene(g_signals, false);
    Ends ends = open_ends(g_waits);

    (void)state;
    assert_status(RingfenceEngineSyncWait(NULL, 1U, 0), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncWait(ends.near, 0U, 0), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncWait(ends.far, 0U, 0), NvSciError_Success);
    assert_status(RingfenceEngineSyncWait(scene.object, 0U, -2), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncWait(scene.object, 0U, NvSciSyncFenceMaxTimeout + 1),
                  NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncWait(scene.object, 0U, NvSciSyncFenceMaxTimeout),
                  NvSciError_Success);
    close_ends(&ends);
    close_scene(&scene);
}

/**
 * A wait for a process that is gone ends, under way or in slices that are shorter than the looks at
 * its life; that is one fault. What it reached before counts.
 * @verifies RF-ENGINE-062
 */
static void a_signaller_that_is_gone_ends_waits(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        Ends ends = open_ends(g_waits);
        const uint32_t faults = ipc_fault_count();
        SyncObject *const object = inside(ends.far);
        Waiting waiting = {ends.far_map.object, 2U, NvSciError_Timeout};
        pthread_t thread;

        assert_status(RingfenceEngineSyncSignal(ends.near, pass_out(ends.near)),
                      NvSciError_Success);
        if (i == 0U) {
            assert_int_equal(pthread_create(&thread, NULL, wait_for_ever, &waiting), 0);
            while (port_load32(&object->waiters->asleep) == 0U) {
                ringfence_port_yield();
            }
            end_near(&ends);
            assert_int_equal(pthread_join(thread, NULL), 0);
        } else {
            end_near(&ends);
            while (waiting.status == NvSciError_Timeout) {
                waiting.status = RingfenceEngineSyncWait(ends.far, 2U, 100);
            }
        }
        assert_status(waiting.status, NvSciError_NoSuchProcess);
        assert_status(RingfenceEngineSyncWait(ends.far, 2U, 0), NvSciError_NoSuchProcess);
        assert_status(RingfenceEngineSyncWait(ends.far, 1U, -1), NvSciError_Success);
        assert_int_equal(ipc_fault_count(), faults + 1U);
        assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_SIGNALER_GAVE_BACK);
        close_ends(&ends);
    }
}

/**
 * An engine that works on is no part of the phases: it signals and waits in each of them.
 * @verifies RF-ENGINE-061
 * @verifies RF-ENGINE-062
 */
static void each_phase_admits_both(void **state)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT,
                                            RINGFENCE_PHASE_INIT};
    Scene scene = open_scene(g_signals, false);
    uint64_t points[3];

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(phases); i++) {
        points[i] = pass_out(scene.object);
    }
    for (size_t i = 0U; i < COUNT_OF(phases); i++) {
        assert_status(RingfenceAdvancePhase(phases[i]), NvSciError_Success);
        assert_status(RingfenceEngineSyncSignal(scene.map.object, points[i]), NvSciError_Success);
        assert_status(RingfenceEngineSyncWait(scene.map.object, points[i], 0), NvSciError_Success);
    }
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(a_signal_reaches_its_point),
        ipc_test(points_of_32_bits_wrap),
        ipc_test(a_signal_moves_the_waiter_counter),
        ipc_test(a_signal_wakes_who_sleeps),
        ipc_test(what_cannot_be_signalled_is_refused),
        ipc_test(a_wait_ends_with_the_point_or_its_time),
        ipc_test(waits_are_checked),
        ipc_test(a_signaller_that_is_gone_ends_waits),
        ipc_test(each_phase_admits_both),
    };

    return cmocka_run_group_tests_name("engine/soft_engine", tests, NULL, NULL);
}
