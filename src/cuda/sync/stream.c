/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream.c
 * Signals and waits as memory operations of a stream.
 *
 * A batch is cut into runs: foreign entries go to the driver as they are, ours become memory
 * operations, in the order of the batch. All of ours are checked before the first is enqueued.
 *
 * The points of one object must reach the stream in their order, so taking a point and enqueuing
 * its store is one turn, which all semaphores of an object share.
 */
#include "cuda/sync/cuda_semaphore.h"

#include <string.h>

#include "core/fault.h"
#include "core/phase_keep.h"
#include "cuda/driver/result.h"
#include "port/atomic.h"
#include "port/lock.h"

/* ---------------------------------------------------------------- checks */

/** An entry of a batch. */
typedef struct {
    const void *handle;
    NvSciSyncFence *fence;
    unsigned int flags;
    bool ours;
} StreamEntry;

static StreamEntry entry_at(const StreamCall *call, uint32_t index)
{
    StreamEntry entry = {NULL, NULL, 0U, false};

    entry.handle = stream_handle(call->handles, index);
    entry.fence = stream_fence(call->params, index);
    entry.flags = stream_flags(call->params, index);
    entry.ours = semaphore_is_ours(entry.handle);
    return entry;
}

/** Reads what a wait has to wait for; nothing is enqueued. */
static CUresult read_entry(const CudaSemaphore *semaphore, const NvSciSyncFence *fence,
                           RingfenceEngineFence *view)
{
    /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the row is const, not the object */
    return result_of(RingfenceEngineFenceRead(semaphore->map.object, fence, view));
}

/** Checks right, flags and that there is a fence. */
static CUresult check_use(const StreamCall *call, const StreamEntry *entry,
                          const CudaSemaphore *semaphore)
{
    const unsigned int allowed = call->signals ? STREAM_SIGNAL_FLAGS : STREAM_WAIT_FLAGS;
    const bool right = call->signals ? semaphore->map.maySignal : semaphore->map.mayWait;
    CUresult result = CUDA_SUCCESS;

    if (!right) {
        ringfence_fault_report(call->caller.op, RINGFENCE_FAULT_NO_RIGHT);
        result = CUDA_ERROR_INVALID_VALUE;
    } else if ((entry->fence == NULL) || ((entry->flags & ~allowed) != 0U)) {
        result = CUDA_ERROR_INVALID_VALUE;
    } else {
        result = CUDA_SUCCESS;
    }
    return result;
}

/** @satisfies RF-CUDA-016 RF-CUDA-017 */
static CUresult check_entry(const StreamCall *call, const StreamEntry *entry)
{
    CudaSemaphore *semaphore = NULL;
    CUresult result = semaphore_find(call->caller.op, entry->handle, &semaphore);

    if (result == CUDA_SUCCESS) {
        result = check_use(call, entry, semaphore);
    }
    if ((result == CUDA_SUCCESS) && (!call->signals)) {
        RingfenceEngineFence view;

        result = read_entry(semaphore, entry->fence, &view);
    }
    return result;
}

