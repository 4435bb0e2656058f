/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_inside.h
 * What a process that lies does to its part of a stream: no call does it.
 */
#ifndef RINGFENCE_TEST_STREAM_INSIDE_H
#define RINGFENCE_TEST_STREAM_INSIDE_H

#include <stdint.h>

#include "nvscibuf.h"
#include "nvscisync.h"

/** The part of the producer announces an object for an element, whatever was asked for. */
void announce_instead(uint32_t element, NvSciSyncObj object);

/** The part of the producer has a buffer as that of an element in all packets that it offers. */
void insert_instead(uint32_t element, NvSciBufObj buffer);

#endif /* RINGFENCE_TEST_STREAM_INSIDE_H */
