/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sections.h
 * What the hooks of critical sections, of handlers and of rest must do where interrupts come.
 */
#ifndef RINGFENCE_TEST_PORT_SECTIONS_H
#define RINGFENCE_TEST_PORT_SECTIONS_H

#include <stdint.h>

#include "conformance.h"

/** Runs all checks; gives the number of those that failed. They are left out where
 * RINGFENCE_CFG_INTERRUPTS is 0 or nobody makes interrupts. */
uint32_t sections(const ConformanceRun *run);

#endif /* RINGFENCE_TEST_PORT_SECTIONS_H */
