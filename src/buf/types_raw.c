/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file types_raw.c
 * What a library that has only raw buffers has in the place of types.c and types/: a
 * reconciliation refuses other types, with a conflict about the types. keys_raw.c has the keys.
 */
#include "buf/buf.h"

/** @satisfies RF-BUF-070 */
bool buf_types_fit(uint32_t types)
{
    return types == BUF_TYPE_BIT(NvSciBufType_RawBuffer);
}

uint32_t buf_types_groups(uint32_t types)
{
    return types | BUF_TYPE_BIT(NvSciBufType_General);
}

AttrValue buf_types_stored(uint32_t key, AttrValue value)
{
    (void)key;
    return value;
}

bool buf_types_pad(uint32_t key)
{
    (void)key;
    return false;
}

bool buf_types_per_dim(uint32_t key)
{
    (void)key;
    return false;
}

void buf_types_cut(uint32_t row)
{
    (void)row;
}

NvSciError buf_types_validate(BufMerge *merge)
{
    NvSciError status = NvSciError_Success;

    merge->is_surface = false;
    if (!buf_is_set(merge->row, BUF_RAW_SIZE)) {
        status = buf_conflict(merge, NvSciError_BadParameter, BUF_RAW_SIZE,
                              RINGFENCE_RULE_MANDATORY, BUF_GENERAL_TYPES);
    }
    return status;
}

NvSciError buf_types_compute(const BufMerge *merge, const BufEngineNeeds *needs)
{
    (void)merge;
    (void)needs;
    return NvSciError_Success;
}

void buf_memory_need(uint32_t row, uint64_t *size, uint64_t *alignment)
{
    *size = buf_number(row, BUF_RAW_SIZE);
    *alignment = buf_number(row, BUF_RAW_ALIGN);
}

BufKey buf_types_size_key(uint32_t types)
{
    (void)types;
    return BUF_RAW_SIZE;
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
