/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lock_test.c
 * Reserving, mapping and releasing memory without the library's lock: a thread stands still in the
 * middle of it, and others go on.
 */
#define _GNU_SOURCE

#include "buf_lists.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "fault.h"
#include "ipc_fixture.h"
#include "nvscisync.h"

#define CPU     PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true)
#define RW      NvSciBufAccessPerm_ReadWrite
#define RO      NvSciBufAccessPerm_Readonly
#define AUTO    NvSciBufAccessPerm_Auto
#define SECONDS 400U
#define YIELDS  200U

/** What the threads of a test use. */
typedef struct {
    NvSciBufModule module;
    /** Of the module, not reconciled, and reconciled. */
    NvSciBufAttrList list;
    NvSciBufAttrList reconciled;
    NvSciBufObj object;
    /** What the worker made. */
    NvSciBufObj made;
    NvSciError status;
    Pair pair;
    NvSciBufObjIpcExportDescriptor desc;
    void *bytes;
    size_t size;
} Scene;

/** What a worker does, and the call of the port in which it stands still. */
typedef struct {
    const char *call;
    void (*work)(Scene *scene);
} Case;

static Scene g_scene;
static const Case *g_case;
static sem_t g_inside;
static sem_t g_go;
static _Thread_local bool g_is_worker;
static atomic_uint g_advanced;

/** The first time that the worker comes to its call, it waits there. */
static void stand_still(const char *name)
{
    if (g_is_worker && (strcmp(name, g_case->call) == 0)) {
        g_is_worker = false;
        (void)sem_post(&g_inside);
        while (sem_wait(&g_go) != 0) {
            /* A signal came. */
        }
    }
}

static void *run_worker(void *unused)
{
    (void)unused;
    g_is_worker = true;
    g_case->work(&g_scene);
    return NULL;
}

/** Starts a worker, and waits until it stands still. */
static pthread_t start_worker(const Case *one)
{
    pthread_t thread;

    g_case = one;
    fault_in_memory(stand_still);
    assert_int_equal(pthread_create(&thread, NULL, run_worker, NULL), 0);
    assert_int_equal(sem_wait(&g_inside), 0);
    return thread;
}

static void end_worker(pthread_t thread)
{
    assert_int_equal(sem_post(&g_go), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    fault_in_memory(NULL);
}

/* ---------------------------------------------------------------- scenes */

static void begin_scene(Scene *scene)
{
    NvSciBufAttrList conflict = NULL;

    (void)memset(scene, 0, sizeof(*scene));
    scene->status = NvSciError_Unknown;
    assert_int_equal(NvSciBufModuleOpen(&scene->module), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListCreate(scene->module, &scene->list), NvSciError_Success);
    assert_int_equal(
        buf_set_in(scene->list, g_recipes[RECIPE_RAW].pairs, g_recipes[RECIPE_RAW].count),
        NvSciError_Success);
    assert_int_equal(SET(scene->list, CPU), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcile(&scene->list, 1U, &scene->reconciled, &conflict),
                     NvSciError_Success);
    assert_int_equal(NvSciBufObjAlloc(scene->reconciled, &scene->object), NvSciError_Success);
}

static void allocate(Scene *scene)
{
    scene->status = NvSciBufObjAlloc(scene->reconciled, &scene->made);
}

static void reconcile_and_allocate(Scene *scene)
{
    NvSciBufAttrList conflict = NULL;

    scene->status = NvSciBufAttrListReconcileAndObjAlloc(&scene->list, 1U, &scene->made, &conflict);
}

static void reduce(Scene *scene)
{
    scene->status = NvSciBufObjDupWithReducePerm(scene->object, RO, &scene->made);
}

static void give_back(Scene *scene)
{
    NvSciBufObj object = NULL;

    scene->status = NvSciBufObjAlloc(scene->reconciled, &object);
    NvSciBufObjFree(object);
}

static void import(Scene *scene)
{
    scene->status = NvSciBufObjIpcImport(scene->pair.one, &scene->desc, scene->reconciled, AUTO, 0,
                                         &scene->made);
}

static void import_with_list(Scene *scene)
{
    scene->status =
        NvSciBufIpcImportAttrListAndObj(scene->module, scene->pair.one, scene->bytes, scene->size,
                                        &scene->list, 1U, AUTO, 0, &scene->made);
}

/** Calls that are short, of all kinds. */
static void do_small_things(void)
{
    NvSciSyncModule sync = NULL;
    NvSciSyncAttrList waits = NULL;
    NvSciBufAttrList list = buf_recipe(RECIPE_RAW);
    NvSciBufAttrList copy = NULL;
    NvSciBufObj object = NULL;
    NvSciBufObj view = NULL;

    assert_int_equal(NvSciSyncModuleOpen(&sync), NvSciError_Success);
    assert_int_equal(NvSciSyncAttrListCreate(sync, &waits), NvSciError_Success);
    NvSciSyncAttrListFree(waits);
    NvSciSyncModuleClose(sync);
    assert_int_equal(NvSciBufAttrListClone(list, &copy), NvSciError_Success);
    NvSciBufAttrListFree(copy);
    object = buf_object_of(list);
    assert_int_equal(NvSciBufObjDupWithReducePerm(object, RO, &view), NvSciError_Success);
    NvSciBufObjFree(object);
    NvSciBufObjFree(view);
}

static void *advance(void *unused)
{
    (void)unused;
    atomic_store(&g_advanced, 1U);
    if (RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME) == NvSciError_Success) {
        atomic_store(&g_advanced, 2U);
    }
    return NULL;
}

