/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvmedia_2d.h
 * NvMedia 2D, first generation: blits of images. A blit copies a rectangle of an image into a
 * rectangle of another one; pixels are turned, stretched and converted. What comes out is defined
 * in docs/2d-pixels.md.
 *
 * A blit is put into the queue of its engine and is done later, in the order of the queue, by a
 * thread of the library.
 *
 * What holds for all functions is said in ringfence_nvmedia.h.
 */
#ifndef RINGFENCE_NVMEDIA_2D_H
#define RINGFENCE_NVMEDIA_2D_H

#ifdef RINGFENCE_NVMEDIA_6
#include "nvmedia6/nvmedia_2d.h"
#else

/* @satisfies RF-MEDIA-907 RF-MEDIA-901 RF-MEDIA-903 */

#include <stdint.h>

#include "nvmedia_core.h"
#include "nvmedia_image.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of NvMedia 2D. */
#define NVMEDIA_2D_VERSION_MAJOR 3
/** Version of NvMedia 2D. */
#define NVMEDIA_2D_VERSION_MINOR 9

/** Fields of NvMedia2DBlitParameters that are set; a set of bits. */
typedef enum {
    /** NvMedia2DBlitParameters.filter. */
    NVMEDIA_2D_BLIT_PARAMS_FILTER = 1,
    /** NvMedia2DBlitParameters.flags. */
    NVMEDIA_2D_BLIT_PARAMS_FLAGS = 2,
    /** NvMedia2DBlitParameters.dstTransform. */
    NVMEDIA_2D_BLIT_PARAMS_DST_TRANSFORM = 4,
    /** NvMedia2DBlitParameters.colorStandard. */
    NVMEDIA_2D_BLIT_PARAMS_COLOR_STD = 8
} NvMedia2DBlitParamField;

/** How a pixel between samples is made. */
typedef enum {
    /** The sample that covers the point. The default. */
    NVMEDIA_2D_STRETCH_FILTER_OFF = 1,
    /** A triangle. */
    NVMEDIA_2D_STRETCH_FILTER_LOW = 2,
    /** A cubic. */
    NVMEDIA_2D_STRETCH_FILTER_MEDIUM = 3,
    /** A Lanczos window of 3. */
    NVMEDIA_2D_STRETCH_FILTER_HIGH = 4
} NvMedia2DStretchFilter;

/** How the source is turned; what comes of {0 1 / 2 3}. */
typedef enum {
    /** {0 1 / 2 3}. The default. */
    NVMEDIA_TRANSFORM_NONE = 0,
    /** {1 3 / 0 2}: anti-clockwise. */
    NVMEDIA_TRANSFORM_ROTATE_90 = 1,
    /** {3 2 / 1 0}. */
    NVMEDIA_TRANSFORM_ROTATE_180 = 2,
    /** {2 0 / 3 1}. */
    NVMEDIA_TRANSFORM_ROTATE_270 = 3,
    /** {1 0 / 3 2}. */
    NVMEDIA_TRANSFORM_FLIP_HORIZONTAL = 4,
    /** {3 1 / 2 0}. */
    NVMEDIA_TRANSFORM_INV_TRANSPOSE = 5,
    /** {2 3 / 0 1}. */
    NVMEDIA_TRANSFORM_FLIP_VERTICAL = 6,
    /** {0 2 / 1 3}. */
    NVMEDIA_TRANSFORM_TRANSPOSE = 7
} NvMediaTransform;

/** Coefficients between RGB and YUV. The names are chosen. */
typedef enum {
    /** ITU-R BT.601, studio range. */
    NVMEDIA_COLOR_STANDARD_ITUR_BT_601 = 0,
    /** ITU-R BT.709, studio range. */
    NVMEDIA_COLOR_STANDARD_ITUR_BT_709 = 1,
    /** SMPTE 240M, studio range. */
    NVMEDIA_COLOR_STANDARD_SMPTE_240M = 2,
    /** ITU-R BT.601, extended range. */
    NVMEDIA_COLOR_STANDARD_ITUR_BT_601_ER = 3
} NvMediaColorStandard;

/** How a blit is done. */
typedef struct {
    /** Bits of NvMedia2DBlitParamField; a field without its bit has its default. */
    uint32_t validFields;
    /** How pixels between samples are made. */
    NvMedia2DStretchFilter filter;
    /** 0. */
    uint32_t flags;
    /** How the source is turned. */
    NvMediaTransform dstTransform;
    /** Between RGB and YUV: what the YUV image has. Default: what was said when the image was made.
     */
    NvMediaColorStandard colorStandard;
} NvMedia2DBlitParameters;

