/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_sync_reconciled.c
 * Any bytes behind a sound head as a reconciled sync list.
 */
#define _GNU_SOURCE

#include "fuzz_lists.h"
#include "nvscisync.h"

static NvSciSyncModule g_module;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    NvSciSyncAttrList list = NULL;
    const size_t length = fuzz_wrap(data, size, WIRE_SYNC_RECONCILED);

    if (fuzz_is_first()) {
        fuzz_open_channel();
        FUZZ_CHECK(NvSciSyncModuleOpen(&g_module) == NvSciError_Success);
    }
    fuzz_begin();
    if (NvSciSyncAttrListIpcImportReconciled(g_module, g_fuzz_near, g_fuzz_words, length, NULL, 0U,
                                             &list) == NvSciError_Success) {
        NvSciSyncObj object = NULL;
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        FUZZ_CHECK(NvSciSyncObjAlloc(list, &object) == NvSciError_Success);
        FUZZ_CHECK(NvSciSyncObjValidate(object) == NvSciError_Success);
        if (NvSciSyncObjGenerateFence(object, &fence) == NvSciError_Success) {
            FUZZ_CHECK(NvSciSyncObjSignal(object) == NvSciError_Success);
        }
        NvSciSyncFenceClear(&fence);
        NvSciSyncObjFree(object);
        NvSciSyncAttrListFree(list);
    }
    fuzz_end();
    return 0;
}
