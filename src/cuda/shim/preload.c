/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file preload.c
 * What a row of the table is in the preload library beside its wrapper: the next definition of the
 * name.
 *
 * What --wrap gives a program that is linked with the wrappers, this gives the wrappers in the
 * preload library: __real_ and the name (DEV-013).
 */
#include "cuda/cuda_api.h"
#include "cuda/shim/names.h"
#include "cuda/shim/next_symbol.h"

/**
 * Calls the next definition.
 * @satisfies RF-CUDA-051
 */
#define NEXT(api, name, ours, parameters, arguments, claim)                                        \
    SHIM_RESULT_##api __real##name parameters;                                                     \
    SHIM_RESULT_##api __real##name parameters                                                      \
    {                                                                                              \
        static NextSymbol next = {&#name[1], {0U}};                                                \
        SHIM_RESULT_##api(*function) parameters = NULL;                                            \
                                                                                                   \
        return next_symbol_find(&next, &function) ? function arguments : SHIM_MISSING_##api;       \
    }

/** No call goes on. */
#define NO_NEXT(api, name, ours, parameters, arguments, claim)

SHIM_DRIVER(NO_NEXT, NEXT, NEXT, NEXT)
SHIM_DRIVER_GRAPH(NO_NEXT, NEXT, NEXT, NEXT)
SHIM_DRIVER_NODE(NO_NEXT, NEXT, NEXT, NEXT)
SHIM_DRIVER_NODE_V2(NO_NEXT, NEXT, NEXT, NEXT)
SHIM_RUNTIME(NO_NEXT, NEXT, NEXT, NEXT)
SHIM_RUNTIME_BATCH(NO_NEXT, NEXT, NEXT, NEXT)
SHIM_RUNTIME_BATCH_V2(NO_NEXT, NEXT, NEXT, NEXT)
SHIM_RUNTIME_GRAPH(NO_NEXT, NEXT, NEXT, NEXT)
SHIM_RUNTIME_NODE(NO_NEXT, NEXT, NEXT, NEXT)
