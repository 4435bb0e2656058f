/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cores_play.c
 * Core 0 reconciles, allocates and exports; the other core imports. Both signal, both wait, both
 * read and write one buffer.
 */
#include "cores_play.h"

#include <string.h>

#include "nvscibuf.h"
#include "nvsciipc.h"
#include "nvscisync.h"
#include "ringfence.h"
#include "ringfence_port.h"

/** Whatever the other core owes, comes sooner. */
#define LIMIT_US (g_torn ? 400000U : 20000000U)
#define ROUNDS   16U
#define BYTES    6000U
#define FRAME    8192U
/** How long a waiter is kept waiting in some of the rounds. */
#define PAUSE_US 3000U

/** A message: one frame. */
typedef struct {
    uint64_t size;
    uint8_t bytes[FRAME - sizeof(uint64_t)];
} Packet;

/** One core in a session. */
typedef struct {
    const CoresRun *run;
    uint32_t failed;
    NvSciIpcEndpoint end;
    NvSciSyncModule sync_module;
    NvSciBufModule buf_module;
    NvSciSyncCpuWaitContext context;
    /** What this core signals, and what it waits for. */
    NvSciSyncObj signals;
    NvSciSyncObj waits;
    NvSciBufObj buffer;
    uint8_t *bytes;
    NvSciEventLoopService *loop;
    NvSciEventNotifier *notifier;
} Core;

static Core g_core;
static Packet g_packet;
/** Core 1 may be reset at any moment: what it owes need not come. */
static bool g_torn;

/** A check; those after one that failed say nothing, and are not made. */
static bool check(const char *name, bool passed)
{
    if (!g_torn) {
        g_core.run->result(name, passed);
        if (!passed) {
            g_core.failed++;
        }
    }
    return passed;
}

static bool done(const char *name, NvSciError status)
{
    return check(name, status == NvSciError_Success);
}

/* ---------------------------------------------------------------- messages */

static void pause_us(uint32_t us)
{
    const uint64_t begin = RingfenceHookTimeUs();

    while ((RingfenceHookTimeUs() - begin) < us) {
    }
}

/** Lets the core rest for about a millisecond. */
static void rest(void)
{
    const uint32_t state = RingfenceHookEnterCritical();

    (void)RingfenceHookIdle(1000U);
    RingfenceHookLeaveCritical(state);
}

/** Waits until an endpoint reports one of some events: core 0 asks again and again, core 1 uses an
 * event service. */
static bool await(uint32_t wanted)
{
    const uint64_t begin = RingfenceHookTimeUs();
    uint32_t events = 0U;
    NvSciError status = NvSciIpcGetEventSafe(g_core.end, &events);

    while ((status == NvSciError_Success) &&
           ((events & (wanted | NV_SCI_IPC_EVENT_CONN_RESET)) == 0U) &&
           ((RingfenceHookTimeUs() - begin) < LIMIT_US)) {
        if (g_core.notifier != NULL) {
            (void)g_core.loop->WaitForEvent(g_core.notifier, 10000);
        } else {
            rest();
        }
        status = NvSciIpcGetEventSafe(g_core.end, &events);
    }
    return (status == NvSciError_Success) && ((events & wanted) != 0U);
}

static bool send(const void *bytes, size_t size)
{
    uint32_t count = 0U;
    bool sent =
        (bytes != NULL) && (size <= sizeof(g_packet.bytes)) && await(NV_SCI_IPC_EVENT_WRITE);

    if (sent) {
        g_packet.size = size;
        (void)memcpy(g_packet.bytes, bytes, size);
        sent = (NvSciIpcWriteSafe(g_core.end, &g_packet, sizeof(g_packet), &count) == 0);
    }
    return sent;
}

static bool receive(void)
{
    uint32_t count = 0U;

    return await(NV_SCI_IPC_EVENT_READ) &&
           (NvSciIpcReadSafe(g_core.end, &g_packet, sizeof(g_packet), &count) == 0) &&
           (g_packet.size <= sizeof(g_packet.bytes));
}

/* ---------------------------------------------------------------- lists */

static bool sync_list(NvSciSyncAccessPerm perm, NvSciSyncAttrList *list)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                               {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};

    return (NvSciSyncAttrListCreate(g_core.sync_module, list) == 0) &&
           (NvSciSyncAttrListSetAttrs(*list, pairs, 2U) == 0);
}

static bool buf_list(NvSciBufAttrValAccessPerm perm, NvSciBufAttrList *list)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = BYTES;
    const uint64_t alignment = 64U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufRawBufferAttrKey_Align, &alignment, sizeof(alignment)}};

    return (NvSciBufAttrListCreate(g_core.buf_module, list) == 0) &&
           (NvSciBufAttrListSetAttrs(*list, pairs, 5U) == 0);
}

