/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file engine_share_test.c
 * Engines in several processes: a fence that an engine of one process signals and another process
 * waits for, and a buffer in the memory of a device. A thread that stores in the counter is the
 * engine; the driver of the device has files.
 */
#define _GNU_SOURCE

#include "engine_driver.h"
#include "peers.h"

#include <pthread.h>

/** Points that an engine reaches. */
#define ROUNDS    50U
#define RAW_BYTES 5000U

static const NvSciRmGpuId g_gpu = {{2U, 7U, 1U, 8U}};

/* ---------------------------------------------------------------- sync objects */

/** What an engine needs, and the CPU not. */
static NvSciSyncAttrList engine_list(NvSciSyncModule module, NvSciSyncAccessPerm perm)
{
    NvSciSyncAttrList list = NULL;

    CHECK_OK(NvSciSyncAttrListCreate(module, &list));
    CHECK_OK(RingfenceEngineSyncNeed(list, perm, &g_gpu));
    /* The mark does not leave the process, and an object of two processes is left to nobody. */
    CHECK_OK(RingfenceEngineSyncMark(list, 1U));
    return list;
}

/** Makes an object that this process's engine signals, and sends it. */
static NvSciSyncObj make_signaller(NvSciSyncModule module, NvSciIpcEndpoint channel)
{
    const NvSciSyncAttrList lists[] = {engine_list(module, NvSciSyncAccessPerm_SignalOnly),
                                       receive_list(module, channel)};
    const NvSciSyncObj object = make_of(lists, 2U);

    send_object(channel, object);
    return object;
}

/** A list of the CPU and of an engine that is no GPU. */
static NvSciSyncAttrList ask_for_engine(NvSciSyncModule module, NvSciSyncAccessPerm perm)
{
    const NvSciBufPeerHwEngine engine = {NvSciBufHwEngName_DLA, NvSciBufPlatformName_Orin};
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_PeerHwEngineArray, &engine,
                                            sizeof(engine)};
    const NvSciSyncAttrList list = ask_for(module, perm, false);

    CHECK_OK(NvSciSyncAttrListSetAttrs(list, &pair, 1U));
    return list;
}

/** Asks for an object to wait for, and gets it. */
static NvSciSyncObj get_waiter(NvSciSyncModule module, NvSciIpcEndpoint channel)
{
    const NvSciSyncAttrList list = ask_for_engine(module, NvSciSyncAccessPerm_WaitOnly);
    NvSciSyncObj object = NULL;

    send_lists(channel, &list, 1U);
    object = receive_object(module, channel, list);
    NvSciSyncAttrListFree(list);
    return object;
}

/** What the engine has to do. */
typedef struct {
    PortAtomic64 *counter;
    uint64_t last;
} Work;

/** Stores one value after the other. */
static void *store_all(void *argument)
{
    const Work *const work = argument;

    for (uint64_t value = 1U; value <= work->last; value++) {
        (void)usleep(1000U);
        port_store64(work->counter, value);
    }
    return NULL;
}

/** The engine starts when all its points were passed out; the program has no handle by then. */
static void engine_signaller(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint channel = join(A_0);
    const NvSciSyncObj object = make_signaller(module, channel);
    RingfenceEngineSync map;
    Work work = {NULL, ROUNDS};
    pthread_t thread;

    CHECK_OK(RingfenceEngineSyncMap(object, &map));
    CHECK(map.maySignal && (map.counter != NULL));
    NvSciSyncObjFree(object);
    work.counter = map.counter;
    for (uint64_t i = 1U; i <= ROUNDS; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        uint64_t point = 0U;

        CHECK_OK(RingfenceEngineFenceGenerate(map.object, &fence, &point));
        CHECK(point == i);
        send_fence(channel, &fence);
        NvSciSyncFenceClear(&fence);
    }
    CHECK(pthread_create(&thread, NULL, store_all, &work) == 0);
    listen_to(channel);
    CHECK(pthread_join(thread, NULL) == 0);
    RingfenceEngineSyncUnmap(&map);
    part(module, channel);
}

