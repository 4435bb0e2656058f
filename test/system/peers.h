/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peers.h
 * Tests of several processes: each role runs in a child, and the test checks how it ended.
 */
#ifndef RINGFENCE_TEST_PEERS_H
#define RINGFENCE_TEST_PEERS_H

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "leftovers.h"
#include "nvsciipc.h"
#include "nvscisync.h"
#include "own_table.h"
#include "ringfence.h"
#include "ringfence_cfg.h"
#include "sync/sync.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/** Seconds that a child may take. */
#define PEER_SECONDS 200U
/** Most roles of a test. */
#define PEERS_MAX 4U
/** Bytes of a frame of the channels, and of a message. */
#define PEER_FRAME   24576U
#define PEER_MESSAGE 24564U

/** Ends a child with the line at which it failed. */
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                  \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

/** The same for the result of a call; says both names. */
#define CHECK_STATUS(call, expected)                                                               \
    do {                                                                                           \
        const NvSciError got_ = (call);                                                            \
        if (got_ != (expected)) {                                                                  \
            (void)fprintf(stderr, "%s:%d: %s gives %s\n", __FILE__, __LINE__, #call,               \
                          RingfenceErrorName(got_));                                               \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

#define CHECK_OK(call) CHECK_STATUS(call, NvSciError_Success)

/** Ends of the two channels. */
#define A_0 "nvscisync_a_0"
#define A_1 "nvscisync_a_1"
#define B_0 "nvscisync_b_0"
#define B_1 "nvscisync_b_1"

/** Ends a child that did its part, without what the parent has registered for its own end. What the
 * compiler counted for coverage is kept. */
static inline void leave_child(void)
{
#ifdef RINGFENCE_TEST_COVERAGE
    extern int __llvm_profile_write_file(void);

    (void)__llvm_profile_write_file();
#endif
    _exit(0);
}

/** What a process does. */
typedef void (*Role)(void);

/** Starts a role in a child. */
static inline pid_t start_role(Role role)
{
    pid_t child = -1;

    own_table_begin();
    (void)fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        /* A child dies of what it does; cmocka would go on in it. */
        (void)signal(SIGSEGV, SIG_DFL);
        (void)alarm(PEER_SECONDS);
        role();
        leave_child();
    }
    return child;
}

/** Waits for a child; says whether it ended well, or, with a signal, by it. */
static inline bool ended_by(pid_t child, int by)
{
    int status = -1;

    assert_int_equal(waitpid(child, &status, 0), child);
    return (by == 0) ? (WIFEXITED(status) && (WEXITSTATUS(status) == 0))
                     : (WIFSIGNALED(status) && (WTERMSIG(status) == by));
}

/** Runs roles at one time; all must end well. */
static inline void run_roles(const Role *roles, size_t count)
{
    pid_t children[PEERS_MAX];
    bool fine = true;

    for (size_t i = 0U; i < count; i++) {
        children[i] = start_role(roles[i]);
    }
    for (size_t i = 0U; i < count; i++) {
        if (!ended_by(children[i], 0)) {
            fine = false;
        }
    }
    assert_true(fine);
}

/** A limit against hanging. */
static inline int peers_begin(void **state)
{
    (void)state;
    (void)alarm(2U * PEER_SECONDS);
    return 0;
}

/** A test of several processes. */
#define peers_test(function) cmocka_unit_test_setup_teardown(function, peers_begin, nothing_is_left)

/* ---------------------------------------------------------------- channels */

/** Descriptor of an endpoint that was joined. */
typedef struct {
    NvSciIpcEndpoint handle;
    int32_t descriptor;
} Joined;

static Joined g_joined[PEERS_MAX];

/** Keeps the descriptor of an endpoint, which is not to be had in RUNTIME. */
static inline void keep_descriptor(NvSciIpcEndpoint handle)
{
    Joined *place = &g_joined[0];

    while (place->handle != 0U) {
        place++;
    }
    place->handle = handle;
    CHECK_OK(NvSciIpcGetLinuxEventFd(handle, &place->descriptor));
}

static inline int32_t descriptor_of(NvSciIpcEndpoint handle)
{
    const Joined *place = &g_joined[0];

    while (place->handle != handle) {
        place++;
    }
    return place->descriptor;
}

/** Waits for an event. */
static inline void await_event(NvSciIpcEndpoint handle, uint32_t wanted)
{
    struct pollfd entry = {.fd = descriptor_of(handle), .events = POLLIN};
    uint32_t events = 0U;

    CHECK_OK(NvSciIpcGetEventSafe(handle, &events));
    while ((events & wanted) == 0U) {
        CHECK(poll(&entry, 1U, 20000) == 1);
        CHECK_OK(NvSciIpcGetEventSafe(handle, &events));
    }
}

/** Opens and connects an endpoint. */
static inline NvSciIpcEndpoint join(const char *name)
{
    NvSciIpcEndpoint handle = 0U;

    CHECK_OK(NvSciIpcOpenEndpoint(name, &handle));
    CHECK_OK(NvSciIpcResetEndpointSafe(handle));
    keep_descriptor(handle);
    await_event(handle, NV_SCI_IPC_EVENT_CONN_EST);
    return handle;
}

/** One message. */
typedef struct {
    uint64_t size;
    uint8_t bytes[PEER_MESSAGE];
} Message;

/** Sends bytes as one message. */
static inline void put(NvSciIpcEndpoint handle, const void *bytes, size_t size)
{
    static Message message;
    uint32_t written = 0U;

    CHECK(size <= PEER_MESSAGE);
    message.size = size;
    (void)memcpy(message.bytes, bytes, size);
    await_event(handle, NV_SCI_IPC_EVENT_WRITE);
    CHECK_OK(
        NvSciIpcWriteSafe(handle, &message, (uint32_t)(sizeof(message.size) + size), &written));
}

/** Receives a message; gives its bytes. */
static inline size_t get(NvSciIpcEndpoint handle, void *bytes, size_t room)
{
    static Message message;
    uint32_t count = 0U;

    await_event(handle, NV_SCI_IPC_EVENT_READ);
    CHECK_OK(NvSciIpcReadSafe(handle, &message, PEER_FRAME, &count));
    CHECK(message.size <= room);
    (void)memcpy(bytes, message.bytes, (size_t)message.size);
    return (size_t)message.size;
}

/** Tells the peer to go on. */
static inline void tell(NvSciIpcEndpoint handle)
{
    const uint8_t byte = 0x5AU;

    put(handle, &byte, sizeof(byte));
}

/** Waits until the peer says so. */
static inline void listen_to(NvSciIpcEndpoint handle)
{
    uint8_t byte = 0U;

    CHECK(get(handle, &byte, sizeof(byte)) == sizeof(byte));
    CHECK(byte == 0x5AU);
}

/* ---------------------------------------------------------------- lists and objects */

/** Room for the bytes of a list. */
typedef struct {
    uint64_t words[PEER_MESSAGE / sizeof(uint64_t)];
} Bytes;

static inline NvSciSyncModule open_sync(void)
{
    NvSciSyncModule module = NULL;

    CHECK_OK(NvSciIpcInit());
    CHECK_OK(NvSciSyncModuleOpen(&module));
    return module;
}

/** A list of the CPU, with rights and maybe timestamps. */
static inline NvSciSyncAttrList ask_for(NvSciSyncModule module, NvSciSyncAccessPerm perm,
                                        bool timestamps)
{
    const bool cpu = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciSyncAttrKey_WaiterRequireTimestamps, &timestamps, sizeof(timestamps)}};
    NvSciSyncAttrList list = NULL;

    CHECK_OK(NvSciSyncAttrListCreate(module, &list));
    CHECK_OK(NvSciSyncAttrListSetAttrs(list, pairs, timestamps ? 3U : 2U));
    return list;
}

