/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sync_list_test.c
 * Sync lists that go to a peer and come back: what they do not have in common with buffer lists.
 */
#define _GNU_SOURCE

#include "share_lists.h"

#include "nvscisync.h"
#include "sync/sync.h"

/**
 * What was reconciled from a list of the peer goes back with what the peer asked for, satisfies the
 * peer's list, and an object can be made of it.
 * @verifies RF-SHARE-011
 * @verifies RF-SHARE-016
 * @verifies RF-SHARE-017
 * @verifies RF-SHARE-022
 * @verifies RF-SHARE-024
 */
static void reconciled_lists_come_back(void **state)
{
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    for (uint32_t i = 0U; i < SHARE_SYNC->deals; i++) {
        const Deal deal = SHARE_SYNC->deal(&hop, i);
        void *back = return_list(SHARE_SYNC, deal.reconciled, &hop, &deal.asked, 1U);
        NvSciSyncObj object = NULL;

        assert_int_equal(
            sync_list_number(row_of(SHARE_SYNC, deal.reconciled), SYNC_KEY_ACTUAL_PERM),
            NvSciSyncAccessPerm_WaitSignal);
        assert_int_equal(sync_list_number(row_of(SHARE_SYNC, back), SYNC_KEY_ACTUAL_PERM),
                         NvSciSyncAccessPerm_WaitOnly);
        assert_true(sync_list_flag(row_of(SHARE_SYNC, back), SYNC_KEY_NEED_CPU_ACCESS));
        sync_list_put(row_of(SHARE_SYNC, back), SYNC_KEY_ACTUAL_PERM,
                      NvSciSyncAccessPerm_WaitSignal);
        assert_true(
            same_values(SHARE_SYNC, row_of(SHARE_SYNC, deal.reconciled), row_of(SHARE_SYNC, back)));
        assert_result(NvSciSyncObjAlloc(back, &object), NvSciError_Success);
        NvSciSyncObjFree(object);
        NvSciSyncAttrListFree(back);
        free_deal(SHARE_SYNC, &deal);
    }
    close_hop(&hop);
}

/**
 * Along a chain of processes each sees what it and those behind it asked for, and only who asked
 * gets the list.
 * @verifies RF-SHARE-011
 * @verifies RF-SHARE-014
 * @verifies RF-SHARE-022
 */
static void each_process_of_a_chain_gets_its_grant(void **state)
{
    const Hop outer = open_hop("hop_0_near", "hop_0_far");
    const Hop inner = open_hop("hop_1_near", "hop_1_far");
    const Hop idle = open_hop("hop_3_near", "hop_3_far");
    void *leaf = SHARE_SYNC->ask(NvSciSyncAccessPerm_SignalOnly, true);
    void *relay = SHARE_SYNC->ask(NvSciSyncAccessPerm_WaitOnly, false);
    void *root = SHARE_SYNC->ask(NvSciSyncAccessPerm_WaitOnly, true);
    void *nobody = kind_empty(SHARE_SYNC->kind, module_of(SHARE_SYNC));
    void *step1 = pass_lists(SHARE_SYNC, &leaf, 1U, &outer);
    void *const inputs[2] = {step1, relay};
    void *step2 = pass_lists(SHARE_SYNC, inputs, 2U, &inner);
    void *mute = pass_lists(SHARE_SYNC, &nobody, 1U, &idle);
    void *const all[3] = {step2, root, mute};
    void *done = reconcile(SHARE_SYNC, all, 3U);
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    void *at_relay = return_list(SHARE_SYNC, done, &inner, inputs, 2U);
    assert_int_equal(sync_list_number(row_of(SHARE_SYNC, at_relay), SYNC_KEY_ACTUAL_PERM),
                     NvSciSyncAccessPerm_WaitSignal);
    void *at_leaf = return_list(SHARE_SYNC, at_relay, &outer, &leaf, 1U);
    assert_int_equal(sync_list_number(row_of(SHARE_SYNC, at_leaf), SYNC_KEY_ACTUAL_PERM),
                     NvSciSyncAccessPerm_SignalOnly);
    assert_true(sync_list_flag(row_of(SHARE_SYNC, at_leaf), SYNC_KEY_NEED_CPU_ACCESS));
    /* Who neither signals nor waits, and who did not ask, get nothing. */
    assert_result(NvSciSyncAttrListIpcExportReconciled(done, idle.far, &bytes, &size),
                  NvSciError_BadParameter);
    assert_result(NvSciSyncAttrListIpcExportReconciled(done, outer.far, &bytes, &size),
                  NvSciError_BadParameter);
    assert_result(NvSciSyncAttrListIpcExportReconciled(at_leaf, outer.near, &bytes, &size),
                  NvSciError_BadParameter);
    void *made[] = {at_leaf, at_relay, done, mute, step2, step1, nobody, root, relay, leaf};
    kind_free(SHARE_SYNC->kind, made, COUNT_OF(made));
    close_hop(&outer);
    close_hop(&inner);
    close_hop(&idle);
}

