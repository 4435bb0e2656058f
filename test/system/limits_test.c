/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file limits_test.c
 * Each capacity of ringfence_cfg.h is used up by calls of the API, and the report of that names its
 * macro; one thing that is given back can be had again.
 *
 * The library is built with limits/profile.h, which has few of all: mk/limits.mk. Every macro has a
 * row here, in limits/dla.c or in limits/media.c; those of CUDA are in
 * test/cuda/fake_limits_test.c, which runs with a driver. A macro without a row fails.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "buf_make.h"
#include "limits/engines.h"
#include "limits/limits.h"
#include "nvscievent.h"
#include "nvsciipc.h"
#include "nvscistream.h"
#include "own_table.h"
#include "ringfence_cfg.h"
#include "stream_fixture.h"

#define MIB 1048576U

/**
 * A function that takes things, each into things[n], until one is refused. One is given back then,
 * and one can be taken in its place, and no more.
 */
#define TAKES_ALL(name, type, before, take, give)                                                  \
    static void name(void)                                                                         \
    {                                                                                              \
        type things[LIMIT_THINGS] = {0};                                                           \
        uint32_t n = 0U;                                                                           \
                                                                                                   \
        before;                                                                                    \
        while ((n < (LIMIT_THINGS - 1U)) && ((take) == NvSciError_Success)) {                      \
            n++;                                                                                   \
        }                                                                                          \
        limit_is_named(n < (LIMIT_THINGS - 1U));                                                   \
        n--;                                                                                       \
        give;                                                                                      \
        limit_goes_on((take) == NvSciError_Success);                                               \
        n++;                                                                                       \
        limit_is_named((take) != NvSciError_Success);                                              \
    }

/* ---------------------------------------------------------------- lists and objects */

static NvSciBufModule buf_module(void)
{
    MUST(NvSciBufModuleOpen(&g_module));
    return g_module;
}

static NvSciSyncObj sync_object(void)
{
    NvSciSyncObj object = NULL;

    MUST(NvSciSyncObjAlloc(make_reconciled(open_module()), &object));
    return object;
}

/** A reconciled list of a buffer that the CPU uses. */
static NvSciBufAttrList buf_list(uint64_t size)
{
    if (g_module == NULL) {
        (void)buf_module();
    }
    return buf_reconciled_one(LIST(TYPES(NvSciBufType_RawBuffer),
                                   PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true),
                                   PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, size)));
}

static NvSciBufObj buf_object(void)
{
    NvSciBufObj object = NULL;

    MUST(NvSciBufObjAlloc(buf_list(64U), &object));
    return object;
}

/** Writes a list of its own as text, which the list keeps. */
static NvSciError dump_one(NvSciSyncModule module, NvSciSyncAttrList *list)
{
    void *text = NULL;
    size_t size = 0U;

    MUST(NvSciSyncAttrListCreate(module, list));
    return NvSciSyncAttrListDebugDump(*list, &text, &size);
}

TAKES_ALL(sync_modules, NvSciSyncModule, , NvSciSyncModuleOpen(&things[n]),
          NvSciSyncModuleClose(things[n]))
TAKES_ALL(sync_lists, NvSciSyncAttrList, NvSciSyncModule module = open_module(),
          NvSciSyncAttrListCreate(module, &things[n]), NvSciSyncAttrListFree(things[n]))
TAKES_ALL(sync_objects, NvSciSyncObj, NvSciSyncAttrList list = make_reconciled(open_module()),
          NvSciSyncObjAlloc(list, &things[n]), NvSciSyncObjFree(things[n]))
TAKES_ALL(sync_handles, NvSciSyncObj, NvSciSyncObj object = sync_object(),
          NvSciSyncObjDup(object, &things[n]), NvSciSyncObjFree(things[n]))
TAKES_ALL(wait_contexts, NvSciSyncCpuWaitContext, NvSciSyncModule module = open_module(),
          NvSciSyncCpuWaitContextAlloc(module, &things[n]), NvSciSyncCpuWaitContextFree(things[n]))
TAKES_ALL(fences, NvSciSyncFence *, , RingfenceFenceTake(&things[n]), RingfenceFenceGive(things[n]))
TAKES_ALL(fence_descs, NvSciSyncFenceIpcExportDescriptor *, , RingfenceFenceDescTake(&things[n]),
          RingfenceFenceDescGive(things[n]))
TAKES_ALL(buf_modules, NvSciBufModule, , NvSciBufModuleOpen(&things[n]),
          NvSciBufModuleClose(things[n]))
TAKES_ALL(buf_lists, NvSciBufAttrList, NvSciBufModule module = buf_module(),
          NvSciBufAttrListCreate(module, &things[n]), NvSciBufAttrListFree(things[n]))
