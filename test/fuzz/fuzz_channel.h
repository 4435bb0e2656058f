/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_channel.h
 * What the targets of objects share: a channel whose ends are both in this process, and connected.
 */
#ifndef RINGFENCE_TEST_FUZZ_CHANNEL_H
#define RINGFENCE_TEST_FUZZ_CHANNEL_H

#include "fuzz.h"
#include "nvsciipc.h"

/** Looks for events until a connection must be there. */
#define FUZZ_LOOKS_MAX 100U

/** Connects two ends of this process. */
static inline void fuzz_connect(NvSciIpcEndpoint *from, NvSciIpcEndpoint *to)
{
    uint32_t seen = 0U;

    FUZZ_CHECK(NvSciIpcInit() == NvSciError_Success);
    FUZZ_CHECK(NvSciIpcOpenEndpoint("itc_test_0", from) == NvSciError_Success);
    FUZZ_CHECK(NvSciIpcOpenEndpoint("itc_test_1", to) == NvSciError_Success);
    FUZZ_CHECK(NvSciIpcResetEndpointSafe(*from) == NvSciError_Success);
    FUZZ_CHECK(NvSciIpcResetEndpointSafe(*to) == NvSciError_Success);
    for (uint32_t i = 0U; (i < FUZZ_LOOKS_MAX) && (seen < 2U); i++) {
        const NvSciIpcEndpoint ends[] = {*from, *to};

        for (uint32_t end = 0U; end < 2U; end++) {
            uint32_t events = 0U;

            FUZZ_CHECK(NvSciIpcGetEventSafe(ends[end], &events) == NvSciError_Success);
            seen += ((events & NV_SCI_IPC_EVENT_CONN_EST) != 0U) ? 1U : 0U;
        }
    }
    FUZZ_CHECK(seen == 2U);
}

#endif /* RINGFENCE_TEST_FUZZ_CHANNEL_H */
