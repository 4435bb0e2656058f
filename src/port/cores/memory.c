/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file memory.c
 * Memory of buffers, sync objects and channels, out of the memory that the cores share.
 *
 * Each core gives out its own part. What another core still uses is not given out again, whatever
 * became of the core that it belongs to.
 *
 * Buffers may lie in memory whose caches do not see one another: programs write them back. Channels
 * and sync objects are words by which the cores speak, which nobody writes back: they lie in the
 * records, in the arena of counters.
 */
#include <string.h>

#include "port/baremetal/cache.h"
#include "port/cores/cores.h"
#include "ringfence_port.h"

/** Not 0 in a row: memory that can be sealed no more. */
#define SEALED    1U
#define KEPT_OPEN 2U

/** Rows of memory that is given out by places: those of buffers, or of channels. */
typedef struct {
    uint32_t first;
    uint32_t count;
    uint32_t bytes;
    RingfenceArena arena;
} Rooms;

static const Rooms g_cores_buffer_rooms = {0U, RINGFENCE_CFG_BUF_MEMORIES, CORES_BUFFER_BYTES,
                                           RINGFENCE_ARENA_BUFFERS};
static const Rooms g_cores_channel_rooms = {RINGFENCE_CFG_BUF_MEMORIES, RINGFENCE_CFG_IPC_ENDPOINTS,
                                            CORES_CHANNEL_BYTES, RINGFENCE_ARENA_COUNTERS};

/** Memory of a channel, and the descriptor by which this image uses it. */
typedef struct {
    uint8_t *base;
    int32_t descriptor;
} Space;

/** As many as either kind has rows. */
static PlaceBlock g_cores_blocks[CORES_MEMORIES];
static Space g_cores_spaces[RINGFENCE_CFG_IPC_ENDPOINTS];
static size_t g_cores_high_water[2];
static size_t g_cores_missing[2];

uint64_t port_page_size(void)
{
    return PLACE_LINE;
}

/* ---------------------------------------------------------------- where resources are */

/** First byte of the memory of a sync object, counter or waiters. */
static uint8_t *counters_at(const CoresName *name)
{
    const uint32_t number = name->index - CORES_MEMORIES;
    PlaceCounters *const all = cores_record(name->core)->counters;

    return (number < RINGFENCE_CFG_SYNC_OBJECTS) ? all[number].counter
                                                 : all[number - RINGFENCE_CFG_SYNC_OBJECTS].waiters;
}

/** Says whether a row is that of a channel's memory. */
static bool is_channel(uint32_t index)
{
    return (index >= RINGFENCE_CFG_BUF_MEMORIES) && (index < CORES_MEMORIES);
}

/** First byte of what a core gives out by places: to buffers, or to channels. */
static uint8_t *rooms_at(uint32_t core, bool channels)
{
    return channels ? cores_record(core)->channels : cores_buffers(core);
}

/** Bytes that a row may name at most. */
static uint32_t room_of(uint32_t index)
{
    uint32_t room = CORES_BUFFER_BYTES;

    if (index >= (CORES_MEMORIES + RINGFENCE_CFG_SYNC_OBJECTS)) {
        room = PLACE_WAITERS_SIZE;
    } else if (index >= CORES_MEMORIES) {
        room = PLACE_COUNTER_SIZE;
    } else if (is_channel(index)) {
        room = CORES_CHANNEL_BYTES;
    } else {
        /* A buffer. */
    }
    return room;
}

/** First byte of the memory of a resource; NULL: it cannot be what its row says. */
static uint8_t *memory_of(const CoresName *name)
{
    const CoresResource *const resource = cores_resource(name);
    const uint32_t place = port_load32(&resource->place);
    const uint32_t size = port_load32(&resource->size);
    const uint32_t room = room_of(name->index);
    uint8_t *base = NULL;

    if ((size > 0U) && (place <= room) && (size <= (room - place))) {
        base = (name->index < CORES_MEMORIES)
                   ? &rooms_at(name->core, is_channel(name->index))[place]
                   : counters_at(name);
    }
    return base;
}

/** Bytes of the rows of this core that are in use: of buffers, or of channels and sync objects. */
static size_t bytes_in_use(uint32_t first, uint32_t count)
{
    size_t bytes = 0U;

    for (uint32_t i = first; i < (first + count); i++) {
        if (cores_resource_is_used(i)) {
            bytes += port_load32(&cores_record(cores_own())->resources[i].size);
        }
    }
    return bytes;
}

static size_t arena_in_use(RingfenceArena arena)
{
    return (arena == RINGFENCE_ARENA_BUFFERS)
               ? bytes_in_use(0U, RINGFENCE_CFG_BUF_MEMORIES)
               : bytes_in_use(RINGFENCE_CFG_BUF_MEMORIES,
                              RINGFENCE_CFG_IPC_ENDPOINTS + CORES_COUNTERS);
}

