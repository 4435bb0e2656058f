/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file link.c
 * Endpoints of channels between cores: addresses, links, messages.
 *
 * A core writes only its own record. The client, which connects, writes down its peer and a number
 * that this endpoint never had before; the peer, when it accepts, writes down that number. The link
 * holds as long as both say the same. Each end counts the messages that it wrote, and those of the
 * other end that it read; a message says for which link it is, so that those of an earlier one are
 * passed over.
 *
 * What another core may write anew, a name or a message, is read and then looked at again: who
 * writes it counts first, has a fence, and then writes; who reads it has a fence for loads before
 * the count is looked at again.
 */
#include <string.h>

#include "port/cores/cores.h"
#include "ringfence_port.h"

/** Parcels that may be on their way over one link: those that may be unclaimed, and the memory of
 * the channel. */
#define PARCELS (RINGFENCE_CFG_PARCELS + 1U)

_Static_assert(((2U * RINGFENCE_CFG_PARCELS) + 16U) <= CORES_MESSAGES,
               "claims, parcels and reminders have room");
_Static_assert((CORES_MESSAGES & (CORES_MESSAGES - 1U)) == 0U,
               "a count that wraps names the same message");

/** A parcel on its way: this image still uses what is in it. */
typedef struct {
    /** 0: there is none. */
    uint32_t count;
    /** Message that it went with. */
    uint32_t number;
    CoresReference references[PORT_PARCEL_MAX];
} Transit;

/** An endpoint of this image. */
typedef struct {
    bool listens;
    PortAtomic32 is_set;
    /** Notifications that were taken notice of. */
    uint32_t heard;
    bool linked;
    /** This side connected. */
    bool is_client;
    uint32_t link;
    /** The peer: its core, its row, its life, which opening of its row. */
    uint32_t core;
    uint32_t slot;
    uint32_t life;
    uint32_t opened;
    Transit transit[PARCELS];
} LocalEndpoint;

static LocalEndpoint g_cores_ends[RINGFENCE_CFG_IPC_ENDPOINTS];

static CoresEndpoint *own_row(uint32_t slot)
{
    return &cores_record(cores_own())->endpoints[slot];
}

static CoresEndpoint *peer_row(const LocalEndpoint *end)
{
    return &cores_record(end->core)->endpoints[end->slot];
}

/** How an endpoint is named in one word. */
static uint32_t word_of(uint32_t core, uint32_t slot)
{
    return (core << 16U) | slot;
}

/* ---------------------------------------------------------------- addresses */

static bool name_is(const char *stored, const char *name)
{
    bool same = true;
    bool ended = false;

    for (uint32_t i = 0U; (i < CORES_NAME) && same && (!ended); i++) {
        same = (stored[i] == name[i]);
        ended = (name[i] == '\0');
    }
    return same && ended;
}

/** Says whether a row is open under a name. The row may be closed meanwhile, and opened under
 * another one.
 * @satisfies RF-PORT-331 */
static bool is_open_as(const CoresEndpoint *row, const char *name)
{
    const uint32_t opened = port_load32(&row->opened);
    bool is_it = (port_load32(&row->open) != 0U) && name_is(row->name, name);

    if (is_it) {
        port_fence_loads();
        is_it = (port_load32(&row->opened) == opened);
    }
    return is_it;
}

/** Finds an open endpoint, but not the caller's own row. */
static bool find_end(const PortAddress *address, uint32_t except, uint32_t *core, uint32_t *slot)
{
    bool found = false;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_CORES; i++) {
        const bool reachable = (address->scope != PORT_SCOPE_PROCESS) || (i == cores_own());

        if (reachable && (cores_life(i) != 0U)) {
            for (uint32_t k = 0U; k < RINGFENCE_CFG_IPC_ENDPOINTS; k++) {
                bool is_it = false;

                if (word_of(i, k) != except) {
                    is_it = is_open_as(&cores_record(i)->endpoints[k], address->name);
                }
                if (is_it) {
                    *core = i;
                    *slot = k;
                    found = true;
                }
            }
        }
    }
    return found;
}

