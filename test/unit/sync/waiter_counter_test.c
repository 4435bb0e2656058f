/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file waiter_counter_test.c
 * Waiter counters: the second copy of a counter, for engines that wait in another process than the
 * signaller's. Both ends of the channel are in this process.
 */
#define _GNU_SOURCE

#include <pthread.h>

#include "ipc_fixture.h"
#include "native.h"
#include "nvscisync.h"
#include "ringfence_engine.h"
#include "share/share.h"
#include "sync/sync.h"

#define WAIT   NvSciSyncAccessPerm_WaitOnly
#define SIGNAL NvSciSyncAccessPerm_SignalOnly
#define BOTH   NvSciSyncAccessPerm_WaitSignal
#define AUTO   NvSciSyncAccessPerm_Auto

/** Threads that signal one object, and how often each does. */
#define THREADS 4U
#define SIGNALS 2000U

static const NvSciRmGpuId g_gpu = {{1U, 6U, 1U, 8U}};

/** An object and its copy at the other end of a channel. */
typedef struct {
    NvSciSyncModule module;
    Pair pair;
    NvSciSyncObj near;
    NvSciSyncObj far;
    RingfenceEngineSync near_map;
    RingfenceEngineSync far_map;
} Ends;

/** What one end asks for. */
typedef struct {
    uint64_t perm;
    /** A GPU does, else the CPU and an engine that is none. */
    bool gpu;
} Ask;

/** Who asks at the near end, which reconciles, and at the far end. */
typedef struct {
    Ask near;
    Ask far;
} Asks;

static const Asks g_cpu_to_gpu = {{BOTH, false}, {WAIT, true}};
static const Asks g_gpu_to_gpu = {{BOTH, true}, {WAIT, true}};

