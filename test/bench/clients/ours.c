/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ours.c
 * One sync object, negotiated over a channel and shared: who serves signals, who joins waits.
 */
#define _GNU_SOURCE

#include "client.h"
#include "ringfence.h"
#include "ringfence_kit.h"

#define NEED(call) client_need((call) == NvSciError_Success, #call)

/** Microseconds that a peer may take. */
#define PATIENCE 20000000

static RingfenceKit g_kit;
static RingfenceKitLink g_link;

static NvSciSyncAttrList list_of(NvSciSyncAccessPerm perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    NEED(NvSciSyncAttrListCreate(g_kit.syncs, &list));
    NEED(NvSciSyncAttrListSetAttrs(list, pairs, 2U));
    return list;
}

/** Shares an object with whoever joins, signals it once, and waits for the peer's end. */
static void serve_one(void)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncObj object = NULL;
    uint8_t byte = 0U;
    size_t size = sizeof(byte);

    NEED(RingfenceKitConnect(&g_kit, &g_link, "ipc_test_0", -1));
    NEED(RingfenceKitTakeSyncList(&g_link, &lists[0], PATIENCE));
    lists[1] = list_of(NvSciSyncAccessPerm_SignalOnly);
    NEED(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict));
    NEED(RingfenceKitGiveSyncObj(&g_link, object, NvSciSyncAccessPerm_WaitOnly, PATIENCE));
    NEED(NvSciSyncObjGenerateFence(object, &fence));
    NEED(RingfenceKitGiveFence(&g_link, &fence, 0U, PATIENCE));
    NEED(NvSciSyncObjSignal(object));
    (void)RingfenceKitReceive(&g_link, &byte, &size, -1);
    RingfenceKitDisconnect(&g_link);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
}

static void join(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncAttrList list = NULL;
    NvSciSyncObj object = NULL;
    uint64_t number = 0U;

    client_step("main");
    NEED(RingfenceKitOpen(&g_kit));
    client_step("open");
    NEED(RingfenceKitConnect(&g_kit, &g_link, "ipc_test_1", PATIENCE));
    client_step("connected");
    list = list_of(NvSciSyncAccessPerm_WaitOnly);
    NEED(RingfenceKitGiveSyncLists(&g_link, &list, 1U, PATIENCE));
    NEED(RingfenceKitTakeSyncObj(&g_link, &list, 1U, NvSciSyncAccessPerm_WaitOnly, &object,
                                 PATIENCE));
    client_step("shared");
    NEED(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    NEED(RingfenceKitTakeFence(&g_link, object, &fence, &number, PATIENCE));
    NEED(NvSciSyncFenceWait(&fence, g_kit.context, PATIENCE));
    client_step("exchanged");
    client_report();
}

int main(int argc, char **argv)
{
    if (client_is_server(argc, argv)) {
        NEED(RingfenceKitOpen(&g_kit));
        client_serves();
        for (;;) {
            serve_one();
        }
    }
    join();
    return 0;
}
