/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file image_no_png.c
 * What stands in for PNG files where there is no libpng: pictures are written as PPM files, without
 * their alpha.
 */
#include <errno.h>

#include "image_file.h"

bool image_read_png(FILE *file, Image *image, char reason[REASON_MAX])
{
    (void)file;
    (void)image;
    (void)snprintf(reason, REASON_MAX,
                   "a PNG, and this program was built without libpng: take a PPM (P3, P6)");
    return false;
}

/** The samples that a PPM has of a pixel: a gray level three times. */
static void write_pixel(FILE *file, const Plane *plane, const uint8_t *pixel)
{
    for (uint32_t i = 0U; i < 3U; i++) {
        (void)fputc(pixel[(plane->bytes_per_pixel == BYTES_RGBA) ? i : 0U], file);
    }
}

bool image_write(const char *path, const Plane *plane)
{
    FILE *const file = fopen(path, "wb");
    bool done = (file != NULL);

    if (done) {
        (void)fprintf(file, "P6\n%u %u\n255\n", (unsigned int)plane->width,
                      (unsigned int)plane->height);
        for (uint32_t y = 0U; y < plane->height; y++) {
            for (size_t x = 0U; x < plane->width; x++) {
                write_pixel(file, plane, &plane_row(plane, y)[x * plane->bytes_per_pixel]);
            }
        }
        done = (ferror(file) == 0);
        if (!done) {
            errno = EIO;
        }
        if (fclose(file) != 0) {
            done = false;
        }
    }
    return done;
}

const char *image_write_ending(void)
{
    return "ppm";
}
