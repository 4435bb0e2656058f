/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file lost.c
 * A program by itself for a GPU: contexts that are reset, destroyed or failed while imports live,
 * with the streams that programs make, and phases that change while imports end.
 *
 * Each check is a process of its own, which its driver may end. A line for each check, and at the
 * end how many failed.
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "nvscibuf.h"
#include "nvscisync.h"
#include "ringfence.h"
#include "ringfence_cuda.h"

#define BYTES       65536U
#define PATIENCE_US 20000000
/** Seconds after which a check hangs. */
#define HANGS 40U

/** Ends the process of a check that failed. */
#define CHECK(condition) check((condition), __LINE__, #condition, 0)
#define CU_OK(call)      CU_GIVES(call, CUDA_SUCCESS)
#define CU_GIVES(call, expected)                                                                   \
    do {                                                                                           \
        const CUresult given = (call);                                                             \
        check(given == (expected), __LINE__, #call, (int)given);                                   \
    } while (false)
#define SCI_OK(call)                                                                               \
    do {                                                                                           \
        const NvSciError given = (call);                                                           \
        check(given == NvSciError_Success, __LINE__, #call, (int)given);                           \
    } while (false)

static void check(bool holds, int line, const char *text, int code)
{
    if (!holds) {
        (void)printf("line %d: %s (%d): ", line, text, code);
        (void)fflush(stdout);
        _exit(1);
    }
}

/* ---------------------------------------------------------------- what a process has */

static struct {
    CUdevice device;
    CUcontext context;
    CUstream stream;
    NvSciRmGpuId gpu;
    NvSciSyncModule sync;
    NvSciBufModule buf;
    NvSciSyncCpuWaitContext wait;
} g;

static void set_up(void)
{
    CUuuid uuid;

    CU_OK(cuInit(0U));
    CU_OK(cuDeviceGet(&g.device, 0));
    CU_OK(cuDevicePrimaryCtxRetain(&g.context, g.device));
    CU_OK(cuCtxSetCurrent(g.context));
    CU_OK(cuStreamCreate(&g.stream, CU_STREAM_DEFAULT));
    CU_OK(cuDeviceGetUuid_v2(&uuid, g.device));
    (void)memcpy(g.gpu.bytes, uuid.bytes, sizeof(g.gpu.bytes));
    SCI_OK(NvSciSyncModuleOpen(&g.sync));
    SCI_OK(NvSciBufModuleOpen(&g.buf));
    SCI_OK(NvSciSyncCpuWaitContextAlloc(g.sync, &g.wait));
}

/** A plain stream of the primary context after a reset. */
static void reset_and_retain(void)
{
    CU_OK(cuDevicePrimaryCtxReset(g.device));
    CU_OK(cuDevicePrimaryCtxRetain(&g.context, g.device));
    CU_OK(cuCtxSetCurrent(g.context));
    CU_OK(cuStreamCreate(&g.stream, CU_STREAM_DEFAULT));
}

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000L, (ms % 1000L) * 1000000L};

    (void)nanosleep(&pause, NULL);
}

static NvSciSyncAttrList sync_side(int flags, NvSciSyncAccessPerm perm, bool stamped)
{
    const bool yes = true;
    const NvSciSyncAttrKeyValuePair pairs[] = {
        {NvSciSyncAttrKey_NeedCpuAccess, &yes, sizeof(yes)},
        {NvSciSyncAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciSyncAttrKey_WaiterRequireTimestamps, &yes, sizeof(yes)}};
    NvSciSyncAttrList list = NULL;

    SCI_OK(NvSciSyncAttrListCreate(g.sync, &list));
    if (flags != 0) {
        CU_OK(ringfenceCuDeviceGetNvSciSyncAttributes(list, g.device, flags));
    } else {
        SCI_OK(NvSciSyncAttrListSetAttrs(list, pairs, stamped ? 3U : 2U));
    }
    return list;
}

