/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_reconcile_test.c
 * What CUDA cannot use is refused when lists are reconciled, with the reason.
 */
#define _GNU_SOURCE

#include "cuda_fixture.h"
#include "fake.h"

#define GEN(key) NvSciBufGeneralAttrKey_##key
#define IMG(key) NvSciBufImageAttrKey_##key
#define PLANES   3U
#define WIDTH    101U
#define HEIGHT   67U

/** A GPU that no machine has. */
static const NvSciRmGpuId g_nowhere = {{0xEEU, 1U}};
static const bool g_yes = true;

static NvSciBufAttrList list_of(NvSciBufAttrKeyValuePair *pairs, size_t count)
{
    NvSciBufAttrList list = NULL;

    assert_int_equal(NvSciBufAttrListCreate(g_scene.buf, &list), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListSetAttrs(list, pairs, count), NvSciError_Success);
    return list;
}

/** A raw buffer and one more key. */
static NvSciBufAttrList raw_with(NvSciBufAttrKey key, const void *value, size_t size)
{
    static const NvSciBufType type = NvSciBufType_RawBuffer;
    static const uint64_t bytes = 4096U;
    NvSciBufAttrKeyValuePair pairs[] = {{GEN(Types), &type, sizeof(type)},
                                        {NvSciBufRawBufferAttrKey_Size, &bytes, sizeof(bytes)},
                                        {key, value, size}};

    return list_of(pairs, COUNT_OF(pairs));
}

/** Planes Y8, V8, U8 of a block-linear image, for the first GPU. */
static NvSciBufAttrList image_of(bool cpu, uint32_t width, uint32_t height)
{
    static const NvSciBufType type = NvSciBufType_Image;
    static const NvSciBufAttrValImageLayoutType layout = NvSciBufImage_BlockLinearType;
    static const NvSciBufAttrValImageScanType scan = NvSciBufScan_ProgressiveType;
    static const uint32_t planes = PLANES;
    static const NvSciBufAttrValColorFmt formats[PLANES] = {NvSciColor_Y8, NvSciColor_V8,
                                                            NvSciColor_U8};
    const uint32_t widths[PLANES] = {width, (width + 1U) / 2U, (width + 1U) / 2U};
    const uint32_t heights[PLANES] = {height, (height + 1U) / 2U, (height + 1U) / 2U};
    static const NvSciBufAttrValAccessPerm perm = NvSciBufAccessPerm_ReadWrite;
    NvSciBufAttrKeyValuePair pairs[] = {{GEN(Types), &type, sizeof(type)},
                                        {GEN(NeedCpuAccess), &cpu, sizeof(cpu)},
                                        {GEN(RequiredPerm), &perm, sizeof(perm)},
                                        {GEN(GpuId), &g_scene.gpu, sizeof(g_scene.gpu)},
                                        {IMG(Layout), &layout, sizeof(layout)},
                                        {IMG(ScanType), &scan, sizeof(scan)},
                                        {IMG(PlaneCount), &planes, sizeof(planes)},
                                        {IMG(PlaneColorFormat), formats, sizeof(formats)},
                                        {IMG(PlaneWidth), widths, sizeof(widths)},
                                        {IMG(PlaneHeight), heights, sizeof(heights)}};

    return list_of(pairs, COUNT_OF(pairs));
}

/** The same with odd sizes. */
static NvSciBufAttrList image_list(bool cpu)
{
    return image_of(cpu, WIDTH, HEIGHT);
}

/** Reconciles lists that cannot be, frees them and gives the reason. */
static RingfenceConflict refused(const NvSciBufAttrList *lists, size_t count, NvSciError error)
{
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    RingfenceConflict why;

    assert_int_equal(NvSciBufAttrListReconcile(lists, count, &reconciled, &conflict), error);
    assert_null(reconciled);
    assert_int_equal(RingfenceExplainConflict(conflict, &why), NvSciError_Success);
    NvSciBufAttrListFree(conflict);
    for (size_t i = 0U; i < count; i++) {
        NvSciBufAttrListFree(lists[i]);
    }
    return why;
}

/**
 * A GPU that is not in the machine: as one that uses the buffer, and as one whose memory it is.
 * @verifies RF-CUDA-044
 */
