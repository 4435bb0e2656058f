/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file main.c
 * The demonstration: a picture is streamed through two engines that share buffers and fences.
 *
 * Read stream.h for the pipeline, engine.h for what an engine is, stream.c for the phases,
 * stream_setup.c for init, stream_work.c for runtime; ring.h for the same without streams, and
 * copies.c for the same work without sharing. With two processes, peer.h has what joins them, and
 * exchange.h what crosses.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "check.h"
#include "image_file.h"
#include "options.h"
#include "report.h"
#include "results.h"
#include "ring.h"
#include "stream.h"
#include "stream_say.h"

/** Exit statuses. */
#define EXIT_GOOD   0
#define EXIT_FAILED 1
#define EXIT_INPUT  2

static double mebibytes(uint64_t bytes)
{
    return (double)bytes / (1024.0 * 1024.0);
}

/** Reads or draws the picture. */
static bool get_image(const Options *options, Image *image)
{
    char reason[REASON_MAX] = "not enough memory";
    bool good = false;

    if (options->image == NULL) {
        good = image_draw_own(image);
    } else {
        good = image_read(options->image, image, reason);
    }
    if (good) {
        (void)printf("image    %s, %u x %u\n",
                     (options->image == NULL) ? "drawn by the program" : options->image,
                     (unsigned int)image->surface.plane[0].width,
                     (unsigned int)image->surface.plane[0].height);
    } else {
        check_say((options->image == NULL) ? "image" : options->image, reason);
    }
    return good;
}

/** Prints how buffers are laid out. */
static void say_layout(const RunResult *result)
{
    const RingFigures *const nv12 = &result->ring[STAGE_A];

    (void)printf("layout   RGBA pitch %u; Y pitch %u, UV pitch %u at byte %llu; gray pitch %u\n",
                 (unsigned int)result->ring[STAGE_SOURCE].pitch[0], (unsigned int)nv12->pitch[0],
                 (unsigned int)nv12->pitch[1], (unsigned long long)nv12->offset[1],
                 (unsigned int)result->ring[STAGE_B].pitch[0]);
    (void)fflush(stdout);
}

/** Prints what was made of streams. */
static void say_streams(const RunResult *result)
{
    (void)printf("init     %u streams of %u packets, pictures of %.1f MiB, %u sync objects, %u "
                 "stages in %.1f ms\n",
                 LINKS, PACKETS, mebibytes(result->buffer_bytes), (unsigned int)STAGES,
                 (unsigned int)STAGES_AND_VIEWER, result->init_seconds * 1000.0);
    say_layout(result);
}

/** Prints what was made of rings. */
static void say_rings(const RunResult *result)
{
    (void)printf("init     %u buffers of %.1f MiB, %u sync objects, %u engines in %.1f ms\n",
                 PACKETS * LINKS, mebibytes(result->buffer_bytes), (unsigned int)STAGES,
                 (unsigned int)STAGES, result->init_seconds * 1000.0);
    say_layout(result);
}

/** Prints how it went. */
static void say_run(const RunResult *result, uint32_t frames)
{
    (void)printf("runtime  %u frames in %.2f s; all pixels of luma, chroma and gray as computed\n",
                 (unsigned int)frames, result->stream_seconds);
    (void)printf("refused  NvSciBufAttrListCreate in RUNTIME, as it must be\n");
    (void)printf("de-init  everything given back in %.1f ms\n", result->deinit_seconds * 1000.0);
}

/** Says which pixel is not as computed. */
static void say_wrong(const StageContext *context)
{
    const unsigned long long frame = (unsigned long long)context->wrong_frame;

    if (context->mismatch.what == NULL) {
        (void)fprintf(stderr, "pipeline: frame %llu came out of turn\n", frame);
    } else {
        (void)fprintf(stderr, "pipeline: frame %llu: %s at (%u, %u) is %u, computed was %u\n",
                      frame, context->mismatch.what, (unsigned int)context->mismatch.x,
                      (unsigned int)context->mismatch.y, (unsigned int)context->mismatch.found,
                      (unsigned int)context->mismatch.expected);
    }
}