/** Flags of 0 are the CPU's. */
static NvSciSyncObj sync_object(int signaler, int waiter, bool stamped)
{
    NvSciSyncAttrList lists[2] = {sync_side(signaler, NvSciSyncAccessPerm_SignalOnly, false),
                                  sync_side(waiter, NvSciSyncAccessPerm_WaitOnly, stamped)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    SCI_OK(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict));
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

static NvSciSyncObj made_by_gpu(void)
{
    return sync_object(CUDA_NVSCISYNC_ATTR_SIGNAL, 0, false);
}

static CUresult try_import(NvSciSyncObj object, CUexternalSemaphore *semaphore)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    desc.handle.nvSciSyncObj = object;
    return ringfenceCuImportExternalSemaphore(semaphore, &desc);
}

static CUexternalSemaphore import_sync(NvSciSyncObj object)
{
    CUexternalSemaphore semaphore = NULL;

    CU_OK(try_import(object, &semaphore));
    return semaphore;
}

static CUresult try_signal(CUexternalSemaphore semaphore, NvSciSyncFence *fence)
{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCuSignalExternalSemaphoresAsync(&semaphore, &params, 1U, g.stream);
}

static CUresult try_wait(CUexternalSemaphore semaphore, NvSciSyncFence *fence)
{
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    return ringfenceCuWaitExternalSemaphoresAsync(&semaphore, &params, 1U, g.stream);
}

/** The object can be imported anew, and a signal of it arrives. */
static void signal_anew(NvSciSyncObj object, bool stamped)
{
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t time_us = 0U;

    CU_OK(try_signal(semaphore, &fence));
    if (NvSciSyncFenceWait(&fence, g.wait, PATIENCE_US) != NvSciError_Success) {
        /* The waiter is the GPU. */
        CU_OK(try_wait(semaphore, &fence));
    }
    if (stamped) {
        SCI_OK(NvSciSyncFenceGetTimestamp(&fence, &time_us));
        CHECK(time_us != 0U);
    }
    NvSciSyncFenceClear(&fence);
    CU_OK(cuStreamSynchronize(g.stream));
    CU_OK(ringfenceCuDestroyExternalSemaphore(semaphore));
}

static NvSciBufObj buffer(bool cpu)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    const uint64_t size = BYTES;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_GpuId, &g.gpu, sizeof(g.gpu)},
        {NvSciBufGeneralAttrKey_VidMem_GpuId, &g.gpu, sizeof(g.gpu)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    SCI_OK(NvSciBufAttrListCreate(g.buf, &list));
    SCI_OK(NvSciBufAttrListSetAttrs(list, pairs, cpu ? 5U : 6U));
    SCI_OK(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict));
    NvSciBufAttrListFree(list);
    return object;
}

static CUexternalMemory import_buffer(NvSciBufObj object, CUdeviceptr *pointer)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC range;
    CUexternalMemory memory = NULL;

    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&range, 0, sizeof(range));
    desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
    desc.handle.nvSciBufObject = object;
    desc.size = BYTES;
    range.size = BYTES;
    CU_OK(ringfenceCuImportExternalMemory(&memory, &desc));
    CU_OK(ringfenceCuExternalMemoryGetMappedBuffer(pointer, memory, &range));
    return memory;
}

/* ---------------------------------------------------------------- resets */

static void reset_with(NvSciSyncObj object, bool stamped)
{
    CUexternalSemaphore semaphore = import_sync(object);
    CUexternalSemaphore again = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    CU_OK(try_signal(semaphore, &fence));
    CU_OK(cuStreamSynchronize(g.stream));
    NvSciSyncFenceClear(&fence);
    reset_and_retain();
    /* The clock's thread looks four times a second. */
    pause_ms(1200L);
    CHECK(try_import(object, &again) != CUDA_SUCCESS);
    (void)ringfenceCuDestroyExternalSemaphore(semaphore);
    signal_anew(object, stamped);
    NvSciSyncObjFree(object);
}

static void reset_with_a_semaphore(void)
{
    reset_with(made_by_gpu(), false);
}

static void reset_with_events(void)
{
    reset_with(sync_object(CUDA_NVSCISYNC_ATTR_SIGNAL, CUDA_NVSCISYNC_ATTR_WAIT, false), false);
}