/** Waits by the CPU; an engine of this process would wait for the same values. */
static void cpu_waiter(void)
{
    static NvSciSyncFence fences[ROUNDS];
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint channel = join(A_1);
    const NvSciSyncObj object = get_waiter(module, channel);
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncFence own = NvSciSyncFenceInitializer;
    RingfenceEngineSync map;
    uint64_t point = 0U;

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(module, &context));
    CHECK_OK(RingfenceEngineSyncMap(object, &map));
    CHECK((!map.maySignal) && map.mayWait && (map.counter == NULL) && (map.constCounter != NULL));
    CHECK_STATUS(RingfenceEngineFenceGenerate(object, &own, &point), NvSciError_BadParameter);
    for (uint32_t i = 0U; i < ROUNDS; i++) {
        receive_fence(channel, object, &fences[i]);
    }
    CHECK_STATUS(RingfenceEngineFenceAbandon(object, &fences[ROUNDS - 1U]),
                 NvSciError_BadParameter);
    for (uint32_t i = 0U; i < ROUNDS; i++) {
        RingfenceEngineFence view;
        const PortAtomic64 *const counter = map.constCounter;

        CHECK_OK(RingfenceEngineFenceRead(object, &fences[i], &view));
        CHECK((!view.cleared) && (view.point == (i + 1U)));
        CHECK_OK(NvSciSyncFenceWait(&fences[i], context, -1));
        CHECK(port_load64(counter) >= view.point);
        CHECK_OK(RingfenceEngineFenceRead(object, &fences[i], &view));
        CHECK(view.reached);
        NvSciSyncFenceClear(&fences[i]);
    }
    tell(channel);
    RingfenceEngineSyncUnmap(&map);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    part(module, channel);
}

/**
 * A process waits for the engine of another one, with the CPU and by the values of the counter.
 * @verifies RF-ENGINE-005
 * @verifies RF-ENGINE-006
 * @verifies RF-ENGINE-008
 * @verifies RF-ENGINE-013
 */
static void a_process_waits_for_the_engine_of_another(void **state)
{
    static const Role roles[] = {engine_signaller, cpu_waiter};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/** Writes where it may not. */
static void writing_waiter(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint channel = join(A_1);
    const NvSciSyncObj object = get_waiter(module, channel);
    RingfenceEngineSync map;

    CHECK_OK(RingfenceEngineSyncMap(object, &map));
    tell(channel);
    *(volatile uint64_t *)(uintptr_t)map.constCounter = 1U;
    _exit(0);
}

static void silent_signaller(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint channel = join(A_0);
    const NvSciSyncObj object = make_signaller(module, channel);

    listen_to(channel);
    NvSciSyncObjFree(object);
    part(module, channel);
}

/**
 * Who may not signal cannot write the counter, whatever its driver does.
 * @verifies RF-ENGINE-005
 */
static void the_counter_of_another_cannot_be_written(void **state)
{
    const pid_t signaller = start_role(silent_signaller);
    const pid_t waiter = start_role(writing_waiter);

    (void)state;
    assert_true(ended_by(waiter, SIGSEGV));
    assert_true(ended_by(signaller, 0));
}

/* The process that allocates gives the right to signal away. */

static void allocating_waiter(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint channel = join(A_0);
    const NvSciSyncAttrList lists[] = {ask_for_engine(module, NvSciSyncAccessPerm_WaitOnly),
                                       receive_list(module, channel)};
    const NvSciSyncObj object = make_of(lists, 2U);
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    RingfenceEngineFence view;
    RingfenceEngineSync map;
    uint64_t point = 0U;

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(module, &context));
    send_object_and_right(channel, object);
    CHECK_OK(RingfenceEngineSyncMap(object, &map));
    CHECK((!map.maySignal) && map.mayWait && (map.counter == NULL));
    CHECK_STATUS(RingfenceEngineFenceGenerate(object, &fence, &point), NvSciError_BadParameter);
    receive_fence(channel, object, &fence);
    CHECK_OK(NvSciSyncFenceWait(&fence, context, -1));
    receive_fence(channel, object, &fence);
    CHECK_OK(RingfenceEngineFenceRead(object, &fence, &view));
    CHECK((!view.reached) && (view.point == 2U));
    tell(channel);
    CHECK_STATUS(NvSciSyncFenceWait(&fence, context, -1), NvSciError_NoSuchProcess);
    CHECK_STATUS(RingfenceEngineFenceRead(object, &fence, &view), NvSciError_NoSuchProcess);
    NvSciSyncFenceClear(&fence);
    RingfenceEngineSyncUnmap(&map);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    part(module, channel);
}

