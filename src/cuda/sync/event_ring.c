/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event_ring.c
 * Exclusive sync objects, which only this driver uses: points by events of CUDA.
 *
 * An object has a ring of events, made by the first import whose context is of the GPU that
 * signals. Point p takes the event of slot p modulo the ring's length, if the counter has passed
 * all earlier points of the slot; else it is stored in the counter, as is a point when half the
 * ring has been used since the last store. Points complete in their order, so these stores tell,
 * without a call of the driver, which events are free, and the counter never stays behind for long.
 *
 * A wait for point q looks at its slot. If the slot's point is q, the stream waits for the event.
 * If it is a later one, the counter had passed q when the event was taken again: there is nothing
 * to wait for. Else q was stored, or is: the stream waits for the counter. A stream so never waits
 * for more than its point.
 *
 * Who waits pins the slot and then reads its point; who signals takes the point away and then looks
 * for pins, so no event is recorded anew while a wait for its old point goes to the driver. A point
 * that is waited for before it was signalled is noted: it will be stored. test/model/local.pml has
 * all of this.
 *
 * A record that is captured orders the work of that capture, as records do, and is never waited for
 * by others. A store that is captured would bring an old point back whenever the graph runs, so
 * there is none.
 */
#include "cuda/sync/cuda_semaphore.h"

#include <string.h>

#include "cuda/driver/driver.h"
#include "cuda/driver/result.h"
#include "port/atomic.h"
#include "port/lock.h"

/** Points from one store to the next, at most. */
#define STRIDE (RING_EVENTS / 2U)

/** A wait as the driver gets it. */
typedef struct {
    /** NULL: the counter serves. */
    CUevent event;
    CUstream stream;
    CUdeviceptr counter;
    uint64_t point;
} LocalWait;

/* ---------------------------------------------------------------- rings */

/** Ends the events of a ring up to one that the driver keeps, and forgets what all stood for.
 * `gone`: they went with their context. */
static CUresult end_events(const CudaDriver *driver, EventRing *ring, bool gone)
{
    CUresult result = CUDA_SUCCESS;

    for (uint32_t i = 0U; i < RING_EVENTS; i++) {
        EventSlot *const slot = &ring->slots[i];

        if ((slot->event != NULL) && (result == CUDA_SUCCESS)) {
            result = gone ? CUDA_SUCCESS : driver->event_destroy(slot->event);
            result = result_is_final(result) ? CUDA_SUCCESS : result;
            slot->event = (result == CUDA_SUCCESS) ? NULL : slot->event;
        }
        port_store64(&slot->point, 0U);
    }
    ring->newest = 0U;
    ring->context.handle = (result == CUDA_SUCCESS) ? NULL : ring->context.handle;
    return result;
}

/** Makes the events that a ring lacks, in the current context, up to one that the driver refuses.
 */
static CUresult fill_events(const CudaDriver *driver, EventRing *ring)
{
    CUresult result = CUDA_SUCCESS;

    for (uint32_t i = 0U; (i < RING_EVENTS) && (result == CUDA_SUCCESS); i++) {
        EventSlot *const slot = &ring->slots[i];

        if (slot->event == NULL) {
            result = driver->event_create(&slot->event, (unsigned int)CU_EVENT_DISABLE_TIMING);
        }
    }
    return result;
}

/** Makes the events of a ring in the current context, all or none. */
static CUresult make_events(const CudaDriver *driver, EventRing *ring, const CudaContext *context)
{
    const CUresult result = fill_events(driver, ring);

    if (result == CUDA_SUCCESS) {
        ring->context = *context;
    } else {
        (void)end_events(driver, ring, false);
    }
    return result;
}

/** @satisfies RF-CUDA-070 */
CUresult event_ring_begin(const CudaDriver *driver, const NvSciRmGpuId *gpu, CudaSemaphore *row)
{
    const RingfenceEngineSync *const map = &row->map;
    EventRing *const ring = &row->shared->ring;
    CUresult result = CUDA_SUCCESS;

    if (event_ring_serves(row)) {
        CudaContext context = {NULL, 0U};

        result = context_current(driver, &context);
        if ((result == CUDA_SUCCESS) && (ring->recorders == 0U) &&
            (memcmp(gpu->bytes, map->signaler.bytes, sizeof(gpu->bytes)) == 0)) {
            result = make_events(driver, ring, &context);
        }
        if (result == CUDA_SUCCESS) {
            row->records =
                (ring->context.handle != NULL) && context_is_same(&ring->context, &context);
            ring->recorders += row->records ? 1U : 0U;
        }
    }
    return result;
}

