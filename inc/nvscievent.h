/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvscievent.h
 * Waiting for several channels and local events in one thread: event loop services, their notifiers,
 * local events.
 *
 * Objects are structs of function pointers. They stand in tables of the library: do not copy them and
 * do not write to them. Every function checks that the pointer it is given is an object that lives: any other
 * one is a fault report and gives BadParameter, and nothing behind it is read. A pointer that is kept while its row is taken
 * again names the new object; the row that was free longest is taken first.
 *
 * What a new event is:
 * - of a local event: a Signal since the last report. Signals before the report are one event.
 * - of an endpoint: its descriptor is readable (NvSciIpcGetLinuxEventFd() says when), or it is connected and there is
 *   - a frame to read, where the last NvSciIpcGetEventSafe() found none or a frame was read or written here since, or
 *   - a free frame, where that call found none free, or since then a write was refused or a wait found none free.
 *   A frame that comes behind one that the last NvSciIpcGetEventSafe() found is no new event: read until nothing is left.
 *   A new event may come without cause.
 *
 * A report is the return of a wait that names the notifier, or the call of its handler. It takes the event of a local event back.
 * It does not take the event of an endpoint back: NvSciIpcGetEventSafe() does, so call it after each report, until it
 * has nothing that is wanted. A wait that names the notifier again before that returns at once, while its handler is not called
 * again before that; so a handler that leaves its event alone does not keep the thread busy, and the event is not lost.
 *
 * Where several errors apply, any of them may be returned.
 *
 * Handlers are those of notifiers, called by waits in their threads; they are no signal handlers. A signal handler calls nothing of
 * this, no function is a cancellation point, and a child of fork() calls nothing of it: nvscisync.h says more.
 */
/* @satisfies RF-CORE-090 RF-CORE-091 */
#ifndef NVSCIEVENT_H
#define NVSCIEVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvscierror.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __cplusplus
/** Major version of this interface. */
static const uint32_t NvSciEventMajorVersion = 1U;
/** Minor version of this interface. */
static const uint32_t NvSciEventMinorVersion = 4U;
#else
/** Major version of this interface. */
#define NvSciEventMajorVersion (1U)
/** Minor version of this interface. */
#define NvSciEventMinorVersion (4U)
#endif

/** Time-out that never ends. */
#define NV_SCI_EVENT_INFINITE_WAIT -1
/** Number of priorities of handlers. */
#define NV_SCI_EVENT_PRIORITIES 4

/** Makes notifiers and events. */
typedef struct NvSciEventService NvSciEventService;
/** Event service whose events a thread can wait for. */
typedef struct NvSciEventLoopService NvSciEventLoopService;
/** Reports the events of one source. */
typedef struct NvSciEventNotifier NvSciEventNotifier;
/** Event that this process signals itself. */
typedef struct NvSciLocalEvent NvSciLocalEvent;
/** Event of the operating system; not supported. */
typedef struct NvSciNativeEvent NvSciNativeEvent;
/** Event of a timer; not supported. */
typedef struct NvSciTimerEvent NvSciTimerEvent;
/** Event loop of its own; not supported. */
typedef struct NvSciEventLoop NvSciEventLoop;

/** Event that this process signals itself. */
struct NvSciLocalEvent {
    /** Notifier of this event; NULL after it was deleted. */
    NvSciEventNotifier *eventNotifier;

    /**
     * Gives the notifier of this event a new event, and wakes who waits for it.
     *
     * @param[in] thisLocalEvent  live local event
     *
     * @retval NvSciError_Success
     * @retval NvSciError_BadParameter  iff thisLocalEvent is no live local event
     * @retval NvSciError_InvalidState  iff its notifier was deleted, or the phase is DEINIT
     * @retval NvSciError_ResourceError iff the system refused to wake who waits, who sees the event within a second
     *
     * Phases INIT RUNTIME. Any thread, also in the handler of a notifier. O(1), one system call.
     */
    NvSciError (*Signal)(NvSciLocalEvent *thisLocalEvent);

    /**
     * Deletes a local event. Its notifier must have been deleted: if not, that is a fault report, the local event is
     * stale at once, and its row is free after the notifier's.
     *
     * @param[in] thisLocalEvent  live local event; NULL is a no-op
     *
     * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread. O(1).
     */
    void (*Delete)(NvSciLocalEvent *thisLocalEvent);
};

