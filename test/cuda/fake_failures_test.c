/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_failures_test.c
 * Each call of the driver that a function makes fails once, with each of several errors: the caller
 * gets the error, all is as before, and the same call then succeeds.
 *
 * A row of g_rows is a function in one way of calling it. A function that calls the driver in
 * another way needs another row and nothing else: which calls there are is found by making the
 * first one fail, then the second one, until none is left to fail.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"
#include "fake.h"

#define BYTES 8192U
/** Calls that no function makes as many of. */
#define CALLS_MAX (60U + RINGFENCE_CFG_CUDA_EVENTS)
/** Entries of a batch at most. */
#define BATCH 3U

static const FakeControl *g_fake;

/** What rows work on. */
typedef struct {
    NvSciSyncObj sync;
    NvSciBufObj host;
    NvSciBufObj device;
    NvSciSyncAttrList list;
    NvSciBufAttrList reconciled;
    NvSciBufObj made;
    CUexternalSemaphore semaphore;
    CUexternalSemaphore foreign;
    CUexternalMemory memory;
    CUmipmappedArray array;
    CUarray level;
    CUdeviceptr pointer;
    NvSciSyncFence fences[BATCH];
} Things;

static Things g_things;

/** A function, called in one way. Functions that are not needed are NULL. */
typedef struct {
    const char *name;
    /** Before the first call. */
    void (*up)(void);
    /** Before a call whose predecessor has succeeded. */
    void (*make)(void);
    CUresult (*call)(void);
    /** After a call that has failed. */
    void (*use)(void);
    /** After a call that has succeeded. */
    void (*finish)(void);
    void (*down)(void);
    /** The calls of the driver in RUNTIME, in their order; NULL: the function belongs to INIT. */
    const char *calls;
    /** An INVALID_CONTEXT of the first call is put right, and no error. */
    bool recovers;
    /** The result is one of the library: a lack of memory, or that of a resource. */
    bool as_status;
    /** It makes something of the driver's for itself, too; that this cannot be given back need not
     * be an error, and leaves it behind. */
    bool leaves;
    /** It ends what is the library's: an error of a context that failed ends it too, and is not
     * tried here; and it may succeed if the driver cannot be asked how a context is. */
    bool ends;
} Row;

/* ---------------------------------------------------------------- lists and objects */

static void make_list(void)
{
    g_things.list = sync_list();
}

static void end_list(void)
{
    NvSciSyncAttrListFree(g_things.list);
    g_things.list = NULL;
}

static CUresult attributes(void)
{
    return ringfenceCuDeviceGetNvSciSyncAttributes(g_things.list, g_scene.device, SIGNALS | WAITS);
}

static CUresult cuda_attributes(void)
{
    return (CUresult)ringfenceCudaDeviceGetNvSciSyncAttributes(g_things.list, 0, SIGNALS);
}

static void objects_up(void)
{
    g_things.sync = sync_object(SIGNALS | WAITS, CPU_SIDE);
    g_things.host = raw_buffer(BYTES, true, &g_scene.gpu);
    g_things.device = raw_buffer(BYTES, false, &g_scene.gpu);
}

static void objects_down(void)
{
    NvSciSyncObjFree(g_things.sync);
    NvSciBufObjFree(g_things.host);
    NvSciBufObjFree(g_things.device);
}

static void allocation_up(void)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = BYTES;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufGeneralAttrKey_GpuId, &g_scene.gpu, sizeof(g_scene.gpu)},
        {NvSciBufGeneralAttrKey_VidMem_GpuId, &g_scene.gpu, sizeof(g_scene.gpu)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;

    assert_int_equal(NvSciBufAttrListCreate(g_scene.buf, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcile(&list, 1U, &g_things.reconciled, &conflict),
                     NvSciError_Success);
    NvSciBufAttrListFree(list);
}

static void allocation_down(void)
{
    NvSciBufAttrListFree(g_things.reconciled);
}

static CUresult allocate(void)
{
    return (CUresult)NvSciBufObjAlloc(g_things.reconciled, &g_things.made);
}

static void end_allocation(void)
{
    NvSciBufObjFree(g_things.made);
    g_things.made = NULL;
}

/* ---------------------------------------------------------------- semaphores */

static CUresult import_semaphore(void)
{
    return try_import(g_things.sync, 0U, &g_things.semaphore);
}

static CUresult destroy_semaphore(void)
{
    return ringfenceCuDestroyExternalSemaphore(g_things.semaphore);
}

static void make_semaphore(void)
{
    assert_cu(import_semaphore(), CUDA_SUCCESS);
}

static void end_semaphore(void)
{
    assert_cu(destroy_semaphore(), CUDA_SUCCESS);
    g_things.semaphore = NULL;
}

/** Of the runtime API, whatever the object. */
static CUresult cuda_import_semaphore_of(const void *object, int fd, CUexternalSemaphore *out)
{
    struct cudaExternalSemaphoreHandleDesc desc;
    cudaExternalSemaphore_t semaphore = NULL;
    CUresult result = CUDA_SUCCESS;

    (void)memset(&desc, 0, sizeof(desc));
    if (object != NULL) {
        desc.type = cudaExternalSemaphoreHandleTypeNvSciSync;
        desc.handle.nvSciSyncObj = object;
    } else {
        desc.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
        desc.handle.fd = fd;
    }
    result = (CUresult)ringfenceCudaImportExternalSemaphore(&semaphore, &desc);
    *out = (result == CUDA_SUCCESS) ? (void *)semaphore : NULL;
    return result;
}

static CUresult cuda_import_semaphore(void)
{
    return cuda_import_semaphore_of(g_things.sync, -1, &g_things.semaphore);
}

static int g_spare = -1;

static void make_spare(void)
{
    g_spare = dup(0);
}

static CUresult import_foreign(void)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;
    desc.handle.fd = g_spare;
    return ringfenceCuImportExternalSemaphore(&g_things.foreign, &desc);
}

static CUresult cuda_import_foreign(void)
{
    return cuda_import_semaphore_of(NULL, g_spare, &g_things.foreign);
}

static CUresult destroy_foreign(void)
{
    return ringfenceCuDestroyExternalSemaphore(g_things.foreign);
}

static CUresult cuda_destroy_foreign(void)
{
    return (CUresult)ringfenceCudaDestroyExternalSemaphore((void *)g_things.foreign);
}

static CUresult cuda_destroy_semaphore(void)
{
    return (CUresult)ringfenceCudaDestroyExternalSemaphore((void *)g_things.semaphore);
}

