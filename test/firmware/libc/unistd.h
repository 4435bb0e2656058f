/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file unistd.h
 * Limits against hanging: whoever runs an image has one. Sleeps of tests with threads.
 */
#ifndef RINGFENCE_FIRMWARE_UNISTD_H
#define RINGFENCE_FIRMWARE_UNISTD_H

static inline unsigned alarm(unsigned seconds)
{
    return seconds;
}

int usleep(unsigned us);

#endif /* RINGFENCE_FIRMWARE_UNISTD_H */
