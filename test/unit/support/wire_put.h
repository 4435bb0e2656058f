/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wire_put.h
 * Bytes of a descriptor that a test or a fuzz target writes by hand.
 */
#ifndef RINGFENCE_TEST_WIRE_PUT_H
#define RINGFENCE_TEST_WIRE_PUT_H

#include <string.h>

#include "share/share.h"

/** Writes bytes as they are. */
static inline void wire_put_bytes(WireOut *out, const void *bytes, size_t size)
{
    uint8_t *const place = wire_put_place(out, size);

    if (place != NULL) {
        (void)memcpy(place, bytes, size);
    }
}

#endif /* RINGFENCE_TEST_WIRE_PUT_H */
