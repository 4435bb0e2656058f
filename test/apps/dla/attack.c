/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attack.c
 * A client that does what it should not: handles that are none, sizes that lie, arrays that end
 * early, wrong phases, children, signals, a system without threads, full tables, tasks that wait
 * for themselves. Each attack has a process of its own, must end soon, and leave nothing behind.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <grp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../attack.h"
#include "parts.h"

#define SIZE 300U

static const Wish plain = {false, false};

static void bench_simple(Bench *bench, uint32_t operation)
{
    Loadable loadable;

    loadable_simple(&loadable, operation, SIZE);
    bench_open(bench, &loadable, SIZE, plain);
}

/** Frees what is NvSci's, when the handle is gone. */
static void bench_free(const Bench *bench)
{
    NvSciBufObjFree(bench->input.object);
    NvSciBufObjFree(bench->output.object);
    NvSciSyncObjFree(bench->go.object);
    NvSciSyncObjFree(bench->done.object);
    place_close(&bench->place);
}

static void bench_destroy(const Bench *bench)
{
    CALL(cudlaDestroyDevice(bench->device));
    bench_free(bench);
}

static bool computes(Bench *bench)
{
    static uint64_t seed = 1000U;
    Work work;

    seed++;
    tensor_fill(&bench->input, seed);
    work_fill(&work, bench->module, &bench->input, &bench->output);
    work_do(&bench->place, bench->device, &work, &bench->done);
    return model_holds(bench->input.bytes, SIZE, 0U, bench->output.bytes, SIZE);
}

/* ---------------------------------------------------------------- handles */

static void try_handle(void *wrong, const Bench *bench)
{
    Loadable loadable;
    Work work;
    uint64_t *cookie = NULL;
    cudlaModule module = NULL;
    cudlaModuleAttribute attribute;
    cudlaDevAttribute device_attribute;
    const cudlaExternalMemoryHandleDesc memory = {bench->input.object, SIZE};
    const cudlaExternalSemaphoreHandleDesc semaphore = {bench->done.object};

    loadable_simple(&loadable, STEP_MIX, SIZE);
    work_fill(&work, bench->module, &bench->input, &bench->output);
    if (wrong != (void *)bench->device) {
        REFUSED(cudlaDestroyDevice(wrong), cudlaErrorInvalidDevice);
        REFUSED(cudlaDeviceGetAttribute(wrong, CUDLA_DEVICE_VERSION, &device_attribute),
                cudlaErrorInvalidDevice);
        REFUSED(cudlaGetLastError(wrong), cudlaErrorInvalidDevice);
        REFUSED(cudlaSetTaskTimeoutInMs(wrong, 5U), cudlaErrorInvalidDevice);
        REFUSED(cudlaModuleLoadFromMemory(wrong, loadable.bytes, loadable.size, &module, 0U),
                cudlaErrorInvalidDevice);
        REFUSED(cudlaImportExternalMemory(wrong, &memory, &cookie, 0U), cudlaErrorInvalidDevice);
        REFUSED(cudlaImportExternalSemaphore(wrong, &semaphore, &cookie, 0U),
                cudlaErrorInvalidDevice);
        REFUSED(cudlaMemUnregister(wrong, bench->input.cookie), cudlaErrorInvalidDevice);
        REFUSED(cudlaSubmitTask(wrong, &work.task, 1U, NULL, 0U), cudlaErrorInvalidDevice);
    }
    if (wrong != (void *)bench->module) {
        REFUSED(cudlaModuleUnload(wrong, 0U), cudlaErrorInvalidModule);
        REFUSED(cudlaModuleGetAttributes(wrong, CUDLA_NUM_INPUT_TENSORS, &attribute),
                cudlaErrorInvalidModule);
        work.task.moduleHandle = wrong;
        REFUSED(work_submit(bench->device, &work), cudlaErrorInvalidModule);
        work.task.moduleHandle = bench->module;
    }
    if ((wrong != (void *)bench->input.cookie) && (wrong != (void *)bench->output.cookie)) {
        work.inputs[0] = wrong;
        REFUSED(work_submit(bench->device, &work), cudlaErrorInvalidAddress);
        work.inputs[0] = bench->input.cookie;
        work.outputs[0] = wrong;
        REFUSED(work_submit(bench->device, &work), cudlaErrorInvalidAddress);
        if ((wrong != (void *)bench->go.cookie) && (wrong != (void *)bench->done.cookie)) {
            REFUSED(cudlaMemUnregister(bench->device, wrong), cudlaErrorInvalidAddress);
        }
    }
    CHECK((cookie == NULL) && (module == NULL));
}

