/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvmedia_image.h
 * NvMedia, first generation: images. An image is a surface type with a size, in a buffer of the
 * library. It is made here, or of a buffer of NvSciBuf (nvmedia_image_nvscibuf.h).
 *
 * What holds for all functions is said in ringfence_nvmedia.h.
 */
#ifndef RINGFENCE_NVMEDIA_IMAGE_H
#define RINGFENCE_NVMEDIA_IMAGE_H

/* @satisfies RF-MEDIA-901 RF-MEDIA-903 */

#include <stdint.h>

#include "nvmedia_core.h"
#include "nvmedia_surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the library keeps of an image. */
struct NvMediaImagePriv_;

/** An image. The library writes the fields when it makes one; the program may write `tag` and the
 * times, which the library does not read. */
typedef struct NvMediaImage {
    /** What its pixels are. */
    NvMediaSurfaceType type;
    /** Pixels of a row. */
    uint32_t width;
    /** Rows. */
    uint32_t height;
    /** Images in it: 1. */
    uint32_t imageCount;
    /** Bytes of embedded data above the pixels: 0. */
    uint32_t embeddedDataTopSize;
    /** Bytes of embedded data below the pixels: 0. */
    uint32_t embeddedDataBottomSize;
    /** 0. */
    uint32_t attributes;
    /** The program's. */
    void *tag;
    /** The program's. */
    NvMediaTime captureTimeStamp;
    /** The program's. */
    NvMediaGlobalTime captureGlobalTimeStamp;
    /** NVM_SURF_ATTR_COLOR_STD_... */
    uint32_t colorStd;
    /** The library's. */
    struct NvMediaImagePriv_ *imgPriv;
} NvMediaImage;

/** Planes of a map at most. */
#define NVMEDIA_IMAGE_SURFACES 6U

/** A plane that is mapped. */
typedef struct {
    /** Bytes from a row to the next. */
    uint32_t pitch;
    /** Its first sample. */
    void *mapping;
} NvMediaImageSurface;

/** An image that is mapped. */
typedef struct {
    /** What its pixels are. */
    NvMediaSurfaceType type;
    /** Pixels of a row. */
    uint32_t width;
    /** Rows. */
    uint32_t height;
    /** Planes. */
    uint32_t surfaces;
    /** Each of them, in the order of memory. */
    NvMediaImageSurface surface[NVMEDIA_IMAGE_SURFACES];
    /** NULL. */
    void *metaData;
} NvMediaImageSurfaceMap;

/* What NvMediaImageLock() is for; a set of bits. The numbers are chosen. */
#define NVMEDIA_IMAGE_ACCESS_READ       1U /**< The program reads. */
#define NVMEDIA_IMAGE_ACCESS_WRITE      2U /**< The program writes. */
#define NVMEDIA_IMAGE_ACCESS_READ_WRITE 3U /**< Both. */

/**
 * Makes an image with memory of its own, which the CPU reaches.
 *
 * @param[in] device    device
 * @param[in] type      surface type
 * @param[in] attrs     allocation attributes, each once; width and height are needed, the others
 *                      have defaults
 * @param[in] numAttrs  how many
 * @param[in] flags     0
 *
 * @return the image, the caller's until NvMediaImageDestroy(); NULL iff device is none, type is no
 *         surface type, attrs is NULL, an attribute is none, there twice or has a value that is not
 *         named in nvmedia_surface.h, the width is 0 or more than RINGFENCE_CFG_2D_WIDTH, the
 *         height is 0 or more than 65535, either is odd where colour is sub-sampled,
 *         there are embedded lines, flags is not 0, all RINGFENCE_CFG_2D_IMAGES are taken,
 *         there is no memory, or the phase does not admit it
 *
 * Phase INIT. The memory is allocated as that of a buffer of NvSciBuf, and one object of it is
 * used.
 */
NvMediaImage *NvMediaImageCreateNew(NvMediaDevice *device, NvMediaSurfaceType type,
                                    const NvMediaSurfAllocAttr *attrs, uint32_t numAttrs,
                                    uint32_t flags);