static void event_ring_up(void)
{
    g_things.sync = sync_object(SIGNALS, WAITS);
}

static void event_ring_down(void)
{
    NvSciSyncObjFree(g_things.sync);
}

/** Events stand for points, some of which are stored. */
static void make_recorded(void)
{
    make_semaphore();
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_CUDA_EVENTS + 3U); i++) {
        assert_cu(try_signal(g_things.semaphore, &g_things.fences[0], 0U), CUDA_SUCCESS);
        assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    }
    NvSciSyncFenceClear(&g_things.fences[0]);
}

/** An import that an error left signals and waits as before. */
static void use_semaphore(void)
{
    assert_cu(try_signal(g_things.semaphore, &g_things.fences[0], 0U), CUDA_SUCCESS);
    assert_cu(try_wait(g_things.semaphore, &g_things.fences[0], 0U), CUDA_SUCCESS);
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    NvSciSyncFenceClear(&g_things.fences[0]);
}

static void make_foreign(void)
{
    make_spare();
    assert_cu(import_foreign(), CUDA_SUCCESS);
}

static void end_foreign(void)
{
    assert_cu(destroy_foreign(), CUDA_SUCCESS);
    g_things.foreign = NULL;
}

/* ---------------------------------------------------------------- streams */

static void stamped_up(void)
{
    g_things.sync = object_with_times();
}

static void stamped_down(void)
{
    NvSciSyncObjFree(g_things.sync);
}

static void stamped_streams_up(void)
{
    stamped_up();
    make_semaphore();
    make_foreign();
    go_to(RINGFENCE_PHASE_RUNTIME);
}

static void streams_up(void)
{
    g_things.sync = sync_object(SIGNALS | WAITS, CPU_SIDE);
    make_semaphore();
    make_foreign();
    go_to(RINGFENCE_PHASE_RUNTIME);
}

static void streams_down(void)
{
    go_to(RINGFENCE_PHASE_DEINIT);
    end_semaphore();
    end_foreign();
    go_to(RINGFENCE_PHASE_INIT);
    NvSciSyncObjFree(g_things.sync);
}

/** All that was signalled expires, so nothing of a failed call is between. */
static void end_fences(void)
{
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    for (size_t i = 0U; i < BATCH; i++) {
        assert_expires(&g_things.fences[i]);
        NvSciSyncFenceClear(&g_things.fences[i]);
    }
}

static CUresult signal_some(unsigned int count)
{
    CUexternalSemaphore semaphores[BATCH];
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params[BATCH];

    (void)memset(params, 0, sizeof(params));
    for (size_t i = 0U; i < BATCH; i++) {
        semaphores[i] = g_things.semaphore;
        params[i].params.nvSciSync.fence = &g_things.fences[i];
    }
    return ringfenceCuSignalExternalSemaphoresAsync(semaphores, params, count, g_scene.stream);
}

static CUresult signal_one(void)
{
    return signal_some(1U);
}

static CUresult signal_batch(void)
{
    return signal_some(BATCH);
}

static CUresult cuda_signal_some(unsigned int count, unsigned int foreign)
{
    cudaExternalSemaphore_t semaphores[BATCH];
    struct cudaExternalSemaphoreSignalParams params[BATCH];

    (void)memset(params, 0, sizeof(params));
    for (size_t i = 0U; i < BATCH; i++) {
        if (i < foreign) {
            semaphores[i] = (void *)g_things.foreign;
        } else {
            semaphores[i] = (void *)g_things.semaphore;
            params[i].params.nvSciSync.fence = &g_things.fences[i];
        }
    }
    return (CUresult)ringfenceCudaSignalExternalSemaphoresAsync(semaphores, params, count,
                                                                g_scene.stream);
}

static CUresult cuda_signal_one(void)
{
    return cuda_signal_some(1U, 0U);
}

static CUresult cuda_signal_mixed(void)
{
    return cuda_signal_some(BATCH, 1U);
}

static CUresult cuda_signal_foreign(void)
{
    return cuda_signal_some(1U, 1U);
}

/** Ends that failed can have left more than one. */
static void leave_context(void)
{
    CUcontext context = NULL;

    do {
        assert_cu(cuCtxSetCurrent(NULL), CUDA_SUCCESS);
        assert_cu(cuCtxGetCurrent(&context), CUDA_SUCCESS);
    } while (context != NULL);
}

/** As the fixture has it, whoever made one current. */
static void back_to_context(void)
{
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
}

static void end_fences_in_context(void)
{
    back_to_context();
    end_fences();
}

/** Points that are pending: behind a waiter counter that opens at the end. */
static NvSciSyncObj g_gate;
static CUexternalSemaphore g_door;

static void waits_up(void)
{
    g_gate = sync_object(CPU_SIDE, WAITS);
    g_door = import_sync(g_gate);
    make_foreign();
    go_to(RINGFENCE_PHASE_RUNTIME);
}

static void waits_down(void)
{
    go_to(RINGFENCE_PHASE_DEINIT);
    destroy_sync(g_door);
    end_foreign();
    go_to(RINGFENCE_PHASE_INIT);
    NvSciSyncObjFree(g_gate);
}

static void make_pending(void)
{
    for (size_t i = 0U; i < BATCH; i++) {
        assert_int_equal(NvSciSyncObjGenerateFence(g_gate, &g_things.fences[i]),
                         NvSciError_Success);
    }
}

static void open_gate(void)
{
    for (size_t i = 0U; i < BATCH; i++) {
        assert_int_equal(NvSciSyncObjSignal(g_gate), NvSciError_Success);
    }
    assert_cu(cuStreamSynchronize(g_scene.stream), CUDA_SUCCESS);
    for (size_t i = 0U; i < BATCH; i++) {
        NvSciSyncFenceClear(&g_things.fences[i]);
    }
}

static CUresult wait_some(unsigned int count, unsigned int foreign, bool runtime)
{
    CUexternalSemaphore semaphores[BATCH];
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params[BATCH];
    struct cudaExternalSemaphoreWaitParams same[BATCH];

    (void)memset(params, 0, sizeof(params));
    for (size_t i = 0U; i < BATCH; i++) {
        if (i < foreign) {
            semaphores[i] = g_things.foreign;
        } else {
            semaphores[i] = g_door;
            params[i].params.nvSciSync.fence = &g_things.fences[i];
        }
    }
    (void)memcpy(same, params, sizeof(same));
    return runtime
               ? (CUresult)ringfenceCudaWaitExternalSemaphoresAsync(
                     (cudaExternalSemaphore_t *)(void *)semaphores, same, count, g_scene.stream)
               : ringfenceCuWaitExternalSemaphoresAsync(semaphores, params, count, g_scene.stream);
}