/* Duplicates of one memory: there are fewer memories than objects. */
TAKES_ALL(buf_objects, NvSciBufObj, NvSciBufObj object = buf_object(),
          NvSciBufObjDupWithReducePerm(object, NvSciBufAccessPerm_Readonly, &things[n]),
          NvSciBufObjFree(things[n]))
TAKES_ALL(buf_handles, NvSciBufObj, NvSciBufObj object = buf_object(),
          NvSciBufObjDup(object, &things[n]), NvSciBufObjFree(things[n]))
TAKES_ALL(buf_memories, NvSciBufObj, NvSciBufAttrList list = buf_list(64U),
          NvSciBufObjAlloc(list, &things[n]), NvSciBufObjFree(things[n]))
TAKES_ALL(dumps, NvSciSyncAttrList, const NvSciSyncModule module = open_module(),
          dump_one(module, &things[n]), NvSciSyncAttrListFree(things[n]))

/** A text that is longer than there is room for is cut; the list can be read piece by piece. */
static void dump_bytes(void)
{
    const NvSciSyncModule module = open_module();
    NvSciSyncAttrList lists[] = {make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, true),
                                 make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, true),
                                 make_perm_list(module, NvSciSyncAccessPerm_SignalOnly, true)};
    NvSciSyncAttrList joined = NULL;
    void *text = NULL;
    size_t size = 0U;

    MUST(NvSciSyncAttrListAppendUnreconciled(lists, COUNT_OF(lists), &joined));
    MUST(NvSciSyncAttrListDebugDump(joined, &text, &size));
    limit_is_cut(text, size);
    MUST(NvSciSyncAttrListDebugDump(lists[0], &text, &size));
    limit_goes_on(strlen(text) < (RINGFENCE_CFG_DUMP_BYTES - 1U));
}

/** GPUs of a list, one more than it takes. */
static void gpus(void)
{
    static const NvSciRmGpuId ids[RINGFENCE_CFG_GPUS + 1U] = {{{1U}}, {{2U}}, {{3U}}};
    const NvSciBufModule module = buf_module();
    const NvSciSyncAttrList sync = make_list(open_module());
    NvSciBufAttrKeyValuePair buf_pair = {NvSciBufGeneralAttrKey_GpuId, ids, sizeof(ids)};
    NvSciSyncAttrKeyValuePair sync_pair = {NvSciSyncAttrKey_GpuId, ids, sizeof(ids)};
    NvSciBufAttrList buf = NULL;

    MUST(NvSciBufAttrListCreate(module, &buf));
    limit_is_named(NvSciBufAttrListSetAttrs(buf, &buf_pair, 1U) != NvSciError_Success);
    limit_is_named(NvSciSyncAttrListSetAttrs(sync, &sync_pair, 1U) != NvSciError_Success);
    buf_pair.len -= sizeof(ids[0]);
    sync_pair.len -= sizeof(ids[0]);
    limit_goes_on(NvSciBufAttrListSetAttrs(buf, &buf_pair, 1U) == NvSciError_Success);
    limit_goes_on(NvSciSyncAttrListSetAttrs(sync, &sync_pair, 1U) == NvSciError_Success);
}

/** Late peers of a list, one more than it takes. */
static void peers(void)
{
    static const NvSciBufPeerHwEngine engines[RINGFENCE_CFG_PEERS + 1U] = {
        {NvSciBufHwEngName_DLA, NvSciBufPlatformName_Orin},
        {NvSciBufHwEngName_PVA, NvSciBufPlatformName_Orin},
        {NvSciBufHwEngName_Vic, NvSciBufPlatformName_Orin}};
    const NvSciBufModule module = buf_module();
    NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_PeerHwEngineArray, engines,
                                     sizeof(engines)};
    NvSciBufAttrList list = NULL;

    MUST(NvSciBufAttrListCreate(module, &list));
    limit_is_named(NvSciBufAttrListSetAttrs(list, &pair, 1U) != NvSciError_Success);
    pair.len -= sizeof(engines[0]);
    limit_goes_on(NvSciBufAttrListSetAttrs(list, &pair, 1U) == NvSciError_Success);
}

/** A fence of an object that an engine signals, with timestamps. */
static NvSciSyncFence slot_fence(void)
{
    const NvSciSyncModule module = open_module();
    NvSciSyncAttrList lists[] = {make_perm_list(module, NvSciSyncAccessPerm_SignalOnly, true),
                                 make_perm_list(module, NvSciSyncAccessPerm_WaitOnly, true)};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    set_flag(lists[1], NvSciSyncAttrKey_WaiterRequireTimestamps, true);
    MUST(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict));
    MUST(NvSciSyncObjGenerateFence(object, &fence));
    return fence;
}

static void timestamp_slots(void)
{
    NvSciSyncFence fence = slot_fence();

    limit_is_named(NvSciSyncFenceAddTimestampSlot(&fence, RINGFENCE_CFG_TIMESTAMP_SLOTS) !=
                   NvSciError_Success);
    limit_goes_on(NvSciSyncFenceAddTimestampSlot(&fence, RINGFENCE_CFG_TIMESTAMP_SLOTS - 1U) ==
                  NvSciError_Success);
}

