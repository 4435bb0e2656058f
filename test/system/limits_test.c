/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file limits_test.c
 * Each capacity of ringfence_cfg.h is used up, and the report of that names its macro.
 *
 * Every macro of the configuration has a row here: what uses it up, the test of another file that
 * does, or why it is no capacity. A macro without one fails.
 */
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
#include "core/pool.h"
#include "core/stamp.h"
#include "nvscibuf.h"
#include "nvscievent.h"
#include "nvsciipc.h"
#include "nvscistream.h"
#include "nvscisync.h"
#include "ringfence.h"
#include "stream/element.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/** Ends the child that uses a capacity up: it could not begin to. */
static void must(NvSciError status)
{
    if (status != NvSciError_Success) {
        (void)fprintf(stderr, "%s\n", RingfenceErrorName(status));
        _exit(2);
    }
}

static NvSciSyncModule sync_module(void)
{
    NvSciSyncModule module = NULL;

    must(NvSciSyncModuleOpen(&module));
    return module;
}

static NvSciBufModule buf_module(void)
{
    NvSciBufModule module = NULL;

    must(NvSciBufModuleOpen(&module));
    return module;
}

/** A list that signals and waits on the CPU. */
static NvSciSyncAttrList sync_list(void)
{
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitSignal;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciSyncAttrList list = NULL;

    must(NvSciSyncAttrListCreate(sync_module(), &list));
    must(NvSciSyncAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
}

static NvSciSyncAttrList sync_reconciled(void)
{
    NvSciSyncAttrList list = sync_list();
    NvSciSyncAttrList result = NULL;
    NvSciSyncAttrList conflict = NULL;

    must(NvSciSyncAttrListReconcile(&list, 1U, &result, &conflict));
    return result;
}

static NvSciBufAttrList buf_reconciled(void)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = 64U;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList result = NULL;
    NvSciBufAttrList conflict = NULL;

    must(NvSciBufAttrListCreate(buf_module(), &list));
    must(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    must(NvSciBufAttrListReconcile(&list, 1U, &result, &conflict));
    return result;
}

/** Takes all slots of a pool, and asks for one more. */
static void use_pool(RingfencePool pool)
{
    NvSciError status = NvSciError_Success;

    must(ringfence_api_enter(OP_SYNC_MODULE_OPEN));
    while (status == NvSciError_Success) {
        uint32_t index = 0U;

        status = ringfence_pool_take(pool, &index);
    }
    ringfence_api_leave();
}

/** A function that uses something up by calls of one function, until one gives an error. */
#define UNTIL_REFUSED(name, before, call)                                                          \
    static void name(void)                                                                         \
    {                                                                                              \
        before;                                                                                    \
        for (uint32_t i = 0U; (call) == NvSciError_Success; i++) {                                 \
            if (i > 70000U) {                                                                      \
                _exit(4);                                                                          \
            }                                                                                      \
        }                                                                                          \
    }

#define ALL_OF_POOL(name, pool)                                                                    \
    static void name(void)                                                                         \
    {                                                                                              \
        use_pool(pool);                                                                            \
    }

UNTIL_REFUSED(sync_modules, NvSciSyncModule module, NvSciSyncModuleOpen(&module))
UNTIL_REFUSED(sync_lists, NvSciSyncModule module = sync_module();
              NvSciSyncAttrList list, NvSciSyncAttrListCreate(module, &list))
UNTIL_REFUSED(sync_objects, NvSciSyncAttrList list = sync_reconciled();
              NvSciSyncObj object, NvSciSyncObjAlloc(list, &object))
UNTIL_REFUSED(sync_handles, NvSciSyncObj object; NvSciSyncObj other;
              must(NvSciSyncObjAlloc(sync_reconciled(), &object)), NvSciSyncObjDup(object, &other))
UNTIL_REFUSED(wait_contexts, NvSciSyncModule module = sync_module();
              NvSciSyncCpuWaitContext context, NvSciSyncCpuWaitContextAlloc(module, &context))
UNTIL_REFUSED(fences, NvSciSyncFence *fence, RingfenceFenceTake(&fence))
UNTIL_REFUSED(fence_descs, NvSciSyncFenceIpcExportDescriptor *desc, RingfenceFenceDescTake(&desc))
UNTIL_REFUSED(buf_modules, NvSciBufModule module, NvSciBufModuleOpen(&module))
UNTIL_REFUSED(buf_lists, NvSciBufModule module = buf_module();
              NvSciBufAttrList list, NvSciBufAttrListCreate(module, &list))
UNTIL_REFUSED(buf_objects, NvSciBufAttrList list = buf_reconciled();
              NvSciBufObj object, NvSciBufObjAlloc(list, &object))
UNTIL_REFUSED(buf_handles, NvSciBufObj object; NvSciBufObj other;
              must(NvSciBufObjAlloc(buf_reconciled(), &object)), NvSciBufObjDup(object, &other))
/** Writes a list of its own as text. */
static NvSciError dump_one(NvSciSyncModule module)
{
    NvSciSyncAttrList list = NULL;
    void *text = NULL;
    size_t size = 0U;

    must(NvSciSyncAttrListCreate(module, &list));
    return NvSciSyncAttrListDebugDump(list, &text, &size);
}

UNTIL_REFUSED(dumps, const NvSciSyncModule module = sync_module(), dump_one(module))
UNTIL_REFUSED(event_services, NvSciEventLoopService *service,
              NvSciEventLoopServiceCreateSafe(1U, NULL, &service))
UNTIL_REFUSED(local_events, NvSciEventLoopService *service; NvSciLocalEvent * event;
              must(NvSciEventLoopServiceCreateSafe(1U, NULL, &service)),
              service->EventService.CreateLocalEvent(&service->EventService, &event))
UNTIL_REFUSED(stream_blocks, NvSciStreamBlock block, NvSciStreamFifoQueueCreate(&block))

/* An object takes a slot before its memory does; endpoints and notifiers need descriptors of the
 * system; the rows of CUDA are those of another library. */
ALL_OF_POOL(buf_memories, RINGFENCE_POOL_BUF_MEMORY)
ALL_OF_POOL(descriptors, RINGFENCE_POOL_DESCRIPTOR)
ALL_OF_POOL(endpoints, RINGFENCE_POOL_IPC_ENDPOINT)
ALL_OF_POOL(notifiers, RINGFENCE_POOL_EVENT_NOTIFIER)
ALL_OF_POOL(packets_of_all, RINGFENCE_POOL_STREAM_PACKET)
ALL_OF_POOL(cuda_semaphores, RINGFENCE_POOL_CUDA_SEMAPHORE)
ALL_OF_POOL(cuda_memories, RINGFENCE_POOL_CUDA_MEMORY)
ALL_OF_POOL(cuda_mappings, RINGFENCE_POOL_CUDA_MAPPING)

/** A producer with a pool of its own. */
static NvSciError make_producer(NvSciStreamBlock *producer)
{
    NvSciStreamBlock pool = 0U;

    must(NvSciStreamStaticPoolCreate(1U, &pool));
    return NvSciStreamProducerCreate(pool, producer);
}

UNTIL_REFUSED(stream_segments, NvSciStreamBlock producer, make_producer(&producer))

static void stream_packets(void)
{
    NvSciStreamBlock pool = 0U;

    (void)NvSciStreamStaticPoolCreate(RINGFENCE_CFG_STREAM_PACKETS + 1U, &pool);
}

static void stream_consumers(void)
{
    NvSciStreamBlock multicast = 0U;

    (void)NvSciStreamMulticastCreate(RINGFENCE_CFG_STREAM_CONSUMERS + 1U, &multicast);
}

static void stream_infos(void)
{
    static const uint8_t byte = 1U;
    NvSciStreamBlock producer = 0U;
    NvSciError status = NvSciError_Success;

    must(make_producer(&producer));
    for (uint32_t i = 0U; status == NvSciError_Success; i++) {
        status = NvSciStreamBlockUserInfoSet(producer, i, 1U, &byte);
    }
}

static void stream_info_bytes(void)
{
    static const uint8_t bytes[RINGFENCE_CFG_STREAM_INFO_BYTES + 1U];
    NvSciStreamBlock producer = 0U;

    must(make_producer(&producer));
    (void)NvSciStreamBlockUserInfoSet(producer, 0U, sizeof(bytes), bytes);
}

static void stream_elements(void)
{
    static StreamElements elements;
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; status == NvSciError_Success; i++) {
        status = element_add_bare(OP_STREAM_BLOCK_ELEMENT_ATTR_SET, &elements, i);
    }
}

