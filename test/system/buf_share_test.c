/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file buf_share_test.c
 * Buffers in several processes. The test is one of them; the others are its children.
 */
#define _GNU_SOURCE

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "buf_make.h"
#include "ipc_peers.h"

#define RAW_SIZE 5000U
/** Bytes of the memory of such a buffer. */
#define MEMORY_SIZE 8192
#define ROUNDS      200U

#define RO   NvSciBufAccessPerm_Readonly
#define RW   NvSciBufAccessPerm_ReadWrite
#define AUTO NvSciBufAccessPerm_Auto

/** A message: a descriptor, or a word that says "go on". */
typedef struct {
    uint64_t size;
    uint8_t bytes[FRAME_SIZE - sizeof(uint64_t)];
} Letter;

static int setup(void **state)
{
    return ipc_begin(state) + buf_module_up(state);
}

static int teardown(void **state)
{
    go_to_init();
    NvSciBufModuleClose(g_module);
    return ipc_end(state);
}

#define share_test(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

/* ---------------------------------------------------------------- what both sides do */

static bool send_bytes(NvSciIpcEndpoint handle, const void *bytes, size_t size)
{
    static Letter letter;
    uint32_t sent = 0U;

    letter.size = size;
    memcpy(letter.bytes, bytes, size);
    return child_wait(handle, NV_SCI_IPC_EVENT_WRITE) &&
           (NvSciIpcWriteSafe(handle, &letter, sizeof(letter), &sent) == NvSciError_Success);
}

static bool receive(NvSciIpcEndpoint handle, Letter *letter)
{
    uint32_t got = 0U;

    return child_wait(handle, NV_SCI_IPC_EVENT_READ) &&
           (NvSciIpcReadSafe(handle, letter, sizeof(*letter), &got) == NvSciError_Success);
}

/** Tells the peer to go on. */
static bool tell(NvSciIpcEndpoint handle)
{
    return send_bytes(handle, "go", 3U);
}

static bool await(NvSciIpcEndpoint handle)
{
    static Letter letter;

    return receive(handle, &letter) && (letter.size == 3U);
}

static NvSciBufAttrList raw_list(NvSciBufAttrValAccessPerm perm)
{
    return LIST(TYPES(NvSciBufType_RawBuffer),
                PAIR(NvSciBufRawBufferAttrKey_Size, uint64_t, RAW_SIZE),
                PAIR(NvSciBufGeneralAttrKey_RequiredPerm, uint32_t, perm),
                PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true));
}

/** Sends a list, which is freed. */
static bool ask(NvSciIpcEndpoint handle, NvSciBufAttrList list)
{
    void *bytes = NULL;
    size_t size = 0U;
    bool fine = (NvSciBufAttrListIpcExportUnreconciled(&list, 1U, handle, &bytes, &size) ==
                 NvSciError_Success);

    fine = fine && send_bytes(handle, bytes, size);
    NvSciBufAttrListFreeDesc(bytes);
    NvSciBufAttrListFree(list);
    return fine;
}

/** Receives a list. NULL: it could not be had. */
static NvSciBufAttrList asked(NvSciIpcEndpoint handle)
{
    static Letter letter;
    NvSciBufAttrList list = NULL;

    if (receive(handle, &letter)) {
        (void)NvSciBufAttrListIpcImportUnreconciled(g_module, handle, letter.bytes,
                                                    (size_t)letter.size, &list);
    }
    return list;
}

/** Sends an object and its list. */
static bool give(NvSciIpcEndpoint handle, NvSciBufObj object)
{
    void *bytes = NULL;
    size_t size = 0U;
    bool fine = (NvSciBufIpcExportAttrListAndObj(object, AUTO, handle, &bytes, &size) ==
                 NvSciError_Success);

    fine = fine && send_bytes(handle, bytes, size);
    NvSciBufAttrListAndObjFreeDesc(bytes);
    return fine;
}

/** Receives an object and its list. */
static NvSciBufObj take(NvSciIpcEndpoint handle)
{
    static Letter letter;
    NvSciBufObj object = NULL;

    if (receive(handle, &letter)) {
        (void)NvSciBufIpcImportAttrListAndObj(g_module, handle, letter.bytes, (size_t)letter.size,
                                              NULL, 0U, AUTO, 0, &object);
    }
    return object;
}

