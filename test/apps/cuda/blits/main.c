/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file main.c
 * The experiment with NvMedia 2D: n blits of RGBA to YUV 4:2:0, and gray by CUDA of each, with
 * sharing and with copies; how long that takes with allocation and clean-up. blits.h has the ways.
 */
#include "blits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define COUNTS  4U
#define REPEATS 3U
#define SIDE    4096U
/** What the sample application of the post gained at 4096 x 4096 with 200 iterations. */
#define PUBLISHED_RATIO 4.45

static const uint32_t counts[COUNTS] = {1U, 10U, 100U, 200U};
static const char *const way_names[WAYS] = {"pageable", "pinned", "sharing", "alone"};

static double total(const Times *times)
{
    return times->allocation + times->operations + times->cleanup;
}

/** Seconds of the fastest frames that engine and consumer made alone, in all runs. */
typedef struct {
    double producer;
    double consumer;
} Bare;

/** Notes how fast frames were. */
static void note_alone(const Scene *scene, const Times *times, Bare *bare)
{
    const double producer = times->producer / scene->iterations;
    const double consumer = times->consumer / scene->iterations;

    bare->producer =
        ((bare->producer <= 0.0) || (producer < bare->producer)) ? producer : bare->producer;
    bare->consumer =
        ((bare->consumer <= 0.0) || (consumer < bare->consumer)) ? consumer : bare->consumer;
}

/** Runs all ways a few times in turn, and takes the fastest of each. */
static bool run_all(Scene *scene, uint32_t repeats, Times fastest[WAYS], Bare *bare)
{
    bool good = true;

    for (uint32_t i = 0U; (i < repeats) && good; i++) {
        for (uint32_t way = 0U; (way < (uint32_t)WAYS) && good; way++) {
            Times times;

            good = ways_run(scene, (Way)way, &times);
            if (!good) {
                check_say(way_names[way], "failed");
            } else if (way == (uint32_t)WAY_ALONE) {
                note_alone(scene, &times, bare);
            } else if ((i == 0U) || (total(&times) < total(&fastest[way]))) {
                fastest[way] = times;
            } else {
                /* It was slower. */
            }
        }
    }
    return good;
}

static void print_head(Engine engine)
{
    (void)printf(
        "\nengine on the %s; images that are shared: %s\n", (engine == ENGINE_GPU) ? "GPU" : "CPU",
        (engine == ENGINE_GPU) ? "block-linear, in memory of the GPU"
                               : "pitch-linear, in host memory that the GPU reads in place");
    (void)printf("%-13s %4s  %10s %10s %10s  %9s %9s  %9s %11s %9s\n", "", "", "pageable", "pinned",
                 "sharing", "pageable/", "pinned/", "", "operations/", "sharing/");
    (void)printf("%-13s %4s  %10s %10s %10s  %9s %9s  %9s %11s %9s\n", "size", "n", "copies s",
                 "copies s", "s", "sharing", "sharing", "limit s", "limit", "limit");
}

static void print_row(uint32_t side, uint32_t iterations, const Times times[WAYS], const Bare *bare)
{
    const double frame = (bare->producer > bare->consumer) ? bare->producer : bare->consumer;
    const double limit = frame * iterations;
    const double sharing = total(&times[WAY_SHARING]);

    (void)printf("%5u x %-5u %4u  %10.4f %10.4f %10.4f  %9.2f %9.2f  %9.4f %11.2f %9.2f\n", side,
                 side, iterations, total(&times[WAY_PAGEABLE]), total(&times[WAY_PINNED]), sharing,
                 total(&times[WAY_PAGEABLE]) / sharing, total(&times[WAY_PINNED]) / sharing, limit,
                 times[WAY_SHARING].operations / limit, sharing / limit);
}