/** Notifications of an endpoint of this image, of all cores and of all times. */
static uint32_t notifications_at(uint32_t slot)
{
    uint32_t count = 0U;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_CORES; i++) {
        count += port_load32(&cores_record(i)->notifications[cores_own()][slot]);
    }
    return count;
}

/** First row of this image that is not open; RINGFENCE_CFG_IPC_ENDPOINTS: there is none. */
static uint32_t free_slot(void)
{
    uint32_t slot = 0U;

    while ((slot < RINGFENCE_CFG_IPC_ENDPOINTS) && (port_load32(&own_row(slot)->open) != 0U)) {
        slot++;
    }
    return slot;
}

/** Opens a row, unless somebody else has the name. */
static PortStatus open_row(const PortAddress *own, uint32_t slot)
{
    CoresEndpoint *const row = own_row(slot);
    PortStatus status = PORT_OK;
    uint32_t core = 0U;
    uint32_t other = 0U;

    (void)port_add32(&row->opened, 1U);
    port_fence();
    (void)memset(row->name, 0, sizeof(row->name));
    for (uint32_t i = 0U; (i < (CORES_NAME - 1U)) && (own->name[i] != '\0'); i++) {
        row->name[i] = own->name[i];
    }
    port_store32(&row->open, 1U);
    port_fence();
    if (find_end(own, word_of(cores_own(), slot), &core, &other)) {
        port_store32(&row->open, 0U);
        status = PORT_BUSY;
    }
    return status;
}

/** @satisfies RF-PORT-105 */
PortStatus port_endpoint_open(const PortAddress *own, PortEndpoint *endpoint)
{
    PortStatus status = PORT_FAILED;
    uint32_t slot = 0U;

    cores_lock();
    if (cores_join()) {
        slot = free_slot();
        status = PORT_NO_RESOURCE;
    }
    if (slot < RINGFENCE_CFG_IPC_ENDPOINTS) {
        const CoresDescriptor made = {.kind = CORES_WAITER, .name = {0U, slot, 0U}};

        status = (status == PORT_NO_RESOURCE) ? open_row(own, slot) : status;
        if (status == PORT_OK) {
            status = cores_descriptor_take(&made, &endpoint->waiter);
            if (status != PORT_OK) {
                port_store32(&own_row(slot)->open, 0U);
            }
        }
        if (status == PORT_OK) {
            LocalEndpoint *const end = &g_cores_ends[slot];

            end->listens = false;
            end->linked = false;
            end->heard = notifications_at(slot);
            port_store32(&end->is_set, 0U);
            endpoint->name = (int32_t)slot;
            endpoint->event = -1;
            endpoint->link = -1;
            endpoint->kept = PORT_CALLS_KEPT;
            endpoint->network = 0U;
            endpoint->user = 0U;
        }
    }
    cores_unlock();
    return status;
}

/** A call takes nothing of the system. */
PortStatus port_endpoint_stock(PortEndpoint *endpoint)
{
    endpoint->kept = PORT_CALLS_KEPT;
    return PORT_OK;
}

/** The row of an endpoint's number, which is not negative while it is open. */
static uint32_t slot_of(const PortEndpoint *endpoint)
{
    return (uint32_t)endpoint->name;
}

void port_endpoint_close(PortEndpoint *endpoint)
{
    port_link_drop(endpoint);
    cores_lock();
    if (endpoint->name >= 0) {
        port_store32(&own_row(slot_of(endpoint))->open, 0U);
        cores_descriptor_drop(endpoint->waiter);
        endpoint->name = -1;
        endpoint->waiter = -1;
    }
    cores_unlock();
    RingfenceHookWake();
}

int32_t port_endpoint_descriptor(const PortEndpoint *endpoint)
{
    (void)endpoint;
    return -1;
}

