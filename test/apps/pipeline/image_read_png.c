/* SPDX-License-Identifier: Apache-2.0 */
#include "image_file.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

/** Most bytes that an ancillary chunk may take, so that a text chunk cannot use up the memory. */
#define CHUNK_BYTES_MAX (8U * 1024U * 1024U)
/** Most ancillary chunks that are kept. */
#define CHUNKS_MAX 64U

/**
 * What libpng calls when it cannot go on: notes why, and goes back to the setjmp() of
 * png_decode().
 */
static void on_error(png_structp png, png_const_charp message)
{
    char *const reason = png_get_error_ptr(png);

    (void)snprintf(reason, REASON_MAX, "cannot be read as PNG: %s", message);
    png_longjmp(png, 1);
}

/** A file that can be read in spite of a warning is read; the program prints nothing about it. */
static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

/**
 * Has libpng turn every colour type and bit depth into 8-bit RGBA. Returns the passes of
 * interlacing.
 */
static int ask_for_rgba8(png_structp png, png_infop info)
{
    int passes = 0;

    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 255U, PNG_FILLER_AFTER);
    passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    return passes;
}

/** Reads the picture into `image`. Leaves by png_longjmp() on any error of the file. */
static void decode_rows(png_structp png, png_infop info, Image *image)
{
    const Plane *const plane = &image->surface.plane[0];
    int passes = 0;

    png_read_info(png, info);
    if (!image_new(image, FORMAT_RGBA, png_get_image_width(png, info),
                   png_get_image_height(png, info))) {
        png_error(png, "more pixels than this program takes, or than there is memory for");
    }
    passes = ask_for_rgba8(png, info);
    if (png_get_rowbytes(png, info) != (size_t)plane->pitch) {
        png_error(png, "rows of an unexpected length");
    }
    for (int pass = 0; pass < passes; pass++) {
        for (uint32_t y = 0U; y < plane->height; y++) {
            png_read_row(png, plane_row_to_write(plane, y), NULL);
        }
    }
    /* Finds out whether the file goes on to its end. */
    png_read_end(png, NULL);
}

/**
 * Decodes the file. What changes between setjmp() and png_longjmp() is `*image`, which is no
 * variable of this function and so keeps its value.
 */
static bool png_decode(png_structp png, png_infop info, FILE *file, Image *image)
{
    bool done = false;

    if (setjmp(png_jmpbuf(png)) == 0) {
        png_init_io(png, file);
        png_set_user_limits(png, IMAGE_SIDE_MAX, IMAGE_SIDE_MAX);
        png_set_chunk_malloc_max(png, CHUNK_BYTES_MAX);
        png_set_chunk_cache_max(png, CHUNKS_MAX);
        decode_rows(png, info, image);
        done = true;
    } else {
        image_free(image);
    }
    return done;
}

bool image_read_png(FILE *file, Image *image, char reason[REASON_MAX])
{
    bool done = false;
    png_infop info = NULL;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reason, on_error, on_warning);

    (void)snprintf(reason, REASON_MAX, "not enough memory");
    if (png != NULL) {
        info = png_create_info_struct(png);
    }
    if (info != NULL) {
        done = png_decode(png, info, file, image);
    }
    png_destroy_read_struct(&png, &info, NULL);
    return done;
}
