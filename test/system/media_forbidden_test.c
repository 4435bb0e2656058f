/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file media_forbidden_test.c
 * Every function that RUNTIME admits of the first generation of NvMedia 2D, and its blits, in
 * processes that may take nothing: neither the threads that call nor those of the engines.
 */
#define _GNU_SOURCE

#include "../unit/media/media_fixture.h"
#include "forbidden.h"

#define SIDE   32U
#define SMALL  16U
#define FENCES (RINGFENCE_CFG_2D_TASKS + 2U)
/** Numbers of the functions of the first generation. */
#define FIRST_NUMBER 1001U
#define LAST_NUMBER  1099U

/** An engine with objects of both ends. */
typedef struct {
    Bench bench;
    NvSciSyncObj begin;
    NvSciSyncObj end;
} Stage;

static Stage g_stage;
static NvSciSyncFence g_ends[FENCES];

/** Opens all in the process that uses it: a thread does not go along with a fork. */
static void stage_open(void)
{
    (void)setenv("CMOCKA_TEST_ABORT", "1", 1);
    g_stage.bench = bench_open();
    g_stage.begin = begin_object(&g_stage.bench);
    g_stage.end = end_object(&g_stage.bench);
    register_sync(g_stage.bench.engine, NVMEDIA_PRESYNCOBJ, g_stage.begin);
    register_sync(g_stage.bench.engine, NVMEDIA_EOFSYNCOBJ, g_stage.end);
}

/** Parameters with a filter and a transform. */
static NvMedia2DBlitParameters params_of(NvMedia2DStretchFilter filter, NvMediaTransform transform)
{
    const NvMedia2DBlitParameters params = {.validFields =
                                                (uint32_t)NVMEDIA_2D_BLIT_PARAMS_FILTER |
                                                (uint32_t)NVMEDIA_2D_BLIT_PARAMS_DST_TRANSFORM,
                                            .filter = filter,
                                            .dstTransform = transform};

    return params;
}

/** Waits for the end of a blit. Its thread may have taken something until then. */
static void await_end(NvSciSyncFence *fence)
{
    CHECK_OK(NvSciSyncFenceWait(fence, g_stage.bench.context, SOON_US));
    NvSciSyncFenceClear(fence);
    check_nothing_taken("a blit");
}

/** Asks for a blit with an end; gives whether it was taken. */
static NvMediaStatus try_blit(const NvMediaImage *to, const NvMediaImage *from,
                              const NvMedia2DBlitParameters *params, NvSciSyncFence *end)
{
    NvMedia2D *const engine = g_stage.bench.engine;
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    TRY("NvMedia2DSetNvSciSyncObjforEOF", NvMedia2DSetNvSciSyncObjforEOF(engine, g_stage.end));
    status = NvMedia2DBlitEx(engine, to, NULL, from, NULL, params, NULL);
    note_call("NvMedia2DBlitEx");
    if (status == NVMEDIA_STATUS_OK) {
        CHECK(NvMedia2DGetEOFNvSciSyncFence(engine, g_stage.end, end) == NVMEDIA_STATUS_OK);
        note_call("NvMedia2DGetEOFNvSciSyncFence");
    }
    return status;
}

/** A blit that is taken, and its end. */
static void run_blit(const NvMediaImage *to, const NvMediaImage *from,
                     const NvMedia2DBlitParameters *params)
{
    CHECK(try_blit(to, from, params, &g_ends[0]) == NVMEDIA_STATUS_OK);
    await_end(&g_ends[0]);
}

/* ---------------------------------------------------------------- pixels, reports */

static uint8_t g_pixels[SIDE * SIDE];

static void use_reports(void)
{
    NVM_SURF_FMT_DEFINE_ATTR(attrs);
    RingfenceMediaUsage usage;

    TRY("NvMediaSurfaceFormatGetType", NvMediaSurfaceFormatGetType(attrs, NVM_SURF_FMT_ATTR_MAX));
    TRY("NvMediaSurfaceFormatGetAttrs",
        NvMediaSurfaceFormatGetAttrs(type_of(FORM_LUMA), attrs, NVM_SURF_FMT_ATTR_MAX));
    TRY("ringfenceMediaStatusName", ringfenceMediaStatusName(NVMEDIA_STATUS_OK));
    TRY("ringfenceMediaGetUsage", ringfenceMediaGetUsage(RINGFENCE_MEDIA_TABLE_TASKS, &usage));
}

