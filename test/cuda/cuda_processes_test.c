/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_processes_test.c
 * Two processes with a GPU each: one writes a buffer in a stream and signals, the other one waits
 * in a stream and reads. Each makes its context after it began, as CUDA asks for.
 */
#define _GNU_SOURCE

#include "../system/peers.h"

#include <time.h>

#include "fake.h"
#include "ringfence_cuda.h"
#include "ringfence_engine.h"

#define CU_OK(call) CHECK((call) == CUDA_SUCCESS)

/** Bytes of the buffer, and turns that it takes. */
#define BYTES (256U * 1024U)
#define TURNS 20U

/** What a process has. */
typedef struct {
    bool writes;
    NvSciIpcEndpoint handle;
    NvSciSyncModule sync;
    NvSciBufModule buf;
    CUdevice device;
    CUcontext context;
    CUstream stream;
    NvSciRmGpuId gpu;
    NvSciSyncObj object;
    NvSciBufObj buffer;
    CUexternalSemaphore semaphore;
    CUexternalMemory memory;
    CUdeviceptr pointer;
} Party;

/** The buffer is in the memory of the GPU. For the processes that a test starts. */
static bool g_in_device;
/** Who signals waits as well. The same. */
static bool g_signaler_waits;

static Party begin(bool writes)
{
    Party party;
    CUuuid uuid;

    (void)memset(&party, 0, sizeof(party));
    party.writes = writes;
    CU_OK(cuInit(0U));
    CU_OK(cuDeviceGet(&party.device, 0));
    CU_OK(cuDevicePrimaryCtxRetain(&party.context, party.device));
    CU_OK(cuCtxSetCurrent(party.context));
    CU_OK(cuStreamCreate(&party.stream, CU_STREAM_NON_BLOCKING));
    CU_OK(cuDeviceGetUuid_v2(&uuid, party.device));
    (void)memcpy(party.gpu.bytes, uuid.bytes, sizeof(uuid.bytes));
    party.sync = open_sync();
    CHECK_OK(NvSciBufModuleOpen(&party.buf));
    party.handle = join(writes ? A_0 : A_1);
    return party;
}

static NvSciSyncAttrList stream_list(const Party *party)
{
    const int more = g_signaler_waits ? CUDA_NVSCISYNC_ATTR_WAIT : 0;
    const int flags =
        party->writes ? (CUDA_NVSCISYNC_ATTR_SIGNAL | more) : CUDA_NVSCISYNC_ATTR_WAIT;
    NvSciSyncAttrList list = NULL;

    CHECK_OK(NvSciSyncAttrListCreate(party->sync, &list));
    CU_OK(ringfenceCuDeviceGetNvSciSyncAttributes(list, party->device, flags));
    return list;
}

static NvSciBufAttrList buffer_list(const Party *party)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = BYTES;
    const NvSciBufAttrValAccessPerm perm =
        party->writes ? NvSciBufAccessPerm_ReadWrite : NvSciBufAccessPerm_Readonly;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_GpuId, &party->gpu, sizeof(party->gpu)},
        {NvSciBufGeneralAttrKey_VidMem_GpuId, &party->gpu, sizeof(party->gpu)}};
    NvSciBufAttrList list = NULL;

    CHECK_OK(NvSciBufAttrListCreate(party->buf, &list));
    CHECK_OK(NvSciBufAttrListSetAttrs(list, pairs, g_in_device ? 5U : 4U));
    return list;
}

/** Makes object and buffer of both lists, and sends them. */
static void give(Party *party)
{
    static Bytes bytes;
    NvSciSyncAttrList sync_lists[2] = {stream_list(party),
                                       receive_list(party->sync, party->handle)};
    NvSciBufAttrList buf_lists[2] = {buffer_list(party), NULL};
    NvSciBufAttrList conflict = NULL;
    void *blob = NULL;
    size_t size = get(party->handle, &bytes, sizeof(bytes));

    CHECK_OK(NvSciBufAttrListIpcImportUnreconciled(party->buf, party->handle, &bytes, size,
                                                   &buf_lists[1]));
    party->object = make_of(sync_lists, 2U);
    send_object(party->handle, party->object);
    CHECK_OK(NvSciBufAttrListReconcileAndObjAlloc(buf_lists, 2U, &party->buffer, &conflict));
    CHECK_OK(NvSciBufIpcExportAttrListAndObj(party->buffer, NvSciBufAccessPerm_Readonly,
                                             party->handle, &blob, &size));
    put(party->handle, blob, size);
    NvSciBufAttrListAndObjFreeDesc(blob);
    NvSciBufAttrListFree(buf_lists[0]);
    NvSciBufAttrListFree(buf_lists[1]);
}

