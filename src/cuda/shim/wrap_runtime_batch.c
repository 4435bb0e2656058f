/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_runtime_batch.c
 * Signalling and waiting under the names that runtimes from CUDA 13 on have.
 */
#include "cuda/shim/wrap.h"

SHIM_RUNTIME_BATCH(WRAP_OURS, WRAP_IMPORT, WRAP_OWNED, WRAP_BATCH)
