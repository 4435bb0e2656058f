/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file counts.c
 * Instructions of each function of the runtime path: a line for each case, with the case, the
 * instructions of the dearest and of the cheapest run, the calls that leave the library, and the
 * system calls. test/tools/bench_counts.py compares them with test/bench/counts.tsv.
 *
 * Both ends of a channel are in this process. Each case leaves what it found.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/phase.h"
#include "core/pool.h"
#include "ends.h"
#include "nvscibuf.h"
#include "nvscievent.h"
#include "nvsciipc.h"
#include "nvscisync.h"
#include "own_table.h"
#include "port/wait.h"
#include "ringfence.h"
#include "ringfence_cfg.h"
#include "ringfence_engine.h"
#include "steps.h"

/** Bytes of a short message, and of a frame of the built-in table. */
#define SHORT_BYTES 64U
#define FRAME_BYTES 24576U
/** Seconds after which a run that hangs is ended. */
#define HANG_SECONDS 300U

/** Times that each case runs; the first ones do not count. */
#define ROUNDS      5U
#define WARM_ROUNDS 2U

/** The next call of a function counts. */
#define COUNT(function) steps_count((uintptr_t)(function), &g_sums)

/** What the calls of a run of a case executed. */
static Steps g_sums;

static NvSciSyncModule g_module;
static NvSciSyncCpuWaitContext g_context;
/** Objects that the CPU signals and waits for. */
static NvSciSyncObj g_object;
static NvSciSyncObj g_other;
/** One with timestamps. */
static NvSciSyncObj g_stamped;
/** One that an engine signals. */
static NvSciSyncObj g_engine;
static RingfenceEngineSync g_map;
/** One that an engine waits for. */
static NvSciSyncObj g_awaited;
static RingfenceEngineSync g_awaited_map;
/** One that went over the channel, and as it came out at the other end. */
static NvSciSyncObj g_exported;
static NvSciSyncObj g_imported;
static NvSciBufObj g_buffer;
static NvSciIpcEndpoint g_near;
static NvSciIpcEndpoint g_far;
static NvSciEventLoopService *g_loop;
static NvSciEventNotifier *g_notifier;
static NvSciLocalEvent *g_event;
static uint8_t g_bytes[FRAME_BYTES];

/* ---------------------------------------------------------------- sync objects and fences */

/** A fence that has expired. */
static NvSciSyncFence expired(NvSciSyncObj object)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    NEED_OK(NvSciSyncObjGenerateFence(object, &fence));
    NEED_OK(NvSciSyncObjSignal(object));
    return fence;
}

static void generate_cleared(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    COUNT(NvSciSyncObjGenerateFence);
    NEED_OK(NvSciSyncObjGenerateFence(g_object, &fence));
    NEED_OK(NvSciSyncObjSignal(g_object));
    NvSciSyncFenceClear(&fence);
}

static void generate_same(void)
{
    NvSciSyncFence fence = expired(g_object);

    COUNT(NvSciSyncObjGenerateFence);
    NEED_OK(NvSciSyncObjGenerateFence(g_object, &fence));
    NEED_OK(NvSciSyncObjSignal(g_object));
    NvSciSyncFenceClear(&fence);
}

static void generate_other(void)
{
    NvSciSyncFence fence = expired(g_other);

    COUNT(NvSciSyncObjGenerateFence);
    NEED_OK(NvSciSyncObjGenerateFence(g_object, &fence));
    NEED_OK(NvSciSyncObjSignal(g_object));
    NvSciSyncFenceClear(&fence);
}

static void signal_of(NvSciSyncObj object)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    NEED_OK(NvSciSyncObjGenerateFence(object, &fence));
    COUNT(NvSciSyncObjSignal);
    NEED_OK(NvSciSyncObjSignal(object));
    NvSciSyncFenceClear(&fence);
}

static void signal_plain(void)
{
    signal_of(g_object);
}

static void signal_stamped(void)
{
    signal_of(g_stamped);
}

static void signal_exported(void)
{
    signal_of(g_exported);
}

