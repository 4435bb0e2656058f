/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file foreign.h
 * Memory whose file another process has, and may change at any moment.
 */
#ifndef RINGFENCE_PORT_POSIX_FOREIGN_H
#define RINGFENCE_PORT_POSIX_FOREIGN_H

#include <stdbool.h>
#include <stdint.h>

/**
 * Seals of a descriptor that another process sent; negative: it is no memory of this size that can
 * neither shrink nor grow.
 */
int port_foreign_seals(int32_t descriptor, uint64_t size);

/**
 * Maps a file over addresses that this process has reserved. They stay reserved if that fails.
 *
 * @return whether it was mapped; errno says why not
 */
bool port_map_over(void *place, uint64_t size, int protection, int32_t descriptor);

#endif /* RINGFENCE_PORT_POSIX_FOREIGN_H */
