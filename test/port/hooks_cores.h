/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file hooks_cores.h
 * The hooks for cores that share memory, on a host: each core is a process.
 */
#ifndef RINGFENCE_TEST_PORT_HOOKS_CORES_H
#define RINGFENCE_TEST_PORT_HOOKS_CORES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The process that uses a hook first makes the shared memory; it is core 0 and lives. */

/** This process, a program that a core's process has executed, is another core. */
void host_core_is(uint32_t core);
uint32_t host_core(void);

/** A core is about to be started, with a new number of its life. */
void host_core_starts(uint32_t core);

/** It is this process: the core lives as long as the process does. */
void host_core_runs(uint32_t core, pid_t process);

/** Each of the shared memories has so many bytes. */
void host_shared_memory_has(size_t bytes);

/** Each of them begins so many bytes behind where it may. */
void host_shared_memory_is_off(size_t bytes);

/** The core is in reset. */
void host_core_stops(uint32_t core);

#endif /* RINGFENCE_TEST_PORT_HOOKS_CORES_H */
