/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "clock.h"

#include <time.h>

double clock_seconds(void)
{
    struct timespec now = {0, 0L};

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + ((double)now.tv_nsec / 1e9);
}
