/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_blit_operation.c
 * Any bytes as an operation: what is refused, and what is drawn where nothing is refused. Planes
 * are as large as their image needs, so that what reaches beyond is found.
 *
 * An operation of formats that there are is drawn by the model of docs/2d-pixels.md as well.
 */
#define _GNU_SOURCE

#include "blit_images.h"
#include "blit_model.h"
#include "fuzz.h"

#define SIDE_MAX   48U
#define LAYERS_MAX 3U
/** One of these is a number as it is; the others are numbers that fit. */
#define WILD 16U

/** The input, as numbers. 0 behind its end. */
typedef struct {
    const uint8_t *bytes;
    size_t left;
} Input;

static uint32_t take(Input *input)
{
    uint32_t byte = 0U;

    if (input->left > 0U) {
        byte = input->bytes[0];
        input->bytes++;
        input->left--;
    }
    return byte;
}

static uint32_t take_below(Input *input, uint32_t limit)
{
    return take(input) % limit;
}

static bool is_wild(Input *input)
{
    return take_below(input, WILD) == (WILD - 1U);
}

static uint32_t take_word(Input *input)
{
    uint32_t word = take(input);

    word |= take(input) << 8U;
    word |= take(input) << 16U;
    word |= take(input) << 24U;
    return word;
}

/** A format that there is, or any bytes. Says which. */
static bool take_format(Input *input, BlitFormat *format)
{
    const bool wild = is_wild(input);

    *format = g_bi_formats[take_below(input, BI_FORMATS)].format;
    if (wild) {
        const uint32_t place = take_below(input, (uint32_t)sizeof(*format));

        ((uint8_t *)format)[place] = (uint8_t)take(input);
    }
    return !wild;
}

/** Bytes of plane p: as far as its last sample. */
static size_t plane_bytes(const BlitImage *image, uint32_t p)
{
    size_t bytes = 1U;

    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        const BlitComponent *k = &image->format.component[c];

        if ((k->step != 0U) && (k->plane == p) && (k->shift_x < 8U) && (k->shift_y < 8U)) {
            const size_t columns = (image->width + (1U << k->shift_x) - 1U) >> k->shift_x;
            const size_t rows = (image->height + (1U << k->shift_y) - 1U) >> k->shift_y;
            const size_t last =
                ((rows - 1U) * image->pitch[p]) +
                ((((columns - 1U) * k->step) + k->offset + 1U) * image->format.sample_bytes);

            bytes = (last > bytes) ? last : bytes;
        }
    }
    return bytes;
}

/** An image with memory. */
static bool take_image(Input *input, BlitImage *image)
{
    const bool is_known = take_format(input, &image->format);

    image->width = 1U + take_below(input, SIDE_MAX);
    image->height = 1U + take_below(input, SIDE_MAX);
    image->colour.standard = (BlitStandard)take_below(input, is_wild(input) ? 8U : 4U);
    image->colour.full_range = take_below(input, 2U) == 1U;
    for (uint32_t p = 0U; p < BLIT_PLANES; p++) {
        image->pitch[p] = bi_row_bytes(&image->format, image->width, p) + take_below(input, 5U);
        if (is_wild(input)) {
            image->pitch[p] = take(input);
        }
    }
    for (uint32_t p = 0U; p < BLIT_PLANES; p++) {
        const size_t bytes = plane_bytes(image, p);

        image->plane[p] = malloc(bytes);
        FUZZ_CHECK(image->plane[p] != NULL);
        for (size_t i = 0U; i < bytes; i++) {
            image->plane[p][i] = (uint8_t)((i * 37U) + take(input));
        }
    }
    return is_known;
}

static void take_span(Input *input, uint32_t size, uint32_t *from, uint32_t *to)
{
    *from = take_below(input, size) & ~(take_below(input, 4U) > 0U ? 1U : 0U);
    *to = *from + 1U + take_below(input, size - *from);
    if (take_below(input, 4U) > 0U) {
        *to = (*to + 1U) & ~1U;
    }
    if (is_wild(input)) {
        *from = take_word(input);
        *to = take_word(input);
    }
}

static BlitRect take_rect(Input *input, const BlitImage *image)
{
    BlitRect rect;

    take_span(input, image->width, &rect.x0, &rect.x1);
    take_span(input, image->height, &rect.y0, &rect.y1);
    return rect;
}

