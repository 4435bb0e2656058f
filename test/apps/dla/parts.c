/* SPDX-License-Identifier: Apache-2.0 */
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void parts_call(unsigned got, unsigned wanted, const char *call, const char *file, int line)
{
    if (got != wanted) {
        (void)fprintf(stderr, "%s:%d: %s: 0x%x, not 0x%x\n", file, line, call, got, wanted);
        exit(EXIT_FAILURE);
    }
}

void parts_check(bool holds, const char *condition, const char *file, int line)
{
    if (!holds) {
        (void)fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
        exit(EXIT_FAILURE);
    }
}

/* ---------------------------------------------------------------- loadables */

#define HEADER_BYTES 64U
#define TENSOR_BYTES 168U
#define STEP_BYTES   64U

static void put(Loadable *loadable, size_t at, uint64_t value, size_t bytes)
{
    for (size_t i = 0U; i < bytes; i++) {
        loadable->bytes[at + i] = (uint8_t)(value >> (8U * i));
    }
}

void loadable_begin(Loadable *loadable)
{
    (void)memset(loadable, 0, sizeof(*loadable));
    loadable->size = HEADER_BYTES;
}

static void add_tensor(Loadable *loadable, const char *name, uint64_t size)
{
    const size_t at = loadable->size;
    const uint64_t one = 1U;

    CHECK((at + TENSOR_BYTES) <= LOADABLE_BYTES);
    (void)snprintf((char *)&loadable->bytes[at], 81U, "%s", name);
    put(loadable, at + 88U, size, 8U);
    put(loadable, at + 96U, one, 8U);
    put(loadable, at + 104U, one, 8U);
    put(loadable, at + 112U, one, 8U);
    put(loadable, at + 120U, size, 8U);
    put(loadable, at + 128U, CUDLA_DATA_FORMAT_NCHW, 1U);
    put(loadable, at + 129U, CUDLA_DATA_TYPE_UINT8, 1U);
    put(loadable, at + 130U, CUDLA_DATA_CATEGORY_IMAGE, 1U);
    put(loadable, at + 136U, one, 4U);
    for (size_t i = 1U; i < 4U; i++) {
        put(loadable, at + 136U + (4U * i), size, 4U);
    }
    loadable->size += TENSOR_BYTES;
}

void loadable_input(Loadable *loadable, const char *name, uint64_t size)
{
    add_tensor(loadable, name, size);
    loadable->inputs++;
}

void loadable_output(Loadable *loadable, const char *name, uint64_t size)
{
    add_tensor(loadable, name, size);
    loadable->outputs++;
}

void loadable_statistics(Loadable *loadable, const char *name, uint64_t size)
{
    add_tensor(loadable, name, size);
    loadable->statistics++;
}

void loadable_step(Loadable *loadable, uint32_t operation, uint32_t output, uint64_t inputs,
                   uint64_t number, uint64_t task)
{
    const size_t at = loadable->size;

    CHECK((at + STEP_BYTES) <= LOADABLE_BYTES);
    put(loadable, at, operation, 4U);
    put(loadable, at + 4U, output, 4U);
    put(loadable, at + 8U, inputs, 8U);
    put(loadable, at + 16U, number, 8U);
    put(loadable, at + 24U, task, 8U);
    loadable->size += STEP_BYTES;
    loadable->steps++;
}

static uint32_t crc32(const uint8_t *bytes, size_t size)
{
    uint32_t crc = 0xFFFFFFFFU;

    for (size_t i = 0U; i < size; i++) {
        crc ^= bytes[i];
        for (int k = 0; k < 8; k++) {
            crc = (crc >> 1U) ^ (((crc & 1U) != 0U) ? 0xEDB88320U : 0U);
        }
    }
    return ~crc;
}

void loadable_end(Loadable *loadable)
{
    (void)memcpy(loadable->bytes, "RFDLA\0\r\n", 8U);
    put(loadable, 8U, 1U, 2U);
    put(loadable, 12U, HEADER_BYTES, 4U);
    put(loadable, 16U, loadable->size, 8U);
    put(loadable, 32U, loadable->inputs, 4U);
    put(loadable, 36U, loadable->outputs, 4U);
    put(loadable, 40U, loadable->statistics, 4U);
    put(loadable, 44U, loadable->steps, 4U);
    put(loadable, 48U, TENSOR_BYTES, 4U);
    put(loadable, 52U, STEP_BYTES, 4U);
    put(loadable, 24U, crc32(loadable->bytes, loadable->size), 4U);
}

