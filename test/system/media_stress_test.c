/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media_stress_test.c
 * Three threads make, use and destroy images, engines and registrations of the first generation of
 * NvMedia 2D at one time, with handles that may have gone meanwhile. Each answer is one that the
 * headers allow; pixels are looked at where nobody else decides what they are.
 *
 * A number of rounds, or RINGFENCE_STRESS_SECONDS.
 */
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../unit/media/media_fixture.h"

#define THREADS 3U
#define ROUNDS  20000U
#define SIDE    32U
#define BYTES   (SIDE * SIDE)
/** Engines that blit between images that come and go: one of each thread, and one that goes itself.
 */
#define ENGINES (THREADS + 1U)
/** Images that come and go, and those that stay. No fence orders one engine behind another: each
 * has its part of the former. The address of an image that went may be that of a later one, so it
 * is the address that has a part. */
#define LOOSE_PART 2U
#define LOOSE      (ENGINES * LOOSE_PART)
#define STEADY     4U
/** Longest time that all rounds may take. */
#define HANG_S 400

/** What the threads share. */
typedef struct {
    Bench bench;
    /** An engine that comes and goes. */
    _Atomic(NvMedia2D *) engine;
    /** A thread makes or destroys it. */
    atomic_flag engine_turn;
    _Atomic(NvMediaImage *) loose[LOOSE];
    /** All that were ever made: an image that is in use when it is destroyed stays. */
    _Atomic(NvMediaImage *) seen[RINGFENCE_CFG_2D_IMAGES];
    NvMediaImage *steady[STEADY];
    /** Each is signalled by one thread, and by one engine. */
    NvSciSyncObj begin[THREADS];
    NvSciSyncObj end[THREADS];
    NvSciSyncObj loose_end;
    atomic_uint failures;
    atomic_uint done[16];
} Shared;

typedef struct {
    Shared *shared;
    uint32_t number;
    uint32_t seed;
    /** It stays, and this thread alone submits to it. */
    NvMedia2D *engine;
    NvMediaImage *from;
    NvMediaImage *to;
    NvSciSyncCpuWaitContext context;
    time_t until;
    uint8_t bytes[BYTES];
} Actor;

static uint32_t draw(Actor *actor, uint32_t below)
{
    actor->seed = (actor->seed * 1664525U) + 1013904223U;
    return (actor->seed >> 8U) % below;
}

static void expect_at(Actor *actor, bool holds, const char *what, int line)
{
    if (!holds) {
        (void)atomic_fetch_add(&actor->shared->failures, 1U);
        (void)fprintf(stderr, "line %d, thread %u: %s\n", line, actor->number, what);
    }
}

#define EXPECT(actor, holds) expect_at((actor), (holds), #holds, __LINE__)

/** A call that is taken, or one whose handle has gone, or whose state is another one meanwhile. */
static bool is_one_of(NvMediaStatus status, NvMediaStatus second, NvMediaStatus third)
{
    return (status == NVMEDIA_STATUS_OK) || (status == NVMEDIA_STATUS_BAD_PARAMETER) ||
           (status == second) || (status == third);
}

static NvMediaImage *any_loose(Actor *actor)
{
    return atomic_load(&actor->shared->loose[draw(actor, LOOSE)]);
}

/** One of the part of an engine. */
static NvMediaImage *loose_of(Actor *actor, uint32_t part)
{
    return atomic_load(&actor->shared->loose[(part * LOOSE_PART) + draw(actor, LOOSE_PART)]);
}

/** Says whether all bytes are the same. */
static bool is_uniform(const uint8_t *bytes)
{
    bool same = true;

    for (uint32_t i = 1U; i < BYTES; i++) {
        same = same && (bytes[i] == bytes[0]);
    }
    return same;
}

static NvMediaStatus put(Actor *actor, const NvMediaImage *image, uint8_t byte)
{
    void *planes[] = {actor->bytes};
    const uint32_t pitches[] = {SIDE};

    (void)memset(actor->bytes, byte, BYTES);
    return NvMediaImagePutBits(image, NULL, planes, pitches);
}

static NvMediaStatus get(Actor *actor, const NvMediaImage *image)
{
    void *planes[] = {actor->bytes};
    const uint32_t pitches[] = {SIDE};

    return NvMediaImageGetBits(image, NULL, planes, pitches);
}

/* ---------------------------------------------------------------- what a thread does */

/** Keeps what may have to be destroyed. Returns the engine that may have images at this address. */
static uint32_t note_image(Shared *shared, NvMediaImage *image)
{
    uint32_t place = 0U;
    bool is_kept = false;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_2D_IMAGES) && (!is_kept); i++) {
        NvMediaImage *found = NULL;

        is_kept =
            atomic_compare_exchange_strong(&shared->seen[i], &found, image) || (found == image);
        place = i;
    }
    return place % ENGINES;
}

