/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_fixture.h
 * What the tests of cuDLA share: loadables in a few lines, a device with what it needs, objects and
 * buffers that are imported.
 *
 * Functions that make something assert that it was made.
 */
#ifndef RINGFENCE_TEST_DLA_FIXTURE_H
#define RINGFENCE_TEST_DLA_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "buf_make.h"
#include "cudla.h"
#include "dla/loadable.h"
#include "nvscibuf.h"
#include "nvscisync.h"
#include "sync_fixture.h"

/** Longest wait for what is to come, in microseconds. */
#define SOON_US 30000000
/** Most bytes of a loadable of the tests, and most of its tensors and steps. */
#define PLAN_BYTES   4096U
#define PLAN_TENSORS 6U
#define PLAN_STEPS   4U
/** Bytes of a tensor, unless a test says more. */
#define TENSOR_BYTES 96U

/** What a loadable is to be. */
typedef struct {
    uint32_t inputs;
    uint32_t outputs;
    uint32_t statistics;
    /** 0: TENSOR_BYTES. */
    uint64_t size;
    uint32_t step_count;
    DlaStep steps[PLAN_STEPS];
} Plan;

static inline void put_bytes(uint8_t *bytes, size_t at, uint64_t value, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        bytes[at + i] = (uint8_t)(value >> (8U * i));
    }
}

/** CRC-32 of IEEE 802.3. */
static inline uint32_t crc_of(const uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0U; i < size; i++) {
        crc ^= bytes[i];
        for (uint32_t bit = 0U; bit < 8U; bit++) {
            crc = (crc >> 1U) ^ (((crc & 1U) != 0U) ? 0xEDB88320U : 0U);
        }
    }
    return ~crc;
}

/** Writes the loadable of a plan; gives its bytes. */
static inline size_t plan_write(const Plan *plan, uint8_t *bytes)
{
    const uint32_t tensors = plan->inputs + plan->outputs + plan->statistics;
    const size_t total = 64U + ((size_t)tensors * 168U) + ((size_t)plan->step_count * 64U);
    const uint64_t size = (plan->size > 0U) ? plan->size : TENSOR_BYTES;

    assert_in_range(total, 64U, PLAN_BYTES);
    (void)memset(bytes, 0, PLAN_BYTES);
    (void)memcpy(bytes, "RFDLA\0\r\n", 8U);
    put_bytes(bytes, 8U, 1U, 2U);
    put_bytes(bytes, 12U, 64U, 4U);
    put_bytes(bytes, 16U, total, 8U);
    put_bytes(bytes, 32U, plan->inputs, 4U);
    put_bytes(bytes, 36U, plan->outputs, 4U);
    put_bytes(bytes, 40U, plan->statistics, 4U);
    put_bytes(bytes, 44U, plan->step_count, 4U);
    put_bytes(bytes, 48U, 168U, 4U);
    put_bytes(bytes, 52U, 64U, 4U);
    for (uint32_t i = 0U; i < tensors; i++) {
        const size_t at = 64U + ((size_t)i * 168U);

        bytes[at] = 't';
        bytes[at + 1U] = (uint8_t)((uint32_t)'0' + i);
        put_bytes(bytes, at + 88U, size, 8U);
        put_bytes(bytes, at + 96U, 1U, 8U);
        put_bytes(bytes, at + 104U, 1U, 8U);
        put_bytes(bytes, at + 112U, 1U, 8U);
        put_bytes(bytes, at + 120U, size, 8U);
        bytes[at + 128U] = CUDLA_DATA_FORMAT_NCHW;
        bytes[at + 129U] = CUDLA_DATA_TYPE_UINT8;
        bytes[at + 131U] = CUDLA_PIXEL_FORMAT_UNKNOWN;
        put_bytes(bytes, at + 136U, 1U, 4U);
        put_bytes(bytes, at + 140U, size, 4U);
        put_bytes(bytes, at + 144U, size, 4U);
        put_bytes(bytes, at + 148U, size, 4U);
    }
    for (uint32_t i = 0U; i < plan->step_count; i++) {
        const size_t at = 64U + ((size_t)tensors * 168U) + ((size_t)i * 64U);

        put_bytes(bytes, at, (uint64_t)plan->steps[i].operation, 4U);
        put_bytes(bytes, at + 4U, plan->steps[i].output, 4U);
        put_bytes(bytes, at + 8U, plan->steps[i].inputs, 8U);
        put_bytes(bytes, at + 16U, plan->steps[i].number, 8U);
        put_bytes(bytes, at + 24U, plan->steps[i].task, 8U);
    }
    put_bytes(bytes, 24U, crc_of(bytes, total), 4U);
    return total;
}

