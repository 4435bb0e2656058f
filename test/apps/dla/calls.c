/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file calls.c
 * A client that makes each call of the standalone mode, and looks at each result: those that come
 * well, and those that are refused.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

#define SIZE 1000U

static void ask_devices(void)
{
    uint64_t version = 0U;
    uint64_t count = 0U;
    cudlaDevHandle device = NULL;

    CALL(cudlaGetVersion(&version));
    CHECK(version >= 1000000U);
    REFUSED(cudlaGetVersion(NULL), cudlaErrorInvalidParam);
    CALL(cudlaDeviceGetCount(&count));
    CHECK(count >= 1U);
    REFUSED(cudlaDeviceGetCount(NULL), cudlaErrorInvalidParam);
    REFUSED(cudlaCreateDevice(count, &device, CUDLA_STANDALONE), cudlaErrorInvalidParam);
    REFUSED(cudlaCreateDevice(0U, &device, 2U), cudlaErrorInvalidParam);
    REFUSED(cudlaCreateDevice(0U, NULL, CUDLA_STANDALONE), cudlaErrorInvalidParam);
    CHECK(device == NULL);
    REFUSED(cudlaDestroyDevice(NULL), cudlaErrorInvalidDevice);
}

static void ask_device(cudlaDevHandle device)
{
    cudlaDevAttribute attribute;

    (void)memset(&attribute, 0xFF, sizeof(attribute));
    CALL(cudlaDeviceGetAttribute(device, CUDLA_DEVICE_VERSION, &attribute));
    CHECK((attribute.deviceVersion != 0U) && (attribute.deviceVersion != UINT32_MAX));
    CALL(cudlaDeviceGetAttribute(device, CUDLA_UNIFIED_ADDRESSING, &attribute));
    CHECK(attribute.unifiedAddressingSupported <= 1U);
    REFUSED(cudlaDeviceGetAttribute(NULL, CUDLA_DEVICE_VERSION, &attribute),
            cudlaErrorInvalidDevice);
    REFUSED(cudlaDeviceGetAttribute(device, CUDLA_DEVICE_VERSION, NULL), cudlaErrorInvalidParam);
    REFUSED(cudlaDeviceGetAttribute(device, (cudlaDevAttributeType)2, &attribute),
            cudlaErrorInvalidAttribute);
    CALL(cudlaGetLastError(device));
    REFUSED(cudlaGetLastError(NULL), cudlaErrorInvalidDevice);
    REFUSED(cudlaSetTaskTimeoutInMs(device, 0U), cudlaErrorInvalidParam);
    REFUSED(cudlaSetTaskTimeoutInMs(device, 1000001U), cudlaErrorInvalidParam);
    REFUSED(cudlaSetTaskTimeoutInMs(NULL, 1U), cudlaErrorInvalidDevice);
    CALL(cudlaSetTaskTimeoutInMs(device, 1000000U));
    CALL(cudlaSetTaskTimeoutInMs(device, 30000U));
}

static void load_badly(cudlaDevHandle device, const Loadable *loadable)
{
    cudlaModule module = NULL;
    uint8_t *const bytes = malloc(loadable->size);

    CHECK(bytes != NULL);
    REFUSED(cudlaModuleLoadFromMemory(NULL, loadable->bytes, loadable->size, &module, 0U),
            cudlaErrorInvalidDevice);
    REFUSED(cudlaModuleLoadFromMemory(device, NULL, loadable->size, &module, 0U),
            cudlaErrorInvalidParam);
    REFUSED(cudlaModuleLoadFromMemory(device, loadable->bytes, 0U, &module, 0U),
            cudlaErrorInvalidParam);
    REFUSED(cudlaModuleLoadFromMemory(device, loadable->bytes, loadable->size, NULL, 0U),
            cudlaErrorInvalidParam);
    REFUSED(cudlaModuleLoadFromMemory(device, loadable->bytes, loadable->size, &module, 2U),
            cudlaErrorInvalidParam);
    for (size_t cut = 1U; cut < loadable->size; cut++) {
        REFUSED(cudlaModuleLoadFromMemory(device, loadable->bytes, cut, &module, 0U),
                cudlaErrorUmd);
    }
    for (size_t i = 0U; i < loadable->size; i++) {
        (void)memcpy(bytes, loadable->bytes, loadable->size);
        bytes[i] ^= 0x10U;
        REFUSED(cudlaModuleLoadFromMemory(device, bytes, loadable->size, &module, 0U),
                cudlaErrorUmd);
    }
    (void)memset(bytes, 0x5A, loadable->size);
    REFUSED(cudlaModuleLoadFromMemory(device, bytes, loadable->size, &module, 0U), cudlaErrorUmd);
    CHECK(module == NULL);
    free(bytes);
}

