/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "blit_images.h"
#include "leftovers.h"

static BiMemory g_from;
static BiMemory g_to;
static BlitOperation g_operation;

static const BlitFormat *format_of(const char *name)
{
    const BlitFormat *format = NULL;

    for (uint32_t i = 0U; i < BI_FORMATS; i++) {
        if (strcmp(g_bi_formats[i].name, name) == 0) {
            format = &g_bi_formats[i].format;
        }
    }
    assert_non_null(format);
    return format;
}

/** An operation that can be done: 32 x 32 pixels into 32 x 32. */
static BlitLayer *make(const char *from, const char *to)
{
    static const BlitRect whole = {0U, 0U, 32U, 32U};
    BlitLayer *layer = &g_operation.layer[0];

    (void)memset(&g_operation, 0, sizeof(g_operation));
    g_operation.destination = bi_image(&g_to, format_of(to), 32U, 32U, 4U, 0U);
    g_operation.layers = 1U;
    layer->source = bi_image(&g_from, format_of(from), 32U, 32U, 4U, 0U);
    layer->source_rect = whole;
    layer->destination_rect = whole;
    layer->filter = BLIT_FILTER_OFF;
    layer->blend = BLIT_BLEND_DISABLED;
    layer->alpha = 1.0F;
    assert_int_equal(blit_check(&g_operation), BLIT_OK);
    return layer;
}

#define assert_check(status) assert_int_equal(blit_check(&g_operation), (status))

/** Sees that an image of an operation is refused after a change, whichever it is. */
#define assert_bad_format(change)                                                                  \
    do {                                                                                           \
        for (uint32_t which = 0U; which < 2U; which++) {                                           \
            BlitImage *image = &make("I420", "I420")->source;                                      \
                                                                                                   \
            image = (which == 0U) ? image : &g_operation.destination;                              \
            change;                                                                                \
            assert_check(BLIT_BAD_FORMAT);                                                         \
        }                                                                                          \
    } while (0)

/**
 * Formats that no blit has, and rows that reach into each other, are refused.
 * @verifies RF-BLIT-001
 */
static void formats_that_no_blit_has_are_refused(void **state)
{
    (void)state;
    assert_bad_format(image->format.model = (BlitModel)2);
    assert_bad_format(image->format.planes = 0U);
    assert_bad_format(image->format.planes = 4U);
    assert_bad_format(image->format.planes = 2U);
    assert_bad_format(image->format.bits = 7U);
    assert_bad_format(image->format.bits = 9U);
    assert_bad_format((image->format.bits = 17U, image->format.sample_bytes = 2U));
    assert_bad_format(image->format.sample_bytes = 0U);
    assert_bad_format(image->format.sample_bytes = 3U);
    assert_bad_format(image->format.component[0].step = 0U);
    assert_bad_format(image->format.component[1].step = 0U);
    assert_bad_format(image->format.component[2].step = 0U);
    assert_bad_format(image->format.component[0].step = 17U);
    assert_bad_format(image->format.component[0].offset = 1U);
    assert_bad_format(image->format.component[0].shift_x = 1U);
    assert_bad_format(image->format.component[1].shift_x = 0U);
    assert_bad_format(image->format.component[1].shift_y = 0U);
    assert_bad_format(image->format.component[2].shift_y = 2U);
    assert_bad_format(image->format.component[3].plane = 1U);
    assert_bad_format(image->format.component[3].shift_x = 1U);
    assert_bad_format(image->format.model = BLIT_MODEL_RGB);
    assert_bad_format(image->colour.standard = (BlitStandard)4);
    assert_bad_format(image->pitch[0] = 31U);
    assert_bad_format(image->width = 0U);
    assert_bad_format(image->height = 0U);
}

/**
 * Each number that a layer gives is looked at.
 * @verifies RF-BLIT-002
 */
