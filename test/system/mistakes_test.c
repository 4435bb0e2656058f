/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file mistakes_test.c
 * Mistakes that a first program of its writer makes: what the program can print says what to do.
 *
 * Each mistake is made by a child of its own, which nothing was opened in before. It prints the
 * last fault, the last refusal or the conflict, as README.md shows, and the line has to have the
 * words that say what to do.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../unit/support/own_table.h"
#include "nvscibuf.h"
#include "nvsciipc.h"
#include "nvscistream.h"
#include "nvscisync.h"
#include "ringfence.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/** Bytes of a line. */
#define LINE 512U
/** Microseconds for which the mistakes that wait do so. */
#define SHORT_WAIT 100000
/** Times that both ends of a channel are asked for events. */
#define TURNS 10000U

static NvSciBufModule g_buf;
static NvSciSyncModule g_sync;
/** List of the conflict that a mistake ended in; NULL: it is a fault or a refusal. */
static const void *g_conflict;
/** The mistake is a call in the wrong phase. */
static bool g_refused;

/** Ends the child: what has to go well did not. */
static void must(NvSciError status)
{
    if (status != NvSciError_Success) {
        (void)fprintf(stderr, "%s\n", RingfenceErrorName(status));
        _exit(2);
    }
}

/** Ends the child if the mistake gave another error. */
static void gives(NvSciError status, NvSciError expected)
{
    if (status != expected) {
        (void)fprintf(stderr, "%s\n", RingfenceErrorName(status));
        _exit(3);
    }
}

static NvSciBufAttrList buf_list(NvSciBufModule module, NvSciBufAttrValAccessPerm perm)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = 4096U;
    const uint64_t align = 64U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)}};
    NvSciBufAttrList list = NULL;

    must(NvSciBufAttrListCreate(module, &list));
    must(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
}

static NvSciSyncAttrList sync_list(NvSciSyncModule module, NvSciSyncAccessPerm perm)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    must(NvSciSyncAttrListCreate(module, &list));
    must(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
}

static NvSciBufObj buf_object(void)
{
    const NvSciBufAttrList list = buf_list(g_buf, NvSciBufAccessPerm_ReadWrite);
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    must(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict));
    return object;
}

static NvSciSyncObj sync_object(void)
{
    const NvSciSyncAttrList list = sync_list(g_sync, NvSciSyncAccessPerm_WaitSignal);
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    must(NvSciSyncAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict));
    return object;
}

static NvSciSyncCpuWaitContext context_of(NvSciSyncModule module)
{
    NvSciSyncCpuWaitContext context = NULL;

    must(NvSciSyncCpuWaitContextAlloc(module, &context));
    return context;
}

static NvSciIpcEndpoint end_of(const char *name)
{
    NvSciIpcEndpoint end = 0U;

    must(NvSciIpcOpenEndpoint(name, &end));
    must(NvSciIpcResetEndpointSafe(end));
    return end;
}

/** Opens both ends of a channel, and connects them. */
static void connect_ends(NvSciIpcEndpoint ends[2])
{
    uint32_t seen[2] = {0U, 0U};

    must(NvSciIpcInit());
    ends[0] = end_of("nvscisync_a_0");
    ends[1] = end_of("nvscisync_a_1");
    for (uint32_t turn = 0U;
         (turn < TURNS) && ((seen[0] & seen[1] & NV_SCI_IPC_EVENT_CONN_EST) == 0U); turn++) {
        for (uint32_t i = 0U; i < 2U; i++) {
            uint32_t events = 0U;

            must(NvSciIpcGetEventSafe(ends[i], &events));
            seen[i] |= events;
        }
    }
}

/* ---------------------------------------------------------------- lists */

static void size_is_not_set(void)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    NvSciBufAttrKeyValuePair pair = {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    must(NvSciBufAttrListCreate(g_buf, &list));
    must(NvSciBufAttrListSetAttrs(list, &pair, 1U));
    gives(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
          NvSciError_BadParameter);
    g_conflict = conflict;
}

static void int_is_no_bool(void)
{
    const int cpu = 1;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)};
    NvSciSyncAttrList list = NULL;

    must(NvSciSyncAttrListCreate(g_sync, &list));
    gives(NvSciSyncAttrListSetAttrs(list, &pair, 1U), NvSciError_BadParameter);
}

static void key_is_before_its_type(void)
{
    const uint64_t size = 4096U;
    NvSciBufAttrKeyValuePair pair = {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)};
    NvSciBufAttrList list = NULL;

    must(NvSciBufAttrListCreate(g_buf, &list));
    gives(NvSciBufAttrListSetAttrs(list, &pair, 1U), NvSciError_BadParameter);
}

