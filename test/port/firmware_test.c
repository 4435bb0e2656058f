/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The library as firmware has it, on a host: static memory, hooks, signals as interrupt handlers.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "conformance.h"
#include "hooks_host.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "port/memory.h"
#include "port/status.h"
#include "ringfence.h"
#include "ringfence_cfg.h"
#include "ringfence_port.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define TURNS        300U
#define LONG_US      10000000

/* ---------------------------------------------------------------- fixtures */

static NvSciSyncModule g_sync;
static NvSciSyncObj g_object;
static NvSciSyncCpuWaitContext g_context;
static NvSciBufModule g_buf;

static void next_phase(RingfencePhase phase)
{
    assert_int_equal(RingfenceAdvancePhase(phase), NvSciError_Success);
}

static NvSciSyncAttrList sync_list(void)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitSignal;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    assert_int_equal(NvSciSyncAttrListCreate(g_sync, &list), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, pairs, COUNT(pairs)), NvSciError_Success);
    return list;
}

static NvSciError sync_object(NvSciSyncObj *object)
{
    NvSciSyncAttrList list = sync_list();
    NvSciSyncAttrList conflict = NULL;
    const NvSciError status = NvSciSyncAttrListReconcileAndObjAlloc(&list, 1U, object, &conflict);

    if (conflict != NULL) {
        NvSciSyncAttrListFree(conflict);
    }
    NvSciSyncAttrListFree(list);
    return status;
}

static NvSciError raw_object(uint64_t size, bool cached, NvSciBufObj *object)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const bool cpu = true;
    const uint64_t align = 1U;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufGeneralAttrKey_EnableCpuCache, &cached, sizeof(cached)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciError status;

    assert_int_equal(NvSciBufAttrListCreate(g_buf, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, COUNT(pairs)), NvSciError_Success);
    status = NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, object, &conflict);
    if (conflict != NULL) {
        NvSciBufAttrListFree(conflict);
    }
    NvSciBufAttrListFree(list);
    return status;
}

static int up(void **state)
{
    (void)state;
    (void)memset(&g_host_hooks, 0, sizeof(g_host_hooks));
    host_interrupts_begin();
    assert_int_equal(NvSciSyncModuleOpen(&g_sync), NvSciError_Success);
    assert_int_equal(NvSciBufModuleOpen(&g_buf), NvSciError_Success);
    assert_int_equal(sync_object(&g_object), NvSciError_Success);
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(g_sync, &g_context), NvSciError_Success);
    return 0;
}

/** Everything goes back: the arenas are empty again. */
static int down(void **state)
{
    RingfenceArenaUsage usage;

    (void)state;
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        next_phase(RINGFENCE_PHASE_DEINIT);
    }
    NvSciSyncCpuWaitContextFree(g_context);
    NvSciSyncObjFree(g_object);
    NvSciSyncModuleClose(g_sync);
    NvSciBufModuleClose(g_buf);
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT) {
        next_phase(RINGFENCE_PHASE_INIT);
    }
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_BUFFERS, &usage));
    assert_int_equal(usage.inUse, 0);
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_COUNTERS, &usage));
    assert_int_equal(usage.inUse, 0);
    return 0;
}

/* ---------------------------------------------------------------- interrupts */

static NvSciError g_handler_status;

static void signal_object(void)
{
    g_handler_status = NvSciSyncObjSignal(g_object);
}

/**
 * A handler signals whenever it comes; the waiter's rest ends each time, and long before its time.
 * @verifies RF-PORT-082
 */
static void handler_signals(void **state)
{
    const uint64_t begin_us = RingfenceHookTimeUs();

    (void)state;
    next_phase(RINGFENCE_PHASE_RUNTIME);
    for (uint32_t i = 0U; i < TURNS; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        assert_int_equal(NvSciSyncObjGenerateFence(g_object, &fence), NvSciError_Success);
        host_interrupt_after(1U + (i % 40U), signal_object);
        assert_int_equal(NvSciSyncFenceWait(&fence, g_context, LONG_US), NvSciError_Success);
        assert_int_equal(g_handler_status, NvSciError_Success);
        NvSciSyncFenceClear(&fence);
    }
    assert_true(g_host_hooks.rests > 0U);
    assert_true((RingfenceHookTimeUs() - begin_us) < (uint64_t)LONG_US);
}

