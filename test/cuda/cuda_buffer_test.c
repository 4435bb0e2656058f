/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_buffer_test.c
 * Buffers as external memory: what the CPU can access, and memory of the GPU.
 */
#define _GNU_SOURCE

#include "cuda/memory/cuda_memory.h"
#include "cuda_fixture.h"

#define BYTES   (64U * 1024U)
#define PATTERN 0xA5U

/** Asserts that all bytes have a value. */
static void assert_bytes(const uint8_t *bytes, size_t count, uint8_t value)
{
    for (size_t i = 0U; i < count; i++) {
        if (bytes[i] != value) {
            fail_msg("byte %zu is %u", i, (unsigned int)bytes[i]);
        }
    }
}

/**
 * CPU and GPU see the same bytes.
 * @verifies RF-CUDA-030
 * @verifies RF-CUDA-032
 * @verifies RF-CUDA-034
 */
static void cpu_and_gpu_share_a_buffer(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalMemory memory = import_buffer(object, BYTES);
    static uint8_t copy[BYTES];
    CUdeviceptr pointer = 0U;
    void *cpu = NULL;

    (void)state;
    assert_cu(try_map(memory, 0U, BYTES, &pointer), CUDA_SUCCESS);
    assert_int_equal(NvSciBufObjGetCpuPtr(object, &cpu), NvSciError_Success);
    (void)memset(cpu, (int)PATTERN, BYTES);
    assert_cu(cuMemcpyDtoH(copy, pointer, BYTES), CUDA_SUCCESS);
    assert_bytes(copy, BYTES, PATTERN);
    assert_cu(cuMemsetD8(pointer, 0x3CU, BYTES), CUDA_SUCCESS);
    assert_cu(cuCtxSynchronize(), CUDA_SUCCESS);
    assert_bytes(cpu, BYTES, 0x3CU);
    assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciBufObjFree(object);
}

/**
 * A range begins where it was asked to, and ranges outside are refused.
 * @verifies RF-CUDA-034
 */
static void ranges_stay_inside(void **state)
{
    static const struct {
        uint64_t offset;
        uint64_t size;
        bool inside;
    } cases[] = {{0U, BYTES, true},       {4096U, BYTES - 4096U, true},
                 {BYTES - 1U, 1U, true},  {256U, 512U, true},
                 {0U, BYTES + 1U, false}, {BYTES, 1U, false},
                 {1U, BYTES, false},      {0U, 0U, false},
                 {UINT64_MAX, 2U, false}, {2U, UINT64_MAX, false},
                 {UINT64_MAX, 0U, false}, {BYTES - 1U, 2U, false}};
    NvSciBufObj object = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalMemory memory = import_buffer(object, BYTES);
    CUdeviceptr base = 0U;

    (void)state;
    assert_cu(try_map(memory, 0U, BYTES, &base), CUDA_SUCCESS);
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        const uint32_t before = faults();
        CUdeviceptr pointer = 7U;

        if (cases[i].inside) {
            assert_cu(try_map(memory, cases[i].offset, cases[i].size, &pointer), CUDA_SUCCESS);
            assert_int_equal(pointer, base + cases[i].offset);
            assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
        } else {
            assert_cu(try_map(memory, cases[i].offset, cases[i].size, &pointer),
                      CUDA_ERROR_INVALID_VALUE);
            assert_int_equal(pointer, 7U);
            assert_fault(before, RINGFENCE_FAULT_OUT_OF_BUFFER);
        }
    }
    assert_cu(ringfenceCuMemFree(base), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciBufObjFree(object);
}

/**
 * What was imported with less than the buffer's size has that size.
 * @verifies RF-CUDA-030
 */
