/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file keys.h
 * What the values of a reconciled list say.
 */
#ifndef RINGFENCE_SYNC_KEYS_H
#define RINGFENCE_SYNC_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "sync/sync.h"

/** Says whether the CPU signals objects of a reconciled list. */
static inline bool sync_list_cpu_signals(uint32_t row)
{
    return (sync_list_number(row, SYNC_KEY_SIGNALERS) & SYNC_SIGNALERS_CPU) != 0U;
}

#endif /* RINGFENCE_SYNC_KEYS_H */
