/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file run.c
 * An operation on the CPU, layer by layer.
 */
#include "blit/blit.h"
#include "blit/pipeline.h"
#include "core/assert.h"

static BlitScratch g_scratch[RINGFENCE_CFG_2D_ENGINES];

BlitScratch *blit_scratch(uint32_t index)
{
    ASSERT(index < RINGFENCE_CFG_2D_ENGINES);
    return &g_scratch[index];
}

/** Without a graph: each pixel is what covers it. */
static void draw_rows(BlitJob *job)
{
    for (uint32_t y = 0U; (y < job->height) && (!job->is_stopped); y++) {
        if (blit_job_goes_on(job)) {
            const uint16_t *pixels[BLIT_COMPONENTS] = {NULL, NULL, NULL, NULL};

            for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
                pixels[c] = blit_pixel_row(job, c, y);
            }
            blit_mix_row(job, y, pixels);
        }
    }
}

static void draw(BlitJob *job)
{
    if (blit_job_is_filtered(job)) {
        blit_source_begin(job);
        blit_graph_draw(job);
    } else if (blit_move_can(job)) {
        blit_move(job);
    } else if (blit_words_can(job)) {
        blit_words_draw(job);
    } else {
        blit_source_begin(job);
        draw_rows(job);
    }
}

/** @satisfies RF-BLIT-016 RF-BLIT-023 RF-BLIT-024 RF-BLIT-026 */
BlitStatus blit_run(const BlitOperation *operation, BlitScratch *scratch, BlitGoesOn goes_on,
                    void *context)
{
    bool is_stopped = false;

    ASSERT(operation->layers <= BLIT_LAYERS);
    for (uint32_t i = 0U; (i < operation->layers) && (!is_stopped); i++) {
        BlitJob job;

        blit_job_begin(&job, &operation->destination, &operation->layer[i]);
        job.scratch = scratch;
        job.goes_on = goes_on;
        job.context = context;
        draw(&job);
        is_stopped = job.is_stopped;
    }
    return is_stopped ? BLIT_STOPPED : BLIT_OK;
}