/** What a blit says. */
typedef struct {
    /** Nothing is written. */
    uint32_t reserved[8];
} NvMedia2DBlitParametersOut;

/**
 * Says which version of NvMedia 2D the library has.
 *
 * @param[out] version  3.9
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff version is NULL
 *
 * Phase INIT. O(1), no lock, no system call.
 */
NvMediaStatus NvMedia2DGetVersion(NvMediaVersion *version);

/**
 * Makes an engine: a queue and a thread. Engines do not wait for one another but by fences.
 *
 * @param[in] device  device
 *
 * @return the engine, the caller's until NvMedia2DDestroy(); NULL iff device is none, all
 *         RINGFENCE_CFG_2D_ENGINES are taken, no thread can be started, the process is a child that
 *         was forked while its parent had engines, or the phase does not admit it
 *
 * Phase INIT. O(RINGFENCE_CFG_2D_ENGINES), and a thread is started.
 */
NvMedia2D *NvMedia2DCreate(NvMediaDevice *device);

/**
 * Ends an engine with its registrations. Blits that are not over are ended: the one that runs
 * within some milliseconds, the others without a start; what they signal is signalled, with a task
 * status that says failure where the object has task statuses.
 *
 * @param[in] i2d  engine; NULL: nothing happens
 *
 * Phases INIT DEINIT. Waits for the thread, and for calls of other threads that copy pixels with
 * the GPU of the engine. A call for the engine that is under way ends before, or is refused.
 */
void NvMedia2DDestroy(NvMedia2D *i2d);

/**
 * As NvMedia2DDestroy(), with a result.
 *
 * @param[in] i2d  engine
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff i2d is no engine
 *
 * Phases INIT DEINIT. Waits and ends calls as NvMedia2DDestroy().
 */
NvMediaStatus NvMedia2DDestroyEx(NvMedia2D *i2d);

/**
 * Puts a blit into the queue of an engine. It starts when the fences of
 * NvMedia2DInsertPreNvSciSyncFence() have expired and the blit before it is over, and signals the
 * object of NvMedia2DSetNvSciSyncObjforEOF() when the destination is written, also if it fails:
 * then with a task status that says failure, where the object has task statuses. Both calls hold
 * for the next blit only, and a blit that is refused leaves them as they are. A blit may have
 * neither: NvMediaImageLock(), NvMediaImageGetBits() and NvMediaImagePutBits() wait for it.
 *
 * In INIT, the graphs that the blit needs are built: code and tables for its formats, sizes and
 * filter. In RUNTIME a blit needs that one with the same formats, sizes of the rectangles,
 * transform and filter was submitted in INIT. What can be done without a graph is taken in each
 * phase.
 *
 * @param[in]  i2d         engine
 * @param[in]  dstSurface  destination; another image than the source
 * @param[in]  dstRect     rectangle that is written; NULL: the whole image
 * @param[in]  srcSurface  source
 * @param[in]  srcRect     rectangle that is read; NULL: the whole image
 * @param[in]  params      how; NULL: all defaults. Read once: what is checked is what is done
 * @param[out] paramsOut   nothing is written; NULL is taken
 *
 * Images need not be registered; those in memory of a GPU must have been in a blit in INIT, or be
 * registered. One that is registered with this engine for
 * NVMEDIA_ACCESS_MODE_READ is no destination.
 *
 * @retval NVMEDIA_STATUS_OK                      the blit will be done
 * @retval NVMEDIA_STATUS_BAD_PARAMETER           iff i2d is no engine, an image is none or locked,
 *                                                both are the same, a rectangle is empty, outside
 *                                                of its image, or odd where colour is sub-sampled,
 *                                                validFields has another bit, a field that it names
 *                                                has a value that is none, or the destination may
 *                                                only be read, or another engine signals the object
 *                                                that was set, or both images are in one memory and
 *                                                the rectangles share bytes there, or one of these
 *                                                images is block linear
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED           iff the blit stretches by less than 1/16 or more
 *                                                than 16 in a direction, a side of a rectangle is
 *                                                longer than RINGFENCE_CFG_2D_WIDTH, no blit has
 *                                                the formats, or the phase is RUNTIME and a graph
 *                                                is needed that was not built in INIT
 * @retval NVMEDIA_STATUS_INSUFFICIENT_BUFFERING  iff the queue, which has RINGFENCE_CFG_2D_TASKS
 *                                                places, is full
 * @retval NVMEDIA_STATUS_OUT_OF_MEMORY           iff a graph is to be built and all
 *                                                RINGFENCE_CFG_2D_GRAPHS are taken, or there is no
 *                                                memory for it
 * @retval NVMEDIA_STATUS_ERROR                   iff the timeline of the object to signal has no
 *                                                next point
 *
 * Phases INIT RUNTIME. O(fences). In RUNTIME nothing is allocated; no system call but those that
 * name the process, and one that wakes the thread if it sleeps.
 */
