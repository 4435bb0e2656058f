/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file counter.c
 * Memory of sync objects on Linux: a file of its own for each, as other processes may get it.
 */
#include "port/memory.h"
#include "port/status.h"

PortStatus port_counter_reserve(uint64_t size, PortMemory *memory)
{
    return port_memory_reserve(size, port_page_size(), memory);
}
