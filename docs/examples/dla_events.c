/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file dla_events.c
 * The smallest whole program of cuDLA without CUDA: the CPU signals, the accelerator computes, the
 * CPU waits. The buffers are of NvSciBuf, the events of NvSciSync. It has no header or name of this
 * library, so it runs on a board as it is, with a loadable of that board.
 *
 * Build: cc dla_events.c $(pkg-config --cflags --libs ringfence-dla)
 * Make a loadable of one input and one output: rfdla make dla_events.json -o net.rfdla
 * Start: ./a.out net.rfdla
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cudla.h"
#include "nvscibuf.h"
#include "nvscisync.h"

/** Greatest loadable, in bytes. */
#define LOADABLE_MAX 65536U
/** Tasks that are computed. */
#define TASKS 2U

/** A tensor: what the module says of it, its buffer, and its registration. */
typedef struct {
    cudlaModuleTensorDescriptor descriptor;
    NvSciBufObj buffer;
    uint8_t *bytes;
    uint64_t *cookie;
} Tensor;

/** A sync object and its registration. */
typedef struct {
    NvSciSyncObj object;
    uint64_t *cookie;
} Event;

static cudlaDevHandle device;
static cudlaModule network;
static NvSciBufModule buffers;
static NvSciSyncModule syncs;
static NvSciSyncCpuWaitContext waits;
static Tensor input;
static Tensor output;
static Event go;
static Event done;

/** Says which call failed. */
static bool well(int error, const char *call)
{
    if (error != 0) {
        (void)fprintf(stderr, "%s: 0x%x\n", call, (unsigned int)error);
    }
    return error == 0;
}

/** The call, and whether it went well. */
#define WELL(call) well((int)(call), #call)

/** Reads a loadable, and what it says of its tensors. */
static bool load(const char *path)
{
    static uint8_t bytes[LOADABLE_MAX];
    cudlaModuleAttribute inputs = {0U};
    cudlaModuleAttribute outputs = {0U};
    FILE *const file = fopen(path, "rb");
    size_t size = 0U;

    if (file != NULL) {
        size = fread(bytes, 1U, sizeof(bytes), file);
        (void)fclose(file);
    }
    if (!WELL(cudlaModuleLoadFromMemory(device, bytes, size, &network, CUDLA_MODULE_DEFAULT)) ||
        !WELL(cudlaModuleGetAttributes(network, CUDLA_NUM_INPUT_TENSORS, &inputs)) ||
        !WELL(cudlaModuleGetAttributes(network, CUDLA_NUM_OUTPUT_TENSORS, &outputs))) {
        return false;
    }
    if ((inputs.numInputTensors != 1U) || (outputs.numOutputTensors != 1U)) {
        (void)fprintf(stderr, "%s: not one input and one output\n", path);
        return false;
    }
    inputs.inputTensorDesc = &input.descriptor;
    outputs.outputTensorDesc = &output.descriptor;
    return WELL(cudlaModuleGetAttributes(network, CUDLA_INPUT_TENSOR_DESCRIPTORS, &inputs)) &&
           WELL(cudlaModuleGetAttributes(network, CUDLA_OUTPUT_TENSOR_DESCRIPTORS, &outputs));
}

/** A buffer for a tensor: one dimension of as many bytes as it has, for the CPU too. */
static bool make_buffer(Tensor *tensor)
{
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    cudlaExternalMemoryHandleDesc memory = {NULL, tensor->descriptor.size};
    void *bytes = NULL;
    NvSciBufType type = NvSciBufType_Tensor;
    NvSciBufAttrValDataType data = NvSciDataType_Int8;
    NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const bool cpu = true;
    int32_t dimensions = 1;
    uint64_t size = tensor->descriptor.size;
    uint32_t alignment = 1U;
    uint64_t base = 512U;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufTensorAttrKey_DataType, &data, sizeof(data)},
        {NvSciBufTensorAttrKey_NumDims, &dimensions, sizeof(dimensions)},
        {NvSciBufTensorAttrKey_SizePerDim, &size, sizeof(size)},
        {NvSciBufTensorAttrKey_AlignmentPerDim, &alignment, sizeof(alignment)},
        {NvSciBufTensorAttrKey_BaseAddrAlign, &base, sizeof(base)},
    };
    bool made = WELL(NvSciBufAttrListCreate(buffers, &list)) &&
                WELL(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0]))) &&
                WELL(NvSciBufAttrListReconcile(&list, 1U, &reconciled, &conflict)) &&
                WELL(NvSciBufObjAlloc(reconciled, &tensor->buffer)) &&
                WELL(NvSciBufObjGetCpuPtr(tensor->buffer, &bytes));

    memory.extBufObject = tensor->buffer;
    made = made && WELL(cudlaImportExternalMemory(device, &memory, &tensor->cookie, 0U));
    tensor->bytes = bytes;
    NvSciBufAttrListFree(conflict);
    NvSciBufAttrListFree(reconciled);
    NvSciBufAttrListFree(list);
    return made;
}

