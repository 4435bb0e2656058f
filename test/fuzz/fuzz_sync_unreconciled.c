/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_sync_unreconciled.c
 * Any bytes behind a sound head as an unreconciled sync list.
 */
#define _GNU_SOURCE

#include "fuzz_lists.h"
#include "nvscisync.h"

static NvSciSyncModule g_module;

/** What was accepted can be exported, and is accepted again unless it went too far. */
static void pass_on(NvSciSyncAttrList list)
{
    NvSciSyncAttrList again = NULL;
    void *bytes = NULL;
    size_t size = 0U;
    const NvSciError sent =
        NvSciSyncAttrListIpcExportUnreconciled(&list, 1U, g_fuzz_near, &bytes, &size);

    FUZZ_CHECK((sent == NvSciError_Success) || (sent == NvSciError_InsufficientMemory));
    if (sent == NvSciError_Success) {
        const NvSciError came =
            NvSciSyncAttrListIpcImportUnreconciled(g_module, g_fuzz_far, bytes, size, &again);

        FUZZ_CHECK((came == NvSciError_Success) || (came == NvSciError_Overflow) ||
                   (came == NvSciError_InsufficientMemory));
        if (came == NvSciError_Success) {
            FUZZ_CHECK(NvSciSyncAttrListGetSlotCount(again) == NvSciSyncAttrListGetSlotCount(list));
        }
        NvSciSyncAttrListFree(again);
        NvSciSyncAttrListFreeDesc(bytes);
    }
}

/** What it reconciles to goes back to who asked, and is accepted there. */
static void send_back(NvSciSyncAttrList list)
{
    NvSciSyncAttrList done = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncAttrList back = NULL;
    void *text = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    FUZZ_CHECK(NvSciSyncAttrListDebugDump(list, &text, &size) == NvSciError_Success);
    if (NvSciSyncAttrListReconcile(&list, 1U, &done, &conflict) == NvSciError_Success) {
        FUZZ_CHECK(NvSciSyncAttrListIpcExportReconciled(done, g_fuzz_far, &bytes, &size) ==
                   NvSciError_Success);
        FUZZ_CHECK(NvSciSyncAttrListIpcImportReconciled(g_module, g_fuzz_near, bytes, size, NULL,
                                                        0U, &back) == NvSciError_Success);
    }
    NvSciSyncAttrListFreeDesc(bytes);
    NvSciSyncAttrListFree(back);
    NvSciSyncAttrListFree(done);
    NvSciSyncAttrListFree(conflict);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    NvSciSyncAttrList list = NULL;
    const size_t length = fuzz_wrap(data, size, WIRE_SYNC_UNRECONCILED);

    if (fuzz_is_first()) {
        fuzz_open_channel();
        FUZZ_CHECK(NvSciSyncModuleOpen(&g_module) == NvSciError_Success);
    }
    fuzz_begin();
    if (NvSciSyncAttrListIpcImportUnreconciled(g_module, g_fuzz_far, g_fuzz_words, length, &list) ==
        NvSciError_Success) {
        pass_on(list);
        send_back(list);
        NvSciSyncAttrListFree(list);
    }
    fuzz_end();
    return 0;
}
