/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvmedia6/nvmedia_2d_sci.h
 * NvMedia 2D, second generation: buffers of NvSciBuf, and what an operation waits for and what it
 * signals, with NvSciSync.
 *
 * Functions whose name the first generation has too have a link name with the suffix _v6. What
 * holds for all functions is said in ringfence_nvmedia.h.
 */
#ifndef RINGFENCE_NVMEDIA6_2D_SCI_H
#define RINGFENCE_NVMEDIA6_2D_SCI_H

/* @satisfies RF-MEDIA-902 RF-MEDIA-903 RF-MEDIA-904 */

#include <stdint.h>

#include "nvmedia_2d.h"
#include "nvmedia_core.h"
#include "nvscibuf.h"
#include "nvscisync.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Link name of NvMedia2DFillNvSciSyncAttrList(). */
#define RINGFENCE_NVMEDIA_FILL NvMedia2DFillNvSciSyncAttrList_v6
#ifndef NvMedia2DFillNvSciSyncAttrList
/** Link name; ringfence_compat.h has a macro of its own that leads there. */
#define NvMedia2DFillNvSciSyncAttrList RINGFENCE_NVMEDIA_FILL
#endif
/** Link name of NvMedia2DRegisterNvSciSyncObj(). */
#define NvMedia2DRegisterNvSciSyncObj NvMedia2DRegisterNvSciSyncObj_v6
/** Link name of NvMedia2DUnregisterNvSciSyncObj(). */
#define NvMedia2DUnregisterNvSciSyncObj NvMedia2DUnregisterNvSciSyncObj_v6
/** Link name of NvMedia2DSetNvSciSyncObjforEOF(). */
#define NvMedia2DSetNvSciSyncObjforEOF NvMedia2DSetNvSciSyncObjforEOF_v6
/** Link name of NvMedia2DInsertPreNvSciSyncFence(). */
#define NvMedia2DInsertPreNvSciSyncFence NvMedia2DInsertPreNvSciSyncFence_v6
/** Link name of NvMedia2DGetEOFNvSciSyncFence(). */
#define NvMedia2DGetEOFNvSciSyncFence NvMedia2DGetEOFNvSciSyncFence_v6

/** Fences that an operation can wait for. */
#define NVMEDIA_2D_MAX_PRE_FENCES 16U

/**
 * Sets in a list of NvSciBuf that an engine uses the buffer: its name in
 * NvSciBufGeneralAttrKey_PeerHwEngineArray, NvSciBufHwEngName_Vic. What the buffer is (type,
 * planes, formats, colours, layout, rights) is the program's to set.
 *
 * @param[in] handle    engine
 * @param[in] attrList  unreconciled list without this key
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, attrList is no live list, is
 *                                       reconciled, was imported or appended, or has the key
 *                                       already. The list is unchanged
 *
 * Phase INIT. O(1).
 */
NvMediaStatus NvMedia2DFillNvSciBufAttrList(NvMedia2D const *const handle,
                                            NvSciBufAttrList const attrList);

/**
 * Sets in a list of NvSciSync what an engine needs to wait for an object or to signal it:
 * NvSciSyncAttrKey_RequiredPerm, in NvSciSyncAttrKey_PrimitiveInfo the kinds of counters that it
 * has, and in NvSciSyncAttrKey_PeerHwEngineArray its name, which is that of the hardware on a
 * board: NvSciBufHwEngName_Vic.
 *
 * @param[in] handle      engine
 * @param[in] attrList    unreconciled list without these keys
 * @param[in] clientType  what the engine does with the object
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, attrList is no live list, is
 *                                       reconciled, was imported or appended, or has one of
 *                                       them already; or clientType is none. The list is unchanged
 *
 * Phase INIT. O(1).
 */
NvMediaStatus NvMedia2DFillNvSciSyncAttrList(NvMedia2D const *const handle,
                                             NvSciSyncAttrList const attrList,
                                             NvMediaNvSciSyncClientType const clientType);