static NvSciSyncAttrList asking(NvSciSyncModule module, Ask ask)
{
    NvSciSyncAttrList list = NULL;

    assert_status(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    if (ask.gpu) {
        assert_status(RingfenceEngineSyncNeed(list, ask.perm, &g_gpu), NvSciError_Success);
    } else {
        const bool cpu = true;
        const NvSciBufPeerHwEngine engine = {NvSciBufHwEngName_DLA, NvSciBufPlatformName_Orin};
        const NvSciSyncAttrKeyValuePair pairs[] = {
            {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
            {NvSciSyncAttrKey_PeerHwEngineArray, &engine, sizeof(engine)},
            {NvSciSyncAttrKey_RequiredPerm, &ask.perm, sizeof(ask.perm)}};

        assert_status(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    }
    return list;
}

/** Takes an unreconciled list to the near end, and frees it. */
static NvSciSyncAttrList carry_ask(const Ends *ends, NvSciSyncAttrList list)
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

/** Takes the object of the near end to the far end. */
static void carry_object(Ends *ends)
{
    NvSciSyncObjIpcExportDescriptor desc;
    void *bytes = NULL;
    size_t size = 0U;
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList carried = NULL;

    assert_status(NvSciSyncObjGetAttrList(ends->near, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcExportReconciled(list, ends->pair.zero, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcImportReconciled(ends->module, ends->pair.one, bytes, size,
                                                       NULL, 0U, &carried),
                  NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    assert_status(NvSciSyncObjIpcExport(ends->near, AUTO, ends->pair.zero, &desc),
                  NvSciError_Success);
    assert_status(NvSciSyncObjIpcImport(ends->pair.one, &desc, carried, AUTO, 0, &ends->far),
                  NvSciError_Success);
    NvSciSyncAttrListFree(carried);
}

static void map_both(Ends *ends)
{
    assert_status(RingfenceEngineSyncMap(ends->near, &ends->near_map), NvSciError_Success);
    assert_status(RingfenceEngineSyncMap(ends->far, &ends->far_map), NvSciError_Success);
}

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

static Ends open_ends(void)
{
    Ends ends;

    (void)memset(&ends, 0, sizeof(ends));
    assert_status(NvSciSyncModuleOpen(&ends.module), NvSciError_Success);
    ends.pair = make_pair("ipc_test_0", "ipc_test_1");
    return ends;
}

static Ends ends_of(Asks asks)
{
    Ends ends = open_ends();
    NvSciSyncAttrList lists[2];

    lists[0] = asking(ends.module, asks.near);
    lists[1] = carry_ask(&ends, asking(ends.module, asks.far));
    ends.near = object_of_lists(lists, COUNT_OF(lists));
    carry_object(&ends);
    map_both(&ends);
    return ends;
}

static void close_ends(Ends *ends)
{
    RingfenceEngineSyncUnmap(&ends->near_map);
    RingfenceEngineSyncUnmap(&ends->far_map);
    NvSciSyncObjFree(ends->near);
    NvSciSyncObjFree(ends->far);
    close_pair(&ends->pair);
    NvSciSyncModuleClose(ends->module);
}

static uint64_t value_at(const void *word)
{
    const PortAtomic64 *const place = word;

    return port_load64(place);
}

/* ---------------------------------------------------------------- where there is one */

/**
 * An object of a GPU that goes to another process has a waiter counter at both ends, whoever
 * signals; another one has none. The waiter counter is a word of its own, the first of a page that
 * both ends can write.
 * @verifies RF-SYNC-096
 * @verifies RF-ENGINE-040
 */
static void a_gate_follows_from_the_lists(void **state)
{
    static const struct {
        Asks asks;
        bool gate;
    } cases[] = {{{{BOTH, false}, {WAIT, true}}, true},   {{{BOTH, true}, {WAIT, true}}, true},
                 {{{WAIT, true}, {SIGNAL, false}}, true}, {{{BOTH, true}, {WAIT, false}}, true},
                 {{{WAIT, false}, {SIGNAL, true}}, true}, {{{BOTH, false}, {WAIT, false}}, false}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        Ends ends = ends_of(cases[i].asks);

        assert_int_equal(ends.near_map.gate != NULL, cases[i].gate);
        assert_int_equal(ends.far_map.gate != NULL, cases[i].gate);
        assert_int_equal(ends.near_map.gateBytes, cases[i].gate ? port_page_size() : 0U);
        assert_int_equal(ends.far_map.gateBytes, cases[i].gate ? port_page_size() : 0U);
        assert_int_equal((uintptr_t)ends.near_map.gate % port_page_size(), 0U);
        if (cases[i].gate) {
            PortAtomic64 *const gate = ends.far_map.gate;

            assert_ptr_not_equal(ends.near_map.gate, ends.near_map.constCounter);
            port_store64(gate, 77U);
            assert_int_equal(value_at(ends.near_map.gate), 77U);
            assert_int_equal(value_at(ends.near_map.constCounter), 0U);
        }
        close_ends(&ends);
    }
}

/**
 * Also where engines alone wait, in other processes than the one that signals, what they can write
 * is no counter: who signals stores in both, and what is said of fences follows the counter.
 * @verifies RF-SYNC-098
 */
static void where_engines_alone_wait_there_is_a_counter(void **state)
{
    static const Asks cases[] = {{{SIGNAL, true}, {WAIT, true}}, {{WAIT, true}, {SIGNAL, true}}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        Ends ends = ends_of(cases[i]);
        const RingfenceEngineSync *const signals = (i == 0U) ? &ends.near_map : &ends.far_map;
        const RingfenceEngineSync *const waits = (i == 0U) ? &ends.far_map : &ends.near_map;
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        RingfenceEngineFence view = {false, false, 0U};
        uint64_t point = 0U;

        assert_non_null(signals->gate);
        assert_int_equal(signals->gateBytes, port_page_size());
        assert_ptr_equal(signals->counter, signals->constCounter);
        assert_ptr_not_equal(signals->gate, signals->counter);
        assert_null(waits->counter);
        assert_non_null(waits->gate);
        assert_ptr_not_equal(waits->gate, waits->constCounter);
        assert_status(RingfenceEngineFenceGenerate(signals->object, &fence, &point),
                      NvSciError_Success);
        assert_int_equal(point, 1U);
        port_store64(waits->gate, point);
        assert_int_equal(value_at(signals->constCounter), 0U);
        if (signals->mayWait) {
            assert_status(RingfenceEngineFenceRead(signals->object, &fence, &view),
                          NvSciError_Success);
            assert_false(view.reached);
        }
        port_store64(signals->counter, point);
        assert_int_equal(value_at(waits->constCounter), point);
        NvSciSyncFenceClear(&fence);
        close_ends(&ends);
    }
}

/**
 * So it is where the CPU waits, who signals waits too, or points are 32 bits.
 * @verifies RF-SYNC-098
 */
static void others_have_a_counter_beside_the_gate(void **state)
{
    static const NvSciSyncAttrValPrimitiveType narrow =
        NvSciSyncAttrValPrimitiveType_SysmemSemaphore;
    static const Ask signals = {SIGNAL, true};

    (void)state;
    for (uint32_t i = 0U; i < 3U; i++) {
        const Ask far = {WAIT, i != 1U};
        Ends ends = open_ends();
        NvSciSyncAttrList lists[2] = {asking(ends.module, (i == 2U) ? g_gpu_to_gpu.near : signals),
                                      asking(ends.module, far)};
        const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_PrimitiveInfo, &narrow,
                                                sizeof(narrow)};

        if (i == 0U) {
            assert_status(NvSciSyncAttrListSetAttrs(lists[1], &pair, 1U), NvSciError_Success);
        }
        lists[1] = carry_ask(&ends, lists[1]);
        ends.near = object_of_lists(lists, COUNT_OF(lists));
        carry_object(&ends);
        map_both(&ends);
        assert_non_null(ends.near_map.gate);
        assert_ptr_not_equal(ends.near_map.gate, ends.near_map.constCounter);
        close_ends(&ends);
    }
}

/** Words of a descriptor of an object: length and check, and what it says of its parts. */
#define WORD_CRC   1U
#define WORD_PARTS 3U
/** A bit of the slots that says nothing. */
#define UNUSED_BIT (1ULL << 62U)

/**
 * A descriptor with a bit that says nothing is refused: once it said that the waiter counter is the
 * counter.
 * @verifies RF-SYNC-098
 * @verifies RF-SHARE-048
 */
static void a_descriptor_with_another_bit_is_refused(void **state)
{
    static const Asks asks = {{SIGNAL, true}, {WAIT, false}};
    Ends ends = ends_of(asks);
    NvSciSyncObjIpcExportDescriptor desc;
    NvSciSyncAttrList list = NULL;
    NvSciSyncObj object = NULL;
    const uint32_t faults = ipc_fault_count();
    uint32_t length = 0U;

    (void)state;
    assert_status(NvSciSyncObjGetAttrList(ends.far, &list), NvSciError_Success);
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_status(NvSciSyncObjIpcExport(ends.near, AUTO, ends.pair.zero, &desc),
                      NvSciError_Success);
        if (i == 0U) {
            desc.payload[WORD_PARTS] |= little_endian_64(UNUSED_BIT);
            length = (uint32_t)little_endian_64(desc.payload[WORD_CRC]);
            desc.payload[WORD_CRC] =
                little_endian_64((uint64_t)length | ((uint64_t)wire_crc(&desc, length) << 32U));
            assert_status(NvSciSyncObjIpcImport(ends.pair.one, &desc, list, AUTO, 0, &object),
                          NvSciError_BadParameter);
            assert_int_equal(ipc_fault_count(), faults + 1U);
            assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_BAD_DESCRIPTOR);
        } else {
            assert_status(NvSciSyncObjIpcImport(ends.pair.one, &desc, list, AUTO, 0, &object),
                          NvSciError_Success);
        }
    }
    NvSciSyncObjFree(object);
    close_ends(&ends);
}

/**
 * An object that was made for one process has no waiter counter, and a late peer's object of it has
 * none either.
 * @verifies RF-SYNC-096
 */
static void late_peers_have_the_gate_of_the_object(void **state)
{
    Ends ends = open_ends();
    NvSciSyncAttrList lists[2] = {asking(ends.module, g_gpu_to_gpu.near),
                                  asking(ends.module, g_gpu_to_gpu.far)};
    NvSciSyncAttrList late = NULL;

    (void)state;
    ends.near = object_of_lists(lists, COUNT_OF(lists));
    late = carry_ask(&ends, asking(ends.module, g_gpu_to_gpu.far));
    assert_status(NvSciSyncObjAttachPeer(ends.near, &late, 1U), NvSciError_Success);
    NvSciSyncAttrListFree(late);
    carry_object(&ends);
    map_both(&ends);
    assert_null(ends.near_map.gate);
    assert_null(ends.far_map.gate);
    close_ends(&ends);
}

/** Names a peer that comes later. */
static void name_peer(NvSciSyncAttrList list)
{
    const NvSciBufPeerLocationInfo peer = {1U, 0U, 0U};
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_PeerLocationInfo, &peer, sizeof(peer)};

    assert_status(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_Success);
}

/**
 * Where a list names late peers, the object has a waiter counter from the start, beside its
 * counter; so have they, and each signal moves it.
 * @verifies RF-SYNC-096
 */
static void late_peers_that_are_named_have_a_gate(void **state)
{
    static const Asks cases[] = {{{BOTH, true}, {WAIT, true}},
                                 {{NvSciSyncAccessPerm_SignalOnly, true}, {WAIT, true}}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        Ends ends = open_ends();
        NvSciSyncAttrList lists[2] = {asking(ends.module, cases[i].near),
                                      asking(ends.module, cases[i].far)};
        NvSciSyncAttrList late = NULL;

        name_peer(lists[0]);
        ends.near = object_of_lists(lists, COUNT_OF(lists));
        late = carry_ask(&ends, asking(ends.module, cases[i].far));
        assert_status(NvSciSyncObjAttachPeer(ends.near, &late, 1U), NvSciError_Success);
        NvSciSyncAttrListFree(late);
        carry_object(&ends);
        map_both(&ends);
        assert_non_null(ends.near_map.gate);
        assert_non_null(ends.far_map.gate);
        assert_ptr_not_equal(ends.near_map.gate, ends.near_map.constCounter);
        port_store64(ends.near_map.gate, 1U);
        assert_int_equal(value_at(ends.far_map.gate), 1U);
        assert_int_equal(value_at(ends.far_map.constCounter), 0U);
        close_ends(&ends);
    }
}

/* ---------------------------------------------------------------- signals */

/**
 * Each signal of the CPU moves counter and waiter counter; where there is no waiter counter, the
 * page stays as it is.
 * @verifies RF-SYNC-096
 */
static void the_gate_follows_the_counter(void **state)
{
    static const Asks without = {{BOTH, false}, {WAIT, false}};
    Ends ends = ends_of(g_cpu_to_gpu);
    SyncObject *object = NULL;

    (void)state;
    for (uint64_t point = 1U; point <= 50U; point++) {
        assert_status(NvSciSyncObjSignal(ends.near), NvSciError_Success);
        assert_int_equal(value_at(ends.far_map.constCounter), point);
        assert_int_equal(value_at(ends.far_map.gate), point);
    }
    close_ends(&ends);
    ends = ends_of(without);
    assert_status(NvSciSyncObjSignal(ends.near), NvSciError_Success);
    assert_status(sync_object_find(OP_SYNC_OBJ_VALIDATE, ends.far, &object), NvSciError_Success);
    assert_int_equal(value_at(ends.far_map.constCounter), 1U);
    assert_int_equal(port_load64(&object->waiters->gate), 0U);
    close_ends(&ends);
}

static void *signal_often(void *argument)
{
    const NvSciSyncObj *const object = argument;
    bool fine = true;

    for (uint32_t i = 0U; i < SIGNALS; i++) {
        fine = fine && (NvSciSyncObjSignal(*object) == NvSciError_Success);
    }
    return fine ? argument : NULL;
}

/**
 * Threads that signal at one time take nothing back from the waiter counter: it never runs ahead of
 * the counter nor goes back, and is where the counter is when they are done.
 * @verifies RF-SYNC-096
 */
static void threads_move_the_gate_forward(void **state)
{
    Ends ends = ends_of(g_cpu_to_gpu);
    pthread_t threads[THREADS];
    uint64_t last = 0U;

    (void)state;
    for (size_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, signal_often, &ends.near), 0);
    }
    while (last < (THREADS * SIGNALS)) {
        const uint64_t now = value_at(ends.far_map.gate);

        assert_true(now >= last);
        assert_true(now <= value_at(ends.far_map.constCounter));
        last = now;
    }
    for (size_t i = 0U; i < THREADS; i++) {
        void *fine = NULL;

        assert_int_equal(pthread_join(threads[i], &fine), 0);
        assert_non_null(fine);
    }
    assert_int_equal(value_at(ends.far_map.constCounter), THREADS * SIGNALS);
    close_ends(&ends);
}

