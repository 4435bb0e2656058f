/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file preload.h
 * The next definition of a name, behind the preload library.
 */
#ifndef RINGFENCE_CUDA_PRELOAD_H
#define RINGFENCE_CUDA_PRELOAD_H

#include <stdbool.h>

#include "port/atomic.h"

/** A name of CUDA's, and the address of its next definition; 0: not looked for yet. */
typedef struct {
    const char *name;
    PortAtomic64 address;
} PreloadNext;

/**
 * Gives the next definition of a name: what the linker would have taken, else that of a runtime or
 * driver which the process has loaded for itself.
 *
 * @param[out] place  pointer to a function
 * @return whether there is one
 */
bool preload_next(PreloadNext *next, void *place);

#endif /* RINGFENCE_CUDA_PRELOAD_H */
