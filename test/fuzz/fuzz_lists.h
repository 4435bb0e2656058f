/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz_lists.h
 * What the targets of lists share: a channel of which both ends are open, and a head that fits what
 * the fuzzer makes, so that it gets behind the CRC.
 */
#ifndef RINGFENCE_TEST_FUZZ_LISTS_H
#define RINGFENCE_TEST_FUZZ_LISTS_H

#include "fuzz.h"
#include "nvsciipc.h"
#include "share/share.h"

/** Longer than any descriptor, so that too long ones are tried as well. */
#define FUZZ_BYTES (RINGFENCE_CFG_DESCRIPTOR_BYTES + 64U)
/** Bytes of the largest buffer that is allocated. */
#define FUZZ_BUFFER_MAX 1048576U

static uint64_t g_fuzz_words[FUZZ_BYTES / 8U];
static NvSciIpcEndpoint g_fuzz_near;
static NvSciIpcEndpoint g_fuzz_far;

static inline void fuzz_open_channel(void)
{
    FUZZ_CHECK(setenv("RINGFENCE_NVSCIIPC_CFG", "cfg/nvsciipc.cfg", 1) == 0);
    FUZZ_CHECK(NvSciIpcInit() == NvSciError_Success);
    FUZZ_CHECK(NvSciIpcOpenEndpoint("itc_test_0", &g_fuzz_near) == NvSciError_Success);
    FUZZ_CHECK(NvSciIpcOpenEndpoint("itc_test_1", &g_fuzz_far) == NvSciError_Success);
}

/** Puts a head of a kind before what the fuzzer made; gives the bytes of both. */
static inline size_t fuzz_wrap(const uint8_t *data, size_t size, WireKind kind)
{
    const size_t room = FUZZ_BYTES - WIRE_HEAD;
    const size_t kept = (size < room) ? size : room;
    WireOut out = wire_begin(g_fuzz_words, FUZZ_BYTES, kind);

    if (kept > 0U) {
        (void)memcpy(&out.bytes[WIRE_HEAD], data, kept);
    }
    out.used = WIRE_HEAD + kept;
    FUZZ_CHECK(wire_end(&out));
    return out.used;
}

#endif /* RINGFENCE_TEST_FUZZ_LISTS_H */