static void assert_whole(NvSciBufObj object, bool writable)
{
    const void *bytes = NULL;

    assert_int_equal(NvSciBufObjValidate(object), NvSciError_Success);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(object, &bytes), NvSciError_Success);
    for (size_t i = 0U; i < 1000U; i++) {
        assert_int_equal(((const volatile uint8_t *)bytes)[i], 0U);
    }
    if (writable) {
        void *own = NULL;

        assert_int_equal(NvSciBufObjGetCpuPtr(object, &own), NvSciError_Success);
        assert_ptr_equal(own, bytes);
    }
}

/* ---------------------------------------------------------------- tests */

static int setup(void **state)
{
    (void)alarm(SECONDS);
    assert_int_equal(sem_init(&g_inside, 0, 0U), 0);
    assert_int_equal(sem_init(&g_go, 0, 0U), 0);
    return buf_module_up(state);
}

static int teardown(void **state)
{
    (void)alarm(0U);
    fault_in_memory(NULL);
    (void)sem_destroy(&g_inside);
    (void)sem_destroy(&g_go);
    return buf_module_down(state);
}

static const Case g_cases[] = {{"port_memory_reserve", allocate},
                               {"port_memory_reserve", reconcile_and_allocate},
                               {"port_memory_view", reduce},
                               {"port_memory_release", give_back}};

/**
 * While a thread reserves, maps or releases memory, others call what they like, give back what it
 * was called with, and close its module; what it makes is whole. The phase waits for it.
 * @verifies RF-BUF-204
 * @verifies RF-BUF-205
 * @verifies RF-CORE-201
 * @verifies RF-PORT-240
 */
static void others_go_on_meanwhile(void **state)
{
    const uint32_t mappings = fault_open_mappings();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(g_cases); i++) {
        const uint32_t taken = in_use_of_all();
        pthread_t worker;
        pthread_t second;

        begin_scene(&g_scene);
        worker = start_worker(&g_cases[i]);
        assert_null(g_scene.made);
        do_small_things();
        NvSciBufAttrListFree(g_scene.list);
        NvSciBufAttrListFree(g_scene.reconciled);
        NvSciBufObjFree(g_scene.object);
        NvSciBufModuleClose(g_scene.module);
        atomic_store(&g_advanced, 0U);
        assert_int_equal(pthread_create(&second, NULL, advance, NULL), 0);
        while (atomic_load(&g_advanced) == 0U) {
            (void)sched_yield();
        }
        for (uint32_t y = 0U; y < YIELDS; y++) {
            (void)sched_yield();
        }
        assert_int_equal(RingfenceCurrentPhase(), RINGFENCE_PHASE_INIT);
        do_small_things();
        end_worker(worker);
        assert_int_equal(pthread_join(second, NULL), 0);
        assert_int_equal(atomic_load(&g_advanced), 2U);
        assert_int_equal(g_scene.status, NvSciError_Success);
        go_to_init();
        if (g_scene.made != NULL) {
            assert_whole(g_scene.made, g_cases[i].work != reduce);
            NvSciBufObjFree(g_scene.made);
        }
        assert_int_equal(in_use_of_all(), taken);
        assert_int_equal(fault_open_mappings(), mappings);
    }
}

