/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file connect.c
 * How two endpoints find each other, and notice that the other one is gone.
 *
 * Both ends of a channel listen under their own names from the moment they are opened. Side 1
 * connects to side 0. Side 0 accepts and sends memory for the channel with its message of the
 * handshake; side 1 checks both and sends its own message back. Whatever goes wrong ends the
 * link, and the search begins anew.
 *
 * Side 1 connects when it is reset and when a connection ends. After an attempt that came to
 * nothing it waits for a notification: side 0 connects to it and closes that link at once. Side 0
 * notifies when it is opened, when accepting failed on its side, once when side 1 had closed its
 * attempt before it was accepted, and when the backlog of attempts may have been full. It does not
 * notify a peer that it refused: two ends that refuse each other would go on for ever.
 */
#include <string.h>

#include "core/assert.h"
#include "core/fault.h"
#include "ipc/ipc.h"
#include "ipc/message.h"

/** Messages and connection attempts that one step takes at most. */
#define STEPS_MAX PORT_BACKLOG_MAX
/** Messages that are taken at most when parcels are looked for: all parcels and claims that may be
 * under way, and more reminders than a link holds. */
#define DRAIN_MAX ((2U * RINGFENCE_CFG_PARCELS) + 512U)

/** A message that came, and the descriptors that came with it. */
typedef struct {
    Message message;
    uint64_t length;
    PortParcel parcel;
} Received;

PortAddress ipc_address(const IpcChannel *channel, uint32_t side)
{
    PortAddress address = {channel->names[side], PORT_SCOPE_USER, 0U, channel->space};

    if (channel->backend == IPC_BACKEND_THREAD) {
        address.scope = PORT_SCOPE_PROCESS;
    } else if (channel->has_gid) {
        address.scope = PORT_SCOPE_GROUP;
        address.gid = channel->gid;
    } else {
        address.scope = PORT_SCOPE_USER;
    }
    return address;
}

/** Message of the handshake for this channel. */
static Message handshake_of(const IpcChannel *channel, MessageKind kind)
{
    Message message;

    (void)memset(&message, 0, sizeof(message));
    message.kind = (uint32_t)kind;
    message.magic = IPC_MAGIC;
    message.version = IPC_VERSION;
    message.nframes = channel->nframes;
    message.frame_size = channel->frame_size;
    message.parcels = RINGFENCE_CFG_PARCELS;
    (void)memcpy(message.names, channel->names, sizeof(message.names));
    return message;
}

/**
 * Notes that this process lacks descriptors or memory for a connection, or that the system refused
 * a call. Attempts do not make the endpoint ready until the next step, which tries again: they
 * would for ever.
 *
 * @satisfies RF-IPC-226
 */
static void note_lack(IpcEndpoint *endpoint, PortStatus status)
{
    if ((status == PORT_NO_RESOURCE) || (status == PORT_NO_MEMORY) || (status == PORT_FAILED)) {
        endpoint->lack =
            (status == PORT_NO_MEMORY) ? NvSciError_InsufficientMemory : NvSciError_ResourceError;
        port_endpoint_listen(&endpoint->system, false);
    }
}

/** Ends the link and searches. */
static void search(IpcEndpoint *endpoint)
{
    if (endpoint->state == IPC_STATE_ESTABLISHED) {
        endpoint->edges = NV_SCI_IPC_EVENT_CONN_RESET;
        /* The event says that nobody is there. */
        endpoint->is_told = true;
    }
    ASSERT(endpoint->longest <= endpoint->channel.frame_size);
    port_link_drop(&endpoint->system);
    ASSERT(endpoint->system.link < 0);
    ipc_parcel_drop_all(endpoint);
    endpoint->orphaned = false;
    endpoint->state = IPC_STATE_SEARCHING;
    port_endpoint_listen(&endpoint->system, true);
}

/** @satisfies RF-IPC-043 */
void ipc_lose(IpcEndpoint *endpoint)
{
    search(endpoint);
    port_endpoint_set(&endpoint->system);
}

/** @satisfies RF-IPC-033 */
void ipc_break(PhaseOp op, IpcEndpoint *endpoint)
{
    ringfence_fault_report(op, RINGFENCE_FAULT_BAD_PEER);
    endpoint->refused = (endpoint->state == IPC_STATE_HANDSHAKE);
    ipc_lose(endpoint);
    endpoint->is_told = true;
}