/**
 * Registers a buffer with an engine. The buffer is kept: its own handles may be freed.
 *
 * @param[in] handle  engine
 * @param[in] bufObj  buffer that is an image
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, bufObj is no live buffer, or it is
 *                                       registered with the engine, by whatever handle; a buffer
 *                                       that came back from another process is another one
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED  iff the buffer is no image, no blit has its format, it is
 *                                       wider than RINGFENCE_CFG_2D_WIDTH, its width or height is
 *                                       odd where colour is sub-sampled, or it is in memory of a
 *                                       GPU that the engine cannot use
 * @retval NVMEDIA_STATUS_OUT_OF_MEMORY  iff as many as the engine has
 *                                       (NvMedia2DAttributes.maxRegisteredBuffers) are registered,
 *                                       or all RINGFENCE_CFG_BUF_HANDLES are taken, or the GPU has
 *                                       no room
 * @retval NVMEDIA_STATUS_ERROR          iff the driver of a GPU refuses the memory for another
 *                                       reason
 *
 * Phase INIT. O(RINGFENCE_CFG_2D_REGISTRATIONS).
 */
NvMediaStatus NvMedia2DRegisterNvSciBufObj(NvMedia2D const *const handle, NvSciBufObj const bufObj);

/**
 * Registers a sync object with an engine. The object is kept: its own handles may be freed.
 *
 * An object is signalled by one engine: the first one that does so, until it ends the registration.
 *
 * @param[in] handle       engine
 * @param[in] syncObjType  what it is for: NVMEDIA_PRESYNCOBJ, NVMEDIA_EOFSYNCOBJ or
 *                         NVMEDIA_EOF_PRESYNCOBJ
 * @param[in] syncObj      object of lists that NvMedia2DFillNvSciSyncAttrList() filled
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, syncObj is no live object or is
 *                                       registered with the engine, syncObjType is none, no list of
 *                                       the object was filled, no list of an engine of this process
 *                                       asked for what it is for, or the CPU or a GPU may signal
 *                                       what is to be signalled
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED  iff syncObjType is NVMEDIA_SOFSYNCOBJ or
 *                                       NVMEDIA_SOF_PRESYNCOBJ
 * @retval NVMEDIA_STATUS_OUT_OF_MEMORY  iff as many as the engine has
 *                                       (NvMedia2DAttributes.maxRegisteredSyncs) are registered, or
 *                                       all RINGFENCE_CFG_SYNC_HANDLES are taken
 *
 * Phase INIT. O(RINGFENCE_CFG_2D_REGISTRATIONS).
 */
NvMediaStatus NvMedia2DRegisterNvSciSyncObj(NvMedia2D const *const handle,
                                            NvMediaNvSciSyncObjType const syncObjType,
                                            NvSciSyncObj const syncObj);

/**
 * Ends the registration of a buffer. A token that names it cannot be composed afterwards.
 *
 * @param[in] handle  engine
 * @param[in] bufObj  buffer
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, or bufObj is not registered with
 * it
 * @retval NVMEDIA_STATUS_PENDING        iff an operation that uses the buffer is not over. The
 *                                       registration stays
 *
 * Phases INIT DEINIT. O(RINGFENCE_CFG_2D_REGISTRATIONS), no wait for an operation.
 */
NvMediaStatus NvMedia2DUnregisterNvSciBufObj(NvMedia2D const *const handle,
                                             NvSciBufObj const bufObj);

/**
 * Ends the registration of a sync object. A token that names it cannot be composed afterwards.
 *
 * @param[in] handle   engine
 * @param[in] syncObj  object
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, or syncObj is not registered with
 *                                       it
 * @retval NVMEDIA_STATUS_PENDING        iff an operation that uses the object is not over. The
 *                                       registration stays
 *
 * Phases INIT DEINIT. O(RINGFENCE_CFG_2D_REGISTRATIONS), no wait for an operation.
 */
NvMediaStatus NvMedia2DUnregisterNvSciSyncObj(NvMedia2D const *const handle,
                                              NvSciSyncObj const syncObj);