static void note_use(RingfenceArena arena)
{
    const size_t bytes = arena_in_use(arena);

    if (bytes > g_cores_high_water[arena]) {
        g_cores_high_water[arena] = bytes;
    }
}

uint64_t port_memory_left(void)
{
    const uint32_t bytes = CORES_BUFFER_BYTES;
    uint64_t left = 0U;

    cores_lock();
    if (cores_join()) {
        left = (uint64_t)bytes - (uint64_t)arena_in_use(RINGFENCE_ARENA_BUFFERS);
    }
    cores_unlock();
    return left;
}

uint64_t port_memory_spare(uint64_t size)
{
    (void)size;
    return port_memory_left();
}

/** @satisfies RF-PORT-086 */
bool RingfencePortGetArenaUsage(RingfenceArena arena, RingfenceArenaUsage *usage)
{
    const bool known = (arena == RINGFENCE_ARENA_BUFFERS) || (arena == RINGFENCE_ARENA_COUNTERS);
    bool tells = false;

    if (known && (usage != NULL)) {
        cores_lock();
        if (cores_join()) {
            const bool buffers = (arena == RINGFENCE_ARENA_BUFFERS);

            cores_link_settle();
            usage->size = CORES_BUFFER_BYTES;
            if (!buffers) {
                usage->size = sizeof(cores_record(cores_own())->counters) + CORES_CHANNEL_BYTES;
            }
            usage->inUse = arena_in_use(arena);
            usage->highWater = g_cores_high_water[arena];
            usage->missing = g_cores_missing[arena];
            tells = true;
        }
        cores_unlock();
    }
    return tells;
}

/**
 * The integrator's hook gives all that is needed, or nothing.
 *
 * @satisfies RF-PORT-109
 */
uint64_t port_memory_missing(void)
{
    uint64_t missing = 0U;

    cores_lock();
    if (!cores_join()) {
        missing = cores_refused();
    }
    cores_unlock();
    return missing;
}

/* ---------------------------------------------------------------- giving out */

/** Finds a place among what is in use. */
static bool find_room(const Rooms *rooms, uint64_t size, uint64_t alignment, uint32_t *place)
{
    const FirstFitArena arena = {rooms_at(cores_own(), is_channel(rooms->first)), rooms->bytes,
                                 g_cores_blocks, rooms->count};
    uint64_t found = 0U;
    uint64_t missing = UINT64_MAX;
    bool fits = false;

    for (uint32_t i = 0U; i < rooms->count; i++) {
        const uint32_t row = rooms->first + i;
        const CoresResource *const resource = &cores_record(cores_own())->resources[row];
        const bool used = cores_resource_is_used(row);

        g_cores_blocks[i].start = used ? (size_t)port_load32(&resource->place) : 0U;
        g_cores_blocks[i].size = used ? (size_t)port_load32(&resource->size) : 0U;
    }
    if ((size <= PLACE_MOST) && (alignment <= PLACE_MOST)) {
        fits = first_fit_find(&arena, first_fit_lines(size), alignment, &found, &missing);
    }
    if (fits) {
        *place = (uint32_t)found;
    } else {
        g_cores_missing[rooms->arena] = (missing > (uint64_t)SIZE_MAX) ? SIZE_MAX : (size_t)missing;
    }
    return fits;
}

/** Makes a row that was taken memory of this image. It is zero for engines and other cores too. */
static PortStatus hand_out_row(const CoresName *name, uint32_t place, uint64_t size,
                               uint64_t alignment, PortMemory *memory)
{
    CoresResource *const resource = cores_resource(name);
    const CoresDescriptor made = {.kind = CORES_MEMORY, .writable = true, .name = *name};
    PortStatus status = PORT_OK;
    uint8_t *base = NULL;
    int32_t descriptor = -1;

    port_store32(&resource->place, place);
    port_store32(&resource->size, (uint32_t)size);
    base = memory_of(name);
    (void)memset(base, 0, (size_t)size);
    status = port_cache_write(base, (size_t)size);
    if (status == PORT_OK) {
        status = cores_descriptor_make(&made, &descriptor);
    }
    if (status == PORT_OK) {
        memory->base = base;
        memory->view = NULL;
        memory->size = size;
        memory->alignment = alignment;
        memory->descriptor = descriptor;
    }
    return status;
}