void port_endpoint_listen(const PortEndpoint *endpoint, bool listens)
{
    g_cores_ends[slot_of(endpoint)].listens = listens;
}

void port_endpoint_set(const PortEndpoint *endpoint)
{
    port_store32(&g_cores_ends[slot_of(endpoint)].is_set, 1U);
    RingfenceHookWake();
}

void port_endpoint_clear(const PortEndpoint *endpoint)
{
    port_store32(&g_cores_ends[slot_of(endpoint)].is_set, 0U);
}

/* ---------------------------------------------------------------- links */

/** Says whether a row of a core connects to a row of this image, which did not accept it yet. */
static bool connects_here(const CoresEndpoint *row, uint32_t from, uint32_t slot)
{
    const CoresEndpoint *const own = own_row(slot);
    const uint32_t link = port_load32(&row->link);
    const bool accepted =
        (port_load32(&own->accepted) == link) && (port_load32(&own->accepted_from) == from);

    return (port_load32(&row->open) != 0U) && (link != 0U) && (!accepted) &&
           (port_load32(&row->peer) == word_of(cores_own(), slot)) &&
           (port_load32(&row->target) == port_load32(&own->opened));
}

/** Finds a row that connects to a row of this image. */
static bool find_client(uint32_t slot, uint32_t *core, uint32_t *client)
{
    bool found = false;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_CORES; i++) {
        if (cores_life(i) != 0U) {
            for (uint32_t k = 0U; k < RINGFENCE_CFG_IPC_ENDPOINTS; k++) {
                if (connects_here(&cores_record(i)->endpoints[k], word_of(i, k), slot)) {
                    *core = i;
                    *client = k;
                    found = true;
                }
            }
        }
    }
    return found;
}

/** Says whether a peer accepted the link of this image's row. */
static bool is_accepted(const LocalEndpoint *end, uint32_t slot)
{
    const CoresEndpoint *const peer = peer_row(end);

    return (port_load32(&peer->accepted) == end->link) &&
           (port_load32(&peer->accepted_from) == word_of(cores_own(), slot));
}

/** Says whether both ends of a link still have it. */
static bool is_up(const LocalEndpoint *end, uint32_t slot)
{
    const CoresEndpoint *const peer = peer_row(end);
    bool up = (cores_life(end->core) == end->life) && (port_load32(&peer->open) != 0U) &&
              (port_load32(&peer->opened) == end->opened);

    if (up && ((!end->is_client) || is_accepted(end, slot))) {
        up = (port_load32(&peer->link) == end->link) &&
             (port_load32(&peer->peer) == word_of(cores_own(), slot));
    }
    return up;
}

/** Notes the peer of a link. */
static void note_peer(LocalEndpoint *end, uint32_t core, uint32_t slot)
{
    end->core = core;
    end->slot = slot;
    end->life = cores_life(core);
    end->opened = port_load32(&cores_record(core)->endpoints[slot].opened);
    end->linked = true;
}

/** Finds a message of the peer for this link, and its number; those of earlier links are passed
 * over. NULL: there is none.
 * @satisfies RF-PORT-331 */
static const CoresMessage *next_message(const LocalEndpoint *end, uint32_t slot, uint32_t *number)
{
    const CoresEndpoint *const peer = peer_row(end);
    const uint32_t written = port_load32(&peer->written);
    const CoresMessage *found = NULL;

    *number = port_load32(&own_row(slot)->read);
    /* What lies further back was overwritten. */
    if ((written - *number) > CORES_MESSAGES) {
        *number = written;
    }
    while ((*number != written) && (found == NULL)) {
        const CoresMessage *const message = &peer->messages[*number % CORES_MESSAGES];
        const bool is_for_it =
            (message->link == end->link) && (message->to == word_of(cores_own(), slot));

        port_fence_loads();
        if (is_for_it && (port_load32(&peer->opened) == end->opened)) {
            found = message;
        } else {
            *number += 1U;
        }
    }
    return found;
}

