/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file store.c
 * Rows of the destination.
 */
#include <string.h>

#include "blit/blit.h"
#include "blit/pipeline.h"
#include "core/assert.h"

uint8_t *blit_store_at(const BlitJob *job, uint32_t c, uint32_t row)
{
    const BlitImage *image = job->destination;
    const BlitRect *rect = &job->layer->destination_rect;
    const BlitComponent *component = &image->format.component[c];
    const size_t x = (size_t)rect->x0 >> component->shift_x;
    const size_t y = ((size_t)rect->y0 >> component->shift_y) + row;
    const size_t sample = (x * component->step) + component->offset;

    ASSERT(component->step != 0U);
    ASSERT(component->plane < BLIT_PLANES);
    return &image->plane[component->plane][(y * image->pitch[component->plane]) +
                                           (sample * image->format.sample_bytes)];
}

void blit_load_row(BlitJob *job, uint32_t c, uint32_t row, uint32_t count)
{
    const BlitFormat *format = &job->destination->format;
    const ptrdiff_t step = (ptrdiff_t)format->component[c].step * (ptrdiff_t)format->sample_bytes;

    blit_read(blit_store_at(job, c, row), step, format->sample_bytes, blit_max(format), count,
              job->scratch->under);
}

static void store_bytes(uint8_t *to, ptrdiff_t step, uint32_t count, const uint16_t *value)
{
    if (step == 1) {
        for (uint32_t i = 0U; i < count; i++) {
            to[i] = (uint8_t)value[i];
        }
    } else {
        uint8_t *at = to;

        for (uint32_t i = 0U; i < count; i++) {
            *at = (uint8_t)value[i];
            at = &at[step];
        }
    }
}

static void store_pairs(uint8_t *to, ptrdiff_t step, uint32_t count, const uint16_t *value)
{
    if (step == 2) {
        blit_copy(to, value, (size_t)count * sizeof(*value));
    } else {
        uint8_t *at = to;

        for (uint32_t i = 0U; i < count; i++) {
            blit_copy(at, &value[i], sizeof(value[i]));
            at = &at[step];
        }
    }
}

void blit_store_row(BlitJob *job, uint32_t c, uint32_t row, uint32_t count, const uint16_t *value)
{
    const BlitFormat *format = &job->destination->format;
    const ptrdiff_t step = (ptrdiff_t)format->component[c].step * (ptrdiff_t)format->sample_bytes;
    uint8_t *to = blit_store_at(job, c, row);

    ASSERT(format->sample_bytes <= 2U);
    if (format->sample_bytes == 1U) {
        store_bytes(to, step, count, value);
    } else {
        store_pairs(to, step, count, value);
    }
}

bool blit_store_is_pair(const BlitFormat *format)
{
    const BlitComponent *u = &format->component[1];
    const BlitComponent *v = &format->component[2];

    return (format->sample_bytes == 1U) && (u->step == 2U) && (v->step == 2U) &&
           (u->plane == v->plane) && (u->offset != v->offset);
}

void blit_store_colours(BlitJob *job, uint32_t row, uint32_t count, const uint16_t *u,
                        const uint16_t *v)
{
    const BlitFormat *format = &job->destination->format;

    if (blit_store_is_pair(format)) {
        const bool is_forward = format->component[1].offset == 0U;
        const uint16_t *low = is_forward ? u : v;
        const uint16_t *high = is_forward ? v : u;
        uint8_t *to = blit_store_at(job, is_forward ? 1U : 2U, row);

        for (uint32_t i = 0U; i < count; i++) {
            const uint16_t pair = (uint16_t)((uint32_t)low[i] | ((uint32_t)high[i] << 8U));

            blit_copy(&to[2U * (size_t)i], &pair, sizeof(pair));
        }
    } else {
        blit_store_row(job, 1U, row, count, u);
        blit_store_row(job, 2U, row, count, v);
    }
}

bool blit_store_is_word(const BlitFormat *format)
{
    bool is_word = (format->sample_bytes == 1U);
    uint32_t places = 0U;

    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        const BlitComponent *component = &format->component[c];

        is_word = is_word && (component->step == 4U) && (component->shift_x == 0U) &&
                  (component->shift_y == 0U) && (component->plane == format->component[0].plane);
        places |= (uint32_t)1U << component->offset;
    }
    return is_word && (places == 0xFU);
}

void blit_store_words(BlitJob *job, uint32_t row, const uint16_t *const values[BLIT_COMPONENTS])
{
    const BlitComponent *component = job->destination->format.component;
    uint8_t *to = &blit_store_at(job, 0U, row)[-(ptrdiff_t)component[0].offset];
    const uint16_t *at[BLIT_COMPONENTS] = {NULL, NULL, NULL, NULL};

    ASSERT(blit_store_is_word(&job->destination->format));
    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        at[component[c].offset] = values[c];
    }
    for (uint32_t i = 0U; i < job->width; i++) {
        const uint32_t low = (uint32_t)at[0][i] | ((uint32_t)at[1][i] << 8U);
        const uint32_t high = (uint32_t)at[2][i] | ((uint32_t)at[3][i] << 8U);
        const uint32_t word = low | (high << 16U);

        blit_copy(&to[4U * (size_t)i], &word, sizeof(word));
    }
}