CUresult check_call(const StreamCall *call, bool *any)
{
    const bool complete = (call->handles != NULL) && (call->params != NULL);
    CUresult result = (complete || (call->count == 0U)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;

    for (uint32_t i = 0U; (i < call->count) && (result == CUDA_SUCCESS); i++) {
        const StreamEntry entry = entry_at(call, i);

        if (entry.ours && (!(*any))) {
            result = caller_admit(&call->caller);
        }
        if (entry.ours && (result == CUDA_SUCCESS)) {
            *any = true;
            result = check_entry(call, &entry);
        }
    }
    return result;
}

/* ---------------------------------------------------------------- turns */

/** Puts the objects of a chunk in rising order of their registrations, each once. */
static void sort_objects(StreamChunk *chunk)
{
    SharedObject **const sorted = chunk->objects;
    uint32_t count = 0U;

    for (uint32_t i = 0U; i < chunk->entries; i++) {
        SharedObject *const one = chunk->semaphores[i]->shared;
        uint32_t at = count;

        while ((at > 0U) && (sorted[at - 1U]->registration > one->registration)) {
            at--;
        }
        if ((at == 0U) || (sorted[at - 1U] != one)) {
            for (uint32_t k = count; k > at; k--) {
                sorted[k] = sorted[k - 1U];
            }
            sorted[at] = one;
            count++;
        }
    }
    chunk->turns = count;
}

void take_object_turns(StreamChunk *chunk)
{
    sort_objects(chunk);
    for (uint32_t i = 0U; i < chunk->turns; i++) {
        ringfence_port_mutex_lock(&chunk->objects[i]->turn);
    }
}

void give_object_turns(const StreamChunk *chunk)
{
    for (uint32_t i = 0U; i < chunk->turns; i++) {
        SharedObject *const object = chunk->objects[i];

        ringfence_port_mutex_unlock(&object->turn);
    }
}

/* ---------------------------------------------------------------- operations */

/** Writes a store as the driver takes it. */
/* cppcheck-suppress misra-c2012-19.2 ; DEV-014 the driver takes operations as unions */
static inline void put_store(CUstreamBatchMemOpParams *place, CUdeviceptr address, uint64_t value)
{
    (void)memset(place, 0, sizeof(*place));
    place->writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
    place->writeValue.address = address;
    place->writeValue.value64 = value;
    place->writeValue.flags = (unsigned int)CU_STREAM_WRITE_VALUE_DEFAULT;
}

/** Hands several operations to the driver in one call. */
static CUresult enqueue_batch(const StreamCall *call, const CudaDriver *driver,
                              const StreamOperation *operations, uint32_t count)
{
    /* cppcheck-suppress misra-c2012-19.2 ; DEV-014 the driver takes operations as unions */
    CUstreamBatchMemOpParams batch[STREAM_OPERATIONS];

    for (uint32_t i = 0U; i < count; i++) {
        const StreamOperation *const operation = &operations[i];

        if (call->signals) {
            put_store(&batch[i], operation->address, operation->value);
        } else {
            (void)memset(&batch[i], 0, sizeof(batch[i]));
            batch[i].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_64;
            batch[i].waitValue.address = operation->address;
            batch[i].waitValue.value64 = operation->value;
            batch[i].waitValue.flags = (unsigned int)CU_STREAM_WAIT_VALUE_GEQ;
        }
    }
    return driver->batch(call->stream, count, batch, 0U);
}

CUresult stream_store_both(const CudaDriver *driver, const CudaSemaphore *semaphore,
                           CUstream stream, uint64_t point)
{
    /* cppcheck-suppress misra-c2012-19.2 ; DEV-014 the driver takes operations as unions */
    CUstreamBatchMemOpParams batch[2];

    put_store(&batch[0], semaphore->gate, point);
    put_store(&batch[1], semaphore->counter, point);
    return driver->batch(stream, 2U, batch, 0U);
}

/** Hands one store or wait to the driver. */
static CUresult enqueue_one(const StreamCall *call, const CudaDriver *driver,
                            const StreamOperation *operation)
{
    CUresult result = CUDA_SUCCESS;

    if (call->signals) {
        /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the row is const, not the object */
        result = stream_refuse_capture(driver, call->stream);
        if (result == CUDA_SUCCESS) {
            result = driver->write_value(call->stream, operation->address, operation->value,
                                         CU_STREAM_WRITE_VALUE_DEFAULT);
        }
    } else {
        result = driver->wait_value(call->stream, operation->address, operation->value,
                                    CU_STREAM_WAIT_VALUE_GEQ);
    }
    return result;
}

/** Hands operations to the driver, in one call. */
static CUresult enqueue_operations(const StreamCall *call, const CudaDriver *driver,
                                   const StreamOperation *operations, uint32_t count)
{
    CUresult result = CUDA_SUCCESS;

    if (count == 1U) {
        result = enqueue_one(call, driver, operations);
    } else if (count > 1U) {
        /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the row is const, not the object */
        result = call->signals ? stream_refuse_capture(driver, call->stream) : CUDA_SUCCESS;
        if (result == CUDA_SUCCESS) {
            result = enqueue_batch(call, driver, operations, count);
        }
    } else {
        /* Nothing is pending. */
    }
    return result;
}

/** Hands operations to the driver; a caller of the runtime API that has no current context gets
 * one.
 * @satisfies RF-CUDA-004 RF-CUDA-018 */
static CUresult enqueue_with_context(const StreamCall *call, const CudaDriver *driver,
                                     const StreamOperation *operations, uint32_t count)
{
    CUresult result = enqueue_operations(call, driver, operations, count);

    if ((result == CUDA_ERROR_INVALID_CONTEXT) && call->caller.runtime) {
        result = context_make_current(driver);
        if (result == CUDA_SUCCESS) {
            result = enqueue_operations(call, driver, operations, count);
        }
    }
    return result;
}

void add_operation(StreamChunk *chunk, CUdeviceptr address, uint64_t value)
{
    StreamOperation *const operation = &chunk->operations[chunk->count];

    operation->address = address;
    operation->value = value;
    chunk->count++;
}

/** Fence that an entry's point is made for: the entry's own, or a spare one if a later entry names
 * the same, so that each point can be taken back.
 * @satisfies RF-CUDA-100 */
static NvSciSyncFence *fence_to_make(StreamChunk *chunk, uint32_t entry)
{
    NvSciSyncFence *fence = chunk->fences[entry];
    bool again = false;

    for (uint32_t i = entry + 1U; i < chunk->entries; i++) {
        again = again || (chunk->fences[i] == fence);
    }
    if (again) {
        fence = &chunk->spares[entry];
        (void)memset(fence, 0, sizeof(*fence));
        chunk->fences[entry] = fence;
        chunk->has_spares = true;
    }
    return fence;
}

CUresult take_points(StreamChunk *chunk)
{
    CUresult result = CUDA_SUCCESS;

    for (uint32_t i = 0U; (i < chunk->entries) && (result == CUDA_SUCCESS); i++) {
        const CudaSemaphore *const semaphore = chunk->semaphores[i];
        uint64_t point = 0U;

        result = result_of(
            /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the row is const, not the object */
            RingfenceEngineFenceGenerate(semaphore->map.object, fence_to_make(chunk, i), &point));
        if (result == CUDA_SUCCESS) {
            chunk->made[i] = point;
            chunk->points++;
            if (semaphore->gate != 0U) {
                add_operation(chunk, semaphore->gate, point);
            }
            add_operation(chunk, semaphore->counter, point);
            if (semaphore->stamps != 0U) {
                gpu_timestamp_add(chunk, semaphore, point);
            }
        }
    }
    return result;
}

/** Notes whose points they are. */
static void note_points(const StreamChunk *chunk)
{
    for (uint32_t i = 0U; i < chunk->points; i++) {
        CudaSemaphore *const semaphore = chunk->semaphores[i];

        if (semaphore->shared->pending.newest != semaphore->context.handle) {
            pending_note(semaphore, chunk->made[i]);
        }
    }
}

/** Clears the fences that nobody gets. */
static void clear_spares(StreamChunk *chunk)
{
    for (uint32_t i = 0U; i < chunk->points; i++) {
        if (chunk->fences[i] == &chunk->spares[i]) {
            NvSciSyncFenceClear(chunk->fences[i]);
        }
    }
}

void end_points(StreamChunk *chunk, CUresult result)
{
    if (result != CUDA_SUCCESS) {
        for (uint32_t i = chunk->points; i > 0U; i--) {
            pending_abandon(chunk->semaphores[i - 1U], chunk->fences[i - 1U], chunk->made[i - 1U]);
        }
    } else {
        note_points(chunk);
        if (chunk->has_spares) {
            clear_spares(chunk);
        }
    }
}

/** Hands stores and timestamps to the driver, in one call. */
static CUresult enqueue_stamps(const StreamCall *call, const CudaDriver *driver, StreamChunk *chunk)
{
    CUstream stream = call->stream;
    /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the row is const, not the object */
    CUresult result = stream_refuse_capture(driver, call->stream);

    if (result == CUDA_SUCCESS) {
        result = gpu_timestamp_enqueue(chunk, stream);
    }
    return result;
}

/** Hands a chunk of signals to the driver; a caller of the runtime API that has no current
 * context gets one.
 * @satisfies RF-CUDA-004 RF-CUDA-121 */
static CUresult enqueue_signals(const StreamCall *call, const CudaDriver *driver,
                                StreamChunk *chunk)
{
    CUresult result = CUDA_SUCCESS;

    if (chunk->stamps.count == 0U) {
        result = enqueue_with_context(call, driver, chunk->operations, chunk->count);
    } else {
        result = enqueue_stamps(call, driver, chunk);
        if ((result == CUDA_ERROR_INVALID_CONTEXT) && call->caller.runtime) {
            result = context_make_current(driver);
            if (result == CUDA_SUCCESS) {
                result = enqueue_stamps(call, driver, chunk);
            }
        }
    }
    return result;
}

/** @satisfies RF-CUDA-014 RF-CUDA-019 RF-CUDA-060 */
static CUresult signal_chunk(const StreamCall *call, const CudaDriver *driver, StreamChunk *chunk)
{
    CUresult result = CUDA_SUCCESS;

    take_object_turns(chunk);
    result = take_points(chunk);
    if (result == CUDA_SUCCESS) {
        result = enqueue_signals(call, driver, chunk);
    }
    end_points(chunk, result);
    give_object_turns(chunk);
    return result;
}

/** @satisfies RF-CUDA-015 */
static CUresult wait_chunk(const StreamCall *call, const CudaDriver *driver, StreamChunk *chunk)
{
    CUresult result = CUDA_SUCCESS;

    for (uint32_t i = 0U; (i < chunk->entries) && (result == CUDA_SUCCESS); i++) {
        const CudaSemaphore *const semaphore = chunk->semaphores[i];
        RingfenceEngineFence view = {true, true, 0U};

        result = read_entry(semaphore, chunk->fences[i], &view);
        if ((result == CUDA_SUCCESS) && (!view.cleared) && (!view.reached)) {
            add_operation(chunk, semaphore->counter, view.point);
        }
    }
    if (result == CUDA_SUCCESS) {
        result = enqueue_with_context(call, driver, chunk->operations, chunk->count);
    }
    return result;
}

/* ---------------------------------------------------------------- runs */

/** Empties a chunk. */
static void begin_chunk(StreamChunk *chunk)
{
    chunk->entries = 0U;
    chunk->points = 0U;
    chunk->count = 0U;
    chunk->stamps.count = 0U;
    chunk->has_spares = false;
}

CUresult collect_run(const StreamCall *call, uint32_t from, StreamChunk *chunk)
{
    StreamEntry entry = entry_at(call, from);
    uint32_t at = from;
    bool more = true;
    CUresult result = CUDA_SUCCESS;

    begin_chunk(chunk);
    while (more) {
        CudaSemaphore *semaphore = NULL;

        result = semaphore_find(call->caller.op, entry.handle, &semaphore);
        more = false;
        if ((result == CUDA_SUCCESS) && (!event_ring_serves(semaphore))) {
            chunk->semaphores[chunk->entries] = semaphore;
            chunk->fences[chunk->entries] = entry.fence;
            chunk->entries++;
            at++;
            if ((chunk->entries < STREAM_CHUNK) && (at < call->count)) {
                entry = entry_at(call, at);
                more = entry.ours;
            }
        }
    }
    return result;
}

/** Carries out the entries of a chunk. */
static CUresult enqueue_entries(const StreamCall *call, const CudaDriver *driver,
                                StreamChunk *chunk)
{
    return call->signals ? signal_chunk(call, driver, chunk) : wait_chunk(call, driver, chunk);
}

/** Enqueues entries of ours that have no events, from a place on; gives how many. */
static CUresult run_chunk(const StreamCall *call, const CudaDriver *driver, uint32_t from,
                          uint32_t *done)
{
    StreamChunk chunk;
    CUresult result = collect_run(call, from, &chunk);

    if (result == CUDA_SUCCESS) {
        *done = chunk.entries;
        result = enqueue_entries(call, driver, &chunk);
    }
    return result;
}

/** Enqueues entries of ours from a place on; gives how many. */
static CUresult run_ours(const StreamCall *call, const CudaDriver *driver, uint32_t from,
                         uint32_t *done)
{
    StreamEntry entry = entry_at(call, from);
    CudaSemaphore *semaphore = NULL;
    CUresult result = semaphore_find(call->caller.op, entry.handle, &semaphore);

    if (result == CUDA_SUCCESS) {
        if (event_ring_serves(semaphore)) {
            *done = 1U;
            if (call->signals) {
                /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the row is const, not the object */
                result = event_ring_signal(semaphore, entry.fence, call->stream, call->caller);
            } else {
                /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the row is const, not the object */
                result = event_ring_wait(semaphore, entry.fence, call->stream, call->caller);
            }
        } else {
            result = run_chunk(call, driver, from, done);
        }
    }
    return result;
}

/** Passes foreign entries from a place on to the driver; gives how many.
 * @satisfies RF-CUDA-020 */
static CUresult run_foreign(const StreamCall *call, const CudaDriver *driver, uint32_t from,
                            uint32_t *done)
{
    const uint8_t *const handles = call->handles;
    const uint8_t *const params = call->params;
    const void *const first_handle = &handles[from * sizeof(CUexternalSemaphore)];
    const void *const first_params = &params[from * STREAM_PARAMS_BYTES];
    bool foreign = true;
    uint32_t count = 0U;

    while (foreign) {
        count++;
        foreign = false;
        if ((from + count) < call->count) {
            const StreamEntry entry = entry_at(call, from + count);

            foreign = !entry.ours;
        }
    }
    *done = count;
    return call->signals
               ? driver->signal_semaphores(first_handle, first_params, count, call->stream)
               : driver->wait_semaphores(first_handle, first_params, count, call->stream);
}

/** Carries out a call that was checked. */
static CUresult run_checked(const StreamCall *call, bool any)
{
    const CudaDriver *driver = NULL;
    uint32_t at = 0U;
    CUresult result = driver_open(&driver);

    if ((result == CUDA_SUCCESS) && (!any) && call->caller.runtime) {
        result = context_make_current(driver);
    }
    while ((result == CUDA_SUCCESS) && (at < call->count)) {
        const StreamEntry entry = entry_at(call, at);
        uint32_t done = 0U;

        if (entry.ours) {
            result = run_ours(call, driver, at, &done);
        } else {
            result = run_foreign(call, driver, at, &done);
        }
        at += done;
    }
    if ((result != CUDA_SUCCESS) && (driver != NULL)) {
        semaphore_settle(result);
    }
    return result;
}

/** The phase does not change between two entries of ours, nor between a point and what becomes of
 * it. What is not ours keeps nothing.
 * @satisfies RF-CUDA-005 RF-CUDA-020 RF-CUDA-235 */
CUresult stream_run(const StreamCall *call)
{
    const int32_t held = ringfence_phase_keep();
    bool any = false;
    CUresult result = check_call(call, &any);

    if ((result == CUDA_SUCCESS) && any) {
        result = run_checked(call, true);
        ringfence_phase_let(held);
    } else {
        ringfence_phase_let(held);
        result = (result == CUDA_SUCCESS) ? run_checked(call, false) : result;
    }
    return result;
}
