/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file interop.h
 * What the files of src/cuda share: the driver's functions, contexts, registrations, and the
 * functions of both flavours below their entry points.
 *
 * The entry points of the driver flavour are in entry_driver.c, those of the runtime flavour in
 * entry_runtime.c. Both call the same functions, which take the caller's name in the table of
 * admissions and whether a context is made current for it.
 */
#ifndef RINGFENCE_CUDA_INTEROP_H
#define RINGFENCE_CUDA_INTEROP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/phase.h"
#include "core/pool.h"
#include "cuda/cuda_api.h"
#include "nvscierror.h"
#include "port/atomic.h"
#include "ringfence_cfg.h"
#include "ringfence_engine.h"

/* ---------------------------------------------------------------- driver */

/** Functions of the driver, with the parameters that the symbols in driver.c have. */
typedef struct {
    CUresult (*init)(unsigned int flags);
    CUresult (*device_count)(int *count);
    CUresult (*device_get)(CUdevice *device, int ordinal);
    CUresult (*device_uuid)(CUuuid *uuid, CUdevice device);
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
    CUresult (*synchronize)(CUstream stream);
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
                       const CUmemAllocationProp *properties, unsigned long long flags);
    CUresult (*export)(void *descriptor, CUmemGenericAllocationHandle handle,
                       CUmemAllocationHandleType type, unsigned long long flags);
    CUresult (*release)(CUmemGenericAllocationHandle handle);
    CUresult (*granularity)(size_t *bytes, const CUmemAllocationProp *properties,
                            CUmemAllocationGranularity_flags option);
    CUresult (*fill)(CUdeviceptr pointer, unsigned char value, size_t bytes);
    CUresult (*import_handle)(CUmemGenericAllocationHandle *handle, void *descriptor,
                              CUmemAllocationHandleType type);
    CUresult (*handle_properties)(CUmemAllocationProp *properties,
                                  CUmemGenericAllocationHandle handle);
    CUresult (*reserve_addresses)(CUdeviceptr *pointer, size_t bytes, size_t alignment,
                                  CUdeviceptr wish, unsigned long long flags);
    CUresult (*free_addresses)(CUdeviceptr pointer, size_t bytes);
    CUresult (*map)(CUdeviceptr pointer, size_t bytes, size_t offset,
                    CUmemGenericAllocationHandle handle, unsigned long long flags);
    CUresult (*unmap)(CUdeviceptr pointer, size_t bytes);
    CUresult (*set_access)(CUdeviceptr pointer, size_t bytes, const CUmemAccessDesc *access,
                           size_t count);
    CUresult (*can_access)(int *can, CUdevice device, CUdevice memory);
    CUresult (*context_synchronize)(void);
} CudaDriver;

/**
 * Finds the driver's functions; the first call that finds them loads the driver.
 *
 * @return CUDA_SUCCESS, or CUDA_ERROR_NOT_INITIALIZED iff there is no driver that has them all
 */
CUresult driver_open(const CudaDriver **driver);

/** The driver's functions where driver_open() has succeeded before: who has a semaphore of ours
 * imported it. */
const CudaDriver *driver_known(void);

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
    CUresult (*stream_create)(CUstream *stream, unsigned int flags);
    CUresult (*stream_destroy)(CUstream stream);
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
    /** The same with timestamps. */
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
    /** The runtime flavour: makes a context current where there is none. */
    bool runtime;
} CudaCaller;

/** Finds the driver, and makes sure that the runtime flavour has a current context. */
CUresult context_begin(const CudaCaller *caller, const CudaDriver **driver);

/** Makes the primary context of the first device current if the thread has none. */
CUresult context_make_current(const CudaDriver *driver);

/** Primary context of a device. It is retained once, until the process ends. */
CUresult context_primary(const CudaDriver *driver, CUdevice device, CUcontext *context);

/** Device with this identity; CUDA_ERROR_INVALID_DEVICE iff the driver shows none. */
CUresult context_find_device(const CudaDriver *driver, const NvSciRmGpuId *gpu, CUdevice *device);

