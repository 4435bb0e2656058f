/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file mistakes_test.c
 * Usual mistakes with cuDLA: the line of the fault says what to do.
 */
#include "dla_fixture.h"
#include "told.h"

#define CALL RINGFENCE_FAULT_DLA_CALL

/** A device with a module that copies, its memory and its objects. */
typedef struct {
    Bench bench;
    cudlaModule module;
    Memory input;
    Memory output;
    NvSciSyncObj begin;
    NvSciSyncObj end;
    uint64_t *wait;
    uint64_t *signal;
    NvSciSyncFence before;
    NvSciSyncFence after;
} Trial;

static Trial trial_open(const Plan *plan)
{
    Trial trial;

    (void)memset(&trial, 0, sizeof(trial));
    trial.bench = bench_open();
    trial.module = load(&trial.bench, plan);
    trial.input = make_memory(&trial.bench, TENSOR_BYTES, 0U);
    trial.output = make_memory(&trial.bench, TENSOR_BYTES, 0U);
    trial.begin = begin_object(&trial.bench);
    trial.end = end_object(&trial.bench, (Wants){.timestamps = false});
    trial.wait = import_sync(&trial.bench, trial.begin);
    trial.signal = import_sync(&trial.bench, trial.end);
    return trial;
}

static void trial_close(Trial *trial)
{
    NvSciSyncFenceClear(&trial->before);
    NvSciSyncFenceClear(&trial->after);
    free_memory(&trial->input);
    free_memory(&trial->output);
    NvSciSyncObjFree(trial->begin);
    NvSciSyncObjFree(trial->end);
    bench_close(&trial->bench);
}

/** A task that is whole. */
static void trial_job(Trial *trial, Job *job)
{
    job_begin(job, trial->module);
    job_input(job, &trial->input);
    job_output(job, &trial->output);
    job_signal(job, trial->signal, &trial->after, CUDLA_NVSCISYNC_FENCE);
}

#define SUBMIT(kind, phrase, result, job)                                                          \
    assert_told("cudlaSubmitTask", (kind), (phrase), (result), submit(&trial.bench, (job)))

/**
 * Devices of no engine, no mode, and twice ended; a time-out that is none; places of values that
 * are NULL, and attributes that there are not.
 * @verifies RF-DLA-396
 */
static void devices_are_told(void **state)
{
    Bench bench = bench_open();
    cudlaDevHandle device = NULL;
    cudlaDevAttribute value;

    (void)state;
    assert_told("cudlaCreateDevice", RINGFENCE_FAULT_LIMIT, "or build with a greater one",
                cudlaErrorInvalidParam,
                cudlaCreateDevice(RINGFENCE_CFG_DLA_ENGINES, &device, CUDLA_STANDALONE));
    assert_told("cudlaCreateDevice", CALL, "give CUDLA_STANDALONE", cudlaErrorInvalidParam,
                cudlaCreateDevice(0U, &device, 2U));
    assert_told("cudlaCreateDevice", CALL, "give the place of a value", cudlaErrorInvalidParam,
                cudlaCreateDevice(0U, NULL, CUDLA_STANDALONE));
    assert_told("cudlaGetVersion", CALL, "give the place of a value", cudlaErrorInvalidParam,
                cudlaGetVersion(NULL));
    assert_told("cudlaDeviceGetCount", CALL, "give the place of a value", cudlaErrorInvalidParam,
                cudlaDeviceGetCount(NULL));
    assert_told("cudlaDeviceGetAttribute", CALL, "give the place of a value",
                cudlaErrorInvalidParam,
                cudlaDeviceGetAttribute(bench.device, CUDLA_DEVICE_VERSION, NULL));
    assert_told("cudlaDeviceGetAttribute", CALL, "give one of the enumeration",
                cudlaErrorInvalidAttribute,
                cudlaDeviceGetAttribute(bench.device, (cudlaDevAttributeType)9, &value));
    assert_told("cudlaSetTaskTimeoutInMs", CALL, "give 1 to 1000000", cudlaErrorInvalidParam,
                cudlaSetTaskTimeoutInMs(bench.device, 0U));
    device = make_device();
    assert_int_equal(cudlaDestroyDevice(device), cudlaSuccess);
    assert_told("cudlaDestroyDevice", RINGFENCE_FAULT_BAD_HANDLE,
                "give what cudlaCreateDevice() gave", cudlaErrorInvalidDevice,
                cudlaDestroyDevice(device));
    bench_close(&bench);
}