static bool send_sync_list(NvSciSyncAttrList list)
{
    void *bytes = NULL;
    size_t size = 0U;
    const bool sent =
        (NvSciSyncAttrListIpcExportUnreconciled(&list, 1U, g_core.end, &bytes, &size) == 0) &&
        send(bytes, size);

    NvSciSyncAttrListFreeDesc(bytes);
    return sent;
}

static bool send_buf_list(NvSciBufAttrList list)
{
    void *bytes = NULL;
    size_t size = 0U;
    const bool sent =
        (NvSciBufAttrListIpcExportUnreconciled(&list, 1U, g_core.end, &bytes, &size) == 0) &&
        send(bytes, size);

    NvSciBufAttrListFreeDesc(bytes);
    return sent;
}

static bool receive_sync_list(NvSciSyncAttrList *list)
{
    return receive() &&
           (NvSciSyncAttrListIpcImportUnreconciled(g_core.sync_module, g_core.end, g_packet.bytes,
                                                   (size_t)g_packet.size, list) == 0);
}

static bool receive_buf_list(NvSciBufAttrList *list)
{
    return receive() &&
           (NvSciBufAttrListIpcImportUnreconciled(g_core.buf_module, g_core.end, g_packet.bytes,
                                                  (size_t)g_packet.size, list) == 0);
}

/* ---------------------------------------------------------------- core 0: objects */

/** Allocates an object of own rights and the lists that come next. */
static bool near_sync(NvSciSyncAccessPerm perm, NvSciSyncObj *object)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    const bool made = sync_list(perm, &lists[0]) && receive_sync_list(&lists[1]) &&
                      (NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, object, &conflict) == 0);

    NvSciSyncAttrListFree(conflict);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return made;
}

/** Exports an object that the peer waits for. */
static bool export_waiting(NvSciSyncObj object)
{
    void *bytes = NULL;
    size_t size = 0U;
    const bool sent = (NvSciSyncIpcExportAttrListAndObj(object, NvSciSyncAccessPerm_WaitOnly,
                                                        g_core.end, &bytes, &size) == 0) &&
                      send(bytes, size);

    NvSciSyncAttrListAndObjFreeDesc(bytes);
    return sent;
}

/** Exports list and object, one after the other, to a peer that signals. */
static bool export_signalling(NvSciSyncObj object)
{
    NvSciSyncAttrList list = NULL;
    NvSciSyncObjIpcExportDescriptor desc;
    void *bytes = NULL;
    size_t size = 0U;
    bool sent = (NvSciSyncObjGetAttrList(object, &list) == 0) &&
                (NvSciSyncAttrListIpcExportReconciled(list, g_core.end, &bytes, &size) == 0) &&
                send(bytes, size);

    NvSciSyncAttrListFreeDesc(bytes);
    sent = sent &&
           (NvSciSyncObjIpcExport(object, NvSciSyncAccessPerm_Auto, g_core.end, &desc) == 0) &&
           send(&desc, sizeof(desc));
    return sent;
}

static bool near_buffer(void)
{
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList conflict = NULL;
    void *pointer = NULL;
    const bool made =
        buf_list(NvSciBufAccessPerm_ReadWrite, &lists[0]) && receive_buf_list(&lists[1]) &&
        (NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &g_core.buffer, &conflict) == 0) &&
        (NvSciBufObjGetCpuPtr(g_core.buffer, &pointer) == 0);

    g_core.bytes = pointer;
    NvSciBufAttrListFree(conflict);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    return made;
}

static bool export_buffer(void)
{
    void *bytes = NULL;
    size_t size = 0U;
    const bool sent = (NvSciBufIpcExportAttrListAndObj(g_core.buffer, NvSciBufAccessPerm_Auto,
                                                       g_core.end, &bytes, &size) == 0) &&
                      send(bytes, size);

    NvSciBufAttrListAndObjFreeDesc(bytes);
    return sent;
}

/** Lets the peer have both objects a second time, for lists that come late. */
static bool attach_late(void)
{
    NvSciSyncAttrList late = NULL;
    NvSciBufAttrList later = NULL;
    bool good = check("late lists", receive_sync_list(&late) && receive_buf_list(&later));

    good = good && done("a late waiter", NvSciSyncObjAttachPeer(g_core.signals, &late, 1U));
    good = good && done("a late user", NvSciBufObjAttachPeer(g_core.buffer, &later, 1U));
    good = good && check("late exports", export_waiting(g_core.signals) && export_buffer());
    NvSciSyncAttrListFree(late);
    NvSciBufAttrListFree(later);
    return good;
}