/* ---------------------------------------------------------------- the end of the signaller */

/** What an open waiter counter is ahead of the counter. */
#define OPEN 0x4000000000000000ULL

/** Takes the fence of the next point to the far end. */
static NvSciSyncFence carried_fence(const Ends *ends)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence carried = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;

    assert_status(NvSciSyncObjGenerateFence(ends->near, &fence), NvSciError_Success);
    assert_status(NvSciSyncIpcExportFence(&fence, ends->pair.zero, &desc), NvSciError_Success);
    assert_status(NvSciSyncIpcImportFence(ends->far, &desc, &carried), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    return carried;
}

static bool is_over(NvSciSyncObj object)
{
    bool over = false;

    assert_status(RingfenceEngineSyncCheck(object, &over), NvSciError_Success);
    return over;
}

/** The signaller at the near end gives its object up. */
static void end_near(Ends *ends)
{
    RingfenceEngineSyncUnmap(&ends->near_map);
    NvSciSyncObjFree(ends->near);
    ends->near = NULL;
}

static void close_far(Ends *ends)
{
    RingfenceEngineSyncUnmap(&ends->far_map);
    NvSciSyncObjFree(ends->far);
    close_pair(&ends->pair);
    NvSciSyncModuleClose(ends->module);
}

/**
 * As long as the signaller is there, the waiter counter stays shut, and no check says otherwise;
 * when it is gone the waiter counter is open for points ahead of the counter and behind it, and
 * points that are not reached are an error. That is one fault, whoever finds it. What a late store
 * shut is opened again.
 * @verifies RF-SYNC-097
 * @verifies RF-ENGINE-041
 * @verifies RF-ENGINE-009
 */