static void lists_are_of_two_modules(void)
{
    NvSciBufModule other = NULL;
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    must(NvSciBufModuleOpen(&other));
    lists[0] = buf_list(g_buf, NvSciBufAccessPerm_ReadWrite);
    lists[1] = buf_list(other, NvSciBufAccessPerm_Readonly);
    gives(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
          NvSciError_BadParameter);
}

static void list_of_an_object_is_freed(void)
{
    NvSciSyncAttrList list = NULL;

    must(NvSciSyncObjGetAttrList(sync_object(), &list));
    NvSciSyncAttrListFree(list);
}

/* ---------------------------------------------------------------- fences and waits */

static void copy_outlives_the_object(void)
{
    const NvSciSyncObj object = sync_object();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence copy = NvSciSyncFenceInitializer;

    must(NvSciSyncObjGenerateFence(object, &fence));
    copy = fence;
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(object);
    gives(NvSciSyncFenceWait(&copy, context_of(g_sync), 0), NvSciError_BadParameter);
}

static void fence_is_not_zeroed(void)
{
    NvSciSyncFence fence;

    (void)memset(&fence, 0xA5, sizeof(fence));
    gives(NvSciSyncObjGenerateFence(sync_object(), &fence), NvSciError_BadParameter);
}

static void context_is_of_another_module(void)
{
    NvSciSyncModule other = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    must(NvSciSyncModuleOpen(&other));
    must(NvSciSyncObjGenerateFence(sync_object(), &fence));
    gives(NvSciSyncFenceWait(&fence, context_of(other), 0), NvSciError_BadParameter);
}

static NvSciSyncFence g_fence;
static NvSciSyncCpuWaitContext g_context;

static void *wait_long(void *unused)
{
    NvSciError status = NvSciError_AlreadyInUse;

    /* The other thread may have the context for a moment. */
    while (status == NvSciError_AlreadyInUse) {
        status = NvSciSyncFenceWait(&g_fence, g_context, -1);
    }
    return unused;
}

static void threads_share_a_context(void)
{
    pthread_t thread;
    NvSciError status = NvSciError_Timeout;

    g_context = context_of(g_sync);
    must(NvSciSyncObjGenerateFence(sync_object(), &g_fence));
    if (pthread_create(&thread, NULL, wait_long, NULL) != 0) {
        _exit(2);
    }
    while (status == NvSciError_Timeout) {
        status = NvSciSyncFenceWait(&g_fence, g_context, 0);
    }
    gives(status, NvSciError_AlreadyInUse);
}

static void nobody_asked_for_timestamps(void)
{
    const NvSciSyncObj object = sync_object();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t time = 0U;

    must(NvSciSyncObjGenerateFence(object, &fence));
    must(NvSciSyncObjSignal(object));
    gives(NvSciSyncFenceGetTimestamp(&fence, &time), NvSciError_BadParameter);
}

/* ---------------------------------------------------------------- sharing */

static void reader_asks_for_a_pointer_to_write(void)
{
    NvSciBufObj reader = NULL;
    void *pointer = NULL;

    must(NvSciBufObjDupWithReducePerm(buf_object(), NvSciBufAccessPerm_Readonly, &reader));
    gives(NvSciBufObjGetCpuPtr(reader, &pointer), NvSciError_BadParameter);
}

static void peer_has_no_list(void)
{
    NvSciIpcEndpoint ends[2];
    NvSciBufObjIpcExportDescriptor desc;

    connect_ends(ends);
    gives(NvSciBufObjIpcExport(buf_object(), NvSciBufAccessPerm_Auto, ends[0], &desc),
          NvSciError_NotPermitted);
}

static void import_is_of_another_export(void)
{
    const NvSciBufAttrList list = buf_list(g_buf, NvSciBufAccessPerm_Readonly);
    NvSciIpcEndpoint ends[2];
    NvSciBufAttrList imported = NULL;
    void *desc = NULL;
    size_t size = 0U;

    connect_ends(ends);
    must(NvSciBufAttrListIpcExportUnreconciled(&list, 1U, ends[1], &desc, &size));
    gives(NvSciBufAttrListIpcImportReconciled(g_buf, ends[0], desc, size, NULL, 0U, &imported),
          NvSciError_BadParameter);
}

static void fence_is_of_another_object(void)
{
    NvSciIpcEndpoint ends[2];
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence imported = NvSciSyncFenceInitializer;
    NvSciSyncFenceIpcExportDescriptor desc;

    connect_ends(ends);
    must(NvSciSyncObjGenerateFence(sync_object(), &fence));
    must(NvSciSyncIpcExportFence(&fence, ends[0], &desc));
    gives(NvSciSyncIpcImportFence(sync_object(), &desc, &imported), NvSciError_BadParameter);
}

