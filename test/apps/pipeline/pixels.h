/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pixels.h
 * The pixel work of the stages. It knows surfaces alone: no buffers, fences or threads.
 */
#ifndef PIPELINE_PIXELS_H
#define PIPELINE_PIXELS_H

#include "image.h"
#include "surface.h"

/**
 * Makes a frame of a picture, each number a different one, so that a stale buffer is noticed.
 *
 * Frame n is the picture with its rows turned up by n, and with red, green and blue XORed with the
 * low byte of 37 n. Frame 0 is the picture.
 */
void pixels_make_frame(const Image *image, uint64_t frame, const Surface *rgba);

/**
 * Converts RGBA to NV12, BT.601 with 16 to 235 for luma and 16 to 240 for chroma, all in integers:
 *
 *     Y = 16  + ((  66 R + 129 G +  25 B + 128) >> 8)
 *     U = 128 + (( -38 R -  74 G + 112 B + 128) >> 8)
 *     V = 128 + (( 112 R -  94 G -  18 B + 128) >> 8)
 *
 * >> rounds down. For U and V each of R, G, B is (sum of 2 x 2 pixels + 2) >> 2. Where the picture
 * ends within such a block, its last column or row counts twice. Alpha is not used.
 */
void pixels_rgba_to_nv12(const Surface *rgba, const Surface *nv12);

/**
 * Makes gray levels of the full range, 0 to 255, of NV12's luma: clamp((298 (Y - 16) + 128) >> 8).
 */
void pixels_nv12_to_gray(const Surface *nv12, const Surface *gray);

#endif /* PIPELINE_PIXELS_H */