void loadable_simple(Loadable *loadable, uint32_t operation, uint64_t size)
{
    loadable_begin(loadable);
    loadable_input(loadable, "in", size);
    loadable_output(loadable, "out", size);
    loadable_step(loadable, operation, 0U, 1U, 0U, 0U);
    loadable_end(loadable);
}

void loadable_behind(Loadable *loadable, uint32_t trouble, uint64_t number, uint64_t task,
                     uint32_t operation, uint64_t size)
{
    loadable_begin(loadable);
    loadable_input(loadable, "in", size);
    loadable_output(loadable, "out", size);
    loadable_step(loadable, trouble, 0U, 0U, number, task);
    loadable_step(loadable, operation, 0U, 1U, 0U, 0U);
    loadable_end(loadable);
}

/* ---------------------------------------------------------------- model */

#define GOLDEN 0x9E3779B97F4A7C15ULL

static uint64_t mix64(uint64_t z)
{
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

static uint64_t word_at(const Bytes *input, uint64_t index)
{
    uint64_t word = 0U;

    for (uint64_t i = 0U; (i < 8U) && (((8U * index) + i) < input->size); i++) {
        word |= (uint64_t)input->bytes[(8U * index) + i] << (8U * i);
    }
    return word;
}

static uint64_t join(uint64_t sum, uint64_t x)
{
    return mix64(sum + mix64(x + GOLDEN));
}

static uint64_t part(uint64_t x, uint64_t input, uint64_t index)
{
    return mix64(x + mix64(((input + 1U) * GOLDEN) + (index * 0xD1342543DE82EF95ULL)));
}

void model_mix(const Bytes *inputs, uint32_t count, Recipe recipe, uint8_t *output, uint64_t size)
{
    uint64_t base = 0U;

    for (uint64_t k = 0U; k < count; k++) {
        base += part(inputs[k].size, k, UINT64_MAX);
        for (uint64_t i = 0U; (8U * i) < inputs[k].size; i++) {
            base += part(word_at(&inputs[k], i), k, i);
        }
    }
    base = join(join(join(base, recipe.output), recipe.number), recipe.task);
    for (uint64_t i = 0U; i < size; i++) {
        output[i] = (uint8_t)(mix64(base + (((i / 8U) + 1U) * GOLDEN)) >> (8U * (i % 8U)));
    }
}

bool model_holds(const uint8_t *input, uint64_t input_size, uint64_t task, const uint8_t *output,
                 uint64_t size)
{
    const Bytes bytes = {input, input_size};
    const Recipe recipe = {0U, 0U, task};
    uint8_t *const wanted = malloc(size);
    bool holds = false;

    CHECK(wanted != NULL);
    model_mix(&bytes, 1U, recipe, wanted, size);
    holds = memcmp(wanted, output, size) == 0;
    free(wanted);
    return holds;
}

/* ---------------------------------------------------------------- NvSci and cuDLA */

void place_open(Place *place)
{
    CALL(NvSciBufModuleOpen(&place->buf));
    CALL(NvSciSyncModuleOpen(&place->sync));
    CALL(NvSciSyncCpuWaitContextAlloc(place->sync, &place->waits));
}

void place_close(const Place *place)
{
    NvSciSyncCpuWaitContextFree(place->waits);
    NvSciSyncModuleClose(place->sync);
    NvSciBufModuleClose(place->buf);
}

void tensor_alloc(const Place *place, uint64_t size, Tensor *tensor)
{
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    void *bytes = NULL;
    NvSciBufType type = NvSciBufType_Tensor;
    NvSciBufAttrValDataType data = NvSciDataType_Int8;
    NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const bool cpu = true;
    int32_t dimensions = 1;
    uint64_t sizes[] = {size};
    uint32_t alignment[] = {1U};
    uint64_t base = 512U;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufTensorAttrKey_DataType, &data, sizeof(data)},
        {NvSciBufTensorAttrKey_NumDims, &dimensions, sizeof(dimensions)},
        {NvSciBufTensorAttrKey_SizePerDim, sizes, sizeof(sizes)},
        {NvSciBufTensorAttrKey_AlignmentPerDim, alignment, sizeof(alignment)},
        {NvSciBufTensorAttrKey_BaseAddrAlign, &base, sizeof(base)},
    };

    (void)memset(tensor, 0, sizeof(*tensor));
    tensor->size = size;
    CALL(NvSciBufAttrListCreate(place->buf, &list));
    CALL(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0])));
    CALL(NvSciBufAttrListReconcile(&list, 1U, &reconciled, &conflict));
    CALL(NvSciBufObjAlloc(reconciled, &tensor->object));
    CALL(NvSciBufObjGetCpuPtr(tensor->object, &bytes));
    tensor->bytes = bytes;
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(reconciled);
}