static void the_gate_opens_when_the_signaller_is_gone(void **state)
{
    Ends ends = ends_of(g_cpu_to_gpu);
    NvSciSyncFence reached = carried_fence(&ends);
    NvSciSyncFence pending = carried_fence(&ends);
    PortAtomic64 *const gate = ends.far_map.gate;
    const uint32_t faults = ipc_fault_count();
    RingfenceEngineFence view;

    (void)state;
    assert_int_equal(ends.near_map.life, -1);
    assert_true(ends.far_map.life >= 0);
    assert_status(NvSciSyncObjSignal(ends.near), NvSciError_Success);
    assert_status(RingfenceEngineFenceRead(ends.far, &pending, &view), NvSciError_Success);
    assert_int_equal(view.point, 2U);
    assert_false(is_over(ends.near));
    assert_false(is_over(ends.far));
    assert_int_equal(port_load64(gate), 1U);
    end_near(&ends);
    assert_int_equal(ipc_fault_count(), faults);
    assert_true(is_over(ends.far));
    assert_int_equal(port_load64(gate), OPEN + 1U);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_SIGNALER_GAVE_BACK);
    port_store64(gate, 2U);
    assert_true(is_over(ends.far_map.object));
    assert_int_equal(port_load64(gate), OPEN + 1U);
    assert_status(RingfenceEngineFenceRead(ends.far, &pending, &view), NvSciError_NoSuchProcess);
    assert_status(RingfenceEngineFenceRead(ends.far, &reached, &view), NvSciError_Success);
    assert_true(view.reached);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    NvSciSyncFenceClear(&reached);
    NvSciSyncFenceClear(&pending);
    close_far(&ends);
}

/**
 * A signaller that is gone is no fault while no engine waits; a wait that comes later is one, and
 * is refused.
 * @verifies RF-SYNC-097 RF-SYNC-340
 * @verifies RF-ENGINE-009
 */