/** Where the time of the longest run went, beside what NVIDIA published for its sample. */
static void print_last(uint32_t iterations, const Times times[WAYS], const Bare *bare)
{
    for (uint32_t way = 0U; way < (uint32_t)WAY_ALONE; way++) {
        (void)printf("  %-9s %u iterations: allocation %.1f ms, operations %.1f ms, clean-up %.1f "
                     "ms\n",
                     way_names[way], iterations, times[way].allocation * 1e3,
                     times[way].operations * 1e3, times[way].cleanup * 1e3);
    }
    (void)printf("  alone     engine %.3f ms for a frame, consumer %.3f ms\n", bare->producer * 1e3,
                 bare->consumer * 1e3);
    (void)printf("  ratio with %u iterations: %.2f to pageable copies, %.2f to pinned; NVIDIA "
                 "published %.2f (4096 x 4096, 200 iterations, Xavier)\n",
                 iterations, total(&times[WAY_PAGEABLE]) / total(&times[WAY_SHARING]),
                 total(&times[WAY_PINNED]) / total(&times[WAY_SHARING]), PUBLISHED_RATIO);
}

static void print_notes(uint32_t repeats)
{
    static const char *const notes[] = {
        "pageable: an image that nobody else has; NvMediaImageGetBits() to memory of malloc(),",
        "          luma with cudaMemcpyAsync() to the GPU, and the CPU waits after each frame. "
        "With the",
        "          engine on the CPU it is one of NvMediaImageCreateNew(), else one in the GPU's",
        "          memory.",
        "pinned:   the same to two page-locked memories in turn, without that wait.",
        "sharing:  images of NvSciBuf that CUDA maps, NvSciSync fences in both directions; nobody",
        "          copies.",
        "Checked: a checksum over the gray pixels of every iteration, against a plain computation.",
        "The checksum kernel is part of all ways.",
        "alone:    the engine makes all frames with no consumer, then the consumer reads as many",
        "          with no engine and no fences, in the images of sharing.",
        "limit:    n times the slower of the two, each as fast as in the fastest of its runs with "
        "any",
        "          n: frames cannot be faster.",
        "operations/limit leaves allocation and clean-up out, sharing/limit has them in.",
    };

    (void)printf(
        "\nAll times: n operations, allocation and clean-up, without the engine and its "
        "frames of RGBA; the fastest of %u\nruns of each way in turn. Images: %u. Different "
        "frames: %u.\n",
        repeats, RING, VARIANTS);
    for (size_t i = 0U; i < (sizeof(notes) / sizeof(notes[0])); i++) {
        (void)printf("%s\n", notes[i]);
    }
}

/** All counts of iterations with one engine. */
static bool run_engine(Engine engine, uint32_t side, uint32_t repeats, uint32_t last)
{
    Scene scene;
    Times times[COUNTS][WAYS];
    Bare bare = {0.0, 0.0};
    bool good = scene_open(&scene, engine, side);

    (void)memset(times, 0, sizeof(times));
    if (good) {
        /* What is loaded or opened once is not part of the first run. */
        scene.iterations = RING;
        good = run_all(&scene, 1U, times[0], &bare);
    }
    for (uint32_t i = 0U; (i < last) && good; i++) {
        scene.iterations = counts[i];
        good = run_all(&scene, repeats, times[i], &bare);
    }
    if (good) {
        print_head(engine);
        for (uint32_t i = 0U; i < last; i++) {
            print_row(side, counts[i], times[i], &bare);
        }
        print_last(counts[last - 1U], times[last - 1U], &bare);
        (void)fflush(stdout);
    }
    scene_close(&scene);
    return good;
}

int main(int argc, char *argv[])
{
    const bool is_quick = (argc == 2) && (strcmp(argv[1], "--quick") == 0);
    const uint32_t repeats = is_quick ? 1U : REPEATS;
    bool good = (argc == 1) || is_quick;

    if (!good) {
        (void)fprintf(stderr, "Usage: %s [--quick]\n", argv[0]);
    }
    for (uint32_t engine = 0U; (engine < (uint32_t)ENGINES) && good; engine++) {
        good = run_engine((Engine)engine, SIDE, repeats, is_quick ? 2U : COUNTS);
    }
    if (good) {
        print_notes(repeats);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
