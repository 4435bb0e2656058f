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

#include "dla/dla.h"
#include "nvscisync.h"

/** Objects that a task signals. */
static uint32_t events_signals(const cudlaTask *task)
{
    return (task->signalEvents != NULL) ? task->signalEvents->numEvents : 0U;
}

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
    RingfenceEngineFence view = {false, false, 0U};
    const NvSciSyncObj object = registration->sync.object;
    const cudlaStatus status = events_status(RingfenceEngineFenceRead(object, fence, &view));

    if ((status == cudlaSuccess) && (!view.cleared) && (!view.reached)) {
        WorkerPoint *const row = &entry->waits[entry->wait_count];

        row->object = object;
        row->point = view.point;
        entry->wait_count++;
        dla_registration_use(entry, registration);
    }
    return status;
}

/** Finds the object of a fence to wait for.
 * @satisfies RF-DLA-060 */
static cudlaStatus events_add_fence(const DlaRequest *request, uint32_t device,
                                    const NvSciSyncFence *fence, DlaEntry *entry)
{
    const DlaRegistration *const registration = dla_registration_of_fence(device, fence);
    cudlaStatus status = cudlaSuccess;

    if (registration == NULL) {
        ringfence_fault_report(request->op, RINGFENCE_FAULT_OTHER_OBJECT);
        status = cudlaErrorInvalidAddress;
    } else if (!registration->sync.mayWait) {
        ringfence_fault_report(request->op, RINGFENCE_FAULT_NO_RIGHT);
        status = cudlaErrorInvalidAttribute;
    } else {
        status = events_add_point(registration, fence, entry);
    }
    return status;
}

/** Looks at one fence to wait for.
 * @satisfies RF-DLA-060 */
static cudlaStatus events_add_wait(const DlaRequest *request, uint32_t device,
                                   const CudlaFence *event, DlaEntry *entry)
{
    static const NvSciSyncFence cleared = {{0U, 0U, 0U, 0U, 0U, 0U}};
    const NvSciSyncFence *const fence = event->fence;
    cudlaStatus status = cudlaSuccess;

    if ((fence == NULL) || (!events_is_type(event->type))) {
        status = cudlaErrorInvalidParam;
    } else if (memcmp(fence->payload, cleared.payload, sizeof(cleared.payload)) != 0) {
        status = events_add_fence(request, device, fence, entry);
    } else {
        /* There is nothing to wait for. */
    }
    return status;
}

