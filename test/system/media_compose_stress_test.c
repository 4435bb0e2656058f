/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media_compose_stress_test.c
 * Three threads make, use and destroy engines, registrations and tokens of the second generation of
 * NvMedia 2D at one time, with handles that may have gone meanwhile. Each answer is one that the
 * headers allow. No fence orders one engine behind another: each place of engines has a picture
 * that it alone writes to.
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

#include "../unit/support/buf_make.h"
#include "../unit/support/sync_fixture.h"
#include "nvmedia6/nvmedia_2d.h"
#include "nvmedia6/nvmedia_2d_sci.h"
#include "nvscibuf.h"
#include "nvscisync.h"

#define THREADS 3U
#define ROUNDS  20000U
#define SIDE    16U
#define ENGINES 2U
/** One for each engine to write to, and those that all of them read alone. */
#define PICTURES 5U
/** Longest time that all rounds may take. */
#define HANG_S 400
#define OK     NVMEDIA_STATUS_OK

/** What the threads share. */
typedef struct {
    NvSciSyncModule sync;
    _Atomic(NvMedia2D *) engines[ENGINES];
    /** A thread makes or destroys the engine of this place. */
    atomic_flag turns[ENGINES];
    NvSciBufObj pictures[PICTURES];
    /** Each is signalled by one engine. */
    NvSciSyncObj ends[ENGINES];
    /** A token of some engine. */
    atomic_uint token;
    atomic_uint failures;
} Shared;

