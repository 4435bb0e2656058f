/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file kept_test.c
 * What stays taken, because a free function was given a handle of another kind or the phase refuses
 * it: the reports say which slot.
 */
#include "core/pool.h"
#include "leftovers.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence.h"

#define KINDS 7U

/** One thing of each kind that has a free function. */
typedef struct {
    NvSciSyncModule sync;
    NvSciSyncAttrList sync_list;
    NvSciSyncObj sync_object;
    NvSciSyncCpuWaitContext context;
    NvSciBufModule buf;
    NvSciBufAttrList buf_list;
    NvSciBufObj buf_object;
} Things;

static const RingfencePool g_kinds[KINDS] = {
    RINGFENCE_POOL_SYNC_MODULE,       RINGFENCE_POOL_SYNC_LIST,  RINGFENCE_POOL_SYNC_HANDLE,
    RINGFENCE_POOL_SYNC_WAIT_CONTEXT, RINGFENCE_POOL_BUF_MODULE, RINGFENCE_POOL_BUF_LIST,
    RINGFENCE_POOL_BUF_HANDLE};

static void *thing_of(const Things *things, uint32_t kind)
{
    void *const all[KINDS] = {(void *)things->sync,        (void *)things->sync_list,
                              (void *)things->sync_object, (void *)things->context,
                              (void *)things->buf,         (void *)things->buf_list,
                              (void *)things->buf_object};

    return all[kind];
}

/** Calls the free function of a kind. */
static void free_as(uint32_t kind, void *handle)
{
    switch (kind) {
    case 0U:
        NvSciSyncModuleClose((NvSciSyncModule)handle);
        break;
    case 1U:
        NvSciSyncAttrListFree((NvSciSyncAttrList)handle);
        break;
    case 2U:
        NvSciSyncObjFree((NvSciSyncObj)handle);
        break;
    case 3U:
        NvSciSyncCpuWaitContextFree((NvSciSyncCpuWaitContext)handle);
        break;
    case 4U:
        NvSciBufModuleClose((NvSciBufModule)handle);
        break;
    case 5U:
        NvSciBufAttrListFree((NvSciBufAttrList)handle);
        break;
    default:
        NvSciBufObjFree((NvSciBufObj)handle);
        break;
    }
}

static void make_sync(Things *things)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitSignal;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList conflict = NULL;

    assert_int_equal(NvSciSyncModuleOpen(&things->sync), NvSciError_Success);
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(things->sync, &things->context),
                     NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(things->sync, &things->sync_list), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListSetAttrs(things->sync_list, pairs, 2U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(&things->sync_list, 1U,
                                                           &things->sync_object, &conflict),
                     NvSciError_Success);
}

static void make_buf(Things *things)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = 4096U;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)}};
    NvSciBufAttrList conflict = NULL;

    assert_int_equal(NvSciBufModuleOpen(&things->buf), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListCreate(things->buf, &things->buf_list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(things->buf_list, pairs, 2U), NvSciError_Success);
    assert_int_equal(
        NvSciBufAttrListReconcileAndObjAlloc(&things->buf_list, 1U, &things->buf_object, &conflict),
        NvSciError_Success);
}

static uint32_t slot_of(const Things *things, uint32_t kind)
{
    uint32_t slot = UINT32_MAX;

    assert_int_equal(
        ringfence_pool_find(OP_SYNC_OBJ_SIGNAL, g_kinds[kind], thing_of(things, kind), &slot),
        NvSciError_Success);
    return slot;
}

static uint32_t in_use_of_kind(uint32_t kind)
{
    return in_use_of(g_kinds[kind]);
}

/**
 * A handle that is given to the free function of each other kind stays, and the fault says which
 * table and slot.
 * @verifies RF-CORE-244
 */
static void a_free_of_another_kind_says_what_stays(void **state)
{
    Things things;

    (void)state;
    make_sync(&things);
    make_buf(&things);
    for (uint32_t kind = 0U; kind < KINDS; kind++) {
        const uint32_t taken = in_use_of_kind(kind);

        for (uint32_t other = 0U; other < KINDS; other++) {
            RingfenceFault fault;

            if (other != kind) {
                free_as(other, thing_of(&things, kind));
                assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
                assert_int_equal(fault.kind, RINGFENCE_FAULT_BAD_HANDLE);
                assert_int_equal(fault.pool, g_kinds[kind]);
                assert_int_equal(fault.slot, slot_of(&things, kind));
            }
        }
        assert_int_equal(in_use_of_kind(kind), taken);
    }
    for (uint32_t kind = KINDS; kind > 0U; kind--) {
        free_as(kind - 1U, thing_of(&things, kind - 1U));
    }
    /* A word that is no handle of the library names nothing. An address of 32 bits may look like
     * one, so this word has the kind of no table. */
    NvSciSyncObjFree((NvSciSyncObj)UINTPTR_MAX);
    RingfenceFault fault;
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_BAD_HANDLE);
    assert_int_equal(fault.pool, RINGFENCE_POOL_COUNT);
}

/**
 * A free that the phase refuses leaves all as it is, and the refusal says which table and slot; a
 * later refusal of another function names none.
 * @verifies RF-CORE-244
 */
static void a_free_in_runtime_says_what_stays(void **state)
{
    Things things;
    RingfenceRefusal refusal;
    NvSciSyncAttrList list = NULL;

    (void)state;
    make_sync(&things);
    make_buf(&things);
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    for (uint32_t kind = 0U; kind < KINDS; kind++) {
        const uint32_t taken = in_use_of_kind(kind);

        free_as(kind, thing_of(&things, kind));
        assert_int_equal(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
        assert_int_equal(refusal.pool, g_kinds[kind]);
        assert_int_equal(refusal.slot, slot_of(&things, kind));
        assert_int_equal(in_use_of_kind(kind), taken);
    }
    assert_int_equal(NvSciSyncAttrListCreate(things.sync, &list), NvSciError_InvalidState);
    assert_int_equal(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    assert_int_equal(refusal.pool, RINGFENCE_POOL_COUNT);
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    for (uint32_t kind = KINDS; kind > 0U; kind--) {
        free_as(kind - 1U, thing_of(&things, kind - 1U));
    }
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), NvSciError_Success);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_free_of_another_kind_says_what_stays, nothing_is_left),
        cmocka_unit_test_teardown(a_free_in_runtime_says_what_stays, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