/** Sends lists as one to the peer. */
static inline void send_lists(NvSciIpcEndpoint handle, const NvSciSyncAttrList *lists, size_t count)
{
    void *bytes = NULL;
    size_t size = 0U;

    CHECK_OK(NvSciSyncAttrListIpcExportUnreconciled(lists, count, handle, &bytes, &size));
    put(handle, bytes, size);
    NvSciSyncAttrListFreeDesc(bytes);
}

/** Receives a list of the peer. */
static inline NvSciSyncAttrList receive_list(NvSciSyncModule module, NvSciIpcEndpoint handle)
{
    static Bytes bytes;
    NvSciSyncAttrList list = NULL;
    const size_t size = get(handle, &bytes, sizeof(bytes));

    CHECK_OK(NvSciSyncAttrListIpcImportUnreconciled(module, handle, &bytes, size, &list));
    return list;
}

/** Makes an object of lists, which are freed. */
static inline NvSciSyncObj make_of(const NvSciSyncAttrList *lists, size_t count)
{
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    CHECK_OK(NvSciSyncAttrListReconcileAndObjAlloc(lists, count, &object, &conflict));
    for (size_t i = 0U; i < count; i++) {
        NvSciSyncAttrListFree(lists[i]);
    }
    return object;
}

/** Sends list and object. */
static inline void send_object(NvSciIpcEndpoint handle, NvSciSyncObj object)
{
    void *bytes = NULL;
    size_t size = 0U;

    CHECK_OK(NvSciSyncIpcExportAttrListAndObj(object, NvSciSyncAccessPerm_WaitOnly, handle, &bytes,
                                              &size));
    put(handle, bytes, size);
    NvSciSyncAttrListAndObjFreeDesc(bytes);
}

/** Receives list and object. */
static inline NvSciSyncObj receive_object(NvSciSyncModule module, NvSciIpcEndpoint handle,
                                          NvSciSyncAttrList own)
{
    static Bytes bytes;
    NvSciSyncObj object = NULL;
    const size_t size = get(handle, &bytes, sizeof(bytes));

    CHECK_OK(NvSciSyncIpcImportAttrListAndObj(module, handle, &bytes, size, &own, 1U,
                                              NvSciSyncAccessPerm_Auto, 0, &object));
    return object;
}

