/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file nvsciipc.h
 * Channels between threads and processes: two rings of frames, one for each direction, between two
 * endpoints that have names.
 *
 * docs/channels.md has the table of endpoints and the life of a connection. Every function checks
 * its handle: a stale or foreign one gives BadParameter. Where several errors apply, any of them
 * may be returned.
 *
 * Reads and writes find the end of a peer without a question for events: a call that finds no frame
 * or no room looks whether the peer is still there. It makes one system call for that, but none
 * twice in one tick of the system's coarse clock (1 to 10 ms): so a loop that spins makes none in
 * most turns, and is told ConnectionReset at the latest by its first such call of the next tick. A
 * write that finds room does not look: a loop of writes alone is told when the ring is full.
 * Without an operating system each such call looks, in memory.
 * What a peer wrote before it closed, exited or died is read first; what is written after its end
 * and before it was found is lost. A read or a write at an endpoint that was not reset since it was
 * opened is a fault report, RINGFENCE_FAULT_CHANNEL_ORDER.
 *
 * A signal handler calls nothing of this, no function is a cancellation point, and a child of
 * fork() calls nothing of it: nvscisync.h says more.
 */
/* @satisfies RF-CORE-090 RF-CORE-091 */
#ifndef NVSCIIPC_H
#define NVSCIIPC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvscierror.h"
#include "nvscievent.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __cplusplus
/** Major version of this interface. */
static const uint32_t NvSciIpcMajorVersion = 1U;
/** Minor version of this interface. */
static const uint32_t NvSciIpcMinorVersion = 4U;
#else
/** Major version of this interface. */
#define NvSciIpcMajorVersion (1U)
/** Minor version of this interface. */
#define NvSciIpcMinorVersion (4U)
#endif

/** One end of a channel. */
typedef uint64_t NvSciIpcEndpoint;

/** Geometry of a channel; the same in both directions. */
typedef struct NvSciIpcEndpointInfo {
    /** Frames that a direction holds. */
    uint32_t nframes;
    /** Bytes of one frame. */
    uint32_t frame_size;
} NvSciIpcEndpointInfo;

/** Length of an endpoint's name at most, its terminating zero counted in. */
#define NVSCIIPC_MAX_ENDPOINT_NAME 64U

/** Time-out that never ends. */
#define NVSCIIPC_INFINITE_WAIT (-1LL)

/** Unread data are there. */
#define NV_SCI_IPC_EVENT_READ 0x01U
/** There is room for a frame. */
#define NV_SCI_IPC_EVENT_WRITE 0x02U
/** The connection was made. */
#define NV_SCI_IPC_EVENT_CONN_EST 0x04U
/** The peer reset the channel. */
#define NV_SCI_IPC_EVENT_CONN_RESET 0x08U
/** The peer has read all that was written. */
#define NV_SCI_IPC_EVENT_WRITE_EMPTY 0x10U
/** An asynchronous error is waiting. Channels between chips have such errors: not reported here. */
#define NV_SCI_IPC_EVENT_ASYNC_ERROR 0x20U
/** Every bit that may come with a new connection. */
#define NV_SCI_IPC_EVENT_CONN_EST_ALL                                                              \
    (NV_SCI_IPC_EVENT_CONN_EST | NV_SCI_IPC_EVENT_WRITE | NV_SCI_IPC_EVENT_WRITE_EMPTY |           \
     NV_SCI_IPC_EVENT_READ)

/** Errors of NvSciIpcGetAsyncErrors(): a transfer over PCIe failed. */
#define NV_SCI_ASYNC_PCIE_EDMA_XFER_ERROR 0x1U
/** An uncorrectable error of the bus that is fatal. */
#define NV_SCI_ASYNC_PCIE_AER_UNCORRECTABLE_FATAL 0x2U
/** An uncorrectable error of the bus that is not fatal. */
#define NV_SCI_ASYNC_PCIE_AER_UNCORRECTABLE_NONFATAL 0x4U
/** What came over the bus is not what was expected. */
#define NV_SCI_ASYNC_PCIE_VALIDATION_ERROR 0x8U