/** Makes an image, or destroys one. */
static void turn_image(Actor *actor)
{
    Shared *const shared = actor->shared;

    if (draw(actor, 2U) == 0U) {
        NvMediaImageDestroy(any_loose(actor));
        NvMediaImageDestroy(atomic_load(&shared->seen[draw(actor, RINGFENCE_CFG_2D_IMAGES)]));
    } else {
        const NvMediaSurfAllocAttr attrs[] = SIZE_ATTRS(SIDE, SIDE);
        NvMediaImage *const made = NvMediaImageCreateNew(shared->bench.device, type_of(FORM_LUMA),
                                                         attrs, COUNT_OF(attrs), 0U);

        if (made != NULL) {
            const uint32_t part = note_image(shared, made);

            atomic_store(&shared->loose[(part * LOOSE_PART) + draw(actor, LOOSE_PART)], made);
        }
    }
}

/** Makes the engine that comes and goes, or destroys it: the next one comes when it has ended. */
static void turn_engine(Actor *actor)
{
    if (!atomic_flag_test_and_set(&actor->shared->engine_turn)) {
        NvMedia2D *const had = atomic_load(&actor->shared->engine);
        NvMedia2D *made = NULL;

        if (had != NULL) {
            EXPECT(actor, NvMedia2DDestroyEx(had) == NVMEDIA_STATUS_OK);
        } else {
            made = NvMedia2DCreate(actor->shared->bench.device);
        }
        atomic_store(&actor->shared->engine, made);
        atomic_flag_clear(&actor->shared->engine_turn);
    }
}

/** Registers an image, and ends a registration. */
static void turn_registration(Actor *actor)
{
    NvMedia2D *const engine =
        (draw(actor, 2U) == 0U) ? actor->engine : atomic_load(&actor->shared->engine);
    const NvMediaImage *const image = any_loose(actor);

    if (draw(actor, 2U) == 0U) {
        EXPECT(actor,
               is_one_of(NvMedia2DImageRegister(engine, image, NVMEDIA_ACCESS_MODE_READ_WRITE),
                         NVMEDIA_STATUS_OUT_OF_MEMORY, NVMEDIA_STATUS_OK));
    } else {
        EXPECT(actor, is_one_of(NvMedia2DImageUnRegister(engine, image), NVMEDIA_STATUS_PENDING,
                                NVMEDIA_STATUS_OK));
    }
}

/** Registers sync objects with the engine that comes and goes, and ends that. */
static void turn_sync(Actor *actor)
{
    NvMedia2D *const engine = atomic_load(&actor->shared->engine);
    const NvSciSyncObj begin = actor->shared->begin[draw(actor, THREADS)];
    const NvSciSyncObj end = actor->shared->loose_end;

    if (draw(actor, 3U) != 0U) {
        EXPECT(actor, is_one_of(NvMedia2DRegisterNvSciSyncObj(engine, NVMEDIA_PRESYNCOBJ, begin),
                                NVMEDIA_STATUS_OUT_OF_MEMORY, NVMEDIA_STATUS_OK));
        EXPECT(actor, is_one_of(NvMedia2DRegisterNvSciSyncObj(engine, NVMEDIA_EOFSYNCOBJ, end),
                                NVMEDIA_STATUS_OUT_OF_MEMORY, NVMEDIA_STATUS_OK));
    } else {
        EXPECT(actor, is_one_of(NvMedia2DUnregisterNvSciSyncObj(engine, begin),
                                NVMEDIA_STATUS_PENDING, NVMEDIA_STATUS_OK));
        EXPECT(actor, is_one_of(NvMedia2DUnregisterNvSciSyncObj(engine, end),
                                NVMEDIA_STATUS_PENDING, NVMEDIA_STATUS_OK));
    }
}

/** Waits for the end of a blit, which comes also where its engine is destroyed. */
static void await_end(Actor *actor, NvSciSyncFence *fence)
{
    EXPECT(actor, NvSciSyncFenceWait(fence, actor->context, (int64_t)HANG_S * 1000000) ==
                      NvSciError_Success);
    NvSciSyncFenceClear(fence);
}