static void ask_module(cudlaModule module)
{
    cudlaModuleAttribute attribute;
    cudlaModuleTensorDescriptor descriptors[3];

    CALL(cudlaModuleGetAttributes(module, CUDLA_NUM_INPUT_TENSORS, &attribute));
    CHECK(attribute.numInputTensors == 1U);
    CALL(cudlaModuleGetAttributes(module, CUDLA_NUM_OUTPUT_TENSORS, &attribute));
    CHECK(attribute.numOutputTensors == 1U);
    CALL(cudlaModuleGetAttributes(module, CUDLA_NUM_OUTPUT_TASK_STATISTICS, &attribute));
    CHECK(attribute.numOutputTensors == 0U);
    (void)memset(descriptors, 0xEE, sizeof(descriptors));
    attribute.inputTensorDesc = &descriptors[0];
    CALL(cudlaModuleGetAttributes(module, CUDLA_INPUT_TENSOR_DESCRIPTORS, &attribute));
    CHECK((strcmp(descriptors[0].name, "in") == 0) && (descriptors[0].size == SIZE));
    attribute.outputTensorDesc = &descriptors[1];
    CALL(cudlaModuleGetAttributes(module, CUDLA_OUTPUT_TENSOR_DESCRIPTORS, &attribute));
    CHECK((strcmp(descriptors[1].name, "out") == 0) && (descriptors[1].w == SIZE));
    CHECK((descriptors[1].dataType == CUDLA_DATA_TYPE_UINT8) && (descriptors[1].stride[0] == 1U));
    CHECK((uint8_t)descriptors[2].name[0] == 0xEEU);
    REFUSED(cudlaModuleGetAttributes(NULL, CUDLA_NUM_INPUT_TENSORS, &attribute),
            cudlaErrorInvalidModule);
    REFUSED(cudlaModuleGetAttributes(module, CUDLA_NUM_INPUT_TENSORS, NULL),
            cudlaErrorInvalidParam);
    REFUSED(cudlaModuleGetAttributes(module, (cudlaModuleAttributeType)6, &attribute),
            cudlaErrorInvalidAttribute);
    attribute.inputTensorDesc = NULL;
    REFUSED(cudlaModuleGetAttributes(module, CUDLA_INPUT_TENSOR_DESCRIPTORS, &attribute),
            cudlaErrorInvalidParam);
}

