/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file count.h
 * Counts that programs read, and that stop.
 */
#ifndef RINGFENCE_CORE_COUNT_H
#define RINGFENCE_CORE_COUNT_H

#include "port/atomic.h"

/** Counts once more, up to RINGFENCE_COUNT_MOST. Any context. */
void core_count(PortAtomic32 *count);

#endif /* RINGFENCE_CORE_COUNT_H */