/** Sends an object with the rights that the peer asked for, and its list before. */
static inline void send_object_and_right(NvSciIpcEndpoint handle, NvSciSyncObj object)
{
    NvSciSyncObjIpcExportDescriptor desc;
    NvSciSyncAttrList list = NULL;
    void *bytes = NULL;
    size_t size = 0U;

    CHECK_OK(NvSciSyncObjGetAttrList(object, &list));
    CHECK_OK(NvSciSyncAttrListIpcExportReconciled(list, handle, &bytes, &size));
    put(handle, bytes, size);
    NvSciSyncAttrListFreeDesc(bytes);
    CHECK_OK(NvSciSyncObjIpcExport(object, NvSciSyncAccessPerm_Auto, handle, &desc));
    put(handle, &desc, sizeof(desc));
}

/** Receives what send_object_and_right() sent. */
static inline NvSciSyncObj receive_object_and_right(NvSciSyncModule module, NvSciIpcEndpoint handle,
                                                    NvSciSyncAttrList own)
{
    static Bytes bytes;
    NvSciSyncObjIpcExportDescriptor desc;
    NvSciSyncAttrList list = NULL;
    NvSciSyncObj object = NULL;
    const size_t size = get(handle, &bytes, sizeof(bytes));

    CHECK_OK(NvSciSyncAttrListIpcImportReconciled(module, handle, &bytes, size, &own, 1U, &list));
    CHECK(get(handle, &desc, sizeof(desc)) == sizeof(desc));
    CHECK_OK(NvSciSyncObjIpcImport(handle, &desc, list, NvSciSyncAccessPerm_Auto, 0, &object));
    NvSciSyncAttrListFree(list);
    return object;
}

/** Sends a fence. */
static inline void send_fence(NvSciIpcEndpoint handle, const NvSciSyncFence *fence)
{
    NvSciSyncFenceIpcExportDescriptor desc;

    CHECK_OK(NvSciSyncIpcExportFence(fence, handle, &desc));
    put(handle, &desc, sizeof(desc));
}

/** Receives a fence of an object. */
static inline void receive_fence(NvSciIpcEndpoint handle, NvSciSyncObj object,
                                 NvSciSyncFence *fence)
{
    NvSciSyncFenceIpcExportDescriptor desc;

    CHECK(get(handle, &desc, sizeof(desc)) == sizeof(desc));
    CHECK_OK(NvSciSyncIpcImportFence(object, &desc, fence));
}

/** Closes an endpoint and the libraries; nothing may be left. */
static inline void part(NvSciSyncModule module, NvSciIpcEndpoint handle)
{
    CHECK_OK(NvSciIpcCloseEndpointSafe(handle, true));
    NvSciSyncModuleClose(module);
    NvSciIpcDeinit();
    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        RingfencePoolUsage usage;

        CHECK_OK(RingfenceGetPoolUsage((RingfencePool)pool, &usage));
        CHECK(usage.inUse == 0U);
    }
}

/* ---------------------------------------------------------------- two sides of an object */

/** The object behind a handle. */
static inline SyncObject *inside(NvSciSyncObj handle)
{
    SyncObject *object = NULL;

    CHECK_OK(sync_object_find(OP_SYNC_OBJ_VALIDATE, handle, &object));
    return object;
}

/** A process with an object that it shares with a peer. */
typedef struct {
    NvSciSyncModule module;
    NvSciIpcEndpoint channel;
    NvSciSyncCpuWaitContext context;
    NvSciSyncObj object;
} Side;

/** Makes an object that it signals, and offers it to the peer. */
static inline Side open_signaler(void)
{
    Side side = {open_sync(), join(A_0), NULL, NULL};
    NvSciSyncAttrList lists[2] = {ask_for(side.module, NvSciSyncAccessPerm_WaitSignal, false),
                                  NULL};

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(side.module, &side.context));
    lists[1] = receive_list(side.module, side.channel);
    side.object = make_of(lists, 2U);
    send_object(side.channel, side.object);
    return side;
}

/** Asks for an object and takes it. */
static inline Side open_waiter(void)
{
    Side side = {open_sync(), join(A_1), NULL, NULL};
    const NvSciSyncAttrList list = ask_for(side.module, NvSciSyncAccessPerm_WaitOnly, false);

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(side.module, &side.context));
    send_lists(side.channel, &list, 1U);
    side.object = receive_object(side.module, side.channel, list);
    NvSciSyncAttrListFree(list);
    return side;
}

static inline void close_side(const Side *side)
{
    NvSciSyncObjFree(side->object);
    NvSciSyncCpuWaitContextFree(side->context);
    part(side->module, side->channel);
}

#endif /* RINGFENCE_TEST_PEERS_H */