static void dup_cleared(void)
{
    const NvSciSyncFence fence = expired(g_object);
    NvSciSyncFence copy = NvSciSyncFenceInitializer;
    NvSciSyncFence first = fence;

    COUNT(NvSciSyncFenceDup);
    NEED_OK(NvSciSyncFenceDup(&fence, &copy));
    NvSciSyncFenceClear(&copy);
    NvSciSyncFenceClear(&first);
}

static void wait_of(NvSciSyncObj signalled, NvSciSyncFence *fence, int64_t timeout)
{
    (void)signalled;
    COUNT(NvSciSyncFenceWait);
    NEED_OK(NvSciSyncFenceWait(fence, g_context, timeout));
    NvSciSyncFenceClear(fence);
}

static void wait_expired(void)
{
    NvSciSyncFence fence = expired(g_object);

    wait_of(g_object, &fence, -1);
}

static void wait_zero(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    NEED_OK(NvSciSyncObjGenerateFence(g_object, &fence));
    COUNT(NvSciSyncFenceWait);
    NEED(NvSciSyncFenceWait(&fence, g_context, 0) == NvSciError_Timeout);
    NEED_OK(NvSciSyncObjSignal(g_object));
    NvSciSyncFenceClear(&fence);
}

static void wait_mode(void)
{
    NvSciSyncFence fence = expired(g_object);

    COUNT(NvSciSyncFenceWaitWithMode);
    NEED_OK(NvSciSyncFenceWaitWithMode(&fence, g_context, -1, NvSciSyncWaitMode_Default));
    NvSciSyncFenceClear(&fence);
}

static void clear_expired(void)
{
    NvSciSyncFence fence = expired(g_object);

    COUNT(NvSciSyncFenceClear);
    NvSciSyncFenceClear(&fence);
}

static void clear_cleared(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    COUNT(NvSciSyncFenceClear);
    NvSciSyncFenceClear(&fence);
}

/** The six calls of a frame. */
static void cycle(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence copy = NvSciSyncFenceInitializer;

    COUNT(NvSciSyncObjGenerateFence);
    NEED_OK(NvSciSyncObjGenerateFence(g_object, &fence));
    COUNT(NvSciSyncFenceDup);
    NEED_OK(NvSciSyncFenceDup(&fence, &copy));
    COUNT(NvSciSyncObjSignal);
    NEED_OK(NvSciSyncObjSignal(g_object));
    COUNT(NvSciSyncFenceWait);
    NEED_OK(NvSciSyncFenceWait(&copy, g_context, -1));
    COUNT(NvSciSyncFenceClear);
    NvSciSyncFenceClear(&copy);
    COUNT(NvSciSyncFenceClear);
    NvSciSyncFenceClear(&fence);
}

static void extract(void)
{
    NvSciSyncFence fence = expired(g_object);
    uint64_t id = 0U;
    uint64_t value = 0U;

    COUNT(NvSciSyncFenceExtractFence);
    NEED_OK(NvSciSyncFenceExtractFence(&fence, &id, &value));
    NvSciSyncFenceClear(&fence);
}

static void update(void)
{
    NvSciSyncFence fence = expired(g_object);
    uint64_t id = 0U;
    uint64_t value = 0U;

    NEED_OK(NvSciSyncFenceExtractFence(&fence, &id, &value));
    COUNT(NvSciSyncFenceUpdateFence);
    NEED_OK(NvSciSyncFenceUpdateFence(g_object, id, value, &fence));
    NvSciSyncFenceClear(&fence);
}

static void add_timestamp_slot(void)
{
    NvSciSyncFence fence = expired(g_stamped);
    uint32_t slot = 0U;

    NEED_OK(NvSciSyncFenceExtractTimestampSlot(&fence, &slot));
    COUNT(NvSciSyncFenceAddTimestampSlot);
    NEED_OK(NvSciSyncFenceAddTimestampSlot(&fence, slot));
    NvSciSyncFenceClear(&fence);
}