/** port_memory_reserve() for who has the lock: memory of a buffer, or of a channel. */
static PortStatus reserve_room(const Rooms *rooms, uint64_t size, uint64_t alignment,
                               PortMemory *memory)
{
    const uint64_t step = (alignment > PLACE_LINE) ? alignment : PLACE_LINE;
    const uint64_t rounded = first_fit_lines(size);
    PortStatus status = PORT_NO_MEMORY;
    CoresName name = {0U, 0U, 0U};
    uint32_t place = 0U;

    cores_link_settle();
    if (!cores_join()) {
        status = PORT_FAILED;
    } else if (cores_resource_take(rooms->first, rooms->count, &name)) {
        if (find_room(rooms, size, step, &place)) {
            status = hand_out_row(&name, place, rounded, step, memory);
            note_use(rooms->arena);
        }
    } else {
        /* All rows are taken. */
    }
    return status;
}

/** @satisfies RF-PORT-084 RF-PORT-085 */
PortStatus port_memory_reserve(uint64_t size, uint64_t alignment, PortMemory *memory)
{
    PortStatus status = PORT_FAILED;

    cores_lock();
    status = reserve_room(&g_cores_buffer_rooms, size, alignment, memory);
    cores_unlock();
    return status;
}

/** @satisfies RF-PORT-084 */
PortStatus port_counter_reserve(uint64_t size, PortMemory *memory)
{
    const bool is_waiters = (size == PORT_WAITERS_BYTES);
    uint32_t first = CORES_MEMORIES;
    PortStatus status = PORT_NO_MEMORY;
    CoresName name = {0U, 0U, 0U};
    bool taken = false;

    if (is_waiters) {
        first += RINGFENCE_CFG_SYNC_OBJECTS;
    }
    cores_lock();
    cores_link_settle();
    if (!cores_join()) {
        status = PORT_FAILED;
    } else if (is_waiters || (size <= PLACE_COUNTER_SIZE)) {
        /* Other cores may still use what became free here. */
        taken = cores_resource_take(first, RINGFENCE_CFG_SYNC_OBJECTS, &name);
    } else {
        /* No row is as large. */
    }
    if (taken) {
        status = hand_out_row(&name, 0U, first_fit_lines(size), PLACE_LINE, memory);
        note_use(RINGFENCE_ARENA_COUNTERS);
    }
    cores_unlock();
    return status;
}

PortStatus port_memory_view(PortMemory *memory)
{
    if (memory->view == NULL) {
        memory->view = memory->base;
    }
    return PORT_OK;
}

/* ---------------------------------------------------------------- to and from other cores */

/** Bytes, alignment and rights that memory must have. */
static PortStatus check_row(const CoresDescriptor *row, uint64_t size, uint64_t alignment,
                            bool writable)
{
    const CoresResource *const resource = cores_resource(&row->name);
    /* cppcheck-suppress misra-c2012-11.4 ; DEV-002 alignment is one of addresses */
    const uint64_t address = (uint64_t)(uintptr_t)memory_of(&row->name);
    PortStatus status = PORT_OK;

    if ((address == 0U) || ((address & (alignment - 1U)) != 0U) ||
        (port_load32(&resource->size) != size)) {
        status = PORT_FAILED;
    } else if (writable && ((!row->writable) || (port_load32(&resource->sealed) == SEALED))) {
        status = PORT_DENIED;
    } else {
        status = PORT_OK;
    }
    return status;
}

/**
 * What the cache has of earlier memory at this place is dropped.
 *
 * @satisfies RF-PORT-103 RF-PORT-108
 */
PortStatus port_memory_adopt(int32_t descriptor, uint64_t size, uint64_t alignment, bool writable,
                             PortMemory *memory)
{
    PortStatus status = PORT_FAILED;
    const uint64_t step = (alignment > PLACE_LINE) ? alignment : PLACE_LINE;
    const uint64_t rounded = first_fit_lines(size);
    const CoresDescriptor *row = NULL;

    cores_lock();
    row = cores_descriptor(descriptor);
    if ((row != NULL) && (row->kind == CORES_MEMORY)) {
        status = check_row(row, rounded, step, writable);
    }
    if (status == PORT_OK) {
        uint8_t *const base = memory_of(&row->name);

        status = port_cache_write(base, (size_t)rounded);
        if (status == PORT_OK) {
            memory->base = writable ? base : NULL;
            memory->view = writable ? NULL : base;
            memory->size = rounded;
            memory->alignment = step;
            memory->descriptor = descriptor;
        }
    }
    cores_unlock();
    return status;
}

/** @satisfies RF-PORT-103 */
PortStatus port_memory_share(const PortMemory *memory, bool writable, int32_t *descriptor)
{
    PortStatus status = PORT_DENIED;
    const CoresDescriptor *row = NULL;

    cores_lock();
    row = cores_descriptor(memory->descriptor);
    if (row == NULL) {
        status = PORT_FAILED;
    } else if ((!writable) || (memory->base != NULL)) {
        CoresDescriptor made = *row;

        made.writable = writable;
        status = cores_descriptor_make(&made, descriptor);
    } else {
        /* Who may not write it cannot pass that on. */
    }
    cores_unlock();
    return status;
}

