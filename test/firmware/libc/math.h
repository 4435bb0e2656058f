/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file math.h
 * Numbers that are none.
 */
#ifndef RINGFENCE_FIRMWARE_MATH_H
#define RINGFENCE_FIRMWARE_MATH_H

#define INFINITY __builtin_inff()
#define NAN      __builtin_nanf("")

#endif /* RINGFENCE_FIRMWARE_MATH_H */
