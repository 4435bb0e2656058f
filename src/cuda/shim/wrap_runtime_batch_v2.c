/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_runtime_batch_v2.c
 * Signalling and waiting under the names that runtimes from CUDA 11.2 to CUDA 12 have.
 */
#include "cuda/shim/wrap.h"

SHIM_RUNTIME_BATCH_V2(WRAP_OURS, WRAP_IMPORT, WRAP_OWNED, WRAP_BATCH)