static void wrong_handles(void)
{
    Bench old;
    Bench bench;
    uint64_t number = 0U;
    const uintptr_t numbers[] = {0U, 1U, 8U, 4096U, UINTPTR_MAX, UINTPTR_MAX - 7U, 1U << 31U};

    bench_simple(&old, STEP_MIX);
    bench_destroy(&old);
    bench_simple(&bench, STEP_MIX);
    CHECK(old.device != bench.device);
    for (size_t i = 0U; i < (sizeof(numbers) / sizeof(numbers[0])); i++) {
        try_handle(as_pointer(numbers[i]), &bench);
    }
    try_handle(&number, &bench);
    try_handle(old.device, &bench);
    try_handle(old.module, &bench);
    try_handle(old.input.cookie, &bench);
    try_handle(old.done.cookie, &bench);
    try_handle(bench.device, &bench);
    try_handle(bench.module, &bench);
    try_handle(bench.input.cookie, &bench);
    try_handle(bench.done.cookie, &bench);
    try_handle((uint8_t *)bench.device + 1, &bench);
    for (uintptr_t bit = 0U; bit < 64U; bit++) {
        uintptr_t values[3];
        void *const handles[3] = {bench.device, bench.module, bench.input.cookie};

        for (int k = 0; k < 3; k++) {
            (void)memcpy(&values[k], &handles[k], sizeof(values[k]));
            values[k] ^= (uintptr_t)1U << bit;
            if ((as_pointer(values[k]) != (void *)bench.go.cookie) &&
                (as_pointer(values[k]) != (void *)bench.done.cookie)) {
                try_handle(as_pointer(values[k]), &bench);
            }
        }
    }
    CHECK(computes(&bench));
    bench_destroy(&bench);
    nothing_is_left();
}

/* ---------------------------------------------------------------- arguments */

/** The last bytes in front of memory that cannot be read. */
static uint8_t *edge(size_t bytes)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *const pages =
        mmap(NULL, 2U * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    CHECK((pages != MAP_FAILED) && (bytes <= page));
    CHECK(mprotect(&pages[page], page, PROT_NONE) == 0);
    return &pages[page - bytes];
}

static void short_arrays(void)
{
    Bench bench;
    Work work;
    cudlaTask *const task = (cudlaTask *)(void *)edge(sizeof(cudlaTask));
    CudlaFence *const fences = (CudlaFence *)(void *)edge(sizeof(CudlaFence));
    uint64_t **const signals = (uint64_t **)(void *)edge(sizeof(uint64_t *));
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence garbage;
    Loadable loadable;
    cudlaModule module = NULL;
    uint8_t *bytes = NULL;

    bench_simple(&bench, STEP_MIX);
    work_fill(&work, bench.module, &bench.input, &bench.output);
    *task = work.task;
    REFUSED(cudlaSubmitTask(bench.device, task, UINT32_MAX, NULL, 0U), cudlaErrorOutOfResources);
    REFUSED(cudlaSubmitTask(bench.device, task, 100000U, NULL, 0U), cudlaErrorOutOfResources);

    fences->fence = &fence;
    fences->type = CUDLA_NVSCISYNC_FENCE;
    signals[0] = bench.done.cookie;
    work.waits.preFences = fences;
    work.task.waitEvents = &work.waits;
    work.waits.numEvents = UINT32_MAX;
    REFUSED(work_submit(bench.device, &work), cudlaErrorOutOfResources);
    work.waits.numEvents = 17U;
    REFUSED(work_submit(bench.device, &work), cudlaErrorOutOfResources);
    work.waits.preFences = NULL;
    work.waits.numEvents = 1U;
    REFUSED(work_submit(bench.device, &work), cudlaErrorInvalidParam);
    work.waits.numEvents = 0U;
    CALL(work_submit(bench.device, &work));
    work.task.waitEvents = NULL;

    work.signals.devPtrs = signals;
    work.signals.eofFences = fences;
    work.signals.numEvents = UINT32_MAX;
    work.task.signalEvents = &work.signals;
    REFUSED(work_submit(bench.device, &work), cudlaErrorOutOfResources);
    work.signals.numEvents = 1U;
    work.signals.devPtrs = NULL;
    REFUSED(work_submit(bench.device, &work), cudlaErrorInvalidParam);
    work.signals.devPtrs = signals;
    work.signals.eofFences = NULL;
    REFUSED(work_submit(bench.device, &work), cudlaErrorInvalidParam);
    (void)memset(&garbage, 0xA5, sizeof(garbage));
    work_signal(&work, &bench.done, &garbage);
    REFUSED(work_submit(bench.device, &work), cudlaErrorNvSci);
    work.task.signalEvents = NULL;
    work_wait(&work, &garbage);
    REFUSED(work_submit(bench.device, &work), cudlaErrorInvalidAddress);
    work.task.waitEvents = NULL;

    /* Counts that are not those of the module, in front of arrays that end early. */
    work.task.numInputTensors = UINT32_MAX;
    REFUSED(work_submit(bench.device, &work), cudlaErrorInvalidParam);
    work.task.numInputTensors = 1U;
    work.task.numOutputTensors = UINT32_MAX;
    REFUSED(work_submit(bench.device, &work), cudlaErrorInvalidParam);
    work.task.numOutputTensors = 0U;
    work.task.numInputTensors = 0U;
    REFUSED(work_submit(bench.device, &work), cudlaErrorInvalidParam);

    /* A loadable at the edge, and one byte less or more of it. */
    loadable_simple(&loadable, STEP_MIX, SIZE);
    bytes = edge(loadable.size);
    (void)memcpy(bytes, loadable.bytes, loadable.size);
    CALL(cudlaModuleLoadFromMemory(bench.device, bytes, loadable.size, &module, 0U));
    CALL(cudlaModuleUnload(module, 0U));
    REFUSED(cudlaModuleLoadFromMemory(bench.device, bytes + 1, loadable.size - 1U, &module, 0U),
            cudlaErrorUmd);
    REFUSED(
        cudlaModuleLoadFromMemory(bench.device, loadable.bytes, loadable.size + 1U, &module, 0U),
        cudlaErrorUmd);
    CHECK(computes(&bench));
    bench_destroy(&bench);
    nothing_is_left();
}

