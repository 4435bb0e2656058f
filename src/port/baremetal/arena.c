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
#include "port/port.h"
#include "ringfence_cfg.h"
#include "ringfence_port.h"

/** Bytes that a block takes: whole cache lines, whole words of 64 bits. */
#if (RINGFENCE_CFG_CACHE_LINE > 8U)
#define LINE RINGFENCE_CFG_CACHE_LINE
#else
#define LINE 8U
#endif
/** Alignment of the first buffer. */
#if (RINGFENCE_CFG_BASE_ALIGN > LINE)
#define BUFFER_LINE RINGFENCE_CFG_BASE_ALIGN
#else
#define BUFFER_LINE LINE
#endif
#define LINES(size) ((((size) + LINE) - 1U) & ~(LINE - 1U))

#define COUNTER_SIZE                                                                               \
    LINES(PORT_COUNTER_BYTES + (RINGFENCE_CFG_TIMESTAMP_SLOTS * PORT_TIMESTAMP_BYTES) +            \
          (RINGFENCE_CFG_TASK_STATUS_SLOTS * PORT_TASK_STATUS_BYTES))
#define WAITERS_SIZE LINES(PORT_WAITERS_BYTES)

/** Place of a buffer. */
typedef struct {
    size_t start;
    /** 0: the row is free. */
    size_t size;
} Block;

/** Memory of one sync object. */
typedef struct {
    uint8_t counter[COUNTER_SIZE];
    uint8_t waiters[WAITERS_SIZE];
} CounterBlock;

/** A linker script finds them by these names; one that does not know them puts them with all else
 * that is zero. */
static uint8_t g_port_buffers[RINGFENCE_CFG_BUFFER_BYTES]
    __attribute__((section(".bss.ringfence.buffers"), aligned(BUFFER_LINE)));
static CounterBlock g_port_counters[RINGFENCE_CFG_SYNC_OBJECTS]
    __attribute__((section(".bss.ringfence.counters"), aligned(LINE)));

static Block g_port_blocks[RINGFENCE_CFG_BUF_MEMORIES];
static bool g_port_counter_taken[RINGFENCE_CFG_SYNC_OBJECTS];
static bool g_port_waiters_taken[RINGFENCE_CFG_SYNC_OBJECTS];
static RingfenceArenaUsage g_port_usage[2];

uint64_t port_page_size(void)
{
    return LINE;
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
        usage->size =
            (arena == RINGFENCE_ARENA_BUFFERS) ? sizeof(g_port_buffers) : sizeof(g_port_counters);
    }
    return tells;
}

/* ---------------------------------------------------------------- buffers */

/** First place at or behind `start` whose address is a multiple of the alignment. */
static uint64_t aligned_place(uint64_t start, uint64_t alignment)
{
    /* cppcheck-suppress misra-c2012-11.4 ; DEV-002 alignment is one of addresses */
    const uint64_t base = (uint64_t)(uintptr_t)g_port_buffers;
    const uint64_t at = ((base + start) + (alignment - 1U)) & ~(alignment - 1U);

    return at - base;
}

/** Says whether nothing of a place is taken, and all of it exists. */
static bool place_is_free(uint64_t start, uint64_t size)
{
    bool free =
        (start <= RINGFENCE_CFG_BUFFER_BYTES) && (size <= (RINGFENCE_CFG_BUFFER_BYTES - start));

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_BUF_MEMORIES) && free; i++) {
        const Block *const block = &g_port_blocks[i];

        free = ((start + size) <= block->start) || (start >= (block->start + block->size));
    }
    return free;
}

/** Lowest place for a buffer; false: there is none. `end` is where the last buffer ends. */
static bool find_place(uint64_t size, uint64_t alignment, uint64_t *place, uint64_t *end)
{
    uint64_t start = aligned_place(0U, alignment);
    bool found = place_is_free(start, size);

    *place = start;
    *end = 0U;
    for (uint32_t i = 0U; i < RINGFENCE_CFG_BUF_MEMORIES; i++) {
        const Block *const block = &g_port_blocks[i];
        const uint64_t behind = (uint64_t)block->start + block->size;

        start = aligned_place(behind, alignment);
        if (((!found) || (start < *place)) && place_is_free(start, size)) {
            found = true;
            *place = start;
        }
        if (behind > *end) {
            *end = behind;
        }
    }
    return found;
}

/** Row for a new buffer; NULL: all are taken. */
static Block *free_row(void)
{
    Block *row = NULL;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_BUF_MEMORIES) && (row == NULL); i++) {
        if (g_port_blocks[i].size == 0U) {
            row = &g_port_blocks[i];
        }
    }
    return row;
}

/** Notes by how much the arena is too small. */
static void note_missing(uint64_t size, uint64_t alignment, uint64_t end)
{
    const uint64_t missing =
        (aligned_place(end, alignment) + size) - (uint64_t)RINGFENCE_CFG_BUFFER_BYTES;

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
    const uint64_t step = (alignment > LINE) ? alignment : LINE;
    const uint64_t rounded = LINES(size);
    Block *const row = free_row();
    PortStatus status = PORT_NO_MEMORY;
    uint64_t place = 0U;
    uint64_t end = 0U;

    /* Sums of such numbers fit. */
    if ((row != NULL) && (size <= (uint64_t)INT32_MAX) && (step <= (uint64_t)INT32_MAX)) {
        if (find_place(rounded, step, &place, &end)) {
            status = hand_out(&g_port_buffers[place], (size_t)rounded, step, memory);
        } else {
            note_missing(rounded, step, end);
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
        CounterBlock *const block = &g_port_counters[index];

        status = hand_out(is_waiters ? block->waiters : block->counter, size, LINE, memory);
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
    return (size <= COUNTER_SIZE) ? reserve_part(size == PORT_WAITERS_BYTES, memory)
                                  : PORT_NO_MEMORY;
}

/* ---------------------------------------------------------------- giving back */

static void release_buffer(const void *base)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_BUF_MEMORIES; i++) {
        Block *const block = &g_port_blocks[i];

        if ((block->size > 0U) && (base == &g_port_buffers[block->start])) {
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