/** Raises the counter to a point that was reached. A store of a device may come at any time. */
static void raise_counter(void *counter, uint64_t point)
{
    PortAtomic64 *const word = counter;
    uint64_t seen = port_load64(word);

    while (seen < point) {
        (void)port_swap64_if(word, seen, point);
        seen = port_load64(word);
    }
}

/** Asks all events of a ring: a record that is captured says nothing of those before it. */
static CUresult look_at_all(const CudaDriver *driver, const EventRing *ring)
{
    CUresult result = CUDA_SUCCESS;

    for (uint32_t i = 0U; (i < RING_EVENTS) && (result == CUDA_SUCCESS); i++) {
        const EventSlot *const slot = &ring->slots[i];

        if (port_load64(&slot->point) != 0U) {
            result = driver->event_query(slot->event);
            result = (result == CUDA_ERROR_CAPTURED_EVENT) ? CUDA_SUCCESS : result;
        }
    }
    return result;
}

/** What became of the newest point that has an event, with the ring's context current. */
static CUresult look_at_newest(const CudaDriver *driver, const EventRing *ring, CudaSemaphore *row)
{
    const EventSlot *const slot = &ring->slots[ring->newest % RING_EVENTS];
    CUdeviceptr pointer = 0U;
    /* A context that was reset has lost its registrations, and its events too. */
    CUresult result = driver->host_pointer(&pointer, without_const(row->map.constCounter), 0U);

    if (result_is_lost(result)) {
        result = CUDA_ERROR_CONTEXT_IS_DESTROYED;
    } else if (result != CUDA_SUCCESS) {
        /* The driver is short of something. */
    } else if (ring->newest != 0U) {
        result = driver->event_query(slot->event);
        if (result == CUDA_ERROR_CAPTURED_EVENT) {
            result = look_at_all(driver, ring);
        }
    } else {
        result = CUDA_SUCCESS;
    }
    return result;
}

/** Says with the counter what the events of a ring said: who waits from now on looks there. False:
 * the turn did not come, and nothing is settled.
 * @satisfies RF-CUDA-103 */
static bool settle_points(CudaSemaphore *row, CUresult result)
{
    SharedObject *const shared = row->shared;
    bool settled = true;

    if (result == CUDA_SUCCESS) {
        raise_counter(row->map.counter, shared->ring.newest);
    } else {
        /* Nothing will tell what became of them. */
        settled = turn_take_soon(&shared->turn);
        if (settled) {
            pending_fail(&shared->pending, &shared->ring.context.handle);
            (void)pending_finish(&shared->pending, row->map.object);
            ringfence_port_mutex_unlock(&shared->turn);
        }
    }
    return settled;
}

void event_ring_catch_up(const CudaDriver *driver, CudaSemaphore *row)
{
    const EventRing *const ring = &row->shared->ring;
    uint64_t reached = 0U;
    CUresult entered = CUDA_ERROR_INVALID_CONTEXT;

    if (ring->context.handle != NULL) {
        entered = context_enter(driver, &ring->context);
    }
    if (entered == CUDA_SUCCESS) {
        for (uint32_t i = 0U; i < RING_EVENTS; i++) {
            const EventSlot *const slot = &ring->slots[i];
            const uint64_t point = port_load64(&slot->point);

            if (point > reached) {
                if (driver->event_query(slot->event) == CUDA_SUCCESS) {
                    reached = point;
                }
            }
        }
        context_leave(driver);
        raise_counter(row->map.counter, reached);
    }
}

/** Takes all points of a ring away, and says whether a wait for one is going to the driver. The
 * counter has passed them. */
static bool is_pinned(EventRing *ring)
{
    bool pinned = false;

    for (uint32_t i = 0U; i < RING_EVENTS; i++) {
        EventSlot *const slot = &ring->slots[i];

        port_store64(&slot->point, 0U);
        if (port_load32(&slot->pins) != 0U) {
            pinned = true;
        }
    }
    return pinned;
}