static void task_status_slots(void)
{
    NvSciSyncFence fence = slot_fence();

    limit_is_named(NvSciSyncFenceAddTaskStatusSlot(&fence, RINGFENCE_CFG_TASK_STATUS_SLOTS) !=
                   NvSciError_Success);
    limit_goes_on(NvSciSyncFenceAddTaskStatusSlot(&fence, RINGFENCE_CFG_TASK_STATUS_SLOTS - 1U) ==
                  NvSciError_Success);
}

/** A buffer that is larger than all: the lists do not reconcile, and the conflict says why. */
static void buffer_mib(void)
{
    const uint64_t most = (uint64_t)RINGFENCE_CFG_BUFFER_MIB * MIB;
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList result = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    RingfenceConflict reason;
    char text[512] = "";

    (void)buf_module();
    list = LIST(TYPES(NvSciBufType_RawBuffer),
                PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, most + 1U));
    const NvSciError status = NvSciBufAttrListReconcile(&list, 1U, &result, &conflict);

    MUST(RingfenceExplainConflict(conflict, &reason));
    MUST(RingfenceFormatConflict(&reason, text, sizeof(text)));
    limit_is_said(status != NvSciError_Success, text, most);
    limit_goes_on(NvSciBufObjAlloc(buf_list(most), &object) == NvSciError_Success);
}

/** Buffers of a MiB each; what is allowed is what is left. */
static void all_buffers_mib(void)
{
    const NvSciBufAttrList list = buf_list(MIB);
    NvSciBufObj objects[RINGFENCE_CFG_ALL_BUFFERS_MIB + 1U] = {NULL};

    for (uint32_t i = 0U; i < RINGFENCE_CFG_ALL_BUFFERS_MIB; i++) {
        MUST(NvSciBufObjAlloc(list, &objects[i]));
    }
    limit_is_named_at(
        NvSciBufObjAlloc(list, &objects[RINGFENCE_CFG_ALL_BUFFERS_MIB]) != NvSciError_Success, 0U);
    NvSciBufObjFree(objects[0]);
    limit_goes_on(NvSciBufObjAlloc(list, &objects[0]) == NvSciError_Success);
}

/* ---------------------------------------------------------------- channels and events */

/** Begins a table of channels whose ends are both of this process: end_0_near, end_0_far, ... */
static void use_channels(uint32_t count)
{
    char text[RINGFENCE_CFG_IPC_TABLE_BYTES];
    size_t at = 0U;

    for (uint32_t i = 0U; i < count; i++) {
        at += (size_t)snprintf(&text[at], sizeof(text) - at,
                               "INTER_THREAD end_%u_near end_%u_far 4 2048\n", i, i);
        HOLDS(at < sizeof(text));
    }
    own_table_use(text);
}

static void init_channels(uint32_t count)
{
    use_channels(count);
    MUST(NvSciIpcInit());
}

/** Opens an end: 0 and 1 are those of the first channel. */
static NvSciError open_end(uint32_t number, NvSciEventService *service, NvSciIpcEndpoint *endpoint)
{
    char name[32];

    (void)snprintf(name, sizeof(name), "end_%u_%s", number / 2U,
                   ((number % 2U) == 0U) ? "near" : "far");
    return (service == NULL) ? NvSciIpcOpenEndpoint(name, endpoint)
                             : NvSciIpcOpenEndpointWithEventService(name, endpoint, service);
}

/** Both ends of a channel. Lists are exported and imported over ends that are open. */
typedef struct {
    NvSciIpcEndpoint near;
    NvSciIpcEndpoint far;
} Ends;

static Ends open_ends(uint32_t channel)
{
    Ends ends = {0U, 0U};

    MUST(open_end(2U * channel, NULL, &ends.near));
    MUST(open_end((2U * channel) + 1U, NULL, &ends.far));
    return ends;
}

TAKES_ALL(endpoints, NvSciIpcEndpoint, init_channels(RINGFENCE_CFG_IPC_CHANNELS),
          open_end(n, NULL, &things[n]), (void)NvSciIpcCloseEndpointSafe(things[n], false))
TAKES_ALL(event_services, NvSciEventLoopService *, ,
          NvSciEventLoopServiceCreateSafe(1U, NULL, &things[n]),
          things[n]->EventService.Delete(&things[n]->EventService))

static NvSciEventService *event_service(void)
{
    NvSciEventLoopService *service = NULL;

    MUST(NvSciEventLoopServiceCreateSafe(1U, NULL, &service));
    return &service->EventService;
}

/** Gives back a local event and its notifier. */
static void delete_event(NvSciLocalEvent *event)
{
    event->eventNotifier->Delete(event->eventNotifier);
    event->Delete(event);
}

