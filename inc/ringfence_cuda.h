/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ringfence_cuda.h
 * CUDA's external semaphores and external memory for sync objects and buffers of Ringfence.
 *
 * CUDA's driver for ordinary machines refuses the handle types of NvSci. These functions have the
 * parameters of CUDA's, under names of their own, and do what CUDA's do where it knows NvSci. What
 * was not made by them (a semaphore of another type, a pointer of cudaMalloc()) goes to the driver
 * as it came. docs/cuda.md says how to link a program that keeps CUDA's names.
 *
 * The first part is the driver API: it needs an initialised driver and a current context, as
 * the functions of cuda.h do. The second part is the runtime API: it makes the primary context
 * of device 0 current in a thread that has none, as cudart does for a thread that has not called
 * cudaSetDevice(). Both APIs share semaphores, memories and pointers.
 *
 * The library calls only the driver, libcuda.so.1, and loads it when the first function is called.
 * Where there is none, the driver API returns CUDA_ERROR_NOT_INITIALIZED and the runtime
 * API cudaErrorInsufficientDriver. Codes of the driver are passed on; every function may return one
 * that an earlier asynchronous operation left behind. Where the thread has no context, the context
 * of an import is gone, or a thread without one is to have that of a GPU behind the 64th, the
 * library itself returns CUDA_ERROR_INVALID_CONTEXT, CUDA_ERROR_CONTEXT_IS_DESTROYED or
 * CUDA_ERROR_INVALID_DEVICE. In this file the codes are named as in cuda.h; the runtime API returns
 * the code of the same number.
 *
 * A stream may be NULL, cudaStreamLegacy, cudaStreamPerThread or one that was created. In programs
 * that are compiled for per-thread default streams, NULL is the stream of the calling thread: the
 * names of the functions that take a stream lead to those that end in _ptsz, as CUDA's do.
 *
 * A signal handler and a child of fork() call nothing of this, as nvscisync.h says: CUDA does not
 * support children of a process that used the driver. Imports, mappings and their ends return
 * CUDA_ERROR_NOT_INITIALIZED or cudaErrorInitializationError there, as CUDA's own do, and change
 * nothing that the parent has; signals and waits may be taken by the driver. Each function is a
 * cancellation point where the driver makes it one.
 */
#ifndef RINGFENCE_CUDA_H
#define RINGFENCE_CUDA_H

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- driver API */

/**
 * Fills an attribute list with what a GPU needs to signal or to wait for a sync object: the keys
 * NvSciSyncAttrKey_RequiredPerm and NvSciSyncAttrKey_GpuId. If the library was built with nvcc, a
 * GPU that signals can give timestamps to who waits.
 *
 * @param[in] nvSciSyncAttrList  NvSciSyncAttrList: unreconciled, with neither of the keys set
 * @param[in] dev  the GPU
 * @param[in] flags  CUDA_NVSCISYNC_ATTR_SIGNAL, CUDA_NVSCISYNC_ATTR_WAIT, or both
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff flags is none of these, or the list is reconciled or has
 * one of the keys
 * @retval CUDA_ERROR_INVALID_HANDLE  iff the list is no live list; a fault report unless it is NULL
 * @retval CUDA_ERROR_INVALID_DEVICE  iff the driver says that there is no such device; a fault
 * report
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
CUresult ringfenceCuDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, CUdevice dev, int flags);

/**
 * Imports a sync object, so that streams can signal it and wait for it.
 *
 * The counter of the object is registered with CUDA, read-only if no engine of the process may
 * signal. A GPU has the rights that its lists asked for, whatever the CPU of the process has. An
 * object that only CUDA uses (RingfenceSyncAttrListIsLocal()) gets RINGFENCE_CFG_CUDA_EVENTS
 * events in the first context of the GPU that signals. The import holds a reference: the object may
 * be freed before the semaphore is destroyed. Imports of one object in one context give the same
 * semaphore; it is to be destroyed as often as it was imported. The context that is current must
 * live until then.
 *
 * @param[out] extSem_out     semaphore; unchanged on error
 * @param[in]  semHandleDesc  type NVSCISYNC, the NvSciSyncObj, flags 0; or another type, which goes
 * to the driver in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff an argument is NULL, flags is not 0, the object's list
 * does not name the GPU of the current context, or the GPU may neither signal nor wait; the last
 * two are fault reports
 * @retval CUDA_ERROR_INVALID_HANDLE  iff the object is no live sync object; a fault report unless
 * it is NULL
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff streams of the device have no memory operations of 64
 * bits, or this process may signal an object with timestamps, and the driver is older than CUDA 12,
 * the library was built without nvcc, or it has no kernel for this GPU
 * @retval CUDA_ERROR_NOT_READY       iff this process may signal an object with timestamps, and the
 * GPU is too busy to tell the time
 * @retval CUDA_ERROR_OUT_OF_MEMORY   iff all RINGFENCE_CFG_CUDA_SEMAPHORES or
 * RINGFENCE_CFG_SYNC_HANDLES are taken, or this process may signal an object with timestamps, and
 * seven other contexts have imported it
 * @retval CUDA_ERROR_OPERATING_SYSTEM  iff the system refuses the thread or the descriptor that
 * watch the process that signals, if that is another one, or the thread that compares clocks
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(RINGFENCE_CFG_CUDA_SEMAPHORES), and the driver's time to register a
 * page or two. The first import of an object with timestamps that this process may signal in a
 * context waits until all work of that context is done: CUDA loads a kernel. The first import of an
 * object that another process signals starts a thread, which sleeps until such a process ends; the
 * last destroy ends it. An object with timestamps that this process may signal is imported when the
 * GPU has told its time 8 to 32 times; the first such import starts a thread that asks it again
 * each second, and the last destroy ends that.
 */
CUresult
ringfenceCuImportExternalSemaphore(CUexternalSemaphore *extSem_out,
                                   const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc);

