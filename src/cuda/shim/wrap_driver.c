/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_driver.c
 * CUDA's names of the driver for semaphores and memory.
 */
#include "cuda/shim/wrap.h"

SHIM_DRIVER(WRAP_OURS, WRAP_IMPORT, WRAP_OWNED, WRAP_BATCH)
