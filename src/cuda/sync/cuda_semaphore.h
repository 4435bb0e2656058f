/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cuda_semaphore.h
 * What the files of src/cuda/sync share and show to no other one: semaphores, the points that are
 * pending in their contexts, and the entries of a call.
 */
#ifndef RINGFENCE_CUDA_CUDA_SEMAPHORE_H
#define RINGFENCE_CUDA_CUDA_SEMAPHORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cuda/cuda_api.h"
#include "cuda/driver/cuda_driver.h"
#include "cuda/sync/cuda_sync.h"
#include "gpu/lane.h"
#include "port/atomic.h"
#include "port/lock.h"
#include "ringfence_engine.h"

/* ---------------------------------------------------------------- semaphores */

/** What the library's clock was ahead of a GPU's, modulo 2^64. */
typedef struct {
    /** The GPU's clock at that time. */
    uint64_t gpu_ns;
    uint64_t ahead_ns;
    /** What comes with each second; 0: not known yet. */
    int64_t drift_ns;
} ClockReading;

/** A reading of the clocks that several threads can use. */
typedef struct {
    PortAtomic64 gpu_ns;
    PortAtomic64 ahead_ns;
    PortAtomic64 drift_ns;
} ClockPlace;

/** The clock of the GPU that signals a semaphore. */
typedef struct {
    /** Where it is read, and the word that the GPU writes its time to; 0: not yet. */
    GpuLane lane;
    PortAtomic64 *word;
    CUdeviceptr device_word;
    /** The GPU has still to write the word. */
    bool asked;
    /** It is not to be asked. */
    bool paused;
    /** Readings so far; the last one is in the place of this number, modulo 2. */
    PortAtomic32 count;
    /** The last reading, when it was, and when the next one is due. */
    ClockReading last;
    uint64_t at_us;
    uint64_t due_us;
    ClockPlace places[2];
} CudaClock;

/** Runs of points that are kept of an object. */
#define PENDING_RUNS 8U

/** Points one after another that are pending in one context. */
typedef struct {
    /** The first one; the run ends where the next begins. */
    uint64_t first;
    /** NULL: several contexts. */
    CUcontext context;
    /** The context failed for good: nobody stores them. */
    bool failed;
} PendingRun;

/** Which context has which points of an object pending; in the turn of its signals. */
typedef struct {
    /** Context of the newest run; NULL: the next signal is noted whoever makes it. */
    CUcontext newest;
    /** A context failed. Under import_lock(). */
    bool failed;
    /** Place of the oldest run; the others follow around the end. */
    uint32_t oldest;
    uint32_t count;
    PendingRun runs[PENDING_RUNS];
} PendingPoints;

/** Events of a ring, a power of two. */
#define RING_EVENTS RINGFENCE_CFG_CUDA_EVENTS

/** One event, and what it stands for. */
typedef struct {
    /** Newest point that the event was recorded for; 0: none, or the event is being taken. */
    PortAtomic64 point;
    CUevent event;
    /** Calls that may be handing a wait for the event to the driver. */
    PortAtomic32 pins;
} EventSlot;

/** Points of an object by events. In the turn of its signals, but for what waits use; recorders,
 * context and the events themselves under import_lock(). */
typedef struct {
    /** Newest point whose signal is in a stream. */
    PortAtomic64 enqueued;
    /** Newest point that has an event, and newest that is stored. */
    uint64_t newest;
    uint64_t stored;
    /** Newest point that was waited for before it was signalled. */
    uint64_t awaited;
    /** Imports in the context of the events; 0: there are no events. */
    uint32_t recorders;
    CudaContext context;
    EventSlot slots[RING_EVENTS];
} EventRing;

/** What the imports of one object share, in whatever context. */
typedef struct {
    /** Calls that signal take turns. */
    PortAtomic32 turn;
    /** Imports; 0: the row is free. Under import_lock(). */
    uint32_t users;
    /** Registration of the word that GPUs wait for: it names the object, and stays as long as the
     * row is taken. */
    uint32_t registration;
    PendingPoints pending;
    /** Used if the object is exclusive to this driver. */
    EventRing ring;
} SharedObject;

/** What a call of one entry does. */
typedef enum {
    /** What stream.c does: it refuses, or signals with a timestamp. */
    SINGLE_NOT = 0,
    /** It stores, or compares. */
    SINGLE_STORE = 1,
    /** It uses an event. */
    SINGLE_EVENT = 2
} SingleWay;

