/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file source.c
 * Rows of the turned source.
 */
#include <string.h>

#include "blit/blit.h"
#include "blit/pipeline.h"
#include "core/assert.h"

static void read_bytes(const uint8_t *from, ptrdiff_t step, uint32_t count, uint16_t *to)
{
    if (step == 1) {
        for (uint32_t i = 0U; i < count; i++) {
            to[i] = from[i];
        }
    } else if (step == 2) {
        for (uint32_t i = 0U; i < count; i++) {
            to[i] = from[2U * (size_t)i];
        }
    } else if (step == 4) {
        for (uint32_t i = 0U; i < count; i++) {
            to[i] = from[4U * (size_t)i];
        }
    } else {
        const uint8_t *at = from;

        for (uint32_t i = 0U; i < count; i++) {
            to[i] = *at;
            at = &at[step];
        }
    }
}

static void read_wide(const uint8_t *from, ptrdiff_t step, uint32_t max, uint32_t count,
                      uint16_t *to)
{
    if (step == 2) {
        blit_copy(to, from, (size_t)count * sizeof(*to));
    } else {
        const uint8_t *at = from;

        for (uint32_t i = 0U; i < count; i++) {
            blit_copy(&to[i], at, sizeof(to[i]));
            at = &at[step];
        }
    }
    for (uint32_t i = 0U; i < count; i++) {
        to[i] &= (uint16_t)max;
    }
}

void blit_read(const uint8_t *from, ptrdiff_t step, uint32_t sample_bytes, uint32_t max,
               uint32_t count, uint16_t *to)
{
    if (sample_bytes == 1U) {
        read_bytes(from, step, count, to);
    } else {
        read_wide(from, step, max, count, to);
    }
}

/** Where a component of the source rectangle begins, and how it goes on. */
typedef struct {
    const uint8_t *first;
    ptrdiff_t across;
    ptrdiff_t down;
    uint32_t columns;
    uint32_t rows;
    uint32_t bytes;
    uint32_t max;
} Plane;

static Plane plane_of(const BlitJob *job, uint32_t c)
{
    const BlitImage *image = job->source;
    const BlitRect *rect = &job->layer->source_rect;
    const BlitComponent *component = &image->format.component[c];
    const size_t x = (size_t)rect->x0 >> component->shift_x;
    const size_t y = (size_t)rect->y0 >> component->shift_y;
    const size_t bytes = image->format.sample_bytes;
    const size_t pitch = image->pitch[component->plane];
    const size_t step = component->step * bytes;
    Plane plane;

    ASSERT(component->step != 0U);
    ASSERT(component->plane < image->format.planes);
    plane.first =
        &image->plane[component->plane]
                     [(y * pitch) + (((x * component->step) + component->offset) * bytes)];
    plane.across = (ptrdiff_t)step;
    plane.down = (ptrdiff_t)pitch;
    plane.columns = (rect->x1 - rect->x0) >> component->shift_x;
    plane.rows = (rect->y1 - rect->y0) >> component->shift_y;
    plane.bytes = image->format.sample_bytes;
    plane.max = blit_max(&image->format);
    return plane;
}

static void reverse(uint16_t *row, uint32_t count)
{
    for (uint32_t i = 0U; i < (count / 2U); i++) {
        const uint16_t first = row[i];

        row[i] = row[count - 1U - i];
        row[count - 1U - i] = first;
    }
}

/** Writes a line of the source into column `at` of the rows of a block. */
static void block_put(uint16_t block[BLIT_BLOCK][BLIT_ROW], uint32_t at, const uint16_t *line,
                      uint32_t count)
{
    for (uint32_t i = 0U; i < count; i++) {
        block[i][at] = line[i];
    }
}

/** Turns columns of the source into rows of the block: those that rows `row` and the next ones of
 * the turned source are. */
