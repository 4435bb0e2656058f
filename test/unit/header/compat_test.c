/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file compat_test.c
 * Older spellings: a program that uses them does what one with the names of today does.
 */
#include "ringfence_compat.h"

#include <string.h>

#include "leftovers.h"
#include "own_table.h"

#define BYTES 4096U

/** At file scope, as programs have it. */
static NvSciSyncFence g_fence = NV_SCI_SYNC_FENCE_INITIALIZER;

/** A reconciled list of a buffer that the CPU writes. */
static NvSciBufAttrList reconciled_buffer(NvSciBufModule module)
{
    NvSciBufType type = NvSciBufType_RawBuffer;
    uint64_t size = BYTES;
    bool cpu = true;
    NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;

    assert_int_equal(NvSciBufAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, 4U), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcile(&list, 1U, &reconciled, &conflict),
                     NvSciError_Success);
    NvSciBufAttrListFree(list);
    return reconciled;
}

/**
 * Buffers: allocation, text of a list, a range of a cache, the right to read.
 * @verifies RF-CORE-241
 */
static void older_names_of_buffers(void **state)
{
    NvSciBufModule module = NULL;
    NvSciBufAttrList list = NULL;
    NvSciBufObj object = NULL;
    NvSciBufObj reader = NULL;
    void *text = NULL;
    size_t length = 0U;
    void *bytes = NULL;

    (void)state;
    assert_int_equal(NvSciBufModuleOpen(&module), NvSciError_Success);
    list = reconciled_buffer(module);
    assert_int_equal(NvSciBufAttrListObjAlloc(list, &object), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListDump(list, &text, &length), NvSciError_Success);
    assert_non_null(strstr(text, "NvSciBufRawBufferAttrKey_Size"));
    assert_int_equal(NvSciBufObjGetCpuPtr(object, &bytes), NvSciError_Success);
    (void)memset(bytes, 1, BYTES);
    assert_int_equal(NvSciBufObjFlushRange(object, 0U, BYTES), NvSciError_Success);
    assert_int_equal(NvSciBufObjDupWithReducePerm(object, NvSciBufAccessPerm_ReadOnly, &reader),
                     NvSciError_Success);
    assert_int_equal(NvSciBufObjGetCpuPtr(reader, &bytes), NvSciError_BadParameter);
    NvSciBufObjFree(reader);
    NvSciBufObjFree(object);
    NvSciBufAttrListFree(list);
    NvSciBufModuleClose(module);
}

/**
 * Sync objects: a fence that is cleared where it is defined, and a wait that has no end.
 * @verifies RF-CORE-241
 */
static void older_names_of_sync_objects(void **state)
{
    NvSciSyncModule module = NULL;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    NvSciSyncFence copy = NV_SCI_SYNC_FENCE_INITIALIZER;
    bool cpu = true;
    NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitSignal;
    NvSciSyncAttrKeyValuePair pairs[2];

    (void)state;
    (void)memset(pairs, 0, sizeof(pairs));
    pairs[0].attrKey = NvSciSyncAttrKey_NeedCpuAccess;
    pairs[0].value = &cpu;
    pairs[0].len = sizeof(cpu);
    pairs[1].attrKey = NvSciSyncAttrKey_RequiredPerm;
    pairs[1].value = &perm;
    pairs[1].len = sizeof(perm);
    assert_memory_equal(&g_fence, &NvSciSyncFenceInitializer, sizeof(g_fence));
    assert_int_equal(NvSciSyncModuleOpen(&module), NvSciError_Success);
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(module, &context), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, pairs, 2U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_Success);
    assert_int_equal(NvSciSyncObjGenerateFence(object, &g_fence), NvSciError_Success);
    assert_int_equal(NvSciSyncFenceDup(&g_fence, &copy), NvSciError_Success);
    assert_int_equal(NvSciSyncObjSignal(object), NvSciError_Success);
    assert_int_equal(NvSciSyncFenceWait(&copy, context, NV_WAIT_INFINITE), NvSciError_Success);
    NvSciSyncFenceClear(&g_fence);
    NvSciSyncFenceClear(&copy);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(list);
    NvSciSyncCpuWaitContextFree(context);
    NvSciSyncModuleClose(module);
}

/**
 * Endpoints: the names that texts about NvSci use are in the table, each with one for its peer.
 * @verifies RF-CORE-241
 */
static void names_of_endpoints_in_texts(void **state)
{
    static const char *const names[] = {"example", "ipc_endpoint", "ipc_test"};
    static const char *const peers[] = {"example_peer", "ipc_endpoint_peer", "ipc_test_peer"};

    (void)state;
    own_table_begin();
    assert_int_equal(NvSciIpcInit(), NvSciError_Success);
    for (size_t i = 0U; i < (sizeof(names) / sizeof(names[0])); i++) {
        NvSciIpcEndpoint ends[2] = {0U, 0U};

        assert_int_equal(NvSciIpcOpenEndpoint(names[i], &ends[0]), NvSciError_Success);
        assert_int_equal(NvSciIpcOpenEndpoint(peers[i], &ends[1]), NvSciError_Success);
        NvSciIpcCloseEndpoint(ends[0]);
        NvSciIpcCloseEndpoint(ends[1]);
    }
    NvSciIpcDeinit();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(older_names_of_buffers, nothing_is_left),
        cmocka_unit_test_teardown(older_names_of_sync_objects, nothing_is_left),
        cmocka_unit_test_teardown(names_of_endpoints_in_texts, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
