/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file point.c
 * Points and fences, and rights to signal and to write.
 */
#include "worker/point.h"

#include <stddef.h>
#include <string.h>

#include "core/assert.h"
#include "nvscibuf.h"
#include "port/atomic.h"

void worker_point_fail(const WorkerPoint *point)
{
    const NvSciSyncObj object = point->object;
    const RingfenceEngineRange range = {point->point, point->point};
    uint64_t failed = 0U;

    ASSERT(object != NULL);
    (void)RingfenceEngineSyncFail(object, &range, 1U, &failed);
}

/** @satisfies RF-DLA-352 RF-MEDIA-934 */
NvSciSyncFence worker_fence_copy(const NvSciSyncFence *fence)
{
    NvSciSyncFence copy = NvSciSyncFenceInitializer;

    copy = *fence;
    port_compiler_fence();
    return copy;
}

bool worker_fence_is_cleared(const NvSciSyncFence *fence)
{
    static const NvSciSyncFence cleared = {{0U, 0U, 0U, 0U, 0U, 0U}};

    return memcmp(fence->payload, cleared.payload, sizeof(cleared.payload)) == 0;
}

/** @satisfies RF-DLA-060 RF-MEDIA-051 */
bool worker_fence_read(NvSciSyncObj object, const NvSciSyncFence *fence, WorkerPoint *point,
                       NvSciError *error)
{
    RingfenceEngineFence view = {false, false, 0U};
    bool is_ahead = false;

    *error = RingfenceEngineFenceRead(object, fence, &view);
    if (*error == NvSciError_Success) {
        is_ahead = (!view.cleared) && (!view.reached);
    }
    if (is_ahead) {
        point->object = object;
        point->point = view.point;
    }
    return is_ahead;
}

/** @satisfies RF-DLA-034 RF-MEDIA-032 */
bool worker_may_signal(const RingfenceEngineSync *map)
{
    return map->maySignal && (map->signalers == RINGFENCE_ENGINE_SIGNALER_OTHER);
}

/** @satisfies RF-DLA-032 RF-MEDIA-040 */
void *worker_writable(const RingfenceEngineBuf *map)
{
    void *base = map->base;

    if ((base == NULL) && map->cpuWritable && (!map->isDevice)) {
        const NvSciBufObj object = map->object;

        (void)NvSciBufObjGetCpuPtr(object, &base);
    }
    return base;
}