/** A value that no reconciliation gives; `size` 0: none at all. */
typedef struct {
    SyncKey key;
    size_t size;
    uint64_t number;
} Lie;

/**
 * Each value that a hostile peer can state wrongly is refused.
 * @verifies RF-SHARE-017
 * @verifies RF-SHARE-220
 * @verifies RF-ENGINE-051
 */
static void what_no_reconciliation_makes_is_refused(void **state)
{
    static const Lie lies[] = {
        {SYNC_KEY_REQUIRED_PERM, 8U, 1U},
        {SYNC_KEY_REQUIRED_PERM, 0U, 0U},
        {SYNC_KEY_CONTEXT_INSENSITIVE, 0U, 0U},
        {SYNC_KEY_DETERMINISTIC, 0U, 0U},
        {SYNC_KEY_TIMESTAMPS, 0U, 0U},
        {SYNC_KEY_TIMESTAMPS, 1U, 0U},
        {SYNC_KEY_TIMESTAMP_SLOTS, 0U, 0U},
        {SYNC_KEY_TIMESTAMP_SLOTS, 4U, 0U},
        {SYNC_KEY_TIMESTAMP_SLOTS, 4U, 65537U},
        {SYNC_KEY_TASK_STATUS_SLOTS, 0U, 0U},
        {SYNC_KEY_TASK_STATUS_SLOTS, 4U, 0U},
        {SYNC_KEY_TASK_STATUS_SLOTS, 4U, 65537U},
        {SYNC_KEY_TASK_STATUS_SLOTS, 4U, UINT32_MAX},
        {SYNC_KEY_MAX_VALUE, 0U, 0U},
        {SYNC_KEY_MAX_VALUE, 8U, 1U},
        {SYNC_KEY_MAX_VALUE, 8U, UINT32_MAX},
        {SYNC_KEY_PRIMITIVE, 0U, 0U},
        {SYNC_KEY_PRIMITIVE, 4U, NvSciSyncAttrValPrimitiveType_Syncpoint},
        {SYNC_KEY_PRIMITIVE, 4U, NvSciSyncAttrValPrimitiveType_SysmemSemaphore},
        {SYNC_KEY_PRIMITIVE, 8U, 0x0000000500000005ULL},
        {SYNC_KEY_SIGNALERS, 0U, 0U},
        {SYNC_KEY_SIGNALERS, 4U, 0U},
        {SYNC_KEY_SIGNALERS, 4U, SYNC_SIGNALERS_CPU | 1U},
        {SYNC_KEY_SIGNALERS, 4U, SYNC_SIGNALERS_CPU << 1U},
        {SYNC_KEY_DRIVER, 8U, 1U},
    };
    const Hop hop = open_hop("hop_1_near", "hop_1_far");

    (void)state;
    for (uint32_t i = 0U; i < COUNT_OF(lies); i++) {
        const Deal deal = SHARE_SYNC->deal(&hop, 1U);
        const uint32_t row = row_of(SHARE_SYNC, deal.reconciled);
        const AttrValue value = {&lies[i].number, lies[i].size};
        void *back = NULL;

        list_unset(&g_sync_lists, row, lies[i].key);
        if (lies[i].size > 0U) {
            list_put(&g_sync_lists, row, lies[i].key, value);
        }
        send_reconciled(SHARE_SYNC, deal.reconciled, hop.far, &g_bytes);
        const uint32_t taken = in_use_of_all();
        const uint32_t faults = share_fault().total;
        assert_result(import_reconciled(SHARE_SYNC, hop.near, &g_bytes, NULL, 0U, &back),
                      NvSciError_BadParameter);
        assert_int_equal(share_fault().total, faults + 1U);
        assert_int_equal(share_fault().kind, RINGFENCE_FAULT_BAD_DESCRIPTOR);
        assert_int_equal(in_use_of_all(), taken);
        free_deal(SHARE_SYNC, &deal);
    }
    close_hop(&hop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        scene_test(reconciled_lists_come_back),
        scene_test(each_process_of_a_chain_gets_its_grant),
        scene_test(what_no_reconciliation_makes_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