static CUresult wait_one(void)
{
    return wait_some(1U, 0U, false);
}

static CUresult wait_batch(void)
{
    return wait_some(BATCH, 0U, false);
}

static CUresult cuda_wait_mixed(void)
{
    return wait_some(BATCH, 1U, true);
}

static CUresult wait_foreign(void)
{
    return wait_some(1U, 1U, false);
}

/** Fences that are cleared, which nobody waits for. */
static CUresult wait_none(void)
{
    CUexternalSemaphore semaphores[1] = {g_door};
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params[1];

    (void)memset(params, 0, sizeof(params));
    params[0].params.nvSciSync.fence = &g_things.fences[0];
    return ringfenceCuWaitExternalSemaphoresAsync(semaphores, params, 1U, g_scene.stream);
}

/* ---------------------------------------------------------------- memory */

static CUresult import_host(void)
{
    return try_import_buffer(g_things.host, BYTES, &g_things.memory);
}

static CUresult import_device(void)
{
    return try_import_buffer(g_things.device, BYTES, &g_things.memory);
}

/** Memory of a GPU that may only be read. */
static void reader_up(void)
{
    NvSciBufObj reader = NULL;

    objects_up();
    assert_int_equal(
        NvSciBufObjDupWithReducePerm(g_things.device, NvSciBufAccessPerm_Readonly, &reader),
        NvSciError_Success);
    NvSciBufObjFree(g_things.device);
    g_things.device = reader;
}

static CUresult destroy_memory(void)
{
    return ringfenceCuDestroyExternalMemory(g_things.memory);
}

static void make_host(void)
{
    assert_cu(import_host(), CUDA_SUCCESS);
}

static void make_device(void)
{
    assert_cu(import_device(), CUDA_SUCCESS);
}

static void end_memory(void)
{
    assert_cu(destroy_memory(), CUDA_SUCCESS);
    g_things.memory = NULL;
}

static void end_memory_in_context(void)
{
    back_to_context();
    end_memory();
}

static CUresult cuda_import_host(void)
{
    struct cudaExternalMemoryHandleDesc desc;
    cudaExternalMemory_t memory = NULL;
    CUresult result = CUDA_SUCCESS;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalMemoryHandleTypeNvSciBuf;
    desc.handle.nvSciBufObject = g_things.host;
    desc.size = BYTES;
    result = (CUresult)ringfenceCudaImportExternalMemory(&memory, &desc);
    g_things.memory = (void *)memory;
    return result;
}

static CUresult cuda_destroy_memory(void)
{
    return (CUresult)ringfenceCudaDestroyExternalMemory((void *)g_things.memory);
}

/** A descriptor of device memory, which an import takes over. */
static void make_descriptor(void)
{
    CUmemAllocationProp properties;
    CUmemGenericAllocationHandle handle = 0U;
    int fd = -1;

    (void)memset(&properties, 0, sizeof(properties));
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    assert_cu(cuMemCreate(&handle, (size_t)2U << 20U, &properties, 0U), CUDA_SUCCESS);
    assert_cu(
        cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0U),
        CUDA_SUCCESS);
    assert_cu(cuMemRelease(handle), CUDA_SUCCESS);
    g_spare = fd;
}

static CUresult import_foreign_memory(void)
{
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
    desc.handle.fd = g_spare;
    desc.size = BYTES;
    return ringfenceCuImportExternalMemory(&g_things.memory, &desc);
}

static CUresult cuda_import_foreign_memory(void)
{
    struct cudaExternalMemoryHandleDesc desc;
    cudaExternalMemory_t memory = NULL;
    CUresult result = CUDA_SUCCESS;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
    desc.handle.fd = g_spare;
    desc.size = BYTES;
    result = (CUresult)ringfenceCudaImportExternalMemory(&memory, &desc);
    g_things.memory = (void *)memory;
    return result;
}

static void make_foreign_memory(void)
{
    make_descriptor();
    assert_cu(import_foreign_memory(), CUDA_SUCCESS);
}

static CUresult map(void)
{
    return try_map(g_things.memory, 0U, BYTES, &g_things.pointer);
}

static CUresult cuda_map(void)
{
    struct cudaExternalMemoryBufferDesc desc;
    void *pointer = NULL;
    CUresult result = CUDA_SUCCESS;

    (void)memset(&desc, 0, sizeof(desc));
    desc.size = BYTES;
    result = (CUresult)ringfenceCudaExternalMemoryGetMappedBuffer(&pointer, (void *)g_things.memory,
                                                                  &desc);
    g_things.pointer = (CUdeviceptr)(uintptr_t)pointer;
    return result;
}

static CUresult free_pointer(void)
{
    return ringfenceCuMemFree(g_things.pointer);
}

static CUresult cuda_free_pointer(void)
{
    return (CUresult)ringfenceCudaFree((void *)(uintptr_t)g_things.pointer);
}

/** The last pointer of a memory whose handle is gone. */
static void make_last_pointer(void)
{
    assert_cu(import_host(), CUDA_SUCCESS);
    assert_cu(map(), CUDA_SUCCESS);
    assert_cu(destroy_memory(), CUDA_SUCCESS);
    g_things.memory = NULL;
}

/** The same in the memory of a GPU. */
static void make_last_of_device(void)
{
    assert_cu(import_device(), CUDA_SUCCESS);
    assert_cu(map(), CUDA_SUCCESS);
    assert_cu(destroy_memory(), CUDA_SUCCESS);
    g_things.memory = NULL;
}

/** A pointer that an error left is one still. */
static void use_pointer(void)
{
    assert_cu(cuMemsetD8(g_things.pointer, 7U, 16U), CUDA_SUCCESS);
}

