/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc.h
 * What the files of this directory share: the endpoint table, the memory of a channel, endpoints,
 * event services.
 *
 * An endpoint is guarded by its own mutex, everything of event services by another one. Who makes
 * or ends something holds the library's lock as well. The order is: the library's lock, the mutex
 * of events, the mutex of an endpoint.
 */
#ifndef RINGFENCE_IPC_IPC_H
#define RINGFENCE_IPC_IPC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/fault.h"
#include "core/phase.h"
#include "nvscierror.h"
#include "nvsciipc.h"
#include "port/atomic.h"
#include "port/channel.h"
#include "port/event.h"
#include "port/memory.h"
#include "port/status.h"
#include "ringfence_cfg.h"

/* ---------------------------------------------------------------- table */

/** Ends of a channel. */
#define IPC_SIDES 2U
/** Most frames of a direction. */
#define IPC_FRAMES_MAX 65536U
/** A frame's size is a multiple of this. */
#define IPC_FRAME_ALIGN 64U
/** Most bytes of a frame. */
#define IPC_FRAME_SIZE_MAX 16777216U

/** What carries a channel. */
typedef enum {
    IPC_BACKEND_THREAD = 0,
    IPC_BACKEND_PROCESS = 1,
    /** Between virtual machines; cannot be opened here. */
    IPC_BACKEND_VM = 2,
    /** Across a memory boundary: the ends share no memory, nor objects. */
    IPC_BACKEND_CHIP = 3
} IpcBackend;

/** One line of the table. */
typedef struct {
    IpcBackend backend;
    /** Names of the ends; a channel that leaves this machine has only the first. */
    char names[IPC_SIDES][NVSCIIPC_MAX_ENDPOINT_NAME];
    /** 0: it leaves this machine, and cannot be opened. */
    uint32_t nframes;
    uint32_t frame_size;
    /** Group whose members may open the ends; without it, one user may. */
    bool has_gid;
    /** The first name opens the second end when the first one is open; nobody need reset them. */
    bool one_name;
    uint32_t gid;
    /** Space of the process; "": it has none. */
    char space[PORT_SPACE_MAX + 1U];
} IpcChannel;

/** What is wrong with a line. */
typedef enum {
    IPC_FLAW_NONE = 0,
    IPC_FLAW_BYTE = 1,
    IPC_FLAW_BACKEND = 2,
    IPC_FLAW_FIELDS = 3,
    IPC_FLAW_NAME = 4,
    IPC_FLAW_NAME_TWICE = 5,
    IPC_FLAW_FRAMES = 6,
    IPC_FLAW_FRAME_SIZE = 7,
    IPC_FLAW_NUMBER = 8,
    IPC_FLAW_GID = 9,
    IPC_FLAW_FULL = 10,
    /** The file cannot be read, or is too long. */
    IPC_FLAW_FILE = 11,
    /** The name of the space cannot be one. */
    IPC_FLAW_SPACE = 12,
    IPC_FLAW_COUNT = 13
} IpcFlaw;

/** The table. */
typedef struct {
    uint32_t count;
    IpcChannel channels[RINGFENCE_CFG_IPC_CHANNELS];
    /** Line that is broken, from 1; 0: none. */
    uint32_t line;
    /** What is wrong with it. */
    IpcFlaw flaw;
} IpcTable;

/**
 * Reads a table from text. Stops at the first broken line.
 *
 * @return whether every line is sound
 */
bool ipc_table_parse(const char *text, size_t length, IpcTable *table);

/**
 * Finds the channel and the end that a name stands for.
 *
 * @return whether there is one; nothing is written if not
 */
bool ipc_table_find(const IpcTable *table, const char *name, uint32_t *channel, uint32_t *side);

/**
 * The table that is built in, made from cfg/nvsciipc.cfg, and its bytes.
 *
 * @satisfies RF-IPC-006 RF-SHARE-009
 */
const char *ipc_builtin_table(size_t *length);

/* ---------------------------------------------------------------- memory of a channel */

