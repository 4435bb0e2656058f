/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file program.c
 * Calls a function of libringfence_cuda, and says in a line what it gave and what the last fault
 * is. test/cuda/preload/builds_test.c reads it.
 */
#include <inttypes.h>
#include <stdio.h>

#include "ringfence.h"
#include "ringfence_cuda.h"

int main(void)
{
    RingfenceFault fault;
    char text[1024] = "";
    const cudaError_t error = ringfenceCudaDeviceGetNvSciSyncAttributes(NULL, 0, 1);

    (void)RingfenceGetLastFault(&fault);
    (void)RingfenceFormatFault(&fault, text, sizeof(text));
    (void)printf("%d %" PRIu32 " %s\n", (int)error, fault.total, text);
    return 0;
}
