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

static bool write_plane(const char *folder, const char *name, const Plane *plane)
{
    char path[PATH_BYTES];
    const int length = snprintf(path, sizeof(path), "%s/%s", folder, name);
    bool done = (length > 0) && ((size_t)length < sizeof(path));

    if (done) {
        done = image_write_png(path, plane);
    } else {
        errno = ENAMETOOLONG;
    }
    return done ? true : say_errno(path);
}

static uint8_t clamp_byte(int32_t value)
{
    const int32_t not_negative = (value < 0) ? 0 : value;

    return (uint8_t)((not_negative > 255) ? 255 : not_negative);
}

/** Shows U and V as red, green and blue of a medium brightness. */
static void colour_of(const uint8_t uv[BYTES_UV], uint8_t rgba[BYTES_RGBA])
{
    const int32_t u = (int32_t)uv[0] - 128;
    const int32_t v = (int32_t)uv[1] - 128;

    rgba[0] = clamp_byte(128 + ((409 * v) / 256));
    rgba[1] = clamp_byte(128 - (((100 * u) + (208 * v)) / 256));
    rgba[2] = clamp_byte(128 + ((516 * u) / 256));
    rgba[3] = 255U;
}

static bool write_chroma(const char *folder, const Plane *chroma)
{
    Image view;
    bool done = image_new(&view, FORMAT_RGBA, chroma->width, chroma->height);

    if (done) {
        const Plane *const plane = &view.surface.plane[0];

        for (uint32_t y = 0U; y < plane->height; y++) {
            for (size_t x = 0U; x < plane->width; x++) {
                colour_of(&plane_row(chroma, y)[x * BYTES_UV],
                          &plane_row_to_write(plane, y)[x * BYTES_RGBA]);
            }
        }
        done = write_plane(folder, "chroma.png", plane);
    } else {
        (void)fprintf(stderr, "pipeline: chroma.png: not enough memory\n");
    }
    image_free(&view);
    return done;
}

bool results_write(const char *folder, const StageContext *context)
{
    bool done = make_folder(folder);

    if (done) {
        done = write_plane(folder, "input.png", &context->image->surface.plane[0]);
    }
    if (done) {
        done = write_plane(folder, "luma.png", &context->kept_nv12.surface.plane[0]);
    }
    if (done) {
        done = write_chroma(folder, &context->kept_nv12.surface.plane[1]);
    }
    if (done) {
        done = write_plane(folder, "gray.png", &context->kept_gray.surface.plane[0]);
    }
    return done;
}
