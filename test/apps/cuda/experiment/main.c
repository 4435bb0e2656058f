/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file main.c
 * The experiment: RGBA to YUV 4:2:0 to gray, n times, with sharing and without, and how long that
 * takes with allocation and clean-up. The producer is on the CPU, or on the GPU in another process.
 *
 * lab.h has the consumer and its check, ways.h the ways, speed.h what limits them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "interop.h"
#include "lab.h"
#include "pool.h"
#include "ringfence.h"
#include "second.h"
#include "speed.h"
#include "ways.h"

#define SIZES    3U
#define COUNTS   5U
#define REPEATS  3U
#define SIDE_MAX 4096U
#define GIGA     1e9
/** What the sample application of the post gained at 4096 x 4096 with 200 iterations. */
#define PUBLISHED_RATIO 4.45
/** Bytes that must pass the memory of the GPU for a pixel if the producer is there: RGBA is read;
 * luma and chroma are written; luma is read. Gray can stay in a cache: each frame is written over
 * the one before. */
#define DEVICE_BYTES (4.0 + 1.5 + 1.0)

/** What is to be done. */
typedef struct {
    uint32_t side[SIZES];
    uint32_t sides;
    uint32_t iterations[COUNTS];
    uint32_t counts;
    uint32_t repeats;
} Plan;

static const Plan full = {{1024U, 2048U, 4096U}, 3U, {1U, 50U, 100U, 150U, 200U}, 5U, REPEATS};
static const Plan quick = {{1024U, 4096U}, 2U, {1U, 50U}, 2U, 1U};

static const char *const way_names[WAYS] = {"pageable", "pinned", "sharing", "alone"};

/** Tells process 2 what to do next. */
static bool give_order(const Lab *lab, uint32_t side, uint32_t iterations, Way way, bool end)
{
    const Order order = {
        side,         iterations, (uint32_t)way, lab->ring, (lab->profile != NULL) ? 1U : 0U,
        end ? 1U : 0U};

    return peer_send(lab->peer, MESSAGE_FIGURES, &order, sizeof(order));
}

/** Runs one way once, and checks what came out. */
static bool run_once(Lab *lab, Producer producer, Way way, Times *times)
{
    bool good = interop_check(cudaMemset(lab->sums, 0, ITERATIONS_MAX * sizeof(lab->sums[0])),
                              "cudaMemset");

    if (producer == PRODUCER_CPU) {
        good = good && ways_cpu(lab, way, times);
    } else {
        /* Process 2 is where it waits for the go-ahead. */
        good = good && give_order(lab, lab->material->side, lab->iterations, way, false) &&
               peer_agree(lab->peer, true) && ways_gpu(lab, way, times);
    }
    return good && ((way == WAY_ALONE) || lab_check(lab));
}

static double total(const Times *times)
{
    return times->allocation + times->operations + times->cleanup;
}

/** Runs all ways a few times in turn, and takes the middle one of each; alone the fastest, which
 * limits them. */
static bool run_all(Lab *lab, Producer producer, uint32_t repeats, Times middle[WAYS])
{
    Times times[WAYS][REPEATS];
    bool good = true;

    for (uint32_t i = 0U; (i < repeats) && good; i++) {
        for (uint32_t way = 0U; (way < (uint32_t)WAYS) && good; way++) {
            good = run_once(lab, producer, (Way)way, &times[way][i]);
            if (!good) {
                check_say(way_names[way], "failed");
            }
        }
    }
    for (uint32_t way = 0U; (way < (uint32_t)WAYS) && good; way++) {
        for (uint32_t i = 0U; i < repeats; i++) {
            uint32_t faster = 0U;

            for (uint32_t j = 0U; j < repeats; j++) {
                const double a = total(&times[way][j]);
                const double b = total(&times[way][i]);

                faster += ((a < b) || ((a <= b) && (j < i))) ? 1U : 0U;
            }
            if (faster == ((way == (uint32_t)WAY_ALONE) ? 0U : (repeats / 2U))) {
                middle[way] = times[way][i];
            }
        }
    }
    return good;
}

static void print_head(Producer producer, uint32_t threads)
{
    if (producer == PRODUCER_CPU) {
        (void)printf("\nproducer: %u threads of the CPU; buffers that are shared: host memory that "
                     "the GPU reads in place\n",
                     threads);
    } else {
        (void)printf("\nproducer: a kernel in another process, same GPU; buffers that are shared: "
                     "memory of the GPU\n");
    }
    (void)printf("%-13s %4s  %10s %10s %10s  %9s %9s  %9s %11s %9s\n", "", "", "pageable", "pinned",
                 "sharing", "pageable/", "pinned/", "", "operations/", "sharing/");
    (void)printf("%-13s %4s  %10s %10s %10s  %9s %9s  %9s %11s %9s\n", "size", "n", "copies s",
                 "copies s", "s", "sharing", "sharing", "limit s", "limit", "limit");
}

