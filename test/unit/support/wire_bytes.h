/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wire_bytes.h
 * Bytes of the lists of wire_lists.h, version 2 of the format. They stay as they are as long as the
 * version does.
 */
#ifndef RINGFENCE_TEST_WIRE_BYTES_H
#define RINGFENCE_TEST_WIRE_BYTES_H

#include <stddef.h>
#include <stdint.h>

/** One descriptor. */
typedef struct {
    const char *name;
    const uint8_t *bytes;
    size_t size;
} WireBytes;

/** Which descriptor. */
enum {
    WIRE_BYTES_BUF_LISTS = 0,
    /** Reconciled pairs, in their order. */
    WIRE_BYTES_BUF_PAIRS = 1,
    WIRE_BYTES_SYNC_LISTS = 8,
    WIRE_BYTES_SYNC_PAIR = 9,
    WIRE_BYTES_COUNT = 10
};

extern const WireBytes g_wire_bytes[WIRE_BYTES_COUNT];

#endif /* RINGFENCE_TEST_WIRE_BYTES_H */