uint32_t cores_link_look(uint32_t slot)
{
    const LocalEndpoint *const end = &g_cores_ends[slot];
    uint32_t ready = 0U;

    if (port_load32(&end->is_set) != 0U) {
        ready |= PORT_READY_EVENT;
    }
    if (end->linked) {
        uint32_t number = 0U;
        const CoresMessage *const message = next_message(end, slot, &number);

        if ((message != NULL) || (!is_up(end, slot))) {
            ready |= PORT_READY_LINK;
        }
    }
    if (end->listens) {
        uint32_t core = 0U;
        uint32_t client = 0U;
        const bool connects = find_client(slot, &core, &client);

        if (connects || (notifications_at(slot) != end->heard)) {
            ready |= PORT_READY_CONNECT;
        }
    }
    return ready;
}

uint32_t port_endpoint_look(const PortEndpoint *endpoint)
{
    uint32_t ready = 0U;

    cores_lock();
    cores_link_settle();
    ready = cores_link_look(slot_of(endpoint));
    cores_unlock();
    return ready;
}

bool port_endpoint_drop_backlog(const PortEndpoint *endpoint, const PortAddress *own,
                                bool *declined)
{
    uint32_t heard = 0U;
    bool called = false;

    (void)own;
    *declined = false;
    cores_lock();
    heard = notifications_at(slot_of(endpoint));
    called = (g_cores_ends[slot_of(endpoint)].heard != heard);
    g_cores_ends[slot_of(endpoint)].heard = heard;
    cores_unlock();
    return called;
}

/** The table is the same in all images, and each has memory for its own. */
void port_endpoint_decline(const PortAddress *peer)
{
    (void)peer;
}

/** Images are no processes. */
uint32_t port_endpoint_holder(const PortAddress *own)
{
    (void)own;
    return 0U;
}

/** @satisfies RF-PORT-105 */
PortStatus port_link_notify(PortEndpoint *endpoint, const PortAddress *peer)
{
    uint32_t core = 0U;
    uint32_t slot = 0U;

    (void)endpoint;
    cores_lock();
    if (cores_join()) {
        if (find_end(peer, UINT32_MAX, &core, &slot)) {
            (void)port_add32(&cores_record(cores_own())->notifications[core][slot], 1U);
            RingfenceHookWake();
        }
    }
    cores_unlock();
    return PORT_OK;
}

/** @satisfies RF-PORT-105 */
PortStatus port_link_connect(PortEndpoint *endpoint, const PortAddress *peer)
{
    PortStatus status = PORT_NOT_YET;
    uint32_t core = 0U;
    uint32_t slot = 0U;

    cores_lock();
    if (find_end(peer, UINT32_MAX, &core, &slot)) {
        CoresEndpoint *const own = own_row(slot_of(endpoint));
        const CoresEndpoint *const other = &cores_record(core)->endpoints[slot];
        LocalEndpoint *const end = &g_cores_ends[slot_of(endpoint)];
        uint32_t link = port_add32(&own->attempts, 1U);

        if (link == 0U) {
            link = port_add32(&own->attempts, 1U);
        }
        note_peer(end, core, slot);
        end->is_client = true;
        end->link = link;
        port_store32(&own->peer, word_of(core, slot));
        port_store32(&own->target, end->opened);
        port_store32(&own->first, port_load32(&own->written));
        port_store32(&own->read, port_load32(&other->written));
        port_store32(&own->link, link);
        endpoint->link = 0;
        status = PORT_OK;
        RingfenceHookWake();
    }
    cores_unlock();
    return status;
}