/** Prints where the time of the longest run went, and the figure that NVIDIA published for its
 * sample beside ours. */
static void print_last(const Material *material, uint32_t iterations, const Times times[WAYS])
{
    for (uint32_t way = 0U; way < (uint32_t)WAY_ALONE; way++) {
        (void)printf("  %-9s %u iterations: allocation %.1f ms, operations %.1f ms, clean-up %.1f "
                     "ms\n",
                     way_names[way], iterations, times[way].allocation * 1e3,
                     times[way].operations * 1e3, times[way].cleanup * 1e3);
    }
    (void)printf(
        "  alone     %u iterations: producer %.1f ms, %.3f ms for a frame; consumer %.1f ms, "
        "%.3f ms for a frame\n",
        iterations, times[WAY_ALONE].producer * 1e3, (times[WAY_ALONE].producer * 1e3) / iterations,
        times[WAY_ALONE].consumer * 1e3, (times[WAY_ALONE].consumer * 1e3) / iterations);
    if ((material->side == SIDE_MAX) && (iterations == ITERATIONS_MAX)) {
        (void)printf("  ratio at 4096 x 4096 with 200 iterations: %.2f to pageable copies, %.2f to "
                     "pinned; NVIDIA published %.2f (Xavier)\n",
                     total(&times[WAY_PAGEABLE]) / total(&times[WAY_SHARING]),
                     total(&times[WAY_PINNED]) / total(&times[WAY_SHARING]), PUBLISHED_RATIO);
    }
}

/** Seconds that the bytes of a frame take where they must pass, whatever computes. */
static double bytes_of(const Material *material, Producer producer, const Speeds *speeds)
{
    const double pixels = (double)lab_luma_bytes(material->side);
    double seconds = 0.0;

    if (producer == PRODUCER_CPU) {
        seconds = pixels / speeds->read_host;
        (void)printf("  bytes: luma over the link %.3f ms for a frame (%.1f MB at %.1f GB/s)\n",
                     seconds * 1e3, pixels / 1e6, speeds->read_host / GIGA);
    } else {
        seconds = (pixels * DEVICE_BYTES) / speeds->read_device;
        (void)printf("  bytes: %.3f ms for a frame: %.1f MB in the GPU's memory at %.1f GB/s\n",
                     seconds * 1e3, (pixels * DEVICE_BYTES) / 1e6, speeds->read_device / GIGA);
    }
    return seconds;
}

static bool run_size(Lab *lab, Producer producer, const Plan *plan, const Material *material,
                     const Speeds *speeds)
{
    const double bytes = bytes_of(material, producer, speeds);
    Times times[WAYS];
    bool good = lab_keep(lab, material);

    for (uint32_t i = 0U; (i < plan->counts) && good; i++) {
        lab->iterations = plan->iterations[i];
        lab->ring = (lab->iterations < RING_GPU) ? lab->iterations : RING_GPU;
        good = run_all(lab, producer, plan->repeats, times);
        if (good) {
            const double sharing = total(&times[WAY_SHARING]);
            const double alone = times[WAY_ALONE].operations;
            const double moved = bytes * lab->iterations;
            const double least = (alone > moved) ? alone : moved;

            (void)printf("%5u x %-5u %4u  %10.4f %10.4f %10.4f  %9.2f %9.2f  %9.4f %11.2f %9.2f\n",
                         material->side, material->side, lab->iterations,
                         total(&times[WAY_PAGEABLE]), total(&times[WAY_PINNED]), sharing,
                         total(&times[WAY_PAGEABLE]) / sharing, total(&times[WAY_PINNED]) / sharing,
                         least, times[WAY_SHARING].operations / least, sharing / least);
            (void)fflush(stdout);
        }
    }
    if (good) {
        print_last(material, lab->iterations, times);
    }
    lab_keep_end(lab);
    return good;
}