static void extract_timestamp_slot(void)
{
    NvSciSyncFence fence = expired(g_stamped);
    uint32_t slot = 0U;

    COUNT(NvSciSyncFenceExtractTimestampSlot);
    NEED_OK(NvSciSyncFenceExtractTimestampSlot(&fence, &slot));
    NvSciSyncFenceClear(&fence);
}

static void get_timestamp(void)
{
    NvSciSyncFence fence = expired(g_stamped);
    uint64_t time = 0U;

    COUNT(NvSciSyncFenceGetTimestamp);
    NEED_OK(NvSciSyncFenceGetTimestamp(&fence, &time));
    NEED(time != 0U);
    NvSciSyncFenceClear(&fence);
}

static void add_task_status_slot(void)
{
    NvSciSyncFence fence = expired(g_object);

    COUNT(NvSciSyncFenceAddTaskStatusSlot);
    NEED_OK(NvSciSyncFenceAddTaskStatusSlot(&fence, 1U));
    NvSciSyncFenceClear(&fence);
}

static void set_task_status(void)
{
    const NvSciSyncTaskStatus status = {.status = NvSciSyncTaskStatus_Success};

    COUNT(RingfenceSyncObjSetTaskStatus);
    NEED_OK(RingfenceSyncObjSetTaskStatus(g_object, 1U, &status));
}

static void get_task_status(void)
{
    NvSciSyncFence fence = expired(g_object);
    NvSciSyncTaskStatus status;

    (void)memset(&status, 0, sizeof(status));
    set_task_status();
    NEED_OK(NvSciSyncFenceAddTaskStatusSlot(&fence, 1U));
    COUNT(NvSciSyncFenceGetTaskStatus);
    NEED_OK(NvSciSyncFenceGetTaskStatus(&fence, &status));
    NEED(status.status == NvSciSyncTaskStatus_Success);
    NvSciSyncFenceClear(&fence);
}

/* ---------------------------------------------------------------- fences over a channel */

static void export_fence(void)
{
    NvSciSyncFence fence = expired(g_exported);
    NvSciSyncFenceIpcExportDescriptor desc;

    COUNT(NvSciSyncIpcExportFence);
    NEED_OK(NvSciSyncIpcExportFence(&fence, g_near, &desc));
    NvSciSyncFenceClear(&fence);
}

/** A fence of the imported object that has expired. */
static NvSciSyncFence carried(void)
{
    NvSciSyncFence fence = expired(g_exported);
    NvSciSyncFence there = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;

    NEED_OK(NvSciSyncIpcExportFence(&fence, g_near, &desc));
    COUNT(NvSciSyncIpcImportFence);
    NEED_OK(NvSciSyncIpcImportFence(g_imported, &desc, &there));
    NvSciSyncFenceClear(&fence);
    return there;
}

static void import_fence(void)
{
    NvSciSyncFence fence = carried();

    NvSciSyncFenceClear(&fence);
}

static void wait_imported(void)
{
    NvSciSyncFence fence = expired(g_exported);
    NvSciSyncFence there = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;

    NEED_OK(NvSciSyncIpcExportFence(&fence, g_near, &desc));
    NEED_OK(NvSciSyncIpcImportFence(g_imported, &desc, &there));
    wait_of(g_imported, &there, -1);
    NvSciSyncFenceClear(&fence);
}

/** Waits without time for a point of the imported object. A slice is over, so the first wait looks
 * whether its signaller lives, and the second one does not. */
static void poll_imported_again(bool again)
{
    const struct timespec slice = {0, RINGFENCE_CFG_LIFE_CHECK_US * 1000L};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence there = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;

    NEED_OK(NvSciSyncObjGenerateFence(g_exported, &fence));
    NEED_OK(NvSciSyncIpcExportFence(&fence, g_near, &desc));
    NEED_OK(NvSciSyncIpcImportFence(g_imported, &desc, &there));
    (void)nanosleep(&slice, NULL);
    if (again) {
        NEED(NvSciSyncFenceWait(&there, g_context, 0) == NvSciError_Timeout);
    }
    COUNT(NvSciSyncFenceWait);
    NEED(NvSciSyncFenceWait(&there, g_context, 0) == NvSciError_Timeout);
    NEED_OK(NvSciSyncObjSignal(g_exported));
    NvSciSyncFenceClear(&there);
    NvSciSyncFenceClear(&fence);
}