void tensor_import(cudlaDevHandle device, Tensor *tensor, uint32_t flags)
{
    const cudlaExternalMemoryHandleDesc desc = {tensor->object, tensor->size};

    CALL(cudlaImportExternalMemory(device, &desc, &tensor->cookie, flags));
    CHECK(tensor->cookie != NULL);
}

void tensor_make(const Place *place, cudlaDevHandle device, uint64_t size, Tensor *tensor)
{
    tensor_alloc(place, size, tensor);
    tensor_import(device, tensor, CUDLA_READ_WRITE_PERM);
}

void tensor_end(cudlaDevHandle device, Tensor *tensor)
{
    if (tensor->cookie != NULL) {
        CALL(cudlaMemUnregister(device, tensor->cookie));
    }
    NvSciBufObjFree(tensor->object);
    (void)memset(tensor, 0, sizeof(*tensor));
}

void tensor_fill(const Tensor *tensor, uint64_t seed)
{
    for (uint64_t i = 0U; i < tensor->size; i++) {
        tensor->bytes[i] = (uint8_t)(mix64((seed * 0x10001U) + (i / 8U)) >> (8U * (i % 8U)));
    }
}

void event_list_dla(NvSciSyncAttrList list, uint32_t flags)
{
    uint64_t *raw = NULL;

    /* The function takes the list as a pointer of another type. */
    (void)memcpy(&raw, &list, sizeof(raw));
    CALL(cudlaGetNvSciSyncAttributes(raw, flags));
}

void event_list_cpu(NvSciSyncAttrList list, NvSciSyncAccessPerm perm, Wish wish)
{
    const bool yes = true;
    NvSciSyncAttrKeyValuePair pairs[4] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &yes, sizeof(yes)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
    };
    size_t count = 2U;

    if (wish.deterministic) {
        pairs[count].attrKey = NvSciSyncAttrKey_RequireDeterministicFences;
        pairs[count].value = &yes;
        pairs[count].len = sizeof(yes);
        count++;
    }
    if (wish.timestamps) {
        pairs[count].attrKey = NvSciSyncAttrKey_WaiterRequireTimestamps;
        pairs[count].value = &yes;
        pairs[count].len = sizeof(yes);
        count++;
    }
    CALL(NvSciSyncAttrListSetAttrs(list, pairs, count));
}

void event_alloc(const Place *place, Way way, Wish wish, Event *event)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList reconciled = NULL;
    NvSciSyncAttrList conflict = NULL;
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pair = {NvSciSyncAttrKey_RequireDeterministicFences, &yes,
                                            sizeof(yes)};

    (void)memset(event, 0, sizeof(*event));
    CALL(NvSciSyncAttrListCreate(place->sync, &lists[0]));
    CALL(NvSciSyncAttrListCreate(place->sync, &lists[1]));
    switch (way) {
    case CPU_TO_DLA:
        event_list_cpu(lists[0], NvSciSyncAccessPerm_SignalOnly, wish);
        event_list_dla(lists[1], CUDLA_NVSCISYNC_ATTR_WAIT);
        break;
    case DLA_TO_CPU:
        event_list_dla(lists[0], CUDLA_NVSCISYNC_ATTR_SIGNAL);
        event_list_cpu(lists[1], NvSciSyncAccessPerm_WaitOnly, wish);
        break;
    default:
        event_list_dla(lists[0], CUDLA_NVSCISYNC_ATTR_SIGNAL);
        event_list_dla(lists[1], CUDLA_NVSCISYNC_ATTR_WAIT);
        if (wish.deterministic) {
            CALL(NvSciSyncAttrListSetAttrs(lists[1], &pair, 1U));
        }
        break;
    }
    CALL(NvSciSyncAttrListReconcile(lists, 2U, &reconciled, &conflict));
    CALL(NvSciSyncObjAlloc(reconciled, &event->object));
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    NvSciSyncAttrListFree(reconciled);
}

