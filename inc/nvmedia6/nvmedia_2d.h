/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvmedia6/nvmedia_2d.h
 * NvMedia 2D, second generation: layers of buffers are composed into a buffer. What comes out is
 * defined in docs/2d-pixels.md.
 *
 * An operation is prepared under a token (NvMedia2DComposeParameters): its layers, its destination,
 * what it waits for and what it signals. NvMedia2DCompose() puts it into the queue of its engine;
 * it is done later, in the order of the queue, by a thread of the library.
 *
 * Parameter lists and errors that are marked with 'chosen' are this library's: they are not known
 * from the published interface. Functions that put coefficients into filter buffers or bind these
 * to a layer are not known by prototype and are left out.
 *
 * Functions whose name the first generation has too have a link name with the suffix _v6. What
 * holds for all functions is said in ringfence_nvmedia.h.
 */
#ifndef RINGFENCE_NVMEDIA6_2D_H
#define RINGFENCE_NVMEDIA6_2D_H

/* @satisfies RF-MEDIA-902 RF-MEDIA-903 RF-MEDIA-904 */

#include <stdint.h>

#include "nvmedia_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of NvMedia 2D. */
#define NVMEDIA_2D_VERSION_MAJOR 8
/** Version of NvMedia 2D. */
#define NVMEDIA_2D_VERSION_MINOR 0
/** Version of NvMedia 2D. */
#define NVMEDIA_2D_VERSION_PATCH 0

/** Link name of NvMedia2DGetVersion(). */
#define NvMedia2DGetVersion NvMedia2DGetVersion_v6
/** Link name of NvMedia2DCreate(). */
#define NvMedia2DCreate NvMedia2DCreate_v6
/** Link name of NvMedia2DDestroy(). */
#define NvMedia2DDestroy NvMedia2DDestroy_v6

/** Token of an operation that is prepared. */
typedef uint32_t NvMedia2DComposeParameters;

/** Token of a filter buffer. */
typedef uint32_t NvMedia2DFilterBuffer;

/** How much an engine has. Ranges that are marked are chosen. */
typedef struct {
    /** Tokens that are given out at one time: 1 to RINGFENCE_CFG_2D_TASKS (chosen). */
    uint32_t numComposeParameters;
    /** Buffers that are registered: 1 to 1024, and not more than RINGFENCE_CFG_2D_REGISTRATIONS. */
    uint32_t maxRegisteredBuffers;
    /** Sync objects that are registered: 0 to RINGFENCE_CFG_2D_REGISTRATIONS (chosen). */
    uint32_t maxRegisteredSyncs;
    /** Filter buffers: 0 to 16. */
    uint32_t maxFilterBuffers;
    /** 0. */
    uint32_t flags;
} NvMedia2DAttributes;

/** Filter buffers of an engine at most. */
#define NVMEDIA_2D_MAX_FILTER_BUFFERS 16U

/** An operation that was put into the queue. */
typedef struct {
    /** Counts the operations of the engine. */
    uint64_t operationId;
} NvMedia2DComposeResult;

/** How a pixel between samples is made. */
typedef enum {
    /** The sample that covers the point. The default. */
    NVMEDIA_2D_FILTER_OFF = 1,
    /** A triangle. */
    NVMEDIA_2D_FILTER_LOW = 2,
    /** A cubic. */
    NVMEDIA_2D_FILTER_MEDIUM = 3,
    /** A Lanczos window of 3. */
    NVMEDIA_2D_FILTER_HIGH = 4
} NvMedia2DFilter;

/** How a source is turned; what comes of {0 1 / 2 3}. Those above 3 are chosen. */
typedef enum {
    /** {0 1 / 2 3}. The default. */
    NVMEDIA_2D_TRANSFORM_NONE = 0,
    /** {1 3 / 0 2}: anti-clockwise. */
    NVMEDIA_2D_TRANSFORM_ROTATE_90 = 1,
    /** {3 2 / 1 0}. */
    NVMEDIA_2D_TRANSFORM_ROTATE_180 = 2,
    /** {2 0 / 3 1}. */
    NVMEDIA_2D_TRANSFORM_ROTATE_270 = 3,
    /** {1 0 / 3 2}. */
    NVMEDIA_2D_TRANSFORM_FLIP_HORIZONTAL = 4,
    /** {3 1 / 2 0}. */
    NVMEDIA_2D_TRANSFORM_INV_TRANSPOSE = 5,
    /** {2 3 / 0 1}. */
    NVMEDIA_2D_TRANSFORM_FLIP_VERTICAL = 6,
    /** {0 2 / 1 3}. */
    NVMEDIA_2D_TRANSFORM_TRANSPOSE = 7
} NvMedia2DTransform;

