/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file linked.c
 * CUDA's names, and dlopen(), for programs and libraries that are linked by the link names of
 * NvSci: they lead to the preload library, wherever others that have them stand among the
 * libraries. A runtime that is linked statically keeps its own; it opens the driver with this
 * dlopen().
 *
 * It becomes an object of its own, ringfence_cuda_names.o, in which objcopy gives the functions
 * CUDA's names. They are hidden and weak: a program has its own, and several link names may bring
 * them. What they call is what the preload library has under a name of its own.
 */
#include "cuda/cuda_api.h"
#include "cuda/shim/names.h"

/** @satisfies RF-CUDA-213 */
#define LINKED(api, name, ours, parameters, arguments, claim)                                      \
    SHIM_RESULT_##api ringfence##name parameters;                                                  \
    SHIM_RESULT_##api linked##name parameters;                                                     \
    SHIM_RESULT_##api linked##name parameters                                                      \
    {                                                                                              \
        return ringfence##name arguments;                                                          \
    }

SHIM_DRIVER(LINKED, LINKED, LINKED, LINKED)
SHIM_DRIVER_GRAPH(LINKED, LINKED, LINKED, LINKED)
SHIM_DRIVER_NODE(LINKED, LINKED, LINKED, LINKED)
SHIM_DRIVER_NODE_V2(LINKED, LINKED, LINKED, LINKED)
SHIM_RUNTIME(LINKED, LINKED, LINKED, LINKED)
SHIM_RUNTIME_BATCH(LINKED, LINKED, LINKED, LINKED)
SHIM_RUNTIME_BATCH_V2(LINKED, LINKED, LINKED, LINKED)
SHIM_RUNTIME_GRAPH(LINKED, LINKED, LINKED, LINKED)
SHIM_RUNTIME_NODE(LINKED, LINKED, LINKED, LINKED)

LINKED(DRIVER, _cuGetProcAddress, -,
       (const char *symbol, void **pfn, int version, cuuint64_t flags),
       (symbol, pfn, version, flags), -)
LINKED(DRIVER, _cuGetProcAddress_v2, -,
       (const char *symbol, void **pfn, int version, cuuint64_t flags,
        CUdriverProcAddressQueryResult *status),
       (symbol, pfn, version, flags, status), -)

void *ringfence_dlopen(const char *file, int mode);
void *linked_dlopen(const char *file, int mode);

/**
 * A jump, as in src/port/preload/linker.c.
 * @satisfies RF-CUDA-212
 */
void *linked_dlopen(const char *file, int mode)
{
    return ringfence_dlopen(file, mode);
}