/** Memory that is smaller than its tensor; objects of another kind; lists that are none. */
static void wrong_objects(void)
{
    const Wish none = {false, false};
    Bench bench;
    Work work;
    Tensor small;
    Event other;
    NvSciSyncAttrList list = NULL;
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t *cookie = NULL;
    uint64_t *raw = NULL;
    cudlaExternalMemoryHandleDesc memory = {NULL, 8U};
    cudlaExternalSemaphoreHandleDesc semaphore = {NULL};

    bench_simple(&bench, STEP_MIX);
    tensor_make(&bench.place, bench.device, SIZE - 1U, &small);
    work_fill(&work, bench.module, &small, &bench.output);
    REFUSED(work_submit(bench.device, &work), cudlaErrorInvalidParam);
    work_fill(&work, bench.module, &bench.input, &small);
    REFUSED(work_submit(bench.device, &work), cudlaErrorInvalidParam);

    REFUSED(cudlaImportExternalMemory(bench.device, &memory, &cookie, 0U), cudlaErrorNvSci);
    memory.extBufObject = bench.done.object;
    REFUSED(cudlaImportExternalMemory(bench.device, &memory, &cookie, 0U), cudlaErrorNvSci);
    memory.extBufObject = &fence;
    REFUSED(cudlaImportExternalMemory(bench.device, &memory, &cookie, 0U), cudlaErrorNvSci);
    semaphore.extSyncObject = bench.input.object;
    REFUSED(cudlaImportExternalSemaphore(bench.device, &semaphore, &cookie, 0U), cudlaErrorNvSci);

    /* An object of CPUs alone. */
    CALL(NvSciSyncAttrListCreate(bench.place.sync, &lists[0]));
    CALL(NvSciSyncAttrListCreate(bench.place.sync, &lists[1]));
    event_list_cpu(lists[0], NvSciSyncAccessPerm_SignalOnly, none);
    event_list_cpu(lists[1], NvSciSyncAccessPerm_WaitOnly, none);
    CALL(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &other.object, &conflict));
    semaphore.extSyncObject = other.object;
    REFUSED(cudlaImportExternalSemaphore(bench.device, &semaphore, &cookie, 0U),
            cudlaErrorInvalidAttribute);
    CHECK(cookie == NULL);
    /* Its fence, and that of an object that another handle has. */
    CALL(NvSciSyncObjGenerateFence(other.object, &fence));
    work_fill(&work, bench.module, &bench.input, &bench.output);
    work_wait(&work, &fence);
    REFUSED(work_submit(bench.device, &work), cudlaErrorInvalidAddress);
    CALL(NvSciSyncObjSignal(other.object));
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(other.object);

    /* Lists: with the key already, reconciled, of another kind, and none. */
    CALL(NvSciSyncAttrListCreate(bench.place.sync, &list));
    event_list_dla(list, CUDLA_NVSCISYNC_ATTR_WAIT | CUDLA_NVSCISYNC_ATTR_SIGNAL);
    (void)memcpy(&raw, &list, sizeof(raw));
    REFUSED(cudlaGetNvSciSyncAttributes(raw, CUDLA_NVSCISYNC_ATTR_WAIT),
            cudlaErrorInvalidAttribute);
    REFUSED(cudlaGetNvSciSyncAttributes(raw, 0U), cudlaErrorInvalidParam);
    REFUSED(cudlaGetNvSciSyncAttributes(raw, 4U), cudlaErrorInvalidParam);
    NvSciSyncAttrListFree(list);
    REFUSED(cudlaGetNvSciSyncAttributes(raw, 1U), cudlaErrorInvalidAttribute);
    REFUSED(cudlaGetNvSciSyncAttributes((uint64_t *)(void *)&raw, 1U), cudlaErrorInvalidAttribute);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    tensor_end(bench.device, &small);
    CHECK(computes(&bench));
    bench_destroy(&bench);
    nothing_is_left();
}

