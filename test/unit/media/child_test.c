/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file child_test.c
 * Children that are forked while a thread of their parent makes or ends something, or uses an
 * image: they are answered, and wait for no lock of their parent.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "media/media.h"
#include "media_fixture.h"
#include "port/lock.h"

/** A child that takes longer than so many seconds waits for ever. */
#define CHILD_SECONDS 60U
#define FORKS         100U

/** What a parent has, and its child is told. */
typedef struct {
    NvMediaDevice *device;
    NvMedia2D *engine;
    NvMediaImage *image;
    NvSciBufObj buffer;
} Parent;

/* ---------------------------------------------------------------- what a child calls */

/** Makes and ends a device; says whether it was refused. */
static bool device_is_refused(void)
{
    NvMediaDevice *const device = NvMediaDeviceCreate();

    NvMediaDeviceDestroy(device);
    return device == NULL;
}

/** Calls each function that makes or ends something, with what is the parent's; says whether all
 * were refused but those for a device. */
static bool others_are_refused(const Parent *parent)
{
    const NvMediaSurfAllocAttr attrs[] = SIZE_ATTRS(8U, 8U);
    const NvMediaSurfaceType type = type_of(FORM_LUMA);
    NvMediaImage *made = NULL;
    bool refused = (NvMedia2DCreate(parent->device) == NULL);

    NvMediaDeviceDestroy(parent->device);
    NvMediaImageDestroy(parent->image);
    NvMedia2DDestroy(parent->engine);
    NvMediaImageNvSciBufDeinit();
    refused = refused && (NvMediaImageNvSciBufInit() == NVMEDIA_STATUS_OK);
    refused = refused && (NvMedia2DDestroyEx(parent->engine) == NVMEDIA_STATUS_BAD_PARAMETER);
    refused = refused &&
              (NvMediaImageCreateNew(parent->device, type, attrs, COUNT_OF(attrs), 0U) == NULL);
    refused =
        refused && (NvMediaImageFillNvSciBufAttrs(parent->device, type, attrs, COUNT_OF(attrs), 0U,
                                                  NULL) == NVMEDIA_STATUS_BAD_PARAMETER);
    refused = refused && (NvMediaImageCreateFromNvSciBuf(parent->device, parent->buffer, &made) ==
                          NVMEDIA_STATUS_BAD_PARAMETER);
    refused = refused && (NvMedia2DImageRegister(parent->engine, parent->image,
                                                 NVMEDIA_ACCESS_MODE_READ_WRITE) ==
                          NVMEDIA_STATUS_BAD_PARAMETER);
    refused = refused && (NvMedia2DImageUnRegister(parent->engine, parent->image) ==
                          NVMEDIA_STATUS_BAD_PARAMETER);
    return refused &&
           (blit(parent->engine, parent->image, parent->image) == NVMEDIA_STATUS_BAD_PARAMETER);
}

/** How a child ends: 0, it was refused all; 1, it had a device. Others are failures. */
static int child_of(const Parent *parent)
{
    int result = 2;

    (void)alarm(CHILD_SECONDS);
    if (others_are_refused(parent)) {
        result = device_is_refused() ? 0 : 1;
    }
    return result;
}

/** Forks, and gives how the child ended. */
static int fork_child(const Parent *parent)
{
    const pid_t child = fork();
    int result = -1;

    if (child == 0) {
        _exit(child_of(parent));
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result));
    return WEXITSTATUS(result);
}

/* ---------------------------------------------------------------- locks */

/** A child that is forked while a lock is taken is refused; the next one has a device. */
static void fork_beside_a_lock(const Parent *parent, void (*lock)(void), void (*unlock)(void))
{
    int result = -1;

    lock();
    result = fork_child(parent);
    unlock();
    assert_int_equal(result, 0);
    assert_int_equal(fork_child(parent), 1);
}

static void engine_lock(void)
{
    ringfence_port_mutex_lock(&g_media_engines[RINGFENCE_CFG_2D_ENGINES - 1U].lock);
}

static void engine_unlock(void)
{
    ringfence_port_mutex_unlock(&g_media_engines[RINGFENCE_CFG_2D_ENGINES - 1U].lock);
}

/**
 * A child that was forked while a thread of its parent had a lock is refused what makes or ends
 * something; where none had one it makes devices of its own.
 * @verifies RF-MEDIA-006
 * @verifies RF-MEDIA-916
 */
static void a_child_waits_for_no_lock_of_its_parent(void **state)
{
    Bench bench = bench_open();
    const Parent parent = {bench.device, bench.engine, make_image(&bench, FORM_LUMA, 8U, 8U), NULL};

    (void)state;
    fork_beside_a_lock(&parent, &media_lock, &media_unlock);
    fork_beside_a_lock(&parent, &media_use_lock, &media_use_unlock);
    fork_beside_a_lock(&parent, &engine_lock, &engine_unlock);
    free_image(parent.image);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- a busy parent */

/** What the threads of a parent share. */
typedef struct {
    atomic_bool ends;
    const Bench *bench;
} Busy;

/** Makes and ends devices, engines and images. */
static void *make_on(void *context)
{
    Busy *const busy = context;

    while (!atomic_load(&busy->ends)) {
        NvMediaDevice *const device = NvMediaDeviceCreate();
        NvMedia2D *const engine = NvMedia2DCreate(device);
        NvMediaImage *const image = make_image(busy->bench, FORM_LUMA, 8U, 8U);
        NvMediaImageSurfaceMap map;

        (void)NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_READ, &map);
        NvMediaImageUnlock(image);
        NvMediaImageDestroy(image);
        NvMedia2DDestroy(engine);
        NvMediaDeviceDestroy(device);
    }
    return NULL;
}

/**
 * A child that was forked while its parent makes and ends devices, engines and images is answered.
 * @verifies RF-MEDIA-916
 */
static void children_of_a_busy_process_are_answered(void **state)
{
    Bench bench = bench_open();
    const Parent parent = {bench.device, bench.engine, NULL, NULL};
    Busy busy = {false, &bench};
    pthread_t thread;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, &make_on, &busy), 0);
    for (uint32_t i = 0U; i < FORKS; i++) {
        assert_in_range(fork_child(&parent), 0, 1);
    }
    atomic_store(&busy.ends, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(a_child_waits_for_no_lock_of_its_parent),
                                       sync_test(children_of_a_busy_process_are_answered)};

    return cmocka_run_group_tests_name("media/child", tests, NULL, NULL);
}
