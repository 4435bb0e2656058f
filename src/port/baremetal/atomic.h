/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file atomic.h
 * Words whose operations are critical sections, where the core has no instructions for them: what
 * src/port/atomic.h has of them, which alone includes this file beside atomic.c.
 */
#ifndef RINGFENCE_PORT_BAREMETAL_ATOMIC_H
#define RINGFENCE_PORT_BAREMETAL_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

#include "ringfence_cfg.h"

#if (RINGFENCE_CFG_ATOMICS == 2U)

/** 32-bit word that several threads or processes change. */
typedef struct {
    uint32_t word;
} PortAtomic32;

uint32_t port_load32(const PortAtomic32 *atomic);
void port_store32(PortAtomic32 *atomic, uint32_t value);
/** Adds and gives the new value. */
uint32_t port_add32(PortAtomic32 *atomic, uint32_t addend);
/** Stores `next` if the word is `expected`; says whether it did. */
bool port_swap32_if(PortAtomic32 *atomic, uint32_t expected, uint32_t next);

#endif

#if (RINGFENCE_CFG_ATOMICS >= 1U)

/** 64-bit word that several threads or processes change. */
typedef struct {
    uint64_t word;
} PortAtomic64;

uint64_t port_load64(const PortAtomic64 *atomic);
void port_store64(PortAtomic64 *atomic, uint64_t value);
/** Adds and gives the new value. */
uint64_t port_add64(PortAtomic64 *atomic, uint64_t addend);
/** Stores `next` if the word is `expected`; says whether it did. */
bool port_swap64_if(PortAtomic64 *atomic, uint64_t expected, uint64_t next);

#endif

#endif /* RINGFENCE_PORT_BAREMETAL_ATOMIC_H */
