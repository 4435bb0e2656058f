/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file beside.c
 * The stamp of a library beside libringfence.
 */
#include "beside/beside.h"

#include "core/stamp.h"

static const uint64_t g_beside_stamp[STAMP_SIZE] = STAMP_VALUES;

PortAtomic32 g_beside_fits;

/** @satisfies RF-CORE-317 */
NvSciError beside_compare(void)
{
    const NvSciError status = ringfence_stamp_check(g_beside_stamp);

    if (status == NvSciError_Success) {
        port_store32_release(&g_beside_fits, 1U);
    }
    return status;
}
