/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file descriptor.h
 * Descriptors: what the system calls memory, liveness pipes and events.
 */
#ifndef RINGFENCE_PORT_DESCRIPTOR_H
#define RINGFENCE_PORT_DESCRIPTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "port/status.h"

/** Makes another descriptor of what a descriptor names, with the same rights. It belongs to the
 * caller. PORT_OK, PORT_NO_RESOURCE or PORT_FAILED. Init only. */
PortStatus ringfence_port_descriptor_copy(int32_t descriptor, int32_t *copy);

/** Says whether two descriptors name one memory. Where the system cannot tell of memory of a
 * device, descriptors name one only if they are one. Init only. */
bool port_descriptor_is_same(int32_t one, int32_t other);

/** Closes a descriptor that is not negative. */
void ringfence_port_descriptor_close(int32_t descriptor);

#endif /* RINGFENCE_PORT_DESCRIPTOR_H */
