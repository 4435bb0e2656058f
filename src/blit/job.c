/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file job.c
 * What a layer comes to: sizes of the turned source, which components are read, the matrix.
 */
#include <string.h>

#include "blit/blit.h"
#include "blit/pipeline.h"
#include "core/assert.h"

/** Sums of colours in float are exact where no part of one reaches this times the pixels: 2^24
 * units of 1 / 2^14. The offset is added last: what is not exact then is 256 or more, and limited.
 */
#define FLOAT_SUM_MAX 1023.0

static bool is_there(const BlitImage *image, uint32_t c)
{
    return image->format.component[c].step != 0U;
}

static void sizes_set(BlitJob *job)
{
    const BlitRect *from = &job->layer->source_rect;
    const BlitRect *to = &job->layer->destination_rect;
    const BlitTransform transform = job->layer->transform;
    const uint32_t width = from->x1 - from->x0;
    const uint32_t height = from->y1 - from->y0;

    ASSERT(from->x0 < from->x1);
    ASSERT(from->y0 < from->y1);
    ASSERT(to->x0 < to->x1);
    ASSERT(to->y0 < to->y1);
    job->swaps = blit_swaps(transform);
    job->flips_x = blit_flips_x(transform);
    job->flips_y = blit_flips_y(transform);
    job->source_width = job->swaps ? height : width;
    job->source_height = job->swaps ? width : height;
    job->width = to->x1 - to->x0;
    job->height = to->y1 - to->y0;
    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        const BlitComponent *component = &job->source->format.component[c];

        job->shift_x[c] = job->swaps ? component->shift_y : component->shift_x;
        job->shift_y[c] = job->swaps ? component->shift_x : component->shift_y;
        job->raw_row[c] = BLIT_NO_ROW;
        job->pixel_row[c] = BLIT_NO_ROW;
        job->block_row[c] = BLIT_NO_ROW;
    }
}

static void blend_set(BlitJob *job)
{
    job->blend = job->layer->blend;
    job->constant =
        (job->blend == BLIT_BLEND_DISABLED) ? BLIT_CONSTANT_ONE : blit_constant(job->layer->alpha);
    if (((job->blend == BLIT_BLEND_STRAIGHT) || (job->blend == BLIT_BLEND_PREMULTIPLIED)) &&
        (!is_there(job->source, BLIT_ALPHA))) {
        job->blend = BLIT_BLEND_CONSTANT;
    }
    if ((job->blend == BLIT_BLEND_CONSTANT) && (job->constant == BLIT_CONSTANT_ONE)) {
        job->blend = BLIT_BLEND_DISABLED;
    }
    job->has_weight =
        (job->blend == BLIT_BLEND_STRAIGHT) || (job->blend == BLIT_BLEND_PREMULTIPLIED);
}

/** The numbers that make component i of a mean of `pixels`. */
static void mix_set(const BlitJob *job, uint32_t i, uint32_t pixels, BlitMix *mix)
{
    const int64_t unit = blit_power(job->matrix.fraction);
    const double one = (double)unit;
    const double values = (double)blit_max(&job->source->format);
    const double offset = (double)job->matrix.offset[i] / one;
    double above = 0.0;
    double below = 0.0;
    bool is_same = (job->matrix.offset[i] == 0) && (pixels == 1U);

    ASSERT(unit > 0);
    ASSERT(pixels <= 4U);
    for (uint32_t j = 0U; j < BLIT_COLOURS; j++) {
        const double part = (double)job->matrix.m[i][j] / one;

        if (part > 0.0) {
            above += part * values;
        } else {
            below -= part * values;
        }
        is_same = is_same && (job->matrix.m[i][j] == ((i == j) ? unit : 0));
        mix->exact[j] = part / (double)pixels;
        mix->real[j] = (float)mix->exact[j];
    }
    mix->exact[BLIT_COLOURS] = offset;
    mix->real[BLIT_COLOURS] = (float)offset;
    mix->fits_float = (job->matrix.fraction == BLIT_FRACTION_8) &&
                      ((above * (double)pixels) <= FLOAT_SUM_MAX) &&
                      ((below * (double)pixels) <= FLOAT_SUM_MAX);
    mix->is_same = is_same;
}

static void colours_set(BlitJob *job)
{
    const BlitComponent *u = &job->destination->format.component[1];

    job->gather_x = 0U;
    job->gather_y = 0U;
    if (u->step != 0U) {
        job->gather_x = u->shift_x;
        job->gather_y = u->shift_y;
    }
    job->gathers = (job->gather_x > 0U) || (job->gather_y > 0U);
    blit_matrix(job->source, job->destination, &job->matrix);
    for (uint32_t i = 0U; i < BLIT_COLOURS; i++) {
        const uint32_t gathered = (uint32_t)job->gather_x + job->gather_y;

        mix_set(job, i, 1U, &job->mix[i]);
        mix_set(job, i, (uint32_t)1U << gathered, &job->gather[i]);
    }
}

/** A component of the source is read if it is there and something that is written depends on it. */
static void reads_set(BlitJob *job)
{
    for (uint32_t j = 0U; j < BLIT_COLOURS; j++) {
        bool counts = false;

        for (uint32_t i = 0U; i < BLIT_COLOURS; i++) {
            counts = counts || (is_there(job->destination, i) && (job->matrix.m[i][j] != 0));
        }
        job->reads[j] = counts && is_there(job->source, j);
    }
    job->reads[BLIT_ALPHA] = is_there(job->source, BLIT_ALPHA) &&
                             (job->has_weight || is_there(job->destination, BLIT_ALPHA));
}

void blit_job_begin(BlitJob *job, const BlitImage *destination, const BlitLayer *layer)
{
    (void)memset(job, 0, sizeof(*job));
    job->source = &layer->source;
    job->destination = destination;
    job->layer = layer;
    sizes_set(job);
    blend_set(job);
    colours_set(job);
    reads_set(job);
}

bool blit_job_is_filtered(const BlitJob *job)
{
    bool is_other = (job->source_width != job->width) || (job->source_height != job->height);

    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        const BlitComponent *to = &job->destination->format.component[c];

        if (is_there(job->source, c) && (to->step != 0U)) {
            is_other =
                is_other || (job->shift_x[c] != to->shift_x) || (job->shift_y[c] != to->shift_y);
        }
    }
    return is_other && (job->layer->filter != BLIT_FILTER_OFF);
}

/** @satisfies RF-BLIT-024 RF-BLIT-025 */
bool blit_job_goes_on(BlitJob *job)
{
    ASSERT(job->goes_on != NULL);
    if (!job->is_stopped) {
        job->is_stopped = !job->goes_on(job->context);
    }
    return !job->is_stopped;
}
