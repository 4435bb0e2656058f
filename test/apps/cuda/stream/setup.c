/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "kernels.h"
#include "ringfence.h"
#include "show.h"

/** Number of the program's own for the element. */
#define TYPE 7U

/** Consumer number i is behind endpoints g_up[i] and g_down[i] of the table of channels, if it is
 * in another process than the producer. */
static const char *const g_up[SHOW_CONSUMERS] = {"nvscistream_0", "nvscistream_2"};
static const char *const g_down[SHOW_CONSUMERS] = {"nvscistream_1", "nvscistream_3"};

static char g_who[] = "process 1";

const char *show_who(void)
{
    return g_who;
}

bool show_ok(NvSciError status, const char *call)
{
    if (status != NvSciError_Success) {
        (void)fprintf(stderr, "stream: %s: %s: %s\n", g_who, call, RingfenceErrorName(status));
    }
    return status == NvSciError_Success;
}

bool show_is(NvSciStreamEventType event, NvSciStreamEventType expected)
{
    if (event == expected) {
        /* It is. */
    } else if (event == NvSciStreamEventType_Disconnected) {
        (void)fprintf(stderr, "stream: %s: the other side of the stream has ended\n", g_who);
    } else {
        (void)fprintf(stderr, "stream: %s: event 0x%x came instead of 0x%x\n", g_who,
                      (unsigned int)event, (unsigned int)expected);
    }
    return event == expected;
}

bool show_event(NvSciStreamBlock block, NvSciStreamEventType expected)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    return OK(NvSciStreamBlockEventQuery(block, SHOW_PATIENCE_US, &event)) &&
           show_is(event, expected);
}

static bool mark(NvSciStreamBlock block, NvSciStreamSetup group)
{
    return OK(NvSciStreamBlockSetupStatusSet(block, group, true));
}

/* ---------------------------------------------------------------- blocks */

/** An end of the plan if it is here, else NULL. */
static ShowEnd *find_end(Show *show, uint32_t number)
{
    ShowEnd *found = NULL;

    for (uint32_t i = 0U; i < show->count; i++) {
        if (show->ends[i].number == number) {
            found = &show->ends[i];
        }
    }
    return found;
}

/** What the stream begins with in the process of the producer: the block that consumers are
 * connected to. */
static bool make_head(Show *show, ShowEnd *producer, NvSciStreamBlock *upstream)
{
    bool good = OK(NvSciStreamStaticPoolCreate(SHOW_PACKETS, &show->pool)) &&
                OK(NvSciStreamProducerCreate(show->pool, &producer->block));

    *upstream = producer->block;
    if (good && (show->plan->ends > 2U)) {
        good = OK(NvSciStreamMulticastCreate(show->plan->ends - 1U, &show->multicast)) &&
               OK(NvSciStreamBlockConnect(producer->block, show->multicast));
        *upstream = show->multicast;
    }
    return good;
}

static bool make_consumer(ShowEnd *end, NvSciStreamBlock upstream)
{
    return OK(NvSciStreamFifoQueueCreate(&end->queue)) &&
           OK(NvSciStreamConsumerCreate(end->queue, &end->block)) &&
           OK(NvSciStreamBlockConnect(upstream, end->block));
}

/** The block of a channel, at one of its ends. It connects the endpoint. */
static bool make_ipc(Show *show, uint32_t consumer, bool up)
{
    NvSciIpcEndpoint *const endpoint = &show->endpoints[consumer];
    NvSciStreamBlock *const block = &show->ipc[consumer];
    bool good = OK(NvSciIpcOpenEndpoint(up ? g_up[consumer] : g_down[consumer], endpoint)) &&
                OK(NvSciIpcResetEndpointSafe(*endpoint));

    if (up) {
        good = good && OK(NvSciStreamIpcSrcCreate(*endpoint, show->sync, show->buf, block));
    } else {
        good = good && OK(NvSciStreamIpcDstCreate(*endpoint, show->sync, show->buf, block));
    }
    return good;
}

/** What there is here of the way to a consumer: it, the source of a channel, or both behind the
 * destination of one. */