/** GPU of the current context. */
CUresult context_gpu(const CudaDriver *driver, CUdevice *device, NvSciRmGpuId *gpu);

/** Says whether an array of GPUs, as a list holds it, names this one, and at which place. */
bool context_names_gpu(const void *gpus, size_t bytes, const NvSciRmGpuId *gpu, uint32_t *place);

/* ---------------------------------------------------------------- results and slots */

/** Result of CUDA for an error of the library. */
CUresult result_of_error(NvSciError status);

/** The same for any result. */
static inline CUresult result_of(NvSciError status)
{
    return (status == NvSciError_Success) ? CUDA_SUCCESS : result_of_error(status);
}

/** The same for a call that takes a handle of NvSci. */
CUresult result_of_handle(NvSciError status);

/** Success, or CUDA_ERROR_NOT_PERMITTED iff the phase refuses the caller; counted.
 * @satisfies RF-CUDA-005 */
static inline CUresult caller_admit(const CudaCaller *caller)
{
    return result_of(phase_admit(caller->op));
}

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

/** As many as semaphores, twice for counter and gate, and memories together: there is always one
 * for an import. */
#define REGISTRATIONS ((2U * RINGFENCE_CFG_CUDA_SEMAPHORES) + RINGFENCE_CFG_CUDA_MEMORIES)

/** Host memory that CUDA knows. */
typedef struct {
    const void *base;
    uint64_t bytes;
    /** CUDA may write it. */
    bool writable;
} CudaPages;

/**
 * Registers pages, or counts one more user of a registration of the same pages. Needs the room's
 * lock.
 *
 * @param[out] device  address of the first byte for every GPU
 * @param[out] index   the registration
 */
CUresult registration_take(const CudaDriver *driver, const CudaPages *pages, CUdeviceptr *device,
                           uint32_t *index);

/**
 * Counts one user less; the last one ends the registration. Needs the room's lock.
 *
 * @param[out] stays  the driver refused, though its context works: nothing changed
 */
CUresult registration_drop(const CudaDriver *driver, uint32_t index, bool *stays);

/* ---------------------------------------------------------------- semaphores */

/** Points of an object by events; local.c has it. */
typedef struct LocalRing LocalRing;

/** What the library's clock was ahead of a GPU's, modulo 2^64. */
typedef struct {
    /** The GPU's clock at that time. */
    uint64_t gpu_ns;
    uint64_t ahead_ns;
    /** What comes with each second; 0: not known yet. */
    int64_t drift_ns;
} ClockReading;

/** The same for several threads. */
typedef struct {
    PortAtomic64 gpu_ns;
    PortAtomic64 ahead_ns;
    PortAtomic64 drift_ns;
} ClockPlace;

/** The clock of the GPU that signals a semaphore. */
typedef struct {
    /** Where it is read, and the word in which it is told; 0: not yet. */
    CUstream stream;
    PortAtomic64 *word;
    CUdeviceptr device_word;
    /** It has still to tell the word. */
    bool asked;
    /** It is not to be asked. */
    bool paused;
    /** The last reading, when it was, and when the next one is due. */
    ClockReading last;
    uint64_t at_us;
    uint64_t due_us;
    /** Readings so far; the last one is in the place of this number, modulo 2. */
    PortAtomic32 count;
    ClockPlace places[2];
} CudaClock;

/** Runs of points that are kept of an object. */
#define OWED_RUNS 8U

/** Points one after another that one context owes. */
typedef struct {
    /** The first one; the run ends where the next begins. */
    uint64_t first;
    /** NULL: several contexts. */
    CUcontext context;
    /** The context failed for good: nobody stores them. */
    bool failed;
} OwedRun;