/* ---------------------------------------------------------------- signals of one object */

/** Start and end of one task on one object, in any order of the array. */
static void one_object(bool end_first)
{
    Bench bench;
    Work work;
    Loadable loadable;
    uint64_t *signals[3];
    CudlaFence fences[3];
    CudlaFence waits[3];
    NvSciSyncFence marks[3] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer,
                               NvSciSyncFenceInitializer};
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    uint64_t values[3] = {0U, 0U, 0U};

    loadable_behind(&loadable, STEP_HANG, 0U, 0U, STEP_MIX, SIZE);
    bench_open(&bench, &loadable, SIZE, plain);
    CALL(cudlaSetTaskTimeoutInMs(bench.device, 1000000U));
    CALL(NvSciSyncObjGenerateFence(bench.go.object, &before));
    work_fill(&work, bench.module, &bench.input, &bench.output);
    waits[0].fence = &before;
    waits[1].fence = &before;
    waits[2].fence = &cleared;
    for (int i = 0; i < 3; i++) {
        waits[i].type = CUDLA_NVSCISYNC_FENCE;
        signals[i] = bench.done.cookie;
        fences[i].fence = &marks[i];
        fences[i].type = CUDLA_NVSCISYNC_FENCE;
    }
    fences[end_first ? 2 : 0].type = CUDLA_NVSCISYNC_FENCE_SOF;
    work.waits.preFences = waits;
    work.waits.numEvents = 3U;
    work.task.waitEvents = &work.waits;
    work.signals.devPtrs = signals;
    work.signals.eofFences = fences;
    work.signals.numEvents = 3U;
    work.task.signalEvents = &work.signals;
    CALL(work_submit(bench.device, &work));
    for (int i = 0; i < 3; i++) {
        uint64_t id = 0U;

        CALL(NvSciSyncFenceExtractFence(&marks[i], &id, &values[i]));
        REFUSED(NvSciSyncFenceWait(&marks[i], bench.place.waits, 0), NvSciError_Timeout);
    }
    CALL(NvSciSyncObjSignal(bench.go.object));
    CALL(NvSciSyncFenceWait(&marks[end_first ? 2 : 0], bench.place.waits, LONG_ENOUGH));
    /* It started, and hangs until its handle is ended. */
    REFUSED(NvSciSyncFenceWait(&marks[1], bench.place.waits, 0), NvSciError_Timeout);
    REFUSED(NvSciSyncFenceWait(&marks[end_first ? 0 : 2], bench.place.waits, 0),
            NvSciError_Timeout);
    CALL(cudlaDestroyDevice(bench.device));
    for (int i = 0; i < 3; i++) {
        CALL(NvSciSyncFenceWait(&marks[i], bench.place.waits, LONG_ENOUGH));
        NvSciSyncFenceClear(&marks[i]);
    }
    NvSciSyncFenceClear(&before);
    CHECK((values[0] != values[1]) && (values[1] != values[2]) && (values[0] != values[2]));
    bench_free(&bench);
    nothing_is_left();
}

static void one_object_of_both(void)
{
    one_object(false);
    one_object(true);
}

/** An object is signalled by one handle, until that one lets it go. */
static void two_signallers(void)
{
    Bench bench;
    Event again;
    Work work;
    Work other;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Loadable loadable;
    Tensor tensor;
    const cudlaDevHandle second = device_open(0U);
    cudlaModule module = NULL;

    bench_simple(&bench, STEP_MIX);
    loadable_simple(&loadable, STEP_MIX, SIZE);
    module = module_load(second, &loadable, 0U);
    tensor_make(&bench.place, second, SIZE, &tensor);
    again = bench.done;
    event_import(second, &again);
    CHECK(again.cookie != bench.done.cookie);
    work_fill(&work, bench.module, &bench.input, &bench.output);
    work_do(&bench.place, bench.device, &work, &bench.done);
    work_fill(&other, module, &tensor, &tensor);
    work_signal(&other, &again, &fence);
    REFUSED(work_submit(second, &other), cudlaErrorInvalidAttribute);
    CALL(cudlaMemUnregister(bench.device, bench.done.cookie));
    work_do(&bench.place, second, &other, &again);
    CALL(cudlaDestroyDevice(bench.device));
    work_do(&bench.place, second, &other, &again);
    CALL(cudlaDestroyDevice(second));
    bench_free(&bench);
    NvSciBufObjFree(tensor.object);
    nothing_is_left();
}