TAKES_ALL(local_events, NvSciLocalEvent *, NvSciEventService *const service = event_service(),
          service->CreateLocalEvent(service, &things[n]), delete_event(things[n]))

/** An endpoint with a service, and its notifier. */
typedef struct {
    NvSciIpcEndpoint endpoint;
    NvSciEventNotifier *notifier;
} Watched;

static NvSciError watch(uint32_t number, NvSciEventService *service, Watched *watched)
{
    if (watched->endpoint == 0U) {
        MUST(open_end(number, service, &watched->endpoint));
    }
    return NvSciIpcGetEventNotifier(watched->endpoint, &watched->notifier);
}

/** All local events, and endpoints besides: there are notifiers for one of them. */
static void notifiers(void)
{
    NvSciEventService *const service = event_service();
    NvSciLocalEvent *events[RINGFENCE_CFG_LOCAL_EVENTS] = {NULL};
    Watched watched[2] = {{0U, NULL}, {0U, NULL}};

    init_channels(1U);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_LOCAL_EVENTS; i++) {
        MUST(service->CreateLocalEvent(service, &events[i]));
    }
    MUST(watch(0U, service, &watched[0]));
    limit_is_named(watch(1U, service, &watched[1]) != NvSciError_Success);
    delete_event(events[0]);
    limit_goes_on(watch(1U, service, &watched[1]) == NvSciError_Success);
    /* The event is there again, and no notifier for it. */
    limit_is_named(service->CreateLocalEvent(service, &events[0]) != NvSciError_Success);
    watched[0].notifier->Delete(watched[0].notifier);
    limit_goes_on(service->CreateLocalEvent(service, &events[0]) == NvSciError_Success);
}

static void ipc_channels(void)
{
    use_channels(RINGFENCE_CFG_IPC_CHANNELS + 1U);
    limit_is_named(NvSciIpcInit() != NvSciError_Success);
    use_channels(RINGFENCE_CFG_IPC_CHANNELS);
    limit_goes_on(NvSciIpcInit() == NvSciError_Success);
}

/** Begins a table of so many bytes: empty lines. */
static void use_lines(size_t count)
{
    char text[RINGFENCE_CFG_IPC_TABLE_BYTES + 2U];

    HOLDS(count < sizeof(text));
    (void)memset(text, '\n', count);
    text[count] = '\0';
    own_table_use(text);
}

static void ipc_table_bytes(void)
{
    use_lines(RINGFENCE_CFG_IPC_TABLE_BYTES + 1U);
    limit_is_named(NvSciIpcInit() != NvSciError_Success);
    use_lines(RINGFENCE_CFG_IPC_TABLE_BYTES);
    limit_goes_on(NvSciIpcInit() == NvSciError_Success);
}

/* ---------------------------------------------------------------- lists and objects of peers */

/** What was exported. */
typedef struct {
    void *bytes;
    size_t size;
} Sent;

static NvSciError send_list(NvSciBufAttrList list, NvSciIpcEndpoint over, Sent *sent)
{
    return NvSciBufAttrListIpcExportUnreconciled(&list, 1U, over, &sent->bytes, &sent->size);
}

static NvSciError take_list(const Sent *sent, NvSciIpcEndpoint over, NvSciBufAttrList *list)
{
    return NvSciBufAttrListIpcImportUnreconciled(g_module, over, sent->bytes, sent->size, list);
}

/** A list that others may have. */
static NvSciBufAttrList asked_list(void)
{
    if (g_module == NULL) {
        (void)buf_module();
    }
    return LIST(TYPES(NvSciBufType_RawBuffer),
                PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true),
                PAIR(NvSciBufGeneralAttrKey_RequiredPerm, NvSciBufAttrValAccessPerm,
                     NvSciBufAccessPerm_Readonly),
                PAIR(NvSciBufRawBufferAttrKey_Align, uint64_t, 64U),
                PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, 64U));
}

/** A list that came over a channel. */
static NvSciBufAttrList came_list(const Ends *ends)
{
    NvSciBufAttrList list = NULL;
    Sent sent = {NULL, 0U};

    MUST(send_list(asked_list(), ends->near, &sent));
    MUST(take_list(&sent, ends->far, &list));
    NvSciBufAttrListFreeDesc(sent.bytes);
    return list;
}

TAKES_ALL(descriptors, Sent, init_channels(1U); const Ends ends = open_ends(0U);
          const NvSciBufAttrList list = asked_list(), send_list(list, ends.near, &things[n]),
          NvSciBufAttrListFreeDesc(things[n].bytes))

static void descriptor_bytes(void)
{
    NvSciBufAttrList lists[40];
    Sent sent = {NULL, 0U};
    Ends ends;

    init_channels(1U);
    ends = open_ends(0U);
    for (uint32_t i = 0U; i < COUNT_OF(lists); i++) {
        lists[i] = asked_list();
    }
    limit_is_named(NvSciBufAttrListIpcExportUnreconciled(lists, COUNT_OF(lists), ends.near,
                                                         &sent.bytes,
                                                         &sent.size) != NvSciError_Success);
    limit_goes_on(NvSciBufAttrListIpcExportUnreconciled(lists, 2U, ends.near, &sent.bytes,
                                                        &sent.size) == NvSciError_Success);
}