/** One input, one output, which is a copy. */
static inline Plan plan_copy(void)
{
    const Plan plan = {.inputs = 1U,
                       .outputs = 1U,
                       .step_count = 1U,
                       .steps = {{.operation = DLA_COPY, .inputs = 1U}}};

    return plan;
}

/** One output, which is filled with a byte, and another step before. */
static inline Plan plan_fill(uint8_t byte, DlaStep before)
{
    const Plan plan = {.outputs = 1U,
                       .step_count = 2U,
                       .steps = {before, {.operation = DLA_FILL, .number = byte}}};

    return plan;
}

/* ---------------------------------------------------------------- a device */

/** A device, and what makes objects for it. */
typedef struct {
    NvSciSyncModule sync;
    NvSciSyncCpuWaitContext context;
    cudlaDevHandle device;
} Bench;

static inline cudlaDevHandle make_device(void)
{
    cudlaDevHandle device = NULL;

    assert_int_equal(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE), cudlaSuccess);
    assert_non_null(device);
    return device;
}

static inline Bench bench_open(void)
{
    Bench bench = {open_module(), NULL, NULL};

    bench.context = make_context(bench.sync);
    assert_int_equal(NvSciBufModuleOpen(&g_module), NvSciError_Success);
    bench.device = make_device();
    return bench;
}

static inline void bench_close(Bench *bench)
{
    go_to_init();
    if (bench->device != NULL) {
        assert_int_equal(cudlaDestroyDevice(bench->device), cudlaSuccess);
    }
    NvSciSyncCpuWaitContextFree(bench->context);
    NvSciSyncModuleClose(bench->sync);
    NvSciBufModuleClose(g_module);
    g_module = NULL;
}

static inline cudlaModule load_with(const Bench *bench, const Plan *plan, uint32_t flags)
{
    uint8_t bytes[PLAN_BYTES];
    const size_t size = plan_write(plan, bytes);
    cudlaModule module = NULL;

    assert_int_equal(cudlaModuleLoadFromMemory(bench->device, bytes, size, &module, flags),
                     cudlaSuccess);
    (void)memset(bytes, 0xA5, sizeof(bytes));
    return module;
}

static inline cudlaModule load(const Bench *bench, const Plan *plan)
{
    return load_with(bench, plan, CUDLA_MODULE_DEFAULT);
}

/* ---------------------------------------------------------------- sync objects */

/** What an object is to have. */
typedef struct {
    bool timestamps;
    bool deterministic;
    bool statuses;
} Wants;

/** List of what a device does with an object. */
static inline NvSciSyncAttrList dla_list(const Bench *bench, uint32_t flags)
{
    const NvSciSyncAttrList list = make_list(bench->sync);
    uint64_t *place = NULL;

    (void)memcpy(&place, &list, sizeof(place));
    assert_int_equal(cudlaGetNvSciSyncAttributes(place, flags), cudlaSuccess);
    return list;
}

