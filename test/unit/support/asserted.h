/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file asserted.h
 * For tests that assertions of a library beside libringfence are reported: damage that no program
 * can do, and the file whose assertion must notice it.
 */
#ifndef RINGFENCE_TEST_ASSERTED_H
#define RINGFENCE_TEST_ASSERTED_H

#include <string.h>

#include "leftovers.h"
#include "ringfence.h"

/** A provocation, and the file whose assertion it must fail. */
typedef struct {
    const char *file;
    void (*provoke)(void);
} Provocation;

static inline RingfenceFault asserted_fault(void)
{
    RingfenceFault fault;

    assert_int_equal(RingfenceGetLastFault(&fault), NvSciError_Success);
    return fault;
}

/** Says whether a path ends with another one. */
static inline bool asserted_in(const char *path, const char *end)
{
    const size_t length = strlen(path);
    const size_t rest = strlen(end);

    return (length >= rest) && (strcmp(&path[length - rest], end) == 0);
}

/** Asserts that each provocation is one internal fault, with its file and a line. */
static inline void assert_provocations(const Provocation *provocations, size_t count)
{
    for (size_t i = 0U; i < count; i++) {
        const uint32_t before = asserted_fault().total;
        RingfenceFault fault;

        provocations[i].provoke();
        fault = asserted_fault();
        if ((fault.total != (before + 1U)) || (fault.kind != RINGFENCE_FAULT_INTERNAL) ||
            (fault.line == 0U) || (!asserted_in(fault.file, provocations[i].file))) {
            fail_msg("provocation %zu: %s was expected, and there is %s:%u", i,
                     provocations[i].file, fault.file, fault.line);
        }
    }
}

#endif /* RINGFENCE_TEST_ASSERTED_H */
