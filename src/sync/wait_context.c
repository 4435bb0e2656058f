/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wait_context.c
 * CPU wait contexts: each serves one wait at a time.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "core/pool.h"
#include "sync/sync.h"

/** In place of the index of a row it has another one, so that it is no handle's of that row. */
#define NOT_IDLE(row) ((uint64_t)(row) ^ PORT_QUICK)

/* Zeroes are not idle, in all rows but the first one. */
SyncContext g_sync_contexts[RINGFENCE_CFG_SYNC_WAIT_CONTEXTS] = {[0] = {.idle = {NOT_IDLE(0U)}}};

/** @satisfies RF-SYNC-085 */
NvSciError wait_context_find(PhaseOp op, NvSciSyncCpuWaitContext handle, uint32_t *index)
{
    return ringfence_pool_find(op, RINGFENCE_POOL_SYNC_WAIT_CONTEXT, handle, index);
}

uint32_t wait_context_module(uint32_t index)
{
    return port_load32_relaxed(&g_sync_contexts[index].module);
}

/** @satisfies RF-SYNC-052 */
NvSciError wait_context_begin(uint32_t index)
{
    const bool free_before = port_swap32_if(&g_sync_contexts[index].busy, 0U, 1U);

    if (feature_enabled(PORT_QUICK) && free_before) {
        port_store64_release(&g_sync_contexts[index].idle, NOT_IDLE(index));
    }
    return free_before ? NvSciError_Success : NvSciError_AlreadyInUse;
}

void wait_context_end(uint32_t index)
{
    if (feature_enabled(PORT_QUICK)) {
        const uint64_t handle = pool_name(RINGFENCE_POOL_SYNC_WAIT_CONTEXT, index);

        port_store64_release(&g_sync_contexts[index].idle,
                             handle ^ wait_context_tag(wait_context_module(index)));
    }
    port_store32_release(&g_sync_contexts[index].busy, 0U);
}

/** @satisfies RF-SYNC-050 */
NvSciError NvSciSyncCpuWaitContextAlloc(NvSciSyncModule module, NvSciSyncCpuWaitContext *newContext)
{
    NvSciError status = sync_enter(OP_SYNC_CPU_WAIT_CONTEXT_ALLOC);

    if (status == NvSciError_Success) {
        uint32_t owner = 0U;
        uint32_t index = 0U;

        status = list_module_find(OP_SYNC_CPU_WAIT_CONTEXT_ALLOC, &g_sync_lists, module, &owner);
        if (newContext == NULL) {
            status = NvSciError_BadParameter;
        }
        if (status == NvSciError_Success) {
            status = ringfence_pool_take(RINGFENCE_POOL_SYNC_WAIT_CONTEXT, &index);
        }
        if (status == NvSciError_Success) {
            port_store32_relaxed(&g_sync_contexts[index].module, owner);
            wait_context_end(index);
            spin_prepare(index);
            list_module_hold(&g_sync_lists, owner);
            *newContext = ringfence_pool_handle(RINGFENCE_POOL_SYNC_WAIT_CONTEXT, index);
        }
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-051 RF-SYNC-091 */
void NvSciSyncCpuWaitContextFree(NvSciSyncCpuWaitContext context)
{
    if (sync_enter(OP_SYNC_CPU_WAIT_CONTEXT_FREE) == NvSciError_Success) {
        uint32_t index = 0U;

        if (wait_context_find(OP_SYNC_CPU_WAIT_CONTEXT_FREE, context, &index) ==
            NvSciError_Success) {
            if (wait_context_begin(index) == NvSciError_Success) {
                ASSERT(wait_context_module(index) < RINGFENCE_CFG_SYNC_MODULES);
                ringfence_pool_give(RINGFENCE_POOL_SYNC_WAIT_CONTEXT, index);
                list_module_drop(&g_sync_lists, wait_context_module(index));
            } else {
                ringfence_fault_report(OP_SYNC_CPU_WAIT_CONTEXT_FREE, RINGFENCE_FAULT_IN_USE);
            }
        }
        ringfence_api_leave();
    } else {
        phase_note_kept(context);
    }
}
