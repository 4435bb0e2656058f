/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blit_test.c
 * Blits of the first generation: what is taken, in which order it is done, what is waited for and
 * signalled, and how failures are told.
 */
#define _DEFAULT_SOURCE

#include <pthread.h>

#include "media_fixture.h"
#include "torn.h"

/** An engine with two images, and objects to begin and to end with. */
typedef struct {
    Bench bench;
    NvMediaImage *from;
    NvMediaImage *to;
    NvSciSyncObj begin;
    NvSciSyncObj end;
} Stage;

/** A time in which a blit that waits for nothing is over, in microseconds. */
#define HELD_US 50000

/** Pixels of a row and rows of an image of a stage. */
#define SIDE 16U

static Stage stage_of(Form from, Form to)
{
    Stage stage;

    (void)memset(&stage, 0, sizeof(stage));
    stage.bench = bench_open();
    stage.from = make_image(&stage.bench, from, SIDE, SIDE);
    stage.to = make_image(&stage.bench, to, SIDE, SIDE);
    stage.begin = begin_object(&stage.bench);
    stage.end = end_object(&stage.bench);
    register_sync(stage.bench.engine, NVMEDIA_PRESYNCOBJ, stage.begin);
    register_sync(stage.bench.engine, NVMEDIA_EOFSYNCOBJ, stage.end);
    return stage;
}

static Stage stage_open(void)
{
    return stage_of(FORM_LUMA, FORM_LUMA);
}

static void stage_close(Stage *stage)
{
    go_to_init();
    if (stage->bench.engine != NULL) {
        assert_int_equal(NvMedia2DDestroyEx(stage->bench.engine), NVMEDIA_STATUS_OK);
        stage->bench.engine = NULL;
    }
    free_image(stage->from);
    free_image(stage->to);
    NvSciSyncObjFree(stage->begin);
    NvSciSyncObjFree(stage->end);
    bench_close(&stage->bench);
}

/** Makes the fence of the next signal of the CPU. */
static NvSciSyncFence begin_fence(const Stage *stage)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    assert_status(NvSciSyncObjGenerateFence(stage->begin, &fence), NvSciError_Success);
    return fence;
}

/** Has the next blit wait for a fence, which is cleared at once. */
static void wait_for_begin(const Stage *stage)
{
    NvSciSyncFence fence = begin_fence(stage);

    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(stage->bench.engine, &fence),
                     NVMEDIA_STATUS_OK);
    NvSciSyncFenceClear(&fence);
}

static void signal_begin(const Stage *stage)
{
    assert_status(NvSciSyncObjSignal(stage->begin), NvSciError_Success);
}

/** Blits and gives the fence of the end. */
static NvSciSyncFence blit_with_end(const Stage *stage)
{
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(stage->bench.engine, stage->end),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(blit(stage->bench.engine, stage->to, stage->from), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(stage->bench.engine, stage->end, &fence),
                     NVMEDIA_STATUS_OK);
    return fence;
}

/* ---------------------------------------------------------------- what is done */

/**
 * All pixels are copied, and the fence of the end expires when they are.
 * @verifies RF-MEDIA-050
 * @verifies RF-MEDIA-055
 */
static void a_blit_copies_and_signals(void **state)
{
    Stage stage = stage_open();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    paint(stage.from, 77U, 0U, 0U);
    fence = blit_with_end(&stage);
    await(&stage.bench, &fence);
    for (uint32_t y = 0U; y < SIDE; y++) {
        for (uint32_t x = 0U; x < SIDE; x++) {
            assert_int_equal(byte_at(stage.to, 0U, x, y), 77U);
        }
    }
    NvSciSyncFenceClear(&fence);
    stage_close(&stage);
}

/**
 * A blit does not begin before its fences expire, and holds them though the program has cleared
 * them; the next one waits for the one before.
 * @verifies RF-MEDIA-050
 * @verifies RF-MEDIA-051
 */