static void an_import_may_be_smaller_than_the_buffer(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalMemory memory = import_buffer(object, 100U);
    CUdeviceptr pointer = 0U;

    (void)state;
    assert_cu(try_map(memory, 0U, 101U, &pointer), CUDA_ERROR_INVALID_VALUE);
    assert_cu(try_map(memory, 50U, 50U, &pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciBufObjFree(object);
}

/**
 * A pointer stays good when memory and buffer are given up before it.
 * @verifies RF-CUDA-035
 */
static void a_pointer_outlives_its_memory(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalMemory memory = import_buffer(object, BYTES);
    uint8_t byte = 0U;
    CUdeviceptr first = 0U;
    CUdeviceptr second = 0U;

    (void)state;
    assert_cu(try_map(memory, 0U, BYTES, &first), CUDA_SUCCESS);
    assert_cu(try_map(memory, 0U, BYTES, &second), CUDA_SUCCESS);
    assert_int_equal(first, second);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciBufObjFree(object);
    assert_cu(try_map(memory, 0U, BYTES, &second), CUDA_ERROR_INVALID_HANDLE);
    assert_cu(ringfenceCuMemFree(first), CUDA_SUCCESS);
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_MEMORY), 1U);
    assert_cu(cuMemsetD8(second, 0x77U, BYTES), CUDA_SUCCESS);
    assert_cu(cuMemcpyDtoH(&byte, second + BYTES - 1U, 1U), CUDA_SUCCESS);
    assert_int_equal(byte, 0x77U);
    assert_cu(ringfenceCuMemFree(second), CUDA_SUCCESS);
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_MEMORY), 0U);
}

/**
 * Two imports of one buffer are two memories of the same bytes; the second stays when the first
 * goes.
 * @verifies RF-CUDA-012
 */
static void two_imports_share_the_registration(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalMemory one = import_buffer(object, BYTES);
    CUexternalMemory two = import_buffer(object, BYTES);
    CUdeviceptr pointer = 0U;
    const uint8_t *cpu = NULL;
    const void *found = NULL;

    (void)state;
    assert_ptr_not_equal(one, two);
    assert_cu(ringfenceCuDestroyExternalMemory(one), CUDA_SUCCESS);
    assert_cu(try_map(two, 0U, BYTES, &pointer), CUDA_SUCCESS);
    assert_cu(cuMemsetD8(pointer, 0x11U, BYTES), CUDA_SUCCESS);
    assert_cu(cuCtxSynchronize(), CUDA_SUCCESS);
    assert_int_equal(NvSciBufObjGetConstCpuPtr(object, &found), NvSciError_Success);
    cpu = found;
    assert_bytes(cpu, BYTES, 0x11U);
    assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(two), CUDA_SUCCESS);
    NvSciBufObjFree(object);
}

/**
 * A duplicate that may only be read is registered for reading, beside the one that may be written.
 * @verifies RF-CUDA-012
 */
static void a_reader_and_a_writer_of_one_buffer(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, true, &g_scene.gpu);
    NvSciBufObj reader = NULL;
    CUexternalMemory memories[2];
    CUdeviceptr pointers[2] = {0U, 0U};
    int can = 0;

    (void)state;
    assert_cu(cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED,
                                   g_scene.device),
              CUDA_SUCCESS);
    assert_int_equal(NvSciBufObjDupWithReducePerm(object, NvSciBufAccessPerm_Readonly, &reader),
                     NvSciError_Success);
    if (can != 0) {
        uint8_t byte = 0U;

        memories[0] = import_buffer(reader, BYTES);
        memories[1] = import_buffer(object, BYTES);
        assert_cu(try_map(memories[0], 0U, BYTES, &pointers[0]), CUDA_SUCCESS);
        assert_cu(try_map(memories[1], 0U, BYTES, &pointers[1]), CUDA_SUCCESS);
        assert_int_not_equal(pointers[0], pointers[1]);
        assert_cu(cuMemsetD8(pointers[1], 0x42U, BYTES), CUDA_SUCCESS);
        assert_cu(cuMemcpyDtoH(&byte, pointers[0] + 5U, 1U), CUDA_SUCCESS);
        assert_int_equal(byte, 0x42U);
        for (size_t i = 0U; i < 2U; i++) {
            assert_cu(ringfenceCuMemFree(pointers[i]), CUDA_SUCCESS);
            assert_cu(ringfenceCuDestroyExternalMemory(memories[i]), CUDA_SUCCESS);
        }
    }
    NvSciBufObjFree(reader);
    NvSciBufObjFree(object);
}