static void register_badly(cudlaDevHandle device, const Tensor *tensor, const Event *event)
{
    uint64_t *cookie = NULL;
    uint64_t number = 0U;
    cudlaExternalMemoryHandleDesc memory = {tensor->object, tensor->size};
    cudlaExternalSemaphoreHandleDesc semaphore = {event->object};

    REFUSED(cudlaImportExternalMemory(device, &memory, &cookie, 0U), cudlaErrorMemoryRegistered);
    REFUSED(cudlaImportExternalMemory(device, NULL, &cookie, 0U), cudlaErrorInvalidParam);
    REFUSED(cudlaImportExternalMemory(device, &memory, NULL, 0U), cudlaErrorInvalidParam);
    REFUSED(cudlaImportExternalMemory(device, &memory, &cookie, 8U), cudlaErrorInvalidParam);
    REFUSED(cudlaImportExternalMemory(NULL, &memory, &cookie, 0U), cudlaErrorInvalidDevice);
    memory.size = 0U;
    REFUSED(cudlaImportExternalMemory(device, &memory, &cookie, 0U), cudlaErrorInvalidParam);
    memory.size = UINT64_MAX;
    REFUSED(cudlaImportExternalMemory(device, &memory, &cookie, 0U), cudlaErrorInvalidParam);
    REFUSED(cudlaImportExternalSemaphore(device, &semaphore, &cookie, 0U),
            cudlaErrorMemoryRegistered);
    REFUSED(cudlaImportExternalSemaphore(device, NULL, &cookie, 0U), cudlaErrorInvalidParam);
    REFUSED(cudlaImportExternalSemaphore(device, &semaphore, NULL, 0U), cudlaErrorInvalidParam);
    REFUSED(cudlaImportExternalSemaphore(device, &semaphore, &cookie, 1U), cudlaErrorInvalidParam);
    REFUSED(cudlaImportExternalSemaphore(NULL, &semaphore, &cookie, 0U), cudlaErrorInvalidDevice);
    semaphore.extSyncObject = NULL;
    REFUSED(cudlaImportExternalSemaphore(device, &semaphore, &cookie, 0U), cudlaErrorNvSci);
    REFUSED(cudlaGetNvSciSyncAttributes(NULL, CUDLA_NVSCISYNC_ATTR_WAIT), cudlaErrorInvalidParam);
    REFUSED(cudlaMemRegister(device, &number, 8U, &cookie, 0U), cudlaErrorUnsupportedOperation);
    REFUSED(cudlaMemUnregister(device, NULL), cudlaErrorInvalidAddress);
    REFUSED(cudlaMemUnregister(device, &number), cudlaErrorInvalidAddress);
    REFUSED(cudlaMemUnregister(NULL, tensor->cookie), cudlaErrorInvalidDevice);
    CHECK(cookie == NULL);
}

static void submit_badly(cudlaDevHandle device, Work work, const Event *go, const Event *done)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t number = 0U;
    const Work good = work;

    REFUSED(cudlaSubmitTask(NULL, &work.task, 1U, NULL, 0U), cudlaErrorInvalidDevice);
    REFUSED(cudlaSubmitTask(device, NULL, 1U, NULL, 0U), cudlaErrorInvalidParam);
    REFUSED(cudlaSubmitTask(device, &work.task, 0U, NULL, 0U), cudlaErrorInvalidParam);
    REFUSED(cudlaSubmitTask(device, &work.task, 1U, &number, 0U), cudlaErrorInvalidParam);
    REFUSED(cudlaSubmitTask(device, &work.task, 1U, NULL, 8U), cudlaErrorInvalidParam);
    work.task.moduleHandle = NULL;
    REFUSED(work_submit(device, &work), cudlaErrorInvalidModule);
    work.task = good.task;
    work.task.numInputTensors = 2U;
    REFUSED(work_submit(device, &work), cudlaErrorInvalidParam);
    work.task = good.task;
    work.task.numOutputTensors = 0U;
    REFUSED(work_submit(device, &work), cudlaErrorInvalidParam);
    work.task = good.task;
    work.task.inputTensor = NULL;
    REFUSED(work_submit(device, &work), cudlaErrorUnsupportedOperation);
    work.task = good.task;
    work.task.outputTensor = NULL;
    REFUSED(work_submit(device, &work), cudlaErrorUnsupportedOperation);
    work.task = good.task;
    work.task.inputTensor = work.inputs;
    work.task.outputTensor = work.outputs;
    work.inputs[0] = NULL;
    work.outputs[0] = good.outputs[0];
    REFUSED(work_submit(device, &work), cudlaErrorInvalidAddress);
    work.inputs[0] = done->cookie;
    REFUSED(work_submit(device, &work), cudlaErrorInvalidAddress);
    work.inputs[0] = good.inputs[0];
    work.outputs[0] = &number;
    REFUSED(work_submit(device, &work), cudlaErrorInvalidAddress);
    work.outputs[0] = good.outputs[0];
    /* An object that only the CPU signals. */
    work_signal(&work, go, &fence);
    REFUSED(work_submit(device, &work), cudlaErrorInvalidAttribute);
    work_signal(&work, done, NULL);
    REFUSED(work_submit(device, &work), cudlaErrorInvalidParam);
    work_signal(&work, done, &fence);
    work.after.type = (cudlaFenceType)3;
    REFUSED(work_submit(device, &work), cudlaErrorInvalidParam);
    work_signal(&work, done, &fence);
    work_wait(&work, NULL);
    REFUSED(work_submit(device, &work), cudlaErrorInvalidParam);
    work.task = good.task;
    work.task.inputTensor = NULL;
    work.task.numInputTensors = 0U;
    work.task.outputTensor = work.outputs;
    REFUSED(cudlaSubmitTask(device, &work.task, 1U, NULL, CUDLA_SUBMIT_DIAGNOSTICS_TASK),
            cudlaErrorUnsupportedOperation);
    CALL(cudlaGetLastError(device));
}

