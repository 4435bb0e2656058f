/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file report.h
 * What the program prints: a progress bar on a terminal, and the library's own figures.
 */
#ifndef PIPELINE_REPORT_H
#define PIPELINE_REPORT_H

#include <stdbool.h>
#include <stdint.h>

/** Shows how far a run is. Does nothing unless standard error is a terminal. */
void report_progress(const char *label, uint64_t done, uint64_t total);

/** Takes the progress bar away. */
void report_progress_end(void);

/** Prints use of all pools, refused calls and faults. False iff they cannot be read. */
bool report_library(void);

#endif /* PIPELINE_REPORT_H */