/** Counter that one side writes, alone on its cache lines. */
typedef struct {
    PortAtomic64 frames;
    uint8_t rest[120];
} IpcCounter;

/** Flag that one side sets and the other clears, alone on its cache lines. */
typedef struct {
    PortAtomic32 set;
    uint8_t rest[124];
} IpcFlag;

/** State of one direction. */
typedef struct {
    /** Frames that were ever written, by the writer. */
    IpcCounter written;
    /** Frames that were ever read, by the reader. */
    IpcCounter read;
    /** The reader found nothing, and may sleep. */
    IpcFlag reader_waits;
    /** The writer found no room, and may sleep. */
    IpcFlag writer_waits;
} IpcDirection;

/** What stands before the frames. Direction n is written by side n. */
typedef struct {
    uint32_t magic;
    uint32_t version;
    uint32_t nframes;
    uint32_t frame_size;
    uint8_t rest[112];
    IpcDirection directions[IPC_SIDES];
} IpcShared;

/** First word of a channel's memory and of the handshake's messages. */
#define IPC_MAGIC 0x43504652U
/** Version of both. */
#define IPC_VERSION 2U

/* ---------------------------------------------------------------- endpoints */

/** How far an endpoint is. */
typedef enum {
    /** Opened; does not connect before its first reset. */
    IPC_STATE_OPENED = 0,
    /** Looks for its peer. */
    IPC_STATE_SEARCHING = 1,
    /** Linked; the handshake is under way. */
    IPC_STATE_HANDSHAKE = 2,
    IPC_STATE_ESTABLISHED = 3
} IpcState;

/** Number by which one side names what the other sent it. Nobody can guess it; not 0. */
typedef struct {
    uint64_t words[2];
} IpcToken;

/** Descriptors that came and were not claimed yet. None: nothing is there. */
typedef struct {
    IpcToken token;
    PortParcel parcel;
} IpcParcel;

/** Memory that side 0 offers, and the process that has it or had it last, if it was given. */
typedef struct {
    PortMemory memory;
    bool is_given;
    PortPeer peer;
} IpcOffer;

typedef struct EventService EventService;
typedef struct EventNotifier EventNotifier;
typedef struct LocalEvent LocalEvent;

/** An open endpoint. */
typedef struct {
    PortAtomic32 mutex;
    /** Names the endpoint among all of all processes: random, new each time it is opened, not 0. */
    uint64_t identity;
    /** What the peer sent over this connection. */
    IpcParcel parcels[RINGFENCE_CFG_PARCELS];
    /** Parcels that were sent over this connection and that the peer did not claim yet. */
    uint32_t unclaimed;
    /** Parcels that were claimed here; the link was too full to tell the peer. */
    uint32_t untold;
    IpcState state;
    /** The peer is gone; what it wrote can still be read. Implies IPC_STATE_ESTABLISHED. */
    bool orphaned;
    /** CONN_EST and CONN_RESET that were not reported yet. */
    uint32_t edges;
    /** A frame was read or written since the last look for events. */
    bool moved;
    /** Looks for events without a read since the peer left. */
    uint32_t idle_looks;
    /** The reader's flag may be set. */
    bool reader_waits;
    /** The writer's flag may be set. */
    bool writer_waits;
    /** Side 1 refused what the peer offered, or the peer closed the link during the handshake: it
     * does not connect again before it is notified or reset. */
    bool refused;
    /** Connection attempts that side 0 accepted since none waited. */
    uint32_t attempts;
    /** Side 0 is to notify the peer, which may wait for that. */
    bool owes_notify;
    /** Side 0 notified the peer for an attempt that had been closed, since the last connection or
     * reset. */
    bool recalled;
    /** A connection was there since it was opened, or that there is none was reported. */
    bool is_met;
    /** Flags that the peer cleared since the link was looked at: as many reminders are in it. */
    uint32_t reminders;
    /** What the last step towards a connection lacked in this process: NvSciError_ResourceError,
     * NvSciError_InsufficientMemory; NvSciError_Success: nothing. */
    NvSciError lack;
    /** When the endpoint was reset last, in microseconds. */
    uint64_t search_us;
    /** A fault or an event has said that the search since then finds nobody, or why. */
    bool is_told;
    /** Where the endpoint table came from: a constant text. */
    const char *table;
    /** Function that has the endpoint. */
    PhaseOp op;
    /** The system refused a reminder to the peer: it is sent by the next look. */
    bool owes_wake;
    /** Bytes of the longest frame that was written over this connection: behind them, frames are
     * zero.
     */
    uint64_t longest;
    /** A look for events that announced no wait found no data. */
    bool read_refused;
    /** A write found no room since the last look for events, or that look found none and announced
     * no wait. */
    bool write_refused;
    /** Frames that move wake nobody. */
    bool quiet;
    /** The handler of its notifier was called since the last look for events. */
    bool muted;
    /** Event service that it was opened with, plus one; 0: none. */
    uint32_t service;
    /** Generation of that service. */
    uint32_t service_generation;
    /** Its live notifier; NULL: it has none. The mutex of events guards it. */
    EventNotifier *notifier;
    /** Which end of the channel this is. */
    uint32_t side;
    /** Frames written and read since the connection was made: the counters that are trusted. */
    uint64_t written;
    uint64_t read;
    PortEndpoint system;
    /** The memory of the connection, also of one that is over; side 0: a copy of an offer's. */
    PortMemory memory;
    /** What side 0 holds, and the one that was offered last. */
    IpcOffer offers[PORT_VA_MOST];
    uint32_t offer_count;
    uint32_t offered;
    /** Side 0 turned a peer away, for which it had no memory. */
    bool starved;
    PortPeer starved_peer;
    IpcChannel channel;
} IpcEndpoint;

