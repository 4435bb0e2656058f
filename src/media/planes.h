/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file planes.h
 * What the attributes of a buffer say of the image in it, as blits take it.
 */
#ifndef RINGFENCE_MEDIA_PLANES_H
#define RINGFENCE_MEDIA_PLANES_H

#include <stdbool.h>
#include <stdint.h>

#include "blit/blit.h"
#include "nvscibuf.h"

/** An image in a buffer. */
typedef struct {
    BlitFormat format;
    BlitColour colour;
    /** Pixels. */
    uint32_t width;
    uint32_t height;
    /** What NvSciBuf calls the pixels of each plane, 0: there is no such plane; and their colours.
     */
    NvSciBufAttrValColorFmt plane_format[BLIT_PLANES];
    NvSciBufAttrValColorStd standard;
    /** Pixels of each plane, and bytes of each of its pixels. */
    uint32_t plane_width[BLIT_PLANES];
    uint32_t plane_height[BLIT_PLANES];
    uint32_t pixel_bytes[BLIT_PLANES];
    /** Bytes from a row of a plane to the next. */
    uint32_t pitch[BLIT_PLANES];
    /** First byte of each plane. */
    uint64_t offset[BLIT_PLANES];
    bool is_block_linear;
    /** GPU whose memory it is in, or that is to use it; all zero: none is named. */
    NvSciRmGpuId home;
} MediaSurface;

/** What there is against an image. */
typedef enum {
    MEDIA_PLANES_OK = 0,
    /** The buffer is no image, or its attributes cannot be read. */
    MEDIA_PLANES_NO_IMAGE = 1,
    /** Its format, its colours or its scan type are none that a blit has. */
    MEDIA_PLANES_UNKNOWN = 2,
    /** A length is odd where colour is sub-sampled. */
    MEDIA_PLANES_ODD = 3
} MediaPlanes;

/** Reads the image of a buffer. */
MediaPlanes media_planes_read(NvSciBufObj object, MediaSurface *surface);

/** Image in memory of the CPU that begins at `base`; NULL: its planes are NULL. */
BlitImage media_planes_image(const MediaSurface *surface, const uint8_t *base);

#endif /* RINGFENCE_MEDIA_PLANES_H */