/** Asks for object and buffer, and takes them. */
static void take(Party *party)
{
    static Bytes bytes;
    NvSciSyncAttrList sync_list = stream_list(party);
    NvSciBufAttrList buf_list = buffer_list(party);
    void *desc = NULL;
    size_t size = 0U;

    send_lists(party->handle, &sync_list, 1U);
    CHECK_OK(NvSciBufAttrListIpcExportUnreconciled(&buf_list, 1U, party->handle, &desc, &size));
    put(party->handle, desc, size);
    NvSciBufAttrListFreeDesc(desc);
    party->object = receive_object(party->sync, party->handle, sync_list);
    size = get(party->handle, &bytes, sizeof(bytes));
    CHECK_OK(NvSciBufIpcImportAttrListAndObj(party->buf, party->handle, &bytes, size, &buf_list, 1U,
                                             NvSciBufAccessPerm_Readonly, 0, &party->buffer));
    NvSciSyncAttrListFree(sync_list);
    NvSciBufAttrListFree(buf_list);
}

/** Imports object and buffer into CUDA. */
static void import_both(Party *party)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC semaphore;
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC memory;
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC range;

    (void)memset(&semaphore, 0, sizeof(semaphore));
    semaphore.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    semaphore.handle.nvSciSyncObj = party->object;
    CU_OK(ringfenceCuImportExternalSemaphore(&party->semaphore, &semaphore));
    (void)memset(&memory, 0, sizeof(memory));
    memory.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
    memory.handle.nvSciBufObject = party->buffer;
    memory.size = BYTES;
    CU_OK(ringfenceCuImportExternalMemory(&party->memory, &memory));
    (void)memset(&range, 0, sizeof(range));
    range.size = BYTES;
    CU_OK(ringfenceCuExternalMemoryGetMappedBuffer(&party->pointer, party->memory, &range));
    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
}

/** Gives everything back; nothing may be left. */
static void end(Party *party)
{
    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT));
    CU_OK(ringfenceCuMemFree(party->pointer));
    CU_OK(ringfenceCuDestroyExternalMemory(party->memory));
    CU_OK(ringfenceCuDestroyExternalSemaphore(party->semaphore));
    NvSciSyncObjFree(party->object);
    NvSciBufObjFree(party->buffer);
    NvSciBufModuleClose(party->buf);
    part(party->sync, party->handle);
    CU_OK(cuStreamDestroy(party->stream));
    CU_OK(cuDevicePrimaryCtxRelease(party->device));
}

/** With the driver that records: how often a function was called. */
static bool was_called(const char *name, uint32_t times)
{
    const FakeControl *const control = fake_control();

    return (control == NULL) || (control->count(name) == times);
}

/** Writes a value in a stream, signals, and passes the fence on before that is done. */
static void writer(void)
{
    Party party = begin(true);

    give(&party);
    import_both(&party);
    for (uint32_t turn = 1U; turn <= TURNS; turn++) {
        CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        (void)memset(&params, 0, sizeof(params));
        params.params.nvSciSync.fence = &fence;
        CU_OK(cuMemsetD8Async(party.pointer, (unsigned char)turn, BYTES, party.stream));
        CU_OK(
            ringfenceCuSignalExternalSemaphoresAsync(&party.semaphore, &params, 1U, party.stream));
        send_fence(party.handle, &fence);
        NvSciSyncFenceClear(&fence);
        listen_to(party.handle);
    }
    /* Counter and waiter counter in one call. */
    CHECK(was_called("cuStreamBatchMemOp_v2", TURNS));
    CHECK(was_called("cuStreamWriteValue64_v2", 0U));
    end(&party);
}

