/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file liveness.h
 * The end of a process that others rely on.
 */
#ifndef RINGFENCE_PORT_LIVENESS_H
#define RINGFENCE_PORT_LIVENESS_H

#include <stdbool.h>
#include <stdint.h>

#include "port/status.h"

/** A line between a process that others rely on, and those. Descriptors; -1: none. */
typedef struct {
    /** Whoever has it, keeps the line alive. */
    int32_t keep;
    /** Says whether somebody does. */
    int32_t watch;
} PortLiveness;

/** Makes a line with both ends. PORT_OK, PORT_NO_RESOURCE or PORT_FAILED. Init only. */
PortStatus port_liveness_make(PortLiveness *life);

/**
 * Says whether descriptors that another process sent are ends of a line: only then no call on them
 * blocks. A keeping end of -1 is not looked at. Init only.
 */
bool port_liveness_fits(const PortLiveness *life);

/** Says whether nobody has the other end any more. One system call, never blocks. */
bool port_liveness_is_over(int32_t watch);

/**
 * Sleeps until one of several lines is over, an event is set, or the time ends.
 *
 * @param[in] lines       watching ends, at most RINGFENCE_CFG_CUDA_SEMAPHORES
 * @param[in] count       number of them
 * @param[in] event       event
 * @param[in] timeout_us  microseconds at most; negative: no limit
 *
 * @return PORT_OK, also without a cause if a signal came, and after a second of a longer sleep: an
 * event that the system did not let another thread set is late, not lost; PORT_TIMED_OUT;
 * PORT_FAILED: the system refused
 */
PortStatus ringfence_port_liveness_sleep(const int32_t *lines, uint32_t count, int32_t event,
                                         int64_t timeout_us);

#endif /* RINGFENCE_PORT_LIVENESS_H */
