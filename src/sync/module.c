/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file module.c
 * Modules: containers that live as long as something in them.
 */
#include "sync/sync.h"

/** @satisfies RF-SYNC-001 */
NvSciError NvSciSyncModuleOpen(NvSciSyncModule *newModule)
{
    return list_api_module_open(OP_SYNC_MODULE_OPEN, &g_sync_api, newModule);
}

/** @satisfies RF-SYNC-002 */
void NvSciSyncModuleClose(NvSciSyncModule module)
{
    list_api_module_close(OP_SYNC_MODULE_CLOSE, &g_sync_api, module);
}

/** @satisfies RF-SYNC-003 */
NvSciError NvSciSyncCheckVersionCompatibility(uint32_t majorVer, uint32_t minorVer,
                                              bool *isCompatible)
{
    const bool answer = (majorVer == NvSciSyncMajorVersion) && (minorVer <= NvSciSyncMinorVersion);

    return phase_answer(OP_SYNC_CHECK_VERSION_COMPATIBILITY, answer, isCompatible);
}
