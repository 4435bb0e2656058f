/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file origin.h
 * Files that the process was loaded from. On hosts alone: without an operating system there is one
 * image, and nobody asks.
 */
#ifndef RINGFENCE_PORT_ORIGIN_H
#define RINGFENCE_PORT_ORIGIN_H

#include <stddef.h>

/**
 * Writes the path of the file that an address of this process was loaded from, as the dynamic
 * linker has it; "" for an address of the program itself, and for one that no file has.
 *
 * @param[in]  address  address of a constant, a variable or a function
 * @param[out] path     the path and a zero; of one that is longer the end
 * @param[in]  size     bytes of path, 1 at least
 */
void port_origin(const void *address, char *path, size_t size);

#endif /* RINGFENCE_PORT_ORIGIN_H */
