/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_chip_turn.c
 * What follows a turn of a chip block: there is more to do, or a fence is awaited.
 *
 * The thread of a block waits for the fence itself. In the program's event service others have
 * their turn: the handler makes a short pause, and is called again.
 */
#include "port/wait.h"
#include "stream/chip/chip.h"

/** Longest wait for a fence: in that time the thread sees what else has come. */
#define SLICE_US ((int64_t)RINGFENCE_CFG_LIFE_CHECK_US)

/** Pause of a handler, in microseconds. */
#define PAUSE_US 200

/** Nobody changes it, or wakes who sleeps on it. */
static PortAtomic32 g_pause;

/** @satisfies RF-STREAM-118 */
ChipThen chip_then(const StreamIpc *row, NvSciSyncFence *copy)
{
    const ChipFence *const awaited = &row->chip.awaited;
    ChipThen then = CHIP_THEN_SLEEPS;

    if ((!row->is_chip) || row->is_over) {
        then = CHIP_THEN_SLEEPS;
    } else if (row->left == 0U) {
        then = CHIP_THEN_GOES_ON;
    } else if (awaited->packet != STREAM_NONE) {
        then = CHIP_THEN_WAITS;
        if (copy != NULL) {
            const StreamPacket *const packet = &g_stream_packets[stream_row(awaited->packet)];

            (void)NvSciSyncFenceDup(&packet->fences[awaited->side].fences[awaited->element], copy);
        }
    } else {
        then = CHIP_THEN_SLEEPS;
    }
    return then;
}

void chip_pause(void)
{
    (void)port_sleep_within(&g_pause, 0U, PAUSE_US);
}

void chip_wait(const StreamIpc *row, NvSciSyncFence *fence)
{
    const NvSciSyncCpuWaitContext context = row->chip.context;
    const NvSciError status = NvSciSyncFenceWait(fence, context, SLICE_US);

    NvSciSyncFenceClear(fence);
    if ((status != NvSciError_Success) && (status != NvSciError_Timeout)) {
        /* The phase does not admit it, or the fence is nobody's any more. */
        (void)port_sleep_within(&g_pause, 0U, SLICE_US);
    }
}