/** Which context owes which points of an object; in the turn of its signals. */
typedef struct {
    /** Context of the newest run; NULL: the next signal is noted whoever makes it. */
    CUcontext newest;
    /** Imports; 0: the row is free. They, and the registration, need the room's lock. */
    uint32_t users;
    uint32_t registration;
    /** A context failed. Under the room's lock. */
    bool failed;
    /** Place of the oldest run; the others follow around the end. */
    uint32_t oldest;
    uint32_t count;
    OwedRun runs[OWED_RUNS];
} OwedPoints;

/** A sync object that was imported. */
typedef struct {
    RingfenceEngineSync map;
    /** Imports that share the row, and its handle. Under the room's lock. */
    uint32_t imports;
    /** Address for GPUs of the word that they wait for: the gate, if the object has one and this
     * process does not signal it, else the counter. Who signals stores here. */
    CUdeviceptr counter;
    /** Its registration; semaphores of one object have the same, and take turns by it. */
    uint32_t registration;
    /** Address of the gate for GPUs that signal, and its registration; 0: there is none. */
    CUdeviceptr gate;
    uint32_t gate_registration;
    /** What imports of the object owe. */
    OwedPoints *owed;
    /** The ring of an object that is left to this driver; else NULL. */
    LocalRing *ring;
    /** The ring's events are of the context of this import. */
    bool records;
    /** Context in which it was imported. */
    CUcontext context;
    /** Address of the first timestamp for GPUs; 0: signals have none. */
    CUdeviceptr stamps;
    /** The clock that they are of. */
    CudaClock clock;
} CudaSemaphore;

/** Says whether a handle is none for the driver: it has the mark of ours, of whatever kind, and may
 * be stale. */
bool semaphore_is_ours(const void *handle);

/** Gives the semaphore of a handle. A stale one is a fault, and CUDA_ERROR_INVALID_HANDLE. */
CUresult semaphore_find(PhaseOp op, const void *handle, CudaSemaphore **semaphore);

/** Imports a sync object. */
CUresult semaphore_import(const CudaCaller *caller, const void *object, unsigned int flags,
                          void **handle);

/** Ends an import. */
CUresult semaphore_destroy(const CudaCaller *caller, const void *handle);

/** After a result of the driver: if it says that a context failed for good, asks all contexts in
 * which semaphores were imported that signal, and finishes the points of those that failed. It
 * waits for nobody: what another thread has hold of is settled when that gives it back, or at the
 * next result of this kind. */
void semaphore_settle(CUresult result);

/** Ends the turn of imports and mappings, and settles what others left for then. */
void room_unlock(void);

/* ---------------------------------------------------------------- points that are owed */

/** Takes the row of an object. Needs the room's lock. */
OwedPoints *owed_begin(uint32_t registration);

/** Gives it back. Needs the room's lock. */
void owed_end(OwedPoints *owed);

/** Notes the newest point, if it is another context's than the one before. */
void owed_note(CudaSemaphore *semaphore, uint64_t point);

/** Says that a context failed. */
void owed_fail(OwedPoints *owed, const CUcontext *context);

/** Says that all contexts of an object failed. */
void owed_fail_all(OwedPoints *owed);

/** Finishes what contexts that failed owe, as far as no other context's points are between; says
 * whether there is something that failed. */
bool owed_finish(OwedPoints *owed, NvSciSyncObj object);

/** Looks whether contexts failed in which semaphores were imported that signal, and finishes their
 * points; the function that RingfenceEngineSetHealth() is told. It waits for nobody: while an
 * import or its end has the room's lock it does nothing. */
void semaphore_look(void *context);

/** Fills a list with what a GPU needs to signal, to wait, or both. */
CUresult semaphore_attributes(const CudaCaller *caller, void *list, CUdevice device, int flags);

/* ---------------------------------------------------------------- watching */

/** Watches the line of an imported object, if another process signals it; the first one starts the
 * watcher. Needs the room's lock. */
CUresult watch_add(uint32_t index, const RingfenceEngineSync *map);

/** Ends that; the last one ends the watcher. Needs the room's lock. */
void watch_remove(uint32_t index);

