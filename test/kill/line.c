/* SPDX-License-Identifier: Apache-2.0 */
#include "session.h"

#include <stdio.h>

#include "ringfence.h"

bool line_open(const char *name, Line *line)
{
    NvSciError status = NvSciIpcInit();

    line->open = false;
    if (status == NvSciError_Success) {
        status = NvSciIpcOpenEndpoint(name, &line->endpoint);
    }
    if (status == NvSciError_Success) {
        line->open = true;
        status = NvSciIpcGetLinuxEventFd(line->endpoint, &line->descriptor);
    }
    if (status != NvSciError_Success) {
        (void)fprintf(stderr, "kill: %s: %s\n", name, RingfenceErrorName(status));
        line_close(line);
    }
    return line->open;
}

void line_close(Line *line)
{
    if (line->open) {
        (void)NvSciIpcCloseEndpointSafe(line->endpoint, false);
        line->open = false;
    }
    NvSciIpcDeinit();
}

bool session_left_nothing(uint32_t endpoints)
{
    bool nothing = true;

    for (int pool = 0; pool < (int)RINGFENCE_POOL_COUNT; pool++) {
        RingfencePoolUsage usage;
        const uint32_t expected = (pool == (int)RINGFENCE_POOL_IPC_ENDPOINT) ? endpoints : 0U;

        (void)RingfenceGetPoolUsage((RingfencePool)pool, &usage);
        if (usage.inUse != expected) {
            (void)fprintf(stderr, "kill: %u of %s are in use\n", (unsigned int)usage.inUse,
                          usage.name);
            nothing = false;
        }
    }
    return nothing;
}