/** A sync object between the accelerator and the CPU, which signals it or waits for it. */
static bool make_event(Event *event, bool cpu_signals)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    cudlaExternalSemaphoreHandleDesc semaphore = {NULL};
    const bool cpu = true;
    const NvSciSyncAccessPerm perm =
        cpu_signals ? NvSciSyncAccessPerm_SignalOnly : NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
    };
    bool made = WELL(NvSciSyncAttrListCreate(syncs, &lists[0])) &&
                WELL(NvSciSyncAttrListCreate(syncs, &lists[1])) &&
                WELL(NvSciSyncAttrListSetAttrs(lists[0], pairs, 2U)) &&
                WELL(cudlaGetNvSciSyncAttributes((uint64_t *)(void *)lists[1],
                                                 cpu_signals ? CUDLA_NVSCISYNC_ATTR_WAIT
                                                             : CUDLA_NVSCISYNC_ATTR_SIGNAL)) &&
                WELL(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &event->object, &conflict));

    semaphore.extSyncObject = event->object;
    made = made && WELL(cudlaImportExternalSemaphore(device, &semaphore, &event->cookie, 0U));
    NvSciSyncAttrListFree(conflict);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return made;
}

/** Puts a task into the queue. It waits for `before`, and `after` expires when it is done. */
static bool submit(NvSciSyncFence *before, NvSciSyncFence *after)
{
    const CudlaFence to_wait = {before, CUDLA_NVSCISYNC_FENCE};
    CudlaFence to_signal = {after, CUDLA_NVSCISYNC_FENCE};
    const cudlaWaitEvents wait_events = {&to_wait, 1U};
    cudlaSignalEvents signal_events = {&done.cookie, &to_signal, 1U};
    const uint64_t *const inputs[] = {input.cookie};
    cudlaTask task;

    (void)memset(&task, 0, sizeof(task));
    task.moduleHandle = network;
    task.inputTensor = inputs;
    task.numInputTensors = 1U;
    task.outputTensor = &output.cookie;
    task.numOutputTensors = 1U;
    task.waitEvents = &wait_events;
    task.signalEvents = &signal_events;
    return WELL(cudlaSubmitTask(device, &task, 1U, NULL, 0U));
}

/** Submits a task before its input is there, writes the input, and waits for the output. */
static bool compute(unsigned int number)
{
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    bool done_well = WELL(NvSciSyncObjGenerateFence(go.object, &before)) && submit(&before, &after);

    if (done_well) {
        (void)memset(input.bytes, (int)number, (size_t)input.descriptor.size);
    }
    done_well = done_well && WELL(NvSciSyncObjSignal(go.object)) &&
                WELL(NvSciSyncFenceWait(&after, waits, -1)) && WELL(cudlaGetLastError(device));
    if (done_well) {
        (void)printf("task %u: %s begins with %02x, %s with %02x %02x\n", number,
                     input.descriptor.name, (unsigned int)input.bytes[0], output.descriptor.name,
                     (unsigned int)output.bytes[0], (unsigned int)output.bytes[1]);
    }
    NvSciSyncFenceClear(&before);
    NvSciSyncFenceClear(&after);
    return done_well;
}

/** Ends a registration, if there is one. */
static void let_go(const uint64_t *cookie)
{
    if (cookie != NULL) {
        (void)WELL(cudlaMemUnregister(device, cookie));
    }
}

/** Gives back what there is. */
static void give_back(void)
{
    let_go(input.cookie);
    let_go(output.cookie);
    let_go(go.cookie);
    let_go(done.cookie);
    NvSciBufObjFree(input.buffer);
    NvSciBufObjFree(output.buffer);
    NvSciSyncObjFree(go.object);
    NvSciSyncObjFree(done.object);
    NvSciSyncCpuWaitContextFree(waits);
    NvSciSyncModuleClose(syncs);
    NvSciBufModuleClose(buffers);
    if (network != NULL) {
        (void)WELL(cudlaModuleUnload(network, 0U));
    }
    if (device != NULL) {
        (void)WELL(cudlaDestroyDevice(device));
    }
}

int main(int argc, char *argv[])
{
    bool works = WELL(NvSciBufModuleOpen(&buffers)) && WELL(NvSciSyncModuleOpen(&syncs)) &&
                 WELL(NvSciSyncCpuWaitContextAlloc(syncs, &waits)) &&
                 WELL(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE)) &&
                 load((argc > 1) ? argv[1] : "net.rfdla") && make_buffer(&input) &&
                 make_buffer(&output) && make_event(&go, true) && make_event(&done, false);

    for (unsigned int i = 1U; works && (i <= TASKS); i++) {
        works = compute(i);
    }
    give_back();
    return works ? 0 : 1;
}
