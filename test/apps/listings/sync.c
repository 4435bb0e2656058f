/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The listings of a guide's chapter about synchronization, as they are printed, in one process and
 * one thread, with both ends of a channel. What they say in words is in the file of their name that
 * ends in .sed.
 */
#include "shared.h"

/* What the listings take for given: results are looked at here. */
static NvSciError err;
static NvSciSyncModule module;
static NvSciSyncAttrList waiterAttrList;
static NvSciSyncAttrList g_reconciled;
static NvSciSyncObj syncObj;
static NvSciSyncCpuWaitContext waitContext;
static NvSciIpcEndpoint g_ends[2];
static NvSciSyncFence g_fence;
static NvSciSyncFenceIpcExportDescriptor g_fence_desc;

static NvSciSyncAttrList list_of(NvSciSyncAccessPerm perm)
{
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &yes, sizeof(yes)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    NOTE(NvSciSyncAttrListCreate(module, &list));
    NOTE(NvSciSyncAttrListSetAttrs(list, pairs, 2U));
    return list;
}

/** An object of the two ends, which the second one waits for. */
static void make_object(void)
{
    NvSciSyncAttrList lists[2] = {list_of(NvSciSyncAccessPerm_SignalOnly), NULL};
    NvSciSyncAttrList conflict = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    waiterAttrList = list_of(NvSciSyncAccessPerm_WaitOnly);
    NOTE(NvSciSyncAttrListIpcExportUnreconciled(&waiterAttrList, 1U, g_ends[1], &bytes, &size));
    NOTE(NvSciSyncAttrListIpcImportUnreconciled(module, g_ends[0], bytes, size, &lists[1]));
    NvSciSyncAttrListFreeDesc(bytes);
    NOTE(NvSciSyncAttrListReconcile(lists, 2U, &g_reconciled, &conflict));
    NOTE(NvSciSyncObjAlloc(g_reconciled, &syncObj));
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
}

static NvSciError open_module(void)
{
#include "module.inc"
fail:
    return err;
}

static NvSciError open_endpoint(void)
{
#include "ipc_init.inc"
fail:
    return err;
}

static NvSciError fill_list(void)
{
    NvSciSyncAttrList signalerAttrList = NULL;
#define list signalerAttrList
#include "attr_list.inc"
#undef list
fail:
    return err;
}

static NvSciError reconcile(void)
{
    NvSciSyncAttrList signalerAttrList = list_of(NvSciSyncAccessPerm_SignalOnly);
    NvSciSyncAttrList waiterAttrList1 = list_of(NvSciSyncAccessPerm_WaitOnly);
    NvSciSyncAttrList waiterAttrList2 = list_of(NvSciSyncAccessPerm_WaitOnly);
#include "reconcile.inc"
fail:
    NvSciSyncAttrListFree(signalerAttrList);
    NvSciSyncAttrListFree(waiterAttrList1);
    NvSciSyncAttrListFree(waiterAttrList2);
    return err;
}

#define ipcEndpoint g_ends[1]
static NvSciError export_list(void)
{
#include "list_export.inc"
fail:
    NvSciSyncAttrListFree(waiterAttrList);
    return err;
}
#undef ipcEndpoint

#define ipcEndpoint g_ends[0]
static NvSciError import_list(void)
{
#include "list_import.inc"
fail:
    NvSciSyncAttrListFree(signalerAttrList);
    return err;
}
#undef ipcEndpoint

static NvSciError make_context(void)
{
    NvSciSyncCpuWaitContext kept = NULL;

#include "wait_context.inc"
fail:
    return err;
}

static NvSciError signal_fence(void)
{
#include "fence_signal.inc"
fail:
    return err;
}

static NvSciError wait_for_fence(void)
{
    NvSciSyncFence *const sharedFence = &g_fence;
#include "fence_wait.inc"
    return err;
}

#define ipcEndpoint g_ends[0]
static NvSciError export_fence(void)
{
    NvSciSyncFence sharedFence = NvSciSyncFenceInitializer;
#include "fence_export.inc"
    return err;
}

static NvSciError export_object(void)
{
#include "object_export.inc"
    return err;
}
#undef ipcEndpoint

static NvSciSyncObj g_imported;

static NvSciError import_fence(void)
{
    const NvSciSyncFenceIpcExportDescriptor *const fenceDesc = &g_fence_desc;
    NvSciSyncFence syncFence = NvSciSyncFenceInitializer;
    NvSciSyncObj const syncObj = g_imported;
#include "fence_import.inc"
    g_fence = syncFence;
    return err;
}

/** What the waiter does with the object that it got. */
static void use_imported(void);

#define ipcEndpoint g_ends[1]
static NvSciError import_object(void)
{
#define syncObj g_imported
#include "object_import.inc"
#undef syncObj
    return err;
}
#undef ipcEndpoint

static NvSciError read_time(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    NOTE(NvSciSyncObjGenerateFence(syncObj, &fence));
    NOTE(NvSciSyncObjSignal(syncObj));
#include "timestamp.inc"
    NvSciSyncFenceClear(&fence);
    return (timestamp > 0U) ? err : NvSciError_Unknown;
}

/** An object whose fences have a time, as the listing of the key asks for. */
static void make_timed_object(void)
{
    const bool yes = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitOnly;
    NvSciSyncAttrList lists[2] = {list_of(NvSciSyncAccessPerm_SignalOnly), NULL};
    NvSciSyncAttrList conflict = NULL;
#include "timestamp_key.inc"

    NOTE(NvSciSyncAttrListCreate(module, &lists[1]));
    NOTE(NvSciSyncAttrListSetAttrs(lists[1], keyValue, 3U));
    NOTE(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &syncObj, &conflict));
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
}

static NvSciError make_and_free_object(void)
{
    NvSciSyncAttrList reconciledList = g_reconciled;
    NvSciSyncObj syncObj = NULL;
#include "object.inc"
fail:
    return err;
}

static void use_imported(void)
{
    NOTE(import_fence());
    NOTE(NvSciSyncObjSignal(syncObj));
    NOTE(wait_for_fence());
}

int main(void)
{
    (void)alarm(300U);
    NOTE(open_module());
    NOTE(open_endpoint());
    NOTE(NvSciIpcInit());
    NOTE(NvSciIpcOpenEndpoint("ipc_test", &g_ends[0]));
    NOTE(NvSciIpcOpenEndpoint("ipc_test", &g_ends[1]));
    NOTE(NvSciSyncModuleOpen(&module));
    NOTE(fill_list());
    NOTE(reconcile());
    NOTE(export_list());
    NOTE(import_list());
    NOTE(make_context());
    NOTE(NvSciSyncCpuWaitContextAlloc(module, &waitContext));
    make_object();
    NOTE(signal_fence());
    NOTE(wait_for_fence());
    NOTE(export_object());
    NOTE(export_fence());
    NOTE(import_object());
    NvSciSyncObjFree(syncObj);
    NvSciSyncAttrListFree(waiterAttrList);
    NOTE(make_and_free_object());
    make_timed_object();
    NOTE(read_time());
    NvSciSyncObjFree(syncObj);
    NvSciSyncCpuWaitContextFree(waitContext);
    NvSciSyncModuleClose(module);
    NvSciIpcCloseEndpoint(g_ends[0]);
    NvSciIpcCloseEndpoint(g_ends[1]);
    NvSciIpcDeinit();
    (void)printf("sync: the listings about synchronization, as printed\n");
    return 0;
}