/** A buffer that the CPU writes, and whose list for the GPU asks for this; 0: for nothing. */
static NvSciBufObj buffer_for_gpu(NvSciBufAttrValAccessPerm perm)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const NvSciBufAttrValAccessPerm write = NvSciBufAccessPerm_ReadWrite;
    const uint64_t size = BYTES;
    const bool cpu = true;
    NvSciBufAttrKeyValuePair pairs[2][4] = {
        {{NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
         {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
         {NvSciBufGeneralAttrKey_NeedCpuAccess, &cpu, sizeof(cpu)},
         {NvSciBufGeneralAttrKey_RequiredPerm, &write, sizeof(write)}},
        {{NvSciBufGeneralAttrKey_GpuId, &g_scene.gpu, sizeof(g_scene.gpu)},
         {NvSciBufGeneralAttrKey_RequiredPerm, &perm, sizeof(perm)}}};
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;

    for (size_t i = 0U; i < 2U; i++) {
        const size_t count = (i == 0U) ? 4U : ((perm != 0) ? 2U : 1U);

        assert_int_equal(NvSciBufAttrListCreate(g_scene.buf, &lists[i]), NvSciError_Success);
        assert_int_equal(NvSciBufAttrListSetAttrs(lists[i], pairs[i], count), NvSciError_Success);
    }
    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                     NvSciError_Success);
    NvSciBufAttrListFree(lists[0]);
    NvSciBufAttrListFree(lists[1]);
    return object;
}

/**
 * What the list of the GPU asks for is what the GPU gets, whatever the CPU of the process may; a
 * list that leaves it open gets what the process has.
 * @verifies RF-ENGINE-201
 */
static void a_gpu_that_asked_to_read_cannot_write(void **state)
{
    static const struct {
        NvSciBufAttrValAccessPerm perm;
        CUresult write;
    } cases[] = {{NvSciBufAccessPerm_Readonly, CUDA_ERROR_INVALID_VALUE},
                 {NvSciBufAccessPerm_ReadWrite, CUDA_SUCCESS},
                 {(NvSciBufAttrValAccessPerm)0, CUDA_SUCCESS}};
    int can = 0;

    (void)state;
    assert_cu(cuDeviceGetAttribute(&can, CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED,
                                   g_scene.device),
              CUDA_SUCCESS);
    for (size_t i = (can != 0) ? 0U : 1U; i < COUNT_OF(cases); i++) {
        NvSciBufObj object = buffer_for_gpu(cases[i].perm);
        CUexternalMemory memory = import_buffer(object, BYTES);
        CUdeviceptr pointer = 0U;
        uint8_t *bytes = NULL;
        uint8_t byte = 0U;

        assert_int_equal(NvSciBufObjGetCpuPtr(object, (void **)&bytes), NvSciError_Success);
        bytes[5] = 0x31U;
        assert_cu(try_map(memory, 0U, BYTES, &pointer), CUDA_SUCCESS);
        assert_cu(cuMemcpyDtoH(&byte, pointer + 5U, 1U), CUDA_SUCCESS);
        assert_int_equal(byte, 0x31U);
        assert_cu(cuMemsetD8(pointer, 0x42U, BYTES), cases[i].write);
        assert_int_equal(bytes[5], (cases[i].write == CUDA_SUCCESS) ? 0x42U : 0x31U);
        assert_cu(ringfenceCuMemFree(pointer), CUDA_SUCCESS);
        assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
        NvSciBufObjFree(object);
    }
}

/**
 * A buffer in the memory of the GPU is cleared, CUDA makes its pointers, and both imports are the
 * same bytes.
 * @verifies RF-CUDA-033
 * @verifies RF-CUDA-036
 * @verifies RF-CUDA-038
 */
static void memory_of_the_gpu_is_mapped_by_cuda(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, false, &g_scene.gpu);
    CUexternalMemory memories[2] = {import_buffer(object, BYTES), import_buffer(object, BYTES)};
    CUdeviceptr pointers[2] = {0U, 0U};
    static uint8_t copy[BYTES];

    (void)state;
    NvSciBufObjFree(object);
    for (size_t i = 0U; i < 2U; i++) {
        assert_true(ringfenceCudaOwnsHandle(memories[i]));
        assert_cu(try_map(memories[i], 0U, BYTES, &pointers[i]), CUDA_SUCCESS);
    }
    (void)memset(copy, 1, sizeof(copy));
    assert_cu(cuMemcpyDtoH(copy, pointers[0], BYTES), CUDA_SUCCESS);
    assert_bytes(copy, BYTES, 0U);
    assert_cu(cuMemsetD8(pointers[0], 0x5AU, BYTES), CUDA_SUCCESS);
    assert_cu(cuMemcpyDtoH(copy, pointers[1], BYTES), CUDA_SUCCESS);
    assert_bytes(copy, BYTES, 0x5AU);
    for (size_t i = 0U; i < 2U; i++) {
        assert_cu(ringfenceCuMemFree(pointers[i]), CUDA_SUCCESS);
        assert_cu(ringfenceCuDestroyExternalMemory(memories[i]), CUDA_SUCCESS);
    }
}

