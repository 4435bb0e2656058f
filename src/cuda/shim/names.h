/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file names.h
 * CUDA's names that the wrappers and the preload library take over: one row for each.
 *
 * KIND(api, name, ours, parameters, arguments, claim):
 *
 *     api          DRIVER or RUNTIME: whose type and codes a result has
 *     name         CUDA's name behind an underscore: CUDA's headers have macros of some names
 *     ours         function that is called for what is the library's; those that do not begin with
 *                  ringfence are beside the wrappers
 *     parameters   as CUDA declares them, in parentheses
 *     arguments    their names, in parentheses
 *     claim        what makes a call one for the library: a condition; of BATCH the handles
 *
 *     OURS         all calls are for the library, and fail unless `claim` is true
 *     IMPORT       those for which `claim` is true; they make something of an
 *                  object of the library
 *     OWNED        those for which `claim` is true
 *     BATCH        each entry by itself; parameters are SIGNALS_ or WAITS_ of the API
 *
 * A group is what one member of the archive of wrappers has. It names nothing that came to CUDA
 * later, so a program needs no more of CUDA than it calls: docs/contributing.md says how a row is
 * added. A row begins with its kind, API and name in one line, which the Makefile reads.
 */
#ifndef RINGFENCE_CUDA_SHIM_NAMES_H
#define RINGFENCE_CUDA_SHIM_NAMES_H

/* ---------------------------------------------------------------- APIs */

#define SHIM_RESULT_DRIVER  CUresult
#define SHIM_RESULT_RUNTIME cudaError_t

#define SHIM_SUCCESS_DRIVER  CUDA_SUCCESS
#define SHIM_SUCCESS_RUNTIME cudaSuccess

/** The process has more than one copy of the library. */
#define SHIM_UNFIT_DRIVER  CUDA_ERROR_SHARED_OBJECT_INIT_FAILED
#define SHIM_UNFIT_RUNTIME cudaErrorSharedObjectInitFailed

/** Nobody else defines the name. */
#define SHIM_MISSING_DRIVER  CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND
#define SHIM_MISSING_RUNTIME cudaErrorSharedObjectSymbolNotFound

/* ---------------------------------------------------------------- parameters of several names */

#define SIGNALS_DRIVER                                                                             \
    (const CUexternalSemaphore *extSemArray,                                                       \
     const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems,            \
     CUstream stream)
#define WAITS_DRIVER                                                                               \
    (const CUexternalSemaphore *extSemArray,                                                       \
     const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned int numExtSems,              \
     CUstream stream)
#define SIGNALS_RUNTIME                                                                            \
    (const cudaExternalSemaphore_t *extSemArray,                                                   \
     const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,         \
     cudaStream_t stream)
#define WAITS_RUNTIME                                                                              \
    (const cudaExternalSemaphore_t *extSemArray,                                                   \
     const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,           \
     cudaStream_t stream)
#define BATCH_ARGUMENTS (extSemArray, paramsArray, numExtSems, stream)

/* ---------------------------------------------------------------- what tells */

/** A description is of a type of NvSci. */
#define SHIM_IS(description, kind) (((description) != NULL) && ((description)->type == (kind)))

/** The parameters of a node name a semaphore of the library. */
#define SHIM_NAMES_OURS(params)                                                                    \
    (((params) != NULL) && ringfenceWrapAny((params)->extSemArray, (params)->numExtSems))

/* ---------------------------------------------------------------- the driver's names */

