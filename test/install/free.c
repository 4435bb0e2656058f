/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else that calls free() on what NvSci gave it. C11 and C++17. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvsciipc.h"
#include "nvscisync.h"
#include "ringfence.h"

static uint32_t in_use(RingfencePool pool)
{
    RingfencePoolUsage usage;

    return (RingfenceGetPoolUsage(pool, &usage) == NvSciError_Success) ? usage.inUse : 99U;
}

static uint32_t faults(void)
{
    RingfenceFault fault;

    return (RingfenceGetLastFault(&fault) == NvSciError_Success) ? fault.total : 99U;
}

/** Memory of the C library is freed as ever. */
static bool heap_works(void)
{
    bool works = true;

    for (unsigned int i = 1U; i < 1000U; i++) {
        char *const memory = (char *)malloc(i);

        works = works && (memory != NULL);
        if (memory != NULL) {
            memset(memory, 1, i);
        }
        free(memory);
    }
    free(NULL);
    return works && (faults() == 0U);
}

/**
 * Descriptor and text go back to the library; the wrong free is a fault, not the end.
 * @verifies RF-SHARE-026
 */
static bool descriptors_go_back(void)
{
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList list = NULL;
    NvSciIpcEndpoint endpoint = 0U;
    void *desc = NULL;
    void *text = NULL;
    size_t size = 0U;
    bool works = (NvSciIpcInit() == NvSciError_Success) &&
                 (NvSciIpcOpenEndpoint("itc_test_0", &endpoint) == NvSciError_Success) &&
                 (NvSciSyncModuleOpen(&module) == NvSciError_Success) &&
                 (NvSciSyncAttrListCreate(module, &list) == NvSciError_Success);

    works = works &&
            (NvSciSyncAttrListIpcExportUnreconciled(&list, 1U, endpoint, &desc, &size) ==
             NvSciError_Success) &&
            (NvSciSyncAttrListDebugDump(list, &text, &size) == NvSciError_Success);
    works =
        works && (in_use(RINGFENCE_POOL_DESCRIPTOR) == 1U) && (in_use(RINGFENCE_POOL_DUMP) == 1U);
    if (works) {
        free(desc);
        free(text);
        works = (in_use(RINGFENCE_POOL_DESCRIPTOR) == 0U) && (in_use(RINGFENCE_POOL_DUMP) == 0U) &&
                (faults() == 0U);
        free(desc);
        works = works && (faults() == 1U);
    }
    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
    NvSciIpcCloseEndpoint(endpoint);
    NvSciIpcDeinit();
    return works;
}

int main(void)
{
    const bool works = heap_works() && descriptors_go_back();

    puts(works ? "free works" : "free does not work");
    return works ? EXIT_SUCCESS : EXIT_FAILURE;
}