/* ---------------------------------------------------------------- streams */

/** A call that signals or waits. */
typedef struct {
    CudaCaller caller;
    bool signals;
    /** Array of handles of either flavour. */
    const void *handles;
    /** Array of parameters of either flavour: they are the same bytes. */
    const void *params;
    uint32_t count;
    CUstream stream;
} StreamCall;

/** Stream for one of a caller with per-thread default streams. */
CUstream stream_of_thread(CUstream stream);

/** Entries that one call of the driver takes. */
#define STREAM_CHUNK 16U
/** Operations that come of them: a signal is a store in the counter, and one in the gate. */
#define STREAM_OPERATIONS (2U * STREAM_CHUNK)

/** A store or a wait. */
typedef struct {
    CUdeviceptr address;
    uint64_t value;
} StreamOperation;

/** A timestamp of one of the stores of a chunk. */
typedef struct {
    CUdeviceptr slot;
    /** That of the point before. */
    CUdeviceptr previous;
    uint64_t mark;
    uint64_t store;
} StreamStamp;

/** Timestamps of a chunk, as the kernel takes them. What is behind `count` says nothing unless
 * there are some. */
typedef struct {
    uint64_t count;
    uint64_t gpu_ns;
    uint64_t ahead_ns;
    int64_t drift_ns;
    uint64_t earliest_us;
    StreamStamp entries[STREAM_CHUNK];
} StreamStamps;

/** Entries of ours that become one call of the driver. */
typedef struct {
    CudaSemaphore *semaphores[STREAM_CHUNK];
    NvSciSyncFence *fences[STREAM_CHUNK];
    StreamOperation operations[STREAM_OPERATIONS];
    /** Entries, points that were taken for them, and operations that came of them. */
    uint32_t entries;
    uint32_t points;
    uint32_t count;
    StreamStamps stamps;
    /** The points. */
    uint64_t made[STREAM_CHUNK];
    /** Fences of entries whose own one a later entry names too; some are used. */
    NvSciSyncFence spares[STREAM_CHUNK];
    bool has_spares;
} StreamChunk;

/** Checks the arguments and all entries of ours; says whether there are any. */
CUresult check_call(const StreamCall *call, bool *any);

/** Collects entries of ours from a place on: as many as one call of the driver takes, up to one
 * that has a ring of events. */
CUresult collect_run(const StreamCall *call, uint32_t from, StreamChunk *chunk);

/** Takes the turns of all objects of a chunk, in rising order, so that two threads never hold what
 * the other waits for. */
void take_object_turns(const StreamChunk *chunk);

/** Ends them. */
void give_object_turns(const StreamChunk *chunk);

/** Takes a point for each entry of a chunk; the operations are its stores. */
CUresult take_points(StreamChunk *chunk);

/** After the driver's answer: takes the points of a chunk back if there is an error, the newest
 * first. */
void end_points(StreamChunk *chunk, CUresult result);

/** Adds a store or a wait to a chunk. */
void add_operation(StreamChunk *chunk, CUdeviceptr address, uint64_t value);

/** Carries out a call that signals or waits. */
CUresult stream_run(const StreamCall *call);

/* ---------------------------------------------------------------- timestamps */

/** Compares the clock of the GPU with the library's, and again until clock_end(). Needs the room's
 * lock and the context. CUDA_ERROR_NOT_READY iff the GPU is too busy to tell the time. */
CUresult clock_begin(const CudaDriver *driver, const CudaGraphs *graphs, CudaSemaphore *row);

/** Asks no more, and waits for an answer that is still due. Needs the room's lock. */
void clock_pause(const CudaDriver *driver, CudaSemaphore *row);

/** Ends that. Needs the room's lock. */
void clock_resume(CudaSemaphore *row);

/** Ends the comparing. The GPU has nothing to answer. Needs the room's lock. */
void clock_end(const CudaSemaphore *row);

/** Gives the last comparison. No lock. */
void clock_read(const CudaClock *clock, ClockReading *reading);

