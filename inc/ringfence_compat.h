/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ringfence_compat.h
 * Older spellings of names of NvSci and NvMedia 2D, for programs that use them: each stands for the
 * name of today.
 *
 * A program includes this header, before those of NvMedia 2D if it has these, or is compiled with
 * `-include ringfence_compat.h` and stays as it is. No other header includes it.
 */
#ifndef RINGFENCE_COMPAT_H
#define RINGFENCE_COMPAT_H

/* @satisfies RF-CORE-241 */

#include "nvscibuf.h"
#include "nvscierror.h"
#include "nvsciipc.h"
#include "nvscisync.h"

/** NvSciBufObjAlloc(). */
#define NvSciBufAttrListObjAlloc NvSciBufObjAlloc
/** NvSciBufAttrListDebugDump(). */
#define NvSciBufAttrListDump NvSciBufAttrListDebugDump
/** NvSciBufObjFlushCpuCacheRange(). */
#define NvSciBufObjFlushRange NvSciBufObjFlushCpuCacheRange
/** NvSciBufAccessPerm_Readonly. */
#define NvSciBufAccessPerm_ReadOnly NvSciBufAccessPerm_Readonly
/** Timeout of NvSciSyncFenceWait() that does not end by itself; microseconds. */
#define NV_WAIT_INFINITE ((int64_t)-1)
/** A cleared fence, where it is defined. */
#define NV_SCI_SYNC_FENCE_INITIALIZER                                                              \
    {                                                                                              \
        {                                                                                          \
            0U, 0U, 0U, 0U, 0U, 0U                                                                 \
        }                                                                                          \
    }

/** NvMedia2DUnregisterNvSciSyncObj(). */
#define NvMedia2DUnRegisterNvSciSyncObj NvMedia2DUnregisterNvSciSyncObj

/* The headers of the second generation of NvMedia 2D give the function another name. */
#ifdef NvMedia2DFillNvSciSyncAttrList
#error "ringfence_compat.h comes before the headers of NvMedia 2D"
#endif
/** The fourth of some words. */
#define RINGFENCE_FOURTH(first, second, third, fourth, ...) fourth
/** With an engine: the function. */
#define RINGFENCE_FILL_OF_ENGINE(i2d, list, type) (RINGFENCE_NVMEDIA_FILL)(i2d, list, type)
/** Without one: that for all engines. */
#define RINGFENCE_FILL_OF_ALL(list, type) ringfenceMediaFillNvSciSyncAttrList(list, type)
/** NvMedia2DFillNvSciSyncAttrList() with or without the engine, which older sources leave out. */
#define NvMedia2DFillNvSciSyncAttrList(...)                                                        \
    RINGFENCE_FOURTH(__VA_ARGS__, RINGFENCE_FILL_OF_ENGINE, RINGFENCE_FILL_OF_ALL, unused)         \
    (__VA_ARGS__)

#endif /* RINGFENCE_COMPAT_H */
