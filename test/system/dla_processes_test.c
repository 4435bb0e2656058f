/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_processes_test.c
 * A process with a device of cuDLA, and one that gives it frames: buffers, objects and fences of
 * both; either of them is killed at any moment.
 */
#define _GNU_SOURCE

#include "peers.h"

#include "cudla.h"
#include "loadable_bytes.h"
#include "nvscibuf.h"

#define FRAMES 8U
#define BYTES  4000U
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
    /** Signalled by the client, and by the device. */
    NvSciSyncObj begin;
    NvSciSyncObj end;
    NvSciBufObj buffers[2];
    NvSciSyncFence begins[FRAMES];
    NvSciSyncFence ends[FRAMES];
} Shared;

static void say_ready(void)
{
    const uint8_t byte = 1U;

    CHECK(write(g_ready[1], &byte, sizeof(byte)) == (ssize_t)sizeof(byte));
}

/* ---------------------------------------------------------------- lists, buffers */

/** A list that cuDLA filled. */
static NvSciSyncAttrList device_list(NvSciSyncModule module, uint32_t flags)
{
    NvSciSyncAttrList list = NULL;
    uint64_t *place = NULL;

    CHECK_OK(NvSciSyncAttrListCreate(module, &list));
    (void)memcpy(&place, &list, sizeof(place));
    CHECK(cudlaGetNvSciSyncAttributes(place, flags) == cudlaSuccess);
    return list;
}

static NvSciBufAttrList buffer_list(NvSciBufModule module)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const uint64_t size = BYTES;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[] = {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
                                        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
                                        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)}};
    NvSciBufAttrList list = NULL;

    CHECK_OK(NvSciBufAttrListCreate(module, &list));
    CHECK_OK(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)));
    return list;
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

/* ---------------------------------------------------------------- the process with the device */

/** A device, and a module that copies. */
typedef struct {
    cudlaDevHandle device;
    cudlaModule module;
    uint64_t *memory[2];
    uint64_t *signal;
} Engine;

static void open_engine(Engine *engine)
{
    static LbPlan s_plan;
    static LbBytes s_bytes;

    lb_plan_mix(&s_plan, BYTES, BYTES);
    s_plan.steps[0] = (LbStep){.operation = LB_COPY, .inputs = 1U};
    lb_write(&s_plan, &s_bytes);
    CHECK(cudlaCreateDevice(0U, &engine->device, CUDLA_STANDALONE) == cudlaSuccess);
    CHECK(cudlaModuleLoadFromMemory(engine->device, s_bytes.bytes, s_bytes.size, &engine->module,
                                    0U) == cudlaSuccess);
}

/** Objects and buffers: asks for one to wait for, makes the other. */
static void share_engine(Engine *engine, Shared *shared)
{
    NvSciSyncAttrList lists[2] = {device_list(shared->sync, CUDLA_NVSCISYNC_ATTR_WAIT), NULL};
    cudlaExternalSemaphoreHandleDesc sync = {NULL};
    uint64_t *wait = NULL;

    send_lists(shared->channel, &lists[0], 1U);
    shared->begin = receive_object(shared->sync, shared->channel, lists[0]);
    NvSciSyncAttrListFree(lists[0]);
    lists[0] = device_list(shared->sync, CUDLA_NVSCISYNC_ATTR_SIGNAL);
    lists[1] = receive_list(shared->sync, shared->channel);
    shared->end = make_of(lists, 2U);
    send_object(shared->channel, shared->end);
    take_buffers(shared);
    for (uint32_t i = 0U; i < 2U; i++) {
        const cudlaExternalMemoryHandleDesc memory = {shared->buffers[i], BYTES};

        CHECK(cudlaImportExternalMemory(engine->device, &memory, &engine->memory[i],
                                        (i == 0U) ? CUDLA_READ_ONLY_PERM : 0U) == cudlaSuccess);
    }
    sync.extSyncObject = shared->begin;
    CHECK(cudlaImportExternalSemaphore(engine->device, &sync, &wait, 0U) == cudlaSuccess);
    sync.extSyncObject = shared->end;
    CHECK(cudlaImportExternalSemaphore(engine->device, &sync, &engine->signal, 0U) == cudlaSuccess);
}