/**
 * What fails while others went on is given back, also the memory that nobody else needs any more.
 * @verifies RF-BUF-205
 */
static void failure_meanwhile_leaves_nothing(void **state)
{
    const uint32_t mappings = fault_open_mappings();
    const uint32_t descriptors = fault_open_descriptors();
    const uint32_t faults = buf_faults();

    (void)state;
    /* Releasing cannot fail. */
    for (size_t i = 0U; i < (COUNT_OF(g_cases) - 1U); i++) {
        const uint32_t taken = in_use_of_all();
        pthread_t worker;

        begin_scene(&g_scene);
        worker = start_worker(&g_cases[i]);
        NvSciBufAttrListFree(g_scene.list);
        NvSciBufAttrListFree(g_scene.reconciled);
        NvSciBufObjFree(g_scene.object);
        NvSciBufModuleClose(g_scene.module);
        fault_arm(1U, ENOMEM);
        end_worker(worker);
        assert_true(fault_disarm());
        assert_int_equal(g_scene.status, NvSciError_InsufficientMemory);
        assert_null(g_scene.made);
        assert_int_equal(in_use_of_all(), taken);
        assert_int_equal(fault_open_mappings(), mappings);
        assert_int_equal(fault_open_descriptors(), descriptors);
    }
    assert_int_equal(buf_faults(), faults);
}

/**
 * Two threads that make a read-only duplicate of one object get one mapping.
 * @verifies RF-BUF-205
 */
static void two_duplicates_share_a_mapping(void **state)
{
    static const Case one = {"port_memory_view", reduce};
    const uint32_t mappings = fault_open_mappings();
    const void *first = NULL;
    const void *second = NULL;
    NvSciBufObj other = NULL;
    pthread_t worker;

    (void)state;
    begin_scene(&g_scene);
    worker = start_worker(&one);
    assert_int_equal(NvSciBufObjDupWithReducePerm(g_scene.object, RO, &other), NvSciError_Success);
    end_worker(worker);
    assert_int_equal(g_scene.status, NvSciError_Success);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(other, &first), NvSciError_Success);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(g_scene.made, &second), NvSciError_Success);
    assert_ptr_equal(first, second);
    assert_int_equal(fault_open_mappings(), mappings + 2U);
    NvSciBufObjFree(g_scene.made);
    NvSciBufObjFree(g_scene.object);
    assert_whole(other, false);
    NvSciBufObjFree(other);
    NvSciBufAttrListFree(g_scene.reconciled);
    NvSciBufAttrListFree(g_scene.list);
    NvSciBufModuleClose(g_scene.module);
    assert_int_equal(fault_open_mappings(), mappings);
}

/** Sends the object of a scene over a channel, to be imported. */
static void send_object(Scene *scene)
{
    NvSciBufAttrList lists[2] = {scene->list, NULL};
    NvSciBufAttrList conflict = NULL;
    NvSciBufAttrList own = NULL;

    scene->pair = make_pair("ipc_test_0", "ipc_test_1");
    assert_status(NvSciBufAttrListIpcExportUnreconciled(&scene->list, 1U, scene->pair.one,
                                                        &scene->bytes, &scene->size),
                  NvSciError_Success);
    assert_status(NvSciBufAttrListIpcImportUnreconciled(scene->module, scene->pair.zero,
                                                        scene->bytes, scene->size, &lists[1]),
                  NvSciError_Success);
    NvSciBufAttrListFreeDesc(scene->bytes);
    NvSciBufObjFree(scene->object);
    NvSciBufAttrListFree(scene->reconciled);
    assert_status(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &scene->object, &conflict),
                  NvSciError_Success);
    NvSciBufAttrListFree(lists[1]);
    assert_status(NvSciBufObjGetAttrList(scene->object, &own), NvSciError_Success);
    assert_status(
        NvSciBufAttrListIpcExportReconciled(own, scene->pair.zero, &scene->bytes, &scene->size),
        NvSciError_Success);
    assert_status(NvSciBufAttrListIpcImportReconciled(scene->module, scene->pair.one, scene->bytes,
                                                      scene->size, NULL, 0U, &scene->reconciled),
                  NvSciError_Success);
    NvSciBufAttrListFreeDesc(scene->bytes);
    assert_status(NvSciBufObjIpcExport(scene->object, AUTO, scene->pair.zero, &scene->desc),
                  NvSciError_Success);
    assert_status(NvSciBufIpcExportAttrListAndObj(scene->object, AUTO, scene->pair.zero,
                                                  &scene->bytes, &scene->size),
                  NvSciError_Success);
}

