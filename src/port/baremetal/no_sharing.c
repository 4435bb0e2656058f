/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file no_sharing.c
 * What concerns other processes, on a machine that has none: there is nobody to share with, and
 * nobody's death to notice.
 */
#include "port/atomic.h"
#include "port/channel.h"
#include "port/descriptor.h"
#include "port/liveness.h"
#include "port/memory.h"
#include "port/random.h"
#include "port/status.h"

PortStatus port_memory_adopt(int32_t descriptor, uint64_t size, uint64_t alignment, bool writable,
                             PortMemory *memory)
{
    (void)descriptor;
    (void)size;
    (void)alignment;
    (void)writable;
    (void)memory;
    return PORT_FAILED;
}

PortStatus port_memory_share(const PortMemory *memory, bool writable, int32_t *descriptor)
{
    (void)memory;
    (void)writable;
    (void)descriptor;
    return PORT_FAILED;
}

PortStatus port_memory_seal(const PortMemory *memory)
{
    (void)memory;
    return PORT_OK;
}

PortStatus port_memory_keep_open(const PortMemory *memory)
{
    (void)memory;
    return PORT_OK;
}

/** @satisfies RF-PORT-087 */
PortStatus port_random(void *bytes, uint64_t size)
{
    /* Identities that were given out: no two objects of an image have the same one. */
    static PortAtomic32 identities;
    uint8_t *const to = bytes;
    uint32_t number = port_add32(&identities, 1U);

    for (uint64_t i = 0U; i < size; i++) {
        to[i] = (uint8_t)(number & 0xFFU);
        number >>= 8U;
    }
    return PORT_OK;
}

PortOnce64 g_port_first_secret;

uint64_t port_secret(void)
{
    return 0U;
}

PortStatus port_liveness_make(PortLiveness *life)
{
    (void)life;
    return PORT_FAILED;
}

bool port_liveness_fits(const PortLiveness *life)
{
    (void)life;
    return false;
}

bool port_liveness_is_over(int32_t watch)
{
    (void)watch;
    return false;
}

PortStatus ringfence_port_descriptor_copy(int32_t descriptor, int32_t *copy)
{
    (void)descriptor;
    (void)copy;
    return PORT_FAILED;
}

bool port_descriptor_is_same(int32_t one, int32_t other)
{
    return (one == other) && (one >= 0);
}

void ringfence_port_descriptor_close(int32_t descriptor)
{
    (void)descriptor;
}

void port_parcel_close(PortParcel *parcel)
{
    parcel->count = 0U;
}