/* ---------------------------------------------------------------- core 1: objects */

/** Imports an object that this core waits for, from the bytes that came last. */
static NvSciError import_waiting(NvSciSyncAttrList own, NvSciSyncObj *object)
{
    return NvSciSyncIpcImportAttrListAndObj(g_core.sync_module, g_core.end, g_packet.bytes,
                                            (size_t)g_packet.size, &own, (own != NULL) ? 1U : 0U,
                                            NvSciSyncAccessPerm_WaitOnly, 0, object);
}

static NvSciError import_buffer(NvSciBufAttrList own, NvSciBufAttrValAccessPerm perm,
                                NvSciBufObj *object)
{
    return NvSciBufIpcImportAttrListAndObj(g_core.buf_module, g_core.end, g_packet.bytes,
                                           (size_t)g_packet.size, &own, 1U, perm, 0, object);
}

/** Imports an object that this core signals. */
static bool far_signalling(NvSciSyncAttrList own)
{
    NvSciSyncAttrList list = NULL;
    NvSciSyncObjIpcExportDescriptor desc;
    bool good =
        receive() &&
        (NvSciSyncAttrListIpcImportReconciled(g_core.sync_module, g_core.end, g_packet.bytes,
                                              (size_t)g_packet.size, &own, 1U, &list) == 0);

    good = good && receive() && (g_packet.size == sizeof(desc));
    if (good) {
        (void)memcpy(&desc, g_packet.bytes, sizeof(desc));
        good = (NvSciSyncObjIpcImport(g_core.end, &desc, list, NvSciSyncAccessPerm_Auto, 0,
                                      &g_core.signals) == 0) &&
               check("a token is good once",
                     NvSciSyncObjIpcImport(g_core.end, &desc, list, NvSciSyncAccessPerm_Auto, 0,
                                           &g_core.waits) == NvSciError_BadParameter);
    }
    NvSciSyncAttrListFree(list);
    return good;
}

/** Imports the buffer; before that bytes that were changed, and after that the same ones again. */
static bool far_buffer(NvSciBufAttrList own)
{
    NvSciBufObj none = NULL;
    void *pointer = NULL;
    bool good = check("the buffer comes", receive());

    g_packet.bytes[40] ^= 1U;
    good =
        good && check("changed bytes are refused", import_buffer(own, NvSciBufAccessPerm_ReadWrite,
                                                                 &none) == NvSciError_BadParameter);
    g_packet.bytes[40] ^= 1U;
    good = good && done("the buffer is imported",
                        import_buffer(own, NvSciBufAccessPerm_ReadWrite, &g_core.buffer));
    good = good && check("bytes are good once", import_buffer(own, NvSciBufAccessPerm_ReadWrite,
                                                              &none) == NvSciError_BadParameter);
    good = good && done("the buffer has an address", NvSciBufObjGetCpuPtr(g_core.buffer, &pointer));
    g_core.bytes = pointer;
    return good;
}

/** Asks late for what this core has already, and gives that back. */
static bool ask_late(void)
{
    NvSciSyncAttrList late = NULL;
    NvSciBufAttrList later = NULL;
    NvSciSyncObj waits = NULL;
    NvSciBufObj reads = NULL;
    const void *pointer = NULL;
    bool good = sync_list(NvSciSyncAccessPerm_WaitOnly, &late) && send_sync_list(late) &&
                buf_list(NvSciBufAccessPerm_Readonly, &later) && send_buf_list(later);

    good = good && receive() && (import_waiting(late, &waits) == 0);
    good = good && receive() && (import_buffer(later, NvSciBufAccessPerm_Readonly, &reads) == 0) &&
           (NvSciBufObjGetConstCpuPtr(reads, &pointer) == 0) && (pointer == g_core.bytes);
    NvSciSyncObjFree(waits);
    NvSciBufObjFree(reads);
    NvSciSyncAttrListFree(late);
    NvSciBufAttrListFree(later);
    return check("late objects", good);
}

static bool far_objects(void)
{
    NvSciSyncAttrList waits = NULL;
    NvSciSyncAttrList signals = NULL;
    NvSciBufAttrList writes = NULL;
    bool good = sync_list(NvSciSyncAccessPerm_WaitOnly, &waits) && send_sync_list(waits) &&
                sync_list(NvSciSyncAccessPerm_SignalOnly, &signals) && send_sync_list(signals) &&
                buf_list(NvSciBufAccessPerm_ReadWrite, &writes) && send_buf_list(writes);

    good = check("lists go out", good);
    good = good && check("an object to signal", far_signalling(signals));
    good = good &&
           check("an object to wait for", receive() && (import_waiting(waits, &g_core.waits) == 0));
    good = good && far_buffer(writes);
    good = good && ask_late();
    NvSciSyncAttrListFree(waits);
    NvSciSyncAttrListFree(signals);
    NvSciBufAttrListFree(writes);
    return good;
}

