/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file share_buf_test.c
 * Every call out of the library fails in turn while a buffer is exported and imported: the error is
 * clean, nothing is left, and the next try works.
 */
#define _GNU_SOURCE

#include "buf_make.h"

#include <errno.h>
#include <string.h>

#include "fault.h"
#include "ipc_fixture.h"

#define CALLS_MAX 200U

#define RO   NvSciBufAccessPerm_Readonly
#define RW   NvSciBufAccessPerm_ReadWrite
#define AUTO NvSciBufAccessPerm_Auto

static const int g_errors[] = {ENOMEM, EMFILE, EIO};

/** A channel in this process, and what goes over it. */
typedef struct {
    Pair pair;
    NvSciBufObj object;
    NvSciBufAttrList list;
} Share;

/** What is open and taken. */
typedef struct {
    uint32_t slots;
    uint32_t descriptors;
    uint32_t mappings;
} Open;

static Open open_now(void)
{
    const Open open = {in_use_of_all(), fault_open_descriptors(), fault_open_mappings()};

    return open;
}

static void assert_open(const Open *before)
{
    const Open now = open_now();

    assert_int_equal(now.slots, before->slots);
    assert_int_equal(now.descriptors, before->descriptors);
    assert_int_equal(now.mappings, before->mappings);
}

static int setup(void **state)
{
    return ipc_begin(state) + buf_module_up(state);
}

static int teardown(void **state)
{
    (void)fault_disarm();
    NvSciBufModuleClose(g_module);
    return ipc_end(state);
}

#define fault_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

static NvSciBufAttrList raw_list(NvSciBufAttrValAccessPerm perm)
{
    return LIST(TYPES(NvSciBufType_RawBuffer), PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, 5000U),
                PAIR(NvSciBufGeneralAttrKey_RequiredPerm, uint32_t, perm));
}

static Share share_of(NvSciBufAttrValAccessPerm perm)
{
    Share share = {.pair = make_pair("ipc_test_0", "ipc_test_1")};
    NvSciBufAttrList lists[2] = {raw_list(perm), raw_list(RW)};
    NvSciBufAttrList conflict = NULL;
    NvSciBufAttrList own = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    assert_status(
        NvSciBufAttrListIpcExportUnreconciled(&lists[0], 1U, share.pair.one, &bytes, &size),
        NvSciError_Success);
    NvSciBufAttrListFree(lists[0]);
    assert_status(
        NvSciBufAttrListIpcImportUnreconciled(g_module, share.pair.zero, bytes, size, &lists[0]),
        NvSciError_Success);
    NvSciBufAttrListFreeDesc(bytes);
    assert_status(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &share.object, &conflict),
                  NvSciError_Success);
    buf_free_lists(lists, 2U);
    assert_status(NvSciBufObjGetAttrList(share.object, &own), NvSciError_Success);
    assert_status(NvSciBufAttrListIpcExportReconciled(own, share.pair.zero, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciBufAttrListIpcImportReconciled(g_module, share.pair.one, bytes, size, NULL,
                                                      0U, &share.list),
                  NvSciError_Success);
    NvSciBufAttrListFreeDesc(bytes);
    return share;
}

static void end_share(Share *share)
{
    NvSciBufObjFree(share->object);
    NvSciBufAttrListFree(share->list);
    close_pair(&share->pair);
}

/** Takes what was exported. */
static void take(const Share *share, const NvSciBufObjIpcExportDescriptor *desc)
{
    NvSciBufObj object = NULL;

    assert_status(NvSciBufObjIpcImport(share->pair.one, desc, share->list, AUTO, 0, &object),
                  NvSciError_Success);
    NvSciBufObjFree(object);
}

/**
 * @verifies RF-SHARE-076
 * @verifies RF-BUF-063
 */
