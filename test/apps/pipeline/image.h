/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file image.h
 * Images in the application's own memory: the picture that is streamed, and results that are kept.
 */
#ifndef PIPELINE_IMAGE_H
#define PIPELINE_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "surface.h"

/** Longest side that is accepted. */
#define IMAGE_SIDE_MAX 16384U
/** Most pixels that are accepted: 256 MiB of RGBA. */
#define IMAGE_PIXELS_MAX (64U * 1024U * 1024U)
/** Size of the picture that the program has of its own. */
#define IMAGE_OWN_WIDTH  1280U
#define IMAGE_OWN_HEIGHT 720U

/** Pixels of one format, packed: no bytes between rows or planes. */
typedef struct {
    /** All bytes; NULL: no image. */
    uint8_t *bytes;
    /** How many. */
    size_t size;
    /** Where the planes are in them. */
    Surface surface;
} Image;

/** True iff a picture of this size is accepted. */
bool image_size_ok(uint32_t width, uint32_t height);

/**
 * Takes memory for an image. Its bytes are not set.
 *
 * @return false iff there is not enough memory or the size is not accepted; the image is then empty
 */
bool image_new(Image *image, Format format, uint32_t width, uint32_t height);

/** Gives the memory back. An empty image is left as it is. */
void image_free(Image *image);

/** Copies the pixels of a surface to an image of the same format and size. */
void image_copy_from(const Image *image, const Surface *surface);

/** Draws the program's own picture: a colour wheel, ramps, discs, a grid of fine lines. */
bool image_draw_own(Image *image);

/** Makes a copy of an RGBA image in another size, each pixel the nearest one of the original. */
bool image_scale(const Image *from, uint32_t width, uint32_t height, Image *to);

#endif /* PIPELINE_IMAGE_H */
