/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blit_kernel_test.c
 * What the kernels of blits write is what the CPU writes: the same samples without a filter, at
 * most 1 apart with one.
 */
#define _GNU_SOURCE

#include "blit_bench.h"

#define WIDTH  48U
#define HEIGHT 32U
/** Rows that a thread can copy in words of 16 bytes, and such that it cannot. */
#define EVEN_PAD 16U
#define ODD_PAD  6U

static BenchImage g_from[BENCH_FORMATS];
static BenchImage g_to[BENCH_FORMATS];

/** Images of each format. */
static void make_all(Place from, Place to, uint32_t width, uint32_t height, uint32_t pad)
{
    for (uint32_t i = 0U; i < BENCH_FORMATS; i++) {
        bench_make(&g_from[i], i, WIDTH, HEIGHT, from, pad);
        bench_make(&g_to[i], i, width, height, to, pad);
        bench_fill(&g_from[i]);
        bench_fill(&g_to[i]);
    }
}

static void end_all(void)
{
    for (uint32_t i = 0U; i < BENCH_FORMATS; i++) {
        bench_end(&g_from[i]);
        bench_end(&g_to[i]);
    }
}

/** Each pair of formats, with transforms and filters in turn. */
static void walk_pairs(uint32_t first, uint32_t transforms, uint32_t filters)
{
    uint32_t turn = first;

    for (uint32_t i = 0U; i < BENCH_FORMATS; i++) {
        for (uint32_t k = 0U; k < BENCH_FORMATS; k++) {
            BlitOperation operation = bench_operation(&g_from[i], &g_to[k]);
            BlitLayer *const layer = &operation.layer[0];

            for (uint32_t t = 0U; t < transforms; t++) {
                layer->transform = (BlitTransform)((t + turn) % 8U);
                layer->filter = (filters == 0U)
                                    ? BLIT_FILTER_OFF
                                    : (BlitFilter)((uint32_t)BLIT_FILTER_LOW + (turn % filters));
                bench_compare(&operation, &g_from[i], &g_to[k],
                              (layer->filter == BLIT_FILTER_OFF) ? 0U : 1U);
                turn++;
            }
        }
    }
}

/**
 * Pixels that stay as large as they are, from each format to each format, turned in each way.
 * @verifies RF-BLIT-207
 */
static void formats_without_a_filter(void **state)
{
    (void)state;
    make_all(PLACE_GPU, PLACE_GPU, WIDTH, HEIGHT, EVEN_PAD);
    walk_pairs(0U, 1U, 0U);
    end_all();
    make_all(PLACE_HOST, PLACE_GPU, HEIGHT, WIDTH, ODD_PAD);
    walk_pairs(1U, 8U, 0U);
    end_all();
}

/**
 * Images that are stretched with each filter, to larger and to smaller ones.
 * @verifies RF-BLIT-207
 */
static void formats_with_filters(void **state)
{
    (void)state;
    make_all(PLACE_GPU, PLACE_HOST, 70U, 26U, ODD_PAD);
    walk_pairs(0U, 2U, 3U);
    end_all();
    make_all(PLACE_GPU, PLACE_GPU, WIDTH, HEIGHT, EVEN_PAD);
    walk_pairs(1U, 1U, 3U);
    end_all();
}

/**
 * Planes that are arrays, as sources and as destinations.
 * @verifies RF-BLIT-206
 * @verifies RF-BLIT-207
 */
static void arrays_are_read_and_written(void **state)
{
    (void)state;
    make_all(PLACE_ARRAY, PLACE_ARRAY, WIDTH, HEIGHT, 0U);
    walk_pairs(0U, 1U, 0U);
    walk_pairs(3U, 1U, 3U);
    end_all();
    make_all(PLACE_ARRAY, PLACE_GPU, HEIGHT, WIDTH, EVEN_PAD);
    walk_pairs(1U, 1U, 0U);
    end_all();
    make_all(PLACE_HOST, PLACE_ARRAY, WIDTH, HEIGHT, EVEN_PAD);
    walk_pairs(0U, 1U, 0U);
    end_all();
}

/** Formats that are blended: with alpha and without, planes and packed, 8 bits and more. */
static const uint32_t g_blended[] = {0U, 2U, 4U, 9U, 11U, 14U};

/**
 * Each mode of blending, with and without a filter.
 * @verifies RF-BLIT-207
 */