/** A sync object that was imported. */
typedef struct {
    RingfenceEngineSync map;
    /** Imports that share the row, and its handle. Under import_lock(). */
    uint32_t imports;
    /** Address for GPUs of the word that they wait for: the waiter counter, if the object has one
     * and this process does not signal it, else the counter. Who signals stores here. */
    CUdeviceptr counter;
    /** What it shares with other imports of the object. */
    SharedObject *shared;
    /** Address of the waiter counter for GPUs that signal, and its registration; 0: there is none.
     */
    CUdeviceptr gate;
    uint32_t gate_registration;
    /** The ring's events are of the context of this import. */
    bool records;
    /** How a call of one entry signals and waits. */
    SingleWay signals;
    SingleWay waits;
    /** The context failed, as the last look found. Under import_lock(). */
    bool failed;
    /** Context in which it was imported. */
    CudaContext context;
    /** Address of the first timestamp for GPUs; 0: signals have none. */
    CUdeviceptr stamps;
    /** The clock that they are of. */
    CudaClock clock;
} CudaSemaphore;

/** Gives the semaphore of a handle. A stale one is a fault, and CUDA_ERROR_INVALID_HANDLE. */
CUresult semaphore_find(PhaseOp op, const void *handle, CudaSemaphore **semaphore);

/** After a result of the driver: if it says that a context failed for good, asks all contexts in
 * which semaphores were imported that signal, and finishes the points of those that failed. It
 * waits for nobody: what another thread has hold of is settled when that gives it back, or at the
 * next result of this kind. */
void semaphore_settle(CUresult result);

/** Looks whether contexts failed in which semaphores were imported that signal, and finishes their
 * points; the function that RingfenceEngineSetHealth() is told. It waits for nobody: while an
 * import or its end has import_lock() it does nothing. */
void semaphore_look(void *context);

/* ---------------------------------------------------------------- what imports share */

/** Takes the turn of import_lock() if nobody has it; says whether it was taken. */
bool import_try_lock(void);

/** Ends only the turn. */
void import_leave(void);

/** Finds what imports of the object with this registration share, or takes a free row for it. Needs
 * import_lock(). */
SharedObject *shared_object_begin(uint32_t registration);

/** Ends the share of one import; the last one gives the row back. Needs import_lock(). */
void shared_object_end(SharedObject *shared);

/* ---------------------------------------------------------------- pending points */

/** Takes back a point whose signal the driver refused, and clears its fence; where the phase does
 * not admit that any more, the point is finished as failed. In the turn. */
void pending_abandon(const CudaSemaphore *semaphore, NvSciSyncFence *fence, uint64_t point);

/** Notes the newest point, if it is another context's than the one before. */
void pending_note(CudaSemaphore *semaphore, uint64_t point);

/** Says that a context failed. */
void pending_fail(PendingPoints *pending, const CUcontext *context);

/** Says that all contexts of an object failed. */
void pending_fail_all(PendingPoints *pending);

/** Finishes the points that are pending in contexts that failed, as far as no other context's
 * points are between; says whether there is something that failed. */
bool pending_finish(PendingPoints *pending, NvSciSyncObj object);

/* ---------------------------------------------------------------- watching */

/** Watches the line of an imported object, if another process signals it; the first one starts the
 * watcher. Needs import_lock(). */
CUresult peer_monitor_add(uint32_t index, const RingfenceEngineSync *map);

/** Watches an imported object no more; the last one ends the thread. Needs import_lock(). */
void peer_monitor_remove(uint32_t index);

/* ---------------------------------------------------------------- turns of signals */

/** Takes the turn of the signals of an object. */
PORT_SHORT void turn_take(PortAtomic32 *turn)
{
    if (!port_swap32_if(turn, 0U, 1U)) {
        ringfence_port_mutex_lock(turn);
    }
}

/** Takes it if it comes soon: who has it may be held up by a device. */
bool turn_take_soon(PortAtomic32 *turn);

/** Gives it back. */
PORT_SHORT void turn_give(PortAtomic32 *turn)
{
    if (!port_swap32_if(turn, 1U, 0U)) {
        ringfence_port_mutex_unlock(turn);
    }
}

/* ---------------------------------------------------------------- streams */

#define STREAM_PARAMS_BYTES (sizeof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS))
#define STREAM_FENCE_OFFSET                                                                        \
    ((size_t)offsetof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, params.nvSciSync.fence))
#define STREAM_FLAGS_OFFSET ((size_t)offsetof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, flags))

/* Both APIs, and signals and waits, have the fence and the flags at the same place; a test of
 * test/cuda compares the places. */
_Static_assert(sizeof(struct cudaExternalSemaphoreSignalParams) == STREAM_PARAMS_BYTES, "size");
_Static_assert(sizeof(struct cudaExternalSemaphoreWaitParams) == STREAM_PARAMS_BYTES, "size");
_Static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS) == STREAM_PARAMS_BYTES, "size");
_Static_assert(sizeof(cudaExternalSemaphore_t) == sizeof(CUexternalSemaphore), "handle");

