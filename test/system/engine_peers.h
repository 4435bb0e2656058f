/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file engine_peers.h
 * A process with an engine, and one that gives it frames: buffers, objects and fences of both.
 * Either of them is killed at any moment. A test that includes this says what its buffers are, what
 * a frame is, and what the process with the engine does.
 */
#ifndef RINGFENCE_TEST_ENGINE_PEERS_H
#define RINGFENCE_TEST_ENGINE_PEERS_H

#include "peers.h"

#include "nvscibuf.h"

#define FRAMES 8U
/** Kills of each process, and the latest moment of one, in microseconds. */
#define KILLS       40U
#define KILL_US_MAX 4000U
/** Pause before each frame, so that kills meet different ones. */
#define PACE_US 300U

/** Lines to the test: each process says when it is ready. */
static int g_ready[2];

/** What both have. */
typedef struct {
    NvSciSyncModule sync;
    NvSciBufModule buf;
    NvSciIpcEndpoint channel;
    /** Signalled by the client, and by the engine. */
    NvSciSyncObj begin;
    NvSciSyncObj end;
    NvSciBufObj buffers[2];
    NvSciSyncFence begins[FRAMES];
    NvSciSyncFence ends[FRAMES];
} Shared;

/* ---------------------------------------------------------------- what a test has */

/** List of a buffer, as both processes want it. */
static NvSciBufAttrList buffer_list(NvSciBufModule module);

/** Writes a frame into the first buffer. */
static void write_frame(const Shared *shared, uint8_t *bytes, uint32_t frame);

/** Checks what the engine made of it in the second one. */
static void check_frame(const Shared *shared, const uint8_t *bytes, uint32_t frame);

/** The process with the engine: submits work for each frame, and says that it is ready. */
static void engine_role(void);

/* ---------------------------------------------------------------- what both do */

static void say_ready(void)
{
    const uint8_t byte = 1U;

    CHECK(write(g_ready[1], &byte, sizeof(byte)) == (ssize_t)sizeof(byte));
}

/** Makes the buffers, and gives them to the peer, whose list comes first. */
static void give_buffers(Shared *shared)
{
    static Bytes bytes;
    NvSciBufAttrList lists[2] = {buffer_list(shared->buf), NULL};
    size_t size = get(shared->channel, &bytes, sizeof(bytes));

    CHECK_OK(NvSciBufAttrListIpcImportUnreconciled(shared->buf, shared->channel, &bytes, size,
                                                   &lists[1]));
    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciBufAttrList conflict = NULL;
        void *text = NULL;

        CHECK_OK(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &shared->buffers[i], &conflict));
        CHECK_OK(NvSciBufIpcExportAttrListAndObj(shared->buffers[i], NvSciBufAccessPerm_Auto,
                                                 shared->channel, &text, &size));
        put(shared->channel, text, size);
        NvSciBufAttrListAndObjFreeDesc(text);
    }
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
}

static void take_buffers(Shared *shared)
{
    static Bytes bytes;
    NvSciBufAttrList list = buffer_list(shared->buf);
    void *text = NULL;
    size_t size = 0U;

    CHECK_OK(NvSciBufAttrListIpcExportUnreconciled(&list, 1U, shared->channel, &text, &size));
    put(shared->channel, text, size);
    NvSciBufAttrListFreeDesc(text);
    for (uint32_t i = 0U; i < 2U; i++) {
        size = get(shared->channel, &bytes, sizeof(bytes));
        CHECK_OK(NvSciBufIpcImportAttrListAndObj(shared->buf, shared->channel, &bytes, size, &list,
                                                 1U, NvSciBufAccessPerm_Auto, 0,
                                                 &shared->buffers[i]));
    }
    NvSciBufAttrListFree(list);
}

static void share_begin(Shared *shared, const char *channel)
{
    (void)memset(shared, 0, sizeof(*shared));
    shared->sync = open_sync();
    CHECK_OK(NvSciBufModuleOpen(&shared->buf));
    shared->channel = join(channel);
}

/** Gives all back; nothing may be left. */
static void share_end(Shared *shared)
{
    for (uint32_t i = 0U; i < FRAMES; i++) {
        NvSciSyncFenceClear(&shared->begins[i]);
        NvSciSyncFenceClear(&shared->ends[i]);
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciBufObjFree(shared->buffers[i]);
    }
    NvSciSyncObjFree(shared->begin);
    NvSciSyncObjFree(shared->end);
    NvSciBufModuleClose(shared->buf);
    part(shared->sync, shared->channel);
}

