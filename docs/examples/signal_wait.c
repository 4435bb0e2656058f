/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file signal_wait.c
 * The smallest whole program: negotiate a sync object, signal it in one thread, wait for it in another.
 *
 * Build: cc signal_wait.c $(pkg-config --cflags --libs ringfence) -pthread
 */
#include <pthread.h>
#include <stdio.h>

#include "nvscisync.h"
#include "ringfence.h"

static NvSciSyncObj obj;

static void *signaler(void *unused)
{
    (void)NvSciSyncObjSignal(obj);
    return unused;
}

/** Says what a list needs: CPU access, and some rights. */
static NvSciError need(NvSciSyncAttrList list, NvSciSyncAccessPerm perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};

    return NvSciSyncAttrListSetAttrs(list, pairs, 2U);
}

int main(void)
{
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList list[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    pthread_t thread = pthread_self();
    NvSciError e;

    /* [readme] */
    /* init: who signals and who waits say what they need; one object serves both */
    e = NvSciSyncModuleOpen(&module);
    e = e ? e : NvSciSyncAttrListCreate(module, &list[0]);
    e = e ? e : NvSciSyncAttrListCreate(module, &list[1]);
    e = e ? e : need(list[0], NvSciSyncAccessPerm_SignalOnly);
    e = e ? e : need(list[1], NvSciSyncAccessPerm_WaitOnly);
    e = e ? e : NvSciSyncAttrListReconcileAndObjAlloc(list, 2U, &obj, &conflict);
    e = e ? e : NvSciSyncCpuWaitContextAlloc(module, &context);
    e = e ? e : RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);

    /* runtime: nothing is allocated any more */
    e = e ? e : NvSciSyncObjGenerateFence(obj, &fence);
    if ((e == NvSciError_Success) && (pthread_create(&thread, NULL, signaler, NULL) == 0)) {
        e = NvSciSyncFenceWait(&fence, context, 1000000); /* microseconds */
        (void)pthread_join(thread, NULL);
    }
    NvSciSyncFenceClear(&fence);

    /* de-init: give everything back */
    (void)RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT);
    /* [readme] */
    NvSciSyncObjFree(obj);
    NvSciSyncCpuWaitContextFree(context);
    NvSciSyncAttrListFree(conflict);
    NvSciSyncAttrListFree(list[1]);
    NvSciSyncAttrListFree(list[0]);
    NvSciSyncModuleClose(module);
    (void)printf("%s\n", RingfenceErrorName(e));
    return (e == NvSciError_Success) ? 0 : 1;
}