static inline NvSciSyncObj object_of_lists(NvSciSyncAttrList *lists)
{
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

/** An object that the device signals and the CPU waits for. */
static inline NvSciSyncObj end_object(const Bench *bench, Wants wants)
{
    NvSciSyncAttrList lists[] = {dla_list(bench, CUDLA_NVSCISYNC_ATTR_SIGNAL),
                                 make_perm_list(bench->sync, NvSciSyncAccessPerm_WaitOnly, true)};

    if (wants.timestamps) {
        set_flag(lists[1], NvSciSyncAttrKey_WaiterRequireTimestamps, true);
    }
    if (wants.deterministic) {
        set_flag(lists[1], NvSciSyncAttrKey_RequireDeterministicFences, true);
    }
    return object_of_lists(lists);
}

/** An object that the CPU signals and the device waits for. */
static inline NvSciSyncObj begin_object(const Bench *bench)
{
    NvSciSyncAttrList lists[] = {make_perm_list(bench->sync, NvSciSyncAccessPerm_SignalOnly, true),
                                 dla_list(bench, CUDLA_NVSCISYNC_ATTR_WAIT)};

    return object_of_lists(lists);
}

static inline cudlaStatus try_import_sync(cudlaDevHandle device, NvSciSyncObj object,
                                          uint64_t **cookie)
{
    const cudlaExternalSemaphoreHandleDesc desc = {object};

    return cudlaImportExternalSemaphore(device, &desc, cookie, 0U);
}

static inline uint64_t *import_sync(const Bench *bench, NvSciSyncObj object)
{
    uint64_t *cookie = NULL;

    assert_int_equal(try_import_sync(bench->device, object, &cookie), cudlaSuccess);
    assert_non_null(cookie);
    return cookie;
}

/** Waits with the CPU for a fence. */
static inline void await(const Bench *bench, const NvSciSyncFence *fence)
{
    assert_status(NvSciSyncFenceWait(fence, bench->context, SOON_US), NvSciError_Success);
}

/** Says whether a fence has expired. */
static inline bool is_over(const Bench *bench, const NvSciSyncFence *fence)
{
    return NvSciSyncFenceWait(fence, bench->context, 0) == NvSciError_Success;
}

/* ---------------------------------------------------------------- buffers */

/** A buffer, its bytes, and its cookie. */
typedef struct {
    NvSciBufObj object;
    uint8_t *bytes;
    uint64_t *cookie;
} Memory;

static inline cudlaStatus try_import_buffer(cudlaDevHandle device, NvSciBufObj object,
                                            uint64_t size, uint32_t flags, uint64_t **cookie)
{
    const cudlaExternalMemoryHandleDesc desc = {object, size};

    return cudlaImportExternalMemory(device, &desc, cookie, flags);
}

static inline Memory make_memory(const Bench *bench, uint64_t size, uint32_t flags)
{
    Memory memory = {buf_raw_object(size), NULL, NULL};
    void *pointer = NULL;

    assert_status(NvSciBufObjGetCpuPtr(memory.object, &pointer), NvSciError_Success);
    memory.bytes = pointer;
    (void)memset(memory.bytes, 0, (size_t)size);
    assert_int_equal(try_import_buffer(bench->device, memory.object, size, flags, &memory.cookie),
                     cudlaSuccess);
    assert_non_null(memory.cookie);
    return memory;
}

static inline void free_memory(Memory *memory)
{
    NvSciBufObjFree(memory->object);
    memory->object = NULL;
}

/** Asserts that all bytes of a tensor are this one. */
static inline void assert_filled(const Memory *memory, uint8_t byte)
{
    for (size_t i = 0U; i < TENSOR_BYTES; i++) {
        assert_int_equal(memory->bytes[i], byte);
    }
}

/* ---------------------------------------------------------------- tasks */

#define JOB_EVENTS 4U

/** A task with the arrays that it points at. */
typedef struct {
    cudlaTask task;
    const uint64_t *inputs[PLAN_TENSORS];
    uint64_t *outputs[PLAN_TENSORS];
    CudlaFence waits[JOB_EVENTS];
    cudlaWaitEvents wait_events;
    uint64_t *signals[JOB_EVENTS];
    CudlaFence fences[JOB_EVENTS];
    cudlaSignalEvents signal_events;
} Job;

/** A task of a module without tensors and events. The arrays of a job stand in it, so it is filled
 * where it stays. */
static inline void job_begin(Job *job, cudlaModule module)
{
    (void)memset(job, 0, sizeof(*job));
    job->task.moduleHandle = module;
    job->wait_events.preFences = job->waits;
    job->signal_events.devPtrs = job->signals;
    job->signal_events.eofFences = job->fences;
    job->task.waitEvents = &job->wait_events;
    job->task.signalEvents = &job->signal_events;
}

static inline void job_input(Job *job, const Memory *memory)
{
    job->inputs[job->task.numInputTensors] = memory->cookie;
    job->task.numInputTensors++;
    job->task.inputTensor = job->inputs;
}

static inline void job_output(Job *job, const Memory *memory)
{
    job->outputs[job->task.numOutputTensors] = memory->cookie;
    job->task.numOutputTensors++;
    job->task.outputTensor = job->outputs;
}

static inline void job_wait(Job *job, NvSciSyncFence *fence)
{
    const CudlaFence event = {fence, CUDLA_NVSCISYNC_FENCE};

    job->waits[job->wait_events.numEvents] = event;
    job->wait_events.numEvents++;
}

static inline void job_signal(Job *job, uint64_t *cookie, NvSciSyncFence *fence,
                              cudlaFenceType type)
{
    const CudlaFence event = {fence, type};

    job->signals[job->signal_events.numEvents] = cookie;
    job->fences[job->signal_events.numEvents] = event;
    job->signal_events.numEvents++;
}

static inline cudlaStatus submit_with(const Bench *bench, const Job *job, uint32_t flags)
{
    return cudlaSubmitTask(bench->device, &job->task, 1U, NULL, flags);
}

static inline cudlaStatus submit(const Bench *bench, const Job *job)
{
    return submit_with(bench, job, 0U);
}

#endif /* RINGFENCE_TEST_DLA_FIXTURE_H */