/** @satisfies RF-IPC-042 */
void ipc_reset(IpcEndpoint *endpoint)
{
    if (endpoint->system.link >= 0) {
        (void)ipc_send_word(endpoint, MESSAGE_RESET);
    }
    endpoint->refused = false;
    endpoint->recalled = false;
    endpoint->lack = NvSciError_Success;
    ipc_lose(endpoint);
    ipc_begin_search(endpoint);
}

static void establish(IpcEndpoint *endpoint)
{
    ASSERT(endpoint->state == IPC_STATE_HANDSHAKE);
    ASSERT(endpoint->system.link >= 0);
    ASSERT(endpoint->memory.base != NULL);
    ASSERT(endpoint->unclaimed == 0U);
    endpoint->recalled = false;
    endpoint->written = 0U;
    endpoint->read = 0U;
    endpoint->moved = false;
    endpoint->longest = 0U;
    endpoint->reader_waits = false;
    endpoint->writer_waits = false;
    endpoint->reminders = 0U;
    endpoint->owes_wake = false;
    endpoint->edges = NV_SCI_IPC_EVENT_CONN_EST;
    endpoint->is_met = true;
    endpoint->state = IPC_STATE_ESTABLISHED;
}

/** Says whether a name in a handshake is the name of the channel, up to the last byte. */
static bool name_fits(const char *name, const char *expected)
{
    bool same = true;

    for (size_t i = 0U; i < NVSCIIPC_MAX_ENDPOINT_NAME; i++) {
        same = same && (name[i] == expected[i]);
    }
    return same;
}

/**
 * Says whether a message is the one of this channel's handshake that is due.
 *
 * @satisfies RF-IPC-024
 */
static bool handshake_fits(const IpcEndpoint *endpoint, const Received *received)
{
    const MessageKind kind = (endpoint->side == 0U) ? MESSAGE_ACCEPT : MESSAGE_OFFER;
    const Message *const message = &received->message;
    const IpcChannel *const channel = &endpoint->channel;

    return (received->length == sizeof(*message)) && (message->kind == (uint32_t)kind) &&
           (message->magic == IPC_MAGIC) && (message->version == IPC_VERSION) &&
           (message->nframes == channel->nframes) && (message->frame_size == channel->frame_size) &&
           (message->parcels == RINGFENCE_CFG_PARCELS) &&
           name_fits(message->names[0], channel->names[0]) &&
           name_fits(message->names[1], channel->names[1]);
}

/** Checks a message of the handshake; side 1 takes the memory that came with it. PORT_FAILED: it
 * does not fit. */
static PortStatus take_offer(IpcEndpoint *endpoint, const Received *received)
{
    PortStatus status = handshake_fits(endpoint, received) ? PORT_OK : PORT_FAILED;

    if ((status == PORT_OK) && (endpoint->side == 1U)) {
        if (received->parcel.count == 1U) {
            status = port_va_adopt(&endpoint->memory, received->parcel.descriptors[0]);
        } else {
            status = PORT_FAILED;
        }
        if ((status == PORT_OK) && (!ipc_ring_fits(endpoint))) {
            status = PORT_FAILED;
        }
    }
    return status;
}

/** Side 1: accepts an offer. Says whether the peer is still there. */
static bool accept_offer(const IpcEndpoint *endpoint)
{
    bool sent = true;

    if (endpoint->side == 1U) {
        const Message reply = handshake_of(&endpoint->channel, MESSAGE_ACCEPT);

        sent = (port_link_send(&endpoint->system, &reply, sizeof(reply), NULL) == PORT_OK);
    }
    return sent;
}

/** Takes the peer's message of the handshake. A peer with another table is dropped, and not
 * searched for before it notifies this side. */
static void take_handshake(IpcEndpoint *endpoint, const Received *received)
{
    const PortStatus status = take_offer(endpoint, received);

    if ((status == PORT_FAILED) && (!fault_is_refused())) {
        ringfence_fault_report(OP_IPC_GET_EVENT_SAFE, RINGFENCE_FAULT_BAD_PEER);
        search(endpoint);
        endpoint->refused = true;
        endpoint->is_told = true;
    } else if (status != PORT_OK) {
        search(endpoint);
        note_lack(endpoint, status);
    } else if (accept_offer(endpoint)) {
        establish(endpoint);
    } else {
        ipc_lose(endpoint);
    }
}

/**
 * The link ended without a word. What was written before can still be read. After a
 * peer that closed an attempt, this side does not connect again: the peer may not want it, and
 * notifies if it does.
 *
 * @satisfies RF-IPC-227
 */