/** Blits with images and an engine that may go meanwhile, with fences. */
static void blit_loose(Actor *actor)
{
    const bool is_own = (draw(actor, 2U) == 0U);
    NvMedia2D *const engine = is_own ? actor->engine : atomic_load(&actor->shared->engine);
    const uint32_t part = is_own ? actor->number : THREADS;
    const NvMediaImage *const to = loose_of(actor, part);
    const NvMediaImage *const from = loose_of(actor, part);
    const NvSciSyncObj begin = actor->shared->begin[actor->number];
    const NvSciSyncObj end = is_own ? actor->shared->end[actor->number] : actor->shared->loose_end;
    NvSciSyncFence before = NvSciSyncFenceInitializer;
    NvSciSyncFence after = NvSciSyncFenceInitializer;
    const bool waits = (draw(actor, 4U) == 0U);

    if (waits) {
        EXPECT(actor, NvSciSyncObjGenerateFence(begin, &before) == NvSciError_Success);
        EXPECT(actor, is_one_of(NvMedia2DInsertPreNvSciSyncFence(engine, &before),
                                NVMEDIA_STATUS_INSUFFICIENT_BUFFERING, NVMEDIA_STATUS_OK));
    }
    EXPECT(actor, is_one_of(NvMedia2DSetNvSciSyncObjforEOF(engine, end), NVMEDIA_STATUS_OK,
                            NVMEDIA_STATUS_OK));
    EXPECT(actor, is_one_of(blit(engine, to, from), NVMEDIA_STATUS_INSUFFICIENT_BUFFERING,
                            NVMEDIA_STATUS_OK));
    EXPECT(actor, is_one_of(NvMedia2DCopyPlaneNew(engine, from, 0U, to, 0U),
                            NVMEDIA_STATUS_INSUFFICIENT_BUFFERING, NVMEDIA_STATUS_OK));
    EXPECT(actor, is_one_of(NvMedia2DGetEOFNvSciSyncFence(engine, end, &after), NVMEDIA_STATUS_OK,
                            NVMEDIA_STATUS_OK));
    if (waits) {
        EXPECT(actor, NvSciSyncObjSignal(begin) == NvSciError_Success);
        NvSciSyncFenceClear(&before);
    }
    await_end(actor, &after);
}

/** Copies from an image and to one that may go meanwhile. */
static void copy_loose(Actor *actor)
{
    const NvMediaImage *const image = any_loose(actor);

    if (draw(actor, 2U) == 0U) {
        EXPECT(actor, is_one_of(put(actor, image, 7U), NVMEDIA_STATUS_OK, NVMEDIA_STATUS_OK));
    } else {
        EXPECT(actor, is_one_of(get(actor, image), NVMEDIA_STATUS_OK, NVMEDIA_STATUS_OK));
    }
}

/** Reads where another thread may write: the program that this stands for does not mind. */
__attribute__((no_sanitize("thread"))) static uint8_t peek(const void *place)
{
    return *(const volatile uint8_t *)place;
}

/** Locks an image that may go before, and reads it. */
static void lock_loose(Actor *actor)
{
    NvMediaImage *const image = any_loose(actor);
    NvMediaImageSurfaceMap map;
    const NvMediaStatus status = NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_READ_WRITE, &map);

    EXPECT(actor, is_one_of(status, NVMEDIA_STATUS_PENDING, NVMEDIA_STATUS_OK));
    if (status == NVMEDIA_STATUS_OK) {
        (void)peek(map.surface[0].mapping);
        NvMediaImageUnlock(image);
    }
}

/** Blits and copies images that stay: each holds one byte all over, whoever comes first. One engine
 * does these blits: two would do theirs at one time. */
static void use_steady(Actor *actor)
{
    const NvMediaImage *const one = actor->shared->steady[draw(actor, STEADY)];
    const NvMediaImage *const other = actor->shared->steady[draw(actor, STEADY)];
    const uint32_t what = draw(actor, 3U);

    if (what == 0U) {
        EXPECT(actor, put(actor, one, (uint8_t)draw(actor, 256U)) == NVMEDIA_STATUS_OK);
    } else if (what == 1U) {
        EXPECT(actor, get(actor, one) == NVMEDIA_STATUS_OK);
        EXPECT(actor, is_uniform(actor->bytes));
    } else {
        const NvMediaStatus status = blit(actor->shared->bench.engine, one, other);

        EXPECT(actor, (status == NVMEDIA_STATUS_INSUFFICIENT_BUFFERING) ||
                          ((one == other) ? (status == NVMEDIA_STATUS_BAD_PARAMETER)
                                          : (status == NVMEDIA_STATUS_OK)));
    }
}