/** Says whether the library has the kernel that writes timestamps. */
bool stamp_is_built(void);

/** Makes ready to write the timestamps of an object that was imported and registered: loads the
 * kernels, and compares the clocks of the library and of the GPU. Needs the room's lock and the
 * context. CUDA_ERROR_NOT_SUPPORTED iff there is no kernel; CUDA_ERROR_NOT_READY iff the GPU is too
 * busy to tell the time. */
CUresult stamp_begin(const CudaDriver *driver, CudaSemaphore *row);

/** If there are timestamps, lets no GPU write the time from now on, and waits for one that does:
 * the pages may go. */
void stamp_pause(const CudaDriver *driver, CudaSemaphore *row);

/** Ends that. */
void stamp_resume(CudaSemaphore *row);

/** Ends timestamps, if there are any; the pages may be gone. */
void stamp_end(CudaSemaphore *row);

/** Adds the timestamp of a point to the store that was added last. */
void stamp_add(StreamChunk *chunk, const CudaSemaphore *semaphore, uint64_t point);

/** Makes the timestamps of a chunk ready for a context. CUDA_ERROR_NOT_SUPPORTED iff an object was
 * imported in another one. */
CUresult stamp_prepare(StreamChunk *chunk, const void *context);

/** Hands the stores and the timestamps of a chunk to the driver, in one call. */
CUresult stamp_enqueue(StreamChunk *chunk, CUstream stream);

/** Parameters of the kernels that store: pairs of an address and a point. */
typedef struct {
    uint64_t count;
    StreamOperation stores[STREAM_OPERATIONS];
} StoreArguments;

/** The stores of a chunk as parameters. */
void stamp_stores(const StreamChunk *chunk, StoreArguments *arguments);

/* ---------------------------------------------------------------- objects that are left to us */

/** This driver, for RingfenceEngineSyncMark(). */
#define LOCAL_DRIVER 0x41445543U

/** Takes the ring of an object that is left to this driver; its events are made with the first
 * import in a context of the GPU that signals, the current one. Needs the room's lock. */
CUresult local_begin(const CudaDriver *driver, const NvSciRmGpuId *gpu, CudaSemaphore *row);

/** Ends the events of a ring with the last import of their context. CUDA_ERROR_NOT_READY iff a
 * signal by one of them is still under way, or a wait for one goes to the driver; then, and after
 * another error, the import goes on with those that are left. Needs the room's lock. */
CUresult local_end(const CudaDriver *driver, CudaSemaphore *row);

/** Takes back what local_end() did, as far as the driver lets it; else points are stored. Needs the
 * room's lock. */
void local_resume(const CudaDriver *driver, CudaSemaphore *row);

/** Gives the ring back, when the import has no events any more. Needs the room's lock. */
void local_leave(CudaSemaphore *row);

/** Takes the turn of a ring, if nobody has it: no signal of its object is under way then. Says
 * whether it was taken. */
bool local_turn_try(LocalRing *ring);

/** Ends that. */
void local_turn_give(LocalRing *ring);

/** Raises the counter to the newest point of which an event says that it was reached. In the turn.
 */
void local_catch_up(const CudaDriver *driver, CudaSemaphore *row);

/** Carries out an entry of a call, one of a semaphore that has a ring and that was checked. */
CUresult local_run(const StreamCall *call, const CudaDriver *driver, CudaSemaphore *semaphore,
                   NvSciSyncFence *fence);

/* ---------------------------------------------------------------- graphs */

/** What is done with a node. */
typedef enum { GRAPH_ADD, GRAPH_SET, GRAPH_SET_EXEC } GraphAction;

/** A node of a graph. */
typedef struct {
    GraphAction action;
    /** To add: where the node goes, the graph and the dependencies. */
    CUgraphNode *added;
    CUgraph graph;
    const CUgraphNode *dependencies;
    size_t count;
    /** To set parameters. */
    CUgraphExec exec;
    CUgraphNode node;
    /** Parameters of the caller, of either flavour. */
    const void *params;
} GraphTarget;