/** Reconciles what was asked with an own list, and allocates. */
static NvSciBufObj make_for(NvSciBufAttrList wish)
{
    NvSciBufAttrList lists[] = {wish, raw_list(RW)};
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    (void)NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    NvSciBufAttrListFree(conflict);
    return object;
}

static uint8_t *writable(NvSciBufObj object)
{
    void *pointer = NULL;

    (void)NvSciBufObjGetCpuPtr(object, &pointer);
    return pointer;
}

static const uint8_t *readable(NvSciBufObj object)
{
    const void *pointer = NULL;

    (void)NvSciBufObjGetConstCpuPtr(object, &pointer);
    return pointer;
}

static void fill(uint8_t *bytes, uint32_t seed)
{
    for (uint32_t i = 0U; i < RAW_SIZE; i++) {
        bytes[i] = (uint8_t)((i * 7U) + seed);
    }
}

static bool is_filled(const uint8_t *bytes, uint32_t seed)
{
    bool is = true;

    for (uint32_t i = 0U; i < RAW_SIZE; i++) {
        is = is && (bytes[i] == (uint8_t)((i * 7U) + seed));
    }
    return is;
}

/** Opens and connects an endpoint in the test. */
static NvSciIpcEndpoint join(const char *name)
{
    const NvSciIpcEndpoint handle = open_endpoint(name);

    reset_endpoint_of(handle);
    assert_true(child_wait(handle, NV_SCI_IPC_EVENT_CONN_EST));
    return handle;
}

/** Asks for a buffer in a child, and gets it. */
static NvSciBufObj child_get(NvSciIpcEndpoint handle, NvSciBufAttrValAccessPerm perm)
{
    NvSciBufObj object = NULL;

    CHILD_CHECK(ask(handle, raw_list(perm)));
    object = take(handle);
    CHILD_CHECK(object != NULL);
    CHILD_CHECK(NvSciBufObjValidate(object) == NvSciError_Success);
    return object;
}

/** Gives back all of a child and looks for leftovers. */
static void child_end(NvSciIpcEndpoint handle, NvSciBufObj object)
{
    RingfencePoolUsage usage;

    NvSciBufObjFree(object);
    CHILD_CHECK(NvSciIpcCloseEndpointSafe(handle, true) == NvSciError_Success);
    NvSciBufModuleClose(g_module);
    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        CHILD_CHECK(RingfenceGetPoolUsage((RingfencePool)pool, &usage) == NvSciError_Success);
        CHILD_CHECK(usage.inUse == 0U);
    }
    _exit(0);
}

/** Gives a buffer to a child that asks for it. */
static NvSciBufObj serve(NvSciIpcEndpoint handle)
{
    const NvSciBufObj object = make_for(asked(handle));

    assert_non_null(object);
    assert_true(give(handle, object));
    return object;
}

/* ---------------------------------------------------------------- bytes */

static void child_answers(void)
{
    const NvSciIpcEndpoint handle = child_connect("ipc_test_1");
    const NvSciBufObj object = child_get(handle, RW);
    uint8_t *const bytes = writable(object);

    CHILD_CHECK(bytes != NULL);
    for (uint32_t i = 0U; i < ROUNDS; i++) {
        CHILD_CHECK(await(handle));
        CHILD_CHECK(is_filled(bytes, i));
        fill(bytes, i + 100U);
        CHILD_CHECK(tell(handle));
    }
    CHILD_CHECK(await(handle));
    child_end(handle, object);
}

/**
 * @verifies RF-SHARE-070
 * @verifies RF-SHARE-085
 */
static void two_processes_have_the_same_bytes(void **state)
{
    const pid_t child = fork_child();
    NvSciIpcEndpoint handle = 0U;
    NvSciBufObj object = NULL;

    (void)state;
    if (child == 0) {
        child_answers();
    }
    handle = join("ipc_test_0");
    object = serve(handle);
    for (uint32_t i = 0U; i < ROUNDS; i++) {
        fill(writable(object), i);
        assert_true(tell(handle));
        assert_true(await(handle));
        assert_true(is_filled(readable(object), i + 100U));
    }
    assert_true(tell(handle));
    expect_success(child);
    fill(writable(object), 1U);
    NvSciBufObjFree(object);
    close_endpoint_of(handle);
}

/* ---------------------------------------------------------------- readers */

