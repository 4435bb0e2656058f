/* SPDX-License-Identifier: Apache-2.0 */
#include "image_file.h"

#include <ctype.h>
#include <string.h>

/** Greatest number that the format holds. */
#define PPM_MAXVAL 65535U
/** Greatest side that is read as a number; ten times as much fits in 32 bits. */
#define SIDE_LIMIT 99999999U

/** What stands between the magic number and the samples. */
typedef struct {
    /** P3: samples are decimal numbers. Otherwise they are bytes, or pairs of bytes. */
    bool plain;
    uint32_t width;
    uint32_t height;
    uint32_t maxval;
} Header;

/**
 * Skips white space and comments, which go from '#' to the line's end. Returns the character
 * behind.
 */
static int skip_space(FILE *file)
{
    int c = getc(file);
    bool comment = false;

    while ((c != EOF) && (comment || (c == '#') || (isspace(c) != 0))) {
        comment = (comment || (c == '#')) && (c != '\n') && (c != '\r');
        c = getc(file);
    }
    return c;
}

/**
 * Reads a decimal number and the one character behind it.
 *
 * @return false iff there is no number, or it is greater than `most`
 */
static bool read_number(FILE *file, uint32_t most, uint32_t *number)
{
    int c = skip_space(file);
    uint32_t value = 0U;
    bool ok = (isdigit(c) != 0);

    while (ok && (isdigit(c) != 0)) {
        value = (value * 10U) + ((uint32_t)c - (uint32_t)'0');
        ok = (value <= most);
        c = getc(file);
    }
    /* A comment may follow a number at once. */
    if (c == '#') {
        (void)ungetc(c, file);
    } else {
        ok = ok && ((c == EOF) || (isspace(c) != 0));
    }
    *number = value;
    return ok;
}

/** Reads a binary sample of one or two bytes, the more significant first. */
static bool read_binary(FILE *file, uint32_t maxval, uint32_t *number)
{
    const int first = getc(file);
    bool ok = (first != EOF);

    if (maxval < 256U) {
        *number = (uint32_t)first & 0xFFU;
    } else {
        const int second = getc(file);

        ok = ok && (second != EOF);
        *number = (((uint32_t)first & 0xFFU) << 8U) | ((uint32_t)second & 0xFFU);
    }
    return ok && (*number <= maxval);
}

static bool read_header(FILE *file, Header *header)
{
    const int p = getc(file);
    const int digit = getc(file);
    bool ok = (p == (int)'P');

    header->plain = (digit == (int)'3');
    if (ok) {
        ok = read_number(file, SIDE_LIMIT, &header->width);
    }
    if (ok) {
        ok = read_number(file, SIDE_LIMIT, &header->height);
    }
    if (ok) {
        ok = read_number(file, PPM_MAXVAL, &header->maxval);
    }
    return ok && (header->maxval > 0U);
}

/** Reads all samples. */
static bool read_samples(FILE *file, const Header *header, const Plane *plane)
{
    bool ok = true;

    for (uint32_t y = 0U; ok && (y < plane->height); y++) {
        uint8_t *const row = plane_row_to_write(plane, y);

        for (uint32_t x = 0U; ok && (x < (plane->width * BYTES_RGBA)); x++) {
            uint32_t sample = header->maxval;

            if ((x % BYTES_RGBA) == 3U) {
                /* Opaque: the format has no alpha. */
            } else if (header->plain) {
                ok = read_number(file, header->maxval, &sample);
            } else {
                ok = read_binary(file, header->maxval, &sample);
            }
            row[x] = (uint8_t)(((sample * 255U) + (header->maxval / 2U)) / header->maxval);
        }
    }
    return ok;
}

bool image_read_ppm(FILE *file, Image *image, char reason[REASON_MAX])
{
    Header header = {false, 0U, 0U, 0U};
    bool done = false;

    if (!read_header(file, &header)) {
        (void)snprintf(reason, REASON_MAX, "cannot be read as PPM: bad header");
    } else if (!image_size_ok(header.width, header.height)) {
        (void)snprintf(reason, REASON_MAX,
                       "%u x %u pixels: this program takes 1 to %u a side, %u in all",
                       (unsigned int)header.width, (unsigned int)header.height, IMAGE_SIDE_MAX,
                       IMAGE_PIXELS_MAX);
    } else if (!image_new(image, FORMAT_RGBA, header.width, header.height)) {
        (void)snprintf(reason, REASON_MAX, "not enough memory");
    } else if (!read_samples(file, &header, &image->surface.plane[0])) {
        (void)snprintf(
            reason, REASON_MAX,
            "cannot be read as PPM: ends early, or holds a sample that is no number up to %u",
            (unsigned int)header.maxval);
        image_free(image);
    } else {
        done = true;
    }
    return done;
}
