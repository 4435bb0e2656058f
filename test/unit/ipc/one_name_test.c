/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file one_name_test.c
 * Lines of the table whose first name opens both ends, for programs that open a name twice and
 * reset nothing.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <stdatomic.h>

#include "ipc/ipc.h"
#include "ipc_fixture.h"
#include "nvscisync.h"

static IpcTable g_table;

/**
 * A '=' before the second name says that the first one opens both ends; the second name is what
 * follows it.
 * @verifies RF-IPC-303
 */
static void a_line_may_give_both_ends_one_name(void **state)
{
    static const char text[] = "INTER_PROCESS x0 =x1 64 1536\nINTER_PROCESS y0 y1 64 1536\n"
                               "INTER_PROCESS z0 = 64 1536\n";

    (void)state;
    assert_true(ipc_table_parse(text, sizeof(text) - 1U, &g_table));
    assert_true(g_table.channels[0].one_name);
    assert_string_equal(g_table.channels[0].names[0], "x0");
    assert_string_equal(g_table.channels[0].names[1], "x1");
    assert_false(g_table.channels[1].one_name);
    assert_false(g_table.channels[2].one_name);
    assert_string_equal(g_table.channels[2].names[1], "=");
    assert_false(ipc_table_parse("INTER_PROCESS x0 =x0 64 1536", 28U, &g_table));
    assert_int_equal(g_table.flaw, IPC_FLAW_NAME_TWICE);
}

/**
 * The first opening of such a name has the first end, the second one the other; a third one is
 * Busy, and an end that was closed is there again. The second name has the second end alone.
 * @verifies RF-IPC-303
 */
static void one_name_opens_both_ends(void **state)
{
    NvSciIpcEndpoint ends[3] = {0U, 0U, 0U};

    (void)state;
    assert_status(NvSciIpcOpenEndpoint("ipc_test", &ends[0]), NvSciError_Success);
    assert_status(NvSciIpcOpenEndpoint("ipc_test", &ends[1]), NvSciError_Success);
    assert_status(NvSciIpcOpenEndpoint("ipc_test", &ends[2]), NvSciError_Busy);
    assert_status(NvSciIpcOpenEndpoint("ipc_test_peer", &ends[2]), NvSciError_Busy);
    assert_status(NvSciIpcCloseEndpointSafe(ends[0], false), NvSciError_Success);
    assert_status(NvSciIpcOpenEndpoint("ipc_test_peer", &ends[2]), NvSciError_Busy);
    assert_status(NvSciIpcOpenEndpoint("ipc_test", &ends[0]), NvSciError_Success);
    assert_status(NvSciIpcCloseEndpointSafe(ends[1], false), NvSciError_Success);
    assert_status(NvSciIpcOpenEndpoint("ipc_test_peer", &ends[1]), NvSciError_Success);
    assert_status(NvSciIpcCloseEndpointSafe(ends[0], false), NvSciError_Success);
    assert_status(NvSciIpcCloseEndpointSafe(ends[1], false), NvSciError_Success);
    assert_status(NvSciIpcOpenEndpoint("ipc_test_0", &ends[0]), NvSciError_Success);
    assert_status(NvSciIpcOpenEndpoint("ipc_test_0", &ends[1]), NvSciError_Busy);
    assert_status(NvSciIpcCloseEndpointSafe(ends[0], false), NvSciError_Success);
}

/**
 * A question for events resets an end of such a line, and no other one.
 * @verifies RF-IPC-304
 */
static void questions_for_events_reset_the_ends(void **state)
{
    static const char *const names[2][2] = {{"ipc_test", "ipc_test"}, {"ipc_test_0", "ipc_test_1"}};

    (void)state;
    for (uint32_t line = 0U; line < 2U; line++) {
        NvSciIpcEndpoint ends[2] = {0U, 0U};
        uint32_t events[2] = {0U, 0U};

        assert_status(NvSciIpcOpenEndpoint(names[line][0], &ends[0]), NvSciError_Success);
        assert_status(NvSciIpcOpenEndpoint(names[line][1], &ends[1]), NvSciError_Success);
        for (uint32_t look = 0U; look < (2U * LOOKS_MAX); look++) {
            uint32_t found = 0U;

            assert_status(NvSciIpcGetEventSafe(ends[look % 2U], &found), NvSciError_Success);
            events[look % 2U] |= found;
        }
        for (uint32_t end = 0U; end < 2U; end++) {
            assert_int_equal((events[end] & NV_SCI_IPC_EVENT_CONN_EST) != 0U, line == 0U);
            assert_status(NvSciIpcCloseEndpointSafe(ends[end], false), NvSciError_Success);
        }
    }
}

