/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A library whose configuration has no interrupt handlers that call it, and handlers that do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hooks_host.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence.h"
#include "sections.h"

static NvSciSyncModule g_module;
static NvSciSyncObj g_object;
static NvSciSyncCpuWaitContext g_context;
static NvSciSyncFence g_fence = NvSciSyncFenceInitializer;
static NvSciSyncFence g_other = NvSciSyncFenceInitializer;

/** What a handler calls, and what it got. */
static struct {
    const char *function;
    NvSciError (*call)(void);
} const *g_called;
static NvSciError g_result;

static RingfenceFault last_fault(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault;
}

static int make_object(void **state)
{
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitSignal;
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                               {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)}};
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList conflict = NULL;

    (void)state;
    assert_int_equal(NvSciSyncModuleOpen(&g_module), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(g_module, &list), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListSetAttrs(list, pairs, 2U), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(&list, 1U, &g_object, &conflict),
                     NvSciError_Success);
    NvSciSyncAttrListFree(list);
    assert_int_equal(NvSciSyncCpuWaitContextAlloc(g_module, &g_context), NvSciError_Success);
    assert_int_equal(NvSciSyncObjGenerateFence(g_object, &g_fence), NvSciError_Success);
    return 0;
}

static int drop_object(void **state)
{
    (void)state;
    NvSciSyncFenceClear(&g_fence);
    NvSciSyncCpuWaitContextFree(g_context);
    NvSciSyncObjFree(g_object);
    NvSciSyncModuleClose(g_module);
    return 0;
}

static NvSciError signal_it(void)
{
    return NvSciSyncObjSignal(g_object);
}

static NvSciError generate(void)
{
    return NvSciSyncObjGenerateFence(g_object, &g_other);
}

static NvSciError duplicate(void)
{
    return NvSciSyncFenceDup(&g_fence, &g_other);
}

static NvSciError look(void)
{
    return NvSciSyncFenceWait(&g_fence, g_context, 0);
}

static NvSciError clear(void)
{
    NvSciSyncFenceClear(&g_fence);
    return NvSciError_InvalidState;
}

static NvSciError free_object(void)
{
    NvSciSyncObjFree(g_object);
    return NvSciError_InvalidState;
}

static NvSciError open_module(void)
{
    NvSciBufModule module = NULL;

    return NvSciBufModuleOpen(&module);
}

static void handler(void)
{
    g_result = g_called->call();
}

/**
 * What a handler calls that must not is refused and reported, and nothing has changed.
 * @verifies RF-PORT-250
 */
static void handlers_are_refused_and_reported(void **state)
{
    static const __typeof__(*g_called) calls[] = {
        {"NvSciSyncObjSignal", signal_it},     {"NvSciSyncObjGenerateFence", generate},
        {"NvSciSyncFenceDup", duplicate},      {"NvSciSyncFenceWait", look},
        {"NvSciSyncFenceClear", clear},        {"NvSciSyncObjFree", free_object},
        {"NvSciBufModuleOpen", open_module}};

    (void)state;
    for (size_t i = 0U; i < (sizeof(calls) / sizeof(calls[0])); i++) {
        const uint32_t before = last_fault().total;

        g_called = &calls[i];
        g_result = NvSciError_Success;
        host_interrupt_now(handler);
        assert_int_equal(g_result, NvSciError_InvalidState);
        assert_int_equal(last_fault().total, before + 1U);
        assert_int_equal(last_fault().kind, RINGFENCE_FAULT_IN_HANDLER);
        assert_string_equal(last_fault().function, calls[i].function);
    }
    /* The fence is there still, and nobody has signalled. */
    assert_int_equal(NvSciSyncFenceWait(&g_fence, g_context, 0), NvSciError_Timeout);
    assert_int_equal(NvSciSyncObjSignal(g_object), NvSciError_Success);
    assert_int_equal(NvSciSyncFenceWait(&g_fence, g_context, 0), NvSciError_Success);
}

static uint32_t g_left_out;
static uint32_t g_looked;

static void count_left_out(const char *check, ConformanceResult result)
{
    (void)check;
    g_left_out += (result == CONFORMANCE_LEFT_OUT) ? 1U : 0U;
    g_looked += (result == CONFORMANCE_LEFT_OUT) ? 0U : 1U;
}

/** The checks of sections say that they are left out. */
static void checks_of_sections_are_left_out(void **state)
{
    const ConformanceRun run = {NULL, board_on_tick, count_left_out};

    (void)state;
    assert_int_equal(sections(&run), 0U);
    assert_true(g_left_out > 0U);
    assert_int_equal(g_looked, 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(handlers_are_refused_and_reported, make_object, drop_object),
        cmocka_unit_test(checks_of_sections_are_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
