/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file move.c
 * Pixels that stay what they are: components are moved one by one, in their own planes; whole rows
 * of bytes where both images lie alike.
 */
#include <string.h>

#include "blit.h"
#include "pipeline.h"

bool blit_move_can(const BlitJob *job)
{
    bool can = (job->blend == BLIT_BLEND_DISABLED) && (job->source_width == job->width) &&
               (job->source_height == job->height) &&
               (job->source->format.bits == job->destination->format.bits);

    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        const BlitComponent *to = &job->destination->format.component[c];

        if (to->step != 0U) {
            can = can && (job->source->format.component[c].step != 0U) &&
                  (job->shift_x[c] == to->shift_x) && (job->shift_y[c] == to->shift_y) &&
                  ((c == BLIT_ALPHA) || job->mix[c].is_same);
        }
    }
    return can;
}

/** Whether samples of plane p lie in one plane of the source in the same way, and each stands for a
 * component. */
static bool plane_is_alike(const BlitJob *job, uint32_t p)
{
    const BlitFormat *from = &job->source->format;
    const BlitFormat *to = &job->destination->format;
    bool is_alike = (from->sample_bytes == to->sample_bytes) && (!job->swaps) && (!job->flips_x) &&
                    (from->bits == (8U * from->sample_bytes));
    uint32_t sixteenths = 0U;
    uint32_t planes = 0U;

    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        const BlitComponent *a = &from->component[c];
        const BlitComponent *b = &to->component[c];

        if ((b->step != 0U) && (b->plane == p)) {
            is_alike = is_alike && (a->step == b->step) && (a->offset == b->offset) &&
                       (a->shift_x == b->shift_x) && (a->shift_y == b->shift_y);
            sixteenths += 16U / b->step;
            planes |= 1UL << a->plane;
        }
    }
    return is_alike && (sixteenths == 16U) && ((planes & (planes - 1U)) == 0U);
}

/** The component whose samples lie closest: what the bytes of a row are counted by. */
static uint32_t plane_component(const BlitFormat *format, uint32_t p)
{
    uint32_t found = BLIT_COMPONENTS;

    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        const BlitComponent *component = &format->component[c];

        if ((component->step != 0U) && (component->plane == p) &&
            ((found == BLIT_COMPONENTS) || (component->step < format->component[found].step))) {
            found = c;
        }
    }
    return found;
}

/** Copies the rows of a plane that both images have alike. */
static void copy_plane(BlitJob *job, uint32_t c)
{
    const BlitImage *from = job->source;
    const BlitComponent *component = &from->format.component[c];
    const BlitRect *rect = &job->layer->source_rect;
    const size_t pitch = from->pitch[component->plane];
    const size_t unit = (size_t)component->step * from->format.sample_bytes;
    const size_t bytes = (size_t)(job->width >> component->shift_x) * unit;
    const uint32_t rows = job->height >> component->shift_y;
    const uint32_t first = rect->y0 >> component->shift_y;
    const size_t column = (size_t)(rect->x0 >> component->shift_x) * unit;
    const size_t inside = (size_t)component->offset * from->format.sample_bytes;

    for (uint32_t y = 0U; (y < rows) && blit_job_goes_on(job); y++) {
        const size_t row = (size_t)first + (job->flips_y ? (rows - 1U - y) : y);

        (void)memcpy(blit_store_at(job, c, y) - inside,
                     &from->plane[component->plane][(row * pitch) + column], bytes);
    }
}

/** Moves a component on its own. */
static void move_component(BlitJob *job, uint32_t c)
{
    const BlitComponent *to = &job->destination->format.component[c];
    const uint32_t rows = job->height >> to->shift_y;
    const uint32_t count = job->width >> to->shift_x;

    for (uint32_t y = 0U; (y < rows) && blit_job_goes_on(job); y++) {
        blit_store_row(job, c, y, count, blit_source_row(job, c, y));
    }
}

void blit_move(BlitJob *job)
{
    const BlitFormat *to = &job->destination->format;

    for (uint32_t p = 0U; p < to->planes; p++) {
        const uint32_t closest = plane_component(to, p);

        if ((closest < BLIT_COMPONENTS) && plane_is_alike(job, p)) {
            /* Source planes may have other numbers. */
            copy_plane(job, closest);
        } else {
            for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
                if ((to->component[c].step != 0U) && (to->component[c].plane == p)) {
                    move_component(job, c);
                }
            }
        }
    }
}