static void print_notes(const Plan *plan)
{
    static const char *const notes[] = {
        "pageable: the producer's memory is its own; luma goes to the GPU with cudaMemcpy, and",
        "          the CPU waits after each frame.",
        "pinned:   the same with page-locked memory, which the producer writes itself, and",
        "          cudaMemcpyAsync.",
        "          Between processes both copy through memory that they have in common.",
        "sharing:  NvSciBuf buffers, NvSciSync fences in both directions; nobody copies.",
        "Copies carry luma alone, which is all that gray needs.",
        "Checked: a checksum over the gray pixels of every iteration, and all pixels of the first",
        "and the last, against a plain computation. The checksum kernel is part of all ways.",
        "alone:    nothing is handed on. The CPU's threads make all frames in the buffers of",
        "          sharing; two processes make and read all frames one after the other.",
        "limit:    the larger of: alone, the fastest of its runs; the bytes that must pass.",
        "operations/limit leaves allocation and clean-up out, sharing/limit has them in.",
    };

    (void)printf(
        "\nAll times: n operations, allocation and clean-up; the middle of %u runs of each "
        "way in turn.\n",
        plan->repeats);
    for (size_t i = 0U; i < (sizeof(notes) / sizeof(notes[0])); i++) {
        (void)printf("%s\n", notes[i]);
    }
    (void)printf("Buffers: %u with the CPU, up to %u between processes. Different frames: %u.\n",
                 RING_CPU, RING_GPU, VARIANTS);
}

static bool run_plan(Lab *lab, const Plan *plan)
{
    uint32_t threads = pool_start();
    Material material[SIZES];
    Speeds speeds;
    bool good = speed_measure(lab, &speeds);

    (void)memset(material, 0, sizeof(material));
    (void)printf("speeds:  copies to the GPU %.1f GB/s pageable, %.1f pinned; back %.1f pinned; a "
                 "kernel reads host memory at %.1f, the GPU's at %.1f\n",
                 speeds.copy_pageable / GIGA, speeds.copy_pinned / GIGA, speeds.copy_back / GIGA,
                 speeds.read_host / GIGA, speeds.read_device / GIGA);
    for (uint32_t i = 0U; (i < plan->sides) && good; i++) {
        good = material_make(&material[i], plan->side[i], true);
    }
    if (good) {
        threads = speed_choose_threads(&material[plan->sides - 1U], threads);
    }
    for (uint32_t producer = 0U; (producer < 2U) && good; producer++) {
        print_head((Producer)producer, threads);
        for (uint32_t i = 0U; (i < plan->sides) && good; i++) {
            good = run_size(lab, (Producer)producer, plan, &material[i], &speeds);
        }
    }
    if (good) {
        print_notes(plan);
    }
    for (uint32_t i = 0U; i < plan->sides; i++) {
        material_free(&material[i]);
    }
    pool_stop();
    return good;
}

/* ---------------------------------------------------------------- profile */

/** Rings that are profiled. */
static const uint32_t rings[] = {4U, 8U, 16U, RING_GPU};

static void print_figures(const char *name, const Figures *figures, uint32_t frames)
{
    static const char *const parts[PARTS] = {"receive", "import", "wait",
                                             "launch",  "signal", "send"};
    static const char *const marks[MARKS - 1U] = {"wait", "kernels", "signal"};
    const double scale = 1e6 / frames;

    (void)printf("  %-9s CPU:", name);
    for (uint32_t i = 0U; i < (uint32_t)PARTS; i++) {
        (void)printf(" %s %.1f,", parts[i], figures->host[i] * scale);
    }
    (void)printf(" stream:");
    for (uint32_t i = 0U; i < ((uint32_t)MARKS - 1U); i++) {
        (void)printf(" %s %.1f,", marks[i], figures->stream[i] * scale);
    }
    (void)printf(" in all %.1f\n", figures->all * scale);
}

/** One run with a profile. */
static bool run_profile(Lab *lab)
{
    Figures own;
    Figures other;
    Times times = {0.0, 0.0, 0.0, 0.0, 0.0};
    bool good = false;

    lab->profile = profile_new(lab->iterations);
    good = (lab->profile != NULL) && run_once(lab, PRODUCER_GPU, WAY_SHARING, &times) &&
           ways_gpu_figures(lab, &other) && profile_end(lab->profile, &own);
    profile_free(lab->profile);
    lab->profile = NULL;
    if (good) {
        print_figures("producer", &other, lab->iterations);
        print_figures("consumer", &own, lab->iterations);
    }
    return good;
}