/** Semaphores and memory. Names that end in _ptsz are those of programs for per-thread streams. */
#define SHIM_DRIVER(OURS, IMPORT, OWNED, BATCH)                                                    \
    OURS(DRIVER, _cuDeviceGetNvSciSyncAttributes, ringfenceCuDeviceGetNvSciSyncAttributes,         \
         (void *nvSciSyncAttrList, CUdevice dev, int flags), (nvSciSyncAttrList, dev, flags),      \
         ringfenceWrapFits())                                                                      \
    IMPORT(DRIVER, _cuImportExternalSemaphore, ringfenceCuImportExternalSemaphore,                 \
           (CUexternalSemaphore * extSem_out,                                                      \
            const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc),                             \
           (extSem_out, semHandleDesc),                                                            \
           SHIM_IS(semHandleDesc, CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC))                    \
    BATCH(DRIVER, _cuSignalExternalSemaphoresAsync, ringfenceCuSignalExternalSemaphoresAsync,      \
          SIGNALS_DRIVER, BATCH_ARGUMENTS, extSemArray)                                            \
    BATCH(DRIVER, _cuSignalExternalSemaphoresAsync_ptsz,                                           \
          ringfenceCuSignalExternalSemaphoresAsync_ptsz, SIGNALS_DRIVER, BATCH_ARGUMENTS,          \
          extSemArray)                                                                             \
    BATCH(DRIVER, _cuWaitExternalSemaphoresAsync, ringfenceCuWaitExternalSemaphoresAsync,          \
          WAITS_DRIVER, BATCH_ARGUMENTS, extSemArray)                                              \
    BATCH(DRIVER, _cuWaitExternalSemaphoresAsync_ptsz,                                             \
          ringfenceCuWaitExternalSemaphoresAsync_ptsz, WAITS_DRIVER, BATCH_ARGUMENTS, extSemArray) \
    OWNED(DRIVER, _cuDestroyExternalSemaphore, ringfenceCuDestroyExternalSemaphore,                \
          (CUexternalSemaphore extSem), (extSem), ringfenceCudaOwnsHandle(extSem))                 \
    IMPORT(DRIVER, _cuImportExternalMemory, ringfenceCuImportExternalMemory,                       \
           (CUexternalMemory * extMem_out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc), \
           (extMem_out, memHandleDesc),                                                            \
           SHIM_IS(memHandleDesc, CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF))                        \
    OWNED(DRIVER, _cuExternalMemoryGetMappedBuffer, ringfenceCuExternalMemoryGetMappedBuffer,      \
          (CUdeviceptr * devPtr, CUexternalMemory extMem,                                          \
           const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc),                                    \
          (devPtr, extMem, bufferDesc), ringfenceCudaOwnsHandle(extMem))                           \
    OWNED(DRIVER, _cuExternalMemoryGetMappedMipmappedArray,                                        \
          ringfenceCuExternalMemoryGetMappedMipmappedArray,                                        \
          (CUmipmappedArray * mipmap, CUexternalMemory extMem,                                     \
           const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc),                           \
          (mipmap, extMem, mipmapDesc), ringfenceCudaOwnsHandle(extMem))                           \
    OWNED(DRIVER, _cuDestroyExternalMemory, ringfenceCuDestroyExternalMemory,                      \
          (CUexternalMemory extMem), (extMem), ringfenceCudaOwnsHandle(extMem))                    \
    OWNED(DRIVER, _cuMemFree_v2, ringfenceCuMemFree, (CUdeviceptr dptr), (dptr),                   \
          ringfenceCudaOwnsPointer((const void *)(uintptr_t)dptr))                                 \
    OWNED(DRIVER, _cuMipmappedArrayDestroy, ringfenceCuMipmappedArrayDestroy,                      \
          (CUmipmappedArray hMipmappedArray), (hMipmappedArray),                                   \
          ringfenceCudaOwnsPointer(hMipmappedArray))

