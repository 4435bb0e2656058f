/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file client.c
 * Computes a loadable with files as its tensors, and counts what takes memory from the heap during
 * its tasks.
 *
 * Start: client LOADABLE TASKS FILE...   The files are read for the inputs and written for the
 * outputs, in the order of their indices.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cudla.h"
#include "nvscibuf.h"
#include "nvscisync.h"

#define TENSORS_MAX  16U
#define LOADABLE_MAX 16777216U

typedef struct {
    cudlaModuleTensorDescriptor descriptor;
    NvSciBufObj buffer;
    void *bytes;
    uint64_t *cookie;
} Tensor;

static cudlaDevHandle device;
static cudlaModule network;
static NvSciBufModule buffers;
static NvSciSyncModule syncs;
static NvSciSyncCpuWaitContext waits;
static NvSciSyncObj done;
static uint64_t *done_cookie;
static Tensor tensors[TENSORS_MAX];
static uint32_t inputs;
static uint32_t outputs;

static bool well(int error, const char *call)
{
    if (error != 0) {
        (void)fprintf(stderr, "%s: 0x%x\n", call, (unsigned int)error);
    }
    return error == 0;
}

#define WELL(call) well((int)(call), #call)

/* ---------------------------------------------------------------- the heap */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

/** 1: a task runs. */
static int counts;
static long taken;
static long given;
/** Those that objects of this library ask for. */
static long own;

/** Counts what `caller` asks for. */
static void count(const void *caller)
{
    Dl_info info;

    if (__atomic_load_n(&counts, __ATOMIC_SEQ_CST) == 1) {
        (void)__atomic_add_fetch(&taken, 1, __ATOMIC_SEQ_CST);
        if ((dladdr(caller, &info) == 0) || (strstr(info.dli_fname, "ringfence") != NULL)) {
            (void)__atomic_add_fetch(&own, 1, __ATOMIC_SEQ_CST);
        }
    }
}

void *malloc(size_t size)
{
    count(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    count(__builtin_return_address(0));
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size)
{
    count(__builtin_return_address(0));
    return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    count(__builtin_return_address(0));
    *block = __libc_memalign(alignment, size);
    return (*block == NULL) ? ENOMEM : 0;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    count(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size)
{
    count(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}

void free(void *block)
{
    if ((block != NULL) && (__atomic_load_n(&counts, __ATOMIC_SEQ_CST) == 1)) {
        (void)__atomic_add_fetch(&given, 1, __ATOMIC_SEQ_CST);
    }
    __libc_free(block);
}

/* ---------------------------------------------------------------- the network */

static bool load(const char *path)
{
    static uint8_t bytes[LOADABLE_MAX];
    cudlaModuleAttribute attribute = {0U};
    cudlaModuleTensorDescriptor described[TENSORS_MAX];
    FILE *const file = fopen(path, "rb");
    size_t size = 0U;

    if (file != NULL) {
        size = fread(bytes, 1U, sizeof(bytes), file);
        (void)fclose(file);
    }
    if (!WELL(cudlaModuleLoadFromMemory(device, bytes, size, &network, CUDLA_MODULE_DEFAULT)) ||
        !WELL(cudlaModuleGetAttributes(network, CUDLA_NUM_INPUT_TENSORS, &attribute))) {
        return false;
    }
    (void)memset(bytes, 0xA5, size);
    inputs = attribute.numInputTensors;
    if (!WELL(cudlaModuleGetAttributes(network, CUDLA_NUM_OUTPUT_TENSORS, &attribute)) ||
        ((inputs + attribute.numOutputTensors) > TENSORS_MAX)) {
        return false;
    }
    outputs = attribute.numOutputTensors;
    attribute.inputTensorDesc = described;
    if (!WELL(cudlaModuleGetAttributes(network, CUDLA_INPUT_TENSOR_DESCRIPTORS, &attribute))) {
        return false;
    }
    for (uint32_t i = 0U; i < inputs; i++) {
        tensors[i].descriptor = described[i];
    }
    attribute.outputTensorDesc = described;
    if (!WELL(cudlaModuleGetAttributes(network, CUDLA_OUTPUT_TENSOR_DESCRIPTORS, &attribute))) {
        return false;
    }
    for (uint32_t i = 0U; i < outputs; i++) {
        tensors[inputs + i].descriptor = described[i];
    }
    return true;
}

static bool make_buffer(Tensor *tensor)
{
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    cudlaExternalMemoryHandleDesc memory = {NULL, tensor->descriptor.size};
    NvSciBufType type = NvSciBufType_RawBuffer;
    NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const bool cpu = true;
    uint64_t size = tensor->descriptor.size;
    uint64_t align = 512U;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufRawBufferAttrKey_Align, &align, sizeof(align)},
    };
    bool made = WELL(NvSciBufAttrListCreate(buffers, &list)) &&
                WELL(NvSciBufAttrListSetAttrs(list, pairs, sizeof(pairs) / sizeof(pairs[0]))) &&
                WELL(NvSciBufAttrListReconcile(&list, 1U, &reconciled, &conflict)) &&
                WELL(NvSciBufObjAlloc(reconciled, &tensor->buffer)) &&
                WELL(NvSciBufObjGetCpuPtr(tensor->buffer, &tensor->bytes));

    memory.extBufObject = tensor->buffer;
    made = made && WELL(cudlaImportExternalMemory(device, &memory, &tensor->cookie, 0U));
    NvSciBufAttrListFree(conflict);
    NvSciBufAttrListFree(reconciled);
    NvSciBufAttrListFree(list);
    return made;
}

static bool make_event(void)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    cudlaExternalSemaphoreHandleDesc semaphore = {NULL};
    const bool cpu = true;
    const NvSciSyncAccessPerm perm = NvSciSyncAccessPerm_WaitOnly;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
    };
    bool made = WELL(NvSciSyncAttrListCreate(syncs, &lists[0])) &&
                WELL(NvSciSyncAttrListCreate(syncs, &lists[1])) &&
                WELL(NvSciSyncAttrListSetAttrs(lists[0], pairs, 2U)) &&
                WELL(cudlaGetNvSciSyncAttributes((uint64_t *)(void *)lists[1],
                                                 CUDLA_NVSCISYNC_ATTR_SIGNAL)) &&
                WELL(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &done, &conflict));

    semaphore.extSyncObject = done;
    made = made && WELL(cudlaImportExternalSemaphore(device, &semaphore, &done_cookie, 0U));
    NvSciSyncAttrListFree(conflict);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return made;
}