/** A list that passed through as many processes as it may goes through none more. */
static void hops(void)
{
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList last = NULL;
    Sent sent = {NULL, 0U};
    Ends ends;

    init_channels(1U);
    ends = open_ends(0U);
    list = came_list(&ends);
    for (uint32_t i = 1U; i < RINGFENCE_CFG_HOPS; i++) {
        MUST(send_list(list, ends.near, &sent));
        MUST(take_list(&sent, ends.far, &list));
    }
    MUST(send_list(list, ends.near, &sent));
    limit_is_named(take_list(&sent, ends.far, &last) != NvSciError_Success);
    limit_goes_on(came_list(&ends) != NULL);
}

/** Lists of a peer; what is allowed is what is left to it. */
static void peer_lists(void)
{
    NvSciBufAttrList lists[RINGFENCE_CFG_PEER_LISTS + 1U] = {NULL};
    Sent sent = {NULL, 0U};
    Ends ends;

    init_channels(1U);
    ends = open_ends(0U);
    MUST(send_list(asked_list(), ends.near, &sent));
    for (uint32_t i = 0U; i < RINGFENCE_CFG_PEER_LISTS; i++) {
        MUST(take_list(&sent, ends.far, &lists[i]));
    }
    limit_is_named_at(
        take_list(&sent, ends.far, &lists[RINGFENCE_CFG_PEER_LISTS]) != NvSciError_Success, 0U);
    NvSciBufAttrListFree(lists[0]);
    limit_goes_on(take_list(&sent, ends.far, &lists[0]) == NvSciError_Success);
}

/** An object is for its own process and for those of peers, one behind each channel. */
static void routes(void)
{
    NvSciBufAttrList came[RINGFENCE_CFG_ROUTES] = {NULL};
    const NvSciBufObj object = buf_object();
    const NvSciBufObj other = buf_object();

    init_channels(RINGFENCE_CFG_ROUTES);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_ROUTES; i++) {
        const Ends ends = open_ends(i);

        came[i] = came_list(&ends);
    }
    for (uint32_t i = 1U; i < RINGFENCE_CFG_ROUTES; i++) {
        MUST(NvSciBufObjAttachPeer(object, &came[i], 1U));
    }
    limit_is_named(NvSciBufObjAttachPeer(object, &came[0], 1U) != NvSciError_Success);
    limit_goes_on(NvSciBufObjAttachPeer(other, &came[0], 1U) == NvSciError_Success);
}

/** Connects both ends of a channel. */
static void connect_ends(const Ends *ends)
{
    uint32_t near = 0U;
    uint32_t far = 0U;

    MUST(NvSciIpcResetEndpointSafe(ends->near));
    MUST(NvSciIpcResetEndpointSafe(ends->far));
    for (uint32_t i = 0U; (((near & far) & NV_SCI_IPC_EVENT_CONN_EST) == 0U) && (i < 1000000U);
         i++) {
        uint32_t events = 0U;

        MUST(NvSciIpcGetEventSafe(ends->near, &events));
        near |= events;
        MUST(NvSciIpcGetEventSafe(ends->far, &events));
        far |= events;
    }
    HOLDS(((near & far) & NV_SCI_IPC_EVENT_CONN_EST) != 0U);
}

/** Objects that the peer does not import. */
static void parcels(void)
{
    NvSciBufObjIpcExportDescriptor sent[RINGFENCE_CFG_PARCELS + 1U];
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList came = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufAttrList far_list = NULL;
    NvSciBufObj object = NULL;
    NvSciBufObj got = NULL;
    Sent bytes = {NULL, 0U};
    Ends ends;

    init_channels(1U);
    ends = open_ends(0U);
    connect_ends(&ends);
    came = came_list(&ends);
    MUST(NvSciBufAttrListReconcile(&came, 1U, &list, &conflict));
    MUST(NvSciBufObjAlloc(list, &object));
    for (uint32_t i = 0U; i < RINGFENCE_CFG_PARCELS; i++) {
        MUST(NvSciBufObjIpcExport(object, NvSciBufAccessPerm_Readonly, ends.far, &sent[i]));
    }
    limit_is_named(NvSciBufObjIpcExport(object, NvSciBufAccessPerm_Readonly, ends.far,
                                        &sent[RINGFENCE_CFG_PARCELS]) != NvSciError_Success);
    MUST(NvSciBufAttrListIpcExportReconciled(list, ends.far, &bytes.bytes, &bytes.size));
    MUST(NvSciBufAttrListIpcImportReconciled(g_module, ends.near, bytes.bytes, bytes.size, NULL, 0U,
                                             &far_list));
    MUST(NvSciBufObjIpcImport(ends.near, &sent[0], far_list, NvSciBufAccessPerm_Readonly, 0, &got));
    limit_goes_on(NvSciBufObjIpcExport(object, NvSciBufAccessPerm_Readonly, ends.far, &sent[0]) ==
                  NvSciError_Success);
}

