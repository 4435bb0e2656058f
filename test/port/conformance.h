/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file conformance.h
 * What every port must do. Needs no C library, so that it runs on the machine itself.
 */
#ifndef RINGFENCE_TEST_PORT_CONFORMANCE_H
#define RINGFENCE_TEST_PORT_CONFORMANCE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    CONFORMANCE_PASSED = 0,
    CONFORMANCE_FAILED = 1,
    /** What the check needs is not there. */
    CONFORMANCE_LEFT_OUT = 2
} ConformanceResult;

/** What the checks need of who runs them. */
typedef struct {
    /** Has `work` done once, soon, and not by the caller: by an interrupt handler or by another
     * thread. NULL: there is nobody; then the checks of wake-ups are left out. */
    void (*later)(void (*work)(void));
    /** Has a handler run at each tick of a timer, as an interrupt handler that a critical section
     * holds back; NULL: no more. NULL itself: there is none; then the checks of sections are left
     * out. */
    void (*on_tick)(void (*handler)(void));
    /** Told of each check. */
    void (*result)(const char *check, ConformanceResult result);
} ConformanceRun;

/** Runs all checks in phase INIT; gives the number of those that failed. */
uint32_t conformance(const ConformanceRun *run);

#endif /* RINGFENCE_TEST_PORT_CONFORMANCE_H */
