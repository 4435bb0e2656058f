/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_several_test.c
 * Two GPUs of one process: buffers and sync objects that both use. Left out where there is one GPU.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"

#define BYTES (64U * 1024U)

/** What the second GPU has. */
typedef struct {
    CUdevice device;
    CUcontext context;
    CUstream stream;
    /** Both GPUs, the first one of the scene before. */
    NvSciRmGpuId gpus[2];
    /** The GPUs can use each other's memory. */
    bool reach;
} Second;

static Second g_second;

static int several_up(void **state)
{
    const int status = scene_up(state);
    CUuuid uuid;
    int count = 0;
    int can = 0;

    (void)memset(&g_second, 0, sizeof(g_second));
    assert_cu(cuDeviceGetCount(&count), CUDA_SUCCESS);
    if (count > 1) {
        assert_cu(cuDeviceGet(&g_second.device, 1), CUDA_SUCCESS);
        assert_cu(cuDeviceCanAccessPeer(&can, g_second.device, g_scene.device), CUDA_SUCCESS);
        g_second.reach = (can != 0);
        assert_cu(cuDevicePrimaryCtxRetain(&g_second.context, g_second.device), CUDA_SUCCESS);
        assert_cu(cuCtxSetCurrent(g_second.context), CUDA_SUCCESS);
        assert_cu(cuStreamCreate(&g_second.stream, CU_STREAM_NON_BLOCKING), CUDA_SUCCESS);
        assert_cu(cuDeviceGetUuid_v2(&uuid, g_second.device), CUDA_SUCCESS);
        g_second.gpus[0] = g_scene.gpu;
        (void)memcpy(g_second.gpus[1].bytes, uuid.bytes, sizeof(uuid.bytes));
        assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
    }
    return status;
}

static int several_down(void **state)
{
    if (g_second.context != NULL) {
        assert_cu(cuCtxSetCurrent(g_second.context), CUDA_SUCCESS);
        assert_cu(cuStreamDestroy(g_second.stream), CUDA_SUCCESS);
        assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
        assert_cu(cuDevicePrimaryCtxRelease(g_second.device), CUDA_SUCCESS);
    }
    return scene_down(state);
}

#define several_test(function) cmocka_unit_test_setup_teardown(function, several_up, several_down)

static void use_first(void)
{
    assert_cu(cuCtxSetCurrent(g_scene.context), CUDA_SUCCESS);
}

/** Leaves the test out where there is one GPU. */
static void use_second(void)
{
    if (g_second.context == NULL) {
        skip();
    }
    assert_cu(cuCtxSetCurrent(g_second.context), CUDA_SUCCESS);
}

/** A buffer that both GPUs use; in the memory of the first one, or of the CPU. */
static NvSciBufObj buffer_of_both(bool cpu)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = BYTES;
    const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
        {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)},
        {NvSciBufGeneralAttrKey_GpuId, g_second.gpus, sizeof(g_second.gpus)},
        {NvSciBufGeneralAttrKey_VidMem_GpuId, &g_second.gpus[0], sizeof(g_second.gpus[0])}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    assert_int_equal(NvSciBufAttrListCreate(g_scene.buf, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, cpu ? 5U : 6U), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_Success);
    NvSciBufAttrListFree(list);
    return object;
}

/** A list of a stream of a GPU. */
static NvSciSyncAttrList stream_list(CUdevice device, int flags)
{
    NvSciSyncAttrList list = NULL;

    assert_int_equal(NvSciSyncAttrListCreate(g_scene.sync, &list), NvSciError_Success);
    assert_cu(ringfenceCuDeviceGetNvSciSyncAttributes(list, device, flags), CUDA_SUCCESS);
    return list;
}

/** What one GPU writes into a buffer the other one reads. */
static void pass_bytes(CUdeviceptr written, CUdeviceptr read, uint8_t value)
{
    uint8_t byte = 0U;

    use_first();
    assert_cu(cuMemsetD8(written, value, BYTES), CUDA_SUCCESS);
    assert_cu(cuCtxSynchronize(), CUDA_SUCCESS);
    use_second();
    assert_cu(cuMemcpyDtoH(&byte, read + BYTES - 1U, 1U), CUDA_SUCCESS);
    assert_int_equal(byte, value);
}