static void blits_wait_for_their_fences_and_for_one_another(void **state)
{
    Stage stage = stage_open();
    NvSciSyncFence first = NvSciSyncFenceInitializer;
    NvSciSyncFence second = NvSciSyncFenceInitializer;

    (void)state;
    paint(stage.from, 5U, 0U, 0U);
    wait_for_begin(&stage);
    first = blit_with_end(&stage);
    second = blit_with_end(&stage);
    assert_status(NvSciSyncFenceWait(&first, stage.bench.context, HELD_US), NvSciError_Timeout);
    assert_false(is_over(&stage.bench, &second));
    signal_begin(&stage);
    await(&stage.bench, &first);
    await(&stage.bench, &second);
    assert_int_equal(byte_at(stage.to, 0U, SIDE - 1U, SIDE - 1U), 5U);
    NvSciSyncFenceClear(&first);
    NvSciSyncFenceClear(&second);
    stage_close(&stage);
}

/**
 * What was set holds for one blit: the next one neither waits nor signals.
 * @verifies RF-MEDIA-053
 */
static void what_is_set_holds_for_the_next_blit_alone(void **state)
{
    Stage stage = stage_open();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    wait_for_begin(&stage);
    fence = blit_with_end(&stage);
    signal_begin(&stage);
    await(&stage.bench, &fence);
    assert_int_equal(blit(stage.bench.engine, stage.to, stage.from), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(stage.bench.engine, stage.end, &fence),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_true(is_over(&stage.bench, &fence));
    (void)byte_at(stage.to, 0U, 0U, 0U);
    NvSciSyncFenceClear(&fence);
    stage_close(&stage);
}

/**
 * A blit that is refused leaves what was set for it.
 * @verifies RF-MEDIA-053
 */
static void a_refused_blit_leaves_what_was_set(void **state)
{
    Stage stage = stage_open();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    wait_for_begin(&stage);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(stage.bench.engine, stage.end),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(blit(stage.bench.engine, stage.to, stage.to), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(blit(stage.bench.engine, stage.to, stage.from), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(stage.bench.engine, stage.end, &fence),
                     NVMEDIA_STATUS_OK);
    assert_false(is_over(&stage.bench, &fence));
    signal_begin(&stage);
    await(&stage.bench, &fence);
    NvSciSyncFenceClear(&fence);
    stage_close(&stage);
}

/* ---------------------------------------------------------------- fences */

/**
 * Three fences are taken, a fourth is refused; fences of nothing and of what has expired take no
 * place.
 * @verifies RF-MEDIA-051
 * @verifies RF-MEDIA-057
 */
static void three_fences_are_waited_for(void **state)
{
    Stage stage = stage_open();
    NvMedia2D *const engine = stage.bench.engine;
    const NvSciSyncFence cleared = NvSciSyncFenceInitializer;
    NvSciSyncFence expired = begin_fence(&stage);
    NvSciSyncFence fences[NVMEDIA_2D_MAX_PRENVSCISYNCFENCES + 1];
    NvSciSyncFence end = NvSciSyncFenceInitializer;

    (void)state;
    signal_begin(&stage);
    for (size_t i = 0U; i < COUNT_OF(fences); i++) {
        fences[i] = begin_fence(&stage);
    }
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(engine, &cleared), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(engine, &expired), NVMEDIA_STATUS_OK);
    for (size_t i = 0U; i < NVMEDIA_2D_MAX_PRENVSCISYNCFENCES; i++) {
        assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(engine, &fences[i]), NVMEDIA_STATUS_OK);
    }
    assert_int_equal(
        NvMedia2DInsertPreNvSciSyncFence(engine, &fences[NVMEDIA_2D_MAX_PRENVSCISYNCFENCES]),
        NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(engine, &cleared), NVMEDIA_STATUS_OK);
    end = blit_with_end(&stage);
    for (size_t i = 0U; i < NVMEDIA_2D_MAX_PRENVSCISYNCFENCES; i++) {
        assert_false(is_over(&stage.bench, &end));
        signal_begin(&stage);
    }
    await(&stage.bench, &end);
    signal_begin(&stage);
    NvSciSyncFenceClear(&expired);
    NvSciSyncFenceClear(&end);
    for (size_t i = 0U; i < COUNT_OF(fences); i++) {
        NvSciSyncFenceClear(&fences[i]);
    }
    stage_close(&stage);
}