/**
 * A file that was not read, or is another one; flags; a module that is used, and one that is gone.
 * @verifies RF-DLA-396
 */
static void modules_are_told(void **state)
{
    static const uint8_t other[] =
        "a file of another kind that is longer than the header of 'rfdla'";
    const Plan plan = plan_fill(0x77U, (DlaStep){.operation = DLA_HANG});
    Bench bench = bench_open();
    cudlaModule module = NULL;
    cudlaModuleAttribute value = {0U};
    Memory output = make_memory(&bench, TENSOR_BYTES, 0U);
    Job job;

    (void)state;
    assert_told("cudlaModuleLoadFromMemory", CALL, "look whether its file was read",
                cudlaErrorInvalidParam,
                cudlaModuleLoadFromMemory(bench.device, other, 0U, &module, 0U));
    assert_told("cudlaModuleLoadFromMemory", RINGFENCE_FAULT_OTHER_LOADABLE,
                "the tool rfdla makes one", cudlaErrorUmd,
                cudlaModuleLoadFromMemory(bench.device, other, sizeof(other), &module, 0U));
    assert_told("cudlaModuleLoadFromMemory", CALL, "give 0 for its default", cudlaErrorInvalidParam,
                cudlaModuleLoadFromMemory(bench.device, other, sizeof(other), &module, 7U));
    assert_told("cudlaModuleLoadFromMemory", CALL, "give the place of a value",
                cudlaErrorInvalidParam,
                cudlaModuleLoadFromMemory(bench.device, other, sizeof(other), NULL, 0U));
    module = load(&bench, &plan);
    assert_told("cudlaModuleGetAttributes", CALL, "give an array of as many descriptors",
                cudlaErrorInvalidParam,
                cudlaModuleGetAttributes(module, CUDLA_OUTPUT_TENSOR_DESCRIPTORS, &value));
    assert_told("cudlaModuleGetAttributes", CALL, "give the place of a value",
                cudlaErrorInvalidParam,
                cudlaModuleGetAttributes(module, CUDLA_NUM_INPUT_TENSORS, NULL));
    assert_told("cudlaModuleGetAttributes", CALL, "give one of the enumeration",
                cudlaErrorInvalidAttribute,
                cudlaModuleGetAttributes(module, (cudlaModuleAttributeType)77, &value));
    job_begin(&job, module);
    job_output(&job, &output);
    assert_int_equal(submit(&bench, &job), cudlaSuccess);
    assert_told("cudlaModuleUnload", CALL, "then unload", cudlaErrorUmd,
                cudlaModuleUnload(module, 0U));
    assert_told("cudlaModuleUnload", CALL, "give 0", cudlaErrorInvalidParam,
                cudlaModuleUnload(module, 1U));
    assert_told("cudlaMemUnregister", CALL, "then unregister", cudlaErrorUmd,
                cudlaMemUnregister(bench.device, output.cookie));
    assert_int_equal(cudlaDestroyDevice(bench.device), cudlaSuccess);
    bench.device = NULL;
    assert_told("cudlaModuleUnload", RINGFENCE_FAULT_BAD_HANDLE,
                "give what cudlaModuleLoadFromMemory() gave", cudlaErrorInvalidModule,
                cudlaModuleUnload(module, 0U));
    free_memory(&output);
    bench_close(&bench);
}

/**
 * Buffers and sync objects that are none, of another size, registered twice, of lists that the
 * device did not fill, and functions of the other mode.
 * @verifies RF-DLA-396
 */
