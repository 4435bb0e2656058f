/* SPDX-License-Identifier: Apache-2.0 */
#include "image_file.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>

/** Goes back to the setjmp() of png_encode(). */
static void on_error(png_structp png, png_const_charp message)
{
    (void)message;
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

static bool png_encode(png_structp png, png_infop info, FILE *file, const Plane *plane)
{
    bool done = false;

    if (setjmp(png_jmpbuf(png)) == 0) {
        png_init_io(png, file);
        png_set_compression_level(png, 1);
        png_set_IHDR(png, info, plane->width, plane->height, 8,
                     (plane->bytes_per_pixel == BYTES_RGBA) ? PNG_COLOR_TYPE_RGB_ALPHA
                                                            : PNG_COLOR_TYPE_GRAY,
                     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        png_write_info(png, info);
        for (uint32_t y = 0U; y < plane->height; y++) {
            png_write_row(png, plane_row(plane, y));
        }
        png_write_end(png, info);
        done = true;
    }
    return done;
}

bool image_write(const char *path, const Plane *plane)
{
    bool done = false;
    png_infop info = NULL;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
    FILE *const file = fopen(path, "wb");

    if ((png != NULL) && (file != NULL)) {
        errno = ENOMEM;
        info = png_create_info_struct(png);
        if (info != NULL) {
            done = png_encode(png, info, file, plane);
        }
    }
    png_destroy_write_struct(&png, &info);
    if ((file != NULL) && (fclose(file) != 0)) {
        done = false;
    }
    return done;
}

const char *image_write_ending(void)
{
    return "png";
}
