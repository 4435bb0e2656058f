/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_processes_test.c
 * A process with a device of cuDLA, and one that gives it frames: buffers, objects and fences of
 * both; either of them is killed at any moment.
 */
#define _GNU_SOURCE

#include "engine_peers.h"

#include "cudla.h"
#include "loadable_bytes.h"

#define BYTES 4000U

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

/* ---------------------------------------------------------------- frames */

static uint8_t byte_of(uint32_t frame, size_t i)
{
    return (uint8_t)((frame * 37U) + (i * 5U));
}

static void write_frame(const Shared *shared, uint8_t *bytes, uint32_t frame)
{
    (void)shared;
    for (size_t i = 0U; i < BYTES; i++) {
        bytes[i] = byte_of(frame, i);
    }
}

static void check_frame(const Shared *shared, const uint8_t *bytes, uint32_t frame)
{
    (void)shared;
    for (size_t i = 0U; i < BYTES; i++) {
        CHECK(bytes[i] == byte_of(frame, i));
    }
}

/* ---------------------------------------------------------------- tests */

/**
 * Frames go to a device of another process and back: each output is that of its input.
 * @verifies RF-DLA-060
 * @verifies RF-DLA-061
 */
static void frames_go_through_another_process(void **state)
{
    (void)state;
    run_both();
}

/**
 * A process with a device is killed at any moment: who waits for its tasks gets them done, or an
 * error.
 * @verifies RF-DLA-075
 */
static void killed_engine_leaves_no_waiter(void **state)
{
    (void)state;
    kill_often(1U);
}

/**
 * A process that gives a device frames is killed at any moment: its tasks end, and the device can
 * be given back.
 * @verifies RF-DLA-074
 */
static void killed_client_leaves_no_task(void **state)
{
    (void)state;
    kill_often(0U);
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