/* ---------------------------------------------------------------- events alone */

static void events_replaced(void)
{
    Bench bench;
    Work events;
    Work work;
    NvSciSyncFence first = NvSciSyncFenceInitializer;
    NvSciSyncFence second = NvSciSyncFenceInitializer;
    NvSciSyncFence last = NvSciSyncFenceInitializer;
    cudlaTask two[2];

    bench_simple(&bench, STEP_MIX);
    (void)memset(&events, 0, sizeof(events));
    work_signal(&events, &bench.done, &first);
    CALL(work_submit(bench.device, &events));
    two[0] = events.task;
    two[1] = events.task;
    REFUSED(cudlaSubmitTask(bench.device, two, 2U, NULL, 0U), cudlaErrorUnsupportedOperation);
    REFUSED(cudlaMemUnregister(bench.device, bench.done.cookie), cudlaErrorUmd);
    REFUSED(NvSciSyncFenceWait(&first, bench.place.waits, 2000), NvSciError_Timeout);
    work_signal(&events, &bench.done, &second);
    CALL(work_submit(bench.device, &events));
    work_fill(&work, bench.module, &bench.input, &bench.output);
    CALL(work_submit(bench.device, &work));
    CALL(NvSciSyncFenceWait(&first, bench.place.waits, LONG_ENOUGH));
    CALL(NvSciSyncFenceWait(&second, bench.place.waits, LONG_ENOUGH));
    CALL(cudlaGetLastError(bench.device));
    /* Events that no task comes for end with the handle. */
    work_signal(&events, &bench.done, &first);
    CALL(work_submit(bench.device, &events));
    work_signal(&events, &bench.done, &last);
    CALL(work_submit(bench.device, &events));
    CALL(cudlaDestroyDevice(bench.device));
    CALL(NvSciSyncFenceWait(&first, bench.place.waits, LONG_ENOUGH));
    CALL(NvSciSyncFenceWait(&last, bench.place.waits, LONG_ENOUGH));
    NvSciSyncFenceClear(&first);
    NvSciSyncFenceClear(&second);
    NvSciSyncFenceClear(&last);
    bench_free(&bench);
    nothing_is_left();
}

/* ---------------------------------------------------------------- tasks that cannot end */

/** A task that waits for its own end, and one of another handle that waits for it. */
static void wait_for_itself(void)
{
    const Wish wish = {true, false};
    Bench bench;
    Event loop;
    Event other;
    Work work;
    Work behind;
    Loadable loadable;
    Tensor tensor;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence end = NvSciSyncFenceInitializer;
    const cudlaDevHandle second = device_open(1U);
    cudlaModule module = NULL;

    bench_simple(&bench, STEP_MIX);
    loadable_simple(&loadable, STEP_MIX, SIZE);
    module = module_load(second, &loadable, 0U);
    tensor_make(&bench.place, second, SIZE, &tensor);
    event_alloc(&bench.place, DLA_TO_DLA, wish, &loop);
    event_import(bench.device, &loop);
    other = loop;
    event_import(second, &other);
    CALL(NvSciSyncFenceUpdateFence(loop.object, 0U, 1U, &fence));
    work_fill(&work, bench.module, &bench.input, &bench.output);
    work_wait(&work, &fence);
    work_signal(&work, &loop, NULL);
    CALL(work_submit(bench.device, &work));
    work_signal(&work, &bench.done, &end);
    CALL(work_submit(bench.device, &work));
    work_fill(&behind, module, &tensor, &tensor);
    work_wait(&behind, &fence);
    CALL(work_submit(second, &behind));
    REFUSED(NvSciSyncFenceWait(&end, bench.place.waits, 20000), NvSciError_Timeout);
    CALL(cudlaDestroyDevice(bench.device));
    CALL(NvSciSyncFenceWait(&end, bench.place.waits, LONG_ENOUGH));
    /* The other one goes on, now that nobody else can signal: or it is ended with its handle. */
    CALL(cudlaDestroyDevice(second));
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&end);
    NvSciSyncObjFree(loop.object);
    NvSciBufObjFree(tensor.object);
    bench_free(&bench);
    nothing_is_left();
}

/* ---------------------------------------------------------------- phases */

