/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fuzz.h
 * What fuzz targets share.
 *
 * A target is a file fuzz_NAME.c with one function, LLVMFuzzerTestOneInput(), and a folder
 * corpus/NAME of inputs to begin with. It has this form:
 *
 *     if (fuzz_is_first()) {
 *         ... what is set up once: modules, endpoints ...
 *     }
 *     fuzz_begin();
 *     ... calls of the library, FUZZ_CHECK() on what must be true ...
 *     fuzz_end();
 *     return 0;
 *
 * Between the two nothing may be left behind: no slot of a pool, no descriptor, no memory of an
 * object.
 */
#ifndef RINGFENCE_TEST_FUZZ_H
#define RINGFENCE_TEST_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ringfence.h"

/** Runs between two looks at the mappings, which are slow to list. */
#define FUZZ_RUNS_PER_LOOK 64U

/** Ends the program as a crash unless the condition holds. */
#define FUZZ_CHECK(condition) fuzz_check((condition), #condition, __FILE__, __LINE__)

/** What a run may not change. */
typedef struct {
    uint64_t runs;
    RingfencePhase phase;
    uint32_t in_use[RINGFENCE_POOL_COUNT];
    /** The number that the next descriptor would get. */
    int next_descriptor;
    /** Mappings of memory that the library made. */
    uint32_t memories;
} FuzzHeld;

static FuzzHeld g_fuzz_held;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_check(bool holds, const char *condition, const char *file, int line)
{
    if (!holds) {
        (void)fprintf(stderr, "%s:%d: not true: %s\n", file, line, condition);
        abort();
    }
}

/** Says whether nothing ran yet. */
static inline bool fuzz_is_first(void)
{
    return g_fuzz_held.runs == 0U;
}

static inline uint32_t fuzz_in_use(uint32_t pool)
{
    RingfencePoolUsage usage;

    FUZZ_CHECK(RingfenceGetPoolUsage((RingfencePool)pool, &usage) == NvSciError_Success);
    return usage.inUse;
}

static inline int fuzz_next_descriptor(void)
{
    const int next = dup(STDERR_FILENO);

    FUZZ_CHECK(next >= 0);
    FUZZ_CHECK(close(next) == 0);
    return next;
}

static inline uint32_t fuzz_memories(void)
{
    FILE *const file = fopen("/proc/self/maps", "r");
    char line[512];
    uint32_t memories = 0U;

    FUZZ_CHECK(file != NULL);
    while (fgets(line, (int)sizeof(line), file) != NULL) {
        memories += (strstr(line, "memfd:ringfence") != NULL) ? 1U : 0U;
    }
    FUZZ_CHECK(fclose(file) == 0);
    return memories;
}

/** Begins a run. The first one notes what is held from then on. */
static inline void fuzz_begin(void)
{
    FuzzHeld *const held = &g_fuzz_held;

    if (held->runs == 0U) {
        held->phase = RingfenceCurrentPhase();
        for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
            held->in_use[pool] = fuzz_in_use(pool);
        }
        held->memories = fuzz_memories();
    }
    held->runs++;
    /* Between two runs the fuzzer opens and closes files of its own. */
    held->next_descriptor = fuzz_next_descriptor();
}

/** Ends a run: the same is held as before it. */
static inline void fuzz_end(void)
{
    const FuzzHeld *const held = &g_fuzz_held;

    FUZZ_CHECK(RingfenceCurrentPhase() == held->phase);
    for (uint32_t pool = 0U; pool < (uint32_t)RINGFENCE_POOL_COUNT; pool++) {
        FUZZ_CHECK(fuzz_in_use(pool) == held->in_use[pool]);
    }
    FUZZ_CHECK(fuzz_next_descriptor() == held->next_descriptor);
    if ((held->runs % FUZZ_RUNS_PER_LOOK) == 0U) {
        FUZZ_CHECK(fuzz_memories() == held->memories);
    }
}

#endif /* RINGFENCE_TEST_FUZZ_H */