static void nobody_who_waits_is_no_fault(void **state)
{
    Ends ends = ends_of(g_cpu_to_gpu);
    NvSciSyncFence pending = carried_fence(&ends);
    const uint32_t faults = ipc_fault_count();
    RingfenceEngineFence view;

    (void)state;
    end_near(&ends);
    assert_true(is_over(ends.far));
    assert_true(is_over(ends.far));
    assert_int_equal(ipc_fault_count(), faults);
    assert_status(RingfenceEngineFenceRead(ends.far, &pending, &view), NvSciError_NoSuchProcess);
    assert_status(RingfenceEngineFenceRead(ends.far, &pending, &view), NvSciError_NoSuchProcess);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_SIGNALER_GAVE_BACK);
    NvSciSyncFenceClear(&pending);
    close_far(&ends);
}

/**
 * A wait of the CPU that finds the signaller gone opens the waiter counter for engines.
 * @verifies RF-SYNC-097
 */
static void a_wait_of_the_cpu_opens_the_gate(void **state)
{
    static const Asks asks = {{BOTH, true}, {WAIT, false}};
    Ends ends = ends_of(asks);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence pending = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;
    NvSciSyncCpuWaitContext context = NULL;
    const uint32_t faults = ipc_fault_count();
    uint64_t point = 0U;

    (void)state;
    assert_status(NvSciSyncCpuWaitContextAlloc(ends.module, &context), NvSciError_Success);
    assert_status(RingfenceEngineFenceGenerate(ends.near, &fence, &point), NvSciError_Success);
    assert_status(NvSciSyncIpcExportFence(&fence, ends.pair.zero, &desc), NvSciError_Success);
    assert_status(NvSciSyncIpcImportFence(ends.far, &desc, &pending), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    assert_status(NvSciSyncFenceWait(&pending, context, 1000), NvSciError_Timeout);
    assert_int_equal(value_at(ends.far_map.gate), 0U);
    end_near(&ends);
    assert_status(NvSciSyncFenceWait(&pending, context, -1), NvSciError_NoSuchProcess);
    assert_int_equal(value_at(ends.far_map.gate), OPEN);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    NvSciSyncFenceClear(&pending);
    NvSciSyncCpuWaitContextFree(context);
    close_far(&ends);
}

/**
 * Who allocates and waits has a line from the beginning, so that an engine can be told to wait
 * before the right to signal is passed on.
 * @verifies RF-SYNC-097
 * @verifies RF-ENGINE-041
 */
static void the_line_is_there_before_the_signaller(void **state)
{
    static const Asks asks = {{WAIT, true}, {SIGNAL, true}};
    Ends ends = open_ends();
    NvSciSyncAttrList lists[2];

    (void)state;
    lists[0] = asking(ends.module, asks.near);
    lists[1] = carry_ask(&ends, asking(ends.module, asks.far));
    ends.near = object_of_lists(lists, COUNT_OF(lists));
    assert_status(RingfenceEngineSyncMap(ends.near, &ends.near_map), NvSciError_Success);
    assert_true(ends.near_map.life >= 0);
    assert_false(is_over(ends.near));
    carry_object(&ends);
    assert_false(is_over(ends.near));
    assert_int_equal(value_at(ends.near_map.gate), 0U);
    NvSciSyncObjFree(ends.far);
    assert_true(is_over(ends.near));
    assert_int_equal(value_at(ends.near_map.gate), OPEN);
    RingfenceEngineSyncUnmap(&ends.near_map);
    NvSciSyncObjFree(ends.near);
    close_pair(&ends.pair);
    NvSciSyncModuleClose(ends.module);
}

/**
 * A check names a live object and a place for the answer, in every phase.
 * @verifies RF-ENGINE-041
 */
static void checks_are_checked(void **state)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT};
    Ends ends = ends_of(g_cpu_to_gpu);
    bool over = true;

    (void)state;
    assert_status(RingfenceEngineSyncCheck(NULL, &over), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncCheck(ends.far, NULL), NvSciError_BadParameter);
    assert_true(over);
    for (size_t i = 0U; i < COUNT_OF(phases); i++) {
        assert_status(RingfenceAdvancePhase(phases[i]), NvSciError_Success);
        assert_false(is_over(ends.far));
    }
    close_ends(&ends);
}

/* ---------------------------------------------------------------- an engine that fails */

/** Passes a point out at the near end; its fence, and the same at the far end. */
static void pass_out(const Ends *ends, NvSciSyncFence *fence, NvSciSyncFence *carried)
{
    NvSciSyncFenceIpcExportDescriptor desc;
    uint64_t point = 0U;

    assert_status(RingfenceEngineFenceGenerate(ends->near, fence, &point), NvSciError_Success);
    assert_status(NvSciSyncIpcExportFence(fence, ends->pair.zero, &desc), NvSciError_Success);
    assert_status(NvSciSyncIpcImportFence(ends->far, &desc, carried), NvSciError_Success);
}

static uint16_t status_of(const NvSciSyncFence *fence)
{
    NvSciSyncTaskStatus status;

    assert_status(NvSciSyncFenceGetTaskStatus(fence, &status), NvSciError_Success);
    return status.status;
}

/** All points of an object. */
static const RingfenceEngineRange g_all = {1U, UINT64_MAX};

static uint64_t finished(NvSciSyncObj object)
{
    uint64_t points = 77U;

    assert_status(RingfenceEngineSyncFail(object, &g_all, 1U, &points), NvSciError_Success);
    return points;
}