/**
 * The ends of what a wait may be asked for: those that are over, and those that only a signal ends.
 * @verifies RF-PORT-081 RF-PORT-082
 */
static void timeouts_at_their_ends(void **state)
{
    const int64_t refused[] = {-2, INT64_MIN, NvSciSyncFenceMaxTimeout + 1, INT64_MAX};
    const int64_t over[] = {0, 1, 2};
    const int64_t endless[] = {-1, NvSciSyncFenceMaxTimeout, NvSciSyncFenceMaxTimeout - 1,
                               (int64_t)UINT32_MAX, (int64_t)UINT32_MAX + 1};

    (void)state;
    for (size_t i = 0U; i < (COUNT(refused) + COUNT(over) + COUNT(endless)); i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        const bool ends = (i >= (COUNT(refused) + COUNT(over)));
        int64_t timeout = 0;
        NvSciError wanted = NvSciError_Success;

        assert_int_equal(NvSciSyncObjGenerateFence(g_object, &fence), NvSciError_Success);
        if (i < COUNT(refused)) {
            timeout = refused[i];
            wanted = NvSciError_BadParameter;
        } else if (!ends) {
            timeout = over[i - COUNT(refused)];
            wanted = NvSciError_Timeout;
        } else {
            timeout = endless[i - COUNT(refused) - COUNT(over)];
            host_interrupt_after(200U, signal_object);
        }
        assert_int_equal(NvSciSyncFenceWait(&fence, g_context, timeout), wanted);
        if (!ends) {
            assert_int_equal(NvSciSyncObjSignal(g_object), NvSciError_Success);
        }
        NvSciSyncFenceClear(&fence);
    }
}

static NvSciSyncFence g_fence = NvSciSyncFenceInitializer;
static NvSciError g_results[8];

static void do_what_handlers_may(void)
{
    g_results[0] = NvSciSyncObjGenerateFence(g_object, &g_fence);
    g_results[1] = NvSciSyncFenceWait(&g_fence, g_context, 0);
    g_results[2] = NvSciSyncObjSignal(g_object);
    g_results[3] = NvSciSyncFenceWait(&g_fence, g_context, 0);
    NvSciSyncFenceClear(&g_fence);
}

/** @verifies RF-PORT-083 */
static void handler_does_what_takes_no_lock(void **state)
{
    (void)state;
    next_phase(RINGFENCE_PHASE_RUNTIME);
    host_interrupt_now(do_what_handlers_may);
    assert_int_equal(g_results[0], NvSciError_Success);
    assert_int_equal(g_results[1], NvSciError_Timeout);
    assert_int_equal(g_results[2], NvSciError_Success);
    assert_int_equal(g_results[3], NvSciError_Success);
}

static void do_what_they_may_not(void)
{
    NvSciSyncModule module = NULL;
    NvSciSyncObj object = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    g_results[0] = NvSciSyncModuleOpen(&module);
    g_results[1] = NvSciSyncObjDup(g_object, &object);
    g_results[2] = RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);
    g_results[3] = NvSciSyncObjGenerateFence(g_object, &fence);
    g_results[4] = NvSciSyncFenceWait(&fence, g_context, 1000);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(g_object);
}

/**
 * A handler does not wait, for a lock or a signal: it gets an error, and nothing happens.
 * @verifies RF-CORE-105 RF-PORT-083
 */
