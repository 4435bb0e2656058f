/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file steps.h
 * Counts what calls of the library execute, instruction by instruction, with the processor's own
 * trap behind each instruction.
 *
 * Counted are instructions in the object that has the library's code, the calls that leave it, and
 * system calls. Instructions of the C library are not: they differ with the processor. An
 * instruction that repeats itself counts once. For x86-64, one thread.
 */
#ifndef RINGFENCE_BENCH_STEPS_H
#define RINGFENCE_BENCH_STEPS_H

#include <stdbool.h>
#include <stdint.h>

/** What calls executed. */
typedef struct {
    /** Instructions of the library. */
    uint64_t instructions;
    /** Calls out of the library, to the C library and to the program. */
    uint64_t calls;
    uint64_t system_calls;
} Steps;

/** Finds the library's code by the address of one of its functions. */
bool steps_begin(uintptr_t inside);

/** The next call of the function at this address adds to the sums. They stay where they are. */
void steps_count(uintptr_t function, Steps *sums);

/** Whether each call that was announced was made, and has returned. */
bool steps_are_over(void);

/** A case: what is counted of its calls adds to the sums. */
typedef struct {
    const char *name;
    void (*run)(void);
} StepsCase;

/** Runs a case some times, the first ones of which do not count. Prints a line: the case, the
 * instructions of the dearest and of the cheapest run, calls, system calls. False: a run counted
 * nothing, or a call that was announced was not made. */
bool steps_run_case(const StepsCase *item, Steps *sums, uint32_t rounds, uint32_t warm_rounds);

/** Prints a line: the compiler and the processor, as the tables of counts name them. */
void steps_print_compiler(void);

#endif /* RINGFENCE_BENCH_STEPS_H */
