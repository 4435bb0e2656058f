/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvmedia_2d_nvscisync.h
 * NvMedia 2D, first generation: what a blit waits for and what it signals, with NvSciSync.
 *
 * What holds for all functions is said in ringfence_nvmedia.h.
 */
#ifndef RINGFENCE_NVMEDIA_2D_NVSCISYNC_H
#define RINGFENCE_NVMEDIA_2D_NVSCISYNC_H

#ifdef RINGFENCE_NVMEDIA_6
#error "a header of the first generation of NvMedia in a program of the second"
#endif

/* @satisfies RF-MEDIA-901 RF-MEDIA-903 */

#include "nvmedia_2d.h"
#include "nvmedia_core.h"
#include "nvscisync.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Version of the functions of this header. */
#define NVMEDIA_2D_NVSCISYNC_VERSION_MAJOR 1
/** Version of the functions of this header. */
#define NVMEDIA_2D_NVSCISYNC_VERSION_MINOR 0

/** Where the macro of ringfence_compat.h leads. */
#define RINGFENCE_NVMEDIA_FILL NvMedia2DFillNvSciSyncAttrList

/** Fences that a blit can wait for. */
#define NVMEDIA_2D_MAX_PRENVSCISYNCFENCES (3)

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
NvMediaStatus NvMedia2DNvSciSyncGetVersion(NvMediaVersion *version);

/**
 * Sets in a list of NvSciSync what an engine needs to wait for an object or to signal it:
 * NvSciSyncAttrKey_RequiredPerm, in NvSciSyncAttrKey_PrimitiveInfo the kinds of counters that it
 * has, and in NvSciSyncAttrKey_PeerHwEngineArray its name, which is that of the hardware on a
 * board: NvSciBufHwEngName_Vic.
 *
 * @param[in] i2d         engine
 * @param[in] attrlist    unreconciled list without these keys
 * @param[in] clienttype  what the engine does with the object
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff i2d is no engine, attrlist is no live list, is
 *                                       reconciled, was imported or appended, or has one of
 *                                       them already; or clienttype is none. The list is unchanged
 *
 * Phase INIT. O(1).
 */
NvMediaStatus NvMedia2DFillNvSciSyncAttrList(NvMedia2D *i2d, NvSciSyncAttrList attrlist,
                                             NvMediaNvSciSyncClientType clienttype);

/**
 * Registers a sync object with an engine. The object is kept: its own handles may be freed.
 *
 * An object is signalled by one engine: the first one that does so, until it ends the registration.
 *
 * @param[in] i2d          engine
 * @param[in] syncobjtype  what it is for: NVMEDIA_PRESYNCOBJ, NVMEDIA_EOFSYNCOBJ or
 *                         NVMEDIA_EOF_PRESYNCOBJ
 * @param[in] nvscisync    object of lists that NvMedia2DFillNvSciSyncAttrList() filled
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff i2d is no engine, nvscisync is no live object or is
 *                                       registered with the engine, syncobjtype is none, no list of
 *                                       the object was filled, no list of an engine of this process
 *                                       asked for what it is for, or the CPU or a GPU may signal
 *                                       what is to be signalled
 * @retval NVMEDIA_STATUS_NOT_SUPPORTED  iff syncobjtype is NVMEDIA_SOFSYNCOBJ or
 *                                       NVMEDIA_SOF_PRESYNCOBJ
 * @retval NVMEDIA_STATUS_OUT_OF_MEMORY  iff all RINGFENCE_CFG_2D_REGISTRATIONS of the engine are
 *                                       taken, or all RINGFENCE_CFG_SYNC_HANDLES
 *
 * Phase INIT. O(RINGFENCE_CFG_2D_REGISTRATIONS).
 */
NvMediaStatus NvMedia2DRegisterNvSciSyncObj(NvMedia2D *i2d, NvMediaNvSciSyncObjType syncobjtype,
                                            NvSciSyncObj nvscisync);

/**
 * Ends the registration of a sync object. What was set of it for the next blit is dropped.
 *
 * @param[in] i2d        engine
 * @param[in] nvscisync  object
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff i2d is no engine, or nvscisync is not registered with
 * it
 * @retval NVMEDIA_STATUS_PENDING        iff a blit of the engine that uses the object is not over.
 *                                       The registration stays
 *
 * Phases INIT DEINIT. O(RINGFENCE_CFG_2D_REGISTRATIONS), no wait for a blit.
 */
NvMediaStatus NvMedia2DUnregisterNvSciSyncObj(NvMedia2D *i2d, NvSciSyncObj nvscisync);

/**
 * Says which object the next blit of an engine signals when its destination is written. A second
 * call replaces the first.
 *
 * @param[in] i2d           engine
 * @param[in] nvscisyncEOF  object, registered as NVMEDIA_EOFSYNCOBJ or NVMEDIA_EOF_PRESYNCOBJ
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff i2d is no engine, nvscisyncEOF is not registered with
 * it for that, or another engine signals it
 *
 * Phases INIT RUNTIME. One thread at a time prepares and submits blits of one engine.
 * O(RINGFENCE_CFG_2D_REGISTRATIONS).
 */
NvMediaStatus NvMedia2DSetNvSciSyncObjforEOF(NvMedia2D *i2d, NvSciSyncObj nvscisyncEOF);

/**
 * Adds a fence that the next blit of an engine waits for.
 *
 * @param[in] i2d               engine
 * @param[in] prenvscisyncfence fence of an object that is registered as NVMEDIA_PRESYNCOBJ or
 *                              NVMEDIA_EOF_PRESYNCOBJ; it may be cleared behind the call. A cleared
 *                              fence: nothing is added
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER           iff i2d is no engine, prenvscisyncfence is NULL,
 *                                                its bytes are not what the library wrote, or its
 *                                                object is not registered with the engine for that
 * @retval NVMEDIA_STATUS_INSUFFICIENT_BUFFERING  iff the next blit waits for
 *                                                NVMEDIA_2D_MAX_PRENVSCISYNCFENCES fences already
 * @retval NVMEDIA_STATUS_ERROR                   iff the fence has not expired, and the process
 * that signals it was found to be gone
 *
 * Phases INIT RUNTIME. One thread at a time prepares and submits blits of one engine.
 * O(RINGFENCE_CFG_2D_REGISTRATIONS).
 */
NvMediaStatus NvMedia2DInsertPreNvSciSyncFence(NvMedia2D *i2d,
                                               const NvSciSyncFence *prenvscisyncfence);

/**
 * Gives the fence that expires when the last blit of an engine is over.
 *
 * @param[in]  i2d                engine
 * @param[in]  eofnvscisyncobj    object that was set for this blit
 * @param[out] eofnvscisyncfence  overwritten, so it must have been zeroed once
 *                                (NvSciSyncFenceInitializer); the caller's
 *
 * @retval NVMEDIA_STATUS_OK
 * @retval NVMEDIA_STATUS_BAD_PARAMETER  iff i2d is no engine, eofnvscisyncfence is NULL, there was
 *                                       no blit, or eofnvscisyncobj is not what the last one
 *                                       signals
 * @retval NVMEDIA_STATUS_ERROR          iff the object has as many fences as it can
 *
 * Phases INIT RUNTIME. One thread at a time prepares and submits blits of one engine.
 * O(RINGFENCE_CFG_2D_REGISTRATIONS).
 */
NvMediaStatus NvMedia2DGetEOFNvSciSyncFence(NvMedia2D *i2d, NvSciSyncObj eofnvscisyncobj,
                                            NvSciSyncFence *eofnvscisyncfence);

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_NVMEDIA_2D_NVSCISYNC_H */