/** Both waits are to be in one slice: where others have the processor they may not be, and what was
 * counted then does not count. */
static void poll_imported(void)
{
    const uint64_t slice = (uint64_t)RINGFENCE_CFG_LIFE_CHECK_US;
    uint64_t took = 2U * slice;

    for (uint32_t i = 0U; (i < 100U) && (took >= (2U * slice)); i++) {
        const uint64_t begin = ringfence_port_time_us();

        g_sums = (Steps){0U, 0U, 0U};
        poll_imported_again(true);
        took = ringfence_port_time_us() - begin;
    }
}

static void poll_imported_look(void)
{
    poll_imported_again(false);
}

/* ---------------------------------------------------------------- engines */

/** What an engine does when it has reached a point. */
static void engine_reach(uint64_t point)
{
    __atomic_store_n((uint64_t *)g_map.counter, point, __ATOMIC_RELEASE);
}

static void engine_generate(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t point = 0U;

    COUNT(RingfenceEngineFenceGenerate);
    NEED_OK(RingfenceEngineFenceGenerate(g_map.object, &fence, &point));
    engine_reach(point);
    NvSciSyncFenceClear(&fence);
}

static void engine_read(void)
{
    NvSciSyncFence fence = expired(g_awaited);
    RingfenceEngineFence view;

    COUNT(RingfenceEngineFenceRead);
    NEED_OK(RingfenceEngineFenceRead(g_awaited_map.object, &fence, &view));
    NEED(view.reached);
    NvSciSyncFenceClear(&fence);
}

static void engine_abandon(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t point = 0U;

    NEED_OK(RingfenceEngineFenceGenerate(g_map.object, &fence, &point));
    COUNT(RingfenceEngineFenceAbandon);
    NEED_OK(RingfenceEngineFenceAbandon(g_map.object, &fence));
}

static void engine_check(void)
{
    bool over = true;

    COUNT(RingfenceEngineSyncCheck);
    NEED_OK(RingfenceEngineSyncCheck(g_map.object, &over));
    NEED(!over);
}

/* ---------------------------------------------------------------- channels */

static void write_of(uint32_t size)
{
    uint32_t bytes = 0U;

    COUNT(NvSciIpcWriteSafe);
    NEED_OK(NvSciIpcWriteSafe(g_near, g_bytes, size, &bytes));
    NEED_OK(NvSciIpcReadSafe(g_far, g_bytes, size, &bytes));
}

static void read_of(uint32_t size)
{
    uint32_t bytes = 0U;

    NEED_OK(NvSciIpcWriteSafe(g_near, g_bytes, size, &bytes));
    COUNT(NvSciIpcReadSafe);
    NEED_OK(NvSciIpcReadSafe(g_far, g_bytes, size, &bytes));
}

static void write_short(void)
{
    write_of(SHORT_BYTES);
}

static void write_frame(void)
{
    write_of(FRAME_BYTES);
}

static void read_short(void)
{
    read_of(SHORT_BYTES);
}

static void read_frame(void)
{
    read_of(FRAME_BYTES);
}

static void write_older(void)
{
    int32_t bytes = 0;

    COUNT(NvSciIpcWrite);
    NEED_OK(NvSciIpcWrite(g_near, g_bytes, SHORT_BYTES, &bytes));
    COUNT(NvSciIpcRead);
    NEED_OK(NvSciIpcRead(g_far, g_bytes, SHORT_BYTES, &bytes));
}

static void write_in_place(void)
{
    const volatile void *read = NULL;
    volatile void *written = NULL;

    COUNT(NvSciIpcWriteGetNextFrame);
    NEED_OK(NvSciIpcWriteGetNextFrame(g_near, &written));
    COUNT(NvSciIpcWriteAdvance);
    NEED_OK(NvSciIpcWriteAdvance(g_near));
    NEED_OK(NvSciIpcReadGetNextFrame(g_far, &read));
    NEED_OK(NvSciIpcReadAdvance(g_far));
}