/**
 * Reads the endpoint table. Calls are counted: each one that succeeds is undone by one
 * NvSciIpcDeinit(), so that several parts of a program can use channels without knowing of each
 * other. The table is read by the first call; later ones only count.
 *
 * The table is the file that the environment variable RINGFENCE_NVSCIIPC_CFG names, else
 * /etc/nvsciipc.cfg, else the one that is built in. A file that is there and cannot be used does
 * not make way for the next; nor does a variable that is set and names none.
 *
 * The environment variable RINGFENCE_NVSCIIPC_SPACE, of 1 to 16 printable characters without blanks
 * and '/', names a space: endpoints between processes meet those of the same space alone. Both
 * variables are ignored in a set-user-id or set-group-id program.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_NotPermitted  iff the table has a broken line or cannot be read, or the space
 * has another name; RingfenceGetIpcTableError() says which line, and the fault report tells of it
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 * @retval NvSciError_Overflow      iff 65535 calls are not undone
 *
 * Phase INIT. Any thread; a file is read without the library's lock, and other calls wait for that.
 * O(bytes of the table + square of its lines).
 */
NvSciError NvSciIpcInit(void);

/**
 * Undoes one NvSciIpcInit(). The call that undoes the last one forgets the endpoint table;
 * endpoints that are still open then are a fault report, stay open and can be closed. Without an
 * NvSciIpcInit() to undo it does nothing.
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread. O(1), no system call.
 */
void NvSciIpcDeinit(void);

/**
 * Opens an endpoint and takes its name: nobody else on the system can open it until it is closed or
 * the process ends; the name in another space is another one. The endpoint does not connect before
 * NvSciIpcResetEndpointSafe(). If the table says that the name opens both ends ('='), the second
 * opening has the other end; NvSciIpcGetEventSafe(), and exports and imports in INIT, reset an end
 * that nobody did, and the latter two connect it. Busy is a fault report,
 * RINGFENCE_FAULT_ENDPOINT_TAKEN, which says which process opened it.
 *
 * @param[in]  endpoint  name of at most 63 characters
 * @param[out] handle    open endpoint; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff endpoint or handle is NULL
 * @retval NvSciError_NotInitialized      iff NvSciIpcInit() was not called
 * @retval NvSciError_NoSuchEntry         iff the table has no such endpoint, a fault report with
 * the name and the table
 * @retval NvSciError_NotSupported        iff the table says that it leaves this machine: its line
 * names no other end
 * @retval NvSciError_NotPermitted        iff the table gives a group, and this process is neither a
 * member nor root; or the user, or the group, is shown by the user namespace with the number that it
 * has for all whom it does not know (docs/environment.md)
 * @retval NvSciError_Busy                iff the endpoint is open already, in this process or
 * another; if the name opens both ends, iff both are
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_IPC_ENDPOINTS are open, or memory is
 * used up
 * @retval NvSciError_ResourceError       iff descriptors are used up, the system gives no thread, or
 * it refused for another reason
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(lines of the table).
 */
NvSciError NvSciIpcOpenEndpoint(const char *endpoint, NvSciIpcEndpoint *handle);

/**
 * Opens an endpoint whose events a service can wait for: NvSciIpcOpenEndpoint(), and
 * NvSciIpcGetEventNotifier() gives its notifier.
 *
 * @param[in]  endpoint      name of at most 63 characters
 * @param[out] handle        open endpoint; unchanged on error
 * @param[in]  eventService  live event service; it must live until the endpoint's notifier was
 * deleted
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff endpoint or handle is NULL, or eventService is no live
 * service
 * @retval NvSciError_NotInitialized      iff NvSciIpcInit() was not called
 * @retval NvSciError_NoSuchEntry         iff the table has no such endpoint, a fault report with
 * the name and the table
 * @retval NvSciError_NotSupported        iff the table says that it leaves this system
 * @retval NvSciError_NotPermitted        iff the table gives a group, and this process is neither a
 * member nor root; or the user, or the group, is shown by the user namespace with the number that it
 * has for all whom it does not know (docs/environment.md)
 * @retval NvSciError_Busy                iff the endpoint is open already, in this process or
 * another; if the name opens both ends, iff both are
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_IPC_ENDPOINTS are open, or memory is
 * used up
 * @retval NvSciError_ResourceError       iff descriptors are used up, the system gives no thread, or
 * it refused for another reason
 * @retval NvSciError_InvalidState        iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(lines of the table).
 */
