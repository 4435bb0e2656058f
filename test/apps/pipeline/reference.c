/* SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include <string.h>

/** Bytes that the checksum takes at a time, in four lanes of eight. */
#define LANES      4U
#define LANE_BYTES 8U
#define STEP_BYTES (LANES * LANE_BYTES)

/** Odd constants: multiplying by one loses nothing. */
static const uint64_t multiplier[LANES] = {0x9E3779B97F4A7C15U, 0xC2B2AE3D27D4EB4FU,
                                           0x165667B19E3779F9U, 0xD6E8FEB86659FD93U};

/**
 * Channel 0 to 2 of pixel (x, y) of a frame. A place outside the picture is the nearest one
 * inside.
 */
static int32_t channel_of(const Image *image, uint64_t frame, uint32_t x, uint32_t y,
                          uint32_t channel)
{
    const Plane *const plane = &image->surface.plane[0];
    const uint32_t inside_x = (x < plane->width) ? x : (plane->width - 1U);
    const uint32_t inside_y = (y < plane->height) ? y : (plane->height - 1U);
    const uint64_t row = ((uint64_t)inside_y + frame) % plane->height;
    const size_t at = ((size_t)row * plane->pitch) + ((size_t)inside_x * BYTES_RGBA) + channel;
    const uint64_t key = (37U * frame) % 256U;

    return (int32_t)(image->bytes[at] ^ key);
}

/** Rounds a quotient by 256 down, also below zero, where C rounds up. */
static int32_t divide_256(int32_t value)
{
    const int32_t quotient = value / 256;

    return (((quotient * 256) > value) ? (quotient - 1) : quotient);
}

/** Channel 0 to 2 averaged over the block of chroma sample (x, y). */
static int32_t average_of(const Image *image, uint64_t frame, uint32_t x, uint32_t y,
                          uint32_t channel)
{
    const int32_t sum = channel_of(image, frame, 2U * x, 2U * y, channel) +
                        channel_of(image, frame, (2U * x) + 1U, 2U * y, channel) +
                        channel_of(image, frame, 2U * x, (2U * y) + 1U, channel) +
                        channel_of(image, frame, (2U * x) + 1U, (2U * y) + 1U, channel);

    return (sum + 2) / 4;
}

static int32_t luma_of(const Image *image, uint64_t frame, uint32_t x, uint32_t y)
{
    const int32_t red = channel_of(image, frame, x, y, 0U);
    const int32_t green = channel_of(image, frame, x, y, 1U);
    const int32_t blue = channel_of(image, frame, x, y, 2U);

    return 16 + divide_256((66 * red) + (129 * green) + (25 * blue) + 128);
}

static int32_t gray_of(int32_t luma)
{
    const int32_t level = divide_256((298 * (luma - 16)) + 128);
    const int32_t not_negative = (level < 0) ? 0 : level;

    return (not_negative > 255) ? 255 : not_negative;
}

void reference_compute(const Image *image, uint64_t frame, const Image *nv12, const Image *gray)
{
    const Plane *const luma = &nv12->surface.plane[0];
    const Plane *const chroma = &nv12->surface.plane[1];

    for (uint32_t y = 0U; y < luma->height; y++) {
        for (uint32_t x = 0U; x < luma->width; x++) {
            const int32_t value = luma_of(image, frame, x, y);

            plane_row_to_write(luma, y)[x] = (uint8_t)value;
            plane_row_to_write(&gray->surface.plane[0], y)[x] = (uint8_t)gray_of(value);
        }
    }
    for (uint32_t y = 0U; y < chroma->height; y++) {
        for (uint32_t x = 0U; x < chroma->width; x++) {
            const int32_t red = average_of(image, frame, x, y, 0U);
            const int32_t green = average_of(image, frame, x, y, 1U);
            const int32_t blue = average_of(image, frame, x, y, 2U);
            uint8_t *const uv = &plane_row_to_write(chroma, y)[2U * x];

            uv[0] = (uint8_t)(128 + divide_256((112 * blue) - (38 * red) - (74 * green) + 128));
            uv[1] = (uint8_t)(128 + divide_256((112 * red) - (94 * green) - (18 * blue) + 128));
        }
    }
}

/** Finds the first byte that differs between two rows that do, and says where it is. */
static void locate(const Plane *plane, const uint8_t *expected, const uint8_t *found, uint32_t y,
                   Mismatch *mismatch)
{
    size_t at = 0U;

    while ((at < (plane->pitch - 1U)) && (expected[at] == found[at])) {
        at++;
    }
    mismatch->x = (uint32_t)(at / plane->bytes_per_pixel);
    mismatch->y = y;
    mismatch->expected = expected[at];
    mismatch->found = found[at];
}

bool reference_compare(const Image *expected, const Surface *found, Mismatch *mismatch)
{
    bool equal = true;

    for (uint32_t i = 0U; equal && (i < expected->surface.planes); i++) {
        const Plane *const plane = &expected->surface.plane[i];

        for (uint32_t y = 0U; equal && (y < plane->height); y++) {
            const uint8_t *const right = plane_row(plane, y);
            const uint8_t *const row = plane_row(&found->plane[i], y);

            /* The expected image is packed: its pitch is the bytes of a row's pixels. */
            equal = (memcmp(right, row, plane->pitch) == 0);
            if (!equal) {
                locate(plane, right, row, y, mismatch);
                mismatch->what = (i == 0U) ? "luma" : "chroma";
            }
        }
    }
    if ((!equal) && (expected->surface.planes == 1U)) {
        mismatch->what = "gray";
    }
    return equal;
}

/** Takes the next bytes of a row, at most STEP_BYTES, into the lanes. */
static void checksum_step(uint64_t lane[LANES], const uint8_t *bytes, size_t count)
{
    uint64_t word[LANES] = {0U};

    (void)memcpy(word, bytes, count);
    for (uint32_t i = 0U; i < LANES; i++) {
        lane[i] = (lane[i] ^ word[i]) * multiplier[i];
        lane[i] ^= lane[i] >> 29U;
    }
}

static void checksum_row(uint64_t lane[LANES], const uint8_t *row, size_t bytes)
{
    size_t at = 0U;

    while ((bytes - at) >= STEP_BYTES) {
        checksum_step(lane, &row[at], STEP_BYTES);
        at += STEP_BYTES;
    }
    if (at < bytes) {
        checksum_step(lane, &row[at], bytes - at);
    }
}

uint64_t reference_checksum(const Surface *surface, uint64_t seed)
{
    uint64_t lane[LANES] = {seed, ~seed, seed ^ multiplier[0], seed ^ multiplier[1]};
    uint64_t sum = 0U;

    for (uint32_t i = 0U; i < surface->planes; i++) {
        const Plane *const plane = &surface->plane[i];

        for (uint32_t y = 0U; y < plane->height; y++) {
            checksum_row(lane, plane_row(plane, y), (size_t)plane->width * plane->bytes_per_pixel);
        }
    }
    for (uint32_t i = 0U; i < LANES; i++) {
        sum = (sum ^ lane[i]) * multiplier[i];
        sum ^= sum >> 32U;
    }
    return sum;
}
