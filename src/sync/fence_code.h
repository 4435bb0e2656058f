/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fence_code.h
 * What the words of a fence contribute to its check.
 */
#ifndef RINGFENCE_SYNC_FENCE_CODE_H
#define RINGFENCE_SYNC_FENCE_CODE_H

#include <stdint.h>

#include "core/feature.h"
#include "port/secret.h"
#include "ringfence_cfg.h"

/* By how much the point is turned for the check, first and then: by half a word, which costs a core
 * of 32 bits nothing. */
#define FENCE_WORD_BITS       64U
#define FENCE_POINT_TURN      32U
#define FENCE_POINT_TURN_MORE 45U

/* And the name. */
#define FENCE_NAME_TURN      32U
#define FENCE_NAME_TURN_MORE 41U
#define FENCE_NAME_SHIFT     16U

/* And the slots. */
#define FENCE_SLOTS_TURN      12U
#define FENCE_SLOTS_TURN_MORE 8U

/* The slot of the timestamp is in the lower half of its word, that of the task status above. */
#define FENCE_HALF_BITS 32U
#define FENCE_HALF_MASK 0xFFFFFFFFU

static inline uint64_t fence_turned(uint64_t word, uint32_t bits)
{
    const uint32_t rest = FENCE_WORD_BITS - bits;

    return (word << bits) | (word >> rest);
}

/** The sum of a word in which each bit stands in three places. */
static inline uint64_t fence_spread(uint64_t word, uint32_t turn, uint32_t turn_more)
{
    return word ^ fence_turned(word ^ fence_turned(word, turn), turn_more);
}

/** What the slots contribute to the check. */
static inline uint64_t fence_spread_slots(uint64_t slots)
{
    return fence_spread(slots, FENCE_SLOTS_TURN, FENCE_SLOTS_TURN_MORE) ^
           (slots << FENCE_HALF_BITS);
}

/** What the name of an object contributes to the check of its fences, and the process's own number.
 * @satisfies RF-SYNC-200 */
static inline uint64_t fence_key(uint64_t name)
{
    const uint64_t secret = feature_enabled(RINGFENCE_CFG_SHARING) ? port_first_secret() : 0U;

    return secret ^ fence_spread(name, FENCE_NAME_TURN, FENCE_NAME_TURN_MORE) ^
           (name >> FENCE_NAME_SHIFT);
}

#endif /* RINGFENCE_SYNC_FENCE_CODE_H */