/** @satisfies RF-PORT-105 */
PortStatus port_link_accept(PortEndpoint *endpoint, const PortAddress *own)
{
    PortStatus status = PORT_NOT_YET;
    const uint32_t slot = slot_of(endpoint);
    uint32_t core = 0U;
    uint32_t client = 0U;

    (void)own;
    cores_lock();
    if (find_client(slot, &core, &client)) {
        CoresEndpoint *const row = own_row(slot);
        const CoresEndpoint *const other = &cores_record(core)->endpoints[client];
        LocalEndpoint *const end = &g_cores_ends[slot];

        note_peer(end, core, client);
        end->is_client = false;
        end->link = port_load32(&other->link);
        port_store32(&row->peer, word_of(core, client));
        port_store32(&row->read, port_load32(&other->first));
        port_store32(&row->link, end->link);
        port_store32(&row->accepted_from, word_of(core, client));
        port_store32(&row->accepted, end->link);
        endpoint->link = 0;
        status = PORT_OK;
        RingfenceHookWake();
    }
    cores_unlock();
    return status;
}

/** A core ends as a whole: the number that the hook gives for it changes when its engines are
 * stopped. */
PortStatus port_link_process(const PortEndpoint *endpoint, int32_t *process)
{
    (void)endpoint;
    (void)process;
    return PORT_CLOSED;
}

bool port_process_is_over(int32_t process)
{
    (void)process;
    return true;
}

void port_endpoint_expect(const PortEndpoint *endpoint, int32_t process)
{
    (void)endpoint;
    (void)process;
}

/** Images are no processes: a core that calls has left the connection before. */
PortPeer port_link_peer(const PortEndpoint *endpoint)
{
    const PortPeer core = {0U, 1U};

    (void)endpoint;
    return core;
}

bool port_peer_is_gone(const PortPeer *peer)
{
    return (peer->process != 0U);
}

/** Looking takes no system call here. */
bool port_link_is_over(PortEndpoint *endpoint)
{
    const uint32_t slot = slot_of(endpoint);

    return !is_up(&g_cores_ends[slot], slot);
}

/** Gives up a parcel that was on its way. */
static void end_transit(Transit *transit)
{
    for (uint32_t i = 0U; i < transit->count; i++) {
        const CoresReference *const reference = &transit->references[i];

        cores_let_go((CoresKind)reference->kind, &reference->name);
    }
    transit->count = 0U;
}

/** Gives up what the peer of one endpoint has taken: it uses that by itself. One that is gone needs
 * nothing. */
static void settle_end(LocalEndpoint *end)
{
    for (uint32_t k = 0U; k < PARCELS; k++) {
        Transit *const transit = &end->transit[k];

        if (transit->count > 0U) {
            const uint32_t behind = port_load32(&peer_row(end)->read) - transit->number;

            if (((behind > 0U) && (behind <= (uint32_t)INT32_MAX)) ||
                (cores_life(end->core) != end->life)) {
                end_transit(transit);
            }
        }
    }
}

/** @satisfies RF-PORT-106 */
void cores_link_settle(void)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_IPC_ENDPOINTS; i++) {
        settle_end(&g_cores_ends[i]);
    }
}

void port_link_drop(PortEndpoint *endpoint)
{
    if (endpoint->link >= 0) {
        const uint32_t slot = slot_of(endpoint);
        LocalEndpoint *const end = &g_cores_ends[slot];

        cores_lock();
        port_store32(&own_row(slot)->link, 0U);
        end->linked = false;
        for (uint32_t i = 0U; i < PARCELS; i++) {
            end_transit(&end->transit[i]);
        }
        cores_unlock();
        endpoint->link = -1;
        RingfenceHookWake();
    }
}

/* ---------------------------------------------------------------- messages */