static void read_in_place(void)
{
    const volatile void *read = NULL;
    volatile void *written = NULL;

    NEED_OK(NvSciIpcWriteGetNextFrame(g_near, &written));
    NEED_OK(NvSciIpcWriteAdvance(g_near));
    COUNT(NvSciIpcReadGetNextFrame);
    NEED_OK(NvSciIpcReadGetNextFrame(g_far, &read));
    COUNT(NvSciIpcReadAdvance);
    NEED_OK(NvSciIpcReadAdvance(g_far));
}

/** A read that finds nothing, a tick of the clock behind the last one. */
static void read_nothing(void)
{
    const struct timespec tick = {0, 20000000};
    const volatile void *read = NULL;

    (void)nanosleep(&tick, NULL);
    COUNT(NvSciIpcReadGetNextFrame);
    NEED(NvSciIpcReadGetNextFrame(g_far, &read) == NvSciError_InsufficientMemory);
}

/** Asks for events while there is a frame to read. */
static void ask_busy(void)
{
    uint32_t events = 0U;
    uint32_t bytes = 0U;

    NEED_OK(NvSciIpcWriteSafe(g_near, g_bytes, SHORT_BYTES, &bytes));
    COUNT(NvSciIpcGetEventSafe);
    NEED_OK(NvSciIpcGetEventSafe(g_far, &events));
    NEED((events & NV_SCI_IPC_EVENT_READ) != 0U);
    NEED_OK(NvSciIpcReadSafe(g_far, g_bytes, SHORT_BYTES, &bytes));
}

static void ask_busy_older(void)
{
    uint32_t events = 0U;
    uint32_t bytes = 0U;

    NEED_OK(NvSciIpcWriteSafe(g_near, g_bytes, SHORT_BYTES, &bytes));
    COUNT(NvSciIpcGetEvent);
    NEED_OK(NvSciIpcGetEvent(g_far, &events));
    NEED((events & NV_SCI_IPC_EVENT_READ) != 0U);
    NEED_OK(NvSciIpcReadSafe(g_far, g_bytes, SHORT_BYTES, &bytes));
}

/** Asks where nothing has changed: the caller may sleep after that. The next frame takes the
 * announcement back. */
static void ask_idle(void)
{
    uint32_t events = 0U;
    uint32_t bytes = 0U;

    NEED_OK(NvSciIpcGetEventSafe(g_far, &events));
    COUNT(NvSciIpcGetEventSafe);
    NEED_OK(NvSciIpcGetEventSafe(g_far, &events));
    NEED((events & NV_SCI_IPC_EVENT_READ) == 0U);
    NEED_OK(NvSciIpcWriteSafe(g_near, g_bytes, SHORT_BYTES, &bytes));
    NEED_OK(NvSciIpcGetEventSafe(g_far, &events));
    NEED_OK(NvSciIpcReadSafe(g_far, g_bytes, SHORT_BYTES, &bytes));
}

/** Writes to a side that announced that it may sleep. */
static void write_waking(void)
{
    uint32_t events = 0U;
    uint32_t bytes = 0U;

    NEED_OK(NvSciIpcGetEventSafe(g_far, &events));
    NEED_OK(NvSciIpcGetEventSafe(g_far, &events));
    COUNT(NvSciIpcWriteSafe);
    NEED_OK(NvSciIpcWriteSafe(g_near, g_bytes, SHORT_BYTES, &bytes));
    NEED_OK(NvSciIpcGetEventSafe(g_far, &events));
    NEED_OK(NvSciIpcReadSafe(g_far, g_bytes, SHORT_BYTES, &bytes));
}

static void endpoint_info(void)
{
    NvSciIpcEndpointInfo info;

    COUNT(NvSciIpcGetEndpointInfo);
    NEED_OK(NvSciIpcGetEndpointInfo(g_near, &info));
}

/* ---------------------------------------------------------------- event services */

static void event_signal(void)
{
    COUNT(g_event->Signal);
    NEED_OK(g_event->Signal(g_event));
    NEED_OK(g_loop->WaitForEvent(g_notifier, 0));
}

