/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file tell.c
 * Telling who waits for the events of a block.
 */
#include "core/fault.h"
#include "core/feature.h"
#include "ipc/ipc.h"
#include "port/wait.h"
#include "stream/protocol.h"
#include "stream/remote.h"

/** Signals the application's event, once until it has seen that nothing is due. A wait that is
 * under way goes on in DEINIT.
 * @satisfies RF-STREAM-203 */
static void signal_service(StreamBlock *block)
{
    if (feature_enabled(RINGFENCE_CFG_CHANNELS) && (block->event != NULL) && (!block->signalled)) {
        /* An event that its owner deleted: there is nobody to tell. One that the system refused is
         * late, and the next change signals again. */
        block->signalled = (event_local_signal(block->event) != NvSciError_ResourceError);
    }
}

/** @satisfies RF-STREAM-065 */
void stream_tell(StreamBlock *block)
{
    StreamWake *const wake = &g_stream_wakes[stream_row(block->self)];

    port_store32_relaxed(&wake->quiet, 0U);
    (void)port_add32(&wake->changes, 1U);
    if (port_load32(&wake->sleepers) > 0U) {
        port_refusal_drop();
        port_wake_within(&wake->changes);
        fault_refusals(OP_STREAM_BLOCK_EVENT_QUERY);
    }
    signal_service(block);
}

void stream_tell_due(const StreamSegment *segment)
{
    for (uint32_t link = segment->blocks; link != STREAM_NONE; link = stream_block(link)->next) {
        NvSciStreamEventType event = NvSciStreamEventType_Error;

        ipc_changed(stream_block(link));
        if (protocol_due(segment, stream_block(link), &event)) {
            stream_tell(stream_block(link));
        }
    }
}

/** @satisfies RF-STREAM-053 */
void stream_fail(StreamBlock *block, NvSciError error)
{
    if (block->error == NvSciError_Success) {
        block->error = error;
        block->error_told = false;
        stream_tell(block);
    }
}

void stream_event_free(StreamBlock *block)
{
    if (feature_enabled(RINGFENCE_CFG_CHANNELS) && (block->event != NULL)) {
        event_local_end(block->event);
        block->event = NULL;
    }
}