/** Tries to write to a read-only buffer, in a child that dies of it. */
static bool dies_of_writing(const uint8_t *bytes)
{
    const pid_t child = fork();
    int status = 0;

    if (child == 0) {
        volatile uint8_t *const target = (volatile uint8_t *)(uintptr_t)bytes;

        (void)signal(SIGSEGV, SIG_DFL);
        target[0] = 1U;
        _exit(0);
    }
    return (child > 0) && (waitpid(child, &status, 0) == child) && WIFSIGNALED(status) &&
           (WTERMSIG(status) == SIGSEGV);
}

/** Says whether a descriptor can be mapped for writing, as it is or opened anew. */
static bool can_be_written(int file)
{
    char path[64];
    void *mapped = mmap(NULL, MEMORY_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    bool can = (mapped != MAP_FAILED);
    int again = -1;

    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    again = open(path, O_RDWR | O_CLOEXEC);
    if (again >= 0) {
        mapped = mmap(NULL, MEMORY_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, again, 0);
        can = can || (mapped != MAP_FAILED) || (pwrite(again, "x", 1U, 0) == 1);
        (void)close(again);
    }
    return can || (pwrite(file, "x", 1U, 0) == 1);
}

/** Descriptors of this process that are memory of a buffer's size; and how many of them can be
 * written. */
static uint32_t buffers_of_process(uint32_t *writables)
{
    uint32_t count = 0U;

    *writables = 0U;
    for (int file = 0; file < 1024; file++) {
        struct stat entry;

        if ((fstat(file, &entry) == 0) && S_ISREG(entry.st_mode) &&
            (entry.st_size == MEMORY_SIZE) && (fcntl(file, F_GET_SEALS) >= 0)) {
            count++;
            *writables += can_be_written(file) ? 1U : 0U;
        }
    }
    return count;
}

static void child_tries_to_write(void)
{
    const NvSciIpcEndpoint handle = child_connect("ipc_test_1");
    const NvSciBufObj object = child_get(handle, RO);
    uint32_t writables = 0U;

    CHILD_CHECK(writable(object) == NULL);
    CHILD_CHECK(is_filled(readable(object), 5U));
    CHILD_CHECK(dies_of_writing(readable(object)));
    CHILD_CHECK(buffers_of_process(&writables) == 1U);
    CHILD_CHECK(writables == 0U);
    CHILD_CHECK(mprotect((void *)(uintptr_t)readable(object), 4096U, PROT_READ | PROT_WRITE) != 0);
    CHILD_CHECK(is_filled(readable(object), 5U));
    child_end(handle, object);
}

/**
 * @verifies RF-SHARE-075
 * @verifies RF-SHARE-077
 * @verifies RF-BUF-063
 */
static void a_reader_cannot_write(void **state)
{
    const pid_t child = fork_child();
    NvSciIpcEndpoint handle = 0U;
    NvSciBufObj object = NULL;

    (void)state;
    if (child == 0) {
        child_tries_to_write();
    }
    handle = join("ipc_test_0");
    object = make_for(asked(handle));
    assert_non_null(object);
    fill(writable(object), 5U);
    assert_true(give(handle, object));
    expect_success(child);
    assert_true(is_filled(readable(object), 5U));
    NvSciBufObjFree(object);
    close_endpoint_of(handle);
}

/* ---------------------------------------------------------------- relay */

static void child_at_the_end(NvSciBufAttrValAccessPerm perm)
{
    const NvSciIpcEndpoint handle = child_connect("nvscistream_1");
    const NvSciBufObj object = child_get(handle, perm);

    CHILD_CHECK(is_filled(readable(object), 9U));
    CHILD_CHECK((writable(object) != NULL) == (perm == RW));
    if (perm == RW) {
        fill(writable(object), 10U);
    } else {
        CHILD_CHECK(dies_of_writing(readable(object)));
    }
    CHILD_CHECK(tell(handle));
    CHILD_CHECK(await(handle));
    child_end(handle, object);
}

static void child_between(NvSciBufAttrValAccessPerm perm)
{
    const NvSciIpcEndpoint up = child_connect("ipc_test_1");
    NvSciIpcEndpoint down = 0U;
    NvSciBufAttrList lists[2] = {raw_list(RO), NULL};
    NvSciBufAttrList both = NULL;
    NvSciBufObj object = NULL;
    NvSciBufObjIpcExportDescriptor desc;

    CHILD_CHECK(NvSciIpcOpenEndpoint("nvscistream_0", &down) == NvSciError_Success);
    CHILD_CHECK(NvSciIpcResetEndpointSafe(down) == NvSciError_Success);
    CHILD_CHECK(child_wait(down, NV_SCI_IPC_EVENT_CONN_EST));
    lists[1] = asked(down);
    CHILD_CHECK(NvSciBufAttrListAppendUnreconciled(lists, 2U, &both) == NvSciError_Success);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    CHILD_CHECK(ask(up, both));
    object = take(up);
    CHILD_CHECK(object != NULL);
    CHILD_CHECK((writable(object) != NULL) == (perm == RW));
    CHILD_CHECK(NvSciBufObjIpcExport(object, AUTO, up, &desc) == NvSciError_NotPermitted);
    if (perm == RO) {
        CHILD_CHECK(NvSciBufObjIpcExport(object, RW, down, &desc) == NvSciError_BadParameter);
    }
    CHILD_CHECK(give(down, object));
    CHILD_CHECK(await(down));
    CHILD_CHECK(tell(up));
    CHILD_CHECK(await(up));
    CHILD_CHECK(tell(down));
    CHILD_CHECK(NvSciIpcCloseEndpointSafe(down, true) == NvSciError_Success);
    child_end(up, object);
}

/** @verifies RF-SHARE-087 */
static void a_buffer_goes_through_a_process_between(void **state)
{
    static const NvSciBufAttrValAccessPerm perms[] = {RO, RW};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(perms); i++) {
        const pid_t middle = fork_child();
        pid_t end = -1;
        NvSciIpcEndpoint handle = 0U;
        NvSciBufObj object = NULL;

        if (middle == 0) {
            child_between(perms[i]);
        }
        end = fork_child();
        if (end == 0) {
            child_at_the_end(perms[i]);
        }
        handle = join("ipc_test_0");
        object = make_for(asked(handle));
        assert_non_null(object);
        fill(writable(object), 9U);
        assert_true(give(handle, object));
        assert_true(await(handle));
        assert_true(is_filled(readable(object), (perms[i] == RW) ? 10U : 9U));
        assert_true(tell(handle));
        expect_success(end);
        expect_success(middle);
        NvSciBufObjFree(object);
        close_endpoint_of(handle);
    }
}

