/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_runtime_graph.c
 * CUDA's names of the runtime for nodes of graphs that signal and wait.
 */
#include "cuda/shim/wrap.h"

SHIM_RUNTIME_GRAPH(WRAP_OURS, WRAP_IMPORT, WRAP_OWNED, WRAP_BATCH)
