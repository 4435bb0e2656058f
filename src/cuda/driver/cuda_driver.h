/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_driver.h
 * The driver: its functions, contexts, results, kernels of the library, and memory of the CPU that
 * it knows. It is the lowest part of src/cuda, and uses no other one.
 */
#ifndef RINGFENCE_CUDA_CUDA_DRIVER_H
#define RINGFENCE_CUDA_CUDA_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/phase.h"
#include "core/pool.h"
#include "cuda/cuda_api.h"
#include "gpu/driver.h"
#include "gpu/gpu.h"
#include "nvscierror.h"
#include "ringfence_cfg.h"
#include "ringfence_engine.h"

/* ---------------------------------------------------------------- driver */

/** Functions of the driver, with the parameters that the symbols in driver.c have. */
typedef struct {
    /** What engines need too: devices, and memory of them that is mapped. */
    const GpuDriver *gpu;
    CUresult (*device_attribute)(int *value, CUdevice_attribute attribute, CUdevice device);
    CUresult (*context_get)(CUcontext *context);
    CUresult (*context_set)(CUcontext context);
    CUresult (*context_push)(CUcontext context);
    CUresult (*context_pop)(CUcontext *context);
    CUresult (*context_device)(CUdevice *device);
    CUresult (*primary_retain)(CUcontext *context, CUdevice device);
    CUresult (*host_register)(void *address, size_t bytes, unsigned int flags);
    CUresult (*host_unregister)(void *address);
    CUresult (*host_pointer)(CUdeviceptr *pointer, void *address, unsigned int flags);
    CUresult (*write_value)(CUstream stream, CUdeviceptr address, cuuint64_t value,
                            unsigned int flags);
    CUresult (*wait_value)(CUstream stream, CUdeviceptr address, cuuint64_t value,
                           unsigned int flags);
    CUresult (*batch)(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *operations,
                      unsigned int flags);
    CUresult (*is_capturing)(CUstream stream, CUstreamCaptureStatus *capture);
    CUresult (*event_create)(CUevent *event, unsigned int flags);
    CUresult (*event_destroy)(CUevent event);
    CUresult (*event_record)(CUevent event, CUstream stream);
    CUresult (*event_query)(CUevent event);
    CUresult (*wait_event)(CUstream stream, CUevent event, unsigned int flags);
    CUresult (*import_semaphore)(CUexternalSemaphore *semaphore,
                                 const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *desc);
    CUresult (*signal_semaphores)(const CUexternalSemaphore *semaphores,
                                  const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *params,
                                  unsigned int count, CUstream stream);
    CUresult (*wait_semaphores)(const CUexternalSemaphore *semaphores,
                                const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *params,
                                unsigned int count, CUstream stream);
    CUresult (*destroy_semaphore)(CUexternalSemaphore semaphore);
    CUresult (*import_memory)(CUexternalMemory *memory,
                              const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *desc);
    CUresult (*memory_buffer)(CUdeviceptr *pointer, CUexternalMemory memory,
                              const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *desc);
    CUresult (*memory_array)(CUmipmappedArray *array, CUexternalMemory memory,
                             const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *desc);
    CUresult (*destroy_memory)(CUexternalMemory memory);
    CUresult (*free)(CUdeviceptr pointer);
    CUresult (*array_destroy)(CUmipmappedArray array);
    CUresult (*array_level)(CUarray *level, CUmipmappedArray array, unsigned int index);
    CUresult (*create)(CUmemGenericAllocationHandle *handle, size_t bytes,
                       const GpuProperties *properties, unsigned long long flags);
    CUresult (*export)(void *descriptor, CUmemGenericAllocationHandle handle,
                       CUmemAllocationHandleType type, unsigned long long flags);
    CUresult (*fill)(CUdeviceptr pointer, unsigned char value, size_t bytes, CUstream stream);
    CUresult (*context_synchronize)(void);
    /** NULL: the driver is older than CUDA 12. */
    CUresult (*context_number)(CUcontext context, unsigned long long *number);
} CudaDriver;

/**
 * Finds the driver's functions; the first call that finds them loads the driver.
 *
 * @return CUDA_SUCCESS, or CUDA_ERROR_NOT_INITIALIZED iff there is no driver that has them all
 */
CUresult driver_open(const CudaDriver **driver);

/** Says whether driver_open() has found the driver. */
bool driver_is_there(void);

/** Functions of the driver for graphs and for kernels of ours. Drivers before CUDA 12 have not all
 * of them. */
