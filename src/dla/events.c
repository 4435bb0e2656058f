/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file events.c
 * What tasks wait for and what they signal.
 *
 * Fences to signal are the last that a submission makes, since who waits for one may see it at
 * once. If making one fails, those that were made are taken back, the newest first, and the fences
 * are what they were.
 */
#include <string.h>

#include "core/fault.h"
#include "dla/dla.h"
#include "nvscisync.h"

static bool events_is_type(cudlaFenceType type)
{
    return (type == CUDLA_NVSCISYNC_FENCE) || (type == CUDLA_NVSCISYNC_FENCE_SOF);
}

/** What a refusal to read or to make a fence is to the caller. */
static cudlaStatus events_status(NvSciError error)
{
    cudlaStatus status = cudlaErrorNvSci;

    if (error == NvSciError_Success) {
        status = cudlaSuccess;
    } else if (error == NvSciError_NoSuchProcess) {
        status = cudlaErrorDlaErrInvalidPreAction;
    } else if (error == NvSciError_InvalidState) {
        status = cudlaErrorUnsupportedOperation;
    } else {
        status = cudlaErrorNvSci;
    }
    return status;
}

/* ---------------------------------------------------------------- waits */

/** Adds the point of a fence of an object, unless nothing is to be waited for. */
static cudlaStatus events_add_point(const DlaRegistration *registration,
                                    const NvSciSyncFence *fence, DlaEntry *entry)
{
    const NvSciSyncObj object = registration->sync.object;
    WorkerPoint point = {NULL, 0U};
    NvSciError error = NvSciError_Success;

    if (worker_fence_read(object, fence, &point, &error)) {
        entry->waits[entry->wait_count] = point;
        entry->wait_count++;
        dla_registration_use(entry, registration);
    }
    return events_status(error);
}

/** Finds the object of a fence to wait for.
 * @satisfies RF-DLA-060 */
static cudlaStatus events_add_fence(const DlaRequest *request, uint32_t device,
                                    const NvSciSyncFence *fence, DlaEntry *entry)
{
    const DlaRegistration *const registration = dla_registration_of_fence(device, fence);
    cudlaStatus status = cudlaSuccess;

    if (registration == NULL) {
        ringfence_fault_report_cause(request->op, RINGFENCE_FAULT_OTHER_OBJECT,
                                     DLA_CAUSE_FENCE_OBJECT);
        status = cudlaErrorInvalidAddress;
    } else if (!registration->sync.mayWait) {
        ringfence_fault_report_cause(request->op, RINGFENCE_FAULT_NO_RIGHT, DLA_CAUSE_WAIT);
        status = cudlaErrorInvalidAttribute;
    } else {
        status = events_add_point(registration, fence, entry);
    }
    return status;
}

/** Looks at one fence to wait for.
 * @satisfies RF-DLA-060 RF-DLA-352 */
static cudlaStatus events_add_wait(const DlaRequest *request, uint32_t device,
                                   const CudlaFence *event, DlaEntry *entry)
{
    const CudlaFence wait = *event;
    const NvSciSyncFence *const place = wait.fence;
    NvSciSyncFence fence = NvSciSyncFenceInitializer;
    cudlaStatus status = cudlaSuccess;

    port_compiler_fence();
    if ((place != NULL) && events_is_type(wait.type)) {
        fence = worker_fence_copy(place);
    } else {
        status = dla_refuse(request->op, DLA_CAUSE_FENCE, cudlaErrorInvalidParam);
    }
    /* There may be nothing to wait for. */
    if (!worker_fence_is_cleared(&fence)) {
        status = events_add_fence(request, device, &fence, entry);
    }
    return status;
}

/** @satisfies RF-DLA-060 RF-DLA-352 RF-CORE-341 */
static cudlaStatus events_fill_waits(const DlaRequest *request, uint32_t device,
                                     const cudlaWaitEvents *task_events, DlaEntry *entry)
{
    const cudlaWaitEvents events = *task_events;
    cudlaStatus status = cudlaSuccess;

    port_compiler_fence();
    if (events.numEvents > RINGFENCE_CFG_DLA_EVENTS) {
        ringfence_fault_report_limit(request->op, FAULT_LIMIT_DLA_EVENTS, events.numEvents,
                                     RINGFENCE_CFG_DLA_EVENTS);
        status = cudlaErrorOutOfResources;
    } else if ((events.numEvents > 0U) && (events.preFences == NULL)) {
        status = dla_refuse(request->op, DLA_CAUSE_EVENT_ARRAY, cudlaErrorInvalidParam);
    } else {
        for (uint32_t i = 0U; (i < events.numEvents) && (status == cudlaSuccess); i++) {
            status = events_add_wait(request, device, &events.preFences[i], entry);
        }
    }
    return status;
}

