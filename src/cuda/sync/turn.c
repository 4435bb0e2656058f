/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file turn.c
 * Who has which turn: of imports, and of the signals of each registration.
 */
#include "cuda/sync/turn.h"
#include "cuda/sync/cuda_sync.h"

PortAtomic32 g_stream_turns[STREAM_TURNS];
static PortAtomic32 g_room_mutex;

void import_lock(void)
{
    port_mutex_lock(&g_room_mutex);
}

bool import_try_lock(void)
{
    return port_swap32_if(&g_room_mutex, 0U, 1U);
}

void import_leave(void)
{
    port_mutex_unlock(&g_room_mutex);
}