/** A duplicate that may only be read. */
static NvSciBufObj reader_of(NvSciBufObj object)
{
    NvSciBufObj reader = NULL;

    assert_int_equal(NvSciBufObjDupWithReducePerm(object, NvSciBufAccessPerm_Readonly, &reader),
                     NvSciError_Success);
    return reader;
}

/**
 * Memory of the GPU that may only be read is mapped for reading, at addresses of the library's; the
 * pointers and the memory can be given up in any order.
 * @verifies RF-CUDA-034
 * @verifies RF-CUDA-035
 * @verifies RF-CUDA-041
 */
static void memory_of_the_gpu_that_may_only_be_read(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, false, &g_scene.gpu);
    NvSciBufObj reader = reader_of(object);
    CUexternalMemory writable = import_buffer(object, BYTES);
    CUexternalMemory memory = import_buffer(reader, BYTES - 100U);
    static uint8_t copy[BYTES];
    CUdeviceptr written = 0U;
    CUdeviceptr pointers[2] = {0U, 0U};

    (void)state;
    assert_true(ringfenceCudaOwnsHandle(memory));
    NvSciBufObjFree(object);
    NvSciBufObjFree(reader);
    assert_cu(try_map(writable, 0U, BYTES, &written), CUDA_SUCCESS);
    assert_cu(try_map(memory, 0U, BYTES - 100U, &pointers[0]), CUDA_SUCCESS);
    assert_cu(try_map(memory, 4096U, 100U, &pointers[1]), CUDA_SUCCESS);
    assert_int_equal(pointers[1], pointers[0] + 4096U);
    assert_int_not_equal(pointers[0], written);
    assert_cu(try_map(memory, 0U, BYTES, &pointers[1]), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemsetD8(written, 0x6BU, BYTES), CUDA_SUCCESS);
    assert_cu(cuMemsetD8(pointers[0], 1U, 16U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemcpyHtoD(pointers[1], copy, 16U), CUDA_ERROR_INVALID_VALUE);
    assert_cu(cuMemcpyDtoH(copy, pointers[0], BYTES - 100U), CUDA_SUCCESS);
    assert_bytes(copy, BYTES - 100U, 0x6BU);
    assert_true(ringfenceCudaOwnsPointer((void *)(uintptr_t)pointers[1]));
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(writable), CUDA_SUCCESS);
    assert_cu(ringfenceCuMemFree(pointers[0]), CUDA_SUCCESS);
    assert_cu(cuMemcpyDtoH(copy, pointers[1], 100U), CUDA_SUCCESS);
    assert_bytes(copy, 100U, 0x6BU);
    assert_cu(ringfenceCuMemFree(pointers[1]), CUDA_SUCCESS);
    assert_cu(ringfenceCuMemFree(written), CUDA_SUCCESS);
    assert_int_equal(in_use_of(RINGFENCE_POOL_CUDA_MEMORY), 0U);
}

/**
 * Each import of memory that may only be read is one of its own, of the same bytes; no array is in
 * it.
 * @verifies RF-CUDA-037
 * @verifies RF-CUDA-041
 */
static void readers_of_one_memory(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, false, &g_scene.gpu);
    NvSciBufObj reader = reader_of(object);
    CUexternalMemory memories[2] = {import_buffer(reader, BYTES), import_buffer(reader, BYTES)};
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC desc;
    CUmipmappedArray array = NULL;
    CUdeviceptr pointers[2] = {0U, 0U};
    uint8_t bytes[2] = {1U, 1U};

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    desc.arrayDesc.Width = 16U;
    desc.arrayDesc.Height = 16U;
    desc.arrayDesc.Format = CU_AD_FORMAT_UNSIGNED_INT8;
    desc.arrayDesc.NumChannels = 1U;
    desc.numLevels = 1U;
    for (size_t i = 0U; i < 2U; i++) {
        assert_cu(try_map(memories[i], 17U, 1U, &pointers[i]), CUDA_SUCCESS);
        assert_cu(cuMemcpyDtoH(&bytes[i], pointers[i], 1U), CUDA_SUCCESS);
        assert_int_equal(bytes[i], 0U);
        assert_cu(ringfenceCuExternalMemoryGetMappedMipmappedArray(&array, memories[i], &desc),
                  CUDA_ERROR_NOT_SUPPORTED);
        assert_null(array);
    }
    assert_int_not_equal(pointers[0], pointers[1]);
    for (size_t i = 0U; i < 2U; i++) {
        assert_cu(ringfenceCuMemFree(pointers[i]), CUDA_SUCCESS);
        assert_cu(ringfenceCuDestroyExternalMemory(memories[i]), CUDA_SUCCESS);
    }
    NvSciBufObjFree(reader);
    NvSciBufObjFree(object);
}

