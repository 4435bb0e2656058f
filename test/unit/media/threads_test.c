/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file threads_test.c
 * Calls of several threads for one image or one engine: what one works on stays, and each sees it
 * whole.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "media/image.h"
#include "media_fixture.h"
#include "port/lock.h"

/** Of images whose copies take a while. */
#define WIDE   2048U
#define HIGH   1024U
#define PIXELS (WIDE * HIGH)

static void start(pthread_t *thread, void *(*run)(void *), void *context)
{
    assert_int_equal(pthread_create(thread, NULL, run, context), 0);
}

static void finish(pthread_t thread)
{
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/** What threads of a test share. */
typedef struct {
    Bench *bench;
    NvMedia2D *engine;
    NvMediaImage *image;
    NvMediaImage *other;
    NvMediaStatus status;
    atomic_bool is_over;
    uint8_t *bytes;
    atomic_uint turns;
} Pair;

static NvMediaStatus put_bytes(const NvMediaImage *image, uint8_t *bytes)
{
    void *planes[] = {bytes};
    const uint32_t pitches[] = {WIDE};

    return NvMediaImagePutBits(image, NULL, planes, pitches);
}

static NvMediaStatus get_bytes(const NvMediaImage *image, uint8_t *bytes)
{
    void *planes[] = {bytes};
    const uint32_t pitches[] = {WIDE};

    return NvMediaImageGetBits(image, NULL, planes, pitches);
}

/* ---------------------------------------------------------------- the end of an image */

static void *get_once(void *context)
{
    Pair *const pair = context;

    pair->status = get_bytes(pair->image, pair->bytes);
    atomic_store(&pair->is_over, true);
    return NULL;
}

/** Reads what another thread writes. */
__attribute__((no_sanitize("thread"))) static uint8_t peek(const uint8_t *place)
{
    return *(const volatile uint8_t *)place;
}

/** Destroys an image while a thread copies from it; gives whether the thread was at it. */
static bool destroy_beside_a_copy(Bench *bench, uint8_t *bytes)
{
    Pair pair = {bench, NULL, make_image(bench, FORM_LUMA, WIDE, HIGH), NULL, NVMEDIA_STATUS_ERROR,
                 false, bytes, 0U};
    uint32_t faults = 0U;
    bool was_used = false;
    pthread_t thread;

    paint(pair.image, 5U, 0U, 0U);
    (void)memset(bytes, 0, PIXELS);
    faults = fault_count();
    start(&thread, &get_once, &pair);
    while ((peek(bytes) == 0U) && (!atomic_load(&pair.is_over))) {
        /* It has not begun. */
    }
    NvMediaImageDestroy(pair.image);
    was_used = (fault_count() != faults);
    finish(thread);
    assert_int_equal(pair.status, NVMEDIA_STATUS_OK);
    assert_int_equal(bytes[PIXELS - 1U], 5U);
    if (was_used) {
        assert_int_equal(fault_kind(), RINGFENCE_FAULT_IMAGE_IN_USE);
        free_image(pair.image);
    }
    return was_used;
}

/**
 * An image that a call of another thread copies from stays, with a report; behind the call it goes.
 * @verifies RF-MEDIA-910
 */
static void what_a_call_works_on_stays(void **state)
{
    static uint8_t bytes[PIXELS];
    Bench bench = bench_open();
    bool was_used = false;

    (void)state;
    while (!was_used) {
        was_used = destroy_beside_a_copy(&bench, bytes);
    }
    bench_close(&bench);
}

/* ---------------------------------------------------------------- the phase */

static void *destroy_engine(void *context)
{
    Pair *const pair = context;

    pair->status = NvMedia2DDestroyEx(pair->engine);
    return NULL;
}

/**
 * The phase changes behind the end of an engine, which has given all back.
 * @verifies RF-MEDIA-911
 */
static void an_engine_ends_before_the_phase_does(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncObj end = end_object(&bench);
    const uint32_t handles = in_use_of(RINGFENCE_POOL_SYNC_HANDLE);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Pair pair = {&bench, bench.engine, NULL, NULL, NVMEDIA_STATUS_ERROR, false, NULL, 0U};
    pthread_t thread;

    (void)state;
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    register_sync(bench.engine, NVMEDIA_EOFSYNCOBJ, end);
    assert_status(NvSciSyncObjGenerateFence(begin, &fence), NvSciError_Success);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, &fence), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(bench.engine, to, from), NVMEDIA_STATUS_OK);
    start(&thread, &destroy_engine, &pair);
    while (NvMedia2DSetNvSciSyncObjforEOF(bench.engine, end) == NVMEDIA_STATUS_OK) {
        /* It is not being destroyed yet. */
    }
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    finish(thread);
    assert_int_equal(pair.status, NVMEDIA_STATUS_OK);
    assert_int_equal(in_use_of(RINGFENCE_POOL_SYNC_HANDLE), handles);
    go_to_init();
    NvSciSyncFenceClear(&fence);
    bench.engine = NULL;
    free_image(from);
    free_image(to);
    NvSciSyncObjFree(begin);
    NvSciSyncObjFree(end);
    bench_close(&bench);
}

