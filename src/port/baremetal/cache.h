/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cache.h
 * The data cache of a machine without an operating system.
 */
#ifndef RINGFENCE_PORT_BAREMETAL_CACHE_H
#define RINGFENCE_PORT_BAREMETAL_CACHE_H

#include "port/status.h"

/** port_cache_flush() of whole lines; without such a cache there is nothing to do. */
PortStatus port_cache_write(const void *start, size_t size);

#endif /* RINGFENCE_PORT_BAREMETAL_CACHE_H */
