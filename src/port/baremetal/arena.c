/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file arena.c
 * Memory of buffers and of sync objects out of static arrays.
 *
 * Buffers have any size: they lie one behind the other, and a new one takes the lowest place where
 * it fits. Sync objects have blocks of one size each, as many as there are objects, so that an
 * object never fails for memory.
 */
#include <stddef.h>
#include <string.h>

#include "port/baremetal/cache.h"
#include "port/baremetal/first_fit.h"
#include "port/memory.h"
#include "port/status.h"
#include "ringfence_cfg.h"
#include "ringfence_port.h"

#if (RINGFENCE_CFG_BUFFER_REGION == 1U)
/** Set by the linker script: first byte of the memory for buffers, and the first behind it. */
extern uint8_t ringfence_buffers_begin[RINGFENCE_CFG_BUFFER_BYTES];
extern uint8_t ringfence_buffers_end[1];

#define BUFFERS ringfence_buffers_begin

/** 0 if the end is before the beginning. */
static size_t buffers_size(void)
{
    /* cppcheck-suppress misra-c2012-11.4 ; DEV-002 the linker gives sizes as addresses */
    const uintptr_t begin = (uintptr_t)ringfence_buffers_begin;
    /* cppcheck-suppress misra-c2012-11.4 ; DEV-002 the linker gives sizes as addresses */
    const uintptr_t end = (uintptr_t)ringfence_buffers_end;

    return (end > begin) ? (size_t)(end - begin) : 0U;
}
#else
/** A linker script finds this and the counters by these names; one that does not know them puts
 * them with all else that is zero. */
static uint8_t g_port_buffers[RINGFENCE_CFG_BUFFER_BYTES]
    __attribute__((section(".bss.ringfence.buffers"), aligned(PLACE_BUFFERS)));

#define BUFFERS g_port_buffers

static size_t buffers_size(void)
{
    return sizeof(g_port_buffers);
}
#endif
static PlaceCounters g_port_counters[RINGFENCE_CFG_SYNC_OBJECTS]
    __attribute__((section(".bss.ringfence.counters"), aligned(PLACE_LINE)));

static PlaceBlock g_port_blocks[RINGFENCE_CFG_BUF_MEMORIES];
static bool g_port_counter_taken[RINGFENCE_CFG_SYNC_OBJECTS];
static bool g_port_waiters_taken[RINGFENCE_CFG_SYNC_OBJECTS];
static RingfenceArenaUsage g_port_usage[2];

uint64_t port_page_size(void)
{
    return PLACE_LINE;
}

/** Of the region, what buffers are given of. */
static size_t buffers_usable(void)
{
    const size_t size = buffers_size();

    return (size < RINGFENCE_CFG_BUFFER_BYTES) ? size : RINGFENCE_CFG_BUFFER_BYTES;
}

/* ---------------------------------------------------------------- counts */

static void count_taken(RingfenceArena arena, size_t size)
{
    RingfenceArenaUsage *const usage = &g_port_usage[arena];

    usage->inUse += size;
    if (usage->inUse > usage->highWater) {
        usage->highWater = usage->inUse;
    }
}

/** @satisfies RF-PORT-086 */
bool RingfencePortGetArenaUsage(RingfenceArena arena, RingfenceArenaUsage *usage)
{
    const bool known = (arena == RINGFENCE_ARENA_BUFFERS) || (arena == RINGFENCE_ARENA_COUNTERS);
    const bool tells = known && (usage != NULL);

    if (tells) {
        *usage = g_port_usage[arena];
        usage->size = (arena == RINGFENCE_ARENA_BUFFERS) ? buffers_usable() : sizeof(g_port_counters);
    }
    return tells;
}

/* ---------------------------------------------------------------- buffers */

/** @satisfies RF-PORT-089 */
uint64_t port_memory_missing(void)
{
    const size_t size = buffers_size();
    size_t missing = 0U;

    if (size < RINGFENCE_CFG_BUFFER_BYTES) {
        missing = RINGFENCE_CFG_BUFFER_BYTES - size;
        g_port_usage[RINGFENCE_ARENA_BUFFERS].missing = missing;
    }
    return missing;
}

/** Row for a new buffer; NULL: all are taken. */
static PlaceBlock *free_row(void)
{
    PlaceBlock *row = NULL;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_BUF_MEMORIES) && (row == NULL); i++) {
        if (g_port_blocks[i].size == 0U) {
            row = &g_port_blocks[i];
        }
    }
    return row;
}

/** Notes by how much the arena is too small. */
static void note_missing(uint64_t missing)
{
    g_port_usage[RINGFENCE_ARENA_BUFFERS].missing =
        (missing > (uint64_t)SIZE_MAX) ? SIZE_MAX : (size_t)missing;
}