static void reset_with_a_clock(void)
{
    if (CUDA_VERSION >= 12000) {
        reset_with(sync_object(CUDA_NVSCISYNC_ATTR_SIGNAL, 0, true), true);
    }
}

static void reset_without_retain(void)
{
    NvSciSyncObj object = made_by_gpu();
    CUexternalSemaphore semaphore = import_sync(object);

    CU_OK(cuDevicePrimaryCtxReset(g.device));
    pause_ms(600L);
    (void)ringfenceCuDestroyExternalSemaphore(semaphore);
    CU_OK(cuDevicePrimaryCtxRetain(&g.context, g.device));
    CU_OK(cuCtxSetCurrent(g.context));
    CU_OK(cuStreamCreate(&g.stream, CU_STREAM_DEFAULT));
    signal_anew(object, false);
    NvSciSyncObjFree(object);
}

static void reset_with_work(void)
{
    NvSciSyncObj object = made_by_gpu();
    NvSciSyncObj gate = sync_object(0, CUDA_NVSCISYNC_ATTR_WAIT, false);
    CUexternalSemaphore semaphore = import_sync(object);
    CUexternalSemaphore door = import_sync(gate);
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    SCI_OK(NvSciSyncObjGenerateFence(gate, &closed));
    CU_OK(try_wait(door, &closed));
    CU_OK(try_signal(semaphore, &fence));
    /* A reset may wait for the stream. */
    SCI_OK(NvSciSyncObjSignal(gate));
    reset_and_retain();
    SCI_OK(NvSciSyncFenceWait(&fence, g.wait, PATIENCE_US));
    NvSciSyncFenceClear(&fence);
    NvSciSyncFenceClear(&closed);
    (void)ringfenceCuDestroyExternalSemaphore(semaphore);
    (void)ringfenceCuDestroyExternalSemaphore(door);
    signal_anew(object, false);
    NvSciSyncObjFree(object);
    NvSciSyncObjFree(gate);
}

static void reset_with_memory(void)
{
    for (uint32_t i = 0U; i < 2U; i++) {
        NvSciBufObj object = buffer(i == 0U);
        CUdeviceptr pointer = 0U;
        CUdeviceptr own[64];
        CUexternalMemory memory = import_buffer(object, &pointer);

        reset_and_retain();
        for (uint32_t k = 0U; k < 64U; k++) {
            CU_OK(cuMemAlloc(&own[k], BYTES));
        }
        (void)ringfenceCuMemFree(pointer);
        (void)ringfenceCuDestroyExternalMemory(memory);
        for (uint32_t k = 0U; k < 64U; k++) {
            CU_OK(cuMemsetD8(own[k], 1U, BYTES));
            CU_OK(cuMemFree(own[k]));
        }
        memory = import_buffer(object, &pointer);
        CU_OK(cuMemsetD8(pointer, 1U, BYTES));
        CU_OK(ringfenceCuMemFree(pointer));
        CU_OK(ringfenceCuDestroyExternalMemory(memory));
        NvSciBufObjFree(object);
    }
}

static void reset_and_the_runtime_api(void)
{
    struct cudaExternalSemaphoreHandleDesc desc;
    NvSciSyncObj object = made_by_gpu();

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
    desc.handle.nvSciSyncObj = object;
    for (uint32_t i = 0U; i < 4U; i++) {
        cudaExternalSemaphore_t semaphore = NULL;

        if ((i % 2U) != 0U) {
            CU_OK(cuCtxSetCurrent(NULL));
        }
        CHECK(ringfenceCudaImportExternalSemaphore(&semaphore, &desc) == cudaSuccess);
        CHECK(ringfenceCudaDestroyExternalSemaphore(semaphore) == cudaSuccess);
        CU_OK(cuDevicePrimaryCtxReset(g.device));
    }
}

