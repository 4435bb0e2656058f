/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ends.c
 * What the programs of bench-counts share.
 */
#include "ends.h"

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

/** Looks for events after which two ends are connected. */
#define LOOKS_MAX 100U

void need_at(bool good, const char *file, int line)
{
    if (!good) {
        (void)fprintf(stderr, "%s: line %d\n", file, line);
        _exit(2);
    }
}

void ends_connect(NvSciIpcEndpoint *near, NvSciIpcEndpoint *far)
{
    uint32_t seen_near = 0U;
    uint32_t seen_far = 0U;

    NEED_OK(NvSciIpcInit());
    NEED_OK(NvSciIpcOpenEndpoint("ipc_test_0", near));
    NEED_OK(NvSciIpcOpenEndpoint("ipc_test_1", far));
    NEED_OK(NvSciIpcResetEndpointSafe(*near));
    NEED_OK(NvSciIpcResetEndpointSafe(*far));
    for (uint32_t i = 0U;
         (i < LOOKS_MAX) && ((seen_near & seen_far & NV_SCI_IPC_EVENT_CONN_EST) == 0U); i++) {
        uint32_t events = 0U;

        NEED_OK(NvSciIpcGetEventSafe(*near, &events));
        seen_near |= events;
        NEED_OK(NvSciIpcGetEventSafe(*far, &events));
        seen_far |= events;
    }
    NEED((seen_near & seen_far & NV_SCI_IPC_EVENT_CONN_EST) != 0U);
}