/**
 * Fences of objects that are not registered, or not for that, and bytes that are no fence are
 * refused, with a report.
 * @verifies RF-MEDIA-057
 */
static void other_fences_are_refused(void **state)
{
    Stage stage = stage_open();
    NvMedia2D *const engine = stage.bench.engine;
    NvSciSyncObj other = begin_object(&stage.bench);
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    NvSciSyncFence bytes;
    NvSciSyncFence end = blit_with_end(&stage);

    (void)state;
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(engine, NULL), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_status(NvSciSyncObjGenerateFence(other, &fence), NvSciError_Success);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(engine, &fence),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_OTHER_OBJECT);
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(engine, &end), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_RIGHT);
    (void)memset(&bytes, 0xA5, sizeof(bytes));
    assert_int_equal(NvMedia2DInsertPreNvSciSyncFence(engine, &bytes),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_OTHER_OBJECT);
    NvSciSyncFenceClear(&fence);
    await(&stage.bench, &end);
    NvSciSyncFenceClear(&end);
    NvSciSyncObjFree(other);
    stage_close(&stage);
}

/**
 * The fence of the last blit is given, and what the place held is released; without a blit, without
 * an object and with another one there is none.
 * @verifies RF-MEDIA-055
 */
static void the_fence_of_the_last_blit_is_given(void **state)
{
    Stage stage = stage_open();
    NvMedia2D *const engine = stage.bench.engine;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(engine, stage.end, &fence),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    fence = blit_with_end(&stage);
    await(&stage.bench, &fence);
    assert_int_equal(NvMedia2DSetNvSciSyncObjforEOF(engine, stage.end), NVMEDIA_STATUS_OK);
    wait_for_begin(&stage);
    assert_int_equal(blit(engine, stage.to, stage.from), NVMEDIA_STATUS_OK);
    assert_true(is_over(&stage.bench, &fence));
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(engine, stage.begin, &fence),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(engine, NULL, &fence),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(engine, stage.end, NULL),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_true(is_over(&stage.bench, &fence));
    assert_int_equal(NvMedia2DGetEOFNvSciSyncFence(engine, stage.end, &fence), NVMEDIA_STATUS_OK);
    assert_false(is_over(&stage.bench, &fence));
    signal_begin(&stage);
    await(&stage.bench, &fence);
    NvSciSyncFenceClear(&fence);
    stage_close(&stage);
}

/* ---------------------------------------------------------------- the queue */

/**
 * As many blits as the queue has places are taken, one more is refused and changes nothing; all
 * that were taken are done.
 * @verifies RF-MEDIA-052
 */
