/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file line.c
 * The limit of a waiter that spins: a store to a cache line, and a loop that loads it.
 */
#include "../bench.h"

typedef struct {
    _Alignas(BENCH_LINE) _Atomic uint64_t sent;
} Word;

/** A line for each side. */
typedef struct {
    Word side[SIDES];
} Lines;

static Lines *lines_of(const Side *side)
{
    return (Lines *)(void *)side->pair->room;
}

static bool line_send(Side *side)
{
    _Atomic uint64_t *const sent = &lines_of(side)->side[side->index].sent;

    atomic_store_explicit(sent, atomic_load_explicit(sent, memory_order_relaxed) + 1U,
                          memory_order_release);
    return true;
}

/** A side that waits has sent as often as it has waited, or once more (side 0). */
static bool line_wait(Side *side)
{
    Lines *const lines = lines_of(side);
    const uint64_t mine =
        atomic_load_explicit(&lines->side[side->index].sent, memory_order_relaxed);
    const uint64_t wanted = (side->index == 0U) ? mine : (mine + 1U);

    while (atomic_load_explicit(&lines->side[1U - side->index].sent, memory_order_acquire) !=
           wanted) {
        /* No pause: it would cost more than the handover. */
    }
    return true;
}

const Transport transport_line = {"bare cache line", false,     NULL, NULL, NULL,
                                  line_send,         line_wait, NULL};
