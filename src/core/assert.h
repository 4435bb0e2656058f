/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file assert.h
 * Assertions: what the library says of its own state.
 *
 * One that does not hold is a fault report that names its file and line, and the code goes on as if
 * it held. Assertions are about what the library itself keeps true: what a program or a peer can
 * get wrong is checked, and is an error. Conditions change nothing.
 */
#ifndef RINGFENCE_CORE_ASSERT_H
#define RINGFENCE_CORE_ASSERT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/fault.h"
#include "core/phase.h"
#include "ringfence_cfg.h"

/** Returns holds. If it is false, the fault of an assertion is reported first, with the place.
 * @satisfies RF-CORE-246 */
static inline bool assert_that(bool holds, const char *file, uint32_t line)
{
    if (!holds) {
        ringfence_fault_assert(file, line);
    }
    return holds;
}

/** States that a condition holds. Where assertions are left out it is not looked at. */
#define ASSERT(holds)                                                                              \
    ((void)assert_that(RINGFENCE_ASSERTED(holds), RINGFENCE_TEXT(__FILE__), (uint32_t)__LINE__))

/** States that a condition holds that the code needs: it is always looked at, reported, and given.
 */
#define ASSERT_CHECK(holds) (assert_that((holds), RINGFENCE_TEXT(__FILE__), (uint32_t)__LINE__))

#endif /* RINGFENCE_CORE_ASSERT_H */