static void reset_condemns_no_other(void)
{
    NvSciSyncObj objects[2] = {made_by_gpu(), made_by_gpu()};
    NvSciSyncObj gate = sync_object(0, CUDA_NVSCISYNC_ATTR_WAIT, false);
    CUexternalSemaphore lost = import_sync(objects[0]);
    CUexternalSemaphore healthy = NULL;
    CUexternalSemaphore door = NULL;
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    reset_and_retain();
    healthy = import_sync(objects[1]);
    door = import_sync(gate);
    SCI_OK(NvSciSyncObjGenerateFence(gate, &closed));
    CU_OK(try_wait(door, &closed));
    CU_OK(try_signal(healthy, &fence));
    CHECK(NvSciSyncFenceWait(&fence, g.wait, 500000) == NvSciError_Timeout);
    SCI_OK(NvSciSyncObjSignal(gate));
    SCI_OK(NvSciSyncFenceWait(&fence, g.wait, PATIENCE_US));
    CU_OK(cuStreamSynchronize(g.stream));
    (void)ringfenceCuDestroyExternalSemaphore(lost);
    CU_OK(ringfenceCuDestroyExternalSemaphore(healthy));
    CU_OK(ringfenceCuDestroyExternalSemaphore(door));
}

static CUcontext own_context(void)
{
    CUcontext own = NULL;

#if CUDA_VERSION >= 13000
    CU_OK(cuCtxCreate(&own, NULL, 0U, g.device));
#else
    CU_OK(cuCtxCreate(&own, 0U, g.device));
#endif
    return own;
}

