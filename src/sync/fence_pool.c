/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fence_pool.c
 * Storage of fences and fence descriptors, for applications that keep none of their own.
 */
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "core/pool.h"
#include "sync/object.h"
#include "sync/sync.h"

static NvSciSyncFence g_fences[RINGFENCE_CFG_FENCES];
static NvSciSyncFenceIpcExportDescriptor g_fence_descs[RINGFENCE_CFG_FENCE_DESCS];

/** @satisfies RF-SYNC-087 */
static NvSciError take(RingfencePool pool, uint32_t *index)
{
    const NvSciError status = ringfence_pool_take(pool, index);

    return (status == NvSciError_Success) ? status : NvSciError_InsufficientResource;
}

/** Says whether a slot was found whose storage is taken. */
static bool is_taken(RingfencePool pool, uint32_t index)
{
    bool taken = false;

    if (index < pool_capacity(pool)) {
        taken = pool_is_live(pool, index, pool_generation(pool, index));
    }
    return taken;
}

/**
 * Gives a slot back that was found. Storage that is not taken is a fault report.
 * @satisfies RF-SYNC-084
 */
static void give(PhaseOp op, RingfencePool pool, uint32_t index)
{
    if (is_taken(pool, index)) {
        ringfence_pool_give(pool, index);
    } else {
        ringfence_fault_report(op, RINGFENCE_FAULT_BAD_RETURN);
    }
}

/** @satisfies RF-SYNC-080 */
NvSciError RingfenceFenceTake(NvSciSyncFence **fence)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_FENCE_TAKE);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = (fence == NULL) ? NvSciError_BadParameter : take(RINGFENCE_POOL_FENCE, &index);
        if (status == NvSciError_Success) {
            ASSERT(index < RINGFENCE_CFG_FENCES);
            (void)memset(&g_fences[index], 0, sizeof(g_fences[index]));
            *fence = &g_fences[index];
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-081 */
void RingfenceFenceGive(NvSciSyncFence *fence)
{
    if ((feature_admit(RINGFENCE_CFG_EXTRAS, OP_FENCE_GIVE) == NvSciError_Success) &&
        (fence != NULL)) {
        uint32_t index = 0U;

        while ((index < RINGFENCE_CFG_FENCES) && (fence != &g_fences[index])) {
            index++;
        }
        if (is_taken(RINGFENCE_POOL_FENCE, index)) {
            NvSciSyncFenceClear(fence);
        }
        if (sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_FENCE_GIVE) == NvSciError_Success) {
            give(OP_FENCE_GIVE, RINGFENCE_POOL_FENCE, index);
            ringfence_api_leave();
        }
    }
}

/** @satisfies RF-SYNC-082 */
NvSciError RingfenceFenceDescTake(NvSciSyncFenceIpcExportDescriptor **desc)
{
    NvSciError status = sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_FENCE_DESC_TAKE);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = (desc == NULL) ? NvSciError_BadParameter : take(RINGFENCE_POOL_FENCE_DESC, &index);
        if (status == NvSciError_Success) {
            ASSERT(index < RINGFENCE_CFG_FENCE_DESCS);
            (void)memset(&g_fence_descs[index], 0, sizeof(g_fence_descs[index]));
            *desc = &g_fence_descs[index];
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-083 */
void RingfenceFenceDescGive(NvSciSyncFenceIpcExportDescriptor *desc)
{
    if (sync_enter_feature(RINGFENCE_CFG_EXTRAS, OP_FENCE_DESC_GIVE) == NvSciError_Success) {
        uint32_t index = 0U;

        while ((index < RINGFENCE_CFG_FENCE_DESCS) && (desc != &g_fence_descs[index])) {
            index++;
        }
        if (is_taken(RINGFENCE_POOL_FENCE_DESC, index)) {
            (void)memset(desc, 0, sizeof(*desc));
        }
        if (desc != NULL) {
            give(OP_FENCE_DESC_GIVE, RINGFENCE_POOL_FENCE_DESC, index);
        }
        ringfence_api_leave();
    }
}