static void handler_is_kept_from_waiting(void **state)
{
    RingfenceRefusal refusal;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    host_interrupt_now(do_what_they_may_not);
    assert_int_equal(g_results[0], NvSciError_InvalidState);
    assert_int_equal(g_results[1], NvSciError_InvalidState);
    assert_int_equal(g_results[2], NvSciError_InvalidState);
    assert_int_equal(g_results[3], NvSciError_Success);
    assert_int_equal(g_results[4], NvSciError_ResourceError);
    assert_int_equal(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    assert_string_equal(refusal.function, "NvSciSyncObjFree");
    assert_int_equal(RingfenceCurrentPhase(), RINGFENCE_PHASE_INIT);
    /* The object is there still. */
    assert_int_equal(NvSciSyncObjGenerateFence(g_object, &fence), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
}

static void clear_fence(void)
{
    NvSciSyncFenceClear(&g_fence);
}

/**
 * A handler that drops the last use of an object leaves the giving back to the next call.
 * @verifies RF-CORE-105
 */
static void handler_leaves_the_sweep(void **state)
{
    NvSciSyncObj object = NULL;
    RingfencePoolUsage before;
    RingfencePoolUsage usage;

    (void)state;
    assert_int_equal(RingfenceGetPoolUsage(RINGFENCE_POOL_SYNC_OBJECT, &before),
                     NvSciError_Success);
    assert_int_equal(sync_object(&object), NvSciError_Success);
    assert_int_equal(NvSciSyncObjGenerateFence(object, &g_fence), NvSciError_Success);
    NvSciSyncObjFree(object);
    host_interrupt_now(clear_fence);
    assert_int_equal(RingfenceGetPoolUsage(RINGFENCE_POOL_SYNC_OBJECT, &usage), NvSciError_Success);
    assert_int_equal(usage.inUse, before.inUse + 1U);
    assert_int_equal(sync_object(&object), NvSciError_Success);
    NvSciSyncObjFree(object);
    assert_int_equal(RingfenceGetPoolUsage(RINGFENCE_POOL_SYNC_OBJECT, &usage), NvSciError_Success);
    assert_int_equal(usage.inUse, before.inUse);
}

/** @verifies RF-PORT-081 */
static void core_that_cannot_rest(void **state)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(NvSciSyncObjGenerateFence(g_object, &fence), NvSciError_Success);
    g_host_hooks.idle_fails = true;
    assert_int_equal(NvSciSyncFenceWait(&fence, g_context, LONG_US), NvSciError_ResourceError);
    g_host_hooks.idle_fails = false;
    assert_int_equal(NvSciSyncObjSignal(g_object), NvSciError_Success);
    assert_int_equal(NvSciSyncFenceWait(&fence, g_context, LONG_US), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
}

/* ---------------------------------------------------------------- between any two sections */

/** What a thread does while a handler comes. */
typedef struct {
    const char *name;
    bool (*run)(void);
} Scene;

static NvSciSyncCpuWaitContext g_handler_context;
static bool g_handler_fine;
static uint64_t g_faults;

/** All that a handler may do, once. */
static void handle_everything(void)
{
    NvSciSyncFence own = NvSciSyncFenceInitializer;
    NvSciSyncFence copy = NvSciSyncFenceInitializer;
    RingfenceFault fault;
    bool fine = (NvSciSyncObjGenerateFence(g_object, &own) == NvSciError_Success);

    fine = fine && (NvSciSyncFenceDup(&own, &copy) == NvSciError_Success);
    fine = fine && (NvSciSyncObjSignal(g_object) == NvSciError_Success);
    fine = fine && (NvSciSyncFenceWait(&copy, g_handler_context, 0) != NvSciError_ResourceError);
    fine = fine && (RingfenceGetLastFault(&fault) == NvSciError_Success);
    NvSciSyncFenceClear(&own);
    NvSciSyncFenceClear(&copy);
    g_handler_fine = fine;
}

/** A fence of the thread, and one of the handler: after two signals both are reached. */
static bool generate_and_signal(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence copy = NvSciSyncFenceInitializer;
    bool fine = (NvSciSyncObjGenerateFence(g_object, &fence) == NvSciError_Success);

    fine = fine && (NvSciSyncFenceDup(&fence, &copy) == NvSciError_Success);
    fine = fine && (NvSciSyncObjSignal(g_object) == NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    /* The handler has been here, or its turn comes when all is done. */
    if (g_host_hooks.interrupted_section == 0U) {
        fine = fine && (NvSciSyncFenceWait(&copy, g_context, 0) == NvSciError_Success);
    }
    NvSciSyncFenceClear(&copy);
    return fine;
}

/** The handler signals what the thread waits for: before it waits, while it looks, or while it
 * rests. */
static bool wait_for_handler(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint32_t left = g_host_hooks.interrupted_section;
    bool fine = true;

    g_host_hooks.interrupted_section = 0U;
    fine = (NvSciSyncObjGenerateFence(g_object, &fence) == NvSciError_Success);
    g_host_hooks.interrupted_section = left;
    fine = fine && (NvSciSyncFenceWait(&fence, g_context, 200) != NvSciError_ResourceError);
    left = g_host_hooks.interrupted_section;
    g_host_hooks.interrupted_section = 0U;
    if (left == 0U) {
        fine = fine && (NvSciSyncFenceWait(&fence, g_context, 0) == NvSciError_Success);
    }
    /* For the point of the handler, which is the one behind, or for this one. */
    fine = fine && (NvSciSyncObjSignal(g_object) == NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    g_host_hooks.interrupted_section = left;
    return fine;
}

/** Tables change while a handler uses others. */
static bool make_and_free(void)
{
    NvSciSyncObj object = NULL;
    NvSciBufObj buffer = NULL;
    bool fine = (sync_object(&object) == NvSciError_Success);

    fine = fine && (raw_object(64U, true, &buffer) == NvSciError_Success);
    NvSciSyncObjFree(object);
    NvSciBufObjFree(buffer);
    return fine;
}

/** The object has as many signals as fences: the next fence is not reached, and the one signal that
 * it waits for reaches it. Nothing was wrong. */
static void counts_agree(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    RingfenceFault fault;

    assert_int_equal(NvSciSyncObjGenerateFence(g_object, &fence), NvSciError_Success);
    assert_int_equal(NvSciSyncFenceWait(&fence, g_context, 0), NvSciError_Timeout);
    assert_int_equal(NvSciSyncObjSignal(g_object), NvSciError_Success);
    assert_int_equal(NvSciSyncFenceWait(&fence, g_context, 0), NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.total, g_faults);
}

/**
 * A handler comes before the first section of a call, before the second one, and so on: nothing is
 * lost, whatever both do.
 * @verifies RF-PORT-082 RF-PORT-083 RF-PORT-080
 */
static void handler_comes_between_any_two_sections(void **state)
{
    static const Scene scenes[] = {{"generate and signal", generate_and_signal},
                                   {"wait for the handler", wait_for_handler},
                                   {"make and free", make_and_free}};

    RingfenceFault fault;

    (void)state;
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    g_faults = fault.total;
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(g_sync, &g_handler_context), NvSciError_Success);
    g_host_hooks.interrupt = handle_everything;
    for (size_t i = 0U; i < COUNT(scenes); i++) {
        uint32_t place = 0U;
        bool came = true;

        while (came) {
            place++;
            g_handler_fine = true;
            g_host_hooks.interrupted_section = place;
            if (!scenes[i].run() || !g_handler_fine) {
                fail_msg("%s: a handler before section %u", scenes[i].name, place);
            }
            came = (g_host_hooks.interrupted_section == 0U);
            g_host_hooks.interrupted_section = 0U;
            counts_agree();
        }
        /* There were some, where each atomic operation is one. */
        assert_true((place > 10U) || (RINGFENCE_CFG_ATOMICS != 2U));
    }
    NvSciSyncCpuWaitContextFree(g_handler_context);
}

/** What a thread and a handler do with one object, on its own. */
static bool step_scene(void)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    bool fine = (NvSciSyncObjGenerateFence(g_object, &fence) == NvSciError_Success);

    fine = fine && (NvSciSyncFenceWait(&fence, g_context, 0) != NvSciError_ResourceError);
    fine = fine && (NvSciSyncObjSignal(g_object) == NvSciError_Success);
    NvSciSyncFenceClear(&fence);
    return fine;
}

/** Instructions that all turns of the test take together, about: more are slow where each traps. */
#define STEPS_OF_ALL 300000U

/** The scene with a handler behind an instruction; says whether there were so many. */
static bool comes_behind(uint32_t instruction)
{
    bool fine = false;
    uint32_t left = 0U;

    g_handler_fine = true;
    assert_true(host_interrupt_behind(instruction, handle_everything));
    fine = step_scene();
    left = host_interrupt_left();
    if (!fine || !g_handler_fine) {
        fail_msg("a handler behind instruction %u", instruction);
    }
    counts_agree();
    return left == 0U;
}

/**
 * The same behind the instructions of calls that generate, look, signal and clear, all of them or
 * some, spread over all; it needs a processor that traps behind each.
 * @verifies RF-PORT-080 RF-PORT-083
 */
static void handler_comes_behind_any_instruction(void **state)
{
    RingfenceFault fault;

    (void)state;
    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    g_faults = fault.total;
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(g_sync, &g_handler_context), NvSciError_Success);
    /* Where there are sections, the hooks have most of the instructions, and handlers come between.
     */
    if ((RINGFENCE_CFG_ATOMICS == 0U) && host_interrupt_behind(UINT32_MAX, handle_everything)) {
        const bool fine = step_scene();
        const uint64_t steps = UINT32_MAX - host_interrupt_left();
        const uint32_t stride = 1U + (uint32_t)((steps * steps) / (2U * STEPS_OF_ALL));
        uint32_t place = 1U;

        assert_true(fine);
        while (comes_behind(place)) {
            place += stride;
        }
    }
    NvSciSyncCpuWaitContextFree(g_handler_context);
}

/* ---------------------------------------------------------------- hooks that fail */

static uint32_t g_failed_checks;

static void count_failed(const char *check, ConformanceResult result)
{
    (void)check;
    g_failed_checks += (result == CONFORMANCE_FAILED) ? 1U : 0U;
}

/** The checks of every port end, and fail. */
static void checks_find_it(void)
{
    const ConformanceRun run = {NULL, NULL, count_failed};

    g_failed_checks = 0U;
    assert_true(conformance(&run) > 0U);
    assert_true(g_failed_checks > 0U);
}

/**
 * What is wrong with hooks is found out by the checks of every port, in bounded time.
 * @verifies RF-PORT-021 RF-PORT-081 RF-PORT-088
 */
static void checks_find_what_is_wrong(void **state)
{
    const ConformanceRun run = {NULL, NULL, count_failed};

    (void)state;
    g_host_hooks.clock_stands = true;
    checks_find_it();
    g_host_hooks.clock_stands = false;
    g_host_hooks.clock_goes_back = true;
    checks_find_it();
    g_host_hooks.clock_goes_back = false;
    g_host_hooks.idle_fails = true;
    checks_find_it();
    g_host_hooks.idle_fails = false;
    g_host_hooks.cache_fails = true;
    checks_find_it();
    g_host_hooks.cache_fails = false;
    assert_int_equal(conformance(&run), 0);
}

/**
 * Whichever write-back of the cache fails: the call says so, and has taken nothing.
 * @verifies RF-PORT-084 RF-PORT-088
 */
static void failing_flush_takes_nothing(void **state)
{
    uint32_t made = 0U;
    uint32_t failing = 0U;

    (void)state;
    while (made < 2U) {
        RingfenceArenaUsage before[2];
        RingfenceArenaUsage usage;
        NvSciSyncObj object = NULL;
        NvSciBufObj buffer = NULL;
        NvSciError status = NvSciError_Success;

        for (uint32_t i = 0U; i < 2U; i++) {
            assert_true(RingfencePortGetArenaUsage((RingfenceArena)i, &before[i]));
        }
        failing++;
        made = 0U;
        g_host_hooks.failing_flush = failing;
        status = sync_object(&object);
        if (status == NvSciError_Success) {
            made++;
            status = raw_object(100U, true, &buffer);
        }
        made += (status == NvSciError_Success) ? 1U : 0U;
        assert_true((status == NvSciError_Success) || (status == NvSciError_ResourceError));
        assert_int_equal(g_host_hooks.failing_flush == 0U, status != NvSciError_Success);
        g_host_hooks.failing_flush = 0U;
        if (object != NULL) {
            NvSciSyncObjFree(object);
        }
        if (buffer != NULL) {
            NvSciBufObjFree(buffer);
        }
        for (uint32_t i = 0U; i < 2U; i++) {
            assert_true(RingfencePortGetArenaUsage((RingfenceArena)i, &usage));
            assert_int_equal(usage.inUse, before[i].inUse);
        }
    }
    assert_true(failing > 2U);
}

/* ---------------------------------------------------------------- memory */

/**
 * The arena says how much it lacks, takes nothing then, and gives freed places out again.
 * @verifies RF-PORT-085 RF-PORT-086
 */
static void arena_tells_what_it_lacks(void **state)
{
    const uint64_t half = RINGFENCE_CFG_BUFFER_BYTES / 2U;
    NvSciBufObj objects[3] = {NULL, NULL, NULL};
    RingfenceArenaUsage usage;
    PortMemory memory;

    (void)state;
    assert_int_equal(raw_object(half, false, &objects[0]), NvSciError_Success);
    assert_int_equal(raw_object(half + 512U, false, &objects[1]), NvSciError_InsufficientMemory);
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_BUFFERS, &usage));
    assert_int_equal(usage.size, RINGFENCE_CFG_BUFFER_BYTES);
    assert_int_equal(usage.inUse, half);
    assert_int_equal(usage.missing, 512);
    /* As much as 32 bits can say and more; and more than 64 bits can say with all that is taken,
     * for which a list is refused before. */
    assert_int_equal(raw_object((uint64_t)1U << 32U, false, &objects[1]),
                     NvSciError_InsufficientMemory);
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_BUFFERS, &usage));
    assert_int_equal(usage.missing, ((uint64_t)1U << 32U) - half);
    assert_int_equal(raw_object((uint64_t)1U << 62U, false, &objects[1]),
                     NvSciError_ReconciliationFailed);
    assert_int_equal(port_memory_reserve((uint64_t)1U << 62U, 1U, &memory), PORT_NO_MEMORY);
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_BUFFERS, &usage));
    assert_true(usage.missing == SIZE_MAX);
    assert_int_equal(usage.inUse, half);
    assert_int_equal(raw_object(half - 256U, false, &objects[1]), NvSciError_Success);
    assert_int_equal(raw_object(256U, false, &objects[2]), NvSciError_Success);
    NvSciBufObjFree(objects[0]);
    assert_int_equal(raw_object(half, false, &objects[0]), NvSciError_Success);
    for (size_t i = 0U; i < COUNT(objects); i++) {
        NvSciBufObjFree(objects[i]);
    }
    assert_true(RingfencePortGetArenaUsage(RINGFENCE_ARENA_BUFFERS, &usage));
    assert_int_equal(usage.highWater, RINGFENCE_CFG_BUFFER_BYTES);
    assert_false(RingfencePortGetArenaUsage((RingfenceArena)2, &usage));
    assert_false(RingfencePortGetArenaUsage(RINGFENCE_ARENA_BUFFERS, NULL));
}

