/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "kernels.h"
#include "ringfence.h"
#include "show.h"

/** Number of the program's own for the element. */
#define TYPE 7U

static const char who[] = "stream";

bool show_ok(NvSciError status, const char *call)
{
    return check_call(status, who, call) == NvSciError_Success;
}

bool show_event(NvSciStreamBlock block, NvSciStreamEventType expected)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;
    bool good = OK(NvSciStreamBlockEventQuery(block, SHOW_PATIENCE_US, &event));

    if (good && (event != expected)) {
        (void)fprintf(stderr, "stream: event 0x%x came instead of 0x%x\n", (unsigned int)event,
                      (unsigned int)expected);
        good = false;
    }
    return good;
}

static bool mark(NvSciStreamBlock block, NvSciStreamSetup group)
{
    return OK(NvSciStreamBlockSetupStatusSet(block, group, true));
}

/* ---------------------------------------------------------------- blocks */

static bool make_blocks(Show *show)
{
    ShowEnd *const ends = show->ends;
    bool good = OK(NvSciStreamStaticPoolCreate(SHOW_PACKETS, &show->pool)) &&
                OK(NvSciStreamProducerCreate(show->pool, &ends[END_PRODUCER].block)) &&
                OK(NvSciStreamMulticastCreate(SHOW_CONSUMERS, &show->multicast)) &&
                OK(NvSciStreamBlockConnect(ends[END_PRODUCER].block, show->multicast));

    for (uint32_t i = END_CPU; (i < SHOW_ENDS) && good; i++) {
        good = OK(NvSciStreamFifoQueueCreate(&ends[i].queue)) &&
               OK(NvSciStreamConsumerCreate(ends[i].queue, &ends[i].block)) &&
               OK(NvSciStreamBlockConnect(show->multicast, ends[i].block));
    }
    good = good && show_event(show->pool, NvSciStreamEventType_Connected);
    for (uint32_t i = 0U; (i < SHOW_ENDS) && good; i++) {
        good = show_event(ends[i].block, NvSciStreamEventType_Connected);
    }
    return good;
}

/* ---------------------------------------------------------------- packets */

/** An end says what it needs of the buffers: CUDA by the id of the GPU, the CPU by its access. */
static bool send_elements(const Show *show, uint32_t number)
{
    const ShowEnd *const end = &show->ends[number];
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm =
        (number == END_PRODUCER) ? NvSciBufAccessPerm_ReadWrite : NvSciBufAccessPerm_Readonly;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &show->bytes, sizeof(show->bytes)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};
    const NvSciBufAttrKeyValuePair gpu = {NvSciBufGeneralAttrKey_GpuId, &show->gpu,
                                          sizeof(show->gpu)};
    NvSciBufAttrList list = NULL;
    bool good = OK(NvSciBufAttrListCreate(show->buf, &list));

    if (end->gpu) {
        pairs[3] = gpu;
    }
    good = good && OK(NvSciBufAttrListSetAttrs(list, pairs, 4U)) &&
           OK(NvSciStreamBlockElementAttrSet(end->block, TYPE, list)) &&
           mark(end->block, NvSciStreamSetup_ElementExport);
    NvSciBufAttrListFree(list);
    return good;
}

/** The pool makes a packet. */
static bool make_packet(Show *show, uint32_t p, NvSciBufAttrList list)
{
    NvSciBufObj object = NULL;
    const bool good =
        OK(NvSciStreamPoolPacketCreate(show->pool, p + 1U, &show->made[p])) &&
        OK(NvSciBufObjAlloc(list, &object)) &&
        OK(NvSciStreamPoolPacketInsertBuffer(show->pool, show->made[p], SHOW_ELEMENT, object)) &&
        OK(NvSciStreamPoolPacketComplete(show->pool, show->made[p]));

    NvSciBufObjFree(object);
    return good;
}

/** The pool reconciles what all need, and makes packets of it. */
static bool fill_pool(Show *show)
{
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList made = NULL;
    NvSciBufAttrList conflict = NULL;
    bool good = show_event(show->pool, NvSciStreamEventType_Elements) &&
                OK(NvSciStreamBlockElementAttrGet(show->pool, NvSciStreamBlockType_Producer,
                                                  SHOW_ELEMENT, NULL, &lists[0])) &&
                OK(NvSciStreamBlockElementAttrGet(show->pool, NvSciStreamBlockType_Consumer,
                                                  SHOW_ELEMENT, NULL, &lists[1])) &&
                mark(show->pool, NvSciStreamSetup_ElementImport);

    good = good && (check_buf_reconcile(NvSciBufAttrListReconcile(lists, 2U, &made, &conflict), who,
                                        conflict) == NvSciError_Success);
    good = good && OK(NvSciStreamBlockElementAttrSet(show->pool, TYPE, made)) &&
           mark(show->pool, NvSciStreamSetup_ElementExport);
    for (uint32_t p = 0U; (p < SHOW_PACKETS) && good; p++) {
        good = make_packet(show, p, made);
    }
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(made);
    return good && mark(show->pool, NvSciStreamSetup_PacketExport);
}

