/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The other half of mission.c: makes an object, a fence and a context in phase INIT, and runs the mission. C11.
 */
#include "ringfence.h"
#include "nvscisync.h"

NvSciError mission(NvSciSyncObj object, NvSciSyncFence *fence, NvSciSyncCpuWaitContext context);

/** Makes an object that the CPU signals and waits for. */
static NvSciError make_object(NvSciSyncModule module, NvSciSyncObj *object)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitSignal;
    const NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                               {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciError status = NvSciSyncAttrListCreate(module, &list);

    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListSetAttrs(list, pairs, 2U);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncAttrListReconcile(&list, 1U, &reconciled, &conflict);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncObjAlloc(reconciled, object);
    }
    return status;
}

int main(void)
{
    NvSciSyncModule module = NULL;
    NvSciSyncObj object = NULL;
    NvSciSyncCpuWaitContext context = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciError status = NvSciSyncModuleOpen(&module);

    if (status == NvSciError_Success) {
        status = make_object(module, &object);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncCpuWaitContextAlloc(module, &context);
    }
    if (status == NvSciError_Success) {
        status = NvSciSyncObjGenerateFence(object, &fence);
    }
    if (status == NvSciError_Success) {
        status = RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);
    }
    if (status == NvSciError_Success) {
        status = mission(object, &fence, context);
    }
    return (status == NvSciError_Success) ? 0 : 1;
}