static void destroyed_context(void)
{
    NvSciSyncObj objects[2] = {
        made_by_gpu(), sync_object(CUDA_NVSCISYNC_ATTR_SIGNAL, CUDA_NVSCISYNC_ATTR_WAIT, false)};
    NvSciBufObj buffers[2] = {buffer(true), buffer(false)};
    CUcontext own = own_context();
    CUexternalSemaphore semaphores[2] = {NULL, NULL};
    CUexternalMemory memories[2] = {NULL, NULL};
    CUdeviceptr pointers[2] = {0U, 0U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    CU_OK(cuStreamCreate(&g.stream, CU_STREAM_DEFAULT));
    for (uint32_t i = 0U; i < 2U; i++) {
        semaphores[i] = import_sync(objects[i]);
        memories[i] = import_buffer(buffers[i], &pointers[i]);
        CU_OK(try_signal(semaphores[i], &fence));
    }
    CU_OK(cuStreamSynchronize(g.stream));
    CU_OK(cuCtxDestroy(own));
    CU_OK(cuCtxSetCurrent(g.context));
    CU_OK(cuStreamCreate(&g.stream, CU_STREAM_DEFAULT));
    pause_ms(600L);
    for (uint32_t i = 0U; i < 2U; i++) {
        (void)ringfenceCuMemFree(pointers[i]);
        (void)ringfenceCuDestroyExternalMemory(memories[i]);
        (void)ringfenceCuDestroyExternalSemaphore(semaphores[i]);
        signal_anew(objects[i], false);
    }
}

/* ---------------------------------------------------------------- kernels that fail */

/** A store to an address, or the end of the program. */
static const char g_kernels[] = ".version 7.0\n.target sm_52\n.address_size 64\n"
                                ".visible .entry bad_store(.param .u64 place)\n"
                                "{\n.reg .u64 %a;\n.reg .u32 %v;\n"
                                "ld.param.u64 %a, [place];\nmov.u32 %v, 1;\n"
                                "st.global.u32 [%a], %v;\nret;\n}\n"
                                ".visible .entry bad_end(.param .u64 place)\n"
                                "{\ntrap;\nret;\n}\n";

typedef CUresult LoadFunction(CUmodule *module, const void *image);
typedef CUresult GetFunction(CUfunction *function, CUmodule module, const char *name);

/** Signals behind a kernel that fails: waits of the CPU go on, and the import ends. */
static void failing_kernel(const char *name, uint64_t place)
{
    NvSciSyncObj object = made_by_gpu();
    CUexternalSemaphore semaphore = import_sync(object);
    NvSciSyncFence fences[2] = {NvSciSyncFenceInitializer, NvSciSyncFenceInitializer};
    NvSciSyncTaskStatus status;
    CUmodule module = NULL;
    CUfunction function = NULL;
    uint64_t argument = place;
    void *arguments[1] = {&argument};
    void *const addresses[2] = {dlsym(RTLD_DEFAULT, "cuModuleLoadData"),
                                dlsym(RTLD_DEFAULT, "cuModuleGetFunction")};
    LoadFunction *load = NULL;
    GetFunction *get = NULL;

    (void)memcpy(&load, &addresses[0], sizeof(load));
    (void)memcpy(&get, &addresses[1], sizeof(get));
    /* The driver without a GPU has no such kernels. */
    if ((load == NULL) || (get == NULL)) {
        (void)printf("left out, ");
        (void)fflush(stdout);
        _exit(0);
    }
    CU_OK(load(&module, g_kernels));
    CU_OK(get(&function, module, name));
    CU_OK(try_signal(semaphore, &fences[0]));
    CU_OK(cuStreamSynchronize(g.stream));
    CU_OK(cuLaunchKernel(function, 1U, 1U, 1U, 1U, 1U, 1U, 0U, g.stream, arguments, NULL));
    /* It may fail before this. */
    if (try_signal(semaphore, &fences[1]) == CUDA_SUCCESS) {
        SCI_OK(NvSciSyncFenceWait(&fences[1], g.wait, PATIENCE_US));
        SCI_OK(NvSciSyncFenceGetTaskStatus(&fences[1], &status));
        CHECK(status.status == (uint16_t)NvSciSyncTaskStatus_Failure);
    }
    SCI_OK(NvSciSyncFenceWait(&fences[0], g.wait, PATIENCE_US));
    NvSciSyncFenceClear(&fences[0]);
    NvSciSyncFenceClear(&fences[1]);
    (void)ringfenceCuDestroyExternalSemaphore(semaphore);
    NvSciSyncObjFree(object);
}

static void illegal_address(void)
{
    failing_kernel("bad_store", 0x100000U);
}

static void misaligned_address(void)
{
    failing_kernel("bad_store", 0x100001U);
}

static void trap(void)
{
    failing_kernel("bad_end", 0U);
}

/* ---------------------------------------------------------------- phases */

/** An end in another thread. */
typedef struct {
    CUexternalSemaphore semaphore;
    CUexternalMemory memory;
    CUdeviceptr pointer;
    CUresult result;
} OtherEnd;

static void *other_end(void *context)
{
    OtherEnd *const end = context;

    (void)cuCtxSetCurrent(g.context);
    if (end->semaphore != NULL) {
        end->result = ringfenceCuDestroyExternalSemaphore(end->semaphore);
    } else if (end->pointer != 0U) {
        end->result = ringfenceCuMemFree(end->pointer);
    } else {
        end->result = ringfenceCuDestroyExternalMemory(end->memory);
    }
    return NULL;
}

/** While a stream waits for what comes in RUNTIME, ends wait for it: they find the phase changed,
 * and leave all as it was; or are done before, where the driver did not wait. */
static void end_beside_a_phase(OtherEnd end, NvSciSyncObj signalled)
{
    NvSciSyncObj gate = sync_object(0, CUDA_NVSCISYNC_ATTR_WAIT, false);
    CUexternalSemaphore door = import_sync(gate);
    NvSciSyncFence closed = NvSciSyncFenceInitializer;
    pthread_t thread;

    SCI_OK(NvSciSyncObjGenerateFence(gate, &closed));
    CU_OK(try_wait(door, &closed));
    CHECK(pthread_create(&thread, NULL, other_end, &end) == 0);
    pause_ms(300L);
    SCI_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    SCI_OK(NvSciSyncObjSignal(gate));
    CHECK(pthread_join(thread, NULL) == 0);
    check((end.result == CUDA_SUCCESS) || (end.result == CUDA_ERROR_NOT_PERMITTED), __LINE__, "end",
          (int)end.result);
    if ((signalled != NULL) && (end.result != CUDA_SUCCESS)) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        CU_OK(try_signal(end.semaphore, &fence));
        SCI_OK(NvSciSyncFenceWait(&fence, g.wait, PATIENCE_US));
        NvSciSyncFenceClear(&fence);
    }
    CU_OK(cuStreamSynchronize(g.stream));
    NvSciSyncFenceClear(&closed);
    SCI_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT));
    if (end.result != CUDA_SUCCESS) {
        (void)other_end(&end);
        CU_OK(end.result);
    }
    CU_OK(ringfenceCuDestroyExternalSemaphore(door));
    NvSciSyncObjFree(gate);
}

