/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file engine_test.c
 * Engines and the system: how often the CPU looks at what an engine writes, and descriptors of
 * devices that cannot be copied.
 */
#define _GNU_SOURCE

#include "engine_driver.h"

#include <errno.h>

#include "buf/buf.h"
#include "fault.h"
#include "port/descriptor.h"
#include "port/wait.h"
#include "sync_inside.h"

/* ---------------------------------------------------------------- sync objects */

#define NAPS_MAX 64U

/** Longest times of the sleeps of a wait. */
static int64_t g_naps[NAPS_MAX];
static uint32_t g_nap_count;
/** Sleep before which the engine stores the value 1, and where. */
static uint32_t g_store_at;
static RingfenceEngineSync g_map;

static void note_nap(void)
{
    if (g_nap_count < NAPS_MAX) {
        g_naps[g_nap_count] = fault_sleep_us();
    }
    g_nap_count++;
    if (g_nap_count == g_store_at) {
        PortAtomic64 *const counter = g_map.counter;

        port_store64(counter, 1U);
    }
}

/** Waits for an engine that stores before a sleep; notes the sleeps. */
static void wait_for_store(const Scene *scene, uint32_t store_at)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t point = 0U;

    assert_status(RingfenceEngineSyncMap(scene->object, &g_map), NvSciError_Success);
    assert_status(RingfenceEngineFenceGenerate(scene->object, &fence, &point), NvSciError_Success);
    g_nap_count = 0U;
    g_store_at = store_at;
    fault_before_sleep(note_nap);
    assert_status(NvSciSyncFenceWait(&fence, scene->context, -1), NvSciError_Success);
    fault_before_sleep(NULL);
    assert_int_equal(g_nap_count, store_at);
    NvSciSyncFenceClear(&fence);
    RingfenceEngineSyncUnmap(&g_map);
}

/**
 * Naps begin with 20 microseconds, double, and end at a millisecond; also if other processes have
 * the object.
 * @verifies RF-ENGINE-013
 */
static void naps_double_up_to_a_millisecond(void **state)
{
    static const int64_t naps[] = {20, 40, 80, 160, 320, 640, 1000, 1000, 1000};

    (void)state;
    for (uint32_t shared = 0U; shared < 2U; shared++) {
        Scene scene = scene_open((Traits){.engine_signals = true, .engines = true});

        port_store32(&object_of(scene.object)->shared, shared);
        wait_for_store(&scene, COUNT_OF(naps));
        for (size_t i = 0U; i < COUNT_OF(naps); i++) {
            assert_int_equal(g_naps[i], naps[i]);
        }
        scene_close(&scene);
    }
}

/**
 * No nap is longer than the time that the wait has left.
 * @verifies RF-ENGINE-013
 */
static void naps_end_with_the_wait(void **state)
{
    Scene scene = scene_open((Traits){.engine_signals = true, .engines = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t point = 0U;

    (void)state;
    assert_status(RingfenceEngineFenceGenerate(scene.object, &fence, &point), NvSciError_Success);
    g_nap_count = 0U;
    g_store_at = 0U;
    fault_before_sleep(note_nap);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, RINGFENCE_CFG_SPIN_US + 2000),
                  NvSciError_Timeout);
    fault_before_sleep(NULL);
    assert_in_range(g_nap_count, 1U, NAPS_MAX);
    for (uint32_t i = 0U; i < g_nap_count; i++) {
        assert_in_range(g_naps[i], 1, 1000);
    }
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * A waiter for a CPU does not look by itself.
 * @verifies RF-ENGINE-013
 */
static void a_wait_for_the_cpu_takes_no_naps(void **state)
{
    Scene scene = scene_open((Traits){0});
    RingfenceEngineSync map = {0};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_status(RingfenceEngineSyncMap(scene.object, &map), NvSciError_Success);
    g_map = map;
    assert_status(NvSciSyncObjGenerateFence(scene.object, &fence), NvSciError_Success);
    g_nap_count = 0U;
    g_store_at = 0U;
    fault_before_sleep(note_nap);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, 50000), NvSciError_Timeout);
    fault_before_sleep(NULL);
    assert_int_equal(g_nap_count, 1U);
    assert_true(g_naps[0] > 1000);
    NvSciSyncFenceClear(&fence);
    RingfenceEngineSyncUnmap(&map);
    scene_close(&scene);
}

/**
 * However often a waiter looks at the counter, it asks for the life of the signaller in slices.
 * @verifies RF-ENGINE-013
 */
static void naps_ask_for_life_in_slices(void **state)
{
    Scene scene = scene_open((Traits){.engine_signals = true, .engines = true});
    SyncObject *const object = object_of(scene.object);
    PortLiveness life = {-1, -1};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t point = 0U;
    uint64_t start = 0U;
    uint64_t slices = 0U;
    uint32_t looks = 0U;

    (void)state;
    assert_int_equal(port_liveness_make(&life), PORT_OK);
    object->parts.life.watch = life.watch;
    port_store32(&object->shared, 1U);
    port_store32(&object->watched, 1U);
    assert_status(RingfenceEngineFenceGenerate(scene.object, &fence, &point), NvSciError_Success);
    g_nap_count = 0U;
    g_store_at = 0U;
    looks = fault_life_looks();
    start = ringfence_port_time_us();
    fault_before_sleep(note_nap);
    assert_status(
        NvSciSyncFenceWait(&fence, scene.context, 3 * (int64_t)RINGFENCE_CFG_LIFE_CHECK_US),
        NvSciError_Timeout);
    fault_before_sleep(NULL);
    slices = ((ringfence_port_time_us() - start) / RINGFENCE_CFG_LIFE_CHECK_US) + 1U;
    looks = fault_life_looks() - looks;
    assert_true(g_nap_count > (2U * looks));
    assert_in_range(looks, 1U, slices);
    ringfence_port_descriptor_close(life.keep);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, -1), NvSciError_NoSuchProcess);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/** Object whose signaller another thread finds to be gone, before the third nap. */