/**
 * An array of memory of the GPU is CUDA's; of memory that the CPU can access there is none.
 * @verifies RF-CUDA-036
 * @verifies RF-CUDA-037
 */
static void arrays_are_of_memory_of_the_gpu(void **state)
{
    const struct cudaChannelFormatDesc rgba = {8, 8, 8, 8, cudaChannelFormatKindUnsigned};
    struct cudaExternalMemoryMipmappedArrayDesc desc;
    struct cudaExternalMemoryHandleDesc handle;
    NvSciBufObj objects[2] = {raw_buffer(BYTES, false, &g_scene.gpu),
                              raw_buffer(BYTES, true, &g_scene.gpu)};

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    (void)memset(&handle, 0, sizeof(handle));
    desc.formatDesc = rgba;
    desc.extent.width = 64U;
    desc.extent.height = 64U;
    desc.numLevels = 1U;
    handle.type = cudaExternalMemoryHandleTypeNvSciBuf;
    handle.size = BYTES;
    for (size_t i = 0U; i < 2U; i++) {
        cudaExternalMemory_t memory = NULL;
        cudaMipmappedArray_t array = NULL;
        cudaArray_t level = NULL;

        handle.handle.nvSciBufObject = objects[i];
        assert_int_equal(ringfenceCudaImportExternalMemory(&memory, &handle), cudaSuccess);
        if (i == 0U) {
            assert_int_equal(
                ringfenceCudaExternalMemoryGetMappedMipmappedArray(&array, memory, &desc),
                cudaSuccess);
            assert_int_equal(ringfenceCudaGetMipmappedArrayLevel(&level, array, 0U), cudaSuccess);
            assert_non_null(level);
            assert_int_equal(ringfenceCudaFreeMipmappedArray(array), cudaSuccess);
        } else {
            assert_int_equal(
                ringfenceCudaExternalMemoryGetMappedMipmappedArray(&array, memory, &desc),
                cudaErrorNotSupported);
            assert_null(array);
        }
        assert_int_equal(ringfenceCudaDestroyExternalMemory(memory), cudaSuccess);
        NvSciBufObjFree(objects[i]);
    }
}

/**
 * A raw buffer has the size that was asked for, whatever the memory is rounded to: its last byte
 * can be used, and nothing behind it.
 * @verifies RF-CUDA-030
 * @verifies RF-CUDA-034
 * @verifies RF-CUDA-038
 */
static void raw_buffers_of_any_size(void **state)
{
    static const uint64_t sizes[] = {1U,        3U,        4095U,     4097U,     65537U,
                                     0x1FFFFFU, 0x200000U, 0x200001U, 0x3FFFFFU, 0x70000DU};

    (void)state;
    for (size_t i = 0U; i < (2U * COUNT_OF(sizes)); i++) {
        const uint64_t size = sizes[i / 2U];
        NvSciBufObj object = raw_buffer(size, (i % 2U) == 0U, &g_scene.gpu);
        NvSciBufObj reader = reader_of(object);
        CUexternalMemory memories[2] = {import_buffer(object, size), import_buffer(reader, size)};
        CUdeviceptr pointers[2] = {0U, 0U};
        CUdeviceptr behind = 0U;
        uint8_t byte = 0U;

        for (size_t k = 0U; k < 2U; k++) {
            assert_cu(try_map(memories[k], size - 1U, 1U, &pointers[k]), CUDA_SUCCESS);
            assert_int_not_equal(try_map(memories[k], size, 1U, &behind), CUDA_SUCCESS);
            assert_int_not_equal(try_map(memories[k], 0U, size + 1U, &behind), CUDA_SUCCESS);
        }
        assert_cu(cuMemsetD8(pointers[0], 0x49U, 1U), CUDA_SUCCESS);
        assert_cu(cuMemcpyDtoH(&byte, pointers[1], 1U), CUDA_SUCCESS);
        assert_int_equal(byte, 0x49U);
        for (size_t k = 0U; k < 2U; k++) {
            assert_cu(ringfenceCuMemFree(pointers[k]), CUDA_SUCCESS);
            assert_cu(ringfenceCuDestroyExternalMemory(memories[k]), CUDA_SUCCESS);
        }
        NvSciBufObjFree(reader);
        NvSciBufObjFree(object);
    }
}

