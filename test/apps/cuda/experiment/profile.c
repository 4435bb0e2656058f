/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "clock.h"
#include "interop.h"
#include "lab.h"

struct Profile {
    uint32_t frames;
    double since;
    double host[PARTS];
    cudaEvent_t event[ITERATIONS_MAX][MARKS];
};

Profile *profile_new(uint32_t frames)
{
    Profile *const profile = calloc(1U, sizeof(*profile));
    bool good = (profile != NULL) && (frames <= ITERATIONS_MAX);

    for (uint32_t i = 0U; (i < frames) && good; i++) {
        for (uint32_t mark = 0U; (mark < (uint32_t)MARKS) && good; mark++) {
            good = interop_check(cudaEventCreate(&profile->event[i][mark]), "cudaEventCreate");
        }
        profile->frames = frames;
    }
    if (!good) {
        check_say("profile", "it cannot be taken");
        profile_free(profile);
    }
    return good ? profile : NULL;
}

void profile_start(Profile *profile)
{
    if (profile != NULL) {
        profile->since = clock_seconds();
    }
}

void profile_lap(Profile *profile, Part part)
{
    if (profile != NULL) {
        const double now = clock_seconds();

        profile->host[part] += now - profile->since;
        profile->since = now;
    }
}

bool profile_mark(Profile *profile, uint32_t frame, Mark mark, cudaStream_t stream)
{
    return (profile == NULL) ||
           interop_check(cudaEventRecord(profile->event[frame][mark], stream), "cudaEventRecord");
}

/** Adds what is between two events. */
static bool add(cudaEvent_t from, cudaEvent_t to, double *seconds)
{
    float milliseconds = 0.0F;
    const bool good =
        interop_check(cudaEventElapsedTime(&milliseconds, from, to), "cudaEventElapsedTime");

    *seconds += (double)milliseconds / 1000.0;
    return good;
}

bool profile_end(Profile *profile, Figures *figures)
{
    const uint32_t last = profile->frames - 1U;
    bool good = true;

    (void)memset(figures, 0, sizeof(*figures));
    (void)memcpy(figures->host, profile->host, sizeof(figures->host));
    for (uint32_t i = 0U; (i <= last) && good; i++) {
        for (uint32_t mark = 0U; (mark < ((uint32_t)MARKS - 1U)) && good; mark++) {
            good =
                add(profile->event[i][mark], profile->event[i][mark + 1U], &figures->stream[mark]);
        }
    }
    return good &&
           add(profile->event[0][MARK_BEGIN], profile->event[last][MARK_SIGNALLED], &figures->all);
}

void profile_free(Profile *profile)
{
    if (profile != NULL) {
        for (uint32_t i = 0U; i < profile->frames; i++) {
            for (uint32_t mark = 0U; mark < (uint32_t)MARKS; mark++) {
                if (profile->event[i][mark] != NULL) {
                    (void)cudaEventDestroy(profile->event[i][mark]);
                }
            }
        }
        free(profile);
    }
}