/** A call that signals or waits. */
typedef struct {
    CudaCaller caller;
    bool signals;
    /** Array of handles of either API. */
    const void *handles;
    /** Array of parameters of either API. */
    const void *params;
    uint32_t count;
    CUstream stream;
} StreamCall;

/** Flags that a program may give; they say something of buffers, which need nothing done. */
#define STREAM_SIGNAL_FLAGS ((unsigned int)CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC)
#define STREAM_WAIT_FLAGS   ((unsigned int)CUDA_EXTERNAL_SEMAPHORE_WAIT_SKIP_NVSCIBUF_MEMSYNC)

/** Handle of an entry of an array. */
PORT_SHORT const void *stream_handle(const void *array, uint32_t index)
{
    const uint8_t *const handles = array;
    const void *const place = &handles[index * sizeof(CUexternalSemaphore)];
    const void *handle = NULL;

    (void)memcpy(&handle, place, sizeof(handle));
    return handle;
}

/** Fence of an entry of an array of parameters. */
PORT_SHORT NvSciSyncFence *stream_fence(const void *array, uint32_t index)
{
    const uint8_t *const params = array;
    const void *const place = &params[(index * STREAM_PARAMS_BYTES) + STREAM_FENCE_OFFSET];
    NvSciSyncFence *fence = NULL;

    (void)memcpy(&fence, place, sizeof(fence));
    return fence;
}

/** Flags of an entry of an array of parameters. */
PORT_SHORT unsigned int stream_flags(const void *array, uint32_t index)
{
    const uint8_t *const params = array;
    const void *const place = &params[(index * STREAM_PARAMS_BYTES) + STREAM_FLAGS_OFFSET];
    unsigned int flags = 0U;

    (void)memcpy(&flags, place, sizeof(flags));
    return flags;
}

/**
 * Refuses signals in a stream that is captured: a graph stores the same point at each launch, and
 * would take an object back that others have signalled since.
 * @satisfies RF-CUDA-054
 */