/**
 * Memory of the CPU is registered once for both GPUs, and outlives the import of the one that came
 * first.
 * @verifies RF-CUDA-012
 * @verifies RF-CUDA-032
 */
static void both_use_memory_of_the_cpu(void **state)
{
    NvSciBufObj object = NULL;
    CUexternalMemory memories[2] = {NULL, NULL};
    CUdeviceptr pointers[2] = {0U, 0U};
    const uint8_t *cpu = NULL;
    const void *found = NULL;

    (void)state;
    use_second();
    object = buffer_of_both(true);
    use_first();
    memories[0] = import_buffer(object, BYTES);
    assert_cu(try_map(memories[0], 0U, BYTES, &pointers[0]), CUDA_SUCCESS);
    use_second();
    memories[1] = import_buffer(object, BYTES);
    assert_cu(try_map(memories[1], 0U, BYTES, &pointers[1]), CUDA_SUCCESS);
    pass_bytes(pointers[0], pointers[1], 0x21U);
    use_first();
    assert_cu(ringfenceCuMemFree(pointers[0]), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(memories[0]), CUDA_SUCCESS);
    use_second();
    assert_cu(cuMemsetD8(pointers[1], 0x22U, BYTES), CUDA_SUCCESS);
    assert_cu(cuCtxSynchronize(), CUDA_SUCCESS);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(object, &found), NvSciError_Success);
    cpu = found;
    assert_int_equal(cpu[BYTES - 1U], 0x22U);
    /* The end of the last import may come in the context of either. */
    use_first();
    assert_cu(ringfenceCuMemFree(pointers[1]), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(memories[1]), CUDA_SUCCESS);
    NvSciBufObjFree(object);
}

/**
 * Memory of the first GPU is mapped for the second one, which writes it, or may only read it.
 * @verifies RF-CUDA-042
 */
static void one_uses_memory_of_the_other(void **state)
{
    NvSciBufObj object = NULL;
    NvSciBufObj reader = NULL;
    CUexternalMemory memories[3] = {NULL, NULL, NULL};
    CUdeviceptr pointers[3] = {0U, 0U, 0U};
    uint8_t byte = 0U;

    (void)state;
    use_second();
    if (!g_second.reach) {
        skip();
    }
    object = buffer_of_both(false);
    assert_int_equal(NvSciBufObjDupWithReducePerm(object, NvSciBufAccessPerm_Readonly, &reader),
                     NvSciError_Success);
    use_first();
    memories[0] = import_buffer(object, BYTES);
    use_second();
    memories[1] = import_buffer(object, BYTES);
    memories[2] = import_buffer(reader, BYTES);
    assert_true(ringfenceCudaOwnsHandle(memories[0]));
    assert_true(ringfenceCudaOwnsHandle(memories[1]));
    for (size_t i = 0U; i < 3U; i++) {
        if (i == 0U) {
            use_first();
        } else {
            use_second();
        }
        assert_cu(try_map(memories[i], 0U, BYTES, &pointers[i]), CUDA_SUCCESS);
    }
    pass_bytes(pointers[0], pointers[1], 0x31U);
    pass_bytes(pointers[0], pointers[2], 0x32U);
    assert_cu(cuMemsetD8(pointers[1], 0x33U, BYTES), CUDA_SUCCESS);
    assert_cu(cuCtxSynchronize(), CUDA_SUCCESS);
    assert_cu(cuMemcpyDtoH(&byte, pointers[2], 1U), CUDA_SUCCESS);
    assert_int_equal(byte, 0x33U);
    use_first();
    assert_cu(cuMemcpyDtoH(&byte, pointers[0], 1U), CUDA_SUCCESS);
    assert_int_equal(byte, 0x33U);
    for (size_t i = 0U; i < 3U; i++) {
        assert_cu(ringfenceCuMemFree(pointers[i]), CUDA_SUCCESS);
        assert_cu(ringfenceCuDestroyExternalMemory(memories[i]), CUDA_SUCCESS);
    }
    NvSciBufObjFree(reader);
    NvSciBufObjFree(object);
}