static void registrations_are_told(void **state)
{
    Bench bench = bench_open();
    const NvSciBufObj buffer = buf_raw_object(TENSOR_BYTES);
    NvSciSyncAttrList lists[] = {make_perm_list(bench.sync, NvSciSyncAccessPerm_SignalOnly, true),
                                 make_perm_list(bench.sync, NvSciSyncAccessPerm_WaitOnly, true)};
    const NvSciSyncObj cpu = object_of_lists(lists);
    const NvSciSyncAttrList filled = dla_list(&bench, CUDLA_NVSCISYNC_ATTR_WAIT);
    const cudlaExternalMemoryHandleDesc not_buffer = {cpu, TENSOR_BYTES};
    const cudlaExternalSemaphoreHandleDesc not_sync = {buffer};
    const cudlaExternalSemaphoreHandleDesc no_list = {cpu};
    uint64_t place[1] = {0U};
    uint64_t *list = NULL;
    uint64_t *cookie = NULL;

    (void)state;
    assert_told("cudlaImportExternalMemory", RINGFENCE_FAULT_OUT_OF_BUFFER,
                "reconcile a greater one", cudlaErrorInvalidParam,
                try_import_buffer(bench.device, buffer, 1U << 20U, 0U, &cookie));
    assert_told("cudlaImportExternalMemory", CALL, "give that of the tensor",
                cudlaErrorInvalidParam, try_import_buffer(bench.device, buffer, 0U, 0U, &cookie));
    assert_told("cudlaImportExternalMemory", CALL, "give 0", cudlaErrorInvalidParam,
                try_import_buffer(bench.device, buffer, 1U, 3U, &cookie));
    assert_told("cudlaImportExternalMemory", CALL, "give what NvSciBufObjAlloc() gave",
                cudlaErrorNvSci, cudlaImportExternalMemory(bench.device, &not_buffer, &cookie, 0U));
    assert_int_equal(try_import_buffer(bench.device, buffer, 1U, 0U, &cookie), cudlaSuccess);
    assert_told("cudlaImportExternalMemory", CALL, "use the cookie of the first time",
                cudlaErrorMemoryRegistered,
                try_import_buffer(bench.device, buffer, 1U, 0U, &cookie));
    assert_int_equal(cudlaMemUnregister(bench.device, cookie), cudlaSuccess);
    assert_told("cudlaMemUnregister", RINGFENCE_FAULT_BAD_HANDLE, "give the cookie",
                cudlaErrorInvalidAddress, cudlaMemUnregister(bench.device, cookie));
    assert_told("cudlaImportExternalSemaphore", CALL, "give what NvSciSyncObjAlloc() gave",
                cudlaErrorNvSci,
                cudlaImportExternalSemaphore(bench.device, &not_sync, &cookie, 0U));
    assert_told("cudlaImportExternalSemaphore", RINGFENCE_FAULT_NO_RIGHT,
                "fill a list by cudlaGetNvSciSyncAttributes()", cudlaErrorInvalidAttribute,
                cudlaImportExternalSemaphore(bench.device, &no_list, &cookie, 0U));
    (void)memcpy(&list, &filled, sizeof(list));
    assert_told("cudlaGetNvSciSyncAttributes", CALL, "CUDLA_NVSCISYNC_ATTR_WAIT",
                cudlaErrorInvalidParam, cudlaGetNvSciSyncAttributes(list, 0U));
    assert_told("cudlaGetNvSciSyncAttributes", CALL, "has no NvSciSyncAttrKey_RequiredPerm",
                cudlaErrorInvalidAttribute,
                cudlaGetNvSciSyncAttributes(list, CUDLA_NVSCISYNC_ATTR_WAIT));
    assert_told("cudlaMemRegister", CALL, "use cudlaImportExternalMemory()",
                cudlaErrorUnsupportedOperation,
                cudlaMemRegister(bench.device, place, sizeof(place), &cookie, 0U));
    NvSciSyncAttrListFree(filled);
    NvSciSyncObjFree(cpu);
    NvSciBufObjFree(buffer);
    bench_close(&bench);
}

/**
 * Tasks without outputs, of other numbers of tensors, and submissions that are none.
 * @verifies RF-DLA-396 RF-CORE-371
 */