/** Names the descriptors of a parcel for another core, and holds what they name. */
static PortStatus begin_transit(const PortParcel *parcel, uint32_t number, Transit *transit)
{
    PortStatus status = PORT_OK;

    transit->count = 0U;
    transit->number = number;
    for (uint32_t i = 0U; (i < parcel->count) && (status == PORT_OK); i++) {
        const CoresDescriptor *const row = cores_descriptor(parcel->descriptors[i]);

        status = PORT_FAILED;
        if (row != NULL) {
            status = cores_hold(row->kind, &row->name);
        }
        if (status == PORT_OK) {
            CoresReference *const reference = &transit->references[i];

            reference->name = row->name;
            reference->kind = (uint32_t)row->kind;
            reference->writable = row->writable ? 1U : 0U;
            transit->count++;
        }
    }
    if (status != PORT_OK) {
        end_transit(transit);
    }
    return status;
}

/** Row for a parcel that goes over a link; NULL: so many are on their way. */
static Transit *free_transit(LocalEndpoint *end)
{
    Transit *found = NULL;

    cores_link_settle();
    for (uint32_t i = 0U; i < PARCELS; i++) {
        if (end->transit[i].count == 0U) {
            found = &end->transit[i];
        }
    }
    return found;
}

/** Writes a message behind the others. Who reads an earlier one at its place sees by what was
 * counted and linked before that it is overwritten.
 * @satisfies RF-PORT-331 */
static void post(CoresEndpoint *own, const LocalEndpoint *end, const void *bytes, uint64_t size,
                 const Transit *transit)
{
    const uint32_t written = port_load32(&own->written);
    CoresMessage *const message = &own->messages[written % CORES_MESSAGES];

    port_fence();
    message->link = end->link;
    message->to = word_of(end->core, end->slot);
    message->length = (uint32_t)size;
    message->count = (transit != NULL) ? transit->count : 0U;
    for (uint32_t i = 0U; i < message->count; i++) {
        message->references[i] = transit->references[i];
    }
    (void)memcpy(message->bytes, bytes, (size_t)size);
    port_store32(&own->written, written + 1U);
    RingfenceHookWake();
}

/** Says whether a message can be written now. */
static PortStatus can_post(const LocalEndpoint *end, uint32_t slot, uint64_t size)
{
    const uint32_t waiting =
        port_load32(&own_row(slot)->written) - port_load32(&peer_row(end)->read);
    PortStatus status = PORT_OK;

    if ((!end->linked) || (!is_up(end, slot))) {
        status = PORT_CLOSED;
    } else if (size > CORES_BYTES) {
        status = PORT_FAILED;
    } else if ((end->is_client && (!is_accepted(end, slot))) || (waiting >= CORES_MESSAGES)) {
        status = PORT_NOT_YET;
    } else {
        status = PORT_OK;
    }
    return status;
}

/** @satisfies RF-PORT-105 RF-PORT-106 */
PortStatus port_link_send(const PortEndpoint *endpoint, const void *bytes, uint64_t size,
                          const PortParcel *parcel)
{
    const uint32_t slot = slot_of(endpoint);
    LocalEndpoint *const end = &g_cores_ends[slot];
    CoresEndpoint *const own = own_row(slot);
    Transit *transit = NULL;
    PortStatus status = PORT_OK;

    cores_lock();
    status = can_post(end, slot, size);
    if ((status == PORT_OK) && (parcel != NULL)) {
        transit = free_transit(end);
        status = (transit != NULL) ? begin_transit(parcel, port_load32(&own->written), transit)
                                   : PORT_NO_RESOURCE;
    }
    if (status == PORT_OK) {
        post(own, end, bytes, size, transit);
    }
    cores_unlock();
    return status;
}

/** Says whether a reference of a peer names a resource of the kind that it says. */
static bool is_named(const CoresReference *reference)
{
    const bool is_memory = (reference->kind == (uint32_t)CORES_MEMORY);
    const bool is_line =
        (reference->kind == (uint32_t)CORES_KEEP) || (reference->kind == (uint32_t)CORES_WATCH);
    const uint32_t lines = CORES_MEMORIES + CORES_COUNTERS;

    return (reference->name.core < RINGFENCE_CFG_CORES) &&
           (reference->name.index < CORES_RESOURCES) &&
           ((is_memory && (reference->name.index < lines)) ||
            (is_line && (reference->name.index >= lines)));
}

