/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file image_file.h
 * Images in files: PNG and PPM in, PNG out; without libpng PPM alone.
 */
#ifndef PIPELINE_IMAGE_FILE_H
#define PIPELINE_IMAGE_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "image.h"

/** Room for a reason in words. */
#define REASON_MAX 200U

/**
 * Reads a PNG or a PPM (P3, P6) as 8-bit RGBA.
 *
 * PNG: all colour types and bit depths; 16 bits are scaled to 8, a palette is looked up,
 * transparency becomes alpha. PPM: any maxval up to 65535; samples are scaled to 255 and rounded.
 *
 * @param[in]  path    file
 * @param[out] image   image, to be freed by the caller; empty on failure
 * @param[out] reason  why it failed, one line without the path
 *
 * @return false iff the file cannot be read, is no such image, ends early, is larger than
 * image.h accepts, or is a PNG and there is no libpng
 */
bool image_read(const char *path, Image *image, char reason[REASON_MAX]);

/** image_read() for a file that begins with PNG's signature; the file is at its begin. */
bool image_read_png(FILE *file, Image *image, char reason[REASON_MAX]);

/** image_read() for a file that begins with P3 or P6; the file is at its begin. */
bool image_read_ppm(FILE *file, Image *image, char reason[REASON_MAX]);

/**
 * Writes an RGBA plane, or a plane of bytes as gray levels.
 *
 * @return false iff the file cannot be written; errno says why
 */
bool image_write(const char *path, const Plane *plane);

/** What the names of these files end with: png or ppm. */
const char *image_write_ending(void);

#endif /* PIPELINE_IMAGE_FILE_H */