/** Begins a table of INTER_PROCESS channels. */
static void use_channels(uint32_t count)
{
    char *const text = calloc(count + 1U, 48U);
    size_t at = 0U;

    for (uint32_t i = 0U; (text != NULL) && (i < count); i++) {
        at += (size_t)snprintf(&text[at], 48U, "INTER_PROCESS end_%u_0 end_%u_1 1 64\n", i, i);
    }
    if (text == NULL) {
        _exit(5);
    }
    own_table_use(text);
    free(text);
}

static void stream_ipc_blocks(void)
{
    const NvSciSyncModule sync = sync_module();
    const NvSciBufModule buf = buf_module();
    NvSciError status = NvSciError_Success;

    use_channels(RINGFENCE_CFG_STREAM_IPC_BLOCKS + 1U);
    must(NvSciIpcInit());
    for (uint32_t i = 0U; status == NvSciError_Success; i++) {
        NvSciIpcEndpoint endpoint = 0U;
        NvSciStreamBlock block = 0U;
        char name[32];

        (void)snprintf(name, sizeof(name), "end_%u_0", i);
        must(NvSciIpcOpenEndpoint(name, &endpoint));
        must(NvSciIpcResetEndpointSafe(endpoint));
        status = NvSciStreamIpcSrcCreate(endpoint, sync, buf, &block);
    }
}