static void phases(void)
{
    Bench bench;
    Work work;
    Loadable loadable;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    cudlaDevHandle device = NULL;
    cudlaModule module = NULL;
    uint64_t *cookie = NULL;
    uint64_t count = 0U;
    cudlaModuleAttribute attribute;
    const cudlaStatus refused = cudlaErrorUnsupportedOperation;
    cudlaExternalMemoryHandleDesc memory;
    cudlaExternalSemaphoreHandleDesc semaphore;

    loadable_behind(&loadable, STEP_HANG, 0U, 2U, STEP_MIX, SIZE);
    bench_open(&bench, &loadable, SIZE, plain);
    memory.extBufObject = bench.input.object;
    memory.size = SIZE;
    semaphore.extSyncObject = bench.done.object;
    work_fill(&work, bench.module, &bench.input, &bench.output);
    CALL(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    REFUSED(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE), refused);
    REFUSED(cudlaModuleLoadFromMemory(bench.device, loadable.bytes, loadable.size, &module, 0U),
            refused);
    REFUSED(cudlaImportExternalMemory(bench.device, &memory, &cookie, 0U), refused);
    REFUSED(cudlaImportExternalSemaphore(bench.device, &semaphore, &cookie, 0U), refused);
    REFUSED(cudlaMemUnregister(bench.device, bench.input.cookie), refused);
    REFUSED(cudlaModuleUnload(bench.module, 0U), refused);
    REFUSED(cudlaDestroyDevice(bench.device), refused);
    REFUSED(cudlaSetTaskTimeoutInMs(bench.device, 7U), refused);
    REFUSED(cudlaDeviceGetCount(&count), refused);
    CALL(cudlaModuleGetAttributes(bench.module, CUDLA_NUM_INPUT_TENSORS, &attribute));
    CHECK(computes(&bench));
    CALL(cudlaGetLastError(bench.device));
    /* A task hangs, with 30 seconds to go, while the program ends. */
    work_signal(&work, &bench.done, &fence);
    CALL(work_submit(bench.device, &work));
    CALL(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT));
    REFUSED(work_submit(bench.device, &work), refused);
    CALL(cudlaGetLastError(bench.device));
    CALL(cudlaDestroyDevice(bench.device));
    NvSciSyncFenceClear(&fence);
    bench_free(&bench);
    CHECK((device == NULL) && (module == NULL) && (cookie == NULL));
    nothing_is_left();
}

/* ---------------------------------------------------------------- threads */

#define THREADS 6U
#define ROUNDS  300U

typedef struct {
    Bench *bench;
    NvSciSyncCpuWaitContext waits;
    uint32_t submitted;
} Part;

static void *submit_many(void *argument)
{
    Part *const part = argument;
    Work work;

    work_fill(&work, part->bench->module, &part->bench->input, &part->bench->output);
    work_signal(&work, &part->bench->done, NULL);
    while (part->submitted < ROUNDS) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        cudlaModuleAttribute attribute;
        cudlaStatus status = cudlaSuccess;

        work.after.fence = &fence;
        status = work_submit(part->bench->device, &work);
        if (status == cudlaSuccess) {
            part->submitted++;
            if ((part->submitted % 7U) == 0U) {
                CALL(NvSciSyncFenceWait(&fence, part->waits, LONG_ENOUGH));
            }
        } else {
            REFUSED(status, cudlaErrorOutOfResources);
        }
        NvSciSyncFenceClear(&fence);
        CALL(cudlaGetLastError(part->bench->device));
        CALL(cudlaModuleGetAttributes(part->bench->module, CUDLA_NUM_INPUT_TENSORS, &attribute));
    }
    return NULL;
}

/** Each accepted task is computed once, and signals once. */
static void threads(void)
{
    Bench bench;
    Part parts[THREADS];
    pthread_t ids[THREADS];
    Work work;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t id = 0U;
    uint64_t value = 0U;

    bench_simple(&bench, STEP_STAMP);
    for (uint32_t i = 0U; i < THREADS; i++) {
        parts[i].bench = &bench;
        parts[i].submitted = 0U;
        CALL(NvSciSyncCpuWaitContextAlloc(bench.place.sync, &parts[i].waits));
        CHECK(pthread_create(&ids[i], NULL, submit_many, &parts[i]) == 0);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        CHECK(pthread_join(ids[i], NULL) == 0);
        NvSciSyncCpuWaitContextFree(parts[i].waits);
    }
    work_fill(&work, bench.module, &bench.input, &bench.output);
    work_signal(&work, &bench.done, &fence);
    while (work_submit(bench.device, &work) == cudlaErrorOutOfResources) {
    }
    CALL(NvSciSyncFenceWait(&fence, bench.place.waits, LONG_ENOUGH));
    CALL(NvSciSyncFenceExtractFence(&fence, &id, &value));
    CHECK(value == ((THREADS * ROUNDS) + 1U));
    CHECK(model_holds(bench.input.bytes, SIZE, (THREADS * ROUNDS) + 1U, bench.output.bytes, SIZE));
    NvSciSyncFenceClear(&fence);
    bench_destroy(&bench);
    nothing_is_left();
}