/** Ends the events of a ring whose context is current, if its points are settled. */
static CUresult end_settled(const CudaDriver *driver, EventRing *ring, CudaSemaphore *row,
                            CUresult seen)
{
    CUresult result = seen;

    if ((seen == CUDA_SUCCESS) || result_is_final(seen)) {
        bool stays = !settle_points(row, seen);

        if (!stays) {
            stays = is_pinned(ring);
        }
        if (stays) {
            result = CUDA_ERROR_NOT_READY;
        } else {
            result = end_events(driver, ring, seen == CUDA_ERROR_CONTEXT_IS_DESTROYED);
            if (result != CUDA_SUCCESS) {
                /* The import goes on, with fewer events if need be. */
                (void)fill_events(driver, ring);
            }
        }
    }
    return result;
}

/**
 * Ends the events of a ring with the last import of their context: from now on only the counter
 * says what was reached. CUDA_ERROR_NOT_READY iff a signal is still under way, or a wait of another
 * import goes to the driver, or a signal of another import has the turn; then they stay, as after
 * any other error.
 */
static CUresult end_recording(const CudaDriver *driver, EventRing *ring, CudaSemaphore *row)
{
    CUresult result = context_enter(driver, &ring->context);

    if (result == CUDA_SUCCESS) {
        result = end_settled(driver, ring, row, look_at_newest(driver, ring, row));
        context_leave(driver);
    } else if (result_is_final(result) || (result == CUDA_ERROR_INVALID_CONTEXT)) {
        result = settle_points(row, result) ? end_events(driver, ring, true) : CUDA_ERROR_NOT_READY;
    } else {
        /* The driver is short of something. */
    }
    return result;
}

/** Where the context of the events failed or is gone they end too, and the registration may be
 * another context's.
 * @satisfies RF-CUDA-270 */
bool event_ring_may_end(const CudaDriver *driver, CudaSemaphore *row)
{
    const EventRing *const ring = &row->shared->ring;
    CUresult result = CUDA_SUCCESS;

    if (row->records && (ring->recorders == 1U)) {
        result = context_enter(driver, &ring->context);
        if (result == CUDA_SUCCESS) {
            result = look_at_newest(driver, ring, row);
            context_leave(driver);
        }
    }
    return (result == CUDA_SUCCESS) || (result == CUDA_ERROR_INVALID_CONTEXT) ||
           result_is_final(result);
}

/** @satisfies RF-CUDA-075 RF-CUDA-101 */
CUresult event_ring_end(const CudaDriver *driver, CudaSemaphore *row)
{
    EventRing *const ring = &row->shared->ring;
    CUresult result = CUDA_SUCCESS;

    if (row->records) {
        if (ring->recorders == 1U) {
            result = end_recording(driver, ring, row);
        }
        if (result == CUDA_SUCCESS) {
            ring->recorders--;
            row->records = false;
        }
    }
    return result;
}

void event_ring_resume(const CudaDriver *driver, CudaSemaphore *row)
{
    EventRing *const ring = &row->shared->ring;

    if (context_enter(driver, &row->context) == CUDA_SUCCESS) {
        if (ring->recorders == 0U) {
            row->records = (make_events(driver, ring, &row->context) == CUDA_SUCCESS);
        } else {
            row->records = context_is_same(&ring->context, &row->context);
        }
        ring->recorders += row->records ? 1U : 0U;
        context_leave(driver);
    }
}

/* ---------------------------------------------------------------- signals */

/** Takes the event of a point's slot, if the counter has passed all that it stood for and nobody is
 * about to wait for it. Within the turn. */
PORT_SHORT bool take_event(EventRing *ring, const CudaSemaphore *semaphore, uint64_t point)
{
    const PortAtomic64 *const counter = semaphore->map.constCounter;
    EventSlot *const slot = &ring->slots[point % RING_EVENTS];
    bool taken = semaphore->records && (point > ring->awaited) && (slot->event != NULL);

    if (taken && (point > RING_EVENTS)) {
        taken = (port_load64_acquire(counter) >= (point - RING_EVENTS));
    }
    if (taken) {
        port_store64(&slot->point, 0U);
        taken = (port_load32(&slot->pins) == 0U);
    }
    return taken;
}