static void ipc_channels(void)
{
    use_channels(RINGFENCE_CFG_IPC_CHANNELS + 1U);
    (void)NvSciIpcInit();
}

static void ipc_table_bytes(void)
{
    char *const text = malloc(RINGFENCE_CFG_IPC_TABLE_BYTES + 2U);

    if (text == NULL) {
        _exit(5);
    }
    (void)memset(text, '\n', RINGFENCE_CFG_IPC_TABLE_BYTES + 1U);
    text[RINGFENCE_CFG_IPC_TABLE_BYTES + 1U] = '\0';
    own_table_use(text);
    (void)NvSciIpcInit();
}

/* ---------------------------------------------------------------- the rows */

#define UNIT "test/unit/"

/** What is known of a macro: what uses it up, which other test does, or why nothing can. */
typedef struct {
    const char *macro;
    void (*use)(void);
    const char *file;
    const char *reason;
} LimitRow;

#define USED(macro, function)                                                                      \
    {                                                                                              \
        "RINGFENCE_CFG_" macro, (function), NULL, NULL                                             \
    }
#define SEEN(macro, file)                                                                          \
    {                                                                                              \
        "RINGFENCE_CFG_" macro, NULL, (file), NULL                                                 \
    }
#define NO_LIMIT(macro, words)                                                                     \
    {                                                                                              \
        "RINGFENCE_CFG_" macro, NULL, NULL, (words)                                                \
    }

