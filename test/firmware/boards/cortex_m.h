/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cortex_m.h
 * The timer of the boards with Cortex-M.
 */
#ifndef RINGFENCE_FIRMWARE_CORTEX_M_H
#define RINGFENCE_FIRMWARE_CORTEX_M_H

/** Steps of board_counter() in a microsecond. */
#define CORTEX_M_STEPS_PER_US 25U

#endif /* RINGFENCE_FIRMWARE_CORTEX_M_H */