NvSciError NvSciIpcOpenEndpointWithEventService(const char *endpoint, NvSciIpcEndpoint *handle,
                                                NvSciEventService *eventService);

/**
 * Gives the notifier of an endpoint. It is made at the first call; later calls give the same one
 * until it was deleted. nvscievent.h says when it has a new event.
 *
 * @param[in]  handle         endpoint that NvSciIpcOpenEndpointWithEventService() opened
 * @param[out] eventNotifier  notifier, until its Delete; delete it before the endpoint is closed;
 * unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff handle is no open endpoint, or eventNotifier is NULL
 * @retval NvSciError_NotInitialized      iff NvSciIpcInit() was not called
 * @retval NvSciError_NotSupported        iff the endpoint was opened without an event service
 * @retval NvSciError_InsufficientMemory  iff all RINGFENCE_CFG_EVENT_NOTIFIERS are taken
 * @retval NvSciError_InvalidState        iff the event service was deleted, or the phase is not
 * INIT
 *
 * Phase INIT. Any thread. O(1).
 */
NvSciError NvSciIpcGetEventNotifier(NvSciIpcEndpoint handle, NvSciEventNotifier **eventNotifier);

/**
 * Closes an endpoint. The peer sees the end of the connection once it has read what was written.
 * Works after NvSciIpcDeinit() as well. A notifier of the endpoint that was not deleted before is a
 * fault report; it never has an event again, a wait that names it ends with BadParameter, and it
 * can still be deleted.
 *
 * @param[in] handle  open endpoint; stale afterwards
 * @param[in] clear   has no effect
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter    iff handle is no open endpoint
 * @retval NvSciError_NotInitialized  iff handle is no open endpoint, and NvSciIpcInit() was not
 * called
 * @retval NvSciError_InvalidState    iff the phase is RUNTIME
 *
 * Phases INIT DEINIT. Any thread. O(1).
 */
NvSciError NvSciIpcCloseEndpointSafe(NvSciIpcEndpoint handle, bool clear);

/**
 * Closes an endpoint: NvSciIpcCloseEndpointSafe() without a result.
 *
 * @param[in] handle  open endpoint; stale afterwards
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread. O(1).
 */
void NvSciIpcCloseEndpoint(NvSciIpcEndpoint handle);

/**
 * Discards what is in the channel, and connects anew. Both sides see CONN_RESET if they were
 * connected, and CONN_EST once both have called NvSciIpcGetEventSafe() often enough.
 *
 * @param[in] handle  open endpoint
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter    iff handle is no open endpoint
 * @retval NvSciError_NotInitialized  iff NvSciIpcInit() was not called
 * @retval NvSciError_ResourceError   iff the system refused to tell those that wait for the endpoint;
 * it is reset
 * @retval NvSciError_InvalidState    iff the phase is RUNTIME
 *
 * Phases INIT DEINIT. Any thread. O(1).
 */
NvSciError NvSciIpcResetEndpointSafe(NvSciIpcEndpoint handle);

/**
 * Resets an endpoint: NvSciIpcResetEndpointSafe() without a result.
 *
 * @param[in] handle  open endpoint
 *
 * Phases INIT DEINIT; refused and counted in RUNTIME. Any thread. O(1).
 */
void NvSciIpcResetEndpoint(NvSciIpcEndpoint handle);

