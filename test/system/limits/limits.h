/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file limits.h
 * Rows of macros of ringfence_cfg.h, and what a row does: it uses a capacity up by calls of the
 * API, shows that the report names the macro and its number, and that one thing that is given back
 * can be had again.
 */
#ifndef RINGFENCE_TEST_LIMITS_H
#define RINGFENCE_TEST_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvscierror.h"
#include "ringfence.h"

/** What a macro is. What is no capacity is checked against its comment in ringfence_cfg.h. */
typedef enum {
    /** A capacity: calls use it up. */
    LIMIT_USED_UP,
    /** A feature or a choice: its range is 0 to 1, or 0 to 2. No call asks for one. */
    LIMIT_CHOICE,
    /** Bytes or rows to which the library itself rounds up: a power of two. */
    LIMIT_ROUNDING,
    /** How long, or how often, a wait looks before it does something else. A wait has no end by
     * it. */
    LIMIT_PATIENCE,
    /** Of memory that a host has no array for: the port without an operating system reads it. */
    LIMIT_OF_FIRMWARE
} LimitKind;

/** What is known of a macro. */
typedef struct {
    const char *macro;
    uint64_t value;
    LimitKind kind;
    /** Uses it up in a process of its own; NULL for what is no capacity. */
    void (*use)(void);
} LimitRow;

/** Rows of one file. */
typedef struct {
    const LimitRow *rows;
    size_t count;
} LimitRows;

#define LIMIT_ROW(name, kind, use)                                                                 \
    {                                                                                              \
        "RINGFENCE_CFG_" #name, RINGFENCE_CFG_##name, (kind), (use)                                \
    }
#define USED(name, use)   LIMIT_ROW(name, LIMIT_USED_UP, (use))
#define CHOICE(name)      LIMIT_ROW(name, LIMIT_CHOICE, NULL)
#define ROUNDING(name)    LIMIT_ROW(name, LIMIT_ROUNDING, NULL)
#define PATIENCE(name)    LIMIT_ROW(name, LIMIT_PATIENCE, NULL)
#define OF_FIRMWARE(name) LIMIT_ROW(name, LIMIT_OF_FIRMWARE, NULL)

/** Most things that a row takes. */
#define LIMIT_THINGS 128U

/** Ends the process of a row if a call failed that had to work. */
void limit_must(bool worked, const char *call, int line);

#define MUST(call)    limit_must((call) == NvSciError_Success, #call, __LINE__)
#define HOLDS(answer) limit_must((answer), #answer, __LINE__)

/** Asserts that a call was refused, and that the last fault is that of the row's macro, with what
 * was allowed. */
void limit_is_named_as(const char *name, bool refused, uint64_t allowed);
void limit_is_named_at(bool refused, uint64_t allowed);
/** The same, with the value of the macro. */
void limit_is_named(bool refused);

/** The same for the report that is no fault: a text with the macro and the number. */
void limit_is_said(bool refused, const char *text, uint64_t number);

/** The same for a text that is as long as the row's macro says, and ends there. */
void limit_is_cut(const char *text, size_t size);

/** Asserts that a call works though all of the row's macro are used: it waits, and refuses nothing.
 */
void limit_is_not_met(bool worked);

/** Asserts that a call works that gets what was given back, or what is allowed. */
void limit_goes_on(bool worked);

/** Runs the rows that are capacities, each in a process of its own; says how many failed. */
uint32_t limit_run(const LimitRows *rows);

/** Says how many macros whose name begins so, and with none of the others (which ends with NULL),
 * have no row, and checks those that are no capacities; `seen` counts the macros. */
uint32_t limit_unknown(const LimitRows all[], size_t count, const char *begin,
                       const char *const others[], uint32_t *seen);

#endif /* RINGFENCE_TEST_LIMITS_H */
