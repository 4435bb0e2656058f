/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file program.c
 * Calls functions of libringfence_dla in RUNTIME and in INIT, and says in a line what they gave and
 * what the last fault is. test/system/builds_test.c reads it.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cudla.h"
#include "ringfence.h"

int main(void)
{
    uint64_t version = 7U;
    uint64_t count = 7U;
    cudlaDevHandle device = NULL;
    cudlaStatus asked = cudlaErrorUnknown;
    cudlaStatus made = cudlaErrorUnknown;
    RingfenceFault fault;
    char text[1024] = "";

    asked = cudlaDeviceGetCount(&count);
    (void)RingfenceAdvancePhase(RINGFENCE_PHASE_RUNTIME);
    made = cudlaCreateDevice(0U, &device, CUDLA_STANDALONE);
    (void)cudlaGetVersion(&version);
    (void)RingfenceGetLastFault(&fault);
    (void)RingfenceFormatFault(&fault, text, sizeof(text));
    (void)printf("%d %" PRIu64 " %d %d %d %" PRIu32 " %s\n", (int)asked, count, (int)made,
                 (int)(device == NULL), (int)(version == 7U), fault.total, text);
    return 0;
}
