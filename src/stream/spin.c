/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file spin.c
 * Spinning: looking whether a block is told something before a sleep.
 *
 * A spin pays if it is told within it: neither who waits nor who tells makes a system call then.
 * Each block remembers how its spins ended. The more of them did not pay, the more waits sleep
 * without one.
 */
#include "port/wait.h"
#include "stream/block.h"
#include "stream/protocol.h"
#include "stream/remote.h"

/** Looks of a spin between two looks at the clock, and at the channels. */
#define LOOKS_PER_TIME     16U
#define LOOKS_PER_CHANNELS 2U
/** Most failures that are counted: 2 to the power of one less is the longest pause. */
#define FAILURES_MAX 13U

/** Looks at the channels of a block's segment; the first look finds out whether that may be done.
 * Says whether later ones may do so. */
static bool look_at_channels(NvSciStreamBlock handle, bool is_first)
{
    StreamBlock *block = NULL;
    bool may_look = false;

    if (stream_enter(OP_STREAM_BLOCK_EVENT_QUERY, handle, &block) == NvSciError_Success) {
        StreamSegment *const segment = stream_segment_of(block);

        if (is_first) {
            ipc_look_begin(segment);
        }
        ipc_look(segment);
        may_look = segment->is_looked_at;
        stream_leave(block);
    }
    return may_look;
}

/** Looks until a block is told something, or the time ends. */
static bool look_until_told(NvSciStreamBlock handle, const StreamWake *wake, uint64_t end_us)
{
    bool may_look = look_at_channels(handle, true);
    bool told = (port_load32_acquire(&wake->quiet) == 0U);
    bool ended = false;

    while ((!told) && (!ended)) {
        uint32_t looks = LOOKS_PER_TIME;

        if (may_look) {
            looks = LOOKS_PER_CHANNELS;
        }
        for (uint32_t i = 0U; (i < looks) && (!told); i++) {
            port_relax();
            told = (port_load32_acquire(&wake->quiet) == 0U);
        }
        if ((!told) && may_look) {
            may_look = look_at_channels(handle, false);
            told = (port_load32_acquire(&wake->quiet) == 0U);
        }
        if (!told) {
            ended = (ringfence_port_time_us() >= end_us);
        }
    }
    return told;
}

/** Notes how a spin ended. One that pays among several that do not is no reason to go on. */
static void note_spin_end(StreamWake *wake, bool told)
{
    const uint32_t before = port_load32_relaxed(&wake->failures);
    uint32_t failures = before / 2U;

    if (!told) {
        uint32_t pause = 0U;

        failures = (before >= FAILURES_MAX) ? FAILURES_MAX : (before + 1U);
        for (uint32_t i = 1U; i < failures; i++) {
            pause = (pause * 2U) + 1U;
        }
        port_store32_relaxed(&wake->pause, pause);
    }
    port_store32_relaxed(&wake->failures, failures);
}

/** @satisfies RF-STREAM-106 RF-STREAM-107 */
bool stream_spin(NvSciStreamBlock handle, uint32_t row, int64_t longest_us)
{
    const uint64_t spin_us = RINGFENCE_CFG_SPIN_US;
    /* Without a limit it is the greatest of all numbers without a sign. */
    const bool is_whole = ((uint64_t)longest_us >= spin_us);
    StreamWake *const wake = &g_stream_wakes[row];
    const uint32_t pause = port_load32_relaxed(&wake->pause);
    bool told = false;

    if (pause > 0U) {
        /* Waits of several threads may count as one. */
        port_store32_relaxed(&wake->pause, pause - 1U);
    } else {
        told = look_until_told(
            handle, wake, ringfence_port_time_us() + (is_whole ? spin_us : (uint64_t)longest_us));
        /* A wait that is shorter than a spin says nothing of spins. */
        if (told || is_whole) {
            note_spin_end(wake, told);
        }
    }
    return told;
}
