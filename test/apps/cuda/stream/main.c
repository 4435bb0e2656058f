/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file main.c
 * Frames go through an NvSciStream to a consumer of the CPU and to one of CUDA: first those of the
 * CPU, then those of CUDA. Each consumer compares each byte. show.h has the stream.
 */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ringfence.h"
#include "show.h"

#define FRAMES       300U
#define FRAMES_QUICK 40U
/** Bytes of a frame. */
#define BYTES       (4U << 20U)
#define BYTES_QUICK (1U << 20U)
/** Seconds after which the program ends whatever it waits for. */
#define SECONDS_MAX 240U

static const char *const g_ways[] = {"CPU camera", "CUDA producer"};

/** What waits in the driver can be ended in no other way. */
static void give_up(int number)
{
    static const char text[] = "stream: the frames do not come to an end\n";

    (void)number;
    (void)!write(STDERR_FILENO, text, sizeof(text) - 1U);
    _exit(EXIT_FAILURE);
}

static bool go_to(RingfencePhase phase)
{
    return OK(RingfenceAdvancePhase(phase));
}

/** Goes back to INIT, from whichever phase. */
static bool go_back(void)
{
    bool good = true;

    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        good = go_to(RINGFENCE_PHASE_DEINIT);
    }
    return good;
}

static bool run(uint32_t way, bool quick)
{
    static Show show;
    bool good = false;

    (void)memset(&show, 0, sizeof(show));
    good =
        show_open(&show, way == 1U, quick ? BYTES_QUICK : BYTES, quick ? FRAMES_QUICK : FRAMES) &&
        go_to(RINGFENCE_PHASE_RUNTIME) && show_play(&show);
    good = go_back() && good;
    good = show_close(&show) && good;
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT) {
        good = go_to(RINGFENCE_PHASE_INIT) && good;
    }
    if (good) {
        (void)printf("%-13s -> multicast -> CPU consumer, CUDA consumer: %u frames of %llu bytes, "
                     "%.1f frames per second, %llu bytes checked\n",
                     g_ways[way], show.frames, (unsigned long long)show.bytes,
                     (double)show.frames / show.seconds,
                     (unsigned long long)(show.ends[END_CPU].checked + show.ends[END_GPU].checked));
        (void)fflush(stdout);
    } else {
        (void)fprintf(stderr, "stream: %s: failed\n", g_ways[way]);
    }
    return good;
}

int main(int argc, char *argv[])
{
    const bool quick = (argc == 2) && (strcmp(argv[1], "--quick") == 0);
    bool good = (argc == 1) || quick;

    if (!good) {
        (void)fprintf(stderr, "Usage: %s [--quick]\n", argv[0]);
    }
    (void)signal(SIGALRM, give_up);
    (void)alarm(SECONDS_MAX);
    for (uint32_t way = 0U; (way < (sizeof(g_ways) / sizeof(g_ways[0]))) && good; way++) {
        good = run(way, quick);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