/** Writes and reads all pixels of an image of luma. */
static void use_pixels(NvMediaImage *image)
{
    void *planes[1] = {g_pixels};
    const uint32_t pitches[1] = {SIDE};
    NvMediaImageSurfaceMap map;

    (void)memset(g_pixels, 0x33, sizeof(g_pixels));
    CHECK(NvMediaImagePutBits(image, NULL, planes, pitches) == NVMEDIA_STATUS_OK);
    note_call("NvMediaImagePutBits");
    CHECK(NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_READ_WRITE, &map) == NVMEDIA_STATUS_OK);
    note_call("NvMediaImageLock");
    TRY("NvMediaImageUnlock", (NvMediaImageUnlock(image), 0));
}

static void check_pixels(const NvMediaImage *image)
{
    void *planes[1] = {g_pixels};
    const uint32_t pitches[1] = {SIDE};

    (void)memset(g_pixels, 0, sizeof(g_pixels));
    CHECK(NvMediaImageGetBits(image, NULL, planes, pitches) == NVMEDIA_STATUS_OK);
    note_call("NvMediaImageGetBits");
    for (size_t i = 0U; i < sizeof(g_pixels); i++) {
        CHECK(g_pixels[i] == 0x33U);
    }
}

/* ---------------------------------------------------------------- blits */

