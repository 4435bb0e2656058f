/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc_look.c
 * Who waits for an event looks at the channels of its segment itself, while it spins.
 *
 * What comes then takes no way through the thread of an IPC block, and the peer reminds nobody. The
 * thread does not sleep without end meanwhile: once nobody has looked for a while, it looks itself
 * again. A wait that goes on to sleep leaves the channels to the threads at once.
 */
#include "core/feature.h"
#include "stream/remote.h"
#include "stream/remote/ipc.h"

/** Says whether what comes through the channels of a segment is for one endpoint alone: nobody else
 * waits for it. */
static bool is_for_one(const StreamSegment *segment)
{
    const bool is_upstream = stream_is(stream_block(segment->head), TYPE_PRODUCER);
    const uint32_t types = is_upstream ? TYPE_ENDS : (TYPE_ENDS | TYPE_OF(BLOCK_IPC_SRC));
    uint32_t count = 0U;

    for (uint32_t link = segment->blocks; link != STREAM_NONE; link = stream_block(link)->next) {
        if (stream_is(stream_block(link), types)) {
            count++;
        }
    }
    return count == 1U;
}

/** Row of a block whose thread reads packets; NULL: it is no such block. */
static StreamIpc *row_with_thread(const StreamBlock *block)
{
    StreamIpc *row = NULL;

    if (ipc_has_row(block)) {
        row = ipc_of(block);
        /* Threads copy: a wait is no time for that. */
        if ((!row->has_task) || row->is_chip || ((row->progress & LINK_READY) == 0U) ||
            row->is_over) {
            row = NULL;
        }
    }
    return row;
}

void ipc_look_begin(StreamSegment *segment)
{
    if (feature_enabled(RINGFENCE_CFG_CHANNELS) && (segment->stage >= SEGMENT_READY) &&
        (!segment->is_looked_at) && is_for_one(segment)) {
        for (uint32_t link = segment->blocks; link != STREAM_NONE;
             link = stream_block(link)->next) {
            StreamIpc *const row = row_with_thread(stream_block(link));

            if (row != NULL) {
                segment->is_looked_at = true;
                row->is_looked_at = true;
                row->looks++;
                /* It sleeps for a while now, not without end. */
                ipc_wake(row);
            }
        }
    }
}

/** Takes a turn of each block whose channel is looked at. */
static void look_once(StreamSegment *segment, bool goes_on)
{
    bool is_any = false;
    uint32_t link = segment->blocks;

    while (link != STREAM_NONE) {
        StreamBlock *const block = stream_block(link);
        StreamIpc *const row = row_with_thread(block);

        link = block->next;
        if ((row != NULL) && row->is_looked_at) {
            row->is_looked_at = goes_on;
            row->looks++;
            is_any = true;
            ipc_take_turn(row, segment, block);
        }
    }
    segment->is_looked_at = goes_on && is_any;
}

/** @satisfies RF-STREAM-146 */
void ipc_look(StreamSegment *segment)
{
    if (segment->is_looked_at) {
        look_once(segment, true);
    }
}

/** @satisfies RF-STREAM-147 */
void ipc_look_end(StreamSegment *segment)
{
    if (segment->is_looked_at) {
        look_once(segment, false);
    }
}