/** Makes notifiers and events. */
struct NvSciEventService {
    /**
     * For other libraries; not supported.
     *
     * @retval NvSciError_NotSupported  in INIT
     * @retval NvSciError_InvalidState  iff the phase is not INIT
     *
     * Phase INIT. Any thread. O(1), no system call.
     */
    NvSciError (*CreateNativeEventNotifier)(NvSciEventService *thisEventService, NvSciNativeEvent *nativeEvent,
                                            NvSciEventNotifier **newEventNotifier);

    /**
     * Makes a local event and its notifier.
     *
     * @param[in]  thisEventService  live event service
     * @param[out] newLocalEvent     local event; unchanged on error
     *
     * @retval NvSciError_Success
     * @retval NvSciError_BadParameter        iff thisEventService is no live service, or newLocalEvent is NULL
     * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_LOCAL_EVENTS or RINGFENCE_CFG_EVENT_NOTIFIERS are taken, or memory is used up
     * @retval NvSciError_ResourceError       iff descriptors are used up, or the system refused for another reason
     * @retval NvSciError_InvalidState        iff the phase is not INIT
     *
     * Phase INIT. Any thread. O(1).
     */
    NvSciError (*CreateLocalEvent)(NvSciEventService *thisEventService, NvSciLocalEvent **newLocalEvent);

    /**
     * For other libraries; not supported.
     *
     * @retval NvSciError_NotSupported  in INIT
     * @retval NvSciError_InvalidState  iff the phase is not INIT
     *
     * Phase INIT. Any thread. O(1), no system call.
     */
    NvSciError (*CreateTimerEvent)(NvSciEventService *thisEventService, NvSciTimerEvent **newTimerEvent);

    /**
     * Deletes an event service. Its notifiers and local events must have been deleted, and no thread may wait: if not, that is a
     * fault report, the service is stale at once, a wait under way ends with BadParameter, and the row is free after
     * the last of them. The notifiers and local events can still be deleted.
     *
     * @param[in] thisEventService  live event service; NULL is a no-op
     *
     * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread. O(1).
     */
    void (*Delete)(NvSciEventService *thisEventService);
};

/** Reports the events of one source. */
struct NvSciEventNotifier {
    /**
     * Sets or removes the function that waits on the notifier's service call when the notifier has a new event and the wait does not
     * name it. The handlers of one service are called one after the other, in the thread that waits, which holds no lock then.
     *
     * A handler may call anything that the phase admits, but no wait. One that ends its thread, as pthread_exit() does, ends the wait.
     *
     * @param[in] thisEventNotifier  live notifier
     * @param[in] callback           handler; NULL: none any more
     * @param[in] cookie             what the handler is given
     * @param[in] priority           has no effect
     *
     * @retval NvSciError_Success
     * @retval NvSciError_BadParameter  iff thisEventNotifier is no live notifier
     * @retval NvSciError_InvalidState  iff the phase is not INIT
     *
     * Phase INIT. Any thread, also in the handler of a notifier. O(1).
     */
    NvSciError (*SetHandler)(NvSciEventNotifier *thisEventNotifier, void (*callback)(void *cookie), void *cookie,
                             uint32_t priority);

    /**
     * Deletes a notifier; its handler is not called any more. Returns at once also while the handler runs: the row is
     * free when the handler has returned. A wait under way that names the notifier ends with BadParameter.
     *
     * @param[in] thisEventNotifier  live notifier; NULL is a no-op
     *
     * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread, also in the handler of a notifier. O(1).
     */
    void (*Delete)(NvSciEventNotifier *thisEventNotifier);
};

/** Event service whose events a thread can wait for. One thread at a time can wait on one service. */
struct NvSciEventLoopService {
    /** The event service that this is. */
    NvSciEventService EventService;

    /**
     * Not supported.
     *
     * @retval NvSciError_NotSupported  in INIT
     * @retval NvSciError_InvalidState  iff the phase is not INIT
     *
     * Phase INIT. Any thread. O(1), no system call.
     */
    NvSciError (*CreateEventLoop)(NvSciEventLoopService *eventLoopService, NvSciEventLoop **eventLoop);

