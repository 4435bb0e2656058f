/* SPDX-License-Identifier: Apache-2.0 */
#include "stages.h"

#include <stdlib.h>
#include <string.h>

#include "pixels.h"

static const char *const stage_names[STAGES_AND_VIEWER] = {"source", "engine A", "engine B", "sink",
                                                           "viewer"};

const char *stage_name(Stage stage)
{
    return stage_names[stage];
}

uint64_t stages_variant(const StageContext *context, uint64_t frame)
{
    return frame % context->variants;
}

static bool work_source(void *argument, const Job *job)
{
    const StageContext *const context = argument;

    pixels_make_frame(context->image, stages_variant(context, job->frame), job->output);
    return true;
}

static bool work_a(void *argument, const Job *job)
{
    const StageContext *const context = argument;

    pixels_rgba_to_nv12(job->input[0], job->output);
    if (job->frame == context->spoil) {
        /* The last byte of the last plane: the one that a careless check would miss first. */
        const Plane *const chroma = &job->output->plane[1];
        const size_t last = ((size_t)chroma->width * chroma->bytes_per_pixel) - 1U;

        plane_row_to_write(chroma, chroma->height - 1U)[last] ^= 1U;
    }
    return true;
}

/** With a GPU, this is the work on copies: where buffers are shared, the GPU's engine does it. */
static bool work_b(void *argument, const Job *job)
{
    const StageContext *const context = argument;
    bool good = true;

    if (context->device != NULL) {
        good = device_gray_of_copy(context->device, job->input[0], job->output);
    } else {
        pixels_nv12_to_gray(job->input[0], job->output);
    }
    return good;
}

/** Computes the frame plainly and compares it. Keeps the first one for the result files. */
static bool check_pixels(StageContext *context, const Job *job)
{
    const uint64_t variant = stages_variant(context, job->frame);
    const Surface *const gray = job->input[SINK_GRAY];
    const Surface *const nv12 = job->input[SINK_NV12];
    bool equal = (job->frame == context->taken);

    if (!equal) {
        context->mismatch.what = NULL;
    } else {
        reference_compute(context->image, variant, &context->expected_nv12,
                          &context->expected_gray);
        equal = reference_compare(&context->expected_nv12, nv12, &context->mismatch);
    }
    if (equal) {
        equal = reference_compare(&context->expected_gray, gray, &context->mismatch);
    }
    if (!equal) {
        context->wrong = true;
        context->wrong_frame = job->frame;
    } else if (job->frame == 0U) {
        image_copy_from(&context->kept_nv12, nv12);
        image_copy_from(&context->kept_gray, gray);
    } else {
        /* Only the first frame, which is the picture itself, is written to files. */
    }
    return equal;
}

static bool work_sink(void *argument, const Job *job)
{
    StageContext *const context = argument;
    bool good = true;

    if (context->check == CHECK_PIXELS) {
        good = check_pixels(context, job);
    } else {
        const uint64_t sum = reference_checksum(job->input[SINK_NV12], 0U);

        context->sums[job->frame] = reference_checksum(job->input[SINK_GRAY], sum);
    }
    context->taken += 1U;
    return good;
}

static bool work_viewer(void *argument, const Job *job)
{
    StageContext *const context = argument;

    return viewer_look(&context->viewer, job, stages_variant(context, job->frame));
}

Work stage_work(Stage stage)
{
    static const Work works[STAGES_AND_VIEWER] = {work_source, work_a, work_b, work_sink,
                                                  work_viewer};

    return works[stage];
}

bool stages_open(StageContext *context, const Image *image, Check check, uint64_t frames,
                 uint64_t variants, Device *device)
{
    const uint32_t width = image->surface.plane[0].width;
    const uint32_t height = image->surface.plane[0].height;
    bool done = false;

    (void)memset(context, 0, sizeof(*context));
    context->image = image;
    context->variants = variants;
    context->spoil = UINT64_MAX;
    context->check = check;
    context->device = device;
    if (check == CHECK_PIXELS) {
        const bool expected_nv12 = image_new(&context->expected_nv12, FORMAT_NV12, width, height);
        const bool expected_gray = image_new(&context->expected_gray, FORMAT_GRAY, width, height);
        const bool kept_nv12 = image_new(&context->kept_nv12, FORMAT_NV12, width, height);
        const bool kept_gray = image_new(&context->kept_gray, FORMAT_GRAY, width, height);

        done = expected_nv12 && expected_gray && kept_nv12 && kept_gray;
    } else {
        context->sums = calloc((size_t)frames, sizeof(uint64_t));
        done = (context->sums != NULL);
    }
    return done;
}

void stages_close(StageContext *context)
{
    image_free(&context->expected_nv12);
    image_free(&context->expected_gray);
    image_free(&context->kept_nv12);
    image_free(&context->kept_gray);
    viewer_close(&context->viewer);
    free(context->sums);
    context->sums = NULL;
}

bool stages_expected_sums(const Image *image, uint64_t variants, uint64_t *expected)
{
    const uint32_t width = image->surface.plane[0].width;
    const uint32_t height = image->surface.plane[0].height;
    Image nv12;
    Image gray;
    const bool has_nv12 = image_new(&nv12, FORMAT_NV12, width, height);
    const bool has_gray = image_new(&gray, FORMAT_GRAY, width, height);
    const bool done = has_nv12 && has_gray;

    for (uint64_t i = 0U; done && (i < variants); i++) {
        reference_compute(image, i, &nv12, &gray);
        expected[i] = reference_checksum(&gray.surface, reference_checksum(&nv12.surface, 0U));
    }
    image_free(&nv12);
    image_free(&gray);
    return done;
}

bool stages_compare_sums(StageContext *context, const uint64_t *expected)
{
    for (uint64_t i = 0U; (i < context->taken) && (!context->wrong); i++) {
        if (context->sums[i] != expected[stages_variant(context, i)]) {
            context->wrong = true;
            context->wrong_frame = i;
        }
    }
    return !context->wrong;
}
