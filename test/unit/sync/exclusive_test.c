/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file exclusive_test.c
 * Sync objects that are left to the driver of an engine: when they are, how it is seen, and that
 * they stay in their process.
 */
#include "sync_inside.h"

#include "ringfence_engine.h"

#define DRIVER       7U
#define OTHER_DRIVER 8U
#define SIGNALS      NvSciSyncAccessPerm_SignalOnly
#define WAITS        NvSciSyncAccessPerm_WaitOnly

static const NvSciRmGpuId g_signaler = {{3U, 1U, 4U}};
static const NvSciRmGpuId g_waiter = {{2U, 7U, 1U}};

/** A list that a driver filled. */
static NvSciSyncAttrList filled(NvSciSyncModule module, NvSciSyncAccessPerm perm, uint64_t driver)
{
    const NvSciSyncAttrList list = make_list(module);

    assert_status(RingfenceEngineSyncNeed(list, perm, (perm == WAITS) ? &g_waiter : &g_signaler),
                  NvSciError_Success);
    if (driver != 0U) {
        assert_status(RingfenceEngineSyncMark(list, driver), NvSciError_Success);
    }
    return list;
}

/** Reconciles lists and frees them; says whether the object is left to a driver. */
static bool is_left(const NvSciSyncAttrList lists[], size_t count)
{
    NvSciSyncAttrList done = NULL;
    NvSciSyncAttrList conflict = NULL;
    bool left = false;

    assert_status(NvSciSyncAttrListReconcile(lists, count, &done, &conflict), NvSciError_Success);
    assert_status(RingfenceSyncAttrListIsLocal(done, &left), NvSciError_Success);
    NvSciSyncAttrListFree(done);
    for (size_t i = 0U; i < count; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    return left;
}

/** Makes a list look as if it had come from another process. */
static void set_foreign(NvSciSyncAttrList list)
{
    uint32_t row = 0U;

    assert_status(list_find(OP_SYNC_OBJ_ATTACH_PEER, &g_sync_lists, list, &row),
                  NvSciError_Success);
    g_sync_lists.rows[row].route[0].count = 1U;
    g_sync_lists.rows[row].route[0].hops[0] = 99U;
}

/**
 * A driver that filled all lists gets the object, whoever of its engines signals and waits, and
 * whatever else lists without rights say.
 * @verifies RF-ENGINE-050
 * @verifies RF-ENGINE-052
 */
static void a_driver_alone_gets_the_object(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrValPrimitiveType narrow = NvSciSyncAttrValPrimitiveType_SysmemSemaphore;

    (void)state;
    const NvSciSyncAttrList both = filled(module, NvSciSyncAccessPerm_WaitSignal, DRIVER);
    assert_true(is_left(&both, 1U));

    const NvSciSyncAttrList more[] = {filled(module, SIGNALS, DRIVER),
                                      filled(module, WAITS, DRIVER), filled(module, WAITS, DRIVER),
                                      make_list(module)};
    set_key(more[3], NvSciSyncAttrKey_PrimitiveInfo, &narrow, sizeof(narrow));
    assert_true(is_left(more, COUNT_OF(more)));

    const NvSciSyncAttrList parts[] = {filled(module, SIGNALS, DRIVER),
                                       filled(module, WAITS, DRIVER)};
    NvSciSyncAttrList appended = NULL;
    assert_status(NvSciSyncAttrListAppendUnreconciled(parts, 2U, &appended), NvSciError_Success);
    assert_true(is_left(&appended, 1U));
    NvSciSyncAttrListFree(parts[0]);
    NvSciSyncAttrListFree(parts[1]);

    const NvSciSyncAttrList source = filled(module, NvSciSyncAccessPerm_WaitSignal, DRIVER);
    NvSciSyncAttrList clone = NULL;
    assert_status(NvSciSyncAttrListClone(source, &clone), NvSciError_Success);
    assert_true(is_left(&clone, 1U));
    NvSciSyncAttrListFree(source);
    NvSciSyncModuleClose(module);
}

/**
 * One list that another one filled, or that came from another process, keeps the counter.
 * @verifies RF-ENGINE-050
 * @verifies RF-ENGINE-052
 */
static void others_keep_the_counter(void **state)
{
    const NvSciSyncModule module = open_module();

    (void)state;
    for (uint32_t i = 0U; i < 5U; i++) {
        NvSciSyncAttrList lists[] = {filled(module, SIGNALS, DRIVER), NULL};

        switch (i) {
        case 0U:
            lists[1] = filled(module, WAITS, 0U);
            break;
        case 1U:
            lists[1] = filled(module, WAITS, OTHER_DRIVER);
            break;
        case 2U:
            lists[1] = make_perm_list(module, WAITS, false);
            break;
        case 3U:
            lists[1] = make_perm_list(module, WAITS, true);
            break;
        default:
            lists[1] = filled(module, WAITS, DRIVER);
            set_foreign(lists[1]);
            break;
        }
        assert_false(is_left(lists, 2U));
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciSyncAttrList lists[] = {(i == 0U) ? make_perm_list(module, SIGNALS, true)
                                               : filled(module, SIGNALS, 0U),
                                     filled(module, WAITS, DRIVER)};

        assert_false(is_left(lists, 2U));
    }
    NvSciSyncModuleClose(module);
}

/**
 * A list that asks for what others need keeps the counter, a list without rights as well.
 * @verifies RF-ENGINE-050
 */
static void wishes_keep_the_counter(void **state)
{
    static const NvSciSyncAttrKey flags[] = {
        NvSciSyncAttrKey_NeedCpuAccess, NvSciSyncAttrKey_WaiterContextInsensitiveFenceExports,
        NvSciSyncAttrKey_WaiterRequireTimestamps, NvSciSyncAttrKey_RequireDeterministicFences};
    const NvSciSyncModule module = open_module();
    NvSciBufPeerLocationInfo location;
    NvSciBufPeerHwEngine engine;

    (void)state;
    (void)memset(&location, 0, sizeof(location));
    (void)memset(&engine, 0, sizeof(engine));
    for (uint32_t i = 0U; i < (COUNT_OF(flags) + 2U); i++) {
        for (uint32_t where = 0U; where < 3U; where++) {
            const NvSciSyncAttrList lists[] = {filled(module, SIGNALS, DRIVER),
                                               filled(module, WAITS, DRIVER), make_list(module)};

            if (i < COUNT_OF(flags)) {
                set_flag(lists[where], flags[i], true);
            } else if (i == COUNT_OF(flags)) {
                set_key(lists[where], NvSciSyncAttrKey_PeerLocationInfo, &location,
                        sizeof(location));
            } else {
                set_key(lists[where], NvSciSyncAttrKey_PeerHwEngineArray, &engine, sizeof(engine));
            }
            assert_false(is_left(lists, COUNT_OF(lists)));
        }
    }
    for (uint32_t i = 0U; i < COUNT_OF(flags); i++) {
        const NvSciSyncAttrList both = filled(module, NvSciSyncAccessPerm_WaitSignal, DRIVER);

        set_flag(both, flags[i], false);
        assert_true(is_left(&both, 1U));
    }
    NvSciSyncModuleClose(module);
}

/**
 * The map names the driver and the GPU that signals; no other object's map does.
 * @verifies RF-ENGINE-050
 */
static void a_map_names_the_driver(void **state)
{
    const NvSciSyncModule module = open_module();

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        const uint64_t driver = (i == 0U) ? DRIVER : 0U;
        const NvSciSyncAttrList lists[] = {filled(module, WAITS, DRIVER),
                                           filled(module, SIGNALS, driver)};
        NvSciSyncAttrList conflict = NULL;
        NvSciSyncAttrList own = NULL;
        NvSciSyncObj object = NULL;
        RingfenceEngineSync map;
        bool left = (i != 0U);

        assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                      NvSciError_Success);
        assert_status(NvSciSyncObjGetAttrList(object, &own), NvSciError_Success);
        assert_status(RingfenceSyncAttrListIsLocal(own, &left), NvSciError_Success);
        assert_int_equal(left, i == 0U);
        assert_status(RingfenceEngineSyncMap(object, &map), NvSciError_Success);
        assert_int_equal(map.driver, driver);
        if (i == 0U) {
            assert_memory_equal(&map.signaler, &g_signaler, sizeof(g_signaler));
        }
        RingfenceEngineSyncUnmap(&map);
        /* No CPU has asked. */
        assert_status(NvSciSyncObjSignal(object), NvSciError_BadParameter);
        NvSciSyncObjFree(object);
        NvSciSyncAttrListFree(lists[0]);
        NvSciSyncAttrListFree(lists[1]);
    }
    NvSciSyncModuleClose(module);
}

