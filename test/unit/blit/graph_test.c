/* SPDX-License-Identifier: Apache-2.0 */
#include "blit_images.h"
#include "leftovers.h"

static BiMemory g_from;
static BiMemory g_to;
static BlitOperation g_operation;

static bool always(void *context)
{
    (void)context;
    return true;
}

/** A layer of 32 x 32 pixels into `width` x `height`. */
static BlitLayer *make(uint32_t from, uint32_t to, uint32_t width, uint32_t height)
{
    BlitLayer *layer = &g_operation.layer[0];

    (void)memset(&g_operation, 0, sizeof(g_operation));
    g_operation.destination = bi_image(&g_to, &g_bi_formats[to].format, 200U, 200U, 0U, 0U);
    g_operation.layers = 1U;
    layer->source = bi_image(&g_from, &g_bi_formats[from].format, 32U, 32U, 0U, 0U);
    layer->source_rect = (BlitRect){0U, 0U, 32U, 32U};
    layer->destination_rect = (BlitRect){0U, 0U, width, height};
    layer->filter = BLIT_FILTER_LOW;
    layer->blend = BLIT_BLEND_DISABLED;
    layer->alpha = 1.0F;
    assert_int_equal(blit_check(&g_operation), BLIT_OK);
    return layer;
}

static uint32_t format_named(const char *name)
{
    uint32_t found = BI_FORMATS;

    for (uint32_t i = 0U; i < BI_FORMATS; i++) {
        if (strcmp(g_bi_formats[i].name, name) == 0) {
            found = i;
        }
    }
    assert_true(found < BI_FORMATS);
    return found;
}

static int forget(void **state)
{
    blit_forget();
    return nothing_is_left(state);
}

/**
 * What is stretched by a filter is prepared before it runs, until graphs are forgotten.
 * @verifies RF-BLIT-020
 */
static void graphs_are_prepared(void **state)
{
    (void)state;
    (void)make(0U, 0U, 40U, 32U);
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_NOT_PREPARED);
    assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_OK);
    (void)make(0U, 0U, 40U, 34U);
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_NOT_PREPARED);
    make(0U, 0U, 40U, 32U)->filter = BLIT_FILTER_HIGH;
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_NOT_PREPARED);
    (void)make(0U, 0U, 40U, 32U);
    g_operation.layers = 2U;
    g_operation.layer[1] = g_operation.layer[0];
    g_operation.layer[1].filter = BLIT_FILTER_MEDIUM;
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_NOT_PREPARED);
    assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_OK);
    blit_forget();
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_NOT_PREPARED);
}

/**
 * What has nothing to resample needs no graph: the same size, or no filter.
 * @verifies RF-BLIT-020
 */
static void graphs_are_needed_for_filters_alone(void **state)
{
    const uint32_t nv12 = format_named("NV12");

    (void)state;
    make(0U, nv12, 40U, 40U)->filter = BLIT_FILTER_OFF;
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_OK);
    (void)make(0U, 1U, 32U, 32U);
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_OK);
    (void)make(format_named("I420"), nv12, 32U, 32U);
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_OK);
    /* U and V are stretched. */
    (void)make(nv12, 0U, 32U, 32U);
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_NOT_PREPARED);
    make(format_named("I422"), format_named("I422R"), 32U, 32U)->transform =
        BLIT_TRANSFORM_ROTATE_90;
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_OK);
    (void)make(format_named("I422"), format_named("I422R"), 32U, 32U);
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_NOT_PREPARED);
}

/** Takes all graphs but `left`. */
static void take_all_but(uint32_t left)
{
    uint32_t taken = 0U;

    for (uint32_t height = 33U; taken < (RINGFENCE_CFG_2D_GRAPHS - left); height++) {
        for (uint32_t width = 33U; (width < 200U) && (taken < (RINGFENCE_CFG_2D_GRAPHS - left));
             width++) {
            (void)make(0U, 0U, width, height);
            assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
            taken++;
        }
    }
}