static const LimitRow g_limit_rows[] = {
    USED("SYNC_MODULES", sync_modules),
    USED("SYNC_LISTS", sync_lists),
    USED("SYNC_OBJECTS", sync_objects),
    USED("SYNC_HANDLES", sync_handles),
    USED("SYNC_WAIT_CONTEXTS", wait_contexts),
    USED("FENCES", fences),
    USED("FENCE_DESCS", fence_descs),
    USED("BUF_MODULES", buf_modules),
    USED("BUF_LISTS", buf_lists),
    USED("BUF_OBJECTS", buf_objects),
    USED("BUF_HANDLES", buf_handles),
    USED("BUF_MEMORIES", buf_memories),
    USED("DUMPS", dumps),
    USED("IPC_ENDPOINTS", endpoints),
    USED("IPC_CHANNELS", ipc_channels),
    USED("IPC_TABLE_BYTES", ipc_table_bytes),
    USED("EVENT_SERVICES", event_services),
    USED("EVENT_NOTIFIERS", notifiers),
    USED("LOCAL_EVENTS", local_events),
    USED("STREAM_BLOCKS", stream_blocks),
    USED("STREAM_SEGMENTS", stream_segments),
    USED("STREAM_IPC_BLOCKS", stream_ipc_blocks),
    USED("STREAM_PACKETS", stream_packets),
    USED("STREAM_PACKETS", packets_of_all),
    USED("STREAM_INFOS", stream_infos),
    NO_LIMIT("DUMP_BYTES", "a longer text is cut"),
    NO_LIMIT("GPUS", "the interface's number; more are RINGFENCE_FAULT_BAD_PAIR"),
    NO_LIMIT("PEERS", "the interface's number; more are RINGFENCE_FAULT_BAD_PAIR"),
    NO_LIMIT("TIMESTAMP_SLOTS", "programs read the number from a list and name a slot"),
    NO_LIMIT("TASK_STATUS_SLOTS", "programs read the number from a list and name a slot"),
    USED("STREAM_ELEMENTS", stream_elements),
    USED("STREAM_CONSUMERS", stream_consumers),
    USED("STREAM_INFO_BYTES", stream_info_bytes),
    NO_LIMIT("SPIN_US", "a time"),
    NO_LIMIT("SPIN_YIELDS", "a choice of waits"),
    NO_LIMIT("LINE_BYTES", "of the processor"),
    NO_LIMIT("SPIN_MONITOR", "a choice"),
    NO_LIMIT("STRICT_INIT", "a choice"),
    NO_LIMIT("RUNTIME_QUERIES", "a choice"),
    NO_LIMIT("INTEGRATED_GPU", "a choice"),
    NO_LIMIT("PITCH_ALIGN", "an alignment"),
    NO_LIMIT("PLANE_ALIGN", "an alignment"),
    NO_LIMIT("PLANE_SIZE_ALIGN", "an alignment"),
    NO_LIMIT("BLOCK_HEIGHT", "a layout"),
    NO_LIMIT("BLOCK_SIZE_ALIGN", "an alignment"),
    NO_LIMIT("DATA_ALIGN", "an alignment"),
    NO_LIMIT("BASE_ALIGN", "an alignment"),
    NO_LIMIT("TEXTS", "a feature"),
    NO_LIMIT("ENGINES", "a feature"),
    NO_LIMIT("SHARING", "a feature"),
    NO_LIMIT("CHECKS", "a feature"),
    NO_LIMIT("PIXELS", "a feature"),
    NO_LIMIT("EXTRAS", "a feature"),
    NO_LIMIT("TYPES", "a feature"),
    NO_LIMIT("ASSERTS", "a feature"),
    NO_LIMIT("FAULT_HOOK", "a feature"),
    NO_LIMIT("CHANNELS", "a feature"),
    NO_LIMIT("STREAMS", "a feature"),
    NO_LIMIT("CUDA", "a feature"),
    NO_LIMIT("DLA", "a feature"),
    NO_LIMIT("2D", "a feature"),
    SEEN("HOPS", UNIT "share/list_test.c"),
    SEEN("ROUTES", UNIT "share/buf_object_test.c"),
    SEEN("PEER_LISTS", UNIT "share/buf_list_test.c"),
    USED("DESCRIPTORS", descriptors),
    SEEN("DESCRIPTOR_BYTES", UNIT "share/buf_list_test.c"),
    SEEN("PARCELS", UNIT "ipc/parcel_test.c"),
    NO_LIMIT("LIFE_CHECK_US", "a time"),
    USED("CUDA_SEMAPHORES", cuda_semaphores),
    USED("CUDA_MEMORIES", cuda_memories),
    USED("CUDA_MAPPINGS", cuda_mappings),
    NO_LIMIT("CUDA_EVENTS", "who has used all waits for the oldest"),
    NO_LIMIT("DLA_ENGINES", "programs ask cudlaDeviceGetCount for the number"),
    SEEN("DLA_HANDLES", UNIT "dla/limits_test.c"),
    SEEN("DLA_MODULES", UNIT "dla/limits_test.c"),
    SEEN("DLA_TENSORS", UNIT "dla/limits_test.c"),
    SEEN("DLA_STEPS", UNIT "dla/limits_test.c"),
    SEEN("DLA_REGISTRATIONS", UNIT "dla/limits_test.c"),
    SEEN("DLA_TASKS", UNIT "dla/limits_test.c"),
    SEEN("DLA_EVENTS", UNIT "dla/limits_test.c"),
    SEEN("2D_DEVICES", UNIT "media/limits_test.c"),
    SEEN("2D_ENGINES", UNIT "media/limits_test.c"),
    SEEN("2D_IMAGES", UNIT "media/limits_test.c"),
    SEEN("2D_REGISTRATIONS", UNIT "media/limits_test.c"),
    SEEN("2D_TASKS", UNIT "media/limits_test.c"),
    NO_LIMIT("2D_FENCES", "the interface's numbers are smaller, and are named"),
    SEEN("2D_GRAPHS", UNIT "media/limits_test.c"),
    SEEN("2D_WIDTH", UNIT "media/limits_test.c"),
    NO_LIMIT("ATOMICS", "of the processor"),
    NO_LIMIT("INTERRUPTS", "a choice"),
    NO_LIMIT("CACHE_LINE", "of the processor"),
    NO_LIMIT("BUFFER_BYTES", "memory without an operating system: RINGFENCE_FAULT_ARENA_TOO_SMALL"),
    NO_LIMIT("CHANNEL_BYTES", "memory without an operating system"),
    SEEN("BUFFER_MIB", UNIT "share/buf_list_test.c"),
    SEEN("ALL_BUFFERS_MIB", UNIT "buf/bound_test.c"),
    NO_LIMIT("CORES", "of the machine"),
    NO_LIMIT("BUFFER_REGION", "a choice"),
};