static void layers_are_blended(void **state)
{
    (void)state;
    make_all(PLACE_GPU, PLACE_GPU, WIDTH, HEIGHT, EVEN_PAD);
    for (size_t i = 0U; i < (COUNT_OF(g_blended) * COUNT_OF(g_blended)); i++) {
        const uint32_t from = g_blended[i % COUNT_OF(g_blended)];
        const uint32_t to = g_blended[i / COUNT_OF(g_blended)];

        for (uint32_t mode = (uint32_t)BLIT_BLEND_CONSTANT;
             mode <= (uint32_t)BLIT_BLEND_PREMULTIPLIED; mode++) {
            BlitOperation operation = bench_operation(&g_from[from], &g_to[to]);
            BlitLayer *const layer = &operation.layer[0];

            layer->blend = (BlitBlend)mode;
            layer->alpha = 0.7F;
            layer->transform = BLIT_TRANSFORM_FLIP_VERTICAL;
            bench_compare(&operation, &g_from[from], &g_to[to], 0U);
            layer->filter = BLIT_FILTER_MEDIUM;
            layer->destination_rect = (BlitRect){4U, 6U, 40U, 30U};
            bench_send(&g_to[to]);
            bench_compare(&operation, &g_from[from], &g_to[to], 1U);
            bench_send(&g_to[to]);
        }
    }
    end_all();
}

/** Rectangles of a source and of a destination. */
static const BlitRect g_rects[][2] = {
    {{0U, 0U, 48U, 32U}, {0U, 0U, 96U, 64U}},   {{2U, 4U, 18U, 20U}, {2U, 2U, 18U, 18U}},
    {{16U, 2U, 32U, 18U}, {32U, 4U, 48U, 20U}}, {{4U, 0U, 44U, 32U}, {8U, 2U, 12U, 4U}},
    {{0U, 0U, 4U, 2U}, {10U, 10U, 74U, 42U}},   {{6U, 6U, 46U, 28U}, {0U, 0U, 40U, 22U}}};

/**
 * Rectangles within images, for each filter; nothing beside the destination rectangle is written.
 * @verifies RF-BLIT-207
 */
static void rectangles_are_kept_to(void **state)
{
    static const uint32_t formats[] = {0U, 2U, 4U, 9U, 14U};

    (void)state;
    make_all(PLACE_GPU, PLACE_GPU, 96U, 64U, EVEN_PAD);
    for (size_t i = 0U; i < COUNT_OF(g_rects); i++) {
        for (size_t k = 0U; k < (COUNT_OF(formats) * COUNT_OF(formats)); k++) {
            BenchImage *const from = &g_from[formats[k % COUNT_OF(formats)]];
            BenchImage *const to = &g_to[formats[k / COUNT_OF(formats)]];
            BlitOperation operation = bench_operation(from, to);
            BlitLayer *const layer = &operation.layer[0];

            layer->source_rect = g_rects[i][0];
            layer->destination_rect = g_rects[i][1];
            for (uint32_t filter = (uint32_t)BLIT_FILTER_OFF; filter <= (uint32_t)BLIT_FILTER_HIGH;
                 filter++) {
                layer->filter = (BlitFilter)filter;
                bench_compare(&operation, from, to, (layer->filter == BLIT_FILTER_OFF) ? 0U : 1U);
                bench_send(to);
            }
        }
    }
    end_all();
}

/**
 * Layers are drawn one over the other, in their order.
 * @verifies RF-BLIT-208
 */
static void layers_are_drawn_in_order(void **state)
{
    BlitOperation operation;

    (void)state;
    make_all(PLACE_GPU, PLACE_GPU, WIDTH, HEIGHT, EVEN_PAD);
    operation = bench_operation(&g_from[0], &g_to[2]);
    operation.layers = BLIT_LAYERS;
    for (uint32_t i = 0U; i < BLIT_LAYERS; i++) {
        operation.layer[i] = operation.layer[0];
        operation.layer[i].transform = (BlitTransform)(((i % 2U) == 0U) ? 2U : 4U);
        operation.layer[i].blend = BLIT_BLEND_STRAIGHT;
        operation.layer[i].destination_rect.x0 = i * 2U;
        operation.layer[i].source_rect.x0 = i * 2U;
    }
    bench_compare(&operation, &g_from[0], &g_to[2], 0U);
    end_all();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        blit_test(formats_without_a_filter),    blit_test(formats_with_filters),
        blit_test(arrays_are_read_and_written), blit_test(layers_are_blended),
        blit_test(rectangles_are_kept_to),      blit_test(layers_are_drawn_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