/** Streams the picture, each frame a different one, and checks all pixels. */
static bool stream_image(const Options *options, StageContext *context, Peer *peer,
                         RunResult *result)
{
    const Announce say_init = options->ring ? say_rings : say_streams;
    const Run run = {context,
                     peer,
                     options->frames,
                     TASKS,
                     true,
                     "streaming",
                     peer_is_here(peer, PROCESS_FIRST) ? say_init : NULL};
    const bool sink_here = links_is_here(peer, STAGE_SINK);
    bool good = options->ring ? ring_run(&run, result) : stream_run(&run, result);

    if (context->wrong && (!result->broken)) {
        good = false;
        say_wrong(context);
    } else if (good && sink_here && (context->taken != options->frames)) {
        good = false;
        check_say("sink", "not all frames arrived");
    } else {
        /* Any other failure has been said. */
    }
    good = peer_agree(peer, good);
    if (good && peer_is_here(peer, PROCESS_FIRST)) {
        say_run(result, options->frames);
    }
    return good;
}

/** Takes the memory that is needed to check frames, and to show some of them. */
static bool open_stages(const Options *options, StageContext *context, const Image *image,
                        Peer *peer, Device *device)
{
    bool good = stages_open(context, image, CHECK_PIXELS, options->frames, options->frames, device);

    context->spoil = options->spoil;
    if (good && (!options->ring)) {
        good = viewer_open(&context->viewer, image, options->hold);
    }
    if (!good) {
        check_say("image", "not enough memory");
    }
    return peer_agree(peer, good);
}

/** The main job: streaming and its results. */
static bool demonstrate(const Options *options, const Image *image, Peer *peer, Device *device)
{
    StageContext context;
    RunResult result;
    bool good = open_stages(options, &context, image, peer, device);

    if (good) {
        good = stream_image(options, &context, peer, &result);
    }
    if (good && links_is_here(peer, STAGE_SINK)) {
        good = results_write(options->out, &context);
    }
    good = peer_agree(peer, good);
    if (good && peer_is_here(peer, PROCESS_FIRST)) {
        results_say(options->out);
        if (!options->ring) {
            stream_say(&result, device);
        }
        (void)fflush(stdout);
    }
    stages_close(&context);
    return good;
}

/** Says which GPU engine B runs on, or why there is none. A build without CUDA says nothing. */
static void say_device(const Device *device, const char *reason)
{
    if (device != NULL) {
        (void)printf("gpu      %s: engine B runs on it\n", device_name(device));
    } else if (reason != NULL) {
        (void)printf("gpu      %s: engine B is on the CPU\n", reason);
    } else {
        /* It was built for CPUs. */
    }
}

/** Everything that is done with an image, in each process. */
static bool run_all(const Options *options, const Image *image, Peer *peer)
{
    const char *reason = NULL;
    Device *const device = device_open(&reason);
    bool good = false;

    if (peer_is_here(peer, PROCESS_FIRST)) {
        say_device(device, reason);
    }
    good = peer_open(peer);
    if (good) {
        good = demonstrate(options, image, peer, device);
    }
    if (good && options->bench) {
        good = bench_run(options, image, peer, device);
    }
    device_close(device);
    peer_close(peer);
    return good;
}

/** Prints the library's figures. */
static bool report(void)
{
    bool good = report_library();

    if (good && (fflush(stdout) != 0)) {
        check_say("standard output", "cannot be written");
        good = false;
    }
    return good;
}

static bool run_one(const Options *options, const Image *image)
{
    return run_all(options, image, NULL) && report();
}

/** Runs in two processes. Both return from here. */
static bool run_two(const Options *options, const Image *image)
{
    Peer peer;
    bool good = false;

    (void)memset(&peer, 0, sizeof(peer));
    peer.channel = options->channel;
    if (peer_start(&peer)) {
        if (peer.self == PROCESS_FIRST) {
            (void)printf("process  1 is %ld: source, engine A; 2 is %ld: engine B, sink%s\n",
                         (long)getpid(), (long)peer.process, options->ring ? "" : ", viewer");
            (void)fflush(stdout);
        }
        good = run_all(options, image, &peer) && peer_await_turn(&peer);
        if (good) {
            (void)printf("\n%s\n", peer_name(&peer));
            good = report();
            peer_pass_turn(&peer);
        }
        good = peer_join(&peer) && good;
    }
    return good;
}

int main(int argc, char *argv[])
{
    Options options;
    Image image;
    int status = EXIT_INPUT;

    if (options_read(argc, argv, &options)) {
        if (options.help) {
            options_help();
            status = EXIT_GOOD;
        } else if (get_image(&options, &image)) {
            const bool good =
                (options.processes == 1U) ? run_one(&options, &image) : run_two(&options, &image);

            status = good ? EXIT_GOOD : EXIT_FAILED;
            image_free(&image);
        } else {
            /* The reason has been said. */
        }
    }
    return status;
}