/* ---------------------------------------------------------------- ends of processes */

static void child_gives_and_dies(void)
{
    const NvSciIpcEndpoint handle = child_connect("ipc_test_1");
    const NvSciBufObj object = make_for(asked(handle));

    CHILD_CHECK(object != NULL);
    fill(writable(object), 21U);
    CHILD_CHECK(give(handle, object));
    CHILD_CHECK(await(handle));
    (void)kill(getpid(), SIGKILL);
}

static void expect_killed(pid_t child)
{
    int status = 0;

    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGKILL);
}

/** @verifies RF-SHARE-086 */
static void memory_outlives_the_process_that_gave_it(void **state)
{
    const pid_t child = fork_child();
    NvSciIpcEndpoint handle = 0U;
    NvSciBufObj object = NULL;

    (void)state;
    if (child == 0) {
        child_gives_and_dies();
    }
    handle = join("ipc_test_0");
    assert_true(ask(handle, raw_list(RW)));
    object = take(handle);
    assert_non_null(object);
    assert_true(tell(handle));
    expect_killed(child);
    assert_true(is_filled(readable(object), 21U));
    fill(writable(object), 22U);
    assert_true(is_filled(readable(object), 22U));
    assert_status(NvSciBufObjValidate(object), NvSciError_Success);
    NvSciBufObjFree(object);
    close_endpoint_of(handle);
}

static void child_takes_and_dies(void)
{
    const NvSciIpcEndpoint handle = child_connect("ipc_test_1");
    const NvSciBufObj object = child_get(handle, RW);

    fill(writable(object), 31U);
    CHILD_CHECK(tell(handle));
    CHILD_CHECK(await(handle));
    (void)kill(getpid(), SIGKILL);
}

/** Takes a buffer that another process asked for over this channel. */
static void child_takes_again(void)
{
    const NvSciIpcEndpoint handle = child_connect("ipc_test_1");
    const NvSciBufObj object = take(handle);

    CHILD_CHECK(object != NULL);
    CHILD_CHECK(is_filled(readable(object), 32U));
    child_end(handle, object);
}

