/* SPDX-License-Identifier: Apache-2.0 */
#include "image.h"

#include <stdlib.h>
#include <string.h>

bool image_size_ok(uint32_t width, uint32_t height)
{
    const bool sides =
        (width >= 1U) && (height >= 1U) && (width <= IMAGE_SIDE_MAX) && (height <= IMAGE_SIDE_MAX);

    /* Both sides are below 2^15 where the product counts. */
    return sides && ((width * height) <= IMAGE_PIXELS_MAX);
}

/** Appends a packed plane to a surface and returns the bytes that it takes. */
static size_t surface_append(Surface *surface, uint32_t bytes_per_pixel, uint32_t width,
                             uint32_t height)
{
    Plane *const plane = &surface->plane[surface->planes];

    plane->width = width;
    plane->height = height;
    plane->bytes_per_pixel = bytes_per_pixel;
    plane->pitch = width * bytes_per_pixel;
    surface->planes += 1U;
    return (size_t)plane->pitch * height;
}

/** Lays out the packed planes of a format and returns their bytes. */
static size_t surface_lay_out(Surface *surface, Format format, uint32_t width, uint32_t height)
{
    size_t size = 0U;

    if (format == FORMAT_RGBA) {
        size = surface_append(surface, BYTES_RGBA, width, height);
    } else {
        size = surface_append(surface, BYTES_Y, width, height);
    }
    if (format == FORMAT_NV12) {
        size += surface_append(surface, BYTES_UV, chroma_size(width), chroma_size(height));
    }
    return size;
}

bool image_new(Image *image, Format format, uint32_t width, uint32_t height)
{
    bool done = false;

    (void)memset(image, 0, sizeof(*image));
    if (image_size_ok(width, height)) {
        const size_t size = surface_lay_out(&image->surface, format, width, height);

        image->bytes = malloc(size);
        image->size = size;
    }
    if (image->bytes != NULL) {
        uint8_t *first = image->bytes;

        for (uint32_t i = 0U; i < image->surface.planes; i++) {
            Plane *const plane = &image->surface.plane[i];

            plane->read = first;
            plane->write = first;
            first = &first[(size_t)plane->pitch * plane->height];
        }
        done = true;
    } else {
        (void)memset(image, 0, sizeof(*image));
    }
    return done;
}

void image_free(Image *image)
{
    free(image->bytes);
    (void)memset(image, 0, sizeof(*image));
}

void image_copy_from(const Image *image, const Surface *surface)
{
    for (uint32_t i = 0U; i < image->surface.planes; i++) {
        const Plane *const to = &image->surface.plane[i];
        const Plane *const from = &surface->plane[i];

        for (uint32_t y = 0U; y < to->height; y++) {
            (void)memcpy(plane_row_to_write(to, y), plane_row(from, y), to->pitch);
        }
    }
}

/** Sets a pixel to red, green and blue, opaque. */
static void put(const Plane *plane, uint32_t x, uint32_t y, const uint8_t rgb[3])
{
    uint8_t *const pixel = &plane_row_to_write(plane, y)[(size_t)x * BYTES_RGBA];

    pixel[0] = rgb[0];
    pixel[1] = rgb[1];
    pixel[2] = rgb[2];
    pixel[3] = 255U;
}

/**
 * One colour channel along the hues: a trapezium over 1536 steps, up in 256, full for 512, down in
 * 256, then zero.
 */
static uint8_t hue_channel(uint32_t hue)
{
    const uint32_t step = hue % 1536U;
    uint32_t value = 0U;

    if (step < 256U) {
        value = step;
    } else if (step < 768U) {
        value = 255U;
    } else if (step < 1024U) {
        value = 1023U - step;
    } else {
        value = 0U;
    }
    return (uint8_t)value;
}

