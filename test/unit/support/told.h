/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file told.h
 * Calls that are refused, whose fault says in its line what to do.
 */
#ifndef RINGFENCE_TEST_TOLD_H
#define RINGFENCE_TEST_TOLD_H

#include <string.h>

#include "ringfence.h"
#include "sync_fixture.h"

/** Bytes of a line of a fault. */
#define TOLD_BYTES 512U

/** Asserts that the line of the last fault begins with a function and has a phrase. */
static inline void assert_line_tells(const char *function, const char *phrase)
{
    char line[TOLD_BYTES];

    assert_status(RingfenceDescribeLastFault(line, sizeof(line)), NvSciError_Success);
    assert_int_equal(strncmp(line, function, strlen(function)), 0);
    assert_int_equal(strncmp(&line[strlen(function)], ": ", 2U), 0);
    if (strstr(line, phrase) == NULL) {
        fail_msg("'%s' does not say '%s'", line, phrase);
    }
}

/** Asserts that a call of a function gives a result and reports a fault of a kind, whose line says
 * what to do. */
#define assert_told(function, kind, phrase, result, call)                                          \
    do {                                                                                           \
        const uint32_t told_before = fault_count();                                                \
                                                                                                   \
        assert_int_equal((call), (result));                                                        \
        assert_true(fault_count() > told_before);                                                  \
        assert_int_equal(fault_kind(), (kind));                                                    \
        assert_line_tells((function), (phrase));                                                   \
    } while (false)

#endif /* RINGFENCE_TEST_TOLD_H */