/** @verifies RF-SHARE-086 */
static void the_exporter_goes_on_without_its_peer(void **state)
{
    pid_t child = fork_child();
    NvSciIpcEndpoint handle = 0U;
    NvSciBufObj object = NULL;
    NvSciBufObjIpcExportDescriptor desc;

    (void)state;
    if (child == 0) {
        child_takes_and_dies();
    }
    handle = join("ipc_test_0");
    object = serve(handle);
    assert_true(await(handle));
    assert_true(tell(handle));
    expect_killed(child);
    assert_true(is_filled(readable(object), 31U));
    assert_true(child_wait(handle, NV_SCI_IPC_EVENT_CONN_RESET));
    assert_status(NvSciBufObjIpcExport(object, AUTO, handle, &desc), NvSciError_ConnectionReset);
    fill(writable(object), 32U);
    child = fork_child();
    if (child == 0) {
        (void)NvSciIpcCloseEndpointSafe(handle, true);
        NvSciBufObjFree(object);
        child_takes_again();
    }
    reset_endpoint_of(handle);
    assert_true(child_wait(handle, NV_SCI_IPC_EVENT_CONN_EST));
    assert_true(give(handle, object));
    expect_success(child);
    NvSciBufObjFree(object);
    close_endpoint_of(handle);
}

/* ---------------------------------------------------------------- who may import */

static void child_takes_what_is_not_its_own(void)
{
    const NvSciIpcEndpoint handle = child_connect("nvscistream_1");
    static Letter letter;
    NvSciBufObj object = NULL;

    CHILD_CHECK(receive(handle, &letter));
    CHILD_CHECK(NvSciBufIpcImportAttrListAndObj(g_module, handle, letter.bytes, (size_t)letter.size,
                                                NULL, 0U, AUTO, 0,
                                                &object) == NvSciError_BadParameter);
    CHILD_CHECK(object == NULL);
    CHILD_CHECK(ipc_fault_kind() == RINGFENCE_FAULT_NOT_OFFERED);
    CHILD_CHECK(tell(handle));
    CHILD_CHECK(await(handle));
    child_end(handle, NULL);
}

static void child_takes_its_own_once(void)
{
    const NvSciIpcEndpoint handle = child_connect("ipc_test_1");
    static Letter letter;
    NvSciBufObj object = NULL;
    NvSciBufObj second = NULL;

    CHILD_CHECK(ask(handle, raw_list(RO)));
    CHILD_CHECK(receive(handle, &letter));
    CHILD_CHECK(NvSciBufIpcImportAttrListAndObj(g_module, handle, letter.bytes, (size_t)letter.size,
                                                NULL, 0U, AUTO, 0, &object) == NvSciError_Success);
    CHILD_CHECK(NvSciBufIpcImportAttrListAndObj(g_module, handle, letter.bytes, (size_t)letter.size,
                                                NULL, 0U, AUTO, 0,
                                                &second) == NvSciError_BadParameter);
    CHILD_CHECK(second == NULL);
    CHILD_CHECK(is_filled(readable(object), 41U));
    child_end(handle, object);
}

/** @verifies RF-SHARE-082 */
static void a_third_process_gets_nothing_with_a_copy(void **state)
{
    const pid_t own = fork_child();
    pid_t third = -1;
    NvSciIpcEndpoint handle = 0U;
    NvSciIpcEndpoint other = 0U;
    NvSciBufObj object = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    (void)state;
    if (own == 0) {
        child_takes_its_own_once();
    }
    third = fork_child();
    if (third == 0) {
        child_takes_what_is_not_its_own();
    }
    handle = join("ipc_test_0");
    other = join("nvscistream_0");
    object = make_for(asked(handle));
    assert_non_null(object);
    fill(writable(object), 41U);
    assert_status(NvSciBufIpcExportAttrListAndObj(object, AUTO, handle, &bytes, &size),
                  NvSciError_Success);
    assert_true(send_bytes(other, bytes, size));
    assert_true(await(other));
    assert_true(send_bytes(handle, bytes, size));
    expect_success(own);
    assert_true(tell(other));
    expect_success(third);
    NvSciBufAttrListAndObjFreeDesc(bytes);
    NvSciBufObjFree(object);
    close_endpoint_of(handle);
    close_endpoint_of(other);
}

static void child_reads(const char *name, uint32_t seed)
{
    const NvSciIpcEndpoint handle = child_connect(name);
    const NvSciBufObj object = child_get(handle, RO);

    CHILD_CHECK(is_filled(readable(object), seed));
    CHILD_CHECK(tell(handle));
    CHILD_CHECK(await(handle));
    child_end(handle, object);
}

