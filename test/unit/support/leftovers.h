/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file leftovers.h
 * What every test must leave behind: nothing taken, phase INIT.
 */
#ifndef RINGFENCE_TEST_LEFTOVERS_H
#define RINGFENCE_TEST_LEFTOVERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ringfence.h"

/** Advances until the phase is INIT again. */
static inline void go_to_init(void)
{
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_RUNTIME) {
        assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_DEINIT), NvSciError_Success);
    }
    if (RingfenceCurrentPhase() == RINGFENCE_PHASE_DEINIT) {
        assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), NvSciError_Success);
    }
}

/** Slots of a pool that are taken now. */
static inline uint32_t in_use_of(RingfencePool pool)
{
    RingfencePoolUsage usage;

    assert_int_equal(RingfenceGetPoolUsage(pool, &usage), NvSciError_Success);
    return usage.inUse;
}

/** Slots of all pools that are taken now. */
static inline uint32_t in_use_of_all(void)
{
    uint32_t sum = 0U;

    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        sum += in_use_of((RingfencePool)pool);
    }
    return sum;
}

/** Teardown of every test. The phase is put right for the next test before it is judged. */
static inline int nothing_is_left(void **state)
{
    const RingfencePhase phase = RingfenceCurrentPhase();

    (void)state;
    go_to_init();
    assert_int_equal(phase, RINGFENCE_PHASE_INIT);
    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        RingfencePoolUsage usage;

        assert_int_equal(RingfenceGetPoolUsage((RingfencePool)pool, &usage), NvSciError_Success);
        if (usage.inUse != 0U) {
            print_error("%u slots of pool '%s' are still taken\n", usage.inUse, usage.name);
        }
        assert_int_equal(usage.inUse, 0U);
    }
    return 0;
}

#endif /* RINGFENCE_TEST_LEFTOVERS_H */
