/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file descriptors.c
 * eventfd and pipes: a write wakes who reads.
 */
#define _GNU_SOURCE

#include <sys/eventfd.h>
#include <unistd.h>

#include "../bench.h"

/** What each side reads, and what the other one writes. Both are inherited. */
typedef struct {
    int read[SIDES];
    int write[SIDES];
} Ends;

static Ends *ends_of(Pair *pair)
{
    return (Ends *)(void *)pair->room;
}

static bool eventfd_open(Pair *pair)
{
    Ends *const ends = ends_of(pair);
    bool good = true;

    for (uint32_t i = 0U; i < SIDES; i++) {
        ends->read[i] = eventfd(0U, 0);
        ends->write[i] = ends->read[i];
        good = good && (ends->read[i] >= 0);
    }
    return good;
}

static bool eventfd_send(Side *side)
{
    return (eventfd_write(ends_of(side->pair)->write[1U - side->index], 1U) == 0) ||
           bench_fail(side, "write");
}

static bool eventfd_wait(Side *side)
{
    eventfd_t value = 0U;

    return (eventfd_read(ends_of(side->pair)->read[side->index], &value) == 0) ||
           bench_fail(side, "read");
}

static bool pipe_open(Pair *pair)
{
    Ends *const ends = ends_of(pair);
    bool good = true;

    for (uint32_t i = 0U; i < SIDES; i++) {
        int end[2] = {-1, -1};

        good = (pipe(end) == 0) && good;
        ends->read[i] = end[0];
        ends->write[i] = end[1];
    }
    return good;
}

static bool pipe_send(Side *side)
{
    return (write(ends_of(side->pair)->write[1U - side->index], "", 1U) == 1) ||
           bench_fail(side, "write");
}

static bool pipe_wait(Side *side)
{
    char byte = 0;

    return (read(ends_of(side->pair)->read[side->index], &byte, 1U) == 1) ||
           bench_fail(side, "read");
}

const Transport transport_eventfd = {"eventfd", false,        eventfd_open, NULL,
                                     NULL,      eventfd_send, eventfd_wait, NULL};
const Transport transport_pipe = {"pipe", false, pipe_open, NULL, NULL, pipe_send, pipe_wait, NULL};
