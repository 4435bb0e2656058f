/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wait.h
 * Time, sleeping and waking.
 */
#ifndef RINGFENCE_PORT_WAIT_H
#define RINGFENCE_PORT_WAIT_H

#include <stdbool.h>
#include <stdint.h>

#include "port/atomic.h"
#include "port/status.h"

/** Microseconds of a clock that never goes back. */
uint64_t ringfence_port_time_us(void);

/** 1: sleeps, wake-ups and looks at life lines are system calls: looks are to be few, and sleeps
 * that threads of this process alone can end are faster than others. */
#if defined(__linux__)
#define PORT_HAS_KERNEL 1U
#else
#define PORT_HAS_KERNEL 0U
#endif

/**
 * Sleeps until somebody calls ringfence_port_wake() for the word, as long as the word is
 * `expected`.
 *
 * @param[in] word       what ringfence_port_wake() names; other processes may have mapped it too
 * @param[in] expected   if the word differs, the call returns at once
 * @param[in] timeout_us microseconds at most; negative: no limit
 *
 * @return PORT_OK after a wake-up (which may be without cause, and is within a second where
 * there is a kernel and more time is left) or if the word differs, PORT_TIMED_OUT, or PORT_FAILED
 */
PortStatus ringfence_port_sleep(const PortAtomic32 *word, uint32_t expected, int64_t timeout_us);

/** Wakes everybody who sleeps on the word. */
void ringfence_port_wake(PortAtomic32 *word);

/** ringfence_port_sleep() on a word that only threads of this process sleep on.
 * port_wake_within() alone ends it. */
PortStatus port_sleep_within(const PortAtomic32 *word, uint32_t expected, int64_t timeout_us);

/** Wakes everybody who sleeps on the word within this process. */
void port_wake_within(PortAtomic32 *word);

/** Tells the CPU that the caller spins. */
void port_relax(void);

/** Says whether this CPU can wait for a store, and the port knows how. */
bool port_can_monitor(void);

/** Waits for a store to a word that is `seen` still, for a microsecond at most. Only where
 * port_can_monitor(). */
void port_monitor(const PortAtomic64 *word, uint64_t seen);

/** Gives the CPU to others that want it. */
void ringfence_port_yield(void);

#endif /* RINGFENCE_PORT_WAIT_H */