static void event_wait(void)
{
    NEED_OK(g_event->Signal(g_event));
    COUNT(g_loop->WaitForEvent);
    NEED_OK(g_loop->WaitForEvent(g_notifier, 0));
}

static void event_wait_multiple(void)
{
    bool found = false;

    NEED_OK(g_event->Signal(g_event));
    COUNT(g_loop->WaitForMultipleEvents);
    NEED_OK(g_loop->WaitForMultipleEvents(&g_notifier, 1U, 0, &found));
    NEED(found);
}

static void event_wait_extended(void)
{
    bool found = false;

    NEED_OK(g_event->Signal(g_event));
    COUNT(g_loop->WaitForMultipleEventsExt);
    NEED_OK(g_loop->WaitForMultipleEventsExt(&g_loop->EventService, &g_notifier, 1U, 0, &found));
    NEED(found);
}

/* ---------------------------------------------------------------- others */

static void flush_range(void)
{
    COUNT(NvSciBufObjFlushCpuCacheRange);
    NEED_OK(NvSciBufObjFlushCpuCacheRange(g_buffer, 0U, 64U));
}

static void current_phase(void)
{
    COUNT(RingfenceCurrentPhase);
    NEED(RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME);
}

/** Counts a slot of a pool, taken and given back under the library's lock. */
static void pool_both(RingfencePool pool)
{
    uint32_t index = 0U;

    NEED_OK(ringfence_api_enter(OP_SYNC_FENCE_CLEAR));
    COUNT(ringfence_pool_take);
    NEED_OK(ringfence_pool_take(pool, &index));
    COUNT(ringfence_pool_give);
    ringfence_pool_give(pool, index);
    ringfence_api_leave();
}

/** Slots that were not taken before: each pool has more of them than there are rounds. */
static void pool_first(void)
{
    pool_both(RINGFENCE_POOL_FENCE_DESC);
}

/** Slots of a pool all of which were taken before, and two at one time. */
static void pool_again(void)
{
    static bool is_ready = false;
    RingfencePoolUsage usage;
    uint32_t index = 0U;
    uint32_t other = 0U;

    NEED_OK(RingfenceGetPoolUsage(RINGFENCE_POOL_FENCE, &usage));
    for (uint32_t i = 0U; (!is_ready) && (i <= usage.capacity); i++) {
        NEED_OK(ringfence_api_enter(OP_SYNC_FENCE_CLEAR));
        NEED_OK(ringfence_pool_take(RINGFENCE_POOL_FENCE, &index));
        NEED_OK(ringfence_pool_take(RINGFENCE_POOL_FENCE, &other));
        ringfence_pool_give(RINGFENCE_POOL_FENCE, index);
        ringfence_pool_give(RINGFENCE_POOL_FENCE, other);
        ringfence_api_leave();
    }
    is_ready = true;
    pool_both(RINGFENCE_POOL_FENCE);
}

/* ---------------------------------------------------------------- the scene */

static NvSciSyncAttrList list_of(NvSciSyncAccessPerm perm, bool cpu)
{
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    NEED_OK(NvSciSyncAttrListCreate(g_module, &list));
    NEED_OK(NvSciSyncAttrListSetAttrs(list, pairs, 2U));
    return list;
}

static void set(NvSciSyncAttrList list, NvSciSyncAttrKey key, const void *value, size_t len)
{
    const NvSciSyncAttrKeyValuePair pair = {key, value, len};

    NEED_OK(NvSciSyncAttrListSetAttrs(list, &pair, 1U));
}

/** An object of two lists, which are freed. */
static NvSciSyncObj object_of(NvSciSyncAttrList signaller, NvSciSyncAttrList waiter)
{
    const NvSciSyncAttrList lists[] = {signaller, waiter};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    NEED_OK(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict));
    NvSciSyncAttrListFree(signaller);
    NvSciSyncAttrListFree(waiter);
    return object;
}

