/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file next_symbol.h
 * The next definition of a name, behind the preload library.
 */
#ifndef RINGFENCE_CUDA_SHIM_NEXT_SYMBOL_H
#define RINGFENCE_CUDA_SHIM_NEXT_SYMBOL_H

#include <stdbool.h>

#include "port/atomic.h"

/** A name of CUDA's, and the address of its next definition; 0: not looked for yet. */
typedef struct {
    const char *name;
    PortAtomic64 address;
} NextSymbol;

/**
 * Gives the next definition of a name: what the linker would have taken, else that of a runtime or
 * driver which the process has loaded for itself.
 *
 * @param[out] place  pointer to a function
 * @return whether there is one
 */
bool next_symbol_find(NextSymbol *next, void *place);

/**
 * Says whether a pointer is the next definition of a name.
 *
 * @param place  pointer to a function
 */
bool next_symbol_is(NextSymbol *next, const void *place);

#endif /* RINGFENCE_CUDA_SHIM_NEXT_SYMBOL_H */