/**
 * Enqueues signals: each entry's fence is overwritten with one that expires when all earlier work
 * of the stream is done.
 *
 * Entries of ours and of CUDA may be mixed; they are enqueued in their order. Semaphores, rights
 * and flags of all entries of ours are checked before the first is enqueued. If the driver refuses
 * an operation, the fences that it would have signalled are cleared and their points taken back;
 * entries before it stay enqueued.
 *
 * Signals of one object must complete in the order of the calls. Those of one stream do; a program
 * that signals one object from several streams must order the streams itself.
 *
 * The signal of an object that only CUDA uses is the record of an event where one is free, also
 * while the stream is captured; only streams of the same capture may wait for it then.
 *
 * If the driver's code is one of a context that failed for good, such as
 * CUDA_ERROR_ILLEGAL_ADDRESS, all contexts in which objects were imported are asked, and the points
 * that are pending in those which failed are finished, with task status
 * NvSciSyncTaskStatus_Failure; a fault report for each such object.
 *
 * @param[in] extSemArray  semaphores
 * @param[in] paramsArray  for each of ours params.nvSciSync.fence, which must have been zeroed
 * once, and flags 0 or CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC. The flag changes
 * nothing: the memory is coherent
 * @param[in] numExtSems   entries
 * @param[in] stream       stream
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff an array is NULL and there are entries, a fence of ours is
 * NULL, is not what the library wrote (a fault report), flags has another bit, the GPU of the
 * semaphore may not signal the object (a fault report), or the timeline has no next point
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_INVALID_CONTEXT iff the driver says so: driver API
 * @retval CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED  iff the stream is captured, and no event signals
 * the object; docs/cuda.md says why. The capture goes on
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff an object has timestamps, and the stream is of another
 * context than the import, or the driver lets no kernel of ours run
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase does not admit signalling and there are entries
 * of ours
 *
 * Phases INIT RUNTIME. Any thread; calls for one object take turns. O(numExtSems). No system call
 * of the library; one call of the driver for an entry, or for up to 16 entries of ours in a row
 * without events; for one entry in RINGFENCE_CFG_CUDA_EVENTS / 2 with events it is two or three.
 */
CUresult
ringfenceCuSignalExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                         const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                                         unsigned int numExtSems, CUstream stream);

/**
 * ringfenceCuSignalExternalSemaphoresAsync() for a program that is compiled for per-thread
 * default streams: a stream of NULL is the stream of the calling thread. Parameters, results and
 * phases are those of that function.
 */
CUresult ringfenceCuSignalExternalSemaphoresAsync_ptsz(
    const CUexternalSemaphore *extSemArray,
    const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems,
    CUstream stream);

/**
 * Enqueues waits: work that is enqueued later starts when the fences have expired.
 *
 * Entries of ours and of CUDA may be mixed; they are enqueued in their order. All entries of ours
 * are checked before the first is enqueued. A fence that is cleared or has expired costs nothing. A
 * fence may be cleared as soon as the call returns.
 *
 * If the process that signals ends without reaching a point, streams of other processes that wait
 * for it go on within milliseconds, as if it were reached. Waits for it return
 * CUDA_ERROR_EXTERNAL_DEVICE from then on, and there is one fault report for the object: a program
 * that must know asks NvSciSyncFenceWait() with time-out 0, or waits for the fence again.
 *
 * @param[in] extSemArray  semaphores
 * @param[in] paramsArray  for each of ours params.nvSciSync.fence, a fence of its object or a
 * cleared one, and flags 0 or CUDA_EXTERNAL_SEMAPHORE_WAIT_SKIP_NVSCIBUF_MEMSYNC. The flag changes
 * nothing: the memory is coherent
 * @param[in] numExtSems   entries
 * @param[in] stream       stream
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE     iff an array is NULL and there are entries, a fence of ours
 * is NULL, is not what the library wrote or is another object's, flags has another bit, or GPUs
 * of this process may not wait for the object; what the library did not write, another object's and
 * the lack of the right are fault reports
 * @retval CUDA_ERROR_INVALID_HANDLE    iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_EXTERNAL_DEVICE   iff the process that signals is known to be gone and the
 * point is not reached; the first of an object is a fault report
 * @retval CUDA_ERROR_INVALID_CONTEXT   iff the driver says so: driver API
 * @retval CUDA_ERROR_NOT_PERMITTED     iff the phase does not admit waiting and there are entries
 * of ours
 *
 * Phases INIT RUNTIME. Any thread. O(numExtSems). No system call of the library; one call of the
 * driver for an entry that is pending, or for up to 16 entries of ours in a row without events.
 */
CUresult
ringfenceCuWaitExternalSemaphoresAsync(const CUexternalSemaphore *extSemArray,
                                       const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                       unsigned int numExtSems, CUstream stream);

/**
 * ringfenceCuWaitExternalSemaphoresAsync() for a program that is compiled for per-thread
 * default streams: a stream of NULL is the stream of the calling thread. Parameters, results and
 * phases are those of that function.
 */
CUresult
ringfenceCuWaitExternalSemaphoresAsync_ptsz(const CUexternalSemaphore *extSemArray,
                                            const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                            unsigned int numExtSems, CUstream stream);

/**
 * Ends an import of a sync object; the last one ends the semaphore. No signal or wait that was
 * enqueued with it may be pending then.
 *
 * @param[in] extSem  semaphore; one of CUDA's own goes to the driver in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_HANDLE  iff the semaphore is ours and stale; a fault report
 * @retval CUDA_ERROR_NOT_READY       iff its context is the last one that has the events of an
 * object which only CUDA uses, and a signal by one of them is under way, or another thread is in a
 * call that waits with another import of the object or, if that context failed or is gone, that
 * signals with one; the semaphore stays
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is RUNTIME
 *
 * Another code of the driver keeps the semaphore as it was, and the call can be tried again, unless
 * the code says that the context failed for good or is gone: then the semaphore is gone, and its
 * pending points are finished as after a signal. If a waiter counter (the copy of the counter that
 * waiters in other processes look at) cannot be put back either, the semaphore signals and waits no
 * more, and can be destroyed. Phases INIT DEINIT. Any thread. O(1),
 * the driver's time, and O(RINGFENCE_CFG_CUDA_EVENTS) with the events of an object.
 */
CUresult ringfenceCuDestroyExternalSemaphore(CUexternalSemaphore extSem);

