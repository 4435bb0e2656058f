/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file inttypes.h
 * Formats of numbers of 64 bits.
 */
#ifndef RINGFENCE_FIRMWARE_INTTYPES_H
#define RINGFENCE_FIRMWARE_INTTYPES_H

#include <stdint.h>

#if __SIZEOF_LONG__ == 8
#define PRIu64 "lu"
#else
#define PRIu64 "llu"
#endif

#endif /* RINGFENCE_FIRMWARE_INTTYPES_H */
