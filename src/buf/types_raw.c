/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file types_raw.c
 * What a library that has only raw buffers has in the place of types.c and types/: a
 * reconciliation refuses other types, with a conflict about the types. keys_raw.c has the keys.
 */
#include "buf/buf.h"

/** Refuses all types but raw buffers. */
static NvSciError refuse(const BufMerge *merge)
{
    return buf_conflict(merge, NvSciError_NotSupported, BUF_GENERAL_TYPES, RINGFENCE_RULE_SUPPORTED,
                        BUF_GENERAL_TYPES);
}

NvSciError buf_surface_expand(const BufMerge *merge)
{
    return refuse(merge);
}

/** @satisfies RF-BUF-070 */
NvSciError buf_validate_values(const BufMerge *merge)
{
    NvSciError status = NvSciError_Success;

    if (!buf_has_type(merge->types, NvSciBufType_RawBuffer)) {
        status = refuse(merge);
    }
    return status;
}

NvSciError buf_compute_types(const BufMerge *merge, const BufEngineNeeds *needs)
{
    (void)needs;
    return refuse(merge);
}

/** @satisfies RF-BUF-070 */
NvSciError NvSciBufObjGetPixels(NvSciBufObj bufObj, const NvSciBufRect *rect, void **dstPtrs,
                                const uint32_t *dstPtrSizes, const uint32_t *dstPitches)
{
    (void)bufObj;
    (void)rect;
    (void)dstPtrs;
    (void)dstPtrSizes;
    (void)dstPitches;
    return NvSciError_NotSupported;
}

/** @satisfies RF-BUF-070 */
NvSciError NvSciBufObjPutPixels(NvSciBufObj bufObj, const NvSciBufRect *rect, const void **srcPtrs,
                                const uint32_t *srcPtrSizes, const uint32_t *srcPitches)
{
    (void)bufObj;
    (void)rect;
    (void)srcPtrs;
    (void)srcPtrSizes;
    (void)srcPitches;
    return NvSciError_NotSupported;
}