/** A format of the runtime, and what the driver calls it. */
typedef struct {
    struct cudaChannelFormatDesc runtime;
    CUarray_format driver;
    unsigned int channels;
} Format;

/**
 * Each format of arrays that the runtime has is the driver's; others are refused.
 * @verifies RF-CUDA-036
 * @verifies RF-CUDA-045
 */
static void arrays_have_the_formats_of_the_runtime(void **state)
{
    static const Format formats[] = {
        {{8, 0, 0, 0, cudaChannelFormatKindUnsigned}, CU_AD_FORMAT_UNSIGNED_INT8, 1U},
        {{16, 16, 0, 0, cudaChannelFormatKindUnsigned}, CU_AD_FORMAT_UNSIGNED_INT16, 2U},
        {{32, 32, 32, 32, cudaChannelFormatKindUnsigned}, CU_AD_FORMAT_UNSIGNED_INT32, 4U},
        {{8, 8, 0, 0, cudaChannelFormatKindSigned}, CU_AD_FORMAT_SIGNED_INT8, 2U},
        {{16, 0, 0, 0, cudaChannelFormatKindSigned}, CU_AD_FORMAT_SIGNED_INT16, 1U},
        {{32, 0, 0, 0, cudaChannelFormatKindSigned}, CU_AD_FORMAT_SIGNED_INT32, 1U},
        {{16, 16, 16, 16, cudaChannelFormatKindFloat}, CU_AD_FORMAT_HALF, 4U},
        {{32, 0, 0, 0, cudaChannelFormatKindFloat}, CU_AD_FORMAT_FLOAT, 1U},
        {{8, 8, 8, 0, cudaChannelFormatKindNV12}, CU_AD_FORMAT_NV12, 3U},
        {{8, 0, 0, 0, cudaChannelFormatKindUnsignedNormalized8X1}, CU_AD_FORMAT_UNORM_INT8X1, 1U},
        {{8, 8, 0, 0, cudaChannelFormatKindUnsignedNormalized8X2}, CU_AD_FORMAT_UNORM_INT8X2, 2U},
        {{8, 8, 8, 8, cudaChannelFormatKindUnsignedNormalized8X4}, CU_AD_FORMAT_UNORM_INT8X4, 4U},
        {{16, 0, 0, 0, cudaChannelFormatKindUnsignedNormalized16X1},
         CU_AD_FORMAT_UNORM_INT16X1,
         1U},
        {{16, 16, 0, 0, cudaChannelFormatKindUnsignedNormalized16X2},
         CU_AD_FORMAT_UNORM_INT16X2,
         2U},
        {{16, 16, 16, 16, cudaChannelFormatKindUnsignedNormalized16X4},
         CU_AD_FORMAT_UNORM_INT16X4,
         4U},
        {{8, 0, 0, 0, cudaChannelFormatKindSignedNormalized8X1}, CU_AD_FORMAT_SNORM_INT8X1, 1U},
        {{8, 8, 0, 0, cudaChannelFormatKindSignedNormalized8X2}, CU_AD_FORMAT_SNORM_INT8X2, 2U},
        {{8, 8, 8, 8, cudaChannelFormatKindSignedNormalized8X4}, CU_AD_FORMAT_SNORM_INT8X4, 4U},
        {{16, 0, 0, 0, cudaChannelFormatKindSignedNormalized16X1}, CU_AD_FORMAT_SNORM_INT16X1, 1U},
        {{16, 16, 0, 0, cudaChannelFormatKindSignedNormalized16X2}, CU_AD_FORMAT_SNORM_INT16X2, 2U},
        {{16, 16, 16, 16, cudaChannelFormatKindSignedNormalized16X4},
         CU_AD_FORMAT_SNORM_INT16X4,
         4U},
        {{8, 8, 8, 8, cudaChannelFormatKindUnsignedBlockCompressed1}, CU_AD_FORMAT_BC1_UNORM, 4U},
        {{8, 8, 8, 8, cudaChannelFormatKindUnsignedBlockCompressed1SRGB},
         CU_AD_FORMAT_BC1_UNORM_SRGB,
         4U},
        {{8, 8, 8, 8, cudaChannelFormatKindUnsignedBlockCompressed2}, CU_AD_FORMAT_BC2_UNORM, 4U},
        {{8, 8, 8, 8, cudaChannelFormatKindUnsignedBlockCompressed2SRGB},
         CU_AD_FORMAT_BC2_UNORM_SRGB,
         4U},
        {{8, 8, 8, 8, cudaChannelFormatKindUnsignedBlockCompressed3}, CU_AD_FORMAT_BC3_UNORM, 4U},
        {{8, 8, 8, 8, cudaChannelFormatKindUnsignedBlockCompressed3SRGB},
         CU_AD_FORMAT_BC3_UNORM_SRGB,
         4U},
        {{8, 0, 0, 0, cudaChannelFormatKindUnsignedBlockCompressed4}, CU_AD_FORMAT_BC4_UNORM, 1U},
        {{8, 0, 0, 0, cudaChannelFormatKindSignedBlockCompressed4}, CU_AD_FORMAT_BC4_SNORM, 1U},
        {{8, 8, 0, 0, cudaChannelFormatKindUnsignedBlockCompressed5}, CU_AD_FORMAT_BC5_UNORM, 2U},
        {{8, 8, 0, 0, cudaChannelFormatKindSignedBlockCompressed5}, CU_AD_FORMAT_BC5_SNORM, 2U},
        {{16, 16, 16, 0, cudaChannelFormatKindUnsignedBlockCompressed6H},
         CU_AD_FORMAT_BC6H_UF16,
         3U},
        {{16, 16, 16, 0, cudaChannelFormatKindSignedBlockCompressed6H}, CU_AD_FORMAT_BC6H_SF16, 3U},
        {{8, 8, 8, 8, cudaChannelFormatKindUnsignedBlockCompressed7}, CU_AD_FORMAT_BC7_UNORM, 4U},
        {{8, 8, 8, 8, cudaChannelFormatKindUnsignedBlockCompressed7SRGB},
         CU_AD_FORMAT_BC7_UNORM_SRGB,
         4U},
        {{10, 10, 10, 2, cudaChannelFormatKindUnsignedNormalized1010102},
         CU_AD_FORMAT_UNORM_INT_101010_2,
         4U},
        {{8, 8, 8, 0, cudaChannelFormatKindUnsigned}, CU_AD_FORMAT_MAX, 0U},
        {{8, 16, 0, 0, cudaChannelFormatKindUnsigned}, CU_AD_FORMAT_MAX, 0U},
        {{24, 0, 0, 0, cudaChannelFormatKindUnsigned}, CU_AD_FORMAT_MAX, 0U},
        {{8, 0, 0, 0, cudaChannelFormatKindFloat}, CU_AD_FORMAT_MAX, 0U},
        {{0, 0, 0, 0, cudaChannelFormatKindUnsigned}, CU_AD_FORMAT_MAX, 0U},
        {{-8, 0, 0, 0, cudaChannelFormatKindUnsigned}, CU_AD_FORMAT_MAX, 0U},
        {{8, 8, 8, 264, cudaChannelFormatKindUnsignedNormalized8X4}, CU_AD_FORMAT_MAX, 0U},
        {{8, 0, 0, 0, cudaChannelFormatKindNV12}, CU_AD_FORMAT_MAX, 0U},
        {{32, 0, 0, 0, cudaChannelFormatKindNone}, CU_AD_FORMAT_MAX, 0U}};
    struct cudaExternalMemoryMipmappedArrayDesc desc;
    NvSciBufObj object = raw_buffer(8U * BYTES, false, &g_scene.gpu);
    CUexternalMemory memory = import_buffer(object, 8U * BYTES);

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    desc.extent.width = 64U;
    desc.extent.height = 64U;
    desc.numLevels = 1U;
    for (size_t i = 0U; i < COUNT_OF(formats); i++) {
        cudaMipmappedArray_t array = NULL;
        const cudaExternalMemory_t same = (cudaExternalMemory_t)memory;
        cudaError_t error = cudaSuccess;

        desc.formatDesc = formats[i].runtime;
        error = ringfenceCudaExternalMemoryGetMappedMipmappedArray(&array, same, &desc);
        if (formats[i].channels == 0U) {
            assert_int_equal(error, cudaErrorNotSupported);
            assert_null(array);
        } else {
            CUDA_ARRAY3D_DESCRIPTOR made;
            CUarray level = NULL;

            assert_int_equal(error, cudaSuccess);
            assert_cu(cuMipmappedArrayGetLevel(&level, (CUmipmappedArray)array, 0U), CUDA_SUCCESS);
            assert_cu(cuArray3DGetDescriptor(&made, level), CUDA_SUCCESS);
            assert_int_equal(made.Format, formats[i].driver);
            assert_int_equal(made.NumChannels, formats[i].channels);
            assert_int_equal(ringfenceCudaFreeMipmappedArray(array), cudaSuccess);
        }
    }
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciBufObjFree(object);
}

