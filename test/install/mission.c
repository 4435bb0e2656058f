/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mission code of somebody else: it signals and waits in phase RUNTIME. With REFUSED it frees besides, which RUNTIME
 * does not admit. C11.
 */
#include "ringfence.h"
#include "nvscisync.h"

NvSciError mission(NvSciSyncObj object, NvSciSyncFence *fence, NvSciSyncCpuWaitContext context);

/**
 * What the archive for mission code takes or refuses.
 * @verifies RF-CORE-380 RF-CORE-381
 */
NvSciError mission(NvSciSyncObj object, NvSciSyncFence *fence, NvSciSyncCpuWaitContext context)
{
    NvSciError status = NvSciSyncObjSignal(object);

    if (status == NvSciError_Success) {
        status = NvSciSyncFenceWait(fence, context, 1000000);
    }
    NvSciSyncFenceClear(fence);
#ifdef REFUSED
    NvSciSyncObjFree(object);
#endif
    return status;
}