/** Reads or writes the file of a tensor. */
static bool pass(const Tensor *tensor, const char *path, bool reads)
{
    FILE *const file = fopen(path, reads ? "rb" : "wb");
    const size_t size = (size_t)tensor->descriptor.size;
    size_t passed = 0U;

    if (file != NULL) {
        passed =
            reads ? fread(tensor->bytes, 1U, size, file) : fwrite(tensor->bytes, 1U, size, file);
        (void)fclose(file);
    }
    if (passed != size) {
        (void)fprintf(stderr, "%s: not %zu bytes\n", path, size);
    }
    return passed == size;
}

static bool compute(void)
{
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    CudlaFence to_signal = {&after, CUDLA_NVSCISYNC_FENCE};
    cudlaSignalEvents signal_events = {&done_cookie, &to_signal, 1U};
    const uint64_t *in[TENSORS_MAX];
    uint64_t *out[TENSORS_MAX];
    cudlaTask task;
    bool works = false;

    for (uint32_t i = 0U; i < inputs; i++) {
        in[i] = tensors[i].cookie;
    }
    for (uint32_t i = 0U; i < outputs; i++) {
        out[i] = tensors[inputs + i].cookie;
    }
    (void)memset(&task, 0, sizeof(task));
    task.moduleHandle = network;
    task.inputTensor = in;
    task.numInputTensors = inputs;
    task.outputTensor = out;
    task.numOutputTensors = outputs;
    task.signalEvents = &signal_events;
    works = WELL(cudlaSubmitTask(device, &task, 1U, NULL, 0U)) &&
            WELL(NvSciSyncFenceWait(&after, waits, -1)) && WELL(cudlaGetLastError(device));
    NvSciSyncFenceClear(&after);
    return works;
}

static double now_us(void)
{
    struct timespec time;

    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return ((double)time.tv_sec * 1e6) + ((double)time.tv_nsec / 1e3);
}

/** Computes tasks, and prints what one takes: the first one is not counted. */
static bool compute_all(long tasks)
{
    bool works = compute();
    const double start = now_us();

    __atomic_store_n(&counts, 1, __ATOMIC_SEQ_CST);
    for (long i = 1; works && (i < tasks); i++) {
        works = compute();
    }
    /* The thread of the engine gives back what the last task took before the task ends. */
    __atomic_store_n(&counts, 0, __ATOMIC_SEQ_CST);
    if (works && (tasks > 1)) {
        (void)printf("%.1f microseconds a task; blocks of the heap: %.1f taken, %.1f given back, "
                     "%.1f of this library\n",
                     (now_us() - start) / (double)(tasks - 1), (double)taken / (double)(tasks - 1),
                     (double)given / (double)(tasks - 1), (double)own / (double)(tasks - 1));
    }
    return works;
}

static void give_back(void)
{
    for (uint32_t i = 0U; i < (inputs + outputs); i++) {
        if (tensors[i].cookie != NULL) {
            (void)WELL(cudlaMemUnregister(device, tensors[i].cookie));
        }
        NvSciBufObjFree(tensors[i].buffer);
    }
    if (done_cookie != NULL) {
        (void)WELL(cudlaMemUnregister(device, done_cookie));
    }
    NvSciSyncObjFree(done);
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
    bool works =
        (argc > 3) && WELL(NvSciBufModuleOpen(&buffers)) && WELL(NvSciSyncModuleOpen(&syncs)) &&
        WELL(NvSciSyncCpuWaitContextAlloc(syncs, &waits)) &&
        WELL(cudlaCreateDevice(0U, &device, CUDLA_STANDALONE)) && load(argv[1]) && make_event();

    for (uint32_t i = 0U; works && (i < (inputs + outputs)); i++) {
        works = make_buffer(&tensors[i]);
    }
    works = works && ((uint32_t)argc == (inputs + outputs + 3U));
    for (uint32_t i = 0U; works && (i < inputs); i++) {
        works = pass(&tensors[i], argv[3U + i], true);
    }
    works = works && compute_all(strtol(argv[2], NULL, 10));
    for (uint32_t i = 0U; works && (i < outputs); i++) {
        works = pass(&tensors[inputs + i], argv[3U + inputs + i], false);
    }
    give_back();
    return works ? 0 : 1;
}