/* ---------------------------------------------------------------- the system */

static void on_alarm(int number)
{
    (void)number;
}

/** System calls end early all the time. */
static void interrupted(void)
{
    struct sigaction action;
    const struct itimerval often = {{0, 300}, {0, 300}};
    const struct itimerval none = {{0, 0}, {0, 0}};
    Bench bench;
    Loadable loadable;

    (void)memset(&action, 0, sizeof(action));
    action.sa_handler = on_alarm;
    CHECK(sigaction(SIGALRM, &action, NULL) == 0);
    CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
    loadable_behind(&loadable, STEP_DELAY, 1500U, 0U, STEP_MIX, SIZE);
    for (int i = 0; i < 5; i++) {
        bench_open(&bench, &loadable, SIZE, plain);
        for (int k = 0; k < 10; k++) {
            CHECK(computes(&bench));
        }
        CALL(cudlaGetLastError(bench.device));
        bench_destroy(&bench);
    }
    CHECK(setitimer(ITIMER_REAL, &none, NULL) == 0);
    nothing_is_left();
}

/** There is no thread to be had, then there is. */
static void no_threads(void)
{
    struct rlimit limit;
    cudlaDevHandle device = NULL;

    if ((getuid() == 0U) &&
        ((setgroups(0U, NULL) != 0) || (setresgid(54321U, 54321U, 54321U) != 0) ||
         (setresuid(54321U, 54321U, 54321U) != 0))) {
        (void)fprintf(stderr, "attack: root it is, and it stays\n");
        return;
    }
    CHECK(getrlimit(RLIMIT_NPROC, &limit) == 0);
    {
        const struct rlimit nobody = {1U, limit.rlim_max};
        Bench bench;

        CHECK(setrlimit(RLIMIT_NPROC, &nobody) == 0);
        REFUSED(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE), cudlaErrorCreationFailed);
        REFUSED(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE), cudlaErrorCreationFailed);
        CHECK(device == NULL);
        nothing_is_left();
        CHECK(setrlimit(RLIMIT_NPROC, &limit) == 0);
        bench_simple(&bench, STEP_MIX);
        CHECK(computes(&bench));
        bench_destroy(&bench);
    }
    nothing_is_left();
}

/** A child has nothing of its parent, is told so, and does not hang; the parent goes on. */
static void child_of(Bench *bench, bool is_busy)
{
    Work work;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    int status = -1;
    pid_t child = -1;

    work_fill(&work, bench->module, &bench->input, &bench->output);
    child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        cudlaDevHandle device = NULL;
        uint64_t count = 0U;

        (void)alarm(100U);
        CALL(cudlaDeviceGetCount(&count));
        work_signal(&work, &bench->done, &fence);
        REFUSED(work_submit(bench->device, &work), cudlaErrorInvalidDevice);
        REFUSED(cudlaGetLastError(bench->device), cudlaErrorInvalidDevice);
        REFUSED(cudlaModuleUnload(bench->module, 0U), cudlaErrorInvalidModule);
        REFUSED(cudlaMemUnregister(bench->device, bench->input.cookie), cudlaErrorInvalidDevice);
        REFUSED(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE), cudlaErrorCreationFailed);
        REFUSED(cudlaDestroyDevice(bench->device), cudlaErrorInvalidDevice);
        exit(EXIT_SUCCESS);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && (WEXITSTATUS(status) == EXIT_SUCCESS));
    if (!is_busy) {
        CHECK(computes(bench));
    }
}

static void children(void)
{
    Bench bench;
    Work work;
    Loadable loadable;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    loadable_behind(&loadable, STEP_HANG, 0U, 4U, STEP_MIX, SIZE);
    bench_open(&bench, &loadable, SIZE, plain);
    for (int i = 0; i < 3; i++) {
        child_of(&bench, false);
    }
    work_fill(&work, bench.module, &bench.input, &bench.output);
    work_signal(&work, &bench.done, &fence);
    CALL(work_submit(bench.device, &work));
    for (int i = 0; i < 3; i++) {
        child_of(&bench, true);
    }
    CALL(cudlaDestroyDevice(bench.device));
    CALL(NvSciSyncFenceWait(&fence, bench.place.waits, LONG_ENOUGH));
    NvSciSyncFenceClear(&fence);
    bench_free(&bench);
    nothing_is_left();
}

/* ---------------------------------------------------------------- full tables */

#define MANY 1024U