/** Says that the signal of a point is in its stream, as a record or as a store. Within the turn.
 * @satisfies RF-CUDA-072 */
PORT_SHORT void note_enqueued(CudaSemaphore *semaphore, uint64_t point, bool recorded)
{
    SharedObject *const shared = semaphore->shared;
    EventRing *const ring = &shared->ring;

    if (recorded) {
        ring->newest = point;
        port_store64_release(&ring->slots[point % RING_EVENTS].point, point);
    }
    port_store64_release(&ring->enqueued, point);
    if (shared->pending.newest != semaphore->context.handle) {
        pending_note(semaphore, point);
    }
}

/** Stores a point, unless the stream is being captured: then it has an event, if one was taken.
 * Within the turn.
 * @satisfies RF-CUDA-076 */
PORT_APART static CUresult store_instead(CudaSemaphore *semaphore, CUstream stream, uint64_t point,
                                         bool taken)
{
    const CudaDriver *const driver = driver_known();
    EventRing *const ring = &semaphore->shared->ring;
    CUstreamCaptureStatus capture = CU_STREAM_CAPTURE_STATUS_NONE;
    bool recorded = false;
    CUresult result = driver->is_capturing(stream, &capture);

    if ((result == CUDA_SUCCESS) && (capture == CU_STREAM_CAPTURE_STATUS_NONE)) {
        result =
            driver->write_value(stream, semaphore->counter, point, CU_STREAM_WRITE_VALUE_DEFAULT);
        ring->stored = (result == CUDA_SUCCESS) ? point : ring->stored;
    } else if ((result == CUDA_SUCCESS) && taken) {
        result = driver->event_record(ring->slots[point % RING_EVENTS].event, stream);
        recorded = true;
    } else if (result == CUDA_SUCCESS) {
        result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    } else {
        /* The driver knows no such stream, or says what else there is. */
    }
    if (result == CUDA_SUCCESS) {
        note_enqueued(semaphore, point, recorded);
    }
    return result;
}

/** Puts the signal of a point into the stream. Within the turn.
 * @satisfies RF-CUDA-071 */
PORT_SHORT CUresult enqueue_point(CudaSemaphore *semaphore, CUstream stream, uint64_t point)
{
    EventRing *const ring = &semaphore->shared->ring;
    const bool taken = take_event(ring, semaphore, point);
    CUresult result = CUDA_ERROR_INVALID_HANDLE;

    if (taken && ((point - ring->stored) < STRIDE)) {
        result = driver_known()->event_record(ring->slots[point % RING_EVENTS].event, stream);
    }
    if (result == CUDA_SUCCESS) {
        note_enqueued(semaphore, point, true);
    } else if (result == CUDA_ERROR_INVALID_HANDLE) {
        /* A store is due, or there is no event for it, or the stream is another context's. */
        result = store_instead(semaphore, stream, point, taken);
    } else {
        /* The driver says what there is. */
    }
    return result;
}

/** The driver refused the signal of a point: a caller of the runtime API that has no current
 * context gets one. If that does not help, the point is taken back. */
PORT_APART static CUresult record_again(CudaSemaphore *semaphore, NvSciSyncFence *fence,
                                        CUstream stream, uint64_t point, CudaCaller caller,
                                        CUresult refusal)
{
    CUresult result = refusal;

    if ((result == CUDA_ERROR_INVALID_CONTEXT) && caller.runtime) {
        result = context_make_current(driver_known());
        if (result == CUDA_SUCCESS) {
            result = enqueue_point(semaphore, stream, point);
        }
    }
    if (result != CUDA_SUCCESS) {
        pending_abandon(semaphore, fence, point);
    }
    return result;
}

