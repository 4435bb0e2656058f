/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Each sample that a blit writes, and each that it may not write, beside the model of
 * docs/2d-pixels.md. RINGFENCE_BLIT_WHOLE=1 tries all formats with all.
 */
#include <stdio.h>
#include <stdlib.h>

#include "blit_images.h"
#include "blit_model.h"
#include "leftovers.h"

#define QUICK_CASES 6000U
/** Samples of the destination that differ by one, of those that a filter made. */
typedef struct {
    uint64_t cases;
    uint64_t samples;
    uint64_t filtered;
    uint64_t by_one;
} Count;

static BiMemory g_from[2];
static BiMemory g_before;
static BiMemory g_got;
static BiMemory g_expected;
static BlitOperation g_operation;
static BlitOperation g_model;

static bool always(void *context)
{
    (void)context;
    return true;
}

/** Numbers that say what a case is. */
typedef struct {
    uint32_t from;
    uint32_t to;
    uint32_t transform;
    uint32_t filter;
    uint32_t blend;
    /** Which of the stretches. */
    uint32_t stretch;
    uint64_t seed;
} Case;

/** Sizes of the turned source and of the destination. */
static const uint32_t g_stretches[][4] = {
    {12U, 10U, 12U, 10U}, {16U, 12U, 24U, 20U}, {30U, 26U, 14U, 12U}, {4U, 4U, 40U, 22U},
    {64U, 50U, 4U, 4U},   {2U, 2U, 32U, 32U},   {20U, 14U, 20U, 28U}, {36U, 8U, 18U, 8U},
    {46U, 34U, 46U, 34U}, {2U, 6U, 2U, 12U},
};
#define STRETCHES ((uint32_t)(sizeof(g_stretches) / sizeof(g_stretches[0])))

static void pick_colour(BlitImage *image, uint64_t *state)
{
    image->colour.standard = (BlitStandard)bi_below(state, 4U);
    image->colour.full_range = bi_below(state, 2U) == 1U;
}

/** A rectangle somewhere in an image that is larger. */
static BlitRect pick_rect(uint32_t width, uint32_t height, uint64_t *state)
{
    const uint32_t x = 2U * bi_below(state, 4U);
    const uint32_t y = 2U * bi_below(state, 4U);
    const BlitRect rect = {x, y, x + width, y + height};

    return rect;
}

static BlitLayer make_layer(const Case *one, BiMemory *memory, const BlitImage *to, uint64_t *state)
{
    static const float alphas[] = {0.0F, 0.25F, 0.3F, 0.5F, 0.999F, 1.0F};
    const uint32_t *stretch = g_stretches[one->stretch];
    const bool turns = (one->transform % 2U) == 1U;
    const uint32_t width = turns ? stretch[1] : stretch[0];
    const uint32_t height = turns ? stretch[0] : stretch[1];
    BlitLayer layer;

    (void)memset(&layer, 0, sizeof(layer));
    layer.source = bi_image(memory, &g_bi_formats[one->from].format, width + 8U, height + 9U,
                            bi_below(state, 7U), bi_below(state, 3U));
    pick_colour(&layer.source, state);
    if (bi_below(state, 3U) == 0U) {
        layer.source.colour = to->colour;
    }
    layer.source_rect = pick_rect(width, height, state);
    layer.destination_rect = pick_rect(stretch[2], stretch[3], state);
    layer.transform = (BlitTransform)one->transform;
    layer.filter = (BlitFilter)one->filter;
    layer.blend = (BlitBlend)one->blend;
    layer.alpha = alphas[bi_below(state, 6U)];
    return layer;
}

static void make_operation(const Case *one, uint32_t layers)
{
    const uint32_t *stretch = g_stretches[one->stretch];
    uint64_t state = one->seed;

    (void)memset(&g_operation, 0, sizeof(g_operation));
    g_operation.destination = bi_image(&g_got, &g_bi_formats[one->to].format, stretch[2] + 9U,
                                       stretch[3] + 8U, bi_below(&state, 5U), bi_below(&state, 3U));
    pick_colour(&g_operation.destination, &state);
    g_operation.layers = layers;
    for (uint32_t i = 0U; i < layers; i++) {
        g_operation.layer[i] = make_layer(one, &g_from[i % 2U], &g_operation.destination, &state);
    }
}