/** Signals one point by its engine, and dies before the second. */
static void mortal_signaller(void)
{
    const NvSciSyncModule module = open_sync();
    const NvSciIpcEndpoint channel = join(A_1);
    const NvSciSyncAttrList list = engine_list(module, NvSciSyncAccessPerm_SignalOnly);
    NvSciSyncFence fences[2];
    NvSciSyncObj object = NULL;
    RingfenceEngineSync map;
    Work work = {NULL, 1U};

    (void)memset(fences, 0, sizeof(fences));
    send_lists(channel, &list, 1U);
    object = receive_object_and_right(module, channel, list);
    CHECK_OK(RingfenceEngineSyncMap(object, &map));
    CHECK(map.maySignal && (map.counter != NULL));
    for (uint64_t i = 0U; i < COUNT_OF(fences); i++) {
        uint64_t point = 0U;

        CHECK_OK(RingfenceEngineFenceGenerate(object, &fences[i], &point));
        CHECK(point == (i + 1U));
        send_fence(channel, &fences[i]);
    }
    work.counter = map.counter;
    (void)store_all(&work);
    listen_to(channel);
    _exit(0);
}

/**
 * The right to signal goes to the engine of another process; its end is noticed by who waits.
 * @verifies RF-ENGINE-005
 * @verifies RF-ENGINE-009
 * @verifies RF-ENGINE-013
 */
static void the_right_to_signal_goes_to_an_engine(void **state)
{
    static const Role roles[] = {allocating_waiter, mortal_signaller};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- buffers */

static NvSciBufAttrValAccessPerm g_asked;

static NvSciBufModule open_buf(void)
{
    NvSciBufModule module = NULL;

    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciBufModuleOpen(&module));
    return module;
}

/** A list of a buffer in the memory of the device. */
static NvSciBufAttrList buf_list(NvSciBufModule module, NvSciBufAttrValAccessPerm perm)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = RAW_BYTES;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_GpuId, &g_gpu, sizeof(g_gpu)},
        {NvSciBufGeneralAttrKey_VidMem_GpuId, &g_gpu, sizeof(g_gpu)}};
    NvSciBufAttrList list = NULL;

    CHECK_OK(NvSciBufAttrListCreate(module, &list));
    CHECK_OK(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
}

/** Makes the buffer that a peer asks for, and sends it. */
static NvSciBufObj serve(NvSciBufModule module, NvSciIpcEndpoint channel)
{
    static Bytes bytes;
    NvSciBufAttrList lists[2] = {buf_list(module, NvSciBufAccessPerm_ReadWrite), NULL};
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    void *desc = NULL;
    size_t size = get(channel, &bytes, sizeof(bytes));

    CHECK_OK(NvSciBufAttrListIpcImportUnreconciled(module, channel, &bytes, size, &lists[1]));
    CHECK_OK(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict));
    CHECK_OK(
        NvSciBufIpcExportAttrListAndObj(object, NvSciBufAccessPerm_Auto, channel, &desc, &size));
    put(channel, desc, size);
    NvSciBufAttrListAndObjFreeDesc(desc);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    return object;
}

static void end_buf(NvSciBufModule module, NvSciIpcEndpoint channel)
{
    NvSciSyncModule none = NULL;

    NvSciBufModuleClose(module);
    CHECK_OK(NvSciSyncModuleOpen(&none));
    part(none, channel);
}