static SyncObject *g_bereft;

static void lose(void)
{
    g_nap_count++;
    if (g_nap_count == 3U) {
        port_store32(&g_bereft->peer_dead, 1U);
    }
}

/**
 * What another wait found out ends the naps at once, without a question of one's own.
 * @verifies RF-ENGINE-013
 */
static void naps_end_when_the_signaller_is_known_to_be_gone(void **state)
{
    Scene scene = scene_open((Traits){.engine_signals = true, .engines = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t point = 0U;
    const uint32_t looks = fault_life_looks();

    (void)state;
    assert_status(RingfenceEngineFenceGenerate(scene.object, &fence, &point), NvSciError_Success);
    g_bereft = object_of(scene.object);
    g_nap_count = 0U;
    fault_before_sleep(lose);
    assert_status(NvSciSyncFenceWait(&fence, scene.context, -1), NvSciError_NoSuchProcess);
    fault_before_sleep(NULL);
    assert_int_equal(g_nap_count, 3U);
    assert_int_equal(fault_life_looks(), looks);
    NvSciSyncFenceClear(&fence);
    scene_close(&scene);
}

/**
 * Generating, reading and giving back make no call of the system, and none of the port.
 * @verifies RF-ENGINE-012
 */
static void fences_of_engines_make_no_call(void **state)
{
    Scene scene = scene_open((Traits){.engine_signals = true, .engines = true});
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    RingfenceEngineFence view;
    uint64_t point = 0U;

    (void)state;
    go_to(RINGFENCE_PHASE_RUNTIME);
    fault_arm(1U, EPERM);
    assert_status(RingfenceEngineFenceGenerate(scene.object, &fence, &point), NvSciError_Success);
    assert_status(RingfenceEngineFenceRead(scene.object, &fence, &view), NvSciError_Success);
    assert_status(RingfenceEngineFenceAbandon(scene.object, &fence), NvSciError_Success);
    assert_false(fault_disarm());
    go_to(RINGFENCE_PHASE_INIT);
    scene_close(&scene);
}

/* ---------------------------------------------------------------- buffers */

static Device g_device;

static NvSciBufObj device_object(NvSciBufModule module)
{
    static const RingfenceEngineMemory memory = {&g_device, device_allocate, NULL};
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = 100U;
    const NvSciRmGpuId gpu = {{1U}};
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufGeneralAttrKey_GpuId, &gpu, sizeof(gpu)},
                                        {NvSciBufGeneralAttrKey_VidMem_GpuId, &gpu, sizeof(gpu)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    assert_status(RingfenceEngineSetMemory(&memory), NvSciError_Success);
    assert_status(NvSciBufAttrListCreate(module, &list), NvSciError_Success);
    assert_status(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    assert_status(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                  NvSciError_Success);
    NvSciBufAttrListFree(list);
    return object;
}

/**
 * A descriptor of a device is copied as it is, whatever the rights; a copy that the system refuses
 * leaves nothing.
 * @verifies RF-ENGINE-022
 * @verifies RF-PORT-060
 */
static void a_descriptor_that_cannot_be_copied_is_not_sent(void **state)
{
    static const struct {
        int error;
        NvSciError expected;
    } cases[] = {{EMFILE, NvSciError_ResourceError}, {EBADF, NvSciError_ResourceError}};
    NvSciBufModule module = NULL;
    NvSciBufObj handle = NULL;
    const BufObject *object = NULL;
    uint32_t open = 0U;

    (void)state;
    assert_status(NvSciBufModuleOpen(&module), NvSciError_Success);
    handle = device_object(module);
    assert_status(buf_object_find(OP_BUF_OBJ_VALIDATE, handle, &object), NvSciError_Success);
    open = fault_open_descriptors();
    for (uint32_t writable = 0U; writable < 2U; writable++) {
        int32_t copy = -1;

        for (size_t i = 0U; i < COUNT_OF(cases); i++) {
            fault_arm(1U, cases[i].error);
            assert_status(buf_object_share(object, writable == 1U, &copy), cases[i].expected);
            assert_true(fault_disarm());
            assert_string_equal(fault_name(), "fcntl");
            assert_int_equal(copy, -1);
        }
        assert_status(buf_object_share(object, writable == 1U, &copy), NvSciError_Success);
        assert_int_not_equal(copy, g_device.descriptor);
        assert_true(is_same_memory(copy, g_device.descriptor));
        assert_int_equal(fcntl(copy, F_GETFD), FD_CLOEXEC);
        assert_int_equal(fcntl(copy, F_GET_SEALS), fcntl(g_device.descriptor, F_GET_SEALS));
        ringfence_port_descriptor_close(copy);
        assert_int_equal(buf_object_passes(object), NvSciBufAccessPerm_ReadWrite);
    }
    assert_int_equal(fault_open_descriptors(), open);
    NvSciBufObjFree(handle);
    NvSciBufModuleClose(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(naps_double_up_to_a_millisecond),
        sync_test(naps_end_with_the_wait),
        sync_test(a_wait_for_the_cpu_takes_no_naps),
        sync_test(naps_ask_for_life_in_slices),
        sync_test(naps_end_when_the_signaller_is_known_to_be_gone),
        sync_test(fences_of_engines_make_no_call),
        sync_test(a_descriptor_that_cannot_be_copied_is_not_sent),
    };

    return cmocka_run_group_tests_name("fault/engine", tests, NULL, NULL);
}
