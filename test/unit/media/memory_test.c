/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file memory_test.c
 * Images in the memory of a device where nothing blits on one.
 */
#define _GNU_SOURCE

#include <sys/mman.h>
#include <unistd.h>

#include "blit/cuda/blit_cuda.h"
#include "media_fixture.h"
#include "ringfence_engine.h"

static const NvSciRmGpuId g_gpu = {{3U}};

/** Memory of the system in the place of that of a device. */
static NvSciError allocate(void *context, const NvSciRmGpuId *gpu, uint64_t bytes,
                           uint64_t alignment, int32_t *descriptor, uint64_t *rounded)
{
    const int made = memfd_create("device", 0U);

    (void)context;
    (void)gpu;
    (void)alignment;
    assert_true(made >= 0);
    assert_int_equal(ftruncate(made, (off_t)bytes), 0);
    *descriptor = made;
    *rounded = bytes;
    return NvSciError_Success;
}

/**
 * A buffer in memory of a device is no image where there are no kernels or no driver; both are
 * reported, and nothing of it is kept.
 * @verifies RF-MEDIA-018
 */
static void memory_of_a_device_needs_one_that_blits(void **state)
{
    const RingfenceEngineMemory memory = {NULL, &allocate, NULL};
    const NvMediaSurfAllocAttr attrs[] = {
        {NVM_SURF_ATTR_WIDTH, 8U},
        {NVM_SURF_ATTR_HEIGHT, 8U},
        {NVM_SURF_ATTR_CPU_ACCESS, NVM_SURF_ATTR_CPU_ACCESS_UNMAPPED}};
    Bench bench = bench_open();
    NvSciBufAttrList list = LIST(PAIR(NvSciBufGeneralAttrKey_RequiredPerm,
                                      NvSciBufAttrValAccessPerm, NvSciBufAccessPerm_ReadWrite),
                                 PAIR(NvSciBufGeneralAttrKey_GpuId, NvSciRmGpuId, g_gpu),
                                 PAIR(NvSciBufGeneralAttrKey_VidMem_GpuId, NvSciRmGpuId, g_gpu));
    NvMediaImage *image = NULL;
    NvSciBufObj object = NULL;
    uint32_t handles = 0U;
    uint32_t faults = 0U;

    (void)state;
    assert_status(RingfenceEngineSetMemory(&memory), NvSciError_Success);
    assert_int_equal(NvMediaImageFillNvSciBufAttrs(bench.device, type_of(FORM_420), attrs,
                                                   COUNT_OF(attrs), 0U, list),
                     NVMEDIA_STATUS_OK);
    object = buf_object_of(list);
    handles = in_use_of(RINGFENCE_POOL_BUF_HANDLE);
    faults = fault_count();
    if (!blit_gpu_is_there()) {
        assert_int_equal(NvMediaImageCreateFromNvSciBuf(bench.device, object, &image),
                         NVMEDIA_STATUS_NOT_SUPPORTED);
        assert_int_equal(fault_count(), faults + 2U);
        assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_CPU_ACCESS);
        assert_string_equal(fault_function(), "NvMediaImageCreateFromNvSciBuf");
    }
    assert_null(image);
    assert_int_equal(in_use_of(RINGFENCE_POOL_BUF_HANDLE), handles);
    NvSciBufObjFree(object);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(memory_of_a_device_needs_one_that_blits)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