/** @satisfies RF-DLA-060 */
static cudlaStatus events_fill_waits(const DlaRequest *request, uint32_t device,
                                     const cudlaWaitEvents *events, DlaEntry *entry)
{
    cudlaStatus status = cudlaSuccess;

    if (events->numEvents > RINGFENCE_CFG_DLA_EVENTS) {
        status = cudlaErrorOutOfResources;
    } else if ((events->numEvents > 0U) && (events->preFences == NULL)) {
        status = cudlaErrorInvalidParam;
    } else {
        for (uint32_t i = 0U; (i < events->numEvents) && (status == cudlaSuccess); i++) {
            status = events_add_wait(request, device, &events->preFences[i], entry);
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
    const bool is_sync = (registration != NULL) && (registration->kind == DLA_SYNC);
    cudlaStatus status = cudlaSuccess;

    if (!is_sync) {
        status = cudlaErrorInvalidAddress;
    } else if (!events_is_type(event->type)) {
        status = cudlaErrorInvalidParam;
    } else if ((event->fence == NULL) && (!registration->is_deterministic)) {
        status = cudlaErrorInvalidParam;
    } else if (!registration->may_signal) {
        ringfence_fault_report(request->op, RINGFENCE_FAULT_NO_RIGHT);
        status = cudlaErrorInvalidAttribute;
    } else {
        status = cudlaSuccess;
    }
    return status;
}

/** @satisfies RF-DLA-061 */
static cudlaStatus events_check_signals(const DlaRequest *request, uint32_t device,
                                        const cudlaSignalEvents *events, DlaEntry *entry)
{
    cudlaStatus status = cudlaSuccess;

    if (events->numEvents > RINGFENCE_CFG_DLA_EVENTS) {
        status = cudlaErrorOutOfResources;
    } else if ((events->numEvents > 0U) &&
               ((events->devPtrs == NULL) || (events->eofFences == NULL))) {
        status = cudlaErrorInvalidParam;
    } else {
        for (uint32_t i = 0U; (i < events->numEvents) && (status == cudlaSuccess); i++) {
            const DlaRegistration *const registration =
                dla_registration_find(request->op, device, events->devPtrs[i]);

            status = events_check_signal(request, registration, &events->eofFences[i]);
            if (status == cudlaSuccess) {
                dla_registration_use(entry, registration);
            }
        }
    }
    return status;
}

/** @satisfies RF-DLA-060 RF-DLA-061 */
cudlaStatus dla_events_fill(const DlaRequest *request, uint32_t device, const cudlaTask *task,
                            DlaEntry *entry)
{
    cudlaStatus status = cudlaSuccess;

    entry->wait_count = 0U;
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
bool dla_events_fit(const DlaRequest *request, uint32_t device, const cudlaTask *task,
                    const DlaEntry *pending, bool is_last)
{
    bool fits = true;

    for (uint32_t i = 0U; i < events_signals(task); i++) {
        const DlaRegistration *const registration =
            dla_registration_find(request->op, device, task->signalEvents->devPtrs[i]);
        const bool is_start = (task->signalEvents->eofFences[i].type == CUDLA_NVSCISYNC_FENCE_SOF);

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
 * until it is sure that the submission is taken; where that cannot be, the fence is stale or none.
 * @satisfies RF-DLA-036 RF-DLA-064 */
static cudlaStatus events_make_fence(const DlaRequest *request, const DlaRegistration *registration,
                                     const CudlaFence *event, NvSciSyncFence *own, DlaMade *made)
{
    cudlaStatus status = cudlaErrorInvalidAttribute;
    bool is_first = false;

    made->fence = (event->fence != NULL) ? event->fence : own;
    made->before = (event->fence != NULL) ? own : NULL;
    made->point.object = registration->sync.object;
    if (dla_registration_claim(registration, &is_first)) {
        if (event->fence != NULL) {
            (void)NvSciSyncFenceDup(made->fence, own);
        }
        status = events_status(
            RingfenceEngineFenceGenerate(made->point.object, made->fence, &made->point.point));
        if ((status != cudlaSuccess) && is_first) {
            dla_registration_give_claim(registration);
        }
    } else {
        ringfence_fault_report(request->op, RINGFENCE_FAULT_NO_RIGHT);
    }
    made->claimed = is_first ? registration : NULL;
    return status;
}

/** Makes the fences of one type.
 * @satisfies RF-DLA-061 RF-DLA-062 RF-DLA-063 */
static cudlaStatus events_make_fences(const DlaRequest *request, uint32_t device,
                                      const cudlaTask *task, cudlaFenceType type, DlaEntry *entry)
{
    cudlaStatus status = cudlaSuccess;

    for (uint32_t i = 0U; (i < events_signals(task)) && (status == cudlaSuccess); i++) {
        const CudlaFence *const event = &task->signalEvents->eofFences[i];

        if (event->type == type) {
            const DlaRegistration *const registration =
                dla_registration_find(request->op, device, task->signalEvents->devPtrs[i]);

            status = events_make_fence(request, registration, event, &entry->own[i],
                                       &entry->made[entry->made_count]);
            if (status == cudlaSuccess) {
                entry->made_count++;
            }
        }
    }
    return status;
}

/** @satisfies RF-DLA-061 RF-DLA-063 */
cudlaStatus dla_events_make(const DlaRequest *request, uint32_t device, const cudlaTask *task,
                            DlaEntry *entry)
{
    cudlaStatus status =
        events_make_fences(request, device, task, CUDLA_NVSCISYNC_FENCE_SOF, entry);

    entry->made_starts = entry->made_count;
    if (status == cudlaSuccess) {
        status = events_make_fences(request, device, task, CUDLA_NVSCISYNC_FENCE, entry);
    }
    return status;
}

/** Takes a point back, and gives the fence what it was. A point that cannot be taken back, as the
 * program made a later one, is finished as failed.
 * @satisfies RF-DLA-064 */
static void events_take_back(const DlaMade *made)
{
    const NvSciSyncObj object = made->point.object;
    NvSciSyncFence *const fence = made->fence;
    const NvSciError error = RingfenceEngineFenceAbandon(object, fence);

    if (error != NvSciError_Success) {
        const RingfenceEngineRange range = {made->point.point, made->point.point};
        uint64_t points = 0U;

        (void)RingfenceEngineSyncFail(object, &range, 1U, &points);
        NvSciSyncFenceClear(fence);
    }
    if (made->before != NULL) {
        *fence = *made->before;
        (void)memset(made->before, 0, sizeof(*made->before));
    }
    if (made->claimed != NULL) {
        dla_registration_give_claim(made->claimed);
    }
}

/** @satisfies RF-DLA-064 */
void dla_events_abandon(DlaEntry *entry)
{
    while (entry->made_count > 0U) {
        entry->made_count--;
        events_take_back(&entry->made[entry->made_count]);
    }
}