/* ---------------------------------------------------------------- the process with frames */

static void share_client(Shared *shared)
{
    NvSciSyncAttrList lists[2] = {ask_for(shared->sync, NvSciSyncAccessPerm_SignalOnly, false),
                                  receive_list(shared->sync, shared->channel)};

    shared->begin = make_of(lists, 2U);
    send_object(shared->channel, shared->begin);
    lists[0] = ask_for(shared->sync, NvSciSyncAccessPerm_WaitOnly, false);
    send_lists(shared->channel, lists, 1U);
    shared->end = receive_object(shared->sync, shared->channel, lists[0]);
    NvSciSyncAttrListFree(lists[0]);
    give_buffers(shared);
    for (uint32_t i = 0U; i < FRAMES; i++) {
        CHECK_OK(NvSciSyncObjGenerateFence(shared->begin, &shared->begins[i]));
        send_fence(shared->channel, &shared->begins[i]);
        receive_fence(shared->channel, shared->end, &shared->ends[i]);
    }
}

/** Writes a frame, has the engine work on it and looks at it; false: there is no engine any more.
 */
static bool run_frame(const Shared *shared, NvSciSyncCpuWaitContext context, uint32_t frame)
{
    uint8_t *bytes[2] = {NULL, NULL};
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; i < 2U; i++) {
        CHECK_OK(NvSciBufObjGetCpuPtr(shared->buffers[i], (void **)&bytes[i]));
    }
    write_frame(shared, bytes[0], frame);
    CHECK_OK(NvSciSyncObjSignal(shared->begin));
    status = NvSciSyncFenceWait(&shared->ends[frame], context, -1);
    CHECK((status == NvSciError_Success) || (status == NvSciError_NoSuchProcess));
    if (status == NvSciError_Success) {
        check_frame(shared, bytes[1], frame);
    }
    return status == NvSciError_Success;
}

/** A process with frames. Once the engine is gone no frame is finished. */
static void client_role(void)
{
    NvSciSyncCpuWaitContext context = NULL;
    bool is_there = true;
    Shared shared;

    share_begin(&shared, A_0);
    CHECK_OK(NvSciSyncCpuWaitContextAlloc(shared.sync, &context));
    share_client(&shared);
    say_ready();
    for (uint32_t i = 0U; i < FRAMES; i++) {
        (void)usleep(PACE_US);
        if (is_there) {
            is_there = run_frame(&shared, context, i);
        } else {
            CHECK(!run_frame(&shared, context, i));
        }
    }
    NvSciSyncCpuWaitContextFree(context);
    share_end(&shared);
}

/* ---------------------------------------------------------------- the test */

static int processes_begin(void **state)
{
    assert_int_equal(pipe(g_ready), 0);
    return peers_begin(state);
}

static int processes_end(void **state)
{
    assert_int_equal(close(g_ready[0]), 0);
    assert_int_equal(close(g_ready[1]), 0);
    return nothing_is_left(state);
}

#define processes_test(function)                                                                   \
    cmocka_unit_test_setup_teardown(function, processes_begin, processes_end)

static void run_both(void)
{
    const Role roles[] = {client_role, engine_role};

    run_roles(roles, COUNT_OF(roles));
}

/** Starts both, and kills one of them after so long. The other one must end well. */
static void kill_one(uint32_t which, uint32_t after_us)
{
    const Role roles[] = {client_role, engine_role};
    pid_t children[2];
    uint8_t byte = 0U;
    int status = 0;

    for (uint32_t i = 0U; i < 2U; i++) {
        children[i] = start_role(roles[i]);
    }
    for (uint32_t i = 0U; i < 2U; i++) {
        assert_int_equal(read(g_ready[0], &byte, sizeof(byte)), sizeof(byte));
    }
    (void)usleep(after_us);
    (void)kill(children[which], SIGKILL);
    assert_int_equal(waitpid(children[which], &status, 0), children[which]);
    assert_true(ended_by(children[1U - which], 0));
}

/** Kills one of them at moments that are spread over all that they do. */
static void kill_often(uint32_t which)
{
    for (uint32_t i = 0U; i < KILLS; i++) {
        kill_one(which, (i * KILL_US_MAX) / KILLS);
    }
}

#endif
