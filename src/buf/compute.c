/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file compute.c
 * Output attributes of all buffers, and of raw ones.
 */
#include "buf/buf.h"

static uint64_t greater(uint64_t left, uint64_t right)
{
    return (left > right) ? left : right;
}

/* ---------------------------------------------------------------- general keys */

/**
 * Software keeps the CPU's caches coherent only if the CPU uses them and an engine does not see
 * them. Where no engine of the machine does, the CPU caches every buffer: there is one memory for
 * all of them, and no mapping that leaves the cache out.
 *
 * @satisfies RF-BUF-050 RF-BUF-053 RF-BUF-054
 */
static void compute_general(const BufMerge *merge, const BufEngineNeeds *needs)
{
    const uint32_t row = merge->row;
    const bool has_cpu = buf_flag(row, BUF_GENERAL_NEED_CPU_ACCESS);
    const bool is_cached = buf_flag(row, BUF_GENERAL_ENABLE_CPU_CACHE);
    const bool unseen = (is_cached && needs->is_incoherent) || (!port_cache_is_coherent());
    const bool flush = has_cpu && unseen;

    buf_put_number(row, BUF_GENERAL_CPU_NEED_SW_CACHE_COHERENCY, flush ? 1U : 0U);
    if (feature_enabled(LIST_READERS)) {
        const uint64_t required = buf_number(row, BUF_GENERAL_REQUIRED_PERM);

        buf_put_number(row, BUF_GENERAL_NEED_CPU_ACCESS, has_cpu ? 1U : 0U);
        buf_put_number(row, BUF_GENERAL_ENABLE_CPU_CACHE, is_cached ? 1U : 0U);
        buf_put_number(row, BUF_GENERAL_ACTUAL_PERM,
                       greater(required, (uint64_t)NvSciBufAccessPerm_Readonly));
        list_unset(&g_buf_lists, row, (uint32_t)BUF_GENERAL_REQUIRED_PERM);
    }
    if (feature_enabled(RINGFENCE_CFG_ENGINES)) {
        buf_gpu_compute(row, RINGFENCE_CFG_INTEGRATED_GPU == 1U, needs->is_used);
    }
}

/* ---------------------------------------------------------------- all of them */

NvSciError buf_compute(const BufMerge *merge)
{
    NvSciError status = NvSciError_Success;
    const BufEngineNeeds needs = buf_engine_of_row(merge->row);

    compute_general(merge, &needs);
    if (buf_has_type(merge->types, NvSciBufType_RawBuffer)) {
        buf_put_number(merge->row, BUF_RAW_ALIGN,
                       buf_base_align(buf_number(merge->row, BUF_RAW_ALIGN), &needs));
    } else {
        status = buf_types_compute(merge, &needs);
    }
    return status;
}
