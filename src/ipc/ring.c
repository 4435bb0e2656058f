/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ring.c
 * Two rings of frames in memory that two processes write.
 *
 * Each side trusts the counter that it keeps itself, and publishes it; the peer's counter is only
 * believed as far as it can be true. A side that finds nothing to do sets a flag and looks again;
 * the other side publishes first and looks at the flag then. One of the two always sees the other.
 */
#include <string.h>

#include "core/assert.h"
#include "ipc/ipc.h"

static IpcShared *shared_of(const IpcEndpoint *endpoint)
{
    return endpoint->memory.base;
}

/** Direction that this side writes. */
static IpcDirection *sending(const IpcEndpoint *endpoint)
{
    return &shared_of(endpoint)->directions[endpoint->side];
}

/** Direction that this side reads. */
static IpcDirection *receiving(const IpcEndpoint *endpoint)
{
    return &shared_of(endpoint)->directions[1U - endpoint->side];
}

/** Frame of a direction that a counter names. */
static uint8_t *frame_of(const IpcEndpoint *endpoint, uint32_t direction, uint64_t counter)
{
    uint8_t *const bytes = endpoint->memory.base;
    const uint64_t nframes = endpoint->channel.nframes;
    const uint64_t frame = (direction * nframes) + (counter % nframes);

    return &bytes[sizeof(IpcShared) + (frame * endpoint->channel.frame_size)];
}

uint64_t ipc_memory_size(const IpcChannel *channel)
{
    return sizeof(IpcShared) + ((uint64_t)IPC_SIDES * channel->nframes * channel->frame_size);
}

void ipc_ring_format(const IpcEndpoint *endpoint)
{
    IpcShared *const shared = shared_of(endpoint);

    ASSERT(shared != NULL);
    ASSERT(endpoint->memory.size >= ipc_memory_size(&endpoint->channel));
    shared->magic = IPC_MAGIC;
    shared->version = IPC_VERSION;
    shared->nframes = endpoint->channel.nframes;
    shared->frame_size = endpoint->channel.frame_size;
}

bool ipc_ring_fits(const IpcEndpoint *endpoint)
{
    const IpcShared *const shared = shared_of(endpoint);

    return (shared->magic == IPC_MAGIC) && (shared->version == IPC_VERSION) &&
           (shared->nframes == endpoint->channel.nframes) &&
           (shared->frame_size == endpoint->channel.frame_size);
}

/** @satisfies RF-IPC-033 */
bool ipc_ring_readable(const IpcEndpoint *endpoint, uint64_t *frames)
{
    const uint64_t written = port_load64(&receiving(endpoint)->written.frames);

    *frames = written - endpoint->read;
    return (written >= endpoint->read) && (*frames <= endpoint->channel.nframes);
}

/** @satisfies RF-IPC-033 */
bool ipc_ring_unread(const IpcEndpoint *endpoint, uint64_t *frames)
{
    const uint64_t read = port_load64(&sending(endpoint)->read.frames);

    *frames = endpoint->written - read;
    return (read <= endpoint->written) && (*frames <= endpoint->channel.nframes);
}

const uint8_t *ipc_ring_read_frame(const IpcEndpoint *endpoint)
{
    return frame_of(endpoint, 1U - endpoint->side, endpoint->read);
}

uint8_t *ipc_ring_write_frame(const IpcEndpoint *endpoint)
{
    return frame_of(endpoint, endpoint->side, endpoint->written);
}

/**
 * Wakes the peer if it set the flag. An endpoint that is quiet leaves the flag for later.
 *
 * @satisfies RF-IPC-220
 */
static void wake_if(IpcEndpoint *endpoint, IpcFlag *flag)
{
    if (port_load32(&flag->set) != 0U) {
        if (!endpoint->quiet) {
            port_store32(&flag->set, 0U);
            ipc_wake_peer(endpoint);
        }
    }
}

/** @satisfies RF-IPC-220 */
void ipc_ring_wake_waiting(IpcEndpoint *endpoint)
{
    wake_if(endpoint, &receiving(endpoint)->writer_waits);
    wake_if(endpoint, &sending(endpoint)->reader_waits);
}