/** Background: hues from left to right, darker towards the bottom. */
static void paint_hues(const Plane *plane, uint32_t x, uint32_t y)
{
    const uint32_t hue = (x * 1536U) / plane->width;
    const uint32_t light = 255U - ((y * 200U) / plane->height);
    const uint8_t rgb[3] = {(uint8_t)((hue_channel(hue + 512U) * light) / 255U),
                            (uint8_t)((hue_channel(hue) * light) / 255U),
                            (uint8_t)((hue_channel(hue + 1024U) * light) / 255U)};

    put(plane, x, y, rgb);
}

/** A disc, shaded from its middle to its rim. */
typedef struct {
    int32_t x;
    int32_t y;
    int32_t radius;
    uint8_t rgb[3];
} Disc;

static const Disc discs[] = {
    {250, 250, 170, {255U, 255U, 255U}}, {480, 330, 130, {230U, 40U, 40U}},
    {700, 210, 150, {40U, 200U, 70U}},   {900, 350, 140, {50U, 90U, 240U}},
    {1090, 220, 120, {250U, 220U, 40U}}, {640, 420, 60, {10U, 10U, 10U}},
};

static void paint_discs(const Plane *plane, uint32_t x, uint32_t y)
{
    for (size_t i = 0U; i < (sizeof(discs) / sizeof(discs[0])); i++) {
        const int32_t dx = (int32_t)x - discs[i].x;
        const int32_t dy = (int32_t)y - discs[i].y;
        const int32_t reach = discs[i].radius * discs[i].radius;
        const int32_t distance = (dx * dx) + (dy * dy);

        if (distance < reach) {
            const uint32_t light = 255U - (uint32_t)((distance * 150) / reach);
            const uint8_t rgb[3] = {(uint8_t)((discs[i].rgb[0] * light) / 255U),
                                    (uint8_t)((discs[i].rgb[1] * light) / 255U),
                                    (uint8_t)((discs[i].rgb[2] * light) / 255U)};

            put(plane, x, y, rgb);
        }
    }
}

/** Bottom: a grey ramp, red and blue ramps, and pixel-wide lines that show errors of one pixel. */
static void paint_bands(const Plane *plane, uint32_t x, uint32_t y)
{
    const uint8_t ramp = (uint8_t)((x * 255U) / (plane->width - 1U));
    const uint8_t line = (uint8_t)((((x + y) % 2U) == 0U) ? 255U : 0U);
    const uint8_t bands[4][3] = {
        {ramp, ramp, ramp}, {ramp, 0U, 0U}, {0U, 0U, ramp}, {line, ramp, (uint8_t)(255U - line)}};
    const uint32_t band_height = plane->height / 16U;
    const uint32_t top = plane->height - (4U * band_height);

    if (y >= top) {
        put(plane, x, y, bands[(y - top) / band_height]);
    }
}

bool image_draw_own(Image *image)
{
    const bool done = image_new(image, FORMAT_RGBA, IMAGE_OWN_WIDTH, IMAGE_OWN_HEIGHT);

    if (done) {
        const Plane *const plane = &image->surface.plane[0];

        for (uint32_t y = 0U; y < plane->height; y++) {
            for (uint32_t x = 0U; x < plane->width; x++) {
                paint_hues(plane, x, y);
                paint_discs(plane, x, y);
                paint_bands(plane, x, y);
            }
        }
    }
    return done;
}

bool image_scale(const Image *from, uint32_t width, uint32_t height, Image *to)
{
    const Plane *const old = &from->surface.plane[0];
    const bool done = image_new(to, FORMAT_RGBA, width, height);

    if (done) {
        const Plane *const plane = &to->surface.plane[0];

        /* Sides are at most 2^14, so the products fit in 32 bits. */
        for (uint32_t y = 0U; y < height; y++) {
            const uint8_t *const row = plane_row(old, (y * old->height) / height);
            uint8_t *const out = plane_row_to_write(plane, y);

            for (uint32_t x = 0U; x < width; x++) {
                const size_t near = (x * old->width) / width;

                (void)memcpy(&out[(size_t)x * BYTES_RGBA], &row[near * BYTES_RGBA], BYTES_RGBA);
            }
        }
    }
    return done;
}