/* ---------------------------------------------------------------- streams */

TAKES_ALL(stream_blocks, NvSciStreamBlock, , NvSciStreamFifoQueueCreate(&things[n]),
          (void)NvSciStreamBlockDelete(things[n]))

/** A producer with a pool of its own, which needs the segment as long as it is there. */
typedef struct {
    NvSciStreamBlock pool;
    NvSciStreamBlock producer;
} Source;

static NvSciError make_source(Source *source)
{
    NvSciError status = NvSciError_Success;

    MUST(NvSciStreamStaticPoolCreate(1U, &source->pool));
    status = NvSciStreamProducerCreate(source->pool, &source->producer);
    if (status != NvSciError_Success) {
        MUST(NvSciStreamBlockDelete(source->pool));
    }
    return status;
}

static void delete_source(const Source *source)
{
    MUST(NvSciStreamBlockDelete(source->producer));
    MUST(NvSciStreamBlockDelete(source->pool));
}

TAKES_ALL(stream_segments, Source, , make_source(&things[n]), delete_source(&things[n]))

/** A pool of more packets than there are. */
static void stream_packets(void)
{
    NvSciStreamBlock pool = 0U;

    limit_is_named(NvSciStreamStaticPoolCreate(RINGFENCE_CFG_STREAM_PACKETS + 1U, &pool) !=
                   NvSciError_Success);
    limit_goes_on(NvSciStreamStaticPoolCreate(RINGFENCE_CFG_STREAM_PACKETS, &pool) ==
                  NvSciError_Success);
}

/** Packets of two streams, each of which has room for all. */
static void packets_of_all(void)
{
    static const FlowPlan plan = {.packets = 1U, .room = RINGFENCE_CFG_STREAM_PACKETS};
    static Flow flows[2];
    NvSciStreamPacket packets[RINGFENCE_CFG_STREAM_PACKETS + 1U] = {0U};

    for (uint32_t i = 0U; i < 2U; i++) {
        flow_make(&flows[i], &plan, FLOW_POOL_EXPORTED);
    }
    for (uint32_t i = 1U; i <= RINGFENCE_CFG_STREAM_PACKETS; i++) {
        MUST(NvSciStreamPoolPacketCreate(flows[0].pool, i, &packets[i]));
    }
    limit_is_named(NvSciStreamPoolPacketCreate(flows[1].pool, 1U, &packets[0]) !=
                   NvSciError_Success);
    MUST(NvSciStreamPoolPacketDelete(flows[0].pool, packets[1]));
    limit_goes_on(NvSciStreamPoolPacketCreate(flows[1].pool, 1U, &packets[0]) ==
                  NvSciError_Success);
}

static void stream_consumers(void)
{
    NvSciStreamBlock multicast = 0U;

    limit_is_named(NvSciStreamMulticastCreate(RINGFENCE_CFG_STREAM_CONSUMERS + 1U, &multicast) !=
                   NvSciError_Success);
    limit_goes_on(NvSciStreamMulticastCreate(RINGFENCE_CFG_STREAM_CONSUMERS, &multicast) ==
                  NvSciError_Success);
}

/** One multicast block below another one: together they have an output more than there may be
 * consumers. */
static void consumers_of_tree(void)
{
    NvSciStreamBlock multicasts[3] = {0U, 0U, 0U};
    NvSciStreamBlock consumers[RINGFENCE_CFG_STREAM_CONSUMERS + 1U] = {0U};

    for (uint32_t i = 0U; i < COUNT_OF(multicasts); i++) {
        MUST(NvSciStreamMulticastCreate(RINGFENCE_CFG_STREAM_CONSUMERS, &multicasts[i]));
    }
    for (uint32_t i = 0U; i < COUNT_OF(consumers); i++) {
        NvSciStreamBlock queue = 0U;

        MUST(NvSciStreamFifoQueueCreate(&queue));
        MUST(NvSciStreamConsumerCreate(queue, &consumers[i]));
    }
    MUST(NvSciStreamBlockConnect(multicasts[0], multicasts[1]));
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_CONSUMERS; i++) {
        MUST(NvSciStreamBlockConnect(multicasts[1], consumers[i]));
    }
    limit_is_named(
        NvSciStreamBlockConnect(multicasts[0], consumers[RINGFENCE_CFG_STREAM_CONSUMERS]) !=
        NvSciError_Success);
    limit_goes_on(
        NvSciStreamBlockConnect(multicasts[2], consumers[RINGFENCE_CFG_STREAM_CONSUMERS]) ==
        NvSciError_Success);
}