/**
 * Late peers of other processes are refused; a list of this process is not.
 * @verifies RF-ENGINE-051
 */
static void late_peers_are_refused(void **state)
{
    const NvSciSyncModule module = open_module();

    (void)state;
    for (uint32_t i = 0U; i < 2U; i++) {
        const bool left = (i == 0U);
        const NvSciSyncAttrList both =
            filled(module, NvSciSyncAccessPerm_WaitSignal, left ? DRIVER : 0U);
        const NvSciSyncAttrList late[] = {filled(module, WAITS, DRIVER),
                                          filled(module, WAITS, DRIVER)};
        NvSciSyncAttrList conflict = NULL;
        NvSciSyncObj object = NULL;

        assert_status(NvSciSyncAttrListReconcileAndObjAlloc(&both, 1U, &object, &conflict),
                      NvSciError_Success);
        NvSciSyncAttrListFree(both);
        /* The list of the object has to name the GPU of a late peer. */
        for (uint32_t j = 0U; j < 2U; j++) {
            uint32_t row = 0U;

            assert_status(list_find(OP_SYNC_OBJ_ATTACH_PEER, &g_sync_lists, late[j], &row),
                          NvSciError_Success);
            list_unset(&g_sync_lists, row, SYNC_KEY_GPU_ID);
        }
        assert_status(NvSciSyncObjAttachPeer(object, &late[0], 1U), NvSciError_Success);
        set_foreign(late[1]);
        assert_status(NvSciSyncObjAttachPeer(object, &late[1], 1U),
                      left ? NvSciError_BadParameter : NvSciError_Success);
        NvSciSyncObjFree(object);
        NvSciSyncAttrListFree(late[0]);
        NvSciSyncAttrListFree(late[1]);
    }
    NvSciSyncModuleClose(module);
}