/**
 * While a thread maps what it imports, others use and close the endpoint, and reconcile and give
 * back the lists that it was called with.
 * @verifies RF-SHARE-201
 */
static void others_go_on_during_an_import(void **state)
{
    static const Case cases[] = {{"port_memory_adopt", import},
                                 {"port_memory_adopt", import_with_list}};

    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        NvSciBufAttrList reconciled = NULL;
        NvSciBufAttrList conflict = NULL;
        pthread_t worker;

        assert_int_equal(ipc_begin(state), 0);
        begin_scene(&g_scene);
        send_object(&g_scene);
        worker = start_worker(&cases[i]);
        do_small_things();
        assert_status(NvSciBufAttrListReconcile(&g_scene.list, 1U, &reconciled, &conflict),
                      NvSciError_Success);
        NvSciBufAttrListFree(reconciled);
        NvSciBufAttrListFree(g_scene.list);
        NvSciBufAttrListFree(g_scene.reconciled);
        NvSciBufAttrListAndObjFreeDesc(g_scene.bytes);
        NvSciBufModuleClose(g_scene.module);
        close_pair(&g_scene.pair);
        end_worker(worker);
        assert_status(g_scene.status, NvSciError_Success);
        assert_whole(g_scene.made, false);
        NvSciBufObjFree(g_scene.made);
        NvSciBufObjFree(g_scene.object);
        NvSciIpcDeinit();
    }
}

/**
 * A buffer that is larger than what the system has left is refused, and the report says what was
 * asked for and what was left; nothing was taken of it.
 * @verifies RF-BUF-203
 * @verifies RF-PORT-241
 */
static void shortage_is_reported(void **state)
{
    static const uint64_t size = 8U * 1048576U;
    static const uint64_t kept = (size / 64U) + 1048576U;
    static const uint64_t lefts[] = {0U, 1U, 1048576U, size - 1U, size, (size + kept) - 1U};
    NvSciBufAttrList list =
        buf_reconciled_one(RECIPE(RECIPE_RAW, PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, size)));
    NvSciBufObj object = NULL;
    RingfenceFault fault;

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(lefts); i++) {
        const uint32_t taken = in_use_of_all();

        fault_memory_left(lefts[i]);
        assert_int_equal(NvSciBufObjAlloc(list, &object), NvSciError_InsufficientMemory);
        assert_null(object);
        assert_int_equal(in_use_of_all(), taken);
        assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
        assert_int_equal(fault.kind, RINGFENCE_FAULT_LIMIT);
        assert_string_equal(fault.limit, "memory of the system");
        assert_string_equal(fault.function, "NvSciBufObjAlloc");
        assert_int_equal(fault.asked, size);
        assert_int_equal(fault.allowed, (lefts[i] > kept) ? (lefts[i] - kept) : 0U);
    }
    /* Some is kept for pages and for the rest of the process. */
    fault_memory_left(size + (size / 64U) + 1048575U);
    assert_int_equal(NvSciBufObjAlloc(list, &object), NvSciError_InsufficientMemory);
    fault_memory_left(size + (size / 64U) + 1048576U);
    assert_int_equal(NvSciBufObjAlloc(list, &object), NvSciError_Success);
    fault_memory_left(UINT64_MAX);
    NvSciBufObjFree(object);
    NvSciBufAttrListFree(list);
}

/** Channels are initialised by a second thread: 1 when it begins, 2 when it is done. */
static _Atomic uint32_t g_initialised;

static void initialise(Scene *scene)
{
    scene->status = NvSciIpcInit();
}

static void *initialise_too(void *unused)
{
    (void)unused;
    atomic_store(&g_initialised, 1U);
    if (NvSciIpcInit() == NvSciError_Success) {
        atomic_store(&g_initialised, 2U);
    }
    return NULL;
}

/**
 * While a thread reads the table of endpoints, others call what they like; who initialises channels
 * too waits, and uses the same table.
 * @verifies RF-IPC-250
 */
