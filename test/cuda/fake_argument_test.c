/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_argument_test.c
 * Arguments that are refused before anything is done, or that the driver is not asked about, in
 * both APIs; and formats of arrays.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"
#include "fake.h"

#define BYTES 8192U

static const FakeControl *g_fake;

static int fake_up(void **state)
{
    const int status = scene_up(state);

    g_fake = fake_control();
    assert_non_null(g_fake);
    g_fake->reset();
    return status;
}

#define fake_test(function) cmocka_unit_test_setup_teardown(function, fake_up, scene_down)

/**
 * A place for a result, or a description, that is not there is refused in both APIs.
 * @verifies RF-CUDA-006
 */
static void what_is_not_there_is_refused(void **state)
{
    CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC sync;
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC memory;
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC range;
    struct cudaExternalSemaphoreHandleDesc cuda_sync;
    struct cudaExternalMemoryHandleDesc cuda_memory;
    struct cudaExternalMemoryBufferDesc cuda_range;
    struct cudaExternalMemoryMipmappedArrayDesc cuda_arrays;
    CUdeviceptr pointer = 0U;
    void *place = NULL;

    (void)state;
    (void)memset(&sync, 0, sizeof(sync));
    (void)memset(&memory, 0, sizeof(memory));
    (void)memset(&range, 0, sizeof(range));
    (void)memset(&cuda_sync, 0, sizeof(cuda_sync));
    (void)memset(&cuda_memory, 0, sizeof(cuda_memory));
    (void)memset(&cuda_range, 0, sizeof(cuda_range));
    (void)memset(&cuda_arrays, 0, sizeof(cuda_arrays));
    assert_cu(ringfenceCuImportExternalSemaphore(NULL, &sync), CUDA_ERROR_INVALID_VALUE);
    assert_cu(ringfenceCuImportExternalMemory(NULL, &memory), CUDA_ERROR_INVALID_VALUE);
    assert_cu(ringfenceCuExternalMemoryGetMappedBuffer(NULL, NULL, &range),
              CUDA_ERROR_INVALID_VALUE);
    assert_cu(ringfenceCuExternalMemoryGetMappedBuffer(&pointer, NULL, NULL),
              CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(ringfenceCudaImportExternalSemaphore(NULL, &cuda_sync), cudaErrorInvalidValue);
    assert_int_equal(ringfenceCudaImportExternalSemaphore((void *)&place, NULL),
                     cudaErrorInvalidValue);
    assert_int_equal(ringfenceCudaImportExternalMemory(NULL, &cuda_memory), cudaErrorInvalidValue);
    assert_int_equal(ringfenceCudaImportExternalMemory((void *)&place, NULL),
                     cudaErrorInvalidValue);
    assert_int_equal(ringfenceCudaExternalMemoryGetMappedBuffer(NULL, NULL, &cuda_range),
                     cudaErrorInvalidValue);
    assert_int_equal(ringfenceCudaExternalMemoryGetMappedBuffer(&place, NULL, NULL),
                     cudaErrorInvalidValue);
    assert_int_equal(ringfenceCudaExternalMemoryGetMappedMipmappedArray(NULL, NULL, &cuda_arrays),
                     cudaErrorInvalidValue);
    assert_int_equal(ringfenceCudaExternalMemoryGetMappedMipmappedArray((void *)&place, NULL, NULL),
                     cudaErrorInvalidValue);
    assert_int_equal(ringfenceCudaGetMipmappedArrayLevel(NULL, NULL, 0U), cudaErrorInvalidValue);
    assert_null(place);
}

/**
 * Freeing nothing is success, as in CUDA, and the driver is not asked.
 * @verifies RF-CUDA-036
 */
static void nothing_can_be_freed(void **state)
{
    (void)state;
    g_fake->reset();
    assert_int_equal(ringfenceCudaFree(NULL), cudaSuccess);
    assert_int_equal(ringfenceCudaFreeMipmappedArray(NULL), cudaSuccess);
    assert_int_equal(g_fake->count("cuMemFree_v2"), 0U);
    assert_int_equal(g_fake->count("cuMipmappedArrayDestroy"), 0U);
}

/**
 * Flags that are none are refused.
 * @verifies RF-CUDA-006
 * @verifies RF-CUDA-034
 */
static void flags_are_checked(void **state)
{
    NvSciBufObj buffer = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalMemory memory = import_buffer(buffer, BYTES);
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc;
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC range;
    CUexternalMemory more = NULL;
    CUdeviceptr pointer = 0U;

    (void)state;
    (void)memset(&desc, 0, sizeof(desc));
    desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
    desc.handle.nvSciBufObject = buffer;
    desc.size = BYTES;
    desc.flags = 2U;
    assert_cu(ringfenceCuImportExternalMemory(&more, &desc), CUDA_ERROR_INVALID_VALUE);
    assert_null(more);
    (void)memset(&range, 0, sizeof(range));
    range.size = BYTES;
    range.flags = 1U;
    assert_cu(ringfenceCuExternalMemoryGetMappedBuffer(&pointer, memory, &range),
              CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(pointer, 0U);
    assert_cu(ringfenceCuMemFree(0U), CUDA_SUCCESS);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciBufObjFree(buffer);
}

/** Tries to reserve memory of a GPU. */
static NvSciError reserve(const NvSciRmGpuId *gpu, uint64_t alignment)
{
    const NvSciBufType type = NvSciBufType_RawBuffer;
    const uint64_t size = BYTES;
    NvSciBufAttrKeyValuePair pairs[] = {
        {NvSciBufGeneralAttrKey_Types, &type, sizeof(type)},
        {NvSciBufRawBufferAttrKey_Size, &size, sizeof(size)},
        {NvSciBufRawBufferAttrKey_Align, &alignment, sizeof(alignment)},
        {NvSciBufGeneralAttrKey_GpuId, gpu, sizeof(*gpu)},
        {NvSciBufGeneralAttrKey_VidMem_GpuId, gpu, sizeof(*gpu)}};
    NvSciBufAttrList list = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    NvSciError status = NvSciError_Success;

    assert_int_equal(NvSciBufAttrListCreate(g_scene.buf, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    status = NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict);
    if (status == NvSciError_Success) {
        NvSciBufObjFree(object);
    }
    NvSciBufAttrListFree(list);
    NvSciBufAttrListFree(conflict);
    return status;
}

/**
 * Memory of a GPU that is not there, or of an alignment that CUDA does not promise, is not
 * reserved.
 * @verifies RF-CUDA-038
 */
static void memory_that_cannot_be_had(void **state)
{
    static const NvSciRmGpuId nowhere = {{0xEEU, 1U}};

    (void)state;
    assert_int_not_equal(reserve(&nowhere, 4096U), NvSciError_Success);
    assert_int_not_equal(reserve(&g_scene.gpu, (uint64_t)4U << 20U), NvSciError_Success);
    assert_int_equal(reserve(&g_scene.gpu, (uint64_t)2U << 20U), NvSciError_Success);
    assert_int_equal(g_fake->live(FAKE_ALLOCATIONS), 0U);
}

/** Memory of CUDA's own. */
static cudaExternalMemory_t foreign_memory(void)
{
    CUmemAllocationProp properties;
    CUmemGenericAllocationHandle handle = 0U;
    struct cudaExternalMemoryHandleDesc desc;
    cudaExternalMemory_t memory = NULL;
    int fd = -1;

    (void)memset(&properties, 0, sizeof(properties));
    (void)memset(&desc, 0, sizeof(desc));
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    assert_cu(cuMemCreate(&handle, (size_t)2U << 20U, &properties, 0U), CUDA_SUCCESS);
    assert_cu(
        cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0U),
        CUDA_SUCCESS);
    assert_cu(cuMemRelease(handle), CUDA_SUCCESS);
    desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
    desc.handle.fd = fd;
    desc.size = BYTES;
    assert_int_equal(ringfenceCudaImportExternalMemory(&memory, &desc), cudaSuccess);
    return memory;
}

/**
 * The runtime API passes arrays of formats that both APIs have, and refuses the others.
 * @verifies RF-CUDA-036
 */
static void formats_of_arrays(void **state)
{
    static const struct {
        struct cudaChannelFormatDesc format;
        cudaError_t result;
    } cases[] = {
        {{8, 0, 0, 0, cudaChannelFormatKindUnsigned}, cudaSuccess},
        {{16, 16, 0, 0, cudaChannelFormatKindSigned}, cudaSuccess},
        {{32, 32, 32, 32, cudaChannelFormatKindFloat}, cudaSuccess},
        {{16, 16, 16, 0, cudaChannelFormatKindFloat}, cudaErrorNotSupported},
        {{8, 0, 8, 0, cudaChannelFormatKindUnsigned}, cudaErrorNotSupported},
        {{8, 16, 0, 0, cudaChannelFormatKindUnsigned}, cudaErrorNotSupported},
        {{0, 0, 0, 0, cudaChannelFormatKindUnsigned}, cudaErrorNotSupported},
        {{64, 0, 0, 0, cudaChannelFormatKindUnsigned}, cudaErrorNotSupported},
        {{8, 0, 0, 0, cudaChannelFormatKindFloat}, cudaErrorNotSupported},
    };
    cudaExternalMemory_t memory = foreign_memory();

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(cases); i++) {
        struct cudaExternalMemoryMipmappedArrayDesc desc;
        cudaMipmappedArray_t array = NULL;

        (void)memset(&desc, 0, sizeof(desc));
        desc.formatDesc = cases[i].format;
        desc.extent.width = 16U;
        desc.extent.height = 8U;
        desc.numLevels = 1U;
        assert_int_equal(ringfenceCudaExternalMemoryGetMappedMipmappedArray(&array, memory, &desc),
                         cases[i].result);
        if (cases[i].result == cudaSuccess) {
            assert_int_equal(ringfenceCudaFreeMipmappedArray(array), cudaSuccess);
        } else {
            assert_null(array);
        }
    }
    assert_int_equal(ringfenceCudaDestroyExternalMemory(memory), cudaSuccess);
}

/**
 * Arrays of a memory that the CPU can access are refused in both APIs.
 * @verifies RF-CUDA-037
 */
static void arrays_of_the_cpu_are_refused(void **state)
{
    NvSciBufObj buffer = raw_buffer(BYTES, true, &g_scene.gpu);
    CUexternalMemory memory = import_buffer(buffer, BYTES);

    (void)state;
    assert_cu(ringfenceCuExternalMemoryGetMappedMipmappedArray(NULL, memory, NULL),
              CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(ringfenceCudaExternalMemoryGetMappedMipmappedArray(NULL, (void *)memory, NULL),
                     cudaErrorNotSupported);
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciBufObjFree(buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        fake_test(what_is_not_there_is_refused),
        fake_test(nothing_can_be_freed),
        fake_test(flags_are_checked),
        fake_test(memory_that_cannot_be_had),
        fake_test(formats_of_arrays),
        fake_test(arrays_of_the_cpu_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
