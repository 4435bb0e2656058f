/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap_driver_graph.c
 * CUDA's names of the driver for nodes of graphs that signal and wait.
 */
#include "cuda/shim/wrap.h"

SHIM_DRIVER_GRAPH(WRAP_OURS, WRAP_IMPORT, WRAP_OWNED, WRAP_BATCH)