static void block_fill(BlitJob *job, uint32_t c, uint32_t row)
{
    const Plane plane = plane_of(job, c);
    const uint32_t left = plane.columns - row;
    const uint32_t count = (left < BLIT_BLOCK) ? left : BLIT_BLOCK;
    const uint32_t column = job->flips_x ? (plane.columns - row - count) : row;
    uint16_t line[BLIT_BLOCK];

    ASSERT(row < plane.columns);
    ASSERT(plane.rows <= BLIT_ROW);
    (void)memset(line, 0, sizeof(line));
    for (uint32_t y = 0U; y < plane.rows; y++) {
        const uint32_t at = job->flips_y ? (plane.rows - 1U - y) : y;
        const uint8_t *from =
            &plane.first[((ptrdiff_t)y * plane.down) + ((ptrdiff_t)column * plane.across)];

        blit_read(from, plane.across, plane.bytes, plane.max, count, line);
        if (job->flips_x) {
            reverse(line, count);
        }
        block_put(job->scratch->block[c], at, line, count);
    }
    job->block_row[c] = row;
}

static const uint16_t *swapped_row(BlitJob *job, uint32_t c, uint32_t row)
{
    const uint32_t first = row - (row % BLIT_BLOCK);

    if (job->block_row[c] != first) {
        block_fill(job, c, first);
    }
    return job->scratch->block[c][row - first];
}

static const uint16_t *straight_row(BlitJob *job, uint32_t c, uint32_t row)
{
    uint16_t *to = job->scratch->raw[c];

    if (job->raw_row[c] != row) {
        const Plane plane = plane_of(job, c);
        const uint32_t at = job->flips_y ? (plane.rows - 1U - row) : row;

        ASSERT(row < plane.rows);
        ASSERT(plane.columns <= BLIT_ROW);
        blit_read(&plane.first[(ptrdiff_t)at * plane.down], plane.across, plane.bytes, plane.max,
                  plane.columns, to);
        if (job->flips_x) {
            reverse(to, plane.columns);
        }
        job->raw_row[c] = row;
    }
    return to;
}

/** @satisfies RF-BLIT-010 */
const uint16_t *blit_source_row(BlitJob *job, uint32_t c, uint32_t row)
{
    return job->swaps ? swapped_row(job, c, row) : straight_row(job, c, row);
}

/** Value of a component that the source does not have. */
static uint16_t absent_value(const BlitJob *job, uint32_t c)
{
    const BlitFormat *format = &job->source->format;

    return (uint16_t)((c == BLIT_ALPHA) ? blit_max(format) : ((uint32_t)1U << (format->bits - 1U)));
}

void blit_source_begin(BlitJob *job)
{
    ASSERT(job->width <= BLIT_ROW);
    for (uint32_t shift = 0U; shift < 2U; shift++) {
        for (uint32_t x = 0U; x < job->width; x++) {
            job->scratch->column[shift][x] =
                blit_covering(x, job->source_width, job->width) >> shift;
        }
    }
    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        if (job->source->format.component[c].step == 0U) {
            const uint16_t value = absent_value(job, c);

            for (uint32_t x = 0U; x < job->width; x++) {
                job->scratch->pixel[c][x] = value;
                job->scratch->absent[c][x] = (float)value;
            }
        }
    }
}

/** @satisfies RF-BLIT-011 */
const uint16_t *blit_pixel_row(BlitJob *job, uint32_t c, uint32_t y)
{
    const uint32_t row = blit_covering(y, job->source_height, job->height) >> job->shift_y[c];
    const bool is_whole = (job->source_width == job->width) && (job->shift_x[c] == 0U);
    uint16_t *to = job->scratch->pixel[c];
    const uint16_t *pixels = to;

    if (job->reads[c] && is_whole) {
        pixels = blit_source_row(job, c, row);
    } else if (job->reads[c] && (job->pixel_row[c] != row)) {
        const uint16_t *from = blit_source_row(job, c, row);
        const uint32_t *column = job->scratch->column[job->shift_x[c]];

        for (uint32_t x = 0U; x < job->width; x++) {
            to[x] = from[column[x]];
        }
        job->pixel_row[c] = row;
    } else {
        /* It is there already, or does not count. */
    }
    return pixels;
}