/** How a layer is mixed with what is below it. Names and numbers are chosen. */
typedef enum {
    /** It replaces it. The default. */
    NVMEDIA_2D_BLEND_MODE_DISABLED = 1,
    /** By the constant alone. */
    NVMEDIA_2D_BLEND_MODE_CONSTANT_ALPHA = 2,
    /** By the alpha of the source times the constant. */
    NVMEDIA_2D_BLEND_MODE_STRAIGHT_ALPHA = 3,
    /** The same, where the colours of the source are multiplied with its alpha already. */
    NVMEDIA_2D_BLEND_MODE_PREMULTIPLIED_ALPHA = 4
} NvMedia2DBlendMode;

/** Layers of an operation. Chosen. */
#define NVMEDIA_2D_MAX_LAYERS 16U

/**
 * Says which version of NvMedia 2D the library has.
 *
 * @param[out] version  8.0.0
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff version is NULL
 *
 * Phase INIT. O(1), no lock, no system call.
 */
NvMediaStatus NvMedia2DGetVersion(NvMediaVersion *const version);

/**
 * Makes an engine: a queue and a thread. Engines do not wait for one another but by fences.
 *
 * @param[out] handle  the engine, the caller's until NvMedia2DDestroy()
 * @param[in]  attr    how much it has; NULL: as much as there is
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is NULL, or an attribute is out of range
 * @retval NVMEDIA_STATUS_OUT_OF_MEMORY  iff all RINGFENCE_CFG_2D_ENGINES are taken
 * @retval NVMEDIA_STATUS_ERROR          iff no thread can be started, or the process is a child
 * that was forked while its parent had engines, or a thread of its parent made, ended or used
 * something
 *
 * Phase INIT. O(RINGFENCE_CFG_2D_ENGINES), and a thread is started.
 */
NvMediaStatus NvMedia2DCreate(NvMedia2D **handle, NvMedia2DAttributes const *const attr);

/**
 * Ends an engine with its registrations, tokens and filter buffers. Operations that are not over
 * are ended: the one that runs within some milliseconds, the others without a start; what they
 * signal is signalled, with a task status that says failure where the object has task statuses.
 *
 * @param[in] handle  engine
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine
 *
 * Phases INIT DEINIT. Waits for the thread. A call for the engine that is under way ends before, or
 * is refused.
 */
NvMediaStatus NvMedia2DDestroy(NvMedia2D *const handle);

/**
 * Gives a token to prepare an operation with. It has no layers and no destination, waits for
 * nothing and signals nothing. NvMedia2DCompose() takes it back. The parameter list is chosen.
 *
 * @param[in]  handle  engine
 * @param[out] params  the token
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER           iff handle is no engine, or params is NULL
 * @retval NVMEDIA_STATUS_INSUFFICIENT_BUFFERING  iff as many tokens as the engine has
 *                                                (NvMedia2DAttributes.numComposeParameters) are
 *                                                given out (chosen)
 *
 * Phases INIT RUNTIME. O(RINGFENCE_CFG_2D_TASKS).
 */
NvMediaStatus NvMedia2DGetComposeParameters(NvMedia2D *const handle,
                                            NvMedia2DComposeParameters *const params);

/**
 * Sets the filter of a layer. The parameter list is chosen.
 *
 * @param[in] handle  engine
 * @param[in] params  token
 * @param[in] index   layer, from 0
 * @param[in] filter  filter; NVMEDIA_2D_FILTER_OFF until it is set
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, params is no token that it gave
 *                                       out, index is not less than NVMEDIA_2D_MAX_LAYERS, or
 * filter is none
 *
 * Phases INIT RUNTIME. Calls for one token are made one at a time. O(1).
 */
NvMediaStatus NvMedia2DSetSrcFilter(NvMedia2D *const handle,
                                    NvMedia2DComposeParameters const params, uint32_t const index,
                                    NvMedia2DFilter const filter);

/**
 * Sets the rectangles and the transform of a layer. The parameter list is chosen.
 *
 * @param[in] handle     engine
 * @param[in] params     token
 * @param[in] index      layer, from 0
 * @param[in] srcRect    rectangle of the source that is read; NULL: all of it
 * @param[in] dstRect    rectangle of the destination that is written; NULL: all of it
 * @param[in] transform  how the source is turned; NVMEDIA_2D_TRANSFORM_NONE until it is set
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, params is no token that it gave
 *                                       out, index is not less than NVMEDIA_2D_MAX_LAYERS, a
 *                                       rectangle is empty, or transform is none
 *
 * Phases INIT RUNTIME. Calls for one token are made one at a time. O(1).
 */