static void others_go_on_while_the_table_is_read(void **state)
{
    static const Case one = {"port_table_read", initialise};
    const struct timespec while_short = {0, 20000000};
    NvSciIpcEndpoint endpoint = 0U;
    pthread_t worker;
    pthread_t second;

    (void)state;
    own_table_begin();
    atomic_store(&g_initialised, 0U);
    g_scene.status = NvSciError_Unknown;
    worker = start_worker(&one);
    do_small_things();
    assert_int_equal(NvSciIpcOpenEndpoint("itc_test_0", &endpoint), NvSciError_NotInitialized);
    assert_int_equal(pthread_create(&second, NULL, initialise_too, NULL), 0);
    while (atomic_load(&g_initialised) == 0U) {
        (void)sched_yield();
    }
    (void)nanosleep(&while_short, NULL);
    assert_int_equal(atomic_load(&g_initialised), 1U);
    end_worker(worker);
    assert_int_equal(pthread_join(second, NULL), 0);
    assert_int_equal(g_scene.status, NvSciError_Success);
    assert_int_equal(atomic_load(&g_initialised), 2U);
    assert_int_equal(NvSciIpcOpenEndpoint("itc_test_0", &endpoint), NvSciError_Success);
    assert_int_equal(NvSciIpcCloseEndpointSafe(endpoint, true), NvSciError_Success);
    NvSciIpcDeinit();
    assert_int_equal(NvSciIpcOpenEndpoint("itc_test_1", &endpoint), NvSciError_Success);
    assert_int_equal(NvSciIpcCloseEndpointSafe(endpoint, true), NvSciError_Success);
    NvSciIpcDeinit();
    assert_int_equal(NvSciIpcOpenEndpoint("itc_test_1", &endpoint), NvSciError_NotInitialized);
}

/** Milliseconds for which a look at what is left is good, and some more. */
#define LOOK_IS_OLD_MS 150U
/** Looks behind which a small buffer may not be had because it came too late. */
#define LATE_MAX 10U

/** Whether a raw buffer of so many bytes can be had; it is freed. */
static bool can_allocate(NvSciBufAttrList list)
{
    NvSciBufObj object = NULL;
    const NvSciError status = NvSciBufObjAlloc(list, &object);

    NvSciBufObjFree(object);
    return status == NvSciError_Success;
}

/** Lets what an earlier look found be too old. */
static void forget_look(void)
{
    const struct timespec time = {0, (long)LOOK_IS_OLD_MS * 1000000L};

    (void)nanosleep(&time, NULL);
}

/** Whether a small buffer can be had right behind a look that found so much, though nothing is left
 * any more. A few looks: this thread may be put off for long between the two. */
static bool look_is_good(NvSciBufAttrList list, uint64_t left)
{
    bool good = false;

    for (uint32_t i = 0U; (i < LATE_MAX) && !good; i++) {
        forget_look();
        fault_memory_left(left);
        assert_true(can_allocate(list));
        fault_memory_left(0U);
        good = can_allocate(list);
    }
    return good;
}

/**
 * A look that found a lot is good for small buffers, for a while and up to a sum; one that found
 * little is good for its own buffer alone.
 * @verifies RF-PORT-241
 */
static void small_buffers_share_a_look(void **state)
{
    const uint64_t small = 65536U;
    const uint64_t larger = 65537U;
    const uint64_t plenty = 64U * 1048576U;
    NvSciBufAttrList list = buf_reconciled_one(
        RECIPE(RECIPE_RAW, PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, small)));
    NvSciBufAttrList large = buf_reconciled_one(
        RECIPE(RECIPE_RAW, PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, larger)));
    uint32_t count = 0U;

    (void)state;
    assert_false(look_is_good(list, plenty - 1U));
    assert_true(look_is_good(list, plenty));
    assert_false(can_allocate(large));
    forget_look();
    assert_false(can_allocate(list));
    assert_true(look_is_good(list, plenty));
    while (can_allocate(list)) {
        count++;
    }
    assert_in_range(count, 0U, (1048576U / small) - 1U);
    fault_memory_left(UINT64_MAX);
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(large);
}

#define lock_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        lock_test(others_go_on_meanwhile),
        lock_test(failure_meanwhile_leaves_nothing),
        lock_test(two_duplicates_share_a_mapping),
        lock_test(others_go_on_during_an_import),
        lock_test(others_go_on_while_the_table_is_read),
        lock_test(shortage_is_reported),
        lock_test(small_buffers_share_a_look),
    };

    return cmocka_run_group_tests_name("fault/lock", tests, NULL, NULL);
}
