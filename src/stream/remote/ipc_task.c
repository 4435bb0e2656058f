/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_task.c
 * Who takes the turns of an IPC block: a thread of the library that waits for the channel and for
 * what is to be sent, or handlers in the program's event service.
 */
#include "core/fault.h"
#include "core/handle.h"
#include "core/status.h"
#include "ipc/ipc.h"
#include "port/descriptor.h"
#include "port/event.h"
#include "port/lock.h"
#include "port/wait.h"
#include "stream/block.h"
#include "stream/chip/chip.h"
#include "stream/remote.h"

/** What a thread waits for: what is to be sent, and the channel. */
#define WATCHES 2U
/** Microseconds that a thread sleeps at most while who waits for events looks at the channel. */
#define LOOKED_AT_US ((int64_t)1000)
/** Looks for the end of a process while a block is deleted, and microseconds between two of them:
 * it takes a second at most. */
#define LAST_LOOKS 1000U
#define LAST_US    ((int64_t)1000)
/** No limit. */
#define SLEEP_FOREVER ((int64_t)-1)

/** Takes the segment of a row's block; NULL: it has none any more. */
static StreamBlock *enter_row(const StreamIpc *row)
{
    uint32_t link = port_load32(&row->block);
    StreamBlock *block = NULL;

    while ((link != STREAM_NONE) && (block == NULL)) {
        StreamBlock *const found = stream_block(link);
        const uint32_t number = port_load32_acquire(&found->segment);

        phase_part_take(number);
        if ((port_load32(&row->block) == link) &&
            (port_load32_relaxed(&found->segment) == number)) {
            block = found;
        } else {
            phase_part_give(number);
            link = port_load32(&row->block);
        }
    }
    return block;
}

/* ---------------------------------------------------------------- cookies */

void *ipc_cookie(const StreamIpc *row)
{
    /* cppcheck-suppress misra-c2012-18.4 ; DEV-046 both are places of one table */
    const ptrdiff_t place = row - &g_stream_ipcs[0];
    const uintptr_t life = row->life;

    return handle_cookie((life * RINGFENCE_CFG_STREAM_IPC_BLOCKS) + (uintptr_t)place);
}

/** Takes the segment of the block that a cookie names; NULL: it is gone, and its row may have
 * another one.
 * @satisfies RF-STREAM-212 */
static StreamBlock *enter_cookie(const void *cookie)
{
    const StreamIpc *const row =
        &g_stream_ipcs[handle_bits(cookie) % RINGFENCE_CFG_STREAM_IPC_BLOCKS];
    StreamBlock *block = enter_row(row);

    if ((block != NULL) && (ipc_cookie(row) != cookie)) {
        stream_leave(block);
        block = NULL;
    }
    return block;
}

/* ---------------------------------------------------------------- turns */

/** Says whether a thread that slept for long enough leaves the channel to those who look at it: one
 * of them has looked since.
 * @satisfies RF-STREAM-148 */
static bool is_still_looked_at(StreamIpc *row)
{
    const bool is_looked_at = row->is_looked_at && (row->looks != row->looks_seen);

    row->looks_seen = row->looks;
    return is_looked_at;
}

/** What follows a turn. */
typedef struct {
    /** Microseconds that a thread sleeps at most. */
    int64_t sleep_us;
    ChipThen then;
    /** What it sleeps for, beside what is to be sent. */
    int32_t watched;
} TaskNext;

/** Takes a turn of a block whose segment was taken, which it gives back; NULL: there is none.
 * `is_late`: nothing has come for as long as the last sleep could take. False: nothing more is read
 * or written. A fence that is awaited is copied if there is a place for it. */
static bool ipc_drive_block(StreamBlock *block, bool is_late, NvSciSyncFence *fence, TaskNext *next)
{
    bool goes_on = false;

    if (block != NULL) {
        StreamIpc *const row = ipc_of(block);

        row->signalled = false;
        row->asleep = false;
        if (is_late) {
            row->is_looked_at = is_still_looked_at(row);
        }
        ipc_take_turn(row, stream_segment_of(block), block);
        next->watched = row->mourns ? row->process : row->channel;
        goes_on = (!ipc_is_done(row)) || row->mourns;
        next->sleep_us = (goes_on && row->is_looked_at) ? LOOKED_AT_US : SLEEP_FOREVER;
        next->then = chip_then(row, fence);
        row->asleep = true;
        stream_leave(block);
    }
    return goes_on;
}

/** Reports a call that was refused to the thread of a block, which goes on without. */
static void tell_refused_call(void)
{
    if (fault_is_refused()) {
        fault_report_refusal(IPC_OP);
        ringfence_port_yield();
    }
}

/** The thread of a block. */
static void run_turns(void *context)
{
    const StreamIpc *const row = context;
    PortWatch watches[WATCHES] = {{row->wake, false}, {row->channel, false}};
    PortStatus status = PORT_OK;
    bool stops = false;

    while (!stops) {
        port_refusal_drop();
        /* What is set after that is seen by what follows. */
        if (watches[0].ready) {
            ringfence_port_event_clear(row->wake);
            tell_refused_call();
        }
        stops = (port_load32(&row->stops) != 0U);
        if (!stops) {
            NvSciSyncFence fence = NvSciSyncFenceInitializer;
            TaskNext next = {SLEEP_FOREVER, CHIP_THEN_SLEEPS, row->channel};
            const bool goes_on =
                ipc_drive_block(enter_row(row), status == PORT_TIMED_OUT, &fence, &next);

            if (next.then == CHIP_THEN_WAITS) {
                chip_wait(row, &fence);
            }
            watches[1].descriptor = next.watched;
            status = port_watch(watches, goes_on ? WATCHES : 1U,
                                (next.then == CHIP_THEN_SLEEPS) ? next.sleep_us : 0);
            /* It looks for what it cannot wait for. */
            tell_refused_call();
        }
    }
}

