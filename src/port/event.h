/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event.h
 * Events of a process, and waiting for several descriptors.
 */
#ifndef RINGFENCE_PORT_EVENT_H
#define RINGFENCE_PORT_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "port/status.h"

/**
 * Makes an event of this process, which a descriptor names; ringfence_port_descriptor_close() ends
 * it.
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED. Init only.
 */
PortStatus ringfence_port_event_make(int32_t *event);

/** Sets an event: its descriptor is ready until ringfence_port_event_clear(). Never blocks. */
void ringfence_port_event_set(int32_t event);

/** Clears an event: its descriptor is no longer ready. Never blocks. */
void ringfence_port_event_clear(int32_t event);

/** One descriptor of a wait. */
typedef struct {
    int32_t descriptor;
    /** Whether it was ready when the wait ended. */
    bool ready;
} PortWatch;

/**
 * Waits until one of several descriptors is ready, at most RINGFENCE_CFG_EVENT_NOTIFIERS + 1.
 *
 * @param[in,out] watches     descriptors; `ready` is written whatever the result
 * @param[in]     count       number of them
 * @param[in]     timeout_us  microseconds at most; negative: no limit
 *
 * @return PORT_OK, also without a ready one if a signal came, or a second has passed and more time
 * is left; PORT_TIMED_OUT; PORT_FAILED: one of them is no open descriptor, or the system refused
 */
PortStatus port_watch(PortWatch *watches, uint32_t count, int64_t timeout_us);

#endif /* RINGFENCE_PORT_EVENT_H */