/** Nodes of graphs that signal and wait. */
#define SHIM_DRIVER_GRAPH(OURS, IMPORT, OWNED, BATCH)                                              \
    OWNED(DRIVER, _cuGraphAddExternalSemaphoresSignalNode,                                         \
          ringfenceCuGraphAddExternalSemaphoresSignalNode,                                         \
          (CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,             \
           size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams),             \
          (phGraphNode, hGraph, dependencies, numDependencies, nodeParams),                        \
          SHIM_NAMES_OURS(nodeParams))                                                             \
    OWNED(DRIVER, _cuGraphAddExternalSemaphoresWaitNode,                                           \
          ringfenceCuGraphAddExternalSemaphoresWaitNode,                                           \
          (CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,             \
           size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams),               \
          (phGraphNode, hGraph, dependencies, numDependencies, nodeParams),                        \
          SHIM_NAMES_OURS(nodeParams))                                                             \
    OWNED(DRIVER, _cuGraphExternalSemaphoresSignalNodeSetParams,                                   \
          ringfenceCuGraphExternalSemaphoresSignalNodeSetParams,                                   \
          (CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams),                  \
          (hNode, nodeParams), SHIM_NAMES_OURS(nodeParams))                                        \
    OWNED(DRIVER, _cuGraphExternalSemaphoresWaitNodeSetParams,                                     \
          ringfenceCuGraphExternalSemaphoresWaitNodeSetParams,                                     \
          (CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams),                    \
          (hNode, nodeParams), SHIM_NAMES_OURS(nodeParams))                                        \
    OWNED(DRIVER, _cuGraphExecExternalSemaphoresSignalNodeSetParams,                               \
          ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams,                               \
          (CUgraphExec hGraphExec, CUgraphNode hNode,                                              \
           const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams),                                     \
          (hGraphExec, hNode, nodeParams), SHIM_NAMES_OURS(nodeParams))                            \
    OWNED(DRIVER, _cuGraphExecExternalSemaphoresWaitNodeSetParams,                                 \
          ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams,                                 \
          (CUgraphExec hGraphExec, CUgraphNode hNode,                                              \
           const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams),                                       \
          (hGraphExec, hNode, nodeParams), SHIM_NAMES_OURS(nodeParams))

/** Nodes of any kind, as CUDA 12.2 has them. */
#define SHIM_DRIVER_NODE(OURS, IMPORT, OWNED, BATCH)                                               \
    OWNED(DRIVER, _cuGraphAddNode, driver_add_node,                                                \
          (CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,             \
           size_t numDependencies, CUgraphNodeParams *nodeParams),                                 \
          (phGraphNode, hGraph, dependencies, numDependencies, nodeParams),                        \
          driver_node_is_ours(nodeParams))                                                         \
    OWNED(DRIVER, _cuGraphNodeSetParams, driver_set_params,                                        \
          (CUgraphNode hNode, CUgraphNodeParams * nodeParams), (hNode, nodeParams),                \
          driver_node_is_ours(nodeParams))                                                         \
    OWNED(DRIVER, _cuGraphExecNodeSetParams, driver_set_exec_params,                               \
          (CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams * nodeParams),             \
          (hGraphExec, hNode, nodeParams), driver_node_is_ours(nodeParams))

/** A node of any kind with notes on its edges, which CUDA 12.3 brought and CUDA 13 has under the
 * name of old. */
#define SHIM_DRIVER_NODE_V2(OURS, IMPORT, OWNED, BATCH)                                            \
    OWNED(DRIVER, _cuGraphAddNode_v2, driver_add_node_v2,                                          \
          (CUgraphNode * phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,             \
           const CUgraphEdgeData *dependencyData, size_t numDependencies,                          \
           CUgraphNodeParams *nodeParams),                                                         \
          (phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams),        \
          driver_node_is_ours(nodeParams))

/* ---------------------------------------------------------------- the runtime's names */

