/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_buf_unreconciled.c
 * Any bytes behind a sound head as an unreconciled buffer list.
 */
#define _GNU_SOURCE

#include "fuzz_lists.h"
#include "nvscibuf.h"

static NvSciBufModule g_module;

/** What was accepted can be exported, and is accepted again unless it went too far. */
static void pass_on(NvSciBufAttrList list)
{
    NvSciBufAttrList again = NULL;
    void *bytes = NULL;
    size_t size = 0U;
    const NvSciError sent =
        NvSciBufAttrListIpcExportUnreconciled(&list, 1U, g_fuzz_near, &bytes, &size);

    FUZZ_CHECK((sent == NvSciError_Success) || (sent == NvSciError_InsufficientMemory));
    if (sent == NvSciError_Success) {
        const NvSciError came =
            NvSciBufAttrListIpcImportUnreconciled(g_module, g_fuzz_far, bytes, size, &again);

        FUZZ_CHECK((came == NvSciError_Success) || (came == NvSciError_Overflow) ||
                   (came == NvSciError_InsufficientMemory));
        if (came == NvSciError_Success) {
            FUZZ_CHECK(NvSciBufAttrListGetSlotCount(again) == NvSciBufAttrListGetSlotCount(list));
        }
        NvSciBufAttrListFree(again);
        NvSciBufAttrListFreeDesc(bytes);
    }
}

/** What it reconciles to goes back to who asked, and is accepted there. */
static void send_back(NvSciBufAttrList list)
{
    NvSciBufAttrList done = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufAttrList back = NULL;
    void *text = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    FUZZ_CHECK(NvSciBufAttrListDebugDump(list, &text, &size) == NvSciError_Success);
    if (NvSciBufAttrListReconcile(&list, 1U, &done, &conflict) == NvSciError_Success) {
        FUZZ_CHECK(NvSciBufAttrListIpcExportReconciled(done, g_fuzz_far, &bytes, &size) ==
                   NvSciError_Success);
        FUZZ_CHECK(NvSciBufAttrListIpcImportReconciled(g_module, g_fuzz_near, bytes, size, NULL, 0U,
                                                       &back) == NvSciError_Success);
    }
    NvSciBufAttrListFreeDesc(bytes);
    NvSciBufAttrListFree(back);
    NvSciBufAttrListFree(done);
    NvSciBufAttrListFree(conflict);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    NvSciBufAttrList list = NULL;
    const size_t length = fuzz_wrap(data, size, WIRE_BUF_UNRECONCILED);

    if (fuzz_is_first()) {
        fuzz_open_channel();
        FUZZ_CHECK(NvSciBufModuleOpen(&g_module) == NvSciError_Success);
    }
    fuzz_begin();
    if (NvSciBufAttrListIpcImportUnreconciled(g_module, g_fuzz_far, g_fuzz_words, length, &list) ==
        NvSciError_Success) {
        pass_on(list);
        send_back(list);
        NvSciBufAttrListFree(list);
    }
    fuzz_end();
    return 0;
}
