/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two processes of somebody else: the order of calls is that of the guide for a CPU signaler and a CPU waiter, free()
 * of exported descriptors included. C11 and C++17.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "channel.h"
#include "ringfence.h"

/** Copies a message to memory of the C library, as a program would that has no better place for it. */
static void *keep(const Message *message)
{
    void *const copy = malloc((size_t)message->size);

    if (copy != NULL) {
        (void)memcpy(copy, message->bytes, (size_t)message->size);
    }
    return copy;
}

/**
 * Imports the waiter's list, reconciles, exports list and object, passes on a fence and signals.
 * @verifies RF-SHARE-026 RF-SHARE-040
 */
static NvSciError signaler(void)
{
    static Message message;
    Channel channel = {0U, -1};
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor fenceDesc;
    void *waiterDesc = NULL;
    void *objectDesc = NULL;
    size_t size = 0U;
    NvSciError e = channel_open(&channel, "nvscisync_b_0");

    e = e ? e : NvSciSyncModuleOpen(&module);
    e = e ? e : NvSciSyncAttrListCreate(module, &lists[0]);
    e = e ? e : need(lists[0], NvSciSyncAccessPerm_SignalOnly);
    e = e ? e : channel_receive(&channel, &message);
    waiterDesc = keep(&message);
    e = e ? e
          : NvSciSyncAttrListIpcImportUnreconciled(module, channel.endpoint, waiterDesc,
                                                   (size_t)message.size, &lists[1]);
    e = e ? e : NvSciSyncAttrListReconcile(lists, 2U, &reconciled, &conflict);
    e = e ? e : NvSciSyncObjAlloc(reconciled, &object);
    e = e ? e
          : NvSciSyncIpcExportAttrListAndObj(object, NvSciSyncAccessPerm_WaitOnly, channel.endpoint,
                                             &objectDesc, &size);
    e = e ? e : channel_send(&channel, objectDesc, size);
    e = e ? e : NvSciSyncObjGenerateFence(object, &fence);
    e = e ? e : NvSciSyncIpcExportFence(&fence, channel.endpoint, &fenceDesc);
    e = e ? e : channel_send(&channel, &fenceDesc, sizeof(fenceDesc));
    NvSciSyncFenceClear(&fence);
    e = e ? e : NvSciSyncObjSignal(object);
    /* The waiter may have nothing of it yet: what was sent stays for it. */
    free(objectDesc);
    free(waiterDesc);
    NvSciSyncObjFree(object);
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncAttrListFree(conflict);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncModuleClose(module);
    channel_close(&channel);
    return e;
}

/** Exports its list, imports list and object, imports the fence and waits. */
static NvSciError waiter(void)
{
    static Message message;
    Channel channel = {0U, -1};
    NvSciSyncModule module = NULL;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncAttrList list = NULL;
    NvSciSyncObj object = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor fenceDesc;
    void *listDesc = NULL;
    void *objectDesc = NULL;
    size_t size = 0U;
    NvSciError e = channel_open(&channel, "nvscisync_b_1");

    e = e ? e : NvSciSyncModuleOpen(&module);
    e = e ? e : NvSciSyncCpuWaitContextAlloc(module, &context);
    e = e ? e : NvSciSyncAttrListCreate(module, &list);
    e = e ? e : need(list, NvSciSyncAccessPerm_WaitOnly);
    e = e ? e
          : NvSciSyncAttrListIpcExportUnreconciled(&list, 1U, channel.endpoint, &listDesc, &size);
    e = e ? e : channel_send(&channel, listDesc, size);
    e = e ? e : channel_receive(&channel, &message);
    objectDesc = keep(&message);
    e = e ? e
          : NvSciSyncIpcImportAttrListAndObj(module, channel.endpoint, objectDesc,
                                             (size_t)message.size, &list, 1U,
                                             NvSciSyncAccessPerm_WaitOnly, 10000, &object);
    e = e ? e : channel_receive(&channel, &message);
    (void)memcpy(&fenceDesc, message.bytes, sizeof(fenceDesc));
    e = e ? e : NvSciSyncIpcImportFence(object, &fenceDesc, &fence);
    e = e ? e : NvSciSyncFenceWait(&fence, context, 30000000);
    NvSciSyncFenceClear(&fence);
    free(listDesc);
    free(objectDesc);
    NvSciSyncAttrListFree(list);
    NvSciSyncObjFree(object);
    NvSciSyncCpuWaitContextFree(context);
    NvSciSyncModuleClose(module);
    channel_close(&channel);
    return e;
}

/** Says whether nothing was left behind and nothing was misused. */
static int end_of(NvSciError e, const char *who, const char *peer)
{
    int status = say_end(say(e, who, "has gone through the guide"), who, peer);
    RingfenceFault fault;

    for (int pool = 0; pool < (int)RINGFENCE_POOL_COUNT; pool++) {
        RingfencePoolUsage usage;

        if ((RingfenceGetPoolUsage((RingfencePool)pool, &usage) != NvSciError_Success) ||
            (usage.inUse != 0U)) {
            (void)fprintf(stderr, "%s: pool %d is in use\n", who, pool);
            status = 1;
        }
    }
    if ((RingfenceGetLastFault(&fault) != NvSciError_Success) || (fault.total != 0U)) {
        (void)fprintf(stderr, "%s: %s: %s\n", who, fault.function, fault.text);
        status = 1;
    }
    return status;
}

int main(void)
{
    const pid_t child = fork();
    int status = 1;

    if (child == 0) {
        _exit(end_of(waiter(), "waiter", "signaler"));
    }
    if (child > 0) {
        const int own = end_of(signaler(), "signaler", "waiter");
        int other = 1;

        (void)waitpid(child, &other, 0);
        status = ((own == 0) && (other == 0)) ? 0 : 1;
    }
    return status;
}