/** Sets the word of a row that says who may map its memory for writing, unless it was set to
 * something else. */
static PortStatus set_sealed(const PortMemory *memory, uint32_t sealed)
{
    PortStatus status = PORT_FAILED;
    const CoresDescriptor *row = NULL;

    cores_lock();
    row = cores_descriptor(memory->descriptor);
    if (row != NULL) {
        CoresResource *const resource = cores_resource(&row->name);
        const uint32_t before = port_load32(&resource->sealed);

        if ((before == 0U) || (before == sealed)) {
            port_store32(&resource->sealed, sealed);
            status = PORT_OK;
        }
    }
    cores_unlock();
    return status;
}

/** @satisfies RF-PORT-103 */
PortStatus port_memory_seal(const PortMemory *memory)
{
    return set_sealed(memory, SEALED);
}

/** @satisfies RF-PORT-103 */
PortStatus port_memory_keep_open(const PortMemory *memory)
{
    return set_sealed(memory, KEPT_OPEN);
}

/* ---------------------------------------------------------------- channels */

/** Row of the memory of a channel; NULL as `base`: a row that is free. */
static Space *find_space(const uint8_t *base)
{
    Space *found = NULL;

    for (uint32_t i = 0U; i < RINGFENCE_CFG_IPC_ENDPOINTS; i++) {
        if (g_cores_spaces[i].base == base) {
            found = &g_cores_spaces[i];
        }
    }
    return found;
}

static void release_space(const uint8_t *base)
{
    Space *const space = find_space(base);

    if (space != NULL) {
        cores_descriptor_drop(space->descriptor);
        space->base = NULL;
        space->descriptor = -1;
    }
}

/** A peer that calls has left the connection before: the same memory serves each. */
uint32_t port_va_count(void)
{
    return 1U;
}

/** @satisfies RF-PORT-104 RF-PORT-330 */
PortStatus port_va_reserve(uint64_t size, bool makes, PortMemory *memory)
{
    PortStatus status = PORT_OK;
    PortMemory made = {NULL, NULL, first_fit_lines(size), PLACE_LINE, -1};

    cores_lock();
    if (makes) {
        status = reserve_room(&g_cores_channel_rooms, size, PLACE_LINE, &made);
    }
    if (status == PORT_OK) {
        *memory = made;
    }
    cores_unlock();
    return status;
}

PortStatus port_va_make(PortMemory *memory)
{
    return port_va_renew(memory);
}

/** @satisfies RF-PORT-104 */
PortStatus port_va_renew(const PortMemory *memory)
{
    /* cppcheck-suppress misra-c2012-11.8 ; DEV-046 the description is const, not the memory */
    (void)memset(memory->base, 0, (size_t)memory->size);
    return PORT_OK;
}

/** Takes memory of another core in the place of what was there. There is a row for each endpoint.
 */
static PortStatus take_space(const CoresDescriptor *row, PortMemory *memory)
{
    int32_t copy = -1;
    const PortStatus status = cores_descriptor_make(row, &copy);

    if (status == PORT_OK) {
        Space *space = NULL;

        if (memory->base != NULL) {
            release_space(memory->base);
        }
        memory->base = memory_of(&row->name);
        space = find_space(NULL);
        if (space != NULL) {
            space->base = memory->base;
            space->descriptor = copy;
        }
    }
    return status;
}

/** Only memory in which caches see each other is a channel's.
 * @satisfies RF-PORT-104 RF-PORT-330 */
PortStatus port_va_adopt(PortMemory *memory, int32_t descriptor)
{
    PortStatus status = PORT_FAILED;
    const CoresDescriptor *row = NULL;

    cores_lock();
    row = cores_descriptor(descriptor);
    if ((row != NULL) && (row->kind == CORES_MEMORY) && is_channel(row->name.index)) {
        const PortStatus fits = check_row(row, memory->size, PLACE_LINE, true);

        status = (fits == PORT_OK) ? take_space(row, memory) : PORT_FAILED;
    }
    cores_unlock();
    return status;
}

/* ---------------------------------------------------------------- giving back */

/**
 * The cache keeps nothing that it could write later, when the memory is another object's.
 *
 * @satisfies RF-PORT-108
 */
void port_memory_release(PortMemory *memory)
{
    const void *const first = (memory->base != NULL) ? memory->base : memory->view;

    cores_lock();
    if (memory->descriptor >= 0) {
        if (first != NULL) {
            (void)port_cache_write(first, (size_t)memory->size);
        }
        cores_descriptor_drop(memory->descriptor);
    } else if (memory->base != NULL) {
        release_space(memory->base);
    } else {
        /* There is nothing. */
    }
    memory->base = NULL;
    memory->view = NULL;
    memory->descriptor = -1;
    cores_unlock();
}