/** Semaphores and memory. */
#define SHIM_RUNTIME(OURS, IMPORT, OWNED, BATCH)                                                   \
    OURS(RUNTIME, _cudaDeviceGetNvSciSyncAttributes, ringfenceCudaDeviceGetNvSciSyncAttributes,    \
         (void *nvSciSyncAttrList, int device, int flags), (nvSciSyncAttrList, device, flags),     \
         ringfenceWrapFits())                                                                      \
    IMPORT(RUNTIME, _cudaImportExternalSemaphore, ringfenceCudaImportExternalSemaphore,            \
           (cudaExternalSemaphore_t * extSem_out,                                                  \
            const struct cudaExternalSemaphoreHandleDesc *semHandleDesc),                          \
           (extSem_out, semHandleDesc),                                                            \
           SHIM_IS(semHandleDesc, cudaExternalSemaphoreHandleTypeNvSciSync))                       \
    OWNED(RUNTIME, _cudaDestroyExternalSemaphore, ringfenceCudaDestroyExternalSemaphore,           \
          (cudaExternalSemaphore_t extSem), (extSem), ringfenceCudaOwnsHandle(extSem))             \
    IMPORT(RUNTIME, _cudaImportExternalMemory, ringfenceCudaImportExternalMemory,                  \
           (cudaExternalMemory_t * extMem_out,                                                     \
            const struct cudaExternalMemoryHandleDesc *memHandleDesc),                             \
           (extMem_out, memHandleDesc),                                                            \
           SHIM_IS(memHandleDesc, cudaExternalMemoryHandleTypeNvSciBuf))                           \
    OWNED(RUNTIME, _cudaExternalMemoryGetMappedBuffer, ringfenceCudaExternalMemoryGetMappedBuffer, \
          (void **devPtr, cudaExternalMemory_t extMem,                                             \
           const struct cudaExternalMemoryBufferDesc *bufferDesc),                                 \
          (devPtr, extMem, bufferDesc), ringfenceCudaOwnsHandle(extMem))                           \
    OWNED(RUNTIME, _cudaExternalMemoryGetMappedMipmappedArray,                                     \
          ringfenceCudaExternalMemoryGetMappedMipmappedArray,                                      \
          (cudaMipmappedArray_t * mipmap, cudaExternalMemory_t extMem,                             \
           const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc),                         \
          (mipmap, extMem, mipmapDesc), ringfenceCudaOwnsHandle(extMem))                           \
    OWNED(RUNTIME, _cudaDestroyExternalMemory, ringfenceCudaDestroyExternalMemory,                 \
          (cudaExternalMemory_t extMem), (extMem), ringfenceCudaOwnsHandle(extMem))                \
    OWNED(RUNTIME, _cudaFree, ringfenceCudaFree, (void *devPtr), (devPtr),                         \
          ringfenceCudaOwnsPointer(devPtr))                                                        \
    OWNED(RUNTIME, _cudaFreeMipmappedArray, ringfenceCudaFreeMipmappedArray,                       \
          (cudaMipmappedArray_t mipmappedArray), (mipmappedArray),                                 \
          ringfenceCudaOwnsPointer(mipmappedArray))

/** Signalling and waiting under the names that runtimes from CUDA 13 on have. */
#define SHIM_RUNTIME_BATCH(OURS, IMPORT, OWNED, BATCH)                                             \
    BATCH(RUNTIME, _cudaSignalExternalSemaphoresAsync, ringfenceCudaSignalExternalSemaphoresAsync, \
          SIGNALS_RUNTIME, BATCH_ARGUMENTS, extSemArray)                                           \
    BATCH(RUNTIME, _cudaWaitExternalSemaphoresAsync, ringfenceCudaWaitExternalSemaphoresAsync,     \
          WAITS_RUNTIME, BATCH_ARGUMENTS, extSemArray)                                             \
    BATCH(RUNTIME, _cudaSignalExternalSemaphoresAsync_ptsz,                                        \
          ringfenceCudaSignalExternalSemaphoresAsync_ptsz, SIGNALS_RUNTIME, BATCH_ARGUMENTS,       \
          extSemArray)                                                                             \
    BATCH(RUNTIME, _cudaWaitExternalSemaphoresAsync_ptsz,                                          \
          ringfenceCudaWaitExternalSemaphoresAsync_ptsz, WAITS_RUNTIME, BATCH_ARGUMENTS,           \
          extSemArray)

