/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file layers.c
 * A picture of four layers: a ground, a turned picture with an alpha of its own, one that is half
 * transparent, a small one in a corner. A second engine turns the result into 4:2:0 behind the
 * first one: the fence of one is what the other waits for, and the first one writes again when the
 * second has read. All of it is in the queues before the CPU allows the first operation to begin.
 *
 * Each pixel is compared with what is composed here, step by step.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffers.h"

#define WIDTH   64U
#define HEIGHT  48U
#define FRAMES  12U
#define RESULTS 12U

static Place place;
static NvMedia2D *painter;
static NvMedia2D *converter;
static Picture ground;
static Picture turned;
static Picture glass;
static Picture mark;
static Picture whole;
static Picture results[RESULTS];
static NvSciSyncObj go;
static NvSciSyncObj painted;
static NvSciSyncObj converted;

/* ---------------------------------------------------------------- model */

/** Colours of the composition, in numbers that are not rounded but behind each layer. */
static Pixel model[HEIGHT][WIDTH];

static uint8_t nearest(double value)
{
    const double limited = (value < 0.0) ? 0.0 : ((value > 255.0) ? 255.0 : value);

    return (uint8_t)(limited + 0.5);
}

/** A layer above what there is: `share` of it, and the alpha that results. */
static Pixel over(Pixel below, Pixel above, double share, bool has_alpha)
{
    Pixel pixel;

    pixel.red = nearest(below.red + ((above.red - below.red) * share));
    pixel.green = nearest(below.green + ((above.green - below.green) * share));
    pixel.blue = nearest(below.blue + ((above.blue - below.blue) * share));
    pixel.alpha = has_alpha ? nearest(below.alpha + ((255.0 - below.alpha) * share))
                            : nearest(below.alpha + ((above.alpha - below.alpha) * share));
    return pixel;
}

static void model_compose(uint32_t seed)
{
    for (uint32_t y = 0U; y < HEIGHT; y++) {
        for (uint32_t x = 0U; x < WIDTH; x++) {
            Pixel pixel = pattern(seed, x, y);

            /* 24 by 16, turned anti-clockwise: 16 across, 24 down; at 8, 4. */
            if ((x >= 8U) && (x < 24U) && (y >= 4U) && (y < 28U)) {
                const Pixel above = pattern(seed + 1U, 23U - (y - 4U), x - 8U);

                pixel = over(pixel, above, above.alpha / 255.0, true);
            }
            /* Half of a picture of 32 by 16, at 16, 20. */
            if ((x >= 16U) && (x < 48U) && (y >= 20U) && (y < 36U)) {
                pixel = over(pixel, pattern(seed + 2U, x - 16U, y - 20U), 0.5, false);
            }
            /* 10 by 6 of the pixels of another one, from 2, 2; twice as large; at 40, 30. */
            if ((x >= 40U) && (x < 60U) && (y >= 30U) && (y < 42U)) {
                pixel = pattern(seed + 3U, 2U + ((x - 40U) / 2U), 2U + ((y - 30U) / 2U));
            }
            model[y][x] = pixel;
        }
    }
}

static bool alike(uint8_t a, uint8_t b)
{
    return ((a > b) ? (a - b) : (b - a)) <= 1;
}

static uint32_t whole_faults(void)
{
    uint32_t faults = 0U;

    for (uint32_t y = 0U; y < HEIGHT; y++) {
        for (uint32_t x = 0U; x < WIDTH; x++) {
            const Pixel got = pixel_get(&whole, x, y);
            const Pixel wanted = model[y][x];

            faults += (alike(got.red, wanted.red) && alike(got.green, wanted.green) &&
                       alike(got.blue, wanted.blue) && alike(got.alpha, wanted.alpha))
                          ? 0U
                          : 1U;
        }
    }
    return faults;
}