static bool make_branch(Show *show, uint32_t consumer, NvSciStreamBlock upstream)
{
    ShowEnd *const end = find_end(show, consumer + 1U);
    bool good = true;

    if (upstream == 0U) {
        good = (end == NULL) ||
               (make_ipc(show, consumer, false) && make_consumer(end, show->ipc[consumer]));
    } else if (end == NULL) {
        good = make_ipc(show, consumer, true) &&
               OK(NvSciStreamBlockConnect(upstream, show->ipc[consumer]));
    } else {
        good = make_consumer(end, upstream);
    }
    return good;
}

static bool make_blocks(Show *show)
{
    ShowEnd *const producer = find_end(show, SHOW_PRODUCER);
    NvSciStreamBlock upstream = 0U;
    bool good = (producer == NULL) || make_head(show, producer, &upstream);

    for (uint32_t i = 0U; ((i + 1U) < show->plan->ends) && good; i++) {
        good = make_branch(show, i, upstream);
    }
    if (good && (producer != NULL)) {
        good = show_event(show->pool, NvSciStreamEventType_Connected);
    }
    for (uint32_t i = 0U; (i < show->count) && good; i++) {
        good = show_event(show->ends[i].block, NvSciStreamEventType_Connected);
    }
    return good;
}

/* ---------------------------------------------------------------- packets */

