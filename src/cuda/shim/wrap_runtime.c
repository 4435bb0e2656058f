/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_runtime.c
 * CUDA's names of the runtime for semaphores and memory.
 */
#include "cuda/shim/wrap.h"

SHIM_RUNTIME(WRAP_OURS, WRAP_IMPORT, WRAP_OWNED, WRAP_BATCH)