static void take_close(IpcEndpoint *endpoint)
{
    if (endpoint->state == IPC_STATE_ESTABLISHED) {
        ASSERT(!endpoint->orphaned);
        port_link_drop(&endpoint->system);
        port_endpoint_set(&endpoint->system);
        endpoint->orphaned = true;
        endpoint->moved = true;
    } else {
        endpoint->refused = true;
        ipc_lose(endpoint);
    }
}

/** Takes a message that only a connection has. False: it violates the protocol. */
static bool take_news(IpcEndpoint *endpoint, Received *received)
{
    bool sound = false;

    if (received->length == sizeof(ParcelMessage)) {
        ParcelMessage message;

        (void)memcpy(&message, &received->message, sizeof(message));
        if (message.kind == (uint32_t)MESSAGE_PARCEL) {
            sound = ipc_parcel_store(endpoint, message.token, &received->parcel);
        }
    } else if (received->length != sizeof(uint32_t)) {
        sound = false;
    } else if (received->message.kind == (uint32_t)MESSAGE_CLAIMED) {
        sound = ipc_parcel_settle(endpoint);
    } else {
        /* A reminder has done its work when it arrives. */
        sound = (received->message.kind == (uint32_t)MESSAGE_WAKE);
    }
    return sound;
}

/** Takes a message of the peer. */
static void take_message(IpcEndpoint *endpoint, Received *received)
{
    const bool is_word = (received->length == sizeof(uint32_t));

    if (is_word && (received->message.kind == (uint32_t)MESSAGE_RESET)) {
        ipc_lose(endpoint);
    } else if (endpoint->state == IPC_STATE_HANDSHAKE) {
        take_handshake(endpoint, received);
    } else if (!take_news(endpoint, received)) {
        ipc_break(OP_IPC_GET_EVENT_SAFE, endpoint);
    } else {
        /* It was taken. */
    }
}

/** Takes the messages that have come, but not more than `most`. Gives how many there were. */
static uint32_t listen_to_peer(IpcEndpoint *endpoint, uint32_t most)
{
    PortStatus status = PORT_OK;
    uint32_t count = 0U;

    for (uint32_t i = 0U; (i < most) && (status == PORT_OK) && (endpoint->system.link >= 0); i++) {
        Received received = {.length = 0U};

        status = port_link_receive(&endpoint->system, &received.message, sizeof(received.message),
                                   &received.length, &received.parcel);
        if (status == PORT_OK) {
            count++;
            take_message(endpoint, &received);
            port_parcel_close(&received.parcel);
        } else if (status == PORT_CLOSED) {
            take_close(endpoint);
        } else if ((status == PORT_FAILED) && (!fault_is_refused())) {
            ipc_break(OP_IPC_GET_EVENT_SAFE, endpoint);
        } else if (status == PORT_NOT_YET) {
            /* Nothing is there. */
        } else if (endpoint->state == IPC_STATE_HANDSHAKE) {
            search(endpoint);
            note_lack(endpoint, status);
        } else {
            /* This side has no room for what came, which waits in the link. */
            note_lack(endpoint, status);
        }
    }
    return count;
}

/** @satisfies RF-IPC-074 */
void ipc_drain(IpcEndpoint *endpoint)
{
    if (listen_to_peer(endpoint, DRAIN_MAX) > 0U) {
        /* One of them may have been the reminder that somebody sleeps for. */
        port_endpoint_set(&endpoint->system);
    }
}

/** @satisfies RF-IPC-210 RF-IPC-211 */
bool ipc_notice_end(IpcEndpoint *endpoint)
{
    const bool is_over = port_link_is_over(&endpoint->system);

    if (is_over) {
        ipc_drain(endpoint);
    }
    return is_over;
}

/** Side 0: offers memory over a new link. */
static PortStatus offer_memory(IpcEndpoint *endpoint)
{
    const Message offer = handshake_of(&endpoint->channel, MESSAGE_OFFER);
    PortStatus status = ipc_lend(endpoint);

    if (status == PORT_OK) {
        PortParcel parcel;

        ASSERT(endpoint->memory.descriptor >= 0);
        (void)memset(&parcel, 0, sizeof(parcel));
        parcel.count = 1U;
        parcel.descriptors[0] = endpoint->memory.descriptor;
        ipc_ring_format(endpoint);
        status = port_link_send(&endpoint->system, &offer, sizeof(offer), &parcel);
    }
    return status;
}

