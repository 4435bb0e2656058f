/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file surface.h
 * Where the pixels of a buffer are: what engines read and write, whoever owns the memory.
 */
#ifndef PIPELINE_SURFACE_H
#define PIPELINE_SURFACE_H

#include <stddef.h>
#include <stdint.h>

/** Planes of a surface at most: NV12 has two. */
#define SURFACE_PLANES 2U

/** Plane of RGBA, of Y, or of U and V next to each other. */
#define BYTES_RGBA 4U
#define BYTES_Y    1U
#define BYTES_UV   2U

/** Pixels in rows. Pixel (x, y) begins `pitch * y + bytes_per_pixel * x` bytes behind the first. */
typedef struct {
    /** First pixel. */
    const uint8_t *read;
    /** First pixel, to write to; NULL: read only. */
    uint8_t *write;
    /** Pixels of a row, without padding. */
    uint32_t width;
    /** Rows, without padding. */
    uint32_t height;
    /** Bytes from a row to the next. */
    uint32_t pitch;
    /** Bytes of a pixel. */
    uint32_t bytes_per_pixel;
} Plane;

/** The planes of one buffer. */
typedef struct {
    uint32_t planes;
    Plane plane[SURFACE_PLANES];
} Surface;

/** Kinds of buffers in the pipeline. */
typedef enum {
    /** One plane, bytes R G B A. */
    FORMAT_RGBA = 0,
    /** Two planes, Y and UV; the second has half the width and height, rounded up. */
    FORMAT_NV12 = 1,
    /** One plane of bytes. */
    FORMAT_GRAY = 2
} Format;

/**
 * Half of a luma size, rounded up: an odd row or column has chroma of its own.
 */
static inline uint32_t chroma_size(uint32_t luma_size)
{
    return (luma_size / 2U) + (luma_size % 2U);
}

/** First byte of row `y`. */
static inline const uint8_t *plane_row(const Plane *plane, uint32_t y)
{
    return &plane->read[(size_t)plane->pitch * y];
}

/** First byte of row `y` of a plane that may be written to. */
static inline uint8_t *plane_row_to_write(const Plane *plane, uint32_t y)
{
    return &plane->write[(size_t)plane->pitch * y];
}

#endif /* PIPELINE_SURFACE_H */