static void make_objects(void)
{
    static const NvSciBufPeerHwEngine engine = {NvSciBufHwEngName_DLA, NvSciBufPlatformName_Orin};
    const bool yes = true;
    NvSciSyncAttrList signaller = list_of(NvSciSyncAccessPerm_SignalOnly, false);
    NvSciSyncAttrList waiter = list_of(NvSciSyncAccessPerm_WaitOnly, true);

    set(signaller, NvSciSyncAttrKey_PeerHwEngineArray, &engine, sizeof(engine));
    g_engine = object_of(signaller, waiter);
    NEED_OK(RingfenceEngineSyncMap(g_engine, &g_map));
    waiter = list_of(NvSciSyncAccessPerm_WaitOnly, false);
    set(waiter, NvSciSyncAttrKey_PeerHwEngineArray, &engine, sizeof(engine));
    g_awaited = object_of(list_of(NvSciSyncAccessPerm_SignalOnly, true), waiter);
    NEED_OK(RingfenceEngineSyncMap(g_awaited, &g_awaited_map));
    waiter = list_of(NvSciSyncAccessPerm_WaitOnly, true);
    set(waiter, NvSciSyncAttrKey_WaiterRequireTimestamps, &yes, sizeof(yes));
    g_stamped = object_of(list_of(NvSciSyncAccessPerm_SignalOnly, true), waiter);
    g_object = object_of(list_of(NvSciSyncAccessPerm_SignalOnly, true),
                         list_of(NvSciSyncAccessPerm_WaitOnly, true));
    g_other = object_of(list_of(NvSciSyncAccessPerm_SignalOnly, true),
                        list_of(NvSciSyncAccessPerm_WaitOnly, true));
}

/** An object whose waiter is at the far end. */
static void share_object(void)
{
    NvSciSyncAttrList waiter = list_of(NvSciSyncAccessPerm_WaitOnly, true);
    NvSciSyncAttrList asked = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    NEED_OK(NvSciSyncAttrListIpcExportUnreconciled(&waiter, 1U, g_far, &bytes, &size));
    NEED_OK(NvSciSyncAttrListIpcImportUnreconciled(g_module, g_near, bytes, size, &asked));
    NvSciSyncAttrListFreeDesc(bytes);
    g_exported = object_of(list_of(NvSciSyncAccessPerm_SignalOnly, true), asked);
    NEED_OK(NvSciSyncIpcExportAttrListAndObj(g_exported, NvSciSyncAccessPerm_WaitOnly, g_near,
                                             &bytes, &size));
    NEED_OK(NvSciSyncIpcImportAttrListAndObj(g_module, g_far, bytes, size, &waiter, 1U,
                                             NvSciSyncAccessPerm_WaitOnly, 0, &g_imported));
    NvSciSyncAttrListAndObjFreeDesc(bytes);
    NvSciSyncAttrListFree(waiter);
}

static void make_buffer(void)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const bool cpu = true;
    const uint64_t size = 4096U;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)}};
    NvSciBufModule module = NULL;
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;

    NEED_OK(NvSciBufModuleOpen(&module));
    NEED_OK(NvSciBufAttrListCreate(module, &list));
    NEED_OK(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])));
    NEED_OK(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &g_buffer, &conflict));
}

/* ---------------------------------------------------------------- the cases */

