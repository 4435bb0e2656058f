/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "results.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "image_file.h"

/** Longest path of a result. */
#define PATH_BYTES 4096U
/** Access for everybody, less what the user's mask takes away. */
#define FOLDER_MODE 0777U
/** The strip: its pictures, the width of each at most, and the white between two. */
#define STRIP_PICTURES 4U
#define STRIP_WIDTH    320U
#define STRIP_GAP      8U

static bool say_errno(const char *path)
{
    (void)fprintf(stderr, "pipeline: %s: %s\n", path, strerror(errno));
    return false;
}

/** Makes one folder, unless it is there. */
static bool make_one(const char *path)
{
    bool done = (mkdir(path, FOLDER_MODE) == 0);

    if ((!done) && (errno == EEXIST)) {
        done = true;
    }
    return done;
}

/** Makes a folder and those above it. */
static bool make_folder(const char *folder)
{
    char path[PATH_BYTES];
    const size_t length = strlen(folder);
    bool done = (length < sizeof(path));

    if (!done) {
        errno = ENAMETOOLONG;
    }
    for (size_t i = 0U; done && (i <= length); i++) {
        const bool ends = (folder[i] == '\0') || ((folder[i] == '/') && (i > 0U));

        if (ends) {
            path[i] = '\0';
            done = make_one(path);
        }
        path[i] = folder[i];
    }
    return done ? true : say_errno(folder);
}

/** Writes a plane to a file, whose name gets the ending of its kind. */
static bool write_plane(const char *folder, const char *name, const Plane *plane)
{
    char path[PATH_BYTES];
    const int length = snprintf(path, sizeof(path), "%s/%s.%s", folder, name, image_write_ending());
    bool done = (length > 0) && ((size_t)length < sizeof(path));

    if (done) {
        done = image_write(path, plane);
    } else {
        errno = ENAMETOOLONG;
    }
    return done ? true : say_errno(path);
}

static bool no_memory(const char *name)
{
    (void)fprintf(stderr, "pipeline: %s: not enough memory\n", name);
    return false;
}

static uint8_t clamp_byte(int32_t value)
{
    const int32_t not_negative = (value < 0) ? 0 : value;

    return (uint8_t)((not_negative > 255) ? 255 : not_negative);
}

/** Shows a pixel: gray levels as gray, U and V as red, green and blue of a medium brightness. */
static void show_pixel(const Plane *plane, uint32_t x, uint32_t y, uint8_t rgba[BYTES_RGBA])
{
    const uint8_t *const pixel = &plane_row(plane, y)[(size_t)x * plane->bytes_per_pixel];

    rgba[3] = 255U;
    if (plane->bytes_per_pixel == BYTES_UV) {
        const int32_t u = (int32_t)pixel[0] - 128;
        const int32_t v = (int32_t)pixel[1] - 128;

        rgba[0] = clamp_byte(128 + ((409 * v) / 256));
        rgba[1] = clamp_byte(128 - (((100 * u) + (208 * v)) / 256));
        rgba[2] = clamp_byte(128 + ((516 * u) / 256));
    } else {
        for (uint32_t i = 0U; i < 3U; i++) {
            rgba[i] = pixel[(plane->bytes_per_pixel == BYTES_RGBA) ? i : 0U];
        }
    }
}

static bool write_chroma(const char *folder, const Plane *chroma)
{
    Image view;
    bool done = image_new(&view, FORMAT_RGBA, chroma->width, chroma->height);

    if (done) {
        const Plane *const plane = &view.surface.plane[0];

        for (uint32_t y = 0U; y < plane->height; y++) {
            for (uint32_t x = 0U; x < plane->width; x++) {
                show_pixel(chroma, x, y, &plane_row_to_write(plane, y)[(size_t)x * BYTES_RGBA]);
            }
        }
        done = write_plane(folder, "chroma", plane);
    } else {
        done = no_memory("chroma");
    }
    image_free(&view);
    return done;
}

/** Pixels of a side that an output pixel stands for: from `first` to the one before `end`. */
typedef struct {
    uint32_t first;
    uint32_t end;
} Span;

static Span span_of(uint32_t at, uint32_t shown, uint32_t side)
{
    Span span = {(at * side) / shown, ((at + 1U) * side) / shown};

    if (span.end == span.first) {
        span.end++;
    }
    return span;
}

/** The mean of the pixels of a plane that an output pixel stands for. */
static void show_mean(const Plane *plane, Span across, Span down, uint8_t rgba[BYTES_RGBA])
{
    uint64_t sum[BYTES_RGBA] = {0U};
    const uint64_t count =
        (uint64_t)(across.end - across.first) * (uint64_t)(down.end - down.first);

    for (uint32_t y = down.first; y < down.end; y++) {
        for (uint32_t x = across.first; x < across.end; x++) {
            uint8_t pixel[BYTES_RGBA];

            show_pixel(plane, x, y, pixel);
            for (uint32_t i = 0U; i < BYTES_RGBA; i++) {
                sum[i] += pixel[i];
            }
        }
    }
    for (uint32_t i = 0U; i < BYTES_RGBA; i++) {
        rgba[i] = (uint8_t)(sum[i] / count);
    }
}

/** Shows the pictures beside each other, each in the same size, on white. */
static bool write_strip(const char *folder, const Plane *const planes[STRIP_PICTURES])
{
    const Plane *const input = planes[0];
    const uint32_t shown = (input->width < STRIP_WIDTH) ? input->width : STRIP_WIDTH;
    const uint32_t scaled = (input->height * shown) / input->width;
    const uint32_t height = (scaled == 0U) ? 1U : scaled;
    const uint32_t width = (STRIP_PICTURES * shown) + ((STRIP_PICTURES - 1U) * STRIP_GAP);
    Image strip;
    bool done = image_new(&strip, FORMAT_RGBA, width, height);

    if (!done) {
        return no_memory("strip");
    }
    (void)memset(strip.bytes, 255, strip.size);
    for (uint32_t i = 0U; i < STRIP_PICTURES; i++) {
        for (uint32_t y = 0U; y < height; y++) {
            uint8_t *const row = &plane_row_to_write(
                &strip.surface.plane[0], y)[(size_t)i * (shown + STRIP_GAP) * BYTES_RGBA];

            for (uint32_t x = 0U; x < shown; x++) {
                show_mean(planes[i], span_of(x, shown, planes[i]->width),
                          span_of(y, height, planes[i]->height), &row[(size_t)x * BYTES_RGBA]);
            }
        }
    }
    done = write_plane(folder, "strip", &strip.surface.plane[0]);
    image_free(&strip);
    return done;
}

bool results_write(const char *folder, const StageContext *context)
{
    const Plane *const planes[STRIP_PICTURES] = {
        &context->image->surface.plane[0], &context->kept_nv12.surface.plane[0],
        &context->kept_nv12.surface.plane[1], &context->kept_gray.surface.plane[0]};

    return make_folder(folder) && write_plane(folder, "input", planes[0]) &&
           write_plane(folder, "luma", planes[1]) && write_chroma(folder, planes[2]) &&
           write_plane(folder, "gray", planes[3]) && write_strip(folder, planes);
}

void results_say(const char *folder)
{
    const char *const end = image_write_ending();

    (void)printf("results  %s/: input.%s luma.%s chroma.%s gray.%s, and all of them in strip.%s\n",
                 folder, end, end, end, end, end);
}