/**
 * Imports a buffer.
 *
 * Memory that the CPU can access is registered with CUDA, read-only if the object may only be read;
 * two imports of one object share the registration. Memory of the GPU of the current context is
 * imported by CUDA under a handle type that it knows, and CUDA makes its pointers and arrays. If
 * the object may only be read, or the memory is another GPU's, it is mapped at addresses of the
 * library's, which no GPU can write if the object may only be read. The import holds a reference to
 * the memory.
 *
 * @param[out] extMem_out     memory; unchanged on error
 * @param[in]  memHandleDesc  type NVSCIBUF, the NvSciBufObj, the size to use in bytes, flags 0 or
 * CUDA_EXTERNAL_MEMORY_DEDICATED; or another type, which goes to the driver in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE     iff an argument is NULL, flags has another bit, size is 0 or
 * larger than the buffer, or the object's list does not name the GPU of the current context; the
 * last two are fault reports
 * @retval CUDA_ERROR_INVALID_HANDLE    iff the object is no live buffer; a fault report unless it
 * is NULL
 * @retval CUDA_ERROR_OUT_OF_MEMORY     iff all RINGFENCE_CFG_CUDA_MEMORIES or
 * RINGFENCE_CFG_BUF_HANDLES are taken
 * @retval CUDA_ERROR_INVALID_DEVICE    iff the memory is of a GPU that this process cannot see; a
 * fault report
 * @retval CUDA_ERROR_PEER_ACCESS_UNSUPPORTED  iff the memory is of a GPU whose memory the one of
 * the current context cannot use
 * @retval CUDA_ERROR_OPERATING_SYSTEM  iff the system has no descriptor left
 * @retval CUDA_ERROR_NOT_SUPPORTED     iff the memory is of a GPU, and its driver says no step of
 * it
 * @retval CUDA_ERROR_NOT_PERMITTED     iff the phase is not INIT
 *
 * Any other code is the driver's. Memory of a GPU that has another size than the list needs, or is
 * of another GPU than the list says, is refused with a code of the driver. Phase INIT. Any thread.
 * The driver's time to register or map the memory.
 */
CUresult ringfenceCuImportExternalMemory(CUexternalMemory *extMem_out,
                                         const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc);

/**
 * Gives a pointer for GPUs to a range of an imported buffer.
 *
 * @param[out] devPtr      pointer, which ringfenceCuMemFree() ends; unchanged on error. Ranges that
 * begin at one place have one pointer, and each is ended once
 * @param[in]  extMem      memory; one of CUDA's own goes to the driver in any phase
 * @param[in]  bufferDesc  offset and size in bytes, flags 0
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff devPtr or bufferDesc is NULL, flags is not 0, size is 0,
 * or the range is not in the size that was imported; the last two are fault reports
 * @retval CUDA_ERROR_INVALID_HANDLE  iff it is a handle of the library's and no live memory; a
 * fault report
 * @retval CUDA_ERROR_OUT_OF_MEMORY   iff all RINGFENCE_CFG_CUDA_MAPPINGS are taken
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1); the driver's time for memory of the GPU of the import, else the
 * driver is not called for a memory of ours.
 */
CUresult
ringfenceCuExternalMemoryGetMappedBuffer(CUdeviceptr *devPtr, CUexternalMemory extMem,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc);

/**
 * Gives an array in an imported buffer in memory of the GPU of the import. CUDA makes it.
 *
 * @param[out] mipmap      array; unchanged on error
 * @param[in]  extMem      memory
 * @param[in]  mipmapDesc  where, and of what format
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff an argument is NULL, the offset is not in the size that
 * was imported (a fault report), or the driver says so
 * @retval CUDA_ERROR_OUT_OF_MEMORY   iff all RINGFENCE_CFG_CUDA_MAPPINGS are taken
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff the memory is one that the CPU can access, may only be
 * read, or is another GPU's
 * @retval CUDA_ERROR_INVALID_HANDLE  iff it is a handle of the library's and no live memory; a
 * fault report
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the memory is ours and the phase is not INIT
 *
 * Phase INIT. Any thread. The driver's time.
 */
CUresult ringfenceCuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *mipmap, CUexternalMemory extMem,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc);

/**
 * Ends an import of a buffer. Its pages stay registered until its last pointer is freed.
 *
 * @param[in] extMem  memory; one of CUDA's own goes to the driver in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_HANDLE  iff it is a handle of the library's and no live memory; a
 * fault report
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is RUNTIME
 *
 * A code of the driver keeps the memory as it was, and the call can be tried again, unless it says
 * that the context failed for good or is gone: then the memory is gone. If the mapping has ended
 * and its addresses have not, nothing can be mapped any more; the memory can be destroyed. Phases
 * INIT DEINIT. Any thread. O(1), and the driver's time.
 */
CUresult ringfenceCuDestroyExternalMemory(CUexternalMemory extMem);

/**
 * Ends a pointer to an imported buffer. No access of a GPU may be under way.
 *
 * @param[in] dptr  pointer; one that was not given out for a memory of ours goes to the driver in
 * any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE  iff it is an array of a memory of ours
 * @retval CUDA_ERROR_NOT_PERMITTED  iff the pointer is ours and the phase is RUNTIME
 *
 * The last pointer of a memory whose handle is gone ends the memory: a code of the driver keeps the
 * pointer then as ringfenceCuDestroyExternalMemory() keeps a memory.
 *
 * Phases INIT DEINIT. Any thread. O(RINGFENCE_CFG_CUDA_MAPPINGS) for ours, O(1) for nearly all
 * others.
 */
CUresult ringfenceCuMemFree(CUdeviceptr dptr);

/**
 * Frees an array.
 *
 * @param[in] hMipmappedArray  array; one that was not given out for a memory of ours goes to the
 * driver in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE  iff it is a pointer to a memory of ours
 * @retval CUDA_ERROR_NOT_PERMITTED  iff the array is ours and the phase is RUNTIME
 *
 * Another code is the driver's: it keeps the array unless it says that the context failed for good.
 * Phases INIT DEINIT. Any thread. O(RINGFENCE_CFG_CUDA_MAPPINGS) and the driver's time for ours.
 */
CUresult ringfenceCuMipmappedArrayDestroy(CUmipmappedArray hMipmappedArray);

/**
 * Gives a level of an array: passed on to the driver, whose every array is.
 *
 * @param[out] pLevelArray  level
 * @param[in]  hMipmappedArray  array
 * @param[in]  level  level
 *
 * @return the driver's code
 *
 * Any phase. Any thread. The driver's time.
 */