static void begin_handshake(IpcEndpoint *endpoint)
{
    ASSERT(endpoint->state == IPC_STATE_SEARCHING);
    ASSERT(endpoint->system.link >= 0);
    endpoint->state = IPC_STATE_HANDSHAKE;
    port_endpoint_listen(&endpoint->system, false);
}

/** The other end may not be there; where the system did not tell who it is, nobody is blamed.
 * @satisfies RF-IPC-300 */
static void refuse_stranger(IpcEndpoint *endpoint)
{
    if (fault_is_refused()) {
        note_lack(endpoint, PORT_FAILED);
    } else {
        ringfence_fault_report(OP_IPC_GET_EVENT_SAFE, RINGFENCE_FAULT_BAD_PEER);
        endpoint->is_told = true;
    }
}

/** The other end was opened elsewhere, and had not the memory: this one is told once.
 * @satisfies RF-IPC-314 */
static void note_declined(IpcEndpoint *endpoint)
{
    ipc_refuse(endpoint->op, FAULT_CAUSE_PEER_RINGS, endpoint);
    endpoint->lack = NvSciError_InsufficientMemory;
    endpoint->is_told = true;
}

/** Says whether the search goes on in this step. */
static bool can_go_on(const IpcEndpoint *endpoint)
{
    return (endpoint->state == IPC_STATE_SEARCHING) && (endpoint->lack == NvSciError_Success);
}

/** Counts attempts that were accepted since none waited. When they are as many as the backlog
 * holds, one of the peer may have been turned away. */
static void count_attempt(IpcEndpoint *endpoint, PortStatus status)
{
    ASSERT(endpoint->side == 0U);
    ASSERT(endpoint->attempts < PORT_BACKLOG_MAX);
    if (status == PORT_NOT_YET) {
        endpoint->attempts = 0U;
    } else {
        endpoint->attempts++;
    }
    if (endpoint->attempts >= PORT_BACKLOG_MAX) {
        endpoint->attempts = 0U;
        endpoint->owes_notify = true;
    }
}

/**
 * Side 0: accepting failed, and the link of the client, which may be the peer, was closed. A client
 * that closed first has either left, or refuses this side: it is notified once.
 *
 * @satisfies RF-IPC-226 RF-IPC-229
 */
static void note_failed_accept(IpcEndpoint *endpoint, PortStatus status)
{
    if (endpoint->starved && (status == PORT_NO_MEMORY)) {
        /* It is notified when there is memory for it. */
        note_lack(endpoint, PORT_NO_MEMORY);
    } else if (status != PORT_CLOSED) {
        note_lack(endpoint, (status == PORT_NO_MEMORY) ? status : PORT_NO_RESOURCE);
        endpoint->owes_notify = true;
    } else if (!endpoint->recalled) {
        endpoint->recalled = true;
        endpoint->owes_notify = true;
    } else {
        /* The peer knows where this side is. */
    }
}

/** @satisfies RF-IPC-229 */
PortStatus ipc_notify_peer(IpcEndpoint *endpoint)
{
    PortStatus status = PORT_OK;

    if (endpoint->owes_notify) {
        const PortAddress peer = ipc_address(&endpoint->channel, 1U);
        ASSERT(endpoint->side == 0U);

        status = port_link_notify(&endpoint->system, &peer);
        ipc_report_calls(endpoint, status);
        endpoint->owes_notify = (status != PORT_OK);
    }
    return status;
}

/**
 * Side 0: notifies the peer if it is to. Without a call for that the peer can still call: accepting
 * takes none.
 *
 * @satisfies RF-IPC-272
 */
static void call_back(IpcEndpoint *endpoint)
{
    const bool can_accept = (endpoint->lack == NvSciError_Success);
    const PortStatus status = ipc_notify_peer(endpoint);

    note_lack(endpoint, status);
    if (can_accept && (endpoint->system.kept == 0U)) {
        port_endpoint_listen(&endpoint->system, true);
    }
}

/** Side 0: offers memory to who was accepted, or ends the link. */
static void offer_to_caller(IpcEndpoint *endpoint)
{
    const PortStatus status = offer_memory(endpoint);

    if (status == PORT_OK) {
        begin_handshake(endpoint);
    } else {
        port_link_drop(&endpoint->system);
        note_failed_accept(endpoint, status);
    }
}

/**
 * Side 0: accepts attempts until one holds.
 *
 * @satisfies RF-IPC-228
 */