/** An end says what it needs of the buffers: CUDA by the id of the GPU, the CPU by its access. */
static bool send_elements(const Show *show, const ShowEnd *end)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = ((end->number == SHOW_PRODUCER) || show->consumers_write)
                                               ? NvSciBufAccessPerm_ReadWrite
                                               : NvSciBufAccessPerm_Readonly;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &show->bytes, sizeof(show->bytes)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufGeneralAttrKey_VidMem_GpuId, &show->gpu, sizeof(show->gpu)}};
    const NvSciBufAttrKeyValuePair gpu = {NvSciBufGeneralAttrKey_GpuId, &show->gpu,
                                          sizeof(show->gpu)};
    NvSciBufAttrList list = NULL;
    bool good = OK(NvSciBufAttrListCreate(show->buf, &list));

    if (end->gpu) {
        pairs[3] = gpu;
    }
    good = good && OK(NvSciBufAttrListSetAttrs(list, pairs, show->plan->video ? 5U : 4U)) &&
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

    good = good && (check_buf_reconcile(NvSciBufAttrListReconcile(lists, 2U, &made, &conflict),
                                        g_who, conflict) == NvSciError_Success);
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
    } else if (end->number == SHOW_PRODUCER) {
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

/** An end takes all packets. */
static bool take_packets(const Show *show, ShowEnd *end)
{
    bool good = show_event(end->block, NvSciStreamEventType_Elements) &&
                mark(end->block, NvSciStreamSetup_ElementImport);

    for (uint32_t p = 0U; (p < SHOW_PACKETS) && good; p++) {
        good = take_packet(show, end, p);
    }
    return good && show_event(end->block, NvSciStreamEventType_PacketsComplete) &&
           mark(end->block, NvSciStreamSetup_PacketImport);
}

/** All ends have taken all packets of the pool. An event does not say which packet it is of. */
static bool finish_pool(const Show *show)
{
    bool good = true;

    for (uint32_t p = 0U; (p < SHOW_PACKETS) && good; p++) {
        good = show_event(show->pool, NvSciStreamEventType_PacketStatus);
    }
    for (uint32_t p = 0U; (p < SHOW_PACKETS) && good; p++) {
        bool accepted = false;

        good = OK(NvSciStreamPoolPacketStatusAcceptGet(show->pool, show->made[p], &accepted)) &&
               accepted;
    }
    return good && mark(show->pool, NvSciStreamSetup_PacketImport);
}

static bool exchange_packets(Show *show)
{
    bool good = true;

    for (uint32_t i = 0U; (i < show->count) && good; i++) {
        good = send_elements(show, &show->ends[i]);
    }
    if (show->pool != 0U) {
        good = good && fill_pool(show);
    }
    for (uint32_t i = 0U; (i < show->count) && good; i++) {
        good = take_packets(show, &show->ends[i]);
    }
    return good && ((show->pool == 0U) || finish_pool(show));
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
                        g_who, conflict) == NvSciError_Success);
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
static bool take_signals(const Show *show, ShowEnd *end)
{
    const uint32_t others = (end->number == SHOW_PRODUCER) ? (show->plan->ends - 1U) : 1U;
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

    for (uint32_t i = 0U; (i < show->count) && good; i++) {
        good = send_waiter(show, &show->ends[i]);
    }
    for (uint32_t i = 0U; (i < show->count) && good; i++) {
        good = make_signal(show, &show->ends[i]);
    }
    for (uint32_t i = 0U; (i < show->count) && good; i++) {
        good = take_signals(show, &show->ends[i]);
    }
    for (uint32_t i = 0U; (i < show->count) && good; i++) {
        good = show_event(show->ends[i].block, NvSciStreamEventType_SetupComplete);
    }
    return good &&
           ((show->pool == 0U) || show_event(show->pool, NvSciStreamEventType_SetupComplete));
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

/** Finds the ends that are here. */
static bool find_ends(Show *show, ShowResult *results)
{
    bool good = true;

    for (uint32_t i = 0U; i < show->plan->ends; i++) {
        ShowEnd *const end = &show->ends[show->count];

        if (show->plan->places[i].process == show->process) {
            end->number = i;
            end->gpu = show->plan->places[i].gpu;
            end->result = &results[i];
            (void)snprintf(end->name, sizeof(end->name), "%s of %s",
                           (i == SHOW_PRODUCER) ? "producer" : "consumer",
                           end->gpu ? "CUDA" : "the CPU");
            good = good && open_gpu(end);
            show->count++;
        }
    }
    return good;
}

bool show_open(Show *show, ShowResult *results)
{
    g_who[sizeof(g_who) - 2U] = (char)('0' + (int)show->process);
    return interop_gpu(0, &show->gpu) && find_ends(show, results) &&
           interop_check(kernels_usable(), "kernels for this GPU") && OK(NvSciIpcInit()) &&
           OK(NvSciBufModuleOpen(&show->buf)) && OK(NvSciSyncModuleOpen(&show->sync)) &&
           make_blocks(show) && exchange_packets(show) && exchange_signals(show);
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

/** Deletes all blocks that are here, each pool and queue with its end. */
static bool delete_blocks(const Show *show)
{
    bool good = delete_block(show->pool);

    for (uint32_t i = 0U; i < show->count; i++) {
        good = delete_block(show->ends[i].queue) && delete_block(show->ends[i].block) && good;
    }
    good = delete_block(show->multicast) && good;
    for (uint32_t i = 0U; i < SHOW_CONSUMERS; i++) {
        good = delete_block(show->ipc[i]) && good;
    }
    return good;
}

/** Says what tables still have rows that are taken. */
static bool nothing_left(void)
{
    bool good = true;

    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        RingfencePoolUsage usage;

        if (OK(RingfenceGetPoolUsage((RingfencePool)pool, &usage)) && (usage.inUse != 0U)) {
            (void)fprintf(stderr, "stream: %s: %u rows of '%s' are left\n", g_who, usage.inUse,
                          usage.name);
            good = false;
        }
    }
    return good;
}

bool show_close(Show *show)
{
    bool good = delete_blocks(show);

    for (uint32_t i = 0U; i < show->count; i++) {
        close_end(&show->ends[i]);
    }
    for (uint32_t i = 0U; i < SHOW_CONSUMERS; i++) {
        if (show->endpoints[i] != 0U) {
            good = OK(NvSciIpcCloseEndpointSafe(show->endpoints[i], false)) && good;
        }
    }
    if (show->sync != NULL) {
        NvSciSyncModuleClose(show->sync);
    }
    if (show->buf != NULL) {
        NvSciBufModuleClose(show->buf);
    }
    NvSciIpcDeinit();
    return nothing_left() && good;
}
