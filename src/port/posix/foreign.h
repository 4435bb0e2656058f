/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file foreign.h
 * Memory whose file another process has, and may change at any moment.
 */
#ifndef RINGFENCE_PORT_POSIX_FOREIGN_H
#define RINGFENCE_PORT_POSIX_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * Seals of a descriptor that another process sent; negative: it is no memory of this size that can
 * neither shrink nor grow.
 */
int port_foreign_seals(int32_t descriptor, uint64_t size);

/** How a descriptor was opened; negative: the system does not tell. */
int port_foreign_mode(int32_t descriptor);

/**
 * Has pages mapped before they are used. Without it they are at the first access, which does not
 * fail: the file is backed. Systems before Linux 5.14 do not have it. A file may have its pages
 * behind its end, and another process may give them back at any moment: then it grows with each
 * page that is mapped, and false is given.
 */
bool port_populate(uint8_t *place, size_t bytes, int protection, int file);

/**
 * Maps a file over addresses that this process has reserved. They stay reserved if that fails.
 *
 * @return whether it was mapped; errno says why not
 */
bool port_map_over(void *place, uint64_t size, int protection, int32_t descriptor);

#endif /* RINGFENCE_PORT_POSIX_FOREIGN_H */