void event_import(cudlaDevHandle device, Event *event)
{
    const cudlaExternalSemaphoreHandleDesc desc = {event->object};

    CALL(cudlaImportExternalSemaphore(device, &desc, &event->cookie, 0U));
    CHECK(event->cookie != NULL);
}

void event_make(const Place *place, cudlaDevHandle device, Way way, Event *event)
{
    const Wish none = {false, false};

    event_alloc(place, way, none, event);
    event_import(device, event);
}

void event_end(cudlaDevHandle device, Event *event)
{
    if (event->cookie != NULL) {
        CALL(cudlaMemUnregister(device, event->cookie));
    }
    NvSciSyncObjFree(event->object);
    (void)memset(event, 0, sizeof(*event));
}

cudlaDevHandle device_open(uint64_t number)
{
    cudlaDevHandle device = NULL;

    CALL(cudlaCreateDevice(number, &device, CUDLA_STANDALONE));
    CHECK(device != NULL);
    return device;
}

cudlaModule module_load(cudlaDevHandle device, const Loadable *loadable, uint32_t flags)
{
    cudlaModule module = NULL;

    CALL(cudlaModuleLoadFromMemory(device, loadable->bytes, loadable->size, &module, flags));
    CHECK(module != NULL);
    return module;
}

void work_fill(Work *work, cudlaModule module, const Tensor *input, const Tensor *output)
{
    (void)memset(work, 0, sizeof(*work));
    work->inputs[0] = input->cookie;
    work->outputs[0] = output->cookie;
    work->task.moduleHandle = module;
    work->task.inputTensor = work->inputs;
    work->task.numInputTensors = 1U;
    work->task.outputTensor = work->outputs;
    work->task.numOutputTensors = 1U;
}

void work_wait(Work *work, NvSciSyncFence *fence)
{
    work->before.fence = fence;
    work->before.type = CUDLA_NVSCISYNC_FENCE;
    work->waits.preFences = &work->before;
    work->waits.numEvents = 1U;
    work->task.waitEvents = &work->waits;
}

void work_signal(Work *work, const Event *event, NvSciSyncFence *fence)
{
    work->signal = event->cookie;
    work->after.fence = fence;
    work->after.type = CUDLA_NVSCISYNC_FENCE;
    work->signals.devPtrs = &work->signal;
    work->signals.eofFences = &work->after;
    work->signals.numEvents = 1U;
    work->task.signalEvents = &work->signals;
}

cudlaStatus work_submit(cudlaDevHandle device, const Work *work)
{
    return cudlaSubmitTask(device, &work->task, 1U, NULL, 0U);
}

void work_do(const Place *place, cudlaDevHandle device, Work *work, const Event *done)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    work_signal(work, done, &fence);
    CALL(work_submit(device, work));
    CALL(NvSciSyncFenceWait(&fence, place->waits, LONG_ENOUGH));
    NvSciSyncFenceClear(&fence);
    work->task.signalEvents = NULL;
}

void bench_open(Bench *bench, const Loadable *loadable, uint64_t size, Wish wish)
{
    (void)memset(bench, 0, sizeof(*bench));
    place_open(&bench->place);
    bench->device = device_open(0U);
    bench->module = module_load(bench->device, loadable, 0U);
    tensor_make(&bench->place, bench->device, size, &bench->input);
    tensor_make(&bench->place, bench->device, size, &bench->output);
    event_alloc(&bench->place, CPU_TO_DLA, wish, &bench->go);
    event_import(bench->device, &bench->go);
    event_alloc(&bench->place, DLA_TO_CPU, wish, &bench->done);
    event_import(bench->device, &bench->done);
}

void bench_close(Bench *bench)
{
    tensor_end(bench->device, &bench->input);
    tensor_end(bench->device, &bench->output);
    event_end(bench->device, &bench->go);
    event_end(bench->device, &bench->done);
    CALL(cudlaModuleUnload(bench->module, 0U));
    CALL(cudlaDestroyDevice(bench->device));
    place_close(&bench->place);
}