static void exports_fail_cleanly(void **state)
{
    static const NvSciBufAttrValAccessPerm perms[] = {RO, RW};

    (void)state;
    for (size_t i = 0U; i < (COUNT_OF(g_errors) * COUNT_OF(perms)); i++) {
        Share share = share_of(perms[i % COUNT_OF(perms)]);
        const Open before = open_now();
        const int error = g_errors[i / COUNT_OF(perms)];
        uint32_t failed = 0U;
        bool fails = true;

        for (uint32_t n = 1U; (n < CALLS_MAX) && fails; n++) {
            NvSciBufObjIpcExportDescriptor desc = {{0U}};
            NvSciError status;

            fault_arm(n, error);
            status = NvSciBufObjIpcExport(share.object, AUTO, share.pair.zero, &desc);
            fails = fault_disarm();
            if (fails) {
                failed++;
                assert_true((status == NvSciError_ResourceError) ||
                            ((error == ENOMEM) && (status == NvSciError_InsufficientMemory)));
                assert_int_equal(desc.data[0], 0U);
            } else {
                assert_status(status, NvSciError_Success);
                take(&share, &desc);
            }
            assert_open(&before);
        }
        assert_true(failed >= 2U);
        end_share(&share);
    }
}

/** @verifies RF-SHARE-076 */
static void exports_with_the_list_fail_cleanly(void **state)
{
    Share share = share_of(RO);
    const Open before = open_now();
    bool fails = true;

    (void)state;
    for (uint32_t n = 1U; (n < CALLS_MAX) && fails; n++) {
        void *bytes = NULL;
        size_t size = 0U;
        NvSciError status;

        fault_arm(n, EIO);
        status =
            NvSciBufIpcExportAttrListAndObj(share.object, AUTO, share.pair.zero, &bytes, &size);
        fails = fault_disarm();
        if (fails) {
            assert_status(status, NvSciError_ResourceError);
            assert_null(bytes);
        } else {
            NvSciBufObj object = NULL;

            assert_status(status, NvSciError_Success);
            assert_status(NvSciBufIpcImportAttrListAndObj(g_module, share.pair.one, bytes, size,
                                                          NULL, 0U, AUTO, 0, &object),
                          NvSciError_Success);
            NvSciBufObjFree(object);
            NvSciBufAttrListAndObjFreeDesc(bytes);
        }
        assert_open(&before);
    }
    end_share(&share);
}

/** What failed was claimed or not; either way nothing is left of it.
 * @verifies RF-SHARE-083
 */
static void imports_fail_cleanly(void **state)
{
    static const NvSciBufAttrValAccessPerm perms[] = {RO, RW};

    (void)state;
    for (size_t i = 0U; i < (COUNT_OF(g_errors) * COUNT_OF(perms)); i++) {
        Share share = share_of(perms[i % COUNT_OF(perms)]);
        const Open before = open_now();
        uint32_t failed = 0U;
        bool fails = true;

        for (uint32_t n = 1U; (n < CALLS_MAX) && fails; n++) {
            NvSciBufObjIpcExportDescriptor desc;
            NvSciBufObj object = NULL;
            NvSciError status;

            assert_status(NvSciBufObjIpcExport(share.object, AUTO, share.pair.zero, &desc),
                          NvSciError_Success);
            fault_arm(n, g_errors[i / COUNT_OF(perms)]);
            status = NvSciBufObjIpcImport(share.pair.one, &desc, share.list, AUTO, 0, &object);
            fails = fault_disarm();
            if (fails) {
                failed++;
                assert_string_not_equal(RingfenceErrorName(status), "NvSciError_Success");
                assert_null(object);
                (void)NvSciBufObjIpcImport(share.pair.one, &desc, share.list, AUTO, 0, &object);
            } else {
                assert_status(status, NvSciError_Success);
            }
            NvSciBufObjFree(object);
            assert_open(&before);
        }
        assert_true(failed >= 2U);
        end_share(&share);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fault_test(exports_fail_cleanly),
        fault_test(exports_with_the_list_fail_cleanly),
        fault_test(imports_fail_cleanly),
    };

    return cmocka_run_group_tests_name("fault/share_buf", tests, NULL, NULL);
}