/**
 * Says which object an operation signals when its destination is written. A second call for one
 * token replaces the first.
 *
 * @param[in] handle   engine
 * @param[in] params   token
 * @param[in] syncObj  object, registered as NVMEDIA_EOFSYNCOBJ or NVMEDIA_EOF_PRESYNCOBJ
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, params is no token that it gave
 *                                       out, syncObj is not registered with it for that, or another
 *                                       engine signals it
 *
 * Phases INIT RUNTIME. Calls for one token are made one at a time.
 * O(RINGFENCE_CFG_2D_REGISTRATIONS).
 */
NvMediaStatus NvMedia2DSetNvSciSyncObjforEOF(NvMedia2D const *const handle,
                                             NvMedia2DComposeParameters const params,
                                             NvSciSyncObj const syncObj);

/**
 * Adds a fence that an operation waits for.
 *
 * @param[in] handle     engine
 * @param[in] params     token
 * @param[in] syncFence  fence of an object that is registered as NVMEDIA_PRESYNCOBJ or
 *                       NVMEDIA_EOF_PRESYNCOBJ; it may be cleared behind the call. A cleared fence:
 *                       nothing is added
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER           iff handle is no engine, params is no token that
 * it gave out, syncFence is NULL, its bytes are not what the library wrote, or its object is not
 * registered with the engine for that
 * @retval NVMEDIA_STATUS_INSUFFICIENT_BUFFERING  iff the operation waits for
 *                                                NVMEDIA_2D_MAX_PRE_FENCES fences already
 * @retval NVMEDIA_STATUS_ERROR                   iff the fence has not expired, and the process
 * that signals it was found to be gone
 *
 * Phases INIT RUNTIME. Calls for one token are made one at a time.
 * O(RINGFENCE_CFG_2D_REGISTRATIONS).
 */
NvMediaStatus NvMedia2DInsertPreNvSciSyncFence(NvMedia2D const *const handle,
                                               NvMedia2DComposeParameters const params,
                                               NvSciSyncFence const *const syncFence);

/**
 * Gives the fence that expires when an operation is over.
 *
 * @param[in]  handle     engine
 * @param[in]  result     what NvMedia2DCompose() gave for it
 * @param[out] syncFence  overwritten, so it must have been zeroed once (NvSciSyncFenceInitializer);
 *                        the caller's
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, result or syncFence is NULL,
 * result names none of the last RINGFENCE_CFG_2D_TASKS operations of the engine, or no object was
 * set for it
 * @retval NVMEDIA_STATUS_ERROR          iff the object has as many fences as it can
 *
 * Phases INIT RUNTIME. O(1).
 */
NvMediaStatus NvMedia2DGetEOFNvSciSyncFence(NvMedia2D const *const handle,
                                            NvMedia2DComposeResult const *const result,
                                            NvSciSyncFence *const syncFence);

/**
 * Sets the source of a layer.
 *
 * @param[in] handle      engine
 * @param[in] params      token
 * @param[in] index       layer, from 0
 * @param[in] srcSurface  buffer that is registered with the engine
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, params is no token that it gave
 *                                       out, index is not less than NVMEDIA_2D_MAX_LAYERS, or
 *                                       srcSurface is not registered with it
 *
 * Phases INIT RUNTIME. Calls for one token are made one at a time.
 * O(RINGFENCE_CFG_2D_REGISTRATIONS).
 */
NvMediaStatus NvMedia2DSetSrcNvSciBufObj(NvMedia2D *const handle,
                                         NvMedia2DComposeParameters const params,
                                         uint32_t const index, NvSciBufObj srcSurface);

/**
 * Sets the destination of an operation. The parameter list is chosen, by that of
 * NvMedia2DSetSrcNvSciBufObj().
 *
 * @param[in] handle      engine
 * @param[in] params      token
 * @param[in] dstSurface  buffer that is registered with the engine
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff handle is no engine, params is no token that it gave
 *                                       out, dstSurface is not registered with it, or may only be
 *                                       read
 *
 * Phases INIT RUNTIME. Calls for one token are made one at a time.
 * O(RINGFENCE_CFG_2D_REGISTRATIONS).
 */
NvMediaStatus NvMedia2DSetDstNvSciBufObj(NvMedia2D *const handle,
                                         NvMedia2DComposeParameters const params,
                                         NvSciBufObj dstSurface);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_NVMEDIA6_2D_SCI_H */
