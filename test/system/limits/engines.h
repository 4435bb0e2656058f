/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file engines.h
 * Rows of the macros of software engines.
 */
#ifndef RINGFENCE_TEST_LIMITS_ENGINES_H
#define RINGFENCE_TEST_LIMITS_ENGINES_H

#include "limits.h"

/** Rows of cuDLA. */
LimitRows limit_rows_dla(void);

/** Rows of NvMedia 2D. */
LimitRows limit_rows_2d(void);

#endif /* RINGFENCE_TEST_LIMITS_ENGINES_H */
