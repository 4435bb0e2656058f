/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file module.c
 * Modules: containers that live as long as something in them.
 */
#include "core/assert.h"
#include "core/pool.h"
#include "sync/sync.h"

NvSciError sync_enter_module(PhaseOp op, NvSciSyncModule module, const void *handle,
                             uint32_t *index)
{
    NvSciError status = sync_enter(op);

    if (status == NvSciError_Success) {
        status = pool_find(op, RINGFENCE_POOL_SYNC_MODULE, module, index);
        if ((status == NvSciError_Success) && (handle == NULL)) {
            status = NvSciError_BadParameter;
        }
        ASSERT((status != NvSciError_Success) || (g_sync_lists.needs[*index] > 0U));
        if (status != NvSciError_Success) {
            api_leave();
        }
    }
    return status;
}

/** @satisfies RF-SYNC-001 */
NvSciError NvSciSyncModuleOpen(NvSciSyncModule *newModule)
{
    NvSciError status = sync_enter(OP_SYNC_MODULE_OPEN);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        if (newModule == NULL) {
            status = NvSciError_BadParameter;
        } else {
            status = list_module_open(&g_sync_lists, &index);
        }
        if (status == NvSciError_Success) {
            *newModule = pool_handle(RINGFENCE_POOL_SYNC_MODULE, index);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-SYNC-002 */
void NvSciSyncModuleClose(NvSciSyncModule module)
{
    if (sync_enter(OP_SYNC_MODULE_CLOSE) == NvSciError_Success) {
        list_module_close(OP_SYNC_MODULE_CLOSE, &g_sync_lists, module);
        api_leave();
    } else {
        phase_note_kept(module);
    }
}

/** @satisfies RF-SYNC-003 */
NvSciError NvSciSyncCheckVersionCompatibility(uint32_t majorVer, uint32_t minorVer,
                                              bool *isCompatible)
{
    NvSciError status = phase_admit(OP_SYNC_CHECK_VERSION_COMPATIBILITY);

    if ((status == NvSciError_Success) && (isCompatible == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        *isCompatible = (majorVer == NvSciSyncMajorVersion) && (minorVer <= NvSciSyncMinorVersion);
    }
    return status;
}