/**
 * Reads the first bytes of the oldest frame and consumes the frame; the rest of it is lost. Does
 * not block.
 *
 * @param[in]  handle  open endpoint
 * @param[out] buf     room for size bytes; unchanged on error
 * @param[in]  size    bytes to read
 * @param[out] bytes   size; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff handle is no open endpoint, buf or bytes is NULL, or
 * size is 0 or more than a frame
 * @retval NvSciError_NotInitialized      iff NvSciIpcInit() was not called
 * @retval NvSciError_InsufficientMemory  iff there is no frame to read
 * @retval NvSciError_ConnectionReset     iff there is no connection, the end of the peer was found
 * and all it wrote was read, or the peer broke the channel
 * @retval NvSciError_ResourceError       iff there is no frame to read, and the system refused to say
 * whether the end of the peer is there
 * @retval NvSciError_InvalidState        iff the current phase does not admit reading
 *
 * Phases INIT RUNTIME. Any thread. O(size); no system call unless the peer waits, or there is
 * no frame.
 */
NvSciError NvSciIpcReadSafe(NvSciIpcEndpoint handle, void *buf, uint32_t size, uint32_t *bytes);

/**
 * Reads a frame: NvSciIpcReadSafe() with other types.
 *
 * @param[in]  handle  open endpoint
 * @param[out] buf     room for size bytes; unchanged on error
 * @param[in]  size    bytes to read
 * @param[out] bytes   size; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff handle is no open endpoint, buf or bytes is NULL, or
 * size is 0 or more than a frame
 * @retval NvSciError_NotInitialized      iff NvSciIpcInit() was not called
 * @retval NvSciError_InsufficientMemory  iff there is no frame to read
 * @retval NvSciError_ConnectionReset     iff there is no connection, the end of the peer was found
 * and all it wrote was read, or the peer broke the channel
 * @retval NvSciError_ResourceError       iff there is no frame to read, and the system refused to say
 * whether the end of the peer is there
 * @retval NvSciError_InvalidState        iff the current phase does not admit reading
 *
 * Phases INIT RUNTIME. Any thread. O(size); no system call unless the peer waits, or there is
 * no frame.
 */
NvSciError NvSciIpcRead(NvSciIpcEndpoint handle, void *buf, size_t size, int32_t *bytes);

/**
 * Gives the oldest frame in place. It stays until NvSciIpcReadAdvance().
 *
 * The peer can change the bytes at any time: copy what is checked, and read each byte once.
 *
 * @param[in]  handle  open endpoint
 * @param[out] buf     the frame; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff handle is no open endpoint, or buf is NULL
 * @retval NvSciError_NotInitialized      iff NvSciIpcInit() was not called
 * @retval NvSciError_InsufficientMemory  iff there is no frame to read
 * @retval NvSciError_ConnectionReset     iff there is no connection, the end of the peer was found
 * and all it wrote was read, or the peer broke the channel
 * @retval NvSciError_ResourceError       iff there is no frame to read, and the system refused to say
 * whether the end of the peer is there
 * @retval NvSciError_InvalidState        iff the current phase does not admit reading
 *
 * Phases INIT RUNTIME. Any thread. O(1); no system call unless there is no frame.
 */
NvSciError NvSciIpcReadGetNextFrame(NvSciIpcEndpoint handle, const volatile void **buf);

/**
 * Consumes the oldest frame, whether or not NvSciIpcReadGetNextFrame() gave it.
 *
 * @param[in] handle  open endpoint
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff handle is no open endpoint
 * @retval NvSciError_NotInitialized      iff NvSciIpcInit() was not called
 * @retval NvSciError_InsufficientMemory  iff there is no frame to read
 * @retval NvSciError_ConnectionReset     iff there is no connection, the end of the peer was found
 * and all it wrote was read, or the peer broke the channel
 * @retval NvSciError_ResourceError       iff there is no frame to read, and the system refused to say
 * whether the end of the peer is there
 * @retval NvSciError_InvalidState        iff the current phase does not admit reading
 *
 * Phases INIT RUNTIME. Any thread. O(1); no system call unless the peer waits, or there is
 * no frame.
 */
NvSciError NvSciIpcReadAdvance(NvSciIpcEndpoint handle);