/** Y, U and V of an output: those of the model, with what a rounding of its colours makes. */
static uint32_t result_faults(const Picture *picture)
{
    const Yuv yuv = yuv_of(picture, &kind_nv12);
    uint32_t faults = 0U;

    for (uint32_t y = 0U; y < HEIGHT; y++) {
        for (uint32_t x = 0U; x < WIDTH; x++) {
            const double luma = colour_of(model[y][x]).y;
            const double got = yuv.y[((size_t)y * yuv.y_pitch) + x];

            faults += ((got > (luma - 2.0)) && (got < (luma + 2.0))) ? 0U : 1U;
        }
    }
    for (uint32_t y = 0U; y < (HEIGHT / 2U); y++) {
        for (uint32_t x = 0U; x < (WIDTH / 2U); x++) {
            const size_t at = ((size_t)y * yuv.u_pitch) + ((size_t)x * yuv.step);
            double u = 0.0;
            double v = 0.0;

            for (uint32_t i = 0U; i < 4U; i++) {
                const Colour colour = colour_of(model[(2U * y) + (i / 2U)][(2U * x) + (i % 2U)]);

                u += colour.u / 4.0;
                v += colour.v / 4.0;
            }
            faults += ((yuv.u[at] > (u - 2.0)) && (yuv.u[at] < (u + 2.0)) &&
                       (yuv.v[at] > (v - 2.0)) && (yuv.v[at] < (v + 2.0)))
                          ? 0U
                          : 1U;
        }
    }
    return faults;
}

/* ---------------------------------------------------------------- engines */

static void open_all(void)
{
    const NvMedia2DAttributes attributes = {2U, 8U, 4U, 0U, 0U};

    modules_open(&place);
    CALL(NvMedia2DCreate(&painter, &attributes));
    CALL(NvMedia2DCreate(&converter, NULL));
    buffer_make(&place, painter, &kind_rgba, WIDTH, HEIGHT, &ground);
    buffer_make(&place, painter, &kind_rgba, 24U, 16U, &turned);
    buffer_make(&place, painter, &kind_rgba, 32U, 16U, &glass);
    buffer_make(&place, painter, &kind_rgba, 32U, 32U, &mark);
    buffer_make(&place, painter, &kind_rgba, WIDTH, HEIGHT, &whole);
    CALL(NvMedia2DRegisterNvSciBufObj(converter, whole.object));
    for (uint32_t i = 0U; i < RESULTS; i++) {
        buffer_make(&place, converter, &kind_nv12, WIDTH, HEIGHT, &results[i]);
    }
    go = sync_of(cpu_list(&place, NvSciSyncAccessPerm_SignalOnly),
                 engine_sync_list(&place, painter, NVMEDIA_WAITER), NULL);
    painted = sync_of(engine_sync_list(&place, painter, NVMEDIA_SIGNALER),
                      engine_sync_list(&place, converter, NVMEDIA_WAITER), NULL);
    converted = sync_of(engine_sync_list(&place, converter, NVMEDIA_SIGNALER),
                        engine_sync_list(&place, painter, NVMEDIA_WAITER),
                        cpu_list(&place, NvSciSyncAccessPerm_WaitOnly));
    CALL(NvMedia2DRegisterNvSciSyncObj(painter, NVMEDIA_PRESYNCOBJ, go));
    CALL(NvMedia2DRegisterNvSciSyncObj(painter, NVMEDIA_EOFSYNCOBJ, painted));
    CALL(NvMedia2DRegisterNvSciSyncObj(painter, NVMEDIA_PRESYNCOBJ, converted));
    CALL(NvMedia2DRegisterNvSciSyncObj(converter, NVMEDIA_PRESYNCOBJ, painted));
    CALL(NvMedia2DRegisterNvSciSyncObj(converter, NVMEDIA_EOFSYNCOBJ, converted));
}

static void close_all(void)
{
    CALL(NvMedia2DUnregisterNvSciSyncObj(painter, go));
    CALL(NvMedia2DUnregisterNvSciSyncObj(painter, painted));
    CALL(NvMedia2DUnregisterNvSciSyncObj(painter, converted));
    CALL(NvMedia2DUnregisterNvSciSyncObj(converter, painted));
    CALL(NvMedia2DUnregisterNvSciSyncObj(converter, converted));
    CALL(NvMedia2DUnregisterNvSciBufObj(converter, whole.object));
    for (uint32_t i = 0U; i < RESULTS; i++) {
        buffer_end(converter, &results[i]);
    }
    buffer_end(painter, &ground);
    buffer_end(painter, &turned);
    buffer_end(painter, &glass);
    buffer_end(painter, &mark);
    buffer_end(painter, &whole);
    CALL(NvMedia2DDestroy(painter));
    CALL(NvMedia2DDestroy(converter));
    NvSciSyncObjFree(go);
    NvSciSyncObjFree(painted);
    NvSciSyncObjFree(converted);
    modules_close(&place);
}