/**
 * When an engine failed, the points that it owed are finished: counter and waiter counter are at
 * the last one, and the task statuses of those alone say Failure, in the other process too. That is
 * one fault. Points that are passed out later are as ever.
 * @verifies RF-ENGINE-042
 * @verifies RF-ENGINE-043
 */
static void points_of_a_failed_engine_are_finished(void **state)
{
    Ends ends = ends_of(g_gpu_to_gpu);
    NvSciSyncFence fences[6];
    NvSciSyncFence carried[6];
    PortAtomic64 *const counter = ends.near_map.counter;
    PortAtomic64 *const gate = ends.near_map.gate;
    const uint32_t faults = ipc_fault_count();

    (void)state;
    (void)memset(fences, 0, sizeof(fences));
    (void)memset(carried, 0, sizeof(carried));
    assert_int_equal(finished(ends.near), 0U);
    for (size_t i = 0U; i < 5U; i++) {
        pass_out(&ends, &fences[i], &carried[i]);
    }
    port_store64(gate, 2U);
    port_store64(counter, 2U);
    assert_int_equal(finished(ends.near_map.object), 3U);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    assert_int_equal(ipc_fault_kind(), RINGFENCE_FAULT_ENGINE_FAILED);
    assert_int_equal(value_at(ends.far_map.constCounter), 5U);
    assert_int_equal(value_at(ends.far_map.gate), 5U);
    for (size_t i = 0U; i < 5U; i++) {
        const uint16_t expected =
            (uint16_t)((i < 2U) ? NvSciSyncTaskStatus_Invalid : NvSciSyncTaskStatus_Failure);

        assert_int_equal(status_of(&fences[i]), expected);
        assert_int_equal(status_of(&carried[i]), expected);
    }
    assert_int_equal(finished(ends.near), 0U);
    pass_out(&ends, &fences[5], &carried[5]);
    port_store64(gate, 6U);
    port_store64(counter, 6U);
    assert_int_equal(status_of(&carried[5]), (uint16_t)NvSciSyncTaskStatus_Invalid);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    for (size_t i = 0U; i < 6U; i++) {
        NvSciSyncFenceClear(&fences[i]);
        NvSciSyncFenceClear(&carried[i]);
    }
    close_ends(&ends);
}

/**
 * Where others signal too, the points that are named alone are finished, and those of the others
 * are waited for: nothing goes over them or back. Ranges are in order.
 * @verifies RF-ENGINE-060
 */
static void points_of_others_are_left_to_them(void **state)
{
    /* 3 and 6 are another engine's. */
    static const RingfenceEngineRange ranges[] = {{1U, 2U}, {4U, 5U}, {7U, UINT64_MAX}};
    static const RingfenceEngineRange wrong[] = {{4U, 5U}, {5U, 6U}, {8U, 7U}};
    Ends ends = ends_of(g_gpu_to_gpu);
    NvSciSyncFence fences[8];
    PortAtomic64 *const counter = ends.near_map.counter;
    PortAtomic64 *const gate = ends.near_map.gate;
    const uint32_t faults = ipc_fault_count();
    uint64_t points = 0U;

    (void)state;
    (void)memset(fences, 0, sizeof(fences));
    for (size_t i = 0U; i < 8U; i++) {
        assert_status(RingfenceEngineFenceGenerate(ends.near, &fences[i], &points),
                      NvSciError_Success);
    }
    assert_status(RingfenceEngineSyncFail(ends.near, wrong, 2U, &points), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncFail(ends.near, &wrong[2], 1U, &points),
                  NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncFail(ends.near, NULL, 1U, &points), NvSciError_BadParameter);
    port_store64(gate, 1U);
    port_store64(counter, 1U);
    assert_status(RingfenceEngineSyncFail(ends.near, ranges, 3U, &points), NvSciError_Success);
    assert_int_equal(points, 5U);
    assert_int_equal(value_at(counter), 2U);
    assert_int_equal(value_at(gate), 2U);
    assert_status(RingfenceEngineSyncFail(ends.near, ranges, 3U, &points), NvSciError_Success);
    assert_int_equal(points, 0U);
    assert_int_equal(value_at(counter), 2U);
    port_store64(gate, 3U);
    port_store64(counter, 3U);
    assert_status(RingfenceEngineSyncFail(ends.near, ranges, 3U, &points), NvSciError_Success);
    assert_int_equal(points, 0U);
    assert_int_equal(value_at(counter), 5U);
    assert_int_equal(value_at(gate), 5U);
    port_store64(gate, 6U);
    port_store64(counter, 6U);
    assert_status(RingfenceEngineSyncFail(ends.near, ranges, 3U, &points), NvSciError_Success);
    assert_int_equal(value_at(counter), 8U);
    assert_int_equal(value_at(gate), 8U);
    assert_int_equal(ipc_fault_count(), faults + 1U);
    for (size_t i = 0U; i < 8U; i++) {
        const bool stored = (i == 0U) || (i == 2U) || (i == 5U);

        assert_int_equal(status_of(&fences[i]), (uint16_t)(stored ? NvSciSyncTaskStatus_Invalid
                                                                  : NvSciSyncTaskStatus_Failure));
        NvSciSyncFenceClear(&fences[i]);
    }
    close_ends(&ends);
}

/**
 * A waiter counter that is ahead stays there when points behind it are finished: the other engine
 * stored its points there first.
 * @verifies RF-ENGINE-060
 */