/** Makes descriptors of what came with a message. */
static PortStatus take_parcel(const CoresMessage *message, PortParcel *parcel)
{
    PortStatus status = (message->count <= PORT_PARCEL_MAX) ? PORT_OK : PORT_FAILED;

    for (uint32_t i = 0U; (status == PORT_OK) && (i < message->count); i++) {
        const CoresReference *const reference = &message->references[i];
        const CoresDescriptor made = {.kind = (CoresKind)reference->kind,
                                      .writable = (reference->writable == 1U),
                                      .name = reference->name};

        status = PORT_FAILED;
        if (is_named(reference)) {
            status = cores_descriptor_make(&made, &parcel->descriptors[i]);
            /* What is not there any more belonged to a core that was started again. */
            status = (status == PORT_FAILED) ? PORT_NO_RESOURCE : status;
        }
        if (status == PORT_OK) {
            parcel->count++;
        }
    }
    return status;
}

/** Says whether the peer may have written into the place of a message since it was found: it was
 * opened again, or wrote for another link, whose other end does not wait for what this one reads.
 */
static bool is_overwritten(const LocalEndpoint *end, uint32_t number)
{
    const CoresEndpoint *const peer = peer_row(end);
    const uint32_t behind = port_load32(&peer->written) - number;
    const uint32_t link = port_load32(&peer->link);
    const bool is_linked_anew = (link != end->link) && (link != 0U);

    return (port_load32(&peer->opened) != end->opened) || (behind > CORES_MESSAGES) ||
           ((behind == CORES_MESSAGES) && is_linked_anew);
}

/** Takes a message out of its place, which the peer may write meanwhile.
 * @satisfies RF-PORT-331 */
static PortStatus take_out_message(const LocalEndpoint *end, uint32_t number, void *bytes,
                                   uint64_t size, uint64_t *length, PortParcel *parcel)
{
    CoresMessage message;
    PortStatus status = PORT_FAILED;

    (void)memcpy(&message, &peer_row(end)->messages[number % CORES_MESSAGES], sizeof(message));
    port_fence_loads();
    if (is_overwritten(end, number)) {
        status = PORT_CLOSED;
    } else if ((message.length <= size) && (message.length <= CORES_BYTES)) {
        status = take_parcel(&message, parcel);
    } else {
        status = PORT_FAILED;
    }
    if (status == PORT_OK) {
        (void)memcpy(bytes, message.bytes, (size_t)message.length);
        *length = message.length;
    }
    return status;
}

/** @satisfies RF-PORT-105 RF-PORT-106 */
PortStatus port_link_receive(const PortEndpoint *endpoint, void *bytes, uint64_t size,
                             uint64_t *length, PortParcel *parcel)
{
    const uint32_t slot = slot_of(endpoint);
    LocalEndpoint *const end = &g_cores_ends[slot];
    CoresEndpoint *const own = own_row(slot);
    PortStatus status = PORT_CLOSED;

    parcel->count = 0U;
    cores_lock();
    if (end->linked) {
        /* A link that ended after this look has nothing to say after the next one. */
        const bool up = is_up(end, slot);
        uint32_t number = 0U;
        const CoresMessage *const message = next_message(end, slot, &number);

        if (message != NULL) {
            status = take_out_message(end, number, bytes, size, length, parcel);
            number++;
        } else {
            status = up ? PORT_NOT_YET : PORT_CLOSED;
        }
        port_store32(&own->read, number);
        /* An answer may say that the peer is done with what this core passed on: so is this core.
         */
        settle_end(end);
    }
    if (status != PORT_OK) {
        for (uint32_t i = 0U; i < parcel->count; i++) {
            cores_descriptor_drop(parcel->descriptors[i]);
        }
        parcel->count = 0U;
    }
    cores_unlock();
    return status;
}