static void tasks_that_are_not_whole_are_told(void **state)
{
    const Plan plan = plan_copy();
    Trial trial = trial_open(&plan);
    cudlaTask tasks[2];
    Job job;

    (void)state;
    trial_job(&trial, &job);
    job.task.outputTensor = NULL;
    SUBMIT(CALL, "give inputTensor and outputTensor both", cudlaErrorUnsupportedOperation, &job);
    trial_job(&trial, &job);
    job.task.numOutputTensors = 0U;
    SUBMIT(CALL, "ask cudlaModuleGetAttributes()", cudlaErrorInvalidParam, &job);
    trial_job(&trial, &job);
    assert_told("cudlaSubmitTask", CALL, "give an array, and how many", cudlaErrorInvalidParam,
                cudlaSubmitTask(trial.bench.device, &job.task, 0U, NULL, 0U));
    assert_told("cudlaSubmitTask", CALL, "give 0", cudlaErrorInvalidParam,
                submit_with(&trial.bench, &job, 64U));
    assert_told("cudlaSubmitTask", CALL, "order tasks by events", cudlaErrorInvalidParam,
                cudlaSubmitTask(trial.bench.device, &job.task, 1U, &job, 0U));
    job.task.inputTensor = NULL;
    job.task.numInputTensors = 0U;
    assert_told("cudlaSubmitTask", CALL, "CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS",
                cudlaErrorUnsupportedOperation,
                submit_with(&trial.bench, &job, CUDLA_SUBMIT_DIAGNOSTICS_TASK));
    job.task.outputTensor = NULL;
    tasks[0] = job.task;
    tasks[1] = job.task;
    assert_told("cudlaSubmitTask", CALL, "are one task", cudlaErrorUnsupportedOperation,
                cudlaSubmitTask(trial.bench.device, tasks, 2U, NULL, 0U));
    trial_close(&trial);
}

/**
 * Memory of tensors that is not registered, or with another size or other flags.
 * @verifies RF-DLA-396
 */
static void memory_of_tasks_is_told(void **state)
{
    const Plan plan = plan_copy();
    Trial trial = trial_open(&plan);
    Memory small = make_memory(&trial.bench, TENSOR_BYTES - 1U, 0U);
    Memory read = make_memory(&trial.bench, TENSOR_BYTES, CUDLA_READ_ONLY_PERM);
    Memory statistics = make_memory(&trial.bench, TENSOR_BYTES, CUDLA_TASK_STATISTICS);
    Job job;

    (void)state;
    trial_job(&trial, &job);
    job.inputs[0] = NULL;
    SUBMIT(CALL, "give the cookie of an import", cudlaErrorInvalidAddress, &job);
    job.inputs[0] = trial.signal;
    SUBMIT(CALL, "give the cookie of an import", cudlaErrorInvalidAddress, &job);
    (void)memcpy(&job.inputs[0], &trial.input.bytes, sizeof(job.inputs[0]));
    SUBMIT(RINGFENCE_FAULT_BAD_HANDLE, "give the cookie", cudlaErrorInvalidAddress, &job);
    job.inputs[0] = small.cookie;
    SUBMIT(RINGFENCE_FAULT_OUT_OF_BUFFER, "register the size of its descriptor",
           cudlaErrorInvalidParam, &job);
    job.inputs[0] = statistics.cookie;
    SUBMIT(CALL, "register it with flags 0", cudlaErrorInvalidParam, &job);
    trial_job(&trial, &job);
    job.outputs[0] = read.cookie;
    SUBMIT(RINGFENCE_FAULT_NO_RIGHT, "register it with flags 0", cudlaErrorInvalidParam, &job);
    job.outputs[0] = statistics.cookie;
    SUBMIT(RINGFENCE_FAULT_NO_RIGHT, "with CUDLA_TASK_STATISTICS, and no other",
           cudlaErrorInvalidParam, &job);
    free_memory(&small);
    free_memory(&read);
    free_memory(&statistics);
    trial_close(&trial);
}

/**
 * Fences of objects that are not imported, events that lack something, and objects that the device
 * may not use so, or another one signals.
 * @verifies RF-DLA-396
 */