/* ---------------------------------------------------------------- rounds */

static void write_bytes(uint32_t seed)
{
    for (uint32_t i = 0U; i < BYTES; i++) {
        g_core.bytes[i] = (uint8_t)((i * 7U) + seed);
    }
    (void)NvSciBufObjFlushCpuCacheRange(g_core.buffer, 0U, BYTES);
}

static bool bytes_are(uint32_t seed)
{
    bool same = true;

    (void)NvSciBufObjFlushCpuCacheRange(g_core.buffer, 0U, BYTES);
    for (uint32_t i = 0U; i < BYTES; i++) {
        same = same && (g_core.bytes[i] == (uint8_t)((i * 7U) + seed));
    }
    return same;
}

/** Writes the buffer and promises the peer a signal, which comes sooner or later. */
static bool give_turn(uint32_t round, uint32_t seed)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;
    bool good = (NvSciSyncObjGenerateFence(g_core.signals, &fence) == 0) &&
                (NvSciSyncIpcExportFence(&fence, g_core.end, &desc) == 0) &&
                send(&desc, sizeof(desc));

    NvSciSyncFenceClear(&fence);
    if ((round % 2U) == 0U) {
        pause_us(PAUSE_US);
    }
    write_bytes(seed);
    return good && (NvSciSyncObjSignal(g_core.signals) == 0);
}

/** Takes the fence that the peer sent. */
static bool take_fence(NvSciSyncFence *fence)
{
    NvSciSyncFenceIpcExportDescriptor desc;
    const bool came = receive() && (g_packet.size == sizeof(desc));

    if (came) {
        (void)memcpy(&desc, g_packet.bytes, sizeof(desc));
    }
    return came && (NvSciSyncIpcImportFence(g_core.waits, &desc, fence) == 0);
}

/** Waits for the peer, and reads what it wrote. */
static bool take_turn(uint32_t seed)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    const bool good = take_fence(&fence) &&
                      (NvSciSyncFenceWait(&fence, g_core.context, (int64_t)LIMIT_US) == 0) &&
                      bytes_are(seed);

    NvSciSyncFenceClear(&fence);
    return good;
}

static bool near_turns(void)
{
    bool good = true;

    for (uint32_t i = 0U; (i < ROUNDS) && good; i++) {
        good = give_turn(i, i) && take_turn(i + 100U);
    }
    return good;
}

static bool far_turns(void)
{
    bool good = true;

    for (uint32_t i = 0U; (i < ROUNDS) && good; i++) {
        good = take_turn(i) && give_turn(i, i + 100U);
    }
    return good;
}

/** Waits for a signal that the peer promised before it died. */
static bool peer_is_missed(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    bool good = check("a last fence", take_fence(&fence));

    good =
        good && check("a wait ends with its peer",
                      NvSciSyncFenceWait(&fence, g_core.context, -1) == NvSciError_NoSuchProcess);
    good = good && check("and each one after it",
                         NvSciSyncFenceWait(&fence, g_core.context, 0) == NvSciError_NoSuchProcess);
    good = good && check("the channel notices", await(NV_SCI_IPC_EVENT_CONN_RESET));
    NvSciSyncFenceClear(&fence);
    return good;
}

/** Promises a signal, and dies. */
static void promise_and_die(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;

    if ((NvSciSyncObjGenerateFence(g_core.signals, &fence) == 0) &&
        (NvSciSyncIpcExportFence(&fence, g_core.end, &desc) == 0)) {
        (void)send(&desc, sizeof(desc));
        pause_us(10U * PAUSE_US);
        g_core.run->die();
    }
}

/* ---------------------------------------------------------------- sessions */