/** Fills the caller's record. The memory is zero for engines too. */
static PortStatus hand_out(uint8_t *base, size_t size, uint64_t alignment, PortMemory *memory)
{
    PortStatus status = PORT_OK;

    (void)memset(base, 0, size);
    status = port_cache_write(base, size);
    if (status == PORT_OK) {
        memory->base = base;
        memory->view = NULL;
        memory->size = size;
        memory->alignment = alignment;
        memory->descriptor = -1;
    }
    return status;
}

/** @satisfies RF-PORT-084 RF-PORT-085 */
PortStatus port_memory_reserve(uint64_t size, uint64_t alignment, PortMemory *memory)
{
    const FirstFitArena arena = {BUFFERS, RINGFENCE_CFG_BUFFER_BYTES, g_port_blocks,
                                 RINGFENCE_CFG_BUF_MEMORIES};
    const uint64_t step = (alignment > PLACE_LINE) ? alignment : PLACE_LINE;
    const uint64_t rounded = first_fit_lines(size);
    PlaceBlock *const row = free_row();
    PortStatus status = PORT_NO_MEMORY;
    uint64_t place = 0U;
    uint64_t missing = UINT64_MAX;

    if (row != NULL) {
        bool found = false;

        if ((size <= PLACE_MOST) && (step <= PLACE_MOST)) {
            found = first_fit_find(&arena, rounded, step, &place, &missing);
        }
        if (found) {
            status = hand_out(&BUFFERS[place], (size_t)rounded, step, memory);
        } else {
            note_missing(missing);
        }
        if (status == PORT_OK) {
            row->start = (size_t)place;
            row->size = (size_t)rounded;
            count_taken(RINGFENCE_ARENA_BUFFERS, row->size);
        }
    }
    return status;
}

PortStatus port_memory_view(PortMemory *memory)
{
    memory->view = memory->base;
    return PORT_OK;
}

uint64_t port_memory_left(void)
{
    const size_t left = buffers_usable() - g_port_usage[RINGFENCE_ARENA_BUFFERS].inUse;

    return left;
}

uint64_t port_memory_spare(uint64_t size)
{
    (void)size;
    return port_memory_left();
}

/* ---------------------------------------------------------------- sync objects */

/** Takes the first block that is free; RINGFENCE_CFG_SYNC_OBJECTS: all are taken. */
static uint32_t take_block(bool taken[RINGFENCE_CFG_SYNC_OBJECTS])
{
    uint32_t index = 0U;

    while ((index < RINGFENCE_CFG_SYNC_OBJECTS) && taken[index]) {
        index++;
    }
    if (index < RINGFENCE_CFG_SYNC_OBJECTS) {
        taken[index] = true;
    }
    return index;
}

/** Reserves a block of an object: what waiters write, or all else. */
static PortStatus reserve_part(bool is_waiters, PortMemory *memory)
{
    bool *const taken = is_waiters ? g_port_waiters_taken : g_port_counter_taken;
    const size_t size =
        is_waiters ? sizeof(g_port_counters[0].waiters) : sizeof(g_port_counters[0].counter);
    const uint32_t index = take_block(taken);
    PortStatus status = PORT_NO_MEMORY;

    if (index < RINGFENCE_CFG_SYNC_OBJECTS) {
        PlaceCounters *const block = &g_port_counters[index];

        status = hand_out(is_waiters ? block->waiters : block->counter, size, PLACE_LINE, memory);
        if (status == PORT_OK) {
            count_taken(RINGFENCE_ARENA_COUNTERS, size);
        } else {
            taken[index] = false;
        }
    }
    return status;
}

/** @satisfies RF-PORT-084 */
PortStatus port_counter_reserve(uint64_t size, PortMemory *memory)
{
    const bool is_waiters = (size == PORT_WAITERS_BYTES);

    return (is_waiters || (size <= PLACE_COUNTER_SIZE)) ? reserve_part(is_waiters, memory)
                                                        : PORT_NO_MEMORY;
}

/* ---------------------------------------------------------------- giving back */

static void release_buffer(const void *base)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_BUF_MEMORIES; i++) {
        PlaceBlock *const block = &g_port_blocks[i];

        if ((block->size > 0U) && (base == &BUFFERS[block->start])) {
            g_port_usage[RINGFENCE_ARENA_BUFFERS].inUse -= block->size;
            block->size = 0U;
            block->start = 0U;
        }
    }
}

static void release_part(const void *base)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_SYNC_OBJECTS; i++) {
        if (base == g_port_counters[i].counter) {
            g_port_usage[RINGFENCE_ARENA_COUNTERS].inUse -= sizeof(g_port_counters[i].counter);
            g_port_counter_taken[i] = false;
        }
        if (base == g_port_counters[i].waiters) {
            g_port_usage[RINGFENCE_ARENA_COUNTERS].inUse -= sizeof(g_port_counters[i].waiters);
            g_port_waiters_taken[i] = false;
        }
    }
}

void port_memory_release(PortMemory *memory)
{
    if (memory->base != NULL) {
        release_buffer(memory->base);
        release_part(memory->base);
        memory->base = NULL;
        memory->view = NULL;
    }
}