/** Bytes of a channel's memory. */
uint64_t ipc_memory_size(const IpcChannel *channel);

/**
 * Takes what connections of an endpoint need: memory, addresses, calls. Nothing is taken on
 * failure. In INIT alone.
 */
PortStatus ipc_reserve(IpcEndpoint *endpoint);

/** Gives back what ipc_reserve() took, but for the calls. */
void ipc_release(IpcEndpoint *endpoint);

/** In INIT, takes again what connections used up, as far as it can be had. */
void ipc_stock(IpcEndpoint *endpoint);

/**
 * Side 0: has memory for the peer of the link.
 *
 * @return PORT_OK; PORT_NO_MEMORY: there is none that this peer may have; a fault says so
 */
PortStatus ipc_lend(IpcEndpoint *endpoint);

/** Side 0: owes a peer that was turned away a notification, when there is memory for it. */
void ipc_feed(IpcEndpoint *endpoint);

/** Reports the fault of a call that could not be made as none is kept. */
void ipc_report_calls(const IpcEndpoint *endpoint, PortStatus status);

/**
 * Has the peer connect again, if side 0 owes it a notification.
 *
 * @return PORT_OK; PORT_NO_RESOURCE, PORT_NO_MEMORY or PORT_FAILED: it is still owed
 */
PortStatus ipc_notify_peer(IpcEndpoint *endpoint);

/** A search for the peer begins that a reset asks for. Needs the mutex. */
void ipc_begin_search(IpcEndpoint *endpoint);

/** Says by a fault that the search of an endpoint has found nobody, if it is a second old and
 * nothing has been said of it. Needs the mutex. */
void ipc_tell_absence(PhaseOp op, IpcEndpoint *endpoint);

/** Says whether an end searches, and nothing has been said of it. Needs the mutex. */
bool ipc_is_untold(const IpcEndpoint *endpoint);

/** Says whether an endpoint of this process may search and has not said it, and forgets that. */
bool ipc_take_searches(void);

/** Remembers it. */
void ipc_keep_searches(void);

/** The same as ipc_tell_absence() of all open endpoints; takes their mutexes one after the other.
 * O(1) if none searches, else O(RINGFENCE_CFG_IPC_ENDPOINTS). */
void ipc_tell_absences(PhaseOp op);

