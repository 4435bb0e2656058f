/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fault.h
 * Makes one call out of the library fail.
 *
 * The calls are those of wrapped.txt; a test of test/unit/fault is linked so that they come here
 * first. A test loops over n: it arms the n-th call, runs, and stops when nothing failed any more.
 */
#ifndef RINGFENCE_TEST_FAULT_H
#define RINGFENCE_TEST_FAULT_H

#include <stdbool.h>
#include <stdint.h>

/**
 * Makes the n-th wrapped call from now on fail, once.
 *
 * @param[in] n      1: the next one
 * @param[in] error  errno of a failing system call; a failing port call gives what the port makes
 * of it: ENOMEM PORT_NO_MEMORY, EMFILE PORT_NO_RESOURCE, others PORT_FAILED
 */
void fault_arm(uint32_t n, int error);

/** The same for the n-th call of the port to the system, also for those that fault_arm() does not
 * count: of links, descriptors and random bytes. Calls of the port itself are not counted. */
void fault_arm_system(uint32_t n, int error);

/** Ends what fault_arm() began; says whether a call failed. */
bool fault_disarm(void);

/** Name of the call that failed last. */
const char *fault_name(void);

/** Calls `hook` whenever a thread is about to sleep; NULL: not any more. */
void fault_before_sleep(void (*hook)(void));

/** Calls `hook` with the name of each call of the port that reserves, maps or releases the memory
 * of a buffer, before it is done; NULL: not any more. */
void fault_in_memory(void (*hook)(const char *name));

/** Makes the system have so many bytes left; UINT64_MAX: as many as it has. */
void fault_memory_left(uint64_t bytes);

/** Calls of ringfence_port_wake() and of port_liveness_is_over() so far. */
uint32_t fault_wakes(void);
uint32_t fault_life_looks(void);

/** Calls `hook` whenever somebody is about to ask the system what is ready; NULL: not any more. */
void fault_before_look(void (*hook)(void));

/** Questions of that kind so far. */
uint32_t fault_looks(void);

/** Longest time that the sleep that began last may take; negative: there is no limit. */
int64_t fault_sleep_us(void);

/** Calls that asked the file system of a descriptor, and calls that map a file in the place of what
 * is mapped, so far. */
uint32_t fault_file_looks(void);
uint32_t fault_replacements(void);

/** Descriptors that the process has open, and mappings of the library's memory. */
uint32_t fault_open_descriptors(void);
uint32_t fault_open_mappings(void);

#endif /* RINGFENCE_TEST_FAULT_H */
