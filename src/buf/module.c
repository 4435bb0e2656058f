/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file module.c
 * Modules: containers that live as long as something in them.
 */
#include "buf/buf.h"

/** @satisfies RF-BUF-001 RF-BUF-058 */
NvSciError NvSciBufModuleOpen(NvSciBufModule *newModule)
{
    return list_api_module_open(OP_BUF_MODULE_OPEN, &g_buf_api, newModule);
}

/** @satisfies RF-BUF-002 RF-BUF-058 */
void NvSciBufModuleClose(NvSciBufModule module)
{
    list_api_module_close(OP_BUF_MODULE_CLOSE, &g_buf_api, module);
}

/** @satisfies RF-BUF-003 RF-BUF-058 */
NvSciError NvSciBufCheckVersionCompatibility(uint32_t majorVer, uint32_t minorVer,
                                             bool *isCompatible)
{
    const bool answer = (majorVer == NvSciBufMajorVersion) && (minorVer <= NvSciBufMinorVersion);

    return phase_answer(OP_BUF_CHECK_VERSION_COMPATIBILITY, answer, isCompatible);
}