/**
 * What the runtime API maps it frees; a pointer of CUDA's goes to CUDA, and NULL is nothing.
 * @verifies RF-CUDA-035
 * @verifies RF-CUDA-036
 */
static void the_runtime_api_frees_both_kinds(void **state)
{
    NvSciBufObj object = raw_buffer(BYTES, true, &g_scene.gpu);
    struct cudaExternalMemoryHandleDesc handle;
    struct cudaExternalMemoryBufferDesc range;
    cudaExternalMemory_t memory = NULL;
    CUdeviceptr foreign = 0U;
    void *pointer = NULL;

    (void)state;
    (void)memset(&handle, 0, sizeof(handle));
    (void)memset(&range, 0, sizeof(range));
    handle.type = cudaExternalMemoryHandleTypeNvSciBuf;
    handle.handle.nvSciBufObject = object;
    handle.size = BYTES;
    range.offset = 512U;
    range.size = 1024U;
    assert_int_equal(ringfenceCudaImportExternalMemory(&memory, &handle), cudaSuccess);
    assert_true(ringfenceCudaOwnsHandle(memory));
    assert_int_equal(ringfenceCudaExternalMemoryGetMappedBuffer(&pointer, memory, &range),
                     cudaSuccess);
    assert_true(ringfenceCudaOwnsPointer(pointer));
    assert_cu(cuMemAlloc(&foreign, 4096U), CUDA_SUCCESS);
    assert_false(ringfenceCudaOwnsPointer((void *)(uintptr_t)foreign));
    assert_int_equal(ringfenceCudaFree((void *)(uintptr_t)foreign), cudaSuccess);
    assert_int_equal(ringfenceCudaFree(pointer), cudaSuccess);
    assert_false(ringfenceCudaOwnsPointer(pointer));
    assert_int_equal(ringfenceCudaFree(NULL), cudaSuccess);
    assert_int_equal(ringfenceCudaDestroyExternalMemory(memory), cudaSuccess);
    NvSciBufObjFree(object);
}