/** Signalling and waiting under the names that runtimes from CUDA 11.2 to CUDA 12 have. */
#define SHIM_RUNTIME_BATCH_V2(OURS, IMPORT, OWNED, BATCH)                                          \
    BATCH(RUNTIME, _cudaSignalExternalSemaphoresAsync_v2,                                          \
          ringfenceCudaSignalExternalSemaphoresAsync, SIGNALS_RUNTIME, BATCH_ARGUMENTS,            \
          extSemArray)                                                                             \
    BATCH(RUNTIME, _cudaWaitExternalSemaphoresAsync_v2, ringfenceCudaWaitExternalSemaphoresAsync,  \
          WAITS_RUNTIME, BATCH_ARGUMENTS, extSemArray)                                             \
    BATCH(RUNTIME, _cudaSignalExternalSemaphoresAsync_v2_ptsz,                                     \
          ringfenceCudaSignalExternalSemaphoresAsync_ptsz, SIGNALS_RUNTIME, BATCH_ARGUMENTS,       \
          extSemArray)                                                                             \
    BATCH(RUNTIME, _cudaWaitExternalSemaphoresAsync_v2_ptsz,                                       \
          ringfenceCudaWaitExternalSemaphoresAsync_ptsz, WAITS_RUNTIME, BATCH_ARGUMENTS,           \
          extSemArray)

/** Nodes of graphs that signal and wait. */
#define SHIM_RUNTIME_GRAPH(OURS, IMPORT, OWNED, BATCH)                                             \
    OWNED(RUNTIME, _cudaGraphAddExternalSemaphoresSignalNode,                                      \
          ringfenceCudaGraphAddExternalSemaphoresSignalNode,                                       \
          (cudaGraphNode_t * pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,  \
           size_t numDependencies,                                                                 \
           const struct cudaExternalSemaphoreSignalNodeParams *nodeParams),                        \
          (pGraphNode, graph, pDependencies, numDependencies, nodeParams),                         \
          SHIM_NAMES_OURS(nodeParams))                                                             \
    OWNED(RUNTIME, _cudaGraphAddExternalSemaphoresWaitNode,                                        \
          ringfenceCudaGraphAddExternalSemaphoresWaitNode,                                         \
          (cudaGraphNode_t * pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,  \
           size_t numDependencies, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams),  \
          (pGraphNode, graph, pDependencies, numDependencies, nodeParams),                         \
          SHIM_NAMES_OURS(nodeParams))                                                             \
    OWNED(RUNTIME, _cudaGraphExternalSemaphoresSignalNodeSetParams,                                \
          ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams,                                 \
          (cudaGraphNode_t hNode, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams), \
          (hNode, nodeParams), SHIM_NAMES_OURS(nodeParams))                                        \
    OWNED(RUNTIME, _cudaGraphExternalSemaphoresWaitNodeSetParams,                                  \
          ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams,                                   \
          (cudaGraphNode_t hNode, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams),   \
          (hNode, nodeParams), SHIM_NAMES_OURS(nodeParams))                                        \
    OWNED(RUNTIME, _cudaGraphExecExternalSemaphoresSignalNodeSetParams,                            \
          ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams,                             \
          (cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,                                      \
           const struct cudaExternalSemaphoreSignalNodeParams *nodeParams),                        \
          (hGraphExec, hNode, nodeParams), SHIM_NAMES_OURS(nodeParams))                            \
    OWNED(RUNTIME, _cudaGraphExecExternalSemaphoresWaitNodeSetParams,                              \
          ringfenceCudaGraphExecExternalSemaphoresWaitNodeSetParams,                               \
          (cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,                                      \
           const struct cudaExternalSemaphoreWaitNodeParams *nodeParams),                          \
          (hGraphExec, hNode, nodeParams), SHIM_NAMES_OURS(nodeParams))

/** Parameters of nodes of any kind. */
#define SHIM_RUNTIME_NODE(OURS, IMPORT, OWNED, BATCH)                                              \
    OWNED(RUNTIME, _cudaGraphNodeSetParams, runtime_set_params,                                    \
          (cudaGraphNode_t node, struct cudaGraphNodeParams * nodeParams), (node, nodeParams),     \
          runtime_node_is_ours(nodeParams))                                                        \
    OWNED(RUNTIME, _cudaGraphExecNodeSetParams, runtime_set_exec_params,                           \
          (cudaGraphExec_t graphExec, cudaGraphNode_t node,                                        \
           struct cudaGraphNodeParams * nodeParams),                                               \
          (graphExec, node, nodeParams), runtime_node_is_ours(nodeParams))

#endif /* RINGFENCE_CUDA_SHIM_NAMES_H */
