/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/** The options that are followed by a value, and those that are not. */
typedef enum {
    OPTION_FRAMES = 0,
    OPTION_OUT = 1,
    OPTION_SIZES = 2,
    OPTION_SPOIL = 3,
    OPTION_PROCS = 4,
    OPTION_CHANNEL = 5,
    OPTION_NO_BENCH = 6,
    OPTION_HELP = 7,
    OPTION_RING = 8,
    OPTION_HOLD = 9,
    OPTION_COUNT = 10
} Option;

static const struct {
    const char *name;
    bool has_value;
} option_names[OPTION_COUNT] = {
    [OPTION_FRAMES] = {"--frames", true},      [OPTION_OUT] = {"--out", true},
    [OPTION_SIZES] = {"--sizes", true},        [OPTION_SPOIL] = {"--spoil", true},
    [OPTION_PROCS] = {"--procs", true},        [OPTION_CHANNEL] = {"--channel", true},
    [OPTION_NO_BENCH] = {"--no-bench", false}, [OPTION_HELP] = {"--help", false},
    [OPTION_RING] = {"--ring", false},         [OPTION_HOLD] = {"--hold", true},
};

void options_help(void)
{
    (void)printf(
        "Usage: pipeline [OPTION]... [IMAGE]\n"
        "Streams a picture through two engines that share buffers and fences: RGBA to YUV 4:2:0 to "
        "gray.\n"
        "Checks all pixels of all frames, writes the results, and measures the gain of sharing.\n"
        "A viewer beside the chain shows one of each ten frames.\n"
        "\n"
        "IMAGE          a PNG or PPM (P3, P6); without it, a picture that the program draws.\n"
        "               Sides up to 16384 pixels, 67108864 pixels in all. Alpha is not used.\n"
        "               Odd sizes: chroma has half the width and height, rounded up.\n"
        "--frames N     frames to stream, in the table too (default 200; in the table 200 at "
        "1024,\n"
        "               less at larger sizes)\n"
        "--out DIR      where the results go (default build/demo)\n"
        "--sizes LIST   sides of the squares in the table (default 1024,2048,4096)\n"
        "--procs N      1: all in one process (default); 2: engine B and the sink in a second "
        "one,\n"
        "               in the sharing rows of the table too\n"
        "--channel NAME endpoints NAME_0 to NAME_3 of the two (default nvscistream)\n"
        "--ring         rings of buffers and fences that the program passes on, instead of "
        "streams:\n"
        "               no viewer, and of the endpoints NAME_0 and NAME_1 alone\n"
        "--no-bench     no table\n"
        "--hold MS      the viewer keeps each picture that it shows so long (default 0)\n"
        "--spoil N      engine A changes one bit of frame N: the check must find it\n"
        "--help         this text\n"
        "\n"
        "Exit status: 0 all is well, 1 something failed or a pixel is not as computed,\n"
        "2 the command line or the image is no good.\n");
}

/**
 * Reads a decimal number that ends the text or stands before a comma. Returns what is behind it,
 * or NULL.
 */
static const char *read_number(const char *text, uint32_t least, uint32_t most, uint32_t *number)
{
    const char *at = text;
    uint64_t value = 0U;

    while ((isdigit((unsigned char)*at) != 0) && (value <= most)) {
        value = (value * 10U) + ((uint64_t)*at - (uint64_t)'0');
        at++;
    }
    *number = (uint32_t)value;
    if ((at == text) || ((*at != '\0') && (*at != ',')) || (value < least) || (value > most)) {
        at = NULL;
    }
    return at;
}

/** Reads a number that ends the text. */
static bool read_last_number(const char *text, uint32_t least, uint32_t most, uint32_t *number)
{
    const char *const end = read_number(text, least, most, number);

    return (end != NULL) && (*end == '\0');
}

static bool read_sizes(const char *text, Options *options)
{
    const char *at = text;
    bool more = true;

    options->sizes = 0U;
    while (more && (options->sizes < SIZES_MAX)) {
        at = read_number(at, 1U, BENCH_SIDE_MAX, &options->size[options->sizes]);
        options->sizes += 1U;
        more = (at != NULL) && (*at == ',');
        if (more) {
            at = &at[1];
        }
    }
    return (at != NULL) && (!more);
}

/** Takes the value of an option. */
static bool take_value(Option option, const char *value, Options *options)
{
    bool good = true;
    uint32_t number = 0U;

    switch (option) {
    case OPTION_FRAMES:
        good = read_last_number(value, 1U, FRAMES_MAX, &options->frames);
        options->bench_frames = options->frames;
        break;
    case OPTION_OUT:
        options->out = value;
        good = (value[0] != '\0');
        break;
    case OPTION_SIZES:
        good = read_sizes(value, options);
        break;
    case OPTION_SPOIL:
        good = read_last_number(value, 0U, FRAMES_MAX, &number);
        options->spoil = number;
        break;
    case OPTION_HOLD:
        good = read_last_number(value, 0U, HOLD_MAX, &options->hold);
        break;
    case OPTION_PROCS:
        good = read_last_number(value, 1U, PROCESSES_MAX, &options->processes);
        break;
    case OPTION_CHANNEL:
        options->channel = value;
        good = (value[0] != '\0');
        break;
    case OPTION_NO_BENCH:
        options->bench = false;
        break;
    case OPTION_RING:
        options->ring = true;
        break;
    default:
        options->help = true;
        break;
    }
    return good;
}

/** Which option a word is; OPTION_COUNT: none. */
static Option find_option(const char *word)
{
    uint32_t i = 0U;

    while ((i < (uint32_t)OPTION_COUNT) && (strcmp(word, option_names[i].name) != 0)) {
        i++;
    }
    return (Option)i;
}

/**
 * Takes one word, or an option and its value. Returns how many words that were, 0 if they are no
 * good.
 */
static int take(int left, char *const words[], Options *options)
{
    const Option option = find_option(words[0]);
    int taken = 0;

    if (option == OPTION_COUNT) {
        if (words[0][0] == '-') {
            (void)fprintf(stderr, "pipeline: unknown option %s (--help shows all)\n", words[0]);
        } else if (options->image != NULL) {
            (void)fprintf(stderr, "pipeline: more than one image: %s\n", words[0]);
        } else {
            options->image = words[0];
            taken = 1;
        }
    } else if (option_names[option].has_value && (left < 2)) {
        (void)fprintf(stderr, "pipeline: %s needs a value\n", words[0]);
    } else {
        const char *const value = option_names[option].has_value ? words[1] : "";

        if (take_value(option, value, options)) {
            taken = option_names[option].has_value ? 2 : 1;
        } else {
            (void)fprintf(stderr, "pipeline: %s: bad value %s\n", words[0], value);
        }
    }
    return taken;
}

bool options_read(int count, char *const arguments[], Options *options)
{
    static const Options defaults = {.out = "build/demo",
                                     .frames = 200U,
                                     .size = {1024U, 2048U, 4096U},
                                     .sizes = 3U,
                                     .bench = true,
                                     .spoil = UINT64_MAX,
                                     .processes = 1U};
    int at = 1;
    int taken = 1;

    *options = defaults;
    while ((at < count) && (taken > 0)) {
        taken = take(count - at, &arguments[at], options);
        at += taken;
    }
    return taken > 0;
}
