/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file surface.h
 * Surface types of the first generation, and the planes of NvSciBuf that they are.
 */
#ifndef RINGFENCE_MEDIA_SURFACE_H
#define RINGFENCE_MEDIA_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "blit/blit.h"
#include "media/planes.h"
#include "nvmedia_surface.h"
#include "nvscibuf.h"

/** What a surface type is in attributes of NvSciBuf. */
typedef struct {
    NvSciBufAttrValImageLayoutType layout;
    uint32_t planes;
    NvSciBufAttrValColorFmt format[BLIT_PLANES];
    /** Pixels of the image that share a pixel of a plane behind the first. */
    uint32_t divide_x;
    uint32_t divide_y;
    /** Lengths of the image are multiples of these. */
    uint32_t multiple_x;
    uint32_t multiple_y;
    bool is_yuv;
} MediaSurfaceForm;

/** What allocation attributes say. */
typedef struct {
    uint32_t width;
    uint32_t height;
    bool cpu_access;
    bool cpu_cache;
    NvSciBufAttrValColorStd standard;
} MediaSurfaceSize;

/** What there is against a surface. */
typedef enum {
    MEDIA_SURFACE_OK = 0,
    /** An attribute is none, there twice, missing, or out of its range. */
    MEDIA_SURFACE_BAD = 1,
    /** No such surface type, or embedded lines. */
    MEDIA_SURFACE_UNKNOWN = 2,
    /** A length is odd where colour is sub-sampled. */
    MEDIA_SURFACE_ODD = 3
} MediaSurfaceStatus;

/** Says what a surface type is; false: it is none. */
bool media_surface_form(NvMediaSurfaceType type, MediaSurfaceForm *form);

/** Reads allocation attributes of an image of a surface type. */
MediaSurfaceStatus media_surface_size(const MediaSurfaceForm *form,
                                      const NvMediaSurfAllocAttr *attrs, uint32_t count,
                                      MediaSurfaceSize *size);

/** Type of the image of a buffer; NvMediaSurfaceType_Unsupported: none has its planes. */
NvMediaSurfaceType media_surface_type_of(const MediaSurface *surface);

/** Number of NvMedia of a colour standard. */
uint32_t media_surface_standard_of(NvSciBufAttrValColorStd standard);

#endif /* RINGFENCE_MEDIA_SURFACE_H */