NvMediaStatus NvMedia2DBlitEx(const NvMedia2D *i2d, const NvMediaImage *dstSurface,
                              const NvMediaRect *dstRect, const NvMediaImage *srcSurface,
                              const NvMediaRect *srcRect, const NvMedia2DBlitParameters *params,
                              NvMedia2DBlitParametersOut *paramsOut);

/**
 * Puts a copy of a plane into the queue of an engine: as NvMedia2DBlitEx(), of samples that are not
 * looked at. Source and destination plane have the same columns, rows and bytes of a sample.
 *
 * @param[in] i2d         engine
 * @param[in] dstSurface  destination; another image than the source
 * @param[in] dstPlane    number of its plane, from 0
 * @param[in] srcSurface  source
 * @param[in] srcPlane    number of its plane, from 0
 *
 * @retval NVMEDIA_STATUS_OK                      the copy will be done
 * @retval NVMEDIA_STATUS_BAD_PARAMETER           iff i2d is no engine, an image is none or locked,
 *                                                both are the same, there is no such plane, the
 *                                                planes differ in size, or the destination may only
 *                                                be read, or both images are in one memory and the
 *                                                planes share bytes there
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED           iff one of them is in memory of a GPU
 * @retval NVMEDIA_STATUS_INSUFFICIENT_BUFFERING  iff the queue is full
 * @retval NVMEDIA_STATUS_ERROR                   as of NvMedia2DBlitEx()
 *
 * Phases INIT RUNTIME. O(fences).
 */
NvMediaStatus NvMedia2DCopyPlaneNew(const NvMedia2D *i2d, const NvMediaImage *dstSurface,
                                    uint32_t dstPlane, const NvMediaImage *srcSurface,
                                    uint32_t srcPlane);

/**
 * Registers an image with an engine: says what the engine does with it, and keeps it. Blits take
 * images that are not registered too.
 *
 * @param[in] i2d         engine
 * @param[in] image       image
 * @param[in] accessMode  what the engine does with it
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff i2d is no engine, image is none, it is registered with
 *                                       the engine, accessMode is none, or it is
 *                                       NVMEDIA_ACCESS_MODE_READ_WRITE and the buffer may only be
 *                                       read
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED  iff it is in memory of a GPU that the engine cannot use
 * @retval NVMEDIA_STATUS_OUT_OF_MEMORY  iff all RINGFENCE_CFG_2D_REGISTRATIONS of the engine are
 *                                       taken, or the GPU has no room
 * @retval NVMEDIA_STATUS_ERROR          iff the driver of a GPU refuses the memory for another
 *                                       reason
 *
 * Phase INIT. O(RINGFENCE_CFG_2D_IMAGES).
 */
NvMediaStatus NvMedia2DImageRegister(const NvMedia2D *i2d, const NvMediaImage *image,
                                     NvMediaAccessMode accessMode);

/**
 * Ends the registration of an image.
 *
 * @param[in] i2d    engine
 * @param[in] image  image
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff i2d is no engine, or image is not registered with it
 * @retval NVMEDIA_STATUS_PENDING        iff a blit of the engine that uses the image is not over.
 *                                       The registration stays
 *
 * Phases INIT DEINIT. O(RINGFENCE_CFG_2D_IMAGES), no wait for a blit. Waits for a call of another
 * thread that copies the image's pixels with the GPU of the engine.
 */
NvMediaStatus NvMedia2DImageUnRegister(const NvMedia2D *i2d, const NvMediaImage *image);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_NVMEDIA_6 */

#endif /* RINGFENCE_NVMEDIA_2D_H */