CUresult ringfenceCuMipmappedArrayGetLevel(CUarray *pLevelArray, CUmipmappedArray hMipmappedArray,
                                           unsigned int level);

/**
 * Adds a node that signals sync objects to a graph: a launch signals when the nodes before it are
 * done.
 *
 * The fences are those of the first launch. The node stores their points unless the objects are
 * there already or beyond: a launch without new parameters signals nothing. Each launch that is to
 * signal comes after a call of
 * ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams().
 *
 * @param[out] phGraphNode  node, of CUDA's type for kernels; unchanged on error
 * @param[in] hGraph  graph
 * @param[in] dependencies  nodes before it
 * @param[in] numDependencies  number of them
 * @param[in] nodeParams  entries as for ringfenceCuSignalExternalSemaphoresAsync(), 16 of
 * ours at most. If none is ours the node is CUDA's own, in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff nodeParams is NULL, there are more than 16 entries, the
 * driver refuses the node, or for a reason that ringfenceCuSignalExternalSemaphoresAsync()
 * has
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff some entries are ours and some are not, the driver is
 * older than CUDA 12, the library was built without nvcc, or it has no kernel for this GPU
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT, and there are entries of ours
 * or nodeParams is NULL
 *
 * Phase INIT. Any thread, one at a time for a graph. The driver's time.
 */
CUresult ringfenceCuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
    size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);

/**
 * Adds a node that waits for fences to a graph: what comes after it starts when they have expired.
 *
 * The fences may be cleared as soon as the call returns. A launch without new parameters waits for
 * the same fences again, which have expired then.
 *
 * @param[out] phGraphNode  node, of CUDA's type for batches of memory operations; unchanged on
 * error
 * @param[in] hGraph  graph
 * @param[in] dependencies  nodes before it
 * @param[in] numDependencies  number of them
 * @param[in] nodeParams  entries as for ringfenceCuWaitExternalSemaphoresAsync(), 16 of ours
 * at most. If none is ours the node is CUDA's own, in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff nodeParams is NULL, there are more than 16 entries, the
 * driver refuses the node, or for a reason that ringfenceCuWaitExternalSemaphoresAsync()
 * has
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_EXTERNAL_DEVICE iff the process that signals is known to be gone and the point
 * is not reached; the first of an object is a fault report
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff some entries are ours and some are not, or the driver is
 * older than CUDA 12
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT, and there are entries of ours
 * or nodeParams is NULL
 *
 * Phase INIT. Any thread, one at a time for a graph. The driver's time.
 */
CUresult ringfenceCuGraphAddExternalSemaphoresWaitNode(
    CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
    size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);

/**
 * Sets the parameters of a node in a graph, for executable graphs that are instantiated later. The
 * fences are those of their first launch.
 *
 * @param[in] hNode  node that signals objects of ours
 * @param[in] nodeParams  entries, as when the node was added
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff nodeParams is NULL, there are more than 16 entries, the
 * driver refuses the node, or for a reason that ringfenceCuSignalExternalSemaphoresAsync()
 * has
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff some entries are ours and some are not, the driver is
 * older than CUDA 12, the library was built without nvcc, or it has no kernel for this GPU
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT, and there are entries of ours
 * or nodeParams is NULL
 *
 * Phase INIT. Any thread, one at a time for a graph. The driver's time.
 */
CUresult ringfenceCuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);

/**
 * Sets the parameters of a node in a graph, for executable graphs that are instantiated later.
 *
 * @param[in] hNode  node that waits for fences of ours
 * @param[in] nodeParams  as many entries as when the node was added
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff nodeParams is NULL, there are more than 16 entries, the
 * driver refuses the node, or for a reason that ringfenceCuWaitExternalSemaphoresAsync()
 * has
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_EXTERNAL_DEVICE iff the process that signals is known to be gone and the point
 * is not reached; the first of an object is a fault report
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff some entries are ours and some are not, or the driver is
 * older than CUDA 12
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT, and there are entries of ours
 * or nodeParams is NULL
 *
 * Phase INIT. Any thread, one at a time for a graph. The driver's time.
 */
CUresult ringfenceCuGraphExternalSemaphoresWaitNodeSetParams(
    CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);

/**
 * Sets the parameters of a node in an executable graph, for launches that come later. The fences
 * are those of the next launch; a fence that was there is overwritten, as by a signal in a stream.
 *
 * Who sets parameters twice without a launch between has the fences of both expire with the next
 * launch.
 *
 * @param[in] hGraphExec  executable graph
 * @param[in] hNode  node of the graph that it was made of
 * @param[in] nodeParams  entries, as when the node was added
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff nodeParams is NULL, there are more than 16 entries, the
 * driver refuses the node, or for a reason that ringfenceCuSignalExternalSemaphoresAsync()
 * has
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff some entries are ours and some are not, the driver is
 * older than CUDA 12, the library was built without nvcc, or it has no kernel for this GPU
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is DEINIT, and there are entries of ours
 * or nodeParams is NULL
 *
 * Phases INIT RUNTIME. Any thread, one at a time for an executable graph. O(numExtSems). No system
 * call of the library; one call of the driver.
 */
CUresult ringfenceCuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);

/**
 * Sets the parameters of a node in an executable graph, for launches that come later.
 *
 * @param[in] hGraphExec  executable graph
 * @param[in] hNode  node of the graph that it was made of
 * @param[in] nodeParams  as many entries as when the node was added
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff nodeParams is NULL, there are more than 16 entries, the
 * driver refuses the node, or for a reason that ringfenceCuWaitExternalSemaphoresAsync()
 * has
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_EXTERNAL_DEVICE iff the process that signals is known to be gone and the point
 * is not reached; the first of an object is a fault report
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff some entries are ours and some are not, or the driver is
 * older than CUDA 12
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is DEINIT, and there are entries of ours
 * or nodeParams is NULL
 *
 * Phases INIT RUNTIME. Any thread, one at a time for an executable graph. O(numExtSems). No system
 * call of the library; one call of the driver.
 */
CUresult ringfenceCuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);

/* ---------------------------------------------------------------- runtime API */