static void phase_beside_a_semaphore(void)
{
    NvSciSyncObj object = made_by_gpu();
    const OtherEnd end = {import_sync(object), NULL, 0U, CUDA_SUCCESS};

    end_beside_a_phase(end, object);
    SCI_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT));
    signal_anew(object, false);
    NvSciSyncObjFree(object);
}

static void phase_beside_memory(bool cpu, bool whole)
{
    NvSciBufObj object = buffer(cpu);
    CUdeviceptr pointer = 0U;
    CUexternalMemory memory = import_buffer(object, &pointer);
    const OtherEnd end = {NULL, memory, whole ? 0U : pointer, CUDA_SUCCESS};

    if (whole) {
        CU_OK(ringfenceCuMemFree(pointer));
    }
    end_beside_a_phase(end, NULL);
    if (!whole) {
        CU_OK(ringfenceCuDestroyExternalMemory(memory));
    }
    SCI_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT));
    memory = import_buffer(object, &pointer);
    CU_OK(ringfenceCuMemFree(pointer));
    CU_OK(ringfenceCuDestroyExternalMemory(memory));
    NvSciBufObjFree(object);
}

static void phase_beside_memory_of_the_cpu(void)
{
    phase_beside_memory(true, true);
}

static void phase_beside_memory_of_the_gpu(void)
{
    phase_beside_memory(false, true);
}

static void phase_beside_a_pointer_of_the_gpu(void)
{
    phase_beside_memory(false, false);
}

/* ---------------------------------------------------------------- all */

static const struct {
    const char *name;
    void (*run)(void);
} g_checks[] = {
    {"reset with a semaphore", reset_with_a_semaphore},
    {"reset with events", reset_with_events},
    {"reset with a clock", reset_with_a_clock},
    {"reset, ends before the context is there again", reset_without_retain},
    {"reset with work under way", reset_with_work},
    {"reset with memory", reset_with_memory},
    {"reset and the runtime API", reset_and_the_runtime_api},
    {"a lost import condemns no other", reset_condemns_no_other},
    {"a context that was destroyed", destroyed_context},
    {"a kernel with an illegal address", illegal_address},
    {"a kernel with a misaligned address", misaligned_address},
    {"a kernel that traps", trap},
    {"a phase changes while a semaphore ends", phase_beside_a_semaphore},
    {"a phase changes while memory of the CPU ends", phase_beside_memory_of_the_cpu},
    {"a phase changes while memory of the GPU ends", phase_beside_memory_of_the_gpu},
    {"a phase changes while a pointer is freed", phase_beside_a_pointer_of_the_gpu},
};

int main(void)
{
    unsigned int failed = 0U;

    for (size_t i = 0U; i < (sizeof(g_checks) / sizeof(g_checks[0])); i++) {
        int status = 0;
        pid_t child = -1;

        (void)printf("%s: ", g_checks[i].name);
        (void)fflush(stdout);
        child = fork();
        if (child == 0) {
            (void)alarm(HANGS);
            set_up();
            g_checks[i].run();
            _exit(0);
        }
        if ((child > 0) && (waitpid(child, &status, 0) == child) && WIFEXITED(status) &&
            (WEXITSTATUS(status) == 0)) {
            (void)printf("ok\n");
        } else {
            (void)printf("FAILED, %s %d\n", WIFSIGNALED(status) ? "signal" : "status",
                         WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
            failed++;
        }
    }
    (void)printf("%u failed: %s\n", failed, (failed == 0U) ? "ok" : "not ok");
    return (failed == 0U) ? 0 : 1;
}