/** A fence that a thread inserts. */
typedef struct {
    NvMedia2D *engine;
    const NvSciSyncFence *fence;
    NvMediaStatus status;
} Insert;

static void *insert_fence(void *context)
{
    Insert *const insert = context;

    insert->status = NvMedia2DInsertPreNvSciSyncFence(insert->engine, insert->fence);
    return NULL;
}

static void *enter_deinit(void *context)
{
    NvSciError *const status = context;

    *status = RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT);
    return NULL;
}

/** Row of the only engine. */
static MediaEngine *only_engine(void)
{
    MediaEngine *found = NULL;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_ENGINES; i++) {
        if (g_media_engines[i].is_taken) {
            found = &g_media_engines[i];
        }
    }
    assert_non_null(found);
    return found;
}

/**
 * A call that was admitted inserts its fence; the phase changes behind it.
 * @verifies RF-MEDIA-953
 */
static void a_fence_is_inserted_before_the_phase_changes(void **state)
{
    const struct timespec nap = {0, 20000000};
    Bench bench = bench_open();
    NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    MediaEngine *const row = only_engine();
    Insert insert = {bench.engine, &fence, NVMEDIA_STATUS_PENDING};
    NvSciError changed = NvSciError_Unknown;
    pthread_t threads[2];

    (void)state;
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    assert_status(NvSciSyncObjGenerateFence(begin, &fence), NvSciError_Success);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    ringfence_port_mutex_lock(&row->lock);
    start(&threads[0], &insert_fence, &insert);
    while (port_load32(&row->lock) != 2U) {
        /* It does not wait for the engine yet. */
    }
    start(&threads[1], &enter_deinit, &changed);
    (void)nanosleep(&nap, NULL);
    ringfence_port_mutex_unlock(&row->lock);
    finish(threads[0]);
    finish(threads[1]);
    assert_int_equal(insert.status, NVMEDIA_STATUS_OK);
    assert_status(changed, NvSciError_Success);
    assert_int_equal(NvMedia2DDestroyEx(bench.engine), NVMEDIA_STATUS_OK);
    bench.engine = NULL;
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(begin);
    bench_close(&bench);
}

/** Waits in NvMediaImageLock(). */
static void *lock_image(void *context)
{
    Pair *const pair = context;
    NvMediaImageSurfaceMap map;

    pair->status = NvMediaImageLock(pair->image, NVMEDIA_IMAGE_ACCESS_READ, &map);
    return NULL;
}

/** Waits until a call of another thread works on an image. */
static void await_call(const NvMediaImage *image)
{
    bool is_used = false;

    while (!is_used) {
        media_use_lock();
        for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_IMAGES; i++) {
            is_used =
                is_used || ((&g_media_images[i].image == image) && (g_media_images[i].calls > 0U));
        }
        media_use_unlock();
    }
}

/**
 * A lock whose wait ends in a phase that has no NvMediaImageUnlock() is refused, so that the image
 * can be destroyed.
 * @verifies RF-MEDIA-951
 */