/** Blits behind one that waits, until no more are taken; then all of them are done. */
static void fill_the_queue(const NvMediaImage *to, const NvMediaImage *from)
{
    NvSciSyncFence begin = NvSciSyncFenceInitializer;
    NvMediaStatus status = NVMEDIA_STATUS_OK;
    uint32_t count = 0U;

    CHECK_OK(NvSciSyncObjGenerateFence(g_stage.begin, &begin));
    while ((status == NVMEDIA_STATUS_OK) && (count < FENCES)) {
        CHECK(NvMedia2DInsertPreNvSciSyncFence(g_stage.bench.engine, &begin) == NVMEDIA_STATUS_OK);
        note_call("NvMedia2DInsertPreNvSciSyncFence");
        status = try_blit(to, from, NULL, &g_ends[count]);
        count++;
    }
    CHECK(status == NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    CHECK(count > 1U);
    CHECK_OK(NvSciSyncObjSignal(g_stage.begin));
    for (uint32_t i = 0U; i < (count - 1U); i++) {
        await_end(&g_ends[i]);
    }
    NvSciSyncFenceClear(&begin);
}

/** The first blit of the process is one of RUNTIME; it needs no graph. */
static void use_engine(void)
{
    NvMediaImage *from = NULL;
    NvMediaImage *to = NULL;

    stage_open();
    from = make_image(&g_stage.bench, FORM_LUMA, SIDE, SIDE);
    to = make_image(&g_stage.bench, FORM_LUMA, SIDE, SIDE);
    begin_runtime();
    use_pixels(from);
    run_blit(to, from, NULL);
    check_pixels(to);
    use_reports();
    TRY("NvMedia2DCopyPlaneNew", NvMedia2DCopyPlaneNew(g_stage.bench.engine, to, 0U, from, 0U));
    check_pixels(to);
    fill_the_queue(to, from);
}

/**
 * Blits of an engine take nothing in RUNTIME, from the first one on, nor does a queue that is full.
 * @verifies RF-CORE-310 RF-BLIT-023
 */
static void blits_take_nothing(void **state)
{
    (void)state;
    assert_true(ended_by(start_role(use_engine), 0));
    end_forbidden();
}

#define FORMS 4U

/** Images of a form: a source, and destinations of its size and of a smaller one. */
enum { SOURCE, SAME, SMALLER, IMAGES };

static NvMediaImage *g_images[FORMS][IMAGES];

static void make_images(void)
{
    const Form forms[FORMS] = {FORM_RGBA, FORM_420, FORM_NV12, FORM_LUMA};

    for (uint32_t i = 0U; i < FORMS; i++) {
        for (uint32_t k = 0U; k < (uint32_t)IMAGES; k++) {
            const uint32_t side = (k == (uint32_t)SMALLER) ? SMALL : SIDE;

            g_images[i][k] = make_image(&g_stage.bench, forms[i], side, side);
        }
    }
}

/** Calls with each pair of forms, to a destination; gives the number of blits. */
static uint32_t with_each_pair(uint32_t destination, const NvMedia2DBlitParameters *params,
                               bool runtime)
{
    uint32_t done = 0U;

    for (uint32_t i = 0U; i < (FORMS * FORMS); i++) {
        const NvMediaImage *const from = g_images[i / FORMS][SOURCE];
        const NvMediaImage *const to = g_images[i % FORMS][destination];

        if (runtime && (try_blit(to, from, params, &g_ends[0]) == NVMEDIA_STATUS_OK)) {
            await_end(&g_ends[0]);
            done++;
        }
        if ((!runtime) && (NvMedia2DBlitEx(g_stage.bench.engine, to, NULL, from, NULL, params,
                                           NULL) == NVMEDIA_STATUS_OK)) {
            done++;
        }
    }
    return done;
}

/** Blits of all transforms without a filter; nothing is prepared. */
static void use_transforms(void)
{
    stage_open();
    make_images();
    begin_runtime();
    for (uint32_t i = (uint32_t)NVMEDIA_TRANSFORM_NONE; i <= (uint32_t)NVMEDIA_TRANSFORM_TRANSPOSE;
         i++) {
        const NvMedia2DBlitParameters params =
            params_of(NVMEDIA_2D_STRETCH_FILTER_OFF, (NvMediaTransform)i);

        CHECK(with_each_pair(SAME, &params, true) == (FORMS * FORMS));
        CHECK(with_each_pair(SMALLER, &params, true) == (FORMS * FORMS));
    }
}

/** Blits with a filter, whose graphs another engine has prepared in INIT; and one without it. */
static void use_graphs(void)
{
    NvMedia2D *other = NULL;
    NvMedia2D *own = NULL;
    const NvMedia2DBlitParameters missing =
        params_of(NVMEDIA_2D_STRETCH_FILTER_LOW, NVMEDIA_TRANSFORM_ROTATE_90);
    const NvMedia2DBlitParameters params =
        params_of(NVMEDIA_2D_STRETCH_FILTER_MEDIUM, NVMEDIA_TRANSFORM_NONE);

    stage_open();
    make_images();
    own = g_stage.bench.engine;
    other = make_engine(&g_stage.bench);
    g_stage.bench.engine = other;
    CHECK(with_each_pair(SMALLER, &params, false) == (FORMS * FORMS));
    for (uint32_t i = 0U; i < FORMS; i++) {
        NvMediaImageSurfaceMap map;

        /* Waits for what the other engine writes. */
        CHECK(NvMediaImageLock(g_images[i][SMALLER], NVMEDIA_IMAGE_ACCESS_READ, &map) ==
              NVMEDIA_STATUS_OK);
        NvMediaImageUnlock(g_images[i][SMALLER]);
    }
    g_stage.bench.engine = own;
    begin_runtime();
    for (uint32_t turn = 0U; turn < 4U; turn++) {
        CHECK(with_each_pair(SMALLER, &params, true) == (FORMS * FORMS));
    }
    CHECK(try_blit(g_images[0][SMALLER], g_images[0][SOURCE], &missing, &g_ends[0]) ==
          NVMEDIA_STATUS_NOT_SUPPORTED);
}

/**
 * No kind of blit takes anything in RUNTIME: with each transform and between all forms, and, when
 * the graph is prepared, with a filter; without its graph it is refused.
 * @verifies RF-CORE-310 RF-BLIT-023 RF-MEDIA-059
 */
static void kinds_of_blits_take_nothing(void **state)
{
    (void)state;
    assert_true(ended_by(start_role(use_transforms), 0));
    assert_true(ended_by(start_role(use_graphs), 0));
    end_forbidden();
}

/* ---------------------------------------------------------------- all of them */

static bool is_of_first_generation(const RingfenceAdmission *row)
{
    return ((uint32_t)row->functionId >= FIRST_NUMBER) &&
           ((uint32_t)row->functionId <= LAST_NUMBER);
}

/**
 * No function of the first generation that RUNTIME admits is left out by the tests above.
 * @verifies RF-CORE-310
 */
static void every_admitted_function_was_called(void **state)
{
    (void)state;
    assert_int_equal(functions_not_called(is_of_first_generation), 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blits_take_nothing),
        cmocka_unit_test(kinds_of_blits_take_nothing),
        cmocka_unit_test(every_admitted_function_was_called),
    };

    return share_notes() ? cmocka_run_group_tests_name("system/media_forbidden", tests, NULL, NULL)
                         : 1;
}
