/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file process_maps.h
 * What a process holds of the system: mappings and descriptors.
 */
#ifndef RINGFENCE_TEST_PROCESS_MAPS_H
#define RINGFENCE_TEST_PROCESS_MAPS_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "closed.h"
#include "instrumented.h"
#include "leftovers.h"

/* What instruments a program maps memory of its own at any time: then the library's alone is
 * counted.
 */
#ifdef __GLIBC__
#define MAPS_ARE_OURS (!IS_INSTRUMENTED)
#else
/* musl takes pages for its heap by mappings, and gives them back when it likes. */
#define MAPS_ARE_OURS false
#endif

/** What a process holds. */
typedef struct {
    uint32_t descriptors;
    /** All mappings, as far as they can be counted. */
    uint32_t mappings;
    /** Mappings of the library's memory. */
    uint32_t memories;
} Held;

static inline Held held_now(void)
{
    Held held = {0U, 0U, 0U};
    DIR *folder;
    FILE *file;
    char line[512];

    await_closer();
    folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder) != NULL) {
        held.descriptors++;
    }
    assert_int_equal(closedir(folder), 0);
    file = fopen("/proc/self/maps", "r");
    assert_non_null(file);
    while (fgets(line, (int)sizeof(line), file) != NULL) {
        held.mappings += MAPS_ARE_OURS ? 1U : 0U;
        held.memories += (strstr(line, "memfd:ringfence") != NULL) ? 1U : 0U;
    }
    assert_int_equal(fclose(file), 0);
    return held;
}

static inline void assert_held(Held expected)
{
    const Held held = held_now();

    assert_int_equal(held.descriptors, expected.descriptors);
    assert_int_equal(held.mappings, expected.mappings);
    assert_int_equal(held.memories, expected.memories);
}

#endif /* RINGFENCE_TEST_PROCESS_MAPS_H */