static void a_gate_that_is_ahead_stays(void **state)
{
    static const RingfenceEngineRange range = {2U, 3U};
    static const uint64_t ahead[] = {3U, 4U, 5U, 6U};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(ahead); i++) {
        Ends ends = ends_of(g_gpu_to_gpu);
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        uint64_t points = 0U;

        for (uint32_t n = 0U; n < 6U; n++) {
            assert_status(RingfenceEngineFenceGenerate(ends.near, &fence, &points),
                          NvSciError_Success);
        }
        port_store64(ends.near_map.gate, ahead[i]);
        port_store64(ends.near_map.counter, 1U);
        assert_status(RingfenceEngineSyncFail(ends.near, &range, 1U, &points), NvSciError_Success);
        assert_int_equal(points, 2U);
        assert_int_equal(value_at(ends.near_map.counter), 3U);
        assert_int_equal(value_at(ends.near_map.gate), ahead[i]);
        NvSciSyncFenceClear(&fence);
        close_ends(&ends);
    }
}

/**
 * Points whose slots were passed on say nothing there: the first that is told a failure is the
 * first that has its slot still.
 * @verifies RF-ENGINE-043
 */
static void slots_that_were_passed_on_are_left(void **state)
{
    /* Points 2 and 3 of as many as there are slots, and two: 2 has lost its slot to the last. */
    static const RingfenceEngineRange range = {2U, 3U};
    static const uint32_t kept[] = {3U, 4U, RINGFENCE_CFG_TASK_STATUS_SLOTS + 1U,
                                    RINGFENCE_CFG_TASK_STATUS_SLOTS + 2U};
    Ends ends = ends_of(g_gpu_to_gpu);
    NvSciSyncFence fences[COUNT_OF(kept)];
    NvSciSyncFence other = NvSciSyncFenceInitializer;
    uint64_t point = 0U;
    size_t next = 0U;

    (void)state;
    (void)memset(fences, 0, sizeof(fences));
    for (uint32_t i = 1U; i <= kept[COUNT_OF(kept) - 1U]; i++) {
        const bool keeps = (kept[next] == i);

        assert_status(
            RingfenceEngineFenceGenerate(ends.near, keeps ? &fences[next] : &other, &point),
            NvSciError_Success);
        next += keeps ? 1U : 0U;
    }
    port_store64(ends.near_map.gate, 1U);
    port_store64(ends.near_map.counter, 1U);
    assert_status(RingfenceEngineSyncFail(ends.near, &range, 1U, &point), NvSciError_Success);
    assert_int_equal(point, 2U);
    assert_int_equal(value_at(ends.near_map.counter), 3U);
    port_store64(ends.near_map.gate, kept[COUNT_OF(kept) - 1U]);
    port_store64(ends.near_map.counter, kept[COUNT_OF(kept) - 1U]);
    for (size_t i = 0U; i < COUNT_OF(kept); i++) {
        assert_int_equal(
            status_of(&fences[i]),
            (uint16_t)((i == 0U) ? NvSciSyncTaskStatus_Failure : NvSciSyncTaskStatus_Invalid));
        NvSciSyncFenceClear(&fences[i]);
    }
    NvSciSyncFenceClear(&other);
    close_ends(&ends);
}

/**
 * More points than slots are finished too; the slots say Failure, until the point that comes next
 * in a slot is passed out.
 * @verifies RF-ENGINE-042
 * @verifies RF-ENGINE-043
 */
static void slots_are_used_again(void **state)
{
    Ends ends = ends_of(g_gpu_to_gpu);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence last = NvSciSyncFenceInitializer;
    PortAtomic64 *const counter = ends.near_map.counter;
    uint64_t point = 0U;

    (void)state;
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_TASK_STATUS_SLOTS + 10U); i++) {
        assert_status(RingfenceEngineFenceGenerate(ends.near, &last, &point), NvSciError_Success);
    }
    assert_int_equal(finished(ends.near), RINGFENCE_CFG_TASK_STATUS_SLOTS + 10U);
    assert_int_equal(status_of(&last), (uint16_t)NvSciSyncTaskStatus_Failure);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_TASK_STATUS_SLOTS; i++) {
        assert_status(RingfenceEngineFenceGenerate(ends.near, &fence, &point), NvSciError_Success);
        port_store64(counter, point);
        assert_int_equal(status_of(&fence), (uint16_t)NvSciSyncTaskStatus_Invalid);
    }
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&last);
    close_ends(&ends);
}

/**
 * The map of who waits makes no fence: another process has the points.
 * @verifies RF-ENGINE-200
 */
static void who_waits_makes_no_fence(void **state)
{
    Ends ends = ends_of(g_gpu_to_gpu);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t point = 77U;

    (void)state;
    assert_status(RingfenceEngineFenceGenerate(ends.far_map.object, &fence, &point),
                  NvSciError_BadParameter);
    assert_int_equal(point, 77U);
    assert_status(RingfenceEngineFenceGenerate(ends.near_map.object, &fence, &point),
                  NvSciError_Success);
    assert_int_equal(point, 1U);
    NvSciSyncFenceClear(&fence);
    close_ends(&ends);
}