static void accept_peer(IpcEndpoint *endpoint)
{
    const PortAddress own = ipc_address(&endpoint->channel, 0U);
    PortStatus status = PORT_OK;

    ASSERT(endpoint->system.link < 0);
    for (uint32_t i = 0U; (i < STEPS_MAX) && (status != PORT_NOT_YET) && can_go_on(endpoint); i++) {
        status = port_link_accept(&endpoint->system, &own);
        count_attempt(endpoint, status);
        if (status == PORT_DENIED) {
            refuse_stranger(endpoint);
        } else if (status == PORT_DECLINED) {
            note_declined(endpoint);
        } else if ((status == PORT_NOT_YET) || (status == PORT_BUSY)) {
            /* Nobody connects, or somebody looked who has the address. */
        } else if (status != PORT_OK) {
            note_failed_accept(endpoint, status);
        } else {
            offer_to_caller(endpoint);
        }
    }
    if (endpoint->state == IPC_STATE_SEARCHING) {
        call_back(endpoint);
    }
}

/** Side 1: drops notifications. Says whether one was there, and whether side 0 could not be opened.
 */
static bool drop_backlog(const IpcEndpoint *endpoint, bool *declined)
{
    const PortAddress own = ipc_address(&endpoint->channel, 1U);

    return port_endpoint_drop_backlog(&endpoint->system, &own, declined);
}

/** Side 1: drops notifications, then connects. The order matters: one that comes later is noticed.
 */
static void connect_to_peer(IpcEndpoint *endpoint)
{
    const PortAddress peer = ipc_address(&endpoint->channel, 0U);
    bool declined = false;
    PortStatus status = PORT_OK;

    ASSERT(endpoint->side == 1U);
    ASSERT(endpoint->system.link < 0);
    (void)drop_backlog(endpoint, &declined);
    status = port_link_connect(&endpoint->system, &peer);
    if (status == PORT_OK) {
        begin_handshake(endpoint);
    } else if (status == PORT_DENIED) {
        refuse_stranger(endpoint);
    } else if (declined && (status == PORT_NOT_YET)) {
        note_declined(endpoint);
    } else {
        /* The peer may not be there yet; it will notify this side. */
        ipc_report_calls(endpoint, status);
        note_lack(endpoint, status);
    }
}

/** Says whether side 1 is to connect: one that refused its peer waits until that notifies it. */
static bool may_connect(IpcEndpoint *endpoint, uint32_t ready)
{
    bool may = !endpoint->refused;

    if (endpoint->refused && ((ready & PORT_READY_CONNECT) != 0U)) {
        bool declined = false;

        may = drop_backlog(endpoint, &declined);
        if (declined && (!may)) {
            note_declined(endpoint);
        }
    }
    return may;
}

/** Takes what is ready, and sends a reminder that the system refused before. Gives the bits of
 * port_endpoint_look(). */
static uint32_t take_ready(IpcEndpoint *endpoint)
{
    const uint32_t ready = port_endpoint_look(&endpoint->system);

    if ((ready & PORT_READY_EVENT) != 0U) {
        port_endpoint_clear(&endpoint->system);
    }
    if (endpoint->owes_wake) {
        /* Refused again, it sets the event that was cleared. */
        endpoint->owes_wake = false;
        ipc_wake_peer(endpoint);
    }
    if ((ready & PORT_READY_LINK) != 0U) {
        (void)listen_to_peer(endpoint, STEPS_MAX);
    }
    return ready;
}

/**
 * What was lacking may be there again.
 *
 * @satisfies RF-IPC-020 RF-IPC-022 RF-IPC-226 RF-IPC-300
 */
void ipc_drive(IpcEndpoint *endpoint)
{
    uint32_t ready = 0U;

    if (endpoint->lack != NvSciError_Success) {
        endpoint->lack = NvSciError_Success;
        port_endpoint_listen(&endpoint->system, endpoint->state == IPC_STATE_SEARCHING);
    }
    ready = take_ready(endpoint);
    endpoint->reminders = 0U;
    ipc_tell_claims(endpoint);
    ipc_stock(endpoint);
    if (can_go_on(endpoint) && (endpoint->edges == 0U)) {
        if (endpoint->side == 0U) {
            ipc_feed(endpoint);
            accept_peer(endpoint);
        } else if (may_connect(endpoint, ready)) {
            endpoint->refused = false;
            connect_to_peer(endpoint);
        } else {
            /* The peer has another table. */
        }
    }
    if (fault_is_refused() && (endpoint->lack == NvSciError_Success)) {
        endpoint->lack = NvSciError_ResourceError;
    }
}