static void use_memory(void)
{
    CUdeviceptr pointer = 0U;

    assert_cu(try_map(g_things.memory, 0U, 64U, &pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
}

static void end_pointer(void)
{
    assert_cu(free_pointer(), CUDA_SUCCESS);
    g_things.pointer = 0U;
}

static void make_foreign_pointer(void)
{
    assert_cu(map(), CUDA_SUCCESS);
}

static void host_up(void)
{
    objects_up();
    make_host();
}

static void device_up(void)
{
    objects_up();
    make_device();
}

/** A pointer in the memory of a GPU. */
static void make_mapped_device(void)
{
    make_device();
    make_foreign_pointer();
}

static void memory_down(void)
{
    end_memory();
    objects_down();
}

/* ---------------------------------------------------------------- arrays */

static CUresult map_array(void)
{
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC desc;

    (void)memset(&desc, 0, sizeof(desc));
    desc.arrayDesc.Width = 16U;
    desc.arrayDesc.Height = 8U;
    desc.arrayDesc.Format = CU_AD_FORMAT_UNSIGNED_INT8;
    desc.arrayDesc.NumChannels = 4U;
    desc.numLevels = 1U;
    return ringfenceCuExternalMemoryGetMappedMipmappedArray(&g_things.array, g_things.memory,
                                                            &desc);
}

static CUresult cuda_map_array(void)
{
    struct cudaExternalMemoryMipmappedArrayDesc desc;
    cudaMipmappedArray_t array = NULL;
    CUresult result = CUDA_SUCCESS;

    (void)memset(&desc, 0, sizeof(desc));
    desc.formatDesc = (struct cudaChannelFormatDesc){8, 8, 8, 8, cudaChannelFormatKindUnsigned};
    desc.extent.width = 16U;
    desc.extent.height = 8U;
    desc.numLevels = 1U;
    result = (CUresult)ringfenceCudaExternalMemoryGetMappedMipmappedArray(
        &array, (void *)g_things.memory, &desc);
    g_things.array = (void *)array;
    return result;
}

static CUresult destroy_array(void)
{
    return ringfenceCuMipmappedArrayDestroy(g_things.array);
}

static CUresult cuda_free_array(void)
{
    return (CUresult)ringfenceCudaFreeMipmappedArray((void *)g_things.array);
}

static void make_array(void)
{
    assert_cu(map_array(), CUDA_SUCCESS);
}

/** The last array of a memory whose handle is gone. */
static void make_last_array(void)
{
    assert_cu(import_device(), CUDA_SUCCESS);
    make_array();
    assert_cu(destroy_memory(), CUDA_SUCCESS);
    g_things.memory = NULL;
}

/** An array that an error left is one still. */
static void use_array(void)
{
    CUarray level = NULL;

    assert_cu(ringfenceCuMipmappedArrayGetLevel(&level, g_things.array, 0U), CUDA_SUCCESS);
}

static void end_array(void)
{
    assert_cu(destroy_array(), CUDA_SUCCESS);
    g_things.array = NULL;
}

static CUresult array_level(void)
{
    return ringfenceCuMipmappedArrayGetLevel(&g_things.level, g_things.array, 0U);
}

static CUresult cuda_array_level(void)
{
    cudaArray_t level = NULL;

    return (CUresult)ringfenceCudaGetMipmappedArrayLevel(&level, (void *)g_things.array, 0U);
}

static void array_up(void)
{
    make_foreign_memory();
    make_array();
}

static void array_down(void)
{
    end_array();
    end_memory();
}

/* ---------------------------------------------------------------- graphs */

static CUgraph g_graph;
static CUgraphExec g_exec;
static CUgraphNode g_node;
static CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS g_signal;
static CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS g_wait;

static CUDA_EXT_SEM_SIGNAL_NODE_PARAMS node_signal(void)
{
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS params = {&g_things.semaphore, &g_signal, 1U};

    (void)memset(&g_signal, 0, sizeof(g_signal));
    g_signal.params.nvSciSync.fence = &g_things.fences[0];
    return params;
}

static CUDA_EXT_SEM_WAIT_NODE_PARAMS node_wait(void)
{
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS params = {&g_door, &g_wait, 1U};

    (void)memset(&g_wait, 0, sizeof(g_wait));
    g_wait.params.nvSciSync.fence = &g_things.fences[0];
    return params;
}

static CUresult add_signal_node(void)
{
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS params = node_signal();

    return ringfenceCuGraphAddExternalSemaphoresSignalNode(&g_node, g_graph, NULL, 0U, &params);
}

static CUresult set_signal_node(void)
{
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS params = node_signal();

    return ringfenceCuGraphExternalSemaphoresSignalNodeSetParams(g_node, &params);
}

static CUresult exec_signal_node(void)
{
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS params = node_signal();

    return ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams(g_exec, g_node, &params);
}

static CUresult add_wait_node(void)
{
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS params = node_wait();

    return ringfenceCuGraphAddExternalSemaphoresWaitNode(&g_node, g_graph, NULL, 0U, &params);
}

static CUresult set_wait_node(void)
{
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS params = node_wait();

    return ringfenceCuGraphExternalSemaphoresWaitNodeSetParams(g_node, &params);
}

static CUresult exec_wait_node(void)
{
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS params = node_wait();

    return ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams(g_exec, g_node, &params);
}

static void stamped_nodes_up(void)
{
    stamped_up();
    make_semaphore();
}

static void make_graph(void)
{
    assert_cu(cuGraphCreate(&g_graph, 0U), CUDA_SUCCESS);
}

static void end_graph(void)
{
    assert_cu(cuGraphDestroy(g_graph), CUDA_SUCCESS);
    NvSciSyncFenceClear(&g_things.fences[0]);
}

static void signal_nodes_up(void)
{
    g_things.sync = sync_object(SIGNALS | WAITS, CPU_SIDE);
    make_semaphore();
}

static void signal_nodes_down(void)
{
    end_semaphore();
    NvSciSyncObjFree(g_things.sync);
}

static void clear_fence(void)
{
    NvSciSyncFenceClear(&g_things.fences[0]);
}

static void signal_node_up(void)
{
    signal_nodes_up();
    make_graph();
    assert_cu(add_signal_node(), CUDA_SUCCESS);
    clear_fence();
}

static void signal_node_down(void)
{
    end_graph();
    signal_nodes_down();
}

static void signal_exec_up(void)
{
    signal_node_up();
    assert_cu(cuGraphInstantiateWithFlags(&g_exec, g_graph, 0U), CUDA_SUCCESS);
    go_to(RINGFENCE_PHASE_RUNTIME);
}

static void stamped_exec_up(void)
{
    stamped_nodes_up();
    make_graph();
    assert_cu(add_signal_node(), CUDA_SUCCESS);
    clear_fence();
    assert_cu(cuGraphInstantiateWithFlags(&g_exec, g_graph, 0U), CUDA_SUCCESS);
    go_to(RINGFENCE_PHASE_RUNTIME);
}

static void signal_exec_down(void)
{
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_cu(cuGraphExecDestroy(g_exec), CUDA_SUCCESS);
    go_to(RINGFENCE_PHASE_INIT);
    signal_node_down();
}

/** What is launched expires, so nothing of a failed call is between. */
static void launch_signal(void)
{
    assert_cu(cuGraphLaunch(g_exec, g_scene.stream), CUDA_SUCCESS);
    assert_expires(&g_things.fences[0]);
    clear_fence();
}

static void wait_nodes_up(void)
{
    g_gate = sync_object(CPU_SIDE, WAITS);
    g_door = import_sync(g_gate);
    assert_int_equal(NvSciSyncObjGenerateFence(g_gate, &g_things.fences[0]), NvSciError_Success);
}

static void wait_nodes_down(void)
{
    NvSciSyncFenceClear(&g_things.fences[0]);
    destroy_sync(g_door);
    NvSciSyncObjFree(g_gate);
}

static void drop_graph(void)
{
    assert_cu(cuGraphDestroy(g_graph), CUDA_SUCCESS);
}

static void wait_node_up(void)
{
    wait_nodes_up();
    make_graph();
    assert_cu(add_wait_node(), CUDA_SUCCESS);
}

static void wait_node_down(void)
{
    drop_graph();
    wait_nodes_down();
}

static void wait_exec_up(void)
{
    wait_node_up();
    assert_cu(cuGraphInstantiateWithFlags(&g_exec, g_graph, 0U), CUDA_SUCCESS);
    go_to(RINGFENCE_PHASE_RUNTIME);
}

static void wait_exec_down(void)
{
    go_to(RINGFENCE_PHASE_DEINIT);
    assert_cu(cuGraphExecDestroy(g_exec), CUDA_SUCCESS);
    go_to(RINGFENCE_PHASE_INIT);
    wait_node_down();
}

/* ---------------------------------------------------------------- rows */

#define ASKS   "cuStreamIsCapturing "
#define WRITE  "cuStreamWriteValue64_v2 "
#define STAMP  "cuStreamGetCtx cuLaunchKernel "
#define WAIT   "cuStreamWaitValue64_v2 "
#define SOME   "cuStreamBatchMemOp_v2 "
#define THEIRS "cuSignalExternalSemaphoresAsync "
#define HOLDS  "cuWaitExternalSemaphoresAsync "
#define BEGIN  "cuInit cuCtxGetCurrent "

static const Row g_rows[] = {
    {.name = "ringfenceCuGraphAddExternalSemaphoresSignalNode",
     .up = signal_nodes_up,
     .make = make_graph,
     .call = add_signal_node,
     .finish = end_graph,
     .down = signal_nodes_down},
    {.name = "ringfenceCuGraphExternalSemaphoresSignalNodeSetParams",
     .up = signal_node_up,
     .call = set_signal_node,
     .finish = clear_fence,
     .down = signal_node_down},
    {.name = "ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams",
     .up = signal_exec_up,
     .call = exec_signal_node,
     .finish = launch_signal,
     .down = signal_exec_down,
     .calls = "cuGraphExecKernelNodeSetParams_v2 "},
    {.name = "ringfenceCuGraphAddExternalSemaphoresSignalNode, with a timestamp",
     .up = stamped_nodes_up,
     .make = make_graph,
     .call = add_signal_node,
     .finish = end_graph,
     .down = signal_nodes_down},
    {.name = "ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams, with a timestamp",
     .up = stamped_exec_up,
     .call = exec_signal_node,
     .finish = launch_signal,
     .down = signal_exec_down,
     .calls = "cuGraphExecKernelNodeSetParams_v2 "},
    {.name = "ringfenceCuGraphAddExternalSemaphoresWaitNode",
     .up = wait_nodes_up,
     .make = make_graph,
     .call = add_wait_node,
     .finish = drop_graph,
     .down = wait_nodes_down},
    {.name = "ringfenceCuGraphExternalSemaphoresWaitNodeSetParams",
     .up = wait_node_up,
     .call = set_wait_node,
     .down = wait_node_down},
    {.name = "ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams",
     .up = wait_exec_up,
     .call = exec_wait_node,
     .down = wait_exec_down,
     .calls = "cuGraphExecBatchMemOpNodeSetParams "},
    {.name = "ringfenceCuDeviceGetNvSciSyncAttributes",
     .make = make_list,
     .call = attributes,
     .finish = end_list},
    {.name = "ringfenceCudaDeviceGetNvSciSyncAttributes",
     .make = make_list,
     .call = cuda_attributes,
     .finish = end_list},
    {.name = "NvSciBufObjAlloc",
     .up = allocation_up,
     .call = allocate,
     .finish = end_allocation,
     .down = allocation_down,
     .as_status = true,
     .leaves = true},
    {.name = "ringfenceCuImportExternalSemaphore",
     .up = objects_up,
     .call = import_semaphore,
     .finish = end_semaphore,
     .down = objects_down},
    {.name = "ringfenceCudaImportExternalSemaphore",
     .up = objects_up,
     .call = cuda_import_semaphore,
     .finish = end_semaphore,
     .down = objects_down},
    {.name = "ringfenceCuImportExternalSemaphore, with timestamps",
     .up = stamped_up,
     .call = import_semaphore,
     .finish = end_semaphore,
     .down = stamped_down},
    {.name = "ringfenceCuImportExternalSemaphore, CUDA's",
     .make = make_spare,
     .call = import_foreign,
     .finish = end_foreign},
    {.name = "ringfenceCudaImportExternalSemaphore, CUDA's",
     .make = make_spare,
     .call = cuda_import_foreign,
     .finish = end_foreign},
    {.name = "ringfenceCuDestroyExternalSemaphore",
     .up = objects_up,
     .make = make_semaphore,
     .call = destroy_semaphore,
     .use = use_semaphore,
     .down = objects_down,
     .ends = true},
    {.name = "ringfenceCudaDestroyExternalSemaphore",
     .up = objects_up,
     .make = make_semaphore,
     .call = cuda_destroy_semaphore,
     .use = use_semaphore,
     .down = objects_down,
     .ends = true},
    {.name = "ringfenceCuDestroyExternalSemaphore, with events",
     .up = event_ring_up,
     .make = make_recorded,
     .call = destroy_semaphore,
     .use = use_semaphore,
     .down = event_ring_down,
     .ends = true},
    {.name = "ringfenceCuDestroyExternalMemory",
     .up = objects_up,
     .make = make_host,
     .call = destroy_memory,
     .use = use_memory,
     .down = objects_down,
     .ends = true},
    {.name = "ringfenceCudaDestroyExternalMemory",
     .up = objects_up,
     .make = make_host,
     .call = cuda_destroy_memory,
     .use = use_memory,
     .down = objects_down,
     .ends = true},
    {.name = "ringfenceCuDestroyExternalMemory, of a GPU, for reading",
     .up = reader_up,
     .make = make_device,
     .call = destroy_memory,
     .down = objects_down,
     .ends = true},
    {.name = "ringfenceCuMemFree, the last pointer",
     .up = objects_up,
     .make = make_last_pointer,
     .call = free_pointer,
     .use = use_pointer,
     .down = objects_down,
     .ends = true},
    {.name = "ringfenceCudaFree, the last pointer",
     .up = objects_up,
     .make = make_last_pointer,
     .call = cuda_free_pointer,
     .use = use_pointer,
     .down = objects_down,
     .ends = true},
    {.name = "ringfenceCuMemFree, the last pointer, of a GPU, for reading",
     .up = reader_up,
     .make = make_last_of_device,
     .call = free_pointer,
     .down = objects_down,
     .ends = true},
    {.name = "ringfenceCuDestroyExternalSemaphore, CUDA's",
     .make = make_foreign,
     .call = destroy_foreign},
    {.name = "ringfenceCudaDestroyExternalSemaphore, CUDA's",
     .make = make_foreign,
     .call = cuda_destroy_foreign},
    {.name = "ringfenceCuSignalExternalSemaphoresAsync",
     .up = streams_up,
     .call = signal_one,
     .finish = end_fences,
     .down = streams_down,
     .calls = ASKS WRITE},
    {.name = "ringfenceCuSignalExternalSemaphoresAsync, three",
     .up = streams_up,
     .call = signal_batch,
     .finish = end_fences,
     .down = streams_down,
     .calls = ASKS SOME},
    {.name = "ringfenceCudaSignalExternalSemaphoresAsync",
     .up = streams_up,
     .call = cuda_signal_one,
     .finish = end_fences,
     .down = streams_down,
     .calls = ASKS WRITE,
     .recovers = true},
    {.name = "ringfenceCuSignalExternalSemaphoresAsync, with a timestamp",
     .up = stamped_streams_up,
     .call = signal_one,
     .finish = end_fences,
     .down = streams_down,
     .calls = ASKS STAMP},
    {.name = "ringfenceCuSignalExternalSemaphoresAsync, three with timestamps",
     .up = stamped_streams_up,
     .call = signal_batch,
     .finish = end_fences,
     .down = streams_down,
     .calls = ASKS STAMP},
    {.name = "ringfenceCudaSignalExternalSemaphoresAsync, with a timestamp, no context",
     .up = stamped_streams_up,
     .make = leave_context,
     .call = cuda_signal_one,
     .finish = end_fences_in_context,
     .down = streams_down,
     .calls = ASKS BEGIN "cuDeviceGet cuCtxGetId cuCtxSetCurrent " ASKS STAMP,
     .recovers = true},
    {.name = "ringfenceCudaSignalExternalSemaphoresAsync, mixed",
     .up = streams_up,
     .call = cuda_signal_mixed,
     .finish = end_fences,
     .down = streams_down,
     .calls = THEIRS ASKS SOME,
     .recovers = true},
    {.name = "ringfenceCudaSignalExternalSemaphoresAsync, CUDA's",
     .up = streams_up,
     .call = cuda_signal_foreign,
     .finish = end_fences,
     .down = streams_down,
     .calls = BEGIN THEIRS},
    {.name = "ringfenceCudaSignalExternalSemaphoresAsync, no context",
     .up = streams_up,
     .make = leave_context,
     .call = cuda_signal_one,
     .finish = end_fences_in_context,
     .down = streams_down,
     .calls = ASKS BEGIN "cuDeviceGet cuCtxGetId cuCtxSetCurrent " ASKS WRITE,
     .recovers = true},
    {.name = "ringfenceCuWaitExternalSemaphoresAsync",
     .up = waits_up,
     .make = make_pending,
     .call = wait_one,
     .finish = open_gate,
     .down = waits_down,
     .calls = WAIT},
    {.name = "ringfenceCuWaitExternalSemaphoresAsync, three",
     .up = waits_up,
     .make = make_pending,
     .call = wait_batch,
     .finish = open_gate,
     .down = waits_down,
     .calls = SOME},
    {.name = "ringfenceCudaWaitExternalSemaphoresAsync, mixed",
     .up = waits_up,
     .make = make_pending,
     .call = cuda_wait_mixed,
     .finish = open_gate,
     .down = waits_down,
     .calls = HOLDS SOME,
     .recovers = true},
    {.name = "ringfenceCuWaitExternalSemaphoresAsync, CUDA's",
     .up = waits_up,
     .call = wait_foreign,
     .down = waits_down,
     .calls = HOLDS},
    {.name = "ringfenceCuWaitExternalSemaphoresAsync, cleared",
     .up = waits_up,
     .call = wait_none,
     .down = waits_down,
     .calls = ""},
    {.name = "ringfenceCuImportExternalMemory",
     .up = objects_up,
     .call = import_host,
     .finish = end_memory,
     .down = objects_down},
    {.name = "ringfenceCuImportExternalMemory, of a GPU",
     .up = objects_up,
     .call = import_device,
     .finish = end_memory,
     .down = objects_down,
     .leaves = true},
    {.name = "ringfenceCudaImportExternalMemory",
     .up = objects_up,
     .call = cuda_import_host,
     .finish = end_memory,
     .down = objects_down},
    {.name = "ringfenceCudaImportExternalMemory, no context",
     .up = objects_up,
     .make = leave_context,
     .call = cuda_import_host,
     .finish = end_memory_in_context,
     .down = objects_down},
    {.name = "ringfenceCuImportExternalMemory, of a GPU, for reading",
     .up = reader_up,
     .call = import_device,
     .finish = end_memory,
     .down = objects_down,
     .leaves = true},
    {.name = "ringfenceCuImportExternalMemory, CUDA's",
     .make = make_descriptor,
     .call = import_foreign_memory,
     .finish = end_memory},
    {.name = "ringfenceCudaImportExternalMemory, CUDA's",
     .make = make_descriptor,
     .call = cuda_import_foreign_memory,
     .finish = end_memory},
    {.name = "ringfenceCuExternalMemoryGetMappedBuffer",
     .up = host_up,
     .call = map,
     .finish = end_pointer,
     .down = memory_down},
    {.name = "ringfenceCudaExternalMemoryGetMappedBuffer",
     .up = host_up,
     .call = cuda_map,
     .finish = end_pointer,
     .down = memory_down},
    {.name = "ringfenceCuExternalMemoryGetMappedBuffer, CUDA's",
     .up = make_foreign_memory,
     .call = map,
     .finish = end_pointer,
     .down = end_memory},
    {.name = "ringfenceCudaExternalMemoryGetMappedBuffer, CUDA's",
     .up = make_foreign_memory,
     .call = cuda_map,
     .finish = end_pointer,
     .down = end_memory},
    {.name = "ringfenceCuMemFree",
     .up = host_up,
     .make = make_foreign_pointer,
     .call = free_pointer,
     .down = memory_down},
    {.name = "ringfenceCuMemFree, CUDA's",
     .up = make_foreign_memory,
     .make = make_foreign_pointer,
     .call = free_pointer,
     .down = end_memory},
    {.name = "ringfenceCudaFree, CUDA's",
     .up = make_foreign_memory,
     .make = make_foreign_pointer,
     .call = cuda_free_pointer,
     .down = end_memory},
    {.name = "ringfenceCuExternalMemoryGetMappedMipmappedArray, CUDA's",
     .up = make_foreign_memory,
     .call = map_array,
     .finish = end_array,
     .down = end_memory},
    {.name = "ringfenceCudaExternalMemoryGetMappedMipmappedArray, CUDA's",
     .up = make_foreign_memory,
     .call = cuda_map_array,
     .finish = end_array,
     .down = end_memory},
    {.name = "ringfenceCuMipmappedArrayDestroy",
     .up = make_foreign_memory,
     .make = make_array,
     .call = destroy_array,
     .down = end_memory},
    {.name = "ringfenceCudaFreeMipmappedArray",
     .up = make_foreign_memory,
     .make = make_array,
     .call = cuda_free_array,
     .down = end_memory},
    {.name = "ringfenceCuMipmappedArrayGetLevel",
     .up = array_up,
     .call = array_level,
     .down = array_down},
    {.name = "ringfenceCudaGetMipmappedArrayLevel",
     .up = array_up,
     .call = cuda_array_level,
     .down = array_down},
    {.name = "ringfenceCuDestroyExternalMemory, CUDA's",
     .make = make_foreign_memory,
     .call = destroy_memory},
    {.name = "ringfenceCudaDestroyExternalMemory, CUDA's",
     .make = make_foreign_memory,
     .call = cuda_destroy_memory},
    {.name = "ringfenceCuExternalMemoryGetMappedBuffer, of a GPU",
     .up = device_up,
     .call = map,
     .finish = end_pointer,
     .down = memory_down},
    {.name = "ringfenceCudaExternalMemoryGetMappedMipmappedArray, of a GPU",
     .up = device_up,
     .call = cuda_map_array,
     .finish = end_array,
     .down = memory_down},
    {.name = "ringfenceCuMemFree, of a GPU",
     .up = device_up,
     .make = make_foreign_pointer,
     .call = free_pointer,
     .use = use_pointer,
     .down = memory_down,
     .ends = true},
    {.name = "ringfenceCuMipmappedArrayDestroy, of a GPU",
     .up = device_up,
     .make = make_array,
     .call = destroy_array,
     .use = use_array,
     .down = memory_down,
     .ends = true},
    {.name = "ringfenceCudaFreeMipmappedArray, of a GPU, the last",
     .up = objects_up,
     .make = make_last_array,
     .call = cuda_free_array,
     .use = use_array,
     .down = objects_down,
     .ends = true},
    {.name = "ringfenceCuDestroyExternalMemory, of a GPU",
     .up = objects_up,
     .make = make_device,
     .call = destroy_memory,
     .use = use_memory,
     .down = objects_down,
     .ends = true},
    {.name = "ringfenceCudaDestroyExternalMemory, of a GPU, a pointer left",
     .up = objects_up,
     .make = make_mapped_device,
     .call = cuda_destroy_memory,
     .use = use_memory,
     .finish = end_pointer,
     .down = objects_down,
     .ends = true},
};

/* ---------------------------------------------------------------- the test */

/** What a call that failed leaves as it was. */
typedef struct {
    unsigned int live[FAKE_KINDS];
    uint32_t taken;
    uint32_t faults;
    uint32_t refusals;
    uint64_t list_bytes;
    NvSciSyncFence fences[BATCH];
} Picture;

static Picture picture_now(void)
{
    RingfenceRefusal refusal;
    Picture picture;

    (void)memset(&picture, 0, sizeof(picture));
    for (int kind = 0; kind < (int)FAKE_KINDS; kind++) {
        picture.live[kind] = g_fake->live((FakeKind)kind);
    }
    /* The first context that is needed is kept until the process ends. */
    picture.live[FAKE_CONTEXTS] = 0U;
    picture.taken = in_use_of_all();
    picture.faults = faults();
    assert_int_equal(RingfenceGetLastRefusal(&refusal), NvSciError_Success);
    picture.refusals = refusal.total;
    if (g_things.list != NULL) {
        NvSciSyncAttrKeyValuePair pairs[] = {{NvSciSyncAttrKey_RequiredPerm, NULL, 0U},
                                             {NvSciSyncAttrKey_GpuId, NULL, 0U}};

        assert_int_equal(NvSciSyncAttrListGetAttrs(g_things.list, pairs, COUNT_OF(pairs)),
                         NvSciError_Success);
        picture.list_bytes = pairs[0].len + pairs[1].len;
    }
    (void)memcpy(picture.fences, g_things.fences, sizeof(picture.fences));
    return picture;
}

static void run_if(void (*step)(void))
{
    if (step != NULL) {
        step();
    }
}

/** What a caller of a row gets for an error of the driver. */
static CUresult expected_of(const Row *row, CUresult code)
{
    CUresult expected = code;

    if (row->as_status) {
        expected = (CUresult)((code == CUDA_ERROR_OUT_OF_MEMORY) ? NvSciError_InsufficientMemory
                                                                 : NvSciError_ResourceError);
    }
    return expected;
}

/** Says whether the nth call is one of these functions. */
static bool is_call(unsigned int nth, const char *const *names, size_t count)
{
    FakeCall call;
    bool found = false;

    assert_true(g_fake->call(nth - 1U, &call));
    for (size_t i = 0U; i < count; i++) {
        found = found || (strcmp(call.name, names[i]) == 0);
    }
    return found;
}

/** Says whether the nth call gives something back, or makes ready for that. */
static bool is_end(unsigned int nth)
{
    static const char *const ends[] = {
        "cuMemRelease",       "cuMemFree_v2",     "cuDestroyExternalMemory", "cuCtxPopCurrent_v2",
        "cuMemUnmap",         "cuMemAddressFree", "cuCtxPushCurrent_v2",     "cuCtxSynchronize",
        "cuStreamDestroy_v2", "cuEventDestroy_v2"};

    return is_call(nth, ends, COUNT_OF(ends));
}

/** Says whether the nth call only asks, or makes ready for that. */
static bool is_question(unsigned int nth)
{
    static const char *const questions[] = {"cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2",
                                            "cuCtxSynchronize", "cuMemHostGetDevicePointer_v2",
                                            "cuEventQuery"};

    return is_call(nth, questions, COUNT_OF(questions));
}

/** Says whether what a row had may be gone in part: addresses cannot be given back first. */
static bool may_lose(const Row *row, unsigned int nth)
{
    static const char *const last[] = {"cuMemAddressFree"};

    return (row->leaves && is_end(nth)) || (row->ends && is_call(nth, last, 1U));
}

/** Says whether a call of a row may succeed although the nth call of the driver failed. */
static bool may_succeed(const Row *row, unsigned int nth, CUresult code)
{
    static const char *const numbers[] = {"cuCtxGetId", "cuThreadExchangeStreamCaptureMode"};

    /* A context whose number the driver does not tell is taken for what it was; the mode of
     * captures is asked for the sake of other threads. */
    return is_call(nth, numbers, COUNT_OF(numbers)) || (row->leaves && is_end(nth)) ||
           (row->ends && is_question(nth)) ||
           (row->recovers && (code == CUDA_ERROR_INVALID_CONTEXT));
}

/** Makes the nth call of a row fail; says whether there was one. */
static bool fail_call(const Row *row, unsigned int nth, CUresult code)
{
    const Picture before = picture_now();
    CUresult result = CUDA_SUCCESS;
    bool failed = false;

    g_fake->reset();
    assert_true(g_fake->refuse(NULL, nth, code));
    result = row->call();
    failed = (g_fake->count(NULL) >= nth);
    if (!failed) {
        assert_cu(result, CUDA_SUCCESS);
    } else if (result == CUDA_SUCCESS) {
        assert_true(may_succeed(row, nth, code));
    } else {
        Picture after = picture_now();

        if (may_lose(row, nth)) {
            (void)memcpy(after.live, before.live, sizeof(after.live));
        }
        g_fake->reset();

        assert_cu(result, expected_of(row, code));
        assert_memory_equal(&after, &before, sizeof(before));
        run_if(row->use);
        assert_cu(row->call(), CUDA_SUCCESS);
    }
    g_fake->reset();
    return failed;
}

/** Fails each call of a row in turn; gives how many there were. */
static unsigned int fail_each_call(const Row *row, CUresult code)
{
    unsigned int nth = 1U;
    bool failed = true;

    run_if(row->up);
    while (failed) {
        run_if(row->make);
        failed = fail_call(row, nth, code);
        if (row->ends) {
            /* An end of a context's turn that was refused has left it there. */
            leave_context();
            back_to_context();
        }
        run_if(row->finish);
        nth += failed ? 1U : 0U;
        assert_true(nth < CALLS_MAX);
    }
    run_if(row->down);
    return nth - 1U;
}

static int fake_up(void **state)
{
    const int status = scene_up(state);

    (void)memset(&g_things, 0, sizeof(g_things));
    g_fake = fake_control();
    assert_non_null(g_fake);
    g_fake->reset();
    return status;
}

#define fake_test(function) cmocka_unit_test_setup_teardown(function, fake_up, scene_down)

/**
 * A call of the driver that fails is the error of the caller, changes nothing, and can be tried
 * again: what was to end is of use as before.
 * @verifies RF-CUDA-006
 * @verifies RF-CUDA-012
 * @verifies RF-CUDA-019
 * @verifies RF-CUDA-035
 * @verifies RF-CUDA-038
 * @verifies RF-CUDA-101
 */
static void each_call_fails_in_turn(void **state)
{
    static const CUresult codes[] = {CUDA_ERROR_OUT_OF_MEMORY, CUDA_ERROR_INVALID_CONTEXT,
                                     CUDA_ERROR_ILLEGAL_ADDRESS, CUDA_ERROR_NOT_SUPPORTED};
    unsigned int calls = 0U;

    (void)state;
    for (size_t r = 0U; r < COUNT_OF(g_rows); r++) {
        const uint32_t taken = in_use_of_all();

        for (size_t c = 0U; c < COUNT_OF(codes); c++) {
            if ((codes[c] != CUDA_ERROR_ILLEGAL_ADDRESS) || !g_rows[r].ends) {
                print_message("%s, %d\n", g_rows[r].name, (int)codes[c]);
                calls += fail_each_call(&g_rows[r], codes[c]);
                assert_int_equal(in_use_of_all(), taken);
            }
        }
    }
    assert_true(calls > (COUNT_OF(codes) * COUNT_OF(g_rows)));
}

/**
 * In RUNTIME signals and waits make these calls of the driver and no other, so none that reserves
 * memory.
 * @verifies RF-CUDA-002
 * @verifies RF-CUDA-018
 */
static void runtime_calls_are_these(void **state)
{
    (void)state;
    for (size_t r = 0U; r < COUNT_OF(g_rows); r++) {
        const Row *const row = &g_rows[r];

        if (row->calls != NULL) {
            char calls[512] = "";
            FakeCall call;

            print_message("%s\n", row->name);
            run_if(row->up);
            run_if(row->make);
            g_fake->reset();
            assert_cu(row->call(), CUDA_SUCCESS);
            for (unsigned int i = 0U; g_fake->call(i, &call); i++) {
                (void)strncat(calls, call.name, sizeof(calls) - strlen(calls) - 1U);
                (void)strncat(calls, " ", sizeof(calls) - strlen(calls) - 1U);
            }
            assert_string_equal(calls, row->calls);
            run_if(row->finish);
            run_if(row->down);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fake_test(each_call_fails_in_turn),
        fake_test(runtime_calls_are_these),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
