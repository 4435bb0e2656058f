/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file shared.c
 * The memory that the cores share, and who lives.
 */
#include "port/cores/cores.h"
#include "ringfence_port.h"

/** Of this image. */
static CoresShared *g_cores_shared;
static uint8_t *g_cores_bytes;
static uint32_t g_cores_number;
static uint32_t g_cores_life;
static PortAtomic32 g_cores_mutex;

void cores_lock(void)
{
    port_mutex_lock(&g_cores_mutex);
}

void cores_unlock(void)
{
    port_mutex_unlock(&g_cores_mutex);
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

/** One word of what must be the same in all images. */
static uint32_t layout_word(uint32_t index)
{
    const uint32_t words[4] = {CORES_VERSION, (uint32_t)sizeof(CoresRecord), CORES_BUFFER_BYTES,
                               (RINGFENCE_CFG_PARCELS * 65536U) + CORES_MEMORIES};

    return words[index];
}

/** Sets up the record of this core; what an earlier life left there ends. */
static void begin_life(CoresRecord *record, uint32_t life)
{
    for (uint32_t i = 0U; i < RINGFENCE_CFG_IPC_ENDPOINTS; i++) {
        port_store32(&record->endpoints[i].open, 0U);
        port_store32(&record->endpoints[i].link, 0U);
    }
    for (uint32_t i = 0U; i < 4U; i++) {
        port_store32(&record->layout.words[i], layout_word(i));
    }
    port_store32(&record->life, life);
}

/** @satisfies RF-PORT-100 */
bool cores_join(void)
{
    if (g_cores_life == 0U) {
        const uint32_t own = RingfenceHookCore();
        void *const shared =
            RingfenceHookSharedMemory(RINGFENCE_ARENA_COUNTERS, sizeof(CoresShared));
        void *const buffers = RingfenceHookSharedMemory(
            RINGFENCE_ARENA_BUFFERS, (size_t)RINGFENCE_CFG_CORES * CORES_BUFFER_BYTES);

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

        if (port_load32(&record->life) == now) {
            life = now;
        }
        for (uint32_t i = 0U; i < 4U; i++) {
            if (port_load32(&record->layout.words[i]) != layout_word(i)) {
                life = 0U;
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
