/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file validate.c
 * Whether merged values say what a buffer is: its types, their keys, the values of these.
 */
#include "buf/buf.h"

/** Reports the first list whose types differ from the first list's and do not go with those before
 * it; if there is none, types that no buffer can have. */
static NvSciError report_types(const BufMerge *merge)
{
    NvSciError status = NvSciError_NotSupported;
    ListCursor cursor = list_first(merge->inputs);
    uint32_t first = 0U;
    uint32_t all = 0U;
    bool more = true;

    while (more) {
        const uint32_t types = buf_types(cursor.row);

        first = (first == 0U) ? types : first;
        all |= types;
        if ((types != 0U) && (types != first) && (!buf_types_fit(all))) {
            status = NvSciError_ReconciliationFailed;
            more = false;
        } else {
            more = list_next(&g_buf_lists, &cursor);
        }
    }
    if (status == NvSciError_NotSupported) {
        status = buf_conflict(merge, status, BUF_GENERAL_TYPES, RINGFENCE_RULE_SUPPORTED,
                              BUF_GENERAL_TYPES);
    } else {
        status =
            buf_conflict(merge, status, BUF_GENERAL_TYPES, RINGFENCE_RULE_EQUAL, BUF_GENERAL_TYPES);
        buf_second_at(merge, BUF_GENERAL_TYPES, &cursor);
    }
    return status;
}

/** @satisfies RF-BUF-046 */
static NvSciError validate_types(BufMerge *merge)
{
    NvSciError status = NvSciError_Success;

    merge->types = buf_types(merge->row);
    if (merge->types == 0U) {
        status = buf_conflict(merge, NvSciError_BadParameter, BUF_GENERAL_TYPES,
                              RINGFENCE_RULE_MANDATORY, BUF_GENERAL_TYPES);
    } else if (!buf_types_fit(merge->types)) {
        status = report_types(merge);
    } else {
        status = NvSciError_Success;
    }
    return status;
}

NvSciError buf_validate(BufMerge *merge)
{
    NvSciError status = validate_types(merge);

    if (status == NvSciError_Success) {
        status = buf_types_validate(merge);
    }
    if (status == NvSciError_Success) {
        status = buf_gpu_merge(merge, RINGFENCE_CFG_INTEGRATED_GPU == 1U);
    }
    return status;
}