/** Takes memory that there is. */
static PortMemory taken(uint64_t size, uint64_t alignment)
{
    PortMemory memory = {NULL, NULL, 0U, 0U, -1};

    assert_int_equal(port_memory_reserve(size, alignment, &memory), PORT_OK);
    assert_int_equal((uintptr_t)memory.base % alignment, 0);
    return memory;
}

/**
 * Memory lies at the lowest place that is free and aligned, in whatever order others were given
 * back.
 * @verifies RF-PORT-085
 */
static void lowest_place_that_fits_is_taken(void **state)
{
    PortMemory parts[4];
    const uint8_t *lowest = NULL;
    const void *gap = NULL;
    const uint8_t *end = NULL;

    (void)state;
    for (size_t i = 0U; i < 3U; i++) {
        parts[i] = taken(256U, 64U);
        lowest = parts[0].base;
        assert_ptr_equal(parts[i].base, &lowest[256U * i]);
    }
    gap = &lowest[512];
    end = &lowest[768];
    /* What lies highest is the first that the port looks at. */
    port_memory_release(&parts[0]);
    parts[0] = taken(512U, 64U);
    assert_ptr_equal(parts[0].base, end);
    parts[3] = taken(256U, 64U);
    port_memory_release(&parts[2]);
    parts[2] = taken(256U, 64U);
    assert_ptr_equal(parts[2].base, gap);
    port_memory_release(&parts[2]);
    parts[2] = taken(256U, 4096U);
    assert_in_range((uintptr_t)parts[2].base, (uintptr_t)&end[512], (uintptr_t)&end[512 + 4095]);
    for (size_t i = 0U; i < COUNT(parts); i++) {
        port_memory_release(&parts[i]);
    }
}