static void tell(const Case *one)
{
    const BlitLayer *layer = &g_operation.layer[0];

    print_error("%s -> %s, transform %u, filter %u, blend %u of %f, stretch %u, seed %llu, "
                "colours %d%d -> %d%d\n",
                g_bi_formats[one->from].name, g_bi_formats[one->to].name, one->transform,
                one->filter, one->blend, (double)layer->alpha, one->stretch,
                (unsigned long long)one->seed, layer->source.colour.standard,
                layer->source.colour.full_range, g_operation.destination.colour.standard,
                g_operation.destination.colour.full_range);
}

/** Compares component c in the rectangle; then makes what was expected what was got, where it is
 * near enough. */
static void compare_component(const Case *one, uint32_t c, uint32_t apart, Count *count)
{
    const BlitImage *got = &g_operation.destination;
    const BlitImage *expected = &g_model.destination;
    const BlitRect *r = &g_operation.layer[0].destination_rect;
    const BlitComponent *k = &got->format.component[c];

    for (uint32_t y = r->y0 >> k->shift_y; y < (r->y1 >> k->shift_y); y++) {
        for (uint32_t x = r->x0 >> k->shift_x; x < (r->x1 >> k->shift_x); x++) {
            const uint32_t mine = blit_model_get(got, c, x, y);
            const uint32_t theirs = blit_model_get(expected, c, x, y);
            const uint32_t off = (mine > theirs) ? (mine - theirs) : (theirs - mine);

            if (off > apart) {
                tell(one);
                fail_msg("component %u at %u, %u is %u, not %u", c, x, y, mine, theirs);
            }
            count->samples++;
            count->filtered += (apart > 0U) ? 1U : 0U;
            count->by_one += off;
            blit_model_put(expected, c, x, y, mine);
        }
    }
}

static void prepare(const BlitOperation *operation)
{
    BlitStatus status = blit_prepare(operation);

    if (status == BLIT_NO_GRAPH) {
        blit_forget();
        status = blit_prepare(operation);
    }
    assert_int_equal(status, BLIT_OK);
    assert_int_equal(blit_is_prepared(operation), BLIT_OK);
}

static void try_case(const Case *one, uint32_t layers, Count *count)
{
    bool filters = false;

    make_operation(one, layers);
    g_model = g_operation;
    g_model.destination = bi_elsewhere(&g_operation.destination, &g_got, &g_expected);
    (void)memcpy(&g_got, &g_before, sizeof(g_got));
    (void)memcpy(&g_expected, &g_before, sizeof(g_expected));
    if (blit_check(&g_operation) != BLIT_OK) {
        tell(one);
        fail_msg("refused with %d", blit_check(&g_operation));
    }
    prepare(&g_operation);
    assert_int_equal(blit_run(&g_operation, blit_scratch(0U), always, NULL), BLIT_OK);
    filters = blit_model_run(&g_model);
    if (layers == 1U) {
        for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
            if (g_operation.destination.format.component[c].step != 0U) {
                compare_component(one, c, filters ? 1U : 0U, count);
            }
        }
    }
    if (memcmp(&g_got, &g_expected, sizeof(g_got)) != 0) {
        tell(one);
        fail_msg("a byte beside the rectangle was written");
    }
    count->cases++;
}

static int fill(void **state)
{
    uint64_t seed = 11U;

    (void)state;
    bi_fill(&g_from[0], &seed);
    bi_fill(&g_from[1], &seed);
    bi_fill(&g_before, &seed);
    return 0;
}

static int forget(void **state)
{
    blit_forget();
    return nothing_is_left(state);
}

static void print(const char *what, const Count *count)
{
    print_message("%s: %llu blits, %llu samples, %llu of them of filters, of these %llu off by 1\n",
                  what, (unsigned long long)count->cases, (unsigned long long)count->samples,
                  (unsigned long long)count->filtered, (unsigned long long)count->by_one);
}