/** @verifies RF-SHARE-088 */
static void a_late_process_gets_the_buffer(void **state)
{
    const pid_t first = fork_child();
    pid_t late = -1;
    NvSciIpcEndpoint handle = 0U;
    NvSciIpcEndpoint other = 0U;
    NvSciBufObj object = NULL;
    NvSciBufAttrList wish = NULL;

    (void)state;
    if (first == 0) {
        child_reads("ipc_test_1", 0U);
    }
    late = fork_child();
    if (late == 0) {
        child_reads("nvscistream_1", 51U);
    }
    handle = join("ipc_test_0");
    object = make_for(asked(handle));
    assert_non_null(object);
    fill(writable(object), 0U);
    assert_true(give(handle, object));
    assert_true(await(handle));
    fill(writable(object), 51U);
    other = join("nvscistream_0");
    wish = asked(other);
    assert_false(give(other, object));
    assert_status(NvSciBufObjAttachPeer(object, &wish, 1U), NvSciError_Success);
    NvSciBufAttrListFree(wish);
    assert_true(give(other, object));
    assert_true(await(other));
    assert_true(tell(other));
    assert_true(tell(handle));
    expect_success(first);
    expect_success(late);
    NvSciBufObjFree(object);
    close_endpoint_of(handle);
    close_endpoint_of(other);
}

/* ---------------------------------------------------------------- phases */

/** Sends and receives without a descriptor, which is not to be had in RUNTIME. */
static bool tell_in_runtime(NvSciIpcEndpoint handle)
{
    static const Letter letter = {3U, "go"};
    uint32_t sent = 0U;

    return NvSciIpcWriteSafe(handle, &letter, sizeof(letter), &sent) == NvSciError_Success;
}

static bool await_in_runtime(NvSciIpcEndpoint handle)
{
    static Letter letter;
    uint32_t got = 0U;
    NvSciError status = NvSciError_InsufficientMemory;

    for (uint32_t i = 0U; (i < 60000U) && (status == NvSciError_InsufficientMemory); i++) {
        status = NvSciIpcReadSafe(handle, &letter, sizeof(letter), &got);
        (void)usleep(1000U);
    }
    return (status == NvSciError_Success) && (letter.size == 3U);
}

static void child_in_runtime(void)
{
    const NvSciIpcEndpoint handle = child_connect("ipc_test_1");
    const NvSciBufObj object = child_get(handle, RO);
    const uint8_t *const bytes = readable(object);
    static Letter letter;
    NvSciBufObj second = NULL;

    CHILD_CHECK(receive(handle, &letter));
    CHILD_CHECK(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME) == NvSciError_Success);
    CHILD_CHECK(NvSciBufIpcImportAttrListAndObj(g_module, handle, letter.bytes, (size_t)letter.size,
                                                NULL, 0U, AUTO, 0,
                                                &second) == NvSciError_InvalidState);
    CHILD_CHECK(await_in_runtime(handle));
    CHILD_CHECK(is_filled(bytes, 61U));
    CHILD_CHECK(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT) == NvSciError_Success);
    child_end(handle, object);
}

/** @verifies RF-SHARE-090 */
static void phases_hold_in_both_processes(void **state)
{
    const pid_t child = fork_child();
    NvSciIpcEndpoint handle = 0U;
    NvSciBufObj object = NULL;
    NvSciBufObjIpcExportDescriptor desc;
    uint8_t *bytes = NULL;

    (void)state;
    if (child == 0) {
        child_in_runtime();
    }
    handle = join("ipc_test_0");
    object = serve(handle);
    bytes = writable(object);
    assert_true(give(handle, object));
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_status(NvSciBufObjIpcExport(object, AUTO, handle, &desc), NvSciError_InvalidState);
    fill(bytes, 61U);
    assert_status(NvSciBufObjFlushCpuCacheRange(object, 0U, RAW_SIZE), NvSciError_Success);
    assert_true(tell_in_runtime(handle));
    expect_success(child);
    go_to_init();
    NvSciBufObjFree(object);
    close_endpoint_of(handle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        share_test(two_processes_have_the_same_bytes),
        share_test(a_reader_cannot_write),
        share_test(a_buffer_goes_through_a_process_between),
        share_test(memory_outlives_the_process_that_gave_it),
        share_test(the_exporter_goes_on_without_its_peer),
        share_test(a_third_process_gets_nothing_with_a_copy),
        share_test(a_late_process_gets_the_buffer),
        share_test(phases_hold_in_both_processes),
    };

    return cmocka_run_group_tests_name("buf_share", tests, NULL, NULL);
}
