/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "copies.h"
#include "load.h"
#include "ring.h"
#include "stream.h"

/**
 * Different frames in a run. Seven has no divisor in common with the packets of a ring, so that the
 * frame before in the same packet is a different one.
 */
#define VARIANTS 7U
/**
 * Frames at sizes up to 1024; larger sizes get less in proportion to their sides, but so many at
 * least.
 */
#define FRAMES_FULL  200U
#define FRAMES_SIDE  1024U
#define FRAMES_LEAST 20U

/** The ways to do the work. */
typedef enum { WAY_COPIES = 0, WAY_STREAM = 1, WAY_RING_ONE = 2, WAY_RING = 3, WAYS = 4 } Way;

/** Ways in one table. */
#define WAYS_USED 3U

static const char *const way_names[WAYS] = {"copies and joins", "streams", "rings, 1 in flight",
                                            "rings, 8 in flight"};
/** Those in the table: beside copies the way that was asked for, then one to compare it with. */
static const Way used_ways[2][WAYS_USED] = {{WAY_COPIES, WAY_STREAM, WAY_RING},
                                            {WAY_COPIES, WAY_RING_ONE, WAY_RING}};

/** What is measured at one size. */
typedef struct {
    Peer *peer;
    Device *device;
    Image image;
    uint32_t frames;
    uint64_t expected[VARIANTS];
    /** Seconds for init, streaming and clean-up. */
    double seconds[WAYS];
} SizeBench;

static uint32_t frames_for(const Options *options, uint32_t side)
{
    uint32_t frames = options->bench_frames;

    if (frames == 0U) {
        frames = FRAMES_FULL;
        if (side > FRAMES_SIDE) {
            frames = (FRAMES_FULL * FRAMES_SIDE) / side;
        }
        if (frames < FRAMES_LEAST) {
            frames = FRAMES_LEAST;
        }
    }
    return frames;
}

/**
 * Runs one way, and compares the checksums of all frames if its sink is in this process. Copies are
 * made in process 1 alone.
 */
static bool run_way(Way way, StageContext *context, SizeBench *bench, RunResult *result)
{
    const bool first = peer_is_here(bench->peer, PROCESS_FIRST);
    const bool sink_here = (way == WAY_COPIES) ? first : links_is_here(bench->peer, STAGE_SINK);
    bool good = true;

    if (way != WAY_COPIES) {
        const Run run = {context, bench->peer,    bench->frames, (way == WAY_RING) ? TASKS : 1U,
                         false,   way_names[way], NULL};

        good = (way == WAY_STREAM) ? stream_run(&run, result) : ring_run(&run, result);
    } else if (first) {
        good = copies_run(context, bench->frames, way_names[way], result);
    } else {
        /* Process 2 has nothing to do. */
    }
    if (good && sink_here) {
        good = (context->taken == bench->frames);
        if (!good) {
            check_say(way_names[way], "the sink did not get all frames");
        }
    }
    if (good && sink_here) {
        good = stages_compare_sums(context, bench->expected);
        if (!good) {
            (void)fprintf(stderr, "pipeline: %s: frame %llu: checksum is not as computed\n",
                          way_names[way], (unsigned long long)context->wrong_frame);
        }
    }
    return good;
}

/** Measures one way and prints its row. */
static bool measure(Way way, SizeBench *bench)
{
    const uint32_t side = bench->image.surface.plane[0].width;
    StageContext context;
    RunResult result;
    bool good =
        stages_open(&context, &bench->image, CHECK_SUMS, bench->frames, VARIANTS, bench->device);

    if (!good) {
        check_say(way_names[way], "not enough memory");
    }
    /* Both begin at the same time. */
    good = peer_agree(bench->peer, good);
    if (good) {
        good = peer_agree(bench->peer, run_way(way, &context, bench, &result));
    }
    if (good && peer_is_here(bench->peer, PROCESS_FIRST)) {
        const double seconds = result.init_seconds + result.stream_seconds + result.deinit_seconds;

        bench->seconds[way] = seconds;
        (void)printf("%5u x %-5u  %-20s  %6u  %8.3f  %8.1f  %10.1f  %6.2f\n", (unsigned int)side,
                     (unsigned int)side, way_names[way], (unsigned int)bench->frames, seconds,
                     (double)bench->frames / seconds,
                     (double)result.buffer_bytes / (1024.0 * 1024.0),
                     bench->seconds[WAY_COPIES] / seconds);
        (void)fflush(stdout);
    }
    stages_close(&context);
    return good;
}

/** Measures all ways at one size. */
static bool measure_size(const Options *options, const Image *image, uint32_t side, Peer *peer,
                         Device *device)
{
    SizeBench bench;
    bool good = false;

    (void)memset(&bench, 0, sizeof(bench));
    good = image_scale(image, side, side, &bench.image);
    bench.peer = peer;
    bench.device = device;
    bench.frames = frames_for(options, side);
    if (good) {
        good = stages_expected_sums(&bench.image, VARIANTS, bench.expected);
    }
    if (!good) {
        check_say("table", "not enough memory");
    }
    good = peer_agree(peer, good);
    for (uint32_t i = 0U; (i < WAYS_USED) && good; i++) {
        good = measure(used_ways[options->ring ? 1 : 0][i], &bench);
    }
    image_free(&bench.image);
    return good;
}

/** Says what the columns and the ways are. */
static void print_notes(const Peer *peer, const Device *device, const LoadMoment *began)
{
    const double others = load_of_others(began);

    (void)printf(
        "time: allocation, streaming and clean-up, on %ld CPUs; ratio: time of copies / time.\n",
        sysconf(_SC_NPROCESSORS_ONLN));
    if (began->cpus != 0U) {
        (void)printf("Other programs kept %.2f of %u CPUs busy meanwhile.\n", others, began->cpus);
    }
    if (load_is_high(began, others)) {
        (void)printf("That is too much: these ratios say nothing.\n");
    }
    (void)printf("All ways run the same four stages. As streams and with 8 in flight they overlap, "
                 "otherwise "
                 "they take turns.\n");
    if (device != NULL) {
        (void)printf("Engine B is on the GPU. Copies: luma goes there and gray comes back with "
                     "cudaMemcpy2D.\n");
    }
    if (peer != NULL) {
        (void)printf("Copies: all in one process. Otherwise: engine B and the sink in a second "
                     "process.\n");
    }
    (void)printf("The sink's work is a 64-bit checksum of all luma, chroma and gray pixels of each "
                 "frame;\n"
                 "afterwards each was compared with that of the plain computation (%u different "
                 "frames).\n",
                 VARIANTS);
}

bool bench_run(const Options *options, const Image *image, Peer *peer, Device *device)
{
    const bool prints = peer_is_here(peer, PROCESS_FIRST);
    const LoadMoment began = load_look((prints && (peer != NULL)) ? peer->process : 0);
    bool good = true;

    if (prints) {
        (void)printf("\n%-13s  %-20s  %6s  %8s  %8s  %10s  %6s\n", "size", "way", "frames",
                     "time s", "frames/s", "buffer MiB", "ratio");
    }
    for (uint32_t i = 0U; (i < options->sizes) && good; i++) {
        good = measure_size(options, image, options->size[i], peer, device);
    }
    if (good && prints) {
        print_notes(peer, device, &began);
    }
    return good;
}
