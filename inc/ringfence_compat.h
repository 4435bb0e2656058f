/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ringfence_compat.h
 * Older spellings of names of NvSci, for programs that use them: each stands for the name of today.
 *
 * A program includes this header, or is compiled with `-include ringfence_compat.h` and stays as it
 * is. No other header includes it.
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

#endif /* RINGFENCE_COMPAT_H */