/**
 * A buffer that the CPU uses is flushed by whole lines, and a refusal of the hardware is an
 * error.
 * @verifies RF-PORT-088
 */
static void cache_is_kept_by_software(void **state)
{
    NvSciBufObj object = NULL;
    NvSciBufAttrList list = NULL;
    NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_CpuNeedSwCacheCoherency, NULL, 0U};
    bool needs = false;
    const uint8_t *base = NULL;

    (void)state;
    assert_int_equal(raw_object(1000U, true, &object), NvSciError_Success);
    assert_int_equal(NvSciBufObjValidate(object), NvSciError_Success);
    assert_int_equal(NvSciBufObjGetAttrList(object, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListGetAttrs(list, &pair, 1U), NvSciError_Success);
    (void)memcpy(&needs, pair.value, sizeof(needs));
    assert_true(needs);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(object, (const void **)&base), NvSciError_Success);
    assert_int_equal((uintptr_t)base % RINGFENCE_CFG_CACHE_LINE, 0);
    assert_int_equal(NvSciBufObjFlushCpuCacheRange(object, 130U, 70U), NvSciError_Success);
    assert_ptr_equal(g_host_hooks.flushed, &base[128]);
    assert_int_equal(g_host_hooks.flushed_size, 128);
    g_host_hooks.cache_fails = true;
    assert_int_equal(NvSciBufObjFlushCpuCacheRange(object, 0U, 1U), NvSciError_ResourceError);
    NvSciBufObjFree(object);
    /* Nothing is taken. */
    assert_int_equal(raw_object(1000U, true, &object), NvSciError_ResourceError);
    g_host_hooks.cache_fails = false;
    assert_int_equal(raw_object(1000U, false, &object), NvSciError_Success);
    g_host_hooks.flushes = 0U;
    assert_int_equal(NvSciBufObjFlushCpuCacheRange(object, 0U, 1U), NvSciError_Success);
    assert_int_equal(g_host_hooks.flushes, 1);
    NvSciBufObjFree(object);
}

