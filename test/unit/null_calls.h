/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file null_calls.h
 * Each public function is called with NULL and zero for its arguments, in RUNTIME and in DEINIT:
 * the table of admissions says whether that is refused and counted. Which arguments a call has is
 * no matter there.
 */
#ifndef RINGFENCE_TEST_NULL_CALLS_H
#define RINGFENCE_TEST_NULL_CALLS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ringfence.h"

/* Rows of the table, at most. */
#define NULL_ROWS_MOST 512U

/** A call whose result is a status; one without a result; one whose result is something else: what
 * it is when the phase does not admit the function. `arguments` are in parentheses. */
#define NULL_STATUS(function, arguments) null_call(#function, (uint32_t)((function)arguments), true)
#define NULL_SILENT(function, arguments) ((function)arguments, null_call(#function, 0U, false))
#define NULL_RESULT(function, arguments, refused)                                                  \
    null_call_says(#function, ((function)arguments) == (refused))
/** A call that is not looked at: it is neither counted nor refused, whatever the phase is. */
#define NULL_FOREIGN(function, arguments, status)                                                  \
    null_foreign(#function, (uint32_t)((function)arguments), (uint32_t)(status))
/** The same of functions in structures of the interface. */
#define NULL_INSIDE(type, inside, function, arguments)                                             \
    null_call(#type "." #function, (uint32_t)((inside)->function)arguments, true)
#define NULL_INSIDE_SILENT(type, inside, function, arguments)                                      \
    (((inside)->function)arguments, null_call(#type "." #function, 0U, false))

/** Refusals of each function so far, and whether it was called in this phase. */
static uint32_t g_null_refused[NULL_ROWS_MOST];
static bool g_null_called[NULL_ROWS_MOST];
/** The status of a call that the phase does not admit. */
static uint32_t g_null_error;
static uint32_t g_null_wrong;

/** Says of the last call what is wrong. */
static void null_wrong(const char *name, const char *what)
{
    print_error("%s in %s: %s\n", name, RingfencePhaseName(RingfenceCurrentPhase()), what);
    g_null_wrong++;
}

/** Looks at the counts of all functions behind a call; says whether it was to be refused. */
static bool null_count(const char *name, bool is_foreign)
{
    RingfenceAdmission row;
    RingfenceRefusal last;
    bool refuses = false;
    bool found = false;

    for (size_t i = 0U; RingfenceGetAdmission(i, &row) == NvSciError_Success; i++) {
        const bool is_this = (strcmp(row.function, name) == 0);
        uint32_t more = 0U;

        assert_true(i < NULL_ROWS_MOST);
        if (is_this) {
            found = true;
            g_null_called[i] = true;
            refuses = !is_foreign && ((row.phases & (uint32_t)RingfenceCurrentPhase()) == 0U);
            more = refuses ? 1U : 0U;
        }
        if ((row.refused - g_null_refused[i]) != more) {
            null_wrong(name, is_this ? (refuses ? "it is not counted once" : "it is counted")
                                     : row.function);
        }
        g_null_refused[i] = row.refused;
    }
    if (!found) {
        null_wrong(name, "it has no row");
    }
    if (refuses && ((RingfenceGetLastRefusal(&last) != NvSciError_Success) ||
                    (strcmp(last.function, name) != 0))) {
        null_wrong(name, "the last refusal is another one");
    }
    return refuses;
}

/** Looks at what a call gave. */
static void null_call(const char *name, uint32_t status, bool has_status)
{
    const bool refuses = null_count(name, false);

    if (refuses && has_status && (status != g_null_error)) {
        null_wrong(name, "the error is another one");
    }
}

/** The same, where it says whether the call gave what one gives that is refused. */
static inline void null_call_says(const char *name, bool as_refused)
{
    const bool refuses = null_count(name, false);

    if (refuses && !as_refused) {
        null_wrong(name, "the result is another one");
    }
}

/** The same, where the address that was passed is none of the library's. */
static inline void null_foreign(const char *name, uint32_t status, uint32_t wanted)
{
    (void)null_count(name, true);
    if (status != wanted) {
        null_wrong(name, "the status is another one");
    }
}

/** Calls all functions with numbers in a range in RUNTIME and in DEINIT. */
static void null_walk(void (*call_all)(void), uint32_t low, uint32_t high, uint32_t error)
{
    static const RingfencePhase phases[] = {RINGFENCE_PHASE_RUNTIME, RINGFENCE_PHASE_DEINIT};
    RingfenceAdmission row;

    g_null_error = error;
    for (size_t i = 0U; i < (sizeof(phases) / sizeof(phases[0])); i++) {
        assert_int_equal(RingfenceAdvancePhase(phases[i]), NvSciError_Success);
        (void)memset(g_null_called, 0, sizeof(g_null_called));
        call_all();
        for (size_t j = 0U; RingfenceGetAdmission(j, &row) == NvSciError_Success; j++) {
            if (((uint32_t)row.functionId >= low) && ((uint32_t)row.functionId < high) &&
                (!g_null_called[j])) {
                null_wrong(row.function, "it was not called");
            }
        }
    }
    assert_int_equal(RingfenceAdvancePhase(RINGFENCE_PHASE_INIT), NvSciError_Success);
    assert_int_equal(g_null_wrong, 0U);
}

#endif /* RINGFENCE_TEST_NULL_CALLS_H */