#define MACRO_NAME(name, value) name,

/** All values of a build, each macro of ringfence_cfg.h among them. */
static const char *const g_stamped[] = {STAMP_ROWS(MACRO_NAME)};

/* ---------------------------------------------------------------- tests */

static bool has_row(const char *macro)
{
    bool has = false;

    for (size_t i = 0U; i < COUNT_OF(g_limit_rows); i++) {
        has = has || (strcmp(g_limit_rows[i].macro, macro) == 0);
    }
    return has;
}

/**
 * Each macro of the configuration has a row here.
 * @verifies RF-CORE-341
 */
static void each_macro_has_a_row(void **state)
{
    uint32_t macros = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_stamped); i++) {
        if (strncmp(g_stamped[i], "RINGFENCE_CFG_", strlen("RINGFENCE_CFG_")) == 0) {
            macros++;
            if (!has_row(g_stamped[i])) {
                fail_msg("%s has no row", g_stamped[i]);
            }
        }
    }
    assert_true(macros > 90U);
}

/** Says in a child whether the last report names a macro: the fault, or that of the table. */
static bool is_named(const char *macro)
{
    RingfenceFault fault;
    RingfenceIpcTableError error;
    bool named = (RingfenceGetLastFault(&fault) == NvSciError_Success);

    if (fault.kind == RINGFENCE_FAULT_BAD_TABLE) {
        named = (RingfenceGetIpcTableError(&error) == NvSciError_Success) &&
                (strstr(error.reason, macro) != NULL);
    } else {
        named = named && (fault.kind == RINGFENCE_FAULT_LIMIT) &&
                (strcmp(fault.limit, macro) == 0) && (fault.asked > fault.allowed) &&
                (fault.function != NULL);
    }
    if (!named) {
        (void)fprintf(stderr, "%s: \"%s\" %s, %s asks %u for %u\n", macro, fault.text, fault.limit,
                      (fault.function != NULL) ? fault.function : "nobody", (unsigned)fault.asked,
                      (unsigned)fault.allowed);
    }
    return named;
}

