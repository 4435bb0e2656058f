/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file share_fixture.h
 * What the tests of lists between processes share: endpoints, faults, bytes that were tampered
 * with. One process stands for several: each has its ends of channels.
 */
#ifndef RINGFENCE_TEST_SHARE_FIXTURE_H
#define RINGFENCE_TEST_SHARE_FIXTURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "leftovers.h"
#include "native.h"
#include "nvsciipc.h"
#include "ringfence.h"
#include "share/share.h"

/** Seconds that a test may take. */
#define SHARE_SECONDS 400U
/** Place of the CRC in a descriptor. */
#define SHARE_CRC_AT 12U

/** Asserts the result of a call; a failure shows the names of both codes. */
#define assert_result(call, expected)                                                              \
    assert_string_equal(RingfenceErrorName(call), RingfenceErrorName(expected))

/** A descriptor in the memory of who received it. */
typedef struct {
    /** Aligned for the words that a test changes. */
    union {
        uint8_t bytes[RINGFENCE_CFG_DESCRIPTOR_BYTES];
        uint64_t words[RINGFENCE_CFG_DESCRIPTOR_BYTES / 8U];
    } at;
    size_t size;
} Received;

/** Ends of channels, of one process each. */
typedef struct {
    NvSciIpcEndpoint near;
    NvSciIpcEndpoint far;
} Hop;

static inline int share_begin(void **state)
{
    (void)state;
    (void)alarm(SHARE_SECONDS);
    assert_int_equal(setenv("RINGFENCE_NVSCIIPC_CFG", "test/unit/support/share.cfg", 1), 0);
    assert_result(NvSciIpcInit(), NvSciError_Success);
    return 0;
}

static inline int share_end(void **state)
{
    go_to_init();
    NvSciIpcDeinit();
    (void)alarm(0U);
    return nothing_is_left(state);
}

static inline Hop open_hop(const char *near, const char *far)
{
    Hop hop = {0U, 0U};

    assert_result(NvSciIpcOpenEndpoint(near, &hop.near), NvSciError_Success);
    assert_result(NvSciIpcOpenEndpoint(far, &hop.far), NvSciError_Success);
    return hop;
}

static inline void close_hop(const Hop *hop)
{
    assert_result(NvSciIpcCloseEndpointSafe(hop->near, false), NvSciError_Success);
    assert_result(NvSciIpcCloseEndpointSafe(hop->far, false), NvSciError_Success);
}

static inline RingfenceFault share_fault(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault;
}

/** Puts the CRC right after bytes were changed, so that what is behind it is met. */
static inline void reseal(Received *received)
{
    const uint32_t crc = little_endian_32(wire_crc(received->at.bytes, received->size));

    (void)memcpy(&received->at.bytes[SHARE_CRC_AT], &crc, sizeof(crc));
}

/** Whether a row has the keys that stand in a descriptor from `at` on, and no more. */
static inline bool row_is(const ListClass *cls, uint32_t row, const Received *received, size_t at,
                          uint32_t count)
{
    bool same = true;
    uint32_t set = 0U;
    size_t place = at;

    for (uint32_t i = 0U; (i < count) && same; i++) {
        static uint8_t bytes[RINGFENCE_CFG_DESCRIPTOR_BYTES];
        const uint32_t key =
            attr_index(cls->table, (uint32_t)little_endian(&received->at.bytes[place], 4U));
        const uint32_t len = (uint32_t)little_endian(&received->at.bytes[place + 4U], 4U);
        const AttrValue value = list_value(cls, row, key);

        same = (value.len == len);
        if (same) {
            attr_copy_little_endian(&cls->table->keys[key], bytes, value.bytes, len);
            same = (memcmp(bytes, &received->at.bytes[place + 8U], len) == 0);
        }
        place += 8U + (((size_t)len + 7U) & ~(size_t)7U);
    }
    for (uint32_t key = 0U; key < cls->table->count; key++) {
        set += (list_value(cls, row, key).len > 0U) ? 1U : 0U;
    }
    return same && (set == count) && (place == received->size);
}

#endif /* RINGFENCE_TEST_SHARE_FIXTURE_H */