/**
 * Ends an image. Its buffer of NvSciBuf, if it was made of one, has one user less.
 *
 * An image that is registered or locked, that an operation uses which is not over, or that a call
 * of another thread works on, stays; that is a fault report.
 *
 * @param[in] image  image; NULL: nothing happens
 *
 * Phases INIT DEINIT. O(RINGFENCE_CFG_2D_ENGINES).
 */
void NvMediaImageDestroy(NvMediaImage *image);

/**
 * Waits until no operation uses an image, and says where its planes are. An image that is locked is
 * not used by an operation until NvMediaImageUnlock(): NvMedia2DBlitEx() refuses it.
 *
 * @param[in]  image           image
 * @param[in]  lockAccessType  bits of NVMEDIA_IMAGE_ACCESS_..., at least one
 * @param[out] surfaceMap      the planes, good until NvMediaImageUnlock(): rows also of an image of
 *                             a block-linear type, in memory of the CPU
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff image is none, surfaceMap is NULL, lockAccessType has
 *                                       no bit or another one, or it has NVMEDIA_IMAGE_ACCESS_WRITE
 *                                       and the buffer may only be read
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED  iff the image is in memory of a GPU; NvMediaImageGetBits()
 *                                       and NvMediaImagePutBits() copy it
 * @retval NVMEDIA_STATUS_PENDING        iff the image is locked
 *
 * Phases INIT RUNTIME, also when the wait is over: in another one the image is not locked. Waits
 * for the operations that use the image, and for copies of other threads to it and from it.
 */
NvMediaStatus NvMediaImageLock(const NvMediaImage *image, uint32_t lockAccessType,
                               NvMediaImageSurfaceMap *surfaceMap);

/**
 * Ends what NvMediaImageLock() began.
 *
 * @param[in] image  image; NULL, or not locked: nothing happens
 *
 * Phases INIT RUNTIME. O(1).
 */
void NvMediaImageUnlock(NvMediaImage *image);

/**
 * Copies pixels of the program into an image, after waiting until no operation uses it.
 *
 * @param[in] image       image, block linear too
 * @param[in] dstRect     where; NULL: all of it
 * @param[in] srcPntrs    first sample of each plane, in the order of the planes of the type
 * @param[in] srcPitches  bytes from a row to the next, of each plane
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff image is none, srcPntrs, srcPitches or a pointer of a
 *                                       plane is NULL, a pitch is less than a row, dstRect is
 *                                       empty, outside of the image, or odd where colour is
 *                                       sub-sampled, or the buffer may only be read
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED  iff the image is in memory of a GPU, and no engine has it
 *                                       there: it was neither registered nor in a blit in INIT, or
 *                                       registration or engine ended or ends
 * @retval NVMEDIA_STATUS_ERROR          iff the driver of the GPU refuses the copy
 *
 * Phases INIT RUNTIME. Waits for the operations that use the image, and for copies of other threads
 * to it and from it. Operations that are submitted meanwhile begin behind the copy. O(bytes).
 */
NvMediaStatus NvMediaImagePutBits(const NvMediaImage *image, const NvMediaRect *dstRect,
                                  void **srcPntrs, const uint32_t *srcPitches);

/**
 * Copies pixels of an image to the program, after waiting until no operation uses it.
 *
 * @param[in] image       image, block linear too
 * @param[in] srcRect     which pixels; NULL: all of it
 * @param[in] dstPntrs    memory for each plane, in the order of the planes of the type
 * @param[in] dstPitches  bytes from a row to the next, of each plane
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff image is none, dstPntrs, dstPitches or a pointer of a
 *                                       plane is NULL, a pitch is less than a row, or srcRect is
 *                                       empty, outside of the image, or odd where colour is
 *                                       sub-sampled
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED  iff the image is in memory of a GPU, and no engine has it
 *                                       there: it was neither registered nor in a blit in INIT, or
 *                                       registration or engine ended or ends
 * @retval NVMEDIA_STATUS_ERROR          iff the driver of the GPU refuses the copy
 *
 * Phases INIT RUNTIME. Waits for the operations that use the image, and for copies of other threads
 * to it. Operations that write it and are submitted meanwhile begin behind the copy. O(bytes).
 */
NvMediaStatus NvMediaImageGetBits(const NvMediaImage *image, const NvMediaRect *srcRect,
                                  void **dstPntrs, const uint32_t *dstPitches);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_NVMEDIA_IMAGE_H */