/** An end takes a packet. Imports and the packet have references of their own to the buffer. */
static bool take_packet(const Show *show, ShowEnd *end, uint32_t p)
{
    NvSciBufObj object = NULL;
    void *pointer = NULL;
    const void *constant = NULL;
    bool good =
        show_event(end->block, NvSciStreamEventType_PacketCreate) &&
        OK(NvSciStreamBlockPacketNewHandleGet(end->block, &end->packets[p])) &&
        OK(NvSciStreamBlockPacketBufferGet(end->block, end->packets[p], SHOW_ELEMENT, &object));

    if (end->gpu) {
        good = good && interop_import_buffer(object, show->bytes, &end->mapped[p]);
    } else if (end == &show->ends[END_PRODUCER]) {
        good = good && OK(NvSciBufObjGetCpuPtr(object, &pointer));
        end->written[p] = pointer;
    } else {
        good = good && OK(NvSciBufObjGetConstCpuPtr(object, &constant));
        end->read[p] = constant;
    }
    NvSciBufObjFree(object);
    return good && OK(NvSciStreamBlockPacketStatusSet(end->block, end->packets[p], p + 1U,
                                                      NvSciError_Success));
}

static bool take_packets(Show *show)
{
    bool good = true;

    for (uint32_t i = 0U; (i < SHOW_ENDS) && good; i++) {
        ShowEnd *const end = &show->ends[i];

        good = show_event(end->block, NvSciStreamEventType_Elements) &&
               mark(end->block, NvSciStreamSetup_ElementImport);
        for (uint32_t p = 0U; (p < SHOW_PACKETS) && good; p++) {
            good = take_packet(show, end, p);
        }
        good = good && show_event(end->block, NvSciStreamEventType_PacketsComplete) &&
               mark(end->block, NvSciStreamSetup_PacketImport);
    }
    for (uint32_t p = 0U; (p < SHOW_PACKETS) && good; p++) {
        bool accepted = false;

        good = show_event(show->pool, NvSciStreamEventType_PacketStatus) &&
               OK(NvSciStreamPoolPacketStatusAcceptGet(show->pool, show->made[p], &accepted)) &&
               accepted;
    }
    return good && mark(show->pool, NvSciStreamSetup_PacketImport);
}

/* ---------------------------------------------------------------- sync objects */

/** A list of who waits or signals. */
static bool make_list(const Show *show, bool gpu, bool signals, NvSciSyncAttrList *list)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm =
        signals ? NvSciSyncAccessPerm_SignalOnly : NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    bool good = OK(NvSciSyncAttrListCreate(show->sync, list));

    if (good && gpu) {
        good =
            interop_check(cudaDeviceGetNvSciSyncAttributes(
                              *list, 0, signals ? cudaNvSciSyncAttrSignal : cudaNvSciSyncAttrWait),
                          "cudaDeviceGetNvSciSyncAttributes");
    } else {
        good = good && OK(NvSciSyncAttrListSetAttrs(*list, pairs, 2U));
    }
    return good;
}

static bool send_waiter(const Show *show, const ShowEnd *end)
{
    NvSciSyncAttrList list = NULL;
    const bool good = make_list(show, end->gpu, false, &list) &&
                      OK(NvSciStreamBlockElementWaiterAttrSet(end->block, SHOW_ELEMENT, list)) &&
                      mark(end->block, NvSciStreamSetup_WaiterAttrExport);

    NvSciSyncAttrListFree(list);
    return good;
}

/** An end makes what it signals. */
static bool make_signal(const Show *show, ShowEnd *end)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    bool good = show_event(end->block, NvSciStreamEventType_WaiterAttr) &&
                OK(NvSciStreamBlockElementWaiterAttrGet(end->block, SHOW_ELEMENT, &lists[0])) &&
                mark(end->block, NvSciStreamSetup_WaiterAttrImport) &&
                make_list(show, end->gpu, true, &lists[1]);

    good = good && (check_sync_reconcile(
                        NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &end->object, &conflict),
                        who, conflict) == NvSciError_Success);
    if (end->gpu) {
        good = good && interop_import_sync(end->object, &end->signal);
    } else {
        good = good && OK(NvSciSyncCpuWaitContextAlloc(show->sync, &end->wait));
    }
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return good && OK(NvSciStreamBlockElementSignalObjSet(end->block, SHOW_ELEMENT, end->object)) &&
           mark(end->block, NvSciStreamSetup_SignalObjExport);
}