static void events_of_tasks_are_told(void **state)
{
    const Plan plan = plan_copy();
    Trial trial = trial_open(&plan);
    const NvSciSyncObj other = begin_object(&trial.bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Job job;

    (void)state;
    assert_status(NvSciSyncObjGenerateFence(other, &fence), NvSciError_Success);
    trial_job(&trial, &job);
    job_wait(&job, &fence);
    SUBMIT(RINGFENCE_FAULT_OTHER_OBJECT, "import the object of the fence", cudlaErrorInvalidAddress,
           &job);
    job.waits[0].fence = NULL;
    SUBMIT(CALL, "lacks its fence", cudlaErrorInvalidParam, &job);
    job.wait_events.preFences = NULL;
    SUBMIT(CALL, "give it, or numEvents 0", cudlaErrorInvalidParam, &job);
    trial_job(&trial, &job);
    job.fences[0].type = (cudlaFenceType)0;
    SUBMIT(CALL, "its type of cudlaFenceType", cudlaErrorInvalidParam, &job);
    job.signals[0] = NULL;
    SUBMIT(CALL, "give the cookie of cudlaImportExternalSemaphore()", cudlaErrorInvalidAddress,
           &job);
    job.signals[0] = trial.input.cookie;
    SUBMIT(CALL, "give the cookie of cudlaImportExternalSemaphore()", cudlaErrorInvalidAddress,
           &job);
    job.signal_events.eofFences = NULL;
    SUBMIT(CALL, "give it, or numEvents 0", cudlaErrorInvalidParam, &job);
    trial_job(&trial, &job);
    job.signals[0] = trial.wait;
    SUBMIT(RINGFENCE_FAULT_NO_RIGHT, "CUDLA_NVSCISYNC_ATTR_SIGNAL", cudlaErrorInvalidAttribute,
           &job);
    trial_job(&trial, &job);
    job.signal_events.numEvents = RINGFENCE_CFG_DLA_EVENTS + 1U;
    SUBMIT(RINGFENCE_FAULT_LIMIT, "or build with a greater one", cudlaErrorOutOfResources, &job);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(other);
    trial_close(&trial);
}

/**
 * An object that two devices signal.
 * @verifies RF-DLA-396
 */
static void an_object_of_two_devices_is_told(void **state)
{
    const Plan plan = plan_copy();
    Trial trial = trial_open(&plan);
    Bench second = trial.bench;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    Memory input;
    Memory output;
    Job job;

    (void)state;
    trial_job(&trial, &job);
    assert_int_equal(submit(&trial.bench, &job), cudlaSuccess);
    second.device = make_device();
    input = make_memory(&second, TENSOR_BYTES, 0U);
    output = make_memory(&second, TENSOR_BYTES, 0U);
    job_begin(&job, load(&second, &plan));
    job_input(&job, &input);
    job_output(&job, &output);
    job_signal(&job, import_sync(&second, trial.end), &after, CUDLA_NVSCISYNC_FENCE);
    assert_told("cudlaSubmitTask", RINGFENCE_FAULT_NO_RIGHT, "have one object for each device",
                cudlaErrorInvalidAttribute, submit(&second, &job));
    await(&trial.bench, &trial.after);
    assert_int_equal(cudlaDestroyDevice(second.device), cudlaSuccess);
    free_memory(&input);
    free_memory(&output);
    trial_close(&trial);
}

/**
 * A fault without a cause says nothing of the cause of one before.
 * @verifies RF-CORE-371
 */
static void a_cause_is_of_its_fault(void **state)
{
    RingfenceFault fault;

    (void)state;
    assert_int_equal(cudlaGetVersion(NULL), cudlaErrorInvalidParam);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_string_not_equal(fault.causeText, "");
    assert_int_equal(fault.missing, 0U);
    NvSciSyncObjFree((NvSciSyncObj)(uintptr_t)&fault);
    assert_status(RingfenceGetLastFault(&fault), NvSciError_Success);
    assert_int_equal(fault.kind, RINGFENCE_FAULT_BAD_HANDLE);
    assert_string_equal(fault.causeText, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(devices_are_told),
                                       sync_test(modules_are_told),
                                       sync_test(registrations_are_told),
                                       sync_test(tasks_that_are_not_whole_are_told),
                                       sync_test(memory_of_tasks_is_told),
                                       sync_test(events_of_tasks_are_told),
                                       sync_test(an_object_of_two_devices_is_told),
                                       sync_test(a_cause_is_of_its_fault)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