/**
 * Who may not signal, and who has the CPU signal, finishes nothing; a fence of the CPU has no slot.
 * @verifies RF-ENGINE-042
 * @verifies RF-ENGINE-043
 */
static void only_engines_that_signal_fail(void **state)
{
    Ends ends = ends_of(g_cpu_to_gpu);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncTaskStatus status;
    uint64_t points = 77U;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(ends.near, &fence), NvSciError_Success);
    assert_status(RingfenceEngineSyncFail(ends.near, &g_all, 1U, &points), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncFail(ends.far, &g_all, 1U, &points), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncFail(NULL, &g_all, 1U, &points), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncFail(ends.near, &g_all, 1U, NULL), NvSciError_BadParameter);
    assert_int_equal(points, 77U);
    assert_int_equal(value_at(ends.near_map.constCounter), 0U);
    assert_status(NvSciSyncObjSignal(ends.near), NvSciError_Success);
    assert_status(NvSciSyncFenceGetTaskStatus(&fence, &status), NvSciError_BadParameter);
    NvSciSyncFenceClear(&fence);
    close_ends(&ends);
}

/* ---------------------------------------------------------------- health */

/** Looks of a driver. */
typedef struct {
    PortAtomic32 looks;
    /** Object that the driver finds failed at the second look. */
    NvSciSyncObj failed;
} Health;

static Health g_health_seen;

static void look(void *context)
{
    Health *const health = context;

    if ((health->failed != NULL) && (port_add32(&health->looks, 1U) == 2U)) {
        assert_int_equal(finished(health->failed), 1U);
    }
}

/**
 * A wait of the CPU for an engine of its process lets the driver look, slice by slice, and ends
 * when it finds that the engine failed. Another driver is refused.
 * @verifies RF-ENGINE-044
 */
static void who_waits_lets_the_driver_look(void **state)
{
    static const RingfenceEngineHealth health = {&g_health_seen, look};
    static const RingfenceEngineHealth others[] = {{NULL, look}, {&g_health_seen, NULL}};
    static const NvSciSyncWaitMode modes[] = {NvSciSyncWaitMode_Default,
                                              NvSciSyncWaitMode_BusyWithYield};
    static const Ask asks[] = {{SIGNAL, true}, {WAIT, false}};
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncModule module = NULL;

    (void)state;
    assert_status(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_status(NvSciSyncCpuWaitContextAlloc(module, &context), NvSciError_Success);
    assert_status(RingfenceEngineSetHealth(NULL), NvSciError_BadParameter);
    assert_status(RingfenceEngineSetHealth(&others[1]), NvSciError_BadParameter);
    assert_status(RingfenceEngineSetHealth(&health), NvSciError_Success);
    assert_status(RingfenceEngineSetHealth(&health), NvSciError_Success);
    assert_status(RingfenceEngineSetHealth(&others[0]), NvSciError_AlreadyInUse);
    for (size_t i = 0U; i < COUNT_OF(modes); i++) {
        NvSciSyncAttrList lists[2] = {asking(module, asks[0]), asking(module, asks[1])};
        const NvSciSyncObj object = object_of_lists(lists, COUNT_OF(lists));
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        uint64_t point = 0U;

        port_store32(&g_health_seen.looks, 0U);
        assert_status(RingfenceEngineFenceGenerate(object, &fence, &point), NvSciError_Success);
        g_health_seen.failed = NULL;
        assert_status(NvSciSyncFenceWaitWithMode(&fence, context, 1000, modes[i]),
                      NvSciError_Timeout);
        g_health_seen.failed = object;
        assert_status(NvSciSyncFenceWaitWithMode(&fence, context, -1, modes[i]),
                      NvSciError_Success);
        assert_int_equal(port_load32(&g_health_seen.looks), 2U);
        assert_int_equal(status_of(&fence), (uint16_t)NvSciSyncTaskStatus_Failure);
        NvSciSyncFenceClear(&fence);
        NvSciSyncObjFree(object);
    }
    NvSciSyncCpuWaitContextFree(context);
    NvSciSyncModuleClose(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ipc_test(a_gate_follows_from_the_lists),
        ipc_test(where_engines_alone_wait_there_is_a_counter),
        ipc_test(others_have_a_counter_beside_the_gate),
        ipc_test(a_descriptor_with_another_bit_is_refused),
        ipc_test(late_peers_have_the_gate_of_the_object),
        ipc_test(late_peers_that_are_named_have_a_gate),
        ipc_test(the_gate_follows_the_counter),
        ipc_test(threads_move_the_gate_forward),
        ipc_test(the_gate_opens_when_the_signaller_is_gone),
        ipc_test(nobody_who_waits_is_no_fault),
        ipc_test(a_wait_of_the_cpu_opens_the_gate),
        ipc_test(the_line_is_there_before_the_signaller),
        ipc_test(checks_are_checked),
        ipc_test(points_of_a_failed_engine_are_finished),
        ipc_test(points_of_others_are_left_to_them),
        ipc_test(a_gate_that_is_ahead_stays),
        ipc_test(slots_that_were_passed_on_are_left),
        ipc_test(slots_are_used_again),
        ipc_test(who_waits_makes_no_fence),
        ipc_test(only_engines_that_signal_fail),
        ipc_test(who_waits_lets_the_driver_look),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