/**
 * Lists that no driver can mark stay as they are, and questions that have no answer are refused.
 * @verifies RF-ENGINE-050
 * @verifies RF-ENGINE-052
 */
static void what_does_not_fit_is_refused(void **state)
{
    const NvSciSyncModule module = open_module();
    const NvSciSyncAttrList empty = make_list(module);
    const NvSciSyncAttrList marked = filled(module, WAITS, DRIVER);
    const NvSciSyncAttrList stale = make_list(module);
    const NvSciSyncAttrList reconciled = make_reconciled(module);
    NvSciSyncAttrList appended = NULL;
    bool left = true;

    (void)state;
    NvSciSyncAttrListFree(stale);
    assert_status(NvSciSyncAttrListAppendUnreconciled(&marked, 1U, &appended), NvSciError_Success);
    assert_status(RingfenceEngineSyncMark(NULL, DRIVER), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncMark(stale, DRIVER), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncMark(empty, DRIVER), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncMark(reconciled, DRIVER), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncMark(appended, DRIVER), NvSciError_BadParameter);
    assert_status(RingfenceEngineSyncMark(marked, 0U), NvSciError_BadParameter);
    assert_status(RingfenceSyncAttrListIsLocal(marked, &left), NvSciError_BadParameter);
    assert_status(RingfenceSyncAttrListIsLocal(NULL, &left), NvSciError_BadParameter);
    assert_status(RingfenceSyncAttrListIsLocal(stale, &left), NvSciError_BadParameter);
    assert_status(RingfenceSyncAttrListIsLocal(reconciled, NULL), NvSciError_BadParameter);
    assert_true(left);
    assert_status(RingfenceSyncAttrListIsLocal(reconciled, &left), NvSciError_Success);
    assert_false(left);
    go_to(RINGFENCE_PHASE_RUNTIME);
    assert_status(RingfenceEngineSyncMark(marked, DRIVER), NvSciError_InvalidState);
    assert_status(RingfenceSyncAttrListIsLocal(reconciled, &left), NvSciError_InvalidState);
    go_to(RINGFENCE_PHASE_INIT);
    NvSciSyncAttrListFree(empty);
    NvSciSyncAttrListFree(marked);
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncAttrListFree(appended);
    NvSciSyncModuleClose(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        sync_test(a_driver_alone_gets_the_object), sync_test(others_keep_the_counter),
        sync_test(wishes_keep_the_counter),        sync_test(a_map_names_the_driver),
        sync_test(late_peers_are_refused),         sync_test(what_does_not_fit_is_refused),
    };

    return cmocka_run_group_tests_name("sync/exclusive", tests, NULL, NULL);
}