/**
 * Writes a message as one frame; the rest of the frame is zero. Does not block.
 *
 * @param[in]  handle  open endpoint
 * @param[in]  buf     size bytes
 * @param[in]  size    bytes to write
 * @param[out] bytes   size; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff handle is no open endpoint, buf or bytes is NULL, or
 * size is 0 or more than a frame
 * @retval NvSciError_NotInitialized      iff NvSciIpcInit() was not called
 * @retval NvSciError_InsufficientMemory  iff there is no room for a frame
 * @retval NvSciError_ConnectionReset     iff there is no connection, the end of the peer was found,
 * or the peer broke the channel
 * @retval NvSciError_ResourceError       iff there is no room for a frame, and the system refused to
 * say whether the end of the peer is there
 * @retval NvSciError_InvalidState        iff the current phase does not admit writing
 *
 * Phases INIT RUNTIME. Any thread. O(bytes of a frame); no system call unless the peer waits, or
 * there is no room.
 */
NvSciError NvSciIpcWriteSafe(NvSciIpcEndpoint handle, const void *buf, uint32_t size,
                             uint32_t *bytes);

/**
 * Writes a frame: NvSciIpcWriteSafe() with other types.
 *
 * @param[in]  handle  open endpoint
 * @param[in]  buf     size bytes
 * @param[in]  size    bytes to write
 * @param[out] bytes   size; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff handle is no open endpoint, buf or bytes is NULL, or
 * size is 0 or more than a frame
 * @retval NvSciError_NotInitialized      iff NvSciIpcInit() was not called
 * @retval NvSciError_InsufficientMemory  iff there is no room for a frame
 * @retval NvSciError_ConnectionReset     iff there is no connection, the end of the peer was found,
 * or the peer broke the channel
 * @retval NvSciError_ResourceError       iff there is no room for a frame, and the system refused to
 * say whether the end of the peer is there
 * @retval NvSciError_InvalidState        iff the current phase does not admit writing
 *
 * Phases INIT RUNTIME. Any thread. O(bytes of a frame); no system call unless the peer waits, or
 * there is no room.
 */
NvSciError NvSciIpcWrite(NvSciIpcEndpoint handle, const void *buf, size_t size, int32_t *bytes);

/**
 * Gives the next frame to write in place. It is sent by NvSciIpcWriteAdvance(); write all of it,
 * and read nothing from it.
 *
 * @param[in]  handle  open endpoint
 * @param[out] buf     the frame; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff handle is no open endpoint, or buf is NULL
 * @retval NvSciError_NotInitialized      iff NvSciIpcInit() was not called
 * @retval NvSciError_InsufficientMemory  iff there is no room for a frame
 * @retval NvSciError_ConnectionReset     iff there is no connection, the end of the peer was found,
 * or the peer broke the channel
 * @retval NvSciError_ResourceError       iff there is no room for a frame, and the system refused to
 * say whether the end of the peer is there
 * @retval NvSciError_InvalidState        iff the current phase does not admit writing
 *
 * Phases INIT RUNTIME. Any thread. O(1); no system call unless there is no room.
 */
NvSciError NvSciIpcWriteGetNextFrame(NvSciIpcEndpoint handle, volatile void **buf);

/**
 * Sends the next frame as it is, whether or not NvSciIpcWriteGetNextFrame() gave it.
 *
 * @param[in] handle  open endpoint
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter        iff handle is no open endpoint
 * @retval NvSciError_NotInitialized      iff NvSciIpcInit() was not called
 * @retval NvSciError_InsufficientMemory  iff there is no room for a frame
 * @retval NvSciError_ConnectionReset     iff there is no connection, the end of the peer was found,
 * or the peer broke the channel
 * @retval NvSciError_ResourceError       iff there is no room for a frame, and the system refused to
 * say whether the end of the peer is there
 * @retval NvSciError_InvalidState        iff the current phase does not admit writing
 *
 * Phases INIT RUNTIME. Any thread. O(1); no system call unless the peer waits, or there is
 * no room.
 */
NvSciError NvSciIpcWriteAdvance(NvSciIpcEndpoint handle);