/* ---------------------------------------------------------------- channels */

static void library_is_not_opened(void)
{
    NvSciIpcEndpoint end = 0U;

    gives(NvSciIpcOpenEndpoint("nvscisync_a_0", &end), NvSciError_NotInitialized);
}

static void name_is_mistyped(void)
{
    NvSciIpcEndpoint end = 0U;

    must(NvSciIpcInit());
    gives(NvSciIpcOpenEndpoint("nvscisync_a0", &end), NvSciError_NoSuchEntry);
}

static void both_open_one_end(void)
{
    NvSciIpcEndpoint end = 0U;

    must(NvSciIpcInit());
    (void)end_of("nvscisync_a_0");
    gives(NvSciIpcOpenEndpoint("nvscisync_a_0", &end), NvSciError_Busy);
}

static void nobody_is_connected_yet(void)
{
    const uint8_t byte = 0U;
    uint32_t bytes = 0U;

    must(NvSciIpcInit());
    gives(NvSciIpcWriteSafe(end_of("nvscisync_a_0"), &byte, 1U, &bytes),
          NvSciError_ConnectionReset);
}

static void message_is_longer_than_a_frame(void)
{
    static const uint8_t message[65536U];
    NvSciIpcEndpoint ends[2];
    uint32_t bytes = 0U;

    connect_ends(ends);
    gives(NvSciIpcWriteSafe(ends[0], message, (uint32_t)sizeof(message), &bytes),
          NvSciError_BadParameter);
}

static void line_of_the_table_is_short(void)
{
    own_table_use("INTER_PROCESS left right 16\n");
    gives(NvSciIpcInit(), NvSciError_NotPermitted);
}

/* ---------------------------------------------------------------- streams */

/** Makes a stream of a pool, a producer, a queue and a consumer, and connects it. */
static void make_stream(NvSciStreamBlock *pool, NvSciStreamBlock *producer)
{
    NvSciStreamBlock queue = 0U;
    NvSciStreamBlock consumer = 0U;

    must(NvSciStreamStaticPoolCreate(2U, pool));
    must(NvSciStreamProducerCreate(*pool, producer));
    must(NvSciStreamFifoQueueCreate(&queue));
    must(NvSciStreamConsumerCreate(queue, &consumer));
    must(NvSciStreamBlockConnect(*producer, consumer));
}

/** Does what a producer does for Connected, but its mark. */
static NvSciStreamBlock unmarked_producer(void)
{
    NvSciStreamBlock pool = 0U;
    NvSciStreamBlock producer = 0U;
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    make_stream(&pool, &producer);
    must(NvSciStreamBlockEventQuery(producer, 0, &event));
    must(NvSciStreamBlockElementAttrSet(producer, 1U,
                                        buf_list(g_buf, NvSciBufAccessPerm_ReadWrite)));
    return producer;
}

static void mark_is_forgotten_by_who_waits(void)
{
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    gives(NvSciStreamBlockEventQuery(unmarked_producer(), SHORT_WAIT, &event), NvSciError_Timeout);
}

static void mark_is_forgotten_by_who_gets(void)
{
    NvSciStreamCookie cookie = 0U;

    gives(NvSciStreamProducerPacketGet(unmarked_producer(), &cookie), NvSciError_NotYetAvailable);
}

static void mark_is_forgotten_by_others(void)
{
    const NvSciStreamBlock producer = unmarked_producer();
    NvSciStreamCookie cookie = 0U;

    must(NvSciStreamBlockSetupStatusSet(producer, NvSciStreamSetup_ElementExport, true));
    gives(NvSciStreamProducerPacketGet(producer, &cookie), NvSciError_NotYetAvailable);
}

static void pool_has_no_packets(void)
{
    NvSciStreamBlock pool = 0U;

    gives(NvSciStreamStaticPoolCreate(0U, &pool), NvSciError_BadParameter);
}

static void cookie_is_no_handle(void)
{
    NvSciStreamBlock pool = 0U;
    NvSciStreamBlock producer = 0U;
    NvSciStreamEventType event = NvSciStreamEventType_Error;

    make_stream(&pool, &producer);
    must(NvSciStreamBlockEventQuery(pool, 0, &event));
    gives(NvSciStreamPoolPacketDelete(pool, 1U), NvSciError_StreamBadPacket);
}

/* ---------------------------------------------------------------- phases */