/** An end of CUDA imports what the others signal; the CPU needs fences alone. */
static bool take_signals(ShowEnd *end, uint32_t others)
{
    bool good = show_event(end->block, NvSciStreamEventType_SignalObj);

    for (uint32_t o = 0U; (o < others) && end->gpu && good; o++) {
        NvSciSyncObj object = NULL;

        good = OK(NvSciStreamBlockElementSignalObjGet(end->block, o, SHOW_ELEMENT, &object)) &&
               interop_import_sync(object, &end->others[o]);
        NvSciSyncObjFree(object);
    }
    return good && mark(end->block, NvSciStreamSetup_SignalObjImport);
}

static bool exchange_signals(Show *show)
{
    bool good = true;

    for (uint32_t i = 0U; (i < SHOW_ENDS) && good; i++) {
        good = send_waiter(show, &show->ends[i]);
    }
    for (uint32_t i = 0U; (i < SHOW_ENDS) && good; i++) {
        good = make_signal(show, &show->ends[i]);
    }
    for (uint32_t i = 0U; (i < SHOW_ENDS) && good; i++) {
        good = take_signals(&show->ends[i], (i == END_PRODUCER) ? SHOW_CONSUMERS : 1U);
    }
    for (uint32_t i = 0U; (i < SHOW_ENDS) && good; i++) {
        good = show_event(show->ends[i].block, NvSciStreamEventType_SetupComplete);
    }
    return good && show_event(show->pool, NvSciStreamEventType_SetupComplete);
}

/* ---------------------------------------------------------------- all of it */

/** Makes what an end of CUDA has before it has packets. */
static bool open_gpu(ShowEnd *end)
{
    bool good = true;

    if (end->gpu) {
        good = interop_check(cudaStreamCreateWithFlags(&end->stream, cudaStreamNonBlocking),
                             "cudaStreamCreateWithFlags") &&
               interop_check(cudaMalloc((void **)&end->count, sizeof(*end->count)), "cudaMalloc") &&
               interop_check(cudaMemsetAsync(end->count, 0, sizeof(*end->count), end->stream),
                             "cudaMemsetAsync");
    }
    return good;
}

bool show_open(Show *show, bool gpu_produces, uint64_t bytes, uint32_t frames)
{
    static const char *const names[SHOW_ENDS] = {"producer", "consumer of the CPU",
                                                 "consumer of CUDA"};
    bool good = interop_gpu(0, &show->gpu);

    show->bytes = bytes;
    show->frames = frames;
    for (uint32_t i = 0U; i < SHOW_ENDS; i++) {
        show->ends[i].name = names[i];
        show->ends[i].gpu = (i == END_GPU) || ((i == END_PRODUCER) && gpu_produces);
        good = good && open_gpu(&show->ends[i]);
    }
    good = good && interop_check(kernels_usable(), "kernels for this GPU") &&
           OK(NvSciBufModuleOpen(&show->buf)) && OK(NvSciSyncModuleOpen(&show->sync)) &&
           make_blocks(show);
    for (uint32_t i = 0U; (i < SHOW_ENDS) && good; i++) {
        good = send_elements(show, i);
    }
    return good && fill_pool(show) && take_packets(show) && exchange_signals(show);
}

/** Gives back what an end has beside its blocks. */
static void close_end(ShowEnd *end)
{
    for (uint32_t p = 0U; p < SHOW_PACKETS; p++) {
        interop_destroy_buffer(&end->mapped[p]);
    }
    for (uint32_t o = 0U; o < SHOW_CONSUMERS; o++) {
        interop_destroy_sync(&end->others[o]);
    }
    interop_destroy_sync(&end->signal);
    NvSciSyncObjFree(end->object);
    NvSciSyncCpuWaitContextFree(end->wait);
    if (end->count != NULL) {
        (void)cudaFree(end->count);
    }
    if (end->stream != NULL) {
        (void)cudaStreamDestroy(end->stream);
    }
}

static bool delete_block(NvSciStreamBlock block)
{
    return (block == 0U) || OK(NvSciStreamBlockDelete(block));
}

/** Says what tables still have rows that are taken. */
static bool nothing_left(void)
{
    bool good = true;

    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        RingfencePoolUsage usage;

        if (OK(RingfenceGetPoolUsage((RingfencePool)pool, &usage)) && (usage.inUse != 0U)) {
            (void)fprintf(stderr, "stream: %u rows of '%s' are left\n", usage.inUse, usage.name);
            good = false;
        }
    }
    return good;
}

bool show_close(Show *show)
{
    bool good = delete_block(show->ends[END_PRODUCER].block) && delete_block(show->pool) &&
                delete_block(show->multicast);

    for (uint32_t i = 0U; i < SHOW_ENDS; i++) {
        if (i != END_PRODUCER) {
            good = delete_block(show->ends[i].queue) && delete_block(show->ends[i].block) && good;
        }
        close_end(&show->ends[i]);
    }
    if (show->sync != NULL) {
        NvSciSyncModuleClose(show->sync);
    }
    if (show->buf != NULL) {
        NvSciBufModuleClose(show->buf);
    }
    return nothing_left() && good;
}