/** Makes a list of one side. */
static NvSciSyncAttrList list_of(NvSciSyncModule module, NvSciSyncAccessPerm perm)
{
    bool cpu = true;
    NvSciSyncAttrList list = NULL;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};

    assert_status(NvSciSyncAttrListCreate(module, &list), NvSciError_Success);
    assert_status(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    return list;
}

/**
 * Ends of such a line need no reset: exports and imports connect them, in a program of one thread
 * that never asks for events.
 * @verifies RF-IPC-304
 */
static void exports_and_imports_connect_the_ends(void **state)
{
    NvSciIpcEndpoint signaler = 0U;
    NvSciIpcEndpoint waiter = 0U;
    NvSciSyncModule module = NULL;
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList of_waiter = NULL;
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj objects[2] = {NULL, NULL};
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    assert_status(NvSciIpcOpenEndpoint("ipc_test", &signaler), NvSciError_Success);
    assert_status(NvSciIpcOpenEndpoint("ipc_test", &waiter), NvSciError_Success);
    assert_status(NvSciSyncModuleOpen(&module), NvSciError_Success);
    lists[0] = list_of(module, NvSciSyncAccessPerm_SignalOnly);
    of_waiter = list_of(module, NvSciSyncAccessPerm_WaitOnly);
    assert_status(NvSciSyncAttrListIpcExportUnreconciled(&of_waiter, 1U, waiter, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciSyncAttrListIpcImportUnreconciled(module, signaler, bytes, size, &lists[1]),
                  NvSciError_Success);
    NvSciSyncAttrListFreeDesc(bytes);
    assert_status(NvSciSyncAttrListReconcile(lists, 2U, &reconciled, &conflict),
                  NvSciError_Success);
    assert_status(NvSciSyncObjAlloc(reconciled, &objects[0]), NvSciError_Success);
    assert_status(NvSciSyncIpcExportAttrListAndObj(objects[0], NvSciSyncAccessPerm_WaitOnly,
                                                   signaler, &bytes, &size),
                  NvSciError_Success);
    assert_status(NvSciSyncIpcImportAttrListAndObj(module, waiter, bytes, size, &of_waiter, 1U,
                                                   NvSciSyncAccessPerm_WaitOnly, 1000000,
                                                   &objects[1]),
                  NvSciError_Success);
    NvSciSyncAttrListAndObjFreeDesc(bytes);
    NvSciSyncObjFree(objects[1]);
    NvSciSyncObjFree(objects[0]);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncAttrListFree(of_waiter);
    NvSciSyncAttrListFree(reconciled);
    NvSciSyncModuleClose(module);
    assert_status(NvSciIpcCloseEndpointSafe(signaler, false), NvSciError_Success);
    assert_status(NvSciIpcCloseEndpointSafe(waiter, false), NvSciError_Success);
}

/** Connects both ends of such a line with exports alone, sends a frame each way, and closes them:
 * the one at `first` before the other. */
static void connect_and_close(uint32_t first)
{
    NvSciIpcEndpoint ends[2] = {0U, 0U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;

    assert_status(NvSciIpcOpenEndpoint("ipc_test", &ends[0]), NvSciError_Success);
    assert_status(NvSciIpcOpenEndpoint("ipc_test", &ends[1]), NvSciError_Success);
    assert_status(NvSciSyncIpcExportFence(&fence, ends[first], &desc), NvSciError_Success);
    for (uint32_t end = 0U; end < 2U; end++) {
        uint32_t events = 0U;

        assert_status(NvSciIpcGetEventSafe(ends[end], &events), NvSciError_Success);
        assert_int_equal(events & NV_SCI_IPC_EVENT_CONN_EST, NV_SCI_IPC_EVENT_CONN_EST);
    }
    for (uint32_t end = 0U; end < 2U; end++) {
        const uint32_t word = 0xC0FFEE00U + end;
        uint32_t got = 0U;
        uint32_t bytes = 0U;

        assert_status(NvSciIpcWriteSafe(ends[end], &word, sizeof(word), &bytes),
                      NvSciError_Success);
        assert_status(NvSciIpcReadSafe(ends[1U - end], &got, sizeof(got), &bytes),
                      NvSciError_Success);
        assert_int_equal(got, word);
    }
    assert_status(NvSciIpcCloseEndpointSafe(ends[first], false), NvSciError_Success);
    assert_status(NvSciIpcCloseEndpointSafe(ends[1U - first], false), NvSciError_Success);
}

/**
 * After both ends of such a line were closed, in either order, they are opened and connected again,
 * as often as a program likes.
 * @verifies RF-IPC-306
 */
static void ends_that_were_closed_connect_again(void **state)
{
    (void)state;
    for (uint32_t round = 0U; round < (2U * RINGFENCE_CFG_IPC_ENDPOINTS); round++) {
        connect_and_close(round % 2U);
    }
}

/** Says whether who sleeps on the descriptor of an end is awake. */
static bool is_awake(NvSciIpcEndpoint end)
{
    struct pollfd waited = {.fd = -1, .events = POLLIN};

    assert_status(NvSciIpcGetLinuxEventFd(end, &waited.fd), NvSciError_Success);
    return poll(&waited, 1U, 0) == 1;
}

/**
 * An export that connects both ends wakes who waits for events of either: what the ends were told
 * of is no longer there for them to read.
 * @verifies RF-IPC-305
 */
static void ends_that_were_connected_wake_their_threads(void **state)
{
    NvSciIpcEndpoint ends[2] = {0U, 0U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;

    (void)state;
    assert_status(NvSciIpcOpenEndpoint("ipc_test", &ends[0]), NvSciError_Success);
    assert_status(NvSciIpcOpenEndpoint("ipc_test", &ends[1]), NvSciError_Success);
    assert_status(NvSciSyncIpcExportFence(&fence, ends[0], &desc), NvSciError_Success);
    for (uint32_t end = 0U; end < 2U; end++) {
        uint32_t events = 0U;

        assert_true(is_awake(ends[end]));
        assert_status(NvSciIpcGetEventSafe(ends[end], &events), NvSciError_Success);
        assert_int_equal(events & NV_SCI_IPC_EVENT_CONN_EST, NV_SCI_IPC_EVENT_CONN_EST);
        (void)NvSciIpcGetEventSafe(ends[end], &events);
        assert_false(is_awake(ends[end]));
    }
    for (uint32_t end = 0U; end < 2U; end++) {
        assert_status(NvSciIpcCloseEndpointSafe(ends[end], false), NvSciError_Success);
    }
}

/**
 * Exports of RUNTIME make no connection, which takes system calls.
 * @verifies RF-IPC-304
 */
static void exports_of_runtime_connect_nothing(void **state)
{
    NvSciIpcEndpoint ends[2] = {0U, 0U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;

    (void)state;
    assert_status(NvSciIpcOpenEndpoint("ipc_test", &ends[0]), NvSciError_Success);
    assert_status(NvSciIpcOpenEndpoint("ipc_test", &ends[1]), NvSciError_Success);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_status(NvSciSyncIpcExportFence(&fence, ends[0], &desc), NvSciError_Success);
    go_to_init();
    assert_false(is_awake(ends[1]));
    assert_status(NvSciSyncIpcExportFence(&fence, ends[0], &desc), NvSciError_Success);
    assert_true(is_awake(ends[1]));
    assert_status(NvSciIpcCloseEndpointSafe(ends[0], false), NvSciError_Success);
    assert_status(NvSciIpcCloseEndpointSafe(ends[1], false), NvSciError_Success);
}

/** Says that the thread is done. */
static atomic_bool g_done;

/** Opens the other end, and closes it, many times. */
static void *open_and_close(void *argument)
{
    NvSciIpcEndpoint end = 0U;

    for (uint32_t i = 0U; i < (3U * RINGFENCE_CFG_IPC_ENDPOINTS); i++) {
        assert_status(NvSciIpcOpenEndpoint("ipc_test", &end), NvSciError_Success);
        assert_status(NvSciIpcCloseEndpointSafe(end, false), NvSciError_Success);
    }
    atomic_store(&g_done, true);
    return argument;
}

/**
 * An end takes no steps for the other one before that is open, in a row where it was open before.
 * @verifies RF-IPC-304
 */
static void ends_are_opened_while_others_are_connected(void **state)
{
    NvSciIpcEndpoint end = 0U;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;
    pthread_t thread;

    (void)state;
    atomic_store(&g_done, false);
    assert_status(NvSciIpcOpenEndpoint("ipc_test", &end), NvSciError_Success);
    assert_int_equal(pthread_create(&thread, NULL, open_and_close, NULL), 0);
    while (!atomic_load(&g_done)) {
        assert_status(NvSciSyncIpcExportFence(&fence, end, &desc), NvSciError_Success);
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_status(NvSciIpcCloseEndpointSafe(end, false), NvSciError_Success);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_may_give_both_ends_one_name),
        ipc_test(one_name_opens_both_ends),
        ipc_test(questions_for_events_reset_the_ends),
        ipc_test(exports_and_imports_connect_the_ends),
        ipc_test(ends_that_were_closed_connect_again),
        ipc_test(ends_that_were_connected_wake_their_threads),
        ipc_test(exports_of_runtime_connect_nothing),
        ipc_test(ends_are_opened_while_others_are_connected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