/** Element types of a producer, one more than a packet has elements. */
static void stream_elements(void)
{
    static const FlowPlan plan = {.packets = 1U};
    static Flow flow;
    NvSciBufAttrList list = NULL;

    flow_make(&flow, &plan, FLOW_CONNECTED);
    list = flow_buf_list(&flow);
    for (uint32_t i = 0U; i < RINGFENCE_CFG_STREAM_ELEMENTS; i++) {
        MUST(NvSciStreamBlockElementAttrSet(flow.producer, i, list));
    }
    limit_is_named(NvSciStreamBlockElementAttrSet(flow.producer, RINGFENCE_CFG_STREAM_ELEMENTS,
                                                  list) != NvSciError_Success);
    limit_goes_on(NvSciStreamBlockElementAttrSet(flow.consumers[0], RINGFENCE_CFG_STREAM_ELEMENTS,
                                                 list) == NvSciError_Success);
}

static void stream_infos(void)
{
    static const uint8_t byte = 1U;
    Source sources[2];
    NvSciError status = NvSciError_Success;

    MUST(make_source(&sources[0]));
    MUST(make_source(&sources[1]));
    for (uint32_t i = 0U; (i < LIMIT_THINGS) && (status == NvSciError_Success); i++) {
        status = NvSciStreamBlockUserInfoSet(sources[0].producer, i, 1U, &byte);
    }
    limit_is_named(status != NvSciError_Success);
    limit_is_named(NvSciStreamBlockUserInfoSet(sources[1].producer, 0U, 1U, &byte) !=
                   NvSciError_Success);
    delete_source(&sources[0]);
    limit_goes_on(NvSciStreamBlockUserInfoSet(sources[1].producer, 0U, 1U, &byte) ==
                  NvSciError_Success);
}

static void stream_info_bytes(void)
{
    static const uint8_t bytes[RINGFENCE_CFG_STREAM_INFO_BYTES + 1U];
    Source source;

    MUST(make_source(&source));
    limit_is_named(NvSciStreamBlockUserInfoSet(source.producer, 0U, sizeof(bytes), bytes) !=
                   NvSciError_Success);
    limit_goes_on(NvSciStreamBlockUserInfoSet(source.producer, 0U, sizeof(bytes) - 1U, bytes) ==
                  NvSciError_Success);
}

/** Deletes an IPC block, and closes its endpoint. */
static void give_ipc_block(NvSciStreamBlock block, NvSciIpcEndpoint *endpoint)
{
    MUST(NvSciStreamBlockDelete(block));
    MUST(NvSciIpcCloseEndpointSafe(*endpoint, false));
    *endpoint = 0U;
}

/** Makes an IPC block of an endpoint that is reset. */
static NvSciError make_ipc_block(uint32_t number, NvSciIpcEndpoint *endpoint, NvSciSyncModule sync,
                                 NvSciBufModule buf, NvSciStreamBlock *block)
{
    if (*endpoint == 0U) {
        MUST(open_end(number, NULL, endpoint));
        MUST(NvSciIpcResetEndpointSafe(*endpoint));
    }
    return NvSciStreamIpcSrcCreate(*endpoint, sync, buf, block);
}

TAKES_ALL(stream_ipc_blocks, NvSciStreamBlock, init_channels(2U);
          const NvSciSyncModule sync = open_module(); const NvSciBufModule buf = buf_module();
          NvSciIpcEndpoint ends[RINGFENCE_CFG_STREAM_IPC_BLOCKS + 1U] = {0U},
          make_ipc_block(n, &ends[n], sync, buf, &things[n]), give_ipc_block(things[n], &ends[n]))

/* ---------------------------------------------------------------- the rows */

