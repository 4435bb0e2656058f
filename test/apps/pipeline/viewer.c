/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "viewer.h"

#include <stdio.h>
#include <time.h>

#include "reference.h"

bool viewer_open(Viewer *viewer, const Image *image, uint32_t hold)
{
    const Plane *const picture = &image->surface.plane[0];
    const bool nv12 = image_new(&viewer->nv12, FORMAT_NV12, picture->width, picture->height);
    const bool gray = image_new(&viewer->gray, FORMAT_GRAY, picture->width, picture->height);

    viewer->image = image;
    viewer->hold = hold;
    viewer->next = 0U;
    return nv12 && gray;
}

void viewer_close(Viewer *viewer)
{
    image_free(&viewer->nv12);
    image_free(&viewer->gray);
    viewer->image = NULL;
}

bool viewer_wants(const Viewer *viewer, uint64_t frame)
{
    return (viewer->image != NULL) && (frame >= viewer->next);
}

bool viewer_look(Viewer *viewer, const Job *job, uint64_t variant)
{
    bool good = true;

    if (viewer_wants(viewer, job->frame)) {
        const struct timespec pause = {(time_t)(viewer->hold / 1000U),
                                       (long)(viewer->hold % 1000U) * 1000000L};
        const uint64_t found = reference_checksum(job->input[0], 0U);

        reference_compute(viewer->image, variant, &viewer->nv12, &viewer->gray);
        good = (found == reference_checksum(&viewer->gray.surface, 0U));
        if (good) {
            (void)printf("shown    frame %llu: checksum of gray %016llx, as computed\n",
                         (unsigned long long)job->frame, (unsigned long long)found);
            (void)fflush(stdout);
        } else {
            (void)fprintf(stderr,
                          "pipeline: frame %llu: checksum of gray at the viewer is not as "
                          "computed\n",
                          (unsigned long long)job->frame);
        }
        (void)nanosleep(&pause, NULL);
        viewer->next = ((job->frame / VIEWER_STEP) + 1U) * VIEWER_STEP;
    }
    return good;
}