/** Reports that an open endpoint does not take a call. Takes no mutex: its name does not change. */
static inline void ipc_refuse(PhaseOp op, FaultCause cause, const IpcEndpoint *endpoint)
{
    fault_report_channel(op, cause, endpoint->channel.names[endpoint->side]);
}

/** The same of the endpoint of a handle; of none if it is not open. */
void ipc_refuse_at(PhaseOp op, FaultCause cause, NvSciIpcEndpoint handle);

/** Where a side of the channel can be reached. */
PortAddress ipc_address(const IpcChannel *channel, uint32_t side);

/** Says whether NvSciIpcInit() was called more often than NvSciIpcDeinit(). */
bool ipc_is_initialised(void);

/** Reports a call before NvSciIpcInit(). NotInitialized. */
NvSciError ipc_refuse_uninitialised(PhaseOp op);

/** Copies the row of an endpoint's name; says whether there is one. Needs the library's lock. */
bool ipc_channel_find(const char *name, IpcChannel *channel, uint32_t *side);

/** Where the endpoint table came from: a constant text. Needs the library's lock. */
const char *ipc_table_source(void);

/**
 * Finds an endpoint and takes its mutex, if the phase admits the function and the library is
 * initialised. Success: the caller must call ipc_leave().
 *
 * @retval NvSciError_InvalidState    the phase does not admit it
 * @retval NvSciError_NotInitialized  the library is not initialised
 * @retval NvSciError_BadParameter    the handle names no open endpoint
 */
NvSciError ipc_enter(PhaseOp op, NvSciIpcEndpoint handle, IpcEndpoint **endpoint);

/**
 * Opens the endpoint of a name. Needs the library's lock.
 *
 * @param[out] opened  its row; nothing is written on failure
 */
NvSciError ipc_open(const char *name, NvSciIpcEndpoint *handle, IpcEndpoint **opened);

/** Finds the row of an open endpoint. Who has not the library's lock may find one that another
 * thread closes. */
NvSciError ipc_find(PhaseOp op, NvSciIpcEndpoint handle, uint32_t *index);

/** Row of an endpoint. */
IpcEndpoint *ipc_row(uint32_t index);

/**
 * Finds the open endpoint of an identity. Needs the library's lock. O(RINGFENCE_CFG_IPC_ENDPOINTS).
 *
 * @param[out] name  its name, in NVSCIIPC_MAX_ENDPOINT_NAME bytes
 *
 * @return whether there is one; nothing is written if not
 */
bool ipc_endpoint_of(uint64_t identity, NvSciIpcEndpoint *handle, char *name);

/** Closes an endpoint. No notifier speaks for it any more. Needs the library's lock. */
void ipc_close(uint32_t index);

/** Gives the mutex back. */
void ipc_leave(IpcEndpoint *endpoint);

/** Says whether the ends of a channel share memory and objects. Those that do not have frames,
 * events and resets alone: all that another transport would have to carry. */
static inline bool ipc_shares_objects(const IpcEndpoint *endpoint)
{
    return endpoint->channel.backend != IPC_BACKEND_CHIP;
}

/**
 * Takes the endpoint of a handle for a function that the phase has admitted already: finds its row
 * and takes its mutex. The caller may hold the library's lock.
 *
 * @retval NvSciError_BadParameter  the library is not initialised, or the handle names no open
 * endpoint
 */
NvSciError ipc_take(PhaseOp op, NvSciIpcEndpoint handle, IpcEndpoint **endpoint);

/* ---------------------------------------------------------------- public functions of other names
 */

/** NvSciIpcReadSafe() under the name of `op`, and in the phases that admit that; a caller must have
 * room for the number of bytes. */
NvSciError ipc_read_message(PhaseOp op, NvSciIpcEndpoint handle, void *buf, uint64_t size,
                            bool has_bytes);

/** NvSciIpcWriteSafe(), likewise. */
NvSciError ipc_write_message(PhaseOp op, NvSciIpcEndpoint handle, const void *buf, uint64_t size,
                             bool has_bytes);

/** NvSciIpcGetEventSafe(), likewise. `announces`: the peer is told to wake this side for what is
 * missing. Without that, who sleeps must do so in an event service, which tells it. */