static bool take_layer(Input *input, const BlitImage *to, BlitLayer *layer)
{
    const bool is_known = take_image(input, &layer->source);

    layer->source_rect = take_rect(input, &layer->source);
    layer->destination_rect = take_rect(input, to);
    layer->transform = (BlitTransform)take_below(input, is_wild(input) ? 256U : 8U);
    layer->filter = (BlitFilter)(is_wild(input) ? take(input) : (1U + take_below(input, 4U)));
    layer->blend = (BlitBlend)(is_wild(input) ? take(input) : (1U + take_below(input, 4U)));
    layer->alpha = (float)take(input) / (is_wild(input) ? 200.0F : 255.0F);
    return is_known;
}

/** Who is asked. */
typedef struct {
    uint32_t questions;
    uint32_t patience;
} Host;

static bool goes_on(void *context)
{
    Host *const host = context;

    host->questions++;
    return host->questions <= host->patience;
}

/** Bytes of the destination before a blit, and as the model leaves them. */
static uint8_t *g_copy[BLIT_PLANES];

static void copy_planes(const BlitImage *image)
{
    for (uint32_t p = 0U; p < BLIT_PLANES; p++) {
        const size_t bytes = plane_bytes(image, p);

        g_copy[p] = malloc(bytes);
        FUZZ_CHECK(g_copy[p] != NULL);
        (void)memcpy(g_copy[p], image->plane[p], bytes);
    }
}

/** Draws with the model too, and compares. */
static void compare(const BlitOperation *operation)
{
    static BlitOperation model;
    const BlitImage *image = &operation->destination;
    uint32_t apart = 0U;

    model = *operation;
    for (uint32_t p = 0U; p < BLIT_PLANES; p++) {
        model.destination.plane[p] = g_copy[p];
    }
    apart = blit_model_run(&model) ? 1U : 0U;
    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        const BlitComponent *k = &image->format.component[c];

        for (uint32_t y = 0U; (k->step != 0U) && (y < (image->height >> k->shift_y)); y++) {
            for (uint32_t x = 0U; x < (image->width >> k->shift_x); x++) {
                const uint32_t mine = blit_model_get(image, c, x, y);
                const uint32_t theirs = blit_model_get(&model.destination, c, x, y);

                FUZZ_CHECK(((mine > theirs) ? (mine - theirs) : (theirs - mine)) <= apart);
            }
        }
    }
}

/** Draws what is not refused. */
static void draw(const BlitOperation *operation, bool is_known, uint32_t patience)
{
    Host host = {0U, (patience == 0U) ? UINT32_MAX : patience};
    BlitStatus status = blit_prepare(operation);

    if (status == BLIT_NO_GRAPH) {
        blit_forget();
        FUZZ_CHECK(blit_is_prepared(operation) == BLIT_NOT_PREPARED);
        status = blit_prepare(operation);
    }
    FUZZ_CHECK(status == BLIT_OK);
    FUZZ_CHECK(blit_is_prepared(operation) == BLIT_OK);
    copy_planes(&operation->destination);
    status = blit_run(operation, blit_scratch(0U), goes_on, &host);
    FUZZ_CHECK(status == ((host.questions > host.patience) ? BLIT_STOPPED : BLIT_OK));
    if (is_known && (operation->layers == 1U) && (status == BLIT_OK)) {
        compare(operation);
    }
    for (uint32_t p = 0U; p < BLIT_PLANES; p++) {
        free(g_copy[p]);
    }
}

static void end_image(const BlitImage *image)
{
    for (uint32_t p = 0U; p < BLIT_PLANES; p++) {
        free(image->plane[p]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static BlitOperation operation;
    Input input = {data, size};
    const uint32_t patience = take_below(&input, 4U) * take_below(&input, 8U);
    bool is_known = true;

    fuzz_begin();
    (void)memset(&operation, 0, sizeof(operation));
    operation.layers = 1U + (take_below(&input, 4U) % LAYERS_MAX);
    is_known = take_image(&input, &operation.destination);
    for (uint32_t i = 0U; i < operation.layers; i++) {
        const bool fits = take_layer(&input, &operation.destination, &operation.layer[i]);

        is_known = is_known && fits;
    }
    if (blit_check(&operation) == BLIT_OK) {
        draw(&operation, is_known, patience);
    }
    end_image(&operation.destination);
    for (uint32_t i = 0U; i < operation.layers; i++) {
        end_image(&operation.layer[i].source);
    }
    fuzz_end();
    return 0;
}
