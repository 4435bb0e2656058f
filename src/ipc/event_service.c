/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event_service.c
 * Event loop services: making and deleting them.
 */
#include "core/assert.h"
#include "core/fault.h"
#include "core/pool.h"
#include "core/status.h"
#include "ipc/ipc.h"

/** @satisfies RF-IPC-057 */
static void delete_service(NvSciEventService *thisEventService)
{
    const PhaseOp op = OP_EVENT_SERVICE_DELETE;
    uint32_t index = 0U;

    if (ringfence_api_enter(op) == NvSciError_Success) {
        event_lock();
        if (event_service_find(op, thisEventService, &index) == NvSciError_Success) {
            EventService *const service = &g_event_services[index];

            if ((service->members > 0U) || service->waiting) {
                ringfence_fault_report(op, RINGFENCE_FAULT_EVENT_IN_USE);
            }
            service->ended = true;
            service->lost = true;
            event_service_change(service);
            ringfence_pool_revoke(RINGFENCE_POOL_EVENT_SERVICE, index);
            event_service_release(service);
        }
        event_unlock();
        ringfence_api_leave();
    }
}

/** @satisfies RF-IPC-051 */
static NvSciError create_native(NvSciEventService *thisEventService, NvSciNativeEvent *nativeEvent,
                                NvSciEventNotifier **newEventNotifier)
{
    const NvSciError status = ringfence_phase_admit(OP_EVENT_SERVICE_CREATE_NATIVE);

    (void)thisEventService;
    (void)nativeEvent;
    (void)newEventNotifier;
    return (status == NvSciError_Success) ? NvSciError_NotSupported : status;
}

/** @satisfies RF-IPC-051 */
static NvSciError create_timer(NvSciEventService *thisEventService, NvSciTimerEvent **newTimerEvent)
{
    const NvSciError status = ringfence_phase_admit(OP_EVENT_SERVICE_CREATE_TIMER);

    (void)thisEventService;
    (void)newTimerEvent;
    return (status == NvSciError_Success) ? NvSciError_NotSupported : status;
}

/** @satisfies RF-IPC-051 */
static NvSciError create_loop(NvSciEventLoopService *eventLoopService, NvSciEventLoop **eventLoop)
{
    const NvSciError status = ringfence_phase_admit(OP_EVENT_LOOP_CREATE);

    (void)eventLoopService;
    (void)eventLoop;
    return (status == NvSciError_Success) ? NvSciError_NotSupported : status;
}

/** Takes a row and sets it up. */
static NvSciError take_service(bool is_safe_x, EventService **taken)
{
    static const NvSciEventLoopService face = {
        {&create_native, &event_local_create, &create_timer, &delete_service},
        &create_loop,
        &event_wait_one,
        &event_wait_several,
        &event_wait_service};
    uint32_t index = 0U;
    NvSciError status = ringfence_pool_take(RINGFENCE_POOL_EVENT_SERVICE, &index);

    if (status == NvSciError_Success) {
        EventService *const service = &g_event_services[index];

        status = status_of_port(ringfence_port_event_make(&service->wake_event));
        if (status == NvSciError_Success) {
            ASSERT(!service->waiting);
            ASSERT(!service->ended);
            ASSERT(service->members == 0U);
            ASSERT(service->first == NULL);
            service->face = face;
            service->is_safe_x = is_safe_x;
            service->ended = false;
            service->members = 0U;
            service->notifiers = 0U;
            service->waiting = false;
            service->asleep = false;
            *taken = service;
        } else {
            ringfence_pool_give(RINGFENCE_POOL_EVENT_SERVICE, index);
        }
    }
    return status;
}

/** Makes a service. */
static NvSciError create_service(PhaseOp op, size_t loops, const void *config, bool is_safe_x,
                                 NvSciEventLoopService **pointer)
{
    NvSciError status = ringfence_api_enter(op);

    if (status == NvSciError_Success) {
        EventService *service = NULL;

        event_lock();
        if ((pointer == NULL) || (config != NULL) || (loops == 0U)) {
            status = NvSciError_BadParameter;
        } else if (loops > 1U) {
            status = NvSciError_NotSupported;
        } else {
            status = take_service(is_safe_x, &service);
        }
        if (status == NvSciError_Success) {
            *pointer = &service->face;
        }
        event_unlock();
        ringfence_api_leave();
    }
    return status;
}

/** @satisfies RF-IPC-050 */
NvSciError NvSciEventLoopServiceCreate(size_t maxEventLoops,
                                       NvSciEventLoopService **newEventLoopService)
{
    return create_service(OP_EVENT_LOOP_SERVICE_CREATE, maxEventLoops, NULL, false,
                          newEventLoopService);
}

/** @satisfies RF-IPC-050 */
NvSciError NvSciEventLoopServiceCreateSafe(size_t maxEventLoops, void *config,
                                           NvSciEventLoopService **newEventLoopService)
{
    return create_service(OP_EVENT_LOOP_SERVICE_CREATE_SAFE, maxEventLoops, config, false,
                          newEventLoopService);
}

/** @satisfies RF-IPC-050 RF-IPC-064 */
NvSciError NvSciEventLoopServiceCreateSafeX(size_t maxEventLoops, void *config,
                                            NvSciEventLoopService **newEventLoopService)
{
    return create_service(OP_EVENT_LOOP_SERVICE_CREATE_SAFE_X, maxEventLoops, config, true,
                          newEventLoopService);
}

/** @satisfies RF-IPC-051 */
NvSciError NvSciEventInspect(NvSciEventService *thisEventService, uint32_t numEvents,
                             uint32_t eventNotifierCount, NvSciEventNotifier **eventNotifierArray)
{
    const NvSciError status = ringfence_phase_admit(OP_EVENT_INSPECT);

    (void)thisEventService;
    (void)numEvents;
    (void)eventNotifierCount;
    (void)eventNotifierArray;
    return (status == NvSciError_Success) ? NvSciError_NotSupported : status;
}

/** @satisfies RF-IPC-012 */
NvSciError NvSciEventCheckVersionCompatibility(uint32_t majorVer, uint32_t minorVer,
                                               bool *isCompatible)
{
    const bool answer =
        (majorVer == NvSciEventMajorVersion) && (minorVer <= NvSciEventMinorVersion);

    return phase_answer(OP_EVENT_CHECK_VERSION_COMPATIBILITY, answer, isCompatible);
}