typedef struct {
    Shared *shared;
    uint32_t number;
    uint32_t seed;
    NvSciSyncCpuWaitContext context;
    time_t until;
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
static bool is_one_of(NvMediaStatus status, NvMediaStatus other)
{
    return (status == OK) || (status == NVMEDIA_STATUS_BAD_PARAMETER) || (status == other);
}

/** Makes the engine of a place, or destroys it: the next one comes when it has ended. */
static void turn_engine(Actor *actor)
{
    const uint32_t number = draw(actor, ENGINES);
    _Atomic(NvMedia2D *) *const place = &actor->shared->engines[number];

    if (!atomic_flag_test_and_set(&actor->shared->turns[number])) {
        NvMedia2D *const had = atomic_load(place);
        NvMedia2D *made = NULL;

        if (had != NULL) {
            EXPECT(actor, NvMedia2DDestroy(had) == OK);
        } else {
            EXPECT(actor, NvMedia2DCreate(&made, NULL) == OK);
        }
        atomic_store(place, made);
        atomic_flag_clear(&actor->shared->turns[number]);
    }
}

/** A picture that the engine of a place may read: its own one, or one that is not written. */
static NvSciBufObj any_source(Actor *actor, uint32_t number)
{
    const uint32_t one = ENGINES - 1U + draw(actor, PICTURES - ENGINES + 1U);

    return actor->shared->pictures[(one < ENGINES) ? number : one];
}

/** Registers a picture and an object, or ends that. */
static void turn_registration(Actor *actor)
{
    const uint32_t number = draw(actor, ENGINES);
    NvMedia2D *const engine = atomic_load(&actor->shared->engines[number]);
    const NvSciBufObj picture = actor->shared->pictures[draw(actor, PICTURES)];
    const NvSciSyncObj end = actor->shared->ends[number];

    if (draw(actor, 3U) != 0U) {
        EXPECT(actor, is_one_of(NvMedia2DRegisterNvSciBufObj(engine, picture), OK));
        EXPECT(actor,
               is_one_of(NvMedia2DRegisterNvSciSyncObj(engine, NVMEDIA_EOFSYNCOBJ, end), OK));
    } else {
        EXPECT(actor,
               is_one_of(NvMedia2DUnregisterNvSciBufObj(engine, picture), NVMEDIA_STATUS_PENDING));
        EXPECT(actor,
               is_one_of(NvMedia2DUnregisterNvSciSyncObj(engine, end), NVMEDIA_STATUS_PENDING));
    }
}

/** Prepares an operation under a token, which others use too. */
static void prepare(Actor *actor)
{
    const uint32_t number = draw(actor, ENGINES);
    NvMedia2D *const engine = atomic_load(&actor->shared->engines[number]);
    const NvMediaRect rect = {0U, 0U, SIDE / 2U, SIDE};
    NvMedia2DComposeParameters token = atomic_load(&actor->shared->token);

    if (draw(actor, 2U) == 0U) {
        EXPECT(actor, is_one_of(NvMedia2DGetComposeParameters(engine, &token),
                                NVMEDIA_STATUS_INSUFFICIENT_BUFFERING));
        atomic_store(&actor->shared->token, token);
    }
    EXPECT(actor, is_one_of(NvMedia2DSetSrcGeometry(engine, token, 0U, &rect, NULL,
                                                    NVMEDIA_2D_TRANSFORM_NONE),
                            OK));
    EXPECT(actor,
           is_one_of(NvMedia2DSetSrcNvSciBufObj(engine, token, 0U, any_source(actor, number)), OK));
}

/** Composes, and waits for the end where there is one: it comes also where the engine goes. */
static void compose(Actor *actor)
{
    const uint32_t number = draw(actor, ENGINES);
    NvMedia2D *const engine = atomic_load(&actor->shared->engines[number]);
    NvMedia2DComposeParameters token = 0U;
    NvMedia2DComposeResult result = {0U};
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvMediaStatus status = NvMedia2DGetComposeParameters(engine, &token);

    EXPECT(actor, is_one_of(status, NVMEDIA_STATUS_INSUFFICIENT_BUFFERING));
    if (status != OK) {
        token = atomic_load(&actor->shared->token);
    }
    EXPECT(actor,
           is_one_of(NvMedia2DSetSrcNvSciBufObj(engine, token, 0U, any_source(actor, number)), OK));
    EXPECT(
        actor,
        is_one_of(NvMedia2DSetDstNvSciBufObj(engine, token, actor->shared->pictures[number]), OK));
    EXPECT(
        actor,
        is_one_of(NvMedia2DSetNvSciSyncObjforEOF(engine, token, actor->shared->ends[number]), OK));
    status = NvMedia2DCompose(engine, token, &result);
    /* Layers of rectangles of other threads may be out of their images, or stretched too much. */
    EXPECT(actor, is_one_of(status, NVMEDIA_STATUS_INSUFFICIENT_BUFFERING));
    if (status == OK) {
        EXPECT(actor, is_one_of(NvMedia2DGetEOFNvSciSyncFence(engine, &result, &fence), OK));
        EXPECT(actor, NvSciSyncFenceWait(&fence, actor->context, (int64_t)HANG_S * 1000000) ==
                          NvSciError_Success);
        NvSciSyncFenceClear(&fence);
    }
}

static void *act(void *context)
{
    static void (*const acts[])(Actor *) = {
        &turn_engine, &turn_registration, &turn_registration, &turn_registration,
        &prepare,     &compose,           &compose,           &compose};
    Actor *const actor = context;
    bool goes_on = true;

    for (uint32_t i = 0U; goes_on; i++) {
        acts[draw(actor, COUNT_OF(acts))](actor);
        goes_on = (actor->until == 0) ? (i < ROUNDS) : (time(NULL) < actor->until);
        goes_on = goes_on && (atomic_load(&actor->shared->failures) == 0U);
    }
    return NULL;
}

/* ---------------------------------------------------------------- the test */

/** A buffer of luma. */
static NvSciBufObj make_picture(NvMedia2D *engine)
{
    const NvSciBufAttrList list = LIST(
        TYPES(NvSciBufType_Image),
        PAIR(NvSciBufImageAttrKey_Layout, NvSciBufAttrValImageLayoutType,
             NvSciBufImage_PitchLinearType),
        PAIR(NvSciBufImageAttrKey_ScanType, NvSciBufAttrValImageScanType,
             NvSciBufScan_ProgressiveType),
        PAIR(NvSciBufImageAttrKey_PlaneCount, uint32_t, 1U),
        PAIR(NvSciBufImageAttrKey_PlaneColorFormat, NvSciBufAttrValColorFmt, NvSciColor_Y8),
        PAIR(NvSciBufImageAttrKey_PlaneColorStd, NvSciBufAttrValColorStd, NvSciColorStd_REC601_SR),
        PAIR(NvSciBufImageAttrKey_PlaneWidth, uint32_t, SIDE),
        PAIR(NvSciBufImageAttrKey_PlaneHeight, uint32_t, SIDE),
        PAIR(NvSciBufGeneralAttrKey_NeedCpuAccess, bool, true),
        PAIR(NvSciBufGeneralAttrKey_RequiredPerm, NvSciBufAttrValAccessPerm,
             NvSciBufAccessPerm_ReadWrite));

    assert_int_equal(NvMedia2DFillNvSciBufAttrList(engine, list), OK);
    return buf_object_of(list);
}

/** An object that an engine signals and the CPU waits for. */
static NvSciSyncObj make_end(Shared *shared, NvMedia2D *engine)
{
    NvSciSyncAttrList lists[] = {make_list(shared->sync),
                                 make_perm_list(shared->sync, NvSciSyncAccessPerm_WaitOnly, true)};
    NvSciSyncAttrList conflict = NULL;
    NvSciSyncObj object = NULL;

    assert_int_equal(NvMedia2DFillNvSciSyncAttrList(engine, lists[0], NVMEDIA_SIGNALER), OK);
    assert_status(NvSciSyncAttrListReconcileAndObjAlloc(lists, 2U, &object, &conflict),
                  NvSciError_Success);
    NvSciSyncAttrListFree(lists[0]);
    NvSciSyncAttrListFree(lists[1]);
    return object;
}

static void make_all(Shared *shared)
{
    NvMedia2D *engine = NULL;

    shared->sync = open_module();
    assert_status(NvSciBufModuleOpen(&g_module), NvSciError_Success);
    assert_int_equal(NvMedia2DCreate(&engine, NULL), OK);
    for (uint32_t i = 0U; i < PICTURES; i++) {
        shared->pictures[i] = make_picture(engine);
    }
    for (uint32_t i = 0U; i < ENGINES; i++) {
        shared->ends[i] = make_end(shared, engine);
    }
    atomic_store(&shared->engines[0], engine);
}

static void end_all(Shared *shared)
{
    for (uint32_t i = 0U; i < ENGINES; i++) {
        NvMedia2D *const engine = atomic_load(&shared->engines[i]);

        if (engine != NULL) {
            assert_int_equal(NvMedia2DDestroy(engine), OK);
        }
        NvSciSyncObjFree(shared->ends[i]);
    }
    for (uint32_t i = 0U; i < PICTURES; i++) {
        NvSciBufObjFree(shared->pictures[i]);
    }
    NvSciSyncModuleClose(shared->sync);
    NvSciBufModuleClose(g_module);
    g_module = NULL;
}

/**
 * Engines, registrations and tokens come and go beside operations.
 * @verifies RF-MEDIA-021
 */
static void threads_make_compose_and_destroy(void **state)
{
    static Shared shared;
    static Actor actors[THREADS];
    const char *const seconds = getenv("RINGFENCE_STRESS_SECONDS");
    const time_t now = time(NULL);
    pthread_t threads[THREADS];

    (void)state;
    if (seconds != NULL) {
        (void)alarm((unsigned int)strtoul(seconds, NULL, 10) + HANG_S);
    }
    make_all(&shared);
    for (uint32_t i = 0U; i < THREADS; i++) {
        actors[i].shared = &shared;
        actors[i].number = i;
        actors[i].seed = 5U + i;
        actors[i].context = make_context(shared.sync);
        actors[i].until = (seconds != NULL) ? (now + strtol(seconds, NULL, 10)) : 0;
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, &act, &actors[i]), 0);
    }
    for (uint32_t i = 0U; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        NvSciSyncCpuWaitContextFree(actors[i].context);
    }
    assert_int_equal(atomic_load(&shared.failures), 0U);
    end_all(&shared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(threads_make_compose_and_destroy)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