/**
 * Memory of CUDA's own goes to CUDA also if it was the library's when the call began: that is what
 * the library finds where another thread freed a mapping, and CUDA gave its address out again.
 * @verifies RF-CUDA-252
 */
static void memory_that_was_ours_is_passed_on(void **state)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_INIT, RINGFENCE_PHASE_RUNTIME,
                                            RINGFENCE_PHASE_DEINIT};
    static const CudaCaller callers[] = {{OP_CU_FREE, false}, {OP_CUDA_FREE, true}};

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(phases); i++) {
        if (i > 0U) {
            go_to(phases[i]);
        }
        for (size_t k = 0U; k < COUNT_OF(callers); k++) {
            const uint32_t before = faults();
            CUdeviceptr pointer = 0U;

            assert_cu(cuMemAlloc(&pointer, 4096U), CUDA_SUCCESS);
            assert_cu(memory_free(&callers[k], pointer), CUDA_SUCCESS);
            assert_cu(memory_free(&callers[k], pointer), CUDA_ERROR_INVALID_VALUE);
            assert_int_equal(faults(), before);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(cpu_and_gpu_share_a_buffer),
        cuda_test(ranges_stay_inside),
        cuda_test(an_import_may_be_smaller_than_the_buffer),
        cuda_test(a_pointer_outlives_its_memory),
        cuda_test(two_imports_share_the_registration),
        cuda_test(a_reader_and_a_writer_of_one_buffer),
        cuda_test(memory_of_the_gpu_is_mapped_by_cuda),
        cuda_test(memory_of_the_gpu_that_may_only_be_read),
        cuda_test(readers_of_one_memory),
        cuda_test(arrays_are_of_memory_of_the_gpu),
        cuda_test(a_gpu_that_asked_to_read_cannot_write),
        cuda_test(raw_buffers_of_any_size),
        cuda_test(arrays_have_the_formats_of_the_runtime),
        cuda_test(the_runtime_api_frees_both_kinds),
        cuda_test(memory_that_was_ours_is_passed_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
