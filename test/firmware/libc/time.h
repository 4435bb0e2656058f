/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file time.h
 * Sleeping by the clock of the port.
 */
#ifndef RINGFENCE_FIRMWARE_TIME_H
#define RINGFENCE_FIRMWARE_TIME_H

struct timespec {
    long tv_sec;
    long tv_nsec;
};

int nanosleep(const struct timespec *span, struct timespec *left);

#endif /* RINGFENCE_FIRMWARE_TIME_H */
