/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ends.h
 * What the programs of bench-counts share: what must hold before there is anything to count, and a
 * channel whose ends are both in the process.
 */
#ifndef RINGFENCE_BENCH_ENDS_H
#define RINGFENCE_BENCH_ENDS_H

#include <stdbool.h>

#include "nvscierror.h"
#include "nvsciipc.h"

/** Ends the program with the file and the line if there is nothing to count. */
void need_at(bool good, const char *file, int line);

#define NEED(condition) need_at((condition), __FILE__, __LINE__)
#define NEED_OK(call)   need_at((call) == NvSciError_Success, __FILE__, __LINE__)

/** Initialises channels, opens ipc_test_0 and ipc_test_1, and connects them. */
void ends_connect(NvSciIpcEndpoint *near, NvSciIpcEndpoint *far);

#endif /* RINGFENCE_BENCH_ENDS_H */
