/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.c
 * The driver's functions, found by name when the first call needs them.
 *
 * A name here is a symbol of libcuda.so.1, with the version whose parameters CudaDriver declares.
 * Nothing is looked up when the library is loaded, so a program runs where there is no driver.
 */
#include "cuda/driver/driver.h"

#include "gpu/driver.h"
#include "gpu/gpu.h"
#include "port/atomic.h"
#include "port/lock.h"

CudaDriver g_driver;

/** @satisfies RF-CUDA-002 */
static const GpuSymbol g_driver_symbols[] = {
    {"cuDeviceGetAttribute", &g_driver.device_attribute},
    {"cuCtxGetCurrent", &g_driver.context_get},
    {"cuCtxSetCurrent", &g_driver.context_set},
    {"cuCtxPushCurrent_v2", &g_driver.context_push},
    {"cuCtxPopCurrent_v2", &g_driver.context_pop},
    {"cuCtxGetDevice", &g_driver.context_device},
    {"cuDevicePrimaryCtxRetain", &g_driver.primary_retain},
    {"cuMemHostRegister_v2", &g_driver.host_register},
    {"cuMemHostUnregister", &g_driver.host_unregister},
    {"cuMemHostGetDevicePointer_v2", &g_driver.host_pointer},
    {"cuStreamWriteValue64_v2", &g_driver.write_value},
    {"cuStreamWaitValue64_v2", &g_driver.wait_value},
    {"cuStreamBatchMemOp_v2", &g_driver.batch},
    {"cuStreamIsCapturing", &g_driver.is_capturing},
    {"cuEventCreate", &g_driver.event_create},
    {"cuEventDestroy_v2", &g_driver.event_destroy},
    {"cuEventRecord", &g_driver.event_record},
    {"cuEventQuery", &g_driver.event_query},
    {"cuStreamWaitEvent", &g_driver.wait_event},
    {"cuImportExternalSemaphore", &g_driver.import_semaphore},
    {"cuSignalExternalSemaphoresAsync", &g_driver.signal_semaphores},
    {"cuWaitExternalSemaphoresAsync", &g_driver.wait_semaphores},
    {"cuDestroyExternalSemaphore", &g_driver.destroy_semaphore},
    {"cuImportExternalMemory", &g_driver.import_memory},
    {"cuExternalMemoryGetMappedBuffer", &g_driver.memory_buffer},
    {"cuExternalMemoryGetMappedMipmappedArray", &g_driver.memory_array},
    {"cuDestroyExternalMemory", &g_driver.destroy_memory},
    {"cuMemFree_v2", &g_driver.free},
    {"cuMipmappedArrayDestroy", &g_driver.array_destroy},
    {"cuMipmappedArrayGetLevel", &g_driver.array_level},
    {"cuMemCreate", &g_driver.create},
    {"cuMemExportToShareableHandle", &g_driver.export},
    {"cuMemsetD8Async", &g_driver.fill},
    {"cuCtxSynchronize", &g_driver.context_synchronize},
};

/** What a driver may lack. */
static const GpuSymbol g_further_symbols[] = {
    {"cuCtxGetId", &g_driver.context_number},
};

static CudaGraphs g_graphs;

/** @satisfies RF-CUDA-002 */
static const GpuSymbol g_graph_symbols[] = {
    {"cuGraphAddKernelNode_v2", &g_graphs.add_kernel},
    {"cuGraphKernelNodeSetParams_v2", &g_graphs.set_kernel},
    {"cuGraphExecKernelNodeSetParams_v2", &g_graphs.set_exec_kernel},
    {"cuGraphAddBatchMemOpNode", &g_graphs.add_batch},
    {"cuGraphBatchMemOpNodeSetParams", &g_graphs.set_batch},
    {"cuGraphExecBatchMemOpNodeSetParams", &g_graphs.set_exec_batch},
    {"cuGraphAddExternalSemaphoresSignalNode", &g_graphs.add_signal},
    {"cuGraphExternalSemaphoresSignalNodeSetParams", &g_graphs.set_signal},
    {"cuGraphExecExternalSemaphoresSignalNodeSetParams", &g_graphs.set_exec_signal},
    {"cuGraphAddExternalSemaphoresWaitNode", &g_graphs.add_wait},
    {"cuGraphExternalSemaphoresWaitNodeSetParams", &g_graphs.set_wait},
    {"cuGraphExecExternalSemaphoresWaitNodeSetParams", &g_graphs.set_exec_wait},
    {"cuLibraryLoadData", &g_graphs.library_load},
    {"cuLibraryGetKernel", &g_graphs.library_kernel},
    {"cuLaunchKernel", &g_graphs.launch},
    {"cuStreamGetCtx", &g_graphs.stream_context},
};

/** 1: all functions were found. */
static PortAtomic32 g_driver_ready;
/** 1: all functions of graphs were found. */
static PortAtomic32 g_graphs_ready;
static PortAtomic32 g_driver_mutex;

/** Loads the driver once; a driver that is missing is looked for again at the next call. */
static void load(void)
{
    static GpuFunctions functions = {g_driver_symbols,
                                     sizeof(g_driver_symbols) / sizeof(g_driver_symbols[0]), false};
    static GpuFunctions further = {g_further_symbols,
                                   sizeof(g_further_symbols) / sizeof(g_further_symbols[0]), false};

    ringfence_port_mutex_lock(&g_driver_mutex);
    if (port_load32_acquire(&g_driver_ready) == 0U) {
        g_driver.gpu = gpu_driver();
        if (g_driver.gpu != NULL) {
            (void)gpu_find(&further);
            if (gpu_find(&functions)) {
                port_store32_release(&g_driver_ready, 1U);
            }
        }
    }
    ringfence_port_mutex_unlock(&g_driver_mutex);
}

bool driver_is_there(void)
{
    return port_load32_acquire(&g_driver_ready) != 0U;
}

/** @satisfies RF-CUDA-001 RF-CUDA-002 RF-CUDA-003 */
CUresult driver_open(const CudaDriver **driver)
{
    CUresult result = CUDA_SUCCESS;
    uint32_t ready = port_load32_acquire(&g_driver_ready);

    if (ready == 0U) {
        load();
        ready = port_load32_acquire(&g_driver_ready);
    }
    if (ready == 0U) {
        result = CUDA_ERROR_NOT_INITIALIZED;
    } else {
        *driver = &g_driver;
    }
    return result;
}

/** @satisfies RF-CUDA-002 */
CUresult driver_open_graphs(const CudaGraphs **graphs)
{
    static GpuFunctions functions = {g_graph_symbols,
                                     sizeof(g_graph_symbols) / sizeof(g_graph_symbols[0]), false};
    const CudaDriver *driver = NULL;
    CUresult result = driver_open(&driver);

    if ((result == CUDA_SUCCESS) && (port_load32_acquire(&g_graphs_ready) == 0U)) {
        if (gpu_find(&functions)) {
            port_store32_release(&g_graphs_ready, 1U);
        } else {
            result = CUDA_ERROR_NOT_SUPPORTED;
        }
    }
    if (result == CUDA_SUCCESS) {
        *graphs = &g_graphs;
    }
    return result;
}
