/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file fake_cudart.h
 * What a test may ask of the runtime without a GPU. It is a small one: the functions that programs
 * with --wrap replace, and those that tests need to get there. Each goes to the driver, on the
 * primary context of the current device.
 */
#ifndef FAKE_CUDART_H
#define FAKE_CUDART_H

/** How many calls of a function there were, by its name in the source; of any if the name is NULL.
 */
unsigned int fake_cudart_count(const char *name);

/** Forgets the calls, and gives the contexts back. */
void fake_cudart_reset(void);

#endif