static void a_gpu_that_is_not_there(void **state)
{
    const NvSciBufAttrList user = raw_with(GEN(GpuId), &g_nowhere, sizeof(g_nowhere));
    const NvSciBufAttrList home = raw_with(GEN(VidMem_GpuId), &g_nowhere, sizeof(g_nowhere));
    RingfenceConflict why;

    (void)state;
    why = refused(&user, 1U, NvSciError_NotSupported);
    assert_int_equal(why.key, GEN(GpuId));
    assert_int_equal(why.rule, RINGFENCE_RULE_PRESENT);
    assert_memory_equal(why.first.value, &g_nowhere, sizeof(g_nowhere));
    why = refused(&home, 1U, NvSciError_NotSupported);
    assert_int_equal(why.key, GEN(VidMem_GpuId));
    assert_int_equal(why.rule, RINGFENCE_RULE_PRESENT);
}

/**
 * Memory of a GPU with access of the CPU, or with an alignment that it cannot have.
 * @verifies RF-CUDA-044
 */
static void memory_of_a_gpu_that_cannot_be(void **state)
{
    const uint64_t alignment = 4U << 20U;
    uint64_t limit = 0U;
    NvSciBufAttrList lists[2] = {raw_with(GEN(VidMem_GpuId), &g_scene.gpu, sizeof(g_scene.gpu)),
                                 raw_with(GEN(NeedCpuAccess), &g_yes, sizeof(g_yes))};
    RingfenceConflict why;

    (void)state;
    why = refused(lists, 2U, NvSciError_ReconciliationFailed);
    assert_int_equal(why.key, GEN(NeedCpuAccess));
    assert_int_equal(why.rule, RINGFENCE_RULE_REACH);
    assert_int_equal(why.first.list, 1U);
    assert_int_equal(why.second.key, GEN(VidMem_GpuId));
    lists[0] = raw_with(GEN(VidMem_GpuId), &g_scene.gpu, sizeof(g_scene.gpu));
    lists[1] = raw_with(NvSciBufRawBufferAttrKey_Align, &alignment, sizeof(alignment));
    why = refused(lists, 2U, NvSciError_NotSupported);
    assert_int_equal(why.key, NvSciBufRawBufferAttrKey_Align);
    assert_int_equal(why.rule, RINGFENCE_RULE_SUPPORTED);
    assert_int_equal(why.second.origin, RINGFENCE_ORIGIN_LIBRARY);
    (void)memcpy(&limit, why.second.value, sizeof(limit));
    assert_int_equal(limit, 2U << 20U);
}

/**
 * A block-linear image that the CPU is to access.
 * @verifies RF-CUDA-044
 */
static void a_block_linear_image_for_the_cpu(void **state)
{
    const NvSciBufAttrList list = image_list(true);
    RingfenceConflict why;

    (void)state;
    why = refused(&list, 1U, NvSciError_NotSupported);
    assert_int_equal(why.key, GEN(NeedCpuAccess));
    assert_int_equal(why.second.key, IMG(Layout));
}

/**
 * A block-linear image that is wider or higher than any array of the GPU.
 * @verifies RF-CUDA-044
 */
static void a_block_linear_image_that_is_too_great(void **state)
{
    int most[2] = {0, 0};
    NvSciBufAttrList list = NULL;
    RingfenceConflict why;

    (void)state;
    assert_cu(
        cuDeviceGetAttribute(&most[0], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, g_scene.device),
        CUDA_SUCCESS);
    assert_cu(cuDeviceGetAttribute(&most[1], CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT,
                                   g_scene.device),
              CUDA_SUCCESS);
    list = image_of(false, (uint32_t)most[0] + 1U, 8U);
    why = refused(&list, 1U, NvSciError_NotSupported);
    assert_int_equal(why.key, IMG(PlaneWidth));
    assert_int_equal(why.second.origin, RINGFENCE_ORIGIN_LIBRARY);
    list = image_of(false, 8U, (uint32_t)most[1] + 1U);
    why = refused(&list, 1U, NvSciError_NotSupported);
    assert_int_equal(why.key, IMG(PlaneHeight));
    assert_memory_equal(why.second.value, &most[1], sizeof(most[1]));
}

/** Maps a plane of an image as an array. */
static void map_plane(CUexternalMemory memory, NvSciBufAttrList list, uint32_t plane)
{
    NvSciBufAttrKeyValuePair pairs[] = {
        {IMG(PlaneOffset), NULL, 0U}, {IMG(PlaneWidth), NULL, 0U}, {IMG(PlaneHeight), NULL, 0U}};
    CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC desc;
    CUmipmappedArray array = NULL;
    CUarray level = NULL;

    assert_int_equal(NvSciBufAttrListGetAttrs(list, pairs, COUNT_OF(pairs)), NvSciError_Success);
    (void)memset(&desc, 0, sizeof(desc));
    desc.offset = ((const uint64_t *)pairs[0].value)[plane];
    desc.arrayDesc.Width = ((const uint32_t *)pairs[1].value)[plane];
    desc.arrayDesc.Height = ((const uint32_t *)pairs[2].value)[plane];
    desc.arrayDesc.Format = CU_AD_FORMAT_UNSIGNED_INT8;
    desc.arrayDesc.NumChannels = 1U;
    desc.numLevels = 1U;
    assert_cu(ringfenceCuExternalMemoryGetMappedMipmappedArray(&array, memory, &desc),
              CUDA_SUCCESS);
    assert_cu(ringfenceCuMipmappedArrayGetLevel(&level, array, 0U), CUDA_SUCCESS);
    assert_non_null(level);
    assert_cu(ringfenceCuMipmappedArrayDestroy(array), CUDA_SUCCESS);
}