/** The listing of the guide: the CPU signals, the engine computes, the CPU waits. */
static void compute(const Place *place, cudlaDevHandle device, Work *work, const Event *go,
                    const Event *done)
{
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;

    CALL(NvSciSyncObjGenerateFence(go->object, &before));
    work_wait(work, &before);
    work_signal(work, done, &after);
    CALL(work_submit(device, work));
    REFUSED(NvSciSyncFenceWait(&after, place->waits, 2000), NvSciError_Timeout);
    REFUSED(cudlaMemUnregister(device, work->outputs[0]), cudlaErrorUmd);
    REFUSED(cudlaModuleUnload(work->task.moduleHandle, 0U), cudlaErrorUmd);
    CALL(NvSciSyncObjSignal(go->object));
    CALL(NvSciSyncFenceWait(&after, place->waits, LONG_ENOUGH));
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    work->task.waitEvents = NULL;
    work->task.signalEvents = NULL;
}

/** Nothing is computed, and the fences come all the same. */
static void compute_nothing(const Place *place, cudlaDevHandle device, Work *work,
                            const Tensor *output, const Event *done)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)memset(output->bytes, 0x77, output->size);
    work_signal(work, done, &fence);
    CALL(cudlaSubmitTask(device, &work->task, 1U, NULL,
                         CUDLA_SUBMIT_NOOP | CUDLA_SUBMIT_SKIP_LOCK_ACQUIRE));
    CALL(NvSciSyncFenceWait(&fence, place->waits, LONG_ENOUGH));
    CHECK((output->bytes[0] == 0x77U) && (output->bytes[SIZE - 1U] == 0x77U));
    NvSciSyncFenceClear(&fence);
    work->task.signalEvents = NULL;
}

/** Events alone: they are those of the next task. */
static void only_events(const Place *place, cudlaDevHandle device, Work *work, const Event *go,
                        const Event *done)
{
    Work events;
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;

    (void)memset(&events, 0, sizeof(events));
    events.task.moduleHandle = work->task.moduleHandle;
    CALL(NvSciSyncObjGenerateFence(go->object, &before));
    work_wait(&events, &before);
    work_signal(&events, done, &after);
    CALL(work_submit(device, &events));
    CALL(NvSciSyncObjSignal(go->object));
    REFUSED(NvSciSyncFenceWait(&after, place->waits, 2000), NvSciError_Timeout);
    CALL(work_submit(device, work));
    CALL(NvSciSyncFenceWait(&after, place->waits, LONG_ENOUGH));
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
}