PORT_SHORT CUresult stream_refuse_capture(const CudaDriver *driver, CUstream stream)
{
    CUstreamCaptureStatus capture = CU_STREAM_CAPTURE_STATUS_NONE;
    CUresult result = driver->is_capturing(stream, &capture);

    if ((result == CUDA_SUCCESS) && (capture != CU_STREAM_CAPTURE_STATUS_NONE)) {
        result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    return result;
}

/** Hands the stores of a point in waiter counter and counter to the driver, in one call. A stream
 * that waits at the waiter counter goes on a microsecond sooner than behind two stores. */
CUresult stream_store_both(const CudaDriver *driver, const CudaSemaphore *semaphore,
                           CUstream stream, uint64_t point);

/** Carries out any call: entries of ours, and what is none. */
CUresult stream_run(const StreamCall *call);

/** Entries that one call of the driver takes. */
#define STREAM_CHUNK 16U
/** Operations that come of them: a signal is a store in the counter, and one in the waiter counter.
 */
#define STREAM_OPERATIONS (2U * STREAM_CHUNK)

/** A store or a wait. */
typedef struct {
    CUdeviceptr address;
    uint64_t value;
} StreamOperation;

/** A timestamp of one of the stores of a chunk. */
typedef struct {
    CUdeviceptr slot;
    /** Slot of the point before. */
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
    /** Objects whose turns were taken. */
    SharedObject *objects[STREAM_CHUNK];
    /** Entries, points that were taken for them, operations that came of them, and turns. */
    uint32_t entries;
    uint32_t points;
    uint32_t count;
    uint32_t turns;
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
void take_object_turns(StreamChunk *chunk);

/** Gives the turns of all objects of a chunk back. */
void give_object_turns(const StreamChunk *chunk);

/** Takes a point for each entry of a chunk; the operations are its stores. */
CUresult take_points(StreamChunk *chunk);

/** After the driver's answer: takes the points of a chunk back if there is an error, the newest
 * first. */
void end_points(StreamChunk *chunk, CUresult result);

/** Adds a store or a wait to a chunk. */
void add_operation(StreamChunk *chunk, CUdeviceptr address, uint64_t value);

/* ---------------------------------------------------------------- timestamps */

/** Compares the clock of the GPU with the library's, and again until clock_end(). Needs
 * import_lock() and the context. CUDA_ERROR_NOT_READY iff the GPU is too busy to tell the time;
 * CUDA_ERROR_OUT_OF_MEMORY iff seven other contexts have a clock of the object. */
CUresult clock_begin(const CudaDriver *driver, const CudaGraphs *graphs, CudaSemaphore *row);

/** Asks no more, and waits for an answer that is still due. Needs import_lock(). */
void clock_pause(const CudaDriver *driver, CudaSemaphore *row);

/** Asks for the time again after clock_pause(). Needs import_lock(). */
void clock_resume(CudaSemaphore *row);

/** Ends the comparing. The GPU has nothing to answer. Needs import_lock(). */
void clock_end(CudaSemaphore *row);

/** Gives the last comparison. No lock. */
void clock_read(const CudaClock *clock, ClockReading *reading);

/** Says whether the library has the kernel that writes timestamps. */
bool gpu_timestamp_is_built(void);

/** Makes ready to write the timestamps of an object that was imported and registered: loads the
 * kernels, and compares the clocks of the library and of the GPU. Needs import_lock() and the
 * context. CUDA_ERROR_NOT_SUPPORTED iff there is no kernel; CUDA_ERROR_NOT_READY iff the GPU is too
 * busy to tell the time. */
CUresult gpu_timestamp_begin(const CudaDriver *driver, CudaSemaphore *row);

/** If there are timestamps, lets no GPU write the time from now on, and waits for one that does:
 * the pages may go. */
void gpu_timestamp_pause(const CudaDriver *driver, CudaSemaphore *row);

/** Lets GPUs write the time again after gpu_timestamp_pause(). */
void gpu_timestamp_resume(CudaSemaphore *row);

/** Ends timestamps, if there are any; the pages may be gone. */
void gpu_timestamp_end(CudaSemaphore *row);

/** Adds the timestamp of a point to the store that was added last. */
void gpu_timestamp_add(StreamChunk *chunk, const CudaSemaphore *semaphore, uint64_t point);

/** Makes the timestamps of a chunk ready for a context. CUDA_ERROR_NOT_SUPPORTED iff an object was
 * imported in another one. */
CUresult gpu_timestamp_prepare(StreamChunk *chunk, const void *context);

/** Hands the stores and the timestamps of a chunk to the driver, in one call. */
CUresult gpu_timestamp_enqueue(StreamChunk *chunk, CUstream stream);

/** Parameters of the kernels that store: pairs of an address and a point. */
typedef struct {
    uint64_t count;
    StreamOperation stores[STREAM_OPERATIONS];
} StoreArguments;

/** The stores of a chunk as parameters. */
void gpu_timestamp_stores(const StreamChunk *chunk, StoreArguments *arguments);

/* ---------------------------------------------------------------- exclusive objects */

/** This driver, for RingfenceEngineSyncMark(). */
#define EXCLUSIVE_DRIVER 0x41445543U

/** Says whether the points of a semaphore's object are those of a ring. */
static inline bool event_ring_serves(const CudaSemaphore *semaphore)
{
    return semaphore->map.driver == EXCLUSIVE_DRIVER;
}

/** Makes the events of an object that is exclusive to this driver with the first import in a
 * context of the GPU that signals, the current one. Needs import_lock(). */
CUresult event_ring_begin(const CudaDriver *driver, const NvSciRmGpuId *gpu, CudaSemaphore *row);

/** Says whether event_ring_end() would find no signal under way. Needs import_lock(). */
bool event_ring_may_end(const CudaDriver *driver, CudaSemaphore *row);

/** Ends the events of a ring with the last import of their context. CUDA_ERROR_NOT_READY iff a
 * signal by one of them is still under way, or a wait for one goes to the driver, or their context
 * failed and a signal of another import has the turn; then, and after another error, the import
 * goes on with those that are left. Needs import_lock(). */
CUresult event_ring_end(const CudaDriver *driver, CudaSemaphore *row);

/** Takes back what event_ring_end() did, as far as the driver lets it; else points are stored.
 * Needs import_lock(). */
void event_ring_resume(const CudaDriver *driver, CudaSemaphore *row);

/** Raises the counter to the newest point of which an event says that it was reached. In the turn.
 */
void event_ring_catch_up(const CudaDriver *driver, CudaSemaphore *row);

/** Signals in a stream, with a semaphore that has a ring and that was checked. */
CUresult event_ring_signal(CudaSemaphore *semaphore, NvSciSyncFence *fence, CUstream stream,
                           CudaCaller caller);

/** Waits in a stream, with a semaphore that has a ring and that was checked. */
CUresult event_ring_wait(CudaSemaphore *semaphore, const NvSciSyncFence *fence, CUstream stream,
                         CudaCaller caller);

#endif /* RINGFENCE_CUDA_CUDA_SEMAPHORE_H */