/**
 * Fills an attribute list with what a GPU needs to signal or to wait for a sync object: the keys
 * NvSciSyncAttrKey_RequiredPerm and NvSciSyncAttrKey_GpuId. If the library was built with nvcc, a
 * GPU that signals can give timestamps to who waits.
 *
 * @param[in] nvSciSyncAttrList  NvSciSyncAttrList: unreconciled, with neither of the keys set
 * @param[in] device  the GPU
 * @param[in] flags  CUDA_NVSCISYNC_ATTR_SIGNAL, CUDA_NVSCISYNC_ATTR_WAIT, or both
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff flags is none of these, or the list is reconciled or has
 * one of the keys
 * @retval CUDA_ERROR_INVALID_HANDLE  iff the list is no live list; a fault report unless it is NULL
 * @retval CUDA_ERROR_INVALID_DEVICE  iff the driver says that there is no such device; a fault
 * report
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
cudaError_t ringfenceCudaDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, int device,
                                                      int flags);

/**
 * Imports a sync object, so that streams can signal it and wait for it.
 *
 * The counter of the object is registered with CUDA, read-only if no engine of the process may
 * signal. A GPU has the rights that its lists asked for, whatever the CPU of the process has. An
 * object that only CUDA uses (RingfenceSyncAttrListIsLocal()) gets RINGFENCE_CFG_CUDA_EVENTS
 * events in the first context of the GPU that signals. The import holds a reference: the object may
 * be freed before the semaphore is destroyed. Imports of one object in one context give the same
 * semaphore; it is to be destroyed as often as it was imported. The context that is current must
 * live until then.
 *
 * @param[out] extSem_out     semaphore; unchanged on error
 * @param[in]  semHandleDesc  type NVSCISYNC, the NvSciSyncObj, flags 0; or another type, which goes
 * to the driver in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff an argument is NULL, flags is not 0, the object's list
 * does not name the GPU of the current context, or the GPU may neither signal nor wait; the last
 * two are fault reports
 * @retval CUDA_ERROR_INVALID_HANDLE  iff the object is no live sync object; a fault report unless
 * it is NULL
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff streams of the device have no memory operations of 64
 * bits, or this process may signal an object with timestamps, and the driver is older than CUDA 12,
 * the library was built without nvcc, or it has no kernel for this GPU
 * @retval CUDA_ERROR_NOT_READY       iff this process may signal an object with timestamps, and the
 * GPU is too busy to tell the time
 * @retval CUDA_ERROR_OUT_OF_MEMORY   iff all RINGFENCE_CFG_CUDA_SEMAPHORES or
 * RINGFENCE_CFG_SYNC_HANDLES are taken, or this process may signal an object with timestamps, and
 * seven other contexts have imported it
 * @retval CUDA_ERROR_OPERATING_SYSTEM  iff the system refuses the thread or the descriptor that
 * watch the process that signals, if that is another one, or the thread that compares clocks
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(RINGFENCE_CFG_CUDA_SEMAPHORES), and the driver's time to register a
 * page or two. The first import of an object with timestamps that this process may signal in a
 * context waits until all work of that context is done: CUDA loads a kernel. The first import of an
 * object that another process signals starts a thread, which sleeps until such a process ends; the
 * last destroy ends it. An object with timestamps that this process may signal is imported when the
 * GPU has told its time 8 to 32 times; the first such import starts a thread that asks it again
 * each second, and the last destroy ends that.
 */
cudaError_t
ringfenceCudaImportExternalSemaphore(cudaExternalSemaphore_t *extSem_out,
                                     const struct cudaExternalSemaphoreHandleDesc *semHandleDesc);

/**
 * Enqueues signals: each entry's fence is overwritten with one that expires when all earlier work
 * of the stream is done.
 *
 * Entries of ours and of CUDA may be mixed; they are enqueued in their order. Semaphores, rights
 * and flags of all entries of ours are checked before the first is enqueued. If the driver refuses
 * an operation, the fences that it would have signalled are cleared and their points taken back;
 * entries before it stay enqueued.
 *
 * Signals of one object must complete in the order of the calls. Those of one stream do; a program
 * that signals one object from several streams must order the streams itself.
 *
 * The signal of an object that only CUDA uses is the record of an event where one is free, also
 * while the stream is captured; only streams of the same capture may wait for it then.
 *
 * If the driver's code is one of a context that failed for good, such as
 * CUDA_ERROR_ILLEGAL_ADDRESS, all contexts in which objects were imported are asked, and the points
 * that are pending in those which failed are finished, with task status
 * NvSciSyncTaskStatus_Failure; a fault report for each such object.
 *
 * @param[in] extSemArray  semaphores
 * @param[in] paramsArray  for each of ours params.nvSciSync.fence, which must have been zeroed
 * once, and flags 0 or CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC. The flag changes
 * nothing: the memory is coherent
 * @param[in] numExtSems   entries
 * @param[in] stream       stream
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff an array is NULL and there are entries, a fence of ours is
 * NULL, is not what the library wrote (a fault report), flags has another bit, the GPU of the
 * semaphore may not signal the object (a fault report), or the timeline has no next point
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_INVALID_CONTEXT iff the driver says so: driver API
 * @retval CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED  iff the stream is captured, only CUDA uses the
 * object, and no event is free
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff an object has timestamps, and the stream is of another
 * context than the import, or the driver lets no kernel of ours run
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase does not admit signalling and there are entries
 * of ours
 *
 * Phases INIT RUNTIME. Any thread; calls for one object take turns. O(numExtSems). No system call
 * of the library; one call of the driver for an entry, or for up to 16 entries of ours in a row
 * without events; for one entry in RINGFENCE_CFG_CUDA_EVENTS / 2 with events it is two or three.
 */
cudaError_t ringfenceCudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);

/**
 * ringfenceCudaSignalExternalSemaphoresAsync() for a program that is compiled for per-thread
 * default streams: a stream of NULL is the stream of the calling thread. Parameters, results and
 * phases are those of that function.
 */
cudaError_t ringfenceCudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);

