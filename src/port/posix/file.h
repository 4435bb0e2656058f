/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file file.h
 * Files without a name, on Linux.
 */
#ifndef RINGFENCE_PORT_POSIX_FILE_H
#define RINGFENCE_PORT_POSIX_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "port/status.h"

/**
 * Makes a file of `size` zeroed, allocated bytes, a multiple of the page, that can neither shrink
 * nor grow. It belongs to the caller, and is not mapped.
 *
 * @return PORT_OK, PORT_NO_MEMORY, PORT_NO_RESOURCE or PORT_FAILED
 */
PortStatus port_file_make(uint64_t size, int32_t *descriptor);

/** Says whether the machine has so many bytes of memory, whoever uses them. */
bool port_file_fits(uint64_t size);

#endif /* RINGFENCE_PORT_POSIX_FILE_H */