static void parameters_that_there_are_not_are_refused(void **state)
{
    (void)state;
    make("RGBA8", "RGBA8")->transform = (BlitTransform)8;
    assert_check(BLIT_BAD_PARAMETER);
    make("RGBA8", "RGBA8")->filter = (BlitFilter)0;
    assert_check(BLIT_BAD_PARAMETER);
    make("RGBA8", "RGBA8")->filter = (BlitFilter)5;
    assert_check(BLIT_BAD_PARAMETER);
    make("RGBA8", "RGBA8")->blend = (BlitBlend)0;
    assert_check(BLIT_BAD_PARAMETER);
    make("RGBA8", "RGBA8")->blend = (BlitBlend)5;
    assert_check(BLIT_BAD_PARAMETER);
    make("RGBA8", "RGBA8")->alpha = -0.01F;
    assert_check(BLIT_BAD_PARAMETER);
    make("RGBA8", "RGBA8")->alpha = 1.01F;
    assert_check(BLIT_BAD_PARAMETER);
    make("RGBA8", "RGBA8")->alpha = NAN;
    assert_check(BLIT_BAD_PARAMETER);
    (void)make("RGBA8", "RGBA8");
    g_operation.layers = BLIT_LAYERS + 1U;
    assert_check(BLIT_BAD_PARAMETER);
    g_operation.layers = 0U;
    assert_check(BLIT_OK);
}

