/* SPDX-License-Identifier: Apache-2.0 */
/* A sync object that a GPU signals and the CPU waits for. FILL is CUDA's function that fills a
 * list. */
#ifndef SYNC_H
#define SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "nvscisync.h"

typedef struct {
    NvSciSyncModule module;
    NvSciSyncCpuWaitContext context;
    NvSciSyncObj object;
} Sync;

/** Says what went wrong; a result of NvSci or of CUDA is 0 where nothing did. */
static inline bool good(int result, const char *what)
{
    if (result != 0) {
        (void)fprintf(stderr, "%s: %d\n", what, result);
    }
    return result == 0;
}

#define GOOD(call) good((int)(call), #call)

static inline bool sync_make(Sync *sync, int (*fill)(NvSciSyncAttrList list))
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;
    bool made = GOOD(NvSciSyncModuleOpen(&sync->module)) &&
                GOOD(NvSciSyncCpuWaitContextAlloc(sync->module, &sync->context)) &&
                GOOD(NvSciSyncAttrListCreate(sync->module, &lists[0])) &&
                GOOD(NvSciSyncAttrListCreate(sync->module, &lists[1])) && GOOD(fill(lists[0])) &&
                GOOD(NvSciSyncAttrListSetAttrs(lists[1], pairs, 2U)) &&
                GOOD(NvSciSyncAttrListReconcile(lists, 2U, &reconciled, &conflict)) &&
                GOOD(NvSciSyncObjAlloc(reconciled, &sync->object));

    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncAttrListFree(conflict);
    return made;
}

/** Waits for the fence of a signal. */
static inline bool sync_wait(const Sync *sync, NvSciSyncFence *fence)
{
    const bool reached = GOOD(NvSciSyncFenceWait(fence, sync->context, 20000000));

    NvSciSyncFenceClear(fence);
    return reached;
}

static inline void sync_free(Sync *sync)
{
    NvSciSyncObjFree(sync->object);
    NvSciSyncCpuWaitContextFree(sync->context);
    NvSciSyncModuleClose(sync->module);
}

#endif
