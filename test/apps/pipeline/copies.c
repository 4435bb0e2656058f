/* SPDX-License-Identifier: Apache-2.0 */
#include "copies.h"

#include <pthread.h>
#include <string.h>

#include "check.h"
#include "clock.h"
#include "links.h"
#include "report.h"

/** Buffers of a link: the writer's, and one for each reader that gets a copy. */
typedef struct {
    Image written;
    Image copied;
} Pair;

/** One stage of one frame. */
typedef struct {
    Stage stage;
    StageContext *context;
    Job job;
    bool good;
} Step;

static bool take_buffers(const Image *image, Pair pairs[LINKS], uint64_t *bytes)
{
    const Plane *const picture = &image->surface.plane[0];
    bool done = true;

    for (uint32_t i = 0U; i < LINKS; i++) {
        const bool written =
            image_new(&pairs[i].written, links[i].format, picture->width, picture->height);
        const bool copied =
            image_new(&pairs[i].copied, links[i].format, picture->width, picture->height);

        done = done && written && copied;
        *bytes += pairs[i].written.size + pairs[i].copied.size;
    }
    return done;
}

static void *step_main(void *argument)
{
    Step *const step = argument;

    step->good = stage_work(step->stage)(step->context, &step->job);
    return NULL;
}

/** Runs a stage on a thread of its own and joins it. */
static bool run_step(Step *step)
{
    pthread_t thread;
    bool good = (pthread_create(&thread, NULL, step_main, step) == 0);

    if (good) {
        (void)pthread_join(thread, NULL);
        good = step->good;
    } else {
        check_say(stage_name(step->stage), "cannot start a thread");
    }
    return good;
}

/** A GPU's engine copies its input and its output itself. */
static bool is_copied(const StageContext *context, uint32_t link)
{
    return (context->device == NULL) || (links[link].writer == STAGE_SOURCE);
}

/** Runs one frame through all stages, with a copy after each but the last. */
static bool run_frame(StageContext *context, uint64_t frame, Pair pairs[LINKS])
{
    bool good = true;

    for (uint32_t i = 0U; (i < (uint32_t)STAGES) && good; i++) {
        Step step = {(Stage)i, context, {{NULL}, NULL, frame}, false};

        for (uint32_t j = 0U; j < LINKS; j++) {
            if (links[j].writer == (Stage)i) {
                step.job.output = &pairs[j].written.surface;
            }
            for (uint32_t k = 0U; k < links[j].readers; k++) {
                /* The sink checks engine B's copy of the NV12 frame: a check costs no copy. */
                if (links[j].reader[k].stage == (Stage)i) {
                    step.job.input[links[j].reader[k].input] = is_copied(context, j)
                                                                   ? &pairs[j].copied.surface
                                                                   : &pairs[j].written.surface;
                }
            }
        }
        good = run_step(&step);
        if ((i < LINKS) && is_copied(context, i)) {
            (void)memcpy(pairs[i].copied.bytes, pairs[i].written.bytes, pairs[i].written.size);
        }
    }
    return good;
}

bool copies_run(StageContext *context, uint64_t frames, const char *label, RunResult *result)
{
    Pair pairs[LINKS];
    bool good = false;
    double start = clock_seconds();

    (void)memset(pairs, 0, sizeof(pairs));
    (void)memset(result, 0, sizeof(*result));
    good = take_buffers(context->image, pairs, &result->buffer_bytes);
    if (!good) {
        check_say(label, "not enough memory");
    }
    result->init_seconds = clock_seconds() - start;
    start = clock_seconds();
    for (uint64_t i = 0U; (i < frames) && good; i++) {
        good = run_frame(context, i, pairs);
        report_progress(label, i + 1U, frames);
    }
    report_progress_end();
    result->stream_seconds = clock_seconds() - start;
    start = clock_seconds();
    for (uint32_t i = 0U; i < LINKS; i++) {
        image_free(&pairs[i].written);
        image_free(&pairs[i].copied);
    }
    device_copies_end(context->device);
    result->deinit_seconds = clock_seconds() - start;
    return good;
}
