/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file turn.h
 * Turns: of imports, mappings and their ends, one at a time; and of the signals of one object.
 */
#ifndef RINGFENCE_CUDA_TURN_H
#define RINGFENCE_CUDA_TURN_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda/driver/cuda_driver.h"
#include "port/atomic.h"
#include "port/lock.h"

/** Takes the turn of import_lock() if nobody has it; says whether it was taken. */
bool import_try_lock(void);

/** Ends only the turn. */
void import_leave(void);

/** One turn for each registration. */
#define STREAM_TURNS REGISTRATIONS

extern PortAtomic32 g_stream_turns[STREAM_TURNS];

/** Takes the turn of a registration: no signal of its objects is under way then. */
static inline void stream_turn_take(uint32_t registration)
{
    port_mutex_lock(&g_stream_turns[registration]);
}

/** Takes the turn of a registration if nobody has it; says whether it was taken. */
static inline bool stream_turn_try(uint32_t registration)
{
    return port_swap32_if(&g_stream_turns[registration], 0U, 1U);
}

/** Gives the turn of a registration back. */
static inline void stream_turn_give(uint32_t registration)
{
    port_mutex_unlock(&g_stream_turns[registration]);
}

#endif /* RINGFENCE_CUDA_TURN_H */
