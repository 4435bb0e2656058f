/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file wrap.h
 * What a row of the table is among the wrappers: __wrap_ and CUDA's name, which the linker calls
 * where a program names CUDA's, and __real_ and the name, which is CUDA's own (DEV-013).
 *
 * Each source that has a group of the table is a member of an archive, so that a program needs no
 * more of CUDA than it calls. Macros paste the names of a row (DEV-023).
 */
#ifndef RINGFENCE_CUDA_SHIM_WRAP_H
#define RINGFENCE_CUDA_SHIM_WRAP_H

#include "cuda/shim/batch.h"
#include "cuda/shim/names.h"

/**
 * For the library, if the process has one copy of it.
 * @satisfies RF-CUDA-040
 */
#define WRAP_OURS(api, name, ours, parameters, arguments, claim)                                   \
    SHIM_RESULT_##api __wrap##name parameters;                                                     \
    SHIM_RESULT_##api __wrap##name parameters                                                      \
    {                                                                                              \
        return (claim) ? ours arguments : SHIM_UNFIT_##api;                                        \
    }

/**
 * For the library, if the process has one copy of it, or for CUDA.
 * @satisfies RF-CUDA-040
 */
#define WRAP_IMPORT(api, name, ours, parameters, arguments, claim)                                 \
    SHIM_RESULT_##api __real##name parameters;                                                     \
    SHIM_RESULT_##api __wrap##name parameters;                                                     \
    SHIM_RESULT_##api __wrap##name parameters                                                      \
    {                                                                                              \
        SHIM_RESULT_##api result = SHIM_UNFIT_##api;                                               \
                                                                                                   \
        if (!(claim)) {                                                                            \
            result = __real##name arguments;                                                       \
        } else if (ringfenceWrapFits()) {                                                          \
            result = ours arguments;                                                               \
        } else {                                                                                   \
            /* Another copy of the library made the object. */                                     \
        }                                                                                          \
        return result;                                                                             \
    }

/**
 * For the library or for CUDA.
 * @satisfies RF-CUDA-040 RF-CUDA-056
 */
#define WRAP_OWNED(api, name, ours, parameters, arguments, claim)                                  \
    SHIM_RESULT_##api __real##name parameters;                                                     \
    SHIM_RESULT_##api __wrap##name parameters;                                                     \
    SHIM_RESULT_##api __wrap##name parameters                                                      \
    {                                                                                              \
        return (claim) ? ours arguments : __real##name arguments;                                  \
    }

/**
 * One entry for the library or for CUDA, as it came; of several, runs for one or the other, in
 * their order. Without semaphores it is CUDA's; without parameters whoever has the first one
 * refuses.
 * @satisfies RF-CUDA-040 RF-CUDA-056
 */
#define WRAP_BATCH(api, name, ours, parameters, arguments, claim)                                  \
    SHIM_RESULT_##api __real##name parameters;                                                     \
    SHIM_RESULT_##api __wrap##name parameters;                                                     \
    PORT_APART static SHIM_RESULT_##api runs##name parameters                                      \
    {                                                                                              \
        SHIM_RESULT_##api result = SHIM_SUCCESS_##api;                                             \
        unsigned int at = 0U;                                                                      \
                                                                                                   \
        while (((claim) != NULL) && (at < numExtSems) && (result == SHIM_SUCCESS_##api)) {         \
            const bool is_ours = handle_is_ours((claim)[at]);                                      \
            const unsigned int run = ringfenceWrapRun((claim), at, numExtSems, is_ours);           \
                                                                                                   \
            result = is_ours ? ours(&(claim)[at], &paramsArray[at], run, stream)                   \
                             : __real##name(&(claim)[at], &paramsArray[at], run, stream);          \
            at += run;                                                                             \
        }                                                                                          \
        return result;                                                                             \
    }                                                                                              \
    SHIM_RESULT_##api __wrap##name parameters                                                      \
    {                                                                                              \
        SHIM_RESULT_##api result = SHIM_SUCCESS_##api;                                             \
                                                                                                   \
        if (((claim) == NULL) || (numExtSems == 0U)) {                                             \
            result = __real##name arguments;                                                       \
        } else if (numExtSems > 1U) {                                                              \
            result = runs##name arguments;                                                         \
        } else if (handle_is_ours((claim)[0])) {                                                   \
            result = ours arguments;                                                               \
        } else {                                                                                   \
            result = __real##name arguments;                                                       \
        }                                                                                          \
        return result;                                                                             \
    }

#endif /* RINGFENCE_CUDA_SHIM_WRAP_H */