static void full_tables(void)
{
    static cudlaDevHandle devices[MANY];
    static cudlaModule modules[MANY];
    static Tensor tensors[MANY];
    Place place;
    Loadable loadable;
    cudlaStatus status = cudlaSuccess;
    uint32_t first[2] = {0U, 0U};

    place_open(&place);
    loadable_simple(&loadable, STEP_MIX, SIZE);
    for (uint32_t round = 0U; round < 2U; round++) {
        uint32_t count = 0U;

        do {
            status = cudlaCreateDevice(count % 2U, &devices[count], CUDLA_STANDALONE);
            count += (status == cudlaSuccess) ? 1U : 0U;
        } while ((status == cudlaSuccess) && (count < MANY));
        REFUSED(status, cudlaErrorOutOfResources);
        CHECK((round == 0U) || (count == first[0]));
        first[0] = count;
        count = 0U;
        do {
            status = cudlaModuleLoadFromMemory(devices[count % first[0]], loadable.bytes,
                                               loadable.size, &modules[count], 0U);
            count += (status == cudlaSuccess) ? 1U : 0U;
        } while ((status == cudlaSuccess) && (count < MANY));
        REFUSED(status, cudlaErrorOutOfResources);
        CHECK((round == 0U) || (count == first[1]));
        first[1] = count;
        /* The second time the handles end what they have. */
        for (uint32_t i = 0U; (round == 0U) && (i < count); i++) {
            CALL(cudlaModuleUnload(modules[i], 0U));
        }
        for (uint32_t i = 0U; i < first[0]; i++) {
            CALL(cudlaDestroyDevice(devices[i]));
        }
    }
    /* Registrations, of several buffers with two handles. */
    for (uint32_t round = 0U; round < 2U; round++) {
        uint32_t count = 0U;

        devices[0] = device_open(0U);
        devices[1] = device_open(0U);
        status = cudlaSuccess;
        while ((status == cudlaSuccess) && (count < MANY)) {
            uint64_t *cookie = NULL;
            cudlaExternalMemoryHandleDesc desc = {NULL, SIZE};

            if ((count % 2U) == 0U) {
                tensor_alloc(&place, SIZE, &tensors[count / 2U]);
            }
            desc.extBufObject = tensors[count / 2U].object;
            status = cudlaImportExternalMemory(devices[count % 2U], &desc, &cookie, 0U);
            count += (status == cudlaSuccess) ? 1U : 0U;
        }
        REFUSED(status, cudlaErrorOutOfResources);
        CALL(cudlaDestroyDevice(devices[0]));
        CALL(cudlaDestroyDevice(devices[1]));
        for (uint32_t i = 0U; i <= (count / 2U); i++) {
            NvSciBufObjFree(tensors[i].object);
            tensors[i].object = NULL;
        }
    }
    place_close(&place);
    nothing_is_left();
}

/** What was imported stays, when its own handles are freed. */
static void freed_early(void)
{
    Bench bench;
    Work work;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    bench_simple(&bench, STEP_MIX);
    work_fill(&work, bench.module, &bench.input, &bench.output);
    work_signal(&work, &bench.done, &fence);
    NvSciBufObjFree(bench.input.object);
    NvSciBufObjFree(bench.output.object);
    NvSciSyncObjFree(bench.go.object);
    NvSciSyncObjFree(bench.done.object);
    CALL(work_submit(bench.device, &work));
    CALL(NvSciSyncFenceWait(&fence, bench.place.waits, LONG_ENOUGH));
    CALL(cudlaGetLastError(bench.device));
    CALL(cudlaMemUnregister(bench.device, bench.input.cookie));
    CALL(cudlaMemUnregister(bench.device, bench.output.cookie));
    CALL(cudlaMemUnregister(bench.device, bench.done.cookie));
    CALL(cudlaMemUnregister(bench.device, bench.go.cookie));
    REFUSED(cudlaMemUnregister(bench.device, bench.go.cookie), cudlaErrorInvalidAddress);
    NvSciSyncFenceClear(&fence);
    CALL(cudlaModuleUnload(bench.module, 0U));
    CALL(cudlaDestroyDevice(bench.device));
    place_close(&bench.place);
    nothing_is_left();
}

int main(void)
{
    static const Attack attacks[] = {
        ATTACK(wrong_handles),      ATTACK(short_arrays),   ATTACK(wrong_objects),
        ATTACK(one_object_of_both), ATTACK(two_signallers), ATTACK(events_replaced),
        ATTACK(wait_for_itself),    ATTACK(phases),         ATTACK(threads),
        ATTACK(interrupted),        ATTACK(no_threads),     ATTACK(children),
        ATTACK(full_tables),        ATTACK(freed_early)};

    return attack_all("attack", attacks, sizeof(attacks) / sizeof(attacks[0]));
}