NvSciError ipc_get_event(PhaseOp op, NvSciIpcEndpoint handle, bool announces, uint32_t *events);

/* ---------------------------------------------------------------- frames in place (in_place.c) */

/**
 * Takes an endpoint and its oldest frame, which the peer can change meanwhile. Success:
 * ipc_end_read() must follow. Does not look at the system.
 *
 * @retval NvSciError_InsufficientMemory  there is no frame
 * @retval NvSciError_ConnectionReset     there is no connection
 */
NvSciError ipc_begin_read(PhaseOp op, NvSciIpcEndpoint handle, IpcEndpoint **endpoint,
                          const uint8_t **frame);

/** Consumes the frame, and gives the endpoint back. */
void ipc_end_read(IpcEndpoint *endpoint);

/** Takes an endpoint and the next frame to write. Success: ipc_end_write() must follow. The errors
 * are those of ipc_begin_read(), for room. */
NvSciError ipc_begin_write(PhaseOp op, NvSciIpcEndpoint handle, IpcEndpoint **endpoint,
                           uint8_t **frame);

/** Posts the frame, the first `size` bytes of which were written, and gives the endpoint back. What
 * follows in the frame stays as it was: bytes that this side wrote before. */
void ipc_end_write(IpcEndpoint *endpoint, uint32_t size);

/** Counts the frames that can be written, as long as nobody else writes. The errors are those of
 * ipc_begin_write(). */
NvSciError ipc_count_room(PhaseOp op, NvSciIpcEndpoint handle, uint32_t *frames);

/** Says whether nothing but frames can have come since the last look for events: the connection
 * stands, and no wait is announced. Gives the number of frames that can be read; if there are none,
 * it notices the end of the connection, as reading a frame does. */
bool ipc_is_steady(PhaseOp op, NvSciIpcEndpoint handle, uint32_t *frames);

/* ---------------------------------------------------------------- the peer's process (peer_end.c)
 */

/** Opens a descriptor of the process at the other end, as port_link_process() does. PORT_FAILED
 * also if there is no connection. */
PortStatus ipc_open_process(PhaseOp op, NvSciIpcEndpoint handle, int32_t *process);

/** A notifier of the endpoint tells of the end of a process from now on, and of no connection
 * attempt. */
void ipc_expect_process(PhaseOp op, NvSciIpcEndpoint handle, int32_t process);

/** It tells of connection attempts again. */
void ipc_forget_process(PhaseOp op, NvSciIpcEndpoint handle);

/* ---------------------------------------------------------------- connection; all need the mutex
 */

/** Drops the connection, if there is one, and looks for the peer. */
void ipc_reset(IpcEndpoint *endpoint);

/** Takes the next step towards a connection, and notices the end of one. */
void ipc_drive(IpcEndpoint *endpoint);

/** Drops a connection whose peer wrote what it may not. */
void ipc_break(PhaseOp op, IpcEndpoint *endpoint);

/** Drops a connection whose peer is gone. */
void ipc_lose(IpcEndpoint *endpoint);

/** Wakes the peer. */
void ipc_wake_peer(IpcEndpoint *endpoint);

/**
 * Takes what has come over the link outside a look for events. Whoever sleeps on the descriptor
 * looks nevertheless.
 */
void ipc_drain(IpcEndpoint *endpoint);

/**
 * Looks whether the peer has ended the link, and takes the end if so. Looks at the system once in
 * each tick of its clock only. Needs a connection.
 *
 * @return whether the end was taken
 */
bool ipc_notice_end(IpcEndpoint *endpoint);

/** Sends a parcel over the link. */
PortStatus ipc_send_parcel(const IpcEndpoint *endpoint, IpcToken token, const PortParcel *parcel);

/** Tells the peer of parcels that were claimed, as many as the link takes. */
void ipc_tell_claims(IpcEndpoint *endpoint);

/* ---------------------------------------------------------------- parcels; all need the mutex */

