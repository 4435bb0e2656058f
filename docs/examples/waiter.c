/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file waiter.c
 * The other of two programs that share a sync object: this one waits. See signaler.c.
 *
 * Build: cc waiter.c -o waiter $(pkg-config --cflags --libs ringfence)
 */
#include <string.h>

#include "channel.h"
#include "ringfence.h"

/** A wait that ends with the signal, or with the signaler. */
#define FOR_EVER (-1)

static const char who[] = "waiter";

/** What init makes. */
typedef struct {
    Channel channel;
    NvSciSyncModule module;
    NvSciSyncCpuWaitContext context;
    NvSciSyncAttrList list;
    NvSciSyncObj obj;
} Waiter;

/** Says what is needed, and has the signaler know it. */
static NvSciError ask(Waiter *w)
{
    void *desc = NULL;
    size_t size = 0U;
    NvSciError e = NvSciSyncModuleOpen(&w->module);

    e = e ? e : NvSciSyncCpuWaitContextAlloc(w->module, &w->context);
    e = e ? e : NvSciSyncAttrListCreate(w->module, &w->list);
    e = e ? e : need(w->list, NvSciSyncAccessPerm_WaitOnly);
    e = e ? e
          : NvSciSyncAttrListIpcExportUnreconciled(&w->list, 1U, w->channel.endpoint, &desc, &size);
    e = e ? e : channel_send(&w->channel, desc, size);
    NvSciSyncAttrListFreeDesc(desc);
    return say(e, who, "has sent its list");
}

/** Takes in the object that the signaler made, if it satisfies the list. */
static NvSciError take(Waiter *w)
{
    static Message message;
    NvSciError e = channel_receive(&w->channel, &message);

    e = e ? e
          : NvSciSyncIpcImportAttrListAndObj(w->module, w->channel.endpoint, message.bytes,
                                             (size_t)message.size, &w->list, 1U,
                                             NvSciSyncAccessPerm_WaitOnly, 0, &w->obj);
    return say(e, who, "has the sync object");
}

/** Waits for the signal, and says that it has come. */
static NvSciError wait_once(Waiter *w)
{
    static Message message;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;
    NvSciError e = channel_receive(&w->channel, &message);

    if (e == NvSciError_Success) {
        (void)memcpy(&desc, message.bytes, sizeof(desc));
        e = NvSciSyncIpcImportFence(w->obj, &desc, &fence);
    }
    e = say(e, who, "has a fence, and waits");
    e = e ? e : NvSciSyncFenceWait(&fence, w->context, FOR_EVER);
    NvSciSyncFenceClear(&fence);
    e = say(e, who, "has seen the signal");
    return e ? e : channel_send(&w->channel, who, sizeof(who));
}

static void give_back(Waiter *w)
{
    NvSciSyncObjFree(w->obj);
    NvSciSyncAttrListFree(w->list);
    NvSciSyncCpuWaitContextFree(w->context);
    NvSciSyncModuleClose(w->module);
    channel_close(&w->channel);
}

int main(void)
{
    Waiter w;
    NvSciError e;

    (void)memset(&w, 0, sizeof(w));
    e = say(channel_open(&w.channel, "nvscisync_a_1"), who, "is connected");
    e = e ? e : ask(&w);
    e = e ? e : take(&w);
    e = e ? e : RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);
    if (e == NvSciError_Success) {
        e = wait_once(&w);
        (void)RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT);
    }
    give_back(&w);
    return say_end(e, who, "signaler");
}