/* ---------------------------------------------------------------- signals */

/** Looks at one object to signal.
 * @satisfies RF-DLA-061 RF-DLA-062 */
static cudlaStatus events_check_signal(const DlaRequest *request,
                                       const DlaRegistration *registration, const CudlaFence *event)
{
    cudlaStatus status = cudlaSuccess;

    if (registration->kind != DLA_SYNC) {
        status = dla_refuse(request->op, DLA_CAUSE_EVENT_OBJECT, cudlaErrorInvalidAddress);
    } else if (!events_is_type(event->type)) {
        status = dla_refuse(request->op, DLA_CAUSE_FENCE, cudlaErrorInvalidParam);
    } else if ((event->fence == NULL) && (!registration->is_deterministic)) {
        status = dla_refuse(request->op, DLA_CAUSE_FENCE, cudlaErrorInvalidParam);
    } else if (!registration->may_signal) {
        ringfence_fault_report_cause(request->op, RINGFENCE_FAULT_NO_RIGHT, DLA_CAUSE_SIGNAL);
        status = cudlaErrorInvalidAttribute;
    } else {
        status = cudlaSuccess;
    }
    return status;
}

/** A signal as a task names it. */
typedef struct {
    CudlaFence event;
    const DlaRegistration *object;
} EventsSignal;

/** Adds the signals of one type. */
static void events_add_signals(const EventsSignal *signals, uint32_t count, cudlaFenceType type,
                               DlaEntry *entry)
{
    for (uint32_t i = 0U; i < count; i++) {
        if (signals[i].event.type == type) {
            DlaMade *const made = &entry->made[entry->signal_count];

            made->fence = signals[i].event.fence;
            made->object = signals[i].object;
            made->is_first = false;
            made->point.object = signals[i].object->sync.object;
            entry->signal_count++;
        }
    }
}

/** Finds an object to signal.
 * @satisfies RF-DLA-061 */
static cudlaStatus events_find_object(const DlaRequest *request, uint32_t device,
                                      const uint64_t *cookie, const DlaRegistration **object)
{
    cudlaStatus status = cudlaSuccess;

    if (cookie == NULL) {
        status = dla_refuse(request->op, DLA_CAUSE_EVENT_OBJECT, cudlaErrorInvalidAddress);
    } else {
        *object = dla_registration_find(request->op, device, cookie);
        status = (*object != NULL) ? cudlaSuccess : cudlaErrorInvalidAddress;
    }
    return status;
}

/** @satisfies RF-DLA-061 RF-DLA-063 RF-DLA-352 RF-CORE-341 */
static cudlaStatus events_check_signals(const DlaRequest *request, uint32_t device,
                                        const cudlaSignalEvents *task_events, DlaEntry *entry)
{
    const cudlaSignalEvents events = *task_events;
    EventsSignal signals[RINGFENCE_CFG_DLA_EVENTS];
    cudlaStatus status = cudlaSuccess;

    (void)memset(signals, 0, sizeof(signals));
    port_compiler_fence();
    if (events.numEvents > RINGFENCE_CFG_DLA_EVENTS) {
        ringfence_fault_report_limit(request->op, FAULT_LIMIT_DLA_EVENTS, events.numEvents,
                                     RINGFENCE_CFG_DLA_EVENTS);
        status = cudlaErrorOutOfResources;
    } else if ((events.numEvents > 0U) &&
               ((events.devPtrs == NULL) || (events.eofFences == NULL))) {
        status = dla_refuse(request->op, DLA_CAUSE_EVENT_ARRAY, cudlaErrorInvalidParam);
    } else {
        for (uint32_t i = 0U; (i < events.numEvents) && (status == cudlaSuccess); i++) {
            EventsSignal *const read = &signals[i];

            read->event = events.eofFences[i];
            status = events_find_object(request, device, events.devPtrs[i], &read->object);
            port_compiler_fence();
            if (status == cudlaSuccess) {
                status = events_check_signal(request, read->object, &read->event);
            }
            if (status == cudlaSuccess) {
                dla_registration_use(entry, read->object);
            }
        }
    }
    if (status == cudlaSuccess) {
        events_add_signals(signals, events.numEvents, CUDLA_NVSCISYNC_FENCE_SOF, entry);
        entry->made_starts = entry->signal_count;
        events_add_signals(signals, events.numEvents, CUDLA_NVSCISYNC_FENCE, entry);
    }
    return status;
}