/**
 * Sends descriptors to the peer, which claims them once with the token that this makes. The caller
 * keeps its descriptors.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_ConnectionReset       the endpoint has no connection
 * @retval NvSciError_InsufficientResource  RINGFENCE_CFG_PARCELS are unclaimed already, or the peer
 * has not read what was sent before
 * @retval NvSciError_ResourceError         the system cannot send them
 */
NvSciError ipc_parcel_send(IpcEndpoint *endpoint, const PortParcel *parcel, IpcToken *token);

/** Says whether a connection has as many parcels under way as it may: who sends the rest when the
 * peer has claimed some asks, as ipc_parcel_send() has a fault for it. Takes the mutex itself. */
bool ipc_parcels_are_full(PhaseOp op, NvSciIpcEndpoint handle);

/**
 * Claims descriptors that the peer sent; they belong to the caller.
 *
 * @return whether there were any under this token; false also for a token that was claimed before
 */
bool ipc_parcel_claim(IpcEndpoint *endpoint, IpcToken token, PortParcel *parcel);

/** Parcel of a token that came and was not claimed yet; NULL: there is none. */
IpcParcel *ipc_parcel_find(IpcEndpoint *endpoint, IpcToken token);

/** Takes a parcel that has just come; its descriptors belong to the endpoint then. False: it has
 * none, there may not be so many, or its token is 0 or there already. */
bool ipc_parcel_store(IpcEndpoint *endpoint, IpcToken token, PortParcel *parcel);

/** Notes that the peer claimed a parcel. False: it has none. */
bool ipc_parcel_settle(IpcEndpoint *endpoint);

/** Closes what was not claimed: the connection ends. */
void ipc_parcel_drop_all(IpcEndpoint *endpoint);

/* ---------------------------------------------------------------- frames; all need the mutex */

/** Sets up the memory of a new connection. */
void ipc_ring_format(const IpcEndpoint *endpoint);

/** Says whether memory that a peer made is that of this channel. */
bool ipc_ring_fits(const IpcEndpoint *endpoint);

/** Frames that can be read. False: the peer's counter cannot be true. */
bool ipc_ring_readable(const IpcEndpoint *endpoint, uint64_t *frames);

/** Frames that the peer did not read yet. False: the peer's counter cannot be true. */
bool ipc_ring_unread(const IpcEndpoint *endpoint, uint64_t *frames);

/** Wakes the peer if it waits for what is there. */
void ipc_ring_wake_waiting(IpcEndpoint *endpoint);

/** Oldest frame that was not read. */
const uint8_t *ipc_ring_read_frame(const IpcEndpoint *endpoint);

/** Says whether the ring has a frame to read. As ipc_begin_read(). (transfer.c) */
NvSciError ipc_has_frame(PhaseOp op, IpcEndpoint *endpoint);

/** Says whether the ring has room for a frame. As ipc_begin_write(). (transfer.c) */
NvSciError ipc_has_room_for_frame(PhaseOp op, IpcEndpoint *endpoint);

/** Next frame to write. */
uint8_t *ipc_ring_write_frame(const IpcEndpoint *endpoint);

/** Consumes the oldest frame, and wakes the peer if it waits for room. */
void ipc_ring_consume(IpcEndpoint *endpoint);

/** Posts the next frame, and wakes the peer if it waits for data. */
void ipc_ring_post(IpcEndpoint *endpoint);

/**
 * Level events of a connection: READ, WRITE, WRITE_EMPTY. Announces a wait for what is missing, or,
 * without `announces`, takes back what was announced. False: a counter of the peer cannot be true.
 */
bool ipc_ring_levels(IpcEndpoint *endpoint, bool announces, uint32_t *events);

/**
 * Says whether there are data or room that the last question for events did not find, or that were
 * left or refused since. Announces a wait for what is missing. False: a counter of the peer cannot
 * be true.
 */
bool ipc_ring_await(IpcEndpoint *endpoint, bool *news);

/* ---------------------------------------------------------------- event services */

