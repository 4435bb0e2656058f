/* SPDX-License-Identifier: Apache-2.0 */
/* A program of somebody else: it sees the installed headers and libraries alone. C11 and C++17. */
#include "nvscibuf.h"
#include "nvscistream.h"
#include "nvscisync.h"
#include "ringfence.h"

static bool names_are_there(void)
{
    return (strcmp(RingfenceErrorName(NvSciError_Success), "NvSciError_Success") == 0) &&
           (RingfenceCurrentPhase() == RINGFENCE_PHASE_INIT);
}

static bool sync_works(void)
{
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList list = NULL;
    bool works = (NvSciSyncModuleOpen(&module) == NvSciError_Success) &&
                 (NvSciSyncAttrListCreate(module, &list) == NvSciError_Success) &&
                 (NvSciSyncAttrListGetSlotCount(list) == 1U);

    NvSciSyncAttrListFree(list);
    NvSciSyncModuleClose(module);
    return works;
}

static bool buf_works(void)
{
    NvSciBufModule module = NULL;
    NvSciBufAttrList list = NULL;
    bool works = (NvSciBufModuleOpen(&module) == NvSciError_Success) &&
                 (NvSciBufAttrListCreate(module, &list) == NvSciError_Success) &&
                 (NvSciBufAttrListGetSlotCount(list) == 1U);

    NvSciBufAttrListFree(list);
    NvSciBufModuleClose(module);
    return works;
}

static bool streams_work(void)
{
    NvSciStreamBlock queue = 0U;
    int32_t elements = 0;

    return (NvSciStreamAttributeQuery(NvSciStreamQueryableAttrib_MaxElements, &elements) ==
            NvSciError_Success) &&
           (elements > 0) && (NvSciStreamFifoQueueCreate(&queue) == NvSciError_Success) &&
           (NvSciStreamBlockDelete(queue) == NvSciError_Success);
}

int main(void)
{
    return (names_are_there() && sync_works() && buf_works() && streams_work()) ? EXIT_SUCCESS
                                                                                : EXIT_FAILURE;
}
