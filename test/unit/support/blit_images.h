/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file blit_images.h
 * Images for tests of blits: all formats, in memory with bytes around that nobody may write.
 */
#ifndef RINGFENCE_TEST_BLIT_IMAGES_H
#define RINGFENCE_TEST_BLIT_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "blit/blit.h"

/** Bytes of a plane, with those around it. */
#define BI_PLANE_BYTES 262144U
/** Bytes in front of a plane. */
#define BI_MARGIN 67U

#define YUV BLIT_MODEL_YUV
#define RGB BLIT_MODEL_RGB

typedef struct {
    const char *name;
    BlitFormat format;
} BiFormat;

/** Component: plane, offset, step, shifts. {0} is none. */
static const BiFormat g_bi_formats[] = {
    {"RGBA8", {RGB, 1, 8, 1, {{0, 0, 4, 0, 0}, {0, 1, 4, 0, 0}, {0, 2, 4, 0, 0}, {0, 3, 4, 0, 0}}}},
    {"BGRA8", {RGB, 1, 8, 1, {{0, 2, 4, 0, 0}, {0, 1, 4, 0, 0}, {0, 0, 4, 0, 0}, {0, 3, 4, 0, 0}}}},
    {"ARGB8", {RGB, 1, 8, 1, {{0, 1, 4, 0, 0}, {0, 2, 4, 0, 0}, {0, 3, 4, 0, 0}, {0, 0, 4, 0, 0}}}},
    {"ABGR8", {RGB, 1, 8, 1, {{0, 3, 4, 0, 0}, {0, 2, 4, 0, 0}, {0, 1, 4, 0, 0}, {0, 0, 4, 0, 0}}}},
    {"RGBX8", {RGB, 1, 8, 1, {{0, 0, 4, 0, 0}, {0, 1, 4, 0, 0}, {0, 2, 4, 0, 0}, {0}}}},
    {"RGB8", {RGB, 1, 8, 1, {{0, 0, 3, 0, 0}, {0, 1, 3, 0, 0}, {0, 2, 3, 0, 0}, {0}}}},
    {"RGBA16",
     {RGB, 1, 16, 2, {{0, 0, 4, 0, 0}, {0, 1, 4, 0, 0}, {0, 2, 4, 0, 0}, {0, 3, 4, 0, 0}}}},
    {"RGB planar 10", {RGB, 3, 10, 2, {{0, 0, 1, 0, 0}, {1, 0, 1, 0, 0}, {2, 0, 1, 0, 0}, {0}}}},
    {"I420", {YUV, 3, 8, 1, {{0, 0, 1, 0, 0}, {1, 0, 1, 1, 1}, {2, 0, 1, 1, 1}, {0}}}},
    {"YV12", {YUV, 3, 8, 1, {{0, 0, 1, 0, 0}, {2, 0, 1, 1, 1}, {1, 0, 1, 1, 1}, {0}}}},
    {"NV12", {YUV, 2, 8, 1, {{0, 0, 1, 0, 0}, {1, 0, 2, 1, 1}, {1, 1, 2, 1, 1}, {0}}}},
    {"NV21", {YUV, 2, 8, 1, {{0, 0, 1, 0, 0}, {1, 1, 2, 1, 1}, {1, 0, 2, 1, 1}, {0}}}},
    {"I422", {YUV, 3, 8, 1, {{0, 0, 1, 0, 0}, {1, 0, 1, 1, 0}, {2, 0, 1, 1, 0}, {0}}}},
    {"NV16", {YUV, 2, 8, 1, {{0, 0, 1, 0, 0}, {1, 0, 2, 1, 0}, {1, 1, 2, 1, 0}, {0}}}},
    {"I422R", {YUV, 3, 8, 1, {{0, 0, 1, 0, 0}, {1, 0, 1, 0, 1}, {2, 0, 1, 0, 1}, {0}}}},
    {"NV61R", {YUV, 2, 8, 1, {{0, 0, 1, 0, 0}, {1, 1, 2, 0, 1}, {1, 0, 2, 0, 1}, {0}}}},
    {"I444", {YUV, 3, 8, 1, {{0, 0, 1, 0, 0}, {1, 0, 1, 0, 0}, {2, 0, 1, 0, 0}, {0}}}},
    {"NV24", {YUV, 2, 8, 1, {{0, 0, 1, 0, 0}, {1, 0, 2, 0, 0}, {1, 1, 2, 0, 0}, {0}}}},
    {"YUYV", {YUV, 1, 8, 1, {{0, 0, 2, 0, 0}, {0, 1, 4, 1, 0}, {0, 3, 4, 1, 0}, {0}}}},
    {"YVYU", {YUV, 1, 8, 1, {{0, 0, 2, 0, 0}, {0, 3, 4, 1, 0}, {0, 1, 4, 1, 0}, {0}}}},
    {"UYVY", {YUV, 1, 8, 1, {{0, 1, 2, 0, 0}, {0, 0, 4, 1, 0}, {0, 2, 4, 1, 0}, {0}}}},
    {"VYUY", {YUV, 1, 8, 1, {{0, 1, 2, 0, 0}, {0, 2, 4, 1, 0}, {0, 0, 4, 1, 0}, {0}}}},
    {"AYUV", {YUV, 1, 8, 1, {{0, 1, 4, 0, 0}, {0, 2, 4, 0, 0}, {0, 3, 4, 0, 0}, {0, 0, 4, 0, 0}}}},
    {"VUYA", {YUV, 1, 8, 1, {{0, 2, 4, 0, 0}, {0, 1, 4, 0, 0}, {0, 0, 4, 0, 0}, {0, 3, 4, 0, 0}}}},
    {"VUYX", {YUV, 1, 8, 1, {{0, 2, 4, 0, 0}, {0, 1, 4, 0, 0}, {0, 0, 4, 0, 0}, {0}}}},
    {"Y8", {YUV, 1, 8, 1, {{0, 0, 1, 0, 0}, {0}, {0}, {0}}}},
    {"Y16", {YUV, 1, 16, 2, {{0, 0, 1, 0, 0}, {0}, {0}, {0}}}},
    {"I420 10", {YUV, 3, 10, 2, {{0, 0, 1, 0, 0}, {1, 0, 1, 1, 1}, {2, 0, 1, 1, 1}, {0}}}},
    {"NV12 12", {YUV, 2, 12, 2, {{0, 0, 1, 0, 0}, {1, 0, 2, 1, 1}, {1, 1, 2, 1, 1}, {0}}}},
    {"NV12 16", {YUV, 2, 16, 2, {{0, 0, 1, 0, 0}, {1, 0, 2, 1, 1}, {1, 1, 2, 1, 1}, {0}}}},
    {"I444 14", {YUV, 3, 14, 2, {{0, 0, 1, 0, 0}, {1, 0, 1, 0, 0}, {2, 0, 1, 0, 0}, {0}}}},
    {"AYUV16",
     {YUV, 1, 16, 2, {{0, 1, 4, 0, 0}, {0, 2, 4, 0, 0}, {0, 3, 4, 0, 0}, {0, 0, 4, 0, 0}}}},
    {"I420 8 of 16", {YUV, 3, 8, 2, {{0, 0, 1, 0, 0}, {1, 0, 1, 1, 1}, {2, 0, 1, 1, 1}, {0}}}},
};