/** Blits between images that no other thread has. */
static void use_own(Actor *actor)
{
    const uint8_t byte = (uint8_t)draw(actor, 256U);
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    EXPECT(actor, put(actor, actor->from, byte) == NVMEDIA_STATUS_OK);
    status = blit(actor->engine, actor->to, actor->from);
    if (status == NVMEDIA_STATUS_OK) {
        EXPECT(actor, get(actor, actor->to) == NVMEDIA_STATUS_OK);
        EXPECT(actor, is_uniform(actor->bytes) && (actor->bytes[0] == byte));
    } else {
        EXPECT(actor, status == NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    }
}

static void *act(void *context)
{
    static void (*const acts[])(Actor *) = {
        &turn_image, &turn_image, &turn_image, &turn_engine, &turn_registration,
        &turn_sync,  &blit_loose, &blit_loose, &copy_loose,  &copy_loose,
        &lock_loose, &use_steady, &use_steady, &use_own};
    Actor *const actor = context;
    bool goes_on = true;

    for (uint32_t i = 0U; goes_on; i++) {
        const uint32_t what = draw(actor, COUNT_OF(acts));

        acts[what](actor);
        (void)atomic_fetch_add(&actor->shared->done[what], 1U);
        goes_on = (actor->until == 0) ? (i < ROUNDS) : (time(NULL) < actor->until);
        goes_on = goes_on && (atomic_load(&actor->shared->failures) == 0U);
    }
    return NULL;
}

/* ---------------------------------------------------------------- the test */

static void make_all(Shared *shared, Actor *actors)
{
    shared->bench = bench_open();
    assert_int_equal(NvMedia2DDestroyEx(shared->bench.engine), NVMEDIA_STATUS_OK);
    for (uint32_t i = 0U; i < STEADY; i++) {
        shared->steady[i] = make_image(&shared->bench, FORM_LUMA, SIDE, SIDE);
        paint(shared->steady[i], 0U, 0U, 0U);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        Actor *const actor = &actors[i];

        actor->shared = shared;
        actor->number = i;
        actor->seed = 77U + i;
        actor->engine = make_engine(&shared->bench);
        shared->bench.engine = actor->engine;
        actor->from = make_image(&shared->bench, FORM_LUMA, SIDE, SIDE);
        actor->to = make_image(&shared->bench, FORM_LUMA, SIDE, SIDE);
        actor->context = make_context(shared->bench.sync);
        shared->begin[i] = begin_object(&shared->bench);
        shared->end[i] = end_object(&shared->bench);
        register_sync(actor->engine, NVMEDIA_EOFSYNCOBJ, shared->end[i]);
    }
    for (uint32_t i = 0U; i < (THREADS * THREADS); i++) {
        register_sync(actors[i / THREADS].engine, NVMEDIA_PRESYNCOBJ, shared->begin[i % THREADS]);
    }
    shared->loose_end = end_object(&shared->bench);
    shared->bench.engine = actors[0].engine;
}

/** What is destroyed here was left by the threads, and goes. */
static void end_all(Shared *shared, Actor *actors)
{
    NvMedia2D *const engine = atomic_load(&shared->engine);

    if (engine != NULL) {
        assert_int_equal(NvMedia2DDestroyEx(engine), NVMEDIA_STATUS_OK);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        assert_int_equal(NvMedia2DDestroyEx(actors[i].engine), NVMEDIA_STATUS_OK);
        free_image(actors[i].from);
        free_image(actors[i].to);
        NvSciSyncCpuWaitContextFree(actors[i].context);
    }
    for (uint32_t i = 0U; i < RINGFENCE_CFG_2D_IMAGES; i++) {
        NvMediaImageDestroy(atomic_load(&shared->seen[i]));
    }
    for (uint32_t i = 0U; i < STEADY; i++) {
        free_image(shared->steady[i]);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        NvSciSyncObjFree(shared->begin[i]);
        NvSciSyncObjFree(shared->end[i]);
    }
    NvSciSyncObjFree(shared->loose_end);
    shared->bench.engine = NULL;
    bench_close(&shared->bench);
}

/**
 * Images, engines and registrations come and go beside blits, copies and maps.
 * @verifies RF-MEDIA-910
 */
static void threads_make_use_and_destroy(void **state)
{
    static Shared shared;
    static Actor actors[THREADS];
    const char *const seconds = getenv("RINGFENCE_STRESS_SECONDS");
    pthread_t threads[THREADS];
    const time_t now = time(NULL);

    (void)state;
    if (seconds != NULL) {
        (void)alarm((unsigned int)strtoul(seconds, NULL, 10) + HANG_S);
    }
    make_all(&shared, actors);
    for (uint32_t i = 0U; i < THREADS; i++) {
        actors[i].until = (seconds != NULL) ? (now + strtol(seconds, NULL, 10)) : 0;
        assert_int_equal(pthread_create(&threads[i], NULL, &act, &actors[i]), 0);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(atomic_load(&shared.failures), 0U);
    for (uint32_t i = 0U; (seconds != NULL) && (i < COUNT_OF(shared.done)); i++) {
        (void)fprintf(stderr, "%u ", atomic_load(&shared.done[i]));
    }
    end_all(&shared, actors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(threads_make_use_and_destroy)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