/** @satisfies RF-IPC-034 RF-IPC-038 */
void ipc_ring_consume(IpcEndpoint *endpoint)
{
    IpcDirection *const direction = receiving(endpoint);

    endpoint->read++;
    endpoint->moved = true;
    port_store64(&direction->read.frames, endpoint->read);
    wake_if(endpoint, &direction->writer_waits);
}

/** @satisfies RF-IPC-034 */
void ipc_ring_post(IpcEndpoint *endpoint)
{
    IpcDirection *const direction = sending(endpoint);

    endpoint->written++;
    endpoint->moved = true;
    port_store64(&direction->written.frames, endpoint->written);
    wake_if(endpoint, &direction->reader_waits);
}

/** Sets or clears a flag of this side; no store if it is known to be so. Gives the number of
 * reminders that the peer sent because of it. */
static uint32_t announce(PortAtomic32 *flag, bool waits, bool *known)
{
    uint32_t reminders = 0U;

    if (*known && (port_load32(flag) == 0U)) {
        reminders = 1U;
    }
    if (waits) {
        port_store32(flag, 1U);
    } else if (*known) {
        port_store32(flag, 0U);
    } else {
        /* The flag is clear. */
    }
    *known = waits;
    return reminders;
}

/** @satisfies RF-IPC-040 */
bool ipc_ring_levels(IpcEndpoint *endpoint, bool announces, uint32_t *events)
{
    uint64_t readable = 0U;
    uint64_t unread = 0U;
    bool sound = ipc_ring_readable(endpoint, &readable);

    *events = 0U;
    if (sound) {
        endpoint->reminders += announce(&receiving(endpoint)->reader_waits.set,
                                        announces && (readable == 0U), &endpoint->reader_waits);
        sound = ipc_ring_readable(endpoint, &readable);
    }
    if (sound) {
        *events |= (readable > 0U) ? NV_SCI_IPC_EVENT_READ : 0U;
        sound = ipc_ring_unread(endpoint, &unread);
    }
    if (sound) {
        endpoint->reminders +=
            announce(&sending(endpoint)->writer_waits.set,
                     announces && (unread == endpoint->channel.nframes), &endpoint->writer_waits);
        sound = ipc_ring_unread(endpoint, &unread);
    }
    if (sound) {
        *events |= (unread < endpoint->channel.nframes) ? NV_SCI_IPC_EVENT_WRITE : 0U;
        *events |= (unread == 0U) ? NV_SCI_IPC_EVENT_WRITE_EMPTY : 0U;
    }
    return sound;
}

/** Says whether data are news; announces a wait if there are none. */
static bool await_data(IpcEndpoint *endpoint, bool *news)
{
    uint64_t readable = 0U;
    bool sound = ipc_ring_readable(endpoint, &readable);

    if (sound && (readable == 0U)) {
        endpoint->reminders +=
            announce(&receiving(endpoint)->reader_waits.set, true, &endpoint->reader_waits);
        sound = ipc_ring_readable(endpoint, &readable);
    }
    *news =
        (readable > 0U) && (endpoint->moved || endpoint->reader_waits || endpoint->read_refused);
    return sound;
}

/** Says whether room is news; announces a wait if there is none. */
static bool await_room(IpcEndpoint *endpoint, bool *news)
{
    const uint64_t nframes = endpoint->channel.nframes;
    uint64_t unread = 0U;
    bool sound = ipc_ring_unread(endpoint, &unread);

    if (sound && (unread == nframes)) {
        endpoint->reminders +=
            announce(&sending(endpoint)->writer_waits.set, true, &endpoint->writer_waits);
        sound = ipc_ring_unread(endpoint, &unread);
    }
    *news = (unread < nframes) && (endpoint->write_refused || endpoint->writer_waits);
    return sound;
}

/**
 * The flags stay set when data or room have come: only the program's question for events takes
 * notice of them. A flag that was cleared here could be the one that the peer is about to look at.
 *
 * @satisfies RF-IPC-062
 */
bool ipc_ring_await(IpcEndpoint *endpoint, bool *news)
{
    bool data = false;
    bool room = false;
    const bool data_sound = await_data(endpoint, &data);
    const bool room_sound = await_room(endpoint, &room);

    *news = data || room;
    return data_sound && room_sound;
}