static void no_lock_comes_too_late(void **state)
{
    Bench bench = bench_open();
    NvMediaImage *const from = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvMediaImage *const to = make_image(&bench, FORM_LUMA, 8U, 8U);
    NvSciSyncObj begin = begin_object(&bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    Pair pair = {&bench, NULL, to, NULL, NVMEDIA_STATUS_ERROR, false, NULL, 0U};
    pthread_t thread;

    (void)state;
    register_sync(bench.engine, NVMEDIA_PRESYNCOBJ, begin);
    assert_status(NvSciSyncObjGenerateFence(begin, &fence), NvSciError_Success);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(bench.engine, &fence), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(bench.engine, to, from), NVMEDIA_STATUS_OK);
    start(&thread, &lock_image, &pair);
    await_call(to);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME), NvSciError_Success);
    assert_status(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    assert_int_equal(NvMedia2DDestroyEx(bench.engine), NVMEDIA_STATUS_OK);
    finish(thread);
    bench.engine = NULL;
    assert_int_equal(pair.status, NVMEDIA_STATUS_UNDEFINED_STATE);
    free_image(to);
    free_image(from);
    NvSciSyncFenceClear(&fence);
    NvSciSyncObjFree(begin);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- copies */

#define TURNS 60U

static void *put_often(void *context)
{
    static uint8_t bytes[PIXELS];
    Pair *const pair = context;

    for (uint32_t i = 0U; (i < TURNS) && (pair->status == NVMEDIA_STATUS_OK); i++) {
        (void)memset(bytes, (int)i, sizeof(bytes));
        pair->status = put_bytes(pair->image, bytes);
    }
    atomic_store(&pair->is_over, true);
    return NULL;
}

/** Asserts that all pixels of an image are of one copy. */
static void assert_whole(const NvMediaImage *image)
{
    static uint8_t bytes[PIXELS];

    assert_int_equal(get_bytes(image, bytes), NVMEDIA_STATUS_OK);
    assert_memory_equal(bytes, &bytes[1], PIXELS - 1U);
}

/**
 * What one thread puts into an image another one reads whole: by a copy, or by a blit.
 * @verifies RF-MEDIA-912
 */
static void copies_are_seen_whole(void **state)
{
    Bench bench = bench_open();
    Pair pair = {&bench,
                 NULL,
                 make_image(&bench, FORM_LUMA, WIDE, HIGH),
                 make_image(&bench, FORM_LUMA, WIDE, HIGH),
                 NVMEDIA_STATUS_OK,
                 false,
                 NULL,
                 0U};
    pthread_t thread;

    (void)state;
    paint(pair.image, 0U, 0U, 0U);
    start(&thread, &put_often, &pair);
    while (!atomic_load(&pair.is_over)) {
        assert_whole(pair.image);
        assert_int_equal(blit(bench.engine, pair.other, pair.image), NVMEDIA_STATUS_OK);
        assert_whole(pair.other);
    }
    finish(thread);
    assert_int_equal(pair.status, NVMEDIA_STATUS_OK);
    free_image(pair.image);
    free_image(pair.other);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- refusals */

#define REFUSALS 3000U

static void *read_often(void *context)
{
    Pair *const pair = context;
    uint8_t bytes[64];
    void *planes[] = {bytes};
    const uint32_t pitches[] = {8U};

    while (!atomic_load(&pair->is_over)) {
        pair->status = NvMediaImageGetBits(pair->image, NULL, planes, pitches);
        (void)atomic_fetch_add(&pair->turns, 1U);
    }
    return NULL;
}

/**
 * No thread waits for a blit that was refused, also if it looked while the blit was.
 * @verifies RF-MEDIA-913
 */
static void refused_blits_are_not_waited_for(void **state)
{
    Bench bench = bench_open();
    NvMedia2D *const second = make_engine(&bench);
    NvSciSyncObj end = end_object(&bench);
    Pair pair = {&bench,
                 second,
                 make_image(&bench, FORM_LUMA, 8U, 8U),
                 make_image(&bench, FORM_LUMA, 8U, 8U),
                 NVMEDIA_STATUS_ERROR,
                 false,
                 NULL,
                 0U};
    pthread_t thread;

    (void)state;
    register_sync(bench.engine, NVMEDIA_EOFSYNCOBJ, end);
    register_sync(second, NVMEDIA_EOFSYNCOBJ, end);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(bench.engine, end), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(second, end), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(bench.engine, pair.image, pair.other), NVMEDIA_STATUS_OK);
    start(&thread, &read_often, &pair);
    while (atomic_load(&pair.turns) == 0U) {
        (void)sched_yield();
    }
    for (uint32_t i = 0U; i < REFUSALS; i++) {
        assert_int_equal(blit(second, pair.image, pair.other), NVMEDIA_STATUS_BAD_PARAMETER);
    }
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    atomic_store(&pair.is_over, true);
    finish(thread);
    assert_int_equal(pair.status, NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DDestroyEx(second), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DDestroyEx(bench.engine), NVMEDIA_STATUS_OK);
    bench.engine = NULL;
    free_image(pair.image);
    free_image(pair.other);
    NvSciSyncObjFree(end);
    bench_close(&bench);
}

/* ---------------------------------------------------------------- what a call says */

/**
 * Pointers and pitches are those at the beginning of a call, whatever becomes of their memory: here
 * the copy of the first plane is written over them.
 * @verifies RF-MEDIA-915
 */
static void a_call_is_read_once(void **state)
{
    union {
        uint8_t plane[64];
        struct {
            void *planes[2];
            uint32_t pitches[2];
        } call;
    } first;
    uint8_t second[4][16];
    Bench bench = bench_open();
    NvMediaImage *const image = make_image(&bench, FORM_NV12, 8U, 8U);

    (void)state;
    paint(image, 0xF3U, 9U, 0U);
    (void)memset(second, 0, sizeof(second));
    first.call.planes[0] = first.plane;
    first.call.planes[1] = second;
    first.call.pitches[0] = 8U;
    first.call.pitches[1] = sizeof(second[0]);
    assert_int_equal(NvMediaImageGetBits(image, NULL, first.call.planes, first.call.pitches),
                     NVMEDIA_STATUS_OK);
    for (uint32_t i = 0U; i < sizeof(first.plane); i++) {
        assert_int_equal(first.plane[i], 0xF3U);
    }
    for (uint32_t i = 0U; i < sizeof(second); i++) {
        assert_int_equal(second[i / 16U][i % 16U], ((i % 16U) < 8U) ? 9U : 0U);
    }
    free_image(image);
    bench_close(&bench);
}

int main(void)
{
    /* What fails leaves something behind, which the tests behind it find: the one that most easily
     * does is the last. */
    const struct CMUnitTest tests[] = {sync_test(what_a_call_works_on_stays),
                                       sync_test(a_fence_is_inserted_before_the_phase_changes),
                                       sync_test(no_lock_comes_too_late),
                                       sync_test(copies_are_seen_whole),
                                       sync_test(refused_blits_are_not_waited_for),
                                       sync_test(a_call_is_read_once),
                                       sync_test(an_engine_ends_before_the_phase_does)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
