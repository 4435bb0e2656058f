/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvmedia_image_nvscibuf.h
 * NvMedia, first generation: images that are buffers of NvSciBuf.
 *
 * What holds for all functions is said in ringfence_nvmedia.h.
 */
#ifndef RINGFENCE_NVMEDIA_IMAGE_NVSCIBUF_H
#define RINGFENCE_NVMEDIA_IMAGE_NVSCIBUF_H

/* @satisfies RF-MEDIA-901 RF-MEDIA-903 */

#include <stdint.h>

#include "nvmedia_core.h"
#include "nvmedia_image.h"
#include "nvmedia_surface.h"
#include "nvscibuf.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of the functions of this header. */
#define NVMEDIA_IMAGE_NVSCIBUF_VERSION_MAJOR 1
/** Version of the functions of this header. */
#define NVMEDIA_IMAGE_NVSCIBUF_VERSION_MINOR 0

/**
 * Comes before NvMediaImageFillNvSciBufAttrs() and NvMediaImageCreateFromNvSciBuf(). It may be
 * called again: each call has one NvMediaImageNvSciBufDeinit().
 *
 * @retval NVMEDIA_STATUS_OK
 *
 * Phase INIT. O(1).
 */
NvMediaStatus NvMediaImageNvSciBufInit(void);

/**
 * Ends one NvMediaImageNvSciBufInit(). Without one, nothing happens. Images stay.
 *
 * Phases INIT DEINIT. O(1).
 */
void NvMediaImageNvSciBufDeinit(void);

/**
 * Says which version of the functions the library has.
 *
 * @param[out] version  1.0
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff version is NULL
 *
 * Phase INIT. O(1), no lock, no system call.
 */
NvMediaStatus NvMediaImageNvSciBufGetVersion(NvMediaVersion *version);

/**
 * Sets in a list of NvSciBuf what an image is: NvSciBufGeneralAttrKey_Types, access of the CPU, the
 * name of the 2D engine (NvSciBufGeneralAttrKey_PeerHwEngineArray: NvSciBufHwEngName_Vic), and the
 * keys of images for layout, scan, planes, their formats, colours and sizes. The program sets
 * the general keys that it wants besides, as NvSciBufGeneralAttrKey_RequiredPerm and
 * NvSciBufGeneralAttrKey_GpuId, before or after.
 *
 * @param[in] device    device
 * @param[in] type      surface type
 * @param[in] attrs     allocation attributes, as NvMediaImageCreateNew() takes them
 * @param[in] numAttrs  how many
 * @param[in] flags     0
 * @param[in] attr_h    unreconciled list in which none of these keys is set
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_NOT_INITIALIZED  iff NvMediaImageNvSciBufInit() is missing
 * @retval NVMEDIA_STATUS_BAD_PARAMETER    iff device is none, attrs is NULL, an attribute is none,
 *                                         there twice or has a value that is not named in
 *                                         nvmedia_surface.h, a size is out of range or odd where
 *                                         colour is sub-sampled, flags is
 *                                         not 0, attr_h is no live list, is reconciled, was
 *                                         imported or appended, or has one of the keys already. The
 *                                         list is unchanged
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED    iff type is no surface type, or there are embedded lines
 *
 * Phase INIT. O(planes).
 */
NvMediaStatus NvMediaImageFillNvSciBufAttrs(const NvMediaDevice *device, NvMediaSurfaceType type,
                                            const NvMediaSurfAllocAttr *attrs, uint32_t numAttrs,
                                            uint64_t flags, NvSciBufAttrList attr_h);

/**
 * Makes an image of a buffer. The buffer is kept: its own handles may be freed.
 *
 * @param[in]  device          device
 * @param[in]  nvscibufObject  buffer whose list describes one image of a surface type; it need not
 *                             have been filled by NvMediaImageFillNvSciBufAttrs()
 * @param[out] nvmImage        the image, the caller's until NvMediaImageDestroy()
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_NOT_INITIALIZED  iff NvMediaImageNvSciBufInit() is missing
 * @retval NVMEDIA_STATUS_BAD_PARAMETER    iff device is none, nvscibufObject is no live buffer, or
 *                                         nvmImage is NULL
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED    iff the buffer is no image, or one of no surface type, or
 *                                         wider than RINGFENCE_CFG_2D_WIDTH; or its width or height
 *                                         is odd where colour is sub-sampled, or it is in memory of
 *                                         a GPU where no kernels or no driver are
 * @retval NVMEDIA_STATUS_OUT_OF_MEMORY    iff all RINGFENCE_CFG_2D_IMAGES are taken, or all
 *                                         RINGFENCE_CFG_BUF_HANDLES
 *
 * Phase INIT. O(RINGFENCE_CFG_2D_IMAGES).
 */
NvMediaStatus NvMediaImageCreateFromNvSciBuf(NvMediaDevice *device, NvSciBufObj nvscibufObject,
                                             NvMediaImage **nvmImage);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_NVMEDIA_IMAGE_NVSCIBUF_H */