/**
 * Gives the geometry of a channel.
 *
 * @param[in]  handle  open endpoint
 * @param[out] info    number of frames and their size; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter    iff handle is no open endpoint, or info is NULL
 * @retval NvSciError_NotInitialized  iff NvSciIpcInit() was not called
 * @retval NvSciError_InvalidState    iff the current phase does not admit events
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciIpcGetEndpointInfo(NvSciIpcEndpoint handle, NvSciIpcEndpointInfo *info);

/**
 * Gives a descriptor for select, poll and epoll. It becomes readable when NvSciIpcGetEventSafe()
 * has something new: a frame to read where the last call found none, a free frame where that call
 * or a wait since found none, a peer that connects, the end of a connection. A frame that comes
 * behind one that the last call found does not make it readable, also if that one was read
 * meanwhile, nor does WRITE_EMPTY: read and write, and ask until there is nothing, before a sleep. It
 * may be readable without cause. It belongs to the endpoint: do not read, write or close it.
 *
 * @param[in]  handle  open endpoint
 * @param[out] fd      descriptor; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter    iff handle is no open endpoint, or fd is NULL
 * @retval NvSciError_NotInitialized  iff NvSciIpcInit() was not called
 * @retval NvSciError_InvalidState    iff the phase is not INIT
 * @retval NvSciError_NotSupported    iff there is no operating system
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciIpcGetLinuxEventFd(NvSciIpcEndpoint handle, int32_t *fd);

/**
 * Gives the events of an endpoint: an OR of NV_SCI_IPC_EVENT_*.
 *
 * READ, WRITE and WRITE_EMPTY are levels: they are reported as long as they hold. CONN_EST and
 * CONN_RESET are reported once; CONN_RESET comes alone. Takes the next step towards a connection:
 * without these calls neither side connects. Never blocks.
 *
 * A second after a reset, an endpoint without a connection reports RINGFENCE_FAULT_NO_PEER once: a
 * wait that ends with Timeout does (docs/channels.md). A call that has no event is no error.
 *
 * What a peer wrote before it closed or died is reported as READ until it was read, or until 16
 * calls came without a read in between; CONN_RESET comes after that.
 *
 * @param[in]  handle  open endpoint
 * @param[out] events  events; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter    iff handle is no open endpoint, or events is NULL
 * @retval NvSciError_NotInitialized  iff NvSciIpcInit() was not called
 * @retval NvSciError_InvalidState    iff the current phase does not admit events
 * @retval NvSciError_ResourceError       iff the step towards a connection that this call took found
 * no descriptor left in this process, too many that others sent and that are not closed yet, in
 * RUNTIME no call that the endpoint keeps, or the system did not let it answer the peer
 * @retval NvSciError_InsufficientMemory  iff it found no memory left, in RUNTIME none that the
 * endpoint keeps and this peer may have, or was told, which it says once, that the other end could
 * not be opened as its process has not the memory for the channel. In both cases the next call
 * tries again; the descriptor of the endpoint does not become readable because of it, and a peer
 * that calls waits
 *
 * Phases INIT RUNTIME. Any thread. O(1); no system call if a frame moved since the last call and
 * there is an event.
 */
NvSciError NvSciIpcGetEventSafe(NvSciIpcEndpoint handle, uint32_t *events);

/**
 * Gives the events of an endpoint, as NvSciIpcGetEventSafe() does.
 *
 * @param[in]  handle  open endpoint
 * @param[out] events  events; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter    iff handle is no open endpoint, or events is NULL
 * @retval NvSciError_NotInitialized  iff NvSciIpcInit() was not called
 * @retval NvSciError_InvalidState    iff the current phase does not admit events
 * @retval NvSciError_ResourceError       iff the step towards a connection that this call took found
 * no descriptor left in this process, too many that others sent and that are not closed yet, in
 * RUNTIME no call that the endpoint keeps, or the system did not let it answer the peer
 * @retval NvSciError_InsufficientMemory  iff it found no memory left, in RUNTIME none that the
 * endpoint keeps and this peer may have, or was told, which it says once, that the other end could
 * not be opened as its process has not the memory for the channel
 *
 * Phases INIT RUNTIME. Any thread. O(1); no system call if a frame moved since the last call and
 * there is an event.
 */