/** Profiles the kernel of another process as the producer, with rings of several lengths. */
static bool run_profiles(Lab *lab)
{
    Material material;
    Speeds speeds;
    bool good = speed_measure(lab, &speeds) && material_make(&material, SIDE_MAX, true);

    lab->iterations = ITERATIONS_MAX;
    good = good && lab_keep(lab, &material);
    if (good) {
        (void)printf("\nproducer: a kernel in another process; %u x %u, %u iterations; "
                     "microseconds for a frame\n",
                     SIDE_MAX, SIDE_MAX, lab->iterations);
        (void)bytes_of(&material, PRODUCER_GPU, &speeds);
    }
    for (size_t i = 0U; (i < (sizeof(rings) / sizeof(rings[0]))) && good; i++) {
        Times times[WAYS];

        lab->ring = rings[i];
        good = run_all(lab, PRODUCER_GPU, REPEATS, times);
        if (good) {
            const Times *const sharing = &times[WAY_SHARING];
            const Times *const alone = &times[WAY_ALONE];

            (void)printf("ring of %u: operations %.1f for a frame, %.2f of the kernels alone (NV12 "
                         "%.1f, gray and checksum %.1f); allocation %.1f ms, clean-up %.1f ms\n",
                         lab->ring, (sharing->operations * 1e6) / lab->iterations,
                         sharing->operations / alone->operations,
                         (alone->producer * 1e6) / lab->iterations,
                         (alone->consumer * 1e6) / lab->iterations, sharing->allocation * 1e3,
                         sharing->cleanup * 1e3);
            good = run_profile(lab);
        }
        (void)fflush(stdout);
    }
    lab_keep_end(lab);
    material_free(&material);
    return good;
}

/* ---------------------------------------------------------------- process 2 */

/** The frames of one size in memory of the GPU. */
typedef struct {
    uint32_t side;
    uint8_t *rgba[VARIANTS];
} Frames;

static void frames_free(Frames *frames)
{
    for (uint32_t i = 0U; i < VARIANTS; i++) {
        (void)cudaFree(frames->rgba[i]);
    }
    (void)memset(frames, 0, sizeof(*frames));
}

static bool frames_make(Frames *frames, uint32_t side)
{
    Material material;
    bool good = material_make(&material, side, false);

    frames_free(frames);
    frames->side = side;
    for (uint32_t i = 0U; (i < VARIANTS) && good; i++) {
        const Image *const image = &material.rgba[i];

        good = interop_check(cudaMalloc((void **)&frames->rgba[i], image->size), "cudaMalloc") &&
               interop_check(
                   cudaMemcpy(frames->rgba[i], image->bytes, image->size, cudaMemcpyHostToDevice),
                   "cudaMemcpy");
    }
    material_free(&material);
    return good;
}

/** Does what process 1 says until it says that this is all. */
static bool serve(Lab *lab)
{
    Frames frames = {0U, {NULL}};
    Order order = {0U, 0U, 0U, 0U, 0U, 0U};
    bool good = true;

    while (good && (order.end == 0U)) {
        good = peer_receive_into(lab->peer, MESSAGE_FIGURES, &order, sizeof(order));
        if (good && (order.end == 0U)) {
            if (frames.side != order.side) {
                good = frames_make(&frames, order.side);
            }
            lab->iterations = order.iterations;
            lab->ring = order.ring;
            lab->profile = (order.profiles != 0U) ? profile_new(order.iterations) : NULL;
            good = good && ((order.profiles == 0U) || (lab->profile != NULL));
            good = peer_agree(lab->peer, good) &&
                   ways_gpu_producer(lab, (Way)order.way, frames.rgba, order.side);
            profile_free(lab->profile);
            lab->profile = NULL;
        }
    }
    frames_free(&frames);
    return good;
}

int main(int argc, char *argv[])
{
    Peer peer;
    Lab lab;
    uint8_t *common = NULL;
    const int count = second_start(argc, argv, lab_luma_bytes(SIDE_MAX), &peer, &common);
    const bool profiles = (count > 1) && (strcmp(argv[1], "--profile") == 0);
    bool good = (count > 0);

    if (good && (count > 1) && (!profiles) && (strcmp(argv[1], "--quick") != 0)) {
        (void)fprintf(stderr, "Usage: %s [--quick | --profile]\n", argv[0]);
        good = false;
    }
    if (good) {
        good = lab_open(&lab, &peer);
        lab.common = common;
        /* Both open the channel in any case: who fails says so there. */
        if (peer_open(&peer)) {
            good = peer_agree(&peer, good);
        } else {
            good = false;
        }
        if (good && (peer.self == PROCESS_SECOND)) {
            good = serve(&lab);
        } else if (good) {
            good = profiles ? run_profiles(&lab) : run_plan(&lab, (count > 1) ? &quick : &full);
            (void)give_order(&lab, 0U, 0U, WAY_SHARING, true);
        } else {
            /* What failed has been said. */
        }
        lab_close(&lab);
        peer_close(&peer);
    }
    if (peer.self == PROCESS_FIRST) {
        good = peer_join(&peer) && good;
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