static const StepsCase g_cases[] = {
    {"NvSciSyncObjGenerateFence, cleared fence", generate_cleared},
    {"NvSciSyncObjGenerateFence, fence of the object", generate_same},
    {"NvSciSyncObjGenerateFence, fence of another object", generate_other},
    {"NvSciSyncObjSignal", signal_plain},
    {"NvSciSyncObjSignal, timestamps", signal_stamped},
    {"NvSciSyncObjSignal, exported object", signal_exported},
    {"NvSciSyncFenceDup", dup_cleared},
    {"NvSciSyncFenceWait, expired", wait_expired},
    {"NvSciSyncFenceWait, expired, imported object", wait_imported},
    {"NvSciSyncFenceWait, pending, no time", wait_zero},
    {"NvSciSyncFenceWait, pending, no time, imported object", poll_imported},
    {"NvSciSyncFenceWait, pending, no time, imported object, look", poll_imported_look},
    {"NvSciSyncFenceWaitWithMode, expired", wait_mode},
    {"NvSciSyncFenceClear", clear_expired},
    {"NvSciSyncFenceClear, cleared fence", clear_cleared},
    {"cycle: GenerateFence, Dup, Signal, Wait, Clear, Clear", cycle},
    {"NvSciSyncFenceExtractFence", extract},
    {"NvSciSyncFenceUpdateFence", update},
    {"NvSciSyncFenceAddTimestampSlot", add_timestamp_slot},
    {"NvSciSyncFenceExtractTimestampSlot", extract_timestamp_slot},
    {"NvSciSyncFenceGetTimestamp", get_timestamp},
    {"NvSciSyncFenceAddTaskStatusSlot", add_task_status_slot},
    {"RingfenceSyncObjSetTaskStatus", set_task_status},
    {"NvSciSyncFenceGetTaskStatus", get_task_status},
    {"NvSciSyncIpcExportFence", export_fence},
    {"NvSciSyncIpcImportFence", import_fence},
    {"RingfenceEngineFenceGenerate", engine_generate},
    {"RingfenceEngineFenceRead, reached", engine_read},
    {"RingfenceEngineFenceAbandon", engine_abandon},
    {"RingfenceEngineSyncCheck", engine_check},
    {"NvSciIpcWriteSafe, 64 bytes", write_short},
    {"NvSciIpcWriteSafe, 24576 bytes", write_frame},
    {"NvSciIpcWriteSafe, waking", write_waking},
    {"NvSciIpcReadSafe, 64 bytes", read_short},
    {"NvSciIpcReadSafe, 24576 bytes", read_frame},
    {"NvSciIpcWrite and NvSciIpcRead, 64 bytes", write_older},
    {"NvSciIpcWriteGetNextFrame and NvSciIpcWriteAdvance", write_in_place},
    {"NvSciIpcReadGetNextFrame and NvSciIpcReadAdvance", read_in_place},
    {"NvSciIpcReadGetNextFrame, no frame, after a tick", read_nothing},
    {"NvSciIpcGetEventSafe, frame to read", ask_busy},
    {"NvSciIpcGetEventSafe, nothing new", ask_idle},
    {"NvSciIpcGetEvent, frame to read", ask_busy_older},
    {"NvSciIpcGetEndpointInfo", endpoint_info},
    {"NvSciLocalEvent.Signal", event_signal},
    {"NvSciEventLoopService.WaitForEvent, there", event_wait},
    {"NvSciEventLoopService.WaitForMultipleEvents, there", event_wait_multiple},
    {"NvSciEventLoopService.WaitForMultipleEventsExt, there", event_wait_extended},
    {"NvSciBufObjFlushCpuCacheRange", flush_range},
    {"RingfenceCurrentPhase", current_phase},
    {"ringfence_pool_take and ringfence_pool_give", pool_again},
    {"ringfence_pool_take and ringfence_pool_give, slot for the first time", pool_first},
};

static void make_scene(void)
{
    own_table_begin();
    NEED_OK(NvSciSyncModuleOpen(&g_module));
    NEED_OK(NvSciSyncCpuWaitContextAlloc(g_module, &g_context));
    make_objects();
    ends_connect(&g_near, &g_far);
    share_object();
    make_buffer();
    NEED_OK(NvSciEventLoopServiceCreateSafe(1U, NULL, &g_loop));
    NEED_OK(g_loop->EventService.CreateLocalEvent(&g_loop->EventService, &g_event));
    g_notifier = g_event->eventNotifier;
    NEED_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
}

int main(void)
{
    (void)alarm(HANG_SECONDS);
    steps_print_compiler();
    make_scene();
    NEED(steps_begin((uintptr_t)NvSciSyncObjSignal));
    for (size_t i = 0U; i < (sizeof(g_cases) / sizeof(g_cases[0])); i++) {
        NEED(steps_run_case(&g_cases[i], &g_sums, ROUNDS, WARM_ROUNDS));
    }
    return 0;
}