NvSciError NvSciIpcGetEvent(NvSciIpcEndpoint handle, uint32_t *events);

/**
 * Says whether frames that move at this endpoint wake the peer; they do after opening. Without
 * that, a read or write that succeeds makes no system call, and a peer that waits for frames or for
 * room is not woken by it: it must ask with NvSciIpcGetEventSafe(). Connections and their ends wake
 * it as ever. Turned on again, a peer that waited meanwhile is woken.
 *
 * @param[in] handle  open endpoint
 * @param[in] flag    whether frames wake the peer
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter    iff handle is no open endpoint
 * @retval NvSciError_NotInitialized  iff NvSciIpcInit() was not called
 * @retval NvSciError_InvalidState    iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call unless the peer waits.
 */
NvSciError NvSciIpcEnableNotification(NvSciIpcEndpoint handle, bool flag);

/**
 * Would give and clear errors of a channel between chips, an OR of NV_SCI_ASYNC_PCIE_*. An
 * INTER_CHIP line stands for such a channel within this machine, which has no such errors; nor have
 * others.
 *
 * @param[in]  handle  open endpoint
 * @param[out] errors  not looked at
 *
 * @retval NvSciError_NotSupported    iff no other error applies
 * @retval NvSciError_BadParameter    iff handle is no open endpoint
 * @retval NvSciError_NotInitialized  iff NvSciIpcInit() was not called
 *
 * Any phase. Any thread. O(1), no system call.
 */
NvSciError NvSciIpcGetAsyncErrors(NvSciIpcEndpoint handle, uint32_t *errors);

/**
 * Belongs to QNX, where it binds a pulse to an endpoint. Not supported here: wait with the
 * descriptor of NvSciIpcGetLinuxEventFd() or with an event service. No argument is looked at.
 *
 * @retval NvSciError_NotSupported  in INIT
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciIpcSetQnxPulseParam(NvSciIpcEndpoint handle, int32_t coid, int16_t pulsePriority,
                                    int16_t pulseCode, void *pulseValue);

/**
 * Belongs to QNX: NvSciIpcSetQnxPulseParam() without a value. Not supported here.
 *
 * @retval NvSciError_NotSupported  in INIT
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciIpcSetQnxPulseParamSafe(NvSciIpcEndpoint handle, int32_t coid,
                                        int16_t pulsePriority, int16_t pulseCode);

/**
 * Belongs to QNX, where it waits for a pulse and gives an error number of that system. Not
 * supported here: it returns at once, and the result is an NvSciError as a number.
 *
 * @return NvSciError_NotSupported in INIT and RUNTIME, else NvSciError_InvalidState; never 0
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
int32_t NvSciIpcWaitEventQnx(int32_t chid, int64_t microseconds, uint32_t bytes, void *pulse);

/**
 * Belongs to QNX, where it finds endpoints with many pulses. Not supported here.
 *
 * @retval NvSciError_NotSupported  in INIT and RUNTIME
 * @retval NvSciError_InvalidState  iff the phase is DEINIT
 *
 * Phases INIT RUNTIME. Any thread. O(1), no system call.
 */
NvSciError NvSciIpcInspectEventQnx(int32_t chid, uint16_t numEvents, uint32_t epCount,
                                   NvSciIpcEndpoint **epHandleArray);

/**
 * Says whether a program that was built for a version runs with this library.
 *
 * @param[in]  majorVer      NvSciIpcMajorVersion at build time
 * @param[in]  minorVer      NvSciIpcMinorVersion at build time
 * @param[out] isCompatible  whether the major version is the same and the minor version not
 * greater; unchanged on error
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff isCompatible is NULL
 * @retval NvSciError_InvalidState  iff the phase is not INIT
 *
 * Phase INIT. Any thread. O(1), no system call.
 */
NvSciError NvSciIpcCheckVersionCompatibility(uint32_t majorVer, uint32_t minorVer,
                                             bool *isCompatible);

#ifdef __cplusplus
}
#endif

#endif /* NVSCIIPC_H */