/**
 * Where all graphs are taken, one more is refused, and those that are there still draw.
 * @verifies RF-BLIT-021
 */
static void full_table_is_told(void **state)
{
    (void)state;
    take_all_but(0U);
    (void)make(0U, 0U, 33U, 32U);
    assert_int_equal(blit_prepare(&g_operation), BLIT_NO_GRAPH);
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_NOT_PREPARED);
    (void)make(0U, 0U, 33U, 33U);
    assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
    assert_int_equal(blit_is_prepared(&g_operation), BLIT_OK);
    assert_int_equal(blit_run(&g_operation, blit_scratch(0U), always, NULL), BLIT_OK);
    blit_forget();
    (void)make(0U, 0U, 33U, 32U);
    assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
}

/**
 * Layers of the same sizes, sub-sampling, planes and filter share a graph, whatever their order of
 * bytes, bits, rectangles' places and blending are.
 * @verifies RF-BLIT-022
 */
static void layers_share_graphs(void **state)
{
    BlitLayer *layer = NULL;

    (void)state;
    take_all_but(1U);
    (void)make(format_named("NV12"), 0U, 32U, 64U);
    assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
    (void)make(format_named("YV12"), format_named("RGBX8"), 32U, 64U);
    assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
    layer = make(format_named("NV12 16"), format_named("NV24"), 32U, 64U);
    layer->transform = BLIT_TRANSFORM_ROTATE_180;
    layer->blend = BLIT_BLEND_CONSTANT;
    layer->alpha = 0.5F;
    layer->destination_rect = (BlitRect){2U, 4U, 34U, 68U};
    assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
    (void)make(format_named("I422"), 0U, 32U, 64U);
    assert_int_equal(blit_prepare(&g_operation), BLIT_NO_GRAPH);
}

/**
 * The widest images that are stretched the most have room in the scratch.
 * @verifies RF-BLIT-020
 */
static void largest_stretches_have_room(void **state)
{
    const uint32_t side = RINGFENCE_CFG_2D_WIDTH;
    BlitLayer *layer = make(0U, 0U, 32U, 32U);

    (void)state;
    layer->source.width = side;
    layer->source.height = side;
    layer->source.pitch[0] = 4U * side;
    layer->source_rect = (BlitRect){0U, 0U, side, side};
    layer->blend = BLIT_BLEND_STRAIGHT;
    g_operation.destination.width = side;
    g_operation.destination.height = side;
    g_operation.destination.pitch[0] = 4U * side;
    for (uint32_t filter = (uint32_t)BLIT_FILTER_LOW; filter <= (uint32_t)BLIT_FILTER_HIGH;
         filter++) {
        layer->filter = (BlitFilter)filter;
        layer->destination_rect = (BlitRect){0U, 0U, side / 16U, side / 16U};
        assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
        layer->destination_rect = (BlitRect){0U, 0U, side, side / 16U};
        assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
        layer->destination_rect = (BlitRect){0U, 0U, side - 1U, side - 1U};
        assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
        layer->source_rect = (BlitRect){0U, 0U, side / 16U, side / 16U};
        layer->destination_rect = (BlitRect){0U, 0U, side, side};
        assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
        layer->source_rect = (BlitRect){0U, 0U, side, 256U};
        layer->destination_rect = (BlitRect){0U, 0U, side, 257U};
        assert_int_equal(blit_prepare(&g_operation), BLIT_OK);
        layer->source_rect = (BlitRect){0U, 0U, side, side};
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(graphs_are_prepared, forget),
        cmocka_unit_test_teardown(graphs_are_needed_for_filters_alone, forget),
        cmocka_unit_test_teardown(full_table_is_told, forget),
        cmocka_unit_test_teardown(layers_share_graphs, forget),
        cmocka_unit_test_teardown(largest_stretches_have_room, forget),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