static void context_is_made_too_late(void)
{
    NvSciSyncCpuWaitContext context = NULL;

    must(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    gives(NvSciSyncCpuWaitContextAlloc(g_sync, &context), NvSciError_InvalidState);
    g_refused = true;
}

/* ---------------------------------------------------------------- all */

/** A mistake, and words of the line that the program prints. */
typedef struct {
    const char *name;
    void (*make)(void);
    const char *words;
} Mistake;

#define MISTAKE(function, words)                                                                   \
    {                                                                                              \
#function, function, words                                                                 \
    }

static const Mistake g_mistakes[] = {
    MISTAKE(size_is_not_set, "NvSciBufRawBufferAttrKey_Size: some list must give a value"),
    MISTAKE(int_is_no_bool, "give sizeof of the key's type"),
    MISTAKE(key_is_before_its_type, "set NvSciBufGeneralAttrKey_Types with it, or before"),
    MISTAKE(lists_are_of_two_modules, "open one module for all"),
    MISTAKE(list_of_an_object_is_freed, "do not free it, it goes with the object"),
    MISTAKE(copy_outlives_the_object, "NvSciSyncFenceDup() makes a copy that keeps the object"),
    MISTAKE(fence_is_not_zeroed, "zero a fence with NvSciSyncFenceInitializer"),
    MISTAKE(context_is_of_another_module, "give a live wait context of the module"),
    MISTAKE(threads_share_a_context, "give each thread that waits a context of its own"),
    MISTAKE(nobody_asked_for_timestamps, "set NvSciSyncAttrKey_WaiterRequireTimestamps"),
    MISTAKE(reader_asks_for_a_pointer_to_write, "use NvSciBufObjGetConstCpuPtr()"),
    MISTAKE(peer_has_no_list, "import the peer's list over it, and reconcile that too"),
    MISTAKE(import_is_of_another_export, "to the import function that goes with it"),
    MISTAKE(fence_is_of_another_object, "import the object that made the fence"),
    MISTAKE(library_is_not_opened, "call NvSciIpcInit() first"),
    MISTAKE(name_is_mistyped, "open a name of that table"),
    MISTAKE(both_open_one_end, "open the other name of its line"),
    MISTAKE(nobody_is_connected_yet, "call NvSciIpcGetEventSafe() at both ends"),
    MISTAKE(message_is_longer_than_a_frame, "NvSciIpcGetEndpointInfo() gives the bytes of a frame"),
    MISTAKE(line_of_the_table_is_short, "line 1: too few or too many words"),
    MISTAKE(mark_is_forgotten_by_who_waits, "set mark ElementExport of the block first"),
    MISTAKE(mark_is_forgotten_by_who_gets, "set mark ElementExport of the block first"),
    MISTAKE(mark_is_forgotten_by_others, "query the events of each block, and set the mark"),
    MISTAKE(pool_has_no_packets, "give one that the header has for the parameter"),
    MISTAKE(cookie_is_no_handle, "the handle of a packet, which is not its cookie"),
    MISTAKE(context_is_made_too_late, "call it before RingfenceAdvancePhase"),
};

/** Writes what a program can print of its mistake. */
static void describe(char *text, size_t size)
{
    RingfenceConflict conflict;

    if (g_conflict != NULL) {
        must(RingfenceExplainConflict(g_conflict, &conflict));
        must(RingfenceFormatConflict(&conflict, text, size));
    } else if (g_refused) {
        must(RingfenceDescribeLastRefusal(text, size));
    } else {
        must(RingfenceDescribeLastFault(text, size));
    }
}

/** Makes a mistake in a child; says whether the line that it gives has the words. */
static bool says_what_to_do(const Mistake *mistake)
{
    int status = 0;
    const pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        char text[LINE] = "";
        bool said = false;

        must(NvSciBufModuleOpen(&g_buf));
        must(NvSciSyncModuleOpen(&g_sync));
        mistake->make();
        describe(text, sizeof(text));
        said = strstr(text, mistake->words) != NULL;
        if (!said) {
            (void)fprintf(stderr, "%s: %s\n", mistake->name, text);
        }
        _exit(said ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status != 0) {
        (void)fprintf(stderr, "%s: status 0x%x\n", mistake->name, (unsigned int)status);
    }
    return status == 0;
}

/**
 * Each mistake gives a line that says what to do.
 * @verifies RF-CORE-348 RF-IPC-322 RF-IPC-323 RF-IPC-324 RF-STREAM-260 RF-SYNC-341
 * @verifies RF-SHARE-224
 */
static void each_mistake_says_what_to_do(void **state)
{
    uint32_t silent = 0U;

    (void)state;
    own_table_begin();
    for (size_t i = 0U; i < COUNT_OF(g_mistakes); i++) {
        if (!says_what_to_do(&g_mistakes[i])) {
            silent++;
        }
    }
    assert_int_equal(silent, 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_mistake_says_what_to_do)};

    return cmocka_run_group_tests_name("system/mistakes", tests, NULL, NULL);
}