void ipc_on_event(void *cookie)
{
    TaskNext next = {SLEEP_FOREVER, CHIP_THEN_SLEEPS, -1};

    (void)ipc_drive_block(enter_cookie(cookie), false, NULL, &next);
    if (next.then != CHIP_THEN_SLEEPS) {
        const StreamBlock *block = NULL;

        if (next.then == CHIP_THEN_WAITS) {
            chip_pause();
        }
        /* It may have been deleted meanwhile. */
        block = enter_cookie(cookie);
        if (block != NULL) {
            ipc_wake(ipc_of(block));
            stream_leave(block);
        }
    }
}

static void close_wake(StreamIpc *row)
{
    ringfence_port_descriptor_close(row->wake);
    row->wake = -1;
}

/** @satisfies RF-STREAM-083 */
NvSciError ipc_start(const StreamBlock *block)
{
    NvSciError status = NvSciError_Success;

    if (ipc_has_row(block) && (!ipc_of(block)->has_service) && (!ipc_of(block)->has_task)) {
        StreamIpc *const row = ipc_of(block);

        status = status_of_port(ringfence_port_event_make(&row->wake));
        if (status == NvSciError_Success) {
            port_store32(&row->stops, 0U);
            row->task.run = &run_turns;
            row->task.context = row;
            row->task.name = "ringfence-ipc";
            status = status_of_port(ringfence_port_task_start(&row->task));
            if (status != NvSciError_Success) {
                close_wake(row);
            }
        }
        row->has_task = (status == NvSciError_Success);
    }
    return status;
}

/** Ends what drives a block. Needs no segment. */
static void stop(StreamIpc *row)
{
    if (row->has_task) {
        port_store32(&row->stops, 1U);
        ringfence_port_event_set(row->wake);
        ringfence_port_task_join(&row->task);
        close_wake(row);
        row->has_task = false;
    }
    if (row->has_service) {
        for (uint32_t i = 0U; i < IPC_EVENTS; i++) {
            event_local_end(row->events[i]);
            row->events[i] = NULL;
        }
        row->has_service = false;
    }
}

/** Sends what is due as far as there is room, and then that nothing follows. Says whether all of it
 * went. Where the other end has said nothing yet, a turn finds out whether it is there. */
static bool send_last(StreamIpc *row, StreamSegment *segment, StreamBlock *block)
{
    bool is_sent = false;

    if ((row->progress & LINK_HELLO) != 0U) {
        is_sent = (ipc_send_all(row, segment, block) == NvSciError_Success);
    } else {
        ipc_take_turn(row, segment, block);
        is_sent = row->end_sent && (row->out.used == row->out.size);
    }
    return is_sent;
}

/** Closes a block that was deleted: sends what is due, and then that nothing follows, which
 * `is_told` says. True: it goes on until packets are back that consumers below it have; `is_last`:
 * nobody is left there.
 * @satisfies RF-STREAM-132 RF-STREAM-211 */
static bool close_row(StreamIpc *row, StreamBlock *block, bool is_last, bool *is_told)
{
    bool goes_on = false;

    if (enter_row(row) != NULL) {
        const bool is_done = ipc_is_done(row);

        goes_on = (!is_last) && (!is_done) && ipc_has_packets(row);
        block->cut = true;
        row->is_closing = true;
        row->ends_now = !goes_on;
        row->left = TURN_ANY;
        ipc_mourn_last(row, stream_segment_of(block), block);
        *is_told = is_done;
        if (!is_done) {
            *is_told = send_last(row, stream_segment_of(block), block);
        }
        if (!goes_on) {
            port_store32(&row->block, STREAM_NONE);
            block->more = STREAM_NONE;
        }
        stream_leave(block);
    }
    return goes_on;
}

/** Says whether the process of a row ended and is not gone. */
static bool mourns(StreamIpc *row)
{
    const StreamBlock *const block = enter_row(row);
    bool is_left = false;

    if (block != NULL) {
        ipc_mourn_on(row, stream_segment_of(block), block);
        is_left = row->mourns;
        stream_leave(block);
    }
    return is_left;
}

/** Waits until the process of a row that is to be closed is gone: later nobody looks for that. One
 * that was killed is gone soon.
 * @satisfies RF-STREAM-233 */
static void wait_for_process(StreamIpc *row)
{
    /* Nobody wakes who sleeps on it. */
    static PortAtomic32 never;
    bool is_left = mourns(row);

    for (uint32_t i = 1U; (i < LAST_LOOKS) && is_left; i++) {
        (void)port_sleep_within(&never, 0U, LAST_US);
        is_left = mourns(row);
    }
}

/** @satisfies RF-STREAM-088 */
void ipc_end(StreamBlock *block, bool is_last)
{
    if (ipc_has_row(block)) {
        StreamIpc *const row = ipc_of(block);
        bool is_told = false;
        bool goes_on = false;

        if (!is_last) {
            wait_for_process(row);
        }
        goes_on = close_row(row, block, is_last, &is_told);
        if (!goes_on) {
            stop(row);
            /* A reset takes from the peer what it has not read. */
            if (!is_told) {
                (void)NvSciIpcResetEndpointSafe(row->endpoint);
            }
            if (row->is_chip) {
                chip_give_parts(&row->chip);
            }
            row->is_taken = false;
        }
    }
}