/**
 * Enqueues waits: work that is enqueued later starts when the fences have expired.
 *
 * Entries of ours and of CUDA may be mixed; they are enqueued in their order. All entries of ours
 * are checked before the first is enqueued. A fence that is cleared or has expired costs nothing. A
 * fence may be cleared as soon as the call returns.
 *
 * If the process that signals ends without reaching a point, streams of other processes that wait
 * for it go on within milliseconds, as if it were reached. Waits for it return
 * CUDA_ERROR_EXTERNAL_DEVICE from then on, and there is one fault report for the object: a program
 * that must know asks NvSciSyncFenceWait() with time-out 0, or waits for the fence again.
 *
 * @param[in] extSemArray  semaphores
 * @param[in] paramsArray  for each of ours params.nvSciSync.fence, a fence of its object or a
 * cleared one, and flags 0 or CUDA_EXTERNAL_SEMAPHORE_WAIT_SKIP_NVSCIBUF_MEMSYNC. The flag changes
 * nothing: the memory is coherent
 * @param[in] numExtSems   entries
 * @param[in] stream       stream
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE     iff an array is NULL and there are entries, a fence of ours
 * is NULL, is not what the library wrote or is another object's, flags has another bit, or GPUs
 * of this process may not wait for the object; what the library did not write, another object's and
 * the lack of the right are fault reports
 * @retval CUDA_ERROR_INVALID_HANDLE    iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_EXTERNAL_DEVICE   iff the process that signals is known to be gone and the
 * point is not reached; the first of an object is a fault report
 * @retval CUDA_ERROR_INVALID_CONTEXT   iff the driver says so: driver API
 * @retval CUDA_ERROR_NOT_PERMITTED     iff the phase does not admit waiting and there are entries
 * of ours
 *
 * Phases INIT RUNTIME. Any thread. O(numExtSems). No system call of the library; one call of the
 * driver for an entry that is pending, or for up to 16 entries of ours in a row without events.
 */
cudaError_t
ringfenceCudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *extSemArray,
                                         const struct cudaExternalSemaphoreWaitParams *paramsArray,
                                         unsigned int numExtSems, cudaStream_t stream);

/**
 * ringfenceCudaWaitExternalSemaphoresAsync() for a program that is compiled for per-thread
 * default streams: a stream of NULL is the stream of the calling thread. Parameters, results and
 * phases are those of that function.
 */
cudaError_t ringfenceCudaWaitExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *extSemArray,
    const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems,
    cudaStream_t stream);

/**
 * Ends an import of a sync object; the last one ends the semaphore. No signal or wait that was
 * enqueued with it may be pending then.
 *
 * @param[in] extSem  semaphore; one of CUDA's own goes to the driver in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_HANDLE  iff the semaphore is ours and stale; a fault report
 * @retval CUDA_ERROR_NOT_READY       iff its context is the last one that has the events of an
 * object which only CUDA uses, and a signal by one of them is under way, or another thread is in a
 * call that waits with another import of the object or, if that context failed or is gone, that
 * signals with one; the semaphore stays
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is RUNTIME
 *
 * Another code of the driver keeps the semaphore as it was, and the call can be tried again, unless
 * the code says that the context failed for good or is gone: then the semaphore is gone, and its
 * pending points are finished as after a signal. If a waiter counter (the copy of the counter that
 * waiters in other processes look at) cannot be put back either, the semaphore signals and waits no
 * more, and can be destroyed. Phases INIT DEINIT. Any thread. O(1),
 * the driver's time, and O(RINGFENCE_CFG_CUDA_EVENTS) with the events of an object.
 */
cudaError_t ringfenceCudaDestroyExternalSemaphore(cudaExternalSemaphore_t extSem);

/**
 * Imports a buffer.
 *
 * Memory that the CPU can access is registered with CUDA, read-only if the object may only be read;
 * two imports of one object share the registration. Memory of the GPU of the current context is
 * imported by CUDA under a handle type that it knows, and CUDA makes its pointers and arrays. If
 * the object may only be read, or the memory is another GPU's, it is mapped at addresses of the
 * library's, which no GPU can write if the object may only be read. The import holds a reference to
 * the memory.
 *
 * @param[out] extMem_out     memory; unchanged on error
 * @param[in]  memHandleDesc  type NVSCIBUF, the NvSciBufObj, the size to use in bytes, flags 0 or
 * CUDA_EXTERNAL_MEMORY_DEDICATED; or another type, which goes to the driver in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE     iff an argument is NULL, flags has another bit, size is 0 or
 * larger than the buffer, or the object's list does not name the GPU of the current context; the
 * last two are fault reports
 * @retval CUDA_ERROR_INVALID_HANDLE    iff the object is no live buffer; a fault report unless it
 * is NULL
 * @retval CUDA_ERROR_OUT_OF_MEMORY     iff all RINGFENCE_CFG_CUDA_MEMORIES or
 * RINGFENCE_CFG_BUF_HANDLES are taken
 * @retval CUDA_ERROR_INVALID_DEVICE    iff the memory is of a GPU that this process cannot see; a
 * fault report
 * @retval CUDA_ERROR_PEER_ACCESS_UNSUPPORTED  iff the memory is of a GPU whose memory the one of
 * the current context cannot use
 * @retval CUDA_ERROR_OPERATING_SYSTEM  iff the system has no descriptor left
 * @retval CUDA_ERROR_NOT_SUPPORTED     iff the memory is of a GPU, and its driver says no step of
 * it
 * @retval CUDA_ERROR_NOT_PERMITTED     iff the phase is not INIT
 *
 * Any other code is the driver's. Memory of a GPU that has another size than the list needs, or is
 * of another GPU than the list says, is refused with a code of the driver. Phase INIT. Any thread.
 * The driver's time to register or map the memory.
 */
cudaError_t
ringfenceCudaImportExternalMemory(cudaExternalMemory_t *extMem_out,
                                  const struct cudaExternalMemoryHandleDesc *memHandleDesc);