/** A notifier. The public struct comes first, so that its address is that of the row. */
struct EventNotifier {
    NvSciEventNotifier face;
    /** Service that it belongs to; NULL: the row is free. */
    EventService *service;
    /** Neighbours among the notifiers of the service; NULL: none. */
    EventNotifier *previous;
    EventNotifier *next;
    /** Endpoint that it speaks for; NULL: none, or the endpoint was closed, or the notifier
     * deleted. */
    IpcEndpoint *endpoint;
    /** Local event that it belongs to; NULL: none. */
    LocalEvent *local;
    /** Becomes readable with an event; -1: never again. */
    int32_t descriptor;
    /** Place among the watches of this turn; 0: it is not watched. */
    uint32_t watch;
    void (*handler)(void *cookie);
    void *cookie;
    /** The handler is being called. */
    bool running;
    /** Deleted; the row is given back when the handler has returned. */
    bool ended;
    /** The wait under way names it. */
    bool wanted;
    /** The wait under way found a new event. */
    bool pending;
    /** Its local event was signalled, and the system did not let the descriptor say so. */
    bool is_owed;
};

/** A service, and the wait on it. */
struct EventService {
    NvSciEventLoopService face;
    /** No wait may be infinite. */
    bool is_safe_x;
    /** Deleted; the row is given back when nothing of it is left. */
    bool ended;
    /** Notifiers and local events that it has, and notifiers only. */
    uint32_t members;
    uint32_t notifiers;
    /** The notifiers, in the order in which their handlers are called; NULL: none. */
    EventNotifier *first;
    EventNotifier *last;
    /** Set to have a thread that sleeps look at its notifiers again. */
    int32_t wake_event;
    /** A wait is under way, by this thread. */
    bool waiting;
    uint64_t thread;
    /** The thread sleeps, or is about to. */
    bool asleep;
    /** Next service whose thread is in a handler, while this one's is, and whose handler that is.
     */
    EventService *next_busy;
    EventNotifier *busy;
    /** Notifiers came, went or changed since the thread looked at them. */
    bool changed;
    /** The wait lost what it waits for. */
    bool lost;
    /** A notifier that the wait names has a new event. */
    bool fired;
    /** What the thread waits for: the event first, then notifiers. */
    uint32_t watch_count;
    PortWatch watches[RINGFENCE_CFG_EVENT_NOTIFIERS + 1U];
};

/** A local event. The public struct comes first, so that its address is that of the row. */
struct LocalEvent {
    NvSciLocalEvent face;
    /** Service that it belongs to; NULL: the row is free. */
    EventService *service;
    /** Its notifier; NULL: deleted. */
    EventNotifier *notifier;
    int32_t descriptor;
    /** Deleted; the row is given back when the notifier is gone. */
    bool ended;
};

/* Rows, by index of their pools; in event_rows.c. */

extern EventService g_event_services[RINGFENCE_CFG_EVENT_SERVICES];
extern EventNotifier g_event_notifiers[RINGFENCE_CFG_EVENT_NOTIFIERS];
extern LocalEvent g_local_events[RINGFENCE_CFG_LOCAL_EVENTS];

/** What a waiter must know of an endpoint besides its descriptor. */
typedef enum {
    /** The descriptor will tell. */
    IPC_NEWS_LATER = 0,
    /** NvSciIpcGetEvent() would have something new. */
    IPC_NEWS_NOW = 1,
    /** Its handler was called, and NvSciIpcGetEvent() not yet. */
    IPC_NEWS_MUTED = 2
} IpcNews;

/** Looks at an open endpoint before a wait, and announces the wait to the peer. One that the wait
 * names is looked at although it is muted. */
IpcNews ipc_news(IpcEndpoint *endpoint, bool wanted);

/** The handler of the endpoint's notifier is about to be called. */
void ipc_mute(IpcEndpoint *endpoint);

/** The endpoint has a new notifier, whose handler was not called yet. Takes the mutex. */
void ipc_unmute(IpcEndpoint *endpoint);

/** The notifier of the endpoint goes to another service, whose user knows nothing of it yet:
 * NvSciIpcGetEvent() reports a connection once more, and has something new. Takes the mutex. */
