/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_buf_reconciled.c
 * Any bytes behind a sound head as a reconciled buffer list.
 */
#define _GNU_SOURCE

#include "buf/buf.h"
#include "core/pool.h"
#include "fuzz_lists.h"
#include "nvscibuf.h"

static NvSciBufModule g_module;
static uint8_t g_pixels[NV_SCI_BUF_IMAGE_MAX_PLANES][FUZZ_BUFFER_MAX];

/** Reads and writes all pixels of a buffer that the list describes. */
static void use_buffer(NvSciBufAttrList list)
{
    NvSciBufObj object = NULL;
    void *into[NV_SCI_BUF_IMAGE_MAX_PLANES];
    const void *from[NV_SCI_BUF_IMAGE_MAX_PLANES];
    uint32_t sizes[NV_SCI_BUF_IMAGE_MAX_PLANES];
    uint32_t pitches[NV_SCI_BUF_IMAGE_MAX_PLANES];

    for (uint32_t i = 0U; i < NV_SCI_BUF_IMAGE_MAX_PLANES; i++) {
        into[i] = g_pixels[i];
        from[i] = g_pixels[i];
        sizes[i] = FUZZ_BUFFER_MAX;
        pitches[i] = 4096U;
    }
    if (NvSciBufObjAlloc(list, &object) == NvSciError_Success) {
        FUZZ_CHECK(NvSciBufObjValidate(object) == NvSciError_Success);
        (void)NvSciBufObjGetPixels(object, NULL, into, sizes, pitches);
        (void)NvSciBufObjPutPixels(object, NULL, from, sizes, pitches);
        NvSciBufObjFree(object);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    NvSciBufAttrList list = NULL;
    const size_t length = fuzz_wrap(data, size, WIRE_BUF_RECONCILED);

    if (fuzz_is_first()) {
        fuzz_open_channel();
        FUZZ_CHECK(NvSciBufModuleOpen(&g_module) == NvSciError_Success);
    }
    fuzz_begin();
    if (NvSciBufAttrListIpcImportReconciled(g_module, g_fuzz_near, g_fuzz_words, length, NULL, 0U,
                                            &list) == NvSciError_Success) {
        uint32_t row = 0U;
        uint64_t bytes = 0U;
        uint64_t alignment = 0U;

        FUZZ_CHECK(ringfence_pool_find(OP_BUF_OBJ_ALLOC, RINGFENCE_POOL_BUF_LIST, list, &row) ==
                   NvSciError_Success);
        buf_memory_need(row, &bytes, &alignment);
        if ((bytes <= FUZZ_BUFFER_MAX) && (alignment <= FUZZ_BUFFER_MAX)) {
            use_buffer(list);
        }
        NvSciBufAttrListFree(list);
    }
    fuzz_end();
    return 0;
}