    /**
     * Waits until a notifier has a new event. Meanwhile calls the handlers of the other notifiers of its service that have
     * new events; the handler of the notifier itself is not called. Handlers that are due take turns: the one that was called last is
     * the last to be called again.
     *
     * @param[in] eventNotifier  live notifier
     * @param[in] microseconds   longest wait; 0 looks without waiting, NV_SCI_EVENT_INFINITE_WAIT has no end
     *
     * @retval NvSciError_Success
     * @retval NvSciError_Timeout        iff there was no event in that time. Handlers that were due at its end were called
     * @retval NvSciError_BadParameter   iff eventNotifier is no live notifier, its endpoint was closed or its service deleted, also
     *                                   during the wait; or microseconds is less than -1, or is -1 and the service was made
     *                                   by NvSciEventLoopServiceCreateSafeX()
     * @retval NvSciError_NotSupported   iff another thread waits on the service; RINGFENCE_FAULT_CHANNEL_ORDER says so
     * @retval NvSciError_InvalidState   iff the caller is a handler, which that fault says too, or the phase is DEINIT
     * @retval NvSciError_ResourceError  iff the system refused to wait
     *
     * Phases INIT RUNTIME; a wait that is under way goes on in the next phase. Any thread. Blocks. Each turn O(notifiers of the service), one system call.
     */
    NvSciError (*WaitForEvent)(NvSciEventNotifier *eventNotifier, int64_t microseconds);

    /**
     * Waits until one of several notifiers of one service has a new event; else like WaitForEvent.
     *
     * @param[in]  eventNotifierArray  live notifiers of one service
     * @param[in]  eventNotifierCount  number of them, 1 to RINGFENCE_CFG_EVENT_NOTIFIERS
     * @param[in]  microseconds        longest wait; 0 looks without waiting, NV_SCI_EVENT_INFINITE_WAIT has no end
     * @param[out] newEventArray       for each, whether it has a new event; unchanged on error
     *
     * @retval NvSciError_Success
     * @retval NvSciError_Timeout        iff there was no event in that time. Handlers that were due at its end were called
     * @retval NvSciError_BadParameter   iff a pointer is NULL, the number is not in that range, an element is no live notifier or of another
     *                                   service than the first, an endpoint was closed or the service deleted, also during the wait;
     *                                   or microseconds is not as WaitForEvent has it
     * @retval NvSciError_NotSupported   iff another thread waits on the service
     * @retval NvSciError_InvalidState   iff the caller is a handler, or the phase is DEINIT
     * @retval NvSciError_ResourceError  iff the system refused to wait
     *
     * Phases INIT RUNTIME; a wait that is under way goes on in the next phase. Any thread. Blocks. O(eventNotifierCount), and as WaitForEvent.
     */
    NvSciError (*WaitForMultipleEvents)(NvSciEventNotifier *const *eventNotifierArray, size_t eventNotifierCount,
                                        int64_t microseconds, bool *newEventArray);

    /**
     * Waits for notifiers of a service like WaitForMultipleEvents. Without notifiers it calls handlers until the time is over; with an
     * infinite time it then returns only if the service is deleted.
     *
     * @param[in]  eventService        live event service
     * @param[in]  eventNotifierArray  live notifiers of this service; NULL: none
     * @param[in]  eventNotifierCount  number of them, 1 to RINGFENCE_CFG_EVENT_NOTIFIERS; 0: none
     * @param[in]  microseconds        longest wait; 0 looks without waiting, NV_SCI_EVENT_INFINITE_WAIT has no end
     * @param[out] newEventArray       for each, whether it has a new event; unchanged on error; NULL: none
     *
     * @retval NvSciError_Success
     * @retval NvSciError_Timeout        iff there was no event in that time. Handlers that were due at its end were called
     * @retval NvSciError_BadParameter   iff eventService is no live service, some but not all of the others say that there are none,
     *                                   or as WaitForMultipleEvents
     * @retval NvSciError_NotSupported   iff another thread waits on the service
     * @retval NvSciError_InvalidState   iff the caller is a handler, or the phase is DEINIT
     * @retval NvSciError_ResourceError  iff the system refused to wait
     *
     * Phases INIT RUNTIME; a wait that is under way goes on in the next phase. Any thread. Blocks. O(eventNotifierCount), and as WaitForEvent.
     */
    NvSciError (*WaitForMultipleEventsExt)(NvSciEventService *eventService,
                                           NvSciEventNotifier *const *eventNotifierArray, size_t eventNotifierCount,
                                           int64_t microseconds, bool *newEventArray);
};

