/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file came_back.h
 * Buffers that go to another process and come back: both ends of the channel are this process's.
 */
#ifndef RINGFENCE_TEST_CAME_BACK_H
#define RINGFENCE_TEST_CAME_BACK_H

#include "buf_make.h"
#include "ipc_fixture.h"

/** A buffer, and what came back of it. */
typedef struct {
    NvSciBufObj own;
    NvSciBufObj back;
} CameBack;

/** Takes an unreconciled list from one end to the other, and frees it. */
static inline NvSciBufAttrList came_back_ask(NvSciBufAttrList list, NvSciIpcEndpoint from,
                                             NvSciIpcEndpoint to)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciBufAttrList carried = NULL;

    assert_int_equal(NvSciBufAttrListIpcExportUnreconciled(&list, 1U, from, &bytes, &size),
                     NvSciError_Success);
    assert_int_equal(NvSciBufAttrListIpcImportUnreconciled(g_module, to, bytes, size, &carried),
                     NvSciError_Success);
    NvSciBufAttrListFreeDesc(bytes);
    NvSciBufAttrListFree(list);
    return carried;
}

/** Takes an object from one end to the other, which may write it. */
static inline NvSciBufObj came_back_import(NvSciBufObj object, NvSciIpcEndpoint from,
                                           NvSciIpcEndpoint to)
{
    void *bytes = NULL;
    size_t size = 0U;
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList carried = NULL;
    NvSciBufObjIpcExportDescriptor exported;
    NvSciBufObj back = NULL;

    assert_int_equal(NvSciBufObjGetAttrList(object, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListIpcExportReconciled(list, from, &bytes, &size),
                     NvSciError_Success);
    assert_int_equal(
        NvSciBufAttrListIpcImportReconciled(g_module, to, bytes, size, NULL, 0U, &carried),
        NvSciError_Success);
    NvSciBufAttrListFreeDesc(bytes);
    assert_int_equal(NvSciBufObjIpcExport(object, NvSciBufAccessPerm_ReadWrite, from, &exported),
                     NvSciError_Success);
    assert_int_equal(
        NvSciBufObjIpcImport(to, &exported, carried, NvSciBufAccessPerm_Auto, 0, &back),
        NvSciError_Success);
    NvSciBufAttrListFree(carried);
    return back;
}

/** Makes a buffer of an own list and one that comes over a channel, both of which are freed. */
static inline CameBack came_back_of(NvSciBufAttrList own, NvSciBufAttrList far)
{
    Pair pair;
    NvSciBufAttrList lists[] = {own, NULL};
    NvSciBufAttrList reconciled = NULL;
    CameBack both = {NULL, NULL};

    own_table_begin();
    assert_int_equal(NvSciIpcInit(), NvSciError_Success);
    pair = make_pair("ipc_test_0", "ipc_test_1");
    lists[1] = came_back_ask(far, pair.one, pair.zero);
    reconciled = buf_reconciled(lists, 2U);
    assert_int_equal(NvSciBufObjAlloc(reconciled, &both.own), NvSciError_Success);
    NvSciBufAttrListFree(reconciled);
    both.back = came_back_import(both.own, pair.zero, pair.one);
    close_pair(&pair);
    NvSciIpcDeinit();
    return both;
}

static inline void came_back_free(CameBack *both)
{
    NvSciBufObjFree(both->own);
    NvSciBufObjFree(both->back);
}

#endif /* RINGFENCE_TEST_CAME_BACK_H */