static void a_full_queue_refuses(void **state)
{
    Stage stage = stage_open();
    NvMedia2D *const engine = stage.bench.engine;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    (void)state;
    paint(stage.from, 9U, 0U, 0U);
    wait_for_begin(&stage);
    for (uint32_t i = 0U; i < (RINGFENCE_CFG_2D_TASKS - 1U); i++) {
        assert_int_equal(blit(engine, stage.to, stage.from), NVMEDIA_STATUS_OK);
    }
    fence = blit_with_end(&stage);
    assert_int_equal(blit(engine, stage.to, stage.from), NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    assert_int_equal(NvMedia2DCopyPlaneNew(engine, stage.to, 0U, stage.from, 0U),
                     NVMEDIA_STATUS_INSUFFICIENT_BUFFERING);
    assert_false(is_over(&stage.bench, &fence));
    signal_begin(&stage);
    await(&stage.bench, &fence);
    assert_int_equal(byte_at(stage.to, 0U, 3U, 3U), 9U);
    NvSciSyncFenceClear(&fence);
    fence = blit_with_end(&stage);
    await(&stage.bench, &fence);
    NvSciSyncFenceClear(&fence);
    stage_close(&stage);
}

/**
 * Blits of an engine that is destroyed end without a start, and who waits for their ends goes on.
 * @verifies RF-MEDIA-021
 */
static void queued_blits_end_with_their_engine(void **state)
{
    Stage stage = stage_open();
    NvSciSyncFence first = NvSciSyncFenceInitializer;
    NvSciSyncFence second = NvSciSyncFenceInitializer;
    NvSciSyncTaskStatus status;

    (void)state;
    paint(stage.to, 1U, 0U, 0U);
    paint(stage.from, 2U, 0U, 0U);
    wait_for_begin(&stage);
    first = blit_with_end(&stage);
    second = blit_with_end(&stage);
    assert_int_equal(NvMedia2DDestroyEx(stage.bench.engine), NVMEDIA_STATUS_OK);
    stage.bench.engine = NULL;
    await(&stage.bench, &first);
    await(&stage.bench, &second);
    assert_status(NvSciSyncFenceGetTaskStatus(&first, &status), NvSciError_Success);
    assert_int_equal(status.status, NvSciSyncTaskStatus_Failure);
    assert_int_equal(byte_at(stage.to, 0U, 0U, 0U), 1U);
    NvSciSyncFenceClear(&first);
    NvSciSyncFenceClear(&second);
    stage_close(&stage);
}

/* ---------------------------------------------------------------- arguments */

/** A blit with rectangles. */
static NvMediaStatus blit_rects(const Stage *stage, const NvMediaRect *to, const NvMediaRect *from)
{
    return NvMedia2DBlitEx(stage->bench.engine, stage->to, to, stage->from, from, NULL, NULL);
}

/**
 * A rectangle is written, and the rest of the image stays as it is.
 * @verifies RF-MEDIA-061
 */
static void rectangles_are_those_of_the_call(void **state)
{
    const NvMediaRect from = {0U, 0U, 4U, 4U};
    const NvMediaRect to = {8U, 4U, 12U, 8U};
    NvMedia2DBlitParametersOut out;
    Stage stage = stage_open();

    (void)state;
    paint(stage.to, 1U, 0U, 0U);
    paint(stage.from, 2U, 0U, 0U);
    assert_int_equal(
        NvMedia2DBlitEx(stage.bench.engine, stage.to, &to, stage.from, &from, NULL, &out),
        NVMEDIA_STATUS_OK);
    assert_int_equal(byte_at(stage.to, 0U, 8U, 4U), 2U);
    assert_int_equal(byte_at(stage.to, 0U, 11U, 7U), 2U);
    assert_int_equal(byte_at(stage.to, 0U, 7U, 4U), 1U);
    assert_int_equal(byte_at(stage.to, 0U, 12U, 7U), 1U);
    assert_int_equal(byte_at(stage.to, 0U, 8U, 3U), 1U);
    assert_int_equal(byte_at(stage.to, 0U, 8U, 8U), 1U);
    stage_close(&stage);
}

/**
 * Rectangles that are empty, outside, or odd where colour is sub-sampled are refused, and stretches
 * beyond 16 are not supported.
 * @verifies RF-MEDIA-058
 */
static void bad_rectangles_are_refused(void **state)
{
    static const NvMediaRect bad[] = {
        {4U, 0U, 4U, 4U}, {5U, 0U, 4U, 4U}, {0U, 0U, SIDE + 1U, 4U}, {0U, 0U, 4U, SIDE + 1U}};
    const NvMediaRect odd = {1U, 0U, 5U, 4U};
    const NvMediaRect good = {0U, 0U, 4U, 4U};
    Stage stage = stage_of(FORM_420, FORM_420);
    NvMediaImage *const wide = make_image(&stage.bench, FORM_LUMA, 34U, 2U);
    NvMediaImage *const narrow = make_image(&stage.bench, FORM_LUMA, 2U, 2U);

    (void)state;
    for (size_t i = 0U; i < COUNT_OF(bad); i++) {
        assert_int_equal(blit_rects(&stage, &bad[i], NULL), NVMEDIA_STATUS_BAD_PARAMETER);
        assert_int_equal(blit_rects(&stage, NULL, &bad[i]), NVMEDIA_STATUS_BAD_PARAMETER);
    }
    assert_int_equal(blit_rects(&stage, &good, &odd), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(blit_rects(&stage, &odd, &good), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(blit_rects(&stage, &good, &good), NVMEDIA_STATUS_OK);
    assert_int_equal(blit(stage.bench.engine, wide, narrow), NVMEDIA_STATUS_NOT_SUPPORTED);
    assert_int_equal(blit(stage.bench.engine, narrow, wide), NVMEDIA_STATUS_NOT_SUPPORTED);
    free_image(wide);
    free_image(narrow);
    stage_close(&stage);
}

/** A blit with parameters. */
static NvMediaStatus blit_params(const Stage *stage, const NvMedia2DBlitParameters *params)
{
    return NvMedia2DBlitEx(stage->bench.engine, stage->to, NULL, stage->from, NULL, params, NULL);
}

/**
 * Fields count where their bits are set; bits and values that are none are refused.
 * @verifies RF-MEDIA-062
 */
static void parameters_count_where_their_bits_are_set(void **state)
{
    NvMedia2DBlitParameters params = {0U, (NvMedia2DStretchFilter)9, 7U, (NvMediaTransform)9,
                                      (NvMediaColorStandard)9};
    Stage stage = stage_open();

    (void)state;
    assert_int_equal(blit_params(&stage, &params), NVMEDIA_STATUS_OK);
    for (uint32_t bit = 1U; bit <= 8U; bit *= 2U) {
        params.validFields = bit;
        assert_int_equal(blit_params(&stage, &params), NVMEDIA_STATUS_BAD_PARAMETER);
    }
    params.validFields = 16U;
    assert_int_equal(blit_params(&stage, &params), NVMEDIA_STATUS_BAD_PARAMETER);
    params = (NvMedia2DBlitParameters){15U, NVMEDIA_2D_STRETCH_FILTER_OFF, 0U,
                                       NVMEDIA_TRANSFORM_FLIP_HORIZONTAL,
                                       NVMEDIA_COLOR_STANDARD_ITUR_BT_601_ER};
    assert_int_equal(blit_params(&stage, &params), NVMEDIA_STATUS_OK);
    params.filter = (NvMedia2DStretchFilter)0;
    assert_int_equal(blit_params(&stage, &params), NVMEDIA_STATUS_BAD_PARAMETER);
    (void)byte_at(stage.to, 0U, 0U, 0U);
    stage_close(&stage);
}

/** Puts two columns of different bytes into an image of luma. */
static void paint_halves(const NvMediaImage *image)
{
    NvMediaImageSurfaceMap map;

    assert_int_equal(NvMediaImageLock(image, NVMEDIA_IMAGE_ACCESS_WRITE, &map), NVMEDIA_STATUS_OK);
    for (uint32_t y = 0U; y < SIDE; y++) {
        uint8_t *const row = &((uint8_t *)map.surface[0].mapping)[(size_t)map.surface[0].pitch * y];

        for (uint32_t x = 0U; x < SIDE; x++) {
            row[x] = (uint8_t)((y * SIDE) + x);
        }
    }
    NvMediaImageUnlock((NvMediaImage *)(uintptr_t)image);
}

/**
 * The source is turned as the transform says.
 * @verifies RF-MEDIA-062
 */
static void transforms_turn_the_source(void **state)
{
    /* Where the pixels of the upper left corner and its right neighbour come from. */
    static const uint32_t corners[8][2] = {{0U, 1U},   {15U, 31U},   {255U, 254U}, {240U, 224U},
                                           {15U, 14U}, {255U, 239U}, {240U, 241U}, {0U, 16U}};
    Stage stage = stage_open();

    (void)state;
    paint_halves(stage.from);
    for (uint32_t i = 0U; i < 8U; i++) {
        const NvMedia2DBlitParameters params = {
            NVMEDIA_2D_BLIT_PARAMS_DST_TRANSFORM, NVMEDIA_2D_STRETCH_FILTER_OFF, 0U,
            (NvMediaTransform)i, NVMEDIA_COLOR_STANDARD_ITUR_BT_601};

        assert_int_equal(blit_params(&stage, &params), NVMEDIA_STATUS_OK);
        assert_int_equal(byte_at(stage.to, 0U, 0U, 0U), corners[i][0]);
        assert_int_equal(byte_at(stage.to, 0U, 1U, 0U), corners[i][1]);
    }
    stage_close(&stage);
}

/**
 * A colour standard of the call holds instead of that of the image of YUV.
 * @verifies RF-MEDIA-062
 */
static void a_colour_standard_of_the_call_holds(void **state)
{
    Stage stage = stage_of(FORM_RGBA, FORM_420);
    NvMedia2DBlitParameters params = {0U, NVMEDIA_2D_STRETCH_FILTER_OFF, 0U, NVMEDIA_TRANSFORM_NONE,
                                      NVMEDIA_COLOR_STANDARD_ITUR_BT_601_ER};

    (void)state;
    paint(stage.from, 255U, 0U, 0U);
    assert_int_equal(blit_params(&stage, &params), NVMEDIA_STATUS_OK);
    assert_int_equal(byte_at(stage.to, 0U, 0U, 0U), 235U);
    assert_int_equal(byte_at(stage.to, 1U, 0U, 0U), 128U);
    params.validFields = NVMEDIA_2D_BLIT_PARAMS_COLOR_STD;
    assert_int_equal(blit_params(&stage, &params), NVMEDIA_STATUS_OK);
    assert_int_equal(byte_at(stage.to, 0U, 0U, 0U), 255U);
    stage_close(&stage);
}

/**
 * Images that are none, that are the same, that are locked, or that the engine only reads are
 * refused.
 * @verifies RF-MEDIA-042
 * @verifies RF-MEDIA-023
 */
static void images_that_cannot_be_used_are_refused(void **state)
{
    Stage stage = stage_open();
    NvMedia2D *const engine = stage.bench.engine;
    NvMediaImage other = *stage.from;
    NvMediaImageSurfaceMap map;

    (void)state;
    assert_int_equal(blit(engine, NULL, stage.from), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(blit(engine, stage.to, NULL), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(blit(engine, stage.to, &other), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_BAD_HANDLE);
    assert_int_equal(blit(engine, stage.to, stage.to), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMediaImageLock(stage.from, NVMEDIA_IMAGE_ACCESS_READ, &map),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(blit(engine, stage.to, stage.from), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_IMAGE_IN_USE);
    NvMediaImageUnlock(stage.from);
    assert_int_equal(blit(engine, stage.to, stage.from), NVMEDIA_STATUS_OK);
    assert_int_equal(NvMedia2DImageRegister(engine, stage.to, NVMEDIA_ACCESS_MODE_READ),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(blit(engine, stage.to, stage.from), NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(blit(engine, stage.from, stage.to), NVMEDIA_STATUS_OK);
    (void)byte_at(stage.from, 0U, 0U, 0U);
    assert_int_equal(NvMedia2DImageUnRegister(engine, stage.to), NVMEDIA_STATUS_OK);
    stage_close(&stage);
}

/**
 * In RUNTIME a blit with a filter is taken if one like it was submitted in INIT, and else refused
 * with a report.
 * @verifies RF-MEDIA-059
 */
static void graphs_are_built_in_init(void **state)
{
    const NvMedia2DBlitParameters params = {
        NVMEDIA_2D_BLIT_PARAMS_FILTER, NVMEDIA_2D_STRETCH_FILTER_MEDIUM, 0U, NVMEDIA_TRANSFORM_NONE,
        NVMEDIA_COLOR_STANDARD_ITUR_BT_601};
    const NvMediaRect half = {0U, 0U, SIDE / 2U, SIDE / 2U};
    const NvMediaRect other = {0U, 0U, SIDE / 4U, SIDE / 4U};
    Stage stage = stage_open();
    NvMedia2D *const engine = stage.bench.engine;
    uint32_t faults = 0U;

    (void)state;
    paint(stage.from, 50U, 0U, 0U);
    assert_int_equal(NvMedia2DBlitEx(engine, stage.to, NULL, stage.from, &half, &params, NULL),
                     NVMEDIA_STATUS_OK);
    go_to(RINGFENCE_PHASE_RUNTIME);
    paint(stage.to, 0U, 0U, 0U);
    assert_int_equal(NvMedia2DBlitEx(engine, stage.to, NULL, stage.from, &half, &params, NULL),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(byte_at(stage.to, 0U, 5U, 5U), 50U);
    faults = fault_count();
    assert_int_equal(NvMedia2DBlitEx(engine, stage.to, NULL, stage.from, &other, &params, NULL),
                     NVMEDIA_STATUS_NOT_SUPPORTED);
    assert_int_equal(fault_count(), faults + 1U);
    assert_int_equal(fault_kind(), RINGFENCE_FAULT_NO_GRAPH);
    assert_string_equal(fault_function(), "NvMedia2DBlitEx");
    assert_int_equal(blit(engine, stage.to, stage.from), NVMEDIA_STATUS_OK);
    (void)byte_at(stage.to, 0U, 0U, 0U);
    stage_close(&stage);
}

/**
 * Parameters that change while they are read are taken as they were checked, or refused.
 * @verifies RF-MEDIA-934
 */
static void parameters_are_read_once(void **state)
{
    const NvMedia2DBlitParameters params = {
        NVMEDIA_2D_BLIT_PARAMS_DST_TRANSFORM, NVMEDIA_2D_STRETCH_FILTER_OFF, 0U,
        NVMEDIA_TRANSFORM_ROTATE_180, NVMEDIA_COLOR_STANDARD_ITUR_BT_601};
    const uint32_t none = 16U;
    Stage stage = stage_open();
    const NvMedia2DBlitParameters *torn = NULL;
    NvMediaStatus status = NVMEDIA_STATUS_OK;

    (void)state;
    paint_halves(stage.from);
    torn_begin();
    torn = torn_put(&params, sizeof(params), offsetof(NvMedia2DBlitParameters, dstTransform),
                    offsetof(NvMedia2DBlitParameters, validFields), &none, sizeof(none));
    status = blit_params(&stage, torn);
    torn_was_read();
    if (status == NVMEDIA_STATUS_OK) {
        assert_int_equal(byte_at(stage.to, 0U, 0U, 0U), 255U);
    } else {
        assert_int_equal(status, NVMEDIA_STATUS_BAD_PARAMETER);
    }
    torn_end();
    stage_close(&stage);
}

/* ---------------------------------------------------------------- copies of planes */

/**
 * A plane is copied, also to another place; planes that are not there or differ are refused.
 * @verifies RF-MEDIA-063
 */
static void planes_are_copied(void **state)
{
    Stage stage = stage_of(FORM_420, FORM_420);
    NvMedia2D *const engine = stage.bench.engine;
    NvMediaImage *const luma = make_image(&stage.bench, FORM_LUMA, SIDE, SIDE);

    (void)state;
    paint(stage.from, 10U, 20U, 30U);
    paint(stage.to, 1U, 2U, 3U);
    assert_int_equal(NvMedia2DCopyPlaneNew(engine, stage.to, 1U, stage.from, 2U),
                     NVMEDIA_STATUS_OK);
    assert_int_equal(byte_at(stage.to, 1U, 7U, 7U), 30U);
    assert_int_equal(byte_at(stage.to, 0U, 7U, 7U), 1U);
    assert_int_equal(byte_at(stage.to, 2U, 7U, 7U), 3U);
    assert_int_equal(NvMedia2DCopyPlaneNew(engine, luma, 0U, stage.from, 0U), NVMEDIA_STATUS_OK);
    assert_int_equal(byte_at(luma, 0U, 15U, 15U), 10U);
    assert_int_equal(NvMedia2DCopyPlaneNew(engine, stage.to, 3U, stage.from, 0U),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DCopyPlaneNew(engine, stage.to, 0U, stage.from, 3U),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DCopyPlaneNew(engine, stage.to, 0U, stage.from, 1U),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DCopyPlaneNew(engine, stage.to, 0U, stage.to, 0U),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    assert_int_equal(NvMedia2DCopyPlaneNew(NULL, stage.to, 0U, stage.from, 0U),
                     NVMEDIA_STATUS_BAD_PARAMETER);
    free_image(luma);
    stage_close(&stage);
}

/* ---------------------------------------------------------------- threads */

/** Blits of a thread. */
typedef struct {
    NvMedia2D *engine;
    const NvMediaImage *to;
    const NvMediaImage *from;
    uint32_t refused;
} Blitter;

#define BLITS 200U

static void *blit_often(void *context)
{
    Blitter *const blitter = context;
    uint32_t taken = 0U;

    while (taken < BLITS) {
        const NvMediaStatus status = blit(blitter->engine, blitter->to, blitter->from);

        if (status == NVMEDIA_STATUS_OK) {
            taken++;
        } else if (status == NVMEDIA_STATUS_INSUFFICIENT_BUFFERING) {
            (void)byte_at(blitter->to, 0U, 0U, 0U);
        } else {
            blitter->refused++;
            taken++;
        }
    }
    return NULL;
}

/**
 * Threads submit to one engine and to another one, with a common source, and wait for images.
 * @verifies RF-MEDIA-050
 * @verifies RF-MEDIA-043
 */
static void threads_blit_at_one_time(void **state)
{
    Stage stage = stage_open();
    NvMedia2D *const second = make_engine(&stage.bench);
    NvMediaImage *const other = make_image(&stage.bench, FORM_LUMA, SIDE, SIDE);
    NvMediaImage *const third = make_image(&stage.bench, FORM_LUMA, SIDE, SIDE);
    Blitter blitters[] = {{stage.bench.engine, stage.to, stage.from, 0U},
                          {stage.bench.engine, other, stage.from, 0U},
                          {second, third, stage.from, 0U}};
    pthread_t threads[COUNT_OF(blitters)];

    (void)state;
    paint(stage.from, 33U, 0U, 0U);
    go_to(RINGFENCE_PHASE_RUNTIME);
    for (size_t i = 0U; i < COUNT_OF(blitters); i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, blit_often, &blitters[i]), 0);
    }
    for (size_t i = 0U; i < COUNT_OF(blitters); i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(blitters[i].refused, 0U);
        assert_int_equal(byte_at(blitters[i].to, 0U, 2U, 2U), 33U);
    }
    go_to_init();
    assert_int_equal(NvMedia2DDestroyEx(second), NVMEDIA_STATUS_OK);
    free_image(other);
    free_image(third);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {sync_test(a_blit_copies_and_signals),
                                       sync_test(blits_wait_for_their_fences_and_for_one_another),
                                       sync_test(what_is_set_holds_for_the_next_blit_alone),
                                       sync_test(a_refused_blit_leaves_what_was_set),
                                       sync_test(three_fences_are_waited_for),
                                       sync_test(other_fences_are_refused),
                                       sync_test(the_fence_of_the_last_blit_is_given),
                                       sync_test(a_full_queue_refuses),
                                       sync_test(queued_blits_end_with_their_engine),
                                       sync_test(rectangles_are_those_of_the_call),
                                       sync_test(bad_rectangles_are_refused),
                                       sync_test(parameters_count_where_their_bits_are_set),
                                       sync_test(transforms_turn_the_source),
                                       sync_test(a_colour_standard_of_the_call_holds),
                                       sync_test(images_that_cannot_be_used_are_refused),
                                       sync_test(graphs_are_built_in_init),
                                       sync_test(parameters_are_read_once),
                                       sync_test(planes_are_copied),
                                       sync_test(threads_blit_at_one_time)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
