/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file image.h
 * Images of the first generation.
 */
#ifndef RINGFENCE_MEDIA_IMAGE_H
#define RINGFENCE_MEDIA_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "media/media.h"
#include "nvmedia_image.h"

/** An image, and what each engine has of it. */
typedef struct {
    /** What the program sees; its address is the handle. */
    NvMediaImage image;
    /** 0: the row is nobody's. */
    PortAtomic32 is_taken;
    PortAtomic64 home;
    /** Row of the device that it was made of. */
    uint32_t device;
    MediaMemory memory;
    MediaUse uses[RINGFENCE_CFG_2D_ENGINES];
} MediaImage;

extern MediaImage g_media_images[RINGFENCE_CFG_2D_IMAGES];

/** Row of an image; NULL: it is none of this process. */
MediaImage *media_image_find(PhaseOp op, const NvMediaImage *image);

#endif /* RINGFENCE_MEDIA_IMAGE_H */