/** Bytes of the buffers of the next test: whole lines. */
#define CACHED_BYTES 1024U

static uint8_t g_memory[CACHED_BYTES];
static uint8_t g_filled[CACHED_BYTES];

/** From now on the lines of the lowest place are cached, with what is there now. */
static void cache_lowest_place(void)
{
    NvSciBufObj object = NULL;
    void *base = NULL;

    assert_int_equal(raw_object(CACHED_BYTES, false, &object), NvSciError_Success);
    assert_int_equal(NvSciBufObjGetCpuPtr(object, &base), NvSciError_Success);
    (void)memset(base, 0xEE, CACHED_BYTES);
    (void)memset(g_memory, 0xEE, CACHED_BYTES);
    (void)memset(g_filled, 0xEE, CACHED_BYTES);
    g_host_cache = (HostCache){base, g_memory, g_filled, CACHED_BYTES};
    NvSciBufObjFree(object);
}

/** A device finds zero in a new buffer, then what the CPU writes; the CPU reads what it writes. */
static void exchange_with_device(bool cached)
{
    NvSciBufObj object = NULL;
    uint8_t *base = NULL;

    assert_int_equal(raw_object(CACHED_BYTES, cached, &object), NvSciError_Success);
    assert_int_equal(NvSciBufObjGetCpuPtr(object, (void **)&base), NvSciError_Success);
    assert_ptr_equal(base, g_host_cache.cpu);
    for (uint32_t i = 0U; i < CACHED_BYTES; i++) {
        assert_int_equal(g_memory[i], 0);
    }
    (void)memset(base, 0x11, CACHED_BYTES);
    assert_int_equal(g_memory[500], 0);
    assert_int_equal(NvSciBufObjFlushCpuCacheRange(object, 0U, CACHED_BYTES), NvSciError_Success);
    for (uint32_t i = 0U; i < CACHED_BYTES; i++) {
        assert_int_equal(g_memory[i], 0x11);
    }
    (void)memset(&g_memory[64], 0x22, 64U);
    assert_int_equal(base[64], 0x11);
    assert_int_equal(NvSciBufObjFlushCpuCacheRange(object, 100U, 1U), NvSciError_Success);
    for (uint32_t i = 0U; i < CACHED_BYTES; i++) {
        assert_int_equal(base[i], ((i / 64U) == 1U) ? 0x22 : 0x11);
    }
    NvSciBufObjFree(object);
}