/** The engine is tested: it needs a module that was loaded for that, and has no input. */
static void diagnose(const Place *place, cudlaDevHandle device, const Loadable *loadable,
                     const Tensor *output, const Event *done)
{
    const cudlaModule module = module_load(device, loadable, CUDLA_MODULE_ENABLE_FAULT_DIAGNOSTICS);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Work work;

    work_fill(&work, module, output, output);
    work.task.inputTensor = NULL;
    work.task.numInputTensors = 0U;
    work_signal(&work, done, &fence);
    CALL(cudlaSubmitTask(device, &work.task, 1U, NULL, CUDLA_SUBMIT_DIAGNOSTICS_TASK));
    CALL(NvSciSyncFenceWait(&fence, place->waits, LONG_ENOUGH));
    CALL(cudlaGetLastError(device));
    work.task.outputTensor = NULL;
    work.task.numOutputTensors = 0U;
    REFUSED(cudlaSubmitTask(device, &work.task, 1U, NULL, CUDLA_SUBMIT_DIAGNOSTICS_TASK),
            cudlaErrorUnsupportedOperation);
    NvSciSyncFenceClear(&fence);
    CALL(cudlaModuleUnload(module, 0U));
}

int main(void)
{
    Place place;
    Loadable loadable;
    Tensor input;
    Tensor output;
    Tensor read_only;
    Event go;
    Event done;
    Work work;
    cudlaDevHandle device = NULL;
    cudlaModule module = NULL;

    place_open(&place);
    ask_devices();
    device = device_open(0U);
    ask_device(device);
    loadable_simple(&loadable, STEP_STAMP, SIZE);
    load_badly(device, &loadable);
    module = module_load(device, &loadable, CUDLA_MODULE_DEFAULT);
    ask_module(module);
    tensor_make(&place, device, SIZE, &input);
    tensor_make(&place, device, SIZE, &output);
    event_make(&place, device, CPU_TO_DLA, &go);
    event_make(&place, device, DLA_TO_CPU, &done);
    register_badly(device, &input, &done);
    work_fill(&work, module, &input, &output);
    submit_badly(device, work, &go, &done);

    tensor_fill(&input, 1U);
    compute(&place, device, &work, &go, &done);
    CHECK(model_holds(input.bytes, SIZE, 1U, output.bytes, SIZE));
    compute_nothing(&place, device, &work, &output, &done);
    tensor_fill(&input, 2U);
    only_events(&place, device, &work, &go, &done);
    CHECK(model_holds(input.bytes, SIZE, 2U, output.bytes, SIZE));

    diagnose(&place, device, &loadable, &output, &done);

    /* Memory that is only read is an input, and no output. */
    tensor_alloc(&place, SIZE, &read_only);
    tensor_import(device, &read_only, CUDLA_READ_ONLY_PERM);
    work_fill(&work, module, &input, &read_only);
    REFUSED(work_submit(device, &work), cudlaErrorInvalidParam);
    work_fill(&work, module, &read_only, &output);
    tensor_fill(&read_only, 3U);
    work_do(&place, device, &work, &done);
    CHECK(model_holds(read_only.bytes, SIZE, 3U, output.bytes, SIZE));
    CALL(cudlaGetLastError(device));

    REFUSED(cudlaModuleUnload(module, 1U), cudlaErrorInvalidParam);
    tensor_end(device, &read_only);
    tensor_end(device, &input);
    tensor_end(device, &output);
    event_end(device, &go);
    event_end(device, &done);
    CALL(cudlaModuleUnload(module, 0U));
    REFUSED(cudlaModuleUnload(module, 0U), cudlaErrorInvalidModule);
    CALL(cudlaDestroyDevice(device));
    REFUSED(cudlaDestroyDevice(device), cudlaErrorInvalidDevice);
    REFUSED(cudlaGetLastError(device), cudlaErrorInvalidDevice);
    place_close(&place);
    (void)printf("calls: each call of the standalone mode did as it is documented\n");
    return EXIT_SUCCESS;
}
