/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media_dla_test.c
 * A device of cuDLA and an engine of NvMedia 2D in one process: which of them signals an object.
 */
#include "../unit/media/media_fixture.h"
#include "cudla.h"

/** A device, an engine, two images, and an object that both may signal. */
typedef struct {
    Bench bench;
    NvMediaImage *from;
    NvMediaImage *to;
    cudlaDevHandle device;
    NvSciSyncObj object;
    uint64_t *cookie;
} Both;

static Both both_open(void)
{
    Both both;
    cudlaExternalSemaphoreHandleDesc desc = {NULL};

    (void)memset(&both, 0, sizeof(both));
    both.bench = bench_open();
    both.from = make_image(&both.bench, FORM_LUMA, 8U, 8U);
    both.to = make_image(&both.bench, FORM_LUMA, 8U, 8U);
    both.object = end_object(&both.bench);
    desc.extSyncObject = both.object;
    register_sync(both.bench.engine, NVMEDIA_EOFSYNCOBJ, both.object);
    assert_int_equal(cudlaCreateDevice(0U, &both.device, CUDLA_STANDALONE), cudlaSuccess);
    assert_int_equal(cudlaImportExternalSemaphore(both.device, &desc, &both.cookie, 0U),
                     cudlaSuccess);
    return both;
}

static void both_close(Both *both)
{
    assert_int_equal(cudlaDestroyDevice(both->device), cudlaSuccess);
    assert_int_equal(NvMedia2DDestroyEx(both->bench.engine), NVMEDIA_STATUS_OK);
    both->bench.engine = NULL;
    free_image(both->from);
    free_image(both->to);
    NvSciSyncObjFree(both->object);
    bench_close(&both->bench);
}

/** Has the device promise a signal. */
static cudlaStatus promise(const Both *both, NvSciSyncFence *fence)
{
    CudlaFence end = {fence, CUDLA_NVSCISYNC_FENCE};
    uint64_t *signals[1] = {both->cookie};
    cudlaSignalEvents ends = {signals, &end, 1U};
    const cudlaTask task = {.signalEvents = &ends};

    return cudlaSubmitTask(both->device, &task, 1U, NULL, 0U);
}

/**
 * What a device of cuDLA signals is refused to an engine, until the device is gone.
 * @verifies RF-MEDIA-035
 * @verifies RF-WORKER-011
 */
static void an_engine_leaves_what_a_device_signals(void **state)
{
    Both both = both_open();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(both.bench.engine, both.object),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(promise(&both, &fence), cudlaSuccess);
    assert_int_equal(blit(both.bench.engine, both.to, both.from), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(both.bench.engine, both.object),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(cudlaDestroyDevice(both.device), cudlaSuccess);
    assert_int_equal(blit(both.bench.engine, both.to, both.from), NVMEDIA_STATUS_OK);
    NvSciSyncFenceClear(&fence);
    assert_int_equal(cudlaCreateDevice(0U, &both.device, CUDLA_STANDALONE), cudlaSuccess);
    both_close(&both);
}

/**
 * What an engine signals is refused to a device of cuDLA.
 * @verifies RF-DLA-036
 * @verifies RF-WORKER-011
 */
static void a_device_leaves_what_an_engine_signals(void **state)
{
    Both both = both_open();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(both.bench.engine, both.object),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(blit(both.bench.engine, both.to, both.from), NVMEDIA_STATUS_OK);
    assert_int_equal(promise(&both, &fence), cudlaErrorInvalidAttribute);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(both.bench.engine, both.object, &fence),
                     NVMEDIA_STATUS_OK);
    await(&both.bench, &fence);
    assert_int_equal(NvMedia2DUnregisterNvSciSyncObj(both.bench.engine, both.object),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(promise(&both, &fence), cudlaSuccess);
    NvSciSyncFenceClear(&fence);
    both_close(&both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(an_engine_leaves_what_a_device_signals),
                                       sync_test(a_device_leaves_what_an_engine_signals)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
