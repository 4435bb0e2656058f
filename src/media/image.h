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
    /** 0: the row is nobody's. Written under media_lock(), cleared under media_use_lock() too. */
    PortAtomic32 is_taken;
    PortAtomic64 home;
    /** Row of the device that it was made of. */
    uint32_t device;
    /** Guarded by media_use_lock(): calls that work on it, for which it stays. */
    uint32_t calls;
    MediaMemory memory;
    MediaUse uses[RINGFENCE_CFG_2D_ENGINES];
} MediaImage;

extern MediaImage g_media_images[RINGFENCE_CFG_2D_IMAGES];

/** Row of an image; NULL: it is none of this process. Needs media_lock(). */
MediaImage *media_image_find(PhaseOp op, const NvMediaImage *image);

/** Row of an image, which stays until media_image_give(); NULL: it is none of this process. */
MediaImage *media_image_take(PhaseOp op, const NvMediaImage *image);

/** Ends what media_image_take() began; NULL: there is nothing to end. */
void media_image_give(MediaImage *row);

#endif /* RINGFENCE_MEDIA_IMAGE_H */
