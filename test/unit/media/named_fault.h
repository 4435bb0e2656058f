/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file named_fault.h
 * Calls of NvMedia 2D that are refused with one fault.
 */
#ifndef RINGFENCE_TEST_NAMED_FAULT_H
#define RINGFENCE_TEST_NAMED_FAULT_H

#include "sync_fixture.h"

/** Asserts that a call gives a result, and reports one fault, of this kind. */
#define assert_named(kind, result, call)                                                           \
    do {                                                                                           \
        const uint32_t before_it = fault_count();                                                  \
                                                                                                   \
        assert_int_equal((call), (result));                                                        \
        assert_int_equal(fault_count() - before_it, 1U);                                           \
        assert_int_equal(fault_kind(), (kind));                                                    \
    } while (false)

#endif /* RINGFENCE_TEST_NAMED_FAULT_H */