/**
 * Gives a pointer for GPUs to a range of an imported buffer.
 *
 * @param[out] devPtr      pointer, which ringfenceCudaFree() ends; unchanged on error. Ranges that
 * begin at one place have one pointer, and each is ended once
 * @param[in]  extMem      memory; one of CUDA's own goes to the driver in any phase
 * @param[in]  bufferDesc  offset and size in bytes, flags 0
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff devPtr or bufferDesc is NULL, flags is not 0, size is 0,
 * or the range is not in the size that was imported; the last two are fault reports
 * @retval CUDA_ERROR_INVALID_HANDLE  iff it is a handle of the library's and no live memory; a
 * fault report
 * @retval CUDA_ERROR_OUT_OF_MEMORY   iff all RINGFENCE_CFG_CUDA_MAPPINGS are taken
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1); the driver's time for memory of the GPU of the import, else the
 * driver is not called for a memory of ours.
 */
cudaError_t
ringfenceCudaExternalMemoryGetMappedBuffer(void **devPtr, cudaExternalMemory_t extMem,
                                           const struct cudaExternalMemoryBufferDesc *bufferDesc);

/**
 * Gives an array in an imported buffer in memory of the GPU of the import. CUDA makes it.
 *
 * @param[out] mipmap      array; unchanged on error
 * @param[in]  extMem      memory
 * @param[in]  mipmapDesc  where, and of what format
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff an argument is NULL, the offset is not in the size that
 * was imported (a fault report), or the driver says so
 * @retval CUDA_ERROR_OUT_OF_MEMORY   iff all RINGFENCE_CFG_CUDA_MAPPINGS are taken
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff the memory is one that the CPU can access, may only be
 * read, or is another GPU's, or arrays have no such format
 * @retval CUDA_ERROR_INVALID_HANDLE  iff it is a handle of the library's and no live memory; a
 * fault report
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the memory is ours and the phase is not INIT
 *
 * Phase INIT. Any thread. The driver's time.
 */
cudaError_t ringfenceCudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *mipmap, cudaExternalMemory_t extMem,
    const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc);

/**
 * Ends an import of a buffer. Its pages stay registered until its last pointer is freed.
 *
 * @param[in] extMem  memory; one of CUDA's own goes to the driver in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_HANDLE  iff it is a handle of the library's and no live memory; a
 * fault report
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is RUNTIME
 *
 * A code of the driver keeps the memory as it was, and the call can be tried again, unless it says
 * that the context failed for good or is gone: then the memory is gone. If the mapping has ended
 * and its addresses have not, nothing can be mapped any more; the memory can be destroyed. Phases
 * INIT DEINIT. Any thread. O(1), and the driver's time.
 */
cudaError_t ringfenceCudaDestroyExternalMemory(cudaExternalMemory_t extMem);

/**
 * Ends a pointer to an imported buffer. No access of a GPU may be under way.
 *
 * @param[in] devPtr  pointer; one that was not given out for a memory of ours goes to the driver in
 * any phase. NULL is a no-op
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE  iff it is an array of a memory of ours
 * @retval CUDA_ERROR_NOT_PERMITTED  iff the pointer is ours and the phase is RUNTIME
 *
 * The last pointer of a memory whose handle is gone ends the memory: a code of the driver keeps the
 * pointer then as ringfenceCudaDestroyExternalMemory() keeps a memory.
 *
 * Phases INIT DEINIT. Any thread. O(RINGFENCE_CFG_CUDA_MAPPINGS) for ours, O(1) for nearly all
 * others.
 */
cudaError_t ringfenceCudaFree(void *devPtr);

/**
 * Frees an array.
 *
 * @param[in] mipmappedArray  array; one that was not given out for a memory of ours goes to the
 * driver in any phase. NULL is a no-op
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE  iff it is a pointer to a memory of ours
 * @retval CUDA_ERROR_NOT_PERMITTED  iff the array is ours and the phase is RUNTIME
 *
 * Another code is the driver's: it keeps the array unless it says that the context failed for good.
 * Phases INIT DEINIT. Any thread. O(RINGFENCE_CFG_CUDA_MAPPINGS) and the driver's time for ours.
 */
cudaError_t ringfenceCudaFreeMipmappedArray(cudaMipmappedArray_t mipmappedArray);

/**
 * Gives a level of an array: passed on to the driver, whose every array is.
 *
 * @param[out] levelArray  level
 * @param[in]  mipmappedArray  array
 * @param[in]  level  level
 *
 * @return the driver's code, or CUDA_ERROR_INVALID_VALUE iff levelArray is NULL
 *
 * Any phase. Any thread. The driver's time.
 */
cudaError_t ringfenceCudaGetMipmappedArrayLevel(cudaArray_t *levelArray,
                                                cudaMipmappedArray_const_t mipmappedArray,
                                                unsigned int level);

/* ---------------------------------------------------------------- whose it is */

/**
 * Adds a node that signals sync objects to a graph: a launch signals when the nodes before it are
 * done.
 *
 * The fences are those of the first launch. The node stores their points unless the objects are
 * there already or beyond: a launch without new parameters signals nothing. Each launch that is to
 * signal comes after a call of
 * ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams().
 *
 * @param[out] pGraphNode  node, of CUDA's type for kernels; unchanged on error
 * @param[in] graph  graph
 * @param[in] pDependencies  nodes before it
 * @param[in] numDependencies  number of them
 * @param[in] nodeParams  entries as for ringfenceCudaSignalExternalSemaphoresAsync(), 16 of
 * ours at most. If none is ours the node is CUDA's own, in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff nodeParams is NULL, there are more than 16 entries, the
 * driver refuses the node, or for a reason that ringfenceCudaSignalExternalSemaphoresAsync()
 * has
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff some entries are ours and some are not, the driver is
 * older than CUDA 12, the library was built without nvcc, or it has no kernel for this GPU
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT, and there are entries of ours
 * or nodeParams is NULL
 *
 * Phase INIT. Any thread, one at a time for a graph. The driver's time.
 */
cudaError_t ringfenceCudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);

/**
 * Adds a node that waits for fences to a graph: what comes after it starts when they have expired.
 *
 * The fences may be cleared as soon as the call returns. A launch without new parameters waits for
 * the same fences again, which have expired then.
 *
 * @param[out] pGraphNode  node, of CUDA's type for batches of memory operations; unchanged on error
 * @param[in] graph  graph
 * @param[in] pDependencies  nodes before it
 * @param[in] numDependencies  number of them
 * @param[in] nodeParams  entries as for ringfenceCudaWaitExternalSemaphoresAsync(), 16 of ours
 * at most. If none is ours the node is CUDA's own, in any phase
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff nodeParams is NULL, there are more than 16 entries, the
 * driver refuses the node, or for a reason that ringfenceCudaWaitExternalSemaphoresAsync()
 * has
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_EXTERNAL_DEVICE iff the process that signals is known to be gone and the point
 * is not reached; the first of an object is a fault report
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff some entries are ours and some are not, or the driver is
 * older than CUDA 12
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT, and there are entries of ours
 * or nodeParams is NULL
 *
 * Phase INIT. Any thread, one at a time for a graph. The driver's time.
 */