NvMediaStatus NvMedia2DSetSrcGeometry(NvMedia2D *const handle,
                                      NvMedia2DComposeParameters const params, uint32_t const index,
                                      NvMediaRect const *const srcRect,
                                      NvMediaRect const *const dstRect,
                                      NvMedia2DTransform const transform);

/**
 * Sets how a layer is mixed with what is below it. The parameter list is chosen.
 *
 * @param[in] handle         engine
 * @param[in] params         token
 * @param[in] index          layer, from 0
 * @param[in] blendMode      how; NVMEDIA_2D_BLEND_MODE_DISABLED until it is set
 * @param[in] constantAlpha  0 (the layer is not seen) to 1
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, params is no token that it gave
 *                                       out, index is not less than NVMEDIA_2D_MAX_LAYERS,
 * blendMode is none, or constantAlpha is not from 0 to 1
 *
 * Phases INIT RUNTIME. Calls for one token are made one at a time. O(1).
 */
NvMediaStatus NvMedia2DSetSrcBlendMode(NvMedia2D *const handle,
                                       NvMedia2DComposeParameters const params,
                                       uint32_t const index, NvMedia2DBlendMode const blendMode,
                                       float const constantAlpha);

/**
 * Takes a filter buffer of an engine. This library has nothing that fills one or uses it; the
 * filters are those of NvMedia2DFilter. The parameter list is chosen.
 *
 * @param[in]  handle  engine
 * @param[out] buffer  token of the filter buffer, the caller's until NvMedia2DDestroyFilterBuffer()
 *                     or NvMedia2DDestroy()
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, or buffer is NULL
 * @retval NVMEDIA_STATUS_OUT_OF_MEMORY  iff as many as the engine has
 *                                       (NvMedia2DAttributes.maxFilterBuffers) are taken
 *
 * Phase INIT. O(NVMEDIA_2D_MAX_FILTER_BUFFERS).
 */
NvMediaStatus NvMedia2DCreateFilterBuffer(NvMedia2D *const handle,
                                          NvMedia2DFilterBuffer *const buffer);

/**
 * Gives a filter buffer back. The parameter list is chosen.
 *
 * @param[in] handle  engine
 * @param[in] buffer  token of the filter buffer
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, or buffer is none that it gave out
 *
 * Phases INIT DEINIT. O(1).
 */
NvMediaStatus NvMedia2DDestroyFilterBuffer(NvMedia2D *const handle,
                                           NvMedia2DFilterBuffer const buffer);

/**
 * Puts an operation into the queue of its engine, and takes its token back. Layers are drawn in the
 * order of their indices. It starts when its fences have expired and the operation before it is
 * over, and signals its object when the destination is written, also if it fails: then with a task
 * status that says failure, where the object has task statuses. A call that fails leaves the token
 * as it is. The parameter list is chosen.
 *
 * In INIT, the graphs that the operation needs are built: code and tables for its formats, sizes
 * and filters. In RUNTIME an operation needs that one with layers of the same formats, sizes of the
 * rectangles, transforms and filters was submitted in INIT. What can be done without a graph is
 * taken in each phase.
 *
 * @param[in]  handle  engine
 * @param[in]  params  token; stale afterwards
 * @param[out] result  names the operation; NULL is taken
 *
 * @retval NVMEDIA_STATUS_OK                      the operation will be done
 * @retval NVMEDIA_STATUS_BAD_PARAMETER           iff handle is no engine, params is no token that
 * it gave out, there is no layer or no destination, something of a layer without a source is set, a
 *                                                source is the destination, or a rectangle is
 *                                                outside of its image, or odd where colour is
 *                                                sub-sampled; or a buffer or an object of the token
 *                                                is not registered any more, or another engine
 *                                                signals that object, or a source is in the memory
 *                                                of the destination and their rectangles share
 *                                                bytes there, or one of both is block linear
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED           iff a layer is stretched by less than 1/16 or more
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
 * Phases INIT RUNTIME. One thread at a time submits operations of one engine. O(layers and fences).
 * In RUNTIME nothing is allocated; no system call but those that name the process, and one that
 * wakes the thread if it sleeps.
 */
NvMediaStatus NvMedia2DCompose(NvMedia2D *const handle, NvMedia2DComposeParameters const params,
                               NvMedia2DComposeResult *const result);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_NVMEDIA6_2D_H */