/** Waits in a stream, reads what is there, and says so. */
static void reader(void)
{
    static uint8_t copy[BYTES];
    Party party = begin(false);

    take(&party);
    import_both(&party);
    CHECK(cuMemsetD8(party.pointer, 1U, 1U) == CUDA_ERROR_INVALID_VALUE);
    for (uint32_t turn = 1U; turn <= TURNS; turn++) {
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS params;
        NvSciSyncFence fence = NvSciSyncFenceInitializer;

        receive_fence(party.handle, party.object, &fence);
        (void)memset(&params, 0, sizeof(params));
        params.params.nvSciSync.fence = &fence;
        CU_OK(ringfenceCuWaitExternalSemaphoresAsync(&party.semaphore, &params, 1U, party.stream));
        CU_OK(cuMemcpyDtoHAsync(copy, party.pointer, BYTES, party.stream));
        CU_OK(cuStreamSynchronize(party.stream));
        for (uint32_t i = 0U; i < BYTES; i++) {
            CHECK(copy[i] == (uint8_t)turn);
        }
        NvSciSyncFenceClear(&fence);
        tell(party.handle);
    }
    end(&party);
}

/**
 * A stream of one process waits for a stream of another, and sees what it wrote to memory that the
 * CPU could access.
 * @verifies RF-CUDA-014 RF-CUDA-015 RF-CUDA-030 RF-CUDA-060
 */
static void streams_of_two_processes_share_memory_of_the_cpu(void **state)
{
    static const Role roles[] = {writer, reader};

    (void)state;
    g_in_device = false;
    run_roles(roles, COUNT_OF(roles));
}

/**
 * The same in memory of the GPU. In both the reader's GPU cannot write.
 * @verifies RF-CUDA-014 RF-CUDA-015 RF-CUDA-030 RF-CUDA-041
 */
static void streams_of_two_processes_share_memory_of_the_gpu(void **state)
{
    static const Role roles[] = {writer, reader};

    (void)state;
    g_in_device = true;
    run_roles(roles, COUNT_OF(roles));
}

/** Points that are signalled together. */
#define BATCH 20U

/** Signals more points in one call than one call of the driver takes. */
static void batch_writer(void)
{
    Party party = begin(true);
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params[BATCH];
    CUexternalSemaphore semaphores[BATCH];
    NvSciSyncFence fences[BATCH];

    give(&party);
    import_both(&party);
    (void)memset(params, 0, sizeof(params));
    (void)memset(fences, 0, sizeof(fences));
    for (uint32_t i = 0U; i < BATCH; i++) {
        params[i].params.nvSciSync.fence = &fences[i];
        semaphores[i] = party.semaphore;
    }
    CU_OK(ringfenceCuSignalExternalSemaphoresAsync(semaphores, params, BATCH, party.stream));
    CU_OK(cuStreamSynchronize(party.stream));
    for (uint32_t i = 0U; i < BATCH; i++) {
        send_fence(party.handle, &fences[i]);
        NvSciSyncFenceClear(&fences[i]);
    }
    listen_to(party.handle);
    end(&party);
}

/** Finds all points reached, in the counter and in the waiter counter. */
static void batch_reader(void)
{
    Party party = begin(false);
    RingfenceEngineSync map;

    take(&party);
    CHECK_OK(RingfenceEngineSyncMap(party.object, &map));
    CHECK((map.gate != NULL) && (map.counter == NULL));
    import_both(&party);
    for (uint32_t i = 0U; i < BATCH; i++) {
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        RingfenceEngineFence view;

        receive_fence(party.handle, party.object, &fence);
        CHECK_OK(RingfenceEngineFenceRead(map.object, &fence, &view));
        CHECK(view.reached && (view.point == (i + 1U)));
        NvSciSyncFenceClear(&fence);
    }
    /* The watcher opens the waiter counter once the signaller has left. */
    CHECK(__atomic_load_n((const uint64_t *)map.gate, __ATOMIC_SEQ_CST) == BATCH);
    CHECK(__atomic_load_n((const uint64_t *)map.constCounter, __ATOMIC_SEQ_CST) == BATCH);
    tell(party.handle);
    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT));
    RingfenceEngineSyncUnmap(&map);
    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT));
    CHECK_OK(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME));
    end(&party);
}

/**
 * A batch of signals moves counter and waiter counter, each to its last point, whether who signals
 * waits as well or not.
 * @verifies RF-CUDA-060
 */
static void batches_move_counter_and_gate(void **state)
{
    static const Role roles[] = {batch_writer, batch_reader};

    (void)state;
    g_in_device = false;
    g_signaler_waits = true;
    run_roles(roles, COUNT_OF(roles));
    g_signaler_waits = false;
    run_roles(roles, COUNT_OF(roles));
}

/* ---------------------------------------------------------------- timestamps */

/** What clocks of two devices may differ by. */
#define ERROR_US 1000U