static void set_rect(BlitRect *rect, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
{
    rect->x0 = x0;
    rect->y0 = y0;
    rect->x1 = x1;
    rect->y1 = y1;
}

/** A rectangle, and the formats in which it can be drawn. */
typedef struct {
    uint32_t corners[4];
    bool in_rgba;
    bool in_420;
    bool in_422;
    bool in_422r;
} RectCase;

/**
 * Rectangles are in their image, not empty, and even where colours are sub-sampled.
 * @verifies RF-BLIT-003
 */
static void rectangles_fit_their_images(void **state)
{
    static const RectCase cases[] = {
        {{0U, 0U, 32U, 32U}, true, true, true, true},
        {{2U, 4U, 30U, 20U}, true, true, true, true},
        {{1U, 0U, 32U, 32U}, true, false, false, true},
        {{0U, 0U, 31U, 32U}, true, false, false, true},
        {{0U, 1U, 32U, 32U}, true, false, true, false},
        {{0U, 0U, 32U, 31U}, true, false, true, false},
        {{0U, 0U, 34U, 32U}, false, false, false, false},
        {{0U, 0U, 32U, 34U}, false, false, false, false},
        {{4U, 4U, 4U, 8U}, false, false, false, false},
        {{4U, 4U, 8U, 4U}, false, false, false, false},
        {{8U, 4U, 4U, 8U}, false, false, false, false},
        {{4U, 8U, 8U, 4U}, false, false, false, false},
        {{UINT32_MAX - 1U, 0U, UINT32_MAX, 32U}, false, false, false, false},
    };
    static const char *const formats[] = {"RGBA8", "I420", "YUYV", "I422R"};

    (void)state;
    for (size_t i = 0U; i < (sizeof(cases) / sizeof(cases[0])); i++) {
        const uint32_t *k = cases[i].corners;
        const bool fits[] = {cases[i].in_rgba, cases[i].in_420, cases[i].in_422, cases[i].in_422r};

        for (size_t f = 0U; f < 4U; f++) {
            set_rect(&make(formats[f], "RGBA8")->source_rect, k[0], k[1], k[2], k[3]);
            assert_check(fits[f] ? BLIT_OK : BLIT_BAD_RECT);
            set_rect(&make("RGBA8", formats[f])->destination_rect, k[0], k[1], k[2], k[3]);
            assert_check(fits[f] ? BLIT_OK : BLIT_BAD_RECT);
        }
    }
}

/** Sets both rectangles to sizes. */
static void set_sizes(BlitLayer *layer, uint32_t width, uint32_t height, uint32_t to_width,
                      uint32_t to_height)
{
    set_rect(&layer->source_rect, 0U, 0U, width, height);
    set_rect(&layer->destination_rect, 0U, 0U, to_width, to_height);
}

/**
 * A stretch is from 1/16 to 16, of the turned source.
 * @verifies RF-BLIT-004
 */
static void stretches_have_a_range(void **state)
{
    BlitLayer *layer = make("RGBA8", "RGBA8");

    (void)state;
    set_sizes(layer, 32U, 32U, 2U, 2U);
    assert_check(BLIT_OK);
    set_sizes(layer, 32U, 32U, 1U, 2U);
    assert_check(BLIT_BAD_SCALE);
    set_sizes(layer, 32U, 32U, 2U, 1U);
    assert_check(BLIT_BAD_SCALE);
    set_sizes(layer, 2U, 2U, 32U, 32U);
    assert_check(BLIT_OK);
    set_sizes(layer, 1U, 2U, 32U, 32U);
    assert_check(BLIT_BAD_SCALE);
    set_sizes(layer, 2U, 1U, 32U, 32U);
    assert_check(BLIT_BAD_SCALE);
    set_sizes(layer, 32U, 1U, 1U, 32U);
    assert_check(BLIT_BAD_SCALE);
    layer->transform = BLIT_TRANSFORM_ROTATE_90;
    assert_check(BLIT_OK);
    layer->transform = BLIT_TRANSFORM_NONE;
    set_sizes(layer, 32U, 32U, 32U, 32U);
    /* Wider than the rows of the tables; the memory is not looked at here. */
    layer->source.width = RINGFENCE_CFG_2D_WIDTH + 1U;
    layer->source.pitch[0] = 4U * (RINGFENCE_CFG_2D_WIDTH + 1U);
    g_operation.destination.width = RINGFENCE_CFG_2D_WIDTH + 1U;
    g_operation.destination.pitch[0] = 4U * (RINGFENCE_CFG_2D_WIDTH + 1U);
    set_sizes(layer, RINGFENCE_CFG_2D_WIDTH, 1U, RINGFENCE_CFG_2D_WIDTH, 1U);
    assert_check(BLIT_OK);
    set_sizes(layer, RINGFENCE_CFG_2D_WIDTH + 1U, 1U, RINGFENCE_CFG_2D_WIDTH, 1U);
    assert_check(BLIT_BAD_SCALE);
    set_sizes(layer, RINGFENCE_CFG_2D_WIDTH, 1U, RINGFENCE_CFG_2D_WIDTH + 1U, 1U);
    assert_check(BLIT_BAD_SCALE);
}

/**
 * Rectangles of one memory may lie beside each other, and share no byte.
 * @verifies RF-BLIT-005
 */
static void overlaps_are_refused(void **state)
{
    BlitLayer *layer = make("NV12", "NV12");

    (void)state;
    layer->source = g_operation.destination;
    assert_check(BLIT_OVERLAP);
    set_rect(&layer->source_rect, 0U, 0U, 16U, 32U);
    set_rect(&layer->destination_rect, 16U, 0U, 32U, 32U);
    assert_check(BLIT_OK);
    set_rect(&layer->source_rect, 16U, 0U, 32U, 32U);
    set_rect(&layer->destination_rect, 0U, 0U, 16U, 32U);
    assert_check(BLIT_OK);
    set_rect(&layer->source_rect, 0U, 0U, 32U, 16U);
    set_rect(&layer->destination_rect, 0U, 16U, 32U, 32U);
    assert_check(BLIT_OK);
    set_rect(&layer->source_rect, 14U, 0U, 30U, 32U);
    assert_check(BLIT_OVERLAP);
    set_rect(&layer->source_rect, 0U, 0U, 18U, 18U);
    set_rect(&layer->destination_rect, 16U, 16U, 32U, 32U);
    assert_check(BLIT_OVERLAP);
    /* A second image whose rows are longer. */
    layer->source.pitch[0] *= 2U;
    layer->source.height = 16U;
    set_rect(&layer->source_rect, 0U, 0U, 16U, 16U);
    set_rect(&layer->destination_rect, 16U, 16U, 32U, 32U);
    assert_check(BLIT_OVERLAP);
    /* The memory of another plane. */
    layer = make("I420", "Y8");
    g_operation.destination.plane[0] = layer->source.plane[2];
    assert_check(BLIT_OVERLAP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(formats_that_no_blit_has_are_refused, nothing_is_left),
        cmocka_unit_test_teardown(parameters_that_there_are_not_are_refused, nothing_is_left),
        cmocka_unit_test_teardown(rectangles_fit_their_images, nothing_is_left),
        cmocka_unit_test_teardown(stretches_have_a_range, nothing_is_left),
        cmocka_unit_test_teardown(overlaps_are_refused, nothing_is_left),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