/**
 * Makes an event loop service.
 *
 * @param[in]  maxEventLoops        1
 * @param[out] newEventLoopService  service, until its EventService.Delete; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff newEventLoopService is NULL, or maxEventLoops is 0
 * @retval NvSciError_NotSupported        iff maxEventLoops is more than 1
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_EVENT_SERVICES are taken, or memory is used up
 * @retval NvSciError_ResourceError       iff descriptors are used up, or the system refused for another reason
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciEventLoopServiceCreate(size_t maxEventLoops, NvSciEventLoopService **newEventLoopService);

/**
 * Makes an event loop service.
 *
 * @param[in]  maxEventLoops        1
 * @param[in]  config               NULL
 * @param[out] newEventLoopService  service, until its EventService.Delete; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff newEventLoopService is NULL, config is not NULL, or maxEventLoops is 0
 * @retval NvSciError_NotSupported        iff maxEventLoops is more than 1
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_EVENT_SERVICES are taken, or memory is used up
 * @retval NvSciError_ResourceError       iff descriptors are used up, or the system refused for another reason
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciEventLoopServiceCreateSafe(size_t maxEventLoops, void *config,
                                           NvSciEventLoopService **newEventLoopService);

/**
 * Makes an event loop service on which no wait is infinite; else like NvSciEventLoopServiceCreateSafe().
 *
 * @param[in]  maxEventLoops        1
 * @param[in]  config               NULL
 * @param[out] newEventLoopService  service, until its EventService.Delete; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff newEventLoopService is NULL, config is not NULL, or maxEventLoops is 0
 * @retval NvSciError_NotSupported        iff maxEventLoops is more than 1
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_EVENT_SERVICES are taken, or memory is used up
 * @retval NvSciError_ResourceError       iff descriptors are used up, or the system refused for another reason
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciEventLoopServiceCreateSafeX(size_t maxEventLoops, void *config,
                                            NvSciEventLoopService **newEventLoopService);

/**
 * Belongs to QNX, where it tells pulses apart that a program received itself. Not supported here: wait with
 * WaitForMultipleEventsExt.
 *
 * @retval NvSciError_NotSupported  in INIT and RUNTIME
 * @retval NvSciError_InvalidState  iff the phase is DEINIT
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciEventInspect(NvSciEventService *thisEventService, uint32_t numEvents, uint32_t eventNotifierCount,
                             NvSciEventNotifier **eventNotifierArray);

/**
 * Moves a notifier to another event service, with its handler and with events that were not reported. After that the notifier of an endpoint
 * has a new event: NvSciIpcGetEventSafe() reports CONN_EST once more if the endpoint is connected, with READ, WRITE and WRITE_EMPTY as they
 * hold. No frame is lost.
 *
 * @param[in] oldEventService  live service of the notifier
 * @param[in] newEventService  live service; may be the same
 * @param[in] eventNotifier    live notifier of an open endpoint, or of a local event, which moves along
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff a pointer is no such live object, the notifier is not of oldEventService, or its endpoint was closed
 * @retval NvSciError_InvalidState  iff a wait under way names the notifier, its handler runs, or the phase is not INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciEventMoveNotifier(NvSciEventService *oldEventService, NvSciEventService *newEventService,
                                  NvSciEventNotifier *eventNotifier);

/**
 * Says whether a program that was built for a version runs with this library.
 *
 * @param[in]  majorVer      NvSciEventMajorVersion at build time
 * @param[in]  minorVer      NvSciEventMinorVersion at build time
 * @param[out] isCompatible  whether the major version is the same and the minor version not greater; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff isCompatible is NULL
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciEventCheckVersionCompatibility(uint32_t majorVer, uint32_t minorVer, bool *isCompatible);

#ifdef __cplusplus
}
#endif

#endif /* NVSCIEVENT_H */
