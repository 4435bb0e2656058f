/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file clock.h
 * Time for measurements.
 */
#ifndef PIPELINE_CLOCK_H
#define PIPELINE_CLOCK_H

/** Seconds since some moment in the past; never goes back. */
double clock_seconds(void);

#endif /* PIPELINE_CLOCK_H */
