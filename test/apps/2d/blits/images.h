/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file images.h
 * Images of the first generation of NvMedia, for the programs of this folder.
 */
#ifndef IMAGES_H
#define IMAGES_H

#include "../parts.h"
#include "nvmedia_2d.h"
#include "nvmedia_2d_nvscisync.h"
#include "nvmedia_core.h"
#include "nvmedia_image.h"
#include "nvmedia_image_nvscibuf.h"
#include "nvmedia_surface.h"

/** What a surface is. */
typedef struct {
    uint32_t type;
    uint32_t layout;
    uint32_t memory;
    uint32_t sampling;
    uint32_t order;
    uint32_t standard;
} Surface;

/** Red at the lowest address, pitch linear. */
extern const Surface surface_rgba;
/** 4:2:0, three planes Y, U, V, pitch linear, Rec.601 studio range. */
extern const Surface surface_yuv420;

NvMediaSurfaceType surface_type(const Surface *surface);
/** Fills in the eight allocation attributes. */
void surface_attrs(const Surface *surface, uint32_t width, uint32_t height,
                   NvMediaSurfAllocAttr attrs[8]);

/** An image of a buffer of NvSciBuf. */
typedef struct {
    NvMediaImage *image;
    NvSciBufObj object;
} Frame;

/** What a list of an image asks for. */
NvSciBufAttrList frame_list(const Place *place, NvMediaDevice *device, const Surface *surface,
                            uint32_t width, uint32_t height, NvSciBufAttrValAccessPerm perm);
void frame_make(const Place *place, NvMediaDevice *device, const Surface *surface, uint32_t width,
                uint32_t height, Frame *frame);
void frame_end(Frame *frame);
/** An image with memory of its own. */
NvMediaImage *image_new(NvMediaDevice *device, const Surface *surface, uint32_t width,
                        uint32_t height);

/** Writes picture `seed` into an RGBA image. */
void frame_draw(const NvMediaImage *image, uint32_t seed);
/** Bits of three planes without gaps, one behind the other. */
void frame_read(const NvMediaImage *image, uint8_t *planes[3]);
/** How many samples of a 4:2:0 image are not those of picture `seed`. */
uint32_t frame_faults(const NvMediaImage *image, uint32_t seed);

#endif /* IMAGES_H */
