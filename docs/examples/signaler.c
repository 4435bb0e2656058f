/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file signaler.c
 * One of two programs that share a sync object: this one allocates it and signals.
 *
 * Build: cc signaler.c -o signaler $(pkg-config --cflags --libs ringfence)
 * Start ./signaler [SECONDS] in one terminal and ./waiter in another, in either order. SECONDS is
 * how long the work takes that the waiter waits for.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "channel.h"
#include "ringfence.h"

static const char who[] = "signaler";

/** What init makes. */
typedef struct {
    Channel channel;
    NvSciSyncModule module;
    /** Own list, and what the waiter sent. */
    NvSciSyncAttrList list[2];
    NvSciSyncAttrList reconciled;
    NvSciSyncAttrList conflict;
    NvSciSyncObj obj;
} Signaler;

/** Says what is needed, and takes in what the waiter needs. */
static NvSciError gather(Signaler *s)
{
    static Message message;
    NvSciError e = NvSciSyncModuleOpen(&s->module);

    e = e ? e : NvSciSyncAttrListCreate(s->module, &s->list[0]);
    e = e ? e : need(s->list[0], NvSciSyncAccessPerm_SignalOnly);
    e = e ? e : channel_receive(&s->channel, &message);
    e = e ? e
          : NvSciSyncAttrListIpcImportUnreconciled(s->module, s->channel.endpoint, message.bytes,
                                                   (size_t)message.size, &s->list[1]);
    return say(e, who, "has the waiter's list");
}

/** Makes one object for both, and lets the waiter have it. */
static NvSciError share(Signaler *s)
{
    void *desc = NULL;
    size_t size = 0U;
    NvSciError e = NvSciSyncAttrListReconcile(s->list, 2U, &s->reconciled, &s->conflict);

    e = e ? e : NvSciSyncObjAlloc(s->reconciled, &s->obj);
    e = e ? e
          : NvSciSyncIpcExportAttrListAndObj(s->obj, NvSciSyncAccessPerm_WaitOnly,
                                             s->channel.endpoint, &desc, &size);
    e = e ? e : channel_send(&s->channel, desc, size);
    NvSciSyncAttrListAndObjFreeDesc(desc);
    return say(e, who, "has sent the sync object, to be waited for alone");
}

/** Promises a signal, works, signals, and waits until the waiter says that it has seen it. */
static NvSciError signal_once(Signaler *s, unsigned int seconds)
{
    static Message message;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;
    NvSciError e = NvSciSyncObjGenerateFence(s->obj, &fence);

    (void)memset(&desc, 0, sizeof(desc));
    e = e ? e : NvSciSyncIpcExportFence(&fence, s->channel.endpoint, &desc);
    e = e ? e : channel_send(&s->channel, &desc, sizeof(desc));
    NvSciSyncFenceClear(&fence);
    e = say(e, who, "has sent a fence, and works");
    if (e == NvSciError_Success) {
        (void)sleep(seconds);
    }
    e = e ? e : NvSciSyncObjSignal(s->obj);
    e = say(e, who, "has signalled");
    return e ? e : channel_receive(&s->channel, &message);
}

static void give_back(Signaler *s)
{
    NvSciSyncObjFree(s->obj);
    NvSciSyncAttrListFree(s->reconciled);
    NvSciSyncAttrListFree(s->conflict);
    NvSciSyncAttrListFree(s->list[1]);
    NvSciSyncAttrListFree(s->list[0]);
    NvSciSyncModuleClose(s->module);
    channel_close(&s->channel);
}

int main(int argc, char *argv[])
{
    Signaler s;
    const unsigned int seconds = (argc > 1) ? (unsigned int)strtoul(argv[1], NULL, 10) : 1U;
    NvSciError e;

    (void)memset(&s, 0, sizeof(s));
    e = say(channel_open(&s.channel, "nvscisync_a_0"), who, "is connected");
    e = e ? e : gather(&s);
    e = e ? e : share(&s);
    e = e ? e : RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);
    if (e == NvSciError_Success) {
        e = signal_once(&s, seconds);
        (void)RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT);
    }
    give_back(&s);
    return say_end(e, who, "waiter");
}