/** Makes a fence of the next point, and puts its signal into the stream. Within the turn. */
PORT_SHORT CUresult record_in_turn(CudaSemaphore *semaphore, NvSciSyncFence *fence, CUstream stream,
                                   CudaCaller caller)
{
    uint64_t point = 0U;
    CUresult result = result_of(RingfenceEngineFenceGenerate(semaphore->map.object, fence, &point));

    if (result == CUDA_SUCCESS) {
        result = enqueue_point(semaphore, stream, point);
        if (result != CUDA_SUCCESS) {
            result = record_again(semaphore, fence, stream, point, caller, result);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-005 RF-CUDA-071 */
PORT_HOT CUresult event_ring_signal(CudaSemaphore *semaphore, NvSciSyncFence *fence,
                                    CUstream stream, CudaCaller caller)
{
    CUresult result = caller_admit(&caller);

    if (result == CUDA_SUCCESS) {
        PortAtomic32 *const turn = &semaphore->shared->turn;

        turn_take(turn);
        result = record_in_turn(semaphore, fence, stream, caller);
        turn_give(turn);
    }
    return result;
}

/* ---------------------------------------------------------------- waits */

/** Puts a wait into a stream, for an event or, if there is none, for the counter. */
PORT_SHORT CUresult enqueue_wait(const LocalWait *wait)
{
    const CudaDriver *const driver = driver_known();

    return (wait->event != NULL) ? driver->wait_event(wait->stream, wait->event, 0U)
                                 : driver->wait_value(wait->stream, wait->counter, wait->point,
                                                      CU_STREAM_WAIT_VALUE_GEQ);
}

/** Waits for a point that is not signalled yet, and that will be stored: at the counter. False: it
 * was signalled meanwhile. */
PORT_APART static bool wait_early(SharedObject *shared, const LocalWait *wait, CUresult *result)
{
    EventRing *const ring = &shared->ring;
    bool early = false;

    ringfence_port_mutex_lock(&shared->turn);
    if (wait->point > port_load64_acquire(&ring->enqueued)) {
        ring->awaited = (wait->point > ring->awaited) ? wait->point : ring->awaited;
        early = true;
    }
    ringfence_port_mutex_unlock(&shared->turn);
    if (early) {
        *result = enqueue_wait(wait);
    }
    return early;
}

/** Waits for a point that was signalled.
 * @satisfies RF-CUDA-073 */
PORT_SHORT CUresult wait_signalled(EventSlot *slot, LocalWait *wait)
{
    CUresult result = CUDA_SUCCESS;
    uint64_t point = 0U;

    (void)port_add32(&slot->pins, 1U);
    point = port_load64(&slot->point);
    if (point <= wait->point) {
        wait->event = (point == wait->point) ? slot->event : NULL;
        result = enqueue_wait(wait);
    }
    (void)port_sub32(&slot->pins, 1U);
    return result;
}

/** Waits for a point in a stream. */
PORT_SHORT CUresult wait_in_stream(SharedObject *shared, LocalWait *wait)
{
    EventRing *const ring = &shared->ring;
    CUresult result = CUDA_SUCCESS;
    bool early = (wait->point > port_load64_acquire(&ring->enqueued));

    if (early) {
        early = wait_early(shared, wait, &result);
    }
    if (!early) {
        result = wait_signalled(&ring->slots[wait->point % RING_EVENTS], wait);
    }
    return result;
}

/** The driver refused a wait: a caller of the runtime API that has no current context gets one. */
PORT_APART static CUresult wait_again(SharedObject *shared, LocalWait *wait, CudaCaller caller,
                                      CUresult refusal)
{
    CUresult result = refusal;

    if ((result == CUDA_ERROR_INVALID_CONTEXT) && caller.runtime) {
        result = context_make_current(driver_known());
        if (result == CUDA_SUCCESS) {
            /* The slot may stand for another point by now. */
            wait->event = NULL;
            result = wait_in_stream(shared, wait);
        }
    }
    return result;
}

/** @satisfies RF-CUDA-005 RF-CUDA-073 RF-CUDA-074 */
PORT_HOT CUresult event_ring_wait(CudaSemaphore *semaphore, const NvSciSyncFence *fence,
                                  CUstream stream, CudaCaller caller)
{
    RingfenceEngineFence view = {true, true, 0U};
    CUresult result = caller_admit(&caller);

    if (result == CUDA_SUCCESS) {
        result = result_of(RingfenceEngineFenceRead(semaphore->map.object, fence, &view));
    }
    if ((result == CUDA_SUCCESS) && (!view.cleared) && (!view.reached)) {
        LocalWait wait = {NULL, stream, semaphore->counter, view.point};

        result = wait_in_stream(semaphore->shared, &wait);
        if (result != CUDA_SUCCESS) {
            result = wait_again(semaphore->shared, &wait, caller, result);
        }
    }
    return result;
}