/** Has the device, writes with it, and reads what the peer wrote. */
static void owner(void)
{
    static Device device;
    const RingfenceEngineMemory memory = {&device, device_allocate, NULL};
    const NvSciBufModule module = open_buf();
    const NvSciIpcEndpoint channel = join(A_0);
    NvSciBufObj object = NULL;
    RingfenceEngineBuf map;
    uint64_t word = 0x1122334455667788U;

    CHECK_OK(RingfenceEngineSetMemory(&memory));
    object = serve(module, channel);
    CHECK(device.calls == 1U);
    CHECK(memcmp(&device.gpu, &g_gpu, sizeof(g_gpu)) == 0);
    CHECK_OK(RingfenceEngineBufMap(object, &map));
    CHECK(map.isDevice && map.writable && (map.bytes == DEVICE_STEP) && (map.size == RAW_BYTES));
    CHECK(pwrite(map.descriptor, &word, sizeof(word), 0) == (ssize_t)sizeof(word));
    tell(channel);
    listen_to(channel);
    CHECK(pread(map.descriptor, &word, sizeof(word), 8) == (ssize_t)sizeof(word));
    CHECK(word == 0x99U);
    NvSciBufObjFree(object);
    RingfenceEngineBufUnmap(&map);
    CHECK(!is_open(device.descriptor));
    end_buf(module, channel);
}

/** Has no driver that reserves memory; knows the memory by its descriptor. */
static void user(void)
{
    static Bytes bytes;
    const NvSciBufModule module = open_buf();
    const NvSciIpcEndpoint channel = join(A_1);
    NvSciBufAttrList list = buf_list(module, g_asked);
    NvSciBufObj object = NULL;
    const void *pointer = NULL;
    void *desc = NULL;
    size_t size = 0U;
    RingfenceEngineBuf map;
    uint64_t word = 0U;

    CHECK_OK(NvSciBufAttrListIpcExportUnreconciled(&list, 1U, channel, &desc, &size));
    put(channel, desc, size);
    NvSciBufAttrListFreeDesc(desc);
    size = get(channel, &bytes, sizeof(bytes));
    CHECK_OK(NvSciBufIpcImportAttrListAndObj(module, channel, &bytes, size, &list, 1U,
                                             NvSciBufAccessPerm_Auto, 0, &object));
    NvSciBufAttrListFree(list);
    CHECK_OK(NvSciBufObjValidate(object));
    CHECK_STATUS(NvSciBufObjGetConstCpuPtr(object, &pointer), NvSciError_BadParameter);
    CHECK_OK(RingfenceEngineBufMap(object, &map));
    CHECK(map.isDevice && (map.base == NULL) && (map.constBase == NULL));
    CHECK((map.bytes == RAW_BYTES) && (map.size == RAW_BYTES));
    CHECK(map.writable == (g_asked == NvSciBufAccessPerm_ReadWrite));
    listen_to(channel);
    CHECK(pread(map.descriptor, &word, sizeof(word), 0) == (ssize_t)sizeof(word));
    CHECK(word == 0x1122334455667788U);
    word = 0x99U;
    CHECK(pwrite(map.descriptor, &word, sizeof(word), 8) == (ssize_t)sizeof(word));
    tell(channel);
    NvSciBufObjFree(object);
    CHECK(is_open(map.descriptor));
    RingfenceEngineBufUnmap(&map);
    end_buf(module, channel);
}

/**
 * Memory of a device goes to a peer as a descriptor; nothing is mapped, and a right to read alone
 * is for the driver to keep.
 * @verifies RF-ENGINE-022
 * @verifies RF-ENGINE-023
 */
static void memory_of_a_device_is_shared(void **state)
{
    static const Role roles[] = {owner, user};

    (void)state;
    g_asked = NvSciBufAccessPerm_ReadWrite;
    run_roles(roles, COUNT_OF(roles));
    g_asked = NvSciBufAccessPerm_Readonly;
    run_roles(roles, COUNT_OF(roles));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        peers_test(a_process_waits_for_the_engine_of_another),
        peers_test(the_counter_of_another_cannot_be_written),
        peers_test(the_right_to_signal_goes_to_an_engine),
        peers_test(memory_of_a_device_is_shared),
    };

    return cmocka_run_group_tests_name("engine_share", tests, NULL, NULL);
}
