/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file time.h
 * Time and sleeping by the clock of the port.
 */
#ifndef RINGFENCE_FIRMWARE_TIME_H
#define RINGFENCE_FIRMWARE_TIME_H

struct timespec {
    long tv_sec;
    long tv_nsec;
};

/** There is one clock. */
typedef int clockid_t;
#define CLOCK_MONOTONIC 1

int clock_gettime(clockid_t clock, struct timespec *now);
int nanosleep(const struct timespec *span, struct timespec *left);

#endif /* RINGFENCE_FIRMWARE_TIME_H */