cudaError_t ringfenceCudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies,
    size_t numDependencies, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);

/**
 * Sets the parameters of a node in a graph, for executable graphs that are instantiated later. The
 * fences are those of their first launch.
 *
 * @param[in] hNode  node that signals objects of ours
 * @param[in] nodeParams  entries, as when the node was added
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff nodeParams is NULL, there are more than 16 entries, the
 * driver refuses the node, or for a reason that ringfenceCudaSignalExternalSemaphoresAsync()
 * has
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff some entries are ours and some are not, the driver is
 * older than CUDA 12, the library was built without nvcc, or it has no kernel for this GPU
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT, and there are entries of ours
 * or nodeParams is NULL
 *
 * Phase INIT. Any thread, one at a time for a graph. The driver's time.
 */
cudaError_t ringfenceCudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);

/**
 * Sets the parameters of a node in a graph, for executable graphs that are instantiated later.
 *
 * @param[in] hNode  node that waits for fences of ours
 * @param[in] nodeParams  as many entries as when the node was added
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff nodeParams is NULL, there are more than 16 entries, the
 * driver refuses the node, or for a reason that ringfenceCudaWaitExternalSemaphoresAsync()
 * has
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_EXTERNAL_DEVICE iff the process that signals is known to be gone and the point
 * is not reached; the first of an object is a fault report
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff some entries are ours and some are not, or the driver is
 * older than CUDA 12
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is not INIT, and there are entries of ours
 * or nodeParams is NULL
 *
 * Phase INIT. Any thread, one at a time for a graph. The driver's time.
 */
cudaError_t ringfenceCudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t hNode, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);

/**
 * Sets the parameters of a node in an executable graph, for launches that come later. The fences
 * are those of the next launch; a fence that was there is overwritten, as by a signal in a stream.
 *
 * Who sets parameters twice without a launch between has the fences of both expire with the next
 * launch.
 *
 * @param[in] hGraphExec  executable graph
 * @param[in] hNode  node of the graph that it was made of
 * @param[in] nodeParams  entries, as when the node was added
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff nodeParams is NULL, there are more than 16 entries, the
 * driver refuses the node, or for a reason that ringfenceCudaSignalExternalSemaphoresAsync()
 * has
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff some entries are ours and some are not, the driver is
 * older than CUDA 12, the library was built without nvcc, or it has no kernel for this GPU
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is DEINIT, and there are entries of ours
 * or nodeParams is NULL
 *
 * Phases INIT RUNTIME. Any thread, one at a time for an executable graph. O(numExtSems). No system
 * call of the library; one call of the driver.
 */
cudaError_t ringfenceCudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreSignalNodeParams *nodeParams);

/**
 * Sets the parameters of a node in an executable graph, for launches that come later.
 *
 * @param[in] hGraphExec  executable graph
 * @param[in] hNode  node of the graph that it was made of
 * @param[in] nodeParams  as many entries as when the node was added
 *
 * @retval CUDA_SUCCESS
 * @retval CUDA_ERROR_INVALID_VALUE   iff nodeParams is NULL, there are more than 16 entries, the
 * driver refuses the node, or for a reason that ringfenceCudaWaitExternalSemaphoresAsync()
 * has
 * @retval CUDA_ERROR_INVALID_HANDLE  iff a semaphore of ours is stale; a fault report
 * @retval CUDA_ERROR_EXTERNAL_DEVICE iff the process that signals is known to be gone and the point
 * is not reached; the first of an object is a fault report
 * @retval CUDA_ERROR_NOT_SUPPORTED   iff some entries are ours and some are not, or the driver is
 * older than CUDA 12
 * @retval CUDA_ERROR_NOT_PERMITTED   iff the phase is DEINIT, and there are entries of ours
 * or nodeParams is NULL
 *
 * Phases INIT RUNTIME. Any thread, one at a time for an executable graph. O(numExtSems). No system
 * call of the library; one call of the driver.
 */
cudaError_t ringfenceCudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const struct cudaExternalSemaphoreWaitNodeParams *nodeParams);

/**
 * Says whether a handle is one of the library's: a semaphore or a memory of either API, or a
 * handle of NvSci that is none. It may be stale.
 *
 * @param[in] handle  any handle
 *
 * @return true: the functions of this file use it or refuse it; false: it is CUDA's
 *
 * Any phase. Any thread. O(1), no system call.
 */
bool ringfenceCudaOwnsHandle(const void *handle);

/**
 * Says whether a pointer or an array was given out for a memory of ours and was not freed yet.
 *
 * @param[in] devPtr  any pointer or array
 *
 * @return true: ringfenceCudaFree() or ringfenceCudaFreeMipmappedArray() ends it; false: it is
 * CUDA's
 *
 * Any phase. Any thread. O(1) for nearly all pointers of CUDA, else O(RINGFENCE_CFG_CUDA_MAPPINGS).
 * No system call.
 */
bool ringfenceCudaOwnsPointer(const void *devPtr);

#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) || defined(__CUDA_API_PER_THREAD_DEFAULT_STREAM)
#define ringfenceCuSignalExternalSemaphoresAsync   ringfenceCuSignalExternalSemaphoresAsync_ptsz
#define ringfenceCuWaitExternalSemaphoresAsync     ringfenceCuWaitExternalSemaphoresAsync_ptsz
#define ringfenceCudaSignalExternalSemaphoresAsync ringfenceCudaSignalExternalSemaphoresAsync_ptsz
#define ringfenceCudaWaitExternalSemaphoresAsync   ringfenceCudaWaitExternalSemaphoresAsync_ptsz
#endif

#ifdef __cplusplus
}
#endif

#endif /* RINGFENCE_CUDA_H */
