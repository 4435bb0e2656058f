/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file share_sync_test.c
 * Every call out of the library fails in turn while a sync object goes from process to process: the
 * error is clean, nothing is left, and the next try works.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>

#include "fault.h"
#include "ipc_fixture.h"
#include "nvscisync.h"

/** Exporter and importer, and what they share. */
typedef struct {
    NvSciSyncModule module;
    /** The exporter has end zero. */
    Pair pair;
    NvSciSyncObj object;
    NvSciSyncAttrList list;
} Share;

static NvSciSyncAttrList asking(NvSciSyncModule module, uint64_t perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    assert_status(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

/** An object for which the peer asks for rights. */
static Share share_of(uint64_t asked)
{
    Share share = {0};
    NvSciSyncAttrList lists[3];
    NvSciSyncAttrList own = NULL;
    NvSciSyncAttrList conflict = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    assert_status(NvSciSyncModuleOpen(&share.module), NvSciError_Success);
    share.pair = make_pair("ipc_test_0", "ipc_test_1");
    lists[0] = asking(share.module, (asked == NvSciSyncAccessPerm_WaitOnly)
                                        ? NvSciSyncAccessPerm_SignalOnly
                                        : NvSciSyncAccessPerm_WaitOnly);
    lists[2] = asking(share.module, asked);
    assert_status(
        NvSciSyncAttrListIpcExportUnreconciled(&lists[2], 1U, share.pair.one, &bytes, &size),
        NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcImportUnreconciled(share.module, share.pair.zero, bytes, size,
                                                         &lists[1]),
                  NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &share.object, &conflict),
                  NvSciError_Success);
    for (size_t i = 0U; i < COUNT_OF(lists); i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    assert_status(NvSciSyncObjGetAttrList(share.object, &own), NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcExportReconciled(own, share.pair.zero, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcImportReconciled(share.module, share.pair.one, bytes, size,
                                                       NULL, 0U, &share.list),
                  NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    return share;
}

static void end_share(Share *share)
{
    NvSciSyncObjFree(share->object);
    NvSciSyncAttrListFree(share->list);
    close_pair(&share->pair);
    NvSciSyncModuleClose(share->module);
}

/** Errors that a failure outside may give. */
static bool is_clean(NvSciError status)
{
    return (status == NvSciError_InsufficientMemory) || (status == NvSciError_ResourceError) ||
           (status == NvSciError_InsufficientResource) || (status == NvSciError_BadParameter) ||
           (status == NvSciError_ConnectionReset);
}

static NvSciError send_object(const Share *share, NvSciSyncObjIpcExportDescriptor *desc)
{
    return NvSciSyncObjIpcExport(share->object, NvSciSyncAccessPerm_Auto, share->pair.zero, desc);
}

static NvSciError take_object(const Share *share, const NvSciSyncObjIpcExportDescriptor *desc,
                              NvSciSyncObj *object)
{
    return NvSciSyncObjIpcImport(share->pair.one, desc, share->list, NvSciSyncAccessPerm_Auto, 0,
                                 object);
}

static const uint64_t g_asked[] = {NvSciSyncAccessPerm_WaitOnly, NvSciSyncAccessPerm_SignalOnly};
static const int g_errors[] = {ENOMEM, EMFILE, EPERM};

/** Exports while the n-th call fails; says whether one did. */
static bool export_with_failure(uint64_t asked, uint32_t n, int error)
{
    Share share = share_of(asked);
    NvSciSyncObjIpcExportDescriptor desc;
    NvSciSyncObj object = NULL;
    NvSciError status = NvSciError_Unknown;
    bool failed = false;

    fault_arm(n, error);
    status = send_object(&share, &desc);
    failed = fault_disarm();
    if (status != NvSciError_Success) {
        assert_true(failed && is_clean(status));
        assert_status(send_object(&share, &desc), NvSciError_Success);
    }
    assert_status(take_object(&share, &desc, &object), NvSciError_Success);
    NvSciSyncObjFree(object);
    end_share(&share);
    return failed;
}

/**
 * An export that fails has sent nothing, and the right to signal is still there.
 * @verifies RF-SHARE-040 RF-SHARE-046
 */
static void exports_survive_each_failure(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_asked); i++) {
        for (size_t j = 0U; j < COUNT_OF(g_errors); j++) {
            uint32_t n = 1U;

            while (export_with_failure(g_asked[i], n, g_errors[j])) {
                n++;
            }
            assert_true(n > 4U);
        }
    }
}

/** Imports while the n-th call fails; says whether one did. */
static bool import_with_failure(uint64_t asked, uint32_t n, int error)
{
    Share share = share_of(asked);
    NvSciSyncObjIpcExportDescriptor desc;
    NvSciSyncObj object = NULL;
    NvSciError status = NvSciError_Unknown;
    bool failed = false;
    uint32_t mappings = 0U;

    assert_status(send_object(&share, &desc), NvSciError_Success);
    mappings = fault_open_mappings();
    fault_arm(n, error);
    status = take_object(&share, &desc, &object);
    failed = fault_disarm();
    if (status != NvSciError_Success) {
        assert_true(failed && is_clean(status));
        assert_null(object);
        assert_int_equal(fault_open_mappings(), mappings);
        if (asked == NvSciSyncAccessPerm_WaitOnly) {
            /* What was claimed is spent. */
            assert_status(send_object(&share, &desc), NvSciError_Success);
            assert_status(take_object(&share, &desc, &object), NvSciError_Success);
        }
    }
    NvSciSyncObjFree(object);
    end_share(&share);
    return failed;
}

/**
 * An import that fails leaves neither a descriptor nor a mapping.
 * @verifies RF-SHARE-050
 */
static void imports_survive_each_failure(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_asked); i++) {
        for (size_t j = 0U; j < COUNT_OF(g_errors); j++) {
            uint32_t n = 1U;

            while (import_with_failure(g_asked[i], n, g_errors[j])) {
                n++;
            }
            assert_true(n > 4U);
        }
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        ipc_test(exports_survive_each_failure),
        ipc_test(imports_survive_each_failure),
    };

    return cmocka_run_group_tests_name("fault/share_sync", tests, NULL, NULL);
}