/**
 * A stream of one GPU waits for a stream of the other one, and reads what was written before.
 * @verifies RF-CUDA-012
 * @verifies RF-CUDA-014
 * @verifies RF-CUDA-015
 */
static void one_waits_for_the_other(void **state)
{
    NvSciSyncAttrList lists[2] = {NULL, NULL};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;
    NvSciBufObj buffer = NULL;
    CUexternalSemaphore semaphores[2] = {NULL, NULL};
    CUexternalMemory memories[2] = {NULL, NULL};
    CUdeviceptr pointers[2] = {0U, 0U};

    (void)state;
    use_second();
    lists[0] = stream_list(g_scene.device, SIGNALS);
    lists[1] = stream_list(g_second.device, WAITS);
    assert_int_equal(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    buffer = buffer_of_both(true);
    for (size_t i = 0U; i < 2U; i++) {
        if (i == 0U) {
            use_first();
        } else {
            use_second();
        }
        semaphores[i] = import_sync(object);
        memories[i] = import_buffer(buffer, BYTES);
        assert_cu(try_map(memories[i], 0U, BYTES, &pointers[i]), CUDA_SUCCESS);
    }
    for (uint32_t turn = 1U; turn < 20U; turn++) {
        CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait;
        NvSciSyncFence fence = NvSciSyncFenceInitializer;
        uint8_t byte = 0U;

        use_first();
        assert_cu(cuMemsetD8Async(pointers[0], (unsigned char)turn, BYTES, g_scene.stream),
                  CUDA_SUCCESS);
        assert_cu(try_signal(semaphores[0], &fence, 0U), CUDA_SUCCESS);
        use_second();
        (void)memset(&wait, 0, sizeof(wait));
        wait.params.nvSciSync.fence = &fence;
        assert_cu(
            ringfenceCuWaitExternalSemaphoresAsync(&semaphores[1], &wait, 1U, g_second.stream),
            CUDA_SUCCESS);
        assert_cu(cuMemcpyDtoHAsync(&byte, pointers[1] + BYTES - 1U, 1U, g_second.stream),
                  CUDA_SUCCESS);
        assert_cu(cuStreamSynchronize(g_second.stream), CUDA_SUCCESS);
        assert_int_equal(byte, turn);
        NvSciSyncFenceClear(&fence);
    }
    for (size_t i = 0U; i < 2U; i++) {
        assert_cu(ringfenceCuMemFree(pointers[i]), CUDA_SUCCESS);
        assert_cu(ringfenceCuDestroyExternalMemory(memories[i]), CUDA_SUCCESS);
        destroy_sync(semaphores[i]);
        NvSciSyncAttrListFree(lists[i]);
    }
    NvSciSyncObjFree(object);
    NvSciBufObjFree(buffer);
}

/**
 * A buffer that names one GPU alone is not imported for the other one.
 * @verifies RF-CUDA-031
 */
static void a_buffer_of_one_is_not_the_others(void **state)
{
    NvSciBufObj object = NULL;
    CUexternalMemory memory = NULL;
    uint32_t before = 0U;

    (void)state;
    use_second();
    object = raw_buffer(BYTES, true, &g_scene.gpu);
    before = faults();
    assert_cu(try_import_buffer(object, BYTES, &memory), CUDA_ERROR_INVALID_VALUE);
    assert_fault(before, RINGFENCE_FAULT_OTHER_GPU);
    NvSciBufObjFree(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        several_test(both_use_memory_of_the_cpu),
        several_test(one_uses_memory_of_the_other),
        several_test(one_waits_for_the_other),
        several_test(a_buffer_of_one_is_not_the_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
