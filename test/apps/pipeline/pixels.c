/* SPDX-License-Identifier: Apache-2.0 */
#include "pixels.h"

#include <string.h>

/** Pixels that are XORed at a time. */
#define XOR_PIXELS 8U
#define XOR_BYTES  (XOR_PIXELS * BYTES_RGBA)

/** Copies `count` bytes of a row, at most XOR_BYTES, XORed with `keys`. */
static void xor_block(const uint8_t *row, uint8_t *out, const uint64_t *keys, size_t count)
{
    uint64_t words[XOR_BYTES / sizeof(uint64_t)] = {0U};

    (void)memcpy(words, row, count);
    for (size_t i = 0U; i < (XOR_BYTES / sizeof(uint64_t)); i++) {
        words[i] ^= keys[i];
    }
    (void)memcpy(out, words, count);
}

void pixels_make_frame(const Image *image, uint64_t frame, const Surface *rgba)
{
    const Plane *const from = &image->surface.plane[0];
    const Plane *const to = &rgba->plane[0];
    const size_t bytes = (size_t)to->width * BYTES_RGBA;
    const size_t whole = bytes - (bytes % XOR_BYTES);
    const uint8_t key = (uint8_t)((frame * 37U) & 0xFFU);
    uint64_t keys[XOR_BYTES / sizeof(uint64_t)];
    uint8_t key_bytes[XOR_BYTES];
    uint32_t source_row = (uint32_t)(frame % from->height);

    for (size_t i = 0U; i < XOR_BYTES; i++) {
        key_bytes[i] = ((i % BYTES_RGBA) == 3U) ? 0U : key;
    }
    (void)memcpy(keys, key_bytes, sizeof(keys));
    for (uint32_t y = 0U; y < to->height; y++) {
        const uint8_t *const row = plane_row(from, source_row);
        uint8_t *const out = plane_row_to_write(to, y);

        for (size_t x = 0U; x < whole; x += XOR_BYTES) {
            xor_block(&row[x], &out[x], keys, XOR_BYTES);
        }
        xor_block(&row[whole], &out[whole], keys, bytes - whole);
        source_row = ((source_row + 1U) == from->height) ? 0U : (source_row + 1U);
    }
}

static void luma_row(const uint8_t *restrict rgba, uint8_t *restrict luma, size_t width)
{
    for (size_t x = 0U; x < width; x++) {
        const uint8_t *const pixel = &rgba[x * BYTES_RGBA];
        const uint32_t sum = (66U * pixel[0]) + (129U * pixel[1]) + (25U * pixel[2]) + 128U;

        luma[x] = (uint8_t)(16U + (sum >> 8U));
    }
}

/**
 * Chroma of one block, from the sums of its four pixels. 32768 is 128 << 8 and keeps all positive.
 */
static void chroma_of(const uint32_t sum[3], uint8_t *uv)
{
    const uint32_t red = (sum[0] + 2U) >> 2U;
    const uint32_t green = (sum[1] + 2U) >> 2U;
    const uint32_t blue = (sum[2] + 2U) >> 2U;

    uv[0] = (uint8_t)(((32768U + 128U + (112U * blue)) - (38U * red) - (74U * green)) >> 8U);
    uv[1] = (uint8_t)(((32768U + 128U + (112U * red)) - (94U * green) - (18U * blue)) >> 8U);
}

/** Chroma of two rows; the last block of an odd width has one column, which counts twice. */
static void chroma_row(const uint8_t *upper, const uint8_t *lower, uint8_t *restrict uv,
                       size_t width)
{
    const size_t whole = width / 2U;

    for (size_t i = 0U; i < whole; i++) {
        const uint8_t *const a = &upper[i * 2U * BYTES_RGBA];
        const uint8_t *const b = &lower[i * 2U * BYTES_RGBA];
        const uint32_t sum[3] = {(uint32_t)a[0] + a[4] + b[0] + b[4],
                                 (uint32_t)a[1] + a[5] + b[1] + b[5],
                                 (uint32_t)a[2] + a[6] + b[2] + b[6]};

        chroma_of(sum, &uv[i * BYTES_UV]);
    }
    if ((width % 2U) != 0U) {
        const uint8_t *const a = &upper[whole * 2U * BYTES_RGBA];
        const uint8_t *const b = &lower[whole * 2U * BYTES_RGBA];
        const uint32_t sum[3] = {2U * ((uint32_t)a[0] + b[0]), 2U * ((uint32_t)a[1] + b[1]),
                                 2U * ((uint32_t)a[2] + b[2])};

        chroma_of(sum, &uv[whole * BYTES_UV]);
    }
}

void pixels_rgba_to_nv12(const Surface *rgba, const Surface *nv12)
{
    const Plane *const from = &rgba->plane[0];
    const Plane *const luma = &nv12->plane[0];
    const Plane *const chroma = &nv12->plane[1];

    for (uint32_t y = 0U; y < from->height; y++) {
        luma_row(plane_row(from, y), plane_row_to_write(luma, y), from->width);
        if ((y % 2U) != 0U) {
            chroma_row(plane_row(from, y - 1U), plane_row(from, y),
                       plane_row_to_write(chroma, y / 2U), from->width);
        }
    }
    if ((from->height % 2U) != 0U) {
        const uint8_t *const last = plane_row(from, from->height - 1U);

        chroma_row(last, last, plane_row_to_write(chroma, from->height / 2U), from->width);
    }
}

static void gray_row(const uint8_t *restrict luma, uint8_t *restrict gray, size_t width)
{
    for (size_t x = 0U; x < width; x++) {
        const uint32_t above = (luma[x] > 16U) ? ((uint32_t)luma[x] - 16U) : 0U;
        const uint32_t level = ((298U * above) + 128U) >> 8U;

        gray[x] = (uint8_t)((level > 255U) ? 255U : level);
    }
}

void pixels_nv12_to_gray(const Surface *nv12, const Surface *gray)
{
    const Plane *const from = &nv12->plane[0];
    const Plane *const to = &gray->plane[0];

    for (uint32_t y = 0U; y < from->height; y++) {
        gray_row(plane_row(from, y), plane_row_to_write(to, y), from->width);
    }
}