/**
 * Formats, transforms, stretches, filters, blendings and rectangles, mixed by chance: samples are
 * those of the model, and no byte beside them is written.
 * @verifies RF-BLIT-010 RF-BLIT-011 RF-BLIT-012 RF-BLIT-013 RF-BLIT-014 RF-BLIT-015 RF-BLIT-017
 */
static void pixels_are_those_of_the_model(void **state)
{
    Count count = {0U, 0U, 0U, 0U};
    uint64_t seed = 5U;

    (void)state;
    for (uint32_t i = 0U; i < QUICK_CASES; i++) {
        const Case one = {bi_below(&seed, BI_FORMATS),
                          bi_below(&seed, BI_FORMATS),
                          bi_below(&seed, 8U),
                          1U + bi_below(&seed, 4U),
                          1U + bi_below(&seed, 4U),
                          bi_below(&seed, STRETCHES),
                          seed};

        try_case(&one, 1U, &count);
    }
    print("by chance", &count);
    assert_true(count.filtered > 0U);
    assert_true(count.samples > count.filtered);
}

/**
 * Each format into each, in each transform, without a filter: exact.
 * @verifies RF-BLIT-010 RF-BLIT-011 RF-BLIT-013 RF-BLIT-015
 */
static void each_format_goes_into_each(void **state)
{
    Count count = {0U, 0U, 0U, 0U};
    uint64_t seed = 7U;

    (void)state;
    for (uint32_t from = 0U; from < BI_FORMATS; from++) {
        for (uint32_t to = 0U; to < BI_FORMATS; to++) {
            const Case one = {from, to,  bi_below(&seed, 8U), 1U, 1U + bi_below(&seed, 4U),
                              0U,   seed};

            try_case(&one, 1U, &count);
        }
    }
    print("each into each", &count);
    assert_int_equal(count.cases, (uint64_t)BI_FORMATS * BI_FORMATS);
    assert_int_equal(count.by_one, 0U);
}

/**
 * Layers without filters are drawn one over the other, in order.
 * @verifies RF-BLIT-016
 */
static void layers_are_drawn_in_order(void **state)
{
    Count count = {0U, 0U, 0U, 0U};
    uint64_t seed = 9U;

    (void)state;
    for (uint32_t i = 0U; i < 200U; i++) {
        const Case one = {bi_below(&seed, BI_FORMATS),
                          bi_below(&seed, BI_FORMATS),
                          bi_below(&seed, 8U),
                          1U,
                          1U + bi_below(&seed, 4U),
                          bi_below(&seed, 2U),
                          seed};

        try_case(&one, 1U + bi_below(&seed, BLIT_LAYERS), &count);
    }
    assert_int_equal(count.cases, 200U);
}

/**
 * All formats with all, transforms, filters, blendings and stretches.
 * @verifies RF-BLIT-010 RF-BLIT-011 RF-BLIT-012
 */
static void the_whole_matrix_is_that_of_the_model(void **state)
{
    Count count = {0U, 0U, 0U, 0U};
    uint64_t seed = 3U;
    Case one;

    (void)state;
    if (getenv("RINGFENCE_BLIT_WHOLE") == NULL) {
        skip();
    }
    for (one.stretch = 0U; one.stretch < STRETCHES; one.stretch++) {
        for (one.filter = 1U; one.filter <= 4U; one.filter++) {
            for (one.from = 0U; one.from < BI_FORMATS; one.from++) {
                for (one.to = 0U; one.to < BI_FORMATS; one.to++) {
                    for (one.transform = 0U; one.transform < 8U; one.transform++) {
                        for (one.blend = 1U; one.blend <= 4U; one.blend++) {
                            one.seed = bi_random(&seed);
                            try_case(&one, 1U, &count);
                        }
                    }
                }
            }
        }
    }
    print("the whole matrix", &count);
    assert_true(count.filtered > 0U);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(pixels_are_those_of_the_model, forget),
        cmocka_unit_test_teardown(each_format_goes_into_each, forget),
        cmocka_unit_test_teardown(layers_are_drawn_in_order, forget),
        cmocka_unit_test_teardown(the_whole_matrix_is_that_of_the_model, forget),
    };

    return cmocka_run_group_tests(tests, fill, NULL);
}