/**
 * A block-linear image of GPUs alone is in the memory of one, without a list that says so, and each
 * of its planes is an array.
 * @verifies RF-CUDA-033
 * @verifies RF-CUDA-044
 */
static void a_block_linear_image_of_the_gpu(void **state)
{
    const NvSciBufAttrList list = image_list(false);
    NvSciBufAttrKeyValuePair home = {GEN(VidMem_GpuId), NULL, 0U};
    NvSciBufAttrKeyValuePair size = {IMG(Size), NULL, 0U};
    NvSciBufAttrList own = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciBufObj object = NULL;
    CUexternalMemory memory = NULL;

    (void)state;
    assert_int_equal(NvSciBufAttrListReconcileAndObjAlloc(&list, 1U, &object, &conflict),
                     NvSciError_Success);
    NvSciBufAttrListFree(list);
    assert_int_equal(NvSciBufObjGetAttrList(object, &own), NvSciError_Success);
    assert_int_equal(NvSciBufAttrListGetAttrs(own, &home, 1U), NvSciError_Success);
    assert_memory_equal(home.value, &g_scene.gpu, sizeof(g_scene.gpu));
    assert_int_equal(NvSciBufAttrListGetAttrs(own, &size, 1U), NvSciError_Success);
    memory = import_buffer(object, *(const uint64_t *)size.value);
    for (uint32_t plane = 0U; plane < PLANES; plane++) {
        map_plane(memory, own, plane);
    }
    assert_cu(ringfenceCuDestroyExternalMemory(memory), CUDA_SUCCESS);
    NvSciBufObjFree(object);
}

/**
 * Two GPUs that cannot use each other's memory, and a machine that has no GPU to ask: lists are
 * reconciled for others there.
 * @verifies RF-CUDA-044
 */
static void gpus_apart_and_no_gpu(void **state)
{
    const FakeControl *const fake = fake_control();
    NvSciBufAttrList lists[2] = {NULL, NULL};
    NvSciBufAttrList reconciled = NULL;
    NvSciBufAttrList conflict = NULL;
    NvSciRmGpuId second;
    CUdevice device = 0;
    CUuuid uuid;
    RingfenceConflict why;

    (void)state;
    if (fake == NULL) {
        skip();
    }
    fake->reset();
    assert_cu(cuDeviceGet(&device, 1), CUDA_SUCCESS);
    assert_cu(cuDeviceGetUuid_v2(&uuid, device), CUDA_SUCCESS);
    (void)memcpy(second.bytes, uuid.bytes, sizeof(uuid.bytes));
    fake->reach(false);
    lists[0] = raw_with(GEN(VidMem_GpuId), &g_scene.gpu, sizeof(g_scene.gpu));
    lists[1] = raw_with(GEN(GpuId), &second, sizeof(second));
    why = refused(lists, 2U, NvSciError_ReconciliationFailed);
    assert_int_equal(why.key, GEN(GpuId));
    assert_int_equal(why.rule, RINGFENCE_RULE_REACH);
    assert_int_equal(why.first.list, 1U);
    assert_int_equal(why.second.key, GEN(VidMem_GpuId));
    assert_memory_equal(why.second.value, &g_scene.gpu, sizeof(g_scene.gpu));
    fake->devices(0U);
    lists[0] = raw_with(GEN(GpuId), &g_nowhere, sizeof(g_nowhere));
    assert_int_equal(NvSciBufAttrListReconcile(lists, 1U, &reconciled, &conflict),
                     NvSciError_Success);
    NvSciBufAttrListFree(reconciled);
    NvSciBufAttrListFree(lists[0]);
    fake->reset();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cuda_test(a_gpu_that_is_not_there),
        cuda_test(memory_of_a_gpu_that_cannot_be),
        cuda_test(a_block_linear_image_for_the_cpu),
        cuda_test(a_block_linear_image_of_the_gpu),
        cuda_test(a_block_linear_image_that_is_too_great),
        cuda_test(gpus_apart_and_no_gpu),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