/**
 * Between the CPU, whose cache nothing but the hook writes back, and a device all bytes come over
 * with flushes, whether lists ask for the cache or not: there is no mapping that leaves it out.
 * @verifies RF-BUF-053 RF-PORT-088
 */
static void a_device_and_the_cpu_see_each_others_bytes(void **state)
{
    (void)state;
    cache_lowest_place();
    exchange_with_device(false);
    exchange_with_device(true);
    g_host_cache.size = 0U;
}

/**
 * Memory of sync objects does not run short before the table of objects does.
 * @verifies RF-PORT-084
 */
static void objects_fill_their_table(void **state)
{
    NvSciSyncObj objects[RINGFENCE_CFG_SYNC_OBJECTS];
    NvSciSyncObj more = NULL;
    RingfencePoolUsage usage;

    (void)state;
    for (uint32_t i = 1U; i < RINGFENCE_CFG_SYNC_OBJECTS; i++) {
        assert_int_equal(sync_object(&objects[i]), NvSciError_Success);
    }
    assert_int_equal(sync_object(&more), NvSciError_InsufficientMemory);
    assert_int_equal(RingfenceGetPoolUsage(RINGFENCE_POOL_SYNC_OBJECT, &usage), NvSciError_Success);
    assert_true(usage.exhausted > 0U);
    for (uint32_t i = 1U; i < RINGFENCE_CFG_SYNC_OBJECTS; i++) {
        NvSciSyncObjFree(objects[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(handler_signals, up, down),
        cmocka_unit_test_setup_teardown(timeouts_at_their_ends, up, down),
        cmocka_unit_test_setup_teardown(handler_does_what_takes_no_lock, up, down),
        cmocka_unit_test_setup_teardown(handler_is_kept_from_waiting, up, down),
        cmocka_unit_test_setup_teardown(handler_leaves_the_sweep, up, down),
        cmocka_unit_test_setup_teardown(handler_comes_between_any_two_sections, up, down),
        cmocka_unit_test_setup_teardown(handler_comes_behind_any_instruction, up, down),
        cmocka_unit_test_setup_teardown(core_that_cannot_rest, up, down),
        cmocka_unit_test(checks_find_what_is_wrong),
        cmocka_unit_test_setup_teardown(failing_flush_takes_nothing, up, down),
        cmocka_unit_test_setup_teardown(arena_tells_what_it_lacks, up, down),
        cmocka_unit_test_setup_teardown(lowest_place_that_fits_is_taken, up, down),
        cmocka_unit_test_setup_teardown(cache_is_kept_by_software, up, down),
        cmocka_unit_test_setup_teardown(a_device_and_the_cpu_see_each_others_bytes, up, down),
        cmocka_unit_test_setup_teardown(objects_fill_their_table, up, down)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