#define BI_FORMATS ((uint32_t)(sizeof(g_bi_formats) / sizeof(g_bi_formats[0])))

/** Memory of an image. */
typedef struct {
    uint8_t bytes[BLIT_PLANES][BI_PLANE_BYTES];
} BiMemory;

/** Numbers that look random. */
static inline uint32_t bi_random(uint64_t *state)
{
    *state = (*state * 6364136223846793005U) + 1442695040888963407U;
    return (uint32_t)(*state >> 33U);
}

static inline uint32_t bi_below(uint64_t *state, uint32_t limit)
{
    return bi_random(state) % limit;
}

static inline void bi_fill(BiMemory *memory, uint64_t *state)
{
    for (uint32_t p = 0U; p < BLIT_PLANES; p++) {
        for (uint32_t i = 0U; i < BI_PLANE_BYTES; i++) {
            memory->bytes[p][i] = (uint8_t)bi_random(state);
        }
    }
}

/** Bytes of a row of a plane. */
static inline uint32_t bi_row_bytes(const BlitFormat *format, uint32_t width, uint32_t p)
{
    uint32_t bytes = 0U;

    for (uint32_t c = 0U; c < BLIT_COMPONENTS; c++) {
        const BlitComponent *k = &format->component[c];

        if ((k->step != 0U) && (k->plane == p) && (k->shift_x < 8U)) {
            const uint32_t samples = (width + (1U << k->shift_x) - 1U) >> k->shift_x;
            const uint32_t needed = samples * k->step * format->sample_bytes;

            bytes = (needed > bytes) ? needed : bytes;
        }
    }
    return bytes;
}

/** An image in a memory; rows are `gap` bytes longer than they need to be, planes begin at an odd
 * address. */
static inline BlitImage bi_image(BiMemory *memory, const BlitFormat *format, uint32_t width,
                                 uint32_t height, uint32_t gap, uint32_t skew)
{
    BlitImage image;

    (void)memset(&image, 0, sizeof(image));
    image.format = *format;
    image.width = width;
    image.height = height;
    for (uint32_t p = 0U; p < format->planes; p++) {
        image.plane[p] = &memory->bytes[p][BI_MARGIN + skew];
        image.pitch[p] = bi_row_bytes(format, width, p) + gap;
    }
    return image;
}

/** The same image in another memory of the same content. */
static inline BlitImage bi_elsewhere(const BlitImage *image, const BiMemory *from, BiMemory *to)
{
    BlitImage other = *image;

    for (uint32_t p = 0U; p < image->format.planes; p++) {
        other.plane[p] = &to->bytes[p][(size_t)(image->plane[p] - from->bytes[p])];
    }
    return other;
}

#undef YUV
#undef RGB

#endif /* RINGFENCE_TEST_BLIT_IMAGES_H */