/** Opens modules and an endpoint, and waits for the peer. */
static bool begin(const CoresRun *run)
{
    const char *const name = run->end;
    bool good = true;

    (void)memset(&g_core, 0, sizeof(g_core));
    g_core.run = run;
    good =
        done("modules", NvSciSyncModuleOpen(&g_core.sync_module)) &&
        done("modules", NvSciBufModuleOpen(&g_core.buf_module)) &&
        done("a wait context", NvSciSyncCpuWaitContextAlloc(g_core.sync_module, &g_core.context)) &&
        done("channels", NvSciIpcInit());
    if (good && (RingfenceHookCore() != 0U)) {
        good = done("a service", NvSciEventLoopServiceCreateSafe(1U, NULL, &g_core.loop)) &&
               done("an endpoint with a service",
                    NvSciIpcOpenEndpointWithEventService(name, &g_core.end,
                                                         &g_core.loop->EventService)) &&
               done("a notifier", NvSciIpcGetEventNotifier(g_core.end, &g_core.notifier));
    } else {
        good = good && done("an endpoint", NvSciIpcOpenEndpoint(name, &g_core.end));
    }
    if (good) {
        NvSciIpcEndpoint twice = 0U;
        int32_t fd = -1;

        good =
            check("a name is open once", NvSciIpcOpenEndpoint(name, &twice) == NvSciError_Busy) &&
            check("there is no descriptor of a system",
                  NvSciIpcGetLinuxEventFd(g_core.end, &fd) == NvSciError_NotSupported);
    }
    return good && done("a reset", NvSciIpcResetEndpointSafe(g_core.end)) &&
           check("a connection", await(NV_SCI_IPC_EVENT_CONN_EST));
}

/** Gives everything back. */
static void end(void)
{
    NvSciBufObjFree(g_core.buffer);
    NvSciSyncObjFree(g_core.signals);
    NvSciSyncObjFree(g_core.waits);
    if (g_core.notifier != NULL) {
        g_core.notifier->Delete(g_core.notifier);
    }
    (void)NvSciIpcCloseEndpointSafe(g_core.end, true);
    if (g_core.loop != NULL) {
        g_core.loop->EventService.Delete(&g_core.loop->EventService);
    }
    NvSciIpcDeinit();
    NvSciSyncCpuWaitContextFree(g_core.context);
    NvSciBufModuleClose(g_core.buf_module);
    NvSciSyncModuleClose(g_core.sync_module);
}

/** Says whether nothing of this core's memory is in use any more, by any core. */
static bool memory_is_free(void)
{
    const uint64_t begin_us = RingfenceHookTimeUs();
    bool is_free = false;

    while ((!is_free) && ((RingfenceHookTimeUs() - begin_us) < LIMIT_US)) {
        RingfenceArenaUsage buffers = {0U, 0U, 0U, 0U};
        RingfenceArenaUsage counters = {0U, 0U, 0U, 0U};

        is_free = RingfencePortGetArenaUsage(RINGFENCE_ARENA_BUFFERS, &buffers) &&
                  RingfencePortGetArenaUsage(RINGFENCE_ARENA_COUNTERS, &counters) &&
                  (buffers.inUse == 0U) && (counters.inUse == 0U);
        if (!is_free) {
            rest();
        }
    }
    return is_free;
}

static void near_session(const CoresRun *run, bool dies)
{
    bool good = begin(run);

    good = good && check("an object to be waited for",
                         near_sync(NvSciSyncAccessPerm_SignalOnly, &g_core.signals));
    good = good &&
           check("an object to wait for", near_sync(NvSciSyncAccessPerm_WaitOnly, &g_core.waits));
    good = good && check("a buffer", near_buffer());
    good = good && check("exports", export_signalling(g_core.waits) &&
                                        export_waiting(g_core.signals) && export_buffer());
    good = good && attach_late();
    good = good && done("phase RUNTIME", RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    good = good && check("turns", near_turns());
    if (good && dies) {
        good = peer_is_missed();
    }
    (void)RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT);
    end();
    (void)RingfenceAdvancePhase(RINGFENCE_PHASE_INIT);
    if (good) {
        (void)check("memory is free again", memory_is_free());
    }
}

uint32_t play_near(const CoresRun *run)
{
    uint32_t failed = 0U;

    run->start();
    near_session(run, true);
    failed = g_core.failed;
    if (failed == 0U) {
        run->start();
        near_session(run, false);
        failed = g_core.failed;
    }
    return failed;
}

uint32_t play_torn(const CoresRun *run)
{
    bool is_free = false;

    g_torn = true;
    run->start();
    near_session(run, false);
    is_free = memory_is_free();
    g_torn = false;
    return check("memory is free though the other core was reset", is_free) ? 0U : 1U;
}

uint32_t play_far(const CoresRun *run, bool dies)
{
    bool good = begin(run);

    good = good && far_objects();
    good = good && done("phase RUNTIME", RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    good = good && check("turns", far_turns());
    if (good && dies) {
        promise_and_die();
        (void)check("this core dies", false);
    }
    (void)RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT);
    end();
    return g_core.failed;
}