/** Uses a capacity up in a child. */
static bool names_itself(const LimitRow *row)
{
    const pid_t child = fork();
    int status = -1;

    if (child == 0) {
        row->use();
        _exit(is_named(row->macro) ? 0 : 1);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && (WEXITSTATUS(status) == 0);
}

/**
 * What is refused because a capacity is used up is reported with the macro, what was asked for and
 * what is allowed.
 * @verifies RF-CORE-340 RF-CORE-341
 */
static void each_capacity_names_itself(void **state)
{
    uint32_t silent = 0U;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_limit_rows); i++) {
        if ((g_limit_rows[i].use != NULL) && (!names_itself(&g_limit_rows[i]))) {
            print_error("%s is not named\n", g_limit_rows[i].macro);
            silent++;
        }
    }
    assert_int_equal(silent, 0U);
}

/** Says whether a file has the name of a macro as a text. */
static bool is_in(const char *path, const char *macro)
{
    FILE *const file = fopen(path, "r");
    char wanted[64];
    char line[256];
    bool found = false;

    (void)snprintf(wanted, sizeof(wanted), "\"%s\"", macro);
    if (file != NULL) {
        while (fgets(line, (int)sizeof(line), file) != NULL) {
            found = found || (strstr(line, wanted) != NULL);
        }
        (void)fclose(file);
    }
    return found;
}

/**
 * What is left to another test stands there, and what is no capacity has a reason.
 * @verifies RF-CORE-341
 */
static void other_tests_name_the_rest(void **state)
{
    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_limit_rows); i++) {
        const LimitRow *const row = &g_limit_rows[i];

        if ((row->file != NULL) && (!is_in(row->file, row->macro))) {
            fail_msg("%s does not name %s", row->file, row->macro);
        }
        assert_true((row->use != NULL) || (row->file != NULL) || (row->reason != NULL));
    }
}

/**
 * Defaults that are used together fit: each block of a stream has an event, each endpoint and each
 * local event a notifier, each consumer of a stream and its producer are in processes of their own,
 * and each image of NvMedia has memory of its own.
 * @verifies RF-CORE-342
 */
static void defaults_fit_each_other(void **state)
{
    (void)state;
    assert_true(RINGFENCE_CFG_LOCAL_EVENTS >= RINGFENCE_CFG_STREAM_BLOCKS);
    assert_true(RINGFENCE_CFG_EVENT_NOTIFIERS >=
                (RINGFENCE_CFG_IPC_ENDPOINTS + RINGFENCE_CFG_LOCAL_EVENTS));
    assert_true(RINGFENCE_CFG_ROUTES > RINGFENCE_CFG_STREAM_CONSUMERS);
    assert_true(RINGFENCE_CFG_BUF_MODULES > RINGFENCE_CFG_2D_IMAGES);
}

/** Blocks of streams with an event each, up to the last block. */
static void events_of_blocks(void)
{
    NvSciEventLoopService *service = NULL;
    NvSciStreamBlock block = 0U;

    must(NvSciEventLoopServiceCreateSafe(1U, NULL, &service));
    while (NvSciStreamFifoQueueCreate(&block) == NvSciError_Success) {
        NvSciEventNotifier *notifier = NULL;

        must(NvSciStreamBlockEventServiceSetup(block, &service->EventService, &notifier));
    }
}

/**
 * An event loop waits for all blocks that there can be.
 * @verifies RF-CORE-342
 */
static void an_event_loop_has_all_blocks(void **state)
{
    static const LimitRow row = USED("STREAM_BLOCKS", events_of_blocks);

    (void)state;
    assert_true(names_itself(&row));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_macro_has_a_row),
        cmocka_unit_test(each_capacity_names_itself),
        cmocka_unit_test(other_tests_name_the_rest),
        cmocka_unit_test(defaults_fit_each_other),
        cmocka_unit_test(an_event_loop_has_all_blocks),
    };

    return cmocka_run_group_tests_name("system/limits", tests, NULL, NULL);
}
