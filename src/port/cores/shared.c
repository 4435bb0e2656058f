/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file shared.c
 * The memory that the cores share, and who lives.
 */
#include "port/cores/cores.h"
#include "port/lock.h"
#include "port/random.h"
#include "ringfence_port.h"

_Static_assert(CORES_BUFFER_BYTES <= (SIZE_MAX / RINGFENCE_CFG_CORES),
               "the buffers of all cores together have a size");

/** An odd number without pattern. */
#define SECRET_FACTOR 0x9E3779B97F4A7C15ULL
#define LIFE_SHIFT    32U
/** Bits of the number of a core. */
#define CORE_BITS 3U

_Static_assert(RINGFENCE_CFG_CORES <= (1U << CORE_BITS), "each core has a number of three bits");

/** Of this image. */
static CoresShared *g_cores_shared;
static uint8_t *g_cores_bytes;
static uint32_t g_cores_number;
static uint32_t g_cores_life;
static uint64_t g_cores_refused;
static PortAtomic32 g_cores_mutex;

void cores_lock(void)
{
    ringfence_port_mutex_lock(&g_cores_mutex);
}

void cores_unlock(void)
{
    ringfence_port_mutex_unlock(&g_cores_mutex);
}

uint64_t cores_refused(void)
{
    return g_cores_refused;
}

uint32_t cores_own(void)
{
    return g_cores_number;
}

uint32_t cores_own_life(void)
{
    return g_cores_life;
}

CoresRecord *cores_record(uint32_t core)
{
    return &g_cores_shared->records[core];
}

uint8_t *cores_buffers(uint32_t core)
{
    return &g_cores_bytes[(size_t)core * CORES_BUFFER_BYTES];
}

/** What must be the same in all images. */
static const uint32_t g_cores_layout[CORES_WORDS] = {CORES_VERSION,
                                                     (uint32_t)sizeof(CoresRecord),
                                                     CORES_BUFFER_BYTES,
                                                     RINGFENCE_CFG_BUFFER_BYTES,
                                                     CORES_CHANNEL_BYTES,
                                                     RINGFENCE_CFG_CORES,
                                                     RINGFENCE_CFG_SYNC_OBJECTS,
                                                     RINGFENCE_CFG_BUF_MEMORIES,
                                                     RINGFENCE_CFG_IPC_ENDPOINTS,
                                                     RINGFENCE_CFG_PARCELS,
                                                     RINGFENCE_CFG_CACHE_LINE,
                                                     RINGFENCE_CFG_ATOMICS,
                                                     RINGFENCE_CFG_TIMESTAMP_SLOTS,
                                                     RINGFENCE_CFG_TASK_STATUS_SLOTS};

/** Says whether the image of a core that lives shares memory in the same way. */
static bool is_alike(uint32_t core, uint32_t life)
{
    /* Life of each core in which its words were seen to be the same: they do not change in a life.
     */
    static PortAtomic32 seen[RINGFENCE_CFG_CORES];
    bool alike = (port_load32(&seen[core]) == life);

    if (!alike) {
        const CoresLayout *const layout = &cores_record(core)->layout;

        alike = true;
        for (uint32_t i = 0U; i < CORES_WORDS; i++) {
            alike = alike && (port_load32(&layout->words[i]) == g_cores_layout[i]);
        }
        if (alike) {
            port_store32(&seen[core], life);
        }
    }
    return alike;
}

/** Sets up the record of this core; what an earlier life left there ends. */
static void begin_life(CoresRecord *record, uint32_t life)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_IPC_ENDPOINTS; i++) {
        port_store32(&record->endpoints[i].open, 0U);
        port_store32(&record->endpoints[i].link, 0U);
    }
    for (uint32_t i = 0U; i < CORES_WORDS; i++) {
        port_store32(&record->layout.words[i], g_cores_layout[i]);
    }
    port_store32(&record->life, life);
}

/** Memory of the integrator's; NULL: there is none, or it does not begin where it must. */
static void *shared_memory(RingfenceArena arena, size_t size, uintptr_t alignment)
{
    uint8_t *bytes = RingfenceHookSharedMemory(arena, size);
    /* cppcheck-suppress misra-c2012-11.4 ; DEV-002 alignment is one of addresses */
    const uintptr_t address = (uintptr_t)bytes;

    if ((address & (alignment - 1U)) != 0U) {
        bytes = NULL;
    }
    if (bytes == NULL) {
        g_cores_refused += size;
    }
    return bytes;
}

/** @satisfies RF-PORT-100 RF-PORT-109 */
bool cores_join(void)
{
    if (g_cores_life == 0U) {
        const uint32_t own = RingfenceHookCore();
        void *shared = NULL;
        void *buffers = NULL;

        g_cores_refused = 0U;
        shared = shared_memory(RINGFENCE_ARENA_COUNTERS, sizeof(CoresShared), CORES_ALIGNMENT);
        buffers = shared_memory(RINGFENCE_ARENA_BUFFERS,
                                (size_t)RINGFENCE_CFG_CORES * CORES_BUFFER_BYTES, PLACE_BUFFERS);
        if ((own < RINGFENCE_CFG_CORES) && (shared != NULL) && (buffers != NULL)) {
            const uint32_t life = RingfenceHookCoreLife(own);

            g_cores_shared = shared;
            g_cores_bytes = buffers;
            g_cores_number = own;
            if (life != 0U) {
                begin_life(cores_record(own), life);
                g_cores_life = life;
            }
        }
    }
    return g_cores_life != 0U;
}

/** @satisfies RF-PORT-101 */
uint32_t cores_life(uint32_t core)
{
    uint32_t life = 0U;

    if (core == g_cores_number) {
        life = g_cores_life;
    } else {
        const CoresRecord *const record = cores_record(core);
        const uint32_t now = RingfenceHookCoreLife(core);

        if ((now != 0U) && (port_load32(&record->life) == now)) {
            if (is_alike(core, now)) {
                life = now;
            }
        }
    }
    return life;
}

/**
 * Nothing can be guessed that another core could not read anyway; so a number that never comes
 * twice is enough.
 *
 * @satisfies RF-PORT-087 RF-PORT-100
 */
PortStatus port_random(void *bytes, uint64_t size)
{
    static PortAtomic32 identities;
    uint8_t *const to = bytes;
    uint32_t words[4] = {0U, 0U, 0U, 0U};
    PortStatus status = PORT_FAILED;

    cores_lock();
    if (cores_join() && (size <= sizeof(words))) {
        words[0] = port_add32(&identities, 1U);
        words[1] = (g_cores_life << 3U) | g_cores_number;
        words[2] = g_cores_life;
        for (uint64_t i = 0U; i < size; i++) {
            to[i] = (uint8_t)((words[i / 4U] >> ((i % 4U) * 8U)) & 0xFFU);
        }
        status = PORT_OK;
    }
    cores_unlock();
    return status;
}

PortOnce64 g_port_first_secret;

/**
 * Handles of eight cores differ in the lowest bits, also where a handle has room for few.
 *
 * @satisfies RF-CORE-205 RF-SYNC-200
 */
uint64_t port_secret(void)
{
    if (port_once64_get(&g_port_first_secret) == 0U) {
        const uint32_t core = RingfenceHookCore();
        const uint64_t life = RingfenceHookCoreLife(core);
        const uint64_t mixed = (life + 1U) * SECRET_FACTOR;

        port_once64_put(&g_port_first_secret,
                        ((mixed ^ (mixed >> LIFE_SHIFT)) << CORE_BITS) | core);
    }
    return port_once64_get(&g_port_first_secret);
}