typedef struct {
    CUresult (*add_kernel)(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                           size_t count, const CUDA_KERNEL_NODE_PARAMS *params);
    CUresult (*set_kernel)(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params);
    CUresult (*set_exec_kernel)(CUgraphExec exec, CUgraphNode node,
                                const CUDA_KERNEL_NODE_PARAMS *params);
    CUresult (*add_batch)(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                          size_t count, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
    CUresult (*set_batch)(CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
    CUresult (*set_exec_batch)(CUgraphExec exec, CUgraphNode node,
                               const CUDA_BATCH_MEM_OP_NODE_PARAMS *params);
    CUresult (*add_signal)(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                           size_t count, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params);
    CUresult (*set_signal)(CUgraphNode node, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params);
    CUresult (*set_exec_signal)(CUgraphExec exec, CUgraphNode node,
                                const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params);
    CUresult (*add_wait)(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                         size_t count, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *params);
    CUresult (*set_wait)(CUgraphNode node, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *params);
    CUresult (*set_exec_wait)(CUgraphExec exec, CUgraphNode node,
                              const CUDA_EXT_SEM_WAIT_NODE_PARAMS *params);
    CUresult (*library_load)(CUlibrary *library, const void *code, CUjit_option *options,
                             void **values, unsigned int count, CUlibraryOption *library_options,
                             void **library_values, unsigned int library_count);
    CUresult (*library_kernel)(CUkernel *kernel, CUlibrary library, const char *name);
    /** The driver takes a kernel of a library here, though its type is that of a function. */
    CUresult (*launch)(CUkernel kernel, unsigned int grid_x, unsigned int grid_y,
                       unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                       unsigned int block_z, unsigned int shared, CUstream stream, void **arguments,
                       void **extra);
    CUresult (*stream_context)(CUstream stream, CUcontext *context);
} CudaGraphs;

/**
 * Finds the driver's functions for graphs and kernels.
 *
 * @return CUDA_SUCCESS, CUDA_ERROR_NOT_INITIALIZED iff there is no driver, or
 * CUDA_ERROR_NOT_SUPPORTED iff it lacks one of them
 */
CUresult driver_open_graphs(const CudaGraphs **graphs);

/**
 * The kernels of src/cuda/kernels, compiled for several architectures: a fat binary, which the
 * build generates.
 *
 * @param[out] length  its bytes; 0: there was no nvcc
 */
const void *graph_image(size_t *length);

/** Kernels of the image. */
typedef enum {
    /** Stores of a node that signals. */
    KERNEL_STORE = 0,
    /** Stores of a node that signals, with timestamps. */
    KERNEL_STAMP = 1,
    /** Reads the GPU's clock. */
    KERNEL_CLOCK = 2,
    KERNEL_COUNT = 3
} CudaKernel;

/** Gives a kernel; it is loaded when it is first asked for. CUDA_ERROR_NOT_SUPPORTED iff the
 * library has none, or none for a GPU of the driver. */
CUresult kernel_load(const CudaGraphs *graphs, CudaKernel which, CUkernel *kernel);

/** The driver may find out that it has nothing for a GPU when it uses a kernel, too. */
CUresult kernel_result(CUresult result);

/** Hands a kernel of one thread to a stream. */
CUresult kernel_launch(const CudaGraphs *graphs, CUkernel kernel, CUstream stream,
                       void **arguments);

/* ---------------------------------------------------------------- callers and contexts */

/** Who called. */
typedef struct {
    /** Row of the table of admissions. */
    PhaseOp op;
    /** The runtime API: makes a context current where there is none. */
    bool runtime;
} CudaCaller;

/** A context, as it was when something was made in it. */
typedef struct {
    /** NULL: none. A context that is made later may have the same handle: after a reset a primary
     * one has. */
    CUcontext handle;
    /** What the driver gives to no other one; 0: the driver is older than CUDA 12. */
    unsigned long long number;
} CudaContext;

/** Gives the current context, with its number. */
CUresult context_current(const CudaDriver *driver, CudaContext *context);

/** Says whether a context is neither destroyed nor reset. What was made in one that is not there
 * must not go to the driver: it ends the process. Asks nothing of a context that is there. */
bool context_is_there(const CudaDriver *driver, const CudaContext *context);

/** Makes a context current until context_leave(); CUDA_ERROR_CONTEXT_IS_DESTROYED iff it is not
 * there. */
CUresult context_enter(const CudaDriver *driver, const CudaContext *context);

/** Makes current what was before context_enter(). */
void context_leave(const CudaDriver *driver);

/** Waits for the work of a context, if it is there. */
void context_await(const CudaDriver *driver, const CudaContext *context);

/** Says whether two are the same, with what was made in it. */
static inline bool context_is_same(const CudaContext *context, const CudaContext *other)
{
    return (context->handle == other->handle) && (context->number == other->number);
}

/** Says whether an end waits for a context, which was not the one that it has waited for. */
static inline bool context_is_due(const CudaContext *context, const CudaContext *awaited)
{
    return (context->handle != NULL) && (!context_is_same(context, awaited));
}

/** Finds the driver, and makes sure that the runtime API has a current context. */
CUresult context_begin(const CudaCaller *caller, const CudaDriver **driver);

/** Makes the primary context of the first device current if the thread has none. */
CUresult context_make_current(const CudaDriver *driver);

/** Primary context of a device. It is retained once, until the process ends, and again when it was
 * reset. */
CUresult context_primary(const CudaDriver *driver, CUdevice device, CUcontext *context);

/** Device with this identity; CUDA_ERROR_INVALID_DEVICE iff the driver shows none. */
CUresult context_find_device(const CudaDriver *driver, const NvSciRmGpuId *gpu, CUdevice *device);

/** GPU of the current context. */
CUresult context_gpu(const CudaDriver *driver, CUdevice *device, NvSciRmGpuId *gpu);

/** Says whether an array of GPUs, as a list holds it, names this one, and at which place. */
bool context_names_gpu(const void *gpus, size_t bytes, const NvSciRmGpuId *gpu, uint32_t *place);

/** Stream for one of a caller with per-thread default streams. */
CUstream stream_of_thread(CUstream stream);

/* ---------------------------------------------------------------- results and slots */

/** Result of CUDA for an error of the library. */
CUresult result_of_error(NvSciError status);

/** Result of CUDA by the number that src/gpu has for it. */
static inline CUresult result_of_gpu(GpuResult result)
{
    return (CUresult)result;
}

/** Result of CUDA for a call that takes a handle of NvSci. */
CUresult result_of_handle(NvSciError status);

/** Passes on what the driver says of a device; one that is not there is a fault of the caller's. */
CUresult device_result(const CudaCaller *caller, CUresult result);

/** Says whether a result is one of a context that failed for good: what streams of it had still to
 * do is not done any more. */
bool result_is_final(CUresult result);

/** Says whether a refusal of the driver leaves something that can be given back later: not if the
 * context failed for good, or the driver knows no such thing any more. */
bool result_keeps(CUresult result);

/** Says whether the answer of a context to a question about an address that it knew says that it
 * failed for good, or is gone, or was reset. */
bool result_is_lost(CUresult result);

/** Takes a slot of a pool for a caller. */
CUresult slot_take(const CudaCaller *caller, RingfencePool pool, uint32_t *index);

/** Gives a slot back. */
void slot_give(RingfencePool pool, uint32_t index);

/** An address without const, for functions that change nothing there. */
void *without_const(const void *address);

/** Number of an address: of memory of a device, or of the handle of an array, which is an address
 * in this process and differs from those. */
CUdeviceptr device_number_of(const void *pointer);

/* ---------------------------------------------------------------- registrations */

/** As many as semaphores, twice for counter and waiter counter, and memories together: there is
 * always one for an import. */
#define REGISTRATIONS ((2U * RINGFENCE_CFG_CUDA_SEMAPHORES) + RINGFENCE_CFG_CUDA_MEMORIES)

/** Host memory that CUDA knows. */
typedef struct {
    const void *base;
    uint64_t bytes;
    /** CUDA may write it. */
    bool writable;
} CudaPages;

/**
 * Registers pages, or counts one more user of a registration of the same pages. Needs import_lock()
 * .
 *
 * @param[out] device  address of the first byte for every GPU
 * @param[out] index   the registration
 */
CUresult registration_take(const CudaDriver *driver, const CudaPages *pages, CUdeviceptr *device,
                           uint32_t *index);

/** Gives the context whose work the driver waits for before it ends a registration, if
 * registration_drop() would end it. Needs import_lock(). */
void registration_awaits(uint32_t index, CudaContext *context);

/**
 * Counts one user less; the last one ends the registration. Needs import_lock().
 *
 * @param[out] stays  the driver refused, though its context works: nothing changed
 */
CUresult registration_drop(const CudaDriver *driver, uint32_t index, bool *stays);

#endif /* RINGFENCE_CUDA_CUDA_DRIVER_H */
