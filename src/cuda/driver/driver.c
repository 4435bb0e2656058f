/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file driver.c
 * The driver's functions, found by name when the first call needs them.
 *
 * A name here is a symbol of libcuda.so.1, with the version whose parameters CudaDriver declares.
 * Nothing is looked up when the library is loaded, so a program runs where there is no driver.
 *
 * The driver is opened with dlmopen(): dlopen() may be the one of the preload library, which gives
 * programs a driver that leads back here.
 */
/* cppcheck-suppress [misra-c2012-21.1, misra-c2012-2.5] ; DEV-004 the C library names dlmopen
 * on this word alone */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <string.h>

#include "cuda/driver/cuda_driver.h"
#include "port/atomic.h"
#include "port/lock.h"

/** A function to find, and where its address goes. */
typedef struct {
    const char *symbol;
    void *place;
} DriverSymbol;

CudaDriver g_driver;

/** @satisfies RF-CUDA-002 */
static const DriverSymbol g_driver_symbols[] = {
    {"cuInit", &g_driver.init},
    {"cuDeviceGetCount", &g_driver.device_count},
    {"cuDeviceGet", &g_driver.device_get},
    {"cuDeviceGetUuid_v2", &g_driver.device_uuid},
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
    {"cuStreamCreate", &g_driver.stream_create},
    {"cuStreamDestroy_v2", &g_driver.stream_destroy},
    {"cuStreamSynchronize", &g_driver.synchronize},
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
    {"cuMemRelease", &g_driver.release},
    {"cuMemGetAllocationGranularity", &g_driver.granularity},
    {"cuMemsetD8Async", &g_driver.fill},
    {"cuMemImportFromShareableHandle", &g_driver.import_handle},
    {"cuMemGetAllocationPropertiesFromHandle", &g_driver.handle_properties},
    {"cuMemAddressReserve", &g_driver.reserve_addresses},
    {"cuMemAddressFree", &g_driver.free_addresses},
    {"cuMemMap", &g_driver.map},
    {"cuMemUnmap", &g_driver.unmap},
    {"cuMemSetAccess", &g_driver.set_access},
    {"cuDeviceCanAccessPeer", &g_driver.can_access},
    {"cuCtxSynchronize", &g_driver.context_synchronize},
};

/** What a driver may lack. */
static const DriverSymbol g_further_symbols[] = {
    {"cuCtxGetId", &g_driver.context_number},
};

static CudaGraphs g_graphs;

/** @satisfies RF-CUDA-002 */
static const DriverSymbol g_graph_symbols[] = {
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
/** The driver; NULL: not found yet. It stays loaded. */
static void *g_driver_library;

/** Finds functions in a library; says whether all are there. */
static bool find_all(void *library, const DriverSymbol *symbols, size_t count)
{
    bool found = true;

    for (size_t i = 0U; i < count; i++) {
        const DriverSymbol *const symbol = &symbols[i];
        void *const address = dlsym(library, symbol->symbol);

        if (address == NULL) {
            found = false;
        }
        /* The address of a function has the bytes that POSIX gives a pointer to an object. */
        (void)memcpy(symbol->place, &address, sizeof(address));
    }
    return found;
}

/** Loads the driver once; a driver that is missing is looked for again at the next call. */
static void load(void)
{
    ringfence_port_mutex_lock(&g_driver_mutex);
    if (port_load32_acquire(&g_driver_ready) == 0U) {
        if (g_driver_library == NULL) {
            g_driver_library = dlmopen(LM_ID_BASE, "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
        }
        if (g_driver_library != NULL) {
            (void)find_all(g_driver_library, g_further_symbols,
                           sizeof(g_further_symbols) / sizeof(g_further_symbols[0]));
            if (find_all(g_driver_library, g_driver_symbols,
                         sizeof(g_driver_symbols) / sizeof(g_driver_symbols[0]))) {
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
    const CudaDriver *driver = NULL;
    CUresult result = driver_open(&driver);

    if ((result == CUDA_SUCCESS) && (port_load32_acquire(&g_graphs_ready) == 0U)) {
        ringfence_port_mutex_lock(&g_driver_mutex);
        if (find_all(g_driver_library, g_graph_symbols,
                     sizeof(g_graph_symbols) / sizeof(g_graph_symbols[0]))) {
            port_store32_release(&g_graphs_ready, 1U);
        } else {
            result = CUDA_ERROR_NOT_SUPPORTED;
        }
        ringfence_port_mutex_unlock(&g_driver_mutex);
    }
    if (result == CUDA_SUCCESS) {
        *graphs = &g_graphs;
    }
    return result;
}
