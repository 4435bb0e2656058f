/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file module.c
 * Modules: what lists and objects belong to.
 *
 * A module's slot stays taken until it is closed and its last list and object are gone.
 */
#include "buf/buf.h"
#include "core/pool.h"

/** @satisfies RF-BUF-028 */
NvSciError buf_module_find(PhaseOp op, NvSciBufModule module, uint32_t *index)
{
    return pool_find(op, RINGFENCE_POOL_BUF_MODULE, module, index);
}

/**
 * Takes a slot, if there is memory for what belongs to modules.
 * @satisfies RF-BUF-071
 */
static NvSciError take_module(uint32_t *index)
{
    const uint64_t missing = port_memory_missing();
    NvSciError status = NvSciError_InsufficientMemory;

    if (missing > 0U) {
        fault_report_missing(OP_BUF_MODULE_OPEN, RINGFENCE_FAULT_ARENA_TOO_SMALL, missing);
    } else {
        status = list_module_open(&g_buf_lists, index);
    }
    return status;
}

/** @satisfies RF-BUF-001 RF-BUF-058 */
NvSciError NvSciBufModuleOpen(NvSciBufModule *newModule)
{
    NvSciError status = api_enter(OP_BUF_MODULE_OPEN);

    if (status == NvSciError_Success) {
        uint32_t index = 0U;

        if (newModule == NULL) {
            status = NvSciError_BadParameter;
        } else {
            status = take_module(&index);
        }
        if (status == NvSciError_Success) {
            *newModule = pool_handle(RINGFENCE_POOL_BUF_MODULE, index);
        }
        api_leave();
    }
    return status;
}

/** @satisfies RF-BUF-002 RF-BUF-058 */
void NvSciBufModuleClose(NvSciBufModule module)
{
    if (api_enter(OP_BUF_MODULE_CLOSE) == NvSciError_Success) {
        list_module_close(OP_BUF_MODULE_CLOSE, &g_buf_lists, module);
        api_leave();
    } else {
        phase_note_kept(module);
    }
}

/** @satisfies RF-BUF-003 RF-BUF-058 */
NvSciError NvSciBufCheckVersionCompatibility(uint32_t majorVer, uint32_t minorVer,
                                             bool *isCompatible)
{
    NvSciError status = phase_admit(OP_BUF_CHECK_VERSION_COMPATIBILITY);

    if ((status == NvSciError_Success) && (isCompatible == NULL)) {
        status = NvSciError_BadParameter;
    }
    if (status == NvSciError_Success) {
        *isCompatible = (majorVer == NvSciBufMajorVersion) && (minorVer <= NvSciBufMinorVersion);
    }
    return status;
}