/** Submits a task for each frame, and sends the fences of their ends. */
static void submit_frames(const Engine *engine, Shared *shared)
{
    for (uint32_t i = 0U; i < FRAMES; i++) {
        CudlaFence wait = {&shared->begins[i], CUDLA_NVSCISYNC_FENCE};
        CudlaFence end = {&shared->ends[i], CUDLA_NVSCISYNC_FENCE};
        uint64_t *signals[1] = {engine->signal};
        uint64_t *outputs[1] = {engine->memory[1]};
        const uint64_t *inputs[1] = {engine->memory[0]};
        const cudlaWaitEvents waits = {&wait, 1U};
        cudlaSignalEvents ends = {signals, &end, 1U};
        const cudlaTask task = {.moduleHandle = engine->module,
                                .outputTensor = outputs,
                                .numOutputTensors = 1U,
                                .inputTensor = inputs,
                                .numInputTensors = 1U,
                                .waitEvents = &waits,
                                .signalEvents = &ends};

        receive_fence(shared->channel, shared->begin, &shared->begins[i]);
        CHECK(cudlaSubmitTask(engine->device, &task, 1U, NULL, 0U) == cudlaSuccess);
        send_fence(shared->channel, &shared->ends[i]);
    }
}

/** A process that computes. Its tasks end when they are done, or when their client is gone. */
static void engine_role(void)
{
    Shared shared;
    Engine engine;
    cudlaStatus status = cudlaSuccess;

    share_begin(&shared, A_1);
    (void)memset(&engine, 0, sizeof(engine));
    open_engine(&engine);
    share_engine(&engine, &shared);
    submit_frames(&engine, &shared);
    say_ready();
    while (cudlaModuleUnload(engine.module, 0U) == cudlaErrorUmd) {
        (void)usleep(100U);
    }
    status = cudlaGetLastError(engine.device);
    CHECK((status == cudlaSuccess) || (status == cudlaErrorDlaErrInvalidPreAction));
    CHECK(cudlaDestroyDevice(engine.device) == cudlaSuccess);
    share_end(&shared);
}

/* ---------------------------------------------------------------- the process with frames */

static uint8_t byte_of(uint32_t frame, size_t i)
{
    return (uint8_t)((frame * 37U) + (i * 5U));
}

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

/** Writes a frame, has it computed and looks at it; false: nobody computes any more. */
static bool run_frame(const Shared *shared, NvSciSyncCpuWaitContext context, uint32_t frame)
{
    uint8_t *bytes[2] = {NULL, NULL};
    NvSciError status = NvSciError_Success;

    for (uint32_t i = 0U; i < 2U; i++) {
        CHECK_OK(NvSciBufObjGetCpuPtr(shared->buffers[i], (void **)&bytes[i]));
    }
    for (size_t i = 0U; i < BYTES; i++) {
        bytes[0][i] = byte_of(frame, i);
    }
    CHECK_OK(NvSciSyncObjSignal(shared->begin));
    status = NvSciSyncFenceWait(&shared->ends[frame], context, -1);
    CHECK((status == NvSciError_Success) || (status == NvSciError_NoSuchProcess));
    for (size_t i = 0U; (i < BYTES) && (status == NvSciError_Success); i++) {
        CHECK(bytes[1][i] == byte_of(frame, i));
    }
    return status == NvSciError_Success;
}

/** A process with frames. Once the device is gone no frame is computed. */
static void client_role(void)
{
    NvSciSyncCpuWaitContext context = NULL;
    bool computes = true;
    Shared shared;

    share_begin(&shared, A_0);
    CHECK_OK(NvSciSyncCpuWaitContextAlloc(shared.sync, &context));
    share_client(&shared);
    say_ready();
    for (uint32_t i = 0U; i < FRAMES; i++) {
        (void)usleep(PACE_US);
        if (computes) {
            computes = run_frame(&shared, context, i);
        } else {
            CHECK(!run_frame(&shared, context, i));
        }
    }
    NvSciSyncCpuWaitContextFree(context);
    share_end(&shared);
}

/* ---------------------------------------------------------------- tests */

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

/**
 * Frames go to a device of another process and back: each output is that of its input.
 * @verifies RF-DLA-060
 * @verifies RF-DLA-061
 */
static void frames_go_through_another_process(void **state)
{
    const Role roles[] = {client_role, engine_role};

    (void)state;
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

/**
 * A process with a device is killed at any moment: who waits for its tasks gets them done, or an
 * error.
 * @verifies RF-DLA-075
 */
static void killed_engine_leaves_no_waiter(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < KILLS; i++) {
        kill_one(1U, (i * KILL_US_MAX) / KILLS);
    }
}

/**
 * A process that gives a device frames is killed at any moment: its tasks end, and the device can
 * be given back.
 * @verifies RF-DLA-074
 */
static void killed_client_leaves_no_task(void **state)
{
    (void)state;
    for (uint32_t i = 0U; i < KILLS; i++) {
        kill_one(0U, (i * KILL_US_MAX) / KILLS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        processes_test(frames_go_through_another_process),
        processes_test(killed_engine_leaves_no_waiter),
        processes_test(killed_client_leaves_no_task),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
