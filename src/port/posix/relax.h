/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file relax.h
 * What the CPU has to wait for a store.
 */
#ifndef RINGFENCE_PORT_POSIX_RELAX_H
#define RINGFENCE_PORT_POSIX_RELAX_H

#include <stdbool.h>
#include <stdint.h>

/** Says whether a CPU has UMONITOR and UMWAIT, by register ECX of function 7, 0 of CPUID. */
bool port_relax_has_monitor(uint32_t features);

#endif /* RINGFENCE_PORT_POSIX_RELAX_H */