static const LimitRow g_library_rows[] = {
    USED(SYNC_MODULES, sync_modules),
    USED(SYNC_LISTS, sync_lists),
    USED(SYNC_OBJECTS, sync_objects),
    USED(SYNC_HANDLES, sync_handles),
    USED(SYNC_WAIT_CONTEXTS, wait_contexts),
    USED(FENCES, fences),
    USED(FENCE_DESCS, fence_descs),
    USED(BUF_MODULES, buf_modules),
    USED(BUF_LISTS, buf_lists),
    USED(BUF_OBJECTS, buf_objects),
    USED(BUF_HANDLES, buf_handles),
    USED(BUF_MEMORIES, buf_memories),
    USED(DUMPS, dumps),
    USED(DUMP_BYTES, dump_bytes),
    USED(GPUS, gpus),
    USED(PEERS, peers),
    USED(TIMESTAMP_SLOTS, timestamp_slots),
    USED(TASK_STATUS_SLOTS, task_status_slots),
    USED(BUFFER_MIB, buffer_mib),
    USED(ALL_BUFFERS_MIB, all_buffers_mib),
    USED(IPC_ENDPOINTS, endpoints),
    USED(IPC_CHANNELS, ipc_channels),
    USED(IPC_TABLE_BYTES, ipc_table_bytes),
    USED(EVENT_SERVICES, event_services),
    USED(EVENT_NOTIFIERS, notifiers),
    USED(LOCAL_EVENTS, local_events),
    USED(HOPS, hops),
    USED(ROUTES, routes),
    USED(PEER_LISTS, peer_lists),
    USED(DESCRIPTORS, descriptors),
    USED(DESCRIPTOR_BYTES, descriptor_bytes),
    USED(PARCELS, parcels),
    USED(STREAM_BLOCKS, stream_blocks),
    USED(STREAM_SEGMENTS, stream_segments),
    USED(STREAM_IPC_BLOCKS, stream_ipc_blocks),
    USED(STREAM_PACKETS, stream_packets),
    USED(STREAM_PACKETS, packets_of_all),
    USED(STREAM_INFOS, stream_infos),
    USED(STREAM_INFO_BYTES, stream_info_bytes),
    USED(STREAM_ELEMENTS, stream_elements),
    USED(STREAM_CONSUMERS, stream_consumers),
    USED(STREAM_CONSUMERS, consumers_of_tree),
    PATIENCE(SPIN_US),
    PATIENCE(SPIN_YIELDS),
    PATIENCE(LIFE_CHECK_US),
    ROUNDING(LINE_BYTES),
    ROUNDING(CACHE_LINE),
    ROUNDING(PITCH_ALIGN),
    ROUNDING(PLANE_ALIGN),
    ROUNDING(PLANE_SIZE_ALIGN),
    ROUNDING(BLOCK_HEIGHT),
    ROUNDING(BLOCK_SIZE_ALIGN),
    ROUNDING(DATA_ALIGN),
    ROUNDING(BASE_ALIGN),
    CHOICE(SPIN_MONITOR),
    CHOICE(STRICT_INIT),
    CHOICE(RUNTIME_QUERIES),
    CHOICE(INTEGRATED_GPU),
    CHOICE(TEXTS),
    CHOICE(ENGINES),
    CHOICE(SHARING),
    CHOICE(CHECKS),
    CHOICE(PIXELS),
    CHOICE(EXTRAS),
    CHOICE(TYPES),
    CHOICE(ASSERTS),
    CHOICE(FAULT_HOOK),
    CHOICE(CHANNELS),
    CHOICE(STREAMS),
    CHOICE(CUDA),
    CHOICE(DLA),
    CHOICE(2D),
    CHOICE(ATOMICS),
    CHOICE(INTERRUPTS),
    CHOICE(BUFFER_REGION),
    OF_FIRMWARE(BUFFER_BYTES),
    OF_FIRMWARE(CHANNEL_BYTES),
    OF_FIRMWARE(CORES),
};

/** The rows of this file, of cuDLA, and of NvMedia where it is built. */
static const LimitRows *all_rows(size_t *count)
{
    static LimitRows all[3];

    all[0] = (LimitRows){g_library_rows, COUNT_OF(g_library_rows)};
    all[1] = limit_rows_dla();
    *count = 2U;
#if (LIMITS_2D == 1)
    all[2] = limit_rows_2d();
    *count = 3U;
#endif
    return all;
}

/* ---------------------------------------------------------------- tests */

/**
 * Each macro of the configuration has a row, and what is no capacity is none by its comment: it has
 * no table.
 * @verifies RF-CORE-341
 */
static void each_macro_has_a_row(void **state)
{
#if (LIMITS_2D == 1)
    static const char *const elsewhere[] = {"RINGFENCE_CFG_CUDA_", NULL};
#else
    static const char *const elsewhere[] = {"RINGFENCE_CFG_CUDA_", "RINGFENCE_CFG_2D_", NULL};
#endif
    uint32_t macros = 0U;
    size_t count = 0U;
    const LimitRows *const all = all_rows(&count);

    (void)state;
    assert_int_equal(limit_unknown(all, count, "RINGFENCE_CFG_", elsewhere, &macros), 0U);
    print_message("%u macros\n", macros);
    assert_true(macros > 80U);
}

/**
 * What is refused because a capacity is used up is reported with the macro, what was asked for and
 * what is allowed, also as text; when one thing is given back, the call works again.
 * @verifies RF-CORE-340 RF-CORE-341 RF-CORE-350
 */
static void each_capacity_names_itself(void **state)
{
    uint32_t failed = 0U;
    size_t count = 0U;
    const LimitRows *const all = all_rows(&count);

    (void)state;
    for (size_t i = 0U; i < count; i++) {
        failed += limit_run(&all[i]);
    }
    assert_int_equal(failed, 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_macro_has_a_row),
        cmocka_unit_test(each_capacity_names_itself),
    };

    return cmocka_run_group_tests_name("system/limits", tests, NULL, NULL);
}
