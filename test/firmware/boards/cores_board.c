/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file cores_board.c
 * Hooks that are the same on all boards with several cores.
 */
#include "cores_board.h"

#include <stddef.h>

#include "ringfence_port.h"

uint32_t RingfenceHookCore(void)
{
    return BOARD_CORE;
}

/** Buffers lie behind the words of the board, counters behind the buffers: half of the memory each.
 */
void *RingfenceHookSharedMemory(RingfenceArena arena, size_t size)
{
    const size_t half = (size_t)(image_shared_end - image_shared_begin) / 2U;
    uint8_t *const place = (arena == RINGFENCE_ARENA_BUFFERS)
                               ? &image_shared_begin[sizeof(CoresBoard)]
                               : &image_shared_begin[half];

    return (size <= (half - sizeof(CoresBoard))) ? place : NULL;
}

uint32_t RingfenceHookThread(void)
{
    return 0U;
}