/** Adds a node that signals or waits, or sets its parameters. */
CUresult graph_run(const CudaCaller *caller, bool signals, const GraphTarget *target);

/* ---------------------------------------------------------------- memory */

/** What is to be imported. */
typedef struct {
    const void *object;
    uint64_t size;
    unsigned int flags;
} MemoryRequest;

/** Says whether a handle is none for the driver: it has the mark of ours, of whatever kind, and may
 * be stale. */
bool memory_is_ours(const void *handle);

/** Says whether a pointer was given out by memory_map() and not freed yet. No lock. */
bool memory_is_mapped(CUdeviceptr pointer);

/** Imports a buffer. */
CUresult memory_import(const CudaCaller *caller, const MemoryRequest *request, void **handle);

/** Gives the pointer to a range of an imported buffer. */
CUresult memory_map(const CudaCaller *caller, const void *handle,
                    const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *desc, CUdeviceptr *pointer);

/** An array that is wanted. */
typedef struct {
    /** What the description deserves by itself. */
    CUresult result;
    /** The description, if that is success. */
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *desc;
} ArrayRequest;

/** Gives an array in an imported buffer of memory of the device; CUDA_ERROR_NOT_SUPPORTED for
 * others. */
CUresult memory_map_array(const CudaCaller *caller, const void *handle, const ArrayRequest *request,
                          CUmipmappedArray *array);

/** Says whether an array was given out by memory_map_array() and not freed yet. No lock. */
bool memory_is_array(const void *array);

/** Ends an array. */
CUresult memory_free_array(const CudaCaller *caller, CUmipmappedArray array);

/** Ends a mapping. */
CUresult memory_free(const CudaCaller *caller, CUdeviceptr pointer);

/** Ends an import; its pages stay registered until the last mapping is freed. */
CUresult memory_destroy(const CudaCaller *caller, const void *handle);

/* ---------------------------------------------------------------- memory of devices */

/** Memory of a device that is to be mapped. */
typedef struct {
    int32_t descriptor;
    uint64_t size;
    /** Whose memory the list says that it is. */
    CUdevice home;
    /** Who is to use it. */
    CUdevice device;
    bool writable;
} CudaSpanRequest;

/** Memory of a device at addresses of our own. */
typedef struct {
    CUdeviceptr address;
    /** Bytes of the addresses; 0: there are none. */
    uint64_t bytes;
    /** Context whose work is waited for before the mapping ends. */
    CUcontext context;
    /** The memory is mapped there. */
    bool mapped;
} CudaSpan;

/**
 * Maps memory of a device, so that one device can use it, for reading alone if it may not be
 * written. Needs a current context.
 *
 * @return CUDA_SUCCESS; CUDA_ERROR_PEER_ACCESS_UNSUPPORTED iff the device cannot reach the memory;
 * CUDA_ERROR_INVALID_VALUE iff the memory is not of `home`; CUDA_ERROR_NOT_SUPPORTED, or another
 * code of the driver, iff it has another size than `size` needs. On failure nothing stays mapped
 */
CUresult span_map(const CudaDriver *driver, const CudaSpanRequest *request, CudaSpan *span);

/** Finds out what span_map() would say. */
CUresult span_check(const CudaDriver *driver, const CudaSpanRequest *request);

/**
 * Ends a mapping, after the work of the context that it was made in.
 *
 * @param[out] stays  the driver refused, though its context works: the mapping stays, or at least
 *                    its addresses, which another call gives back
 */
CUresult span_unmap(const CudaDriver *driver, CudaSpan *span, bool *stays);

/** Bytes of which memory of a device is a multiple, and properties to reserve it with. */
CUresult device_memory_step(const CudaDriver *driver, CUdevice device,
                            CUmemAllocationProp *properties, size_t *step);

#endif /* RINGFENCE_CUDA_INTEROP_H */