static NvMedia2DComposeParameters paint(void)
{
    const NvMediaRect of_turned = {8U, 4U, 24U, 28U};
    const NvMediaRect of_glass = {16U, 20U, 48U, 36U};
    const NvMediaRect part = {2U, 2U, 12U, 8U};
    const NvMediaRect corner = {40U, 30U, 60U, 42U};
    NvMedia2DComposeParameters params = 0U;

    CALL(NvMedia2DGetComposeParameters(painter, &params));
    CALL(NvMedia2DSetSrcNvSciBufObj(painter, params, 0U, ground.object));
    CALL(NvMedia2DSetSrcNvSciBufObj(painter, params, 1U, turned.object));
    CALL(NvMedia2DSetSrcGeometry(painter, params, 1U, NULL, &of_turned,
                                 NVMEDIA_2D_TRANSFORM_ROTATE_90));
    CALL(NvMedia2DSetSrcBlendMode(painter, params, 1U, NVMEDIA_2D_BLEND_MODE_STRAIGHT_ALPHA, 1.0F));
    CALL(NvMedia2DSetSrcNvSciBufObj(painter, params, 2U, glass.object));
    CALL(NvMedia2DSetSrcGeometry(painter, params, 2U, NULL, &of_glass, NVMEDIA_2D_TRANSFORM_NONE));
    CALL(NvMedia2DSetSrcBlendMode(painter, params, 2U, NVMEDIA_2D_BLEND_MODE_CONSTANT_ALPHA, 0.5F));
    CALL(NvMedia2DSetSrcNvSciBufObj(painter, params, 3U, mark.object));
    CALL(NvMedia2DSetSrcGeometry(painter, params, 3U, &part, &corner, NVMEDIA_2D_TRANSFORM_NONE));
    CALL(NvMedia2DSetSrcFilter(painter, params, 3U, NVMEDIA_2D_FILTER_OFF));
    CALL(NvMedia2DSetDstNvSciBufObj(painter, params, whole.object));
    return params;
}

/** Both operations of a frame. `free_again` is the end of the conversion of the frame before. */
static void submit(uint32_t number, NvSciSyncFence *free_again)
{
    NvMedia2DComposeParameters params = paint();
    NvSciSyncFence fence = NvSciSyncFenceInitializer;

    if (number == 0U) {
        CALL(NvSciSyncObjGenerateFence(go, &fence));
        CALL(NvMedia2DInsertPreNvSciSyncFence(painter, params, &fence));
    } else {
        CALL(NvMedia2DInsertPreNvSciSyncFence(painter, params, free_again));
    }
    compose(painter, params, painted, &fence);
    params = copy_begin(converter, whole.object, results[number % RESULTS].object);
    CALL(NvMedia2DInsertPreNvSciSyncFence(converter, params, &fence));
    NvSciSyncFenceClear(&fence);
    compose(converter, params, converted, free_again);
}

static void draw(uint32_t seed)
{
    pattern_draw(&ground, seed);
    pattern_draw(&turned, seed + 1U);
    pattern_draw(&glass, seed + 2U);
    pattern_draw(&mark, seed + 3U);
}

int main(void)
{
    NvSciSyncFence last = NvSciSyncFenceInitializer;
    NvMediaVersion version;

    open_all();
    CALL(NvMedia2DGetVersion(&version));
    CHECK(version.major >= 6U);
    draw(50U);
    for (uint32_t i = 0U; i < FRAMES; i++) {
        submit(i, &last);
    }
    CHECK(!fence_is_over(&place, &last));
    draw(20U);
    CALL(NvSciSyncObjSignal(go));
    CALL(NvSciSyncFenceWait(&last, place.waits, LONG_ENOUGH));
    NvSciSyncFenceClear(&last);
    model_compose(20U);
    CHECK(whole_faults() == 0U);
    for (uint32_t i = 0U; i < RESULTS; i++) {
        CHECK(result_faults(&results[i]) == 0U);
    }
    /* The check sees what is wrong. */
    model_compose(50U);
    CHECK(whole_faults() > 0U);
    CHECK(result_faults(&results[0]) > 0U);
    close_all();
    (void)printf("layers: %u pictures of four layers, over two engines\n", FRAMES);
    return EXIT_SUCCESS;
}