/** @satisfies RF-DLA-060 RF-DLA-061 */
cudlaStatus dla_events_fill(const DlaRequest *request, uint32_t device, const cudlaTask *task,
                            DlaEntry *entry)
{
    cudlaStatus status = cudlaSuccess;

    entry->wait_count = 0U;
    entry->signal_count = 0U;
    entry->made_starts = 0U;
    entry->made_count = 0U;
    if (task->waitEvents != NULL) {
        status = events_fill_waits(request, device, task->waitEvents, entry);
    }
    if ((status == cudlaSuccess) && (task->signalEvents != NULL)) {
        status = events_check_signals(request, device, task->signalEvents, entry);
    }
    return status;
}

/** Says whether an event-only submission signals an object, with one of its signals from `first`
 * on and before `end`. */
static bool events_is_made(const DlaEntry *entry, uint32_t first, uint32_t end,
                           const DlaRegistration *registration)
{
    bool made = false;

    for (uint32_t i = first; i < end; i++) {
        made = made || (entry->made[i].point.object == registration->sync.object);
    }
    return made;
}

/** @satisfies RF-DLA-067 */
bool dla_events_fit(const DlaEntry *entry, const DlaEntry *pending, bool is_last)
{
    bool fits = true;

    for (uint32_t i = 0U; i < entry->signal_count; i++) {
        const DlaRegistration *const registration = entry->made[i].object;
        const bool is_start = (i < entry->made_starts);

        if ((!is_last) || is_start) {
            fits = fits && (!events_is_made(pending, pending->made_starts, pending->made_count,
                                            registration));
        }
        if (!is_last) {
            fits = fits && (!events_is_made(pending, 0U, pending->made_starts, registration));
        }
    }
    return fits;
}

/** Makes the fence of an object to signal, or changes nothing. What the program's fence was is kept
 * in `own` until it is sure that the submission is taken; where that cannot be, the fence is stale
 * or none.
 * @satisfies RF-DLA-036 RF-DLA-064 */
static cudlaStatus events_make_fence(const DlaRequest *request, NvSciSyncFence *own, DlaMade *made)
{
    cudlaStatus status = cudlaErrorInvalidAttribute;

    if (dla_registration_claim(made->object, &made->is_first)) {
        if (made->fence != NULL) {
            (void)NvSciSyncFenceDup(made->fence, own);
        }
        status = events_status(RingfenceEngineFenceGenerate(
            made->point.object, (made->fence != NULL) ? made->fence : own, &made->point.point));
        if ((status != cudlaSuccess) && made->is_first) {
            dla_registration_give_claim(made->object);
        }
    } else {
        ringfence_fault_report_cause(request->op, RINGFENCE_FAULT_NO_RIGHT, DLA_CAUSE_CLAIMED);
    }
    return status;
}

/** @satisfies RF-DLA-061 RF-DLA-062 RF-DLA-063 */
cudlaStatus dla_events_make(const DlaRequest *request, DlaEntry *entry)
{
    cudlaStatus status = cudlaSuccess;

    for (uint32_t i = 0U; (i < entry->signal_count) && (status == cudlaSuccess); i++) {
        status = events_make_fence(request, &entry->own[i], &entry->made[i]);
        if (status == cudlaSuccess) {
            entry->made_count++;
        }
    }
    return status;
}

/** Takes a point back, and gives the fence what it was. A point that cannot be taken back, as the
 * program made a later one, is finished as failed.
 * @satisfies RF-DLA-064 */
static void events_take_back(const DlaMade *made, NvSciSyncFence *own)
{
    const NvSciSyncObj object = made->point.object;
    NvSciSyncFence *const fence = (made->fence != NULL) ? made->fence : own;
    const NvSciError error = RingfenceEngineFenceAbandon(object, fence);

    if (error != NvSciError_Success) {
        worker_point_fail(&made->point);
        NvSciSyncFenceClear(fence);
    }
    if (made->fence != NULL) {
        *fence = *own;
        (void)memset(own, 0, sizeof(*own));
    }
    if (made->is_first) {
        dla_registration_give_claim(made->object);
    }
}

/** @satisfies RF-DLA-064 */
void dla_events_abandon(DlaEntry *entry)
{
    while (entry->made_count > 0U) {
        entry->made_count--;
        events_take_back(&entry->made[entry->made_count], &entry->own[entry->made_count]);
    }
}
