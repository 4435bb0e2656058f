/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The listings of a guide's chapter about buffers in one process and one thread, with both ends of
 * a channel. The page has lost the ends of their blocks and of some calls: what is put in their
 * place is in the file of their name that ends in .sed, with what they say in words.
 */
#include "shared.h"

static NvSciError err;
static NvSciBufModule module;
static NvSciBufAttrList g_reconciled;
static NvSciIpcEndpoint g_ends[2];
static NvSciBufObj g_objects[2];

static NvSciBufAttrList list_of(void)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const uint64_t size = 4096U;
    const uint64_t alignment = 64U;
    const bool yes = true;
    const NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufRawBufferAttrKey_Align, &alignment, sizeof(alignment)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &yes, sizeof(yes)}};
    NvSciBufAttrList list = NULL;

    NOTE(NvSciBufAttrListCreate(module, &list));
    NOTE(NvSciBufAttrListSetAttrs(list, pairs, 5U));
    return list;
}

static NvSciError open_module(void)
{
#include "buf_module.inc"
    NvSciBufModuleClose(module);
fail:
    return err;
}

static NvSciError open_endpoint(void)
{
#include "buf_ipc_init.inc"
    NvSciIpcCloseEndpoint(ipcEndpoint);
    NvSciIpcDeinit();
fail:
    return err;
}

static NvSciError fill_list(void)
{
    NvSciBufModule const bufmodule = module;
    NvSciBufAttrList attrlist1 = NULL;
#define umd1attrlist attrlist1
#include "buf_list.inc"
#undef umd1attrlist
fail:
    NvSciBufAttrListFree(attrlist1);
    return err;
}

static NvSciError reconcile(void)
{
    NvSciBufAttrList AttrList1 = list_of();
    NvSciBufAttrList AttrList2 = list_of();
#include "buf_reconcile.inc"
fail:
    NvSciBufAttrListFree(AttrList1);
    NvSciBufAttrListFree(AttrList2);
    return err;
}

static NvSciError use_object(void)
{
    NvSciBufAttrList const reconciledAttrlist = g_reconciled;
    NvSciBufAttrList list = NULL;
    NvSciBufObj nvscibufobj = NULL;
    void *va_ptr = NULL;
#include "buf_object.inc"
    (void)memset(va_ptr, 0x5A, 4096U);
fail:
    NvSciBufObjFree(nvscibufobj);
    return err;
}

#define ipcEndpoint g_ends[1]
static NvSciError second_process(void)
{
#include "buf_list_import.inc"
    GIVE(ListDesc, ListDescSize);
fail:
    NvSciBufAttrListFreeDesc(ListDesc);
    NvSciBufAttrListFree(AttrList2);
    NvSciBufAttrListFree(importedUnreconciledAttrList);
    NvSciBufAttrListFree(reconciledList);
    return err;
}
#undef ipcEndpoint

#define ipcEndpoint g_ends[0]
static NvSciError first_process(void)
{
    NvSciBufAttrList reconciledAttrList = NULL;
#include "buf_list_export.inc"
fail:
    NvSciBufAttrListFree(AttrList1);
    NvSciBufAttrListFree(reconciledAttrList);
    return err;
}

static NvSciError export_object(void)
{
#define bufObj g_objects[0]
#include "buf_object_export.inc"
#undef bufObj
    NvSciBufAttrListAndObjFreeDesc(objAndList);
    return err;
}
#undef ipcEndpoint

static NvSciBufAttrList AttrList1;

#define ipcEndpoint g_ends[1]
static NvSciError import_object(void)
{
#define bufObj g_objects[1]
#include "buf_object_import.inc"
#undef bufObj
    return err;
}
#undef ipcEndpoint

/** An object of the two ends, which the second one may read. */
static void make_object(void)
{
    NvSciBufAttrList lists[2] = {list_of(), NULL};
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_Readonly;
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    void *bytes = NULL;
    size_t size = 0U;

    NOTE(NvSciBufAttrListCreate(module, &AttrList1));
    NOTE(NvSciBufAttrListSetAttrs(AttrList1, pairs, 2U));
    NOTE(NvSciBufAttrListIpcExportUnreconciled(&AttrList1, 1U, g_ends[1], &bytes, &size));
    NOTE(NvSciBufAttrListIpcImportUnreconciled(module, g_ends[0], bytes, size, &lists[1]));
    NvSciBufAttrListFreeDesc(bytes);
    NOTE(NvSciBufAttrListReconcile(lists, 2U, &reconciled, &conflict));
    NOTE(NvSciBufObjAlloc(reconciled, &g_objects[0]));
    NvSciBufAttrListFree(reconciled);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
}

int main(void)
{
    (void)alarm(300U);
    NOTE(open_module());
    NOTE(open_endpoint());
    NOTE(NvSciBufModuleOpen(&module));
    NOTE(NvSciIpcInit());
    NOTE(NvSciIpcOpenEndpoint("ipc_endpoint", &g_ends[0]));
    NOTE(NvSciIpcOpenEndpoint("ipc_endpoint", &g_ends[1]));
    NOTE(fill_list());
    NOTE(reconcile());
    NOTE(use_object());
    NvSciBufAttrListFree(g_reconciled);
    NOTE(first_process());
    make_object();
    NOTE(export_object());
    NOTE(import_object());
    NvSciBufObjFree(g_objects[1]);
    NvSciBufObjFree(g_objects[0]);
    NvSciBufAttrListFree(AttrList1);
    NvSciBufModuleClose(module);
    NvSciIpcCloseEndpoint(g_ends[0]);
    NvSciIpcCloseEndpoint(g_ends[1]);
    NvSciIpcDeinit();
    (void)printf("buf: the listings about buffers, as printed\n");
    return 0;
}