void ipc_report_anew(IpcEndpoint *endpoint);

/** Takes the mutex of events. Held for no call that blocks and for no handler. */
void event_lock(void);

/** Gives it back. */
void event_unlock(void);

/* All that follow need the mutex of events, unless they say otherwise. */

/**
 * Finds a live service. A pointer that is none is a fault report, NULL excepted.
 *
 * @retval NvSciError_Success
 * @retval NvSciError_BadParameter  iff there is no such service
 */
NvSciError event_service_find(PhaseOp op, const NvSciEventService *pointer, uint32_t *index);

/** Finds a live notifier; as event_service_find(). */
NvSciError event_notifier_find(PhaseOp op, const NvSciEventNotifier *pointer,
                               EventNotifier **notifier);

/** Finds a live local event; as event_service_find(). */
NvSciError event_local_find(PhaseOp op, const NvSciLocalEvent *pointer, LocalEvent **event);

/** Has a thread that waits look at the notifiers again. */
void event_service_change(EventService *service);

/** Makes a notifier the last of a service. */
void event_notifier_join(EventService *service, EventNotifier *notifier);

/** Takes a notifier from its service. */
void event_notifier_leave(EventNotifier *notifier);

/** Gives a service back if it was deleted and nothing needs it any more. Needs the library's lock
 * as well. */
void event_service_release(EventService *service);

/** The same for a local event, and for its service then. Needs the library's lock as well. */
void event_local_release(LocalEvent *event);

/** The same for a notifier, and for its local event and its service then. Needs the library's lock
 * as well. */
void event_notifier_release(EventNotifier *notifier);

/** Makes a notifier of an endpoint, or of a local event's descriptor. Needs the library's lock as
 * well.
 */
NvSciError event_notifier_make(EventService *service, IpcEndpoint *endpoint, int32_t descriptor,
                               EventNotifier **notifier);

/**
 * Gives the notifier of an endpoint, and makes it if there is none. Takes the mutex of events;
 * needs the library's lock.
 */
NvSciError event_notifier_of(PhaseOp op, IpcEndpoint *endpoint, NvSciEventNotifier **pointer);

/**
 * Gives the notifier of an endpoint, and makes it for a service if there is none: the endpoint may
 * have had another service before. `is_new`: it was made. Takes the library's lock.
 *
 * @retval NvSciError_BadParameter  iff handle is no open endpoint, or eventService is no live
 * service
 * @retval NvSciError_InvalidState  iff the endpoint has a notifier of another service
 */
NvSciError event_notifier_at(PhaseOp op, NvSciIpcEndpoint handle,
                             const NvSciEventService *eventService, NvSciEventNotifier **pointer,
                             bool *is_new);

/** An endpoint is about to be closed. Takes the mutex of events; needs the library's lock. */
void event_notifier_detach(PhaseOp op, IpcEndpoint *endpoint);

/** A program looked for the events of an endpoint that was muted. Takes the mutex of events. */
void event_notifier_unmute(const IpcEndpoint *endpoint);

/* Members of the public structs. */

NvSciError event_local_create(NvSciEventService *thisEventService, NvSciLocalEvent **newLocalEvent);
/** Signals a local event of the library itself, in every phase: a wait that is under way goes on in
 * the next one. InvalidState: nobody has its notifier. */
NvSciError event_local_signal(const NvSciLocalEvent *thisLocalEvent);
/** Deletes a local event of the library itself: its notifier is its owner's, and may be there
 * still. */
void event_local_end(const NvSciLocalEvent *thisLocalEvent);
NvSciError event_wait_one(NvSciEventNotifier *eventNotifier, int64_t microseconds);
NvSciError event_wait_several(NvSciEventNotifier *const *eventNotifierArray,
                              size_t eventNotifierCount, int64_t microseconds, bool *newEventArray);
NvSciError event_wait_service(NvSciEventService *eventService,
                              NvSciEventNotifier *const *eventNotifierArray,
                              size_t eventNotifierCount, int64_t microseconds, bool *newEventArray);

#endif /* RINGFENCE_IPC_IPC_H */