static CUexternalSemaphore import_object(NvSciSyncObj object)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc;
    CUexternalSemaphore semaphore = NULL;
    CUresult result;

    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
    desc.handle.nvSciSyncObj = object;
    result = CUDA_ERROR_NOT_READY;
    /* On a busy machine the GPU that is none may be too busy to tell the time. */
    for (uint32_t i = 0U; (i < 1000U) && (result == CUDA_ERROR_NOT_READY); i++) {
        result = ringfenceCuImportExternalSemaphore(&semaphore, &desc);
    }
    CU_OK(result);
    return semaphore;
}

static void signal_in_stream(const Party *party, NvSciSyncFence *fence)
{
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS params;

    (void)memset(&params, 0, sizeof(params));
    params.params.nvSciSync.fence = fence;
    CU_OK(ringfenceCuSignalExternalSemaphoresAsync(&party->semaphore, &params, 1U, party->stream));
}

/** A stream that nobody will let go on. */
static void hold_up(const Party *party)
{
    static uint64_t page[512] __attribute__((aligned(4096)));
    CUdeviceptr word = 0U;

    CU_OK(cuMemHostRegister(page, sizeof(page), CU_MEMHOSTREGISTER_DEVICEMAP));
    CU_OK(cuMemHostGetDevicePointer(&word, page, 0U));
    CU_OK(cuStreamWaitValue64(party->stream, word, 1U, CU_STREAM_WAIT_VALUE_GEQ));
}

/** Signals with timestamps, and ends with a signal that it owes. */
static void stamper(void)
{
    Party party = begin(true);
    NvSciSyncAttrList lists[2] = {stream_list(&party), receive_list(party.sync, party.handle)};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    party.object = make_of(lists, 2U);
    send_object(party.handle, party.object);
    party.semaphore = import_object(party.object);
    for (uint32_t turn = 0U; turn <= TURNS; turn++) {
        if (turn == TURNS) {
            hold_up(&party);
        }
        signal_in_stream(&party, &fence);
        send_fence(party.handle, &fence);
        listen_to(party.handle);
    }
}

/** Reads the times; of the point that is owed there is none. */
static void looker(void)
{
    Party party = begin(false);
    const NvSciSyncAttrList lists[2] = {stream_list(&party),
                                        ask_for(party.sync, NvSciSyncAccessPerm_WaitOnly, true)};
    NvSciSyncCpuWaitContext wait = NULL;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    uint64_t last_us = 0U;
    uint64_t time_us = 0U;
    struct timespec now;

    CHECK_OK(NvSciSyncCpuWaitContextAlloc(party.sync, &wait));
    send_lists(party.handle, lists, 2U);
    party.object = receive_object(party.sync, party.handle, lists[1]);
    party.semaphore = import_object(party.object);
    for (uint32_t turn = 0U; turn < TURNS; turn++) {
        receive_fence(party.handle, party.object, &fence);
        CHECK_OK(NvSciSyncFenceWait(&fence, wait, -1));
        (void)clock_gettime(CLOCK_MONOTONIC, &now);
        CHECK_OK(NvSciSyncFenceGetTimestamp(&fence, &time_us));
        CHECK(time_us >= last_us);
        CHECK(time_us <=
              (((uint64_t)now.tv_sec * 1000000U) + ((uint64_t)now.tv_nsec / 1000U) + ERROR_US));
        last_us = time_us;
        tell(party.handle);
    }
    receive_fence(party.handle, party.object, &fence);
    CHECK_STATUS(NvSciSyncFenceGetTimestamp(&fence, &time_us), NvSciError_NotYetAvailable);
    tell(party.handle);
    CHECK_STATUS(NvSciSyncFenceWait(&fence, wait, -1), NvSciError_NoSuchProcess);
    CHECK_STATUS(NvSciSyncFenceGetTimestamp(&fence, &time_us), NvSciError_NotYetAvailable);
    CHECK(time_us == last_us);
}

/**
 * A process reads the times of signals of another one's stream. That of a signal which the other
 * one owes when it ends is not there, before and after.
 * @verifies RF-CUDA-121 RF-CUDA-124
 */
static void times_come_from_another_process(void **state)
{
    static const Role roles[] = {stamper, looker};

    (void)state;
    run_roles(roles, COUNT_OF(roles));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        peers_test(batches_move_counter_and_gate), peers_test(times_come_from_another_process),
        peers_test(streams_of_two_processes_share_memory_of_the_cpu),
        peers_test(streams_of_two_processes_share_memory_of_the_gpu)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
