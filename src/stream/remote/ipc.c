/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ipc.c
 * IPC blocks: their rows, who is woken, and what others ask of them.
 */
#include "core/fault.h"
#include "core/feature.h"
#include "ipc/ipc.h"
#include "port/event.h"
#include "stream/remote.h"
#include "stream/remote/ipc.h"

StreamIpc g_stream_ipcs[RINGFENCE_CFG_STREAM_IPC_BLOCKS];

/* ---------------------------------------------------------------- waking */

bool ipc_has_row(const StreamBlock *block)
{
    return feature_enabled(RINGFENCE_CFG_CHANNELS) && stream_is(block, TYPE_IPC) &&
           (block->more != STREAM_NONE);
}

void ipc_wake(StreamIpc *row)
{
    if (row->has_service) {
        if (!row->signalled) {
            /* An event that its owner deleted: there is nobody to tell. One that the system
             * refused is late, and the next change signals again. */
            row->signalled =
                (event_local_signal(row->events[IPC_EVENT_WRITE]) != NvSciError_ResourceError);
        }
    } else if (row->asleep && row->has_task) {
        row->asleep = false;
        port_refusal_drop();
        ringfence_port_event_set(row->wake);
        if (fault_is_refused()) {
            /* It sleeps on, and looks within a second. */
            row->asleep = true;
            fault_report_refusal(IPC_OP);
        }
    } else {
        /* It looks before it sleeps. */
    }
}

void ipc_changed(const StreamBlock *block)
{
    if (ipc_has_row(block)) {
        ipc_of(block)->is_dirty = true;
        ipc_wake(ipc_of(block));
    }
}

/* ---------------------------------------------------------------- what the segment asks */

bool ipc_has_packets(const StreamIpc *row)
{
    bool has = false;

    for (uint32_t i = 0U; (i < RINGFENCE_CFG_STREAM_PACKETS) && (!has); i++) {
        has = (row->packets[i].state == IPC_PACKET_HERE);
    }
    return has;
}

uint32_t ipc_consumers(const StreamBlock *block)
{
    return ipc_has_row(block) ? ipc_of(block)->consumers : 0U;
}

bool ipc_consumer_is_present(const StreamBlock *block, uint32_t consumer)
{
    return ipc_has_row(block) && ((ipc_of(block)->present & stream_bit(consumer)) != 0U);
}

bool ipc_consumer_has_crc(const StreamBlock *block, uint32_t consumer)
{
    return ipc_has_row(block) && ((ipc_of(block)->crc & stream_bit(consumer)) != 0U);
}

void ipc_packet_gone(const StreamSegment *segment, uint32_t packet)
{
    for (uint32_t link = segment->blocks; link != STREAM_NONE; link = stream_block(link)->next) {
        const StreamBlock *const block = stream_block(link);

        if (ipc_has_row(block) && ipc_of(block)->is_source) {
            IpcPacket *const known = &ipc_of(block)->packets[g_stream_packets[packet].number];

            if (known->state != IPC_PACKET_UNKNOWN) {
                known->state = IPC_PACKET_GONE;
            }
        }
    }
}

void ipc_join(const StreamBlock *block, uint64_t numbers)
{
    if (ipc_has_row(block)) {
        ipc_of(block)->joins |= numbers;
    }
}

void ipc_part(const StreamBlock *block, uint64_t numbers)
{
    if (ipc_has_row(block)) {
        ipc_of(block)->parts |= numbers;
    }
}

void ipc_joined(const StreamBlock *block)
{
    if (ipc_has_row(block)) {
        ipc_of(block)->is_joined = false;
    }
}

bool ipc_sends_at_once(const StreamBlock *block)
{
    return ipc_has_row(block) && ipc_of(block)->sends_at_once;
}
